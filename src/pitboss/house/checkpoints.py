"""Checkpoints: an open table whole, written with the journal, so that it is taken up without what came before.

A checkpoint lies locked, for it has orders that nobody may know yet. The journal's chain has the digest of its content,
and the audit makes it anew by dealing the table from its opening. What does not open, or is not what the chain has, is
passed over: the journal alone says how a table stands.
"""

import hashlib
import logging
from typing import Any

import msgspec
from sqlalchemy import select

from pitboss.house import schema
from pitboss.house.database import Reader
from pitboss.house.journal import Checkpoint
from pitboss.house.vault import Vault, WrongKey
from pitboss.procedure.refusal import Malformed
from pitboss.procedure.table import Table
from pitboss.rules.rules import Rules

log = logging.getLogger("pitboss.house")


class Mark(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A table at a checkpoint, and where its record stood."""

    seq: int
    facts: int
    told: int  # facts, and decisions of the house among them
    first_seq: int  # of the round that is waited for
    net_cents: dict[str, int]  # won and lost in it so far
    table: bytes
    marks: tuple[str, ...] | None = None  # of it so far; one of before marks were kept has none, not even an empty list


def _plain(mark: Mark) -> bytes:
    return msgspec.msgpack.encode(mark, order="deterministic")


def digest_of(mark: Mark) -> str:
    """By which the journal knows a checkpoint."""
    return hashlib.sha256(_plain(mark)).hexdigest()


def name_in_vault(table: str, seq: int, digest: str) -> str:
    """What a locked checkpoint is called; no sealed order is called so."""
    return f"checkpoint {table}.{seq}.{digest}"


def locked(mark: Mark, table: str, vault: Vault) -> Checkpoint:
    """A checkpoint as it goes to disk."""
    digest = digest_of(mark)
    return Checkpoint(digest, vault.lock(_plain(mark), name_in_vault(table, mark.seq, digest)))


def unlocked(row: Any, vault: Vault) -> Mark:
    """A checkpoint from disk; `WrongKey` when it does not open or is not what its digest says."""
    plain = vault.unlock(bytes(row.locked), name_in_vault(row.table_id, row.seq, row.digest))
    if hashlib.sha256(plain).hexdigest() != row.digest:
        raise WrongKey(f"the checkpoint {row.table_id}.{row.seq} is not the one on record")
    return msgspec.msgpack.decode(plain, type=Mark)


async def newest(
    database: Reader, table: str, vault: Vault | None, rules: Rules, count: int = 1, before_seq: int | None = None
) -> list[Mark]:
    """The last checkpoints of a table, or the last before one of its moves, oldest first; none if one does not do."""
    c = schema.checkpoints
    question = select(c).where(c.c.table_id == table).order_by(c.c.seq.desc()).limit(count)
    if before_seq is not None:
        question = question.where(c.c.seq < before_seq)
    marks: list[Mark] = []
    if vault is None:
        return marks
    for row in await database.rows(question):
        try:
            marks.insert(0, unlocked(row, vault))
            if marks[0].marks is None:
                raise Malformed("it is of before marks of rounds were kept")
            Table.resume(rules, marks[0].table)
        except (WrongKey, Malformed, msgspec.MsgspecError) as error:
            log.warning("checkpoint passed over", extra={"table": table, "move": row.seq, "why": str(error)})
            return []
    return marks
