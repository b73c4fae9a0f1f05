"""`pitboss drill` and `pitboss exam`: typed or piped, written to a file, scored again."""

import io
import json
from pathlib import Path

import msgspec
import pytest

from pitboss.commands import app
from pitboss.rules.variant import load
from pitboss.school.acts import AnyAct
from pitboss.school.drills import DrillRecord, Session, asked_again
from pitboss.school.lesson import begin, deal_rounds
from pitboss.school.practice import Practice
from pitboss.school.table_test import Sitting, parse
from pitboss.school.terse import typed

TEST = """
game = "five-card-hi-lo-pa"
minutes = 60
[[drill]]
kind = "order-of-dealing"
items = 2
[table]
rounds = 2
boxes = 2
[pass]
score = 100
drills = 500
"""


def run(monkeypatch: pytest.MonkeyPatch, lines: list[str], *words: str) -> int:
    monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in lines)))
    try:
        app(list(words), exit_on_error=False, print_error=False, result_action="return_value")
    except SystemExit as end:
        return int(end.code or 0)
    return 0


def answers(game: str, drill: str, many: int, seed: str = "7") -> list[str]:
    session = Session(load(game), drill, seed)
    found = []
    for _ in range(many):
        found.append(session.item.answers[0])
        session.answer(found[-1])
    return found


def test_without_a_kind_the_drills_are_listed(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(monkeypatch, [], "drill", "double-attack-pa") == 0
    assert "spot-the-fault" in capsys.readouterr().out


def test_a_drill_through_a_pipe(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    right = answers("double-back-jack-pa", "payouts", 1)
    file = tmp_path / "drill.json"
    words = ("drill", "double-back-jack-pa", "--kind", "payouts", "--items", "2", "-o", str(file))
    assert run(monkeypatch, [*right, "wrong"], *words) == 0
    said = capsys.readouterr().out
    assert "Right." in said
    assert "Wrong: $" in said
    assert "PA 673a.12" in said
    assert "1 of 2 right." in said
    assert asked_again(msgspec.json.decode(file.read_bytes(), type=DrillRecord)).score().items.right == 1


def test_a_drill_as_json(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    right = answers("double-attack-pa", "hand-totals", 3)
    words = ("drill", "double-attack-pa", "--kind", "hand-totals", "--items", "3", "--json")
    assert run(monkeypatch, right, *words) == 0
    assert json.loads(capsys.readouterr().out)["items"] == {"done": 3, "right": 3}


def perfect_lines() -> list[str]:
    """What somebody types who makes no mistake."""
    lines = answers("five-card-hi-lo-pa", "order-of-dealing", 2, "7 0")
    sitting = Sitting(parse(TEST), "7")
    assert sitting.practice is not None
    assert sitting.players is not None

    def types(practice: Practice, due: AnyAct) -> AnyAct:
        lines.append(typed(due))
        return due

    begin(sitting.practice, sitting.players)
    deal_rounds(sitting.practice, sitting.players, 2, types)
    return lines


def test_an_exam_is_taken_written_and_scored_again(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    test, result, told, sheet = (tmp_path / name for name in ("test.toml", "result.json", "xapi.json", "rows.csv"))
    test.write_text(TEST)
    files = ("-o", str(result), "--xapi", str(told), "--csv", str(sheet))
    assert run(monkeypatch, perfect_lines(), "exam", str(test), "--trainee", "Pat", *files) == 0
    said = capsys.readouterr().out
    assert said.rstrip().endswith("PASSED")
    assert "NOT PASSED" not in said
    assert json.loads(told.read_text())[-1]["actor"]["account"]["name"] == "Pat"
    assert sheet.read_text().startswith("trainee,began,part")
    assert run(monkeypatch, [], "exam", "--check", str(result)) == 0
    tampered = json.loads(result.read_text())
    tampered["score"]["table"]["marks_lost"] = 1
    result.write_text(json.dumps(tampered))
    capsys.readouterr()
    assert run(monkeypatch, [], "exam", "--check", str(result)) == 1
    assert capsys.readouterr().out.startswith("WRONG: ")


def test_an_exam_that_is_left_is_not_passed(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    test = tmp_path / "test.toml"
    test.write_text(TEST)
    assert run(monkeypatch, perfect_lines()[:9], "exam", str(test)) == 1
    assert "NOT PASSED" in capsys.readouterr().out


def test_what_cannot_be_done_is_said_and_asked_again(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    test = tmp_path / "test.toml"
    test.write_text(TEST)
    lines = perfect_lines()
    assert run(monkeypatch, [*lines[:2], "fly", *lines[2:]], "exam", str(test)) == 0
    assert "nothing is done by typing 'fly'" in capsys.readouterr().out
