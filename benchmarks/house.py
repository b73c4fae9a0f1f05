"""Load on the house: python -m benchmarks.house [--sockets 1000] [--tables 170] [--seconds 10]

A house in a process of its own on the loopback, a thousand people at its tables in this one: at a human pace, then as
fast as they can, then at a human pace again. Beside it, what SQLite alone commits durably on the same disk.
"""

import argparse
import asyncio
import os
import random
import re
import resource
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import httpx
import msgspec
from websockets.asyncio.client import ClientConnection, connect

MINIMUM_CENTS = 10_00
USUAL = ("view-spread", "refuse-cut", "no-attack", "no-insurance", "no-second-chance", "stand")
PLAIN = ("view-spread", "refuse-cut")


class View(msgspec.Struct):
    """What a player needs of a view."""

    phase: str = ""
    may: tuple[str, ...] = ()
    waiting_for: tuple[str, ...] = ()
    waiting_at_box: int = 0
    bets: dict[int, dict[str, int]] = {}


class Told(msgspec.Struct):
    """What a player needs of a message."""

    type: str
    id: str | None = None
    table: str = ""
    view: View | None = None
    retry_ms: int = 0
    name: str = ""
    sentence: str = ""


_DECODER = msgspec.json.Decoder(Told)


class Load:
    """What everybody shares: the pace, and what was measured."""

    def __init__(self) -> None:
        self.think_seconds: float | None = None
        self.latencies_ms: list[float] = []
        self.busy = 0
        self.refused = 0
        self.last_refusal = ""
        self.errors = 0
        self.messages = 0
        self.go = asyncio.Event()


class Person:
    """One socket, one seat."""

    def __init__(self, load: Load, socket: ClientConnection, table: str, box: int, number: int) -> None:
        self.load = load
        self.socket = socket
        self.table = table
        self.box = box
        self.number = number
        self.name = ""
        self.count = 0
        self.view: View | None = None
        self.changed = asyncio.Event()
        self.answers: dict[str, asyncio.Future[Told]] = {}
        self.ready = False

    async def say(self, **message: Any) -> None:
        """Send a message."""
        await self.socket.send(msgspec.json.encode(message).decode())

    async def listen(self) -> None:
        """Hear everything."""
        async for frame in self.socket:
            told = _DECODER.decode(frame)
            self.load.messages += 1
            if told.view is not None:
                self.view = told.view
                if told.view.phase != "betting":
                    self.ready = False
                self.changed.set()
            elif told.type == "welcome":
                self.name = told.name
            elif told.type == "error":
                self.load.errors += 1
            if told.id in self.answers:
                self.answers.pop(told.id).set_result(told)

    async def move(self, move: str, **fields: Any) -> Told:
        """Make a move, again while the house is busy; measured from the last time it was sent."""
        self.count += 1
        move_id = f"{self.number}-{self.count}"
        while True:
            self.answers[move_id] = asyncio.get_running_loop().create_future()
            answer = self.answers[move_id]
            began = time.perf_counter()
            await self.say(type="move", id=move_id, table=self.table, move={"move": move, **fields})
            told = await answer
            if told.type == "busy":
                self.load.busy += 1
                await asyncio.sleep(told.retry_ms / 1000 * random.uniform(0.5, 1.5))
                continue
            if told.type == "accepted":
                self.load.latencies_ms.append((time.perf_counter() - began) * 1000)
            else:
                self.load.refused += 1
                self.load.last_refusal = f"{move}: {told.sentence}"
            return told

    async def play(self) -> None:
        """Whenever asked, think, then act."""
        while True:
            await self.load.go.wait()
            todo = self.todo()
            if todo is None:
                self.changed.clear()
                if self.todo() is None:
                    await self.changed.wait()
                continue
            if self.load.think_seconds:
                await asyncio.sleep(random.expovariate(1 / self.load.think_seconds))
                await self.load.go.wait()
            move, fields = todo
            told = await self.move(move, **fields)
            if move == "ready":
                self.ready = told.type == "accepted"

    def todo(self) -> tuple[str, dict[str, Any]] | None:
        """What there is to do now."""
        view = self.view
        if view is None:
            return None
        if "wager" in view.may:
            if self.name not in view.bets.get(self.box, {}):
                return "wager", {"box": self.box, "cents": MINIMUM_CENTS}
            return None if self.ready else ("ready", {})
        move = next((one for one in USUAL if one in view.may), None)
        if move is None:
            return None
        return move, {} if move in PLAIN else {"box": view.waiting_at_box or self.box}


def durable_commits_a_second(folder: Path, seconds: float = 2) -> float:
    """What SQLite alone does: one small row a transaction, WAL, synchronous FULL."""
    connection = sqlite3.connect(folder / "yardstick.db", isolation_level=None)
    connection.execute("PRAGMA journal_mode=WAL")
    connection.execute("PRAGMA synchronous=FULL")
    connection.execute("CREATE TABLE t (n INTEGER PRIMARY KEY, body TEXT)")
    began, count = time.perf_counter(), 0
    while time.perf_counter() - began < seconds:
        connection.execute("INSERT INTO t (body) VALUES (?)", ("x" * 120,))
        count += 1
    connection.close()
    return count / seconds


