"""Processes of two versions on one database: it is not changed under those at work, nor written to by the late."""

import asyncio
from pathlib import Path

import asyncpg  # type: ignore[import-untyped]  # it ships no types
import pytest
from sqlalchemy import select
from sqlalchemy.exc import DBAPIError

from pitboss.house import schema
from pitboss.house.committer import Stopped
from pitboss.house.database import CannotOpen, Database
from pitboss.house.migrations.bring_up import newest
from pitboss.house.turns import Busy
from tests import moves as m
from tests.house.conftest import Postgres
from tests.house.kit import Player
from tests.house.test_migrations import _lay_down
from tests.house.test_processes import lines, pg_db, process

__all__ = ["pg_db"]
OLD = "procedure 3, schema 8"


async def _said(db: str, version: str, *statements: str) -> None:
    """From outside, as a program of some version of the database."""
    connection = await asyncpg.connect(db, server_settings={"application_name": f"pitboss schema {version}"})
    for statement in statements:
        await connection.execute(statement)
    await connection.close()


def test_a_database_is_not_brought_up_to_date_while_processes_of_the_version_before_are_at_work(
    postgres: Postgres, key: Path
) -> None:
    db = postgres.new_database()

    async def scene() -> None:
        await _lay_down(8, db, key)
        there = "INSERT INTO processes (id, address, version, until_ms, draining) VALUES"
        await _said(db, "8", f"{there} ('a', '10.0.0.5:8100', '{OLD}', {2**62}, false)")
        await _said(db, "8", f"{there} ('b', '10.0.0.6:8100', '{OLD}', 0, false)")
        with pytest.raises(CannotOpen) as why:
            await Database.open(db, key)
        assert f"version 8, this program brings it to {newest()}" in str(why.value)
        assert f"a at 10.0.0.5:8100 ({OLD})." in str(why.value), "and b is dead"
        await _said(db, "8", "UPDATE processes SET until_ms = 0")
        database = await Database.open(db, key)
        assert await database.rows(select(schema.processes)) == []
        await database.close()

    asyncio.run(scene())


async def _brought_further(db: str) -> None:
    """As a later version will leave a database whose processes were all thought dead."""
    later = str(int(newest()) + 1)
    await _said(
        db,
        later,
        f"UPDATE alembic_version SET version_num = '{later}'",
        "UPDATE chains SET epoch = epoch + 1, process = NULL",
        "DELETE FROM processes",
    )


def test_a_process_that_slept_while_the_database_was_brought_further_writes_nothing_and_takes_nothing(
    pg_db: str, key: Path
) -> None:
    async def scene() -> None:
        async with process(pg_db, key, "a") as a:
            ann = await Player.come(a, "Ann")
            live = await ann.open()
            before = await lines(a)
            await _brought_further(pg_db)
            with pytest.raises(Busy, match="elsewhere"):
                await ann.move(live, m.Sit, box=1)
            assert live.id not in a.tables
            with pytest.raises(DBAPIError, match="another version than this process"):
                await a.beat()
            with pytest.raises(DBAPIError, match="another version than this process"):
                await a.database.ownership.take(live.id)
            with pytest.raises(Stopped):
                await ann.open()
            assert a.failure is not None
            assert "another version than this process" in a.failure
            assert await lines(a) == before
            assert {row.process for row in await a.database.rows(select(schema.chains))} == {None}
        with pytest.raises(CannotOpen, match="this program knows up to"):
            await Database.open(pg_db, key)

    asyncio.run(scene())
