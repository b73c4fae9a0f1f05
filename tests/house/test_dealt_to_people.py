"""A trainee's table at which people sit beside practice players, and the pace at which those decide."""

import asyncio
import json
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest

from pitboss.house import absence
from pitboss.house.dealing import LOOK_AGAIN_MS, THINKS_MS, DealingTable
from pitboss.house.house import House
from pitboss.house.ledger import PRACTICE_BANKROLL_CENTS
from pitboss.procedure.refusal import Refused
from pitboss.school.acts import Chips, Ruling, Step
from pitboss.school.scoring import replayed, score
from tests import moves as m
from tests.house.kit import Player, StillClock, house_on
from tests.house.test_dealing import Ear, do, in_house, over, plain
from tests.house.test_dealing import dealing as opened


async def sits(house: House, live: DealingTable, name: str = "Guy", box: int = 5) -> tuple[Player, Ear]:
    """Somebody with the link sits down and buys chips."""
    guy = await Player.come(house, name)
    ear = Ear(name)
    await live.join(ear, None)
    await guy.move(live, m.Sit, box=box)
    await guy.move(live, m.BuyIn, cents=500_00)
    return guy, ear


def told(ear: Ear) -> dict[str, Any]:
    """The table as somebody was told it last."""
    heard: list[dict[str, Any]] = [json.loads(text) for text in ear.heard]
    return next(one for one in reversed(heard) if one["type"] in ("table", "facts"))


async def plays(live: DealingTable, guy: Player, box: int) -> bool:
    """One lawful thing that somebody does who is asked, as the house would do it for them."""
    if guy.name not in live._awaited():
        return False
    if m.Wager in live.table.waiting.may and guy.name not in live.table.state.bets.bets.get(box, {}):
        await guy.move(live, m.Wager, box=box, cents=35_00)
        return True
    for _, move in absence.answers(live.table, guy.name):
        try:
            await live.ask(move, guy.name, uuid4().hex)
        except Refused:
            continue
        return True
    raise AssertionError(live.table.waiting)


async def deals(live: DealingTable, guy: Player, box: int = 5) -> None:
    """A round in which neither the dealer nor the guest makes a mistake."""
    for _ in range(400):
        if over(live):
            return
        due = live.practised.guidance()
        if due is not None:
            if live.practised.handiwork_due:
                with pytest.raises(
                    Refused, match=r"table/dealer-at-work: .*the dealer is not done yet.* Now: wait a moment"
                ):
                    await guy.move(live, m.TouchCards)
            await do(live, plain(due.act))
        else:
            assert await plays(live, guy, box), live.table.waiting
    raise AssertionError(f"stuck at {live.table.waiting}")


@pytest.mark.parametrize("game", ["double-attack-pa", "five-card-hi-lo-pa"])
def test_somebody_sits_at_a_trainees_table_and_the_review_is_the_same(sqlite_db: str, key: Path, game: str) -> None:
    async def scene(house: House, dana: Player) -> None:
        live = await opened(dana, game, people=True, boxes=2)
        guy, ear = await sits(house, live)
        before = house.bankroll_of("Guy")
        await deals(live, guy)
        bets = [one for one in live.table.moves if isinstance(one, m.Wager) and one.by == "Guy"]
        assert [(one.box, one.cents) for one in bets] == [(5, 35_00)]
        review = live.review()
        assert (review.shift.score, review.mistakes) == (100, ())
        assert score(replayed(live.paper())) == score(live.practised), "and the paper scores the same"
        assert house.bankroll_of("Guy") == before, "chips of a practice table are the table's own"
        assert not any(b'"type":"console"' in text for text in ear.heard), "the console is the dealer's"
        assert told(ear)["view"]["viewer"] == "Guy"

    in_house(sqlite_db, key, scene)


