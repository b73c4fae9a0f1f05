"""Removals: whom the operator has ordered out of a table, on record until they are gone.

The order stands in the register. Whichever process has the table carries it out; the one with the register sees that it
is done, and strikes it.
"""

import asyncio
import contextlib
from collections.abc import Callable, Iterable, Mapping

from sqlalchemy import select

from pitboss.house import schema
from pitboss.house.accounts import Accounts
from pitboss.house.committer import Committer, Stopped
from pitboss.house.database import Database
from pitboss.house.ledger import chips
from pitboss.house.live_table import LiveTable
from pitboss.house.register import Change, delete, insert
from pitboss.house.turns import Busy
from pitboss.procedure.refusal import Refused


class Removals:
    """Orders that outlive a house that is stopped before a wager is decided."""

    def __init__(self, database: Database, committer: Committer, accounts: Accounts) -> None:
        self._database = database
        self._committer = committer
        self._accounts = accounts
        self._standing: dict[tuple[str, str], str] = {}

    async def load(self) -> None:
        """Read what was ordered before: the register is kept here now."""
        rows = await self._database.rows(select(schema.removals))
        self._standing = {(row.table_id, row.name): row.rule for row in rows}

    def order(self, name: str, tables: Iterable[str], rule: str) -> list[Change]:
        """Put an order on record, before it is carried out."""
        new = [(table, name) for table in tables if (table, name) not in self._standing]
        self._standing |= dict.fromkeys(new, rule)
        return [insert(schema.removals, {"table_id": table, "name": name, "rule": rule}) for table, name in new]

    def done(self, table: str, name: str) -> None:
        """Somebody is gone; nobody waits until that is on record."""
        if self._standing.pop((table, name), None) is not None:
            line = self._accounts.line([delete(schema.removals, table, name)])
            self._committer.submit([line]).add_done_callback(_look)

    async def carry_out(self, tables: Mapping[str, LiveTable]) -> None:
        """Whoever was ordered out of a table that is here is seen out; at one that rests, it waits."""
        for row in await self._database.rows(select(schema.removals)) if tables else ():
            live = tables.get(row.table_id)
            if live is not None and row.name in live.table.state.people.players and not live.sees_out(row.name):
                with contextlib.suppress(Refused, Busy, Stopped):  # it has closed or moved meanwhile
                    await live.remove(row.name, row.rule)

    async def settle(self, players_at: Callable[[str], Iterable[str] | None]) -> None:
        """Strike the orders that were carried out, wherever that was, and those for tables that have closed.

        What a process says of its table may be ahead of the disk, or behind it: who has chips there on disk is there.
        """
        if not self._standing:
            return
        closed = {row.table_id for row in await self._database.rows(select(schema.closed_tables))}
        b, asked = schema.balances, tuple(self._standing)
        there = select(b.c.account).where(b.c.account.in_([chips(*one) for one in asked]), b.c.cents != 0)
        stays = {row.account for row in await self._database.rows(there)}
        for table, name in asked:
            players = players_at(table)
            is_gone = players is not None and name not in players and chips(table, name) not in stays
            if table in closed or is_gone:
                self.done(table, name)


def _look(written: "asyncio.Future[None]") -> None:
    """A house that has stopped says so itself, and carries the order out again when it opens."""
    if not written.cancelled():
        written.exception()
