"""Every game, reading and example side bet on a GPU against the exact solver: 2 * 10^10 rounds each, a fresh shoe
every round.

`python -m benchmarks.gpu_agreement --prepare FOLDER` (here, with pitboss installed) writes FOLDER/cases.json: kernels,
strategies and the exact edge of each, with `--sides` only of the example side bets, with `--variants 300` of so many
rules that no law has, drawn as the tests draw them, with `--random` played as nobody would. `python
benchmarks/gpu_agreement.py FOLDER` (there) needs numpy, numba and numba-cuda only. Of side bets a small plan is also
played on a CPU, and the GPU must count the same digits.
"""

import argparse
import importlib
import json
import random
import time
from collections.abc import Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import numpy as np

HERE = Path(__file__).parent
THREADS, BLOCKS, ROUNDS = 256, 132 * 16, 37_000
GAMES = ("double-attack-pa", "double-attack-nj", "double-back-jack-pa", "double-deck-house")
EXAMPLES = ("perfect_pairs.toml", "twenty_one_plus_three.toml", "over_under_13.toml", "long_hand.toml")
SMALL_STREAMS, SMALL_ROUNDS = 256, 400
AT_ONCE = 14
FRESH = {"shuffling": "continuous"}  # a full shoe every round, as the solver has it


def every_reading(games: tuple[str, ...]) -> Iterator[tuple[str, str, Any]]:
    """Each example side bet, and each game under each option of each reading."""
    from pitboss.law import readings_of
    from pitboss.rules.variant import load

    for example in EXAMPLES:
        yield example, "defaults", load(str(HERE.parent / "examples" / example), FRESH)
    for game in games:
        yield game, "defaults", load(game, FRESH)
        for reading in readings_of(game):
            for option in reading.options:
                if option.id != reading.default:
                    yield game, f"{reading.id}={option.id}", load(game, FRESH, {reading.id: option.id})


def any_variants(count: int, seed: int) -> Iterator[tuple[str, str, Any]]:
    """So many rules that no law has and that make a table: values, paytables and readings together."""
    from pitboss.rules.errors import RulesError
    from pitboss.rules.variant import load
    from pitboss.simulate.specialise import constants_of
    from pitboss.solve.terms import game_terms
    from tests.agreement.test_variants import any_readings, any_values, departures

    def played(game: str, sets: Mapping[str, object], readings: Mapping[str, str]) -> tuple[Any, object]:
        """Such rules, and what kernel and solver have of them; none where they make no table."""
        try:
            rules: Any = load(game, sets, readings)
            return rules, (constants_of(rules, 1), game_terms(rules).plain)
        except RulesError:
            return None, None

    chance = random.Random(seed)
    by_law = {game: played(game, FRESH, {})[1] for game in GAMES}
    every = {
        game: [one for one in departures(game) if played(game, dict([one]) | FRESH, {})[1] not in (None, by_law[game])]
        for game in GAMES
    }
    while count:
        game = chance.choice(GAMES)
        sets, readings = any_values(chance, every[game], 2, 6) | FRESH, any_readings(game, chance)
        rules, _ = played(game, sets, readings)
        if rules is None:
            continue
        count -= 1
        chosen = ", ".join(f"{name}={value}" for name, value in (sets | readings).items() if name not in FRESH)
        yield game, chosen or "defaults", rules


