"""The chain of heads: over the chains of all tables goes one more, which names where each of them ends.

About every second, if anything was written, whoever has the cage adds a line with the ends of the chains that have
grown since. Its hash goes over the line before it, so that the last head stands for the whole journal up to there: it
is what the house signs, what witnesses keep, and what the audit holds against the chains.
"""

import asyncio
from typing import Any

import msgspec
from sqlalchemy import Integer, bindparam, or_, select

from pitboss.house import schema
from pitboss.house.clock import Clock
from pitboss.house.committer import Committer, Statement
from pitboss.house.database import Database, Reader
from pitboss.house.journal import GENESIS, PEOPLE, End, Head, head_chained

ENDS_MOST = 2_000  # in one head; what is left comes with the next


class Heads:
    """The last head that this process knows, and the next."""

    def __init__(self, database: Database, committer: Committer, clock: Clock) -> None:
        self._database = database
        self._committer = committer
        self._clock = clock
        self.h = 0
        self.hash = GENESIS
        self._at_ms = 0
        self.rolling = asyncio.Lock()  # one head after the other

    async def refresh(self) -> None:
        """Find the last head on disk."""
        last = await self._database.rows(_LAST)
        if last:
            self.h, self.hash, self._at_ms = last[0]

    async def roll(self) -> None:
        """Write the next head, if any chain has grown and this process has the cage; else find the last."""
        async with self.rolling:
            epoch = self._epoch
            await self.refresh()
            if epoch is not None:
                await self._roll(epoch)

    @property
    def _epoch(self) -> int | None:
        """Under which this process has the cage, if it has."""
        here = self._database.ownership.held.get(PEOPLE)
        return None if here is None else here.epoch

    async def _roll(self, epoch: int) -> None:
        ends = await grown(self._database)
        if not ends:
            return
        h, at_ms = self.h + 1, max(self._clock.wall_ms(), self._at_ms)
        body = msgspec.json.encode(Head(ends)).decode()
        hashed = head_chained(self.hash, h, at_ms, body)
        row = {"h": h, "at_ms": at_ms, "body": body, "hash": hashed}
        over = await self._over(ends)
        if self._epoch != epoch:
            return  # it was waited: another has had the cage since, and may have written the next head
        await self._committer.submit(statements=[(schema.heads.insert(), row), *_rolled(ends), *over])
        self.h, self.hash = h, hashed

    async def _over(self, ends: tuple[End, ...]) -> list[Statement]:
        """Nobody looks again at the chain of a table that has closed, once its end is in a head."""
        t = schema.closed_tables
        closed = await self._database.rows(select(t).where(t.c.table_id.in_([end.table for end in ends])))
        named = {row.table_id for row in closed}
        its: Any = [{"of_table": end.table, "its_end": end.seq} for end in ends if end.table in named]
        return [(_SETTLED, its)] if its else []


_C, _R, _H = schema.chains, schema.rolled, schema.heads
_LAST = select(_H.c.h, _H.c.hash, _H.c.at_ms).order_by(_H.c.h.desc()).limit(1)
_GROWN = (
    select(_C.c.table_id, _C.c.seq, _C.c.n, _C.c.hash)
    .join(_R, _R.c.table_id == _C.c.table_id, isouter=True)
    .where(~_C.c.settled, _C.c.n > 0, or_(_R.c.seq.is_(None), _R.c.seq < _C.c.seq))
    .order_by(_C.c.n)
    .limit(bindparam("most", type_=Integer))
)
_SETTLED = (
    _C.update().where(_C.c.table_id == bindparam("of_table"), _C.c.seq == bindparam("its_end")).values(settled=True)
)


def _rolled(ends: tuple[End, ...]) -> list[Statement]:
    r = schema.rolled
    named: Any = [{"table_id": end.table, "seq": end.seq} for end in ends]
    return [(r.delete().where(r.c.table_id.in_([end.table for end in ends])), {}), (r.insert(), named)]


async def grown(database: Reader) -> tuple[End, ...]:
    """The ends of the chains that have grown since a head named them."""
    return tuple(End(*row) for row in await database.rows(_GROWN, {"most": ENDS_MOST}))
