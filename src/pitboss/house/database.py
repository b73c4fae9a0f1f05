"""The database: SQLite in a file by default, for one house alone; PostgreSQL by URL, for many; brought up to date."""

import asyncio
import os
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Protocol, Self

from sqlalchemy import Connection, event, inspect, text
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from pitboss.house.migrations import bring_up as migrations
from pitboss.house.ownership import (
    ANSWER_SECONDS,
    FAULTS,
    TAKEN,
    UNANSWERED,
    FileLock,
    NotAsLeft,
    Ownership,
    is_gone,
)
from pitboss.house.ownership import CannotOpen as CannotOpen  # where whoever opens one looks for it
from pitboss.house.ownership import NoAnswer as NoAnswer

DEFAULT = "pitboss.db"
READ_SECONDS = 30  # after which a connection that does not answer a question counts as lost
POOLED = 4  # connections that stay open to be asked; to open one takes longer than most questions
ONE_HOUSE = 0x706974626F7373  # "pitboss" as a number: the lock of houses from before many shared a database
BRINGING_UP = ONE_HOUSE + 1
PASSWORD = "PITBOSS_DB_PASSWORD"
PASSWORD_FILE = "PITBOSS_DB_PASSWORD_FILE"
# A server finds out within half a minute that a house was cut off, and ends what it had begun.
_FOUND_OUT = {
    "tcp_keepalives_idle": "10",
    "tcp_keepalives_interval": "5",
    "tcp_keepalives_count": "3",
}


def _of_this_version() -> dict[str, str]:
    """As whom a server knows this program: it lets no other version's take a chain, nor say that it lives."""
    return {"application_name": f"pitboss schema {migrations.newest()}"}


class Reader(Protocol):
    """Something that can be asked."""

    @property
    def dialect(self) -> str:
        """`sqlite` or `postgresql`."""

    async def rows(self, statement: Any, parameters: dict[str, Any] | None = None) -> Sequence[Any]:
        """What a question gives."""


class Snapshot:
    """A database as it was at one moment, while the house goes on."""

    def __init__(self, connection: AsyncConnection) -> None:
        self._connection = connection

    @property
    def dialect(self) -> str:
        """`sqlite` or `postgresql`."""
        return self._connection.dialect.name

    async def rows(self, statement: Any, parameters: dict[str, Any] | None = None) -> Sequence[Any]:
        """What a question gives."""
        return (await self._connection.execute(statement, parameters or {})).all()

    async def pages(self, statement: Any, size: int) -> AsyncIterator[Sequence[Any]]:
        """What a question gives, some rows at a time."""
        result = await self._connection.stream(statement)
        async for page in result.partitions(size):
            yield page


