"""What a tally says: means with their errors, distributions, hit rates, by up card and true count, runs and ruin."""

import importlib
from collections.abc import Mapping, Sequence
from math import exp, nan, sqrt
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from pitboss.rules.errors import RulesError
from pitboss.rules.places import writable
from pitboss.simulate.by_wager import INSURANCE, side_parts, side_pays, side_shape, wagers
from pitboss.simulate.distribution import NORMAL_95, Distribution
from pitboss.simulate.job import Job, Tally
from pitboss.simulate.layout import TRUE_SUMS, UPS
from pitboss.solve.strategy import UP_CARDS, value_label


def _results(job: Job, tally: Tally, box: int) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """A box's results of the main game in units, without and with repetitions; counts by up card."""
    numbers = job.constants
    levels, endings, outcomes = numbers["LEVELS"], numbers["ENDINGS"], 2 * numbers["LIMIT"] + 1
    bets = np.array([stakes[0] for stakes in numbers["LEVEL_STAKES"]], np.int64)
    size = levels * UPS * endings
    whole = tally.counts[numbers["AT_MAIN"] + box * size :][:size].reshape(levels, UPS, endings)
    results = [np.multiply.outer(bets, job.endings.sum(1)).ravel()]
    counts = [whole.transpose(1, 0, 2).reshape(UPS, -1)]
    if numbers["SPLIT_HANDS"] > 1:
        size = levels * UPS * outcomes
        split = tally.counts[numbers["AT_SPLIT_MAIN"] + box * size :][:size].reshape(levels, UPS, outcomes)
        results.append(np.multiply.outer(bets, np.arange(outcomes) - numbers["LIMIT"]).ravel())
        counts.append(split.transpose(1, 0, 2).reshape(UPS, -1))
    return np.concatenate(results), np.concatenate(counts, 1)


def result_of_counts(job: Job) -> npt.NDArray[np.int64]:
    """For one box and one bet, the result in units behind each of the first counts of a tally, which are the rounds."""
    limit, splits = job.constants["LIMIT"], job.constants["SPLIT_HANDS"] > 1
    of_split = np.arange(-limit, limit + 1) if splits else np.zeros(0, np.int64)
    return np.concatenate([np.tile(job.endings.sum(1), UPS), np.tile(of_split, UPS)])


def _distribution(results: npt.NDArray[np.int64], counts: npt.NDArray[np.int64], unit: int) -> Distribution:
    """Results with their counts, each result once and in order."""
    here, place = np.unique(results[counts > 0], return_inverse=True)
    sums = np.zeros(len(here), np.int64)
    np.add.at(sums, place, counts[counts > 0])
    return Distribution(tuple(here.tolist()), tuple(sums.tolist()), unit)


def by_up_card(job: Job, tally: Tally, box: int) -> list[Distribution]:
    """A box's results against each up card, ace first."""
    results, counts = _results(job, tally, box)
    return [_distribution(results, row, job.constants["UNIT"]) for row in counts]


def of_box(job: Job, tally: Tally, box: int) -> Distribution:
    """A box's results of the main game."""
    results, counts = _results(job, tally, box)
    return _distribution(results, counts.sum(0), job.constants["UNIT"])


def of_boxes(job: Job, tally: Tally) -> Distribution:
    """The results of all boxes together, as if of one."""
    both = [_results(job, tally, box) for box in range(job.constants["BOXES"])]
    results = np.concatenate([results for results, _ in both])
    return _distribution(results, np.concatenate([counts.sum(0) for _, counts in both]), job.constants["UNIT"])


def of_round(job: Job, tally: Tally) -> Distribution:
    """The results of whole rounds, every wager placed counted."""
    limit, at = job.constants["ROUND_LIMIT"], job.constants["AT_ROUND"]
    if not limit:
        return of_box(job, tally, 0)
    return _distribution(np.arange(-limit, limit + 1), tally.counts[at : at + 2 * limit + 1], job.constants["UNIT"])


def side_wagers(job: Job, tally: Tally) -> dict[str, Distribution]:
    """The results of every side wager per unit wagered, by its kind."""
    numbers, found = job.constants, {}
    kinds, width = side_shape(numbers)
    size = numbers["BOXES"] * numbers["LEVELS"] * kinds * width
    here = tally.counts[numbers["AT_SIDES"] :][:size].reshape(-1, max(kinds, 1), width).sum(0)
    for kind, name in enumerate(numbers["SIDE_NAMES"]):
        pays = side_pays(numbers, name)
        found[name] = Distribution(pays, tuple(here[kind][: len(pays)].tolist()), side_parts(numbers)[name])
    return found


