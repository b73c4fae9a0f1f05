"""The house by itself: what is left of a table that goes elsewhere, or of one whose opening was lost."""

import asyncio
from pathlib import Path

import pytest

from pitboss.house.committer import Stopped
from pitboss.house.ledger import chips
from tests import moves as m
from tests.house.kit import Player, house_on, to_betting


def test_of_a_table_that_goes_on_elsewhere_nothing_is_left_in_the_books_here(sqlite_db: str, key: Path) -> None:
    """Who gets up there and comes back here with other chips would find the old ones still counted."""

    async def scene() -> None:
        async with house_on(sqlite_db, key) as house:
            ann, bob = [await Player.come(house, name) for name in ("Ann", "Bob")]
            goes, stays = await ann.open(), await bob.open()
            await to_betting(ann, goes)
            await ann.move(goes, m.Wager, box=1, cents=10_00)
            await to_betting(bob, stays)
            moved: list[str] = []
            house.on_moved = moved.append
            house.drop(goes)
            assert (moved, list(house.tables)) == ([goes.id], [stays.id])
            assert not [account for account in house.book.balances if goes.id in account]
            assert house.book[chips(stays.id, "Bob")] == 1_000_00
            assert stays.disagrees() is None

    asyncio.run(scene())


def test_a_table_whose_opening_was_not_written_is_not_there(
    sqlite_db: str, key: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scene() -> None:
        async with house_on(sqlite_db, key) as house:
            ann = await Player.come(house, "Ann")

            async def lost(*_: object) -> None:
                raise Stopped("somebody else has done it")

            with monkeypatch.context() as patched:
                patched.setattr(house.committer, "submit", lost)
                with pytest.raises(Stopped):
                    await ann.open()
            assert not house.tables
            again = await ann.open()
            assert list(house.tables.values()) == [again], "it takes up nobody's room"

    asyncio.run(scene())
