"""The discard rack: cards laid one upon the other so that every hand can be rebuilt."""

from collections.abc import Iterable
from itertools import chain
from operator import attrgetter

from msgspec import Struct

from pitboss.cards.card import Card


class PlayerHand(Struct, frozen=True, gc=False):
    """The cards of one hand in one box; hand 1 is the first, the others come of splits."""

    round: int
    box: int
    hand: int = 1


class DealerHand(Struct, frozen=True, gc=False):
    """The dealer's cards of one round."""

    round: int


class Burn(Struct, frozen=True, gc=False):
    """A card burnt before the cards of a round were dealt."""

    round: int


class Other(Struct, frozen=True, gc=False):
    """Cards placed for another reason, said in a few words; in no round when they come after the last."""

    why: str
    round: int | None = None


Label = PlayerHand | DealerHand | Burn | Other


class Group(Struct, frozen=True, gc=False):
    """Cards placed together, in the order they were placed, and what they were."""

    label: Label
    cards: tuple[Card, ...]


_CARDS = attrgetter("cards")  # of a group


class MixedBatches(ValueError):
    """Cards of a second batch were placed on those of a first."""


class DiscardRack:
    """Groups of cards in the order they were placed; nothing is taken out but all of it."""

    __slots__ = ("_batch_name", "_groups", "_height")

    def __init__(self) -> None:
        self._groups: list[Group] = []
        self._height = 0
        self._batch_name: str | None = None

    @property
    def height(self) -> int:
        """How many cards lie in the rack."""
        return self._height

    @property
    def groups(self) -> tuple[Group, ...]:
        """Everything in the rack, first placed first."""
        return tuple(self._groups)

    @property
    def batch_name(self) -> str | None:
        """Of which batch the cards are that were last placed in it."""
        return self._batch_name

    def place(self, label: Label, cards: Iterable[Card], batch_name: str | None = None) -> None:
        """Lay a group on top of what is there, which must be of the same batch; a table with one batch names none."""
        if batch_name != self._batch_name and self._groups:
            raise MixedBatches(
                f"The rack holds cards of {_called(self._batch_name)}; {_called(batch_name)} may not join them."
            )
        self._batch_name = batch_name
        group = Group(label, tuple(cards))
        self._groups.append(group)
        self._height += len(group.cards)

    def round(self, number: int) -> tuple[Group, ...]:
        """The groups of one round in the order they were placed, to rebuild it by."""
        return tuple(group for group in self._groups if group.label.round == number)

    def take_all(self) -> tuple[Card, ...]:
        """Empty the rack into one stack, top first: the last card placed is the first of it."""
        taken = tuple(chain.from_iterable(map(_CARDS, self._groups)))[::-1]
        self._groups.clear()
        self._height = 0
        return taken


def _called(batch_name: str | None) -> str:
    return "a batch without a name" if batch_name is None else f"batch {batch_name}"
