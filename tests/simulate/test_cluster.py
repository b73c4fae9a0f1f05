"""A Ray cluster: the same digits as threads, and a worker killed in mid-run costs nothing but time."""

import os
import signal
from pathlib import Path

import pytest

from pitboss.simulate import runners
from pitboss.simulate.job import Job, Tally
from pitboss.simulate.plan import Plan, Unit
from pitboss.simulate.run import simulate
from pitboss.simulate.runners import Cluster, Threads

pytestmark = [pytest.mark.slow, pytest.mark.filterwarnings("ignore")]
PLAN = Plan(seed=8, rounds=64_500, stream_rounds=1000)


@pytest.fixture
def cluster(monkeypatch: pytest.MonkeyPatch) -> Cluster:
    """A cluster on this machine, with small units so that there is a mid-run."""
    pytest.importorskip("ray", reason="Ray is not installed: pip install pitboss[cluster]")
    monkeypatch.setattr(Cluster, "unit_streams", 4)
    return Cluster("local")


def test_a_worker_killed_in_mid_run_costs_nothing_but_time(
    one_box: Job, cluster: Cluster, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One task kills its own worker the first time it is played; every stream is still counted, and once."""
    alone = simulate(one_box, PLAN, Threads(1))
    killed = tmp_path / "killed"
    play = runners.play_unit

    def play_or_die(job: Job, seed: int, unit: Unit) -> Tally:
        if unit.first == 8 and not killed.exists():
            killed.touch()
            os.kill(os.getpid(), signal.SIGKILL)
        return play(job, seed, unit)

    monkeypatch.setattr(runners, "play_unit", play_or_die)
    run = simulate(one_box, PLAN, cluster)
    assert killed.exists()
    assert run.rounds == PLAN.rounds
    assert run.tally.counts.tolist() == alone.tally.counts.tolist()
    assert run.tally.sums.tolist() == alone.tally.sums.tolist()
