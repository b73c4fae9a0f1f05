"""Who plays the streams: threads of this machine, its GPU, or a cluster. Each hands back a tally for every unit."""

import importlib
import importlib.util
import os
import socket
from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from hashlib import sha256
from time import perf_counter
from typing import Any, Protocol

import numpy as np

from pitboss import __version__
from pitboss.rules.errors import RulesError
from pitboss.simulate.job import Job, Tally
from pitboss.simulate.plan import Plan, Unit
from pitboss.simulate.specialise import Constants, kernel, source

Played = Iterator[tuple[Unit, Tally]]


class Runner(Protocol):
    """Plays the units of some streams, each once, in any order."""

    device: str
    unit_streams: int

    def prepare(self, job: Job) -> None:
        """Compile what is to be compiled, before the clock runs."""
        ...

    def play(self, job: Job, plan: Plan, streams: list[range]) -> Played:
        """Every unit of the streams with its tally."""
        ...


def units_of(plan: Plan, streams: list[range], most: int) -> Iterator[Unit]:
    """The units of several ranges of streams."""
    return (unit for part in streams for unit in plan.units(part, most))


class Threads:
    """Threads of this machine: the kernel holds no lock while it plays."""

    unit_streams = 16  # the most at a time

    def __init__(self, threads: int | None = None) -> None:
        available = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
        self.threads = available if threads is None else threads
        if not 1 <= self.threads <= 1024:
            raise RulesError(f"{self.threads} threads cannot be started")
        self.device = f"cpu, {self.threads} thread{'s' if self.threads > 1 else ''}"

    def prepare(self, job: Job) -> None:
        """Compile here, once."""
        play_unit(job, 0, Unit(0, 1, 1))

    def play(self, job: Job, plan: Plan, streams: list[range]) -> Played:
        """As many units at a time as there are threads."""
        module = kernel(job.constants, "cpu")
        units = self._units(plan, streams)
        with ThreadPoolExecutor(self.threads) as pool:
            running: dict[Future[Tally], Unit] = {}
            try:
                while True:
                    while len(running) < 2 * self.threads and (unit := next(units, None)) is not None:
                        running[pool.submit(job.play, module, plan.seed, unit)] = unit
                    if not running:
                        return
                    for done in wait(running, return_when=FIRST_COMPLETED).done:
                        yield running.pop(done), done.result()
            finally:
                for future in running:
                    future.cancel()

    def _units(self, plan: Plan, streams: list[range]) -> Iterator[Unit]:
        """Large units first, so that little time goes to handing them out; small ones last, so that no thread idles."""
        left = sum(len(part) for part in streams)
        for part in streams:
            first = part.start
            while first < part.stop:
                size = max(1, min(self.unit_streams, left // (4 * self.threads), part.stop - first))
                yield from plan.units(range(first, first + size), size)
                first, left = first + size, left - size


class Gpu:
    """The GPU of this machine: a thread of it plays a stream."""

    unit_streams = 1 << 20

    def __init__(self, threads: int = 1024) -> None:
        if not hasattr(np, "row_stack"):
            vars(np)["row_stack"] = np.vstack  # numba-cuda still imports the old name
        if importlib.util.find_spec("numba.cuda") is None:
            raise RulesError("there is no numba-cuda here: install pitboss[gpu]")
        cuda: Any = importlib.import_module("numba.cuda")
        if not cuda.is_available():
            raise RulesError("no NVIDIA GPU is present: use --device cpu")
        name = cuda.get_current_device().name if hasattr(cuda, "get_current_device") else "simulated"
        self.device = f"cuda, {name.decode() if isinstance(name, bytes) else name}"
        self.threads = threads

    def prepare(self, job: Job) -> None:
        """Compile by playing one round."""
        list(self.play(job, Plan(0, 1), [range(1)]))

    def play(self, job: Job, plan: Plan, streams: list[range]) -> Played:
        """One launch a unit."""
        cuda: Any = importlib.import_module("numba.cuda")
        module = kernel(job.constants, "cuda")
        rows, stakes = cuda.to_device(job.tables.rows), cuda.to_device(job.tables.stakes)
        of_box = cuda.to_device(job.of_box)
        for unit in units_of(plan, streams, self.unit_streams):
            tally = job.nothing()
            counts, sums = cuda.to_device(tally.counts), cuda.to_device(tally.sums)
            module.play_streams[-(-unit.streams // self.threads), self.threads](
                np.uint64(plan.seed),
                np.uint64(unit.first),
                np.int64(unit.streams),
                np.int64(unit.rounds),
                of_box,
                stakes,
                rows,
                counts,
                sums,
            )
            yield unit, Tally(counts.copy_to_host(), sums.copy_to_host())


def _place(address: str) -> tuple[str, int] | None:
    """The host and port of a cluster; none of one that Ray starts or finds by itself."""
    if address in ("local", "auto"):
        return None
    host, _, port = address.removeprefix("ray://").rpartition(":")
    if not host or not port.isdecimal() or not 0 < int(port) < 65536:
        raise RulesError(f"a Ray cluster is local, auto or at HOST:PORT, not {address!r}")
    return host, int(port)


def _answers(address: str, place: tuple[str, int]) -> None:
    """Refuse where nobody listens: Ray itself would try for minutes, and fill the screen meanwhile."""
    try:
        socket.create_connection(place, timeout=10).close()
    except OSError as error:
        raise RulesError(f"no Ray cluster answers at {address}: {error.strerror or error}") from None


class Cluster:
    """A Ray cluster: a task plays a unit; one that is lost with its worker is played again, and counted once."""

    unit_streams = 1024  # some seconds of a core: a driver hands out units for thousands of them
    look_seconds = 5.0  # how often it is asked how many CPUs there are now

    def __init__(self, address: str) -> None:
        place = _place(address)
        if importlib.util.find_spec("ray") is None:
            raise RulesError("there is no Ray here: install pitboss[cluster]")
        if place is not None:
            _answers(address, place)
        os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")  # else Ray tells its makers of every cluster
        ray: Any = importlib.import_module("ray")
        try:
            if not ray.is_initialized():
                ray.init(
                    address=None if address == "local" else address,
                    include_dashboard=False,
                    log_to_driver=False,
                    configure_logging=False,
                )
        except (ConnectionError, ValueError, RuntimeError) as error:
            why = str(error).splitlines()[0].split(". ")[0]  # what follows is advice about Ray's own options
            raise RulesError(f"no Ray cluster answers at {address}: {why}") from None
        self._look()
        self.device = f"cluster {address}, {self.slots} CPUs"

    def prepare(self, job: Job) -> None:
        """Nothing: each node compiles for itself."""

    def play(self, job: Job, plan: Plan, streams: list[range]) -> Played:
        """As many units at a time as the cluster has CPUs, and as many waiting; CPUs that come later play too."""
        ray: Any = importlib.import_module("ray")
        task = ray.remote(max_retries=-1)(play_on_node)
        shared = ray.put(job)
        here = written(job.constants)
        # Enough units that no CPU idles for long at the end, none so small that handing it out is the work.
        most = max(1, min(self.unit_streams, sum(map(len, streams)) // (4 * self.slots)))
        units = units_of(plan, streams, most)
        running: dict[Any, Unit] = {}
        try:
            while True:
                if perf_counter() - self._looked > self.look_seconds:
                    self._look()
                while len(running) < 2 * self.slots and (unit := next(units, None)) is not None:
                    running[task.remote(shared, here, plan.seed, unit)] = unit
                if not running:
                    return
                done, _ = ray.wait(list(running), num_returns=1)
                unit = running.pop(done[0])
                try:
                    tally = ray.get(done[0])
                except ray.exceptions.RayTaskError as error:
                    raise RulesError(f"a node of the cluster cannot play: {error.cause}") from None
                except ray.exceptions.RayError:
                    running[task.remote(shared, here, plan.seed, unit)] = unit  # lost for good: once more
                    continue
                yield unit, tally
        finally:
            for reference in running:
                ray.cancel(reference, force=True)

    def _look(self) -> None:
        ray: Any = importlib.import_module("ray")
        self.slots = max(int(ray.cluster_resources().get("CPU", 1)), 1)
        self._looked = perf_counter()


def play_unit(job: Job, seed: int, unit: Unit) -> Tally:
    """A unit, wherever this is called."""
    return job.play(kernel(job.constants, "cpu"), seed, unit)


def play_on_node(job: Job, there: str, seed: int, unit: Unit) -> Tally:
    """A unit on another machine, if it would play by the very kernel of whoever asks: else digits could differ."""
    if written(job.constants) != there:
        raise RulesError(f"it has another release of pitboss than the one that asks ({__version__} here)")
    return play_unit(job, seed, unit)


def written(constants: Constants) -> str:
    """What is compiled on this machine for these rules, as a hash."""
    return sha256(source(constants, "cpu").encode()).hexdigest()