class Database:
    """A database of the house, open."""

    def __init__(
        self,
        engine: AsyncEngine,
        key_file: Path,
        ownership: Ownership | None = None,
        lock: FileLock | None = None,
    ) -> None:
        self.engine = engine
        self.key_file = key_file
        self._ownership = ownership
        self._lock = lock

    @property
    def ownership(self) -> Ownership:
        """The hold of whoever opened it to write."""
        assert self._ownership is not None, "it was opened to be read"
        return self._ownership

    @property
    def dialect(self) -> str:
        """`sqlite` or `postgresql`."""
        return self.engine.dialect.name

    @classmethod
    async def open(
        cls, url: str = DEFAULT, key_file: Path | None = None, exclusive: bool = True, process: str | None = None
    ) -> Self:
        """Open a database by its URL or the path of an SQLite file, and bring it up to date.

        A file is one house's alone; a server's database is shared, and each of its chains has one owner.
        """
        engine, beside = engine_for(url)
        if not exclusive and beside is not None and not beside.exists():
            raise CannotOpen(f"there is no database {beside}")  # SQLite would make an empty file of it
        lock = FileLock(beside) if exclusive and beside is not None else None
        ownership = Ownership(engine, process) if exclusive else None
        database = cls(engine, key_file or key_place(engine, beside), ownership, lock)
        try:
            if lock is not None and not await lock.take():
                raise CannotOpen(TAKEN)
            await database._migrate(exclusive)
            if lock is not None:  # it is a house, and this one's: who only reads alters no file
                await database._keep_a_journal()
        except FAULTS as error:
            await database.close()
            raise CannotOpen(f"{named(engine)}: the database does not answer: {plainly(error)}") from None
        except TypeError as error:  # what follows the ? of a URL is told to the driver, which knows some words only
            await database.close()
            raise CannotOpen(f"{named(engine)}: that is not the URL of a database: {error}") from None
        except CannotOpen:
            await database.close()
            raise
        return database

    async def _migrate(self, bring_up: bool) -> None:
        async with self.engine.begin() as connection:
            if bring_up and self.dialect == "postgresql":
                await _alone(connection)
            have, newest = await connection.run_sync(migrations.version_of), migrations.newest()
            if have == newest:
                return
            if have is not None and not have.isdecimal():
                raise CannotOpen("the database does not say which version it has")
            if have is not None and int(have) > int(newest):
                raise CannotOpen(f"the database has version {have}; this program knows up to {newest}")
            if have is None and (others := await connection.run_sync(_tables)):
                raise CannotOpen(f"{named(self.engine)} is not a house: it has tables of something else, {others[0]!r}")
            if not bring_up and have is None:
                raise CannotOpen(f"{named(self.engine)} is not a house: nothing is in it")
            if not bring_up:
                raise CannotOpen(f"the database has version {have}; `pitboss serve` brings it to {newest}")
            if have is not None and self.dialect == "postgresql":
                await _refuse_while_others_live(connection, have, newest)
            await connection.run_sync(migrations.bring_up)

    async def _keep_a_journal(self) -> None:
        """SQLite keeps this in the file: readers need not wait for who writes."""
        async with self.engine.connect() as connection:
            await (await connection.execution_options(isolation_level="AUTOCOMMIT")).exec_driver_sql(
                "PRAGMA journal_mode=WAL"
            )

    async def connect(self) -> AsyncConnection:
        """A connection of one's own, to be closed."""
        return await self.engine.connect()

    @asynccontextmanager
    async def snapshot(self) -> AsyncIterator[Snapshot]:
        """The database at this moment, whatever is written meanwhile."""
        async with self.engine.connect() as connection:
            if self.dialect == "postgresql":
                await connection.execution_options(isolation_level="REPEATABLE READ")
            else:
                await connection.exec_driver_sql("BEGIN")
            yield Snapshot(connection)

    @asynccontextmanager
    async def at_once(self) -> AsyncIterator[Snapshot]:
        """Several questions on one connection: they cost little more than one."""
        try:
            async with asyncio.timeout(READ_SECONDS), self.engine.connect() as connection:
                yield Snapshot(connection)
        except FAULTS as error:
            if self.has_gone(error):
                raise NoAnswer(UNANSWERED) from error
            raise

    async def rows(self, statement: Any, parameters: dict[str, Any] | None = None) -> Sequence[Any]:
        """What a question gives."""
        async with self.at_once() as connection:
            return await connection.rows(statement, parameters)

    def has_gone(self, error: BaseException) -> bool:
        """Whether an error says no more than that the database, or the hold on it, may come back; a file does not."""
        return isinstance(error, NotAsLeft) or (self.dialect == "postgresql" and is_gone(error))

    async def close(self) -> None:
        """Let go of it."""
        if self._lock is not None:
            await self._lock.release()
        await self.engine.dispose()


async def _alone(connection: AsyncConnection) -> None:
    """One at a time brings a database up to date, and none while a house of an earlier release has it to itself."""
    free = await connection.execute(text(f"SELECT pg_try_advisory_xact_lock_shared({ONE_HOUSE})"))
    if not free.scalar_one():
        raise CannotOpen(TAKEN)
    await connection.execute(text(f"SELECT pg_advisory_xact_lock({BRINGING_UP})"))


