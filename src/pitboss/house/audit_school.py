"""The school in the audit: every drill is asked again and marked, every table test is taken again and scored."""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from pitboss.house import schema
from pitboss.house.audited import Report, Wrong
from pitboss.house.exam_cards import test_of
from pitboss.house.exam_room import result_of
from pitboss.house.register import Key
from pitboss.procedure.refusal import Malformed
from pitboss.rules.errors import RulesError
from pitboss.rules.variant import load
from pitboss.school.drills import Session, made_by_this
from pitboss.school.items import digest_of
from pitboss.school.scoring import MadeOtherwise, NotScored
from pitboss.school.taking import Taking, taken_again

Rows = Mapping[str, Mapping[Key, dict[str, Any]]]


def check_school(rows: Rows, report: Report) -> None:
    """The rows of the school, as the journal makes them, are what their own questions and rules make of them."""
    for sheet, answers in _parts(rows, schema.drill_sheets.name, schema.drill_answers.name):
        try:
            _marked_again(sheet, answers)
            report.drills += 1
        except MadeOtherwise as error:
            report.notes = (*report.notes, f"drill sheet {sheet['id']} cannot be asked again: {error}")
    for sitting, lines in _parts(rows, schema.sittings.name, schema.sitting_lines.name):
        where = f"sittings {sitting['id']}"
        exam = rows[schema.exams.name].get((sitting["exam"],))
        if exam is None:
            raise Wrong(f"{where}: nobody has given the test that was taken")
        try:
            _scored_again(exam["test"], sitting, lines)
            report.exams += 1
        except MadeOtherwise as error:
            report.notes = (*report.notes, f"the test of {where} cannot be taken again: {error}")
        except (NotScored, RulesError, Malformed) as error:
            raise Wrong(f"{where}: {error}") from None


def _parts(rows: Rows, whole: str, part: str) -> Iterator[tuple[dict[str, Any], list[dict[str, Any]]]]:
    """Each row of one table with those of another that belong to it, in their order, without a gap."""
    belonging: defaultdict[Any, list[dict[str, Any]]] = defaultdict(list)
    for key, row in sorted(rows[part].items()):
        belonging[key[0]].append(row)
        if row["place"] != len(belonging[key[0]]):
            raise Wrong(f"{part} {key[0]}, {len(belonging[key[0]])}: it is missing")
    for (name,), row in rows[whole].items():
        yield row, belonging.pop(name, [])
    for name in belonging:
        raise Wrong(f"{part} {name}: it belongs to nothing in {whole}")


def _marked_again(sheet: dict[str, Any], answers: list[dict[str, Any]]) -> None:
    made_by_this(sheet["made_by"])
    try:
        rules = load(sheet["game"])
    except RulesError as error:
        raise MadeOtherwise(str(error)) from None
    if rules.hash != sheet["rules_hash"]:
        raise MadeOtherwise(f"its rules hash is {sheet['rules_hash'][:16]}, these rules are {rules.hash[:16]}")
    try:
        session = Session(rules, sheet["drill"], sheet["seed"])
    except RulesError as error:  # under these very rules, and by this version's items, nobody was ever asked it
        raise Wrong(f"drill_sheets {sheet['id']}: {error}") from None
    for row in answers:
        item, where = session.item, f"drill_answers {row['sheet']}, {row['place']}"
        if row["item"] != digest_of(item):
            raise Wrong(f"{where}: it is not the item that its seed and the answers before ask")
        if (row["item_key"], row["clauses"]) != (item.key, ", ".join(item.clauses)):
            raise Wrong(f"{where}: its key or its clauses are not those of its item")
        right = session.answer(row["given"], row["took_ms"])
        if right is not row["is_right"]:
            raise Wrong(f"{where}: it is marked {_word(row['is_right'])}, and {row['given']!r} is {_word(right)}")


def _word(right: bool) -> str:
    return "right" if right else "wrong"


def _scored_again(test: str, sitting: dict[str, Any], lines: list[dict[str, Any]]) -> None:
    """A test that is over has the score that its lines give; of one under way every line follows from those before."""
    taking: Taking = taken_again(test_of(test), sitting["seed"], [row["body"] for row in lines], sitting["made_by"])
    if (sitting["ended_at_ms"] is None) is not (sitting["score"] is None):
        raise NotScored("it is over without a score, or has one before it is over")
    if sitting["score"] is None:
        return
    found = result_of(taking, sitting["name"], sitting["began_at_ms"], sitting["ended_at_ms"]).score
    if msgspec.json.encode(found).decode() != sitting["score"]:
        raise NotScored("what was done and answered gives another score than is on record")
