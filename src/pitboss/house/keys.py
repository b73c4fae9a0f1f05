"""The house's key: whose it is stands in the journal, so that no other takes its place unnoticed."""

from pathlib import Path

import msgspec
from sqlalchemy import select

from pitboss.house import schema
from pitboss.house.database import CannotOpen, Database, Reader
from pitboss.house.journal import KEY, Entry, name_in_vault
from pitboss.house.ledger import HOUSE
from pitboss.house.vault import Vault, WrongKey, open_vault

EARLIER_PLACE = Path("pitboss.db.key")


class KeyOnRecord(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The public half of the key, by which receipts are checked; the other half cannot be found from it."""

    public_key: str


async def on_record(database: Reader) -> str | None:
    """The public key in the journal."""
    j = schema.journal
    rows = await database.rows(select(j.c.body).where(j.c.kind == KEY).order_by(j.c.n.desc()).limit(1))
    return msgspec.json.decode(rows[0].body, type=KeyOnRecord).public_key if rows else None


async def vault_of(database: Database) -> Vault:
    """The vault of a database; a key is made only where nothing was ever sealed under one."""
    path = database.key_file
    known = await on_record(database)
    j, s = schema.journal, schema.sealed_orders
    question = select(j.c.table_id, j.c.seq, s.c.seal, s.c.locked).join(s, s.c.n == j.c.n).order_by(j.c.n.desc())
    sealed = await database.rows(question.limit(1))
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
        raise CannotOpen(f"{path} is not the key of this database, which has the public key {known}")
    return vault


def line(vault: Vault, at_ms: int) -> Entry:
    """The first line of a journal: whose it is."""
    body = msgspec.json.encode(KeyOnRecord(vault.public_key)).decode()
    return Entry(kind=KEY, table=KEY, seq=1, body=body, actor=HOUSE, client_id=None, rule=None, at_ms=at_ms)
