"""Every shoe that so many cards can leave, solved on a GPU: best play and good bets by depth, with no sample in them.

`python benchmarks/gpu_depths.py [SECONDS]` on a machine with an NVIDIA GPU and the extra `gpu`. Each game goes a card
deeper while its share of the time lasts; a one-deck game has 33,203,125 shoes in all, and takes what the others leave.
"""

import importlib
import sys
import time
from collections.abc import Iterator
from math import comb
from typing import Any

import numpy as np
import numpy.typing as npt

from pitboss.rules.rules import BlackjackRules
from pitboss.rules.variant import load
from pitboss.solve.composition import TEN, Composition, full_shoe
from pitboss.solve.dealer_odds import FEWEST_CARDS
from pitboss.solve.many import CUDA, solve_many

GAMES: tuple[tuple[str, str, dict[str, object], float], ...] = (
    ("double-attack-pa", "double-attack-pa", {}, 0.1),
    ("double-deck-house", "double-deck-house", {}, 0.1),
    ("the same with one deck", "double-deck-house", {"decks": 1}, 1.0),
)
AT_ONCE = 50_000
SECONDS = 120.0


def gone(values: tuple[int, ...], cards: int) -> Iterator[tuple[tuple[int, ...], int]]:
    """What so many cards can be, by value, and in how many ways."""
    if len(values) == 1:
        if cards <= values[0]:
            yield (cards,), comb(values[0], cards)
        return
    for some in range(min(values[0], cards) + 1):
        ways = comb(values[0], some)
        for rest, others in gone(values[1:], cards - some):
            yield (some, *rest), ways * others


def every_shoe(full: Composition, cards: int) -> tuple[list[Composition], npt.NDArray[np.float64]]:
    """The shoes that so many cards leave, and how likely each is."""
    shoes, ways = [], []
    for some, many in gone(full.values, cards):
        left = [there - out for there, out in zip(full.values, some, strict=True)]
        tens, over = divmod(left[TEN - 1], 4)
        shoes.append(Composition((*left[: TEN - 1], *(tens + (place < over) for place in range(4)))))
        ways.append(many)
    return shoes, np.array([many / comb(full.cards, cards) for many in ways])


def depths(title: str, rules: BlackjackRules, until: float) -> None:
    """Go deeper while there is time for the next depth, by what the last took."""
    full, rate = full_shoe(rules), 1000.0
    for cards in range(1, full.cards - FEWEST_CARDS + 1):
        shoes, chances = every_shoe(full, cards)
        if time.perf_counter() + len(shoes) / rate > until:
            return
        begun = time.perf_counter()
        parts = [solve_many(rules, shoes[at : at + AT_ONCE], CUDA) for at in range(0, len(shoes), AT_ONCE)]
        rate = max(rate, len(shoes) / (time.perf_counter() - begun))
        edges = np.concatenate(parts)
        mean, good = chances @ edges, chances @ np.maximum(-edges, 0)
        found = (mean, good, chances @ (edges < 0), edges.min(), edges.max())
        columns = (title, str(cards), f"{len(shoes):,}", *(f"{100 * one:.5f}" for one in found), f"{rate:,.0f}")
        print("; ".join(columns), flush=True)


def main() -> None:
    """Each game in turn."""
    vars(np).setdefault("row_stack", np.vstack)  # NumPy 2.5 dropped the name that numba-cuda imports
    cuda: Any = importlib.import_module("numba.cuda")
    if not cuda.is_available():
        raise SystemExit("there is no NVIDIA GPU here")
    print(f"device: {cuda.get_current_device().name!r}")
    end = time.perf_counter() + (float(sys.argv[1]) if len(sys.argv) > 1 else SECONDS)
    for title, game, sets, share in GAMES:
        rules = load(game, sets)
        assert isinstance(rules, BlackjackRules)
        solve_many(rules, [full_shoe(rules)] * 2, CUDA)  # compiles
        begun = time.perf_counter()
        depths(title, rules, begun + share * (end - begun))


if __name__ == "__main__":
    main()
