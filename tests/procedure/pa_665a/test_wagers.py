"""§ 665a.6: wagers before and during the deal; § 665a.7(r): the cards are not to be touched."""

from typing import Any

import pytest

from pitboss.procedure.moves import DEALER
from pitboss.procedure.state import Phase
from tests import facts as f
from tests import moves as m
from tests.procedure.kit import Scene
from tests.procedure.pa_665a.case import BET, among, dealt, of, opened, play_on

QUIET = "7S 5S 6S 8S KS"


def bet(by: str = "ann", box: int = 1, cents: int = BET, **more: object) -> m.Wager:
    """A Bet Wager."""
    return m.Wager(by=by, box=box, cents=cents, **more)  # type: ignore[arg-type]  # a field of Wager


def bust_it(by: str = "ann", box: int = 1, cents: int = BET) -> m.Wager:
    """A Bust It Wager."""
    return m.Wager(by=by, box=box, cents=cents, wager="bust-it")


# --- (a) --------------------------------------------------------------------------------------------------------------


@pytest.mark.clause("PA 665a.6(a)")
def test_wagers_are_whole_chips_from_the_players_own() -> None:
    scene = opened()
    refusal = scene.refused(bet(cents=10_50))
    assert (refusal.code, refusal.clauses) == ("wager/chips", ("PA 665a.6(a)",))
    poor = Scene("double-attack-pa", chips=20_00).open()
    refusal = poor.refused(bet(cents=21_00))
    assert (refusal.code, refusal.clauses) == ("wager/too-few-chips", ("PA 665a.6(a)",))
    poor.do(bet(cents=20_00))
    assert poor.table.state.chips.on_layout == 20_00


@pytest.mark.clause("PA 665a.6(a)")
def test_a_spoken_wager_with_cash_counts_once_the_dealer_confirms_it_and_the_cash_becomes_chips() -> None:
    scene = opened(QUIET, by_hand=("dealer", "floorperson"))
    done = scene.do(bet(verbal=True))
    assert among(done, f.ChipsBought)[0].cents == BET, "the cash is converted"
    assert scene.won("ann") == 0, "and wagered, so that nothing left the chips in front of the player"
    assert scene.refused(m.CloseBets(by=DEALER)).code == "bets/none"
    for other, code in (("ann", "verbal/nothing-to-confirm"), ("floorperson", "turn/not-yours")):
        refusal = scene.refused(m.ConfirmVerbal(by=other, player="ann", box=1))
        assert (refusal.code, refusal.clauses) == (code, ("PA 665a.6(a)",))
    confirmed = among(scene.dealer(m.ConfirmVerbal, player="ann", box=1), f.WagerConfirmed)
    assert confirmed[0].clauses == ("PA 665a.6(a)",)
    scene.dealer(m.CloseBets)


@pytest.mark.clause("PA 665a.6(a)")
def test_a_spoken_wager_that_the_dealer_does_not_confirm_is_none_and_the_cash_goes_back() -> None:
    """It may be accepted; nothing says that it must."""
    scene = opened(QUIET, by_hand=("dealer",))
    scene.do(bet(verbal=True))
    no: dict[str, Any] = {"player": "ann", "box": 1, "confirmed": False}
    assert scene.refused(m.ConfirmVerbal(by="ann", **no)).code == "verbal/nothing-to-confirm"
    told, returned, cash = scene.dealer(m.ConfirmVerbal, **no)
    by = ("PA 665a.6(a)",)
    assert told == f.WagerNotConfirmed(by, "dealer", "ann", 1)
    assert returned == f.WagerReturned(by, "ann", 1, 1, "bet", BET)
    assert cash == f.CashReturned(by, "ann", BET)
    assert scene.won("ann") == 0
    assert scene.table.state.chips.on_layout == 0
    assert scene.refused(m.CloseBets(by=DEALER)).code == "bets/none"
    assert scene.refused(m.ConfirmVerbal(by=DEALER, player="ann", box=1)).code == "verbal/nothing-to-confirm"
    scene.do(bet())
    scene.dealer(m.CloseBets)


# --- (b) --------------------------------------------------------------------------------------------------------------


def bob_sits_out(entry: str) -> Scene:
    """Ann plays the first round alone."""
    scene = opened(QUIET, players=2, sets={"mid_shoe_entry": entry})
    scene.do(bet())
    scene.do(m.Ready(by="ann"))
    scene.do(m.Ready(by="bob"))
    play_on(scene)
    return scene


