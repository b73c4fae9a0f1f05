"""Everything a math report says, gathered as the JSON of the commands that say it: `solve` and `simulate`."""

import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from fractions import Fraction
from pathlib import Path
from shlex import quote
from time import perf_counter
from typing import Any

from pitboss.protect import desk as protect
from pitboss.protect.counted import Effort as CountedEffort
from pitboss.protect.counts import MAIN, Counter, Pack, effects_by_value, simplest, toml_of
from pitboss.protect.desk import Protection, protect_blackjack
from pitboss.protect.told import as_json as protection_as_json
from pitboss.report.asked import Asked
from pitboss.report.blackjack_answers import every_reading, whole_game
from pitboss.report.family_report import ROUNDS_COMPILED, report_of
from pitboss.rules.errors import RulesError
from pitboss.rules.rules import BlackjackRules, Rules
from pitboss.rules.subjects.shuffle_and_cut import Shuffling, StackPart
from pitboss.rules.text import text_of
from pitboss.rules.variant import load
from pitboss.simulate import asked as simulate
from pitboss.simulate.plan import Plan
from pitboss.solve.composition import full_shoe
from pitboss.solve.laboratory import laboratory
from pitboss.solve.round_values import Table
from pitboss.solve.solution import Progress, best_play, main_game
from pitboss.solve.strategy import Strategy
from pitboss.solve.terms import game_terms

SPREAD = 8
DECKS = tuple(range(1, 9))
PLACES = (Fraction(3, 4), Fraction(1, 2), Fraction(1, 3), Fraction(1, 4), Fraction(1, 6))
LEAST_ROUNDS = 10_000
COUNTER_SHARE = 5  # a counter's run is this many times shorter than the longest
DEVICES = ("cpu", "cuda")
FRESH = {"shuffling": "continuous"}  # the exact value is that of a full shoe


@dataclass(frozen=True)
class Effort:
    """How much is simulated: the rounds of the longest run, the seed, the device."""

    rounds: int = ROUNDS_COMPILED
    seed: int = 1
    device: str = "cpu"
    threads: int | None = None
    protect: bool = False

    def __post_init__(self) -> None:
        if self.rounds < LEAST_ROUNDS:
            raise RulesError(f"a report plays at least {LEAST_ROUNDS} rounds, not {self.rounds}")
        Plan(self.seed, self.rounds)  # whatever is wrong with them is said before the work
        if self.device not in DEVICES:
            raise RulesError(f"there is no device {self.device!r}: {' or '.join(DEVICES)}")


PACE = 60


@dataclass(frozen=True)
class Told:
    """What whoever asks for a report says: rounds dealt in an hour, and who answers for it."""

    pace: int = PACE
    author: str = ""
    reviewer: str = ""

    def __post_init__(self) -> None:
        if not 1 <= self.pace <= 1000:
            raise RulesError(f"from 1 to 1000 rounds are dealt in an hour, not {self.pace}")


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
    laboratory: Mapping[str, Mapping[str, float]] = field(default_factory=dict)
    seconds: Mapping[str, float] = field(default_factory=dict)
    effort: Effort = field(default_factory=Effort)
    protection: Protection | None = None
    told: Told = field(default_factory=Told)

    @property
    def shares(self) -> tuple[float, float, float]:
        """How often a round is won, a push, lost."""
        of = self.solution["distribution"]
        won = sum(one["chance"] for one in of if one["net"] > 0)
        push = sum(one["chance"] for one in of if one["net"] == 0)
        return won, push, 1 - won - push

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
            **({} if self.protection is None else {"protection": protection_as_json(self.protection)}),
            "laboratory": dict(self.laboratory),
            "seconds": dict(self.seconds),
        }


def places(rules: BlackjackRules) -> list[Fraction]:
    """Where the cover card is put in turn, from the back: the house's own place among them."""
    return sorted({*PLACES, rules.shuffle.cover_card_placed}, reverse=True)


def place_label(rules: BlackjackRules) -> str:
    """Where the cover card is, from the back: a part of all the cards, or of one deck where the text tells it so."""
    part = " of a deck" if rules.shuffle.cover_card_depth.of is StackPart.ONE_DECK else ""
    return f"{rules.shuffle.cover_card_placed}{part}"


