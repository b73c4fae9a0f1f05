"""Several processes of one house on one database: what one leaves another takes up, and nobody writes to another's.

A process falls silent when its tasks end; its lease ends when the database's row says so: no test waits for one.
"""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec
import pytest
from sqlalchemy import func, select, update

from pitboss.house import archive, schema
from pitboss.house import orders as o
from pitboss.house.accounts import Account
from pitboss.house.audit import audit_database
from pitboss.house.committer import Stopped
from pitboss.house.database import CannotOpen, Database, NoAnswer
from pitboss.house.house import House
from pitboss.house.journal import Recipe
from pitboss.house.live_table import LiveTable
from pitboss.house.neighbours import Moving
from pitboss.house.operator import Operator
from pitboss.house.orders import NotDone
from pitboss.house.processes import Processes
from pitboss.house.settings import UNHURRIED, Settings
from pitboss.house.turns import Busy
from pitboss.procedure.refusal import Refused
from pitboss.rules.rules import Rules
from tests import moves as m
from tests.house.conftest import Postgres
from tests.house.kit import Player, through_round, to_betting, usual

HOUR_MS = 3_600_000
BEAT_MS = 100


@pytest.fixture
def pg_db(postgres: Postgres) -> str:
    return postgres.new_database(postgres.made)


@asynccontextmanager
async def process(db: str, key: Path, name: str, settings: Settings = UNHURRIED) -> AsyncIterator[House]:
    """A process of the house, whose lease ends only when a test says so."""
    database = await Database.open(db, key, process=name)
    house = House(database, settings, processes=Processes(database, f"{name}:1", HOUR_MS, BEAT_MS))
    try:
        await house.start()
        yield house
    finally:
        await house.stop()
        await database.close()


@asynccontextmanager
async def two(db: str, key: Path, settings: Settings = UNHURRIED) -> AsyncIterator[tuple[House, House]]:
    async with process(db, key, "a", settings) as a, process(db, key, "b", settings) as b:
        yield a, b


async def until(condition: Callable[[], Any]) -> None:
    async with asyncio.timeout(60):
        while not condition():
            await asyncio.sleep(0.02)


async def fall_silent(house: House) -> None:
    """The process is paused, for longer than its lease."""
    for task in tuple(house._tasks):
        task.cancel()
    await asyncio.gather(*house._tasks, return_exceptions=True)
    p = schema.processes
    async with house.database.engine.begin() as connection:
        await connection.execute(update(p).where(p.c.id == house.neighbours.id).values(until_ms=0))


async def lines(house: House) -> int:
    return int((await house.database.rows(select(func.count()).select_from(schema.journal)))[0][0])


async def in_order(db: str, key: Path) -> None:
    report = await audit_database(db, key)
    assert report.wrong is None, report.wrong


def elsewhere(live: LiveTable, house: House) -> LiveTable:
    """The same table at another process."""
    return house.tables[live.id]


def assert_at_the_very_move(there: LiveTable, here: LiveTable) -> None:
    assert there.table.moves_made == here.table.moves_made
    assert tuple(there.table.facts) == tuple(here.table.facts)
    assert str(there.table.waiting) == str(here.table.waiting)


# --- who has what ---------------------------------------------------------------------------------------------------


def test_one_has_the_cage_each_table_has_one_and_each_knows_where_the_others_are(pg_db: str, key: Path) -> None:
    async def scene() -> None:
        async with two(pg_db, key) as (a, b):
            assert (a.neighbours.has_cage, b.neighbours.has_cage) == (True, False)
            ann = await Player.come(a, "Ann")
            with pytest.raises(Moving):
                await b.guest("Bob")
            live = await ann.open()
            assert await b.neighbours.where(live.id) == "a:1", "at once, by what is on disk"
            assert await b.neighbours.cage() == "a:1"
            assert await b.neighbours.where("t00000000") is None
            with pytest.raises(Moving):
                await a.neighbours.cage()
            mine = await Player(b, ann.account).open()
            await until(lambda: live.id in b.neighbours.listed() and mine.id in a.neighbours.listed())
            there = [("b", "b:1", 1)]  # counted before it was listed, in a beat in whose midst it was opened
            await until(lambda: [(one.id, one.address, one.tables) for one in a.neighbours.living()] == there)
            assert {card.table for card in a.cards()} == {card.table for card in b.cards()} == {live.id, mine.id}
            assert (set(a.tables), set(b.tables)) == ({live.id}, {mine.id})

    asyncio.run(scene())


