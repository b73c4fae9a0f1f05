"""The clock of a table runs for one question, says once that time is up, and stands still when nobody is asked."""

import asyncio
from pathlib import Path
from typing import Any

import msgspec
import pytest

from pitboss.house import absence
from pitboss.house.question_clock import QuestionClock
from pitboss.house.settings import Settings
from tests import facts as f
from tests import moves as m
from tests.house.kit import Player, StillClock, house_on, to_betting
from tests.procedure.kit import Scene

DECIDE_MS, SEED_MS = 30_000, 3_000
CLOCKED = Settings(decide_ms=DECIDE_MS, alone_ms=DECIDE_MS, seed_ms=SEED_MS)
ANN: dict[str, Any] = {"by": "ann", "box": 1}


class Ear:
    """Somebody who watches: what they were told last."""

    viewer = "Ann"

    def tell(self, text: bytes) -> None:
        self.heard: dict[str, Any] = msgspec.json.decode(text)


class Times:
    """A clock on a table, and what it said."""

    def __init__(self, settings: Settings = CLOCKED) -> None:
        self.clock = StillClock()
        self.said: list[tuple[object, ...]] = []
        self.question = QuestionClock(self.clock, settings, self.said.append)

    def left(self) -> int | None:
        return self.question.left_ms


def playing() -> Scene:
    return Scene("double-back-jack-pa", "TD 9S 3D 8H 2D 2H").open().bet()


def test_it_says_once_that_time_is_up_and_which_question_it_was() -> None:
    times, scene = Times(), playing()
    assert times.left() is None
    times.question.set(scene.table)
    asked = absence.question(scene.table)
    assert (times.left(), times.question.question) == (DECIDE_MS, asked)
    times.clock.pass_ms(DECIDE_MS - 1)
    assert (times.left(), times.said) == (1, [])
    times.clock.pass_ms(1)
    assert (times.left(), times.said) == (0, [asked])
    times.clock.pass_ms(DECIDE_MS)
    assert (times.left(), times.said) == (0, [asked]), "never less than nothing, and only once"


def test_the_same_question_gets_no_more_time_and_a_new_one_all_of_it() -> None:
    times, scene = Times(), playing()
    times.question.set(scene.table)
    times.clock.pass_ms(20_000)
    times.question.set(scene.table)
    assert times.left() == 10_000
    scene.do(m.Hit(**ANN))
    times.question.set(scene.table)
    assert times.left() == DECIDE_MS
    times.clock.pass_ms(10_000)
    assert times.said == [], "the first question was answered"
    times.clock.pass_ms(20_000)
    assert times.said == [absence.question(scene.table)]


def test_whoever_was_alone_has_the_time_of_others_once_somebody_is_there_who_waits() -> None:
    times, scene = Times(Settings(decide_ms=DECIDE_MS, alone_ms=2 * DECIDE_MS, seed_ms=SEED_MS)), playing()
    times.question.set(scene.table)
    times.clock.pass_ms(10_000)
    assert times.left() == 2 * DECIDE_MS - 10_000
    scene.do(m.BuyIn(by="bob", cents=100_00))
    times.question.set(scene.table)
    assert times.left() == DECIDE_MS, "though the question is the same"
    times.clock.pass_ms(DECIDE_MS)
    assert times.said == [absence.question(scene.table)], "and the longer clock says nothing"


@pytest.mark.parametrize("stops", ["nobody is asked", "it is told to"])
def test_it_stands_still(stops: str) -> None:
    times, scene = Times(), playing()
    times.question.set(scene.table)
    if stops == "nobody is asked":
        scene.stand_all()
        times.question.set(scene.table)
    else:
        times.question.cancel()
        times.question.cancel()
    assert (times.left(), times.question.question) == (None, ())
    times.clock.pass_ms(DECIDE_MS)
    assert times.said == []


def test_a_question_asked_again_after_it_stood_still_gets_all_the_time() -> None:
    times, scene = Times(), playing()
    times.question.set(scene.table)
    times.clock.pass_ms(20_000)
    times.question.cancel()
    times.question.set(scene.table)
    assert times.left() == DECIDE_MS


def test_a_seed_is_waited_for_by_a_clock_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    times, scene = Times(), playing()
    monkeypatch.setattr(absence, "seeds_asked", lambda table: True)
    times.question.set(scene.table)
    assert times.left() == SEED_MS
    times.clock.pass_ms(SEED_MS - 1)
    assert times.said == []
    times.clock.pass_ms(1)
    assert times.said == [absence.question(scene.table)]


def test_nobody_waits_for_a_player_alone_so_no_clock_runs_until_somebody_comes() -> None:
    times = Times(Settings(decide_ms=DECIDE_MS, seed_ms=SEED_MS))
    scene = playing()
    times.question.set(scene.table)
    assert times.left() is None
    scene.do(m.Sit(by="bob", box=2))
    times.question.set(scene.table)
    assert times.left() == DECIDE_MS, "the question is the same, and now somebody waits"
    scene.do(m.Leave(by="bob"))
    times.question.set(scene.table)
    assert times.left() is None


