"""Who is at work in a house, as whoever runs it sees it from any machine: by what the processes say in the database."""

import asyncio
from pathlib import Path
from typing import Any

from sqlalchemy import select, update

from pitboss.house import schema
from pitboss.house.backup import existing
from pitboss.house.database import Database
from pitboss.house.journal import PEOPLE
from pitboss.house.orders import Answer, NotDone
from pitboss.house.ownership import DatabaseMs
from pitboss.house.processes import TABLES_OF_PROCESSES

ALONE = "a house on SQLite has one process; `--db postgresql://...` may have many"


def processes(db: str, key_file: Path | None) -> Answer:
    """Every process that lives: where, of which version, with how many tables, and for how long it is believed."""
    return asyncio.run(_asked(db, key_file, None))


def drain(process: str, db: str, key_file: Path | None) -> Answer:
    """Tell a process to hand over what it has, and to end: it reads so at its next beat."""
    return asyncio.run(_asked(db, key_file, process))


async def _asked(db: str, key_file: Path | None, told: str | None) -> Answer:
    database = await Database.open(existing(db), key_file, exclusive=False)
    try:
        if database.dialect != "postgresql":
            raise NotDone(ALONE)
        living = await _living(database)
        return _told(living) if told is None else await _tell(database, living, told)
    finally:
        await database.close()


async def _living(database: Database) -> list[dict[str, Any]]:
    c, p = schema.chains, schema.processes
    tables = {row.process: row.tables for row in await database.rows(TABLES_OF_PROCESSES)}
    cage = {row.process for row in await database.rows(select(c.c.process).where(c.c.table_id == PEOPLE))}
    lives = select(p, (p.c.until_ms - DatabaseMs()).label("left_ms")).where(p.c.until_ms > DatabaseMs())
    return [
        {
            "id": row.id,
            "address": row.address,
            "version": row.version,
            "tables": tables.get(row.id, 0),
            "cage": row.id in cage,
            "draining": row.draining or row.told_to_stop,
            "lease_ms": row.left_ms,
        }
        for row in await database.rows(lives.order_by(p.c.address, p.c.id))
    ]


def _told(living: list[dict[str, Any]]) -> Answer:
    lines = [
        f"{one['id']:<18}  {one['address']:<21}  {one['version']}  {one['tables']:>4} tables"
        f"  lease {one['lease_ms']} ms{'  has the cage' if one['cage'] else ''}{'  drains' if one['draining'] else ''}"
        for one in living
    ]
    many = f"{len(living)} {'process' if len(living) == 1 else 'processes'}"
    return Answer("\n".join([*lines, many]), living)


async def _tell(database: Database, living: list[dict[str, Any]], told: str) -> Answer:
    found = [one for one in living if told in (one["id"], one["address"])]
    if len(found) != 1:
        raise NotDone(f"no process {told} lives here; `pitboss admin processes` lists them by id and address")
    (one,), p = found, schema.processes
    if not any(other["id"] != one["id"] and not other["draining"] for other in living):
        raise NotDone(f"{told} would have nobody to hand its tables to: start another first, or stop the house")
    async with database.engine.begin() as connection:
        await connection.execute(update(p).where(p.c.id == one["id"]).values(told_to_stop=True))
    words = f"{one['id']} at {one['address']} hands over {one['tables']} tables, each when its round is over, and ends."
    return Answer(words, {**one, "draining": True})
