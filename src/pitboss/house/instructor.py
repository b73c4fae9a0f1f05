"""The instructor's desk: who is in a class and where, how far each has come, and a hand in what they practise."""

from collections import defaultdict
from collections.abc import Container, Iterable, Sequence
from datetime import UTC, datetime
from typing import Any, Protocol

import msgspec
from sqlalchemy import select

from pitboss.house import schema
from pitboss.house.accounts import Account, Accounts
from pitboss.house.classes import Classes
from pitboss.house.clock import Clock
from pitboss.house.committer import Statement
from pitboss.house.database import Database
from pitboss.house.dealing import DealingTable
from pitboss.house.journal import Entry
from pitboss.house.live_table import LiveTable
from pitboss.house.register import Change, update
from pitboss.house.requests import Requested, Requests
from pitboss.house.roles import INSTRUCTOR, PLAYER
from pitboss.house.security_log import SecurityLog
from pitboss.procedure.refusal import Refused
from pitboss.school.family_school import may_happen
from pitboss.school.scoring import Part
from pitboss.school.table_test import TestScore

HARDEST = 12
CLASSES_MOST = 50  # of one instructor
INVITED_DAYS = 30
DAY_MS = 24 * 3600 * 1000


class Where(msgspec.Struct, frozen=True, kw_only=True):
    """Where a trainee is: tables that they sit at, the one that they deal, and a test that they take.

    `plants` is what may be had to happen at the table that they deal.
    """

    name: str
    here: bool
    tables: tuple[str, ...]
    deals: str
    dealer: str  # who has the seat there now
    sitting: str
    answered: Part
    plants: tuple[str, ...]


class ClassCard(msgspec.Struct, frozen=True, kw_only=True):
    """A class as its instructor sees it."""

    name: str
    people: tuple[Where, ...]


class Invited(msgspec.Struct, frozen=True, kw_only=True):
    """The code of a class, and until when it is good."""

    code: str
    ends_at_ms: int


class Day(msgspec.Struct, frozen=True, kw_only=True):
    """What was answered on a day, and how much of it rightly."""

    day: str
    done: int
    right: int


class DrillCourse(msgspec.Struct, frozen=True, kw_only=True):
    """A drill over time."""

    game: str
    drill: str
    days: tuple[Day, ...]


class ClauseCourse(msgspec.Struct, frozen=True, kw_only=True):
    """A clause: how often it was asked or carried out, how often rightly, and so by day."""

    clause: str
    done: int
    right: int
    days: tuple[Day, ...]


class ProgressCard(msgspec.Struct, frozen=True, kw_only=True):
    """How somebody, or a whole class, comes along; the hardest clauses first."""

    name: str
    drills: tuple[DrillCourse, ...]
    clauses: tuple[ClauseCourse, ...]


class Floor(Protocol):
    """What the desk has to know of the house."""

    tables: dict[str, LiveTable]
    accounts: Accounts
    classes: Classes
    database: Database

    clock: Clock
    security: SecurityLog
    requests: Requests

    async def write(
        self, changes: Sequence[Change], entries: Sequence[Entry] = (), statements: Sequence[Statement] = ()
    ) -> None:
        """Changes of the register and lines of the log, durable."""

    def seated_at(self, name: str) -> tuple[str, ...]:
        """The tables at which somebody sits."""


