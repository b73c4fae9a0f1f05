"""A house that stops and starts again goes on at the exact decision; the clock decides for those who stay away."""

import asyncio
from pathlib import Path

import pytest

from pitboss.house.database import CannotOpen, Database
from pitboss.house.live_table import LiveTable
from pitboss.procedure.refusal import Broken, Refused
from pitboss.procedure.replay import digest
from pitboss.procedure.state import State
from pitboss.procedure.views import view
from tests import facts as f
from tests import moves as m
from tests.house.kit import Player, StillClock, audited, house_on, through_round, to_betting, usual

GAMES = ("double-attack-pa", "double-attack-nj", "double-back-jack-pa", "double-deck-house", "five-card-hi-lo-pa")


def _looks(live: LiveTable) -> tuple[object, ...]:
    return (
        str(live.table.waiting),
        digest(live.table.facts),
        view(live.table, "Ann"),
        live.chronicle.seen_by("Ann", 0),
    )


@pytest.mark.parametrize("game", GAMES)
def test_a_table_resumes_after_every_single_move(db: str, key: Path, game: str) -> None:
    async def first() -> str:
        async with house_on(db, key) as house:
            ann = await Player.come(house, "Ann")
            live = await ann.open(game)
            await ann.move(live, m.Sit, box=1)
            await ann.move(live, m.BuyIn, cents=1_000_00)
            return live.id

    async def one_more(table: str) -> tuple[str, object]:
        async with house_on(db, key) as house:
            account = house.accounts.known("Ann")
            assert account is not None
            ann, live = Player(house, account), house.tables[table]
            may = live.table.waiting.may
            if m.Wager in may:
                if live.table.state.bets.bets:
                    await ann.move(live, m.Ready)
                else:
                    await ann.move(live, m.Wager, box=1, cents=10_00)
            else:
                kind, fields = usual(live, 1)
                await ann.move(live, kind, **fields)
            return live.id, _looks(live)

    async def after(table: str) -> object:
        async with house_on(db, key) as house:
            return _looks(house.tables[table])

    table = asyncio.run(first())
    for _ in range(6):
        _, left = asyncio.run(one_more(table))
        assert asyncio.run(after(table)) == left


def test_only_one_house_opens_a_file(sqlite_db: str, key: Path) -> None:
    async def scene() -> None:
        async with house_on(sqlite_db, key):
            with pytest.raises(CannotOpen, match="another house"):
                await Database.open(sqlite_db, key)

    asyncio.run(scene())


def test_a_database_of_a_later_version_is_left_alone(db: str, key: Path) -> None:
    async def scene() -> None:
        database = await Database.open(db, key)
        async with database.engine.begin() as connection:
            await connection.exec_driver_sql("UPDATE alembic_version SET version_num = '99'")
        await database.close()
        with pytest.raises(CannotOpen, match="version 99"):
            await Database.open(db, key)

    asyncio.run(scene())


def test_the_clock_decides_for_whoever_stays_away_and_says_so(sqlite_db: str, key: Path) -> None:
    async def scene() -> None:
        clock = StillClock()
        async with house_on(sqlite_db, key, clock=clock) as house:
            ann, bob = await Player.come(house, "Ann"), await Player.come(house, "Bob")
            live = await ann.open()
            await to_betting(ann, live)
            await bob.move(live, m.Sit, box=2)
            await bob.move(live, m.BuyIn, cents=100_00)
            for player, box in ((ann, 1), (bob, 2)):
                await player.move(live, m.Wager, box=box, cents=10_00)
            await ann.move(live, m.Ready)
            clock.pass_ms(house.settings.decide_ms - 1)
            await asyncio.sleep(0.05)
            assert live.table.state.round == 0
            clock.pass_ms(1)
            while live.table.state.round == 0:
                await asyncio.sleep(0.01)
            decided = [fact for fact in live.chronicle.facts if isinstance(fact, f.HouseDecided)]
            assert decided[0].player == "Bob"
            assert decided[0].rule == "no further wager"
            # Bob is away: from here on nobody waits for him, only for Ann.
            while m.Wager not in live.table.waiting.may:
                assert live.table.waiting.by == ("Ann",) or "Ann" in live.table.waiting.by
                kind, fields = usual(live, 1)
                await ann.move(live, kind, **fields)
            assert live.table.state.round == 1
            for player, box in ((bob, 2), (ann, 1)):
                await player.move(live, m.Wager, box=box, cents=10_00)
            await ann.move(live, m.Ready)
            assert live.table.state.round == 1, "he is back, and is waited for"
            assert (await audited(house)).wrong is None
        async with house_on(sqlite_db, key, clock=clock) as house:
            again = house.tables[live.id]
            assert again.chronicle.facts == live.chronicle.facts

    asyncio.run(scene())


