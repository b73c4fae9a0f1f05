"""The lobby: what has changed and nothing else, tables by link alone, what a game pays, seats that nobody sits in."""

import asyncio
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest

from pitboss.house import lobby, protocol
from pitboss.house.house import House
from pitboss.house.ledger import PRACTICE_BANKROLL_CENTS
from pitboss.house.lobby_cards import Listed
from pitboss.house.lobby_feed import EVERY_MS, LobbyFeed
from pitboss.house.seats import ABSENT_SEAT
from pitboss.house.settings import UNHURRIED
from pitboss.procedure.refusal import Refused
from pitboss.rules.games import GAMES
from tests import moves as m
from tests.house.among import CARD
from tests.house.kit import GAME, Player, StillClock, client, house_on, serving, to_betting


@pytest.mark.parametrize(
    ("only", "finds"), [(None, ["Ann", "Bob"]), ((), []), (("Ann",), ["Ann"]), (("Ann", "Bob"), ["Ann", "Bob"])]
)
def test_a_table_is_found_by_everybody_or_by_those_it_is_for_and_one_for_practice_by_nobody(
    only: tuple[str, ...] | None, finds: list[str]
) -> None:
    listed = Listed(CARD, only)
    assert [name for name in ("Ann", "Bob") if listed.found_by(name)] == finds


class Ear:
    """Somebody who follows the lobby."""

    def __init__(self, viewer: str) -> None:
        self.viewer = viewer
        self.heard: list[protocol.LobbyChanged] = []

    def tell(self, text: bytes) -> None:
        told = protocol.reply(text)
        assert isinstance(told, protocol.LobbyChanged)
        self.heard.append(told)


async def private_table(player: Player) -> Any:
    asked = protocol.OpenTable(id="private", game=GAME, private=True)
    return await player.house.open_table(asked, player.account)


def in_a_house(scene: Any, db: str, key: Path) -> None:
    async def run() -> None:
        clock = StillClock()
        async with house_on(db, key, UNHURRIED, clock) as house:
            await scene(house, clock)

    asyncio.run(run())


def test_who_follows_hears_what_is_new_otherwise_or_gone_and_nothing_when_nothing_is(sqlite_db: str, key: Path) -> None:
    async def scene(house: House, clock: StillClock) -> None:
        ann, feed, ear = await Player.come(house, "Ann"), LobbyFeed(house), Ear("Bob")
        still = await ann.open()
        assert EVERY_MS == 1000
        feed.follow(ear)
        clock.pass_ms(EVERY_MS)
        assert ear.heard == [], "the tables there are one has heard of"
        live = await ann.open()
        clock.pass_ms(EVERY_MS)
        await ann.move(live, m.Sit, box=2)
        await ann.move(live, m.BuyIn, cents=100_00)
        assert len(ear.heard) == 1, "not at every move"
        clock.pass_ms(EVERY_MS)
        await ann.move(live, m.Leave)
        await live.close_by_house("nobody")
        clock.pass_ms(EVERY_MS)
        clock.pass_ms(EVERY_MS)
        new, sat, gone = ear.heard
        assert [card.taken for card in new.tables] == [{}]
        assert [(card.table, card.taken) for card in sat.tables] == [(live.id, {2: "Ann"})]
        assert (gone.tables, gone.gone) == ((), (live.id,))
        assert still.id not in {card.table for told in ear.heard for card in told.tables}
        feed.leave(ear)
        clock.pass_ms(EVERY_MS)
        assert not clock.waiting, "nobody follows: nobody looks"
        await ann.open()
        feed.follow(ear)
        clock.pass_ms(EVERY_MS)
        assert len(ear.heard) == 3, "what changed meanwhile came with the whole lobby"

    in_a_house(scene, sqlite_db, key)


def test_who_comes_later_keeps_nothing_from_who_follows_already(sqlite_db: str, key: Path) -> None:
    async def scene(house: House, clock: StillClock) -> None:
        ann, feed, first, second = await Player.come(house, "Ann"), LobbyFeed(house), Ear("Bob"), Ear("Cyd")
        feed.follow(first)
        live = await ann.open()
        feed.follow(second)
        clock.pass_ms(EVERY_MS)
        assert [[card.table for card in told.tables] for told in first.heard] == [[live.id]]

    in_a_house(scene, sqlite_db, key)


