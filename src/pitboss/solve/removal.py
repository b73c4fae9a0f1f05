"""Effects of removal: what a round is worth with one card of each value gone, the play unchanged, all ten in one pass.

Unseen cards are exchangeable. A card taken out before the round may as well be the one that would come next after it,
so a round without a card of value r is worth what it is worth when the next unseen card after its last is an r:

    value without r = (cards / cards of r) * E[net result; the next card is r]

and at an end of the round that next card is r with the share of r among the cards left. The play reaches ends: a set of
cards out and what each outcome of the dealer's then pays. One walk over the dealer's draws weighs all of them.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from pitboss.solve.compiled import inner, interpreted, kernel, summing_kernel
from pitboss.solve.composition import TEN
from pitboss.solve.dealer_hand import BLOCK, VALUES, DealerTree, Room, begin_block
from pitboss.solve.end_pays import bonus_pays, bust_pays, natural_pays, stand_pays, surrender_pays
from pitboss.solve.figures import ACTION, GIVES_UP, TAKES
from pitboss.solve.hand_values import (
    ADDED,
    ALONE,
    DOUBLE,
    EVERYTHING,
    FIRST,
    HALF_OF_EVERYTHING,
    HIT,
    SURRENDER,
    bonus_paid,
    taken,
    ties_blackjack,
)
from pitboss.solve.hands import BITS
from pitboss.solve.round_paths import unsplit_deals
from pitboss.solve.round_values import Table
from pitboss.solve.rows import HandArrays, Rows
from pitboss.solve.second_chance import chance_pays
from pitboss.solve.splits import SplitPair, split_shares
from pitboss.solve.strategy import BUST_TOTALS, TWENTY_ONE
from pitboss.solve.terms import Terms
from pitboss.solve.up_card import UpCard

COUNT = (1 << BITS) - 1
FIRST_BUST, LAST_BUST = BUST_TOTALS[0], BUST_TOTALS[-1]


STAKED, TO_BLACKJACK, HELD, DOUBLED = range(4)


class Ends(NamedTuple):
    """Where play ends, by row: what each dealer outcome pays there; what Second Chances stake, what they may lose.

    `at_once[r]` is what has been settled without the dealer in rounds whose next card is of value r; of[HELD] and
    of[DOUBLED] are the hands from which play goes on, and are used up. `left` is room for the cards left.
    """

    pays: npt.NDArray[np.float64]
    of: npt.NDArray[np.float64]
    at_once: npt.NDArray[np.float64]
    left: npt.NDArray[np.float64]


def no_ends(hands: int, slots: int) -> Ends:
    """Nothing has ended yet."""
    return Ends(np.zeros((hands, slots)), np.zeros((4, hands)), np.zeros(VALUES), np.zeros(VALUES))


@inner
def _settled(left: npt.NDArray[np.float64], whole: float, key: int, net: float, into: npt.NDArray[np.float64]) -> None:
    """Add a result the dealer's cards do not change, if the reader finds no Blackjack, by the card after that."""
    for r in range(VALUES):
        if left[r] > 0:
            share = left[r] / whole
            if key >= 0 and left[key] > 0:
                share -= left[key] * (left[r] - (1.0 if r == key else 0.0)) / (whole * (whole - 1))
            into[r] += net * share


@inner
def _bust(h: int, weight: float, doubled: bool, takes: bool, terms: Terms, place: int, out: Ends) -> float:
    """A hand over 21 that is a row of its own: it takes its Second Chance, waits for the dealer, or has lost this."""
    wager = terms.wager + (terms.double if doubled else 0.0)
    if takes and (terms.chance_after_double or not doubled):
        out.of[STAKED, h] += weight * wager
        out.of[TO_BLACKJACK, h] += weight * (taken(wager, terms, place) + (wager if terms.takes == EVERYTHING else 0.0))
        return 0.0
    if terms.bust_waits if doubled else terms.single_bust_waits:
        bust_pays(out.pays[h], weight, wager, terms, place)
        return 0.0
    return weight * wager


