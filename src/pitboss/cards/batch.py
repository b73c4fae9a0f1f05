"""A batch: the decks that are played together."""

from dataclasses import dataclass

from pitboss.cards.card import Card


@dataclass(frozen=True, slots=True)
class Batch:
    """Decks that are played together: a name, the colour of their backs, and every card they hold."""

    name: str
    back_colour: str
    cards: tuple[Card, ...]

    def without(self, card: Card) -> "Batch":
        """The batch after one of its cards was taken out of use."""
        if card not in self.cards:
            raise ValueError(f"Batch {self.name} holds no {card}.")
        place = self.cards.index(card)
        return Batch(self.name, self.back_colour, self.cards[:place] + self.cards[place + 1 :])