def test_a_session_is_known_at_every_process_until_it_is_over(pg_db: str, key: Path) -> None:
    async def scene() -> None:
        async with two(pg_db, key) as (a, b):
            ann, token = await a.guest("Ann")
            assert await b.accounts.of_session(token) == ann
            assert await b.accounts.find("aNN") == ann
            assert await b.accounts.of_session(f"{token}x") is None
            gone: list[str] = []
            b.on_session_over = gone.append
            b.sessions_here = lambda: [(token, ann.role)]
            await Player.come(a, "Bob")
            await b.beat()
            assert gone == []
            await a.accounts.end_session(token)
            await until(lambda: gone == [token])
            assert await b.accounts.of_session(token) is None

    asyncio.run(scene())


@pytest.mark.slow
def test_who_has_another_role_is_to_come_again_at_every_process(pg_db: str, key: Path) -> None:
    async def scene() -> None:
        async with two(pg_db, key) as (a, b):
            ann, token = await a.sign_up("Ann", "correct horse battery", None)
            gone: list[str] = []
            b.on_session_over = gone.append
            b.sessions_here = lambda: [(token, ann.role)]
            await Operator(a).carry_out(o.SetRole(name="Ann", role="dealer"))
            await until(lambda: gone == [token])
            assert (await b.accounts.of_session(token)) == replace_role(ann, "dealer")

    asyncio.run(scene())


def replace_role(account: Account, role: str) -> Account:
    return msgspec.structs.replace(account, role=role)


# --- a process that is not heard of ---------------------------------------------------------------------------------


def test_a_table_moves_at_the_very_move_when_its_process_falls_silent(pg_db: str, key: Path) -> None:
    async def scene() -> None:
        async with two(pg_db, key) as (a, b):
            ann = await Player.come(a, "Ann")
            live = await ann.open()
            await to_betting(ann, live)
            await ann.move(live, m.Wager, move_id="w", box=1, cents=10_00)
            await ann.move(live, m.Ready)
            await fall_silent(a)
            await until(lambda: live.id in b.tables)
            there = elsewhere(live, b)
            assert_at_the_very_move(there, live)
            assert b.book[f"chips:{live.id}:Ann"] == a.book[f"chips:{live.id}:Ann"] == 990_00
            again = Player(b, ann.account)
            assert (await again.move(there, m.Wager, move_id="w", box=1, cents=10_00))[1], "it was made before"

    asyncio.run(scene())
    asyncio.run(in_order(pg_db, key))


def test_an_owner_that_wakes_writes_nothing_and_lives_on(pg_db: str, key: Path) -> None:
    async def scene() -> None:
        async with two(pg_db, key) as (a, b):
            ann = await Player.come(a, "Ann")
            live, other = await ann.open(), await ann.open()
            await to_betting(ann, live)
            moved: list[str] = []
            a.on_moved = moved.append
            await fall_silent(a)
            await until(lambda: {live.id, other.id} <= b.tables.keys() and b.neighbours.has_cage)
            before = await lines(b)
            with pytest.raises(Busy, match="elsewhere"):
                await ann.move(live, m.Wager, box=1, cents=10_00)
            with pytest.raises((Stopped, Moving)):
                await a.guest("Bob")
            assert await lines(b) == before
            assert moved == [live.id]
            assert live.id not in a.tables
            assert a.failure is None
            await a.beat()
            assert moved == [live.id, other.id], "what it was not asked about, it lets go of all the same"
            await until(lambda: not a.accounts.here)
            mine = await ann.open()
            assert (mine.id in a.tables, await b.neighbours.where(mine.id)) == (True, "a:1")
            await through_round(Player(b, ann.account), elsewhere(live, b))

    asyncio.run(scene())
    asyncio.run(in_order(pg_db, key))


@pytest.mark.slow
def test_an_owner_that_wakes_before_anybody_came_goes_on(pg_db: str, key: Path) -> None:
    async def scene() -> None:
        async with process(pg_db, key, "a") as a:
            ann = await Player.come(a, "Ann")
            live = await ann.open()
            await fall_silent(a)
            await a.beat()
            await to_betting(ann, live)
            assert a.tables == {live.id: live}

    asyncio.run(scene())


