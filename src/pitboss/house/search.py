"""The auditor's search: rounds by table, player, time, result, amount, clause and irregularity; a selection as a file.

What the books have of a round is asked of the database. Which clauses stood behind it and what went wrong follow from
its record: a table is dealt again once for that, and what was found is kept. Only rounds that have ended are found, and
of them nothing is told but their numbers, names and clauses: no card.
"""

import asyncio
import csv
import io
from collections import OrderedDict
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from typing import Any, NamedTuple

import msgspec
from sqlalchemy import Select, and_, exists, func, or_, select

from pitboss.house import archive, schema
from pitboss.house.archive import Line
from pitboss.house.chronicle import Chronicle, make_again
from pitboss.house.database import Database
from pitboss.house.journal import OPEN, Recipe
from pitboss.house.vault import Vault
from pitboss.procedure import facts as f
from pitboss.procedure.facts import Fact
from pitboss.procedure.refusal import Refused
from pitboss.procedure.table import Table
from pitboss.rules.money import dollars

ROUNDS_A_PAGE = 50
READ_AT_ONCE = 1000  # rounds whose record is looked into before the reader is asked whether to go on
EXPORTED_MAX = 5000
TABLES_KEPT = 64
WON, LOST, EVEN = "won", "lost", "even"
OUTCOMES = (WON, LOST, EVEN)
ANY = "any"


class Wanted(msgspec.Struct, frozen=True, kw_only=True):
    """What is looked for; what is left out may be as it likes. Player, outcome and amount are of one and the same."""

    table: str | None = None
    player: str | None = None
    since_ms: int | None = None
    until_ms: int | None = None
    outcome: str | None = None
    least_cents: int | None = None
    most_cents: int | None = None
    clause: str | None = None
    irregularity: str | None = None

    @property
    def of_the_record(self) -> bool:
        """Whether the record of a round has to be read."""
        return self.clause is not None or self.irregularity is not None


class FoundRound(msgspec.Struct, frozen=True, kw_only=True):
    """A round that was found: what each player won or lost, and what was irregular where the record was read."""

    id: str
    n: int
    table: str
    game: str
    round: int
    at_ms: int
    players: dict[str, int]
    irregularities: tuple[str, ...] | None


class Found(msgspec.Struct, frozen=True, kw_only=True):
    """Rounds, newest first; ask again with `before=more` for older ones, of which there may be none.

    `unread` counts rounds whose record this version cannot deal again; `known` is everything irregular there is.
    """

    rounds: tuple[FoundRound, ...]
    more: int | None
    unread: int
    known: tuple[str, ...]


class Marks(NamedTuple):
    """What the record of a round shows of it."""

    clauses: frozenset[str]
    irregularities: tuple[str, ...]


def tag_of(kind: type[Fact]) -> str:
    """A kind of fact as records have it."""
    return str(kind.__struct_config__.tag)


def irregularities() -> tuple[str, ...]:
    """Everything irregular that may be looked for."""
    return tuple(sorted(map(tag_of, f.irregularities())))


class Search:
    """Finds rounds."""

    def __init__(self, database: Database, vault: Vault | None) -> None:
        self._database = database
        self._vault = vault
        self._reading = asyncio.Lock()
        self._marks: OrderedDict[str, dict[int, Marks] | None] = OrderedDict()

    async def page(self, wanted: Wanted, before: int | None, most: int = ROUNDS_A_PAGE) -> Found:
        """So many rounds at most that are as wanted, older than a line of the journal."""
        found: list[FoundRound] = []
        read = unread = 0
        more = before
        while True:
            rows = await self._database.rows(_question(wanted, more).limit(most))
            for row in rows:
                marks = await self._marks_of(row.table_id, row.round) if wanted.of_the_record else None
                read, more = read + 1, int(row.n)
                unread += wanted.of_the_record and marks is None
                if _is_wanted(wanted, marks):
                    found.append(_round(row, marks))
                if len(found) == most:
                    break
            over = len(rows) < most and len(found) < most
            if over or len(found) == most or read >= READ_AT_ONCE:
                there = await self._with_players(found)
                return Found(rounds=there, more=None if over else more, unread=unread, known=irregularities())

    async def export(self, wanted: Wanted) -> tuple[FoundRound, ...]:
        """All rounds that are as wanted; refused when they are too many for one file."""
        rounds: list[FoundRound] = []
        before: int | None = None
        while True:
            page = await self.page(wanted, before)
            rounds += page.rounds
            if len(rounds) > EXPORTED_MAX:
                sentence = f"more than {EXPORTED_MAX} rounds are like that"
                raise Refused("search/too-many", sentence, (), "narrow the search")
            if page.more is None:
                return tuple(rounds)
            before = page.more

    async def _with_players(self, found: Sequence[FoundRound]) -> tuple[FoundRound, ...]:
        if not found:
            return ()
        p = schema.round_players
        its = or_(*(and_(p.c.table_id == one.table, p.c.round == one.round) for one in found))
        nets: dict[tuple[str, int], dict[str, int]] = {}
        for row in await self._database.rows(select(p).where(its).order_by(p.c.name)):
            nets.setdefault((row.table_id, row.round), {})[row.name] = row.net_cents
        return tuple(msgspec.structs.replace(one, players=nets.get((one.table, one.round), {})) for one in found)

    # --- the record -----------------------------------------------------------------------------------------------

    async def _marks_of(self, table: str, number: int) -> Marks | None:
        """What a round's record shows; None when this version cannot deal the table again."""
        async with self._reading:
            kept = self._marks.get(table, {})
            if kept is not None and number not in kept:
                kept = self._marks[table] = await self._read(table)
            if table in self._marks:
                self._marks.move_to_end(table)
            while len(self._marks) > TABLES_KEPT:
                self._marks.popitem(last=False)
        return None if kept is None else kept.get(number)

    async def _read(self, table: str) -> dict[int, Marks] | None:
        recipe = await archive.recipe_of(self._database, table)
        assert recipe is not None
        try:
            lines = await archive.lines(self._database, table, self._vault)
            return await asyncio.to_thread(_marks, recipe, lines)
        except (archive.OtherRules, archive.StillSealed):
            return None


