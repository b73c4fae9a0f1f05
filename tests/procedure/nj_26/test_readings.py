"""The readings that touch New Jersey's game, each option at the table."""

import pytest

from tests import facts as f
from tests import moves as m
from tests.procedure.nj_26.at_table import BET, READER, dealer_cards, dealt, money, over, place, wagered


@pytest.mark.clause("NJ 26.1 Double attack wager", "NJ 26.7(d)")
@pytest.mark.parametrize(
    ("reading", "cents", "code"),
    [
        ("up-to-initial", 1_00, None),
        ("up-to-initial", BET, None),
        ("equal-only", BET - 1_00, "attack/not-equal"),
        ("equal-only", BET, None),
        ("equal-only", BET + 1_00, "attack/above-bet"),
    ],
)
def test_double_attack_amount(reading: str, cents: int, code: str | None) -> None:
    scene = wagered("9S 5H 6D", readings={"double-attack-amount": reading})
    attack = m.Attack(by="ann", box=1, cents=cents)
    if code is None:
        scene.do(attack)
        assert scene.hand().stakes[0].attack == cents
    else:
        refusal = scene.refused(attack)
        assert refusal.code == code
        assert "NJ 26.7(d)" in refusal.clauses


@pytest.mark.clause("NJ 26.1 Blackjack")
@pytest.mark.parametrize(("reading", "won"), [("counts-as-21", 0), ("counts-as-blackjack", 2 * BET)])
def test_blackjack_after_split(reading: str, won: int) -> None:
    scene = dealt("5S AH AD KC KD 6C KS", readings={"blackjack-after-split": reading})
    scene.as_player(m.Split)
    assert over(scene)
    dealer = scene.last(f.DealerStood).total
    assert dealer == (21 if reading == "counts-as-21" else 11), "two Blackjacks need no further card"
    assert scene.won("ann") == won


@pytest.mark.clause("NJ 26.5(b)", "NJ 26.9(c)")
@pytest.mark.parametrize(
    ("reading", "lost"), [("initial-only", {"bet": BET}), ("original-wagers", {"bet": BET, "attack": BET})]
)
def test_dealer_blackjack_after_a_double(reading: str, lost: dict[str, int]) -> None:
    scene = dealt("KS 5H 6D 8C AC", attack=BET, readings={"no-hole-card-dealer-blackjack": reading})
    scene.as_player(m.Double, cents=2 * BET)
    scene.stand_all()
    assert {row[2]: row[3] for row in money(scene) if row[0] == "collected"} == lost
    assert ("returned", "ann", "double", 2 * BET) in money(scene)


@pytest.mark.clause("NJ 26.5(b)", "NJ 26.10(d)")
@pytest.mark.parametrize(("reading", "lost"), [("initial-only", BET), ("original-wagers", 2 * BET)])
def test_dealer_blackjack_after_a_split(reading: str, lost: int) -> None:
    scene = dealt("KS 8H 8D KC KD AC", attack=BET, readings={"no-hole-card-dealer-blackjack": reading})
    scene.as_player(m.Split)
    scene.stand_all()
    assert scene.won("ann") == -lost


@pytest.mark.clause("NJ 26.7(g)", "NJ 26.7(i)")
@pytest.mark.parametrize(("reading", "down", "read"), [("none", 0, 0), ("unread", 1, 0), ("reader", 1, 1)])
def test_hole_card(reading: str, down: int, read: int) -> None:
    scene = dealt("KS 5H 8D 7C", readings={"nj-hole-card": reading})
    assert sum(not card.face_up for card in scene.facts(f.CardDealt)) == down
    assert len(scene.facts(f.HoleCardRead)) == read
    scene.stand_all()
    assert dealer_cards(scene) == ["KS", "7C"]
    assert scene.won("ann") == -BET


