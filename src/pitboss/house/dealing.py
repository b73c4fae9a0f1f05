"""Tables that a person deals: the house seats practice players, and the school notes how well the dealer does.

Nothing of them is written. What the dealer has to do by hand, chips and words and picking up, is done before anybody is
told what the procedure makes of it: nobody is shown the payment that they are to work out.
"""

import asyncio
import secrets
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from itertools import zip_longest
from typing import TypeVar

import msgspec

from pitboss.cards.bits import SeededBits
from pitboss.house import absence, console, protocol
from pitboss.house.backroom import Backroom
from pitboss.house.console_shape import Dealing, ShiftReview
from pitboss.house.controls import Usual, usual
from pitboss.house.dealers_telling import DealersTelling, Held
from pitboss.house.journal import Entry, Recipe
from pitboss.house.ledger import PRACTICE_BANKROLL_CENTS, Book
from pitboss.house.live_table import LiveTable
from pitboss.house.practice import Unwritten
from pitboss.house.settings import Settings
from pitboss.house.sitting import by_chart
from pitboss.house.telling import Watcher
from pitboss.house.turns import Made
from pitboss.procedure import moves as m
from pitboss.procedure.moves import DEALER, FLOORPERSON, STAFF, Move
from pitboss.procedure.refusal import Malformed, Refused
from pitboss.procedure.table import Table
from pitboss.rules.money import dollars
from pitboss.rules.rules import Rules
from pitboss.school import lesson, scoring
from pitboss.school.acts import AnyAct, Handiwork, Step
from pitboss.school.dealer import lawful_step
from pitboss.school.family_school import may_happen
from pitboss.school.handiwork import concerns
from pitboss.school.happenings import Happening
from pitboss.school.lesson import Rounds
from pitboss.school.players import PracticePlayers
from pitboss.school.practice import Mode, Practice

T = TypeVar("T")
ROLES = frozenset((DEALER, FLOORPERSON))
ANSWERS_KEPT = 64
ROUNDS_MOST = 10**9  # nobody is sent home
OTHERS_MOST = 5_000  # steps that players and devices take between two of the dealer's
THINKS_MS = {"at once": 0, "quick": 700, "usual": 1800, "slow": 4000}  # a practice player, for a decision
WAGERS_FASTER = 4  # so many times as fast as they decide do they lay their wagers
LOOK_AGAIN_MS = 5_000  # for people who were asked and have gone


async def opened(table_id: str, recipe: Recipe, rules: Rules, of: Backroom, asked: Dealing) -> "DealingTable":
    """A table for somebody to deal at: the players sit, and the cards are ready unless the dealer opens it."""
    if asked.boxes > rules.layout.positions:
        sentence = f"the table has {rules.layout.positions} boxes"
        raise Refused("deal/boxes", sentence, rules.cites("positions"), "deal to fewer")

    def prepared() -> tuple[Practice, PracticePlayers, Usual]:
        practice = Practice(rules, Mode(asked.mode), ROLES, frozenset(Handiwork), secrets.token_hex(16))
        bits = SeededBits(secrets.token_hex(16))
        players = PracticePlayers(bits, asked.boxes, by_chart(rules) if asked.by_chart else None, asked.unruly)
        lesson.begin(practice, players)
        if not asked.opens:
            lesson.ready_to_deal(practice, players)
        return practice, players, usual(rules)

    practice, players, usually = await asyncio.to_thread(prepared)
    live = DealingTable(table_id, recipe, backroom(of), Rounds(practice, players, ROUNDS_MOST), usually)
    live.people, live.thinks_ms = asked.people, THINKS_MS[asked.pace]
    return live


def backroom(of: Backroom) -> Backroom:
    """What such a table has of the house: its clock, but no books and nobody who writes."""
    return Backroom(Book(), of.vault, Unwritten(), of.croupier, of.clock, of.settings, of.database)


