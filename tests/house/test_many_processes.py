"""One house on many processes, with the registry, the leases and the sockets it has in earnest."""

import asyncio
import os
import signal
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

from pitboss.house.audit import audit_database
from pitboss.house.database import Database
from pitboss.house.house import House
from pitboss.house.journal import Recipe
from pitboss.house.processes import Processes
from pitboss.house.serving import listening, server_for
from pitboss.house.settings import UNHURRIED
from tests.house.conftest import Postgres
from tests.house.kit import Client, client, session
from tests.house.test_workers import Parent, overseen

GAME = "double-attack-pa"
PLAIN = ("view-spread", "refuse-cut")
AT_A_BOX = ("no-attack", "no-insurance")


@asynccontextmanager
async def process(db: str, key: Path) -> AsyncIterator[tuple[str, House]]:
    """One process of a house, in this one; its own address."""
    (door,) = listening("127.0.0.1", 0)
    address = f"127.0.0.1:{door.getsockname()[1]}"
    database = await Database.open(db, key)
    house = House(database, UNHURRIED, processes=Processes(database, address, lease_ms=2_000))
    server = server_for(house, "127.0.0.1", 0, open_tables=False)
    task = asyncio.create_task(server.serve([door]))
    while not server.started:
        assert not task.done(), "the server did not start"
        await asyncio.sleep(0.01)
    try:
        yield f"http://{address}", house
    finally:
        server.should_exit = True
        await task


async def to_a_decision(ann: Client, table: str) -> None:
    """Sit down, bet, and come to where there is something to decide."""
    await ann.join(table)
    assert (await ann.move(table, "sit", box=1))["type"] == "accepted"
    assert (await ann.move(table, "buy-in", cents=100_00))["type"] == "accepted"
    while "stand" not in ann.state["view"]["may"]:
        may = ann.state["view"]["may"]
        known = [move for move in (*PLAIN, *AT_A_BOX) if move in may]
        if known:
            box = {"box": 1} if known[0] in AT_A_BOX else {}
            told = await ann.move(table, known[0], None, **box)
        elif "wager" in may and not ann.state["view"]["bets"]:
            told = await ann.move(table, "wager", box=1, cents=10_00)
        elif "ready" in may:
            told = await ann.move(table, "ready")
        else:
            told = await ann.hear()
        assert told["type"] != "refused", told


async def back_at(ann: Client, table: str) -> dict[str, Any]:
    """Wait until the table has moved, as a browser does: asked to, one joins it again."""
    at = ann.state["at"]
    while True:
        told = await ann.hear("elsewhere", "table")
        if told["type"] == "table":
            return told
        await ann.say(type="join", table=table, since=at)


async def until_known(house: House, others: int) -> None:
    while len(house.neighbours.living()) != others:
        await asyncio.sleep(0.05)


def test_a_table_moves_between_processes_under_a_player_who_speaks_to_a_third(postgres: Postgres, key: Path) -> None:
    """Signed up at one, playing at a table of another, which hands it over when it closes."""
    db = postgres.new_database()

    async def scene() -> None:
        async with process(db, key) as (here, house):
            cookie, told = await session(here, "Ann")
            async with process(db, key) as (there, far):
                await until_known(house, 1)
                await until_known(far, 1)
                assert house.neighbours.has_cage
                assert not far.neighbours.has_cage
                async with client(there, "Ann", cookie) as opener:
                    await opener.say(type="open-table", id="o1", game=GAME)
                    table = (await opener.hear("opened"))["table"]
                assert table in far.tables
                async with httpx.AsyncClient(base_url=there, headers={"cookie": cookie}) as http:
                    assert (await http.get("/api/me")).json()["bankroll_cents"] == told["bankroll_cents"]
                    assert (await http.get("/api/drills")).status_code == 200, "passed on to where the cage is"
                    made = await http.post("/api/accounts", json={"name": "Bob", "password": "correct horse"})
                    assert made.status_code == 201, made.text
                async with (
                    client(there, "Cid") as cid,
                    httpx.AsyncClient(base_url=here, headers={"cookie": cid.cookie}) as http,
                ):
                    assert (await http.post("/api/logout")).status_code == 204
                    await cid.socket.wait_closed()
                    assert cid.socket.close_code == 1008, "whoever is out is out at every process"
                async with client(here, "Ann", cookie) as ann:
                    await to_a_decision(ann, table)
                    await ann.move(table, "stand", box=1)
                    before = ann.state
                    moved = asyncio.create_task(back_at(ann, table))
                    await far.drain()
                    after = await moved
                    assert table in house.tables
                    assert (after["at"], after["facts"]) == (before["at"], []), "nothing lost, nothing told twice"
                    assert (await ann.move(table, "wager", box=1, cents=10_00))["type"] == "accepted"

    asyncio.run(asyncio.wait_for(scene(), 120))
    assert asyncio.run(audit_database(db, key)).wrong is None


