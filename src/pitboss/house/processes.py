"""The processes of a house: each says that it lives, shows the others what it has, and knows what they have.

Whoever has said nothing for as long as a lease lasts, by the database's own clock, is dead, and what it had anybody may
take (`ownership`). One that was only paused finds out, lets go of what others have taken, and goes on living.
"""

import asyncio
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from functools import cache
from math import inf
from typing import Any, NamedTuple

import msgspec
from sqlalchemy import BigInteger, ColumnElement, and_, bindparam, delete, func, insert, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from pitboss.house import schema
from pitboss.house.database import Database
from pitboss.house.journal import CAGE, PEOPLE
from pitboss.house.lobby_cards import Listed
from pitboss.house.migrations import bring_up as migrations
from pitboss.house.neighbours import CAGE_MOVES, Moving, Neighbour
from pitboss.house.ownership import CLOSED, OWNER_LIVES, DatabaseMs, let_go
from pitboss.procedure.table import PROCEDURE

BEATS_A_LEASE = 5
LOOK_EVERY = 10  # beats after which a process looks for what nobody has, though it has heard of nobody's end
TABLES_OF_PROCESSES = (
    select(schema.chains.c.process, func.count().label("tables"))
    .where(~schema.chains.c.settled, schema.chains.c.table_id.not_in(CAGE))
    .group_by(schema.chains.c.process)
)
# What a beat says and asks is made once, carried out every time.
_P, _W = schema.processes, schema.whereabouts
_UNTIL: Any = DatabaseMs() + bindparam("lease", type_=BigInteger)
_WORDS: dict[str, Any] = {name: bindparam(f"to_{name}") for name in ("address", "version", "draining")}
_SAID = update(_P).where(_P.c.id == bindparam("of_process")).values(**_WORDS, until_ms=_UNTIL)
_SAID_IN_TIME = _SAID.where(_P.c.until_ms > DatabaseMs())
_LIVING = select(_P).where(_P.c.until_ms > DatabaseMs())
_REGISTER = select(schema.chains).where(schema.chains.c.table_id == PEOPLE)
_SHOWN = select(_W).where(_W.c.process.in_(bindparam("of_processes", expanding=True)))
FORGOTTEN_LEASES = 12  # after which nothing is kept of a process that has not been heard of


@cache
def _version() -> str:
    return f"procedure {PROCEDURE}, schema {migrations.newest()}"


async def anybody_lives(database: Database) -> bool:
    """Whether any process of the house does."""
    p = schema.processes
    return bool(await database.rows(select(p.c.id).where(p.c.until_ms > DatabaseMs()).limit(1)))


class Shown(msgspec.Struct, frozen=True, kw_only=True):
    """A table as the other processes hear of it."""

    listed: Listed
    opened_by: str
    players: tuple[str, ...] = ()  # who sits or has chips of the house's there
    seen_at: dict[str, str] = {}  # where they were last seen, and whoever opened it


class Heard(NamedTuple):
    """What a beat has found out."""

    lapsed: bool = False  # this process was silent for longer than its lease, and may have lost what it had
    changed: bool = False  # the register is not as it was
    look: bool = False  # there may be something that nobody has
    told_to_stop: bool = False  # by whoever runs the house, wherever they are


