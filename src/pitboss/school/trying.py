"""A table at which everything is tried: every wrong way, what goes wrong, what an evening brings, then what is due."""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum

from pitboss.cards.bits import SeededBits
from pitboss.law import Citation
from pitboss.procedure.facts import Fact
from pitboss.procedure.moves import STAFF, Move
from pitboss.procedure.refusal import Refused
from pitboss.rules.rules import Rules
from pitboss.school.acts import AnyAct, Handiwork, Step
from pitboss.school.evening import Evening
from pitboss.school.items import Chance
from pitboss.school.lesson import begin, others_act
from pitboss.school.mistakes import Mistake
from pitboss.school.players import PracticePlayers
from pitboss.school.practice import Guidance, Mode, Practice
from pitboss.school.wrong_ways import WRONG_WAYS

ACTS_MOST = 6000
UNRULY = 8  # of a hundred steps


class How(Enum):
    """In which way something came about."""

    WRONG = "somebody of the house did something wrongly"
    ODD = "something happened beside what was due"
    DUE = "what was due was done"
    PLAYERS = "players, or somebody for them, did what they do"


@dataclass(frozen=True)
class Tried:
    """One thing that was tried: what was due then, what was done, the mistakes it was, and what followed."""

    how: How
    due: Guidance | None
    act: AnyAct | None
    mistakes: tuple[Mistake, ...]
    facts: tuple[Fact, ...]

    @property
    def move(self) -> Move | None:
        """The move that it was."""
        return self.act.made if isinstance(self.act, Step) else None


class Trying:
    """One such table; the trainee has every role and is corrected."""

    def __init__(self, rules: Rules, seed: str, rounds: int, tries: int) -> None:
        """So many rounds; all wrong ways are tried so many times at each kind of step under the same clauses."""
        self.practice = Practice(rules, Mode.CORRECTED, frozenset(STAFF), frozenset(Handiwork), seed)
        self._chance = Chance(f"trying {seed}")
        boxes = min(3 + self._chance.pick(3), rules.layout.positions)
        self._players = PracticePlayers(SeededBits(f"trying {seed}"), boxes, unruly=UNRULY)
        self._evening = Evening(self._chance.pick)
        self._rounds = rounds
        self._tries = tries
        self._tried: defaultdict[tuple[str, Citation], int] = defaultdict(int)

    def __iter__(self) -> Iterator[Tried]:
        begin(self.practice, self._players)
        for _ in range(ACTS_MOST):
            due = self.practice.guidance()
            if self._over(due):
                return
            yield from self._at(due)
        raise RuntimeError(f"the table does not go on: {self.practice.table.waiting}")

    def _over(self, due: Guidance | None) -> bool:
        state = self.practice.table.state
        return state.round >= self._rounds and not state.in_round and (due is None or isinstance(due.act, Step))

    def _at(self, due: Guidance | None) -> Iterator[Tried]:
        """Everything that is tried while this is due."""
        waiting = self.practice.table.waiting
        kind = ("", waiting.clauses) if due is None else (name_of(due.act), due.clauses)
        self._tried[kind] += 1
        if self._tried[kind] <= self._tries:
            yield from self._wrong_ways(due)
            if str(self.practice.table.waiting) != str(waiting):
                return  # one of them was taken, and the table goes on by it
        if due is None or isinstance(due.act, Step):
            odd = self._odd()
            tried = None if odd is None else self._try(How.ODD, due, odd)
            if tried is not None:
                yield tried
            if tried is not None and tried.facts:
                return
        before = len(self.practice.table.facts)
        if due is None:
            others_act(self.practice, self._players)
            yield Tried(How.PLAYERS, due, None, (), tuple(self.practice.table.facts[before:]))
            return
        self.practice.act(due.act)
        yield Tried(How.DUE, due, due.act, (), tuple(self.practice.table.facts[before:]))
        disturbs = self._players.disturbance(self.practice.table) if self.practice.tried is None else None
        if disturbs is not None:
            self._try(How.PLAYERS, due, disturbs)

    def _wrong_ways(self, due: Guidance | None) -> Iterator[Tried]:
        """Each wrong way in any order, until one is taken."""
        for way in self._chance.shuffled(list(WRONG_WAYS.values())):
            for act in list(way(self.practice, None if due is None else due.act)):
                table = self.practice.table
                before, waiting = len(table.facts), str(table.waiting)
                mistakes = self.practice.act(act)
                yield Tried(How.WRONG, due, act, mistakes, tuple(table.facts[before:]))
                if str(table.waiting) != waiting:
                    return

    def _odd(self) -> Move | None:
        """Something goes wrong, or the evening brings something: now and then."""
        table, pick = self.practice.table, self._chance.pick
        return self._evening.next(table) or self.practice.family.goes_wrong(table.state, table.waiting, pick)

    def _try(self, how: How, due: Guidance | None, move: Move) -> Tried | None:
        """Somebody's move, where the table takes it and something follows; who comes and goes is a player."""
        before = len(self.practice.table.facts)
        try:
            mistakes = self.practice.act(Step.of(move))
        except Refused:
            return None
        facts = tuple(self.practice.table.facts[before:])
        how = How.PLAYERS if move.by not in STAFF else how
        return Tried(how, due, Step.of(move), mistakes, facts) if facts or mistakes else None


def name_of(act: AnyAct) -> str:
    """What is done: a move by its tag, handiwork by its kind."""
    return str(act.made.__struct_config__.tag) if isinstance(act, Step) else type(act).__name__.lower()