def test_a_private_table_stands_in_no_lobby_but_that_of_its_own_people(sqlite_db: str, key: Path) -> None:
    async def scene(house: House, clock: StillClock) -> None:
        ann, bob = await Player.come(house, "Ann"), await Player.come(house, "Bob")
        feed, anns, bobs = LobbyFeed(house), Ear("Ann"), Ear("Bob")
        feed.follow(anns)
        feed.follow(bobs)
        live = await private_table(ann)
        assert len(live.id) > 30, "nobody guesses it"
        assert [[card.table for card in house.cards(name)] for name in ("", "Ann", "Bob")] == [[], [live.id], []]
        clock.pass_ms(EVERY_MS)
        assert [len(ear.heard) for ear in (anns, bobs)] == [1, 0]
        await bob.move(live, m.Sit, box=1)  # who has the link may come
        assert [card.private for card in house.cards("Bob")] == [True]
        clock.pass_ms(EVERY_MS)
        await bob.move(live, m.Leave)
        clock.pass_ms(EVERY_MS)
        assert [told.gone for told in bobs.heard] == [(), (live.id,)], "and forgets it when they have left"
        assert house.cards("Bob") == ()
        heard = len(anns.heard)
        await live.close_by_house("nobody")
        clock.pass_ms(EVERY_MS)
        assert [told.gone for told in anns.heard[heard:]] == [(live.id,)]
        assert len(bobs.heard) == 2, "nor hears that it is gone who does not find it any more"

    in_a_house(scene, sqlite_db, key)


def test_a_private_table_stays_private_when_the_house_opens_again(sqlite_db: str, key: Path) -> None:
    async def scene() -> None:
        async with house_on(sqlite_db, key) as house:
            live = await private_table(await Player.come(house, "Ann"))
        async with house_on(sqlite_db, key) as house:
            assert live.id in house.tables
            assert house.cards() == ()

    asyncio.run(scene())


def test_over_the_network_a_private_table_is_joined_by_its_id_and_listed_nowhere(sqlite_db: str, key: Path) -> None:
    async def scene() -> None:
        async with serving(sqlite_db, key) as (url, _), client(url, "Ann") as ann, client(url, "Bob") as bob:
            await ann.say(type="open-table", id="o1", game=GAME, private=True)
            table = (await ann.hear("opened"))["table"]
            await bob.say(type="list-tables", follow=True)
            assert (await bob.hear("lobby"))["tables"] == []
            async with httpx.AsyncClient(base_url=url, headers={"cookie": ann.cookie}) as http:
                assert (await http.get("/api/tables")).json()["tables"] == []
            assert (await bob.join(table))["table"] == table
            await bob.say(type="open-table", id="o2", game=GAME)
            opened = (await bob.hear("opened"))["table"]
            changed = await bob.hear("lobby-changed")
            assert [card["table"] for card in changed["tables"]] == [opened]

    asyncio.run(scene())


def test_who_asks_for_the_lobby_once_more_without_following_it_hears_of_no_change(sqlite_db: str, key: Path) -> None:
    async def scene() -> None:
        async with serving(sqlite_db, key) as (url, _), client(url, "Ann") as ann, client(url, "Bob") as bob:
            for one in (ann, bob):
                await one.say(type="list-tables", follow=True)
                await one.hear("lobby")
            await bob.say(type="list-tables")
            await bob.hear("lobby")
            await ann.say(type="open-table", id="o1", game=GAME)
            await ann.hear("lobby-changed")
            await bob.say(type="ping", n=1)
            assert (await bob.hear("pong", "lobby-changed"))["type"] == "pong"

    asyncio.run(scene())


@pytest.mark.parametrize("wrong", [{"follow": 1}, {"follow": "yes"}, {"follow": None}, {"also": True}])
def test_a_lobby_asked_for_wrongly_is_one_sentence(wrong: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="not a message of this protocol"):
        protocol.request(msgspec.json.encode({"type": "list-tables", **wrong}))


# --- seats ----------------------------------------------------------------------------------------------------------


