"""Exact hands that a strategy plays in their own way, as a walk from card to card that a kernel follows.

A node is a hand, whatever the order of its cards, from which an exact hand can still come; node 0 is any other hand,
node 1 no card yet. The walk says which node a card leads to.
"""

from collections.abc import Iterable, Sequence
from itertools import combinations
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from pitboss.rules.errors import RulesError
from pitboss.solve.strategy import UP_CARDS, Situation, Strategy

NODES_MOST = 1 << 16  # a step is two bytes
FEWEST_NODES = 16
Hand = tuple[int, ...]


class Walk(NamedTuple):
    """Steps [node, card] to nodes; and the node of every hand on the way."""

    steps: npt.NDArray[np.uint16]
    nodes: dict[Hand, int]


def exact_hands(strategies: Iterable[Strategy]) -> set[Hand]:
    """Every exact hand beyond the first two cards, which have a table of their own."""
    return {
        cards
        for strategy in strategies
        for situation, cards, _ in strategy.exceptions
        if situation is not Situation.FIRST_TWO
    }


def walk_of(strategies: Sequence[Strategy]) -> Walk | None:
    """The walk to the exact hands of some strategies; None where there are none."""
    wanted = exact_hands(strategies)
    if not wanted:
        return None
    on_the_way = {part for hand in wanted for size in range(len(hand) + 1) for part in combinations(hand, size)}
    nodes = {hand: node for node, hand in enumerate(sorted(on_the_way, key=lambda hand: (len(hand), hand)), 1)}
    # As many nodes as a power of two, so that strategies much alike share a kernel.
    size = max(FEWEST_NODES, 1 << len(nodes).bit_length())
    if size > NODES_MOST:
        raise RulesError(f"{len(wanted)} exact hands are too many for the simulator")
    steps = np.zeros((size, len(UP_CARDS)), np.uint16)
    for hand, node in nodes.items():
        for card in UP_CARDS:
            steps[node, card - 1] = nodes.get(tuple(sorted((*hand, card))), 0)
    return Walk(steps, nodes)
