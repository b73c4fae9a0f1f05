"""The relay: what somebody says about a table of another process is passed on, and what is told there comes back."""

import asyncio
import contextlib
import logging
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Protocol

import msgspec

from pitboss.house import protocol
from pitboss.house.house import House
from pitboss.house.neighbours import Moving, Neighbour
from pitboss.house.reach import Gone, Line

AGAIN_MS = 1000  # who asks for a table that nobody has yet asks again after so long
LOOK_MS = 1000
RETRY_MS = 500
WAITING_MAX = 1000  # messages of one client that wait for a line
TABLES_MORE = 4  # than another process has, and a quarter: then a new table is opened there
log = logging.getLogger("pitboss.house")

_NEWS = (b'{"type":"facts"', b'{"type":"table"', b'{"type":"console"')  # what there is most of, and is not looked into
_FOR_ONE_PROCESS = ("welcome", "pong", "waiting", "stopping", "lobby", "lobby-changed")
_NOT_THERE = ("elsewhere", "closed", "busy", "error")  # of which a table is named that is not watched there


class Told(msgspec.Struct):
    """Of a message on its way down, what concerns the relay."""

    type: str
    id: str | None = None
    table: str | None = None
    bankroll_cents: int | None = None


_TOLD = msgspec.json.Decoder(Told)


class Client(Protocol):
    """Whose lines they are."""

    def tell(self, text: bytes) -> None:
        """Send a text, in order."""

    def say(self, message: protocol.Reply) -> None:
        """Send a message."""

    def say_bankroll(self, cents: int) -> None:
        """Say what they have."""

    def turned_away(self) -> None:
        """Another process does not know them: they come in anew."""


class Relay:
    """Every line of this process to another; a line to a process that lives no longer is cut."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.clock = house.clock
        self._lines: set[_FarLine] = set()
        self._looking = False
        self._placed: Counter[str] = Counter()  # tables opened there since its tables were last counted
        self._placed_among: Sequence[Neighbour] = ()

    async def place_for(self, asked: protocol.OpenTable) -> str | None:
        """Where a new table opens, unless here: one to deal where the school is, others where there is more room."""
        neighbours = self.house.neighbours
        if asked.deal is not None:
            return None if neighbours.has_cage else await neighbours.cage()
        there = neighbours.living()
        if asked.practice or not there:
            return None
        if there != self._placed_among:
            self._placed, self._placed_among = Counter(), there
        tables = {one.address: one.tables + self._placed[one.address] for one in there if not one.draining}
        least = min(tables, key=lambda address: (tables[address], address), default=None)
        if least is None or len(self.house.tables) <= tables[least] * 5 // 4 + TABLES_MORE:
            return None
        self._placed[least] += 1
        return least

    def opened(self, line: "_FarLine") -> None:
        """Look after a line."""
        self._lines.add(line)
        if not self._looking:
            self._looking = True
            self.clock.after(LOOK_MS, self._look)

    def ended(self, line: "_FarLine") -> None:
        """It is no more."""
        self._lines.discard(line)

    def _look(self) -> None:
        """A process that was paused says nothing and hangs up on nobody: that it lost its lease is what counts."""
        alive = {neighbour.address for neighbour in self.house.neighbours.living()}
        for line in tuple(self._lines):
            if line.address not in alive:
                line.cut()
        self._looking = bool(self._lines)
        if self._looking:
            self.clock.after(LOOK_MS, self._look)


class Lines:
    """One client's lines to other processes, each opened when something is first asked of a table there."""

    def __init__(self, relay: Relay, client: Client, headers: Mapping[str, str]) -> None:
        self._relay = relay
        self._client = client
        self._headers = headers
        self._by_address: dict[str, _FarLine] = {}
        self._where: dict[str, str] = {}  # each table that was found, until it moves
        self._later: set[str] = set()

    def at(self, table: str) -> str | None:
        """Where a table was when it was last spoken of."""
        return self._where.get(table)

    def come(self, address: str) -> "_FarLine":
        """Be there: open a line, unless there is one."""
        if address not in self._by_address:
            self._by_address[address] = _FarLine(self._relay, address, self._headers, self)
        return self._by_address[address]

    def pass_on(self, address: str, asked: protocol.Request) -> None:
        """Pass something on, after what was passed on there before."""
        line = self.come(address)
        table = getattr(asked, "table", None)
        if table is not None:
            self._where[table] = address
        line.pass_on(asked)

    def leave(self, table: str) -> str | None:
        """Somebody watches a table no longer: where it was."""
        address = self._where.get(table)
        if address is not None and address in self._by_address:
            self._by_address[address].watched.discard(table)
        return address

    @property
    def watched(self) -> set[str]:
        """The tables elsewhere that are watched."""
        return {table for line in self._by_address.values() for table in line.watched}

    def close(self) -> None:
        """The client has gone."""
        for line in tuple(self._by_address.values()):
            line.cut(quietly=True)

    # --- what the lines report ------------------------------------------------------------------------------------

    def hear(self, address: str, text: bytes, told: Told | None) -> None:
        """Something came down."""
        if told is not None and told.table is not None:
            if told.type == "opened":
                self._where[told.table] = address
            elif told.type in _NOT_THERE:
                self.leave(told.table)
                self._where.pop(told.table, None)
        self._client.tell(text)

    def hear_bankroll(self, cents: int) -> None:
        """What the client has, as another process knows it."""
        self._client.say_bankroll(cents)

    def turned_away(self, text: bytes) -> None:
        """The other process does not let the client in, and says why."""
        self._client.tell(text)
        self._client.turned_away()

    def lost(self, line: "_FarLine") -> None:
        """A line is no more: what was not answered is to be sent again, and what was watched to be joined again."""
        del self._by_address[line.address]
        self._where = {table: address for table, address in self._where.items() if address != line.address}
        for asked in line.unanswered:
            self._client.say(protocol.Busy(id=asked, sentence=str(Moving()), retry_ms=RETRY_MS))
        for table in sorted(line.watched):
            if line.greeted:
                self._client.say(protocol.Elsewhere(table=table))
            else:
                self.say_later(table)

    def say_later(self, table: str) -> None:
        """Nobody has the table yet: ask again in a while."""
        if table not in self._later:
            self._later.add(table)
            self._relay.clock.after(AGAIN_MS, lambda: self._say_now(table))

    def _say_now(self, table: str) -> None:
        self._later.discard(table)
        self._client.say(protocol.Elsewhere(table=table))


