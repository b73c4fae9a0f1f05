"""The committer: whatever becomes due at any table goes to disk in one transaction, and only then is told."""

import asyncio
from collections.abc import Callable, Sequence
from functools import cache
from time import perf_counter
from typing import Any

import msgspec
from sqlalchemy import Connection, Insert, Table, select

from pitboss.house import schema
from pitboss.house.database import Database, plainly
from pitboss.house.journal import GENESIS, Entry, RoundPlayed, chained
from pitboss.house.ownership import FAULTS, StillTaken, TakenOver
from pitboss.house.writer import Work, writer_for

Statement = tuple[Any, dict[str, Any]]
GATHER_SECONDS = 0.005
RETRY_SECONDS = 0.25
WRITES_MOST = 5  # a database that answers each time and does not take what is written will not take it later


class Stopped(Exception):
    """The house has stopped: what was asked for last is not on disk, and nothing more will be taken."""


class _Asked(msgspec.Struct):
    entries: Sequence[Entry]
    statements: Sequence[Statement]
    then: Callable[[], None]
    done: asyncio.Future[None]


class Committer:
    """One writer for the whole house. Work that arrives while a transaction runs goes into the next one together."""

    def __init__(
        self,
        database: Database,
        on_failure: Callable[[str], None] = lambda _: None,
        on_commit: Callable[[int, float], None] = lambda _, __: None,
        on_wait: Callable[[str | None], None] = lambda _: None,
        wait_ms: int = 0,
    ) -> None:
        self._database = database
        self._on_failure = on_failure
        self._on_commit = on_commit
        self._on_wait = on_wait
        self._wait_seconds = wait_ms / 1000
        self._patient = True
        self._waiting: list[_Asked] = []
        self._wake = asyncio.Event()
        self._stopping = False
        self._task: asyncio.Task[None] | None = None
        self.writer = writer_for(database)
        self._began = 0.0
        self._together = 0
        self.failed: str | None = None
        self.waits: str | None = None
        self.last_n = 0
        self.last_transfer = 0
        self.last_hash = GENESIS
        self._last_ms = 0

    async def start(self) -> None:
        """Find the end of the chain and begin."""
        j = schema.journal
        last = await self._database.rows(select(j.c.n, j.c.hash, j.c.at_ms).order_by(j.c.n.desc()).limit(1))
        if last:
            self.last_n, self.last_hash, self._last_ms = last[0]
        moved = await self._database.rows(select(schema.transfers.c.id).order_by(schema.transfers.c.id.desc()).limit(1))
        self.last_transfer = moved[0][0] if moved else 0
        self._database.ownership.lock.on_lost = self._wake.set
        self._task = asyncio.create_task(self._run(), name="committer")

    async def _end(self) -> tuple[int, str]:
        """The last line of the journal, and its hash."""
        j = schema.journal
        last = await self._database.rows(select(j.c.n, j.c.hash).order_by(j.c.n.desc()).limit(1))
        return (last[0].n, last[0].hash) if last else (0, GENESIS)

    def submit(
        self,
        entries: Sequence[Entry] = (),
        statements: Sequence[Statement] = (),
        then: Callable[[], None] = lambda: None,
    ) -> "asyncio.Future[None]":
        """Ask for work to become durable; the future is done when it is. The order of calls is the order on disk.

        What comes `then` is done before anybody else finds the journal longer.
        """
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        if self.failed is not None or self._stopping:
            done.set_exception(Stopped(self.failed or "the house is stopping"))
            return done
        self._waiting.append(_Asked(entries, statements, then, done))
        self._wake.set()
        return done

    def fail(self, sentence: str) -> None:
        """Something is wrong with the house itself: nothing more is written, nothing more is told."""
        if self.failed is None:
            self.failed = sentence
            self._on_failure(sentence)

    def lose_patience(self) -> None:
        """The house is about to stop: it waits for no database that has gone."""
        self._patient = False

    async def stop(self) -> None:
        """Write what waits, then end."""
        self.lose_patience()
        self._stopping = True
        self._wake.set()
        if self._task is not None:
            await self._task

    async def _run(self) -> None:
        try:
            while True:
                await self._wake.wait()
                self._wake.clear()
                if self._database.ownership.lock.lost and not self._waiting and not self._stopping:
                    await self._write(())  # nothing is due, and the lock is taken up again all the same
                while self._waiting:
                    await self._gather()
                    work, self._waiting = self._waiting, []
                    await self._write(work)
                if self._stopping:
                    return
        finally:
            await self.writer.close()

    async def _gather(self) -> None:
        """Where many move, wait a moment for others after a transaction: a few moves cost the disk no more than one."""
        early = self._began + GATHER_SECONDS - perf_counter()
        if early > 0 and self._together > 1 and not self._stopping:
            await asyncio.sleep(early)

    async def _write(self, work: Sequence[_Asked]) -> None:
        began = self._began = perf_counter()
        self._together = len(work)
        try:
            if self.failed is not None:
                raise Stopped(self.failed)
            await self._transaction(work)
        except Exception as error:
            # Memory is ahead of the disk now, so nothing it says may be told any more.
            why = "the disk did not take what had to be written: "
            self.fail(str(error) if isinstance(error, TakenOver) else why + plainly(error))
            for one in work:
                if not one.done.done():
                    one.done.set_exception(Stopped(self.failed or ""))
            return
        for one in work:
            if not one.done.done():
                one.done.set_result(None)
        self._on_commit(sum(len(one.entries) for one in work), perf_counter() - began)

    async def _transaction(self, work: Sequence[_Asked]) -> None:
        rows = Rows(self.last_n, self.last_transfer, self.last_hash)
        for one in work:
            for entry in one.entries:
                # A clock may be set back; the journal's time never goes back.
                self._last_ms = entry.at_ms = max(entry.at_ms, self._last_ms)
                rows.add(entry)

        def write(connection: Connection) -> None:
            self._database.ownership.claim(connection)
            for table, lines in rows.by_table():
                if lines:
                    connection.execute(_insert(table), lines)
            for one in work:
                changes = [change.statement() for entry in one.entries for change in entry.changes]
                for statement, parameters in (*changes, *one.statements):
                    connection.execute(statement, parameters)

        await self._once(write, (rows.n, rows.hash))
        self.last_n, self.last_transfer, self.last_hash = rows.n, rows.transfer, rows.hash
        for one in work:
            one.then()

    async def _once(self, write: Work, end: tuple[int, str]) -> None:
        """Write it once, however often the connection is lost, and whether or not it had been written by then."""
        ownership, done, until, failed = self._database.ownership, False, None, 0
        while not done:
            try:
                if ownership.lock.lost:
                    raise StillTaken("the connection that holds its lock has ended")
                await self.writer.write(write)
                done = True
            except FAULTS as error:
                failed += 1
                if not self._database.has_gone(error) or failed > WRITES_MOST:
                    raise
                until = until or perf_counter() + self._wait_seconds
                done = await self._regained(until, end)
                if not done:
                    await asyncio.sleep(RETRY_SECONDS)
        ownership.writes += 1
        if self.waits is not None:
            self.waits = None
            self._on_wait(None)

    async def _regained(self, until: float, end: tuple[int, str]) -> bool:
        """Wait until the database answers and is still this house's; whether what was being written is there."""
        while True:
            try:
                done = await self._database.ownership.regain()
                found = await self._end()
                if found != (end if done else (self.last_n, self.last_hash)):
                    raise TakenOver(f"the journal ends with line {found[0]}, which this house has not written")
            except FAULTS as error:
                if not self._database.has_gone(error) or not self._patient or perf_counter() >= until:
                    raise
                if self.waits is None:
                    self.waits = "the database does not answer; the house waits for it, and nothing is lost"
                    self._on_wait(self.waits)
                await asyncio.sleep(RETRY_SECONDS)
            else:
                return done


