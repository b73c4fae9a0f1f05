"""A live table: one task that takes moves in order, makes them durable, and then tells everybody who watches."""

import asyncio
import logging
from collections.abc import Callable, Iterable, Mapping, Sequence

from pitboss.house import absence, checkpoints, long_rounds, protocol
from pitboss.house.backroom import Backroom
from pitboss.house.checkpoints import Mark
from pitboss.house.committer import SAFE, Stopped
from pitboss.house.database import NoAnswer
from pitboss.house.housekeeping import Housekeeping
from pitboss.house.journal import MOVE, Checkpoint, Entry, Recipe, opened_by, written
from pitboss.house.ledger import Cashier, bankroll
from pitboss.house.made_moves import Id, Known, MadeMoves
from pitboss.house.purses import spends
from pitboss.house.question_clock import QuestionClock
from pitboss.house.round_record import RoundRecord
from pitboss.house.telling import ShoeStory, Telling, Watcher
from pitboss.house.turns import MOVED, Asked, Busy, Made
from pitboss.law import Citation
from pitboss.procedure import facts as f
from pitboss.procedure import moves as m
from pitboss.procedure.refusal import Broken, Malformed, Refused
from pitboss.procedure.table import Table
from pitboss.rules.money import dollars
from pitboss.rules.rules import Rules

HOUSE_STEPS_MAX = 500
MARKS_KEPT = 2  # so that whoever joins hears of the whole shoe, and of the round before its first
SEED_MOVES = (m.PledgeSeed, m.GiveSeed, m.PassSeed)
log = logging.getLogger("pitboss.house")


