"""What must hold in every history, after every step and at its end."""

import asyncio
from collections import Counter
from collections.abc import Awaitable, Iterable
from contextlib import ExitStack
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar
from unittest.mock import patch

import msgspec
from sqlalchemy import select

from pitboss.cards import fair
from pitboss.house import absence, audit, audited, schema
from pitboss.house.journal import CAGE, PEOPLE
from pitboss.house.ledger import Book, chips, inventory, layout
from pitboss.house.live_table import LiveTable
from pitboss.house.ownership import TakenOver
from pitboss.house.reach import Answered, Asked
from pitboss.procedure.croupier import Croupier
from pitboss.procedure.moves import CommitSeed, Shuffle
from pitboss.procedure.table import Table
from tests.disaster import books
from tests.disaster.bot import Bot, Wrong
from tests.disaster.faults import KINDS, Fault
from tests.disaster.postgres import OnDisk, SimConnection

if TYPE_CHECKING:
    from tests.disaster.node import Node
    from tests.disaster.world import World

T = TypeVar("T")
OPEN_TABLES = "SELECT table_id FROM journal WHERE kind = 'open' EXCEPT SELECT table_id FROM closed_tables"
ORDERED_OUT = "SELECT table_id, name FROM removals"
CHAIN = "table_id, epoch, process, seq, n, hash, writes"
LEASE_MS = 10_000
AGAIN_LATER, TAKEN = 503, 409
STALE_SECONDS = 5.0  # a beat, and what follows from it
UNASKED_SECONDS = 6.0
ASTRAY_SECONDS = 2.0  # longer than it takes to let go of both
AWAY_FROM_THE_DATABASE = frozenset(
    kind
    for kind in KINDS
    if any(word in kind for word in ("commit", "database", "disk", "heard", "register", "transaction"))
)
SAID_MS_AGO = 6_500  # what is committed now was said at most so long ago: a beat is given up after half a lease
TOLD_SECONDS_AGO = 120.0  # what somebody is told was so at most so long ago
SHAPE_EVERY = 8  # of so many histories one looks whether every field has what may stand there: a third of an audit
TOLD_TO_STOP = ("the house is told to stop", "the register goes there and back")
# Why a house may stop by itself, by what its sentence has in it, and what must have gone wrong before that.
CAUSES = {
    "input/output error": ("a commit fails", "a commit is done and fails"),
    "no space left": ("the disk is full",),
    # no database stays away longer than the house waits; who is about to stop waits for nobody
    "the database system is starting up": TOLD_TO_STOP,
    "the connection": TOLD_TO_STOP,
    # who was paused has waited for an answer all the while
    "TimeoutError": (
        *TOLD_TO_STOP,
        "the house pauses as it commits",
        "the house pauses in a transaction",
        "the house pauses as it is answered",
    ),
}


class Told(msgspec.Struct):
    """Of what is told, which table it is about."""

    table: str = ""


_TOLD = msgspec.json.Decoder(Told)


class OnTop(NamedTuple):
    """The row of a chain: whose it is, and where it ends."""

    epoch: int
    process: str | None
    seq: int
    n: int
    hash: str
    writes: int


