"""What a kernel is compiled with for an NVIDIA GPU: the same source, counted with atomic additions."""

from collections.abc import Callable
from typing import Any, TypeVar

import numpy as np
from numba import cuda as numba_cuda

from pitboss.simulate.constants import COUNTS_SIZE
from pitboss.simulate.machine_words import I32, Tally, Word

cuda: Any = numba_cuda  # its stubs, where there are any, know little of device code

F = TypeVar("F", bound=Callable[..., Any])

words: Any = np  # to the type checker a word is a whole number
u32: Word = words.uint32
u64: Word = words.uint64
i32: Word = words.int32
i64: Word = words.int64

SHARED_COUNTS_MOST = 10_000  # 32-bit counts that fit into a block's shared memory
SHARED_COUNTS = COUNTS_SIZE <= SHARED_COUNTS_MOST


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
    """A whole kernel."""
    compiled: F = cuda.jit(function)
    return compiled


@jit
def count(counts: Tally, index: I32) -> None:
    """Count one more."""
    if SHARED_COUNTS:
        cuda.atomic.add(counts, index, np.uint32(1))
    else:
        cuda.atomic.add(counts, index, np.int64(1))


@jit
def add(sums: Tally, index: I32, amount: I32) -> None:
    """Add to a sum."""
    cuda.atomic.add(sums, index, amount)


@jit
def raise_to(sums: Tally, index: I32, amount: I32) -> None:
    """Keep the largest."""
    cuda.atomic.max(sums, index, amount)
