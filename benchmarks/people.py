"""People at the tables of a house, a thousand in one process, for `python -m benchmarks house`, which starts it.

Told on its standard input, a line of JSON each: how many moves a second they make (none: as fast as they can) and for
how long this is measured. They say `direct`, so that whoever is told where a table lives goes there by itself.
"""

import argparse
import asyncio
import gc
import json
import random
import resource
import sys
import time
from hashlib import sha256
from typing import Any

import httpx
import msgspec

from benchmarks.light_socket import LightSocket, light_socket
from pitboss.cards import fair
from pitboss.house.protocol import VERSION

GAME = "double-attack-pa"
MINIMUM_CENTS = 10_00
CHIPS_CENTS = 2_000_00
AT_ONCE = 32
BACK_SECONDS = 0.2
USUAL = ("view-spread", "refuse-cut", "no-attack", "no-insurance", "no-second-chance", "stand")
PLAIN = ("view-spread", "refuse-cut")


class View(msgspec.Struct):
    """What a player needs of a view."""

    may: tuple[str, ...] = ()
    waiting_at_box: int = 0
    bets: dict[int, dict[str, int]] = {}


class Told(msgspec.Struct):
    """What a player needs of a message."""

    type: str
    id: str | None = None
    table: str = ""
    view: View | None = None
    retry_ms: int = 0
    name: str = ""
    sentence: str = ""
    at: int | str | None = None


_DECODER = msgspec.json.Decoder(Told)
_ENCODER = msgspec.json.Encoder()


class Load:
    """What everybody shares: the pace, who would move, and what was measured."""

    def __init__(self) -> None:
        self.rate: float | None = None
        self.playing = False
        self._would: list[Person] = []
        self._pacing: asyncio.Task[None] | None = None
        self.begin()

    def begin(self) -> None:
        """Measure anew."""
        self.latencies_ms: list[float] = []
        self.busy = self.refused = self.errors = self.messages = self.message_bytes = 0
        self.nobody = self.moved_on = 0
        self.last_refusal = ""

    def pace(self, rate: float | None, people: "list[Person]") -> None:
        """So many moves a second from now on, by whoever may make one; without a number, each as soon as it may."""
        if self._pacing is not None:
            self._pacing.cancel()
        self.rate, self.playing, self._would = rate, True, []
        for person in people:
            person.waiting = False
            person.consider()
        self._pacing = asyncio.create_task(self._tick(rate)) if rate is not None else None

    def would(self, person: "Person") -> None:
        """Somebody may move, and does when it is their turn to be drawn."""
        self._would.append(person)

    async def _tick(self, rate: float) -> None:
        """Moves come as they come from strangers: at random moments, whether or not the last is answered."""
        loop = asyncio.get_running_loop()
        due = loop.time()
        while True:
            due += random.expovariate(rate)
            if (early := due - loop.time()) > 0:
                await asyncio.sleep(early)
            if not self.draw():
                self.nobody += 1

    def draw(self) -> bool:
        """Somebody moves, if anybody may."""
        would = self._would
        while would:
            at = random.randrange(len(would))
            would[at], would[-1] = would[-1], would[at]
            if would.pop().act():
                return True
        return False

    def measured(self) -> dict[str, Any]:
        """What has been measured since the beginning."""
        names = ("busy", "refused", "errors", "messages", "message_bytes", "nobody", "moved_on", "last_refusal")
        return {"latencies_ms": self.latencies_ms, **{name: getattr(self, name) for name in names}}


