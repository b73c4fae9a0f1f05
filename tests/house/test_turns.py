"""How many moves wait for their turn, and how often a database is asked to take what it does not take."""

import asyncio
from collections.abc import Sequence
from pathlib import Path

import pytest

from pitboss.house import committer
from pitboss.house.turns import INBOX_MOVES_MAX, Asked, Busy, Turns
from pitboss.house.writer import Work
from tests import moves as m
from tests.house.kit import house_on


class Waiting(Turns):
    """Takes moves and makes none."""

    async def _make_all(self, together: Sequence[Asked]) -> None:
        raise AssertionError("nobody takes a turn here")


def test_so_many_moves_wait_for_their_turn_and_one_more_is_busy() -> None:
    async def scene() -> None:
        turns = Waiting("t1")
        move = m.Leave(by="ann")
        asked = [asyncio.create_task(turns.ask(move, "ann", None)) for _ in range(INBOX_MOVES_MAX)]
        await asyncio.sleep(0)
        assert not any(one.done() for one in asked)
        with pytest.raises(Busy):
            await asyncio.wait_for(turns.ask(move, "ann", None), 5)
        for one in asked:
            one.cancel()

    asyncio.run(scene())


def test_a_database_that_answers_and_takes_nothing_is_asked_so_often_and_then_the_house_stops(
    sqlite_db: str, key: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(committer, "RETRY_SECONDS", 0)
    tries = []

    async def takes_nothing(work: Work) -> None:
        tries.append(work)
        raise OSError("no room")

    async def not_there() -> bool:
        return False

    async def scene() -> None:
        async with house_on(sqlite_db, key) as house:
            monkeypatch.setattr(house.database, "has_gone", lambda error: isinstance(error, OSError))
            monkeypatch.setattr(house.database.ownership, "regain", not_there)
            monkeypatch.setattr(house.committer.writer, "write", takes_nothing)
            with pytest.raises(committer.Stopped):
                await asyncio.wait_for(house.invite("dealer"), 20)
            assert house.committer.failed is not None

    asyncio.run(scene())
    assert len(tries) == committer.WRITES_MOST + 1
