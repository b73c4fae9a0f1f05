"""What a trainee does: steps of the table, and the handiwork that the table does by itself unless a trainee does it."""

from enum import Enum
from typing import Annotated

import msgspec
from msgspec import Meta

from pitboss.procedure import moves as m
from pitboss.procedure.moves import Move

Cents = Annotated[int, Meta(ge=0, le=10**12)]


class Handiwork(Enum):
    """What the trainee may do by hand beyond the steps of the table."""

    CHIPS = "chips"  # each wager paid, taken or left, by amount
    WORDS = "words"  # what is to be announced
    CARDS = "cards"  # hands picked up, in order


class Act(msgspec.Struct, frozen=True, kw_only=True, tag_field="act", tag=str.lower):
    """Something done, so many milliseconds after the practice began."""

    at_ms: Annotated[int, Meta(ge=0, le=10**10)] = 0


class Step(Act, frozen=True, kw_only=True):
    """A move at the table, by anybody; what an instructor had happen there is nobody's mistake."""

    move: msgspec.Raw
    planted: bool = False

    @classmethod
    def of(cls, move: Move, at_ms: int = 0, planted: bool = False) -> "Step":
        """The step that makes a move."""
        return cls(move=msgspec.Raw(m.to_json(move)), at_ms=at_ms, planted=planted)

    @property
    def made(self) -> Move:
        """The move itself."""
        return m.from_json(bytes(self.move))


class Handled(msgspec.Struct, frozen=True):
    """What was done with one wager: so much paid on it, so much of it taken; the rest stays the player's."""

    player: str
    box: int
    hand: int
    wager: str
    paid: Cents = 0
    taken: Cents = 0
    chips: dict[int, int] | None = None  # how many of each worth, in cents, were paid


class Chips(Act, frozen=True, kw_only=True):
    """The wagers that the last step decided are paid, taken or left, in this order."""

    handled: tuple[Handled, ...]


class Say(Act, frozen=True, kw_only=True):
    """Words said aloud."""

    words: Annotated[str, Meta(max_length=200)]


class PickUp(Act, frozen=True, kw_only=True):
    """Hands picked up, in this order; box 0 is the dealer's own."""

    hands: tuple[tuple[int, int], ...]


class Ruling(Act, frozen=True, kw_only=True):
    """What somebody has just tried who may not is let stand, or not."""

    lets: bool


AnyAct = Step | Chips | Say | PickUp | Ruling
