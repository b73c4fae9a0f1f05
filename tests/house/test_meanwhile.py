"""What has become of a table, of the cage or of the house while somebody waited for the database or for a turn."""

import asyncio
import contextlib
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import httpx
import pytest

from pitboss.cards import fair
from pitboss.house import house as house_module
from pitboss.house.cage import CLOSED, OPEN_TO_ALL
from pitboss.house.committer import SAFE, Stopped
from pitboss.house.database import NoAnswer
from pitboss.house.house import House
from pitboss.house.journal import CAGE, PEOPLE, Entry
from pitboss.house.ledger import chips, layout
from pitboss.house.live_table import LiveTable
from pitboss.house.ownership import Chain, TakenOver
from pitboss.house.security_log import unchained
from pitboss.house.turns import Asked, Busy
from pitboss.house.writer import Work
from pitboss.procedure import facts as f
from tests import moves as m
from tests.house.among import given_to, house_among, left_lying, owner_of, say, taken_up
from tests.house.kit import Player, house_on, seed_of, serving, to_betting
from tests.house.test_telling import Ear

# --- a table goes on elsewhere --------------------------------------------------------------------------------------


def test_a_table_that_goes_on_elsewhere_while_a_move_waits_makes_it_no_more(sqlite_db: str, key: Path) -> None:
    """Its chips are another's to keep: a move made here would find none, or take from those of its successor here."""

    async def scene() -> None:
        async with house_on(sqlite_db, key) as house:
            ann = await Player.come(house, "Ann")
            live = await ann.open()
            await to_betting(ann, live)
            made = live.table.moves_made

            async def meanwhile(together: Sequence[Asked]) -> Any:
                house.drop(live)
                house.book.balances[layout(live.id)] = 7  # whoever has taken it up again counts on them
                return {}

            live._made.earlier = meanwhile  # type: ignore[method-assign]  # of this table
            with pytest.raises(Busy, match="elsewhere in the house"):
                await ann.move(live, m.Wager, box=1, cents=10_00)
            assert live.table.moves_made == made
            assert (house.book[chips(live.id, "Ann")], house.book[layout(live.id)]) == (0, 7)
            assert house.failure is None

    asyncio.run(scene())


def test_what_still_waits_to_be_written_for_a_table_that_goes_elsewhere_is_not_written_though_it_comes_back(
    sqlite_db: str, key: Path
) -> None:
    """It was made after what was on disk then: whoever has taken the table up since knows nothing of it."""

    async def scene() -> None:
        async with house_among(sqlite_db, key) as (house, _):
            ann, bob = [await Player.come(house, name) for name in ("Ann", "Bob")]
            live, other = await ann.open(), await bob.open()
            house.committer._busy |= {live.id, other.id}  # as if lanes were writing to them
            waits = [asyncio.create_task(one.ask(m.Sit(by="Ann", box=1), "Ann", "1")) for one in (live, other)]
            while len(house.committer._waiting) < 2:
                await asyncio.sleep(0)
            house.drop(live)
            await house.database.ownership.release(live.id)
            await house._take_up([live.id])
            house.committer._busy.clear()
            house.committer._wake.set()
            with pytest.raises(Busy, match="elsewhere in the house"):
                await waits[0]
            await waits[1]
            again = house.tables[live.id]
            assert again is not live
            await again.ask(m.Sit(by="Bob", box=2), "Bob", "2")
            assert list(again.table.state.people.players) == ["Bob"]

    asyncio.run(scene())


