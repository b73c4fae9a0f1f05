"""What the hands of a split come to together: near what brute force deals, and never farther off than is said."""

import random
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import combinations
from math import sqrt
from typing import ClassVar

import numpy as np
import pytest

from pitboss.rules.rules import BlackjackRules
from pitboss.rules.variant import load
from pitboss.solve.composition import Composition, full_shoe
from pitboss.solve.distribution import against
from pitboss.solve.round_values import Table
from pitboss.solve.solution import best_against, price, whole_distribution
from pitboss.solve.split_results import Part, Results, Split, apart, correlation, walks
from pitboss.solve.terms import game_terms
from tests.agreement.engine_rounds import random_strategy
from tests.solve.brute_force import Brute, Result, Shoe, less
from tests.solve.split_variance import SplitPair, mean_square

KING = 13


def rules_of(game: str, sets: dict[str, object] | None = None) -> BlackjackRules:
    return BlackjackRules.of(load(game, sets or {}))


class BruteChance(Brute):
    """The same round, with splits valued by whether their hands come to one result together; decisions as they were."""

    wanted: ClassVar[Fraction]

    def settle(self, results: tuple[Result, ...], left: Shoe) -> Fraction:
        value = Fraction(0)
        for hole, p in self.holes(left):
            for (dealer, blackjack), q in self.dealer_ends(tuple(sorted((self.up, hole))), less(left, hole)).items():
                if sum((self.net(result, dealer, blackjack) for result in results), Fraction(0)) == self.wanted:
                    value += p * q
        return value


@pytest.mark.parametrize(("one", "other", "cards"), [(1, 1, 5), (1, 3, 6), (2, 2, 7), (2, 3, 8)])
def test_cards_tell_of_other_cards_no_more_than_is_said(one: int, other: int, cards: int) -> None:
    """The second singular value of going from sets of some cards to sets of others, by linear algebra."""
    ours, theirs = list(combinations(range(cards), one)), list(combinations(range(cards), other))
    there = np.array([[not set(a) & set(b) for b in theirs] for a in ours], float)
    there /= sqrt(there.sum(0)[0] * there.sum(1)[0])
    singular = np.linalg.svd(there, compute_uv=False)
    assert singular[0] == pytest.approx(1)
    assert singular[1] == pytest.approx(correlation(one, other, cards))


def test_what_hands_tell_of_each_other_and_the_dealer_of_them_is_added_up() -> None:
    one, two, three = Part(2, 2, 0.5, 0.7, 0.0, 1.0), Part(3, 3, 0.4, 0.6, 0.0, 1.0), Part(1, 1, 0.3, 0.2, 0.0, 2.0)
    assert apart([one], 50, 4, 5) == 0
    assert apart([one, two], 50, 0, 5) == pytest.approx(correlation(2, 3, 50) * 0.5 * 0.4)
    by_dealer = 5 * correlation(2, 4, 50) * 0.7 * correlation(3, 4, 50) * 0.6
    both = correlation(2, 3, 46) * 0.5 * 0.4 + by_dealer
    assert apart([one, two], 50, 4, 5) == pytest.approx(both)
    third = correlation(1, 5, 46) * 0.3
    third += 5 * correlation(1, 4, 50) * 0.2 * (correlation(2, 4, 50) * 0.7 + correlation(3, 4, 50) * 0.6)
    assert apart([one, two, three], 50, 4, 5) == pytest.approx(2 * both + third)
    longer = two._replace(cards=6, rest=0.1)
    apart_too = correlation(2, 3, 50) * 0.5 * (0.4 + 0.1) + correlation(2, 6, 50) * 0.5 * 0.1
    assert apart([one, longer], 50, 0, 5) == pytest.approx(apart_too)


def test_two_hands_are_off_by_what_they_tell_of_each_other_twice() -> None:
    rules = rules_of("double-attack-pa", {"split_hands": 2})
    table = Table(game_terms(rules), full_shoe(rules))
    one = best_against(table, 6)[0]
    pairs = int(table.left(6)[7])
    split = Split(table, one, 8, pairs)
    place = (split.cards - 2, split.drawn)
    result, much, _ = split.law((0, 2, False), 2).parts(split.dealer[2], split._nets(1), *place)
    outcomes = int(np.count_nonzero(split.dealer[2]))
    found = split.results()
    assert found.chance_error == pytest.approx(apart([result, result], *place, outcomes))
    assert found.square_error == pytest.approx(2 * apart([much, much], *place, outcomes))
    assert much.most == 4  # attacked and doubled


