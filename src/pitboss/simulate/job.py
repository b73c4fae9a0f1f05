"""A job: a game with its boxes, strategies and what to count, ready to be played by any runner."""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from pitboss.rules.errors import RulesError
from pitboss.rules.rules import BlackjackRules
from pitboss.simulate.boxes import BOX_ROW
from pitboss.simulate.counting import Count, counting_tables
from pitboss.simulate.plan import Unit
from pitboss.simulate.specialise import Constants, constants_of, kernel
from pitboss.simulate.tables import Tables, tables
from pitboss.solve.strategy import Strategy


@dataclass(frozen=True)
class Tally:
    """What was counted: counts and sums add up, the longest losing run is the longest."""

    counts: npt.NDArray[np.int64]
    sums: npt.NDArray[np.int64]

    def merged(self, other: "Tally") -> "Tally":
        """Both together, in whatever order."""
        sums = self.sums + other.sums
        sums[-1] = max(self.sums[-1], other.sums[-1])
        return Tally(self.counts + other.counts, sums)


@dataclass(frozen=True)
class Job:
    """Everything a kernel needs but the streams to play."""

    game: str
    rules_hash: str
    constants: Constants
    tables: Tables
    of_box: npt.NDArray[np.uint32]
    labels: Mapping[str, Any] = field(default_factory=dict)

    @property
    def fingerprint(self) -> str:
        """Equal for jobs that count the same rounds the same way."""
        digest = hashlib.sha256(repr(sorted(self.constants.items())).encode())
        for array in (self.tables.rows, self.tables.stakes, self.of_box):
            digest.update(array.tobytes())
        return digest.hexdigest()

    @cached_property
    def endings(self) -> npt.NDArray[np.int64]:
        """What bet, Double Attack, double and Second Chance get by the way a hand ends, in units for one bet."""
        worth, ends = kernel(self.constants, "worth"), self.constants["ENDS"]
        return np.array(
            [worth.parts(ending % ends, *self.wagers_on(ending)) for ending in range(self.constants["ENDINGS"])],
            np.int64,
        )

    def wagers_on(self, ending: int) -> tuple[int, int, int]:
        """Whether a hand that ended so was attacked, doubled and had a Second Chance."""
        attacks = self.constants["ATTACKS"]
        wagers = ending // self.constants["ENDS"]
        return wagers % attacks, wagers // attacks % 2, wagers // attacks // 2

    def nothing(self) -> Tally:
        """An empty tally."""
        size, sums = self.constants["COUNTS_SIZE"], self.constants["SUMS_SIZE"]
        return Tally(np.zeros(size, np.int64), np.zeros(sums, np.int64))

    def play(self, module: Any, seed: int, unit: Unit) -> Tally:
        """Play a unit on this CPU thread."""
        tally = self.nothing()
        rows = np.zeros((self.constants["BOXES"], BOX_ROW), np.int64)
        module.play_streams(
            np.uint64(seed),
            unit.first,
            unit.streams,
            unit.rounds,
            rows,
            self.of_box,
            self.tables.stakes,
            self.tables.rows,
            tally.counts,
            tally.sums,
        )
        return tally


def job(
    rules: BlackjackRules,
    strategies: Sequence[Strategy],
    *,
    count: Count | None = None,
    bankroll: int = 0,
    session: int = 0,
) -> Job:
    """A job: one strategy a box; with a count, every box bets and plays by it."""
    for strategy in strategies:
        if strategy.game != rules.game:
            raise RulesError(f"the strategy is for {strategy.game}, not for {rules.game}")
    if (bankroll > 0) != (session > 0) or bankroll < 0 or session < 0:
        raise RulesError("a risk of ruin needs both a bankroll and the rounds of a session, above zero")
    different = list(dict.fromkeys(strategies))
    of_box = np.array([different.index(strategy) for strategy in strategies], np.uint32)
    extra: dict[str, Any] = {
        "INSURANCE_COUNTED": rules.insurance.insurance_offered and any(s.insurance for s in strategies)
    }
    if count is None:
        made = tables(rules, different)
        extra["TABLE_ROWS"] = len(different)
    else:
        made = counting_tables(rules, different, count)
        extra |= count.constants(rules)
        extra["TABLE_ROWS"] = len(different) * extra["TRUE_BINS"]
    extra["NODES"] = made.nodes
    numbers = dict(constants_of(rules, len(strategies), SESSION=session, **extra))
    if session:
        numbers["BANKROLL"] = bankroll * numbers["UNIT"]
    return Job(rules.game, rules.hash, numbers, made, of_box, {"insurance_odds": rules.insurance.insurance_odds})
