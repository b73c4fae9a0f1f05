"""The house: its tables, its people, its books; started from the disk, stopped without losing anything."""

import asyncio
import logging
import secrets
from collections import ChainMap
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial

import msgspec
from sqlalchemy import select

from pitboss.cards.bits import SystemBits
from pitboss.house import archive, checkpoints, dealing, lobby, protocol, schema
from pitboss.house.accounts import Account
from pitboss.house.archive import recipe_for
from pitboss.house.backroom import Backroom
from pitboss.house.checkpoints import Mark
from pitboss.house.clock import Clock
from pitboss.house.committer import Committer
from pitboss.house.console_shape import Dealing
from pitboss.house.database import CannotOpen, Database, Reader
from pitboss.house.handing_over import HandingOver
from pitboss.house.journal import OPEN, Entry, Recipe
from pitboss.house.ledger import HOUSE, chips, inventory, layout
from pitboss.house.live_table import MARKS_KEPT, LiveTable
from pitboss.house.lobby_cards import Listed, TableCard
from pitboss.house.metrics import Metrics
from pitboss.house.practice import PracticeTable, backroom, practised_by
from pitboss.house.processes import Processes, Shown
from pitboss.house.protocol import OpenTable
from pitboss.house.reach import Network, Reach
from pitboss.house.requests import Requested
from pitboss.house.room import Room, is_over
from pitboss.house.seats import Seats
from pitboss.house.settings import Settings
from pitboss.house.turns import Busy, Made
from pitboss.house.vault import Vault, WrongKey
from pitboss.procedure.croupier import Croupier
from pitboss.procedure.moves import DEALER, FLOORPERSON, BuyIn, Move, Sit
from pitboss.procedure.refusal import Broken, Malformed, Refused
from pitboss.rules.games import GAMES
from pitboss.rules.rules import Rules
from pitboss.rules.variant import load

SWEEP_SECONDS = 60
MOVES_AT_A_STRETCH = 20
PRIVATE_BYTES = 15  # of an id that is the only key to its table
log = logging.getLogger("pitboss.house")


class OpenElsewhere(Exception):
    """The table was opened when this was first asked, and another process has it, or will have."""

    def __init__(self, table: str) -> None:
        super().__init__(table)
        self.table = table


