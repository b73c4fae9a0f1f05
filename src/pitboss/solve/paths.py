"""Where play leads: how often each hand is reached, doubled or bust, and how hands end, by decisions already made."""

from enum import IntEnum
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from numba import njit

from pitboss.solve.dealer_hand import VALUES
from pitboss.solve.hand_values import DOUBLE, EVERYTHING, HIT, SURRENDER, Values, peek_mass
from pitboss.solve.strategy import TWENTY_ONE
from pitboss.solve.terms import Terms


class End(IntEnum):
    """How a hand ends, with a single (1) or doubled (2) wager."""

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
NO_CHANCES = np.zeros((4, 1, 0))


class Paths(NamedTuple):
    """By hand: how often it is held, reached by a double, bust, bust doubled; and how hands end, by dealer outcome."""

    held: npt.NDArray[np.float64]
    doubled: npt.NDArray[np.float64]
    bust: npt.NDArray[np.float64]
    bust_doubled: npt.NDArray[np.float64]
    ends: npt.NDArray[np.float64]


def no_paths(hands: int, slots: int) -> Paths:
    """Room for the paths over so many hands, with ends by dealer outcome."""
    x = np.zeros((4, hands))
    return Paths(x[0], x[1], x[2], x[3], np.zeros((len(End), slots)))


@njit(cache=True, error_model="numpy")
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
        ends[kind, slot] += weight * p[slot, h]


@njit(cache=True, error_model="numpy")
def _natural(p: npt.NDArray[np.float64], h: int, weight: float, terms: Terms, ends: npt.NDArray[np.float64]) -> None:
    for slot in range(ends.shape[1]):
        ties = (slot == terms.blackjack_slot and terms.blackjacks_tie) or (
            slot == terms.bust_slot + 1 and terms.blackjack_waits
        )
        ties = ties or (slot == terms.bust_slot - 1 and not terms.blackjack_beats_21)
        ends[TIED if ties else NATURAL, slot] += weight * p[slot, h]


@njit(cache=True, error_model="numpy")
def _finish(
    p: npt.NDArray[np.float64],
    h: int,
    total: int,
    weight: float,
    double: int,
    terms: Terms,
    ends: npt.NDArray[np.float64],
) -> None:
    if total == TWENTY_ONE and terms.paid_21:
        for slot in range(ends.shape[1]):
            ends[WON + double, slot] += weight * p[slot, h]
    else:
        _against(p, h, total, weight, (WON + double, LOST + double, TIED + double, TAKEN + double), terms, ends)


@njit(cache=True, error_model="numpy")
def _give_up(
    p: npt.NDArray[np.float64], h: int, weight: float, double: int, terms: Terms, ends: npt.NDArray[np.float64]
) -> None:
    for slot in range(ends.shape[1]):
        kind = TO_BLACKJACK if slot == terms.blackjack_slot else SURRENDERED
        ends[kind + double, slot] += weight * p[slot, h]


@njit(cache=True, error_model="numpy")
def _lose(
    p: npt.NDArray[np.float64], h: int, weight: float, double: int, mass: float, ends: npt.NDArray[np.float64]
) -> None:
    """A hand over 21 collected at once; its share of each dealer outcome is that of the hand before its last card."""
    whole = 0.0
    for slot in range(ends.shape[1]):
        whole += p[slot, h]
    if whole > 0:
        for slot in range(ends.shape[1]):
            ends[LOST + double, slot] += weight * mass * p[slot, h] / whole


