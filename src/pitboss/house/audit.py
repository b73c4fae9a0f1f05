"""The audit: the chain of the journal, every seal, every table dealt again, every transfer."""

from collections import defaultdict
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import msgspec
from sqlalchemy import select

from pitboss.house import archive, schema
from pitboss.house.database import CannotOpen, Database, Reader
from pitboss.house.journal import (
    GENESIS,
    GRANT,
    OPEN,
    Entry,
    OpenedOrder,
    Recipe,
    SealedMove,
    SealedOrder,
    chained,
    is_sealed,
    name_in_vault,
    opened_by,
    opened_move,
    opens,
    seal_of,
)
from pitboss.house.ledger import HOUSE, PRACTICE_BANKROLL_CENTS, Book, Cashier, Granted, Overdrawn, Transfer, bankroll
from pitboss.house.vault import Vault, WrongKey, open_vault
from pitboss.procedure import facts as f
from pitboss.procedure import moves as m
from pitboss.procedure.moves import Move
from pitboss.procedure.refusal import Broken, Malformed, Refused
from pitboss.procedure.table import Table

PAGE_LINES = 2_000


class Wrong(Exception):
    """The first thing that is wrong."""


class Report(msgspec.Struct, kw_only=True):
    """What was checked, and the first thing wrong, if anything is."""

    lines: int = 0
    tables: int = 0
    rounds: int = 0
    transfers: int = 0
    seals: int = 0
    still_sealed: int = 0
    not_replayed: int = 0
    notes: tuple[str, ...] = ()
    last_hash: str = GENESIS
    wrong: str | None = None

    def words(self) -> str:
        """The report for people."""
        checked = (
            f"{self.lines} journal lines, {self.tables} tables, {self.rounds} rounds, {self.transfers} transfers, "
            f"{self.seals} seals ({self.still_sealed} still sealed)"
        )
        unseen = f" {self.not_replayed} tables were not dealt again: the key is missing." if self.not_replayed else ""
        notes = "".join(f"\nNote: {note}." for note in self.notes)
        if self.wrong is None:
            return f"In order: {checked}.{unseen} The chain ends with {self.last_hash}.{notes}"
        return f"WRONG: {self.wrong}\nChecked until then: {checked}.{unseen}{notes}"


class _Audited:
    """A table in the course of the audit."""

    def __init__(self, table_id: str, recipe: Recipe, book: Book, opened: dict[str, OpenedOrder]) -> None:
        self.cashier = Cashier(table_id, book)
        self.opened = opened
        self.opened_by_table: set[str] = set()
        self.other_rules: str | None = None
        try:
            self.table = Table(archive.rules_of(recipe), frozenset(recipe.by_hand))
        except archive.OtherRules as error:
            self.other_rules = str(error)
        self.replaying = self.other_rules is None


