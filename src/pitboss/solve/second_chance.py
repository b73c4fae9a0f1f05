"""What the Second Chance card pays: by the total over 21, the dealer's outcome and the card."""

from functools import cache

import numpy as np
import numpy.typing as npt

from pitboss.solve.dealer_hand import VALUES
from pitboss.solve.strategy import BUST_TOTALS, TWENTY_ONE
from pitboss.solve.terms import Terms

WON, LOST, TIED = "won", "lost", "tied"


def chance_result(total: int, card: int, slot: int, terms: Terms) -> str | None:
    """How a Second Chance card leaves a hand against a dealer outcome; None where it meets an unread Blackjack."""
    now = total - (terms.chance_ace if card == 1 else card)
    if now > TWENTY_ONE:
        return LOST
    if now == TWENTY_ONE:
        return WON
    if slot == terms.blackjack_slot:
        return None
    if slot >= terms.bust_slot:
        return WON if slot == terms.bust_slot else TIED
    dealer = terms.stands_on + slot
    return WON if now > dealer else LOST if now < dealer else TIED


@cache
def chance_pays(terms: Terms, slots: int) -> npt.NDArray[np.float64]:
    """pays[total - 22, slot, card - 1] per unit staked; 0 where the card meets an unread Blackjack."""
    worth = {WON: terms.chance_odds, LOST: -2.0, TIED: 0.0, None: 0.0}
    pays = np.zeros((len(BUST_TOTALS), slots, VALUES))
    for row, total in enumerate(BUST_TOTALS):
        for slot in range(slots):
            for card in range(1, VALUES + 1):
                pays[row, slot, card - 1] = worth[chance_result(total, card, slot, terms)]
    return pays