@njit(cache=True, error_model="numpy")
def _over(
    cards: npt.NDArray[np.int8],
    chances: npt.NDArray[np.float64],
    h: int,
    weight: float,
    double: int,
    takes: bool,
    shoe: npt.NDArray[np.float64],
    key: int,
    p: npt.NDArray[np.float64],
    terms: Terms,
    ends: npt.NDArray[np.float64],
) -> None:
    """A hand over 21 that waits for the dealer or takes its Second Chance; `chances` are won, lost, tied and whole."""
    if not takes:
        if terms.bust_returned:
            for slot in range(ends.shape[1]):
                kind = TAKEN if slot == terms.blackjack_slot else TIED if slot >= terms.bust_slot else LOST
                ends[kind + double, slot] += weight * p[slot, h]
        else:
            _lose(chances[3], h, weight, double, peek_mass(shoe, cards[h], -1, key), ends)
        return
    for slot in range(ends.shape[1]):
        won, lost, tied = chances[0, slot, h], chances[1, slot, h], chances[2, slot, h]
        ends[CHANCE_WON + double, slot] += weight * won
        ends[CHANCE_LOST + double, slot] += weight * lost
        ends[CHANCE_TIED + double, slot] += weight * tied
        if slot == terms.blackjack_slot:
            kind = CHANCE_LOST if terms.takes == EVERYTHING else CHANCE_TAKEN
            ends[kind + double, slot] += weight * max(chances[3, slot, h] - won - lost - tied, 0.0)


@njit(cache=True, error_model="numpy")
def follow_paths(
    hand: tuple[npt.NDArray[np.int8], npt.NDArray[np.int64], npt.NDArray[np.int64], npt.NDArray[np.int64]],
    rows: npt.NDArray[np.int64],
    bust_rows: npt.NDArray[np.int64],
    shoe: npt.NDArray[np.float64],
    key: int,
    p: npt.NDArray[np.float64],
    terms: Terms,
    chances: npt.NDArray[np.float64],
    split: bool,
    chosen: Values,
    out: Paths,
) -> None:
    """From the hands in `out.held` as they are dealt, follow the actions in `chosen` to every end.

    `chances[:, slot, h]` are how often a Second Chance wins, loses and ties with each dealer outcome, and how often
    that outcome comes; without them (NO_CHANCES) hands over 21 are counted but do not end.
    """
    cards, size, total, after = hand
    may = terms.chance and (terms.chance_after_split or not split)
    for row in range(len(rows) - 1, -1, -1):
        h = rows[row]
        weight = out.held[h]
        if weight == 0.0:
            continue
        action = chosen.action[h]
        if total[h] == TWENTY_ONE or (action != HIT and action != DOUBLE and action != SURRENDER):
            if split and terms.split_blackjack and size[h] == 2 and total[h] == TWENTY_ONE:
                _natural(p, h, weight, terms, out.ends)
            else:
                _finish(p, h, total[h], weight, 0, terms, out.ends)
            continue
        if action == SURRENDER:
            _give_up(p, h, weight, 0, terms, out.ends)
            continue
        left = 0.0
        for c in range(VALUES):
            left += max(shoe[c] - cards[h, c], 0.0)
        double = 1 if action == DOUBLE else 0
        for c in range(VALUES):
            n = shoe[c] - cards[h, c]
            if n <= 0:
                continue
            g = after[h, c]
            chance = weight * n / left
            if g < 0:
                _lose(p, h, chance, double, peek_mass(shoe, cards[h], c, key), out.ends)
            elif total[g] > TWENTY_ONE:
                (out.bust_doubled if double else out.bust)[g] += chance
            else:
                (out.doubled if double else out.held)[g] += chance
    for row in range(len(rows)):
        h = rows[row]
        if out.doubled[h] > 0.0:
            if chosen.gives_up[h] and total[h] < TWENTY_ONE:
                _give_up(p, h, out.doubled[h], 1, terms, out.ends)
            else:
                _finish(p, h, total[h], out.doubled[h], 1, terms, out.ends)
    for row in range(len(bust_rows) if chances.shape[2] > 0 else 0):
        h = bust_rows[row]
        takes = may and bool(chosen.takes[h])
        if out.bust[h] > 0.0:
            _over(cards, chances, h, out.bust[h], 0, takes, shoe, key, p, terms, out.ends)
        if out.bust_doubled[h] > 0.0:
            _over(
                cards,
                chances,
                h,
                out.bust_doubled[h],
                1,
                takes and terms.chance_after_double,
                shoe,
                key,
                p,
                terms,
                out.ends,
            )
