"""The chances of a perfect shuffle, against every order of a few cards."""

from collections import Counter
from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import pairwise, permutations
from math import factorial

import pytest

from pitboss.shuffles import perfect

Order = Sequence[int]


def rising(order: Order) -> int:
    return 1 + sum(order.index(card + 1) < order.index(card) for card in range(len(order) - 1))


def kept(order: Order) -> int:
    return sum(second == first + 1 for first, second in pairwise(order))


def in_their_half(order: Order) -> int:
    """Every second card is called for the top half, which is one way of calling half of them."""
    called = set(range(0, 2 * (len(order) // 2), 2))
    return sum((place < len(order) // 2) == (card in called) for place, card in enumerate(order))


def named_lowest(order: Order) -> int:
    """Right names of one who always names the lowest card left."""
    return sum(card == min(order[place:]) for place, card in enumerate(order))


def named_next_to_the_last(order: Order) -> int:
    """Right names of one who names the card nearest the one just turned, of two equally near the higher."""
    right = 0
    for place, card in enumerate(order):
        before = order[place - 1] if place else 0
        right += card == min(order[place:], key=lambda left: (abs(left - before), -left))
    return right


@pytest.mark.parametrize("cards", range(1, 8))
@pytest.mark.parametrize(
    ("count", "chances"),
    [
        (rising, perfect.rising_sequences),
        (kept, perfect.pairs_kept),
        (in_their_half, perfect.halves_called_right),
        (named_lowest, perfect.named_right),
        (named_next_to_the_last, perfect.named_right),
    ],
)
def test_every_order_of_a_few_cards_counted_gives_the_same_chances(
    cards: int, count: Callable[[Order], int], chances: Callable[[int], perfect.Chances]
) -> None:
    seen = Counter(count(order) for order in permutations(range(cards)))
    assert {number: chance for number, chance in enumerate(chances(cards)) if chance} == {
        number: Fraction(times, factorial(cards)) for number, times in seen.items()
    }


@pytest.mark.parametrize("cards", [52, 104])
def test_the_means_of_many_cards_are_those_known(cards: int) -> None:
    harmonic = sum(Fraction(1, left) for left in range(1, cards + 1))
    assert perfect.mean(perfect.rising_sequences(cards)) == Fraction(cards + 1, 2)
    assert perfect.mean(perfect.pairs_kept(cards)) == Fraction(cards - 1, cards)
    assert perfect.mean(perfect.named_right(cards)) == harmonic
    assert perfect.mean(perfect.halves_called_right(cards)) == Fraction(cards, 2)


@pytest.mark.parametrize(("always_top", "always_bottom"), [(0, 0), (1, 0), (1, 2), (3, 3), (2, 3)])
def test_given_cards_lie_in_given_halves_as_often_as_counting_says(always_top: int, always_bottom: int) -> None:
    top, bottom = set(range(always_top)), set(range(always_top, always_top + always_bottom))
    hits = sum(not top & set(order[3:]) and not bottom & set(order[:3]) for order in permutations(range(6)))
    assert perfect.in_given_halves(6, always_top, always_bottom) == Fraction(hits, factorial(6))


def test_the_last_of_the_sums_is_one() -> None:
    sums = perfect.at_most(perfect.rising_sequences(52))
    assert sums[-1] == 1
    assert sums[26] == Fraction(1, 2)
