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

Answers come as numbers, as polars frames and as altair charts; frames and charts need the extra `report`. It imports
`law`, `rules`, `procedure`, `solve`, `simulate`, `shuffles`, `protect` and `report`.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from math import isfinite
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, Generic, Literal, TypeVar, cast, overload

from pitboss.notebook.answers import Protected, Readings, Simulated, Solved
from pitboss.report.shown import Shown
from pitboss.rules.errors import RulesError
from pitboss.rules.games import GAMES
from pitboss.rules.rules import BlackjackRules, HiLoRules, Rules
from pitboss.rules.text import text_of
from pitboss.rules.variant import load

if TYPE_CHECKING:
    import polars as pl

    from pitboss.law import Clause
    from pitboss.procedure.table import Table
    from pitboss.report.asked import Asked
    from pitboss.report.family_report import FamilyReport
    from pitboss.shuffles.study import Study
    from pitboss.solve.strategy import Strategy

__all__ = ["Game", "Protected", "Readings", "RulesError", "Simulated", "Solved", "clauses", "game", "games"]
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

    def protect(
        self,
        rounds: float = 20_000_000,
        *,
        seed: int = 1,
        count: str | Path | None = None,
        spread: int = 8,
        departures: int = 18,
        bankroll: int = 1000,
        trip: int = 0,
        decks: tuple[int, ...] = (),
        device: str = "cpu",
    ) -> Protected:
        """What a counter, a peek, a sorted edge or a tracked shuffle could take, wager by wager.

        `count` is a published count's name or a TOML file, and the best of level 1 unless said; the rest is what
        `pitboss protect` calls so.
        """
        from pitboss.protect.counted import Effort
        from pitboss.protect.desk import Asked
        from pitboss.protect.of_family import protection_of
        from pitboss.simulate.late_bar import LateBar

        effort = Effort(_whole(rounds), seed, device)
        asked = Asked(None if count is None else str(count), spread, departures, bankroll, trip, decks, effort)
        protect = protection_of(self.rules)
        with LateBar() as bar:
            return Protected(protect(self.rules, self._varied, asked, bar), self.title)

    def _varied(self, sets: Mapping[str, object]) -> Rules:
        return load(self.name, {**self.options, **sets}, self.readings)

    def table(self, *, by_hand: frozenset[str] = frozenset()) -> "Table":
        """A table to play at, move by move: `table.apply(move)` gives the facts that follow, or raises `Refused`.

        >>> from pitboss.procedure import moves
        >>> facts = game("double-attack-pa").table().apply(moves.Sit(by="Ann", box=1))
        >>> type(facts[0]).__name__
        'PlayerSat'
        """
        from pitboss.procedure.table import Table

        return Table(self.rules, by_hand)

    def report(
        self,
        path: str | Path,
        *,
        rounds: float | None = None,
        seed: int = 1,
        paper: str = "a4",
        pace: int = 60,
        author: str = "",
        reviewer: str = "",
        protect: bool = False,
    ) -> None:
        """Write the math report, .html or .pdf; `pace` is rounds in an hour, `protect` a chapter on protection."""
        from pitboss.protect.of_family import protection_of
        from pitboss.report.figures import Effort, Told
        from pitboss.report.writing import report_game

        most = self._answers.rounds_usual if rounds is None else _whole(rounds)
        if protect:
            protection_of(self.rules)
        effort, told = Effort(most, seed, protect=protect), Told(pace, author, reviewer)
        report_game(self._asked(), effort, told, str(path), paper)

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
