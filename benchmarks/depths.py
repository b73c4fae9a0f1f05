"""What is left to a player who knows every card gone, by depth: best play, good bets only, counts; ±: a standard error.

`python -m benchmarks depths`: an hour of one core. A random order of a full shoe is cut after a
quarter, a half and three quarters of it, and what is left is solved exactly. Play that does not change is worth the
same at every depth, as unseen cards are exchangeable; so the mean of best play is that figure and the mean of what best
play adds to it. Nearly all that varies goes with how many cards of each value are left and with their products, whose
means over all shoes are known: what goes with them is taken out, and what is left varies a tenth to a third as much.
The first cards of a shoe are in `gpu_depths.py`, every shoe that they can leave.
"""

import os
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import cache
from math import sqrt

import numpy as np
import numpy.typing as npt

from pitboss.protect.counts import SYSTEMS
from pitboss.rules.rules import BlackjackRules
from pitboss.rules.variant import load
from pitboss.solve.composition import TEN, Composition, full_shoe
from pitboss.solve.round_values import Table
from pitboss.solve.side_wagers import insurance, side_wager
from pitboss.solve.solution import Solution, best_play, main_game, price, solve
from pitboss.solve.strategy import UP_CARDS
from pitboss.solve.terms import game_terms

Floats = npt.NDArray[np.float64]
GAMES = ("double-deck-house", "double-back-jack-pa", "double-attack-pa", "double-attack-nj")
PARTS = (1, 2, 3)  # quarters of the shoe dealt
SEED, PIECES = 18, 8
PLAYED, SIDE = 2000, 8000  # shoes of each depth, for the main game and for other wagers
MAIN = "main"


@cache
def solved(game: str) -> tuple[BlackjackRules, Solution]:
    """A game and its full shoe's answer."""
    rules = load(game)
    assert isinstance(rules, BlackjackRules)
    return rules, solve(rules)


def left(game: str, count: int, seed: Sequence[int]) -> Iterator[list[Composition]]:
    """What random orders of a game's shoe leave at every depth."""
    full, numbers = full_shoe(solved(game)[0]), np.random.default_rng(seed)
    cards = np.repeat(np.arange(len(full.ranks)), full.ranks)
    for _ in range(count):
        order = numbers.permutation(cards)
        rest = [order[len(order) * part // 4 :] for part in PARTS]
        yield [Composition(tuple(np.bincount(some, minlength=len(full.ranks)).tolist())) for some in rest]


def played(game: str, piece: int) -> Floats:
    """By shoe and depth: values of the cards left, and the edge by the printed strategy and by the best play."""
    rules, solution = solved(game)
    found = []
    for shoes in left(game, PLAYED // PIECES, (SEED, piece)):
        for shoe in shoes:
            table = Table(game_terms(rules), shoe)
            best = main_game(table, best_play(table)[0]).house_edge
            fixed = price(table, solution.strategy)[0].house_edge
            found.append([*shoe.values, fixed, best])
    return np.array(found).reshape(-1, len(PARTS), TEN + 2)


def beside(game: str, wager: str) -> Floats:
    """The same of a wager that nobody plays: its edge, twice."""
    rules, _ = solved(game)
    found = []
    for shoes in left(game, SIDE, (SEED, PIECES)):
        for shoe in shoes:
            if wager == "insurance":
                one = insurance(rules, shoe)
                edge = 0.0 if one is None else one.house_edge  # with no ace left it is not offered
            else:
                edge = side_wager(next(kind for kind in rules.side_wagers if kind.id == wager), rules, shoe).house_edge
            found.append([*shoe.values, edge, edge])
    return np.array(found).reshape(-1, len(PARTS), TEN + 2)


@dataclass(frozen=True)
class Line:
    """What one wager is worth at one depth, in hundredths of it: bets are made in good rounds only."""

    best: str
    perfect: str
    unchanged: str
    ten_values: str
    hi_lo: str


def estimated(cards: Floats, full: Floats, effects: Floats, edge: float) -> Floats:
    """The player's expectation as effects of removal add up: the best that a count of ten values can say."""
    gone = full - cards
    each: Floats = gone @ effects * (full.sum() - 1) / cards.sum(1) - edge
    return each


def known(cards: Floats, full: Floats) -> Floats:
    """What varies from shoe to shoe with a known mean, less that mean: cards left of each value, and their products."""
    left, share = cards[0].sum(), full / full.sum()
    other = (cards - left * share)[:, 1:]  # of one value there is what the others leave
    spread = left * (full.sum() - left) / (full.sum() - 1) * (np.diag(share) - np.outer(share, share))[1:, 1:]
    one, two = np.triu_indices(len(spread))
    return np.hstack([other, other[:, one] * other[:, two] - spread[one, two]])


def told(values: Floats, varies: Floats) -> str:
    """A mean in hundredths with its standard error, less what goes with that of which the mean is known."""
    by = np.column_stack([np.ones(len(values)), varies])
    found, *_ = np.linalg.lstsq(by, values)
    rest = values - by @ found
    error = sqrt(rest @ rest / (len(values) - by.shape[1]) / len(values))
    return f"{100 * found[0]:.4f} ± {100 * error:.4f}"


def line(found: Floats, full: Floats, effects: Floats, edge: float) -> Line:
    """One depth: `found` as `played` gives it, with the effects and the edge of play that does not change."""
    cards, fixed, best = found[:, :TEN], found[:, TEN], found[:, TEN + 1]
    tags = np.array(SYSTEMS["Hi-Lo"])
    share = full / full.sum()
    tags = tags - share @ tags
    simple = tags * (share @ (effects * tags)) / (share @ (tags * tags))
    by_count = [np.where(estimated(cards, full, of, edge) > 0, -fixed, 0.0) for of in (effects, simple)]
    varies = known(cards, full)
    return Line(
        told(best - fixed + edge, varies) if (best != fixed).any() else "-",
        told(np.maximum(-best, 0), varies),
        told(np.maximum(-fixed, 0), varies),
        *(told(bets, varies) for bets in by_count),
    )


def main() -> None:
    """Print a line for each game, wager and depth."""
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        for game in GAMES:
            rules, solution = solved(game)
            full = full_shoe(rules).array()
            edges = {MAIN: solution.by_totals.house_edge}
            found = {MAIN: pool.map(played, [game] * PIECES, range(PIECES))}
            for name, wager in solution.side_wagers.items():
                edges[name], found[name] = wager.house_edge, pool.map(beside, [game], [name])
            for name, parts in found.items():
                effects = np.array([solution.effects[name].get(value, 0.0) for value in UP_CARDS])
                shoes = np.concatenate(list(parts))
                for at, part in enumerate(PARTS):
                    of = line(shoes[:, at], full, effects, edges[name])
                    dealt = f"{int(full.sum()) * part // 4} of {int(full.sum())}"
                    columns = (game, name, dealt, f"{100 * edges[name]:.4f}", *vars(of).values())
                    print("; ".join(columns), flush=True)


if __name__ == "__main__":
    main()
