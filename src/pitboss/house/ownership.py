"""Who owns what: each chain of the journal has one owner, and every transaction begins by claiming what it writes to.

A table is a chain, and so are the three of the register (people, bank, key). The row of a chain says who writes to it,
under which epoch, and where it ends. Whoever takes a chain raises its epoch; a transaction moves the row on under the
epoch that its process knows, if the row still names that process. If another has taken the chain since, or it was let
go of, there is no such row, and nothing is written: a process that was paused, or cut off, and goes on with what it
remembers, does no harm.
"""

import asyncio
import contextlib
import fcntl
import os
import secrets
from collections.abc import AsyncIterator, Collection, Mapping
from pathlib import Path
from typing import Any

import msgspec
from asyncpg.exceptions import InterfaceError, PostgresError  # type: ignore[import-untyped]  # it ships no types
from sqlalchemy import BigInteger, Connection, bindparam, exists, literal, or_, select, text, update
from sqlalchemy.exc import DBAPIError, IntegrityError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine
from sqlalchemy.ext.compiler import compiles
from sqlalchemy.sql.functions import FunctionElement

from pitboss.house import schema
from pitboss.house.vault import make_private

ANSWER_SECONDS = 10  # within which a database that is there answers
OPEN_SECONDS = 60  # the same for what may wait for somebody whose transaction is still open
UNANSWERED = "the database does not answer; try again in a while"
TAKEN = "another house has this database open"
WRITTEN = "somebody else has written here"
# Connection failures, too many connections, an idle transaction ended, one that waited for another which waited for it,
# the server stopping or starting.
_GONE_STATES = ("08", "53300", "25P03", "40P01", "57P0")
# Whatever a database may say to a question, through SQLAlchemy or before it is there.
FAULTS = (SQLAlchemyError, OSError, PostgresError, InterfaceError)


class CannotOpen(Exception):
    """The database cannot be opened; the sentence says why."""


class NoAnswer(ConnectionError):
    """The database is not there to be asked, for now."""


class TakenOver(Exception):
    """Somebody else has taken a chain since, or this process never had it: nothing more is written to it."""

    def __init__(self, table: str) -> None:
        super().__init__(f"another process has taken over {table}, which was this one's")
        self.table = table


class NotAsLeft(ConnectionError):
    """A chain is not as it was left: somebody else has it now, or an earlier try has come through after all."""


def is_gone(error: BaseException) -> bool:
    """Whether it was the connection that failed, and not what was asked over it."""
    if isinstance(error, DBAPIError):
        if error.connection_invalidated:
            return True
        error = error.orig or error
    if isinstance(error, OSError | InterfaceError):
        return True
    return str(getattr(error, "sqlstate", None) or "").startswith(_GONE_STATES)


class FileLock:
    """For SQLite: a lock of the operating system, which goes only with the process."""

    def __init__(self, database: Path) -> None:
        self._database = database
        self._file: int | None = None

    async def take(self) -> bool:
        """Hold it, if nobody else does."""
        beside = self._database.with_suffix(".db.lock")
        try:
            self._database.parent.mkdir(parents=True, exist_ok=True)
            for path in (self._database, beside):
                make_private(path)  # before anything is in it; what SQLite lays beside it is as private as it is
            if self._database.stat().st_nlink > 1:
                raise CannotOpen(f"{self._database} has another name too (a hard link), and needs to have one only")
            self._file = os.open(beside, os.O_RDWR)
        except OSError as error:
            raise CannotOpen(f"{self._database}: {error.strerror}") from None
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            await self.release()
            return False
        return True

    async def release(self) -> None:
        """Let go of it."""
        if self._file is not None:
            os.close(self._file)
            self._file = None


async def let_go(connection: AsyncConnection) -> None:
    """End a connection, whatever state it is in: what it had begun and not committed ends with it."""
    with contextlib.suppress(*FAULTS):
        await connection.invalidate()
    with contextlib.suppress(*FAULTS):
        await connection.close()


