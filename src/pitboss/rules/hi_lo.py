"""What is particular to Five Card Hi-Lo: the deal from the hand, the stub and its count, the house's showdown."""

from dataclasses import dataclass
from enum import Enum
from typing import Annotated

from pitboss.law import Citation
from pitboss.rules.cited import Group, silent
from pitboss.rules.money import EVEN_MONEY, Odds

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

    heading = "The deal"
    cards_each: Annotated[int, "cards to each player and the dealer"] = silent(HI_LO_CARDS)


@dataclass(frozen=True)
class Stub(Group):
    """The cards left over, and their count."""

    heading = "The stub"
    stub_to_rack: Citation = ()
    counting_shuffler: Annotated[bool, "the shuffling device counts the cards after each shuffle"] = silent(False)
    stub_counted_every: Annotated[int, "otherwise the stub is counted at least every so many rounds"] = silent(
        STUB_COUNTED_EVERY
    )
    full_deck: Annotated[int, "cards that must be present"] = silent(FULL_DECK)
    count_right: Annotated[CountRight, "the count is right by"] = silent(CountRight.HANDS_TOO)
    misdealt_full: Citation = ()
    misdealt_short: Annotated[CountMismatch, "misdealt, and not all cards present"] = silent(CountMismatch.REMOVE_DECK)


@dataclass(frozen=True)
class Showdown(Group):
    """HOUSE rules, never law: how the Ante is decided."""

    heading = "Showdown (HOUSE, not law)"
    showdown: Annotated[ShowdownKind, "showdown"] = silent(ShowdownKind.STOP_AFTER_DEAL)
    ante_odds: Annotated[Odds, "a winning Ante pays"] = silent(EVEN_MONEY)
    ties_push: Annotated[bool, "ties push"] = silent(True)
