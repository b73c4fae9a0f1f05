"""A simulated PostgreSQL: SQLite in a file does the work, and every question and answer takes a while or gets lost.

It has what the house counts on: connections that end and are noticed or not, a lock that goes with its connection, one
writer at a time who is waited for, transactions that are whole or not at all, and readers who see only what was
committed. What a client asked for is done even when the client is gone by then.
"""

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Callable, Generator
from contextlib import asynccontextmanager
from functools import cache
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any, TypeVar

from sqlalchemy import Connection, TextClause, create_engine
from sqlalchemy.engine import make_url
from sqlalchemy.exc import OperationalError
from sqlalchemy.pool import NullPool

from pitboss.house.migrations import bring_up
from tests.disaster.loop import Process, SeededLoop, here

T = TypeVar("T")
FOUND_OUT_SECONDS = 25  # after which the server knows that a client's machine is gone; the house asks for it
_opening: list[sqlite3.Connection] = []
_ENGINE = create_engine("sqlite://", poolclass=NullPool, creator=lambda: _opening[-1])


@cache
def template() -> bytes:
    """An empty database of the newest version."""
    raw = sqlite3.connect(":memory:")
    connection = _wrapped(raw)
    bring_up.bring_up(connection)
    connection.commit()
    return raw.serialize()


def _wrapped(raw: sqlite3.Connection) -> Connection:
    raw.execute("PRAGMA foreign_keys=ON")
    raw.execute("PRAGMA synchronous=OFF")
    _opening.append(raw)
    try:
        return _ENGINE.connect()
    finally:
        _opening.pop()


class DiskFull(Exception):
    """As PostgreSQL says it."""

    sqlstate = "53100"


class Broke(Exception):
    """Something else is wrong with the server's disk."""

    sqlstate = "58030"


def gone(why: str) -> OperationalError:
    """How a driver says that a connection has ended."""
    return OperationalError(why, {}, ConnectionResetError(why), connection_invalidated=True)


class Server:
    """The database, and whoever is connected to it."""

    def __init__(self, loop: SeededLoop, folder: Path, seed: int) -> None:
        self.loop = loop
        self.process = Process(loop, "database")
        self.chance = Random(f"database {seed}")
        self._file = folder / "database"
        self._file.write_bytes(template())
        self._open()
        self.up = True
        self.connections: list[SimConnection] = []
        self.locked_by: SimConnection | None = None  # the advisory lock
        self.writing: SimConnection | None = None  # who has begun to write and not ended
        self._wait_to_write: list[tuple[SimConnection, Callable[[], None]]] = []
        self.slow = 1.0
        self.full = False
        self.next_commits: list[str] = []  # what becomes of the commits to come
        self.unanswered = 0  # so many of the questions to come
        self.on_commit: Callable[[SimConnection], None] = lambda _: None
        self.commits = 0

    def _open(self) -> None:
        raw = sqlite3.connect(self._file)
        raw.execute("PRAGMA journal_mode=WAL")
        self.writer = _wrapped(raw)
        self._raw = sqlite3.connect(self._file)
        self.reader = _wrapped(self._raw)

    def close(self) -> None:
        """Throw it away."""
        for connection in (self.reader, self.writer):
            connection.connection.driver_connection.close()  # type: ignore[union-attr]  # SQLite's own
            connection.invalidate()
            connection.close()

    def put_back(self, content: bytes) -> None:
        """The database is as it was once."""
        self.close()
        for beside in self._file.parent.glob("database-*"):
            beside.unlink()
        self._file.write_bytes(content)
        self._open()

    def ask(self, statement: Any) -> Any:
        """A question of the test's own, at once."""
        try:
            return self.reader.execute(statement).all()
        finally:
            self.reader.rollback()

    def value(self, question: str, *values: object) -> Any:
        """The first value of an answer, or None; asked after every step, so it is asked without a detour."""
        row = self._raw.execute(question, values).fetchone()
        return None if row is None else row[0]

    def delay(self) -> float:
        """How long a message is on its way."""
        return self.chance.uniform(0.0002, 0.004) * self.slow

    # --- what goes wrong ------------------------------------------------------------------------------------------

    def restart(self, seconds: float) -> None:
        """Everybody's connection ends; what was not committed is gone; for a while nobody gets in."""
        self.up = False
        self.end_connections()
        self.loop.call_later(seconds, self._start, context=self.process.context)

    def _start(self) -> None:
        self.up = True

    def end_connections(self, only: Callable[["SimConnection"], bool] = lambda _: True) -> None:
        """End connections; their clients hear of it."""
        for connection in [one for one in self.connections if only(one)]:
            connection.end()

    def lose_client(self, process: Process, seconds: float) -> None:
        """A client's process is gone; the server hears of it at once, or finds out after so long."""

        def found_out() -> None:
            self.end_connections(lambda one: one.process is process)

        self.loop.call_later(seconds, found_out, context=self.process.context)

    # --- one writer at a time -------------------------------------------------------------------------------------

    def to_write(self, connection: "SimConnection", work: Callable[[], None]) -> None:
        """Do something when nobody else writes."""
        if self.writing is None or self.writing is connection:
            self.writing = connection
            work()
        else:
            self._wait_to_write.append((connection, work))

    def wrote(self, connection: "SimConnection") -> None:
        """Let the next one write."""
        if self.writing is not connection:
            return
        self.writing = None
        while self._wait_to_write and self.writing is None:
            waited, work = self._wait_to_write.pop(0)
            if waited.open:
                self.writing = waited
                work()

    def roll_back(self, connection: "SimConnection") -> None:
        """Whatever it had begun to write is gone."""
        if self.writing is connection:
            self.writer.rollback()
            self.wrote(connection)


