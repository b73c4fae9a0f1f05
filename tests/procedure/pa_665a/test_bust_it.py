"""§ 665a.7(m) and (n) with § 665a.12(c): the Bust It Wager and the dealer's cards."""

import pytest

from tests import facts as f
from tests import moves as m
from tests.procedure.kit import Scene
from tests.procedure.pa_665a.case import BET, dealt, dealt_by_hand, of, play_on

STAKE = 10_00


def settled(dealer: str, **more: object) -> Scene:
    """Ann stands on 20 against the dealer's cards, with a Bust It Wager."""
    up, hole, *drawn = dealer.split()
    scene = dealt(f"{up} KC QD {hole} {' '.join(drawn)}", bust_it=STAKE, **more)  # type: ignore[arg-type]  # as dealt
    scene.no_insurance().stand_all()
    return scene


def bust_it_of(scene: Scene) -> f.WagerPaid | f.WagerCollected:
    """How the Bust It Wager fared."""
    (found,) = [
        fact
        for fact in scene.table.facts
        if isinstance(fact, f.WagerPaid | f.WagerCollected) and fact.wager == "bust-it"
    ]
    return found


@pytest.mark.clause("PA 665a.7(m)", "PA 665a.7(m)(1)")
@pytest.mark.parametrize("dealer", ["7S KS", "9S 9H", "AS 6S"])
def test_two_cards_of_17_or_more_lose_it_before_the_bets_are_settled(dealer: str) -> None:
    scene = settled(dealer)
    lost = bust_it_of(scene)
    assert isinstance(lost, f.WagerCollected)
    assert lost.clauses == ("PA 665a.7(m)(1)", "PA 665a.7(p)")
    bet = next(fact for fact in scene.table.facts if isinstance(fact, f.HandSettled))
    assert scene.table.facts.index(lost) < scene.table.facts.index(bet)
    assert sum(fact.box == 0 for fact in of(scene, f.CardDealt)) == 2, "17 draws no third card"


@pytest.mark.clause("PA 665a.7(m)(2)")
@pytest.mark.parametrize("dealer", ["7S 9H 5S", "AS 5S 2H", "2S 2H 9S"])
def test_less_than_17_in_two_cards_draws_a_third(dealer: str) -> None:
    scene = settled(dealer)
    third = [fact for fact in of(scene, f.CardDealt) if fact.box == 0][2]
    assert (third.card, third.clauses) == (dealer.split()[2], ("PA 665a.7(m)(2)",))


@pytest.mark.clause("PA 665a.7(m)(2)(ii)")
@pytest.mark.parametrize("dealer", ["7S 9H 5S", "7S 8H 6S"])
def test_a_third_card_to_21_or_less_loses_it(dealer: str) -> None:
    lost = bust_it_of(settled(dealer))
    assert isinstance(lost, f.WagerCollected)
    assert lost.clauses == ("PA 665a.7(m)(2)(ii)", "PA 665a.7(p)")


@pytest.mark.clause("PA 665a.7(m)(2)(i)", "PA 665a.12(c)")
@pytest.mark.parametrize(
    ("dealer", "odds"),
    [
        ("9S 7H 6S", 15),
        ("9S 6H 7S", 10),
        ("9S 5H 8S", 8),
        ("KS 3H 9S", 6),
        ("KS 2H JS", 3),
        ("KS 2H QS", 3),
        ("KS 2H KH", 3),
        ("8S 8S 8S", 200),
        ("8S 8C 8S", 50),
        ("8H 8D 8H", 50),
        ("8S 8H 8C", 8),
    ],
)
def test_a_third_card_past_21_pays_by_its_value_or_by_three_eights(dealer: str, odds: int) -> None:
    scene = settled(dealer)
    paid = bust_it_of(scene)
    assert isinstance(paid, f.WagerPaid)
    assert paid.winnings == odds * STAKE
    assert paid.clauses == ("PA 665a.7(m)(2)(i)", "PA 665a.12(c)", "PA 665a.7(p)")


@pytest.mark.clause("PA 665a.7(m)(2)(i)")
def test_it_is_paid_before_bets_and_only_for_three_cards() -> None:
    scene = settled("9S 7H 6S")
    order = [(type(fact).__name__, getattr(fact, "wager", "")) for fact in scene.table.facts]
    assert order.index(("WagerPaid", "bust-it")) < order.index(("WagerPaid", "bet"))
    four_cards = settled("2S 3H 9S KS")
    assert isinstance(bust_it_of(four_cards), f.WagerCollected), "over 21 with the fourth card only"