def test_whoever_sits_there_is_told_what_they_may_do_and_the_dealer_is_not(sqlite_db: str, key: Path) -> None:
    async def scene(house: House, dana: Player) -> None:
        live = await opened(dana, people=True, boxes=1, mode="corrected")
        behind = Ear("Dana")
        await live.join(behind, None)
        guy, ear = await sits(house, live)
        assert "wager" in told(ear)["view"]["may"]
        assert told(ear)["spots"]
        assert told(behind)["view"]["may"] == []
        await plays(live, guy, 5)
        await plays(live, guy, 5)
        await do(live, {"act": "step", "move": {"move": "close-bets", "by": "dealer"}})
        await guy.move(live, m.TouchCards)
        tried = live.console().tried
        assert tried is not None, "a hand on the cards waits for the dealer's word, whoever's it is"
        assert tried.player == "Guy"
        with pytest.raises(Refused, match=r"table/dealer-at-work: .*the dealer is not done yet.* Now: wait a moment"):
            await guy.move(live, m.TouchCards)
        await do(live, plain(Ruling(lets=False)))
        assert live.review().mistakes == ()

    in_house(sqlite_db, key, scene)


def test_a_player_is_told_what_a_wager_wins_no_sooner_than_the_dealer_has_paid_it(sqlite_db: str, key: Path) -> None:
    async def scene(house: House, dana: Player) -> None:
        live = await opened(dana, people=True, boxes=1)
        guy, ear = await sits(house, live)
        for _ in range(400):
            due = live.practised.guidance()
            if isinstance(due and due.act, Chips):
                break
            if due is not None:
                await do(live, plain(due.act))
            else:
                assert await plays(live, guy, 5), live.table.waiting
        late = Ear("Guy")
        await live.join(late, None)
        for one in (ear, late):
            assert not any(b"wager-paid" in text or b"wager-collected" in text for text in one.heard)
        seen = told(ear)["view"]
        hands = [hand for box in seen["boxes"] for hand in box["hands"]]
        assert hands
        assert all(hand["wagers"] for hand in hands), "they lie there still"
        assert (seen["viewer"], seen["may"], told(ear)["spots"]) == ("Guy", [], [])

    in_house(sqlite_db, key, scene)


def test_what_somebody_asks_for_twice_at_a_trainees_table_is_done_once(sqlite_db: str, key: Path) -> None:
    async def scene(house: House, dana: Player) -> None:
        live = await opened(dana, people=True, boxes=1)
        guy, _ = await sits(house, live)
        at, again = await guy.move(live, m.BuyIn, "bought", cents=5_00)
        assert not again
        assert await guy.move(live, m.BuyIn, "bought", cents=5_00) == (at, True)
        assert [one.cents for one in live.table.moves if isinstance(one, m.BuyIn) and one.by == "Guy"] == [500_00, 5_00]

    in_house(sqlite_db, key, scene)


def test_nobody_sits_down_where_no_people_are_wanted_nor_as_somebody_else(sqlite_db: str, key: Path) -> None:
    async def scene(house: House, dana: Player) -> None:
        alone = await opened(dana)
        assert not alone.admits("Guy")
        assert not alone.console().people
        live = await opened(dana, people=True)
        assert live.admits("Guy")
        assert live.console().people, "whoever deals there reads that others may come"
        ann = await Player.come(house, "Ann")
        with pytest.raises(Refused, match=r"table/same-name: .*is called Ann too.* Now: take another name"):
            await ann.move(live, m.TouchCards)
        with pytest.raises(
            Refused, match=r"table/dealt-by-hand: .*the house's players sit here.* Now: open a table of your own"
        ):
            await dana.move(live, m.Sit, box=5)
        guy, _ = await sits(house, live)
        await guy.move(live, m.BuyIn, cents=PRACTICE_BANKROLL_CENTS - 500_00)
        with pytest.raises(Refused, match="no more than"):
            await guy.move(live, m.BuyIn, cents=1_00)
        with pytest.raises(Refused, match=r"act/not-yours: .*Dana deals here.* Now: watch"):
            await do(live, {"act": "step", "move": {"move": "close-bets", "by": "dealer"}}, by="Guy")

    in_house(sqlite_db, key, scene)


