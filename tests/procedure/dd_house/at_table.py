"""The Double Deck table for tests: hands named as they lie, a round brought to where its players decide."""

from typing import Any

from pitboss.cards.bits import SeededBits
from pitboss.procedure.croupier import Croupier
from pitboss.procedure.facts import Fact
from pitboss.procedure.moves import DEALER, FLOORPERSON, Shuffle
from tests import facts as f
from tests import moves as m
from tests.procedure.kit import Scene

GAME = "double-deck-house"
BET = 100_00
PACK = 104
QUARTER = 13


def pitched(hands: tuple[str, ...], dealer: str, then: str = "", up_card_first: bool = False) -> str:
    """The cards in the order they are pitched: the dealer's two are named down card first, then up card."""
    down, up = dealer.split()
    first, second = (up, down) if up_card_first else (down, up)
    pairs = [hand.split() for hand in hands]
    return " ".join((*(p[0] for p in pairs), first, *(p[1] for p in pairs), second, then))


def opened(deal: str = "", players: int = 1, **how: Any) -> Scene:
    """A table at its first wagers."""
    return Scene(GAME, deal, players, **how).open()


def dealt(*hands: str, dealer: str, then: str = "", bet: int = BET, **how: Any) -> Scene:
    """A round whose layout is complete, one hand to a player."""
    up_first = (how.get("readings") or {}).get("dealer-card-order") == "up-card-first"
    return opened(pitched(hands, dealer, then, up_first), len(hands), **how).bet(bet)


def two_hands(first: str, second: str, dealer: str, then: str = "", **how: Any) -> Scene:
    """A round in which ann plays boxes 1 and 2."""
    scene = opened(pitched((first, second), dealer, then), 1, **how)
    for box in (1, 2):
        scene.do(m.Wager(by="ann", box=box, cents=BET))
    scene.do(m.Ready(by="ann"))
    return scene


def look(scene: Scene, box: int = 1, by: str | None = None, hands: int = 1) -> tuple[Fact, ...]:
    """A player looks at the cards of a box."""
    return scene.do(m.LookAtCards(by=by or scene.players[box - 1], box=box, hands=hands))


def next_shoe(scene: Scene, dealer: str = "sue") -> Scene:
    """Another dealer comes, so the cards are shuffled and cut again."""
    scene.floor(m.TapIn, dealer=dealer)
    scene.shuffle()
    scene.do(m.RefuseCut(by=scene.table.waiting.by[0]))
    return scene


def in_order(scene: Scene, *kinds: type[Fact]) -> list[Fact]:
    """The facts of these kinds, as they happened."""
    return [fact for fact in scene.table.facts if isinstance(fact, kinds)]


def deal_by_hand(scene: Scene) -> Scene:
    """The dealer deals every card that is due."""
    while m.Deal in scene.table.waiting.may:
        scene.dealer(m.Deal, to=scene.table.waiting.box)
    return scene


def at_shuffle(*by_hand: str, players: int = 1, **how: Any) -> Scene:
    """A table whose players sit and whose dealer is about to shuffle."""
    scene = Scene(GAME, "", players, by_hand=by_hand, **how).sit()
    for _ in range(10):
        if Shuffle in scene.table.waiting.may:
            return scene
        scene.do(scene.usual(scene.table.waiting.by, scene.table.waiting.may))
    raise AssertionError(scene.table.waiting)


def by_the_routine(scene: Scene, seed: int = 1) -> Shuffle:
    """The shuffle of a house's own hands."""
    return Croupier(SeededBits(seed)).shuffle(scene.table)


def may(scene: Scene) -> tuple[type[m.Move], ...]:
    """What the table waits for."""
    return scene.table.waiting.may


__all__ = [
    "BET",
    "DEALER",
    "FLOORPERSON",
    "GAME",
    "PACK",
    "QUARTER",
    "at_shuffle",
    "deal_by_hand",
    "dealt",
    "f",
    "in_order",
    "look",
    "m",
    "may",
    "next_shoe",
    "opened",
    "pitched",
    "two_hands",
]
