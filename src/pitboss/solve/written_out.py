"""The dealer's trees written out as a program without a loop: what is known of a node is in its line.

What a walk keeps is in registers then; one that goes by a list has to look for it in memory. It is for GPUs;
`by_lanes.outcomes` is the same in a loop.
"""

from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt

from pitboss.solve.by_lanes import DEPTH, LAST, NTH, OUTCOME
from pitboss.solve.dealer_hand import VALUES
from pitboss.solve.lanes import Floats, Trees

Walk = Callable[[Floats, Floats, Floats], None]


def walk_of(trees: Trees, up: int, slots: int) -> Walk:
    """Fill a sum for each outcome but one over 21, from the cards there are and what each draw is worth."""
    some = slice(trees.first[up - 1], trees.first[up])
    named: dict[str, Any] = {}
    exec("\n".join(_lines(trees.nodes[some], trees.orders[some], slots)), named)
    made: Walk = named["walk"]
    return made


def _lines(nodes: npt.NDArray[np.int32], orders: Floats, slots: int) -> list[str]:
    """A line for each node that more follow, and one for what the last ones of a node come to alike.

    A card that is there once cannot be drawn twice: its second factor is nothing, so a third below that is no harm.
    """
    deepest = int(((nodes >> int(DEPTH)) & 15).max())
    lines = ["def walk(have, share, total):"]
    lines += [f" h{card} = have[{card}]" for card in range(VALUES)]
    lines += [f" s{depth} = share[{depth}]" for depth in range(deepest + 1)]
    lines += [f" t{slot} = 0.0" for slot in range(slots)]
    lines += [" c0 = s0"]
    ends: dict[tuple[int, int], list[str]] = {}

    def come_to(deeper_than: int) -> None:
        for depth, slot in sorted(at for at in ends if at[0] > deeper_than):
            lines.append(f" t{slot} += c{depth} * ({' + '.join(ends.pop((depth, slot)))})")

    for node, ways in zip(nodes.tolist(), orders.tolist(), strict=True):
        card, nth, depth, outcome = node & 15, node >> int(NTH) & 15, node >> int(DEPTH) & 15, node >> int(OUTCOME) & 15
        factor = f"(h{card} - {nth}.0)" if nth else f"h{card}"
        if node >> int(LAST):
            ends.setdefault((depth, outcome - 1), []).append(f"{ways} * {factor}")
            continue
        come_to(depth)
        lines.append(f" x = c{depth} * {factor}")
        if outcome:
            lines.append(f" t{outcome - 1} += {ways} * x")
        lines.append(f" c{depth + 1} = x * s{depth + 1}")
    come_to(-1)
    return [*lines, *(f" total[{slot}] = t{slot}" for slot in range(slots))]