def test_the_cage_moves_with_all_it_knows(pg_db: str, key: Path) -> None:
    async def scene() -> None:
        async with two(pg_db, key) as (a, b):
            told: list[bool] = []

            async def on_cage(here: bool) -> None:
                told.append(here)

            b.on_cage = on_cage
            await a.sign_up("Ann", "correct horse battery", None)
            await Operator(a).carry_out(o.SignUp(to="invited"))
            await fall_silent(a)
            await until(lambda: told == [True])
            account, _ = await b.log_in("Ann", "correct horse battery")
            assert (account.name, b.bankroll_of("Ann")) == ("Ann", 10_000_00)
            with pytest.raises(Refused, match="nobody new"):
                await b.guest("Bob")
            await Operator(b).carry_out(o.SignUp(to="open"))
            await b.guest("Bob")

    asyncio.run(scene())
    asyncio.run(in_order(pg_db, key))


@pytest.mark.slow
def test_what_a_dead_process_had_is_shared_by_those_who_live_and_nobody_has_it_twice(pg_db: str, key: Path) -> None:
    async def scene() -> None:
        async with AsyncExitStack() as stack:
            a = await stack.enter_async_context(process(pg_db, key, "a"))
            ann = await Player.come(a, "Ann")
            tables = {(await Player(a, (await Player.come(a, f"P{n}")).account).open()).id for n in range(6)}
            b = await stack.enter_async_context(process(pg_db, key, "b"))
            c = await stack.enter_async_context(process(pg_db, key, "c"))
            assert not b.tables
            assert not c.tables
            await fall_silent(a)
            await until(lambda: tables == b.tables.keys() | c.tables.keys())
            assert not b.tables.keys() & c.tables.keys()
            await until(lambda: b.neighbours.has_cage != c.neighbours.has_cage)
            rows = await b.database.rows(select(schema.chains.c.table_id, schema.chains.c.process))
            owners = {row.table_id: row.process for row in rows}
            assert {owners[table] for table in b.tables} <= {"b"}
            assert ann.name in {row.name for row in await c.database.rows(select(schema.accounts))}

    asyncio.run(scene())


def test_chips_are_bought_at_any_process_from_one_bankroll_and_no_cent_is_spent_twice(pg_db: str, key: Path) -> None:
    async def scene() -> None:
        async with two(pg_db, key) as (a, b):
            ann = await Player.come(a, "Ann")
            there = Player(b, ann.account)
            live, other = await ann.open(), await there.open()
            told: list[tuple[str, int]] = []
            b.on_money = lambda have: told.extend(have.items())
            await ann.move(live, m.Sit, box=1)
            await there.move(other, m.Sit, box=1)
            await there.move(other, m.BuyIn, cents=6_000_00)
            await until(lambda: told == [("Ann", 4_000_00)])
            assert (await a.bankroll_now("Ann"), await b.bankroll_now("Ann")) == (4_000_00, 4_000_00)
            with pytest.raises(Refused, match=r"has \$4,000"):
                await ann.move(live, m.BuyIn, cents=6_000_00)
            both = (ann.move(live, m.BuyIn, cents=3_000_00), there.move(other, m.BuyIn, cents=3_000_00))
            answers = await asyncio.gather(*both, return_exceptions=True)
            assert [isinstance(answer, Refused | Busy) for answer in answers].count(True) == 1, answers
            assert await a.bankroll_now("Ann") == 1_000_00
            await until(lambda: live.id in a.tables and other.id in b.tables)
            chips = {
                a.tables[live.id].table.state.people.players["Ann"].chips,
                b.tables[other.id].table.state.people.players["Ann"].chips,
            }
            assert chips in ({3_000_00, 6_000_00}, {0, 9_000_00})

    asyncio.run(scene())
    asyncio.run(in_order(pg_db, key))


def test_whoever_was_silent_gives_the_others_a_leases_time_before_it_takes_what_they_have(
    pg_db: str, key: Path
) -> None:
    """A database that was away has heard of nobody: the first to be back does not take what the others still have."""

    async def scene() -> None:
        async with two(pg_db, key) as (a, b):
            live = await (await Player.come(a, "Ann")).open()
            await fall_silent(a)
            await fall_silent(b)
            await b.beat()
            await b.beat()
            assert not b.tables
            assert not b.neighbours.has_cage
            await a.beat()
            assert (live.id in a.tables, a.neighbours.has_cage, a.failure) == (True, True, None)
            await Player.come(a, "Bob")

    asyncio.run(scene())


