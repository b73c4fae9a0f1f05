"""New Jersey's table for tests: a round brought to a point of its course, and what happened in it."""

from typing import Any

from pitboss.procedure.facts import Fact
from pitboss.procedure.moves import DEALER
from tests import facts as f
from tests import moves as m
from tests.procedure.kit import Scene

GAME = "double-attack-nj"
BET = 100_00
READER = {"nj-hole-card": "reader"}
UNREAD = {"nj-hole-card": "unread"}


def nj(deal: str = "", players: int = 1, **how: Any) -> Scene:
    """A table with its players at the first wagers."""
    return Scene(GAME, deal, players, **how).open()


def deal_by_hand(scene: Scene, cards: int = 1000) -> Scene:
    """The dealer deals the cards that are due, so many or as long as any is due to somebody."""
    while cards and m.Deal in scene.table.waiting.may:
        scene.dealer(m.Deal, to=scene.table.waiting.box)
        cards -= 1
    return scene


def wagered(deal: str, players: int = 1, bet: int = BET, bonus: int = 0, **how: Any) -> Scene:
    """Everybody has bet and the dealer has shown a first card, unless a person is to deal it."""
    scene = nj(deal, players, **how).bet(bet, bonus)
    if DEALER in how.get("by_hand", ()):
        scene.dealer(m.CloseBets)
    return scene


def dealt(deal: str, players: int = 1, bet: int = BET, bonus: int = 0, attack: int = 0, **how: Any) -> Scene:
    """Everybody has two cards, with a Double Attack wager or none, and nobody has insured."""
    scene = wagered(deal, players, bet, bonus, **how)
    by_hand = DEALER in how.get("by_hand", ())
    if by_hand:
        deal_by_hand(scene, 1)
    for box, name in enumerate(scene.players, 1):
        if m.Attack in scene.table.waiting.may:
            scene.do(m.Attack(by=name, box=box, cents=attack) if attack else m.NoAttack(by=name, box=box))
    if by_hand:
        deal_by_hand(scene)
    return scene.no_insurance()


def settle_by_hand(scene: Scene) -> Scene:
    """The dealer plays out his hand and settles every box that is due."""
    for _ in range(100):
        waiting = scene.table.waiting
        if m.Deal in waiting.may:
            scene.dealer(m.Deal, to=waiting.box)
        elif m.TurnHoleCard in waiting.may:
            scene.dealer(m.TurnHoleCard)
        elif m.SettleBox in waiting.may:
            scene.dealer(m.SettleBox, box=waiting.box)
        else:
            return scene
    raise AssertionError("the round does not end")


def over(scene: Scene) -> bool:
    """Whether the round is over and the next wagers are awaited."""
    return m.Wager in scene.table.waiting.may and not scene.table.state.in_round


def dealer_cards(scene: Scene) -> list[str | None]:
    """The cards that went to the dealer, in order."""
    return [fact.card for fact in scene.facts(f.CardDealt) if fact.box == 0]


def money(scene: Scene) -> list[tuple[str, str, str, int]]:
    """Every wager settled: what was done, for whom, which wager, how many cents."""
    done = {f.WagerPaid: "paid", f.WagerCollected: "collected", f.WagerReturned: "returned"}
    return [
        (done[type(fact)], fact.player, fact.wager, fact.cents)
        for fact in scene.table.facts
        if isinstance(fact, f.WagerPaid | f.WagerCollected | f.WagerReturned)
    ]


def said(scene: Scene) -> list[str]:
    """Everything the dealer announced."""
    return [fact.words for fact in scene.facts(f.Announced)]


def place(scene: Scene, fact: Fact) -> int:
    """Where in the course of things a fact stands."""
    return next(place for place, each in enumerate(scene.table.facts) if each is fact)
