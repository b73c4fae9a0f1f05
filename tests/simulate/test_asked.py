"""`pitboss simulate` as somebody types it."""

import json
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from pitboss.rules.errors import RulesError
from pitboss.rules.rules import BlackjackRules
from pitboss.rules.variant import load
from pitboss.simulate import blackjack
from pitboss.simulate.asked import Asked, run_command
from pitboss.simulate.job import Job
from pitboss.simulate.plan import Plan
from pitboss.simulate.runners import Played, Threads
from pitboss.solve.strategy import mimic_the_dealer
from pitboss.solve.strategy_file import write_strategy

COMMAND = (sys.executable, "-m", "pitboss", "simulate")


def run(*words: str) -> subprocess.CompletedProcess[str]:
    """The command with these words."""
    return subprocess.run([*COMMAND, *words], capture_output=True, text=True, check=False)


def test_a_simulation_prints_json() -> None:
    """The keys others rely on, and the same figures again with other threads."""
    words = ("double-attack-pa", "--rounds", "70000", "--strategy", "dealer", "--seed", "3", "--json")
    first, second = (json.loads(run(*words, "--threads", threads).stdout) for threads in ("1", "2"))
    timed = {"seconds", "rounds_per_second", "device"}
    assert {k: v for k, v in first.items() if k not in timed} == {k: v for k, v in second.items() if k not in timed}
    assert first["rounds"] == 70_000
    assert -0.1 < first["mean"] < -0.05
    assert first["house_edge"] == -first["mean"]  # an edge is the house's, as in `solve`


def test_what_makes_no_sense_is_one_sentence() -> None:
    """Exit status 2, one line, no traceback, nothing on standard output."""
    done = run("double-attack-pa", "--rounds", "0")
    assert done.returncode == 2
    assert done.stderr.startswith("pitboss: 0 rounds")
    assert len(done.stderr.splitlines()) == 1
    assert not done.stdout


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ({"boxes": 7}, "7 boxes"),
        ({"device": "abacus"}, "abacus"),
        ({"strategy": ("nowhere.csv",)}, "nowhere.csv"),
        ({"strategy": ("dealer", "dealer")}, "2 strategies"),
        ({"strategy": ("dealer",), "until": 0.0}, "1e-09 or more"),
        ({"out": "tallies.csv"}, "parquet"),
        ({"threads": 0}, "0 threads"),
        ({"bankroll": 5, "strategy": ("dealer",)}, "bankroll"),
        ({"count": "nowhere.toml"}, "nowhere.toml"),
        ({"bankroll": 5, "session": 11, "strategy": ("dealer",)}, "a session of 11 rounds is not over after the 10"),
    ],
)
def test_each_wrong_word_is_named(words: dict[str, Any], sentence: str) -> None:
    """Whatever is wrong is said before anything is played."""
    with pytest.raises(RulesError, match=sentence):
        run_command(load("double-attack-pa"), Asked(rounds=10, **words))


@pytest.mark.parametrize("number", ["2.9", "3.0", "1e-3", "three"])
def test_a_number_that_is_not_whole_is_refused_and_not_rounded(number: str) -> None:
    done = run("double-attack-pa", "--rounds", number)
    assert done.returncode == 2
    assert f"--rounds takes a whole number, not '{number}'" in done.stderr
    assert not done.stdout


def test_sessions_longer_than_a_stream_are_played() -> None:
    """A session goes on where a stream of 65,536 rounds would have ended."""
    found = run_command(
        load("double-attack-pa"), Asked(rounds=210_000, strategy=("dealer",), bankroll=100, session=70_000)
    )
    assert found["ruin"]["sessions"] == 3
    assert found["ruin"]["ruined"] == 3  # seven bets in a hundred are lost


@pytest.mark.parametrize("boxes", [pytest.param(1, marks=pytest.mark.slow), 2])
def test_the_headline_counts_the_insurance_taken(tmp_path: Path, boxes: int) -> None:
    """Mean, error and total wager are those of whole rounds where insurance is all that was placed beside."""
    rules = load("double-back-jack-pa")
    assert isinstance(rules, BlackjackRules)
    file = tmp_path / "insured.csv"
    write_strategy(replace(mimic_the_dealer(rules), insurance=True), file)
    found = run_command(rules, Asked(rounds=200_000, strategy=(str(file),), boxes=boxes))
    wagers = found["wagers"]
    made = found["rounds"] * boxes
    assert wagers["insurance"]["wagered"] == wagers["insurance"]["made"] / 2 > 0
    assert found["mean"] == pytest.approx(sum(one["net"] for one in wagers.values()) / made, abs=1e-12)
    assert found["mean"] == pytest.approx(found["round"]["mean"] / boxes, abs=1e-12)
    assert found["standard_error"] == pytest.approx(found["round"]["standard_error"] / boxes)
    assert found["total_wager"] == pytest.approx(sum(one["wagered"] for one in wagers.values()) / made)
    low, high = found["interval"]
    assert low < found["mean"] < high


class Stopped(Threads):
    """Threads whose user presses Ctrl-C after the first unit."""

    def play(self, job: Job, plan: Plan, streams: list[range]) -> Played:
        """One unit only."""
        yield next(super().play(job, plan, streams))
        raise KeyboardInterrupt


def test_ctrl_c_prints_the_result_so_far(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """The figures of what was played, and a word that it is not all."""
    monkeypatch.setattr(blackjack, "runner_of", lambda *_: Stopped(1))
    found = run_command(load("double-attack-pa"), Asked(rounds=10**9, strategy=("dealer",)))
    assert found["interrupted"] is True
    assert found["rounds"] == Threads.unit_streams * 65536
    assert "result so far" in capsys.readouterr().err
