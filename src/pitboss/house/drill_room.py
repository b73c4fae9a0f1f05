"""Drills in the house: asked and marked here, timed by the house's clock, and kept for whoever comes back.

What somebody has come to follows from their answers, which are on disk: each key's box, and what comes next. The
browser is shown an item without its key, its clauses or its answers, and says what somebody answered.
"""

import asyncio
import secrets
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

import msgspec
from sqlalchemy import select

from pitboss.house import schema
from pitboss.house.accounts import Account
from pitboss.house.clock import Clock
from pitboss.house.database import Database
from pitboss.house.register import Change, insert
from pitboss.procedure.refusal import Refused
from pitboss.rules.errors import RulesError
from pitboss.rules.games import GAMES
from pitboss.rules.variant import load
from pitboss.school.drills import MADE_BY, Answer, Session, drills_of
from pitboss.school.faults import in_words
from pitboss.school.items import COLOURS, Item
from pitboss.school.repetition import BOXES, Progress
from pitboss.school.scoring import Part

SHEETS_KEPT = 200  # in memory; another one is read again from disk
LONGEST_MS = 60 * 60 * 1000  # whoever goes away over an item has not thought about it all the time
MADE_AT_ONCE = 2  # items: making one takes a moment of the machine, and tables go first
Write = Callable[[Sequence[Change]], Awaitable[None]]


class Chip(msgspec.Struct, frozen=True):
    """A chip of the house: its colour and what it is worth."""

    colour: str
    cents: int


class Asked(msgspec.Struct, frozen=True, kw_only=True):
    """An item as it is shown: `number` is said again with the answer; `answer` says how it is answered."""

    number: int
    drill: str
    shown: tuple[str, ...]
    question: str
    choices: tuple[str, ...]
    whats: tuple[str, ...]
    answer: str  # choice, amount, place or text
    chips: tuple[Chip, ...]


class DrillState(msgspec.Struct, frozen=True, kw_only=True):
    """How far somebody has come in a drill: answers so far, and how many keys that were asked lie in each box."""

    drill: str
    words: str
    answered: Part
    boxes: tuple[int, ...]
    took_ms: int


class DrillGame(msgspec.Struct, frozen=True, kw_only=True):
    """A game and the drills that it has room for."""

    game: str
    title: str
    drills: tuple[DrillState, ...]


class Marked(msgspec.Struct, frozen=True, kw_only=True):
    """How an answer was marked, what would have been right, and what comes next."""

    right: bool
    answers: tuple[str, ...]
    clauses: tuple[str, ...]
    planted: str
    took_ms: int
    state: DrillState
    next: Asked


def shown(item: Item, number: int) -> Asked:
    """What somebody sees of an item."""
    amount = item.answers[0].startswith("$")
    how = "place" if item.whats else "choice" if item.choices else "amount" if amount else "text"
    chips = tuple(Chip(colour, cents) for cents, colour in COLOURS.items()) if amount else ()
    return Asked(
        number=number,
        drill=item.drill,
        shown=item.shown,
        question=item.question,
        choices=item.choices,
        whats=item.whats,
        answer=how,
        chips=chips,
    )


class Past:
    """What somebody has answered on a sheet."""

    def __init__(self, rows: Sequence[Any]) -> None:
        self.done = len(rows)
        self.right = sum(row.is_right for row in rows)
        self.took_ms = sum(row.took_ms for row in rows)
        self.progress = Progress()
        for row in rows:
            self.progress = self.progress.after(row.item_key, row.is_right)

    def add(self, right: bool, took_ms: int) -> None:
        """One more answer."""
        self.done, self.right, self.took_ms = self.done + 1, self.right + right, self.took_ms + took_ms

    def state(self, drill: str, words: str, progress: Progress) -> DrillState:
        """How far they have come."""
        cards = progress.cards.values()
        return DrillState(
            drill=drill,
            words=words,
            answered=Part(self.done, self.right),
            boxes=tuple(sum(card.box == box for card in cards) for box in range(BOXES + 1)),
            took_ms=self.took_ms,
        )


class Sheet:
    """One drill of one person, open."""

    def __init__(self, id: str, session: Session, past: Past, saved: bool) -> None:
        self.id = id
        self.session = session
        self.past = past
        self.saved = saved
        self.asked_ms: int | None = None
        self.one_by_one = asyncio.Lock()

    @property
    def number(self) -> int:
        """The number of the item that is asked now."""
        return self.session.progress.items + 1

    def state(self) -> DrillState:
        """How far its owner has come."""
        drill = self.session.drill
        return self.past.state(drill.id, drill.words, self.session.progress)


