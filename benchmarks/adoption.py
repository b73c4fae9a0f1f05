"""A process of the house is killed: how long until every table it had is up elsewhere.

`python -m benchmarks adoption` on a machine with PostgreSQL: two processes, 400 tables with somebody at each; one is
killed, and by the house's own log the others take its tables up. Of the seconds the lease is the greater part: nobody
is dead before it is over.
"""

import asyncio
import os
import resource
import signal
import subprocess
import sys
import tempfile
import time
from contextlib import ExitStack
from pathlib import Path

from sqlalchemy import make_url, text
from sqlalchemy.ext.asyncio import create_async_engine

from benchmarks.house import People, open_house, quiet
from benchmarks.own_postgres import OwnPostgres
from pitboss.house.settings import Settings

TABLES = 400
LONGEST_SECONDS = 120
TABLES_OF_EACH = "SELECT process, count(*) FROM chains WHERE table_id LIKE 't%' AND NOT settled GROUP BY process"


async def tables_of_each(db: str) -> dict[str, int]:
    """How many tables each process has."""
    engine = create_async_engine(make_url(db).set(drivername="postgresql+asyncpg"))
    try:
        async with engine.connect() as line:
            return {str(process): int(many) for process, many in (await line.execute(text(TABLES_OF_EACH))).all()}
    finally:
        await engine.dispose()


def workers_of(pid: int) -> list[int]:
    """The processes that the parent has started."""
    told = subprocess.run(["pgrep", "-P", str(pid), "-f", "house.workers"], capture_output=True, text=True, check=True)
    return [int(word) for word in told.stdout.split()]


def taken_up(log: Path) -> int:
    """How many tables were taken up so far."""
    return log.read_text(encoding="utf-8").count('"table taken up"')


def main() -> None:
    """Kill one, wait for the others."""
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    server = OwnPostgres()
    with ExitStack() as open_:
        open_.callback(server.stop)
        folder = Path(open_.enter_context(tempfile.TemporaryDirectory(prefix="pitboss-adoption-")))
        db = server.new_database("adoption")
        url, pid = open_.enter_context(open_house(db, folder, 2))
        opened = time.monotonic()
        people = People(url, TABLES, TABLES)
        open_.callback(people.close)
        people.hear()
        quiet(pid, opened)
        before, log = asyncio.run(tables_of_each(db)), folder / "house.log"
        up = taken_up(log)
        began = time.monotonic()
        os.kill(workers_of(pid)[0], signal.SIGKILL)
        while len(left := asyncio.run(tables_of_each(db)).keys() & before.keys()) > 1:
            if time.monotonic() - began > LONGEST_SECONDS:
                sys.exit(f"{sorted(left)} have their tables still")
            time.sleep(0.05)
        claimed = time.monotonic() - began
        (gone,) = before.keys() - left
        while taken_up(log) - up < before[gone]:
            if time.monotonic() - began > LONGEST_SECONDS:
                sys.exit(f"{taken_up(log) - up} of {before[gone]} tables are up")
            time.sleep(0.05)
        seconds, lease = time.monotonic() - began, Settings().lease_ms / 1000
    print(f"a process with {before[gone]} tables is killed; its lease is over after at most {lease:g} s")
    print(f"its last table is another's after {claimed:.1f} s, and all are up after {seconds:.1f} s (asked: 10 s)")


if __name__ == "__main__":
    main()
