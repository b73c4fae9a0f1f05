"""The gate by itself: what it refuses never reaches the application, and what it lets through it lets through whole."""

import asyncio
import logging
from types import SimpleNamespace
from typing import Any, cast

import httpx
import msgspec
import pytest
from fastapi import FastAPI
from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection
from starlette.websockets import WebSocketDisconnect, WebSocketState

from pitboss.house.accounts import Account
from pitboss.house.addresses import RELAYED, Addresses, is_here
from pitboss.house.adviser import Adviser
from pitboss.house.archive import StillSealed
from pitboss.house.doors import Doors
from pitboss.house.frames import EXTENSION
from pitboss.house.gate import HEADERS, Gate
from pitboss.house.lobby_feed import EVERY_MS, LobbyFeed
from pitboss.house.neighbours import Moving
from pitboss.house.protocol import MESSAGE_BYTES_MAX, VERSION, AskAdvice, Elsewhere, Hello, Ping, encode, request
from pitboss.house.rate_limit import Bucket
from pitboss.house.reach import Word
from pitboss.house.relay import AGAIN_MS
from pitboss.house.server import _faults
from pitboss.house.settings import Settings
from pitboss.house.sockets import Connection, NotHere, move_by
from pitboss.house.vault import WrongKey
from pitboss.procedure.refusal import Malformed
from tests.house.kit import StillClock, by_itself

SETTINGS = Settings(
    body_bytes_max=100,
    http_burst=2,
    http_a_second=1,
    strangers_burst=3,
    strangers_a_second=1,
    trusted_proxies=("10.0.0.1",),
    allowed_addresses=("192.0.2.7",),
    hosts=("Pitboss.Example",),
)


class Passage:
    """A gate in front of an application that says what reached it."""

    def __init__(self) -> None:
        self.clock = StillClock()
        ann = SimpleNamespace(name="ann")

        async def of_session(token: str | None) -> SimpleNamespace | None:
            return ann if token == "anns" else None

        accounts = SimpleNamespace(of_session=of_session)
        house = SimpleNamespace(settings=SETTINGS, clock=self.clock, accounts=accounts)
        doors = SimpleNamespace(house=house, addresses=Addresses(SETTINGS), word=Word(b"a secret"))
        self.gate = Gate(self._app, cast(Doors, doors), "here.example")
        self.reached: list[dict[str, Any]] = []
        self.sent: list[dict[str, Any]] = []

    async def _app(self, scope: Any, receive: Any, send: Any) -> None:
        self.reached.append(scope)
        if scope["type"] == "http":
            while (await receive()).get("more_body"):
                pass
            await send({"type": "http.response.start", "status": 200, "headers": [(b"x-own", b"1")]})
            await send({"type": "http.response.body", "body": b"ok"})

    def ask(
        self,
        kind: str = "http",
        method: str = "GET",
        path: str = "/",
        peer: str | None = "203.0.113.9",
        bodies: tuple[bytes, ...] = (b"",),
        host: str | None = "localhost",
        **headers: str,
    ) -> int:
        """The status of the answer; 0 where there was none."""
        self.reached, self.sent = [], []
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        named |= {"host": host} if host is not None else {}
        scope = {
            "type": kind,
            "method": method,
            "path": path,
            "query_string": b"",
            "scheme": "ws" if kind == "websocket" else "http",
            "client": None if peer is None else (peer, 4711),
            "headers": [(name.encode("latin-1"), value.encode("latin-1")) for name, value in named.items()],
        }
        parts = [{"type": "http.request", "body": part, "more_body": True} for part in bodies]
        parts[-1]["more_body"] = False

        async def receive() -> Any:
            return parts.pop(0)

        async def send(message: Any) -> None:
            self.sent.append(message)

        asyncio.run(self.gate(scope, receive, send))
        starts = [message["status"] for message in self.sent if message["type"] == "http.response.start"]
        assert len(starts) <= 1, "one answer"
        return starts[0] if starts else 0


