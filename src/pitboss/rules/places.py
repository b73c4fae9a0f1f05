"""Files that somebody named: what is wrong with one is a sentence, said before the work and not after it."""

import os
from pathlib import Path

from pitboss.rules.errors import RulesError


def read_file(path: str | Path) -> bytes:
    """A file's bytes; what is wrong with it is one sentence."""
    if not str(path):
        raise RulesError("'' cannot be read: it is no name")
    try:
        return Path(path).read_bytes()
    except OSError as error:
        raise RulesError(f"{path} cannot be read: {error.strerror}") from None


def writable(path: str | Path) -> Path:
    """A place that can be written to, as far as can be known beforehand; what is there already stays as it is."""
    place = Path(path)
    try:
        if not str(path) or place.is_dir():
            raise RulesError(f"{str(path)!r} cannot be written: it is {'a folder' if str(path) else 'no name'}")
        if not place.parent.is_dir():
            raise RulesError(f"{path} cannot be written: there is no folder {place.parent}")
        is_new = not place.exists()
        os.close(os.open(place, os.O_WRONLY | os.O_CREAT))
        if is_new:
            place.unlink()
    except OSError as error:
        raise RulesError(f"{path} cannot be written: {error.strerror}") from None
    return place


def write_file(path: str | Path, content: bytes) -> None:
    """Write a file; what is wrong with the place is one sentence."""
    try:
        Path(path).write_bytes(content)
    except OSError as error:
        raise RulesError(f"{path} cannot be written: {error.strerror}") from None
