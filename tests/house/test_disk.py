"""When the disk fails the house stops with a clear message, and nothing it has confirmed is lost."""

import asyncio
import os
import re
import resource
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Protocol

import pytest
from sqlalchemy import Connection
from sqlalchemy.exc import OperationalError

from pitboss.house.audit import audit_database
from pitboss.house.committer import Stopped
from pitboss.house.database import Database
from pitboss.house.house import House
from pitboss.house.settings import UNHURRIED
from pitboss.house.writer import AsyncWriter, ThreadWriter, Work, Writer
from tests import moves as m
from tests.house.kit import Player, client, house_on, to_betting

ROOM_BYTES = 300_000


def test_a_full_disk_stops_the_house_and_loses_nothing_confirmed(sqlite_db: str, key: Path) -> None:
    async def scene() -> tuple[str, int]:
        database = await Database.open(sqlite_db, key)
        house = House(database, UNHURRIED)
        await house.start()
        ann = await Player.come(house, "Ann")
        live = await ann.open()
        await to_betting(ann, live)
        said: list[str] = []
        house.on_failure = said.append
        await house.committer.writers[0].write(_leave_no_room)
        confirmed = 0
        while house.failure is None:
            try:
                await ann.move(live, m.BuyIn, cents=1_00)
                confirmed += 1
            except Stopped:
                break
        assert said
        assert "full" in said[0]
        with pytest.raises(Stopped):
            await ann.move(live, m.BuyIn, cents=1_00)
        await house.stop()
        await database.close()
        return live.id, confirmed

    async def after(table: str, confirmed: int) -> None:
        async with house_on(sqlite_db, key) as house:
            assert house.tables[table].table.state.people.players["Ann"].chips == 1_000_00 + confirmed * 1_00

    table, confirmed = asyncio.run(scene())
    assert asyncio.run(audit_database(sqlite_db, key)).wrong is None
    asyncio.run(after(table, confirmed))


def test_every_connection_to_a_file_waits_for_the_disk_and_for_others_and_keeps_what_refers_to_what(
    sqlite_db: str, key: Path
) -> None:
    """SQLite forgets all of it with each connection but that it writes ahead."""
    wanted = {"synchronous": 2, "foreign_keys": 1, "busy_timeout": 10_000, "journal_mode": "wal"}

    async def scene() -> None:
        async with house_on(sqlite_db, key) as house:
            there: list[dict[str, object]] = []

            def look(connection: Connection) -> None:
                there.append({name: connection.exec_driver_sql(f"PRAGMA {name}").scalar() for name in wanted})

            await house.committer.writers[0].write(look)
            async with house.database.engine.connect() as reads:
                await reads.run_sync(look)
            assert there == [wanted, wanted]

    asyncio.run(scene())


@pytest.mark.parametrize("written", [False, True])
def test_a_failed_fsync_stops_the_house(db: str, key: Path, monkeypatch: pytest.MonkeyPatch, written: bool) -> None:
    """Whether the data reached the disk or not is then unknown; either way nothing was confirmed."""
    kind: type[Writer] = AsyncWriter if "://" in db else ThreadWriter
    write = kind.write

    async def fails(self: Any, work: Work) -> None:
        if written:
            await write(self, work)
        raise OperationalError("COMMIT", {}, Exception("disk I/O error"))

    async def scene() -> str:
        database = await Database.open(db, key)
        house = House(database, UNHURRIED)
        await house.start()
        ann = await Player.come(house, "Ann")
        live = await ann.open()
        await to_betting(ann, live)
        monkeypatch.setattr(kind, "write", fails)
        with pytest.raises(Stopped, match="disk I/O error"):
            await ann.move(live, m.Wager, box=1, cents=10_00)
        monkeypatch.undo()
        with pytest.raises(Stopped):
            await ann.move(live, m.Ready)
        assert house.failure is not None
        await house.stop()
        await database.close()
        return live.id

    async def after(table: str) -> None:
        async with house_on(db, key) as house:
            chips = house.tables[table].table.state.people.players["Ann"].chips
            assert chips == (990_00 if written else 1_000_00)

    table = asyncio.run(scene())
    assert asyncio.run(audit_database(db, key)).wrong is None
    asyncio.run(after(table))


