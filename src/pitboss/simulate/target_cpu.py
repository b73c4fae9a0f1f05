"""What a kernel is compiled with for CPU threads."""

from collections.abc import Callable
from typing import Any, TypeVar

import numpy as np
from numba import njit
from numba.extending import intrinsic

from pitboss.simulate.constants import AT_ROUND, ONE_MODULE, ROUND_LIMIT
from pitboss.simulate.machine_words import I32, U32, U64, Tally, Word

F = TypeVar("F", bound=Callable[..., Any])

# Without its memory manager Numba counts no references to the arrays: nothing in a kernel makes or keeps one.
OPTIONS: dict[str, Any] = {"nogil": True, "error_model": "numpy", "_nrt": False}

# Leaving out what Python would need to call a part halves the time it takes to compile a kernel.
PART: dict[str, Any] = {"no_cpython_wrapper": ONE_MODULE, "no_cfunc_wrapper": ONE_MODULE, **OPTIONS}

words: Any = np  # to the type checker a word is a whole number
u32: Word = words.uint32
u64: Word = words.uint64
i32: Word = words.int32
i64: Word = words.int64
word: Word = u64  # of the shoe's lanes: of its bits as many are used as an array of int64 has
WORD_BITS, COUNTS_BITS = 63, True
TABLES_MOST = 0  # bytes of tables that are held apart: a processor's caches find what is used


def jit(function: F) -> F:
    """A part of the kernel, inlined where it is called."""
    compiled: F = njit(forceinline=True, **PART)(function)
    return compiled


def apart(function: F) -> F:
    """A part of the kernel that is seldom needed, called where it is."""
    compiled: F = njit(**PART)(function)
    return compiled


def kernel(function: F) -> F:
    """A whole kernel, kept on disk once compiled."""
    compiled: F = njit(cache=True, **OPTIONS)(function)
    return compiled


def _bits_of(typing: Any, number: Any) -> Any:
    """How many bits of a number are set: an instruction of the processor."""

    def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    return number(number), build


bits_of: Any = intrinsic(_bits_of)


@jit
def set_bits(number: U64) -> U32:
    """How many bits of a number are set."""
    return u32(bits_of(number))


@jit
def count(counts: Tally, index: I32) -> None:
    """Count one more."""
    counts[index] += 1


count_seldom = count


@jit
def count_round(counts: Tally, whole: I32) -> None:
    """Count a round by its result."""
    counts[AT_ROUND + ROUND_LIMIT + whole] += 1


@jit
def add(tally: Tally, index: I32, amount: I32) -> None:
    """Add to a sum."""
    tally[index] += amount


@jit
def add_round(sums: Tally, index: I32, whole: I32, wagered: I32) -> None:
    """Add a round to what rounds at its true count came to."""
    sums[index] += 1
    sums[index + 1] += whole
    sums[index + 2] += i64(whole) * i64(whole)
    sums[index + 3] += wagered


@jit
def raise_to(tally: Tally, index: I32, amount: I32) -> None:
    """Keep the largest."""
    tally[index] = max(tally[index], amount)
