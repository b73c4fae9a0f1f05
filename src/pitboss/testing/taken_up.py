"""Tables taken up from the checkpoints of another, beside it: whatever is done, all of them answer the same."""

from collections.abc import Sequence

import msgspec

from pitboss.procedure import facts as f
from pitboss.procedure.checkpoint import at_rest
from pitboss.procedure.facts import Fact
from pitboss.procedure.moves import Move
from pitboss.procedure.refusal import Malformed, Refused
from pitboss.procedure.table import Table
from pitboss.procedure.views import view

STORM_LONG, NOW_AND_THEN = 10**9, 9  # a checkpoint is taken up anew
NOWHERE = "the table could not be taken up where wagers are open: does its family say what is kept?"
Answer = Sequence[Fact] | Refused | Malformed


def looks(table: Table, viewers: Sequence[str]) -> tuple[bytes, ...]:
    """What everybody sees, how long the record is, and the cards and chips of which nobody sees more than a number."""
    views = tuple(msgspec.json.encode(view(table, viewer)) for viewer in viewers)
    t = table.state
    counted = (table.facts_before + len(table.facts), table.moves_made, t.cards.shoe.lying(), t.cards.rack.groups)
    chips = (t.chips.on_layout, t.chips.inventory, t.chips.bought)
    return (*views, repr((counted, t.cards.loose, chips, table.closed)).encode())


class TakenUp:
    """The first table that could be taken up, one of some time ago, and the newest."""

    def __init__(self, table: Table, viewers: Sequence[str]) -> None:
        self._table = table
        self._viewers = viewers
        self._others: dict[int, Table] = {}
        self.checkpoints = 0

    def here(self) -> str | None:
        """Take the table up from where it stands; one sentence when it cannot be, though wagers are open."""
        snapshot = self._table.checkpoint()
        if snapshot is None:
            return NOWHERE if at_rest(self._table.state) else None
        for place, every in enumerate((STORM_LONG, NOW_AND_THEN, 1)):
            if self.checkpoints % every == 0:
                self._others[place] = Table.resume(self._table.rules, snapshot)
        self.checkpoints += 1
        return None

    def differs(self, move: Move, answered: Answer, seen: tuple[bytes, ...]) -> str | None:
        """One sentence when a table that was taken up does not answer a move as the other did."""
        for other in self._others.values():
            try:
                answer: Answer = other.apply(move)
            except (Refused, Malformed) as refusal:
                answer = refusal
            since = f"taken up after {other.moves_before} moves, the table"
            if _said(answer) != _said(answered):
                return f"{since} answers {move} with {_said(answer)!r}, not with {_said(answered)!r}"
            if looks(other, self._viewers) != seen:
                return f"{since} looks otherwise after {move}"
        return None


def _said(answer: Answer) -> bytes:
    return str(answer).encode() if isinstance(answer, Exception) else b"\n".join(map(f.to_json, answer))
