"""Bankrolls: which moves spend them, and whose chips lie at a table."""

import asyncio
from collections.abc import Sequence
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest

from pitboss.house import orders as o
from pitboss.house.ledger import HOUSE, PRACTICE_BANKROLL_CENTS, Book, bankroll, layout
from pitboss.house.operator import Operator
from pitboss.house.purses import Purses, spends
from pitboss.procedure.moves import Move
from pitboss.procedure.refusal import Refused
from tests import moves as m
from tests.house.among import house_among
from tests.house.kit import Player, house_on, to_betting

ALL = PRACTICE_BANKROLL_CENTS


@pytest.mark.parametrize(
    ("move", "spent"),
    [
        (m.BuyIn(by="Ann", cents=1_00), True),
        (m.Wager(by="Ann", box=1, cents=1_00, verbal=True), True),
        (m.Wager(by="Ann", box=1, cents=1_00), False),
        (m.Sit(by="Ann", box=1), False),
        (m.Leave(by="Ann"), False),
    ],
)
def test_chips_are_bought_and_wagers_are_called_out_of_a_bankroll(move: Move, spent: bool) -> None:
    assert spends(move) is spent


def test_whose_chips_lie_at_a_table_is_told_by_the_whole_name(sqlite_db: str, key: Path) -> None:
    async def scene() -> None:
        async with house_on(sqlite_db, key) as house:
            ann = await Player.come(house, "Mary Ann")
            live = await ann.open()
            await ann.move(live, m.Sit, box=1)

            async def whose() -> list[str]:
                names = ("Mary Ann", "Ann", "y Ann", "Mary_Ann", "%")
                return [name for name in names if await house.purses.has_chips_on_a_table(name)]

            assert await whose() == []
            await ann.move(live, m.BuyIn, cents=50_00)
            assert await whose() == ["Mary Ann"]
            await ann.move(live, m.Leave)
            assert await whose() == [], "who has taken them away has none there"

    asyncio.run(scene())


def test_who_is_called_as_a_table_is_has_none_of_its_chips(sqlite_db: str, key: Path) -> None:
    async def scene() -> None:
        async with house_on(sqlite_db, key) as house:
            ann = await Player.come(house, "Ann")
            live = await ann.open()
            await to_betting(ann, live)
            await ann.move(live, m.Wager, box=1, cents=10_00)
            assert house.book[layout(live.id)] == 10_00
            guest = await Player.come(house, live.id)
            assert not await house.purses.has_chips_on_a_table(live.id)
            await house.upgrade(guest.account, "correct horse", "Tia")

    asyncio.run(scene())


@pytest.mark.parametrize("shared", [True, False])
def test_a_purse_that_is_read_beside_the_chips_at_tables_is_the_purse(sqlite_db: str, key: Path, shared: bool) -> None:
    async def scene() -> None:
        async with house_on(sqlite_db, key) as house:
            ann = await Player.come(house, "Ann")
            for cents in (50_00, 70_00):
                live = await ann.open()
                await ann.move(live, m.Sit, box=1)
                await ann.move(live, m.BuyIn, cents=cents)
            book = Book()
            assert await Purses(house.database, book, shared).has_chips_on_a_table("Ann")
            assert dict(book.balances) == ({bankroll("Ann"): ALL - 120_00} if shared else {})

    asyncio.run(scene())


@pytest.mark.parametrize("shared", [True, False])
def test_what_others_may_have_spent_is_read_from_disk_and_what_is_ours_alone_is_not(
    sqlite_db: str, key: Path, shared: bool
) -> None:
    async def scene() -> None:
        async with house_on(sqlite_db, key) as house:
            for name in ("Ann", "Bob"):
                await house.guest(name)
            book = Book()
            await Purses(house.database, book, shared).read(["Ann", "Cid", "Ann"])
            assert dict(book.balances) == ({bankroll("Ann"): ALL} if shared else {})

    asyncio.run(scene())


