"""What the house does for a player who stays away when the clock runs out: one stated rule for every question."""

from collections.abc import Iterable, Iterator

from pitboss.procedure import moves as m
from pitboss.procedure.family_table import Absence
from pitboss.procedure.moves import STAFF, Move
from pitboss.procedure.state import Phase, State
from pitboss.procedure.table import Table


def _usual_cut(t: State) -> int:
    return t.rules.shuffle.usual_cut(len(t.cards.to_shuffle))


BEFORE: tuple[Absence, ...] = (
    (m.PassSeed, "no seed", lambda _, by, __: m.PassSeed(by=by)),
    (m.ViewSpread, "look at the spread cards", lambda _, by, __: m.ViewSpread(by=by)),
    (m.RefuseCut, "refuse the cut", lambda _, by, __: m.RefuseCut(by=by)),
    (m.Cut, "cut in the middle, or where the text has it", lambda t, by, _: m.Cut(by=by, position=_usual_cut(t))),
)
AFTER: tuple[Absence, ...] = ((m.Ready, "no further wager", lambda _, by, __: m.Ready(by=by)),)


def rules_at(table: Table) -> tuple[Absence, ...]:
    """Every rule at a table, the family's own in the midst, in this order: the first that is allowed now is done."""
    return (*BEFORE, *table.state.family.absence, *AFTER)


def awaited(table: Table) -> tuple[str, ...]:
    """The players the table cannot go on without; while wagers are taken, those who have not said they are ready."""
    waiting, state = table.waiting, table.state
    if m.Wager in waiting.may:
        if not state.bets.bets or state.dealer_by_hand:
            return ()
        betting = [name for placed in state.bets.bets.values() for name in placed]
        asked = dict.fromkeys([*(player.name for player in state.people.seated()), *betting])
        return tuple(name for name in asked if name not in state.bets.ready)
    return tuple(name for name in waiting.by if name not in STAFF)


def is_alone(table: Table) -> bool:
    """Whether nobody else is at the table who would have to wait."""
    return len(table.state.people.players) == 1


def seeds_asked(table: Table) -> bool:
    """Whether players are asked for seeds, which their browsers and bots answer by themselves."""
    return m.PassSeed in table.waiting.may


def rule_now(table: Table) -> str | None:
    """What the house would do now, in words; None when no clock runs."""
    if not awaited(table):
        return None
    return next((words for kind, words, _ in rules_at(table) if kind in table.waiting.may), None)


def answers(table: Table, absent: str) -> Iterator[tuple[str, Move]]:
    """What the house may try for somebody, in order, each with its rule."""
    for kind, words, answer in rules_at(table):
        if kind in table.waiting.may:
            for box in _boxes(table):
                yield words, answer(table.state, absent, box)


def _boxes(table: Table) -> Iterable[int]:
    return (table.waiting.box,) if table.waiting.box else (tuple(table.state.boxes) or (1,))


def question(table: Table) -> tuple[object, ...]:
    """What is being asked, so that a clock starts anew only with a new question."""
    state, waiting = table.state, table.waiting
    if seeds_asked(table):  # one question to all of them
        return (state.cards.commitment, waiting.may)
    if m.Wager in waiting.may or state.phase in (Phase.ATTACK, Phase.INSURANCE):
        return (state.round, state.phase)
    cards = tuple(len(hand.cards) for box in state.boxes.values() for hand in box.hands)
    return (state.round, state.phase, waiting.by, waiting.may, waiting.box, waiting.hand, cards)
