"""For notebooks and scripts: a game, and what can be asked of it.

>>> import pitboss
>>> game = pitboss.game("double-deck-house")
>>> game.title
"Double Deck blackjack, a house's procedure"
>>> answer = game.solve()
>>> f"{answer.house_edge:.6%}"
'0.178466%'
>>> answer.decisions().filter(hand="6,10", up="10").sort("value", descending=True)["option"][0]
'hit'

Answers come as numbers, as polars frames and as altair charts; frames and charts need the extra `report`.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from math import isfinite
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, Generic, Literal, TypeVar, cast, overload

from pitboss.report.shown import Shown
from pitboss.rules.errors import RulesError
from pitboss.rules.games import GAMES
from pitboss.rules.rules import BlackjackRules, HiLoRules, Rules
from pitboss.rules.text import text_of
from pitboss.rules.variant import load

if TYPE_CHECKING:
    import altair as alt
    import polars as pl

    from pitboss.law import Clause
    from pitboss.procedure.table import Table
    from pitboss.report.asked import Asked, FoundGame
    from pitboss.report.family_report import FamilyReport
    from pitboss.shuffles.study import Study
    from pitboss.solve.strategy import Strategy

R = TypeVar("R", bound=Rules, covariant=True)
Blackjack = Literal["double-attack-pa", "double-attack-nj", "double-back-jack-pa", "double-deck-house"]


def games() -> tuple[str, ...]:
    """The ids of the games that are here.

    >>> games()[0]
    'double-attack-pa'
    """
    return tuple(GAMES)


def clauses(asked: str, /) -> "tuple[Clause, ...]":
    """The clauses somebody means: by id, section or official citation, one or several.

    >>> [clause.id for clause in clauses("58 Pa. Code 665a.12(a), .12(b)")]
    ['PA 665a.12(a)', 'PA 665a.12(b)']
    """
    from pitboss.report.law_map import find

    return find(asked)


@overload
def game(
    name: Blackjack, /, *, readings: Mapping[str, str] | None = None, **options: object
) -> "Game[BlackjackRules]": ...


@overload
def game(
    name: Literal["five-card-hi-lo-pa"], /, *, readings: Mapping[str, str] | None = None, **options: object
) -> "Game[HiLoRules]": ...


@overload
def game(name: str, /, *, readings: Mapping[str, str] | None = None, **options: object) -> "Game[Rules]": ...


def game(name: str, /, *, readings: Mapping[str, str] | None = None, **options: object) -> "Game[Any]":
    """A game by its id or by a TOML file, with options set and doubtful clauses read as you say.

    >>> game("double-attack-pa", decks=6).rules.departures[0].name
    'decks'
    >>> game("double-attack-pa", readings={"both-bust": "returned"}).rules.readings["both-bust"]
    'returned'
    """
    sets = {key: value if isinstance(value, str | int) else text_of(value) for key, value in options.items()}
    return Game(name, sets, dict(readings or {}))


@dataclass(frozen=True, repr=False)
class Game(Shown, Generic[R]):
    """A game under one set of rules; `pitboss.game` makes one.

    >>> game("double-attack-pa", decks=6)
    <Game Double Attack Blackjack, Pennsylvania: decks 6, rules ...>
    """

    name: str
    options: Mapping[str, object] = field(default_factory=dict)
    readings: Mapping[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        load(self.name, self.options, self.readings)  # whatever is wrong is said at once

    @cached_property
    def rules(self) -> R:
        """The rules: frozen values, each with the clauses that set it, of the type that the game's family has."""
        return cast(R, load(self.name, self.options, self.readings))

    def _figures(self) -> tuple[str, list[tuple[str, str]]]:
        rows = [(name, text_of(value)) for name, value in {**self.options, **self.readings}.items()]
        return self.title, [*rows, ("rules", self.rules.hash[:16])]

    @property
    def title(self) -> str:
        """The game's name as people say it."""
        return self.rules.title

    def rule_sheet(self) -> "pl.DataFrame":
        """Every value of the rules with its clauses: section, name, label, value, clauses, set_by, reading.

        >>> game("double-attack-pa").rule_sheet().filter(name="decks")["clauses"][0]
        'PA 665a.3(a)'
        """
        from pitboss.report import frames

        return frames.rule_sheet(self.rules)

    def solve(self, *, shoe: str | None = None, use_cache: bool = True) -> "Solved":
        """The exact values, from the disk if they were worked out before; of a full shoe, or less cards `5,5,K`."""
        return Solved(self._answers.whole_game(replace(self._asked(use_cache), shoe=shoe), None), self.title)

    def price(self, strategy: "str | Path | Strategy") -> float:
        """The house edge when a strategy is played, from a file or as `solve().strategy` gives it.

        >>> double_deck = game("double-deck-house")
        >>> double_deck.price(double_deck.solve().strategy) >= double_deck.solve().house_edge
        True
        """
        if isinstance(strategy, str | Path):
            found = self._answers.whole_game(self._asked(), str(strategy))
            return float(found.as_json()["strategy"]["house_edge"])
        with TemporaryDirectory(prefix="pitboss-") as folder:
            file = Path(folder) / "strategy.json"
            file.write_text(strategy.to_json(), encoding="utf-8")
            return self.price(file)

    def compare(self, other: "Game[Any] | str") -> "pl.DataFrame":
        """What differs in the rules of two games, the other one by its name if you like: name, left, right, clauses.

        >>> found = game("double-attack-pa").compare("double-attack-nj")
        >>> found.filter(name="recut-ordered-by")["right"][0]
        'a casino supervisor'
        """
        from pitboss.report import frames

        return frames.differences(self.rules, load(other) if isinstance(other, str) else other.rules)

    def shuffle(self, times: float = 20_000, *, seed: int = 1) -> "Study":
        """How well the house's own shuffle mixes, beside riffles and a perfect one."""
        from pitboss.report.writing import measure_shuffle

        if self.options or self.readings:
            raise RulesError("a shuffle is measured of a game as it stands, or of a TOML file that varies it")
        return measure_shuffle(self.name, _whole(times), seed, None, "a4")

    def price_readings(self) -> "Readings":
        """The edge under every option of every doubtful clause.

        >>> worth = game("double-deck-house").price_readings().frame()
        >>> sorted(worth.columns)[:3]
        ['clauses', 'cost', 'house_edge']
        """
        return Readings(tuple(self._answers.every_reading(self._asked()).as_json()["readings"]))

    def value(self, hand: str, up: str, *, seen: str = "", attacked: bool = False) -> dict[str, float]:
        """Every option's value for one hand, best first, in initial wagers.

        >>> list(game("double-deck-house").value("8,8", "10"))[0]
        'split'
        """
        from pitboss.report.asked import OneHand

        of = OneHand(hand, up, seen or None, attacked)
        return dict(self._answers.one_situation(self._asked(), of).as_json()["options"])

    def simulate(
        self,
        rounds: float = 10_000_000,
        *,
        seed: int = 1,
        boxes: int = 1,
        ruin: tuple[int, int] | None = None,
        strategy: str | Path | None = None,
        count: str | Path | None = None,
        device: str = "cpu",
        threads: int | None = None,
        until: float | None = None,
    ) -> "Simulated":
        """Rounds played from real shoes; the same seed gives the same digits on every device.

        `strategy` is a file, "dealer" or nothing for the solver's; `count` is a counting system's TOML file;
        `ruin` is a bankroll of so many bets and a session of so many rounds, for the risk of losing it.

        >>> run = game("double-deck-house").simulate(1e5, seed=7)
        >>> run.rounds, run.mean == game("double-deck-house").simulate(100_000, seed=7, threads=1).mean
        (100000, True)
        """
        from pitboss.simulate.asked import Asked, run_command

        bankroll, session = ruin or (0, 0)
        played = () if strategy is None else (str(strategy),)
        so = Asked(rounds=_whole(rounds), until=until, seed=seed, boxes=boxes, device=device, threads=threads)
        counted = replace(so, strategy=played, count=None if count is None else str(count))
        run = run_command(self.rules, replace(counted, bankroll=bankroll, session=session))
        return Simulated(run, self.title)

    def table(self, *, by_hand: frozenset[str] = frozenset()) -> "Table":
        """A table to play at, move by move: `table.apply(move)` gives the facts that follow, or raises `Refused`.

        >>> from pitboss.procedure import moves
        >>> facts = game("double-attack-pa").table().apply(moves.Sit(by="Ann", box=1))
        >>> type(facts[0]).__name__
        'PlayerSat'
        """
        from pitboss.procedure.table import Table

        return Table(self.rules, by_hand)

    def report(self, path: str | Path, *, rounds: float | None = None, seed: int = 1, paper: str = "a4") -> None:
        """Write the math report, .html or .pdf."""
        from pitboss.report.figures import Effort, Told
        from pitboss.report.writing import report_game

        most = self._answers.rounds_usual if rounds is None else _whole(rounds)
        report_game(self._asked(), Effort(most, seed), Told(), str(path), paper)

    def _asked(self, use_cache: bool = True) -> "Asked":
        from pitboss.report.asked import Asked

        return Asked(self.name, self.options, self.readings, use_cache)

    @property
    def _answers(self) -> "FamilyReport":
        from pitboss.report.family_report import report_of

        return report_of(self.rules)


