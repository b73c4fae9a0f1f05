"""The database: SQLite in a file by default, PostgreSQL by URL; opened by one house at a time, brought up to date."""

import fcntl
import os
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Protocol, Self

from sqlalchemy import event, text
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine
from sqlalchemy.pool import NullPool

from pitboss.house.migrations import bring_up as migrations
from pitboss.house.vault import make_private

DEFAULT = "pitboss.db"
PASSWORD = "PITBOSS_DB_PASSWORD"
PASSWORD_FILE = "PITBOSS_DB_PASSWORD_FILE"
POSTGRES_LOCK = 0x706974626F7373  # "pitboss" as a number


class CannotOpen(Exception):
    """The database cannot be opened; the sentence says why."""


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

    def __init__(self, engine: AsyncEngine, key_file: Path, lock: Any = None) -> None:
        self.engine = engine
        self.key_file = key_file
        self._lock = lock

    @property
    def dialect(self) -> str:
        """`sqlite` or `postgresql`."""
        return self.engine.dialect.name

    @classmethod
    async def open(cls, url: str = DEFAULT, key_file: Path | None = None, exclusive: bool = True) -> Self:
        """Open a database by its URL or the path of an SQLite file, and bring it up to date."""
        engine, beside = engine_for(url)
        try:
            lock = await _only_one(engine, beside) if exclusive else None
        except CannotOpen:
            await engine.dispose()
            raise
        database = cls(engine, key_file or (beside or Path("pitboss.db")).with_suffix(".db.key"), lock)
        try:
            await database._migrate(exclusive)
        except (SQLAlchemyError, OSError) as error:
            await database.close()
            raise CannotOpen(f"the database does not answer: {plainly(error)}") from None
        except CannotOpen:
            await database.close()
            raise
        return database

    async def _migrate(self, bring_up: bool) -> None:
        async with self.engine.begin() as connection:
            have, newest = await connection.run_sync(migrations.version_of), migrations.newest()
            if have == newest:
                return
            if have is not None and not have.isdecimal():
                raise CannotOpen("the database does not say which version it has")
            if have is not None and int(have) > int(newest):
                raise CannotOpen(f"the database has version {have}; this program knows up to {newest}")
            if not bring_up:
                raise CannotOpen(f"the database has version {have or 0}; `pitboss serve` brings it to {newest}")
            await connection.run_sync(migrations.bring_up)

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

    async def rows(self, statement: Any, parameters: dict[str, Any] | None = None) -> Sequence[Any]:
        """What a question gives."""
        async with self.engine.connect() as connection:
            return (await connection.execute(statement, parameters or {})).all()

    async def close(self) -> None:
        """Let go of it."""
        if isinstance(self._lock, AsyncConnection):
            await self._lock.close()
        elif self._lock is not None:
            os.close(self._lock)
        self._lock = None
        await self.engine.dispose()


def engine_for(url: str) -> tuple[AsyncEngine, Path | None]:
    """An engine, and for SQLite the file."""
    try:
        parsed = make_url(url) if "://" in url else make_url(f"sqlite:///{url}")
    except (ArgumentError, ValueError):
        raise CannotOpen("that is not the URL of a database") from None
    backend = parsed.get_backend_name()
    if backend == "postgresql":
        parsed = _with_password(parsed).set(drivername="postgresql+asyncpg")
        return create_async_engine(parsed, pool_size=4), None
    if backend != "sqlite" or not parsed.database:
        raise CannotOpen("--db takes postgresql://... or the path of an SQLite file")
    engine = create_async_engine(parsed.set(drivername="sqlite+aiosqlite"), poolclass=NullPool)
    event.listen(engine.sync_engine, "connect", careful)
    return engine, Path(parsed.database)


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


def careful(connection: Any, _record: object) -> None:
    """SQLite writes ahead and waits for the disk at every commit."""
    cursor = connection.cursor()
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=10000"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


async def _only_one(engine: AsyncEngine, beside: Path | None) -> Any:
    """Two houses on one database would each believe their own memory: the second is refused."""
    taken = CannotOpen("another house has this database open")
    if beside is not None:
        try:
            beside.parent.mkdir(parents=True, exist_ok=True)
            for path in (beside, beside.with_suffix(".db.lock")):
                make_private(path)  # before anything is in it; what SQLite lays beside it is as private as it is
            lock = os.open(beside.with_suffix(".db.lock"), os.O_RDWR)
        except OSError as error:
            raise CannotOpen(f"{beside}: {error.strerror}") from None
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            os.close(lock)
            raise taken from None
        return lock
    try:
        connection = await (await engine.connect()).execution_options(isolation_level="AUTOCOMMIT")
        mine = (await connection.execute(text(f"SELECT pg_try_advisory_lock({POSTGRES_LOCK})"))).scalar_one()
    except (SQLAlchemyError, OSError) as error:
        raise CannotOpen(f"the database does not answer: {plainly(error)}") from None
    if not mine:
        await connection.close()
        raise taken
    return connection


def plainly(error: BaseException) -> str:
    """What went wrong, in one line, without statements and values."""
    cause = error.orig if isinstance(error, DBAPIError) and error.orig is not None else error
    first = str(cause).strip().splitlines()
    return f"{type(cause).__name__}: {first[0]}" if first else type(cause).__name__
