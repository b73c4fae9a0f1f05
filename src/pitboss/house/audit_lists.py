"""What follows from the journal: every other table says what its lines make of it, and nothing else."""

from collections import defaultdict, deque
from collections.abc import Iterable
from typing import Any

from sqlalchemy import Table as SqlTable
from sqlalchemy import and_, exists, func, or_, select

from pitboss.house import schema
from pitboss.house.audit_heads import HeadsAudited
from pitboss.house.audited import (
    Audited,
    Grants,
    Report,
    SharedBook,
    Wrong,
)
from pitboss.house.database import Reader
from pitboss.house.journal import (
    End,
    Head,
    RoundPlayed,
)
from pitboss.house.journal_rows import Rows
from pitboss.house.keys import LockedLater
from pitboss.house.ownership import CLOSED
from pitboss.house.receipts import HEADS, Receipt
from pitboss.house.register import Register, digested, key_of_row
from pitboss.house.vault import Vault

PAGE_LINES = 2_000


class WhatFollows:
    """What an audit has found so far, and how the rest is held against it."""

    def __init__(self, database: Reader, vault: Vault | None, against: Iterable[Receipt] = ()) -> None:
        self._database = database
        kept = sorted(against, key=lambda receipt: receipt.n)
        self._against = deque(one for one in kept if one.table != HEADS)
        self._against_heads = [one for one in kept if one.table == HEADS]
        self._keys: list[str] = []  # those of the house, up to the line that is looked at
        self._again = LockedLater()
        self._vault = vault
        self._book = SharedBook()
        self._old = Head()  # what the first head says of lines from before each table had its chain
        self._ends: dict[str, End] = {}
        self._rolled: dict[str, int] = {}  # where each chain stood when they were one
        self._last_ms: defaultdict[str, int] = defaultdict(int)
        self._tables: dict[str, Audited] = {}
        self._register = Register()
        self._made = Rows(0)
        self._grants = Grants(self._book, self._register)
        self._counted: defaultdict[str, int] = defaultdict(int)
        self._kept_since = 0
        self._marks: defaultdict[int, list[dict[str, Any]]] = defaultdict(list)  # of the lines read, as they are there
        self._place = "the database"
        self.report = Report()

    async def _nothing_beside(self) -> None:
        """Nothing that belongs to the journal's lines lies outside them, and no two transfers share a number."""
        report = self.report
        for table, seen in (
            (schema.transfers, report.transfers),
            (schema.sealed_orders, report.seals),
            (schema.checkpoints, report.checkpoints),
            (schema.round_marks, report.marks),
        ):
            there = (await self._database.rows(select(func.count()).select_from(table)))[0][0]
            if there != seen:
                raise Wrong(f"{table.name}: {there} rows, {seen} of them in lines of the journal")
        t = schema.transfers
        for row in await self._database.rows(select(t.c.id).group_by(t.c.id).having(func.count() > 1).limit(1)):
            raise Wrong(f"ledger: transfer {row.id}: more than one has this number")

    async def _lists(self) -> None:
        """Every other table says what the journal makes of it, in every field."""
        made = self._made
        await self._unseen_rounds()
        await self._compare(schema.rounds, made.rounds)
        await self._compare(schema.round_players, made.round_players)
        await self._compare(schema.opened_orders, made.opened)
        await self._compare(schema.closed_tables, made.closed)
        await self._balances()
        await self._chains()
        for table in schema.REGISTER:
            await self._compare(table, self._register.rows[table.name].values())
        self.report.rounds = (await self._database.rows(select(func.count()).select_from(schema.rounds)))[0][0]

    async def _balances(self) -> None:
        """Each account has what its transfers make, and names one of them."""
        self._place = "balances"
        fault = self._grants.left_behind()
        if (below := self._book.below_zero()) is not None:
            fault = f"{below} has {self._book[below]} cents"
        if fault is not None:
            raise Wrong(f"ledger: {fault}")
        b, t = schema.balances, schema.transfers
        its = and_(t.c.id == b.c.last_transfer, or_(t.c.source == b.c.account, t.c.target == b.c.account))
        other = select(b.c.account).join(t, its, isouter=True).where(t.c.id.is_(None)).order_by(b.c.account).limit(1)
        for row in await self._database.rows(other):
            raise Wrong(f"balances {row.account}: last_transfer is not one of its own")
        posted = [{"account": account, "cents": cents} for account, cents in self._book.balances.items()]
        await self._compare(b, posted)

    async def _heads(self) -> None:
        """The chain of heads is whole, names lines that are there, and is what receipts say of it."""
        self._place = "heads"
        heads = HeadsAudited(self._database, self.report, self._rolled, self._keys, self._against_heads)
        await heads.run()
        rolled = [{"table_id": table, "seq": seq} for table, seq in heads.rolled.items()]
        await self._compare(schema.rolled, rolled)

    async def _chains(self) -> None:
        """Each chain ends on record where its lines do; whose it is and since when is not for the journal to say."""
        ends = [{"table_id": e.table, "seq": e.seq, "n": e.n, "hash": e.hash} for e in self._ends.values()]
        await self._compare(schema.chains, ends)
        c, r = schema.chains, schema.rolled
        in_a_head = exists().where(r.c.table_id == c.c.table_id, r.c.seq == c.c.seq)
        for row in await self._database.rows(select(c).where(c.c.settled != and_(CLOSED, in_a_head)).limit(1)):
            over = "looked at no more, and it is not over" if row.settled else "over, and looked at still"
            raise Wrong(f"chains {row.table_id}: settled is {row.settled}; the chain is {over}")

    def _unseen(self, table: str) -> Audited | None:
        audited = self._tables.get(table)
        return audited if audited is not None and not audited.replaying else None

    async def _unseen_rounds(self) -> None:
        """Of a table not dealt again, when a round ended is believed; all else follows from the journal."""
        r = schema.rounds
        for row in await self._database.rows(select(r).order_by(r.c.table_id, r.c.round)):
            where = self._place = f"rounds {row.table_id}, {row.round}"
            audited = self._unseen(row.table_id)
            if audited is None or row.round <= audited.rounds_made:
                continue
            if row.round != audited.rounds_made + 1 or not audited.first_seq <= row.last_seq <= len(audited.lines):
                raise Wrong(f"{where}: no such round can have ended with move {row.last_seq}")
            n, at_ms = audited.lines[row.last_seq - 1]
            played = RoundPlayed(row.round, audited.first_seq, row.last_seq, audited.nets[row.round])
            self._made.add_round(row.table_id, played, n, at_ms)
            audited.rounds_made, audited.first_seq = row.round, row.last_seq + 1

    def _may_be(self, table: SqlTable, row: dict[str, Any]) -> bool:
        """Whether a row may follow from a table that is not dealt again: what it has opened, or that it has closed."""
        audited = self._unseen(str(row.get("table_id")))
        if audited is None:
            return False
        if table is schema.opened_orders:
            return row["seal"] in audited.seals
        return table is schema.closed_tables and audited.closing

    async def _compare(self, table: SqlTable, made: Iterable[dict[str, Any]]) -> None:
        self._place = table.name
        wanted = {key_of_row(table, row): row for row in made}
        for found in await self._database.rows(select(table)):
            row = digested(table.name, found._mapping)
            where = f"{table.name} {', '.join(map(str, key_of_row(table, row)))}"
            made_so = wanted.pop(key_of_row(table, row), None)
            if made_so is None and self._may_be(table, row):
                continue
            if made_so is None:
                raise Wrong(f"{where}: it is on record, and nothing in the journal makes it")
            other = next((name for name in made_so if row[name] != made_so[name]), None)
            if other is not None:
                raise Wrong(
                    f"{where}: {other} is {row[other]!s:.80} on record, the journal makes {made_so[other]!s:.80}"
                )
        for key in wanted:
            raise Wrong(f"{table.name} {', '.join(map(str, key))}: the journal makes it, and it is not on record")