def _whole(number: float) -> int:
    """A count as people write it, `1e6` too; what is not whole is refused."""
    if not isfinite(number) or number != int(number):
        raise RulesError(f"{number} is not a whole number")
    return int(number)


@dataclass(frozen=True, repr=False)
class Solved(Shown):
    """The exact answer for a game."""

    found: "FoundGame"
    title: str

    def _figures(self) -> tuple[str, list[tuple[str, str]]]:
        sides = [(name, f"{side['house_edge']:.6%}") for name, side in self.json["side_wagers"].items()]
        return self.title, [("house edge", f"{self.house_edge:.6%}"), *sides]

    @cached_property
    def json(self) -> dict[str, Any]:
        """What `pitboss solve --json` prints."""
        return self.found.as_json()

    @property
    def house_edge(self) -> float:
        """Of the initial wager; above zero for the house."""
        return float(self.json["house_edge"])

    @property
    def total_wager(self) -> float:
        """The mean of all that is wagered in a round, in initial wagers."""
        return float(self.json["total_wager"])

    @property
    def standard_deviation(self) -> float:
        """Of the net result of a round, in initial wagers."""
        return float(self.json["standard_deviation"])

    @property
    def strategy(self) -> "Strategy":
        """The best strategy by totals; `.to_csv()` and `.to_json()` write it."""
        if self.found.strategy is None:
            raise RulesError(f"no player decides anything in {self.json['game']}: it has no strategy")
        return self.found.strategy

    def _with(self, part: str) -> dict[str, Any]:
        if part not in self.json:
            raise RulesError(f"the solver of {self.json['game']} says nothing of {part.replace('_', ' ')}")
        return self.json

    def decisions(self) -> "pl.DataFrame":
        """What every option of every two cards is worth: up, hand, option, value, best."""
        from pitboss.report import frames

        return frames.decisions(self._with("decisions"))

    def distribution(self) -> "pl.DataFrame":
        """The chance of every net result of a round: net, chance.

        >>> chances = game("double-deck-house").solve().distribution()["chance"]
        >>> round(chances.sum(), 9)
        1.0
        """
        from pitboss.report import frames

        return frames.distribution(self._with("distribution"))

    def up_cards(self) -> "pl.DataFrame":
        """What each up card is worth: up, chance, value, attacked."""
        from pitboss.report import frames

        return frames.up_cards(self._with("up_cards"))

    def effects_of_removal(self) -> "pl.DataFrame":
        """What one card taken out adds to the player's expectation: wager, card, effect."""
        from pitboss.report import frames

        return frames.effects(self._with("effects_of_removal"))

    def side_wagers(self) -> "pl.DataFrame":
        """Each side wager: wager, house_edge, hit_rate, standard_deviation."""
        from pitboss.report import frames

        return frames.side_wagers(self.json)

    def chart_distribution(self) -> "alt.Chart":
        """The net results of a round.

        >>> game("double-deck-house").solve().chart_distribution().to_dict()["mark"]["type"]
        'bar'
        """
        from pitboss.report import charts

        return charts.distribution(self._with("distribution"))

    def chart_up_cards(self) -> "alt.LayerChart":
        """What the round is worth against each up card."""
        from pitboss.report import charts

        return charts.up_cards(self._with("up_cards"))

    def chart_effects(self) -> "alt.VConcatChart":
        """Effects of removal, wager by wager."""
        from pitboss.report import charts

        return charts.effects(self._with("effects_of_removal"))


