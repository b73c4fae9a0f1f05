"""A family's room on the floor of game protection."""

from collections.abc import Callable, Mapping

from pitboss.families import family
from pitboss.protect.desk import Asked, Progress, Protection
from pitboss.rules.errors import RulesError
from pitboss.rules.rules import Rules

# The rules, the same with other values set, what is asked, and who is told of each step.
Protect = Callable[[Rules, Callable[[Mapping[str, object]], Rules], Asked, Progress], Protection]


def protection_of(rules: Rules) -> Protect:
    """What works out a game's protection, where its family brings it."""
    room = family(rules.family).protect
    if room is None:
        raise RulesError(
            f"what {rules.game} could lose is not worked out: the family {rules.family} brings no protection"
        )
    protect: Protect = room.open()
    return protect
