"""Bits written down beforehand, and the exact chances of whatever is drawn from fair ones."""

from collections import defaultdict
from collections.abc import Callable
from fractions import Fraction
from typing import TypeVar

from pitboss.cards.bits import Bits

T = TypeVar("T")


class OutOfBits(Exception):
    """More bits were asked for than were written down."""


class WrittenBits:
    """Plays back a string of ones and zeros, first character first; spaces only group them for the reader."""

    def __init__(self, written: str) -> None:
        self.left = written.replace(" ", "")

    def bits(self, n: int) -> int:
        if n > len(self.left):
            raise OutOfBits
        drawn, self.left = self.left[:n], self.left[n:]
        return int(drawn or "0", 2)


class CountedBits:
    """Passes on another source's bits and counts them."""

    def __init__(self, source: Bits) -> None:
        self.source = source
        self.count = 0

    def bits(self, n: int) -> int:
        self.count += n
        return self.source.bits(n)


def chances(act: Callable[[Bits], T], bits_max: int) -> tuple[dict[T, Fraction], Fraction]:
    """The exact chance of each outcome over all bit strings of up to bits_max bits, and of none within so many."""
    decided: defaultdict[T, Fraction] = defaultdict(Fraction)
    undecided = Fraction(0)
    strings = [""]
    while strings:
        written = strings.pop()
        weight = Fraction(1, 2 ** len(written))
        try:
            outcome = act(WrittenBits(written))
        except OutOfBits:
            if len(written) == bits_max:
                undecided += weight
            else:
                strings += [written + "0", written + "1"]
        else:
            decided[outcome] += weight
    return dict(decided), undecided
