"""What is said only when something takes its time: nobody is told to wait for an answer that is there at once."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Timer

AFTER_SECONDS = 2.0


@contextmanager
def said_if_late(sentence: str) -> Iterator[None]:
    """Say a sentence, if there is one, where what is done takes longer than two seconds."""
    timer = Timer(AFTER_SECONDS, print, (sentence,), {"file": sys.stderr})
    timer.daemon = True
    if sentence:
        timer.start()
    try:
        yield
    finally:
        timer.cancel()
