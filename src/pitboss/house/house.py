"""The house: its tables, its people, its books; started from the disk, stopped without losing anything."""

import asyncio
import logging
import secrets
from collections.abc import Callable, Sequence
from functools import partial

import msgspec
from sqlalchemy import func, select

from pitboss.cards.bits import SystemBits
from pitboss.house import archive, checkpoints, dealing, keys, lobby, marks, schema
from pitboss.house.accounts import Account, Accounts, WrongPassword, key_of
from pitboss.house.archive import recipe_for
from pitboss.house.backroom import Backroom
from pitboss.house.checkpoints import Mark
from pitboss.house.classes import Classes
from pitboss.house.clock import Clock
from pitboss.house.committer import Committer, Statement, Stopped
from pitboss.house.console_shape import Dealing
from pitboss.house.database import CannotOpen, Database
from pitboss.house.drill_room import DrillRoom
from pitboss.house.exam_room import ExamRoom
from pitboss.house.journal import GRANT, OPEN, Entry, Recipe
from pitboss.house.ledger import BANK, HOUSE, PRACTICE_BANKROLL_CENTS, Book, Granted, bankroll, chips, layout
from pitboss.house.live_table import MARKS_KEPT, LiveTable
from pitboss.house.lobby_cards import Listed, TableCard
from pitboss.house.metrics import Metrics
from pitboss.house.neighbours import Alone, Neighbours
from pitboss.house.notary import Notary
from pitboss.house.practice import PracticeTable, backroom, practised_by
from pitboss.house.protocol import OpenTable
from pitboss.house.register import Change
from pitboss.house.removals import Removals
from pitboss.house.roles import STAFF_ROLES
from pitboss.house.room import Room, is_over
from pitboss.house.seats import Seats
from pitboss.house.security_log import UNKNOWN, SecurityLog
from pitboss.house.settings import Settings
from pitboss.house.turns import Busy, Made
from pitboss.house.vault import Vault, WrongKey
from pitboss.procedure.croupier import Croupier
from pitboss.procedure.moves import DEALER, FLOORPERSON, BuyIn, Move, Sit
from pitboss.procedure.refusal import Broken, Malformed, Refused
from pitboss.rules.games import GAMES
from pitboss.rules.rules import Rules
from pitboss.rules.variant import load

SIGN_UP = "sign-up"
OPEN_TO_ALL, INVITED, CLOSED = "open", "invited", "closed"
SWEEP_SECONDS = 60
PRIVATE_BYTES = 15  # of an id that is the only key to its table
log = logging.getLogger("pitboss.house")


