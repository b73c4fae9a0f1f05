"""A family's room on the floor of reports, and what a family without one gets from its solver and its simulator."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from time import perf_counter
from typing import TYPE_CHECKING, Any

from pitboss.families import family
from pitboss.law import readings_of
from pitboss.report.asked import Asked, Found, FoundGame, OneHand
from pitboss.rules.errors import RulesError
from pitboss.rules.rules import Rules
from pitboss.rules.variant import load
from pitboss.solve.family_solver import solver_of
from pitboss.solve.solution import Progress
from pitboss.solve.strategy import Strategy

if TYPE_CHECKING:  # they draw charts, which the other commands have no use for
    from pitboss.report.document import Section
    from pitboss.report.figures import Figures, Questions
    from pitboss.report.findings import Finding

ROUNDS_COMPILED = 100_000_000
ROUNDS_INTERPRETED = 20_000_000  # what NumPy plays in a minute or so


def _edges(values: Mapping[str, Any]) -> tuple[float, dict[str, float]]:
    """The house's edge of the main wager, and of each side wager."""
    return values["house_edge"], {name: side["house_edge"] for name, side in values["side_wagers"].items()}


def _quiet(step: str, share: float) -> None:
    """Say nothing of progress."""


@dataclass(frozen=True)
class Values:
    """What a family's solver found: the values of its wagers."""

    rules: Rules
    values: Mapping[str, Any]
    strategy: Strategy | None = None

    def as_json(self) -> dict[str, Any]:
        """As the solver has it."""
        return dict(self.values)

    def show(self) -> None:
        """A line for each wager."""
        from pitboss.report.terminal import print_values

        print_values(self.rules, self.values)


@dataclass(frozen=True)
class ReadingEdges:
    """The edge of the main wager under every option of every reading."""

    values: Mapping[str, Any]

    def as_json(self) -> dict[str, Any]:
        """Every option, dearest for the player first."""
        return dict(self.values)

    def show(self) -> None:
        """A line for each option."""
        from pitboss.report.terminal import print_reading_edges

        print_reading_edges(self.values)


@dataclass(frozen=True)
class Compared:
    """What stands of a game in a comparison beside its rules."""

    solution: Mapping[str, Any]
    readings: Sequence[Mapping[str, Any]]
    strategy: Strategy | None


class FamilyReport:
    """What is answered and printed about the games of a family; as it stands, of games in which nobody decides."""

    rounds_usual = ROUNDS_INTERPRETED  # of a report's longest simulation; a family with a compiled kernel plays more

    def whole_game(self, asked: Asked, strategy: str | None) -> FoundGame:
        """Solve a game."""
        rules = asked.rules()
        solver = solver_of(rules)
        if strategy is not None:
            raise RulesError(f"no player decides anything in {rules.game}: it has no strategy")
        if asked.shoe is not None:
            raise RulesError(f"the solver of {rules.game} knows no shoe but a full one")
        start = perf_counter()
        found = solver(rules, _quiet, asked.use_cache)
        return Values(rules, {**found, "seconds": perf_counter() - start})

    def every_reading(self, asked: Asked) -> Found:
        """Solve a game under every option of every reading that touches it."""
        rules = asked.rules()
        solver, start = solver_of(rules), perf_counter()
        edge, sides = _edges(solver(rules, _quiet, asked.use_cache))
        found: list[dict[str, Any]] = []
        for doubt in readings_of(rules.game):
            for option in doubt.options:
                other = load(asked.game, asked.sets, {**asked.readings, doubt.id: option.id})
                there, sides_there = _edges(solver(other, _quiet, asked.use_cache))
                side_costs = {name: sides_there[name] - sides[name] for name in sides}
                found.append(
                    {
                        "reading": doubt.id,
                        "option": option.id,
                        "in_force": rules.readings[doubt.id] == option.id,
                        "clauses": list(doubt.clauses),
                        "house_edge": there,
                        "cost": there - edge,
                        "side_house_edges": sides_there,
                        "side_costs": side_costs,
                        "side_cost": sum(side_costs.values()),
                    }
                )
        found.sort(key=lambda one: (-one["cost"] - one["side_cost"], one["reading"], one["option"]))
        whole = {"game": rules.game, "rules_hash": rules.hash, "readings": found, "exact": True}
        return ReadingEdges({**whole, "seconds": perf_counter() - start})

    def known_edge(self, rules: Rules) -> float | None:
        """The edge of the main wager where it is known without a solver."""
        return None

    def one_situation(self, asked: Asked, of: OneHand) -> Found:
        """One hand, where hands are decided."""
        raise RulesError(f"no player decides anything in {asked.rules().game}: there is nothing to solve in one hand")

    def gather(self, ask: "Questions", rules: Any) -> "Figures":
        """Ask for everything a report says."""
        from pitboss.report.figures import Figures

        solution: Mapping[str, Any] = {}
        if family(rules.family).solve is not None:
            with ask.step("exact solution", 0.0):
                solution = solver_of(rules)(rules, ask.silent, ask.asked.use_cache)
        with ask.step("simulation", 0.1):
            series = tuple(ask.growing({}))
        return Figures(rules, ask.asked, solution, convergence=series, seconds=ask.seconds, effort=ask.effort)

    def sections(self, figures: "Figures") -> "Sequence[Section | None]":
        """The parts of a math report."""
        from pitboss.report import laboratory
        from pitboss.report import sections as pages

        return (
            pages.glance_at_simulation(figures, "of the main wager"),
            laboratory.the_game(figures.rules, figures.rules.layout.betting_areas),
            pages.readings_in_force(figures.rules),
            pages.simulation(figures, figures.solution.get("house_edge"), pages.FRESH_SHOES),
            pages.method(figures),
            laboratory.signatures(figures),
            pages.rule_sheet(figures.rules),
        )

    def odds(self, figures: "Figures") -> "Sequence[Section | None]":
        """How often each way a wager ends comes, where that is worked out."""
        return ()

    def compared(self, asked: Asked, progress: Progress) -> Compared:
        """What two games are compared by, beside their rules."""
        return Compared({}, (), None)

    def finding(self, rules: Any) -> "Finding | None":
        """What the table of findings says of a game."""
        return None

    def instead_of_findings(self, rules: Any) -> str:
        """What the game's page says in place of a strategy: the edge of every wager, if there is a solver."""
        said = "Nothing in this game is decided by a player."
        if family(rules.family).solve is None:
            return said
        wagers = solver_of(rules)(rules, _quiet, True)["wagers"]
        edges = ", ".join(f"{name} {100 * wager['house_edge']:.6f}%" for name, wager in wagers.items())
        return f"{said} The house's exact edge, of each wager: {edges}."


def report_of(rules: Rules) -> FamilyReport:
    """What the game's family has, or the plain one."""
    room = family(rules.family).report
    if room is None:
        return FamilyReport()
    report: FamilyReport = room.open()
    return report
