"""A family's room in the school: what only its dealers do, and what can go wrong only there."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from pitboss.families import family
from pitboss.law import Citation
from pitboss.procedure.asking import Wait
from pitboss.procedure.facts import Fact
from pitboss.procedure.moves import Move
from pitboss.rules.rules import Rules
from pitboss.school.happenings import Happening, happenings
from pitboss.school.items import Drill
from pitboss.school.mistakes import Kind
from pitboss.school.planting import Planted

GoesWrong = Callable[[Any, Wait, Callable[[int], int]], Move | None]  # of the state, what is awaited, and chance
OwnStep = Callable[[Any, Wait, str], Move]  # of the family's own state


@dataclass(frozen=True, kw_only=True)
class FamilySchool:
    """What a family brings to the school; a family without a room has what every table has."""

    steps: Mapping[type[Move], OwnStep] = field(default_factory=dict)  # of its dealer
    players_first: Callable[[Any, str], Iterable[Move]] = lambda t, player: ()  # before the player decides anything
    irregular: Callable[[Any, Fact], Kind | None] = lambda t, fact: None  # what such a fact shows a dealer did wrong
    goes_wrong: GoesWrong = lambda t, waiting, pick: None  # now and then, or is reported
    happenings: Mapping[str, Happening] = field(default_factory=dict)  # what an instructor may have happen
    not_steps: tuple[type[Fact], ...] = ()  # facts that are nobody's step to leave out
    irregularities: Callable[[Any], Citation] = lambda rules: ()  # the clauses on what goes wrong
    settings: Callable[[Any], tuple[Any, ...]] = lambda rules: (rules,)  # rules under which the rarer things happen
    faults: Mapping[str, Planted] = field(default_factory=dict)  # of its own, in a round that is shown
    sums: tuple[Drill, ...] = ()
    instead: Callable[[Any, Move], Move | None] = lambda t, move: None  # a wrong step as the irregularity it is


def school_of(rules: Rules) -> FamilySchool:
    """The room of the game's family."""
    room = family(rules.family).school
    return FamilySchool() if room is None else room.open()


def may_happen(rules: Rules) -> Mapping[str, Happening]:
    """What an instructor may have happen at a table of this game, by name."""
    return happenings(rules, school_of(rules).happenings)
