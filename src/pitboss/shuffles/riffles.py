"""How far riffles alone are from a perfect shuffle, exactly (Bayer and Diaconis, 1992).

After m riffles by the model of Gilbert, Shannon and Reeds an order of n cards with r rising sequences has the chance
C(2^m + n - r, n) / 2^(mn). Orders with equally many rising sequences are equally likely, so their number tells all.
"""

from fractions import Fraction
from functools import cache
from math import comb

from pitboss.shuffles.perfect import Chances, eulerian_numbers, rising_sequences


@cache
def rising_sequences_after(cards: int, riffles: int) -> Chances:
    """The chances of each number of rising sequences."""
    packets = 2**riffles
    return tuple(
        Fraction(ways * comb(packets + cards - rising, cards), packets**cards) if ways else Fraction(0)
        for rising, ways in enumerate(eulerian_numbers(cards))
    )


@cache
def total_variation(cards: int, riffles: int) -> Fraction:
    """The distance from a perfect shuffle: the most by which the chance of anything at all can differ."""
    return distance(rising_sequences_after(cards, riffles), rising_sequences(cards))


def distance(one: Chances, other: Chances) -> Fraction:
    """Half the sum of the differences of two distributions."""
    return sum((abs(a - b) for a, b in zip(one, other, strict=True)), Fraction(0)) / 2


def riffles_needed(cards: int, distance_most: Fraction) -> int:
    """The fewest riffles that come as near to a perfect shuffle as asked; the distance falls with every riffle."""
    riffles = 0
    while total_variation(cards, riffles) > distance_most:
        riffles += 1
    return riffles
