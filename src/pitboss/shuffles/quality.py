"""How well a stack is shuffled: each kind of shuffle done thousands of times, and set beside a perfect one."""

import os
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import log, sqrt
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from pitboss.cards.card import Card
from pitboss.rules.errors import RulesError
from pitboss.rules.subjects.points import TEN_VALUES
from pitboss.shuffles import counts, perfect
from pitboss.shuffles.counts import Learned, Likeness
from pitboss.shuffles.kernel import Move, room_for, seeded_bits
from pitboss.shuffles.perfect import Chances
from pitboss.shuffles.riffles import total_variation

TIMES_LEAST, TIMES_MOST = 100, 10_000_000
SEED_MOST = 1 << 64
BLOCK = 250
RIFFLES_MOST = 12
RISK = 0.001  # of a bound that is too high, over all counts of one kind of shuffle together

Numbers = npt.NDArray[np.int64]
Halves = tuple[Numbers, Numbers]
Progress = Callable[[str, float], None]


@dataclass(frozen=True)
class Count:
    """Something counted in a shuffled stack: its column, what it is called, its chances in a perfect shuffle."""

    column: int
    name: str
    words: str
    perfect: Callable[[int], Chances] | None


RISING = Count(counts.RISING, "rising_sequences", "rising sequences", perfect.rising_sequences)
KEPT = Count(counts.KEPT, "pairs_kept", "pairs kept", perfect.pairs_kept)
HALF = Count(counts.HALF, "halves_called_right", "cards in their half", perfect.halves_called_right)
FOLLOWER = Count(counts.FOLLOWER, "follower", "named by the follower", perfect.named_right)
STUDENT = Count(counts.STUDENT, "student", "named by the student", perfect.named_right)
FACES = Count(counts.FACES, "student_faces", "faces named by the student", None)
VALUES = Count(counts.VALUES, "student_values", "values named by the student", None)
TOLD_APART = (RISING, KEPT, HALF, FOLLOWER, STUDENT)
ALIKE = (FACES, VALUES)


@dataclass(frozen=True)
class Kind:
    """A kind of shuffle: its name and its movements."""

    name: str
    moves: tuple[Move, ...]

    @property
    def riffles(self) -> int | None:
        """How many riffles it is, if it is nothing else."""
        return len(self.moves) if set(self.moves) <= {Move.RIFFLE} else None


def kinds(routine: Move) -> tuple[Kind, ...]:
    """What a house's routine is set beside."""
    return (
        Kind("the house's routine", (routine,)),
        Kind("the routine done twice", (routine, routine)),
        Kind("a wash alone", (Move.WASH,)),
        Kind("a wash, then the routine", (Move.WASH, routine)),
        *(Kind(f"{n} riffle{'s' * (n > 1)}", (Move.RIFFLE,) * n) for n in range(1, RIFFLES_MOST + 1)),
        Kind("a perfect shuffle", (Move.UNIFORM,)),
    )


@dataclass(frozen=True)
class Counted:
    """A count over many shuffles: how often each number came, by the number."""

    seen: tuple[int, ...]

    @property
    def times(self) -> int:
        """How many shuffles."""
        return sum(self.seen)

    @property
    def mean(self) -> float:
        """The mean number."""
        return sum(number * times for number, times in enumerate(self.seen)) / self.times

    @property
    def error(self) -> float:
        """The standard error of the mean."""
        squares = sum((number - self.mean) ** 2 * times for number, times in enumerate(self.seen))
        return sqrt(squares / (self.times - 1) / self.times)


@dataclass(frozen=True)
class Bound:
    """A least distance from a perfect shuffle, and the event that shows it."""

    at_least: float
    count: Count
    event: str
    seen: float
    perfect: float


