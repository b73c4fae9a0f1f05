"""Numbers of lines and transfers: each is given once, whoever gives it, and those of one process rise."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from sqlalchemy import insert

from pitboss.house import schema
from pitboss.house.database import Database
from pitboss.house.numbers import BLOCK, LINES, TRANSFERS, Numbers


def a_process(database: Database) -> tuple[Numbers, Any]:
    """One of several that share a database, and what it knows of its chains."""
    owns: Any = SimpleNamespace(highest_n=0)
    same: Any = SimpleNamespace(dialect="postgresql", engine=database.engine, rows=database.rows, ownership=owns)
    return Numbers(same), owns


def on_a_file(db: str, key: Path, scene: Callable[[Database], Awaitable[None]]) -> None:
    async def whole() -> None:
        database = await Database.open(db, key)
        try:
            await scene(database)
        finally:
            await database.close()

    asyncio.run(whole())


def line(n: int) -> Any:
    """The first line of the register, wherever it came to stand."""
    row = {"n": n, "kind": "people", "table_id": "people", "seq": 1, "body": "[]", "actor": "house", "at_ms": 0}
    return insert(schema.journal).values(**row, hash=f"{n:064}")


def test_a_process_uses_its_block_up_and_then_draws_another(sqlite_db: str, key: Path) -> None:
    async def scene(database: Database) -> None:
        a, _ = a_process(database)
        given = [await a.draw(LINES, 1) for _ in range(BLOCK)]
        assert given == list(range(1, BLOCK + 1)), "the whole block, to its last number"
        assert await a.draw(LINES, 3) == BLOCK + 1
        assert await a.draw(TRANSFERS, 1) == 1, "transfers are counted apart"

    on_a_file(sqlite_db, key, scene)


def test_no_two_processes_give_the_same_number(sqlite_db: str, key: Path) -> None:
    async def scene(database: Database) -> None:
        (a, _), (b, _) = a_process(database), a_process(database)
        assert [await a.draw(LINES, 2), await b.draw(LINES, 2), await a.draw(LINES, 1)] == [1, BLOCK + 1, 3]
        assert await a.draw(LINES, BLOCK) == 2 * BLOCK + 1, "what does not fit in what is left of a block is a gap"
        many = await b.draw(LINES, 3 * BLOCK)
        assert many == 3 * BLOCK + 1, "more than a block at once are still in a row"
        assert await a.draw(LINES, 1) == many + 3 * BLOCK

    on_a_file(sqlite_db, key, scene)


@pytest.mark.parametrize(("highest", "first"), [(3, 4), (4, BLOCK + 1), (BLOCK, BLOCK + 1)])
def test_who_has_taken_a_chain_gives_it_no_number_below_its_last(
    sqlite_db: str, key: Path, highest: int, first: int
) -> None:
    async def scene(database: Database) -> None:
        a, owns = a_process(database)
        assert await a.draw(LINES, 3) == 1
        owns.highest_n = highest
        assert await a.draw(LINES, 1) == first, "the rest of a block that is too low is left"
        assert await a.draw(TRANSFERS, 1) == 1

    on_a_file(sqlite_db, key, scene)


@pytest.mark.parametrize("drawn_before", [False, True])
def test_a_counter_that_is_behind_what_is_written_goes_on_after_it(
    sqlite_db: str, key: Path, drawn_before: bool
) -> None:
    """As in a database that one house had to itself, before others came or since."""

    async def scene(database: Database) -> None:
        a, _ = a_process(database)
        if drawn_before:
            await a.draw(LINES, BLOCK)
        async with database.engine.begin() as connection:
            await connection.execute(line(1000))
        assert await a.draw(LINES, 1) == 1001
        assert await a.draw(LINES, 1) == 1002
        b, _ = a_process(database)
        assert await b.draw(LINES, 1) == 1001 + BLOCK

    on_a_file(sqlite_db, key, scene)


def test_a_house_by_itself_goes_on_after_the_last_without_a_gap(sqlite_db: str, key: Path) -> None:
    async def scene(database: Database) -> None:
        alone = Numbers(database)
        await alone.start()
        assert [await alone.draw(LINES, 2), await alone.draw(LINES, 1), await alone.draw(TRANSFERS, 1)] == [1, 3, 1]
        async with database.engine.begin() as connection:
            await connection.execute(line(7))
        again = Numbers(database)
        await again.start()
        assert [await again.draw(LINES, 1), await again.draw(LINES, 1), await again.draw(TRANSFERS, 1)] == [8, 9, 1]

    on_a_file(sqlite_db, key, scene)
