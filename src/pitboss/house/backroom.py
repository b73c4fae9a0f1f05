"""The backroom: what a table has of its house."""

from collections.abc import Awaitable, Sequence
from dataclasses import dataclass
from typing import Protocol

from pitboss.house.clock import Clock
from pitboss.house.database import Database
from pitboss.house.journal import Entry
from pitboss.house.ledger import Book
from pitboss.house.purses import Purses
from pitboss.house.settings import Settings
from pitboss.house.vault import Vault
from pitboss.procedure.croupier import Croupier


class Writes(Protocol):
    """What makes a table's moves durable."""

    @property
    def failed(self) -> str | None:
        """Why nothing is written any more, in words."""

    @property
    def waits(self) -> str | None:
        """Why nothing is written at present, in words."""

    def submit(self, entries: Sequence[Entry]) -> Awaitable[None]:
        """Write, or raise `Stopped`."""

    def fail(self, sentence: str) -> None:
        """Nothing may be trusted any more."""


@dataclass(frozen=True)
class Backroom:
    """What a table has of its house."""

    book: Book
    vault: Vault
    committer: Writes
    croupier: Croupier
    clock: Clock
    settings: Settings
    database: Database
    purses: Purses | None = None  # none, where chips are for practice
