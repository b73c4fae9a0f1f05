"""A kernel run by Python itself: slow, and nothing to compile, for rounds from given cards."""

from collections.abc import Callable
from typing import Any, TypeVar

from pitboss.simulate.machine_words import U32, U64, Word

F = TypeVar("F", bound=Callable[..., Any])

u32: Word = int
u64: Word = int
i32: Word = int
i64: Word = int
word: Word = int
WORD_BITS, COUNTS_BITS, TABLES_MOST = 63, True, 0


def set_bits(number: U64) -> U32:
    """How many bits of a number are set."""
    return number.bit_count()


def jit(function: F) -> F:
    """A part of the kernel as it stands."""
    return function


def apart(function: F) -> F:
    """A part of the kernel that is seldom needed, called where it is."""
    return function


def kernel(function: F) -> F:
    """A whole kernel as it stands."""
    return function
