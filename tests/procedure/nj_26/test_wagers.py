"""N.J.A.C. 19:47-26.5(c) to (h), 26.6(a) to (c), 26.7(d) and 26.14: what may be wagered, when and by whom."""

from typing import Any

import pytest

from tests import facts as f
from tests import moves as m
from tests.procedure.kit import Scene
from tests.procedure.nj_26.at_table import BET, READER, dealt, nj, over, wagered

# --- the initial wager ----------------------------------------------------------------------------------------------


@pytest.mark.clause("NJ 26.1 Initial wager")
def test_no_card_is_dealt_to_a_box_without_an_initial_wager() -> None:
    scene = nj(players=2, by_hand=("dealer",))
    assert scene.refused(m.CloseBets(by="dealer")).clauses == ("NJ 26.1 Initial wager",)
    assert scene.refused(m.Wager(by="ann", box=1, cents=1_00, wager="bust-it")).code == "bust-it/no-bet"
    scene.do(m.Wager(by="ann", box=1, cents=BET))
    scene.dealer(m.CloseBets)
    assert list(scene.table.state.boxes) == [1]


@pytest.mark.clause("NJ 26.5(c)")
def test_a_wager_is_made_in_whole_chips_that_the_player_has() -> None:
    scene = nj(chips=50_00)
    refusal = scene.refused(m.Wager(by="ann", box=1, cents=10_50))
    assert refusal.code == "wager/chips"
    assert "NJ 26.5(c)" in refusal.clauses
    assert scene.refused(m.Wager(by="ann", box=1, cents=51_00)).code == "wager/too-few-chips"
    scene.do(m.Wager(by="ann", box=1, cents=50_00))


@pytest.mark.clause("NJ 26.5(c)")
@pytest.mark.parametrize(("first", "second"), [("dealer", "floorperson"), ("floorperson", "dealer")])
def test_a_spoken_wager_with_cash_counts_once_dealer_and_supervisor_confirm_it(first: str, second: str) -> None:
    scene = nj(by_hand=("dealer", "floorperson"), chips=1_00)
    facts = scene.do(m.Wager(by="ann", box=1, cents=20_00, verbal=True))
    assert any(isinstance(fact, f.ChipsBought) and fact.cents == 20_00 for fact in facts), "the cash becomes chips"
    assert scene.refused(m.CloseBets(by="dealer")).code == "bets/none"
    assert scene.do(m.ConfirmVerbal(by=first, player="ann", box=1))[0].clauses == ("NJ 26.5(c)",)
    assert scene.refused(m.ConfirmVerbal(by=first, player="ann", box=1)).code == "verbal/nothing-to-confirm"
    assert scene.refused(m.CloseBets(by="dealer")).code == "bets/none"
    scene.do(m.ConfirmVerbal(by=second, player="ann", box=1))
    scene.dealer(m.CloseBets)
    assert scene.table.state.boxes[1].hands[0].stakes[0].bet == 20_00
    assert scene.table.state.people.players["ann"].chips == 1_00


@pytest.mark.clause("NJ 26.5(c)")
def test_a_table_that_deals_by_itself_waits_for_the_supervisors_word_though_all_are_ready() -> None:
    scene = nj(by_hand=("floorperson",))
    scene.do(m.Wager(by="ann", box=1, cents=20_00, verbal=True))
    scene.do(m.Ready(by="ann"))
    assert m.ConfirmVerbal in scene.table.waiting.may
    assert not scene.facts(f.BetsClosed)
    scene.floor(m.ConfirmVerbal, player="ann", box=1)
    assert scene.facts(f.BetsClosed)


@pytest.mark.clause("NJ 26.6(c)")
def test_a_spoken_bonus_wager_is_confirmed_by_both_before_the_first_card() -> None:
    scene = nj(by_hand=("dealer", "floorperson"))
    scene.do(m.Wager(by="ann", box=1, cents=BET))
    scene.do(m.Wager(by="ann", box=1, cents=5_00, wager="bust-it", verbal=True))
    scene.dealer(m.ConfirmVerbal, player="ann", box=1)
    assert scene.refused(m.CloseBets(by="dealer")).code == "bets/none"
    scene.floor(m.ConfirmVerbal, player="ann", box=1)
    scene.dealer(m.CloseBets)
    assert scene.table.state.boxes[1].bettors["ann"].side.get("bust-it", 0) == 5_00


