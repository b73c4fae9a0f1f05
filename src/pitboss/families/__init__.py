"""The families of games: one record each, found by name, from the package and from installed plug-ins.

This is the lowest floor: it imports nothing of pitboss, and names what stands on the floors above.
"""

from pitboss.families.record import Addition, BadPlugIn, Family, Room, Text, brought_from
from pitboss.families.registry import families, family

__all__ = ["Addition", "BadPlugIn", "Family", "Room", "Text", "brought_from", "families", "family"]
