"""Exact values of many shoes on a GPU: the same digits as the CPU's, and how many shoes a second.

`python benchmarks/gpu_shoes.py` on a machine with an NVIDIA GPU and the extra `gpu`; shoes are what a random number of
cards, dealt off the top, leaves.
"""

import importlib
import random
import time
from typing import Any

import numpy as np

from pitboss.rules.rules import BlackjackRules
from pitboss.rules.variant import load
from pitboss.solve.composition import Composition, full_shoe
from pitboss.solve.many import CPU, CUDA, solve_many
from pitboss.solve.splits import SplitPlay

SEED, CHECKED, TIMED, LEAST_LEFT = 2026, 1000, 20_000, 30
ORDINARY: dict[str, object] = {"decks": 8}
GAMES: tuple[tuple[str, str, dict[str, object]], ...] = (
    ("ordinary, 8 decks", "double-deck-house", ORDINARY),
    ("double-attack-pa", "double-attack-pa", {}),
)


def shoes_of(rules: BlackjackRules, count: int, seed: int) -> list[Composition]:
    """What is left of a full shoe after random numbers of cards."""
    full, rng = full_shoe(rules), random.Random(seed)
    cards = [rank for rank, n in enumerate(full.ranks) for _ in range(n)]
    found = []
    for _ in range(count):
        left = rng.sample(cards, rng.randint(LEAST_LEFT, len(cards)))
        found.append(Composition(tuple(np.bincount(left, minlength=len(full.ranks)).tolist())))
    return found


def main() -> None:
    """Check the digits, then measure."""
    vars(np).setdefault("row_stack", np.vstack)  # NumPy 2.5 dropped the name that numba-cuda imports
    cuda: Any = importlib.import_module("numba.cuda")
    if not cuda.is_available():
        raise SystemExit("there is no NVIDIA GPU here")
    print(f"device: {cuda.get_current_device().name!r}")
    for title, game, sets in GAMES:
        rules = load(game, sets)
        assert isinstance(rules, BlackjackRules)
        for split_play in SplitPlay:
            some = shoes_of(rules, CHECKED, SEED)
            start = time.perf_counter()
            there = solve_many(rules, some, CUDA, split_play)
            first = time.perf_counter() - start
            start = time.perf_counter()
            here = solve_many(rules, some, CPU, split_play)
            cores = time.perf_counter() - start
            apart = float(np.abs(there - here).max())
            print(f"{title}, {split_play.name}: {CHECKED} shoes, at most {apart:.1e} apart (first run {first:.1f} s)")
            many = shoes_of(rules, TIMED, SEED + 1)
            start = time.perf_counter()
            solve_many(rules, many, CUDA, split_play)
            took = time.perf_counter() - start
            print(
                f"{title}, {split_play.name}: {TIMED / took:,.0f} shoes/s; all CPU cores {CHECKED / cores:,.0f}",
                flush=True,
            )


if __name__ == "__main__":
    main()
