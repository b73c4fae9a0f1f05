"""The deal: who gets which card, face up or down, in which order, and what is done with the hole card."""

from dataclasses import dataclass
from enum import Enum
from typing import Annotated

from pitboss.cards.card import Rank
from pitboss.rules.cited import Group
from pitboss.rules.subjects.shuffle_and_cut import Direction


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


@dataclass(frozen=True)
class Deal(Group):
    """The initial deal and the dealer's second card."""

    deal_order: Annotated[tuple[DealStep, ...], "cards are dealt"]
    first_cards_go: Annotated[Direction | None, "the first cards go round the table"]
    deal_direction: Annotated[Direction, "boxes decide, and get additional cards, from the dealer's left"]
    player_cards_seen: Annotated[str, "players' cards"]
    hole_card: Annotated[HoleCard, "the dealer's second card"]
    reader_ranks: Annotated[tuple[Rank, ...], "up cards that send the hole card to the reader"]
    hole_card_secret: Annotated[str, "who sees the hole card before it is turned"]
    dealer_blackjack_ends_round: Annotated[bool, "a dealer Blackjack found by the reader ends the round"]
    additional_cards: Annotated[str, "additional cards are dealt"]
    totals_announced: Annotated[bool, "the dealer announces each player's total"]
    dealer_card_announced: Annotated[bool, '"Dealer\'s Card" is announced before the second card is drawn']
    dealer_total_announced: Annotated[str, "the dealer announces his own total"]
    count_is_players_duty: Annotated[bool, "each player must check the count of the hand"]
    cards_touched: Annotated[str, "who may touch the cards"]
    signals: Annotated[str, "signals"]
