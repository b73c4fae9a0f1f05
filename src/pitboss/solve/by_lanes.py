"""What a round against one up card is worth, worked out by lanes side by side: the threads of a GPU's block, or one.

The hands, the values and the splits are those of `hand_values` and `splits`; only who works out which hand is new. The
lanes share `Room`, and wait for each other wherever one reads what another has written. Waiting is what costs most, so
all pairs are split side by side. It is for games whose hands
over 21 are lost at once: no Second Chance, and no unread Blackjack that would spare them.
"""

from typing import Any

import numpy as np

from pitboss.solve.compiled import inner, kernel
from pitboss.solve.dealer_hand import VALUES
from pitboss.solve.figures import DOUBLE_VALUE, HIT_VALUE, STAND_VALUE, VALUE, Values
from pitboss.solve.hand_values import (
    ADDED,
    ALONE,
    DOUBLE,
    FIRST,
    HIT,
    Against,
    live_value,
    natural_value,
    peek_mass,
    taken,
)
from pitboss.solve.lanes import Facing, Floats, Ints, Lane, Trees
from pitboss.solve.rows import hopeless_margin
from pitboss.solve.splits import fill_shares, second_cards
from pitboss.solve.strategy import TWENTY_ONE

TEN = VALUES
# Where the parts of a node are: its card in the lowest bits, which one of its value it is, how many come before it, the
# outcome (and one) if the dealer stops there, whether nothing follows.
NTH, DEPTH, OUTCOME, LAST = np.uint64(4), np.uint64(8), np.uint64(12), np.uint64(16)
# An index without a sign needs no look at it; to the type checker it is a whole number.
_words: Any = np
NONE, ONE, FOUR_BITS = _words.uint64(0), _words.uint64(1), _words.uint64(15)
UNREACHED, REACHED = 0, 1
CLOSE, NATURAL, SPLIT = 0, 1, 2  # places of what one lane has found for all; from SPLIT on the splits of each pair
NEVER = -1e9
# The steps of a round: hands that are not split; the play of those that are, once, and again; what they are worth with
# more cards of the pair out than it was chosen for.
UNSPLIT, CHOOSE, CHOOSE_MORE, FOLLOW = 0, 1, 2, 3


@inner
def together() -> None:
    """Wait for the other lanes; one alone has nobody to wait for."""


@inner
def next_place(counters: Ints, which: int) -> int:
    """The next place in a list that lanes fill side by side."""
    place = counters[which]
    counters[which] += 1
    return int(place)


@inner
def outcomes(trees: Trees, up: int, have: Floats, share: Floats, chance: Floats, total: Floats) -> None:
    """The chance of each of the dealer's outcomes but one over 21, from the cards there are and each draw's share."""
    for slot in range(len(total)):
        total[slot] = 0.0
    chance[0] = share[0]
    i, end = np.uint64(trees.first[up - 1]), np.uint64(trees.first[up])
    while i < end:
        node = np.uint64(trees.nodes[i])
        before, nth, outcome = (node >> DEPTH) & FOUR_BITS, (node >> NTH) & FOUR_BITS, (node >> OUTCOME) & FOUR_BITS
        factor = have[node & FOUR_BITS]
        if nth != NONE:
            factor = max(factor - nth, 0.0)
        so_far = chance[before] * factor
        if outcome != NONE:
            total[outcome - ONE] += trees.orders[i] * so_far
        if (node >> LAST) == NONE:
            chance[before + ONE] = so_far * share[before + ONE]
        i += ONE


