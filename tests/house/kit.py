"""A house for tests, and people who come to it: in the same process, or over the network."""

import asyncio
import itertools
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import asynccontextmanager, suppress
from hashlib import sha256
from pathlib import Path
from typing import Any, TypeVar
from uuid import uuid4

import httpx
import msgspec
from fastapi.routing import APIRoute
from starlette.types import Message, Receive, Scope, Send
from websockets.asyncio.client import ClientConnection, connect

from pitboss.cards import fair
from pitboss.house import absence
from pitboss.house.accounts import Account
from pitboss.house.audit import Auditor
from pitboss.house.audited import Report
from pitboss.house.clock import Clock
from pitboss.house.database import Database
from pitboss.house.house import House
from pitboss.house.live_table import LiveTable
from pitboss.house.protocol import OpenTable
from pitboss.house.relay import Relay
from pitboss.house.serving import server_for
from pitboss.house.settings import UNHURRIED, Settings
from pitboss.house.sockets import Come
from pitboss.procedure.croupier import Croupier
from pitboss.procedure.moves import Move
from pitboss.procedure.refusal import Refused
from tests import moves as m

T = TypeVar("T")
SINCE_START_MS = 10**12  # a machine counts from when it was started, which no clock on a wall does
GAME = "double-attack-pa"
HEARS_SECONDS_MOST = 120  # what is asked first may have to be compiled, on a busy machine


class StillClock(Clock):
    """A clock that stands still until a test moves it on."""

    def __init__(self) -> None:
        self.ms = 1_000_000
        self.waiting: list[tuple[int, Callable[[], None]]] = []

    def wall_ms(self) -> int:
        return self.ms

    def now_ms(self) -> int:
        return self.ms + SINCE_START_MS

    def after(self, ms: int, call: Callable[[], None]) -> Any:
        entry = (self.ms + ms, call)
        self.waiting.append(entry)
        waiting = self.waiting

        class Handle:
            def cancel(self) -> None:
                if entry in waiting:
                    waiting.remove(entry)

        return Handle()

    def pass_ms(self, ms: int) -> None:
        """Let time pass; whatever is due is called."""
        self.ms += ms
        due = [entry for entry in self.waiting if entry[0] <= self.ms]
        for entry in due:
            self.waiting.remove(entry)
            entry[1]()


@asynccontextmanager
async def house_on(
    db: str,
    key: Path | None = None,
    settings: Settings = UNHURRIED,
    clock: Clock | None = None,
    croupier: Croupier | None = None,
) -> AsyncIterator[House]:
    """A house on a database, open for as long as the test needs it."""
    database = await Database.open(db, key)
    house = House(database, settings, clock, croupier)
    try:
        await house.start()
        yield house
    finally:
        await house.stop()
        await database.close()


@asynccontextmanager
async def serving(
    db: str,
    key: Path | None = None,
    settings: Settings = UNHURRIED,
    clock: Clock | None = None,
    croupier: Croupier | None = None,
    prepare: Callable[[House], None] = lambda _: None,
) -> AsyncIterator[tuple[str, House]]:
    """A house behind a real server on a free port of the loopback; its URL."""
    house = House(await Database.open(db, key), settings, clock, croupier)
    prepare(house)
    server = server_for(house, "127.0.0.1", 0, open_tables=False)
    otherwise: set[tuple[str, int]] = set()
    server.config.app.add_middleware(AsDescribed, otherwise=otherwise)  # type: ignore[union-attr]  # it is ours
    task = asyncio.create_task(server.serve())
    while not server.started:
        assert not task.done(), "the server did not start"
        await asyncio.sleep(0.01)
    port = server.servers[0].sockets[0].getsockname()[1]
    try:
        yield f"http://127.0.0.1:{port}", house
    finally:
        server.should_exit = True
        await task
    assert otherwise == set(), "answered with a status that the API does not say"


class AsDescribed:
    """Around an application: what is answered with a status that the description of its route does not have."""

    def __init__(self, app: Any, otherwise: set[tuple[str, int]]) -> None:
        self._app = app
        self._otherwise = otherwise

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def sent(message: Message) -> None:
            route = scope.get("route")
            if message["type"] == "http.response.start" and isinstance(route, APIRoute) and route.include_in_schema:
                status = message["status"]
                if status != (route.status_code or 200) and status not in route.responses:
                    self._otherwise.add((route.path, status))
            await send(message)

        await self._app(scope, receive, sent)


def by_itself(house: House) -> Come:
    """How somebody comes to a house without a relay."""
    return Come(Relay(house), relayed=False, headers={})


class Player:
    """Somebody in the same process."""

    def __init__(self, house: House, account: Account) -> None:
        self.house = house
        self.account = account
        self.name = account.name
        self.answers_for_seeds = True

    @classmethod
    async def come(cls, house: House, name: str) -> "Player":
        account, _ = await house.guest(name)
        return cls(house, account)

    async def open(self, game: str = GAME, **options: object) -> LiveTable:
        asked = msgspec.convert({"id": uuid4().hex, "game": game, "options": options}, OpenTable)
        return await self.house.open_table(asked, self.account)

    async def move(
        self, live: LiveTable, kind: type[Move], move_id: str | None = None, **fields: Any
    ) -> tuple[int, bool]:
        move = kind(by=self.name, **fields)
        made = await live.ask(move, self.name, move_id or uuid4().hex)
        if self.answers_for_seeds:
            await answer_for_seeds(live)
        return made.at, made.again