class DrillRoom:
    """Everybody's drills."""

    def __init__(self, database: Database, clock: Clock, write: Write) -> None:
        self._database = database
        self._clock = clock
        self._write = write
        self._open: OrderedDict[tuple[str, str, str], Sheet] = OrderedDict()
        self._opening: dict[tuple[str, str, str], asyncio.Task[Sheet]] = {}
        self._making = asyncio.Semaphore(MADE_AT_ONCE)

    async def games(self, account: Account) -> tuple[DrillGame, ...]:
        """Every game with its drills, and how far somebody has come in each."""
        found: dict[tuple[str, str], DrillState] = {}
        s = schema.drill_sheets
        for row in await self._database.rows(select(s).where(_own(account)).order_by(s.c.made_at_ms)):
            past = Past(await self._answers(row.id))
            found[row.game, row.drill] = past.state(row.drill, "", past.progress)
        return tuple(
            DrillGame(
                game=game,
                title=rules.title,
                drills=tuple(
                    msgspec.structs.replace(found.get((game, drill.id), _nothing(drill.id)), words=drill.words)
                    for drill in drills_of(rules).values()
                ),
            )
            for game in GAMES
            for rules in (load(game),)
        )

    async def ask(self, account: Account, game: str, drill: str) -> Asked:
        """The item that somebody is asked now; the clock runs from here."""
        sheet = await self._sheet(account, game, drill)
        async with sheet.one_by_one:
            if sheet.asked_ms is None:
                sheet.asked_ms = self._clock.now_ms()
            return shown(sheet.session.item, sheet.number)

    async def answer(self, account: Account, game: str, drill: str, number: int, given: str) -> Marked:
        """An answer marked; it is on disk before anybody hears how."""
        sheet = await self._sheet(account, game, drill)
        async with sheet.one_by_one:
            if number != sheet.number or sheet.asked_ms is None:
                raise Refused("drill/not-asked", f"item {number} is not the one that is asked", (), "ask for the next")
            took_ms = min(self._clock.now_ms() - sheet.asked_ms, LONGEST_MS)
            async with self._making:
                right = await asyncio.to_thread(sheet.session.answer, given, took_ms)
            item, paper, _ = sheet.session.marked.pop()
            await self._write([*self._begun(sheet, account), self._line(sheet, item, paper, right)])
            sheet.saved = True
            sheet.past.add(right, took_ms)
            sheet.asked_ms = self._clock.now_ms()
            return Marked(
                right=right,
                answers=item.answers,
                clauses=item.clauses,
                planted=in_words(item.planted),
                took_ms=took_ms,
                state=sheet.state(),
                next=shown(sheet.session.item, sheet.number),
            )

    def _line(self, sheet: Sheet, item: Item, paper: Answer, right: bool) -> Change:
        row = {
            "sheet": sheet.id,
            "place": sheet.number - 1,  # the next item is there by now
            "item_key": item.key,
            "item": paper.item,
            "given": paper.given,
            "is_right": right,
            "took_ms": paper.took_ms,
            "clauses": ", ".join(item.clauses),
            "at_ms": self._clock.wall_ms(),
        }
        return insert(schema.drill_answers, row)

    def _begun(self, sheet: Sheet, account: Account) -> list[Change]:
        """The line with which a sheet begins, when its first answer is there."""
        if sheet.saved:
            return []
        row = {
            "id": sheet.id,
            "name": account.name,
            "game": sheet.session.rules.game,
            "rules_hash": sheet.session.rules.hash,
            "drill": sheet.session.drill.id,
            "made_by": MADE_BY,
            "seed": sheet.session.seed,
            "made_at_ms": self._clock.wall_ms(),
        }
        return [insert(schema.drill_sheets, row)]

    async def _answers(self, sheet: str) -> Sequence[Any]:
        a = schema.drill_answers
        return await self._database.rows(select(a).where(a.c.sheet == sheet).order_by(a.c.place))

    async def _sheet(self, account: Account, game: str, drill: str) -> Sheet:
        key = (account.name, game, drill)
        opening = self._opening.get(key)
        if key not in self._open and opening is None:
            opening = self._opening[key] = asyncio.create_task(self._found(account, game, drill))
            opening.add_done_callback(lambda _: self._opening.pop(key, None))
        if opening is not None:
            self._open[key] = await asyncio.shield(opening)  # whoever asked first may have gone by now
        self._open.move_to_end(key)
        while len(self._open) > SHEETS_KEPT:
            self._open.popitem(last=False)
        return self._open[key]

    async def _found(self, account: Account, game: str, drill: str) -> Sheet:
        """A sheet from disk, where somebody has one under these very rules; else a new one, by a seed of its own."""
        if game not in GAMES:
            raise Refused("drill/no-such-game", f"there is no game {game}", (), f"choose one of {', '.join(GAMES)}")
        rules, s = load(game), schema.drill_sheets
        asked = (s.c.game == game, s.c.drill == drill, s.c.rules_hash == rules.hash, s.c.made_by == MADE_BY)
        rows = await self._database.rows(
            select(s).where(_own(account), *asked).order_by(s.c.made_at_ms.desc()).limit(1)
        )
        past = Past(await self._answers(rows[0].id) if rows else ())
        seed = rows[0].seed if rows else secrets.token_hex(16)
        try:
            async with self._making:
                session = await asyncio.to_thread(Session, rules, drill, seed, past.progress)
        except RulesError as error:
            raise Refused("drill/no-such-drill", str(error), (), "choose another") from None
        return Sheet(rows[0].id if rows else f"d{secrets.token_hex(10)}", session, past, bool(rows))


def _own(account: Account) -> Any:
    """The sheets of somebody, and of the guest that they were."""
    return schema.drill_sheets.c.name.in_([account.name, *([account.formerly] if account.formerly else [])])


def _nothing(drill: str) -> DrillState:
    return Past(()).state(drill, "", Progress())
