"""The table: positions, layout, inscriptions and equipment, as checked when it opens."""

from dataclasses import dataclass
from enum import Enum
from typing import Annotated

from pitboss.rules.cited import Group

PENNSYLVANIA_POSITIONS = 6


class DealtFrom(Enum):
    """What the cards are dealt from."""

    SHOE = "dealing shoe"
    HAND = "dealer's hand"


class DealingHands(Enum):
    """Which hand of the dealer's draws a card and which lays it down."""

    ACROSS = "the hand nearest the shoe draws, the other places; one hand will do for the two nearest boxes"
    LEFT_TO_RIGHT = "the left draws, the right places; the left will do for hit cards to the first two positions"
    RIGHT_PITCHES = "the left holds the decks, the right pitches the cards"
    OTHER_THAN_HOLDS = "one holds the deck, the other removes and places the top card"


@dataclass(frozen=True)
class Layout(Group):
    """What must stand on and around the table."""

    positions: Annotated[int, "betting positions"]
    layout_approved: Annotated[bool, "layout approved before use"]
    name_or_logo: Annotated[bool, "operator's name or logo on the layout"]
    betting_areas: Annotated[tuple[str, ...], "betting areas at each position"]
    inscriptions: Annotated[tuple[str, ...], "inscriptions on the layout"]
    similar_language: Annotated[tuple[str, ...], "inscriptions for which similar language may be approved"]
    odds_shown: Annotated[str, "payout odds of every wager are shown"]
    limits_posted: Annotated[str, "limits and notices posted"]
    drop_and_tip_boxes: Annotated[str, "drop box and tip box"]
    card_reader: Annotated[bool, "a card reader device at the table"]
    card_reader_tells: Annotated[str, "what the card reader device tells"]
    reader_shows_players: Annotated[bool, "this reader can let a player learn the hole card"]
    reader_inspected: Annotated[str, "the card reader device is inspected"]
    rack_height: Annotated[str, "height of the discard rack"]
    rack_place: Annotated[str, "place of the discard rack"]
    dealt_from: Annotated[DealtFrom, "cards are dealt from"]
    shoe_place: Annotated[str, "place of the shoe or deck"]
    shoe_marked: Annotated[bool, "a mark on the shoe's side, along which the cutting card is placed"]
    dealing_hands: Annotated[DealingHands, "the dealer's hands"]
