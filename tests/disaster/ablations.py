"""Safeguards of the house, each switched off here and nowhere else: a history must find that it is missing.

Each is a patch around one history. `within` is in how many seeds, from the first on, it is found.
"""

import asyncio
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any
from unittest.mock import patch

from sqlalchemy import Connection, false, select, update

from pitboss.house import chronicle, committer, database, numbers, ownership, processes, schema, writer
from pitboss.house.accounts import Accounts
from pitboss.house.adopting import Adopting
from pitboss.house.committer import Committer
from pitboss.house.house import House
from pitboss.house.journal import GENESIS
from pitboss.house.live_table import LiveTable
from pitboss.house.made_moves import MadeMoves
from pitboss.house.notary import Notary
from pitboss.house.numbers import LINES, TRANSFERS
from pitboss.house.ownership import Chain, Ownership, TakenOver
from pitboss.house.processes import Processes
from pitboss.house.question_clock import QuestionClock
from pitboss.house.relay import Lines
from pitboss.house.security_log import SecurityLog
from pitboss.house.turns import Turns
from pitboss.house.writer import AsyncWriter
from pitboss.procedure import hands
from pitboss.procedure.blackjack import hands as blackjack_hands
from tests.disaster.postgres import SimConnection
from tests.disaster.world import World

Patch = tuple[object, str, Any]
FOR_EVER = 10**9
OWNER_LOST = ("the house pauses", "nothing is heard of the house", "the house's machine is gone", "the house is killed")
PURSE = ("somebody buys chips at two tables at once",)
REGISTER = (  # to which several write at once, as nobody does at a table
    "a guest becomes an account",
    "the operator grants chips",
    "somebody new comes",
    "the database is slow",
)


@dataclass(frozen=True)
class Ablation:
    """A safeguard, what is put in its place, and within how many seeds that is found."""

    safeguard: str
    where: str
    within: int
    patches: Sequence[Patch] = ()
    prepare: Callable[[World], None] = lambda _: None
    among: tuple[str, ...] = ()  # the kinds of faults of which plans are drawn; of all, if none is named

    @contextmanager
    def off(self) -> Iterator[None]:
        """Without it."""
        with ExitStack() as stack:
            for place, name, instead in self.patches:
                stack.enter_context(patch.object(place, name, instead, create=True))
            yield


# --- whose the database is --------------------------------------------------------------------------------------------


def _claims_nothing(connection: Connection, before: Any, after: Any, process: str) -> None:
    for table, now in after.items():
        if before[table].is_new:
            _claim(connection, {table: before[table]}, after, process)
        else:
            moved = {"seq": now.seq, "n": now.n, "hash": now.hash, "writes": now.writes}
            connection.execute(update(schema.chains).where(schema.chains.c.table_id == table).values(**moved))


_claim = ownership.claim


async def _same_epoch(self: Ownership, *which: Any) -> None:
    c, j = schema.chains, schema.journal
    async with self._engine.begin() as connection:
        taken = update(c).where(*which).values(process=self.process)
        rows = (await connection.execute(taken.returning(*c.columns))).all()
        times = await connection.execute(select(j.c.n, j.c.at_ms).where(j.c.n.in_([row.n for row in rows])))
        at_ms = {row.n: row.at_ms for row in times.all()}
    for row in rows:
        self.highest_n = max(self.highest_n, row.n)
        end = (row.seq, row.n, row.hash, row.writes, at_ms.get(row.n, 0))
        self.held[row.table_id] = Chain(row.table_id, row.epoch, *end)


async def _never_there(self: Ownership, *asked: Any) -> bool:
    await _is_written(self, *asked)
    return False


async def _always_there(self: Ownership, *asked: Any) -> bool:
    await _is_written(self, *asked)
    return True


async def _whoever_has_it(self: Ownership, before: Any, last: Any) -> bool:
    try:
        return await _is_written(self, before, last)
    except TakenOver:
        c = schema.chains
        async with self._engine.connect() as connection:
            for row in (await connection.execute(select(c).where(c.c.table_id.in_(list(before))))).all():
                before[row.table_id].epoch, before[row.table_id].writes = row.epoch, row.writes
        return False


_is_written = Ownership.is_written


_kept: list[bool] = []


async def _only_the_first(self: Adopting) -> bool:
    """Whoever had the cage first had it once and for all."""
    if _kept:
        return False
    taken = await _take_cage(self)
    if taken:
        _kept.append(True)
    return taken


_take_cage = Adopting._take_cage


