"""What is known and told against one up card: the values of hands and splits, and orders for them."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from pitboss.solve.compiled import interpreted
from pitboss.solve.dealer_hand import VALUES
from pitboss.solve.figures import Values
from pitboss.solve.hand_values import ALONE, taken
from pitboss.solve.terms import Terms


class SplitValue(NamedTuple):
    """What a split is worth (joint with the peek), its mean wager, and into how many hands it goes at most."""

    value: float
    wager: float
    hands: int


class PairCase(NamedTuple):
    """Two cards of one value: how often they are a pair the rules let split, and the pair cards in the shoe then."""

    share: float
    pairs: int


class ToldSplit(NamedTuple):
    """Orders for a pair: split it to at most so many hands (0: not at all), and rows of decisions after it."""

    hands: int
    rows: npt.NDArray[np.int8]


class Told(NamedTuple):
    """Orders against one up card: rows of actions, chances and give-ups, what to do with pairs by value, even money."""

    rows: npt.NDArray[np.int8]
    pairs: Mapping[int, ToldSplit]
    even_money: bool = False


@dataclass
class UpCard:
    """Everything against one up card with one set of wagers, joint with the peek until summed."""

    up: int
    terms: Terms
    values: Values
    worth: npt.NDArray[np.float64]
    told: Told | None = None
    splits: dict[tuple[int, int], SplitValue] = field(default_factory=dict)
    kept: dict[int, npt.NDArray[np.int8]] = field(default_factory=dict)
    unsplit_pair: dict[int, float] = field(default_factory=dict)
    mean: float = 0.0
    wager: float = 0.0
    looked: float = 0.0
    even_money: bool = False

    def scaled(self, terms: Terms) -> "UpCard":
        """The same against larger wagers, where everything but what the reader's Blackjack takes grows with them."""
        ratio = terms.wager / self.terms.wager
        values = self.values.scaled(ratio)
        splits = {key: SplitValue(s.value * ratio, s.wager * ratio, s.hands) for key, s in self.splits.items()}
        more = interpreted(taken)(terms.wager, terms, ALONE) - ratio * interpreted(taken)(
            self.terms.wager, self.terms, ALONE
        )
        mean, wager = self.mean * ratio - self.looked * more, self.wager * ratio
        return replace(
            self,
            terms=terms,
            values=values,
            worth=self.worth * ratio,
            splits=splits,
            unsplit_pair={value: x * ratio for value, x in self.unsplit_pair.items()},
            mean=mean,
            wager=wager,
        )

    def orders(self) -> Told:
        """The decisions made here, as orders for the same hands elsewhere."""
        rows = self.values.chosen.copy()
        pairs = {}
        for value in range(1, VALUES + 1):
            split = [(pairs_, s) for (of, pairs_), s in self.splits.items() if of == value]
            if not split or value not in self.kept:
                pairs[value] = ToldSplit(0, rows)
                continue
            splits = self.splits_pair(value, split[0][0], self.unsplit_pair[value])
            pairs[value] = ToldSplit(split[0][1].hands if splits else 0, self.kept[value])
        return Told(rows, pairs, self.even_money)

    def splits_pair(self, value: int, pairs: int, unsplit: float) -> bool:
        """Whether a pair is split: as told, or when that is worth more."""
        if (value, pairs) not in self.splits:
            return False
        if self.told is not None:
            return self.told.pairs[value].hands > 0
        return self.splits[value, pairs].value > unsplit
