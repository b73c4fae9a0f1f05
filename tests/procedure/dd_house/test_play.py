"""Dealing 7 to 9, doubling, splitting, aces: what players signal and what follows."""

import pytest

from pitboss.procedure.views import view
from tests.procedure.dd_house.at_table import BET, DEALER, deal_by_hand, dealt, f, in_order, look, m, opened, pitched
from tests.procedure.kit import Scene


def signals(scene: Scene) -> list[tuple[tuple[str, ...], str]]:
    return [(x.clauses, x.signal) for x in scene.table.facts if isinstance(x, f.Signalled)]


# --- 7, 8, 9 ----------------------------------------------------------------------------------------------------------


@pytest.mark.clause("DD Dealing 7")
def test_a_hit_is_scratched_with_the_cards_and_the_card_comes_face_up() -> None:
    scene = dealt("2S 3S", dealer="TD 8C", then="4H 5H")
    scene.as_player(m.Hit)
    scene.as_player(m.Hit)
    assert signals(scene) == [(("DD Dealing 7",), "scratches the felt with the cards")] * 2
    drawn = [x for x in scene.facts(f.CardDealt) if x.clauses == ("DD Dealing 7",)]
    assert drawn == [
        f.CardDealt(("DD Dealing 7",), 1, 1, "4H", face_up=True),
        f.CardDealt(("DD Dealing 7",), 1, 1, "5H", face_up=True),
    ]
    assert view(scene.table, "a spectator").boxes[0].hands[0].cards == (None, None, "4H", "5H")


@pytest.mark.clause("DD Dealing 7")
def test_with_the_first_two_cards_face_up_it_is_the_standard_signal() -> None:
    scene = dealt("8S 8H", dealer="TD 7C", then="2C 3C")
    look(scene)
    scene.as_player(m.Split)
    scene.as_player(m.Hit)
    assert signals(scene)[-1] == (("DD Dealing 7",), "gives the standard hit signal")


@pytest.mark.clause("DD Dealing 7")
def test_a_hit_that_was_signalled_is_dealt_to_that_hand() -> None:
    scene = opened(pitched(("2S 3S", "4S 5S"), "TD 8C", "4H"), 2, by_hand=(DEALER,))
    scene.bet()
    scene.dealer(m.CloseBets)
    deal_by_hand(scene)
    scene.as_player(m.Hit)
    refusal = scene.refused(m.Deal(by=DEALER, to=2))
    assert (refusal.code, refusal.clauses) == ("deal/out-of-order", ("DD Dealing 7",))
    assert scene.refused(m.PassOver(by=DEALER, box=1)).code == "deal/card-due"
    scene.dealer(m.Deal, to=1)
    assert len(scene.hand().cards) == 3


@pytest.mark.clause("DD Dealing 8")
def test_a_stand_tucks_the_cards_face_down_under_the_bet() -> None:
    scene = dealt("TS 9S", "2S 3S", dealer="TD 8C")
    scene.as_player(m.Stand)
    assert signals(scene) == [(("DD Dealing 8",), "tucks the cards under the bet")]
    assert scene.last(f.CardsTucked) == f.CardsTucked(("DD Dealing 8",), 1, 1, 2)
    assert scene.hand().face_down == {0, 1}
    refusal = scene.refused(m.Hit(by="ann", box=1))
    assert refusal.code == "hit/after-stand"
    assert refusal.clauses == ("DD Dealing 8",)


@pytest.mark.clause("DD Dealing 9")
def test_a_busted_hand_is_shown_then_its_wager_collected_then_its_cards_racked() -> None:
    scene = dealt("TS 6S", "2S 3S", dealer="TD 8C", then="KH")
    scene.as_player(m.Hit)
    shown, busted, collected, racked = in_order(scene, f.CardsShown, f.HandBusted, f.WagerCollected, f.CardsDiscarded)
    assert shown == f.CardsShown(("DD Dealing 9",), 1, 1, ("TS", "6S", "KH"))
    assert busted == f.HandBusted(("DD Dealing 9",), 1, 1, 26)
    assert collected == f.WagerCollected(("DD Dealing 9",), "ann", 1, 1, "bet", BET)
    assert racked == f.CardsDiscarded(("DD Dealing 9",), 1, 1, 3)
    assert scene.table.waiting.box == 2


@pytest.mark.clause("DD Dealing 9")
@pytest.mark.parametrize(("third", "busts"), [("5H", False), ("6H", True)])
def test_21_is_not_a_bust_and_22_is(third: str, busts: bool) -> None:
    scene = dealt("TS 6S", dealer="TD 7C", then=third)
    scene.as_player(m.Hit)
    assert bool(scene.facts(f.HandBusted)) is busts
    if not busts:
        scene.as_player(m.Stand)
    assert scene.won("ann") == (-BET if busts else BET)


# --- Doubling Down ----------------------------------------------------------------------------------------------------


