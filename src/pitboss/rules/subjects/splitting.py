"""Splitting pairs, resplitting, aces."""

from dataclasses import dataclass
from enum import Enum
from typing import Annotated

from pitboss.law import Citation
from pitboss.rules.cited import Group, silent


class Pair(Enum):
    """What makes a pair."""

    SAME_VALUE = "two cards of the same value"
    SAME_RANK = "two cards of the same rank"


class SplitBlackjack(Enum):
    """What an ace with a ten-value card is after a split."""

    TWENTY_ONE = "a 21"
    BLACKJACK = "a Blackjack"


AFTER_SPLIT = {"counts-as-21": SplitBlackjack.TWENTY_ONE, "counts-as-blackjack": SplitBlackjack.BLACKJACK}


@dataclass(frozen=True)
class Splitting(Group):
    """What may be split, into how many hands, and how the hands are played."""

    heading = "Splitting pairs"
    pair: Annotated[Pair, "a pair is"] = silent(Pair.SAME_VALUE)
    split_wager: Citation = ()
    split_hands: Annotated[int, "hands from one box, at most"] = silent(2)
    split_hands_opened: Annotated[tuple[int, ...], "at a table opened with 1, 2, 3... positions only"] = silent(())
    split_hands_of_aces: Annotated[int | None, "of aces, at most, where that is another number"] = silent(None)
    resplit_aces: Annotated[bool, "aces may be split again"] = silent(False)
    split_aces_one_card: Annotated[bool, "split aces receive only one card each"] = silent(False)
    blackjack_after_split: Annotated[SplitBlackjack, "an ace and a ten-value card after a split is"] = silent(
        SplitBlackjack.TWENTY_ONE
    )
    split_21_ties_blackjack: Annotated[bool, "an ace and a ten-value card after a split tie a dealer Blackjack"] = (
        silent(False)
    )
    split_order: Citation = ()

    def hands_at(self, positions: int) -> int:
        """Into how many hands a pair may be split at a table opened with fewer positions than its layout has."""
        counted = self.split_hands_opened
        return counted[positions - 1] if positions <= len(counted) else self.split_hands

    def most_hands(self, aces: bool, most: int) -> int:
        """Into how many hands a pair, of aces or of others, may be split where a box has at most so many."""
        if aces and self.split_hands_of_aces is not None:
            most = min(most, self.split_hands_of_aces)
        return min(most, 2) if aces and not self.resplit_aces else most
