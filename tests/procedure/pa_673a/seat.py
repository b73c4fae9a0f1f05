"""Double Back Jack tables for the tests of chapter 673a: a layout said hand by hand, opened and bet on."""

from collections.abc import Iterable, Mapping

from pitboss.procedure.moves import DEALER, FLOORPERSON
from tests import facts
from tests import moves as m
from tests.procedure.kit import Scene

GAME = "double-back-jack-pa"
BET = 100_00
EMPTY: Mapping[str, object] = {}


def dealt(dealer: str, *hands: str, then: str = "") -> str:
    """The order in which cards leave the shoe so that these hands lie there: player, dealer up, player, dealer down."""
    up, hole = dealer.split()
    pairs = [hand.split() for hand in hands]
    return " ".join([*(first for first, _ in pairs), up, *(second for _, second in pairs), hole, then])


def opened(
    dealer: str,
    *hands: str,
    then: str = "",
    sets: Mapping[str, object] | None = None,
    readings: Mapping[str, str] | None = None,
    by_hand: Iterable[str] = (),
    chips: int = 100_000_00,
) -> Scene:
    """A table open for wagers, on which these hands will be dealt."""
    deal = dealt(dealer, *hands, then=then)
    return Scene(GAME, deal, len(hands), sets, readings, by_hand, chips).open()


def table(
    dealer: str,
    *hands: str,
    then: str = "",
    bet: int = BET,
    sets: Mapping[str, object] | None = None,
    readings: Mapping[str, str] | None = None,
    chips: int = 100_000_00,
) -> Scene:
    """A round in which these hands lie there, the house dealing by itself, at the first question to a player."""
    return opened(dealer, *hands, then=then, sets=sets, readings=readings, chips=chips).bet(bet)


def by_dealer(
    dealer: str,
    *hands: str,
    then: str = "",
    sets: Mapping[str, object] | None = None,
    readings: Mapping[str, str] | None = None,
) -> Scene:
    """A round that a person deals, bets closed and no card dealt yet."""
    scene = opened(dealer, *hands, then=then, sets=sets, readings=readings, by_hand=(DEALER,)).bet()
    scene.dealer(m.CloseBets)
    return scene


def deal_all(scene: Scene) -> Scene:
    """The person who deals deals the first two cards to everybody, in order."""
    for _ in range(2):
        for box in scene.table.state.boxes:
            scene.dealer(m.Deal, to=box)
        scene.dealer(m.Deal, to=0)
    return scene


def to_the_end(scene: Scene) -> Scene:
    """Nobody insures, surrenders or draws; whoever deals finishes the round."""
    while scene.table.state.in_round:
        waiting = scene.table.waiting
        who = waiting.by[0]
        if m.NoInsurance in waiting.may:
            scene.no_insurance()
        elif m.Stand in waiting.may:
            scene.stand_all()
        elif m.Ready in waiting.may:
            scene.do(m.Ready(by=who))
        elif m.NoSecondChance in waiting.may:
            scene.do(m.NoSecondChance(by=who, box=waiting.box))
        elif m.ReadHoleCard in waiting.may:
            scene.dealer(m.ReadHoleCard)
        elif m.TurnHoleCard in waiting.may:
            scene.dealer(m.TurnHoleCard)
        elif m.Deal in waiting.may:
            scene.dealer(m.Deal, to=waiting.box)
        elif m.SettleBox in waiting.may:
            scene.dealer(m.SettleBox, box=waiting.box)
        else:
            raise AssertionError(f"the round does not end: {waiting}")
    return scene


def next_shoe(scene: Scene, first: str = "") -> Scene:
    """Through a shuffle and a cut that everybody refuses, until wagers are taken again."""
    scene.first_cards = []
    for _ in range(100):
        waiting = scene.table.waiting
        if m.Wager in waiting.may:
            return scene
        if m.Shuffle in waiting.may:
            scene.shuffle()
        elif m.Cut in waiting.may and waiting.by != (DEALER,):
            scene.do(m.RefuseCut(by=waiting.by[0]))
        elif m.Cut in waiting.may:
            scene.dealer(m.Cut, position=len(scene.table.state.cards.to_shuffle) // 2)
        else:
            scene.do(scene.usual(waiting.by, waiting.may))
    raise AssertionError(f"no next shoe: {scene.table.waiting}")


def cards_dealt(scene: Scene) -> list[tuple[int, str | None, bool]]:
    """Every card dealt: to which box, which card, whether face up."""
    return [(fact.box, fact.card, fact.face_up) for fact in scene.facts(facts.CardDealt)]


def names_of(found: Iterable[facts.Fact]) -> list[str]:
    """The kinds of facts, in order."""
    return [type(fact).__name__ for fact in found]


FLOOR_BY_HAND = (FLOORPERSON,)
