"""Practice tables: alone, no clock, chips of the table's own, nothing written, and the last decision taken back."""

import asyncio
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import httpx
import pytest
from sqlalchemy import func, select

from pitboss.house import schema
from pitboss.house.house import House
from pitboss.house.ledger import PRACTICE_BANKROLL_CENTS
from pitboss.house.practice import PracticeTable, SameOrder
from pitboss.house.protocol import OpenTable
from pitboss.house.settings import Settings
from pitboss.procedure.refusal import Refused
from tests import facts as f
from tests import moves as m
from tests.house.kit import Client, Player, StillClock, client, house_on, serving, through_round, to_betting
from tests.house.test_network import play

GAME = "double-attack-pa"


async def practice(player: Player, game: str = GAME) -> PracticeTable:
    live = await player.house.open_table(OpenTable(id="p1", game=game, practice=True), player.account)
    assert isinstance(live, PracticeTable)
    return live


async def rows(house: House, table: Any) -> int:
    return int((await house.database.rows(select(func.count()).select_from(table)))[0][0])


def test_nothing_of_a_practice_table_is_written_and_its_chips_are_its_own(sqlite_db: str, key: Path) -> None:
    async def scene() -> None:
        async with house_on(sqlite_db, key) as house:
            ann = await Player.come(house, "Ann")
            before = [await rows(house, table) for table in (schema.journal, schema.transfers, schema.rounds)]
            live = await practice(ann)
            await to_betting(ann, live)
            for _ in range(3):
                await through_round(ann, live)
            assert live.table.state.round == 3
            assert [await rows(house, table) for table in (schema.journal, schema.transfers, schema.rounds)] == before
            assert house.bankroll_of("Ann") == PRACTICE_BANKROLL_CENTS
            assert house.seated_at("Ann") == ()
            assert live.disagrees() is None
            with pytest.raises(Refused, match="Ann has"):
                await ann.move(live, m.BuyIn, cents=PRACTICE_BANKROLL_CENTS)
        async with house_on(sqlite_db, key) as again:
            assert again.tables == {}, "and it is gone with the house"

    asyncio.run(scene())


def test_there_is_no_clock_and_a_practice_table_closes_when_its_player_gets_up(sqlite_db: str, key: Path) -> None:
    async def scene() -> None:
        clock = StillClock()
        async with house_on(sqlite_db, key, Settings(), clock) as house:
            ann = await Player.come(house, "Ann")
            live = await practice(ann)
            await to_betting(ann, live)
            await ann.move(live, m.Wager, box=1, cents=10_00)
            await ann.move(live, m.Ready)
            assert live.clock_ms is None
            moves = len(live.table.moves)
            clock.pass_ms(10 * 60_000)
            assert len(live.table.moves) == moves, "nobody decides for Ann"
            while m.Wager not in live.table.waiting.may:
                kind = next(x for x in (m.NoAttack, m.NoInsurance, m.Stand) if x in live.table.waiting.may)
                await ann.move(live, kind, box=1)
            await ann.move(live, m.Leave)
            await house.sweep()
            assert house.tables == {}

    asyncio.run(scene())


def test_the_last_decision_is_taken_back_and_the_same_cards_come_again(sqlite_db: str, key: Path) -> None:
    async def scene() -> None:
        async with house_on(sqlite_db, key) as house:
            ann = await Player.come(house, "Ann")
            live = await practice(ann, "double-back-jack-pa")
            await to_betting(ann, live)
            await through_round(ann, live)
            await ann.move(live, m.Wager, box=1, cents=10_00)
            await ann.move(live, m.Ready)
            while m.Hit not in live.table.waiting.may:  # a Blackjack ends a round at once
                if m.Wager in live.table.waiting.may:
                    await ann.move(live, m.Wager, box=1, cents=10_00)
                    await ann.move(live, m.Ready)
                else:
                    await ann.move(live, m.NoInsurance, box=1)
            facts, chips = list(live.table.facts), live.table.state.people.players["Ann"].chips
            told = live.chronicle.seen_by("Ann", 0)
            await ann.move(live, m.Hit, box=1)
            drawn = next(fact for fact in live.table.facts[len(facts) :] if isinstance(fact, f.CardDealt))
            made = await live.undo("Ann", "u1")
            assert (made.at, made.again) == (len(facts), False)
            assert live.table.facts == facts
            assert live.chronicle.seen_by("Ann", 0) == told
            assert live.table.state.people.players["Ann"].chips == chips
            assert (await live.undo("Ann", "u1")).again, "sent twice it counts once"
            assert live.table.facts == facts
            await ann.move(live, m.Hit, box=1)
            again = next(fact for fact in live.table.facts[len(facts) :] if isinstance(fact, f.CardDealt))
            assert again == drawn
            assert live.disagrees() is None

    asyncio.run(scene())


