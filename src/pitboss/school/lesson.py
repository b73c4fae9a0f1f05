"""Rounds at a practice table: practice players on one side, whoever deals on the other."""

from collections import Counter
from collections.abc import Callable

from pitboss.procedure import moves as m
from pitboss.procedure.moves import Move
from pitboss.procedure.refusal import Refused
from pitboss.school.acts import AnyAct, Step
from pitboss.school.mistakes import Mistake
from pitboss.school.players import PracticePlayers
from pitboss.school.practice import Guidance, Practice

Trainee = Callable[[Practice, AnyAct], AnyAct]  # given what is due, what is done
STUCK_AFTER = 5_000


def as_due(practice: Practice, due: AnyAct) -> AnyAct:
    """The trainee who makes no mistake."""
    return due


def begin(practice: Practice, players: PracticePlayers) -> None:
    """The players sit down."""
    for move in players.arrive(practice.table):
        practice.act(Step.of(move))


class Rounds:
    """Rounds under way: whatever is not the trainee's to do happens by itself, by the seed of the players."""

    def __init__(self, practice: Practice, players: PracticePlayers, rounds: int) -> None:
        """So many more rounds, to the end of the last; where nothing was done yet, the players sit down first."""
        self.practice = practice
        self.players = players
        self._last = practice.table.state.round + rounds
        self._arriving = [] if practice.acts else players.arrive(practice.table)
        self.now_ms = 0  # when the others act; at once, where nobody says
        self._met = False  # whether somebody unruly had an opportunity before the trainee's next step

    def go_on(self) -> Guidance | None:
        """Everybody else acts; what the trainee is to do then, or None when the rounds are over."""
        for _ in range(STUCK_AFTER):
            if not self.others_next():
                due = self.practice.guidance()
                return None if self._over(due) else due
        raise RuntimeError(f"the practice does not go on: {self.practice.table.waiting}")

    def others_next(self) -> bool:
        """The next thing that somebody else does; False when it is the trainee's turn, or everything is over."""
        if self._arriving:
            self.practice.act(Step.of(self._arriving.pop(0)))
            return True
        due = self.practice.guidance()
        if self._over(due):
            return False
        if due is None:
            return others_act(self.practice, self.players, self.now_ms)
        if self._met or not isinstance(due.act, Step):
            return False
        self._met = True
        odd = self.players.disturbance(self.practice.table)
        return odd is not None and try_to(self.practice, odd)

    @property
    def thinks(self) -> bool:
        """Whether the next thing is a decision of one of the practice players."""
        return self.practice.guidance() is None and bool(self.players.asked(self.practice.table))

    def act(self, act: AnyAct) -> tuple[Mistake, ...]:
        """What the trainee does; the mistakes that it was."""
        mistakes = self.practice.act(act)
        if isinstance(act, Step):  # a word to who is unruly is no step: who was told no does not begin again
            self._met = False
        return mistakes

    def _over(self, due: Guidance | None) -> bool:
        state = self.practice.table.state
        return state.round >= self._last and not state.in_round and (due is None or isinstance(due.act, Step))


def ready_to_deal(practice: Practice, players: PracticePlayers) -> None:
    """Everything before the first wager is done as it should be."""
    while not isinstance(practice.step_due(), m.CloseBets):
        due = practice.guidance()
        if due is None:
            others_act(practice, players)
        else:
            practice.act(due.act)


def deal_rounds(practice: Practice, players: PracticePlayers, rounds: int, trainee: Trainee = as_due) -> None:
    """So many rounds, to the end of the last."""
    under_way = Rounds(practice, players, rounds)
    for _ in range(STUCK_AFTER * max(rounds, 1)):
        due = under_way.go_on()
        if due is None:
            return
        under_way.act(trainee(practice, due.act))
    raise RuntimeError(f"the practice does not go on: {practice.table.waiting}")


def usual_steps(practice: Practice, players: PracticePlayers, rounds: int = 4) -> dict[str, tuple[type[Move], ...]]:
    """By phase of the table, the kinds of step that the trainee makes in it, most often first."""
    made: dict[str, Counter[type[Move]]] = {}

    def as_due_and_counted(practice: Practice, due: AnyAct) -> AnyAct:
        if isinstance(due, Step):
            made.setdefault(practice.table.state.phase.value, Counter())[type(due.made)] += 1
        return due

    deal_rounds(practice, players, rounds, as_due_and_counted)
    return {phase: tuple(kind for kind, _ in counted.most_common()) for phase, counted in made.items()}


def others_act(practice: Practice, players: PracticePlayers, at_ms: int = 0) -> bool:
    """The house does what is not the trainee's to do, or the players the first thing that the table takes.

    False where the table waits for people who are none of these players.
    """
    step = practice.others_step()
    if step is not None:
        practice.act(Step.of(step))
        return True
    if any(try_to(practice, move, at_ms) for move in players.answers(practice.table)):
        return True
    if set(practice.table.state.people.players) <= set(players.names):
        raise RuntimeError(f"nobody here has an answer: {practice.table.waiting}")
    return False


def try_to(practice: Practice, move: Move, at_ms: int = 0, planted: bool = False) -> bool:
    """Whether somebody's move was made, or is waiting for a word of the trainee's."""
    try:
        practice.act(Step.of(move, at_ms, planted=planted))
    except Refused:
        return False
    return True