@pytest.mark.parametrize(
    ("asked", "status"),
    [
        ({}, 200),
        ({"host": "pitboss.example"}, 200),
        ({"host": "here.example:8000"}, 200),
        ({"host": "elsewhere.example"}, 421),
        ({"host": None}, 421),
        ({"content_length": "100"}, 200),
        ({"content_length": "101"}, 413),
        ({"content_length": "+5"}, 413),
        ({"content_length": "\xb2"}, 413),
        ({"content_length": "0" * 18}, 200),
        ({"content_length": "0" * 19}, 413),
        ({"method": "POST", "origin": "http://localhost"}, 200),
        ({"method": "POST", "origin": "http://elsewhere.example"}, 403),
        ({"method": "DELETE", "origin": "http://elsewhere.example"}, 403),
        ({"method": "POST", "origin": "http://["}, 403),
        ({"method": "GET", "origin": "http://elsewhere.example"}, 200),
        ({"method": "HEAD", "origin": "http://elsewhere.example"}, 200),
        ({"method": "OPTIONS", "origin": "http://elsewhere.example"}, 200),
    ],
)
def test_what_is_refused_at_the_gate_never_reaches_the_application(asked: dict[str, Any], status: int) -> None:
    passage = Passage()
    assert passage.ask(**asked) == status
    assert len(passage.reached) == (status == 200)


def test_a_body_is_counted_as_it_comes_whatever_was_said_of_its_length() -> None:
    assert Passage().ask(method="POST", bodies=(b"x" * 60, b"x" * 40)) == 200
    with pytest.raises(HTTPException) as refused:
        Passage().ask(method="POST", bodies=(b"x" * 60, b"x" * 41))
    assert refused.value.status_code == 413


@pytest.mark.parametrize(("path", "kept"), [("/api/me", False), ("/index.html", True)])
@pytest.mark.parametrize("host", ["localhost", "elsewhere.example"])
def test_every_answer_has_the_headers_and_of_the_api_nothing_is_kept(path: str, kept: bool, host: str) -> None:
    passage = Passage()
    passage.ask(path=path, host=host)
    headers = passage.sent[0]["headers"]
    assert set(HEADERS) <= set(headers)
    assert ((b"cache-control", b"no-store") in headers) is not kept
    assert ((b"x-own", b"1") in headers) is (host == "localhost"), "beside its own"


def test_people_are_counted_by_name_and_strangers_by_address() -> None:
    passage = Passage()
    inside: dict[str, Any] = {"cookie": "pitboss_session=anns"}
    assert [passage.ask(**inside) for _ in range(3)] == [200, 200, 429]
    assert passage.ask(peer="203.0.113.10", **inside) == 429, "the same person, wherever they are"
    assert passage.reached == []
    assert [passage.ask() for _ in range(4)] == [200, 200, 200, 429]
    assert passage.ask(peer="203.0.113.10") == 200
    assert [passage.ask(peer="192.0.2.7") for _ in range(9)] == [200] * 9, "no limit applies there"
    passage.clock.pass_ms(1_000)
    assert [passage.ask(**inside), passage.ask(**inside)] == [200, 429]
    assert [passage.ask(), passage.ask()] == [200, 429]


@pytest.mark.parametrize(
    ("kind", "peer", "headers", "client", "scheme"),
    [
        ("http", "10.0.0.1", {"x_forwarded_for": "203.0.113.5"}, "203.0.113.5", "http"),
        ("http", "10.0.0.1", {"x_forwarded_proto": " https "}, "10.0.0.1", "https"),
        ("http", "10.0.0.1", {"x_forwarded_proto": "http"}, "10.0.0.1", "http"),
        ("websocket", "10.0.0.1", {"x_forwarded_proto": "https"}, "10.0.0.1", "wss"),
        ("websocket", "10.0.0.1", {"x_forwarded_for": "203.0.113.5"}, "203.0.113.5", "ws"),
        ("http", "203.0.113.9", {"x_forwarded_proto": "https", "x_forwarded_for": "1.2.3.4"}, "203.0.113.9", "http"),
    ],
)
def test_who_asks_and_how_they_came_is_what_a_trusted_proxy_says(
    kind: str, peer: str, headers: dict[str, Any], client: str, scheme: str
) -> None:
    passage = Passage()
    passage.ask(kind, peer=peer, **headers)
    (scope,) = passage.reached
    assert (scope["client"], scope["scheme"]) == ((client, 4711), scheme)


@pytest.mark.parametrize("kind", ["http", "websocket"])
def test_who_comes_without_an_address_is_one_stranger_whom_no_header_makes_another(kind: str) -> None:
    """As over a socket that is a file."""
    passage = Passage()
    passage.ask(kind, peer=None, x_forwarded_for="1.2.3.4", x_forwarded_proto="https")
    (scope,) = passage.reached
    assert (scope["client"], scope["scheme"]) == (("", 0), "http" if kind == "http" else "ws")


def test_strangers_without_an_address_are_counted_together() -> None:
    passage = Passage()
    assert [passage.ask(peer=None) for _ in range(4)] == [200, 200, 200, 429]


