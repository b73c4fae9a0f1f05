"""What each doubtful clause is worth: the edge under every option of every reading that touches a game."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from pitboss.law import Reading, readings_of
from pitboss.rules.rules import BlackjackRules
from pitboss.rules.variant import load
from pitboss.solve.composition import full_shoe
from pitboss.solve.round_values import Table
from pitboss.solve.side_wagers import side_wager_at_table
from pitboss.solve.solution import Progress, best_against, main_game
from pitboss.solve.splits import SplitPlay
from pitboss.solve.terms import game_terms, played_by
from pitboss.solve.up_card import UpCard

TOGETHER = 4  # games worked out side by side: more of them save little, and hold so much more memory


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


def _key(rules: BlackjackRules) -> object:
    """Equal for rules that differ only in procedure."""
    return played_by(rules), repr(rules.side_wagers)


def _edges(every: Iterable[BlackjackRules], split_play: SplitPlay, progress: Progress) -> dict[object, _Edges]:
    """The edges of all these rules, by their key."""
    different = {_key(rules): rules for rules in every}
    alike: dict[object, list[object]] = {}
    for key, rules in different.items():
        alike.setdefault((game_terms(rules).dealer, full_shoe(rules)), []).append(key)
    found: dict[object, _Edges] = {}
    for keys in alike.values():
        for n in range(0, len(keys), TOGETHER):
            progress(f"{len(found)} of {len(different)} ways to read it", len(found) / len(different))
            some = keys[n : n + TOGETHER]
            found |= zip(some, _edges_together([different[key] for key in some], split_play), strict=True)
    return found


def _edges_together(alike: Sequence[BlackjackRules], split_play: SplitPlay) -> Iterator[_Edges]:
    """The edges of games with one dealer: what he does against an up card's hands is worked out once for all."""
    tables = [Table(game_terms(rules), full_shoe(rules), split_play) for rules in alike]
    for table in tables:
        table.share(tables[0])
    best: list[dict[int, UpCard]] = [{} for _ in tables]
    for up in tables[0].ups:
        for table, played in zip(tables, best, strict=True):
            played[up], _ = best_against(table, up)
    for table, played in zip(tables, best, strict=True):
        sides = {k.id: side_wager_at_table(k, table, played).house_edge for k in table.game.rules.side_wagers}
        yield _Edges(main_game(table, played).house_edge, sides)


def all_readings(
    asked: str,
    sets: Mapping[str, object],
    chosen: Mapping[str, str],
    progress: Progress,
    split_play: SplitPlay = SplitPlay.BY_HANDS,
) -> list[ReadingValue]:
    """Every option of every reading, each beside the readings in force, dearest for the player first."""
    rules = BlackjackRules.of(load(asked, sets, chosen))
    read = [
        (reading, option.id, BlackjackRules.of(load(asked, sets, {**chosen, reading.id: option.id})))
        for reading in readings_of(rules.game)
        for option in reading.options
    ]
    known = _edges([rules, *(other for _, _, other in read)], split_play, progress)
    start, found = known[_key(rules)], []
    for reading, option, other in read:
        edges = known[_key(other)]
        sides = {name: edge - start.sides[name] for name, edge in edges.sides.items() if name in start.sides}
        in_force = rules.readings[reading.id] == option
        found.append(ReadingValue(reading, option, in_force, edges.main, edges.sides, edges.main - start.main, sides))
    return sorted(found, key=lambda value: (-value.cost - value.side_cost, value.reading.id, value.option))