@pytest.mark.clause("PA 665a.6(b)")
def test_where_the_house_bars_it_nobody_who_sat_out_a_round_wagers_on_the_next() -> None:
    scene = bob_sits_out("refused")
    refusal = scene.refused(bet("bob", 2))
    assert refusal.code == "wager/mid-shoe"
    assert "PA 665a.6(b)" in refusal.clauses
    scene.do(bet("ann", 1))
    scene.do(m.BuyIn(by="zoe", cents=BET))
    assert scene.refused(bet("zoe", 3)).code == "wager/mid-shoe", "seated or not"
    bob_sits_out("permitted").do(bet("bob", 2))


@pytest.mark.clause("PA 665a.6(b)")
def test_who_changes_seats_between_rounds_has_sat_out_no_round_by_that() -> None:
    """Given ann in the shoe and bob not, when both change their seats, then she still may wager and he may not."""
    scene = bob_sits_out("refused")
    scene.do(m.Sit(by="ann", box=3))
    scene.do(m.Sit(by="bob", box=4))
    assert scene.refused(bet("bob", 4)).code == "wager/mid-shoe"
    scene.do(bet("ann", 3))
    scene.floor(m.PermitEntry, player="bob")
    scene.do(m.Sit(by="bob", box=2))
    scene.do(bet("bob", 2))


@pytest.mark.clause("PA 665a.6(b)(1)")
def test_until_the_house_lets_the_player_begin_again() -> None:
    scene = bob_sits_out("refused")
    assert "PA 665a.6(b)(1)" in scene.refused(m.PermitEntry(by=DEALER, player="bob")).clauses
    scene.floor(m.PermitEntry, player="bob")
    scene.do(bet("bob", 2))
    scene.do(m.Ready(by="bob"))
    scene.do(m.Ready(by="ann"))
    play_on(scene)
    assert scene.refused(bet("ann", 1)).code == "wager/mid-shoe", "now ann has sat out"
    scene.do(bet("bob", 2))


@pytest.mark.parametrize(("let_in", "phase"), [(False, Phase.SHUFFLE), (True, Phase.BETTING)])
def test_who_is_left_with_a_shoe_that_only_others_were_in_has_it_shuffled(let_in: bool, phase: Phase) -> None:
    scene = bob_sits_out("refused")
    if let_in:
        scene.floor(m.PermitEntry, player="bob")
    scene.do(m.Leave(by="ann"))
    assert scene.table.state.phase is phase


@pytest.mark.clause("PA 665a.6(b)(1)")
def test_leave_once_given_and_used_does_not_last_after_another_round_is_sat_out() -> None:
    scene = bob_sits_out("refused")
    scene.floor(m.PermitEntry, player="bob")
    for players in (("ann", "bob"), ("ann",)):
        for name in players:
            scene.do(bet(name, scene.players.index(name) + 1))
        for name in scene.players:
            scene.do(m.Ready(by=name))
        play_on(scene)
    assert scene.refused(bet("bob", 2)).code == "wager/mid-shoe"


@pytest.mark.clause("PA 665a.6(b)(1)")
def test_leave_that_was_given_and_not_used_stands_for_the_rounds_that_follow() -> None:
    """Given leave for bob, when another round goes by without him, then nobody has barred him anew."""
    scene = bob_sits_out("refused")
    scene.floor(m.PermitEntry, player="bob")
    scene.do(bet("ann", 1))
    for name in scene.players:
        scene.do(m.Ready(by=name))
    play_on(scene)
    scene.do(bet("bob", 2))


@pytest.mark.clause("PA 665a.6(b)(2)")
def test_or_until_a_reshuffle() -> None:
    scene = bob_sits_out("refused")
    assert "PA 665a.6(b)(2)" in scene.refused(bet("bob", 2)).clauses
    scene.floor(m.OrderReshuffle)
    order = tuple(card.code for card in scene.table.state.cards.to_shuffle)
    scene.do(m.Shuffle(by=DEALER, order=order, salt="00" * 32))
    scene.do(m.Cut(by="bob", position=50))
    scene.do(bet("bob", 2))


# --- (c), § 665a.7(r) -------------------------------------------------------------------------------------------------


def moments() -> list[Scene]:
    """A round at each point where somebody is asked: betting, attack, insurance, play."""
    betting = opened(QUIET)
    betting.do(bet())
    attack = opened(QUIET).bet()
    insurance = dealt("AS 5S 6S 8S")
    play = dealt(QUIET)
    return [betting, attack, insurance, play]


@pytest.mark.clause("PA 665a.6(c)")
def test_a_wager_once_made_is_neither_taken_back_nor_altered_at_any_point_of_the_round() -> None:
    for scene in moments():
        refusal = scene.refused(m.TakeBack(by="ann", box=1))
        assert (refusal.code, refusal.clauses) == ("wager/handled", ("PA 665a.6(c)",))
        assert scene.refused(m.Leave(by="ann")).clauses == ("PA 665a.6(c)",)
    scene = opened(QUIET)
    scene.do(bet())
    assert scene.refused(bet(cents=10_00)).clauses == ("PA 665a.6(c)",)
    scene.do(bust_it(cents=10_00))
    assert scene.refused(bust_it(cents=10_00)).clauses == ("PA 665a.6(c)",)