def insurance(job: Job, tally: Tally) -> Distribution | None:
    """Insurance per unit wagered, had it been taken whenever it was offered."""
    numbers, odds = job.constants, job.labels["insurance_odds"]
    if not numbers["INSURANCE"]:
        return None
    lost, won = tally.counts[numbers["AT_INSURANCE"] :][:2].tolist()
    return Distribution((-odds.stake, odds.win), (lost, won), odds.stake)


def insured(job: Job, tally: Tally) -> tuple[float, float]:
    """What the insurance taken adds to a box's mean, per round and initial bet, and the most its error adds."""
    if not job.constants["INSURANCE_COUNTED"]:
        return 0.0, 0.0
    taken, made = wagers(job, tally)[INSURANCE], of_boxes(job, tally).rounds
    squares = sum(count * won * won for (_, won), count in taken.counts.items())
    return taken.results.moment(1) / taken.unit / made, taken.at_worst(sqrt(squares)) / taken.unit / made


def _sides_counted(job: Job) -> bool:
    return any(job.constants["SIDES_COUNTED"])


def standard_error(job: Job, tally: Tally) -> float:
    """Of the mean per bet; from whole rounds where they hold nothing else, for boxes share a dealer."""
    if _sides_counted(job):
        error = of_boxes(job, tally).standard_error + insured(job, tally)[1]
    else:
        error = of_round(job, tally).standard_error / job.constants["BOXES"]
    return error if error == error else float("inf")


def mean(job: Job, tally: Tally) -> float:
    """The mean of the main game and of the insurance taken beside it, for each unit of initial bet."""
    return of_boxes(job, tally).mean + insured(job, tally)[0]


def main_game(job: Job, tally: Tally) -> Distribution:
    """The results of a box, insurance taken included where they were counted together: at a table of one box."""
    alone = job.constants["BOXES"] == 1 and not _sides_counted(job)
    return of_round(job, tally) if alone else of_boxes(job, tally)


def _side(found: Distribution, boxes: int) -> dict[str, Any]:
    return {
        "house_edge": -found.mean,
        "hit_rate": found.share(1),
        "standard_error": found.standard_error * sqrt(boxes),  # boxes that share a dealer may all get the same
        "standard_deviation": found.standard_deviation,
        "wagers": found.rounds,
        "histogram": found.histogram(),
    }


def by_true_count(job: Job, tally: Tally) -> list[dict[str, Any]]:
    """Rounds, mean and wager at each true count that came up, every wager counted."""
    numbers = job.constants
    if not numbers["COUNTING"]:
        return []
    rows = tally.sums[numbers["AT_TRUE"] :][: TRUE_SUMS * numbers["TRUE_BINS"]].reshape(-1, TRUE_SUMS).tolist()
    found, unit = [], numbers["UNIT"]
    for true, (rounds, total, squares, wagered) in enumerate(rows, numbers["TRUE_LOW"]):
        if rounds:
            variance = (squares - total * total / rounds) / max(rounds - 1, 1) / unit**2
            found.append(
                {
                    "true_count": true,
                    "rounds": rounds,
                    "mean": total / rounds / unit,
                    "standard_error": sqrt(max(variance, 0) / rounds),
                    "wagered": wagered / rounds,
                }
            )
    return found


def ruin(job: Job, tally: Tally) -> dict[str, Any] | None:
    """How many sessions lost the bankroll, and the chance of ever losing it by the diffusion formula."""
    numbers = job.constants
    if not numbers["SESSION"]:
        return None
    sessions, ruined = tally.sums[numbers["AT_SESSIONS"] :][:2].tolist()
    risk = ruined / sessions if sessions else nan
    whole = of_round(job, tally)
    bankroll = numbers["BANKROLL"] / numbers["UNIT"]
    forever = exp(-2 * whole.mean * bankroll / whole.variance) if whole.mean > 0 else 1.0
    return {
        "bankroll": bankroll,
        "session": numbers["SESSION"],
        "sessions": sessions,
        "ruined": ruined,
        "risk": risk,
        "standard_error": sqrt(risk * (1 - risk) / sessions) if sessions else nan,
        "ever_by_formula": forever,
    }