@pytest.mark.clause("DD Doubling Down")
def test_a_double_exposes_the_two_cards_and_its_own_card_is_face_down_and_tucked() -> None:
    scene = dealt("5S 6S", "2S 3S", dealer="TD 7C", then="9H")
    by = ("DD Doubling Down",)
    scene.as_player(m.Double, cents=BET)
    facts = in_order(scene, f.CardsShown, f.DecisionMade, f.WagerPlaced, f.CardDealt, f.CardsTucked)[-5:]
    assert facts == [
        f.CardsShown(by, 1, 1, ("5S", "6S")),
        f.DecisionMade(by, "ann", 1, 1, "double"),
        f.WagerPlaced(by, "ann", 1, 1, "double", BET),
        f.CardDealt(by, 1, 1, "9H", face_up=False),
        f.CardsTucked(by, 1, 1, 1),
    ]
    assert view(scene.table, "ann").boxes[0].hands[0].cards == ("5S", "6S", None)
    refusal = scene.refused(m.LookAtCards(by="ann", box=1))
    assert (refusal.code, refusal.clauses) == ("look/double-card", by)
    scene.as_player(m.Stand, box=2)
    assert scene.won("ann") == 2 * BET


@pytest.mark.clause("DD Doubling Down")
@pytest.mark.parametrize(("cents", "taken"), [(1_00, True), (99_00, True), (BET, True), (BET + 1_00, False)])
def test_a_double_is_up_to_the_bet_and_less_is_accepted(cents: int, taken: bool) -> None:
    scene = dealt("5S 6S", dealer="TD 7C", then="9H")
    if taken:
        scene.as_player(m.Double, cents=cents)
        assert scene.won("ann") == BET + cents
    else:
        refusal = scene.refused(m.Double(by="ann", box=1, cents=cents))
        assert (refusal.code, refusal.clauses) == ("double/too-much", ("DD Doubling Down",))


@pytest.mark.clause("DD Doubling Down")
def test_only_the_first_two_cards_may_be_doubled() -> None:
    scene = dealt("2S 3S", dealer="TD 7C", then="4H")
    assert m.Double in scene.table.waiting.may
    scene.as_player(m.Hit)
    refusal = scene.refused(m.Double(by="ann", box=1, cents=BET))
    assert (refusal.code, refusal.clauses) == ("double/not-open", ("DD Doubling Down",))


@pytest.mark.clause("DD Doubling Down")
@pytest.mark.parametrize("cards", ["AS KS", "TS 9S", "2S 2H"])
def test_any_first_two_cards_may_be_doubled_a_blackjack_included(cards: str) -> None:
    scene = dealt(cards, dealer="TD 7C", then="AH")
    look(scene)
    scene.as_player(m.Double, cents=BET)
    assert scene.facts(f.HandSettled)


@pytest.mark.clause("DD Doubling Down")
@pytest.mark.parametrize("dealer_card", ["KH", "3H"], ids=["dealer busts", "dealer stands"])
def test_a_double_card_that_busts_the_hand_is_found_at_the_settlement_and_loses_whatever_the_dealer_has(
    dealer_card: str,
) -> None:
    scene = dealt("TS 2S", dealer="TD 6C", then=f"KD {dealer_card}")
    scene.as_player(m.Double, cents=BET)
    assert scene.facts(f.HandBusted) == []
    settled = scene.last(f.HandSettled)
    assert settled == f.HandSettled(("DD Dealing 11", "DD Dealing 9"), 1, 1, "loses")
    assert scene.won("ann") == -2 * BET


# --- Splitting --------------------------------------------------------------------------------------------------------


@pytest.mark.clause("DD Splitting")
def test_a_split_exposes_the_hand_by_two_fingers_and_takes_a_bet_equal_to_the_first() -> None:
    scene = dealt("8S 8H", dealer="TD 7C", then="2C")
    look(scene)
    scene.as_player(m.Split)
    shown, fingers, placed = (scene.last(kind) for kind in (f.CardsShown, f.Signalled, f.WagerPlaced))
    assert shown == f.CardsShown(("DD Splitting",), 1, 1, ("8S", "8H"))
    assert fingers == f.Signalled(("DD Splitting",), "ann", 1, 1, "shows two fingers")
    assert placed == f.WagerPlaced(("DD Splitting",), "ann", 1, 2, "bet", BET)
    assert [card.code for card in scene.hand(1, 1).cards] == ["8S", "2C"]
    assert [card.code for card in scene.hand(1, 2).cards] == ["8H"]


@pytest.mark.clause("DD Splitting")
def test_a_pair_is_split_up_to_three_times_into_four_hands() -> None:
    scene = dealt("8S 8H", dealer="TD 7C", then="8C 8D 8S 2C")
    look(scene)
    for _ in range(3):
        scene.as_player(m.Split)
    assert [x.new_hand for x in scene.facts(f.HandSplit)] == [2, 3, 4]
    assert [card.code for card in scene.hand().cards] == ["8S", "8S"]
    refusal = scene.refused(m.Split(by="ann", box=1))
    assert (refusal.code, refusal.clauses) == ("split/too-many", ("DD Splitting",))
    assert scene.table.state.chips.on_layout == 4 * BET


