"""History: who played which round, any round step by step, and the dispute file that can be checked offline."""

import asyncio
from collections.abc import Iterable, Sequence
from typing import Any

import msgspec
from msgspec import Raw
from sqlalchemy import and_, func, select

from pitboss.house import archive, checkpoints, long_rounds, schema
from pitboss.house.accounts import Account
from pitboss.house.archive import Line
from pitboss.house.checkpoints import Mark
from pitboss.house.database import Database
from pitboss.house.dealt_again import UNKNOWN, DealtAgain, dealt_again, dealt_from
from pitboss.house.journal import MOVE, OPEN, Recipe, seal_of
from pitboss.house.ledger import in_words, moved_by
from pitboss.house.protocol import StoryLine
from pitboss.house.receipts import Receipt, signed
from pitboss.house.roles import SEES_EVERY_ROUND
from pitboss.house.vault import Vault
from pitboss.law import clauses
from pitboss.law.documents import documents
from pitboss.procedure import facts as f
from pitboss.procedure import moves as m
from pitboss.procedure import replay
from pitboss.procedure.facts import Fact
from pitboss.procedure.refusal import Refused
from pitboss.procedure.table import Table
from pitboss.procedure.verification import Shoe, shoe_of
from pitboss.rules.rules import Rules

PAGE_ROUNDS = 50


class RoundCard(msgspec.Struct, frozen=True, kw_only=True):
    """A round in a list."""

    id: str
    n: int
    table: str
    game: str
    round: int
    at_ms: int
    net_cents: int | None
    opened: bool


class Page(msgspec.Struct, frozen=True, kw_only=True):
    """Some rounds, newest first; ask again with `before=more` for older ones."""

    rounds: tuple[RoundCard, ...]
    more: int | None


class Posting(msgspec.Struct, frozen=True, kw_only=True):
    """A transfer of the ledger; `giver` and `taker` are its two accounts as a person reads them."""

    id: int
    source: str
    target: str
    cents: int
    what: str
    clauses: str
    giver: str
    taker: str


class Step(msgspec.Struct, frozen=True, kw_only=True):
    """One fact of a round, as its reader may see it; `money` names the transfers it made."""

    at: int
    fact: Raw
    words: str
    clauses: tuple[str, ...]
    money: tuple[int, ...]


class Ordered(msgspec.Struct, frozen=True, kw_only=True):
    """What a clause orders, and where the text has it."""

    gist: str
    section: str
    heading: str


class SealCard(msgspec.Struct, frozen=True, kw_only=True):
    """A seal, and once it is opened what it sealed."""

    seal: str
    opened: bool
    salt: str | None = None
    order: tuple[str, ...] | None = None
    seed: str = ""


class RoundStory(msgspec.Struct, frozen=True, kw_only=True):
    """A round step by step."""

    id: str
    table: str
    game: str
    title: str
    round: int
    rules_hash: str
    at_ms: int
    steps: tuple[Step, ...]
    money: tuple[Posting, ...]
    seals: tuple[SealCard, ...]
    ordered: dict[str, Ordered]
    receipt: Receipt


class Decision(msgspec.Struct, frozen=True, kw_only=True):
    """A move the house made for an absent player."""

    move_number: int
    by: str
    move: str
    rule: str


class Dispute(msgspec.Struct, frozen=True, kw_only=True):
    """What a dispute file has beside the record: the round in question, explained."""

    id: str
    table: str
    title: str
    round: int
    at_ms: int
    first_move: int
    last_move: int
    facts: tuple[Raw, ...]
    story: tuple[StoryLine, ...]
    clauses: tuple[str, ...]
    house_decisions: tuple[Decision, ...]
    money: tuple[Posting, ...]
    seals: tuple[SealCard, ...]
    receipt: Receipt


