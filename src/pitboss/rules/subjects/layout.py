"""The table: positions, layout, inscriptions and equipment, as checked when it opens."""

from dataclasses import dataclass
from enum import Enum
from typing import Annotated, Self

from pitboss.law import Citation, cite
from pitboss.rules.cited import Group, silent
from pitboss.rules.subjects.points import DEALER_STANDS_ON

DRAWS_TO_16 = f"Dealer draws to {DEALER_STANDS_ON - 1} and stands on all {DEALER_STANDS_ON}s"


class DealtFrom(Enum):
    """What the cards are dealt from."""

    SHOE = "dealing shoe"
    HAND = "dealer's hand"


class Place(Enum):
    """Where the shoe, the deck or the discard rack has its place."""

    DEALERS_SIDE = "fixed on the dealer's side of the table"
    DEALERS_RIGHT = "on the table, immediately to the dealer's right"
    DEALERS_LEFT = "on the table, to the dealer's left"
    WHERE_APPROVED = "on the table, where approved"
    LEFT_HAND = "in the dealer's left hand, the second cut card hiding the bottom card"
    OVER_INVENTORY = "over the table inventory container, in front of the dealer"
    NOT_PROVIDED = "not provided"


class DealingHands(Enum):
    """Which hand of the dealer's draws a card and which lays it down."""

    ACROSS = "the hand nearest the shoe draws, the other places; one hand will do for the two nearest boxes"
    LEFT_TO_RIGHT = "the left draws, the right places; the left will do for hit cards to the first two positions"
    RIGHT_PITCHES = "the left holds the decks, the right pitches the cards"
    OTHER_THAN_HOLDS = "one holds the deck, the other removes and places the top card"


class AskedFor(str):
    """An area or words on the layout that know the paragraphs that ask for them."""

    clauses: Citation

    def __new__(cls, words: str, *clauses: str) -> Self:
        """What the layout has, asked for by these."""
        made = super().__new__(cls, words)
        made.clauses = cite(*clauses)
        return made


@dataclass(frozen=True)
class Layout(Group):
    """What must stand on and around the table."""

    heading = "Table, layout and signs"
    positions: Annotated[int, "betting positions"] = silent(1)
    layout_approved: Citation = ()
    name_or_logo: Citation = ()
    betting_areas: Annotated[tuple[str, ...], "betting areas at each position"] = silent(())
    inscriptions: Annotated[tuple[str, ...], "inscriptions on the layout"] = silent(())
    similar_language: Annotated[tuple[str, ...], "inscriptions for which similar language may be approved"] = silent(())
    odds_shown: Citation = ()
    limits_posted: Citation = ()
    drop_and_tip_boxes: Citation = ()
    card_reader: Annotated[bool, "a card reader device at the table"] = silent(False)
    card_reader_tells: Citation = ()
    reader_shows_players: Annotated[bool, "this reader can let a player learn the hole card"] = silent(False)
    reader_inspected: Citation = ()
    rack_height: Citation = ()
    rack_place: Annotated[Place, "place of the discard rack"] = silent(Place.NOT_PROVIDED)
    dealt_from: Annotated[DealtFrom, "cards are dealt from"] = silent(DealtFrom.SHOE)
    shoe_place: Annotated[Place, "place of the shoe or deck"] = silent(Place.NOT_PROVIDED)
    shoe_marked: Annotated[bool, "a mark on the shoe's side, along which the cutting card is placed"] = silent(False)
    dealing_hands: Annotated[DealingHands, "the dealer's hands"] = silent(DealingHands.LEFT_TO_RIGHT)
