"""A database that goes away comes back with nothing lost or doubled, and no two houses ever write to one."""

import asyncio
import os
import signal
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx
import pytest
from sqlalchemy import Connection, select, text, update
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection

from pitboss.house import schema
from pitboss.house.audit import audit_database
from pitboss.house.committer import Stopped
from pitboss.house.database import ONE_HOUSE, CannotOpen, Database, NoAnswer
from pitboss.house.house import House
from pitboss.house.migrations.bring_up import newest
from pitboss.house.settings import UNHURRIED, of
from tests import facts as f
from tests import moves as m
from tests.house.conftest import Postgres
from tests.house.kit import Player, StillClock, client, house_on, serving, through_round, to_betting
from tests.house.test_disk import served
from tests.house.test_processes import process

EVERYBODY = (
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
    " WHERE datname = current_database() AND pid <> pg_backend_pid()"
)


@pytest.fixture
def pg_db(postgres: Postgres) -> Iterator[str]:
    """A database on a server that a test may stop; it runs again afterwards."""
    yield postgres.new_database()
    if not (postgres.folder / "data" / "postmaster.pid").exists():
        postgres.start()


async def until(condition: Any) -> None:
    async with asyncio.timeout(30):
        while not condition():
            await asyncio.sleep(0.01)


async def in_order(db: str, key: Path) -> None:
    report = await audit_database(db, key)
    assert report.wrong is None, report.wrong


# --- the server stops and starts ------------------------------------------------------------------------------------


@pytest.mark.parametrize("how", ["fast", "immediate"])
def test_a_restart_under_play_is_told_waited_for_and_loses_nothing(
    postgres: Postgres, pg_db: str, key: Path, how: str
) -> None:
    async def scene() -> None:
        settings = replace(UNHURRIED, database_wait_ms=30_000)
        async with serving(pg_db, key, settings) as (url, house), client(url, "Ann") as ann, client(url, "Sue") as sue:
            await ann.say(type="open-table", id="o", game="double-attack-pa")
            table = str((await ann.hear("opened"))["table"])
            await ann.join(table)
            await ann.move(table, "sit", box=1)
            await asyncio.to_thread(postgres.halt, how)
            buying = asyncio.create_task(ann.move(table, "buy-in", "bought", cents=50_00))
            assert "nothing is lost" in (await sue.hear("waiting"))["sentence"]
            async with httpx.AsyncClient(base_url=url, headers={"cookie": ann.cookie}) as http:
                health = await http.get("/health")
                assert health.status_code == 503
                assert "waits for it" in health.json()["error"]["sentence"]
                assert (await http.get("/api/history")).status_code == 503
            async with client(url, cookie=sue.cookie) as late:
                assert (await late.hear("waiting"))["sentence"] is not None
            assert not buying.done()
            await asyncio.to_thread(postgres.start)
            assert (await buying)["type"] == "accepted"
            assert (await sue.hear("waiting"))["sentence"] is None
            again = await ann.move(table, "buy-in", "bought", cents=50_00)
            assert again["again"] is True
            assert house.tables[table].table.state.people.players["Ann"].chips == 50_00
            async with httpx.AsyncClient(base_url=url, headers={"cookie": ann.cookie}) as http:
                assert (await http.get("/api/history")).status_code == 200
        await in_order(pg_db, key)

    asyncio.run(scene())


def test_a_house_waits_no_longer_than_its_setting_and_then_stops(postgres: Postgres, pg_db: str, key: Path) -> None:
    async def scene() -> None:
        database = await Database.open(pg_db, key)
        house = House(database, of({"database_wait_ms": 300}))
        await house.start()
        ann = await Player.come(house, "Ann")
        live = await ann.open()
        await ann.move(live, m.Sit, box=1)
        postgres.halt()
        with pytest.raises(Stopped):
            await ann.move(live, m.BuyIn, cents=50_00)
        assert house.failure is not None
        await house.stop()
        await database.close()
        postgres.start()
        async with house_on(pg_db, key) as again:
            assert again.tables[live.id].table.state.people.players["Ann"].chips == 0
        await in_order(pg_db, key)

    asyncio.run(scene())


