"""Every hand a player can hold, as multisets of card values, with the way from each to the next.

A hand is a row: how many aces, twos ... tens. Live hands total at most 21 with aces as 1. Where a game needs it the
table goes on to hands over 21.
"""

from functools import cache
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from pitboss.solve.dealer_hand import VALUES
from pitboss.solve.strategy import TWENTY_ONE

BITS = 5
# The way on from a hand that draws with nobody's good play: such draws are not worked out.
CLOSED = -2
NONE = -1
VALUE = np.arange(1, VALUES + 1)


class Hands(NamedTuple):
    """Multisets of cards: `live` of them first, by falling sum, so that a hand's successors come before it."""

    cards: npt.NDArray[np.int8]
    size: npt.NDArray[np.int64]
    total: npt.NDArray[np.int64]
    soft: npt.NDArray[np.int64]
    after: npt.NDArray[np.int64]
    live: int
    bust_end: int
    keys: npt.NDArray[np.int64]
    single: tuple[int, ...]


def _live(most: tuple[int, ...]) -> npt.NDArray[np.int64]:
    keys = np.zeros(1, np.int64)
    sums = np.zeros(1, np.int64)
    for value, available in enumerate(most, 1):
        counts = np.arange(min(available, TWENTY_ONE // value) + 1)
        keys = (keys[:, None] + (counts << BITS * (value - 1))[None, :]).ravel()
        sums = (sums[:, None] + (counts * value)[None, :]).ravel()
        keys, sums = keys[sums <= TWENTY_ONE], sums[sums <= TWENTY_ONE]
    return keys[keys > 0]


def counts_of(keys: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    """How many cards of each value the hands with these keys have."""
    return (keys[:, None] >> (BITS * (VALUE - 1))[None, :]) & ((1 << BITS) - 1)


def _grown(keys: npt.NDArray[np.int64], most: tuple[int, ...]) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.bool_]]:
    grown = keys[:, None] + (1 << BITS * (VALUE - 1))[None, :]
    return grown, counts_of(keys) < np.array(most)[None, :]


@cache
def all_hands(most: tuple[int, ...], with_bust: bool = False) -> Hands:
    """The hands of a shoe with at most so many cards of each value."""
    live = _live(most)
    sums = counts_of(live) @ VALUE
    live = live[np.lexsort((live, -sums))]
    groups = [live]
    if with_bust:
        may_draw = live[counts_of(live) @ VALUE < TWENTY_ONE]
        grown, there = _grown(may_draw, most)
        over = (counts_of(may_draw) @ VALUE)[:, None] + VALUE[None, :] > TWENTY_ONE
        found = np.unique(grown[over & there])
        groups.append(found[np.argsort(counts_of(found) @ VALUE, kind="stable")])
    keys = np.concatenate(groups)
    order = np.argsort(keys)
    grown, there = _grown(keys, most)
    at = np.minimum(np.searchsorted(keys[order], grown), len(keys) - 1)
    after = np.where((keys[order][at] == grown) & there, order[at], NONE)
    counts = counts_of(keys)
    hard = counts @ VALUE
    soft = (counts[:, 0] > 0) & (hard + 10 <= TWENTY_ONE)
    return Hands(
        cards=counts.astype(np.int8),
        size=counts.sum(1),
        total=hard + 10 * soft,
        soft=soft.astype(np.int64),
        after=after.astype(np.int64),
        live=len(live),
        bust_end=len(live) + (len(groups[1]) if len(groups) > 1 else 0),
        keys=keys,
        single=tuple(int(np.flatnonzero(keys == 1 << BITS * (v - 1)).sum()) for v in VALUE),
    )


def set_chances(shoe: npt.NDArray[np.float64], cards: npt.NDArray[np.int64]) -> npt.NDArray[np.float64]:
    """How likely the next cards are to be given sets, in one given order."""
    chance = np.ones(len(cards))
    for c in range(VALUES):
        for n in range(int(cards[:, c].max())):
            chance *= np.where(cards[:, c] > n, max(shoe[c] - n, 0.0), 1.0)
    for n in range(int(cards.sum(1).max())):
        chance /= np.where(cards.sum(1) > n, shoe.sum() - n, 1.0)
    return chance
