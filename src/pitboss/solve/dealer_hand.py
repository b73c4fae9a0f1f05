"""The dealer's hand: how likely each final total is, exactly, for many sets of removed cards at once.

The dealer's draws after the up card are grouped by multiset: each multiset that can be drawn has one final total and a
number of orders in which the dealer's rule allows it. The probability of a multiset is that number times a product of
falling factorials, so a walk over the multisets as a tree of sorted cards needs one multiplication a node; the walk is
done for blocks of removed-card sets side by side.
"""

from functools import cache
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from numba import njit

from pitboss.solve.strategy import TWENTY_ONE

VALUES = 10
DEEPEST = 22
BLOCK = 128


class Outcomes(NamedTuple):
    """Where each end of the dealer's hand is counted: totals from `stands_on`, then bust, push and Blackjack."""

    stands_on: int
    bust: int
    push: int
    blackjack: int
    size: int


def outcomes(stands_on: int) -> Outcomes:
    """The outcome slots for a dealer who draws to that total."""
    bust = TWENTY_ONE - stands_on + 1
    return Outcomes(stands_on, bust, bust + 1, bust + 2, bust + 3)


class DealerTree(NamedTuple):
    """The multisets of draws after one up card, as a tree in preorder."""

    card: npt.NDArray[np.int8]
    nth: npt.NDArray[np.int8]
    depth: npt.NDArray[np.int8]
    orders: npt.NDArray[np.float64]
    outcome: npt.NDArray[np.int8]
    drawn: npt.NDArray[np.float64]


def _stops(draws: tuple[int, ...], up: int, stands_on: int, hits_soft: bool) -> int:
    """The dealer's final total with these draws (counts by value), or 0 if he must go on."""
    hard = up + sum(value * n for value, n in enumerate(draws, 1))
    soft = (up == 1 or draws[0] > 0) and hard + 10 <= TWENTY_ONE
    total = hard + 10 if soft else hard
    if total > stands_on or (total == stands_on and not (soft and hits_soft)):
        return total
    return 0


@cache
def dealer_tree(up: int, stands_on: int, hits_soft: bool, push_total: int, peeked: bool) -> DealerTree:
    """The tree for an up card; with `peeked`, hands in which the dealer has Blackjack are left out."""
    slots = outcomes(stands_on)
    ways: dict[tuple[int, ...], int] = {(0,) * VALUES: 1}
    leaves: dict[tuple[int, ...], tuple[int, int]] = {}
    while ways:
        longer: dict[tuple[int, ...], int] = {}
        for draws, count in ways.items():
            for value in range(1, VALUES + 1):
                more = (*draws[: value - 1], draws[value - 1] + 1, *draws[value:])
                total = _stops(more, up, stands_on, hits_soft)
                if not total:
                    longer[more] = longer.get(more, 0) + count
                    continue
                if sum(more) == 1 and {up, value} == {1, VALUES}:
                    if peeked:
                        continue
                    slot = slots.blackjack
                elif total == push_total:
                    slot = slots.push
                elif total > TWENTY_ONE:
                    slot = slots.bust
                else:
                    slot = total - stands_on
                leaves[more] = (slot, leaves.get(more, (slot, 0))[1] + count)
        ways = longer
    return _preorder(leaves)


def _preorder(leaves: dict[tuple[int, ...], tuple[int, int]]) -> DealerTree:
    words = {tuple(value for value, n in enumerate(draws) for _ in range(n)): leaf for draws, leaf in leaves.items()}
    rows, drawn = [], []
    for word in sorted({whole[:length] for whole in words for length in range(1, len(whole) + 1)}):
        slot, orders = words.get(word, (-1, 0))
        rows.append((word[-1], word.count(word[-1]) - 1, len(word) - 1, orders, slot))
        drawn.append([word.count(value) for value in range(VALUES)])
    columns = np.array(rows).T
    small = [columns[i].astype(np.int8) for i in (0, 1, 2, 4)]
    return DealerTree(small[0], small[1], small[2], columns[3].astype(float), small[3], np.array(drawn, float))


@njit(cache=True, fastmath={"contract"}, error_model="numpy")
def _fill(
    shoe: npt.NDArray[np.float64],
    removed: npt.NDArray[np.int8],
    wanted: npt.NDArray[np.int64],
    pair: int,
    outs: tuple[int, int],
    card: npt.NDArray[np.int8],
    nth: npt.NDArray[np.int8],
    depth: npt.NDArray[np.int8],
    orders: npt.NDArray[np.float64],
    outcome: npt.NDArray[np.int8],
    out: npt.NDArray[np.float64],
) -> None:
    most = np.zeros(VALUES, np.int64)
    deepest = 0
    for i in range(len(card)):
        most[card[i]] = max(most[card[i]], nth[i] + 1)
        deepest = max(deepest, depth[i] + 1)
    first_row = np.zeros(VALUES, np.int64)
    rows = 0
    for c in range(VALUES):
        first_row[c] = rows
        rows += most[c]
    factor = np.empty((rows, BLOCK))
    chance = np.empty((deepest + 1, BLOCK))
    scale = np.empty((deepest + 1, BLOCK))
    total = np.empty((out.shape[1], BLOCK))
    entries = len(wanted) * (outs[1] - outs[0] + 1)
    for start in range(0, entries, BLOCK):
        size = min(BLOCK, entries - start)
        for j in range(BLOCK):
            entry = start + min(j, size - 1)
            h = wanted[entry % len(wanted)]
            more = outs[0] + entry // len(wanted) - 1
            cards = 0.0
            for c in range(VALUES):
                left = shoe[c] - removed[h, c]
                if c == pair:
                    left -= more
                cards += max(left, 0.0)
                for k in range(most[c]):
                    factor[first_row[c] + k, j] = max(left - k, 0.0)
            scale[0, j] = 1.0
            for d in range(deepest):
                scale[d + 1, j] = scale[d, j] / (cards - d) if cards > d else 0.0
        chance[0, :] = 1.0
        total[:, :] = 0.0
        for i in range(len(card)):
            d = depth[i]
            row = first_row[card[i]] + nth[i]
            slot = outcome[i]
            if slot < 0:
                for j in range(BLOCK):
                    chance[d + 1, j] = chance[d, j] * factor[row, j]
            else:
                n = orders[i]
                for j in range(BLOCK):
                    p = chance[d, j] * factor[row, j]
                    chance[d + 1, j] = p
                    total[slot, j] += n * p * scale[d + 1, j]
        for j in range(size):
            entry = start + j
            h = wanted[entry % len(wanted)]
            table = outs[0] + entry // len(wanted) - 1
            for slot in range(out.shape[1]):
                out[table, slot, h] = total[slot, j]