async def _refuse_while_others_live(connection: AsyncConnection, have: str, newest: str) -> None:
    """Whoever is at work with a version of the database goes on with it: it is not changed under them."""
    if not await connection.run_sync(lambda sync: inspect(sync).has_table("processes")):
        return  # of before many shared a database
    living = await connection.execute(
        text(
            "SELECT id, address, version FROM processes"
            " WHERE until_ms > (extract(epoch from clock_timestamp()) * 1000)::bigint ORDER BY id"
        )
    )
    named = ", ".join(f"{row.id} at {row.address} ({row.version})" for row in living)
    if named:
        raise CannotOpen(
            f"the database has version {have}, this program brings it to {newest}, and processes of the version before"
            f" are at work: {named}. Stop them all first; their tables wait"
        )


def _tables(connection: Connection) -> list[str]:
    """What is in a file of SQLite that no house has made; a server's database may have other things beside ours."""
    return inspect(connection).get_table_names() if connection.dialect.name == "sqlite" else []


def engine_for(url: str) -> tuple[AsyncEngine, Path | None]:
    """An engine, and for SQLite the file."""
    try:
        parsed = make_url(url) if "://" in url else URL.create("sqlite", database=url)  # every letter is the path's own
    except (ArgumentError, ValueError):
        raise CannotOpen("that is not the URL of a database") from None
    backend = parsed.get_backend_name()
    if backend == "postgresql":
        engine = create_async_engine(
            _with_password(parsed).set(drivername="postgresql+asyncpg"),
            pool_size=POOLED,
            pool_pre_ping=True,  # one that ended while it lay in the pool is not given out
            connect_args={"timeout": ANSWER_SECONDS, "server_settings": {**_FOUND_OUT, **_of_this_version()}},
        )
        return engine, None
    if backend != "sqlite" or not parsed.database:
        raise CannotOpen("--db takes postgresql://... or the path of an SQLite file")
    try:
        file = Path(parsed.database).resolve()  # by whatever name it is called, it is one file, with one lock
    except (OSError, RuntimeError, ValueError):  # it leads back to itself, or has a name that no file can have
        raise CannotOpen(f"{parsed.database} cannot be the file of a database") from None
    if file.is_dir():
        raise CannotOpen(f"{file} is a folder, not the file of a database")
    if file.is_fifo() or file.is_socket() or file.is_char_device() or file.is_block_device():
        raise CannotOpen(f"{file} is a device or a pipe, not the file of a database")
    engine = create_async_engine(parsed.set(drivername="sqlite+aiosqlite", database=str(file)), pool_size=POOLED)
    event.listen(engine.sync_engine, "connect", careful)
    return engine, file


def _with_password(url: URL) -> URL:
    """A password that the URL leaves out, from where no list of processes shows it: a file, or the environment."""
    if url.password is not None:
        return url
    file = os.environ.get(PASSWORD_FILE)
    if file is None:
        password = os.environ.get(PASSWORD)
    else:
        try:
            password = Path(file).read_text(encoding="utf-8").strip()
        except (OSError, UnicodeDecodeError) as error:
            raise CannotOpen(f"{PASSWORD_FILE} names {file}, which cannot be read: {plainly(error)}") from None
    return url.set(password=password) if password else url


def key_place(engine: AsyncEngine, beside: Path | None) -> Path:
    """Where the key lies if nobody says: beside an SQLite file; else where programs keep their state."""
    if beside is not None:
        return beside.with_suffix(".db.key")
    state = os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state"
    return Path(state) / "pitboss" / f"{engine.url.database or 'house'}.key"


def careful(connection: Any, _record: object) -> None:
    """SQLite writes ahead and waits for the disk at every commit."""
    cursor = connection.cursor()
    try:
        for pragma in ("synchronous=FULL", "foreign_keys=ON", "busy_timeout=10000"):
            cursor.execute(f"PRAGMA {pragma}")
        cursor.close()
    except Exception:
        connection.close()  # nobody else has it yet, and its thread would outlive the loop
        raise


def named(engine: AsyncEngine) -> str:
    """A database as people know it: the file, or the URL without its password."""
    return engine.url.database or "" if engine.dialect.name == "sqlite" else engine.url.render_as_string()


def plainly(error: BaseException) -> str:
    """What went wrong, in one line, without statements and values."""
    cause = error.orig if isinstance(error, DBAPIError) and error.orig is not None else error
    first = str(cause).strip().splitlines()
    return f"{type(cause).__name__}: {first[0]}" if first else type(cause).__name__