@pytest.mark.clause("DD Splitting")
@pytest.mark.parametrize(
    ("reading", "cards", "pair"),
    [
        ("same-value", "KS QH", True),
        ("same-rank", "KS QH", False),
        ("same-rank", "KS KH", True),
        ("same-value", "9S 8H", False),
    ],
)
def test_what_a_pair_is_goes_by_the_reading(reading: str, cards: str, pair: bool) -> None:
    scene = dealt(cards, dealer="TD 7C", readings={"pair-means": reading})
    look(scene)
    if pair:
        scene.as_player(m.Split)
    else:
        refusal = scene.refused(m.Split(by="ann", box=1))
        assert refusal.code == "split/no-pair"
        assert "DD Splitting" in refusal.clauses


@pytest.mark.clause("DD Splitting")
def test_a_split_hand_may_be_doubled_and_each_is_played_in_turn() -> None:
    scene = dealt("8S 8H", dealer="TD 7C", then="3C TH KC 6D")
    look(scene)
    scene.as_player(m.Split)
    scene.as_player(m.Double, cents=BET)  # 8 + 3 + ten, face down
    doubled = scene.last(f.CardsTucked)
    assert doubled == f.CardsTucked(("DD Doubling Down", "DD Splitting"), 1, 1, 1)
    assert scene.table.waiting.hand == 2
    scene.as_player(m.Stand)  # 8 + king against 17
    assert scene.won("ann") == 3 * BET


@pytest.mark.clause("DD Splitting")
def test_a_split_needs_chips_for_the_second_bet() -> None:
    scene = dealt("8S 8H", dealer="TD 7C", chips=199_00)
    look(scene)
    refusal = scene.refused(m.Split(by="ann", box=1))
    assert (refusal.code, refusal.clauses) == ("wager/too-few-chips", ("DD Splitting",))


# --- Splitting Aces ---------------------------------------------------------------------------------------------------


@pytest.mark.clause("DD Splitting Aces")
def test_split_aces_get_one_card_each_horizontally_and_no_more() -> None:
    scene = dealt("AS AH", "2S 3S", dealer="TD 7C", then="5C 6D")
    look(scene)
    scene.as_player(m.Split)
    assert scene.facts(f.CardDealt)[-2:] == [
        f.CardDealt(("DD Splitting Aces",), 1, 1, "5C", face_up=True, sideways=True),
        f.CardDealt(("DD Splitting Aces",), 1, 2, "6D", face_up=True, sideways=True),
    ]
    assert scene.table.waiting.box == 2  # nothing more to decide: no hit, no double
    assert [hand.finished for hand in scene.table.state.boxes[1].hands] == [True, True]


@pytest.mark.clause("DD Splitting Aces")
def test_aces_are_split_once_even_when_another_ace_comes() -> None:
    scene = dealt("AS AH", "2S 3S", dealer="TD 7C", then="AC AD")
    look(scene)
    scene.as_player(m.Split)
    assert len(scene.table.state.boxes[1].hands) == 2
    assert scene.table.waiting.box == 2


@pytest.mark.clause("DD Splitting Aces")
def test_a_split_ace_with_a_ten_is_21_at_even_money_and_not_a_blackjack() -> None:
    scene = dealt("AS AH", dealer="TD 7C", then="KC QD")
    look(scene)
    scene.as_player(m.Split)
    paid = scene.facts(f.WagerPaid)
    assert [(x.cents, x.winnings) for x in paid] == [(BET, BET), (BET, BET)]
    assert all("DD Splitting Aces" in x.clauses for x in paid)


@pytest.mark.clause("DD Splitting Aces")
def test_a_split_ace_with_a_ten_pushes_with_a_dealer_21() -> None:
    scene = dealt("AS AH", dealer="TD 6C", then="KC 2D 5H")
    look(scene)
    scene.as_player(m.Split)  # 21 and 13 against 21
    returned = scene.last(f.WagerReturned)
    assert isinstance(returned, f.WagerReturned)
    assert (returned.hand, "DD Splitting Aces" in returned.clauses) == (1, True)
    assert scene.won("ann") == -BET


@pytest.mark.parametrize(("reading", "winnings"), [("counts-as-21", BET), ("counts-as-blackjack", BET * 3 // 2)])
def test_a_split_ten_with_an_ace_goes_by_the_reading(reading: str, winnings: int) -> None:
    scene = dealt("KS KH", dealer="TD 7C", then="AC 9D", readings={"blackjack-after-split": reading})
    look(scene)
    scene.as_player(m.Split)
    scene.stand_all()
    won = [x.winnings for x in scene.facts(f.WagerPaid) if x.hand == 1]
    assert won == [winnings]
