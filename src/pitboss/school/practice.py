"""A table at which somebody learns to deal: guided, corrected, or free.

Free: what a dealer could really do wrong happens. A wrong card that the text knows an answer to happens at the table as
that irregularity, and is resolved by that answer. Anything else that is wrong is noted with what should have been, its
clauses and the money that it moved; the floor puts it right at once, so that the step that was due stands, and the
round goes on. So the table beside the notes is always a lawful one, and the notes are what was done.
"""

from collections.abc import Iterable
from enum import Enum

import msgspec

from pitboss.law import Citation
from pitboss.procedure import moves as m
from pitboss.procedure.facts import Fact
from pitboss.procedure.moves import DEALER, Move
from pitboss.procedure.refusal import Malformed, Refused
from pitboss.procedure.table import Table
from pitboss.rules.rules import Rules
from pitboss.school.acts import AnyAct, Handiwork, Ruling, Step
from pitboss.school.dealer import lawful_step
from pitboss.school.family_school import school_of
from pitboss.school.handiwork import as_due, concerns, done_with, faults, undone
from pitboss.school.mistakes import Fault, Kind, Mistake, kind_of

# What players try who may not, and what a dealer does wrong who lets it stand.
TRIED: dict[type[Move], Kind] = {
    m.Wager: Kind.LATE_WAGER_STANDS,
    m.TakeBack: Kind.LATE_WAGER_STANDS,
    m.TouchCards: Kind.HANDLING_PERMITTED,
    m.AskBurnCard: Kind.BURN_CARD_SHOWN,
}
BEFORE_CARDS: dict[type[Move], Kind] = {m.BurnCard: Kind.BURN_FORGOTTEN, m.CloseBets: Kind.BETS_NOT_CLOSED}
IS_DRAWN = (Kind.WRONG_BOX, Kind.CARD_NOT_DUE)  # mistakes by which a card has left the shoe


class Mode(Enum):
    """How a trainee is helped."""

    GUIDED = "guided"  # the next step and its clause are shown; a wrong one is refused
    CORRECTED = "corrected"  # a wrong step is refused with the clause, and counted
    FREE = "free"  # a wrong step happens


class Done(msgspec.Struct, frozen=True):
    """Something that was to be done, by which clauses, and whether it was done rightly."""

    act: int
    round: int
    clauses: Citation
    right: bool


class Guidance(msgspec.Struct, frozen=True):
    """The next step as the trainee is shown it: by which clauses, and what is to be done."""

    clauses: Citation
    act: AnyAct


