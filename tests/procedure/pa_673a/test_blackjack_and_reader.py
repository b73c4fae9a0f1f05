"""§ 673a.7(f) to (h) and § 673a.8: player Blackjacks paid at once, insurance, the card reader, a dealer Blackjack."""

import pytest

from pitboss.procedure.moves import DEALER
from tests import facts
from tests import moves as m
from tests.procedure.pa_673a.seat import BET, by_dealer, deal_all, names_of, table, to_the_end

# --- (f) player Blackjacks ------------------------------------------------------------------------------------------


@pytest.mark.clause("PA 673a.7(f)")
@pytest.mark.clause("PA 673a.1 Blackjack")
@pytest.mark.clause("PA 673a.12(a)")
@pytest.mark.parametrize("ten", ["TS", "JS", "QS", "KS"])
def test_an_ace_with_any_ten_value_card_is_paid_two_to_one_and_its_cards_go_to_the_rack(ten: str) -> None:
    scene = table("9S 7H", f"{ten} AS", "5D 6D")
    paid = scene.last(facts.WagerPaid)
    assert (paid.box, paid.cents, paid.winnings) == (1, BET, 2 * BET)
    assert paid.clauses == ("PA 673a.7(f)", "PA 673a.12(a)")
    assert scene.hand(1).cards == []
    assert scene.last(facts.CardsDiscarded).box == 1
    assert scene.table.waiting.box == 2  # ann has nothing to decide


@pytest.mark.clause("PA 673a.7(f)")
def test_blackjacks_are_paid_counterclockwise_from_the_dealers_right_before_the_reader() -> None:
    scene = table("KS 7H", "AS KD", "9D 9H", "AD QD")
    order = [(type(f).__name__, getattr(f, "box", None)) for f in scene.table.facts]
    paid = [place for place, (kind, _) in enumerate(order) if kind == "WagerPaid"]
    assert [order[place][1] for place in paid] == [3, 1]
    assert max(paid) < [kind for kind, _ in order].index("HoleCardRead")


@pytest.mark.clause("PA 673a.7(f)")
@pytest.mark.clause("PA 673a.7(h)")
def test_a_player_blackjack_wins_even_when_the_dealer_has_one_too() -> None:
    scene = table("KS AH", "AS KD", "9D 9H")
    assert not scene.table.state.in_round
    assert scene.won("ann") == 2 * BET
    assert scene.won("bob") == -BET


@pytest.mark.clause("PA 673a.7(f)")
@pytest.mark.clause("PA 673a.7(g)")
def test_blackjacks_are_paid_before_insurance_is_offered_and_a_paid_hand_is_not_asked() -> None:
    scene = table("AC 7H", "AS KD", "9D 9H")
    assert scene.won("ann") == 2 * BET
    assert scene.table.waiting.by == ("bob",)
    assert m.Insure in scene.table.waiting.may
    assert scene.refused(m.Insure(by="ann", box=1, cents=10_00)).code == "turn/not-yours"


@pytest.mark.clause("PA 673a.7(f)")
def test_a_person_who_deals_pays_the_blackjack_farthest_to_the_right_first() -> None:
    scene = deal_all(by_dealer("KS 7H", "AS KD", "9D 9H", "AD QD"))
    refusal = scene.refused(m.SettleBox(by=DEALER, box=1))
    assert (refusal.code, refusal.clauses) == ("settle/out-of-order", ("PA 673a.7(f)",))
    assert scene.refused(m.ReadHoleCard(by=DEALER)).code == "reader/used"
    scene.dealer(m.SettleBox, box=3)
    scene.dealer(m.SettleBox, box=1)
    assert m.ReadHoleCard in scene.table.waiting.may


@pytest.mark.clause("PA 673a.7(f)")
@pytest.mark.clause("PA 673a.7(p)")
def test_when_every_hand_was_a_blackjack_the_round_ends_without_a_further_card() -> None:
    scene = table("5S 7H", "AS KD")
    assert not scene.table.state.in_round
    assert scene.table.state.round == 1
    assert len(scene.facts(facts.CardDealt)) == 4


# --- (g), § 673a.8 insurance ----------------------------------------------------------------------------------------


@pytest.mark.clause("PA 673a.7(g)")
@pytest.mark.clause("PA 673a.8(a)")
@pytest.mark.parametrize(("up", "offered"), [("AS", True), ("KS", False), ("QS", False), ("TS", False), ("9S", False)])
def test_insurance_is_offered_under_an_ace_and_under_nothing_else(up: str, offered: bool) -> None:
    scene = table(f"{up} 6H", "9D 7D")
    assert (m.Insure in scene.table.waiting.may) is offered
    if not offered:
        assert scene.refused(m.Insure(by="ann", box=1, cents=10_00)).code == "insure/not-now"


@pytest.mark.clause("PA 673a.8(a)")
@pytest.mark.clause("PA 673a.8(c)")
@pytest.mark.clause("PA 673a.12(c)")
@pytest.mark.parametrize("hole", ["KH", "QH", "JH", "TH"])
def test_insurance_wins_two_to_one_when_the_hole_card_is_worth_ten(hole: str) -> None:
    scene = table(f"AS {hole}", "9D 7D")
    scene.as_player(m.Insure, cents=50_00)
    paid = scene.last(facts.WagerPaid)
    assert (paid.wager, paid.winnings) == ("insurance", 100_00)
    assert "PA 673a.12(c)" in paid.clauses
    assert scene.won("ann") == 100_00 - BET


