"""The Five Card Hi-Lo table for tests: five cards each as they are named, and a person who deals."""

from typing import Any

from pitboss.procedure.facts import Fact
from pitboss.procedure.moves import DEALER, FLOORPERSON, SHUFFLER
from tests import facts as f
from tests import moves as m
from tests.procedure.kit import Scene

GAME = "five-card-hi-lo-pa"
ANTE = 100_00


def around(*hands: str) -> str:
    """The cards in the order they are dealt: one to each hand, five times; the last hand is the dealer's."""
    split = [hand.split() for hand in hands]
    return " ".join(hand[turn] for turn in range(5) for hand in split)


def opened(*hands: str, players: int = 1, **how: Any) -> Scene:
    """A table at its first wagers."""
    return Scene(GAME, around(*hands) if hands else "", players, burned=None, **how).open()


def dealing(players: int = 1, **how: Any) -> Scene:
    """A person has announced "no more bets" and is about to deal."""
    scene = opened(players=players, by_hand=(DEALER,), **how).bet()
    scene.dealer(m.CloseBets)
    return scene


def finish_deal(scene: Scene) -> Scene:
    """Every card that is due is dealt."""
    while m.Deal in scene.table.waiting.may:
        scene.dealer(m.Deal, to=scene.table.waiting.box)
    return scene


def next_round(scene: Scene) -> Scene:
    """From the shuffle to the next wagers."""
    for _ in range(10):
        if m.Wager in scene.table.waiting.may:
            return scene
        waiting = scene.table.waiting
        if m.Shuffle in waiting.may:
            scene.shuffle()
        elif m.Cut in waiting.may:
            scene.dealer(m.Cut, position=26)
        else:
            scene.do(scene.usual(waiting.by, waiting.may))
    raise AssertionError(scene.table.waiting)


def in_order(scene: Scene, *kinds: type[Fact]) -> list[Fact]:
    """The facts of these kinds, as they happened."""
    return [fact for fact in scene.table.facts if isinstance(fact, kinds)]


def may(scene: Scene) -> tuple[type[m.Move], ...]:
    """What the table waits for."""
    return scene.table.waiting.may


__all__ = [
    "ANTE",
    "DEALER",
    "FLOORPERSON",
    "GAME",
    "SHUFFLER",
    "around",
    "dealing",
    "f",
    "finish_deal",
    "in_order",
    "m",
    "may",
    "next_round",
    "opened",
]