class House:
    """Everything behind the door, without the network."""

    def __init__(
        self,
        database: Database,
        settings: Settings | None = None,
        clock: Clock | None = None,
        croupier: Croupier | None = None,
        vault: Vault | None = None,
    ) -> None:
        self.settings = settings or Settings()
        self.database = database
        self.clock = clock or Clock()
        self.metrics = Metrics()
        self.committer = Committer(
            database, self._failed, self.metrics.committed, self._waits, self.settings.database_wait_ms
        )
        self.accounts = Accounts(database, self.committer, self.clock, self.settings)
        self.classes = Classes(database, self.clock)
        self.drills = DrillRoom(database, self.clock, self.write)
        self.exams = ExamRoom(database, self.clock, self.write, self.classes, self._backroom, self._serve)
        self.seats = Seats(self.clock, self.settings)
        self.security = SecurityLog(database, self.committer, self.clock)
        self.removals = Removals(database, self.committer, self.accounts)
        self.sign_up_is = OPEN_TO_ALL
        self.book = Book()
        self.tables: dict[str, LiveTable] = {}
        self.kept_out: dict[str, str] = {}
        self.bankrolls: dict[str, int] = {}
        self.failure: str | None = None
        self.on_failure: Callable[[str], None] = lambda _: None
        self.on_wait: Callable[[str | None], None] = lambda _: None
        self.on_money: Callable[[str, int], None] = lambda _, __: None
        self.on_gone: Callable[[str], None] = lambda _: None  # somebody's sessions are over, or their role is another
        self.neighbours: Neighbours = Alone()  # the other processes of the same house
        self._croupier = croupier or Croupier(SystemBits(), asks_for_seeds=True)
        self.vault = vault
        self.addresses: dict[str, str] = {}  # where each person was last seen, as long as the house is open
        self._moves_in_flight = 0
        self._room = Room(self.settings, self.addresses)
        self._sitting: list[str] = []  # who is about to sit down somewhere
        self._grants = 0
        self._opening: dict[tuple[str, str], asyncio.Task[LiveTable]] = {}
        self._sweeper: asyncio.Task[None] | None = None
        self.notary = Notary(database, self.committer, self.clock, self.settings.witness_ms)
        self.table_id: Callable[[], str] = lambda: f"t{secrets.token_hex(4)}"

    # --- start and stop -------------------------------------------------------------------------------------------

    async def start(self) -> None:
        """Read the books, resume every open table at the decision it was at."""
        if self.vault is None:
            self.vault = await keys.vault_of(self.database)
        await self.committer.start()
        await self.notary.begin(self.vault)
        await self.accounts.load()
        await self.classes.load()
        await self.exams.load()
        await self.security.load(self.accounts.line)
        for row in await self.database.rows(select(schema.standing_orders)):
            if row.name == SIGN_UP:
                self.sign_up_is = row.value
        for row in await self.database.rows(select(schema.balances.c.account, schema.balances.c.cents)):
            self.book.balances[row.account] = row.cents
            if row.account.startswith("player:"):
                name = row.account.removeprefix("player:")
                self.bankrolls[name] = row.cents
                if self.accounts.known(name) is None:
                    self.accounts.names_gone.add(key_of(name))
        counted = select(func.count()).select_from(schema.journal).where(schema.journal.c.table_id == BANK)
        self._grants = (await self.database.rows(counted))[0][0]
        await marks.fill(self.database, self.vault, self.committer)
        for table in await archive.tables(self.database, closed=False):
            await self._resume(table)
        await self.removals.carry_out(self.tables, self.kept_out)
        self._sweeper = asyncio.create_task(self._sweep(), name="sweeper")
        self.notary.open()
        log.info("house open", extra={"tables": len(self.tables), "accounts": len(self.accounts)})

    async def _resume(self, table: str) -> None:
        recipe = await archive.recipe_of(self.database, table)
        assert recipe is not None
        try:
            rules = archive.rules_of(recipe)
            kept = await checkpoints.newest(self.database, table, self.vault, rules, MARKS_KEPT)
            live = self._live(table, recipe, rules, kept)
            for line in await archive.lines(self.database, table, self.vault, after_seq=live.table.moves_made):
                live.replay(line.move, line.actor, line.client_id, line.rule)
        except archive.OtherRules as error:
            self.kept_out[table] = str(error)
            log.warning("table kept out", extra={"table": table, "why": str(error), "chips_cents": self._at(table)})
            return
        except (Refused, Malformed, Broken, WrongKey) as error:
            self.kept_out[table] = f"its record cannot be dealt again: {error}"
            log.error("table not resumed", extra={"table": table, "why": str(error)})
            return
        fault = live.disagrees()
        if fault is not None:
            raise CannotOpen(f"the books and table {table} disagree: {fault}; `pitboss audit` says more")
        self.tables[table] = live
        live.start()
        await live.shuffle_if_due()

    def _at(self, table: str) -> int:
        """The players' chips at a table, on its layout and in front of them."""
        there = (layout(table), chips(table, ""))
        return sum(cents for account, cents in self.book.balances.items() if account.startswith(there))

    async def stop(self) -> None:
        """Take nothing more, write what was taken."""
        self.committer.lose_patience()
        await self.notary.close()
        if self._sweeper is not None:
            self._sweeper.cancel()
            await asyncio.gather(self._sweeper, return_exceptions=True)
        for live in tuple(self.tables.values()):
            await live.stop()
        await self.committer.stop()
        await self.notary.tell_witnesses()
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
            await self.sweep()

    async def sweep(self) -> None:
        """Nobody waits for seats and tables that nobody uses."""
        await self.seats.sweep(self.tables.values())
        await self.exams.sweep()

    # --- people ---------------------------------------------------------------------------------------------------

    async def guest(self, name: str | None) -> tuple[Account, str]:
        """A guest with a practice bankroll, and the token of a session."""
        self._check_door(None)
        account, changes = self.accounts.new_guest(name)
        return account, await self._settle_in(account, changes, "guest")

    async def sign_up(self, name: str, password: str, invitation: str | None) -> tuple[Account, str]:
        """An account with a practice bankroll, and the token of a session."""
        self._check_door(invitation)
        account, changes = await self.accounts.new_account(name, password, invitation)
        self.classes.joined(changes)
        return account, await self._settle_in(account, changes, "sign-up")

    async def upgrade(
        self, guest: Account, password: str, name: str | None = None, invitation: str | None = None
    ) -> tuple[Account, str]:
        """A guest becomes an account, by the same name or another, and keeps the chips; a session of the account."""
        self._check_door(invitation)
        hashed = await self.accounts.hashed(password)
        name = name or guest.name
        moves_on = name != guest.name or self.accounts.invited(invitation).role in STAFF_ROLES
        if moves_on and self.seated_at(guest.name):
            raise Refused("account/seated", f"{guest.name} has chips at a table", (), "get up first")
        account, changes = self.accounts.upgrade(guest, name, hashed, invitation)
        self.classes.joined(changes)
        token, session = self.accounts.new_session(account)
        have = self.book[bankroll(guest.name)]
        takes_along = [self.grant(name, have, source=guest.name)] if name != guest.name and have else []
        line = self.security.line("upgrade", account.name, detail=f"was {guest.name}, a guest")
        await self.write([*changes, *session], takes_along, [line])
        self.money_moved({guest.name, account.name})
        self.on_gone(guest.name)
        return account, token

    async def log_in(self, name: str, password: str, place: str = "") -> tuple[Account, str]:
        """The session of somebody who has an account; `place` is where the password was typed."""
        try:
            account = await self.accounts.log_in(name, password, place)
        except WrongPassword:
            known = self.accounts.known(name)
            self.security.note("wrong password", UNKNOWN if known is None else known.name, place)
            raise
        token, changes = self.accounts.new_session(account)
        await self.write(changes, (), [self.security.line("sign-in", account.name, place)])
        return account, token

    async def write(
        self, changes: Sequence[Change], entries: Sequence[Entry] = (), statements: Sequence[Statement] = ()
    ) -> None:
        """Change the register, and what goes with it, in one transaction; it has the end of the security log too."""
        changes = [*changes, self.security.end()] if statements else changes
        lines = [self.accounts.line(changes)] if changes else []
        await self.committer.submit([*lines, *entries], statements)

    def _check_door(self, invitation: str | None) -> None:
        """Whether somebody new may come in, by the operator's standing order."""
        if self.sign_up_is == CLOSED or (self.sign_up_is == INVITED and invitation is None):
            now = "ask for an invitation" if self.sign_up_is == INVITED else "come back another day"
            raise Refused("account/closed", "nobody new is let in at present", (), now)

    async def _settle_in(self, account: Account, changes: Sequence[Change], event: str) -> str:
        token, session = self.accounts.new_session(account)
        entries = []
        if account.role not in STAFF_ROLES:
            entries.append(self.grant(account.name))
        line = self.security.line(event, account.name)
        await self.write([*changes, *session], entries, [line])
        self.bankrolls[account.name] = self.book[bankroll(account.name)]
        return token

    def grant(
        self, name: str, cents: int = PRACTICE_BANKROLL_CENTS, reason: str | None = None, source: str | None = None
    ) -> Entry:
        """The practice bankroll; or a grant with its reason; or what a guest takes along to another name."""
        self._grants += 1
        granted = Granted(grant=name, cents=cents, reason=reason, source=source)
        self.book.post(granted.transfer)
        return Entry(
            kind=GRANT,
            table=BANK,
            seq=self._grants,
            body=msgspec.json.encode(granted).decode(),
            actor=name,
            client_id=None,
            rule=None,
            at_ms=self.clock.wall_ms(),
            transfers=(granted.transfer,),
        )

    def bankroll_of(self, name: str) -> int:
        """What somebody has away from the tables, as far as it is on disk."""
        return self.bankrolls.get(name, 0)

    async def invite(self, role: str) -> str:
        """A code that makes one account of staff."""
        code, changes = self.accounts.invite(role)
        await self.write(changes)
        return code

    # --- tables ---------------------------------------------------------------------------------------------------

    async def open_table(self, asked: OpenTable, account: Account) -> LiveTable:
        """A new table; the same request sent twice, even at once, opens one."""
        opening = self._opening.get((account.name, asked.id))
        if opening is None:
            rules = lobby.rules_for(asked)
            alone = asked.practice and asked.deal is None
            if alone and (mine := practised_by(account.name, rules, self.tables)) is not None:
                return mine
            self._check_room(asked, account)
            opens = self._open_practice if asked.practice else self._open
            if asked.deal is not None:
                opens = partial(self._open_dealing, asked.deal)
            opening = asyncio.create_task(opens(rules, asked.by_hand, account.name, asked.private))
            self._opening[account.name, asked.id] = opening
            opening.add_done_callback(lambda _: self._forget_openings())
        return await asyncio.shield(opening)  # whoever asked first may have gone by now

    def _forget_openings(self) -> None:
        """What was refused may be asked again, and a table that has closed may be opened again under the same id."""
        self._opening = {asked: task for asked, task in self._opening.items() if not is_over(task, self.tables)}

    def _check_room(self, asked: OpenTable, account: Account) -> None:
        if asked.by_hand and account.role not in (DEALER, FLOORPERSON):
            raise Refused("table/by-hand", "only staff may take the house's roles at a table", (), "leave by_hand out")
        openers = [live.recipe.opened_by for live in self.tables.values()]
        openers += [name for (name, _), task in self._opening.items() if not task.done()]
        self._room.for_table(account.name, openers)

    async def move(self, live: LiveTable, move: Move, actor: str, client_id: str) -> Made:
        """Make somebody's move at a table, within what the house and they may have in hand at once."""
        if self._moves_in_flight >= self.settings.moves_in_flight_max:
            raise Busy("the house has more moves waiting than it should")
        sits = isinstance(move, Sit | BuyIn) and not live.practice and actor not in live.table.state.people.players
        if sits:
            self._room.for_seat(actor, self.tables.values(), self._sitting)
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
        there = {live.recipe.game for live in self.tables.values() if live.recipe.opened_by == HOUSE}
        for game in GAMES:
            if game not in there:
                await self._open(lobby.rules_for(OpenTable(id="house", game=game)), (), HOUSE)
        open_now = {live.recipe.rules_hash for live in self.tables.values() if live.recipe.opened_by == HOUSE}
        for rules in map(load, self.settings.variants):
            if rules.hash not in open_now:
                await self._open(rules, (), HOUSE)

    def _recipe(self, rules: Rules, by_hand: tuple[str, ...], opened_by: str, private: bool) -> Recipe:
        if len(self.tables) >= self.settings.tables_max:
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

    async def _open(self, rules: Rules, by_hand: tuple[str, ...], opened_by: str, private: bool = False) -> LiveTable:
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
        try:
            await self.committer.submit([entry])
        except Stopped:
            del self.tables[table]
            raise
        live.start()
        await live.shuffle_if_due()
        return live

    def _backroom(self) -> Backroom:
        assert self.vault is not None
        return Backroom(self.book, self.vault, self.committer, self._croupier, self.clock, self.settings, self.database)

    def _live(self, table: str, recipe: Recipe, rules: Rules, marks: Sequence[Mark] = ()) -> LiveTable:
        try:
            live = LiveTable(table, recipe, rules, self._backroom(), marks)
        except Malformed as error:
            raise Refused("table/by-hand", str(error), (), "leave by_hand out") from None
        live.on_money = self.money_moved
        live.on_move = self.metrics.moved
        live.on_closed = self._closed
        live.on_left = partial(self.removals.done, table)
        return live

    def money_moved(self, names: set[str]) -> None:
        """What is on disk now is told."""
        for name in names:
            self.bankrolls[name] = self.book[bankroll(name)]
            self.on_money(name, self.bankrolls[name])

    def _closed(self, live: LiveTable) -> None:
        self.tables.pop(live.id, None)
        self._forget_openings()

    def listed(self) -> dict[str, Listed]:
        """Every open table of the house, at whichever process, as the lobby shows it."""
        return {**self.neighbours.listed(), **{live.id: lobby.listed(live) for live in self.tables.values()}}

    def cards(self, viewer: str = "") -> tuple[TableCard, ...]:
        """The open tables as the lobby shows them to somebody."""
        return tuple(one.card for one in self.listed().values() if one.found_by(viewer))

    def seated_at(self, name: str) -> tuple[str, ...]:
        """The tables at which somebody sits or has chips of the house's."""
        real = (live for live in self.tables.values() if not live.practice)
        return tuple(live.id for live in real if name in live.table.state.people.players)