def prepare(folder: Path, drawn: Iterator[tuple[str, str, Any]], seed: int, at_random: bool) -> None:
    """Write a case for each of some rules that has a kernel or a strategy of its own."""
    from pitboss.simulate.by_wager import side_parts, side_pays
    from pitboss.simulate.job import job
    from pitboss.simulate.plan import Unit
    from pitboss.simulate.results import result_of_counts
    from pitboss.simulate.specialise import kernel, source
    from pitboss.simulate.strategies import solved
    from pitboss.solve import side_wagers
    from pitboss.solve.composition import full_shoe
    from pitboss.solve.round_values import Table
    from pitboss.solve.solution import price
    from pitboss.solve.terms import game_terms
    from tests.agreement.engine_rounds import random_strategy

    chance = random.Random(seed)
    cases: dict[tuple[str, bytes], dict[str, Any]] = {}
    for game, chosen, rules in drawn:
        # Whatever insurance is worth, it is looked at by itself.
        strategy = replace(random_strategy(rules, chance) if at_random else solved(rules), insurance=False)
        one = job(rules, [strategy])
        numbers, made, text = one.constants, one.tables, source(one.constants, "cuda")
        shoe = full_shoe(rules)
        table = Table(game_terms(rules), shoe)
        table.deal()
        main, played = price(table, strategy)
        sides = []
        for place, kind in enumerate(rules.side_wagers):
            found = side_wagers.side_wager_at_table(kind, table, played)
            at = numbers["AT_SIDES"] + place * numbers["SIDE_WIDTH"]
            pays, parts = side_pays(numbers, kind.id), side_parts(numbers)[kind.id]
            sides.append({"name": kind.id, "at": at, "pays": pays, "parts": parts, **edge_of(found)})
        alone = side_wagers.insurance(rules, shoe)
        if alone is not None:
            odds = rules.insurance.insurance_odds
            taken = {"pays": (-odds.stake, odds.win), "parts": odds.stake, **edge_of(alone)}
            sides.append({"name": "insurance", "at": numbers["AT_INSURANCE"], **taken})
        small = None
        if game in EXAMPLES:
            tally = one.play(kernel(numbers, "cpu"), seed, Unit(0, SMALL_STREAMS, SMALL_ROUNDS))
            small = [int(count) for count in tally.counts]
        cases.setdefault(
            (text, made.rows.tobytes()),
            {
                "called": f"{game}, {chosen}{', played at random' if at_random else ''}",
                "seed": seed,
                "source": text,
                "tables": made.rows.tolist(),
                "stakes": made.stakes.tolist(),
                "results": result_of_counts(one).tolist(),
                "unit": numbers["UNIT"],
                "counts": numbers["COUNTS_SIZE"],
                "sums": numbers["SUMS_SIZE"],
                "edge": float(main.house_edge),
                "sides": sides,
                "small": small,
            },
        )
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "cases.json").write_text(json.dumps(list(cases.values())), encoding="utf-8")
    print(f"wrote {len(cases)} cases")


def edge_of(found: Any) -> dict[str, float]:
    """What the solver says of a wager, and how far it may be off."""
    return {"edge": float(found.house_edge), "off": float(found.error)}


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
            np.uint64(case["seed"]),
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

    called, lines, worst = case["called"], [], 0.0
    if case["small"] is not None:
        same = counted(SMALL_STREAMS // THREADS, SMALL_ROUNDS).tolist() == case["small"]
        lines.append(f"{called}: the same digits as on a CPU: {same}")
    counts = counted(BLOCKS, ROUNDS)
    seconds = time.perf_counter() - begun
    results = np.array(case["results"]) / case["unit"]
    wagers = [(called, counts[: len(results)], results, case["edge"], 0.0)]
    for side in case["sides"]:
        by_line, pays = counts[side["at"] :][: len(side["pays"])], np.array(side["pays"]) / side["parts"]
        wagers.append((f"{called}, {side['name']}", by_line, pays, side["edge"], side["off"]))
    for name, by_result, pays, edge, off in wagers:
        rounds = by_result.sum()
        mean = float((by_result * pays).sum() / rounds)
        error = float(np.sqrt((by_result * pays**2).sum() / rounds - mean**2) / np.sqrt(rounds))
        beyond = max(abs(mean + edge) - off, 0.0)  # what the solver's own bound leaves unexplained
        distance = np.copysign(beyond / error if beyond else 0.0, -mean - edge)
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
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", nargs="?", type=Path, default=HERE / "output")
    parser.add_argument("--prepare", action="store_true")
    parser.add_argument("--sides", action="store_true")
    parser.add_argument("--variants", type=int)
    parser.add_argument("--random", action="store_true")
    parser.add_argument("--seed", type=int, default=99)
    asked = parser.parse_args()
    if not asked.prepare:
        main(asked.folder)
    elif asked.variants:
        prepare(asked.folder, any_variants(asked.variants, asked.seed), asked.seed, asked.random)
    else:
        prepare(asked.folder, every_reading(() if asked.sides else GAMES), asked.seed, asked.random)
