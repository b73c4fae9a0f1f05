"""Not to be shut: who is let in, how many, how often and how long they may take, on both sides of each limit."""

import asyncio
import json
from contextlib import AsyncExitStack, suppress
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import httpx
import pytest
from sqlalchemy.exc import OperationalError
from starlette.datastructures import Headers
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.frames import Frame, Opcode

from pitboss.house import protocol
from pitboss.house.addresses import Addresses
from pitboss.house.database import NoAnswer
from pitboss.house.gate import known_host, same_origin
from pitboss.house.ownership import UNANSWERED
from pitboss.house.settings import UNHURRIED, Settings
from pitboss.house.sockets import Connection
from tests.house.kit import GAME, StillClock, client, serving, session
from tests.house.test_network import opened

USUAL = Settings(argon2_time_cost=1, argon2_memory_kib=1024)  # the hash apart, which is measured elsewhere
PASSWORD = "correct horse battery"


def _ws(url: str) -> str:
    return url.replace("http", "ws", 1) + "/ws"


# --- who asks ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("peer", "header", "value", "asks"),
    [
        ("192.0.2.1", "x-forwarded-for", "198.51.100.7", "192.0.2.1"),
        ("10.0.0.1", "x-forwarded-for", "198.51.100.7", "198.51.100.7"),
        ("10.0.0.1", "x-forwarded-for", "203.0.113.5, 198.51.100.7", "198.51.100.7"),
        ("10.0.0.1", "x-forwarded-for", "198.51.100.7, 10.0.0.2", "198.51.100.7"),
        ("10.0.0.1", "x-forwarded-for", "10.0.0.9, 10.0.0.2", "10.0.0.1"),
        ("10.0.0.1", "x-forwarded-for", "198.51.100.7:5060", "198.51.100.7"),
        ("10.0.0.1", "x-forwarded-for", "[2001:db8::7]:5060", "2001:db8::7"),
        ("10.0.0.1", "x-forwarded-for", "::ffff:198.51.100.7", "198.51.100.7"),
        ("10.0.0.1", "x-forwarded-for", "203.0.113.5, unknown", "10.0.0.1"),
        ("10.0.0.1", "x-forwarded-for", "", "10.0.0.1"),
        ("10.0.0.1", "x-real-ip", "198.51.100.7", "10.0.0.1"),
    ],
)
def test_only_a_trusted_proxy_is_believed_and_only_in_the_stated_header(
    peer: str, header: str, value: str, asks: str
) -> None:
    addresses = Addresses(Settings(trusted_proxies=("10.0.0.0/24",)))
    assert addresses.of(peer, Headers({header: value})) == asks
    assert Addresses(Settings()).of(peer, Headers({header: value})) == peer, "nobody is trusted unless it is set"


def test_an_ipv6_household_counts_as_one_and_the_allow_list_as_none() -> None:
    allowed = ("192.0.2.0/24", "2001:db8:1::/48")
    addresses = Addresses(Settings(allowed_addresses=allowed, trusted_proxies=("10.0.0.1",)))
    assert addresses.counted("10.0.0.1") == "10.0.0.1", "a proxy's word is taken, and it is counted like anybody"
    assert addresses.counted("198.51.100.7") == "198.51.100.7"
    assert addresses.counted("2001:db8::1") == addresses.counted("2001:db8::ffff:1") == "2001:db8::/64"
    assert addresses.counted("2001:db8:0:1::1") != addresses.counted("2001:db8::1")
    assert addresses.counted("192.0.2.200") is None
    assert addresses.counted("2001:db8:1:9::1") is None
    assert addresses.counted("a unix socket") == "a unix socket"


