"""The committer: whatever becomes due at any table goes to disk in one transaction, and only then is told.

Work is queued by the chains of the journal that it writes to. A few lanes write, each on a connection of its own: one
that is free takes all that waits of chains that no other is writing to. A transaction that fails for what one chain did
is tried again chain by chain, so that no other table is held to account for it.
"""

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Sequence
from functools import cache
from time import perf_counter
from typing import Any, TypeVar

import msgspec
from sqlalchemy import Connection, Insert, Table, select, text
from sqlalchemy.exc import IntegrityError

from pitboss.house import schema
from pitboss.house.database import Database, NoAnswer, Reader, plainly
from pitboss.house.journal import GENESIS, OPEN, PEOPLE, Entry, Head, chained
from pitboss.house.journal_rows import Rows
from pitboss.house.ledger import is_shared
from pitboss.house.numbers import LINES, TRANSFERS, Numbers
from pitboss.house.ownership import FAULTS, Chain, TakenOver, claim
from pitboss.house.writer import Work, Writer, writer_for

Statement = tuple[Any, dict[str, Any]]
T = TypeVar("T")
LANES = {"sqlite": 1, "postgresql": 2}
GATHER_SECONDS = 0.005
RETRY_SECONDS = 0.25
WRITES_MOST = 5  # a database that answers each time and does not take what is written will not take it later


SAFE = "the house has stopped; what was confirmed is safe"
REFUSED = "the disk did not take what had to be written: "


class Stopped(Exception):
    """What was asked for last is not on disk, and nothing more will be taken: by the house, or for one table."""


class ChainLost(Stopped):
    """A chain is somebody else's now, or an account would fall below zero: what is in memory of its table is not so."""


class DoneBefore(Stopped):
    """The same was asked for, and done, at another process in this moment: nothing of this is written."""


class _Asked(msgspec.Struct):
    chains: dict[str, int | None]  # and the epoch under which it was made; none: when all before it is on disk
    entries: Sequence[Entry]
    statements: Sequence[Statement]
    then: Callable[[], None]
    done: asyncio.Future[None]