@inner
def dealt(my: Lane, facing: Facing, step: int, out: int) -> None:
    """The dealer's outcomes against the hands there are, with `out` cards of a pair out; what cannot be is left."""
    room, cards, trees = my.room, my.of.hand[0], my.trees
    have, chance, share, total = my.own
    left, to, slots, deepest = room.left, room.p[out - 1], len(total), len(share) - 1
    for place in range(my.number, room.there[0], my.lanes):
        h = room.flat[place]
        pair = my.lists.pair[h]
        if not is_dealt(my, step, pair, out):
            continue
        n = least = 0.0
        for c in range(VALUES):
            there = left[c] - cards[h, c]
            if c == pair:
                there -= out - 1
            have[c] = there
            least = min(least, there)
            n += there
        if least < 0.0:
            continue
        for d in range(deepest + 1):
            share[d] = 1.0 / (n - d) if n > d else 0.0
        outcomes(trees, facing.up, have, share, chance, total)
        over = 1.0 - (have[facing.key] / n if facing.key >= 0 else 0.0)
        for slot in range(slots):
            over -= total[slot]
        total[my.game.terms.bust_slot] = over
        for slot in range(slots):
            to[h, slot] = total[slot]
    together()


@inner
def first_dealt(my: Lane, step: int, limit: int) -> int:
    """From how many cards of a pair out on a step deals, to hands of a pair split into so many at most."""
    if step == UNSPLIT or not my.game.by_hands:
        return 2 if step == FOLLOW else 1
    return 2 if step == CHOOSE else 3 if step == CHOOSE_MORE else limit + 1


@inner
def last_dealt(my: Lane, step: int, limit: int) -> int:
    """Up to how many."""
    if step == FOLLOW:
        return max(2 * limit - 2, 2)
    return limit if step == CHOOSE_MORE else 2 if my.game.by_hands and step == CHOOSE else 1


@inner
def is_dealt(my: Lane, step: int, pair: int, out: int) -> bool:
    """Whether a step deals to the hands of this pair with so many of its cards out."""
    limit = my.room.limit[pair]
    return bool(first_dealt(my, step, limit) <= out <= last_dealt(my, step, limit))


@inner
def is_valued(my: Lane, step: int, pair: int, k: int, a: int) -> bool:
    """Whether a step values the hands of this pair while there are k of them, with `a` cards of the pair out."""
    limit, most = my.room.limit[pair], my.game.split_hands[pair]
    if k > limit or my.room.left[pair] - (a - 1) < 1.0:
        return False
    return bool(step != FOLLOW or a <= (2 * k - 1 if k < most else 2 * k - 2))


@inner
def valued(my: Lane, facing: Facing, step: int, position: int, k: int, a: int) -> None:
    """The values of the hands there are, those of one sum after those of greater ones."""
    room, terms, hand = my.room, my.game.terms, my.of.hand
    begins, p, marks = my.lists.begins[0 if step == UNSPLIT else 1], room.p[a - 1], room.marks[position, k]
    place = ALONE if step == UNSPLIT else FIRST if position == 0 else ADDED
    for level in range(len(room.ends)):
        for at in range(begins[level] + my.number, room.ends[level], my.lanes):
            h = room.rows[at]
            pair, closed = my.lists.pair[h], False
            if step != UNSPLIT:
                if not is_valued(my, step, pair, k, a):
                    continue
                closed = not is_draw(marks[0, h]) if step == FOLLOW else draws_hopelessly(my, h)
            context = (step != UNSPLIT, place, pair == 0, pair == 0 and terms.one_card_aces)
            here = Against(room.less[pair], facing.key, p, p)
            live_value(h, closed, hand, here, terms, context, step == FOLLOW, Values(room.figures, marks), room.worth)
        together()


@inner
def draws_hopelessly(my: Lane, h: int) -> bool:
    """Whether a hand of three cards or more, unsplit, draws so badly that nobody draws to it after a split either."""
    figures, unsplit = my.room.figures, my.lists.unsplit[h]
    hopeless: bool = (
        my.of.hand[1][h] > 2
        and max(figures[HIT_VALUE, unsplit], figures[DOUBLE_VALUE, unsplit])
        < figures[STAND_VALUE, unsplit] - my.room.found[CLOSE]
    )
    return hopeless


@inner
def is_draw(action: int) -> bool:
    """Whether a decision is for another card."""
    return HIT <= action <= DOUBLE


