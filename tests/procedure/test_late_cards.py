"""A card that comes late, or lay exposed: whatever its player may then decide, the hand goes on as the text has it."""

from collections.abc import Mapping

import pytest

from pitboss.procedure.moves import DEALER, Move
from tests import facts as f
from tests import moves as m
from tests.procedure.kit import Scene

BET = 100_00
# Cards in the order in which they leave the shoe: the dealer's 9 and hole card, the player's two.
FIRST = {
    "double-attack-pa": "9S {one} {two} 8C",
    "double-attack-nj": "9S {one} {two}",
    "double-back-jack-pa": "{one} 9S {two} 8C",
}
MISSED = {
    "double-attack-pa": "PA 665a.13(g)",
    "double-attack-nj": "NJ 26.15(i)",
    "double-back-jack-pa": "PA 673a.13(h)",
}
ONE_CARD = {
    "double-attack-pa": "PA 665a.13(f)",
    "double-attack-nj": "NJ 26.15(h)",
    "double-back-jack-pa": "PA 673a.13(g)",
}
SURRENDERS_LATE = ("double-attack-pa", "double-attack-nj")
DECISIONS: tuple[type[Move], ...] = (m.Stand, m.Hit, m.Double, m.Split, m.Surrender)


def deals(scene: Scene, times: int) -> Scene:
    """The dealer deals what is due, so many cards or until somebody is asked for something else."""
    while times and m.Deal in scene.table.waiting.may:
        scene.dealer(m.Deal, to=scene.table.waiting.box)
        times -= 1
    return scene


def began(game: str, deal: str, **cards: str) -> Scene:
    """A round that a person deals, at its first card."""
    scene = Scene(game, f"{FIRST[game].format(**cards)} {deal}", by_hand=(DEALER,)).open().bet(BET)
    scene.dealer(m.CloseBets)
    return scene


def first_cards(scene: Scene, miss_second: bool = False) -> Scene:
    """The first two cards, the second passed over and taken late if a test wants that."""
    for _ in range(20):
        waiting = scene.table.waiting
        if m.NoAttack in waiting.may:
            scene.no_attack()
        elif m.Stand in waiting.may:
            return scene
        elif m.TakeLateCard in waiting.may:
            scene.as_player(m.TakeLateCard)
        elif miss_second and waiting.box == 1 and len(scene.hand().cards) == 1:
            scene.dealer(m.PassOver, box=1)
            miss_second = False
        else:
            scene.dealer(m.Deal, to=waiting.box)
    raise AssertionError(f"nobody is asked: {scene.table.waiting}")


def missed(scene: Scene) -> Scene:
    """The card that is due is passed over, and the player wants it later; other hands stand."""
    scene.dealer(m.PassOver, box=1)
    number = scene.table.waiting.hand
    scene.as_player(m.TakeLateCard)
    deals(scene, 1)
    while m.Stand in scene.table.waiting.may and scene.table.waiting.hand != number:
        scene.as_player(m.Stand)
        deals(scene, 1)
    return scene


def late_second(game: str) -> Scene:
    """Of the first two cards the second is missed."""
    return first_cards(began(game, "3C 3D 3H 3S 2C 2D", one="4H", two="4D"), miss_second=True)


def late_hit(game: str) -> Scene:
    """A hit is missed."""
    scene = first_cards(began(game, "2C 3D 3H 3S 2D 2H", one="4H", two="5D"))
    scene.as_player(m.Hit)
    return missed(scene)


def late_after_split(game: str) -> Scene:
    """The second card of the first split hand is missed: the other hand gets its own before."""
    scene = first_cards(began(game, "KC 8C 3D 3H 3S 2D 2H", one="8H", two="8D"))
    scene.as_player(m.Split)
    return missed(scene)


def late_on_second_split(game: str) -> Scene:
    """The second card of the second split hand is missed."""
    scene = first_cards(began(game, "KC 8C 3D 3H 3S 2D 2H", one="8H", two="8D"))
    scene.as_player(m.Split)
    deals(scene, 1).as_player(m.Stand)
    return missed(scene)


def exposed(game: str) -> Scene:
    """A card drawn in error lies exposed and is taken as a hit."""
    scene = first_cards(began(game, "2C 3D 3H 3S 2D 2H", one="4H", two="5D"))
    scene.dealer(m.DrewInError, exposed=True)
    scene.as_player(m.Hit)
    return deals(scene, 1)


ARRIVALS = {
    "late second card": late_second,
    "late hit": late_hit,
    "late after a split": late_after_split,
    "late on the second split hand": late_on_second_split,
    "exposed": exposed,
}


def expected(game: str, arrival: str) -> set[type[Move]]:
    """What the text lets a player do with the hand that the card made."""
    drawn, split = arrival in ("late hit", "exposed"), "split" in arrival
    may: set[type[Move]] = {m.Stand, m.Hit}
    if not drawn or game != "double-back-jack-pa":  # 673a.10(a): on the first two cards
        may.add(m.Double)
    if not drawn and not (split and game == "double-back-jack-pa"):  # 673a.11(a): two hands at most
        may.add(m.Split)
    if game in SURRENDERS_LATE or not (drawn or split):  # 673a.9(a): before any other decision
        may.add(m.Surrender)
    return may


def finish(scene: Scene) -> Scene:
    """Everything that is due is dealt, every hand stands, and the dealer settles."""
    for _ in range(60):
        waiting = scene.table.waiting
        if not scene.table.state.in_round:
            return scene
        if m.Stand in waiting.may:
            scene.as_player(m.Stand)
        elif m.NoSecondChance in waiting.may:
            scene.as_player(m.NoSecondChance)
        elif m.Deal in waiting.may:
            scene.dealer(m.Deal, to=waiting.box)
        elif m.TurnHoleCard in waiting.may:
            scene.dealer(m.TurnHoleCard)
        else:
            scene.dealer(m.SettleBox, box=1)
    raise AssertionError(f"the round does not end: {scene.table.waiting}")


