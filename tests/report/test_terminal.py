"""What the terminal prints: a long transcript is as much work a line as a short one."""

import pytest
from rich.text import Text

from pitboss.report.terminal import print_transcript
from pitboss.rules.variant import load


def test_a_line_of_a_transcript_is_no_more_work_where_many_stand_before_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    looked_at = 0
    plain: property = vars(Text)["plain"]

    def counted(text: Text) -> str:
        nonlocal looked_at
        found: str = plain.__get__(text)
        looked_at += len(found)
        return found

    monkeypatch.setattr(Text, "plain", property(counted, plain.fset))

    def letters(lines: int) -> int:
        nonlocal looked_at
        looked_at = 0
        said = [("box 1 stands", ("PA 665a.9(a)",)), ("nobody has anything more", ())]
        print_transcript(load("double-attack-pa"), said * lines)
        return looked_at

    assert letters(400) < 3 * letters(200)
    assert "box 1 stands   " in capsys.readouterr().out


def test_no_line_of_a_transcript_ends_with_a_space(capsys: pytest.CaptureFixture[str]) -> None:
    said = [("box 1 stands", ("PA 665a.9(a)",)), ("the round is over ", ()), ("a " * 90, ())]
    print_transcript(load("double-attack-pa"), said)
    lines = capsys.readouterr().out.splitlines()
    assert any(line.startswith("the round is over") for line in lines)
    assert [line for line in lines if line != line.rstrip()] == []


def test_a_transcript_says_first_what_a_variant_has_otherwise(capsys: pytest.CaptureFixture[str]) -> None:
    """Its steps go by the clauses of the text it starts from, which say something else of what they pay."""
    print_transcript(load("double-attack-pa", {"blackjack_odds": "6 to 5"}), [("the round is over", ())])
    told = capsys.readouterr().out
    assert "blackjack_odds = 6 to 5; the law: 1 to 1 (PA 665a.7(h)(1), PA 665a.12(a))" in told
    print_transcript(load("double-attack-pa"), [("the round is over", ())])
    assert "law" not in capsys.readouterr().out
