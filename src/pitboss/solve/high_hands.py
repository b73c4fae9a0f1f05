"""Two high poker hands of five cards from one deck, counted: how often each kind comes, and how often they are equal.

Nothing is dealt out here: hands are counted by which ranks they have how often, and in how many suits these come.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from math import comb, perm, prod

HAND = 5

# A kind of hand that repeats ranks: how many of its ranks come how often, the more often the higher.
REPEATED: Mapping[str, Mapping[int, int]] = {
    "four of a kind": {4: 1, 1: 1},
    "full house": {3: 1, 2: 1},
    "three of a kind": {3: 1, 1: 2},
    "two pair": {2: 2, 1: 1},
    "pair": {2: 1, 1: 3},
}
ORDER = (
    *("straight flush", "four of a kind", "full house", "flush", "straight"),
    *("three of a kind", "two pair", "pair", "high card"),
)


@dataclass(frozen=True)
class HighHands:
    """A deck of so many suits of so many ranks, of which five together make a straight in so many ways."""

    suits: int = 4
    ranks: int = 13
    sequences: int = 10  # an ace begins one and ends one

    @property
    def cards(self) -> int:
        """All of them."""
        return self.suits * self.ranks

    @property
    def hands(self) -> int:
        """Hands of five."""
        return comb(self.cards, HAND)

    @property
    def pairs_of_hands(self) -> int:
        """A player's hand and a dealer's: the one of all the cards, the other of what is left."""
        return self.hands * comb(self.cards - HAND, HAND)

    @property
    def _others(self) -> int:
        """Five ranks that are no straight."""
        return comb(self.ranks, HAND) - self.sequences

    def _choices(self, repeated: Mapping[int, int]) -> int:
        """In how many ways ranks are chosen that come so often each."""
        left, ways = self.ranks, 1
        for number in repeated.values():
            ways, left = ways * comb(left, number), left - number
        return ways

    def by_kind(self) -> dict[str, int]:
        """How many hands there are of each kind, the highest first."""
        of = {
            name: self._choices(times) * prod(comb(self.suits, n) ** number for n, number in times.items())
            for name, times in REPEATED.items()
        }
        mixed = self.suits**HAND - self.suits
        of |= {"straight flush": self.sequences * self.suits, "straight": self.sequences * mixed}
        of |= {"flush": self._others * self.suits, "high card": self._others * mixed}
        return {name: of[name] for name in ORDER}

    def ties(self) -> dict[str, int]:
        """Of the pairs of hands how many are equal, by their kind: the same ranks, and in one suit both or neither."""
        of = {
            name: self._choices(times)
            * prod((comb(self.suits, n) * comb(max(self.suits - n, 0), n)) ** number for n, number in times.items())
            for name, times in REPEATED.items()
        }
        both = perm(self.suits, 2)
        one = self.suits * (self.suits - 1) ** HAND  # the first in one suit, the other in whatever is left
        neither = perm(self.suits, 2) ** HAND - 2 * one + both
        of |= {"straight flush": self.sequences * both, "straight": self.sequences * neither}
        of |= {"flush": self._others * both, "high card": self._others * neither}
        return {name: of[name] for name in ORDER}