@pytest.mark.clause("PA 673a.8(d)")
def test_losing_insurance_is_collected_after_the_reader_and_before_any_further_card() -> None:
    scene = table("AS 9H", "9D 7D", then="4C")
    scene.as_player(m.Insure, cents=50_00)
    kinds = names_of(scene.table.facts)
    assert kinds[-2:] == ["HoleCardRead", "WagerCollected"]
    collected = scene.last(facts.WagerCollected)
    assert (collected.wager, collected.cents, collected.clauses) == ("insurance", 50_00, ("PA 673a.8(d)",))
    assert m.Hit in scene.table.waiting.may


@pytest.mark.clause("PA 673a.8(b)")
def test_insurance_is_half_the_wager_at_most() -> None:
    scene = table("AS 9H", "9D 7D")
    refusal = scene.refused(m.Insure(by="ann", box=1, cents=51_00))
    assert (refusal.code, refusal.clauses) == ("insurance/too-large", ("PA 673a.8(b)",))
    scene.as_player(m.Insure, cents=50_00)


@pytest.mark.clause("PA 673a.8(b)")
def test_insurance_may_round_up_to_the_next_chip_when_half_the_wager_cannot_be_bet() -> None:
    scene = table("AS 9H", "9D 7D", "9D 7D", bet=25_00)  # chips of one dollar: half is 12.50
    assert scene.refused(m.Insure(by="ann", box=1, cents=14_00)).code == "insurance/too-large"
    scene.as_player(m.Insure, 1, cents=13_00)
    scene.as_player(m.Insure, 2, cents=12_00)


@pytest.mark.clause("PA 673a.8(b)")
def test_insurance_comes_before_the_hole_card_goes_into_the_reader_and_not_after() -> None:
    scene = deal_all(by_dealer("AS 9H", "9D 7D"))
    assert scene.refused(m.ReadHoleCard(by=DEALER)).code == "reader/used"
    scene.as_player(m.NoInsurance)
    scene.dealer(m.ReadHoleCard)
    assert scene.refused(m.Insure(by="ann", box=1, cents=50_00)).code == "insure/not-now"


# --- (h) the card reader --------------------------------------------------------------------------------------------


@pytest.mark.clause("PA 673a.7(h)")
@pytest.mark.clause("PA 673a.1 Card reader device")
@pytest.mark.parametrize(
    ("up", "read"), [("AS", True), ("KS", True), ("QS", True), ("JS", True), ("TS", True), ("9S", False), ("2S", False)]
)
def test_the_reader_is_used_under_an_ace_or_a_ten_value_card_only(up: str, read: bool) -> None:
    scene = table(f"{up} 6H", "9D 7D").no_insurance()
    assert bool(scene.facts(facts.HoleCardRead)) is read
    if read:
        fact = scene.last(facts.HoleCardRead)
        assert (fact.blackjack, fact.clauses) == (False, ("PA 673a.7(h)",))
    assert scene.blackjack.dealer.face_down  # nobody has seen the card
    assert not scene.facts(facts.HoleCardTurned)


@pytest.mark.clause("PA 673a.7(h)")
@pytest.mark.parametrize("dealer", ["KS AH", "TS AH", "AS JH"])
def test_a_dealer_blackjack_ends_the_round_and_takes_each_blackjack_wager(dealer: str) -> None:
    scene = table(dealer, "5D 6D", "9D 9H").no_insurance()
    assert not scene.table.state.in_round
    assert scene.last(facts.HoleCardRead).blackjack
    assert len(scene.facts(facts.CardDealt)) == 6  # no additional card
    assert [(f.box, f.cents) for f in scene.facts(facts.WagerCollected)] == [(2, BET), (1, BET)]
    assert all(f.clauses[0] == "PA 673a.7(h)" for f in scene.facts(facts.WagerCollected))


@pytest.mark.clause("PA 673a.7(h)")
def test_the_dealer_may_not_turn_the_hole_card_instead_of_reading_it() -> None:
    scene = deal_all(by_dealer("KS AH", "9D 7D"))
    refusal = scene.refused(m.TurnHoleCard(by=DEALER))
    assert (refusal.code, refusal.clauses) == ("hole-card/too-early", ("PA 673a.7(h)",))
    scene.dealer(m.ReadHoleCard)
    scene.dealer(m.TurnHoleCard)


@pytest.mark.clause("PA 673a.1 Blackjack")
@pytest.mark.clause("PA 673a.7(h)")
def test_a_dealer_21_of_three_cards_is_no_blackjack_and_only_beats_what_is_lower() -> None:
    scene = table("KS 6H", "9D 9H", then="5C")
    to_the_end(scene)
    assert not scene.last(facts.HoleCardRead).blackjack
    assert scene.last(facts.DealerStood).total == 21
    assert {"PA 673a.7(r)(3)(ii)", "PA 673a.7(s)(3)"} <= set(scene.last(facts.WagerCollected).clauses)
