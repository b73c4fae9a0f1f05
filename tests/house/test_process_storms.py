"""One house on several processes and a PostgreSQL of its own: processes paused and killed, the database restarted.

After each blow everybody plays on by themselves, nothing that was confirmed is lost or there twice, and the audit of
the open house is in order. `make storms` deals the long series; a few blows of each kind are among the fast tests.
"""

import asyncio
import contextlib
import os
import random
import signal
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from pathlib import Path
from time import perf_counter
from typing import Any

import httpx
import pytest
from sqlalchemy import func, select
from websockets.exceptions import WebSocketException

from pitboss.house import schema
from pitboss.house.audit import audit_database
from pitboss.house.database import Database
from pitboss.house.settings import Settings
from tests.house.conftest import Postgres, has_postgres
from tests.house.kit import Client, client
from tests.house.test_kill import UNLIMITED, Person, asked_of, start

PLAYERS = 6
IN_FLIGHT = 6
BREATH_SECONDS = 0.02
FURTHER = 10  # moves that everybody has confirmed after each blow, before the next
GIVEN_UP_SECONDS = 120
LAPSED_SECONDS = Settings().lease_ms / 1000 + 1.5  # longer than a process is believed to live without a word
ENOUGH_SECONDS = 10  # within which what a process had is up at another
WORKER = b"pitboss.house.workers"


@pytest.fixture
def own_postgres() -> Iterator[Postgres]:
    """A server that is this test's alone: nobody else minds when it is restarted."""
    has_postgres()
    server = Postgres()
    yield server
    server.stop()


