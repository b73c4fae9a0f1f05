"""Streams on a CPU thread."""

from typing import Any

from pitboss.simulate.stream import play_stream
from pitboss.simulate.target_cpu import kernel


@kernel
def play_streams(
    seed: Any,
    first: Any,
    streams: Any,
    rounds: Any,
    rows: Any,
    of_box: Any,
    stakes: Any,
    tables: Any,
    counts: Any,
    sums: Any,
) -> None:
    """Play streams one after another, all of the same length."""
    for stream in range(first, first + streams):
        play_stream(seed, stream, rounds, rows, of_box, stakes, tables, counts, sums)
