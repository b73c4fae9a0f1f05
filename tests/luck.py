"""The cards of a test are the same every time: what it shows hangs on the code and not on the deal."""

import os
import random
import secrets
from collections.abc import Iterator
from contextlib import contextmanager

NAMES = ("randbits", "token_hex")
_OF_THE_SYSTEM = {name: getattr(secrets, name) for name in NAMES}


def fix(name: str) -> None:
    """From here on this process draws what follows from a name; with PITBOSS_CHANCE what the system gives."""
    chance = random.Random(name)
    drawing = {"randbits": chance.getrandbits, "token_hex": lambda n=32: chance.randbytes(n).hex()}
    for one, draw in (_OF_THE_SYSTEM if os.environ.get("PITBOSS_CHANCE") else drawing).items():
        setattr(secrets, one, draw)


@contextmanager
def fixed(name: str) -> Iterator[None]:
    """For as long as this lasts; then what was drawn from before."""
    before = {one: getattr(secrets, one) for one in NAMES}
    fix(name)
    try:
        yield
    finally:
        for one, draw in before.items():
            setattr(secrets, one, draw)


@contextmanager
def the_systems() -> Iterator[None]:
    """What the operating system gives: for a test of just that."""
    with fixed(""):
        for one, draw in _OF_THE_SYSTEM.items():
            setattr(secrets, one, draw)
        yield