@pytest.mark.parametrize(
    ("written", "known"),
    [
        ("localhost", True), ("LOCALHOST:8000", True), ("127.0.0.1:8000", True), ("[::1]:8000", True),
        ("192.0.2.7", True), ("pitboss.example", True), ("pitboss.example.", True), ("Pitboss.Example:443", True),
        ("evil.example", False), ("pitboss.example.evil.example", False), ("", False), (None, False), ("[", False),
        ("localhost:port", False), ("me@localhost", False), ("localhost/x", False), ("127.0.0.1.evil.example", False),
        ("localhost:99999999", False), ("\x00", False), ("xn--\x80", False),
        (":8000", False), (".", False), ("me@127.0.0.1", False), ("127.0.0.1/x", False), ("none", True),
    ],
)  # fmt: skip
def test_the_house_answers_to_its_names_and_to_bare_addresses(written: str | None, known: bool) -> None:
    """One of its names is a word that a missing name must not be taken for."""
    assert known_host(written, frozenset(("localhost", "pitboss.example", "none"))) is known


@pytest.mark.parametrize("origin", ["http://[", "http://]", "null", "", "http://", "//", "\x00", "http://[::1", "%"])
def test_an_origin_that_is_none_is_another_site(origin: str) -> None:
    assert not same_origin({"origin": origin, "host": "127.0.0.1"})
    assert not same_origin({"origin": origin, "host": ""})
    assert same_origin({"origin": "http://[::1]:80", "host": "[::1]:80"})


def test_where_too_many_come_at_once_an_account_that_came_to_nothing_is_not_counted(sqlite_db: str, key: Path) -> None:
    async def scene() -> None:
        settings = replace(UNHURRIED, accounts_burst=1, accounts_an_hour=1)
        async with serving(sqlite_db, key, settings) as (url, house), httpx.AsyncClient(base_url=url) as http:
            said, most = {"name": "Ann", "password": "correct horse"}, house.accounts._to_hash_max
            house.accounts._to_hash_max = 0
            crowded = await http.post("/api/accounts", json=said)
            told = "too many are coming in at once; try again in a few seconds"
            assert (crowded.status_code, crowded.json()["error"]["sentence"]) == (429, told)
            house.accounts._to_hash_max = most
            assert (await http.post("/api/accounts", json=said)).status_code == 201
            enough = await http.post("/api/accounts", json={**said, "name": "Bob"})
            told = "too many new accounts from your address; try again in an hour"
            assert (enough.status_code, enough.json()["error"]["sentence"]) == (429, told)

    asyncio.run(scene())


def test_a_name_that_is_not_the_houses_gets_nothing_by_request_or_socket(sqlite_db: str, key: Path) -> None:
    async def scene() -> None:
        settings = replace(UNHURRIED, hosts=("pitboss.example",))
        async with serving(sqlite_db, key, settings) as (url, _), httpx.AsyncClient(base_url=url) as http:
            cookie, _ = await session(url, "Ann")
            for host, status in (("pitboss.example", 200), ("127.0.0.1", 200), ("evil.example", 421), ("[", 421)):
                assert (await http.get("/health", headers={"host": host})).status_code == status
            for origin in ("http://[", "http://evil.example"):
                response = await http.post("/api/session", json={}, headers={"origin": origin})
                assert response.status_code == 403
            with pytest.raises(InvalidStatus) as refused:
                async with connect(_ws(url), additional_headers={"cookie": cookie, "origin": "http://["}):
                    pass
            assert refused.value.response.status_code == 403
            for name, begins in ((b"evil.example", b"HTTP/1.1 403"), (b"127.0.0.1", b"HTTP/1.1 101")):
                reader, writer = await _raw(url, HANDSHAKE % (name, cookie.encode()))
                assert await reader.read(12) == begins
                writer.close()

    asyncio.run(scene())


