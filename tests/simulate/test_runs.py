"""Runs: the same digits however they are played, stopped, interrupted and taken up again."""

import json
import sys
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

from pitboss.rules.errors import RulesError
from pitboss.rules.rules import BlackjackRules
from pitboss.rules.variant import load
from pitboss.simulate.job import Job, Tally, job
from pitboss.simulate.plan import Plan, Streams, Unit
from pitboss.simulate.results import as_json, mean, of_round, records, standard_error, write_parquet
from pitboss.simulate.run import Run, simulate
from pitboss.simulate.runners import Cluster, Gpu, Played, Threads
from pitboss.simulate.strategies import strategy_of

PLAN = Plan(seed=5, rounds=40_100, stream_rounds=1000)


def same(a: Tally, b: Tally) -> bool:
    """Whether two tallies have the same digits."""
    return bool((a.counts == b.counts).all() and (a.sums == b.sums).all())


@pytest.fixture(scope="module")
def alone(one_box: Job) -> Run:
    """The plan played by one thread."""
    return simulate(one_box, PLAN, Threads(1))


class Backwards(Threads):
    """One thread that plays small units, the last first, as a cluster might."""

    unit_streams = 3

    def play(self, job: Job, plan: Plan, streams: list[range]) -> Played:
        """Everything, in an order of its own."""
        yield from reversed(list(super().play(job, plan, streams)))


class Interrupted(Threads):
    """Threads whose user presses Ctrl-C after some units."""

    unit_streams = 4

    def play(self, job: Job, plan: Plan, streams: list[range]) -> Played:
        """A few units only."""
        for number, played in enumerate(super().play(job, plan, streams)):
            if number == 3:
                raise KeyboardInterrupt
            yield played


def test_every_round_is_counted_once(one_box: Job, alone: Run) -> None:
    """Rounds, and the mean of a player who mimics the dealer."""
    assert of_round(one_box, alone.tally).rounds == PLAN.rounds == alone.rounds
    assert -0.2 < mean(one_box, alone.tally) < -0.05


@pytest.mark.parametrize("runner", [Threads(2), Backwards(2)])
def test_threads_and_order_change_no_digit(one_box: Job, alone: Run, runner: Threads) -> None:
    """Two threads, other units, another order: the same tallies."""
    assert same(simulate(one_box, PLAN, runner).tally, alone.tally)


@pytest.mark.slow
def test_a_round_that_took_more_cards_than_there_were_is_played_again_with_the_discard_rack() -> None:
    """Wide lanes follow the rack in every round, narrow ones only where they must: both deal the same cards."""
    rules = load("double-deck-house", {"decks": 1})
    assert isinstance(rules, BlackjackRules)
    narrow = job(rules, [strategy_of(rules, "dealer")] * 5)
    wide = replace(narrow, constants={**narrow.constants, "LANE_BITS": 16})
    assert same(*(simulate(one, Plan(5, 20_000, 1000), Threads(1)).tally for one in (narrow, wide)))


def test_another_seed_gives_other_rounds(one_box: Job, alone: Run) -> None:
    """A seed is what it is for."""
    assert not same(simulate(one_box, replace(PLAN, seed=6), Threads(1)).tally, alone.tally)


def test_a_stream_is_fixed_by_seed_and_number(one_box: Job) -> None:
    """A stream's rounds do not depend on how many streams there are."""
    few = simulate(one_box, Plan(5, 2000, 1000), Threads(1)).tally
    more = simulate(one_box, Plan(5, 3000, 1000), Threads(1)).tally
    third = one_box.play(_kernel(one_box), 5, Unit(2, 1, 1000))
    assert same(few.merged(third), more)


def _kernel(one: Job) -> object:
    from pitboss.simulate.specialise import kernel

    return kernel(one.constants, "cpu")


def test_an_interrupted_run_gives_what_it_has_and_goes_on(one_box: Job, alone: Run, tmp_path: Path) -> None:
    """Ctrl-C, then the same command again: the whole result, no stream twice."""
    file = tmp_path / "run.json"
    first = simulate(one_box, PLAN, Interrupted(1), checkpoint=file)
    assert first.interrupted
    assert 0 < first.rounds < PLAN.rounds
    again = simulate(one_box, PLAN, Threads(2), checkpoint=file)
    assert again.rounds == PLAN.rounds
    assert same(again.tally, alone.tally)
    third = simulate(one_box, PLAN, Threads(1), checkpoint=file)
    assert same(third.tally, alone.tally)


def test_a_checkpoint_of_another_run_is_refused(one_box: Job, tmp_path: Path) -> None:
    """Another seed, or a file that is none."""
    file = tmp_path / "run.json"
    simulate(one_box, Plan(1, 1000, 1000), Threads(1), checkpoint=file)
    with pytest.raises(RulesError, match="another simulation"):
        simulate(one_box, Plan(2, 1000, 1000), Threads(1), checkpoint=file)
    file.write_text("{}", encoding="utf-8")
    with pytest.raises(RulesError, match="not a checkpoint"):
        simulate(one_box, Plan(1, 1000, 1000), Threads(1), checkpoint=file)
    with pytest.raises(RulesError, match="no folder"):
        simulate(one_box, Plan(1, 1000, 1000), Threads(1), checkpoint=tmp_path / "nowhere" / "run.json")


