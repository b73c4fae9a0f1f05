"""What fixed decisions after a split leave on the table at most: a bound on what remembering every card is worth.

The solver plays split hands by decisions fixed per hand, up card and number of hands, and splits again by a rule fixed
per pair and up card. No play does better than that by more than the sum of what it could gain at each hand and each
choice to split again, given the cards seen by then, with everything else left as it is:

    gain(k, cards)       the best play of one hand while there are k, less the fixed play of it, the cards known out
    change(k, i, cards)  the i-th hand gets a pair card: doing the opposite of the rule, less doing what it says

Knowing more cards never lowers the mean of a best value, nor of what is positive in a difference. So no play of the
hands before can raise these means above what they are when shown the cards of hands that draw as long as they may: to
21, over it, and a Second Chance card. Unseen cards are exchangeable, so it does not matter which of them came when; and
both ways on from a pair card may be counted as taken, since no term is negative.

With one hand before, all such sets of cards are gone through; some so rare that together they come less often than
`RARE` count as the most a hand can win. With two or three, or with a Second Chance card after a hand, there are too
many sets: a sample is drawn, and its mean raised to a limit which the true mean exceeds with a chance of at most
`doubt`, however the terms are distributed.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from math import log
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from pitboss.rules.errors import RulesError
from pitboss.solve.compiled import interpreted
from pitboss.solve.composition import Composition
from pitboss.solve.dealer_hand import VALUES
from pitboss.solve.drawn_to_the_last import drawn_to_the_last
from pitboss.solve.figures import no_values
from pitboss.solve.hand_values import ADDED, FIRST, Against, value_hands
from pitboss.solve.hands import BITS, counts_of, set_chances
from pitboss.solve.round_values import Table
from pitboss.solve.splits import MOST_HANDS, SplitPair, SplitWorth, known_others, most_out, reached, value_splits
from pitboss.solve.strategy import TWENTY_ONE
from pitboss.solve.terms import GameTerms
from pitboss.solve.up_card import UpCard

Cards = npt.NDArray[np.int64]
RARE = 1e-6
BATCH = 500
# A pair not split, but so little worse that showing it is not worth the work, counts as one that is.
NEARLY_SPLIT = 0.03
TRIES_TO_RULE_OUT = 200_000
# A hand of more cards than 21 has one Second Chance card besides.
MOST_DRAWN = TWENTY_ONE + 1
PAIRS = VALUES * VALUES
NOTHING = np.zeros(VALUES, np.int64)


class Term(NamedTuple):
    """Something to gain: hands on the box, the hand's number, the ways to come there, whether by splitting again."""

    hands: int
    number: int
    ways: int
    again: bool


class Bound(NamedTuple):
    """What memory is worth at most per initial wager; `enumerated` of it is certain, the rest but for `doubt`."""

    value: float
    enumerated: float
    sampled_mean: float
    samples: int
    doubt: float


def terms_of(most: int) -> Iterator[Term]:
    """Everything there is to gain in a split, both ways on from every pair card counted."""
    ways = {(2, 1): 1}
    for k in range(2, most + 1):
        for i in range(1, k + 1):
            if (k, i) != (2, 1):
                ways[k, i] = ways.get((k, i - 1), 0) + ways.get((k - 1, i), 0)
            if i > 1:  # the first hand knows no more than its fixed play does
                yield Term(k, i, ways[k, i], again=False)
            if k < most:
                yield Term(k, i, ways[k, i], again=True)


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


def _known(f: npt.NDArray[np.float64], a: int, others: int, pairs: float, cards: float) -> float:
    return float(interpreted(known_others)(f[:, 0], a, others, pairs, cards, np.empty(others + 1)))


