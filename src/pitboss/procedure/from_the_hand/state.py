"""A table dealt from the hand: the table's core, its text, and what it keeps in mind."""

from dataclasses import dataclass
from typing import Any

from pitboss.law import Citation
from pitboss.procedure.checkpoint import Kept
from pitboss.procedure.family_table import FamilyTable
from pitboss.procedure.hands import BesideTheBoxes, Hand
from pitboss.procedure.state import State
from pitboss.procedure.table_law import TableLaw
from pitboss.rules.rules import HiLoRules


@dataclass(frozen=True, kw_only=True)
class HandLaw(TableLaw):
    """Which paragraph of a text orders each step; empty where it is silent."""

    received: Citation = ()
    shuffled: Citation = ()
    counted_by_device: Citation = ()
    hand_chosen: Citation = ()
    bets_closed: Citation = ()
    dealt: Citation = ()
    misdealt: Citation = ()  # a hand passed over, or given a card too many
    counted: Citation = ()
    racked_after_count: Citation = ()
    misdeal: Citation = ()  # looked for when the count is wrong
    void: Citation = ()  # misdealt from a whole deck
    void_short: Citation = ()  # the deck is not whole


class FromTheHandKept(Kept, frozen=True, kw_only=True):
    """What such a table keeps in mind between two deals."""

    deck_hand: str
    rounds_uncounted: int


class FromTheHandState(State):
    """A table of cards dealt from the hand: the hand that holds the deck, the dealer's cards, the uncounted rounds."""

    rules: HiLoRules
    law: HandLaw

    def __init__(self, rules: HiLoRules, by_hand: frozenset[str], family: FamilyTable[Any]) -> None:
        super().__init__(rules, by_hand, family)
        self.law = HandLaw()
        self.deck_hand = "left"
        self.rounds_uncounted = 0

    def clear_layout(self) -> None:
        """No card is dealt yet."""
        super().clear_layout()
        self.dealer = Hand(0)
        self.dealt = False

    def beside_the_boxes(self) -> BesideTheBoxes:
        """The dealer's hand."""
        return BesideTheBoxes(self.dealer)
