"""What fixed decisions after a split leave on the table at most: a bound on what remembering every card is worth.

The solver plays split hands by decisions fixed per hand, up card and number of hands, and splits again by a rule fixed
per pair and up card. No play does better than that by more than the sum of what it could gain at each hand and each
choice to split again (`split_hands.py`), given the cards seen by then, with everything else left as it is, less what
hands give up of their own worth to show more cards to others.

Knowing more cards never lowers the mean of a best value, nor of what is positive in a difference. So no play of the
hands before can raise these means above what they are when shown the cards of hands that draw as long as they may: to
21, over it, and a Second Chance card. Unseen cards are exchangeable, so it does not matter which of them came when; and
both ways on from a pair card may be counted as taken, since no term is negative. The first of two hands, with which
most of it lies, is let off nothing: what it gives up by playing otherwise than is best for itself is taken off.

With one hand before, likely sets of cards are gone through. Of the rest, and with two or three hands before, a sample
is drawn, and its mean raised to a limit which the true mean exceeds with a chance of at most `doubt`, however the terms
are distributed. What a set of cards could be worth at most grows with its number of cards, and as often it is drawn.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from math import log
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from pitboss.rules.errors import RulesError
from pitboss.solve.composition import Composition
from pitboss.solve.dealer_hand import VALUES
from pitboss.solve.round_values import Table
from pitboss.solve.split_hands import NOTHING, Cards, Chances, SplitHands, Term, terms_of
from pitboss.solve.terms import GameTerms
from pitboss.solve.up_card import UpCard

BATCH = 100
# A pair not split, but so little worse that showing it is not worth the work, counts as one that is.
NEARLY_SPLIT = 0.03
TRIES_TO_RULE_OUT = 200_000
PAIRS = VALUES * VALUES


class Bound(NamedTuple):
    """What memory is worth at most per initial wager; `enumerated` of it is certain, the rest but for `doubt`."""

    value: float
    enumerated: float
    sampled_mean: float
    samples: int
    doubt: float


def upper_limit(shares: npt.NDArray[np.float64], doubt: float) -> float:
    """What the mean of values between 0 and 1 exceeds with a chance of at most `doubt`, however they are distributed.

    With m the mean, the product of 1 + m - x over the sample is never negative and has a mean of 1, so it comes to
    1 / doubt with a chance of at most `doubt`; the limit is the m at which this sample's product does.
    """
    low, high = float(shares.mean()), 1.0
    while high - low > 1e-9 * high:
        middle = (low + high) / 2
        enough = float(np.log1p(middle - shares).sum()) >= log(1 / doubt)
        low, high = (low, middle) if enough else (middle, high)
    return high


class Sample:
    """Terms that are drawn for their mean: each as often as it could weigh."""

    def __init__(self) -> None:
        self.at: list[tuple[SplitHands, Term, Cards | None, Chances]] = []
        self._greatest: list[float] = []

    def add(self, hands: SplitHands, term: Term, weight: float, sets: tuple[Cards, Chances] | None = None) -> None:
        """Count a term with a weight, over some sets of cards of the hand before or over all of the hands before."""
        if sets is None:
            cards, often = None, hands.within(term, hands.cards_drawn(term))
        else:
            cards, chances = sets
            often = np.cumsum(chances * hands.within(term, cards.sum(1)))
            if not len(often) or not often[-1]:
                return
        self.at.append((hands, term, cards, often))
        self._greatest.append(weight * hands.most(term) * float(often if cards is None else often[-1]))

    @property
    def greatest(self) -> float:
        """The weighted sum of the terms' means is never greater."""
        return sum(self._greatest)

    def draw(self, tries: int, numbers: np.random.Generator) -> npt.NDArray[np.float64]:
        """Shares of the greatest, whose mean is no less than the weighted sum of the terms' means."""
        greatest = np.array(self._greatest)
        found = np.empty(tries)
        for n, which in enumerate(numbers.choice(len(self.at), tries, p=greatest / greatest.sum())):
            hands, term, cards, often = self.at[which]
            if cards is None:
                gone = hands.drawn(term, numbers)
            else:
                gone = cards[np.searchsorted(often, numbers.random() * often[-1], side="right")]
            found[n] = hands.value(term, gone) / (hands.most(term) * float(hands.within(term, gone.sum())))
        return found