def test_behind_a_trusted_proxy_everybody_is_counted_by_their_own_address(sqlite_db: str, key: Path) -> None:
    async def guests(url: str, address: str) -> list[int]:
        codes = []
        for _ in range(3):
            async with httpx.AsyncClient(base_url=url, headers={"x-forwarded-for": address}) as http:
                codes.append((await http.post("/api/session", json={})).status_code)
        return codes

    async def scene() -> None:
        few = replace(UNHURRIED, guests_burst=2, guests_an_hour=0)
        async with serving(sqlite_db, key, replace(few, trusted_proxies=("127.0.0.1",))) as (url, _):
            assert await guests(url, "192.0.2.1") == await guests(url, "192.0.2.2") == [200, 200, 429]
        async with serving(sqlite_db, key, few) as (url, _):
            assert await guests(url, "192.0.2.1") == [200, 200, 429]
            assert await guests(url, "192.0.2.2") == [429, 429, 429], "a stranger's word is not taken"
        async with serving(sqlite_db, key, replace(few, allowed_addresses=("127.0.0.1",))) as (url, _):
            assert await guests(url, "192.0.2.1") == [200, 200, 200]
            async with httpx.AsyncClient(base_url=url) as http:  # a refusal is one there too
                for path, body in (
                    ("session", {"name": "house"}),
                    ("accounts", {"name": "house", "password": PASSWORD}),
                ):
                    assert (await http.post(f"/api/{path}", json=body)).json()["error"]["code"] == "account/name-taken"

    asyncio.run(scene())


def test_a_cookie_is_for_tls_only_where_a_trusted_proxy_says_so(sqlite_db: str, key: Path) -> None:
    async def scene() -> None:
        for trusted in ((), ("127.0.0.1",)):
            async with (
                serving(sqlite_db, key, replace(UNHURRIED, trusted_proxies=trusted)) as (url, _),
                httpx.AsyncClient(base_url=url, headers={"x-forwarded-proto": "https"}) as http,
            ):
                cookie = (await http.post("/api/session", json={})).headers["set-cookie"]
                assert ("Secure" in cookie) is bool(trusted)

    asyncio.run(scene())


# --- a school behind one address -------------------------------------------------------------------------------------


@pytest.mark.slow
def test_a_class_of_three_hundred_signs_up_from_one_address_within_a_minute(sqlite_db: str, key: Path) -> None:
    """With the limits that are usual, and no time passing: page, account, socket, table, seat, all at once."""

    async def pupil(url: str, number: int) -> str:
        async with httpx.AsyncClient(base_url=url, timeout=60) as http:
            for page in ("/", "/api/tables", "/no-such-page"):
                assert (await http.get(page)).status_code in (200, 404)
            answer = await http.post("/api/accounts", json={"name": f"Pupil {number}", "password": PASSWORD})
            assert answer.status_code == 201, answer.text
            return f"pitboss_session={answer.cookies['pitboss_session']}"

    async def scene() -> None:
        clock = StillClock()
        async with (
            serving(sqlite_db, key, USUAL, clock) as (url, house),
            AsyncExitStack() as rest,
        ):
            await house.open_house_tables()
            table = next(iter(house.tables))
            cookies = []
            for first in range(0, 300, 30):
                cookies += await asyncio.gather(*(pupil(url, number) for number in range(first, first + 30)))
            for cookie in cookies:
                one = await rest.enter_async_context(client(url, cookie=cookie))
                assert (await one.join(table))["type"] == "table"
            assert len(house.accounts) == 300
            async with httpx.AsyncClient(base_url=url) as stranger:
                wrong = [
                    await stranger.post("/api/login", json={"name": f"Pupil {n}", "password": "x" * 12})
                    for n in range(40)
                ]
                assert {answer.status_code for answer in wrong} == {401}, "and mistyping is human"

    asyncio.run(scene())


def test_what_is_refused_uses_up_nothing(sqlite_db: str, key: Path) -> None:
    async def scene() -> None:
        settings = replace(UNHURRIED, accounts_burst=2, accounts_an_hour=0, guests_burst=1, guests_an_hour=0)
        async with serving(sqlite_db, key, settings, StillClock()) as (url, _), httpx.AsyncClient(base_url=url) as http:

            async def codes(path: str, *bodies: dict[str, str]) -> list[int]:
                answers = []
                for body in bodies:
                    http.cookies.clear()
                    answers.append((await http.post(path, json=body)).status_code)
                return answers

            ann, short = {"name": "Ann", "password": PASSWORD}, {"name": "Bob", "password": "short"}
            bad = {"name": "Bob", "password": PASSWORD, "invitation": "none"}
            assert await codes("/api/accounts", ann, *[ann, short, bad] * 3) == [201] + [409] * 9
            more = [{"name": name, "password": PASSWORD} for name in ("Bob", "Cat")]
            assert await codes("/api/accounts", *more) == [201, 429]
            assert await codes("/api/session", *[{"name": "dealer"}] * 5, {}, {}) == [409] * 5 + [200, 429]

    asyncio.run(scene())


