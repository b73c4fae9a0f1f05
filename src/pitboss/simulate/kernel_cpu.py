"""Streams on a CPU thread."""

from pitboss.simulate.constants import SIDE_PAYS
from pitboss.simulate.machine_words import I32, I64, U64, Bytes, Rows, Stakes, Tally
from pitboss.simulate.stream import play_stream
from pitboss.simulate.target_cpu import kernel


@kernel
def play_streams(
    seed: U64,
    first: I64,
    streams: I64,
    rounds: I32,
    rows: Rows,
    of_box: Rows,
    stakes: Stakes,
    tables: Bytes,
    counts: Tally,
    sums: Tally,
) -> None:
    """Play streams one after another, all of the same length."""
    for stream in range(first, first + streams):
        play_stream(seed, stream, rounds, rows, of_box, (tables, stakes, tables, SIDE_PAYS), counts, sums)
