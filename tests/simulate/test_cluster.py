"""A Ray cluster of two nodes: the same digits as threads; a worker or a node that is lost costs nothing but time."""

import importlib
import os
import shutil
import signal
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from pitboss.rules.errors import RulesError
from pitboss.simulate import runners
from pitboss.simulate.job import Job, Tally
from pitboss.simulate.plan import Plan, Unit
from pitboss.simulate.run import simulate
from pitboss.simulate.runners import Cluster, Threads

# Two nodes take half a minute to come on a quiet machine, and on a busy one they may not come at all: what the driver
# does is in test_cluster_alone.py. The warnings are Ray's own.
pytestmark = [pytest.mark.slow, pytest.mark.filterwarnings("ignore")]
PLAN = Plan(seed=8, rounds=64_500, stream_rounds=1000)
STORE_BYTES = 80 << 20
WAIT_SECONDS_MOST = 120  # a busy machine may lose a node by itself, and then nobody comes


@pytest.fixture(scope="module")
def nodes() -> Iterator[Any]:
    """Two nodes on this machine, of one CPU each."""
    ray = pytest.importorskip("ray", reason="Ray is not installed: pip install pitboss[cluster]")
    os.environ["RAY_USAGE_STATS_ENABLED"] = "0"
    folder = tempfile.mkdtemp(prefix="pitboss-ray-", dir="/tmp")  # its sockets need a short path
    noted = importlib.import_module("ray._private.utils").get_ray_address_file(None)
    Path(noted).parent.mkdir(parents=True, exist_ok=True)  # it notes its address there and makes no folder
    head = {"num_cpus": 1, "object_store_memory": STORE_BYTES, "include_dashboard": False, "temp_dir": folder}
    both = importlib.import_module("ray.cluster_utils").Cluster(initialize_head=True, head_node_args=head)
    try:
        both.add_node(num_cpus=1, object_store_memory=STORE_BYTES)
        yield both
    finally:
        ray.shutdown()
        both.shutdown()
        shutil.rmtree(folder, ignore_errors=True)


def test_nodes_of_another_release_are_told_apart(one_box: Job, nodes: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """What cannot be played is said once, and not tried for ever."""
    monkeypatch.setattr(runners, "written", lambda constants: "the kernel of another release")
    with pytest.raises(RulesError, match="a node of the cluster cannot play: it has another release of pitboss"):
        simulate(one_box, PLAN, Cluster(nodes.address))


def test_a_worker_and_a_node_lost_in_mid_run_cost_nothing_but_time(
    one_box: Job, nodes: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Both nodes play; a worker is killed over its unit, then a node with its units. Every stream is counted, once."""
    alone = simulate(one_box, PLAN, Threads(1))
    (second,) = nodes.worker_nodes
    gone, seen, play = str(second.node_id), tmp_path / "seen", runners.play_on_node
    killed, held = tmp_path / "killed", tmp_path / "held"
    seen.mkdir()

    def until(true: Callable[[], bool]) -> None:
        last = time.monotonic() + WAIT_SECONDS_MOST
        while not true():
            assert time.monotonic() < last, "the nodes have not both come to play"
            time.sleep(0.02)

    def play_or_die(job: Job, there: str, seed: int, unit: Unit) -> Tally:
        node = importlib.import_module("ray").get_runtime_context().get_node_id()
        (seen / node).touch()
        until(lambda: len(list(seen.iterdir())) == 2)  # nothing is lost before both are at work
        if node != gone and not killed.exists():
            killed.touch()
            os.kill(os.getpid(), signal.SIGKILL)
        if node == gone:
            held.touch()
            time.sleep(2 * WAIT_SECONDS_MOST)  # longer than this node is there
        return play(job, there, seed, unit)

    def take_away() -> None:
        until(lambda: held.exists() and killed.exists())
        nodes.remove_node(second, allow_graceful=False)

    monkeypatch.setattr(runners, "play_on_node", play_or_die)
    monkeypatch.setattr(Cluster, "unit_streams", 4)  # so that there is a mid-run
    cluster = Cluster(nodes.address)
    assert cluster.device.endswith("2 CPUs")
    taking = threading.Thread(target=take_away, daemon=True)
    taking.start()
    run = simulate(one_box, PLAN, cluster)
    taking.join(WAIT_SECONDS_MOST)
    assert not taking.is_alive()
    assert len(list(seen.iterdir())) == 2
    assert run.rounds == PLAN.rounds
    assert run.tally.counts.tolist() == alone.tally.counts.tolist()
    assert run.tally.sums.tolist() == alone.tally.sums.tolist()
