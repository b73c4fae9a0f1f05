"""A family's room in the house: what its players can be told, and who plays when rounds are dealt by themselves."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol

import msgspec

from pitboss.families import family
from pitboss.procedure.moves import Move
from pitboss.procedure.table import Table
from pitboss.rules.rules import Rules

NO_ANSWER = "the adviser has no answer for this decision"


class Cell(NamedTuple):
    """A place on a strategy chart: which card of it, which row, which column."""

    chart: str
    row: str
    column: str


class ChartRow(msgspec.Struct, frozen=True):
    """A row of a strategy chart; each cell is what to do there, in a letter or a word."""

    label: str
    cells: tuple[str, ...]


class Chart(msgspec.Struct, frozen=True):
    """One card of a strategy."""

    name: str
    columns: tuple[str, ...]
    rows: tuple[ChartRow, ...]


class Question(Protocol):
    """What a player is asked, as the family's solver takes it."""

    @property
    def bet_cents(self) -> int:
        """What the values are shares of."""

    @property
    def doubts(self) -> tuple[str, ...]:
        """What an answer leaves out of account."""

    @property
    def cell(self) -> Cell:
        """Where it stands on the family's strategy chart."""

    @property
    def words(self) -> str:
        """What is asked, as a player would say it."""


class Players(Protocol):
    """Everybody at a table that deals by itself."""

    def wagers(self, table: Table) -> Sequence[Move]:
        """What everybody does before the deal."""

    def move(self, table: Table) -> Move:
        """What the one does who is asked."""


@dataclass(frozen=True, kw_only=True)
class FamilyHouse:
    """What the house does for players of a family in which something is decided."""

    question: Callable[
        ..., Any
    ]  # of a table, a player and, where several are asked about, a box: a `Question`, or None
    values: Callable[[Any], Mapping[str, float]]  # what each allowed option is worth, in bets
    warm_up: Callable[[], None]
    strategy: Callable[[Any, str | None], Any]  # from a file, or the best there is
    players: Callable[[Any, Any, int], Players]  # of these rules and that strategy, for a bet of so many cents
    side_question: Callable[[Any, str, int], Any] = lambda rules, wager, cents: None  # a side wager, as a `Question`
    charts: Callable[[Any], Sequence[Chart]] = lambda rules: ()  # the best strategy, as cards people carry


def house_of(rules: Rules) -> FamilyHouse | None:
    """The room of the game's family, if it has one."""
    room = family(rules.family).house
    if room is None:
        return None
    opened: FamilyHouse = room.open()
    return opened