class Regular(Person):
    """Somebody who comes back to their table by themselves, wherever in the house it is by then."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.answered_ids: set[str] = set()
        self.game_moves = 0
        self.not_taken: Counter[str] = Counter()
        self.returns = 0

    async def stay(self, url: str) -> None:
        """For ever, however often the line breaks."""
        while True:
            await self.play(url)
            self.returns += 1
            await asyncio.sleep(0.05)

    async def play(self, url: str) -> None:
        """Until the connection breaks."""
        with contextlib.suppress(WebSocketException, OSError, httpx.TransportError, TimeoutError):
            async with client(url, cookie=self.cookie) as one:
                self.cookie = one.cookie
                if self.table is None:
                    await self.open(one)
                await self.rejoin(one)
                await self.rounds(one)

    async def rejoin(self, one: Client) -> None:
        """Join the table until it is told, then send again what was not answered."""
        while True:
            await one.say(type="join", table=self.table, since=None)
            told = await one.hear("table", "elsewhere", "busy", "error")
            if told["type"] == "table":
                break
            assert told["type"] != "error" or told["kind"] == "broken", told
            await asyncio.sleep(BREATH_SECONDS)
        assert told["at"] >= self.at, "something that was told is gone"
        for move_id in tuple(self.pending):
            await self.send(one, move_id)

    async def rounds(self, one: Client) -> None:
        """What the table asks for, and chips, a few moves under way at any moment."""
        while True:
            if self.asked is None and (asked := asked_of(one)) is not None:
                self.asked = await self.make(one, *asked)
            while len(self.pending) < IN_FLIGHT:
                await self.make(one, "buy-in", {"cents": 1_00})
            told = await one.hear("accepted", "refused", "busy", "error", "elsewhere")
            if told["type"] == "elsewhere":
                await self.rejoin(one)
            else:
                await self.told(one, told)

    async def told(self, one: Client, told: dict[str, Any]) -> None:
        """An answer, perhaps to what was sent twice and is answered twice."""
        move_id = told.get("id")
        if move_id not in self.pending:
            assert move_id is None or move_id in self.answered_ids, told
            return
        asked = move_id == self.asked
        self.answered(told)
        self.answered_ids.add(move_id)
        self.game_moves += asked and told["type"] == "accepted"
        if told["type"] != "accepted":
            self.not_taken[told.get("sentence", "")] += 1
            await asyncio.sleep(BREATH_SECONDS)
        if told.get("code") == "bankroll/too-small" and self.asked is None:
            self.asked = await self.make(one, "leave", {})  # all chips back to the bankroll, and down again


class Storm:
    """A house under load."""

    def __init__(self, db: str, key: Path, url: str, pid: int, workers: int, seed: int) -> None:
        self.db, self.key, self.url = db, key, url
        self.rng = random.Random(seed)
        self.parent, self._workers = pid, workers
        self.people = [Regular(number) for number in range(PLAYERS)]
        self.waits: list[float] = []
        self._playing: list[asyncio.Task[None]] = []

    async def begin(self) -> None:
        """Everybody sits down and plays."""
        self._playing = [asyncio.create_task(person.stay(self.url)) for person in self.people]
        await self.everybody_plays()

    async def end(self) -> None:
        """Everybody goes home."""
        while self._playing:  # a wait that ends as it is cancelled forgets that it was
            for task in self._playing:
                task.cancel()
            _, going = await asyncio.wait(self._playing, timeout=0.2)
            self._playing = list(going)

    def processes(self) -> list[int]:
        """The processes that deal: children of the one that was started, or that one."""
        if self._workers == 1:
            return [self.parent]
        found = []
        with contextlib.suppress(OSError):
            for child in Path(f"/proc/{self.parent}/task/{self.parent}/children").read_text().split():
                with contextlib.suppress(OSError):
                    if WORKER in Path(f"/proc/{child}/cmdline").read_bytes():
                        found.append(int(child))
        return found

    async def somebody(self) -> int:
        """One of the processes, when all are there."""
        async with asyncio.timeout(GIVEN_UP_SECONDS):
            while len(there := self.processes()) < self._workers:
                await asyncio.sleep(0.05)
        return self.rng.choice(there)

    async def everybody_plays(self) -> None:
        """Wait until everybody has had moves confirmed that were made after this, one of them asked by their table."""
        began = perf_counter()
        before = [(len(person.acknowledged), person.game_moves) for person in self.people]
        try:
            async with asyncio.timeout(GIVEN_UP_SECONDS):
                while not all(
                    len(person.acknowledged) >= confirmed + FURTHER and person.game_moves > made
                    for person, (confirmed, made) in zip(self.people, before, strict=True)
                ):
                    for task in self._playing:
                        if task.done():
                            task.result()  # raises what somebody met
                    await asyncio.sleep(0.02)
        except TimeoutError:
            stuck = [
                (person.number, person.table, person.asked, person.pending, person.not_taken.most_common(3))
                for person, (confirmed, _) in zip(self.people, before, strict=True)
                if len(person.acknowledged) < confirmed + FURTHER
            ]
            raise AssertionError(f"after {GIVEN_UP_SECONDS} s these do not play: {stuck}") from None
        self.waits.append(perf_counter() - began)

    async def check(self) -> None:
        """Nothing confirmed is lost or there twice, and the books are in order."""
        confirmed = {move_id for person in self.people for move_id in person.acknowledged}
        database = await Database.open(self.db, self.key, exclusive=False)
        j = schema.journal
        counted = select(j.c.client_id, func.count()).where(j.c.client_id.is_not(None)).group_by(j.c.client_id)
        times = {row[0]: row[1] for row in await database.rows(counted)}
        await database.close()
        assert [move_id for move_id, there in times.items() if there != 1] == []
        assert confirmed - times.keys() == set()
        report = await audit_database(self.db, self.key)
        assert report.wrong is None, report.wrong


@contextlib.asynccontextmanager
async def storm(db: str, folder: Path, workers: int, seed: int) -> AsyncIterator[Storm]:
    """A house of so many processes with people who play."""
    key, log, unlimited = folder / "house.key", folder / "log", folder / "unlimited.toml"
    unlimited.write_text(UNLIMITED)
    words = ("--workers", str(workers)) if workers > 1 else ()
    process, url = await asyncio.to_thread(start, db, key, log, "--settings", str(unlimited), *words)
    blown = Storm(db, key, url, process.pid, workers, seed)
    try:
        await blown.begin()
        yield blown
        await blown.end()
        process.send_signal(signal.SIGTERM)
        assert await asyncio.to_thread(process.wait, 60) == 0, log.read_text()[-4000:]
        await blown.check()
    except BaseException:
        print(log.read_text()[-6000:])
        raise
    finally:
        await blown.end()
        for one in {process.pid, *blown.processes()}:
            with contextlib.suppress(OSError):
                os.kill(one, signal.SIGCONT)
                os.kill(one, signal.SIGKILL)
        process.wait()
        assert process.stdout is not None
        process.stdout.close()


async def series(blown: Storm, blow: Callable[[], Awaitable[None]], times: int, check_every: int, name: str) -> None:
    """So many blows; after each everybody plays on."""
    began = perf_counter()
    for number in range(1, times + 1):
        await asyncio.sleep(blown.rng.random() * 0.5)
        await blow()
        await blown.everybody_plays()
        if number % check_every == 0 or number == times:
            await blown.check()
            confirmed = sum(len(person.acknowledged) for person in blown.people)
            waits = blown.waits[-number:]
            print(
                f"\n{number} times {name}, {perf_counter() - began:.0f} s: {confirmed} moves confirmed, none lost or "
                f"doubled; all played on within {max(waits):.1f} s, {sum(waits) / len(waits):.1f} on average",
                flush=True,
            )


async def _paused(blown: Storm, seconds: float) -> None:
    """A process stops in the middle of whatever it does, and goes on as if no time had passed."""
    paused = await blown.somebody()
    os.kill(paused, signal.SIGSTOP)
    try:
        await asyncio.sleep(seconds)
        if seconds > ENOUGH_SECONDS:
            await blown.everybody_plays()  # without it
    finally:
        os.kill(paused, signal.SIGCONT)


async def _killed(blown: Storm) -> None:
    os.kill(await blown.somebody(), signal.SIGKILL)


async def _turned_over(blown: Storm) -> None:
    """Told by SIGHUP, the parent replaces one process after another, as for a new version."""
    await blown.somebody()
    before = set(blown.processes())
    os.kill(blown.parent, signal.SIGHUP)
    async with asyncio.timeout(2 * GIVEN_UP_SECONDS):
        while before & set(blown.processes()) or len(blown.processes()) < len(before):
            await asyncio.sleep(0.1)


async def _restarted(blown: Storm, server: Postgres) -> None:
    """In order, or as if the plug were pulled."""
    await asyncio.to_thread(server.halt, blown.rng.choice(("fast", "immediate")))
    await asyncio.sleep(blown.rng.random())
    await asyncio.to_thread(server.start)


def test_one_blow_of_each_kind(own_postgres: Postgres, tmp_path: Path) -> None:
    async def scene() -> None:
        async with storm(own_postgres.new_database(), tmp_path, 2, 1) as blown:
            await series(blown, lambda: _killed(blown), 1, 1, "kill -9 of one of two processes")
            await series(blown, lambda: _paused(blown, LAPSED_SECONDS), 1, 1, f"one paused for {LAPSED_SECONDS} s")
            await series(blown, lambda: _restarted(blown, own_postgres), 1, 1, "PostgreSQL restarted")

    asyncio.run(scene())


@pytest.mark.slow
@pytest.mark.parametrize(("seconds", "times"), [(LAPSED_SECONDS, 10), (30, 10)])
def test_a_paused_process_that_wakes_up_changes_nothing(
    own_postgres: Postgres, tmp_path: Path, seconds: float, times: int
) -> None:
    async def scene() -> None:
        async with storm(own_postgres.new_database(), tmp_path, 2, times) as blown:
            await series(blown, lambda: _paused(blown, seconds), times, 5, f"a process paused for {seconds} s")

    asyncio.run(scene())


@pytest.mark.slow
@pytest.mark.parametrize("kills", [200])
def test_whichever_process_is_killed_the_others_go_on(own_postgres: Postgres, tmp_path: Path, kills: int) -> None:
    async def scene() -> None:
        async with storm(own_postgres.new_database(), tmp_path, 2, kills) as blown:
            await series(blown, lambda: _killed(blown), kills, 25, "kill -9 of one of two processes")

    asyncio.run(scene())


@pytest.mark.slow
@pytest.mark.parametrize("restarts", [20])
def test_the_database_is_restarted_under_all_of_them(own_postgres: Postgres, tmp_path: Path, restarts: int) -> None:
    async def scene() -> None:
        async with storm(own_postgres.new_database(), tmp_path, 2, restarts) as blown:
            await series(blown, lambda: _restarted(blown, own_postgres), restarts, 5, "PostgreSQL restarted")

    asyncio.run(scene())


@pytest.mark.slow
@pytest.mark.parametrize("times", [3])
def test_every_process_is_replaced_under_load_and_nobody_minds(
    own_postgres: Postgres, tmp_path: Path, times: int
) -> None:
    """A rolling upgrade: each hands over what it has between two rounds, and whoever comes takes its share."""

    async def scene() -> None:
        async with storm(own_postgres.new_database(), tmp_path, 2, times) as blown:
            await series(blown, lambda: _turned_over(blown), times, 1, "both processes replaced by SIGHUP")

    asyncio.run(scene())
