"""Storms: a million hostile messages in process, one move from many sockets, chips bought and taken at once, a class.

Each has a short form among the fast tests; `make storms` runs the long ones, with the kills, the frames on sockets and
the garbage in every column, one after the other, and prints how many and how long.
"""

import asyncio
import contextlib
import logging
import random
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from time import perf_counter
from typing import Any, cast

import httpx
import pytest
from sqlalchemy import func, select
from starlette.websockets import WebSocket

from pitboss.house import schema
from pitboss.house.adviser import Adviser
from pitboss.house.audit import audit_database
from pitboss.house.committer import Stopped
from pitboss.house.database import CannotOpen, Database
from pitboss.house.frames import EXTENSION
from pitboss.house.house import House
from pitboss.house.ledger import PRACTICE_BANKROLL_CENTS, bankroll, chips
from pitboss.house.lobby_feed import LobbyFeed
from pitboss.house.operator import Operator
from pitboss.house.orders import MakeClass, MakeInvitation
from pitboss.house.rate_limit import Bucket
from pitboss.house.settings import UNHURRIED
from pitboss.house.sockets import Connection
from pitboss.procedure.refusal import Refused
from pitboss.procedure.replay import digest
from tests import moves as m
from tests.house.kit import Client, Player, by_itself, client, house_on, serving, through_round, to_betting
from tests.house.test_fuzz import ANSWERS, hostile
from tests.house.test_kill import start

BREATH = 500  # messages after which others have their turn
PASSWORD = "correct horse battery"


class _Wire:
    """What a connection has of its network: messages come in without one, and what is said is counted."""

    def __init__(self, messages: Iterator[str | bytes]) -> None:
        self._messages = messages
        self._taken = 0
        self.said: Counter[str] = Counter()
        self.scope: dict[str, Any] = {"extensions": {EXTENSION: self.tell}}

    def tell(self, text: bytes) -> bool:
        kind = text[9 : text.index(b'"', 9)].decode()  # {"type":"...
        assert kind in ANSWERS, text[:400]
        assert b'"kind":"broken"' not in text
        self.said[kind] += 1
        return True

    async def receive(self) -> dict[str, Any]:
        self._taken += 1
        if self._taken % BREATH == 0:
            await asyncio.sleep(0)
        message = next(self._messages, None)
        if message is None:
            return {"type": "websocket.disconnect"}
        return {"type": "websocket.receive", "bytes" if isinstance(message, bytes) else "text": message}


def _messages(count: int, table: str, seed: int) -> Iterator[str | bytes]:
    yield '{"type":"hello","version":1}'
    rng = random.Random(seed)
    for _ in range(count):
        yield hostile(rng, table)


