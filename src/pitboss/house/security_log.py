"""The security log: who came in, who could not, and what the operator ordered; kept until `retain` forgets it.

Its lines are a chain of hashes. The register has the last line of it that was written together with a change there, and
the last that was forgotten, so that the audit finds a line that was altered, added or taken away.
"""

import asyncio
import hashlib
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec
from sqlalchemy import func, or_, select

from pitboss.house import schema
from pitboss.house.clock import Clock
from pitboss.house.committer import Committer, Statement
from pitboss.house.database import Database, Reader
from pitboss.house.journal import GENESIS, Entry
from pitboss.house.register import Change, insert, update

UNKNOWN = "(nobody we know)"  # what was typed for a name may have been a password
GONE, LAST = "gone", "last"
PAGE_LINES = 2_000


def chained(previous: str, row: Mapping[str, Any]) -> str:
    """The hash of a line, over the one before it and its own content."""
    content = tuple(row[column.name] for column in schema.security_log.columns if column.name != "hash")
    return hashlib.sha256(msgspec.json.encode((previous, *content))).hexdigest()


class SecurityLog:
    """One line an event, in the order in which they came."""

    def __init__(self, database: Database, committer: Committer, clock: Clock) -> None:
        self._database = database
        self._committer = committer
        self._clock = clock
        self._last: int
        self._hash: str
        self._ends: set[str]

    async def load(self, line: Callable[[Sequence[Change]], Entry]) -> None:
        """Find the last line; lines of an earlier version become a chain, which goes on record."""
        log, ends = schema.security_log, schema.log_ends
        self._ends = {row.which for row in await self._database.rows(select(ends.c.which))}
        last = await self._database.rows(select(log.c.id, log.c.hash).order_by(log.c.id.desc()).limit(1))
        self._last, self._hash = last[0] if last else (0, GENESIS)  # not what was given a number and never came to disk
        if self._last and not self._hash:
            await self._chain_all(line)

    async def _chain_all(self, line: Callable[[Sequence[Change]], Entry]) -> None:
        rows = await self._database.rows(select(schema.security_log).order_by(schema.security_log.c.id))
        statements: list[Statement] = []
        self._hash = GENESIS
        for row in rows:
            self._hash = chained(self._hash, row._mapping)
            there = schema.security_log.update().where(schema.security_log.c.id == row.id)
            statements.append((there, {"hash": self._hash}))
        ends = [self._ended(GONE, rows[0].id - 1, GENESIS), self.end()]
        await self._committer.submit([line(ends)], statements)

    def line(self, event: str, name: str, place: str = "", detail: str = "") -> Statement:
        """An event, to be written with what it is about, and at once: the next line has its hash."""
        self._last += 1
        row: dict[str, Any] = {"id": self._last, "at_ms": self._clock.wall_ms(), "event": event}
        row |= {"name": name[:40], "place": place, "detail": detail}
        self._hash = chained(self._hash, row)
        return schema.security_log.insert(), {**row, "hash": self._hash}

    def end(self) -> Change:
        """The last line, for the register."""
        return self._ended(LAST, self._last, self._hash)

    def _ended(self, which: str, number: int, hashed: str) -> Change:
        if which in self._ends:
            return update(schema.log_ends, which, id=number, hash=hashed)
        self._ends.add(which)
        return insert(schema.log_ends, {"which": which, "id": number, "hash": hashed})

    def note(self, event: str, name: str, place: str = "", detail: str = "") -> None:
        """Write an event for which nobody waits."""
        written = self._committer.submit(statements=[self.line(event, name, place, detail)])
        written.add_done_callback(_look)

    async def newest(self, count: int, name: str | None = None) -> list[dict[str, object]]:
        """The last lines, the newest last."""
        log = schema.security_log
        question = select(log).order_by(log.c.id.desc()).limit(count)
        if name is not None:
            question = question.where(log.c.name == name)
        rows = await self._database.rows(question)
        return [dict(row._mapping) for row in reversed(rows)]

    async def older_than(self, before_ms: int) -> tuple[int, list[Change], list[Statement]]:
        """How many lines come before the first that is not older, and what forgets them; the last line stays."""
        log = schema.security_log
        kept = select(func.min(log.c.id)).where(or_(log.c.at_ms >= before_ms, log.c.id == self._last))
        first = (await self._database.rows(kept))[0][0] or 0
        old = await self._database.rows(select(log.c.id, log.c.hash).where(log.c.id < first).order_by(log.c.id))
        if not old:
            return 0, [], []
        return len(old), [self._ended(GONE, old[-1].id, old[-1].hash)], [(log.delete().where(log.c.id < first), {})]


async def unchained(database: Reader, ends: Mapping[tuple[str], Mapping[str, Any]]) -> str | None:
    """The first line that is missing or is not what it was, in words."""
    log, gone, last = schema.security_log, ends.get((GONE,)), ends.get((LAST,))
    at, previous = (gone["id"], gone["hash"]) if gone is not None else (0, GENESIS)
    page = await database.rows(select(log).order_by(log.c.id).limit(PAGE_LINES))
    while page:
        for row in page:
            if row.id != at + 1:
                return f"security_log: line {at + 1} is missing" if row.id > at else f"security_log {row.id}: forgotten"
            if row.hash != chained(previous, row._mapping):
                return f"security_log {row.id}: its hash is not that of its content and the line before it"
            at, previous = row.id, row.hash
            if last is not None and (at, last["hash"]) == (last["id"], previous):
                last = None
        page = await database.rows(select(log).where(log.c.id > at).order_by(log.c.id).limit(PAGE_LINES))
    return f"security_log: line {last['id']} is not the one that the journal knows" if last is not None else None


def _look(written: "asyncio.Future[None]") -> None:
    """A house that has stopped says so itself."""
    if not written.cancelled():
        written.exception()