def test_who_has_no_connection_gets_up_after_a_while_and_the_record_says_by_which_rule(
    sqlite_db: str, key: Path
) -> None:
    async def scene(house: House, clock: StillClock) -> None:
        ann, bob = await Player.come(house, "Ann"), await Player.come(house, "Bob")
        live = await ann.open()
        await to_betting(ann, live)
        await bob.move(live, m.Sit, box=2)
        here = {"Ann", "Bob"}
        house.seats.is_here = lambda name: name in here
        for seconds, present in ((170, {"Bob"}), (170, {"Ann", "Bob"}), (60, {"Bob"})):
            here = present
            await house.sweep()
            clock.pass_ms(seconds * 1000)
        await house.sweep()
        assert set(live.table.state.people.players) == {"Ann", "Bob"}, "coming back begins the time anew"
        clock.pass_ms(UNHURRIED.absent_seat_ms - 60_000)
        await house.sweep()
        assert set(live.table.state.people.players) == {"Bob"}
        assert house.bankroll_of("Ann") == PRACTICE_BANKROLL_CENTS
        assert any(ABSENT_SEAT in line.words for line in live.chronicle.seen_by("", 0)[1])

    in_a_house(scene, sqlite_db, key)


def test_who_is_back_when_the_turn_comes_to_see_them_out_stays(sqlite_db: str, key: Path) -> None:
    async def scene(house: House, clock: StillClock) -> None:
        ann, bob = await Player.come(house, "Ann"), await Player.come(house, "Bob")
        live = await ann.open()
        await to_betting(ann, live)
        await bob.move(live, m.Sit, box=2)
        looked = iter([False, False])  # twice the sweeper finds her away; when her turn has come she is there
        house.seats.is_here = lambda name: name == "Bob" or next(looked, True)
        await house.sweep()
        clock.pass_ms(UNHURRIED.absent_seat_ms)
        await house.sweep()
        assert set(live.table.state.people.players) == {"Ann", "Bob"}

    in_a_house(scene, sqlite_db, key)


def test_who_has_a_wager_undecided_keeps_the_seat_until_the_round_is_over(sqlite_db: str, key: Path) -> None:
    async def scene(house: House, clock: StillClock) -> None:
        ann = await Player.come(house, "Ann")
        live = await ann.open()
        await to_betting(ann, live)
        await ann.move(live, m.Wager, box=1, cents=10_00)
        await ann.move(live, m.Ready)
        house.seats.is_here = lambda name: False
        await house.sweep()
        clock.ms += UNHURRIED.absent_seat_ms  # and the clock of the decision has not run
        await house.sweep()
        assert "Ann" in live.table.state.people.players

    in_a_house(scene, sqlite_db, key)


def test_over_the_network_a_socket_is_a_presence(sqlite_db: str, key: Path) -> None:
    async def scene() -> None:
        async with serving(sqlite_db, key) as (url, house):
            async with client(url, "Ann"):
                assert house.seats.is_here("Ann")
            for _ in range(200):
                if not house.seats.is_here("Ann"):
                    break
                await asyncio.sleep(0.01)
            assert not house.seats.is_here("Ann")

    asyncio.run(scene())


# --- what a game pays -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_every_game_says_what_it_pays(game: str) -> None:
    card = next(one for one in lobby.games() if one.game == game)
    assert card.pays
    assert all(" to " in one.odds for one in card.pays)


@pytest.mark.parametrize("chosen", [True, False])
def test_what_is_ticked_for_a_new_table_holds_there_and_what_is_not_does_not(chosen: bool) -> None:
    rules = lobby.rules_for(protocol.OpenTable(id="1", game="double-deck-house", options={"dealer_hits_soft": chosen}))
    assert rules.by_name["dealer_hits_soft"][1].value is chosen


def test_of_several_departures_from_the_law_the_refusal_names_the_first_with_its_clause() -> None:
    options: dict[str, Any] = {"positions": 9, "cover_card_placed": "1/8"}
    with pytest.raises(Refused, match="positions may not be 9") as refused:
        lobby.rules_for(protocol.OpenTable(id="1", game=GAME, options=options))
    assert refused.value.clauses == ("PA 665a.2(a)",)


@pytest.mark.clause("PA 665a.12(a)")
def test_the_payout_card_is_the_text_s() -> None:
    pays = {card.game: {one.what: one.odds for one in card.pays} for card in lobby.games()}
    assert pays["double-attack-pa"]["blackjack"] == "1 to 1"
    assert pays["double-attack-pa"]["insurance"] == "5 to 2"
    assert pays["double-attack-pa"]["Bust It: three 8s of one suit"] == "200 to 1"
    assert "second chance" not in pays["double-attack-pa"], "what the game does not have it does not pay"
    assert pays["double-back-jack-pa"]["second chance"] == "1 to 1"
    assert pays["double-deck-house"]["blackjack"] == "3 to 2"
