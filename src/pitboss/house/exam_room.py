"""Table tests in the house: given to a class, taken under the house's clock, scored from what was done.

Every answer and every act is a line that is on disk before anybody is told of it; so is the score, in the moment in
which the test is over. Whoever takes it hears what the table itself says, and not how well they do.
"""

import asyncio
import logging
import secrets
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from functools import partial
from typing import Any

import msgspec
from sqlalchemy import select

from pitboss.house import schema
from pitboss.house.accounts import Account
from pitboss.house.archive import recipe_for
from pitboss.house.backroom import Backroom
from pitboss.house.classes import Classes
from pitboss.house.clock import Clock
from pitboss.house.controls import usual
from pitboss.house.database import Database
from pitboss.house.drill_room import shown
from pitboss.house.exam_cards import (
    ExamCard,
    ExamRounds,
    ResultCard,
    SittingCard,
    exam_card,
    over_card,
    test_of,
)
from pitboss.house.exam_table import ExamTable
from pitboss.house.journal import PEOPLE
from pitboss.house.live_table import LiveTable
from pitboss.house.register import insert, update
from pitboss.house.requests import Requested, Requests
from pitboss.house.roles import AUDITOR, INSTRUCTOR
from pitboss.house.turns import Made
from pitboss.procedure.refusal import Refused
from pitboss.school.acts import AnyAct
from pitboss.school.drills import MADE_BY, made_by_this
from pitboss.school.scoring import NotScored
from pitboss.school.table_test import MINUTE_MS, Result, TableTest, TestScore
from pitboss.school.taking import Acted, Answered, Line, Taking, line_from, numbered, taken_again

EXAMS_PER_CLASS_MAX = 100
SECOND_MS = 1000
log = logging.getLogger("pitboss.house")
Write = Callable[..., Awaitable[None]]  # as the cage does