def test_moves_that_change_nothing_do_not_buy_time(sqlite_db: str, key: Path) -> None:
    async def scene() -> None:
        clock = StillClock()
        async with house_on(sqlite_db, key, clock=clock) as house:
            ann = await Player.come(house, "Ann")
            live = await ann.open()
            await to_betting(ann, live)
            await ann.move(live, m.Wager, box=1, cents=10_00)
            before = live.clock_ms
            clock.pass_ms(10_000)
            await ann.move(live, m.BuyIn, cents=5_00)
            assert before is not None
            assert live.clock_ms == before - 10_000

    asyncio.run(scene())


def test_a_table_that_breaks_is_set_back_to_before_the_move_and_goes_on(
    sqlite_db: str, key: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scene() -> None:
        async with house_on(sqlite_db, key) as house:
            ann = await Player.come(house, "Ann")
            live = await ann.open()
            await to_betting(ann, live)
            before = _looks(live)
            with monkeypatch.context() as broken:
                once = iter([False])
                broken.setattr(State, "balanced", lambda _: next(once, True))
                with pytest.raises(Broken):
                    await ann.move(live, m.Wager, box=1, cents=10_00)
            assert _looks(live) == before
            await through_round(ann, live)
            assert house.failure is None
            assert (await audited(house)).wrong is None

    asyncio.run(scene())


def test_nobody_makes_moves_that_are_not_for_them(sqlite_db: str, key: Path) -> None:
    from pitboss.house.roles import moves_as, permit

    assert moves_as("Ann", "guest", None) == "Ann"
    assert moves_as("Flo", "floorperson", "floorperson") == "floorperson"
    for name, role, asked in (
        ("Ann", "guest", "floorperson"),
        ("Ann", "player", "dealer"),
        ("Dan", "dealer", "floorperson"),
        ("Ann", "guest", "shuffler"),
        ("Aud", "auditor", "auditor"),
        ("Flo", "floorperson", None),
    ):
        with pytest.raises(Refused):
            moves_as(name, role, asked)
    for kind in (m.FoundFaceUp, m.OrderReshuffle, m.CloseTable, m.Shuffle, m.Deal, m.CheckEquipment):
        with pytest.raises(Refused):
            permit(kind, "Ann")
    with pytest.raises(Refused):
        permit(m.Shuffle, "dealer")


def test_history_keeps_rounds_and_sealed_orders_stay_unreadable_on_disk(sqlite_db: str, key: Path) -> None:
    async def scene() -> tuple[str, str]:
        async with house_on(sqlite_db, key) as house:
            ann = await Player.come(house, "Ann")
            live = await ann.open()
            await to_betting(ann, live)
            await through_round(ann, live)
            sealed = live.table.state.cards.sealed
            assert sealed is not None
            return sealed.salt, " ".join(card.code for card in sealed.order[:8])

    salt, order = asyncio.run(scene())
    on_disk = b"".join(path.read_bytes() for path in Path(sqlite_db).parent.glob("house.db*"))
    assert salt.encode() not in on_disk
    assert order.encode() not in on_disk
    assert order.replace(" ", '","').encode() not in on_disk
    assert key.stat().st_mode & 0o077 == 0
