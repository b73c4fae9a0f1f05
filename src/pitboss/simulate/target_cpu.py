"""What a kernel is compiled with for CPU threads."""

from collections.abc import Callable
from typing import Any, TypeVar

import numpy as np
from numba import njit

from pitboss.simulate.constants import ONE_MODULE

F = TypeVar("F", bound=Callable[..., Any])

# Without its memory manager Numba counts no references to the arrays: nothing in a kernel makes or keeps one.
OPTIONS: dict[str, Any] = {"nogil": True, "error_model": "numpy", "_nrt": False}

# Leaving out what Python would need to call a part halves the time it takes to compile a kernel.
PART: dict[str, Any] = {"no_cpython_wrapper": ONE_MODULE, "no_cfunc_wrapper": ONE_MODULE, **OPTIONS}

u32, u64, i32, i64 = np.uint32, np.uint64, np.int32, np.int64


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


@jit
def count(counts: Any, index: Any) -> None:
    """Count one more."""
    counts[index] += 1


@jit
def add(tally: Any, index: Any, amount: Any) -> None:
    """Add to a sum."""
    tally[index] += amount


@jit
def raise_to(tally: Any, index: Any, amount: Any) -> None:
    """Keep the largest."""
    tally[index] = max(tally[index], amount)
