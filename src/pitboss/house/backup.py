"""Backup and restore: a copy of the house as it was at one moment, taken while it goes on, which proves itself.

A backup is an SQLite file with the tables of the house, whatever database it was taken from, so that `pitboss audit`
reads it as it lies and it can be restored to either kind. A copy counts only when its own audit finds it in order and
it ends with the hash with which the original ended.
"""

import os
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from urllib.parse import quote

import msgspec
from sqlalchemy import Connection, inspect, select
from sqlalchemy.engine import make_url
from sqlalchemy.exc import SQLAlchemyError

from pitboss.house import schema
from pitboss.house.audit import audit_database
from pitboss.house.audited import Report
from pitboss.house.database import CannotOpen, Database, engine_for, plainly
from pitboss.house.keys import place_of
from pitboss.house.vault import PRIVATE, make_private

PAGE_ROWS = 2_000


class Copied(msgspec.Struct, kw_only=True, frozen=True):
    """What was copied where, and what its audit says."""

    file: str
    key: str
    key_copied: bool
    audit: Report

    def words(self, what: str) -> str:
        """For people."""
        if self.key_copied:
            key = f"The key is with it: {self.key}. Whoever has both can see the cards that are still to come."
        else:
            key = f"The key of the sealed orders is not in it: {self.key}. Keep a copy of that file elsewhere."
        return f"{what}: {self.file}. {self.audit.words()}\n{key}"


async def back_up(db: str, file: Path, key_file: Path | None, with_key: bool) -> Copied:
    """Copy a house that may be open into a file that is not there yet."""
    if not file.name:
        raise CannotOpen("a backup needs the name of a file that is not there yet")
    own_key = key_beside(file)
    for path in (file, own_key) if with_key else (file,):
        if path.exists():
            raise CannotOpen(f"{path} is there already; a backup overwrites nothing")
    database = await Database.open(existing(db), key_file, exclusive=False)
    key = database.key_file
    part = file.with_name(f"{file.name}.part")
    try:
        part.unlink(missing_ok=True)  # of a backup that was broken off
        make_private(part)
        if database.dialect == "sqlite":
            copy_file(Path(database.engine.url.database or ""), part)
        else:
            await _copy_rows(database, str(part))
    except (OSError, sqlite3.Error, SQLAlchemyError) as error:
        raise CannotOpen(f"{file} cannot be written: {plainly(error)}") from None
    finally:
        await database.close()
    key = await _key_of(part, key)
    report = await _proved(part, file, key)
    if with_key:
        copy_key(key, own_key)
    return Copied(file=str(file), key=str(own_key if with_key else key), key_copied=with_key, audit=report)


async def restore(file: Path, db: str, key_file: Path | None) -> Copied:
    """Copy a backup into a place where nothing is."""
    backup = await Database.open(existing(str(file)), key_beside(file), exclusive=False)
    own_key = backup.key_file
    try:
        if "://" not in db:
            return await _restore_file(file, Path(db), key_file, own_key)
        await _refuse_full(db)
        await _copy_rows(backup, db)
        database = await Database.open(db, key_file, exclusive=False)
        key = database.key_file
        await database.close()
    finally:
        await backup.close()
    brought = _bring_key(own_key, key)
    key = await _key_of(db, key)
    return Copied(
        file=_without_password(db),
        key=str(key),
        key_copied=brought,
        audit=await audit_database(db, key, without_key=not key.exists()),
    )


async def _restore_file(file: Path, target: Path, key_file: Path | None, own_key: Path) -> Copied:
    if target.exists():
        raise CannotOpen(f"{target} is there already; a backup is restored to where nothing is")
    part = target.with_name(f"{target.name}.part")
    key = key_file or target.with_suffix(".db.key")
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        part.unlink(missing_ok=True)
        make_private(part)
        copy_file(file, part)
    except (OSError, sqlite3.Error) as error:
        raise CannotOpen(f"{target} cannot be written: {plainly(error)}") from None
    brought = _bring_key(own_key, key)
    key = await _key_of(part, key)
    return Copied(file=str(target), key=str(key), key_copied=brought, audit=await _proved(part, target, key))


async def _key_of(db: Path | str, path: Path) -> Path:
    """The key of a copy: the house may have had another by then, or have another since."""
    copy = await Database.open(str(db), path, exclusive=False)
    try:
        return await place_of(copy)
    finally:
        await copy.close()


