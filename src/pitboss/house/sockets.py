"""The WebSocket: one connection of a browser or a bot, from hello to goodbye."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from time import perf_counter
from typing import Any

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from pitboss.house import lobby, protocol, roles
from pitboss.house.accounts import Account
from pitboss.house.adviser import Adviser
from pitboss.house.committer import Stopped
from pitboss.house.house import House
from pitboss.house.live_table import Busy, LiveTable
from pitboss.house.rate_limit import Bucket
from pitboss.procedure import moves as m
from pitboss.procedure.moves import Move
from pitboss.procedure.refusal import Broken, Malformed, Refused

FRAMES_WAITING_MAX = 512
RETRY_MS = 250
GOING_AWAY, POLICY, OVERLOADED = 1001, 1008, 1013
log = logging.getLogger("pitboss.house")


class Connection:
    """Somebody's socket. Messages are taken one after another; what the house says goes out in order."""

    def __init__(self, house: House, adviser: Adviser, socket: WebSocket, account: Account, token: str) -> None:
        self.viewer = account.name
        self.account = account
        self.token = token
        self._house = house
        self._adviser = adviser
        self._socket = socket
        self._out: asyncio.Queue[bytes | None] = asyncio.Queue(FRAMES_WAITING_MAX)
        self._joined: dict[str, LiveTable] = {}
        self._greeted = False
        self._malformed = 0
        self._close_code = GOING_AWAY
        settings = house.settings
        self._bucket = Bucket(settings.messages_burst, settings.messages_a_second, house.clock.now_ms())

    # --- out ------------------------------------------------------------------------------------------------------

    def tell(self, frame: bytes) -> None:
        """Send a frame in order; a client that does not read is let go, and can come back to where it was."""
        try:
            self._out.put_nowait(frame)
        except asyncio.QueueFull:
            self.hang_up(OVERLOADED)

    def say(self, message: protocol.Reply) -> None:
        """Send a message."""
        self.tell(protocol.encode(message))

    def hang_up(self, code: int = GOING_AWAY) -> None:
        """End the connection once what waits has gone out; if too much waits, at once."""
        self._close_code = code
        try:
            self._out.put_nowait(None)
        except asyncio.QueueFull:
            while not self._out.empty():
                self._out.get_nowait()
            self._out.put_nowait(None)

    async def _send(self) -> None:
        send = self._socket.send
        while (frame := await self._out.get()) is not None:
            await send({"type": "websocket.send", "text": frame.decode()})
        if self._socket.application_state is WebSocketState.CONNECTED:
            await self._socket.close(self._close_code)

    # --- in -------------------------------------------------------------------------------------------------------

    async def serve(self) -> None:
        """Until either side hangs up."""
        sender = asyncio.create_task(self._send())
        receiver = asyncio.create_task(self._receive())
        try:
            done, _ = await asyncio.wait((sender, receiver), return_when=asyncio.FIRST_COMPLETED)
            for task in done:
                error = task.exception()
                if error is not None and not isinstance(error, WebSocketDisconnect | RuntimeError | OSError):
                    log.error("socket failed", exc_info=error)
        finally:
            for live in self._joined.values():
                live.watchers.discard(self)
            for task in (sender, receiver):
                task.cancel()
            await asyncio.gather(sender, receiver, return_exceptions=True)

    async def _receive(self) -> None:
        while True:
            told = await self._socket.receive()
            if told["type"] == "websocket.disconnect":
                return
            frame = told.get("text")
            if frame is None:
                frame = told.get("bytes") or b""
            while not self._bucket.take(self._house.clock.now_ms()):
                await asyncio.sleep(self._bucket.wait_ms() / 1000)  # whoever sends too fast is read more slowly
            try:
                await self._answer(protocol.request(frame))
            except Malformed as error:
                self._house.metrics.malformed.inc()
                self._malformed += 1
                self.say(protocol.Error(kind="malformed", sentence=str(error)[:400]))
                if self._malformed >= self._house.settings.malformed_max:
                    self.hang_up(POLICY)
                    return

    async def _answer(self, asked: protocol.Request) -> None:
        if not self._greeted and not isinstance(asked, protocol.Hello):
            self.say(protocol.Error(kind="refused", sentence="say hello first"))
            return
        request_id = getattr(asked, "id", None)
        table = getattr(asked, "table", "")
        try:
            await _ANSWERS[type(asked)](self, asked)
        except Refused as refusal:
            self._house.metrics.refusals.inc()
            if request_id is None:
                self.say(protocol.Error(kind="refused", sentence=refusal.sentence))
                return
            self.say(
                protocol.Refused(
                    id=request_id,
                    table=table,
                    code=refusal.code,
                    sentence=refusal.sentence,
                    clauses=refusal.clauses,
                    now=refusal.now,
                )
            )
        except Busy as busy:
            self._house.metrics.busy.inc()
            self.say(protocol.Busy(id=request_id, sentence=str(busy), retry_ms=RETRY_MS))
        except (Broken, Stopped) as error:
            sentence = str(error) if isinstance(error, Stopped) else "the table has stopped and was set back"
            self.say(protocol.Error(kind="broken", sentence=sentence, id=request_id))

    # --- answers --------------------------------------------------------------------------------------------------

    async def _hello(self, asked: protocol.Hello) -> None:
        if asked.version != protocol.VERSION:
            sentence = f"this house speaks version {protocol.VERSION} of the protocol, not {asked.version}"
            self.say(protocol.Error(kind="refused", sentence=sentence))
            return
        self._greeted = True
        self.say(
            protocol.Welcome(
                version=protocol.VERSION,
                name=self.account.name,
                role=self.account.role,
                bankroll_cents=self._house.bankroll_of(self.account.name),
                seated_at=self._house.seated_at(self.account.name),
            )
        )

    async def _list_tables(self, asked: protocol.ListTables) -> None:
        self.say(protocol.Lobby(tables=self._house.cards(), games=lobby.games()))

    async def _open_table(self, asked: protocol.OpenTable) -> None:
        live = await self._house.open_table(asked, self.account)
        self.say(protocol.Opened(id=asked.id, table=live.id))

    async def _join(self, asked: protocol.Join) -> None:
        live = self._table(asked.table)
        if asked.table not in self._joined and len(self._joined) >= self._house.settings.tables_per_socket_max:
            raise Refused("join/too-many", "one connection watches no more tables", (), "leave one")
        self._joined[asked.table] = live
        await live.join(self, asked.since)

    async def _leave(self, asked: protocol.Leave) -> None:
        live = self._joined.pop(asked.table, None)
        if live is not None:
            live.watchers.discard(self)
        self.say(protocol.Closed(table=asked.table))

    async def _move(self, asked: protocol.Move) -> None:
        began = perf_counter()
        acting = roles.moves_as(self.account.name, self.account.role, asked.role)
        move = move_by(acting, asked.move)
        roles.permit(type(move), acting)
        live = self._table(asked.table)
        house = self._house
        if house.moves_in_flight >= house.settings.moves_in_flight_max:
            raise Busy("the house has more moves waiting than it should")
        house.moves_in_flight += 1
        try:
            at, again = await live.ask(move, self.account.name, asked.id)
        finally:
            house.moves_in_flight -= 1
        self.say(protocol.Accepted(id=asked.id, table=asked.table, at=at, again=again))
        house.metrics.move_seconds.observe(perf_counter() - began)

    async def _advise(self, asked: protocol.AskAdvice) -> None:
        self.say(await self._adviser.advise(self._table(asked.table), self.account.name, asked.id))

    async def _ping(self, asked: protocol.Ping) -> None:
        self.say(protocol.Pong(n=asked.n))

    def _table(self, table: str) -> LiveTable:
        live = self._house.tables.get(table)
        if live is None:
            raise Refused("table/unknown", f"no table {table} is open", (), "ask for the lobby")
        return live


