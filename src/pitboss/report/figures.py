"""Everything a math report says, gathered as the JSON of the commands that say it: `solve` and `simulate`."""

import tempfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path
from time import perf_counter
from typing import Any

from pitboss.report.counter import Counter, counter, toml_of
from pitboss.report.solve_command import Asked, every_reading, whole_game
from pitboss.rules.errors import RulesError
from pitboss.rules.rules import BlackjackRules, HiLoRules, Rules
from pitboss.rules.text import text_of
from pitboss.rules.variant import load
from pitboss.simulate.command import run_command
from pitboss.solve.composition import full_shoe
from pitboss.solve.round_values import Table
from pitboss.solve.solution import Progress, best_play, main_game
from pitboss.solve.strategy import Strategy
from pitboss.solve.terms import game_terms

SPREAD = 8
DECKS = tuple(range(1, 9))
PLACES = (Fraction(3, 4), Fraction(1, 2), Fraction(1, 3), Fraction(1, 4), Fraction(1, 6))
LEAST_ROUNDS = 10_000
COUNTER_SHARE = 5  # a counter's run is this many times shorter than the longest
FRESH = {"shuffling": "continuous"}  # the exact value is that of a full shoe


@dataclass(frozen=True)
class Effort:
    """How much is simulated: the rounds of the longest run, the seed, the device."""

    rounds: int = 100_000_000
    seed: int = 1
    device: str = "cpu"
    threads: int | None = None

    def __post_init__(self) -> None:
        if self.rounds < LEAST_ROUNDS:
            raise RulesError(f"a report plays at least {LEAST_ROUNDS} rounds, not {self.rounds}")


@dataclass(frozen=True)
class Point:
    """One simulation of a series: what was varied, the command that repeats it, its JSON."""

    label: str
    place: float
    lawful: bool
    command: str
    found: Mapping[str, Any]


@dataclass(frozen=True)
class CounterPoints:
    """What one counter wins at each depth, and the file it counts by."""

    counter: Counter
    toml: str
    points: tuple[Point, ...]


@dataclass(frozen=True)
class Decks:
    """The exact edge with so many decks."""

    decks: int
    house_edge: float
    lawful: bool
    in_force: bool


@dataclass(frozen=True)
class Figures:
    """A game's figures; what a game without decisions does not have is empty."""

    rules: Rules
    asked: Asked
    solution: Mapping[str, Any] = field(default_factory=dict)
    strategy: Strategy | None = None
    readings: Sequence[Mapping[str, Any]] = ()
    decks: Sequence[Decks] = ()
    depths: Sequence[Point] = ()
    counters: Sequence[CounterPoints] = ()
    convergence: Sequence[Point] = ()
    seconds: Mapping[str, float] = field(default_factory=dict)
    effort: Effort = field(default_factory=Effort)

    def as_json(self) -> dict[str, Any]:
        """All of it, for machines; each simulated point with the command that gives it."""

        def points(series: Sequence[Point]) -> list[dict[str, Any]]:
            return [{"command": p.command, "lawful": p.lawful, "simulate": p.found} for p in series]

        return {
            "game": self.rules.game,
            "rules_hash": self.rules.hash,
            "solve": self.solution,
            "all_readings": list(self.readings),
            "decks": [vars(one) for one in self.decks],
            "depths": points(self.depths),
            "counters": [
                {"wager": one.counter.wager, "count": one.toml, "depths": points(one.points)} for one in self.counters
            ],
            "convergence": points(self.convergence),
            "seconds": dict(self.seconds),
        }


class _Gatherer:
    """One report's questions to the solver and the simulator, timed."""

    def __init__(self, asked: Asked, effort: Effort, progress: Progress) -> None:
        self.asked, self.effort, self.progress = asked, effort, progress
        self.seconds: dict[str, float] = {}

    def timed(self, name: str, start: float) -> None:
        self.seconds[name] = perf_counter() - start

    def load(self, **sets: object) -> Rules:
        return load(self.asked.game, {**self.asked.sets, **sets}, self.asked.readings)

    def command(self, rounds: int, sets: Mapping[str, object], count: str = "") -> str:
        """The words that repeat a simulation."""
        words = ["pitboss simulate", self.asked.game]
        words += [f"--set {name}={text_of(value)}" for name, value in {**self.asked.sets, **sets}.items()]
        words += [f"--reading {name}={option}" for name, option in self.asked.readings.items()]
        words += [f"--rounds {rounds}", f"--seed {self.effort.seed}"]
        return " ".join(words + ([f"--count {count}"] if count else []) + ["--json"])

    def point(
        self, label: str, place: float, rounds: int, sets: Mapping[str, object], count: Path | None = None
    ) -> Point:
        rules = self.load(**sets)
        lawful = not {d.name for d in rules.departures} & set(sets)
        effort = self.effort
        found = run_command(
            rules,
            rounds=rounds,
            seed=effort.seed,
            count=None if count is None else str(count),
            device=effort.device,
            threads=effort.threads,
            as_json_only=True,
        )
        return Point(label, place, lawful, self.command(rounds, sets, count.name if count else ""), found)


