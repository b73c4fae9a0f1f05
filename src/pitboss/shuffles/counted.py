"""Shuffles counted before, here or when this version was made, kept by everything that the counts hang on."""

import hashlib
import inspect
import zlib
from base64 import b64decode, b64encode
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from pitboss.cards import shuffle
from pitboss.cards.card import Card
from pitboss.shuffles import counts, kernel, quality
from pitboss.shuffles.kernel import Move
from pitboss.shuffles.quality import Counts, Numbers
from pitboss.simulate import draws
from pitboss.solve import records


class CountedBefore(NamedTuple):
    """What was counted of every kind of shuffle, and whether it came with this version."""

    counts: tuple[Counts, ...]
    came_with_version: bool


def key_of(routine: Move, stack: Sequence[Card], times: int, seed: int) -> str:
    """Equal where the same is counted: by the same sources, of the same cards, as often."""
    sources = [inspect.getsource(module) for module in (counts, kernel, quality, draws)]
    by_hand = (shuffle.CIRCLES, shuffle.PACKET_MAX, shuffle.PACKET_MIN, shuffle.SLIP_ONE_IN, shuffle.SWEPT_IN_16)
    told = (sources, by_hand, int(routine), [str(card) for card in stack], times, seed)
    return hashlib.sha256(repr(told).encode()).hexdigest()[:32]


def counted_before(game: str, key: str) -> CountedBefore | None:
    """The counts that came with this version, or were kept on this machine."""
    record = records.shipped("pitboss.shuffles", game).get(key)
    try:
        found = tuple(map(_from_record, record or records.kept(_path(key))))
    except (KeyError, TypeError, ValueError, zlib.error):
        return None  # not there, or of another shape: they are counted
    return CountedBefore(found, record is not None)


def keep(key: str, found: Sequence[Counts]) -> None:
    """Keep counts for whoever asks again."""
    records.keep(_path(key), [to_record(one) for one in found])


def _path(key: str) -> Path:
    return records.cache_folder() / "shuffles" / f"{key}.json"


def to_record(found: Counts) -> dict[str, Any]:
    """The counts of one kind of shuffle as JSON; the table of places is large, and is pressed."""
    return {
        "told_apart": [[half.tolist() for half in halves] for halves in found.told_apart],
        "alike": [numbers.tolist() for numbers in found.alike],
        "places": b64encode(zlib.compress(found.places.astype("<i4").tobytes(), 9)).decode(),
    }


def _from_record(record: Mapping[str, Any]) -> Counts:
    places = np.frombuffer(zlib.decompress(b64decode(record["places"])), "<i4").astype(np.int64)
    cards = round(len(places) ** 0.5)
    told_apart = tuple((_numbers(even), _numbers(odd)) for even, odd in record["told_apart"])
    return Counts(told_apart, tuple(map(_numbers, record["alike"])), places.reshape(cards, cards))


def _numbers(seen: Sequence[int]) -> Numbers:
    return np.array(seen, np.int64)
