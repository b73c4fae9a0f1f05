"""Which tables and chains a process takes up, gives back, hands over or leaves to others."""

import asyncio
from contextlib import nullcontext
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest
from sqlalchemy import select

from pitboss.house import archive, handing_over, keys, schema
from pitboss.house.adopting import Adopting
from pitboss.house.database import CannotOpen, Database, NoAnswer
from pitboss.house.house import House
from pitboss.house.journal import CAGE, PEOPLE, Recipe
from pitboss.house.ledger import BANK
from pitboss.house.neighbours import Moving
from pitboss.house.ownership import Ownership, TakenOver
from pitboss.house.processes import Heard, Processes
from pitboss.house.settings import UNHURRIED
from pitboss.house.vault import Vault, WrongKey, open_vault
from pitboss.procedure.refusal import Broken, Refused
from tests import moves as m
from tests.house.among import (
    LEASE_MS,
    given_to,
    house_among,
    left_lying,
    lives_until,
    member,
    opened,
    owner_of,
    say,
    taken_up,
)
from tests.house.kit import Player, to_betting


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


def test_what_is_free_is_asked_again_when_the_database_is_back(
    sqlite_db: str, key: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scene() -> None:
        async with house_among(sqlite_db, key) as (house, _):
            await left_lying(house)
            house._looks = False
            assert house.processes is not None
            monkeypatch.setattr(house.processes, "free", _unanswered)
            await house._take_up_free(house.processes)
            assert house._looks, "at the next beat"

    asyncio.run(scene())


async def _unanswered(*_: object) -> None:
    raise NoAnswer("the database does not answer")


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
    async def scene() -> None:
        async with opened(sqlite_db, key) as database:
            house = House(database, UNHURRIED, processes=Processes(database, "a:1", LEASE_MS, LEASE_MS))
            house.vault = await keys.vault_of(database)
            await house.committer.start(shared=True)
            monkeypatch.setattr(house.removals, "load", _unanswered)
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


def test_where_one_cannot_be_taken_the_others_are_and_then_it_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever looks for tables again would otherwise do so beside those who still take theirs."""
    taken: list[str] = []

    async def take(table: str, _: Recipe) -> None:
        if table == "t1":
            raise ConnectionError("the database has gone")
        for _turn in range(5):
            await asyncio.sleep(0)
        taken.append(table)

    async def recipes_of(_: Database, free: list[str]) -> dict[str, Any]:
        return dict.fromkeys(free)

    async def scene() -> None:
        house: Any = SimpleNamespace(wanted=set(), kept_out={}, tables={}, _taking=set(), _leaves=False, database=None)
        house._take, house._take_some = take, partial(Adopting._take_some, house)
        with pytest.raises(ConnectionError, match="has gone"):
            await Adopting._take_up(house, ["t1", "t2"])
        assert taken == ["t2"]

    monkeypatch.setattr(archive, "recipes_of", recipes_of)
    asyncio.run(scene())


def test_a_house_that_ends_waits_until_what_it_had_begun_has_ended(sqlite_db: str, key: Path) -> None:
    async def scene() -> None:
        async with house_among(sqlite_db, key) as (house, _):
            ended = False

            async def work() -> None:
                nonlocal ended
                try:
                    await asyncio.Event().wait()
                finally:
                    for _ in range(5):
                        await asyncio.sleep(0)
                    ended = True

            house._do(work(), "errands")
            await asyncio.sleep(0)
            await house._end()
            assert ended, "it may still use the database, which is closed after this"

    asyncio.run(scene())


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


def test_who_has_stopped_looks_for_no_table_though_somebody_asks_for_it(sqlite_db: str, key: Path) -> None:
    async def scene() -> None:
        async with house_among(sqlite_db, key) as (house, _):
            await left_lying(house)
            await house.stop()
            house.want("t1")
            assert not house._tasks_named("adoption"), "nobody would wait for what it begins"

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


def test_who_waits_for_a_round_to_hand_it_over_waits_no_longer_when_nobody_stays(sqlite_db: str, key: Path) -> None:
    async def scene() -> None:
        async with house_among(sqlite_db, key) as (house, b):
            ann = await Player.come(house, "Ann")
            live = await ann.open()
            await to_betting(ann, live)
            await ann.move(live, m.Wager, box=1, cents=10_00)
            await ann.move(live, m.Ready)
            await b.beat()
            draining = asyncio.create_task(house.drain())
            async with asyncio.timeout(10):
                while not live._inbox:  # whether the round is over is asked in the table's turn
                    await asyncio.sleep(0)
                b.draining = True
                await b.beat()
                await house.beat()
                assert live.id in house.tables
                await draining
            assert live.id not in house.tables

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
            house._lost(PEOPLE, TakenOver(PEOPLE))
            await taken_up(house)
            assert (told, house.accounts.here, live.id in house.tables) == ([False], False, False)
            assert [await owner_of(house, chain) for chain in CAGE] == [None, None, None]
            with pytest.raises(Moving):
                await house.guest("Bob")

    asyncio.run(scene())


def test_a_cage_that_could_not_be_given_back_is_taken_again_by_who_had_it(
    sqlite_db: str, key: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is written as this process's, who lives: to nobody else is it free."""

    async def scene() -> None:
        async with house_among(sqlite_db, key) as (house, _):
            house._looks = False
            with monkeypatch.context() as unanswering:
                unanswering.setattr(house.database.ownership, "release", _unanswered)
                house._lost(PEOPLE, ConnectionError("it could not be written to"))
                await taken_up(house)
            assert not house.neighbours.has_cage
            house._note(Heard())  # of a beat that has found out nothing
            await taken_up(house)
            assert (house.neighbours.has_cage, house.accounts.here) == (True, True)

    asyncio.run(scene())


def test_who_stops_says_so_whatever_became_of_what_was_to_be_told(sqlite_db: str, key: Path) -> None:
    async def scene() -> None:
        async with house_among(sqlite_db, key) as (house, _):

            async def telling() -> None:
                raise ValueError("it could not be told")

            house._telling = asyncio.create_task(telling())
            await house.stop()
            assert {row.id for row in await house.database.rows(select(schema.processes))} == {"b"}

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
            assert live.id not in await archive.tables(house.database)

    asyncio.run(scene())
