"""Whose a chain is: taken, claimed by every transaction, let go; what a transaction of unknown outcome has done."""

import asyncio
import os
import sqlite3
import stat
from collections.abc import Awaitable, Callable
from contextlib import closing, nullcontext
from pathlib import Path
from typing import Any

import msgspec
import pytest
from sqlalchemy import insert, select, update
from sqlalchemy.exc import DBAPIError, IntegrityError, OperationalError

from pitboss.house import schema
from pitboss.house.database import Database
from pitboss.house.journal import CAGE
from pitboss.house.numbers import LINES
from pitboss.house.ownership import CannotOpen, Chain, FileLock, NotAsLeft, Ownership, TakenOver, claim, is_gone
from tests import moves as m
from tests.house.kit import Player, house_on

C = schema.chains


def on_a_file(db: str, key: Path, scene: Callable[[Database], Awaitable[None]]) -> None:
    async def whole() -> None:
        database = await Database.open(db, key, process="a")
        try:
            await scene(database)
        finally:
            await database.close()

    asyncio.run(whole())


async def put(database: Database, table: str, epoch: int = 1, writes: int = 5, n: int = 0) -> Chain:
    """A chain on disk, and what its owner knows of it."""
    row = {"table_id": table, "epoch": epoch, "process": "a", "seq": 3, "n": n, "hash": "h", "writes": writes}
    async with database.engine.begin() as connection:
        await connection.execute(insert(C).values(row))
    return Chain(table, epoch, 3, n, "h", writes)


async def on_disk(database: Database, table: str) -> tuple[Any, ...]:
    rows = await database.rows(select(C.c.epoch, C.c.process, C.c.seq, C.c.writes).where(C.c.table_id == table))
    return tuple(rows[0]) if rows else ()


def line(n: int, at_ms: int = 0) -> Any:
    row = {"n": n, "kind": "people", "table_id": "people", "seq": 1, "body": "[]", "actor": "house", "at_ms": at_ms}
    return insert(schema.journal).values(**row, hash=f"{n:064}")


# --- what nobody knows of -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("epoch", "writes", "last", "is_written"),
    [
        (1, 5, None, False),
        (1, 6, None, True),  # a statement without a line
        (1, 5, (7, f"{7:064}"), False),
        (1, 6, (7, f"{7:064}"), None),  # it moved on, and not with this line
        (1, 7, None, None),
        (1, 4, None, None),
        (2, 5, None, None),
        (2, 6, None, None),
    ],
)
def test_where_a_chain_stands_tells_whether_its_transaction_is_there_or_another_has_it(
    sqlite_db: str, key: Path, epoch: int, writes: int, last: tuple[int, str] | None, is_written: bool | None
) -> None:
    async def scene(database: Database) -> None:
        await put(database, "t1", epoch, writes)
        asked = database.ownership.is_written({"t1": Chain("t1", 1, 3, 0, "h", 5)}, last)
        if is_written is None:
            with pytest.raises(TakenOver):
                await asked
        else:
            assert await asked is is_written

    on_a_file(sqlite_db, key, scene)


def test_a_line_that_is_there_is_there_whoever_has_the_chain_since(sqlite_db: str, key: Path) -> None:
    async def scene(database: Database) -> None:
        async with database.engine.begin() as connection:
            await connection.execute(line(7))
        await put(database, "t1", epoch=2, writes=9)
        before = {"t1": Chain("t1", 1, 3, 0, "h", 5)}
        assert await database.ownership.is_written(before, (7, f"{7:064}"))
        for other in ((7, "another's"), (8, f"{7:064}")):
            with pytest.raises(TakenOver):
                await database.ownership.is_written(before, other)

    on_a_file(sqlite_db, key, scene)


@pytest.mark.parametrize("to", [None, "b"])
def test_what_was_let_go_of_is_written_to_no_more_though_nobody_has_taken_it_yet(
    sqlite_db: str, key: Path, to: str | None
) -> None:
    async def scene(database: Database) -> None:
        await put(database, "t1")
        taken = await database.ownership.take("t1")
        assert taken is not None
        assert not await database.ownership.is_written({"t1": taken}, None)
        await database.ownership.release("t1", to)
        with pytest.raises(TakenOver):
            await database.ownership.is_written({"t1": taken}, None)

    on_a_file(sqlite_db, key, scene)


def test_of_several_chains_all_have_moved_on_or_none_has(sqlite_db: str, key: Path) -> None:
    async def scene(database: Database) -> None:
        known = {table: await put(database, table) for table in ("t1", "t2")}
        new = Chain("t3", 1, -1, 0, "", 0, is_new=True)
        assert not await database.ownership.is_written({**known, "t3": new}, None)
        with pytest.raises(TakenOver):
            await database.ownership.is_written({"t3": msgspec.structs.replace(new, is_new=False)}, None)
        async with database.engine.begin() as connection:
            await connection.execute(update(C).where(C.c.table_id == "t1").values(writes=6))
        with pytest.raises(TakenOver):
            await database.ownership.is_written(known, None)
        async with database.engine.begin() as connection:
            await connection.execute(update(C).where(C.c.table_id == "t2").values(writes=6))
        assert await database.ownership.is_written(known, None)

    on_a_file(sqlite_db, key, scene)


