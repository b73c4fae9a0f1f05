"""The house asks for seeds at every shuffle: what it keeps secret, how long it waits, how it goes on after a crash."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest
from sqlalchemy import select

from pitboss.cards import fair
from pitboss.house import absence, schema
from pitboss.house.audit import audit_database
from pitboss.house.database import Database
from pitboss.house.history import History
from pitboss.house.house import House
from pitboss.house.live_table import LiveTable
from pitboss.house.settings import UNHURRIED
from pitboss.procedure import replay
from pitboss.procedure.refusal import Refused
from pitboss.procedure.replay import digest
from pitboss.procedure.verification import Shoe, verify
from tests import facts as f
from tests import moves as m
from tests.house.kit import Player, StillClock, audited, house_on, seed_of, through_round, to_betting, usual


def _pledge(name: str) -> m.Move:
    return m.PledgeSeed(by=name, pledge=fair.pledge(name, seed_of(name)))


def _give(name: str) -> m.Move:
    return m.GiveSeed(by=name, seed=seed_of(name))


async def _say(live: LiveTable, move: m.Move) -> None:
    await live.ask(move, move.by, f"{move.__struct_config__.tag} {len(live.table.moves)}")


async def _asked(house: House) -> tuple[LiveTable, list[Player]]:
    """A table at which two players sit and are asked for their seeds."""
    people = [await Player.come(house, name) for name in ("Ann", "Bob")]
    for one in people:
        one.answers_for_seeds = False
    live = await people[0].open()
    for box, one in enumerate(people, 1):
        if not absence.seeds_asked(live.table):
            await one.move(live, m.Sit, box=box)
            await one.move(live, m.BuyIn, cents=500_00)
    while not absence.seeds_asked(live.table):
        await people[0].move(live, m.ViewSpread)
    return live, people


@asynccontextmanager
async def _waiting(db: str, key: Path, clock: StillClock) -> AsyncIterator[tuple[House, LiveTable, list[Player]]]:
    async with house_on(db, key, clock=clock) as house:
        live, people = await _asked(house)
        yield house, live, people


def _facts(live: LiveTable, kind: type[f.Fact]) -> list[f.Fact]:
    return [fact for fact in live.chronicle.facts if isinstance(fact, kind)]


async def _time_is_up(live: LiveTable, clock: StillClock, ms: int = UNHURRIED.seed_ms) -> None:
    async def nothing() -> None:
        pass

    clock.pass_ms(ms)
    await live.in_turn(nothing)


def _in_clear(db: str, secret: str) -> bool:
    return any(secret.encode() in file.read_bytes() for file in Path(db).parent.glob(f"{Path(db).name}*"))


def test_the_houses_seed_is_locked_until_the_seal_is_opened_and_public_then(sqlite_db: str, key: Path) -> None:
    async def scene() -> str:
        async with house_on(sqlite_db, key) as house:
            live, _ = await _asked(house)
            seed = next(move.seed for move in live.table.moves if isinstance(move, m.CommitSeed))
            for move in (_pledge("Ann"), _pledge("Bob"), _give("Bob"), _give("Ann")):
                await _say(live, move)
            assert not _in_clear(sqlite_db, seed)
            assert fair.commitment(seed) in str(await house.database.rows(select(schema.journal.c.body)))
            assert _facts(live, f.SeedsMixed) == [f.SeedsMixed((), ("Ann", "Bob"))]
            await live.ask(m.CloseTable(by="floorperson"), "Flo", "close")
            (opened,) = await house.database.rows(select(schema.opened_orders))
            assert (opened.seal, opened.seed, opened.salt) == (fair.commitment(seed), seed, fair.salt_of(seed))
            return seed

    seed = asyncio.run(scene())
    assert _in_clear(sqlite_db, seed)
    report = asyncio.run(audit_database(sqlite_db, key.with_name("no key")))
    assert (report.wrong, report.not_replayed, report.seals, report.still_sealed) == (None, 0, 1, 0)


@pytest.mark.parametrize("said", range(5))
def test_a_house_that_stops_anywhere_between_commitment_and_order_goes_on_there(db: str, key: Path, said: int) -> None:
    moves = [_pledge("Ann"), _pledge("Bob"), _give("Bob"), _give("Ann")]

    async def before() -> tuple[str, str]:
        async with house_on(db, key) as house:
            live, _ = await _asked(house)
            for move in moves[:said]:
                await _say(live, move)
            return live.id, digest(live.table.facts)

    async def after(table: str, facts: str) -> None:
        async with house_on(db, key) as house:
            live = house.tables[table]
            assert digest(live.table.facts) == facts
            for move in moves[said:]:
                await _say(live, move)
            assert _facts(live, f.SeedsMixed) == [f.SeedsMixed((), ("Ann", "Bob"))]
            assert len(_facts(live, f.SeedCommitted)) == len(_facts(live, f.CardsShuffled)) == 1
            assert (await audited(house)).wrong is None

    asyncio.run(after(*asyncio.run(before())))


def test_a_house_that_stopped_before_it_committed_commits_and_its_clock_runs(sqlite_db: str, key: Path) -> None:
    clock = StillClock()

    async def scene() -> None:
        async with house_on(sqlite_db, key, clock=clock) as house:
            live, _ = await _asked(house)
            table, line = live.id, len(live.table.moves)
        database = await Database.open(sqlite_db, key)
        async with database.engine.begin() as connection:  # the commitment never came to the disk
            for trigger in ("journal_no_delete", "sealed_orders_no_delete"):
                await connection.exec_driver_sql(f"DROP TRIGGER {trigger}")
            await connection.exec_driver_sql("DELETE FROM sealed_orders")
            await connection.exec_driver_sql(f"DELETE FROM journal WHERE table_id = '{table}' AND seq = {line}")
        await database.close()
        async with house_on(sqlite_db, key, clock=clock) as house:
            live = house.tables[table]
            assert absence.seeds_asked(live.table)
            assert live.clock_ms == UNHURRIED.seed_ms
            await _time_is_up(live, clock)
            assert _facts(live, f.SeedsMixed) == [f.SeedsMixed((), ())]

    asyncio.run(scene())


def test_who_does_not_answer_in_time_gives_none_and_is_still_asked_for_the_cut(sqlite_db: str, key: Path) -> None:
    clock = StillClock()

    async def scene() -> None:
        async with _waiting(sqlite_db, key, clock) as (_, live, _):
            assert live.clock_ms == UNHURRIED.seed_ms
            clock.pass_ms(1_000)
            await _say(live, _pledge("Bob"))
            assert live.clock_ms == UNHURRIED.seed_ms - 1_000, "one clock for all who are asked"
            await _time_is_up(live, clock, UNHURRIED.seed_ms - 1_000)
            assert [
                (x.player, x.move, x.rule) for x in _facts(live, f.HouseDecided) if isinstance(x, f.HouseDecided)
            ] == [("Ann", "pass-seed", "no seed")]
            assert live.clock_ms == UNHURRIED.seed_ms, "opening is another question"
            await _say(live, _give("Bob"))
            assert _facts(live, f.SeedsMixed) == [f.SeedsMixed((), ("Bob",))]
            assert live.table.waiting.by == ("Ann",), "nobody has refused the cut for her"
            assert live.clock_ms == UNHURRIED.decide_ms

    asyncio.run(scene())


def test_who_gave_none_is_passed_over_at_once_until_they_move(sqlite_db: str, key: Path) -> None:
    clock = StillClock()

    async def scene() -> None:
        async with _waiting(sqlite_db, key, clock) as (_, live, (ann, _)):
            await _time_is_up(live, clock)
            while m.Wager not in live.table.waiting.may:
                await _time_is_up(live, clock, UNHURRIED.decide_ms)
            await live.ask(m.OrderReshuffle(by="floorperson"), "Flo", "again")
            assert not absence.seeds_asked(live.table)
            assert len(_facts(live, f.SeedsMixed)) == 2
            while m.Wager not in live.table.waiting.may:
                await _time_is_up(live, clock, UNHURRIED.decide_ms)
            await ann.move(live, m.BuyIn, cents=1_00)
            await live.ask(m.OrderReshuffle(by="floorperson"), "Flo", "once more")
            assert absence.seeds_asked(live.table)
            assert live.table.waiting.by == ("Ann", "Bob")

    asyncio.run(scene())


def test_a_seed_that_a_browser_gives_by_itself_says_nobody_is_there(sqlite_db: str, key: Path) -> None:
    clock = StillClock()

    async def scene() -> None:
        async with _waiting(sqlite_db, key, clock) as (_, live, people):
            clock.pass_ms(1_000)
            moved = live.moved_ms
            await _say(live, _pledge("Ann"))
            assert live.moved_ms == moved
            assert sorted(live.idle_players(clock.now_ms())) == ["Ann", "Bob"]
            await people[0].move(live, m.BuyIn, cents=1_00)
            assert live.moved_ms == clock.now_ms()
            assert live.idle_players(clock.now_ms()) == ["Bob"]

    asyncio.run(scene())


def test_a_pledge_not_opened_in_time_is_withheld_and_the_dropped_seed_is_on_record(db: str, key: Path) -> None:
    clock = StillClock()

    async def scene() -> str:
        async with _waiting(db, key, clock) as (house, live, (ann, _)):
            dropped = next(move.seed for move in live.table.moves if isinstance(move, m.CommitSeed))
            for move in (_pledge("Ann"), _pledge("Bob"), _give("Ann")):
                await _say(live, move)
            await _time_is_up(live, clock)
            assert _facts(live, f.SeedWithheld) == [f.SeedWithheld((), "Bob")]
            assert live.table.waiting.by == ("Ann",), "it begins again without him"
            (row,) = await house.database.rows(select(schema.opened_orders))
            assert (row.seal, row.seed, row.cards) == (fair.commitment(dropped), dropped, "")
            for move in (_pledge("Ann"), _give("Ann")):
                await _say(live, move)
            ann.answers_for_seeds = True
            while m.Wager not in live.table.waiting.may:
                await _say(live, m.RefuseCut(by=live.table.waiting.by[0]))
            await ann.move(live, m.Wager, box=1, cents=10_00)
            await _time_is_up(live, clock, UNHURRIED.decide_ms)
            for _ in range(20):
                if live.table.state.in_round:
                    await _time_is_up(live, clock, UNHURRIED.decide_ms)
            await live.ask(m.CloseTable(by="floorperson"), "Flo", "close")
            aud, _ = await house.sign_up("Aud", "correct horse battery", await house.invite("auditor"))
            paper = await History(house.database, house.vault).dispute(f"{live.id}.1", aud)
            assert paper is not None
            again = replay.replay(replay.from_json(paper))
            assert [x.seed for x in again.facts if isinstance(x, f.SeedDropped)] == [dropped]
            return live.id

    asyncio.run(scene())
    report = asyncio.run(audit_database(db, key.with_name("no key")))
    assert (report.wrong, report.not_replayed, report.seals) == (None, 0, 2)


def test_a_story_names_the_opened_seed_and_the_seal_it_made(sqlite_db: str, key: Path) -> None:
    async def scene() -> None:
        async with house_on(sqlite_db, key) as house:
            ann = await Player.come(house, "Ann")
            live = await ann.open()
            await to_betting(ann, live)
            await through_round(ann, live)
            history = History(house.database, house.vault)
            sealed = await history.story(f"{live.id}.1", ann.account)
            assert sealed is not None
            assert [card.opened for card in sealed.seals] == [False]
            await live.ask(m.CloseTable(by="floorperson"), "Flo", "close")
            opened = await history.story(f"{live.id}.1", ann.account)
            assert opened is not None
            (card,) = opened.seals
            assert card.seal == sealed.seals[0].seal
            assert card.seed
            assert (await history.page(ann.account, None)).rounds[0].opened
            assert card.salt == fair.salt_of(card.seed)

    asyncio.run(scene())


@pytest.mark.parametrize("game", ["double-attack-pa", "double-attack-nj", "double-deck-house", "five-card-hi-lo-pa"])
def test_who_played_a_round_can_verify_its_shoe_once_it_is_opened(sqlite_db: str, key: Path, game: str) -> None:
    async def scene() -> bytes:
        async with house_on(sqlite_db, key) as house:
            ann, eve = [await Player.come(house, name) for name in ("Ann", "Eve")]
            aud, _ = await house.sign_up("Aud", "correct horse battery", await house.invite("auditor"))
            live = await ann.open(game)
            await to_betting(ann, live)
            for _ in range(2):
                for wager in live.table.state.family.usual_wagers(live.table.state, "Ann", 1):
                    await _say(live, wager)
                await ann.move(live, m.Ready)
                while m.Wager not in live.table.waiting.may:
                    kind, fields = usual(live, 1)
                    await ann.move(live, kind, **fields)
            history = History(house.database, house.vault)
            opened = [one.opened for one in (await history.page(ann.account, None)).rounds]
            assert opened == [game == "five-card-hi-lo-pa"] * 2, "whatever else is shuffled and sealed since"
            if game != "five-card-hi-lo-pa":  # which opens each round's order when the round is over
                with pytest.raises(
                    Refused, match=r"shoe/still-sealed: .*still sealed.* Now: export it when the shoe is retired"
                ):
                    await history.shoe(f"{live.id}.1", ann.account)
                with pytest.raises(Refused, match=r"dispute/still-sealed: .*still sealed"):
                    await history.dispute(f"{live.id}.1", aud)
            await live.ask(m.CloseTable(by="floorperson"), "Flo", "close")
            assert await history.shoe(f"{live.id}.1", eve.account) is None
            assert await history.dispute(f"{live.id}.1", aud) is not None
            paper = await history.shoe(f"{live.id}.1", ann.account)
            assert paper is not None
            return paper

    paper = asyncio.run(scene())
    facts = msgspec.json.decode(paper, type=Shoe).facts
    findings = verify(facts)
    assert not [finding for finding in findings if finding.wrong]
    assert any("from the seeds of the house and of Ann" in finding.sentence for finding in findings), findings
    assert any("left the shoe" in finding.sentence for finding in findings)
    assert b"chips" not in paper


@pytest.mark.parametrize("game", ["double-deck-house", "five-card-hi-lo-pa"])
def test_the_house_does_not_shuffle_before_somebody_sits_who_can_give_a_seed(
    sqlite_db: str, key: Path, game: str
) -> None:
    """Else it could choose the first order of a table, with nobody there to answer."""

    async def opened() -> str:
        async with house_on(sqlite_db, key) as house:
            ann = await Player.come(house, "Ann")
            live = await ann.open(game)
            assert m.CommitSeed in live.table.waiting.may
            return live.id

    async def resumed(table: str) -> None:
        async with house_on(sqlite_db, key) as house:
            live = house.tables[table]
            ann = Player(house, house.accounts.known("Ann") or pytest.fail("Ann is gone"))
            ann.answers_for_seeds = False
            assert m.CommitSeed in live.table.waiting.may
            await ann.move(live, m.BuyIn, cents=100_00)
            assert m.CommitSeed in live.table.waiting.may, "who only has chips there is not asked for a seed"
            await ann.move(live, m.Sit, box=1)
            assert live.table.waiting.by == ("Ann",)
            assert absence.seeds_asked(live.table)
            other = await ann.open(game)
            await other.close_by_house("nobody has made a move here")
            assert other.table.closed, "a table that nobody sits at closes all the same"

    asyncio.run(resumed(asyncio.run(opened())))


@pytest.mark.parametrize(
    ("asks", "seated", "in_round", "shuffles"),
    [
        (True, ["Ann"], False, True),
        (True, [], False, False),
        (True, [], True, True),  # who stands behind a box may have a wager there when the shoe runs out
        (False, [], False, True),
    ],
)
def test_in_mid_round_the_house_shuffles_whoever_sits_there(
    asks: bool, seated: list[str], in_round: bool, shuffles: bool
) -> None:
    people = SimpleNamespace(seated=lambda: seated)
    table = SimpleNamespace(state=SimpleNamespace(people=people, in_round=in_round))
    live: Any = SimpleNamespace(table=table, _croupier=SimpleNamespace(asks_for_seeds=asks))
    assert LiveTable._somebody_to_ask(live) is shuffles