def test_a_cage_that_could_not_be_read_is_taken_again(pg_db: str, key: Path) -> None:
    async def scene() -> None:
        async with two(pg_db, key) as (a, b):
            opening, tries = b._open_cage, 0

            async def fails_once() -> None:
                nonlocal tries
                tries += 1
                if tries == 1:
                    raise NoAnswer("the database does not answer")
                await opening()

            b._open_cage = fails_once  # type: ignore[method-assign]  # of this process alone
            await fall_silent(a)
            await until(lambda: b.neighbours.has_cage)
            assert tries == 2
            await b.guest("Bob")

    asyncio.run(scene())


# --- going in order -------------------------------------------------------------------------------------------------


def test_a_process_that_is_to_stop_hands_over_between_rounds_and_the_cage_last(pg_db: str, key: Path) -> None:
    async def scene() -> None:
        async with AsyncExitStack() as later:
            async with process(pg_db, key, "a") as a:
                b = await later.enter_async_context(process(pg_db, key, "b"))
                ann = await Player.come(a, "Ann")
                live, rests = await ann.open(), await ann.open()
                await to_betting(ann, live)
                await ann.move(live, m.Wager, box=1, cents=10_00)
                await ann.move(live, m.Ready)
                assert live.table.state.in_round
                await until(lambda: [one.id for one in a.neighbours.living()] == ["b"])
                draining = asyncio.create_task(a.drain())
                await until(lambda: rests.id in b.tables)
                assert live.id in a.tables, "its round goes on"
                assert a.neighbours.has_cage
                with pytest.raises(Busy, match="closes"):
                    await ann.open()
                with suppress(Busy):  # the last of them is told that the table has moved
                    while live.table.state.in_round:
                        kind, fields = usual(live, 1)
                        await ann.move(live, kind, **fields)
                await draining
                assert not a.tables
                await until(lambda: live.id in b.tables and b.neighbours.has_cage)
                assert not elsewhere(live, b).table.state.in_round
            rows = await b.database.rows(select(schema.processes.c.id))
            assert [row.id for row in rows] == ["b"], "who has stopped is forgotten"
            await b.guest("Bob")

    asyncio.run(scene())
    asyncio.run(in_order(pg_db, key))


@pytest.mark.slow
def test_after_a_while_a_table_is_handed_over_in_the_midst_of_its_round(pg_db: str, key: Path) -> None:
    async def scene() -> None:
        async with two(pg_db, key, replace(UNHURRIED, drain_ms=0)) as (a, b):
            ann = await Player.come(a, "Ann")
            live = await ann.open()
            await to_betting(ann, live)
            await ann.move(live, m.Wager, box=1, cents=10_00)
            await ann.move(live, m.Ready)
            await until(lambda: a.neighbours.living())
            await a.drain()
            await until(lambda: live.id in b.tables)
            assert_at_the_very_move(elsewhere(live, b), live)

    asyncio.run(scene())


@pytest.mark.slow
def test_all_told_to_stop_at_once_wait_for_no_round(pg_db: str, key: Path) -> None:
    """Whoever began to wait for a round, to hand the table to somebody who stays, finds that nobody does."""

    async def scene() -> None:
        async with two(pg_db, key, replace(UNHURRIED, drain_ms=3_600_000)) as (a, b):
            ann = await Player.come(a, "Ann")
            live = await ann.open()
            await to_betting(ann, live)
            await ann.move(live, m.Wager, box=1, cents=10_00)
            await ann.move(live, m.Ready)
            await until(lambda: a.neighbours.living())
            draining = asyncio.create_task(a.drain())
            await until(lambda: any(one.draining for one in b.neighbours.living()))
            assert not draining.done()
            await b.drain()
            await asyncio.wait_for(draining, 60)

    asyncio.run(scene())
    asyncio.run(in_order(pg_db, key))


@pytest.mark.slow
def test_whoever_is_alone_stops_with_everything_and_the_next_has_it_at_once(pg_db: str, key: Path) -> None:
    async def scene() -> None:
        async with process(pg_db, key, "a") as a:
            live = await (await Player.come(a, "Ann")).open()
            await a.drain()
            assert live.id in a.tables, "there is nobody to hand it to"
        async with process(pg_db, key, "b") as b:
            assert (set(b.tables), b.neighbours.has_cage) == ({live.id}, True)

    asyncio.run(scene())


