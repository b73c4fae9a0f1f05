"""When the disk fails the house stops with a clear message, and nothing it has confirmed is lost."""

import asyncio
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection
from sqlalchemy.exc import OperationalError

from pitboss.house.audit import audit_database
from pitboss.house.committer import Stopped
from pitboss.house.database import Database
from pitboss.house.house import House
from pitboss.house.settings import UNHURRIED
from pitboss.house.writer import AsyncWriter, ThreadWriter, Work, Writer
from pitboss.procedure import moves as m
from tests.house.kit import Player, house_on, to_betting


def test_a_full_disk_stops_the_house_and_loses_nothing_confirmed(sqlite_db: str, key: Path) -> None:
    async def scene() -> tuple[str, int]:
        database = await Database.open(sqlite_db, key)
        house = House(database, UNHURRIED)
        await house.start()
        ann = await Player.come(house, "Ann")
        live = await ann.open()
        await to_betting(ann, live)
        said: list[str] = []
        house.on_failure = said.append
        await house.committer.writer.write(_leave_no_room)
        confirmed = 0
        while house.failure is None:
            try:
                await ann.move(live, m.BuyIn, cents=1_00)
                confirmed += 1
            except Stopped:
                break
        assert said
        assert "full" in said[0]
        with pytest.raises(Stopped):
            await ann.move(live, m.BuyIn, cents=1_00)
        await house.stop()
        await database.close()
        return live.id, confirmed

    async def after(table: str, confirmed: int) -> None:
        async with house_on(sqlite_db, key) as house:
            assert house.tables[table].table.state.players["Ann"].chips == 1_000_00 + confirmed * 1_00

    table, confirmed = asyncio.run(scene())
    assert asyncio.run(audit_database(sqlite_db, key)).wrong is None
    asyncio.run(after(table, confirmed))


@pytest.mark.parametrize("written", [False, True])
def test_a_failed_fsync_stops_the_house(db: str, key: Path, monkeypatch: pytest.MonkeyPatch, written: bool) -> None:
    """Whether the data reached the disk or not is then unknown; either way nothing was confirmed."""
    kind: type[Writer] = AsyncWriter if "://" in db else ThreadWriter
    write = kind.write

    async def fails(self: Any, work: Work) -> None:
        if written:
            await write(self, work)
        raise OperationalError("COMMIT", {}, Exception("disk I/O error"))

    async def scene() -> str:
        database = await Database.open(db, key)
        house = House(database, UNHURRIED)
        await house.start()
        ann = await Player.come(house, "Ann")
        live = await ann.open()
        await to_betting(ann, live)
        monkeypatch.setattr(kind, "write", fails)
        with pytest.raises(Stopped, match="disk I/O error"):
            await ann.move(live, m.Wager, box=1, cents=10_00)
        monkeypatch.undo()
        with pytest.raises(Stopped):
            await ann.move(live, m.Ready)
        assert house.failure is not None
        await house.stop()
        await database.close()
        return live.id

    async def after(table: str) -> None:
        async with house_on(db, key) as house:
            chips = house.tables[table].table.state.players["Ann"].chips
            assert chips == (990_00 if written else 1_000_00)

    table = asyncio.run(scene())
    assert asyncio.run(audit_database(db, key)).wrong is None
    asyncio.run(after(table))


def _leave_no_room(connection: Connection) -> None:
    pages = connection.exec_driver_sql("PRAGMA page_count").scalar_one()
    connection.exec_driver_sql(f"PRAGMA max_page_count = {pages + 2}")
