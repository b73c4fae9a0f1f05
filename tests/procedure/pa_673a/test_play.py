"""§ 673a.7(i) to (k), §§ 673a.10 and 673a.11: the players' decisions, drawing, doubling, splitting."""

import pytest

from tests import facts
from tests import moves as m
from tests.procedure.pa_673a.seat import BET, names_of, table, to_the_end

# --- (i), (j), (k) --------------------------------------------------------------------------------------------------


@pytest.mark.clause("PA 673a.7(i)")
def test_players_decide_clockwise_from_the_dealers_left() -> None:
    scene = table("9S 7H", "9D 7D", "9D 6D", "9D 5D")
    for box, name in ((1, "ann"), (2, "bob"), (3, "cat")):
        assert (scene.table.waiting.by, scene.table.waiting.box) == ((name,), box)
        for other in {"ann", "bob", "cat"} - {name}:
            refusal = scene.refused(m.Stand(by=other, box=box))
            assert (refusal.code, refusal.clauses) == ("turn/not-yours", ("PA 673a.7(i)",))
        scene.as_player(m.Stand, box)
    assert not scene.table.state.in_round


@pytest.mark.clause("PA 673a.7(i)")
def test_on_the_first_two_cards_all_five_decisions_are_open() -> None:
    scene = table("9S 7H", "8D 8H")
    assert set(scene.table.waiting.may) == {m.Hit, m.Stand, m.Double, m.Split, m.Surrender}


@pytest.mark.clause("PA 673a.7(j)")
def test_each_additional_card_is_dealt_face_up_when_it_is_asked_for() -> None:
    scene = table("9S 7H", "2D 3D", then="4D 5D 6D")
    for card in ("4D", "5D"):
        dealt = [fact for fact in scene.as_player(m.Hit) if isinstance(fact, facts.CardDealt)]
        assert [(f.box, f.card, f.face_up, f.clauses) for f in dealt] == [(1, card, True, ("PA 673a.7(j)",))]
    scene.as_player(m.Stand)


@pytest.mark.clause("PA 673a.7(k)")
@pytest.mark.clause("PA 673a.7(k)(1)")
@pytest.mark.clause("PA 673a.1 Hard total")
@pytest.mark.clause("PA 673a.1 Soft total")
@pytest.mark.parametrize(
    ("hand", "then", "total", "soft"),
    [
        ("TD 5D", "5H", 20, False),
        ("TD 5D", "6H", 21, False),
        ("AD 5D", "4H", 20, True),
        ("AD 5D", "5H", 21, True),
        ("AD 5D", "TH", 16, False),
    ],
)
def test_a_hand_may_draw_below_21_and_not_at_21_hard_or_soft(hand: str, then: str, total: int, soft: bool) -> None:
    scene = table("9S 7H", hand, "9D 5D", then=f"{then} 2C")
    before = scene.hand(1)
    scene.as_player(m.Hit)
    assert (before.total, before.soft) == (total, soft)
    if total < 21:
        assert m.Hit in scene.table.waiting.may
        scene.as_player(m.Hit)
    else:
        assert scene.table.waiting.box == 2
        refusal = scene.refused(m.Hit(by="ann", box=1))
        assert refusal.code == "hit/has-21"
        assert "PA 673a.7(k)(1)" in refusal.clauses


# --- § 673a.10, double down -----------------------------------------------------------------------------------------


@pytest.mark.clause("PA 673a.10(a)")
@pytest.mark.clause("PA 673a.10(b)")
@pytest.mark.clause("PA 673a.7(k)(2)")
def test_a_double_gets_one_card_face_up_and_sideways_and_no_more() -> None:
    scene = table("9S 7H", "5D 6D", "9D 5D", then="2H")
    done = scene.as_player(m.Double, cents=BET)
    card = next(fact for fact in done if isinstance(fact, facts.CardDealt))
    assert (card.card, card.face_up, card.sideways, card.clauses) == ("2H", True, True, ("PA 673a.10(b)",))
    assert len(scene.hand(1).cards) == 3
    assert scene.table.waiting.box == 2  # 13, and still no second card
    assert "PA 673a.7(k)(2)" in scene.refused(m.Hit(by="ann", box=1)).clauses


