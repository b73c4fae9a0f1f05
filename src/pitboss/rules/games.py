"""The five games by id."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from types import MappingProxyType
from typing import Any

from pitboss.rules import double_attack_nj, double_attack_pa, double_back_jack_pa, double_deck_house, five_card_hi_lo_pa
from pitboss.rules.cited import Readings
from pitboss.rules.errors import RulesError, nearest
from pitboss.rules.options import Option, TableLimits, options_of
from pitboss.rules.rules import Rules


@dataclass(frozen=True)
class Game:
    """A game as the law has it: what the house may choose, and the rules that follow from a choice."""

    id: str
    title: str
    document: str
    house: type[TableLimits]
    rules: Callable[[Any, Readings], Rules]
    submission_file: str

    @cached_property
    def options(self) -> Mapping[str, Option]:
        """What the law leaves to the house."""
        return options_of(self.house)


def _game(module: Any) -> Game:
    file = module.__name__.rpartition(".")[2] + ".toml"
    return Game(module.GAME, module.TITLE, module.DOCUMENT, module.House, module.rules, file)


_MODULES = (double_attack_pa, double_attack_nj, double_back_jack_pa, double_deck_house, five_card_hi_lo_pa)
GAMES: Mapping[str, Game] = MappingProxyType({game.id: game for game in map(_game, _MODULES)})


def game(game_id: str) -> Game:
    """The game of that id; an unknown one raises `RulesError` with the nearest."""
    try:
        return GAMES[game_id]
    except KeyError:
        raise RulesError(f"no game is called {game_id!r}. {nearest(game_id, GAMES)}") from None
