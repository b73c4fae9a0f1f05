"""The other processes of a house, as one of them sees them: where a table lives, who has the cage, what is open."""

from collections.abc import Mapping, Sequence
from typing import Protocol

import msgspec

from pitboss.house.lobby_cards import Listed

CAGE_MOVES = "the register moves to another process of the house; try again in a few seconds"


class Moving(Exception):
    """Nobody has it at this moment: its process has gone, and another will have taken it up in a few seconds."""

    def __init__(self, sentence: str = "the table moves to another process of the house; nothing is lost") -> None:
        super().__init__(sentence)


class Neighbour(msgspec.Struct, frozen=True):
    """Another process that lives: its id, where it is reached (`host:port`), and how many written tables it has."""

    id: str
    address: str
    tables: int = 0
    draining: bool = False
    version: str = ""


class Neighbours(Protocol):
    """Every other process of the house; whoever is alone has none. What is here is never asked of it."""

    id: str
    address: str

    @property
    def has_cage(self) -> bool:
        """Whether this very process has the cage: accounts, grants, keys, security log, school."""

    @property
    def is_late(self) -> bool:
        """Whether another may have by now what this one had: it was paused, or the database does not answer."""

    async def where(self, table: str) -> str | None:
        """The address of the other process that has a table; None where no such table is open. Or it is `Moving`."""

    async def cage(self) -> str:
        """The address of the other process that has the cage. Or it is `Moving`."""

    def listed(self) -> Mapping[str, Listed]:
        """The tables of all the others as the lobby shows them, as of about a second ago."""

    def living(self) -> Sequence[Neighbour]:
        """The others that live, as of about a second ago."""


class Alone:
    """A house of one process."""

    id = "alone"
    address = ""
    has_cage = True
    is_late = False

    async def where(self, table: str) -> str | None:
        """Nowhere: what is not here is not open."""
        return None

    async def cage(self) -> str:
        """Here: nobody asks."""
        raise Moving(CAGE_MOVES)

    def listed(self) -> Mapping[str, Listed]:
        """Nothing."""
        return {}

    def living(self) -> Sequence[Neighbour]:
        """Nobody."""
        return ()