def _in_process(db: str, key: Path, count: int, people: int = 4) -> None:
    settings = UNHURRIED.__class__(**(vars(UNHURRIED) | {"malformed_max": 10**9}))

    async def scene() -> None:
        async with house_on(db, key, settings) as house:
            ann = await Player.come(house, "Ann")
            live = await ann.open()
            await to_betting(ann, live)
            await through_round(ann, live)
            before = (digest(live.table.facts), house.committer.last_n, str(live.table.waiting), len(house.tables))
            wires, serving = [], []
            for number in range(people):
                eve, token = await house.guest(f"Eve {number}")
                wire = _Wire(_messages(count // people, live.id, number))
                bucket = Bucket(10**9, 10**9, house.clock.now_ms())
                socket = cast(WebSocket, wire)
                connection = Connection(
                    house, Adviser(), socket, eve, token, bucket, LobbyFeed(house), by_itself(house)
                )
                connection._close = _nothing  # type: ignore[method-assign]  # there is no wire to be closed
                wires.append(wire)
                serving.append(connection.serve())
            lines = house.committer.last_n
            began = perf_counter()
            await asyncio.gather(*serving)
            said = sum((wire.said for wire in wires), Counter())
            print(f"\n{count} messages in process, {perf_counter() - began:.0f} s: {dict(said)}")
            after = (digest(live.table.facts), house.committer.last_n, str(live.table.waiting), len(house.tables))
            assert after == (before[0], lines, *before[2:])
            assert sum(said.values()) > count // 3
            assert house.failure is None
            await through_round(ann, live)

    asyncio.run(scene())
    assert asyncio.run(audit_database(db, key)).wrong is None


async def _nothing() -> None:
    """Do nothing."""


@pytest.mark.parametrize("count", [8_000, pytest.param(1_000_000, marks=pytest.mark.slow)])
def test_hostile_messages_in_process_change_nothing(
    sqlite_db: str, key: Path, count: int, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.ERROR):
        _in_process(sqlite_db, key, count)
    assert caplog.records == []


# --- the same chips twice -------------------------------------------------------------------------------------------


async def _counted(house: House) -> dict[str, int]:
    j = schema.journal
    question = select(j.c.client_id, func.count()).where(j.c.client_id.is_not(None)).group_by(j.c.client_id)
    return {row[0]: row[1] for row in await house.database.rows(question)}


async def _rests(house: House, live: Any) -> None:
    """Somebody brings the table to its wagers and makes none: there it takes moves without end."""
    await to_betting(await Player.come(house, f"Keeper {live.id}"), live, box=2)


async def _sends(one: Client, table: str, moves: list[tuple[str, dict[str, Any]]]) -> Counter[str]:
    """Say all of it without waiting, then hear what came of each."""
    for move_id, move in moves:
        await one.say(type="move", id=move_id, table=table, move=move)
    heard: Counter[str] = Counter()
    left = {move_id for move_id, _ in moves}
    while left:
        told = await one.hear("accepted", "refused", "busy", "error")
        if told.get("id") in left:
            left.discard(told["id"])
            heard[told["type"] + ("-again" if told.get("again") else "")] += 1
    return heard


@pytest.mark.parametrize("waves", [3, pytest.param(300, marks=pytest.mark.slow)])
def test_the_same_moves_from_six_sockets_count_once(db: str, key: Path, waves: int) -> None:
    async def scene() -> None:
        async with serving(db, key) as (url, house), client(url, "Ann") as ann:
            await ann.say(type="open-table", id="o", game="double-attack-pa")
            table = str((await ann.hear("opened"))["table"])
            await _rests(house, house.tables[table])
            async with contextlib.AsyncExitStack() as sockets:
                cookie = ann.cookie
                others = [await sockets.enter_async_context(client(url, cookie=cookie)) for _ in range(5)]
                everywhere = [ann, *others]
                for one in everywhere:
                    await one.join(table)
                began, heard = perf_counter(), Counter[str]()
                for wave in range(waves):
                    moves = [
                        (f"b{wave}-{number}", {"move": "buy-in", "cents": 1_00 + number * 1_00}) for number in range(8)
                    ] + [(f"l{wave}", {"move": "leave"})]
                    heard += sum(await asyncio.gather(*(_sends(one, table, moves) for one in everywhere)), Counter())
                print(f"\n{waves} waves of 9 moves from 6 sockets, {perf_counter() - began:.0f} s: {dict(heard)}")
            assert all(times == 1 for times in (await _counted(house)).values())
            mine = house.book[bankroll("Ann")] + house.book[chips(table, "Ann")]
            assert mine == PRACTICE_BANKROLL_CENTS, "nothing was wagered"
            assert heard["accepted"] + heard["accepted-again"] + heard["refused"] + heard["busy"] == waves * 54
            assert heard["accepted"] >= 7 * waves

    asyncio.run(scene())
    assert asyncio.run(audit_database(db, key)).wrong is None


@pytest.mark.parametrize("times", [20, pytest.param(2_000, marks=pytest.mark.slow)])
def test_chips_bought_and_taken_at_many_tables_at_once_are_never_more_than_there_are(
    db: str, key: Path, times: int
) -> None:
    async def scene() -> None:
        async with house_on(db, key) as house:
            ann = await Player.come(house, "Ann")
            tables = [await ann.open() for _ in range(4)]
            for live in tables:
                await _rests(house, live)
            refused: Counter[str] = Counter()

            async def one(live: Any, kind: type[m.Move], **fields: Any) -> None:
                try:
                    await live.ask(kind(by="Ann", **fields), "Ann", f"{rng.random()}")
                except Refused as refusal:
                    refused[refusal.code] += 1

            rng, began = random.Random(times), perf_counter()
            for _ in range(times):
                buys = [one(live, m.BuyIn, cents=rng.choice((6_000_00, 4_000_00, 1_00))) for live in tables]
                takes = [one(live, m.Leave) for live in tables]
                both = buys + takes
                rng.shuffle(both)
                await asyncio.gather(*both)
                held = house.book[bankroll("Ann")] + sum(house.book[chips(live.id, "Ann")] for live in tables)
                assert held == PRACTICE_BANKROLL_CENTS
            print(
                f"\n{times * 8} purchases and departures at 4 tables, {perf_counter() - began:.0f} s: {dict(refused)}"
            )
            assert refused["bankroll/too-small"] >= times // 2
            assert refused["table/long"] == 0, "then nothing more would be tried"

    asyncio.run(scene())
    assert asyncio.run(audit_database(db, key)).wrong is None


@pytest.mark.parametrize("tries", [5, pytest.param(200, marks=pytest.mark.slow)])
def test_of_two_houses_that_open_at_once_one_writes(db: str, key: Path, tries: int) -> None:
    """Many come at once; one has the database, whoever came too late says so and has written nothing."""

    too_late: list[str] = []

    async def opens(number: int) -> int:
        try:
            database = await Database.open(db, key)
        except CannotOpen as error:
            too_late.append(str(error))
            return 0
        house = House(database, UNHURRIED)
        try:
            await house.start()
            await Player.come(house, f"Guest {number}")
        except Stopped as error:  # where no file is locked, whoever comes later takes over
            too_late.append(str(error))
            return 0
        finally:
            await house.stop()
            await database.close()
        return 1

    async def scene() -> int:
        opened = 0
        for wave in range(tries):
            opened += sum(await asyncio.gather(*(opens(wave * 3 + number) for number in range(3))))
        return opened

    async def guests() -> int:
        database = await Database.open(db, key, exclusive=False)
        rows = await database.rows(select(func.count()).select_from(schema.accounts))
        await database.close()
        return int(rows[0][0])

    opened = asyncio.run(scene())
    assert asyncio.run(guests()) == opened >= tries
    assert all("another house" in said or "another process has taken over" in said for said in too_late)
    assert asyncio.run(audit_database(db, key)).wrong is None


# --- a class --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("pupils", [6, pytest.param(300, marks=pytest.mark.slow)])
def test_a_class_signs_up_with_one_code_from_one_address(db: str, key: Path, tmp_path: Path, pupils: int) -> None:
    """A real process with the limits and the argon2 of any house; everybody at once."""

    async def prepares() -> str:
        async with house_on(db, key) as house:
            await Operator(house).carry_out(MakeClass(name="4b"))
            return str((await Operator(house).carry_out(MakeInvitation(days=1, in_class="4b"))).value["code"])

    code = asyncio.run(prepares())
    process, url = start(db, key, tmp_path / "log")

    async def come() -> list[int]:
        limits = httpx.Limits(max_connections=None)
        async with httpx.AsyncClient(base_url=url, limits=limits, timeout=600) as http:

            async def one(number: int) -> int:
                body = {"name": f"Pupil {number}", "password": f"{PASSWORD} {number}", "invitation": code}
                return (await http.post("/api/accounts", json=body)).status_code

            return list(await asyncio.gather(*map(one, range(pupils))))

    try:
        began = perf_counter()
        answers = asyncio.run(come())
        print(f"\n{pupils} sign-ups with one code from one address: {perf_counter() - began:.0f} s")
    finally:
        process.terminate()
        process.wait()
        assert process.stdout is not None
        process.stdout.close()
    assert answers == [201] * pupils
    accounts = subprocess.run(
        [sys.executable, "-m", "pitboss", "admin", "accounts", "--class", "4b", "--db", db, "--key", str(key)],
        capture_output=True,
        text=True,
        check=True,
    )
    assert accounts.stdout.splitlines()[-1] == f"{pupils} accounts"
    assert asyncio.run(audit_database(db, key)).wrong is None
