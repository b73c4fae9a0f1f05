"""Rounds at a practice table: practice players on one side, whoever deals on the other."""

from collections.abc import Callable

from pitboss.procedure.moves import Move
from pitboss.procedure.refusal import Refused
from pitboss.school.acts import AnyAct, Step
from pitboss.school.players import PracticePlayers
from pitboss.school.practice import Practice

Trainee = Callable[[Practice, AnyAct], AnyAct]  # given what is due, what is done
STUCK_AFTER = 5_000


def as_due(practice: Practice, due: AnyAct) -> AnyAct:
    """The trainee who makes no mistake."""
    return due


def begin(practice: Practice, players: PracticePlayers) -> None:
    """The players sit down."""
    for move in players.arrive(practice.table):
        practice.act(Step.of(move))


def deal_rounds(practice: Practice, players: PracticePlayers, rounds: int, trainee: Trainee = as_due) -> None:
    """So many rounds, to the end of the last."""
    state, last = practice.table.state, practice.table.state.round + rounds
    for _ in range(STUCK_AFTER * max(rounds, 1)):
        due = practice.guidance()
        over = state.round >= last and not state.in_round
        if over and (due is None or isinstance(due.act, Step)):
            return
        if due is None:
            others_act(practice, players)
            continue
        odd = players.disturbance(practice.table) if isinstance(due.act, Step) else None
        if odd is not None:
            try_to(practice, odd)
            due = practice.guidance() or due
        practice.act(trainee(practice, due.act))
    raise RuntimeError(f"the practice does not go on: {practice.table.waiting}")


def others_act(practice: Practice, players: PracticePlayers) -> None:
    """The house does what is not the trainee's to do, or the players the first thing that the table takes."""
    step = practice.others_step()
    if step is not None:
        practice.act(Step.of(step))
        return
    for move in players.answers(practice.table):
        if try_to(practice, move):
            return
    raise RuntimeError(f"nobody here has an answer: {practice.table.waiting}")


def try_to(practice: Practice, move: Move) -> bool:
    """Whether somebody's move was made, or is waiting for a word of the trainee's."""
    try:
        practice.act(Step.of(move))
    except Refused:
        return False
    return True