async def _nothing(*_: Any, **__: Any) -> None:
    """Nothing is done."""


async def _nothing_taken(self: Processes) -> list[str]:
    return []


def _whatever_waits(self: Committer) -> list[Any]:
    due, self._waiting = self._waiting, []
    return due


class _Lowest:
    """A number that no chain has."""

    def __get__(self, one: object, kind: object = None) -> int:
        return 0

    def __set__(self, one: object, value: int) -> None:
        """Forgotten."""


async def _not_looked_up(self: Accounts, hashed: str) -> tuple[None, int]:
    return None, 0


# --- durable before told ----------------------------------------------------------------------------------------------


def _done_at_once(self: Committer, *asked: Any, **named: Any) -> "asyncio.Future[None]":
    written = _submit(self, *asked, **named)
    written.add_done_callback(lambda done: done.exception())
    told: asyncio.Future[None] = asyncio.get_running_loop().create_future()
    told.set_result(None)
    return told


def _done_whatever_comes(self: Committer, *asked: Any, **named: Any) -> "asyncio.Future[None]":
    written = _submit(self, *asked, **named)
    told: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def over(done: "asyncio.Future[None]") -> None:
        done.exception()
        if not told.done():
            told.set_result(None)

    written.add_done_callback(over)
    return told


_submit = Committer.submit


def _goes_on(self: Committer, sentence: str) -> None:
    """Nobody is told that something could not be written."""


async def _joins_out_of_turn(self: LiveTable, work: Callable[[], Any]) -> Any:
    return await work()


# --- once and only once -----------------------------------------------------------------------------------------------


async def _none_earlier(self: MadeMoves, together: Any) -> dict[Any, Any]:
    return {}


# --- what a start finds -----------------------------------------------------------------------------------------------


def _start_without(change: Callable[[Committer], None]) -> Any:
    async def start(self: Committer, *asked: Any, **named: Any) -> None:
        await _start(self, *asked, **named)
        change(self)

    return start


_start = Committer.start


async def _no_ends(self: Ownership, *which: Any) -> None:
    await _taken(self, *which)
    for chain in self.held.values():
        chain.hash = GENESIS


_taken = Ownership._take


def _counts_from_one(name: str) -> Callable[[Committer], None]:
    def change(self: Committer) -> None:
        self._numbers._next[name], self._numbers._end[name] = 1, FOR_EVER
        self._database.ownership.highest_n = 0

    return change


def _house_without(change: Callable[[House], None]) -> Any:
    async def start(self: House) -> None:
        await _open(self)
        change(self)

    return start


_open = House.start


def _no_grants(self: House) -> None:
    self._grants = 0


def _no_people(self: House) -> None:
    self.accounts._lines = 0


async def _first_round_again(self: House, table: str, recipe: Any) -> bool:
    taken = await _resume(self, table, recipe)
    if table in self.tables:
        self.tables[table]._cashier.round = 1
    return taken


_resume = House._resume


async def _no_end_of_log(self: SecurityLog, line: Any) -> None:
    """The log begins anew."""


# --- time -------------------------------------------------------------------------------------------------------------


def _any_time(chain: Chain, n: int, entry: Any) -> None:
    chain.at_ms = 0
    _link(chain, n, entry)


_link = committer.link


def _impatient(self: Committer, *asked: Any, **named: Any) -> None:
    _made(self, *asked, **named)
    self._patient = False


_made = Committer.__init__


async def _keeps_broken_connection(self: AsyncWriter, work: Any) -> None:
    async with asyncio.timeout(writer.WRITE_SECONDS):
        if self._connection is None:
            self._connection = await self._connect()
        await self._connection.run_sync(work)
        await self._connection.commit()


async def _unanswered(self: Turns) -> None:
    together: list[Any] = []
    while self._inbox and not callable(self._inbox[0]):
        together.append(self._inbox.popleft())
    if not together:
        await self._inbox.popleft()()  # type: ignore[operator]  # an errand
        return
    await self._make_all(together)


async def _looks_first(self: LiveTable, together: Any) -> None:
    """As it was: whatever fails before the moves are made, fails without an answer."""
    await self._made.earlier(together)
    await _make_all(self, together)


_make_all = LiveTable._make_all


# --- people -----------------------------------------------------------------------------------------------------------


def _session_in_memory(self: Accounts, account: Any) -> Any:
    token, _ = _new_session(self, account)
    return token, []


_new_session = Accounts.new_session


class _Clinging(set[Any]):
    """Whoever was in it once stays."""

    def discard(self, one: object) -> None:
        """Not even who is gone is let go."""


