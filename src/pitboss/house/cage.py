"""The cage: who the house knows, what it grants, and its key; of all the processes of a house, one has it."""

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence

import msgspec
from sqlalchemy import func, select

from pitboss.house import archive, keys, marks, schema
from pitboss.house.accounts import Account, Accounts, WrongPassword, key_of
from pitboss.house.backroom import Backroom
from pitboss.house.classes import Classes
from pitboss.house.clock import Clock
from pitboss.house.committer import Committer, Statement
from pitboss.house.database import Database, NoAnswer
from pitboss.house.drill_room import DrillRoom
from pitboss.house.exam_room import ExamRoom
from pitboss.house.journal import GRANT, Entry
from pitboss.house.ledger import BANK, HOUSE, PRACTICE_BANKROLL_CENTS, Book, Granted, bankroll
from pitboss.house.live_table import LiveTable
from pitboss.house.neighbours import CAGE_MOVES, Moving
from pitboss.house.notary import Notary
from pitboss.house.purses import Purses
from pitboss.house.register import Change
from pitboss.house.removals import Removals
from pitboss.house.requests import Requested, Requests
from pitboss.house.roles import STAFF_ROLES
from pitboss.house.security_log import UNKNOWN, SecurityLog
from pitboss.house.settings import Settings
from pitboss.house.vault import Vault
from pitboss.procedure.refusal import Refused

AGAIN_SECONDS = 1
SIGN_UP = "sign-up"
OPEN_TO_ALL, INVITED, CLOSED = "open", "invited", "closed"


