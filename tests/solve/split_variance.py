"""How exact the standard deviation is: the mean square of a split's result, with hands that share dealer and shoe.

The distribution takes the hands of a split as independent once the dealer's total is known. The mean square of their
sum is about two hands at a time, and can be had without that. By exchangeability given cards come in any order with the
same chance, so all that counts is in how many orders two hands can come to their cards, and what they are then worth
together against each outcome of the dealer's. It takes half a minute a game, and is worth knowing once.
"""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from pitboss.rules.errors import RulesError
from pitboss.solve.compiled import interpreted
from pitboss.solve.dealer_hand import VALUES, fill_outcomes
from pitboss.solve.distribution import against
from pitboss.solve.end_pays import bust_pays, natural_pays, stand_pays, surrender_pays
from pitboss.solve.hand_values import (
    ADDED,
    DOUBLE,
    FIRST,
    HALF_OF_EVERYTHING,
    HIT,
    SURRENDER,
    bonus_paid,
    taken,
    ties_blackjack,
)
from pitboss.solve.hands import BITS, counts_of, set_chances
from pitboss.solve.round_values import Table
from pitboss.solve.split_results import Distribution, Split, Way, walks
from pitboss.solve.splits import known_others
from pitboss.solve.strategy import TWENTY_ONE
from pitboss.solve.up_card import UpCard


@dataclass(frozen=True)
class Drawn:
    """Sets of cards hands draw, and what each dealer outcome then pays, times the orders in which they can come."""

    keys: npt.NDArray[np.int64]
    pays: npt.NDArray[np.float64]

    def merged(self) -> "Drawn":
        """The same with every set once."""
        order = np.argsort(self.keys, kind="stable")
        first = np.flatnonzero(np.diff(self.keys[order], prepend=-1))
        return Drawn(self.keys[order][first], np.add.reduceat(self.pays[order], first))

    def beside(self, other: "Drawn") -> "Drawn":
        """Two hands at once: the product of what they pay."""
        keys = (self.keys[:, None] + other.keys[None, :]).ravel()
        pays = (self.pays[:, None, :] * other.pays[None, :, :]).reshape(len(keys), -1)
        return Drawn(keys, pays).merged()


