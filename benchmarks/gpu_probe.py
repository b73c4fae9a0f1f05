"""The kernel on a GPU beside a program written by hand in CUDA: the same digits, and how many rounds a second.

`python -m benchmarks.gpu_probe --prepare` (here, with pitboss installed) writes gpu_probe.json: of every game, example
side bet and kind of table the kernel's source, its tables and what the CPU counts for a small plan. `python
benchmarks/gpu_probe.py` (there) needs numpy, numba and numba-cuda only, and nvcc for the yardstick. Games differ in how
many cards a round takes, so their ratio is of cards dealt a second; several boxes and a counter are beside the plain
kernel by the time that a hand takes.
"""

import importlib
import importlib.util
import json
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import numpy as np

HERE = Path(__file__).parent
PREPARED = HERE / "gpu_probe.json"
YARDSTICK = HERE / "yardstick" / "double_attack.cu"
SEED, SMALL_STREAMS, SMALL_ROUNDS = 2026, 512, 1000
LONG_ROUNDS = 40_000  # of the first case, so that some draws are rejected
TIMED_ROUNDS = 20_000_000_000
THREADS, PROCESSORS = (256, 512, 1024), 132
TABLE_THREADS, TIME_GOAL = 1024, 1.3  # of several boxes and counters
STREAMS = PROCESSORS * 16384
TRIES, AT_ONCE = 3, 10
Case = Mapping[str, Any]


def prepare() -> None:
    """Write what the other machine needs."""
    from benchmarks.simulate import GAMES, SIDE_BETS, cards_a_round, one_box, tables_of_hands
    from pitboss.simulate.plan import Unit
    from pitboss.simulate.specialise import kernel, source

    cases = []
    tables = tables_of_hands()
    for name, one in ({game: one_box(game) for game in (*GAMES, *SIDE_BETS)} | tables).items():
        rounds = SMALL_ROUNDS if cases else LONG_ROUNDS
        tally = one.play(kernel(one.constants, "cpu"), SEED, Unit(0, SMALL_STREAMS, rounds))
        case = {
            "name": name,
            "source": source(one.constants, "cuda"),
            "tables": one.tables.rows.tolist(),
            "stakes": one.tables.stakes.tolist(),
            "of_box": one.of_box.tolist(),
            "counts": tally.counts.tolist(),
            "sums": tally.sums.tolist(),
            "rounds": rounds,
            "hands": one.constants["BOXES"] if name in tables else 0,  # of a line that goes by hands
            "cards": cards_a_round(one, tally, SMALL_STREAMS * rounds),
        }
        cases.append(case)
    PREPARED.write_text(json.dumps(cases), encoding="utf-8")
    print(f"wrote {PREPARED}")