class Cage(ABC):
    """The register and the bank, and what people do there."""

    def __init__(
        self, database: Database, committer: Committer, clock: Clock, settings: Settings, shared: bool = False
    ) -> None:
        self.database = database
        self.committer = committer
        self.clock = clock
        self.settings = settings
        self.shared = shared  # with other processes
        self.vault: Vault | None = None
        self.accounts = Accounts(database, committer, clock, settings)
        self.classes = Classes(database, clock)
        self.drills = DrillRoom(database, clock, self.write)
        self.requests = Requests(database, committer, clock, self._vault)
        self.exams = ExamRoom(database, clock, self.write, self.classes, self._backroom, self._serve, self.requests)
        self.security = SecurityLog(database, committer, clock)
        self.removals = Removals(database, committer, self.accounts)
        self.notary = Notary(database, committer, clock, settings.witness_ms)
        self.sign_up_is = OPEN_TO_ALL
        self.book = Book()
        self.bankrolls: dict[str, int] = {}
        self.on_money: Callable[[Mapping[str, int]], None] = lambda _: None  # what each has now
        self.on_gone: Callable[[str], None] = lambda _: None  # somebody's sessions are over, or their role is another
        self.purses = Purses(database, self.book, shared)
        self._untold: set[str] = set()  # whose bankroll is to be told
        self._telling: asyncio.Task[None] | None = None
        self._grants = 0
        self.at_bank = asyncio.Lock()  # one reads what somebody has there, and writes what that becomes
        self.rules_of = archive.rules_of  # what this version can deal

    def _vault(self) -> Vault:
        assert self.vault is not None
        return self.vault

    @abstractmethod
    def _backroom(self) -> Backroom:
        """What a table has of its house."""

    @abstractmethod
    def _serve(self, live: LiveTable) -> None:
        """A table of which the house keeps no moves is there from now on."""

    @abstractmethod
    def seated_at(self, name: str) -> tuple[str, ...]:
        """The tables at which somebody sits or has chips of the house's."""

    # --- opening --------------------------------------------------------------------------------------------------

    async def _open_cage(self) -> None:
        """Read the register and the bank from disk: this process keeps them from now on."""
        if self.vault is None:
            self.vault = await keys.vault_of(self.database)
        await self.notary.begin(self.vault)
        await self.accounts.load()
        await self.classes.load()
        await self.exams.load()
        await self.security.load(self.accounts.line)
        await self.removals.load()
        orders = {row.name: row.value for row in await self.database.rows(select(schema.standing_orders))}
        self.sign_up_is = orders.get(SIGN_UP, OPEN_TO_ALL)
        account = schema.balances.c.account
        of_people = account.startswith(bankroll("")) | (account == HOUSE)
        for row in await self.database.rows(select(schema.balances).where(of_people)):
            self.book.balances[row.account] = row.cents
            if row.account != HOUSE:
                name = row.account.removeprefix(bankroll(""))
                self.bankrolls[name] = row.cents
                if self.accounts.known(name) is None:
                    self.accounts.names_gone.add(key_of(name))
        counted = select(func.count()).select_from(schema.journal).where(schema.journal.c.table_id == BANK)
        self._grants = (await self.database.rows(counted))[0][0]
        await marks.fill(self.database, self.vault, self.committer)

    # --- people ---------------------------------------------------------------------------------------------------

    async def guest(self, name: str | None, asked: Requested | None = None) -> tuple[Account, str]:
        """A guest with a practice bankroll, and the token of a session."""

        async def come() -> tuple[Account, str]:
            self._check_door(None)
            account, changes = self.accounts.new_guest(name)
            return account, await self._settle_in(account, changes, "guest", asked)

        self._check_cage()
        return await self.requests.once(asked, come, self._come_before)

    async def sign_up(
        self, name: str, password: str, invitation: str | None, asked: Requested | None = None
    ) -> tuple[Account, str]:
        """An account with a practice bankroll, and the token of a session."""

        async def come() -> tuple[Account, str]:
            self._check_door(invitation)
            account, changes = await self.accounts.new_account(name, password, invitation)
            self.classes.joined(changes)
            return account, await self._settle_in(account, changes, "sign-up", asked)

        self._check_cage()
        return await self.requests.once(asked, come, self._come_before)

    async def _come_before(self, name: bytes) -> tuple[Account, str] | None:
        """Whoever came in, and did not hear of it, gets another session: of the first nobody has the token."""
        account = self.accounts.known(name.decode())
        if account is None:
            return None
        token, changes = self.accounts.new_session(account)
        await self.write(changes, (), [self.security.line("sign-in", account.name, detail="asked again")])
        return account, token

    async def upgrade(
        self, guest: Account, password: str, name: str | None = None, invitation: str | None = None
    ) -> tuple[Account, str]:
        """A guest becomes an account, by the same name or another, and keeps the chips; a session of the account."""
        self._check_door(invitation)
        hashed = await self.accounts.hashed(password)
        name = name or guest.name
        moves_on = name != guest.name or self.accounts.invited(invitation).role in STAFF_ROLES
        async with self.at_bank:
            has_chips = await self.purses.has_chips_on_a_table(guest.name)
            if moves_on and (self.seated_at(guest.name) or has_chips):
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
        self._check_cage()
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
        self._check_cage()
        changes = [*changes, self.security.end()] if statements else changes
        lines = [self.accounts.line(changes)] if changes else []
        await self.committer.submit([*lines, *entries], statements)

    def _check_cage(self) -> None:
        """The register is kept by one process of the house."""
        if not self.accounts.here:
            raise Moving(CAGE_MOVES)

    def _check_door(self, invitation: str | None) -> None:
        """Whether somebody new may come in, by the operator's standing order."""
        self._check_cage()
        if self.sign_up_is == CLOSED or (self.sign_up_is == INVITED and invitation is None):
            now = "ask for an invitation" if self.sign_up_is == INVITED else "come back another day"
            raise Refused("account/closed", "nobody new is let in at present", (), now)

    async def _settle_in(self, account: Account, changes: Sequence[Change], event: str, asked: Requested | None) -> str:
        token, session = self.accounts.new_session(account)
        entries = []
        if account.role not in STAFF_ROLES:
            entries.append(self.grant(account.name))
        line = self.security.line(event, account.name)
        await self.write([*changes, *session], entries, [line, *self.requests.done(asked, account.name.encode())])
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
        """What somebody has away from the tables, as far as it is on disk, or was when it was last read."""
        return self.bankrolls.get(name, 0)

    async def bankroll_now(self, name: str) -> int:
        """The same, also where other processes write."""
        return (await self.bankrolls_now([name]))[name]

    async def bankrolls_now(self, names: Sequence[str]) -> dict[str, int]:
        """The same for several people."""
        if self.shared:
            await self.purses.read(names)
            self.bankrolls |= {name: self.book[bankroll(name)] for name in names}
        return {name: self.bankroll_of(name) for name in names}

    async def invite(self, role: str) -> str:
        """A code that makes one account of staff."""
        code, changes = self.accounts.invite(role)
        await self.write(changes)
        return code

    def money_moved(self, names: set[str]) -> None:
        """What is on disk now is told."""
        if self.shared:
            if not names:
                return
            self._untold |= names
            if self._telling is None or self._telling.done():
                self._telling = asyncio.create_task(self._tell_bankrolls(), name="bankrolls")
            return
        have = {name: self.book[bankroll(name)] for name in sorted(names)}
        self.bankrolls |= have
        self.on_money(have)

    async def _tell_bankrolls(self) -> None:
        while self._untold:
            names, self._untold = self._untold, set()
            try:
                self.on_money(await self.bankrolls_now(sorted(names)))
            except NoAnswer:
                self._untold |= names
                await asyncio.sleep(AGAIN_SECONDS)  # they hear of it when the database is back