def pid_at(address: str, among: list[int]) -> int:
    """Which process listens at a port of its own."""
    port = int(address.rpartition(":")[2])
    rows = [line.split() for line in Path("/proc/net/tcp").read_text().splitlines()[1:]]
    inodes = {row[9] for row in rows if int(row[1].partition(":")[2], 16) == port and row[3] == "0A"}
    for pid in among:
        for file in Path(f"/proc/{pid}/fd").iterdir():
            if os.readlink(file).removeprefix("socket:[").removesuffix("]") in inodes:
                return pid
    raise AssertionError(f"nobody listens at {address}")


async def processes_of(parent: Parent) -> dict[bool, str]:
    """The addresses of two processes, by whether it has the cage, once each knows the other."""
    async with asyncio.timeout(90):
        while True:
            told = {}
            for _ in range(20):
                try:
                    async with httpx.AsyncClient(base_url=parent.url, timeout=5) as http:
                        one = (await http.get("/health")).json().get("process", {})
                except httpx.TransportError:
                    one = {}
                if one.get("others") == 1:
                    told[one["cage"]] = one["at"]
            if len(told) == 2:
                return told
            await asyncio.sleep(0.2)


@pytest.mark.slow
def test_a_process_is_killed_under_play_and_the_table_goes_on_at_the_very_move(postgres: Postgres, key: Path) -> None:
    """First the one with the table, then the one with the cage; who watches through the other notices little."""
    db = postgres.new_database()

    async def scene(parent: Parent) -> None:
        at = await processes_of(parent)
        cookie, _ = await session(parent.url, "Ann")
        async with client(f"http://{at[False]}", "Ann", cookie) as opener:
            await opener.say(type="open-table", id="o1", game=GAME)
            table = (await opener.hear("opened"))["table"]
        async with client(f"http://{at[True]}", "Ann", cookie) as ann:
            await to_a_decision(ann, table)
            before = ann.state
            os.kill(pid_at(at[False], parent.workers()), signal.SIGKILL)
            after = await back_at(ann, table)
            assert (after["at"], after["facts"]) == (before["at"], [])
            assert after["view"]["may"] == before["view"]["may"]
            assert after["view"]["boxes"] == before["view"]["boxes"]
            assert (await ann.move(table, "stand", "the-stand", box=1))["type"] == "accepted"
            heard = ann.state["at"]
        at = await processes_of(parent)
        os.kill(pid_at(at[True], parent.workers()), signal.SIGKILL)
        while True:  # as any client does that has lost its connection
            try:
                async with client(parent.url, "Ann", cookie) as ann:
                    await ann.say(type="join", table=table, since=heard)
                    ann.state = {"at": heard}
                    assert (await back_at(ann, table))["at"] == heard
                    again = await ann.move(table, "stand", "the-stand", box=1)
                    assert again["again"], "it was made once, and whoever sends it again is told so"
                    break
            except (OSError, ConnectionClosed, httpx.TransportError, TimeoutError):
                await asyncio.sleep(0.2)
        async with httpx.AsyncClient(base_url=parent.url, timeout=10) as http:
            while (
                await http.post("/api/accounts", json={"name": "Bob", "password": "correct horse"})
            ).status_code != 201:
                await asyncio.sleep(0.5)

    with overseen(db, key, 2) as parent:
        asyncio.run(asyncio.wait_for(scene(parent), 300))
    assert asyncio.run(audit_database(db, key)).wrong is None


def test_a_table_that_somebody_asks_for_is_taken_up_first(
    postgres: Postgres, key: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    db = postgres.new_database()
    begun: list[str] = []

    async def scene() -> None:
        async with process(db, key) as (here, house), client(here, "Ann") as ann:
            take = house._take

            async def noted(table: str, recipe: Recipe) -> None:
                begun.append(table)  # several are read at once, and which is there first is chance
                await take(table, recipe)

            monkeypatch.setattr(house, "_take", noted)
            monkeypatch.setattr(house, "_look_for_free", lambda processes: None)  # nor does a beat come in between
            tables = []
            for number in range(5):
                await ann.say(type="open-table", id=f"o{number}", game=GAME)
                tables.append((await ann.hear("opened"))["table"])
            for table in tables:
                house.drop(house.tables[table])
                await house.database.ownership.release(table)
            house.wanted.add(tables[2])
            await house._take_up(tables)
            assert begun[0] == tables[2]
            assert set(house.tables) == set(tables)
            assert house.wanted == set()

    asyncio.run(asyncio.wait_for(scene(), 120))
