"""Hands that draw as long as they may: to 21, over it, and a Second Chance card."""

import numpy as np
import numpy.typing as npt

from pitboss.solve.compiled import kernel
from pitboss.solve.dealer_hand import VALUES
from pitboss.solve.strategy import TWENTY_ONE


@kernel
def _draw_to_the_last(
    shoe: npt.NDArray[np.float64],
    value: int,
    hands: int,
    most_cards: int,
    chance: bool,
    at_random: npt.NDArray[np.float64],
    gone: npt.NDArray[np.int64],
) -> None:
    left = 0.0
    for c in range(VALUES):
        left += shoe[c]
    drawn = 0
    for _ in range(hands):
        hard, ace, size = value, value == 1, 1
        more = True
        while more and left > 0:
            at = at_random[drawn] * left
            card = 0
            while card < VALUES - 1 and at >= shoe[card] - gone[card]:
                at -= shoe[card] - gone[card]
                card += 1
            while gone[card] >= shoe[card]:
                card -= 1
            gone[card] += 1
            left -= 1
            drawn += 1
            size += 1
            over = hard > TWENTY_ONE
            hard += card + 1
            ace = ace or card == 0
            if over:
                more = False
            elif hard > TWENTY_ONE:
                more = chance
            else:
                total = hard + 10 if ace and hard + 10 <= TWENTY_ONE else hard
                more = total < TWENTY_ONE and size < most_cards


def drawn_to_the_last(
    shoe: npt.NDArray[np.float64],
    value: int,
    hands: int,
    most_cards: int,
    chance: bool,
    at_random: npt.NDArray[np.float64],
) -> npt.NDArray[np.int64]:
    """What hands beginning with one card of a value take if they draw as long as they may."""
    gone = np.zeros(VALUES, np.int64)
    _draw_to_the_last(shoe, value, hands, most_cards, chance, at_random, gone)
    return gone