class Processes:
    """This process among the others of its house."""

    def __init__(self, database: Database, address: str = "", lease_ms: int = 5_000, beat_ms: int = 0) -> None:
        self._database = database
        self.id = database.ownership.process
        self.address = address
        self.version = _version()
        self.lease_ms = lease_ms
        self.beat_seconds = (beat_ms or lease_ms / BEATS_A_LEASE) / 1000  # how often it is said that this one lives
        self.draining = False
        self.has_cage = False
        self.seen_at: dict[str, str] = {}  # where people of the others' tables were last seen
        self._living: dict[str, Any] = {}
        self._first_seen: dict[str, int] = {}  # until when each was to live when it was first heard of
        self._elsewhere: dict[str, tuple[str, Shown]] = {}
        self._read: dict[str, tuple[str, Shown]] = {}
        self._shown: dict[str, str] = {}
        self._neighbours: list[Neighbour] = []
        self._cage: str | None = None
        self._register = ""
        self._beats = 0
        self._was_dead = False  # since a beat was last heard of
        self._said_at = -inf  # when it was last said that this one lives, by its own clock
        self._line: AsyncConnection | None = None
        self._speaking = asyncio.Lock()  # one transaction after the other

    # --- living ---------------------------------------------------------------------------------------------------

    async def beat(self) -> Heard:
        """Say that this process lives, and look at the others."""
        began = asyncio.get_running_loop().time()
        async with self._on_own_line() as connection:
            await self._live_on(connection)
            living = (await connection.execute(_LIVING)).all()
            others = {row.id: row for row in living if row.id != self.id}
            count = {row.process: row.tables for row in (await connection.execute(TABLES_OF_PROCESSES)).all()}
            (people,) = (await connection.execute(_REGISTER)).all()
            rows = (await connection.execute(_SHOWN, {"of_processes": [*others, self.id]})).all()
        self._beats, self._said_at = self._beats + 1, began
        lapsed, self._was_dead = self._was_dead, False
        # What is there counts, not what was said: a late word of who had a table before may have come after it.
        self._shown = {row.table_id: row.card for row in rows if row.process == self.id}
        came_or_went = others.keys() != self._living.keys() or any(row.draining for row in others.values())
        changed, self._register = people.hash != self._register, people.hash
        self._living, self._cage = others, people.process
        self._first_seen = {id_: self._first_seen.get(id_, row.until_ms) for id_, row in others.items()}
        self._note_shown([row for row in rows if row.process != self.id])
        self._neighbours = [
            Neighbour(row.id, row.address, count.get(row.id, 0), row.draining, row.version) for row in others.values()
        ]
        given = count.get(self.id, 0) > len(self._database.ownership.held.keys() - set(CAGE))  # from another, to take
        told = any(row.told_to_stop for row in living if row.id == self.id)
        return Heard(lapsed, changed, came_or_went or given or self._beats % LOOK_EVERY == 1, told)

    @property
    def is_late(self) -> bool:
        """Whether another may have by now what this one had: it was paused, or the database does not answer."""
        return asyncio.get_running_loop().time() - self._said_at > self.lease_ms / 1000

    @asynccontextmanager
    async def _on_own_line(self) -> AsyncIterator[AsyncConnection]:
        """A transaction on a connection that is for this alone: whatever else is asked, nobody is dead for it."""
        async with self._speaking:
            try:
                async with asyncio.timeout(self.lease_ms / 2000):
                    if self._line is None:
                        self._line = await self._database.engine.connect()
                    yield self._line
                    await self._line.commit()
                if self._database.engine.dialect.name != "postgresql":
                    await self._hang_up()  # a file has one process, and nobody to wait behind
            except BaseException:
                await self._hang_up()
                raise

    async def _hang_up(self) -> None:
        line, self._line = self._line, None
        if line is not None:
            await let_go(line)

    async def _live_on(self, connection: AsyncConnection) -> None:
        """Live as long as a lease from now on; was the last one over, others may have come.

        That is kept until a beat is heard of to its end: one whose commit is done, and its answer lost, lives on too.
        """
        words = {"address": self.address, "version": self.version, "draining": self.draining}
        its = {**{f"to_{name}": word for name, word in words.items()}, "of_process": self.id, "lease": self.lease_ms}
        if (await connection.execute(_SAID_IN_TIME, its)).rowcount:
            return
        self._was_dead = self._beats > 0
        if not (await connection.execute(_SAID, its)).rowcount:
            await connection.execute(insert(_P).values(id=self.id, **words, until_ms=DatabaseMs() + self.lease_ms))

    def _note_shown(self, rows: Sequence[Any]) -> None:
        """What others have shown; what they have said before is not read again."""
        read = self._read
        self._read = {
            row.table_id: before
            if (before := read.get(row.table_id)) is not None and before[0] == row.card
            else (row.card, msgspec.json.decode(row.card, type=Shown))
            for row in rows
        }
        self._elsewhere = {row.table_id: (row.process, self._read[row.table_id][1]) for row in rows}
        self.seen_at.clear()
        for _, shown in self._elsewhere.values():
            self.seen_at.update(shown.seen_at)

    async def show(self, tables: Mapping[str, Shown]) -> None:
        """Show the others what this process has; whoever is alone shows nothing."""
        now = {table: msgspec.json.encode(one).decode() for table, one in tables.items()} if self._living else {}
        new = [table for table, card in now.items() if self._shown.get(table) != card]
        gone = [table for table in self._shown if table not in now]
        if not new and not gone:
            return
        w = schema.whereabouts
        over = or_(w.c.table_id.in_(new), and_(w.c.table_id.in_(gone), w.c.process == self.id))
        async with asyncio.timeout(self.lease_ms / 2000), self._database.engine.begin() as connection:
            await connection.execute(delete(w).where(over))
            if new:
                rows = [{"table_id": table, "process": self.id, "card": now[table]} for table in new]
                await connection.execute(insert(w), rows)
        self._shown = now

    async def forget_the_dead(self) -> None:
        """Nothing is kept of processes of which nothing was heard for long."""
        p, w = schema.processes, schema.whereabouts
        async with asyncio.timeout(self.lease_ms / 2000), self._database.engine.begin() as connection:
            old = DatabaseMs() - FORGOTTEN_LEASES * self.lease_ms
            await connection.execute(delete(p).where(p.c.until_ms < old))
            await connection.execute(delete(w).where(w.c.process.not_in(select(p.c.id))))

    async def leave(self) -> None:
        """This process has stopped, and all it had is anybody's."""
        c, p, w = schema.chains, schema.processes, schema.whereabouts
        try:
            async with self._on_own_line() as connection:
                mine = update(c).where(c.c.process == self.id, ~c.c.settled)
                await connection.execute(mine.values(process=None))
                await connection.execute(delete(w).where(w.c.process == self.id))
                await connection.execute(delete(p).where(p.c.id == self.id))
        finally:
            await self._hang_up()

    # --- who has what ---------------------------------------------------------------------------------------------

    async def free(self) -> list[str]:
        """The chains that nobody has who lives; and those that are this process's, which it could not take up."""
        c, held = schema.chains, self._database.ownership.held
        nobodys: ColumnElement[bool] = or_(c.c.process.is_(None), c.c.process == self.id, ~OWNER_LIVES)
        rows = await self._database.rows(select(c.c.table_id).where(~c.c.settled, nobodys, ~CLOSED))
        return [row.table_id for row in rows if row.table_id not in held]

    async def taken_over(self) -> list[str]:
        """The chains that this process had and another has by now."""
        c, held = schema.chains, self._database.ownership.held
        rows = await self._database.rows(select(c.c.table_id, c.c.epoch).where(c.c.table_id.in_(list(held))))
        return [row.table_id for row in rows if row.table_id in held and row.epoch > held[row.table_id].epoch]

    def cage_is_kept(self) -> bool:
        """Whether another process has the cage that was heard of more than once: it does live."""
        keeper = self._living.get(self._cage or "")
        return keeper is not None and keeper.until_ms > self._first_seen[keeper.id]

    async def where(self, table: str) -> str | None:
        """The address of the other process that has a table; None where no such table is open. Or it is `Moving`."""
        if table in self._elsewhere:
            return str(self._living[self._elsewhere[table][0]].address)
        c, w = schema.chains, schema.whereabouts
        for row in await self._owner(c.c.process, c.c.table_id == table, ~CLOSED):
            if row.address is None or row.process == self.id:
                raise Moving
            return str(row.address)
        shown = await self._owner(w.c.process, w.c.table_id == table)
        return next((str(row.address) for row in shown if row.address is not None and row.process != self.id), None)

    async def cage(self) -> str:
        """The address of the other process that has the cage. Or it is `Moving`."""
        c = schema.chains
        for row in await self._owner(c.c.process, c.c.table_id == PEOPLE):
            if row.address is not None and row.process != self.id:
                return str(row.address)
        raise Moving(CAGE_MOVES)

    async def _owner(self, process: Any, *which: ColumnElement[bool]) -> Sequence[Any]:
        """Who has something, and at which address if they live."""
        p = schema.processes
        lives = and_(p.c.id == process, p.c.until_ms > DatabaseMs())
        question = select(process, p.c.address).select_from(process.table.outerjoin(p, lives)).where(*which)
        return await self._database.rows(question)

    def shown(self) -> Mapping[str, Shown]:
        """The tables of all the others, as of about a second ago."""
        return {table: shown for table, (_, shown) in self._elsewhere.items()}

    def listed(self) -> Mapping[str, Listed]:
        """The same as the lobby shows them."""
        return {table: shown.listed for table, (_, shown) in self._elsewhere.items()}

    def living(self) -> Sequence[Neighbour]:
        """The others that live, as of about a second ago."""
        return self._neighbours
