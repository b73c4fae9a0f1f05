"""Where play leads: how often each hand is reached, doubled or bust, and how hands end, by decisions already made."""

from enum import IntEnum
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from pitboss.solve.bonus_21 import Bonuses
from pitboss.solve.compiled import inner, kernel
from pitboss.solve.dealer_hand import VALUES
from pitboss.solve.figures import ACTION, GIVES_UP, Choices
from pitboss.solve.hand_values import (
    DOUBLE,
    EVERYTHING,
    HIT,
    STAND,
    SURRENDER,
    bonus_paid,
    paid_at_once,
    ties_blackjack,
)
from pitboss.solve.hands import BITS
from pitboss.solve.rows import HandArrays
from pitboss.solve.strategy import TWENTY_ONE
from pitboss.solve.terms import Terms


class End(IntEnum):
    """How a hand ends, with a single (1) or doubled (2) wager; after these come the bonuses for 21s, likewise."""

    WON_1 = 0
    WON_2 = 1
    LOST_1 = 2
    LOST_2 = 3
    TIED_1 = 4
    TIED_2 = 5
    SURRENDERED_1 = 6
    SURRENDERED_2 = 7
    TAKEN_1 = 8
    TAKEN_2 = 9
    SURRENDERED_TO_BLACKJACK_1 = 10
    SURRENDERED_TO_BLACKJACK_2 = 11
    CHANCE_WON_1 = 12
    CHANCE_WON_2 = 13
    CHANCE_LOST_1 = 14
    CHANCE_LOST_2 = 15
    CHANCE_TAKEN_1 = 16
    CHANCE_TAKEN_2 = 17
    CHANCE_TIED_1 = 18
    CHANCE_TIED_2 = 19
    NATURAL = 20


WON, LOST, TIED, SURRENDERED = int(End.WON_1), int(End.LOST_1), int(End.TIED_1), int(End.SURRENDERED_1)
TAKEN, TO_BLACKJACK = int(End.TAKEN_1), int(End.SURRENDERED_TO_BLACKJACK_1)
CHANCE_WON, CHANCE_LOST, CHANCE_TAKEN = int(End.CHANCE_WON_1), int(End.CHANCE_LOST_1), int(End.CHANCE_TAKEN_1)
CHANCE_TIED = int(End.CHANCE_TIED_1)
NATURAL = int(End.NATURAL)
BONUS = len(End)
# In place of a total: a hand over 21 that takes no Second Chance.
WAITS = 0


HELD, DOUBLED, BUST, BUST_DOUBLED = range(4)


class Paths(NamedTuple):
    """By hand: how often it is held, reached by a double, bust, bust doubled; and how hands end, by dealer outcome."""

    of: npt.NDArray[np.float64]
    ends: npt.NDArray[np.float64]

    @property
    def held(self) -> npt.NDArray[np.float64]:
        """How often a hand is held."""
        row: npt.NDArray[np.float64] = self.of[HELD]
        return row

    @property
    def doubled(self) -> npt.NDArray[np.float64]:
        """How often it is reached by a double."""
        row: npt.NDArray[np.float64] = self.of[DOUBLED]
        return row

    @property
    def bust(self) -> npt.NDArray[np.float64]:
        """How often it is reached over 21."""
        row: npt.NDArray[np.float64] = self.of[BUST]
        return row

    @property
    def bust_doubled(self) -> npt.NDArray[np.float64]:
        """The same by a double."""
        row: npt.NDArray[np.float64] = self.of[BUST_DOUBLED]
        return row


def no_paths(hands: int, slots: int, terms: Terms) -> Paths:
    """Room for the paths over so many hands, with ends by dealer outcome."""
    return Paths(np.zeros((4, hands)), np.zeros((len(End) + 2 * len(terms.bonus_odds), slots)))


@inner
def _against(
    p: npt.NDArray[np.float64],
    h: int,
    total: int,
    weight: float,
    kinds: tuple[int, int, int, int],
    terms: Terms,
    ends: npt.NDArray[np.float64],
) -> None:
    won, lost, tied, taken = kinds
    for slot in range(ends.shape[1]):
        dealer = terms.stands_on + slot
        if slot == terms.blackjack_slot:
            kind = taken
        elif slot == terms.bust_slot:
            kind = won
        elif slot > terms.bust_slot:
            kind = tied
        else:
            kind = won if total > dealer else lost if total < dealer else tied
        ends[kind, slot] += weight * p[h, slot]