def as_json(job: Job, tally: Tally, **run: Any) -> dict[str, Any]:
    """Everything, for machines; results are per unit of initial bet."""
    numbers = job.constants
    boxes = numbers["BOXES"]
    main, whole = main_game(job, tally), of_round(job, tally)
    sides: dict[str, tuple[Distribution | None, int]] = {
        **{name: (side, boxes) for name, side in side_wagers(job, tally).items()},
        "insurance": (insurance(job, tally), 1),
    }
    rounds = of_box(job, tally, 0).rounds
    by_wager = wagers(job, tally)
    counted = {name: numbers["SIDES_COUNTED"][kind] for kind, name in enumerate(numbers["SIDE_NAMES"])}
    staked = sum(wager.wagered / wager.unit for name, wager in by_wager.items() if counted.get(name, True))
    shoes = int(tally.sums[numbers["AT_SHOES"]])
    found = {
        "game": job.game,
        "rules_hash": job.rules_hash,
        "rounds": rounds,
        "boxes": boxes,
        **main.summary(),
        "mean": mean(job, tally),
        "standard_error": standard_error(job, tally),
        "total_wager": staked / (rounds * boxes) if rounds else nan,
        "side_wagers": {
            name: _side(side, shared) for name, (side, shared) in sides.items() if side is not None and side.rounds > 1
        },
        "wagers": {name: wager.summary(rounds * boxes) for name, wager in by_wager.items()},
        "round": {**whole.summary(), "histogram": whole.histogram()},
        "by_up_card": {
            value_label(up): {"rounds": one.rounds, "mean": one.mean, "standard_error": one.standard_error}
            for up, one in zip(UP_CARDS, by_up_card(job, tally, 0), strict=True)
            if one.rounds > 1
        },
        "by_box": [of_box(job, tally, box).summary() for box in range(boxes)],
        "histogram": main.histogram(),
        "longest_losing_run": int(tally.sums[numbers["AT_LONGEST"]]),
        "shoes": shoes,
        "rounds_per_shoe": rounds / shoes if shoes else nan,
        **run,
    }
    half = NORMAL_95 * found["standard_error"]
    found["interval"] = [found["mean"] - half, found["mean"] + half]
    if numbers["COUNTING"]:
        bet = by_wager["bet"].wagered / (numbers["UNIT"] * rounds * boxes)
        if not bet:
            raise RulesError("nothing was bet: the count never came to where it bets")
        found["average_bet"] = bet
        for name in ("mean", "standard_error", "standard_deviation", "total_wager"):
            found[name] /= bet  # per unit bet, as without a count
        found["variance"] /= bet**2
        found["interval"] = [end / bet for end in found["interval"]]
        found["per_hundred_rounds"] = 100 * found["round"]["mean"]
        found["by_true_count"] = by_true_count(job, tally)
    if (risk := ruin(job, tally)) is not None:
        found["ruin"] = risk
    return {name: _plain(value) for name, value in found.items()}


def _plain(value: Any) -> Any:
    """JSON knows no nan: what has no value is null."""
    if isinstance(value, float):
        return value if value == value and abs(value) != float("inf") else None
    if isinstance(value, Mapping):
        return {key: _plain(one) for key, one in value.items()}
    if isinstance(value, Sequence) and not isinstance(value, str):
        return [_plain(one) for one in value]
    return value


def records(job: Job, tally: Tally) -> list[dict[str, Any]]:
    """The tallies as rows: which table, box, up card, result in bets, how often."""
    rows: list[dict[str, Any]] = []

    def add(table: str, box: int, up: str, found: Distribution) -> None:
        for result, count in zip(found.results, found.counts, strict=True):
            if count:
                rows.append({"table": table, "box": box, "up_card": up, "result": result / found.unit, "count": count})

    for box in range(job.constants["BOXES"]):
        for up, one in zip(UP_CARDS, by_up_card(job, tally, box), strict=True):
            add("main", box + 1, value_label(up), one)
    add("round", 0, "", of_round(job, tally))
    for name, side in {**side_wagers(job, tally), "insurance": insurance(job, tally)}.items():
        if side is not None:
            add(name, 0, "", side)
    for name, wager in wagers(job, tally).items():
        add(f"wager {name}", 0, "", wager.results)
    return rows


def write_parquet(job: Job, tally: Tally, path: Path) -> None:
    """The tallies for notebooks."""
    polars = parquet_writer(path)
    try:
        polars.DataFrame(records(job, tally)).write_parquet(path)
    except OSError as error:
        raise RulesError(f"{path} cannot be written: {error.strerror or error}") from None


def parquet_writer(path: Path) -> Any:
    """Polars, or one sentence when the file could not be written; asked before a run, so that none is in vain."""
    if path.suffix != ".parquet":
        raise RulesError(f"--out writes a .parquet file, not {path.name!r}")
    writable(path)
    try:
        return importlib.import_module("polars")
    except ImportError:
        raise RulesError("--out needs polars: install pitboss[report]") from None
