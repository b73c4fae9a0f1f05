"""What a table writes down of its rounds: from which move to which, and what each player won or lost."""

from collections.abc import Iterable

from pitboss.house.chronicle import Chronicle
from pitboss.house.journal import RoundPlayed
from pitboss.law import Citation
from pitboss.procedure import facts as f
from pitboss.procedure.facts import Fact
from pitboss.procedure.moves import Move


class RoundCount:
    """The rounds of a table, each from its first move to its last, and what each player has won or lost."""

    def __init__(self) -> None:
        self._first_seq = 1
        self._net: dict[str, int] = {}

    def note(self, seq: int, happened: Iterable[Fact]) -> tuple[RoundPlayed, ...]:
        """The rounds that ended by the move of that number."""
        ended = []
        for fact in happened:
            _count_net(self._net, fact)
            if isinstance(fact, f.RoundEnded):
                ended.append(RoundPlayed(fact.round, self._first_seq, seq, self._net))
                self._net = {}
                self._first_seq = seq + 1
        return tuple(ended)


class RoundRecord:
    """The chronicle of a table, cut into rounds."""

    def __init__(self, happened: Iterable[Fact]) -> None:
        self.chronicle = Chronicle(happened)
        self.first_fact = 0  # of the round that is played or waited for
        self.last_round_fact = 0  # the first of the round before it
        self._count = RoundCount()

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
