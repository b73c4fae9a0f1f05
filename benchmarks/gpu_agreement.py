"""Every game and reading on a GPU against the exact solver: 2 * 10^10 rounds each, a fresh shoe every round.

`python benchmarks/gpu_agreement.py --prepare FOLDER` (here, with pitboss installed) writes FOLDER/cases.json: kernels,
strategies and the exact edge of each. `python benchmarks/gpu_agreement.py FOLDER` (there) needs numpy, numba and
numba-cuda only.
"""

import importlib
import json
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np

SEED, THREADS, BLOCKS, ROUNDS = 99, 256, 132 * 16, 37_000
GAMES = ("double-attack-pa", "double-attack-nj", "double-back-jack-pa", "double-deck-house")


def prepare(folder: Path) -> None:
    """Write a case for each game and each reading that changes its kernel or its strategy."""
    from pitboss.law import readings_of
    from pitboss.rules.rules import BlackjackRules
    from pitboss.rules.variant import load
    from pitboss.simulate.job import job
    from pitboss.simulate.results import result_of_counts
    from pitboss.simulate.specialise import source
    from pitboss.simulate.strategies import solved
    from pitboss.solve.composition import full_shoe
    from pitboss.solve.round_values import Table
    from pitboss.solve.solution import price
    from pitboss.solve.terms import game_terms

    cases: dict[tuple[str, bytes], dict[str, Any]] = {}
    for game in GAMES:
        other = [{r.id: o.id} for r in readings_of(game) for o in r.options if o.id != r.default]
        for readings in ({}, *other):
            rules = load(game, {"shuffling": "continuous"}, readings)
            assert isinstance(rules, BlackjackRules)
            strategy = solved(rules)
            one = job(rules, [strategy])
            numbers, made, text = one.constants, one.tables, source(one.constants, "cuda")
            table = Table(game_terms(rules), full_shoe(rules))
            table.deal()
            cases.setdefault(
                (text, made.rows.tobytes()),
                {
                    "game": game,
                    "readings": readings,
                    "source": text,
                    "tables": made.rows.tolist(),
                    "stakes": made.stakes.tolist(),
                    "results": result_of_counts(one).tolist(),
                    "unit": numbers["UNIT"],
                    "counts": numbers["COUNTS_SIZE"],
                    "sums": numbers["SUMS_SIZE"],
                    "edge": float(price(table, strategy)[0].house_edge),
                },
            )
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "cases.json").write_text(json.dumps(list(cases.values())), encoding="utf-8")
    print(f"wrote {len(cases)} cases")


def main(folder: Path) -> None:
    """Play every case and say how many standard errors it is from the solver's edge."""
    vars(np).setdefault("row_stack", np.vstack)  # NumPy 2.5 dropped the name that numba-cuda imports
    cuda: Any = importlib.import_module("numba.cuda")
    from gpu_probe import load_kernel

    worst = 0.0
    for case in json.loads((folder / "cases.json").read_text(encoding="utf-8")):
        begun = time.perf_counter()
        module = load_kernel(case["source"])
        counts = cuda.to_device(np.zeros(case["counts"], np.int64))
        module.play_streams[BLOCKS, THREADS](
            np.uint64(SEED),
            np.uint64(0),
            np.int64(BLOCKS * THREADS),
            np.int64(ROUNDS),
            cuda.to_device(np.zeros(1, np.uint32)),
            cuda.to_device(np.array(case["stakes"], np.int32)),
            cuda.to_device(np.array(case["tables"], np.uint8)),
            counts,
            cuda.to_device(np.zeros(case["sums"], np.int64)),
        )
        results = np.array(case["results"]) / case["unit"]
        by_result = counts.copy_to_host()[: len(results)]
        rounds = by_result.sum()
        mean = float((by_result * results).sum() / rounds)
        error = float(np.sqrt((by_result * results**2).sum() / rounds - mean**2) / np.sqrt(rounds))
        distance = (-mean - case["edge"]) / error
        worst = max(worst, abs(distance))
        chosen = ", ".join(f"{name}={option}" for name, option in case["readings"].items()) or "defaults"
        print(
            f"{case['game']}, {chosen}: simulated {-mean:.7f}, exact {case['edge']:.7f}, "
            f"standard error {error:.7f}, {distance:+.2f} of them ({time.perf_counter() - begun:.1f} s)"
        )
    print(f"the farthest is {worst:.2f} standard errors away")


if __name__ == "__main__":
    words = [word for word in sys.argv[1:] if word != "--prepare"]
    place = Path(words[0] if words else "benchmarks/output")
    if "--prepare" in sys.argv:
        prepare(place)
    else:
        main(place)
