"""A run: the streams of a plan played by a runner, stopped when precise enough, kept on disk, merged in integers."""

import json
import os
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter

import numpy as np

from pitboss.rules.errors import RulesError
from pitboss.rules.places import read_text, writable
from pitboss.simulate.job import Job, Tally
from pitboss.simulate.plan import Plan, Streams, Unit
from pitboss.simulate.results import standard_error
from pitboss.simulate.runners import Runner

SAVE_EVERY_S = 20.0


@dataclass
class Run:
    """How far a plan has come."""

    job: Job
    plan: Plan
    tally: Tally
    done: Streams
    rounds: int = 0
    seconds: float = 0.0
    interrupted: bool = False
    precise: bool = False
    device: str = ""
    came_with_version: bool = False


Progress = Callable[[Run], None]


def _silent(run: Run) -> None:
    pass


def simulate(
    job: Job,
    plan: Plan,
    runner: Runner,
    *,
    until: float | None = None,
    checkpoint: Path | None = None,
    progress: Progress = _silent,
) -> Run:
    """Play a plan; Ctrl-C ends it with what has been counted."""
    if until is not None and not until > 0:
        raise RulesError(f"a standard error is above zero, not {until}")
    run = _begun(job, plan, checkpoint)
    run.device = runner.device
    runner.prepare(job)
    saved = begun = perf_counter()
    before = run.seconds
    try:
        for stage in plan.stages(until is not None):
            missing = list(run.done.missing(stage))
            for unit, tally in runner.play(job, plan, missing) if missing else ():
                _merge(run, unit, tally)
                run.seconds = before + perf_counter() - begun
                progress(run)
                if checkpoint is not None and perf_counter() - saved > SAVE_EVERY_S:
                    save(run, checkpoint)
                    saved = perf_counter()
            if until is not None and standard_error(job, run.tally) <= until:
                run.precise = True
                break
    except KeyboardInterrupt:
        run.interrupted = True
    run.seconds = before + perf_counter() - begun
    if checkpoint is not None:
        save(run, checkpoint)
    return run


def _merge(run: Run, unit: Unit, tally: Tally) -> None:
    streams = range(unit.first, unit.first + unit.streams)
    run.done.add(streams)
    run.tally = run.tally.merged(tally)
    run.rounds += unit.streams * unit.rounds


def _begun(job: Job, plan: Plan, checkpoint: Path | None) -> Run:
    run = Run(job, plan, job.nothing(), Streams())
    if checkpoint is None:
        return run
    writable(checkpoint)
    if not checkpoint.exists():
        return run
    try:
        kept = json.loads(read_text(checkpoint))
        if kept["job"] != job.fingerprint or kept["seed"] != plan.seed or kept["stream_rounds"] != plan.stream_rounds:
            raise RulesError(f"{checkpoint} is of another simulation: name another file or remove it")
        run.tally = Tally(np.array(kept["counts"], np.int64), np.array(kept["sums"], np.int64))
        run.done = Streams((int(first), int(stop)) for first, stop in kept["streams"])
        last = max((stop for _, stop in run.done.ranges), default=0)
        run.rounds = int(kept["rounds"])
        run.seconds = float(kept["seconds"])
    except RulesError:
        raise
    except (ValueError, KeyError, TypeError, OverflowError, RecursionError):
        raise RulesError(f"{checkpoint} is not a checkpoint of a simulation") from None
    if (
        last > plan.streams
        or run.rounds > plan.rounds
        or run.rounds != sum(plan.rounds_of(range(first, stop)) for first, stop in run.done.ranges)
    ):
        raise RulesError(
            f"{checkpoint} has other rounds than asked for: ask for a multiple of {plan.stream_rounds} more"
        )
    return run


def save(run: Run, path: Path) -> None:
    """Keep how far a run has come; the file is replaced whole or not at all."""
    kept = {
        "job": run.job.fingerprint,
        "seed": run.plan.seed,
        "stream_rounds": run.plan.stream_rounds,
        "streams": run.done.ranges,
        "rounds": run.rounds,
        "seconds": run.seconds,
        "counts": run.tally.counts.tolist(),
        "sums": run.tally.sums.tolist(),
    }
    try:
        with tempfile.NamedTemporaryFile("w", encoding="utf-8", dir=path.parent, suffix=".tmp", delete=False) as file:
            json.dump(kept, file)
        os.replace(file.name, path)
    except OSError as error:
        raise RulesError(f"{path} cannot be written: {error.strerror or error}") from None