def test_one_may_go_back_to_the_beginning_and_a_shuffle_on_the_way_comes_again(sqlite_db: str, key: Path) -> None:
    async def scene() -> None:
        async with house_on(sqlite_db, key) as house:
            ann = await Player.come(house, "Ann")
            live = await practice(ann)
            await to_betting(ann, live)
            seals = [fact.seal for fact in live.table.facts if isinstance(fact, f.CardsShuffled)]
            number = 0
            while any(isinstance(move, m.ViewSpread | m.RefuseCut) for move in live.table.moves):
                await live.undo("Ann", f"u{(number := number + 1)}")
            with pytest.raises(Refused, match=r"undo/nothing: .*there is nothing to take back"):
                await live.undo("Ann", "last")
            assert "Ann" in live.table.state.people.players
            while m.Wager not in live.table.waiting.may:
                await ann.move(live, m.ViewSpread if m.ViewSpread in live.table.waiting.may else m.RefuseCut)
            assert [fact.seal for fact in live.table.facts if isinstance(fact, f.CardsShuffled)] == seals

    asyncio.run(scene())


def test_an_order_that_was_taken_back_comes_again_for_the_very_cards_and_for_no_others() -> None:
    def table(*codes: str) -> Any:
        cards = SimpleNamespace(to_shuffle=[SimpleNamespace(code=code) for code in codes])
        return SimpleNamespace(state=SimpleNamespace(cards=cards))

    before, new = (m.Shuffle(by=m.SHUFFLER, order=order, salt="00") for order in (("2C", "AS"), ("3C", "AS")))
    house: Any = SimpleNamespace(shuffle=lambda _: new)
    croupier = SameOrder(house)
    for codes, came in ((("AS", "2C"), before), (("AS", "3C"), new), (("AS", "2C", "2C"), new)):
        croupier.again = [before]
        assert croupier.step(table(*codes)) is came
        assert croupier.step(table(*codes)) is new, "once"


def test_who_practises_finds_their_table_again_and_other_rules_are_another_table(sqlite_db: str, key: Path) -> None:
    async def scene() -> None:
        async with house_on(sqlite_db, key) as house:
            ann, bob = await Player.come(house, "Ann"), await Player.come(house, "Bob")
            first = await practice(ann)
            again = await house.open_table(OpenTable(id="p2", game=GAME, practice=True), ann.account)
            other = await house.open_table(OpenTable(id="p3", game="double-deck-house", practice=True), ann.account)
            assert again is first
            assert len({first.id, other.id, (await practice(bob)).id}) == 3

    asyncio.run(scene())


# --- over the network -------------------------------------------------------------------------------------------------


async def opened(ann: Client, **asked: Any) -> str:
    await ann.say(type="open-table", id="o1", game=GAME, practice=True, **asked)
    told = await ann.hear("opened", "refused")
    return str(told["table"])


def test_of_a_move_at_a_practice_table_there_is_no_receipt_for_it_stands_nowhere(sqlite_db: str, key: Path) -> None:
    async def scene() -> None:
        async with serving(sqlite_db, key) as (url, _), client(url, "Ann") as ann:
            told = await ann.move(await opened(ann), "sit", box=1)
            assert (told["type"], told["receipt"]) == ("accepted", None)

    asyncio.run(scene())


def test_a_bot_practises_takes_back_and_is_reviewed_and_nobody_else_comes_near(sqlite_db: str, key: Path) -> None:
    async def scene() -> None:
        async with serving(sqlite_db, key) as (url, house), client(url, "Ann") as ann, client(url, "Bob") as bob:
            table = await opened(ann)
            assert (await ann.join(table))["practice"] is True
            await play(ann, table, 1)
            at = ann.state["at"]
            await ann.say(type="undo", id="u1", table=table)
            told = await ann.hear("accepted", "refused")
            assert (told["type"], told["receipt"]) == ("accepted", None)
            assert ann.state["type"] == "table"
            assert ann.state["at"] == told["at"] < at
            assert ann.state["view"]["phase"] != "betting", "the round is being played again"
            async with httpx.AsyncClient(base_url=url, headers={"cookie": ann.cookie}, timeout=120) as http:
                assert (await http.get(f"/api/tables/{table}/review")).json()["round"] == 0
                await play_on(ann, table)
                review = (await http.get(f"/api/tables/{table}/review")).json()
                assert (review["round"], review["decisions"][0]["chart"]) == (1, "The Double Attack Wager")
                assert (await http.get("/api/history")).json()["rounds"] == []
            assert (await bob.join(table))["sentence"] == f"table {table} is somebody's own, for practice"
            assert (await bob.move(table, "sit", box=2))["code"] == "table/practice"
            assert table not in {card.table for card in house.cards("Bob")}
            async with httpx.AsyncClient(base_url=url, headers={"cookie": bob.cookie}) as http:
                assert (await http.get(f"/api/tables/{table}/review")).status_code == 404
                assert (await http.get(f"/api/tables/{table}/story")).status_code == 404

    asyncio.run(scene())