class Invariants:
    """Looks on, and remembers what is wrong."""

    def __init__(self, world: "World") -> None:
        self._world = world
        self._wrong: BaseException | None = None
        self._woken: asyncio.Future[None] | None = None
        self._chains: dict[str, OnTop] = {}
        self._taken_at: dict[str, float] = {}  # when each chain was last taken
        self._leases: dict[str, int] = {}  # until when each process is to live, by the database's clock
        self._lapsed: set[str] = set()  # whoever was dead by it once
        self._purses: dict[str, list[tuple[float, int]]] = {}  # what was in each, and since when
        self._stale: dict[tuple[str, int], float] = {}  # a table and who still has it in memory, and since when
        self._astray: dict[tuple[str, int], float] = {}  # a table without its chain or the other way round, since when
        self._unasked: dict[tuple[int, str, int], float] = {}  # tables at which nobody's clock runs, and since when
        self._cents = 0  # in all accounts together
        self._removals: dict[tuple[str, str], float] = {}  # whom the operator has ordered out of which table, and when
        self._kinds: set[str] = set()
        self._sealed: dict[str, str] = {}  # seeds of the house, by what was published of them
        self.ordered: list[tuple[str, int]] = []  # grants that the operator has ordered: to whom, and how many cents
        self.granted: list[tuple[str, int]] = []  # those of them that were confirmed
        self.told: list[str] = []  # what happened, in a few words, in order
        self.moves = 0

    # --- what is wrong is told at once ----------------------------------------------------------------------------

    def wrong(self, why: BaseException) -> None:
        """Something is wrong: the history ends here."""
        if self._wrong is None:
            self._wrong = why
            if self._woken is not None and not self._woken.done():
                self._woken.set_result(None)

    def ended(self, task: "asyncio.Task[Any]") -> None:
        """Something that runs for ever has ended, or failed."""
        if not task.cancelled() and (error := task.exception()) is not None:
            self.wrong(error)

    async def unless_wrong(self, work: Awaitable[T]) -> None:
        """Wait for something, unless something is wrong before."""
        self._woken = asyncio.get_running_loop().create_future()
        doing = asyncio.ensure_future(work)
        if self._wrong is None:
            await asyncio.wait((doing, self._woken), return_when=asyncio.FIRST_COMPLETED)
        doing.cancel()
        if self._wrong is not None:
            raise self._wrong

    def happened(self, fault: Fault) -> None:
        """A fault begins."""
        self._kinds.add(fault.kind)
        self._note(str(fault))

    def _note(self, words: str) -> None:
        self.told.append(f"{self._world.loop.time():9.4f} {words}")

    # --- after each step ------------------------------------------------------------------------------------------

    def committed(self, connection: SimConnection) -> None:
        """One owner writes to a chain, and no chip comes from nowhere: of the rows that were changed, what they are."""
        server, who = self._world.server, connection.engine.owner
        assert connection.transaction is not None
        changed: dict[str, set[Any]] = {"chains": set(), "processes": set(), "balances": set()}
        for table, key in connection.transaction.rows:
            if table in changed:
                changed[table].add(key)
        for table, *row in server.rows_of("chains", CHAIN, changed["chains"]):
            now, before = OnTop(*row), self._chains.get(table)
            if now != before and (fault := self._not_its_own(who, before, now)) is not None:
                self.wrong(Wrong(f"{connection.process.name} {fault}: {table} {before} {now}"))
            if before is not None and before.process == who != now.process and self._still_shows(who, table):
                self.wrong(Wrong(f"{connection.process.name} lets go of {table}, and still shows it"))
            if before is None or now.epoch != before.epoch:
                self._taken_at[table] = self._world.loop.time()
            self._chains[table] = now
        living = server.rows_of("processes", "id, until_ms", changed["processes"])
        for process, until_ms in living:
            self._lives(process, until_ms)
        if None in changed["processes"]:
            self._struck(who, self._leases.keys() - {process for process, _ in living})
        for account, cents in server.rows_of("balances", "account, cents", changed["balances"]):
            self._has(account, cents)
        for node in self._world.alive:
            self._holds_its_cage(node)
        if PEOPLE in changed["chains"]:
            self._ordered_out()
        if self._cents:
            self.wrong(Wrong(f"all accounts together have {self._cents} cents, not none"))
        self._note(f"{connection.process.name} commits")

    def _ordered_out(self) -> None:
        """Whoever is ordered out of a table has had no chips there before the order is struck."""
        now, standing = self._world.loop.time(), set(self._world.server.store.raw.execute(ORDERED_OUT).fetchall())
        for table, name in self._removals.keys() - standing:
            ordered = self._removals.pop((table, name))
            if not self._had_nothing(chips(table, name), now - ordered) and not self._world.is_closed(table):
                self.wrong(Wrong(f"the order to see {name} out of {table} is struck, and they are there"))
        self._removals |= dict.fromkeys(standing - self._removals.keys(), now)

    def _holds_its_cage(self, node: "Node") -> None:
        """Who says that it keeps the register has every chain of it."""
        if node.ready and node.house.neighbours.has_cage and not node.house.database.ownership.held.keys() >= set(CAGE):
            self.wrong(Wrong(f"{node.process.name} keeps the register, and has not all of its chains"))

    def _still_shows(self, process: str, table: str) -> bool:
        """Whether a process that goes on has a table in memory."""
        return any(
            node.id == process and node.ready and not node.house._gone and table in node.house.tables
            for node in self._world.alive
        )

    def _lives(self, process: str, until_ms: int) -> None:
        """A process lives for a lease from when it says so, by the database's clock and no other."""
        now_ms = self._world.server.now_ms()
        if self._leases.get(process) == until_ms:
            return
        if self._leases.get(process, now_ms) < now_ms:
            self._lapsed.add(process)
        if not now_ms + LEASE_MS - SAID_MS_AGO <= until_ms <= now_ms + LEASE_MS:
            self.wrong(Wrong(f"{process} says at {now_ms} that it lives until {until_ms}"))
        self._leases[process] = until_ms

    def _struck(self, who: str, gone: Iterable[str]) -> None:
        """Nobody is taken for dead who lives: a process goes by itself, or is forgotten when its lease is over."""
        for process in gone:
            if self._leases.pop(process) > self._world.server.now_ms() and process != who:
                self.wrong(Wrong(f"{who} forgets {process}, which lives"))

    def _has(self, account: str, cents: int) -> None:
        """What an account has from now on."""
        purse = self._purses.setdefault(account, [])
        before = purse[-1][1] if purse else 0
        self._cents += cents - before
        if not purse or cents != before:
            purse.append((self._world.loop.time(), cents))
        if cents < 0 and account != "house":
            self.wrong(Wrong(f"{account} has less than nothing"))

    def _had(self, account: str, seconds: float) -> set[int]:
        """What an account had at any time within the last so many seconds."""
        since, purse = self._world.loop.time() - seconds, self._purses.get(account, [])
        first = max((place for place, (at, _) in enumerate(purse) if at <= since), default=0)
        return {cents for _, cents in purse[first:]}

    def _had_nothing(self, account: str, seconds: float) -> bool:
        """Whether an account was empty at some time within the last so many seconds, or not there yet."""
        purse = self._purses.get(account)
        return not purse or purse[0][0] > self._world.loop.time() - seconds or 0 in self._had(account, seconds)

    def _has_spent(self, account: str) -> bool:
        """Whether an account has less than it had at some time lately."""
        purse = self._purses.get(account)  # none before somebody is let in
        return purse is not None and purse[-1][1] < max(self._had(account, TOLD_SECONDS_AGO))

    def _not_its_own(self, who: str, before: OnTop | None, now: OnTop) -> str | None:
        """Why a process may not have written what it wrote to the row of a chain."""
        if before is None:
            return None if now.process in (None, who) else "makes a chain for another"
        if now.epoch != before.epoch:
            if now.epoch != before.epoch + 1 or now.process != who:
                return "takes a chain over, and not as one does"
            alive = before.process not in (None, who, *self._lapsed)
            server = self._world.server
            over = self._leases.get(before.process or "", 0) <= server.now_ms()
            over = over or server.value("SELECT id FROM processes WHERE id = ?", before.process) is None  # it has left
            return "takes a chain from a process that lives" if alive and not over else None
        if now.process != before.process:
            return None if before.process == who else "gives away a chain of another"
        if now.process != who:
            return "writes to a chain of another"
        if now.n < before.n or (now.hash != before.hash) != (now.n > before.n):
            return "does not put a line at the end of a chain"
        end = self._world.server.value("SELECT hash FROM journal WHERE n = ?", now.n)
        return None if end == now.hash or not now.n else "puts another line at the end than it says"

    def look_around(self) -> None:
        """Where the database is well, a process lets go soon of a table that another has by now."""
        world = self._world
        now, seen = world.loop.time(), set[tuple[str, int]]()
        for node in world.alive:
            for live in node.house.tables.values() if node.ready else ():
                self._is_asked(node, live)
        self._in_hand()
        excused = self._kinds & AWAY_FROM_THE_DATABASE
        for node in world.alive:
            if not node.ready or node.process.paused_until > now - STALE_SECONDS:
                continue
            asks = node.house.may_have_lost_tables or node.house._tasks_named("errands")
            if excused and (asks or node.stopping or node.house.failure is not None):
                continue  # it knows that it may have lost some, or asks
            for table in node.house.tables:
                owner = self._chains[table].process if table in self._chains else None
                if owner not in (None, node.id):
                    seen.add((table, node.number))
        self._stale = {one: self._stale.get(one, now) for one in seen}
        for (table, number), since in self._stale.items():
            if now - since > STALE_SECONDS:
                self.wrong(
                    Wrong(f"house {number} still shows table {table}, which another has had for {now - since:g} s")
                )

    def _in_hand(self) -> None:
        """Who has a table in memory has its chain, and who has its chain has the table, or is reading it."""
        world, seen = self._world, set[tuple[str, int]]()
        now = world.loop.time()
        for node in world.alive:
            if not node.ready or node.stopping or node.house.failure or node.process.paused_until > now - STALE_SECONDS:
                continue
            house, held = node.house, node.house.database.ownership.held.keys()
            seen |= {(one, node.number) for one in (house.tables.keys() ^ held) - house._taking - set(CAGE)}
            if not house.neighbours.has_cage and not house._one_by_one.locked():
                seen |= {(one, node.number) for one in held & set(CAGE)}
        self._astray = {one: self._astray.get(one, now) for one in seen}
        for (table, number), since in self._astray.items():
            if now - since > ASTRAY_SECONDS and not world.is_closed(table):
                self.wrong(Wrong(f"house {number} has one of table {table} and its chain, and not the other"))

    def _is_asked(self, node: "Node", live: LiveTable) -> None:
        """Where a table waits for somebody, a clock runs, unless something is being done there."""
        there = (node.number, live.id, live.table.moves_made)
        committer = node.house.committer
        writes = bool(live._inbox) or live.id in committer._busy or bool(committer._waiting)
        waits = bool(absence.awaited(live.table)) and live.clock_ms is None and node.house.committer.waits is None
        now = self._world.loop.time()
        ends = node.stopping or node.house.failure is not None
        if not waits or writes or ends or node.process.paused_until > now - STALE_SECONDS:
            self._unasked.pop(there, None)
        elif now - self._unasked.setdefault(there, now) > UNASKED_SECONDS:
            self.wrong(
                Wrong(f"{node.process.name} waits at {live.id} for {absence.awaited(live.table)}, with no clock")
            )

    def said(self, node: "Node", bot: Bot, text: str) -> None:
        """Whatever is told of is on disk, and nothing is shown that lies face down."""
        if node.process.dead:
            return
        try:
            self._said(node, bot, text)
        except Exception as error:  # else whoever tells would fail, not the history
            self.wrong(error)

    def _said(self, node: "Node", bot: Bot, text: str) -> None:
        value = self._world.server.value
        if text.startswith('{"type":"accepted"'):
            told = msgspec.json.decode(text)
            receipt = told["receipt"]
            line = "SELECT hash FROM journal WHERE n = ? AND client_id = ?"
            if receipt and value(line, receipt["n"], told["id"]) != receipt["head"]:
                self.wrong(Wrong(f"{bot.name} is told that {told['id']} is made, and it is not on disk"))
        elif text.startswith(('{"type":"facts"', '{"type":"table"')):
            table = _TOLD.decode(text).table
            live = self.tells(node, table, bot.name)
            # what follows from a move was on disk when it was made; how a table stands, its owner knows
            watches = live is not None and any(one.viewer == bot.name for one in live.watchers)
            if watches and text.startswith('{"type":"table"') and self._is_anothers(node, table):
                self.wrong(Wrong(f"{bot.name} is shown {table} by {node.process.name}, and another has it"))
            if live is not None and (shown := _face_down_and_shown(live.table.state, bot.name, text)) is not None:
                self.wrong(Wrong(f"{bot.name} is shown {shown}"))
        elif text.startswith(('{"type":"bankroll"', '{"type":"welcome"')):
            cents = msgspec.json.decode(text)["bankroll_cents"]
            # it may be behind a commit that is done and of which the process has not heard yet
            if cents not in self._had(f"player:{bot.name}", TOLD_SECONDS_AGO):
                self.wrong(Wrong(f"{bot.name} is told of {cents} cents, and has others"))

    def _is_anothers(self, node: "Node", table: str) -> bool:
        """Whether a table is another's, as far as a process can know: it may have been taken while it was dead."""
        knows = node.house.may_have_lost_tables or self._world.loop.time() - self._taken_at[table] > STALE_SECONDS
        return self._chains[table].process != node.id and knows

    def tells(self, node: "Node", table: str, whom: str) -> LiveTable | None:
        """A table that somebody is told of, all of which is on disk by then."""
        live = node.house.tables.get(table)
        on_disk = self._world.server.value("SELECT max(seq) FROM journal WHERE table_id = ?", table) or 0
        if live is not None and live.table.moves_made > on_disk:
            self.wrong(Wrong(f"{whom} is told of move {live.table.moves_made}; {on_disk} are on disk"))
        return live

    def lost(self, node: "Node", chain: str, why: Exception) -> None:
        """A table is set back only for what somebody would spend there, and given up only if another has it."""
        held: Any = node.house.database.ownership.held
        if isinstance(why, TakenOver) and held.let_go_at.get(chain) == self._world.loop.steps:
            self._world.server.store.take_back()
            together = CAGE if chain in CAGE else (chain,)
            if not any(one not in held.let_go_at or held.was_taken(one) for one in together):
                self.wrong(Wrong(f"{node.process.name} gives up {chain}, which nobody has taken: {why}"))
        spends = [bot for bot in self._world.people if bot.table == chain and bot.spends()]
        if chain in CAGE:  # what somebody takes along to another name they have just spent at a table
            spends = [bot for bot in self._world.people if bot.leaves and self._has_spent(f"player:{bot.name}")]
        if not isinstance(why, TakenOver) and not spends:
            self.wrong(Wrong(f"{node.process.name} sets {chain} back, where nobody buys chips: {why}"))

    def gives(self, node: "Node", table: str) -> None:
        """Nobody gives a table away to which something is being written: all that was done there is on disk."""
        if table in node.house.committer._busy - set(CAGE) and table in node.house.database.ownership.held:
            self.wrong(Wrong(f"{node.process.name} gives {table} away, and writes to it"))

    def answered(self, bot: Any, asked: Asked, answered: Answered) -> None:
        """What is asked over HTTP is answered, and with what is so."""
        told = msgspec.json.decode(answered.body) if answered.body else {}
        self._note(f"{bot.name} is answered {answered.status} to {asked.method} {asked.path}")
        if answered.status >= 500 and answered.status != AGAIN_LATER:
            self.wrong(Wrong(f"{asked.method} {asked.path} is answered with {answered.status}: {told}"))
        if asked.path == "/api/me" and answered.status == 200:
            had = self._had(f"player:{bot.name}", TOLD_SECONDS_AGO)
            if told["name"] != bot.name or told["bankroll_cents"] not in had:
                self.wrong(Wrong(f"{bot.name} is told to be {told}"))
        self._looked_at(bot, answered.body.decode(), told)

    def let_in(self, node: "Node", answered: Answered) -> None:
        """A guest who has asked for a name has it; an answer that was lost may have been the one that gave it."""
        told = msgspec.json.decode(answered.body)
        if answered.status != TAKEN and (answered.status != 200 or told["name"] != f"Guest {node.number}"):
            self.wrong(Wrong(f"{node.process.name} answers a guest with {answered.status}: {told}"))

    def _looked_at(self, bot: Any, text: str, told: Any) -> None:
        try:
            self._secrets(bot, text, told)
        except Wrong as wrong:
            self.wrong(wrong)

    def heard(self, bot: Bot, text: str, told: dict[str, Any]) -> None:
        """Nobody is told what they may not know."""
        self._note(f"{bot.name} hears {told['type']} {told.get('at', '')}")
        if told["type"] == "refused" and told["code"] == "bankroll/too-small":
            self._refused(bot, told["id"])
        self._looked_at(bot, text, told)

    def _refused(self, bot: Bot, move_id: str) -> None:
        """Nobody is refused chips for want of what they have."""
        if move_id not in bot.pending:
            return
        move = bot.pending[move_id]["move"]
        cents = move.get("cents", 0)
        if move["move"] != "buy-in" or cents <= min(self._had(f"player:{bot.name}", TOLD_SECONDS_AGO), default=0):
            self.wrong(Wrong(f"{bot.name} is told to have too little for {move}, and had enough all the time"))

    def _secrets(self, bot: Any, text: str, told: Any) -> None:
        for published, seed in self._sealed.items():
            if seed in text and not self._is_open(published):
                raise Wrong(f"{bot.name} is told the house's seed before it is opened")
        for fact in told.get("facts", ()) if isinstance(told, dict) else ():
            kind = fact["fact"]
            hidden = (
                (kind == "card-dealt" and not fact["face_up"] and fact["card"] is not None)
                or (kind == "card-burned" and fact["card"] is not None)
                or (kind == "cards-cut" and fact["by"] != bot.name and fact["position"] is not None)
                or (kind == "cards-looked-at" and fact["player"] != bot.name and fact["cards"] is not None)
            )
            if hidden:
                raise Wrong(f"{bot.name} is told what they may not see: {fact}")
        if isinstance(told, dict) and told.get("viewer", told.get("view", {}).get("viewer", bot.name)) != bot.name:
            raise Wrong(f"{bot.name} is told what is for {told['view']['viewer']}")

    def _is_open(self, published: str) -> bool:
        return self._world.server.value("SELECT seal FROM opened_orders WHERE seal = ?", published) is not None

    def watched(self, croupier: Croupier) -> Croupier:
        """A croupier whose secrets are known here."""
        invariants = self

        class Watched(Croupier):
            def step(self, table: Table) -> Shuffle | CommitSeed:
                move = croupier.step(table)
                if isinstance(move, CommitSeed):
                    invariants._sealed[fair.commitment(move.seed)] = move.seed
                return move

        return Watched(croupier._bits, croupier.asks_for_seeds)

    def stopped(self, node: "Node", sentence: str) -> None:
        """A house stops by itself only for a cause."""
        self._note(f"{node.process.name} stops: {sentence}")
        causes = [kinds for words, kinds in CAUSES.items() if words in sentence]
        if not any(self._kinds.intersection(kinds) for kinds in causes):
            self.wrong(Wrong(f"{node.process.name} stops for no cause: {sentence}"))

    def slow_to_stop(self, node: "Node") -> None:
        """A house that is told to stop does so within its time, or has to be killed."""
        self._note(f"{node.process.name} has to be killed")

    # --- at the end -----------------------------------------------------------------------------------------------

    def disagreement(self) -> str | None:
        """What somebody still has otherwise than the house."""
        world = self._world
        for node in world.alive:
            if (fault := self._unsettled(node)) is not None:
                return fault
        for bot in world.here:
            owners = [one for one in world.alive if one.ready and bot.table in one.house.tables]
            if bot.table is None or len(owners) != 1:
                return f"{len(owners)} processes have table {bot.table}"
            if bot.line is None or bot.line.client.over or bot.pending:
                return f"{bot.name} is not connected, or has not heard about {sorted(bot.pending)}"
            live = owners[0].house.tables[bot.table]
            told = msgspec.json.decode(
                msgspec.json.encode(live._telling.whole(live.table, bot.name, len(live.chronicle)))
            )
            if bot.at != told["at"] or bot.view != told["view"]:
                return f"{bot.name} has {bot.at} facts, the house {told['at']}, or sees another table"
            has = world.server.value("SELECT cents FROM balances WHERE account = ?", f"player:{bot.name}")
            if bot.bankroll != has:
                return f"{bot.name} thinks to have {bot.bankroll}, and has {has}"
            facts, _ = live.chronicle.seen_by(bot.name, 0)
            first = len(live.chronicle) - len(facts)
            for place, fact in enumerate(facts, first):
                known = bot.record.get(place)
                if known is not None and msgspec.json.decode(known) != msgspec.json.decode(fact):
                    return f"{bot.name} was told otherwise of fact {place} than the house has it"
        return None

    def _unsettled(self, node: "Node") -> str | None:
        """What a process has still to do, though nothing goes wrong any more."""
        server, name = self._world.server, node.process.name
        if not node.ready:
            return f"{name} has not opened"
        if node.house._moves_in_flight:
            return f"{node.house._moves_in_flight} moves are under way, and nobody has made any"
        until_ms = server.value("SELECT until_ms FROM processes WHERE id = ?", node.id)
        if (until_ms or 0) <= server.now_ms():
            return f"{name} does not say that it lives"
        for live in node.house.tables.values():
            there = server.value("SELECT max(seq) FROM journal WHERE table_id = ?", live.id)
            if live.table.moves_made != there:
                return f"{name} has {live.table.moves_made} moves of {live.id}, on disk are {there}"
        for chain in (*node.house.tables, *node.house.database.ownership.held):
            if (owner := server.value("SELECT process FROM chains WHERE table_id = ?", chain)) != node.id:
                return f"{name} has {chain}, which is {owner}'s"
        if closed := [table for table in node.house.listed() if self._world.is_closed(table)]:
            return f"{name} shows {closed}, which have closed"
        opened = {table for (table,) in server.store.raw.execute(OPEN_TABLES)}
        if not node.other_version and (unknown := opened - node.house.listed().keys()):
            return f"{name} does not know of {sorted(unknown)}"
        if (ordered := server.value("SELECT name FROM removals")) is not None:
            return f"{ordered} was ordered out, and that is not done"
        behind = server.value(
            "SELECT table_id FROM chains WHERE n > 0 AND seq > coalesce((SELECT seq FROM rolled"
            " WHERE rolled.table_id = chains.table_id), -1)"
        )
        return None if behind is None else f"no head names the end of {behind}"

    async def at_the_end(self) -> None:
        """The books are in order, and every confirmed move stands in them once."""
        world = self._world
        receipts = [receipt for bot in world.people for receipt in bot.receipts]
        with ExitStack() as stack:
            if world.seed % SHAPE_EVERY:
                stack.enter_context(patch.object(audit, "misshapen", _in_shape))
            stack.enter_context(patch.object(audited, "Cashier", books.Looking))
            auditor = audit.Auditor(OnDisk(world.server), world.vault, receipts)
            report = await auditor.run()
        if report.wrong is not None:
            raise Wrong(f"the audit: {report.wrong}")
        self._books(auditor)
        for node in world.alive:
            for live in node.house.tables.values() if node.ready else ():
                if (fault := _otherwise(live, node.house.book, auditor._tables[live.id])) is not None:
                    raise Wrong(f"{node.process.name} has table {live.id} otherwise than the journal: {fault}")
        j = schema.journal
        made = Counter(
            (row.table_id, row.actor, row.client_id)
            for row in world.server.ask(
                select(j.c.table_id, j.c.actor, j.c.client_id).where(j.c.client_id.is_not(None))
            )
        )
        doubled = [made_by for made_by, times in made.items() if times > 1]
        if doubled:
            raise Wrong(f"made twice: {doubled}")
        lost = [one for bot in world.people for one in bot.confirmed if (bot.table, bot.name, one) not in made]
        if lost:
            raise Wrong(f"confirmed and lost: {lost}")
        self.moves = len(made)
        opened = world.server.value("SELECT count(*) FROM journal WHERE kind = 'open'")
        asked = sum(bot.opens for bot in world.people)
        if opened > asked:  # what was asked of one that is gone, and is asked again of another, is opened once
            raise Wrong(f"{asked} tables were asked for, and {opened} were opened")
        self._no_strangers()

    def _books(self, auditor: audit.Auditor) -> None:
        """Every chip is where it must be by what happened, reckoned here anew."""
        raw = self._world.server.store.raw
        moved = raw.execute("SELECT table_id, source, target, cents, round FROM transfers ORDER BY n, id").fetchall()
        balances = dict(raw.execute("SELECT account, cents FROM balances").fetchall())
        granted: list[books.Moved] = []
        for name, before in raw.execute("SELECT name, formerly FROM accounts").fetchall():
            giver = "house" if before is None else f"player:{before}"
            if cents := books.GRANT_CENTS if before is None else self._had_last(giver):
                granted.append((giver, f"player:{name}", cents, 0))
            if before is not None and (left := self._chips_of(before)):
                raise Wrong(f"{before} has taken the name {name}, and left behind {left}")
        there = {(source, target, cents) for _, source, target, cents, _ in moved}
        granted += [
            ("house", f"player:{name}", cents, 0)
            for name, cents in self.ordered
            if ("house", f"player:{name}", cents) in there
        ]
        if lost := [one for one in self.granted if ("house", f"player:{one[0]}", one[1]) not in there]:
            raise Wrong(f"granted, and not in the books: {lost}")
        beside = {table: one.cashier.beside for table, one in auditor._tables.items()}  # type: ignore[attr-defined]
        if (fault := books.fault(beside, moved, balances, granted)) is not None:
            raise Wrong(f"the books: {fault}")

    def _had_last(self, account: str) -> int:
        """What somebody had before they had nothing: who takes another name takes all along."""
        return next((cents for _, cents in reversed(self._purses.get(account, [])) if cents), 0)

    def _chips_of(self, name: str) -> list[Any]:
        question = "SELECT account, cents FROM balances WHERE cents > 0 AND (account LIKE ? OR account = ?)"
        return self._world.server.store.raw.execute(question, (f"chips:%:{name}", f"player:{name}")).fetchall()

    def _no_strangers(self) -> None:
        for node in self._world.alive:
            if not node.ready:
                continue
            for live in node.house.tables.values():
                if not live.watchers <= node.doors.connections:
                    raise Wrong("somebody watches a table whose connection has ended")


