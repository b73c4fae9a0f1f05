"""Streams on a GPU: a thread plays a stream; a block counts in shared memory and adds it up at the end."""

import numpy as np

from pitboss.simulate.box import FIRST_ROWS, ROW_SIZE, STAKES_SIZE, TABLES_SIZE, WALK_SIZE
from pitboss.simulate.boxes import BOX_ROW
from pitboss.simulate.constants import BOXES, SIDE_PAYS, SUMS_SIZE, TRUE_BINS
from pitboss.simulate.machine_words import I32, I64, U64, Bytes, Rows, Stakes, Tally
from pitboss.simulate.stream import play_stream
from pitboss.simulate.target_cuda import COUNTS_ROOM, TABLES_MOST, add_here, cuda, kernel, u32, u64

# Bytes and words that find room beside the counts.
TABLES_HERE, STAKES_HERE = TABLES_SIZE <= TABLES_MOST, STAKES_SIZE <= 1_000
SUMS_ROOM = 2 * SUMS_SIZE
PAYS_HERE = BOXES == 1  # of several boxes they cost more to carry along than to find
PAYS_ROOM = len(SIDE_PAYS) if PAYS_HERE else 1
TABLES_ROOM, STAKES_ROOM = TABLES_SIZE if TABLES_HERE else 1, STAKES_SIZE if STAKES_HERE else 1


@kernel
def play_streams(
    seed: U64,
    first: I64,
    streams: I64,
    rounds: I32,
    of_box: Rows,
    stakes: Stakes,
    tables: Bytes,
    counts: Tally,
    sums: Tally,
) -> None:
    """Play a stream in each thread, all of the same length; `counts` and `sums` are the whole GPU's."""
    rows = cuda.local.array((BOXES, BOX_ROW), np.int64)
    counts_here = cuda.shared.array(COUNTS_ROOM, np.uint32)
    sums_here = cuda.shared.array(SUMS_ROOM, np.uint32)
    tables_here = cuda.shared.array(TABLES_ROOM, np.uint8)
    stakes_here = cuda.shared.array(STAKES_ROOM, np.int32)
    pays_here = cuda.shared.array(PAYS_ROOM, np.int32)
    for place in range(cuda.threadIdx.x, COUNTS_ROOM, cuda.blockDim.x):
        counts_here[place] = u32(0)
    for place in range(cuda.threadIdx.x, SUMS_ROOM, cuda.blockDim.x):
        sums_here[place] = u32(0)
    for place in range(cuda.threadIdx.x, TABLES_ROOM, cuda.blockDim.x):
        row = max(place - WALK_SIZE, 0) // ROW_SIZE
        tables_here[place] = tables[place + row * (TRUE_BINS - 1) * ROW_SIZE if FIRST_ROWS else place]
    for place in range(cuda.threadIdx.x, STAKES_ROOM, cuda.blockDim.x):
        stakes_here[place] = stakes[place]
    for place in range(cuda.threadIdx.x, PAYS_ROOM, cuda.blockDim.x):
        pays_here[place] = SIDE_PAYS[place]
    cuda.syncthreads()
    number = cuda.blockIdx.x * cuda.blockDim.x + cuda.threadIdx.x
    if number < streams:
        stream = u64(u64(first) + u64(number))
        pays = pays_here if PAYS_HERE else SIDE_PAYS
        by = tables_here if TABLES_HERE else tables, stakes_here if STAKES_HERE else stakes, tables, pays
        play_stream(seed, stream, rounds, rows, of_box, by, (counts_here, counts), sums_here)
    cuda.syncthreads()
    add_here(counts, sums, counts_here, sums_here)
