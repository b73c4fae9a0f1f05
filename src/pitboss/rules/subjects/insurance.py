"""The Insurance Wager."""

from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from typing import Annotated

from pitboss.cards.card import Rank
from pitboss.rules.cited import Group
from pitboss.rules.money import Odds

HALF = Fraction(1, 2)


class InsuranceCollected(Enum):
    """When losing Insurance Wagers are collected."""

    AFTER_READER = "at once when the reader shows no Blackjack"
    AT_SECOND_CARD = "at once when the second card is drawn or disclosed"


@dataclass(frozen=True)
class Insurance(Group):
    """When insurance is offered, how much, and what it pays."""

    insurance_offered: Annotated[bool, "insurance offered"]
    insurance_up_card: Annotated[Rank, "when the dealer shows"]
    insurance_wins_on: Annotated[tuple[Rank, ...], "wins when the other card is"]
    insurance_share: Annotated[Fraction, "not more than this share of the bet"]
    insurance_rounds_up: Annotated[bool, "rounded up to the next chip when the share cannot be bet"]
    insurance_odds: Annotated[Odds, "insurance pays"]
    insurance_placed: Annotated[str, "placed"]
    insurance_collected: Annotated[InsuranceCollected, "losing insurance is collected"]
    even_money: Annotated[bool, "even money for a Blackjack against an ace"]
