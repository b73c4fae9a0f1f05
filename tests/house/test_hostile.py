"""A hostile client: every route and every message with every strange value in every place.

Whatever it sends, no answer is a fault of the server, nothing is logged as one, no table breaks, and play goes on.
"""

import asyncio
import itertools
import json
import logging
import random
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any
from urllib.parse import quote

import httpx
import msgspec
import pytest
from websockets.exceptions import ConnectionClosed

from pitboss.house import protocol
from pitboss.house.house import House
from pitboss.house.settings import UNHURRIED
from pitboss.procedure import moves as m
from pitboss.procedure.replay import digest
from pitboss.procedure.table import Table
from tests.house.kit import Client, client, serving, session
from tests.house.test_network import opened, play

PASSWORD = "correct horse battery"
# As they stand in JSON: half characters, numbers beyond every range, and texts that mean something elsewhere.
STRANGE = (
    "null", "true", "-1", "0", "1", "13", "1e400", "-0.0", "0.5", "1e2", "9" * 400, "-" + "9" * 30,
    "9223372036854775808", '""', '"1"', '"\\u0000"', '"\\ud800"', '"\\udfff\\ud800"', '"a\\u0000b"', '"\\u202e"',
    '"' + "x" * 600 + '"', '"\u00e9"', '"dealer"', '"Ann"', '"house"', '"../../etc/passwd"',
    "\"'; DROP TABLE journal; --\"", '"<script>"', '"%00"', '"{0.__class__}"', "[]", "[[[]]]", "[null]", "{}",
    '{"a":1}', '{"move":"sit"}', '["\\ud800"]', '[1,"AS",null]', "[" * 200, "nul", "NaN", "-",
)  # fmt: skip
PLACES = (
    "%00", "a%00b.1", "t1.1", "t1.%00", "..", "%2e%2e%2f%2e%2e", "%ff", "%ed%a0%80", "x" * 300, "t." + "9" * 40,
    "t.-1", "é", "'; --", "t1.1e5", "t1.", ".1", "%", "%zz", "[", "t1.1/dispute", "%F0%9F%92%A5", "con", "a b", "?",
    "t\n.1",
)  # fmt: skip
HEADERS = (
    ("origin", "http://["), ("origin", "null"), ("origin", "http://\xff"), ("host", "["), ("host", "\xff"),
    ("host", "evil:0:0"), ("cookie", "pitboss_session=\xff"), ("cookie", "=;=;=" * 50),
    ("cookie", "pitboss_session=" + "x" * 3000), ("cookie", "pitboss_device=" + "-." * 900),
    ("cookie", 'pitboss_session="\\000"'), ("content-length", "-1"), ("content-length", "9" * 30),
    ("content-length", "\xb2"), ("content-type", "application/json; charset=utf-7"),
    ("content-type", "multipart/form-data"), ("content-type", "\xff"), ("x-forwarded-for", "[::1"),
    ("x-forwarded-for", "," * 99), ("accept-encoding", "\xff"), ("range", "bytes=0-18446744073709551616"),
    ("range", "bytes=-"), ("if-none-match", "\xff"), ("if-modified-since", "\xff"), ("if-range", '"'),
    ("transfer-encoding", "gzip"), ("expect", "100-continue"), ("te", "\xff"),
)  # fmt: skip


def _errors(caplog: pytest.LogCaptureFixture) -> list[str]:
    return [f"{record.name}: {record.getMessage()}" for record in caplog.records if record.levelno >= logging.ERROR]


# --- HTTP -------------------------------------------------------------------------------------------------------------


def _bodies(schema: dict[str, Any], operation: dict[str, Any]) -> Iterator[bytes]:
    """Bodies of an operation: none, nonsense, and the right one with one field made strange."""
    yield from (b"", b"{", b"null", b"\xff\xfe", b'{"a":' * 900, b" " * 5000, b'{"name":"a","name":"b"}', b"[" * 3000)
    content = operation.get("requestBody", {}).get("content", {}).get("application/json")
    if content is None:
        return
    fields = schema["components"]["schemas"][content["schema"]["$ref"].rpartition("/")[2]]["properties"]
    good = {name: {"name": '"Hostile"', "password": f'"{PASSWORD}"'}.get(name, "null") for name in fields}
    for name, value in itertools.product((*fields, "extra"), STRANGE):
        told = good | {name: value}
        yield ("{" + ",".join(f'"{key}":{text}' for key, text in told.items()) + "}").encode()