@pytest.mark.clause("NJ 26.8(a)")
def test_surrender_of_split_aces_offered() -> None:
    scene = dealt("9S AH AD 5C 6C 8C", readings={"surrender-split-aces": "offered"})
    scene.as_player(m.Split)
    scene.as_player(m.Surrender)
    assert ("collected", "ann", "bet", BET // 2) in money(scene)


def test_surrender_of_split_aces_not_offered() -> None:
    scene = dealt("9S AH AD 5C 6C 8C", readings={"surrender-split-aces": "not-offered"})
    scene.as_player(m.Split)
    assert over(scene), "one card each, and nothing left to decide"


@pytest.mark.clause("NJ 26.5(e)")
@pytest.mark.parametrize(
    ("reading", "deal", "hole", "at_once"),
    [
        ("after-the-round", "7S AH 9H KD 9D 8C", {}, False),
        ("at-once", "7S AH 9H KD 9D 8C", {}, True),
        ("at-once", "KS AH 9H KD 9D 8C", {}, False),  # without a hole card the dealer may still have one
        ("at-once", "KS AH 9H KD 9D 8C", READER, True),  # the reader has ruled it out
        ("after-the-round", "KS AH 9H KD 9D 8C", READER, False),
    ],
)
def test_player_blackjack_paid(reading: str, deal: str, hole: dict[str, str], at_once: bool) -> None:
    scene = dealt(deal, players=2, readings={"nj-player-blackjack-paid": reading, **hole})
    assert scene.table.waiting.by == ("bob",)
    assert (money(scene) == [("paid", "ann", "bet", BET)]) is at_once
    scene.stand_all()
    assert scene.won("ann") == BET


@pytest.mark.clause("NJ 26.5(b)")
def test_paid_at_once_it_still_ties_a_dealer_blackjack() -> None:
    scene = dealt("KS AH 9H KD 9D AC", players=2, readings={"nj-player-blackjack-paid": "at-once"}).stand_all()
    assert (scene.won("ann"), scene.won("bob")) == (0, -BET)


@pytest.mark.clause("NJ 26.5(a)1", "NJ 26.5(b)")
@pytest.mark.parametrize(
    ("reading", "dealer", "won"),
    [
        ("player-loses", "KD 9C", -BET),
        ("returned", "KD 9C", 0),
        ("returned", "KD 2C", -BET),
        ("player-loses", "KD 2C", -BET),
    ],
)
def test_both_bust(reading: str, dealer: str, won: int) -> None:
    scene = dealt(f"6S KH 9H 6D 9D KC {dealer}", players=2, readings={"both-bust": reading})
    scene.as_player(m.Hit)
    assert not money(scene), "it waits for the dealer"
    scene.stand_all()
    assert scene.won("ann") == won


@pytest.mark.clause("NJ 26.5(b)", "NJ 26.5(e)", "NJ 26.9(c)")
@pytest.mark.parametrize(
    ("readings", "waits", "lost"),
    [
        ({}, True, BET),
        ({"no-hole-card-dealer-blackjack": "original-wagers"}, True, 2 * BET),
        ({"bust-collected": "at-the-bust"}, False, 4 * BET),
        ({"bust-collected": "at-the-bust", "both-bust": "returned"}, True, BET),
    ],
)
def test_bust_collected(readings: dict[str, str], waits: bool, lost: int) -> None:
    scene = dealt("KS KH 9H 6D 9D KC AC", players=2, attack=BET, readings=readings)
    scene.as_player(m.Double, cents=2 * BET)
    assert bool(scene.hand().cards) is waits, "the cards stay, or are picked up with the wagers"
    assert (money(scene) == []) is waits
    scene.stand_all()
    assert scene.won("ann") == -lost


@pytest.mark.clause("NJ 26.8(a)2", "NJ 26.5(b)")
@pytest.mark.parametrize(("reading", "lost"), [("as-other-hands", BET), ("entire-wager", 4 * BET)])
def test_surrendered_to_blackjack(reading: str, lost: int) -> None:
    scene = dealt("KS 5H 6D 4C AC", attack=BET, readings={"nj-surrendered-to-blackjack": reading})
    scene.as_player(m.Double, cents=2 * BET)
    scene.as_player(m.Surrender)
    assert scene.won("ann") == -lost
    collected = next(fact for fact in scene.facts(f.WagerCollected))
    assert "NJ 26.8(a)2" in collected.clauses
    assert ("NJ 26.5(b)" in collected.clauses) is (reading == "as-other-hands")
    second = [fact for fact in scene.facts(f.CardDealt) if fact.box == 0][1]
    assert place(scene, second) < place(scene, collected)


@pytest.mark.clause("NJ 26.6(d)", "NJ 26.8(a)2", "NJ 26.11(d)")
@pytest.mark.parametrize(
    ("reading", "second", "order"),
    [
        # an ace and a five: the third card decides the bonus
        ("each-in-its-place", "5D", ["insurance", "bet", "bust-it"]),
        ("bonus-first", "5D", ["bust-it", "insurance", "bet"]),
        # an ace and a six are 17: two cards decide it, and it comes first in any case
        ("each-in-its-place", "6D", ["bust-it", "insurance", "bet"]),
        ("bonus-first", "6D", ["bust-it", "insurance", "bet"]),
    ],
)
def test_bonus_before(reading: str, second: str, order: list[str]) -> None:
    scene = wagered(f"AS 9H 7D {second} 2C KC", bonus=10_00, readings={"nj-bonus-before": reading})
    scene.do(m.NoAttack(by="ann", box=1))
    scene.do(m.Insure(by="ann", box=1, cents=BET // 2))
    scene.as_player(m.Surrender)
    settled = [fact for fact in scene.table.facts if isinstance(fact, f.WagerCollected)]
    assert [fact.wager for fact in settled] == order
    third = [place(scene, card) for card in scene.facts(f.CardDealt) if card.box == 0][2:3]
    insured = next(place(scene, fact) for fact in settled if fact.wager == "insurance")
    assert (third[:1] > [insured]) is (second == "5D" and reading == "each-in-its-place")


@pytest.mark.clause("NJ 26.8(a)2", "NJ 26.11(d)")
def test_without_a_bonus_wager_nothing_waits_for_the_third_card() -> None:
    scene = wagered("AS 9H 9S 9D 7D 5D 2C KC", players=2, readings={"nj-bonus-before": "bonus-first"})
    scene.do(m.NoAttack(by="ann", box=1))
    scene.do(m.NoAttack(by="bob", box=2))
    scene.do(m.Insure(by="ann", box=1, cents=BET // 2))
    scene.do(m.NoInsurance(by="bob", box=2))
    scene.as_player(m.Stand)
    scene.as_player(m.Surrender, box=2)
    dealer = [place(scene, card) for card in scene.facts(f.CardDealt) if card.box == 0]
    collected = {(fact.wager, fact.clauses[-1]): place(scene, fact) for fact in scene.facts(f.WagerCollected)}
    assert dealer[1] < collected["insurance", "NJ 26.11(d)"] < dealer[2]
    assert dealer[1] < collected["bet", "NJ 26.8(a)2"] < dealer[2], "half of what bob gave up"
