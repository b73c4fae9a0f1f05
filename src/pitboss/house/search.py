"""The auditor's search: rounds by table, player, time, result, amount, clause and irregularity; a selection as a file.

All of it is asked of the database: what a round cites and what went wrong in it was written with it (`marks`). Only
rounds that have ended are found, and of them nothing is told but their numbers, names and clauses: no card.
"""

import csv
import hashlib
import io
from collections import defaultdict
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from typing import Any, Literal

import msgspec
from sqlalchemy import Select, and_, exists, func, or_, select

from pitboss.house import schema
from pitboss.house.database import Database
from pitboss.house.journal import OPEN, Recipe
from pitboss.house.marks import unmarked
from pitboss.house.round_record import irregularities, tag_of
from pitboss.house.vault import Vault, has_signed
from pitboss.procedure.facts import RoundEnded
from pitboss.procedure.refusal import Refused
from pitboss.rules.money import dollars

ROUNDS_A_PAGE = 50
EXPORTED_MAX = 5000
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
        """Whether marks of a round are looked for."""
        return self.clause is not None or self.irregularity is not None


class FoundRound(msgspec.Struct, frozen=True, kw_only=True):
    """A round that was found: what each player won or lost, and what was irregular where that is on record."""

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

    `unread` counts rounds without marks: they are of before marks were kept, and this version cannot deal them again.
    `known` is everything irregular there is.
    """

    rounds: tuple[FoundRound, ...]
    more: int | None
    unread: int
    known: tuple[str, ...]


class Selection(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Rounds that were found, as a file: whoever has it can show that the house gave it out so."""

    selection: Literal[1] = 1
    wanted: Wanted
    rounds: tuple[FoundRound, ...]
    key: str
    signature: str

    def text(self) -> bytes:
        """What is signed."""
        said = msgspec.json.encode((self.wanted, self.rounds), order="deterministic")
        return f"pitboss-selection-1 {hashlib.sha256(said).hexdigest()}".encode()

    def is_signed(self) -> bool:
        """Whether the signature is that of the key which it names."""
        return has_signed(self.key, self.signature, self.text())


class Search:
    """Finds rounds."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def page(self, wanted: Wanted, before: int | None, most: int = ROUNDS_A_PAGE) -> Found:
        """So many rounds at most that are as wanted, older than a line of the journal."""
        rows = await self._database.rows(_question(wanted, before).limit(most))
        return Found(
            rounds=await self._told(rows),
            more=int(rows[-1].n) if len(rows) == most else None,
            unread=await self._unread(wanted),
            known=irregularities(),
        )

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

    async def selection(self, wanted: Wanted, vault: Vault) -> Selection:
        """The same as a file that the house has signed."""
        found = Selection(wanted=wanted, rounds=await self.export(wanted), key=vault.public_key, signature="")
        return msgspec.structs.replace(found, signature=vault.sign(found.text()).hex())

    async def _told(self, rows: Sequence[Any]) -> tuple[FoundRound, ...]:
        """Rows of rounds with what the books have of each: its players, and what was irregular."""
        if not rows:
            return ()
        p, k = schema.round_players, schema.round_marks
        ends = [row.n for row in rows]
        nets: defaultdict[tuple[str, int], dict[str, int]] = defaultdict(dict)
        its = or_(*(and_(p.c.table_id == row.table_id, p.c.round == row.round) for row in rows))
        for row in await self._database.rows(select(p).where(its).order_by(p.c.name)):
            nets[row.table_id, row.round][row.name] = row.net_cents
        marks: defaultdict[tuple[int, int], list[str]] = defaultdict(list)
        told = (*irregularities(), tag_of(RoundEnded))
        for row in await self._database.rows(select(k).where(k.c.n.in_(ends), k.c.mark.in_(told)).order_by(k.c.mark)):
            marks[row.n, row.round].append(row.mark)
        return tuple(_round(row, nets[row.table_id, row.round], marks.get((row.n, row.round))) for row in rows)

    async def _unread(self, wanted: Wanted) -> int:
        """How many rounds would be looked into, had they marks."""
        if not wanted.of_the_record:
            return 0
        elsewhere = msgspec.structs.replace(wanted, clause=None, irregularity=None)
        left = _question(elsewhere, None).where(unmarked()).order_by(None).subquery()
        return int((await self._database.rows(select(func.count()).select_from(left)))[0][0])


def _marked(question: Select[Any], marks: Sequence[str]) -> Select[Any]:
    """Only rounds with one of these marks: the index of marks names their lines, newest first."""
    r, k = schema.rounds, schema.round_marks.alias()
    its = and_(k.c.n == r.c.n, k.c.round == r.c.round)
    if len(marks) > 1:
        return question.where(exists().where(its, k.c.mark.in_(marks)))
    return question.join(k, its).where(k.c.mark == marks[0]).order_by(None).order_by(k.c.n.desc(), k.c.round.desc())


def _question(wanted: Wanted, before: int | None) -> Select[Any]:
    r, p, j = schema.rounds, schema.round_players, schema.journal
    opened = and_(j.c.table_id == r.c.table_id, j.c.seq == 0, j.c.kind == OPEN)
    question = select(r, j.c.body).join(j, opened).order_by(r.c.n.desc(), r.c.round.desc())
    if wanted.clause is not None:
        question = _marked(question, (wanted.clause,))
    if wanted.irregularity is not None:
        question = _marked(question, irregularities() if wanted.irregularity == ANY else (wanted.irregularity,))
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


def _round(row: Any, players: dict[str, int], marks: Sequence[str] | None) -> FoundRound:
    irregular = None if marks is None else tuple(mark for mark in marks if mark != tag_of(RoundEnded))
    return FoundRound(
        id=f"{row.table_id}.{row.round}",
        n=row.n,
        table=row.table_id,
        game=msgspec.json.decode(row.body, type=Recipe).game,
        round=row.round,
        at_ms=row.at_ms,
        players=players,
        irregularities=irregular,
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
