"""What is wrong with rules somebody asked for, in one sentence each."""

from collections.abc import Iterable
from difflib import get_close_matches


class RulesError(ValueError):
    """Rules that cannot be had: an unknown game or name, a value that makes no sense, a submission the law refuses."""


def nearest(word: str, known: Iterable[str]) -> str:
    """How to go on after an unknown word: the nearest known one, or all of them."""
    names = list(known)
    near = get_close_matches(word, names, n=1, cutoff=0.4)
    return f"Did you mean {near[0]!r}?" if near else f"There are: {', '.join(names)}."
