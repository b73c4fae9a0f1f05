"""A connection that is late: told so once, and never in the middle of an answer."""

import asyncio
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import h11
import pytest
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from uvicorn.server import ServerState

from pitboss.house.connections import CROWDED, LATE, Punctual
from pitboss.house.database import Database
from pitboss.house.frames import FRAGMENTS_MAX, WAITING_BYTES_MAX, ShortWayOut, frame
from pitboss.house.house import House
from pitboss.house.serving import server_for
from pitboss.house.settings import UNHURRIED
from tests.house.kit import StillClock

HALF = b"POST /api/session HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-length: 2\r\n\r\n{"


class Line(asyncio.Transport):
    """A line to somebody: what is sent on it, and how often it was closed."""

    def __init__(self) -> None:
        super().__init__()
        self.sent = b""
        self.closes = 0

    def write(self, data: Any) -> None:
        self.sent += data

    def close(self) -> None:
        self.closes += 1

    def is_closing(self) -> bool:
        return self.closes > 0


def at_the_door(db: str, key: Path, scene: Callable[[Punctual, Line, StillClock], None]) -> None:
    """Somebody has come and sent the first half of a request."""

    async def play() -> None:
        clock = StillClock()
        house = House(await Database.open(db, key), UNHURRIED, clock)
        try:
            config = server_for(house, "127.0.0.1", 0, open_tables=False).config
            one, line = Punctual(config, ServerState(), {}), Line()
            one.connection_made(line)
            one.data_received(HALF)
            scene(one, line, clock)
            one.connection_lost(None)
            await asyncio.sleep(0)
        finally:
            await house.database.close()

    asyncio.run(play())


def test_who_is_late_is_told_so_and_let_go_once(sqlite_db: str, key: Path) -> None:
    def scene(_: Punctual, line: Line, clock: StillClock) -> None:
        clock.pass_ms(UNHURRIED.request_ms)
        clock.pass_ms(UNHURRIED.request_ms)
        assert (line.sent, line.closes) == (LATE, 1)

    at_the_door(sqlite_db, key, scene)


def test_on_a_line_that_is_being_closed_nothing_more_is_said(sqlite_db: str, key: Path) -> None:
    """Who does not read keeps a closed line open for as long as something is still to be sent on it."""

    def scene(_: Punctual, line: Line, clock: StillClock) -> None:
        line.close()
        clock.pass_ms(UNHURRIED.request_ms)
        assert (line.sent, line.closes) == (b"", 1)

    at_the_door(sqlite_db, key, scene)


def test_who_is_late_while_an_answer_is_on_its_way_gets_no_second_one_in_the_middle_of_it(
    sqlite_db: str, key: Path
) -> None:
    def scene(one: Punctual, line: Line, clock: StillClock) -> None:
        one.conn.send(h11.Response(status_code=200, headers=[("content-length", "9")]))
        clock.pass_ms(UNHURRIED.request_ms)
        assert (line.sent, line.closes) == (b"", 1)

    at_the_door(sqlite_db, key, scene)


@pytest.mark.parametrize("left", [True, False])
def test_who_has_gone_is_not_waited_for(sqlite_db: str, key: Path, left: bool) -> None:
    def scene(one: Punctual, _: Line, clock: StillClock) -> None:
        peers = cast(Any, one.config.app).state.doors.peers
        assert (len(clock.waiting), peers.total) == (1, 1)
        if left:
            one.connection_lost(None)
        else:
            one.data_received(b"}")
        assert (clock.waiting, peers.total) == ([], 0 if left else 1)
        assert one._deadline is None, "with a further request it begins anew"

    at_the_door(sqlite_db, key, scene)


def test_a_socket_is_no_request_that_is_waited_for_and_counts_itself(
    sqlite_db: str, key: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(H11Protocol, "handle_websocket_upgrade", lambda *_: None)

    def scene(one: Punctual, _: Line, clock: StillClock) -> None:
        one.handle_websocket_upgrade(h11.Request(method="GET", target="/ws", headers=[("host", "-")]))
        assert (clock.waiting, cast(Any, one)._doors.peers.total) == ([], 0)

    at_the_door(sqlite_db, key, scene)


def test_for_whom_there_is_no_room_nothing_is_read(sqlite_db: str, key: Path) -> None:
    def scene(one: Punctual, _: Line, clock: StillClock) -> None:
        cast(Any, one)._doors.has_room = lambda peer: False
        another, line = Punctual(one.config, ServerState(), {}), Line()
        another.connection_made(line)
        another.data_received(HALF + b"}")
        assert (line.sent, line.closes, len(clock.waiting)) == (CROWDED, 1, 1)
        assert another.conn.their_state is h11.IDLE
        another.connection_lost(None)

    at_the_door(sqlite_db, key, scene)


@pytest.mark.parametrize("over", ["", "disconnected", "close_sent", "closing"])
def test_what_is_said_goes_out_together_unless_the_socket_is_over_by_then(over: str) -> None:
    line = Line()
    line.closes = int(over == "closing")
    socket: Any = SimpleNamespace(
        disconnected=over == "disconnected", close_sent=over == "close_sent", transport=line, _said=[b"one ", b"two"]
    )
    ShortWayOut._send_said(socket)
    assert (line.sent, socket._said) == (b"" if over else b"one two", [])


@pytest.mark.parametrize(("unread", "kept"), [(WAITING_BYTES_MAX, True), (WAITING_BYTES_MAX + 1, False)])
def test_who_leaves_so_much_unread_is_let_go(unread: int, kept: bool) -> None:
    aborted: list[bool] = []
    soon: list[object] = []
    transport = SimpleNamespace(
        is_closing=lambda: False, get_write_buffer_size=lambda: unread, abort=lambda: aborted.append(True)
    )
    socket: Any = SimpleNamespace(
        disconnected=False,
        close_sent=False,
        transport=transport,
        _said=[],
        _send_said=None,
        loop=SimpleNamespace(call_soon=soon.append),
    )
    assert [ShortWayOut.tell(socket, b"one"), ShortWayOut.tell(socket, b"two")] == [kept, kept]
    assert (socket._said, len(soon)) == (([frame(b"one"), frame(b"two")], 1) if kept else ([], 0))
    assert bool(aborted) != kept


@pytest.mark.parametrize(
    ("there", "over", "taken", "failed"),
    [
        (FRAGMENTS_MAX - 1, "", True, False),
        (FRAGMENTS_MAX, "", False, True),
        (1, "close_sent", False, False),
        (1, "disconnected", False, False),
    ],
)
def test_a_message_has_so_many_fragments_and_of_a_socket_that_is_over_none_is_counted(
    monkeypatch: pytest.MonkeyPatch, there: int, over: str, taken: bool, failed: bool
) -> None:
    heard: list[object] = []
    codes: list[int] = []
    counted: list[int] = []

    def take(now_ms: int) -> bool:
        counted.append(now_ms)
        return True

    monkeypatch.setattr(WebSocketsSansIOProtocol, "handle_cont", lambda _, event: heard.append(event))
    socket: Any = ShortWayOut.__new__(ShortWayOut)
    vars(socket).update(
        frames=[b""] * there,
        close_sent=over == "close_sent",
        disconnected=over == "disconnected",
        conn=SimpleNamespace(fail=lambda code, _: codes.append(code)),
        handle_parser_exception=lambda: None,
        _clock=StillClock(),
        _counted=SimpleNamespace(take=take),
    )
    socket.handle_cont(b"one more")
    assert (heard == [b"one more"], codes == [1008]) == (taken, failed)
    assert bool(counted) is taken
