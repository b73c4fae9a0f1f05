"""How one process of a house reaches another: a WebSocket for somebody who watches a table there, a request passed on.

Whoever passes something on has seen to it that it may come in, and says whom it comes from. Its word is taken because
it is signed with a secret that the processes of one house have from their common key. Nothing is passed on twice.
"""

import asyncio
import hmac
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, Protocol

import h11
import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

HOP = "x-pitboss-hop"
LINE_SECONDS = 2  # within which a process that lives opens a line
ANSWER_SECONDS = 30
PING_SECONDS = 5  # how often a line is tried, and within which it answers
FRAME_BYTES_MAX = 1 << 24  # a whole table with a long record
CHUNK_BYTES = 65_536


class Gone(ConnectionError):
    """The other process does not answer, or answers no more."""


class Asker(NamedTuple):
    """Whom something comes from: the address, and whether it came over `http` or `https`."""

    address: str
    scheme: str


class Word:
    """The word of one process to another on who asks."""

    def __init__(self, secret: bytes) -> None:
        self._secret = secret

    def given(self, path: str, asker: Asker) -> str:
        """As a header says it."""
        signed = hmac.digest(self._secret, f"{path} {asker.address} {asker.scheme}".encode(), "sha256")
        return f"{signed.hex()} {asker.address} {asker.scheme}"

    def taken(self, path: str, written: str | None) -> Asker | None:
        """Who asks; None unless a process of this house says it."""
        if written is None:
            return None
        _, _, rest = written.partition(" ")
        address, _, scheme = rest.rpartition(" ")
        asker = Asker(address, scheme)
        return asker if hmac.compare_digest(self.given(path, asker).encode(), written.encode()) else None


def target(scope: Mapping[str, Any]) -> str:
    """What is asked for, as it is written and signed."""
    raw: bytes = scope.get("raw_path") or scope["path"].encode()
    query: bytes = scope.get("query_string", b"")
    return (raw + (b"?" + query if query else b"")).decode("latin-1")


class Line(Protocol):
    """A WebSocket to another process, for one client."""

    async def say(self, text: bytes) -> None:
        """Send a text, after those before it; or `Gone`."""

    async def hear(self) -> bytes:
        """The next text; or `Gone`."""

    async def close(self) -> None:
        """Hang up."""


class Asked(msgspec.Struct, frozen=True, kw_only=True):
    """A request to another process."""

    method: str
    path: str
    headers: Mapping[str, str] = {}
    body: bytes = b""


class Answered(msgspec.Struct, frozen=True):
    """What came back."""

    status: int
    headers: Sequence[tuple[bytes, bytes]]
    body: bytes


class Reach(Protocol):
    """The way to other processes; the simulation has one of its own."""

    async def line(self, address: str, headers: Mapping[str, str]) -> Line:
        """Open a line; or `Gone`."""

    async def ask(self, address: str, asked: Asked) -> Answered:
        """Ask, and wait for the whole answer; or `Gone`."""


class _Socket:
    """A line over the network."""

    def __init__(self, socket: ClientConnection) -> None:
        self._socket = socket

    async def say(self, text: bytes) -> None:
        """Send a text."""
        try:
            await self._socket.send(text, text=True)
        except (WebSocketException, OSError) as error:
            raise Gone(str(error)) from None

    async def hear(self) -> bytes:
        """The next text."""
        try:
            return await self._socket.recv(decode=False)
        except (WebSocketException, OSError) as error:
            raise Gone(str(error)) from None

    async def close(self) -> None:
        """Hang up, without waiting for who may not be there."""
        self._socket.transport.abort()


class Network:
    """The way there is: TCP."""

    async def line(self, address: str, headers: Mapping[str, str]) -> Line:
        """Open a line."""
        try:
            socket = await connect(
                f"ws://{address}/ws",
                additional_headers=dict(headers),
                compression=None,
                proxy=None,
                open_timeout=LINE_SECONDS,
                ping_interval=PING_SECONDS,  # its lease says that the other process lives, not that the line does
                ping_timeout=PING_SECONDS,
                max_size=FRAME_BYTES_MAX,
                user_agent_header=None,
            )
        except (WebSocketException, OSError, TimeoutError) as error:
            raise Gone(f"{address}: {error}") from None
        return _Socket(socket)

    async def ask(self, address: str, asked: Asked) -> Answered:
        """Ask over a connection of its own."""
        host, _, port = address.rpartition(":")
        try:
            async with asyncio.timeout(ANSWER_SECONDS):
                async with asyncio.timeout(LINE_SECONDS):
                    reader, writer = await asyncio.open_connection(host.strip("[]"), int(port))
                try:
                    writer.write(_written(asked, address))
                    return await _answered(reader)
                finally:
                    writer.close()
        except (OSError, TimeoutError, h11.ProtocolError) as error:
            raise Gone(f"{address}: {error}") from None


def _written(asked: Asked, address: str) -> bytes:
    headers = {"host": address, **asked.headers, "content-length": str(len(asked.body)), "connection": "close"}
    sends = h11.Connection(h11.CLIENT)
    request = h11.Request(method=asked.method, target=asked.path, headers=list(headers.items()))
    parts = [sends.send(request), sends.send(h11.Data(data=asked.body)), sends.send(h11.EndOfMessage())]
    return b"".join(part or b"" for part in parts)


async def _answered(reader: asyncio.StreamReader) -> Answered:
    hears = h11.Connection(h11.CLIENT)
    hears.send(h11.Request(method="GET", target="/", headers=[("host", "-")]))  # an answer is read after a request
    hears.send(h11.EndOfMessage())
    head: h11.Response | None = None
    body = bytearray()
    while True:
        event: Any = hears.next_event()
        if event is h11.NEED_DATA:
            hears.receive_data(await reader.read(CHUNK_BYTES))
        elif isinstance(event, h11.Response):
            head = event
        elif isinstance(event, h11.Data):
            body += event.data
        elif isinstance(event, h11.EndOfMessage) and head is not None:
            return Answered(head.status_code, list(head.headers), bytes(body))
        elif isinstance(event, h11.ConnectionClosed | h11.EndOfMessage):
            raise Gone("the answer did not come whole")