_ANSWERS: dict[type[protocol.Request], Callable[[Connection, Any], Awaitable[None]]] = {
    protocol.Hello: Connection._hello,
    protocol.ListTables: Connection._list_tables,
    protocol.OpenTable: Connection._open_table,
    protocol.Join: Connection._join,
    protocol.Leave: Connection._leave,
    protocol.Move: Connection._move,
    protocol.AskAdvice: Connection._advise,
    protocol.Ping: Connection._ping,
}


def move_by(acting: str, raw: msgspec.Raw) -> Move:
    """The move in a message, by whoever the house knows it to come from, whatever the message says."""
    try:
        fields = msgspec.json.decode(raw)
    except (msgspec.DecodeError, RecursionError) as error:
        raise Malformed(f"not a move: {error}") from None
    if not isinstance(fields, dict):
        raise Malformed("a move is an object")
    kind = m.MOVES.get(str(fields.get("move")))
    if kind is None:
        raise Malformed("no such move")
    unknown = set(fields) - {"move", *kind.__struct_fields__}
    if unknown or fields.get("by", acting) != acting:
        raise Malformed("a move has no field " + (sorted(unknown)[0][:40] if unknown else "by, unless it is yourself"))
    try:
        return msgspec.convert(fields | {"by": acting}, kind)
    except msgspec.ValidationError as error:
        raise Malformed(f"not a move: {error}") from None