def _watched_for_ever(self: LiveTable, *asked: Any, **named: Any) -> None:
    _live(self, *asked, **named)
    self.watchers = _Clinging()


_live = LiveTable.__init__


# --- what the database promises ---------------------------------------------------------------------------------------


def _lies(world: World) -> None:
    """The disk said that it had what it had not: a restart takes the last commits back."""
    server, kept = world.server, [b""]
    committed, restart = server.on_commit, server.restart

    def remember(connection: SimConnection) -> None:
        if server.commits % 5 == 0:
            kept[0] = server.store.raw.serialize()
        committed(connection)

    def lose(seconds: float) -> None:
        restart(seconds)
        if kept[0]:
            server.store.put_back(kept[0])

    server.on_commit, server.restart = remember, lose  # type: ignore[method-assign]  # it lies here


def _without_trigger(name: str) -> Callable[[World], None]:
    def prepare(world: World) -> None:
        world.server.store.raw.execute(f"DROP TRIGGER {name}")
        world.server.store.raw.commit()

    return prepare


def _one_sided(world: World) -> None:
    _without_trigger("transfers_post")(world)
    world.server.store.raw.execute(
        "CREATE TRIGGER transfers_post AFTER INSERT ON transfers BEGIN"
        " INSERT INTO balances VALUES (NEW.target, NEW.cents, NEW.id)"
        " ON CONFLICT (account) DO UPDATE SET cents = cents + NEW.cents, last_transfer = NEW.id; END"
    )
    world.server.store.raw.commit()