def test_wrong_passwords_from_one_address_run_out_and_right_ones_do_not(sqlite_db: str, key: Path) -> None:
    async def scene() -> None:
        settings, clock = replace(UNHURRIED, wrong_burst=4, wrong_an_hour=60), StillClock()
        async with serving(sqlite_db, key, settings, clock) as (url, _), httpx.AsyncClient(base_url=url) as owner:
            right = {"name": "Ann", "password": PASSWORD}
            assert (await owner.post("/api/accounts", json=right)).status_code == 201
            owner.cookies.delete("pitboss_session")

            async def code(name: str, password: str, http: httpx.AsyncClient | None = None) -> int:
                body = {"name": name, "password": password}
                if http is not None:
                    return (await http.post("/api/login", json=body)).status_code
                async with httpx.AsyncClient(base_url=url) as stranger:
                    return (await stranger.post("/api/login", json=body)).status_code

            assert [await code("Ann", PASSWORD) for _ in range(6)] == [200] * 6
            assert [await code(f"Nobody {n}", "x" * 12) for n in range(6)] == [401] * 4 + [429] * 2
            assert await code("Ann", PASSWORD) == 429, "a stranger by all the house can see"
            assert await code("Ann", PASSWORD, owner) == 200, "on a device of her own"
            clock.pass_ms(59_999)
            assert await code("Ann", PASSWORD) == 429
            clock.pass_ms(1)
            assert await code("Ann", PASSWORD) == 200

    asyncio.run(scene())


def test_with_a_session_of_their_own_a_stranger_guesses_from_their_address_and_not_from_the_owners_place(
    sqlite_db: str, key: Path
) -> None:
    async def scene() -> None:
        async with serving(sqlite_db, key, UNHURRIED, StillClock()) as (url, _), AsyncExitStack() as all_of_them:
            ann, eve, other = [await all_of_them.enter_async_context(httpx.AsyncClient(base_url=url)) for _ in range(3)]
            right = {"name": "Ann", "password": PASSWORD}
            assert (await ann.post("/api/accounts", json=right)).status_code == 201
            assert (await eve.post("/api/session", json={"name": "Eve"})).status_code == 200
            tried = [await eve.post("/api/login", json=right | {"password": "x" * 12}) for _ in range(4)]
            assert [one.status_code for one in tried] == [401] * 3 + [429]
            assert (await other.post("/api/login", json=right)).status_code == 429, "from there nobody guesses now"
            assert (await ann.post("/api/login", json=right)).status_code == 200, "in a session of hers"

    asyncio.run(scene())


def test_who_is_inside_is_answered_whatever_a_stranger_at_the_same_address_does(sqlite_db: str, key: Path) -> None:
    async def scene() -> None:
        settings = replace(UNHURRIED, strangers_burst=5, strangers_a_second=0, http_burst=7, http_a_second=0)
        async with serving(sqlite_db, key, settings, StillClock()) as (url, _), AsyncExitStack() as both:
            ann, eve = [await both.enter_async_context(httpx.AsyncClient(base_url=url)) for _ in range(2)]
            assert (await ann.post("/api/session", json={"name": "Ann"})).status_code == 200
            assert [(await eve.get("/health")).status_code for _ in range(6)] == [200] * 4 + [429] * 2
            eve.cookies.set("pitboss_session", "made up")
            assert (await eve.get("/health")).status_code == 429
            assert [(await ann.get("/health")).status_code for _ in range(8)] == [200] * 7 + [429]

    asyncio.run(scene())


# --- connections ------------------------------------------------------------------------------------------------------


