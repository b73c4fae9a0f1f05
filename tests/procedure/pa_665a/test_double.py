"""§ 665a.10: the Double Down Wager."""

import pytest

from tests import facts as f
from tests import moves as m
from tests.procedure.kit import Scene
from tests.procedure.pa_665a.case import BET, among, dealt, of, play_on

AFTER_PLAY = {"pa-surrender-timing": "after-play"}


def double(scene: Scene, cents: int = BET) -> tuple[f.Fact, ...]:
    """Ann doubles."""
    return scene.as_player(m.Double, cents=cents)


@pytest.mark.clause("PA 665a.10(a)")
@pytest.mark.parametrize("hits", [0, 1, 2, 3])
def test_on_two_or_more_cards(hits: int) -> None:
    scene = dealt("7S 2S 3H 9S 2C 2D 2H 3C KC")
    for _ in range(hits):
        scene.as_player(m.Hit)
    given = among(double(scene), f.CardDealt)
    assert len(given) == 1
    assert len(scene.hand().cards) == 3 + hits


@pytest.mark.clause("PA 665a.10(a)", "PA 665a.7(j)(2)")
def test_one_additional_card_and_no_more() -> None:
    scene = dealt("7S 2S 3H 9S 2C 2D")
    double(scene)
    refusal = scene.refused(m.Hit(by="ann", box=1))
    assert refusal.code == "hit/after-double"
    assert "PA 665a.7(j)(2)" in refusal.clauses
    assert scene.refused(m.Double(by="ann", box=1, cents=BET)).clauses == ("PA 665a.10(a)",)
    assert scene.refused(m.Split(by="ann", box=1)).code == "split/no-pair"


@pytest.mark.clause("PA 665a.10(a)")
def test_not_above_bet_and_double_attack_together_and_for_less_at_will() -> None:
    scene = dealt("7S 2S 3H 9S 2C", attack=50_00)
    refusal = scene.refused(m.Double(by="ann", box=1, cents=151_00))
    assert (refusal.code, refusal.clauses) == ("double/too-much", ("PA 665a.10(a)",))
    double(scene, 150_00)
    less = dealt("7S 2S 3H 9S 2C", attack=50_00)
    double(less, 1_00)
    assert less.hand().stakes[0].double == 1_00


@pytest.mark.clause("PA 665a.10(a)")
def test_by_the_other_reading_not_above_the_bet() -> None:
    scene = dealt("7S 2S 3H 9S 2C", attack=50_00, readings={"double-after-attack": "up-to-bet"})
    assert scene.refused(m.Double(by="ann", box=1, cents=101_00)).clauses == ("PA 665a.10(a)",)
    double(scene, BET)


def test_not_on_a_blackjack_nor_on_21() -> None:
    scene = dealt("7S AS 4S KH 4H 9S", players=2)
    assert scene.refused(m.Double(by="ann", box=1, cents=BET)).code == "double/has-21"
    at_21 = dealt("7S 5S 4S 6H 4H 9S KC", players=2)
    at_21.as_player(m.Hit)
    assert at_21.refused(m.Double(by="ann", box=1, cents=BET)).code == "double/has-21"


@pytest.mark.clause("PA 665a.10(a)")
def test_on_a_hand_from_a_split_pair_for_that_hands_wagers() -> None:
    scene = dealt("7S 8S 8H 9S 3C KC 2C 5D", attack=50_00)
    scene.as_player(m.Split)
    assert scene.refused(m.Double(by="ann", box=1, cents=151_00)).code == "double/too-much"
    double(scene, 150_00)
    assert scene.hand(1, 1).stakes[0].on_hand() == 300_00
    assert scene.hand(1, 2).stakes[0].on_hand() == 150_00


@pytest.mark.clause("PA 665a.10(a)")
def test_chips_and_purse_limit_it_and_a_refusal_deals_no_card() -> None:
    scene = Scene("double-attack-pa", "7S 2S 3H 9S 2C", chips=150_00).open().bet().no_attack()
    assert scene.refused(m.Double(by="ann", box=1, cents=51_00)).code == "wager/too-few-chips"
    assert scene.refused(m.Double(by="ann", box=1, cents=10_50)).code == "double/chips"
    double(scene, 50_00)


@pytest.mark.clause("PA 665a.10(b)", "PA 665a.7(o)(2)")
def test_a_dealer_blackjack_after_a_double_takes_the_original_bet_only() -> None:
    """Where the reader waits for the players to finish, which the words of (b) ask for."""
    scene = dealt("KS 5S 6H AC 2C", attack=50_00, readings=AFTER_PLAY)
    assert not scene.rules.departures
    double(scene, 150_00)
    scene.as_player(m.Stand)
    back = {fact.wager: fact for fact in of(scene, f.WagerReturned)}
    assert {wager: fact.cents for wager, fact in back.items()} == {"attack": 50_00, "double": 150_00}
    assert back["double"].clauses == ("PA 665a.10(b)",)
    assert [(fact.wager, fact.cents) for fact in of(scene, f.WagerCollected)] == [("bet", BET)]
    assert scene.won("ann") == -BET


@pytest.mark.clause("PA 665a.10(c)")
def test_the_card_comes_face_up_and_sideways() -> None:
    scene = dealt("7S 2S 3H 9S 2C")
    given = among(double(scene), f.CardDealt)[0]
    assert (given.face_up, given.sideways, given.clauses) == (True, True, ("PA 665a.10(c)",))
    hit = dealt("7S 2S 3H 9S 2C")
    assert not among(hit.as_player(m.Hit), f.CardDealt)[0].sideways


@pytest.mark.clause("PA 665a.10(a)", "PA 665a.12(a)")
@pytest.mark.parametrize(("dealer", "result"), [("9S KC", 300_00), ("KD", 0), ("2S 2C KC", -300_00)])
def test_the_double_wins_ties_and_loses_with_the_hand(dealer: str, result: int) -> None:
    hole, *drawn = dealer.split()
    scene = dealt(f"7S 5S 3H {hole} 9C {' '.join(drawn)}", attack=50_00)
    double(scene, 150_00)  # 17
    scene.as_player(m.Stand)
    play_on(scene)
    assert scene.won("ann") == result


@pytest.mark.clause("PA 665a.10(a)", "PA 665a.7(o)")
@pytest.mark.parametrize(("reading", "at_once"), [("after-the-round", False), ("at-the-bust", True)])
def test_a_double_that_goes_over_21_loses_everything(reading: str, at_once: bool) -> None:
    scene = dealt("7S KS 4S 6H 4H 9S KC", players=2, readings={"bust-collected": reading})
    done = double(scene)
    assert scene.table.waiting.box == 2
    assert bool(among(done, f.WagerCollected)) is at_once
    scene.stand_all()
    assert {fact.wager for fact in scene.facts(f.WagerCollected) if fact.player == "ann"} == {"bet", "double"}
