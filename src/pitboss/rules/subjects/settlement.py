"""Who wins, what is paid, in which order the dealer collects, pays and clears the table."""

from dataclasses import dataclass
from enum import Enum
from typing import Annotated

from pitboss.law import Citation
from pitboss.rules.cited import Group, silent
from pitboss.rules.money import EVEN_MONEY, Odds
from pitboss.rules.subjects.bonus_21 import Bonus21


class BlackjackPaid(Enum):
    """When a player's Blackjack is paid."""

    IN_TURN = "at the player's turn, the reader having been used"
    BEFORE_READER = "at once, before insurance and reader"
    AFTER_ROUND = "when the round is complete"


class DealerBlackjackTakes(Enum):
    """What a dealer Blackjack takes from a hand without one."""

    BET_ONLY = "the bet; Double Attack, double and split wagers go back"
    ORIGINAL_WAGERS = "the bet, and after a double or a split the Double Attack Wager; double and split wagers go back"
    EVERYTHING = "every wager on the hand"


class PlayerBust(Enum):
    """How a hand that goes over the limit fares."""

    LOSES = "loses, whatever the dealer gets"
    LOSES_UNLESS_DEALER_BUSTS = "loses only if the dealer does not bust too; returned otherwise"


class BustCollected(Enum):
    """When the wagers of a hand that lost by going over the limit are collected."""

    AT_THE_BUST = "at once, when the hand goes over"
    AFTER_ROUND = "with the other losing wagers, the dealer's hand being complete"


BOTH_BUST = {"player-loses": PlayerBust.LOSES, "returned": PlayerBust.LOSES_UNLESS_DEALER_BUSTS}
BUST_COLLECTED = {"after-the-round": BustCollected.AFTER_ROUND, "at-the-bust": BustCollected.AT_THE_BUST}


class TwentyOnePaid(Enum):
    """When a player's 21 that is no Blackjack is paid."""

    NOT_AT_ONCE = "with the other hands, against the dealer's"
    RIGHT_AWAY = "right away, in the player's turn"
    AFTER_ALL_PLAYERS = "after all players' additional cards, before the hole card is turned"


class CollectAndPay(Enum):
    """The order of collecting and paying."""

    TOGETHER = "each player in turn: losing wagers collected, winning wagers paid"
    COLLECT_FIRST = "all losing wagers collected, then all winning wagers paid"


class LosingChips(Enum):
    """What becomes of the chips of a losing wager."""

    TO_INVENTORY = "straight to the table inventory, never used to pay a winner"
    RACKED_BEFORE_CARDS = "those of a busted hand are racked before its cards"
    NOT_PROVIDED = "not provided"


class Discarded(Enum):
    """When a hand's cards go to the discard rack."""

    AFTER_ROUND = "after all wagers are settled"
    EACH_HAND = "at once after each hand is settled"


@dataclass(frozen=True)
class Settlement(Group):
    """Outcomes, odds and order."""

    heading = "Settlement"
    bet_odds: Annotated[Odds, "winning bets pay"] = silent(EVEN_MONEY)
    blackjack_odds: Annotated[Odds, "a player's Blackjack pays"] = silent(EVEN_MONEY)
    blackjack_paid: Annotated[BlackjackPaid, "a player's Blackjack is paid"] = silent(BlackjackPaid.AFTER_ROUND)
    blackjack_cards: Citation = ()  # removed when it is paid
    blackjack_beats_21: Annotated[bool, "a player's Blackjack beats a dealer's 21 of more cards"] = silent(True)
    blackjacks_tie: Annotated[bool, "two Blackjacks tie"] = silent(True)
    player_wins: Citation = ()
    player_loses: Citation = ()
    player_ties: Citation = ()
    player_bust: Annotated[PlayerBust, "a hand over the limit"] = silent(PlayerBust.LOSES)
    bust_collected: Annotated[BustCollected, "its wagers, where it loses, are collected"] = silent(
        BustCollected.AT_THE_BUST
    )
    twenty_one_paid: Annotated[TwentyOnePaid, "a player's 21 is paid"] = silent(TwentyOnePaid.NOT_AT_ONCE)
    charlie_cards: Annotated[int | None, "a hand not over the limit wins at once with so many cards"] = silent(None)
    bonus_21: Annotated[Bonus21 | None, "a 21 of these cards is paid at once"] = silent(None)
    dealer_blackjack_takes: Annotated[DealerBlackjackTakes, "a dealer Blackjack takes"] = silent(
        DealerBlackjackTakes.EVERYTHING
    )
    settled_from_right: Citation = ()
    collect_and_pay: Annotated[CollectAndPay, "collecting and paying"] = silent(CollectAndPay.TOGETHER)
    losing_chips_apart: Annotated[LosingChips, "losing chips"] = silent(LosingChips.NOT_PROVIDED)
    discarded: Annotated[Discarded, "cards are discarded"] = silent(Discarded.AFTER_ROUND)
    picked_up: Citation = ()

    @property
    def bust_waits(self) -> bool:
        """Whether a hand over the limit stays on the layout until the dealer's hand is known."""
        return self.bust_collected is BustCollected.AFTER_ROUND or self.player_bust is not PlayerBust.LOSES
