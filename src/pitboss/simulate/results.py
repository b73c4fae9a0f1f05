"""What a tally says: means with their errors, distributions, hit rates, by up card and true count, runs and ruin."""

import importlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import exp, nan, sqrt
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from pitboss.rules.errors import RulesError
from pitboss.simulate.job import Job, Tally
from pitboss.simulate.layout import KINDS, TRUE_SUMS, UPS
from pitboss.solve.strategy import UP_CARDS, value_label

NORMAL_95 = 1.959964


@dataclass(frozen=True)
class Distribution:
    """How often each result came, exactly; the results in bets are whole numbers over `unit`."""

    results: tuple[int, ...]
    counts: tuple[int, ...]
    unit: int

    @property
    def rounds(self) -> int:
        """How many results there are."""
        return sum(self.counts)

    def moment(self, power: int) -> int:
        """The sum of a power of the results, in units, exactly."""
        return sum(count * result**power for result, count in zip(self.results, self.counts, strict=True))

    @property
    def mean(self) -> float:
        """In bets."""
        return self.moment(1) / (self.rounds * self.unit) if self.rounds else nan

    @property
    def variance(self) -> float:
        """In squared bets; the numerator is exact, so nothing is lost to cancellation."""
        n = self.rounds
        return (n * self.moment(2) - self.moment(1) ** 2) / (n * (n - 1) * self.unit**2) if n > 1 else nan

    @property
    def standard_deviation(self) -> float:
        """In bets."""
        return sqrt(self.variance)

    @property
    def standard_error(self) -> float:
        """Of the mean."""
        return sqrt(self.variance / self.rounds) if self.rounds else nan

    @property
    def skew(self) -> float:
        """The third standardised moment."""
        n, first, second, third = self.rounds, self.moment(1), self.moment(2), self.moment(3)
        spread = n * second - first**2
        if spread <= 0:
            return nan
        return float((n * n * third - 3 * n * first * second + 2 * first**3) / spread**1.5)

    def share(self, sign: int) -> float:
        """How often the result is above, at or below zero."""
        hits = sum(c for r, c in zip(self.results, self.counts, strict=True) if (r > 0) - (r < 0) == sign)
        return hits / self.rounds if self.rounds else nan

    def histogram(self) -> dict[str, int]:
        """Count by result in bets, of those that came."""
        found: dict[str, int] = {}
        for result, count in zip(self.results, self.counts, strict=True):
            if count:
                label = f"{result / self.unit:g}"
                found[label] = found.get(label, 0) + count
        return found

    def summary(self) -> dict[str, Any]:
        """The usual figures."""
        half = NORMAL_95 * self.standard_error
        return {
            "mean": self.mean,
            "standard_error": self.standard_error,
            "interval": [self.mean - half, self.mean + half],
            "standard_deviation": self.standard_deviation,
            "variance": self.variance,
            "skew": self.skew,
            "win": self.share(1),
            "push": self.share(0),
            "loss": self.share(-1),
        }


def _centred(counts: npt.NDArray[np.int64], limit: int, unit: int) -> Distribution:
    return Distribution(tuple(range(-limit, limit + 1)), tuple(counts.tolist()), unit)


def by_up_card(job: Job, tally: Tally, box: int) -> list[Distribution]:
    """A box's results against each up card, ace first."""
    limit, unit = job.constants["LIMIT"], job.constants["UNIT"]
    size = UPS * (2 * limit + 1)
    here = tally.counts[job.constants["AT_MAIN"] + box * size :][:size].reshape(UPS, -1)
    return [_centred(row, limit, unit) for row in here]


def of_box(job: Job, tally: Tally, box: int) -> Distribution:
    """A box's results of the main game."""
    limit, unit = job.constants["LIMIT"], job.constants["UNIT"]
    size = UPS * (2 * limit + 1)
    here = tally.counts[job.constants["AT_MAIN"] + box * size :][:size].reshape(UPS, -1)
    return _centred(here.sum(0), limit, unit)


def of_boxes(job: Job, tally: Tally) -> Distribution:
    """The results of all boxes together, as if of one."""
    boxes = [of_box(job, tally, box) for box in range(job.constants["BOXES"])]
    counts = np.array([one.counts for one in boxes]).sum(0)
    return Distribution(boxes[0].results, tuple(counts.tolist()), boxes[0].unit)


