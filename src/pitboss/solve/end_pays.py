"""What the end of a hand pays against every outcome of the dealer's, added to what other ends pay."""

import numpy as np
import numpy.typing as npt

from pitboss.solve.bonus_21 import Bonuses
from pitboss.solve.compiled import inner, kernel
from pitboss.solve.hand_values import given_up_to_blackjack, paid_at_once, taken
from pitboss.solve.terms import Terms


@kernel
def stand_pays(
    pays: npt.NDArray[np.float64], total: int, size: int, weight: float, wager: float, terms: Terms, place: int
) -> None:
    """Add what a hand that stands pays against every outcome."""
    if paid_at_once(total, size, terms):
        for slot in range(len(pays)):
            pays[slot] += weight * wager * terms.odds
        return
    for slot in range(terms.bust_slot):
        dealer = terms.stands_on + slot
        if total > dealer:
            pays[slot] += weight * wager * terms.odds
        elif total < dealer:
            pays[slot] -= weight * wager
    pays[terms.bust_slot] += weight * wager * terms.odds
    pays[terms.blackjack_slot] -= weight * taken(wager, terms, place)


@inner
def bonus_pays(pays: npt.NDArray[np.float64], h: int, weight: float, wager: float, paid: Bonuses) -> float:
    """Add what the bonuses of a 21 pay, whatever the outcome; how much of its weight is left."""
    left = weight
    for k in range(len(paid.odds)):
        share = weight * paid.shares[k, h]
        left -= share
        for slot in range(len(pays)):
            pays[slot] += share * wager * paid.odds[k]
    return left


@inner
def natural_pays(pays: npt.NDArray[np.float64], weight: float, terms: Terms) -> None:
    """Add what a player's Blackjack pays against every outcome the reader lets happen."""
    for slot in range(len(pays)):
        ties = (slot == terms.blackjack_slot and terms.blackjacks_tie) or (
            slot == terms.bust_slot - 1 and not terms.blackjack_beats_21
        )
        if not ties:
            pays[slot] += weight * terms.wager * terms.blackjack_odds


@kernel
def bust_pays(pays: npt.NDArray[np.float64], weight: float, wager: float, terms: Terms, place: int) -> None:
    """Add what a hand over 21 that waits for the dealer loses against every outcome."""
    for slot in range(terms.bust_slot if terms.bust_returned else terms.blackjack_slot):
        pays[slot] -= weight * wager
    pays[terms.blackjack_slot] -= weight * taken(wager, terms, place)


@kernel
def surrender_pays(
    pays: npt.NDArray[np.float64], weight: float, lost: float, wager: float, terms: Terms, place: int
) -> None:
    """Add what a hand given up loses against every outcome."""
    for slot in range(len(pays)):
        if slot != terms.blackjack_slot:
            pays[slot] -= weight * lost
    pays[terms.blackjack_slot] -= weight * given_up_to_blackjack(lost, wager, terms, place)