@inner
def draws_as_chosen(my: Lane, h: int, most: int, places: int) -> bool:
    """Whether a split hand draws with any number of hands up to so many, in any place of the box."""
    for position in range(places):
        for k in range(2, most + 1):
            if is_draw(my.room.marks[position, k, 0, h]):
                return True
    return False


@inner
def come_to(my: Lane, facing: Facing, step: int) -> None:
    """The hands that splits can come to if nobody draws hopelessly, or by what was chosen."""
    room, places = my.room, my.game.places[facing.up - 1]
    begins, after, levels = my.lists.begins[1], my.of.hand[3], len(room.ends)
    for h in range(begins[0] + my.number, begins[levels], my.lanes):
        room.open[h] = UNREACHED
    if my.number == 0:
        room.there[0] = 0
        for level in range(levels):
            room.ends[level] = begins[level]
    together()
    for pair in range(my.number, VALUES, my.lanes):
        if room.limit[pair] < (3 if step == FOLLOW and my.game.by_hands else 2):
            continue
        for c in range(VALUES):
            h = after[my.lists.single[1, pair], c]
            if h >= 0:
                room.open[h] = REACHED
    together()
    for level in range(levels - 1, -1, -1):
        for h in range(begins[level] + my.number, begins[level + 1], my.lanes):
            if room.open[h] == UNREACHED:
                continue
            room.rows[next_place(room.ends, level)] = h
            room.flat[next_place(room.there, 0)] = h
            if my.of.hand[2][h] == TWENTY_ONE:
                continue
            limit = room.limit[my.lists.pair[h]]
            draws = draws_as_chosen(my, h, limit, places) if step == FOLLOW else not draws_hopelessly(my, h)
            for c in range(VALUES if draws else 0):
                if after[h, c] >= 0:
                    room.open[after[h, c]] = REACHED
        together()


@inner
def all_unsplit(my: Lane) -> None:
    """Every hand there is before a split."""
    room, begins = my.room, my.lists.begins[0]
    levels = len(room.ends)
    for h in range(my.number, begins[levels], my.lanes):
        room.rows[h] = room.flat[h] = h
    if my.number == 0:
        room.there[0] = begins[levels]
        for level in range(levels):
            room.ends[level] = begins[level + 1]
    together()


@inner
def value_split_hands(my: Lane, facing: Facing, step: int) -> None:
    """Choose (or value) the play of split hands, as `value_splits` does; before a split, of all hands."""
    room, game = my.room, my.game
    places, most = game.places[facing.up - 1] if step != UNSPLIT else 1, len(room.marks[0]) - 1
    first_k = 0 if step == UNSPLIT else 3 if step == CHOOSE_MORE else 2
    last_k = 0 if step == UNSPLIT else 2 if step == CHOOSE and game.by_hands else most
    for position in range(places):
        for k in range(first_k, last_k + 1):
            first = last = 1
            if step == FOLLOW:
                first, last = (k + 1 if game.by_hands else k), 2 * k - 1 if k < most else 2 * k - 2
            elif game.by_hands and step != UNSPLIT:
                first = last = k
            for a in range(first, last + 1):
                for pair in range(my.number, VALUES, my.lanes):
                    room.less[pair, pair] = room.left[pair] - (a - 1)
                together()
                valued(my, facing, step, position, k, a)
                for pair in range(my.number, VALUES if a >= k > 0 else 0, my.lanes):
                    if is_valued(my, step, pair, k, a):
                        to = (room.whole[pair, position, k], room.unpaired[pair, position, k])
                        pairs, single, after = room.left[pair], my.lists.single[1, pair], my.of.hand[3]
                        second_cards(pair, pairs, a, single, room.left, after, room.figures, to[0], to[1])
                together()
    for pair in range(my.number, VALUES if places == 1 else 0, my.lanes):
        for k in range(2, most + 1):
            for a in range(2 * most + 1):
                room.whole[pair, 1, k, a, 0] = room.whole[pair, 0, k, a, 0]
                room.unpaired[pair, 1, k, a, 0] = room.unpaired[pair, 0, k, a, 0]
    together()


