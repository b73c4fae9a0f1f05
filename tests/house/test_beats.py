"""What a process of a house says of itself, hears of the others and does about it, beat by beat.

One house on a file; the others are rows of the database, as a process sees others. Leases end when a row says so.
"""

import asyncio
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager, nullcontext
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import msgspec
import pytest
from sqlalchemy import delete, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from pitboss.house import archive, handing_over, keys, schema
from pitboss.house.adopting import Adopting
from pitboss.house.database import CannotOpen, Database, NoAnswer
from pitboss.house.house import House
from pitboss.house.journal import CAGE, PEOPLE, Recipe
from pitboss.house.ledger import BANK, PRACTICE_BANKROLL_CENTS
from pitboss.house.lobby_cards import Listed, TableCard
from pitboss.house.neighbours import Moving, Neighbour
from pitboss.house.ownership import Ownership
from pitboss.house.processes import FORGOTTEN_LEASES, LOOK_EVERY, Heard, Processes, Shown
from pitboss.house.settings import UNHURRIED
from pitboss.house.vault import Vault, WrongKey, open_vault
from pitboss.procedure.refusal import Broken, Refused
from tests import moves as m
from tests.house.kit import Player

LEASE_MS = 1_000_000
CARD = TableCard(
    table="t1",
    game="double-attack-pa",
    title="",
    phase="betting",
    round=1,
    positions=6,
    taken={},
    minimum_cents=10_00,
    maximum_cents=500_00,
    chip_cents=1_00,
    watching=0,
    departures=(),
)


def shown(table: str, *players: str, seen_at: Mapping[str, str] = {}, round: int = 1) -> Shown:
    listed = Listed(msgspec.structs.replace(CARD, table=table, round=round))
    return Shown(listed=listed, opened_by="Ann", players=players, seen_at=dict(seen_at))


def member(database: Database, name: str) -> Processes:
    """A process of the same house."""
    same: Any = SimpleNamespace(
        engine=database.engine, rows=database.rows, ownership=Ownership(database.engine, name), dialect="sqlite"
    )
    return Processes(same, f"{name}:1", LEASE_MS)


async def say(database: Database, *statements: Any) -> None:
    async with database.engine.begin() as connection:
        for statement in statements:
            await connection.execute(statement)


def lives_until(name: str, until_ms: int) -> Any:
    return update(schema.processes).where(schema.processes.c.id == name).values(until_ms=until_ms)


def lives_longer(name: str) -> Any:
    p = schema.processes
    return update(p).where(p.c.id == name).values(until_ms=p.c.until_ms + 1)


def given_to(process: str | None, *tables: str) -> Any:
    """The chains are somebody's."""
    c = schema.chains
    return update(c).where(c.c.table_id.in_(tables)).values(process=process, epoch=c.c.epoch + 1)


def chain(table: str, process: str | None) -> Any:
    row = {"table_id": table, "epoch": 1, "process": process, "seq": 0, "n": 0, "hash": "", "writes": 1}
    return insert(schema.chains).values(row)


@asynccontextmanager
async def opened(db: str, key: Path) -> AsyncIterator[Database]:
    database = await Database.open(db, key, process="a")
    try:
        yield database
    finally:
        await database.close()


@asynccontextmanager
async def house_among(db: str, key: Path) -> AsyncIterator[tuple[House, Processes]]:
    """A house that has the cage, and a process beside it of which it has heard; it beats when a test says so."""
    async with opened(db, key) as database:
        house = House(database, UNHURRIED, processes=Processes(database, "a:1", LEASE_MS, LEASE_MS))
        await house.start()
        b = member(database, "b")
        await b.beat()
        await house.beat()
        await taken_up(house)
        try:
            yield house, b
        finally:
            await house.stop()


async def taken_up(house: House) -> None:
    """What a beat began is done."""
    while tasks := [task for task in house._tasks if task.get_name() != "beat"]:
        await asyncio.gather(*tasks)


# --- living ---------------------------------------------------------------------------------------------------------


def test_a_beat_tells_who_came_went_or_is_to_stop_and_now_and_then_has_one_look_all_the_same(
    sqlite_db: str, key: Path
) -> None:
    async def scene() -> None:
        async with opened(sqlite_db, key) as database:
            a, b = member(database, "a"), member(database, "b")
            assert await a.beat() == Heard(lapsed=False, changed=True, look=True), "all is new to a process that begins"
            assert await a.beat() == Heard()
            assert await b.beat() == Heard(lapsed=False, changed=True, look=True)
            assert await a.beat() == Heard(look=True), "somebody came"
            assert a.living() == [Neighbour("b", "b:1", version=b.version)]
            assert await a.beat() == Heard()
            await say(database, update(schema.processes).where(schema.processes.c.id == "b").values(told_to_stop=True))
            assert not (await a.beat()).told_to_stop, "another is to stop"
            assert (await b.beat()).told_to_stop
            b.draining = True
            await b.beat()
            assert [(await a.beat()).look, (await a.beat()).look] == [True, True], "what it had may be anybody's by now"
            await say(database, lives_until("b", 0))
            assert await a.beat() == Heard(look=True), "somebody went"
            assert a.living() == []
            looks = [(await a.beat()).look for _ in range(LOOK_EVERY)]
            assert looks.count(True) == 1

    asyncio.run(scene())


