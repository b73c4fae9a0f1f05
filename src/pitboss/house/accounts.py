"""Accounts and sessions: who somebody is. Passwords are kept as argon2 hashes, session tokens as SHA-256."""

import asyncio
import hashlib
import re
import secrets
from collections.abc import AsyncIterator, Iterable, Sequence
from contextlib import asynccontextmanager
from typing import Any

import msgspec
from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError
from sqlalchemy import func, select

from pitboss.house import schema
from pitboss.house.clock import Clock
from pitboss.house.committer import Committer
from pitboss.house.database import Database
from pitboss.house.guesses import Guesses
from pitboss.house.journal import PEOPLE, Entry
from pitboss.house.ledger import HOUSE
from pitboss.house.register import FOUND, Change, body, delete, insert, update
from pitboss.house.roles import GUEST, PLAYER, STAFF_ROLES
from pitboss.house.settings import Settings
from pitboss.procedure.moves import STAFF
from pitboss.procedure.refusal import Refused

NAME = re.compile("[A-Za-z][A-Za-z0-9 _.-]{0,22}[A-Za-z0-9]")
RESERVED = frozenset((*STAFF, *STAFF_ROLES, "house", "nobody", "the first dealer"))
PASSWORD_LENGTHS = range(10, 129)
SESSION_MS = 30 * 24 * 3600 * 1000
TOKEN_BYTES = 32
LOOKED_UP_MAX = 10_000


class Account(msgspec.Struct, frozen=True):
    """Somebody the house knows."""

    name: str
    role: str
    password_hash: str | None
    disabled: bool = False
    formerly: str | None = None  # the guest they were, where they chose another name
    made_at_ms: int = 0

    @property
    def names(self) -> tuple[str, ...]:
        """The names under which they have played."""
        return (self.name,) if self.formerly is None else (self.name, self.formerly)


class Invitation(msgspec.Struct, frozen=True):
    """What a code is good for: one account of staff, or, until it ends, the accounts of a class."""

    role: str
    expires_at_ms: int | None = None
    class_name: str | None = None


class WrongPassword(Exception):
    """No such name, or not its password: the two are answered alike."""


