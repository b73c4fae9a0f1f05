"""What follows when something goes wrong."""

from dataclasses import dataclass
from enum import Enum
from typing import Annotated

from pitboss.law import Citation
from pitboss.rules.cited import Group, silent
from pitboss.rules.subjects.points import DEALER_STANDS_ON


class FaceUpCard(Enum):
    """A card found face up in the shoe."""

    NOT_THIS_ROUND = "discarded, not used in that round"
    TWO_VOID_ROUND = "discarded, not used in the game; more than one voids the round and the cards are reshuffled"
    NOT_PROVIDED = "not provided"


class DealerCardMissed(Enum):
    """The dealer forgot a card of his own in the initial deal."""

    VOID = "first card missed: round void"
    DEALT_AFTER = "players' cards completed, then the missing card dealt"
    NOT_PROVIDED = "not provided"


class ReaderMisused(Enum):
    """The hole card went into the reader although the up card did not call for it."""

    BY_KIND_OF_READER = "all hands dead if the device can show a player the card, else play goes on"
    PLAY_ON = "play goes on"
    NOT_PROVIDED = "not provided"


class ReaderFails(Enum):
    """The card reader device malfunctions."""

    STOP = "no dealing until it is repaired or replaced"
    DEAL_WITHOUT = "dealing goes on by the procedure without a reader"
    NOT_PROVIDED = "not provided"


class ShufflerOut(Enum):
    """What is done with a failed shuffling device before the cards are shuffled another way."""

    COVERED_OR_SIGNED = "covered or marked out of order"
    REMOVED = "removed from the table"
    NOT_PROVIDED = "not provided"


class ExposedCard(Enum):
    """From when a card drawn in error and exposed is dealt as the next card."""

    AFTER_PLAYERS_AND_DEALER = "after two cards each to the players and the dealer"
    AFTER_PLAYERS = "after two cards each to the players"
    NOT_PROVIDED = "not provided"


class ExposedEarly(Enum):
    """A card exposed before that: the text is silent."""

    NEXT_CARD = "it is the next card all the same, and nobody may refuse it"
    DISCARDED = "it goes to the discard rack unused"
    NOT_PROVIDED = "not provided"


EXPOSED_EARLY = {"next-card": ExposedEarly.NEXT_CARD, "discarded": ExposedEarly.DISCARDED}


class DealerOverdraw(Enum):
    """The totals with which a card the dealer draws for himself by accident goes to the discard rack."""

    SEVENTEEN = str(DEALER_STANDS_ON)
    SEVENTEEN_OR_HIGHER = f"{DEALER_STANDS_ON} or higher"
    NOT_PROVIDED = "not provided"


class MissedHitReturns(Enum):
    """What goes back when a player has a hand called dead because a requested card was missed."""

    EVERY_WAGER = "every wager on it"
    BET_AND_ATTACK = "the bet and the Double Attack Wager"
    ORIGINAL_WAGER = "the original wager"
    NOT_PROVIDED = "not provided"


class VoidInsurance(Enum):
    """What becomes of insurance that was collected in a round that is void afterwards."""

    RETURNED = "goes back with the other wagers"
    STAYS_COLLECTED = "stays collected"


class DeadHandsPaid(Enum):
    """What becomes of winnings that were paid before all hands are called dead."""

    UNDONE = "the winnings are taken back"
    STANDS = "the winnings stay with the player"


VOID_INSURANCE = {"returned": VoidInsurance.RETURNED, "stays-collected": VoidInsurance.STAYS_COLLECTED}
HANDS_CALLED_DEAD = {"payments-undone": DeadHandsPaid.UNDONE, "payments-stand": DeadHandsPaid.STANDS}


@dataclass(frozen=True)
class Irregularities(Group):
    """The document's answer to each thing that can go wrong."""

    heading = "Irregularities"
    face_up_card: Annotated[FaceUpCard, "a card found face up in the shoe"] = silent(FaceUpCard.NOT_PROVIDED)
    ten_found: Citation = ()
    hidden_card: Citation = ()
    exposed_card: Annotated[ExposedCard, "a card drawn in error and exposed is the next card"] = silent(
        ExposedCard.NOT_PROVIDED
    )
    exposed_early: Annotated[ExposedEarly, "one exposed before that"] = silent(ExposedEarly.NOT_PROVIDED)
    exposed_card_refused: Citation = ()
    exposed_card_unusable: Citation = ()
    dealer_overdraw: Annotated[DealerOverdraw, "a card he draws by accident goes to the rack when the dealer has"] = (
        silent(DealerOverdraw.NOT_PROVIDED)
    )
    dealer_card_missed: Annotated[DealerCardMissed, "a card missed by the dealer for himself"] = silent(
        DealerCardMissed.NOT_PROVIDED
    )
    cards_run_out: Citation = ()
    no_card_dealt: Citation = ()
    one_card_dealt: Citation = ()
    missed_hit: Citation = ()
    missed_hit_returns: Annotated[MissedHitReturns, "a hand called dead for it gets back"] = silent(
        MissedHitReturns.NOT_PROVIDED
    )
    void_insurance: Annotated[VoidInsurance, "insurance collected before the round is void"] = silent(
        VoidInsurance.RETURNED
    )
    dead_hands_paid: Annotated[DeadHandsPaid, "a hand paid before all hands are called dead"] = silent(
        DeadHandsPaid.UNDONE
    )
    reader_misused: Annotated[ReaderMisused, "hole card read without cause"] = silent(ReaderMisused.NOT_PROVIDED)
    reader_fails: Annotated[ReaderFails, "card reader fails"] = silent(ReaderFails.NOT_PROVIDED)
    shuffler_jams: Citation = ()
    shuffler_out: Annotated[ShufflerOut, "shuffling device out of use"] = silent(ShufflerOut.NOT_PROVIDED)
    other_cases: Citation = ()
