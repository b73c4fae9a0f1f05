"""What a table writes down of its rounds: from which move to which, and what each player won or lost."""

from collections.abc import Iterable, Mapping

from pitboss.house.checkpoints import Mark
from pitboss.house.chronicle import Chronicle
from pitboss.house.journal import RoundPlayed
from pitboss.law import Citation
from pitboss.procedure import facts as f
from pitboss.procedure.facts import Fact
from pitboss.procedure.moves import Move
from pitboss.procedure.table import Table


class RoundCount:
    """The rounds of a table, each from its first move to its last, and what each player has won or lost."""

    def __init__(self, first_seq: int = 1, net_cents: Mapping[str, int] | None = None) -> None:
        self.first_seq = first_seq  # of the round that is played or waited for
        self.net_cents: dict[str, int] = dict(net_cents or {})

    def note(self, seq: int, happened: Iterable[Fact]) -> tuple[RoundPlayed, ...]:
        """The rounds that ended by the move of that number."""
        ended = []
        for fact in happened:
            _count_net(self.net_cents, fact)
            if isinstance(fact, f.RoundEnded):
                ended.append(RoundPlayed(fact.round, self.first_seq, seq, self.net_cents))
                self.net_cents = {}
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
        )


class RoundRecord:
    """The chronicle of a table, cut into rounds."""

    def __init__(self, happened: Iterable[Fact], since: Mark | None = None) -> None:
        first = 0 if since is None else since.told
        self.chronicle = Chronicle(happened, first)
        self.first_fact = first  # of the round that is played or waited for
        self.last_round_fact = first  # the first of the round before it
        self._count = RoundCount() if since is None else RoundCount(since.first_seq, since.net_cents)

    def note(
        self, seq: int, move: Move, rule: str | None, cited: Citation, happened: Iterable[Fact]
    ) -> tuple[RoundPlayed, ...]:
        """Write down what followed from the move of that number, and which rounds ended by it."""
        if rule is not None:
            self.chronicle.decided(move, rule, cited)
        ended: list[RoundPlayed] = []
        for fact in happened:
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