@pytest.mark.clause("NJ 26.6(c)")
@pytest.mark.parametrize("laid", [0, 3_00])
@pytest.mark.parametrize("role", ["dealer", "floorperson"])
def test_a_spoken_bonus_wager_that_one_of_the_two_does_not_confirm_leaves_all_as_it_lay(role: str, laid: int) -> None:
    scene = nj(by_hand=("dealer", "floorperson"))
    scene.do(m.Wager(by="ann", box=1, cents=BET))
    if laid:
        scene.do(m.Wager(by="ann", box=1, cents=laid, wager="bust-it"))
    scene.do(m.Wager(by="ann", box=1, cents=5_00, wager="bust-it", verbal=True))
    other = {"dealer": "floorperson", "floorperson": "dealer"}[role]
    (confirmed,) = scene.do(m.ConfirmVerbal(by=other, player="ann", box=1))
    assert confirmed.clauses == ("NJ 26.6(c)",)
    done = scene.do(m.ConfirmVerbal(by=role, player="ann", box=1, confirmed=False))
    assert [fact.clauses for fact in done] == [("NJ 26.6(c)",)] * 3
    scene.dealer(m.CloseBets)
    assert scene.table.state.boxes[1].bettors["ann"].side == ({"bust-it": laid} if laid else {})
    assert scene.table.state.boxes[1].hands[0].stakes[0].bet == BET


@pytest.mark.clause("NJ 26.6(b)", "NJ 26.6(b)1")
@pytest.mark.parametrize(
    ("first", "left", "by"), [(10_00, 10_00, ("NJ 26.6(b)", "NJ 26.6(b)1")), (0, 0, ("NJ 26.6(a)", "NJ 26.6(b)"))]
)
def test_a_bonus_wager_goes_back_as_far_as_the_bet_that_is_left_does_not_allow_it(
    first: int, left: int, by: tuple[str, ...]
) -> None:
    """The bet was raised, or made, by a word that the dealer does not confirm."""
    scene = nj(by_hand=("dealer",))
    if first:
        scene.do(m.Wager(by="ann", box=1, cents=first))
    scene.do(m.Wager(by="ann", box=1, cents=20_00, verbal=True))
    scene.do(m.Wager(by="ann", box=1, cents=20_00, wager="bust-it"))
    done = scene.dealer(m.ConfirmVerbal, player="ann", box=1, confirmed=False)
    (bonus,) = [fact for fact in done if isinstance(fact, f.WagerReturned) and fact.wager == "bust-it"]
    assert (bonus.cents, bonus.clauses) == (20_00 - left, by)
    assert scene.table.state.bets.bets == ({1: {"ann": first}} if first else {})
    assert scene.table.state.chips.on_layout == first + left


@pytest.mark.parametrize("wager", ["bet", "bust-it"])
def test_what_was_added_to_a_word_and_is_too_little_by_itself_goes_back_with_it(wager: str) -> None:
    """A bet of $40 made by word and raised by $5 in chips, at a table of $10; a bonus wager of $25 and $5, of $10."""
    values = {"table_minimum_cents": 10_00, "bust_it_minimum_cents": 10_00}
    scene = nj(sets=values, by_hand=("dealer",))
    if wager != "bet":
        scene.do(m.Wager(by="ann", box=1, cents=40_00))
    scene.do(m.Wager(by="ann", box=1, cents=25_00, wager=wager, verbal=True))
    scene.do(m.Wager(by="ann", box=1, cents=5_00, wager=wager))
    done = scene.dealer(m.ConfirmVerbal, player="ann", box=1, confirmed=False)
    assert [fact.cents for fact in done if isinstance(fact, f.WagerReturned)] == [25_00, 5_00]
    assert scene.table.state.bets.bets == ({} if wager == "bet" else {1: {"ann": 40_00}})
    assert scene.table.state.bets.side == {}


@pytest.mark.clause("NJ 26.5(c)")
def test_whose_spoken_wager_is_not_confirmed_is_not_ready_with_what_is_left_of_it() -> None:
    scene = nj(by_hand=("floorperson",))
    scene.do(m.Wager(by="ann", box=1, cents=20_00))
    scene.do(m.Wager(by="ann", box=1, cents=30_00, verbal=True))
    scene.do(m.Ready(by="ann"))
    scene.floor(m.ConfirmVerbal, player="ann", box=1, confirmed=False)
    assert not scene.facts(f.BetsClosed)
    scene.do(m.Wager(by="ann", box=1, cents=30_00))
    scene.do(m.Ready(by="ann"))
    assert scene.table.state.boxes[1].hands[0].stakes[0].bet == 50_00