class DatabaseMs(FunctionElement[int]):
    """The time by the database's own clock, in milliseconds: the same for every process."""

    type = BigInteger()
    inherit_cache = True


@compiles(DatabaseMs, "postgresql")
def _postgres_ms(*_: object, **__: object) -> str:
    return "(extract(epoch from clock_timestamp()) * 1000)::bigint"


@compiles(DatabaseMs)
def _sqlite_ms(*_: object, **__: object) -> str:
    return "CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER)"


class Chain(msgspec.Struct):
    """A chain that is this process's: its epoch, and where it ends on disk."""

    table: str
    epoch: int
    seq: int
    n: int
    hash: str
    writes: int
    at_ms: int = 0  # of its last line
    is_new: bool = False  # its row comes with its first line

    def moving_on(self) -> "Chain":
        """As it will be after a transaction more, to which lines are put."""
        return msgspec.structs.replace(self, writes=self.writes + 1, is_new=False)


_C = schema.chains
_IS_MINE = (
    _C.c.table_id == bindparam("of_table"),
    _C.c.epoch == bindparam("of_epoch"),
    _C.c.writes == bindparam("so_far"),
    _C.c.process == bindparam("of_process"),
)
_MOVES_ON: dict[str, Any] = {name: bindparam(f"to_{name}") for name in ("seq", "n", "hash")}
_CLAIM = update(_C).where(*_IS_MINE).values(writes=_C.c.writes + 1, **_MOVES_ON)  # made once, carried out every time
_CLAIM_TOGETHER = text(
    "UPDATE chains SET seq = v.seq, n = v.n, hash = v.hash, writes = chains.writes + 1"
    " FROM unnest(CAST(:of_table AS text[]), CAST(:of_epoch AS bigint[]), CAST(:so_far AS bigint[]),"
    " CAST(:to_seq AS int[]), CAST(:to_n AS bigint[]), CAST(:to_hash AS text[])) AS v(t, e, w, seq, n, hash)"
    " WHERE chains.table_id = v.t AND chains.epoch = v.e AND chains.writes = v.w AND chains.process = :of_process"
)
CLOSED = exists().where(schema.closed_tables.c.table_id == _C.c.table_id)
OWNER_LIVES = exists().where(schema.processes.c.id == _C.c.process, schema.processes.c.until_ms > DatabaseMs())


def claim(connection: Connection, before: Mapping[str, Chain], after: Mapping[str, Chain], process: str) -> None:
    """Begin a transaction: every chain it writes to moves on; if one is no longer as it was left, none does."""
    rows: list[dict[str, Any]] = []
    for table, was in before.items():
        now = after[table]
        if was.is_new:
            row = {"table_id": table, "epoch": was.epoch, "process": process, "writes": 1}
            try:
                connection.execute(_C.insert(), {**row, "seq": now.seq, "n": now.n, "hash": now.hash})
            except IntegrityError as error:  # it is there, though it was not when somebody looked
                raise NotAsLeft(WRITTEN) from error
            continue
        its = {"of_table": table, "of_epoch": was.epoch, "so_far": was.writes}
        rows.append({**its, "to_seq": now.seq, "to_n": now.n, "to_hash": now.hash})
    if not rows:
        return
    if connection.dialect.name == "postgresql":
        together: dict[str, Any] = {name: [row[name] for row in rows] for name in rows[0]}
        moved = connection.execute(_CLAIM_TOGETHER, {**together, "of_process": process})
    else:
        moved = connection.execute(_CLAIM, [{**row, "of_process": process} for row in rows])
    if moved.rowcount != len(rows):
        raise NotAsLeft(WRITTEN)


