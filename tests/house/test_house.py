"""The house by itself: what is left of a table that goes elsewhere, how much it has room for, when it stops."""

import asyncio
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest
from sqlalchemy import select

from pitboss.house import absence, schema
from pitboss.house.committer import Stopped
from pitboss.house.database import CannotOpen, Database
from pitboss.house.house import House
from pitboss.house.journal import GRANT, KEY, MOVE, OPEN, PEOPLE
from pitboss.house.ledger import chips
from pitboss.house.settings import UNHURRIED
from pitboss.house.turns import Busy, Made
from pitboss.procedure.refusal import Broken, Refused
from tests import moves as m
from tests.house.kit import Player, StillClock, house_on, to_betting
from tests.house.test_together import Listener, SlowDisk


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


def test_tables_of_other_processes_count_towards_what_the_house_has_room_for(
    sqlite_db: str, key: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scene() -> None:
        async with house_on(sqlite_db, key, replace(UNHURRIED, tables_max=3)) as house:
            ann = await Player.come(house, "Ann")
            mine = await ann.open()
            for others, room in (({"t1"}, True), ({"t1", "t2"}, False), ({"t1", mine.id}, True)):
                monkeypatch.setattr(house.neighbours, "listed", lambda others=others: dict.fromkeys(others))
                if room:
                    await (await ann.open()).close_by_house("a test wants it so")
                    continue
                with pytest.raises(Refused) as full:
                    await ann.open()
                assert full.value.code == "table/house-full"

    asyncio.run(scene())


def test_what_somebody_has_at_other_processes_counts_towards_what_one_person_may_have(
    sqlite_db: str, key: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What another process shows of a table that has come here since is not counted twice."""

    async def scene() -> None:
        few = replace(UNHURRIED, tables_per_person_max=2, seats_per_person_max=2)
        async with house_on(sqlite_db, key, few) as house:
            ann = await Player.come(house, "Ann")
            mine = await ann.open()
            sit = m.Sit(by="Ann", box=1)
            for there, room in ((mine.id, True), ("t9", False)):
                shown = {there: SimpleNamespace(opened_by="Ann", players=("Ann",))}
                with monkeypatch.context() as others:
                    others.setattr(house, "processes", SimpleNamespace(shown=lambda shown=shown: shown, draining=False))
                    if room:
                        second = await ann.open()
                        await house.move(mine, sit, "Ann", "here")
                        continue
                    with pytest.raises(Refused, match="Ann has 3 tables open"):
                        await ann.open()
                    with pytest.raises(Refused, match="Ann sits or has chips at 2 tables"):
                        await house.move(second, sit, "Ann", "there")
            await house.move(second, sit, "Ann", "again")

    asyncio.run(scene())


def test_a_move_in_hand_counts_until_it_is_answered_and_no_longer(sqlite_db: str, key: Path) -> None:
    async def scene() -> None:
        async with house_on(sqlite_db, key, replace(UNHURRIED, moves_in_flight_max=2)) as house:
            ann = await Player.come(house, "Ann")
            live = await ann.open()
            sit = m.Sit(by="Ann", box=1)
            for number in range(3):
                with suppress(Refused):  # whatever is said to it, it is answered
                    await house.move(live, sit, "Ann", f"one by one {number}")
            together = [house.move(live, sit, "Ann", f"at once {number}") for number in range(3)]
            told = await asyncio.gather(*together, return_exceptions=True)
            assert [type(one) for one in told] == [Refused, Refused, Busy]

    asyncio.run(scene())


def test_who_buys_chips_has_a_place_at_the_table_as_who_sits_has(sqlite_db: str, key: Path) -> None:
    async def scene() -> None:
        async with house_on(sqlite_db, key, replace(UNHURRIED, seats_per_person_max=1)) as house:
            ann = await Player.come(house, "Ann")
            first, second = await ann.open(), await ann.open()
            buy = m.BuyIn(by="Ann", cents=5_00)
            for number in range(2):
                await house.move(first, buy, "Ann", f"here {number}")
            with pytest.raises(Refused) as refused:
                await house.move(second, buy, "Ann", "there")
            assert refused.value.code == "sit/too-many"
            await house.move(first, m.Leave(by="Ann"), "Ann", "up")
            await house.move(second, buy, "Ann", "there")

    asyncio.run(scene())


def test_a_table_that_is_being_opened_takes_the_room_of_one(sqlite_db: str, key: Path) -> None:
    async def scene() -> None:
        async with house_on(sqlite_db, key, replace(UNHURRIED, tables_per_person_max=2)) as house:
            ann = await Player.come(house, "Ann")
            told = await asyncio.gather(*(ann.open() for _ in range(3)), return_exceptions=True)
            assert [isinstance(one, Refused) for one in told].count(True) == 1
            assert len(house.tables) == 2

    asyncio.run(scene())


# --- the books and the tables ---------------------------------------------------------------------------------------


def test_a_house_whose_books_and_table_disagree_stops_before_anybody_is_told(sqlite_db: str, key: Path) -> None:
    async def scene() -> None:
        async with house_on(sqlite_db, key) as house:
            ann = await Player.come(house, "Ann")
            live = await ann.open()
            await to_betting(ann, live)
            written = house.committer.last_n
            house.book.balances[chips(live.id, "Ann")] += 1
            with pytest.raises(Stopped):
                await live.ask(m.BuyIn(by="Ann", cents=5_00), "Ann", "once")
            assert f"table {live.id} and the books disagree" in str(house.failure)
            assert house.committer.last_n == written
            with pytest.raises(Stopped):
                await live.ask(m.BuyIn(by="Ann", cents=5_00), "Ann", "again")

    asyncio.run(scene())


def test_a_table_that_is_dealt_again_to_other_chips_than_the_books_have_is_not_opened(
    sqlite_db: str, key: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scene() -> str:
        async with house_on(sqlite_db, key) as house:
            ann = await Player.come(house, "Ann")
            live = await ann.open()
            await to_betting(ann, live)
            return live.id

    async def again(table: str) -> None:
        there = House._players_chips

        async def a_cent_more(*asked: Any) -> dict[str, int]:
            return {account: cents + 1 for account, cents in (await there(*asked)).items()}

        monkeypatch.setattr(House, "_players_chips", a_cent_more)
        database = await Database.open(sqlite_db, key)
        house = House(database, UNHURRIED)
        try:
            with pytest.raises(CannotOpen, match=f"the books and table {table} disagree"):
                await house.start()
            assert not house.tables
        finally:
            await house.stop()
            await database.close()

    asyncio.run(again(asyncio.run(scene())))


def test_every_line_of_the_journal_says_by_whom_it_came(sqlite_db: str, key: Path) -> None:
    async def scene() -> None:
        async with house_on(sqlite_db, key) as house:
            ann = await Player.come(house, "Ann")
            live = await ann.open()
            await to_betting(ann, live)
            await live.ask(m.CloseTable(by="floorperson"), "Flo", "close")
            j = schema.journal.c
            lines = await house.database.rows(select(j.kind, j.actor, j.body).order_by(j.n))
            assert {(line.kind, line.actor) for line in lines if line.kind != MOVE} == {
                (KEY, "house"),
                (PEOPLE, "house"),
                (GRANT, "Ann"),
                (OPEN, "Ann"),
            }
            moves = {(msgspec.json.decode(line.body)["move"], line.actor) for line in lines if line.kind == MOVE}
            assert {("sit", "Ann"), ("close-table", "Flo"), ("commit-seed", "dealer")} <= moves

    asyncio.run(scene())


def test_a_shuffle_that_breaks_takes_nothing_of_the_move_before_it_back(
    sqlite_db: str, key: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scene() -> None:
        async with house_on(sqlite_db, key) as house:
            ann = await Player.come(house, "Ann")
            ann.answers_for_seeds = False
            live = await ann.open("double-deck-house")
            make = live._apply

            def breaks(move: m.Move, *rest: Any) -> Any:
                if isinstance(move, m.CommitSeed | m.Shuffle):
                    raise Broken("nobody foresaw it")
                return make(move, *rest)

            with monkeypatch.context() as patched:
                patched.setattr(live, "_apply", breaks)
                assert await ann.move(live, m.Sit, "once", box=1) == (len(live.chronicle), False)
            assert await ann.move(live, m.Sit, "once", box=1) == (len(live.chronicle), True), "it is made, and on disk"
            await ann.move(live, m.BuyIn, cents=5_00)
            assert absence.seeds_asked(live.table), "and the next move has it shuffled"

    asyncio.run(scene())


def test_the_clock_of_a_machine_may_be_set_back_and_the_time_of_a_chain_never_goes_back(
    sqlite_db: str, key: Path
) -> None:
    async def scene() -> None:
        clock = StillClock()
        async with house_on(sqlite_db, key, clock=clock) as house:
            ann = await Player.come(house, "Ann")
            live = await ann.open()
            for ms in (5_000, -3_000, 1_000, 4_000):
                clock.ms += ms
                await ann.move(live, m.BuyIn, cents=5_00)
            j = schema.journal
            rows = await house.database.rows(select(j.c.at_ms).where(j.c.table_id == live.id).order_by(j.c.seq))
            begun = rows[0].at_ms
            assert [row.at_ms - begun for row in rows] == [0, 5_000, 5_000, 5_000, 7_000]

    asyncio.run(scene())


def test_what_the_house_decides_for_somebody_is_told_when_it_is_on_disk_and_not_else(sqlite_db: str, key: Path) -> None:
    async def scene() -> None:
        clock = StillClock()
        async with house_on(sqlite_db, key, replace(UNHURRIED, alone_ms=1_000), clock) as house:
            ann = await Player.come(house, "Ann")
            live = await ann.open()
            await to_betting(ann, live)
            await ann.move(live, m.Wager, box=1, cents=10_00)
            sue, disk = Listener("Sue"), SlowDisk(house)
            await live.join(sue, None)
            disk.fails = True
            clock.pass_ms(1_000)
            await disk.writing.wait()
            assert [told["type"] for told in sue.heard] == ["table"]
            disk.go.set()
            while house.failure is None:
                await asyncio.sleep(0)
            await asyncio.sleep(0)
            assert [told["type"] for told in sue.heard] == ["table"]

    asyncio.run(scene())


def test_a_fault_of_ours_over_one_move_is_told_to_who_made_it_and_the_others_are_made(
    sqlite_db: str, key: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scene() -> None:
        async with house_on(sqlite_db, key) as house:
            for name in ("Ann", "Bob"):
                await house.guest(name)
            live = await (await Player.come(house, "Cid")).open()
            make = live._make

            def faulty(move: m.Move, *rest: Any) -> Any:
                if move.by == "Ann":
                    raise KeyError("nobody foresaw it")
                return make(move, *rest)

            monkeypatch.setattr(live, "_make", faulty)
            told = await asyncio.gather(
                *(live.ask(m.BuyIn(by=name, cents=5_00), name, "once") for name in ("Ann", "Bob")),
                return_exceptions=True,
            )
            assert [type(one) for one in told] == [Broken, Made]
            assert list(live.table.state.people.players) == ["Bob"]

    asyncio.run(scene())
