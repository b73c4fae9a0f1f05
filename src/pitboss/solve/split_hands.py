"""One pair split against one up card: what a hand, or a choice to split again, could gain by cards that are known.

gain(k, cards)       the best play of one hand while there are k, less the fixed play of it, the cards known out
change(k, i, cards)  the i-th hand gets a pair card: doing the opposite of the rule, less doing what it says
"""

from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from pitboss.solve.compiled import interpreted
from pitboss.solve.dealer_hand import VALUES
from pitboss.solve.drawn_to_the_last import drawn_to_the_last
from pitboss.solve.figures import (
    DOUBLE_VALUE,
    HIT_VALUE,
    STAND_VALUE,
    SURRENDER_VALUE,
    VALUE,
    Choices,
    no_values,
    no_worth,
)
from pitboss.solve.hand_values import ADDED, CHOOSING, FIRST, PLAYED_ONLY, Against, value_hands
from pitboss.solve.hands import BITS, counts_of, set_chances
from pitboss.solve.round_values import Table
from pitboss.solve.splits import MOST_HANDS, SplitPair, SplitWorth, known_others, most_out, reached, value_splits
from pitboss.solve.strategy import TWENTY_ONE
from pitboss.solve.up_card import UpCard

Cards = npt.NDArray[np.int64]
Chances = npt.NDArray[np.float64]
# A hand of more cards than 21 has one Second Chance card besides.
MOST_DRAWN = TWENTY_ONE + 1
# A set of cards that could count for more than this is taken by itself, others are drawn for.
LIKELY = 1e-4
# A choice to split again takes so many times as long to work out as the play of a hand.
AGAIN_COSTS = 3
NOTHING = np.zeros(VALUES, np.int64)