@inner
def _natural(p: npt.NDArray[np.float64], h: int, weight: float, terms: Terms, ends: npt.NDArray[np.float64]) -> None:
    for slot in range(ends.shape[1]):
        ties = (slot == terms.blackjack_slot and terms.blackjacks_tie) or (
            slot == terms.bust_slot - 1 and not terms.blackjack_beats_21
        )
        ends[TIED if ties else NATURAL, slot] += weight * p[h, slot]


@inner
def _pay_bonuses(
    p: npt.NDArray[np.float64],
    h: int,
    weight: float,
    double: int,
    paid: Bonuses,
    ends: npt.NDArray[np.float64],
) -> float:
    """End a 21 by the bonuses it is paid; how much of its weight is left."""
    left = weight
    for k in range(len(paid.odds)):
        share = weight * paid.shares[k, h]
        left -= share
        for slot in range(ends.shape[1]):
            ends[BONUS + 2 * k + double, slot] += share * p[h, slot]
    return left


@inner
def _finish(
    p: npt.NDArray[np.float64],
    h: int,
    total: int,
    size: int,
    weight: float,
    double: int,
    terms: Terms,
    ends: npt.NDArray[np.float64],
) -> None:
    if paid_at_once(total, size, terms):
        for slot in range(ends.shape[1]):
            ends[WON + double, slot] += weight * p[h, slot]
    else:
        _against(p, h, total, weight, (WON + double, LOST + double, TIED + double, TAKEN + double), terms, ends)


@inner
def _give_up(
    p: npt.NDArray[np.float64], h: int, weight: float, double: int, terms: Terms, ends: npt.NDArray[np.float64]
) -> None:
    for slot in range(ends.shape[1]):
        kind = TO_BLACKJACK if slot == terms.blackjack_slot else SURRENDERED
        ends[kind + double, slot] += weight * p[h, slot]


@kernel
def follow_paths(
    hand: HandArrays,
    rows: npt.NDArray[np.int64],
    shoe: npt.NDArray[np.float64],
    p: npt.NDArray[np.float64],
    terms: Terms,
    split: bool,
    chosen: Choices,
    out: Paths,
) -> None:
    """From the hands in `out.held` as they are dealt, follow the actions in `chosen` to every end but those over 21.

    Hands over 21 that are not rows of their own are collected at once; the others are counted, and end by `end_over`.
    """
    cards, sizes, totals, after, paid = hand
    of, ends = out
    for row in range(len(rows) - 1, -1, -1):
        h = rows[row]
        size, total = sizes[h], totals[h]
        for double in range(2):
            weight = of[HELD + double, h]
            if weight == 0.0:
                continue
            action = chosen[ACTION, h]
            if double:
                action = SURRENDER if chosen[GIVES_UP, h] and total < TWENTY_ONE else STAND
            if total == TWENTY_ONE or (action != HIT and action != DOUBLE and action != SURRENDER):
                if bonus_paid(total, double, split, terms):
                    weight = _pay_bonuses(p, h, weight, double, paid, ends)
                if split and terms.split_blackjack and not double and size == 2 and total == TWENTY_ONE:
                    _natural(p, h, weight, terms, ends)
                else:
                    _finish(p, h, total, size, weight, double, terms, ends)
                    if split and not double and ties_blackjack(total, size, terms):
                        spared = weight * p[h, terms.blackjack_slot]
                        ends[TAKEN, terms.blackjack_slot] -= spared
                        ends[TIED, terms.blackjack_slot] += spared
                continue
            if action == SURRENDER:
                _give_up(p, h, weight, double, terms, ends)
                continue
            left = 0.0
            for c in range(VALUES):
                left += max(shoe[c] - cards[h, c], 0.0)
            doubles = 1 if action == DOUBLE else 0
            collected = False
            for c in range(VALUES):
                n = shoe[c] - cards[h, c]
                if n <= 0:
                    continue
                g = after[h, c]
                if g < 0:
                    collected = True
                else:
                    of[(BUST if totals[g] > TWENTY_ONE else HELD) + doubles, g] += weight * n / left
            if collected:
                # Whatever card comes next, the dealer's outcomes stay what they are before it: those over 21 have what
                # the others leave.
                for slot in range(ends.shape[1]):
                    lost = p[h, slot]
                    for c in range(VALUES):
                        n = shoe[c] - cards[h, c]
                        if n > 0 and after[h, c] >= 0:
                            lost -= n / left * p[after[h, c], slot]
                    ends[LOST + doubles, slot] += weight * lost