def _used(pid: int) -> tuple[float, float]:
    """CPU seconds and resident MiB of a process."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    ticks = int(fields[11]) + int(fields[12])
    return ticks / os.sysconf("SC_CLK_TCK"), int(fields[21]) * os.sysconf("SC_PAGE_SIZE") / 2**20


async def _phase(load: Load, pid: int, name: str, seconds: float, think: float | None) -> dict[str, Any]:
    load.think_seconds = think
    load.latencies_ms, load.busy, load.refused, load.errors, load.messages = [], 0, 0, 0, 0
    cpu, _ = _used(pid)
    began = time.perf_counter()
    await asyncio.sleep(seconds)
    took = time.perf_counter() - began
    cpu_after, memory = _used(pid)
    latencies = sorted(load.latencies_ms) or [0.0]
    measured = {
        "phase": name,
        "actions_a_second": round(len(load.latencies_ms) / took),
        "p50_ms": round(statistics.median(latencies), 1),
        "p99_ms": round(latencies[int(len(latencies) * 0.99)], 1),
        "messages_a_second": round(load.messages / took),
        "busy": load.busy,
        "refused": load.refused,
        "errors": load.errors,
        "server_cpu_percent": round(100 * (cpu_after - cpu) / took),
        "server_memory_mib": round(memory),
    }
    print("  ".join(f"{key}={value}" for key, value in measured.items()), load.last_refusal, flush=True)
    return measured


async def _people(load: Load, url: str, sockets: int, tables: int) -> list[Person]:
    limits = httpx.Limits(max_connections=32)
    async with httpx.AsyncClient(base_url=url, limits=limits, timeout=60) as http:

        async def cookie() -> str:
            response = await http.post("/api/session", json={}, headers={"cookie": ""})
            http.cookies.clear()
            return str(response.headers["set-cookie"]).split(";")[0]

        cookies: list[str] = []
        for start in range(0, sockets, 32):
            cookies += await asyncio.gather(*(cookie() for _ in range(start, min(start + 32, sockets))))
    address = url.replace("http", "ws", 1) + "/ws"
    people: list[Person] = []
    ids: list[str] = []
    for number, one in enumerate(cookies):
        headers = {"cookie": one}
        socket = await connect(
            address, additional_headers=headers, compression=None, max_queue=None, ping_interval=None
        )
        await socket.send('{"type":"hello","version":1}')
        await socket.recv()
        if number < tables:
            asked = {"type": "open-table", "id": "mine", "game": "double-attack-pa"}
            await socket.send(msgspec.json.encode(asked).decode())
            ids.append(_DECODER.decode(await socket.recv()).table)
        people.append(Person(load, socket, "", 0, number))
    for number, person in enumerate(people):
        person.table, person.box = ids[number % tables], number // tables + 1
    return people


async def _settle(person: Person) -> None:
    await person.say(type="hello", version=1)
    await person.say(type="join", table=person.table)
    while person.view is None or not person.name:
        await person.changed.wait()
        person.changed.clear()
    await person.move("sit", box=person.box)
    await person.move("buy-in", cents=2_000_00)


async def measure(sockets: int, tables: int, seconds: float, pace: float) -> list[dict[str, Any]]:
    """Everything, against a house started for it."""
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    with tempfile.TemporaryDirectory(prefix="pitboss-load-") as name:
        folder = Path(name)
        alone = durable_commits_a_second(folder)
        print(f"SQLite alone on this disk: {alone:.0f} durable commits a second", flush=True)
        command = [sys.executable, "-m", "benchmarks.house", "--serve", str(folder / "house.db")]
        process = subprocess.Popen(command, stdout=subprocess.PIPE)
        try:
            assert process.stdout is not None
            found = re.search(r"http://\S+", process.stdout.readline().decode())
            assert found is not None
            load = Load()
            people = await _people(load, found[0], sockets, tables)
            listening = [asyncio.create_task(person.listen()) for person in people]
            for start in range(0, len(people), 100):
                await asyncio.gather(*(_settle(person) for person in people[start : start + 100]))
            print(f"{len(people)} people sit at {tables} tables", flush=True)
            playing = [asyncio.create_task(person.play()) for person in people]
            load.go.set()
            await asyncio.sleep(3)
            phases = [await _phase(load, process.pid, "human", seconds, pace)]
            phases.append(await _phase(load, process.pid, "flat-out", seconds, None))
            load.think_seconds = pace
            await asyncio.sleep(5)
            phases.append(await _phase(load, process.pid, "human-again", seconds, pace))
            for task in (*playing, *listening):
                task.cancel()
            await asyncio.gather(*playing, *listening, return_exceptions=True)
            return [{"phase": "sqlite-alone", "commits_a_second": round(alone)}, *phases]
        finally:
            process.terminate()
            process.wait()


async def _serve(db: str) -> None:
    from pitboss.house.database import Database
    from pitboss.house.house import House
    from pitboss.house.serving import server_for
    from pitboss.house.settings import UNHURRIED

    house = House(await Database.open(db), UNHURRIED)
    server = server_for(house, "127.0.0.1", 0, open_tables=False)

    async def announce() -> None:
        while not server.started:
            await asyncio.sleep(0.02)
        print(f"http://127.0.0.1:{server.servers[0].sockets[0].getsockname()[1]}", flush=True)

    announcing = asyncio.create_task(announce())
    await server.serve()
    await announcing


def main() -> None:
    """Run it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sockets", type=int, default=1000)
    parser.add_argument("--tables", type=int, default=170)
    parser.add_argument("--seconds", type=float, default=10)
    parser.add_argument("--pace", type=float, default=0.8, help="seconds somebody thinks, on average")
    parser.add_argument("--serve", help=argparse.SUPPRESS)
    asked, _ = parser.parse_known_args()
    if asked.serve:
        from pitboss.house.serving import run

        run(_serve(asked.serve))
    else:
        asyncio.run(measure(asked.sockets, asked.tables, asked.seconds, asked.pace))


if __name__ == "__main__":
    main()