def places(rules: BlackjackRules) -> list[Fraction]:
    """Where the cover card is put in turn, from the back: the house's own place among them."""
    return sorted({*PLACES, rules.shuffle.cover_card_placed}, reverse=True)


def dealt(rules: BlackjackRules) -> float:
    """The share of all the cards dealt before the cover card comes."""
    shoe = full_shoe(rules)
    return 1 - rules.shuffle.cover_card_cards(shoe.cards, shoe.cards // rules.cards.decks) / shoe.cards


def _decks(gather: _Gatherer, rules: BlackjackRules) -> list[Decks]:
    found = []
    for number, decks in enumerate(sorted({*DECKS, rules.cards.decks})):
        gather.progress(f"{decks} decks", number / len(DECKS))
        other = gather.load(decks=decks)
        assert isinstance(other, BlackjackRules)
        table = Table(game_terms(other), full_shoe(other))
        table.deal()
        edge = main_game(table, best_play(table)[0]).house_edge
        lawful = "decks" not in {d.name for d in other.departures}
        found.append(Decks(decks, edge, lawful, decks == rules.cards.decks))
    return found


def _depths(gather: _Gatherer, rules: BlackjackRules, rounds: int, count: Path | None = None) -> Iterator[Point]:
    for place in places(rules):
        sets = {"cover_card_placed": str(place)}
        there = gather.load(**sets)
        assert isinstance(there, BlackjackRules)
        yield gather.point(str(place), dealt(there), rounds, sets, count)


def _counters(gather: _Gatherer, rules: BlackjackRules, solution: Mapping[str, Any]) -> Iterator[CounterPoints]:
    shoe = full_shoe(rules)
    cards, deck = tuple(shoe.values), shoe.cards // rules.cards.decks
    wagers = {"main": solution} | dict(solution["side_wagers"])
    labels = list(solution["effects_of_removal"])
    for wager, of in wagers.items():
        effects = {1 if label == "A" else int(label): of["effects_of_removal"].get(label, 0.0) for label in labels}
        made = counter(wager, effects, of["house_edge"], cards, deck)
        if made is None or made.favourable is None:
            continue
        with tempfile.TemporaryDirectory(prefix="pitboss-") as folder:
            path = Path(folder) / f"{wager}.toml"
            path.write_text(toml_of(made, SPREAD), encoding="utf-8")
            gather.progress(f"a counter of {wager}", 0.0)
            rounds = max(gather.effort.rounds // COUNTER_SHARE, LEAST_ROUNDS)
            points = tuple(_depths(gather, rules, rounds, path))
        yield CounterPoints(made, toml_of(made, SPREAD), points)


def _convergence(gather: _Gatherer, sets: Mapping[str, object]) -> Iterator[Point]:
    """The same run stopped at growing numbers of rounds, two a decade."""
    step, rounds = 0, LEAST_ROUNDS
    while rounds < gather.effort.rounds:
        yield gather.point(f"{rounds:,}", rounds, rounds, sets)
        step += 1
        rounds = round(LEAST_ROUNDS * 10 ** (step / 2))
    yield gather.point(f"{gather.effort.rounds:,}", gather.effort.rounds, gather.effort.rounds, sets)


def gather(asked: Asked, effort: Effort, progress: Progress) -> Figures:
    """Ask for everything; a game without decisions is only simulated."""
    rules = load(asked.game, asked.sets, asked.readings)
    questions = _Gatherer(asked, effort, progress)
    if isinstance(rules, HiLoRules):
        start = perf_counter()
        series = tuple(_convergence(questions, {}))
        questions.timed("simulation", start)
        return Figures(rules, asked, convergence=series, seconds=questions.seconds, effort=effort)
    assert isinstance(rules, BlackjackRules)
    start = perf_counter()
    progress("the exact solution", 0.0)
    solved = whole_game(asked, None)
    solution = solved.as_json()
    questions.timed("exact solution", start)
    start = perf_counter()
    readings = every_reading(asked).as_json()
    questions.timed("every reading", start)
    start = perf_counter()
    decks = _decks(questions, rules)
    questions.timed("numbers of decks", start)
    start = perf_counter()
    progress("convergence of a simulation", 0.0)
    convergence = tuple(_convergence(questions, FRESH))
    questions.timed("convergence", start)
    start = perf_counter()
    progress("depths of the cover card", 0.0)
    depths = tuple(_depths(questions, rules, effort.rounds))
    questions.timed("depths of the cover card", start)
    start = perf_counter()
    counters = tuple(_counters(questions, rules, solution))
    questions.timed("counters", start)
    return Figures(
        rules=rules,
        asked=asked,
        solution=solution,
        strategy=solved.solution.strategy,
        readings=readings["readings"],
        decks=decks,
        depths=depths,
        counters=counters,
        convergence=convergence,
        seconds=questions.seconds,
        effort=effort,
    )
