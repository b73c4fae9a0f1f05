"""A simulated PostgreSQL: SQLite in memory does the work, and every question and answer takes a while or gets lost.

It has what the house counts on: connections that end and are noticed or not, a clock of its own, transactions that are
whole or not at all and wait for each other where they change the same row, and readers who see only what was committed.
What a client asked for is done even when the client is gone by then.
"""

import asyncio
from collections.abc import AsyncIterator, Callable, Generator, Iterable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from random import Random
from types import SimpleNamespace
from typing import Any, TypeVar

from sqlalchemy import TextClause, Update, UpdateBase
from sqlalchemy.engine import make_url
from sqlalchemy.exc import OperationalError

from pitboss.house import schema
from pitboss.house.database import POOLED
from pitboss.house.journal import CAGE, PEOPLE
from tests.disaster.loop import Process, SeededLoop, here
from tests.disaster.statements import Answer, Statements
from tests.disaster.transactions import Held, Store, Transaction

T = TypeVar("T")
LATE_SECONDS = (0.5, 12.0)  # in which a late answer comes; some are given up by then
DONE_LATER_SECONDS = (0.3, 6.0)  # in which a commit is done of which the client has given up hearing
FOUND_OUT_SECONDS = 25  # after which the server knows that a client's machine is gone; the house asks for it


class DiskFull(Exception):
    """As PostgreSQL says it."""

    sqlstate = "53100"


class Broke(Exception):
    """Something else is wrong with the server's disk."""

    sqlstate = "58030"


def gone(why: str) -> OperationalError:
    """How a driver says that a connection has ended."""
    return OperationalError(why, {}, ConnectionResetError(why), connection_invalidated=True)


DONE, COMMITTED, TAKEN, ANSWERED = "done", "committed", "taken", "answered"


@dataclass
class Moment:
    """Something befalls a process in the moment in which the server has done what it asked for, after so many others.

    That is done in a transaction, or committed; a table was taken; or a question answered.
    """

    whom: Process | None  # or anybody
    when: str
    before: int
    happens: Callable[[Process], None]
    chains: bool = False  # of those that changed a chain