@pytest.mark.clause("PA 673a.10(a)")
def test_a_double_may_be_less_than_the_wager_or_equal_to_it_but_not_more() -> None:
    scene = table("9S 7H", "5D 6D", "5D 6D", then="2H 3H")
    refusal = scene.refused(m.Double(by="ann", box=1, cents=BET + 1_00))
    assert (refusal.code, refusal.clauses) == ("double/too-much", ("PA 673a.10(a)",))
    scene.as_player(m.Double, 1, cents=BET)
    scene.as_player(m.Double, 2, cents=1_00)
    assert [f.cents for f in scene.facts(facts.WagerPlaced) if f.wager == "double"] == [BET, 1_00]


@pytest.mark.clause("PA 673a.10(a)")
def test_a_double_is_for_the_first_two_cards_only() -> None:
    scene = table("9S 7H", "2D 3D", then="4H")
    scene.as_player(m.Hit)
    refusal = scene.refused(m.Double(by="ann", box=1, cents=BET))
    assert (refusal.code, refusal.clauses) == ("double/not-open", ("PA 673a.10(a)",))


def test_a_blackjack_is_paid_and_cannot_be_doubled() -> None:
    scene = table("9S 7H", "AD KD", "5D 6D")
    assert scene.refused(m.Double(by="ann", box=1, cents=BET)).code == "double/has-21"
    assert scene.won("ann") == 2 * BET


@pytest.mark.clause("PA 673a.10(a)")
@pytest.mark.clause("PA 673a.10(c)")
@pytest.mark.clause("PA 673a.11(c)")
def test_either_hand_of_a_split_may_be_doubled_on_its_first_two_cards() -> None:
    scene = table("9S 7H", "8D 8H", then="3D TD 2D 9D TH")
    scene.as_player(m.Split)
    assert set(scene.table.waiting.may) == {m.Hit, m.Stand, m.Double}
    scene.as_player(m.Double, cents=BET)
    assert scene.hand(1, 2).total == 10
    scene.as_player(m.Double, cents=BET)
    assert not scene.table.state.in_round
    assert scene.blackjack.rules.doubling.double_after_split
    doubles = [(f.hand, f.cents) for f in scene.facts(facts.WagerPlaced) if f.wager == "double"]
    assert doubles == [(1, BET), (2, BET)]


# --- § 673a.11, splitting -------------------------------------------------------------------------------------------


@pytest.mark.clause("PA 673a.11(a)")
@pytest.mark.parametrize(
    ("hand", "splits"), [("7D 7H", True), ("KD TH", True), ("JD QH", True), ("AD AH", True), ("9D TH", False)]
)
def test_two_cards_of_identical_value_may_be_split(hand: str, splits: bool) -> None:
    scene = table("9S 7H", hand)
    assert (m.Split in scene.table.waiting.may) is splits
    if not splits:
        refusal = scene.refused(m.Split(by="ann", box=1))
        assert (refusal.code, refusal.clauses) == ("split/no-pair", ("PA 673a.11(a)",))


@pytest.mark.clause("PA 673a.11(a)")
def test_the_second_hand_carries_a_wager_equal_to_the_first() -> None:
    scene = table("9S 7H", "7D 7H", then="2D 3D")
    split = scene.as_player(m.Split)
    placed = next(fact for fact in split if isinstance(fact, facts.WagerPlaced))
    assert (placed.hand, placed.wager, placed.cents) == (2, "bet", BET)
    assert scene.table.state.chips.on_layout == 2 * BET


@pytest.mark.clause("PA 673a.11(a)")
def test_a_player_who_cannot_cover_the_second_hand_cannot_split() -> None:
    scene = table("9S 7H", "7D 7H", chips=199_00)
    refusal = scene.refused(m.Split(by="ann", box=1))
    assert (refusal.code, refusal.clauses) == ("wager/too-few-chips", ("PA 673a.11(a)",))


