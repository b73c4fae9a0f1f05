"""A WebSocket client that costs next to nothing, so that a load is mostly the house's own work.

Only what a load needs: whole text frames, answers to pings, no extensions. A mask of zeros is a mask, and leaves the
payload as it is.
"""

import asyncio
import base64
import os
from collections.abc import Callable
from typing import cast
from urllib.parse import urlsplit

TEXT, CLOSE, PING, PONG = 1, 8, 9, 10
NO_MASK = bytes(4)


class LightSocket(asyncio.Protocol):
    """One connection; every text frame is handed to `hear`."""

    def __init__(self, request: bytes) -> None:
        self.hear: Callable[[bytes], None] = lambda _: None
        self.lost: Callable[[], None] = lambda: None
        self.open = asyncio.get_running_loop().create_future()
        self._request = request
        self._unread = b""
        self._greeted = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Ask for the upgrade."""
        self._transport = cast(asyncio.Transport, transport)
        self._transport.write(self._request)

    def connection_lost(self, error: Exception | None) -> None:
        """Nobody is there any more."""
        if not self.open.done():
            self.open.set_exception(ConnectionError("the house did not take the socket"))
        else:
            self.lost()

    def data_received(self, data: bytes) -> None:
        """Take every whole frame; keep the rest."""
        unread = self._unread + data if self._unread else data
        if not self._greeted:
            head, end, unread = unread.partition(b"\r\n\r\n")
            if not end:
                self._unread = head
                return
            self._greeted = True
            if b" 101 " in head.partition(b"\r\n")[0]:
                self.open.set_result(None)
            else:
                self.open.set_exception(ConnectionError(head.decode(errors="replace")))
        at, end_of_data = 0, len(unread)
        while end_of_data - at >= 2:
            size, start = unread[at + 1], at + 2
            if size == 126:
                size, start = int.from_bytes(unread[at + 2 : at + 4], "big"), at + 4
            elif size == 127:
                size, start = int.from_bytes(unread[at + 2 : at + 10], "big"), at + 10
            if start + size > end_of_data:
                break
            kind, at = unread[at] & 0x0F, start + size
            if kind == TEXT:
                self.hear(unread[start:at])
            elif kind == PING:
                self._frame(PONG, unread[start:at])
            elif kind == CLOSE:
                self._transport.close()
        self._unread = unread[at:]

    def say(self, text: bytes) -> None:
        """Send a text frame."""
        self._frame(TEXT, text)

    def close(self) -> None:
        """Hang up."""
        self._transport.close()

    def _frame(self, kind: int, payload: bytes) -> None:
        size = len(payload)
        length = bytes((0x80 | size,)) if size < 126 else b"\xfe" + size.to_bytes(2, "big")
        self._transport.write(bytes((0x80 | kind,)) + length + NO_MASK + payload)


async def light_socket(url: str, cookie: str) -> LightSocket:
    """A socket to the house at this address, open."""
    address = urlsplit(url)
    key = base64.b64encode(os.urandom(16)).decode()
    request = (
        f"GET /ws HTTP/1.1\r\nHost: {address.netloc}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\nCookie: {cookie}\r\n\r\n"
    ).encode()
    host, port = address.hostname or "127.0.0.1", address.port or 80
    _, socket = await asyncio.get_running_loop().create_connection(lambda: LightSocket(request), host, port)
    await socket.open
    return socket
