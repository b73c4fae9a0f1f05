"""Files that somebody named: what is wrong with one is a sentence, said before the work and not after it."""

import os
import tomllib
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from pitboss.rules.errors import RulesError

LARGEST_BYTES = 1 << 30  # the record of the longest table that is dealt at a time has a third of it


def read_file(path: str | Path) -> bytes:
    """A file's bytes; what is wrong with it is one sentence."""
    place = Path(path)
    if not place.name:  # nothing at all, or a folder by its sign
        raise RulesError(f"{str(path if str(path) != '.' else '')!r} cannot be read: it is no name of a file")
    try:
        if place.is_char_device() or place.is_block_device():
            raise RulesError(f"{path} cannot be read: it is a device, which may have no end")
        if place.stat().st_size > LARGEST_BYTES:
            raise RulesError(f"{path} cannot be read: it has more than {LARGEST_BYTES:,} bytes")
        return place.read_bytes()
    except OSError as error:
        raise RulesError(f"{path} cannot be read: {error.strerror}") from None


def read_text(path: str | Path) -> str:
    """A file's text, without the mark that some editors and spreadsheets begin a file with."""
    try:
        return read_file(path).decode("utf-8-sig")
    except UnicodeDecodeError:
        raise RulesError(f"{path} is not a text file in UTF-8") from None


def read_toml(path: str | Path) -> dict[str, Any]:
    """What a TOML file has in it."""
    try:
        return toml_in(read_text(path))
    except tomllib.TOMLDecodeError as error:
        raise RulesError(f"{path} is not well-formed TOML: {error}") from None


def toml_in(text: str) -> dict[str, Any]:
    """What a TOML text has in it, however deep somebody has nested it."""
    try:
        return tomllib.loads(text)
    except RecursionError:
        raise tomllib.TOMLDecodeError("it is nested too deep") from None
    except ValueError as error:  # also a number longer than Python reads
        raise tomllib.TOMLDecodeError(str(error)) from None


def writable(path: str | Path, read: Sequence[str | Path | None] = ()) -> Path:
    """A place that can be written to, as far as can be known beforehand; what is there already stays as it is.

    It is none of the files that are `read` by the same command, whose author may have no other copy.
    """
    place = Path(path)
    if any(_same(place, Path(other)) for other in read if other):
        raise RulesError(f"{path} cannot be written: it is what is read")
    try:
        if not str(path) or path == Path():  # which is what an empty name becomes
            raise RulesError("'' cannot be written: it is no name")
        if place.is_dir():
            raise RulesError(f"{str(path)!r} cannot be written: it is a folder")
        if not place.parent.is_dir():
            raise RulesError(f"{path} cannot be written: there is no folder {place.parent}")
        if place.is_fifo():  # to open it is to wait for a reader, who would leave when it is closed
            return place
        is_new = not place.exists()
        os.close(os.open(place, os.O_WRONLY | os.O_CREAT))
        if is_new:
            place.unlink()
    except OSError as error:
        raise RulesError(f"{path} cannot be written: {error.strerror}") from None
    return place


def _same(one: Path, other: Path) -> bool:
    try:
        return one.is_file() and one.samefile(other)
    except OSError:  # the other is no file: a game, say, of the same name
        return False


def each_its_own(*paths: str | Path | None) -> None:
    """Refuse a file that is to be written twice: what is written last would be all that is in it."""
    found: set[Path] = set()
    for path in paths:
        if not path:
            continue
        place = Path(path).absolute()
        if place in found and (place.is_file() or not place.exists()):
            raise RulesError(f"{path} cannot be written twice: name another file")
        found.add(place)


def write_file(path: str | Path, content: bytes) -> None:
    """Write a file; what is wrong with the place is one sentence."""
    try:
        Path(path).write_bytes(content)
    except OSError as error:
        raise RulesError(f"{path} cannot be written: {error.strerror}") from None
