"""The simulator side by side with a plain C++ loop: the same streams, the same digits, rounds a second.

`python -m benchmarks simulate`; rates are by CPU time, in turn, so that a busy machine slows both alike. Two threads
need two quiet cores: two C++ programs with nothing in common, run at once, say how far two cores went in that minute.
"""

import shutil
import subprocess
import tempfile
from pathlib import Path
from time import perf_counter, process_time, thread_time

import numpy as np

from pitboss.rules.rules import BlackjackRules
from pitboss.rules.variant import load
from pitboss.simulate.job import Job, Tally, job
from pitboss.simulate.plan import Plan, Unit
from pitboss.simulate.run import simulate
from pitboss.simulate.runners import Threads
from pitboss.simulate.specialise import kernel
from pitboss.simulate.strategies import strategy_of

SEED, STREAMS, ROUNDS = 7, 128, 65536
TRIES = 5
GOAL, RATIO_GOAL, SCALING_GOAL = 12e6, 0.8, 1.9
YARDSTICK = Path(__file__).parent / "yardstick" / "double_attack.cpp"


def todo() -> Job:
    """Double Attack in Pennsylvania, one box, the solver's strategy, the cover card at three quarters."""
    rules = load("double-attack-pa")
    assert isinstance(rules, BlackjackRules)
    return job(rules, [strategy_of(rules)])


def ours(one: Job) -> tuple[float, Tally]:
    """CPU seconds of one thread."""
    module = kernel(one.constants, "cpu")
    begun = thread_time()
    tally = one.play(module, SEED, Unit(0, STREAMS, ROUNDS))
    return thread_time() - begun, tally


def compiled(folder: Path) -> Path | None:
    """The yardstick, compiled as anybody would."""
    compiler = shutil.which("g++") or shutil.which("clang++")
    if compiler is None:
        return None
    program = folder / "double_attack"
    subprocess.run([compiler, "-O3", "-std=c++17", "-march=native", str(YARDSTICK), "-o", str(program)], check=True)
    return program


def theirs(program: Path, tables: Path) -> tuple[float, list[int]]:
    """CPU seconds of the yardstick, and every number it counted."""
    command = [str(program), str(tables), str(SEED), str(STREAMS), str(ROUNDS)]
    seconds, *lines = subprocess.run(command, check=True, capture_output=True, text=True).stdout.splitlines()
    return float(seconds), [int(word) for line in lines for word in line.split()]


def at_once(program: Path, tables: Path) -> float:
    """How much more two separate programs do at once than one alone: what two cores of this machine are worth now."""
    command = [str(program), str(tables), str(SEED), str(4 * STREAMS), str(ROUNDS)]
    seconds = []
    for programs in (1, 2):
        runs = []
        for _ in range(TRIES):
            begun = perf_counter()
            started = [subprocess.Popen(command, stdout=subprocess.DEVNULL) for _ in range(programs)]
            if sum(one.wait() != 0 for one in started):
                raise RuntimeError("the yardstick failed")
            runs.append(perf_counter() - begun)
        seconds.append(min(runs))
    return 2 * seconds[0] / seconds[1]


def scaling(one: Job) -> tuple[float, float]:
    """How much faster two threads are than one on the same rounds, and how much more CPU time they take for them.

    A machine whose two threads of execution share a core, or that is busy, shows in the second number.
    """
    plan = Plan(SEED, 4 * STREAMS * ROUNDS)
    seconds, worked = [], []
    for threads in (1, 2):
        runs = []
        for _ in range(TRIES):
            begun = process_time()
            runs.append((simulate(one, plan, Threads(threads)).seconds, process_time() - begun))
        seconds.append(min(wall for wall, _ in runs))
        worked.append(min(cpu for _, cpu in runs))
    return seconds[0] / seconds[1], worked[1] / worked[0]


def main() -> None:
    """Print the rates and their ratios."""
    one = todo()
    begun = perf_counter()
    one.play(kernel(one.constants, "cpu"), 0, Unit(0, 1, 1))
    print(f"kernel ready in {perf_counter() - begun:.1f} s (compiled once, then from the disk; goal 15 s)")
    rounds = STREAMS * ROUNDS
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        tables = folder / "tables"
        tables.write_bytes(one.tables.rows.tobytes())
        program = compiled(folder)
        mine, yard = [], []
        for _ in range(TRIES):  # in turn, so that a busy moment hits both
            seconds, tally = ours(one)
            mine.append(seconds)
            if program is not None:
                seconds, found = theirs(program, tables)
                yard.append(seconds)
        rate = rounds / min(mine)
        print(f"pitboss, one thread: {rate / 1e6:.1f} million rounds/s (goal {GOAL / 1e6:.0f})")
        if program is None:
            print("no C++ compiler here: no yardstick")
        else:
            expected = np.concatenate([tally.counts, tally.sums]).tolist()
            print(f"C++ -O3, one thread: {rounds / min(yard) / 1e6:.1f} million rounds/s")
            ratio, same = min(yard) / min(mine), found == expected
            print(f"pitboss beside C++: ratio {ratio:.2f} (goal {RATIO_GOAL}); same digits: {same}")
            apart = at_once(program, tables)
            print(f"two C++ programs at once: {apart:.2f} times one (nothing shared: as far as this machine goes now)")
    faster, dearer = scaling(one)
    told = (
        f"goal {SCALING_GOAL} on two quiet cores; CPU time {dearer:.2f} of one's, {faster * dearer:.2f} cores kept busy"
    )
    print(f"two threads: {faster:.2f} times one ({told})")


if __name__ == "__main__":
    main()
