"""The kernel against the solver: the mean of many rounds from a full shoe lies within three standard errors."""

import pytest

from pitboss.rules.rules import BlackjackRules
from pitboss.rules.variant import load
from pitboss.simulate.job import job
from pitboss.simulate.plan import Plan
from pitboss.simulate.results import bust_it, insurance, mean, standard_error
from pitboss.simulate.run import simulate
from pitboss.simulate.runners import Threads
from pitboss.simulate.strategies import solved
from pitboss.solve import side_wagers
from pitboss.solve.composition import full_shoe
from pitboss.solve.round_values import Table
from pitboss.solve.solution import price
from pitboss.solve.terms import game_terms

GAMES = ("double-attack-pa", "double-attack-nj", "double-back-jack-pa", "double-deck-house")
FAST_ROUNDS = 3_000_000
SLOW_ROUNDS = 1_000_000_000
WITHIN = 3.0


def agree(game: str, rounds: int, seed: int) -> None:
    """A continuous shuffler deals every round from a full shoe, as the solver does; the strategy is by totals."""
    rules = load(game, {"shuffling": "continuous"})
    assert isinstance(rules, BlackjackRules)
    strategy = solved(rules)
    table = Table(game_terms(rules), full_shoe(rules))
    table.deal()
    exact, _ = price(table, strategy)
    todo = job(rules, [strategy])
    tally = simulate(todo, Plan(seed, rounds), Threads()).tally
    assert abs(mean(todo, tally) + exact.house_edge) < WITHIN * standard_error(todo, tally)
    sides = (
        (bust_it(todo, tally), side_wagers.bust_it(rules, full_shoe(rules))),
        (insurance(todo, tally), side_wagers.insurance(rules, full_shoe(rules))),
    )
    for found, solved_side in sides:
        if found is not None and solved_side is not None:
            assert abs(found.mean + solved_side.house_edge) < WITHIN * found.standard_error


def test_the_mean_is_the_solvers() -> None:
    """Double Attack in Pennsylvania, a few million rounds."""
    agree("double-attack-pa", FAST_ROUNDS, seed=12)


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_the_mean_is_the_solvers_over_a_thousand_million_rounds(game: str) -> None:
    """Every game of the family, within three standard errors of six parts in a hundred thousand."""
    agree(game, SLOW_ROUNDS, seed=1)
