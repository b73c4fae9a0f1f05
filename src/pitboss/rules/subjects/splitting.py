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


HANDS_AT_POSITIONS = {6: 4, 7: 3}  # New Jersey's two tables


def hands_at(positions: int) -> int:
    """Into how many hands a pair may be split at a New Jersey table; of fewer than six positions the text is silent."""
    return HANDS_AT_POSITIONS.get(positions, max(HANDS_AT_POSITIONS.values()))


class PositionsCounted(Enum):
    """Which player positions the number of split hands hangs on."""

    AS_OPENED = "those the table is opened with"
    OF_THE_LAYOUT = "those of the layout"
    NONE = "none: it is the same at every table"


@dataclass(frozen=True)
class Splitting(Group):
    """What may be split, into how many hands, and how the hands are played."""

    pair: Annotated[Pair, "a pair is"] = silent(Pair.SAME_VALUE)
    split_wager: Citation = ()
    split_hands: Annotated[int, "hands from one box, at most"] = silent(2)
    split_hands_by: Annotated[PositionsCounted, "the positions that number hangs on"] = silent(PositionsCounted.NONE)
    split_hands_of_aces: Annotated[int | None, "of aces, at most, where that is another number"] = silent(None)
    resplit_aces: Annotated[bool, "aces may be split again"] = silent(False)
    split_aces_one_card: Annotated[bool, "split aces receive only one card each"] = silent(False)
    blackjack_after_split: Annotated[SplitBlackjack, "an ace and a ten-value card after a split is"] = silent(
        SplitBlackjack.TWENTY_ONE
    )
    split_order: Citation = ()

    def most_hands(self, aces: bool, most: int) -> int:
        """Into how many hands a pair, of aces or of others, may be split where a box has at most so many."""
        if aces and self.split_hands_of_aces is not None:
            most = min(most, self.split_hands_of_aces)
        return min(most, 2) if aces and not self.resplit_aces else most
