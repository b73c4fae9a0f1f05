"""Who has how many tables: a process that joins gets its share, one that is told to stop from elsewhere hands over."""

import asyncio
from collections.abc import Callable
from contextlib import AsyncExitStack
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest
from sqlalchemy import select

from pitboss.house import at_work, handing_over, schema
from pitboss.house.committer import Stopped
from pitboss.house.handing_over import GIVEN_AT_ONCE, STAYS_LEASES
from pitboss.house.heads import grown
from pitboss.house.house import House
from pitboss.house.neighbours import Neighbour
from pitboss.house.orders import NotDone
from pitboss.house.processes import Processes
from pitboss.house.turns import Busy
from pitboss.procedure.refusal import Refused
from tests import moves as m
from tests.house.kit import Player, house_on, to_betting
from tests.house.test_processes import HOUR_MS, assert_at_the_very_move, in_order, pg_db, process, two, until

__all__ = ["pg_db"]


async def with_tables(a: House, count: int) -> list[str]:
    players = [await Player.come(a, f"P{number}") for number in range(count)]
    return [(await player.open()).id for player in players]


def test_who_joins_gets_its_share_and_a_table_in_its_round_stays(
    pg_db: str, key: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(handing_over, "STAYS_LEASES", 0)

    async def scene() -> None:
        async with AsyncExitStack() as later:
            a = await later.enter_async_context(process(pg_db, key, "a"))
            tables = await with_tables(a, 4)
            ann = await Player.come(a, "Ann")
            playing = await ann.open()
            await to_betting(ann, playing)
            await ann.move(playing, m.Wager, box=1, cents=10_00)
            await ann.move(playing, m.Ready)
            before = {table: a.tables[table] for table in tables}
            b = await later.enter_async_context(process(pg_db, key, "b"))
            await until(lambda: len(b.tables) == 2 and len(a.tables) == 3)
            assert playing.id in a.tables, "its round goes on"
            for table, live in b.tables.items():
                assert_at_the_very_move(live, before[table])
            moved = set(b.tables)
            for _ in range(5):
                await a.beat()
                await b.beat()
            assert set(b.tables) == moved, "nothing goes back and forth"
            epochs = {row.table_id: row.epoch for row in await a.database.rows(select(schema.chains))}
            assert {epochs[table] for table in moved} == {2}
            assert {epochs[table] for table in a.tables} == {1}

    asyncio.run(scene())
    asyncio.run(in_order(pg_db, key))


def test_a_few_at_a_time_and_what_has_just_come_stays(pg_db: str, key: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def scene() -> None:
        async with AsyncExitStack() as later:
            a = await later.enter_async_context(process(pg_db, key, "a"))
            await with_tables(a, 2 * GIVEN_AT_ONCE + 4)
            for live in a.tables.values():
                live.here_since_ms -= STAYS_LEASES * HOUR_MS
            by_beat: list[int] = []
            balance = a._balance

            async def counted(processes: Processes) -> None:
                before = len(a.tables)
                await balance(processes)
                by_beat.append(before - len(a.tables))

            monkeypatch.setattr(a, "_balance", counted)
            b = await later.enter_async_context(process(pg_db, key, "b"))
            await until(lambda: len(b.tables) == GIVEN_AT_ONCE + 2)
            assert [count for count in by_beat if count] == [GIVEN_AT_ONCE, 2]
            c = await later.enter_async_context(process(pg_db, key, "c"))
            await until(lambda: len(c.tables) >= 1)
            assert len(b.tables) == GIVEN_AT_ONCE + 2, "what b was just given stays with it"

    asyncio.run(scene())


def test_a_process_of_another_version_is_given_nothing(pg_db: str, key: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def scene() -> None:
        async with two(pg_db, key) as (a, b):
            assert b.processes is not None
            b.processes.version = f"{b.processes.version} of tomorrow"
            monkeypatch.setattr(handing_over, "STAYS_LEASES", 0)
            await b.beat()
            await a.beat()
            tables = await with_tables(a, 4)
            for _ in range(3):
                await a.beat()
            assert set(tables) == set(a.tables)

    asyncio.run(scene())


def test_the_chain_of_a_closed_table_is_looked_at_no_more_once_its_end_is_in_a_head(db: str, key: Path) -> None:
    async def scene() -> None:
        async with house_on(db, key) as house:
            closes, stays = [await (await Player.come(house, name)).open() for name in ("Ann", "Bob")]
            await closes.close_by_house("a test wants it so")
            held = house.database.ownership.held
            assert (closes.id in held, stays.id in held) == (False, True)
            before = {end.table for end in await grown(house.database)}
            assert closes.id in before
            await house.notary.roll()
            settled = select(schema.chains.c.table_id).where(schema.chains.c.settled)
            assert [row.table_id for row in await house.database.rows(settled)] == [closes.id]
            assert await grown(house.database) == ()
            assert stays.id in before
        async with house_on(db, key) as house:
            assert list(house.tables) == [stays.id]

    asyncio.run(scene())
    asyncio.run(in_order(db, key))


# --- who gives how many to whom -------------------------------------------------------------------------------------


class Giver:
    """A process with so many tables among others, and what it would give to whom; it has no database."""

    def __init__(self, here: int, **others: int) -> None:
        self.living = [Neighbour(name, f"{name}:1", many, version="1") for name, many in others.items()]
        self.lives: list[Any] = [self.table(f"t{number:02}") for number in range(here)]
        self.leaves = False
        self.before: dict[str, str] = {}  # to whom each was last given
        self.given: list[tuple[str, str]] = []

    def table(
        self, name: str, players: int = 0, in_round: bool = False, since_ms: int = 0, practice: bool = False
    ) -> Any:
        people = SimpleNamespace(players=dict.fromkeys(range(players)))
        state = SimpleNamespace(in_round=in_round, people=people)
        table = SimpleNamespace(state=state)
        return SimpleNamespace(id=name, practice=practice, here_since_ms=since_ms, table=table)

    def gives(self) -> list[tuple[str, str]]:
        async def hand_over(live: Any, waits: Callable[[], bool], to: str) -> None:
            assert not waits()
            self.given.append((live.id, to))

        house: Any = SimpleNamespace(
            tables={live.id: live for live in self.lives},
            clock=SimpleNamespace(now_ms=lambda: STAYS_LEASES * 1000),
            _leaves=self.leaves,
            _hand_over=hand_over,
            _given=self.before,
        )
        processes: Any = SimpleNamespace(living=lambda: self.living, version="1", lease_ms=1000)
        asyncio.run(handing_over.HandingOver._balance(house, processes))
        return self.given


@pytest.mark.parametrize(
    ("here", "others", "to", "many"),
    [
        (5, {"b": 0}, "b", 2),
        (4, {"b": 1}, "b", 1),
        (3, {"b": 2}, "", 0),
        (1, {"b": 0}, "", 0),
        (2, {"b": 0, "c": 2}, "", 0),  # a share is of whole tables, and nobody has more than theirs
        (3, {"b": 1, "c": 1}, "b", 1),
        (6, {"b": 2, "c": 1}, "c", 2),  # who has least, and no more than its own share
        (20, {"b": 0}, "b", GIVEN_AT_ONCE),
        (2, {"b": 9}, "", 0),
        (9, {}, "", 0),
    ],
)
def test_whoever_has_more_than_a_share_gives_what_is_over_to_who_has_least(
    here: int, others: dict[str, int], to: str, many: int
) -> None:
    assert Giver(here, **others).gives() == [(f"t{number:02}", to) for number in range(many)]


@pytest.mark.parametrize("changed", [{"draining": True}, {"version": "2"}])
def test_who_is_about_to_go_or_cannot_deal_them_is_given_none_and_its_tables_are_nobodys_share(
    changed: dict[str, Any],
) -> None:
    giver = Giver(4, b=0, c=2)
    giver.living[0] = msgspec.structs.replace(giver.living[0], **changed)
    assert giver.gives() == [("t00", "c")]


def test_a_table_goes_between_rounds_when_it_has_been_here_for_a_while_and_the_emptiest_first() -> None:
    giver = Giver(0, b=0)
    giver.lives = [
        giver.table("t1", players=2),
        giver.table("t2", players=1),
        giver.table("t3", in_round=True),
        giver.table("t4", since_ms=1),
        giver.table("t5", players=1),
        giver.table("x1", practice=True),
    ]
    assert giver.gives() == [("t2", "b"), ("t5", "b")]


def test_who_has_given_a_table_back_is_not_given_it_again_and_another_may_be() -> None:
    giver = Giver(5, b=0)
    giver.before = {"t00": "b", "t01": "c"}
    assert giver.gives() == [("t01", "b"), ("t02", "b")]
    assert giver.before == {"t00": "b", "t01": "b", "t02": "b"}


def test_a_process_that_leaves_hands_everything_over_and_spreads_nothing() -> None:
    giver = Giver(5, b=0)
    giver.leaves = True
    assert giver.gives() == []


@pytest.mark.parametrize(
    ("rounds", "waits", "to", "let_go"),
    [
        ([False], False, None, [None]),
        ([False], False, "b", ["b"]),
        ([True], False, "b", []),  # a round has begun meanwhile: it stays, and nothing is lost by that
        ([True], True, "b", []),
        ([True, True, False], True, None, [None]),  # when the round is over
        ([True], False, None, [None]),  # or is waited for no longer
    ],
)
def test_a_table_is_let_go_between_rounds_or_when_nobody_waits_for_the_end_of_one(
    monkeypatch: pytest.MonkeyPatch, rounds: list[bool], waits: bool, to: str | None, let_go: list[str | None]
) -> None:
    monkeypatch.setattr(handing_over, "HAND_OVER_LOOKS_SECONDS", 0)
    dropped: list[Any] = []
    released: list[str | None] = []
    state = SimpleNamespace(in_round=True)

    async def in_turn(work: Callable[[], Any]) -> Any:
        state.in_round = rounds.pop(0)
        return await work()

    async def release(_: str, given_to: str | None) -> None:
        assert dropped, "it is nobody's before it is another's"
        released.append(given_to)

    live: Any = SimpleNamespace(id="t1", table=SimpleNamespace(state=state), in_turn=in_turn)
    database = SimpleNamespace(ownership=SimpleNamespace(release=release))
    house: Any = SimpleNamespace(drop=dropped.append, database=database)
    asyncio.run(handing_over.HandingOver._hand_over(house, live, lambda: waits, to))
    assert (released, dropped, rounds) == (let_go, [live] * len(let_go), [])


@pytest.mark.parametrize(
    "why", [Stopped("the disk is full"), Busy("elsewhere"), Refused("table/unknown", "closed", ())]
)
def test_a_table_that_could_not_be_let_go_of_in_its_turn_is_not_given_away(why: Exception) -> None:
    """What is on its way to the disk there would come after."""

    async def in_turn(_: Callable[[], Any]) -> Any:
        raise why

    async def release(*_: object) -> None:
        raise AssertionError("it is given away")

    live: Any = SimpleNamespace(id="t1", in_turn=in_turn)
    house: Any = SimpleNamespace(database=SimpleNamespace(ownership=SimpleNamespace(release=release)))
    asyncio.run(handing_over.HandingOver._hand_over(house, live, lambda: False))


def test_who_is_told_to_stop_hands_over_what_is_written_and_nobodys_practice() -> None:
    """Nobody else could go on with a practice table: it stays until the process ends."""
    handed: list[str] = []

    async def hand_over(live: Any, _: Callable[[], bool]) -> None:
        handed.append(live.id)

    async def beat() -> str:
        return "heard"

    giver = Giver(2, b=0)
    giver.lives.append(giver.table("x1", practice=True))
    processes: Any = SimpleNamespace(draining=False, has_cage=False, beat=beat, living=lambda: giver.living)
    house: Any = SimpleNamespace(
        processes=processes,
        tables={live.id: live for live in giver.lives},
        settings=SimpleNamespace(drain_ms=1000),
        _note=lambda heard: None,
        _nobody_stays=lambda _: False,
        _hand_over=hand_over,
    )
    asyncio.run(handing_over.HandingOver.drain(house))
    assert (processes.draining, handed) == (True, ["t00", "t01"])


# --- by order, from anywhere ----------------------------------------------------------------------------------------


def test_whoever_runs_the_house_sees_its_processes_and_drains_one_from_any_machine(pg_db: str, key: Path) -> None:
    async def scene() -> None:
        async with two(pg_db, key) as (a, b):
            tables = set(await with_tables(a, 1))
            told: list[str] = []
            a.on_told_to_stop = lambda: told.append("a")
            b.on_told_to_stop = lambda: told.append("b")
            assert b.processes is not None
            answer = await asyncio.to_thread(at_work.processes, pg_db, key)
            assert [(one["id"], one["address"], one["cage"], one["draining"]) for one in answer.value] == [
                ("a", "a:1", True, False),
                ("b", "b:1", False, False),
            ]
            assert sum(one["tables"] for one in answer.value) == 1
            assert all(one["version"] == b.processes.version and one["lease_ms"] > 0 for one in answer.value)
            assert "2 processes" in answer.words
            with pytest.raises(NotDone, match="no process nobody lives"):
                await asyncio.to_thread(at_work.drain, "nobody", pg_db, key)
            await asyncio.to_thread(at_work.drain, "a:1", pg_db, key)
            await until(lambda: told == ["a"])
            with pytest.raises(NotDone, match="nobody to hand its tables to"):
                await asyncio.to_thread(at_work.drain, "b", pg_db, key)
            await a.drain()
            await until(lambda: tables <= b.tables.keys() and b.neighbours.has_cage)
            assert told == ["a"], "once"

    asyncio.run(scene())


def test_a_house_on_sqlite_has_one_process(sqlite_db: str, key: Path) -> None:
    async def scene() -> None:
        async with house_on(sqlite_db, key):
            with pytest.raises(NotDone, match="one process"):
                await asyncio.to_thread(at_work.processes, sqlite_db, key)

    asyncio.run(scene())
