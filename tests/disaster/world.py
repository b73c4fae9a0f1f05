"""The whole house in one history: people, lines, processes, a database, and whatever goes wrong by plan."""

import asyncio
import logging
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from random import Random
from typing import Any
from unittest.mock import patch

import msgspec
from sqlalchemy.exc import SQLAlchemyError

from pitboss.cards.bits import SeededBits
from pitboss.house import accounts, adopting, archive, lobby, long_rounds, numbers, reach, schema
from pitboss.house import committer as committer_module
from pitboss.house import database as database_module
from pitboss.house import house as house_module
from pitboss.house.accounts import Accounts
from pitboss.house.clock import Clock
from pitboss.house.committer import Stopped
from pitboss.house.database import CannotOpen, Database, NoAnswer
from pitboss.house.doors import Doors
from pitboss.house.gate import Gate
from pitboss.house.house import House
from pitboss.house.neighbours import Moving
from pitboss.house.operator import Operator
from pitboss.house.orders import GrantChips, NotDone, Order, RemovePlayer
from pitboss.house.processes import Processes
from pitboss.house.reach import LINE_SECONDS, Answered, Asked, Gone
from pitboss.house.routes.answers import COOKIE
from pitboss.house.settings import UNHURRIED
from pitboss.house.telling import ShoeStory, Telling
from pitboss.house.turns import Busy
from pitboss.house.vault import Vault
from pitboss.procedure import checkpoint, replay
from pitboss.procedure.croupier import Croupier
from pitboss.procedure.refusal import Refused
from pitboss.procedure.table import PROCEDURE, Table
from pitboss.rules import variant
from pitboss.rules.rules import Rules
from tests.disaster import http
from tests.disaster.bot import Bot, Wrong
from tests.disaster.faults import Fault, plan_of
from tests.disaster.http import application
from tests.disaster.invariants import Invariants
from tests.disaster.loop import Process, SeededLoop, here
from tests.disaster.network import Cut, FarEnd, Line
from tests.disaster.postgres import FOUND_OUT_SECONDS, Moment, Server, SimEngine
from tests.disaster.transactions import rules
from tests.disaster.visitor import Visitor

