"""A process that was dead by the database's clock asks what others have taken, however it comes to know that it was."""

import asyncio
from pathlib import Path

import pytest

from pitboss.house.processes import Heard, Processes
from tests.house.among import given_to, house_among, lives_until, member, opened, say, taken_up
from tests.house.kit import Player


def test_that_it_was_dead_is_told_by_the_next_beat_when_the_answer_to_one_is_lost(
    sqlite_db: str, key: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scene() -> None:
        async with opened(sqlite_db, key) as database:
            a = member(database, "a")
            await a.beat()
            await say(database, lives_until("a", 0))
            hang_up = a._hang_up

            async def lost() -> None:  # after the commit
                await hang_up()
                raise ConnectionResetError

            monkeypatch.setattr(a, "_hang_up", lost)
            with pytest.raises(ConnectionResetError):
                await a.beat()
            monkeypatch.undo()
            assert [(await a.beat()).lapsed, (await a.beat()).lapsed] == [True, False]

    asyncio.run(scene())


def test_an_answer_from_before_it_was_dead_again_does_not_count(
    sqlite_db: str, key: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scene() -> None:
        async with house_among(sqlite_db, key) as (house, _):
            assert house.processes is not None
            table = (await (await Player.come(house, "Ann")).open()).id
            taken_over = house.processes.taken_over

            async def overtaken() -> list[str]:
                found = await taken_over()
                monkeypatch.undo()
                await say(house.database, given_to("b", table))
                house._note(Heard(lapsed=True))
                return found

            monkeypatch.setattr(house.processes, "taken_over", overtaken)
            house._note(Heard(lapsed=True))
            await taken_up(house)
            assert house.may_have_lost_tables
            house._note(Heard())
            await taken_up(house)
            assert (house.may_have_lost_tables, table in house.tables) == (False, False)

    asyncio.run(scene())


def test_who_is_told_to_stop_and_was_dead_shows_nothing_until_it_has_asked(
    sqlite_db: str, key: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scene() -> None:
        async with house_among(sqlite_db, key) as (house, _):
            assert house.processes is not None
            seen = []

            def nobody_stays(_: Processes) -> bool:
                seen.append(house.may_have_lost_tables)
                return True

            monkeypatch.setattr(house, "_nobody_stays", nobody_stays)
            await say(house.database, lives_until("a", 0))
            await house.drain()
            assert seen == [True]

    asyncio.run(scene())
