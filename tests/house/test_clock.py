"""The clocks of the house count milliseconds."""

import asyncio
import time
from pathlib import Path

import pytest
from sqlalchemy import select

from pitboss.house import orders, schema
from pitboss.house.clock import Clock
from pitboss.house.operator import Operator
from pitboss.school.table_test import parse
from tests.house.kit import GAME, SINCE_START_MS, Player, StillClock, house_on, through_round, to_betting
from tests.house.test_exam_room import SHORT, school


def test_both_clocks_count_whole_milliseconds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(time, "time_ns", lambda: 1_700_000_000_123_999_999)
    monkeypatch.setattr(time, "monotonic_ns", lambda: 5_000_999_999)
    assert (Clock().wall_ms(), Clock().now_ms()) == (1_700_000_000_123, 5_000)


def test_something_is_called_after_so_many_milliseconds_unless_it_is_cancelled() -> None:
    async def scene() -> list[str]:
        called: list[str] = []
        loop = asyncio.get_running_loop()
        before = loop.time()
        later = Clock().after(2_500, lambda: called.append("later"))
        assert later.when() >= before + 2.5
        later.cancel()
        Clock().after(0, lambda: called.append("now"))
        await asyncio.sleep(0.001)
        return called

    assert asyncio.run(scene()) == ["now"]


def test_whatever_is_written_with_a_moment_has_it_from_the_clock_on_the_wall(sqlite_db: str, key: Path) -> None:
    """A clock that never jumps counts from another moment on every machine, and is nothing for a record."""

    async def scene() -> None:
        async with house_on(sqlite_db, key, clock=StillClock()) as house:
            ina, ann = await school(house)
            for order in (
                orders.GrantChips(name="Ann", cents=1, reason="for the clock"),
                orders.MakeInvitation(role="dealer", days=1),
                orders.RotateKey(),
            ):
                await Operator(house).carry_out(order)
            exam = await house.exams.give(ina, "4B", parse(SHORT))
            taken = await house.exams.sit(ann, exam)
            await house.exams.answer(ann, taken.id, 1, "1")
            await house.exams.hand_in(ann, taken.id)
            item = await house.drills.ask(ann, GAME, "payouts")
            await house.drills.answer(ann, GAME, "payouts", item.number, "1")
            player = Player(house, ann)
            live = await player.open()
            await to_betting(player, live)
            await through_round(player, live)
            await house.notary.roll()
            for table in schema.metadata.sorted_tables:
                for column in table.columns:
                    if column.name.endswith("at_ms"):
                        written = [row[0] for row in await house.database.rows(select(column)) if row[0] is not None]
                        assert written, f"{column}: nothing was written"
                        assert max(written) < SINCE_START_MS, str(column)

    asyncio.run(scene())
