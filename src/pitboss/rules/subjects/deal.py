"""The deal: who gets which card, face up or down, in which order, and what is done with the hole card."""

from dataclasses import dataclass
from enum import Enum
from typing import Annotated

from pitboss.cards.card import Rank
from pitboss.law import Citation
from pitboss.rules.cited import Group, silent


class DealStep(Enum):
    """One step of the initial deal."""

    PLAYERS_UP = "one card face up to each box wagered on"
    PLAYERS_DOWN = "one card face down to each box wagered on"
    DEALER_UP = "one card face up to the dealer"
    DEALER_DOWN = "one card face down to the dealer"
    OFFER_ATTACK = "Double Attack Wager offered"


class HoleCard(Enum):
    """What the dealer's second card is while the players decide."""

    READER = "dealt face down and read by the card reader device"
    READER_AFTER_PLAY = "dealt face down and read when the players have finished"
    UNREAD = "dealt face down and left unread"
    NONE = "not dealt until the players have finished"

    @property
    def read(self) -> bool:
        """Whether the card reader device ever tells of it."""
        return self in (HoleCard.READER, HoleCard.READER_AFTER_PLAY)


class TotalAnnounced(Enum):
    """When the dealer says his own total."""

    AFTER_EACH_CARD = "after each card the dealer draws"
    WHEN_COMPLETE = "once the dealer's hand is complete"
    NOT_PROVIDED = "not provided"


PLAIN_ORDER = (DealStep.PLAYERS_UP, DealStep.DEALER_UP, DealStep.PLAYERS_UP)


@dataclass(frozen=True)
class Deal(Group):
    """The initial deal and the dealer's second card."""

    heading = "The deal"
    deal_order: Annotated[tuple[DealStep, ...], "cards are dealt"] = silent(PLAIN_ORDER)
    first_cards_go: Citation = ()
    player_cards_seen: Citation = ()
    hole_card: Annotated[HoleCard, "the dealer's second card"] = silent(HoleCard.NONE)
    reader_ranks: Annotated[tuple[Rank, ...], "up cards that send the hole card to the reader"] = silent(())
    hole_card_secret: Citation = ()
    totals_announced: Annotated[bool, "the dealer announces each player's total"] = silent(False)
    dealer_card_announced: Annotated[bool, '"Dealer\'s Card" is announced before the second card is drawn'] = silent(
        False
    )
    dealer_total_announced: Annotated[TotalAnnounced, "the dealer announces his own total"] = silent(
        TotalAnnounced.NOT_PROVIDED
    )
    count_is_players_duty: Citation = ()
    cards_touched: Citation = ()