@pytest.mark.parametrize(
    ("first", "back", "stays"),
    [(10_00, ["bet"], {(1, "ann", "bust-it"): 40_00}), (0, ["bet", "bust-it"], {})],
    ids=["some of the bet", "nothing of it"],
)
def test_a_bonus_wager_that_a_variant_does_not_hold_to_the_bet_stays_with_what_is_left_of_it(
    first: int, back: list[str], stays: dict[tuple[int, str, str], int]
) -> None:
    scene = nj(by_hand=("dealer",), sets={"bust_it_within_bet": "no"})
    if first:
        scene.do(m.Wager(by="ann", box=1, cents=first))
    scene.do(m.Wager(by="ann", box=1, cents=20_00, verbal=True))
    scene.do(m.Wager(by="ann", box=1, cents=40_00, wager="bust-it"))
    scene.dealer(m.ConfirmVerbal, player="ann", box=1, confirmed=False)
    assert [fact.wager for fact in scene.facts(f.WagerReturned)] == back
    assert scene.table.state.bets.side == stays


@pytest.mark.clause("NJ 26.6(c)")
@pytest.mark.parametrize("first", [0, 10_00])
def test_a_coupon_stays_with_what_is_left_of_a_bonus_wager_and_goes_with_the_whole(first: int) -> None:
    scene = nj(by_hand=("dealer",))
    if first:
        scene.do(m.Wager(by="ann", box=1, cents=first))
    scene.do(m.Wager(by="ann", box=1, cents=20_00, verbal=True))
    (placed, *_) = scene.do(m.Wager(by="ann", box=1, cents=20_00, wager="bust-it", match_play=True))
    assert placed.clauses == ("NJ 26.6(c)",)
    scene.dealer(m.ConfirmVerbal, player="ann", box=1, confirmed=False)
    assert [fact.outcome for fact in scene.facts(f.CouponTaken)] == ([] if first else ["returned"])
    assert list(scene.table.state.chips.coupons) == ([("ann", 1, "bust-it")] if first else [])


@pytest.mark.clause("NJ 26.6(b)", "NJ 26.6(b)1")
@pytest.mark.parametrize(("bet", "left"), [(2_00, 2_00), (1_00, 1_00), (98, 0)])
def test_what_is_left_of_a_bonus_wager_may_be_the_least_that_is_taken_and_no_less(bet: int, left: int) -> None:
    scene = nj(by_hand=("dealer",), sets={"table_minimum_cents": 50, "chip_unit_cents": 1})
    scene.do(m.Wager(by="ann", box=1, cents=bet))
    scene.do(m.Wager(by="ann", box=1, cents=20_00, verbal=True))
    scene.do(m.Wager(by="ann", box=1, cents=20_00, wager="bust-it"))
    scene.dealer(m.ConfirmVerbal, player="ann", box=1, confirmed=False)
    assert scene.table.state.bets.side.get((1, "ann", "bust-it"), 0) == left
    (bonus,) = [fact for fact in scene.facts(f.WagerReturned) if fact.wager == "bust-it"]
    assert bonus.clauses == (("NJ 26.6(b)", "NJ 26.6(b)1") if left else ("NJ 26.6(b)",))


@pytest.mark.clause("NJ 26.5(c)")
@pytest.mark.parametrize("spoken_with", [False, True], ids=["with the chips", "with the word"])
def test_a_coupon_goes_back_with_the_wager_it_lay_with_and_no_other(spoken_with: bool) -> None:
    scene = nj(by_hand=("dealer",))
    scene.do(m.Wager(by="ann", box=1, cents=BET, match_play=not spoken_with))
    scene.do(m.Wager(by="ann", box=1, cents=20_00, verbal=True, match_play=spoken_with))
    done = scene.dealer(m.ConfirmVerbal, player="ann", box=1, confirmed=False)
    assert bool([fact for fact in done if isinstance(fact, f.CouponTaken)]) is spoken_with
    assert (("ann", 1, "bet") in scene.table.state.chips.coupons) is not spoken_with


