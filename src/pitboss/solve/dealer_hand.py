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

from pitboss.solve.compiled import fused_kernel, inner
from pitboss.solve.strategy import TWENTY_ONE

VALUES = 10
BLOCK = 128
LINE = 8  # numbers in a line of the processor's cache
NO_REST = (-1, -1)
Floats = npt.NDArray[np.float64]
# A block's factors; the chance of every number of cards drawn; 1 / the cards left then; a sum for each outcome.
Room = tuple[Floats, Floats, Floats, Floats]


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
    """The multisets of draws after one up card, as a tree in preorder; `last` where no longer multiset follows.

    In a block each value's factors (cards left, one less, two less ...) begin at `first`, and it needs `most` of them.
    """

    card: npt.NDArray[np.int8]
    nth: npt.NDArray[np.int8]
    depth: npt.NDArray[np.int8]
    orders: npt.NDArray[np.float64]
    outcome: npt.NDArray[np.int8]
    last: npt.NDArray[np.bool_]
    drawn: npt.NDArray[np.float64]
    first: npt.NDArray[np.int64]
    most: npt.NDArray[np.int64]

    def room(self, outcomes: int) -> Room:
        """Room to walk over this tree with so many outcomes: good until another walk."""
        return _room(int(self.first[VALUES]), int(self.depth.max()) + 1, outcomes)


@cache
def _room(factors: int, deepest: int, outcomes: int) -> Room:
    """Made here and not in the kernels: what makes arrays is compiled with every kernel that asks for one.

    Rows begin where a line of the processor's cache does: across two lines a vector is loaded at half the speed.
    """
    ends = np.cumsum((factors, deepest + 1, deepest + 2, outcomes)).tolist()
    raw = np.empty(ends[-1] * BLOCK + LINE)
    begin: int = -raw.__array_interface__["data"][0] // raw.itemsize % LINE
    rows = raw[begin : begin + ends[-1] * BLOCK].reshape(ends[-1], BLOCK)
    return rows[: ends[0]], rows[ends[0] : ends[1]], rows[ends[1] : ends[2]], rows[ends[2] :]


def _stops(draws: tuple[int, ...], up: int, stands_on: int, hits_soft: bool) -> int:
    """The dealer's final total with these draws (counts by value), or 0 if he must go on."""
    hard = up + sum(value * n for value, n in enumerate(draws, 1))
    soft = (up == 1 or draws[0] > 0) and hard + 10 <= TWENTY_ONE
    total = hard + 10 if soft else hard
    if total > stands_on or (total == stands_on and not (soft and hits_soft)):
        return total
    return 0


def _with(draws: tuple[int, ...], value: int) -> tuple[int, ...]:
    return (*draws[: value - 1], draws[value - 1] + 1, *draws[value:])


@cache
def dealer_tree(
    up: int,
    stands_on: int,
    hits_soft: bool,
    push_total: int,
    peeked: bool,
    busts: bool = True,
    known: tuple[int, ...] = (0, 0),
) -> DealerTree:
    """The tree for an up card; with `peeked`, hands in which the dealer has Blackjack are left out.

    Without `busts` it has no hands over 21: they are what the others leave. Of `known` are the values of the hole card
    and of the card drawn after it where somebody has seen them, else 0: they are out of the shoe, and no draws.
    """
    slots = outcomes(stands_on)
    nothing = (0,) * VALUES
    ways: dict[tuple[int, ...], int] = {nothing: 1}
    leaves: dict[tuple[int, ...], tuple[int, int]] = {}
    seen, depth = nothing, 0
    while ways:
        longer: dict[tuple[int, ...], int] = {}
        free = known[depth] if depth < len(known) else 0
        for draws, count in ways.items():
            held = tuple(map(sum, zip(draws, seen, strict=True)))
            for value in (free,) if free else range(1, VALUES + 1):
                more = draws if free else _with(draws, value)
                total = _stops(_with(held, value), up, stands_on, hits_soft)
                if not total:
                    longer[more] = longer.get(more, 0) + count
                    continue
                if depth == 0 and {up, value} == {1, VALUES}:
                    if peeked:
                        continue
                    slot = slots.blackjack
                elif total == push_total:
                    slot = slots.push
                elif total > TWENTY_ONE:
                    slot = slots.bust
                    if not busts:
                        continue
                else:
                    slot = total - stands_on
                leaves[more] = (slot, leaves.get(more, (slot, 0))[1] + count)
        ways, depth = longer, depth + 1
        seen = _with(seen, free) if free else seen
    if nothing in leaves:  # a dealer who draws no card may as well draw one that changes nothing
        leaves = {_with(nothing, value): leaves[nothing] for value in range(1, VALUES + 1)}
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
    last = np.append(small[2][1:], -1) <= small[2]
    most = np.maximum(np.array(drawn).max(0), 1)
    first = np.append(0, np.cumsum(most))
    by_node = (small[0], small[1], small[2], columns[3].astype(float), small[3], last, np.array(drawn, float))
    return DealerTree(*by_node, first, most)