def fill_outcomes(
    shoe: npt.NDArray[np.float64],
    removed: npt.NDArray[np.int8],
    wanted: npt.NDArray[np.int64],
    tree: DealerTree,
    out: npt.NDArray[np.float64],
    pair: int = 0,
    outs: tuple[int, int] = (1, 1),
) -> None:
    """Write out[k - 1, slot, h] for each wanted removed-card set h and each k from outs[0] to outs[1].

    `shoe` is without the up card; k - 1 more cards of the value at index `pair` are taken as out.
    """
    if len(wanted):
        _fill(shoe, removed, wanted, pair, outs, *tree[:-1], out)


@njit(cache=True, fastmath={"contract"}, error_model="numpy")
def _fill_next_card(
    shoe: npt.NDArray[np.float64],
    removed: npt.NDArray[np.int8],
    wanted: npt.NDArray[np.int64],
    kind: npt.NDArray[np.int64],
    pays: npt.NDArray[np.float64],
    drawn: npt.NDArray[np.float64],
    pair: int,
    outs: tuple[int, int],
    card: npt.NDArray[np.int8],
    nth: npt.NDArray[np.int8],
    depth: npt.NDArray[np.int8],
    orders: npt.NDArray[np.float64],
    outcome: npt.NDArray[np.int8],
    out: npt.NDArray[np.float64],
) -> None:
    most = np.zeros(VALUES, np.int64)
    deepest = 0
    for i in range(len(card)):
        most[card[i]] = max(most[card[i]], nth[i] + 1)
        deepest = max(deepest, depth[i] + 1)
    first_row = np.zeros(VALUES, np.int64)
    rows = 0
    for c in range(VALUES):
        first_row[c] = rows
        rows += most[c]
    slots = out.shape[1]
    factor = np.empty((rows, BLOCK))
    chance = np.empty((deepest + 1, BLOCK))
    scale = np.empty((deepest + 2, BLOCK))
    total = np.empty((slots, BLOCK))
    paid = np.empty((slots, BLOCK))
    for k in range(outs[0], outs[1] + 1):
        start = 0
        while start < len(wanted):
            of = kind[wanted[start]]
            size = 1
            while size < BLOCK and start + size < len(wanted) and kind[wanted[start + size]] == of:
                size += 1
            for j in range(BLOCK):
                h = wanted[start + min(j, size - 1)]
                cards = 0.0
                for slot in range(slots):
                    paid[slot, j] = 0.0
                for c in range(VALUES):
                    left = shoe[c] - removed[h, c]
                    if c == pair:
                        left -= k - 1
                    cards += max(left, 0.0)
                    for slot in range(slots):
                        paid[slot, j] += max(left, 0.0) * pays[of, slot, c]
                    for n in range(most[c]):
                        factor[first_row[c] + n, j] = max(left - n, 0.0)
                scale[0, j] = 1.0
                for d in range(deepest + 1):
                    scale[d + 1, j] = scale[d, j] / (cards - d) if cards > d else 0.0
            chance[0, :] = 1.0
            total[:, :] = 0.0
            for i in range(len(card)):
                d = depth[i]
                row = first_row[card[i]] + nth[i]
                slot = outcome[i]
                if slot < 0:
                    for j in range(BLOCK):
                        chance[d + 1, j] = chance[d, j] * factor[row, j]
                else:
                    n = orders[i]
                    less = drawn[of, i]
                    for j in range(BLOCK):
                        p = chance[d, j] * factor[row, j]
                        chance[d + 1, j] = p
                        total[slot, j] += n * p * scale[d + 2, j] * (paid[slot, j] - less)
            for j in range(size):
                for slot in range(slots):
                    out[k - 1, slot, wanted[start + j]] = total[slot, j]
            start += size


def fill_next_card(
    shoe: npt.NDArray[np.float64],
    removed: npt.NDArray[np.int8],
    wanted: npt.NDArray[np.int64],
    kind: npt.NDArray[np.int64],
    pays: npt.NDArray[np.float64],
    tree: DealerTree,
    out: npt.NDArray[np.float64],
    pair: int = 0,
    outs: tuple[int, int] = (1, 1),
) -> None:
    """Write out[k - 1, slot, h]: the mean of pays[kind[h], slot, next card] with the dealer's outcome `slot`.

    The next card may as well be drawn after the dealer's as before: unseen cards are exchangeable. `wanted` goes by
    kind. At each end of the dealer's hand the mean pay is that of the cards before it less those the dealer drew.
    """
    if len(wanted):
        drawn = np.einsum("knc,nc->kn", pays[:, tree.outcome], tree.drawn)
        _fill_next_card(shoe, removed, wanted, kind, pays, drawn, pair, outs, *tree[:-1], out)
