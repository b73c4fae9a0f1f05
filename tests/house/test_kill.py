"""`kill -9` at any moment: nothing acknowledged is lost or doubled, tables go on, the audit is clean."""

import asyncio
import contextlib
import random
import re
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import httpx
import pytest
from sqlalchemy import func, select
from websockets.exceptions import WebSocketException

from pitboss.house import schema
from pitboss.house.audit import audit_database
from pitboss.house.database import Database
from tests.house.kit import Client, client

PLAYERS = 4
GAMES = ("double-attack-pa", "double-attack-nj", "double-back-jack-pa", "double-deck-house")


class Person:
    """Somebody who plays, is cut off, comes back and sends again what was not answered."""

    def __init__(self, number: int) -> None:
        self.number = number
        self.cookie: str | None = None
        self.table: str | None = None
        self.acknowledged: set[str] = set()
        self.pending: tuple[str, str, dict[str, Any]] | None = None
        self.at = 0
        self.moves = 0

    async def play(self, url: str) -> None:
        """Until the connection breaks."""
        with contextlib.suppress(WebSocketException, OSError, httpx.TransportError):
            async with client(url, cookie=self.cookie) as one:
                self.cookie = one.cookie
                if self.table is None:
                    await one.say(type="open-table", id="mine", game=GAMES[self.number % len(GAMES)])
                    self.table = str((await one.hear("opened"))["table"])
                state = await one.join(self.table)
                assert state["type"] == "table", state
                assert state["at"] >= self.at, "something that was told is gone"
                if self.pending is not None:
                    await self.send(one, *self.pending)
                await self.rounds(one)

    async def send(self, one: Client, move_id: str, move: str, fields: dict[str, Any]) -> None:
        self.pending = (move_id, move, fields)
        assert self.table is not None
        told = await one.move(self.table, move, move_id, **fields)
        if told["type"] == "accepted":
            self.acknowledged.add(move_id)
            self.at = max(self.at, told["at"])
        self.pending = None

    async def make(self, one: Client, move: str, **fields: Any) -> None:
        self.moves += 1
        await self.send(one, f"p{self.number}-{self.moves}", move, fields)

    async def rounds(self, one: Client) -> None:
        name = one.name
        while True:
            view = one.state["view"]
            me = next((player for player in view["players"] if player["name"] == name), None)
            if me is None or me["seat"] is None:
                await self.make(one, "sit", box=1)
            elif me["chips"] < 20_00 and not view["boxes"]:
                await self.make(one, "buy-in", cents=50_00)
            elif "wager" in view["may"]:
                await self.make(one, "wager", box=1, cents=10_00)
                await self.make(one, "ready")
            else:
                usual = ("view-spread", "refuse-cut", "no-attack", "no-insurance", "no-second-chance", "stand")
                move = next((x for x in (*usual, "look-at-cards") if x in view["may"]), "buy-in")
                fields: dict[str, Any] = {"box": view["waiting_at_box"] or 1}
                if move in ("view-spread", "refuse-cut"):
                    fields = {}
                await self.make(one, move, **({"cents": 1_00} if move == "buy-in" else fields))


def start(db: str, key: Path, log: Path, *words: str) -> tuple[subprocess.Popen[bytes], str]:
    command = [sys.executable, "-m", "pitboss", "serve", "--db", db, "--key", str(key), "--port", "0", *words]
    with log.open("ab") as errors:
        process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=errors)
    assert process.stdout is not None
    line = process.stdout.readline().decode()
    found = re.search(r"http://\S+", line)
    assert found is not None, log.read_text()
    return process, found[0]


async def _check(db: str, key: Path, people: list[Person]) -> None:
    report = await audit_database(db, key)
    assert report.wrong is None, report.wrong
    database = await Database.open(db, key, exclusive=False)
    j = schema.journal
    counted = select(j.c.client_id, func.count()).where(j.c.client_id.is_not(None)).group_by(j.c.client_id)
    times = {row[0]: row[1] for row in await database.rows(counted)}
    await database.close()
    for person in people:
        for move_id in person.acknowledged:
            assert times.get(move_id) == 1, f"{move_id} was acknowledged and is there {times.get(move_id, 0)} times"


def _killed(db: str, key: Path, tmp_path: Path, kills: int, audit_every: int) -> None:
    rng = random.Random(kills)
    people = [Person(number) for number in range(PLAYERS)]
    log = tmp_path / "log"

    async def under_load(process: subprocess.Popen[bytes], url: str) -> None:
        playing = [asyncio.create_task(person.play(url)) for person in people]
        before = sum(person.moves for person in people)
        async with asyncio.timeout(60):
            while sum(person.moves for person in people) < before + 10:
                await asyncio.sleep(0.02)
        await asyncio.sleep(rng.random() * 0.7)
        process.send_signal(signal.SIGKILL)
        await asyncio.gather(*playing)

    for kill in range(1, kills + 1):
        process, url = start(db, key, log)
        try:
            asyncio.run(under_load(process, url))
        finally:
            process.kill()
            process.wait()
            assert process.stdout is not None
            process.stdout.close()
        if kill % audit_every == 0 or kill == kills:
            asyncio.run(_check(db, key, people))
    acknowledged = sum(len(person.acknowledged) for person in people)
    print(f"\n{kills} kills, {acknowledged} moves acknowledged, none lost or doubled")
    assert acknowledged > kills


def test_killed_a_few_times_under_load(db: str, key: Path, tmp_path: Path) -> None:
    _killed(db, key, tmp_path, 3, 1)


@pytest.mark.slow
def test_killed_a_hundred_times_under_load(db: str, key: Path, tmp_path: Path) -> None:
    _killed(db, key, tmp_path, 100, 20)
