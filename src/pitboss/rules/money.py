"""Money in whole cents, odds as exact ratios."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from typing import NewType

Cents = NewType("Cents", int)


def dollars(cents: int) -> str:
    """An amount as people write it: `$12.50`, `$10`."""
    whole, rest = divmod(abs(cents), 100)
    sign = "-" if cents < 0 else ""
    return f"{sign}${whole:,}.{rest:02}" if rest else f"{sign}${whole:,}"


@dataclass(frozen=True)
class Odds:
    """What a winning wager is paid: `Odds(5, 2)` is 5 to 2."""

    win: int
    stake: int

    def __str__(self) -> str:
        return f"{self.win} to {self.stake}"

    @property
    def ratio(self) -> Fraction:
        """Winnings per unit staked."""
        return Fraction(self.win, self.stake)

    def pays_exactly(self, wager: int) -> bool:
        """Whether the winnings of this wager are a whole number of cents."""
        return wager * self.win % self.stake == 0

    def winnings(self, wager: int) -> Cents:
        """The winnings in cents; only asked of wagers that can be paid exactly."""
        amount, rest = divmod(wager * self.win, self.stake)
        if rest:
            raise ArithmeticError(f"{dollars(wager)} cannot be paid at {self} in whole cents")
        return Cents(amount)

    @classmethod
    def parse(cls, text: str) -> "Odds":
        """Read `3 to 2`, `3:2` or `3/2`."""
        match = re.fullmatch(r"\s*(\d{1,6})\s*(?:to|:|/)\s*(\d{1,6})\s*", text)
        if match is None or int(match[2]) == 0:
            raise ValueError(f"odds are written like '3 to 2', not {text!r}")
        return cls(int(match[1]), int(match[2]))


def paid_in_cents(every: Iterable[Odds]) -> int:
    """The least amount of which every multiple is paid to the cent at any of these odds."""
    return lcm(*(odds.ratio.denominator for odds in every))


EVEN_MONEY = Odds(1, 1)
TWO_TO_ONE = Odds(2, 1)
