"""A process of the house in a history: its clock, its life and its end, and its way to the others."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from dataclasses import replace
from functools import partial
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

from sqlalchemy.exc import SQLAlchemyError

from pitboss.cards.bits import SeededBits
from pitboss.house import archive, reach
from pitboss.house.clock import Clock
from pitboss.house.committer import Stopped
from pitboss.house.database import CannotOpen, Database, NoAnswer
from pitboss.house.doors import Doors
from pitboss.house.gate import Gate
from pitboss.house.house import House
from pitboss.house.ownership import Chain
from pitboss.house.processes import Processes
from pitboss.house.reach import LINE_SECONDS, Answered, Asked, Gone
from pitboss.house.settings import UNHURRIED
from pitboss.procedure.croupier import Croupier
from tests.disaster import http
from tests.disaster.bot import Wrong
from tests.disaster.http import application
from tests.disaster.loop import Process, SeededLoop
from tests.disaster.network import Cut, FarEnd, Line
from tests.disaster.postgres import SimEngine

if TYPE_CHECKING:
    from tests.disaster.world import World

_CHAIN = "SELECT epoch, process FROM chains WHERE table_id = ?"
WALL_MS = 1_700_000_000_000
SKEW_MS = 4_000  # by which no two clocks agree, if nobody has set them
STOP_SECONDS = 30.0
LEASE_MS, BEAT_MS = 10_000, 3_000
SETTINGS = replace(
    UNHURRIED,
    decide_ms=8_000,
    alone_ms=8_000,
    seed_ms=3_000,
    database_wait_ms=60_000,
    drain_ms=5_000,
    witness_ms=3_000,
    absent_seat_ms=60_000,  # nobody waits longer for who stays away than a history lasts
)


class SimClock(Clock):
    """The clock of a process: it may be wrong about the time of day, and never about how long something took."""

    def __init__(self, process: Process, loop: SeededLoop) -> None:
        self._process = process
        self._loop = loop

    def wall_ms(self) -> int:
        return WALL_MS + round(self._loop.time() * 1000) + self._process.skew_ms

    def now_ms(self) -> int:
        return round(self._loop.time() * 1000)


class Held(dict[str, Chain]):
    """The chains that a process has: one that it let go of it has again only by taking it, under another epoch."""

    def __init__(self, node: "Node") -> None:
        self._node = node
        self._let_go: dict[str, int] = {}
        self.let_go_at: dict[str, int] = {}  # and in which step

    def pop(self, table: str, *default: Any) -> Any:
        """Let go of one."""
        if table in self:
            self._let_go[table] = self[table].epoch
            self.let_go_at[table] = self._node.world.loop.steps
        return super().pop(table, *default)

    def was_taken(self, table: str) -> bool:
        """Whether a chain that was just let go of is another's by now, or nobody's, on disk."""
        row = self._node.world.server.store.raw.execute(_CHAIN, (table,)).fetchone()
        return bool(row != (self._let_go[table], self._node.id))

    def __setitem__(self, table: str, chain: Chain) -> None:
        if chain.epoch <= self._let_go.get(table, 0):
            why = f"{self._node.process.name} has {table} again, which it let go of, and has not taken it"
            self._node.world.invariants.wrong(Wrong(why))
        super().__setitem__(table, chain)

    def __ior__(self, others: Any) -> "Held":  # type: ignore[override, misc]  # as the house uses it
        for table, chain in others.items():
            self[table] = chain
        return self


class Node:
    """A process of the house."""

    def __init__(self, world: "World", number: int, other_version: bool = False) -> None:
        self.world = world
        self.number = number
        self.id = f"process {number}"
        self.address = f"192.0.2.{number}:8000"
        self.other_version = other_version
        self.process = Process(world.loop, f"house {number}")
        self.process.node = self
        self.process.skew_ms = Random(f"clock {world.seed} {number}").randint(-SKEW_MS, SKEW_MS)
        self.ready = False
        self.gone = False
        self.stopping = False
        self.lines: list[Line] = []
        self.asked: list[Callable[[], None]] = []  # over HTTP and not answered: what whoever asked is told if it ends
        self.house: House
        self.doors: Doors
        self.gate: Gate

    async def run(self) -> None:
        """Open, serve until the house fails; a supervisor starts another."""
        try:
            database = await Database.open("simulated", Path("simulated.key"), process=self.id)
        except CannotOpen:
            self.exit()
            return
        engine: SimEngine = database.engine  # type: ignore[assignment]  # it is the simulation's
        engine.owner = self.id
        database.ownership.held = Held(self)
        bits = SeededBits(f"{self.world.seed} {self.number}")
        house = self.house = House(
            database,
            SETTINGS,
            SimClock(self.process, self.world.loop),
            self.world.invariants.watched(Croupier(bits, asks_for_seeds=True)),
            self.world.vault,
            Processes(database, self.address, LEASE_MS, BEAT_MS),
        )
        house.reach = SimReach(self)
        house.table_id = lambda: f"t{self.number}{next(self.world.numbers)}"
        if self.other_version:
            house.rules_of = self._rules_of
            assert house.processes is not None
            house.processes.version += " of tomorrow"
        self.doors = Doors(house)
        self.gate = Gate(application(), self.doors, "house")
        house._lost = partial(self._lost, house._lost)  # type: ignore[method-assign]  # it is looked at what is lost
        ownership = database.ownership
        ownership.release = partial(self._release, ownership.release)  # type: ignore[method-assign]  # and given away
        tell_everybody, house.on_failure = house.on_failure, lambda sentence: self._failed(sentence, tell_everybody)
        try:
            await house.start()
        except (Stopped, NoAnswer, CannotOpen, SQLAlchemyError, OSError) as error:
            if isinstance(error, CannotOpen):
                raise Wrong(f"the house does not open: {error}") from None
            house.on_failure = lambda _: None  # it is told to close, and does not stop by itself
            await self._close()
            return
        self.doors.open()
        self.ready = True

    def _rules_of(self, recipe: Any) -> Any:
        raise archive.OtherRules("it was opened by another version")

    @property
    def serves(self) -> bool:
        """Whether people get in."""
        return self.ready and not self.gone and not self.stopping

    def _failed(self, sentence: str, tell_everybody: Callable[[str], None]) -> None:
        self.world.invariants.stopped(self, sentence)
        tell_everybody(sentence)
        self.process.spawn(self._close())

    def _lost(self, goes_on: Callable[[str, Exception], None], chain: str, why: Exception) -> None:
        self.world.invariants.lost(self, chain, why)
        goes_on(chain, why)

    async def _release(
        self, goes_on: Callable[[str, str | None], Awaitable[None]], table: str, to: str | None = None
    ) -> None:
        self.world.invariants.gives(self, table)
        await goes_on(table, to)

    async def stop(self) -> None:
        """An operator stops it in order: it hands over what it has."""
        self.stopping = True
        with suppress(TimeoutError):
            async with asyncio.timeout(STOP_SECONDS):
                await self.house.drain()
        self.doors.say_goodbye()
        await asyncio.sleep(0)
        await self._close()

    async def _close(self) -> None:
        try:
            async with asyncio.timeout(STOP_SECONDS):
                await self.house.stop()
                await self.house.database.close()
        except TimeoutError:
            self.world.invariants.slow_to_stop(self)
        self.exit()

    def exit(self, noticed: bool = True) -> None:
        """The process ends: its lines break, and the database hears of it; or nobody does, if its machine is gone."""
        self.gone = True
        self.process.kill()
        for line in self.lines:
            if noticed:
                line.cut()
            else:
                line.fall_silent()
        for lost in self.asked if noticed else ():
            lost()
        self.world.server.lose_client(self.process, 0.01 if noticed else self.world.found_out_seconds)

    def answer(self, line: Line) -> None:
        """Somebody is on the line."""
        self.lines.append(line)
        self.process.spawn(self._serve(line))

    async def _serve(self, line: Line) -> None:
        """As a web server does, hang up when the application has ended, however that was."""
        await self.gate(line.scope, line.receiving(), line.send)
        line.leave(line.house)


class SimReach:
    """The way from one process to another."""

    def __init__(self, node: Node) -> None:
        self._node = node
        self._world = node.world

    async def _reached(self, address: str) -> Node:
        await asyncio.sleep(self._world.chance.uniform(0.001, 0.02))
        for node in self._world.nodes:
            if node.address == address and node.ready and not node.gone:
                if node.process.paused_until <= self._world.loop.time():
                    return node
                await asyncio.sleep(LINE_SECONDS)
        raise Gone(address)

    async def line(self, address: str, headers: Mapping[str, str]) -> FarEnd:
        """A line to another process."""
        node = await self._reached(address)
        line = self._world.line(self._node.process, node, headers)
        line.client_pings_seconds = 2 * reach.PING_SECONDS
        self._node.lines.append(line)
        self._world.between.append(line)
        return FarEnd(line)

    async def ask(self, address: str, asked: Asked) -> Answered:
        """A request, passed on."""
        node = await self._reached(address)
        try:
            return await http.ask(self._node.process, node, asked, reach.ANSWER_SECONDS)
        except Cut:
            raise Gone(address) from None
