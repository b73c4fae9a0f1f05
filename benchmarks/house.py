"""Load on the house: python -m benchmarks.house [--sockets 1000] [--tables 170] [--seconds 10]

A house in a process of its own on the loopback, a thousand people at its tables in this one: at a human pace, then as
fast as they can, then at a human pace again. Beside it, what SQLite alone commits durably on the same disk.

Both processes share the machine, so the CPU time of each is told beside what was measured: milliseconds of the house's
for every action are comparable between runs (over `yardstick_ms`, a fixed piece of Python in the same seconds),
latencies only where nothing else runs.
"""

import argparse
import asyncio
import gc
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

from benchmarks.light_socket import LightSocket, light_socket
from pitboss.house.protocol import VERSION

MINIMUM_CENTS = 10_00
CHIPS_CENTS = 2_000_00
RECOVERY_SECONDS = 10
YARDSTICKS = 25
USUAL = ("view-spread", "refuse-cut", "no-attack", "no-insurance", "no-second-chance", "stand")
PLAIN = ("view-spread", "refuse-cut")


class View(msgspec.Struct):
    """What a player needs of a view."""

    phase: str = ""
    may: tuple[str, ...] = ()
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
_ENCODER = msgspec.json.Encoder()


class Load:
    """What everybody shares: the pace, and what was measured."""

    def __init__(self) -> None:
        self.think_seconds: float | None = None
        self.playing = False
        self.begin()

    def begin(self) -> None:
        """Measure anew."""
        self.latencies_ms: list[float] = []
        self.busy = self.refused = self.errors = self.messages = self.message_bytes = 0
        self.last_refusal = ""


class Person:
    """One socket, one seat: hears, thinks, acts; one move at a time."""

    def __init__(self, load: Load, socket: LightSocket, number: int) -> None:
        self.load = load
        self.number = number
        self.table = ""
        self.box = 0
        self.name = ""
        self.view: View | None = None
        self._loop = asyncio.get_running_loop()
        self._socket = socket
        self._count = 0
        self._ready = False
        self._thinking = False
        self._asked: tuple[str, bytes] | None = None
        self._sent_at = 0.0
        self._heard: asyncio.Future[Told] | None = None
        socket.hear = self.hear

    async def say(self, **message: Any) -> Told:
        """Send a message; what the house says next."""
        self._heard = self._loop.create_future()
        self._socket.say(_ENCODER.encode(message))
        return await self._heard

    async def settled(self, move: str, **fields: Any) -> None:
        """Make a move before the play begins, again while the house is busy."""
        self._ask(move, fields)
        while self._asked is not None:
            self._heard = self._loop.create_future()
            await self._heard

    def hear(self, frame: bytes) -> None:
        """Hear everything, and do what there is to do."""
        load, told = self.load, _DECODER.decode(frame)
        load.messages += 1
        load.message_bytes += len(frame)
        if told.view is not None:
            self.view = told.view
            if told.view.phase != "betting":
                self._ready = False
        elif told.type == "error":
            load.errors += 1
        if self._asked is not None and told.id == self._asked[0]:
            self._answered(told)
        if self._heard is not None and not self._heard.done():
            self._heard.set_result(told)
        self.consider()

    def consider(self) -> None:
        """Whoever is asked thinks, then acts."""
        if self._thinking or self._asked is not None or not self.load.playing or self.todo() is None:
            return
        if self.load.think_seconds is None:
            self._act()
        else:
            self._thinking = True
            self._loop.call_later(random.expovariate(1 / self.load.think_seconds), self._act)

    def todo(self) -> tuple[str, dict[str, Any]] | None:
        """What there is to do now."""
        view = self.view
        if view is None:
            return None
        if "wager" in view.may:
            if self.name not in view.bets.get(self.box, {}):
                return "wager", {"box": self.box, "cents": MINIMUM_CENTS}
            return None if self._ready else ("ready", {})
        move = next((one for one in USUAL if one in view.may), None)
        if move is None:
            return None
        return move, {} if move in PLAIN else {"box": view.waiting_at_box or self.box}

    def _act(self) -> None:
        self._thinking = False
        todo = self.todo()
        if todo is not None and self._asked is None and self.load.playing:
            self._ask(*todo)

    def _ask(self, move: str, fields: dict[str, Any]) -> None:
        self._count += 1
        move_id = f"{self.number}-{self._count}"
        message = {"type": "move", "id": move_id, "table": self.table, "move": {"move": move, **fields}}
        self._asked = (move_id, _ENCODER.encode(message))
        self._moved = move
        self._send()

    def _send(self) -> None:
        """Measured from the last time it was sent."""
        if self._asked is not None:
            self._sent_at = time.perf_counter()
            self._socket.say(self._asked[1])

    def _answered(self, told: Told) -> None:
        load = self.load
        if told.type == "busy":
            load.busy += 1
            self._loop.call_later(told.retry_ms / 1000 * random.uniform(0.5, 1.5), self._send)
            return
        self._asked = None
        if told.type == "accepted":
            load.latencies_ms.append((time.perf_counter() - self._sent_at) * 1000)
            self._ready = self._ready or self._moved == "ready"
        else:
            load.refused += 1
            load.last_refusal = f"{self._moved}: {told.sentence}"


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