@kernel
def follow_to_ends(
    hand: HandArrays,
    rows: npt.NDArray[np.int64],
    shoe: npt.NDArray[np.float64],
    key: int,
    terms: Terms,
    split: bool,
    place: int,
    chosen: npt.NDArray[np.int8],
    out: Ends,
) -> None:
    """Follow the `chosen` actions, chances and give-ups from the hands of[HELD] to every end."""
    cards, sizes, totals, after, paid = hand
    of, left = out.of, out.left
    may = terms.chance and (terms.chance_after_split or not split)
    both = terms.wager + terms.double
    for row in range(len(rows) - 1, -1, -1):
        h = rows[row]
        size, total, pays = sizes[h], totals[h], out.pays[h]
        if of[DOUBLED, h] != 0.0:
            if chosen[GIVES_UP, h] and total < TWENTY_ONE:
                lost = terms.surrender_share * (both if terms.surrender_double == HALF_OF_EVERYTHING else terms.wager)
                surrender_pays(pays, of[DOUBLED, h], lost, both, terms, place)
            else:
                weight = of[DOUBLED, h]
                if bonus_paid(total, 1, split, terms):
                    weight = bonus_pays(pays, h, weight, both, paid)
                stand_pays(pays, total, size, weight, both, terms, place)
            of[DOUBLED, h] = 0.0
        weight = of[HELD, h]
        if weight == 0.0:
            continue
        of[HELD, h] = 0.0
        action = chosen[ACTION, h]
        if total == TWENTY_ONE or (action != HIT and action != DOUBLE and action != SURRENDER):
            if split and terms.split_blackjack and size == 2 and total == TWENTY_ONE:
                natural_pays(pays, weight, terms)
            else:
                if bonus_paid(total, 0, split, terms):
                    weight = bonus_pays(pays, h, weight, terms.wager, paid)
                stand_pays(pays, total, size, weight, terms.wager, terms, place)
                if split and ties_blackjack(total, size, terms):
                    pays[terms.blackjack_slot] += weight * taken(terms.wager, terms, place)
            continue
        if action == SURRENDER:
            surrender_pays(pays, weight, terms.surrender_share * terms.wager, terms.wager, terms, place)
            continue
        whole = 0.0
        for c in range(VALUES):
            left[c] = max(shoe[c] - cards[h, c], 0.0)
            whole += left[c]
        doubles = action == DOUBLE
        for c in range(VALUES):
            if left[c] <= 0.0:
                continue
            g = after[h, c]
            chance = weight * left[c] / whole
            if g >= 0 and totals[g] <= TWENTY_ONE:
                of[DOUBLED if doubles else HELD, g] += chance
                continue
            lost = chance * (both if doubles else terms.wager)
            if g >= 0:
                lost = _bust(g, chance, doubles, may and bool(chosen[TAKES, g]), terms, place, out)
            if lost != 0.0:
                left[c] -= 1.0
                _settled(left, whole - 1, key, -lost, out.at_once)
                left[c] += 1.0


def follow_split(
    rows: Rows,
    split: SplitPair,
    out_cards: int,
    shoe: npt.NDArray[np.float64],
    key: int,
    terms: Terms,
    shares: npt.NDArray[np.float64],
    kept: npt.NDArray[np.int8],
    out: Ends,
) -> None:
    """Follow every hand of a split that is valued with `out_cards` pair cards out.

    shares[0 or 1, position, k] are the weights of its value over any second card and over one that is no pair card;
    they come times the cards left, as the next card's value does.
    """
    pair, pairs, alone, _, _, positions = split
    less = shoe.copy()
    less[pair] -= out_cards - 1
    if less[pair] < 1.0:
        return
    seconds = less.copy()
    seconds[pair] -= 1.0
    there = seconds > 0.0
    at = rows.hand[3][alone][there]
    for position in range(positions):
        for k in range(shares.shape[2]):
            any_card, other = shares[0, position, k], shares[1, position, k]
            if positions == 1:
                any_card, other = any_card + shares[0, 1, k], other + shares[1, 1, k]
            if any_card == 0.0 and other == 0.0:
                continue
            weights = (any_card + other) * seconds
            weights[pair] -= other * max(pairs - out_cards, 0.0)
            out.of[HELD, at] += weights[there]
            place = FIRST if position == 0 else ADDED
            follow_to_ends(rows.hand, rows.live, less, key, terms.coded, True, place, kept[position, k], out)