def test_a_process_that_was_silent_for_longer_than_its_lease_is_told_so_once(sqlite_db: str, key: Path) -> None:
    async def scene() -> None:
        async with opened(sqlite_db, key) as database:
            a, b = member(database, "a"), member(database, "b")
            await b.beat()
            await a.beat()
            await a.show({"t1": shown("t1")})
            await say(database, lives_until("a", 0))
            assert (await b.beat(), b.living()) == (Heard(), [])
            assert [(await a.beat()).lapsed, (await a.beat()).lapsed] == [True, False]
            await say(
                database, delete(schema.processes).where(schema.processes.c.id == "a"), delete(schema.whereabouts)
            )
            assert (await a.beat()).lapsed, "one that was forgotten too"
            await a.show({"t1": shown("t1")})
            await b.beat()
            assert set(b.shown()) == {"t1"}, "what it had shown was forgotten with it, and is shown again"

    asyncio.run(scene())


def test_what_was_shown_and_is_not_there_any_more_is_shown_again(sqlite_db: str, key: Path) -> None:
    """Whoever had the table before shows it late, and then no more: of the row nobody else would say anything."""

    async def scene() -> None:
        async with opened(sqlite_db, key) as database:
            a, b = member(database, "a"), member(database, "b")
            await b.beat()
            await a.beat()
            await a.show({"t1": shown("t1")})
            await b.show({"t1": shown("t1")})
            await b.show({})
            for one in (b, a, b):
                await one.beat()
                await one.show({"t1": shown("t1")} if one is a else {})
            assert set(b.shown()) == {"t1"}
            await say(database, insert(schema.whereabouts).values(table_id="t2", process="a", card="{}"))
            await a.beat()
            await a.show({"t1": shown("t1")})
            there = await database.rows(select(schema.whereabouts.c.table_id))
            assert [row.table_id for row in there] == ["t1"], "what came through though nobody knew it is taken back"

    asyncio.run(scene())


def test_whoever_is_given_a_table_looks_for_it_at_the_next_beat_until_it_has_it(sqlite_db: str, key: Path) -> None:
    async def scene() -> None:
        async with opened(sqlite_db, key) as database:
            a = member(database, "a")
            await say(database, given_to("a", *CAGE), chain("t1", "a"), chain("t2", "b"))
            await a._database.ownership.take("t1")
            await a.beat()
            assert await a.beat() == Heard()
            await say(database, given_to("a", "t2"))
            assert [(await a.beat()).look, (await a.beat()).look] == [True, True]
            await a._database.ownership.take("t2")
            assert not (await a.beat()).look

    asyncio.run(scene())