# --- a server on a disk that is really full -------------------------------------------------------------------------


@contextmanager
def served(db: str, key: Path) -> Iterator[tuple[subprocess.Popen[bytes], str]]:
    """`pitboss serve` as an operator has it; its URL. It is stopped at the end, if it has not stopped by itself."""
    command = [sys.executable, "-m", "pitboss", "serve", "--db", db, "--key", str(key), "--port", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        try:
            found = re.search(r"http://\S+", process.stdout.readline().decode())
            assert found is not None
            yield process, found[0]
        finally:
            process.send_signal(signal.SIGCONT)  # a test may have failed while it was stopped
            process.terminate()


class Disk(Protocol):
    """A place for a database that can be made full and empty again."""

    folder: Path

    def fill(self, process: subprocess.Popen[bytes]) -> None:
        """Leave room for a few moves only."""

    def empty(self) -> None:
        """Make room again."""


class LimitedFiles:
    """The operating system lets the server's files grow no further; whoever runs the tests may do that."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def fill(self, process: subprocess.Popen[bytes]) -> None:
        most = (self.folder / "house.db-wal").stat().st_size + ROOM_BYTES
        resource.prlimit(process.pid, resource.RLIMIT_FSIZE, (most, most))

    def empty(self) -> None:
        """The limit has gone with the process."""


class SmallDisk:
    """A file system of its own, of a few megabytes; only root may mount one."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder / "disk"
        self.folder.mkdir()
        command = ["mount", "-t", "tmpfs", "-o", "size=8m", "pitboss-test", str(self.folder)]
        if shutil.which("mount") is None or subprocess.run(command, capture_output=True, check=False).returncode:
            pytest.skip("a file system cannot be mounted here without being root")

    def fill(self, process: subprocess.Popen[bytes]) -> None:
        free = os.statvfs(self.folder)
        (self.folder / "ballast").write_bytes(bytes(free.f_bavail * free.f_bsize - ROOM_BYTES))

    def empty(self) -> None:
        (self.folder / "ballast").unlink()


@pytest.fixture(params=[LimitedFiles, pytest.param(SmallDisk, marks=pytest.mark.slow)])
def disk(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Disk]:
    found: Disk = request.param(tmp_path)
    yield found
    if isinstance(found, SmallDisk):
        subprocess.run(["umount", str(found.folder)], check=True)


def test_a_server_whose_disk_is_full_says_so_and_goes_on_where_it_was_when_there_is_room(disk: Disk) -> None:
    """Every move that was answered is there afterwards, and none besides."""

    async def until_it_stops(process: subprocess.Popen[bytes], url: str) -> tuple[str, str, int]:
        async with client(url, "Ann") as ann:
            await ann.say(type="open-table", id="o", game="double-attack-pa")
            table = str((await ann.hear("opened"))["table"])
            await ann.join(table)
            await ann.move(table, "sit", box=1)
            disk.fill(process)
            answered = 0
            while (told := await ann.move(table, "buy-in", cents=1_00))["type"] == "accepted":
                answered += 1
            assert (told["type"], told["kind"]) == ("error", "broken")
            return table, ann.cookie, answered

    async def afterwards(url: str, table: str, cookie: str) -> int:
        async with client(url, cookie=cookie) as ann:
            view = (await ann.join(table))["view"]
            await ann.move(table, "buy-in", cents=1_00)
            return int(view["players"][0]["chips"])

    db, key = str(disk.folder / "house.db"), disk.folder / "house.key"
    with served(db, key) as (process, url):
        table, cookie, answered = asyncio.run(until_it_stops(process, url))
        _, errors = process.communicate(timeout=60)
    assert process.returncode == 1
    assert answered > 0
    assert b"the disk did not take what had to be written" in errors
    assert b"What was confirmed is safe; see to the disk and start again." in errors
    disk.empty()
    with served(db, key) as (_, url):
        assert asyncio.run(afterwards(url, table, cookie)) == answered * 1_00
    assert asyncio.run(audit_database(db, key)).wrong is None


def _leave_no_room(connection: Connection) -> None:
    pages = connection.exec_driver_sql("PRAGMA page_count").scalar_one()
    connection.exec_driver_sql(f"PRAGMA max_page_count = {pages + 2}")