def _yardstick_ms() -> float:
    """The CPU time of a fixed piece of Python, which other programs on the same cores make longer."""
    began, places = time.process_time(), {}
    for number in range(5_000):
        places[number & 255] = (number, str(number))
    return (time.process_time() - began) * 1000


async def _commits(url: str) -> tuple[float, float]:
    """How many group commits the house has made, and the seconds they took."""
    async with httpx.AsyncClient(base_url=url, timeout=60) as http:
        text = (await http.get("/metrics")).text
    count, total = (float(re.findall(rf"(?m)^pitboss_commit_seconds_{one} (\S+)", text)[0]) for one in ("count", "sum"))
    return count, total


async def _phase(load: Load, house: tuple[str, int], name: str, seconds: float) -> dict[str, Any]:
    url, pid = house
    commits, commit_seconds = await _commits(url)
    load.begin()
    cpu, _ = _used(pid)
    own, began = time.process_time(), time.perf_counter()
    yardsticks = []
    for _ in range(YARDSTICKS):
        await asyncio.sleep(seconds / YARDSTICKS)
        yardsticks.append(_yardstick_ms())
    took, own = time.perf_counter() - began, time.process_time() - own - sum(yardsticks) / 1000
    cpu_after, memory = _used(pid)
    commits_after, commit_seconds_after = await _commits(url)
    latencies = sorted(load.latencies_ms) or [0.0]
    actions = max(len(load.latencies_ms), 1)
    measured = {
        "phase": name,
        "actions_a_second": round(len(load.latencies_ms) / took),
        "p50_ms": round(statistics.median(latencies), 1),
        "p99_ms": round(latencies[int(len(latencies) * 0.99)], 1),
        "most_ms": round(latencies[-1], 1),
        "messages_a_second": round(load.messages / took),
        "message_bytes": round(load.message_bytes / max(load.messages, 1)),
        "commits_a_second": round((commits_after - commits) / took),
        "commit_ms": round(1000 * (commit_seconds_after - commit_seconds) / max(commits_after - commits, 1), 1),
        "busy": load.busy,
        "refused": load.refused,
        "errors": load.errors,
        "house_cpu_percent": round(100 * (cpu_after - cpu) / took),
        "house_cpu_ms_an_action": round(1000 * (cpu_after - cpu) / actions, 2),
        "yardstick_ms": round(statistics.median(yardsticks), 2),
        "house_memory_mib": round(memory),
        "people_cpu_percent": round(100 * own / took),
        "load_average": round(os.getloadavg()[0], 1),
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
    people = [Person(load, await light_socket(url, one), number) for number, one in enumerate(cookies)]
    ids: list[str] = []
    for person in people:
        person.name = (await person.say(type="hello", version=VERSION)).name
        if person.number < tables:
            ids.append((await person.say(type="open-table", id="mine", game="double-attack-pa")).table)
    for person in people:
        person.table, person.box = ids[person.number % tables], person.number // tables + 1
    return people


async def _settle(person: Person) -> None:
    await person.say(type="join", table=person.table)
    await person.settled("sit", box=person.box)
    await person.settled("buy-in", cents=CHIPS_CENTS)


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
            load, house = Load(), (found[0], process.pid)
            people = await _people(load, house[0], sockets, tables)
            for start in range(0, len(people), 100):
                await asyncio.gather(*(_settle(person) for person in people[start : start + 100]))
            print(f"{len(people)} people sit at {tables} tables", flush=True)
            gc.freeze()
            load.playing, load.think_seconds = True, pace
            for person in people:
                person.consider()
            await asyncio.sleep(5)
            phases = [await _phase(load, house, "human", seconds)]
            load.think_seconds = None
            for person in people:
                person.consider()
            phases.append(await _phase(load, house, "flat-out", seconds))
            load.think_seconds = pace
            phases.append(await _phase(load, house, "recovering", RECOVERY_SECONDS))
            phases.append(await _phase(load, house, "human-again", seconds))
            load.playing = False
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
    from pitboss.house.serving import run

    if asked.serve:
        run(_serve(asked.serve))
    else:
        run(measure(asked.sockets, asked.tables, asked.seconds, asked.pace))


if __name__ == "__main__":
    main()
