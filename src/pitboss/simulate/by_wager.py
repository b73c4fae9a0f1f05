"""What each wager came to, apart from the others: the bet, Double Attack, doubles, splits, Second Chance, the sides.

A wager is looked at round by round and box by box: all it was made for in the round, and all it won or lost there. Two
doubles after a split are one such result, so that results of different rounds are independent of one another.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from math import lcm, nan, sqrt
from typing import Any

import numpy as np

from pitboss.simulate.distribution import Distribution
from pitboss.simulate.job import Job, Tally
from pitboss.simulate.layout import UPS

BET, ATTACK, DOUBLE, SPLIT, SECOND_CHANCE, INSURANCE = (
    "bet",
    "attack",
    "double",
    "split",
    "second-chance",
    "insurance",
)
Amounts = tuple[int, int]  # wagered and won, in units


@dataclass(frozen=True)
class Wagered:
    """How often a wager was made for so much and came to so much in a round, both in units; `boxes` share a dealer."""

    counts: Mapping[Amounts, int]
    unit: int
    boxes: int = 1

    @property
    def results(self) -> Distribution:
        """What it came to in the rounds in which it was made, in bets."""
        found: Counter[int] = Counter()
        for (_, won), count in self.counts.items():
            found[won] += count
        return Distribution(tuple(sorted(found)), tuple(found[won] for won in sorted(found)), self.unit)

    @property
    def wagered(self) -> int:
        """All that was wagered, in units, exactly."""
        return sum(amount * count for (amount, _), count in self.counts.items())

    @property
    def house_edge(self) -> float:
        """What the house keeps of each unit wagered."""
        return -self.results.moment(1) / self.wagered if self.wagered else nan

    @property
    def house_edge_error(self) -> float:
        """The standard error of the house edge, a ratio of two sums over rounds."""
        made, edge = self.results.rounds, self.house_edge
        if made < 2:
            return nan
        squares = sum(count * (won + edge * amount) ** 2 for (amount, won), count in self.counts.items())
        return self.at_worst(sqrt(squares * made / (made - 1)) / self.wagered)

    def at_worst(self, error: float) -> float:
        """An error that holds even if all boxes of a round, which share a dealer, always got the same."""
        return error * sqrt(self.boxes)

    def summary(self, rounds: int) -> dict[str, Any]:
        """The usual figures, for so many rounds of so many boxes."""
        results = self.results
        return {
            "made": results.rounds,
            "frequency": results.rounds / rounds if rounds else nan,
            "wagered": self.wagered / self.unit,
            "net": results.moment(1) / self.unit,
            "house_edge": self.house_edge,
            "house_edge_error": self.house_edge_error,
            "mean": results.mean,
            "standard_error": self.at_worst(results.standard_error),
            "standard_deviation": results.standard_deviation,
            "win": results.share(1),
            "push": results.share(0),
            "loss": results.share(-1),
            "histogram": results.histogram(),
        }


def _counted(job: Job, tally: Tally, name: str, *shape: int) -> Iterator[tuple[tuple[int, ...], int]]:
    """The places of a table that were counted, and how often."""
    start, size = job.constants[name], int(np.prod(shape))
    here = tally.counts[start : start + size].reshape(shape)
    for place in np.argwhere(here):
        yield tuple(place.tolist()), int(here[tuple(place)])


def wagers(job: Job, tally: Tally) -> dict[str, Wagered]:
    """Every wager the rules offer."""
    numbers = job.constants
    found: dict[str, Counter[Amounts]] = {name: Counter() for name in offered(numbers)}
    boxes, levels, endings = numbers["BOXES"], numbers["LEVELS"], numbers["ENDINGS"]
    for (_, level, _, ending), count in _counted(job, tally, "AT_MAIN", boxes, levels, UPS, endings):
        for name, amounts in _of_hand(job, level, ending):
            found[name][amounts] += count
    if SPLIT in found:
        _add_split(job, tally, found)
    if numbers["INSURANCE_COUNTED"]:
        lose, win = numbers["INSURANCE_LOSE"], numbers["INSURANCE_WIN"]
        for (level, won), count in _counted(job, tally, "AT_INSURED", levels, 2):
            bet = _bet(job, level)
            found[INSURANCE][lose * bet, (win if won else -lose) * bet] += count
    for (_, level, kind, line), count in _counted(job, tally, "AT_SIDES", boxes, levels, *side_shape(numbers)):
        name = numbers["SIDE_NAMES"][kind]
        stake = numbers["UNIT"] * numbers["LEVEL_STAKES"][level][1 + kind]
        found[name][stake * side_parts(numbers)[name], side_pays(numbers, name)[line] * stake] += count
    parts = side_parts(numbers)
    # A counter's round without a bet is looked at, not wagered on.
    made = {name: {at: n for at, n in counts.items() if at[0]} for name, counts in found.items()}
    return {name: Wagered(counts, numbers["UNIT"] * parts.get(name, 1), boxes) for name, counts in made.items()}


def side_shape(numbers: Mapping[str, Any]) -> tuple[int, int]:
    """How many side wagers there are, and the lines counted of each."""
    return numbers["SIDES"], numbers["SIDE_WIDTH"]


def side_parts(numbers: Mapping[str, Any]) -> dict[str, int]:
    """For each of them, into how many parts a wager of one must be cut so that every line pays in whole ones."""
    cut = [lcm(1, *(stake for _, stake in odds)) for odds in numbers["SIDE_ODDS"]]
    return dict(zip(numbers["SIDE_NAMES"], cut, strict=True))


def side_pays(numbers: Mapping[str, Any], name: str) -> tuple[int, ...]:
    """What a wager of one gets by each line, in its parts; lost first."""
    parts, odds = side_parts(numbers)[name], numbers["SIDE_ODDS"][numbers["SIDE_NAMES"].index(name)]
    return (-parts, *(win * parts // stake for win, stake in odds))


def offered(numbers: Mapping[str, Any]) -> list[str]:
    """The wagers there are under these rules."""
    there = {
        ATTACK: numbers["ATTACK"],
        SPLIT: numbers["SPLIT_HANDS"] > 1,
        SECOND_CHANCE: numbers["SECOND_CHANCE"],
        INSURANCE: numbers["INSURANCE"],
    }
    every = (BET, ATTACK, DOUBLE, SPLIT, SECOND_CHANCE, INSURANCE)
    return [*(name for name in every if there.get(name, True)), *numbers["SIDE_NAMES"]]


def _bet(job: Job, level: int) -> int:
    return int(job.constants["LEVEL_STAKES"][level][0])


def _double(numbers: Mapping[str, Any], attack: int) -> int:
    """A double down, in bets."""
    return 1 + attack if numbers["DOUBLE_WITH_ATTACK"] else 1


def _of_hand(job: Job, level: int, ending: int) -> Iterator[tuple[str, Amounts]]:
    """The wagers of a hand by the way it ended: how much each was for and what it came to."""
    numbers, bet = job.constants, _bet(job, level)
    attack, doubled, chance = job.wagers_on(ending)
    double = doubled * _double(numbers, attack)
    for_each = (1, attack, double, chance * (1 + attack + double))
    gets = job.endings[ending].tolist()
    for name, amount, got in zip((BET, ATTACK, DOUBLE, SECOND_CHANCE), for_each, gets, strict=True):
        if amount:
            yield name, (amount * bet * numbers["UNIT"], got * bet)


def _add_split(job: Job, tally: Tally, found: Mapping[str, Counter[Amounts]]) -> None:
    """What boxes that were split came to, wager by wager."""
    numbers = job.constants
    levels, attacks, hands, limit = numbers["LEVELS"], numbers["ATTACKS"], numbers["SPLIT_HANDS"], numbers["LIMIT"]
    outcomes = 2 * limit + 1

    def add(name: str, level: int, amount: int, place: int, count: int) -> None:
        bet = _bet(job, level)
        found[name][amount * bet * numbers["UNIT"], (place - limit) * bet] += count

    for (level, ending), count in _counted(job, tally, "AT_FIRST_HAND", levels, numbers["ENDINGS"]):
        for name, amounts in _of_hand(job, level, ending):
            if name in (BET, ATTACK):
                found[name][amounts] += count
    for (level, attack, more, place), count in _counted(job, tally, "AT_SPLITS", levels, attacks, hands, outcomes):
        add(SPLIT, level, more * (1 + attack), place, count)
    for (level, attack, many, place), count in _counted(job, tally, "AT_DOUBLES", levels, attacks, hands + 1, outcomes):
        add(DOUBLE, level, many * _double(numbers, attack), place, count)
    if numbers["SECOND_CHANCE"]:
        for (level, bets, place), count in _counted(job, tally, "AT_CHANCES", levels, numbers["CHANCE_BETS"], outcomes):
            add(SECOND_CHANCE, level, bets, place, count)
