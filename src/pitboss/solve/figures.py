"""What is worked out for every hand, in two arrays: figures and decisions."""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

# Where a hand's figures stand in Values.
(
    STAND_VALUE,
    HIT_VALUE,
    DOUBLE_VALUE,
    SURRENDER_VALUE,
    VALUE,
    WAGER,
    CHANCE,
    DECLINE,
    DOUBLED_STAND,
    DOUBLED_SURRENDER,
) = range(10)
ACTION, TAKES, GIVES_UP = range(3)
# What a hand is worth to who draws to it, side by side: all of it is asked for by every hand that may become this one.
ONCE, ONCE_WAGER, TWICE, TWICE_WAGER = range(4)

Figures = npt.NDArray[np.float64]
Choices = npt.NDArray[np.int8]


class Values(NamedTuple):
    """By hand: each option's value, the best or followed action, its value, and the mean wager that goes with it.

    `chance` and `decline` are the Second Chance taken and refused by a hand over 21 with a single wager; `takes` is
    which is chosen; `gives_up` whether a doubled hand surrenders. Rows of hands that cannot occur hold no meaning.
    A kernel gets two arrays: thirteen would be compiled as ninety arguments.
    """

    figures: Figures
    chosen: Choices

    @property
    def stand(self) -> Figures:
        """What standing is worth."""
        row: Figures = self.figures[STAND_VALUE]
        return row

    @property
    def hit(self) -> Figures:
        """What one card more is worth."""
        row: Figures = self.figures[HIT_VALUE]
        return row

    @property
    def double(self) -> Figures:
        """What doubling is worth."""
        row: Figures = self.figures[DOUBLE_VALUE]
        return row

    @property
    def surrender(self) -> Figures:
        """What giving up is worth."""
        row: Figures = self.figures[SURRENDER_VALUE]
        return row

    @property
    def value(self) -> Figures:
        """What the hand is worth as played."""
        row: Figures = self.figures[VALUE]
        return row

    @property
    def wager(self) -> Figures:
        """The mean wager that goes with it."""
        row: Figures = self.figures[WAGER]
        return row

    @property
    def chance(self) -> Figures:
        """What a Second Chance is worth."""
        row: Figures = self.figures[CHANCE]
        return row

    @property
    def decline(self) -> Figures:
        """What going without one is worth."""
        row: Figures = self.figures[DECLINE]
        return row

    @property
    def action(self) -> Choices:
        """What is done."""
        row: Choices = self.chosen[ACTION]
        return row

    @property
    def takes(self) -> Choices:
        """Whether a Second Chance is taken."""
        row: Choices = self.chosen[TAKES]
        return row

    @property
    def gives_up(self) -> Choices:
        """Whether it is given up once doubled."""
        row: Choices = self.chosen[GIVES_UP]
        return row

    def scaled(self, ratio: float) -> "Values":
        """The same with wagers larger by a ratio."""
        return Values(ratio * self.figures, self.chosen)


def no_worth(hands: int) -> Figures:
    """Room for worth[h, ONCE to TWICE_WAGER] of so many hands."""
    return np.zeros((hands, 4))


def no_values(hands: int) -> Values:
    """Room for the values of so many hands."""
    return Values(np.zeros((10, hands)), np.zeros((3, hands), np.int8))
