"""What a player who remembers every card of the other split hands could gain at most, game by game.

`python -m benchmarks split_memory`: half an hour a game and more on one core, as many games at once as there are cores.
The samples are drawn from a fixed seed, so that another run prints the same digits.
"""

import os
import sys
from concurrent.futures import ProcessPoolExecutor
from time import process_time

from pitboss.rules.rules import BlackjackRules
from pitboss.rules.variant import load
from pitboss.solve.composition import full_shoe
from pitboss.solve.solution import best_play
from pitboss.solve.split_memory import Bound, memory
from pitboss.solve.terms import game_terms

SAMPLES, DOUBT, SEED = 300_000, 1e-6, 1
GAMES = ("double-back-jack-pa", "double-attack-pa", "double-attack-nj", "double-deck-house")


def worth(game: str) -> tuple[Bound, float]:
    """The bound for a game, and the CPU seconds it took."""

    def told(step: str) -> None:
        print(f"{game} {process_time():.0f} s: {step}", file=sys.stderr, flush=True)

    begun = process_time()
    rules = load(game)
    assert isinstance(rules, BlackjackRules)
    found = memory(game_terms(rules), full_shoe(rules), lambda table: best_play(table)[0])
    return found.bound(SAMPLES, DOUBT, SEED, told), process_time() - begun


def main() -> None:
    """Print every game's bound."""
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        for game, (bound, seconds) in zip(GAMES, pool.map(worth, GAMES), strict=True):
            parts = f"{100 * bound.enumerated:.7f}% for one hand before"
            if bound.samples:
                limit = bound.value - bound.enumerated
                parts += f", {100 * limit:.7f}% for two or three (mean of {bound.samples:,} samples"
                parts += f" {100 * bound.sampled_mean:.7f}%)"
            told = f"at most {100 * bound.value:.6f}% of the bet: {parts}; doubt {bound.doubt:g}; {seconds:,.0f} CPU s"
            print(f"{game}: {told}", flush=True)


if __name__ == "__main__":
    main()
