"""How long a table may go on without coming to rest, so that what it holds and deals again is bounded by a number.

A table rests when wagers are open and none is made: there a checkpoint lets it forget. People who come and go while a
round is dealt, or before the cards are looked at, keep it from rest. So after `MOVES_LONG` moves the house takes only
what brings the table there, and after `MOVES_MOST` it closes the table.
"""

from pitboss.cards.discard_rack import Burn
from pitboss.procedure import moves as m
from pitboss.procedure.checkpoint import at_rest
from pitboss.procedure.moves import Move
from pitboss.procedure.refusal import Refused
from pitboss.procedure.table import Table

CHECKPOINT_MOVES_LEAST = 64  # where every round has its own shuffle, not every round needs a checkpoint
CHECKPOINT_MOVES_MOST = 1_000  # in mid-shoe, which is told whole as long as it has no more
MOVES_LONG = 500
MOVES_MOST = 1_000
TOO_LONG = "the table has come to no rest"

# Who leaves has come before, and who takes a wager back has made it: these are as bounded as what is refused.
_ALWAYS: frozenset[type[Move]] = frozenset({m.Leave, m.TakeBack, m.CloseTable})
_MORE: frozenset[type[Move]] = frozenset({m.Wager, m.Consent})
_SOMEBODY_IS_NEEDED: frozenset[type[Move]] = frozenset({m.ViewSpread, m.Shuffle})


def bare(table: Table) -> bool:
    """Whether the table rests."""
    return at_rest(table.state) and not table.state.bets.bets


def checkpoint_is_due(table: Table, since_last: int) -> bool:
    """Whether so many moves after the last checkpoint there is to be another, if there can be one."""
    fresh = all(isinstance(group.label, Burn) for group in table.state.cards.rack.groups)
    return since_last >= (CHECKPOINT_MOVES_LEAST if fresh else CHECKPOINT_MOVES_MOST)


def refuse_if_long(table: Table, move: Move, since_rest: int) -> None:
    """Refuse what does not bring a table to rest that has gone on for long without."""
    kind, may = type(move), frozenset(table.waiting.may)
    if since_rest < MOVES_LONG or kind in _ALWAYS | (may - _MORE):
        return
    if kind is m.Sit and may & _SOMEBODY_IS_NEEDED and not table.state.people.seated():
        return
    sentence = f"{since_rest} moves were made since wagers were last open; until they are again, only what is asked for"
    raise Refused("table/long", sentence, (), str(table.waiting))


def decides_at_once(table: Table, since_rest: int) -> bool:
    """Whether the house waits for nobody: that the spread is looked at, or for anything at a table it closes."""
    return since_rest >= MOVES_MOST or (since_rest >= MOVES_LONG and m.ViewSpread in table.waiting.may)
