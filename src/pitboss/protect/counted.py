"""Counters at the table, simulated: what a unit bet gives at every true count, and how trips end."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from math import sqrt
from typing import Any

from pitboss.protect.counts import BALANCED, Pack
from pitboss.protect.risk import Step, Winnings, winnings
from pitboss.rules.errors import RulesError
from pitboss.rules.rules import BlackjackRules
from pitboss.simulate.blackjack import runner_of
from pitboss.simulate.counting import Count
from pitboss.simulate.job import job
from pitboss.simulate.plan import STREAM_ROUNDS, Plan
from pitboss.simulate.results import by_true_count, of_round, ruin
from pitboss.simulate.run import simulate
from pitboss.solve.strategy import Strategy

FLAT = {0: 1}
RARE = 1e-4  # of the rounds: what is said of fewer is chance
ROUGH = 0.01  # a standard error of an edge, above which its sign is chance
Rows = Sequence[Mapping[str, Any]]
LEAST_ROUNDS = 10_000  # of fewer nothing can be said, not even how far off it is


@dataclass(frozen=True)
class Effort:
    """How much is simulated."""

    rounds: int = 20_000_000
    seed: int = 1
    device: str = "cpu"

    def __post_init__(self) -> None:
        if self.rounds < LEAST_ROUNDS:
            raise RulesError(f"what a counter wins takes at least {LEAST_ROUNDS} rounds, not {self.rounds}")
        Plan(self.seed, self.rounds)  # whatever is wrong with them is said before the work
        runner_of(self.device, None, None)


@dataclass(frozen=True)
class Counted:
    """What flat bets gave at each true count, and the standard error of each mean."""

    steps: tuple[Step, ...]
    errors: Mapping[int, float]

    def score_error(self, bets: Mapping[int, float]) -> float:
        """The standard error of the SCORE of these bets."""
        found = winnings(self.steps, bets)
        squares = sum((step.share * bets[step.true] * self.errors[step.true]) ** 2 for step in self.steps)
        return 2 * found.score * sqrt(squares) / found.mean if found.mean > 0 else 0.0

    def as_often_as(self, rows: Rows) -> "Counted":
        """The same edge at each true count, and each as often as in another run; those beyond, with the last."""
        low, high = self.steps[0].true, self.steps[-1].true
        often = dict.fromkeys(self.errors, 0)
        for row in rows:
            often[min(max(row["true_count"], low), high)] += row["rounds"]
        whole = sum(often.values())
        return replace(self, steps=tuple(replace(step, share=often[step.true] / whole) for step in self.steps))


def kept_with(count: Count, pack: Pack) -> Count:
    """A count as it is kept with these cards: by its running count where its tags do not add up to nothing."""
    if abs(pack.unbalance(count.tags)) < BALANCED:
        return count
    return replace(count, running=True, start=round(pack.start(count.tags)))


def flat_bets(rules: BlackjackRules, strategy: Strategy, count: Count, effort: Effort) -> Rows:
    """Play by a count and bet one unit every round; insurance is in the result where the count takes it."""
    todo = job(rules, [strategy], count=replace(count, bets=FLAT))
    run = simulate(todo, Plan(effort.seed, effort.rounds), runner_of(effort.device, None, None))
    return by_true_count(todo, run.tally)


def rising(steps: Sequence[Step]) -> tuple[Step, ...]:
    """The same where a higher count is worth no less than a lower: neighbours that say otherwise are told alike."""
    pools: list[list[Step]] = []
    for step in steps:
        pools.append([step])
        while len(pools) > 1 and _together(pools[-2])[0] > _together(pools[-1])[0]:
            last = pools.pop()
            pools[-1] += last
    alike = ((step, _together(pool)) for pool in pools for step in pool)
    return tuple(replace(step, mean=mean, square=square) for step, (mean, square) in alike)


def _together(pool: Sequence[Step]) -> tuple[float, float]:
    share = sum(step.share for step in pool)
    return sum(x.share * x.mean for x in pool) / share, sum(x.share * x.square for x in pool) / share


def counted_from(rows: Rows, running: bool = False) -> Counted:
    """A simulation's rounds by true count; those at either end that come up too seldom are told with the next.

    A running count has so many that chance decides between neighbours: there the edge is taken to rise with it.
    """
    whole = sum(row["rounds"] for row in rows)
    found = [
        (row["true_count"], row["rounds"], row["mean"], row["standard_error"] ** 2 * row["rounds"] + row["mean"] ** 2)
        for row in rows
    ]
    for at in (0, -1):
        while len(found) > 1 and (found[at][1] < RARE * whole or _error(found[at]) > ROUGH):
            _, few, mean, square = found.pop(at)
            true, many, more, squares = found[at]
            both = few + many
            found[at] = true, both, (few * mean + many * more) / both, (few * square + many * squares) / both
    steps = tuple(Step(true, rounds / whole, mean, square) for true, rounds, mean, square in found)
    return Counted(rising(steps) if running else steps, {row[0]: _error(row) for row in found})


def _error(row: tuple[int, int, float, float]) -> float:
    _, rounds, mean, square = row
    return sqrt(max(square - mean**2, 0.0) / rounds)


def whole_bets(bets: Mapping[int, float]) -> dict[int, int]:
    """Bets rounded to whole units, as the simulator takes them, each where it begins."""
    found: dict[int, int] = {}
    for true, bet in sorted(bets.items()):
        if not found or found[max(found)] != round(bet):
            found[true] = round(bet)
    return found


@dataclass(frozen=True)
class Trip:
    """Trips of so many rounds with a bankroll: how many lost it, beside the closed form, and what a round gave."""

    rounds: int
    bankroll: int
    trips: int
    ruined: float
    error: float
    by_formula: float
    won: Winnings


def trips(
    rules: BlackjackRules, strategy: Strategy, count: Count, bankroll: int, rounds: int, effort: Effort
) -> Trip:  # fmt: skip
    """Play trips by a count that bets."""
    todo = job(rules, [strategy], count=count, bankroll=bankroll, session=rounds)
    plan = Plan(effort.seed, max(effort.rounds, rounds), max(STREAM_ROUNDS, rounds))
    run = simulate(todo, plan, runner_of(effort.device, None, None))
    found, whole = ruin(todo, run.tally), of_round(todo, run.tally)
    assert found is not None
    won = Winnings(whole.mean, whole.variance)
    risk = won.trip_ruin(bankroll, rounds)
    return Trip(rounds, bankroll, found["sessions"], found["risk"], found["standard_error"], risk, won)


def team(steps: Sequence[Step], spotters: int, call_from: int, big_bet: float) -> Winnings:
    """Spotters who bet a unit at tables of their own, and a big player who is called to one that has come to a count.

    For each round dealt at all of the tables: the big player can be at one table only, however many call.
    """
    called = [step for step in steps if step.true >= call_from]
    share = sum(step.share for step in called)
    busy = 1 - (1 - share) ** spotters
    flat = winnings(steps, dict.fromkeys((step.true for step in steps), 1.0))
    mean = square = 0.0
    if share:
        mean = busy * big_bet * sum(step.share * step.mean for step in called) / share
        square = busy * big_bet**2 * sum(step.share * step.square for step in called) / share
    return Winnings(spotters * flat.mean + mean, spotters * flat.variance + square - mean * mean)
