"""Removals: whom the operator has ordered out of a table, on record until they are gone."""

import asyncio
from collections.abc import Iterable, Mapping

from sqlalchemy import select

from pitboss.house import schema
from pitboss.house.accounts import Accounts
from pitboss.house.committer import Committer
from pitboss.house.database import Database
from pitboss.house.live_table import LiveTable
from pitboss.house.register import Change, delete, insert


class Removals:
    """Orders that outlive a house that is stopped before a wager is decided."""

    def __init__(self, database: Database, committer: Committer, accounts: Accounts) -> None:
        self._database = database
        self._committer = committer
        self._accounts = accounts
        self._standing: dict[tuple[str, str], str] = {}

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

    async def carry_out(self, tables: Mapping[str, LiveTable], resting: Iterable[str]) -> None:
        """After a start: what was ordered before; at a table that rests, it waits."""
        for row in await self._database.rows(select(schema.removals)):
            self._standing[row.table_id, row.name] = row.rule
        for (table, name), rule in tuple(self._standing.items()):
            if table in tables and name in tables[table].table.state.people.players:
                await tables[table].remove(name, rule)
            elif table not in resting:
                self.done(table, name)


def _look(written: "asyncio.Future[None]") -> None:
    """A house that has stopped says so itself, and carries the order out again when it opens."""
    if not written.cancelled():
        written.exception()
