"""The exact distance of riffles from a perfect shuffle, against the published values and against every riffle."""

from collections import Counter
from fractions import Fraction
from math import factorial

import pytest

from pitboss.cards.bits import Bits
from pitboss.cards.shuffle import riffle
from pitboss.shuffles import perfect
from pitboss.shuffles.riffles import distance, riffles_needed, rising_sequences_after, total_variation
from tests.cards.bit_strings import chances


@pytest.mark.parametrize(
    ("riffles", "published"),
    [(4, "1.000"), (5, "0.924"), (6, "0.614"), (7, "0.334"), (8, "0.167"), (9, "0.085"), (10, "0.043")],
)
def test_52_cards_as_bayer_and_diaconis_published(riffles: int, published: str) -> None:
    assert f"{float(total_variation(52, riffles)):.3f}" == published


@pytest.mark.parametrize(("cards", "known"), [(52, "0.3341"), (104, "0.7718")])
def test_seven_riffles_to_four_digits(cards: int, known: str) -> None:
    assert f"{float(total_variation(cards, 7)):.4f}" == known


@pytest.mark.parametrize(("cards", "riffles"), [(3, 1), (3, 3), (4, 1), (4, 2), (4, 3), (6, 2)])
def test_the_formula_gives_the_chances_of_every_string_of_bits(cards: int, riffles: int) -> None:
    def riffled(bits: Bits) -> tuple[int, ...]:
        order: tuple[int, ...] = tuple(range(cards))
        for _ in range(riffles):
            order = riffle(order, bits)
        return order

    found, undecided = chances(riffled, cards * riffles)
    assert undecided == 0
    by_rising: Counter[int] = Counter()
    for order, chance in found.items():
        by_rising[1 + sum(order.index(card + 1) < order.index(card) for card in range(cards - 1))] += chance  # type: ignore[assignment]
    assert {n: chance for n, chance in enumerate(rising_sequences_after(cards, riffles)) if chance} == dict(by_rising)
    # Over all orders, not only over their rising sequences: orders that cannot come differ by their whole chance.
    even = Fraction(1, factorial(cards))
    apart = sum((abs(chance - even) for chance in found.values()), Fraction(0)) + even * (factorial(cards) - len(found))
    assert total_variation(cards, riffles) == apart / 2


def test_no_riffle_leaves_everything_in_order() -> None:
    assert total_variation(52, 0) == 1 - Fraction(1, factorial(52))


def test_a_distribution_is_no_distance_from_itself_and_distances_sum_to_one() -> None:
    even = perfect.rising_sequences(10)
    assert distance(even, even) == 0
    assert distance((Fraction(1), Fraction(0)), (Fraction(0), Fraction(1))) == 1
    assert sum(rising_sequences_after(104, 7)) == 1


def test_so_many_riffles_are_needed_and_one_fewer_is_too_few() -> None:
    assert riffles_needed(52, Fraction(1, 2)) == 7
    assert total_variation(52, 6) > Fraction(1, 2) >= total_variation(52, 7)
    assert riffles_needed(52, total_variation(52, 9)) == 9