async def _raw(url: str, text: bytes = b"") -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    reader, writer = await asyncio.open_connection("127.0.0.1", int(url.rpartition(":")[2]))
    writer.write(text)
    await writer.drain()
    return reader, writer


HANDSHAKE = (
    b"GET /ws HTTP/1.1\r\nhost: %b\r\nupgrade: websocket\r\nconnection: upgrade\r\nsec-websocket-version: 13\r\n"
    b"sec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==\r\ncookie: %b\r\n\r\n"
)
HALF = (
    b"",
    b"GET / HT",
    b"GET /health HTTP/1.1\r\nhost: 127.0.0.1\r\n",
    b"POST /api/session HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n{",
    b"POST /api/session HTTP/1.1\r\nhost: 127.0.0.1\r\ntransfer-encoding: chunked\r\n\r\n5\r\n{",
    b"GET /ws HTTP/1.1\r\nhost: 127.0.0.1\r\nupgrade: websocket\r\nconnection: upgrade\r\n",
)


@pytest.mark.parametrize("half", HALF)
def test_a_request_that_does_not_arrive_whole_in_time_is_let_go(sqlite_db: str, key: Path, half: bytes) -> None:
    async def scene() -> None:
        clock = StillClock()
        async with serving(sqlite_db, key, UNHURRIED, clock) as (url, _):
            reader, writer = await _raw(url, half)
            async with httpx.AsyncClient(base_url=url) as http:
                assert (await http.get("/health")).status_code == 200, "and so what was sent before has arrived"
            clock.pass_ms(UNHURRIED.request_ms - 1)
            await asyncio.sleep(0)
            assert not reader.at_eof()
            clock.pass_ms(1)
            said = await asyncio.wait_for(reader.read(), 20)
            assert said.startswith(b"HTTP/1.1 408 ")
            writer.close()
            async with httpx.AsyncClient(base_url=url) as http:
                assert (await http.get("/health")).status_code == 200
                assert (await http.get("/health")).status_code == 200
                assert not clock.waiting, "what has arrived whole is not timed"

    asyncio.run(scene())


def test_a_byte_now_and_then_does_not_keep_a_request_alive(sqlite_db: str, key: Path) -> None:
    async def scene() -> None:
        clock = StillClock()
        async with serving(sqlite_db, key, UNHURRIED, clock) as (url, _):
            reader, writer = await _raw(url, b"GET /health HTTP/1.1\r\nx-")
            for _ in range(9):
                clock.pass_ms(UNHURRIED.request_ms // 10)
                writer.write(b"a")
                await asyncio.sleep(0.02)
            clock.pass_ms(UNHURRIED.request_ms // 10 + 1)
            assert (await asyncio.wait_for(reader.read(), 20)).startswith(b"HTTP/1.1 408 ")
            writer.close()

    asyncio.run(scene())


def test_a_later_request_on_the_same_connection_has_a_time_of_its_own(sqlite_db: str, key: Path) -> None:
    async def scene() -> None:
        clock = StillClock()
        async with serving(sqlite_db, key, UNHURRIED, clock) as (url, _):
            reader, writer = await _raw(url, b"GET /health HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n")
            head = await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), 20)
            length = int(head.lower().split(b"content-length: ")[1].split(b"\r\n")[0])
            await asyncio.wait_for(reader.readexactly(length), 20)
            assert not clock.waiting
            writer.write(b"GET /health HTTP/1.1\r\nx-")
            async with asyncio.timeout(20):
                while not clock.waiting:
                    await asyncio.sleep(0.01)
            clock.pass_ms(UNHURRIED.request_ms)
            assert (await asyncio.wait_for(reader.read(), 20)).startswith(b"HTTP/1.1 408 ")
            writer.close()

    asyncio.run(scene())


