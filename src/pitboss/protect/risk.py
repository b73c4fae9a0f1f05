"""Risk and reward of a way to bet, in closed form: SCORE, N0, Kelly bets, ruin, trips, goals, the best ramp.

A round gives `mean` with a `variance`; over many rounds the money is taken as a diffusion with these, as published
figures do.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import erfc, exp, inf, isinf, log, sqrt

from pitboss.rules.errors import RulesError

KELLY_RUIN = exp(-2)  # 13.5%: what full Kelly bets that are never resized risk, and what SCORE is told at
SCORE_BANKROLL, SCORE_ROUNDS = 10_000, 100


@dataclass(frozen=True)
class Step:
    """A true count: its share of the rounds, and the mean and mean square of what one unit bet there gives."""

    true: int
    share: float
    mean: float
    square: float

    @property
    def kelly(self) -> float:
        """The share of a bankroll to bet there for its fastest growth; nothing where the house has the edge."""
        return max(self.mean / self.square, 0.0) if self.square else 0.0


@dataclass(frozen=True)
class Winnings:
    """What a round gives, in units."""

    mean: float
    variance: float

    @property
    def deviation(self) -> float:
        """The standard deviation of a round."""
        return sqrt(self.variance)

    @property
    def di(self) -> float:
        """The desirability index: a thousand times mean over deviation."""
        return 1000 * self.mean / self.deviation if self.variance else 0.0

    @property
    def score(self) -> float:
        """Money won in 100 rounds on 10,000 at a risk of 13.5% to lose it; nothing where the bets lose."""
        return self.di**2 if self.mean > 0 else 0.0

    @property
    def n0(self) -> float:
        """Rounds until what is won on average is as large as one standard deviation of it."""
        return self.variance / self.mean**2 if self.mean > 0 else inf

    def ruin(self, bankroll: float) -> float:
        """The chance of ever losing a bankroll."""
        if self.mean <= 0:
            return 1.0
        return exp(-2 * self.mean * bankroll / self.variance)

    def bankroll(self, risk: float) -> float:
        """The bankroll that is lost at this risk; none is enough where the bets lose."""
        if not 0 < risk < 1:
            raise RulesError(f"a risk of ruin lies between 0 and 1, not at {risk:g}")
        return -log(risk) * self.variance / (2 * self.mean) if self.mean > 0 else inf

    def trip_ruin(self, bankroll: float, rounds: int) -> float:
        """The chance of losing a bankroll within so many rounds: of ever being that low, not of ending there."""
        return self._falls(bankroll, rounds, self.mean)

    def reaches(self, goal: float, rounds: int) -> float:
        """The chance of being ahead by a goal at some time within so many rounds."""
        return self._falls(goal, rounds, -self.mean)

    def _falls(self, by: float, rounds: int, drift: float) -> float:
        spread = self.deviation * sqrt(rounds)
        if not spread:
            return float(-drift * rounds >= by)
        ever = -2 * drift * by / self.variance
        reflected = _normal((drift * rounds - by) / spread)
        return _normal((-by - drift * rounds) / spread) + (exp(ever + log(reflected)) if reflected else 0.0)

    def goal_before_ruin(self, goal: float, bankroll: float) -> float:
        """The chance of winning a goal before a bankroll is lost."""
        if not self.mean:
            return bankroll / (goal + bankroll)
        rate = 2 * abs(self.mean) / self.variance
        found = (1 - exp(-rate * bankroll)) / (1 - exp(-rate * (goal + bankroll)))
        return found if self.mean > 0 else exp(-rate * goal) * found

    def rounds_to_either(self, goal: float, bankroll: float) -> float:
        """The mean number of rounds until a goal is won or a bankroll lost."""
        if not self.mean:
            return goal * bankroll / self.variance
        won = self.goal_before_ruin(goal, bankroll)
        return (goal * won - bankroll * (1 - won)) / self.mean


def _normal(x: float) -> float:
    return 0.5 * erfc(-x / sqrt(2))


def winnings(steps: Sequence[Step], bets: Mapping[int, float]) -> Winnings:
    """What a round gives when so much is bet at each true count; a bet of 0 is a round looked at and not played."""
    mean = sum(step.share * bets[step.true] * step.mean for step in steps)
    square = sum(step.share * bets[step.true] ** 2 * step.square for step in steps)
    return Winnings(mean, square - mean * mean)


def best_ramp(steps: Sequence[Step], spread: float, play_from: int | None = None) -> dict[int, float]:
    """The bets from 1 to `spread` with the highest SCORE; below `play_from`, nothing is bet.

    Bets in proportion to mean over mean square are best where nothing bounds them. With bounds some of them stand at
    1 or at the spread, and between two places where another comes to stand the best proportion is known in closed form.
    """
    if spread < 1:
        raise RulesError(f"a spread is the highest bet in units of the lowest: at least 1, not {spread:g}")
    played = [step for step in steps if play_from is None or step.true >= play_from]
    worth = {step.true: step.mean / step.square for step in played if step.square}
    turns = sorted({bound / kelly for kelly in worth.values() if kelly > 0 for bound in (1.0, float(spread))})
    best: tuple[float, dict[int, float]] = (-inf, {step.true: 1.0 for step in played})
    for low, high in zip([0.0, *turns], [*turns, inf], strict=True):
        middle = low * 2 + 1 if isinf(high) else (low + high) / 2
        free = [step for step in played if 1 < middle * worth.get(step.true, 0.0) < spread]
        fixed = {step.true: min(max(middle * worth.get(step.true, 0.0), 1.0), float(spread)) for step in played}
        still = [step for step in played if step not in free]
        won = sum(step.share * fixed[step.true] * step.mean for step in still)
        risked = sum(step.share * fixed[step.true] ** 2 * step.square for step in still)
        tries = [middle if isinf(high) else high]
        if free and won > 0:
            tries.append(min(max(risked / won, low), high))
        for scale in tries:
            bets = {step.true: min(max(scale * worth.get(step.true, 0.0), 1.0), float(spread)) for step in played}
            found = winnings(played, bets)
            ratio = found.mean / sqrt(found.variance) if found.variance > 0 else -inf
            if ratio > best[0]:
                best = (ratio, bets)
    return {step.true: best[1].get(step.true, 0.0) for step in steps}
