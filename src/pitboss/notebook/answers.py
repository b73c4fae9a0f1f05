"""What a game answers in a notebook: solved, read otherwise, simulated, protected."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pitboss.report.shown import Shown
from pitboss.rules.errors import RulesError

if TYPE_CHECKING:
    import altair as alt
    import polars as pl

    from pitboss.protect.desk import Protection
    from pitboss.report.asked import FoundGame
    from pitboss.solve.strategy import Strategy


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

        >>> import pitboss
        >>> chances = pitboss.game("double-deck-house").solve().distribution()["chance"]
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

        >>> import pitboss
        >>> pitboss.game("double-deck-house").solve().chart_distribution().to_dict()["mark"]["type"]
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

        >>> import pitboss
        >>> run = pitboss.game("double-deck-house").simulate(1e5, ruin=(10, 100))
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


@dataclass(frozen=True, repr=False)
class Protected(Shown):
    """What could be taken from a game; `json` is what `pitboss protect --json` prints."""

    found: "Protection"
    title: str

    def _figures(self) -> tuple[str, list[tuple[str, str]]]:
        count, seen = self.json["count"], self.json["hole_card"]
        rows = []
        if count is not None:
            of, spread = count["play_all"], f"1 to {count['spread']}"
            rows = [("count", count["name"]), ("bets", spread), ("SCORE", f"{of['score']:.2f}")]
            rows += [
                ("standard error", f"{of['score_error']:.2f}"),
                ("SCORE, leaving", f"{count['leaving']['score']:.2f}"),
            ]
        peeked = [] if seen is None else [("every hole card seen, player's edge", f"{seen['edge']:.2%}")]
        return f"{self.title}: game protection", [*rows, *peeked]

    @cached_property
    def json(self) -> dict[str, Any]:
        """Everything, under the names machines rely on."""
        from pitboss.protect.told import as_json

        return as_json(self.found)

    @property
    def score(self) -> float | None:
        """Of the best ramp, every round played; None where the cards are shuffled continuously."""
        return None if self.json["count"] is None else float(self.json["count"]["play_all"]["score"])

    def _counted(self) -> dict[str, Any]:
        if self.json["count"] is None:
            raise RulesError(f"the cards of {self.json['game']} are shuffled continuously: there is nothing to count")
        return dict(self.json["count"])

    def counts(self) -> "pl.DataFrame":
        """The best tags for every wager: wager, level, card, tag, correlation; level 0 is the exact tags."""
        from pitboss.report import frames

        return frames.best_counts(self.json)

    def wagers(self) -> "pl.DataFrame":
        """Each wager by its own count: wager, house_edge, trigger, score, per_hundred_rounds, n0."""
        from pitboss.report import frames

        return frames.protected_wagers(self.json)

    def by_true_count(self) -> "pl.DataFrame":
        """The counter of the main game: true_count, share, mean, variance, kelly, bet."""
        from pitboss.report import frames

        return frames.ramp(self._counted())

    def departures(self) -> "pl.DataFrame":
        """Plays that go with the count: hand, usual, play, when, true_count, gain_per_hundred_rounds."""
        from pitboss.report import frames

        return frames.departures(self._counted())

    def depths(self) -> "pl.DataFrame":
        """The cover card elsewhere, and other decks: what, dealt, lawful, in_force, score, score_error, leaving."""
        from pitboss.report import frames

        return frames.depths(self._counted())

    def wrong_plays(self) -> "pl.DataFrame":
        """What every wrong play of every hand costs a round: hand, right, wrong, cost."""
        from pitboss.report import frames

        return frames.wrong_plays(self.json)

    def report(self, path: str | Path, *, paper: str = "a4") -> None:
        """Write it as a document, .html or .pdf."""
        from pitboss.report.document import write
        from pitboss.report.protection import protection_document

        write(protection_document(self.found), Path(path), paper)