@kernel
def _collect(
    hand: HandArrays,
    rows: npt.NDArray[np.int64],
    keys: npt.NDArray[np.int64],
    shoe: npt.NDArray[np.float64],
    chance: npt.NDArray[np.float64],
    terms: Terms,
    ends: Ends,
    into_keys: npt.NDArray[np.int64],
    into_pays: npt.NDArray[np.float64],
) -> int:
    """Move the ends of some rows to sets of cards with what they pay; a Second Chance becomes sets of one card more."""
    cards, total = hand[0], hand[2]
    slots = into_pays.shape[1]
    found = 0
    for row in range(len(rows)):
        h = rows[row]
        ended = False
        for slot in range(slots):
            ended = ended or ends.pays[h, slot] != 0.0
            into_pays[found, slot] = ends.pays[h, slot]
            ends.pays[h, slot] = 0.0
        if ended:
            into_keys[found] = keys[h]
            found += 1
        if ends.of[STAKED, h] == 0.0:
            continue
        kind = min(total[h], LAST_BUST) - FIRST_BUST
        whole = 0.0
        for c in range(VALUES):
            whole += max(shoe[c] - cards[h, c], 0.0)
        for c in range(VALUES):
            n = shoe[c] - cards[h, c]
            if n <= 0.0:
                continue
            into_keys[found] = keys[h] + (1 << BITS * c)
            for slot in range(slots):
                into_pays[found, slot] = ends.of[STAKED, h] * n / whole * chance[kind, slot, c]
            if total[h] - (c + 1 if c else terms.chance_ace) < TWENTY_ONE:
                into_pays[found, terms.blackjack_slot] = -ends.of[TO_BLACKJACK, h] * n / whole
            found += 1
        ends.of[STAKED, h] = ends.of[TO_BLACKJACK, h] = 0.0
    return found


@summing_kernel
def _weigh(
    shoe: npt.NDArray[np.float64],
    keys: npt.NDArray[np.int64],
    pays: npt.NDArray[np.float64],
    rest: tuple[int, int],
    tree: DealerTree,
    room: Room,
    by_leaf: npt.NDArray[np.float64],
    worth: npt.NDArray[np.float64],
) -> None:
    """Add to worth[r] what sets of cards pay over all the dealer can draw, if the card after that is of value r.

    With `rest`, as `fill_outcomes` has it, everything pays as the rest does, and other outcomes what they pay more.
    """
    card, nth, depth, orders, outcome, last, drawn, first_row, _ = tree
    factor, chance, share, paid = room
    slots, key = pays.shape[1], max(rest[1], 0)
    whole = paid[slots]
    for start in range(0, len(keys), BLOCK):
        size = min(BLOCK, len(keys) - start)
        for c in range(VALUES):
            row = first_row[c]
            for j in range(BLOCK):
                e = start + min(j, size - 1)
                factor[row, j] = max(shoe[c] - ((keys[e] >> (BITS * c)) & COUNT), 0.0)
        begin_block(tree, room)
        for j in range(BLOCK):
            e = start + min(j, size - 1)
            counts = 1.0 if j < size else 0.0
            always = counts * pays[e, rest[0]] if rest[0] >= 0 else 0.0
            for slot in range(slots):
                paid[slot, j] = counts * pays[e, slot] - always
            looked = factor[first_row[key], j] * share[1, j] if rest[1] >= 0 else 0.0
            whole[j] = always * share[0, j] * (1.0 - looked)
            worth[key] += always * share[0, j] * looked
        for i in range(len(card)):
            d = depth[i]
            row = first_row[card[i]] + nth[i]
            slot = outcome[i]
            if slot < 0:
                for j in range(BLOCK):
                    chance[d + 1, j] = chance[d, j] * factor[row, j] * share[d + 1, j]
                continue
            total = 0.0
            n = orders[i]
            if last[i]:
                for j in range(BLOCK):
                    q = n * chance[d, j] * factor[row, j] * share[d + 1, j] * paid[slot, j]
                    whole[j] += q
                    total += q
            else:
                for j in range(BLOCK):
                    p = chance[d, j] * factor[row, j] * share[d + 1, j]
                    chance[d + 1, j] = p
                    whole[j] += n * p * paid[slot, j]
                    total += n * p * paid[slot, j]
            by_leaf[i] += total
        for c in range(VALUES):
            row = first_row[c]
            total = 0.0
            for j in range(BLOCK):
                total += factor[row, j] * whole[j]
            worth[c] += total
    for i in range(len(card)):
        if by_leaf[i] != 0.0:
            for c in range(VALUES):
                worth[c] -= by_leaf[i] * drawn[i, c]