@inner
def begin_block(tree: DealerTree, room: Room) -> None:
    """Write the rest of a block's room, when the first factor of each value is there: how many of its cards are left.

    Row by row, each in one run: a set of cards after the other would be written across all of them.
    """
    factor, chance, share, _ = room
    cards = chance[0]
    for j in range(BLOCK):
        cards[j] = 0.0
    for c in range(VALUES):
        row = tree.first[c]
        for j in range(BLOCK):
            cards[j] += factor[row, j]
        for k in range(1, tree.most[c]):
            for j in range(BLOCK):
                factor[row + k, j] = max(factor[row, j] - k, 0.0)
    for d in range(len(share)):
        for j in range(BLOCK):
            share[d, j] = 1.0 / (cards[j] - d) if cards[j] > d else 0.0
    for j in range(BLOCK):
        chance[0, j] = share[0, j]


@fused_kernel
def _fill(
    shoe: Floats,
    removed: npt.NDArray[np.int8],
    rows: npt.NDArray[np.int64],
    outs: npt.NDArray[np.int64],
    pair: int,
    rest: tuple[int, int],
    tree: DealerTree,
    room: Room,
    out: Floats,
) -> None:
    card, nth, depth, orders, outcome, last, _, first_row, _ = tree
    # chance[d] is of d cards drawn, over the number of cards the next is drawn from, which are 1 / share[d].
    factor, chance, share, total = room
    for start in range(0, len(rows), BLOCK):
        size = min(BLOCK, len(rows) - start)
        for c in range(VALUES):
            row = first_row[c]
            for j in range(BLOCK):
                e = start + min(j, size - 1)
                gone = removed[rows[e], c] + (outs[e] - 1 if c == pair else 0)
                factor[row, j] = max(shoe[c] - gone, 0.0)
        begin_block(tree, room)
        for slot in range(out.shape[2]):
            for j in range(BLOCK):
                total[slot, j] = 0.0
        if rest[0] >= 0:
            looked = first_row[max(rest[1], 0)]
            for j in range(BLOCK):
                total[rest[0], j] = 1.0 - factor[looked, j] * share[0, j] if rest[1] >= 0 else 1.0
        for i in range(len(card)):
            d = depth[i]
            row = first_row[card[i]] + nth[i]
            slot = outcome[i]
            n = orders[i]
            if slot < 0:
                for j in range(BLOCK):
                    chance[d + 1, j] = chance[d, j] * factor[row, j] * share[d + 1, j]
            elif last[i]:
                for j in range(BLOCK):
                    total[slot, j] += n * chance[d, j] * factor[row, j]
            else:
                for j in range(BLOCK):
                    p = chance[d, j] * factor[row, j]
                    chance[d + 1, j] = p * share[d + 1, j]
                    total[slot, j] += n * p
        for slot in range(out.shape[2]):
            if rest[0] >= 0 and slot != rest[0]:
                for j in range(BLOCK):
                    total[rest[0], j] -= total[slot, j]
        for j in range(size):
            for slot in range(out.shape[2]):
                out[outs[start + j] - 1, rows[start + j], slot] = total[slot, j]


def fill_outcomes(
    shoe: Floats,
    removed: npt.NDArray[np.int8],
    wanted: npt.NDArray[np.int64],
    tree: DealerTree,
    out: Floats,
    pair: int = 0,
    outs: tuple[int, int] = (1, 1),
    rest: tuple[int, int] = NO_REST,
) -> None:
    """Write out[k - 1, h, slot] for each wanted removed-card set h and each k from outs[0] to outs[1].

    `shoe` is without the up card; k - 1 more cards of the value at index `pair` are taken as out. With `rest`, a slot
    and the card that the reader looks for or -1, that slot is what the tree leaves of everything the reader leaves.
    """
    many = range(outs[0], outs[1] + 1)
    rows = wanted if len(many) == 1 else np.tile(wanted, len(many))
    fill_sets(shoe, removed, rows, np.repeat(many, len(wanted)), tree, out, pair, rest)