def test_a_table_of_another_version_waits_for_its_own(pg_db: str, key: Path) -> None:
    def older(recipe: Recipe) -> Rules:
        raise archive.OtherRules("it was opened under another procedure")

    async def scene() -> None:
        async with process(pg_db, key, "a") as a, AsyncExitStack() as later:
            live = await (await Player.come(a, "Ann")).open()
            b = await later.enter_async_context(process(pg_db, key, "b"))
            b.rules_of = older
            await fall_silent(a)
            await until(lambda: live.id in b.kept_out and b.neighbours.has_cage)
            assert live.id not in b.tables
            c = await later.enter_async_context(process(pg_db, key, "c"))
            assert live.id in c.tables
            assert c.database.ownership.chain_of(live.id).epoch == 2, "whoever cannot deal it has not taken it either"
            await until(lambda: not b.kept_out)

    asyncio.run(scene())


# --- what is counted and ordered over all of them -------------------------------------------------------------------


def test_tables_and_seats_are_counted_over_all_processes(pg_db: str, key: Path) -> None:
    async def scene() -> None:
        settings = replace(UNHURRIED, tables_per_person_max=1, seats_per_person_max=1, seats_per_address_max=2)
        async with two(pg_db, key, settings) as (a, b):
            ann, bob = await Player.come(a, "Ann"), await Player.come(a, "Bob")
            cat = await Player.come(a, "Cat")
            for house in (a, b):
                house.addresses |= dict.fromkeys(("Ann", "Bob"), "192.0.2.1")
            b.addresses["Cat"] = "192.0.2.1"
            live, other = await ann.open(), await Player(b, bob.account).open()
            await a.move(live, m.Sit(by="Ann", box=1), "Ann", "s1")
            await until(lambda: b.seated_at("Ann") == (live.id,))
            with pytest.raises(Refused) as refused:
                await Player(b, ann.account).open()
            assert refused.value.code == "table/too-many"
            with pytest.raises(Refused) as refused:
                await b.move(other, m.Sit(by="Ann", box=1), "Ann", "s2")
            assert refused.value.code == "sit/too-many"
            await b.move(other, m.Sit(by="Bob", box=1), "Bob", "s3")
            with pytest.raises(Refused) as refused:
                await b.move(other, m.Sit(by="Cat", box=2), "Cat", "s4")
            assert refused.value.code == "sit/too-many-from-there"
            assert cat.name == "Cat"

    asyncio.run(scene())


def test_who_is_ordered_out_is_seen_out_by_whichever_process_has_the_table(pg_db: str, key: Path) -> None:
    async def scene() -> None:
        async with two(pg_db, key) as (a, b):
            ann = await Player.come(a, "Ann")
            there = Player(b, ann.account)
            live = await there.open()
            await there.move(live, m.Sit, box=1)
            await until(lambda: a.seated_at("Ann") == (live.id,))
            await Operator(a).carry_out(o.RemovePlayer(name="Ann"))
            await until(lambda: "Ann" not in live.table.state.people.players)
            standing = select(schema.removals)
            async with asyncio.timeout(60):
                while await a.database.rows(standing):
                    await asyncio.sleep(0.02)

    asyncio.run(scene())
    asyncio.run(in_order(pg_db, key))


def test_another_key_waits_until_there_is_one_process_and_a_process_with_another_does_not_start(
    pg_db: str, key: Path, tmp_path: Path
) -> None:
    async def scene() -> None:
        async with process(pg_db, key, "a") as a:
            with pytest.raises(CannotOpen, match="key"):
                async with process(pg_db, tmp_path / "other.key", "c"):
                    pass
            async with process(pg_db, key, "b"):
                await until(lambda: a.neighbours.living())
                with pytest.raises(NotDone, match="1 other process"):
                    await Operator(a).carry_out(o.RotateKey())
            await until(lambda: not a.neighbours.living())
            await Operator(a).carry_out(o.RotateKey())

    asyncio.run(scene())


def test_a_house_that_wants_the_database_to_itself_finds_it_taken(pg_db: str, key: Path) -> None:
    async def scene() -> None:
        async with process(pg_db, key, "a"):
            database = await Database.open(pg_db, key)
            house = House(database, UNHURRIED)
            with pytest.raises(CannotOpen, match="another house has this database open"):
                await house.start()
            await database.close()

    asyncio.run(scene())