def _requests(schema: dict[str, Any]) -> Iterator[tuple[str, str, bytes]]:
    for path, operations in schema["paths"].items():
        for method, operation in operations.items():
            if path == "/api/logout":
                continue
            for place in PLACES if "{" in path else ("",):
                where = path.replace("{round_id}", place).replace("{clause}", place)
                for body in _bodies(schema, operation) if place in ("", "t1.1") else (b"",):
                    yield method.upper(), where, body
            for query in (
                "before=-1",
                "before=%00",
                "before=1e9",
                "before=" + "9" * 50,
                "before=\ud7ff",
                "%ff=%ff",
                "=&=&",
            ):
                yield (
                    method.upper(),
                    path.replace("{round_id}", "t1.1").replace("{clause}", "x") + "?" + quote(query, "=&%"),
                    b"",
                )
        for method in ("PUT", "DELETE", "PATCH", "OPTIONS", "HEAD", "TRACE", "\u0041" * 30):
            yield method, path, b"{}"
    for place in PLACES:
        yield "GET", f"/{place}", b""


async def _raw_request(url: str, method: str, path: str, headers: list[tuple[str, str]], body: bytes) -> int:
    """As it is, without a library that would put it right; 0 where the house hangs up on what is no HTTP at all."""
    reader, writer = await asyncio.open_connection("127.0.0.1", int(url.rpartition(":")[2]))
    named = {name for name, _ in headers}
    usual = [("host", "127.0.0.1"), ("content-type", "application/json"), ("content-length", str(len(body)))]
    lines = [*headers, *(one for one in usual if one[0] not in named), ("connection", "close")]
    text = f"{method} {path} HTTP/1.1\r\n" + "".join(f"{name}: {value}\r\n" for name, value in lines) + "\r\n"
    writer.write(text.encode("latin-1", "replace") + body)
    try:
        writer.write_eof()
        head = await asyncio.wait_for(reader.readline(), 20)
    except ConnectionError:
        head = b""
    writer.close()
    return int(head.split()[1]) if head else 0


async def _who(url: str, house: House) -> list[str]:
    guest, _ = await session(url, "Hostess")
    _, auditor = await house.sign_up("Aud", PASSWORD, await house.invite("auditor"))
    return ["", guest, f"pitboss_session={auditor}"]


def _no_route_is_broken(db: str, key: Path, caplog: pytest.LogCaptureFixture, by_everybody: bool = True) -> None:
    async def scene() -> int:
        draw = random.Random(7)
        async with serving(db, key) as (url, house), client(url, "Ann") as ann:
            table = await opened(ann)
            await play(ann, table, 1)
            sent = 0
            async with httpx.AsyncClient(base_url=url) as http:
                schema = (await http.get("/openapi.json")).json()
                who = await _who(url, house)
                for method, path, body in _requests(schema):
                    for cookie in who if by_everybody else [draw.choice(who)]:
                        headers = {"content-type": "application/json", "cookie": cookie}
                        try:
                            answer = await http.request(method, path, content=body, headers=headers)
                        except (httpx.InvalidURL, UnicodeEncodeError):
                            continue
                        assert answer.status_code < 500, (method, path, body, answer.text)
                        assert "Traceback" not in answer.text
                        sent += 1
            assert house.failure is None
            assert (await ann.move(table, "wager", box=1, cents=10_00))["type"] == "accepted"
            return sent

    with caplog.at_level(logging.WARNING):
        assert asyncio.run(scene()) > 500
    assert _errors(caplog) == []


def test_no_route_is_broken_by_any_value_in_any_place(
    sqlite_db: str, key: Path, caplog: pytest.LogCaptureFixture
) -> None:
    _no_route_is_broken(sqlite_db, key, caplog, by_everybody=False)


@pytest.mark.slow
def test_nor_whoever_sends_it_on_either_database(db: str, key: Path, caplog: pytest.LogCaptureFixture) -> None:
    _no_route_is_broken(db, key, caplog)


