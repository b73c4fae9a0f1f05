"""The Insurance Wager."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated

from pitboss.cards.card import Rank
from pitboss.law import Citation
from pitboss.rules.cited import Group, silent
from pitboss.rules.money import TWO_TO_ONE, Odds

HALF = Fraction(1, 2)


@dataclass(frozen=True)
class Insurance(Group):
    """When insurance is offered, how much, and what it pays."""

    heading = "Insurance"
    insurance_offered: Annotated[bool, "insurance offered"] = silent(False)
    insurance_up_card: Annotated[Rank, "when the dealer shows"] = silent(Rank.ACE)
    insurance_wins_on: Annotated[tuple[Rank, ...], "wins when the other card is"] = silent(())
    insurance_share: Annotated[Fraction, "not more than this share of the bet"] = silent(HALF)
    insurance_rounds_up: Annotated[bool, "rounded up to the next chip when the share cannot be bet"] = silent(False)
    insurance_odds: Annotated[Odds, "insurance pays"] = silent(TWO_TO_ONE)
    insurance_placed: Citation = ()
    insurance_collected: Citation = ()
    even_money: Annotated[bool, "even money for a Blackjack against an ace"] = silent(False)

    @property
    def even_money_offered(self) -> bool:
        """Whether a Blackjack may have even money, which is offered with insurance."""
        return self.even_money and self.insurance_offered
