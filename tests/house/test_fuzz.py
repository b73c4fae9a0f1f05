"""Hostile messages: whatever arrives, no state changes, nothing breaks, and the answer is one of the three kinds."""

import asyncio
import json
import logging
import random
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

from pitboss.house.settings import UNHURRIED
from pitboss.procedure.moves import every_move
from pitboss.procedure.replay import digest
from tests.house.kit import client, serving
from tests.house.test_network import opened, play

HARMLESS = set(every_move()) - {"sit", "buy-in"}  # what somebody without chips may try without getting anywhere
STRANGE: tuple[Any, ...] = (
    None, True, -1, 0, 1, 13, 10**12, 10**13, 2**63, 2**64, -(2**63), 1e308, 0.5, "", "1", "\u0000", "\ud7ff", "💥" * 9,
    "x" * 500, [], [[]], {}, {"a": 1}, "../../etc/passwd", "<script>", "'; DROP TABLE journal; --", "Ann", "dealer",
)  # fmt: skip

FIELDS = ("box", "cents", "by", "position", "player", "order", "salt", "card", "hand")
ANSWERS = ("error", "refused", "busy", "table", "closed", "pong", "welcome")
PATHS = ("t1.1", "..", "%00", "a" * 200, "é", "t.99999999999999999999", "'; --", "%2e%2e%2f")


def _value(rng: random.Random, depth: int = 0) -> Any:
    if depth < 3 and rng.random() < 0.2:
        return {str(rng.choice(STRANGE)): _value(rng, depth + 1) for _ in range(rng.randint(0, 4))}
    return rng.choice(STRANGE)


def hostile(rng: random.Random, table: str) -> str | bytes:
    """One message that must change nothing."""
    kind = rng.randrange(9)
    if kind == 0:
        return rng.randbytes(rng.randint(0, 200))
    if kind == 1:
        return "[" * rng.randint(1, 3000)
    if kind == 2:
        return json.dumps(_value(rng))
    if kind == 3:
        return json.dumps({"type": rng.choice(("hello", "join", "leave", "ping", "nothing")), "table": _value(rng)})
    if kind == 4:
        game = rng.choice(("/etc/passwd", "double-attack-pb", "../x.toml", 7, None, ""))
        return json.dumps({"type": "open-table", "id": "x", "game": game, "options": {"decks": _value(rng)}})
    if kind == 5:
        name = rng.choice(("decks", "ace_high", "positions", "__class__"))
        options: dict[str, Any] = {name: rng.choice((-1, 10**9, "1e9", [], None))}
        message = {"type": "open-table", "id": "x", "game": "double-attack-pa", "options": options}
        return json.dumps(message)
    move: dict[str, Any] = {"move": rng.choice(sorted(HARMLESS))}
    for name in rng.sample(
        ("box", "cents", "by", "position", "player", "order", "salt", "card", "hand"), rng.randint(0, 4)
    ):
        move[name] = rng.choice((_value(rng), rng.randint(1, 6), 10_00))
    text = json.dumps(
        {
            "type": "move",
            "id": rng.choice(("a", "b", f"{rng.random()}"[2:], _value(rng))),
            "table": rng.choice((table, table, table, _value(rng))),
            "move": move,
            "role": rng.choice((None, None, "dealer", "floorperson", "shuffler", "auditor", 3)),
        }
    )
    if kind == 8:
        at = rng.randrange(len(text))
        text = text[:at] + rng.choice(("", "\x00", '"', "{", "é", "9" * 400)) + text[at + rng.randint(0, 3) :]
    return text


def _storm(db: str, key: Path, count: int, seed: int) -> None:
    async def attack(url: str, table: str, number: int) -> int:
        rng, sent = random.Random(seed * 1000 + number), 0
        while sent < count // 4:
            async with client(url) as eve:
                try:
                    while sent < count // 4:
                        for _ in range(20):
                            await eve.socket.send(hostile(rng, table))
                            sent += 1
                        await eve.say(type="ping", n=sent)
                        while (told := await eve.hear())["type"] != "pong" or told["n"] != sent:
                            assert told["type"] in ("error", "refused", "busy", "table", "closed", "pong", "welcome"), (
                                told
                            )
                            assert told.get("kind") != "broken", told
                            assert "Traceback" not in str(told)
                except ConnectionClosed:
                    continue
        return sent

    async def scene() -> None:
        settings = UNHURRIED.__class__(**(vars(UNHURRIED) | {"malformed_max": 10**9}))
        async with serving(db, key, settings) as (url, house), client(url, "Ann") as ann:
            table = await opened(ann)
            await play(ann, table, 1)
            live = house.tables[table]
            before = (digest(live.table.facts), len(live.table.moves), str(live.table.waiting), len(house.tables))
            sent = await asyncio.gather(*(attack(url, table, number) for number in range(4)))
            assert sum(sent) >= count
            after = (digest(live.table.facts), len(live.table.moves), str(live.table.waiting), len(house.tables))
            assert after == before
            assert house.failure is None
            assert (await ann.move(table, "wager", box=1, cents=10_00))["type"] == "accepted"

    asyncio.run(scene())


def test_hostile_messages_change_nothing(sqlite_db: str, key: Path, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.WARNING):
        _storm(sqlite_db, key, 4_000, 1)
    assert [record.message for record in caplog.records if record.levelno >= logging.ERROR] == []


@pytest.mark.slow
def test_a_hundred_thousand_hostile_messages(sqlite_db: str, key: Path, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.WARNING):
        _storm(sqlite_db, key, 100_000, 2)
    assert [record.message for record in caplog.records if record.levelno >= logging.ERROR] == []


def test_after_twenty_malformed_messages_the_house_hangs_up(sqlite_db: str, key: Path) -> None:
    async def scene() -> None:
        async with serving(sqlite_db, key) as (url, _), client(url) as eve:
            for _ in range(20):
                await eve.socket.send("nonsense")
            with pytest.raises(ConnectionClosed):
                await eve.hear("never")

    asyncio.run(scene())


def test_hostile_http_never_breaks_the_server(sqlite_db: str, key: Path) -> None:
    async def scene() -> None:
        rng = random.Random(5)
        async with serving(sqlite_db, key) as (url, house), httpx.AsyncClient(base_url=url) as http:
            await http.post("/api/session", json={"name": "Ann"})
            paths = (await http.get("/openapi.json")).json()["paths"]
            lines = house.committer.last_n
            for _ in range(600):
                path = rng.choice(sorted(paths))
                for name in ("{round_id}", "{clause}"):
                    strange = rng.choice(
                        ("t1.1", "..", "%00", "a" * 200, "é", "t.99999999999999999999", "'; --", "%2e%2e%2f")
                    )
                    path = path.replace(name, strange)
                method = rng.choice(("GET", "POST", "PUT", "DELETE", "PATCH", "HEAD", "OPTIONS"))
                if (method, path) == ("POST", "/api/logout"):
                    continue
                body = rng.choice((b"", b"{", b"null", b"\xff\xfe", json.dumps(_value(rng)).encode(), b'{"name": 5}'))
                query = rng.choice(({}, {"before": "x"}, {"before": "-1"}, {"before": "9" * 40}))
                response = await http.request(
                    method, path, content=body, params=query, headers={"content-type": "application/json"}
                )
                assert response.status_code < 500, (method, path, body, response.text)
            assert house.committer.last_n == lines

    asyncio.run(scene())
