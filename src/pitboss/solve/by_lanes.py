"""What a round against one up card is worth, worked out by lanes side by side: the threads of a GPU's block, or one.

The hands, the values and the splits are those of `hand_values` and `splits`; only who works out which hand is new. The
lanes share `Room`, and wait for each other wherever one reads what another has written. It is for games whose hands
over 21 are lost at once: no Second Chance, and no unread Blackjack that would spare them.
"""

from typing import Any

import numpy as np
import numpy.typing as npt

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
from pitboss.solve.lanes import Facing, Floats, Ints, Lane, Some
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
CLOSE, NATURAL, SPLIT = 0, 1, 2  # places of what one lane has found for all; after SPLIT the splits of each value


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
def dealt(my: Lane, which: Some, facing: Facing, pair: int, out: int) -> None:
    """The dealer's outcomes against some hands, with `out` cards of a pair out; what cannot be dealt is passed over."""
    left, to, cards, trees = my.room.left, my.room.p[out - 1], my.of.hand[0], my.trees
    have, chance, share, total = my.own
    slots, deepest = len(total), len(share) - 1
    for place in range(my.number, which.there[0], my.lanes):
        h = which.flat[place]
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
        chance[0] = share[0]
        for slot in range(slots):
            total[slot] = 0.0
        i, end = np.uint64(trees.first[facing.up - 1]), np.uint64(trees.first[facing.up])
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
        over = 1.0 - (have[facing.key] / n if facing.key >= 0 else 0.0)
        for slot in range(slots):
            over -= total[slot]
        total[my.game.terms.bust_slot] = over
        for slot in range(slots):
            to[h, slot] = total[slot]


@inner
def valued(
    my: Lane,
    which: Some,
    against: Against,
    context: tuple[bool, int, bool, bool],
    following: bool,
    x: Floats,
    marks: npt.NDArray[np.int8],
) -> None:
    """The values of some hands, those of one sum after those of greater ones."""
    out, worth, terms = Values(x, marks), my.room.worth, my.game.terms
    for level in range(len(which.ends)):
        for place in range(which.begins[level] + my.number, which.ends[level], my.lanes):
            h = which.rows[place]
            closed = not is_draw(marks[0, h]) if following else context[0] and draws_hopelessly(my, h)
            live_value(h, closed, my.of.hand, against, terms, context, following, out, worth)
        together()


