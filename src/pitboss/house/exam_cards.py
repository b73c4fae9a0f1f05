"""What people are told of table tests: which were given, where somebody is in one, and what came of it."""

from collections.abc import Sequence
from typing import Any

import msgspec

from pitboss.house.drill_room import Asked
from pitboss.school.scoring import NotScored
from pitboss.school.table_test import TableTest, TestScore


def test_of(text: str) -> TableTest:
    """A test as it is kept."""
    try:
        return msgspec.json.decode(text, type=TableTest)
    except (msgspec.DecodeError, UnicodeError) as error:
        raise NotScored(f"no table test: {error}") from None


test_of.__test__ = False  # type: ignore[attr-defined]  # a name that pytest would take for a case


class ExamRounds(msgspec.Struct, frozen=True, kw_only=True):
    """The table of a test is open under the sitting's own id: which round it is, and of how many."""

    round: int
    rounds: int


class SittingCard(msgspec.Struct, frozen=True, kw_only=True):
    """A test under way, or over: what is asked or dealt now, and how long there is."""

    id: str
    exam: str
    name: str
    test: str
    game: str
    minutes: int
    left_ms: int
    over: bool
    place: int
    items: int
    item: Asked | None
    table: ExamRounds | None


class TakenCard(msgspec.Struct, frozen=True, kw_only=True):
    """Who has taken a test, or does; `passed` is there when it is over."""

    sitting: str
    name: str
    began_at_ms: int
    ended_at_ms: int | None
    passed: bool | None


class ExamCard(msgspec.Struct, frozen=True, kw_only=True):
    """A test that was given: what it asks, and by whom it was taken, as far as the reader may know."""

    id: str
    class_name: str
    name: str
    game: str
    minutes: int
    drills: dict[str, int]
    rounds: int
    given_by: str
    given_at_ms: int
    closed: bool
    taken: tuple[TakenCard, ...]


class ResultCard(msgspec.Struct, frozen=True, kw_only=True):
    """A result on one page."""

    sitting: str
    name: str
    test: str
    game: str
    class_name: str
    began_at_ms: int
    ended_at_ms: int
    score: TestScore
    hash: str  # of the line of the journal with which it was sealed
    n: int


def over_card(row: Any, test: TableTest) -> SittingCard:
    items = sum(task.items for task in test.drills)
    return SittingCard(
        id=row.id,
        exam=row.exam,
        name=row.name,
        test=test.name,
        game=test.game,
        minutes=test.minutes,
        left_ms=0,
        over=True,
        place=items,
        items=items,
        item=None,
        table=None,
    )


def exam_card(row: Any, taken: Sequence[Any]) -> ExamCard:
    test = test_of(row.test)
    return ExamCard(
        id=row.id,
        class_name=row.class_name,
        name=test.name,
        game=test.game,
        minutes=test.minutes,
        drills={task.kind: task.items for task in test.drills},
        rounds=0 if test.table is None else test.table.rounds,
        given_by=row.given_by,
        given_at_ms=row.given_at_ms,
        closed=row.closed,
        taken=tuple(
            TakenCard(
                sitting=one.id,
                name=one.name,
                began_at_ms=one.began_at_ms,
                ended_at_ms=one.ended_at_ms,
                passed=None if one.score is None else msgspec.json.decode(one.score, type=TestScore).passed,
            )
            for one in taken
        ),
    )