@pytest.mark.clause("NJ 26.5(c)")
def test_a_spoken_wager_taken_back_before_it_is_confirmed_holds_nobody_up() -> None:
    scene = nj(players=2, by_hand=("dealer",))
    scene.do(m.Wager(by="ann", box=1, cents=BET, verbal=True))
    scene.do(m.Wager(by="bob", box=2, cents=BET))
    scene.do(m.TakeBack(by="ann", box=1))
    scene.dealer(m.CloseBets)
    assert list(scene.table.state.boxes) == [2]


@pytest.mark.clause("NJ 26.5(c)", "NJ 26.6(c)")
@pytest.mark.parametrize("wager", ["bet", "bust-it"])
def test_a_match_play_coupon_may_lie_with_either_wager(wager: str) -> None:
    scene = nj()
    if wager == "bust-it":
        scene.do(m.Wager(by="ann", box=1, cents=BET))
    facts = scene.do(m.Wager(by="ann", box=1, cents=BET, wager=wager, match_play=True))
    made = ("NJ 26.5(c)",) if wager == "bet" else ("NJ 26.6(c)",)
    assert facts[0] == f.CouponPlaced(made, "ann", 1, wager)


# --- (d), (f), (g): made, altered, withdrawn -------------------------------------------------------------------------


@pytest.mark.clause("NJ 26.5(d)")
def test_before_the_first_card_a_wager_may_be_increased_or_withdrawn() -> None:
    scene = nj(players=2)
    scene.do(m.Wager(by="ann", box=1, cents=20_00))
    scene.do(m.Wager(by="ann", box=1, cents=30_00))
    scene.do(m.Wager(by="ann", box=1, cents=5_00, wager="bust-it"))
    scene.do(m.Wager(by="ann", box=1, cents=5_00, wager="bust-it"))
    assert scene.table.state.bets.bets[1]["ann"] == 50_00
    assert scene.table.state.bets.side[1, "ann", "bust-it"] == 10_00
    scene.do(m.TakeBack(by="ann", box=1))
    assert scene.won("ann") == 0
    assert not scene.table.state.bets.bets
    assert {fact.clauses for fact in scene.facts(f.WagerReturned)} == {("NJ 26.5(d)",)}
    nothing_there = scene.refused(m.TakeBack(by="bob", box=1))
    assert (nothing_there.code, nothing_there.clauses) == ("wager/none", ("NJ 26.5(d)",))


def test_an_increase_may_not_pass_the_limits() -> None:
    scene = nj(chips=5000_00)
    scene.do(m.Wager(by="ann", box=1, cents=900_00))
    assert scene.refused(m.Wager(by="ann", box=1, cents=101_00)).code == "wager/limits"
    scene.do(m.Wager(by="ann", box=1, cents=100_00))
    scene.do(m.Wager(by="ann", box=1, cents=400_00, wager="bust-it"))
    assert scene.refused(m.Wager(by="ann", box=1, cents=101_00, wager="bust-it")).code == "bust-it/too-large"
    scene.do(m.Wager(by="ann", box=1, cents=100_00, wager="bust-it"))


@pytest.mark.clause("NJ 26.5(d)", "NJ 26.5(f)")
@pytest.mark.parametrize("point", ["before the dealer's card", "attack", "insurance", "decisions", "settlement"])
def test_from_the_first_card_on_nothing_is_wagered_increased_or_withdrawn(point: str) -> None:
    by_hand = ("dealer",) if point in ("before the dealer's card", "settlement") else ()
    scene = wagered("AS KH KC 9D 9H 9C", players=2, by_hand=by_hand)
    if point == "insurance":
        scene.no_attack()
    elif point == "decisions":
        scene.no_attack().no_insurance()
    elif point == "settlement":
        scene = dealt("9S KH KC 9D 9H 9C", players=2, by_hand=by_hand).stand_all()
        scene.dealer(m.Deal, to=0)
        assert m.SettleBox in scene.table.waiting.may
    refusal = scene.refused(m.Wager(by="ann", box=1, cents=BET))
    assert refusal.code == "wager/too-late"
    assert "NJ 26.5(d)" in refusal.clauses
    assert "NJ 26.6(b)" in scene.refused(m.Wager(by="ann", box=1, cents=1_00, wager="bust-it")).clauses
    handled = scene.refused(m.TakeBack(by="ann", box=1))
    assert handled.code == "wager/handled"
    assert "NJ 26.5(f)" in handled.clauses
    assert scene.refused(m.Leave(by="ann")).code == "leave/wager-undecided"


