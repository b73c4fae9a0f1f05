"""The load generator: its people play, at the pace they are told, wherever their table is; what they take is told."""

import asyncio
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from sqlalchemy import func, select

from benchmarks import house as benchmark
from benchmarks.people import Load, Person, seated
from pitboss.house import schema
from tests.house.kit import serving

SOCKETS, TABLES = 6, 2


async def _made(load: Load, count: int) -> None:
    async with asyncio.timeout(300):
        while len(load.latencies_ms) < count:
            await asyncio.sleep(0.01)


def test_its_people_play_whole_rounds_at_the_pace_they_are_told(sqlite_db: str, key: Path) -> None:
    async def scene() -> None:
        async with serving(sqlite_db, key) as (url, house):
            load = Load()
            people = await seated(load, url, SOCKETS, TABLES)
            assert len(house.tables) == TABLES
            for rate in (None, 400.0, None):
                load.pace(rate, people)
                load.begin()
                await _made(load, 100)
                assert (load.rate, load.refused, load.errors) == (rate, 0, 0), load.last_refusal
            load.pace(0.001, people)  # nobody is drawn for a quarter of an hour
            await asyncio.sleep(0)
            while any(person.awaits_answer for person in people):
                await asyncio.sleep(0.01)
            load.begin()
            await asyncio.sleep(0.1)
            assert load.latencies_ms == []
            rounds = select(func.count()).select_from(schema.rounds)
            assert (await house.database.rows(rounds))[0][0] > TABLES
            for person in people:
                person.leave()

    asyncio.run(scene())


def test_whoever_has_no_bet_yet_is_not_ready_for_the_next_round_however_soon_the_last_was_over() -> None:
    async def scene() -> list[str]:
        said: list[str] = []

        class Somebody(Person):
            def _tell(self, message: bytes) -> None:
                said.append(json.loads(message)["move"]["move"])

        load = Load()
        ann = Somebody(load, "cookie", 7)
        ann.name, ann.box = "Ann", 1
        load.pace(None, [ann])
        before, wagered, dealt = (
            {"phase": "betting", "may": ["wager", "ready"], "bets": {}},
            {"phase": "betting", "may": ["wager", "ready"], "bets": {"1": {"Ann": 10_00}}},
            {"phase": "attack", "may": ["no-attack"], "bets": {"1": {"Ann": 10_00}}},
        )
        for number, view in enumerate((wagered, dealt, before, wagered, dealt), 1):
            if number == 1:
                ann.hear(json.dumps({"type": "view", "view": before}).encode())
            ann.hear(json.dumps({"type": "view", "view": view}).encode())
            ann.hear(json.dumps({"type": "accepted", "id": f"7-{number}"}).encode())
        return said

    assert asyncio.run(scene()) == ["wager", "ready", "no-attack", "wager", "ready", "no-attack"]


def test_who_is_told_that_the_table_is_elsewhere_goes_there(sqlite_db: str, key: Path) -> None:
    """What was not answered by then is sent again there, and counted once."""

    async def scene() -> None:
        async with serving(sqlite_db, key) as (url, house):
            load = Load()
            (person,) = await seated(load, url, 1, 1)
            (table,) = house.tables
            load.pace(0.001, [person])
            first = person.socket
            person.hear(b'{"type":"elsewhere","table":"%s","at":"%s"}' % (table.encode(), url[7:].encode()))
            person.act()
            async with asyncio.timeout(60):
                while person.socket is first or person.awaits_answer:
                    await asyncio.sleep(0.01)
            assert (load.moved_on, load.refused, len(load.latencies_ms)) == (1, 0, 3)  # sat down, bought chips, moved
            person.leave()

    asyncio.run(scene())


def test_who_does_not_get_to_a_process_that_has_gone_says_so_in_a_line(
    sqlite_db: str, key: Path, capsys: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture
) -> None:
    async def scene() -> None:
        async with serving(sqlite_db, key) as (url, house):
            load = Load()
            one, other = await seated(load, url, 2, 1)
            load.pace(0.001, [one, other])
            (table,) = house.tables
            one.hear(b'{"type":"elsewhere","table":"%s","at":"127.0.0.1:9"}' % table.encode())
            assert other.socket is not None
            other.socket.connection_lost(None)  # as when its process is killed
            async with asyncio.timeout(60):
                while load.errors < 2:
                    await asyncio.sleep(0.01)
            other.leave()

    asyncio.run(scene())
    told = capsys.readouterr().err.splitlines()
    assert len(told) == 2
    assert any("does not get to the house" in line and "Connect call failed" in line for line in told)
    assert any("hung up on" in line for line in told)
    assert not caplog.records, "no traceback of a task that nobody awaits"


def test_of_those_who_would_move_somebody_is_drawn_who_still_may() -> None:
    class Somebody(Person):
        def __init__(self, may: bool) -> None:
            self.may, self.acted = may, 0

        def act(self) -> bool:
            self.acted += self.may
            return self.may

    load, people = Load(), [Somebody(number == 3) for number in range(5)]
    for person in people:
        load.would(person)
    assert load.draw()
    assert [person.acted for person in people] == [0, 0, 0, 1, 0]
    assert not load.draw() or not any(load.draw() for _ in people)


def test_cpu_and_memory_are_those_of_a_process_and_all_that_come_of_it() -> None:
    script = "import subprocess, sys; subprocess.run([sys.executable, '-c', 'print(sum(range(10**7))); input()'])"
    with subprocess.Popen([sys.executable, "-c", script], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as parent:
        before = benchmark.cpu_seconds(parent.pid)
        assert parent.stdout is not None
        parent.stdout.readline()
        family = benchmark.family(parent.pid)
        assert len(family) == 2
        assert os.getpid() not in family
        assert benchmark.spent(before, benchmark.cpu_seconds(parent.pid)) > 0.05
        assert benchmark.memory_kib(parent.pid) > 2_000
        parent.communicate(b"\n")
    assert benchmark.spent({1: 2.0, 2: 5.0}, {2: 5.5, 3: 1.0}) == 1.5


@pytest.mark.slow
@pytest.mark.parametrize("workers", [1, 2])
def test_the_command_measures_a_house_of_its_own(workers: int) -> None:
    words = f"house --db postgresql --workers {workers} --sockets 12 --tables 4 --rate 40 --seconds 2".split()
    root = Path(__file__).parents[2]
    done = subprocess.run([sys.executable, "-m", "benchmarks", *words], cwd=root, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    columns = [dict(re.findall(r"(\w+)=(\S+)", line)) for line in done.stdout.splitlines() if line.startswith("house=")]
    names = [f"postgresql-{workers}-{name}" for name in ("steady", "flat-out", "steady-again")]
    assert [column["house"] for column in columns] == names
    for column in columns:
        assert int(column["actions_a_second"]) > 0
        assert column["refused"] == column["errors"] == "0"
        assert float(column["database_cpu_ms_an_action"]) > 0
