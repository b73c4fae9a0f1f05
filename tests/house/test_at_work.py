"""Who is at work in a house, as an operator reads it from what its processes say in the database: here, in a file."""

import asyncio
from pathlib import Path

import pytest
from sqlalchemy import select, update

from pitboss.house import schema
from pitboss.house.at_work import _living, _tell, _told
from pitboss.house.database import Database
from pitboss.house.journal import PEOPLE
from pitboss.house.orders import NotDone
from tests.house.among import LEASE_MS, chain, given_to, lives_until, member, opened, say

P = schema.processes


async def five(database: Database) -> None:
    """Two at work, one with the cage and one with tables; one that drains, one that is told to; and a dead one."""
    for name in ("b", "a", "c", "d", "e"):
        process = member(database, name)
        process.draining = name == "c"
        await process.beat()
    told = update(P).where(P.c.id == "d").values(told_to_stop=True)
    closed = update(schema.chains).where(schema.chains.c.table_id == "t4").values(settled=True)
    tables = [chain("t1", "b"), chain("t2", "b"), chain("t3", "e"), chain("t4", "a")]
    await say(database, told, lives_until("e", 0), given_to("a", PEOPLE), *tables, closed)


def test_each_that_lives_is_told_with_what_it_has_and_what_it_is_about_to_do(sqlite_db: str, key: Path) -> None:
    async def scene() -> None:
        async with opened(sqlite_db, key) as database:
            await five(database)
            living = await _living(database)
            assert [(one["id"], one["tables"], one["cage"], one["draining"]) for one in living] == [
                ("a", 0, True, False),
                ("b", 2, False, False),
                ("c", 0, False, True),
                ("d", 0, False, True),
            ]
            assert [one["address"] for one in living] == ["a:1", "b:1", "c:1", "d:1"]
            assert all(0 < one["lease_ms"] <= LEASE_MS for one in living), "what is left of it, by the database's clock"

    asyncio.run(scene())


def test_an_operator_reads_a_line_for_each_and_how_many_there_are() -> None:
    one = {"id": "a", "address": "a:1", "version": "9.9", "tables": 3, "cage": True, "draining": False, "lease_ms": 70}
    two = {**one, "id": "b", "address": "b:1", "tables": 0, "cage": False, "draining": True}
    first, second, many = _told([one, two]).words.splitlines()
    assert " ".join(first.split()) == "a a:1 9.9 3 tables lease 70 ms has the cage"
    assert " ".join(second.split()) == "b b:1 9.9 0 tables lease 70 ms drains"
    assert many == "2 processes"
    assert _told([one]).words.endswith("\n1 process")


@pytest.mark.parametrize(
    ("told", "sentence"),
    [
        ("b", None),
        ("b:1", None),
        ("c", None),  # also one that drains already: two stay
        ("e", "no process e lives here"),
        ("x", "no process x lives here"),
    ],
)
def test_one_that_lives_is_told_by_its_id_or_address_and_no_other_is(
    sqlite_db: str, key: Path, told: str, sentence: str | None
) -> None:
    async def scene() -> None:
        async with opened(sqlite_db, key) as database:
            await five(database)
            living = await _living(database)
            if sentence is None:
                answer = await _tell(database, living, told)
                assert answer.words.startswith(
                    f"{told[0]} at {told[0]}:1 hands over {2 if told[0] == 'b' else 0} tables"
                )
                assert (answer.value["id"], answer.value["draining"]) == (told[0], True)
            else:
                with pytest.raises(NotDone, match=sentence):
                    await _tell(database, living, told)
            to_stop = await database.rows(select(P.c.id).where(P.c.told_to_stop))
            assert {row.id for row in to_stop} == {"d"} | ({told[0]} if sentence is None else set())

    asyncio.run(scene())


def test_an_address_that_two_have_names_neither(sqlite_db: str, key: Path) -> None:
    """One that has died, and whose lease is not over, and one that was started in its place."""

    async def scene() -> None:
        async with opened(sqlite_db, key) as database:
            await five(database)
            await say(database, update(P).where(P.c.id == "a").values(address="b:1"))
            living = await _living(database)
            with pytest.raises(NotDone, match=r"no process b:1 lives here; .* by id"):
                await _tell(database, living, "b:1")
            assert (await _tell(database, living, "b")).value["id"] == "b"

    asyncio.run(scene())


def test_the_last_that_stays_is_not_told_to_go(sqlite_db: str, key: Path) -> None:
    async def scene() -> None:
        async with opened(sqlite_db, key) as database:
            await five(database)
            await say(database, lives_until("a", 0))
            with pytest.raises(NotDone, match="b would have nobody to hand its tables to"):
                await _tell(database, await _living(database), "b")

    asyncio.run(scene())
