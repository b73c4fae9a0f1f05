"""What happens only where cards are dealt from the hand."""

from pitboss.procedure.facts import Fact


class StubPlaced(Fact, frozen=True):
    cards: int


class StubCounted(Fact, frozen=True):
    cards: int
    in_deck: int


class DeckRemoved(Fact, frozen=True):
    cards: int


class HandShown(Fact, frozen=True):
    box: int
    cards: tuple[str, ...]
    rank: str
