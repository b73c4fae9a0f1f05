"""Marks: what a round is found by beside its players, namely every clause it cites and everything irregular in it.

They are written with the round and follow from its facts, so that the audit makes them anew. A round of a database from
before marks were kept gets them when a house opens it: its table is dealt again once. One that this version cannot deal
again stays without, and a search says how many those are.
"""

import asyncio
import logging
from collections.abc import Iterable

from sqlalchemy import ColumnElement, exists, select

from pitboss.house import archive, schema
from pitboss.house.archive import Line
from pitboss.house.chronicle import decided_by
from pitboss.house.committer import Committer
from pitboss.house.database import Database
from pitboss.house.journal import Recipe, RoundPlayed
from pitboss.house.journal_rows import mark_rows
from pitboss.house.round_record import RoundCount
from pitboss.house.vault import Vault
from pitboss.procedure.refusal import Broken, Malformed, Refused
from pitboss.procedure.table import Table

log = logging.getLogger("pitboss.house")


def unmarked() -> ColumnElement[bool]:
    """Of a row of `rounds`: that nothing was written of what it is found by."""
    r, k = schema.rounds, schema.round_marks
    return ~exists().where(k.c.n == r.c.n, k.c.round == r.c.round)


async def fill(database: Database, vault: Vault | None, committer: Committer) -> None:
    """Write the marks of rounds from before marks were kept, a table at a time."""
    r = schema.rounds
    for table in [row.table_id for row in await database.rows(select(r.c.table_id).where(unmarked()).distinct())]:
        rows = await database.rows(select(r.c.n, r.c.round).where(r.c.table_id == table, unmarked()))
        ends = {row.round: row.n for row in rows}
        recipe = await archive.recipe_of(database, table)
        assert recipe is not None
        try:
            archive.rules_of(recipe)
            lines = await archive.lines(database, table, vault)
            played = await asyncio.to_thread(_played, recipe, lines)
        except (archive.OtherRules, archive.StillSealed, Refused, Malformed, Broken) as error:
            log.warning("rounds stay without marks", extra={"table": table, "why": str(error)})
            continue
        written = [row for one in played if one.round in ends for row in mark_rows(one, ends[one.round])]
        await committer.submit(statements=[(schema.round_marks.insert(), row) for row in written])
        log.info("marks written", extra={"table": table, "rounds": len(ends)})


def _played(recipe: Recipe, lines: Iterable[Line]) -> list[RoundPlayed]:
    """The rounds of a table that is dealt again."""
    table, count = Table(archive.rules_of(recipe), frozenset(recipe.by_hand)), RoundCount()
    played: list[RoundPlayed] = []
    for line in lines:
        decided = decided_by(line.move, line.rule, table.waiting.clauses)
        played += count.note(line.seq, (*decided, *table.apply(line.move)))
    return played