class Committer:
    """Writes for the whole house. Work that arrives while a transaction runs goes into the next one together."""

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
        self.on_lost: Callable[[str, Exception], None] | None = None  # one chain cannot go on; else the house stops
        self._wait_seconds = wait_ms / 1000
        self._patient = True
        self._waiting: list[_Asked] = []
        self._busy: set[str] = set()  # the chains that are being written to
        self._writing = 0
        self._wake = asyncio.Event()
        self._stopping = False
        self._lanes: list[asyncio.Task[None]] = []
        self._numbers = Numbers(database)
        self.writers = [writer_for(database) for _ in range(LANES[database.dialect])]
        self.failed: str | None = None
        self.waits: str | None = None
        self.last_n = 0
        self.last_hash = GENESIS
        self.anchor = GENESIS  # on which a new chain builds

    async def start(self, shared: bool = False) -> None:
        """Take all chains, unless other processes share them, and begin."""
        try:
            if not shared:
                await self._database.ownership.take_all()
        except NoAnswer:
            raise
        except FAULTS as error:
            raise Stopped(REFUSED + plainly(error)) from error
        self.anchor = (await first_head(self._database)).anchor
        j = schema.journal
        last = await self._database.rows(select(j.c.n, j.c.hash).order_by(j.c.n.desc()).limit(1))
        if last:
            self.last_n, self.last_hash = last[0]
        await self._numbers.start()
        self._lanes = [asyncio.create_task(self._run(writer), name="committer") for writer in self.writers]

    def submit(
        self,
        entries: Sequence[Entry] = (),
        statements: Sequence[Statement] = (),
        then: Callable[[], None] = lambda: None,
    ) -> "asyncio.Future[None]":
        """Ask for work to become durable; the future is done when it is. The order of calls is that of each chain.

        What comes `then` is done before anybody else finds the journal longer. Statements without a line are the
        register's; nothing at all is done when whatever was asked for before is.
        """
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        if self.failed is not None or self._stopping:
            done.set_exception(Stopped(self.failed or "the house is stopping"))
            return done
        for entry in entries:
            if entry.kind == OPEN:
                self._database.ownership.begin(entry.table, self.anchor)
        chains = [entry.table for entry in entries] or ([PEOPLE] if statements else [])
        self._waiting.append(_Asked({chain: self._epoch(chain) for chain in chains}, entries, statements, then, done))
        self._wake.set()
        return done

    def let_go(self, chain: str) -> None:
        """What waits for a chain that goes on elsewhere is not written, however soon it may come back here."""
        _settle([one for one in self._waiting if chain in one.chains], ChainLost("it goes on elsewhere"))
        self._waiting = [one for one in self._waiting if chain not in one.chains]

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
        await asyncio.gather(*self._lanes)

    # --- lanes ----------------------------------------------------------------------------------------------------

    async def _run(self, writer: Writer) -> None:
        began, together = 0.0, 0
        try:
            while self._waiting or not self._stopping:
                early = began + GATHER_SECONDS - perf_counter()
                if self._waiting and early > 0 and together > 1 and not self._stopping:
                    await asyncio.sleep(early)  # where many move, a few moves cost the disk no more than one
                work = self._due()
                if not work:
                    self._wake.clear()
                    await self._wake.wait()
                    continue
                began, together = perf_counter(), len(work)
                await self._write(writer, work, began)
        finally:
            await writer.close()

    def _due(self) -> list[_Asked]:
        """Whatever waits of chains that no other lane writes to, in the order in which it came."""
        due: list[_Asked] = []
        left: list[_Asked] = []
        taken: set[str] = set()
        held_up = set(self._busy)
        for one in self._waiting:
            if held_up.isdisjoint(one.chains) if one.chains else not (self._writing or left):
                due.append(one)
                taken.update(one.chains)
            else:
                left.append(one)
                held_up.update(one.chains)
        self._waiting = left
        self._busy |= taken
        return due

    async def _write(self, writer: Writer, work: Sequence[_Asked], began: float) -> None:
        self._writing += 1
        try:
            if self.failed is not None:
                raise Stopped(self.failed)
            await self._together(writer, work)
        except Exception as error:
            # Memory is ahead of the disk now, so nothing it says may be told any more.
            self.fail(str(error) if isinstance(error, TakenOver) else REFUSED + plainly(error))
            _settle(work, Stopped(self.failed or ""))
        finally:
            self._writing -= 1
            self._busy.difference_update(*(one.chains for one in work))
            self._wake.set()
        self._on_commit(sum(len(one.entries) for one in work), perf_counter() - began)

    def _epoch(self, table: str) -> int | None:
        """Under which epoch a chain is this process's."""
        chain = self._database.ownership.held.get(table)
        return None if chain is None else chain.epoch

    def _of_now(self, work: Iterable[_Asked]) -> list[_Asked]:
        """Of some work, what was made at its chains as they are; nothing of before one was lost and taken again."""
        made = []
        for one in work:
            if any(self._epoch(table) not in (epoch, None) for table, epoch in one.chains.items()):
                _settle([one], ChainLost("it goes on from what is on disk"))
            else:
                made.append(one)
        return made

    async def _together(self, writer: Writer, work: Sequence[_Asked]) -> None:
        """All of it in one transaction; if it fails for what one chain did, each by itself."""
        if not (work := self._of_now(work)):
            return
        try:
            await self._transaction(writer, work)
        except (TakenOver, IntegrityError) as error:
            again = is_done_before(error)
            if self.on_lost is None or not (isinstance(error, TakenOver) or is_overdrawn(error) or again):
                raise
            apart = _apart(work)
            if len(apart) > 1:
                for part in apart:
                    await self._together(writer, part)
                return
            lost = DoneBefore if again else ChainLost
            _settle(work, lost(plainly(error)))
            for table in dict.fromkeys(table for one in self._of_now(work) for table in one.chains):
                chain = self._database.ownership.held.pop(table, None)
                if chain is None or not (again and chain.is_new):  # of which there is nothing to go on with
                    self.on_lost(table, error)
        else:
            _settle(work)

    async def _transaction(self, writer: Writer, work: Sequence[_Asked]) -> None:
        ownership = self._database.ownership
        before = {table: ownership.chain_of(table) for one in work for table in one.chains}
        after = {table: chain.moving_on() for table, chain in before.items()}
        entries = [entry for one in work for entry in one.entries]
        if entries:
            n = await self._answered(lambda: self._numbers.draw(LINES, len(entries)))
            moved = sum(len(entry.transfers) for entry in entries)
            rows = Rows(await self._answered(lambda: self._numbers.draw(TRANSFERS, moved)) if moved else 0)
        else:
            n, rows = 0, Rows(0)
        for number, entry in enumerate(entries, n):
            link(after[entry.table], number, entry)
            rows.add(entry)

        shared = _shared(entries) if self._database.dialect == "postgresql" else []

        def write(connection: Connection) -> None:
            claim(connection, before, after, ownership.process)
            if shared and connection.dialect.name == "postgresql":
                connection.execute(_IN_ORDER, {"shared": shared})
            for table, lines in rows.by_table():
                if lines:
                    connection.execute(_insert(table), lines)
            for one in work:
                changes = [change.statement() for entry in one.entries for change in entry.changes]
                for statement, parameters in (*changes, *one.statements):
                    connection.execute(statement, parameters)

        await self._once(writer, write, before, entries[-1] if entries else None)
        # What was let go of meanwhile, or lost and taken again, is not as it was left here.
        ownership.held |= {table: chain for table, chain in after.items() if ownership.held.get(table) is before[table]}
        for entry in entries:
            if entry.closes:
                ownership.held.pop(entry.table, None)
        if entries and entries[-1].n > self.last_n:
            self.last_n, self.last_hash = entries[-1].n, entries[-1].hash
        for one in work:
            one.then()

    async def _once(self, writer: Writer, write: Work, before: dict[str, Chain], last: Entry | None) -> None:
        """Write it once, however often the connection is lost, and whether or not it had been written by then."""
        ownership, done, until, failed = self._database.ownership, False, None, 0
        end = None if last is None else (last.n, last.hash)
        while not done:
            try:
                await writer.write(write)
                done = True
            except FAULTS as error:
                failed += 1
                if not self._database.has_gone(error) or failed > WRITES_MOST:
                    raise
                until = until or perf_counter() + self._wait_seconds
                done = await self._answered(lambda: ownership.is_written(before, end), until)
                if not done:
                    await asyncio.sleep(RETRY_SECONDS)
        if self.waits is not None:
            self.waits = None
            self._on_wait(None)

    async def _answered(self, ask: Callable[[], Awaitable[T]], until: float | None = None) -> T:
        """Wait until the database answers."""
        while True:
            try:
                return await ask()
            except FAULTS as error:
                until = until or perf_counter() + self._wait_seconds
                if not self._database.has_gone(error) or not self._patient or perf_counter() >= until:
                    raise
                if self.waits is None:
                    self.waits = "the database does not answer; the house waits for it, and nothing is lost"
                    self._on_wait(self.waits)
                await asyncio.sleep(RETRY_SECONDS)


