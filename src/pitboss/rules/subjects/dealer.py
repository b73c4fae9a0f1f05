"""The dealer's hand."""

from dataclasses import dataclass
from typing import Annotated

from pitboss.law import Citation
from pitboss.rules.cited import Group, silent
from pitboss.rules.subjects.points import DEALER_STANDS_ON


@dataclass(frozen=True)
class Dealer(Group):
    """How the dealer draws."""

    heading = "The dealer's hand"
    dealer_stands_on: Annotated[int, "draws until the hand totals"] = silent(DEALER_STANDS_ON)
    dealer_hits_soft: Annotated[bool, "draws to a soft total of exactly that"] = silent(False)
    dealer_draws_in_vain: Annotated[bool, "draws even when it can no longer matter"] = silent(True)
    hole_card_turned: Citation = ()
    push_total: Annotated[int | None, "a dealer total that makes remaining wagers push"] = silent(None)
