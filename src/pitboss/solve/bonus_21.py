"""Bonuses for 21s by hand: how often a 21 of these cards is paid each odds, its suits being any.

Nobody decides by suits here: what is worked out is the best play that does not look at them. So by exchangeability the
suits of a hand's cards are those of any cards of their ranks in whole decks. The hands of one box are taken to have
their suits apart, which touches no mean.
"""

from functools import cache
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from pitboss.rules.subjects.bonus_21 import Bonus21
from pitboss.rules.wager_kinds import PayRow
from pitboss.solve.hands import VALUE, Hands, counts_of
from pitboss.solve.strategy import TWENTY_ONE
from pitboss.solve.wager_lines import LOST, line, shares_of_suits


class Bonuses(NamedTuple):
    """The different odds that a 21 may be paid, and shares[k, h]: how often the k-th is what hand h is paid."""

    odds: npt.NDArray[np.float64]
    shares: npt.NDArray[np.float64]


def bonuses(bonus: Bonus21 | None, decks: int, hands: Hands) -> Bonuses:
    """The bonuses of every hand there is."""
    different = bonus.different_odds if bonus is not None else ()
    shares = np.zeros((len(different), len(hands.keys)))
    if bonus is not None:
        for h in twenty_ones(hands):
            for row, share in rows_paid(bonus, decks, int(hands.keys[h])):
                shares[different.index(row.odds), h] += share
    return Bonuses(np.array([float(odds.ratio) for odds in different]), shares)


def twenty_ones(hands: Hands) -> npt.NDArray[np.int64]:
    """The hands of three cards or more that are 21."""
    return np.flatnonzero((hands.total[: hands.live] == TWENTY_ONE) & (hands.size[: hands.live] > 2))


@cache
def rows_paid(bonus: Bonus21, decks: int, key: int) -> tuple[tuple[PayRow, float], ...]:
    """The lines that a hand may be paid by, and how often its suits make it so."""
    ranks = tuple(np.repeat(VALUE, counts_of(np.array([key]))[0]).tolist())
    by_suit = any(row.of_suits and row.when[0].ranks == ranks for row in bonus.rows)
    paid = list(shares_of_suits(bonus.kind, decks, ranks)) if by_suit else [(line(bonus.kind, ranks), 1)]
    return tuple((bonus.rows[number - 1], float(share)) for number, share in paid if number != LOST)
