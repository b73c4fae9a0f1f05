"""Safeguards of the house, each switched off here and nowhere else: a history must find that it is missing.

Each is a patch around one history. `within` is in how many seeds, from the first on, it is found.
"""

import asyncio
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from typing import Any
from unittest.mock import patch

from sqlalchemy import Connection, select, update

from pitboss.house import chronicle, committer, database, ownership, schema, writer
from pitboss.house.accounts import Accounts
from pitboss.house.committer import Committer
from pitboss.house.house import House
from pitboss.house.journal import GENESIS
from pitboss.house.live_table import LiveTable
from pitboss.house.made_moves import MadeMoves
from pitboss.house.numbers import LINES, TRANSFERS
from pitboss.house.ownership import Chain, Ownership, TakenOver
from pitboss.house.question_clock import QuestionClock
from pitboss.house.security_log import SecurityLog
from pitboss.house.turns import Turns
from pitboss.house.writer import AsyncWriter
from pitboss.procedure import hands
from pitboss.procedure.blackjack import hands as blackjack_hands
from tests.disaster.postgres import SimConnection
from tests.disaster.world import World

Patch = tuple[object, str, Any]
FOR_EVER = 10**9
TWO_OWNERS = ("the database forgets the lock", "another house is started", "a line breaks")


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


async def _same_epoch(self: Ownership) -> None:
    c = schema.chains
    async with self._engine.begin() as connection:
        await connection.execute(update(c).values(process=self.process))
        rows = (await connection.execute(select(c))).all()
    self.held = {row.table_id: Chain(row.table_id, row.epoch, row.seq, row.n, row.hash, row.writes) for row in rows}
    self.highest_n = max(row.n for row in rows)


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


def _notes_new_ones_only(self: MadeMoves, move: Any, actor: str, client_id: str | None, seq: int, at: int = 0) -> None:
    if at:
        _note(self, move, actor, client_id, seq, at)


_note = MadeMoves.note


# --- what a start finds -----------------------------------------------------------------------------------------------


def _start_without(change: Callable[[Committer], None]) -> Any:
    async def start(self: Committer) -> None:
        await _start(self)
        change(self)

    return start


_start = Committer.start


def _no_hash(self: Committer) -> None:
    for chain in self._database.ownership.held.values():
        chain.hash = GENESIS


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


def _no_balances(self: House) -> None:
    self.book.balances.clear()


def _first_round_again(self: House) -> None:
    for live in self.tables.values():
        live._cashier.round = 1


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
        world.server.store.connection.exec_driver_sql(f"DROP TRIGGER {name}")
        world.server.store.connection.commit()

    return prepare


def _one_sided(world: World) -> None:
    _without_trigger("transfers_post")(world)
    world.server.store.connection.exec_driver_sql(
        "CREATE TRIGGER transfers_post AFTER INSERT ON transfers BEGIN"
        " INSERT INTO balances VALUES (NEW.target, NEW.cents, NEW.id)"
        " ON CONFLICT (account) DO UPDATE SET cents = cents + NEW.cents, last_transfer = NEW.id; END"
    )
    world.server.store.connection.commit()


def _not_found_out(world: World) -> None:
    world.found_out_seconds = FOR_EVER