class DealingTable(LiveTable):
    """A table whose dealer is a person; `practice` of the school is the table and the judge."""

    practice = True
    tested = False  # whether nobody helps, and nobody has a hand in it

    def __init__(self, table_id: str, recipe: Recipe, backroom: Backroom, rounds: Rounds, usually: Usual) -> None:
        self.practised = practised = rounds.practice
        self._rounds = rounds
        self.dealer = recipe.opened_by  # who may act; an instructor may hand the seat to somebody else
        self._to_happen: Happening | None = None  # as soon as there is room for it
        self.looking_on: set[str] = set()  # instructors who may come near
        self.people = False  # whether others sit down who have the link
        self.thinks_ms = 0
        self._soon: asyncio.TimerHandle | None = None
        super().__init__(table_id, recipe, practised.table.rules, backroom)
        guided = practised.mode is Mode.GUIDED and not self.tested
        self._telling: DealersTelling = DealersTelling(
            table_id, self.chronicle, self._question, practised, guided, self.behind
        )
        self._usually = usually
        self._given = len(practised.done)  # what the house has done in the dealer's place
        self._began_ms = self._clock.now_ms()
        self._answers: dict[str, Made | Refused] = {}  # by the id of what was asked: nothing is done or counted twice
        self._told = len(self.chronicle)
        self._controls: object = None
        self.touched = True

    def admits(self, name: str) -> bool:
        """Whether somebody may come near."""
        return self.people or self.behind(name)

    def behind(self, name: str) -> bool:
        """Whether somebody deals here, or looks over the dealer's shoulder."""
        return name in (self.dealer, self.recipe.opened_by) or name in self.looking_on

    def _dealt_again(self, rules: Rules, moves: Iterable[Move] = ()) -> Table:
        return self.practised.table

    # --- what the dealer does ---------------------------------------------------------------------------------------

    def understood(self, raw: msgspec.Raw) -> AnyAct:
        """An act as a browser sends it; when it was done, the house says."""
        try:
            act: AnyAct = msgspec.json.decode(raw, type=AnyAct)
            if isinstance(act, Step):
                fields = msgspec.json.decode(act.move)
                kind = m.every_move().get(str(fields.get("move"))) if isinstance(fields, dict) else None
                if kind is m.Shuffle:
                    return self._shuffled(fields)
                return Step.of(act.made, self._now_ms())
            return msgspec.structs.replace(act, at_ms=self._now_ms())
        except (msgspec.DecodeError, Malformed, RecursionError, UnicodeError) as error:
            raise Refused("act/malformed", f"that is nothing a dealer does: {error}"[:200], (), self._now()) from None

    def _shuffled(self, fields: dict[str, object]) -> Step:
        """A shuffle by the dealer's hands, as far as they moved; how the cards fell is for nobody to choose."""
        drawn = lawful_step(self.table, self.practised.seed)
        if not isinstance(drawn, m.Shuffle):
            raise Refused("shuffle/not-now", "no shuffle is due", self.table.waiting.clauses, self._now())
        hands = drawn.hands
        if hands:
            words = [str(word) for word in msgspec.convert(fields.get("hands", []), list[str])]
            pairs = zip_longest(words, hands[: len(words)], fillvalue="")
            hands = tuple(moved if console.movement(moved) == word else word for word, moved in pairs)
        return Step.of(m.checked(msgspec.structs.replace(drawn, hands=hands)), self._now_ms())

    async def act(self, actor: str, act: AnyAct, client_id: str) -> Made:
        """Do something as the dealer; what is wrong is refused with its clause, or happens where the dealer is free."""

        async def do() -> Made:
            if actor != self.dealer:
                raise Refused("act/not-yours", f"{self.dealer} deals here", (), "watch")
            known = self._answers.get(client_id)
            if known is None:
                known = self._answers[client_id] = await self._acted(act)
                for old in list(self._answers)[:-ANSWERS_KEPT]:
                    del self._answers[old]
                self._tell(self._told, ())
            elif isinstance(known, Made):
                return known._replace(again=True)
            if isinstance(known, Refused):
                raise known
            return known

        return await self.in_turn(do)

    async def _acted(self, act: AnyAct) -> Made | Refused:
        """What came of an act."""
        return self._answer(act)

    def _answer(self, act: AnyAct) -> Made | Refused:
        if isinstance(act, Step) and act.made.by not in self.practised.roles:
            return Refused("act/not-yours", f"{act.made.by} moves by himself", (), self._now())
        self.moved_ms = self._clock.now_ms()
        try:
            mistakes = self._written(partial(self._rounds.act, act))
        except (Refused, Malformed) as error:
            return error if isinstance(error, Refused) else Refused("act/not-now", str(error), (), self._now())
        if not self.practised.handiwork_due:
            self._telling.held = None
            self._others()
        if mistakes and self.practised.mode is not Mode.FREE:
            wrong = mistakes[0]
            return Refused(f"dealt/{wrong.kind}", wrong.sentence, wrong.clauses, self._now())
        return Made(len(self.chronicle), False)

    def _written(self, happens: Callable[[], T]) -> T:
        """Let something happen, and write down what became of it; from what is due by hand on, it is told later."""
        table, looked, known = self.table, self._telling.looks(self.table), len(self.chronicle)
        moves, facts = len(table.moves), len(table.facts)
        came = happens()
        for move in table.moves[moves:]:
            self._seq = table.moves_made
            self._record.note(self._seq, move, None, (), table.facts[facts:])
            self.on_move(str(move.__struct_config__.tag))
        if self.practised.handiwork_due and self._telling.held is None:
            due = (concerns(fact) in self.practised.by_hand for fact in table.facts[facts:])
            self._telling.held = Held(known + list(due).index(True), looked)
        return came

    def _others(self) -> None:
        """Players and devices act until the dealer is to do something, or somebody has to think."""
        for _ in range(OTHERS_MOST):
            if self.table.closed:
                return
            if not self._written(self._happens):
                if self.thinks_ms and self._rounds.thinks:
                    wagers = m.Wager in self.table.waiting.may
                    self._later(self.thinks_ms // (WAGERS_FASTER if wagers else 1), self._rounds.others_next)
                    return
                if not self._written(self._rounds.others_next) and not self._written(self._for_one_who_has_gone):
                    break
            if self.practised.handiwork_due:
                return
        else:
            raise RuntimeError(f"the table does not go on: {self.table.waiting}")
        if self._awaited():
            self._later(LOOK_AGAIN_MS, self._for_one_who_has_gone)

    def _later(self, ms: int, happens: Callable[[], bool]) -> None:
        """After a while something happens that is not the dealer's doing, unless he has work to do by then."""

        async def go_on() -> None:
            if not self.practised.handiwork_due:
                self._rounds.now_ms = self._now_ms()
                self._written(happens)
                self._others()
                self._tell(self._told, ())

        def now() -> None:
            self._soon = None
            if not self._ending:
                self._put(go_on)

        if self._soon is None:
            self._soon = self._clock.after(ms, now)

    def _awaited(self) -> list[str]:
        """The people, none of the house's players, whom the table waits for."""
        waiting, ready = self.table.waiting, self.table.state.bets.ready if self.people else set[str]()
        own = {*self._rounds.players.names, *STAFF, *(ready if m.Wager in waiting.may else ())}
        return [name for name in waiting.by if name not in own]

    def _for_one_who_has_gone(self) -> bool:
        """Whoever is asked and looks at the table no more is moved for, by the rules for who stays away."""
        here = {watcher.viewer for watcher in self.watchers}
        moves = (move for name in self._awaited() if name not in here for _, move in absence.answers(self.table, name))
        return any(lesson.try_to(self.practised, move, self._now_ms()) for move in moves)

    async def hand_to(self, dealer: str) -> None:
        """Somebody else takes the seat; everybody who watches hears of it."""

        async def do() -> None:
            self.dealer = dealer
            self._tell(self._told, ())

        await self.in_turn(do)

    async def plant(self, kind: str) -> bool:
        """Something happens at the table that is nobody's mistake; what the dealer makes of it is scored.

        Whether it has happened now: else it does as soon as the table has room for it.
        """

        async def do() -> bool:
            known = may_happen(self.table.rules)
            if kind not in known:
                raise Refused("plant/unknown", f"nothing is called {kind!r}", (), f"one of {', '.join(known)}")
            self._to_happen = known[kind]
            if not self._occupied():
                self._others()
            self._tell(self._told, ())
            return self._to_happen is None

        return await self.in_turn(do)

    def _happens(self) -> bool:
        """Whether that which an instructor planted happens now."""
        if self._to_happen is None or self._occupied():
            return False
        move = self._to_happen.makes(self.table.state, self.table.waiting)
        before = len(self.table.facts)
        if move is None or not lesson.try_to(self.practised, move, planted=True):
            return False
        if not self._occupied() and len(self.table.facts) == before:
            return False
        self._to_happen = None
        return True

    def _occupied(self) -> bool:
        """Whether something waits for the dealer's word or hand."""
        return self.practised.tried is not None or bool(self.practised.handiwork_due)

    def _now_ms(self) -> int:
        return self._clock.now_ms() - self._began_ms

    def _now(self) -> str:
        """What is to be done now, for who is guided."""
        return str(self.table.waiting) if self._telling.guided else "see the clause"

    def _make(self, move: Move, actor: str, client_id: str | None, entries: list[Entry]) -> Made:
        """A move of somebody who sits down beside the house's players; what none may do waits for the dealer's word."""
        if not self.people or self.behind(actor):
            raise Refused("table/dealt-by-hand", "the house's players sit here", (), "open a table of your own")
        if actor in self._rounds.players.names:
            sentence = f"one of the house's players is called {actor} too"
            raise Refused("table/same-name", sentence, (), "take another name, or another table")
        if self.practised.handiwork_due or self.practised.tried is not None:
            raise Refused("table/dealer-at-work", "the dealer is not done yet", (), "wait a moment")
        bought = sum(one.cents for one in self.table.moves if isinstance(one, m.BuyIn) and one.by == actor)
        if isinstance(move, m.BuyIn) and bought + move.cents > PRACTICE_BANKROLL_CENTS:
            sentence = f"no more than {dollars(PRACTICE_BANKROLL_CENTS)} are bought here"
            raise Refused("bankroll/too-small", sentence, (), "play with what you have")
        self._written(partial(self.practised.act, Step.of(move, self._now_ms())))
        self.moved_ms = self._clock.now_ms()
        self._others()
        self._made.note(move, actor, client_id, self._seq, len(self.chronicle))
        self._tell(self._told, ())
        return Made(len(self.chronicle), False)

    # --- telling ----------------------------------------------------------------------------------------------------

    async def join(self, watcher: Watcher, since: int | None) -> None:
        """Somebody watches from now on; the console is for the dealer and for whoever looks over the shoulder."""
        await super().join(watcher, since)
        if self.behind(watcher.viewer):
            watcher.tell(protocol.encode(self.console()))

    def console(self) -> protocol.Console:
        """What the dealer is told beside the table."""
        held = self._telling.held
        later = () if held is None else tuple(self.chronicle.facts[held.at - self.chronicle.first :])
        told = console.told(self.id, self.practised, self._usually, self._given, later, self.tested)
        return msgspec.structs.replace(told, people=self.people)

    def _tell(self, since: int, entries: Iterable[Entry]) -> None:
        self._telling.tell(self.table, self.watchers, self._told)
        self._told = len(self.chronicle) if self._telling.held is None else self._telling.held.at
        message = self.console()
        if message.controls == self._controls:
            message = msgspec.structs.replace(message, controls=None)
        else:
            self._controls = message.controls
        told = protocol.encode(message)
        for watcher in tuple(self.watchers):
            if self.behind(watcher.viewer):
                watcher.tell(told)
        self._note_activity()
        if self.table.closed:
            self._end()

    def _end(self) -> None:
        if self._soon is not None:
            self._soon.cancel()
        super()._end()

    # --- how it went ------------------------------------------------------------------------------------------------

    def review(self) -> ShiftReview:
        """The shift so far, with every mistake."""
        return console.review(self.id, self.practised, self._given)

    def paper(self) -> scoring.PracticeRecord:
        """The shift on paper: scored again, it has the same score."""
        return scoring.record(self.practised)

    # --- housekeeping -----------------------------------------------------------------------------------------------

    def _set_clock(self) -> None:
        """Nobody is hurried."""
        self._note_activity()

    def _note_activity(self) -> None:
        if self.watchers:
            self.idle_since_ms = self._clock.now_ms()

    def _checkpoint(self) -> None:
        """Nothing of it is written."""

    def idle_players(self, before_ms: int) -> list[str]:
        """The house's players stay as long as the table does."""
        return []

    async def release(self, name: str, rule: str, still: object) -> None:
        """The house's players stay as long as the table does."""

    def unused(self, settings: Settings) -> str | None:
        """Whoever dealt here has gone."""
        gone = not self.watchers and self._clock.now_ms() - self.idle_since_ms > settings.idle_close_ms
        return "whoever dealt here has gone" if gone else None

    async def close_by_house(self, rule: str) -> None:
        """Nobody deals here any more."""

        async def do() -> None:
            self._end()

        await self.in_turn(do)


def left_by(dealer: str, tables: Mapping[str, LiveTable]) -> list[DealingTable]:
    """The tables that somebody has dealt and looks at no more, but for that of a test."""
    dealt = [live for live in tables.values() if isinstance(live, DealingTable) and not live.tested]
    return [live for live in dealt if live.dealer == dealer and not live.watchers]
