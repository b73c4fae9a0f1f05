"""Streams on a GPU: a thread plays a stream; a block counts in shared memory and adds it up at the end."""

import numpy as np

from pitboss.simulate.box import ROW_SIZE
from pitboss.simulate.boxes import BOX_ROW
from pitboss.simulate.constants import BOXES, COUNTS_SIZE, NODES, TABLE_ROWS
from pitboss.simulate.machine_words import I32, I64, U64, Rows, Stakes, Tables, Tally
from pitboss.simulate.stream import play_stream
from pitboss.simulate.target_cuda import SHARED_COUNTS, cuda, kernel, u64

THREADS = 256

COUNTS_HERE = COUNTS_SIZE if SHARED_COUNTS else 1
ONE_TABLE = TABLE_ROWS == 1 and NODES == 0
TABLE_HERE = ROW_SIZE if ONE_TABLE else 1


@kernel
def play_streams(
    seed: U64,
    first: I64,
    streams: I64,
    rounds: I32,
    of_box: Rows,
    stakes: Stakes,
    tables: Tables,
    counts: Tally,
    sums: Tally,
) -> None:
    """Play a stream in each thread, all of the same length; `counts` and `sums` are the whole GPU's."""
    rows = cuda.local.array((BOXES, BOX_ROW), np.int64)
    here = cuda.shared.array(COUNTS_HERE, np.uint32)
    table = cuda.shared.array(TABLE_HERE, np.uint8)
    for place in range(cuda.threadIdx.x, COUNTS_HERE, cuda.blockDim.x):
        here[place] = np.uint32(0)
    for place in range(cuda.threadIdx.x, TABLE_HERE, cuda.blockDim.x):
        table[place] = tables[place]
    cuda.syncthreads()
    number = cuda.blockIdx.x * cuda.blockDim.x + cuda.threadIdx.x
    if number < streams:
        stream = u64(u64(first) + u64(number))
        if SHARED_COUNTS and ONE_TABLE:
            play_stream(seed, stream, rounds, rows, of_box, stakes, table, here, sums)
        elif SHARED_COUNTS:
            play_stream(seed, stream, rounds, rows, of_box, stakes, tables, here, sums)
        else:
            play_stream(seed, stream, rounds, rows, of_box, stakes, tables, counts, sums)
    cuda.syncthreads()
    if SHARED_COUNTS:
        for place in range(cuda.threadIdx.x, COUNTS_HERE, cuda.blockDim.x):
            if here[place] != np.uint32(0):
                cuda.atomic.add(counts, place, np.int64(here[place]))
