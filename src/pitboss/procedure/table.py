"""The table: a deterministic machine. Rules, roles and the moves so far make it; nothing else changes it."""

from collections.abc import Iterable
from weakref import finalize

from pitboss.procedure import checkpoint
from pitboss.procedure import moves as m
from pitboss.procedure.asking import Procedure, Wait
from pitboss.procedure.checkpoint import Kept
from pitboss.procedure.facts import Fact
from pitboss.procedure.family_table import procedure_of, table_of
from pitboss.procedure.moves import Move, checked
from pitboss.procedure.refusal import Broken, Malformed, Refused
from pitboss.procedure.state import HOUSE_DECIDES, State
from pitboss.rules.rules import Rules

# The number of the procedure: raised whenever the same moves under the same rules give other facts than before.
# A record names it, and is dealt again only by the procedure it names.
PROCEDURE = 3


class Table:
    """One table of one game. `apply` is the only way to change it."""

    def __init__(self, rules: Rules, by_hand: frozenset[str] = frozenset(), since: Kept | None = None) -> None:
        """A table under these rules, from its opening or since a checkpoint.

        The roles in `by_hand` are taken by people, the others the house does itself.
        """
        if not isinstance(rules, Rules):
            raise Malformed(f"no procedure deals {type(rules).__name__}")
        if unknown := by_hand - set(m.STAFF):
            raise Malformed(f"no role is called {', '.join(sorted(unknown))}; there are: {', '.join(m.STAFF)}")
        self.rules = rules
        self.moves: list[Move] = []  # since the checkpoint from which it was taken up, as the facts are
        self.moves_before, self.facts_before = (0, 0) if since is None else (since.moves, since.facts)
        room = table_of(rules)
        self.state: State = room.state(rules, by_hand, room)
        if since is not None:
            checkpoint.take_up(self.state, since)
        self._run: Procedure[None] = procedure_of(rules.family, rules.document)(self.state)
        finalize(self, self._run.close)  # before the program ends: then the names its procedure uses mean nothing more
        self._broken: str | None = None
        self.closed = False  # for good
        self.waiting: Wait = next(self._run)  # who may do what next

    def __repr__(self) -> str:
        done = self.moves_before + len(self.moves)
        return f"<Table {self.rules.title}: moves {done}, rules {self.rules.hash[:16]}>"

    @classmethod
    def resume(cls, rules: Rules, snapshot: bytes, moves: Iterable[Move] = ()) -> "Table":
        """A table taken up from a checkpoint, and the moves made since."""
        since = checkpoint.read(snapshot, table_of(rules).kept)
        if (since.procedure, since.rules_hash) != (PROCEDURE, rules.hash):
            raise Malformed("the checkpoint is of other rules, or of another procedure")
        table = cls(rules, frozenset(since.by_hand), since)
        if checkpoint.written(table.state, PROCEDURE, since.moves, since.facts) != snapshot or table.facts:
            raise Malformed("another version of the program has written the checkpoint")
        for move in moves:
            table.apply(move)
        return table

    def checkpoint(self) -> bytes | None:
        """The table whole, where it can be taken up from its state alone; None where it cannot."""
        state = self.state
        if self._broken is not None or not checkpoint.at_rest(state):
            return None
        snapshot = checkpoint.written(state, PROCEDURE, self.moves_made, self.facts_before + len(state.facts))
        try:
            again = Table.resume(self.rules, snapshot)
        except Malformed:
            return None
        return snapshot if checkpoint.alike((state, self.waiting), (again.state, again.waiting)) else None

    def forget(self, moves: int, facts: int) -> None:
        """Let go of the first moves and facts, which a checkpoint has made needless here."""
        del self.moves[: moves - self.moves_before], self.state.facts[: facts - self.facts_before]
        self.moves_before, self.facts_before = moves, facts

    @property
    def moves_made(self) -> int:
        """How many moves it has taken, those before a checkpoint included."""
        return self.moves_before + len(self.moves)

    @property
    def facts(self) -> list[Fact]:
        """Everything that has happened, in order, since the checkpoint from which it was taken up."""
        return self.state.facts

    def apply(self, move: Move) -> tuple[Fact, ...]:
        """Make a move: the facts that followed, or `Refused` and nothing changed."""
        if self._broken is not None:
            raise Broken(self._broken)
        move = checked(move)
        if self.closed:
            raise Refused("table/closed", f"the table is closed ({HOUSE_DECIDES})", (), "nothing")
        state = self.state
        facts, chips = state.facts, state.chips
        before, on_layout, inventory, bought = len(facts), chips.on_layout, chips.inventory, chips.bought
        try:
            self.waiting = self._run.send(move)
        except StopIteration:
            self.closed = True
            self.waiting = Wait((), (), ())
        except Exception as error:
            self._broken = f"after {move!r}: {error!r}"
            raise Broken(self._broken) from error
        if state.asking.refusal is not None:
            refusal, state.asking.refusal = state.asking.refusal, None
            if (len(facts), chips.on_layout, chips.inventory, chips.bought) != (before, on_layout, inventory, bought):
                self._broken = f"{move!r} was refused ({refusal.code}) and changed the table"
                raise Broken(self._broken)
            refusal.now = self.waiting.told_to(move.by)
            raise refusal
        self.moves.append(move)
        if not state.balanced():
            self._broken = f"after {move!r}: the chips at the table are not those that were bought"
            raise Broken(self._broken)
        return tuple(facts[before:])
