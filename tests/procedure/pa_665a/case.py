"""Cases at a table of chapter 665a: opened, wagered and dealt up to the moment a test is about.

Cards are named in the order in which they leave the shoe: the dealer's up card, one to each box, a second to each box,
the dealer's hole card, and then what is drawn.
"""

from collections.abc import Mapping
from typing import TypeVar

from pitboss.procedure.moves import DEALER, Move
from tests import facts as f
from tests import moves as m
from tests.procedure.kit import Scene

GAME = "double-attack-pa"
BET = 100_00
BY_A_PERSON = ("dealer",)

F = TypeVar("F", bound=f.Fact)


def opened(
    deal: str = "",
    players: int = 1,
    by_hand: tuple[str, ...] = (),
    sets: Mapping[str, object] | None = None,
    readings: Mapping[str, str] | None = None,
) -> Scene:
    """A table open for its first wagers."""
    return Scene(GAME, deal, players, sets, readings, by_hand).open()


def dealt(
    deal: str,
    players: int = 1,
    bet: int = BET,
    attack: int = 0,
    bust_it: int = 0,
    sets: Mapping[str, object] | None = None,
    readings: Mapping[str, str] | None = None,
) -> Scene:
    """A round dealt by the house up to the first thing that a player is asked after the attack."""
    scene = opened(deal, players, (), sets, readings).bet(bet, bust_it)
    for box, name in enumerate(scene.players, 1):
        if attack:
            scene.do(m.Attack(by=name, box=box, cents=attack))
        else:
            scene.do(m.NoAttack(by=name, box=box))
    return scene


def bets_closed(deal: str, players: int = 1, bet: int = BET, bust_it: int = 0, **more: Mapping[str, object]) -> Scene:
    """A person deals: the bets are closed and the first card is due."""
    scene = Scene(GAME, deal, players, by_hand=BY_A_PERSON, **more).open()  # type: ignore[arg-type]  # sets, readings
    scene.bet(bet, bust_it).dealer(m.CloseBets)
    return scene


def dealt_by_hand(deal: str, players: int = 1, bet: int = BET, bust_it: int = 0, **more: Mapping[str, object]) -> Scene:
    """A person has dealt two cards to everybody; insurance, the reader or the first decision is due."""
    scene = bets_closed(deal, players, bet, bust_it, **more)
    scene.dealer(m.Deal, to=0)
    scene.no_attack()
    for _ in range(2):
        for box in range(1, players + 1):
            scene.dealer(m.Deal, to=box)
    scene.dealer(m.Deal, to=0)
    return scene


def of(scene: Scene, kind: type[F]) -> list[F]:
    """Every fact of a kind so far, typed as that kind."""
    return [fact for fact in scene.table.facts if isinstance(fact, kind)]


def among(done: tuple[f.Fact, ...], kind: type[F]) -> list[F]:
    """The facts of a kind among those a move brought about."""
    return [fact for fact in done if isinstance(fact, kind)]


def kinds(done: tuple[f.Fact, ...]) -> list[str]:
    """What a move brought about, by name."""
    return [type(fact).__name__ for fact in done]


def over(scene: Scene) -> bool:
    """Whether the round is over."""
    return not scene.table.state.in_round


def play_on(scene: Scene) -> None:
    """Whoever is asked does the quiet thing until the round is over: no wager, stand, and the dealer what is due."""
    for _ in range(200):
        if over(scene):
            return
        scene.do(_quiet(scene))
    raise AssertionError(f"the round does not end: {scene.table.waiting}")


def _quiet(scene: Scene) -> Move:
    waiting = scene.table.waiting
    who = waiting.by[0]
    box = waiting.box or (scene.players.index(who) + 1 if who in scene.players else 0)
    for kind in (m.NoAttack, m.NoInsurance, m.AcceptCard, m.Stand, m.SettleBox, m.TakeLateCard):
        if kind in waiting.may:
            return kind(by=who, box=box)
    for plain in (m.ReadHoleCard, m.TurnHoleCard, m.RefuseCut, m.BurnCard, m.LoadShoe, m.CoverShuffler):
        if plain in waiting.may:
            return plain(by=who)
    if m.Deal in waiting.may:
        return m.Deal(by=DEALER, to=waiting.box)
    raise AssertionError(f"nothing quiet to do: {waiting}")
