"""What is asked of a game, and what an answer can do."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from pitboss.rules.errors import RulesError
from pitboss.rules.rules import Rules
from pitboss.rules.variant import load
from pitboss.solve.splits import CONVENTIONS, SplitPlay
from pitboss.solve.strategy import Strategy


class Found(Protocol):
    """Something worked out."""

    def as_json(self) -> dict[str, Any]: ...

    def show(self) -> None: ...


class FoundGame(Found, Protocol):
    """A whole game worked out, and how to play it best where anybody decides anything."""

    @property
    def strategy(self) -> Strategy | None: ...


@dataclass(frozen=True)
class Asked:
    """A game with values set and readings chosen."""

    game: str
    sets: Mapping[str, object]
    readings: Mapping[str, str]
    use_cache: bool
    convention: str = "by-hands"

    @property
    def split_play(self) -> SplitPlay:
        """By which decisions split hands are played."""
        if self.convention not in CONVENTIONS:
            raise RulesError(f"there is no convention {self.convention!r} for split hands: {', '.join(CONVENTIONS)}")
        return CONVENTIONS[self.convention]

    def rules(self) -> Rules:
        """The rules asked for."""
        return load(self.game, self.sets, self.readings)