# --- claiming -------------------------------------------------------------------------------------------------------


def test_every_chain_that_is_written_to_moves_on_and_a_new_one_is_there(sqlite_db: str, key: Path) -> None:
    async def scene(database: Database) -> None:
        before = {table: await put(database, table) for table in ("t1", "t2")}
        before["t3"] = Chain("t3", 1, -1, 0, "", 0, is_new=True)
        after = {table: chain.moving_on() for table, chain in before.items()}
        for chain in after.values():
            chain.seq += 1
        async with database.engine.begin() as connection:
            await connection.run_sync(claim, before, after, "a")
        assert [await on_disk(database, table) for table in ("t1", "t2", "t3")] == [
            (1, "a", 4, 6),
            (1, "a", 4, 6),
            (1, "a", 0, 1),
        ]
        assert (after["t3"].writes, after["t3"].is_new) == (1, False)

    on_a_file(sqlite_db, key, scene)


@pytest.mark.parametrize("changed", [{"epoch": 2}, {"writes": 6}, {"process": None}, {"process": "b"}])
def test_if_one_is_not_as_it_was_left_none_moves(sqlite_db: str, key: Path, changed: dict[str, Any]) -> None:
    async def scene(database: Database) -> None:
        before = {table: await put(database, table) for table in ("t1", "t2")}
        async with database.engine.begin() as connection:
            await connection.execute(update(C).where(C.c.table_id == "t2").values(**changed))
        was = [await on_disk(database, table) for table in before]
        with pytest.raises(NotAsLeft):
            async with database.engine.begin() as connection:
                await connection.run_sync(
                    claim, before, {table: chain.moving_on() for table, chain in before.items()}, "a"
                )
        assert [await on_disk(database, table) for table in before] == was

    on_a_file(sqlite_db, key, scene)


def test_a_new_one_that_is_there_by_now_was_written_by_an_earlier_try_or_by_somebody_else(
    sqlite_db: str, key: Path
) -> None:
    """Given a chain that is new, when its row comes to disk late after all, then the next try looks what is there."""

    async def scene(database: Database) -> None:
        was = Chain("t3", 1, -1, 0, "", 0, is_new=True)
        for expected in (nullcontext(), pytest.raises(NotAsLeft)):
            with expected:
                async with database.engine.begin() as connection:
                    await connection.run_sync(claim, {"t3": was}, {"t3": was.moving_on()}, "a")
        assert await on_disk(database, "t3") == (1, "a", -1, 1)

    on_a_file(sqlite_db, key, scene)


# --- taking and letting go ------------------------------------------------------------------------------------------


def test_whoever_takes_chains_knows_the_time_of_each_and_the_highest_line_of_all(sqlite_db: str, key: Path) -> None:
    async def scene(database: Database) -> None:
        async with database.engine.begin() as connection:
            await connection.execute(line(7, at_ms=1234))
        await put(database, "t1", n=7)
        await put(database, "t2", n=3)
        taken = [await database.ownership.take(table) for table in ("t1", "t2")]
        assert [(one.epoch, one.n, one.at_ms) for one in taken if one is not None] == [(2, 7, 1234), (2, 3, 0)]
        assert database.ownership.highest_n == 7
        assert database.ownership.chain_of("t1") == taken[0]
        with pytest.raises(TakenOver, match="t9"):
            database.ownership.chain_of("t9")

    on_a_file(sqlite_db, key, scene)


def test_whoever_has_the_database_alone_takes_every_chain_but_those_of_closed_tables(sqlite_db: str, key: Path) -> None:
    async def scene(database: Database) -> None:
        await put(database, "t1")
        await put(database, "t2")
        async with database.engine.begin() as connection:
            await connection.execute(schema.closed_tables.insert(), {"table_id": "t2"})
        await database.ownership.take_all()
        assert set(database.ownership.held) == {*CAGE, "t1"}
        assert await database.ownership.take("t2") is None, "who found it free may ask for it when it has closed"

    on_a_file(sqlite_db, key, scene)


def test_what_another_has_taken_since_is_not_let_go(sqlite_db: str, key: Path) -> None:
    async def scene(database: Database) -> None:
        await put(database, "t1")
        ours, theirs = database.ownership, Ownership(database.engine, "b")
        await ours.take("t1")
        assert await theirs.take("t1") is not None, "nobody has said that its process lives"
        await ours.release("t1")
        assert (await on_disk(database, "t1"))[:2] == (3, "b")
        await ours.release("t1")  # twice does nothing
        await theirs.release("t1")
        assert (await on_disk(database, "t1"))[:2] == (3, None)
        assert not ours.held.keys() | theirs.held.keys()

    on_a_file(sqlite_db, key, scene)