@cache
def _insert(table: Table) -> Insert:
    return table.insert()


def mark_rows(played: RoundPlayed, n: int) -> list[dict[str, Any]]:
    """What a round that ended with line `n` is found by."""
    return [{"n": n, "round": played.round, "mark": mark} for mark in played.marks]


class Rows:
    """Entries as rows of the database."""

    def __init__(self, n: int, transfer: int, last_hash: str) -> None:
        self.n = n
        self.transfer = transfer
        self.hash = last_hash
        self.journal: list[dict[str, Any]] = []
        self.sealed: list[dict[str, Any]] = []
        self.checkpoints: list[dict[str, Any]] = []
        self.opened: list[dict[str, Any]] = []
        self.rounds: list[dict[str, Any]] = []
        self.round_players: list[dict[str, Any]] = []
        self.round_marks: list[dict[str, Any]] = []
        self.transfers: list[dict[str, Any]] = []
        self.closed: list[dict[str, Any]] = []

    def by_table(self) -> tuple[tuple[Any, list[dict[str, Any]]], ...]:
        """The rows in the order in which they refer to one another."""
        return (
            (schema.journal, self.journal),
            (schema.sealed_orders, self.sealed),
            (schema.checkpoints, self.checkpoints),
            (schema.opened_orders, self.opened),
            (schema.rounds, self.rounds),
            (schema.round_players, self.round_players),
            (schema.round_marks, self.round_marks),
            (schema.transfers, self.transfers),
            (schema.closed_tables, self.closed),
        )

    def add(self, entry: Entry) -> None:
        """Put a line at the end of the chain."""
        self.n += 1
        self.hash = chained(self.hash, self.n, entry)
        entry.n, entry.hash = self.n, self.hash
        self.journal.append(
            {
                "n": self.n,
                "kind": entry.kind,
                "table_id": entry.table,
                "seq": entry.seq,
                "body": entry.body,
                "actor": entry.actor,
                "client_id": entry.client_id,
                "rule": entry.rule,
                "at_ms": entry.at_ms,
                "hash": self.hash,
            }
        )
        if entry.sealed is not None:
            self.sealed.append({"n": self.n, "seal": entry.sealed.seal, "locked": entry.sealed.locked})
        if entry.checkpoint is not None:
            where = {"table_id": entry.table, "seq": entry.seq, "n": self.n}
            self.checkpoints.append({**where, "digest": entry.checkpoint.digest, "locked": entry.checkpoint.locked})
        for opened in entry.opened:
            self.opened.append(
                {
                    "table_id": entry.table,
                    "seal": opened.seal,
                    "salt": opened.salt,
                    "cards": opened.order,
                    "hands": opened.hands,
                    "seed": opened.seed,
                }
            )
        for played in entry.rounds:
            self.add_round(entry.table, played, self.n, entry.at_ms)
        for moved in entry.transfers:
            self.transfer += 1
            self.transfers.append(
                {
                    "id": self.transfer,
                    "n": self.n,
                    "source": moved.source,
                    "target": moved.target,
                    "cents": moved.cents,
                    "table_id": moved.table,
                    "round": moved.round,
                    "what": moved.what,
                    "clauses": moved.clauses,
                }
            )
        if entry.closes:
            self.closed.append({"table_id": entry.table})

    def add_round(self, table: str, played: RoundPlayed, n: int, at_ms: int) -> None:
        """A round that ended with line `n`."""
        span = {"first_seq": played.first_seq, "last_seq": played.last_seq, "n": n, "at_ms": at_ms}
        self.rounds.append({"table_id": table, "round": played.round, **span})
        for name, net in played.net_cents.items():
            self.round_players.append(
                {"table_id": table, "round": played.round, "name": name, "net_cents": net, "n": n}
            )
        self.round_marks += mark_rows(played, n)

    def forget_lines(self) -> None:
        """Keep only what lines make beside themselves."""
        for kept in (self.journal, self.sealed, self.checkpoints, self.transfers, self.round_marks):
            kept.clear()
