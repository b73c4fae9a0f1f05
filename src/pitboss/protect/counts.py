"""Linear counts: how well tags follow a wager, the best tags there are, and when to bet by them.

The value of a shoe that has lost some cards is, to first order, the full shoe's plus the effects of the cards gone, for
each card left. So tags in proportion to the effects of removal are the best a linear count can do, how near others come
is their correlation with the effects over all the cards, and the same theory says at which true count the wager turns
in the player's favour.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import ceil, gcd, sqrt

import numpy as np
import numpy.typing as npt

from pitboss.solve.strategy import UP_CARDS, value_label

LEVELS = (1, 2, 3)
LEVEL_MOST = 4
GOOD_ENOUGH = 0.97
LATEST = 20
BALANCED = 1e-9
MAIN, INSURANCE = "main", "insurance"

Tags = tuple[float, ...]  # by card value, ace first

# Published systems: ace, 2 to 10. Red 7 counts one of its two red sevens' colours, a half on average.
SYSTEMS: Mapping[str, Tags] = {
    "Hi-Lo": (-1, 1, 1, 1, 1, 1, 0, 0, 0, -1),
    "KO": (-1, 1, 1, 1, 1, 1, 1, 0, 0, -1),
    "Red 7": (-1, 1, 1, 1, 1, 1, 0.5, 0, 0, -1),
    "Hi-Opt I": (0, 0, 1, 1, 1, 1, 0, 0, 0, -1),
    "Hi-Opt II": (0, 1, 1, 2, 2, 1, 1, 0, 0, -2),
    "Omega II": (0, 1, 1, 2, 2, 2, 1, 0, -1, -2),
    "Zen": (-1, 1, 1, 2, 2, 2, 1, 0, 0, -2),
    "Halves": (-1, 0.5, 1, 1, 1.5, 1, 0.5, 0, -0.5, -1),
    "Uston APC": (0, 1, 2, 2, 3, 2, 2, 1, -1, -3),
    "tens": (4, 4, 4, 4, 4, 4, 4, 4, 4, -9),
}


@dataclass(frozen=True)
class Pack:
    """The cards that are counted, by value, and how many of them are a deck."""

    cards: tuple[int, ...]
    deck: int

    @property
    def whole(self) -> int:
        """All of them."""
        return sum(self.cards)

    def centred(self, numbers: Sequence[float]) -> npt.NDArray[np.float64]:
        """Numbers by card value less their mean over the cards."""
        found = np.array(numbers, float)
        return np.asarray(found - found @ np.array(self.cards) / self.whole)

    def dot(self, one: npt.NDArray[np.float64], other: npt.NDArray[np.float64]) -> float:
        """Two lists of numbers by value multiplied over all the cards."""
        return float((np.array(self.cards) * one * other).sum())

    def correlation(self, one: Sequence[float], other: Sequence[float]) -> float:
        """Of two lists of numbers by card value, over all the cards; 0 where one of them is all alike."""
        a, b = self.centred(one), self.centred(other)
        scale = self.dot(a, a) * self.dot(b, b)
        return self.dot(a, b) / sqrt(scale) if scale else 0.0

    def unbalance(self, tags: Sequence[float]) -> float:
        """What the tags of a whole deck add up to."""
        return float(np.array(tags) @ np.array(self.cards)) * self.deck / self.whole

    def start(self, tags: Sequence[float]) -> float:
        """The running count that an unbalanced count begins with: away from 0 by all decks but one."""
        return -self.unbalance(tags) * (self.whole // self.deck - 1) + 0.0  # of one deck 0, and not -0


def effects_by_value(effects: Mapping[int, float]) -> tuple[float, ...]:
    """Effects of removal, ace first; nothing for a value that is not in the shoe."""
    return tuple(effects.get(value, 0.0) for value in UP_CARDS)


def with_side_counts(pack: Pack, effects: Sequence[float], tags: Sequence[float], ranks: Sequence[int]) -> float:
    """How well a count follows when cards of these values are counted beside it, each best weighed."""
    columns = [pack.centred(tags)] + [pack.centred([float(value == rank) for value in UP_CARDS]) for rank in ranks]
    weight = np.sqrt(np.array(pack.cards))
    known, wanted = np.stack(columns, 1) * weight[:, None], pack.centred(effects) * weight
    fitted = known @ np.linalg.lstsq(known, wanted, rcond=None)[0]
    return float(np.linalg.norm(fitted) / np.linalg.norm(wanted)) if np.any(wanted) else 0.0


def best_tags(pack: Pack, effects: Sequence[float], level: int, balanced: bool = True) -> tuple[int, ...] | None:
    """The whole-number tags up to a level that follow the effects best; none where there is nothing to follow.

    All of them are gone through, value by value: of those with the same sum and sum of squares so far only the one that
    goes best with the effects can be part of the best.
    """
    wanted = pack.centred(effects)
    if not np.any(wanted):
        return None
    unit = gcd(*pack.cards)
    best: dict[tuple[int, int], tuple[float, tuple[int, ...]]] = {(0, 0): (0.0, ())}
    for cards, effect in zip(pack.cards, wanted, strict=True):
        longer: dict[tuple[int, int], tuple[float, tuple[int, ...]]] = {}
        for (total, squares), (fit, tags) in best.items():
            for tag in range(-level, level + 1) if cards else (0,):
                n = cards // unit
                state, more = (total + n * tag, squares + n * tag * tag), fit + n * tag * float(effect)
                if state not in longer or more > longer[state][0]:
                    longer[state] = (more, (*tags, tag))
        best = longer
    whole = pack.whole // unit
    found = [
        (fit / sqrt(squares - total * total / whole), tags)
        for (total, squares), (fit, tags) in best.items()
        if fit > 0 and squares * whole > total * total and (total == 0 or not balanced)
    ]
    return max(found, key=lambda one: (round(one[0], 12 - len(str(level))), one[1]))[1] if found else None


@dataclass(frozen=True)
class Counter:
    """Tags by card value, ace first; how well they follow the effects; the wager's gain for each true count."""

    wager: str
    tags: Tags
    correlation: float
    gain: float
    favourable: int | None

    @property
    def level(self) -> float:
        """The largest tag: what a person has to add in the head."""
        return max(map(abs, self.tags))


