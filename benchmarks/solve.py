"""How long the exact solver takes, warm, on one core, beside what was asked of it: seconds of the processor's time.

The reference for the ordinary game is an open C++ analyser that takes about 0.2 s for eight decks (all hands, all up
cards, splits to four hands) on one core of a machine like the one this was written on; the aim is a fifth of that.
"""

import os
import resource
import subprocess
import sys
import tempfile
from collections.abc import Callable
from time import process_time

from pitboss.cards.card import Rank
from pitboss.rules.games import GAMES
from pitboss.rules.rules import BlackjackRules
from pitboss.rules.variant import load
from pitboss.solve.by_reading import all_readings
from pitboss.solve.by_totals import best_column, joined
from pitboss.solve.composition import full_shoe
from pitboss.solve.orders import class_rows
from pitboss.solve.removal import without_each
from pitboss.solve.round_values import Table, table
from pitboss.solve.side_wagers import side_wager_at_table
from pitboss.solve.situation import ranks, situation
from pitboss.solve.solution import best_against, best_play, effects_of_removal, main_game, solve
from pitboss.solve.splits import SplitPlay
from pitboss.solve.terms import game_terms

RUNS = 5
SOLVED = [game for game in GAMES if isinstance(load(game), BlackjackRules)]


def rules_of(game: str, sets: dict[str, object] | None = None) -> BlackjackRules:
    """Rules of the blackjack family."""
    rules = load(game, sets)
    assert isinstance(rules, BlackjackRules)
    return rules


def edge(rules: BlackjackRules, split_play: SplitPlay) -> float:
    """Best play by composition, and the edge."""
    at = table(rules, full_shoe(rules), split_play)
    return main_game(at, best_play(at)[0]).house_edge


def without_distribution(rules: BlackjackRules) -> object:
    """The strategy to carry, the edge, side wagers, effects of removal: no distribution, no price of the strategy."""
    at = Table(game_terms(rules), full_shoe(rules))
    classes, best, columns, without = class_rows(at), {}, {}, {}
    for up in at.ups:
        best[up], _ = best_against(at, up)
        columns[up] = best_column(at, best[up], classes)
        without[up] = without_each(at, best[up])
    sides = [side_wager_at_table(kind, at, best) for kind in rules.side_wagers]
    return main_game(at, best), joined(at, best, columns), sides, effects_of_removal(at, best, without)


def best_of(job: Callable[[], object], runs: int = RUNS) -> float:
    """The shortest of some runs after one that compiles and fills caches."""
    job()
    times = []
    for _ in range(runs):
        start = process_time()
        job()
        times.append(process_time() - start)
    return min(times)


FIRST_RUN = """
from time import process_time
from pitboss.rules.variant import load
from pitboss.solve.solution import solve
start = process_time()
solve(load("double-attack-pa"))
print(process_time() - start)
"""


def first_run() -> float:
    """A solution in a new process that finds nothing compiled."""
    with tempfile.TemporaryDirectory() as empty:
        environment = os.environ | {"NUMBA_CACHE_DIR": empty}
        said = subprocess.run([sys.executable, "-c", FIRST_RUN], env=environment, check=True, capture_output=True)
    return float(said.stdout)


def main() -> None:
    """Time every job and print it beside its target."""
    ordinary = rules_of("double-deck-house", {"decks": 8})
    attack, back = rules_of("double-attack-pa"), rules_of("double-back-jack-pa")
    hand = ranks("8,8")
    jobs: list[tuple[str, Callable[[], object], float, int]] = [
        (
            "ordinary, 8 decks: strategy and edge, published convention",
            lambda: edge(ordinary, SplitPlay.PRE_SPLIT),
            0.04,
            RUNS,
        ),
        ("ordinary, 8 decks: strategy and edge", lambda: edge(ordinary, SplitPlay.BY_HANDS), 0.04, RUNS),
        ("Double Attack PA, 8 decks: strategy and edge", lambda: edge(attack, SplitPlay.BY_HANDS), 0.1, RUNS),
        (
            "Double Attack PA, 8 decks: strategy, edge, side wagers, effects of removal",
            lambda: without_distribution(attack),
            0.1,
            RUNS,
        ),
        ("Double Attack PA, 8 decks: everything", lambda: solve(attack), 0.1, 3),
        ("Double Back Jack, 6 decks: strategy and edge", lambda: edge(back, SplitPlay.BY_HANDS), 0.2, 3),
        (
            "Double Back Jack, 6 decks: strategy, edge, side wagers, effects of removal",
            lambda: without_distribution(back),
            0.2,
            RUNS,
        ),
        ("Double Back Jack, 6 decks: everything", lambda: solve(back), 0.2, 3),
        ("one situation, Double Attack PA", lambda: situation(attack, hand, Rank.KING), 0.001, RUNS),
        ("one situation, Double Back Jack", lambda: situation(back, hand, Rank.KING), 0.001, RUNS),
        ("all readings of all games", lambda: [all_readings(game, {}, {}, _quiet) for game in SOLVED], 2.0, 1),
    ]
    for name, job, target, runs in jobs:
        took = best_of(job, runs)
        print(f"{name:<75} {took:8.4f} s   target {target:6.3f} s   ratio {took / target:5.2f}")
    took = first_run()
    print(f"{'first run, kernels compiled':<75} {took:8.3f} s   target {10.0:6.2f} s   ratio {took / 10:5.2f}")
    megabytes = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"{'most memory held':<75} {megabytes:8.0f} MB  target    500 MB  ratio {megabytes / 500:5.2f}")


def _quiet(step: str, share: float) -> None:
    pass


if __name__ == "__main__":
    main()
