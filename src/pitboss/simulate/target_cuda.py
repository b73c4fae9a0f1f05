"""What a kernel is compiled with for an NVIDIA GPU: the same source, counted with atomic additions."""

from collections.abc import Callable
from typing import Any, TypeVar

import numpy as np
from numba import cuda as numba_cuda

from pitboss.simulate.constants import (
    AT_LONGEST,
    AT_ROUND,
    AT_SIDES,
    AT_SPLIT_MAIN,
    BOXES,
    COUNTING,
    COUNTS_SIZE,
    ROUND_LIMIT,
    SUMS_SIZE,
)
from pitboss.simulate.machine_words import I32, I64, U32, Tally, Word

cuda: Any = numba_cuda  # its stubs, where there are any, know little of device code

F = TypeVar("F", bound=Callable[..., Any])

words: Any = np  # to the type checker a word is a whole number
u32: Word = words.uint32
u64: Word = words.uint64
i32: Word = words.int32
i64: Word = words.int64
word: Word = u32  # of the shoe's lanes
WORD_BITS, COUNTS_BITS = 32, False  # a multiplication finds how many guards there are in less time

# What fits into the shared memory of a block, in 32-bit words, beside tables, stakes and the two halves of sums: all
# counts, or else all but what a round seldom has and results of a round far from zero.
COUNTS_MOST = 9_200 - 2 * SUMS_SIZE
SELDOM = AT_SIDES - AT_SPLIT_MAIN
AT_NEAR = AT_ROUND - SELDOM
ALL_HERE = COUNTS_SIZE <= COUNTS_MOST
NEAR = ROUND_LIMIT if ALL_HERE else min(ROUND_LIMIT, 500)
MOST_HERE = ALL_HERE or AT_NEAR + 2 * NEAR + 1 <= COUNTS_MOST
if ALL_HERE:
    SELDOM, AT_NEAR = 0, AT_ROUND
COUNTS_ROOM = COUNTS_SIZE if ALL_HERE else AT_NEAR + 2 * NEAR + 1 if MOST_HERE else 1
TABLES_MOST = 7_000  # bytes of tables in that memory
REGISTERS_MOST = 64  # of 65,536 for 1,024 threads


def jit(function: F) -> F:
    """A part of the kernel, inlined where it is called."""
    compiled: F
    try:
        compiled = cuda.jit(device=True, forceinline=True)(function)
    except (TypeError, KeyError):  # the simulator, and older numba-cuda, leave inlining to themselves
        compiled = cuda.jit(device=True)(function)
    return compiled


def apart(function: F) -> F:
    """A part of the kernel that is seldom needed, called where it is."""
    compiled: F = cuda.jit(device=True)(function)
    return compiled


def kernel(function: F) -> F:
    """A whole kernel, of which the largest block finds room on a processor."""
    compiled: F
    try:
        compiled = cuda.jit(max_registers=REGISTERS_MOST if BOXES > 1 or COUNTING else None)(function)
    except TypeError:  # the simulator has none
        compiled = cuda.jit(function)
    return compiled


@jit
def set_bits(number: U32) -> U32:
    """How many bits of a number are set."""
    return u32(cuda.popc(number))


@jit
def count(counts: Tally, index: I32) -> None:
    """Count one more."""
    if MOST_HERE:
        cuda.atomic.add(counts[0], index if index < AT_SPLIT_MAIN else index - SELDOM, u32(1))
    else:
        cuda.atomic.add(counts[1], index, i64(1))


@jit
def count_seldom(counts: Tally, index: I32) -> None:
    """Count one more of what a round seldom has."""
    if ALL_HERE:
        cuda.atomic.add(counts[0], index, u32(1))
    else:
        cuda.atomic.add(counts[1], index, i64(1))


@jit
def count_round(counts: Tally, whole: I32) -> None:
    """Count a round by its result."""
    if MOST_HERE and abs(whole) <= NEAR:
        cuda.atomic.add(counts[0], i32(AT_NEAR + NEAR) + whole, u32(1))
    else:
        cuda.atomic.add(counts[1], i32(AT_ROUND + ROUND_LIMIT) + whole, i64(1))


@jit
def added_low(sums: Tally, index: U32, amount: I64) -> U32:
    """Add to the lower half of a sum; what goes to the upper one, with what was carried, is seldom anything."""
    low = u32(amount)
    carried = u32(1) if u32(u32(cuda.atomic.add(sums, index, low)) + low) < low else u32(0)
    return u32(u32(u64(u64(amount) >> u64(32))) + carried)


@jit
def add(sums: Tally, index: U32, amount: I64) -> None:
    """Add to a sum."""
    cuda.atomic.add(sums, u32(index + u32(SUMS_SIZE)), added_low(sums, index, amount))


@jit
def add_round(sums: Tally, index: U32, whole: I32, wagered: I32) -> None:
    """Add a round to what rounds at its true count came to; the lower halves go on their way together."""
    second, third, fourth = u32(index + u32(1)), u32(index + u32(2)), u32(index + u32(3))
    cuda.atomic.add(sums, index, u32(1))  # stays below 2^32 in a block, as counts do
    of_whole, of_square = added_low(sums, second, i64(whole)), added_low(sums, third, i64(whole) * i64(whole))
    of_wagered = added_low(sums, fourth, i64(wagered))
    if u32(u32(of_whole | of_square) | of_wagered) != u32(0):
        cuda.atomic.add(sums, u32(second + u32(SUMS_SIZE)), of_whole)
        cuda.atomic.add(sums, u32(third + u32(SUMS_SIZE)), of_square)
        cuda.atomic.add(sums, u32(fourth + u32(SUMS_SIZE)), of_wagered)


@jit
def raise_to(sums: Tally, index: U32, amount: I64) -> None:
    """Keep the largest."""
    cuda.atomic.max(sums, index, u32(amount))


@jit
def add_here(counts: Tally, sums: Tally, counts_here: Tally, sums_here: Tally) -> None:
    """Add what a block counted to what the whole GPU did."""
    for place in range(cuda.threadIdx.x, COUNTS_ROOM, cuda.blockDim.x):
        if counts_here[place] != u32(0):
            index = place
            if not ALL_HERE and place >= AT_NEAR:
                index = AT_ROUND + ROUND_LIMIT - NEAR + place - AT_NEAR
            elif not ALL_HERE and place >= AT_SPLIT_MAIN:
                index = place + SELDOM
            cuda.atomic.add(counts, index, i64(counts_here[place]))
    for place in range(cuda.threadIdx.x, 2 * SUMS_SIZE, cuda.blockDim.x):
        found = i64(sums_here[place])
        if place >= SUMS_SIZE:
            cuda.atomic.add(sums, place - SUMS_SIZE, found << i64(32))
        elif place == AT_LONGEST:
            cuda.atomic.max(sums, AT_LONGEST, found)
        else:
            cuda.atomic.add(sums, place, found)
