"""Moves that come in while the disk is busy are made together: in order, told once, and not before they are safe."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
import pytest

from pitboss.house.committer import Stopped
from pitboss.house.house import House
from pitboss.house.live_table import LiveTable
from pitboss.house.writer import Work
from pitboss.procedure.refusal import Refused
from tests import moves as m
from tests.house.kit import Player, house_on, to_betting


class Listener:
    """Somebody who watches, in the same process."""

    def __init__(self, viewer: str) -> None:
        self.viewer = viewer
        self.heard: list[dict[str, Any]] = []

    def tell(self, text: bytes) -> None:
        self.heard.append(msgspec.json.decode(text))


class SlowDisk:
    """A writer that waits until it is let go on; then it writes, or fails."""

    def __init__(self, house: House) -> None:
        self.go = asyncio.Event()
        self.writing = asyncio.Event()
        self.fails = False
        for writer in house.committer.writers:  # those of this house alone, whichever of them takes the work
            writer.write = partial(self.write, writer.write)  # type: ignore[method-assign]

    async def write(self, write: Callable[[Work], Awaitable[None]], work: Work) -> None:
        self.writing.set()
        await self.go.wait()
        if self.fails:
            raise OSError("no disk")
        await write(work)


@asynccontextmanager
async def _three_at_a_table(db: str, key: Path) -> AsyncIterator[tuple[House, LiveTable, list[Player]]]:
    async with house_on(db, key) as house:
        people = [await Player.come(house, name) for name in ("Ann", "Bob", "Cat")]
        live = await people[0].open()
        for box, person in enumerate(people[1:], 2):
            await person.move(live, m.Sit, box=box)
            await person.move(live, m.BuyIn, cents=500_00)
        await people[0].move(live, m.Sit, box=1)
        await people[0].move(live, m.BuyIn, cents=500_00)
        while m.Wager not in live.table.waiting.may:
            kind = m.ViewSpread if m.ViewSpread in live.table.waiting.may else m.RefuseCut
            asked = next(person for person in people if person.name in live.table.waiting.by)
            await asked.move(live, kind)
        yield house, live, people


async def _while_the_disk_is_busy(disk: SlowDisk, live: LiveTable, people: list[Player]) -> list[asyncio.Task[Any]]:
    """Bob and Cat move, Bob twice under one id and once unlawfully, while Ann's move goes to disk."""
    ann, bob, cat = people
    asked = [asyncio.create_task(ann.move(live, m.Wager, box=1, cents=10_00))]
    await disk.writing.wait()
    for player, move_id, cents, box in (
        (bob, "b1", 10_00, 2),
        (cat, "c1", 20_00, 3),
        (bob, "b1", 10_00, 2),
        (cat, "c2", 1, 3),
    ):
        asked.append(asyncio.create_task(player.move(live, m.Wager, move_id, box=box, cents=cents)))
    for _ in range(10):
        await asyncio.sleep(0)
    return asked


def test_moves_made_together_keep_their_order_and_are_told_once(db: str, key: Path) -> None:
    async def scene() -> None:
        async with _three_at_a_table(db, key) as (house, live, people):
            sue = Listener("Sue")
            await live.join(sue, None)
            disk, lines = SlowDisk(house), house.committer.last_n
            asked = await _while_the_disk_is_busy(disk, live, people)
            assert len(sue.heard) == 1
            assert not any(task.done() for task in asked)
            disk.go.set()
            anns, bobs, cats, again = await asyncio.gather(*asked[:-1])
            with pytest.raises(Refused):
                await asked[-1]
            assert [told["type"] for told in sue.heard] == ["table", "facts", "facts"]
            assert [fact["player"] for fact in sue.heard[2]["facts"]] == ["Bob", "Cat"]
            assert sue.heard[2]["view"]["bets"] == {"1": {"Ann": 10_00}, "2": {"Bob": 10_00}, "3": {"Cat": 20_00}}
            assert (bobs[1], again, cats[1]) == (False, (bobs[0], True), False)
            assert anns[0] < bobs[0] < cats[0] == sue.heard[2]["at"]
            assert house.committer.last_n == lines + 3

    asyncio.run(scene())


