"""A family's room on the floor of exact values."""

from collections.abc import Callable, Mapping
from typing import Any

from pitboss.families import family
from pitboss.rules.errors import RulesError
from pitboss.rules.rules import Rules

# The exact values by the keys of `solve --json`; `progress` is told each step and the share that is done.
Solver = Callable[[Any, Callable[[str, float], None], bool], Mapping[str, Any]]


def solver_of(rules: Rules) -> Solver:
    """The solver of the game's family; a family without one is said so in one sentence."""
    room = family(rules.family).solve
    if room is None:
        raise RulesError(f"no player decides anything in {rules.game}: there is nothing to solve")
    solver: Solver = room.open()
    return solver
