"""Shoes as they come down to the cover card, drawn at random: which counts come up, and what a wager is worth there.

A shoe's own value is taken to first order from the effects of the cards gone, all of them and not the count alone. For
a wager that hangs on one card, as insurance does, that is exact; for others a simulation says how near it is.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations_with_replacement

import numpy as np
import numpy.typing as npt

from pitboss.protect.counts import BALANCED, Pack
from pitboss.protect.risk import Step, Winnings, winnings

DEPTHS = 60  # numbers of cards seen that are looked at, from none to the cover card
TIMES = 300_000
THINNER = 10  # of the shoes, one in so many where many counts are tried


@dataclass(frozen=True)
class Wager:
    """A wager: what it costs from a full shoe, how it swings, and what each card gone is worth to it."""

    name: str
    house_edge: float
    deviation: float
    effects: tuple[float, ...]
    offered: float = 1.0  # in so many of the rounds


@dataclass(frozen=True)
class Shoes:
    """Random shoes: cards gone, by value, and how many are left."""

    pack: Pack
    gone: npt.NDArray[np.int64]
    left: npt.NDArray[np.int64]

    def values(self, wager: Wager) -> npt.NDArray[np.float64]:
        """What the player gets of a unit of the wager from each of them."""
        effects = self.pack.centred(wager.effects)
        return np.asarray(self.gone @ effects * (self.pack.whole - 1) / self.left - wager.house_edge)

    def trues(self, tags: Sequence[float], running_from: float | None = None) -> npt.NDArray[np.int64]:
        """The true count of each, or the running count where it is told from which one that starts; rounded down."""
        running = self.gone @ np.array(tags, float)
        if running_from is not None:
            return np.asarray(np.floor(running + running_from + 1e-9), np.int64)
        return np.asarray(np.floor(running * self.pack.deck / self.left + 1e-9), np.int64)

    def counts(self, tags: Sequence[float]) -> npt.NDArray[np.int64]:
        """The true counts of a balanced count; of another the running counts from where it begins."""
        if abs(self.pack.unbalance(tags)) < BALANCED:
            return self.trues(tags)
        return self.trues(tags, self.pack.start(tags))

    def steps(self, wager: Wager, trues: npt.NDArray[np.int64]) -> tuple[Step, ...]:
        """The shares of the counts and what the wager gives a round there, one unit whenever it is offered."""
        values, found = self.values(wager), []
        for true in np.unique(trues).tolist():
            here = values[trues == true]
            mean = float(here.mean())
            square = wager.offered * (wager.deviation**2 + mean * mean)
            found.append(Step(true, len(here) / len(values), wager.offered * mean, square))
        return tuple(found)

    def best_running(self, wager: Wager) -> tuple[int, ...] | None:
        """The unbalanced tags of level 1 whose running count wins most, a unit bet from where it pays; None if none.

        A card's tag rises with its effect. Correlation does not choose here: at one running count shoes of all depths
        are told alike, and how much that costs hangs on how far the tags are from balance.
        """
        few = Shoes(self.pack, self.gone[::THINNER], self.left[::THINNER])
        effects = self.pack.centred(wager.effects)
        ranks = sorted(
            (value for value, cards in enumerate(self.pack.cards) if cards), key=lambda value: effects[value]
        )
        found: list[tuple[float, tuple[int, ...]]] = []
        for low, high in combinations_with_replacement(range(len(ranks) + 1), 2):
            tags = [0] * len(self.pack.cards)
            for place, value in enumerate(ranks):
                tags[value] = (place >= high) - (place < low)
            if abs(self.pack.unbalance(tags)) >= BALANCED:
                won = when_good(few.steps(wager, few.counts(tags)))
                found.append((won.score, tuple(tags)))
        best = max(found, default=(0.0, ()))
        return best[1] if best[0] > 0 else None


def shoes(pack: Pack, dealt: int, times: int = TIMES, seed: int = 1) -> Shoes:
    """So many shoes, of which none up to `dealt` cards have been seen, every number as often as any other."""
    chance = np.random.default_rng(seed)
    seen = np.unique(np.linspace(0, dealt, DEPTHS).astype(int))
    each = max(times // len(seen), 1)
    gone = [chance.multivariate_hypergeometric(pack.cards, int(many), each, method="marginals") for many in seen]
    left = np.repeat(pack.whole - seen, each)
    return Shoes(pack, np.concatenate(gone), left)


def when_good(steps: Sequence[Step]) -> Winnings:
    """What one unit gives that is bet from the trigger on, and nothing below it."""
    trigger = trigger_of(steps)
    return winnings(steps, {step.true: float(trigger is not None and step.true >= trigger) for step in steps})


def trigger_of(steps: Sequence[Step]) -> int | None:
    """The least count from which on every count is in the player's favour, as far as they come up at all often."""
    found = None
    for step in sorted(steps, key=lambda step: -step.true):
        if step.mean <= 0:
            break
        found = step.true
    return found
