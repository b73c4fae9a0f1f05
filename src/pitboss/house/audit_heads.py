"""The audit of the chain of heads: each goes over the one before, and names lines that are there, in their order."""

from collections import deque
from collections.abc import AsyncIterator, Iterable, Mapping, Sequence
from typing import Any

import msgspec
from sqlalchemy import select

from pitboss.house import schema
from pitboss.house.archive import NAMED_AT_ONCE
from pitboss.house.audited import Report, Wrong
from pitboss.house.database import Reader
from pitboss.house.journal import GENESIS, KEY, End, Head, head_chained
from pitboss.house.receipts import Receipt

PAGE_HEADS = 500


class HeadsAudited:
    """Goes through the heads once; `rolled` is then up to where each chain stands in them."""

    def __init__(
        self, database: Reader, report: Report, before: Mapping[str, int], keys: Sequence[str], kept: Iterable[Receipt]
    ) -> None:
        """`before` is where chains stood when they were one; `kept` receipts of heads in order, `keys` the house's."""
        self._database = database
        self._report = report
        self._keys = keys
        self._kept = deque(kept)
        self.rolled = dict(before)

    async def run(self) -> None:
        """Check them all."""
        report, last = self._report, GENESIS
        self._held_against("heads", 0, GENESIS)
        async for row in self._rows():
            report.heads += 1
            where = f"heads {row.h}"
            if row.h != report.heads:
                raise Wrong(f"heads {report.heads}: it is missing")
            if head_chained(last, row.h, row.at_ms, row.body) != row.hash:
                raise Wrong(f"{where}: its hash is not that of its content and the head before it")
            last = report.head = row.hash
            try:
                head = msgspec.json.decode(row.body, type=Head)
            except (msgspec.DecodeError, UnicodeError) as error:
                raise Wrong(f"{where}: no head: {error}") from None
            if head.until and row.h > 1:
                raise Wrong(f"{where}: only the first tells of lines from before each table had a chain")
            await self._ends(where, head.ends)
            self._held_against(where, row.h, row.hash)
        if self._kept:
            kept = self._kept[0]
            raise Wrong(f"the record was shortened: it has {report.heads} heads, a receipt has head {kept.n}")

    async def _rows(self) -> AsyncIterator[Any]:
        t, after = schema.heads, 0
        while page := await self._database.rows(select(t).where(t.c.h > after).order_by(t.c.h).limit(PAGE_HEADS)):
            for row in page:
                yield row
            after = page[-1].h

    async def _ends(self, where: str, ends: Sequence[End]) -> None:
        j = schema.journal
        for first in range(0, len(ends), NAMED_AT_ONCE):
            some = ends[first : first + NAMED_AT_ONCE]
            question = select(j.c.table_id, j.c.seq, j.c.n, j.c.hash).where(j.c.n.in_([end.n for end in some]))
            there = {End(*row) for row in await self._database.rows(question)}
            for end in some:
                if end not in there:
                    raise Wrong(f"{where}: line {end.n} of the journal is not move {end.seq} of {end.table} as it says")
                if end.seq <= self.rolled.get(end.table, -1):
                    raise Wrong(f"{where}: {end.table} stood further than at move {end.seq} before")
                self.rolled[end.table] = end.seq

    def _held_against(self, where: str, h: int, hashed: str) -> None:
        """Whatever was said about this head elsewhere, with the house's signature, is what stands here."""
        known = self._keys[max(self.rolled.get(KEY, 1), 1) - 1 :]  # a later key signs it again
        while self._kept and self._kept[0].n <= h:
            kept = self._kept.popleft()
            if kept.head != hashed:
                raise Wrong(f"{where}: the record was rewritten: a receipt has another head {kept.n}")
            if kept.key not in known:
                raise Wrong(f"{where}: a receipt of it is signed with another key than the house has on record")
            self._report.receipts += 1
