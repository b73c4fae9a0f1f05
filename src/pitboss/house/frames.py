"""Frames: on their way in counted, whatever they are; on their way out written once and sent without a detour."""

from asyncio import BaseTransport
from collections.abc import Callable
from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import CloseCode, Frame
from websockets.http11 import Request

from pitboss.house.rate_limit import Bucket

EXTENSION = "pitboss.tell"
WAITING_BYTES_MAX = 1 << 20
FRAGMENTS_MAX = 64  # of one message
_WHOLE_TEXT = 0x81
Tell = Callable[[bytes], bool]


def frame(text: bytes) -> bytes:
    """A text as one WebSocket frame of a server: final, and not masked (RFC 6455, section 5.2)."""
    size = len(text)
    if size < 126:
        return bytes((_WHOLE_TEXT, size)) + text
    if size < 1 << 16:
        return b"%c\x7e%b%b" % (_WHOLE_TEXT, size.to_bytes(2, "big"), text)
    return b"%c\x7f%b%b" % (_WHOLE_TEXT, size.to_bytes(8, "big"), text)


class ShortWayOut(WebSocketsSansIOProtocol):
    """uvicorn's WebSocket; what the house says to a thousand sockets goes straight to the transport.

    The ASGI way needs a queue and a task for each socket, and three layers that look at every message again.
    """

    def __init__(self, *arguments: Any, **named: Any) -> None:
        """As uvicorn makes it."""
        super().__init__(*arguments, **named)
        self._said: list[bytes] = []
        self._doors = self.config.app.state.doors  # type: ignore[union-attr]  # the application of `server_for`
        self._clock, settings = self._doors.house.clock, self._doors.house.settings
        self._counted = Bucket(settings.frames_burst, settings.frames_a_second, self._clock.now_ms())

    def connection_made(self, transport: BaseTransport) -> None:
        """A connection that came in as a request goes on as a socket."""
        super().connection_made(transport)
        self._doors.peers.enter(self._peer)

    def connection_lost(self, exc: Exception | None) -> None:
        """Somebody goes."""
        self._doors.peers.leave(self._peer)
        super().connection_lost(exc)

    def shutdown(self) -> None:
        """The house closes; to who has just said goodbye, and is only not gone yet, nothing more can be said."""
        if self.transport.is_closing():
            self.stop_keepalive()
        else:
            super().shutdown()

    @property
    def _peer(self) -> str:
        return self.client[0] if self.client is not None else ""

    # --- in: what is no message of its own never reaches the application, and is counted here -----------------------

    def _is_within(self, fragments: int = 0) -> bool:
        if self.close_sent or self.disconnected:
            return False
        if fragments < FRAGMENTS_MAX and self._counted.take(self._clock.now_ms()):
            return True
        self.conn.fail(CloseCode.POLICY_VIOLATION, "too many pings or fragments")
        self.handle_parser_exception()
        return False

    def handle_ping(self) -> None:
        """Answer, within the limit."""
        if self._is_within():
            super().handle_ping()

    def handle_pong(self, event: Frame) -> None:
        """An answer, or something nobody asked for."""
        if self._is_within():
            super().handle_pong(event)

    def handle_cont(self, event: Frame) -> None:
        """A further part of a message, within the limit."""
        if self._is_within(len(self.frames)):
            super().handle_cont(event)

    def handle_text(self, event: Frame) -> None:
        """Whether it is a text the protocol says, with a sentence; the server would only log it and hang up."""
        self.handle_bytes(event)

    # --- out ------------------------------------------------------------------------------------------------------

    def handle_connect(self, event: Request) -> None:
        """Offer the short way to the application."""
        super().handle_connect(event)
        if self.response.status_code == 101:
            extensions: dict[str, Any] = self.scope["extensions"]
            extensions[EXTENSION] = self.tell

    def tell(self, text: bytes) -> bool:
        """Send a text after what was sent before; False when the client has left too much unread and is let go.

        Whatever is said until the loop comes round goes out together: what a move led to, and that it was accepted.
        """
        if self.disconnected or self.close_sent or self.transport.is_closing():
            return True
        if self.transport.get_write_buffer_size() > WAITING_BYTES_MAX:
            self.transport.abort()
            return False
        if not self._said:
            self.loop.call_soon(self._send_said)
        self._said.append(frame(text))
        return True

    def _send_said(self) -> None:
        said, self._said = self._said, []
        if not (self.disconnected or self.close_sent or self.transport.is_closing()):
            self.transport.write(b"".join(said))
