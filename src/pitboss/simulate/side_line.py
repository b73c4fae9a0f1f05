"""Which line of its paytable a side wager is paid by: none here; a kernel has its own, written by `side_lines.py`."""

from typing import Any

from pitboss.simulate.target_cpu import jit, u32


@jit
def line_by_value(kind: Any, n: Any, a: Any, b: Any, c: Any, total: Any, hard: Any) -> Any:
    """The line, counted from 1, as far as values of up to three cards, how many and their totals tell; 0 if lost."""
    return u32(0)


@jit
def side_line(kind: Any, n: Any, ranks: Any, suits: Any, total: Any, hard: Any) -> Any:
    """The line, counted from 1, by the ranks and suits of up to three cards, how many, and their totals; 0 if lost."""
    return u32(0)
