"""People who come and go without end: a table stays bounded, is taken up as it was left, and nobody is kept out."""

import asyncio
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest
from sqlalchemy import select

from pitboss.house import checkpoints, long_rounds, schema
from pitboss.house.audit import audit_database
from pitboss.house.history import History
from pitboss.house.house import House
from pitboss.house.live_table import LiveTable
from pitboss.procedure.equipment import lawful_equipment
from pitboss.procedure.moves import Move
from pitboss.procedure.refusal import Refused
from pitboss.procedure.table import Table
from pitboss.rules.variant import load
from tests import moves as m
from tests.house.kit import GAME, Player, answer_for_seeds, house_on, through_round, to_betting, usual
from tests.procedure.kit import Scene

LEAST, MOST, LONG, TOO_LONG = 5, 30, 20, 40
HELD = 2 * (MOST + TOO_LONG) + LONG  # between the older of two checkpoints and now


@pytest.fixture(autouse=True)
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same numbers, a twenty-fifth of each."""
    monkeypatch.setattr(long_rounds, "CHECKPOINT_MOVES_LEAST", LEAST)
    monkeypatch.setattr(long_rounds, "CHECKPOINT_MOVES_MOST", MOST)
    monkeypatch.setattr(long_rounds, "MOVES_LONG", LONG)
    monkeypatch.setattr(long_rounds, "MOVES_MOST", TOO_LONG)


async def _come_and_go(bob: Player, live: LiveTable, times: int, box: int = 2) -> int:
    """How often somebody sat down and got up again before the house had enough of it."""
    for done in range(times):
        try:
            await bob.move(live, m.Sit, box=box)
        except Refused as refusal:
            if refusal.code == "table/long":
                return done
            raise
        await bob.move(live, m.Leave)
    return times


async def _taken_up(db: str, key: Path, live: LiveTable, monkeypatch: pytest.MonkeyPatch) -> int:
    """How many moves are dealt again; the table is as it was left."""
    left = (live.table.moves_made, str(live.table.waiting), live.table.state.people, live.table.state.bets.bets)
    applied: list[Move] = []
    apply = Table.apply

    def counted(self: Table, move: Move) -> Any:
        applied.append(move)
        return apply(self, move)

    with monkeypatch.context() as counting:
        counting.setattr(Table, "apply", counted)
        async with house_on(db, key) as house:
            state = house.tables[live.id].table.state
            now = (house.tables[live.id].table.moves_made, str(house.tables[live.id].table.waiting))
            assert (*now, state.people, state.bets.bets) == left
    assert (await audit_database(db, key)).wrong is None
    return len(applied)


async def _between_rounds(house: House, ann: Player, bob: Player, live: LiveTable) -> None:
    await through_round(ann, live)
    await ann.move(live, m.Leave)
    assert await _come_and_go(bob, live, 150) == 150


async def _with_a_wager_taken_back(house: House, ann: Player, bob: Player, live: LiveTable) -> None:
    await through_round(ann, live)
    for _ in range(120):
        await ann.move(live, m.Wager, box=1, cents=10_00)
        await ann.move(live, m.TakeBack, box=1)


async def _who_is_ready_and_does_not_wager(house: House, ann: Player, bob: Player, live: LiveTable) -> None:
    await through_round(ann, live)
    await ann.move(live, m.Ready)
    assert await _come_and_go(bob, live, 150) == 150


async def _new_gaming_days(house: House, ann: Player, bob: Player, live: LiveTable) -> None:
    await through_round(ann, live)
    for _ in range(200):
        await live.ask(m.NoteCardAge(by="floorperson", hours=0), "Flo", None)


@pytest.mark.parametrize(
    ("story", "game"),
    [
        (_between_rounds, GAME),
        (_between_rounds, "five-card-hi-lo-pa"),
        (_with_a_wager_taken_back, "double-attack-nj"),
        (_who_is_ready_and_does_not_wager, GAME),
        (_new_gaming_days, GAME),
    ],
)
def test_where_wagers_are_open_anything_may_go_on_for_ever(
    sqlite_db: str, key: Path, story: Any, game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scene() -> None:
        async with house_on(sqlite_db, key) as house:
            ann, bob = await Player.come(house, "Ann"), await Player.come(house, "Bob")
            live = await ann.open(game)
            await to_betting(ann, live)
            await story(house, ann, bob, live)
            assert live.table.moves_made > 200
            assert len(live.table.moves) <= HELD
            assert len(live.chronicle.facts) <= 3 * HELD
        assert await _taken_up(sqlite_db, key, live, monkeypatch) <= HELD

    asyncio.run(scene())


def test_in_a_round_who_comes_and_goes_is_stopped_and_who_plays_is_not(sqlite_db: str, key: Path) -> None:
    async def scene() -> None:
        async with house_on(sqlite_db, key) as house:
            ann, bob = await Player.come(house, "Ann"), await Player.come(house, "Bob")
            live = await ann.open()
            await to_betting(ann, live)
            await ann.move(live, m.Wager, box=1, cents=10_00)
            await ann.move(live, m.Ready)
            assert live.table.state.in_round
            assert await _come_and_go(bob, live, 100) < LONG
            with pytest.raises(Refused, match="until they are again, only what is asked for"):
                await bob.move(live, m.BuyIn, cents=1_00)
            while m.Wager not in live.table.waiting.may:
                kind, fields = usual(live, 1)
                await ann.move(live, kind, **fields)
            await bob.move(live, m.Sit, box=2)
            assert not live.table.state.ready.closing

    asyncio.run(scene())


def test_with_a_wager_on_the_layout_no_more_are_made_and_these_may_be_taken_back(sqlite_db: str, key: Path) -> None:
    async def scene() -> None:
        async with house_on(sqlite_db, key) as house:
            ann, bob = await Player.come(house, "Ann"), await Player.come(house, "Bob")
            live = await ann.open("double-attack-nj")
            await to_betting(ann, live)
            await bob.move(live, m.BuyIn, cents=100_00)
            await ann.move(live, m.Wager, box=1, cents=10_00)
            assert await _come_and_go(await Player.come(house, "Cat"), live, 100) < LONG
            for who in (ann, bob):
                with pytest.raises(Refused, match="only what is asked for"):
                    await who.move(live, m.Wager, box=1, cents=10_00)
            await ann.move(live, m.TakeBack, box=1)
            await bob.move(live, m.Wager, box=2, cents=10_00)

    asyncio.run(scene())


def test_before_the_cards_are_looked_at_the_house_looks_for_who_comes_and_goes(
    sqlite_db: str, key: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody can keep a table in its opening, and nobody is kept from sitting down there."""

    async def scene() -> None:
        async with house_on(sqlite_db, key) as house:
            bob = await Player.come(house, "Bob")
            live = await bob.open()
            assert await _come_and_go(bob, live, 150) == 150
            assert live.table.state.cards.shoe.remaining
            looked = [fact for fact in live.chronicle.facts if type(fact).__name__ == "HouseDecided"]
            assert live.table.moves_made > 300
            assert len(live.table.moves) <= HELD
            assert looked or live.chronicle.first
        assert await _taken_up(sqlite_db, key, live, monkeypatch) <= HELD

    asyncio.run(scene())