def of_round(job: Job, tally: Tally) -> Distribution:
    """The results of whole rounds, every wager placed counted."""
    limit, at = job.constants["ROUND_LIMIT"], job.constants["AT_ROUND"]
    if not limit:
        return of_box(job, tally, 0)
    return _centred(tally.counts[at : at + 2 * limit + 1], limit, job.constants["UNIT"])


def bust_it(job: Job, tally: Tally) -> Distribution | None:
    """The Bust It Wager's results per unit wagered."""
    numbers = job.constants
    if not numbers["BUST_IT"]:
        return None
    here = tally.counts[numbers["AT_BUST_IT"] :][: numbers["BOXES"] * KINDS].reshape(-1, KINDS).sum(0)
    pays = (-1, *numbers["BUST_IT_PAYS"], numbers["BUST_IT_SUITED"], numbers["BUST_IT_COLOURED"])
    return Distribution(tuple(pays), tuple(here.tolist()), 1)


def insurance(job: Job, tally: Tally) -> Distribution | None:
    """Insurance per unit wagered, had it been taken whenever it was offered."""
    numbers, odds = job.constants, job.labels["insurance_odds"]
    if not numbers["INSURANCE"]:
        return None
    lost, won = tally.counts[numbers["AT_INSURANCE"] :][:2].tolist()
    return Distribution((-odds.stake, odds.win), (lost, won), odds.stake)


def standard_error(job: Job, tally: Tally) -> float:
    """Of the mean of the main game per bet; with several boxes from whole rounds, for boxes share a dealer."""
    boxes = job.constants["BOXES"]
    if boxes == 1 or job.constants["INSURANCE_COUNTED"] or job.constants["BUST_IT_COUNTED"]:
        error = of_boxes(job, tally).standard_error
    else:
        error = of_round(job, tally).standard_error / boxes
    return error if error == error else float("inf")


def mean(job: Job, tally: Tally) -> float:
    """The mean of the main game, for each unit of initial bet."""
    return of_boxes(job, tally).mean


def _side(found: Distribution) -> dict[str, Any]:
    return {
        "house_edge": -found.mean,
        "hit_rate": found.share(1),
        "standard_error": found.standard_error,
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
    main, whole = of_boxes(job, tally), of_round(job, tally)
    sides = {"bust-it": bust_it(job, tally), "insurance": insurance(job, tally)}
    rounds = of_box(job, tally, 0).rounds
    staked = tally.sums[numbers["AT_STAKED"] :][:boxes].sum()
    shoes = int(tally.sums[numbers["AT_SHOES"]])
    found = {
        "game": job.game,
        "rules_hash": job.rules_hash,
        "rounds": rounds,
        "boxes": boxes,
        **main.summary(),
        "standard_error": standard_error(job, tally),
        "total_wager": float(staked) / (rounds * boxes) if rounds else nan,
        "side_wagers": {name: _side(side) for name, side in sides.items() if side is not None and side.rounds > 1},
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
    found["interval"] = [main.mean - half, main.mean + half]
    if numbers["COUNTING"]:
        bet = int(tally.sums[numbers["AT_BETS"] :][:boxes].sum()) / (rounds * boxes)
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
    for name, side in (("bust-it", bust_it(job, tally)), ("insurance", insurance(job, tally))):
        if side is not None:
            add(name, 0, "", side)
    return rows


def write_parquet(job: Job, tally: Tally, path: Path) -> None:
    """The tallies for notebooks."""
    polars = parquet_writer(path)
    try:
        polars.DataFrame(records(job, tally)).write_parquet(path)
    except OSError as error:
        raise RulesError(f"{path} cannot be written: {error}") from None


def parquet_writer(path: Path) -> Any:
    """Polars, or one sentence when the file could not be written; asked before a run, so that none is in vain."""
    if path.suffix != ".parquet":
        raise RulesError(f"--out writes a .parquet file, not {path.name!r}")
    if not path.parent.is_dir():
        raise RulesError(f"{path} cannot be written: there is no folder {path.parent}")
    try:
        return importlib.import_module("polars")
    except ImportError:
        raise RulesError("--out needs polars: install pitboss[report]") from None
