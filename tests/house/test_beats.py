"""What a process of a house says of itself, hears of the others and does about it, beat by beat."""

import asyncio
from collections.abc import Mapping
from contextlib import nullcontext
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from sqlalchemy import delete, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from pitboss.house import schema
from pitboss.house.database import NoAnswer
from pitboss.house.house import House
from pitboss.house.journal import CAGE, PEOPLE
from pitboss.house.ledger import PRACTICE_BANKROLL_CENTS
from pitboss.house.neighbours import Moving, Neighbour
from pitboss.house.processes import FORGOTTEN_LEASES, LOOK_EVERY, Heard, Processes
from pitboss.house.protocol import OpenTable
from tests import moves as m
from tests.house.among import (
    LEASE_MS,
    chain,
    given_to,
    house_among,
    lives_longer,
    lives_until,
    member,
    opened,
    say,
    shown,
    taken_up,
)
from tests.house.kit import Player

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


def test_of_a_practice_table_others_hear_of_nobody_who_sits_there(sqlite_db: str, key: Path) -> None:
    """Its chips are nobody's, and it is no table of theirs."""

    async def scene() -> None:
        async with house_among(sqlite_db, key) as (house, _):
            ann = await Player.come(house, "Ann")
            live = await house.open_table(OpenTable(id="a", game="double-attack-pa", practice=True), ann.account)
            await ann.move(live, m.BuyIn, cents=100_00)
            assert "Ann" in live.table.state.people.players
            told = house._shown(live)
            assert (told.opened_by, told.players) == ("Ann", ())

    asyncio.run(scene())


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