class Auditor:
    """Goes through the journal once, in its order."""

    def __init__(self, database: Reader, vault: Vault | None) -> None:
        self._database = database
        self._vault = vault
        self._book = Book()
        self._tables: dict[str, _Audited] = {}
        self._rounds: dict[tuple[str, int], int] = {}
        self._closed: set[str] = set()
        self._transfers_seen = 0
        self.report = Report()

    async def run(self) -> Report:
        """Check everything; `report.wrong` names the first thing that is not as it must be."""
        try:
            async for row, transfers, sealed in self._lines():
                await self._line(row, transfers, sealed)
            await self._seals()
            await self._rounds_and_closings()
            await self._balances()
        except Wrong as wrong:
            self.report.wrong = str(wrong)
        return self.report

    async def _lines(self) -> AsyncIterator[tuple[Any, tuple[Transfer, ...], SealedOrder | None]]:
        j, t, s = schema.journal, schema.transfers, schema.sealed_orders
        after = 0
        while True:
            rows = await self._database.rows(select(j).where(j.c.n > after).order_by(j.c.n).limit(PAGE_LINES))
            if not rows:
                return
            last = rows[-1].n
            moved: defaultdict[int, list[Transfer]] = defaultdict(list)
            within = t.c.n.between(after + 1, last)
            for one in await self._database.rows(select(t).where(within).order_by(t.c.id)):
                self._transfers_seen += 1
                if one.id != self._transfers_seen:
                    raise Wrong(f"ledger: transfer {self._transfers_seen} is missing")
                moved[one.n].append(
                    Transfer(one.source, one.target, one.cents, one.table_id, one.round, one.what, one.clauses)
                )
            locked = {
                one.n: SealedOrder(one.seal, bytes(one.locked))
                for one in await self._database.rows(select(s).where(s.c.n.between(after + 1, last)))
            }
            for row in rows:
                yield row, tuple(moved[row.n]), locked.get(row.n)
            after = last

    async def _line(self, row: Any, transfers: tuple[Transfer, ...], sealed: SealedOrder | None) -> None:
        report = self.report
        report.lines += 1
        where = f"journal line {row.n} (table {row.table_id}, move {row.seq})"
        if row.n != report.lines:
            raise Wrong(f"journal line {report.lines} is missing")
        entry = Entry(
            kind=row.kind,
            table=row.table_id,
            seq=row.seq,
            body=row.body,
            actor=row.actor,
            client_id=row.client_id,
            rule=row.rule,
            at_ms=row.at_ms,
            sealed=sealed,
            transfers=transfers,
        )
        if chained(report.last_hash, row.n, entry) != row.hash:
            raise Wrong(f"{where}: its hash is not that of its content and the line before it")
        report.last_hash = row.hash
        report.transfers += len(transfers)
        if row.kind == GRANT:
            self._grant(where, entry)
        elif row.kind == OPEN:
            await self._open(where, entry)
        else:
            self._move(where, entry)

    def _grant(self, where: str, entry: Entry) -> None:
        """One practice bankroll a name; beyond it a grant has its reason, or is a guest's own under another name."""
        try:
            granted = msgspec.json.decode(entry.body, type=Granted)
        except msgspec.MsgspecError as error:
            raise Wrong(f"{where}: no grant: {error}") from None
        practice = granted.reason is None and granted.source is None
        if entry.transfers != (granted.transfer,) or (practice and granted.cents != PRACTICE_BANKROLL_CENTS):
            what = "one practice bankroll" if practice else "the transfer that the ledger has"
            raise Wrong(f"{where}: a grant that is not {what}")
        if granted.source is not None and granted.cents != self._book[bankroll(granted.source)]:
            raise Wrong(f"{where}: {granted.source} takes along other than everything")
        self._post_unseen(where, entry)

    async def _open(self, where: str, entry: Entry) -> None:
        recipe = msgspec.json.decode(entry.body, type=Recipe)
        opened = await archive.opened_of(self._database, entry.table)
        try:
            audited = self._tables[entry.table] = _Audited(entry.table, recipe, self._book, opened)
        except Malformed as error:
            raise Wrong(f"{where}: {error}") from None
        self.report.tables += 1
        if audited.other_rules is not None:
            note = f"table {entry.table} cannot be replayed by this version: {audited.other_rules}"
            self.report.notes = (*self.report.notes, note)

    def _move(self, where: str, entry: Entry) -> None:
        audited = self._tables.get(entry.table)
        if audited is None:
            raise Wrong(f"{where}: the table was never opened")
        if not audited.replaying:
            if is_sealed(entry.body):
                self._read(where, entry, audited)
            self._post_unseen(where, entry)
            return
        move = self._read(where, entry, audited)
        if move is None:
            audited.replaying = False
            self.report.not_replayed += 1
            return
        if entry.seq != len(audited.table.moves) + 1:
            raise Wrong(f"{where}: move {len(audited.table.moves) + 1} is missing")
        try:
            happened = audited.table.apply(move)
            posted = tuple(audited.cashier.post(happened))
        except (Refused, Malformed, Broken) as error:
            raise Wrong(f"{where}: the table refuses it: {error}") from None
        except Overdrawn as error:
            raise Wrong(f"{where}: {error}") from None
        if posted != entry.transfers:
            raise Wrong(f"{where}: the ledger has other transfers than the facts make")
        fault = audited.cashier.disagrees(audited.table.state)
        if fault is not None:
            raise Wrong(f"{where}: {fault}")
        self._note(where, entry, audited, happened)

    def _note(self, where: str, entry: Entry, audited: _Audited, happened: tuple[f.Fact, ...]) -> None:
        for fact in happened:
            if isinstance(fact, f.RoundEnded):
                self._rounds[entry.table, fact.round] = entry.seq
            elif (made := opened_by(fact)) is not None:
                audited.opened_by_table.add(made.seal)
                if audited.opened.get(made.seal) != made:
                    raise Wrong(f"{where}: the order opened by seal {made.seal[:16]} is not the one on record")
        if audited.table.closed:
            self._closed.add(entry.table)

    def _post_unseen(self, where: str, entry: Entry) -> None:
        """A table that cannot be dealt again: its money is still followed."""
        for transfer in entry.transfers:
            try:
                self._book.post(transfer)
            except Overdrawn as error:
                raise Wrong(f"{where}: {error}") from None

    def _read(self, where: str, entry: Entry, audited: _Audited) -> Move | None:
        if not is_sealed(entry.body):
            try:
                return m.from_json(entry.body)
            except Malformed as error:
                raise Wrong(f"{where}: {error}") from None
        line = msgspec.json.decode(entry.body, type=SealedMove)
        if entry.sealed is None or entry.sealed.seal != line.seal:
            raise Wrong(f"{where}: the sealed order of this shuffle is missing")
        name = name_in_vault(entry.table, entry.seq, line.seal)
        self.report.seals += 1
        order = audited.opened.get(line.seal)
        if order is not None:
            if not opens(entry.body, order, line.seal):
                raise Wrong(f"{where}: the opened order is not the one that was sealed")
        else:
            self.report.still_sealed += 1
        if self._vault is None:
            return opened_move(entry.body, order) if order is not None else None
        try:
            move = m.from_json(self._vault.unlock(entry.sealed.locked, name))
        except WrongKey as error:
            raise Wrong(f"{where}: {error}") from None
        if not isinstance(move, m.Shuffle | m.CommitSeed):
            raise Wrong(f"{where}: what lies in the vault is no shuffle")
        if seal_of(move) != line.seal:
            raise Wrong(f"{where}: the order in the vault is not the one that was sealed")
        return move

    async def _seals(self) -> None:
        """Nothing is on record as opened that its table has not opened."""
        for table, audited in self._tables.items():
            early = sorted(set(audited.opened) - audited.opened_by_table)
            if audited.replaying and early:
                raise Wrong(f"table {table}: seal {early[0][:16]} is on record as opened, and the table never did")

    async def _rounds_and_closings(self) -> None:
        on_record = {
            (row.table_id, row.round): row.last_seq for row in await self._database.rows(select(schema.rounds))
        }
        self.report.rounds = len(on_record)
        unseen = {table for table, audited in self._tables.items() if not audited.replaying}
        for key in sorted(on_record.keys() | self._rounds.keys()):
            if key[0] not in unseen and on_record.get(key) != self._rounds.get(key):
                raise Wrong(f"round {key[0]}.{key[1]}: the list of rounds does not say what the journal says")
        closed = {row.table_id for row in await self._database.rows(select(schema.closed_tables))}
        for table in sorted((closed ^ self._closed) - unseen):
            raise Wrong(f"table {table}: on record as {'closed' if table in closed else 'open'}, and it is not")

    async def _balances(self) -> None:
        b = schema.balances
        on_record = {row.account: row.cents for row in await self._database.rows(select(b.c.account, b.c.cents))}
        for account in sorted(on_record.keys() | self._book.balances.keys()):
            if on_record.get(account, 0) != self._book[account]:
                sentence = f"has {on_record.get(account, 0)} cents on record, its transfers make {self._book[account]}"
                raise Wrong(f"ledger: {account} {sentence}")
        if sum(on_record.values()):
            raise Wrong(f"ledger: the sum over all accounts is {sum(on_record.values())} cents, not zero")
        below = next((name for name, cents in sorted(on_record.items()) if cents < 0 and name != HOUSE), None)
        if below is not None:
            raise Wrong(f"ledger: {below} is below zero")


async def audit_database(db: str, key_file: Path | None = None) -> Report:
    """Audit a database that may be in use or at rest."""
    if "://" not in db and not Path(db).exists():
        raise CannotOpen(f"there is no database {db}")
    database = await Database.open(db, key_file, exclusive=False)
    try:
        async with database.snapshot() as moment:
            return await Auditor(moment, open_vault(database.key_file, make=False)).run()
    finally:
        await database.close()