@dataclass(frozen=True)
class Quality:
    """What was found about one kind of shuffle; `places` counts how often each card came to each place."""

    kind: Kind
    counted: Mapping[Count, Counted]
    places: Numbers
    bound: Bound
    exact: Fraction | None

    @property
    def cards(self) -> int:
        """How many cards were shuffled."""
        return len(self.places)

    @property
    def times(self) -> int:
        """How often."""
        return int(self.places[0].sum())

    @cached_property
    def place_distance(self) -> float:
        """The chi-squared distance of a card's place from any place being as likely, the mean over the cards.

        It is n times the sum of the squared chances, less 1; each squared chance is estimated without bias.
        """
        seen, times = self.places.astype(float), self.times
        return float(seen.shape[0] * (seen * (seen - 1)).sum() / (times * (times - 1)) / seen.shape[1] - 1)

    def blocks(self, width: int) -> npt.NDArray[np.float64]:
        """The table of places in blocks of so many: how often a block of cards came to a block of places, 1 if even."""
        starts = np.arange(0, self.cards, width)
        sums = np.add.reduceat(np.add.reduceat(self.places, starts, axis=0), starts, axis=1)
        sizes = np.diff(np.append(starts, self.cards))
        return np.asarray(sums * self.cards / (self.times * np.outer(sizes, sizes)))


def least_chance(hits: int, times: int, risk: float) -> float:
    """A chance that is too high with no more than the given risk, from how often something came (Chernoff's bound)."""
    share = hits / times
    low, high = 0.0, share
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (low, middle) if _divergence(share, middle) * times < -log(risk) else (middle, high)
    return low


def _divergence(share: float, chance: float) -> float:
    """How unlike a share is to a chance, so that it comes up at most exp(-times x this) of the time."""
    if chance <= 0:
        return float("inf") if share > 0 else 0.0
    yes = share * log(share / chance) if share > 0 else 0.0
    no = (1 - share) * log((1 - share) / (1 - chance)) if share < 1 else 0.0
    return yes + no


def bound_by(count: Count, numbers: Halves, cards: int, risk: float) -> Bound:
    """The least distance that one count shows.

    No event can be likelier than in a perfect shuffle by more than the distance. The even shuffles choose the event
    "so many or fewer" or "so many or more", the odd ones say how likely it is at least: so the choice flatters nothing.
    """
    assert count.perfect is not None
    exact = np.array([float(x) for x in perfect.at_most(count.perfect(cards))])
    choosing, judging = (np.pad(half, (0, max(len(exact) - len(half), 0))) for half in numbers)
    gap = np.cumsum(choosing)[: len(exact)] / choosing.sum() - exact
    most = int(np.argmax(np.abs(gap)))
    if gap[most] > 0:
        event, hits, chance = f"{count.words} ≤ {most}", int(judging[: most + 1].sum()), float(exact[most])
    else:
        event, hits, chance = f"{count.words} ≥ {most + 1}", int(judging[most + 1 :].sum()), float(1 - exact[most])
    times = int(judging.sum())
    least = least_chance(hits, times, risk)
    return Bound(max(least - chance, 0.0), count, event, hits / times, chance)


def halves_of(numbers: Numbers) -> Halves:
    """Numbers by how often each came, in the even shuffles and in the odd ones."""
    return np.bincount(numbers[::2]), np.bincount(numbers[1::2])


def likeness(stack: Sequence[Card]) -> Likeness:
    """Which cards are alike in face, and which faces count alike at blackjack."""
    faces = list(dict.fromkeys(stack))
    counts_as = [TEN_VALUES[0] if face.rank in TEN_VALUES else face.rank for face in faces]
    values = list(dict.fromkeys(counts_as))
    return Likeness(
        np.array([faces.index(card) for card in stack], np.int32),
        np.array([values.index(value) for value in counts_as], np.int32),
    )


class Counts(NamedTuple):
    """What was counted of one kind of shuffle: the numbers of each count, and how often a card came to a place."""

    told_apart: tuple[Halves, ...]
    alike: tuple[Numbers, ...]
    places: Numbers


def count_all(
    routine: Move, stack: Sequence[Card], times: int, seed: int, progress: Progress = lambda step, share: None
) -> tuple[Counts, ...]:
    """Every kind of shuffle, as often as asked."""
    check_times(times, seed)
    found = []
    wanted = kinds(routine)
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        for number, kind in enumerate(wanted):
            progress(kind.name, number / len(wanted))
            found.append(_counts(kind, stack, times, Streams(seed, number), pool))
    return tuple(found)


def check_times(times: int, seed: int) -> None:
    """Refuse what cannot be done."""
    if not TIMES_LEAST <= times <= TIMES_MOST:
        raise RulesError(f"--times takes a number from {TIMES_LEAST} to {TIMES_MOST}, not {times}")
    if not 0 <= seed < SEED_MOST:
        raise RulesError(f"a seed is a whole number from 0 to {SEED_MOST - 1}, not {seed}")