@inner
def draws_hopelessly(my: Lane, h: int) -> bool:
    """Whether a hand of three cards or more, unsplit, draws so badly that nobody draws to it after a split either."""
    base = my.room.base
    hopeless: bool = (
        my.of.hand[1][h] > 2
        and max(base[HIT_VALUE, h], base[DOUBLE_VALUE, h]) < base[STAND_VALUE, h] - my.room.found[CLOSE]
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
def come_to(my: Lane, value: int, chosen: tuple[int, int]) -> Some:
    """The hands that a split of this value can come to if nobody draws hopelessly, or by what was chosen.

    `chosen` is for how many hands at most decisions have been made, and for how many places in the box.
    """
    room, rows = my.room, my.lists.rows
    begins, after, levels = my.lists.begins[value], my.of.hand[3], len(room.ends)
    for place in range(begins[0] + my.number, begins[levels], my.lanes):
        room.open[rows[place]] = UNREACHED
    if my.number == 0:
        room.there[0] = 0
        for level in range(levels):
            room.ends[level] = begins[level]
    together()
    if my.number == 0:
        for c in range(VALUES):
            h = after[my.lists.single[value - 1], c]
            if h >= 0:
                room.open[h] = REACHED
    together()
    for level in range(levels - 1, -1, -1):
        for place in range(begins[level] + my.number, begins[level + 1], my.lanes):
            h = rows[place]
            if room.open[h] == UNREACHED:
                continue
            room.rows[next_place(room.ends, level)] = h
            room.flat[next_place(room.there, 0)] = h
            if my.of.hand[2][h] == TWENTY_ONE:
                continue
            draws = draws_as_chosen(my, h, chosen[0], chosen[1]) if chosen[0] > 0 else not draws_hopelessly(my, h)
            for c in range(VALUES if draws else 0):
                if after[h, c] >= 0:
                    room.open[after[h, c]] = REACHED
        together()
    return Some(room.rows, begins, room.ends, room.flat, room.there)


@inner
def split_hands(my: Lane, which: Some, facing: Facing, value: int, ks: tuple[int, int], choosing: bool) -> None:
    """Choose (or value) the play of split hands while there are ks[0] to ks[1] of them, as `value_splits` does."""
    room, game = my.room, my.game
    pair, most, pairs = value - 1, game.split_hands[value - 1], room.left[value - 1]
    one_card = pair == 0 and game.terms.one_card_aces
    places, single = game.places[facing.up - 1], my.lists.single[pair]
    for position in range(places):
        context = (True, FIRST if position == 0 else ADDED, pair == 0, one_card)
        for k in range(ks[0], ks[1] + 1):
            if choosing:
                first, last = (k, k) if game.by_hands else (1, 1)
            else:
                first, last = (k + 1 if game.by_hands else k), (2 * k - 1 if k < most else 2 * k - 2)
            for a in range(first, last + 1):
                if pairs - (a - 1) < 1.0:
                    continue
                if my.number == 0:
                    room.less[pair] = pairs - (a - 1)
                together()
                here = Against(room.less, facing.key, room.p[a - 1], room.p[a - 1])
                valued(my, which, here, context, not choosing, room.split, room.marks[position, k])
                if my.number == 0 and a >= k:
                    to = (room.whole[position, k], room.unpaired[position, k])
                    second_cards(pair, pairs, a, single, room.left, my.of.hand[3], room.split, to[0], to[1])
                together()
    if my.number == 0:
        room.less[pair] = pairs
        for k in range(ks[0], ks[1] + 1 if places == 1 else 0):
            for a in range(2 * most + 1):
                room.whole[1, k, a, 0] = room.whole[0, k, a, 0]
                room.unpaired[1, k, a, 0] = room.unpaired[0, k, a, 0]
    together()


@inner
def is_hopeless(my: Lane, facing: Facing, value: int) -> bool:
    """Whether splitting is so much worse than not that it need not be worked out, as `hopeless_pair` judges it."""
    if my.game.places[facing.up - 1] > 1:
        return False
    room, terms, once = my.room, my.game.terms, 0.0
    for c in range(VALUES):
        n = room.left[c] - (1.0 if c == value - 1 else 0.0)
        h = my.of.hand[3][my.lists.single[value - 1], c]
        if n > 0 and h >= 0:
            worth = room.base[VALUE, h]
            if terms.split_blackjack and h == my.lists.two[0, TEN - 1]:
                worth = room.found[NATURAL]
            once += n * worth
    unsplit = room.base[VALUE, my.lists.two[value - 1, value - 1]]
    hopeless: bool = 2 * once / (facing.cards - 2) < unsplit - hopeless_margin(facing.cards) * terms.wager
    return hopeless


@inner
def split_value(my: Lane, facing: Facing, value: int) -> float:
    """What splitting a pair of this value is worth."""
    room, game = my.room, my.game
    most, pair = game.split_hands[value - 1], value - 1
    for place in range(my.number, most * (2 * most + 1), my.lanes):
        k, a = place // (2 * most + 1) + 1, place % (2 * most + 1)
        for position in range(2):
            room.whole[position, k, a, 0] = room.unpaired[position, k, a, 0] = 0.0
    which = come_to(my, value, (0, 0))
    limit = most
    if game.by_hands:
        dealt(my, which, facing, pair, 2)
        together()
        split_hands(my, which, facing, value, (2, 2), True)
        once = room.whole[0, 2, 2, 0] + room.whole[1, 2, 2, 0]
        unsplit = room.base[VALUE, my.lists.two[pair, pair]]
        if most == 2 or once < unsplit - hopeless_margin(facing.cards) * game.terms.wager:
            limit = 2
        else:
            for a in range(3, most + 1):
                dealt(my, which, facing, pair, a)
            together()
            split_hands(my, which, facing, value, (3, most), True)
    else:
        split_hands(my, which, facing, value, (2, most), True)
    if limit > 2 or not game.by_hands:
        which = come_to(my, value, (limit, game.places[facing.up - 1]))
        for a in range(limit + 1 if game.by_hands else 2, max(2 * limit - 2, 2) + 1):
            dealt(my, which, facing, pair, a)
        together()
        split_hands(my, which, facing, value, (2, limit), False)
    if my.number == 0:
        room.found[SPLIT] = -1e9
        for hands in range(2 if game.by_hands else limit, limit + 1):
            room.found[SPLIT] = max(room.found[SPLIT], worth_of_split(my, hands, room.left[pair], facing.cards - 1))
    together()
    return float(room.found[SPLIT])


@inner
def worth_of_split(my: Lane, most: int, pairs: float, cards: float) -> float:
    """What a split into at most so many hands is worth, by one lane."""
    room, shares = my.room, my.room.shares
    unit, level, reach = shares.unit, shares.level, shares.reach
    for k in range(most + 2):
        for i in range(most + 2):
            reach[k, i] = 0.0
    for a in range(2 * most + 1):
        unit[a] = 0.0
    for kind in range(2):
        for position in range(2):
            for k in range(most + 1):
                for a in range(2 * most):
                    shares.shares[kind, position, k, a] = 0.0
    fill_shares(most, pairs, cards, unit, level, reach, shares.shares)
    worth = 0.0
    for position in range(2):
        for k in range(2, most + 1):
            for a in range(k, 2 * k):
                worth += shares.shares[0, position, k, a] * room.whole[position, k, a, 0]
                worth += shares.shares[1, position, k, a] * room.unpaired[position, k, a, 0]
    return worth


@inner
def round_worth(my: Lane, up: int, shoe: Floats, favourable: float) -> tuple[float, float, bool]:
    """The mean result against an up card, how often the reader found a Blackjack, whether even money was taken.

    `favourable` is what insuring a Blackjack gains there.
    """
    room, terms, lists = my.room, my.game.terms, my.lists
    cards = 0.0
    for c in range(VALUES):
        cards += shoe[c]
    facing = Facing(up, -1 if not my.game.peeked[up - 1] else (TEN - 1 if up == 1 else 0), cards)
    begins, unsplit = lists.begins[0], (False, ALONE, False, False)
    if my.number == 0:
        for c in range(VALUES):
            room.left[c] = room.less[c] = shoe[c] - (1.0 if c == up - 1 else 0.0)
        room.there[0] = begins[len(begins) - 1]
        room.found[CLOSE] = hopeless_margin(cards) * terms.wager
    together()
    every = Some(lists.rows, begins, begins[1:], lists.rows, room.there)
    dealt(my, every, facing, 0, 1)
    together()
    here = Against(room.left, facing.key, room.p[0], room.p[0])
    valued(my, every, here, unsplit, False, room.base, room.marks[0, 0])
    natural = lists.two[0, TEN - 1]
    if my.number == 0:
        looked = 1 - peek_mass(room.left, my.of.hand[0][natural], -1, facing.key)
        found = 0.0 if terms.blackjacks_tie else looked * terms.wager * terms.blackjack_odds
        room.found[NATURAL] = found + natural_value(room.p[0], natural, 1 - looked, terms.wager, terms)
    together()
    for value in range(1, VALUES + 1):
        worth = -1e9
        if room.left[value - 1] >= 2 and my.game.split_hands[value - 1] >= 2 and not is_hopeless(my, facing, value):
            worth = split_value(my, facing, value)
        room.found[SPLIT + value] = worth  # every lane writes the same
    together()
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
            value = room.base[VALUE, h]
            if one == 0 and two == TEN - 1:
                value = terms.wager if even else room.found[NATURAL]
            else:
                if facing.key >= 0:
                    looked += chance * (1 - peek_mass(room.left, my.of.hand[0][h], -1, facing.key))
                if one == two:
                    value = max(value, room.found[SPLIT + 1 + one])
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