@inner
def is_hopeless(my: Lane, facing: Facing, pair: int) -> bool:
    """Whether splitting is so much worse than not that it need not be worked out, as `hopeless_pair` judges it."""
    if my.game.places[facing.up - 1] > 1:
        return False
    room, terms, once = my.room, my.game.terms, 0.0
    for c in range(VALUES):
        n = room.left[c] - (1.0 if c == pair else 0.0)
        h = my.of.hand[3][my.lists.single[0, pair], c]
        if n > 0 and h >= 0:
            worth = room.figures[VALUE, h]
            if terms.split_blackjack and h == my.lists.two[0, TEN - 1]:
                worth = room.found[NATURAL]
            once += n * worth
    unsplit = room.figures[VALUE, my.lists.two[pair, pair]]
    hopeless: bool = 2 * once / (facing.cards - 2) < unsplit - hopeless_margin(facing.cards) * terms.wager
    return hopeless


@inner
def worth_of_split(my: Lane, pair: int, most: int, pairs: float, cards: float) -> float:
    """What a split into at most so many hands is worth, by one lane."""
    room, shares = my.room, my.room.shares.shares[pair]
    unit, level, reach = my.room.shares.unit[pair], my.room.shares.level[pair], my.room.shares.reach[pair]
    for k in range(most + 2):
        for i in range(most + 2):
            reach[k, i] = 0.0
    for a in range(2 * most + 1):
        unit[a] = 0.0
    for kind in range(2):
        for position in range(2):
            for k in range(most + 1):
                for a in range(2 * most):
                    shares[kind, position, k, a] = 0.0
    fill_shares(most, pairs, cards, unit, level, reach, shares)
    worth = 0.0
    for position in range(2):
        for k in range(2, most + 1):
            for a in range(k, 2 * k):
                worth += shares[0, position, k, a] * room.whole[pair, position, k, a, 0]
                worth += shares[1, position, k, a] * room.unpaired[pair, position, k, a, 0]
    return worth


@inner
def after_unsplit(my: Lane, facing: Facing) -> None:
    """Which pairs are worth a closer look, once it is known what hands are worth that are not split."""
    room, terms, game = my.room, my.game.terms, my.game
    natural = my.lists.two[0, TEN - 1]
    if my.number == 0:
        looked = 1 - peek_mass(room.left, my.of.hand[0][natural], -1, facing.key)
        found = 0.0 if terms.blackjacks_tie else looked * terms.wager * terms.blackjack_odds
        room.found[NATURAL] = found + natural_value(room.p[0], natural, 1 - looked, terms.wager, terms)
    together()
    most = len(room.marks[0]) - 1
    for pair in range(my.number, VALUES, my.lanes):
        room.found[SPLIT + pair] = NEVER
        split = room.left[pair] >= 2 and game.split_hands[pair] >= 2 and not is_hopeless(my, facing, pair)
        room.limit[pair] = game.split_hands[pair] if split else 0
        for position in range(2):
            for k in range(most + 1):
                for a in range(2 * most + 1):
                    room.whole[pair, position, k, a, 0] = room.unpaired[pair, position, k, a, 0] = 0.0
    together()


@inner
def after_choice(my: Lane, facing: Facing) -> None:
    """Which pairs are so much worse split once that they are not split again."""
    room, game = my.room, my.game
    for pair in range(my.number, VALUES if game.by_hands else 0, my.lanes):
        once = room.whole[pair, 0, 2, 2, 0] + room.whole[pair, 1, 2, 2, 0]
        unsplit = room.figures[VALUE, my.lists.two[pair, pair]]
        if room.limit[pair] > 2 and once < unsplit - hopeless_margin(facing.cards) * game.terms.wager:
            room.limit[pair] = 2
    together()


