"""What is in the shoe when the round begins: cards by value, and the ten-value cards by rank."""

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from pitboss.cards.card import Rank
from pitboss.rules.errors import RulesError
from pitboss.rules.rules import BlackjackRules
from pitboss.rules.subjects.points import TWENTY_ONE

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


def can_run_out(rules: BlackjackRules, shoe: Composition) -> bool:
    """Whether one box and the dealer could come to the end of a shoe in the middle of a round.

    All but its last card leave a hand below 21 and the dealer below the total he draws to; the smallest cards there are
    make the most of that, each hand has a last card, and maybe one more by a Second Chance.
    """
    hands = rules.splitting.split_hands
    points = hands * (TWENTY_ONE - 1) + rules.dealer.dealer_stands_on
    drawn = 0
    for value, n in enumerate(shoe.values, 1):
        taken = min(n, points // value)
        points -= taken * value
        drawn += taken
    return drawn + hands * (2 if rules.second_chance.second_chance else 1) + 1 > shoe.cards


def full_shoe(rules: BlackjackRules) -> Composition:
    """All the cards of a game."""
    each = SUITS * rules.cards.decks
    return Composition(tuple(0 if rank in rules.cards.ranks_removed else each for rank in Rank))
