"""The writer: one connection on which every transaction of the house is written, whole or not at all."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Protocol

from sqlalchemy import Connection, create_engine, event, text
from sqlalchemy.ext.asyncio import AsyncConnection
from sqlalchemy.pool import NullPool

from pitboss.house.database import Database, careful
from pitboss.house.ownership import let_go

Work = Callable[[Connection], None]
IDLE_SECONDS = 3  # after which a transaction that its process has left lying is ended
WRITE_SECONDS = 30  # after which a connection that does not answer counts as lost


class Writer(Protocol):
    """Does work in a transaction of its own; returns when it is on disk."""

    async def write(self, work: Work) -> None:
        """Do the work and commit it; if anything fails, none of it is done."""

    async def close(self) -> None:
        """Let go of the connection."""


class ThreadWriter:
    """For SQLite: a thread of its own writes the rows and waits for the disk, and no table waits for either."""

    def __init__(self, database: Database) -> None:
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="writer")
        self._engine = create_engine(database.engine.url.set(drivername="sqlite"), poolclass=NullPool)
        event.listen(self._engine, "connect", careful)
        self._connection: Connection | None = None

    async def write(self, work: Work) -> None:
        """Do the work and commit it."""
        await self._in_thread(lambda: self._written(work))

    def _written(self, work: Work) -> None:
        if self._connection is None:
            self._connection = self._engine.connect()
        try:
            work(self._connection)
            self._connection.commit()
        except BaseException:
            self._connection.rollback()
            raise

    async def _in_thread(self, errand: Callable[[], None]) -> None:
        await asyncio.get_running_loop().run_in_executor(self._thread, errand)

    async def close(self) -> None:
        """Let go of the connection."""
        if self._connection is not None:
            await self._in_thread(self._connection.close)
        self._thread.shutdown()
        self._engine.dispose()


class AsyncWriter:
    """For PostgreSQL, whose connection waits by itself."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._connection: AsyncConnection | None = None

    async def write(self, work: Work) -> None:
        """Do the work and commit it; after a failure the next work has a connection of its own."""
        try:
            async with asyncio.timeout(WRITE_SECONDS):
                if self._connection is None:
                    self._connection = await self._connect()
                await self._connection.run_sync(work)
                await self._connection.commit()
        except BaseException:
            await self.close()
            raise

    async def _connect(self) -> AsyncConnection:
        connection = await self._database.connect()
        # A process that is paused in the middle of its work holds up nobody who takes over.
        await connection.execute(text(f"SET idle_in_transaction_session_timeout = '{IDLE_SECONDS}s'"))
        await connection.commit()
        return connection

    async def close(self) -> None:
        """Let go of the connection."""
        connection, self._connection = self._connection, None
        if connection is not None:
            await let_go(connection)


def writer_for(database: Database) -> Writer:
    """The writer of a database."""
    return ThreadWriter(database) if database.dialect == "sqlite" else AsyncWriter(database)
