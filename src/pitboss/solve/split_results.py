"""What the hands of one split come to together, and how far from it the truth can be at most.

The number of hands, the cards that make them and what one hand does against the dealer are exact. The hands are taken
as independent once the dealer's outcome is given. They are not, as they are dealt from one shoe; but of n cards, what a
of them decide and what b others decide cannot go together more closely than

    |cov(f, g)| <= sqrt(a b / ((n - a) (n - b))) sd(f) sd(g)

which is the second singular value of the map from sets of a cards to sets of b others (the Johnson scheme; the sum of
a fair figure over the cards attains it). `apart` adds this up: first for hands given the dealer's cards, one hand after
another; then, for each outcome, for what the dealer's cards tell of each hand beyond that outcome.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, lru_cache, reduce
from math import lcm, prod, sqrt
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from pitboss.solve.dealer_hand import VALUES, fill_outcomes
from pitboss.solve.figures import ACTION
from pitboss.solve.hand_values import ADDED, DOUBLE, FIRST, HIT
from pitboss.solve.paths import Paths
from pitboss.solve.round_paths import comes_to, nets_of, split_hand_paths
from pitboss.solve.round_values import Table
from pitboss.solve.terms import Terms
from pitboss.solve.up_card import UpCard

Distribution = dict[float, float]
Floats = npt.NDArray[np.float64]
# How a hand is played: its place (0 the first of its box), the number of hands then, whether its second card is known
# to be no pair card.
Way = tuple[int, int, bool]
Walk = tuple[tuple[int, bool], ...]


class Results(NamedTuple):
    """Net results with their chances; how far off a chance can be at most, and how far the mean square."""

    chances: Distribution
    chance_error: float = 0.0
    square_error: float = 0.0


class Part(NamedTuple):
    """What some cards decide: how many of them mostly and at most, and what is left to the longer hands.

    `deviation` is the whole's given the dealer's outcome, `swing` without it; `rest` that of the longer hands alone.
    """

    few: int
    cards: int
    deviation: float
    swing: float
    rest: float
    most: float

    def beside(self, other: int, cards: float, whole: float) -> float:
        """Its deviation as far as so many other cards can tell: of the shorter hands and of the longer ones."""
        shorter = correlation(self.few, other, cards) * (whole + self.rest)
        return shorter + correlation(self.cards, other, cards) * self.rest if self.rest else shorter


@lru_cache(4096)
def correlation(one: int, other: int, cards: float) -> float:
    """No closer do figures of so many cards and of so many others go together, all of them out of `cards`."""
    left = (cards - one) * (cards - other)
    return min(sqrt(one * other / left), 1.0) if cards > max(one, other) else 1.0


def apart(parts: Sequence[Part], cards: float, dealer: int, outcomes: int) -> float:
    """The mean of a product less the product of its parts' means given the dealer's outcome is never more than this."""
    found, left = 0.0, cards - dealer
    # Of the parts before: their greatest product, their cards, and how far the dealer's cards tell any one of them.
    before, seen, by_dealer = 1.0, 0, 0.0
    for n, part in enumerate(parts):
        told = part.beside(dealer, cards, part.swing)
        if n:
            if n == 1:
                one = parts[0]
                by_hands = part.beside(one.few, left, part.deviation) * (one.deviation + one.rest)
                if one.rest:
                    by_hands += part.beside(one.cards, left, part.deviation) * one.rest
            else:
                by_hands = part.beside(seen, left, part.deviation) * before
            later = prod([other.most for other in parts[n + 1 :]])
            found += (by_hands + outcomes * told * by_dealer) * later
        by_dealer = by_dealer * part.most + told * before
        before *= part.most
        seen += part.cards
    return found


@lru_cache(256)
def walks(most: int, pairs: float, cards: float) -> tuple[tuple[Walk, float], ...]:
    """Every way a split can go, and how often: for each hand, the number of hands then, whether it shows no pair."""

    def go(
        k: int, done: tuple[tuple[int, bool], ...], chance: float
    ) -> Iterator[tuple[tuple[tuple[int, bool], ...], float]]:
        if k == most:
            yield (*done, *((most, False),) * (most - len(done))), chance
        elif len(done) == k:
            yield done, chance
        else:
            q = max(pairs - k, 0.0) / (cards - k - len(done))
            if q > 0:
                yield from go(k + 1, done, chance * q)
            if q < 1:
                yield from go(k, (*done, (k, True)), chance * (1 - q))

    return tuple(go(2, (), 1.0))


@cache
def net_grid(terms: Terms) -> tuple[int, int, tuple[Floats, Floats]]:
    """A unit of which every net result is a multiple (as its inverse), the most of it that a hand wins or loses.

    And for each end, as a first hand and another, a 1 where on that grid its net result lies.
    """
    nets = [[Fraction(net).limit_denominator(1000) for net in nets_of(terms, place)] for place in (FIRST, ADDED)]
    fine = lcm(*(net.denominator for of in nets for net in of))
    steps = [[int(net * fine) for net in of] for of in nets]
    widest = max(abs(step) for of in steps for step in of)
    first, added = (np.eye(2 * widest + 1)[[step + widest for step in of]] for of in steps)
    return fine, widest, (first, added)


@dataclass(frozen=True)
class Law:
    """One hand with so many pair cards out: chances by dealer outcome and net, how often that outcome, its cards."""

    nets: Floats  # [outcome, net]: given the outcome
    outcomes: Floats
    longer: Sequence[float]  # how often it draws more than 0, 1, 2 ... cards
    unpaired: float  # how often its second card is as it is known to be

    def parts(self, dealer: Floats, net: Floats, cards: float, drawn: int) -> tuple[Part, Part, Part]:
        """Which of its results it is, how much, and the square of that; `dealer` is how often each outcome is."""
        there = dealer > 0
        by = (self.unpaired * self.outcomes[there] / dealer[there])[:, None] * self.nets[there]
        p, most, longest = dealer[there], float(np.abs(net[self.nets.any(0)]).max()), len(self.longer)
        one = float((p * (by.sum(1) - (by * by).sum(1))).sum())
        spread = np.maximum(by @ (net * net) - (by @ net) ** 2, 0.0)
        fourth = float((p * (by @ net**4)).sum())
        # Without the outcome the square of a figure is what it is with it, and what its own square can go with that.
        tell = correlation(longest, drawn, cards) * most * np.sqrt((1 - p) / p)
        swing = np.minimum(tell + np.sqrt(tell * tell + spread), most)
        few = min(range(1, longest + 1), key=lambda n: sqrt(n) + sqrt(longest * self._more(n)) * most)
        rest = sqrt(self._more(few))
        return (
            Part(few, longest, sqrt(max(one, 0.0)), 1.0, rest, 1.0),
            Part(few, longest, sqrt(float(p @ spread)), sqrt(float(swing @ swing) / len(p)), most * rest, most),
            Part(few, longest, sqrt(fourth), most**2, most**2 * rest, most**2),
        )

    def _more(self, cards: int) -> float:
        """How often it draws more than so many."""
        return self.longer[cards] if cards < len(self.longer) else 0.0


def _convolved(one: Floats, other: Floats) -> Floats:
    """What `np.convolve` gives of a longer and a shorter one, without its looking at what they are."""
    return np.correlate(one, other[::-1], "full")


class Split:
    """A pair split against one up card."""

    def __init__(self, table: Table, one: UpCard, value: int, pairs: int) -> None:
        self.table, self.one, self.value, self.pairs = table, one, value, pairs
        self.shoe, self.most = table.left(one.up), one.splits[value, pairs].hands
        self.cards, self.positions = float(self.shoe.sum()), table.positions(one.up, one.terms)
        self.fine, self.widest, self.lie = net_grid(one.terms)
        tree = table.game.trees[one.up - 1]
        # In p[n]: the dealer's outcomes with n pair cards out.
        p = np.zeros((self.most + 1, 1, table.game.slots.size))
        nothing = np.zeros((1, VALUES), np.int8)
        fill_outcomes(self.shoe, nothing, np.zeros(1, np.int64), tree, p, value - 1, (3, self.most + 1))
        self.dealer: Floats = p[:, 0]
        self.drawn = int(tree.depth.max()) + 1
        self._alike: dict[tuple[int, int], int] = {}
        self._come_to: dict[tuple[int, int], npt.NDArray[np.int64]] = {}
        self._laws: dict[tuple[Way, int], Law] = {}
        self._parts: dict[tuple[Way, int], tuple[Part, Part, Part, Part]] = {}

    def alike(self, position: int, k: int) -> int:
        """The least number of hands with which a hand is played as with k."""
        if (position, k) not in self._alike:
            kept = self.one.kept[self.value][position]
            self._alike[position, k] = next(n for n in range(2, k + 1) if np.array_equal(kept[n], kept[k]))
        return self._alike[position, k]

    def law(self, way: Way, out: int) -> Law:
        """What one hand comes to with so many pair cards out."""
        if (way, out) not in self._laws:
            position, k, no_pair = way
            if (position, k) not in self._come_to:
                self._come_to[position, k] = comes_to(self.table, self.one, self.value, k, position)
            hand = (self.value, k, not no_pair, position, self._come_to[position, k])
            paths = split_hand_paths(self.table, self.one, *hand, out, self.pairs)
            outcomes = paths.ends.sum(0)
            nets = (paths.ends / np.where(outcomes > 0, outcomes, 1.0)).T @ self.lie[position]
            unpaired = 1 - no_pair * self.left(out) / (self.cards - out)
            self._laws[way, out] = Law(nets, outcomes, self._longer(paths, position, k), unpaired)
        return self._laws[way, out]

    def _longer(self, paths: Paths, position: int, k: int) -> list[float]:
        """How often a hand draws more than 0, 1, 2 ... cards after its pair card."""
        action, size = self.one.kept[self.value][position, k][ACTION], self.table.hands.size
        draws = paths.held * ((action == HIT) | (action == DOUBLE)) + paths.bust + paths.bust_doubled
        found = np.bincount(size - 1, draws)
        found[0] = 1.0
        return [min(float(more), 1.0) for more in found[: int(np.flatnonzero(found)[-1]) + 1]]

    def left(self, out: int) -> float:
        """The pair cards still in the shoe."""
        return max(self.pairs - out, 0.0)

    def unread(self, out: int, known: int) -> float:
        """How often the reader finds no Blackjack, with so many pair cards out and so many others known to be none."""
        key = self.table.key(self.one.up)
        if key < 0:
            return 1.0
        cards, left, pairs_too = self.cards - out, self.left(out), key == self.value - 1
        pair = left / (cards - known)
        others = float(self.shoe[key]) - (self.pairs if pairs_too else 0)
        return 1 - pairs_too * pair - (1 - pair) * others / (cards - left)

    def results(self) -> Results:
        """The distribution of the split's result, joint with the peek."""
        groups: dict[tuple[Way, ...], tuple[float, int]] = {}
        for walk, chance in walks(self.most, self.pairs, self.cards):
            places = [min(n, self.positions - 1) for n in range(len(walk))]
            alike = [(at, self.alike(at, k), no_pair) for at, (k, no_pair) in zip(places, walk, strict=True)]
            chance *= self.unread(len(walk), sum(no_pair for _, no_pair in walk))
            key = (*alike[: self.positions - 1], *sorted(alike[self.positions - 1 :]))
            before, times = groups.get(key, (0.0, 0))
            groups[key] = before + chance, times + 1
        found = np.zeros(2 * self.most * self.widest + 1)
        chance_error = square_error = 0.0
        for ways, (chance, times) in groups.items():
            if not chance:
                continue
            together = chance * self.together(ways)
            beside = (self.most - len(ways)) * self.widest
            found[beside : len(found) - beside] += together
            in_all = self._nets(len(ways))
            errors = self.errors(ways, float(together @ (in_all * in_all)) / chance)
            most = (1.0, float(in_all[-1]) ** 2)
            share = times * prod(self.left(out) / (self.cards - out) for out in range(2, len(ways)))
            chance_error += min(share * errors[0], chance * most[0])
            square_error += min(share * errors[1], chance * most[1])
        nets = self._nets(self.most)
        return Results({float(nets[n]): float(found[n]) for n in np.flatnonzero(found)}, chance_error, square_error)

    def _nets(self, hands: int) -> Floats:
        """The net results of so many hands, as they stand on the grid."""
        nets: Floats = np.arange(-hands * self.widest, hands * self.widest + 1) / self.fine
        return nets

    def together(self, ways: Sequence[Way]) -> Floats:
        """Chances of what so many hands come to, taken as independent given the dealer's outcome."""
        laws, dealer = [self.law(way, len(ways)) for way in ways], self.dealer[len(ways)]
        there = np.flatnonzero(dealer > 0)
        mass = dealer[there] * prod((law.outcomes[there] / dealer[there] for law in laws), start=np.ones(len(there)))
        of = [
            share * reduce(_convolved, [law.nets[slot] for law in laws])
            for share, slot in zip(mass, there, strict=True)
        ]
        whole: Floats = np.sum(of, 0) / mass.sum()
        return whole

    def parts(self, way: Way, out: int) -> tuple[Part, Part, Part, Part]:
        """The parts of one hand with so many pair cards out, and that its second card is as it is known to be."""
        if (way, out) not in self._parts:
            law = self.law(way, out)
            shown = sqrt(law.unpaired * (1 - law.unpaired))
            of = law.parts(self.dealer[out], self._nets(1), self.cards - out, self.drawn)
            self._parts[way, out] = (*of, Part(1, 1, shown, shown, 0.0, 1.0))
        return self._parts[way, out]

    def errors(self, ways: Sequence[Way], square: float) -> tuple[float, float]:
        """How far off a chance and the mean square are at most, times how often other second cards are as they are."""
        out = len(ways)
        of = [self.parts(way, out) for way in ways]
        place = (self.cards - out, self.drawn, int(np.count_nonzero(self.dealer[out])))
        alike: dict[tuple[Way, ...], float] = {}  # hands played alike are beside the others alike

        def beside(*some: int) -> float:
            """How far off the square of one hand's result is, or twice the product of two, the others as they are."""
            key = tuple(ways[n] for n in some)
            if key not in alike:
                own = [of[n][2 if len(some) == 1 else 1] for n in some]
                others = [part[3] for n, part in enumerate(of) if n not in some and part[3].deviation > 0]
                alike[key] = len(some) * apart([*own, *others], *place)
            return alike[key]

        which = apart([part[0] for part in of], *place)
        flags = apart([part[3] for part in of if part[3].deviation > 0], *place)
        squares = sum(beside(n) for n in range(out)) + sum(beside(m, n) for n in range(out) for m in range(n))
        return which + flags, squares + square * flags
