"""What a table writes down of its rounds: from which move to which, what each player won or lost, and their marks."""

from collections.abc import Iterable, Iterator, Mapping
from functools import cache

from pitboss.house.checkpoints import Mark
from pitboss.house.chronicle import Chronicle, decided_by
from pitboss.house.journal import RoundPlayed
from pitboss.law import Citation
from pitboss.procedure import facts as f
from pitboss.procedure.facts import Fact
from pitboss.procedure.moves import Move
from pitboss.procedure.table import Table


def tag_of(kind: type[Fact]) -> str:
    """A kind of fact as records have it."""
    return str(kind.__struct_config__.tag)


@cache
def irregularities() -> tuple[str, ...]:
    """Everything irregular that a round may be found by."""
    return tuple(sorted(map(tag_of, f.irregularities())))


def marks_of(fact: Fact) -> Iterator[str]:
    """What a fact adds to what its round is found by; the round's end is a mark of every round."""
    yield from fact.clauses
    if type(fact) in f.irregularities() or isinstance(fact, f.RoundEnded):
        yield tag_of(type(fact))


class RoundCount:
    """The rounds of a table, each from its first move to its last: what each player has won or lost, and its marks."""

    def __init__(
        self, first_seq: int = 1, net_cents: Mapping[str, int] | None = None, marks: Iterable[str] = ()
    ) -> None:
        self.first_seq = first_seq  # of the round that is played or waited for
        self.net_cents: dict[str, int] = dict(net_cents or {})
        self.marks = set(marks)

    def note(self, seq: int, happened: Iterable[Fact]) -> tuple[RoundPlayed, ...]:
        """The rounds that ended by the move of that number."""
        ended = []
        for fact in happened:
            _count_net(self.net_cents, fact)
            self.marks.update(marks_of(fact))
            if isinstance(fact, f.RoundEnded):
                ended.append(RoundPlayed(fact.round, self.first_seq, seq, self.net_cents, tuple(sorted(self.marks))))
                self.net_cents, self.marks = {}, set()
                self.first_seq = seq + 1
        return tuple(ended)

    def mark(self, table: Table, snapshot: bytes, told: int) -> Mark:
        """Where the rounds stand at a checkpoint of the table."""
        return Mark(
            seq=table.moves_made,
            facts=table.facts_before + len(table.facts),
            told=told,
            first_seq=self.first_seq,
            net_cents=self.net_cents,
            table=snapshot,
            marks=tuple(sorted(self.marks)),
        )


class RoundRecord:
    """The chronicle of a table, cut into rounds."""

    def __init__(self, happened: Iterable[Fact], since: Mark | None = None) -> None:
        first = 0 if since is None else since.told
        self.chronicle = Chronicle(happened, first)
        self.first_fact = first  # of the round that is played or waited for
        self.last_round_fact = first  # the first of the round before it
        self._count = RoundCount() if since is None else RoundCount(since.first_seq, since.net_cents, since.marks or ())

    def note(
        self, seq: int, move: Move, rule: str | None, cited: Citation, happened: Iterable[Fact]
    ) -> tuple[RoundPlayed, ...]:
        """Write down what followed from the move of that number, and which rounds ended by it."""
        ended: list[RoundPlayed] = []
        for fact in (*decided_by(move, rule, cited), *happened):
            self.chronicle.note((fact,))
            ended += self._count.note(seq, (fact,))
            if isinstance(fact, f.RoundEnded):
                self.last_round_fact, self.first_fact = self.first_fact, len(self.chronicle)
        return tuple(ended)

    def mark(self, table: Table, snapshot: bytes) -> Mark:
        """Where the record stands at a checkpoint of the table."""
        return self._count.mark(table, snapshot, len(self.chronicle))


def _count_net(net: dict[str, int], fact: Fact) -> None:
    """What a fact adds to a player's result of the round."""
    if isinstance(fact, f.WagerPlaced):
        net[fact.player] = net.get(fact.player, 0) - fact.cents
    elif isinstance(fact, f.WagerReturned):
        net[fact.player] = net.get(fact.player, 0) + fact.cents
    elif isinstance(fact, f.WagerPaid):
        net[fact.player] = net.get(fact.player, 0) + fact.cents + fact.winnings
    elif isinstance(fact, f.PaymentUndone):
        net[fact.player] = net.get(fact.player, 0) - fact.winnings