def test_the_ways_a_split_can_go_are_all_there_are() -> None:
    for most, pairs, cards in ((2, 30, 380), (3, 6, 50), (4, 7, 100), (4, 3, 20)):
        assert sum(chance for _, chance in walks(most, pairs, cards)) == pytest.approx(1, abs=1e-15)
    ways = dict(walks(3, 8.0, 100.0))
    assert ways[(2, True), (2, True)] == pytest.approx(92 / 98 * 91 / 97)  # neither second card is one of the six
    assert ways[(3, False), (3, False), (3, False)] == pytest.approx(6 / 98)
    assert ways[(2, True), (3, False), (3, False)] == pytest.approx(92 / 98 * 6 / 97)


# Few ranks, so that every order can be dealt, and many cards, so that the bound says something.
BRUTE: list[tuple[str, dict[str, object], Shoe, int]] = [
    ("double-deck-house", {"split_hands": 3}, (0, 0, 0, 0, 0, 0, 0, 60, 0, 0, 0, 0, 140), KING),
    ("double-attack-nj", {"split_hands": 3}, (0, 0, 0, 0, 0, 0, 0, 60, 0, 0, 0, 0, 140), 8),
    ("double-back-jack-pa", {"split_hands": 2}, (0, 0, 0, 0, 0, 60, 0, 60, 0, 0, 0, 0, 80), 6),
]


@pytest.mark.parametrize(("game", "sets", "shoe", "up"), BRUTE)
def test_no_chance_is_farther_off_than_is_said(game: str, sets: dict[str, object], shoe: Shoe, up: int) -> None:
    rules = rules_of(game, sets)
    table = Table(game_terms(rules), Composition(shoe))
    table.may_close, table.hopeless_margin = False, float("inf")  # a pair that nobody would split is split as well
    one = table.play_against(min(up, 10), table.game.plain)
    pairs = int(table.left(one.up)[7])
    found = Split(table, one, 8, pairs).results()
    left, hands = less(shoe, up), one.splits[8, pairs].hands
    unread = 1 - table.seen_by_reader(one.up, table.row(8, 8))
    square = whole = 0.0
    for net, chance in found.chances.items():
        brute: BruteChance = type("Wanted", (BruteChance,), {"wanted": Fraction(net)})(rules, left, up, 0)
        exact = unread * float(brute._deal_hand(8, hands, 2, 1, (), less(left, 8, 8)))
        assert abs(chance - exact) <= found.chance_error
        square, whole = square + net * net * exact, whole + exact
    assert whole == pytest.approx(unread)  # no result was left out
    assert sum(found.chances.values()) == pytest.approx(unread)
    assert 0 < abs(square - mean_square(found.chances)) <= found.square_error
    assert found.chance_error < 0.3 * unread


@cache
def split(game: str, up: int, value: int) -> tuple[Results, tuple[float, float]]:
    """A pair in the full shoe: as it is taken, and its exact mean and mean square."""
    rules = rules_of(game)
    table = Table(game_terms(rules), full_shoe(rules))
    one = best_against(table, up)[0]
    pairs = int(table.left(up)[value - 1])
    return Split(table, one, value, pairs).results(), SplitPair(table, one, value, pairs).moments()


@pytest.mark.parametrize(
    ("game", "up", "value"),
    [("double-deck-house", 6, 9), ("double-attack-pa", 6, 8), ("double-attack-nj", 10, 1)]
    + [pytest.param("double-deck-house", up, 8, marks=pytest.mark.slow) for up in (1, 7, 10)]
    + [pytest.param("double-attack-pa", up, 2, marks=pytest.mark.slow) for up in (4, 6)],
)
def test_the_mean_square_is_no_farther_off_than_is_said(game: str, up: int, value: int) -> None:
    taken, (mean, square) = split(game, up, value)
    off = abs(mean_square(taken.chances) - square)
    assert off <= taken.square_error
    assert taken.square_error < 0.25 * square
    assert sum(net * chance for net, chance in taken.chances.items()) == pytest.approx(mean, abs=0.01 * sqrt(square))


@pytest.mark.parametrize("game", ["double-attack-pa", "double-attack-nj", "double-back-jack-pa", "double-deck-house"])
def test_whatever_is_played_its_results_come_to_what_it_is_worth(game: str) -> None:
    """Hands drawn to that nobody would draw to, answers to what nobody asks: of two split hands the mean is exact."""
    rules = BlackjackRules.of(load(game, {"split_hands": 2}))
    strategy = replace(random_strategy(rules, random.Random(game)), insurance=False)
    table = Table(game_terms(rules), full_shoe(rules))
    table.deal()
    main, played = price(table, strategy)
    told = whole_distribution(table, {up: against(table, one) for up, one in played.items()})
    assert any(one.told is not None and any(pair.hands for pair in one.told.pairs.values()) for one in played.values())
    assert sum(net * chance for net, chance in told.chances.items()) == pytest.approx(-main.house_edge, abs=1e-12)
