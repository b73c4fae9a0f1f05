"""The audit: the chain of the journal, every seal, every table dealt again, every transfer.

Whatever else the database has follows from the journal. The audit makes those rows anew, as the house made them, and
compares them field by field with what is there.
"""

from collections import defaultdict
from collections.abc import AsyncIterator, Iterable
from pathlib import Path
from typing import Any

import msgspec
from sqlalchemy import select
from sqlalchemy.exc import SQLAlchemyError

from pitboss.house import archive, schema
from pitboss.house.audit_lists import WhatFollows
from pitboss.house.audit_school import check_school
from pitboss.house.audit_shape import misshapen, no_text
from pitboss.house.audited import (
    Audited,
    Report,
    Wrong,
    count_transfers,
    entry_of,
    misfit,
    mismarked,
)
from pitboss.house.chronicle import decided_by
from pitboss.house.committer import first_head
from pitboss.house.database import CannotOpen, Database, plainly
from pitboss.house.journal import (
    CAGE,
    GRANT,
    KEY,
    MOVE,
    OPEN,
    PEOPLE,
    End,
    Entry,
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
from pitboss.house.keys import KeyOnRecord, LockedLater, place_of
from pitboss.house.ledger import Overdrawn, Transfer
from pitboss.house.receipts import Receipt
from pitboss.house.register import FOUND, Misfit
from pitboss.house.security_log import unchained
from pitboss.house.vault import WrongKey, open_vault
from pitboss.procedure import moves as m
from pitboss.procedure.moves import Move
from pitboss.procedure.refusal import Broken, Malformed, Refused

PAGE_LINES = 2_000


class Auditor(WhatFollows):
    """Goes through the journal once, in its order."""

    async def run(self) -> Report:
        """Check everything; `report.wrong` names the first thing that is not as it must be."""
        try:
            fault = await misshapen(self._database, self._database.dialect)
            if fault is not None:
                raise Wrong(fault)
            await self._before_the_register()
            self._old = await first_head(self._database)
            self._ends = {name: End(name, 0, 0, self._old.anchor) for name in CAGE}
            self._again = await LockedLater.read(self._database)
            async for row, transfers, sealed, checkpoint in self._lines():
                await self._line(row, transfers, sealed, checkpoint)
            if self._against:
                kept = self._against[0]
                raise Wrong(f"the record was shortened: it has {self.report.lines} lines, a receipt has line {kept.n}")
            await self._nothing_beside()
            await self._heads()
            await self._lists()
            self._place = "the school"
            check_school(self._register.rows, self.report)
            fault = await unchained(self._database, self._register.rows["log_ends"])
            if fault is not None:
                raise Wrong(fault)
        except Wrong as wrong:
            self.report.wrong = str(wrong)
        except SQLAlchemyError as error:  # SQLite keeps bytes that are no text, and does not read them as text
            self.report.wrong = await no_text(self._database) or f"{self._place}: it cannot be read: {plainly(error)}"
        except Exception as error:  # whatever stands there that nobody thought of is wrong, and has its place
            self.report.wrong = f"{self._place}: it cannot be checked: {type(error).__name__}: {str(error)[:200]}"
        return self.report

    async def _before_the_register(self) -> None:
        """The first line of the register may tell who was known before; lines before it are of an earlier version."""
        j = schema.journal
        first = await self._database.rows(select(j.c.n, j.c.rule).where(j.c.kind == PEOPLE).order_by(j.c.n).limit(1))
        if first and first[0].rule == FOUND:
            self._kept_since = first[0].n
            note = f"journal lines before {first[0].n} were written before the register was kept"
            self.report.notes = (*self.report.notes, note)

    async def _lines(self) -> AsyncIterator[tuple[Any, tuple[Transfer, ...], SealedOrder | None, Any]]:
        j, t, s, c = schema.journal, schema.transfers, schema.sealed_orders, schema.checkpoints
        after = 0
        while True:
            rows = await self._database.rows(select(j).where(j.c.n > after).order_by(j.c.n).limit(PAGE_LINES))
            if not rows:
                return
            last = rows[-1].n
            moved: defaultdict[int, list[Transfer]] = defaultdict(list)
            numbers: dict[int, int] = {}
            within = t.c.n.between(after + 1, last)
            for one in await self._database.rows(select(t).where(within).order_by(t.c.id)):
                self.report.transfers += 1
                if one.id != numbers.setdefault(one.n, one.id) + len(moved[one.n]):
                    raise Wrong(f"ledger: transfer {one.id}: those of a line have numbers in a row, line {one.n}'s not")
                moved[one.n].append(
                    Transfer(one.source, one.target, one.cents, one.table_id, one.round, one.what, one.clauses)
                )
            locked = {
                one.n: SealedOrder(one.seal, bytes(one.locked), self._again.first.get(one.n, ""))
                for one in await self._database.rows(select(s).where(s.c.n.between(after + 1, last)))
            }
            marked = {one.n: one for one in await self._database.rows(select(c).where(c.c.n.between(after + 1, last)))}
            self._marks.clear()
            k = schema.round_marks
            for one in await self._database.rows(select(k).where(k.c.n.between(after + 1, last))):
                self._marks[one.n].append(dict(one._mapping))
            for row in rows:
                yield row, tuple(moved[row.n]), locked.get(row.n), marked.get(row.n)
            after = last

    async def _line(
        self, row: Any, transfers: tuple[Transfer, ...], sealed: SealedOrder | None, checkpoint: Any
    ) -> None:
        report = self.report
        report.lines += 1
        where = self._place = f"journal line {row.n} (table {row.table_id}, move {row.seq})"
        entry = entry_of(row, transfers, sealed, checkpoint)
        before = self._before(row)
        if chained(before, row.n, entry) != row.hash:
            raise Wrong(f"{where}: its hash is not that of its content and the line before it")
        report.last_hash = entry.hash = row.hash
        entry.n = row.n
        if entry.n <= self._old.until:
            self._rolled[entry.table] = entry.seq
        on_which = entry.hash if entry.n > self._old.until else self._old.anchor
        self._ends[entry.table] = End(entry.table, entry.seq, entry.n, on_which)
        if entry.at_ms < self._last_ms[entry.table] and row.n > self._kept_since:
            raise Wrong(f"{where}: its time is before that of the line before it")
        self._last_ms[entry.table] = entry.at_ms
        if sealed is not None and not (row.kind == MOVE and is_sealed(row.body)):
            raise Wrong(f"{where}: a sealed order lies with what is no shuffle")
        fault = self._again.note(row.n, sealed) if sealed is not None else None
        if fault is not None:
            raise Wrong(f"{where}: {fault}")
        await self._by_kind(where, entry)
        if checkpoint is not None:
            report.checkpoints += 1
            fault = misfit(checkpoint, entry, self._tables.get(entry.table), self._vault)
            if fault is not None:
                raise Wrong(f"{where}: {fault}")
        self._kept(where, row)
        self._made.add(entry)
        self._marked(where, entry)
        self._made.forget_lines()

    def _before(self, row: Any) -> str:
        """The hash on which a line builds: the last of its own chain, or of all where they were one."""
        if row.n <= self._old.until:
            if row.n != self.report.lines:
                raise Wrong(f"journal line {self.report.lines} is missing")
            return self.report.last_hash
        last = self._ends.get(row.table_id)
        if last is not None and row.seq != last.seq + 1:
            raise Wrong(f"{self._place}: line {last.seq + 1} of {row.table_id} is missing")
        return self._old.anchor if last is None else last.hash

    def _marked(self, where: str, entry: Entry) -> None:
        """A round is found by what its facts say; of a table that is not dealt again the marks are believed."""
        there = sorted((one["round"], one["mark"]) for one in self._marks.pop(entry.n, ()))
        self.report.marks += len(there)
        if entry.kind == MOVE and self._unseen(entry.table) is not None:
            return
        fault = mismarked(entry.n, there, sorted((one["round"], one["mark"]) for one in self._made.round_marks))
        if fault is not None:
            raise Wrong(f"{fault} ({where})")

    async def _by_kind(self, where: str, entry: Entry) -> None:
        if entry.kind == OPEN:
            await self._open(where, entry)
        elif entry.kind == MOVE:
            self._move(where, entry)
        else:
            self._counted[entry.table] += 1
            if entry.seq != self._counted[entry.table] or entry.table in self._tables:
                raise Wrong(f"{where}: line {self._counted[entry.table]} of {entry.table} is missing")
            if entry.kind == GRANT:
                self._grant(where, entry)
            elif entry.kind == PEOPLE:
                self._people(where, entry)
            elif entry.kind == KEY:
                self._key(where, entry)
            else:
                raise Wrong(f"{where}: there is no kind of line called {entry.kind}")

    def _grant(self, where: str, entry: Entry) -> None:
        fault = self._grants.fault(entry, entry.n > self._kept_since)
        if fault is not None:
            raise Wrong(f"{where}: {fault}")
        self._post_unseen(where, entry)

    def _key(self, where: str, entry: Entry) -> None:
        """The first key of the house, or one in place of another, which has signed it and what was locked again."""
        try:
            key = msgspec.json.decode(entry.body, type=KeyOnRecord)
        except (msgspec.DecodeError, UnicodeError) as error:
            raise Wrong(f"{where}: no key: {error}") from None
        if entry.transfers:
            raise Wrong(f"{where}: the ledger has transfers with a key")
        if self._keys and (key.before != self._keys[-1] or not key.is_signed()):
            raise Wrong(f"{where}: another key of the house, without the signature of the one before")
        fault = self._again.check(key)
        if fault is not None:
            raise Wrong(f"{where}: {fault}")
        if self._vault is not None and self._vault.public_key != self._again.last:
            raise Wrong(f"{where}: the key file is not the key of this house, whose public key is {self._again.last}")
        self._keys.append(key.public_key)

    def _kept(self, where: str, row: Any) -> None:
        """Whatever was said about this line elsewhere, with the house's signature, is what stands here."""
        while self._against and self._against[0].n <= row.n:
            kept = self._against.popleft()
            if kept.head != row.hash or (kept.table and (kept.table, kept.seq) != (row.table_id, row.seq)):
                what = f"move {kept.seq} of table {kept.table}" if kept.table else "the journal's end"
                raise Wrong(f"{where}: the record was rewritten: a receipt has another line {kept.n} ({what})")
            if kept.key not in self._keys[-1:] + self._again.keys[len(self._keys) :]:  # a later one signs it again
                raise Wrong(f"{where}: a receipt of this line is signed with another key than the house has on record")
            self.report.receipts += 1

    def _people(self, where: str, entry: Entry) -> None:
        if entry.transfers:
            raise Wrong(f"{where}: the ledger has transfers with a line of the register")
        if (entry.rule == FOUND) > (entry.seq == 1):
            raise Wrong(f"{where}: who was known before the register stands in its first line only")
        try:
            self._register.apply(entry.body)
        except Misfit as error:
            raise Wrong(f"{where}: {error}") from None

    async def _open(self, where: str, entry: Entry) -> None:
        try:
            recipe = msgspec.json.decode(entry.body, type=Recipe)
        except (msgspec.DecodeError, UnicodeError) as error:
            raise Wrong(f"{where}: not the opening of a table: {error}") from None
        if entry.table in self._tables or entry.seq or entry.transfers or recipe.opened_by != entry.actor:
            raise Wrong(f"{where}: not the opening of a table")
        opened = await archive.opened_of(self._database, entry.table)
        try:
            audited = self._tables[entry.table] = Audited(entry.table, recipe, self._book, opened)
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
        audited.lines.append((entry.n, entry.at_ms))
        if entry.seq != len(audited.lines):
            raise Wrong(f"{where}: move {len(audited.lines)} is missing")
        audited.closing = audited.closing or entry.body.startswith('{"move":"close-table"')
        audited.decided += entry.rule is not None
        count_transfers(audited.nets, entry)
        if not audited.replaying:
            if is_sealed(entry.body):
                self._read(where, entry, audited)
            self._post_unseen(where, entry)
            return
        move = self._read(where, entry, audited)
        if move is None:
            audited.replaying = False
            self.report.not_replayed += 1
            self._post_unseen(where, entry)
            return
        decided = decided_by(move, entry.rule, audited.table.waiting.clauses)
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
        entry.opened = tuple(one for fact in happened if (one := opened_by(fact)) is not None)
        entry.rounds = audited.rounds.note(entry.seq, (*decided, *happened))
        for played in entry.rounds:
            audited.rounds_made, audited.first_seq = played.round, played.last_seq + 1
        entry.closes = audited.table.closed

    def _post_unseen(self, where: str, entry: Entry) -> None:
        """A table that cannot be dealt again: its money is still followed."""
        for transfer in entry.transfers:
            try:
                self._book.post(transfer)
            except Overdrawn as error:
                raise Wrong(f"{where}: {error}") from None

    def _read(self, where: str, entry: Entry, audited: Audited) -> Move | None:
        try:
            if not is_sealed(entry.body):
                return m.from_json(entry.body)
            line = msgspec.json.decode(entry.body, type=SealedMove)
        except (Malformed, msgspec.DecodeError, UnicodeError) as error:
            raise Wrong(f"{where}: {error}") from None
        if entry.sealed is None or entry.sealed.seal != line.seal:
            raise Wrong(f"{where}: the sealed order of this shuffle is missing")
        name = name_in_vault(entry.table, entry.seq, line.seal)
        self.report.seals += 1
        audited.seals.add(line.seal)
        order = audited.opened.get(line.seal)
        if order is not None:
            if not opens(entry.body, order, line.seal):
                raise Wrong(f"{where}: the opened order is not the one that was sealed")
        else:
            self.report.still_sealed += 1
        if self._vault is None or not self._again.opens(entry.n):
            if order is None and self._vault is not None:
                raise Wrong(f"{where}: it is still sealed with a key that the house gave up")
            return opened_move(entry.body, order) if order is not None else None
        try:
            move = m.from_json(self._vault.unlock(entry.sealed.locked, name))
        except (WrongKey, Malformed) as error:
            raise Wrong(f"{where}: {error}") from None
        if not isinstance(move, m.Shuffle | m.CommitSeed):
            raise Wrong(f"{where}: what lies in the vault is no shuffle")
        if seal_of(move) != line.seal:
            raise Wrong(f"{where}: the order in the vault is not the one that was sealed")
        return move


async def audit_database(
    db: str, key_file: Path | None = None, against: Iterable[Receipt] = (), without_key: bool = False
) -> Report:
    """Audit a database that may be in use or at rest, also against receipts and what witnesses have kept."""
    database = await Database.open(db, key_file, exclusive=False)
    try:
        vault = None if without_key else open_vault(await place_of(database), make=False)
        async with database.snapshot() as moment:
            report = await Auditor(moment, vault, against).run()
    except WrongKey as error:
        raise CannotOpen(f"{database.key_file}: {error}") from None
    finally:
        await database.close()
    if vault is None and not without_key and report.wrong is None and report.still_sealed:
        report.wrong = f"the key {database.key_file} is missing, and {report.still_sealed} orders are still sealed"
    return report
