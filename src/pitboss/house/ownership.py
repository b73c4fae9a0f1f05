"""Who owns the database: one house at a time holds its lock, and every transaction checks that nobody has taken over.

A lock alone can be lost unnoticed: a house that was paused, or cut off, would go on to write what it remembers. So each
opening raises the epoch, and a transaction begins by counting itself under the epoch of its own opening. If another
house has opened the database since, there is nothing to count under, and nothing of it is written.
"""

import asyncio
import contextlib
import fcntl
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any, Protocol

from asyncpg.exceptions import InterfaceError, PostgresError  # type: ignore[import-untyped]  # it ships no types
from sqlalchemy import Connection, bindparam, insert, select, text, update
from sqlalchemy.exc import DBAPIError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from pitboss.house import schema
from pitboss.house.vault import make_private

POSTGRES_LOCK = 0x706974626F7373  # "pitboss" as a number
ANSWER_SECONDS = 10  # within which a database that is there answers
OPEN_SECONDS = 60  # the same for an opening, which may wait for somebody whose transaction is still open
KEEPALIVE_SECONDS = 5
TAKEN = "another house has this database open"
# Connection failures, too many connections, an idle transaction ended, the server stopping or starting.
_GONE_STATES = ("08", "53300", "25P03", "57P0")
# Whatever a database may say to a question, through SQLAlchemy or before it is there.
FAULTS = (SQLAlchemyError, OSError, PostgresError, InterfaceError)


class CannotOpen(Exception):
    """The database cannot be opened; the sentence says why."""


class TakenOver(Exception):
    """Another house has opened the database since: this one writes nothing more."""


class StillTaken(ConnectionError):
    """The lock was lost, and perhaps somebody else has it by now."""


def is_gone(error: BaseException) -> bool:
    """Whether it was the connection that failed, and not what was asked over it."""
    if isinstance(error, DBAPIError):
        if error.connection_invalidated:
            return True
        error = error.orig or error
    if isinstance(error, OSError | InterfaceError):
        return True
    return str(getattr(error, "sqlstate", None) or "").startswith(_GONE_STATES)


class Lock(Protocol):
    """What only one house has."""

    lost: bool
    on_lost: Callable[[], None]

    async def take(self) -> bool:
        """Hold it, if nobody else does."""

    async def release(self) -> None:
        """Let go of it."""


class FileLock:
    """For SQLite: a lock of the operating system, which goes only with the process."""

    def __init__(self, database: Path) -> None:
        self._database = database
        self._file: int | None = None
        self.lost = False
        self.on_lost: Callable[[], None] = lambda: None

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


class ConnectionLock:
    """For PostgreSQL: a lock that goes with a connection, which is watched."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine
        self._connection: AsyncConnection | None = None
        self._watch: asyncio.Task[None] | None = None
        self.lost = False
        self.on_lost: Callable[[], None] = lambda: None

    async def take(self) -> bool:
        """Hold it, if nobody else does."""
        await self.release()
        async with asyncio.timeout(ANSWER_SECONDS):
            connection = await (await self._engine.connect()).execution_options(isolation_level="AUTOCOMMIT")
            self._connection = connection
            mine = (await connection.execute(text(f"SELECT pg_try_advisory_lock({POSTGRES_LOCK})"))).scalar_one()
            if not mine:
                await self.release()
                return False
            driver: Any = (await connection.get_raw_connection()).driver_connection
        self.lost = False
        driver.add_termination_listener(self._ended)
        self._watch = asyncio.create_task(self._keep_alive(driver), name="lock")
        return True

    def _ended(self, _driver: object) -> None:
        """The connection has ended, and the lock with it."""
        if self._watch is not None and not self.lost:
            self.lost = True
            self.on_lost()

    async def _keep_alive(self, driver: Any) -> None:
        """A connection cut off without a word is found by asking over it."""
        while not self.lost:
            await asyncio.sleep(KEEPALIVE_SECONDS)
            try:
                await driver.execute("SELECT 1", timeout=ANSWER_SECONDS)
            except FAULTS:
                self._ended(driver)

    async def release(self) -> None:
        """Let go of it."""
        watch, self._watch = self._watch, None
        if watch is not None:
            watch.cancel()
        connection, self._connection = self._connection, None
        if connection is not None:
            await let_go(connection)


async def let_go(connection: AsyncConnection) -> None:
    """End a connection, whatever state it is in: what it had begun and not committed ends with it."""
    with contextlib.suppress(*FAULTS):
        await connection.invalidate()
    with contextlib.suppress(*FAULTS):
        await connection.close()


_MINE = (schema.ownership.c.epoch == bindparam("of_epoch"), schema.ownership.c.writes == bindparam("so_far"))
_CLAIM = update(schema.ownership).where(*_MINE).values(writes=bindparam("then"))  # made once, carried out every time


class Ownership:
    """A house's hold on its database, from this opening until the next."""

    def __init__(self, engine: AsyncEngine, lock: Lock) -> None:
        self._engine = engine
        self.lock = lock
        self.epoch = 0
        self.writes = 0  # how many transactions houses have written here

    async def begin(self) -> None:
        """From here on whoever had the database open before writes nothing more."""
        o = schema.ownership
        async with asyncio.timeout(OPEN_SECONDS), self._engine.begin() as connection:
            if not (await connection.execute(update(o).values(epoch=o.c.epoch + 1))).rowcount:
                await connection.execute(insert(o).values(one=1, epoch=1, writes=0))
            self.epoch, self.writes = (await connection.execute(select(o.c.epoch, o.c.writes))).one()

    def claim(self, connection: Connection) -> None:
        """Count the transaction that begins here; if the database is no longer ours, it goes no further."""
        mine = {"of_epoch": self.epoch, "so_far": self.writes, "then": self.writes + 1}
        if connection.execute(_CLAIM, mine).rowcount != 1:
            raise StillTaken("somebody else has written here")

    async def regain(self) -> bool:
        """Take up again what was lost; whether the transaction that was under way then is on disk."""
        o = schema.ownership
        held = not self.lock.lost or await self.lock.take()
        async with asyncio.timeout(ANSWER_SECONDS), self._engine.connect() as connection:
            epoch, writes = (await connection.execute(select(o.c.epoch, o.c.writes))).one()
        if epoch != self.epoch or writes not in (self.writes, self.writes + 1):
            raise TakenOver("another house has taken this database over")
        if not held:
            raise StillTaken(TAKEN)
        return bool(writes == self.writes + 1)
