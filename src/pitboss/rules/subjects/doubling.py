"""Doubling down."""

from dataclasses import dataclass
from enum import Enum
from typing import Annotated

from pitboss.law import Citation
from pitboss.rules.cited import Group, silent

FIRST_TWO_CARDS = 2


class DoubleLimit(Enum):
    """The most a double down may add."""

    BET_AND_ATTACK = "the bet and the Double Attack Wager together"
    BET = "the bet"


class DoubleCard(Enum):
    """How the one card lies."""

    UP_SIDEWAYS = "face up and sideways"
    DOWN_TUCKED = "face down, tucked under the bet"


@dataclass(frozen=True)
class Doubling(Group):
    """When a hand may be doubled, for how much, on which card."""

    heading = "Doubling down"
    double_on_cards_at_least: Annotated[int, "on a hand of at least so many cards"] = silent(FIRST_TWO_CARDS)
    double_on_cards_at_most: Annotated[int | None, "and at most"] = silent(FIRST_TWO_CARDS)
    double_on_totals: Annotated[tuple[int, ...], "and only on a total of, where not on any"] = silent(())
    double_limit: Annotated[DoubleLimit, "not above"] = silent(DoubleLimit.BET)
    double_for_less: Annotated[bool, "a smaller amount is accepted"] = silent(False)
    double_cards: Citation = ()
    double_card: Annotated[DoubleCard, "the card is placed"] = silent(DoubleCard.UP_SIDEWAYS)
    double_after_split: Annotated[bool, "on a split hand"] = silent(False)
    double_split_aces: Annotated[bool, "on a split ace"] = silent(False)
    double_on_blackjack: Annotated[bool, "on a Blackjack"] = silent(False)

    def on_total(self, total: int) -> bool:
        """Whether a hand of this total, an ace in it counted as 11 while that fits, may be doubled for all that."""
        return not self.double_on_totals or total in self.double_on_totals

    def on_cards(self, cards: int) -> bool:
        """Whether a hand of so many cards may be doubled for all that."""
        most = self.double_on_cards_at_most
        return self.double_on_cards_at_least <= cards and (most is None or cards <= most)
