"""For each clause: the moves that carry it out, the mistakes that can be made under it, and what teaches it.

`data/lessons.json` is what `tests/school/survey.py` finds by dealing every game; a test finds it again and compares.
"""

import json
import re
import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any

import msgspec

from pitboss.law import Clause, clauses
from pitboss.law.documents import Embodied
from pitboss.rules.games import GAMES
from pitboss.rules.variant import load

CARRIED_OUT = (Embodied.PROCEDURE, Embodied.CONDUCT)
SHOWN_MOST = 4
PARAGRAPH = re.compile(r"\([a-zA-Z0-9]+\)")


class Lesson(msgspec.Struct, frozen=True):
    """What the school has on one clause; `why` says why something of it is not there."""

    moves: tuple[str, ...] = ()
    wrong: tuple[str, ...] = ()
    taught: tuple[str, ...] = ()
    players: tuple[str, ...] = ()
    why: str = ""

    @property
    def whole(self) -> bool:
        """Whether it is carried out, can be done wrongly, and is taught."""
        return bool(self.moves and self.wrong and self.taught)


def _data(name: str) -> str:
    return files("pitboss.school").joinpath("data", name).read_text(encoding="utf-8")


@cache
def _found() -> Mapping[str, Any]:
    found: Mapping[str, Any] = json.loads(_data("lessons.json"))
    return found


@cache
def reasons() -> Mapping[str, str]:
    """The few clauses that have no control, no wrong way or no drill, each with the reason."""
    return {clause: why for why, group in tomllib.loads(_data("reasons.toml")).items() for clause in group["clauses"]}


@cache
def _values() -> frozenset[str]:
    """The clauses behind the values of the rules."""
    return frozenset(clause for game in GAMES for cited in load(game).citations.values() for clause in cited)


def lesson_of(clause: Clause) -> Lesson:
    """What the school has on a clause; of one that nobody at the table carries out, why there is nothing."""
    found = msgspec.convert(_found().get(clause.id, {}), Lesson)
    for part in _paragraphs(clause):
        found = _together(found, lesson_of(part))
    return found if found.whole else msgspec.structs.replace(found, why=_why(clause, found))


def _paragraphs(clause: Clause) -> list[Clause]:
    """What a clause goes on to list: whoever carries that out carries out the clause."""
    return [other for other in clauses().values() if _is_paragraph(other.id, clause.id)]


def _is_paragraph(one: str, of: str) -> bool:
    """By its number: `7(d)(1)` or `7(d)1` of `7(d)`, but not `Dealing 10` of `Dealing 1`."""
    rest = one.removeprefix(of) if one.startswith(of) else ""
    return bool(PARAGRAPH.fullmatch(rest)) or (of.endswith(")") and rest.isdigit())


def _together(one: Lesson, other: Lesson) -> Lesson:
    def both(a: tuple[str, ...], b: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(sorted({*a, *b}))

    return Lesson(
        both(one.moves, other.moves), both(one.wrong, other.wrong), both(one.taught, other.taught), one.players
    )


def _why(clause: Clause, found: Lesson) -> str:
    """Why something is missing: so far as it shows by itself, else as it is written down."""
    if clause.id in reasons():
        return reasons()[clause.id]
    if clause.embodied not in CARRIED_OUT:
        return f"nobody carries it out at the table: it is embodied as {clause.embodied.value}"
    if not found.moves and (found.players or clause.id in _values()):
        return "players do it" if found.players else "a value that other steps apply"
    return ""


def as_json(lesson: Lesson) -> dict[str, object]:
    """The lesson as others read it."""
    return {"moves": lesson.moves, "wrong": lesson.wrong, "taught": lesson.taught, "why_not": lesson.why}


def in_words(lesson: Lesson) -> list[str]:
    """The lesson as lines."""
    parts = (("carried out by", lesson.moves), ("done wrongly", lesson.wrong), ("taught by", lesson.taught))
    return [*(f"{what}: {_some(things)}" for what, things in parts if things), *_why_not(lesson)]


def _some(things: tuple[str, ...]) -> str:
    more = len(things) - SHOWN_MOST
    return ", ".join(things[:SHOWN_MOST]) + (f" and {more} more" if more > 0 else "")


def _why_not(lesson: Lesson) -> list[str]:
    return [f"not all of it: {lesson.why}"] if lesson.why else []
