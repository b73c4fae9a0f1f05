"""Runs played before are those that would be played now, and are taken only for the very same run."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from importlib.resources import files
from pathlib import Path

import numpy as np
import pytest

from pitboss.report.asked import Asked
from pitboss.report.blackjack_answers import whole_game
from pitboss.report.figures import FRESH, Effort, Figures, Questions, gather
from pitboss.report.sections import method
from pitboss.rules.games import GAMES
from pitboss.rules.rules import BlackjackRules
from pitboss.rules.variant import load
from pitboss.simulate import asked as simulating
from pitboss.simulate import blackjack, played
from pitboss.simulate.job import Job
from pitboss.simulate.plan import Plan
from pitboss.simulate.run import Run
from pitboss.simulate.run import simulate as play
from pitboss.simulate.runners import Threads
from pitboss.solve import records

FOLDER = Path(str(files("pitboss.simulate"))) / "answers"
SOLVED = [game for game in GAMES if isinstance(load(game), BlackjackRules)]
CHEAPEST = "double-deck-house"
ANEW = "make played"
PLAN = Plan(5, 70_000)


def silent(step: str, share: float) -> None:
    pass


def never(*given: object, **named: object) -> Run:
    raise AssertionError("it is played")


@pytest.fixture
def empty(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A machine on which nothing was played, with a version that nothing came with."""
    monkeypatch.setattr(records, "cache_folder", lambda: tmp_path)
    monkeypatch.setattr(records, "shipped", lambda package, name: {})
    return tmp_path


@pytest.fixture(scope="module")
def run(one_box: Job) -> Run:
    return play(one_box, PLAN, Threads(1))


def test_a_run_is_found_again_with_every_count(run: Run, empty: Path) -> None:
    assert played.played_before(run.job, PLAN) is None
    played.keep(run)
    found = played.played_before(run.job, PLAN)
    assert found is not None
    assert np.array_equal(found.tally.counts, run.tally.counts)
    assert np.array_equal(found.tally.sums, run.tally.sums)
    assert (found.rounds, found.device, found.came_with_version) == (run.rounds, run.device, False)
    assert found.seconds == pytest.approx(run.seconds, abs=0.001)


def test_another_run_is_not_taken_for_it(run: Run, empty: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Other rounds, another seed, other rules, or another kernel: it is played."""
    played.keep(run)
    other = replace(run.job, constants={**run.job.constants, "BURN": run.job.constants["BURN"] + 1})
    assert played.played_before(other, PLAN) is None
    for plan in (Plan(5, 70_001), Plan(6, 70_000), Plan(5, 70_000, 1 << 15)):
        assert played.played_before(run.job, plan) is None
    monkeypatch.setattr(played, "written", lambda constants: "another kernel")
    assert played.played_before(run.job, PLAN) is None


def test_what_was_cut_short_is_neither_kept_nor_taken(run: Run, empty: Path) -> None:
    played.keep(replace(run, interrupted=True))
    assert played.played_before(run.job, PLAN) is None
    played.keep(run)
    (path,) = (empty / "played").iterdir()
    for broken in ("", "{}", "[]", '{"steps": [1], "counts": [1], "sums": [], "seconds": 1, "device": ""}'):
        path.write_text(broken, encoding="utf-8")
        assert played.played_before(run.job, PLAN) is None, broken


def test_a_simulation_is_played_unless_what_was_played_before_is_asked_for(
    empty: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rules = load("double-attack-pa")
    words = simulating.Asked(rounds=70_000, strategy=("dealer",), as_json_only=True, played_before=True, threads=1)
    first = simulating.run_command(rules, words)
    monkeypatch.setattr(blackjack, "simulate", never)
    again = simulating.run_command(rules, words)
    assert {**again, "seconds": 0, "rounds_per_second": 0} == {**first, "seconds": 0, "rounds_per_second": 0}
    with pytest.raises(AssertionError, match="it is played"):
        simulating.run_command(rules, replace(words, played_before=False))


# --- what came with this version --------------------------------------------------------------------------------------


def report_of(game: str, use_cache: bool = True) -> Figures:
    return gather(Asked(game, {}, {}, use_cache), Effort(), silent)


@contextmanager
def kept_in(folder: Path) -> Iterator[dict[str, object]]:
    """What is played within, by its key; what came with this version is not taken."""
    found: dict[str, object] = {}
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(records, "shipped", lambda package, name: {})
        patch.setattr(records, "cache_folder", lambda: folder)
        yield found
    for path in sorted((folder / "played").iterdir()):
        found[path.stem] = json.loads(path.read_text(encoding="utf-8"))


def without_times(record: object) -> dict[str, object]:
    assert isinstance(record, dict)
    return {name: value for name, value in record.items() if name not in ("seconds", "device")}


@pytest.mark.parametrize("game", SOLVED)
def test_a_first_report_has_nothing_to_play(game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What came is of the kernel as it is now: whoever changes that plays anew, or every first report takes minutes."""
    monkeypatch.setattr(records, "cache_folder", lambda: tmp_path)
    monkeypatch.setattr(blackjack, "simulate", never)
    asked = Asked(game, {}, {}, True)
    rules, ask = BlackjackRules.of(asked.rules()), Questions(asked, Effort(), silent)
    runs = [*ask.growing(FRESH), *ask.by_depth(rules, ask.effort.rounds)]
    runs += [run for one in ask.by_counter(rules, whole_game(asked, None, silent).as_json()) for run in one.points]
    assert all(run.found["came_with_version"] for run in runs), f"play them anew: {ANEW}"


@pytest.mark.slow
@pytest.mark.parametrize("game", SOLVED)
def test_every_simulation_of_a_report_came_with_this_version_and_is_what_is_played_now(
    game: str, tmp_path: Path, pytestconfig: pytest.Config, monkeypatch: pytest.MonkeyPatch
) -> None:
    with kept_in(tmp_path) as anew:
        report_of(game)
    path = FOLDER / f"{game}.json"
    if pytestconfig.getoption("--rewrite-answers"):
        lines = (f"{json.dumps(key)}: {json.dumps(run, separators=(',', ':'))}" for key, run in anew.items())
        FOLDER.mkdir(exist_ok=True)
        path.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")
        records.shipped.cache_clear()
    came = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    assert came.keys() == anew.keys(), f"the kernel, the solver or the rules changed; play them anew: {ANEW}"
    assert {key: without_times(run) for key, run in came.items()} == {
        key: without_times(run) for key, run in anew.items()
    }
    monkeypatch.setattr(blackjack, "simulate", never)
    told = method(report_of(game))
    assert any("All simulations came with this version" in str(block) for block in told.blocks)
