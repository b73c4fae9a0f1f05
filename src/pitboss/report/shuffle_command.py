"""The `shuffle` command: a game's routine measured, shown in the terminal and written as a page."""

import sys
from pathlib import Path

from pitboss.report.report_command import checked_place, needs
from pitboss.report.strategy_card import LateBar
from pitboss.rules.variant import load
from pitboss.shuffles import counts
from pitboss.shuffles.routines import routine_of
from pitboss.shuffles.study import Study, study


def measured(game: str, times: int, seed: int, out: str | None, paper: str) -> Study:
    """Measure a game's shuffle, and write the page if one is asked for."""
    path = None
    if out is not None:
        needs()
        path = checked_place(out, paper)
    routine_of(load(game))
    _say_if_compiling()
    with LateBar() as bar:
        found = study(game, times, seed, bar)
        if path is not None:
            from pitboss.report import document
            from pitboss.report.shuffle_page import page

            bar("drawing", 1.0)
            document.write(page(found), path, paper)
    return found


def _say_if_compiling() -> None:
    """The first run compiles: numba's cache on disk then holds the largest kernel."""
    place = getattr(getattr(counts.count, "stats", None), "cache_path", None)
    if place is not None and not any(Path(place).glob("counts.count-*.nbi")):
        print("Compiling the shuffles: once after installation, less than a minute.", file=sys.stderr)