def measure(
    routine: Move, stack: Sequence[Card], times: int, seed: int, progress: Progress = lambda step, share: None
) -> tuple[Quality, ...]:
    """What is found about every kind of shuffle."""
    return judged(routine, count_all(routine, stack, times, seed, progress))


def judged(routine: Move, found: Sequence[Counts]) -> tuple[Quality, ...]:
    """What the counts of every kind of shuffle say."""
    return tuple(_quality(kind, counts_) for kind, counts_ in zip(kinds(routine), found, strict=True))


@dataclass(frozen=True)
class Streams:
    """The streams of bits of one kind of shuffle: some to learn from, others to measure with."""

    seed: int
    kind: int

    def number(self, learning: bool, block: int) -> int:
        """The number of a block's stream; none is used twice."""
        return (2 * self.kind + learning) << 32 | block


def _blocks(times: int) -> list[tuple[int, int]]:
    return [(block, min(BLOCK, times - start)) for block, start in enumerate(range(0, times, BLOCK))]


def _counts(kind: Kind, stack: Sequence[Card], times: int, streams: Streams, pool: ThreadPoolExecutor) -> Counts:
    cards = len(stack)
    moves = np.array(kind.moves, np.int64)
    learned = _learned(moves, cards, times, streams, pool)
    alike = likeness(stack)

    def one(block: int, size: int) -> tuple[Numbers, Numbers, Numbers]:
        numbers = np.zeros((size, len(TOLD_APART)), np.int64)
        of_alike = np.zeros((-(-size // counts.ALIKE_EVERY), len(ALIKE)), np.int64)
        places = np.zeros((cards, cards), np.int64)
        bits = seeded_bits(streams.seed, streams.number(False, block))
        notes, room = counts.notes_for(cards), room_for(cards)
        counts.count(numbers, of_alike, moves, learned, alike, notes, room, bits, places)
        return numbers, of_alike, places

    parts = list(pool.map(lambda job: one(*job), _blocks(times)))
    numbers, of_alike = (np.concatenate([part[n] for part in parts]) for n in (0, 1))
    places = np.sum([part[2] for part in parts], axis=0)
    told_apart = tuple(halves_of(numbers[:, count.column]) for count in TOLD_APART)
    return Counts(told_apart, tuple(np.bincount(of_alike[:, count.column]) for count in ALIKE), places)


def _quality(kind: Kind, found: Counts) -> Quality:
    cards = len(found.places)
    by_count = list(zip(TOLD_APART, found.told_apart, strict=True))
    best = max((bound_by(*one, cards, RISK / len(TOLD_APART)) for one in by_count), key=lambda bound: bound.at_least)
    counted = {count: _counted(*halves) for count, halves in by_count}
    counted |= {count: _counted(numbers) for count, numbers in zip(ALIKE, found.alike, strict=True)}
    if Move.UNIFORM in kind.moves:
        exact: Fraction | None = Fraction(0)
    else:
        exact = None if kind.riffles is None else total_variation(cards, kind.riffles)
    return Quality(kind, counted, found.places, best, exact)


def _counted(*parts: Numbers) -> Counted:
    longest = max(map(len, parts))
    whole = np.sum([np.pad(part, (0, longest - len(part))) for part in parts], axis=0)
    return Counted(tuple(whole.tolist()))


def _learned(moves: Numbers, cards: int, times: int, streams: Streams, pool: ThreadPoolExecutor) -> Learned:
    """What somebody knows who has watched as many other shuffles of the kind as are measured."""

    def one(block: int, size: int) -> tuple[Numbers, Numbers]:
        places, followers = np.zeros((cards, cards), np.int64), np.zeros((cards + 1, cards), np.int64)
        bits = seeded_bits(streams.seed, streams.number(True, block))
        counts.watch(size, moves, room_for(cards), bits, places, followers)
        return places, followers

    parts = list(pool.map(lambda job: one(*job), _blocks(times)))
    places, followers = (np.sum([part[n] for part in parts], axis=0) for n in (0, 1))
    in_top = places[: cards // 2].sum(axis=0)
    called = np.zeros(cards, np.bool_)
    called[np.argsort(-in_top, kind="stable")[: cards // 2]] = True
    return Learned((places + 1).astype(np.float32), (followers + 1).astype(np.float32), called)