class Person:
    """One socket, one seat: hears, thinks, acts; one move at a time."""

    def __init__(self, load: Load, cookie: str, number: int) -> None:
        self.load = load
        self.number = number
        self.table = ""
        self.box = 0
        self.name = ""
        self.view: View | None = None
        self._cookie = cookie
        self._seed = sha256(cookie.encode()).hexdigest()
        self._loop = asyncio.get_running_loop()
        self.socket: LightSocket | None = None
        self._count = 0
        self._ready = False
        self.waiting = False  # for the turn to be drawn
        self._asked: tuple[str, bytes] | None = None
        self._moved = ""
        self._sent_at = 0.0
        self._heard: asyncio.Future[Told] | None = None
        self._going: asyncio.Task[None] | None = None

    async def come(self, url: str) -> None:
        """Connect and say hello."""
        socket = await light_socket(url, self._cookie)
        socket.hear, socket.lost = self.hear, lambda: self._lost(url)
        self.socket = socket
        self.name = (await self.say(type="hello", version=VERSION, direct=True)).name

    @property
    def awaits_answer(self) -> bool:
        """Whether a move is under way."""
        return self._asked is not None

    def leave(self) -> None:
        """Hang up."""
        if self.socket is not None:
            self.socket.lost = lambda: None
            self.socket.close()

    async def say(self, **message: Any) -> Told:
        """Send a message; what the house says next."""
        self._heard = self._loop.create_future()
        self._tell(_ENCODER.encode(message))
        return await self._heard

    async def settle(self) -> None:
        """Join the table, wherever it is, sit down and buy chips."""
        while self.view is None:
            self._join()
            await self._next()
        await self._settled("sit", box=self.box)
        await self._settled("buy-in", cents=CHIPS_CENTS)

    async def _settled(self, move: str, **fields: Any) -> None:
        """Make a move before the play begins, again while the house is busy."""
        self._ask(move, fields)
        while self._asked is not None:
            await self._next()

    async def _next(self) -> None:
        """Hear one thing more, or arrive: on arriving the answer may be there before whoever awaits it."""
        if self._going is not None:
            await self._going
            return
        self._heard = self._loop.create_future()
        await self._heard

    def hear(self, frame: bytes) -> None:
        """Hear everything, and do what there is to do."""
        load, told = self.load, _DECODER.decode(frame)
        load.messages += 1
        load.message_bytes += len(frame)
        if told.view is not None:
            self.view = told.view
            # The last view before a round's end may come before one hears that one's "ready" is accepted.
            if self.name not in told.view.bets.get(self.box, {}):
                self._ready = False
        elif told.type == "elsewhere":
            load.moved_on += 1
            if self._going is None:
                self._going = asyncio.create_task(self._go(f"http://{told.at}" if told.at else None))
                self._going.add_done_callback(self._went)
        elif told.type == "busy" and told.id is None and told.table:  # it rests, or moves: joined again in a while
            self._loop.call_later(told.retry_ms / 1000, self._join)
        elif told.type == "error":
            load.errors += 1
            load.last_refusal = told.sentence
        if self._asked is not None and told.id == self._asked[0]:
            self._answered(told)
        if self._heard is not None and not self._heard.done():
            self._heard.set_result(told)
        self.consider()

    def consider(self) -> None:
        """Whoever is asked moves at once, or waits to be drawn."""
        load = self.load
        if self.waiting or self._asked is not None or not load.playing or self.todo() is None:
            return
        if load.rate is None:
            self.act()
        else:
            self.waiting = True
            load.would(self)

    def todo(self) -> tuple[str, dict[str, Any]] | None:
        """What there is to do now."""
        view = self.view
        if view is None:
            return None
        if "pledge-seed" in view.may:
            return "pledge-seed", {"pledge": fair.pledge(self.name, self._seed)}
        if "give-seed" in view.may:
            return "give-seed", {"seed": self._seed}
        if "wager" in view.may:
            if self.name not in view.bets.get(self.box, {}):
                return "wager", {"box": self.box, "cents": MINIMUM_CENTS}
            return None if self._ready else ("ready", {})
        move = next((one for one in USUAL if one in view.may), None)
        if move is None:
            return None
        return move, {} if move in PLAIN else {"box": view.waiting_at_box or self.box}

    def act(self) -> bool:
        """Do it, if there is still something to do."""
        self.waiting = False
        todo = self.todo()
        if todo is None or self._asked is not None or not self.load.playing:
            return False
        self._ask(*todo)
        return True

    def _ask(self, move: str, fields: dict[str, Any]) -> None:
        self._count += 1
        move_id = f"{self.number}-{self._count}"
        message = {"type": "move", "id": move_id, "table": self.table, "move": {"move": move, **fields}}
        self._asked = (move_id, _ENCODER.encode(message))
        self._moved = move
        self._sent_at = time.perf_counter()
        self._send()

    def _send(self) -> None:
        if self._asked is not None:
            self._tell(self._asked[1])

    def _tell(self, message: bytes) -> None:
        if self.socket is not None:
            self.socket.say(message)

    def _join(self) -> None:
        self._tell(_ENCODER.encode({"type": "join", "table": self.table}))

    def _answered(self, told: Told) -> None:
        load = self.load
        if told.type == "busy":
            load.busy += 1
            self._loop.call_later(told.retry_ms / 1000 * random.uniform(0.5, 1.5), self._send)
            return
        self._asked = None
        if told.type == "accepted":
            # From the first time it was sent: whoever is told `busy` has waited all the same.
            load.latencies_ms.append((time.perf_counter() - self._sent_at) * 1000)
            self._ready = self._ready or self._moved == "ready"
        else:
            load.refused += 1
            load.last_refusal = f"{self._moved}: {told.sentence}"

    async def _go(self, url: str | None) -> None:
        """To where the table lives, or back to it here; what was not answered is sent again."""
        try:
            if url is None:
                await asyncio.sleep(BACK_SECONDS)
            else:
                self.leave()
                await self.come(url)
            self._join()
            self._send()
        finally:
            self._going = None

    def _went(self, task: "asyncio.Task[None]") -> None:
        """On the way there a process may end: that is told in a line, and anything else is a fault of this program."""
        error = None if task.cancelled() else task.exception()
        if isinstance(error, OSError):
            self._gone(f"{self.name} does not get to the house: {error}")
        elif error is not None:
            self._loop.call_exception_handler({"message": f"{self.name} is stuck", "exception": error})

    def _lost(self, url: str) -> None:
        self._gone(f"the house at {url} hung up on {self.name}")

    def _gone(self, sentence: str) -> None:
        self.load.errors += 1
        self.load.last_refusal = sentence
        print(sentence, file=sys.stderr, flush=True)


