"""The limits of a house, on both sides of each: tables, roles, options, connections, and tables nobody comes to."""

import asyncio
from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec
import pytest
from websockets.exceptions import ConnectionClosed

from pitboss.house import house as house_module
from pitboss.house import lobby
from pitboss.house.accounts import Account
from pitboss.house.house import House
from pitboss.house.ledger import HOUSE
from pitboss.house.live_table import LiveTable
from pitboss.house.protocol import OpenTable
from pitboss.house.settings import UNHURRIED
from pitboss.law import readings_of
from pitboss.procedure.moves import DEALER, FLOORPERSON
from pitboss.procedure.refusal import Refused
from pitboss.rules.games import GAMES
from pitboss.rules.variant import load
from tests import moves as m
from tests.house.kit import GAME, Player, StillClock, client, house_on, serving

FLO = Account("Flo", FLOORPERSON, None)


def _asked(**fields: Any) -> OpenTable:
    return msgspec.convert({"id": "o", "game": GAME, **fields}, OpenTable)


async def _code(asking: Any) -> str:
    with pytest.raises(Refused) as refusal:
        await asking
    return refusal.value.code


# --- tables -----------------------------------------------------------------------------------------------------------


def test_a_person_has_so_many_tables_and_the_house_so_many_and_one_closed_makes_room(sqlite_db: str, key: Path) -> None:
    async def scene() -> None:
        settings = replace(UNHURRIED, tables_per_person_max=2, tables_max=3)
        async with house_on(sqlite_db, key, settings) as house:
            ann, bob = await Player.come(house, "Ann"), await Player.come(house, "Bob")
            first, _ = await ann.open(), await ann.open()
            assert await _code(ann.open()) == "table/too-many"
            await bob.open()
            assert await _code(bob.open()) == "table/house-full"
            assert len(house.tables) == 3
            await first.close_by_house("to make room")
            assert first.id not in house.tables
            await ann.open()
            assert len(house.tables) == 3

    asyncio.run(scene())


def test_the_same_request_opens_one_table_and_another_request_or_person_another(sqlite_db: str, key: Path) -> None:
    async def scene() -> None:
        async with house_on(sqlite_db, key) as house:
            ann, bob = await Player.come(house, "Ann"), await Player.come(house, "Bob")
            one = await house.open_table(_asked(), ann.account)
            assert await house.open_table(_asked(), ann.account) is one
            assert await house.open_table(_asked(), bob.account) is not one
            assert await house.open_table(_asked(id="p"), ann.account) is not one
            assert (one.recipe.opened_by, one.recipe.game, len(house.tables)) == ("Ann", GAME, 3)

    asyncio.run(scene())


def test_the_house_opens_one_table_of_every_game_and_not_a_second(sqlite_db: str, key: Path) -> None:
    async def scene() -> None:
        async with house_on(sqlite_db, key) as house:
            ann = await Player.come(house, "Ann")
            await ann.open()
            for _ in range(2):
                await house.open_house_tables()
            own = [live.recipe.game for live in house.tables.values() if live.recipe.opened_by == HOUSE]
            assert own == list(GAMES)

    asyncio.run(scene())


@pytest.mark.parametrize(
    ("account", "by_hand", "code"),
    [
        (Account("Ann", "guest", None), (DEALER,), "table/by-hand"),
        (Account("Ann", "player", None), (FLOORPERSON,), "table/by-hand"),
        (Account("Max", "auditor", None), (DEALER,), "table/by-hand"),
        (FLO, ("bouncer",), "table/by-hand"),
        (FLO, (DEALER, FLOORPERSON), None),
        (Account("Dee", DEALER, None), (DEALER,), None),
        (Account("Ann", "guest", None), (), None),
    ],
)
def test_only_a_dealer_or_a_floorperson_takes_a_role_at_a_table(
    sqlite_db: str, key: Path, account: Account, by_hand: tuple[str, ...], code: str | None
) -> None:
    async def scene() -> None:
        async with house_on(sqlite_db, key) as house:
            asked = _asked(by_hand=by_hand)
            if code is not None:
                assert await _code(house.open_table(asked, account)) == code
                assert house.tables == {}
            else:
                live = await house.open_table(asked, account)
                assert live.table.state.by_hand == set(by_hand) == set(live.recipe.by_hand)

    asyncio.run(scene())


# --- what may be chosen for one ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"game": "faro"}, "table/no-such-game"),
        ({"options": {"blackjack_odds": "6:5"}}, "table/no-such-option"),
        ({"options": {"decks": 8}}, "table/no-such-option"),
        ({"options": {"shuffling": "by-magic"}}, "table/rules"),
        ({"options": {"positions": 9}}, "table/not-lawful"),
        ({"limits": {"minimum_cents": 1}}, "table/rules"),
        ({"readings": {"no-such-reading": "yes"}}, "table/rules"),
    ],
)
def test_what_the_law_does_not_leave_to_the_house_is_refused(fields: dict[str, Any], code: str) -> None:
    with pytest.raises(Refused) as refusal:
        lobby.rules_for(_asked(**fields))
    assert refusal.value.code == code
    assert refusal.value.now


