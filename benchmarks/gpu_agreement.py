"""Every game, reading and example side bet on a GPU against the exact solver: 2 * 10^10 rounds each, a fresh shoe
every round.

`python benchmarks/gpu_agreement.py --prepare FOLDER` (here, with pitboss installed) writes FOLDER/cases.json: kernels,
strategies and the exact edge of each, with `--sides` only of the example side bets. `python benchmarks/gpu_agreement.py
FOLDER` (there) needs numpy, numba and numba-cuda only. Of side bets a small plan is also played on a CPU, and the GPU
must count the same digits.
"""

import importlib
import json
import sys
import time
from collections.abc import Mapping
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import numpy as np

SEED, THREADS, BLOCKS, ROUNDS = 99, 256, 132 * 16, 37_000
GAMES = ("double-attack-pa", "double-attack-nj", "double-back-jack-pa", "double-deck-house")
EXAMPLES = ("perfect_pairs.toml", "twenty_one_plus_three.toml", "over_under_13.toml", "long_hand.toml")
SMALL_STREAMS, SMALL_ROUNDS = 256, 400
AT_ONCE = 8


def prepare(folder: Path, games: tuple[str, ...]) -> None:
    """Write a case for each game and each reading that changes its kernel or its strategy, and for each side bet."""
    from pitboss.law import readings_of
    from pitboss.rules.rules import BlackjackRules
    from pitboss.rules.variant import load
    from pitboss.rules.wager_kinds import AfterBust
    from pitboss.simulate.by_wager import side_parts, side_pays
    from pitboss.simulate.job import Job, job
    from pitboss.simulate.plan import Unit
    from pitboss.simulate.results import result_of_counts
    from pitboss.simulate.specialise import kernel, source
    from pitboss.simulate.strategies import solved
    from pitboss.solve.composition import full_shoe
    from pitboss.solve.round_values import Table
    from pitboss.solve.side_wagers import side_wager_at_table
    from pitboss.solve.solution import price
    from pitboss.solve.terms import game_terms
    from pitboss.solve.up_card import UpCard

    def sides(rules: BlackjackRules, one: Job, table: Table, played: Mapping[int, UpCard]) -> list[dict[str, Any]]:
        """Where each side wager that a bust does not take is counted, what its lines pay, and its exact edge."""
        numbers, found = one.constants, []
        for place, kind in enumerate(rules.side_wagers):
            if kind.after_bust is AfterBust.STAYS:
                pays, parts = side_pays(numbers, kind.id), side_parts(numbers)[kind.id]
                at = numbers["AT_SIDES"] + place * numbers["SIDE_WIDTH"]
                edge = side_wager_at_table(kind, table, played).house_edge
                found.append({"name": kind.id, "at": at, "pays": pays, "parts": parts, "edge": edge})
        return found

    def small(one: Job) -> list[int]:
        """What a CPU counts of a small plan."""
        tally = one.play(kernel(one.constants, "cpu"), SEED, Unit(0, SMALL_STREAMS, SMALL_ROUNDS))
        return [int(count) for count in tally.counts]

    examples = tuple(str(Path(__file__).parents[1] / "examples" / name) for name in EXAMPLES)
    cases: dict[tuple[str, bytes], dict[str, Any]] = {}
    for game in (*examples, *games):
        other = [{r.id: o.id} for r in readings_of(game) for o in r.options if o.id != r.default]
        for readings in ({}, *(other if game in games else ())):
            rules = load(game, {"shuffling": "continuous"}, readings)
            assert isinstance(rules, BlackjackRules)
            strategy = solved(rules)
            one = job(rules, [strategy])
            numbers, made, text = one.constants, one.tables, source(one.constants, "cuda")
            table = Table(game_terms(rules), full_shoe(rules))
            table.deal()
            main, played = price(table, strategy)
            cases.setdefault(
                (text, made.rows.tobytes()),
                {
                    "game": Path(game).name,
                    "readings": readings,
                    "source": text,
                    "tables": made.rows.tolist(),
                    "stakes": made.stakes.tolist(),
                    "results": result_of_counts(one).tolist(),
                    "unit": numbers["UNIT"],
                    "counts": numbers["COUNTS_SIZE"],
                    "sums": numbers["SUMS_SIZE"],
                    "edge": float(main.house_edge),
                    "sides": sides(rules, one, table, played),
                    "small": small(one) if game in examples else None,
                },
            )
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "cases.json").write_text(json.dumps(list(cases.values())), encoding="utf-8")
    print(f"wrote {len(cases)} cases")


