"""A practice table for tests: seeded players, and a trainee who makes no mistake but the one that is planted."""

from contextlib import suppress

from pitboss.cards.bits import SeededBits
from pitboss.procedure.moves import DEALER, FLOORPERSON, SHUFFLER
from pitboss.procedure.refusal import Refused
from pitboss.rules.variant import load
from pitboss.school.acts import Handiwork, Step
from pitboss.school.lesson import begin, others_act
from pitboss.school.mistakes import Kind
from pitboss.school.players import PracticePlayers
from pitboss.school.practice import Guidance, Mode, Practice
from pitboss.school.wrong_ways import WRONG_WAYS

GAMES = ("double-attack-pa", "double-attack-nj", "double-back-jack-pa", "double-deck-house", "five-card-hi-lo-pa")
WITH_DEVICE: dict[str, object] = {"shuffling": "device"}
EVERY_ROLE = frozenset((DEALER, FLOORPERSON, SHUFFLER))
ACTS_MOST = 4000


def practice(
    game: str,
    seed: int = 1,
    mode: Mode = Mode.FREE,
    roles: frozenset[str] = EVERY_ROLE,
    sets: dict[str, object] | None = None,
) -> Practice:
    """A table at which the trainee does everything by hand."""
    return Practice(load(game, sets or {}), mode, roles, frozenset(Handiwork), seed)


def players(seed: int = 1, boxes: int = 3, unruly: int = 0) -> PracticePlayers:
    """Whoever sits on the other side."""
    return PracticePlayers(SeededBits(f"players {seed}"), boxes, unruly=unruly)


def over(table: Practice, due: Guidance | None, rounds: int) -> bool:
    """Whether so many rounds are over, and nothing of the last is left to be done."""
    state = table.table.state
    return state.round >= rounds and not state.in_round and (due is None or isinstance(due.act, Step))


def with_one_mistake(table: Practice, kind: Kind, seed: int, rounds: int = 6) -> Practice | None:
    """A session in which the first opportunity for a kind of mistake is taken, and everything else is right."""
    people = players(seed, unruly=6)
    begin(table, people)
    for _ in range(ACTS_MOST):
        due = table.guidance()
        if over(table, due, rounds):
            return table if table.mistakes else None
        if not table.mistakes and _goes_wrong(table, kind, due):
            continue
        if due is None:
            others_act(table, people)
            continue
        odd = people.disturbance(table.table) if isinstance(due.act, Step) else None
        if odd is None:
            table.act(due.act)
        else:
            with suppress(Refused):
                table.act(Step.of(odd))
    raise AssertionError(f"stuck at {table.table.waiting}")


def _goes_wrong(table: Practice, kind: Kind, due: Guidance | None) -> bool:
    """Whether something was done in such a wrong way, or the table has moved by what turned out to be right."""
    for wrong in list(WRONG_WAYS[kind](table, None if due is None else due.act)):
        waiting = str(table.table.waiting)
        table.act(wrong)
        if table.mistakes or str(table.table.waiting) != waiting:
            return True
    return False
