"""Load on the house: python -m benchmarks house [--workers 1,2,4] [--db sqlite,postgresql] [--sockets 1000]

For each database and each number of workers a house as anybody starts it, `pitboss serve`, with a database of its own;
a thousand people at its tables, who come from processes of their own: first at a fixed number of moves a second, then
as fast as they can, then at the fixed number again.

All of them share the machine, so the CPU time of the house, of the database and of the people is told for every action;
milliseconds are comparable between runs over `yardstick_ms`, a fixed piece of Python in the same seconds, and latencies
only where nothing else runs. What more workers give is told as a ratio within one run.
"""

import argparse
import json
import os
import re
import resource
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmarks.own_postgres import OwnPostgres, binaries
from pitboss.house.serving import WARM_UP_AFTER_SECONDS
from pitboss.house.settings import UNHURRIED, words

DATABASES = ("sqlite", "postgresql")
WARM_SECONDS = 4.0
YARDSTICK_EVERY_SECONDS = 0.4
KIB = 1024


@dataclass(frozen=True)
class Asked:
    """What is to be measured."""

    workers: tuple[int, ...]
    databases: tuple[str, ...]
    sockets: int
    tables: int
    rate: float
    seconds: float
    repeat: int
    generators: int


# --- what processes take ----------------------------------------------------------------------------------------------


def family(pid: int) -> set[int]:
    """A process and all that come of it."""
    parents: dict[int, int] = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit() and (fields := _stat(int(entry.name))):
            parents[int(entry.name)] = int(fields[1])
    found = {pid}
    while more := {child for child, parent in parents.items() if parent in found} - found:
        found |= more
    return found


def _stat(pid: int) -> list[str]:
    """What the system knows of a process, from its state on; nothing when it is gone."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return []


def cpu_seconds(pid: int) -> dict[int, float]:
    """CPU seconds by process, of one and all that come of it."""
    ticks = os.sysconf("SC_CLK_TCK")
    return {one: (int(f[11]) + int(f[12])) / ticks for one in family(pid) if (f := _stat(one))}


def spent(before: dict[int, float], after: dict[int, float]) -> float:
    """CPU seconds between two looks."""
    return sum(seconds - before.get(pid, 0.0) for pid, seconds in after.items())


def memory_kib(pid: int) -> float:
    """The memory a process and all that come of it have, pages that several share counted once."""
    kib = 0.0
    for one in family(pid):
        try:
            found = re.search(r"(?m)^Pss:\s+(\d+) kB", Path(f"/proc/{one}/smaps_rollup").read_text())
        except OSError:
            continue
        kib += float(found[1]) if found else 0.0
    return kib


def _yardstick_ms() -> float:
    """The CPU time of a fixed piece of Python, which other programs on the same cores make longer."""
    began, places = time.process_time(), {}
    for number in range(5_000):
        places[number & 255] = (number, str(number))
    return (time.process_time() - began) * 1000


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


# --- a house, and people ----------------------------------------------------------------------------------------------


@contextmanager
def open_house(db: str, folder: Path, workers: int) -> Iterator[tuple[str, int]]:
    """A house as anybody starts it, with no limit that a thousand people from one address would meet."""
    settings = folder / "settings.toml"
    settings.write_text(words(UNHURRIED), encoding="utf-8")
    command = [sys.executable, "-m", "pitboss", "serve", "--db", db, "--key", str(folder / "house.key")]
    command += ["--port", "0", "--settings", str(settings), *(["--workers", str(workers)] if workers > 1 else [])]
    with (folder / "house.log").open("ab") as errors:
        process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=errors, text=True)
    assert process.stdout is not None
    try:
        line = process.stdout.readline()
        found = re.search(r"http://\S+", line)
        if found is None:
            raise SystemExit(f"the house did not open: {line}{(folder / 'house.log').read_text()[-2000:]}")
        yield found[0], process.pid
    finally:
        process.terminate()
        try:
            process.wait(60)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        process.stdout.close()


def quiet(house: int, opened: float) -> None:
    """Wait until the house has compiled, in a process beside it, what its adviser needs: that is no part of a load."""
    time.sleep(max(0.0, opened + WARM_UP_AFTER_SECONDS + 1 - time.monotonic()))
    while any(b"warm_up" in _words(pid) for pid in family(house)):
        time.sleep(0.2)


def _words(pid: int) -> bytes:
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes()
    except OSError:
        return b""


class People:
    """A process with some of the people."""

    def __init__(self, url: str, sockets: int, tables: int) -> None:
        command = [sys.executable, "-m", "benchmarks.people", url, "--sockets", str(sockets), "--tables", str(tables)]
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.pid = self._process.pid

    def hear(self) -> dict[str, Any]:
        """What it says next."""
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if not line:
            raise SystemExit("the people have gone: what they met stands above")
        heard: dict[str, Any] = json.loads(line)
        return heard

    def tell(self, **what: Any) -> None:
        """Tell it what to do."""
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps(what) + "\n")
        self._process.stdin.flush()

    def close(self) -> None:
        """They go home."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.close()
        self._process.wait(60)
        self._process.stdout.close()