class Server:
    """The database, and whoever is connected to it."""

    def __init__(self, loop: SeededLoop, seed: int, wall_ms: int) -> None:
        self.loop = loop
        self._wall_ms = wall_ms
        self.process = Process(loop, "database")
        self.chance = Random(f"database {seed}")
        self.store = Store(self.now_ms)
        self.asker = self.process
        self.asks_its_own_clock = True  # to tell when a lease is over, or that of whoever asks
        self.up = True
        self.connections: list[SimConnection] = []
        self._waiting: list[tuple[SimConnection, Callable[[], None]]] = []  # for a row that another has changed
        self.slow = 1.0
        self.full = False
        self.next_commits: list[str] = []  # what becomes of the commits to come
        self.unanswered = 0  # so many of the questions to come
        self.answers_late = 0.0  # how likely an answer to a question takes seconds, though the server is well
        self.no_beat_of: Process | None = None  # whose sign of life gets lost
        self.takers: list[Callable[[Process], None]] = []  # what befalls those who take the register next, one by one
        self._epochs: dict[str, int] = {}  # of each chain, as it was last committed
        self.finishing: list[SimConnection] = []  # whose clients are gone, and what they asked for is still being done
        self.moments: list[Moment] = []  # at which something befalls whoever is writing
        self.on_commit: Callable[[SimConnection], None] = lambda _: None
        self.commits = 0
        self.ask, self.value = self.store.read, self.store.value  # a question of the test's own, at once

    def now_ms(self) -> int:
        """The time by its own clock."""
        return self._wall_ms + round(self.loop.time() * 1000) + (0 if self.asks_its_own_clock else self.asker.skew_ms)

    def delay(self) -> float:
        """How long a message is on its way."""
        return self.chance.uniform(0.0002, 0.004) * self.slow

    def answer(self, reply: Callable[[Any], None], answer: Any) -> None:
        """Answer a question, at once or when it is long in coming."""
        if self.chance.random() < self.answers_late if self.answers_late else False:
            self.loop.call_later(self.chance.uniform(*LATE_SECONDS), reply, answer, context=self.process.context)
        else:
            reply(answer)

    def answered(self, process: Process) -> None:
        """Somebody's question has its answer, which is on its way."""
        self._befall(process, ANSWERED, False)

    def rows_of(self, table: str, columns: str, keys: Iterable[Any]) -> list[Any]:
        """Some rows of a table as they are committed, by their keys; all of them where one of these is None."""
        wanted, question = list(keys), f"SELECT {columns} FROM {table}"
        if not wanted:
            return []
        if None in wanted:
            return self.store.raw.execute(question).fetchall()
        which = f" WHERE {columns.partition(',')[0]} IN ({', '.join('?' * len(wanted))})"
        return self.store.raw.execute(question + which, wanted).fetchall()

    # --- what goes wrong ------------------------------------------------------------------------------------------

    def restart(self, seconds: float) -> None:
        """Everybody's connection ends; what was not committed is gone; for a while nobody gets in."""
        self.up = False
        self.end_connections()
        for connection in self.finishing:
            self.ended(connection)
        self.finishing.clear()
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

    def befall(self, connection: "SimConnection", committed: bool, transaction: Transaction) -> None:
        """A transaction has changed something, or is committed, and its client does not know yet."""
        chains = any(table == "chains" for table, _ in transaction.rows)
        taken = self._taken_in(transaction) if committed else ()
        if PEOPLE in taken and self.takers:
            self.takers.pop(0)(connection.process)
        self._befall(connection.process, COMMITTED if committed else DONE, chains)
        if any(table not in CAGE for table in taken):
            self._befall(connection.process, TAKEN, chains)

    def _taken_in(self, transaction: Transaction) -> list[str]:
        """The chains whose epoch a transaction has raised."""
        now = {table: epoch for table, (epoch, _) in transaction.chains.items()}
        taken = [table for table, epoch in now.items() if epoch > self._epochs.get(table, epoch)]
        self._epochs |= now
        return taken

    def _befall(self, process: Process, when: str, chains: bool) -> None:
        for moment in tuple(self.moments):
            its = moment.whom in (None, process) and (chains or not moment.chains)
            if its and moment.when == when:
                moment.before -= 1
                if moment.before < 0:
                    self.moments.remove(moment)
                    moment.happens(process)

    # --- who changes a row is waited for ----------------------------------------------------------------------------

    def write(
        self,
        connection: "SimConnection",
        work: Callable[[Statements], T],
        reply: Callable[[Any], None],
        changes: bool = True,
    ) -> None:
        """Do something in a connection's transaction, when nobody else has changed the same."""
        if connection.transaction is None:
            connection.transaction = Transaction()
        try:
            result: Any = self.store.do(connection.transaction, work, changes)
        except Held:
            self._waiting.append((connection, lambda: self.write(connection, work, reply, changes)))
            return
        except Exception as error:
            self.ended(connection)
            result = error
        else:
            self.befall(connection, False, connection.transaction)
        reply(result)

    def ended(self, connection: "SimConnection") -> None:
        """A transaction is over, one way or the other: whoever waited for it tries again."""
        if connection.transaction is None:
            return
        self.store.roll_back(connection.transaction)
        connection.transaction = None
        waited, self._waiting = self._waiting, []
        for other, again in waited:
            if other.open:
                again()


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
        self.transaction: Transaction | None = None
        self._invalid = False
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
            server.asker = self.process
            work(reply)

        loop.call_later(server.delay(), served, context=server.process.context)
        return answer

    def end(self) -> None:
        """The server ends it; the client hears of it, unless nothing gets through."""
        if self.open:
            self._break()
            self.server.ended(self)

    def _break(self) -> None:
        """Nothing more is heard over it, and the client knows."""
        self.open = False
        server = self.server
        server.connections.remove(self)
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

        if (pooled := self.engine.pooled()) is not None:
            return pooled
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
        """Ask something, or change it; what is asked for in a transaction finds what was changed there."""
        written = str(statement) if isinstance(statement, str | TextClause) else ""
        changes = isinstance(statement, UpdateBase) or written.startswith(("INSERT", "UPDATE", "DELETE"))
        beats = isinstance(statement, Update) and statement.table is schema.processes

        def done(connection: Statements) -> Answer:
            return connection.execute(statement, parameters)

        def work(reply: Callable[[Any], None]) -> None:
            if written.startswith("SET idle_in_transaction_session_timeout"):
                self._idle_seconds = float(written.split("'")[1].removesuffix("s"))
                reply(Answer([]))
            elif written == "SELECT 1":
                reply(Answer([(1,)]))
            elif beats and self.server.no_beat_of is self.process:
                return
            elif changes or self.transaction is not None:
                self.server.write(self, done, reply, changes)
            elif self.server.unanswered:
                self.server.unanswered -= 1
            else:
                try:
                    answer: Any = Answer(self.server.ask(statement, parameters))
                except Exception as error:
                    answer = error
                self.server.answer(reply, answer)
                self.server.answered(self.process)

        async with asyncio.timeout(timeout):
            answered: Answer = await self._request(work)
        return answered

    async def run_sync(self, work: Callable[[Statements], T]) -> T:
        """Change something, as soon as nobody else changes the same."""

        def begin(reply: Callable[[Any], None]) -> None:
            def done(result: Any) -> None:
                if self._idle_seconds is not None and self.transaction is not None:
                    self._idle = self.server.loop.call_later(
                        self._idle_seconds, self.end, context=self.server.process.context
                    )
                reply(result)

            self.server.write(self, work, done)

        result: T = await self._request(begin)
        return result

    async def commit(self) -> None:
        """What was written is there for good, if the answer comes; else nobody knows."""

        def work(reply: Callable[[Any], None]) -> None:
            server = self.server
            if self.transaction is None:
                reply(None)
                return
            fate = server.next_commits.pop(0) if server.next_commits else ""
            if server.full or fate in ("error", "lost before", "hangs before"):
                server.ended(self)
                if fate == "lost before":
                    self.end()
                elif fate != "hangs before":
                    full = DiskFull("could not extend file: no space left on device")
                    reply(OperationalError("COMMIT", {}, full if server.full else Broke("input/output error")))
                return
            if fate == "later":  # the client goes, and what it asked for is done all the same
                self._break()
                server.finishing.append(self)
                server.loop.call_later(
                    server.chance.uniform(*DONE_LATER_SECONDS), self._finish, context=server.process.context
                )
                return
            try:
                self._commit()
            except Exception as error:
                reply(error)
                return
            if fate == "lost after":
                self.end()
            elif fate == "error after":
                reply(OperationalError("COMMIT", {}, Broke("could not fsync file: input/output error")))
            elif fate != "hangs after":
                reply(None)

        await self._request(work)

    def _commit(self) -> None:
        server, transaction = self.server, self.transaction
        assert transaction is not None
        try:
            server.store.commit(transaction)
        except Exception:
            server.ended(self)
            raise
        server.commits += 1
        server.on_commit(self)
        server.ended(self)
        server.befall(self, True, transaction)

    def _finish(self) -> None:
        """What a client asked for that is gone by now is done, unless the server was restarted meanwhile."""
        if self in self.server.finishing:
            self.server.finishing.remove(self)
            self._commit()

    async def invalidate(self) -> None:
        """Let go of it for good."""
        await self.close(invalid=True)

    async def close(self, invalid: bool = False) -> None:
        """Let go of it; the server hears of it if anything gets through."""
        self._invalid = self._invalid or invalid
        self._listeners.clear()
        for answer in self._asked:
            answer.cancel()
        broken = bool(self._asked) or self.transaction is not None or self._invalid
        self._asked.clear()
        if self.open and not broken and self._idle_seconds is None and self.engine.keep(self):
            return
        if self.open and not self.silent:
            self.server.loop.call_later(self.server.delay(), self.end, context=self.server.process.context)