@dataclass(frozen=True, repr=False)
class Readings(Shown):
    """What every reading of every doubtful clause is worth."""

    values: tuple[Mapping[str, Any], ...]

    def _figures(self) -> tuple[str, list[tuple[str, str]]]:
        moved = [one for one in self.values if not one["in_force"] and (one["cost"] or one["side_cost"])]
        return "readings that move money", [(f"{x['reading']}={x['option']}", f"{x['cost']:+.4%}") for x in moved]

    def frame(self) -> "pl.DataFrame":
        """reading, option, in_force, house_edge, cost, side_cost, clauses."""
        from pitboss.report import frames

        return frames.readings(self.values)

    def chart(self) -> "alt.LayerChart | None":
        """The tornado chart; None where no reading moves anything."""
        from pitboss.report import charts

        return charts.tornado(self.values)


@dataclass(frozen=True, repr=False)
class Simulated(Shown):
    """What a simulation found; `json` is what `pitboss simulate --json` prints."""

    json: Mapping[str, Any]
    title: str

    def _figures(self) -> tuple[str, list[tuple[str, str]]]:
        rows = [("rounds", f"{self.rounds:,}"), ("house edge", f"{self.house_edge:.4%}")]
        return self.title, [*rows, ("standard error", f"{self.standard_error:.4%}")]

    @property
    def house_edge(self) -> float:
        """Of the initial wager, above zero for the house: the opposite of the mean."""
        return float(self.json["house_edge"])

    @property
    def risk_of_ruin(self) -> float:
        """The share of sessions in which the bankroll was lost.

        >>> run = game("double-deck-house").simulate(1e5, ruin=(10, 100))
        >>> 0 < run.risk_of_ruin < 1
        True
        """
        if "ruin" not in self.json:
            raise RulesError("simulate with ruin=(bankroll, rounds of a session)")
        return float(self.json["ruin"]["risk"])

    @property
    def rounds(self) -> int:
        """Rounds played."""
        return int(self.json["rounds"])

    @property
    def mean(self) -> float:
        """The player's mean result of the main game, for each unit of initial bet."""
        return float(self.json["mean"])

    @property
    def standard_error(self) -> float:
        """Of the mean."""
        return float(self.json["standard_error"])

    @property
    def interval(self) -> tuple[float, float]:
        """The 95% interval of the mean."""
        low, high = self.json["interval"]
        return float(low), float(high)

    def histogram(self) -> "pl.DataFrame":
        """How often each net result came: net, rounds."""
        from pitboss.report import frames

        return frames.histogram(self.json)

    def by_up_card(self) -> "pl.DataFrame":
        """Results by up card: up, rounds, mean, standard_error."""
        from pitboss.report import frames

        return frames.by_up_card(self.json)

    def by_true_count(self) -> "pl.DataFrame":
        """A counter's results by true count; empty without a count."""
        from pitboss.report import frames

        return frames.by_true_count(self.json)
