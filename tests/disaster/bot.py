"""Somebody who plays as a browser does: comes back when cut off, and sends again, under the same id, what was not
answered; and remembers everything they were told, so that nothing of it can be taken back."""

import asyncio
import contextlib
from collections.abc import Callable, Mapping
from random import Random
from typing import Any, Protocol

import msgspec

from pitboss.house.reach import Answered
from pitboss.house.receipts import Receipt
from tests.disaster.loop import Process
from tests.disaster.network import Cut, Line
from tests.house.kit import seed_move

QUIET_SECONDS = 6.0  # after which a client asks whether anybody is there, and after as long again hangs up
AT_A_BOX = ("no-attack", "no-insurance", "no-second-chance", "stand", "look-at-cards")
# What is done sometimes instead, with the cents it takes as parts of the wager, if it takes any.
BOLD = {
    "attack": 2,
    "insure": 4,
    "double": 2,
    "split": 0,
    "surrender": 0,
    "second-chance": 0,
    "even-money": 0,
    "hit": 0,
}
WAGERS_CENTS = (10_00, 10_00, 20_00, 24_00)


class Wrong(AssertionError):
    """What must never be, was."""


class Reception(Protocol):
    """How a client gets to the house, wherever it is."""

    tables: dict[int, str]
    over: bool

    async def session(self, bot: "Bot", name: str) -> str:
        """A guest's session."""

    async def connect(self, bot: "Bot", token: str) -> Line:
        """A line to the house."""

    async def ask(self, bot: "Bot", method: str, path: str, body: Mapping[str, Any] | None = None) -> Answered:
        """A request over HTTP."""

    def is_closed(self, table: str) -> bool:
        """Whether a table has closed, on disk."""

    def wrong(self, why: Wrong) -> None:
        """What must never be, was."""

    def heard(self, bot: "Bot", text: str, told: dict[str, Any]) -> None:
        """Somebody has heard something."""