def test_a_house_that_is_told_to_stop_does_not_wait_for_its_database(postgres: Postgres, pg_db: str, key: Path) -> None:
    async def scene() -> None:
        async with house_on(pg_db, key) as house:
            ann = await Player.come(house, "Ann")
            live = await ann.open()
            postgres.halt()
            sitting = asyncio.create_task(ann.move(live, m.Sit, box=1))
            await until(lambda: house.committer.waits is not None)
            async with asyncio.timeout(20):
                await house.stop()
            with pytest.raises(Stopped):
                await sitting

    asyncio.run(scene())


def test_nobodys_clock_runs_while_the_house_waits(postgres: Postgres, pg_db: str, key: Path) -> None:
    async def scene() -> None:
        clock = StillClock()
        async with house_on(pg_db, key, clock=clock) as house:
            ann, bob = [await Player.come(house, name) for name in ("Ann", "Bob")]
            anns, bobs = await ann.open(), await bob.open()
            await to_betting(bob, bobs)
            await bob.move(bobs, m.Wager, box=1, cents=10_00)
            assert bobs.clock_ms == house.settings.decide_ms
            clock.pass_ms(1_000)
            postgres.halt()
            sitting = asyncio.create_task(ann.move(anns, m.Sit, box=1))
            await until(lambda: house.committer.waits is not None)
            clock.pass_ms(house.settings.decide_ms)
            postgres.start()
            await sitting
            await until(lambda: bobs.clock_ms == house.settings.decide_ms)
            assert not any(isinstance(fact, f.HouseDecided) for fact in bobs.chronicle.facts)
            clock.pass_ms(house.settings.decide_ms)
            await until(lambda: any(isinstance(fact, f.HouseDecided) for fact in bobs.chronicle.facts))

    asyncio.run(scene())


# --- one connection ends, at each point -----------------------------------------------------------------------------


class Cut:
    """Ends the connection on which the house writes, once, at one point of a transaction."""

    def __init__(self, postgres: Postgres, db: str, point: str) -> None:
        self.postgres, self.db, self.point, self.times = postgres, db, point, 0

    async def _end(self, connection: AsyncConnection) -> None:
        pid = (await connection.execute(text("SELECT pg_backend_pid()"))).scalar_one()
        await asyncio.to_thread(self.postgres.say, self.db, f"SELECT pg_terminate_backend({pid})")

    def on(self, house: House, monkeypatch: pytest.MonkeyPatch) -> None:
        """From now on, until it has happened."""
        run_sync, commit, writers = AsyncConnection.run_sync, AsyncConnection.commit, house.committer.writers
        cut = self

        def is_writers(connection: AsyncConnection, point: str) -> bool:
            theirs = [writer._connection for writer in writers]  # type: ignore[attr-defined]
            if cut.times or cut.point != point or connection not in theirs:
                return False
            cut.times += 1
            return True

        async def work(self: AsyncConnection, errand: Any) -> Any:
            if is_writers(self, "before anything is written"):
                await cut._end(self)
            if is_writers(self, "when half is written"):

                def half(connection: Connection) -> None:
                    connection.execute(update(schema.chains).values(writes=schema.chains.c.writes + 1))

                await run_sync(self, half)
                await cut._end(self)
                return None
            return await run_sync(self, errand)

        async def committed(self: AsyncConnection) -> None:
            if is_writers(self, "before the commit"):
                await cut._end(self)
            if is_writers(self, "after the commit, before its answer"):
                pid = (await self.execute(text("SELECT pg_backend_pid()"))).scalar_one()
                await commit(self)
                await asyncio.to_thread(cut.postgres.say, cut.db, f"SELECT pg_terminate_backend({pid})")
                await self.execute(text("SELECT 1"))
            await commit(self)

        monkeypatch.setattr(AsyncConnection, "run_sync", work)
        monkeypatch.setattr(AsyncConnection, "commit", committed)


POINTS = (
    "before anything is written",
    "when half is written",
    "before the commit",
    "after the commit, before its answer",
)


