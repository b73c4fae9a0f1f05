"""New decks, and the census that shows whether any card is missing or foreign."""

from collections import Counter
from collections.abc import Collection, Iterable

from pitboss.cards.card import ALL_CARDS, Card, Rank


def deck(removed_ranks: Collection[Rank] = frozenset()) -> tuple[Card, ...]:
    """One new deck, by suit and in sequence, less the ranks that a game takes out."""
    return tuple(card for card in ALL_CARDS if card.rank not in removed_ranks)


def decks(count: int, removed_ranks: Collection[Rank] = frozenset()) -> tuple[Card, ...]:
    """Several new decks, one after the other."""
    if count < 1:
        raise ValueError(f"A stack needs at least one deck, not {count}.")
    return deck(removed_ranks) * count


def census(cards: Iterable[Card]) -> Counter[Card]:
    """How many of each card there are; equal for two stacks exactly when one is an order of the other."""
    return Counter(cards)