@inner
def after_all(my: Lane, facing: Facing) -> None:
    """What splitting each pair is worth, into as many hands as is best."""
    room, game = my.room, my.game
    for pair in range(my.number, VALUES, my.lanes):
        limit = room.limit[pair]
        for hands in range(2 if game.by_hands else max(limit, 2), limit + 1):
            worth = worth_of_split(my, pair, hands, room.left[pair], facing.cards - 1)
            room.found[SPLIT + pair] = max(room.found[SPLIT + pair], worth)
    together()


@inner
def round_worth(my: Lane, up: int, shoe: Floats, favourable: float) -> tuple[float, float, bool]:
    """The mean result against an up card, how often the reader found a Blackjack, whether even money was taken.

    `favourable` is what insuring a Blackjack gains there. All steps go one way, so that each part is compiled once.
    """
    room, cards = my.room, 0.0
    for c in range(VALUES):
        cards += shoe[c]
    facing = Facing(up, -1 if not my.game.peeked[up - 1] else (TEN - 1 if up == 1 else 0), cards)
    if my.number == 0:
        room.limit[VALUES] = 0
        room.found[CLOSE] = hopeless_margin(cards) * my.game.terms.wager
    for c in range(my.number, VALUES, my.lanes):
        room.left[c] = shoe[c] - (1.0 if c == up - 1 else 0.0)
        for pair in range(VALUES + 1):
            room.less[pair, c] = shoe[c] - (1.0 if c == up - 1 else 0.0)
    most = len(room.marks[0]) - 1
    for step in range(UNSPLIT, FOLLOW + 1):
        if step == CHOOSE_MORE and not my.game.by_hands:
            continue
        if step == UNSPLIT:
            all_unsplit(my)
        elif step != CHOOSE_MORE:
            come_to(my, facing, step)
        for out in range(first_dealt(my, step, 3), last_dealt(my, step, most) + 1):
            dealt(my, facing, step, out)
        value_split_hands(my, facing, step)
        if step == UNSPLIT:
            after_unsplit(my, facing)
        elif step == CHOOSE:
            after_choice(my, facing)
    after_all(my, facing)
    return summed(my, facing, favourable)


@inner
def summed(my: Lane, facing: Facing, favourable: float) -> tuple[float, float, bool]:
    """The mean over every two cards, how often the reader found a Blackjack, whether even money was taken."""
    room, terms, cards = my.room, my.game.terms, facing.cards - 1
    mean = looked = 0.0
    even = my.game.even_money_up == facing.up and terms.wager > room.found[NATURAL] + favourable
    for one in range(VALUES):
        for two in range(one, VALUES):
            n, m = room.left[one], room.left[two] - (1.0 if one == two else 0.0)
            if n <= 0 or m <= 0:
                continue
            chance = n * m / (cards * (cards - 1)) * (1 if one == two else 2)
            h = my.lists.two[one, two]
            value = room.figures[VALUE, h]
            if one == 0 and two == TEN - 1:
                value = terms.wager if even else room.found[NATURAL]
            else:
                if facing.key >= 0:
                    looked += chance * (1 - peek_mass(room.left, my.of.hand[0][h], -1, facing.key))
                if one == two:
                    value = max(value, room.found[SPLIT + one])
            mean += chance * value
    return mean - looked * taken(terms.wager, terms, ALONE), looked, even


@kernel
def rounds_alone(my: Lane, shoes: Floats, favourable: Floats, found: Floats) -> None:
    """Fill found[shoe, up card] (the mean, how often looked, even money taken) by a single lane."""
    for n in range(len(shoes)):
        for up in range(1, VALUES + 1):
            if shoes[n, up - 1] > 0:
                mean, looked, even = round_worth(my, up, shoes[n], favourable[n])
                found[n, up - 1, 0], found[n, up - 1, 1], found[n, up - 1, 2] = mean, looked, 1.0 if even else 0.0
