"""The kernel on a GPU: the same digits as here, and how many rounds a second.

`python benchmarks/gpu_probe.py --prepare` (here, with pitboss installed) writes gpu_probe.json: the kernel's source,
tables and what the CPU counts for a small plan. `python benchmarks/gpu_probe.py` (there) needs numpy, numba and
numba-cuda only.
"""

import importlib
import importlib.util
import json
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import numpy as np

PREPARED = Path(__file__).with_name("gpu_probe.json")
SEED, SMALL_STREAMS, SMALL_ROUNDS = 2026, 512, 1000
TIMED_ROUNDS = 65536
THREADS = (128, 256, 512)
BLOCKS_PER_PROCESSOR = (4, 8, 16, 32)


def prepare() -> None:
    """Write what the other machine needs."""
    from pitboss.rules.rules import BlackjackRules
    from pitboss.rules.variant import load
    from pitboss.simulate.job import job
    from pitboss.simulate.plan import Unit
    from pitboss.simulate.results import result_of_counts
    from pitboss.simulate.specialise import kernel, source
    from pitboss.solve.strategy import mimic_the_dealer

    rules = load("double-attack-pa")
    assert isinstance(rules, BlackjackRules)
    try:
        from pitboss.simulate.strategies import solved

        strategy = solved(rules)
    except ImportError:
        strategy = mimic_the_dealer(rules)
    one = job(rules, [strategy])
    numbers = one.constants
    tally = one.play(kernel(numbers, "cpu"), SEED, Unit(0, SMALL_STREAMS, SMALL_ROUNDS))
    PREPARED.write_text(
        json.dumps(
            {
                "source": source(numbers, "cuda"),
                "tables": one.tables.rows.tolist(),
                "stakes": one.tables.stakes.tolist(),
                "results": result_of_counts(one).tolist(),
                "unit": numbers["UNIT"],
                "counts": tally.counts.tolist(),
                "sums": tally.sums.tolist(),
            }
        ),
        encoding="utf-8",
    )
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


def main() -> None:
    """Check the digits, then measure."""
    vars(np).setdefault("row_stack", np.vstack)  # NumPy 2.5 dropped the name that numba-cuda imports
    cuda: Any = importlib.import_module("numba.cuda")
    if not PREPARED.exists() or not cuda.is_available():
        print("no NVIDIA GPU here, or nothing prepared: see the head of gpu_probe.py")
        return
    prepared = json.loads(PREPARED.read_text(encoding="utf-8"))
    module = load_kernel(prepared["source"])
    tables = cuda.to_device(np.array(prepared["tables"], np.uint8))
    stakes = cuda.to_device(np.array(prepared["stakes"], np.int32))
    of_box = cuda.to_device(np.zeros(1, np.uint32))

    def run(streams: int, rounds: int, threads: int) -> tuple[Any, Any, float]:
        counts = cuda.to_device(np.zeros(len(prepared["counts"]), np.int64))
        sums = cuda.to_device(np.zeros(len(prepared["sums"]), np.int64))
        cuda.synchronize()
        begun = time.perf_counter()
        blocks = (streams + threads - 1) // threads
        module.play_streams[blocks, threads](
            np.uint64(SEED), np.uint64(0), np.int64(streams), np.int64(rounds), of_box, stakes, tables, counts, sums
        )
        cuda.synchronize()
        seconds = time.perf_counter() - begun
        return counts.copy_to_host(), sums.copy_to_host(), seconds

    begun = time.perf_counter()
    counts, sums, _ = run(SMALL_STREAMS, SMALL_ROUNDS, 256)
    print(f"compiled and ran in {time.perf_counter() - begun:.1f} s")
    same = bool((counts == np.array(prepared["counts"])).all() and (sums == np.array(prepared["sums"])).all())
    print(f"same digits as the CPU: {same}; sums {sums.tolist()}")
    try:
        for signature, registers in module.play_streams.get_regs_per_thread().items():
            print(f"registers a thread: {registers} ({len(signature)} arguments)")
        device = cuda.get_current_device()
        processors = device.MULTIPROCESSOR_COUNT
        print(f"device: {device.name!r}, {processors} multiprocessors")
    except Exception as fault:
        print(f"no properties: {fault!r}")
        processors = 132
    best = 0.0
    for threads in THREADS:
        for blocks in BLOCKS_PER_PROCESSOR:
            streams = processors * blocks * threads
            if streams > 2_000_000:
                continue
            run(streams, 256, threads)
            rounds = max(1024, min(TIMED_ROUNDS, 40_000_000_000 // streams))
            counts, sums, seconds = run(streams, rounds, threads)
            rate = streams * rounds / seconds
            best = max(best, rate)
            print(f"threads {threads} blocks/SM {blocks}: {rate / 1e9:.2f} thousand million rounds/s ({seconds:.2f} s)")
    results = np.array(prepared["results"]) / prepared["unit"]
    by_result = counts[: len(results)]
    rounds = by_result.sum()
    mean = float((by_result * results).sum() / rounds)
    error = float(np.sqrt((by_result * results**2).sum() / rounds - mean**2) / np.sqrt(rounds))
    print(f"last run: {rounds} rounds, mean {mean:.7f} +- {error:.7f}")
    print(f"best: {best / 1e9:.2f} thousand million rounds/s; a trillion in {1e12 / best:.0f} s")


if __name__ == "__main__":
    if "--prepare" in sys.argv:
        prepare()
    else:
        main()
