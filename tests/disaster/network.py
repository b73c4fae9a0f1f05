"""A simulated network: lines from clients to processes, and between these, that are slow, break, or fall silent.

A line is a WebSocket over TCP: what arrives, arrives in order, and nothing after a break; what was sent before a break
may still arrive. Lines know nothing of each other, so that what is sent over one may overtake what went over another.
"""

import asyncio
from collections import deque
from collections.abc import Callable, Mapping
from random import Random
from typing import Any

from pitboss.house.frames import EXTENSION
from pitboss.house.reach import Gone
from tests.disaster.loop import Process, SeededLoop

UNANSWERED_SECONDS = 40  # after which the house's server gives up a line that answers no ping


class Cut(Exception):
    """The line is no more, as far as this end knows."""


class End:
    """One end of a line: what has arrived there."""

    def __init__(self, process: Process) -> None:
        self.process = process
        self.arrived: deque[str] = deque()
        self.over = False
        self._woken: asyncio.Event = asyncio.Event()

    def arrive(self, text: str) -> None:
        """A message is there."""
        self.arrived.append(text)
        self._woken.set()

    def hang_up(self) -> None:
        """Nothing more comes."""
        self.over = True
        self._woken.set()

    async def hear(self) -> str:
        """The next message."""
        while not self.arrived:
            if self.over:
                raise Cut
            self._woken.clear()
            await self._woken.wait()
        return self.arrived.popleft()


class Line:
    """Between a client and the process of a house; the client may be another process."""

    def __init__(
        self, loop: SeededLoop, client: Process, house: Process, chance: Random, headers: Mapping[str, str]
    ) -> None:
        self._loop = loop
        self._headers = headers
        self._chance = chance
        self.client, self.house = End(client), End(house)
        self.silent = False
        self.slow = 1.0
        self.client_pings_seconds: float | None = None  # after which the client finds out by itself that nobody answers
        self.twice = False  # whatever the client sends arrives twice, as if it had been sent again
        self._last = {id(self.client): 0.0, id(self.house): 0.0}
        self.on_send: Callable[[str], None] = lambda _: None

    def _send(self, end: End, deliver: Callable[[], None]) -> None:
        if self.silent or end.process.dead:
            return
        at = self._loop.time() + self._chance.uniform(0.001, 0.08) * self.slow
        at = self._last[id(end)] = max(at, self._last[id(end)] + 1e-6)
        self._loop.call_at(at, deliver, context=end.process.context)

    def to_house(self, text: str) -> None:
        """The client says something."""
        if not self.client.over:
            for _ in range(2 if self.twice else 1):
                self._send(self.house, lambda: self.house.arrive(text))

    def to_client(self, text: str) -> None:
        """The house says something."""
        self.on_send(text)
        if not self.house.over:
            self._send(self.client, lambda: None if self.client.over else self.client.arrive(text))

    def leave(self, end: End) -> None:
        """One end hangs up; the other hears of it."""
        end.hang_up()
        other = self.house if end is self.client else self.client
        self._send(other, other.hang_up)

    def cut(self) -> None:
        """The line breaks; what was on its way may arrive before that is known."""
        for end in (self.client, self.house):
            self._send(end, end.hang_up)

    def fall_silent(self) -> None:
        """Nothing gets through any more; the house's server finds out after a while, the client by itself."""
        self.silent = True
        self._loop.call_later(UNANSWERED_SECONDS, self.house.hang_up, context=self.house.process.context)
        if self.client_pings_seconds is not None:
            self._loop.call_later(self.client_pings_seconds, self.client.hang_up, context=self.client.process.context)

    # --- the house's end, as the web server sees it -----------------------------------------------------------------

    @property
    def scope(self) -> dict[str, Any]:
        """What the application is given."""
        return {
            "type": "websocket",
            "path": "/ws",
            "query_string": b"",
            "scheme": "ws",
            "headers": [(name.encode(), value.encode()) for name, value in self._headers.items()],
            "client": ("192.0.2.1", 1),
            "subprotocols": [],
            "extensions": {EXTENSION: self._tell},
        }

    def _tell(self, text: bytes) -> bool:
        self.to_client(text.decode())
        return True

    def receiving(self) -> Callable[[], Any]:
        """What the application hears with."""
        greeted = False

        async def receive() -> dict[str, Any]:
            nonlocal greeted
            if not greeted:
                greeted = True
                return {"type": "websocket.connect"}
            try:
                return {"type": "websocket.receive", "text": await self.house.hear()}
            except Cut:
                return {"type": "websocket.disconnect", "code": 1006}

        return receive

    async def send(self, message: Any) -> None:
        """What the application says."""
        if message["type"] == "websocket.send":
            self.to_client(message["text"])
        elif message["type"] == "websocket.close":
            self.leave(self.house)


class FarEnd:
    """The line as the process at the client's end has it, which passes on what it hears."""

    def __init__(self, line: Line) -> None:
        self._line = line

    async def say(self, text: bytes) -> None:
        """Send a text."""
        if self._line.client.over:
            raise Gone("the line is over")
        self._line.to_house(text.decode())

    async def hear(self) -> bytes:
        """The next text."""
        try:
            return (await self._line.client.hear()).encode()
        except Cut:
            raise Gone("the line is over") from None

    async def close(self) -> None:
        """Hang up."""
        self._line.leave(self._line.client)
