"""What is in the shoe when the round begins: cards by value, and the ten-value cards by rank."""

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from pitboss.cards.card import Rank
from pitboss.rules.errors import RulesError
from pitboss.rules.rules import BlackjackRules

SUITS = 4
TEN = 10
TEN_RANKS = tuple(rank for rank in Rank if rank >= TEN)


@dataclass(frozen=True)
class Composition:
    """Cards left in the shoe: aces to nines, then tens, jacks, queens and kings."""

    ranks: tuple[int, ...]

    def __post_init__(self) -> None:
        if len(self.ranks) != len(Rank) or min(self.ranks) < 0:
            raise RulesError("a shoe has a number of cards, none below zero, for each of the thirteen ranks")

    @property
    def values(self) -> tuple[int, ...]:
        """Cards by value, ace first, every ten-value card last."""
        return (*self.ranks[: TEN - 1], sum(self.ranks[TEN - 1 :]))

    @property
    def cards(self) -> int:
        """How many cards there are."""
        return sum(self.ranks)

    def array(self) -> npt.NDArray[np.float64]:
        """Cards by value for the kernels."""
        return np.array(self.values, float)

    def without(self, ranks: Iterable[Rank]) -> "Composition":
        """The shoe less these cards; more than there are is refused."""
        left = list(self.ranks)
        for rank in ranks:
            if not left[rank - 1]:
                raise RulesError(f"the shoe has no more {rank.label}s: that hand cannot be dealt from it")
            left[rank - 1] -= 1
        return Composition(tuple(left))

    def without_value(self, value: int) -> "Composition":
        """The shoe less one card of a value; of ten-value cards, one of the rank there is most of."""
        if value < TEN:
            return self.without([Rank(value)])
        return self.without([max(TEN_RANKS, key=lambda rank: self.ranks[rank - 1])])


def full_shoe(rules: BlackjackRules) -> Composition:
    """All the cards of a game."""
    each = SUITS * rules.cards.decks
    return Composition(tuple(0 if rank in rules.cards.ranks_removed else each for rank in Rank))
