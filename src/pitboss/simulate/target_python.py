"""A kernel run by Python itself: slow, and nothing to compile, for rounds from given cards."""

from collections.abc import Callable
from typing import Any, TypeVar

F = TypeVar("F", bound=Callable[..., Any])

u32 = u64 = i32 = i64 = int


def jit(function: F) -> F:
    """A part of the kernel as it stands."""
    return function


def apart(function: F) -> F:
    """A part of the kernel that is seldom needed, called where it is."""
    return function


def kernel(function: F) -> F:
    """A whole kernel as it stands."""
    return function


def count(counts: Any, index: Any) -> None:
    """Count one more."""
    counts[index] += 1


def add(tally: Any, index: Any, amount: Any) -> None:
    """Add to a sum."""
    tally[index] += amount


def raise_to(tally: Any, index: Any, amount: Any) -> None:
    """Keep the largest."""
    tally[index] = max(tally[index], amount)
