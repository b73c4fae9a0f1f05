"""§ 665a.8: the Insurance Wager."""

import pytest

from pitboss.procedure.moves import DEALER
from tests import facts as f
from tests import moves as m
from tests.procedure.pa_665a.case import BET, among, dealt, dealt_by_hand, kinds, of, opened


def insure(cents: int, by: str = "ann", box: int = 1) -> m.Insure:
    """An Insurance Wager."""
    return m.Insure(by=by, box=box, cents=cents)


@pytest.mark.clause("PA 665a.8(a)", "PA 665a.7(g)")
def test_insurance_is_offered_under_an_ace_and_under_nothing_else() -> None:
    assert m.Insure in dealt("AS 5S 6H 8S").table.waiting.may
    for up in ("KS", "9S", "2S"):
        scene = dealt(f"{up} 5S 6H 8S")
        assert scene.refused(insure(10_00)).code == "insure/not-now"


@pytest.mark.clause("PA 665a.8(a)")
@pytest.mark.parametrize("hole", ["JH", "QH", "KH"])
def test_it_wins_when_the_hole_card_is_a_king_queen_or_jack(hole: str) -> None:
    scene = dealt(f"AS 5S 6H {hole}")
    scene.do(insure(50_00))
    assert scene.won("ann") == -BET + 125_00


@pytest.mark.parametrize("hole", ["9H", "2H", "AH"])
def test_it_loses_to_any_other_hole_card(hole: str) -> None:
    scene = dealt(f"AS 5S 6H {hole}")
    done = scene.do(insure(50_00))
    assert [fact.wager for fact in among(done, f.WagerCollected)] == ["insurance"]


@pytest.mark.clause("PA 665a.8(a)")
def test_each_player_may_insure_whatever_the_others_do_and_nobody_is_asked_again() -> None:
    scene = dealt("AS 5S 6S 7S 5H 6H 7H 8S", players=3)
    scene.do(insure(10_00, "cat", 3))
    assert scene.refused(insure(10_00, "cat", 3)).code == "turn/not-yours"
    assert scene.refused(insure(10_00, "ann", 2)).code == "insurance/not-yours"
    scene.do(m.NoInsurance(by="ann", box=1))
    assert not of(scene, f.HoleCardRead)
    scene.do(m.NoInsurance(by="bob", box=2))
    assert of(scene, f.HoleCardRead)


@pytest.mark.clause("PA 665a.8(b)")
def test_half_the_bet_and_no_more_the_double_attack_not_counted() -> None:
    scene = dealt("AS 5S 6H 8S", bet=BET, attack=BET)
    refusal = scene.refused(insure(51_00))
    assert (refusal.code, refusal.clauses) == ("insurance/too-large", ("PA 665a.8(b)",))
    scene.do(insure(50_00))
    less = dealt("AS 5S 6H 8S")
    less.do(insure(2_00))


@pytest.mark.clause("PA 665a.8(b)")
def test_where_half_cannot_be_bet_in_chips_the_next_chip_up_may_be() -> None:
    scene = dealt("AS 5S 6H 8S", bet=15_00)
    assert scene.refused(insure(7_50)).code == "insurance/chips"
    assert scene.refused(insure(9_00)).clauses == ("PA 665a.8(b)",)
    scene.do(insure(8_00))
    even = dealt("AS 5S 6H 8S", bet=14_00)
    assert even.refused(insure(8_00)).clauses == ("PA 665a.8(b)",)
    even.do(insure(7_00))


@pytest.mark.clause("PA 665a.8(b)")
def test_it_is_placed_before_the_reader_and_not_after() -> None:
    scene = dealt_by_hand("AS 5S 6H 8S")
    assert scene.refused(m.ReadHoleCard(by=DEALER)).code.startswith("reader/"), "the players are asked first"
    scene.do(m.NoInsurance(by="ann", box=1))
    assert m.ReadHoleCard in scene.table.waiting.may
    assert scene.refused(insure(10_00)).code == "insure/not-now"
    scene.dealer(m.ReadHoleCard)
    assert scene.refused(insure(10_00)).code == "insure/not-now"


@pytest.mark.clause("PA 665a.8(c)", "PA 665a.12(b)")
def test_it_pays_5_to_2_and_what_that_cannot_pay_exactly_is_refused_when_wagered() -> None:
    scene = dealt("AS 5S 6H KS", attack=BET)
    paid = among(scene.do(insure(20_00)), f.WagerPaid)
    assert [(fact.wager, fact.cents, fact.winnings) for fact in paid] == [("insurance", 20_00, 50_00)]
    assert {"PA 665a.8(c)", "PA 665a.12(b)"} <= set(paid[0].clauses)
    odd = opened("AS 5S 6H KS", sets={"chip_unit_cents": 1, "table_minimum_cents": 2}).bet(100).no_attack()
    assert (odd.refused(insure(25)).code, odd.refused(insure(25)).clauses) == ("insurance/not-payable", ())
    odd.do(insure(24))


@pytest.mark.clause("PA 665a.8(d)")
def test_losing_insurance_is_collected_right_after_the_reader_and_before_any_card() -> None:
    scene = dealt_by_hand("AS 5S 6H 8S 2C")
    scene.do(insure(50_00))
    assert not of(scene, f.WagerCollected)
    done = scene.dealer(m.ReadHoleCard)
    assert kinds(done) == ["HoleCardRead", "WagerCollected"]
    assert among(done, f.WagerCollected)[0].clauses == ("PA 665a.8(d)",)
    assert m.Hit in scene.table.waiting.may


@pytest.mark.clause("PA 665a.8(a)", "PA 665a.7(o)(1)(iii)")
def test_a_player_blackjack_may_be_insured_and_then_ties() -> None:
    scene = dealt("AS KS AH QS", attack=BET)
    scene.do(insure(50_00))
    assert scene.won("ann") == 125_00


def test_even_money_is_not_in_the_text() -> None:
    scene = dealt("AS KS AH QS")
    assert scene.refused(m.EvenMoney(by="ann", box=1)).code == "even-money/not-now"
