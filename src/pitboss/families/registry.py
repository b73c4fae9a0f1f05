"""All families there are: those of the package, then those that installed packages bring."""

from collections.abc import Mapping
from functools import cache
from importlib.metadata import entry_points
from types import MappingProxyType

from pitboss.families.record import Addition, BadPlugIn, Family, Room

PLUG_INS = "pitboss.families"
OWN = (Room("pitboss.families.blackjack:BLACKJACK"), Room("pitboss.families.from_the_hand:FROM_THE_HAND"))


@cache
def families() -> Mapping[str, Family]:
    """Every family by its name."""
    found: dict[str, Family] = {family.name: family for family in (room.open() for room in OWN)}
    for point in sorted(entry_points(group=PLUG_INS), key=lambda point: point.name):
        brought = _brought(f"the plug-in {point.name} ({point.value})", Room(point.value))
        if isinstance(brought, Family):
            if brought.name in found:
                raise BadPlugIn(f"the plug-in {point.name} brings a family {brought.name!r}, and there is one already")
            found[brought.name] = brought
        elif brought.to not in found:
            raise BadPlugIn(f"the plug-in {point.name} adds to a family {brought.to!r}, and there is none")
        else:
            found[brought.to] = found[brought.to].with_addition(brought)
    return MappingProxyType(found)


def _brought(who: str, room: Room) -> Addition:
    try:
        brought = room.open()
    except Exception as error:  # whatever a stranger's module does when it is imported
        raise BadPlugIn(f"{who} cannot be loaded: {type(error).__name__}: {error}") from error
    if not isinstance(brought, Addition):
        raise BadPlugIn(f"{who} is neither a Family nor an Addition to one")
    return brought


def family(name: str) -> Family:
    """The family of that name."""
    return families()[name]