class OverSets(NamedTuple):
    """Sets of cards out, the total each then has or WAITS, and how often it comes with a single and a doubled wager."""

    sets: npt.NDArray[np.int64]
    totals: npt.NDArray[np.int64]
    weights: npt.NDArray[np.float64]


@kernel
def over_sets(
    hand: HandArrays,
    rows: npt.NDArray[np.int64],
    keys: npt.NDArray[np.int64],
    shoe: npt.NDArray[np.float64],
    terms: Terms,
    split: bool,
    takes: npt.NDArray[np.int8],
    paths: Paths,
    into: OverSets,
) -> int:
    """The hands over 21 as sets of cards out, each Second Chance with its card, and how many of them there are."""
    cards, total = hand[0], hand[2]
    sets, totals, weights = into
    of = paths.of
    may = terms.chance and (terms.chance_after_split or not split)
    found = 0
    for row in range(len(rows)):
        h = rows[row]
        if of[BUST, h] == 0.0 and of[BUST_DOUBLED, h] == 0.0:
            continue
        chance_1 = may and takes[h] > 0
        chance_2 = chance_1 and terms.chance_after_double
        single, double = of[BUST, h], of[BUST_DOUBLED, h]
        if (single > 0.0 and not chance_1) or (double > 0.0 and not chance_2):
            sets[found], totals[found] = keys[h], WAITS
            weights[found, 0], weights[found, 1] = 0.0 if chance_1 else single, 0.0 if chance_2 else double
            found += 1
        if not (single > 0.0 and chance_1) and not (double > 0.0 and chance_2):
            continue
        whole = 0.0
        for c in range(VALUES):
            whole += max(shoe[c] - cards[h, c], 0.0)
        for c in range(VALUES):
            n = shoe[c] - cards[h, c]
            if n <= 0.0:
                continue
            sets[found] = keys[h] + (1 << BITS * c)
            totals[found] = total[h] - (c + 1 if c else terms.chance_ace)
            weights[found, 0] = single * n / whole if chance_1 else 0.0
            weights[found, 1] = double * n / whole if chance_2 else 0.0
            found += 1
    return found


@inner
def _over_kind(total: int, slot: int, waits: bool, terms: Terms) -> int:
    """How a hand over 21 ends against a dealer outcome, with the total its Second Chance gave it or WAITS."""
    if total == WAITS:
        if waits and slot == terms.blackjack_slot:
            return TAKEN
        return TIED if terms.bust_returned and slot >= terms.bust_slot else LOST
    if total >= TWENTY_ONE:
        return CHANCE_LOST if total > TWENTY_ONE else CHANCE_WON
    if slot == terms.blackjack_slot:
        return CHANCE_LOST if terms.takes == EVERYTHING else CHANCE_TAKEN
    if slot >= terms.bust_slot:
        return CHANCE_WON if slot == terms.bust_slot else CHANCE_TIED
    dealer = terms.stands_on + slot
    return CHANCE_WON if total > dealer else CHANCE_LOST if total < dealer else CHANCE_TIED


@kernel
def end_over(
    p: npt.NDArray[np.float64],
    at: npt.NDArray[np.int64],
    totals: npt.NDArray[np.int64],
    weights: npt.NDArray[np.float64],
    terms: Terms,
    ends: npt.NDArray[np.float64],
) -> None:
    """End the hands of `over_sets`; p[at[n], slot] are the dealer's outcomes with the n-th set of cards out."""
    for n in range(len(at)):
        for slot in range(ends.shape[1]):
            single = _over_kind(totals[n], slot, terms.single_bust_waits, terms)
            double = _over_kind(totals[n], slot, terms.bust_waits, terms) + 1
            ends[single, slot] += weights[n, 0] * p[at[n], slot]
            ends[double, slot] += weights[n, 1] * p[at[n], slot]