@dataclass(frozen=True)
class Scene:
    """A house with its people, and what each takes of the machine."""

    name: str
    people: list[People]
    house: int
    database: int | None

    def _cpu(self) -> dict[str, dict[int, float]]:
        taken = {"house": cpu_seconds(self.house)}
        taken["database"] = cpu_seconds(self.database) if self.database is not None else {}
        taken["people"] = {pid: one for people in self.people for pid, one in cpu_seconds(people.pid).items()}
        return taken

    def phase(self, name: str, rate: float | None, seconds: float) -> dict[str, Any]:
        """Everybody at that pace; what was measured."""
        for some in self.people:
            each = None if rate is None else rate / len(self.people)
            some.tell(rate=each, warm=WARM_SECONDS, seconds=seconds)
        for some in self.people:
            some.hear()
        before, began, yardsticks = self._cpu(), time.perf_counter(), []
        while time.perf_counter() - began < seconds:
            yardsticks.append(_yardstick_ms())
            time.sleep(YARDSTICK_EVERY_SECONDS)
        heard = [some.hear() for some in self.people]
        took, after = time.perf_counter() - began, self._cpu()
        memory = memory_kib(self.house)
        total = {key: sum(one[key] for one in heard) for key in heard[0] if isinstance(heard[0][key], int)}
        latencies = sorted(ms for one in heard for ms in one["latencies_ms"]) or [0.0]
        actions = len(latencies)
        cpu = {who: spent(before[who], after[who]) for who in before}
        measured: dict[str, Any] = {
            "house": f"{self.name}-{name}",
            "actions_a_second": round(actions / seconds),
            "p50_ms": round(statistics.median(latencies), 1),
            "p99_ms": round(latencies[int(actions * 0.99)], 1),
            "most_ms": round(latencies[-1], 1),
            **{f"{who}_cpu_ms_an_action": round(1000 * cpu[who] / took * seconds / actions, 3) for who in cpu},
            **{f"{who}_cpu_percent": round(100 * cpu[who] / took) for who in cpu},
            "messages_a_second": round(total["messages"] / seconds),
            "message_bytes": round(total["message_bytes"] / max(total["messages"], 1)),
            "memory_mib": round(memory / KIB),
            **{key: total[key] for key in ("busy", "refused", "errors", "nobody", "moved_on")},
            "yardstick_ms": round(statistics.median(yardsticks), 2),
            "load_average": round(os.getloadavg()[0], 1),
        }
        print("  ".join(f"{key}={value}" for key, value in measured.items()), flush=True)
        for one in heard:
            if one["last_refusal"]:
                print(f"refused at last: {one['last_refusal']}", file=sys.stderr)
        return measured