@pytest.mark.clause("NJ 26.5(g)")
@pytest.mark.parametrize("wager", ["insurance", "double", "split"])
def test_an_insurance_double_or_split_wager_stays_until_it_is_decided(wager: str) -> None:
    scene = wagered("AS 8H 9C 8D 9D 2C 3C", players=2).no_attack()
    if wager == "insurance":
        scene.as_player(m.Insure, cents=50_00)
    else:
        scene.no_insurance()
        if wager == "double":
            scene.as_player(m.Double, cents=BET)
        else:
            scene.as_player(m.Split)
    refusal = scene.refused(m.TakeBack(by="ann", box=1))
    assert refusal.code == "wager/handled"
    assert "NJ 26.5(g)" in refusal.clauses


# --- (h): sitting out -----------------------------------------------------------------------------------------------


def second_round_with_ann_out(**how: Any) -> Scene:
    """Ann has sat out the first round of the shoe."""
    scene = nj(players=2, **how)
    scene.do(m.Wager(by="bob", box=2, cents=BET))
    scene.do(m.Ready(by="ann"))
    scene.do(m.Ready(by="bob"))
    scene.do(m.NoAttack(by="bob", box=2))
    scene.no_insurance().stand_all()
    assert over(scene)
    return scene


@pytest.mark.clause("NJ 26.5(h)")
def test_a_licensee_may_bar_one_who_sat_out_until_its_leave_or_a_reshuffle() -> None:
    scene = second_round_with_ann_out(sets={"mid_shoe_entry": "refused"})
    refusal = scene.refused(m.Wager(by="ann", box=1, cents=BET))
    assert (refusal.code, refusal.clauses) == ("wager/mid-shoe", ("NJ 26.5(h)",))
    scene.do(m.BuyIn(by="a stranger", cents=BET))
    assert scene.refused(m.Wager(by="a stranger", box=3, cents=BET)).code == "wager/mid-shoe", "seated or not"
    assert scene.refused(m.PermitEntry(by="dealer", player="ann")).clauses == ("NJ 26.5(h)",)
    scene.floor(m.PermitEntry, player="ann")
    scene.do(m.Wager(by="ann", box=1, cents=BET))
    scene.do(m.TakeBack(by="ann", box=1))
    scene.floor(m.OrderReshuffle)
    scene.shuffle()
    while m.RefuseCut in scene.table.waiting.may:
        scene.do(m.RefuseCut(by=scene.table.waiting.by[0]))
    scene.do(m.Wager(by="a stranger", box=3, cents=BET))


def test_a_licensee_that_bars_nobody_lets_one_who_sat_out_wager() -> None:
    scene = second_round_with_ann_out()
    scene.do(m.Wager(by="ann", box=1, cents=BET))
    assert scene.table.state.bets.bets[1] == {"ann": BET}


# --- 26.6(a) to (c): the bonus wager --------------------------------------------------------------------------------


@pytest.mark.clause("NJ 26.6(a)", "NJ 26.6(b)", "NJ 26.6(b)1", "NJ 26.6(b)2")
@pytest.mark.parametrize(
    ("bet", "bonus", "code", "clause"),
    [
        (BET, 99, "bust-it/too-small", "NJ 26.6(b)"),
        (BET, 1_00, None, None),
        (BET, BET, None, None),
        (BET, BET + 1_00, "bust-it/above-bet", "NJ 26.6(b)1"),
        (600_00, 500_00, None, None),
        (600_00, 501_00, "bust-it/too-large", "NJ 26.6(b)2"),
    ],
)
def test_a_bonus_wager_is_at_least_1_dollar_and_at_most_the_lesser_of_bet_and_posted_maximum(
    bet: int, bonus: int, code: str | None, clause: str | None
) -> None:
    scene = nj()
    scene.do(m.Wager(by="ann", box=1, cents=bet))
    wager = m.Wager(by="ann", box=1, cents=bonus, wager="bust-it")
    if code is None:
        assert scene.do(wager)[0] == f.WagerPlaced(("NJ 26.6(a)", "NJ 26.6(b)"), "ann", 1, 1, "bust-it", bonus)
    else:
        refusal = scene.refused(wager)
        assert refusal.code == code
        assert clause in refusal.clauses


# --- 26.7(d), 26.1: Double Attack -----------------------------------------------------------------------------------


