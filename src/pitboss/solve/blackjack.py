"""The solver of the blackjack family, as a room of its record."""

from typing import Any

from pitboss.rules.rules import BlackjackRules
from pitboss.solve.cache import solved
from pitboss.solve.solution import Progress, as_json


def solve_blackjack(rules: BlackjackRules, progress: Progress, use_cache: bool) -> dict[str, Any]:
    """The exact values for machines, from the disk if they were worked out before."""
    return as_json(solved(rules, progress, use_cache))
