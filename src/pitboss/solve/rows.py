"""Which hands are worth working out: those that play can come to if nobody draws where drawing is hopeless."""

from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from pitboss.solve.bonus_21 import Bonuses
from pitboss.solve.compiled import inner, kernel
from pitboss.solve.dealer_hand import VALUES
from pitboss.solve.hands import CLOSED, Hands
from pitboss.solve.strategy import TWENTY_ONE

Whole = npt.NDArray[np.signedinteger[Any]]
HandArrays = tuple[npt.NDArray[np.int8], Whole, Whole, Whole, Bonuses]


class Rows(NamedTuple):
    """Hands under and at 21 (successors first), hands over 21, and their cards, sizes, totals, ways on, bonuses.

    From a hand that is not to draw the way on is CLOSED, whatever the card.
    """

    live: npt.NDArray[np.int64]
    over: npt.NDArray[np.int64]
    hand: HandArrays

    def holding(self, value: int, most_cards: int = TWENTY_ONE) -> "Rows":
        """Those with a card of this value among at most so many."""
        cards, size = self.hand[:2]
        there = (cards[:, value - 1] > 0) & (size <= most_cards)
        return Rows(self.live[there[self.live]], self.over[there[self.over]], self.hand)

    def among(self, found: npt.NDArray[np.bool_]) -> "Rows":
        """Those marked."""
        return Rows(self.live[found[self.live]], self.over[found[self.over]], self.hand)

    @property
    def both(self) -> npt.NDArray[np.int64]:
        """All of them."""
        return np.concatenate((self.live, self.over)) if len(self.over) else self.live


@kernel
def _below(
    limit: int,
    size: npt.NDArray[np.int64],
    total: npt.NDArray[np.int64],
    soft: npt.NDArray[np.int64],
    after: npt.NDArray[np.int64],
    live: int,
    found: npt.NDArray[np.bool_],
    ways: npt.NDArray[np.int64],
) -> None:
    for h in range(live - 1, -1, -1):
        if size[h] == 2:
            found[h] = True
        if not found[h] or total[h] == TWENTY_ONE:
            continue
        if size[h] > 2 and not soft[h] and total[h] >= limit:
            for c in range(VALUES):
                ways[h, c] = CLOSED
            continue
        for c in range(VALUES):
            if after[h, c] >= 0:
                found[after[h, c]] = True


def all_rows(hands: Hands, paid: Bonuses) -> Rows:
    """Every hand of two cards or more, with what its 21s are paid besides."""
    live = np.flatnonzero(hands.size[: hands.live] >= 2)
    return Rows(live, np.arange(hands.live, hands.bust_end), (hands.cards, hands.size, hands.total, hands.after, paid))


def rows_below(hands: Hands, every: Rows, limit: int) -> Rows:
    """What play comes to that draws to any two cards, but to more cards only below a hard total."""
    found, after = np.zeros(len(hands.size), np.bool_), hands.after.copy()
    _below(limit, hands.size, hands.total, hands.soft, hands.after, hands.live, found, after)
    cards, size, total, _, paid = every.hand
    return Rows(every.live, every.over, (cards, size, total, after, paid)).among(found)


@inner
def hopeless_margin(cards: float) -> float:
    """A draw this much worse than standing is made with no hand of its total, a split this much worse with no pair."""
    return 0.02 + 20 / cards


def hopeless_from(
    stand: Mapping[int, float],
    doubled: Mapping[int, float],
    over: Mapping[int, tuple[float, float]],
    chances: npt.NDArray[np.float64],
    margin: float,
) -> int:
    """The hard total from which drawing is worse than standing by more than a margin, with each next card's chance.

    `stand` and `doubled` are what hard totals are worth with one wager and with two, `over` what hands over 21 are.
    """
    best = {TWENTY_ONE: stand[TWENTY_ONE]}
    for total in range(TWENTY_ONE - 1, TWENTY_ONE - VALUES, -1):
        hit = double = 0.0
        for value, chance in enumerate(chances.tolist(), 1):
            now = total + value
            hit += chance * (best[now] if now <= TWENTY_ONE else over[now][0])
            double += chance * (doubled[now] if now <= TWENTY_ONE else over[now][1])
        if max(hit, double) > stand[total] - margin:
            return total + 1
        best[total] = max(stand[total], hit)
    return TWENTY_ONE - VALUES + 1