class Ownership:
    """The chains that one process has, from when it took each until another does."""

    def __init__(self, engine: AsyncEngine, process: str | None = None) -> None:
        self._engine = engine
        self.process = process or secrets.token_hex(8)
        self.held: dict[str, Chain] = {}
        self.highest_n = 0  # a line that one of its chains has already

    async def take_all(self) -> None:
        """Take every chain that is not over, whoever had it: from here on they write nothing more."""
        await self._take(~CLOSED)

    async def take(self, table: str) -> Chain | None:
        """Take one chain that is not over, if it is nobody's or its owner is not alive by the database's clock."""
        free = or_(_C.c.process.is_(None), _C.c.process == self.process, ~OWNER_LIVES)
        await self._take(_C.c.table_id == table, free, ~CLOSED)
        return self.held.get(table)

    @contextlib.asynccontextmanager
    async def _begun(self, seconds: int) -> AsyncIterator[AsyncConnection]:
        """A short transaction of its own."""
        try:
            async with asyncio.timeout(seconds), self._engine.begin() as connection:
                yield connection
        except FAULTS as error:
            if is_gone(error):
                raise NoAnswer(UNANSWERED) from error
            raise

    async def _take(self, *which: Any) -> None:
        j = schema.journal
        taken = update(_C).where(*which).values(epoch=_C.c.epoch + 1, process=literal(self.process))
        async with self._begun(OPEN_SECONDS) as connection:
            rows = (await connection.execute(taken.returning(*_C.columns))).all()
            ends = [row.n for row in rows if row.n]
            times = await connection.execute(select(j.c.n, j.c.at_ms).where(j.c.n.in_(ends)))
            at_ms = {row.n: row.at_ms for row in times.all()}
        for row in rows:
            last_ms = at_ms.get(row.n, 0)
            self.highest_n = max(self.highest_n, row.n)
            self.held[row.table_id] = Chain(row.table_id, row.epoch, row.seq, row.n, row.hash, row.writes, last_ms)

    def begin(self, table: str, anchor: str) -> Chain:
        """A chain that is new with its first line."""
        self.held[table] = Chain(table, 1, -1, 0, anchor, 0, is_new=True)
        return self.held[table]

    def chain_of(self, table: str) -> Chain:
        """A chain that is this process's."""
        if table not in self.held:
            raise TakenOver(table)
        return self.held[table]

    async def release(self, table: str, to: str | None = None) -> None:
        """Let go of a chain, so that anybody may take it, or one that is named; if it dies, anybody."""
        chain = self.held.pop(table, None)
        if chain is None:
            return
        mine = (_C.c.table_id == table, _C.c.epoch == chain.epoch)
        async with self._begun(ANSWER_SECONDS) as connection:
            await connection.execute(update(_C).where(*mine).values(process=to))

    async def decline(self, tables: Collection[str]) -> None:
        """Whatever of these was given to this process, and it cannot deal, is anybody's."""
        if tables:
            given = (_C.c.table_id.in_(tables), _C.c.process == self.process)
            async with self._begun(ANSWER_SECONDS) as connection:
                await connection.execute(update(_C).where(*given).values(process=None))

    async def is_written(self, before: Mapping[str, Chain], last: tuple[int, str] | None) -> bool:
        """Whether a transaction of which nobody knows is on disk, by where its chains and its last line stand."""
        j = schema.journal
        question = select(_C).where(_C.c.table_id.in_(list(before)))
        async with asyncio.timeout(ANSWER_SECONDS), self._engine.connect() as connection:
            found = {row.table_id: row for row in (await connection.execute(question)).all()}
            there = last is not None and bool(
                (await connection.execute(select(j.c.n).where(j.c.n == last[0], j.c.hash == last[1]))).all()
            )
        if there:
            return True
        done = set()
        for table, was in before.items():
            row = found.get(table)
            writes = 0 if row is None else row.writes
            mine = was.is_new if row is None else (row.epoch, row.process) == (was.epoch, self.process)
            if not mine or writes - was.writes not in (0, 1):
                raise TakenOver(table)
            done.add(writes - was.writes)
        if len(done) > 1 or (last is not None and 1 in done):
            raise TakenOver(next(iter(before)))
        return done == {1}