def test_chips_bought_where_nobody_sits_stop_until_somebody_does(sqlite_db: str, key: Path) -> None:
    """Without anybody who could give a seed the cards are not shuffled: only a seat brings the table on."""

    async def scene() -> None:
        async with house_on(sqlite_db, key) as house:
            bob = await Player.come(house, "Bob")
            live = await bob.open("five-card-hi-lo-pa")
            assert m.Shuffle in live.table.waiting.may
            for _ in range(LONG):
                await bob.move(live, m.BuyIn, cents=1_00)
            with pytest.raises(Refused, match="only what is asked for"):
                await bob.move(live, m.BuyIn, cents=1_00)
            await bob.move(live, m.Sit, box=1)
            await answer_for_seeds(live)
            assert m.Wager in live.table.waiting.may
            await bob.move(live, m.BuyIn, cents=1_00)

    asyncio.run(scene())


def test_staff_who_repeat_a_step_without_end_have_the_table_closed(sqlite_db: str, key: Path) -> None:
    async def scene() -> None:
        async with house_on(sqlite_db, key) as house:
            ann = await Player.come(house, "Ann")
            live = await ann.open()
            live.table = Table(live.table.rules, frozenset({m.FLOORPERSON}))
            await live.ask(lawful_equipment(live.table.rules), "Flo", None)
            for _ in range(TOO_LONG):
                if live.table.closed:
                    break
                await live.ask(m.InspectReader(by="floorperson", sound=False), "Flo", None)
            assert live.table.closed
            assert live.table.moves_made == TOO_LONG + 1

    asyncio.run(scene())


def test_a_round_before_which_people_came_and_went_is_told_without_them(sqlite_db: str, key: Path) -> None:
    async def scene() -> None:
        async with house_on(sqlite_db, key) as house:
            ann, bob = await Player.come(house, "Ann"), await Player.come(house, "Bob")
            live = await ann.open()
            await to_betting(ann, live)
            await through_round(ann, live)
            for _ in range(100):
                await ann.move(live, m.BuyIn, cents=1_00)
            await _come_and_go(bob, live, 100)
            await through_round(ann, live)
            (row,) = await house.database.rows(select(schema.rounds).where(schema.rounds.c.round == 2))
            assert row.last_seq - row.first_seq > 300
            history = History(house.database, house.vault)
            story = await history.story(f"{live.id}.2", ann.account)
            assert story is not None
            told = [step.fact for step in story.steps]
            assert len(told) < 200
            placed = [step for step in story.steps if b'"wager-placed"' in bytes(step.fact)]
            assert [len(step.money) for step in placed] == [1] * len(placed) != []
            assert b'"round-ended"' in bytes(told[-1])

    asyncio.run(scene())


