"""What each doubtful clause is worth: the edge under every option of every reading that touches a game."""

from collections.abc import Mapping
from dataclasses import dataclass

from pitboss.law import Reading, readings_of
from pitboss.rules.rules import BlackjackRules
from pitboss.rules.variant import load
from pitboss.solve.composition import full_shoe
from pitboss.solve.round_values import Table
from pitboss.solve.side_wagers import side_wager_at_table
from pitboss.solve.solution import Progress, best_play, main_game
from pitboss.solve.splits import SplitPlay
from pitboss.solve.terms import game_terms, played_by


@dataclass(frozen=True)
class ReadingValue:
    """One option of one reading: the edges under it, and what it costs the player beside the reading in force."""

    reading: Reading
    option: str
    in_force: bool
    house_edge: float
    side_edges: Mapping[str, float]
    cost: float
    side_costs: Mapping[str, float]

    @property
    def side_cost(self) -> float:
        """What it costs in all the side wagers together."""
        return sum(self.side_costs.values())


@dataclass(frozen=True)
class _Edges:
    main: float
    sides: Mapping[str, float]


def _edges(rules: BlackjackRules, known: dict[object, _Edges], split_play: SplitPlay) -> _Edges:
    """The edges of some rules; rules that differ only in procedure are worked out once."""
    key = (played_by(rules), repr(rules.side_wagers))
    found = known.get(key)
    if found is None:
        table = Table(game_terms(rules), full_shoe(rules), split_play)
        table.deal()
        best, _ = best_play(table)
        sides = {kind.id: side_wager_at_table(kind, table, best).house_edge for kind in rules.side_wagers}
        found = _Edges(main_game(table, best).house_edge, sides)
        known[key] = found
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
            sides = {name: edge - start.sides[name] for name, edge in edges.sides.items() if name in start.sides}
            in_force = rules.readings[reading.id] == option.id
            found.append(
                ReadingValue(reading, option.id, in_force, edges.main, edges.sides, edges.main - start.main, sides)
            )
    return sorted(found, key=lambda value: (-value.cost - value.side_cost, value.reading.id, value.option))