ABLATIONS = (
    Ablation(
        "every commit checks the epoch",
        "claim",
        10,
        [(committer, "claim", _claims_nothing)],
        among=OWNER_LOST,
    ),
    Ablation(
        "who takes a chain raises its epoch",
        "Ownership._take",
        5,
        [(Ownership, "_take", _same_epoch)],
        among=OWNER_LOST,
    ),
    Ablation(
        "who was taken over writes no more",
        "Ownership.is_written",
        10,
        [(Ownership, "is_written", _whoever_has_it)],
        among=OWNER_LOST,
    ),
    Ablation(
        "a commit that was done is not done again",
        "Ownership.is_written",
        60,
        [(Ownership, "is_written", _never_there)],
    ),
    Ablation(
        "a commit that was not done is done again",
        "Ownership.is_written",
        10,
        [(Ownership, "is_written", _always_there)],
    ),
    Ablation(
        "a chain is taken only from who is dead",
        "OWNER_LIVES",
        5,
        [(ownership, "OWNER_LIVES", false()), (processes, "OWNER_LIVES", false())],
    ),
    Ablation(
        "a table whose chain is lost is dropped",
        "Adopting._lost",
        60,
        [(Adopting, "_lost", lambda *_: None)],
        among=OWNER_LOST,
    ),
    Ablation("what nobody has is taken up", "Adopting._take_up", 60, [(Adopting, "_take_up", _nothing)]),
    Ablation(
        "so is the cage",
        "Adopting._take_cage",
        60,
        [(Adopting, "_take_cage", _only_the_first)],
        lambda _: _kept.clear(),
        among=("the house is killed", "somebody new comes"),
    ),
    Ablation(
        "numbers rise within a chain", "Numbers.draw", 60, [(Ownership, "highest_n", _Lowest())], among=OWNER_LOST
    ),
    Ablation(
        "one lane writes to a chain",
        "Committer._due",
        60,
        [(Committer, "_due", _whatever_waits)],
        among=REGISTER,
    ),
    Ablation(
        "a table that has overdrawn a purse is set back",
        "is_overdrawn",
        60,
        [(committer, "is_overdrawn", lambda _: False)],
        among=PURSE,
    ),
    Ablation("every process signs what it confirms", "Notary.sign_with", 20, [(Notary, "sign_with", lambda *_: None)]),
    Ablation(
        "a session is found on disk by every process", "Accounts._look_up", 60, [(Accounts, "_look_up", _not_looked_up)]
    ),
    Ablation("who watched through a line that ended comes back", "Lines.lost", 60, [(Lines, "lost", lambda *_: None)]),
    Ablation("what is told is on disk", "Committer.submit", 5, [(Committer, "submit", _done_at_once)]),
    Ablation(
        "what could not be written is not confirmed",
        "Committer.submit",
        60,
        [(Committer, "submit", _done_whatever_comes)],
    ),
    Ablation("a house that cannot write stops", "Committer.fail", 10, [(Committer, "fail", _goes_on)]),
    Ablation("who joins waits for the disk", "Turns.in_turn", 20, [(LiveTable, "in_turn", _joins_out_of_turn)]),
    Ablation("a move sent twice is made once", "MadeMoves.answer", 60, [(MadeMoves, "answer", lambda *_: None)]),
    Ablation(
        "also one of before a checkpoint",
        "MadeMoves.earlier",
        5,
        [(MadeMoves, "earlier", _none_earlier)],
        among=("a client sends an old move again",),
    ),
    Ablation(
        "chips are bought from what one has", "LiveTable._affordable", 5, [(LiveTable, "_affordable", lambda *_: None)]
    ),
    Ablation("who takes a chain finds its end", "Ownership._take", 60, [(Ownership, "_take", _no_ends)]),
    Ablation(
        "a start finds the last line",
        "Committer.start",
        60,
        [(Committer, "start", _start_without(_counts_from_one(LINES)))],
    ),
    Ablation(
        "a start finds the last transfer",
        "Committer.start",
        60,
        [(Committer, "start", _start_without(_counts_from_one(TRANSFERS)))],
    ),
    Ablation("a start counts the grants", "House.start", 60, [(House, "start", _house_without(_no_grants))]),
    Ablation(
        "a start counts the register's lines", "Accounts.load", 60, [(House, "start", _house_without(_no_people))]
    ),
    Ablation("who takes a table up knows the round", "LiveTable.replay", 60, [(House, "_resume", _first_round_again)]),
    Ablation(
        "a start finds the end of the security log", "SecurityLog.load", 60, [(SecurityLog, "load", _no_end_of_log)]
    ),
    Ablation("the journal's time never goes back", "link", 60, [(committer, "link", _any_time)]),
    Ablation(
        "the house decides for who stays away", "QuestionClock.set", 60, [(QuestionClock, "set", lambda *_: None)]
    ),
    Ablation("the house waits for its database", "Committer._answered", 60, [(Committer, "__init__", _impatient)]),
    Ablation("a lost connection is told from a refusal", "is_gone", 60, [(database, "is_gone", lambda _: False)]),
    Ablation(
        "a broken connection is let go", "AsyncWriter.write", 60, [(AsyncWriter, "write", _keeps_broken_connection)]
    ),
    Ablation("a write is not waited for for ever", "WRITE_SECONDS", 150, [(writer, "WRITE_SECONDS", FOR_EVER)]),
    Ablation("nor is an answer", "READ_SECONDS", 150, [(database, "READ_SECONDS", FOR_EVER)]),
    Ablation(
        "whoever moved is answered, whatever failed",
        "Turns._next",
        450,
        [(Turns, "_next", _unanswered), (LiveTable, "_make_all", _looks_first)],
    ),
    Ablation("nobody sees a card that lies face down", "Chronicle", 60, [(chronicle, "visible", lambda fact, _: fact)]),
    Ablation(
        "nor in the picture of the table",
        "Hand.hidden_from",
        60,
        [(kind, "hidden_from", lambda self, own: set()) for kind in (hands.Hand, blackjack_hands.Hand)],
    ),
    Ablation("a session is on disk", "Accounts.new_session", 60, [(Accounts, "new_session", _session_in_memory)]),
    Ablation("who is gone watches no more", "Connection.serve", 60, [(LiveTable, "__init__", _watched_for_ever)]),
    Ablation(
        "a lease goes by the database's clock",
        "DatabaseMs",
        60,
        prepare=lambda world: setattr(world.server, "asks_its_own_clock", False),
        among=("the house's clock is wrong", "the house is killed", "nothing is heard of the house"),
    ),
    Ablation(
        "who was paused lets go of what others have",
        "Processes.taken_over",
        150,
        [(Processes, "taken_over", _nothing_taken)],
        among=("the house pauses", "a player stays away"),
    ),
    Ablation(
        "a beat is not waited for for ever",
        "Processes.beat",
        60,
        [(processes, "asyncio", SimpleNamespace(timeout=lambda _: asyncio.timeout(None)))],
        among=("a commit hangs before it is done", "a commit is done and hangs"),
    ),
    Ablation(
        "nor is a block of numbers",
        "Numbers.draw",
        60,
        [(numbers, "ANSWER_SECONDS", None)],
        among=("a commit hangs before it is done", "a commit is done and hangs"),
    ),
    Ablation("a disk has what it says it has", "the disk", 60, prepare=_lies),
    Ablation("a transfer takes what it gives", "transfers_post", 60, prepare=_one_sided),
)
