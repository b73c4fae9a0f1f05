"""The whole house in one history: people, lines, processes, a database, and whatever goes wrong by plan."""

import asyncio
import logging
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from random import Random
from typing import Any

import msgspec

from pitboss.house.reach import Answered, Asked
from pitboss.house.routes.answers import COOKIE
from pitboss.house.vault import Vault
from tests.disaster import http
from tests.disaster.bot import Bot, Wrong
from tests.disaster.faults import Fault, plan_of
from tests.disaster.invariants import Invariants
from tests.disaster.loop import Process, SeededLoop
from tests.disaster.mishaps import MISHAPS
from tests.disaster.network import Cut, Line
from tests.disaster.node import WALL_MS, Node
from tests.disaster.postgres import FOUND_OUT_SECONDS, Server
from tests.disaster.simulated import simulated
from tests.disaster.visitor import Visitor

PEOPLE = 2
PROCESSES = (1, 2, 2, 3)  # of which the number of a house's processes is drawn
LIVENESS_SECONDS = 200.0
AGAIN_LATER = 503
GAMES: tuple[dict[str, Any], ...] = (
    {"game": "double-attack-pa"},
    {"game": "double-attack-nj"},
    {"game": "double-back-jack-pa"},
    {"game": "double-deck-house"},
)


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
        if self.processes > 1 and self.chance.random() < 0.75:
            self.come(2, self.people[0])
        for fault in self.plan:
            await self._sleep_until(began + fault.at)
            self.invariants.happened(fault)
            MISHAPS[fault.kind](self, fault)
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
