"""The WebSocket: one connection of a browser or a bot, from hello to goodbye."""

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable, Mapping, Sequence
from time import perf_counter
from typing import Any, NamedTuple

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from pitboss.house import lobby, protocol, roles
from pitboss.house.accounts import Account
from pitboss.house.adviser import Adviser
from pitboss.house.committer import Stopped
from pitboss.house.database import NoAnswer
from pitboss.house.dealing import DealingTable
from pitboss.house.frames import EXTENSION, Tell
from pitboss.house.house import House, OpenElsewhere
from pitboss.house.live_table import LiveTable
from pitboss.house.lobby_feed import LobbyFeed
from pitboss.house.neighbours import Moving
from pitboss.house.practice import PracticeTable
from pitboss.house.rate_limit import Bucket
from pitboss.house.relay import AGAIN_MS, Lines, Relay
from pitboss.house.turns import Busy
from pitboss.procedure import moves as m
from pitboss.procedure.moves import Move
from pitboss.procedure.refusal import Broken, Malformed, Refused

GOODBYE_SECONDS = 5
RETRY_MS = 250
GOING_AWAY, POLICY, OVERLOADED = 1001, 1008, 1013
log = logging.getLogger("pitboss.house")


class NotHere(Refused):
    """No table of that name is at this process."""


class Rests(NotHere):
    """A table that no process of this version can deal: it goes on when one of its own is there."""


class Come(NamedTuple):
    """How somebody came: whether through another process, and what the relay says of them to another."""

    relay: Relay
    relayed: bool
    headers: Mapping[str, str]


