"""The CUDA kernel, run by Numba's simulator of a GPU where there is none: the same digits as on CPU threads."""

import json
import os
import subprocess
import sys

import pytest

from pitboss.simulate.plan import Plan
from pitboss.simulate.runners import Threads
from tests.simulate.cuda_cases import CASES, case

SCRIPT = """
import json, sys
from pitboss.simulate.plan import Plan
from pitboss.simulate.runners import Gpu
from tests.simulate.cuda_cases import case
job = case(sys.argv[1])
gpu = Gpu(threads=4)
gpu.unit_streams = 4
tally = job.nothing()
for unit, part in gpu.play(job, Plan(11, 130, 20), [range(7)]):
    tally = tally.merged(part)
print(json.dumps([tally.counts.tolist(), tally.sums.tolist()]))
"""


@pytest.mark.parametrize("name", [CASES[0], *(pytest.param(name, marks=pytest.mark.slow) for name in CASES[1:])])
def test_the_simulated_gpu_prints_the_same_digits(name: str) -> None:
    """Seven streams, the last one short, in two launches."""
    env = {**os.environ, "NUMBA_ENABLE_CUDASIM": "1", "PYTHONPATH": os.pathsep.join(["src", "."])}
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", SCRIPT, name], env=env, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr[-2000:]
    counts, sums = json.loads(done.stdout)
    job = case(name)
    tally = job.nothing()
    for _, part in Threads(1).play(job, Plan(11, 130, 20), [range(7)]):
        tally = tally.merged(part)
    assert tally.counts.tolist() == counts
    assert tally.sums.tolist() == sums