def test_for_whoever_goes_away_the_house_moves_and_the_round_goes_on(sqlite_db: str, key: Path) -> None:
    clock = StillClock()

    async def scene() -> None:
        async with house_on(sqlite_db, key, clock=clock) as house:
            live = await opened(await Player.come(house, "Dana"), people=True, boxes=1)
            guy, ear = await sits(house, live)
            await plays(live, guy, 5)
            await plays(live, guy, 5)
            while live.practised.guidance() is not None:
                await do(live, plain(live.practised.guidance().act))  # type: ignore[union-attr]  # it is due
            assert live._awaited() == ["Guy"]
            clock.pass_ms(LOOK_AGAIN_MS)
            await live.in_turn(nothing)
            assert live._awaited() == ["Guy"], "whoever is here takes as long as they like"
            live.watchers.discard(ear)
            for _ in range(200):
                if over(live):
                    break
                clock.pass_ms(LOOK_AGAIN_MS)
                await live.in_turn(nothing)
                while live.practised.guidance() is not None and not over(live):
                    await do(live, plain(live.practised.guidance().act))  # type: ignore[union-attr]  # it is due
            assert over(live)
            assert live.review().mistakes == ()

    asyncio.run(scene())


async def nothing() -> None:
    """In the table's turn, after whatever came before."""


@pytest.mark.parametrize("pace", THINKS_MS)
def test_practice_players_take_their_time_and_it_is_not_the_dealers(sqlite_db: str, key: Path, pace: str) -> None:
    """Between two steps players think as long as was chosen; the pace on record is the dealer's own."""
    clock = StillClock()

    async def scene() -> None:
        async with house_on(sqlite_db, key, clock=clock) as house:
            live = await opened(await Player.come(house, "Dana"), pace=pace, boxes=2)
            waited = 0
            while not over(live):
                due = live.practised.guidance()
                if due is not None:
                    clock.pass_ms(1000)
                    await do(live, plain(due.act))
                    continue
                made = len(live.table.moves)
                clock.pass_ms(THINKS_MS[pace] - 1)
                await live.in_turn(nothing)
                assert len(live.table.moves) == made, "nobody has decided yet"
                clock.pass_ms(1)
                await live.in_turn(nothing)
                assert len(live.table.moves) > made
                waited += 1
            assert (waited > 0) is (pace != "at once")
            own = [act for act in live.practised.acts if act.at_ms and not _others(act)]
            assert score(live.practised).pace.play_ms == 1000 * len(own) > 10_000
            assert live.review().mistakes == ()

    asyncio.run(scene())


def test_wagers_are_laid_four_times_as_fast_as_decided(sqlite_db: str, key: Path) -> None:
    clock = StillClock()

    async def scene() -> None:
        async with house_on(sqlite_db, key, clock=clock) as house:
            live = await opened(await Player.come(house, "Dana"), pace="slow", boxes=2, opens=True)
            while m.Wager not in live.table.waiting.may:
                due = live.practised.guidance()
                if due is None:
                    clock.pass_ms(THINKS_MS["slow"])
                    await live.in_turn(nothing)
                else:
                    await do(live, plain(due.act))
            assert not live.table.state.bets.bets
            clock.pass_ms(THINKS_MS["slow"] // 4 - 1)
            await live.in_turn(nothing)
            assert not live.table.state.bets.bets
            clock.pass_ms(1)
            await live.in_turn(nothing)
            assert live.table.state.bets.bets

    asyncio.run(scene())


def test_at_a_table_that_has_closed_nobody_thinks_any_longer(sqlite_db: str, key: Path) -> None:
    clock = StillClock()

    async def scene() -> None:
        async with house_on(sqlite_db, key, clock=clock) as house:
            waiting = list(clock.waiting)
            live = await opened(await Player.come(house, "Dana"), pace=[*THINKS_MS][-1], boxes=2)
            for _ in range(40):
                if clock.waiting != waiting:
                    break
                due = live.practised.guidance()
                assert due is not None
                await do(live, plain(due.act))
            assert clock.waiting != waiting, "somebody thinks"
            await live.close_by_house("nobody deals here")
            assert clock.waiting == waiting

    asyncio.run(scene())


def _others(act: object) -> bool:
    return isinstance(act, Step) and act.made.by not in m.STAFF