class House(HandingOver):
    """Everything behind the door, without the network."""

    def __init__(
        self,
        database: Database,
        settings: Settings | None = None,
        clock: Clock | None = None,
        croupier: Croupier | None = None,
        vault: Vault | None = None,
        processes: Processes | None = None,
    ) -> None:
        """With `processes` it is one of several on a shared database; without, it has its database to itself."""
        settings = settings or Settings()
        self.metrics = Metrics()
        committer = Committer(database, self._failed, self.metrics.committed, self._waits, settings.database_wait_ms)
        super().__init__(processes, database, committer, clock or Clock(), settings)
        self.vault = vault
        self.seats = Seats(self.clock, settings)
        self.failure: str | None = None
        self.on_failure: Callable[[str], None] = lambda _: None
        self.on_wait: Callable[[str | None], None] = lambda _: None
        self.on_moved: Callable[[str], None] = lambda _: None  # a table goes on elsewhere in the house
        self.reach: Reach = Network()  # the way to the other processes
        self._croupier = croupier or Croupier(SystemBits(), asks_for_seeds=True)
        self._moves_in_flight = 0
        self._room = Room(self.settings, ChainMap(self.addresses, {} if processes is None else processes.seen_at))
        self._sitting: list[str] = []  # who is about to sit down somewhere
        self._openers: list[str] = []  # who is about to open a table
        self._unwritten: set[str] = set()  # tables whose opening is on its way to disk
        self._opening: dict[tuple[str, bytes], asyncio.Task[LiveTable]] = {}
        self._sweeper: asyncio.Task[None] | None = None
        self.table_id: Callable[[], str] = lambda: f"t{secrets.token_hex(4)}"

    # --- start and stop -------------------------------------------------------------------------------------------

    async def start(self) -> None:
        """Read the books, resume every open table that nobody has at the decision it was at."""
        await self._begin()
        self._sweeper = asyncio.create_task(self._sweep(), name="sweeper")
        log.info("house open", extra={"tables": len(self.tables), "accounts": len(self.accounts)})

    async def _resume(self, table: str, recipe: Recipe) -> bool:
        """Take a table up at the decision it was at; whether it could be."""
        try:
            rules = self.rules_of(recipe)
            async with self.database.at_once() as moment:
                kept = await checkpoints.newest(moment, table, self.vault, rules, MARKS_KEPT)
                live = self._live(table, recipe, rules, kept)
                lines = await archive.lines(moment, table, self.vault, after_seq=live.table.moves_made)
                chips_there = await self._players_chips(moment, table, inventory(table))
            for number, line in enumerate(lines, 1):
                live.replay(line.move, line.actor, line.client_id, line.rule)
                if number % MOVES_AT_A_STRETCH == 0:
                    await asyncio.sleep(0)  # whoever plays elsewhere here goes on, and so does the beat
        except archive.OtherRules as error:
            self.kept_out[table] = str(error)
            chips_cents = sum((await self._players_chips(self.database, table)).values())
            log.warning("table kept out", extra={"table": table, "why": str(error), "chips_cents": chips_cents})
            return False
        except (Refused, Malformed, Broken, WrongKey) as error:
            self.kept_out[table] = f"its record cannot be dealt again: {error}"
            log.error("table not resumed", extra={"table": table, "why": str(error)})
            return False
        if table not in self.database.ownership.held:
            return False  # another has taken it while it was read
        self.book.balances.update(chips_there)
        fault = live.disagrees()
        if fault is not None:
            raise CannotOpen(f"the books and table {table} disagree: {fault}; `pitboss audit` says more")
        self.tables[table] = live
        live.start()
        await live.shuffle_if_due()
        return True

    async def _players_chips(self, database: Reader, table: str, *others: str) -> dict[str, int]:
        """The players' chips at a table on disk, on its layout and in front of them; and what is in other accounts."""
        account = schema.balances.c.account
        there = account.startswith(chips(table, ""), autoescape=True) | account.in_((layout(table), *others))
        return {row.account: row.cents for row in await database.rows(select(schema.balances).where(there))}

    def drop(self, live: LiveTable) -> None:
        """A table goes on elsewhere in the house: nothing of it is here any more."""
        self.tables.pop(live.id, None)
        live.drop()
        self.committer.let_go(live.id)
        its = [account for account in self.book.balances if account.startswith(chips(live.id, ""))]
        for account in (*its, layout(live.id), inventory(live.id)):
            self.book.balances.pop(account, None)
        self._forget_openings()
        self.on_moved(live.id)

    async def stop(self) -> None:
        """Take nothing more, write what was taken."""
        self.committer.lose_patience()
        await self._end()
        await self.notary.close()
        if self._sweeper is not None:
            self._sweeper.cancel()
            await asyncio.gather(self._sweeper, return_exceptions=True)
        for live in tuple(self.tables.values()):
            await live.stop()
        await self.notary.roll()
        await self.committer.stop()
        await self.notary.tell_witnesses()
        await self._leave()
        log.info("house closed")

    def _failed(self, sentence: str) -> None:
        self.failure = sentence
        log.critical("house stopped", extra={"why": sentence})
        self.on_failure(sentence)

    def _waits(self, sentence: str | None) -> None:
        """The database has gone, or is back: nobody's clock runs meanwhile."""
        log.warning("house waits" if sentence else "house goes on", extra={"why": sentence})
        self.on_wait(sentence)
        if sentence is None:
            for live in self.tables.values():
                live.restart_clock()

    async def _sweep(self) -> None:
        while True:
            await asyncio.sleep(SWEEP_SECONDS)
            try:
                await self.sweep()
            except Exception as error:  # the next sweep comes all the same
                log.error("not swept", exc_info=error)

    async def sweep(self) -> None:
        """Nobody waits for seats and tables that nobody uses."""
        await self.seats.sweep(self.tables.values())
        await self.exams.sweep()
        if self.neighbours.has_cage:
            await self.requests.sweep()

    # --- tables ---------------------------------------------------------------------------------------------------

    async def open_table(self, asked: OpenTable, account: Account) -> LiveTable:
        """A new table; the same request sent twice, even at once, opens one. Or it is `OpenElsewhere`."""
        request = (account.name, protocol.encode(asked))
        opening = self._opening.get(request)
        if opening is None:
            opening = self._opening[request] = asyncio.create_task(self._opened(asked, account))
            opening.add_done_callback(lambda _: self._forget_openings())
        return await asyncio.shield(opening)  # whoever asked first may have gone by now

    async def _opened(self, asked: OpenTable, account: Account) -> LiveTable:
        rules = lobby.rules_for(asked)
        if asked.practice or asked.deal is not None:
            alone = asked.deal is None
            if alone and (mine := practised_by(account.name, rules, self.tables)) is not None:
                return mine
            opens = self._open_practice if asked.deal is None else partial(self._open_dealing, asked.deal)
            with self._making_room(asked, account):
                return await opens(rules, asked.by_hand, account.name, asked.private)
        requested = Requested(account.name, asked.id, protocol.encode(asked))

        async def open_() -> LiveTable:
            with self._making_room(asked, account):
                return await self._open(rules, asked.by_hand, account.name, asked.private, requested)

        return await self.requests.once(requested, open_, self._opened_before)

    async def _opened_before(self, answer: bytes) -> LiveTable | None:
        """The table that was opened for the same request, wherever it is; one that has closed may be opened anew."""
        table, c = answer.decode(), schema.closed_tables
        if table in self.tables:
            return self.tables[table]
        if await self.database.rows(select(c).where(c.c.table_id == table)):
            return None
        raise OpenElsewhere(table)

    def _forget_openings(self) -> None:
        """What was refused may be asked again, and a table that has closed may be opened again under the same id."""
        self._opening = {asked: task for asked, task in self._opening.items() if not is_over(task, self.tables)}

    @contextmanager
    def _making_room(self, asked: OpenTable, account: Account) -> Iterator[None]:
        """There is room for one more table of somebody's, and it is taken while it is opened."""
        if asked.by_hand and account.role not in (DEALER, FLOORPERSON):
            raise Refused("table/by-hand", "only staff may take the house's roles at a table", (), "leave by_hand out")
        openers = [
            *(live.recipe.opened_by for live in self.tables.values() if live.id not in self._unwritten),
            *self._of_others(lambda one: (one.opened_by,)),
        ]
        self._room.for_table(account.name, [*openers, *self._openers])
        self._openers.append(account.name)
        try:
            yield
        finally:
            self._openers.remove(account.name)

    async def move(self, live: LiveTable, move: Move, actor: str, client_id: str) -> Made:
        """Make somebody's move at a table, within what the house and they may have in hand at once."""
        if self._moves_in_flight >= self.settings.moves_in_flight_max:
            raise Busy("the house has more moves waiting than it should")
        sits = isinstance(move, Sit | BuyIn) and not live.practice and actor not in live.table.state.people.players
        if sits:
            self._room.for_seat(
                actor, self.tables.values(), [*self._sitting, *self._of_others(lambda one: one.players)]
            )
            self._sitting.append(actor)
        self._moves_in_flight += 1
        try:
            return await live.ask(move, actor, client_id)
        finally:
            self._moves_in_flight -= 1
            if sits:
                self._sitting.remove(actor)

    async def open_house_tables(self) -> None:
        """One table of every game and of every variant the house was given, so that nobody finds an empty house."""
        if not self.neighbours.has_cage:
            return
        open_ = [one for table, one in await archive.opened_by(self.database, HOUSE) if table not in self.kept_out]
        there = {recipe.game for recipe in open_}
        for game in GAMES:
            if game not in there:
                await self._open(lobby.rules_for(OpenTable(id="house", game=game)), (), HOUSE)
        open_now = {recipe.rules_hash for recipe in open_} | {
            live.recipe.rules_hash for live in self.tables.values() if live.recipe.opened_by == HOUSE
        }
        for rules in map(load, self.settings.variants):
            if rules.hash not in open_now:
                await self._open(rules, (), HOUSE)

    def _recipe(self, rules: Rules, by_hand: tuple[str, ...], opened_by: str, private: bool) -> Recipe:
        if self._leaves:
            raise Busy("this process of the house closes, and opens no table any more; come back")
        if len({*self.tables, *self.neighbours.listed()}) >= self.settings.tables_max:
            raise Refused("table/house-full", "the house has no room for another table", (), "join one that is open")
        return recipe_for(rules, by_hand, opened_by, private)

    async def _open_practice(
        self, rules: Rules, by_hand: tuple[str, ...], opened_by: str, private: bool = True
    ) -> LiveTable:
        """A table of which nothing is written."""
        if by_hand:
            raise Refused("table/by-hand", "a practice table deals by itself", (), "leave by_hand out")
        recipe = self._recipe(rules, (), opened_by, True)
        table = f"x{secrets.token_hex(PRIVATE_BYTES)}"
        live = PracticeTable(table, recipe, rules, backroom(self._backroom(), opened_by))
        self._serve(live)
        await live.shuffle_if_due()
        return live

    async def _open_dealing(
        self, asked: Dealing, rules: Rules, by_hand: tuple[str, ...], dealer: str, private: bool = True
    ) -> LiveTable:
        """A table of which nothing is written, with practice players, and a person to deal."""
        recipe = self._recipe(rules, (), dealer, True)
        live = await dealing.opened(f"d{secrets.token_hex(PRIVATE_BYTES)}", recipe, rules, self._backroom(), asked)
        for other in dealing.left_by(dealer, self.tables):
            await other.close_by_house("its dealer deals elsewhere")
        self._serve(live)
        return live

    def _serve(self, live: LiveTable) -> None:
        """A table of which the house keeps no moves is there from now on."""
        live.on_closed = self._closed
        self.tables[live.id] = live
        live.start()

    async def _open(
        self,
        rules: Rules,
        by_hand: tuple[str, ...],
        opened_by: str,
        private: bool = False,
        asked: Requested | None = None,
    ) -> LiveTable:
        await self.notary.key_stands.wait()
        recipe = self._recipe(rules, by_hand, opened_by, private)
        table = f"p{secrets.token_hex(PRIVATE_BYTES)}" if private else self.table_id()
        live = self._live(table, recipe, rules)
        entry = Entry(
            kind=OPEN,
            table=table,
            seq=0,
            body=msgspec.json.encode(recipe).decode(),
            actor=opened_by,
            client_id=None,
            rule=None,
            at_ms=self.clock.wall_ms(),
        )
        self.tables[table] = live
        self._unwritten.add(table)
        try:
            await self.committer.submit([entry], self.requests.done(asked, table.encode()))
        except BaseException:
            live.start()
            self.drop(live)  # whoever waits there already hears it
            raise
        finally:
            self._unwritten.discard(table)
        live.start()
        await live.shuffle_if_due()
        return live

    def _backroom(self) -> Backroom:
        assert self.vault is not None
        room = (self.vault, self.committer, self._croupier, self.clock, self.settings, self.database, self.purses)
        return Backroom(self.book, *room)

    def _live(self, table: str, recipe: Recipe, rules: Rules, marks: Sequence[Mark] = ()) -> LiveTable:
        try:
            live = LiveTable(table, recipe, rules, self._backroom(), marks)
        except Malformed as error:
            raise Refused("table/by-hand", str(error), (), "leave by_hand out") from None
        live.on_money = self.money_moved
        live.on_move = self.metrics.moved
        live.on_closed = self._closed
        live.on_left = partial(self._left, table)
        live.may_be_old = lambda: self.may_have_lost_tables
        return live

    def _left(self, table: str, name: str) -> None:
        """Whoever was ordered out is gone; where the register is kept elsewhere, it is put on record there."""
        if self.neighbours.has_cage:
            self.removals.done(table, name)

    def _of_others(self, names: Callable[[Shown], Iterable[str]]) -> list[str]:
        """Names at the tables of the other processes."""
        shown = {} if self.processes is None else self.processes.shown()
        return [name for table, one in shown.items() if table not in self.tables for name in names(one)]

    def _closed(self, live: LiveTable) -> None:
        self.tables.pop(live.id, None)
        self._forget_openings()

    def listed(self) -> dict[str, Listed]:
        """Every open table of the house, at whichever process, as the lobby shows it."""
        return {**self.neighbours.listed(), **{live.id: lobby.listed(live) for live in self.tables.values()}}

    def cards(self, viewer: str = "") -> tuple[TableCard, ...]:
        """The open tables as the lobby shows them to somebody."""
        return tuple(one.card for one in self.listed().values() if one.found_by(viewer))