@pytest.mark.clause("PA 665a.6(c)")
def test_a_player_whose_wagers_are_decided_may_go_although_the_round_goes_on() -> None:
    scene = dealt("7S 5S 6S 5H 6H 8S", players=2)
    scene.do(m.Surrender(by="ann", box=1))
    scene.do(m.Leave(by="ann"))
    assert scene.refused(m.Leave(by="bob")).code == "leave/wager-undecided"
    play_on(scene)


@pytest.mark.clause("PA 665a.7(r)")
def test_nobody_but_the_dealer_touches_the_cards() -> None:
    for scene in moments():
        for who in ("ann", "a spectator"):
            refusal = scene.refused(m.TouchCards(by=who))
            assert (refusal.code, refusal.clauses) == ("cards/handled", ("PA 665a.7(r)",))


# --- (d) --------------------------------------------------------------------------------------------------------------


@pytest.mark.clause("PA 665a.6(d)", "PA 665a.7(f)(1)")
def test_only_boxes_with_a_bet_wager_take_part() -> None:
    scene = opened("7S 5S 6S 8S KS", players=3)
    assert scene.refused(m.CloseBets(by=DEALER)).code == "bets/none"
    assert scene.refused(bust_it("ann", 1)).code == "bust-it/no-bet"
    scene.do(bet("bob", 2))
    for name in scene.players:
        scene.do(m.Ready(by=name))
    assert list(scene.table.state.boxes) == [2]
    assert scene.refused(m.Attack(by="ann", box=1, cents=10_00)).code == "turn/not-yours"
    scene.do(m.NoAttack(by="bob", box=2))
    assert {fact.box for fact in of(scene, f.CardDealt)} == {0, 2}


@pytest.mark.clause("PA 665a.6(d)")
def test_bets_keep_within_the_posted_limits() -> None:
    scene = opened()
    for cents in (9_00, 1001_00):
        assert scene.refused(bet(cents=cents)).code == "wager/limits"
    scene.do(bet(cents=10_00))
    opened().do(bet(cents=1000_00))


def test_a_bet_that_could_not_be_halved_is_refused_when_wagered() -> None:
    scene = Scene("double-attack-pa", sets={"chip_unit_cents": 1, "table_minimum_cents": 1}).open()
    assert scene.refused(bet(cents=25)).code == "wager/not-payable"
    scene.do(bet(cents=26))


# --- (e) --------------------------------------------------------------------------------------------------------------


@pytest.mark.clause("PA 665a.6(e)", "PA 665a.7(e)")
def test_a_double_attack_wager_is_at_most_the_bet() -> None:
    scene = opened(QUIET).bet(BET)
    refusal = scene.refused(m.Attack(by="ann", box=1, cents=BET + 1_00))
    assert (refusal.code, refusal.clauses) == ("attack/above-bet", ("PA 665a.6(e)",))
    placed = among(scene.do(m.Attack(by="ann", box=1, cents=BET)), f.WagerPlaced)
    assert (placed[0].wager, placed[0].cents, placed[0].clauses) == ("attack", BET, ("PA 665a.6(e)",))
    less = opened(QUIET).bet(BET)
    less.do(m.Attack(by="ann", box=1, cents=1_00))
    assert less.hand().stakes[0].attack == 1_00


@pytest.mark.clause("PA 665a.7(e)")
def test_it_is_made_only_after_the_up_card_and_before_the_players_cards() -> None:
    scene = opened(QUIET)
    assert scene.refused(m.Attack(by="ann", box=1, cents=10_00)).code == "attack/not-now"
    scene.bet()
    assert len(of(scene, f.CardDealt)) == 1, "the dealer's up card, and no other"
    scene.do(m.NoAttack(by="ann", box=1))
    assert scene.refused(m.Attack(by="ann", box=1, cents=10_00)).code == "attack/not-now"


@pytest.mark.clause("PA 665a.6(e)")
def test_nobody_attacks_for_another_or_twice_or_without_chips() -> None:
    scene = opened("7S 5S 6S 5H 6H 8S", players=2).bet()
    assert scene.refused(m.Attack(by="ann", box=2, cents=10_00)).code == "attack/not-yours"
    scene.do(m.Attack(by="ann", box=1, cents=10_00))
    assert scene.refused(m.Attack(by="ann", box=1, cents=10_00)).code == "turn/not-yours"
    assert scene.refused(m.Attack(by="bob", box=2, cents=10_50)).code == "attack/chips"
    poor = Scene("double-attack-pa", QUIET, chips=150_00).open().bet(BET)
    assert poor.refused(m.Attack(by="ann", box=1, cents=51_00)).code == "wager/too-few-chips"
    poor.do(m.Attack(by="ann", box=1, cents=50_00))