def test_the_limits_asked_for_are_the_limits_of_the_table() -> None:
    rules = lobby.rules_for(_asked(limits={"minimum_cents": 25_00, "maximum_cents": 500_00}))
    assert (rules.wagers.table_minimum_cents, rules.wagers.table_maximum_cents) == (25_00, 500_00)
    plain, usual = lobby.rules_for(_asked()), load(GAME)
    assert plain.wagers.table_minimum_cents == usual.wagers.table_minimum_cents
    only = lobby.rules_for(_asked(limits={"maximum_cents": 500_00}))
    assert only.wagers.table_minimum_cents == usual.wagers.table_minimum_cents


@pytest.mark.parametrize("game", list(GAMES))
def test_the_lobby_shows_every_option_and_reading_with_what_holds_unless_chosen(game: str) -> None:
    (card,) = (one for one in lobby.games() if one.game == game)
    rules, law = load(game), GAMES[game]
    assert (card.title, card.document) == (law.title, law.document)
    assert [one.name for one in card.options] == list(law.options)
    for shown in card.options:
        option = law.options[shown.name]
        assert (shown.question, shown.clauses, shown.allowed) == (option.question, option.clauses, str(option.allowed))
        if shown.name in rules.by_name:
            value = rules.by_name[shown.name][1].value
            assert shown.default == value or isinstance(shown.default, str), "numbers are shown as numbers"
            assert shown.default is not None
        for choice in shown.choices:
            assert isinstance(choice, str | int)
    assert {one.id: (one.default, tuple(one.options), one.clauses) for one in card.readings} == {
        one.id: (rules.readings[one.id], tuple(option.id for option in one.options), one.clauses)
        for one in readings_of(game)
    }


# --- tables nobody comes to -------------------------------------------------------------------------------------------


class _Ear:
    viewer = "a spectator"

    def tell(self, text: bytes) -> None:
        """Somebody listens."""


def test_a_table_at_which_nobody_has_been_for_long_is_closed_unless_it_is_the_houses_own(
    sqlite_db: str, key: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(house_module, "SWEEP_SECONDS", 0.001)

    async def swept(house: House, *gone: LiveTable) -> None:
        """Until those are gone, or many rounds of the sweeper have passed."""
        for _ in range(100):
            await asyncio.sleep(0.002)
            if gone and not any(live.id in house.tables for live in gone):
                return

    async def scene() -> None:
        clock = StillClock()
        async with house_on(sqlite_db, key, UNHURRIED, clock) as house:
            ann = await Player.come(house, "Ann")
            empty, seated, watched = await ann.open(), await ann.open(), await ann.open()
            await house.open_house_tables()
            await ann.move(seated, m.Sit, box=1)
            await watched.join(_Ear(), None)
            clock.pass_ms(UNHURRIED.idle_close_ms)
            await swept(house)
            assert empty.id in house.tables, "not before the time is over"
            clock.pass_ms(1)
            await swept(house, empty)
            assert empty.id not in house.tables
            assert empty.table.closed
            assert len(house.tables) == 2 + len(GAMES)
            await ann.move(seated, m.Leave)
            await swept(house)
            assert seated.id in house.tables, "its time begins when the last has left"
            clock.pass_ms(UNHURRIED.idle_close_ms + 1)
            await swept(house, seated)
            assert set(house.tables) >= {watched.id}
            assert len(house.tables) == 1 + len(GAMES)

    asyncio.run(scene())


# --- connections ------------------------------------------------------------------------------------------------------


def test_a_connection_watches_so_many_tables_and_may_leave_one_for_another(sqlite_db: str, key: Path) -> None:
    async def scene() -> None:
        settings = replace(UNHURRIED, tables_per_socket_max=1)
        async with serving(sqlite_db, key, settings) as (url, house), client(url, "Ann") as ann:
            tables = [(await house.open_table(_asked(id=name), FLO)).id for name in ("one", "two")]
            assert (await ann.join(tables[0]))["type"] == "table"
            assert (await ann.join(tables[0]))["type"] == "table", "the same one again"
            assert (await ann.join(tables[1]))["sentence"] == "one connection watches no more tables"
            assert len(house.tables[tables[1]].watchers) == 0
            await ann.say(type="leave", table=tables[0])
            assert (await ann.hear("closed"))["table"] == tables[0]
            assert len(house.tables[tables[0]].watchers) == 0
            assert (await ann.join(tables[1]))["type"] == "table"
            assert len(house.tables[tables[1]].watchers) == 1

    asyncio.run(scene())


def test_who_keeps_sending_what_is_no_message_is_let_go_by_policy(sqlite_db: str, key: Path) -> None:
    async def scene() -> None:
        settings = replace(UNHURRIED, malformed_max=3)
        async with serving(sqlite_db, key, settings) as (url, _), client(url, "Ann") as ann:
            for _ in range(2):
                await ann.socket.send("nonsense")
                assert (await ann.hear("error"))["kind"] == "malformed"
            await ann.say(type="ping", n=7)
            assert (await ann.hear("pong"))["n"] == 7, "two are forgiven"
            await ann.socket.send("nonsense")
            assert (await ann.hear("error"))["kind"] == "malformed"
            with pytest.raises(ConnectionClosed) as closed:
                await ann.hear("pong")
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == 1008

    asyncio.run(scene())