def test_a_chain_that_is_let_go_of_while_it_is_written_to_is_not_held_for_what_was_written(
    sqlite_db: str, key: Path
) -> None:
    """Who took it for its own would leave it lying when nobody has it."""

    async def scene() -> None:
        async with house_among(sqlite_db, key) as (house, _):
            ann = await Player.come(house, "Ann")
            live, held = await ann.open(), house.database.ownership.held
            (writer,) = house.committer.writers
            write = writer.write

            async def meanwhile(work: Work) -> None:
                await write(work)
                held.pop(live.id, None)
                house._lost(live.id, TakenOver(live.id))

            writer.write = meanwhile  # type: ignore[method-assign]  # of this house
            with contextlib.suppress(Busy):
                await live.ask(m.Sit(by="Ann", box=1), "Ann", "1")
            assert live.id not in held
            writer.write = write  # type: ignore[method-assign]  # as it was
            await say(house.database, given_to(None, live.id))
            assert house.processes is not None
            await house._take_up_free(house.processes)
            assert list(house.tables[live.id].table.state.people.players) == ["Ann"]

    asyncio.run(scene())


def test_a_table_that_another_takes_while_it_is_taken_up_is_not_served(
    sqlite_db: str, key: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scene() -> None:
        async with house_among(sqlite_db, key) as (house, _):
            table = await left_lying(house)
            replay = LiveTable.replay

            def meanwhile(live: LiveTable, *move: Any) -> None:
                replay(live, *move)
                house.database.ownership.held.pop(table, None)
                house._lost(table, TakenOver(table))

            monkeypatch.setattr(LiveTable, "replay", meanwhile)
            await house._take_up([table])
            assert table not in house.tables
            assert (house.book[chips(table, "Ann")], house.kept_out) == (0, {})

    asyncio.run(scene())


def test_who_waits_to_join_while_their_process_sleeps_is_not_shown_what_may_be_anothers(
    sqlite_db: str, key: Path
) -> None:
    async def scene() -> None:
        async with house_among(sqlite_db, key) as (house, _):
            ann = await Player.come(house, "Ann")
            live, watcher = await ann.open(), Ear("Ann")
            async with live.held():
                joins = asyncio.create_task(live.join(watcher, None))
                await asyncio.sleep(0)
                house._lapsed = True
            with pytest.raises(Busy, match="elsewhere in the house"):
                await joins
            assert not live.watchers
            house._lapsed = False
            await live.join(watcher, None)
            assert live.watchers == {watcher}

    asyncio.run(scene())


def test_a_table_that_another_takes_while_its_cards_are_shuffled_is_taken_up_again_when_it_is_nobodys(
    sqlite_db: str, key: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It can be dealt here: it is not one of those that wait for another version."""

    async def scene() -> None:
        async with house_among(sqlite_db, key) as (house, _):
            table = await left_lying(house)
            steps = LiveTable._house_steps

            def meanwhile(live: LiveTable) -> list[Entry]:
                house.database.ownership.held.pop(table, None)
                house._lost(table, TakenOver(table))
                return steps(live)

            monkeypatch.setattr(LiveTable, "_house_steps", meanwhile)
            await house._take_up([table])
            assert (table in house.tables, house.kept_out) == (False, {})
            monkeypatch.undo()
            await house._take_up([table])
            assert table in house.tables

    asyncio.run(scene())


def test_what_is_asked_of_a_table_that_has_moved_since_the_request_came_in_is_asked_again(
    sqlite_db: str, key: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scene() -> None:
        async with serving(sqlite_db, key) as (url, house), httpx.AsyncClient(base_url=url) as somebody:
            await somebody.post("/api/session", json={"name": "Ann"})
            live = await (await Player.come(house, "Bob")).open()
            of_session = house.accounts.of_session

            async def meanwhile(token: str | None) -> Any:
                house.tables.pop(live.id, None)
                return await of_session(token)

            house.accounts.of_session = meanwhile  # type: ignore[method-assign]  # of this house
            assert (await somebody.get(f"/api/tables/{live.id}/story")).status_code == 404, "there is no other process"

            async def elsewhere(_: str) -> str:
                return "far:1"

            house.tables[live.id] = live
            monkeypatch.setattr(house.neighbours, "where", elsewhere)
            answered = await somebody.get(f"/api/tables/{live.id}/story")
            assert (answered.status_code, answered.headers["retry-after"]) == (503, "2")
            house.tables[live.id] = live

    asyncio.run(scene())


@pytest.mark.parametrize("looks", [False, True])
def test_a_table_that_another_took_before_this_one_was_answered_is_seen_when_it_looks(
    sqlite_db: str, key: Path, looks: bool
) -> None:
    """It was not late when it took it, and writes nothing there: nobody else would ever tell it."""

    async def scene() -> None:
        async with house_among(sqlite_db, key) as (house, b):
            live = await (await Player.come(house, "Ann")).open()
            await taken_up(house)
            await b.beat()
            await house.beat()
            await say(house.database, given_to("b", live.id))
            house._looks = looks
            assert house.processes is not None
            await house._errands(house.processes)
            assert (live.id in house.tables) is not looks

    asyncio.run(scene())


@pytest.mark.parametrize("fault", [Stopped("the house closes"), NoAnswer("the database does not answer")])
def test_who_waits_at_a_table_that_does_not_come_to_be_waits_no_longer(
    sqlite_db: str, key: Path, monkeypatch: pytest.MonkeyPatch, fault: Exception
) -> None:
    """A process that hands tables over waited for ever for one whose opening never came to disk."""

    async def scene() -> None:
        async with house_on(sqlite_db, key) as house:
            ann = await Player.come(house, "Ann")
            waiting: list[asyncio.Task[Any]] = []

            async def submit(*_: Any) -> None:
                (live,) = (one for one in house.tables.values() if one.id in house._unwritten)
                waiting.append(asyncio.create_task(live.in_turn(asyncio.Event().wait)))
                waiting.append(asyncio.create_task(live.ask(m.Sit(by="Ann", box=1), "Ann", "1")))
                await asyncio.sleep(0)
                raise fault

            there = set(house.tables)
            with monkeypatch.context() as broken:
                broken.setattr(house.committer, "submit", submit)
                with pytest.raises(type(fault)):
                    await ann.open()
            assert set(house.tables) == there
            heard = await asyncio.wait_for(asyncio.gather(*waiting, return_exceptions=True), 20)
            assert [type(one) for one in heard] == [Busy, Busy]

    asyncio.run(scene())


# --- the cage -------------------------------------------------------------------------------------------------------


def test_the_cage_that_another_takes_while_it_is_read_is_given_back_whole(sqlite_db: str, key: Path) -> None:
    """Else one had the register and another the bank, and nobody who lives could ever take both."""

    async def scene() -> None:
        async with house_among(sqlite_db, key) as (house, _):
            assert house.processes is not None
            await taken_up(house)  # nobody looks for the cage meanwhile
            house.processes.has_cage = False
            await house._let_cage_go()
            open_cage = house._open_cage

            async def meanwhile() -> None:
                await open_cage()
                await say(house.database, given_to("b", PEOPLE))
                house.database.ownership.held.pop(PEOPLE)
                house._lost(PEOPLE, TakenOver(PEOPLE))

            house._open_cage = meanwhile  # type: ignore[method-assign]  # of this house
            assert not await house._take_cage()
            assert not house.accounts.here
            assert [await owner_of(house, chain) for chain in CAGE] == ["b", None, None]
            house._open_cage = open_cage  # type: ignore[method-assign]  # as it was
            await say(house.database, given_to(None, PEOPLE))
            assert await house._take_cage()
            assert house.accounts.here

    asyncio.run(scene())


@pytest.mark.parametrize("step", ["take", "release"])
@pytest.mark.parametrize("last", range(len(CAGE)))
def test_a_cage_that_is_half_taken_or_half_let_go_when_the_database_goes_is_taken_again(
    sqlite_db: str, key: Path, step: str, last: int
) -> None:
    """Else a part of it were this process's for ever, as nobody else's, and no process let anybody in."""

    async def scene() -> None:
        async with house_among(sqlite_db, key) as (house, _):
            assert house.processes is not None
            await taken_up(house)
            ownership = house.database.ownership
            carry_out, asked = getattr(ownership, step), []

            async def answered(chain: str) -> Chain | None:
                if chain in CAGE:
                    asked.append(chain)
                    if len(asked) > last:
                        raise NoAnswer("the database does not answer")
                done: Chain | None = await carry_out(chain)
                return done

            if step == "take":
                house.processes.has_cage = False
                await house._let_cage_go()
                assert set(await house.processes.free()) == set(CAGE)
            setattr(ownership, step, answered)
            if step == "take":
                await house._take_up_free(house.processes)
            else:
                house.processes.has_cage = False
                await house._let_cage_go()
            assert len(asked) == last + 1
            assert not house.processes.has_cage
            assert not house.accounts.here
            assert house._looks
            assert set(await house.processes.free()) == set(CAGE)
            setattr(ownership, step, carry_out)
            await house._take_up_free(house.processes)
            assert house.processes.has_cage
            assert house.accounts.here

    asyncio.run(scene())


def test_what_never_came_to_disk_is_not_in_a_cage_that_is_taken_again(sqlite_db: str, key: Path) -> None:
    """Else the log went on after a line that nobody has, and a door stood as no order on record says."""

    async def scene() -> None:
        async with house_among(sqlite_db, key) as (house, _):
            assert house.processes is not None
            await taken_up(house)
            house.security.line("sign-in", "Ann")
            house.sign_up_is = CLOSED
            house.processes.has_cage = False
            await house._let_cage_go()
            assert await house._take_cage()
            assert house.sign_up_is == OPEN_TO_ALL
            await house.committer.submit(statements=[house.security.line("sign-in", "Bob")])
            assert await unchained(house.database, {}) is None

    asyncio.run(scene())


@pytest.mark.parametrize("late", ["_look_at_sessions", "_let_cage_go"])
def test_what_was_to_be_forgotten_of_the_register_stays_when_it_has_come_back_meanwhile(
    sqlite_db: str, key: Path, late: str
) -> None:
    """Else this process had the cage and said for ever that it moves."""

    async def scene() -> None:
        async with house_among(sqlite_db, key) as (house, _):
            assert house.processes is not None
            await taken_up(house)  # nobody looks for the cage meanwhile
            told: list[bool] = []

            async def on_cage(here: bool) -> None:
                told.append(here)

            house.processes.has_cage = False
            await house._let_cage_go()
            house.on_cage = on_cage
            open_cage, forgetting = house._open_cage, []

            async def meanwhile() -> None:
                await open_cage()
                forgetting.append(asyncio.create_task(getattr(house, late)()))
                await asyncio.sleep(0)

            house._open_cage = meanwhile  # type: ignore[method-assign]  # of this house
            assert await house._take_cage()
            await asyncio.gather(*forgetting)
            assert (house.accounts.here, house.processes.has_cage, told) == (True, True, [True])
            assert [await owner_of(house, chain) for chain in CAGE] == [house.processes.id] * 3
            assert (await house.guest("Ann"))[0].name == "Ann"

    asyncio.run(scene())


# --- the house could not write --------------------------------------------------------------------------------------


async def _ahead_of_the_disk(house: House, monkeypatch: pytest.MonkeyPatch) -> LiveTable:
    """A table at which the house opened its seed, by what it has in memory: the disk did not take it."""
    ann = await Player.come(house, "Ann")
    ann.answers_for_seeds = False
    live = await ann.open()
    await ann.move(live, m.Sit, box=1)
    while m.PledgeSeed not in live.table.waiting.may:
        await ann.move(live, m.ViewSpread)
    await ann.move(live, m.PledgeSeed, pledge=fair.pledge("Ann", seed_of("Ann")))

    async def full(_: Work) -> None:
        raise OSError("no space left on device")

    for writer in house.committer.writers:
        monkeypatch.setattr(writer, "write", full)
    await live.in_turn(live._decide_for_absent)
    assert any(isinstance(fact, f.SeedDropped) for fact in live.table.facts)
    assert house.failure is not None
    return live


class Reader:
    """Somebody who watches."""

    viewer = "Ann"

    def __init__(self) -> None:
        self.told: list[bytes] = []

    def tell(self, text: bytes) -> None:
        self.told.append(text)


def test_nobody_is_told_what_a_house_has_made_and_could_not_write(
    sqlite_db: str, key: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another takes the table up from before that, under the same seed of the house: who knew it knew the cards."""

    async def scene() -> None:
        async with house_on(sqlite_db, key) as house:
            live, ann = await _ahead_of_the_disk(house, monkeypatch), Reader()
            with pytest.raises(Stopped, match=SAFE):
                await live.shoe_story("Ann", None)
            with pytest.raises(Stopped, match=SAFE):
                await live.join(ann, None)
            with pytest.raises(Stopped, match=SAFE):
                await live.ask(m.RefuseCut(by="Ann"), "Ann", "1")
            live.watchers.add(ann)
            live.restart_clock()
            async with live.held():
                pass  # whatever came before that is done
            assert not ann.told

    asyncio.run(scene())


def test_a_move_that_waited_when_the_house_failed_is_not_said_to_be_made(sqlite_db: str, key: Path) -> None:
    async def scene() -> None:
        async with house_on(sqlite_db, key) as house:
            ann = await Player.come(house, "Ann")
            live = await ann.open()
            async with live.held():
                waits = asyncio.create_task(live.ask(m.Sit(by="Ann", box=1), "Ann", "1"))
                while not live._inbox:
                    await asyncio.sleep(0)
                house.committer.fail("something is wrong")
            with pytest.raises(Stopped, match=SAFE):
                await waits
            assert not live.table.state.people.players

    asyncio.run(scene())


# --- what goes on for ever ------------------------------------------------------------------------------------------


def test_a_sweep_that_meets_a_table_which_moves_or_a_database_that_is_away_is_not_the_last(
    sqlite_db: str, key: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(house_module, "SWEEP_SECONDS", 0)

    async def scene() -> None:
        async with house_on(sqlite_db, key) as house:
            swept: list[Exception] = [Busy("it moves"), NoAnswer("it is away")]

            async def sweep() -> None:
                if swept:
                    raise swept.pop()
                again.set()

            again = asyncio.Event()
            house.sweep = sweep  # type: ignore[method-assign]  # of this house
            assert house._sweeper is not None
            house._sweeper.cancel()
            house._sweeper = asyncio.create_task(house._sweep())
            await asyncio.wait_for(again.wait(), 5)

    asyncio.run(scene())


def test_who_is_to_get_up_from_a_table_that_moves_gets_up_where_it_is(sqlite_db: str, key: Path) -> None:
    async def scene() -> None:
        async with house_on(sqlite_db, key) as house:
            live = await (await Player.come(house, "Ann")).open()
            live.drop()
            await live.close_by_house("nobody plays here")
            await live.release("Ann", "nobody is here", lambda: True)

    asyncio.run(scene())


def test_a_head_that_cannot_be_made_is_not_the_last(sqlite_db: str, key: Path) -> None:
    async def scene() -> None:
        async with house_on(sqlite_db, key) as house:
            failed: list[Exception] = [ValueError("nobody foresaw it"), NoAnswer("it is away")]
            again = asyncio.Event()

            async def roll() -> None:
                if failed:
                    raise failed.pop()
                again.set()

            await house.notary.close()
            house.notary.roll, roll_as_ever = roll, house.notary.roll  # type: ignore[method-assign]  # of this house
            house.notary._witness_seconds = 0
            house.notary.open()
            await asyncio.wait_for(again.wait(), 5)
            house.notary.roll = roll_as_ever  # type: ignore[method-assign]  # as it was

    asyncio.run(scene())