class TooSoon(Exception):
    """Too many wrong passwords for that name from there; the next one is looked at after a while."""

    def __init__(self, wait_ms: int) -> None:
        seconds = -(-wait_ms // 1000)
        super().__init__(
            f"too many wrong passwords for that name from where you are; try again in {seconds} seconds,"
            " or come in from a device that has been in before"
        )


class Crowded(Exception):
    """More passwords wait to be looked at than the house can look at soon."""


def key_of(name: str) -> str:
    """Names that look alike are one name."""
    return " ".join(name.casefold().split())


def _hashed(secret: str) -> str:
    return hashlib.sha256(secret.encode("utf-8", "surrogatepass")).hexdigest()


def _is_text(written: str) -> bool:
    return not any("\ud800" <= character <= "\udfff" for character in written)


class Accounts:
    """Everybody the house knows, in memory, and on disk through the committer."""

    def __init__(self, database: Database, committer: Committer, clock: Clock, settings: Settings) -> None:
        self._database = database
        self._committer = committer
        self._clock = clock
        self._hasher = PasswordHasher(
            time_cost=settings.argon2_time_cost, memory_cost=settings.argon2_memory_kib, parallelism=1
        )
        self._nobody = self._hasher.hash(secrets.token_hex(16))
        self._by_key: dict[str, Account] = {}
        self._sessions: dict[str, tuple[str, int]] = {}
        self._guesses = Guesses(settings.guesses_free, settings.guess_wait_ms, settings.guess_wait_ms_max)
        self.invitations: dict[str, Invitation] = {}
        self.names_gone: set[str] = set()  # whoever had chips under it, nobody else gets the name
        self._hashing = asyncio.Semaphore(settings.hashing_max)
        self._to_hash = 0
        self._lines = 0
        self.here = False  # whether the register is in memory; else another process of the house keeps it
        self._looked_up: dict[str, tuple[Account, int]] = {}  # sessions found on disk, until the register changes
        self._to_hash_max = settings.hashing_max + settings.hashing_waiting_max

    async def load(self) -> None:
        """Read everybody from disk."""
        self.let_go()
        for row in await self._database.rows(select(schema.accounts)):
            self._by_key[row.name_key] = _account(row)
        for row in await self._database.rows(select(schema.sessions)):
            self._sessions[row.token_hash] = (row.name, row.expires_at_ms)
        for row in await self._database.rows(select(schema.invitations).where(schema.invitations.c.used.is_(False))):
            self.invitations[row.code_hash] = Invitation(row.role, row.expires_at_ms, row.class_name)
        counted = select(func.count()).select_from(schema.journal).where(schema.journal.c.kind == PEOPLE)
        self._lines = (await self._database.rows(counted))[0][0]
        self.here = True
        if not self._lines:
            await self._found()

    def let_go(self) -> None:
        """Another process keeps the register from now on, or has changed it: nothing of it is known here."""
        self.here = False
        for known in (self._by_key, self._sessions, self.invitations, self.names_gone, self._looked_up):
            known.clear()

    async def _found(self) -> None:
        """Whoever is in a database of before the register was kept stands in its first line."""
        kept = {table: await self._database.rows(select(table)) for table in schema.REGISTER}
        if there := [insert(table, row._mapping) for table, rows in kept.items() for row in rows]:
            line = self.line(there)
            await self._committer.submit([msgspec.structs.replace(line, rule=FOUND, changes=())])

    def line(self, changes: Sequence[Change]) -> Entry:
        """The next line of the register; it is to be submitted at once."""
        self._lines += 1
        return Entry(
            kind=PEOPLE,
            table=PEOPLE,
            seq=self._lines,
            body=body(changes),
            actor=HOUSE,
            client_id=None,
            rule=None,
            at_ms=self._clock.wall_ms(),
            changes=tuple(changes),
        )

    def __len__(self) -> int:
        return len(self._by_key)

    def known(self, name: str) -> Account | None:
        """The account of that name."""
        return self._by_key.get(key_of(name))

    # --- making ---------------------------------------------------------------------------------------------------

    def guest_name(self) -> str:
        """A name nobody has."""
        while self._is_taken(name := f"Guest {secrets.token_hex(3).upper()}"):
            pass
        return name

    def new_guest(self, name: str | None) -> tuple[Account, list[Change]]:
        """A guest, with what changes in the register."""
        return self._new(name or self.guest_name(), GUEST, None)

    async def new_account(self, name: str, password: str, invitation: str | None) -> tuple[Account, list[Change]]:
        """An account with a password; an invitation gives a role of the house, or a place in a class."""
        self._check_name(name)
        self.invited(invitation)
        hashed = await self.hashed(password)
        invited = self.invited(invitation)
        account, made = self._new(name, invited.role, hashed)
        return account, [*made, *self._use(invitation), *_joining(invited, account.name)]

    async def appoint(self, name: str, password: str, role: str) -> tuple[Account, list[Change]]:
        """An account that the operator makes, in any role but a guest's."""
        self._check_name(name)
        return self._new(name, role, await self.hashed(password))

    async def hashed(self, password: str) -> str:
        """A password as it is kept."""
        self._check_password(password)
        return await self._hash(password)

    def upgrade(
        self, guest: Account, name: str, password_hash: str, invitation: str | None
    ) -> tuple[Account, list[Change]]:
        """A guest gets a password, and keeps the name or takes another."""
        if self._by_key.get(key_of(guest.name)) is not guest or guest.role != GUEST:
            raise Refused("account/not-a-guest", f"{guest.name} is no guest, or no more", (), "sign in")
        invited = self.invited(invitation)
        if name == guest.name:
            account, made = self.alter(guest, role=invited.role, password_hash=password_hash)
        else:
            account, made = self._new(name, invited.role, password_hash, guest.name)
            _, rests = self.alter(guest, disabled=True)
            made += rests
        made += self.end_sessions(guest.name)
        return account, [*made, *self._use(invitation), *_joining(invited, account.name)]

    def invited(self, code: str | None) -> Invitation:
        """What an invitation is good for now; without one there is an account of a player."""
        if code is None:
            return Invitation(PLAYER)
        found = self.invitations.get(_hashed(code))
        if found is None:
            raise Refused("account/invitation", "that invitation is not known, or was used", (), "leave it out")
        if found.expires_at_ms is not None and found.expires_at_ms <= self._clock.wall_ms():
            raise Refused("account/invitation", "that invitation has ended", (), "ask for another")
        return found

    def _use(self, code: str | None) -> list[Change]:
        """An invitation of staff is good for one account; that of a class until it ends."""
        if code is None or self.invited(code).class_name is not None:
            return []
        return self.revoke(_hashed(code))

    def revoke(self, code_hash: str) -> list[Change]:
        """A code that is good for nothing any more."""
        del self.invitations[code_hash]
        return [update(schema.invitations, code_hash, used=True)]

    def _check_password(self, password: str) -> None:
        if len(password) not in PASSWORD_LENGTHS or not _is_text(password):
            least, most = PASSWORD_LENGTHS[0], PASSWORD_LENGTHS[-1]
            raise Refused("account/password", f"a password has from {least} to {most} characters", (), "choose another")

    def _new(
        self, name: str, role: str, password_hash: str | None, formerly: str | None = None
    ) -> tuple[Account, list[Change]]:
        self._check_name(name)
        now = self._clock.wall_ms()
        account = Account(name, role, password_hash, False, formerly, now)
        self._by_key[key_of(name)] = account
        row = {
            "name": name,
            "name_key": key_of(name),
            "role": role,
            "password_hash": password_hash,
            "made_at_ms": now,
            "disabled": False,
            "formerly": formerly,
        }
        return account, [insert(schema.accounts, row)]

    def _check_name(self, name: str) -> None:
        if not NAME.fullmatch(name):
            sentence = "a name has 2 to 24 letters, digits, spaces, dots or dashes, a letter first"
            raise Refused("account/name", sentence, (), "choose another name")
        if self._is_taken(name):
            raise Refused("account/name-taken", f"the name {name} is taken", (), "choose another name")

    def _is_taken(self, name: str) -> bool:
        return any(key_of(name) in taken for taken in (self._by_key, RESERVED, self.names_gone))

    def invite(
        self, role: str, expires_at_ms: int | None = None, class_name: str | None = None
    ) -> tuple[str, list[Change]]:
        """A code that makes one account of staff, or the accounts of a class."""
        if class_name is None and role not in STAFF_ROLES:
            raise Refused("account/role", f"an invitation is for {', '.join(STAFF_ROLES)}", (), "name one of them")
        code = secrets.token_urlsafe(18)
        self.invitations[_hashed(code)] = Invitation(role, expires_at_ms, class_name)
        row = {
            "code_hash": _hashed(code),
            "role": role,
            "used": False,
            "expires_at_ms": expires_at_ms,
            "class_name": class_name,
        }
        return code, [insert(schema.invitations, row)]

    def invited_to(self, class_name: str, another: str) -> list[Change]:
        """Whoever was invited to a class is invited to it by another name."""
        codes = [code for code, one in self.invitations.items() if one.class_name == class_name]
        for code in codes:
            self.invitations[code] = msgspec.structs.replace(self.invitations[code], class_name=another)
        return [update(schema.invitations, code, class_name=another) for code in codes]

    # --- by order of the operator ---------------------------------------------------------------------------------

    def everybody(self) -> list[Account]:
        """Everybody the house knows, by name."""
        return [account for _, account in sorted(self._by_key.items())]

    def alter(self, account: Account, **values: str | bool) -> tuple[Account, list[Change]]:
        """Somebody with another role, or with a door that is shut or open."""
        altered = msgspec.structs.replace(account, **values)
        self._by_key[key_of(account.name)] = altered
        return altered, [update(schema.accounts, account.name, **values)]

    async def set_password(self, account: Account, password: str) -> tuple[Account, list[Change]]:
        """Another password; whoever came in with the old one is out."""
        altered, changes = self.alter(account, password_hash=await self.hashed(password))
        return altered, [*changes, *self.end_sessions(account.name)]

    def unlock(self, name: str) -> None:
        """Wrong passwords for a name are forgiven, wherever they came from."""
        self._guesses.forgive(key_of(name))

    def sessions_of(self, name: str) -> list[str]:
        """The sessions of somebody, by their hash."""
        return [hashed for hashed, (owner, _) in self._sessions.items() if owner == name]

    def end_sessions(self, name: str) -> list[Change]:
        """Forget every session of somebody."""
        return self._forget_sessions(self.sessions_of(name))

    def end_old_sessions(self, before_ms: int) -> list[Change]:
        """Forget the sessions that ended before."""
        return self._forget_sessions([hashed for hashed, (_, end_ms) in self._sessions.items() if end_ms <= before_ms])

    def _forget_sessions(self, hashes: list[str]) -> list[Change]:
        for hashed in hashes:
            del self._sessions[hashed]
        return [delete(schema.sessions, hashed) for hashed in hashes]

    def forget(self, guest: Account) -> list[Change]:
        """A guest nobody will miss; the name stays taken, as the ledger knows it."""
        del self._by_key[key_of(guest.name)]
        self.names_gone.add(key_of(guest.name))
        return [*self.end_sessions(guest.name), delete(schema.accounts, guest.name)]

    # --- coming in ------------------------------------------------------------------------------------------------

    async def log_in(self, name: str, password: str, place: str = "") -> Account:
        """The account, if the password is its own; who guesses wrong from a place waits longer and longer there."""
        key = key_of(name)[:40]
        now = self._clock.now_ms()
        wait_ms = self._guesses.wait_ms(key, place, now)
        if wait_ms:
            raise TooSoon(wait_ms)
        self._guesses.guessed(key, place, now)
        account = self._by_key.get(key)
        right = await self._verify(account.password_hash if account is not None else None, password)
        if not right or account is None:
            raise WrongPassword("that name and password do not belong together")
        self._guesses.right(key, place)
        if account.disabled:
            raise WrongPassword("the house has closed this account; ask whoever runs it")
        return account

    async def _hash(self, password: str) -> str:
        async with self._turn():
            return await asyncio.to_thread(self._hasher.hash, password)

    async def _verify(self, hashed: str | None, password: str) -> bool:
        """Whether it is the password; for a name that has none it takes as long."""
        if len(password) not in PASSWORD_LENGTHS or not _is_text(password):
            password = ""
        async with self._turn():
            try:
                await asyncio.to_thread(self._hasher.verify, hashed or self._nobody, password)
            except (VerificationError, InvalidHashError):
                return False
        return hashed is not None

    @asynccontextmanager
    async def _turn(self) -> AsyncIterator[None]:
        if self._to_hash >= self._to_hash_max:
            raise Crowded("too many are coming in at once; try again in a few seconds")
        self._to_hash += 1
        try:
            async with self._hashing:
                yield
        finally:
            self._to_hash -= 1

    # --- sessions -------------------------------------------------------------------------------------------------

    def new_session(self, account: Account) -> tuple[str, list[Change]]:
        """A token for a cookie; only its hash is kept."""
        token = secrets.token_urlsafe(TOKEN_BYTES)
        expires = self._clock.wall_ms() + SESSION_MS
        self._sessions[_hashed(token)] = (account.name, expires)
        row = {"token_hash": _hashed(token), "name": account.name, "expires_at_ms": expires}
        return token, [insert(schema.sessions, row)]

    async def of_session(self, token: str | None) -> Account | None:
        """Whose session it is."""
        if not token or len(token) > 128:
            return None
        hashed = _hashed(token)
        account, expires_at_ms = self._remembered(hashed) if self.here else (None, 0)
        if account is None and (not self.here or self._database.dialect == "postgresql"):
            account, expires_at_ms = await self._look_up(hashed)  # another process may keep the register by now
        if account is None or account.disabled or expires_at_ms <= self._clock.wall_ms():
            return None
        return account

    def _remembered(self, hashed: str) -> tuple[Account | None, int]:
        name, expires_at_ms = self._sessions.get(hashed, ("", 0))
        return self._by_key.get(key_of(name)), expires_at_ms

    async def _look_up(self, hashed: str) -> tuple[Account | None, int]:
        """Whose session it is by what is on disk; who was found is known until the register changes."""
        if hashed in self._looked_up and not self.here:
            return self._looked_up[hashed]
        a, s = schema.accounts, schema.sessions
        mine = select(a, s.c.expires_at_ms).join(s, s.c.name == a.c.name).where(s.c.token_hash == hashed)
        rows = await self._database.rows(mine)
        if not rows:
            return None, 0
        if len(self._looked_up) >= LOOKED_UP_MAX:
            self._looked_up.clear()
        found = self._looked_up[hashed] = (_account(rows[0]), rows[0].expires_at_ms)
        return found

    async def on_disk(self, tokens: Iterable[str]) -> dict[str, Account]:
        """Whose sessions some tokens are by what is on disk, for those that are anybody's still."""
        of = {_hashed(token): token for token in tokens}
        a, s = schema.accounts, schema.sessions
        mine = (s.c.token_hash.in_(list(of)), s.c.expires_at_ms > self._clock.wall_ms())
        rows = await self._database.rows(select(a, s.c.token_hash).join(s, s.c.name == a.c.name).where(*mine))
        return {of[row.token_hash]: _account(row) for row in rows}

    async def find(self, name: str) -> Account | None:
        """The account of that name, on disk."""
        a = schema.accounts
        rows = await self._database.rows(select(a).where(a.c.name_key == key_of(name)))
        return _account(rows[0]) if rows else None

    async def end_session(self, token: str) -> None:
        """Forget a session."""
        hashed = _hashed(token)
        if self._sessions.pop(hashed, None) is not None:
            await self._committer.submit([self.line([delete(schema.sessions, hashed)])])


def _account(row: Any) -> Account:
    return Account(row.name, row.role, row.password_hash, row.disabled, row.formerly, row.made_at_ms)


def _joining(invited: Invitation, name: str) -> list[Change]:
    """Whoever comes in with the code of a class is in that class."""
    if invited.class_name is None:
        return []
    return [insert(schema.class_members, {"class_name": invited.class_name, "name": name})]
