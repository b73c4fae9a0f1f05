"""Batches of cards and how they come into play: one alone, two in turn, or one shuffled without end."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Protocol

from pitboss.cards.bits import Bits
from pitboss.cards.card import Card
from pitboss.cards.deck import census
from pitboss.cards.shuffle import uniform


@dataclass(frozen=True, slots=True)
class Batch:
    """Decks that are played together: a name, the colour of their backs, and every card they hold."""

    name: str
    back_colour: str
    cards: tuple[Card, ...]

    def is_order(self, cards: Iterable[Card]) -> bool:
        """Whether the cards are this batch exactly, in whatever order: none missing and none foreign."""
        return census(cards) == census(self.cards)

    def without(self, card: Card) -> "Batch":
        """The batch after one of its cards was taken out of use."""
        if card not in self.cards:
            raise ValueError(f"Batch {self.name} holds no {card}.")
        place = self.cards.index(card)
        return Batch(self.name, self.back_colour, self.cards[:place] + self.cards[place + 1 :])


class Supply(Protocol):
    """Where a table's cards come from."""

    @property
    def in_play(self) -> Batch:
        """The batch being dealt."""
        ...

    @property
    def fresh_every_round(self) -> bool:
        """Whether each round is dealt from a new order of all the cards."""
        ...

    def swap(self) -> Batch:
        """The batch for the next shoe."""
        ...


class SingleBatch:
    """One batch, shuffled at the table between shoes."""

    __slots__ = ("in_play",)
    fresh_every_round = False

    def __init__(self, batch: Batch) -> None:
        self.in_play = batch

    def swap(self) -> Batch:
        """The same batch again."""
        return self.in_play


class AlternatingBatches:
    """Two batches and a shuffling device: one in play while the other is shuffled, each for every other shoe."""

    __slots__ = ("in_device", "in_play")
    fresh_every_round = False

    def __init__(self, in_play: Batch, in_device: Batch) -> None:
        if in_play.name == in_device.name or in_play.back_colour == in_device.back_colour:
            raise ValueError("Two batches that alternate must differ in name and in the colour of their backs.")
        if not in_play.is_order(in_device.cards):
            raise ValueError("Two batches that alternate must hold the same decks.")
        self.in_play = in_play
        self.in_device = in_device

    def swap(self) -> Batch:
        """Put the batch in play into the device and the other into play."""
        self.in_play, self.in_device = self.in_device, self.in_play
        return self.in_play


class ContinuousShuffler:
    """One batch in a device that takes every card back: each round is dealt from all of them afresh."""

    __slots__ = ("in_play",)
    fresh_every_round = True

    def __init__(self, batch: Batch) -> None:
        self.in_play = batch

    def swap(self) -> Batch:
        """The same batch again."""
        return self.in_play

    def order(self, bits: Bits) -> tuple[Card, ...]:
        """The order for one round."""
        return uniform(self.in_play.cards, bits)
