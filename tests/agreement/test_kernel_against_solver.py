"""The kernel against the solver: the mean of many rounds from a full shoe lies within three standard errors."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from math import sqrt
from pathlib import Path
from types import MappingProxyType

import pytest

from pitboss.rules.rules import BlackjackRules
from pitboss.rules.variant import load
from pitboss.simulate.by_wager import wagers
from pitboss.simulate.counting import Count
from pitboss.simulate.distribution import Distribution
from pitboss.simulate.job import job
from pitboss.simulate.plan import Plan
from pitboss.simulate.results import as_json, insurance, mean, of_box, standard_error
from pitboss.simulate.results import side_wagers as sides_of
from pitboss.simulate.run import simulate
from pitboss.simulate.runners import Threads
from pitboss.simulate.strategies import solved
from pitboss.solve import side_wagers
from pitboss.solve.composition import full_shoe
from pitboss.solve.distribution import against
from pitboss.solve.round_values import Table
from pitboss.solve.solution import price, whole_distribution
from pitboss.solve.split_results import Results
from pitboss.solve.strategy import Strategy
from pitboss.solve.terms import game_terms
from tests.agreement.test_kernel_against_engine import TOGETHER

EXAMPLES = Path(__file__).parents[2] / "examples"
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
    plays: Callable[[BlackjackRules], Strategy] = solved,
) -> None:
    """A continuous shuffler deals every round from a full shoe, as the solver does; the strategy is by totals.

    It always insures: what is taken beside the main game is priced and counted too.
    """
    rules = load(game, {"shuffling": "continuous", **sets}, readings)
    assert isinstance(rules, BlackjackRules)
    strategy = replace(plays(rules), insurance=True)
    table = Table(game_terms(rules), full_shoe(rules))
    table.deal()
    exact, played = price(table, strategy)
    todo = job(rules, [strategy])
    tally = simulate(todo, Plan(seed, rounds), Threads()).tally
    assert abs(mean(todo, tally) + exact.house_edge) < WITHIN * standard_error(todo, tally)
    spread(of_box(todo, tally, 0), whole_distribution(table, {up: against(table, one) for up, one in played.items()}))
    wagered = sum(one.wagered for name, one in wagers(todo, tally).items() if name not in rules.wager_kinds)
    per_bet = wagered / (todo.constants["UNIT"] * rounds)
    assert abs(per_bet - exact.total_wager) < WITHIN * WAGER_DEVIATION / rounds**0.5
    here = sides_of(todo, tally)
    sides = (
        *((here[k.id], side_wagers.side_wager_at_table(k, table, played)) for k in rules.side_wagers),
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


def spread(found: Distribution, told: Results) -> None:
    """Every result as often as it is told, and their mean square, but for the errors that are told."""
    for result, times in zip(found.results, found.counts, strict=True):
        chance = told.chances.get(result / found.unit, 0.0)
        close = RARE * sqrt(max(chance, 1 / found.rounds) / found.rounds)
        assert abs(times / found.rounds - chance) < close + told.chance_error
    squares, fourth = (found.moment(power) / found.rounds / found.unit**power for power in (2, 4))
    square = sum(net * net * chance for net, chance in told.chances.items())
    assert abs(squares - square) < RARE * sqrt(fourth / found.rounds) + told.square_error


def test_the_mean_is_the_solvers() -> None:
    """Double Attack in Pennsylvania, a few million rounds."""
    agree("double-attack-pa", FAST_ROUNDS, seed=12)


OWN_HAND = {
    "name": "Own",
    "cards": "player-hand",
    "pays": [
        {"when": ["cards 2", "total 21"], "odds": "3 to 1"},
        {"when": ["total at least 22", "cards at least 4"], "odds": "9 to 1"},
        {"when": ["total at least 22"], "odds": "2 to 1"},
        {"when": ["cards at least 5"], "odds": "20 to 1"},
        {"when": ["hard total at most 10"], "odds": "8 to 1"},
    ],
}


def test_a_wager_on_the_players_hand_costs_what_the_solver_says() -> None:
    """With a Second Chance and splits to four hands, a few million rounds."""
    agree("double-back-jack-pa", FAST_ROUNDS, 14, {"side_wagers": [OWN_HAND]})


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_a_wager_on_the_players_hand_costs_what_the_solver_says_over_many_rounds(game: str) -> None:
    """With and without a reader, face up and face down."""
    agree(game, MEETING_ROUNDS, 15, {"side_wagers": [OWN_HAND]})


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


@pytest.mark.parametrize("boxes", [pytest.param(1, marks=pytest.mark.slow), 3])
def test_the_example_side_bets_cost_what_the_solver_says(boxes: int) -> None:
    """Given all of them at one table and a wager on the dealer's hand, when millions of rounds are played."""
    files = ("perfect_pairs", "twenty_one_plus_three", "over_under_13")
    kinds = [kind.as_json() for name in files for kind in load(str(EXAMPLES / f"{name}.toml")).side_wagers]
    rows = [{"when": ["total at least 22", "cards 3"], "odds": "3 to 2"}, {"when": ["total 17"], "odds": "2 to 1"}]
    suits = [
        {"when": ["suits hearts", "ranks Q"], "odds": "60 to 1"},
        {"when": "suits hearts, clubs", "odds": "2 to 1"},
    ]
    kinds.append({"name": "Suits", "cards": "first-two", "pays": suits})
    kinds.append({"name": "Dealer", "cards": "dealer-hand", "pays": rows})
    rules = load("double-back-jack-pa", {"side_wagers": kinds, "shuffling": "continuous"})
    assert isinstance(rules, BlackjackRules)
    strategy = solved(rules)
    todo = job(rules, [strategy] * boxes)
    tally = simulate(todo, Plan(7, 1_000_000), Threads()).tally
    found = sides_of(todo, tally)
    assert set(found) == {kind.id for kind in rules.side_wagers}
    for kind in rules.side_wagers:
        exact, here = side_wagers.side_wager(kind, rules, full_shoe(rules)), found[kind.id]
        assert here.rounds == boxes * 1_000_000
        assert abs(here.mean + exact.house_edge) < WITHIN * exact.standard_deviation / 1000, kind.id
        assert abs(here.share(1) - exact.hit_rate) < WITHIN * sqrt(exact.hit_rate) / 1000, kind.id


@pytest.mark.slow
def test_a_counter_makes_a_side_wager_from_its_true_count_on() -> None:
    """Over 13 when small cards are gone: it is made less often than the bet, and costs less than without the count."""
    rules = load(str(EXAMPLES / "over_under_13.toml"))
    assert isinstance(rules, BlackjackRules)
    count = Count(tags=(1, 1, 1, 1, 0, 0, 0, 0, 0, -1), bets={0: 1}, side={"over-13": 3})
    todo = job(rules, [solved(rules)], count=count)
    tally = simulate(todo, Plan(7, 1_000_000), Threads()).tally
    report = as_json(todo, tally)
    over, under = (report["side_wagers"].get(name) for name in ("over-13", "under-13"))
    assert under is None, "it is never made"
    assert 0 < over["wagers"] < 500_000
    always = side_wagers.side_wager(rules.wager_kinds["over-13"], rules, full_shoe(rules)).house_edge
    assert over["house_edge"] < 0.06 < always
    assert report["wagers"]["over-13"]["net"] == pytest.approx(-over["house_edge"] * over["wagers"])