def _otherwise(live: LiveTable, book: Book, on_disk: Any) -> str | None:
    """In which a table in memory is not the one that the journal gives."""
    mine, its = live.table, on_disk.table
    if mine.moves_made != its.moves_made:
        return f"{mine.moves_made} moves, not {its.moves_made}"
    since = max(mine.facts_before, its.facts_before)
    if mine.facts[since - mine.facts_before :] != its.facts[since - its.facts_before :]:
        return "other facts"
    if str(mine.waiting) != str(its.waiting):
        return f"it waits for {mine.waiting}, not for {its.waiting}"
    if live._cashier.round != on_disk.cashier.round:
        return f"round {live._cashier.round}, not {on_disk.cashier.round}"
    return next(
        (
            f"{account} has {book[account]} cents, not {on_disk.cashier.book[account]}"
            for account in (layout(live.id), inventory(live.id), *(chips(live.id, name) for name in _players(mine)))
            if book[account] != on_disk.cashier.book[account]
        ),
        None,
    )


def _players(table: Table) -> Iterable[str]:
    return table.state.people.players


async def _in_shape(*_: object) -> None:
    """Nothing is looked at."""


def _face_down_and_shown(state: Any, viewer: str, text: str) -> str | None:
    """A card of the view that lies face down on the layout, and is not the viewer's own whom the rules let look."""
    dealer = state.beside_the_boxes().dealer
    hands = [(box, at, hand) for box in state.boxes.values() for at, hand in enumerate(box.hands) if hand.face_down]
    if not hands and not (dealer is not None and dealer.face_down):
        return None
    view = msgspec.json.decode(text)["view"]
    if dealer is not None and any(view["dealer"][place] is not None for place in dealer.face_down):
        return f"the dealer's hole card: {view['dealer']}"
    for box, at, hand in hands:
        seen = next(one for one in view["boxes"] if one["box"] == box.number)["hands"][at]
        looked = viewer == box.decides and getattr(hand, "looked", False)
        if any(seen["cards"][place] is not None for place in hand.face_down if not (looked and place < 2)):
            return f"a card that lies face down on box {box.number}: {seen['cards']}"
    return None