@pytest.mark.clause("PA 673a.11(a)")
def test_there_are_two_hands_at_most() -> None:
    scene = table("9S 7H", "7D 7H", then="7C 7S")
    scene.as_player(m.Split)
    refusal = scene.refused(m.Split(by="ann", box=1))
    assert (refusal.code, refusal.clauses) == ("split/too-many", ("PA 673a.11(a)",))
    scene.as_player(m.Stand)
    assert scene.table.waiting.hand == 2
    assert scene.refused(m.Split(by="ann", box=1)).code == "split/too-many"


@pytest.mark.clause("PA 673a.11(b)")
@pytest.mark.clause("PA 673a.11(c)")
def test_the_hand_on_the_dealers_left_is_completed_before_the_second_gets_a_card() -> None:
    scene = table("9S 7H", "7D 7H", then="2D 3D TC")
    scene.as_player(m.Split)
    assert (len(scene.hand(1, 1).cards), len(scene.hand(1, 2).cards)) == (2, 1)
    scene.as_player(m.Hit)
    assert (len(scene.hand(1, 1).cards), len(scene.hand(1, 2).cards)) == (3, 1)
    stood = scene.as_player(m.Stand)
    card = next(fact for fact in stood if isinstance(fact, facts.CardDealt))
    assert (card.hand, card.clauses) == (2, ("PA 673a.11(b)",))
    assert set(scene.table.waiting.may) == {m.Hit, m.Stand, m.Double}


@pytest.mark.clause("PA 673a.11(b)")
@pytest.mark.parametrize(("pair", "then"), [("AD AH", "KD 5D"), ("KD KH", "AD 5D")])
def test_an_ace_and_a_ten_after_a_split_are_paid_as_21_and_not_as_blackjack(pair: str, then: str) -> None:
    scene = table("9S 7H", pair, then=then)
    split = scene.as_player(m.Split)
    paid = next(fact for fact in split if isinstance(fact, facts.WagerPaid))
    assert (paid.hand, paid.winnings) == (1, BET)
    assert paid.clauses == ("PA 673a.7(m)", "PA 673a.1 Blackjack", "PA 673a.11(b)", "PA 673a.12(a)")


@pytest.mark.clause("PA 673a.11(b)")
@pytest.mark.parametrize("paid_when", ["right-away", "after-all-players"])
def test_reading_blackjack_after_split_counts_as_blackjack_pays_two_to_one_at_once(paid_when: str) -> None:
    readings = {"blackjack-after-split": "counts-as-blackjack", "twenty-one-paid": paid_when}
    scene = table("9S 7H", "AD AH", then="KD 5D", readings=readings)
    split = scene.as_player(m.Split)
    paid = next(fact for fact in split if isinstance(fact, facts.WagerPaid))
    assert (paid.hand, paid.winnings) == (1, 2 * BET)
    assert "CardsDiscarded" in names_of(split)
    assert scene.hand(1, 1).settled


@pytest.mark.clause("PA 673a.7(k)")
@pytest.mark.clause("PA 673a.11(c)")
def test_reading_split_aces_play_on_each_ace_may_draw_and_double() -> None:
    scene = table("9S 7H", "AD AH", then="2D 3D 4D 5D TC", readings={"split-aces-draw": "play-on"})
    scene.as_player(m.Split)
    assert set(scene.table.waiting.may) == {m.Hit, m.Stand, m.Double}
    scene.as_player(m.Hit)
    assert scene.hand(1, 1).total == 16
    scene.as_player(m.Stand)
    scene.as_player(m.Double, cents=BET)
    assert not scene.table.state.in_round


def test_reading_split_aces_one_card_each_ace_stands_on_it() -> None:
    scene = table("9S 7H", "AD AH", "9D 5D", then="2D 3D", readings={"split-aces-draw": "one-card"})
    scene.as_player(m.Split)
    assert [scene.hand(1, number).total for number in (1, 2)] == [13, 14]
    assert scene.table.waiting.box == 2
    to_the_end(scene)


def test_a_card_is_refused_to_one_who_stood() -> None:
    scene = table("9S 7H", "TD 5D", "TD 6D")
    scene.as_player(m.Stand)
    assert scene.refused(m.Hit(by="ann", box=1)).code == "hit/after-stand"
    refusal = scene.refused(m.Double(by="bob", box=1, cents=BET))
    assert refusal.code == "turn/other-box"