def test_what_was_given_to_another_is_not_declined_and_one_takes_up_what_is_ones_own(sqlite_db: str, key: Path) -> None:
    async def scene(database: Database) -> None:
        for table in ("t1", "t2", "t3"):
            await put(database, table)
        ours, theirs = database.ownership, Ownership(database.engine, "b")
        for table, to in (("t1", ours.process), ("t2", "b")):
            await ours.take(table)
            await ours.release(table, to)
        await ours.decline(["t1", "t2"])
        assert [(await on_disk(database, table))[1] for table in ("t1", "t2")] == [None, "b"]
        assert await theirs.take("t2") is not None, "it was given to it"

    on_a_file(sqlite_db, key, scene)


# --- a connection that failed, and a question that did --------------------------------------------------------------


class Said(Exception):
    """What a server says, with its code."""

    def __init__(self, sqlstate: str) -> None:
        self.sqlstate = sqlstate


def through(error: BaseException, invalidated: bool = False) -> DBAPIError:
    return OperationalError("SELECT 1", {}, error, connection_invalidated=invalidated)


@pytest.mark.parametrize(
    ("error", "gone"),
    [
        (ConnectionResetError(), True),
        (TimeoutError(), True),
        (through(ConnectionResetError()), True),
        (through(ValueError(), invalidated=True), True),
        (through(ValueError()), False),
        (Said("57P01"), True),
        (through(Said("08006")), True),
        (through(Said("40P01")), True),
        (through(Said("25P03")), True),
        (through(Said("53300")), True),
        (through(Said("40001")), False),
        (through(Said("23514")), False),
        (IntegrityError("INSERT", {}, Said("23505")), False),
        (ValueError(), False),
    ],
)
def test_it_is_told_which_it_was(error: BaseException, gone: bool) -> None:
    assert is_gone(error) is gone


def test_what_is_no_plain_file_is_no_database_and_stays_as_it_is(tmp_path: Path) -> None:
    """Whoever runs a house as root and names /dev/null would take it from everybody else."""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    pipe.chmod(0o666)
    with pytest.raises(CannotOpen, match="no file that a house may have to itself"):
        asyncio.run(FileLock(pipe).take())
    assert stat.S_IMODE(pipe.stat().st_mode) == 0o666


def test_a_file_is_one_houses_until_it_lets_go_and_who_did_not_get_it_holds_nothing(tmp_path: Path) -> None:
    async def scene() -> None:
        first, second = (FileLock(tmp_path / "house.db") for _ in range(2))
        assert await first.take()
        for _ in range(2):
            assert not await second.take()
            assert second._file is None, "not even the file open"
        await first.release()
        assert await second.take()
        await second.release()

    asyncio.run(scene())


def test_a_line_comes_after_the_last_of_its_chain_by_its_number_in_the_journal_too(sqlite_db: str, key: Path) -> None:
    async def scene() -> None:
        async with house_on(sqlite_db, key) as house:
            ann = await Player.come(house, "Ann")
            live = await ann.open()
            house.committer._numbers._next[LINES] += 5
            await ann.move(live, m.Sit, box=1)
            values = f"'move', '{live.id}', max(seq) + 1, '{{}}', 'x', NULL, NULL, 0, 'h'"
            before = f"INSERT INTO journal SELECT max(n) - 1, {values} FROM journal WHERE table_id = '{live.id}'"
            with (
                closing(sqlite3.connect(sqlite_db)) as file,
                pytest.raises(sqlite3.IntegrityError, match="has no gaps"),
            ):
                file.execute(before)

    asyncio.run(scene())


@pytest.mark.parametrize("error", [OSError("no such luck"), TypeError("no such luck")])
def test_a_file_that_could_not_be_read_at_first_may_be_opened_when_it_can(
    tmp_path: Path, key: Path, monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    async def unreadable(*_: object) -> None:
        raise error

    async def scene() -> None:
        monkeypatch.setattr(Database, "_migrate", unreadable)
        with pytest.raises(CannotOpen, match="no such luck"):
            await Database.open(str(tmp_path / "house.db"), key)
        monkeypatch.undo()
        await (await Database.open(str(tmp_path / "house.db"), key)).close()

    asyncio.run(scene())


def test_a_file_that_has_another_name_too_is_not_opened(tmp_path: Path) -> None:
    """Two houses could have it open under two names, each with a lock of its own."""
    one = tmp_path / "house.db"
    one.touch()
    (tmp_path / "another.db").hardlink_to(one)
    with pytest.raises(CannotOpen, match="another name too"):
        asyncio.run(FileLock(one).take())
