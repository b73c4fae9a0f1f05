"""What a cluster's driver does when units are lost, nodes come later or cannot play: without Ray, which takes long."""

import sys
from collections.abc import Callable, Sequence
from importlib.machinery import ModuleSpec
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

from pitboss.rules.errors import RulesError
from pitboss.simulate import runners
from pitboss.simulate.job import Job
from pitboss.simulate.plan import Plan
from pitboss.simulate.run import simulate
from pitboss.simulate.runners import Cluster, Threads

PLAN = Plan(seed=8, rounds=20_500, stream_rounds=1000)


class LostError(Exception):
    """Of Ray's own: the unit is gone with its node."""


class TaskError(LostError):
    """Of the task's own: it was played, and failed. Ray's is one of the others' kind too."""

    def __init__(self, cause: Exception) -> None:
        super().__init__(str(cause))
        self.cause = cause


class Reference:
    """What is asked for a task: it runs when its result is asked for."""

    def __init__(self, call: Callable[[], object]) -> None:
        self.call = call


class Ray(ModuleType):
    """As much of Ray as the driver uses; `lost` says which results, by number, are lost."""

    exceptions = SimpleNamespace(RayError=LostError, RayTaskError=TaskError)

    def __init__(self, lost: Sequence[int] = (), cpus: Sequence[int] = (2,)) -> None:
        super().__init__("ray")
        self.__spec__ = ModuleSpec("ray", None)
        self.lost, self.cpus = lost, list(cpus)
        self.asked, self.most_waiting = 0, 0
        self.cancelled: list[Reference] = []

    def is_initialized(self) -> bool:
        return True

    def cluster_resources(self) -> dict[str, float]:
        return {"CPU": float(self.cpus.pop(0) if len(self.cpus) > 1 else self.cpus[0])}

    def put(self, thing: object) -> object:
        return thing

    def remote(self, **options: object) -> Callable[[Callable[..., object]], Any]:
        assert options == {"max_retries": -1}
        return lambda play: SimpleNamespace(remote=lambda *given: Reference(lambda: play(*given)))

    def wait(self, running: list[Reference], num_returns: int) -> tuple[list[Reference], list[Reference]]:
        self.most_waiting = max(self.most_waiting, len(running))
        return running[-num_returns:], running[:-num_returns]  # the latest first: no order is owed to anybody

    def get(self, reference: Reference) -> object:
        self.asked += 1
        if self.asked in self.lost:
            raise LostError
        try:
            return reference.call()
        except Exception as cause:
            raise TaskError(cause) from None

    def cancel(self, reference: Reference, force: bool) -> None:
        assert force
        self.cancelled.append(reference)


def _cluster(ray: Ray, monkeypatch: pytest.MonkeyPatch) -> Cluster:
    monkeypatch.setitem(sys.modules, "ray", ray)
    return Cluster("local")


def test_a_unit_that_is_lost_is_played_again_and_counted_once(one_box: Job, monkeypatch: pytest.MonkeyPatch) -> None:
    alone, ray = simulate(one_box, PLAN, Threads(1)), Ray(lost=(1, 2, 5))
    run = simulate(one_box, PLAN, _cluster(ray, monkeypatch))
    assert run.rounds == PLAN.rounds
    assert run.tally.counts.tolist() == alone.tally.counts.tolist()
    assert run.tally.sums.tolist() == alone.tally.sums.tolist()
    whole = Ray()
    simulate(one_box, PLAN, _cluster(whole, monkeypatch))
    assert ray.asked == whole.asked + 3


def test_as_many_wait_as_play_and_nodes_that_come_later_play_too(one_box: Job, monkeypatch: pytest.MonkeyPatch) -> None:
    one, more = Ray(), Ray(cpus=(2, 6))
    cluster = _cluster(one, monkeypatch)
    assert cluster.device == "cluster local, 2 CPUs"
    simulate(one_box, PLAN, cluster)
    assert one.most_waiting == 4
    monkeypatch.setattr(Cluster, "look_seconds", -1.0)
    monkeypatch.setattr(Cluster, "unit_streams", 1)
    simulate(one_box, PLAN, _cluster(more, monkeypatch))
    assert more.most_waiting == 12


def test_a_node_that_cannot_play_is_told_once_and_the_rest_is_called_off(
    one_box: Job, monkeypatch: pytest.MonkeyPatch
) -> None:
    ray = Ray()
    cluster = _cluster(ray, monkeypatch)
    here = runners.written(one_box.constants)
    said = iter((here,))  # whoever asks; the node then has another
    monkeypatch.setattr(runners, "written", lambda constants: next(said, "the kernel of another release"))
    with pytest.raises(RulesError, match="a node of the cluster cannot play: it has another release of pitboss"):
        simulate(one_box, PLAN, cluster)
    assert ray.asked == 1
    assert len(ray.cancelled) == 3
