"""What the table would say to a move, found out on a copy of its state: nothing is done by asking."""

import copy
from collections.abc import Callable

from pitboss.law import Citation
from pitboss.procedure import moves as m
from pitboss.procedure.asking import Wait
from pitboss.procedure.cut import CutAgain
from pitboss.procedure.moves import Move
from pitboss.procedure.refusal import Broken, Refused
from pitboss.procedure.state import Interrupted, RoundVoid, State
from pitboss.procedure.table import Table
from pitboss.procedure.wagers import may_close_bets, may_confirm


class Trial:
    """A table as it is now, at which moves are tried one after another, none after an earlier one."""

    def __init__(self, table: Table, again: Callable[[], Table] | None = None) -> None:
        """With the table dealt `again`, what it waits for is tried whole."""
        self._table = table
        self._again = again
        self._rehearsed: Table | None = None
        self.cited: Citation = ()  # by what would be done after the move that was tried last, where nobody waits for it
        self._copy: State | None = None  # as the table is, as long as nothing that was tried has changed it

    def refusal(self, move: Move) -> Refused | None:
        """Why the move would be refused now; None when it would be made.

        Of a step the table waits for, what the step itself then looks at is tried at the table dealt again; where there
        is none, only the dealer's and the floorperson's part in wagers.
        """
        self.cited = ()
        if self._table.closed:
            return Refused("table/closed", "the table is closed", ())
        waiting = self._table.waiting
        if self._again is not None and type(move) in waiting.may and move.by in waiting.by:
            return self._rehearse(m.checked(move), self._again)
        state = self._copy = self._copy or _copied(self._table.state)
        before = len(state.facts)
        try:
            _tried(state, waiting, m.checked(move))
        except (RoundVoid, Interrupted):  # by what the facts cite that led to it
            self._copy = None
            self.cited = _cited(state, before)
            return None
        except CutAgain:
            self._copy, self.cited = None, state.rules.cites("recut_by")
            return None
        except Broken as error:
            self._copy = None
            return Refused("table/broken", str(error), ())
        refusal, state.asking.refusal = state.asking.refusal, None
        if refusal is None:
            self._copy = None
            self.cited = _cited(state, before)
        return refusal

    def _rehearse(self, move: Move, again: Callable[[], Table]) -> Refused | None:
        """Make the move at a table like this one, which then serves no more; one that is refused changes nothing."""
        table = self._rehearsed or again()
        self._rehearsed = None
        try:
            table.apply(move)
        except Refused as refusal:
            self._rehearsed = table
            return refusal
        except Broken as error:
            return Refused("table/broken", str(error), ())
        return None


def _tried(state: State, waiting: Wait, move: Move) -> None:
    """Let the state be asked as the table is now, and be answered with the move."""
    asking = state.ask(lambda: waiting)
    next(asking)
    try:
        asking.send(move)
    except StopIteration:  # it is what the table waits for
        if isinstance(move, m.CloseBets):
            may_close_bets(state, state.bets, move, waiting.who[m.CloseBets])
        elif isinstance(move, m.ConfirmVerbal):
            may_confirm(state, state.bets, move)


def _cited(state: State, before: int) -> Citation:
    """Every clause of what has been done since, once."""
    return tuple(dict.fromkeys(clause for fact in state.facts[before:] for clause in fact.clauses))


def _copied(state: State) -> State:
    """A state that may be spoilt; what never changes is shared, and of the record only the list is new."""
    shared = (state.rules, state.family, state.law, state.asking.interrupts)
    memo: dict[int, object] = {id(one): one for one in shared}
    memo[id(state.facts)] = list(state.facts)
    return copy.deepcopy(state, memo)