ABLATIONS = (
    Ablation(
        "every commit checks the epoch",
        "claim",
        20,
        [(committer, "claim", _claims_nothing)],
        among=TWO_OWNERS,
    ),
    Ablation("an opening raises the epoch", "Ownership.take_all", 60, [(Ownership, "take_all", _same_epoch)]),
    Ablation(
        "who was taken over writes no more",
        "Ownership.is_written",
        20,
        [(Ownership, "is_written", _whoever_has_it)],
        among=TWO_OWNERS,
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
        60,
        [(Ownership, "is_written", _always_there)],
    ),
    Ablation("what is told is on disk", "Committer.submit", 5, [(Committer, "submit", _done_at_once)]),
    Ablation(
        "what could not be written is not confirmed",
        "Committer.submit",
        60,
        [(Committer, "submit", _done_whatever_comes)],
    ),
    Ablation("a house that cannot write stops", "Committer.fail", 5, [(Committer, "fail", _goes_on)]),
    Ablation("who joins waits for the disk", "Turns.in_turn", 5, [(LiveTable, "in_turn", _joins_out_of_turn)]),
    Ablation("a move sent twice is made once", "MadeMoves.answer", 60, [(MadeMoves, "answer", lambda *_: None)]),
    Ablation(
        "also one of before a checkpoint",
        "MadeMoves.earlier",
        5,
        [(MadeMoves, "earlier", _none_earlier)],
        among=("a client sends an old move again",),
    ),
    Ablation(
        "also one of before a restart",
        "LiveTable.replay",
        60,
        [(MadeMoves, "note", _notes_new_ones_only)],
        among=("the house is killed", "a client sends an old move again"),
    ),
    Ablation(
        "chips are bought from what one has", "LiveTable._affordable", 5, [(LiveTable, "_affordable", lambda *_: None)]
    ),
    Ablation(
        "a start finds the end of the chain", "Committer.start", 5, [(Committer, "start", _start_without(_no_hash))]
    ),
    Ablation(
        "a start finds the last line",
        "Committer.start",
        5,
        [(Committer, "start", _start_without(_counts_from_one(LINES)))],
    ),
    Ablation(
        "a start finds the last transfer",
        "Committer.start",
        5,
        [(Committer, "start", _start_without(_counts_from_one(TRANSFERS)))],
    ),
    Ablation("a start counts the grants", "House.start", 60, [(House, "start", _house_without(_no_grants))]),
    Ablation(
        "a start counts the register's lines", "Accounts.load", 60, [(House, "start", _house_without(_no_people))]
    ),
    Ablation("a start reads the balances", "House.start", 5, [(House, "start", _house_without(_no_balances))]),
    Ablation("a start knows the round", "LiveTable.replay", 20, [(House, "start", _house_without(_first_round_again))]),
    Ablation(
        "a start finds the end of the security log", "SecurityLog.load", 60, [(SecurityLog, "load", _no_end_of_log)]
    ),
    Ablation("the journal's time never goes back", "link", 40, [(committer, "link", _any_time)]),
    Ablation("the house decides for who stays away", "QuestionClock.set", 5, [(QuestionClock, "set", lambda *_: None)]),
    Ablation("the house waits for its database", "Committer._answered", 60, [(Committer, "__init__", _impatient)]),
    Ablation("a lost connection is told from a refusal", "is_gone", 5, [(database, "is_gone", lambda _: False)]),
    Ablation(
        "a broken connection is let go", "AsyncWriter.write", 60, [(AsyncWriter, "write", _keeps_broken_connection)]
    ),
    Ablation("a write is not waited for for ever", "WRITE_SECONDS", 60, [(writer, "WRITE_SECONDS", FOR_EVER)]),
    Ablation("nor is an answer", "READ_SECONDS", 60, [(database, "READ_SECONDS", FOR_EVER)]),
    Ablation("nor an opening", "OPEN_SECONDS", 20, [(ownership, "OPEN_SECONDS", FOR_EVER)]),
    Ablation(
        "whoever moved is answered, whatever failed",
        "Turns._next",
        60,
        [(Turns, "_next", _unanswered), (LiveTable, "_make_all", _looks_first)],
    ),
    Ablation("the server finds out that a machine is gone", "_FOUND_OUT", 20, prepare=_not_found_out),
    Ablation("nobody sees a card that lies face down", "Chronicle", 5, [(chronicle, "visible", lambda fact, _: fact)]),
    Ablation(
        "nor in the picture of the table",
        "Hand.hidden_from",
        5,
        [(kind, "hidden_from", lambda self, own: set()) for kind in (hands.Hand, blackjack_hands.Hand)],
    ),
    Ablation("a session is on disk", "Accounts.new_session", 5, [(Accounts, "new_session", _session_in_memory)]),
    Ablation("who is gone watches no more", "Connection.serve", 5, [(LiveTable, "__init__", _watched_for_ever)]),
    Ablation("a disk has what it says it has", "the disk", 60, prepare=_lies),
    Ablation("a transfer takes what it gives", "transfers_post", 5, prepare=_one_sided),
)
