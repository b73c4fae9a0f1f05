"""A family's room in the school: what only its dealers do, and what can go wrong only there."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from pitboss.families import family
from pitboss.procedure.asking import Wait
from pitboss.procedure.facts import Fact
from pitboss.procedure.moves import Move
from pitboss.rules.rules import Rules
from pitboss.school.mistakes import Kind

OwnStep = Callable[[Any, Wait, str], Move]  # of the family's own state


@dataclass(frozen=True, kw_only=True)
class FamilySchool:
    """What a family brings to the school; a family without a room has what every table has."""

    steps: Mapping[type[Move], OwnStep] = field(default_factory=dict)  # of its dealer
    players_first: Callable[[Any, str], Iterable[Move]] = lambda t, player: ()  # before the player decides anything
    irregular: Callable[[Any, Fact], Kind | None] = lambda t, fact: None  # what such a fact shows a dealer did wrong
    instead: Callable[[Any, Move], Move | None] = lambda t, move: None  # a wrong step as the irregularity it is


def school_of(rules: Rules) -> FamilySchool:
    """The room of the game's family."""
    room = family(rules.family).school
    return FamilySchool() if room is None else room.open()
