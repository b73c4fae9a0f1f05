"""A process of a house among the others: it takes up what nobody has any more, and lets go of what another has taken.

A house that has its database to itself takes everything when it starts, and that is all.
"""

import asyncio
import contextlib
import logging
import random
from abc import abstractmethod
from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping
from typing import Any

from sqlalchemy.exc import SQLAlchemyError

from pitboss.house import archive, keys, lobby
from pitboss.house.cage import Cage
from pitboss.house.clock import Clock
from pitboss.house.committer import Committer, Stopped
from pitboss.house.database import CannotOpen, Database, NoAnswer, plainly
from pitboss.house.journal import CAGE, PEOPLE, Recipe
from pitboss.house.live_table import LiveTable
from pitboss.house.neighbours import Alone, Neighbours
from pitboss.house.ownership import OPEN_SECONDS, TAKEN, TakenOver
from pitboss.house.processes import Heard, Processes, Shown, anybody_lives
from pitboss.house.settings import Settings
from pitboss.house.turns import Busy

TAKEN_AT_ONCE = 4  # as many as ask the database without opening more connections
FAULTS = (NoAnswer, SQLAlchemyError, OSError)
log = logging.getLogger("pitboss.house")


class Adopting(Cage):
    """What a house does about its other processes."""

    def __init__(
        self, processes: Processes | None, database: Database, committer: Committer, clock: Clock, settings: Settings
    ) -> None:
        super().__init__(database, committer, clock, settings, processes is not None)
        self.processes = processes
        self.neighbours: Neighbours = processes or Alone()
        self.tables: dict[str, LiveTable] = {}
        self.kept_out: dict[str, str] = {}
        self.addresses: dict[str, str] = {}  # where each person was last seen, as long as the house is open
        self.on_cage: Callable[[bool], Awaitable[None]] = _nobody_minds  # the cage has come here, or has gone
        self.sessions_here: Callable[[], Iterable[tuple[str, str]]] = lambda: ()  # of connections: token and role
        self.people_here: Callable[[], Iterable[str]] = lambda: ()  # who has a connection
        self.on_session_over: Callable[[str], None] = lambda _: None
        self.told_to_stop = False
        self.on_told_to_stop: Callable[[], None] = lambda: None  # from another machine, by whoever runs the house
        self.wanted: set[str] = set()  # tables that somebody asks for, and nobody has
        self._one_by_one = asyncio.Lock()  # one takes the cage, or lets it go
        self._taking: set[str] = set()  # tables that are being taken up
        self._given: dict[str, str] = {}  # tables to whom each was last given: who has given one back gets it no more
        self._tasks: set[asyncio.Task[None]] = set()
        self._gone = False
        self._changed = self._looks = False  # what beats have found out and is still to be done
        self._lapsed = 0  # how often it was dead since it last asked what others have taken
        self._patient_until = self._in_doubt_until = 0.0

    @abstractmethod
    async def _resume(self, table: str, recipe: Recipe) -> bool:
        """Take a table up at the decision it was at; whether it could be."""

    @abstractmethod
    def drop(self, live: LiveTable) -> None:
        """A table goes on elsewhere in the house: nothing of it is here any more."""

    @abstractmethod
    async def _balance(self, processes: Processes) -> None:
        """Whoever has more than their share gives a few tables to who has least."""

    # --- coming ---------------------------------------------------------------------------------------------------

    async def _begin(self) -> None:
        """Take the cage and the tables that nobody has; alone, all of them."""
        if self.vault is None:
            self.vault = await keys.vault_of(self.database)
        self.notary.sign_with(self.vault)
        if self.processes is None:
            if await anybody_lives(self.database):
                raise CannotOpen(TAKEN)
            await self.committer.start()
            await self._open_cage()
            tables = await archive.tables(self.database)
            for table, recipe in (await archive.recipes_of(self.database, tables)).items():
                await self._resume(table, recipe)
            await self.removals.carry_out(self.tables)
            await self.removals.settle(self._players_at)
            self.notary.open()
            return
        self.committer.on_lost = self._lost
        await self.processes.beat()
        await self.committer.start(shared=True)
        self._do(self._keep_beating(self.processes), "beat")
        while not await self._take_cage() and not self.processes.cage_is_kept():
            await asyncio.sleep(self.processes.beat_seconds)  # until its lease is over, or it is heard of again
        await self._same_key()
        self.notary.open()
        await self._take_up(await self.processes.free())

    async def _same_key(self) -> None:
        """The processes of a house have one key."""
        known = await keys.on_record(self.database)
        assert self.vault is not None
        if known not in (None, self.vault.public_key):
            path = self.database.key_file
            raise CannotOpen(f"{path} is not the key of this house, whose other processes have the public key {known}")

    def _do(self, work: Any, name: str) -> None:
        task = asyncio.create_task(work, name=name)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    # --- the beat -------------------------------------------------------------------------------------------------

    async def _keep_beating(self, processes: Processes) -> None:
        while not self._gone:
            await asyncio.sleep(processes.beat_seconds)
            try:
                self._note(await processes.beat())
            except FAULTS as error:
                log.warning("not heard of", extra={"process_id": processes.id, "why": plainly(error)})

    async def beat(self) -> None:
        """Say that this process lives, look at the others, and do what follows."""
        assert self.processes is not None
        self._note(await self.processes.beat())
        await asyncio.gather(*self._tasks_named("errands"))

    @property
    def may_have_lost_tables(self) -> bool:
        """Whether another may have by now what this one had, and it has not looked yet."""
        return self._lapsed > 0 or self.neighbours.is_late

    def _tasks_named(self, name: str) -> list[asyncio.Task[None]]:
        return [task for task in self._tasks if task.get_name() == name]

    def _note(self, heard: Heard) -> None:
        """What a beat has found out is done beside it: whatever that takes, the next beat comes in time."""
        assert self.processes is not None
        if heard.told_to_stop and not self.told_to_stop:
            self.told_to_stop = True
            log.info("told to stop", extra={"process_id": self.processes.id})
            self.on_told_to_stop()
        self._lapsed += heard.lapsed
        self._changed = self._changed or heard.changed
        self._looks = self._looks or heard.look
        if heard.lapsed:  # perhaps nobody was heard of: the others have a lease's time to say that they live
            self._patient_until = asyncio.get_running_loop().time() + self.processes.lease_ms / 1000
            self._in_doubt_until = asyncio.get_running_loop().time() + OPEN_SECONDS
        if not self._tasks_named("errands"):
            self._do(self._errands(self.processes), "errands")

    async def _errands(self, processes: Processes) -> None:
        try:
            # One it takes may be another's before it is answered; who took one while this was dead may be done now.
            if self._lapsed or self._looks or asyncio.get_running_loop().time() < self._in_doubt_until:
                known = self._lapsed
                for chain in await processes.taken_over():
                    self.database.ownership.held.pop(chain, None)
                    self._lost(chain, TakenOver(chain))
                self._lapsed -= known  # was it dead once more while it asked, the answer is older than that
            if self._changed and not processes.has_cage:
                await self._look_at_sessions()
            self._changed = False
            if self._looks:
                self._look_for_free(processes)
            self.money_moved(set(self.people_here()))  # what others have written
            await self.removals.carry_out(self.tables)
            if processes.has_cage:
                await self.removals.settle(self._players_at)
            seen = self.tables.values() if processes.living() else ()
            await processes.show({live.id: self._shown(live) for live in seen})
            if not self._is_patient and not self._tasks_named("adoption"):
                await self._balance(processes)
        except FAULTS as error:
            log.warning("errands not done", extra={"process_id": processes.id, "why": plainly(error)})

    def _shown(self, live: LiveTable) -> Shown:
        players = () if live.practice else tuple(live.table.state.people.players)
        people = (live.recipe.opened_by, *players)
        return Shown(
            listed=lobby.listed(live),
            opened_by=live.recipe.opened_by,
            players=players,
            seen_at={name: self.addresses[name] for name in people if name in self.addresses},
        )

    async def _look_at_sessions(self) -> None:
        """Whose session is over, or whose role is another, is seen out; the register is kept elsewhere."""
        async with self._one_by_one:
            if self.neighbours.has_cage:
                return  # it has come here meanwhile, and is read
            self.accounts.let_go()
        here = list(self.sessions_here())
        found = await self.accounts.on_disk(token for token, _ in here)
        for token, role in here:
            account = found.get(token)
            if account is None or account.disabled or account.role != role:
                self.on_session_over(token)

    def _players_at(self, table: str) -> Iterable[str] | None:
        """Who sits or has chips at a table, here or elsewhere; None where that is not known now."""
        if table in self.tables:
            return self.tables[table].table.state.people.players
        shown = self.processes.shown().get(table) if self.processes is not None else None
        return None if shown is None else shown.players

    def seated_at(self, name: str) -> tuple[str, ...]:
        """The tables at which somebody sits or has chips of the house's."""
        real = (live for live in self.tables.values() if not live.practice)
        here = [live.id for live in real if name in live.table.state.people.players]
        shown = self.processes.shown() if self.processes is not None else {}
        return (*here, *(table for table, one in shown.items() if name in one.players and table not in here))

    # --- taking up ------------------------------------------------------------------------------------------------

    @property
    def _is_patient(self) -> bool:
        """Whether the others may just not have been heard of."""
        return asyncio.get_running_loop().time() < self._patient_until

    def want(self, table: str) -> None:
        """Somebody asks for a table that nobody has."""
        self.wanted.add(table)
        if self.processes is not None:
            self._look_for_free(self.processes)

    def _look_for_free(self, processes: Processes) -> None:
        if not self._is_patient and not self._gone and not self._tasks_named("adoption"):
            self._looks = False
            self._do(self._take_up_free(processes), "adoption")

    @contextlib.contextmanager
    def _or_later(self) -> Iterator[None]:
        """What the database does not answer now is asked again at another beat."""
        try:
            yield
        except FAULTS as error:
            self._looks = True
            log.warning("nothing taken up", extra={"why": plainly(error)})

    async def _take_up_free(self, processes: Processes) -> None:
        with self._or_later():
            free = await processes.free()
            self.kept_out = {table: why for table, why in self.kept_out.items() if table in free}
            if PEOPLE in free:
                await self._take_cage()
            await self._take_up(free)
            await self.database.ownership.decline([table for table in free if table in self.kept_out])
            self.wanted.clear()
            self._looks = self._looks or any(table not in self.kept_out for table in free)
            if processes.has_cage:
                await processes.forget_the_dead()

    async def _take_up(self, free: Iterable[str]) -> None:
        """Take up tables that nobody has, several at once: while one waits for the database, another is dealt again."""
        recipes = await archive.recipes_of(self.database, [table for table in free if table not in CAGE])
        tables = sorted(recipes)
        random.shuffle(tables)
        taken = await asyncio.gather(
            *(self._take_some(tables, recipes) for _ in range(min(TAKEN_AT_ONCE, len(tables)))), return_exceptions=True
        )
        for fault in filter(None, taken):
            raise fault

    async def _take_some(self, tables: list[str], recipes: Mapping[str, Recipe]) -> None:
        """Those first that somebody asks for; the others in any order, as others do."""
        while tables:
            table = next((one for one in tables if one in self.wanted), tables[-1])
            tables.remove(table)
            self.wanted.discard(table)
            if table not in self.kept_out.keys() | self.tables.keys() | self._taking and not self._leaves:
                self._taking.add(table)
                try:
                    await self._take(table, recipes[table])
                finally:
                    self._taking.discard(table)

    @property
    def _leaves(self) -> bool:
        return self._gone or (self.processes is not None and self.processes.draining)

    async def _take(self, table: str, recipe: Recipe) -> None:
        """A table that this version can deal is this process's, if nobody else was quicker; others wait for theirs."""
        try:
            self.rules_of(recipe)
        except archive.OtherRules as error:
            self.kept_out[table] = str(error)
            log.warning("table kept out", extra={"table": table, "why": str(error)})
            return
        ownership = self.database.ownership
        if await ownership.take(table) is None:
            return
        taken = False
        try:
            with contextlib.suppress(Stopped, Busy):  # lost while its cards were shuffled, or the house has stopped
                taken = await self._resume(table, recipe)
        except FAULTS:
            ownership.held.pop(table, None)  # it is taken again when the database is back
            raise
        except Exception as error:
            self.kept_out[table] = str(error)
            log.error("table kept out", extra={"table": table, "why": str(error)}, exc_info=error)
        if taken:
            log.info("table taken up", extra={"table": table})
        else:
            await ownership.release(table)

    async def _take_cage(self) -> bool:
        """Keep the register and the bank from now on, if nobody does."""
        ownership = self.database.ownership
        async with self._one_by_one:
            if self.neighbours.has_cage or self._leaves:
                return self.neighbours.has_cage
            self._forget_cage()
            try:
                for chain in CAGE:  # whoever has the first gets the others too: they go together
                    if await ownership.take(chain) is None:
                        await self._release_cage()
                        return False
                await self._open_cage()
            except BaseException:
                self._forget_cage()  # it is taken again at another beat, also what was taken of it
                self.accounts.let_go()
                raise
            if not ownership.held.keys() >= set(CAGE):  # another has taken the first while all of it was read
                self.accounts.let_go()
                await self._release_cage()
                return False
            assert self.processes is not None
            self.processes.has_cage = True
            log.info("cage taken up", extra={"process_id": self.neighbours.id})
            await self.on_cage(True)
        return True

    # --- letting go -----------------------------------------------------------------------------------------------

    def _lost(self, chain: str, why: Exception) -> None:
        """A chain is somebody else's, or could not be written to; then the table goes on from what is on disk."""
        log.warning("chain lost", extra={"table": chain, "why": str(why)})
        if chain in CAGE:
            if self.processes is not None and self.processes.has_cage:
                self.processes.has_cage = False
                self._do(self._let_cage_go(), "cage")
            return
        live = self.tables.get(chain)
        if live is not None:
            self.drop(live)
        if not isinstance(why, TakenOver):
            self._do(self._take_up_again(chain), "adoption")

    async def _take_up_again(self, table: str) -> None:
        """A table that was set back goes on from what is on disk, as soon as that can be read."""
        with self._or_later():
            await self._take_up([table])

    async def _let_cage_go(self) -> None:
        """Another process keeps the register and the bank."""
        async with self._one_by_one:
            if self.neighbours.has_cage:
                return  # it has come back meanwhile, and all of it was read again
            self.accounts.let_go()
            with contextlib.suppress(Stopped):
                await self.committer.submit()  # whatever was taken is on disk
            for table in self.exams.let_go():
                self.drop(table)
            await self.on_cage(False)
            try:
                await self._release_cage()
            except FAULTS as error:
                self._forget_cage()
                self._looks = True  # what is still written as this process's is free to it alone
                log.warning("cage not let go", extra={"why": plainly(error)})

    async def _release_cage(self) -> None:
        for chain in CAGE:
            await self.database.ownership.release(chain)

    def _forget_cage(self) -> None:
        for chain in CAGE:
            self.database.ownership.held.pop(chain, None)

    async def _end(self) -> None:
        """Nothing more is taken up, and nothing said."""
        self._gone = True
        for task in tuple(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _leave(self) -> None:
        """Everything is written: what this process had is anybody's."""
        if self._telling is not None:
            await asyncio.gather(self._telling, return_exceptions=True)
        if self.processes is not None:
            with contextlib.suppress(*FAULTS):
                await self.processes.leave()


async def _nobody_minds(_: bool) -> None:
    """Nobody has asked to be told."""
