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
from tests.house.kit import Client, client, seed_move

PLAYERS = 4
GOING_AWAY = 1012
IN_FLIGHT = 16  # moves that each of them has under way at any moment
UNLIMITED = "messages_burst = 100000\nmessages_a_second = 100000\nlease_ms = 1000\n"
GAMES = ("double-attack-pa", "double-attack-nj", "double-back-jack-pa", "double-deck-house")


class Person:
    """Somebody who plays, is cut off, comes back and sends again what was not answered."""

    def __init__(self, number: int) -> None:
        self.number = number
        self.cookie: str | None = None
        self.table: str | None = None
        self.acknowledged: set[str] = set()
        self.pending: dict[str, tuple[str, dict[str, Any]]] = {}  # sent and not answered, in the order sent
        self.asked: str | None = None  # of these, what the table waits for
        self.at = 0
        self.moves = 0

    async def play(self, url: str) -> None:
        """Until the connection breaks."""
        with contextlib.suppress(WebSocketException, OSError, httpx.TransportError, TimeoutError):
            async with client(url, cookie=self.cookie) as one:
                self.cookie = one.cookie
                if self.table is None:
                    await self.open(one)
                assert self.table is not None
                state = await one.join(self.table)
                assert state["type"] == "table", state
                assert state["at"] >= self.at, "something that was told is gone"
                for move_id in tuple(self.pending):
                    await self.send(one, move_id)
                await self.rounds(one)

    async def open(self, one: Client) -> None:
        await one.say(type="open-table", id="mine", game=GAMES[self.number % len(GAMES)])
        self.table = str((await one.hear("opened"))["table"])

    async def send(self, one: Client, move_id: str) -> None:
        move, fields = self.pending[move_id]
        await one.say(type="move", id=move_id, table=self.table, move={"move": move, **fields}, role=None)

    async def make(self, one: Client, move: str, fields: dict[str, Any]) -> str:
        """Send a move and wait for nothing."""
        self.moves += 1
        move_id = f"p{self.number}-{self.moves}"
        self.pending[move_id] = (move, fields)
        await self.send(one, move_id)
        return move_id

    async def rounds(self, one: Client) -> None:
        """What the table asks for, and as many chips as keep so many moves under way."""
        while True:
            if self.asked is None and (asked := asked_of(one)) is not None:
                self.asked = await self.make(one, *asked)
            while len(self.pending) < IN_FLIGHT:
                await self.make(one, "buy-in", {"cents": 1_00})
            self.answered(await one.hear("accepted", "refused", "busy", "error"))

    def answered(self, told: dict[str, Any]) -> None:
        assert told.get("id") in self.pending, told
        del self.pending[told["id"]]
        if told["id"] == self.asked:
            self.asked = None
        if told["type"] == "accepted":
            self.acknowledged.add(told["id"])
            self.at = max(self.at, told["at"])


def asked_of(one: Client) -> tuple[str, dict[str, Any]] | None:
    """What somebody without ambition does, if it is for them to do something."""
    view = one.state["view"]
    me = next((player for player in view["players"] if player["name"] == one.name), None)
    if me is None or me["seat"] is None:
        return "sit", {"box": 1}
    if said := seed_move(one.name, view["may"]):
        return said.pop("move"), dict(said)
    if "wager" in view["may"]:
        mine = any(one.name in placed for placed in view["bets"].values())
        return ("ready", {}) if mine else ("wager", {"box": 1, "cents": 10_00})
    plain = next((x for x in ("view-spread", "refuse-cut") if x in view["may"]), None)
    if plain is not None:
        return plain, {}
    usual = ("no-attack", "no-insurance", "no-second-chance", "stand", "look-at-cards")
    move = next((x for x in usual if x in view["may"]), None)
    return None if move is None else (move, {"box": view["waiting_at_box"] or 1})


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
    doubled = [move_id for move_id, there in times.items() if there != 1]
    assert doubled == []
    lost = [move_id for person in people for move_id in person.acknowledged if move_id not in times]
    assert lost == []


def _killed(db: str, key: Path, tmp_path: Path, kills: int, audit_every: int) -> None:
    rng = random.Random(kills)
    people = [Person(number) for number in range(PLAYERS)]
    log, unlimited = tmp_path / "log", tmp_path / "unlimited.toml"
    unlimited.write_text(UNLIMITED)
    in_flight: list[int] = []

    async def under_load(process: subprocess.Popen[bytes], url: str) -> None:
        playing = [asyncio.create_task(person.play(url)) for person in people]
        before = sum(person.moves for person in people)
        async with asyncio.timeout(300):
            while sum(person.moves for person in people) < before + 2 * PLAYERS * IN_FLIGHT:
                await asyncio.sleep(0.02)
        await asyncio.sleep(rng.random() * 0.7)
        process.send_signal(signal.SIGKILL)
        in_flight.append(sum(len(person.pending) for person in people))
        await asyncio.gather(*playing)

    for kill in range(1, kills + 1):
        process, url = start(db, key, log, "--settings", str(unlimited))
        try:
            asyncio.run(under_load(process, url))
        finally:
            process.kill()
            process.wait()
            assert process.stdout is not None
            process.stdout.close()
        if kill % audit_every == 0 or kill == kills:
            asyncio.run(_check(db, key, people))
            print(f"\n{kill} kills, none lost or doubled, {min(in_flight)} moves or more under way at each", flush=True)
    acknowledged = sum(len(person.acknowledged) for person in people)
    least, mean = min(in_flight), sum(in_flight) // kills
    print(f"\n{kills} kills, {acknowledged} moves acknowledged, {least} or more under way at each ({mean} on average)")
    print("none lost or doubled")
    assert least >= 30
    assert acknowledged > kills * PLAYERS * IN_FLIGHT


def test_killed_a_few_times_under_load(db: str, key: Path, tmp_path: Path) -> None:
    _killed(db, key, tmp_path, 3, 1)


@pytest.mark.slow
def test_killed_a_hundred_times_under_load(db: str, key: Path, tmp_path: Path) -> None:
    _killed(db, key, tmp_path, 100, 20)


def test_told_to_stop_under_load_it_closes_in_order(sqlite_db: str, key: Path, tmp_path: Path) -> None:
    """Sockets are told and closed, what was taken is written, the exit status says that all went well."""
    unlimited = tmp_path / "unlimited.toml"
    unlimited.write_text(UNLIMITED)
    process, url = start(sqlite_db, key, tmp_path / "log", "--settings", str(unlimited))
    people = [Person(number) for number in range(PLAYERS)]
    heard: list[dict[str, Any]] = []

    async def watched() -> None:
        async with client(url) as one:
            with contextlib.suppress(WebSocketException):
                while True:
                    heard.append(await one.hear("stopping"))
            assert one.socket.close_code == GOING_AWAY

    async def under_load() -> None:
        playing = [asyncio.create_task(task) for task in (*(person.play(url) for person in people), watched())]
        async with asyncio.timeout(300):
            while sum(person.moves for person in people) < 2 * PLAYERS * IN_FLIGHT:
                await asyncio.sleep(0.02)
        process.send_signal(signal.SIGTERM)
        await asyncio.gather(*playing)

    try:
        asyncio.run(under_load())
        assert process.wait(60) == 0, (tmp_path / "log").read_text()
    finally:
        process.kill()
        process.wait()
        assert process.stdout is not None
        process.stdout.close()
    assert [told["type"] for told in heard] == ["stopping"]
    assert '"house closed"' in (tmp_path / "log").read_text()
    asyncio.run(_check(sqlite_db, key, people))
