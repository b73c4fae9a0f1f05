"""Planting a fault into a round that was dealt lawfully: a fact that is changed, put in, or left out."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec

from pitboss.law import Citation
from pitboss.procedure.facts import Fact
from pitboss.rules.rules import Rules
from pitboss.school.items import Chance


@dataclass(frozen=True)
class Shown:
    """A round with a fault in it: its facts, the places that show the fault, and the clauses that it breaks."""

    facts: tuple[Fact, ...]
    places: tuple[int, ...]
    clauses: Citation


Planted = Callable[[Rules, Sequence[Fact], Chance], Shown | None]  # None where the round has no room for it
Where = Callable[[Rules, Sequence[Fact], int], bool]
Change = Callable[[Rules, Any], Fact | None]


def changed(where: Where, change: Change) -> Planted:
    """One of the facts that meet a condition is told otherwise."""

    def plant(rules: Rules, facts: Sequence[Fact], chance: Chance) -> Shown | None:
        for place in chance.shuffled([place for place in range(len(facts)) if where(rules, facts, place)]):
            other = change(rules, facts[place])
            if other is not None and other != facts[place]:
                return Shown((*facts[:place], other, *facts[place + 1 :]), (place,), facts[place].clauses)
        return None

    return plant


def left_out(where: Where) -> Planted:
    """One of the facts that meet a condition is missing; it shows at the fact before it and at the one after."""

    def plant(rules: Rules, facts: Sequence[Fact], chance: Chance) -> Shown | None:
        found = [place for place in range(1, len(facts) - 1) if where(rules, facts, place)]
        if not found:
            return None
        place = chance.choice(found)
        return Shown((*facts[:place], *facts[place + 1 :]), (place - 1, place), facts[place].clauses)

    return plant


def put_in(where: Where, more: Callable[[Rules, Sequence[Fact], int], tuple[Fact, Citation] | None]) -> Planted:
    """Something happens after one of the facts that meet a condition; the clauses that it breaks come with it."""

    def plant(rules: Rules, facts: Sequence[Fact], chance: Chance) -> Shown | None:
        for place in chance.shuffled([place for place in range(len(facts)) if where(rules, facts, place)]):
            put = more(rules, facts, place)
            if put is not None:
                return Shown((*facts[: place + 1], put[0], *facts[place + 1 :]), (place + 1,), put[1])
        return None

    return plant


def exchanged(first: Where, second: Callable[[Fact, Fact], bool]) -> Planted:
    """Two facts that follow one another come the other way round."""

    def plant(rules: Rules, facts: Sequence[Fact], chance: Chance) -> Shown | None:
        found = [
            place
            for place in range(len(facts) - 1)
            if first(rules, facts, place) and second(facts[place], facts[place + 1])
        ]
        if not found:
            return None
        place = chance.choice(found)
        one, other = facts[place], facts[place + 1]
        return Shown((*facts[:place], other, one, *facts[place + 2 :]), (place, place + 1), one.clauses)

    return plant


def is_a(*kinds: type[Fact], **fields: object) -> Where:
    """Facts of these kinds whose fields are so, and of which a text speaks."""
    return lambda rules, facts, place: (
        isinstance(facts[place], kinds)
        and bool(facts[place].clauses)
        and all(getattr(facts[place], name) == value for name, value in fields.items())
    )


def so(**fields: object) -> Change:
    """The same fact with other fields."""
    return lambda rules, fact: msgspec.structs.replace(fact, **fields)