def test_a_purse_is_read_before_it_is_spent_from_granted_to_or_taken_along(sqlite_db: str, key: Path) -> None:
    """Another process may have moved chips since this one last looked: what it remembers counts for nothing."""

    async def scene() -> None:
        async with house_among(sqlite_db, key) as (house, _):
            ann, bob, cid = [await Player.come(house, name) for name in ("Ann", "Bob", "Cid")]
            live = await ann.open()
            await ann.move(live, m.Sit, box=1)
            for name, remembered in (("Ann", 0), ("Bob", 7), ("Cid", 7)):
                house.book.balances[bankroll(name)] = remembered
            await ann.move(live, m.BuyIn, cents=ALL)
            granted = await Operator(house).carry_out(o.GrantChips(name=bob.name, cents=5_00, reason="for the class"))
            assert granted.value["bankroll_cents"] == {"Bob": ALL + 5_00}
            await house.upgrade(cid.account, "correct horse", "Cidney")
            assert await house.bankrolls_now(["Ann", "Bob", "Cid", "Cidney"]) == {
                "Ann": 0,
                "Bob": ALL + 5_00,
                "Cid": 0,
                "Cidney": ALL,
            }

    asyncio.run(scene())


def test_what_a_guest_takes_along_is_read_in_the_moment_in_which_nothing_of_theirs_lies_at_a_table(
    sqlite_db: str, key: Path
) -> None:
    """Between two questions they could get up at another process, or sit down there: it would stay under a name that
    nobody goes by."""

    async def scene() -> None:
        async with house_among(sqlite_db, key) as (house, _):
            guest, _ = await house.guest("Gus")
            asked, rows, write = list[str](), house.database.rows, house.write
            written = list[int]()

            async def noted(statement: Any, parameters: dict[str, Any] | None = None) -> Sequence[Any]:
                asked.append(str(statement))
                return await rows(statement, parameters)

            async def counted(*things: Any) -> None:
                written.append(sum("FROM balances" in one for one in asked))
                await write(*things)

            with patch.object(house.database, "rows", noted), patch.object(house, "write", counted):
                await house.upgrade(guest, "correct horse", "August")
            assert written == [1], "one question for both"
            assert await house.bankrolls_now(["Gus", "August"]) == {"Gus": 0, "August": ALL}

    asyncio.run(scene())


@pytest.mark.parametrize("grant_first", [True, False])
def test_chips_granted_while_a_guest_takes_another_name_do_not_stay_under_the_old_one(
    sqlite_db: str, key: Path, grant_first: bool
) -> None:
    async def scene() -> None:
        async with house_among(sqlite_db, key) as (house, _):
            guest, _ = await house.guest("Gus")
            grant = Operator(house).carry_out(o.GrantChips(name="Gus", cents=5_00, reason="for the asking"))
            with patch.object(house.accounts, "hashed", hashed_at_once):
                takes = house.upgrade(guest, "correct horse", "August")
                both: tuple[Any, ...] = (grant, takes) if grant_first else (takes, grant)
                done = await asyncio.gather(*both, return_exceptions=True)
            granted = 5_00 * any(isinstance(one, o.Answer) for one in done)
            assert await house.bankrolls_now(["Gus", "August"]) == {"Gus": 0, "August": ALL + granted}
            assert bool(granted) is grant_first
            with pytest.raises(o.NotDone, match="goes by another name"):
                await Operator(house).carry_out(o.GrantChips(name="Gus", cents=1, reason="too late"))

    asyncio.run(scene())


async def hashed_at_once(password: str) -> str:
    return f"quick {password}"


def test_nobody_new_gets_the_name_of_somebody_who_left_chips_behind(sqlite_db: str, key: Path) -> None:
    async def scene() -> None:
        async with house_on(sqlite_db, key) as house:
            for name in ("Ann", "Bob"):
                account, _ = await house.guest(name)
            await house.write(house.accounts.forget(account))
        async with house_on(sqlite_db, key) as house:
            assert house.accounts.known("Bob") is None
            for name in ("bob", "Ann"):
                with pytest.raises(Refused) as taken:
                    await house.guest(name)
                assert taken.value.code == "account/name-taken"
            await house.guest("Cid")

    asyncio.run(scene())


def test_a_house_that_opens_again_knows_what_each_of_its_people_has(sqlite_db: str, key: Path) -> None:
    async def scene() -> None:
        async with house_on(sqlite_db, key) as house:
            await house.guest("Ann")
            guest, _ = await house.guest("Bob")
            await house.upgrade(guest, "correct horse battery", "Bobby")
        async with house_on(sqlite_db, key) as house:
            assert house.bankrolls == {"Ann": ALL, "Bob": 0, "Bobby": ALL}, "the house's own account is no bankroll"
            assert house.book[HOUSE] == -2 * ALL

    asyncio.run(scene())
