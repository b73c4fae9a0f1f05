"""For each clause that a dealer or floorperson carries out: what does it, how it goes wrong, what teaches it."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from pitboss.commands import app
from pitboss.law import clauses
from pitboss.procedure.moves import every_move
from pitboss.rules.games import GAMES
from pitboss.rules.variant import load
from pitboss.school.drills import drills_of
from pitboss.school.faults import SPOT
from pitboss.school.lessons import (
    CARRIED_OUT,
    Lesson,
    _is_paragraph,
    _values,
    _why,
    as_json,
    in_words,
    lesson_of,
    reasons,
)
from pitboss.school.mistakes import KINDS
from tests.school.survey import survey

DATA = Path(__file__).parents[2] / "src" / "pitboss" / "school" / "data" / "lessons.json"
PARTS = ("moves", "wrong", "taught")
HANDIWORK = {"chips", "say", "pickup", "ruling"}
OURS = {load(game).document for game in GAMES}


def carried_out() -> list[str]:
    return [clause.id for clause in clauses().values() if clause.embodied in CARRIED_OUT and clause.document in OURS]


def test_every_clause_that_is_carried_out_is_taught_or_says_why_not() -> None:
    silent = [clause for clause in carried_out() if not _settled(lesson_of(clauses()[clause]))]
    assert silent == []


def _settled(lesson: Lesson) -> bool:
    return lesson.whole is not bool(lesson.why)


def test_the_list_of_reasons_is_short_and_none_is_stale() -> None:
    assert len(reasons()) <= 36
    for clause in reasons():
        assert clause in carried_out()
        assert not lesson_of(clauses()[clause]).whole, f"{clause} is taught by now"


def test_most_clauses_have_all_three() -> None:
    assert sum(lesson_of(clauses()[clause]).whole for clause in carried_out()) >= 240


def test_the_page_says_how_many_clauses_have_all_three_and_why_the_others_have_not() -> None:
    whole = [lesson_of(clauses()[clause]).whole for clause in carried_out()]
    page = (Path(__file__).parents[2] / "docs" / "school.md").read_text(encoding="utf-8")
    assert f"Of {len(whole)} clauses {sum(whole)} have a move, a wrong way and a lesson." in page
    _, _, table = page.partition("| clauses | why not all |")
    rows = re.findall(r"^\| (\d+) \|", table.partition("\n\n")[0], re.MULTILINE)
    assert sum(map(int, rows)) == whole.count(False)


def test_what_a_lesson_names_is_there() -> None:
    drills = {name for game in GAMES for name in drills_of(load(game))}
    for clause, found in json.loads(DATA.read_text(encoding="utf-8")).items():
        assert clause in clauses()
        assert set(found["moves"]) <= {*every_move(), *HANDIWORK}
        assert set(found["wrong"]) <= set(KINDS)
        assert {each.partition(":")[0] for each in found["taught"]} <= drills


def parts(found: dict[str, Any]) -> dict[str, tuple[bool, ...]]:
    """Of each clause, whether it has a move, a wrong way and a lesson."""
    return {clause: tuple(bool(found.get(clause, {}).get(part)) for part in PARTS) for clause in carried_out()}


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_the_lessons_are_what_dealing_finds(game: str) -> None:
    """As `python -m tests.school.survey` writes them; it takes some minutes for all of them."""
    kept = json.loads(DATA.read_text(encoding="utf-8"))
    found = survey(game).as_data()
    own = {clause for clause in carried_out() if clauses()[clause].document == load(game).document}
    there, here = parts(found), parts(kept)
    assert {clause: there[clause] for clause in own} == {clause: here[clause] for clause in own}


@pytest.mark.parametrize("clause", ["PA 665a.7(c)", "NJ 26.4(i)", "DD Shuffling 8"])
def test_a_clause_shows_its_column(clause: str, capsys: pytest.CaptureFixture[str]) -> None:
    app(["law", clause], exit_on_error=False, print_error=False, result_action="return_value")
    said = capsys.readouterr().out
    assert "carried out by: " in said
    assert "done wrongly: " in said
    assert "taught by: " in said
    app(["law", clause, "--json"], exit_on_error=False, print_error=False, result_action="return_value")
    (row,) = json.loads(capsys.readouterr().out)
    assert row["school"]["moves"]
    assert row["school"]["why_not"] == ""


def test_the_burn_is_carried_out_by_burning() -> None:
    lesson = lesson_of(clauses()["PA 665a.7(c)"])
    assert "burn-card" in lesson.moves
    assert "burn-forgotten" in lesson.wrong
    assert f"{SPOT}: left-out-card-burned" in lesson.taught


def test_what_is_not_carried_out_says_so() -> None:
    sign = next(clause for clause in clauses().values() if clause.embodied.value == "sign")
    lesson = lesson_of(sign)
    assert "nobody carries it out" in lesson.why or lesson.whole
    assert as_json(lesson)["why_not"] == lesson.why
    many = Lesson(moves=tuple("abcdef"))
    assert in_words(many) == ["carried out by: a, b, c, d and 2 more"]


def test_why_something_is_missing_shows_by_itself_where_players_do_it_or_a_value_has_it() -> None:
    """Who has a move of it has to say what else is missing."""
    burn, value = clauses()["PA 665a.7(c)"], clauses()["PA 665a.13(f)"]
    players = ("players do it",)
    assert _why(burn, Lesson(players=players)) == "players do it"
    assert _why(burn, Lesson(moves=("burn-card",), players=players)) == ""
    assert value.id in _values()
    assert _why(value, Lesson()) == "a value that other steps apply"
    assert _why(value, Lesson(moves=("pass-over",))) == ""


def test_a_clause_is_carried_out_through_its_paragraphs_and_by_no_neighbour() -> None:
    assert _is_paragraph("PA 665a.5(c)(2)", "PA 665a.5(c)")
    assert _is_paragraph("NJ 26.4(d)3", "NJ 26.4(d)")
    assert not _is_paragraph("DD Dealing 10", "DD Dealing 1")
    assert not _is_paragraph("PA 665a.7(m)(2)(i)", "PA 665a.7(m)")
    heading, paragraph = (lesson_of(clauses()[clause]) for clause in ("PA 673a.7(s)", "PA 673a.7(s)(2)"))
    assert set(paragraph.moves) <= set(heading.moves)
    assert heading.whole
