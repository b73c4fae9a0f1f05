"""What an instructor may have happen now at a table that a trainee deals: each by name, where the text speaks of it.

It is nobody's mistake that it happens. What the trainee makes of it is scored: a player who tries what none may waits
for a word, a device or a card that goes wrong for what the text has follow.
"""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from pitboss.procedure import moves as m
from pitboss.procedure.asking import Wait
from pitboss.procedure.moves import DEALER, FLOORPERSON, Move
from pitboss.rules.rules import Rules

Makes = Callable[[Any, Wait], Move | None]  # of the state of the family, and of what is awaited


class Happening(NamedTuple):
    """The move that it is, and the rule value without which no text of the game knows it."""

    makes: Makes
    known_by: str = ""


def always(move: Move) -> Makes:
    """The same move whenever it is."""
    return lambda t, waiting: move


def _tried(move: Callable[[str, int, int], Move]) -> Happening:
    """Somebody who plays tries what none may, at one box after the other as the moves go."""

    def makes(t: Any, waiting: Wait) -> Move | None:
        boxes = list(t.boxes.values()) if t.in_round else []
        if not boxes:
            return None
        box = boxes[t.round % len(boxes)]
        return move(box.decides, box.number, t.rules.wagers.table_minimum_cents)

    return Happening(makes)


EVERYWHERE: Mapping[str, Happening] = {
    "a late wager": _tried(lambda player, box, least: m.Wager(by=player, box=box, cents=least)),
    "a wager taken back": _tried(lambda player, box, least: m.TakeBack(by=player, box=box)),
    "a hand on the cards": _tried(lambda player, box, least: m.TouchCards(by=player)),
    "a question for the burn card": _tried(lambda player, box, least: m.AskBurnCard(by=player)),
    "the floor orders a reshuffle": Happening(always(m.OrderReshuffle(by=FLOORPERSON)), "reshuffle_ordered_by"),
    "the floor sends another dealer": Happening(always(m.TapIn(by=FLOORPERSON, dealer="another dealer"))),
    "the cards are to be changed": Happening(always(m.ChangeCards(by=FLOORPERSON)), "changed_every_hours"),
    "the shuffler jams": Happening(always(m.ShufflerJammed(by=DEALER)), "shuffler_jams"),
}


def passed_over(t: Any, waiting: Wait) -> Move | None:
    """Whoever is due the next card goes without it."""
    return m.PassOver(by=DEALER, box=waiting.box) if m.PassOver in waiting.may else None


def happenings(rules: Rules, own: Mapping[str, Happening]) -> Mapping[str, Happening]:
    """Everything that may happen at a table of this game; `own` is what its family brings."""
    every = {**EVERYWHERE, **own}
    return {name: one for name, one in every.items() if not one.known_by or rules.citations.get(one.known_by)}
