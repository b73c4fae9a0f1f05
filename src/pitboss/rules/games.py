"""The games by id, of every family."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from importlib import import_module
from importlib.resources import files
from typing import Any

from pitboss.families import brought_from, families
from pitboss.rules.cited import Readings
from pitboss.rules.errors import RulesError, nearest
from pitboss.rules.options import Option, TableLimits, options_of
from pitboss.rules.rules import Rules


@dataclass(frozen=True)
class Game:
    """A game as the law has it: what the house may choose, and the rules that follow from a choice."""

    id: str
    title: str
    short_title: str
    document: str
    blurb: str
    house: type[TableLimits]
    rules: Callable[[Any, Readings], Rules]
    submission: str

    @cached_property
    def options(self) -> Mapping[str, Option]:
        """What the law leaves to the house."""
        return options_of(self.house)


def _game(name: str) -> Game:
    module: Any = import_module(name)
    package, _, file = name.rpartition(".")
    filed = (files(package) / "submissions" / f"{file}.toml").read_text(encoding="utf-8")
    short = getattr(module, "SHORT_TITLE", module.TITLE)
    document, blurb = module.DOCUMENT, getattr(module, "BLURB", "")
    return Game(module.GAME, module.TITLE, short, document, blurb, module.House, module.rules, filed)


class _Games(Mapping[str, Game]):
    """Looked for when first asked: a plug-in's rules, imported first of all, import this module in their turn."""

    @cached_property
    def _found(self) -> Mapping[str, Game]:
        found = {}
        for name in (name for family in families().values() for name in family.games):
            with brought_from(name):
                game = _game(name)
                found[game.id] = game
        return found

    def __getitem__(self, game_id: str) -> Game:
        return self._found[game_id]

    def __iter__(self) -> Iterator[str]:
        return iter(self._found)

    def __len__(self) -> int:
        return len(self._found)


GAMES: Mapping[str, Game] = _Games()


def game(game_id: str) -> Game:
    """The game of that id; an unknown one raises `RulesError` with the nearest."""
    try:
        return GAMES[game_id]
    except KeyError:
        raise RulesError(f"no game is called {game_id!r}. {nearest(game_id, GAMES)}") from None