class _Ends:
    """The ends of one part of the play against one up card, gathered until they are weighed together."""

    def __init__(self, table: Table, one: UpCard) -> None:
        self.table, self.one = table, one
        self.open = no_ends(table.size, table.game.slots.size)
        self._chance = chance_pays(table.game.plain, table.game.slots.size)
        self._keys: list[npt.NDArray[np.int64]] = []
        self._pays: list[npt.NDArray[np.float64]] = []

    def gather(self, rows: npt.NDArray[np.int64], pair: int = 0, out: int = 1) -> None:
        """Take over what has ended in these rows with out - 1 more pair cards out."""
        table, one = self.table, self.one
        room = 1 + len(rows) + VALUES * int(np.count_nonzero(self.open.of[STAKED, rows]))
        keys, pays = np.empty(room, np.int64), np.empty((room, table.game.slots.size))
        shoe = table.left(one.up)
        shoe[pair] -= out - 1
        place = (table.every.hand, rows, table.hands.keys, shoe, self._chance, one.terms.coded, self.open, keys, pays)
        found = _collect(*place)
        self._keys.append(keys[:found] + ((out - 1) << BITS * pair))
        self._pays.append(pays[:found])

    def weigh(self) -> npt.NDArray[np.float64]:
        """By value of the next card: everything gathered, times the chance of that card."""
        keys, pays = np.concatenate(self._keys), np.concatenate(self._pays)
        order = np.argsort(keys, kind="stable")
        first = np.flatnonzero(np.diff(keys[order], prepend=-1))
        tree, rest = self.table.tree(self.one.up)
        worth = self.open.at_once.copy()
        if len(first):
            shoe, summed = self.table.left(self.one.up), np.add.reduceat(pays[order], first)
            room, by_leaf = tree.room(pays.shape[1] + 1), np.zeros(len(tree.card))
            _weigh(shoe, keys[order][first], summed, rest, tree, room, by_leaf, worth)
        self.open.at_once[:] = 0.0
        self._keys.clear()
        self._pays.clear()
        return worth


def _unsplit(table: Table, one: UpCard, ends: _Ends) -> npt.NDArray[np.float64]:
    shoe, key, terms = table.left(one.up), table.key(one.up), one.terms
    ends.open.of[HELD] = unsplit_deals(table, one)
    rows = table.rows_of(one)
    follow_to_ends(rows.hand, rows.live, shoe, key, terms.coded, False, ALONE, one.values.chosen, ends.open)
    at_once = ends.open.at_once
    for first, second, chance in table.two_cards(one.up):
        h = table.row(first, second)
        left = shoe - table.hands.cards[h]
        next_card = left / left.sum()
        looked = np.zeros(VALUES)
        if key >= 0:
            looked = left[key] * (left - (np.arange(VALUES) == key)) / (left.sum() * (left.sum() - 1))
        if (first, second) != (1, TEN):
            early = table.given_up_early(one, (first, second))
            lost = (1 - early) * float(interpreted(taken)(terms.wager, terms, ALONE))
            lost += early * terms.surrender_share * terms.wager
            at_once -= chance * lost * looked
        elif one.even_money:
            at_once += chance * terms.wager * next_card
        else:
            interpreted(natural_pays)(ends.open.pays[h], chance, terms)
            if not terms.blackjacks_tie:
                at_once += chance * terms.wager * terms.blackjack_odds * looked
    ends.gather(rows.both)
    return ends.weigh()


def _split(table: Table, one: UpCard, value: int, pairs: int, ends: _Ends) -> npt.NDArray[np.float64]:
    """One pair split, by the value of the next card; the pair's own follows from the mean over all of them."""
    shoe, split = table.left(one.up), one.splits[value, pairs]
    cards = float(shoe.sum())
    rows = table.split_rows_of(value, one)
    shares = split_shares(split.hands, float(pairs), cards - 1)
    pair = SplitPair(value - 1, float(pairs), table.row(value), split.hands, False, table.positions(one.up, one.terms))
    for out in range(2, shares.shape[3]):
        rest = (one.terms, shares[..., out], one.kept[value], ends.open)
        follow_split(rows, pair, out, shoe, table.key(one.up), *rest)
        ends.gather(rows.both, value - 1, out)
    worth = ends.weigh() / (cards - 2)
    worth[value - 1] = split.value - (worth.sum() - worth[value - 1])
    return worth


def without_each(table: Table, one: UpCard) -> npt.NDArray[np.float64]:
    """What a round against this up card is worth without a card of each value, the play unchanged."""
    ends = _Ends(table, one)
    worth = _unsplit(table, one, ends)
    for value, second, chance in table.two_cards(one.up):
        if value != second or value not in one.kept:
            continue
        for case in table.pair_cases(value, one.up):
            if one.splits_pair(value, case.pairs, one.unsplit_pair[value]):
                worth += chance * case.share * _split(table, one, value, case.pairs, ends)
    shoe = table.left(one.up)
    found = np.zeros(VALUES)
    np.divide(worth * shoe.sum(), shoe, out=found, where=shoe > 0)
    return found