class Connection:
    """Somebody's socket. Messages are taken one after another; what the house says goes out in order."""

    def __init__(
        self,
        house: House,
        adviser: Adviser,
        socket: WebSocket,
        account: Account,
        token: str,
        bucket: Bucket,
        lobby_feed: LobbyFeed,
        come: Come,
    ) -> None:
        self.viewer = account.name
        self.account = account
        self.token = token
        self._house = house
        self._adviser = adviser
        self._lobby = lobby_feed
        self._socket = socket
        self._tell: Tell = socket.scope["extensions"][EXTENSION]
        self._over = asyncio.Event()
        self._joined: dict[str, LiveTable] = {}
        self._greeted = False
        self._malformed = 0
        self._close_code = GOING_AWAY
        self._bucket = bucket
        self._come = come
        self._lines = Lines(come.relay, self, come.headers)
        self._direct = False
        self._bankroll_cents: int | None = None  # as it was last told

    # --- out ------------------------------------------------------------------------------------------------------

    def tell(self, text: bytes) -> None:
        """Send a text in order; a client that does not read is let go, and can come back to where it was."""
        if not self._over.is_set() and not self._tell(text):
            self.hang_up(OVERLOADED)

    def say(self, message: protocol.Reply) -> None:
        """Send a message."""
        self.tell(protocol.encode(message))

    def say_bankroll(self, cents: int) -> None:
        """What they have now, wherever that is known from; unless it was told last."""
        if self._bankroll_cents not in (None, cents):  # before they are greeted, they are told with that
            self._bankroll_cents = cents
            self.say(protocol.Bankroll(bankroll_cents=cents))

    def hang_up(self, code: int = GOING_AWAY) -> None:
        """End the connection; what was said before still goes out, nothing after it."""
        self._close_code = code
        self._over.set()

    def come_back(self, table: str) -> None:
        """A table that is watched here goes on elsewhere in the house: whoever joins it again is led there."""
        if self._joined.pop(table, None) is not None:
            self.say(protocol.Elsewhere(table=table))

    def turned_away(self) -> None:
        """Another process of the house does not know the session any more: it is begun anew."""
        self.hang_up(POLICY)

    async def _close(self) -> None:
        if self._over.is_set() and self._socket.application_state is WebSocketState.CONNECTED:
            with contextlib.suppress(WebSocketDisconnect, RuntimeError, OSError, TimeoutError):
                async with asyncio.timeout(GOODBYE_SECONDS):  # who does not read does not hear a goodbye either
                    await self._socket.close(self._close_code)

    # --- in -------------------------------------------------------------------------------------------------------

    async def serve(self) -> None:
        """Until either side hangs up."""
        hello = self._house.clock.after(self._house.settings.hello_ms, self._no_hello)
        receiver = asyncio.create_task(self._receive())
        over = asyncio.create_task(self._over.wait())
        try:
            await asyncio.wait((receiver, over), return_when=asyncio.FIRST_COMPLETED)
            error = receiver.exception() if receiver.done() else None
            if error is not None and not isinstance(error, WebSocketDisconnect | RuntimeError | OSError):
                log.error("socket failed", exc_info=error)
        finally:
            hello.cancel()
            self._lobby.leave(self)
            self._lines.close()
            for live in self._joined.values():
                live.watchers.discard(self)
            for task in (over, receiver):
                task.cancel()
            await asyncio.gather(over, receiver, return_exceptions=True)
            await self._close()

    def _no_hello(self) -> None:
        if not self._greeted:
            self.say(protocol.Error(kind="refused", sentence="there was no hello in time"))
            self.hang_up(POLICY)

    async def _slow_down(self, count: int) -> None:
        """Whoever sends too fast, over all their sockets together, is read more slowly."""
        while not self._bucket.take(self._house.clock.now_ms(), count):
            await asyncio.sleep(self._bucket.wait_ms(count) / 1000)

    async def _receive(self) -> None:
        while True:
            told = await self._socket.receive()
            if told["type"] == "websocket.disconnect":
                return
            await self._slow_down(1)
            try:
                asked = protocol.request(told.get("bytes") or told.get("text") or b"")
                if isinstance(asked, _LARGE):
                    await self._slow_down(self._house.settings.large_message - 1)
                await self._answer(asked)
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
        table = getattr(asked, "table", None)
        joins = table if request_id is None else None
        try:
            try:
                await _ANSWERS[type(asked)](self, asked)
            except NotHere as unknown:
                await self._elsewhere(asked, unknown)
        except Refused as refusal:
            self._house.metrics.refusals.inc()
            if request_id is None and isinstance(refusal, Rests):
                self.say(protocol.Busy(id=None, table=joins, sentence=refusal.sentence, retry_ms=AGAIN_MS))
                return
            if request_id is None:
                self.say(protocol.Error(kind="refused", sentence=refusal.sentence, table=joins))
                return
            self.say(
                protocol.Refused(
                    id=request_id,
                    table=table or "",
                    code=refusal.code,
                    sentence=refusal.sentence,
                    clauses=refusal.clauses,
                    now=refusal.now,
                )
            )
        except (Busy, NoAnswer, Moving) as busy:  # what was made by then is told when it is asked again
            self._house.metrics.busy.inc()
            self.say(protocol.Busy(id=request_id, table=joins, sentence=str(busy), retry_ms=RETRY_MS))
        except Stopped as error:  # everybody is hung up on, and joins again where they come next
            self.say(protocol.Error(kind="broken", sentence=str(error), id=request_id))
        except Broken:
            sentence = "the table has stopped and was set back"
            self.say(protocol.Error(kind="broken", sentence=sentence, id=request_id, table=joins))

    # --- answers --------------------------------------------------------------------------------------------------

    async def _elsewhere(self, asked: Any, unknown: NotHere) -> None:
        """Another process has the table: what is asked is passed on, once, or the client goes there itself."""
        table: str = asked.table
        try:
            if self._come.relayed:
                raise Moving
            there = self._lines.at(table) or await self._house.neighbours.where(table)
        except (Moving, NoAnswer) as error:
            if isinstance(error, Moving):
                if table in self._house.kept_out and not self._come.relayed:  # what was given to this one moves on
                    raise unknown from None
                self._house.want(table)
            if self._come.relayed or isinstance(asked, protocol.Join):  # which has no id to be asked again by
                self._lines.say_later(table)
            if isinstance(asked, protocol.Join):
                return
            raise
        if there is None:
            raise unknown
        if self._direct:
            self.say(protocol.Elsewhere(table=table, at=there))
        else:
            self._house.metrics.relayed.inc()
            self._lines.pass_on(there, asked)

    async def _hello(self, asked: protocol.Hello) -> None:
        if asked.version != protocol.VERSION:
            sentence = f"this house speaks version {protocol.VERSION} of the protocol, not {asked.version}"
            self.say(protocol.Error(kind="refused", sentence=sentence))
            return
        self._greeted, self._direct = True, asked.direct
        seated_at = self._house.seated_at(self.account.name)
        self._bankroll_cents = await self._house.bankroll_now(self.account.name)
        self.say(
            protocol.Welcome(
                version=protocol.VERSION,
                name=self.account.name,
                role=self.account.role,
                bankroll_cents=self._bankroll_cents,
                seated_at=seated_at,
            )
        )
        if self._house.committer.waits is not None:
            self.say(protocol.Waiting(sentence=self._house.committer.waits))
        if not self._come.relayed and not self._direct:
            await self._be_there(seated_at)

    async def _be_there(self, seated_at: Sequence[str]) -> None:
        """The processes at whose tables somebody sits know that they have a connection: nobody takes their seat."""
        for table in seated_at:
            with contextlib.suppress(Moving):
                there = None if table in self._house.tables else await self._house.neighbours.where(table)
                if there is not None:
                    self._lines.come(there)

    async def _list_tables(self, asked: protocol.ListTables) -> None:
        cards = self._house.cards(self.viewer)
        self.say(protocol.Lobby(tables=cards, games=lobby.games(), head=self._house.notary.head()))
        if asked.follow:
            self._lobby.follow(self)
        else:
            self._lobby.leave(self)

    async def _open_table(self, asked: protocol.OpenTable) -> None:
        there = None if self._come.relayed else await self._come.relay.place_for(asked)
        if there is not None:
            self._lines.pass_on(there, asked)
            return
        try:
            table = (await self._house.open_table(asked, self.account)).id
        except OpenElsewhere as elsewhere:
            table = elsewhere.table
        self.say(protocol.Opened(id=asked.id, table=table))

    async def _join(self, asked: protocol.Join) -> None:
        self._joined = {table: one for table, one in self._joined.items() if self._house.tables.get(table) is one}
        watched = self._joined.keys() | self._lines.watched
        if asked.table not in watched and len(watched) >= self._house.settings.tables_per_socket_max:
            raise Refused("join/too-many", "one connection watches no more tables", (), "leave one")
        live = self._table(asked.table)
        if live.may_be_old():  # what is known of it here may be old: they come back in a moment
            self._lines.say_later(asked.table)
            return
        self._joined[asked.table] = live
        await live.join(self, asked.since)

    async def _leave(self, asked: protocol.Leave) -> None:
        live = self._joined.pop(asked.table, None)
        if live is not None:
            live.watchers.discard(self)
        there = self._lines.leave(asked.table)
        if there is not None:
            self._lines.pass_on(there, asked)
        else:
            self.say(protocol.Closed(table=asked.table))

    async def _move(self, asked: protocol.Move) -> None:
        began = perf_counter()
        acting = roles.moves_as(self.account.name, self.account.role, asked.role)
        move = move_by(acting, asked.move)
        roles.permit(type(move), acting)
        live = self._table(asked.table)
        made = await self._house.move(live, move, self.account.name, asked.id)
        receipt = None
        if not live.practice:  # of which nothing is written
            receipt = await self._house.notary.receipt(live.id, made, self.account.name, asked.id)
        self.say(protocol.Accepted(id=asked.id, table=asked.table, at=made.at, again=made.again, receipt=receipt))
        self._house.metrics.move_seconds.observe(perf_counter() - began)

    async def _undo(self, asked: protocol.Undo) -> None:
        live = self._table(asked.table)
        if not isinstance(live, PracticeTable):
            raise Refused("undo/not-practice", "only a practice table takes a move back", (), "open one to practise")
        made = await live.undo(self.account.name, asked.id)
        self.say(protocol.Accepted(id=asked.id, table=asked.table, at=made.at, again=made.again))

    async def _act(self, asked: protocol.DoAct) -> None:
        live = self._table(asked.table)
        if not isinstance(live, DealingTable):
            raise Refused("act/not-yours", "nobody of this name deals there", (), "open a table to deal")
        made = await live.act(self.account.name, live.understood(asked.act), asked.id)
        self.say(protocol.Accepted(id=asked.id, table=asked.table, at=made.at, again=made.again))

    async def _advise(self, asked: protocol.AskAdvice) -> None:
        self.say(await self._adviser.advise(self._table(asked.table), self.account.name, asked.id))

    async def _ping(self, asked: protocol.Ping) -> None:
        self.say(protocol.Pong(n=asked.n))

    def _table(self, table: str) -> LiveTable:
        live = self._house.tables.get(table)
        if live is None and table in self._house.kept_out:
            sentence = f"table {table} rests, and the chips at it stay there: {self._house.kept_out[table]}"
            raise Rests("table/kept-out", sentence, (), "ask for the lobby")  # another version may have it
        if live is None:
            raise NotHere("table/unknown", f"no table {table} is open", (), "ask for the lobby")
        if not live.admits(self.account.name):
            raise Refused("table/practice", f"table {table} is somebody's own, for practice", (), "ask for the lobby")
        return live


