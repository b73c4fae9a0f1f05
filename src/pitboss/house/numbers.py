"""Numbers of lines and of transfers: each is given once, and those of one process rise.

A house that has its database to itself counts on. Where many share one, each draws blocks from a counter, in a short
transaction of its own, so that nobody waits for another's; what a process leaves of a block stays a gap.
"""

import asyncio
from typing import Any

from sqlalchemy import Column, func, select, text

from pitboss.house import schema
from pitboss.house.database import Database
from pitboss.house.ownership import ANSWER_SECONDS

BLOCK = 256
LINES, TRANSFERS = "lines", "transfers"
_OF: dict[str, Column[Any]] = {LINES: schema.journal.c.n, TRANSFERS: schema.transfers.c.id}


def _drawing(name: str) -> str:
    """A block above all that were ever drawn or written; it gives the number after it."""
    column = _OF[name]
    return (
        "INSERT INTO counters (name, next)"
        f" VALUES ('{name}', (SELECT coalesce(max({column.name}), 0) + 1 FROM {column.table.name}) + :many)"
        " ON CONFLICT (name) DO UPDATE SET next = CASE WHEN counters.next > excluded.next - :many"
        " THEN counters.next + :many ELSE excluded.next END RETURNING next"
    )


class Numbers:
    """What a process may give next."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._shared = database.dialect == "postgresql"
        self._next = dict.fromkeys(_OF, 1)
        self._end = dict.fromkeys(_OF, 1)
        self._drawing = asyncio.Lock()

    async def start(self) -> None:
        """Where nobody else writes, go on after the last."""
        for name, column in _OF.items():
            last = (await self._database.rows(select(func.max(column))))[0][0] or 0
            self._next[name] = self._end[name] = last + 1

    async def draw(self, name: str, many: int) -> int:
        """The first of so many numbers in a row."""
        if not self._shared:
            self._next[name] += many
            return self._next[name] - many
        async with self._drawing:
            too_low = name == LINES and self._next[name] <= self._database.ownership.highest_n
            if self._next[name] + many > self._end[name] or too_low:
                block = max(many, BLOCK)
                async with asyncio.timeout(ANSWER_SECONDS), self._database.engine.begin() as connection:
                    end = (await connection.execute(text(_drawing(name)).bindparams(many=block))).scalar_one()
                self._next[name], self._end[name] = end - block, end
            self._next[name] += many
            return self._next[name] - many