class Desk:
    """What an instructor sees and does; always of a class that they are in."""

    def __init__(self, house: Floor) -> None:
        self._house = house

    def _own(self, account: Account, class_name: str) -> str:
        found = self._house.classes.named(class_name)
        if account.role != INSTRUCTOR or account.name not in self._house.classes.members(found):
            raise Refused("desk/not-yours", f"{account.name} is no instructor of {found}", (), "ask one of them")
        return found

    def _trainee(self, account: Account, name: str) -> Account:
        found = self._house.accounts.known(name)
        if account.role != INSTRUCTOR or found is None or not self._house.classes.together(account.name, found.name):
            raise Refused("desk/not-yours", f"{name} is in no class of yours", (), "look at your classes")
        return found

    # --- who is where ---------------------------------------------------------------------------------------------

    async def classes(self, account: Account, here: Container[str]) -> tuple[ClassCard, ...]:
        """The classes of an instructor, and where everybody in them is."""
        if account.role != INSTRUCTOR:
            raise Refused("desk/not-yours", "the desk is an instructor's", (), "ask for the role")
        found = []
        for name, people in self._house.classes.all().items():
            if account.name in people:
                trainees = [one for one in map(self._house.accounts.known, people) if _learns(one)]
                cards = [await self._where(one, here) for one in trainees if one is not None]
                found.append(ClassCard(name=name, people=tuple(cards)))
        return tuple(found)

    async def _where(self, one: Account, here: Container[str]) -> Where:
        s = schema.sittings
        open_ = await self._house.database.rows(select(s.c.id).where(s.c.name == one.name, s.c.score.is_(None)))
        rows = await self._answers([one])
        live = self._dealt_by(one.name)
        return Where(
            name=one.name,
            here=one.name in here,
            tables=self._house.seated_at(one.name),
            deals="" if live is None else live.id,
            dealer="" if live is None else live.dealer,
            sitting=open_[0].id if open_ else "",
            answered=Part(len(rows), sum(row.is_right for row in rows)),
            plants=() if live is None else tuple(may_happen(live.table.rules)),
        )

    def _dealt_by(self, name: str) -> DealingTable | None:
        """The table that a trainee opened to deal; the newest where there are several."""
        own = [live for live in self._house.tables.values() if isinstance(live, DealingTable) and not live.tested]
        return next((live for live in reversed(own) if live.recipe.opened_by == name), None)

    # --- classes ----------------------------------------------------------------------------------------------------

    async def make(self, account: Account, name: str, asked: Requested | None = None) -> str:
        """A class, with the instructor who makes it in it."""

        async def made(answer: bytes) -> str:
            return answer.decode()

        return await self._house.requests.once(asked, lambda: self._make(account, name, asked), made)

    async def _make(self, account: Account, name: str, asked: Requested | None) -> str:
        if account.role != INSTRUCTOR:
            raise Refused("desk/not-yours", "the desk is an instructor's", (), "ask for the role")
        mine = [one for one, people in self._house.classes.all().items() if account.name in people]
        if len(mine) >= CLASSES_MOST:
            raise Refused("class/too-many", f"{account.name} is in {len(mine)} classes", (), "let the office make more")
        changes = self._house.classes.make(name)
        joins = self._house.classes.add(name, [account.name])
        done = self._house.requests.done(asked, name.encode())
        await self._write(account, "class-create", name, [*changes, *joins], done=done)
        return name

    async def rename(self, account: Account, class_name: str, to: str) -> str:
        """The class by another name, with its people, its tests and whoever is invited to it."""
        old, e = self._own(account, class_name), schema.exams
        given = await self._house.database.rows(select(e.c.id).where(e.c.class_name == old))
        tests = [update(e, row.id, class_name=to) for row in given]
        changes = self._house.classes.rename(old, to, tests)
        invited = self._house.accounts.invited_to(old, to)
        await self._write(account, "class-rename", to, [*changes, *invited], f"was {old}")
        return to

    async def invite(self, account: Account, class_name: str, asked: Requested | None = None) -> Invited:
        """A code with which whoever comes in joins the class, for some days."""

        async def invited(answer: bytes) -> Invited:
            return msgspec.json.decode(answer, type=Invited)

        return await self._house.requests.once(asked, lambda: self._invite(account, class_name, asked), invited)

    async def _invite(self, account: Account, class_name: str, asked: Requested | None) -> Invited:
        found, clock = self._own(account, class_name), self._house.clock
        ends = clock.wall_ms() + INVITED_DAYS * DAY_MS
        code, changes = self._house.accounts.invite(PLAYER, ends, found)
        invited = Invited(code=code, ends_at_ms=ends)
        done = self._house.requests.done(asked, msgspec.json.encode(invited))
        await self._write(account, "invite", found, changes, done=done)
        return invited

    async def remove(self, account: Account, class_name: str, name: str) -> str:
        """Somebody leaves the class; what they have answered stays theirs."""
        found, person = self._own(account, class_name), self._house.accounts.known(name)
        if person is None or person.name == account.name:
            raise Refused("desk/remove", "you take others out of your class", (), "the office takes you out of it")
        await self._write(account, "class-drop", found, self._house.classes.drop(found, person.name), person.name)
        return found

    async def _write(
        self,
        by: Account,
        event: str,
        of: str,
        changes: Sequence[Change],
        detail: str = "",
        done: Sequence[Statement] = (),
    ) -> None:
        line = self._house.security.line(f"desk: {event}", of, by.name, detail)
        await self._house.write(changes, (), [line, *done])

    # --- how far they have come -----------------------------------------------------------------------------------

    async def progress(self, account: Account, class_name: str, name: str | None) -> ProgressCard:
        """Of one trainee, or of everybody in a class together."""
        class_name = self._own(account, class_name)
        if name is None:
            people = [self._house.accounts.known(one) for one in self._house.classes.members(class_name)]
        else:
            people = [self._trainee(account, name)]
        trainees = [one for one in people if one is not None and _learns(one)]
        rows = await self._answers(trainees)
        drills: defaultdict[tuple[str, str], list[tuple[str, bool]]] = defaultdict(list)
        clauses: defaultdict[str, list[tuple[str, bool]]] = defaultdict(list)
        for row in rows:
            day = _day(row.at_ms)
            drills[row.game, row.drill].append((day, row.is_right))
            for clause in filter(None, row.clauses.split(", ")):
                clauses[clause].append((day, row.is_right))
        for day, score in await self._scores(trainees):
            for part in (score.table, *score.drills):
                for clause, share in () if part is None else part.by_clause.items():
                    marked = [True] * share.right + [False] * (share.done - share.right)
                    clauses[clause] += [(day, right) for right in marked]
        courses = [_clause(clause, marked) for clause, marked in clauses.items()]
        courses.sort(key=lambda one: (one.right * 1000 // one.done, -one.done, one.clause))
        return ProgressCard(
            name=name or class_name,
            drills=tuple(
                DrillCourse(game=game, drill=drill, days=_days(marked))
                for (game, drill), marked in sorted(drills.items())
            ),
            clauses=tuple(courses[:HARDEST]),
        )

    async def _answers(self, people: Sequence[Account]) -> Sequence[Any]:
        """Every answer of some people, also as the guests that they were."""
        s, a = schema.drill_sheets, schema.drill_answers
        names = [name for one in people for name in (one.name, one.formerly) if name]
        asked = select(s.c.game, s.c.drill, a).join(a, a.c.sheet == s.c.id).where(s.c.name.in_(names))
        return await self._house.database.rows(asked.order_by(a.c.at_ms))

    async def _scores(self, people: Sequence[Account]) -> list[tuple[str, TestScore]]:
        s = schema.sittings
        names = [one.name for one in people]
        rows = await self._house.database.rows(select(s).where(s.c.name.in_(names), s.c.score.is_not(None)))
        return [(_day(row.ended_at_ms), msgspec.json.decode(row.score, type=TestScore)) for row in rows]

    # --- a hand in what they practise -----------------------------------------------------------------------------

    async def watch(self, account: Account, name: str) -> str:
        """The table that a trainee deals, which their instructor may look at from now on."""
        live = self._practice(account, name)
        live.looking_on.add(account.name)
        return live.id

    async def seat(self, account: Account, name: str, to: str) -> str:
        """The dealer's seat goes to the instructor, or back to whoever opened the table."""
        live = self._practice(account, name)
        if to not in (account.name, live.recipe.opened_by):
            raise Refused("desk/seat", f"the seat is {live.recipe.opened_by}'s or yours", (), "hand it to one of them")
        live.looking_on.add(account.name)
        await live.hand_to(to)
        return live.id

    async def plant(self, account: Account, name: str, kind: str) -> tuple[str, bool]:
        """Something happens at the trainee's table: whether now, or as soon as there is room for it."""
        live = self._practice(account, name)
        return live.id, await live.plant(kind)

    def _practice(self, account: Account, name: str) -> DealingTable:
        live = self._dealt_by(self._trainee(account, name).name)
        if live is None:
            raise Refused("desk/no-table", f"{name} deals at no table now", (), "wait until they open one")
        return live


def _learns(one: Account | None) -> bool:
    return one is not None and one.role != INSTRUCTOR


def _day(at_ms: int) -> str:
    return datetime.fromtimestamp(at_ms // 1000, UTC).date().isoformat()


def _days(marked: Iterable[tuple[str, bool]]) -> tuple[Day, ...]:
    by_day: defaultdict[str, list[bool]] = defaultdict(list)
    for day, right in marked:
        by_day[day].append(right)
    return tuple(Day(day=day, done=len(each), right=sum(each)) for day, each in sorted(by_day.items()))


def _clause(clause: str, marked: Sequence[tuple[str, bool]]) -> ClauseCourse:
    right = sum(each for _, each in marked)
    return ClauseCourse(clause=clause, done=len(marked), right=right, days=_days(marked))
