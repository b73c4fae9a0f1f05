"""Connections before they say anything: so many at once, and a request that is begun arrives whole in time."""

import asyncio
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

_ARRIVING = (h11.IDLE, h11.SEND_BODY)


def _plain(status: bytes, sentence: bytes) -> bytes:
    head = (
        b"HTTP/1.1 %b\r\ncontent-type: text/plain; charset=utf-8\r\ncontent-length: %d\r\nconnection: close\r\n\r\n%b"
    )
    return head % (status, len(sentence), sentence)


LATE = _plain(b"408 Request Timeout", b"the request did not arrive whole in time")
CROWDED = _plain(b"429 Too Many Requests", b"there are too many connections; try again later")


class Punctual(H11Protocol):
    """uvicorn's HTTP; who holds a connection without asking for anything is let go."""

    def __init__(self, *arguments: Any, **named: Any) -> None:
        """As uvicorn makes it."""
        super().__init__(*arguments, **named)
        self._doors = self.config.app.state.doors  # type: ignore[union-attr]  # the application of `server_for`
        self._deadline: asyncio.TimerHandle | None = None
        self._entered: str | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as uvicorn has it
        """Somebody comes, if there is room."""
        super().connection_made(transport)
        peer = self.client[0] if self.client is not None else ""
        if not self._doors.has_room(peer):
            transport.write(CROWDED)
            transport.close()
            return
        self._entered = peer
        self._doors.peers.enter(peer)
        self._begin()

    def connection_lost(self, exc: Exception | None) -> None:
        """Somebody goes."""
        self._leave()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """A part of a request, or several."""
        if self._entered is None:
            return
        super().data_received(data)
        if self.conn.their_state not in _ARRIVING:
            self._arrived()
        elif self._deadline is None and self._entered is not None:
            self._begin()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """The socket goes on where the request has ended, and counts itself."""
        self._leave()
        super().handle_websocket_upgrade(event)

    def _begin(self) -> None:
        self._deadline = self._doors.house.clock.after(self._doors.house.settings.request_ms, self._late)

    def _arrived(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def _late(self) -> None:
        self._deadline = None
        if self.transport.is_closing():
            return
        if self.conn.our_state in (h11.IDLE, h11.SEND_RESPONSE):  # nothing of an answer is on its way
            self.transport.write(LATE)
        self.transport.close()

    def _leave(self) -> None:
        self._arrived()
        if self._entered is not None:
            self._doors.peers.leave(self._entered)
            self._entered = None