@pytest.mark.parametrize(
    ("asked", "let_in"),
    [
        ({}, True),
        ({"origin": "http://localhost"}, True),
        ({"origin": "http://elsewhere.example"}, False),
        ({"origin": "http://["}, False),
        ({"host": "elsewhere.example"}, False),
    ],
)
def test_a_socket_is_let_in_by_name_and_origin_or_closed(asked: dict[str, Any], let_in: bool) -> None:
    passage = Passage()
    passage.ask("websocket", **asked)
    assert len(passage.reached) == let_in
    assert passage.sent == ([] if let_in else [{"type": "websocket.close", "code": 1008}])


def test_the_life_of_the_application_goes_through_the_gate() -> None:
    passage = Passage()
    passage.ask("lifespan")
    assert [scope["type"] for scope in passage.reached] == ["lifespan"]


# --- a socket that fails ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("error", "logged"),
    [
        (WebSocketDisconnect(), False),
        (RuntimeError("closed"), False),
        (OSError("gone"), False),
        (ValueError("a fault of ours"), True),
        (None, False),  # the house hangs up, while nothing comes
    ],
)
def test_a_fault_of_ours_is_logged_and_one_who_hangs_up_is_not(
    caplog: pytest.LogCaptureFixture, error: Exception | None, logged: bool
) -> None:
    clock, watched = StillClock(), SimpleNamespace(watchers=set())

    async def receive() -> Any:
        if error is not None:
            raise error
        for one in watched.watchers:
            one.hang_up()
        await asyncio.Event().wait()

    async def scene() -> None:
        house = SimpleNamespace(settings=SETTINGS, clock=clock, listed=dict)
        lobby = LobbyFeed(cast(Any, house))
        socket: Any = SimpleNamespace(
            scope={"extensions": {EXTENSION: lambda text: True}},
            receive=receive,
            application_state=WebSocketState.DISCONNECTED,
        )
        account = cast(Account, SimpleNamespace(name="ann"))
        one = Connection(
            cast(Any, house),
            Adviser(),
            socket,
            account,
            "token",
            Bucket(9, 9, 0),
            lobby,
            by_itself(cast(Any, house)),
        )
        watched.watchers.add(one)
        one._joined["t1"] = cast(Any, watched)
        lobby.follow(one)
        await one.serve()
        clock.pass_ms(EVERY_MS)

    with caplog.at_level(logging.ERROR, "pitboss.house"):
        asyncio.run(scene())
    assert [record.getMessage() for record in caplog.records] == (["socket failed"] if logged else [])
    assert all(record.exc_info is not None and record.exc_info[1] is error for record in caplog.records)
    assert (watched.watchers, clock.waiting) == (set(), []), "nobody watches or follows, and no hello is waited for"


@pytest.mark.parametrize(
    ("peer", "relayed", "headers", "here"),
    [
        ("127.0.0.1", False, {}, True),
        ("::1", False, {}, True),
        ("192.0.2.1", False, {}, False),
        (None, False, {}, False),
        ("127.0.0.1", True, {}, False),  # of whoever asked the other process, and did not say from where
        ("127.0.0.1", False, {"x-forwarded-for": "192.0.2.1"}, False),
        ("127.0.0.1", False, {"forwarded": "for=192.0.2.1"}, False),
    ],
)
def test_what_is_for_this_machine_is_not_for_who_comes_through_a_proxy_or_another_process(
    peer: str | None, relayed: bool, headers: dict[str, str], here: bool
) -> None:
    named = [(name.encode(), value.encode()) for name, value in headers.items()]
    scope = {"type": "http", "client": None if peer is None else (peer, 1), "headers": named}
    assert is_here(HTTPConnection({**scope, RELAYED: True} if relayed else scope)) is here


def test_of_a_table_that_goes_on_elsewhere_who_watches_it_here_is_told_once() -> None:
    async def scene() -> None:
        said: list[bytes] = []

        def tell(text: bytes) -> bool:
            said.append(text)
            return True

        house: Any = SimpleNamespace(settings=SETTINGS, clock=StillClock())
        socket: Any = SimpleNamespace(scope={"extensions": {EXTENSION: tell}})
        account = cast(Account, SimpleNamespace(name="ann"))
        lobby = LobbyFeed(house)
        one = Connection(house, Adviser(), socket, account, "token", Bucket(9, 9, 0), lobby, by_itself(house))
        one._joined["t1"] = cast(Any, SimpleNamespace(watchers=set()))
        for table in ("t2", "t1", "t1"):
            one.come_back(table)
        assert said == [encode(Elsewhere(table="t1"))]

    asyncio.run(scene())