def dealt(rules: BlackjackRules) -> float:
    """The share of all the cards dealt before the cover card comes."""
    shoe = full_shoe(rules)
    return 1 - rules.shuffle.cover_card_cards(shoe.cards, shoe.cards // rules.cards.decks) / shoe.cards


@dataclass
class Questions:
    """One report's questions to the solver and the simulator, each timed."""

    asked: Asked
    effort: Effort
    progress: Progress
    seconds: dict[str, float] = field(default_factory=dict)

    @contextmanager
    def step(self, name: str, share: float) -> Iterator[None]:
        """A part of the work, under way when `share` of the whole is done."""
        self.progress(name, share)
        start = perf_counter()
        yield
        self.seconds[name] = perf_counter() - start

    def silent(self, step: str, share: float) -> None:
        """The steps of one part say nothing: the whole has a bar of its own."""

    def rules(self, **sets: object) -> Rules:
        """The rules asked for with more values set."""
        return load(self.asked.game, {**self.asked.sets, **sets}, self.asked.readings)

    def varied(self, sets: Mapping[str, object]) -> BlackjackRules:
        """The same for a game with a strategy."""
        return BlackjackRules.of(self.rules(**sets))

    @property
    def counted_effort(self) -> CountedEffort:
        """What a counter's run takes of the longest."""
        return CountedEffort(
            max(self.effort.rounds // COUNTER_SHARE, LEAST_ROUNDS), self.effort.seed, self.effort.device
        )

    def command(self, rounds: int, sets: Mapping[str, object], count: str) -> str:
        """The words that repeat a simulation."""
        words = ["pitboss simulate", self.asked.game]
        words += [f"--set {name}={quote(text_of(value))}" for name, value in {**self.asked.sets, **sets}.items()]
        words += [f"--reading {name}={option}" for name, option in self.asked.readings.items()]
        words += [f"--rounds {rounds}", f"--seed {self.effort.seed}"]
        return " ".join(words + ([f"--count {count}"] if count else []) + ["--json"])

    def point(
        self, label: str, place: float, rounds: int, sets: Mapping[str, object], count: Path | None = None
    ) -> Point:
        """One simulation of a series."""
        rules = self.rules(**sets)
        lawful = not {departure.name for departure in rules.departures} & set(sets)
        asked = simulate.Asked(
            rounds=rounds,
            seed=self.effort.seed,
            count=None if count is None else str(count),
            device=self.effort.device,
            threads=self.effort.threads,
            as_json_only=True,
            played_before=self.asked.use_cache,
        )
        found = simulate.run_command(rules, asked)
        return Point(label, place, lawful, self.command(rounds, sets, count.name if count else ""), found)

    def by_decks(self, rules: BlackjackRules, here: float) -> Iterator[Decks]:
        """The exact edge by number of decks; with those in force it is known."""
        for decks in sorted({*DECKS, rules.cards.decks}):
            if decks == rules.cards.decks:
                lawful = "decks" not in {departure.name for departure in rules.departures}
                yield Decks(decks, here, lawful, True)
                continue
            other = self.varied({"decks": decks})
            table = Table(game_terms(other), full_shoe(other))
            table.deal()
            edge = main_game(table, best_play(table)[0]).house_edge
            lawful = "decks" not in {departure.name for departure in other.departures}
            yield Decks(decks, edge, lawful, False)

    def by_depth(self, rules: BlackjackRules, rounds: int, count: Path | None = None) -> Iterator[Point]:
        """A simulation for each place of the cover card."""
        for place in places(rules):
            sets = {"cover_card_placed": str(place)}
            there = self.varied(sets)
            yield self.point(place_label(there), dealt(there), rounds, sets, count)

    def by_counter(self, rules: BlackjackRules, solution: Mapping[str, Any]) -> Iterator[CounterPoints]:
        """What a counter made for each wager wins."""
        pack = Pack(full_shoe(rules).values, rules.cards.deck_size())
        for wager, of in {MAIN: solution, **solution["side_wagers"]}.items():
            effects = {1 if card == "A" else int(card): effect for card, effect in of["effects_of_removal"].items()}
            made = simplest(wager, effects_by_value(effects), of["house_edge"], pack)
            if made is None or made.favourable is None:
                continue
            with tempfile.TemporaryDirectory(prefix="pitboss-") as folder:
                path = Path(folder) / f"{wager}.toml"
                path.write_text(toml_of(made, SPREAD), encoding="utf-8")
                rounds = max(self.effort.rounds // COUNTER_SHARE, LEAST_ROUNDS)
                yield CounterPoints(made, toml_of(made, SPREAD), tuple(self.by_depth(rules, rounds, path)))

    def growing(self, sets: Mapping[str, object]) -> Iterator[Point]:
        """The same run stopped at growing numbers of rounds, two a decade."""
        most = self.effort.rounds
        steps = [round(LEAST_ROUNDS * 10 ** (step / 2)) for step in range(2 * len(str(most)))]
        for rounds in [*(r for r in steps if r < most), most]:
            yield self.point(f"{rounds:,}", rounds, rounds, sets)


def gather(asked: Asked, effort: Effort, progress: Progress, told: Told | None = None) -> Figures:
    """Ask for everything that the game's family has a figure for."""
    rules = asked.rules()
    found = report_of(rules).gather(Questions(asked, effort, progress), rules)
    return replace(found, told=told or Told())


def blackjack_figures(ask: Questions, rules: BlackjackRules) -> Figures:
    """Everything there is to ask about a game with a strategy."""
    asked, effort = ask.asked, ask.effort
    with ask.step("exact solution", 0.0):
        solved = whole_game(asked, None, ask.silent)
        solution = solved.as_json()
    with ask.step("every reading", 0.05):
        readings = every_reading(asked, ask.silent).as_json()["readings"]
    with ask.step("numbers of decks", 0.1):
        decks = tuple(ask.by_decks(rules, solution["house_edge"]))
    with ask.step("ends of hands, errors, other odds", 0.12):
        found = laboratory(rules, solved.solution.strategy).as_json()
    with ask.step("convergence", 0.15):
        convergence = tuple(ask.growing(FRESH))
    depths: tuple[Point, ...] = ()
    counters: tuple[CounterPoints, ...] = ()
    if rules.shuffle.shuffling is not Shuffling.CONTINUOUS:  # which has no cover card, and nothing to count
        with ask.step("depths of the cover card", 0.3):
            depths = tuple(ask.by_depth(rules, effort.rounds))
        with ask.step("counters", 0.6):
            counters = tuple(ask.by_counter(rules, solution))
    protection = None
    if effort.protect:
        with ask.step("game protection", 0.8):
            protection = protect_blackjack(rules, ask.varied, protect.Asked(effort=ask.counted_effort), ask.silent)
    return Figures(
        rules=rules,
        asked=asked,
        protection=protection,
        solution=solution,
        strategy=solved.solution.strategy,
        readings=readings,
        decks=decks,
        depths=depths,
        counters=counters,
        convergence=convergence,
        laboratory=found,
        seconds=ask.seconds,
        effort=effort,
    )