async def _refuse_full(db: str) -> None:
    """A house is never restored over another; the look leaves nothing behind."""
    engine, _ = engine_for(db)
    try:
        async with engine.connect() as connection:
            names = await connection.run_sync(lambda sync: inspect(sync).get_table_names())
    except (SQLAlchemyError, OSError) as error:
        raise CannotOpen(f"the database does not answer: {plainly(error)}") from None
    finally:
        await engine.dispose()
    if names:
        raise CannotOpen(f"the database has tables already ({names[0]}); a backup is restored to where nothing is")


async def _proved(part: Path, file: Path, key: Path) -> Report:
    """The audit of a copy, which has its name only if it is in order; otherwise it says what it is."""
    report = await audit_database(str(part), key, without_key=not key.exists())
    name = file if report.wrong is None else file.with_name(f"{file.name}.wrong")
    with open(part, "rb") as written:
        os.fsync(written.fileno())
    part.rename(name)
    for beside in (Path(f"{part}-wal"), Path(f"{part}-shm"), part.with_suffix(".db.lock")):
        beside.unlink(missing_ok=True)
    return report


def copy_file(source: Path, target: Path) -> None:
    """SQLite's own way to copy a database that is in use: one moment of it, whole."""
    with (
        closing(sqlite3.connect(f"file:{quote(str(source))}?mode=ro", uri=True)) as there,
        closing(sqlite3.connect(target)) as here,
    ):
        there.backup(here)


async def _copy_rows(source: Database, db: str) -> None:
    """Every row of one moment into an empty database, whose triggers check that every chain is in order.

    Transfers of many tables have no order in which every balance comes about as it did, so balances are copied as they
    are; the audit of the copy makes them anew.
    """
    target = await Database.open(db, Path(os.devnull))
    try:
        async with source.snapshot() as moment, target.engine.begin() as connection:
            await connection.run_sync(_without_posting)
            for table in schema.metadata.sorted_tables:
                if table in schema.OF_THE_MOMENT:
                    continue
                if table not in schema.APPEND_ONLY:
                    await connection.execute(table.delete())  # whatever a new database has of its own
                async for page in moment.pages(select(table).order_by(*table.primary_key), PAGE_ROWS):
                    await connection.execute(table.insert(), [dict(row._mapping) for row in page])
            await connection.run_sync(_posting_again)
    finally:
        await target.close()


_POSTING = {"transfers": ("transfers_post",), "balances": ("balances_begin", "balances_follow", "balances_stay")}


def _without_posting(connection: Connection) -> None:
    """For as long as a transaction of a copy takes, balances are what is written there."""
    if connection.dialect.name == "postgresql":
        for table in _POSTING:
            connection.exec_driver_sql(f"ALTER TABLE {table} DISABLE TRIGGER USER")
        return
    for name in (name for names in _POSTING.values() for name in names):
        connection.exec_driver_sql(f"DROP TRIGGER {name}")


def _posting_again(connection: Connection) -> None:
    if connection.dialect.name == "postgresql":
        for table in _POSTING:
            connection.exec_driver_sql(f"ALTER TABLE {table} ENABLE TRIGGER USER")
        return
    names = [name for names in _POSTING.values() for name in names]
    for rule in schema.rules("sqlite"):
        if rule.split()[2] in names:
            connection.exec_driver_sql(rule)


def existing(db: str) -> str:
    """The database of that name, which has to be there."""
    if "://" not in db and not Path(db).is_file():
        raise CannotOpen(f"there is no database {db}; `pitboss serve` makes one")
    return db


def key_beside(file: Path) -> Path:
    """Where a backup's key lies, if it was asked for."""
    return file.with_name(f"{file.name}.key")


def copy_key(key: Path, target: Path) -> None:
    """Copy a key to where none is, readable to its owner alone."""
    if not key.exists():
        raise CannotOpen(f"there is no key {key}")
    with open(os.open(target, os.O_WRONLY | os.O_CREAT | os.O_EXCL, PRIVATE), "wb") as copy, open(key, "rb") as file:
        shutil.copyfileobj(file, copy)
        copy.flush()
        os.fsync(copy.fileno())


def _bring_key(own: Path, key: Path) -> bool:
    """The backup's own key to where the house will look for it, unless one is there."""
    if key.exists() or not own.exists():
        return False
    key.parent.mkdir(parents=True, exist_ok=True)
    copy_key(own, key)
    return True


def _without_password(db: str) -> str:
    return make_url(db).render_as_string(hide_password=True)