@pytest.mark.clause("NJ 26.1 Double attack wager", "NJ 26.7(d)")
def test_the_double_attack_wager_comes_after_the_dealers_card_and_does_not_exceed_the_initial_wager() -> None:
    scene = nj("7S")
    assert scene.refused(m.Attack(by="ann", box=1, cents=BET)).code == "attack/not-now"
    scene.bet()
    dealer = scene.last(f.CardDealt)
    assert (dealer.box, dealer.card, dealer.face_up, dealer.clauses) == (0, "7S", True, ("NJ 26.7(d)",))
    refusal = scene.refused(m.Attack(by="ann", box=1, cents=BET + 1_00))
    assert refusal.code == "attack/above-bet"
    assert "NJ 26.1 Double attack wager" in refusal.clauses
    scene.as_player(m.Attack, cents=BET)
    assert scene.hand().stakes[0].attack == BET
    assert scene.refused(m.Attack(by="ann", box=1, cents=BET)).code == "attack/not-now"


@pytest.mark.clause("NJ 26.7(d)")
def test_no_player_gets_a_card_before_everybody_has_answered_the_offer_to_attack() -> None:
    scene = wagered("7S 5H 5C 9D 9H", players=2)
    scene.do(m.NoAttack(by="bob", box=2))
    assert scene.table.waiting.by == ("ann",)
    assert len(scene.facts(f.CardDealt)) == 1
    scene.do(m.Attack(by="ann", box=1, cents=1_00))
    assert len(scene.facts(f.CardDealt)) == 5


# --- 26.14 ----------------------------------------------------------------------------------------------------------


@pytest.mark.clause("NJ 26.14")
def test_a_player_wagers_on_one_box_unless_the_licensee_permits_more() -> None:
    scene = nj()
    scene.do(m.Wager(by="ann", box=1, cents=BET))
    refusal = scene.refused(m.Wager(by="ann", box=2, cents=BET))
    assert (refusal.code, refusal.clauses) == ("wager/too-many-boxes", ("NJ 26.14",))


@pytest.mark.clause("NJ 26.14")
def test_with_leave_a_player_wagers_on_as_many_boxes_as_were_permitted() -> None:
    scene = nj("9S KH KC 9D 9H 8D", sets={"boxes_per_player": 2})
    scene.do(m.Wager(by="ann", box=1, cents=BET))
    scene.do(m.Wager(by="ann", box=3, cents=BET))
    assert scene.refused(m.Wager(by="ann", box=4, cents=BET)).code == "wager/too-many-boxes"
    scene.do(m.Ready(by="ann"))
    for box in (1, 3):
        scene.do(m.NoAttack(by="ann", box=box))
    assert [scene.hand(1).total, scene.hand(3).total] == [19, 19]
    scene.stand_all()
    assert scene.won("ann") == 2 * BET


# --- 26.11(a), (b): insurance ---------------------------------------------------------------------------------------


@pytest.mark.clause("NJ 26.11(a)")
@pytest.mark.parametrize("up", ["KS", "QS", "JS", "9S", "2S"])
def test_insurance_is_offered_under_an_ace_only(up: str) -> None:
    scene = wagered(f"{up} 9H 9D").no_attack()
    assert m.Stand in scene.table.waiting.may
    assert scene.refused(m.Insure(by="ann", box=1, cents=1_00)).code == "insure/not-now"


@pytest.mark.clause("NJ 26.11(a)", "NJ 26.11(b)")
def test_insurance_is_placed_after_the_second_cards_and_before_any_additional_card() -> None:
    scene = wagered("AS 5H 5C 9D 9H 2C", players=2)
    assert scene.refused(m.Insure(by="ann", box=1, cents=1_00)).code == "insure/not-now"
    scene.no_attack()
    assert len(scene.facts(f.CardDealt)) == 5, "two cards each and the dealer's"
    assert "NJ 26.11(b)" in scene.table.waiting.clauses
    assert scene.refused(m.Hit(by="ann", box=1)).code == "hit/not-now"
    scene.no_insurance()
    scene.as_player(m.Hit)
    assert scene.refused(m.Insure(by="ann", box=1, cents=1_00)).code == "insure/not-now"


@pytest.mark.clause("NJ 26.11(b)")
def test_with_a_reader_insurance_is_placed_before_the_hole_card_is_read() -> None:
    scene = wagered("AS 5H 9D 9C", readings=READER).no_attack()
    assert m.Insure in scene.table.waiting.may
    assert not scene.facts(f.HoleCardRead)
    scene.no_insurance()
    assert scene.facts(f.HoleCardRead)
    assert scene.refused(m.Insure(by="ann", box=1, cents=1_00)).code == "insure/not-now"


