"""Rounds from cards given in order, one after another: for comparing the kernel with other engines."""

from typing import Any

from pitboss.simulate.constants import BOXES
from pitboss.simulate.round import COLLECTED, INSURED, NET, STAKED, play_boxes, play_one_box
from pitboss.simulate.target_cpu import kernel, u32

GIVEN_ROW = 4  # cards used, up card, insurance, Bust It; then for each box: net, staked, insured, collected


@kernel
def play_given(cards: Any, starts: Any, rows: Any, of_box: Any, tables: Any, out: Any) -> None:
    """Play a round from each start and write what came of it."""
    for n in range(len(starts)):
        s = (cards, u32(starts[n]))
        if BOXES == 1:
            s, up, insurance, bust_it, net, staked, insured, collected = play_one_box(s, tables)
            out[n, 4], out[n, 5], out[n, 6], out[n, 7] = net, staked, insured, collected
        else:
            s, up, insurance, bust_it = play_boxes(s, rows, of_box, tables)
            for b in range(BOXES):
                at = GIVEN_ROW + 4 * b
                out[n, at], out[n, at + 1] = rows[b, NET], rows[b, STAKED]
                out[n, at + 2], out[n, at + 3] = rows[b, INSURED], rows[b, COLLECTED]
        out[n, 0], out[n, 1], out[n, 2], out[n, 3] = s[1] - starts[n], up, insurance, bust_it