def test_so_many_connections_from_one_address_and_so_many_in_all(sqlite_db: str, key: Path) -> None:
    async def crowd(url: str, count: int) -> list[bytes]:
        """How so many at once are received: with silence, or with a refusal."""
        lines = [await _raw(url) for _ in range(count)]
        said = []
        for reader, _ in lines:
            try:
                said.append(await asyncio.wait_for(reader.read(12), 0.2))
            except TimeoutError:
                said.append(b"")
        for _, writer in lines:
            writer.close()
        return said

    async def scene() -> None:
        limits: tuple[dict[str, Any], ...] = ({"connections_per_address_max": 3}, {"connections_max": 3})
        for limit in limits:
            async with serving(sqlite_db, key, replace(UNHURRIED, **limit)) as (url, _):
                assert await crowd(url, 5) == [b"", b"", b"", b"HTTP/1.1 429", b"HTTP/1.1 429"]
                async with asyncio.timeout(20):
                    while (await crowd(url, 1)) != [b""]:
                        await asyncio.sleep(0.01)  # until those who left are seen to be gone
                async with client(url), client(url) as bob:
                    await bob.say(type="ping", n=1)
                    assert (await bob.hear("pong"))["n"] == 1
        allowed = replace(UNHURRIED, connections_per_address_max=1, allowed_addresses=("127.0.0.1",))
        async with serving(sqlite_db, key, allowed) as (url, _):
            assert await crowd(url, 3) == [b"", b"", b""]

    asyncio.run(scene())


def test_a_socket_is_one_connection_and_none_when_it_has_gone(sqlite_db: str, key: Path) -> None:
    async def scene() -> None:
        settings = replace(UNHURRIED, connections_per_address_max=4)
        async with serving(sqlite_db, key, settings) as (url, house), AsyncExitStack() as here:
            doors: Any = house.on_money.__self__  # type: ignore[attr-defined]  # who tells people what they have
            cookie, _ = await session(url, "Ann")
            for _ in range(12):
                async with client(url, cookie=cookie):
                    pass
                async with asyncio.timeout(20):
                    while doors.peers.total:
                        await asyncio.sleep(0.01)  # until it is seen to be gone
            for _ in range(4):
                await here.enter_async_context(client(url, cookie=cookie))
            with pytest.raises(InvalidStatus) as refused:
                await here.enter_async_context(client(url, cookie=cookie))
            assert refused.value.response.status_code == 429

    asyncio.run(scene())


# --- sockets ----------------------------------------------------------------------------------------------------------


async def _closed(socket: ClientConnection) -> int:
    """The code with which the house hangs up, whatever it says before."""
    async with asyncio.timeout(20):
        with suppress(ConnectionClosed):
            async for _ in socket:
                pass
        await socket.wait_closed()
    assert socket.close_code is not None
    return socket.close_code


def test_a_socket_that_says_no_hello_in_time_is_let_go_and_one_that_did_is_not(sqlite_db: str, key: Path) -> None:
    async def scene() -> None:
        clock = StillClock()
        async with serving(sqlite_db, key, UNHURRIED, clock) as (url, _), client(url, "Ann") as ann:
            async with connect(_ws(url), additional_headers={"cookie": ann.cookie}) as silent:
                await silent.send('{"type":"ping"}')
                assert json.loads(await silent.recv())["sentence"] == "say hello first"
                clock.pass_ms(UNHURRIED.hello_ms - 1)
                await silent.send('{"type":"hello","version":99}')
                await silent.recv()
                clock.pass_ms(1)
                assert "no hello in time" in str(await asyncio.wait_for(silent.recv(), 20))
                assert await _closed(silent) == 1008
            await ann.say(type="ping", n=3)
            assert (await ann.hear("pong"))["n"] == 3

    asyncio.run(scene())


