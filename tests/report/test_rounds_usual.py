"""How many rounds a report plays where nobody says: what the simulator of the family plays in a minute or so."""

import sys
from pathlib import Path

import pytest

from pitboss.commands import main
from pitboss.notebook import game
from pitboss.report import family_report, writing
from pitboss.report.family_report import ROUNDS_COMPILED, ROUNDS_INTERPRETED, FamilyReport
from pitboss.report.figures import Effort

UNCOMPILED = "five-card-hi-lo-pa is played 20,000,000 rounds, as its simulator is not compiled"


@pytest.fixture
def played(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The rounds of every report and filing that is asked for; none is written."""
    rounds: list[int] = []

    def note(asked: object, effort: Effort, *more: object) -> list[str]:
        rounds.append(effort.rounds)
        return []

    monkeypatch.setattr(writing, "report_game", note)
    monkeypatch.setattr(writing, "write_filing", note)
    return rounds


def ask(monkeypatch: pytest.MonkeyPatch, folder: Path, *more: str) -> None:
    for words in (("report", "-o", "x.html"), ("submit", "-o", str(folder / "filing"))):
        monkeypatch.setattr(sys, "argv", ["pitboss", words[0], "five-card-hi-lo-pa", *words[1:], *more])
        main()


def test_a_compiled_simulator_plays_a_hundred_million_and_nothing_is_said_of_it(
    played: list[int], monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    ask(monkeypatch, tmp_path)
    game("five-card-hi-lo-pa").report("x.html")
    assert played == [ROUNDS_COMPILED] * 3
    assert "rounds" not in capsys.readouterr().err


def test_one_that_is_not_plays_fewer_and_says_so(
    played: list[int], monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(family_report, "report_of", lambda rules: FamilyReport())
    ask(monkeypatch, tmp_path)
    assert capsys.readouterr().err.count(UNCOMPILED) == 2
    game("five-card-hi-lo-pa").report("x.html")
    assert played == [ROUNDS_INTERPRETED] * 3


def test_as_many_as_asked_for_are_played_without_a_word(
    played: list[int], monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(family_report, "report_of", lambda rules: FamilyReport())
    ask(monkeypatch, tmp_path, "--rounds", "1e4")
    game("five-card-hi-lo-pa").report("x.html", rounds=1e4)
    assert played == [10_000] * 3
    assert "compiled" not in capsys.readouterr().err