def result_of(taking: Taking, name: str, began_ms: int, ended_ms: int) -> Result:
    """The result of a test that is over; no longer than the test gives was taken."""
    began = datetime.fromtimestamp(began_ms // SECOND_MS, UTC).isoformat()
    return taking.sitting.result(name, began, min(ended_ms - began_ms, taking.sitting.test.minutes * MINUTE_MS))


class _Open:
    """A test that somebody takes, in memory."""

    def __init__(self, row: Any, test: TableTest, taking: Taking, lines: int, last_ms: int) -> None:
        self.id, self.exam, self.name = row.id, row.exam, row.name
        self.test = test
        self.taking = taking
        self.began_ms: int = row.began_at_ms
        self.last_ms = last_ms  # when it was last told what comes next
        self.lines = lines
        self.live: ExamTable | None = None  # once the drills are done
        self.one_by_one = asyncio.Lock()

    def table(self) -> ExamRounds | None:
        """The table of the test, once it is open."""
        if self.live is None or self.test.table is None:
            return None
        return ExamRounds(round=self.live.table.state.round, rounds=self.test.table.rounds)

    @property
    def table_began_ms(self) -> int:
        """When the table's own time began: with the last answer, or with the test."""
        return self.began_ms + sum(session.score().took_ms for session in self.taking.sitting.sessions)

    @property
    def until_ms(self) -> int:
        return self.began_ms + self.test.minutes * MINUTE_MS


class ExamRoom:
    """Every test, and whoever takes one."""

    def __init__(
        self,
        database: Database,
        clock: Clock,
        write: Write,
        classes: Classes,
        backroom: Callable[[], Backroom],
        seats: Callable[[LiveTable], None],
        requests: Requests,
    ) -> None:
        """`seats` has a table served by the house."""
        self._database = database
        self._clock = clock
        self._write = write
        self._classes = classes
        self._backroom = backroom
        self._seats = seats
        self._requests = requests
        self._open: dict[str, _Open] = {}
        self._opening = asyncio.Lock()

    async def load(self) -> None:
        """Whoever was in the midst of a test goes on with it; the clock has gone on too."""
        s = schema.sittings
        for row in await self._database.rows(select(s).where(s.c.ended_at_ms.is_(None))):
            try:
                await self._found(row)
            except NotScored as error:
                log.warning("test not resumed", extra={"sitting": row.id, "why": str(error)})

    def let_go(self) -> list[ExamTable]:
        """Another process goes on with the tests: the tables at which they were taken."""
        tables = [open_.live for open_ in self._open.values() if open_.live is not None]
        self._open.clear()
        return tables

    async def sweep(self) -> None:
        """Whose time is up is done, there or not."""
        for open_ in tuple(self._open.values()):
            async with open_.one_by_one:
                await self._end_if_over(open_)

    # --- giving ---------------------------------------------------------------------------------------------------

    async def give(self, account: Account, class_name: str, test: TableTest, asked: Requested | None = None) -> str:
        """An instructor gives a test to a class that they are in."""

        async def given(answer: bytes) -> str:
            return answer.decode()

        return await self._requests.once(asked, lambda: self._give(account, class_name, test, asked), given)

    async def _give(self, account: Account, class_name: str, test: TableTest, asked: Requested | None) -> str:
        class_name = self._teaches(account, class_name)
        e = schema.exams
        there = await self._database.rows(select(e.c.id).where(e.c.class_name == class_name, e.c.closed.is_(False)))
        if len(there) >= EXAMS_PER_CLASS_MAX:
            raise Refused("exam/too-many", f"{class_name} has {len(there)} tests open", (), "close one first")
        row = {
            "id": f"e{secrets.token_hex(10)}",
            "class_name": class_name,
            "test": msgspec.json.encode(test).decode(),
            "given_by": account.name,
            "given_at_ms": self._clock.wall_ms(),
            "closed": False,
        }
        await self._write([insert(schema.exams, row)], (), self._requests.done(asked, str(row["id"]).encode()))
        return str(row["id"])

    async def close(self, account: Account, exam: str) -> None:
        """Nobody begins it any more; whoever is at it goes on."""
        row = await self._exam(exam)
        self._teaches(account, row.class_name)
        if not row.closed:
            await self._write([update(schema.exams, exam, closed=True)])

    def _teaches(self, account: Account, class_name: str) -> str:
        found = self._classes.named(class_name)
        if account.role != INSTRUCTOR or account.name not in self._classes.members(found):
            raise Refused("exam/not-yours", f"{account.name} is no instructor of {found}", (), "ask one of them")
        return found

    async def exams(self, account: Account) -> tuple[ExamCard, ...]:
        """The tests of the classes that somebody is in; an instructor sees who took them, others what they took."""
        mine = [name for name, people in self._classes.all().items() if account.name in people]
        e, s = schema.exams, schema.sittings
        everything = account.role == AUDITOR
        rows = await self._database.rows(
            (select(e) if everything else select(e).where(e.c.class_name.in_(mine))).order_by(e.c.given_at_ms.desc())
        )
        taken = await self._database.rows(
            select(s).where(s.c.exam.in_([row.id for row in rows])).order_by(s.c.began_at_ms)
        )
        sees = everything or account.role == INSTRUCTOR
        cards = [
            exam_card(row, [one for one in taken if one.exam == row.id and (sees or one.name == account.name)])
            for row in rows
        ]
        return tuple(card for card in cards if sees or card.taken or not card.closed)

    # --- taking ---------------------------------------------------------------------------------------------------

    async def sit(self, account: Account, exam: str) -> SittingCard:
        """Begin a test, or go on with it; each takes it once."""
        async with self._opening:
            s = schema.sittings
            there = await self._database.rows(select(s).where(s.c.exam == exam, s.c.name == account.name))
            if there:
                return await self.view(account, there[0].id)
            row = await self._exam(exam)
            if account.role == INSTRUCTOR or account.name not in self._classes.members(row.class_name):
                raise Refused("exam/not-yours", f"that test is for the trainees of {row.class_name}", (), "ask for one")
            if row.closed:
                raise Refused("exam/closed", "that test is closed", (), "ask your instructor")
            begun = {
                "id": f"s{secrets.token_hex(10)}",
                "exam": exam,
                "name": account.name,
                "made_by": MADE_BY,
                "seed": secrets.token_hex(16),
                "began_at_ms": self._clock.wall_ms(),
                "ended_at_ms": None,
                "score": None,
            }
            taking = await asyncio.to_thread(Taking, test_of(row.test), str(begun["seed"]))
            begun["began_at_ms"] = self._clock.wall_ms()  # the first item is there, and not before does the clock run
            await self._write([insert(schema.sittings, begun)])
            made = msgspec.convert(begun, _Row)
            open_ = self._open[made.id] = _Open(made, test_of(row.test), taking, 0, made.began_at_ms)
            await self._open_table(open_)
            return self._card(open_)

    async def view(self, account: Account, sitting: str) -> SittingCard:
        """Where somebody is in their test; an instructor may look on."""
        open_ = self._open.get(sitting)
        if open_ is None:
            row, exam = await self._over(account, sitting)
            return over_card(row, test_of(exam.test))
        await self._may_see(account, open_.name, open_.exam)
        if open_.live is not None:
            open_.live.looking_on.add(account.name)
        async with open_.one_by_one:
            await self._end_if_over(open_)
            return self._card(open_)

    async def answer(self, account: Account, sitting: str, number: int, given: str) -> SittingCard:
        """An answer to the item that is asked."""
        open_ = self._own(account, sitting)
        async with open_.one_by_one:
            if await self._end_if_over(open_):
                return self._card(open_)
            if open_.taking.item is None or number != open_.taking.place[0]:
                raise Refused("exam/not-asked", f"item {number} is not the one that is asked", (), "look at the next")
            took_ms = max(self._clock.wall_ms() - open_.last_ms, 0)
            await self._take(open_, open_.taking.answered(given, took_ms))
            return self._card(open_)

    async def hand_in(self, account: Account, sitting: str) -> SittingCard:
        """Whoever has had enough hands the test in as it is."""
        open_ = self._own(account, sitting)
        async with open_.one_by_one:
            await self._end(open_)
            return self._card(open_)

    async def _take(self, open_: _Open, line: Answered) -> None:
        """An answer is taken, and on disk, before anybody hears what came of it."""
        await asyncio.to_thread(open_.taking.take, line)
        await self._keep(open_, line)
        await self._open_table(open_)

    async def _keep(self, open_: _Open, line: Line) -> None:
        """A line goes to disk; with the last one the test is over."""
        open_.lines += 1
        open_.last_ms = self._clock.wall_ms()
        row = {
            "sitting": open_.id,
            "place": open_.lines,
            "body": msgspec.json.encode(line).decode(),
            "at_ms": open_.last_ms,
        }
        await self._write([insert(schema.sitting_lines, row)])
        await self._end_if_over(open_)

    async def _acted(self, open_: _Open, act: AnyAct) -> Made | Refused:
        """Something done at the table, and on disk."""
        async with open_.one_by_one:
            if await self._end_if_over(open_) or open_.live is None:
                return Refused("exam/over", "the test is over", (), "see what came of it")
            came, is_act = open_.live.done(act)
            if is_act:
                await self._keep(open_, Acted(act=act))
            return came

    async def _open_table(self, open_: _Open) -> None:
        """Once the drills are done, the table is open to whoever takes the test."""
        taking = open_.taking
        if taking.rounds is None or open_.live is not None or open_.id not in self._open:
            return
        rules = taking.sitting.under
        usually = await asyncio.to_thread(usual, rules)
        recipe = recipe_for(rules, (), open_.name, private=True)
        acted = partial(self._acted, open_)
        open_.live = ExamTable(open_.id, recipe, self._backroom(), taking, usually, open_.table_began_ms, acted)
        self._seats(open_.live)

    async def _end_if_over(self, open_: _Open) -> bool:
        if open_.id in self._open and (open_.taking.over or self._clock.wall_ms() >= open_.until_ms):
            await self._end(open_)
        return open_.id not in self._open

    async def _end(self, open_: _Open) -> None:
        """Score it, and seal the score in the journal."""
        if open_.id not in self._open:
            return
        ended_ms = max(min(self._clock.wall_ms(), open_.until_ms), open_.began_ms)
        result = await asyncio.to_thread(result_of, open_.taking, open_.name, open_.began_ms, ended_ms)
        sealed = msgspec.json.encode(result.score).decode()
        await self._write([update(schema.sittings, open_.id, ended_at_ms=ended_ms, score=sealed)])
        self._open.pop(open_.id, None)
        if open_.live is not None:
            open_.live.finish()

    # --- results --------------------------------------------------------------------------------------------------

    async def result(self, account: Account, sitting: str) -> Result:
        """A result that anybody can check, from its lines; its score is the one on record."""
        row, exam = await self._over(account, sitting)
        if row.score is None:
            raise Refused("exam/not-over", "that test is not over", (), "wait until it is")
        lines = await self._lines(sitting)
        taking = await asyncio.to_thread(taken_again, test_of(exam.test), row.seed, lines, row.made_by)
        return await asyncio.to_thread(result_of, taking, row.name, row.began_at_ms, row.ended_at_ms)

    async def sheet(self, account: Account, sitting: str) -> ResultCard:
        """A result on one page, with the line of the journal that seals it."""
        row, exam = await self._over(account, sitting)
        if row.score is None:
            raise Refused("exam/not-over", "that test is not over", (), "wait until it is")
        j, test = schema.journal, test_of(exam.test)
        sealed = await self._database.rows(
            select(j.c.n, j.c.hash)
            .where(j.c.table_id == PEOPLE, j.c.body.contains(f'"key":["{sitting}"]'))
            .order_by(j.c.n)
        )
        return ResultCard(
            sitting=sitting,
            name=row.name,
            test=test.name,
            game=test.game,
            class_name=exam.class_name,
            began_at_ms=row.began_at_ms,
            ended_at_ms=row.ended_at_ms,
            score=msgspec.json.decode(row.score, type=TestScore),
            hash=sealed[-1].hash,
            n=sealed[-1].n,
        )

    # --- finding --------------------------------------------------------------------------------------------------

    async def _exam(self, exam: str) -> Any:
        rows = await self._database.rows(select(schema.exams).where(schema.exams.c.id == exam))
        if not rows:
            raise Refused("exam/unknown", "there is no such test", (), "look at the list")
        return rows[0]

    async def _lines(self, sitting: str) -> list[str]:
        one = schema.sitting_lines
        rows = await self._database.rows(select(one.c.body).where(one.c.sitting == sitting).order_by(one.c.place))
        return [row.body for row in rows]

    def _own(self, account: Account, sitting: str) -> _Open:
        open_ = self._open.get(sitting)
        if open_ is None or open_.name != account.name:
            raise Refused("exam/not-yours", "you take no such test now", (), "look at the list")
        return open_

    async def _may_see(self, account: Account, name: str, exam: str) -> Any:
        row = await self._exam(exam)
        if account.name != name and account.role != AUDITOR:
            self._teaches(account, row.class_name)
        return row

    async def _over(self, account: Account, sitting: str) -> tuple[Any, Any]:
        rows = await self._database.rows(select(schema.sittings).where(schema.sittings.c.id == sitting))
        if not rows:
            raise Refused("exam/unknown", "there is no such test", (), "look at the list")
        return rows[0], await self._may_see(account, rows[0].name, rows[0].exam)

    async def _found(self, row: Any) -> None:
        """A test that was not over is taken up where it was: its acts are done again at its table."""
        test = test_of((await self._exam(row.exam)).test)
        made_by_this(row.made_by)
        lines = await self._lines(row.id)
        taking = await asyncio.to_thread(Taking, test, row.seed)
        open_ = self._open[row.id] = _Open(row, test, taking, len(lines), self._clock.wall_ms())
        try:
            await self._open_table(open_)
            for number, text in enumerate(lines, 1):
                with numbered(number):
                    line = line_from(text)
                    if open_.live is not None and isinstance(line, Acted):
                        open_.live.done_again(line.act)
                    else:
                        await asyncio.to_thread(taking.take, line)
                        await self._open_table(open_)
        except NotScored:
            self._open.pop(row.id)
            if open_.live is not None:
                open_.live.finish()
            raise

    def _card(self, open_: _Open) -> SittingCard:
        over = open_.id not in self._open
        place, items = open_.taking.place
        item = open_.taking.item
        return SittingCard(
            id=open_.id,
            exam=open_.exam,
            name=open_.name,
            test=open_.test.name,
            game=open_.test.game,
            minutes=open_.test.minutes,
            left_ms=0 if over else max(open_.until_ms - self._clock.wall_ms(), 0),
            over=over,
            place=min(place, items),
            items=items,
            item=None if over or item is None else shown(item, place),
            table=None if over else open_.table(),
        )


class _Row(msgspec.Struct):
    """A sitting that was begun just now."""

    id: str
    exam: str
    name: str
    seed: str
    began_at_ms: int
