"""The Second Chance Wager of Double Back Jack."""

from dataclasses import dataclass
from typing import Annotated

from pitboss.law import Citation
from pitboss.rules.cited import Group, silent
from pitboss.rules.money import EVEN_MONEY, Odds


@dataclass(frozen=True)
class SecondChance(Group):
    """A busted hand may buy one card that is subtracted from its total."""

    heading = "Second Chance"
    second_chance: Annotated[bool, "offered to a hand over the limit"] = silent(False)
    second_chance_after_double: Annotated[bool, "to a doubled hand"] = silent(False)
    second_chance_after_split: Annotated[bool, "to a split hand"] = silent(False)
    second_chance_wager: Citation = ()
    second_chance_ace: Annotated[int, "an ace subtracts"] = silent(1)
    second_chance_odds: Annotated[Odds, "the Second Chance Wager pays"] = silent(EVEN_MONEY)
    second_chance_over: Citation = ()
    second_chance_exact: Citation = ()