class Term(NamedTuple):
    """Something to gain: hands on the box, the hand's number, the ways to come there, whether by splitting again."""

    hands: int
    number: int
    ways: int
    again: bool


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
        self._walked = self.followed.both
        room = (most_out(self.most_hands), table.size, table.game.slots.size)
        self._outcomes, self._chances = np.zeros(room), np.zeros((room[0], 2, table.size))
        self._values, self._worth = no_values(table.size), no_worth(table.size)
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
        return self.knowing(hands, gone)[0]

    def knowing(self, hands: int, gone: Cards, unpaired: bool = False) -> tuple[float, Choices]:
        """What one hand's best play is worth above its fixed play, over any second card or no pair card; that play."""
        table, kept, values = self.table, self.kept[-1, hands], self._values
        second = self.from_shoe(hands, gone)
        there = second > 0
        if unpaired:
            there[self.pair_value - 1] = False
        after = table.hands.after[table.row(self.pair_value)][there]
        against = self._against(hands, gone)
        values.chosen[:] = kept
        value_hands(self.rows, against, self.one.terms.coded, self._context, CHOOSING, values, self._worth)
        if np.array_equal(values.chosen[:, self._walked], kept[:, self._walked]):
            return 0.0, kept
        best, play = values.value[after], values.chosen.copy()
        values.chosen[:] = kept
        value_hands(self.followed, against, self.one.terms.coded, self._context, PLAYED_ONLY, values, self._worth)
        return float((second[there] * (best - values.value[after])).sum() / second.sum()), play

    def _against(self, hands: int, gone: Cards) -> Against:
        """What a hand is played against while there are so many and cards are known."""
        table, up, pair = self.table, self.one.up, self.pair_value - 1
        table.fill(up, self.shoe - gone, self.rows.both, self._outcomes, self._chances, pair, (hands, hands))
        shoe = self.from_shoe(hands - 1, gone)
        return Against(shoe, table.key(up), self._outcomes[hands - 1], self._chances[hands - 1])

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
        into = SplitWorth(self._values, self._worth, self._whole, self._unpaired, self.kept)
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

    @property
    def ends(self) -> tuple[Cards, Chances]:
        """Every set of cards one hand can take if it draws as long as it may, and in how many orders."""
        return self._drawn[:2]

    @cached_property
    def _drawn(self) -> tuple[Cards, Chances, Chances]:
        """The same, and in how many orders it comes to every hand."""
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
                if self._ended(h):
                    end(int(hands.keys[h]), orders[h])
                else:
                    grow(h, float(orders[h]))
        keys = np.array(list(ends), np.int64) - hands.keys[alone]
        return counts_of(keys), np.array(list(ends.values())), orders

    def _ended(self, h: int) -> bool:
        """Whether a hand not over 21 draws no more, whatever its player would like."""
        return bool(self.table.hands.total[h] == TWENTY_ONE or self.table.hands.size[h] >= self.most_cards)

    def one_hand(self, hands: int) -> tuple[Cards, Chances]:
        """Every set of cards one of so many hands can take if it draws as long as it may, and its chance."""
        cards, orders = self.ends
        return cards, orders * set_chances(self.from_shoe(hands, NOTHING), cards)

    def likely(self, term: Term, cards: Cards, chances: Chances) -> npt.NDArray[np.bool_]:
        """Which sets of cards of one hand before a term could count for so much that each is worth taking by itself."""
        most = self.weight(term) * self.most(term) * chances * self.within(term, cards.sum(1))
        return np.asarray(most >= (AGAIN_COSTS * LIKELY if term.again else LIKELY))

    def unlikely(self, term: Term) -> tuple[Cards, Chances] | None:
        """The other sets of cards of the hand before, with their chances; None where there are more hands before."""
        if term.number > 2:
            return None
        cards, chances = self.one_hand(term.hands)
        rest = ~self.likely(term, cards, chances)
        return cards[rest], chances[rest]

    def after_one_hand(self, term: Term) -> float:
        """The mean of a term over the likely sets of cards of the hand before.

        Where that hand has no Second Chance and the next is as certain to come, it pays for what it does to show them.
        """
        cards, chances = self.one_hand(term.hands)
        likely = self.likely(term, cards, chances)
        known = {gone.tobytes(): self.value(term, gone) for gone in cards[likely]}
        if (term.hands, term.again) == (2, False) and not self.may_take_chance:
            return self._shown(term, known)
        return float(chances[likely] @ np.array([known[gone.tobytes()] for gone in cards[likely]]))

    def _shown(self, term: Term, ended: Mapping[bytes, float]) -> float:
        """What the first of two hands shows the second by its cards, less what it gives up of its own to show them.

        `ended` has what the cards of a hand that can draw no more are worth, where they are likely. A hand that stops
        before is unlikely to be worth less than what it would show by drawing on.
        """
        table, (live, after) = self.table, (self.table.hands.live, self.table.hands.after)
        context, before = (True, FIRST, *self._context[2:]), self.from_shoe(1, NOTHING)
        value_hands(
            self.rows, self._against(2, NOTHING), self.one.terms.coded, context, CHOOSING, self._values, self._worth
        )
        own = self._values.figures.copy()
        taken = table.hands.cards[:live].astype(np.int64)
        taken[:, self.pair_value - 1] -= 1
        chances = self._drawn[2] * set_chances(self.from_shoe(2, NOTHING), np.maximum(taken, 0))
        likely = self.likely(term, taken, chances)
        shows, best = np.zeros(live), np.zeros(live)

        def drawn(h: int, at: npt.NDArray[np.float64]) -> float:
            left, mean = np.maximum(before - table.hands.cards[h], 0), 0.0
            for c in np.flatnonzero(left):
                g = after[h, c]
                if 0 <= g < live:
                    mean += left[c] * at[g]
                else:
                    gone = taken[h].copy()
                    gone[c] += 1
                    mean += left[c] * ended.get(gone.tobytes(), 0.0)
            return float(mean / left.sum())

        for h in self.rows.live:
            if self._ended(h):
                shows[h] = best[h] = ended.get(taken[h].tobytes(), 0.0)
                continue
            shows[h] = self.gain(2, taken[h]) if likely[h] else drawn(h, shows)
            lost = own[VALUE, h] - own[[STAND_VALUE, SURRENDER_VALUE, DOUBLE_VALUE, HIT_VALUE], h]
            stopped = shows[h] - min(lost[0], lost[1])
            best[h] = max(stopped, drawn(h, shows) - lost[2], drawn(h, best) - lost[3])
        return drawn(table.row(self.pair_value), best)

    def within(self, term: Term, known: npt.ArrayLike) -> Chances:
        """No value of a term is a greater share of the most than this, with so many cards known.

        Whoever plays a hand alike with and without them gets the same if neither he nor the dealer would meet one of
        these cards. So his best play gains no more by knowing than twice all that can hang on meeting one.
        """
        if term.again:
            return np.ones(np.shape(known))
        return np.minimum(1.0, 2 * self._met[term.hands - 2] * np.asarray(known, float))

    @cached_property
    def _met(self) -> list[float]:
        """How often a hand drawn to the last or the dealer meets a given card, at most, for 2 hands and more.

        The n-th card drawn is a given one with a chance that grows with n. Added up this is convex, so with a cards of
        the hand's and b of the dealer's no more than the mean of what it is with 2 a and with 2 b.
        """
        tree, found = self.table.game.trees[self.one.up - 1], []
        dealt = tree.drawn[tree.outcome >= 0].astype(np.int64)
        for hands in range(2, self.most_hands + 1):
            cards, chances = self.one_hand(hands)
            shoe = self.from_shoe(hands, NOTHING)
            dealer = tree.orders[tree.outcome >= 0] * set_chances(shoe, dealt)
            left = np.maximum(shoe.sum() - np.arange(4 * MOST_DRAWN), 0.5)
            met = np.append(0.0, np.cumsum(1 / left))
            # A Blackjack seen by the reader is one card, and not in the tree.
            seen = max(1 - float(dealer.sum()), 0.0) * met[2]
            found.append(float(chances @ met[2 * cards.sum(1)] + dealer @ met[2 * dealt.sum(1)] + seen) / 2)
        return found

    def cards_drawn(self, term: Term) -> float:
        """How many cards the hands before a term take on average if they draw as long as they may."""
        cards, chances = self.one_hand(term.hands)
        return float(chances @ cards.sum(1)) * (term.number - 1)

    def drawn(self, term: Term, numbers: np.random.Generator) -> Cards:
        """What hands before a term take that draw at random as long as they may, as often as it could then be worth."""
        others, shoe = term.number - 1, self.from_shoe(term.hands, NOTHING)
        while True:
            told = (self.pair_value, others, self.most_cards, self.may_take_chance, numbers.random(others * MOST_DRAWN))
            gone = drawn_to_the_last(shoe, *told)
            if term.again or numbers.random() < self.within(term, gone.sum()):
                return gone

    def most(self, term: Term) -> float:
        """No value of a term is greater: every hand concerned goes from the worst there is to the best."""
        terms, most = self.one.terms, self.most_hands
        both = terms.wager + terms.double
        bonuses = self.table.every.hand[4].odds
        odds = max(terms.odds, terms.blackjack_odds if terms.split_blackjack else 0.0, *bonuses.tolist())
        won, lost = both * odds, both
        if self.may_take_chance:
            won, lost = both * max(odds, terms.chance_odds), 2 * both
        if not term.again:
            return float(won + lost)
        # All hands from here on may come to the most there can be; of a last one kept nothing more comes.
        again = most - term.number + 1
        kept = again if term.number < term.hands else 1
        left = self.shoe.sum() - term.hands - (term.number - 1) * MOST_DRAWN
        pair_card = min(max(self.pairs - term.hands, 0) / left, 1.0) if left > 0 else 1.0
        return float(pair_card * max(won * kept + lost * again, won * again + lost * kept))