def test_a_long_round_is_told_with_a_wager_that_lay_there_before_any_checkpoint_of_it(
    sqlite_db: str, key: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scene() -> None:
        async with house_on(sqlite_db, key) as house:
            ann = await Player.come(house, "Ann")
            live = await ann.open()
            with monkeypatch.context() as none_yet:
                none_yet.setattr(long_rounds, "CHECKPOINT_MOVES_LEAST", 1000)
                none_yet.setattr(long_rounds, "CHECKPOINT_MOVES_MOST", 1000)
                await to_betting(ann, live)
                await through_round(ann, live)
            monkeypatch.setattr(long_rounds, "CHECKPOINT_MOVES_MOST", LEAST)
            await ann.move(live, m.Wager, box=1, cents=10_00)
            for _ in range(LONG - 2):
                await ann.move(live, m.BuyIn, cents=1_00)
            await ann.move(live, m.Ready)
            while m.Wager not in live.table.waiting.may:
                kind, fields = usual(live, 1)
                await ann.move(live, kind, **fields)
            (row,) = await house.database.rows(select(schema.rounds).where(schema.rounds.c.round == 2))
            kept = await house.database.rows(select(schema.checkpoints.c.seq).order_by(schema.checkpoints.c.seq))
            assert kept[0].seq == row.first_seq, "one with the wager on the layout"
            assert row.last_seq - row.first_seq >= LONG
            story = await History(house.database, house.vault).story(f"{live.id}.2", ann.account)
            assert story is not None
            placed = [step for step in story.steps if b'"wager-placed"' in bytes(step.fact)]
            assert [len(step.money) for step in placed] == [1]

    asyncio.run(scene())


def test_while_the_spread_waits_for_somebody_to_look_one_may_sit_down_and_no_second() -> None:
    scene = Scene(GAME)
    assert m.ViewSpread in scene.table.waiting.may
    long_rounds.refuse_if_long(scene.table, m.Sit(by="ann", box=1), LONG)
    scene.sit()
    long_rounds.refuse_if_long(scene.table, m.Sit(by="bob", box=2), LONG - 1)
    with pytest.raises(Refused) as refused:
        long_rounds.refuse_if_long(scene.table, m.Sit(by="bob", box=2), LONG)
    assert refused.value.code == "table/long"


def test_while_the_dealer_is_waited_for_nobody_else_need_come() -> None:
    by_hand = Table(load(GAME), frozenset({"dealer"}))
    assert not {m.ViewSpread, m.Shuffle} & {*by_hand.waiting.may}
    long_rounds.refuse_if_long(by_hand, m.Sit(by="ann", box=1), LONG - 1)
    with pytest.raises(Refused) as refused:
        long_rounds.refuse_if_long(by_hand, m.Sit(by="ann", box=1), LONG)
    assert refused.value.code == "table/long"


def test_after_so_many_moves_the_house_waits_for_nobody_and_one_before_it_still_does() -> None:
    scene = Scene(GAME)
    assert m.ViewSpread in scene.table.waiting.may
    assert [long_rounds.decides_at_once(scene.table, moves) for moves in (LONG - 1, LONG)] == [False, True]
    scene.open()
    assert m.ViewSpread not in scene.table.waiting.may
    assert [long_rounds.decides_at_once(scene.table, moves) for moves in (TOO_LONG - 1, TOO_LONG)] == [False, True]


def test_a_fresh_shoe_has_a_checkpoint_sooner_than_one_from_which_rounds_were_dealt() -> None:
    scene = Scene(GAME, "7S 5S 6S KS KH KD 8S 4S 6H KC QS QH").open()
    moves = (LEAST - 1, LEAST, MOST - 1, MOST)
    assert [long_rounds.checkpoint_is_due(scene.table, many) for many in moves] == [False, True, True, True]
    scene.bet().no_attack().stand_all()
    assert [long_rounds.checkpoint_is_due(scene.table, many) for many in moves] == [False, False, False, True]


def test_a_table_rests_while_wagers_are_open_and_none_is_made() -> None:
    scene = Scene(GAME, "7S 5S 6S KS KH KD").open()
    assert long_rounds.bare(scene.table)
    scene.do(m.Wager(by="ann", box=1, cents=25_00))
    assert not long_rounds.bare(scene.table)
    scene.do(m.Ready(by="ann"))
    assert not long_rounds.bare(scene.table)


@pytest.mark.parametrize(("moves", "looked_for"), [(LONG - 1, False), (LONG, True)])
def test_a_round_is_long_from_as_many_moves_on_as_the_house_takes_only_what_is_needed(
    monkeypatch: pytest.MonkeyPatch, moves: int, looked_for: bool
) -> None:
    """A shorter one is told whole: nobody looks for a checkpoint in it."""
    asked: list[object] = []

    async def newest(*question: object) -> list[object]:
        asked.append(question)
        return []

    monkeypatch.setattr(checkpoints, "newest", newest)
    row = SimpleNamespace(table_id="t1", first_seq=7, last_seq=7 + moves)
    history = History(cast(Any, None), cast(Any, None))
    assert asyncio.run(history._in_long_round(load(GAME), row)) is None
    assert bool(asked) is looked_for
