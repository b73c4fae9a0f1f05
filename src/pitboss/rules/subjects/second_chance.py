"""The Second Chance Wager of Double Back Jack."""

from dataclasses import dataclass
from typing import Annotated

from pitboss.rules.cited import Group, silent
from pitboss.rules.money import EVEN_MONEY, Odds


@dataclass(frozen=True)
class SecondChance(Group):
    """A busted hand may buy one card that is subtracted from its total."""

    second_chance: Annotated[bool, "offered to a hand over the limit"]
    second_chance_after_double: Annotated[bool, "to a doubled hand"]
    second_chance_after_split: Annotated[bool, "to a split hand"]
    second_chance_wager: Annotated[str, "the wager"]
    second_chance_ace: Annotated[int, "an ace subtracts"]
    second_chance_odds: Annotated[Odds, "pays"]
    second_chance_bet: Annotated[str, "the bet, when the Second Chance Wager wins"]
    second_chance_over: Annotated[str, "still over the limit"]
    second_chance_exact: Annotated[str, "exactly the limit"]
    second_chance_under: Annotated[str, "under the limit"]


def not_offered() -> SecondChance:
    """The games whose text knows no Second Chance Wager."""
    return SecondChance(
        second_chance=silent(False),
        second_chance_after_double=silent(False),
        second_chance_after_split=silent(False),
        second_chance_wager=silent("none"),
        second_chance_ace=silent(1),
        second_chance_odds=silent(EVEN_MONEY),
        second_chance_bet=silent("none"),
        second_chance_over=silent("none"),
        second_chance_exact=silent("none"),
        second_chance_under=silent("none"),
    )