@pytest.mark.parametrize("relayed", [True, False])
def test_who_was_passed_on_to_where_a_table_is_not_is_sent_back_to_look_again(relayed: bool) -> None:
    """The process that has passed it on remembers where the table was, and would come here for ever."""

    async def scene() -> None:
        said: list[Any] = []

        def tell(text: bytes) -> bool:
            said.append(msgspec.json.decode(text))
            return True

        async def where(_: str) -> str:
            raise Moving

        wanted: list[str] = []
        clock = StillClock()
        neighbours = SimpleNamespace(where=where)
        house: Any = SimpleNamespace(
            settings=SETTINGS, clock=clock, kept_out={}, want=wanted.append, neighbours=neighbours
        )
        socket: Any = SimpleNamespace(scope={"extensions": {EXTENSION: tell}})
        account, come = Account("ann", "player", None), by_itself(house)._replace(relayed=relayed)
        one = Connection(house, Adviser(), socket, account, "token", Bucket(9, 9, 0), LobbyFeed(house), come)
        with pytest.raises(Moving):
            await one._elsewhere(AskAdvice(id="1", table="t1"), NotHere("table/unknown", "", (), ""))
        assert wanted == ["t1"]
        clock.pass_ms(AGAIN_MS)
        assert said == [{"type": "elsewhere", "table": "t1", "at": None}] * relayed

    asyncio.run(scene())


def test_what_somebody_has_is_told_to_nobody_before_they_are_greeted_and_then_when_it_changes() -> None:
    async def scene() -> None:
        said: list[dict[str, Any]] = []

        def tell(text: bytes) -> bool:
            said.append(msgspec.json.decode(text))
            return True

        async def bankroll_now(_: str) -> int:
            return 7

        house: Any = SimpleNamespace(
            settings=SETTINGS,
            clock=StillClock(),
            seated_at=lambda _: (),
            bankroll_now=bankroll_now,
            committer=SimpleNamespace(waits=None),
        )
        socket: Any = SimpleNamespace(scope={"extensions": {EXTENSION: tell}})
        account = Account("ann", "player", None)
        one = Connection(
            house, Adviser(), socket, account, "token", Bucket(9, 9, 0), LobbyFeed(house), by_itself(house)
        )
        one.say_bankroll(5)
        await one._hello(Hello(version=VERSION))
        for cents in (7, 8, 8, 7):
            one.say_bankroll(cents)
        told = [("welcome", 7), ("bankroll", 8), ("bankroll", 7)]
        assert [(message["type"], message["bankroll_cents"]) for message in said] == told

    asyncio.run(scene())


def test_a_message_has_so_many_bytes_and_not_one_more() -> None:
    asked = b'{"type":"ping","n":1}'
    assert request(asked.ljust(MESSAGE_BYTES_MAX)) == Ping(n=1)
    with pytest.raises(Malformed, match=f"a message has at most {MESSAGE_BYTES_MAX} bytes"):
        request(asked.ljust(MESSAGE_BYTES_MAX + 1))


@pytest.mark.parametrize(
    ("written", "why"),
    [
        (b"[]", "a move is an object"),
        (b'"hit"', "a move is an object"),
        (b"7", "a move is an object"),
        (b"null", "a move is an object"),
        (b"{", "not a move"),
        (b"{}", "no such move"),
        (b'{"move":"hit","by":"bob","box":1}', "no field by, unless it is yourself"),
        (b'{"move":"hit","box":1,"card":"AS"}', "no field card"),
        (b'{"move":"hit","box":"one"}', "not a move"),
    ],
)
def test_what_is_no_move_is_malformed_and_the_sentence_says_why(written: bytes, why: str) -> None:
    with pytest.raises(Malformed, match=why):
        move_by("ann", msgspec.Raw(written))


@pytest.mark.parametrize(("error", "status"), [(WrongKey("another key"), 409), (StillSealed("it lies in a shoe"), 409)])
def test_what_cannot_be_opened_is_refused_with_its_reason(error: Exception, status: int) -> None:
    app = FastAPI()
    _faults(app)

    @app.get("/")
    async def asked() -> None:
        raise error

    async def scene() -> httpx.Response:
        async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://house") as http:
            return await http.get("/")

    told = asyncio.run(scene())
    assert (told.status_code, told.json()["error"]["sentence"]) == (status, f"this cannot be shown: {error}")