class SplitHands:
    """One pair against one up card: what its hands could gain by knowing cards."""

    def __init__(self, table: Table, one: UpCard, value: int) -> None:
        self.table, self.one, self.pair_value = table, one, value
        self.most_hands = table.game.split_hands[value - 1]
        self.shoe = table.left(one.up)
        pairs = int(self.shoe[value - 1])
        self.pairs, self.limit = pairs, one.splits[value, pairs].hands
        self.worth = one.splits[value, pairs].value - one.unsplit_pair[value]
        self.kept = one.kept[value]
        self.positions = table.positions(one.up, one.terms)
        self.rows = table.pair_rows(value, table.every)
        start = (np.array([table.row(value)]), table.hands.live, table.hands.after, self.rows.live)
        self.followed = self.rows.among(reached((2, self.most_hands), self.positions, *start, self.kept))
        room = (most_out(self.most_hands), table.game.slots.size, table.size)
        self._outcomes, self._chances = np.zeros(room), np.zeros((room[0], 2, table.size))
        self._values, self._twice = no_values(table.size), np.zeros((2, table.size))
        self._whole = np.zeros((2, MOST_HANDS + 1, 2 * MOST_HANDS + 1, 2))
        self._unpaired = np.zeros_like(self._whole)
        aces = value == 1
        self._context = (True, FIRST if self.positions == 1 else ADDED, aces, aces and one.terms.one_card_aces)

    def share(self, hands: int) -> float:
        """How likely given cards are to be the pair cards that make so many hands."""
        cards, chance = self.shoe.sum(), 1.0
        for out in range(2, hands):
            chance *= max(self.pairs - out, 0) / (cards - out)
        return float(chance)

    def from_shoe(self, hands: int, gone: Cards) -> npt.NDArray[np.float64]:
        """The shoe less the pair cards of so many hands and other cards known."""
        left: npt.NDArray[np.float64] = self.shoe - gone
        left[self.pair_value - 1] -= hands
        return left

    def gain(self, hands: int, gone: Cards) -> float:
        """What one hand's best play is worth above its fixed play, over its second card."""
        table, one, pair = self.table, self.one, self.pair_value - 1
        table.fill(one.up, self.shoe - gone, self.rows.both, self._outcomes, self._chances, pair, (hands, hands))
        before = self.from_shoe(hands - 1, gone)
        second = self.from_shoe(hands, gone)
        there = second > 0
        after = table.hands.after[table.row(self.pair_value)][there]
        against = Against(before, table.key(one.up), self._outcomes[hands - 1], self._chances[hands - 1])
        worth = []
        for following, rows in ((False, self.rows), (True, self.followed)):
            values, twice = self._values, self._twice
            values.chosen[:] = self.kept[-1, hands]
            value_hands(rows, against, one.terms.coded, self._context, following, values, twice)
            worth.append(float((second[there] * values.value[after]).sum() / second.sum()))
        return worth[0] - worth[1]

    def change(self, hands: int, number: int, gone: Cards) -> float:
        """What doing the opposite of the rule for splitting again is worth, times the chance of a pair card."""
        table, one, pair, most = self.table, self.one, self.pair_value - 1, self.most_hands
        shoe = self.shoe - gone
        pairs, cards = float(shoe[pair]), float(shoe.sum())
        if pairs <= hands:
            return 0.0
        wanted = self.followed
        table.fill(one.up, shoe, wanted.both, self._outcomes, self._chances, pair, (hands, most_out(most)))
        split = SplitPair(pair, pairs, table.row(self.pair_value), most, False, self.positions)
        against = Against(shoe, table.key(one.up), self._outcomes, self._chances)
        into = SplitWorth(self._values, self._twice, self._whole, self._unpaired, self.kept)
        value_splits((hands, most), False, split, wanted, against, one.terms, into)
        position = min(number - 1, 1)
        chance = (pairs - hands) / (cards - hands)
        pair_kept = self._whole[position, hands, hands, 0] - self._unpaired[position, hands, hands, 0]
        keep = pair_kept + chance * self._rest(hands, number + 1, hands + 1, pairs, cards)
        again = chance * self._rest(hands + 1, number, hands + 1, pairs, cards)
        return float(keep - again if hands < self.limit else again - keep)

    def _rest(self, hands: int, number: int, out: int, pairs: float, cards: float) -> float:
        """What the hands from this number on come to by the fixed play, with so many pair cards out."""
        worth, ways = 0.0, [(hands, number, out, 0, 1.0)]
        while ways:
            k, i, a, others, chance = ways.pop()
            if i > k or not chance:
                continue
            if k >= self.limit:
                for j in range(i, k + 1):
                    worth += chance * _known(self._whole[min(j - 1, 1), k], a, others, pairs, cards)
                continue
            worth += chance * _known(self._unpaired[min(i - 1, 1), k], a, others, pairs, cards)
            q = max(pairs - a, 0.0) / (cards - a - others)
            ways += [(k + 1, i, a + 1, others, chance * q), (k, i + 1, a, others + 1, chance * (1 - q))]
        return worth

    def value(self, term: Term, gone: Cards) -> float:
        """What there is to gain with these cards known."""
        if term.again:
            return max(self.change(term.hands, term.number, gone), 0.0)
        return self.gain(term.hands, gone)

    def weight(self, term: Term) -> float:
        """How often play can come to a term, every way counted."""
        return term.ways * self.share(term.hands)

    @property
    def most_cards(self) -> int:
        """Cards in a hand at most, where that is not left to the player."""
        if not self._context[3]:
            return TWENTY_ONE + 1
        return 3 if self.one.terms.double_split_aces else 2

    @property
    def may_take_chance(self) -> bool:
        """Whether a hand over 21 may draw another card."""
        return self.one.terms.chance and self.one.terms.chance_after_split

    def one_hand(self) -> tuple[Cards, npt.NDArray[np.float64]]:
        """Every set of cards one hand can take if it draws as long as it may, and in how many orders."""
        hands, alone = self.table.hands, self.table.row(self.pair_value)
        orders = np.zeros(hands.live)
        ends: dict[int, float] = {}

        def end(key: int, count: float) -> None:
            ends[key] = ends.get(key, 0.0) + count

        def grow(h: int, count: float) -> None:
            for c in range(VALUES):
                g, key = int(hands.after[h, c]), int(hands.keys[h]) + (1 << BITS * c)
                if 0 <= g < hands.live:
                    orders[g] += count
                elif hands.total[h] - 10 * hands.soft[h] + c + 1 <= TWENTY_ONE:
                    continue  # a card the shoe has not got
                elif self.may_take_chance:
                    for more in range(VALUES):
                        end(key + (1 << BITS * more), count)
                else:
                    end(key, count)

        grow(alone, 1.0)
        for h in range(hands.live - 1, -1, -1):
            if orders[h]:
                if hands.total[h] == TWENTY_ONE or hands.size[h] >= self.most_cards:
                    end(int(hands.keys[h]), orders[h])
                else:
                    grow(h, float(orders[h]))
        keys = np.array(list(ends), np.int64) - hands.keys[alone]
        return counts_of(keys), np.array(list(ends.values()))

    def gone_through(self, term: Term) -> bool:
        """Whether the sets of cards seen before a term are few enough to take every one."""
        return term.number == 1 or (term.number == 2 and not self.may_take_chance)

    def after_one_hand(self, term: Term) -> float:
        """The mean of a term over every set of cards the hand before can take."""
        cards, orders = self.one_hand()
        chances = orders * set_chances(self.from_shoe(term.hands, NOTHING), cards)
        mean, left = 0.0, float(chances.sum())
        for n in np.argsort(-chances):
            if left <= RARE:
                break
            mean += chances[n] * self.value(term, cards[n])
            left -= chances[n]
        return mean + max(left, 0.0) * self.most(term)

    def sampled(self, term: Term, numbers: np.random.Generator) -> float:
        """A term after hands that draw at random as long as they may."""
        others = term.number - 1
        at_random = numbers.random(others * MOST_DRAWN)
        told = (self.pair_value, others, self.most_cards, self.may_take_chance, at_random)
        return self.value(term, drawn_to_the_last(self.from_shoe(term.hands, NOTHING), *told))

    def most(self, term: Term) -> float:
        """No value of a term is greater: every hand concerned goes from the worst there is to the best."""
        terms = self.one.terms
        both = terms.wager + terms.double
        bonuses = self.table.every.hand[4].odds
        odds = max(terms.odds, terms.blackjack_odds if terms.split_blackjack else 0.0, *bonuses.tolist())
        swing = both * (1 + odds)
        if self.may_take_chance:
            swing = both * (2 + max(odds, terms.chance_odds))
        if not term.again:
            return float(swing)
        left = self.shoe.sum() - term.hands - (term.number - 1) * MOST_DRAWN
        pair_card = min(max(self.pairs - term.hands, 0) / left, 1.0) if left > 0 else 1.0
        return float(swing * pair_card * (2 * (term.hands - term.number) + 3))


