"""§ 673a.6: wagers, sitting out, when they close, how many boxes."""

import pytest

from tests import facts
from tests import moves as m
from tests.procedure.kit import Scene
from tests.procedure.pa_673a.seat import BET, GAME, dealt, opened, table, to_the_end


@pytest.mark.clause("PA 673a.6(a)")
def test_wagers_are_chips_on_the_layout_and_words_or_coupons_are_refused() -> None:
    scene = opened("9S 8H", "TD 9D")
    for move, code in (
        (m.Wager(by="ann", box=1, cents=BET, verbal=True), "wager/verbal"),
        (m.Wager(by="ann", box=1, cents=BET, match_play=True), "wager/match-play"),
        (m.Wager(by="ann", box=1, cents=BET + 50), "wager/chips"),
    ):
        refusal = scene.refused(move)
        assert (refusal.code, refusal.clauses) == (code, ("PA 673a.6(a)",))
    scene.as_player(m.Wager, cents=BET)
    assert scene.table.state.chips.on_layout == BET


@pytest.mark.clause("PA 673a.6(c)")
def test_no_blackjack_wager_after_the_first_card() -> None:
    scene = table("9S 8H", "TD 9D", "TD 8D")
    scene.do(m.Sit(by="zoe", box=5))
    scene.do(m.BuyIn(by="zoe", cents=BET))
    refusal = scene.refused(m.Wager(by="zoe", box=5, cents=BET))
    assert refusal.code == "wager/too-late"
    assert "PA 673a.6(c)" in refusal.clauses


@pytest.mark.clause("PA 673a.6(c)")
def test_a_wager_may_not_be_handled_removed_or_altered_until_it_is_decided() -> None:
    scene = opened("AS 8H", "TD 9D", "TD 8D")
    scene.as_player(m.Wager, 1, cents=BET)
    refusal = scene.refused(m.Wager(by="ann", box=1, cents=BET))
    assert (refusal.code, refusal.clauses) == ("wager/altered", ("PA 673a.6(c)",))
    assert scene.refused(m.TakeBack(by="ann", box=1)).clauses == ("PA 673a.6(c)",)
    scene.as_player(m.Wager, 2, cents=BET)
    for name in ("ann", "bob"):
        scene.do(m.Ready(by=name))
    for phase in ("insurance", "play"):
        if phase == "play":
            scene.no_insurance()
        assert scene.table.state.phase.value == phase
        assert scene.refused(m.TakeBack(by="ann", box=1)).code == "wager/handled"
        assert scene.refused(m.Leave(by="ann")).code == "leave/wager-undecided"
    to_the_end(scene)
    scene.do(m.Leave(by="ann"))


@pytest.mark.clause("PA 673a.6(d)")
def test_one_who_places_no_blackjack_wager_takes_no_part() -> None:
    scene = Scene(GAME, dealt("AS 8H", "TD 9D"), 2).open()
    scene.as_player(m.Wager, 2, cents=BET)
    for name in ("ann", "bob"):
        scene.do(m.Ready(by=name))
    assert list(scene.table.state.boxes) == [2]
    assert scene.refused(m.Insure(by="ann", box=1, cents=10_00)).code == "turn/not-yours"
    placed = [fact.clauses for fact in scene.facts(facts.WagerPlaced)]
    assert placed == [("PA 673a.6(d)",)]


@pytest.mark.clause("PA 673a.6(e)")
def test_a_player_may_bet_on_as_many_adjacent_boxes_as_the_house_states() -> None:
    scene = Scene(GAME, "", 1, {"boxes_per_player": 2}).open()
    scene.do(m.Wager(by="ann", box=1, cents=BET))
    refusal = scene.refused(m.Wager(by="ann", box=3, cents=BET))
    assert (refusal.code, refusal.clauses) == ("wager/not-adjacent", ("PA 673a.6(e)",))
    scene.do(m.Wager(by="ann", box=2, cents=BET))
    refusal = scene.refused(m.Wager(by="ann", box=3, cents=BET))
    assert (refusal.code, refusal.clauses) == ("wager/too-many-boxes", ("PA 673a.6(e)",))


def sat_out(entry: str) -> Scene:
    """Bob sat out the first round of the shoe; zoe has just come and stands."""
    scene = Scene(GAME, "", 2, {"mid_shoe_entry": entry}).open()
    scene.as_player(m.Wager, 1, cents=BET)
    for name in ("ann", "bob"):
        scene.do(m.Ready(by=name))
    to_the_end(scene)
    scene.do(m.BuyIn(by="zoe", cents=BET))
    return scene


@pytest.mark.clause("PA 673a.6(b)")
def test_one_who_did_not_wager_on_a_round_may_be_barred_seated_or_not() -> None:
    scene = sat_out("refused")
    for who, box in (("bob", 2), ("zoe", 5)):
        refusal = scene.refused(m.Wager(by=who, box=box, cents=BET))
        assert refusal.code == "wager/mid-shoe"
        assert refusal.clauses[0] == "PA 673a.6(b)"
    scene.as_player(m.Wager, 1, cents=BET)  # ann did wager


def test_a_house_that_does_not_bar_lets_everybody_in() -> None:
    scene = sat_out("permitted")
    scene.as_player(m.Wager, 2, cents=BET)
    scene.do(m.Wager(by="zoe", box=5, cents=BET))
    assert scene.table.state.bets.bets == {2: {"bob": BET}, 5: {"zoe": BET}}


@pytest.mark.clause("PA 673a.6(b)(1)")
def test_the_house_may_let_a_barred_player_begin_again() -> None:
    scene = sat_out("refused")
    assert scene.refused(m.PermitEntry(by="bob", player="bob")).code == "floor/not-yours"
    scene.floor(m.PermitEntry, player="bob")
    scene.as_player(m.Wager, 2, cents=BET)
    assert scene.refused(m.Wager(by="zoe", box=5, cents=BET)).code == "wager/mid-shoe"


@pytest.mark.clause("PA 673a.6(b)", "PA 673a.6(b)(1)")
def test_one_whom_it_let_begin_again_is_barred_anew_by_the_next_round_without_a_wager() -> None:
    scene = sat_out("refused")
    scene.floor(m.PermitEntry, player="bob")
    for wagering in ((1, 2), (1,)):
        for box in wagering:
            scene.as_player(m.Wager, box, cents=BET)
        for name in ("ann", "bob"):
            scene.do(m.Ready(by=name))
        to_the_end(scene)
    assert scene.refused(m.Wager(by="bob", box=2, cents=BET)).code == "wager/mid-shoe"


@pytest.mark.clause("PA 673a.6(b)(2)")
def test_a_reshuffle_lifts_the_bar() -> None:
    scene = sat_out("refused")
    assert "PA 673a.6(b)(2)" in scene.refused(m.Wager(by="zoe", box=5, cents=BET)).clauses
    scene.floor(m.OrderReshuffle)
    scene.shuffle()
    while m.RefuseCut in scene.table.waiting.may:
        scene.do(m.RefuseCut(by=scene.table.waiting.by[0]))
    scene.as_player(m.Wager, 2, cents=BET)
    scene.do(m.Wager(by="zoe", box=5, cents=BET))
