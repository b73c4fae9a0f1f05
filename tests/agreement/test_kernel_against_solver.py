"""The kernel against the solver: the mean of many rounds from a full shoe lies within three standard errors."""

from collections.abc import Mapping
from dataclasses import replace
from math import sqrt
from types import MappingProxyType

import pytest

from pitboss.rules.rules import BlackjackRules
from pitboss.rules.variant import load
from pitboss.simulate.by_wager import wagers
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
from tests.agreement.test_kernel_against_engine import TOGETHER

GAMES = ("double-attack-pa", "double-attack-nj", "double-back-jack-pa", "double-deck-house")
FAST_ROUNDS = 3_000_000
SLOW_ROUNDS = 1_000_000_000
MEETING_ROUNDS = 40_000_000
WITHIN = 3.0
RARE = 5.0  # where a few wins of two hundred bets make up most of a square, and of its error
WAGER_DEVIATION = 1.5  # in bets; what a round wagers deviates by less


def agree(
    game: str,
    rounds: int,
    seed: int,
    sets: Mapping[str, object] = MappingProxyType({}),
    readings: Mapping[str, str] = MappingProxyType({}),
) -> None:
    """A continuous shuffler deals every round from a full shoe, as the solver does; the strategy is by totals.

    It always insures: what is taken beside the main game is priced and counted too.
    """
    rules = load(game, {"shuffling": "continuous", **sets}, readings)
    assert isinstance(rules, BlackjackRules)
    strategy = replace(solved(rules), insurance=True)
    table = Table(game_terms(rules), full_shoe(rules))
    table.deal()
    exact, played = price(table, strategy)
    todo = job(rules, [strategy])
    tally = simulate(todo, Plan(seed, rounds), Threads()).tally
    assert abs(mean(todo, tally) + exact.house_edge) < WITHIN * standard_error(todo, tally)
    wagered = sum(one.wagered for name, one in wagers(todo, tally).items() if name != "bust-it")
    per_bet = wagered / (todo.constants["UNIT"] * rounds)
    assert abs(per_bet - exact.total_wager) < WITHIN * WAGER_DEVIATION / rounds**0.5
    sides = (
        *((bust_it(todo, tally), side_wagers.side_wager_at_table(k, table, played)) for k in rules.side_wagers),
        (insurance(todo, tally), side_wagers.insurance(rules, full_shoe(rules))),
    )
    for found, solved_side in sides:
        if found is not None and solved_side is not None:
            off = abs(found.mean + solved_side.house_edge)
            assert off < WITHIN * found.standard_error + solved_side.error
            hits = sqrt(solved_side.hit_rate * (1 - solved_side.hit_rate) / found.rounds)
            assert abs(found.share(1) - solved_side.hit_rate) < WITHIN * hits + solved_side.error
            square = solved_side.standard_deviation**2 + solved_side.house_edge**2
            squares, fourth = (found.moment(power) / found.rounds / found.unit**power for power in (2, 4))
            largest = max(found.results) / found.unit
            assert abs(squares - square) < RARE * sqrt(fourth / found.rounds) + largest * solved_side.error


def test_the_mean_is_the_solvers() -> None:
    """Double Attack in Pennsylvania, a few million rounds."""
    agree("double-attack-pa", FAST_ROUNDS, seed=12)


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_the_mean_is_the_solvers_over_a_thousand_million_rounds(game: str) -> None:
    """Every game of the family, within three standard errors of six parts in a hundred thousand."""
    agree(game, SLOW_ROUNDS, seed=1)


@pytest.mark.slow
@pytest.mark.parametrize(("game", "sets", "readings"), TOGETHER)
def test_readings_that_meet_in_one_hand_are_worth_the_same(
    game: str, sets: Mapping[str, object], readings: Mapping[str, str]
) -> None:
    """A Blackjack against a 22 that pushes, a split hand's Blackjack where 21s are paid when all players are done."""
    agree(game, MEETING_ROUNDS, 2, sets, readings)
