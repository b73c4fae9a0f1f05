"""A house among others: one on a file; the others are rows of the database, as a process sees others.

Leases end when a row says so.
"""

import asyncio
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import msgspec
from sqlalchemy import insert, select, update

from pitboss.house import schema
from pitboss.house.database import Database
from pitboss.house.house import House
from pitboss.house.lobby_cards import Listed, TableCard
from pitboss.house.ownership import Ownership
from pitboss.house.processes import Processes, Shown
from pitboss.house.settings import UNHURRIED
from tests import moves as m
from tests.house.kit import Player

LEASE_MS = 1_000_000
CARD = TableCard(
    table="t1",
    game="double-attack-pa",
    title="",
    phase="betting",
    round=1,
    positions=6,
    taken={},
    minimum_cents=10_00,
    maximum_cents=500_00,
    chip_cents=1_00,
    watching=0,
    departures=(),
)


def shown(table: str, *players: str, seen_at: Mapping[str, str] = {}, round: int = 1) -> Shown:
    listed = Listed(msgspec.structs.replace(CARD, table=table, round=round))
    return Shown(listed=listed, opened_by="Ann", players=players, seen_at=dict(seen_at))


def member(database: Database, name: str) -> Processes:
    """A process of the same house."""
    same: Any = SimpleNamespace(
        engine=database.engine, rows=database.rows, ownership=Ownership(database.engine, name), dialect="sqlite"
    )
    return Processes(same, f"{name}:1", LEASE_MS)


async def say(database: Database, *statements: Any) -> None:
    async with database.engine.begin() as connection:
        for statement in statements:
            await connection.execute(statement)


def lives_until(name: str, until_ms: int) -> Any:
    return update(schema.processes).where(schema.processes.c.id == name).values(until_ms=until_ms)


def lives_longer(name: str) -> Any:
    p = schema.processes
    return update(p).where(p.c.id == name).values(until_ms=p.c.until_ms + 1)


def given_to(process: str | None, *tables: str) -> Any:
    """The chains are somebody's."""
    c = schema.chains
    return update(c).where(c.c.table_id.in_(tables)).values(process=process, epoch=c.c.epoch + 1)


def chain(table: str, process: str | None) -> Any:
    row = {"table_id": table, "epoch": 1, "process": process, "seq": 0, "n": 0, "hash": "", "writes": 1}
    return insert(schema.chains).values(row)


@asynccontextmanager
async def opened(db: str, key: Path) -> AsyncIterator[Database]:
    database = await Database.open(db, key, process="a")
    try:
        yield database
    finally:
        await database.close()


@asynccontextmanager
async def house_among(db: str, key: Path) -> AsyncIterator[tuple[House, Processes]]:
    """A house that has the cage, and a process beside it of which it has heard; it beats when a test says so."""
    async with opened(db, key) as database:
        house = House(database, UNHURRIED, processes=Processes(database, "a:1", LEASE_MS, LEASE_MS))
        await house.start()
        b = member(database, "b")
        await b.beat()
        await house.beat()
        await taken_up(house)
        try:
            yield house, b
        finally:
            await house.stop()


async def taken_up(house: House) -> None:
    """What a beat began is done."""
    while tasks := [task for task in house._tasks if task.get_name() != "beat"]:
        await asyncio.gather(*tasks)


async def left_lying(house: House) -> str:
    """A table that nobody has, at which Ann sits."""
    ann = await Player.come(house, "Ann")
    live = await ann.open()
    await ann.move(live, m.Sit, box=1)
    house.drop(live)
    await house.database.ownership.release(live.id)
    return live.id


async def owner_of(house: House, table: str) -> str | None:
    c = schema.chains
    return (await house.database.rows(select(c.c.process).where(c.c.table_id == table)))[0].process  # type: ignore[no-any-return]  # a column
