"""HOUSE, never law: the high five-card poker hand, by which this house decides a round of Five Card Hi-Lo."""

from collections import Counter
from collections.abc import Sequence
from enum import IntEnum, auto
from typing import NamedTuple

from pitboss.cards.card import Card, Rank

CARDS = 5
ACE_HIGH = 14
FIVE_HIGH = 5
WHEEL = (ACE_HIGH, 5, 4, 3, 2)


class Kind(IntEnum):
    """The kinds of hand, the lowest first."""

    HIGH_CARD = auto()
    PAIR = auto()
    TWO_PAIR = auto()
    THREE_OF_A_KIND = auto()
    STRAIGHT = auto()
    FLUSH = auto()
    FULL_HOUSE = auto()
    FOUR_OF_A_KIND = auto()
    STRAIGHT_FLUSH = auto()

    @property
    def label(self) -> str:
        """The kind in words."""
        return self.name.replace("_", " ").lower()


OF_A_KIND = {
    (4, 1): Kind.FOUR_OF_A_KIND,
    (3, 2): Kind.FULL_HOUSE,
    (3, 1, 1): Kind.THREE_OF_A_KIND,
    (2, 2, 1): Kind.TWO_PAIR,
    (2, 1, 1, 1): Kind.PAIR,
    (1, 1, 1, 1, 1): Kind.HIGH_CARD,
}


class HighHand(NamedTuple):
    """How high five cards are: their kind, then their ranks, those there are most of first."""

    kind: Kind
    ranks: tuple[int, ...]


def high_hand(cards: Sequence[Card]) -> HighHand:
    """The height of a hand of exactly five cards; an ace is high, or low in five-four-three-two-ace."""
    if len(cards) != CARDS:
        raise ValueError(f"A hand has {CARDS} cards, not {len(cards)}.")
    counts = Counter(ACE_HIGH if card.rank is Rank.ACE else int(card.rank) for card in cards)
    by_count = sorted(counts.items(), key=lambda item: (item[1], item[0]), reverse=True)
    ranks = tuple(rank for rank, _ in by_count)
    kind = OF_A_KIND[tuple(count for _, count in by_count)]
    if kind is not Kind.HIGH_CARD:
        return HighHand(kind, ranks)
    flush = len({card.suit for card in cards}) == 1
    straight = ranks[0] - ranks[-1] == CARDS - 1
    if ranks == WHEEL:
        straight, ranks = True, (FIVE_HIGH,)
    if straight:
        return HighHand(Kind.STRAIGHT_FLUSH if flush else Kind.STRAIGHT, ranks[:1])
    return HighHand(Kind.FLUSH if flush else Kind.HIGH_CARD, ranks)