# What makes the house say or do much: each counts as several messages.
_LARGE = (protocol.ListTables, protocol.OpenTable, protocol.Join, protocol.Undo, protocol.AskAdvice)
_ANSWERS: dict[type[protocol.Request], Callable[[Connection, Any], Awaitable[None]]] = {
    protocol.Hello: Connection._hello,
    protocol.ListTables: Connection._list_tables,
    protocol.OpenTable: Connection._open_table,
    protocol.Join: Connection._join,
    protocol.Leave: Connection._leave,
    protocol.Move: Connection._move,
    protocol.Undo: Connection._undo,
    protocol.DoAct: Connection._act,
    protocol.AskAdvice: Connection._advise,
    protocol.Ping: Connection._ping,
}


def move_by(acting: str, raw: msgspec.Raw) -> Move:
    """The move in a message, by whoever the house knows it to come from, whatever the message says."""
    try:
        fields = msgspec.json.decode(raw)
    except (msgspec.DecodeError, ValueError, RecursionError) as error:
        raise Malformed(f"not a move: {error}") from None
    if not isinstance(fields, dict):
        raise Malformed("a move is an object")
    kind = m.every_move().get(str(fields.get("move")))
    if kind is None:
        raise Malformed("no such move")
    unknown = set(fields) - {"move", *kind.__struct_fields__}
    if unknown or fields.get("by", acting) != acting:
        raise Malformed("a move has no field " + (sorted(unknown)[0][:40] if unknown else "by, unless it is yourself"))
    try:
        return msgspec.convert(fields | {"by": acting}, kind)
    except (msgspec.ValidationError, ValueError, RecursionError) as error:
        raise Malformed(f"not a move: {error}") from None
