"""The security log: who came in, who could not, and what the operator ordered; kept until `retain` forgets it."""

import asyncio

from sqlalchemy import func, select

from pitboss.house import schema
from pitboss.house.clock import Clock
from pitboss.house.committer import Committer, Statement
from pitboss.house.database import Database

UNKNOWN = "(nobody we know)"  # what was typed for a name may have been a password


class SecurityLog:
    """One line an event, in the order in which they came."""

    def __init__(self, database: Database, committer: Committer, clock: Clock) -> None:
        self._database = database
        self._committer = committer
        self._clock = clock
        self._last = 0

    async def load(self) -> None:
        """Find the last line."""
        self._last = (await self._database.rows(select(func.max(schema.security_log.c.id))))[0][0] or 0

    def line(self, event: str, name: str, place: str = "", detail: str = "") -> Statement:
        """An event, to be written with what it is about."""
        self._last += 1
        row = {"id": self._last, "at_ms": self._clock.wall_ms(), "event": event}
        return schema.security_log.insert(), {**row, "name": name[:40], "place": place, "detail": detail}

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

    async def older_than(self, before_ms: int) -> tuple[int, list[Statement]]:
        """How many lines are older, and what forgets them; the last line stays, so that numbers are not used twice."""
        log = schema.security_log
        old = (log.c.at_ms < before_ms) & (log.c.id < self._last)
        count = (await self._database.rows(select(func.count()).select_from(log).where(old)))[0][0]
        return count, [(log.delete().where(old), {})]


def _look(written: "asyncio.Future[None]") -> None:
    """A house that has stopped says so itself."""
    if not written.cancelled():
        written.exception()