class SplitPair:
    """A pair split against one up card."""

    def __init__(self, table: Table, one: UpCard, value: int, pairs: int) -> None:
        self.table, self.one, self.value, self.most = table, one, value, one.splits[value, pairs].hands
        self.shoe = table.left(one.up)
        if table.game.plain.chance or pairs != self.shoe[value - 1]:
            raise RulesError(
                "the variance of splits is exact only without a Second Chance and where all tens are pairs"
            )
        self.cards, self.pairs = float(self.shoe.sum()), float(pairs)
        self.positions = table.positions(one.up, one.terms)
        self._hands: dict[tuple[Way, bool], Drawn] = {}
        self._means: dict[tuple[Way, Way | None, bool], npt.NDArray[np.float64]] = {}

    def drawn(self, way: Way, squared: bool) -> Drawn:
        """What one hand draws after its pair card, and what that pays, or the square of it."""
        if (way, squared) not in self._hands:
            found = self._ends(way)
            pays = [count * (x * x if squared else x) for _, x, count in found]
            keys = np.array([key for key, _, _ in found], np.int64)
            self._hands[way, squared] = Drawn(keys, np.array(pays)).merged()
        return self._hands[way, squared]

    def _ends(self, way: Way) -> list[tuple[int, npt.NDArray[np.float64], float]]:
        """Every end of one hand: its cards but for the pair card, what each outcome pays, and in how many orders."""
        position, k, no_pair = way
        table, terms, place = self.table, self.one.terms, ADDED if position else FIRST
        rows = table.pair_rows(self.value, table.rows(self.one.up))
        hands, (action, _, gives_up) = table.hands, self.one.kept[self.value][position, k]
        alone = table.row(self.value)
        single, both = terms.wager, terms.wager + terms.double
        held, doubled = np.zeros(table.size), np.zeros(table.size)
        for c in range(VALUES):
            if hands.after[alone, c] >= 0 and not (no_pair and c == self.value - 1):
                held[hands.after[alone, c]] = 1.0
        ends: list[tuple[int, npt.NDArray[np.float64], float]] = []

        def end(key: int, orders: float) -> npt.NDArray[np.float64]:
            pays = np.zeros(table.game.slots.size)
            ends.append((int(key) - int(hands.keys[alone]), pays, orders))
            return pays

        def unpaid(h: int, orders: float, wager: float) -> float:
            """What is left of a 21 that is paid bonuses, each of which is an end of its own."""
            if not interpreted(bonus_paid)(hands.total[h], int(wager != single), True, terms):
                return orders
            odds, shares = rows.hand[4]
            for k in np.flatnonzero(shares[:, h]):
                end(hands.keys[h], orders * shares[k, h])[:] = wager * odds[k]
            return orders * float(1 - shares[:, h].sum())

        for h in rows.live[::-1]:
            total = int(hands.total[h])
            if doubled[h]:
                pays = end(hands.keys[h], unpaid(h, doubled[h], both))
                if gives_up[h] and total < TWENTY_ONE:
                    lost = terms.surrender_share * (both if terms.surrender_double == HALF_OF_EVERYTHING else single)
                    surrender_pays(pays, 1.0, lost, both, terms.coded, place)
                else:
                    stand_pays(pays, total, int(hands.size[h]), 1.0, both, terms.coded, place)
            if not held[h]:
                continue
            if total == TWENTY_ONE or action[h] not in (HIT, DOUBLE, SURRENDER):
                pays = end(hands.keys[h], unpaid(h, held[h], single))
                if terms.split_blackjack and hands.size[h] == 2 and total == TWENTY_ONE:
                    interpreted(natural_pays)(pays, 1.0, terms)
                else:
                    stand_pays(pays, total, int(hands.size[h]), 1.0, single, terms.coded, place)
                    if interpreted(ties_blackjack)(total, int(hands.size[h]), terms):
                        pays[terms.blackjack_slot] += interpreted(taken)(single, terms, place)
            elif action[h] == SURRENDER:
                lost = terms.surrender_share * single
                surrender_pays(end(hands.keys[h], held[h]), 1.0, lost, single, terms.coded, place)
            else:
                doubles = action[h] == DOUBLE
                for c in range(VALUES):
                    g = hands.after[h, c]
                    if total - 10 * hands.soft[h] + c + 1 > TWENTY_ONE:
                        pays = end(hands.keys[h] + (1 << BITS * c), held[h])
                        bust_pays(pays, 1.0, both if doubles else single, terms.coded, place)
                    elif g >= 0:
                        (doubled if doubles else held)[g] += held[h]
        return ends

    def mean(self, drawn: Drawn, out: int) -> float:
        """The mean of what sets of cards pay with `out` pair cards out."""
        shoe = self.shoe.copy()
        shoe[self.value - 1] -= out
        if shoe[self.value - 1] < 0:
            return 0.0
        cards = counts_of(drawn.keys)
        p = np.zeros((1, *drawn.pays.shape))
        tree = self.table.game.trees[self.one.up - 1]
        fill_outcomes(shoe, cards.astype(np.int8), np.arange(len(cards)), tree, p)
        return float((set_chances(shoe, cards) * (drawn.pays * p[0]).sum(1)).sum())

    def joint(self, way: Way, other: Way | None, squared: bool, out: int, known: int) -> float:
        """The mean for one hand or two with `out` pair cards out and `known` other second cards that are no pair."""
        key = (way, other, squared)
        if key not in self._means:
            self._means[key] = np.full(2 * self.most + 1, np.nan)
        means = self._means[key]
        missing = [a for a in range(out, out + known + 1) if np.isnan(means[a])]
        if missing:
            drawn = self.drawn(way, squared)
            if other is not None:
                drawn = drawn.beside(self.drawn(other, squared))
            for a in missing:
                means[a] = self.mean(drawn, a)
        return float(interpreted(known_others)(means, out, known, self.pairs, self.cards, np.empty(known + 1)))

    def moments(self) -> tuple[float, float]:
        """The mean result of the split and its mean square, joint with the peek."""
        mean = square = 0.0
        for walk, _ in walks(self.most, self.pairs, self.cards):
            ways = [(min(n, self.positions - 1), k, no_pair) for n, (k, no_pair) in enumerate(walk)]
            plain = sum(no_pair for _, _, no_pair in ways)
            for n, way in enumerate(ways):
                known = plain - way[2]
                mean += self._chance(len(ways), known) * self.joint(way, None, False, len(ways), known)
                square += self._chance(len(ways), known) * self.joint(way, None, True, len(ways), known)
                for other in ways[n + 1 :]:
                    known = plain - way[2] - other[2]
                    two = self.joint(way, other, False, len(ways), known)
                    square += 2 * self._chance(len(ways), known) * two
        return mean, square

    def _chance(self, hands: int, known: int) -> float:
        """How often given second cards are the pair cards that make so many hands, and given others are none."""
        chance = 1.0
        for out in range(2, hands):
            chance *= max(self.pairs - out, 0.0) / (self.cards - out)
        for n in range(known):
            chance *= 1 - max(self.pairs - hands, 0.0) / (self.cards - hands - n)
        return chance


def mean_square(of: Distribution) -> float:
    """The mean square of a result."""
    return sum(net * net * chance for net, chance in of.items())


def exact_variance(table: Table, best: Mapping[int, UpCard]) -> float:
    """The variance of the net result of a round, splits and all."""
    mean = square = 0.0
    for up, one in best.items():
        share = float(table.counts[up - 1] / table.counts.sum())
        mean += share * one.mean
        square += share * mean_square(against(table, one).chances)
        for value, second, chance in table.two_cards(up):
            if value != second or value not in one.kept:
                continue
            for case in table.pair_cases(value, up):
                if one.splits_pair(value, case.pairs, one.unsplit_pair[value]):
                    exact = SplitPair(table, one, value, case.pairs).moments()[1]
                    taken_as = mean_square(Split(table, one, value, case.pairs).results().chances)
                    square += share * chance * case.share * (exact - taken_as)
    return square - mean * mean