def _shared(entries: Iterable[Entry]) -> list[str]:
    """The accounts in which tables of other processes move money too, in the order in which all take them."""
    moved = (moved for entry in entries for moved in entry.transfers)
    return sorted({account for one in moved for account in (one.source, one.target) if is_shared(account)})


def _settle(work: Iterable[_Asked], error: Exception | None = None) -> None:
    """Tell whoever waits that it is on disk, or why it is not."""
    for one in work:
        if not one.done.done():
            if error is None:
                one.done.set_result(None)
            else:
                one.done.set_exception(error)


def _apart(work: Sequence[_Asked]) -> list[list[_Asked]]:
    """Work that has no chain in common, each by itself."""
    parts: list[tuple[set[str], list[_Asked]]] = []
    for one in work:
        with_it = [part for part in parts if not part[0].isdisjoint(one.chains)]
        chains, asked = set(one.chains), []
        for part in with_it:
            chains |= part[0]
            asked += part[1]
            parts.remove(part)
        parts.append((chains, [*asked, one]))
    return [asked for _, asked in parts]


def is_overdrawn(error: Exception) -> bool:
    """Whether the database has refused to let an account fall below zero."""
    told = str(error.orig) if isinstance(error, IntegrityError) else ""
    return "balances_check" in told or "cents >= 0" in told


def is_done_before(error: Exception) -> bool:
    """Whether the database has what came of the same request already."""
    told = str(error.orig) if isinstance(error, IntegrityError) else ""
    return "requests_pkey" in told or "requests.actor" in told


async def first_head(database: Reader) -> Head:
    """The first of all heads: a database of before each table had a chain says there on what they all build."""
    first = await database.rows(select(schema.heads.c.body).where(schema.heads.c.h == 1))
    return msgspec.json.decode(first[0].body, type=Head) if first else Head()


def link(chain: Chain, n: int, entry: Entry) -> None:
    """Put a line at the end of its chain; a clock may be set back, the time of a chain never goes back."""
    chain.at_ms = entry.at_ms = max(entry.at_ms, chain.at_ms)
    entry.n, entry.hash = n, chained(chain.hash, n, entry)
    chain.seq, chain.n, chain.hash = entry.seq, n, entry.hash


# Who takes what others take too, in one order, waits for nobody who waits for them.
_IN_ORDER = text(
    "SELECT 1 FROM balances WHERE account = ANY(CAST(:shared AS text[])) ORDER BY account FOR NO KEY UPDATE"
)


@cache
def _insert(table: Table) -> Insert:
    return table.insert()