def counter(wager: str, effects: Sequence[float], house_edge: float, pack: Pack, tags: Sequence[float]) -> Counter:
    """What these tags say of a wager: the gain a true count is the slope of the least squares through the effects."""
    following, centred = pack.centred(effects), pack.centred(tags)
    square = pack.dot(centred, centred)
    slope = pack.dot(following, centred) / square if square else 0.0
    gain = (pack.whole - 1) * slope / pack.deck
    favourable = ceil(house_edge / gain) if gain > 0 else None
    if favourable is not None and favourable > LATEST:
        favourable = None
    return Counter(wager, tuple(tags), pack.correlation(tags, effects), gain, favourable)


def simplest(wager: str, effects: Sequence[float], house_edge: float, pack: Pack) -> Counter | None:
    """The counter of the lowest level that follows a wager well; none where its effects are all nothing."""
    best = None
    for level in range(1, LEVEL_MOST + 1):
        tags = best_tags(pack, effects, level)
        if tags is None:
            continue
        made = counter(wager, effects, house_edge, pack, tags)
        best = made if best is None or made.correlation > best.correlation else best
        if best.correlation >= GOOD_ENOUGH:
            break
    return best


def least_squares(pack: Pack, effects: Sequence[float]) -> Tags:
    """The tags that follow the effects altogether, the largest of them 1."""
    centred = pack.centred(effects)
    largest = float(np.abs(centred).max())
    return tuple((centred / largest).tolist()) if largest else tuple(centred.tolist())


def toml_of(found: Counter, spread: int) -> str:
    """The count as a file for `pitboss simulate --count`."""
    tags = ", ".join(f"{value_label(value)} = {tag:g}" for value, tag in zip(UP_CARDS, found.tags, strict=True))
    lines = [f"tags = {{ {tags} }}"]
    at = found.favourable if found.favourable is not None else LATEST
    if found.wager == MAIN:
        low = min(at - 1, 0)
        lines.append(f"bets = {{ {low} = 1, {at} = {spread} }}")
    else:
        lines.append(f"insurance = {at}" if found.wager == INSURANCE else f"side = {{ {found.wager} = {at} }}")
    return "\n".join(lines) + "\n"