def test_a_player_alone_is_asked_for_a_seed_no_longer_than_others() -> None:
    times = Times(Settings(seed_ms=SEED_MS))
    scene = Scene("double-back-jack-pa").sit()
    while m.Shuffle not in scene.table.waiting.may:
        scene.do(scene.usual(scene.table.waiting.by, scene.table.waiting.may))
    scene.do(m.CommitSeed(by=scene.table.waiting.by[0], seed="5a" * 512))
    times.question.set(scene.table)
    assert times.left() == SEED_MS


def test_where_the_house_could_not_move_for_anybody_they_have_the_whole_time_again(
    sqlite_db: str, key: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def nothing() -> None:
        """Waits for the turn."""

    async def scene() -> None:
        clock = StillClock()
        async with house_on(sqlite_db, key, CLOCKED, clock) as house:
            ann = await Player.come(house, "Ann")
            live = await ann.open()
            await to_betting(ann, live)
            await ann.move(live, m.Wager, box=1, cents=10_00)
            asked = live._question
            assert asked.left_ms == DECIDE_MS
            with monkeypatch.context() as patched:
                patched.setattr(live, "_house_steps", list)
                clock.pass_ms(DECIDE_MS)
                await live.in_turn(nothing)
            assert (asked.left_ms, len(live.table.state.bets.bets)) == (DECIDE_MS, 1)
            clock.pass_ms(DECIDE_MS)
            await live.in_turn(nothing)
            assert live.table.state.round == 1, "and then it moves for them"

    asyncio.run(scene())


def test_a_clock_that_runs_out_while_the_answer_is_on_its_way_decides_nothing(sqlite_db: str, key: Path) -> None:
    async def scene() -> None:
        clock = StillClock()
        async with house_on(sqlite_db, key, CLOCKED, clock) as house:
            ann = await Player.come(house, "Ann")
            live = await ann.open()
            await to_betting(ann, live)
            await ann.move(live, m.Wager, box=1, cents=10_00)
            ready = asyncio.create_task(ann.move(live, m.Ready))
            await asyncio.sleep(0)
            clock.pass_ms(DECIDE_MS)
            await ready

            async def decided() -> list[str]:
                return [fact.rule for fact in live.chronicle.facts if isinstance(fact, f.HouseDecided)]

            assert (live.table.state.round, await live.in_turn(decided)) == (1, [])

    asyncio.run(scene())


def test_at_a_table_that_goes_on_elsewhere_no_clock_runs_any_more(sqlite_db: str, key: Path) -> None:
    async def scene() -> None:
        async with house_on(sqlite_db, key, CLOCKED, StillClock()) as house:
            ann = await Player.come(house, "Ann")
            live = await ann.open()
            await to_betting(ann, live)
            await ann.move(live, m.Wager, box=1, cents=10_00)
            live._set_clock()
            assert live.clock_ms is not None
            house.drop(live)
            assert live.clock_ms is None
            live._set_clock()  # what was still on its way to the disk is there now
            assert live.clock_ms is None

    asyncio.run(scene())


def test_while_the_house_waits_for_its_database_no_time_runs_out_and_then_all_of_it_is_there_again(
    sqlite_db: str, key: Path
) -> None:
    async def nothing() -> None:
        """Waits for the turn."""

    async def scene() -> None:
        clock = StillClock()
        async with house_on(sqlite_db, key, CLOCKED, clock) as house:
            ann = await Player.come(house, "Ann")
            live = await ann.open()
            await to_betting(ann, live)
            await ann.move(live, m.Wager, box=1, cents=10_00)
            told: list[str | None] = []
            house.on_wait = told.append
            house.committer.waits = "it waits"
            house._waits("it waits")
            clock.pass_ms(DECIDE_MS)
            await live.in_turn(nothing)
            assert live.table.state.round == 0
            house.committer.waits = None
            house._waits(None)
            await live.in_turn(nothing)
            assert (live.clock_ms, told) == (DECIDE_MS, ["it waits", None])
            clock.pass_ms(DECIDE_MS)
            await live.in_turn(nothing)
            assert live.table.state.round == 1

    asyncio.run(scene())


def test_who_watches_is_told_the_clock_of_the_question_that_is_asked_now(sqlite_db: str, key: Path) -> None:
    """Not of the one that was just answered: of that one nothing is left to show."""

    async def scene() -> None:
        clock = StillClock()
        async with house_on(sqlite_db, key, CLOCKED, clock) as house:
            ann = await Player.come(house, "Ann")
            live = await ann.open()
            await to_betting(ann, live)
            ear = Ear()
            await live.join(ear, None)
            assert (ear.heard["clock_ms"], ear.heard["then"]) == (None, None)
            await ann.move(live, m.Wager, box=1, cents=10_00)
            assert (ear.heard["clock_ms"], ear.heard["then"]) == (DECIDE_MS, "no further wager")
            clock.pass_ms(5_000)
            await ann.move(live, m.BuyIn, cents=10_00)
            assert ear.heard["clock_ms"] == DECIDE_MS - 5_000, "the same question"
            await ann.move(live, m.Ready)
            assert ear.heard["view"]["phase"] == "attack"
            assert ear.heard["clock_ms"] == DECIDE_MS, "another one"

    asyncio.run(scene())