@pytest.mark.parametrize("point", POINTS)
def test_a_move_whose_connection_ends_at_any_point_is_made_once(
    postgres: Postgres, pg_db: str, key: Path, monkeypatch: pytest.MonkeyPatch, point: str
) -> None:
    async def scene() -> None:
        async with house_on(pg_db, key) as house:
            ann = await Player.come(house, "Ann")
            live = await ann.open()
            await to_betting(ann, live)
            cut = Cut(postgres, pg_db, point)
            cut.on(house, monkeypatch)
            await ann.move(live, m.BuyIn, cents=7_00)
            assert cut.times == 1
            await through_round(ann, live)
            bought = [fact for fact in live.table.facts if isinstance(fact, f.ChipsBought) and fact.cents == 7_00]
            assert len(bought) == 1
            j = schema.journal
            there = await house.database.rows(select(j.c.n).where(j.c.body.like('%"buy-in"%700}%')))
            assert len(there) == 1
        monkeypatch.undo()
        await in_order(pg_db, key)

    asyncio.run(scene())


@pytest.mark.parametrize("point", POINTS)
def test_what_is_no_move_is_written_once_too(
    postgres: Postgres, pg_db: str, key: Path, monkeypatch: pytest.MonkeyPatch, point: str
) -> None:
    """The journal does not end otherwise for an invitation: the count of transactions says that it is there."""

    async def scene() -> None:
        async with house_on(pg_db, key) as house:
            cut = Cut(postgres, pg_db, point)
            cut.on(house, monkeypatch)
            code = await house.invite("dealer")
            assert cut.times == 1
            assert len(await house.database.rows(select(schema.invitations))) == 1
            account, _ = await house.sign_up("Dora", "a long password", code)
            assert account.role == "dealer"

    asyncio.run(scene())


def test_a_line_that_somebody_else_has_written_is_never_followed_by_one_of_ours(
    postgres: Postgres, pg_db: str, key: Path
) -> None:
    """Somebody wrote a line meanwhile without asking whose the chain is."""

    async def scene() -> None:
        async with house_on(pg_db, key) as house:
            ann = await Player.come(house, "Ann")
            live = await ann.open()
            values = f"'move', '{live.id}', max(seq) + 1, '{{}}', 'x', NULL, NULL, 0, 'h'"
            line = f"INSERT INTO journal SELECT 9999, {values} FROM journal WHERE table_id = '{live.id}'"
            await asyncio.to_thread(postgres.say, pg_db, line)
            with pytest.raises(Stopped, match="a chain of the journal has no gaps"):
                await ann.move(live, m.Sit, box=1)

    asyncio.run(scene())


# --- one owner at a time ----------------------------------------------------------------------------------------------


def test_a_house_of_an_earlier_release_has_its_database_to_itself(postgres: Postgres, pg_db: str, key: Path) -> None:
    """It holds a lock for as long as it is open, and knows nothing of others."""

    async def scene() -> None:
        async with house_on(pg_db, key) as house:
            async with house.database.engine.connect() as earlier:
                await earlier.execute(text(f"SELECT pg_advisory_lock({ONE_HOUSE})"))
                with pytest.raises(CannotOpen, match="another house has this database open"):
                    await Database.open(pg_db, key)
            await house.database.engine.dispose()
            await (await Database.open(pg_db, key)).close()

    asyncio.run(scene())


def test_a_house_that_was_paused_while_another_took_over_writes_nothing_more(
    postgres: Postgres, pg_db: str, key: Path
) -> None:
    async def taken_over(url: str, pid: int) -> None:
        async with client(url, "Ann") as ann:
            await ann.say(type="open-table", id="o", game="double-attack-pa")
            table = str((await ann.hear("opened"))["table"])
            await ann.join(table)
            await ann.move(table, "sit", box=1)
            os.kill(pid, signal.SIGSTOP)
            await ann.say(type="move", id="late", table=table, move={"move": "buy-in", "cents": 50_00})
            lapsed = f"SET application_name = 'pitboss schema {newest()}'; UPDATE processes SET until_ms = 0"
            await asyncio.to_thread(postgres.say, pg_db, f"{lapsed}; {EVERYBODY}")
            async with process(pg_db, key, "second") as second:
                bob = await Player.come(second, "Bob")
                await bob.move(second.tables[table], m.Sit, box=2)
                os.kill(pid, signal.SIGCONT)
                assert (await ann.hear("accepted", "error", "busy"))["type"] == "busy"
                await bob.move(second.tables[table], m.BuyIn, cents=50_00)
                assert second.tables[table].table.state.people.players["Ann"].chips == 0

    with served(pg_db, key) as (first, url):
        asyncio.run(taken_over(url, first.pid))
        assert first.poll() is None, "it lives on without the table"
    asyncio.run(in_order(pg_db, key))