def fill_sets(
    shoe: Floats,
    removed: npt.NDArray[np.int8],
    rows: npt.NDArray[np.int64],
    outs: npt.NDArray[np.int64],
    tree: DealerTree,
    out: Floats,
    pair: int,
    rest: tuple[int, int],
) -> None:
    """The same for removed-card sets of which each has its own number of pair cards out."""
    if len(rows):
        _fill(shoe, removed, rows, outs, pair, rest, tree, tree.room(out.shape[2]), out)


@fused_kernel
def _fill_next_card(
    shoe: Floats,
    removed: npt.NDArray[np.int8],
    wanted: npt.NDArray[np.int64],
    kind: npt.NDArray[np.int64],
    pays: Floats,
    less: Floats,
    rest: tuple[int, int],
    tree: DealerTree,
    room: Room,
    out: Floats,
) -> None:
    card, nth, depth, orders, outcome, last, _, first_row, _ = tree
    factor, chance, share, paid = room
    slots = pays.shape[1]
    total = slots  # the row of `paid` after those of the outcomes
    start = 0
    while start < len(wanted):
        of = kind[wanted[start]]
        size = 1
        while size < BLOCK and start + size < len(wanted) and kind[wanted[start + size]] == of:
            size += 1
        for c in range(VALUES):
            row = first_row[c]
            for j in range(BLOCK):
                factor[row, j] = max(shoe[c] - removed[wanted[start + min(j, size - 1)], c], 0.0)
        begin_block(tree, room)
        for slot in range(slots + 1):
            for j in range(BLOCK):
                paid[slot, j] = 0.0
        for slot in range(slots):
            for c in range(VALUES):
                row = first_row[c]
                for j in range(BLOCK):
                    paid[slot, j] += factor[row, j] * pays[of, slot, c]
        if rest[0] >= 0:
            looked = first_row[max(rest[1], 0)]
            pay = pays[of, rest[0], max(rest[1], 0)]
            for j in range(BLOCK):
                seen = factor[looked, j] * share[1, j] * (paid[rest[0], j] - pay) if rest[1] >= 0 else 0.0
                paid[total, j] = share[0, j] * (paid[rest[0], j] - seen)
        for i in range(len(card)):
            d = depth[i]
            row = first_row[card[i]] + nth[i]
            slot = outcome[i]
            n = orders[i]
            drawn = less[of, i]
            if slot < 0:
                for j in range(BLOCK):
                    chance[d + 1, j] = chance[d, j] * factor[row, j] * share[d + 1, j]
            elif last[i]:
                for j in range(BLOCK):
                    p = chance[d, j] * factor[row, j] * share[d + 1, j]
                    paid[total, j] += n * p * (paid[slot, j] - drawn)
            else:
                for j in range(BLOCK):
                    p = chance[d, j] * factor[row, j] * share[d + 1, j]
                    chance[d + 1, j] = p
                    paid[total, j] += n * p * (paid[slot, j] - drawn)
        for j in range(size):
            out[wanted[start + j]] = paid[total, j]
        start += size


def fill_next_card(
    shoe: Floats,
    removed: npt.NDArray[np.int8],
    wanted: npt.NDArray[np.int64],
    kind: npt.NDArray[np.int64],
    pays: Floats,
    tree: DealerTree,
    out: Floats,
    rest: tuple[int, int] = NO_REST,
) -> None:
    """Write out[h]: the mean of pays[kind[h], the dealer's outcome, next card] over both.

    The next card may as well be drawn after the dealer's as before: unseen cards are exchangeable. `wanted` goes by
    kind. At each end of the dealer's hand the mean pay is that of the cards before it less those the dealer drew. With
    `rest` as above everything pays as the rest does, and other ends what they pay more.
    """
    if len(wanted):
        if rest[0] >= 0:
            pays = pays - pays[:, rest[0] : rest[0] + 1] * (np.arange(pays.shape[1]) != rest[0])[:, None]
        less = np.einsum("knc,nc->kn", pays[:, tree.outcome], tree.drawn)
        room = tree.room(pays.shape[1] + 1)
        _fill_next_card(shoe, removed, wanted, kind, pays, less, rest, tree, room, out)
