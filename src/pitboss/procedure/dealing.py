"""Dealing at any table: boxes in their order, a card to a hand, and which of the dealer's hands draws and lays it."""

from collections.abc import Iterator, Mapping
from typing import Protocol, TypeVar

from pitboss.cards.card import CODE_BY_CARD, Card
from pitboss.law import Citation
from pitboss.procedure.asking import Procedure
from pitboss.procedure.facts import CardDealt
from pitboss.procedure.hands import Box, Hand
from pitboss.procedure.moves import Deal
from pitboss.procedure.state import State
from pitboss.rules.subjects.layout import DealingHands

LEFT, RIGHT = "left", "right"
FIRST_TWO = (1, 2)
OTHER = {LEFT: RIGHT, RIGHT: LEFT}


B = TypeVar("B", bound=Box, covariant=True)


class _Layout(Protocol[B]):
    """A table's state, with boxes of its family's kind."""

    @property
    def boxes(self) -> Mapping[int, B]: ...


def boxes_from_left(t: _Layout[B]) -> Iterator[B]:
    """Clockwise, beginning with the box farthest to the dealer's left."""
    return iter(t.boxes.values())


def boxes_from_right(t: _Layout[B]) -> Iterator[B]:
    """Counterclockwise, beginning with the box farthest to the dealer's right."""
    return reversed(list(t.boxes.values()))


def deal_card(t: State, hand: Hand, cited: Citation, face_up: bool = True, sideways: bool = False) -> Procedure[None]:
    """The next card to a hand."""
    if not deal_top(t, hand, cited, face_up, sideways):
        deal_top(t, hand, cited, face_up, sideways, (yield from t.draw(hand.box)))


def deal_top(
    t: State, hand: Hand, cited: Citation, face_up: bool = True, sideways: bool = False, card: Card | None = None
) -> bool:
    """A card that was drawn to a hand, or the next at once, as nearly every one goes; False where something is due."""
    if card is None:
        if t.held:
            cited, card = t.dealt_by(cited), t.top()
        else:
            card = t.cards.shoe.top()
        if card is None:
            return False
    hand.take(card, face_up)
    t.facts.append(CardDealt(cited, hand.box, hand.number, CODE_BY_CARD[card], face_up, sideways))
    return True


def right_hands(t: State, move: Deal, additional: bool = False, holds: str = LEFT) -> bool:
    """Whether the card is drawn and placed with hands the text allows for it; refuses the move otherwise."""
    ways = _ways(t, move.to, additional, holds)
    for drawn, placed in ways:
        if move.drawn_with in (None, drawn) and move.placed_with in (None, placed):
            return True
    drawn, placed = ways[0]
    sentence = f"the {drawn} hand draws this card and the {placed} hand places it"
    t.refuse("deal/hand", sentence, t.rules.cites("dealing_hands"))
    return False


def _ways(t: State, to: int, additional: bool, holds: str) -> list[tuple[str, str]]:
    """The hands that may draw and place a card for a box, the usual way first."""
    hands = t.rules.layout.dealing_hands
    if hands is DealingHands.OTHER_THAN_HOLDS:
        other = OTHER[holds]
        return [(other, other)]
    if hands is DealingHands.RIGHT_PITCHES:
        return [(RIGHT, RIGHT)]
    if hands is DealingHands.LEFT_TO_RIGHT:
        by_left = [(LEFT, LEFT)] if additional and to in FIRST_TWO else []
        return [(LEFT, RIGHT), *by_left]
    near = RIGHT if t.ready.equipment.shoe_place == RIGHT else LEFT
    last = t.positions
    nearest = FIRST_TWO if near == LEFT else (last, last - 1)
    return [(near, OTHER[near]), *([(near, near)] if to in nearest else [])]
