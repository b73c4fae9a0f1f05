"""What each doubtful clause is worth: the edge under every option of every reading that touches a game."""

from collections.abc import Mapping
from dataclasses import dataclass

from pitboss.law import Reading, readings_of
from pitboss.rules.rules import BlackjackRules
from pitboss.rules.variant import load
from pitboss.solve.composition import full_shoe
from pitboss.solve.round_values import Table
from pitboss.solve.side_wagers import bust_it_at_table
from pitboss.solve.solution import Progress, best_play, main_game
from pitboss.solve.splits import SplitPlay
from pitboss.solve.terms import game_terms


@dataclass(frozen=True)
class ReadingValue:
    """One option of one reading: the edges under it, and what it costs the player beside the reading in force."""

    reading: Reading
    option: str
    in_force: bool
    house_edge: float
    bust_it_edge: float | None
    cost: float
    bust_it_cost: float


@dataclass(frozen=True)
class _Edges:
    main: float
    bust_it: float | None


def _edges(rules: BlackjackRules, known: dict[object, _Edges], split_play: SplitPlay) -> _Edges:
    """The edges of some rules; rules that differ only in procedure are worked out once."""
    game = game_terms(rules)
    insurance = rules.insurance
    key = (
        (game.plain, game.attacked, game.peeked, game.split_hands, game.same_rank, rules.cards.decks),
        (rules.cards.ranks_removed, rules.dealer, insurance.even_money, insurance.insurance_odds),
        (rules.wagers.bust_it_offered, rules.bust_it.bust_it_after_bust),
    )
    found = known.get(repr(key))
    if found is None:
        table = Table(game, full_shoe(rules), split_play)
        table.deal()
        best, _ = best_play(table)
        side = bust_it_at_table(table, best)
        found = _Edges(main_game(table, best).house_edge, None if side is None else side.house_edge)
        known[repr(key)] = found
    return found


def all_readings(
    asked: str,
    sets: Mapping[str, object],
    chosen: Mapping[str, str],
    progress: Progress,
    split_play: SplitPlay = SplitPlay.BY_HANDS,
) -> list[ReadingValue]:
    """Every option of every reading, each beside the readings in force, dearest for the player first."""
    rules = BlackjackRules.of(load(asked, sets, chosen))
    known: dict[object, _Edges] = {}
    start = _edges(rules, known, split_play)
    found = []
    doubtful = list(readings_of(rules.game))
    for number, reading in enumerate(doubtful):
        progress(f"reading {reading.id}", number / len(doubtful))
        for option in reading.options:
            other = BlackjackRules.of(load(asked, sets, {**chosen, reading.id: option.id}))
            edges = _edges(other, known, split_play)
            side = (edges.bust_it or 0.0) - (start.bust_it or 0.0)
            in_force = rules.readings[reading.id] == option.id
            found.append(
                ReadingValue(reading, option.id, in_force, edges.main, edges.bust_it, edges.main - start.main, side)
            )
    return sorted(found, key=lambda value: (-value.cost - value.bust_it_cost, value.reading.id, value.option))
