"""A kernel run by Python itself: slow, and nothing to compile, for rounds from given cards."""

from collections.abc import Callable
from typing import Any, TypeVar

from pitboss.simulate.machine_words import Word

F = TypeVar("F", bound=Callable[..., Any])

u32: Word = int
u64: Word = int
i32: Word = int
i64: Word = int


def jit(function: F) -> F:
    """A part of the kernel as it stands."""
    return function


def apart(function: F) -> F:
    """A part of the kernel that is seldom needed, called where it is."""
    return function


def kernel(function: F) -> F:
    """A whole kernel as it stands."""
    return function
