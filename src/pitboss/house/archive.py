"""The archive: tables read back from the journal, move by move."""

from collections.abc import Collection, Iterator
from functools import lru_cache
from itertools import islice
from typing import Any

import msgspec
from msgspec import UNSET
from sqlalchemy import select

from pitboss.house import schema
from pitboss.house.database import Database, Reader
from pitboss.house.journal import MOVE, OPEN, OpenedOrder, Recipe, is_sealed, name_in_vault, opened_move
from pitboss.house.vault import Vault
from pitboss.procedure import moves as m
from pitboss.procedure.moves import Move
from pitboss.procedure.replay import dealt_otherwise, recipe
from pitboss.procedure.table import PROCEDURE
from pitboss.rules.errors import RulesError
from pitboss.rules.rules import Rules
from pitboss.rules.variant import load, named_by

NAMED_AT_ONCE = 500
LOADED_MOST = 64


class OtherRules(Exception):
    """A recorded table had other rules, or another procedure, than this version has: it cannot deal it again."""


class StillSealed(Exception):
    """An order is still sealed, and no key is there to unlock it."""


class Line(msgspec.Struct, frozen=True):
    """A move of the journal, ready to be made again."""

    seq: int
    move: Move
    actor: str
    client_id: str | None
    rule: str | None
    at_ms: int


def recipe_for(rules: Rules, by_hand: tuple[str, ...], opened_by: str, private: bool) -> Recipe:
    """What makes a table again: the rules as they were asked for, who deals, who opened it."""
    sets, readings = recipe(rules)
    return Recipe(
        procedure=PROCEDURE,
        game=rules.game,
        sets=sets,
        readings=readings,
        rules_hash=rules.hash,
        by_hand=by_hand,
        opened_by=opened_by,
        private=private,
        named=named_by(rules) or UNSET,
    )


def rules_of(recipe: Recipe) -> Rules:
    """The rules a recipe gives, which must be those it was opened with."""
    if recipe.procedure != PROCEDURE:
        raise OtherRules(dealt_otherwise(recipe.procedure))
    opened = f"it was opened under rules {recipe.rules_hash[:12]}"
    try:
        asked = (recipe.game, recipe.sets, recipe.readings, recipe.named or {})
        rules = _loaded(msgspec.json.encode(asked, order="deterministic"))
    except (RulesError, LookupError) as error:
        raise OtherRules(f"{opened}, which this version does not have: {error}") from None
    if rules.hash != recipe.rules_hash:
        raise OtherRules(f"{opened}, and this version has {rules.hash[:12]} in their place")
    return rules


@lru_cache(LOADED_MOST)
def _loaded(recipe: bytes) -> Rules:
    """Rules are made once for all the tables that have them."""
    return load(*msgspec.json.decode(recipe))


async def recipe_of(database: Reader, table: str) -> Recipe | None:
    """How a table was opened."""
    return (await recipes_of(database, [table])).get(table)


async def recipes_of(database: Reader, tables: Collection[str]) -> dict[str, Recipe]:
    """How some tables were opened."""
    j, found = schema.journal, {}
    for some in batched(tables):
        question = select(j.c.table_id, j.c.body).where(j.c.table_id.in_(some), j.c.kind == OPEN)
        for row in await database.rows(question):
            found[row.table_id] = msgspec.json.decode(row.body, type=Recipe)
    return found


async def tables(database: Database) -> list[str]:
    """The tables that have not closed, in the order in which they were opened."""
    j = schema.journal
    rows = await database.rows(select(j.c.table_id).where(j.c.kind == OPEN).order_by(j.c.n))
    gone = {row.table_id for row in await database.rows(select(schema.closed_tables))}
    return [row.table_id for row in rows if row.table_id not in gone]


async def opened_by(database: Database, name: str) -> list[tuple[str, Recipe]]:
    """The tables that somebody has opened and that have not closed."""
    j, c = schema.journal, schema.closed_tables
    theirs = (j.c.kind == OPEN, j.c.actor == name, j.c.table_id.not_in(select(c.c.table_id)))
    rows = await database.rows(select(j.c.table_id, j.c.body).where(*theirs).order_by(j.c.n))
    return [(row.table_id, msgspec.json.decode(row.body, type=Recipe)) for row in rows]


async def lines(
    database: Reader, table: str, vault: Vault | None, until_seq: int | None = None, after_seq: int = 0
) -> list[Line]:
    """The moves of a table, shuffles and commitments rebuilt from what was opened or unlocked from the vault."""
    j, s = schema.journal, schema.sealed_orders
    within = [j.c.table_id == table, j.c.kind == MOVE, j.c.seq > after_seq]
    if until_seq is not None:
        within.append(j.c.seq <= until_seq)
    question = select(j, s.c.seal, s.c.locked).join(s, s.c.n == j.c.n, isouter=True).where(*within).order_by(j.c.seq)
    rows = await database.rows(question)
    opened = await opened_of(database, table, [row.seal for row in rows if row.seal is not None])
    return [_line(row, opened, vault) for row in rows]


async def opened_of(database: Reader, table: str, seals: Collection[str] | None = None) -> dict[str, OpenedOrder]:
    """What a table has opened, all of it or of some seals, by the hash in its line of the journal."""
    o = schema.opened_orders
    found: dict[str, OpenedOrder] = {}
    for some in [None] if seals is None else batched(seals):
        question = select(o).where(o.c.table_id == table)
        for row in await database.rows(question if some is None else question.where(o.c.seal.in_(some))):
            found[row.seal] = OpenedOrder(row.seal, row.salt, row.cards, row.hands, row.seed)
    return found


def batched(values: Collection[str]) -> Iterator[list[str]]:
    """So many at a time as one question may name."""
    left = iter(values)
    while some := list(islice(left, NAMED_AT_ONCE)):
        yield some


def _line(row: Any, opened: dict[str, OpenedOrder], vault: Vault | None) -> Line:
    return Line(row.seq, _move(row, opened, vault), row.actor, row.client_id, row.rule, row.at_ms)


def _move(row: Any, opened: dict[str, OpenedOrder], vault: Vault | None) -> Move:
    if not is_sealed(row.body):
        return m.from_json(row.body)
    if row.seal in opened:
        return opened_move(row.body, opened[row.seal])
    if vault is None:
        raise StillSealed(f"the order of {row.table_id}.{row.seq} is still sealed")
    return m.from_json(vault.unlock(row.locked, name_in_vault(row.table_id, row.seq, row.seal)))
