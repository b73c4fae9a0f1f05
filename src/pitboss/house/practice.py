"""Practice tables: one player alone, no clock, chips of the table's own, and the last decision may be taken back.

Nothing of them is written: no line in the journal, no transfer in the ledger, no round in the history. A practice table
is gone when its player gets up or stays away, and when the house stops.
"""

import asyncio
import logging
from collections.abc import Mapping, Sequence

from pitboss.house import protocol
from pitboss.house.backroom import Backroom
from pitboss.house.journal import Entry
from pitboss.house.ledger import PRACTICE_BANKROLL_CENTS, Book, Cashier, bankroll
from pitboss.house.live_table import LiveTable
from pitboss.house.round_record import RoundRecord
from pitboss.house.settings import Settings
from pitboss.house.telling import Telling
from pitboss.house.turns import Made
from pitboss.procedure import moves as m
from pitboss.procedure.croupier import Croupier
from pitboss.procedure.moves import CommitSeed, Shuffle
from pitboss.procedure.refusal import Refused
from pitboss.procedure.table import Table
from pitboss.rules.rules import Rules

STAYS = (m.Sit, m.BuyIn, m.Leave)  # who sits down and with what is no decision in a round
UNDO = "undo"
PRACTICE_MOVES_MOST = 5_000
log = logging.getLogger("pitboss.house")


class Unwritten:
    """Takes what a table would have written, and writes nothing."""

    failed: str | None = None
    waits: str | None = None

    async def submit(self, entries: Sequence[Entry]) -> None:
        """Nothing becomes durable here."""

    def fail(self, sentence: str) -> None:
        """A practice table that goes wrong is no reason for the house to stop."""
        log.error("practice table failed", extra={"why": sentence})


class SameOrder(Croupier):
    """The house's croupier, asking nobody for seeds; an order that was taken back with a decision comes again."""

    def __init__(self, of: Croupier) -> None:
        self._of = of
        self.asks_for_seeds = False
        self.again: list[Shuffle] = []

    def step(self, table: Table) -> Shuffle | CommitSeed:
        """The order that came here before, if it is of these very cards; else a new one."""
        if self.again:
            before = self.again.pop(0)
            if sorted(before.order) == sorted(card.code for card in table.state.cards.to_shuffle):
                return before
        return self._of.shuffle(table)


def backroom(of: Backroom, player: str) -> Backroom:
    """What a practice table has of the house: its clock and its croupier, but books of its own."""
    return Backroom(_book(player), of.vault, Unwritten(), SameOrder(of.croupier), of.clock, of.settings, of.database)


def _book(player: str) -> Book:
    book = Book()
    book.balances[bankroll(player)] = PRACTICE_BANKROLL_CENTS
    return book


class PracticeTable(LiveTable):
    """A table that only whoever opened it sees."""

    practice = True

    def admits(self, name: str) -> bool:
        """Whether somebody may come near."""
        return name == self.recipe.opened_by

    def _set_clock(self) -> None:
        """Nobody else waits: there is no clock."""
        self._note_activity()

    def _checkpoint(self) -> None:
        """Nothing of it is written, and every move may be taken back."""

    def _make(self, move: m.Move, actor: str, client_id: str | None, entries: list[Entry]) -> Made:
        """A table that keeps all its moves takes so many; after that it is left, and another is opened."""
        if self.table.moves_made >= PRACTICE_MOVES_MOST and not isinstance(move, m.Leave):
            sentence = f"this table keeps what is practised on it, {PRACTICE_MOVES_MOST} moves at most: open another"
            raise Refused("practice/long", sentence, (), str(self.table.waiting))
        return super()._make(move, actor, client_id, entries)

    def unused(self, settings: Settings) -> str | None:
        """Whoever practised here has got up."""
        if self.touched and not self.table.state.people.players:
            return "whoever practised here has got up"
        return super().unused(settings)

    async def undo(self, player: str, client_id: str) -> Made:
        """Take back the last move of the player, and all that followed from it; the cards lie as they lay."""

        async def do() -> Made:
            if (at := self._made.length_after(player, client_id)) is not None:
                return Made(at, True)
            moves = self.table.moves
            last = next((n for n in range(len(moves) - 1, -1, -1) if _is_decision(moves[n], player)), None)
            if last is None:
                raise Refused("undo/nothing", "there is nothing to take back", (), str(self.table.waiting))
            await asyncio.to_thread(self._go_back, last)
            self._house_steps()
            self._made.begin_again(UNDO, player, client_id, len(self.chronicle))
            self.moved_ms = self._last_moved_ms[player] = self._clock.now_ms()
            for watcher in tuple(self.watchers):
                told = self._telling.whole(self.table, watcher.viewer, self._first_told())
                watcher.tell(protocol.encode(told))
            return Made(len(self.chronicle), False)

        return await self.in_turn(do)

    def _go_back(self, to: int) -> None:
        """Deal the table again up to a move; the orders that came later will come again."""
        before = self.table
        table = Table(before.rules)
        record = RoundRecord(table.facts)
        book = _book(self.recipe.opened_by)
        cashier = Cashier(self.id, book)
        for move in before.moves[:to]:
            happened = table.apply(move)
            record.note(table.moves_made, move, None, (), happened)
            cashier.post(happened)
        assert isinstance(self._croupier, SameOrder)
        self._croupier.again = [move for move in before.moves[to:] if isinstance(move, Shuffle)]
        self.table, self._record, self.chronicle, self._seq = table, record, record.chronicle, to
        self._book, self._cashier = book, cashier
        self._telling = Telling(self.id, self.chronicle, self._question, self.practice)


def _is_decision(move: m.Move, player: str) -> bool:
    return move.by == player and not isinstance(move, STAYS)


def practised_by(name: str, rules: Rules, tables: Mapping[str, LiveTable]) -> LiveTable | None:
    """The practice table somebody has open of these very rules: they find it again instead of another."""
    own = (live for live in tables.values() if isinstance(live, PracticeTable) and live.admits(name))
    return next((live for live in own if live.recipe.rules_hash == rules.hash), None)
