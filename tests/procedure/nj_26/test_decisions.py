"""N.J.A.C. 19:47-26.8 to 26.10: surrender, doubling down, splitting pairs."""

import msgspec
import pytest

from pitboss.procedure.equipment import lawful_equipment
from pitboss.procedure.moves import FLOORPERSON
from tests import facts as f
from tests import moves as m
from tests.procedure.kit import Scene
from tests.procedure.nj_26.at_table import (
    BET,
    GAME,
    READER,
    UNREAD,
    dealer_cards,
    dealt,
    money,
    over,
    place,
    said,
    wagered,
)

# --- 26.8 surrender -------------------------------------------------------------------------------------------------


@pytest.mark.clause("NJ 26.8(a)", "NJ 26.8(a)1")
@pytest.mark.parametrize("up", ["2S", "9S"])
def test_under_2_to_9_half_of_the_wagers_is_collected_at_once_and_half_returned(up: str) -> None:
    scene = dealt(f"{up} KH KC 6D 9C 8D", players=2, attack=BET)
    scene.as_player(m.Surrender)
    assert money(scene) == [
        ("collected", "ann", "bet", BET // 2),
        ("returned", "ann", "bet", BET // 2),
        ("collected", "ann", "attack", BET // 2),
        ("returned", "ann", "attack", BET // 2),
    ]
    assert scene.last(f.WagerReturned).clauses == ("NJ 26.8(a)", "NJ 26.8(a)1")
    assert len(dealer_cards(scene)) == 1


@pytest.mark.clause("NJ 26.8(a)2")
@pytest.mark.parametrize("up", ["AS", "KS", "QS", "JS"])
def test_under_ace_king_queen_or_jack_the_wagers_lie_on_the_cards_until_the_second_card(up: str) -> None:
    scene = dealt(f"{up} KH KC 6D 9C 5D 2D", players=2, attack=BET)
    scene.as_player(m.Surrender)
    assert scene.last(f.WagersParked).box == 1
    assert "NJ 26.8(a)2" in scene.last(f.WagersParked).clauses
    assert not money(scene)
    assert scene.hand().cards, "the cards stay under the wagers"
    scene.as_player(m.Stand, box=2)
    assert [row for row in money(scene) if row[1] == "ann"] == [
        ("collected", "ann", "bet", BET // 2),
        ("returned", "ann", "bet", BET // 2),
        ("collected", "ann", "attack", BET // 2),
        ("returned", "ann", "attack", BET // 2),
    ]
    settled = next(fact for fact in scene.facts(f.WagerCollected) if fact.player == "ann")
    assert settled.clauses == ("NJ 26.8(a)", "NJ 26.8(a)2")
    dealer = [fact for fact in scene.facts(f.CardDealt) if fact.box == 0]
    assert place(scene, dealer[1]) < place(scene, settled) < place(scene, dealer[2]), "at once, before the third card"


@pytest.mark.clause("NJ 26.8(a)2")
@pytest.mark.parametrize("readings", [{}, UNREAD])
def test_a_surrendered_hand_loses_its_wager_to_a_dealer_blackjack(readings: dict[str, str]) -> None:
    deal = "KS KH 6D AC"
    scene = dealt(deal, readings=readings)
    scene.as_player(m.Surrender)
    assert money(scene) == [("collected", "ann", "bet", BET)]
    assert "NJ 26.8(a)2" in scene.last(f.WagerCollected).clauses


@pytest.mark.clause("NJ 26.8(a)3")
@pytest.mark.parametrize("up", ["AS", "KS"])
def test_after_the_reader_the_licensee_may_settle_a_surrender_at_once_whatever_the_up_card(up: str) -> None:
    scene = dealt(f"{up} KH KC 6D 9C 7D", players=2, readings=READER, sets={"surrender_at_once": True})
    scene.as_player(m.Surrender)
    assert money(scene) == [("collected", "ann", "bet", BET // 2), ("returned", "ann", "bet", BET // 2)]
    assert scene.last(f.WagerReturned).clauses == ("NJ 26.8(a)", "NJ 26.8(a)3")
    assert not scene.facts(f.WagersParked)


@pytest.mark.clause("NJ 26.8(a)2")
def test_without_that_option_a_surrender_waits_for_the_hole_card_even_after_the_reader() -> None:
    scene = dealt("KS KH KC 6D 9C 7D", players=2, readings=READER, sets={"surrender_at_once": False})
    assert "NJ 26.8(a)3" in scene.rules.cites("surrender_settled")
    scene.as_player(m.Surrender)
    assert scene.facts(f.WagersParked)
    assert not money(scene)
    scene.as_player(m.Stand, box=2)
    turned = scene.last(f.HoleCardTurned)
    settled = next(fact for fact in scene.facts(f.WagerCollected) if fact.player == "ann")
    assert place(scene, turned) < place(scene, settled)
    assert settled.clauses == ("NJ 26.8(a)", "NJ 26.8(a)2")


@pytest.mark.clause("NJ 26.8(a)2", "NJ 26.8(a)3")
def test_the_option_needs_a_reader_that_has_told() -> None:
    scene = wagered("KS KH 6D 7D", readings=READER, sets={"surrender_at_once": True})
    assert "NJ 26.8(a)3" in scene.rules.cites("surrender_settled")
    scene.floor(m.ReaderFailed)
    scene.no_attack()
    scene.as_player(m.Surrender)
    parked = scene.last(f.WagersParked)
    assert parked.clauses == ("NJ 26.8(a)2",), "no reader has ruled a Blackjack out"
    told = dealt("KS KH 6D 7D", readings=READER, sets={"surrender_at_once": True})
    told.as_player(m.Surrender)
    assert not told.facts(f.WagersParked)
    assert told.last(f.HandSettled).clauses == ("NJ 26.8(a)", "NJ 26.8(a)3")


@pytest.mark.clause("NJ 26.8(a)")
def test_surrender_is_open_after_a_card_was_drawn() -> None:
    scene = dealt("9S 5H 6D 4C 8C")
    scene.as_player(m.Hit)
    scene.as_player(m.Surrender)
    assert scene.won("ann") == -BET // 2


@pytest.mark.clause("NJ 26.8(a)")
def test_surrender_is_open_after_a_split_for_each_hand() -> None:
    scene = dealt("9S 8H 8D 5C 6C 8C")
    scene.as_player(m.Split)
    scene.as_player(m.Surrender)
    assert scene.won("ann") == -BET // 2 - BET, "half of the first hand lost, the second still on the layout"
    scene.as_player(m.Surrender)
    assert scene.won("ann") == -BET


@pytest.mark.clause("NJ 26.8(a)")
def test_surrender_after_a_double_costs_half_of_everything() -> None:
    scene = dealt("9S 5H 6D 4C 8C", attack=BET)
    scene.as_player(m.Double, cents=2 * BET)
    assert set(scene.table.waiting.may) == {m.Stand, m.Surrender}
    scene.as_player(m.Surrender)
    assert scene.won("ann") == -2 * BET
    assert ("collected", "ann", "double", BET) in money(scene)


@pytest.mark.clause("NJ 26.8(a)")
def test_no_surrender_after_a_decision_to_stand() -> None:
    scene = dealt("9S KH KC 6D 9C 8C", players=2)
    scene.as_player(m.Stand)
    refusal = scene.refused(m.Surrender(by="ann", box=1))
    assert refusal.code == "surrender/after-stand"
    assert "NJ 26.8(a)" in refusal.clauses


@pytest.mark.clause("NJ 26.8(b)")
@pytest.mark.parametrize(("second", "won"), [("KD", 125_00 - BET), ("5D", -50_00 - BET // 2)])
def test_insurance_and_a_surrendered_hand_are_settled_apart(second: str, won: int) -> None:
    scene = wagered(f"AS KH 6D {second} 5C").no_attack()
    scene.as_player(m.Insure, cents=50_00)
    scene.as_player(m.Surrender)
    assert scene.won("ann") == won
    assert "NJ 26.8(b)" in scene.last(f.HandSettled).clauses


# --- 26.9 doubling down ---------------------------------------------------------------------------------------------


@pytest.mark.clause("NJ 26.9(a)", "NJ 26.12(a)2")
def test_a_double_gets_one_card_face_up_and_sideways_and_no_other() -> None:
    scene = dealt("9S 5H 6D 4C 8C")
    scene.as_player(m.Double, cents=BET)
    card = scene.last(f.CardDealt)
    assert (card.card, card.face_up, card.sideways, card.clauses) == ("4C", True, True, ("NJ 26.9(a)",))
    refusal = scene.refused(m.Hit(by="ann", box=1))
    assert refusal.code == "hit/after-double"
    assert "NJ 26.12(a)2" in refusal.clauses
    assert scene.refused(m.Double(by="ann", box=1, cents=BET)).code == "double/not-open"


@pytest.mark.clause("NJ 26.9(a)")
@pytest.mark.parametrize(("attack", "most"), [(0, BET), (BET, 2 * BET), (40_00, 140_00)])
def test_a_double_is_at_most_the_wagers_on_the_hand(attack: int, most: int) -> None:
    scene = dealt("9S 5H 6D 4C 8C", attack=attack)
    refusal = scene.refused(m.Double(by="ann", box=1, cents=most + 1_00))
    assert (refusal.code, refusal.clauses) == ("double/too-much", ("NJ 26.9(a)",))
    scene.as_player(m.Double, cents=most)
    assert scene.hand().stakes[0].double == most


@pytest.mark.clause("NJ 26.9(a)")
def test_a_double_may_be_for_less() -> None:
    scene = dealt("9S 5H 6D KC 8C")
    scene.as_player(m.Double, cents=2_00)
    assert scene.won("ann") == BET + 2_00


@pytest.mark.clause("NJ 26.9(a)")
def test_a_double_is_open_on_two_three_or_more_cards() -> None:
    scene = dealt("9S 2H 2D 3C 3D KC 8C")
    assert m.Double in scene.table.waiting.may
    scene.as_player(m.Hit)
    assert m.Double in scene.table.waiting.may
    scene.as_player(m.Hit)
    scene.as_player(m.Double, cents=BET)
    scene.stand_all()
    assert scene.won("ann") == 2 * BET


def test_a_blackjack_may_not_be_doubled() -> None:
    scene = dealt("9S AH 9H KD 9D 8C", players=2)
    assert scene.refused(m.Double(by="ann", box=1, cents=BET)).code == "double/has-21"


@pytest.mark.clause("NJ 26.9(a)", "NJ 26.10(c)")
def test_a_split_hand_may_be_doubled() -> None:
    scene = dealt("9S 8H 8D 3C KC 9C 8S")
    scene.as_player(m.Split)
    scene.as_player(m.Double, cents=BET)
    assert scene.hand().total == 21
    scene.as_player(m.Stand)
    assert scene.won("ann") == 2 * BET, "21 doubled wins, 17 against 17 is void"


@pytest.mark.clause("NJ 26.9(b)")
def test_a_winning_double_pays_each_wager_1_to_1() -> None:
    scene = dealt("9S 5H 6D KC 8C", attack=BET)
    scene.as_player(m.Double, cents=2 * BET)
    paid = {fact.wager: fact.winnings for fact in scene.facts(f.WagerPaid)}
    assert paid == {"bet": BET, "attack": BET, "double": 2 * BET}
    assert "NJ 26.5(e)" in scene.last(f.WagerPaid).clauses


@pytest.mark.clause("NJ 26.9(c)")
def test_a_dealer_blackjack_after_a_double_does_not_take_the_amount_added() -> None:
    scene = dealt("KS 5H 6D 8C AC")
    scene.as_player(m.Double, cents=BET)
    scene.stand_all()
    assert money(scene) == [("collected", "ann", "bet", BET), ("returned", "ann", "double", BET)]
    assert scene.last(f.WagerReturned).clauses == ("NJ 26.9(c)",)


@pytest.mark.clause("NJ 26.5(b)", "NJ 26.9(c)")
def test_a_doubled_hand_that_busted_loses_the_initial_wager_alone_to_a_dealer_blackjack() -> None:
    scene = dealt("KS KH 6D KC AC", attack=BET)
    scene.as_player(m.Double, cents=2 * BET)
    assert dealer_cards(scene) == ["KS", "AC"]
    assert money(scene) == [
        ("collected", "ann", "bet", BET),
        ("returned", "ann", "attack", BET),
        ("returned", "ann", "double", 2 * BET),
    ]


@pytest.mark.clause("NJ 26.10(d)")
@pytest.mark.parametrize("original_busts", [True, False])
def test_after_a_split_a_busted_hand_loses_no_more_to_a_dealer_blackjack_than_the_original_wager(
    original_busts: bool,
) -> None:
    first, second = ("6C KC", "KD") if original_busts else ("KD", "6C KC")
    scene = dealt(f"KS 8H 8D {first} {second} AC")
    scene.as_player(m.Split)
    scene.as_player(m.Hit if original_busts else m.Stand)
    scene.as_player(m.Stand if original_busts else m.Hit)
    assert money(scene) == [("collected", "ann", "bet", BET), ("returned", "ann", "bet", BET)]
    assert [fact.hand for fact in scene.facts(f.WagerCollected)] == [1]


@pytest.mark.clause("NJ 26.6(d)", "NJ 26.5(e)")
@pytest.mark.parametrize("dealer", ["9C", "4C 9C"])
def test_the_bonus_wager_is_settled_before_a_busted_hand_is_collected(dealer: str) -> None:
    scene = dealt(f"KS KH 6D KC {dealer}", bonus=BET)
    scene.as_player(m.Hit)
    assert [(fact.wager) for fact in scene.table.facts if isinstance(fact, f.WagerCollected | f.WagerPaid)] == [
        "bust-it",
        "bet",
    ]


@pytest.mark.clause("NJ 26.12(c)")
@pytest.mark.parametrize(("bonus", "drawn"), [(0, ["6S", "KD"]), (BET, ["6S", "KD", "2C"])])
def test_the_dealer_draws_no_card_against_hands_that_are_all_over_21(bonus: int, drawn: list[str]) -> None:
    scene = dealt("6S KH 6D KC KD 2C 9C", bonus=bonus)
    scene.as_player(m.Hit)
    assert dealer_cards(scene) == drawn
    assert scene.won("ann") == -BET - bonus


# --- 26.10 splitting pairs ------------------------------------------------------------------------------------------


@pytest.mark.clause("NJ 26.10(a)")
@pytest.mark.parametrize(("cards", "pair"), [("8H 8D", True), ("KH QD", True), ("8H 9D", False), ("AH AD", True)])
def test_two_cards_of_the_same_value_may_be_split(cards: str, pair: bool) -> None:
    scene = dealt(f"9S {cards} 5C 6C")
    if pair:
        scene.as_player(m.Split)
        assert len(scene.hands()) == 2
    else:
        refusal = scene.refused(m.Split(by="ann", box=1))
        assert (refusal.code, refusal.clauses) == ("split/no-pair", ("NJ 26.10(a)",))


@pytest.mark.clause("NJ 26.10(a)")
@pytest.mark.parametrize("attack", [0, 40_00])
def test_the_second_hand_bears_the_initial_and_the_double_attack_wager(attack: int) -> None:
    scene = dealt("9S 8H 8D 5C 6C", attack=attack)
    scene.as_player(m.Split)
    stake = scene.hand(1, 2).stakes[0]
    assert (stake.bet, stake.attack) == (BET, attack)
    assert scene.won("ann") == -2 * (BET + attack)


@pytest.mark.clause("NJ 26.10(a)")
def test_a_player_who_cannot_cover_both_hands_may_not_split() -> None:
    scene = dealt("9S 8H 8D 5C 6C", attack=BET, chips=2 * BET + 199_00)
    refusal = scene.refused(m.Split(by="ann", box=1))
    assert (refusal.code, refusal.clauses) == ("wager/too-few-chips", ("NJ 26.10(a)",))
    scene.do(m.BuyIn(by="ann", cents=1_00))
    scene.as_player(m.Split)


@pytest.mark.clause("NJ 26.10(b)", "NJ 26.10(c)")
def test_the_hand_on_the_dealers_left_is_completed_before_the_next_gets_a_card() -> None:
    scene = dealt("9S 8H 8D 5C 4C KC 8S")
    scene.as_player(m.Split)
    assert said(scene) == ["16", "13"]
    assert scene.last(f.Announced).clauses == ("NJ 26.10(c)",)
    assert [len(hand.cards) for hand in scene.hands()] == [2, 1]
    scene.as_player(m.Hit)
    assert [len(hand.cards) for hand in scene.hands()] == [3, 1]
    scene.as_player(m.Stand)
    assert [scene.hand(1, number).total for number in (1, 2)] == [17, 18]
    assert scene.table.waiting.hand == 2
    assert scene.last(f.CardDealt).clauses == ("NJ 26.10(b)",)


@pytest.mark.clause("NJ 26.10(c)")
@pytest.mark.parametrize(("positions", "hands"), [(6, 4), (7, 3)])
def test_pairs_are_split_to_four_hands_at_six_positions_and_three_at_seven(positions: int, hands: int) -> None:
    scene = dealt("9S 8H 8D 8C 8S 8C 8S", sets={"positions": positions})
    for _ in range(hands - 1):
        scene.as_player(m.Split)
    assert len(scene.hands()) == hands
    refusal = scene.refused(m.Split(by="ann", box=1))
    assert (refusal.code, refusal.clauses) == ("split/too-many", ("NJ 26.10(c)",))


@pytest.mark.clause("NJ 26.10(c)")
def test_only_a_second_card_of_the_same_value_lets_a_split_hand_be_split_again() -> None:
    scene = dealt("9S 8H 8D 5C 8C KC")
    scene.as_player(m.Split)
    assert m.Split not in scene.table.waiting.may
    assert {m.Stand, m.Hit, m.Double} <= set(scene.table.waiting.may)
    scene.as_player(m.Stand)
    scene.as_player(m.Split)
    assert [hand.number for hand in scene.hands()] == [1, 2, 3]


@pytest.mark.clause("NJ 26.10(d)")
def test_a_dealer_blackjack_after_a_split_takes_the_original_wager_only() -> None:
    scene = dealt("KS 8H 8D KC KD AC")
    scene.as_player(m.Split)
    scene.stand_all()
    assert money(scene) == [("collected", "ann", "bet", BET), ("returned", "ann", "bet", BET)]
    assert scene.last(f.WagerReturned).clauses == ("NJ 26.10(d)",)


@pytest.mark.clause("NJ 26.10(e)")
def test_split_aces_get_one_card_each_and_are_split_once() -> None:
    scene = dealt("9S AH AD AC 5C 8S")
    scene.as_player(m.Split)
    assert [len(hand.cards) for hand in scene.hands()] == [2, 1]
    hit = scene.refused(m.Hit(by="ann", box=1))
    assert (hit.code, hit.clauses) == ("hit/split-ace", ("NJ 26.10(e)",))
    again = scene.refused(m.Split(by="ann", box=1))
    assert (again.code, again.clauses) == ("split/aces-again", ("NJ 26.10(e)",))
    double = scene.refused(m.Double(by="ann", box=1, cents=BET))
    assert (double.code, double.clauses) == ("double/split-ace", ("NJ 26.10(e)",))
    scene.stand_all()
    assert over(scene)


@pytest.mark.clause("NJ 26.1 Blackjack")
def test_ace_and_ten_value_card_after_a_split_are_an_ordinary_21() -> None:
    scene = dealt("5S AH AD KC KD 6C KS")
    scene.as_player(m.Split)
    assert dealer_cards(scene) == ["5S", "6C", "KS"]
    assert scene.won("ann") == 0, "void against a dealer's 21"


def everything_lost_but(scene: Scene) -> list[tuple[str, str, str, int]]:
    """What came back."""
    return [row for row in money(scene) if row[0] == "returned"]


@pytest.mark.clause("NJ 26.10(d)", "NJ 26.5(b)")
def test_after_a_split_with_a_double_attack_each_wager_that_goes_back_has_its_clause() -> None:
    scene = dealt("KS 8H 8D KC KD AC", attack=BET)
    scene.as_player(m.Split)
    scene.stand_all()
    assert everything_lost_but(scene) == [
        ("returned", "ann", "attack", BET),
        ("returned", "ann", "bet", BET),
        ("returned", "ann", "attack", BET),
    ]
    assert [fact.clauses for fact in scene.facts(f.WagerReturned)] == [
        ("NJ 26.5(b)",),
        ("NJ 26.10(d)",),
        ("NJ 26.10(d)",),
    ]


# --- (c): the positions that set how often a pair may be split --------------------------------------------------------


@pytest.mark.clause("NJ 26.10(c)")
@pytest.mark.parametrize(
    ("filed", "opened", "counted", "hands"),
    [
        (7, 7, "as-opened", 3),
        (7, 6, "as-opened", 4),
        (7, 5, "as-opened", 4),
        (6, 6, "as-opened", 4),
        (7, 7, "of-the-layout", 3),
        (7, 6, "of-the-layout", 3),
        (6, 5, "of-the-layout", 4),
    ],
)
def test_a_table_opened_with_seven_positions_allows_three_hands_and_one_with_six_allows_four(
    filed: int, opened: int, counted: str, hands: int
) -> None:
    readings = {"nj-positions-counted": counted}
    deal = "9S 8H 8D 8C 8S 8H 8D"
    scene = Scene(GAME, deal, sets={"positions": filed}, readings=readings, by_hand=(FLOORPERSON,))
    lawful = lawful_equipment(scene.table.state.rules)
    scene.do(msgspec.structs.replace(lawful, positions=opened))
    scene.open().bet().no_attack()
    for _ in range(hands - 1):
        scene.as_player(m.Split)
    assert len(scene.hands()) == hands
    refusal = scene.refused(m.Split(by="ann", box=1))
    assert (refusal.code, refusal.clauses) == ("split/too-many", ("NJ 26.10(c)",))


@pytest.mark.clause("NJ 26.10(c)")
def test_a_variant_with_another_number_of_hands_keeps_it_at_the_table_it_was_made_for() -> None:
    scene = dealt("9S 8H 8D 8C 8S", sets={"split_hands": 2})
    scene.as_player(m.Split)
    assert scene.refused(m.Split(by="ann", box=1)).code == "split/too-many"
