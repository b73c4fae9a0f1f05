"""Taking a stack apart and putting it together; positions are counted in cards from the top."""

from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")


def cut(stack: Sequence[T], position: int) -> tuple[T, ...]:
    """The stack after a cut: the cards above the position go to the bottom, in the order they lay."""
    if not 0 < position < len(stack):
        raise ValueError(
            f"A cut of {len(stack)} cards needs at least one card on either side of it; position {position} has not."
        )
    return (*stack[position:], *stack[:position])


def halves(stack: Sequence[T]) -> tuple[tuple[T, ...], tuple[T, ...]]:
    """The top half and the bottom half; the odd card, if there is one, stays at the bottom."""
    middle = len(stack) // 2
    return tuple(stack[:middle]), tuple(stack[middle:])