def measure(asked: Asked, kind: str, workers: int, postgres: Callable[[], OwnPostgres], number: int) -> dict[str, Any]:
    """One house on one database, from nothing; what it did when everybody moved as fast as they could."""
    name = f"{kind}-{workers}" + (f"-{number + 1}" if asked.repeat > 1 else "")
    with ExitStack() as open_:
        folder = Path(open_.enter_context(tempfile.TemporaryDirectory(prefix="pitboss-load-")))
        server = postgres() if kind == "postgresql" else None
        db = str(folder / "house.db") if server is None else server.new_database(name.replace("-", "_"))
        url, pid = open_.enter_context(open_house(db, folder, workers))
        opened, empty = time.monotonic(), memory_kib(pid)
        parts = zip(*(_parts(whole, asked.generators) for whole in (asked.sockets, asked.tables)), strict=True)
        people = [People(url, sockets, tables) for sockets, tables in parts]
        for some in people:
            open_.callback(some.close)
        seated = sum(some.hear()["seated"] for some in people)
        quiet(pid, opened)
        a_table = (memory_kib(pid) - empty) / asked.tables
        told = f"{seated} people at {asked.tables} tables of {name}"
        print(f"{told}: {a_table:.0f} KiB of the house's memory a table, sockets and all", flush=True)
        scene = Scene(name, people, pid, server.pid if server is not None else None)
        scene.phase("steady", asked.rate, asked.seconds)
        found = scene.phase("flat-out", None, asked.seconds)
        scene.phase("steady-again", asked.rate, asked.seconds)
        return found


def _parts(whole: int, parts: int) -> list[int]:
    return [whole // parts + (number < whole % parts) for number in range(parts)]


def measure_all(asked: Asked) -> None:
    """Every database with every number of workers, and what more workers give."""
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    servers: list[OwnPostgres] = []

    def postgres() -> OwnPostgres:
        if not servers:
            servers.append(OwnPostgres())
        return servers[0]

    with tempfile.TemporaryDirectory(prefix="pitboss-load-") as folder:
        alone = durable_commits_a_second(Path(folder))
        print(f"SQLite alone on this disk: {alone:.0f} durable commits a second", flush=True)
    try:
        for kind in asked.databases:
            counts = (1,) if kind == "sqlite" else asked.workers  # a file has one process
            found: dict[int, list[float]] = {}
            for number in range(asked.repeat):
                for workers in counts:
                    measured = measure(asked, kind, workers, postgres, number)
                    found.setdefault(workers, []).append(measured["actions_a_second"])
            first = statistics.median(found[counts[0]])
            for workers in counts[1:]:
                ratio = statistics.median(found[workers]) / first
                print(f"{workers} workers beside {counts[0]} on {kind}, actions a second flat out: ratio {ratio:.2f}")
    finally:
        for server in servers:
            server.stop()


def _numbers(text: str) -> tuple[int, ...]:
    found = tuple(int(one) for one in text.split(","))
    if min(found) < 1:
        raise ValueError(text)
    return found


def main() -> None:
    """Run it."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks house", description=__doc__)
    there = [kind for kind in DATABASES if kind == "sqlite" or binaries() is not None]
    parser.add_argument("--workers", type=_numbers, default=(1, 2), help="processes of the house, such as 1,2,4")
    parser.add_argument("--db", default=",".join(there), help="sqlite, postgresql, or both with a comma")
    parser.add_argument("--sockets", type=int, default=1000)
    parser.add_argument("--tables", type=int, default=170)
    parser.add_argument("--rate", type=float, default=400, help="actions a second where the pace is fixed")
    parser.add_argument("--seconds", type=float, default=10, help="how long each pace is measured")
    parser.add_argument("--repeat", type=int, default=1, help="everything so many times, for the ratios' medians")
    parser.add_argument("--generators", type=int, default=1, help="processes with people")
    asked = parser.parse_args()
    kinds = tuple(asked.db.split(","))
    if unknown := set(kinds) - set(DATABASES):
        parser.error(f"there is no database {min(unknown)!r}: {' or '.join(DATABASES)}")
    rest = {name: getattr(asked, name) for name in Asked.__dataclass_fields__ if name not in ("workers", "databases")}
    measure_all(Asked(workers=asked.workers, databases=kinds, **rest))


if __name__ == "__main__":
    main()