@pytest.mark.clause("NJ 26.11(b)")
@pytest.mark.parametrize(
    ("bet", "most", "unit"),
    [(100_00, 50_00, 1_00), (15_00, 8_00, 1_00), (25_00, 15_00, 5_00)],
)
def test_insurance_is_at_most_half_the_initial_wager_or_the_next_chip_where_half_is_no_chip(
    bet: int, most: int, unit: int
) -> None:
    scene = wagered("AS 5H 9D", bet=bet, sets={"chip_unit_cents": unit})
    scene.as_player(m.Attack, cents=bet)
    refusal = scene.refused(m.Insure(by="ann", box=1, cents=most + unit))
    assert (refusal.code, refusal.clauses) == ("insurance/too-large", ("NJ 26.11(b)",))
    scene.as_player(m.Insure, cents=most)
    assert scene.last(f.WagerPlaced).cents == most


@pytest.mark.clause("NJ 26.11(b)")
def test_insurance_may_be_less_than_half() -> None:
    scene = wagered("AS 5H 9D").no_attack()
    scene.as_player(m.Insure, cents=2_00)
    assert scene.blackjack.boxes[1].bettors["ann"].insurance == 2_00


@pytest.mark.clause("NJ 26.5(c)")
def test_a_second_spoken_wager_on_the_box_waits_until_the_first_is_confirmed() -> None:
    scene = nj(by_hand=("dealer",))
    scene.do(m.Wager(by="ann", box=1, cents=20_00, verbal=True))
    refusal = scene.refused(m.Wager(by="ann", box=1, cents=5_00, wager="bust-it", verbal=True))
    assert (refusal.code, refusal.clauses) == ("wager/unconfirmed", ("NJ 26.6(c)",))
    scene.dealer(m.ConfirmVerbal, player="ann", box=1)
    scene.do(m.Wager(by="ann", box=1, cents=5_00, wager="bust-it", verbal=True))


@pytest.mark.clause("NJ 26.5(c)")
def test_a_spoken_wager_on_another_box_does_not_wait_for_it() -> None:
    scene = nj(by_hand=("dealer",), sets={"boxes_per_player": 2})
    for box in (1, 2):
        scene.do(m.Wager(by="ann", box=box, cents=20_00, verbal=True))
    for box in (1, 2):
        (confirmed,) = scene.dealer(m.ConfirmVerbal, player="ann", box=box)
        assert confirmed.clauses == ("NJ 26.5(c)",)


@pytest.mark.clause("NJ 26.5(c)", "NJ 26.13(a)")
def test_nor_does_anothers_on_the_same_box() -> None:
    scene = nj(players=2, by_hand=("dealer",))
    scene.do(m.Wager(by="ann", box=1, cents=20_00, verbal=True))
    scene.do(m.Consent(by="ann", box=1, player="bob"))
    scene.do(m.Wager(by="bob", box=1, cents=10_00, verbal=True))
    for name in ("bob", "ann"):
        assert scene.refused(m.CloseBets(by="dealer")).code == "bets/none"
        scene.dealer(m.ConfirmVerbal, player=name, box=1)
    scene.dealer(m.CloseBets)


# --- (c), 26.6(c): what a match play coupon is worth ------------------------------------------------------------------


def with_coupon(deal: str, bonus: int = 0, on: str = "bet") -> Scene:
    """Ann has bet with a coupon on one of her wagers, has not attacked and is to decide."""
    scene = nj(deal)
    scene.do(m.Wager(by="ann", box=1, cents=BET, match_play=on == "bet"))
    if bonus:
        scene.do(m.Wager(by="ann", box=1, cents=bonus, wager="bust-it", match_play=on == "bust-it"))
    scene.do(m.Ready(by="ann"))
    return scene.no_attack()


@pytest.mark.clause("NJ 26.5(c)", "NJ 26.5(e)")
@pytest.mark.parametrize(
    ("deal", "won", "outcome"),
    [
        ("9S KH 9D 9C", 2 * BET, "paid"),
        ("9S KH 8D KC", -BET, "collected"),
        ("9S KH 9D KC", 0, "returned"),
    ],
)
def test_a_coupon_is_paid_as_the_chips_it_lies_with_and_goes_with_them(deal: str, won: int, outcome: str) -> None:
    scene = with_coupon(deal)
    scene.stand_all()
    assert scene.won("ann") == won
    taken = scene.last(f.CouponTaken)
    assert (taken.player, taken.wager, taken.outcome) == ("ann", "bet", outcome)
    assert not scene.table.state.chips.coupons