class LiveTable(Housekeeping):
    """The only one who changes its table."""

    practice = False

    def __init__(
        self, table_id: str, recipe: Recipe, rules: Rules, backroom: Backroom, marks: Sequence[Mark] = ()
    ) -> None:
        """A new table, or one that is taken up from the checkpoint before its last: what came before is not here."""
        super().__init__(table_id)
        clock, settings = backroom.clock, backroom.settings
        self.recipe = recipe
        self._marks = list(marks)  # the last two checkpoints on disk, and after them those that go there now
        self._base = marks[0] if len(marks) == MARKS_KEPT else None
        self.table = self._dealt_again(rules)
        self.watchers: set[Watcher] = set()
        self._record = RoundRecord(self.table.facts, self._base)
        self.chronicle = self._record.chronicle
        self.here_since_ms = self.idle_since_ms = self.moved_ms = clock.now_ms()
        self.touched = self._base is not None  # whether anybody but the house has ever moved here
        self._cashier = Cashier(table_id, backroom.book)
        self._cashier.round = self.table.state.round + 1
        self._book, self._purses = backroom.book, backroom.purses
        self._vault, self._committer = backroom.vault, backroom.committer
        self._croupier = backroom.croupier
        self._clock, self._settings = clock, settings
        self._question = QuestionClock(clock, settings, self._time_is_up)
        self._telling = Telling(table_id, self.chronicle, self._question, self.practice)
        self._made = MadeMoves(table_id, backroom.database, self.table.moves_before)
        self._away: set[str] = set()
        self._leaving: dict[str, str] = {}  # whom the house sees out as soon as the procedure lets them go, and why
        self._silent: set[str] = set()  # who gave no seed when asked, which says nothing about decisions
        self._last_moved_ms: dict[str, int] = {}  # by player, as long as the house is open
        self._seq = self._rested_seq = self.table.moves_made
        self.on_money: Callable[[set[str]], None] = lambda _: None
        self.on_move: Callable[[str], None] = lambda _: None
        self.on_left: Callable[[str], None] = lambda _: None  # somebody whom the house has seen out
        self.on_closed: Callable[[LiveTable], None] = lambda _: None
        self.may_be_old: Callable[[], bool] = lambda: False  # whether another may have it, and that is not known here

    # --- life -----------------------------------------------------------------------------------------------------

    def admits(self, name: str) -> bool:
        """Whether somebody may come near."""
        return True

    def start(self) -> None:
        """Begin to take moves."""
        self._task = asyncio.create_task(self._run(), name=f"table {self.id}")
        self._set_clock()

    async def stop(self) -> None:
        """Finish what was taken and end."""
        self._question.cancel()
        if self._task is not None:
            self._ending = True
            self._wake.set()
            await self._task

    def drop(self) -> None:
        """The table goes on elsewhere: nothing is decided or told here any more."""
        super().drop()
        self._question.cancel()
        self.watchers.clear()

    async def shuffle_if_due(self) -> None:
        """After the start: a table may have stopped between a move and the shuffle it calls for."""
        entries = self._house_steps()
        await self._write(entries)
        if entries:
            self._set_clock()

    def disagrees(self) -> str | None:
        """One sentence when the books and the table do not have the same chips in the same places."""
        return self._cashier.disagrees(self.table.state)

    def replay(self, move: m.Move, actor: str, client_id: str | None, rule: str | None) -> None:
        """Make a move that the journal already has; the ledger's book was read from the database."""
        before, cited = len(self.table.facts), self.table.waiting.clauses
        self.table.apply(move)
        self._note_made()
        self.touched = self.touched or client_id is not None
        self._made.note(move, actor, client_id, self._seq)
        self._record.note(self._seq, move, rule, cited, self.table.facts[before:])
        for fact in self.table.facts[before:]:
            if isinstance(fact, f.RoundEnded):
                self._cashier.round = fact.round + 1

    # --- asking ---------------------------------------------------------------------------------------------------

    async def join(self, watcher: Watcher, since: int | None) -> None:
        """Somebody watches from now on, and is told what there is to see."""

        async def joined() -> None:
            if self.may_be_old():
                raise Busy(MOVED)  # it was waited: another may have the table by now
            self.watchers.add(watcher)
            known = since is not None and since <= len(self.chronicle)
            first = since if since is not None and known else self._first_told()
            watcher.tell(protocol.encode(self._telling.whole(self.table, watcher.viewer, first)))
            self._note_activity()

        await self.in_turn(joined)

    def _first_told(self) -> int:
        """From where somebody new is told: the round being played or, between rounds, also the one before."""
        return self._record.first_fact if self.table.state.in_round else self._record.last_round_fact

    async def shoe_story(self, viewer: str, clause: str | None) -> ShoeStory:
        """What has happened since the cards were loaded, as somebody may see it; all of it, or what cites a clause."""

        async def told() -> ShoeStory:
            return self._telling.shoe(viewer, clause)

        return await self.in_turn(told)

    async def _make_all(self, together: Sequence[Asked]) -> None:
        """Make moves in the order in which they came; nobody hears of any, nor of a refusal, before all are on disk."""
        since = len(self.chronicle)
        entries: list[Entry] = []
        outcomes: list[Made | Exception]
        try:
            earlier = await self._made.earlier(together)
            if self._purses is not None:
                await self._purses.read(asked.move.by for asked in together if spends(asked.move))
            self._still_here()  # it was waited: another may have the table by now, and its chips
            outcomes = [self._outcome(asked, entries, earlier) for asked in together]
            await self._write(entries)
        except (NoAnswer, Busy) as error:  # whether they were made before is not to be known now, so none is made
            entries, outcomes = [], [Busy(str(error)) for _ in together]
        except Stopped as error:  # whoever spent what was gone by then is told so when they ask again
            entries, outcomes = [], [Busy(MOVED) if self._dropped else error] * len(together)
        for asked, outcome in zip(together, outcomes, strict=True):
            if asked.answer.done():
                continue
            if isinstance(outcome, Exception):
                asked.answer.set_exception(outcome)
            else:
                asked.answer.set_result(outcome)
        if entries:  # whoever was answered goes on after this, so that everybody hears the facts first
            self._tell(since, entries)

    def _outcome(self, asked: Asked, entries: list[Entry], earlier: Mapping[Id, Known]) -> Made | Exception:
        try:
            before = self._made.answer(asked, earlier, len(self.chronicle), str(self.table.waiting))
            return before or self._make(asked.move, asked.actor, asked.client_id, entries)
        except (Refused, Malformed, Broken, Stopped) as error:
            return error
        except Exception as error:
            log.error("table failed", extra={"table": self.id}, exc_info=error)
            return Broken("the table did not know how to go on")

    def _make(self, move: m.Move, actor: str, client_id: str | None, entries: list[Entry]) -> Made:
        self._affordable(move)
        long_rounds.refuse_if_long(self.table, move, self._since_rest)
        entry = self._apply(move, actor, client_id, None)
        entries.append(entry)
        self._silent.discard(actor)
        if not isinstance(move, SEED_MOVES):  # which a browser makes without anybody in front of it
            self._away.discard(actor)
            self.touched = True
            self.moved_ms = self._last_moved_ms[actor] = self._clock.now_ms()
        entries += self._house_steps()
        self._made.note(move, actor, client_id, entry.seq, len(self.chronicle))
        self.on_move(str(move.__struct_config__.tag))
        return Made(len(self.chronicle), False, entry)

    def _affordable(self, move: m.Move) -> None:
        """Chips are bought from the bankroll."""
        if isinstance(move, m.BuyIn | m.Wager) and spends(move):
            have = self._book[bankroll(move.by)]
            if have < move.cents:
                sentence = f"{move.by} has {dollars(have)} and would need {dollars(move.cents)}"
                raise Refused("bankroll/too-small", sentence, (), str(self.table.waiting))

    def _apply(self, move: m.Move, actor: str, client_id: str | None, rule: str | None) -> Entry:
        cited = self.table.waiting.clauses
        try:
            happened = self.table.apply(move)
        except Broken as error:
            log.error("table broken", extra={"table": self.id, "move": str(move.__struct_config__.tag)}, exc_info=error)
            self._rebuild()
            raise Broken("the table did not know how to go on and was set back to before the move") from None
        try:
            return self._entry(move, actor, client_id, rule, cited, happened)
        except Exception as error:  # the table has moved and the books have not: nothing here may be trusted any more
            self._committer.fail(f"table {self.id} and the books disagree: {error}")
            raise Stopped(SAFE) from error

    def _entry(
        self,
        move: m.Move,
        actor: str,
        client_id: str | None,
        rule: str | None,
        cited: Citation,
        happened: tuple[f.Fact, ...],
    ) -> Entry:
        """The line of the journal for a move that was made, with everything that becomes durable with it."""
        seq = self._note_made()
        body, sealed = written(move, self.id, seq, self._vault)
        rounds = self._record.note(self._seq, move, rule, cited, happened)
        transfers = tuple(self._cashier.post(happened))
        fault = self._cashier.disagrees(self.table.state)
        if fault is not None:
            raise ValueError(fault)
        return Entry(
            kind=MOVE,
            table=self.id,
            seq=seq,
            body=body,
            actor=actor,
            client_id=client_id,
            rule=rule,
            at_ms=self._clock.wall_ms(),
            sealed=sealed,
            checkpoint=self._checkpoint(),
            opened=tuple(one for fact in happened if (one := opened_by(fact)) is not None),
            transfers=transfers,
            rounds=rounds,
            closes=self.table.closed,
        )

    def _house_steps(self) -> list[Entry]:
        """What the house does by itself: it shuffles, and moves for players who were found to be away."""
        entries: list[Entry] = []
        while len(entries) < HOUSE_STEPS_MAX and (step := self._house_step()) is not None:
            entries.append(step)
        return entries

    def _house_step(self) -> Entry | None:
        if m.Shuffle in self.table.waiting.may:
            if not self._somebody_to_ask():
                return self._see_out()
            shuffle = self._croupier.step(self.table)
            try:
                return self._apply(shuffle, shuffle.by, None, None)
            except Broken:  # what went before it stands, and goes to disk
                return None
        if (left := self._see_out()) is not None:
            return left
        if self._since_rest >= long_rounds.MOVES_MOST and not self.table.state.ready.closing:
            close = m.CloseTable(by=m.FLOORPERSON)
            return self._apply(close, m.FLOORPERSON, None, long_rounds.TOO_LONG)
        return self._decide_for_one()

    def _decide_for_one(self) -> Entry | None:
        """One move for somebody who is away and without whom the table does not go on."""
        awaited = absence.awaited(self.table)
        at_once = long_rounds.decides_at_once(self.table, self._since_rest)
        if not at_once and not self._stay_away.issuperset(awaited):
            return None
        return next((step for name in awaited if (step := self._decide_for(name)) is not None), None)

    def _somebody_to_ask(self) -> bool:
        """Whether the cards may be shuffled: not before somebody sits there who can give a seed, but in mid-round."""
        state = self.table.state
        return not self._croupier.asks_for_seeds or bool(state.people.seated()) or state.in_round

    @property
    def _stay_away(self) -> set[str]:
        """Those from whom no answer to a question such as this one is waited for."""
        return self._silent if absence.seeds_asked(self.table) else self._away

    def _rebuild(self) -> None:
        """Deal the table again up to the last move on record."""
        made = self.table.moves[: self._seq - self.table.moves_before]
        try:
            self.table = self._dealt_again(self.table.rules, made)
        except (Broken, Refused) as error:
            self._committer.fail(f"table {self.id} cannot be dealt again")
            raise Stopped(SAFE) from error

    def again(self) -> Table:
        """A table like this one, at which a move may be tried."""
        return self._dealt_again(self.table.rules, tuple(self.table.moves))

    def _dealt_again(self, rules: Rules, moves: Iterable[m.Move] = ()) -> Table:
        """The table since its opening, or since the checkpoint before which nothing is here."""
        if self._base is not None:
            return Table.resume(rules, self._base.table, moves)
        table = Table(rules, frozenset(self.recipe.by_hand))
        for move in moves:
            table.apply(move)
        return table

    # --- checkpoints ----------------------------------------------------------------------------------------------

    @property
    def _since_rest(self) -> int:
        return self._seq - self._rested_seq

    def _note_made(self) -> int:
        """A move is made: its number."""
        self._seq = self.table.moves_made
        if long_rounds.bare(self.table):
            self._rested_seq = self._seq
        return self._seq

    def _checkpoint(self) -> Checkpoint | None:
        """The table whole, where it can be taken up again and the last checkpoint is not just behind."""
        last = self._marks[-1].seq if self._marks else 0
        due = long_rounds.checkpoint_is_due(self.table, self._seq - last)
        snapshot = self.table.checkpoint() if due else None
        if snapshot is None:
            return None
        self._marks.append(self._record.mark(self.table, snapshot))
        return checkpoints.locked(self._marks[-1], self.id, self._vault)

    def _let_go(self) -> None:
        """Once a checkpoint is on disk, what came before the one before it is for the database to know."""
        if len(self._marks) <= MARKS_KEPT:
            return
        self._marks = self._marks[-MARKS_KEPT:]
        base = self._base = self._marks[0]
        self.table.forget(base.seq, base.facts)
        self.chronicle.forget(base.told)
        self._made.forget(base.seq)
        here = self.table.state.people.players.keys()
        self._away &= here
        self._silent &= here
        self._last_moved_ms = {name: at_ms for name, at_ms in self._last_moved_ms.items() if name in here}

    # --- telling --------------------------------------------------------------------------------------------------

    def _tell(self, since: int, entries: Iterable[Entry]) -> None:
        self._set_clock()
        self._telling.tell(self.table, self.watchers, since)
        moved = {
            account.removeprefix("player:")
            for entry in entries
            for transfer in entry.transfers
            for account in (transfer.source, transfer.target)
            if account.startswith("player:")
        }
        if moved:
            self.on_money(moved)
        for name in self._leaving.keys() - self.table.state.people.players.keys():
            del self._leaving[name]
            self.on_left(name)
        self._let_go()
        if self.table.closed:
            self._end()

    def _end(self) -> None:
        """The table has closed: nobody watches it, its task ends with its inbox, and the house forgets it."""
        gone = protocol.encode(protocol.Closed(table=self.id))
        for watcher in tuple(self.watchers):
            watcher.tell(gone)
        self.watchers.clear()
        self._ending = self._closed = True
        self._wake.set()
        self.on_closed(self)

    # --- the clock ------------------------------------------------------------------------------------------------

    @property
    def clock_ms(self) -> int | None:
        """The time left to whoever is asked."""
        return self._question.left_ms

    def _note_activity(self) -> None:
        if self.table.state.people.players or self.watchers:
            self.idle_since_ms = self._clock.now_ms()

    def _set_clock(self) -> None:
        self._note_activity()
        if not self._dropped:
            self._question.set(self.table)

    def _time_is_up(self, asked: tuple[object, ...]) -> None:
        if self._committer.waits is not None:
            return  # whoever is asked has the whole time again when the database is back

        async def decide() -> None:
            if asked == self._question.question:
                await self._decide_for_absent()

        self._put(decide)

    def restart_clock(self) -> None:
        """Whoever is asked has the whole time again, and hears so."""

        async def restart() -> None:
            if self._committer.failed is None:
                self._question.cancel()
                self._tell(len(self.chronicle), ())

        if not self._ending:
            self._put(restart)

    def _decide_for(self, absent: str) -> Entry | None:
        """One move for somebody who is away, by the first rule that applies."""
        for rule, move in tuple(absence.answers(self.table, absent)):
            try:
                return self._apply(move, absent, None, rule)
            except (Refused, Broken):
                continue
        return None

    async def _decide_for_absent(self) -> None:
        """The clock has run out: whoever the table still waits for is away, and the house moves for them."""
        since = len(self.chronicle)
        self._question.cancel()
        self._stay_away.update(absence.awaited(self.table))
        entries = self._house_steps()
        try:
            await self._write(entries)
        except (Stopped, Busy):
            return
        self._tell(since, entries)
