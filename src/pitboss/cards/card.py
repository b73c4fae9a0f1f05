"""A playing card: its rank and its suit."""

from collections.abc import Iterable
from enum import Enum, IntEnum
from typing import NamedTuple


class Rank(IntEnum):
    """The thirteen ranks in sequence; the number is the place in the sequence, not a value in any game."""

    ACE = 1
    TWO = 2
    THREE = 3
    FOUR = 4
    FIVE = 5
    SIX = 6
    SEVEN = 7
    EIGHT = 8
    NINE = 9
    TEN = 10
    JACK = 11
    QUEEN = 12
    KING = 13

    @property
    def letter(self) -> str:
        """One character for a card's code: A, 2 to 9, T, J, Q or K."""
        return "A23456789TJQK"[self - 1]

    @property
    def label(self) -> str:
        """What is printed on the card: the letter, but 10 in full."""
        return "10" if self is Rank.TEN else self.letter


class Colour(Enum):
    """The colour a suit is printed in."""

    BLACK = "black"
    RED = "red"


class Suit(IntEnum):
    """The four suits; an integer so that a card hashes and compares at C speed."""

    CLUBS = 0
    DIAMONDS = 1
    HEARTS = 2
    SPADES = 3

    @property
    def letter(self) -> str:
        """One character for a card's code: C, D, H or S."""
        return "CDHS"[self]

    @property
    def symbol(self) -> str:
        """The pip printed on the card."""
        return "♣♦♥♠"[self]

    @property
    def colour(self) -> Colour:
        """Red for diamonds and hearts, black for clubs and spades."""
        return Colour.RED if self in (Suit.DIAMONDS, Suit.HEARTS) else Colour.BLACK


class Card(NamedTuple):
    """A card as its face shows it; two cards of one face from different decks are equal, as they are at the table."""

    rank: Rank
    suit: Suit

    @classmethod
    def parse(cls, text: str) -> "Card":
        """The card written as "8S", "10H", "TH" or "8♠", in either case."""
        card = _CARD_BY_TEXT.get(text.strip().upper())
        if card is None:
            raise ValueError(
                f"{text!r} is not a card: write a rank (A, 2 to 10 or T, J, Q, K), then a suit (C, D, H, S or ♣ ♦ ♥ ♠)."
            )
        return card

    @property
    def code(self) -> str:
        """Two plain characters, such as "8S", and "TS" for a ten."""
        return CODE_BY_CARD[self]

    def __str__(self) -> str:
        return _FACE_BY_CARD[self]

    def __format__(self, spec: str) -> str:
        # A tuple refuses a width; a rule sheet or transcript sets cards in columns.
        return format(_FACE_BY_CARD[self], spec)

    def __repr__(self) -> str:
        return f"Card.parse({CODE_BY_CARD[self]!r})"


ALL_CARDS: tuple[Card, ...] = tuple(Card(rank, suit) for suit in Suit for rank in Rank)
"""The 52 cards by suit and in sequence; `Card.parse` hands out these very objects."""

CODE_BY_CARD = {card: card.rank.letter + card.suit.letter for card in ALL_CARDS}
_FACE_BY_CARD = {card: card.rank.label + card.suit.symbol for card in ALL_CARDS}


def codes(cards: Iterable[Card]) -> tuple[str, ...]:
    """The cards by their codes."""
    return tuple(map(CODE_BY_CARD.__getitem__, cards))


def coded(codes: Iterable[str]) -> tuple[Card, ...]:
    """The cards of these codes, each as `code` has it."""
    return tuple(map(_CARD_BY_TEXT.__getitem__, codes))


_CARD_BY_TEXT = {
    rank_text + suit_text: card
    for card in ALL_CARDS
    for rank_text in (card.rank.letter, card.rank.label)
    for suit_text in (card.suit.letter, card.suit.symbol)
}
