"""A game's shuffle, studied: its routine, what it is set beside, and what was found."""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from time import perf_counter
from typing import Any

from pitboss.cards.card import Card
from pitboss.cards.deck import decks
from pitboss.rules.rules import Rules
from pitboss.rules.variant import load
from pitboss.shuffles import perfect
from pitboss.shuffles.counted import counted_before, keep, key_of
from pitboss.shuffles.counts import ALIKE_EVERY
from pitboss.shuffles.quality import RISK, TOLD_APART, Count, Quality, check_times, count_all, judged
from pitboss.shuffles.riffles import riffles_needed
from pitboss.shuffles.routines import KeptApart, Routine, routine_of

TIMES = 20_000
BLOCK = 4  # places in a block of the printed tables: 26 blocks of two decks


@dataclass(frozen=True, repr=False)
class Study:
    """Everything found about a game's shuffle."""

    rules: Rules
    routine: Routine
    stack: tuple[Card, ...]
    times: int
    seed: int
    found: tuple[Quality, ...]
    seconds: float
    came_with_version: bool = False

    def __repr__(self) -> str:
        return f"<Study {self.rules.title}: {self.cards} cards, {self.times:,} shuffles of {len(self.found)} kinds>"

    @property
    def cards(self) -> int:
        """How many cards are shuffled."""
        return len(self.stack)

    @property
    def house(self) -> Quality:
        """The house's routine."""
        return self.found[0]

    @property
    def perfect(self) -> Quality:
        """A perfect shuffle, done as often as the others."""
        return self.found[-1]

    def riffled(self, times: int) -> Quality:
        """So many riffles."""
        return next(quality for quality in self.found if quality.kind.riffles == times)

    @cached_property
    def kept_apart(self) -> KeptApart:
        """The cards that the routine cannot bring to the other half."""
        return self.routine.kept_apart(self.cards)

    @cached_property
    def apart_by_chance(self) -> Fraction:
        """The chance that a perfect shuffle leaves the same cards in the same halves."""
        return perfect.in_given_halves(self.cards, len(self.kept_apart.top), len(self.kept_apart.bottom))

    @cached_property
    def no_nearer_than(self) -> int:
        """The fewest riffles that are surely no farther from a perfect shuffle than the routine is."""
        return riffles_needed(self.cards, 1 - self.apart_by_chance)

    def expected(self, count: Count) -> float:
        """A count's mean after a perfect shuffle: exact where it is known, else as measured."""
        if count.perfect is None:
            return self.perfect.counted[count].mean
        return float(perfect.mean(count.perfect(self.cards)))

    def as_json(self) -> dict[str, Any]:
        """Everything, for machines."""
        apart = self.kept_apart
        return {
            "game": self.rules.game,
            "rules_hash": self.rules.hash,
            "cards": self.cards,
            "times": self.times,
            "seed": self.seed,
            "confidence": 1 - RISK,
            "faces_and_values_every": ALIKE_EVERY,
            "routine": [{"clause": clause, "act": act} for clause, act in self.routine.acts(self.stack)],
            "kept_apart": {
                "always_in_bottom_half": [apart.bottom[0] + 1, apart.bottom[-1] + 1],
                "always_in_top_half": [apart.top[0] + 1, apart.top[-1] + 1],
                "clauses": list(apart.clauses),
                "chance_in_a_perfect_shuffle": float(self.apart_by_chance),
            },
            "perfect": {count.name: self.expected(count) for count in TOLD_APART},
            "shuffles": [_quality_as_json(quality) for quality in self.found],
            "came_with_version": self.came_with_version,
            "seconds": self.seconds,
        }


def _quality_as_json(quality: Quality) -> dict[str, Any]:
    bound = quality.bound
    return {
        "name": quality.kind.name,
        "movements": [move.name.lower() for move in quality.kind.moves],
        **{
            count.name: {"mean": counted.mean, "standard_error": counted.error, "seen": list(counted.seen)}
            for count, counted in quality.counted.items()
        },
        "place_distance": quality.place_distance,
        "places": [[round(float(share), 4) for share in row] for row in quality.blocks(BLOCK)],
        "total_variation": None if quality.exact is None else float(quality.exact),
        "total_variation_at_least": bound.at_least,
        "shown_by": {"event": bound.event, "seen": bound.seen, "perfect": bound.perfect},
    }


def study(
    game: str,
    times: int = TIMES,
    seed: int = 1,
    progress: Callable[[str, float], None] = lambda step, share: None,
    use_cache: bool = True,
) -> Study:
    """Shuffle by a game's routine and by others, as often as asked; or take what was counted before."""
    rules = load(game)
    routine = routine_of(rules)
    stack = decks(rules.cards.decks, rules.cards.ranks_removed)
    check_times(times, seed)
    start = perf_counter()
    key = key_of(routine.move, stack, times, seed)
    known = counted_before(rules.game, key) if use_cache else None
    found = known.counts if known is not None else count_all(routine.move, stack, times, seed, progress)
    if use_cache and known is None:
        keep(key, found)
    came = known is not None and known.came_with_version
    quality = judged(routine.move, found)
    return Study(rules, routine, stack, times, seed, quality, perf_counter() - start, came)