class History:
    """Reads rounds back from the journal."""

    def __init__(self, database: Database, vault: Vault | None) -> None:
        self._database = database
        self._vault = vault
        self._replaying = asyncio.Semaphore(2)

    # --- lists ----------------------------------------------------------------------------------------------------

    async def page(self, account: Account, before: int | None) -> Page:
        """The rounds somebody has played; an auditor or floorperson sees everybody's."""
        r, p, j, s, o = (
            schema.rounds,
            schema.round_players,
            schema.journal,
            schema.sealed_orders,
            schema.opened_orders,
        )
        shuffled = j.alias()
        sealed = (
            select(func.count())
            .select_from(
                shuffled.join(s, s.c.n == shuffled.c.n).join(
                    o, and_(o.c.table_id == shuffled.c.table_id, o.c.seal == s.c.seal), isouter=True
                )
            )
            .where(shuffled.c.table_id == r.c.table_id, shuffled.c.n <= r.c.n, o.c.seal.is_(None))
            .scalar_subquery()
        )
        mine = and_(p.c.table_id == r.c.table_id, p.c.round == r.c.round, p.c.name.in_(account.names))
        everybody = account.role in SEES_EVERY_ROUND
        question = (
            select(r, p.c.net_cents, j.c.body, sealed.label("sealed"))
            .select_from(
                r.join(p, mine, isouter=everybody).join(j, and_(j.c.table_id == r.c.table_id, j.c.kind == OPEN))
            )
            .order_by(r.c.n.desc(), r.c.round.desc())
            .limit(PAGE_ROUNDS)
        )
        if before is not None:
            question = question.where(r.c.n < before)
        rows = await self._database.rows(question)
        cards = tuple(
            RoundCard(
                id=f"{row.table_id}.{row.round}",
                n=row.n,
                table=row.table_id,
                game=msgspec.json.decode(row.body, type=Recipe).game,
                round=row.round,
                at_ms=row.at_ms,
                net_cents=row.net_cents,
                opened=row.sealed == 0,
            )
            for row in rows
        )
        return Page(rounds=cards, more=cards[-1].n if len(cards) == PAGE_ROUNDS else None)

    # --- one round ------------------------------------------------------------------------------------------------

    async def story(self, round_id: str, account: Account) -> RoundStory | None:
        """A round step by step; None when there is none, or it is not for this reader."""
        found = await self._find(round_id, account)
        if found is None:
            return None
        row, recipe, name = found
        again = await self._again(recipe, row)
        raws, told = again.chronicle.seen_by(name, again.first, again.last)
        postings = await self._money(row, again.since)
        moved = _by_fact(row.table_id, again.happened(), postings)
        own = f"chips:{row.table_id}:{name}"
        money = tuple(one for one in postings if account.role in SEES_EVERY_ROUND or own in (one.source, one.target))
        shown = {one.id for one in money}
        return RoundStory(
            id=round_id,
            table=row.table_id,
            game=recipe.game,
            title=again.table.rules.title,
            round=row.round,
            rules_hash=recipe.rules_hash,
            at_ms=row.at_ms,
            steps=tuple(
                Step(
                    at=line.at,
                    fact=raw,
                    words=line.words,
                    clauses=line.clauses,
                    money=tuple(one for one in made if one in shown),
                )
                for raw, line, made in zip(raws, told, moved, strict=True)
            ),
            money=money,
            seals=await self._seals(row.table_id, again),
            ordered=_ordered(clause for line in told for clause in line.clauses),
            receipt=await self._receipt(row),
        )

    async def dispute(self, round_id: str, account: Account) -> bytes | None:
        """The dispute file: a record that `pitboss replay` rebuilds, with the round in question explained."""
        found = await self._find(round_id, account)
        if found is None or account.role not in SEES_EVERY_ROUND:
            return None
        row, recipe, _ = found
        lines = await archive.lines(self._database, row.table_id, self._vault, row.last_seq)
        opened = await archive.opened_of(self._database, row.table_id)
        if any(isinstance(line.move, m.Shuffle | m.CommitSeed) and seal_of(line.move) not in opened for line in lines):
            sentence = "an order of the cards up to this round is still sealed"
            raise Refused("dispute/still-sealed", sentence, (), "export it when the shoe is retired")
        again = await self._dealt(recipe, lines, row)
        happened = again.happened()
        _, told = again.chronicle.seen_by("", again.first, again.last)
        dispute = Dispute(
            id=round_id,
            table=row.table_id,
            title=again.table.rules.title,
            round=row.round,
            at_ms=row.at_ms,
            first_move=row.first_seq,
            last_move=row.last_seq,
            facts=tuple(Raw(f.to_json(fact)) for fact in happened),
            story=told,
            clauses=tuple(dict.fromkeys(clause for fact in happened for clause in fact.clauses)),
            house_decisions=tuple(
                Decision(move_number=x.seq, by=x.move.by, move=str(x.move.__struct_config__.tag), rule=x.rule)
                for x in lines
                if x.rule is not None
            ),
            money=await self._money(row),
            seals=await self._seals(row.table_id, again),
            receipt=await self._receipt(row),
        )
        record = msgspec.structs.asdict(replay.record(again.table))
        said = {name: value for name, value in record.items() if value is not msgspec.UNSET} | {"dispute": dispute}
        return msgspec.json.format(msgspec.json.encode(said), indent=1)

    async def shoe(self, round_id: str, account: Account) -> bytes | None:
        """The shoe of a round as a file that anybody can verify; None when the round is not for this reader."""
        found = await self._find(round_id, account)
        if found is None:
            return None
        row, recipe, _ = found
        shuffles = await self._shuffles(row.table_id)
        later = (seq for seq in shuffles if seq > row.last_seq)
        end = min(later, default=None)  # this round's cards were out of play by then
        used, before_seq = {UNKNOWN}, row.first_seq
        while UNKNOWN in used and before_seq:  # the cards may have been shuffled before the shoe before, and stored
            again = await self._again(recipe, row, before_seq, end)
            facts: list[dict[str, Any]] = msgspec.to_builtins(again.chronicle.facts)
            here = again.chronicle.first
            used = dealt_from(facts, again.first - here, again.last - here)
            before_seq = max((seq for seq in shuffles if seq <= again.since), default=0)
        if not used <= {fact["seal"] for fact in facts if fact["fact"] == "seal-opened"}:
            sentence = "the order of this round's cards is still sealed"
            raise Refused("shoe/still-sealed", sentence, (), "export it when the shoe is retired")
        paper = Shoe(
            table=row.table_id,
            game=recipe.game,
            title=again.table.rules.title,
            rules_hash=recipe.rules_hash,
            facts=shoe_of(facts, used),
        )
        return msgspec.json.format(msgspec.json.encode(paper), indent=1)

    async def _shuffles(self, table: str) -> list[int]:
        """The numbers of the moves by which cards of a table were shuffled."""
        j, s = schema.journal, schema.sealed_orders
        question = select(j.c.seq).join(s, s.c.n == j.c.n).where(j.c.table_id == table)
        return [line.seq for line in await self._database.rows(question)]

    async def _find(self, round_id: str, account: Account) -> tuple[Any, Recipe, str] | None:
        """A round, the table it was played at, and the name under which its reader played it."""
        table_id, _, number = round_id.rpartition(".")
        r, p = schema.rounds, schema.round_players
        rows = await self._database.rows(select(r).where(r.c.table_id == table_id, r.c.round == int(number)))
        if not rows:
            return None
        name = account.name
        if account.role not in SEES_EVERY_ROUND:
            took_part = select(p.c.name).where(
                p.c.table_id == table_id, p.c.round == int(number), p.c.name.in_(account.names)
            )
            played = await self._database.rows(took_part)
            if not played:
                return None
            name = played[0].name
        recipe = await archive.recipe_of(self._database, table_id)
        assert recipe is not None
        return rows[0], recipe, name

    async def _again(
        self, recipe: Recipe, row: Any, before_seq: int | None = None, until_seq: int | None = None
    ) -> DealtAgain:
        """The table since the last checkpoint before the round, or before an earlier move."""
        try:
            rules = archive.rules_of(recipe)
        except archive.OtherRules as error:
            raise _cannot_be_shown(error) from None
        table, before = row.table_id, row.first_seq if before_seq is None else before_seq
        since = await self._in_long_round(rules, row) if before_seq is None else None
        if since is None:
            marks = await checkpoints.newest(self._database, table, self._vault, rules, before_seq=before)
            since = marks[0] if marks else None
        until = row.last_seq if before_seq is None else until_seq
        lines = await archive.lines(self._database, table, self._vault, until, 0 if since is None else since.seq)
        return await self._dealt(recipe, lines, row, since, to_the_end=before_seq is not None)

    async def _in_long_round(self, rules: Rules, row: Any) -> Mark | None:
        """From where a round is told before whose wagers people came and went for long: there none was made yet."""
        if row.last_seq - row.first_seq < long_rounds.MOVES_LONG:
            return None
        many = 2 + long_rounds.MOVES_MOST // long_rounds.CHECKPOINT_MOVES_LEAST  # of those with wagers there are fewer
        marks = await checkpoints.newest(self._database, row.table_id, self._vault, rules, many, row.last_seq)
        own = (mark for mark in reversed(marks) if mark.seq >= row.first_seq)
        return next((mark for mark in own if not Table.resume(rules, mark.table).state.bets.bets), None)

    async def _dealt(
        self, recipe: Recipe, lines: Sequence[Line], row: Any, since: Mark | None = None, to_the_end: bool = False
    ) -> DealtAgain:
        async with self._replaying:
            try:
                return await asyncio.to_thread(dealt_again, recipe, lines, row, since, to_the_end)
            except archive.OtherRules as error:
                raise _cannot_be_shown(error) from None

    async def _seals(self, table: str, again: DealtAgain) -> tuple[SealCard, ...]:
        """The seals published up to the end of the round that are in play then, or were opened since."""
        published, commitment = dict(again.sealed), ""  # the hash that each seal's line of the journal has
        for fact in again.table.facts:
            if isinstance(fact, f.SeedCommitted):
                commitment = fact.commitment
            elif isinstance(fact, f.CardsShuffled):
                published[fact.seal], commitment = commitment or fact.seal, ""
        retired = {fact.seal for fact in again.table.facts if isinstance(fact, f.SealOpened)}
        opened = await archive.opened_of(self._database, table, published.values())
        last = next(reversed(published), None)
        cards = []
        for seal, under in published.items():
            order = opened.get(under)
            if order is None:
                cards.append(SealCard(seal=seal, opened=False))
            elif seal not in retired or seal == last:
                codes = tuple(order.order.split())
                cards.append(SealCard(seal=seal, opened=True, salt=order.salt, order=codes, seed=order.seed))
        return tuple(cards)

    async def _receipt(self, row: Any) -> Receipt:
        """Where the round ended in the journal, signed."""
        assert self._vault is not None
        j = schema.journal
        line = (await self._database.rows(select(j.c.hash).where(j.c.n == row.n)))[0]
        return signed(self._vault, row.n, line.hash, row.table_id, row.last_seq)

    async def _money(self, row: Any, since_seq: int = 0) -> tuple[Posting, ...]:
        """The transfers of a round; of one that is told from a checkpoint on, those since."""
        t, j = schema.transfers, schema.journal
        question = select(t).where(t.c.table_id == row.table_id, t.c.round == row.round).order_by(t.c.id)
        if since_seq >= row.first_seq:
            line = select(j.c.n).where(j.c.table_id == row.table_id, j.c.seq == since_seq, j.c.kind == MOVE)
            question = question.where(t.c.n > line.scalar_subquery())
        rows = await self._database.rows(question)
        return tuple(
            Posting(
                id=one.id,
                source=one.source,
                target=one.target,
                cents=one.cents,
                what=one.what,
                clauses=one.clauses,
                giver=in_words(one.source),
                taker=in_words(one.target),
            )
            for one in rows
        )


def _by_fact(table: str, happened: Sequence[Fact], postings: Sequence[Posting]) -> list[tuple[int, ...]]:
    """The transfers that each fact made, in the order of both; a fill goes with the payment it was made for."""
    left = list(reversed(postings))
    made: list[tuple[int, ...]] = []
    for fact in happened:
        mine: list[int] = []
        for source, target, cents, _ in moved_by(table, fact):
            while left and (left[-1].source, left[-1].target, left[-1].cents) != (source, target, cents):
                mine.append(left.pop().id)
            if left:
                mine.append(left.pop().id)
        made.append(tuple(mine))
    return made


def _ordered(cited: Iterable[str]) -> dict[str, Ordered]:
    known = clauses()
    sections = {document.id: document.sections for document in documents()}
    return {
        clause: Ordered(
            gist=known[clause].gist,
            section=known[clause].section,
            heading=sections[known[clause].document][known[clause].section],
        )
        for clause in dict.fromkeys(cited)
        if clause in known
    }


def _cannot_be_shown(error: archive.OtherRules) -> Refused:
    sentence = f"this round cannot be shown: {error}"
    return Refused("round/other-rules", sentence, (), "ask a house of the version that dealt it")