def test_nobody_hears_of_a_move_nor_of_a_refusal_that_the_disk_did_not_take(db: str, key: Path) -> None:
    async def scene() -> str:
        async with _three_at_a_table(db, key) as (house, live, people):
            sue = Listener("Sue")
            await live.join(sue, None)
            disk = SlowDisk(house)
            asked = await _while_the_disk_is_busy(disk, live, people)
            disk.fails = True
            disk.go.set()
            outcomes = await asyncio.gather(*asked, return_exceptions=True)
            assert [type(outcome) for outcome in outcomes] == [Stopped] * 5
            assert len(sue.heard) == 1
            return live.id

    async def after(table: str) -> None:
        async with house_on(db, key) as house:
            assert house.tables[table].table.state.bets.bets == {}

    asyncio.run(after(asyncio.run(scene())))


def test_who_waits_no_longer_keeps_nobody_from_their_answer_and_the_move_is_made(sqlite_db: str, key: Path) -> None:
    async def scene() -> None:
        async with _three_at_a_table(sqlite_db, key) as (house, live, people):
            sue = Listener("Sue")
            await live.join(sue, None)
            disk = SlowDisk(house)
            asked = await _while_the_disk_is_busy(disk, live, people)
            asked[1].cancel()
            disk.go.set()
            outcomes: list[Any] = await asyncio.gather(*asked, return_exceptions=True)
            anns, bobs, cats, again, refused = outcomes
            assert [type(bobs), type(refused)] == [asyncio.CancelledError, Refused]
            assert anns[0] < again[0] < cats[0] == sue.heard[-1]["at"], "Bob's was made, once"
            assert sue.heard[-1]["view"]["bets"] == {"1": {"Ann": 10_00}, "2": {"Bob": 10_00}, "3": {"Cat": 20_00}}

    asyncio.run(scene())


@pytest.mark.parametrize("watching", [True, False])
def test_who_joins_between_two_moves_is_told_each_fact_once(sqlite_db: str, key: Path, watching: bool) -> None:
    async def scene() -> None:
        async with house_on(sqlite_db, key) as house:
            ann = await Player.come(house, "Ann")
            live = await ann.open()
            await to_betting(ann, live)
            sue = Listener("Sue")
            if watching:
                await live.join(sue, None)
            disk = SlowDisk(house)
            moves = [asyncio.create_task(ann.move(live, m.BuyIn, cents=1_00))]
            await disk.writing.wait()
            moves.append(asyncio.create_task(ann.move(live, m.BuyIn, cents=2_00)))
            await asyncio.sleep(0)
            joining = asyncio.create_task(live.join(sue, len(live.chronicle)))
            await asyncio.sleep(0)
            moves.append(asyncio.create_task(ann.move(live, m.BuyIn, cents=3_00)))
            await asyncio.sleep(0)
            disk.go.set()
            await asyncio.gather(joining, *moves)
            joined = max(place for place, told in enumerate(sue.heard) if told["type"] == "table")
            assert [fact["cents"] for told in sue.heard[joined + 1 :] for fact in told["facts"]] == [3_00]
            assert sue.heard[joined]["view"]["players"][0]["chips"] == 1_003_00
            assert [told["type"] for told in sue.heard[:joined]] == (["table", "facts", "facts"] if watching else [])

    asyncio.run(scene())


def test_who_claims_to_know_more_than_there_is_hears_what_somebody_new_hears(sqlite_db: str, key: Path) -> None:
    """As one whose table was set back: of the record they are told the round, and not nothing."""

    async def scene() -> None:
        async with house_on(sqlite_db, key) as house:
            ann = await Player.come(house, "Ann")
            live = await ann.open()
            await to_betting(ann, live)
            await ann.move(live, m.Leave)
            listeners = [Listener("Sue") for _ in range(4)]
            here, live.idle_since_ms = len(live.chronicle), 0
            for listener, since in zip(listeners, (None, here + 1, here, here - 1), strict=True):
                await live.join(listener, since)
            told = [[line["at"] for line in one.heard[0]["story"]] for one in listeners]
            assert told == [list(range(here)), list(range(here)), [], [here - 1]]
            assert live.idle_since_ms > 0, "a table that is watched is not idle"

    asyncio.run(scene())
