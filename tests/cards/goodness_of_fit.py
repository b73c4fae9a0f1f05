"""Pearson's chi-squared, exactly, against bounds that a fair source passes 999 times in 1,000."""

from collections import Counter
from collections.abc import Collection, Hashable
from fractions import Fraction

# Upper 0.1% points of chi-squared by degrees of freedom, from the usual tables, rounded up.
BOUND_BY_FREEDOM = {9: 28, 23: 50, 51: 88}


def misfit(seen: Counter[Hashable], outcomes: Collection[Hashable]) -> Fraction:
    """How far the counts are from all outcomes being equally likely; an outcome outside the list is an error."""
    assert set(seen) <= set(outcomes)
    expected = Fraction(seen.total(), len(outcomes))
    return sum(((seen[outcome] - expected) ** 2 / expected for outcome in outcomes), Fraction(0))


def fits(seen: Counter[Hashable], outcomes: Collection[Hashable]) -> bool:
    """Whether the counts are within what chance explains."""
    return misfit(seen, outcomes) < BOUND_BY_FREEDOM[len(outcomes) - 1]