def test_a_run_stops_when_it_is_precise_enough_wherever_it_runs(one_box: Job) -> None:
    """The same rounds on one thread and on two, no more than needed by much."""
    plan = Plan(3, 10_000_000, 500)
    runs = [simulate(one_box, plan, runner, until=0.004) for runner in (Threads(1), Threads(2), Backwards(1))]
    assert all(run.precise and run.rounds < plan.rounds // 10 for run in runs)
    assert all(same(run.tally, runs[0].tally) for run in runs)
    assert 0.003 < standard_error(one_box, runs[0].tally) <= 0.004


def test_the_streams_played_are_kept_as_ranges() -> None:
    """Neighbours join, what is missing is found, and nothing is counted twice."""
    done = Streams([(0, 4)])
    done.add(range(8, 12))
    done.add(range(4, 6))
    assert done.ranges == [(0, 6), (8, 12)]
    assert list(done.missing(range(2, 15))) == [range(6, 8), range(12, 15)]
    with pytest.raises(ValueError, match="counted"):
        done.add(range(5, 7))


def test_a_plan_covers_every_round_once() -> None:
    """Units of any size, a last stream that is shorter."""
    plan = Plan(1, 10_050, 100)
    units = list(plan.units(range(plan.streams), 7))
    assert sum(unit.streams * unit.rounds for unit in units) == 10_050
    assert units[-1] == Unit(100, 1, 50)
    stages = list(plan.stages(until=True))
    assert stages[0].start == 0
    assert all(a.stop == b.start for a, b in pairwise(stages))
    assert stages[-1].stop == plan.streams


@pytest.mark.parametrize(
    ("rounds", "seed"),
    [(0, 1), (-5, 1), (10**16, 1), (10, -1), (10, 1 << 64)],
)
def test_a_plan_that_cannot_be_is_refused(rounds: int, seed: int) -> None:
    """One sentence each."""
    with pytest.raises(RulesError):
        Plan(seed, rounds)


def test_a_strategy_for_another_game_is_refused(rules: BlackjackRules) -> None:
    """A New Jersey strategy is none for Pennsylvania."""
    other = load("double-attack-nj")
    assert isinstance(other, BlackjackRules)
    with pytest.raises(RulesError, match="double-attack-nj, not for double-attack-pa"):
        job(rules, [strategy_of(other, "dealer")])
    with pytest.raises(RulesError, match="7 boxes"):
        job(rules, [strategy_of(rules, "dealer")] * 7)
    with pytest.raises(RulesError, match="bankroll"):
        job(rules, [strategy_of(rules, "dealer")], bankroll=10)


def test_what_is_not_there_is_said_in_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    """No GPU, no Ray."""
    with pytest.raises(RulesError, match=r"GPU|numba-cuda"):
        Gpu()
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(RulesError, match="install pitboss"):
        Cluster("local")


def test_the_report_has_what_others_rely_on(one_box: Job, alone: Run, tmp_path: Path) -> None:
    """The keys of DESIGN, as JSON; the rows for notebooks add up."""
    found = as_json(one_box, alone.tally, seed=5, seconds=1.0, rounds_per_second=2.0, device="cpu")
    relied_on = ["game", "rules_hash", "rounds", "mean", "standard_error", "standard_deviation", "side_wagers"]
    for key in (*relied_on, "seconds", "rounds_per_second", "device"):
        assert key in found
    assert json.loads(json.dumps(found, allow_nan=False)) == found
    assert set(found["side_wagers"]) == {"bust-it", "insurance"}
    assert list(found["wagers"]) == ["bet", "attack", "double", "split", "insurance", "bust-it"]
    assert sum(found["histogram"].values()) == PLAN.rounds
    assert sum(row["rounds"] for row in found["by_up_card"].values()) == PLAN.rounds
    assert sum(row["count"] for row in records(one_box, alone.tally) if row["table"] == "main") == PLAN.rounds
    with pytest.raises(RulesError, match="parquet"):
        write_parquet(one_box, alone.tally, tmp_path / "tallies.csv")


def test_figures_come_from_exact_sums(one_box: Job, alone: Run) -> None:
    """Mean, variance and skew of the counted results, against floating-point arithmetic on the same results."""
    found = of_round(one_box, alone.tally)
    results = np.repeat(np.array(found.results) / found.unit, found.counts)
    assert found.mean == pytest.approx(results.mean())
    assert found.variance == pytest.approx(results.var(ddof=1))
    assert found.skew == pytest.approx(((results - results.mean()) ** 3).mean() / results.std() ** 3)


def test_units_of_nothing_are_nothing() -> None:
    """No streams, no units."""
    empty: Iterator[Unit] = Plan(1, 100, 10).units(range(0), 4)
    assert list(empty) == []
