"""What is told of the seeds that an order comes of."""

from pitboss.procedure.fact import Fact


class SeedCommitted(Fact, frozen=True):
    by: str
    commitment: str


class SeedPledged(Fact, frozen=True):
    by: str
    pledge: str


class SeedGiven(Fact, frozen=True):
    by: str
    seed: str


class SeedWithheld(Fact, frozen=True):
    by: str


class SeedsMixed(Fact, frozen=True):
    """The order comes of the house's seed and of these players'; of the house's alone where nobody gave one."""

    players: tuple[str, ...]


class SeedDropped(Fact, frozen=True):
    """The house opens a seed from which no order is made, so that everybody sees which order was given up."""

    by: str
    seed: str