class Sample:
    """Terms that are drawn for their mean: each as often as it could weigh."""

    def __init__(self) -> None:
        self.at: list[tuple[SplitHands, Term]] = []
        self._weights: list[float] = []
        self._most: list[float] = []

    def add(self, hands: SplitHands, term: Term, weight: float) -> None:
        """Count a term with a weight."""
        self.at.append((hands, term))
        self._weights.append(weight)
        self._most.append(hands.most(term))

    @property
    def greatest(self) -> float:
        """The weighted sum of the terms' means is never greater."""
        return float(np.dot(self._weights, self._most))

    def draw(self, tries: int, numbers: np.random.Generator) -> npt.NDArray[np.float64]:
        """Shares of the greatest, whose mean is the weighted sum of the terms' means."""
        often = np.array(self._weights) * self._most
        found = np.empty(tries)
        for n, which in enumerate(numbers.choice(len(self.at), tries, p=often / often.sum())):
            hands, term = self.at[which]
            found[n] = hands.sampled(term, numbers) / self._most[which]
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
            for term in filter(hands.gone_through, terms_of(hands.most_hands)):
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
                        if not hands.gone_through(term):
                            sample.add(hands, term, chance * hands.weight(term))
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
    tries = int(2 * sample.greatest * log(1 / doubt) / room) + BATCH if room > 0 else TRIES_TO_RULE_OUT
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
