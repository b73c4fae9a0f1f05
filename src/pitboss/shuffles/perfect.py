"""What a perfect shuffle does, exactly: the chances of every count that a shuffle is measured by.

Each function gives a distribution as fractions that sum to one, by the count: entry k is the chance of k.
"""

from fractions import Fraction
from functools import cache
from itertools import accumulate
from math import comb, factorial, perm

Chances = tuple[Fraction, ...]


@cache
def eulerian_numbers(cards: int) -> tuple[int, ...]:
    """How many orders of the cards have r rising sequences, for r from 0 (none has) to the number of cards."""
    row = [0, 1]
    for size in range(2, cards + 1):
        row = [0, *(r * row[r] + (size - r + 1) * row[r - 1] for r in range(1, size)), row[size - 1]]
    return tuple(row)


@cache
def rising_sequences(cards: int) -> Chances:
    """Rising sequences: the runs 1, 2, 3, ... of the old order that can be picked out from top to bottom."""
    return tuple(Fraction(ways, factorial(cards)) for ways in eulerian_numbers(cards))


@cache
def pairs_kept(cards: int) -> Chances:
    """Neighbours of the old order that are neighbours still, the upper one above the lower.

    Glue the k pairs that are kept: what is left is an order of n - k pieces that keeps none. Of m pieces,
    inclusion and exclusion gives the sum of (-1)^j C(m - 1, j) (m - j)! such orders.
    """
    kept_none = [
        sum((-1) ** j * comb(pieces - 1, j) * factorial(pieces - j) for j in range(pieces))
        for pieces in range(1, cards + 1)
    ]
    return tuple(
        Fraction(comb(cards - 1, kept) * kept_none[cards - kept - 1], factorial(cards)) for kept in range(cards)
    )


@cache
def named_right(cards: int) -> Chances:
    """Cards named right, before each is turned, by whoever names only cards that have not come out.

    With j cards left any such name is right one time in j, whatever came before, so the guesser's method does not
    matter: the chances are those of a sum of independent trials, one for each j.
    """
    ways = [1]
    for left in range(1, cards + 1):
        ways = [(left - 1) * same + fewer for same, fewer in zip([*ways, 0], [0, *ways], strict=True)]
    return tuple(Fraction(way, factorial(cards)) for way in ways)


@cache
def halves_called_right(cards: int) -> Chances:
    """Cards that lie in the half they were called for, when half of the cards were called for the top half."""
    called = top = cards // 2
    chances = [Fraction(0)] * (cards + 1)
    for both in range(called + 1):
        if top - both <= cards - called:
            right = both + (cards - top) - (called - both)
            chances[right] = Fraction(comb(called, both) * comb(cards - called, top - both), comb(cards, top))
    return tuple(chances)


def in_given_halves(cards: int, always_top: int, always_bottom: int) -> Fraction:
    """The chance that so many given cards all lie in the top half and so many others all in the bottom half."""
    top, bottom = cards // 2, cards - cards // 2
    return Fraction(perm(top, always_top) * perm(bottom, always_bottom), perm(cards, always_top + always_bottom))


def mean(chances: Chances) -> Fraction:
    """The mean count."""
    return sum((count * chance for count, chance in enumerate(chances)), Fraction(0))


def at_most(chances: Chances) -> Chances:
    """The chance of each count or fewer."""
    return tuple(accumulate(chances))
