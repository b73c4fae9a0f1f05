"""Frames on their way out: written once, and handed to the network without a detour."""

from collections.abc import Callable
from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request

EXTENSION = "pitboss.tell"
WAITING_BYTES_MAX = 1 << 20
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
