"""A result for others: statements of the Experience API (xAPI 1.0.3), and rows of comma-separated values."""

import csv
import hashlib
import io
import uuid
from datetime import datetime, timedelta
from typing import Any

import msgspec

from pitboss.rules.errors import RulesError
from pitboss.school.drills import asked_again
from pitboss.school.scoring import FULL_MARKS
from pitboss.school.table_test import PassMark, Result, TestScore, score_of

VERSION = "1.0.3"
VERBS = {
    name: {"id": f"http://adlnet.gov/expapi/verbs/{name}", "display": {"en": name}}
    for name in ("answered", "completed", "passed", "failed")
}
ASSESSMENT = "http://adlnet.gov/expapi/activities/assessment"
INTERACTION = "http://adlnet.gov/expapi/activities/cmi.interaction"
SIMULATION = "http://adlnet.gov/expapi/activities/simulation"
OURS = "urn:pitboss:school"  # an IRI of our own that names, and leads nowhere


def statements(result: Result, home_page: str) -> list[dict[str, Any]]:
    """The result as statements: every answer, the table, and the test itself; `home_page` says whose accounts it is."""
    began = _moment(result.began)
    found, now = [], began
    for number, paper in enumerate(result.drills):
        for place, (item, answer, right) in enumerate(asked_again(paper).marked):
            now += timedelta(milliseconds=answer.took_ms)
            definition = {
                "type": INTERACTION,
                "name": {"en": f"{paper.drill}: {item.key}"},
                "description": {"en": item.question},
                "interactionType": "other",
                "correctResponsesPattern": list(item.answers),
            }
            outcome = {"success": right, "response": answer.given, "duration": _duration(answer.took_ms)}
            where = f"{OURS}:drill:{paper.game}:{paper.drill}:{_slug(item.key)}"
            found.append(
                _statement(result, home_page, f"{number} {place}", "answered", where, definition, outcome, now)
            )
    scored = score_of(result)
    if scored.table is not None and result.practice is not None:
        points = {"raw": scored.table.score, "min": 0, "max": FULL_MARKS, "scaled": scored.table.score / FULL_MARKS}
        outcome = {"completion": True, "score": points, "duration": _duration(scored.table.pace.play_ms)}
        outcome["extensions"] = {
            f"{OURS}:accuracy-by-clause": {
                clause: part.per_mille / 1000 for clause, part in scored.table.by_clause.items()
            },
            f"{OURS}:money-lost-cents": scored.table.money_cents,
            f"{OURS}:mistakes": scored.table.mistakes,
        }
        definition = {"type": SIMULATION, "name": {"en": f"dealing {result.practice.game}"}}
        where = f"{OURS}:table:{result.practice.game}"
        found.append(_statement(result, home_page, "table", "completed", where, definition, outcome, now))
    ended = began + timedelta(milliseconds=result.took_ms)
    found.append(_whole(result, home_page, scored, max(now, ended)))
    return found


def _whole(result: Result, home_page: str, scored: TestScore, now: datetime) -> dict[str, Any]:
    reached = sum(mark.passed for mark in scored.marks)
    points = {"raw": reached, "min": 0, "max": len(scored.marks), "scaled": reached / len(scored.marks)}
    outcome = {
        "success": scored.passed,
        "completion": True,
        "score": points,
        "duration": _duration(result.took_ms),
        "extensions": {f"{OURS}:pass-marks": [msgspec.to_builtins(mark) for mark in scored.marks]},
    }
    definition = {"type": ASSESSMENT, "name": {"en": result.test.name}}
    verb = "passed" if scored.passed else "failed"
    where = f"{OURS}:table-test:{_slug(result.test.name)}"
    return _statement(result, home_page, "test", verb, where, definition, outcome, now)


def _statement(
    result: Result,
    home_page: str,
    part: str,
    verb: str,
    where: str,
    definition: dict[str, Any],
    outcome: dict[str, Any],
    now: datetime,
) -> dict[str, Any]:
    """One statement; its id comes of the result itself, so that the same result is never counted twice."""
    whole = hashlib.sha256(msgspec.json.encode(msgspec.structs.replace(result, score=None))).hexdigest()
    return {
        "id": str(uuid.uuid5(uuid.NAMESPACE_URL, f"{OURS}:{whole}:{part}")),
        "actor": {"objectType": "Agent", "account": {"homePage": home_page, "name": result.trainee}},
        "verb": VERBS[verb],
        "object": {"objectType": "Activity", "id": where, "definition": definition},
        "result": outcome,
        "context": {"platform": "pitboss", "language": "en"},
        "timestamp": now.isoformat(),
        "version": VERSION,
    }


def _moment(text: str) -> datetime:
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        raise RulesError(f"{text!r} is no moment: write one like 2026-11-15T20:15:00+00:00") from None
    if moment.tzinfo is None:
        raise RulesError(f"{text!r} does not say in which time zone it is")
    return moment


def _duration(took_ms: int) -> str:
    """A length of time as ISO 8601 has it, to the hundredth of a second."""
    return f"PT{took_ms // 1000}.{took_ms % 1000 // 10:02}S"


def _slug(text: str) -> str:
    return "".join(each if each.isalnum() else "-" for each in text.lower()).strip("-")


def rows(result: Result) -> str:
    """The result as comma-separated values: pass marks, each drill by key, the table by clause, and its mistakes."""
    scored = score_of(result)
    sheet = io.StringIO()
    writer = csv.writer(sheet, lineterminator="\n")
    writer.writerow(("trainee", "began", "part", "key", "done", "right", "per_mille"))

    def write(part: str, key: str, done: object, right: object, per_mille: object) -> None:
        writer.writerow((result.trainee, result.began, part, key, done, right, per_mille))

    for mark in (
        *scored.marks,
        PassMark("passed", len(scored.marks), sum(m.passed for m in scored.marks), scored.passed),
    ):
        write("pass mark", mark.name, mark.asked, mark.reached, 1000 if mark.passed else 0)
    for paper, drill in zip(result.drills, scored.drills, strict=True):
        for key, part in drill.by_key.items():
            write(paper.drill, key, part.done, part.right, part.per_mille)
    if scored.table is not None:
        for clause, part in scored.table.by_clause.items():
            write("table", clause, part.done, part.right, part.per_mille)
        for kind, many in scored.table.mistakes.items():
            write("mistake", kind, many, 0, 0)
    return sheet.getvalue()