# --- (f) --------------------------------------------------------------------------------------------------------------


@pytest.mark.clause("PA 665a.6(f)")
def test_a_bust_it_wager_is_at_most_the_bet_and_only_where_offered() -> None:
    scene = opened()
    scene.do(bet(cents=BET))
    refusal = scene.refused(bust_it(cents=BET + 1_00))
    assert (refusal.code, refusal.clauses) == ("bust-it/above-bet", ("PA 665a.6(f)",))
    scene.do(bust_it(cents=BET))
    without = opened(sets={"bust_it_offered": False})
    without.do(bet())
    refusal = without.refused(bust_it())
    assert (refusal.code, refusal.clauses) == ("bust-it/not-offered", ("PA 665a.6(f)",))


@pytest.mark.clause("PA 665a.6(f)", "PA 665a.7(e)")
def test_a_bust_it_wager_needs_a_bet_and_comes_before_the_first_card() -> None:
    scene = opened(QUIET)
    assert scene.refused(bust_it()).clauses == ("PA 665a.6(f)",)
    scene.bet()
    assert "PA 665a.7(e)" in scene.refused(bust_it()).clauses


# --- (g) --------------------------------------------------------------------------------------------------------------


@pytest.mark.clause("PA 665a.6(g)")
def test_a_player_wagers_on_adjacent_boxes_up_to_the_number_submitted() -> None:
    scene = opened(sets={"boxes_per_player": 2})
    scene.do(bet(box=1))
    refusal = scene.refused(bet(box=3))
    assert (refusal.code, refusal.clauses) == ("wager/not-adjacent", ("PA 665a.6(g)",))
    scene.do(bet(box=2))
    refusal = scene.refused(bet(box=3))
    assert (refusal.code, refusal.clauses) == ("wager/too-many-boxes", ("PA 665a.6(g)",))


def test_a_box_is_its_seated_players_before_a_bet_lies_there_and_one_where_nobody_sits_is_free() -> None:
    scene = opened(players=2)
    refusal = scene.refused(bet("ann", box=2))
    assert (refusal.code, refusal.clauses) == ("wager/taken", ())
    assert "bob" in refusal.sentence
    scene.do(bet("ann", box=3))
    scene.do(bet("bob", box=2))
    assert scene.table.state.bets.bets == {3: {"ann": BET}, 2: {"bob": BET}}


def test_each_box_of_a_player_is_a_hand_of_its_own() -> None:
    scene = opened("7S 5S 6S 5H 6H 8S 2S")
    scene.do(bet(box=1))
    scene.do(bet(box=2))
    scene.do(m.Ready(by="ann"))
    for box in (1, 2):
        scene.do(m.NoAttack(by="ann", box=box))
    assert scene.refused(m.Stand(by="ann", box=2)).code == "turn/other-box"
    scene.do(m.Stand(by="ann", box=1))
    scene.do(m.Hit(by="ann", box=2))
    assert [len(hand.cards) for hand in scene.hands()] == [2, 3]


# --- closing the bets -------------------------------------------------------------------------------------------------


@pytest.mark.clause("PA 665a.7(e)")
def test_the_first_card_waits_until_all_had_the_opportunity_to_wager() -> None:
    scene = opened(QUIET, players=2)
    scene.do(bet("ann", 1))
    scene.do(m.Ready(by="ann"))
    assert not of(scene, f.CardDealt)
    assert scene.refused(m.CloseBets(by="ann")).code == "bets/not-yours"
    assert scene.refused(m.Ready(by=DEALER)).code == "ready/not-a-player"
    scene.do(m.Ready(by="bob"))
    assert of(scene, f.BetsClosed)
    assert of(scene, f.CardDealt)


@pytest.mark.clause("PA 665a.7(e)")
def test_one_who_leaves_is_not_waited_for() -> None:
    scene = opened(QUIET, players=2)
    scene.do(bet("ann", 1))
    scene.do(m.Ready(by="ann"))
    scene.do(m.Leave(by="bob"))
    assert of(scene, f.CardDealt)


@pytest.mark.clause("PA 665a.7(e)")
def test_a_wager_after_ready_is_still_an_opportunity_taken() -> None:
    scene = opened(QUIET, players=2)
    scene.do(bet("ann", 1))
    scene.do(m.Ready(by="ann"))
    assert scene.refused(m.Ready(by="ann")).code == "ready/said"
    scene.do(bust_it("ann", 1))
    scene.do(m.Ready(by="bob"))
    assert not of(scene, f.BetsClosed), "ann has just wagered and is asked again"
    scene.do(m.Ready(by="ann"))
    assert of(scene, f.BetsClosed)
