"""The chain of heads: a line when something has grown, by whoever has the cage, and its time never goes back."""

import asyncio
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import msgspec
import pytest
from sqlalchemy import select

from pitboss.house import heads, schema
from pitboss.house.heads import Heads
from pitboss.house.house import House
from pitboss.house.journal import GENESIS, PEOPLE, Head, head_chained
from pitboss.house.receipts import Receipt, Witness
from tests.house.kit import Player, StillClock, house_on


async def written(house: House) -> list[Any]:
    return list(await house.database.rows(select(schema.heads).order_by(schema.heads.c.h)))


def ends(row: Any) -> list[str]:
    return [end.table for end in msgspec.json.decode(row.body, type=Head).ends]


def test_a_head_is_written_when_a_chain_has_grown_and_names_those_that_have(sqlite_db: str, key: Path) -> None:
    async def scene() -> None:
        clock = StillClock()
        async with house_on(sqlite_db, key, clock=clock) as house:
            await house.notary.roll()
            named = [ends(row) for row in await written(house)]
            assert named == [["key"]], "a chain without a line has no end"
            before = len(named)
            await house.notary.roll()
            assert len(await written(house)) == before, "nothing has grown"
            await Player.come(house, "Ann")
            clock.ms -= 500_000
            await house.notary.roll()
            *earlier, last = await written(house)
            assert (len(earlier), sorted(ends(last))) == (before, ["bank", "people"])
            previous = earlier[-1].hash if earlier else GENESIS
            assert last.hash == head_chained(previous, last.h, last.at_ms, last.body)
            assert last.at_ms >= max(row.at_ms for row in earlier), "a clock may be set back"
            assert (house.notary._heads.h, house.notary._heads.hash) == (last.h, last.hash)

    asyncio.run(scene())


def test_what_does_not_fit_in_one_head_comes_with_the_next(
    sqlite_db: str, key: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scene() -> None:
        async with house_on(sqlite_db, key, clock=StillClock()) as house:
            await house.notary.roll()
            before = len(await written(house))
            monkeypatch.setattr(heads, "ENDS_MOST", 1)
            await Player.come(house, "Ann")
            for _ in range(3):
                await house.notary.roll()
            assert [ends(row) for row in (await written(house))[before:]] == [["people"], ["bank"]], "the earlier first"

    asyncio.run(scene())


def test_who_has_not_the_cage_finds_the_last_head_and_writes_none(sqlite_db: str, key: Path) -> None:
    async def scene() -> None:
        async with house_on(sqlite_db, key) as house:
            await house.notary.roll()
            rows = await written(house)
            await Player.come(house, "Ann")
            people = house.database.ownership.held.pop(PEOPLE)
            other = Heads(house.database, house.committer, house.clock)
            await other.roll()
            assert (other.h, other.hash) == (rows[-1].h, rows[-1].hash)
            assert await written(house) == rows
            house.database.ownership.held[PEOPLE] = people

    asyncio.run(scene())


def test_who_lost_the_cage_and_took_it_again_while_it_asked_writes_no_head_on_what_it_heard(
    sqlite_db: str, key: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another may have written the next one in between, under the same number."""

    async def scene() -> None:
        async with house_on(sqlite_db, key) as house:
            await house.notary.roll()
            before = len(await written(house))
            await Player.come(house, "Ann")
            one, ownership = Heads(house.database, house.committer, house.clock), house.database.ownership
            over = one._over

            async def meanwhile(ends: Any) -> Any:
                ownership.held.pop(PEOPLE)
                await ownership.take(PEOPLE)
                return await over(ends)

            monkeypatch.setattr(one, "_over", meanwhile)
            await one.roll()
            assert len(await written(house)) == before
            monkeypatch.undo()
            await one.roll()
            assert len(await written(house)) == before + 1, "the next time it is"

    asyncio.run(scene())


def test_witnesses_hear_the_last_head_from_who_has_the_cage_and_from_nobody_else(sqlite_db: str, key: Path) -> None:
    async def scene() -> None:
        async with house_on(sqlite_db, key) as house:
            heard: list[Receipt] = []

            async def tell(head: Receipt) -> bool:
                heard.append(head)
                return True

            house.notary.witnesses = (cast(Witness, SimpleNamespace(tell=tell)),)
            await house.notary.roll()
            await house.notary.tell_witnesses()
            assert heard == [house.notary.head()]
            chain = house.database.ownership.held.pop(PEOPLE)
            await house.notary.tell_witnesses()
            house.database.ownership.held[PEOPLE] = chain
            assert len(heard) == 1

    asyncio.run(scene())
