"""A plan: a seed and how many rounds, cut into streams; whoever plays them in whatever order gets the same digits."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

from pitboss.rules.errors import RulesError

STREAM_ROUNDS = 1 << 16
ROUNDS_MOST = 10**15
SEED_MOST = 1 << 64
FIRST_STAGE = 16
STAGE_GROWTH = 1.25


class Unit(NamedTuple):
    """Consecutive streams of one length, played in one go."""

    first: int
    streams: int
    rounds: int


@dataclass(frozen=True)
class Plan:
    """Rounds from one seed; every stream but the last has the same length, and each is shuffled anew at its start."""

    seed: int
    rounds: int
    stream_rounds: int = STREAM_ROUNDS

    def __post_init__(self) -> None:
        if not 1 <= self.rounds <= ROUNDS_MOST:
            raise RulesError(f"{self.rounds} rounds cannot be played: from 1 to {ROUNDS_MOST}")
        if not 0 <= self.seed < SEED_MOST:
            raise RulesError(f"a seed is a whole number from 0 to {SEED_MOST - 1}, not {self.seed}")
        if not 1 <= self.stream_rounds < 1 << 31:
            raise RulesError(f"a stream cannot have {self.stream_rounds} rounds")

    @property
    def streams(self) -> int:
        """How many streams there are."""
        return -(-self.rounds // self.stream_rounds)

    def rounds_of(self, streams: range) -> int:
        """How many rounds some of the streams have."""
        return min(streams.stop * self.stream_rounds, self.rounds) - min(
            streams.start * self.stream_rounds, self.rounds
        )

    def units(self, streams: range, most: int) -> Iterator[Unit]:
        """Some of the streams, cut into units of at most so many; a shorter last stream goes by itself."""
        full = self.rounds // self.stream_rounds
        for first in range(streams.start, min(streams.stop, full), most):
            yield Unit(first, min(most, min(streams.stop, full) - first), self.stream_rounds)
        if streams.stop > full:
            yield Unit(full, 1, self.rounds - full * self.stream_rounds)

    def stages(self, until: bool) -> Iterator[range]:
        """The streams in the stages after which a run may stop: the same on every device."""
        start, size = 0, FIRST_STAGE if until else self.streams
        while start < self.streams:
            stop = min(start + size, self.streams)
            yield range(start, stop)
            start, size = stop, max(int(stop * (STAGE_GROWTH - 1)), FIRST_STAGE)


class Streams:
    """A set of streams as ranges: which have been played."""

    def __init__(self, ranges: Iterable[tuple[int, int]] = ()) -> None:
        self._ranges: list[tuple[int, int]] = []
        for first, stop in ranges:
            self.add(range(first, stop))

    def add(self, streams: range) -> None:
        """Add streams that are not there yet."""
        for start, stop in self._ranges:
            if streams.start < stop and start < streams.stop:
                raise ValueError(f"streams {streams} have been counted")
        merged: list[tuple[int, int]] = []
        for start, stop in sorted([*self._ranges, (streams.start, streams.stop)]):
            if merged and merged[-1][1] == start:
                merged[-1] = (merged[-1][0], stop)
            else:
                merged.append((start, stop))
        self._ranges = merged

    def missing(self, streams: range) -> Iterator[range]:
        """Those of the streams that are not there."""
        at = streams.start
        for start, stop in self._ranges:
            if stop <= at or start >= streams.stop:
                continue
            if start > at:
                yield range(at, start)
            at = max(at, stop)
        if at < streams.stop:
            yield range(at, streams.stop)

    @property
    def ranges(self) -> list[tuple[int, int]]:
        """First stream and stop of each range, in order."""
        return list(self._ranges)

    def __len__(self) -> int:
        return sum(stop - start for start, stop in self._ranges)