@asynccontextmanager
async def taken_from(db: str, key: Path) -> AsyncIterator[tuple[House, House]]:
    """A house on a file, and another that came in although the first had not gone."""
    first = House(await Database.open(db, key), UNHURRIED)
    await first.start()
    Path(db).with_suffix(".db.lock").unlink()
    async with house_on(db, key) as second:
        yield first, second
    await first.stop()
    await first.database.close()


@pytest.mark.parametrize("written", [False, True])
def test_a_file_taken_over_is_written_by_the_later_house_only(sqlite_db: str, key: Path, written: bool) -> None:
    """Whether the later one has written anything by then or not."""

    async def scene() -> None:
        async with taken_from(sqlite_db, key) as (first, second):
            if written:
                await Player.come(second, "Bob")
            with pytest.raises(Stopped, match="another process has taken over"):
                await Player.come(first, "Ann")
            assert first.failure is not None
            await Player.come(second, "Cid")
        await in_order(sqlite_db, key)

    asyncio.run(scene())


def test_every_start_raises_the_epoch_of_what_it_takes_and_a_reader_none(db: str, key: Path) -> None:
    async def scene() -> None:
        epochs = []
        for _ in range(3):
            async with house_on(db, key) as house:
                chain = house.database.ownership.chain_of("people")
                epochs.append(chain.epoch)
                await (await Database.open(db, key, exclusive=False)).close()
                await Player.come(house, f"Ann{len(epochs)}")
                assert house.database.ownership.chain_of("people").writes >= len(epochs)
        assert epochs == [1, 2, 3]

    asyncio.run(scene())


def test_who_takes_or_lets_go_while_the_database_is_gone_is_told_so_and_of_other_faults_as_they_are(
    sqlite_db: str, key: Path
) -> None:
    async def scene() -> None:
        database = await Database.open(sqlite_db, key)
        ownership = database.ownership
        engine = ownership._engine
        for fault, told in (
            (ConnectionResetError("gone"), NoAnswer),
            (SQLAlchemyError("no such thing"), SQLAlchemyError),
        ):

            class Faulty:
                @asynccontextmanager
                async def begin(self, fault: Exception = fault) -> AsyncIterator[AsyncConnection]:
                    raise fault
                    yield

            ownership._engine = Faulty()  # type: ignore[assignment]  # all that is asked of it
            ownership.begin("t1", "")
            for asks in (ownership.take("t1"), ownership.decline(["t1"]), ownership.release("t1")):
                with pytest.raises(told):
                    await asks
        ownership._engine = engine
        await database.close()

    asyncio.run(scene())


def test_two_names_of_one_file_are_one_lock(tmp_path: Path, key: Path) -> None:
    async def scene() -> None:
        (tmp_path / "real").mkdir()
        db = tmp_path / "real" / "house.db"
        (tmp_path / "other.db").symlink_to(db)
        (tmp_path / "folder").symlink_to(tmp_path / "real")
        async with house_on(str(tmp_path / "other.db"), key):
            for name in (db, tmp_path / "folder" / "house.db", tmp_path / "other.db"):
                with pytest.raises(CannotOpen, match="another house has this database open"):
                    await Database.open(str(name), key)
        async with house_on(str(db), key):
            with pytest.raises(CannotOpen, match="another house has this database open"):
                await Database.open(str(tmp_path / "other.db"), key)
        os.link(db, tmp_path / "hard.db")
        for name in (db, tmp_path / "hard.db"):
            with pytest.raises(CannotOpen, match="has another name too"):
                await Database.open(str(name), key)

    asyncio.run(scene())