def played(case: Any) -> tuple[list[str], float]:
    """What is to be said of a case, and how many standard errors its farthest wager is from the solver's edge."""
    vars(np).setdefault("row_stack", np.vstack)  # NumPy 2.5 dropped the name that numba-cuda imports
    cuda: Any = importlib.import_module("numba.cuda")
    from gpu_probe import load_kernel

    begun = time.perf_counter()
    module = load_kernel(case["source"])

    def counted(blocks: int, rounds: int) -> Any:
        counts = cuda.to_device(np.zeros(case["counts"], np.int64))
        module.play_streams[blocks, THREADS](
            np.uint64(SEED),
            np.uint64(0),
            np.int64(blocks * THREADS),
            np.int64(rounds),
            cuda.to_device(np.zeros(1, np.uint32)),
            cuda.to_device(np.array(case["stakes"], np.int32)),
            cuda.to_device(np.array(case["tables"], np.uint8)),
            counts,
            cuda.to_device(np.zeros(case["sums"], np.int64)),
        )
        return counts.copy_to_host()

    chosen = ", ".join(f"{name}={option}" for name, option in case["readings"].items()) or "defaults"
    called, lines, worst = f"{case['game']}, {chosen}", [], 0.0
    if case["small"] is not None:
        same = counted(SMALL_STREAMS // THREADS, SMALL_ROUNDS).tolist() == case["small"]
        lines.append(f"{called}: the same digits as on a CPU: {same}")
    counts = counted(BLOCKS, ROUNDS)
    seconds = time.perf_counter() - begun
    results = np.array(case["results"]) / case["unit"]
    wagers = [(called, counts[: len(results)], results, case["edge"])]
    for side in case["sides"]:
        by_line = counts[side["at"] :][: len(side["pays"])]
        wagers.append((f"{called}, {side['name']}", by_line, np.array(side["pays"]) / side["parts"], side["edge"]))
    for name, by_result, pays, edge in wagers:
        rounds = by_result.sum()
        mean = float((by_result * pays).sum() / rounds)
        error = float(np.sqrt((by_result * pays**2).sum() / rounds - mean**2) / np.sqrt(rounds))
        distance = (-mean - edge) / error
        worst = max(worst, abs(distance))
        lines.append(
            f"{name}: simulated {-mean:.7f}, exact {edge:.7f}, "
            f"standard error {error:.7f}, {distance:+.2f} of them ({seconds:.1f} s)"
        )
    return lines, worst


def main(folder: Path) -> None:
    """Play every case, some at once: most of their time goes into compiling."""
    cases = json.loads((folder / "cases.json").read_text(encoding="utf-8"))
    farthest = 0.0
    with ProcessPoolExecutor(AT_ONCE, get_context("spawn")) as pool:
        for lines, worst in pool.map(played, cases):
            print("\n".join(lines), flush=True)
            farthest = max(farthest, worst)
    print(f"the farthest is {farthest:.2f} standard errors away")


if __name__ == "__main__":
    words = [word for word in sys.argv[1:] if not word.startswith("--")]
    place = Path(words[0] if words else "benchmarks/output")
    if "--prepare" in sys.argv:
        prepare(place, () if "--sides" in sys.argv else GAMES)
    else:
        main(place)
