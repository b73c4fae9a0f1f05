"""The limits of a house, on both sides of each: tables, roles, options, connections, and tables nobody comes to."""

import asyncio
from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec
import pytest
from sqlalchemy import select
from websockets.exceptions import ConnectionClosed

from pitboss.cards.bits import SeededBits
from pitboss.house import archive, lobby, long_rounds, schema
from pitboss.house import house as house_module
from pitboss.house.accounts import Account
from pitboss.house.journal import Recipe
from pitboss.house.ledger import HOUSE, PRACTICE_BANKROLL_CENTS
from pitboss.house.live_table import LiveTable
from pitboss.house.protocol import OpenTable
from pitboss.house.seats import IDLE_SEAT
from pitboss.house.settings import UNHURRIED
from pitboss.law import readings_of
from pitboss.procedure.croupier import Croupier
from pitboss.procedure.moves import DEALER, FLOORPERSON
from pitboss.procedure.refusal import Refused
from pitboss.rules.games import GAMES
from pitboss.rules.rules import Rules
from pitboss.rules.variant import load
from tests import moves as m
from tests.house.kit import GAME, Player, StillClock, client, house_on, serving, through_round, to_betting

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


def test_where_a_table_of_the_houses_rests_it_opens_another_of_that_game(
    sqlite_db: str, key: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Under a version that cannot deal the old one nobody finds a game without a table either."""
    rules_of = archive.rules_of

    def of_another_version(recipe: Recipe) -> Rules:
        if recipe.game == GAME:
            raise archive.OtherRules("it was dealt otherwise")
        return rules_of(recipe)

    async def opened() -> tuple[list[str], list[str]]:
        async with house_on(sqlite_db, key) as house:
            await house.open_house_tables()
            own = [live.recipe.game for live in house.tables.values() if live.recipe.opened_by == HOUSE]
            return sorted(own), list(house.kept_out)

    assert asyncio.run(opened()) == (sorted(GAMES), [])
    with monkeypatch.context() as patch:
        patch.setattr(archive, "rules_of", of_another_version)
        own, kept_out = asyncio.run(opened())
        assert (own, len(kept_out)) == (sorted(GAMES), 1)
    assert asyncio.run(opened()) == (sorted([*GAMES, GAME]), []), "the old one is back, and no third is opened"


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
    heard = b""

    def tell(self, text: bytes) -> None:
        """Somebody listens."""
        self.heard += text


def test_a_table_nobody_uses_is_closed_unless_it_is_the_houses_own(sqlite_db: str, key: Path) -> None:
    """Never a move: after ten minutes; nobody there: after thirty; nobody sits, somebody watches: after two hours."""

    async def scene() -> None:
        clock = StillClock()
        async with house_on(sqlite_db, key, UNHURRIED, clock) as house:
            ann = await Player.come(house, "Ann")
            untouched, empty, watched, seated = [await ann.open() for _ in range(4)]
            await house.open_house_tables()
            await untouched.join(_Ear(), None)
            for live in (empty, watched, seated):
                await ann.move(live, m.Sit, box=1)
            for live in (empty, watched):
                await ann.move(live, m.Leave)
            await watched.join(_Ear(), None)

            async def closed_by(ms: int) -> list[LiveTable]:
                before = dict(house.tables)
                clock.pass_ms(ms - (clock.ms - began))
                await ann.move(seated, m.BuyIn, cents=100)  # somebody plays on
                await house.sweep()
                return [live for table, live in before.items() if table not in house.tables]

            began = clock.ms
            assert await closed_by(UNHURRIED.untouched_close_ms) == []
            assert await closed_by(UNHURRIED.untouched_close_ms + 1) == [untouched]
            assert await closed_by(UNHURRIED.idle_close_ms) == []
            assert await closed_by(UNHURRIED.idle_close_ms + 1) == [empty]
            assert await closed_by(UNHURRIED.watched_close_ms) == []
            assert await closed_by(UNHURRIED.watched_close_ms + 1) == [watched]
            await ann.move(seated, m.Leave)
            await house.sweep()
            assert seated.id in house.tables, "its time begins when the last has left"
            clock.pass_ms(UNHURRIED.idle_close_ms + 1)
            await house.sweep()
            assert len(house.tables) == len(GAMES), "those of the house stay"
            assert all(live.table.closed for live in (untouched, empty, watched, seated))

    asyncio.run(scene())


def test_a_table_that_is_taken_up_is_untouched_if_the_house_alone_has_moved_there(
    sqlite_db: str, key: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(long_rounds, "CHECKPOINT_MOVES_LEAST", 1)
    shuffles_at_once = Croupier(SeededBits("touched"))

    async def before() -> list[str]:
        async with house_on(sqlite_db, key, croupier=shuffles_at_once) as house:
            ann = await Player.come(house, "Ann")
            tables = [await ann.open("double-deck-house"), await ann.open()]
            await to_betting(ann, tables[1])
            for _ in range(2):
                await through_round(ann, tables[1])
            again = house._live("t9", tables[1].recipe, tables[1].table.rules, tables[1]._marks[-2:])
            assert again.touched, "before whose checkpoint somebody has moved"
            assert tables[0].table.moves_made, "the house has shuffled"
            return [live.id for live in tables]

    async def after(tables: list[str]) -> None:
        async with house_on(sqlite_db, key, croupier=shuffles_at_once) as house:
            assert [house.tables[table].touched for table in tables] == [False, True]

    asyncio.run(after(asyncio.run(before())))


def test_the_sweeper_comes_round_by_itself(sqlite_db: str, key: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(house_module, "SWEEP_SECONDS", 0.001)

    async def scene() -> None:
        clock = StillClock()
        async with house_on(sqlite_db, key, UNHURRIED, clock) as house:
            empty = await (await Player.come(house, "Ann")).open()
            clock.pass_ms(UNHURRIED.untouched_close_ms + 1)
            async with asyncio.timeout(20):
                while empty.id in house.tables:
                    await asyncio.sleep(0.002)

    asyncio.run(scene())


def test_a_player_who_stays_away_gets_up_with_all_chips_and_the_record_says_by_which_rule(db: str, key: Path) -> None:
    async def scene() -> None:
        clock = StillClock()
        async with house_on(db, key, UNHURRIED, clock) as house:
            ann, bob = await Player.come(house, "Ann"), await Player.come(house, "Bob")
            live = await ann.open()
            await to_betting(ann, live)
            await bob.move(live, m.Sit, box=2)
            clock.pass_ms(UNHURRIED.idle_seat_ms)
            await bob.move(live, m.BuyIn, cents=500)
            await house.sweep()
            assert set(live.table.state.people.players) == {"Ann", "Bob"}, "not before the time is over"
            clock.pass_ms(1)
            await house.sweep()
            assert set(live.table.state.people.players) == {"Bob"}
            assert house.bankroll_of("Ann") == PRACTICE_BANKROLL_CENTS
            rules = await house.database.rows(select(schema.journal.c.rule).where(schema.journal.c.rule.is_not(None)))
            assert [row.rule for row in rules] == [IDLE_SEAT]

    asyncio.run(scene())


def test_a_house_that_opens_again_gives_everybody_who_sits_there_the_whole_time(sqlite_db: str, key: Path) -> None:
    async def scene() -> None:
        async with house_on(sqlite_db, key, UNHURRIED, StillClock()) as house:
            ann = await Player.come(house, "Ann")
            live = await ann.open()
            await ann.move(live, m.Sit, box=1)
        clock = StillClock()
        clock.pass_ms(10 * UNHURRIED.idle_seat_ms)
        async with house_on(sqlite_db, key, UNHURRIED, clock) as house:
            await house.sweep()
            assert set(house.tables[live.id].table.state.people.players) == {"Ann"}
            clock.pass_ms(UNHURRIED.idle_seat_ms + 1)
            await house.sweep()
            assert not house.tables[live.id].table.state.people.players

    asyncio.run(scene())


@pytest.mark.parametrize("alone_ms", [UNHURRIED.alone_ms, 0])
def test_who_moves_while_the_sweeper_is_on_its_way_stays(sqlite_db: str, key: Path, alone_ms: int) -> None:
    """Also where no clock runs for whoever is alone, and the house would decide what is asked of them."""

    async def scene() -> None:
        clock = StillClock()
        async with house_on(sqlite_db, key, replace(UNHURRIED, alone_ms=alone_ms), clock) as house:
            ann = await Player.come(house, "Ann")
            live = await ann.open()
            await ann.move(live, m.Sit, box=1)
            clock.pass_ms(UNHURRIED.idle_seat_ms + 1)
            back = asyncio.create_task(ann.move(live, m.BuyIn, cents=500))
            await asyncio.sleep(0)  # her move waits for its turn, and the sweeper behind it
            await house.sweep()
            await back
            assert set(live.table.state.people.players) == {"Ann"}

    asyncio.run(scene())


def test_a_table_at_which_somebody_sits_down_while_the_house_closes_it_stays_open(sqlite_db: str, key: Path) -> None:
    async def scene() -> None:
        async with house_on(sqlite_db, key, UNHURRIED, StillClock()) as house:
            ann = await Player.come(house, "Ann")
            live = await ann.open()
            comes = asyncio.create_task(ann.move(live, m.Sit, box=1))
            await asyncio.sleep(0)  # she waits for her turn, and the house behind her
            await live.close_by_house("nobody plays here")
            await comes
            assert (live.table.closed, set(live.table.state.people.players)) == (False, {"Ann"})
            await ann.move(live, m.Leave)
            await live.close_by_house("nobody plays here")
            moves = live.table.moves_made
            await live.close_by_house("nobody plays here")  # a second who found it unused at the same time
            assert (live.table.closed, live.table.moves_made) == (True, moves)

    asyncio.run(scene())


def test_nobody_gets_up_from_an_undecided_wager(sqlite_db: str, key: Path) -> None:
    async def scene() -> None:
        clock = StillClock()
        async with house_on(sqlite_db, key, replace(UNHURRIED, decide_ms=10**9, alone_ms=10**9), clock) as house:
            ann = await Player.come(house, "Ann")
            live = await ann.open()
            await to_betting(ann, live)
            await ann.move(live, m.Wager, box=1, cents=10_00)
            clock.pass_ms(UNHURRIED.idle_seat_ms + 1)
            await house.sweep()
            assert set(live.table.state.people.players) == {"Ann"}

    asyncio.run(scene())


def test_for_who_is_not_alone_at_a_table_the_sweeper_decides_nothing(sqlite_db: str, key: Path) -> None:
    """Only where nobody else waits does the house play on for who stays away; here the clock will."""

    async def scene() -> None:
        clock = StillClock()
        async with house_on(sqlite_db, key, replace(UNHURRIED, decide_ms=10**9, alone_ms=0), clock) as house:
            ann, bob = await Player.come(house, "Ann"), await Player.come(house, "Bob")
            live = await ann.open()
            await to_betting(ann, live)
            await bob.move(live, m.Sit, box=2)
            await bob.move(live, m.BuyIn, cents=500_00)
            for player, box in ((ann, 1), (bob, 2)):
                await player.move(live, m.Wager, box=box, cents=10_00)
            clock.pass_ms(UNHURRIED.idle_seat_ms + 1)
            await bob.move(live, m.BuyIn, cents=500)
            before = live.table.moves_made
            await house.sweep()
            assert set(live.table.state.people.players) == {"Ann", "Bob"}
            assert live.table.moves_made == before
            await bob.move(live, m.Ready)
            assert not live.table.state.in_round, "Ann has not said that she is ready, and nobody says it for her"

    asyncio.run(scene())


def test_after_a_restart_everybodys_time_begins_anew(sqlite_db: str, key: Path) -> None:
    clock = StillClock()

    async def before() -> None:
        async with house_on(sqlite_db, key, UNHURRIED, clock) as house:
            ann = await Player.come(house, "Ann")
            await ann.move(await ann.open(), m.Sit, box=1)

    async def after() -> None:
        clock.pass_ms(10 * UNHURRIED.watched_close_ms)
        async with house_on(sqlite_db, key, UNHURRIED, clock) as house:
            await house.sweep()
            (live,) = house.tables.values()
            assert set(live.table.state.people.players) == {"Ann"}
            clock.pass_ms(UNHURRIED.idle_seat_ms + 1)
            await house.sweep()
            assert not live.table.state.people.players
            assert live.touched

    asyncio.run(before())
    asyncio.run(after())


def test_a_closed_table_leaves_no_task_and_nobody_waiting(sqlite_db: str, key: Path) -> None:
    async def scene() -> None:
        async with house_on(sqlite_db, key) as house:
            ann, heard = await Player.come(house, "Ann"), _Ear()
            idle = len(asyncio.all_tasks())
            for _ in range(20):
                live = await ann.open()
                await live.join(heard, None)
                await live.close_by_house("to make room")
            await asyncio.sleep(0)
            assert len(asyncio.all_tasks()) == idle
            assert not live.watchers
            assert heard.heard.count(b'"type":"closed"') == 20
            assert await _code(ann.move(live, m.Sit, box=1)) == "table/unknown"
            assert await _code(live.join(heard, None)) == "table/unknown"
            assert not house._opening

    asyncio.run(scene())


# --- by person and by address -----------------------------------------------------------------------------------------


def test_the_same_request_at_once_over_many_sockets_opens_one_table(sqlite_db: str, key: Path) -> None:
    async def scene() -> None:
        async with house_on(sqlite_db, key) as house:
            ann = await Player.come(house, "Ann")
            opened = await asyncio.gather(*(house.open_table(_asked(), ann.account) for _ in range(6)))
            assert len({live.id for live in opened}) == 1
            assert len(house.tables) == 1
            first = asyncio.ensure_future(house.open_table(_asked(id="p"), ann.account))
            await asyncio.sleep(0)
            second = asyncio.ensure_future(house.open_table(_asked(id="p"), ann.account))
            await asyncio.sleep(0)
            first.cancel()
            assert (await second).id in house.tables, "that the first hung up is nothing to the second"
            assert len(house.tables) == 2

    asyncio.run(scene())


def test_what_was_refused_may_be_asked_again_under_the_same_id(sqlite_db: str, key: Path) -> None:
    async def scene() -> None:
        async with house_on(sqlite_db, key, replace(UNHURRIED, tables_max=1)) as house:
            ann = await Player.come(house, "Ann")
            first = await ann.open()
            assert await _code(house.open_table(_asked(), ann.account)) == "table/house-full"
            await first.close_by_house("to make room")
            assert (await house.open_table(_asked(), ann.account)).id in house.tables

    asyncio.run(scene())


def test_no_more_tables_at_once_than_a_person_may_have(sqlite_db: str, key: Path) -> None:
    async def scene() -> None:
        async with house_on(sqlite_db, key, replace(UNHURRIED, tables_per_person_max=2)) as house:
            ann = await Player.come(house, "Ann")
            asked = [house.open_table(_asked(id=f"o{n}"), ann.account) for n in range(6)]
            opened = await asyncio.gather(*asked, return_exceptions=True)
            assert sum(isinstance(one, LiveTable) for one in opened) == 2

    asyncio.run(scene())


def test_a_table_on_its_way_to_the_disk_is_one_of_a_persons_and_not_two(
    sqlite_db: str, key: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scene() -> None:
        async with house_on(sqlite_db, key, replace(UNHURRIED, tables_per_person_max=2)) as house:
            ann = await Player.come(house, "Ann")
            begun, goes_on, submit = asyncio.Event(), asyncio.Event(), house.committer.submit

            async def waits(*entries: Any) -> None:
                begun.set()
                await goes_on.wait()
                await submit(*entries)

            with monkeypatch.context() as slow:
                slow.setattr(house.committer, "submit", waits)
                first = asyncio.create_task(house.open_table(_asked(id="o1"), ann.account))
                await begun.wait()
            second = await house.open_table(_asked(id="o2"), ann.account)
            assert await _code(house.open_table(_asked(id="o3"), ann.account)) == "table/too-many"
            goes_on.set()
            assert {(await first).id, second.id} == set(house.tables)

    asyncio.run(scene())


def test_people_at_one_address_have_so_many_tables_and_seats_together(sqlite_db: str, key: Path) -> None:
    async def scene() -> None:
        settings = replace(UNHURRIED, tables_per_address_max=2, seats_per_address_max=3)
        async with house_on(sqlite_db, key, settings) as house:
            ann, bob, eve = [await Player.come(house, name) for name in ("Ann", "Bob", "Eve")]
            house.addresses |= {"Ann": "192.0.2.1", "Bob": "192.0.2.1", "Eve": "192.0.2.2"}
            tables = [await ann.open(), await bob.open(), await eve.open()]
            assert await _code(ann.open()) == "table/too-many-from-there"
            tables.append(await eve.open())
            for player, live in ((ann, tables[0]), (ann, tables[1]), (bob, tables[2])):
                await house.move(live, m.Sit(by=player.name, box=1), player.name, "s")
            refused = await _code(house.move(tables[3], m.BuyIn(by="Bob", cents=500), "Bob", "s"))
            assert refused == "sit/too-many-from-there"
            await house.move(tables[2], m.BuyIn(by="Bob", cents=500), "Bob", "t")  # where he sits he may buy
            await house.move(tables[3], m.Sit(by="Eve", box=1), "Eve", "s")
            del house.addresses["Ann"]  # as at an address on the allow-list
            await ann.open()

    asyncio.run(scene())


def test_a_person_sits_at_so_many_tables_even_when_sitting_down_at_all_of_them_at_once(
    sqlite_db: str, key: Path
) -> None:
    async def scene() -> None:
        settings = replace(UNHURRIED, seats_per_person_max=2)
        async with house_on(sqlite_db, key, settings) as house:
            ann, eve = await Player.come(house, "Ann"), await Player.come(house, "Eve")
            tables = [await ann.open() for _ in range(4)]
            tried = [house.move(live, m.Sit(by="Eve", box=1), "Eve", "s") for live in tables]
            sat = await asyncio.gather(*tried, return_exceptions=True)
            assert [getattr(one, "code", "sat") for one in sat] == ["sat", "sat", "sit/too-many", "sit/too-many"]
            await house.move(tables[0], m.Sit(by="Eve", box=2), "Eve", "t")  # from box to box is no further seat
            await house.move(tables[0], m.Leave(by="Eve"), "Eve", "u")
            await house.move(tables[2], m.Sit(by="Eve", box=1), "Eve", "s")
            assert house.seated_at(eve.name) == (tables[1].id, tables[2].id)
            alone = await house.open_table(_asked(id="p", practice=True), eve.account)
            await house.move(alone, m.Sit(by="Eve", box=1), "Eve", "v")  # nobody's seat is taken there

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
