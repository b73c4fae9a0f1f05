"""How many moves wait for their turn, and how often a database is asked to take what it does not take."""

import asyncio
from collections.abc import Sequence
from pathlib import Path

import pytest

from pitboss.house import committer
from pitboss.house.turns import INBOX_MOVES_MAX, Asked, Busy, Turns
from pitboss.house.writer import Work
from pitboss.procedure.refusal import Broken, Refused
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


class Serving(Waiting):
    """Does what it is asked to between moves, until it is told to end."""

    def serve(self) -> None:
        self._task = asyncio.create_task(self._run())

    async def end(self) -> None:
        self._ending = True
        self._wake.set()
        assert self._task is not None
        await self._task


def test_a_fault_between_two_moves_is_told_to_who_asked_and_to_the_log_and_ends_nothing(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async def broken() -> None:
        raise ZeroDivisionError("nobody foresaw it")

    async def sound() -> int:
        return 7

    async def scene() -> None:
        turns = Serving("t1")
        turns.serve()
        with pytest.raises(Broken, match="did not know how to go on"):
            await asyncio.wait_for(turns.in_turn(broken), 5)
        assert await asyncio.wait_for(turns.in_turn(sound), 5) == 7
        await turns.end()
        with pytest.raises(Busy, match="elsewhere in the house"):
            await asyncio.wait_for(turns.in_turn(sound), 5)
        turns._closed = True
        with pytest.raises(Refused) as refused:
            await asyncio.wait_for(turns.in_turn(sound), 5)
        assert (refused.value.code, refused.value.now) == ("table/unknown", "ask for the lobby")

    asyncio.run(scene())
    (told,) = [record for record in caplog.records if record.getMessage() == "table failed"]
    assert told.exc_info is not None
    assert told.exc_info[0] is ZeroDivisionError
    assert vars(told)["table"] == "t1"


def test_while_a_table_is_held_nothing_is_done_there() -> None:
    async def scene() -> None:
        turns, done = Serving("t1"), []

        async def work() -> None:
            done.append("work")

        turns.serve()
        async with turns.held():
            asked = asyncio.create_task(turns.in_turn(work))
            for _ in range(5):
                await asyncio.sleep(0)
            assert not done
        await asyncio.wait_for(asked, 5)
        assert done == ["work"]
        await turns.end()
        async with turns.held():  # of one that has ended nobody waits
            pass

    asyncio.run(scene())


def test_what_somebody_asked_who_has_gone_before_their_turn_is_not_done_and_holds_nobody_up() -> None:
    async def scene() -> None:
        turns, done = Serving("t1"), list[str]()

        async def joins() -> None:
            done.append("joined")

        async def holds() -> None:
            async with turns.held():
                done.append("held")

        async def goes_on() -> None:
            done.append("went on")

        gone = [asyncio.create_task(turns.in_turn(joins)), asyncio.create_task(holds())]
        await asyncio.sleep(0)
        for one in gone:
            one.cancel()
        await asyncio.gather(*gone, return_exceptions=True)
        turns.serve()
        await asyncio.wait_for(turns.in_turn(goes_on), 5)
        assert done == ["went on"]
        await turns.end()

    asyncio.run(scene())


def test_what_waits_at_a_table_that_goes_elsewhere_is_not_done_here_and_is_to_be_asked_there() -> None:
    class Making(Serving):
        async def _make_all(self, together: Sequence[Asked]) -> None:
            done.append("moves")

    done: list[str] = []

    async def scene() -> None:
        turns = Making("t1")

        async def work() -> None:
            done.append("work")

        move = m.Leave(by="ann")
        waiting = [asyncio.create_task(each) for each in (turns.ask(move, "ann", "a"), turns.in_turn(work))]
        await asyncio.sleep(0)
        turns.drop()
        turns.serve()
        for one in waiting:
            with pytest.raises(Busy, match="elsewhere in the house"):
                await asyncio.wait_for(one, 5)
        assert not done
        for late in (turns.ask(move, "ann", "a"), turns.in_turn(work)):
            with pytest.raises(Busy, match="elsewhere in the house"):
                await asyncio.wait_for(late, 5)

    asyncio.run(scene())


def test_a_table_that_goes_elsewhere_while_nobody_asks_for_anything_ends_here() -> None:
    async def scene() -> None:
        turns = Serving("t1")
        turns.serve()
        await asyncio.sleep(0)
        turns.drop()
        assert turns._task is not None
        await asyncio.wait_for(turns._task, 5)

    asyncio.run(scene())


def test_a_database_that_answers_and_takes_nothing_is_asked_so_often_and_then_the_house_stops(
    sqlite_db: str, key: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(committer, "RETRY_SECONDS", 0)
    tries = []

    async def takes_nothing(work: Work) -> None:
        tries.append(work)
        raise OSError("no room")

    async def not_there(*_: object) -> bool:
        return False

    async def scene() -> None:
        async with house_on(sqlite_db, key) as house:
            monkeypatch.setattr(house.database, "has_gone", lambda error: isinstance(error, OSError))
            monkeypatch.setattr(house.database.ownership, "is_written", not_there)
            monkeypatch.setattr(house.committer.writers[0], "write", takes_nothing)
            with pytest.raises(committer.Stopped):
                await asyncio.wait_for(house.invite("dealer"), 20)
            assert house.committer.failed is not None

    asyncio.run(scene())
    assert len(tries) == committer.WRITES_MOST + 1