async def play_on(ann: Client, table: str) -> None:
    """The round is played to its end."""
    while "wager" not in ann.state["view"]["may"]:
        move = next(x for x in ("no-attack", "no-insurance", "stand") if x in ann.state["view"]["may"])
        await ann.move(table, move, box=1)


def test_a_real_table_takes_nothing_back_and_a_practice_table_deals_by_itself(sqlite_db: str, key: Path) -> None:
    async def scene() -> None:
        async with serving(sqlite_db, key) as (url, house), client(url, "Ann") as ann:
            await ann.say(type="open-table", id="o2", game=GAME)
            real = (await ann.hear("opened"))["table"]
            await ann.say(type="undo", id="u1", table=real)
            assert (await ann.hear("refused"))["code"] == "undo/not-practice"
            await ann.say(type="do-act", id="a1", table=real, act={"act": "say", "words": "no more bets"})
            refused = await ann.hear("refused")
            assert (refused["code"], refused["now"]) == ("act/not-yours", "open a table to deal")
            _, token = await house.sign_up("Flo", "correct horse battery", await house.invite("floorperson"))
            async with client(url, "Flo", f"pitboss_session={token}") as flo:
                await flo.say(type="open-table", id="o1", game=GAME, practice=True, by_hand=["dealer"])
                assert (await flo.hear("refused"))["sentence"] == "a practice table deals by itself"

    asyncio.run(scene())


def test_who_is_alone_at_a_real_table_has_no_clock_and_is_seen_out_after_long(sqlite_db: str, key: Path) -> None:
    async def scene() -> None:
        clock = StillClock()
        async with house_on(sqlite_db, key, Settings(), clock) as house:
            ann = await Player.come(house, "Ann")
            live = await ann.open(GAME)
            await to_betting(ann, live)
            await ann.move(live, m.Wager, box=1, cents=10_00)
            await ann.move(live, m.Ready)
            assert (live.clock_ms, live.table.state.in_round) == (None, True)
            clock.pass_ms(house.settings.idle_seat_ms)
            await house.sweep()
            assert live.table.state.in_round, "not yet too long"
            clock.pass_ms(1)
            await house.sweep()
            assert "Ann" not in live.table.state.people.players
            assert not live.table.state.in_round, "the house has decided what was still asked"
            assert await rows(house, schema.rounds) == 1

    asyncio.run(scene())


def test_who_takes_back_a_move_is_there_as_who_makes_one(sqlite_db: str, key: Path) -> None:
    clock, settings = StillClock(), Settings()

    async def scene() -> None:
        async with house_on(sqlite_db, key, settings, clock) as house:
            ann = await Player.come(house, "Ann")
            live = await practice(ann)
            await to_betting(ann, live)
            await ann.move(live, m.Wager, box=1, cents=10_00)
            clock.pass_ms(settings.idle_seat_ms)
            await live.undo("Ann", "u1")
            assert live.moved_ms == clock.now_ms()
            await ann.move(live, m.BuyIn, cents=PRACTICE_BANKROLL_CENTS - 1_000_00)
            with pytest.raises(Refused, match="Ann has"):
                await ann.move(live, m.BuyIn, cents=1_00)
            for passed, there in ((settings.idle_seat_ms, True), (1, False)):
                clock.pass_ms(passed)
                await house.sweep()
                assert (live.id in house.tables) is there

    asyncio.run(scene())


def test_a_practice_table_takes_so_many_moves_and_lets_go_whoever_leaves(
    sqlite_db: str, key: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It keeps them all, for any may be taken back."""

    async def scene() -> None:
        async with house_on(sqlite_db, key) as house:
            ann = await Player.come(house, "Ann")
            live = await practice(ann)
            await to_betting(ann, live)
            monkeypatch.setattr("pitboss.house.practice.PRACTICE_MOVES_MOST", live.table.moves_made + 1)
            await ann.move(live, m.BuyIn, cents=1_00)
            with pytest.raises(Refused, match="open another"):
                await ann.move(live, m.BuyIn, cents=1_00)
            await ann.move(live, m.Leave)

    asyncio.run(scene())


def test_a_practice_table_at_which_nobody_sits_down_closes_as_any_other(sqlite_db: str, key: Path) -> None:
    clock, settings = StillClock(), Settings()

    async def scene() -> None:
        async with house_on(sqlite_db, key, settings, clock) as house:
            live = await practice(await Player.come(house, "Ann"))
            assert live.unused(settings) is None
            clock.pass_ms(settings.untouched_close_ms + 1)
            assert live.unused(settings) == "nobody has made a move here"

    asyncio.run(scene())