def test_who_comes_while_the_database_does_not_answer_is_told_to_come_again(
    sqlite_db: str, key: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def no_answer(_: object) -> None:
        raise NoAnswer(UNANSWERED)

    async def scene() -> None:
        async with serving(sqlite_db, key) as (url, house):
            cookie, _ = await session(url, "Ann")
            monkeypatch.setattr(house.accounts, "of_session", no_answer)
            async with connect(_ws(url), additional_headers={"cookie": cookie}) as socket:
                told = json.loads(await socket.recv())
                assert told == {"type": "busy", "id": None, "table": None, "sentence": UNANSWERED, "retry_ms": 1000}
                assert await _closed(socket) == 1013
            monkeypatch.undo()
            async with client(url, "Ann", cookie) as ann:
                assert ann.name == "Ann"

    asyncio.run(scene())
    assert not [record for record in caplog.records if record.exc_info]


def test_a_person_and_an_address_have_so_many_sockets(sqlite_db: str, key: Path) -> None:
    async def turned_away(url: str, cookie: str) -> str:
        async with connect(_ws(url), additional_headers={"cookie": cookie}) as socket:
            told = json.loads(await socket.recv())
            assert (told["type"], await _closed(socket)) == ("busy", 1013)
            return str(told["sentence"])

    async def scene() -> None:
        settings = replace(UNHURRIED, sockets_per_person_max=2, sockets_per_address_max=3)
        async with serving(sqlite_db, key, settings) as (url, _), client(url, "Ann") as ann:
            bob, _ = await session(url, "Bob")
            async with client(url, cookie=ann.cookie):
                assert "as one person may have" in await turned_away(url, ann.cookie)
                async with client(url, cookie=bob):
                    assert "from your address" in await turned_away(url, bob)
            async with AsyncExitStack() as rest:
                async with asyncio.timeout(20):
                    while True:  # until those who left are seen to be gone
                        try:
                            await rest.enter_async_context(client(url, cookie=bob))
                            break
                        except (AssertionError, ConnectionClosed, TimeoutError):
                            await asyncio.sleep(0.01)

    asyncio.run(scene())


def test_a_full_house_turns_strangers_away_and_lets_in_who_sits_at_a_table(sqlite_db: str, key: Path) -> None:
    async def scene() -> None:
        settings = replace(UNHURRIED, sockets_max=1)
        async with serving(sqlite_db, key, settings) as (url, _), client(url, "Ann") as ann:
            table = await opened(ann)
            await ann.move(table, "sit", box=1)
            eve, _ = await session(url, "Eve")
            async with connect(_ws(url), additional_headers={"cookie": eve}) as socket:
                assert json.loads(await socket.recv())["sentence"] == "the house is full"
            async with client(url, cookie=ann.cookie) as again:
                assert (await again.join(table))["type"] == "table"
                assert (await again.move(table, "buy-in", "b1", cents=500))["type"] == "accepted"
            async with httpx.AsyncClient(base_url=url, headers={"cookie": ann.cookie}) as http:
                assert (await http.get("/api/me")).status_code == 200

    asyncio.run(scene())


@pytest.mark.parametrize("kind", ["ping", "pong", "fragment", "empty fragments"])
def test_pings_pongs_and_fragments_are_counted_and_too_many_close_the_socket(
    sqlite_db: str, key: Path, kind: str
) -> None:
    async def scene() -> None:
        settings = replace(UNHURRIED, frames_burst=20, frames_a_second=0)
        if kind == "empty fragments":
            settings = UNHURRIED
        async with serving(sqlite_db, key, settings, StillClock()) as (url, _), client(url, "Ann") as ann:

            def send(count: int) -> None:
                for number in range(count):
                    if kind in ("ping", "pong"):
                        frame = Frame(Opcode[kind.upper()], b"x")
                    else:
                        first = number % 2 == 0 if kind == "fragment" else number == 0
                        last = not first and kind == "fragment"
                        text = b'{"type":"pi' if first else b'ng","n":7}'
                        frame = Frame(Opcode.TEXT if first else Opcode.CONT, text if kind == "fragment" else b"", last)
                    ann.socket.transport.write(frame.serialize(mask=True, extensions=[]))

            send({"fragment": 40, "empty fragments": 66}.get(kind, 20))
            if kind == "fragment":
                for _ in range(20):
                    assert (await ann.hear("pong"))["n"] == 7
            elif kind != "empty fragments":
                await ann.say(type="ping", n=9)
                assert (await ann.hear("pong"))["n"] == 9, "so many are within the limit"
            if kind != "empty fragments":
                send(2)
            assert await _closed(ann.socket) == 1008

    asyncio.run(scene())


def test_what_makes_the_house_say_much_counts_as_several_messages_over_all_sockets_of_a_person(
    sqlite_db: str, key: Path
) -> None:
    async def scene() -> None:
        settings = replace(UNHURRIED, messages_burst=25, messages_a_second=1_000_000, large_message=10)
        async with serving(sqlite_db, key, settings, clock := StillClock()) as (url, house), AsyncExitStack() as both:
            ann = await both.enter_async_context(client(url, "Ann"))
            account = house.accounts.known("Ann")
            assert account is not None
            token, _ = house.accounts.new_session(account)  # in another browser
            other = await both.enter_async_context(client(url, cookie=f"pitboss_session={token}"))
            # two hellos: 23 are left
            await ann.say(type="list-tables")
            await ann.hear("lobby")
            await other.say(type="list-tables")
            await other.hear("lobby")
            for n in range(3):
                await ann.say(type="ping", n=n)
                await ann.hear("pong")
            await other.say(type="ping", n=9)
            with pytest.raises(TimeoutError):
                await asyncio.wait_for(other.socket.recv(), 0.05)
            clock.pass_ms(1)
            assert (await other.hear("pong"))["n"] == 9, "read later, not lost"

    asyncio.run(scene())


@pytest.mark.parametrize(
    ("said", "counts"),
    [
        (protocol.ListTables(), 10),
        (protocol.OpenTable(id="o", game=GAME), 10),
        (protocol.Join(table="t1"), 10),
        (protocol.Undo(id="u", table="t1"), 10),
        (protocol.AskAdvice(id="a", table="t1"), 10),
        (protocol.Hello(version=protocol.VERSION), 1),
        (protocol.Leave(table="t1"), 1),
        (protocol.Ping(n=1), 1),
    ],
    ids=lambda said: type(said).__name__,
)
def test_a_message_counts_as_much_as_it_makes_the_house_do(said: protocol.Request, counts: int) -> None:
    taken: list[int] = []
    frames: list[dict[str, Any]] = [
        {"type": "websocket.receive", "bytes": protocol.encode(said)},
        {"type": "websocket.disconnect"},
    ]

    async def receive() -> dict[str, Any]:
        return frames.pop(0)

    async def slow_down(count: int) -> None:
        taken.append(count)

    async def answer(asked: protocol.Request) -> None:
        assert asked == said

    house = SimpleNamespace(settings=SimpleNamespace(large_message=10))
    socket = SimpleNamespace(receive=receive)
    one: Any = SimpleNamespace(_socket=socket, _slow_down=slow_down, _answer=answer, _house=house)
    asyncio.run(Connection._receive(one))
    assert sum(taken) == counts


# --- health -----------------------------------------------------------------------------------------------------------


def test_health_asks_the_database_once_a_second_and_says_when_it_does_not_answer(
    sqlite_db: str, key: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scene() -> None:
        clock, asked = StillClock(), 0
        async with serving(sqlite_db, key, UNHURRIED, clock) as (url, house), httpx.AsyncClient(base_url=url) as http:
            answers = house.database.rows

            async def rows(*arguments: Any) -> Any:
                nonlocal asked
                asked += str(arguments[0]).startswith("SELECT journal.n")  # others look at it too, by the clock
                return await answers(*arguments)

            async def dead(*_: Any) -> Any:
                raise OperationalError("SELECT 1", {}, OSError("gone"))

            monkeypatch.setattr(house.database, "rows", rows)
            told = [(await http.get("/health")).json() for _ in range(3)]
            assert asked == 1
            assert [one["database"] for one in told] == ["answers"] * 3
            monkeypatch.setattr(house.database, "rows", dead)
            clock.pass_ms(1_000)
            sick = await http.get("/health")
            assert (sick.status_code, sick.json()["error"]["sentence"]) == (503, "the database does not answer")
            monkeypatch.setattr(house.database, "rows", rows)
            clock.pass_ms(999)
            assert (await http.get("/health")).status_code == 503
            clock.pass_ms(1)
            assert (await http.get("/health")).status_code == 200

    asyncio.run(scene())
