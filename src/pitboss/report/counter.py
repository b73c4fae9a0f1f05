"""A card counter made for one wager: small tags that follow its effects of removal, and when to bet by them.

The value of a shoe that has lost some cards is, to first order, the full shoe's plus the effects of the cards gone, for
each card left: so tags in proportion to the effects of removal are the best a linear count can do, and the same theory
says at which true count the wager turns in the player's favour.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from math import ceil, floor, sqrt

from pitboss.solve.strategy import UP_CARDS, value_label

LEVEL_MOST = 9
GOOD_ENOUGH = 0.97
STEPS = 200
LATEST = 20


@dataclass(frozen=True)
class Counter:
    """Tags by card value, ace first; how well they follow the effects; the wager's gain for each true count."""

    wager: str
    tags: tuple[int, ...]
    correlation: float
    gain: float
    favourable: int | None

    @property
    def level(self) -> int:
        """The largest tag: what a person has to add in the head."""
        return max(map(abs, self.tags))


def _correlation(tags: tuple[int, ...], effects: tuple[float, ...], cards: tuple[int, ...]) -> float:
    both = sum(n * t * e for n, t, e in zip(cards, tags, effects, strict=True))
    tag = sum(n * t * t for n, t in zip(cards, tags, strict=True))
    effect = sum(n * e * e for n, e in zip(cards, effects, strict=True))
    return both / sqrt(tag * effect) if tag and effect else 0.0


def _balanced(effects: tuple[float, ...], cards: tuple[int, ...], level: int) -> set[tuple[int, ...]]:
    """Roundings of the effects to whole numbers up to a level that add up to nothing over the shoe."""
    largest = max(map(abs, effects))
    found = set()
    for step in range(1, STEPS + 1):
        scale = (level + 0.49) * step / STEPS
        exact = [scale * effect / largest for effect in effects]
        for lean in (0.0, -0.2, 0.2):
            tags = tuple(floor(x + 0.5 + lean) for x in exact)
            if not sum(n * t for n, t in zip(cards, tags, strict=True)) and 0 < max(map(abs, tags)) <= level:
                found.add(tags)
    return found


def counter(
    wager: str, effects: Mapping[int, float], house_edge: float, cards_by_value: tuple[int, ...], deck: int
) -> Counter | None:
    """The simplest balanced count that follows the wager's effects well; none where the effects are all nothing."""
    by_value = tuple(effects.get(value, 0.0) for value in UP_CARDS)
    whole = sum(cards_by_value)
    mean = sum(n * e for n, e in zip(cards_by_value, by_value, strict=True)) / whole
    centred = tuple(effect - mean for effect in by_value)
    if not any(centred):
        return None
    best: tuple[float, tuple[int, ...]] | None = None
    for level in range(1, LEVEL_MOST + 1):
        for tags in sorted(_balanced(centred, cards_by_value, level)):
            fit = _correlation(tags, centred, cards_by_value)
            if best is None or fit > best[0] + 1e-12:
                best = (fit, tags)
        if best is not None and best[0] >= GOOD_ENOUGH:
            break
    if best is None:
        return None
    fit, tags = best
    square = sum(n * t * t for n, t in zip(cards_by_value, tags, strict=True))
    slope = sum(n * e * t for n, e, t in zip(cards_by_value, centred, tags, strict=True)) / square
    gain = (whole - 1) * slope / deck
    favourable = ceil(house_edge / gain) if gain > 0 else None
    return Counter(wager, tags, fit, gain, favourable if favourable is not None and favourable <= LATEST else None)


def toml_of(found: Counter, spread: int) -> str:
    """The count as a file for `pitboss simulate --count`."""
    tags = ", ".join(f"{value_label(value)} = {tag}" for value, tag in zip(UP_CARDS, found.tags, strict=True))
    lines = [f"tags = {{ {tags} }}"]
    at = found.favourable if found.favourable is not None else LATEST
    if found.wager == "main":
        low = min(at - 1, 0)
        lines.append(f"bets = {{ {low} = 1, {at} = {spread} }}")
    else:
        lines.append(f"insurance = {at}" if found.wager == "insurance" else f"side = {{ {found.wager} = {at} }}")
    return "\n".join(lines) + "\n"
