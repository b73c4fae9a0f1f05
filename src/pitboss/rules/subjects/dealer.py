"""The dealer's hand."""

from dataclasses import dataclass
from typing import Annotated

from pitboss.rules.cited import Group


@dataclass(frozen=True)
class Dealer(Group):
    """How the dealer draws."""

    dealer_stands_on: Annotated[int, "draws until the hand totals"]
    dealer_hits_soft: Annotated[bool, "draws to a soft total of exactly that"]
    dealer_draws_in_vain: Annotated[bool, "draws even when it can no longer matter"]
    hole_card_turned: Annotated[str, "the second card is turned or dealt face up"]
    push_total: Annotated[int | None, "a dealer total that makes remaining wagers push"]
