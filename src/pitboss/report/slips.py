"""What a slip of a text can cost at most, where its two answers lie between readings that are priced."""

from collections.abc import Mapping
from typing import NamedTuple

from pitboss.law import clauses
from pitboss.rules.rules import Rules


class SlipBound(NamedTuple):
    """A clause taken one way here, and what the other way costs the player at most: the price of a reading."""

    clause: str
    reading: str
    at_most: float

    def told(self) -> str:
        """In a sentence."""
        return (
            f"{self.clause} taken the other way costs the player at most {100 * self.at_most:+z.4f}%: "
            f"no more than {self.reading}."
        )


def slip_bounds(rules: Rules, costs: Mapping[str, float]) -> list[SlipBound]:
    """The slips of a game's text that money hangs on, from the cost of each reading=option."""
    return [
        SlipBound(clause.id, clause.dearest, costs[clause.dearest])
        for clause in clauses().values()
        if clause.document == rules.document and clause.dearest and clause.dearest in costs
    ]
