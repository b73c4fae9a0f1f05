"""What people are told of table tests: which were given, where somebody is in one, and what came of it."""

from collections.abc import Sequence
from typing import Any

import msgspec

from pitboss.house.drill_room import Asked
from pitboss.house.roles import players_moves
from pitboss.procedure import facts as f
from pitboss.procedure.facts import Fact
from pitboss.procedure.moves import DEALER, MOVES, Move
from pitboss.procedure.transcript import Teller
from pitboss.procedure.views import visible
from pitboss.school.acts import Handiwork
from pitboss.school.handiwork import concerns
from pitboss.school.practice import Mode, Practice
from pitboss.school.scoring import NotScored
from pitboss.school.table_test import TableTask, TableTest, TestScore
from pitboss.school.terse import typed


def test_of(text: str) -> TableTest:
    """A test as it is kept."""
    try:
        return msgspec.json.decode(text, type=TableTest)
    except (msgspec.DecodeError, UnicodeError) as error:
        raise NotScored(f"no table test: {error}") from None


test_of.__test__ = False  # type: ignore[attr-defined]  # a name that pytest would take for a case


class WagerCard(msgspec.Struct, frozen=True, kw_only=True):
    """A wager that was made in this round."""

    player: str
    box: int
    hand: int
    wager: str
    cents: int


class ExamTable(msgspec.Struct, frozen=True, kw_only=True):
    """The table of a test, as whoever deals there sees it; `next` and `refused` only where the test has it so."""

    round: int
    rounds: int
    mode: str
    lines: tuple[str, ...]
    tried: str
    wagers: tuple[WagerCard, ...]
    hands: tuple[str, ...]  # as they are picked up: a box, and of a second hand `3.2`; 0 is the dealer's own
    moves: tuple[str, ...]
    next: str
    clauses: tuple[str, ...]
    refused: tuple[str, ...]


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
    table: ExamTable | None


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


def table_card(practice: Practice, task: TableTask, refused: tuple[str, ...]) -> ExamTable:
    """The table as whoever deals there sees it."""
    state, facts = practice.table.state, practice.table.facts
    since = _this_round(facts)
    guidance = practice.guidance() if practice.mode is Mode.GUIDED else None
    placed = [fact for fact in facts[since:] if isinstance(fact, f.WagerPlaced)]
    dealt = {(fact.box, max(fact.hand, 1)) for fact in facts[since:] if isinstance(fact, f.CardDealt)}
    own = (*MOVES.values(), *state.family.staff_moves)
    return ExamTable(
        round=state.round,
        rounds=task.rounds,
        mode=task.mode,
        lines=_told(practice, since),
        tried="" if practice.tried is None else f"{practice.tried.by}: {_tag(type(practice.tried))}",
        wagers=tuple(
            WagerCard(player=one.player, box=one.box, hand=max(one.hand, 1), wager=one.wager, cents=one.cents)
            for one in placed
        ),
        hands=tuple(str(box) if hand == 1 else f"{box}.{hand}" for box, hand in sorted(dealt)),
        moves=tuple(sorted({_tag(kind) for kind in own if kind not in players_moves()})),
        next="" if guidance is None else typed(guidance.act),
        clauses=() if guidance is None else guidance.clauses,
        refused=refused if practice.mode is not Mode.FREE else (),
    )


def _this_round(facts: Sequence[Fact]) -> int:
    """Where the round begins that is dealt, or that was dealt last while nobody has wagered since."""
    begins = [0, *(place + 1 for place, fact in enumerate(facts) if isinstance(fact, f.RoundEnded))]
    wagered = any(isinstance(fact, f.WagerPlaced) for fact in facts[begins[-1] :])
    return begins[-1] if wagered or len(begins) == 1 else begins[-2]


def _told(practice: Practice, since: int) -> tuple[str, ...]:
    """What has happened, without what the trainee is to work out or to say: nobody is shown a payment beforehand."""
    teller, lines = Teller(), list[str]()
    for place, fact in enumerate(practice.table.facts):
        line = teller.tell(visible(fact, DEALER))
        theirs = concerns(fact) in practice.by_hand
        theirs = theirs or (isinstance(fact, f.HandSettled) and Handiwork.CHIPS in practice.by_hand)
        if place >= since and not theirs:
            lines.append(line)
    return tuple(lines)


def _tag(kind: type[Move]) -> str:
    return str(kind.__struct_config__.tag)