class Answer:
    """The rows of an answer, as they came."""

    def __init__(self, rows: Any, rowcount: int = -1) -> None:
        self._rows = rows
        self.rowcount = rowcount

    def all(self) -> Any:
        """All of them."""
        return self._rows

    def one(self) -> Any:
        """The only one."""
        (row,) = self._rows
        return row

    def scalar_one(self) -> Any:
        """The only value."""
        return self.one()[0]


class SimConnection:
    """A connection of a house, as SQLAlchemy's asynchronous one looks to it."""

    def __init__(self, engine: "SimEngine") -> None:
        self.engine = engine
        self.server = engine.server
        self.process = here()
        self.open = False
        self.silent = False  # nothing gets through any more, and neither side knows
        self._asked: list[asyncio.Future[Any]] = []
        self._listeners: list[Callable[[object], None]] = []
        self._idle_seconds: float | None = None
        self._idle: asyncio.TimerHandle | None = None
        self.dialect = engine.dialect

    # --- messages -------------------------------------------------------------------------------------------------

    def _request(self, work: Callable[[Callable[[Any], None]], None], entering: bool = False) -> "asyncio.Future[Any]":
        """Send something to the server, which calls back with the answer; an answer may be an error."""
        loop, server = self.server.loop, self.server
        answer: asyncio.Future[Any] = loop.create_future()
        self._asked.append(answer)

        def reply(result: Any) -> None:
            if not self.silent:
                loop.call_later(server.delay(), arrived, result, context=self.process.context)

        def arrived(result: Any) -> None:
            if answer in self._asked:
                self._asked.remove(answer)
            if not answer.done():
                if isinstance(result, Exception):
                    answer.set_exception(result)
                else:
                    answer.set_result(result)

        def served() -> None:
            if self.silent:
                return
            if not (self.open or entering):
                reply(gone("the connection has ended"))
                return
            if self._idle is not None:
                self._idle.cancel()
            work(reply)

        loop.call_later(server.delay(), served, context=server.process.context)
        return answer

    def end(self) -> None:
        """The server ends it; the client hears of it, unless nothing gets through."""
        if not self.open:
            return
        self.open = False
        server = self.server
        server.connections.remove(self)
        if server.locked_by is self:
            server.locked_by = None
        server.roll_back(self)
        if self.silent:
            return

        def heard() -> None:
            for answer in self._asked:
                if not answer.done():
                    answer.set_exception(gone("the connection was reset"))
            self._asked.clear()
            for listener in self._listeners:
                listener(self)

        server.loop.call_later(server.delay(), heard, context=self.process.context)

    # --- what the house does with it ------------------------------------------------------------------------------

    def __await__(self) -> Generator[Any, None, "SimConnection"]:
        return self._connected().__await__()

    async def _connected(self) -> "SimConnection":
        def enter(reply: Callable[[Any], None]) -> None:
            if not self.server.up:
                reply(ConnectionRefusedError("the database system is starting up"))
                return
            self.open = True
            self.server.connections.append(self)
            reply(None)

        await self._request(enter, entering=True)
        return self

    async def __aenter__(self) -> "SimConnection":
        return await self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def execution_options(self, **_: object) -> "SimConnection":
        """The simulation knows none."""
        return self

    async def get_raw_connection(self) -> Any:
        """The driver's connection, which says when it has ended."""
        return SimpleNamespace(driver_connection=self)

    def add_termination_listener(self, listener: Callable[[object], None]) -> None:
        """Call when it has ended."""
        self._listeners.append(listener)

    async def execute(self, statement: Any, parameters: Any = None, timeout: float | None = None) -> Answer:
        """Ask something, outside of a transaction."""
        written = str(statement) if isinstance(statement, str | TextClause) else ""

        def work(reply: Callable[[Any], None]) -> None:
            if "pg_try_advisory_lock" in written:
                free = self.server.locked_by in (None, self)
                self.server.locked_by = self if free else self.server.locked_by
                reply(Answer([(free,)]))
            elif written.startswith("SET idle_in_transaction_session_timeout"):
                self._idle_seconds = float(written.split("'")[1].removesuffix("s"))
                reply(Answer([]))
            elif written == "SELECT 1":
                reply(Answer([(1,)]))
            elif self.server.unanswered:
                self.server.unanswered -= 1
            else:
                try:
                    reply(Answer(self.server.reader.execute(statement, parameters or {}).all()))
                except Exception as error:
                    reply(error)
                finally:
                    self.server.reader.rollback()

        async with asyncio.timeout(timeout):
            answer: Answer = await self._request(work)
        return answer

    async def run_sync(self, work: Callable[[Connection], T]) -> T:
        """Begin to write, when nobody else does."""

        def begin(reply: Callable[[Any], None]) -> None:
            self.server.to_write(self, lambda: written(reply))

        def written(reply: Callable[[Any], None]) -> None:
            try:
                result = work(self.server.writer)
            except Exception as error:
                self.server.roll_back(self)
                reply(error)
                return
            if self._idle_seconds is not None:
                self._idle = self.server.loop.call_later(
                    self._idle_seconds, self.end, context=self.server.process.context
                )
            reply(result)

        result: T = await self._request(begin)
        return result

    async def commit(self) -> None:
        """What was written is there for good, if the answer comes; else nobody knows."""

        def work(reply: Callable[[Any], None]) -> None:
            server = self.server
            if server.writing is not self:
                reply(None)
                return
            fate = server.next_commits.pop(0) if server.next_commits else ""
            if server.full or fate in ("error", "lost before", "hangs before"):
                server.roll_back(self)
                if fate == "lost before":
                    self.end()
                elif fate != "hangs before":
                    full = DiskFull("could not extend file: no space left on device")
                    reply(OperationalError("COMMIT", {}, full if server.full else Broke("input/output error")))
                return
            server.writer.commit()
            server.commits += 1
            server.on_commit(self)
            server.wrote(self)
            if fate == "lost after":
                self.end()
            elif fate == "error after":
                reply(OperationalError("COMMIT", {}, Broke("could not fsync file: input/output error")))
            elif fate != "hangs after":
                reply(None)

        await self._request(work)

    async def invalidate(self) -> None:
        """Let go of it."""
        await self.close()

    async def close(self) -> None:
        """Let go of it; the server hears of it if anything gets through."""
        self._listeners.clear()
        for answer in self._asked:
            answer.cancel()
        self._asked.clear()
        if self.open and not self.silent:
            self.server.loop.call_later(self.server.delay(), self.end, context=self.server.process.context)


