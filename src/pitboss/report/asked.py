"""What is asked of a game, and what an answer can do."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from pitboss.rules.errors import RulesError
from pitboss.rules.places import writable
from pitboss.rules.rules import Rules
from pitboss.rules.variant import load
from pitboss.solve.splits import CONVENTIONS, SplitPlay
from pitboss.solve.strategy import Strategy
from pitboss.solve.strategy_file import write_strategy

STRATEGY_SUFFIXES = (".csv", ".json")


class Found(Protocol):
    """Something worked out."""

    def as_json(self) -> dict[str, Any]: ...

    def show(self) -> None: ...


class FoundGame(Found, Protocol):
    """A whole game worked out, and how to play it best where anybody decides anything."""

    @property
    def strategy(self) -> Strategy | None: ...


def strategy_place(path: str) -> Path:
    """Where a strategy can be written."""
    if path and Path(path).suffix not in STRATEGY_SUFFIXES:
        raise RulesError(f"{path} ends in neither {' nor '.join(STRATEGY_SUFFIXES)}")
    return writable(path)


def write_best(found: FoundGame, place: Path) -> Path:
    """Write the best strategy by totals that was found."""
    if found.strategy is None:
        raise RulesError("no player decides anything in this game: it has no strategy")
    write_strategy(found.strategy, place)
    return place


@dataclass(frozen=True)
class OneHand:
    """A hand, or an up card alone, and what is known beside it; cards as people type them."""

    hand: str | None = None
    up: str | None = None
    seen: str | None = None
    attacked: bool = False
    after_split: str | None = None
    added: bool = False


@dataclass(frozen=True)
class Asked:
    """A game with values set and readings chosen."""

    game: str
    sets: Mapping[str, object]
    readings: Mapping[str, str]
    use_cache: bool
    convention: str = "by-hands"
    shoe: str | None = None

    @property
    def split_play(self) -> SplitPlay:
        """By which decisions split hands are played."""
        if self.convention not in CONVENTIONS:
            raise RulesError(f"there is no convention {self.convention!r} for split hands: {', '.join(CONVENTIONS)}")
        return CONVENTIONS[self.convention]

    def rules(self) -> Rules:
        """The rules asked for."""
        return load(self.game, self.sets, self.readings)