def seed_of(name: str) -> str:
    """The seed that somebody gives at every shuffle."""
    return sha256(name.encode()).hexdigest()


def seed_move(name: str, may: Iterable[str]) -> dict[str, str] | None:
    """What a client says when it is asked for a seed."""
    if "pledge-seed" in may:
        return {"move": "pledge-seed", "pledge": fair.pledge(name, seed_of(name))}
    return {"move": "give-seed", "seed": seed_of(name)} if "give-seed" in may else None


async def audited(house: House) -> Report:
    """What an audit says of a house that is open, in one moment: heads are rolled by a clock that no test holds."""
    async with house.database.snapshot() as moment:
        return await Auditor(moment, house.vault).run()


async def answer_for_seeds(live: LiveTable) -> None:
    """Whoever is asked for a seed gives one, as browsers do by themselves."""
    while absence.seeds_asked(live.table):
        name = live.table.waiting.by[0]
        said = seed_move(name, [str(kind.__struct_config__.tag) for kind in live.table.waiting.may])
        with suppress(Refused):  # somebody else at the table has answered for them meanwhile
            await live.ask(m.from_json(msgspec.json.encode({**(said or {}), "by": name})), name, uuid4().hex)


async def to_betting(player: Player, live: LiveTable, box: int = 1, cents: int = 1_000_00) -> None:
    """A first player sits down, buys chips and sees the table through to the wagers."""
    await player.move(live, m.Sit, box=box)
    await player.move(live, m.BuyIn, cents=cents)
    while m.Wager not in live.table.waiting.may:
        may = live.table.waiting.may
        await player.move(live, m.ViewSpread if m.ViewSpread in may else m.RefuseCut)


async def through_round(player: Player, live: LiveTable, box: int = 1, cents: int = 10_00) -> None:
    """One player plays a round, standing on everything."""
    await player.move(live, m.Wager, box=box, cents=cents)
    await player.move(live, m.Ready)
    while m.Wager not in live.table.waiting.may:
        kind, fields = usual(live, box)
        await player.move(live, kind, **fields)


PLAIN: tuple[type[Move], ...] = (m.ViewSpread, m.RefuseCut)
AT_A_BOX: tuple[type[Move], ...] = (m.NoAttack, m.NoInsurance, m.NoSecondChance, m.Stand, m.LookAtCards)


def usual(live: LiveTable, box: int) -> tuple[type[Move], dict[str, Any]]:
    """What somebody without ambition does when asked."""
    may = live.table.waiting.may
    for kind in (*PLAIN, *AT_A_BOX):
        if kind in may:
            return kind, {} if kind in PLAIN else {"box": live.table.waiting.box or box}
    raise AssertionError(f"nothing usual: {live.table.waiting}")


class Client:
    """Somebody over the network."""

    def __init__(self, socket: ClientConnection, name: str, cookie: str) -> None:
        self.socket = socket
        self.name = name
        self.cookie = cookie
        self.heard: list[bytes] = []
        self.state: dict[str, Any] = {}
        self._ids = itertools.count(1)

    async def say(self, **message: Any) -> None:
        await self.socket.send(msgspec.json.encode(message).decode())

    async def hear(self, *types: str) -> dict[str, Any]:
        """The next message of one of the types; others on the way are kept too."""
        while True:
            frame = await asyncio.wait_for(self.socket.recv(), HEARS_SECONDS_MOST)
            raw = frame.encode() if isinstance(frame, str) else frame
            self.heard.append(raw)
            told: dict[str, Any] = msgspec.json.decode(raw)
            if told["type"] in ("table", "facts"):
                self.state = told
            if not types or told["type"] in types:
                return told

    async def join(self, table: str, since: int | None = None) -> dict[str, Any]:
        await self.say(type="join", table=table, since=since)
        return await self.hear("table", "error")

    async def move(self, table: str, move: str, move_id: str | None = None, **fields: Any) -> dict[str, Any]:
        """Make a move and hear how it went."""
        move_id = move_id or f"c{next(self._ids)}"
        role = fields.pop("role", None)
        await self.say(type="move", id=move_id, table=table, move={"move": move, **fields}, role=role)
        while True:
            told = await self.hear("accepted", "refused", "busy", "error")
            if told.get("id") in (move_id, None):
                await self._answer_for_seed(table)
                return told

    async def _answer_for_seed(self, table: str) -> None:
        """As a browser does by itself."""
        if self.state.get("table") == table and (said := seed_move(self.name, self.state["view"]["may"])):
            move = said.pop("move")
            await self.move(table, move, uuid4().hex, **said)


async def session(url: str, name: str | None = None) -> tuple[str, dict[str, Any]]:
    """A guest's cookie, and who that is."""
    async with httpx.AsyncClient(base_url=url) as http:
        response = await http.post("/api/session", json={"name": name} if name else {})
        assert response.status_code == 200, response.text
        return response.headers["set-cookie"].split(";")[0], response.json()


@asynccontextmanager
async def client(url: str, name: str | None = None, cookie: str | None = None) -> AsyncIterator[Client]:
    """Somebody connected and greeted."""
    if cookie is None:
        cookie, _ = await session(url, name)
    address = url.replace("http", "ws", 1) + "/ws"
    async with connect(address, additional_headers={"cookie": cookie}, compression=None) as socket:
        one = Client(socket, name or "", cookie)
        await one.say(type="hello", version=1)
        one.name = (await one.hear("welcome"))["name"]
        yield one