class Certain(NamedTuple):
    """What is gone through against one up card, and the pairs in question there, by value."""

    up: int
    value: float
    pairs: tuple[int, ...]


@dataclass(frozen=True)
class Memory:
    """A game in which every hand is worked out, and its best play by fixed decisions.

    The work falls into parts that need not be done in one process: `certain` for each up card, then a sample from what
    is left, drawn in as many pieces as one likes; `bound` puts them together.
    """

    table: Table
    best: Mapping[int, UpCard]

    def pairs(self, up: int) -> Iterator[tuple[SplitHands, float]]:
        """The pairs that could be split against an up card, and how often each comes."""
        share, one = float(self.table.counts[up - 1] / self.table.counts.sum()), self.best[up]
        for first, second, chance in self.table.two_cards(up):
            if first == second and first in one.kept:
                yield SplitHands(self.table, one, first), share * chance

    def certain(self, up: int, doubt: float, seed: int) -> Certain:
        """Everything against one up card that needs no sample; `doubt` is for pairs said not to be worth splitting."""
        numbers = np.random.default_rng((seed, up))
        value, pairs = 0.0, []
        for hands, chance in self.pairs(up):
            if hands.worth < -NEARLY_SPLIT and rules_out(hands, numbers, doubt / PAIRS):
                continue
            pairs.append(hands.pair_value)
            for term in terms_of(hands.most_hands):
                if term.number <= 2:
                    mean = hands.after_one_hand(term) if term.number == 2 else hands.value(term, NOTHING)
                    value += chance * hands.weight(term) * mean
        return Certain(up, value, tuple(pairs))

    def sample(self, parts: Iterable[Certain]) -> Sample:
        """What is left for a sample."""
        sample = Sample()
        for part in parts:
            for hands, chance in self.pairs(part.up):
                if hands.pair_value in part.pairs:
                    for term in terms_of(hands.most_hands):
                        if term.number > 1:
                            sample.add(hands, term, chance * hands.weight(term), hands.unlikely(term))
        return sample

    def bound(self, samples: int, doubt: float, seed: int = 1) -> Bound:
        """What memory is worth at most, over all pairs worth splitting or nearly so."""
        parts = [self.certain(up, doubt / 2, seed) for up in self.best]
        sample = self.sample(parts)
        shares = sample.draw(samples, np.random.default_rng(seed)) if sample.at else np.empty(0)
        return joined(parts, sample.greatest, shares, doubt)


def joined(parts: Iterable[Certain], greatest: float, shares: npt.NDArray[np.float64], doubt: float) -> Bound:
    """The bound made up of its parts; half of the doubt is the sample's."""
    certain = sum(part.value for part in parts)
    if not len(shares):
        return Bound(certain, certain, 0.0, 0, doubt)
    limit = greatest * upper_limit(shares, doubt / 2)
    return Bound(certain + limit, certain, greatest * float(shares.mean()), len(shares), doubt)


def rules_out(hands: SplitHands, numbers: np.random.Generator, doubt: float) -> bool:
    """Whether a pair that is not split is, but for a doubt, not worth splitting with any memory either."""
    room, sample = -hands.worth, Sample()
    for term in terms_of(hands.most_hands):
        if term.number == 1:
            room -= hands.weight(term) * hands.value(term, NOTHING)
        else:
            sample.add(hands, term, hands.weight(term))
    tries = int(1.5 * sample.greatest * log(1 / doubt) / room) + BATCH if room > 0 else TRIES_TO_RULE_OUT
    if tries >= TRIES_TO_RULE_OUT:
        return False
    return sample.greatest * upper_limit(sample.draw(tries, numbers), doubt) < room


def memory(game: GameTerms, shoe: Composition, best: Callable[[Table], Mapping[int, UpCard]]) -> Memory:
    """A game with nothing left out: neither hands only a hopeless draw comes to nor pairs far from worth splitting."""
    if game.same_rank:
        raise RulesError("memory after a split is bounded only where any two cards of a value are a pair")
    table = Table(game, shoe)
    table.may_close, table.hopeless_margin = False, float("inf")
    table.deal()
    return Memory(table, best(table))
