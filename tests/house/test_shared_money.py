"""Money between a bankroll and tables at different processes is exact, whoever is first; a guilty table fails alone."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import event, select

from pitboss.house import schema
from pitboss.house.house import House
from pitboss.house.ledger import PRACTICE_BANKROLL_CENTS, bankroll, chips
from pitboss.house.live_table import LiveTable
from pitboss.house.purses import Purses
from pitboss.house.turns import Busy
from pitboss.procedure.refusal import Refused
from tests import moves as m
from tests.house.conftest import Postgres
from tests.house.kit import Player
from tests.house.test_processes import in_order, two, until

ALL = PRACTICE_BANKROLL_CENTS


@pytest.fixture
def pg_db(postgres: Postgres) -> str:
    return postgres.new_database()


async def on_disk(house: House, account: str) -> int:
    b = schema.balances
    rows = await house.database.rows(select(b.c.cents).where(b.c.account == account))
    return int(rows[0].cents) if rows else 0


@asynccontextmanager
async def ann_at_both(db: str, key: Path) -> AsyncIterator[tuple[House, House, Player, LiveTable, Player, LiveTable]]:
    """Ann sits at a table of each process, and has bought no chips yet."""
    async with two(db, key) as (a, b):
        here = await Player.come(a, "Ann")
        account = here.account
        there = Player(b, account)
        tables = [await here.open(), await there.open()]
        for player, live in zip((here, there), tables, strict=True):
            await player.move(live, m.Sit, box=1)
        yield a, b, here, tables[0], there, tables[1]
    await in_order(db, key)


def test_what_is_bought_at_one_process_is_gone_at_the_other(pg_db: str, key: Path) -> None:
    async def scene() -> None:
        async with ann_at_both(pg_db, key) as (a, b, here, mine, there, theirs):
            await here.move(mine, m.BuyIn, cents=ALL - 100_00)
            with pytest.raises(Refused) as short:
                await there.move(theirs, m.BuyIn, cents=100_01)
            assert short.value.code == "bankroll/too-small"
            assert "has $100 and" in str(short.value)
            await there.move(theirs, m.BuyIn, cents=100_00)
            assert await on_disk(a, bankroll("Ann")) == 0
            await here.move(mine, m.Leave)
            await there.move(theirs, m.BuyIn, cents=ALL - 100_00)
            assert await on_disk(b, chips(theirs.id, "Ann")) == ALL
            for house in (a, b):
                assert await house.bankroll_now("Ann") == 0

    asyncio.run(scene())


def test_of_two_who_both_find_enough_one_buys_and_the_other_table_is_set_back(
    pg_db: str, key: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Both read the bankroll before either has taken from it; the database decides."""
    both = 0
    read = Purses.read

    async def at_once(*asked: Any) -> None:
        nonlocal both
        await read(*asked)
        both += 1
        await until(lambda: both >= 2)

    async def scene() -> None:
        async with ann_at_both(pg_db, key) as (a, b, here, mine, there, theirs):
            bob = await Player.come(a, "Bob")
            bobs = Player(b, bob.account)
            other = await bobs.open()
            monkeypatch.setattr(Purses, "read", at_once)
            bought = await asyncio.gather(
                here.move(mine, m.BuyIn, cents=ALL), there.move(theirs, m.BuyIn, cents=ALL), return_exceptions=True
            )
            monkeypatch.undo()
            assert [isinstance(one, Busy) for one in bought].count(True) == 1, bought
            assert await on_disk(a, bankroll("Ann")) == 0
            await until(lambda: mine.id in a.tables and theirs.id in b.tables)
            for house, live in ((a, mine), (b, theirs)):
                now = house.tables[live.id]
                assert now.table.state.people.players["Ann"].chips == await on_disk(house, chips(live.id, "Ann"))
                assert house.failure is None
            await bobs.move(other, m.Sit, box=1)
            loser, live = (here, a.tables[mine.id]) if isinstance(bought[0], Busy) else (there, b.tables[theirs.id])
            with pytest.raises(Refused) as short:  # which is asked again
                await loser.move(live, m.BuyIn, cents=ALL)
            assert short.value.code == "bankroll/too-small"
            await loser.move(live, m.Leave)

    asyncio.run(scene())


def test_a_transaction_in_which_one_table_overdraws_writes_what_the_others_did(
    pg_db: str, key: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scene() -> None:
        async with ann_at_both(pg_db, key) as (a, _, here, mine, there, theirs):
            bob = await Player.come(a, "Bob")
            bobs = await bob.open()
            await bob.move(bobs, m.Sit, box=1)
            await there.move(theirs, m.BuyIn, cents=ALL)

            async def stale(*_: Any) -> None:
                """What Ann had is what this process remembers."""

            monkeypatch.setattr(Purses, "read", stale)
            a.book.balances[bankroll("Ann")] = ALL
            committer, tables = a.committer, {mine.id, bobs.id}
            committer._busy |= tables  # as if another lane were writing to both
            moves = (here.move(mine, m.BuyIn, cents=50_00), bob.move(bobs, m.BuyIn, cents=50_00))
            moving = asyncio.gather(*moves, return_exceptions=True)
            await until(lambda: {table for one in committer._waiting for table in one.chains} == tables)
            committer._busy -= tables
            committer._wake.set()
            both = await moving
            monkeypatch.undo()
            assert isinstance(both[0], Busy), both
            assert not isinstance(both[1], Exception)
            assert bobs.table.state.people.players["Bob"].chips == 50_00
            assert a.failure is None
            await until(lambda: mine.id in a.tables)
            assert a.tables[mine.id].table.state.people.players["Ann"].chips == 0

    asyncio.run(scene())


def test_no_transaction_notifies_anybody(pg_db: str, key: Path) -> None:
    """NOTIFY takes a lock that every commit of the database waits for."""
    said: list[str] = []

    async def scene() -> None:
        async with ann_at_both(pg_db, key) as (a, b, here, mine, there, theirs):
            for house in (a, b):
                event.listen(
                    house.database.engine.sync_engine,
                    "before_cursor_execute",
                    lambda _c, _u, statement, *_: said.append(statement),
                )
            await here.move(mine, m.BuyIn, cents=50_00)
            await there.move(theirs, m.BuyIn, cents=50_00)

    asyncio.run(scene())
    assert any("INSERT INTO journal" in one for one in said)
    assert not [one for one in said if "notify" in one.lower()]
    assert not [rule for rule in schema.rules("postgresql") if "notify" in rule.lower()]