class _FarLine:
    """One client's line to one process."""

    def __init__(self, relay: Relay, address: str, headers: Mapping[str, str], lines: Lines) -> None:
        self.address = address
        self.watched: set[str] = set()
        self.unanswered: dict[str, None] = {}
        self.greeted = False
        self._relay = relay
        self._lines = lines
        self._waiting: asyncio.Queue[bytes] = asyncio.Queue()
        self._waiting.put_nowait(protocol.encode(protocol.Hello(version=protocol.VERSION)))
        self._quietly = False
        relay.opened(self)
        self._task = asyncio.create_task(self._open(headers), name=f"line to {address}")
        self._task.add_done_callback(self._over)

    def pass_on(self, asked: protocol.Request) -> None:
        """Say something there, as soon as there is a line."""
        if isinstance(asked, protocol.Join):
            self.watched.add(asked.table)
        asked_id = getattr(asked, "id", None)
        if asked_id is not None:
            self.unanswered[asked_id] = None
        if self._waiting.qsize() >= WAITING_MAX:
            self.cut()
        self._waiting.put_nowait(protocol.encode(asked))

    def cut(self, quietly: bool = False) -> None:
        """No more of this line; quietly, when nobody is there to hear of it."""
        self._quietly = self._quietly or quietly
        self._task.cancel()

    def _over(self, task: asyncio.Task[None]) -> None:
        self._relay.ended(self)
        error = None if task.cancelled() else task.exception()
        if error is not None and not isinstance(error, Gone):
            log.error("line failed", exc_info=error)
        if not self._quietly:
            self._lines.lost(self)

    async def _open(self, headers: Mapping[str, str]) -> None:
        line = await self._relay.house.reach.line(self.address, headers)
        saying = asyncio.create_task(self._say(line))
        try:
            while True:
                self._hear(await line.hear())
        finally:
            saying.cancel()
            with contextlib.suppress(Gone, asyncio.CancelledError):
                await saying
            await line.close()

    async def _say(self, line: Line) -> None:
        while True:
            await line.say(await self._waiting.get())

    def _hear(self, text: bytes) -> None:
        if text.startswith(_NEWS):
            self._lines.hear(self.address, text, None)
            return
        told = _TOLD.decode(text)
        if told.id is not None:
            self.unanswered.pop(told.id, None)
        if not self.greeted and told.type == "error":
            self._lines.turned_away(text)
        elif told.bankroll_cents is not None:  # in a welcome too: of a change meanwhile nobody may have heard
            self.greeted = True
            self._lines.hear_bankroll(told.bankroll_cents)
        elif told.type not in _FOR_ONE_PROCESS:
            self._lines.hear(self.address, text, told)