@pytest.mark.clause("PA 665a.7(m)", "PA 665a.7(p)")
@pytest.mark.parametrize(("third", "kind"), [("6S", f.WagerPaid), ("5S", f.WagerCollected)], ids=["22", "21"])
def test_bust_it_wagers_are_paid_and_collected_from_the_dealers_right(
    third: str, kind: type[f.WagerPaid | f.WagerCollected]
) -> None:
    scene = dealt(f"9S KC KD KH QC QD QH 7H {third}", players=3, bust_it=STAKE).stand_all()
    moved = [fact for fact in scene.table.facts if isinstance(fact, f.WagerPaid | f.WagerCollected)]
    assert [(type(fact), fact.box) for fact in moved if fact.wager == "bust-it"] == [(kind, 3), (kind, 2), (kind, 1)]


@pytest.mark.clause("PA 665a.7(n)")
@pytest.mark.parametrize(
    ("dealer", "total"),
    [("2S 3H 9S 3S", 17), ("2S 3H AS AH", 17), ("AS 2H 3S AH", 17), ("2S 2H 2C KS 2D", 18), ("2S 3H 9S 2C KS", 26)],
)
def test_cards_are_drawn_to_a_hard_or_soft_17_and_no_further(dealer: str, total: int) -> None:
    scene = settled(f"{dealer} 9C", sets={"bust_it_offered": True})
    assert of(scene, f.DealerStood)[0].total == total
    fourth = [fact for fact in of(scene, f.CardDealt) if fact.box == 0][3]
    assert fourth.clauses == ("PA 665a.7(n)",)
    lost = bust_it_of(scene)
    assert scene.table.facts.index(lost) < scene.table.facts.index(fourth), "(m) comes before (n)"


@pytest.mark.clause("PA 665a.7(m)(2)", "PA 665a.7(n)")
def test_the_dealer_draws_although_every_hand_is_over() -> None:
    scene = dealt("7S KS 6H 8S KH 9H")
    scene.as_player(m.Hit)
    assert [fact.card for fact in of(scene, f.CardDealt) if fact.box == 0] == ["7S", "8S", "9H"]


@pytest.mark.clause("PA 665a.7(m)")
@pytest.mark.parametrize(("chosen", "result"), [("stays", 6 * STAKE), ("collected", -STAKE)])
@pytest.mark.parametrize("both_bust", ["player-loses", "returned"])
def test_after_the_players_own_bust_it_stays_or_by_the_other_reading_goes_with_the_hand(
    chosen: str, result: int, both_bust: str
) -> None:
    readings = {"bust-it-after-player-bust": chosen, "both-bust": both_bust}
    scene = dealt("7S KS 6H 8S KH 9H", bust_it=STAKE, readings=readings)
    scene.as_player(m.Hit)
    assert scene.won("ann") == result - (BET if both_bust == "player-loses" else 0)


@pytest.mark.clause("PA 665a.7(m)")
def test_by_that_reading_it_goes_only_when_every_hand_of_the_box_is_over_21() -> None:
    scene = dealt("7S 8S 8H 8C 6C KC 6D KD 9H", bust_it=STAKE, readings={"bust-it-after-player-bust": "collected"})
    scene.as_player(m.Split)
    scene.as_player(m.Hit)
    assert scene.table.state.boxes[1].bettors["ann"].side.get("bust-it", 0) == STAKE
    scene.as_player(m.Hit)
    lost = bust_it_of(scene)
    assert isinstance(lost, f.WagerCollected)


@pytest.mark.clause("PA 665a.7(m)(2)")
def test_a_person_who_deals_takes_the_third_card_for_himself_and_settles_in_order() -> None:
    scene = dealt_by_hand("7S KC KD QC QD 8S 9H", players=2, bust_it=STAKE)
    scene.stand_all()
    scene.dealer(m.TurnHoleCard)
    assert scene.refused(m.Deal(by="dealer", to=1)).clauses == ("PA 665a.7(m)(2)",)
    scene.dealer(m.Deal, to=0)
    refusal = scene.refused(m.SettleBox(by="dealer", box=1))
    assert refusal.code == "settle/out-of-order"
    assert "PA 665a.7(o)" in refusal.clauses
    scene.dealer(m.SettleBox, box=2)
    scene.dealer(m.SettleBox, box=1)
    assert not scene.table.state.in_round


@pytest.mark.clause("PA 665a.7(h)(1)", "PA 665a.7(m)(1)")
def test_the_wager_of_a_blackjack_left_up_is_lost_to_a_dealers_17() -> None:
    scene = dealt("7S AS KH KS", bust_it=STAKE)
    play_on(scene)
    assert scene.won("ann") == BET - STAKE
