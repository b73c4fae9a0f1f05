"""What a player who remembers every card of the other split hands gains at least and at most, game by game.

`python -m benchmarks split_memory`: some minutes of one core a game, shared among as many as there are. The samples are
drawn from fixed seeds, so that another run prints the same digits.
"""

import os
import sys
from collections.abc import Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from functools import cache
from math import ceil, log
from time import process_time
from typing import TypeVar

import numpy as np
import numpy.typing as npt

from pitboss.rules.rules import BlackjackRules
from pitboss.rules.variant import load
from pitboss.solve.composition import full_shoe
from pitboss.solve.remembered import least
from pitboss.solve.solution import best_play
from pitboss.solve.split_memory import Certain, Memory, Sample, joined, memory
from pitboss.solve.strategy import UP_CARDS
from pitboss.solve.terms import game_terms

PIECES, DOUBT, SEED = 20, 1e-6, 1
# A sample is so large that its mean is raised by this for the doubt, where nearly all of it is nothing.
RAISED = 4e-7
# What comes more rarely in a round is left out of what is gained at least.
RAREST = 1e-9
GAMES = ("double-attack-pa", "double-attack-nj", "double-deck-house", "double-back-jack-pa")
T = TypeVar("T")


@cache
def memory_of(game: str) -> Memory:
    """A game solved with nothing left out."""
    rules = load(game)
    assert isinstance(rules, BlackjackRules)
    return memory(game_terms(rules), full_shoe(rules), lambda table: best_play(table)[0])


def certain(game: str, up: int) -> tuple[float, Certain]:
    """What is gone through against one up card, after the CPU seconds it took."""
    begun = process_time()
    found = memory_of(game).certain(up, DOUBT / 2, SEED)
    return process_time() - begun, found


def surely_gained(game: str, up: int) -> tuple[float, float]:
    """What is gained at least against one up card, after the CPU seconds it took."""
    begun = process_time()
    found = least(memory_of(game).pairs(up), RAREST)
    return process_time() - begun, found


@cache
def sample_of(game: str, parts: tuple[Certain, ...]) -> Sample:
    """What is left for a sample."""
    return memory_of(game).sample(parts)


def piece(game: str, parts: tuple[Certain, ...], n: int) -> tuple[float, npt.NDArray[np.float64]]:
    """One piece of the sample, after the CPU seconds it took."""
    begun, sample = process_time(), sample_of(game, parts)
    tries = ceil(sample.greatest * log(2 / DOUBT) / RAISED / PIECES)
    shares = sample.draw(tries, np.random.default_rng((SEED, len(UP_CARDS) + n)))
    return process_time() - begun, shares


def done(game: str, runs: list[Future[T]]) -> Iterator[T]:
    """The results in order, with a word on each."""
    for n, run in enumerate(runs, 1):
        yield run.result()
        print(f"{game}: {n} of {len(runs)}", file=sys.stderr, flush=True)


def main() -> None:
    """Print every game's bound."""
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        for game in GAMES:
            ups = list(memory_of(game).best)
            gains = list(done(game, [pool.submit(surely_gained, game, up) for up in ups]))
            first = list(done(game, [pool.submit(certain, game, up) for up in ups]))
            parts = tuple(part for _, part in first)
            sample = sample_of(game, parts)
            pieces = range(PIECES if sample.at else 0)
            second = list(done(game, [pool.submit(piece, game, parts, n) for n in pieces]))
            shares = np.concatenate([np.empty(0), *(found for _, found in second)])
            bound = joined(parts, sample.greatest, shares, DOUBT)
            seconds = sum(taken for part in (gains, first, second) for taken, _ in part)
            told = f"{100 * bound.enumerated:.7f}% gone through"
            if bound.samples:
                told += f", {100 * (bound.value - bound.enumerated):.7f}% by a sample"
                told += f" (mean of {bound.samples:,}: {100 * bound.sampled_mean:.7f}%)"
            told += f"; doubt {bound.doubt:g}; {seconds:,.0f} CPU s"
            lowest = 100 * sum(gain for _, gain in gains)
            print(f"{game}: {lowest:.6f}% to {100 * bound.value:.6f}% of the bet: {told}", flush=True)


if __name__ == "__main__":
    main()
