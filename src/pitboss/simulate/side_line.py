"""Which line of its paytable a side wager is paid by: none here; a kernel has its own, written by `side_lines.py`."""

from pitboss.simulate.machine_words import I32, U32
from pitboss.simulate.target_cpu import jit, u32


@jit
def line_by_value(kind: I32, n: I32, a: I32, b: I32, c: I32, total: I32, hard: I32) -> U32:
    """The line, counted from 1, as far as values of up to three cards, how many and their totals tell; 0 if lost."""
    return u32(0)


@jit
def side_line(
    kind: I32, n: I32, ranks: tuple[I32, I32, I32], suits: tuple[I32, I32, I32], total: I32, hard: I32
) -> U32:
    """The line, counted from 1, by the ranks and suits of up to three cards, how many, and their totals; 0 if lost."""
    return u32(0)
