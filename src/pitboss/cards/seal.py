"""Sealing the order of a stack before the cut, and opening the seal when the shoe retires.

What is hashed is one line of plain text, so that anybody can check a seal without this program:

    printf '%s' 'pitboss-seal-1 SALT AS 8S TH ...' | sha256sum

with the salt in hexadecimal and the cards by their codes, top first.
"""

import hashlib
import re
from collections.abc import Iterable
from dataclasses import dataclass

from pitboss.cards.card import Card, codes

SALT_BYTES = 32
_VERSION = "pitboss-seal-1"


@dataclass(frozen=True, slots=True)
class Seal:
    """What is published before the cut: a SHA-256 digest, which gives away nothing of the order."""

    digest: str

    def __post_init__(self) -> None:
        if not re.fullmatch("[0-9a-f]{64}", self.digest):
            raise ValueError(f"{self.digest!r} is not a seal: a seal is 64 hexadecimal digits in lower case.")


@dataclass(frozen=True, slots=True)
class Opened:
    """What is published when the shoe retires: the order that was sealed and the salt that hid it."""

    order: tuple[Card, ...]
    salt: bytes

    def __post_init__(self) -> None:
        if len(self.salt) != SALT_BYTES:
            raise ValueError(f"A salt is {SALT_BYTES} bytes, not {len(self.salt)}: a shorter one could be guessed.")

    def text(self) -> str:
        """The line that is hashed."""
        return " ".join((_VERSION, self.salt.hex(), *codes(self.order)))


def seal(order: Iterable[Card], salt: bytes) -> Seal:
    """Seal an order with a salt that nobody else knows and that is used once."""
    return _seal(Opened(tuple(order), salt))


def verify(published: Seal, opened: Opened) -> bool:
    """Whether what was opened is what was sealed, to the last card."""
    return _seal(opened) == published


def _seal(opened: Opened) -> Seal:
    return Seal(hashlib.sha256(opened.text().encode()).hexdigest())