class SimEngine:
    """What a house opens: SQLAlchemy's asynchronous engine, as far as the house knows it."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.dialect = SimpleNamespace(name="postgresql")
        self.url = make_url("postgresql://simulated/house")
        self.owner = ""  # the process whose it is, as the chains name it
        self._pool: list[SimConnection] = []

    def pooled(self) -> SimConnection | None:
        """A connection that lies in the pool, if one does that has not ended: it is asked before it is given out."""
        while self._pool:
            connection = self._pool.pop()
            if connection.open and not connection.silent:
                return connection
        return None

    def keep(self, connection: SimConnection) -> bool:
        """Put a connection into the pool, if there is room."""
        room = len(self._pool) < POOLED
        if room:
            self._pool.append(connection)
        return room

    def connect(self) -> SimConnection:
        """A connection, to be awaited."""
        return SimConnection(self)

    @asynccontextmanager
    async def begin(self) -> AsyncIterator[Any]:
        """A transaction of a few statements."""
        connection = await self.connect()
        try:
            yield connection
            await connection.commit()
        finally:
            await connection.close()

    async def dispose(self) -> None:
        """Let go of what lies in the pool."""
        for connection in self._pool:
            self.server.loop.call_later(self.server.delay(), connection.end, context=self.server.process.context)
        self._pool.clear()


class OnDisk:
    """The database as the test reads it, for the audit."""

    dialect = "sqlite"

    def __init__(self, server: Server) -> None:
        self._server = server

    async def rows(self, statement: Any, parameters: dict[str, Any] | None = None) -> Any:
        """What a question gives."""
        return self._server.ask(statement, parameters)