class Bot:
    """One person."""

    def __init__(
        self, number: int, process: Process, reception: Reception, chance: Random, at: int, like: "Bot | None" = None
    ) -> None:
        self.number = number
        self.process = process
        self.name = ""
        self.opens = False
        self.plays_at = at  # the number of a table
        self.like = like  # the same person, who plays at another table too
        self.game: dict[str, Any] = {}
        self.token: str | None = None
        self.line: Line | None = None
        self.at = 0
        self.record: dict[int, bytes] = {}  # every fact, by its place
        self.view: dict[str, Any] = {}
        self.pending: dict[str, dict[str, Any]] = {}  # sent and not answered, in the order sent
        self.asked: str | None = None  # of these, what the table waits for
        self.confirmed: dict[str, dict[str, Any]] = {}
        self.receipts: list[Receipt] = []
        self.bankroll: int | None = None
        self.rounds = 0
        self.asleep = False  # stays away for good
        self.leaves = False  # gets up as soon as that may be, and then stays away
        self.think = (0.1, 0.9)
        self._reception = reception
        self._chance = chance
        self._ids = 0
        self._due: float | None = None
        self._before: tuple[str, ...] = ()  # moves that were confirmed over another line than this
        self._otherwise: set[str] = set()  # ids of such moves under which another was sent
        self._said_ready: tuple[int, str] | None = None
        self._made_at = 0  # facts there were at their last move; they may not have been told of them yet

    # --- coming and coming back -----------------------------------------------------------------------------------

    async def live(self) -> None:
        """Come, play, come back."""
        while not self._reception.over:
            with contextlib.suppress(Cut, TimeoutError):
                await self._visit()
            if self.line is not None:
                self.line.leave(self.line.client)
                self.line = None
            await asyncio.sleep(self._chance.uniform(0.1, 1.5))
            while self.asleep:
                await asyncio.sleep(5)

    async def _visit(self) -> None:
        if self.like is not None:
            while self.like.token is None:
                await asyncio.sleep(0.2)
            self.name, self.token = self.like.name, self.like.token
        if self.token is None:
            self._ids += 1
            name = f"Bot {self.number}" + (f" {self._ids}" if self._ids > 1 else "")
            self.token = await self._reception.session(self, name)
            self.name = name
        self.line = await self._reception.connect(self, self.token)
        self._before = tuple(self.confirmed)
        self._say({"type": "hello", "version": 1})
        await self._until(lambda told: told["type"] == "welcome")
        await self._to_table()
        self._join()
        await self._until(lambda told: told["type"] == "table")
        for message in tuple(self.pending.values()):
            self._say(message)
        if self.opens and self.plays_at == 1 and self._chance.random() < 0.4:
            self._open()
        if self._chance.random() < 0.3:
            self.send_first_again()
        elif self._chance.random() < 0.3:
            self._send_otherwise()
        self._due = None
        while not (self.asleep or self._reception.over):
            await self._go_on()

    @property
    def table(self) -> str | None:
        """Where they play, once it is open."""
        return self._reception.tables.get(self.plays_at)

    def _join(self) -> None:
        self._say({"type": "join", "table": self.table, "since": self.at or None})

    async def _to_table(self) -> None:
        if self.table is None and self.opens:
            self._open()
            told = await self._until(lambda told: told["type"] in ("opened", "refused", "busy", "error"))
            if told["type"] == "refused":
                raise Wrong(f"{self.name} may not open a table: {told['sentence']}")
            if told["type"] != "opened":
                raise Cut
            self._reception.tables[self.plays_at] = str(told["table"])
        while self.table is None:
            await self._hear(1.0)

    def _open(self) -> None:
        """Ask for a table; who asks again, as if they had not been answered, is told of the same one."""
        self._say({"type": "open-table", "id": f"open-{self.number}", **self.game})

    def _say(self, message: dict[str, Any]) -> None:
        assert self.line is not None
        self.line.to_house(msgspec.json.encode(message).decode())

    async def _until(self, wanted: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        """Hear until something comes; who waits too long hangs up."""
        async with asyncio.timeout(2 * QUIET_SECONDS):
            while True:
                told = await self._hear(2 * QUIET_SECONDS)
                if told is not None and wanted(told):
                    return told

    async def _hear(self, seconds: float) -> dict[str, Any] | None:
        """The next message, if one comes in time."""
        assert self.line is not None
        try:
            async with asyncio.timeout(seconds):
                text = await self.line.client.hear()
        except TimeoutError:
            return None
        told: dict[str, Any] = msgspec.json.decode(text)
        self._reception.heard(self, text, told)
        self._understand(told)
        return told

    # --- playing --------------------------------------------------------------------------------------------------

    async def _go_on(self) -> None:
        now = asyncio.get_running_loop().time()
        if self.asked is None and self._due is None and self._wish() is not None:
            self._due = now + self._chance.uniform(*self.think)
        if self._due is not None and self.asked is None and now >= self._due:
            self._due = None
            wish = self._wish()
            if wish is not None:
                if wish["move"] == "ready":
                    self._said_ready = (self.view["round"], self.view["phase"])
                self.asked = self._send(wish)
            if self._chance.random() < 0.06:
                self.process.spawn(self._look())
            if self._chance.random() < 0.06:
                self._join()
            if self._chance.random() < 0.15 and not (self.asleep or self.leaves):
                self._send({"move": "buy-in", "cents": self._chance.choice((1_00, 5_00, 10**11))})
        idle = self._due is None or self.asked is not None
        wait = QUIET_SECONDS if idle or self._due is None else min(max(self._due - now, 0.0), QUIET_SECONDS)
        told = await self._hear(wait)
        if told is None and wait == QUIET_SECONDS:
            self._say({"type": "ping", "n": 1})
            if await self._hear(QUIET_SECONDS) is None:
                raise Cut

    async def _look(self) -> None:
        """Ask who one is, or what happened since the cards were loaded, over HTTP, at whichever process."""
        path = self._chance.choice(("/api/me", f"/api/tables/{self.table}/story"))
        with contextlib.suppress(Cut):
            answered = await self._reception.ask(self, "GET", path)
            closed = answered.status == 404 and path.endswith("/story") and self._reception.is_closed(str(self.table))
            if answered.status != 200 and not closed and not self.leaves:
                self._reception.wrong(Wrong(f"{self.name} is answered {answered.status} to {path}: {answered.body!r}"))

    def _send(self, move: dict[str, Any]) -> str:
        self._ids += 1
        move_id = f"m{self._ids}"  # as others have too
        self.pending[move_id] = {"type": "move", "id": move_id, "table": self.table, "move": move}
        self._say(self.pending[move_id])
        return move_id

    def _join_again(self, line: Line | None, table: str) -> None:
        if line is not None and line is self.line and table == self.table:
            self._join()

    def _say_again(self, line: Line | None, message: dict[str, Any]) -> None:
        if line is not None and line is self.line and message["id"] in self.pending:
            self._say(message)

    def buy(self, cents: int) -> None:
        """Buy chips, at once."""
        stays = not (self.leaves or self.asleep)
        if stays and self.line is not None and self.view and self.line.client.over is False:
            self._send({"move": "buy-in", "cents": cents})

    def spends(self) -> bool:
        """Whether they have asked for chips and not been answered."""
        return any(message["move"]["move"] == "buy-in" for message in self.pending.values())

    def send_first_again(self) -> None:
        """Ask for the first chips again, however long ago one got them, as if that had not been."""
        first = next((one for one, move in self.confirmed.items() if move["move"] == "buy-in"), None)
        if self.line is not None and first is not None:
            self._say({"type": "move", "id": first, "table": self.table, "move": self.confirmed[first]})

    def _send_otherwise(self) -> None:
        """Ask for more chips under the id of a move that was made."""
        bought = [one for one in self._before if self.confirmed[one]["move"] == "buy-in"]
        if self.line is not None and bought[1:]:
            move = self.confirmed[bought[-1]]
            self._otherwise.add(bought[-1])
            more = {**move, "cents": move["cents"] + 1_00}
            self._say({"type": "move", "id": bought[-1], "table": self.table, "move": more})

    def _wish(self) -> dict[str, Any] | None:
        """What to do next, if it is for them to do something."""
        view, chance = self.view, self._chance
        me = next((player for player in view["players"] if player["name"] == self.name), None)
        if self.leaves and me is None:
            self.asleep = not self.pending and self.at >= self._made_at
            return None
        if me is None or me["seat"] is None:
            return {"move": "sit", "box": self.number}
        if said := seed_move(self.name, view["may"]):
            return dict(said)
        if "wager" in view["may"]:
            if any(self.name in placed for placed in view["bets"].values()):
                return None if self._is_ready() else {"move": "ready"}
            if self.leaves:
                return {"move": "leave"}
            if me["chips"] < 30_00:
                return {"move": "buy-in", "cents": 100_00}
            if chance.random() < 0.04:
                return {"move": "leave"}
            return {"move": "wager", "box": self.number, "cents": chance.choice(WAGERS_CENTS)}
        if plain := next((x for x in ("view-spread", "refuse-cut") if x in view["may"]), None):
            return {"move": plain}
        move = next((x for x in AT_A_BOX if x in view["may"]), None)
        box = view["waiting_at_box"] or self.number
        bold = [x for x in BOLD if x in view["may"]]
        if move is not None and bold and chance.random() < 0.5 and me["chips"] >= 30_00:
            move = chance.choice(bold)
            cents = {"cents": 20_00 // BOLD[move]} if BOLD[move] else {}
            return {"move": move, "box": box, **cents}
        return None if move is None else {"move": move, "box": box}

    def _is_ready(self) -> bool:
        return self._said_ready == (self.view["round"], self.view["phase"])

    # --- being told -----------------------------------------------------------------------------------------------

    def _understand(self, told: dict[str, Any]) -> None:
        kind = told["type"]
        if kind == "error" and told["id"] is None:
            raise Cut
        if kind == "busy" and told["table"] is not None:  # it rests, for whoever has its version is away, or moves
            again = asyncio.get_running_loop().call_later
            again(told["retry_ms"] / 1000, self._join_again, self.line, told["table"])
        if kind in ("table", "facts"):
            self._remember(told)
        elif kind in ("accepted", "refused", "error", "busy"):
            self._answered(told)
        elif kind == "opened" and self.table not in (None, told["table"]):
            raise Wrong(f"{self.name} has opened {self.table}, asks again, and is told of {told['table']}")
        elif kind == "elsewhere" and told["table"] == self.table:
            self._join()
        elif kind == "bankroll" or kind == "welcome":
            self.bankroll = told["bankroll_cents"]

    def _remember(self, told: dict[str, Any]) -> None:
        at, facts = told["at"], told["facts"]
        if at < self.at:
            raise Wrong(f"{self.name} was told of {self.at} facts, and now there are {at}")
        first = at - len(facts)
        if told["type"] == "facts" and first != self.at:
            raise Wrong(f"{self.name} has {self.at} facts and is told those from {first} on")
        for place, fact in enumerate(facts, first):
            raw = msgspec.json.encode(fact)
            if self.record.setdefault(place, raw) != raw:
                raise Wrong(f"{self.name} was told otherwise of fact {place} before: {self.record[place]!r}, {raw!r}")
            if fact["fact"] == "round-ended":
                self.rounds += 1
        self.at, self.view = at, told["view"]

    def _answered(self, told: dict[str, Any]) -> None:
        message = self.pending.get(told.get("id") or "")
        if told["type"] == "accepted" and told["id"] in self._otherwise:
            raise Wrong(f"{self.name} has sent another move under the id {told['id']}, and it counts as made")
        if message is None:
            return
        if told["type"] == "busy":
            later = asyncio.get_running_loop()
            later.call_later(told["retry_ms"] / 1000, self._say_again, self.line, message)
            return
        if told["type"] == "error":
            raise Cut  # not made, as far as anybody knows; it is sent again to the house that comes
        if told["type"] == "accepted":
            self.confirmed[message["id"]] = message["move"]
            self._made_at = max(self._made_at, told["at"])
            if told.get("receipt"):
                self.receipts.append(msgspec.convert(told["receipt"], Receipt))
        elif message["move"]["move"] == "ready":
            self._said_ready = None
        del self.pending[message["id"]]
        if self.asked == message["id"]:
            self.asked = None
