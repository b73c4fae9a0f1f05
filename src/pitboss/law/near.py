"""How to go on after a word that nobody knows."""

from collections.abc import Iterable
from difflib import get_close_matches


def nearest(word: str, known: Iterable[str]) -> str:
    """The nearest known word, small and capital letters alike, or all of them."""
    names = {name.casefold(): name for name in known}
    near = get_close_matches(word.casefold(), names, n=1, cutoff=0.4)
    return f"Did you mean {names[near[0]]!r}?" if near else f"There are: {', '.join(names.values())}."
