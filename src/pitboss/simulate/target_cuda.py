"""What a kernel is compiled with for an NVIDIA GPU: the same source, counted with atomic additions."""

from collections.abc import Callable
from typing import Any, TypeVar

import numpy as np
from numba import cuda as numba_cuda

from pitboss.simulate.constants import COUNTS_SIZE

cuda: Any = numba_cuda  # its stubs, where there are any, know little of device code

F = TypeVar("F", bound=Callable[..., Any])

u32, u64, i32, i64 = np.uint32, np.uint64, np.int32, np.int64

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
def count(counts: Any, index: Any) -> None:
    """Count one more."""
    if SHARED_COUNTS:
        cuda.atomic.add(counts, index, np.uint32(1))
    else:
        cuda.atomic.add(counts, index, np.int64(1))


@jit
def add(sums: Any, index: Any, amount: Any) -> None:
    """Add to a sum."""
    cuda.atomic.add(sums, index, amount)


@jit
def raise_to(sums: Any, index: Any, amount: Any) -> None:
    """Keep the largest."""
    cuda.atomic.max(sums, index, amount)