def test_no_header_breaks_a_request_or_the_way_to_a_socket(
    sqlite_db: str, key: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async def scene() -> None:
        settings = replace(UNHURRIED, trusted_proxies=("127.0.0.1",))
        async with serving(sqlite_db, key, settings) as (url, house):
            cookie, _ = await session(url, "Ann")
            upgrade = [("upgrade", "websocket"), ("connection", "upgrade"), ("sec-websocket-version", "13")]
            for header in HEADERS:
                for method, path in (
                    ("GET", "/"),
                    ("GET", "/health"),
                    ("POST", "/api/session"),
                    ("POST", "/api/login"),
                ):
                    status = await _raw_request(url, method, path, [header], b'{"name":"Ann","password":"x"}')
                    assert status < 500, (method, path, header)
                for key_sent in ("AAAAAAAAAAAAAAAAAAAAAA==", "short", "\xff", ""):
                    more = [*upgrade, ("sec-websocket-key", key_sent), header]
                    if header[0] != "cookie":
                        more.append(("cookie", cookie))
                    assert await _raw_request(url, "GET", "/ws", more, b"") < 500, (header, key_sent)
            for path in (
                "/ws\xff",
                "/ws?\xff",
                "/ws/%00",
                "/WS",
                "/ws%2f",
                "http://[/ws",
                "*",
                "//",
                "/?" + "x" * 9000,
            ):
                assert await _raw_request(url, "GET", path, upgrade, b"") < 500, path
                assert await _raw_request(url, "GET", path, [], b"") < 500, path
            for version in ("8", "\xff", "13, 8", ""):
                more = [("upgrade", "websocket"), ("connection", "upgrade"), ("sec-websocket-version", version)]
                assert await _raw_request(url, "GET", "/ws", more, b"") < 500, version
            assert house.failure is None

    with caplog.at_level(logging.WARNING):
        asyncio.run(scene())
    assert _errors(caplog) == []


# --- the socket -------------------------------------------------------------------------------------------------------

GOOD = {
    "version": "1",
    "id": '"x"',
    "game": '"double-attack-pa"',
    "table": "TABLE",
    "n": "1",
    "since": "0",
    "role": "null",
}
GOOD |= {"direct": "false", "follow": "true", "private": "false", "practice": "false"}
GOOD |= {"options": "{}", "readings": "{}", "limits": "{}", "by_hand": "[]", "move": '{"move":"ready"}'}
GOOD |= {"deal": "null", "act": '{"act":"say","words":"hello"}'}


def _text(fields: dict[str, str]) -> str:
    return "{" + ",".join(f'"{name}":{value}' for name, value in fields.items()) + "}"


def _messages(table: str, roles: tuple[str, ...]) -> Iterator[str]:
    """Every message with every field made strange, left out, or beside one that is too much; then every move so."""
    for kind in protocol.REQUESTS:
        tag = f'"{kind.__struct_config__.tag}"'
        good = {name: GOOD[name].replace("TABLE", f'"{table}"') for name in kind.__struct_fields__}
        yield _text({"type": tag} | {name: good[name] for name in list(good)[1:]})
        for name, value in itertools.product((*good, "extra", "type"), STRANGE):
            yield _text({"type": tag} | good | {name: value})
    yield from _moves(table, roles)


def _moves(table: str, roles: tuple[str, ...]) -> Iterator[str]:
    ids = itertools.count()
    for kind, role in itertools.product(m.every_move().values(), roles):
        fields = [name for name in kind.__struct_fields__ if name != "by"]
        for name, value in itertools.product((*fields, "by", "extra", ""), STRANGE):
            usual = {
                one.name: _usual(one.name) for one in msgspec.structs.fields(kind) if one.required and one.name != "by"
            }
            move = {"move": f'"{kind.__struct_config__.tag}"'} | usual | ({name: value} if name else {})
            yield _text(
                {"type": '"move"', "id": f'"h{next(ids)}"', "table": f'"{table}"', "role": role, "move": _text(move)}
            )
            if not name:
                break


def _usual(field: str) -> str:
    known = {"cents": "500", "card": '"TS"', "order": '["AS"]', "salt": '"' + "5a" * 32 + '"', "player": '"Ann"'}
    return known.get(field, "1")


async def _send_all(one: Client, messages: Iterator[str]) -> int:
    """Send everything, as text and as bytes in turn; whatever is answered is one of the protocol's own answers."""
    sent = 0
    while batch := tuple(itertools.islice(messages, 40)):
        for text in batch:
            sent += 1
            await one.socket.send(text if sent % 2 else text.encode("utf-8", "surrogatepass"))
        await one.say(type="ping", n=sent)
        while (told := await one.hear())["type"] != "pong" or told["n"] != sent:
            assert told.get("kind") != "broken", (told, batch)
            assert "Traceback" not in str(told)
    return sent


def _whole(house: House, table: str) -> None:
    """The table is as its record deals it again, and the books agree with it."""
    live = house.tables[table]
    again = Table(live.table.rules, frozenset(live.recipe.by_hand))
    for move in live.table.moves:
        again.apply(move)
    assert digest(again.facts) == digest(live.table.facts)
    assert live.disagrees() is None
    assert house.failure is None


def test_no_message_of_a_guest_breaks_a_table_or_the_house(
    sqlite_db: str, key: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async def scene() -> int:
        settings = replace(UNHURRIED, malformed_max=10**9, tables_per_person_max=3)
        async with serving(sqlite_db, key, settings) as (url, house), client(url, "Ann") as ann, client(url) as eve:
            table = await opened(ann)
            await play(ann, table, 1)
            await eve.join(table)
            sent = await _send_all(eve, _messages(table, ("null", '"floorperson"')))
            _whole(house, table)
            return sent

    with caplog.at_level(logging.WARNING):
        assert asyncio.run(scene()) > 10_000
    assert _errors(caplog) == []


@pytest.mark.parametrize("game", [pytest.param("double-attack-pa", marks=pytest.mark.slow), "five-card-hi-lo-pa"])
def test_no_message_of_staff_breaks_a_table_that_they_deal_by_hand(
    sqlite_db: str, key: Path, caplog: pytest.LogCaptureFixture, game: str
) -> None:
    async def scene() -> None:
        settings = replace(UNHURRIED, malformed_max=10**9, tables_per_person_max=10**6, tables_max=10**6)
        async with serving(sqlite_db, key, settings) as (url, house), client(url, "Ann") as ann:
            _, token = await house.sign_up("Flo", PASSWORD, await house.invite("floorperson"))
            async with client(url, cookie=f"pitboss_session={token}") as flo:
                await flo.say(type="open-table", id="o", game=game, by_hand=["dealer", "floorperson"])
                table = (await flo.hear("opened"))["table"]
                await ann.join(table)
                await ann.move(table, "sit", box=1)
                await ann.move(table, "buy-in", cents=500_00)
                moves = _moves(table, ('"floorperson"', '"dealer"'))
                await _send_all(flo, (text for text in moves if '"close-table"' not in text))
                for _ in range(300):
                    told = await flo.move(table, "begin-gaming-day", role="floorperson")
                    assert told["type"] in ("accepted", "refused"), told
                _whole(house, table)

    with caplog.at_level(logging.WARNING):
        asyncio.run(scene())
    assert _errors(caplog) == []


BAD_TEXT = (
    b"\xff", b"\xc3\x28", b"\xed\xa0\x80", b'{"type":"ping\xff"}', b'{"type":"hello","version":1}\xff', b"\x00", b"",
    b'{"type":"move","id":"q","table":"TABLE","move":{"move":"sit","box":"\xff"}}',
    b'{"type":"move","id":"q","table":"TABLE","move":{"\xff":1}}',
    b'{"type":"move","id":"q","table":"TABLE","move":"\xed\xa0\x80"}', b'{"type":"join","table":"\xff"}',
)  # fmt: skip


@pytest.mark.parametrize("as_text", [True, False])
def test_bytes_that_are_no_text_are_malformed_in_either_kind_of_frame(
    sqlite_db: str, key: Path, caplog: pytest.LogCaptureFixture, as_text: bool
) -> None:
    async def scene() -> None:
        settings = replace(UNHURRIED, malformed_max=10**9)
        async with serving(sqlite_db, key, settings) as (url, _), client(url, "Ann") as ann:
            table = await opened(ann)
            for raw in BAD_TEXT:
                await ann.socket.send(raw.replace(b"TABLE", table.encode()), text=as_text)
                told = await ann.hear("error")
                assert (told["kind"], "not" in told["sentence"]) == ("malformed", True), raw
            assert (await ann.move(table, "sit", box=1))["type"] == "accepted"

    with caplog.at_level(logging.WARNING):
        asyncio.run(scene())
    assert _errors(caplog) == []


def test_the_same_open_table_over_six_sockets_opens_one(sqlite_db: str, key: Path) -> None:
    async def scene() -> None:
        async with serving(sqlite_db, key) as (url, house):
            cookie, _ = await session(url, "Ann")

            async def ask() -> str:
                async with client(url, cookie=cookie) as one:
                    await one.say(type="open-table", id="o1", game="double-attack-pa")
                    return str((await one.hear("opened"))["table"])

            assert len(set(await asyncio.gather(*(ask() for _ in range(6))))) == 1
            assert len(house.tables) == 1

    asyncio.run(scene())


# --- another key ------------------------------------------------------------------------------------------------------


def test_who_hangs_up_in_the_middle_of_anything_leaves_nothing_behind(
    sqlite_db: str, key: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async def scene() -> None:
        async with serving(sqlite_db, key) as (url, house):
            cookie, _ = await session(url, "Ann")
            async with client(url, cookie=cookie) as ann:
                table = await opened(ann)
            for text in ("open-table", "join", "move", "ask-advice", "list-tables"):
                for _ in range(5):
                    async with client(url, cookie=cookie) as ann:
                        good = {
                            "id": "x",
                            "game": "double-attack-pa",
                            "table": table,
                            "move": {"move": "sit", "box": 1},
                        }
                        kind = next(one for one in protocol.REQUESTS if one.__struct_config__.tag == text)
                        fields = {name: good[name] for name in kind.__struct_fields__ if name in good}
                        await ann.socket.send(json.dumps({"type": text, **fields}))
                        ann.socket.transport.abort()
                        with pytest.raises(ConnectionClosed):
                            await ann.hear("never")
            async with asyncio.timeout(20):
                while any(live.watchers for live in house.tables.values()):
                    await asyncio.sleep(0.01)
            assert len(house.tables) == 2
            _whole(house, table)

    with caplog.at_level(logging.WARNING):
        asyncio.run(scene())
    assert _errors(caplog) == []