class Practice:
    """One trainee's table."""

    def __init__(
        self,
        rules: Rules,
        mode: Mode = Mode.FREE,
        roles: frozenset[str] = frozenset({DEALER}),
        by_hand: frozenset[Handiwork] = frozenset(),
        seed: int | str = 1,
    ) -> None:
        """The trainee takes these roles, and does this handiwork too; the seed shuffles where the floor has to."""
        self.mode = mode
        self.roles = roles
        self.by_hand = by_hand
        self.seed = seed
        self.table = Table(rules, roles)
        self.acts: list[AnyAct] = []
        self.phases: list[str] = []  # of the table, before each act
        self.mistakes: list[Mistake] = []
        self.done: list[Done] = []
        self._tried: tuple[Move, Refused] | None = None  # by a player who may not, and not answered yet
        self._due: dict[Handiwork, list[Fact]] = {}
        self.family = school_of(rules)

    # --- what is due ------------------------------------------------------------------------------------------------

    def guidance(self) -> Guidance | None:
        """The next thing the trainee is to do; None while others are to act."""
        if self._tried is not None:
            return Guidance(self._tried[1].clauses, Ruling(lets=False))
        for due, act in zip(self._due.values(), self.handiwork_due, strict=True):
            return Guidance(tuple(dict.fromkeys(clause for fact in due for clause in fact.clauses)), act)
        step = self.step_due()
        return None if step is None else Guidance(self.table.waiting.clauses, Step.of(step))

    @property
    def tried(self) -> Move | None:
        """What a player has just tried who may not, and the trainee has not answered."""
        return None if self._tried is None else self._tried[0]

    @property
    def handiwork_due(self) -> tuple[AnyAct, ...]:
        """What is to be done by hand before the next step."""
        return tuple(as_due(kind, due) for kind, due in self._due.items())

    @property
    def announcements(self) -> int:
        """How many things are to be said before the next step."""
        return len(self._due.get(Handiwork.WORDS, ()))

    def step_due(self) -> Move | None:
        """The step of the table that is the trainee's now, whatever else is to be done before it."""
        step = lawful_step(self.table, self.seed)
        return step if step is not None and step.by in self.roles else None

    def others_step(self) -> Move | None:
        """What the house is to do now in a role that is not the trainee's: a shuffle, an order of the floor."""
        step = lawful_step(self.table, self.seed)
        return step if step is not None and step.by not in self.roles else None

    # --- what is done -----------------------------------------------------------------------------------------------

    def act(self, act: AnyAct) -> tuple[Mistake, ...]:
        """Do something; the mistakes that it was. What somebody else may not do is refused, unless it is just tried."""
        before = len(self.mistakes)
        self.phases.append(self.table.state.phase.value)
        self.acts.append(act)
        try:
            if isinstance(act, Step):
                (self._other if act.planted else self._step)(act.made)
            elif isinstance(act, Ruling):
                self._rule(act.lets)
            else:
                self._handle(act)
        except (Refused, Malformed):
            self.acts.pop()
            self.phases.pop()
            raise
        return tuple(self.mistakes[before:])

    def _note(self, fault: Fault) -> None:
        mistake = Mistake(
            len(self.acts) - 1,
            self.table.state.round,
            fault.kind.id,
            fault.sentence,
            fault.clauses,
            fault.cents,
            fault.house_cents,
        )
        self.mistakes.append(mistake)

    def _did(self, clauses: Citation, right: bool) -> None:
        self.done.append(Done(len(self.acts) - 1, self.table.state.round, clauses, right))

    # --- steps of the table -----------------------------------------------------------------------------------------

    def _step(self, move: Move) -> None:
        if move.by not in self.roles:
            self._other(move)
        elif self._nothing_left_undone() or self.mode is Mode.FREE:
            self._own(move)

    def _other(self, move: Move) -> None:
        """A move of somebody else, or that an instructor planted: made, or, where it is such as players try, tried."""
        try:
            self._follow(self.table.apply(move))
        except Refused as refusal:
            if type(move) not in TRIED or not self.table.state.in_round:
                raise
            self._tried = move, refusal

    def _nothing_left_undone(self) -> bool:
        """Whether the trainee may go on; whoever does so without a word has let stand what was tried."""
        before = len(self.mistakes)
        if self._tried is not None:
            self._let_stand(*self._tried)
        for kind, due in self._due.items():
            for fault in undone(kind, due):
                self._note(fault)
                self._did(fault.clauses, False)
        if self.mode is Mode.FREE:
            self._tried = None
            self._due.clear()
        return len(self.mistakes) == before

    def _own(self, move: Move) -> None:
        waiting = self.table.waiting
        try:
            happened = self.table.apply(move)
        except Refused as refusal:
            early = isinstance(move, m.Deal | m.PassOver)
            forgotten = [kind for step, kind in BEFORE_CARDS.items() if early and step in waiting.may]
            kind = forgotten[0] if forgotten else kind_of(refusal.code)
            skipped = () if type(move) in waiting.may else waiting.clauses  # what was due is left undone as well
            cited = tuple(dict.fromkeys((*refusal.clauses, *skipped))) or waiting.clauses
            self._note(Fault(kind, refusal.sentence, cited))
            self._did(cited, False)
            if self.mode is Mode.FREE:
                self._put_right(move, kind)
            return
        wrong = [
            Fault(irregular, irregular.words, fact.clauses)
            for fact in happened
            if (irregular := self.family.irregular(self.table.state, fact)) is not None
        ]
        for fault in wrong:
            self._note(fault)
        self._did(wrong[0].clauses if wrong else waiting.clauses, not wrong)
        self._follow(happened)

    def _put_right(self, move: Move, kind: Kind) -> None:
        """A card that was drawn lies there, where the text says what follows; else the floor does what was due."""
        instead = self.family.instead(self.table.state, move) if kind in IS_DRAWN else None
        for made in (instead, self.step_due()):
            if made is not None:
                try:
                    self._follow(self.table.apply(made))
                except Refused:
                    continue
                return

    def _follow(self, happened: Iterable[Fact]) -> None:
        """What the trainee has to do by hand of what has happened."""
        for fact in happened:
            kind = concerns(fact)
            if kind in self.by_hand:
                assert kind is not None
                self._due.setdefault(kind, []).append(fact)

    # --- handiwork, and what players try ----------------------------------------------------------------------------

    def _handle(self, act: AnyAct) -> None:
        kind = done_with(act)
        due = self._due.get(kind, [])
        if kind is Handiwork.WORDS and not due:
            return  # there is no law against talking
        wrong = list(faults(act, due))
        for fault in wrong:
            self._note(fault)
        known = {fault.clauses for fault in wrong}
        each = due[:1] if kind is Handiwork.WORDS else due
        for clauses in dict.fromkeys(fact.clauses for fact in each):
            self._did(clauses, not any(set(clauses) <= set(cited) for cited in known))
        if not wrong or self.mode is Mode.FREE:
            del due[: len(each)]
            if not due:
                self._due.pop(kind, None)

    def _rule(self, lets: bool) -> None:
        if self._tried is None:
            raise Malformed("nobody has just tried what none may")
        move, refusal = self._tried
        if lets:
            self._let_stand(move, refusal)
        else:
            self._did(refusal.clauses, True)
        if not lets or self.mode is Mode.FREE:
            self._tried = None

    def _let_stand(self, move: Move, refusal: Refused) -> None:
        cents = move.cents if isinstance(move, m.Wager) else 0
        self._note(Fault(TRIED[type(move)], refusal.sentence, refusal.clauses, cents))
        self._did(refusal.clauses, False)
