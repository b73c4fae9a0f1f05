"""What is particular to Five Card Hi-Lo: the deal from the hand, the stub and its count, the house's showdown."""

from dataclasses import dataclass
from enum import Enum
from typing import Annotated

from pitboss.rules.cited import Group
from pitboss.rules.money import Odds
from pitboss.rules.subjects.shuffle_and_cut import Direction

HI_LO_CARDS = 5
STUB_COUNTED_EVERY = 5
FULL_DECK = 52


class CountMismatch(Enum):
    """What follows when cards were misdealt and the deck does not hold 52."""

    REMOVE_DECK = "hands void, wagers returned, deck removed"
    KEEP_DECK = "hands void, wagers returned, deck kept"


class CountRight(Enum):
    """What a count goes by."""

    STUB_ALONE = "the number of cards in the stub"
    HANDS_TOO = "the stub and every hand: five cards each, all cards present"


class ShowdownKind(Enum):
    """How a round ends after the deal, which the section does not say."""

    HOUSE_HIGH_HAND = "HOUSE: high five-card poker hand against the dealer"
    STOP_AFTER_DEAL = "the round stops after the deal, wagers returned"


@dataclass(frozen=True)
class HiLoDeal(Group):
    """How the cards come off the deck."""

    cards_each: Annotated[int, "cards to each player and the dealer"]
    one_at_a_time: Annotated[str, "dealt"]
    hand_chosen: Annotated[str, "the dealer's hand"]
    deck_held: Annotated[str, "the deck is held"]
    no_more_bets: Annotated[bool, '"no more bets" announced before the first card']
    hi_lo_direction: Annotated[Direction, "from the dealer's left"]


@dataclass(frozen=True)
class Stub(Group):
    """The cards left over, and their count."""

    stub_to_rack: Annotated[str, "the stub goes"]
    counting_shuffler: Annotated[bool, "the shuffling device counts the cards after each shuffle"]
    stub_counted_every: Annotated[int, "otherwise the stub is counted at least every so many rounds"]
    stub_counted_how: Annotated[str, "counted"]
    full_deck: Annotated[int, "cards that must be present"]
    count_right: Annotated[CountRight, "the count is right by"]
    stub_right: Annotated[str, "count right"]
    misdealt_full: Annotated[str, "misdealt, all cards present"]
    not_misdealt_short: Annotated[str, "not misdealt, count wrong"]
    misdealt_short: Annotated[CountMismatch, "misdealt, and not all cards present"]


@dataclass(frozen=True)
class Showdown(Group):
    """HOUSE rules, never law: how the Ante is decided."""

    showdown: Annotated[ShowdownKind, "showdown"]
    ante_odds: Annotated[Odds, "a winning Ante pays"]
    ties_push: Annotated[bool, "ties push"]
