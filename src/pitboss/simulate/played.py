"""Runs played before, here or when this version was made: a report takes them as they are.

What a run counts hangs on its job, the text of its kernel, the seed and the rounds, and on nothing else: whoever plays
it, and wherever, counts the same. All of that is the key under which a tally is kept.
"""

import hashlib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from pitboss.simulate.job import Job
from pitboss.simulate.plan import Plan, Streams
from pitboss.simulate.run import Run
from pitboss.simulate.runners import written
from pitboss.solve import records


def key_of(job: Job, plan: Plan) -> str:
    """Equal for runs that count the same."""
    return hashlib.sha256(repr((job.fingerprint, written(job.constants), plan)).encode()).hexdigest()[:32]


def played_before(job: Job, plan: Plan) -> Run | None:
    """A run that came with this version, or was kept on this machine."""
    key = key_of(job, plan)
    record = records.shipped("pitboss.simulate", job.game).get(key)
    try:
        run = from_record(job, plan, record or records.kept(_path(key)))
    except (KeyError, TypeError, ValueError, IndexError):
        return None  # not there, or of another shape: it is played
    run.came_with_version = record is not None
    return run


def keep(run: Run) -> None:
    """Keep a run that is over for whoever asks again."""
    if not run.interrupted:
        records.keep(_path(key_of(run.job, run.plan)), to_record(run))


def _path(key: str) -> Path:
    return records.cache_folder() / "played" / f"{key}.json"


def to_record(run: Run) -> dict[str, Any]:
    """A run as JSON; most counts are of what never happened, and are left out: steps from one to the next are kept."""
    there = np.flatnonzero(run.tally.counts)
    return {
        "steps": np.diff(there, prepend=0).tolist(),
        "counts": run.tally.counts[there].tolist(),
        "sums": run.tally.sums.tolist(),
        "seconds": round(run.seconds, 3),
        "device": run.device,
    }


def from_record(job: Job, plan: Plan, record: Mapping[str, Any]) -> Run:
    """The run a record was made of."""
    tally = job.nothing()
    tally.counts[np.cumsum(record["steps"], dtype=np.int64)] = record["counts"]
    tally.sums[:] = record["sums"]
    done = Streams([(0, plan.streams)])
    return Run(job, plan, tally, done, plan.rounds, float(record["seconds"]), device=str(record["device"]))
