"""Sources of random bits, and unbiased numbers drawn from them."""

import hashlib
import secrets
from typing import Protocol

_SEEDED_TAG = b"pitboss bits 1\0"
_BLOCK_BITS = hashlib.sha256().digest_size * 8
_DRAWN_TOGETHER = 256  # bits


class Bits(Protocol):
    """Anything that gives fair, independent bits."""

    def bits(self, n: int) -> int:
        """The next n bits, as a number from 0 up to but not including 2**n."""
        ...


class SystemBits:
    """The operating system's cryptographic bits: the only source here that is fit for a house."""

    # Nothing is kept between calls: a pool held here would be copied by a fork, and two tables would deal one order.
    __slots__ = ()

    def bits(self, n: int) -> int:
        """The next n bits."""
        return secrets.randbits(n)


class SeededBits:
    """The same bits for the same seed, everywhere and always; for demonstrations and tests, never for a house.

    The stream is SHA-256 in counter mode: block i is the digest of i (eight bytes, high byte first), a version tag and
    the seed as text, so the seeds 7 and "7" are one. The counter comes before the seed so that a long seed is never
    squeezed through a single 256-bit state: as many orders can be reached as there are seeds to tell apart.
    """

    __slots__ = ("_block", "_held", "_pool", "_tail")

    def __init__(self, seed: int | str) -> None:
        self._tail = _SEEDED_TAG + str(seed).encode()
        self._block = 0
        self._pool = 0
        self._held = 0

    def bits(self, n: int) -> int:
        """The next n bits."""
        if n < 0:
            raise ValueError(f"The number of bits must be 0 or more, not {n}.")
        while self._held < n:
            digest = hashlib.sha256(self._block.to_bytes(8, "big") + self._tail).digest()
            self._pool = self._pool << _BLOCK_BITS | int.from_bytes(digest, "big")
            self._held += _BLOCK_BITS
            self._block += 1
        self._held -= n
        drawn = self._pool >> self._held
        self._pool ^= drawn << self._held
        return drawn


def draw_falling(source: Bits, n: int, count: int) -> list[int]:
    """So many numbers, fewer than n: the first below n, and each below one less than the one before.

    It takes the same bits as `draw_below` would, but of several numbers together: it is done for every card of a house.
    """
    chosen: list[int] = []
    while len(chosen) < count:
        width = (n - 1).bit_length()
        full = (1 << width) - 1
        # No more than are sure to be needed, thrown away or not, before one bit fewer will do.
        together = min(count - len(chosen), n - (full >> 1) - 1, _DRAWN_TOGETHER // width)
        drawn = source.bits(width * together)
        for shift in range(width * (together - 1), -1, -width):
            number = drawn >> shift & full
            if number < n:
                chosen.append(number)
                n -= 1
    return chosen


def draw_below(source: Bits, n: int) -> int:
    """A number from 0 to n - 1, each exactly as likely: whatever lands on n or above is thrown away and drawn again."""
    if n < 1:
        raise ValueError(f"There is no number from 0 up to but not including {n}; the bound must be 1 or more.")
    width = (n - 1).bit_length()
    drawn = source.bits(width)
    while drawn >= n:
        drawn = source.bits(width)
    return drawn
