"""The shoe: a stack being dealt from the top, with its cover card."""

from collections.abc import Iterable

from pitboss.cards.card import Card


class ShoeEmpty(LookupError):
    """A card was drawn from a shoe that holds none."""


class CoverCardInTheWay(LookupError):
    """A card was drawn while the cover card was the next thing to come off."""


class Shoe:
    """The stack being dealt; it changes only by what a hand can do to it, and nobody can look ahead in it.

    Every position is counted from the card that is next now: 0 is the next card.
    """

    __slots__ = ("_cards", "_cover", "_cover_is_out", "_next", "_stop")

    def __init__(self, cards: Iterable[Card], cover_card_at: int | None = None) -> None:
        self._cards = tuple(cards)
        self._next = 0
        self._cover_is_out = False
        self._cover = cover_card_at
        if cover_card_at is not None and not 0 <= cover_card_at <= len(self._cards):
            raise ValueError(f"A cover card cannot lie under {cover_card_at} cards in a shoe of {len(self._cards)}.")
        # One number stops a draw, the cover card's place or the end, so that a draw makes one comparison.
        self._stop = len(self._cards) if cover_card_at is None else cover_card_at

    @property
    def remaining(self) -> int:
        """How many cards are left; the cover card is not one."""
        return len(self._cards) - self._next

    @property
    def cover_card_at(self) -> int | None:
        """How many cards lie above the cover card, or None when it is not in the shoe."""
        return None if self._cover is None else self._cover - self._next

    @property
    def cover_card_is_next(self) -> bool:
        """Whether the next thing to come off is the cover card, which must be removed before another card is drawn."""
        return self._cover == self._next

    @property
    def cover_card_reached(self) -> bool:
        """Whether the cover card is next or has already been removed: the shoe is to be reshuffled after the round."""
        return self._cover_is_out or self._cover == self._next

    def top(self) -> Card | None:
        """Take the next card off, if that is what comes next, not the cover card or the end."""
        place = self._next
        if place == self._stop:
            return None
        self._next = place + 1
        return self._cards[place]

    def draw(self) -> Card:
        """Take the next card off."""
        card = self.top()
        if card is not None:
            return card
        if self._cover == self._next:
            raise CoverCardInTheWay("The cover card is next: remove it before another card is drawn.")
        raise ShoeEmpty("The shoe is empty: no card is left to draw.")

    def remove_cover_card(self) -> None:
        """Take the cover card off, now that it is next, and put it to the side."""
        if self._cover != self._next:
            raise ValueError("The cover card is not next, so it cannot be removed.")
        self._cover = None
        self._cover_is_out = True
        self._stop = len(self._cards)

    def lying(self) -> tuple[tuple[Card, ...], int | None, bool]:
        """What lies in it, for a record of it: the cards left, the cover card's place, whether that has come out."""
        return self._cards[self._next :], self.cover_card_at, self._cover_is_out

    @classmethod
    def laid(cls, cards: Iterable[Card], cover_card_at: int | None, cover_card_is_out: bool) -> "Shoe":
        """A shoe as `lying` tells of it."""
        shoe = cls(cards, cover_card_at)
        shoe._cover_is_out = cover_card_is_out
        return shoe

    def take_remaining(self) -> tuple[Card, ...]:
        """Remove every card that is left, top first; a cover card among them is put to the side."""
        taken = self._cards[self._next :]
        # A cover card that was still covered has not been reached: the shoe was taken out early.
        self._cover_is_out = self.cover_card_reached
        self._cover = None
        self._next = self._stop = len(self._cards)
        return taken