def test_a_beat_that_failed_leaves_no_line_and_the_next_has_its_own(
    sqlite_db: str, key: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scene() -> None:
        async with opened(sqlite_db, key) as database:
            a = member(database, "a")

            async def fails(_: object) -> bool:
                raise NoAnswer("not now")

            with monkeypatch.context() as patched:
                patched.setattr(a, "_live_on", fails)
                with pytest.raises(NoAnswer):
                    await a.beat()
            assert a._line is None, "whatever state it is in, nobody speaks on it again"
            await a.beat()

    asyncio.run(scene())


@pytest.mark.parametrize(("dialect", "opened", "ended"), [("postgresql", 2, 1), ("sqlite", 4, 4)])
def test_a_process_speaks_over_one_line_until_it_breaks(dialect: str, opened: int, ended: int) -> None:
    """Of a file each beat has its own: there is nobody to wait behind."""
    lines: list[str] = []

    def line() -> Any:
        async def done() -> None:
            """There is nothing to write."""

        async def over() -> None:
            lines.append("ended")

        return SimpleNamespace(commit=done, invalidate=done, close=over)

    async def connect() -> Any:
        lines.append("opened")
        return line()

    async def scene() -> None:
        engine = SimpleNamespace(connect=connect, dialect=SimpleNamespace(name=dialect))
        database: Any = SimpleNamespace(engine=engine, ownership=SimpleNamespace(process="a"))
        process = Processes(database, "a:1", LEASE_MS)
        for fails in (False, False, True, False):
            with pytest.raises(NoAnswer) if fails else nullcontext():
                async with process._on_own_line():
                    if fails:
                        raise NoAnswer("the database does not answer")
        assert (lines.count("opened"), lines.count("ended")) == (opened, ended)

    asyncio.run(scene())


def test_a_register_that_has_changed_is_noticed_once(sqlite_db: str, key: Path) -> None:
    async def scene() -> None:
        async with opened(sqlite_db, key) as database:
            a = member(database, "a")
            await a.beat()
            c = schema.chains
            await say(database, update(c).where(c.c.table_id == PEOPLE).values(hash="other"))
            assert [(await a.beat()).changed, (await a.beat()).changed] == [True, False]

    asyncio.run(scene())


def test_the_cage_is_kept_by_who_was_heard_of_more_than_once(sqlite_db: str, key: Path) -> None:
    """Of one who was heard of once nobody knows whether it died just then."""

    async def scene() -> None:
        async with opened(sqlite_db, key) as database:
            a, b = member(database, "a"), member(database, "b")
            await b.beat()
            await say(database, given_to("b", *CAGE))
            for _ in range(2):
                await a.beat()
                assert not a.cage_is_kept()
            await say(database, lives_longer("b"))
            await a.beat()
            assert a.cage_is_kept()
            await say(database, given_to(None, *CAGE))
            await a.beat()
            assert not a.cage_is_kept()

    asyncio.run(scene())


# --- what the others have -------------------------------------------------------------------------------------------


def test_what_is_shown_is_known_to_the_others_as_it_was_last_shown(sqlite_db: str, key: Path) -> None:
    async def scene() -> None:
        async with opened(sqlite_db, key) as database:
            a, b = member(database, "a"), member(database, "b")
            await b.show({"t1": shown("t1")})
            await a.beat()
            assert not a.shown(), "whoever has heard of nobody shows nothing"
            await b.beat()
            first, second = shown("t1", "Ann", seen_at={"Ann": "192.0.2.1"}), shown("t2")
            await b.show({"t1": first, "t2": second})
            await say(database, chain("t1", "b"), chain("t2", "b"))
            await a.beat()
            assert a.shown() == {"t1": first, "t2": second}
            assert a.listed() == {"t1": first.listed, "t2": second.listed}
            assert (a.seen_at, [one.tables for one in a.living()]) == ({"Ann": "192.0.2.1"}, [2])
            other = shown("t1", "Bob", round=2)
            await b.show({"t1": other})
            await a.beat()
            assert (a.shown(), a.seen_at) == ({"t1": other}, {}), "one changed and one went"
            await b.show({})
            await a.beat()
            assert not a.shown()

    asyncio.run(scene())


def test_a_table_that_moved_is_shown_by_who_has_it_and_not_struck_by_who_had_it(sqlite_db: str, key: Path) -> None:
    async def scene() -> None:
        async with opened(sqlite_db, key) as database:
            a, b, c = (member(database, name) for name in "abc")
            for one in (a, b, c, a, b, c):
                await one.beat()
            await a.show({"t1": shown("t1")})
            await b.show({"t1": shown("t1", "Ann")})
            await a.show({})
            await say(database, chain("t1", "b"))
            await c.beat()
            assert c.shown() == {"t1": shown("t1", "Ann")}
            assert [(one.id, one.tables) for one in c.living()] == [("a", 0), ("b", 1)]

    asyncio.run(scene())


def test_where_a_table_is_is_known_of_the_living_alone(sqlite_db: str, key: Path) -> None:
    async def scene() -> None:
        async with opened(sqlite_db, key) as database:
            a, b = member(database, "a"), member(database, "b")
            await b.beat()
            await a.beat()
            await say(database, chain("t1", "b"), chain("t2", "a"), chain("t3", None), chain("t4", "b"))
            await say(database, insert(schema.closed_tables).values(table_id="t4"))
            assert [await a.where("t1"), await b.where("t2"), await a.where("t4")] == ["b:1", "a:1", None]
            for who, table in ((a, "t2"), (b, "t1"), (a, "t3"), (b, "t3")):
                with pytest.raises(Moving):  # it is to be here and is not yet, or nobody has it
                    await who.where(table)
            await say(database, given_to("b", *CAGE))
            assert await a.cage() == "b:1"
            with pytest.raises(Moving):
                await b.cage()
            practice = insert(schema.whereabouts).values(table_id="x1", process="b", card="{}")
            await say(database, practice)
            assert [await a.where("x1"), await b.where("x1"), await a.where("x2")] == ["b:1", None, None]
            await say(database, lives_until("b", 0))
            assert await a.where("x1") is None, "a table of which nothing is written ends with its process"
            for asked in (a.where("t1"), a.cage()):
                with pytest.raises(Moving):
                    await asked

    asyncio.run(scene())


def test_free_is_what_nobody_has_who_lives_or_what_one_has_and_could_not_take_up(sqlite_db: str, key: Path) -> None:
    async def scene() -> None:
        async with opened(sqlite_db, key) as database:
            a, b, c = (member(database, name) for name in "abc")
            for one in (a, b, c):
                await one.beat()
            owners = {"t1": "a", "t2": "a", "t3": "b", "t4": "c", "t5": None, "t6": None, "t7": "nobody"}
            await say(database, given_to("b", *CAGE), *(chain(table, owner) for table, owner in owners.items()))
            await say(database, insert(schema.closed_tables).values(table_id="t6"), lives_until("c", 0))
            held = a._database.ownership
            await held.take("t2")
            assert sorted(await a.free()) == ["t1", "t4", "t5", "t7"]
            assert [(await held.take(table)) is not None for table in ("t1", "t3", "t4", "t5")] == [
                True,
                False,
                True,
                True,
            ]
            assert await a.taken_over() == []
            await say(database, given_to("b", "t4"))
            assert await a.taken_over() == ["t4"]

    asyncio.run(scene())


def test_who_leaves_leaves_nothing_and_the_dead_are_forgotten_after_a_while(sqlite_db: str, key: Path) -> None:
    async def scene() -> None:
        async with opened(sqlite_db, key) as database:
            a, b, c, d = (member(database, name) for name in "abcd")
            for one in (a, b, c, d, b, c, d):
                await one.beat()
            for one in (b, c, d):
                await one.show({f"t{one.id}": shown(f"t{one.id}")})
            await say(database, chain("tb", "b"), chain("tc", "c"), chain("over", "b"))
            await say(database, update(schema.chains).where(schema.chains.c.table_id == "over").values(settled=True))
            await b.leave()
            rows = await database.rows(select(schema.processes.c.id, schema.processes.c.until_ms))
            until = {row.id: row.until_ms for row in rows}
            assert sorted(until) == ["a", "c", "d"]
            assert {row.process for row in await database.rows(select(schema.whereabouts))} == {"c", "d"}
            long_ago = until["c"] - (FORGOTTEN_LEASES + 1) * LEASE_MS
            await say(database, lives_until("c", long_ago - LEASE_MS), lives_until("d", long_ago + LEASE_MS))
            await a.forget_the_dead()
            assert {row.id for row in await database.rows(select(schema.processes))} == {"a", "d"}
            assert {row.process for row in await database.rows(select(schema.whereabouts))} == {"d"}
            owners = {row.table_id: row.process for row in await database.rows(select(schema.chains))}
            assert (owners["tb"], owners["tc"]) == (None, "c")
            assert owners["over"] == "b", "what is over is looked at no more, however much of it there is"

    asyncio.run(scene())


# --- what follows ---------------------------------------------------------------------------------------------------


def test_heads_are_rolled_by_one_task(sqlite_db: str, key: Path) -> None:
    async def scene() -> None:
        async with house_among(sqlite_db, key) as (house, _):
            assert [task.get_name() for task in asyncio.all_tasks()].count("heads") == 1
            await house.stop()
            assert "heads" not in {task.get_name() for task in asyncio.all_tasks()}

    asyncio.run(scene())


def test_what_others_hear_of_a_table_is_who_sits_there_and_where_they_were_seen(sqlite_db: str, key: Path) -> None:
    async def scene() -> None:
        async with house_among(sqlite_db, key) as (house, b):
            ann, bob = await Player.come(house, "Ann"), await Player.come(house, "Bob")
            live = await ann.open()
            await bob.move(live, m.Sit, box=1)
            house.addresses |= {"Ann": "192.0.2.1", "Bob": "192.0.2.2", "Cid": "192.0.2.3"}
            await house.beat()
            await b.beat()
            there = b.shown()[live.id]
            assert (there.opened_by, there.players) == ("Ann", ("Bob",))
            assert there.seen_at == {"Ann": "192.0.2.1", "Bob": "192.0.2.2"}

    asyncio.run(scene())


def test_whoever_is_connected_here_hears_at_a_beat_what_others_have_written(sqlite_db: str, key: Path) -> None:
    async def scene() -> None:
        async with house_among(sqlite_db, key) as (house, _):
            ann = await Player.come(house, "Ann")
            live = await ann.open()
            live.on_money = lambda _: None  # as if it were at another process
            await ann.move(live, m.BuyIn, cents=100_00)
            told: list[Mapping[str, int]] = []
            house.on_money = told.append
            await house.beat()
            assert house._telling is None, "nobody is connected, and nothing is read"
            house.people_here = lambda: [ann.name]
            await house.beat()
            assert house._telling is not None
            await house._telling
            assert told == [{"Ann": PRACTICE_BANKROLL_CENTS - 100_00}]

    asyncio.run(scene())


def test_who_sits_at_tables_here_and_elsewhere_is_seated_once_at_each(sqlite_db: str, key: Path) -> None:
    async def scene() -> None:
        async with house_among(sqlite_db, key) as (house, b):
            ann = await Player.come(house, "Ann")
            live = await ann.open()
            await ann.move(live, m.Sit, box=1)
            await b.beat()
            await b.show({live.id: shown(live.id, "Ann"), "t2": shown("t2", "Ann"), "t3": shown("t3", "Bob")})
            await house.beat()
            assert house.seated_at("Ann") == (live.id, "t2")

    asyncio.run(scene())


def test_who_sits_where_is_known_of_tables_here_first_and_at_a_practice_table_nobody_sits() -> None:
    def live(table: str, practice: bool, *names: str) -> Any:
        people = SimpleNamespace(players=dict.fromkeys(names))
        return SimpleNamespace(id=table, practice=practice, table=SimpleNamespace(state=SimpleNamespace(people=people)))

    elsewhere = {table: SimpleNamespace(players=("Bob",)) for table in ("t1", "t9")}
    one: Any = SimpleNamespace(
        tables={"t1": live("t1", False, "Ann"), "x1": live("x1", True, "Ann")},
        processes=SimpleNamespace(shown=lambda: elsewhere),
    )
    assert [list(House._players_at(one, table) or ["?"]) for table in ("t1", "t9", "t0")] == [["Ann"], ["Bob"], ["?"]]
    assert House.seated_at(one, "Ann") == ("t1",)
    one.processes = None
    assert House._players_at(one, "t9") is None


def test_whoever_is_alone_shows_nothing() -> None:
    database: Any = SimpleNamespace(ownership=SimpleNamespace(process="a"), engine=None)
    alone = Processes(database)
    asyncio.run(alone.show({"t1": shown("t1", "Ann")}))
    assert alone._shown == {}


def test_a_process_counts_its_lease_from_before_the_database_does(sqlite_db: str, key: Path) -> None:
    """Else it would think for the time of an answer that it still has what another may have taken."""

    async def scene() -> None:
        async with house_among(sqlite_db, key) as (_, b):
            loop, heard, says = asyncio.get_running_loop(), list[float](), b._live_on

            async def note(connection: AsyncConnection) -> None:
                heard.append(loop.time())
                await says(connection)

            vars(b)["_live_on"] = note
            await b.beat()
            assert b._said_at <= heard[0]

    asyncio.run(scene())


def test_a_process_is_late_when_it_has_not_been_heard_of_for_a_lease(sqlite_db: str, key: Path) -> None:
    async def scene() -> None:
        async with house_among(sqlite_db, key) as (_, b):
            for seconds, late in ((-1, False), (1, True)):
                b._said_at = asyncio.get_running_loop().time() - LEASE_MS / 1000 - seconds
                assert b.is_late is late
            await b.beat()
            assert not b.is_late
            unheard = member(b._database, "c")
            unheard.lease_ms = 10**15
            assert unheard.is_late, "of which nobody has ever heard, however lately this machine was started"

    asyncio.run(scene())


@pytest.mark.parametrize("changed", [{"disabled": True}, {"role": "dealer"}])
def test_who_was_shut_out_or_given_another_role_elsewhere_is_seen_out_here(
    sqlite_db: str, key: Path, changed: dict[str, Any]
) -> None:
    async def scene() -> None:
        async with house_among(sqlite_db, key) as (house, _):
            tokens = [(await house.guest(name))[1] for name in ("Ann", "Bob")]
            gone: list[str] = []
            house.on_session_over = gone.append
            house.sessions_here = lambda: [(token, "guest") for token in tokens]
            await say(house.database, update(schema.accounts).where(schema.accounts.c.name == "Ann").values(**changed))
            house.processes.has_cage = False  # type: ignore[union-attr]  # it has neighbours
            await house._look_at_sessions()
            assert gone == tokens[:1]
            assert (await house.accounts.of_session(tokens[0]) is None) is ("disabled" in changed)

    asyncio.run(scene())


@pytest.mark.parametrize("kept", [True, False])
def test_whoever_keeps_the_register_knows_it_by_heart_and_forgets_the_dead(
    sqlite_db: str, key: Path, kept: bool
) -> None:
    async def scene() -> None:
        async with house_among(sqlite_db, key) as (house, _):
            await house.guest("Ann")
            assert house.processes is not None
            await taken_up(house)
            house.processes.has_cage = kept
            await say(house.database, lives_until("b", 1))
            await house.beat()
            await taken_up(house)
            assert house.accounts.here is kept, "who does not keep it looks up what has changed"
            there = {row.id for row in await house.database.rows(select(schema.processes))}
            assert ("b" in there) != kept

    asyncio.run(scene())


async def left_lying(house: House) -> str:
    """A table that nobody has, at which Ann sits."""
    ann = await Player.come(house, "Ann")
    live = await ann.open()
    await ann.move(live, m.Sit, box=1)
    house.drop(live)
    await house.database.ownership.release(live.id)
    return live.id


async def owner_of(house: House, table: str) -> str | None:
    c = schema.chains
    return (await house.database.rows(select(c.c.process).where(c.c.table_id == table)))[0].process  # type: ignore[no-any-return]  # a column


def test_a_table_is_taken_up_again_when_the_database_is_back(
    sqlite_db: str, key: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scene() -> None:
        async with house_among(sqlite_db, key) as (house, _):
            table = await left_lying(house)
            resume, tries = house._resume, 0

            async def fails_once(which: str, recipe: Recipe) -> bool:
                nonlocal tries
                tries += 1
                if tries == 1:
                    raise NoAnswer("the database does not answer")
                return await resume(which, recipe)

            monkeypatch.setattr(house, "_resume", fails_once)
            assert house.processes is not None
            await house._take_up_free(house.processes)
            assert table not in house.tables
            assert house._looks, "at the next beat"
            assert table in await house.processes.free(), "though it has its name already"
            await house._take_up_free(house.processes)
            assert "Ann" in house.tables[table].table.state.people.players

    asyncio.run(scene())


def test_one_that_somebody_else_was_quicker_to_take_is_looked_for_again(
    sqlite_db: str, key: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They may have let it go again at once."""

    async def too_late(_: str) -> None:
        return None

    async def scene() -> None:
        async with house_among(sqlite_db, key) as (house, _):
            await left_lying(house)
            assert house.processes is not None
            monkeypatch.setattr(house.database.ownership, "take", too_late)
            await house._take_up_free(house.processes)
            assert house._looks
            assert not house.tables

    asyncio.run(scene())


def test_a_cage_that_could_be_read_only_in_part_is_not_kept(
    sqlite_db: str, key: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def unanswered() -> None:
        raise NoAnswer("the database does not answer")

    async def scene() -> None:
        async with opened(sqlite_db, key) as database:
            house = House(database, UNHURRIED, processes=Processes(database, "a:1", LEASE_MS, LEASE_MS))
            house.vault = await keys.vault_of(database)
            await house.committer.start(shared=True)
            monkeypatch.setattr(house.removals, "load", unanswered)
            with pytest.raises(NoAnswer):
                await house._take_cage()
            assert (house.accounts.here, house.neighbours.has_cage) == (False, False)
            monkeypatch.undo()
            assert await house._take_cage()
            assert (house.accounts.here, house.neighbours.has_cage) == (True, True)
            await house.committer.stop()

    asyncio.run(scene())


def test_a_table_that_cannot_be_dealt_again_is_left_to_whoever_can(
    sqlite_db: str, key: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scene() -> None:
        async with house_among(sqlite_db, key) as (house, b):
            table = await left_lying(house)

            async def cannot(_: str, __: Recipe) -> bool:
                raise ValueError("its record is broken")

            resume = house._resume
            monkeypatch.setattr(house, "_resume", cannot)
            assert house.processes is not None
            await house._take_up_free(house.processes)
            assert (house.kept_out, await owner_of(house, table)) == ({table: "its record is broken"}, None)
            assert not house._looks, "nothing more is to be done about it"
            monkeypatch.setattr(house, "_resume", resume)
            await house._take_up_free(house.processes)
            assert table not in house.tables, "why it rests is told as long as nobody has it"
            await b._database.ownership.take(table)
            await house._take_up_free(house.processes)
            assert house.kept_out == {}

    asyncio.run(scene())


def test_who_was_dead_looks_again_for_what_somebody_took_then_and_is_only_done_with_now(
    sqlite_db: str, key: Path
) -> None:
    async def scene() -> None:
        async with house_among(sqlite_db, key) as (house, _):
            table = (await (await Player.come(house, "Ann")).open()).id
            house._note(Heard(lapsed=True))
            await taken_up(house)
            assert table in house.tables
            await say(house.database, given_to("b", table))
            house._note(Heard())
            await taken_up(house)
            assert table not in house.tables

    asyncio.run(scene())


def test_a_table_that_was_set_back_as_the_database_went_is_taken_up_when_it_is_there_again(
    sqlite_db: str, key: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def unanswered(*_: object) -> bool:
        raise NoAnswer("the database is away")

    async def scene() -> None:
        async with house_among(sqlite_db, key) as (house, _):
            table = (await (await Player.come(house, "Ann")).open()).id
            monkeypatch.setattr(house, "_resume", unanswered)
            house.database.ownership.held.pop(table)
            house._lost(table, ValueError("somebody would have less than nothing"))
            await asyncio.gather(*house._tasks_named("adoption"))
            assert (table in house.tables, house._looks) == (False, True)
            monkeypatch.undo()
            house._note(Heard())
            await taken_up(house)
            assert table in house.tables

    asyncio.run(scene())


def test_what_was_given_to_a_process_that_cannot_deal_it_is_given_back(sqlite_db: str, key: Path) -> None:
    def other_rules(recipe: Recipe) -> Any:
        raise archive.OtherRules("it was opened by another version")

    async def scene() -> None:
        async with house_among(sqlite_db, key) as (house, _):
            table = await left_lying(house)
            house.rules_of = other_rules
            for _again in range(2):  # also when why it rests is known already
                await say(house.database, given_to("a", table))
                house._note(Heard(look=True))
                await taken_up(house)
                assert (table in house.kept_out, await owner_of(house, table)) == (True, None)

    asyncio.run(scene())


@pytest.mark.parametrize("why", [Broken("it broke"), Refused("a", "it is refused", ()), WrongKey("it does not open")])
def test_a_table_whose_record_cannot_be_dealt_again_is_given_back_too(
    sqlite_db: str, key: Path, monkeypatch: pytest.MonkeyPatch, why: Exception
) -> None:
    async def broken(*_: object, **__: object) -> Any:
        raise why

    async def scene() -> None:
        async with house_among(sqlite_db, key) as (house, _):
            table = await left_lying(house)
            monkeypatch.setattr(archive, "lines", broken)
            await say(house.database, given_to("a", table))
            house._note(Heard(look=True))
            await taken_up(house)
            assert house.kept_out[table] == f"its record cannot be dealt again: {why}"
            assert await owner_of(house, table) is None

    asyncio.run(scene())


def test_who_has_given_a_table_back_is_not_given_it_again(
    sqlite_db: str, key: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(handing_over, "STAYS_LEASES", 0)

    async def scene() -> None:
        async with house_among(sqlite_db, key) as (house, _):
            ann = await Player.come(house, "Ann")
            both = {(await ann.open()).id for _ in range(2)}
            assert house.processes is not None
            given = []
            for _ in range(3):
                await house._balance(house.processes)
                gone = both - house.tables.keys()
                assert [await owner_of(house, table) for table in gone] == ["b"] * len(gone)
                given.append(gone)
                await say(house.database, *(given_to(None, table) for table in gone))
                await house._take_up(gone)
            assert given[0] | given[1] == both
            assert [len(gone) for gone in given] == [1, 1, 0]

    asyncio.run(scene())


def test_a_table_that_this_version_cannot_deal_is_not_taken_from_who_can() -> None:
    def other(_: object) -> None:
        raise archive.OtherRules("it was dealt otherwise")

    async def take(_: str) -> None:
        raise AssertionError("nobody takes what they cannot deal")

    database = SimpleNamespace(ownership=SimpleNamespace(take=take))
    house: Any = SimpleNamespace(rules_of=other, kept_out={}, database=database)
    asyncio.run(Adopting._take(house, "t1", cast(Recipe, None)))
    assert house.kept_out == {"t1": "it was dealt otherwise"}


def test_tables_that_somebody_asks_for_are_taken_up_first_and_each_once() -> None:
    taken: list[str] = []

    async def take(table: str, recipe: str) -> None:
        assert recipe == f"of {table}"
        taken.append(table)
        house.wanted.add("t2" if table == "t3" else table)

    house: Any = SimpleNamespace(
        wanted={"t3"}, kept_out={"t5": "why"}, tables={"t6": None}, _taking={"t7"}, _leaves=False
    )
    house._take = take
    free = [f"t{number}" for number in range(1, 8)]
    recipes: Any = {table: f"of {table}" for table in free}
    asyncio.run(Adopting._take_some(house, free, recipes))
    assert (taken[:2], sorted(taken)) == (["t3", "t2"], ["t1", "t2", "t3", "t4"])
    assert (free, house._taking) == ([], {"t7"})


def test_nothing_is_taken_up_by_who_is_to_stop_nor_twice(sqlite_db: str, key: Path) -> None:
    async def scene() -> None:
        async with house_among(sqlite_db, key) as (house, _):
            table = await left_lying(house)
            assert house.processes is not None
            house.processes.draining = True
            await house._take_up([table])
            assert not house.tables
            house.processes.draining = False
            await house._take_up([table])
            live = house.tables[table]
            await house._take_up([table])
            assert house.tables[table] is live
            assert house.database.ownership.chain_of(table).epoch == 2

    asyncio.run(scene())


def test_the_cage_is_taken_whole_or_not_at_all(sqlite_db: str, key: Path) -> None:
    async def scene() -> None:
        async with opened(sqlite_db, key) as database:
            b = member(database, "b")
            await b.beat()
            await say(database, given_to("b", BANK))
            house = House(database, UNHURRIED, processes=Processes(database, "a:1", LEASE_MS, LEASE_MS))
            assert not await house._take_cage()
            assert await owner_of(house, PEOPLE) is None
            assert not {*CAGE} & database.ownership.held.keys()
            assert not house.neighbours.has_cage

    asyncio.run(scene())


def test_who_was_silent_itself_gives_the_others_time_and_nobody_else_does(sqlite_db: str, key: Path) -> None:
    async def scene() -> None:
        async with house_among(sqlite_db, key) as (house, _):
            house._note(Heard(changed=True, look=True))
            assert not house._is_patient
            house._note(Heard(lapsed=True))
            assert house._is_patient

    asyncio.run(scene())


def test_what_was_held_once_is_no_sign_that_the_cage_is_here(sqlite_db: str, key: Path) -> None:
    async def scene() -> None:
        async with house_among(sqlite_db, key) as (house, _):
            assert house.processes is not None
            house.processes.has_cage = False  # it was lost, and nobody has written since
            await say(house.database, given_to("b", *CAGE))
            assert not await house._take_cage()
            assert not {*CAGE} & house.database.ownership.held.keys()
            assert await owner_of(house, PEOPLE) == "b"

    asyncio.run(scene())


def test_what_a_beat_has_found_out_is_done_later_if_not_now(sqlite_db: str, key: Path) -> None:
    """Who was silent is patient: what others may still have is looked at again, though no beat says so any more."""

    async def scene() -> None:
        async with house_among(sqlite_db, key) as (house, _):
            table = await left_lying(house)
            house._patient_until = asyncio.get_running_loop().time() + 3600
            for heard in (Heard(look=True), Heard()):
                house._note(heard)
                await taken_up(house)
                assert not house.tables
            house._patient_until = 0
            house._note(Heard())
            await taken_up(house)
            assert set(house.tables) == {table}

    asyncio.run(scene())


@pytest.mark.parametrize(("draining", "staying", "handed_over"), [("", "b", True), ("b", "", False), ("b", "c", True)])
def test_who_is_to_stop_says_so_at_once_and_hands_over_if_anybody_stays(
    sqlite_db: str, key: Path, draining: str, staying: str, handed_over: bool
) -> None:
    async def scene() -> None:
        async with house_among(sqlite_db, key) as (house, b):
            ann = await Player.come(house, "Ann")
            live = await ann.open()
            others = {"b": b, "c": member(house.database, "c")}
            for name in (*draining, *staying):
                others[name].draining = name in draining
                await others[name].beat()
            await house.drain()
            assert house.processes is not None
            await others[staying or draining].beat()
            (said,) = [one for one in others[staying or draining].living() if one.id == "a"]
            assert said.draining, "before anything is handed over, so that nobody gives it more"
            assert (live.id in house.tables, house.processes.has_cage) == (not handed_over, not handed_over)
            owners = [await owner_of(house, chain) for chain in (live.id, *CAGE)]
            assert owners == [None if handed_over else "a"] * 4

    asyncio.run(scene())


def test_what_a_process_had_is_anybodys_when_it_has_stopped(sqlite_db: str, key: Path) -> None:
    async def scene() -> None:
        async with house_among(sqlite_db, key) as (house, _):
            live = await (await Player.come(house, "Ann")).open()
            await house.stop()
            assert [await owner_of(house, chain) for chain in (live.id, *CAGE)] == [None] * 4
            assert {row.id for row in await house.database.rows(select(schema.processes))} == {"b"}

    asyncio.run(scene())


def test_a_chain_that_others_have_taken_is_let_go_and_one_that_failed_is_taken_up_again(
    sqlite_db: str, key: Path
) -> None:
    async def scene() -> None:
        async with house_among(sqlite_db, key) as (house, _):
            ann = await Player.come(house, "Ann")
            live, other = await ann.open(), await ann.open()
            moved: list[str] = []
            house.on_moved = moved.append
            await say(house.database, given_to("b", live.id), lives_until("a", 0))
            house._patient_until = 0
            await house.beat()
            assert (moved, set(house.tables)) == ([live.id], {other.id})
            assert live.id not in house.database.ownership.held
            house.database.ownership.held.pop(other.id)
            house._lost(other.id, ConnectionError("it could not be written to"))
            await taken_up(house)
            assert house.tables[other.id] is not other

    asyncio.run(scene())


def test_whatever_was_asked_of_the_cage_is_on_disk_before_it_is_let_go(sqlite_db: str, key: Path) -> None:
    async def scene() -> None:
        async with house_among(sqlite_db, key) as (house, _):
            house.committer._busy.add(PEOPLE)  # as if a lane were writing to it
            coming = asyncio.create_task(house.guest("Ann"))
            while not house.committer._waiting:
                await asyncio.sleep(0)
            house.processes.has_cage = False  # type: ignore[union-attr]  # it has neighbours
            leaving = asyncio.create_task(house._let_cage_go())
            for _ in range(50):
                await asyncio.sleep(0)
            assert not leaving.done()
            house.committer._busy.clear()
            house.committer._wake.set()
            account, _token = await coming
            await leaving
            assert await house.accounts.find("Ann") == account
            assert await owner_of(house, PEOPLE) is None

    asyncio.run(scene())


def test_with_the_cage_go_its_register_and_the_rooms_of_its_school(
    sqlite_db: str, key: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scene() -> None:
        async with house_among(sqlite_db, key) as (house, _):
            ann = await Player.come(house, "Ann")
            live = await ann.open()
            told: list[bool] = []

            async def on_cage(here: bool) -> None:
                told.append(here)

            house.on_cage = on_cage
            monkeypatch.setattr(house.exams, "let_go", lambda: [live])
            house.processes.has_cage = False  # type: ignore[union-attr]  # it has neighbours
            await house._let_cage_go()
            assert (told, house.accounts.here, live.id in house.tables) == ([False], False, False)
            assert [await owner_of(house, chain) for chain in CAGE] == [None, None, None]
            with pytest.raises(Moving):
                await house.guest("Bob")

    asyncio.run(scene())


@pytest.mark.parametrize("same", [True, False])
def test_a_process_whose_key_is_not_the_houses_does_not_begin(
    sqlite_db: str, key: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, same: bool
) -> None:
    """Two that begin at once, where nothing was ever sealed, each make a key; of these the register has one."""

    async def scene() -> None:
        async with house_among(sqlite_db, key) as (house, _):
            vault = house.vault if same else open_vault(tmp_path / "other.key")
            another = Database.__new__(Database)
            another.__dict__ |= house.database.__dict__ | {"ownership": Ownership(house.database.engine, "c")}
            late = House(another, UNHURRIED, processes=Processes(another, "c:1", LEASE_MS, LEASE_MS))

            async def made_before(_: Database) -> Vault | None:
                return vault

            monkeypatch.setattr(keys, "vault_of", made_before)
            with nullcontext() if same else pytest.raises(CannotOpen, match="is not the key of this house"):
                await late.start()
            await late.stop()

    asyncio.run(scene())


def test_a_table_that_closed_is_not_taken_up(sqlite_db: str, key: Path) -> None:
    async def scene() -> None:
        async with house_among(sqlite_db, key) as (house, _):
            live = await (await Player.come(house, "Ann")).open()
            await live.close_by_house("nobody needs it")
            assert live.id not in house.database.ownership.held
            assert live.id not in await house.processes.free()  # type: ignore[union-attr]  # it has neighbours
            assert live.id not in await archive.tables(house.database, closed=False)

    asyncio.run(scene())
