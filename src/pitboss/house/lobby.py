"""The lobby: which games there are, what may be chosen for a new table, and which tables are open."""

from collections.abc import Mapping
from enum import Enum
from functools import cache

from pitboss.house.live_table import LiveTable
from pitboss.house.lobby_cards import GameCard, Listed, OptionCard, OptionValue, ReadingCard, TableCard, pays_of
from pitboss.house.protocol import OpenTable
from pitboss.law import readings_of
from pitboss.procedure.refusal import Refused
from pitboss.rules.errors import RulesError
from pitboss.rules.games import GAMES, Game
from pitboss.rules.options import OneOf, Option
from pitboss.rules.rules import Rules
from pitboss.rules.text import text_of
from pitboss.rules.variant import load


def _shown(value: object) -> OptionValue:
    if isinstance(value, bool) or (isinstance(value, int) and not isinstance(value, Enum)):
        return value
    return text_of(value)


def _option(option: Option, rules: Rules) -> OptionCard:
    choices = option.allowed.values if isinstance(option.allowed, OneOf) else ()
    leaf = rules.by_name.get(option.name)
    return OptionCard(
        name=option.name,
        question=option.question,
        allowed=str(option.allowed),
        choices=tuple(map(_shown, choices)),
        default=_shown(leaf[1].value) if leaf is not None else None,
        clauses=option.clauses,
    )


@cache
def games() -> tuple[GameCard, ...]:
    """The games with everything that may be chosen."""
    return tuple(_game(game) for game in GAMES.values())


def _game(game: Game) -> GameCard:
    rules = load(game.id)
    return GameCard(
        game=game.id,
        title=game.title,
        blurb=game.blurb,
        document=game.document,
        options=tuple(_option(option, rules) for option in game.options.values()),
        readings=tuple(
            ReadingCard(
                id=reading.id,
                question=reading.question,
                options={option.id: option.means for option in reading.options},
                default=rules.readings[reading.id],
                clauses=reading.clauses,
            )
            for reading in readings_of(game.id)
        ),
        pays=pays_of(rules),
    )


def rules_for(asked: OpenTable) -> Rules:
    """The rules of a new table, within what the law leaves to the house."""
    if asked.game not in GAMES:  # a path to a file would be read by `load`
        raise Refused("table/no-such-game", f"no game is called {asked.game}", (), ", ".join(GAMES))
    options = GAMES[asked.game].options
    sets: dict[str, object] = {}
    for name, value in _chosen(asked).items():
        if name not in options:
            raise Refused("table/no-such-option", f"{name} is not left to the house", (), ", ".join(options))
        sets[name] = value if not isinstance(value, bool) else ("yes" if value else "no")
    try:
        rules = load(asked.game, sets, asked.readings)
    except (RulesError, LookupError) as error:
        raise Refused("table/rules", str(error), (), "choose otherwise") from None
    if rules.departures:
        first = rules.departures[0]
        sentence = f"{first.name} may not be {text_of(first.value)}"
        raise Refused("table/not-lawful", sentence, first.clauses, "choose otherwise")
    return rules


def _chosen(asked: OpenTable) -> Mapping[str, OptionValue]:
    limits = {
        "table_minimum_cents": asked.limits.minimum_cents,
        "table_maximum_cents": asked.limits.maximum_cents,
    }
    return {**asked.options, **{name: cents for name, cents in limits.items() if cents is not None}}


def listed(live: LiveTable) -> Listed:
    """A table in the lobby: one by link only who opened it or sits there finds, and nobody one for practice."""
    if live.practice:
        return Listed(card(live), ())
    only = (live.recipe.opened_by, *live.table.state.people.players) if live.recipe.private else None
    return Listed(card(live), only)


def card(live: LiveTable) -> TableCard:
    """A table as the lobby shows it."""
    state, rules = live.table.state, live.table.state.rules
    return TableCard(
        table=live.id,
        game=rules.game,
        title=rules.title,
        author=rules.author,
        note=rules.note,
        phase=state.phase.value,
        round=state.round,
        positions=state.positions,
        taken={player.seat: player.name for player in state.people.seated() if player.seat is not None},
        minimum_cents=rules.wagers.table_minimum_cents,
        maximum_cents=rules.wagers.table_maximum_cents,
        chip_cents=rules.wagers.chip_unit_cents,
        watching=len(live.watchers),
        private=live.recipe.private,
        departures=tuple(departure.name for departure in rules.departures),
    )
