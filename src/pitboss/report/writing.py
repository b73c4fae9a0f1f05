"""Reports written to a file as HTML or PDF: a game's math report, two games side by side, a shuffle's study."""

from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path

from pitboss.report import document
from pitboss.report.asked import Asked
from pitboss.report.comparison import comparison
from pitboss.report.family_report import report_of
from pitboss.report.figures import Effort, Told, gather
from pitboss.report.filing import Filing, Round, check_folder, package
from pitboss.report.late import said_if_late
from pitboss.report.math_report import math_report
from pitboss.report.printing import browser
from pitboss.report.sheets import floor_sheet, strategy_sheet
from pitboss.rules.errors import RulesError
from pitboss.rules.rules import BlackjackRules
from pitboss.rules.variant import load
from pitboss.shuffles import counts
from pitboss.shuffles.routines import routine_of
from pitboss.shuffles.study import Study, study
from pitboss.simulate.late_bar import LateBar


def needs() -> None:
    """What draws the charts must be installed."""
    if lacking := [name for name in ("altair", "polars", "vl_convert") if find_spec(name) is None]:
        raise RulesError(f"a report needs {lacking[0]}, which the extra `report` brings: pip install 'pitboss[report]'")


def checked_place(out: str, paper: str) -> Path:
    """Where the report goes; everything that can be wrong with it is said before any work is done."""
    path = document.check_place(Path(out))
    document.check_paper(paper)
    if path.suffix.lower() == ".pdf":
        browser()
    return path


def report_game(asked: Asked, effort: Effort, told: Told, out: str, paper: str) -> None:
    """Work out a game and write its report."""
    needs()
    path = checked_place(out, paper)
    load(asked.game, asked.sets, asked.readings)
    with LateBar() as bar:
        figures = gather(asked, effort, bar, told)
        bar("drawing", 1.0)
        document.write(math_report(figures), path, paper)


def write_sheet(asked: Asked, card: bool, out: str, paper: str) -> None:
    """Write a game's floor sheet, or its strategy as a card."""
    needs()
    path = checked_place(out, paper)
    rules = asked.rules()
    if not card:
        document.write(floor_sheet(rules), path, paper)
        return
    found = report_of(rules).whole_game(asked, None)
    if found.strategy is None:
        raise RulesError(f"no player decides anything in {rules.game}: it has no strategy")
    document.write(strategy_sheet(BlackjackRules.of(rules), found.strategy, found.as_json()), path, paper)


def write_filing(
    asked: Asked, effort: Effort, filing: Filing, dealt: Sequence[Round], out: str, as_pdf: bool, paper: str
) -> list[str]:
    """Write a game's filing package into a folder of its own: the names of its files."""
    with LateBar() as bar:
        return package(asked, effort, filing, dealt, out, ".pdf" if as_pdf else ".html", bar, paper)


def check_filing(out: str, as_pdf: bool, paper: str) -> None:
    """Whatever is wrong with the place or the machine is said before any work is done."""
    needs()
    document.check_paper(paper)
    check_folder(out)
    if as_pdf:
        browser()


def report_two(left: Asked, right: Asked, out: str, paper: str) -> None:
    """Work out two games and write what differs."""
    needs()
    path = checked_place(out, paper)
    left.rules(), right.rules()  # whatever is wrong with one is said before the other is worked out
    with LateBar() as bar:
        document.write(comparison(left, right, bar), path, paper)


def measure_shuffle(game: str, times: int, seed: int, out: str | None, paper: str, use_cache: bool = True) -> Study:
    """Measure a game's shuffle, and write the page if one is asked for."""
    path = None
    if out is not None:
        needs()
        path = checked_place(out, paper)
    routine_of(load(game))
    with said_if_late(_compiling()), LateBar() as bar:
        found = study(game, times, seed, bar, use_cache)
        if path is not None:
            from pitboss.report.shuffle_page import page

            bar("drawing", 1.0)
            document.write(page(found), path, paper)
    return found


def _compiling() -> str:
    """The first run compiles: numba's cache on disk then holds the largest kernel."""
    place = getattr(getattr(counts.count, "stats", None), "cache_path", None)
    if place is None or any(Path(place).glob("counts.count-*.nbi")):
        return ""
    return "Compiling the shuffles: once after installation, less than a minute."