def _question(wanted: Wanted, before: int | None) -> Select[Any]:
    r, p, j = schema.rounds, schema.round_players, schema.journal
    question = (
        select(r, j.c.body)
        .join(j, and_(j.c.table_id == r.c.table_id, j.c.kind == OPEN))
        .order_by(r.c.n.desc(), r.c.round.desc())
    )
    of_a_player = [p.c.table_id == r.c.table_id, p.c.round == r.c.round]
    if wanted.player is not None:
        of_a_player.append(func.lower(p.c.name) == wanted.player.lower())
    if wanted.outcome is not None:
        net = p.c.net_cents
        of_a_player.append({WON: net > 0, LOST: net < 0, EVEN: net == 0}[wanted.outcome])
    if wanted.least_cents is not None:
        of_a_player.append(func.abs(p.c.net_cents) >= wanted.least_cents)
    if wanted.most_cents is not None:
        of_a_player.append(func.abs(p.c.net_cents) <= wanted.most_cents)
    if len(of_a_player) > 2:
        question = question.where(exists().where(*of_a_player))
    if wanted.table is not None:
        question = question.where(r.c.table_id == wanted.table)
    if wanted.since_ms is not None:
        question = question.where(r.c.at_ms >= wanted.since_ms)
    if wanted.until_ms is not None:
        question = question.where(r.c.at_ms < wanted.until_ms)
    return question if before is None else question.where(r.c.n < before)


def _is_wanted(wanted: Wanted, marks: Marks | None) -> bool:
    if not wanted.of_the_record:
        return True
    if marks is None or (wanted.clause is not None and wanted.clause not in marks.clauses):
        return False
    if wanted.irregularity == ANY:
        return bool(marks.irregularities)
    return wanted.irregularity is None or wanted.irregularity in marks.irregularities


def _round(row: Any, marks: Marks | None) -> FoundRound:
    return FoundRound(
        id=f"{row.table_id}.{row.round}",
        n=row.n,
        table=row.table_id,
        game=msgspec.json.decode(row.body, type=Recipe).game,
        round=row.round,
        at_ms=row.at_ms,
        players={},
        irregularities=None if marks is None else marks.irregularities,
    )


def _marks(recipe: Recipe, lines: Iterable[Line]) -> dict[int, Marks]:
    """A table dealt again: of each round that has ended, what its record shows."""
    table = Table(archive.rules_of(recipe), frozenset(recipe.by_hand))
    chronicle = Chronicle(table.facts)
    marks: dict[int, Marks] = {}
    first = 0
    for line in lines:
        before = len(chronicle)
        make_again(table, chronicle, line.move, line.rule)
        for at in range(before, len(chronicle)):
            ended = chronicle.facts[at]
            if isinstance(ended, f.RoundEnded):
                marks[ended.round] = _marks_in(chronicle.facts[first : at + 1])
                first = at + 1
    return marks


def _marks_in(happened: Sequence[Fact]) -> Marks:
    irregular = f.irregularities()
    return Marks(
        frozenset(clause for fact in happened for clause in fact.clauses),
        tuple(dict.fromkeys(tag_of(type(fact)) for fact in happened if type(fact) in irregular)),
    )


def as_csv(rounds: Iterable[FoundRound]) -> str:
    """A selection as a sheet: a line for each player of each round."""
    sheet = io.StringIO()
    write = csv.writer(sheet).writerow
    write(("round", "table", "game", "number", "ended", "player", "net", "irregularities"))
    for one in rounds:
        ended = datetime.fromtimestamp(one.at_ms // 1000, UTC).isoformat()
        for name, net in one.players.items() or (("", 0),):
            irregular = " ".join(one.irregularities or ())
            write((one.id, one.table, one.game, one.round, ended, name, dollars(net), irregular))
    return sheet.getvalue()
