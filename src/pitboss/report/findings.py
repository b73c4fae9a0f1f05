"""What pitboss finds: the edge of each game and the worth of each doubtful clause, worked out once for all who ask."""

import hashlib
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from pitboss.law import reading, readings, readings_of
from pitboss.report.family_report import report_of
from pitboss.report.slips import SlipBound, slip_bounds
from pitboss.report.terminal import short_citation
from pitboss.rules.games import GAMES
from pitboss.rules.rules import BlackjackRules
from pitboss.rules.variant import load
from pitboss.rules.wager_kinds import wager_name
from pitboss.solve import records
from pitboss.solve.by_reading import ReadingValue, all_readings
from pitboss.solve.cache import solved, solver_version
from pitboss.solve.solution import Solution

# Less than half of the last digit shown is shown as nothing.
LEAST_SHOWN = 5e-7
DEPARTS = " (not as the law has it)"


@dataclass(frozen=True)
class Finding:
    """A game of the blackjack family with its default options and readings: solved, and priced reading by reading."""

    rules: BlackjackRules
    solution: Solution
    readings: tuple[ReadingValue, ...]


def _quiet(step: str, share: float) -> None:
    """Say nothing of progress."""


@cache
def finding(game: str) -> Finding | None:
    """What is found about a game; None where there is nothing to solve."""
    rules = load(game)
    return report_of(rules).finding(rules)


def blackjack_finding(rules: BlackjackRules) -> Finding:
    """A game solved, and priced reading by reading."""
    return Finding(rules, solved(rules, _quiet), _priced(rules.game))


def _priced(game: str) -> tuple[ReadingValue, ...]:
    """The price of every reading, from the disk if neither the solver nor any of the rules has changed since."""
    path = _kept_at(game)
    try:
        return tuple(ReadingValue(reading(name), *values) for name, *values in records.kept(path))
    except (ValueError, TypeError, LookupError):
        pass  # not there, or of another shape: it is worked out again
    found = tuple(all_readings(game, {}, {}, _quiet))
    records.keep(path, [[v.reading.id, *list(vars(v).values())[1:]] for v in found])
    return found


def _kept_at(game: str) -> Path:
    every = [load(game, {}, {doubt.id: option.id}).hash for doubt in readings_of(game) for option in doubt.options]
    name = hashlib.sha256("".join(every).encode()).hexdigest()[:32]
    return records.cache_folder() / "solve" / f"readings-{name}-{solver_version()}.json"


@cache
def findings() -> tuple[Finding, ...]:
    """What is found about every game that can be solved."""
    return tuple(found for game in GAMES if (found := finding(game)) is not None)


def percent(share: float, signed: bool = False) -> str:
    """A share to four decimals of a percent, with a minus sign that is one."""
    return f"{100 * share:{'+' if signed else ''}.4f}%".replace("-", "−")


def shift(value: ReadingValue) -> str:
    """What an option moves: the main game, and the side wagers it moves."""
    told = percent(value.cost, signed=True) if abs(value.cost) >= LEAST_SHOWN else ""
    sides = (
        f"{wager_name(name)} {percent(cost, signed=True)}"
        for name, cost in value.side_costs.items()
        if abs(cost) >= LEAST_SHOWN
    )
    return ", ".join((*((told,) if told else ()), *sides))


def in_markdown() -> str:
    """The one table: a column a game, first its edge, then what each other reading would add to it."""
    found = findings()
    names = [GAMES[one.rules.game].short_title for one in found]
    rows = [
        ["**house edge**", *(f"**{percent(one.solution.main.house_edge)}**" for one in found)],
        ["mean total wager", *(f"{one.solution.main.total_wager:.4f}" for one in found)],
    ]
    for doubt in readings().values():
        for option in doubt.options:
            cells = [_cell(one, doubt.id, option.id) for one in found]
            if any(cells):
                rows.append([f"`{doubt.id}={option.id}`", *cells])
    bounds = [{bound.clause: bound.at_most for bound in _bounds(one)} for one in found]
    for clause in {clause: None for one in bounds for clause in one}:
        cells = [f"at most {percent(one[clause], signed=True)}" if clause in one else "" for one in bounds]
        rows.append([f"the slip in {clause}, the other way", *cells])
    lines = [["as read by default, or with", *names], ["---", *("---:" for _ in names)], *rows]
    return "".join(f"| {' | '.join(cells)} |\n".replace("|  |", "| |").replace("|  |", "| |") for cells in lines)


def doubts_in_markdown() -> str:
    """Every doubtful clause: where it stands, the reading taken, and what else the words can mean."""
    lines = [["clauses", "reading", "taken here", "or"], ["---"] * 4]
    for doubt in readings().values():
        others = [f"`{option.id}`{DEPARTS if option.departs else ''}" for option in doubt.options]
        taken = others.pop([option.id for option in doubt.options].index(doubt.default))
        clauses = short_citation(doubt.clauses) or "none: the text stops before it"
        lines.append([clauses, f"[`{doubt.id}`](docs/readings.md#{doubt.id})", taken, ", ".join(others)])
    return "".join(f"| {' | '.join(cells)} |\n" for cells in lines)


def _bounds(one: Finding) -> list[SlipBound]:
    return slip_bounds(one.rules, {f"{value.reading.id}={value.option}": value.cost for value in one.readings})


def _cell(one: Finding, doubt: str, option: str) -> str:
    for value in one.readings:
        if value.reading.id == doubt and value.option == option and not value.in_force:
            return shift(value)
    return ""