def load_kernel(text: str) -> Any:
    """The kernel's module from its source."""
    path = Path(tempfile.mkdtemp()) / "gpu_probe_kernel.py"
    path.write_text(text, encoding="utf-8")
    spec = importlib.util.spec_from_file_location("gpu_probe_kernel", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


class Kernel:
    """A case's kernel on the GPU."""

    def __init__(self, cuda: Any, case: Case) -> None:
        self.cuda, self.case, self.module = cuda, case, load_kernel(case["source"])
        self.tables = cuda.to_device(np.array(case["tables"], np.uint8))
        self.stakes = cuda.to_device(np.array(case["stakes"], np.int32))
        self.of_box = cuda.to_device(np.array(case["of_box"], np.uint32))

    def played(self, seed: int, streams: int, rounds: int, threads: int) -> tuple[list[int], float]:
        """Every number counted, and the seconds it took."""
        counts = self.cuda.to_device(np.zeros(len(self.case["counts"]), np.int64))
        sums = self.cuda.to_device(np.zeros(len(self.case["sums"]), np.int64))
        self.cuda.synchronize()
        begun = time.perf_counter()
        self.module.play_streams[-(-streams // threads), threads](
            np.uint64(seed),
            np.uint64(0),
            np.int64(streams),
            np.int64(rounds),
            self.of_box,
            self.stakes,
            self.tables,
            counts,
            sums,
        )
        self.cuda.synchronize()
        seconds = time.perf_counter() - begun
        return [*counts.copy_to_host().tolist(), *sums.copy_to_host().tolist()], seconds

    def same(self) -> bool:
        """Whether it counts the CPU's digits."""
        found, _ = self.played(SEED, SMALL_STREAMS, self.case["rounds"], THREADS[0])
        return found == [*self.case["counts"], *self.case["sums"]]

    def rate(self, threads: int, rounds: int = TIMED_ROUNDS) -> float:
        """Rounds a second, the best of some runs."""
        each = max(1, rounds // STREAMS)
        self.played(1, STREAMS, 16, threads)
        return STREAMS * each / min(self.played(1, STREAMS, each, threads)[1] for _ in range(TRIES))


def yardstick(case: Case) -> tuple[float, bool] | None:
    """Rounds a second of the program written by hand, and whether it counts the CPU's digits; None without nvcc."""
    compiler = shutil.which("nvcc")
    if compiler is None:
        return None
    folder = Path(tempfile.mkdtemp())
    program, tables = folder / "double_attack", folder / "tables"
    subprocess.run([compiler, "-O3", "-std=c++17", "-arch=native", str(YARDSTICK), "-o", str(program)], check=True)
    tables.write_bytes(bytes(case["tables"]))

    def run(seed: int, streams: int, rounds: int, threads: int) -> tuple[float, list[int]]:
        command = [str(program), str(tables), *(str(number) for number in (seed, streams, rounds, threads))]
        seconds, *lines = subprocess.run(command, check=True, capture_output=True, text=True).stdout.splitlines()
        return float(seconds), [int(word) for line in lines for word in line.split()]

    same = run(SEED, SMALL_STREAMS, case["rounds"], THREADS[0])[1] == [*case["counts"], *case["sums"]]
    each = TIMED_ROUNDS // STREAMS
    return max(STREAMS * each / run(1, STREAMS, each, threads)[0] for threads in THREADS), same


def main() -> None:
    """Check the digits, then measure."""
    vars(np).setdefault("row_stack", np.vstack)  # NumPy 2.5 dropped the name that numba-cuda imports
    cuda: Any = importlib.import_module("numba.cuda")
    if not PREPARED.exists() or not cuda.is_available():
        print("no NVIDIA GPU here, or nothing prepared: see the head of gpu_probe.py")
        return
    plain, *others = json.loads(PREPARED.read_text(encoding="utf-8"))
    one, by_hand = Kernel(cuda, plain), yardstick(plain)
    print(f"{plain['name']}: the CPU's digits: {one.same()}")
    registers = next(iter(one.module.play_streams.get_regs_per_thread().values()))
    rate = max(one.rate(threads) for threads in THREADS)
    print(f"pitboss: {rate / 1e9:.2f} thousand million rounds/s ({registers} registers a thread)")
    if by_hand is not None:
        theirs, same = by_hand
        print(f"CUDA written by hand: {theirs / 1e9:.2f} thousand million rounds/s")
        print(f"pitboss beside CUDA: ratio {rate / theirs:.2f} (goal 0.97); same digits: {same}")
    context = get_context("spawn")
    alone = context.Lock()
    with ProcessPoolExecutor(AT_ONCE, context, hold, (alone,)) as pool:
        for case, (same, found) in zip(others, pool.map(checked_and_timed, others), strict=True):
            told = f"{case['name']}: {found / 1e9:.2f} thousand million rounds/s, the CPU's digits: {same}"
            if case["hands"]:
                hand = rate / (found * case["hands"])
                print(f"{told}; a hand takes {hand:.2f} times the plain kernel's (goal {TIME_GOAL})")
            else:
                of_cards = found * case["cards"] / (rate * plain["cards"])
                print(f"{told}; cards beside {plain['name']}: ratio {of_cards:.2f}")


def hold(lock: Any) -> None:
    """Keep the lock that who measures holds."""
    vars(np).setdefault("row_stack", np.vstack)
    globals()["ALONE"] = lock


def checked_and_timed(case: Case) -> tuple[bool, float]:
    """Whether a case counts the CPU's digits, and its rounds a second: compiled beside others, measured alone."""
    kernel = Kernel(importlib.import_module("numba.cuda"), case)
    same = kernel.same()
    with globals()["ALONE"]:
        return same, kernel.rate(TABLE_THREADS if case["hands"] else THREADS[1], TIMED_ROUNDS // 10)


if __name__ == "__main__":
    if "--prepare" in sys.argv:
        prepare()
    else:
        main()
