"""The house's key: whose it is stands in the journal, so that no other takes its place unnoticed.

Another key takes its place in one transaction: everything that is still sealed is locked again, and a line of the
journal, signed with the key that goes, names the one that comes. The new key lies beside the old one before that line
is written and takes its place afterwards, so that at every moment one of the two files is the key on record.
"""

import contextlib
import os
from pathlib import Path
from typing import Any, Self

import msgspec
from sqlalchemy import and_, delete, select
from sqlalchemy.exc import SQLAlchemyError

from pitboss.house import checkpoints, schema
from pitboss.house.database import CannotOpen, Database, Reader
from pitboss.house.journal import KEY, Entry, SealedOrder, name_in_vault
from pitboss.house.ledger import HOUSE
from pitboss.house.vault import Vault, WrongKey, has_signed, open_vault, settle

EARLIER_PLACE = Path("pitboss.db.key")
SHOWN_CHARACTERS = 12
Statement = tuple[Any, dict[str, Any]]


class LockedAgain(msgspec.Struct, frozen=True, forbid_unknown_fields=True, array_like=True):
    """The sealed order of a line: the hash of what was locked with the key that goes, and with the one that comes."""

    n: int
    was: str
    now: str


class KeyOnRecord(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The public half of the key, by which receipts are checked; the other half cannot be found from it.

    A key that takes another's place names it, has its signature, and says what was locked again.
    """

    public_key: str
    before: str = ""
    orders: tuple[LockedAgain, ...] = ()
    signature: str = ""

    def text(self) -> bytes:
        """What the key that goes has signed."""
        orders = "".join(f" {one.n} {one.was} {one.now}" for one in self.orders)
        return f"pitboss-key-1 {self.before} {self.public_key}{orders}".encode()

    def is_signed(self) -> bool:
        """Whether the key that goes has said so."""
        return has_signed(self.before, self.signature, self.text())


async def all_on_record(database: Reader) -> list[KeyOnRecord]:
    """The keys in the journal, in the order in which the house had them."""
    j = schema.journal
    rows = await database.rows(select(j.c.body).where(j.c.kind == KEY).order_by(j.c.n))
    return [msgspec.json.decode(row.body, type=KeyOnRecord) for row in rows]


async def on_record(database: Reader) -> str | None:
    """The public key in the journal, the newest if there were others."""
    keys = await all_on_record(database)
    return keys[-1].public_key if keys else None


async def vault_of(database: Database) -> Vault:
    """The vault of a database; a key is made only where nothing was ever sealed under one."""
    path = database.key_file
    known = await on_record(database)
    j, s = schema.journal, schema.sealed_orders
    question = select(j.c.table_id, j.c.seq, s.c.seal, s.c.locked).join(s, s.c.n == j.c.n).order_by(j.c.n.desc())
    sealed = await database.rows(question.limit(1))
    if known is not None:
        finish(path, known)
    if not path.exists() and (known is not None or sealed):
        hint = f"; {EARLIER_PLACE.resolve()} may be it: give it with --key" if EARLIER_PLACE.exists() else ""
        raise CannotOpen(f"the key of this database is missing: put it back to {path}, or name it with --key{hint}")
    try:
        vault = open_vault(path)
        assert vault is not None
        if known is None and sealed:
            vault.unlock(bytes(sealed[0].locked), name_in_vault(sealed[0].table_id, sealed[0].seq, sealed[0].seal))
    except (OSError, WrongKey) as error:
        raise CannotOpen(f"{path} is not the key of this database: {error}") from None
    if known not in (None, vault.public_key):
        before = lies_at(path, known)
        hint = f"; {before} is it: give it with --key" if before != path else ""
        raise CannotOpen(f"{path} is not the key of this database, which has the public key {known}{hint}")
    return vault


def line(vault: Vault, at_ms: int) -> Entry:
    """The first line of a journal: whose it is."""
    return _entry(KeyOnRecord(vault.public_key), 1, at_ms)


def _entry(key: KeyOnRecord, seq: int, at_ms: int) -> Entry:
    body = msgspec.json.encode(key).decode()
    return Entry(kind=KEY, table=KEY, seq=seq, body=body, actor=HOUSE, client_id=None, rule=None, at_ms=at_ms)


# --- another key ----------------------------------------------------------------------------------------------------


def coming(path: Path) -> Path:
    """Where a key lies that is about to take the place of another."""
    return path.with_name(f"{path.name}.coming")


def gone(path: Path, public_key: str) -> Path:
    """Where a key is kept whose place another has taken; backups of that time still need it."""
    return path.with_name(f"{path.name}.{public_key[:SHOWN_CHARACTERS]}")


def lies_at(path: Path, known: str | None) -> Path:
    """Where the key on record lies: in its place, or beside it, on its way there or kept since another came."""
    for place in (path, coming(path), gone(path, known or "")):
        with contextlib.suppress(OSError, WrongKey):
            if Vault(place.read_bytes()).public_key == known:
                return place
    return path


async def place_of(database: Database) -> Path:
    """Where the key of a database lies, whatever its record is like."""
    known = None
    with contextlib.suppress(msgspec.DecodeError, UnicodeError, SQLAlchemyError):
        known = await on_record(database)
    return lies_at(database.key_file, known)


def finish(path: Path, known: str) -> None:
    """Go through with what a house was stopped in: the key on record comes to its place, any other goes."""
    beside = coming(path)
    if not beside.exists():
        return
    if lies_at(path, known) == beside:
        with contextlib.suppress(FileNotFoundError, WrongKey):
            before = gone(path, Vault(path.read_bytes()).public_key)
            before.unlink(missing_ok=True)
            os.link(path, before)
        beside.replace(path)
    else:
        beside.unlink()
    settle(path.parent)


async def rotation(database: Database, old: Vault, new: Vault, at_ms: int) -> tuple[Entry, list[Statement]]:
    """The line of the journal for another key, and what goes with it: all that was not opened yet, locked again."""
    j, s, o = schema.journal, schema.sealed_orders, schema.opened_orders
    still_sealed = (
        select(j.c.n, j.c.table_id, j.c.seq, s.c.seal, s.c.locked)
        .join(s, s.c.n == j.c.n)
        .join(o, and_(o.c.table_id == j.c.table_id, o.c.seal == s.c.seal), isouter=True)
        .where(o.c.seal.is_(None))
        .order_by(j.c.n)
    )
    orders: list[LockedAgain] = []
    statements: list[Statement] = []
    for row in await database.rows(still_sealed):
        name = name_in_vault(row.table_id, row.seq, row.seal)
        was = SealedOrder(row.seal, bytes(row.locked))
        now = SealedOrder(row.seal, new.lock(old.unlock(was.locked, name), name))
        orders.append(LockedAgain(row.n, was.digest, now.digest))
        statements.append((s.update().where(s.c.n == row.n), {"locked": now.locked}))
    c = schema.checkpoints
    for row in await database.rows(select(c)):
        name = checkpoints.name_in_vault(row.table_id, row.seq, row.digest)
        again = new.lock(old.unlock(bytes(row.locked), name), name)
        statements.append((c.update().where(c.c.n == row.n), {"locked": again}))
    # What requests were answered is hidden with the key that goes, and as good as a key: nobody can be told it again.
    statements.append((delete(schema.requests), {}))
    bare = KeyOnRecord(new.public_key, old.public_key, tuple(orders))
    key = msgspec.structs.replace(bare, signature=old.sign(bare.text()).hex())
    return _entry(key, len(await all_on_record(database)) + 1, at_ms), statements


class LockedLater:
    """What the lines for other keys say of orders that were sealed before them."""

    def __init__(self) -> None:
        self.first: dict[int, str] = {}  # by its line, the hash of an order as it was sealed
        self._final: dict[int, str] = {}
        self._so_far: dict[int, str] = {}  # as it was locked up to the line that is looked at
        self._by: dict[int, int] = {}  # the line for the key with which it is locked now
        self._since = 0
        self.keys: list[str] = []

    @classmethod
    async def read(cls, database: Reader) -> Self:
        """All of it ahead; what is no key is found when its line comes."""
        later, j = cls(), schema.journal
        for row in await database.rows(select(j.c.n, j.c.body).where(j.c.kind == KEY).order_by(j.c.n)):
            with contextlib.suppress(msgspec.DecodeError, UnicodeError):
                key = msgspec.json.decode(row.body, type=KeyOnRecord)
                later.keys.append(key.public_key)
                later._since = row.n if key.before else 0
                for one in key.orders:
                    later.first.setdefault(one.n, one.was)
                    later._final[one.n], later._by[one.n] = one.now, row.n
        return later

    @property
    def last(self) -> str:
        """The key that the house has now."""
        return self.keys[-1] if self.keys else ""

    def note(self, n: int, sealed: SealedOrder) -> str | None:
        """What does not fit in a sealed order, in words."""
        if n in self._final:
            self._so_far[n] = sealed.first
            if sealed.digest != self._final[n]:
                return "its sealed order is not the one that was locked again for another key"
        return None

    def check(self, key: KeyOnRecord) -> str | None:
        """What does not fit in the line of a key, in words."""
        for one in key.orders:
            if self._so_far.get(one.n) != one.was:
                return f"line {one.n} has no sealed order such as was locked again"
            self._so_far[one.n] = one.now
        return None

    def opens(self, n: int) -> bool:
        """Whether the key that the house has now opens what was sealed in a line."""
        return self._by.get(n, n) >= self._since