class SimEngine:
    """What a house opens: SQLAlchemy's asynchronous engine, as far as the house knows it."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.dialect = SimpleNamespace(name="postgresql")
        self.url = make_url("postgresql://simulated/house")
        self.epoch: Callable[[], int] = lambda: 0

    def connect(self) -> SimConnection:
        """A connection, to be awaited."""
        return SimConnection(self)

    @asynccontextmanager
    async def begin(self) -> AsyncIterator[Any]:
        """A transaction of a few statements, done in one step when its turn has come."""
        connection = await self.connect()
        try:
            await connection.run_sync(lambda _: None)
            yield _AtOnce(connection)
            await connection.commit()
        finally:
            await connection.close()

    async def dispose(self) -> None:
        """Nothing is kept in a pool."""


class _AtOnce:
    """A connection whose transaction is open, and whose statements are done without waiting."""

    def __init__(self, connection: SimConnection) -> None:
        self._connection = connection

    def _writer(self) -> Connection:
        if self._connection.server.writing is not self._connection:
            raise gone("the connection has ended")
        return self._connection.server.writer

    async def execute(self, statement: Any) -> Any:
        """Do it."""
        return self._writer().execute(statement)

    async def run_sync(self, work: Callable[[Connection], T]) -> T:
        """Do it."""
        return work(self._writer())


class OnDisk:
    """The database as the test reads it, for the audit."""

    dialect = "sqlite"

    def __init__(self, server: Server) -> None:
        self._server = server

    async def rows(self, statement: Any, parameters: dict[str, Any] | None = None) -> Any:
        """What a question gives."""
        return self._server.ask(statement)


def epoch_on_disk(server: Server) -> int:
    """Which opening of the database is the newest, as whoever writes sees it."""
    return int(server.value("SELECT epoch FROM ownership"))