def cards_of(scene: Scene) -> Mapping[int, list[str]]:
    """The cards that each hand came to have."""
    found: dict[int, list[str]] = {}
    for fact in scene.table.facts:
        if isinstance(fact, f.CardDealt) and fact.box == 1:
            found.setdefault(fact.hand, []).append(fact.card or "")
        elif isinstance(fact, f.HandSplit):
            found[fact.new_hand] = [found[fact.hand].pop()]
    return found


@pytest.mark.clause(*MISSED.values(), *ONE_CARD.values())
@pytest.mark.parametrize("decision", DECISIONS)
@pytest.mark.parametrize("arrival", ARRIVALS)
@pytest.mark.parametrize("game", FIRST)
def test_after_a_late_card_every_decision_is_open_and_goes_on(game: str, arrival: str, decision: type[Move]) -> None:
    scene = ARRIVALS[arrival](game)
    assert set(scene.table.waiting.may) == expected(game, arrival)
    if decision not in scene.table.waiting.may:
        return
    number, hands = scene.table.waiting.hand, len(scene.hands())
    before = len(scene.hand(1, number).cards)
    scene.as_player(decision, **({"cents": BET} if decision is m.Double else {}))
    finish(scene)
    cards = cards_of(scene)
    assert len(cards) == hands + (decision is m.Split)
    assert all(len(each) >= 2 for each in cards.values()), "no hand is settled on a single card"
    assert len(cards[number]) == before + (1 if decision in (m.Hit, m.Double) else 0)
    stands = {fact.hand for fact in scene.facts(f.DecisionMade) if fact.decision == "stand"}
    ends = {fact.hand for fact in scene.facts(f.DecisionMade) if fact.decision in ("double", "surrender")}
    assert set(cards) == stands | ends, "every hand was asked"
    assert scene.table.state.balanced()


@pytest.mark.clause("PA 673a.13(h)", "PA 673a.7(l)")
@pytest.mark.parametrize(("chance", "won"), [("5C", BET), ("2C", -2 * BET)], ids=["20 against 17", "23"])
def test_a_second_chance_card_that_comes_late_is_subtracted_all_the_same(chance: str, won: int) -> None:
    scene = first_cards(began("double-back-jack-pa", f"9C {chance} 2D", one="KH", two="6D"))
    scene.as_player(m.Hit)
    deals(scene, 1).as_player(m.SecondChance)
    missed(scene)
    finish(scene)
    assert scene.won("ann") == won


@pytest.mark.clause("PA 673a.13(h)", "PA 673a.7(l)")
def test_a_late_hit_that_goes_over_21_is_offered_its_second_chance() -> None:
    scene = first_cards(began("double-back-jack-pa", "9C 5C", one="KH", two="6D"))
    scene.as_player(m.Hit)
    missed(scene)
    scene.as_player(m.SecondChance)
    finish(scene)
    assert scene.won("ann") == BET


@pytest.mark.clause(*MISSED.values())
@pytest.mark.parametrize("game", FIRST)
def test_a_late_double_card_is_the_one_card_of_the_double(game: str) -> None:
    scene = first_cards(began(game, "KC 9C 2D", one="5H", two="6D"))
    scene.as_player(m.Double, cents=BET)
    missed(scene)
    assert m.Hit not in scene.table.waiting.may
    finish(scene)
    assert scene.facts(f.CardDealt)[-1 if game != "double-attack-nj" else -2].sideways
    assert scene.won("ann") == 2 * BET


@pytest.mark.clause("PA 665a.13(f)", "NJ 26.15(h)")
@pytest.mark.parametrize("cards", [0, 1])
@pytest.mark.parametrize("game", ["double-attack-pa", "double-attack-nj"])
def test_a_hand_dead_for_want_of_its_first_cards_gives_the_double_attack_wager_back_too(game: str, cards: int) -> None:
    scene = began(game, "2C 3C", one="KH", two="9D")
    deals(scene, 1)
    scene.as_player(m.Attack, cents=BET)
    for turn in range(2):
        scene.dealer(m.Deal, to=1) if turn < cards else scene.dealer(m.PassOver, box=1)
    deals(scene, 1)
    if cards:
        scene.as_player(m.CallHandDead)
    back = {fact.wager: fact.cents for fact in scene.facts(f.WagerReturned)}
    assert back == {"bet": BET, "attack": BET}
    assert scene.last(f.HandDead).clauses == (ONE_CARD[game],)


@pytest.mark.clause("PA 673a.13(h)")
def test_a_dead_hand_of_a_box_is_over_by_its_own_clause_whatever_ended_the_other_later() -> None:
    scene = first_cards(began("double-back-jack-pa", "KC 3C KD", one="8H", two="8D"))
    scene.as_player(m.Split)
    scene.dealer(m.PassOver, box=1)
    scene.as_player(m.TakeLateCard)
    scene.dealer(m.PassOver, box=1)
    scene.as_player(m.CallHandDead)
    deals(scene, 1).as_player(m.Hit)
    deals(scene, 1)
    assert scene.last(f.HandSettled).outcome == "21"
    refusal = scene.refused(m.Hit(by="ann", box=1))
    assert (refusal.code, refusal.clauses) == ("hit/over", ("PA 673a.13(h)",))
    assert "dead" in refusal.sentence