@pytest.mark.clause("NJ 26.5(c)", "NJ 26.5(e)")
def test_a_coupon_with_chips_that_are_added_is_worth_those_beside_the_first() -> None:
    scene = nj("9S KH 9D 9C")
    for cents in (BET, 2 * BET):
        scene.do(m.Wager(by="ann", box=1, cents=cents, match_play=True))
    scene.do(m.Ready(by="ann"))
    scene.no_attack().stand_all()
    assert scene.won("ann") == 6 * BET


@pytest.mark.clause("NJ 26.6(c)", "NJ 26.6(d)2")
def test_a_coupon_on_the_bonus_wager_is_paid_by_the_third_card() -> None:
    scene = with_coupon("9S KH 9D 5C 9H", bonus=10_00, on="bust-it")
    scene.stand_all()
    matched = [fact for fact in scene.facts(f.WagerPaid) if fact.wager == "match-play"]
    assert [(fact.cents, fact.winnings) for fact in matched] == [(0, 60_00)]
    assert scene.won("ann") == BET + 60_00 + 60_00


@pytest.mark.clause("NJ 26.5(c)")
def test_a_coupon_stays_with_the_first_hand_of_a_split_and_comes_back_with_a_wager_taken_back() -> None:
    scene = with_coupon("9S 8H 8D KC 2C 8S")
    scene.as_player(m.Split)
    scene.stand_all()
    matched = [(fact.hand, fact.winnings) for fact in scene.facts(f.WagerPaid) if fact.wager == "match-play"]
    assert matched == [(1, BET)]
    again = nj()
    again.do(m.Wager(by="ann", box=1, cents=BET, match_play=True))
    again.do(m.TakeBack(by="ann", box=1))
    assert again.last(f.CouponTaken).outcome == "returned"


@pytest.mark.clause("NJ 26.5(d)")
def test_who_takes_a_bet_back_is_no_longer_ready_and_the_round_waits_for_another() -> None:
    scene = nj(players=2)
    for box, name in enumerate(("ann", "bob"), 1):
        scene.do(m.Wager(by=name, box=box, cents=25_00))
    scene.do(m.Ready(by="ann"))
    scene.do(m.TakeBack(by="ann", box=1))
    scene.do(m.Ready(by="bob"))
    assert not scene.table.state.in_round
    scene.do(m.Ready(by="ann"))
    assert scene.table.state.in_round


@pytest.mark.clause("NJ 26.5(c)", "NJ 26.6(a)")
def test_a_bonus_wager_does_not_stay_where_the_bet_that_is_left_could_not_lie_alone() -> None:
    """Given chips added to a spoken bet and a bonus wager no larger, when it is not confirmed, then all goes back."""
    scene = nj(by_hand=("floorperson",))
    scene.do(m.Wager(by="ann", box=1, cents=20_00, verbal=True))
    scene.do(m.Wager(by="ann", box=1, cents=5_00))
    scene.do(m.Wager(by="ann", box=1, cents=5_00, wager="bust-it"))
    scene.floor(m.ConfirmVerbal, player="ann", box=1, confirmed=False)
    back = [(fact.wager, fact.cents) for fact in scene.facts(f.WagerReturned)]
    assert back == [("bet", 20_00), ("bet", 5_00), ("bust-it", 5_00)]
    assert scene.table.state.chips.on_layout == 0


@pytest.mark.clause("NJ 26.5(c)", "NJ 26.6(c)")
@pytest.mark.parametrize(("wager", "clause"), [("bet", "NJ 26.5(c)"), ("bust-it", "NJ 26.6(c)")])
def test_the_bets_are_not_closed_over_a_spoken_wager_by_what_says_how_such_a_wager_is_made(
    wager: str, clause: str
) -> None:
    scene = nj(by_hand=("dealer", "floorperson"))
    scene.do(m.Wager(by="ann", box=1, cents=20_00))
    if wager == "bet":
        scene.do(m.TakeBack(by="ann", box=1))
    scene.do(m.Wager(by="ann", box=1, cents=10_00, wager=wager, verbal=True))
    refusal = scene.refused(m.CloseBets(by="dealer"))
    assert (refusal.code, refusal.clauses) == ("bets/none", (clause,))
