"""Closed forms of risk: against each other, against published figures, against sums and walks done by hand."""

from itertools import product
from math import exp, inf, sqrt
from random import Random

import pytest

from pitboss.protect.risk import KELLY_RUIN, Step, Winnings, best_ramp, winnings
from pitboss.rules.errors import RulesError

STEPS = (
    Step(-1, 0.4, -0.012, 1.3),
    Step(0, 0.3, -0.004, 1.3),
    Step(1, 0.15, 0.002, 1.32),
    Step(2, 0.1, 0.008, 1.34),
    Step(3, 0.05, 0.015, 1.36),
)


def test_score_di_and_n0_say_the_same() -> None:
    """SCORE is DI squared, and a million over N0: 100 rounds on 10,000."""
    found = Winnings(0.0151, 3.887)
    assert found.score == pytest.approx(found.di**2)
    assert found.score == pytest.approx(1e6 / found.n0)
    # Won in 100 rounds on a bankroll of 10,000 bet so that it is lost at the risk of full Kelly.
    unit = 10_000 / found.bankroll(KELLY_RUIN)
    assert found.score == pytest.approx(100 * found.mean * unit)


def test_a_game_that_loses_has_no_score_and_ruins_everybody() -> None:
    lost = Winnings(-0.01, 1.3)
    assert (lost.score, lost.n0, lost.ruin(1000), lost.bankroll(0.05)) == (0, inf, 1, inf)
    assert lost.goal_before_ruin(50, 100) < 100 / 150


def test_the_chance_to_double_a_bankroll_is_the_published_one() -> None:
    """Hall, 'Risk of Ruin' (1992): 300 units, 0.0151 won a hand, average square 3.887: lost before doubled 9%."""
    hall = Winnings(0.0151, 3.887 - 0.0151**2)
    assert round(100 * (1 - hall.goal_before_ruin(300, 300))) == 9


@pytest.mark.parametrize("mean", [0.02, -0.02])
def test_goal_ruin_and_time_fit_together(mean: float) -> None:
    """A goal far away is won as often as ruin never comes; Wald: what is won on average is the mean times the time."""
    found = Winnings(mean, 1.3)
    assert found.goal_before_ruin(1e5, 40) == pytest.approx(1 - found.ruin(40), abs=1e-9)
    won = found.goal_before_ruin(30, 40)
    assert 30 * won - 40 * (1 - won) == pytest.approx(found.mean * found.rounds_to_either(30, 40))
    fair = Winnings(0.0, 1.3)
    assert fair.goal_before_ruin(30, 40) == pytest.approx(Winnings(mean / 1e6, 1.3).goal_before_ruin(30, 40), abs=1e-4)
    assert fair.rounds_to_either(30, 40) == pytest.approx(1200 / 1.3)


def test_trip_ruin_grows_with_the_trip_to_ruin_for_ever() -> None:
    found = Winnings(0.05, 1.3)
    risks = [found.trip_ruin(30, rounds) for rounds in (1, 100, 1000, 10_000, 10**7)]
    assert risks == sorted(risks)
    assert risks[-1] == pytest.approx(found.ruin(30)) == exp(-2 * 0.05 * 30 / 1.3)
    assert found.reaches(30, 10**6) == pytest.approx(1)
    assert found.reaches(30, 1000) > Winnings(0.0, 1.3).reaches(30, 1000)
    assert Winnings(0.0, 1.3).reaches(30, 1000) == Winnings(0.0, 1.3).trip_ruin(30, 1000)


def test_trip_ruin_is_that_of_walks() -> None:
    """Given 2,000 walks of 400 small steps, when those that fell by 20 are counted, then the formula says as many."""
    chance, found = Random(7), Winnings(0.02, 1.0)
    fell = 0
    for _ in range(2000):
        money = 0.0
        for _ in range(400):
            money += 0.02 + (1 if chance.random() < 0.5 else -1)
            if money <= -20:
                fell += 1
                break
    assert fell / 2000 == pytest.approx(found.trip_ruin(20, 400), abs=0.03)


def test_a_ramp_is_what_no_other_ramp_beats() -> None:
    """Given a spread of 4, when bets of every half unit are tried at every count, then none has a higher SCORE."""
    ramp = best_ramp(STEPS, 4)
    best = winnings(STEPS, ramp).score
    assert min(ramp.values()) == 1
    assert max(ramp.values()) == pytest.approx(4)
    for bets in product([1, 1.5, 2, 2.5, 3, 3.5, 4], repeat=3):
        tried = dict(zip((1, 2, 3), bets, strict=True)) | {-1: 1.0, 0: 1.0}
        assert winnings(STEPS, tried).score <= best + 1e-9


def test_leaving_bad_counts_is_worth_more_than_playing_all() -> None:
    left = best_ramp(STEPS, 4, play_from=1)
    assert (left[-1], left[0]) == (0, 0)
    assert winnings(STEPS, left).score > winnings(STEPS, best_ramp(STEPS, 4)).score > 0


def test_without_bounds_the_best_bets_are_kelly_bets() -> None:
    """Then SCORE is the sum of what each count is worth by itself."""
    good = [step for step in STEPS if step.mean > 0]
    bets = {step.true: 1000 * step.kelly for step in STEPS}
    free = winnings(STEPS, bets)
    assert free.mean**2 / (free.variance + free.mean**2) == pytest.approx(
        sum(step.share * step.mean**2 / step.square for step in good)
    )
    assert winnings(STEPS, best_ramp(STEPS, 1e6, play_from=1)).score == pytest.approx(free.score)


def test_what_makes_no_sense_is_one_sentence() -> None:
    with pytest.raises(RulesError, match="at least 1"):
        best_ramp(STEPS, 0.5)
    with pytest.raises(RulesError, match="between 0 and 1"):
        Winnings(0.1, 1).bankroll(1.0)


def test_a_kelly_bet_is_mean_over_mean_square() -> None:
    assert STEPS[3].kelly == pytest.approx(0.008 / 1.34)
    assert STEPS[0].kelly == 0
    assert Winnings(0.1, 4.0).di == pytest.approx(1000 * 0.1 / sqrt(4))


@pytest.mark.parametrize(("spread", "play_from"), [(4, None), (1.6, 1), (8, 1), (2.5, 0)])
def test_no_bet_of_a_ramp_is_better_a_little_higher_or_lower(spread: float, play_from: int | None) -> None:
    ramp = best_ramp(STEPS, spread, play_from)
    best = winnings(STEPS, ramp)
    for true, bet in ramp.items():
        for other in (bet * 0.98, bet * 1.02):
            if bet and 1 <= other <= spread:
                tried = winnings(STEPS, ramp | {true: other})
                assert tried.mean / tried.deviation <= best.mean / best.deviation + 1e-12
