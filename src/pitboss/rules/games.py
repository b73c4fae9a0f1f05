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
    short = getattr(module, "SHORT_TITLE", module.TITLE)
    document, blurb, filed = module.DOCUMENT, getattr(module, "BLURB", ""), _filed(name, module.House)

    def rules(choice: TableLimits, readings: Readings) -> Rules:
        with brought_from(name):
            found: Rules = module.rules(choice, readings)
            return found

    return Game(module.GAME, module.TITLE, short, document, blurb, module.House, rules, filed)


def _filed(name: str, house: type[TableLimits]) -> str:
    """The default submission beside a game's module, or beside the one whose choices it takes over."""
    places = (where.rpartition(".") for where in (name, *(kind.__module__ for kind in house.__mro__)))
    texts = [files(package) / "submissions" / f"{file}.toml" for package, _, file in places if package]
    return next((text for text in texts if text.is_file()), texts[0]).read_text(encoding="utf-8")


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


def elsewhere(game_id: str) -> str:
    """The id of the same game in another state, where there is one other: a title names the state last."""
    name = game(game_id).title.rpartition(", ")[0]
    others = [one.id for one in GAMES.values() if one.id != game_id and one.title.rpartition(", ")[0] == name]
    if len(others) != 1:
        here = f"in {' and '.join(others)}" if others else "in no other state"
        raise RulesError(f"{game_id} is here {here}: say --diff and a game")
    return others[0]


def game(game_id: str) -> Game:
    """The game of that id; an unknown one raises `RulesError` with the nearest."""
    try:
        return GAMES[game_id]
    except KeyError:
        raise RulesError(f"no game is called {game_id!r}. {nearest(game_id, GAMES)}") from None
