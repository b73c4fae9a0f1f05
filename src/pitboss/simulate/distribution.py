"""A distribution of results, counted exactly, and the figures it has."""

from dataclasses import dataclass
from math import nan, sqrt
from typing import Any

NORMAL_95 = 1.959964


@dataclass(frozen=True)
class Distribution:
    """How often each result came, exactly; the results in bets are whole numbers over `unit`."""

    results: tuple[int, ...]
    counts: tuple[int, ...]
    unit: int

    @property
    def rounds(self) -> int:
        """How many results there are."""
        return sum(self.counts)

    def moment(self, power: int) -> int:
        """The sum of a power of the results, in units, exactly."""
        return sum(count * result**power for result, count in zip(self.results, self.counts, strict=True))

    @property
    def mean(self) -> float:
        """In bets."""
        return self.moment(1) / (self.rounds * self.unit) if self.rounds else nan

    @property
    def variance(self) -> float:
        """In squared bets; the numerator is exact, so nothing is lost to cancellation."""
        n = self.rounds
        return (n * self.moment(2) - self.moment(1) ** 2) / (n * (n - 1) * self.unit**2) if n > 1 else nan

    @property
    def standard_deviation(self) -> float:
        """In bets."""
        return sqrt(self.variance)

    @property
    def standard_error(self) -> float:
        """Of the mean."""
        return sqrt(self.variance / self.rounds) if self.rounds else nan

    @property
    def skew(self) -> float:
        """The third standardised moment."""
        n, first, second, third = self.rounds, self.moment(1), self.moment(2), self.moment(3)
        spread = n * second - first**2
        if spread <= 0:
            return nan
        return float((n * n * third - 3 * n * first * second + 2 * first**3) / spread**1.5)

    def share(self, sign: int) -> float:
        """How often the result is above, at or below zero."""
        hits = sum(c for r, c in zip(self.results, self.counts, strict=True) if (r > 0) - (r < 0) == sign)
        return hits / self.rounds if self.rounds else nan

    def histogram(self) -> dict[str, int]:
        """Count by result in bets, of those that came."""
        found: dict[str, int] = {}
        for result, count in zip(self.results, self.counts, strict=True):
            if count:
                label = f"{result / self.unit:g}"
                found[label] = found.get(label, 0) + count
        return found

    def summary(self) -> dict[str, Any]:
        """The usual figures."""
        half = NORMAL_95 * self.standard_error
        return {
            "mean": self.mean,
            "standard_error": self.standard_error,
            "interval": [self.mean - half, self.mean + half],
            "standard_deviation": self.standard_deviation,
            "variance": self.variance,
            "skew": self.skew,
            "win": self.share(1),
            "push": self.share(0),
            "loss": self.share(-1),
        }
