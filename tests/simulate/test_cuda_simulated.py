"""The CUDA kernel, run by Numba's simulator of a GPU where there is none: the same digits as on CPU threads."""

import json
import os
import subprocess
import sys

import pytest

from pitboss.simulate.plan import Plan
from pitboss.simulate.runners import Threads
from tests.simulate.cuda_cases import CASES, DOUBTFUL, case

SCRIPT = """
import json, sys
from dataclasses import replace
from pitboss.simulate.plan import Plan
from pitboss.simulate.runners import Gpu
from tests.simulate.cuda_cases import case
job = case(sys.argv[1])
job = replace(job, constants=dict(job.constants) | json.loads(sys.argv[2]))
gpu = Gpu(threads=4)
gpu.unit_streams = 4
tally = job.nothing()
for unit, part in gpu.play(job, Plan(11, 130, 20), [range(7)]):
    tally = tally.merged(part)
print(json.dumps([tally.counts.tolist(), tally.sums.tolist()]))
"""


def simulated(name: str, **constants: int) -> tuple[list[int], list[int]]:
    """What seven streams count, the last one short, in two launches."""
    env = {**os.environ, "NUMBA_ENABLE_CUDASIM": "1", "PYTHONPATH": os.pathsep.join(["src", "."])}
    command = [sys.executable, "-W", "ignore", "-c", SCRIPT, name, json.dumps(constants)]
    done = subprocess.run(command, env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-2000:]
    counts, sums = json.loads(done.stdout)
    return counts, sums


@pytest.mark.parametrize("name", [CASES[0], *(pytest.param(name, marks=pytest.mark.slow) for name in CASES[1:])])
def test_the_simulated_gpu_prints_the_same_digits(name: str) -> None:
    job = case(name)
    tally = job.nothing()
    for _, part in Threads(1).play(job, Plan(11, 130, 20), [range(7)]):
        tally = tally.merged(part)
    doubt = {"DOUBT": DOUBTFUL[name]} if name in DOUBTFUL else {}
    assert simulated(name, **doubt) == (tally.counts.tolist(), tally.sums.tolist())


@pytest.mark.slow
def test_a_round_in_which_the_shoe_ran_out_is_played_again_with_the_discard_rack() -> None:
    """Wide lanes follow the rack in every round, narrow ones only when they must: both deal the same cards."""
    assert simulated("a-shoe-that-runs-out") == simulated("a-shoe-that-runs-out", LANE_BITS=16)