PEOPLE, VISITORS_MOST = 2, 2
PROCESSES = (1, 2, 2, 3)  # of which the number of a house's processes is drawn
MORE_PROCESSES = 2  # than that, at most
WALL_MS = 1_700_000_000_000
LIVENESS_SECONDS = 200.0
STOP_SECONDS = 30.0
AGAIN_LATER = 503
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
GAMES: tuple[dict[str, Any], ...] = (
    {"game": "double-attack-pa"},
    {"game": "double-attack-nj"},
    {"game": "double-back-jack-pa"},
    {"game": "double-deck-house"},
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
        with suppress(NoAnswer):
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


@dataclass
class World:
    """One history."""

    seed: int
    plan: Sequence[Fault]
    loop: SeededLoop
    server: Server
    vault: Vault
    people: list[Bot] = field(default_factory=list)
    nodes: list[Node] = field(default_factory=list)
    between: list[Line] = field(default_factory=list)  # processes
    tables: dict[int, str] = field(default_factory=dict)  # that people play at, by numbers of their own
    visitors: list[Visitor] = field(default_factory=list)
    closing: set[int] = field(default_factory=set)  # of these tables those that are to close
    over: bool = False
    found_out_seconds: float = FOUND_OUT_SECONDS
    answers_lost: bool = False  # to what is asked over HTTP

    def __post_init__(self) -> None:
        self.chance = Random(f"world {self.seed}")
        self.numbers: Iterator[int] = iter(range(1, 10**6))
        self.by_token: dict[str, Bot] = {}
        self.invariants = Invariants(self)
        self.server.on_commit = self.invariants.committed
        self._lines = 0
        self._game = self.chance.choice(GAMES)
        self.processes = self.chance.choice(PROCESSES)

    # --- how people get to the house ------------------------------------------------------------------------------

    async def _reached(self, bot: Bot | Visitor) -> Node:
        await asyncio.sleep(self.chance.uniform(0.005, 0.05))
        serving = [node for node in self.nodes if node.serves and (bot.table is not None or not node.other_version)]
        if not serving:
            raise Cut
        return self.chance.choice(serving)

    async def ask(self, bot: Bot | Visitor, method: str, path: str, body: Mapping[str, Any] | None = None) -> Answered:
        """Ask the house something over HTTP, at any process; `Cut` where that fails and may be tried again."""
        headers = {"host": "house"}
        if bot.token is not None:
            headers["cookie"] = f"{COOKIE}={bot.token}"
        said = b"" if body is None else msgspec.json.encode(body)
        asked = Asked(method=method, path=path, headers=headers, body=said)
        answered = await http.ask(bot.process, await self._reached(bot), asked, 15.0)
        self.invariants.answered(bot, asked, answered)
        if answered.status == AGAIN_LATER:
            raise Cut
        return answered

    async def session(self, bot: Bot | Visitor, name: str) -> str:
        """A guest's session."""
        answered = await self.ask(bot, "POST", "/api/session", {"name": name})
        token = http.cookie_in(answered, COOKIE)
        if token is None:
            raise Cut  # the name is taken: by an earlier try, of which nothing was heard
        return token

    async def connect(self, bot: Bot, token: str) -> Line:
        """A line to the house."""
        node = await self._reached(bot)
        self.by_token.setdefault(token, bot)
        return self.line(bot.process, node, {"host": "house", "cookie": f"{COOKIE}={token}"})

    def line(self, client: Process, node: Node, headers: Mapping[str, str]) -> Line:
        """A line to a process of the house."""
        self._lines += 1
        line = Line(self.loop, client, node.process, Random(f"line {self.seed} {self._lines}"), headers)
        bot = self.by_token[headers["cookie"].partition("=")[2]]
        line.on_send = lambda text: self.invariants.said(node, bot, text)
        self.loop.call_later(0.01, node.answer, line, context=node.process.context)
        return line

    def wrong(self, why: Wrong) -> None:
        """What must never be, was."""
        self.invariants.wrong(why)

    def heard(self, bot: Bot, text: str, told: dict[str, Any]) -> None:
        """Somebody has heard something."""
        self.invariants.heard(bot, text, told)

    # --- how it goes ----------------------------------------------------------------------------------------------

    def come(self, at: int = 1, like: Bot | None = None) -> Bot:
        """Somebody comes to play; or the same person, to play at another table too."""
        number = len(self.people) + 1
        process = Process(self.loop, f"person {number}")
        bot = Bot(number, process, self, Random(f"person {self.seed} {number}"), at, like)
        bot.game = self._game
        bot.opens = not any(other.plays_at == at for other in self.people)
        self.people.append(bot)
        self.guard(process.spawn(bot.live()))
        return bot

    def start_house(self, other_version: bool = False) -> Node:
        """Another process of the house."""
        node = Node(self, len(self.nodes) + 1, other_version)
        self.nodes.append(node)
        self.guard(node.process.spawn(node.run()))
        return node

    def guard(self, task: "asyncio.Task[Any]") -> None:
        """What goes wrong in it is not lost."""
        task.add_done_callback(self.invariants.ended, context=self.loop.world.context)

    async def supervise(self) -> None:
        """Whoever dies is started again."""
        while True:
            await asyncio.sleep(self.chance.uniform(0.3, 1.5))
            self.invariants.look_around()
            if not self.over and len([node for node in self.alive if not node.other_version]) < self.processes:
                self.start_house()

    @property
    def alive(self) -> list[Node]:
        """The processes there are; first those that have most."""
        there = [node for node in self.nodes if not node.gone]
        return sorted(there, key=lambda node: (-len(node.house.tables) if node.ready else 0, node.number))

    async def history(self) -> None:
        """From the opening until every client has played on after the last fault, and all agree."""
        for _ in range(self.processes):
            self.start_house()
        self.loop.world.spawn(self.supervise())
        began = await self._opened() if self.chance.random() < 0.8 else 0.0
        for _ in range(PEOPLE):
            self.come()
        if self.processes > 1 and self.chance.random() < 0.5:
            self.come(2, self.people[0])
        for fault in self.plan:
            await self._sleep_until(began + fault.at)
            self.invariants.happened(fault)
            _DONE[fault.kind](self, fault)
        await self._sleep_until(began + max((fault.at + fault.seconds for fault in self.plan), default=0.0))
        await self._everybody_plays_on()
        await self._all_agree()

    async def _opened(self) -> float:
        """Mostly people come when every process is there, so that some are at one and their table at another."""
        while not all(node.ready for node in self.nodes):
            if self.loop.time() > LIVENESS_SECONDS:
                raise Wrong(f"the house has not opened within {LIVENESS_SECONDS:g} s, and nothing has gone wrong")
            await self.invariants.unless_wrong(asyncio.sleep(0.5))
        return self.loop.time()

    async def _sleep_until(self, at: float) -> None:
        await self.invariants.unless_wrong(asyncio.sleep(max(at - self.loop.time(), 0)))

    @property
    def here(self) -> list[Bot]:
        """Whoever is still there to play."""
        return [bot for bot in self.people if not bot.asleep]

    @property
    def players(self) -> list[Bot]:
        """Of those, each once who has a purse of their own: they can always go on to play."""
        return [bot for bot in self.here if bot.like is None]

    async def _everybody_plays_on(self) -> None:
        before, until = {bot.number: bot.rounds for bot in self.players}, self.loop.time() + LIVENESS_SECONDS
        while any(bot.rounds <= before[bot.number] for bot in self.players) or self._visits():
            if self.loop.time() > until:
                late = self._visits() or [
                    bot.name or f"Bot {bot.number}" for bot in self.players if bot.rounds <= before[bot.number]
                ]
                raise Wrong(f"{', '.join(late)} played no round within {LIVENESS_SECONDS:g} s of the last fault")
            await self.invariants.unless_wrong(asyncio.sleep(0.5))

    def _visits(self) -> list[str]:
        """Visitors who have not got what they came for, and tables that have not closed."""
        open_still = [one for one in self.closing if one in self.tables and not self.is_closed(self.tables[one])]
        return [one.process.name for one in self.visitors if not one.done] + [f"table {one}" for one in open_still]

    async def _everybody_gets_in(self) -> None:
        """Every process lets guests in by the name they give, wherever the register is kept."""
        until = self.loop.time() + LIVENESS_SECONDS
        for node in [one for one in self.alive if not one.other_version]:
            body = http.said({"name": f"Guest {node.number}"})
            asked = Asked(method="POST", path="/api/session", headers={"host": "house"}, body=body)
            while not node.gone:
                with suppress(Cut):
                    answered = await http.ask(self.loop.world, node, asked, 15.0)
                    if answered.status != AGAIN_LATER:
                        self.invariants.let_in(node, answered)
                        break
                if self.loop.time() > until:
                    raise Wrong(f"{node.process.name} lets nobody in within {LIVENESS_SECONDS:g} s of the last fault")
                await self.invariants.unless_wrong(asyncio.sleep(1))

    async def _all_agree(self) -> None:
        """Everybody rests; then every client has what the house has, and the house what is on disk."""
        for bot in self.people:
            bot.think = (10**6, 10**6 + 1)
        await self._everybody_gets_in()
        until = self.loop.time() + LIVENESS_SECONDS
        while (fault := self.invariants.disagreement()) is not None:
            if self.loop.time() > until:
                raise Wrong(fault)
            await self.invariants.unless_wrong(asyncio.sleep(0.5))
        await self.invariants.at_the_end()

    def is_closed(self, table: str) -> bool:
        """Whether a table has closed, on disk."""
        return self.server.value("SELECT table_id FROM closed_tables WHERE table_id = ?", table) is not None

    def line_of(self, whom: int) -> Line | None:
        """The line that somebody has now."""
        return self.people[(whom - 1) % len(self.people)].line


# --- what goes wrong ------------------------------------------------------------------------------------------------


def _commit(fate: str) -> Callable[[World, Fault], None]:
    return lambda world, _: world.server.next_commits.append(fate)


def _unanswered(world: World, _: Fault) -> None:
    world.server.unanswered += 1


def _for_a_while(world: World, fault: Fault, thing: Any, name: str, value: Any, usual: Any) -> None:
    setattr(thing, name, value)
    world.loop.call_later(fault.seconds, setattr, thing, name, usual)


def _slow(world: World, fault: Fault) -> None:
    _for_a_while(world, fault, world.server, "slow", 200.0, 1.0)


def _full(world: World, fault: Fault) -> None:
    _for_a_while(world, fault, world.server, "full", True, False)


def _line(change: Callable[[World, Fault, Line], None]) -> Callable[[World, Fault], None]:
    def do(world: World, fault: Fault) -> None:
        if (line := world.line_of(fault.whom)) is not None:
            change(world, fault, line)

    return do


def _every_line(world: World, _: Fault) -> None:
    for bot in world.people:
        if bot.line is not None:
            bot.line.cut()


def _house(change: Callable[[World, Fault, Node], None]) -> Callable[[World, Fault], None]:
    def do(world: World, fault: Fault) -> None:
        if there := [node for node in world.alive if node.ready]:
            change(world, fault, there[(fault.whom - 1) % len(there)])

    return do


def _writing(committed: bool, change: Callable[[Fault, Node], None]) -> Callable[[World, Fault], None]:
    """It befalls a process at one of the next moments at which it writes."""

    def do(world: World, fault: Fault) -> None:
        there = world.alive
        node = there[(fault.whom - 1) % len(there)] if there else None
        if node is not None:
            happens = partial(change, fault, node)
            world.server.moments.append(Moment(node.process, committed, world.chance.randint(0, 5), happens))

    return do


def _between(change: Callable[[Line], None]) -> Callable[[World, Fault], None]:
    def do(world: World, _: Fault) -> None:
        for line in world.between:
            change(line)
        world.between.clear()

    return do


def _started(other_version: bool) -> Callable[[World, Fault], None]:
    def do(world: World, _: Fault) -> None:
        if len(world.alive) < world.processes + MORE_PROCESSES:
            world.start_house(other_version)

    return do


def _not_heard_of(world: World, fault: Fault, node: Node) -> None:
    _for_a_while(world, fault, world.server, "no_beat_of", node.process, None)


def _two_purchases(world: World, _: Fault) -> None:
    """More at each than there is for both; and everybody else buys too, who has enough."""
    twice = [one for bot in world.people if bot.like is not None for one in (bot, bot.like)]
    for bot in world.people:
        bot.buy(6_000_00 if bot in twice else 1_00)


def _told_to_stop(world: World, _: Fault, node: Node) -> None:
    node.process.spawn(node.stop())


def _wrong_clock(world: World, fault: Fault, node: Node) -> None:
    node.process.skew_ms = (-7_200_000, 3_600_000, -5_000)[fault.whom - 1]


def _stays_away(world: World, fault: Fault) -> None:
    if len(world.players) > 1:
        world.players[-1].asleep = True


def _old_again(world: World, fault: Fault) -> None:
    world.people[(fault.whom - 1) % len(world.people)].send_first_again()


def _becomes_account(world: World, _: Fault) -> None:
    if len(world.visitors) < VISITORS_MOST:
        visitor = Visitor(len(world.visitors) + 1, world)
        world.visitors.append(visitor)
        world.guard(visitor.process.spawn(visitor.live()))


def _ordered(order_of: Callable[[World, Bot], Order], then: Callable[[World, Bot], None] = lambda *_: None) -> Any:
    """The operator orders something about somebody, where the cage is."""

    def do(world: World, fault: Fault) -> None:
        bot = world.players[(fault.whom - 1) % len(world.players)] if world.players else None
        cage = next((node for node in world.alive if node.ready and node.house.neighbours.has_cage), None)
        if bot is None or cage is None or not bot.token:
            return
        order = order_of(world, bot)

        async def carry_out() -> None:
            with suppress(NotDone, Stopped, Moving, NoAnswer, Busy, Refused):
                await Operator(cage.house).carry_out(order)
                then(world, bot)

        world.guard(cage.process.spawn(carry_out()))

    return do


def _grant(world: World, bot: Bot) -> Order:
    cents = 1_00 + len(world.invariants.ordered)
    world.invariants.ordered.append((bot.name, cents))
    return GrantChips(name=bot.name, cents=cents, reason="for the asking")


def _granted(world: World, bot: Bot) -> None:
    world.invariants.granted += [one for one in world.invariants.ordered[-1:] if one[0] == bot.name]


def _get_up(world: World, _: Fault) -> None:
    """Those who play at a second table leave it, and the house closes it."""
    leaving = [bot for bot in world.people if bot.like is not None]
    for bot in leaving:
        bot.leaves = True
    if leaving and 2 not in world.closing:
        world.closing.add(2)
        world.loop.world.spawn(_close(world, 2))


async def _close(world: World, number: int) -> None:
    while not (world.tables.get(number) and world.is_closed(world.tables[number])):
        await asyncio.sleep(2)
        for node in world.alive:
            live = node.house.tables.get(world.tables.get(number, "")) if node.ready else None
            if live is not None and all(bot.asleep for bot in world.people if bot.plays_at == number):
                node.process.spawn(live.close_by_house("nobody plays here"))


_DONE: dict[str, Callable[[World, Fault], None]] = {
    "a commit fails": _commit("error"),
    "a commit is done and fails": _commit("error after"),
    "a commit is lost before it is done": _commit("lost before"),
    "a commit is done and its answer lost": _commit("lost after"),
    "a commit hangs before it is done": _commit("hangs before"),
    "a commit is done and hangs": _commit("hangs after"),
    "a question to the database is never answered": _unanswered,
    "every connection to the database ends": lambda world, _: world.server.end_connections(),
    "the database restarts": lambda world, fault: world.server.restart(fault.seconds),
    "the database is slow": _slow,
    "the disk is full": _full,
    "a line breaks": _line(lambda world, fault, line: line.cut()),
    "every line breaks": _every_line,
    "a line falls silent": _line(lambda world, fault, line: line.fall_silent()),
    "a line is slow": _line(lambda world, fault, line: _for_a_while(world, fault, line, "slow", 60.0, 1.0)),
    "messages arrive twice": _line(lambda world, fault, line: _for_a_while(world, fault, line, "twice", True, False)),
    "answers over HTTP get lost": lambda world, fault: _for_a_while(world, fault, world, "answers_lost", True, False),
    "the house is killed in a transaction": _writing(False, lambda fault, node: node.exit()),
    "the house is killed as it commits": _writing(True, lambda fault, node: node.exit()),
    "the house's machine is gone in a transaction": _writing(False, lambda fault, node: node.exit(noticed=False)),
    "the house pauses in a transaction": _writing(False, lambda fault, node: node.process.pause(fault.seconds)),
    "the house pauses as it commits": _writing(True, lambda fault, node: node.process.pause(fault.seconds)),
    "the house is killed": _house(lambda world, fault, node: node.exit()),
    "the house's machine is gone": _house(lambda world, fault, node: node.exit(noticed=False)),
    "the house pauses": _house(lambda world, fault, node: node.process.pause(fault.seconds)),
    "the house is told to stop": _house(_told_to_stop),
    "another house is started": _started(other_version=False),
    "a house of another version is started": _started(other_version=True),
    "nothing is heard of the house": _house(_not_heard_of),
    "every line between processes breaks": _between(lambda line: line.cut()),
    "every line between processes falls silent": _between(lambda line: line.fall_silent()),
    "somebody buys chips at two tables at once": _two_purchases,
    "the house's clock is wrong": _house(_wrong_clock),
    "a player stays away": _stays_away,
    "a client sends an old move again": _old_again,
    "a guest becomes an account": _becomes_account,
    "the operator grants chips": _ordered(_grant, _granted),
    "the operator sees somebody out": _ordered(lambda world, bot: RemovePlayer(name=bot.name)),
    "everybody gets up from a table": _get_up,
    "somebody new comes": lambda world, _: void(world.come()) if len(world.people) < 4 else None,
}


def void(_: object) -> None:
    """Of what was made only that it was made counts."""


# --- one history ----------------------------------------------------------------------------------------------------


@contextmanager
def simulated(server: Server, loop: SeededLoop, seed: int) -> Iterator[None]:
    """The house's ways to the machine lead into the simulation."""
    with ExitStack() as stack:
        patches: tuple[Any, ...] = (
            patch.object(database_module, "engine_for", lambda _: (SimEngine(server), None)),
            patch.object(Database, "_migrate", _up_to_date),
            patch.object(schema, "rules", rules),
            patch.object(committer_module, "perf_counter", loop.time),
            patch.object(numbers, "BLOCK", 8),  # so that numbers are drawn when something goes wrong
            patch.object(long_rounds, "CHECKPOINT_MOVES_LEAST", 6),
            patch.object(long_rounds, "CHECKPOINT_MOVES_MOST", 6),
            patch.object(Table, "checkpoint", _snapshot),
            patch.object(Telling, "shoe", _told_of_the_shoe),
            *(patch.object(place, "load", _loaded) for place in (archive, house_module, lobby, replay)),
            patch.object(archive, "recipe", _recipe),
            patch.object(accounts, "PasswordHasher", QuickHasher),
            patch.object(Accounts, "_hash", _hashed),
            patch.object(Accounts, "_verify", _verified),
            patch.object(adopting, "random", Random(f"adoption {seed}")),
            patch.object(adopting, "STAYS_LEASES", 0.3),  # so that tables are given away while they are played at
        )
        for patched in patches:
            stack.enter_context(patched)
        yield


class QuickHasher:
    """Passwords as they are: to hash them well takes longer than the rest of a history, on purpose."""

    def __init__(self, **_: object) -> None:
        """However slow it is to be."""

    def hash(self, password: str) -> str:
        """The password."""
        return f"quick {password}"


async def _hashed(self: Accounts, password: str) -> str:
    await asyncio.sleep(0.05)
    return f"quick {password}"


async def _verified(self: Accounts, hashed: str | None, password: str) -> bool:
    await asyncio.sleep(0.05)
    return hashed == f"quick {password}"


def _snapshot(self: Table) -> bytes | None:
    """A checkpoint without taking it up at once to compare: half the time of a history, and tried elsewhere."""
    if self._broken is not None or not checkpoint.at_rest(self.state):
        return None
    return checkpoint.written(self.state, PROCEDURE, self.moves_made, self.facts_before + len(self.state.facts))


def _told_of_the_shoe(self: Telling, viewer: str, clause: str | None) -> ShoeStory:
    """It is looked at what is told over HTTP too."""
    node: Node = here().node
    node.world.invariants.tells(node, self.id, viewer)
    return _SHOE(self, viewer, clause)


_SHOE = Telling.shoe
_LOADED: dict[bytes, Rules] = {}
_RECIPES: dict[str, Any] = {}
_LOAD, _RECIPE = variant.load, replay.recipe


def _loaded(asked: str, *chosen: Any) -> Rules:
    """Rules are made once, not once a history."""
    key = msgspec.json.encode((asked, *chosen), order="deterministic")
    if key not in _LOADED:
        _LOADED[key] = _LOAD(asked, *chosen)
    return _LOADED[key]


def _recipe(rules: Rules) -> Any:
    if rules.hash not in _RECIPES:
        _RECIPES[rules.hash] = _RECIPE(rules)
    return _RECIPES[rules.hash]


async def _up_to_date(self: Database, bring_up: bool) -> None:
    """The template has the newest version."""


def run(seed: int, plan: Sequence[Fault] | None = None, prepare: Callable[[World], None] = lambda _: None) -> World:
    """One history; `Wrong` if what must never be, was."""
    loop = SeededLoop(seed)
    logger = logging.getLogger("pitboss.house")
    level, logger.level = logger.level, logging.CRITICAL + 1
    asyncio.set_event_loop(loop)
    server = Server(loop, seed, WALL_MS)
    world = World(seed, plan_of(seed) if plan is None else plan, loop, server, Vault(bytes(32)))
    try:
        with simulated(server, loop, seed):
            prepare(world)
            loop.run_until_complete(loop.world.spawn(world.history()))
    finally:
        world.over = True
        loop.bury()
        asyncio.set_event_loop(None)
        server.store.close()
        logger.level = level
        logger.manager._clear_cache()  # type: ignore[attr-defined]  # as setLevel does
    return world
