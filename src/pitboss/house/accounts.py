"""Accounts and sessions: who somebody is. Passwords are kept as argon2 hashes, session tokens as SHA-256."""

import asyncio
import hashlib
import re
import secrets
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import msgspec
from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError
from sqlalchemy import select

from pitboss.house import schema
from pitboss.house.clock import Clock
from pitboss.house.committer import Committer, Statement
from pitboss.house.database import Database
from pitboss.house.guesses import Guesses
from pitboss.house.roles import GUEST, PLAYER, STAFF_ROLES
from pitboss.house.settings import Settings
from pitboss.procedure.moves import STAFF
from pitboss.procedure.refusal import Refused

NAME = re.compile("[A-Za-z][A-Za-z0-9 _.-]{0,22}[A-Za-z0-9]")
RESERVED = frozenset((*STAFF, "house", "nobody", "auditor", "the first dealer"))
PASSWORD_LENGTHS = range(10, 129)
SESSION_MS = 30 * 24 * 3600 * 1000
TOKEN_BYTES = 32


class Account(msgspec.Struct, frozen=True):
    """Somebody the house knows."""

    name: str
    role: str
    password_hash: str | None


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
    """Whether it can be written down: half of a character cannot."""
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
        self._invitations: dict[str, str] = {}
        self._hashing = asyncio.Semaphore(settings.hashing_max)
        self._to_hash = 0
        self._to_hash_max = settings.hashing_max + settings.hashing_waiting_max

    async def load(self) -> None:
        """Read everybody from disk."""
        for row in await self._database.rows(select(schema.accounts)):
            self._by_key[row.name_key] = Account(row.name, row.role, row.password_hash)
        now = self._clock.wall_ms()
        for row in await self._database.rows(select(schema.sessions)):
            if row.expires_at_ms > now:
                self._sessions[row.token_hash] = (row.name, row.expires_at_ms)
        for row in await self._database.rows(select(schema.invitations)):
            if not row.used:
                self._invitations[row.code_hash] = row.role

    def __len__(self) -> int:
        return len(self._by_key)

    def known(self, name: str) -> Account | None:
        """The account of that name."""
        return self._by_key.get(key_of(name))

    # --- making ---------------------------------------------------------------------------------------------------

    def guest_name(self) -> str:
        """A name nobody has."""
        while True:
            name = f"Guest {secrets.token_hex(3).upper()}"
            if key_of(name) not in self._by_key:
                return name

    def new_guest(self, name: str | None) -> tuple[Account, list[Statement]]:
        """A guest, with what has to be written."""
        return self._new(name or self.guest_name(), GUEST, None)

    async def new_account(self, name: str, password: str, invitation: str | None) -> tuple[Account, list[Statement]]:
        """An account with a password; an invitation gives a role of the house."""
        self._check_name(name)
        if len(password) not in PASSWORD_LENGTHS or not _is_text(password):
            least, most = PASSWORD_LENGTHS[0], PASSWORD_LENGTHS[-1]
            raise Refused("account/password", f"a password has from {least} to {most} characters", (), "choose another")
        code = _hashed(invitation) if invitation else None
        if code is not None and code not in self._invitations:
            raise Refused("account/invitation", "that invitation is not known, or was used", (), "leave it out")
        hashed = await self._hash(password)
        self._check_name(name)
        role = PLAYER
        statements: list[Statement] = []
        if code is not None:
            role = self._invitations.pop(code, "")
            if not role:
                raise Refused("account/invitation", "that invitation is not known, or was used", (), "leave it out")
            statements.append(
                (schema.invitations.update().where(schema.invitations.c.code_hash == code), {"used": True})
            )
        account, made = self._new(name, role, hashed)
        return account, [*made, *statements]

    def _new(self, name: str, role: str, password_hash: str | None) -> tuple[Account, list[Statement]]:
        self._check_name(name)
        account = Account(name, role, password_hash)
        self._by_key[key_of(name)] = account
        row = {
            "name": name,
            "name_key": key_of(name),
            "role": role,
            "password_hash": password_hash,
            "made_at_ms": self._clock.wall_ms(),
        }
        return account, [(schema.accounts.insert(), row)]

    def _check_name(self, name: str) -> None:
        if not NAME.fullmatch(name):
            sentence = "a name has 2 to 24 letters, digits, spaces, dots or dashes, a letter first"
            raise Refused("account/name", sentence, (), "choose another name")
        if key_of(name) in self._by_key or key_of(name) in RESERVED:
            raise Refused("account/name-taken", f"the name {name} is taken", (), "choose another name")

    def invite(self, role: str) -> tuple[str, list[Statement]]:
        """A code that makes one account of staff."""
        if role not in STAFF_ROLES:
            raise Refused("account/role", f"an invitation is for {', '.join(STAFF_ROLES)}", (), "name one of them")
        code = secrets.token_urlsafe(18)
        self._invitations[_hashed(code)] = role
        row = {"code_hash": _hashed(code), "role": role, "used": False}
        return code, [(schema.invitations.insert(), row)]

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

    def new_session(self, account: Account) -> tuple[str, list[Statement]]:
        """A token for a cookie; only its hash is kept."""
        token = secrets.token_urlsafe(TOKEN_BYTES)
        expires = self._clock.wall_ms() + SESSION_MS
        self._sessions[_hashed(token)] = (account.name, expires)
        row = {"token_hash": _hashed(token), "name": account.name, "expires_at_ms": expires}
        return token, [(schema.sessions.insert(), row)]

    def of_session(self, token: str | None) -> Account | None:
        """Whose session it is."""
        if not token or len(token) > 128:
            return None
        found = self._sessions.get(_hashed(token))
        if found is None or found[1] <= self._clock.wall_ms():
            return None
        return self._by_key.get(key_of(found[0]))

    async def end_session(self, token: str) -> None:
        """Forget a session."""
        hashed = _hashed(token)
        if self._sessions.pop(hashed, None) is not None:
            await self._committer.submit(
                statements=[(schema.sessions.delete().where(schema.sessions.c.token_hash == hashed), {})]
            )