async def _cookies(url: str, count: int) -> list[str]:
    limits = httpx.Limits(max_connections=AT_ONCE)
    async with httpx.AsyncClient(base_url=url, limits=limits, timeout=60) as http:

        async def cookie() -> str:
            response = await http.post("/api/session", json={}, headers={"cookie": ""})
            http.cookies.clear()
            return str(response.headers["set-cookie"]).split(";")[0]

        found: list[str] = []
        for start in range(0, count, AT_ONCE):
            found += await asyncio.gather(*(cookie() for _ in range(start, min(start + AT_ONCE, count))))
        return found


async def seated(load: Load, url: str, sockets: int, tables: int) -> list[Person]:
    """People who have come, opened tables, sat down and bought chips."""
    people = [Person(load, cookie, number) for number, cookie in enumerate(await _cookies(url, sockets))]
    ids: list[str] = []
    for person in people:
        await person.come(url)
        if person.number < tables:
            ids.append((await person.say(type="open-table", id="mine", game=GAME)).table)
    for person in people:
        person.table, person.box = ids[person.number % tables], person.number // tables + 1
    for start in range(0, len(people), 100):
        await asyncio.gather(*(person.settle() for person in people[start : start + 100]))
    return people


def _say(**what: Any) -> None:
    print(json.dumps(what), flush=True)


async def play(url: str, sockets: int, tables: int) -> None:
    """Come, sit down, and do as one is told until there is nobody to tell."""
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    load = Load()
    people = await seated(load, url, sockets, tables)
    gc.freeze()
    _say(seated=len(people))
    reader = asyncio.StreamReader()
    await asyncio.get_running_loop().connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), sys.stdin)
    while line := await reader.readline():
        told = json.loads(line)
        load.pace(told["rate"], people)
        await asyncio.sleep(told["warm"])
        load.begin()
        _say(began=True)
        await asyncio.sleep(told["seconds"])
        _say(**load.measured())


def main() -> None:
    """Nothing by itself: `python -m benchmarks house` starts it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("url", nargs="?")
    parser.add_argument("--sockets", type=int, default=1000)
    parser.add_argument("--tables", type=int, default=170)
    asked = parser.parse_args()
    if asked.url is None:
        return
    from pitboss.house.serving import run

    run(play(asked.url, asked.sockets, asked.tables))


if __name__ == "__main__":
    main()
