"""§ 673a.9: surrender, under both readings of when it is chosen."""

import pytest

from pitboss.procedure.moves import DEALER
from tests import facts
from tests import moves as m
from tests.procedure.kit import Scene
from tests.procedure.pa_673a.seat import BET, GAME, by_dealer, deal_all, dealt, names_of, table, to_the_end

BEFORE = {"surrender-timing": "before-reader"}
AFTER = {"surrender-timing": "after-reader"}

# --- both readings --------------------------------------------------------------------------------------------------


@pytest.mark.clause("PA 673a.9(a)")
@pytest.mark.clause("PA 673a.9(a)(1)")
@pytest.mark.parametrize("readings", [BEFORE, AFTER])
@pytest.mark.parametrize("up", ["2S", "9S"])
def test_under_two_to_nine_half_is_collected_at_once_and_half_returned(readings: dict[str, str], up: str) -> None:
    scene = table(f"{up} 7H", "9D 7D", "5D 6D", readings=readings)
    assert m.Surrender in scene.table.waiting.may
    settled = scene.as_player(m.Surrender)
    assert names_of(settled)[:4] == ["DecisionMade", "HandSettled", "WagerCollected", "WagerReturned"]
    assert settled[2].clauses == ("PA 673a.9(a)", "PA 673a.9(a)(1)")
    assert scene.won("ann") == -BET // 2
    assert len(scene.hand(1).cards) == 2  # they lie until all wagers are settled
    assert scene.table.waiting.box == 2


@pytest.mark.clause("PA 673a.9(a)")
def test_surrender_comes_before_every_other_decision_on_the_hand() -> None:
    scene = table("9S 7H", "2D 3D", then="4D 5C")
    assert m.Surrender in scene.table.waiting.may
    scene.as_player(m.Hit)
    refusal = scene.refused(m.Surrender(by="ann", box=1))
    assert (refusal.code, refusal.clauses) == ("surrender/not-open", ("PA 673a.9(a)",))


@pytest.mark.clause("PA 673a.9(a)")
@pytest.mark.parametrize("hand", ["9D 2D", "8D 5D"], ids=["21", "over 21"])
def test_a_hand_that_was_drawn_to_is_surrendered_no_more_whatever_its_total(hand: str) -> None:
    scene = table("9S 7H", hand, "KD 9H", then="KS 5C", readings={"twenty-one-paid": "after-all-players"})
    scene.as_player(m.Hit)
    if m.NoSecondChance in scene.table.waiting.may:
        scene.as_player(m.NoSecondChance)
    refusal = scene.refused(m.Surrender(by="ann", box=1))
    assert (refusal.code, refusal.clauses) == ("surrender/not-open", ("PA 673a.9(a)",))
    assert "before any other decision" in refusal.sentence, "and not that 21 or more is never given up"


@pytest.mark.clause("PA 673a.9(a)")
def test_a_split_hand_may_not_be_surrendered() -> None:
    scene = table("9S 7H", "8D 8H", then="4D 5C")
    scene.as_player(m.Split)
    assert scene.refused(m.Surrender(by="ann", box=1)).code == "surrender/not-open"


@pytest.mark.clause("PA 673a.9(a)")
def test_a_doubled_hand_and_a_stood_hand_may_not_be_surrendered() -> None:
    scene = table("9S 7H", "5D 3D", "9D 9H", "9D 8H", then="4D")
    scene.as_player(m.Double, cents=BET)
    assert scene.refused(m.Surrender(by="ann", box=1)).code == "surrender/after-double"
    scene.as_player(m.Stand, 2)
    assert scene.refused(m.Surrender(by="bob", box=2)).code == "surrender/after-stand"
    assert not scene.hand(1).settled
    assert scene.table.waiting.box == 3


# --- after the reader -----------------------------------------------------------------------------------------------


@pytest.mark.clause("PA 673a.9(a)(2)")
@pytest.mark.parametrize("up", ["AS", "TS", "JS", "QS", "KS"])
def test_after_the_reader_half_is_taken_in_the_players_turn(up: str) -> None:
    scene = table(f"{up} 7H", "9D 7D", readings=AFTER).no_insurance()
    assert scene.facts(facts.HoleCardRead)
    scene.as_player(m.Surrender)
    assert scene.won("ann") == -BET // 2
    assert scene.last(facts.WagerReturned).clauses == ("PA 673a.9(a)", "PA 673a.9(a)(2)")
    assert not scene.facts(facts.WagersParked)


def test_after_the_reader_nobody_can_surrender_to_a_dealer_blackjack() -> None:
    scene = table("KS AH", "9D 7D", readings=AFTER)
    assert scene.won("ann") == -BET


@pytest.mark.clause("PA 673a.7(i)")
def test_after_the_reader_surrender_while_others_insure_is_refused() -> None:
    scene = table("AS 7H", "9D 7D", readings=AFTER)
    assert scene.refused(m.Surrender(by="ann", box=1)).code == "surrender/not-now"


# --- before the reader ----------------------------------------------------------------------------------------------


@pytest.mark.clause("PA 673a.9(a)(2)")
@pytest.mark.parametrize("up", ["TS", "JS", "QS", "KS"])
def test_before_the_reader_the_wager_waits_on_the_cards_and_half_is_taken_when_there_is_no_blackjack(up: str) -> None:
    scene = table(f"{up} 7H", "9D 7D", "5D 6D", readings=BEFORE)
    assert scene.table.waiting.may == (m.Surrender, m.Ready)
    parked = scene.as_player(m.Surrender)
    assert names_of(parked) == ["DecisionMade", "WagersParked"]
    assert scene.table.state.chips.on_layout == 2 * BET  # nothing is settled yet
    assert scene.hand(1).cards
    settled = scene.do(m.Ready(by="bob"))
    assert names_of(settled)[:5] == ["PlayerReady", "HoleCardRead", "HandSettled", "WagerCollected", "WagerReturned"]
    assert settled[3].clauses == ("PA 673a.9(a)", "PA 673a.9(a)(2)")
    assert scene.won("ann") == -BET // 2
    assert scene.table.waiting.box == 2
    assert m.Surrender not in scene.table.waiting.may  # its time is over


@pytest.mark.clause("PA 673a.9(a)(2)")
def test_before_the_reader_a_dealer_blackjack_takes_the_entire_wager() -> None:
    scene = table("KS AH", "9D 7D", readings=BEFORE)
    facts_then = scene.as_player(m.Surrender)
    assert not scene.table.state.in_round
    assert scene.won("ann") == -BET
    collected = next(fact for fact in facts_then if isinstance(fact, facts.WagerCollected))
    assert (collected.cents, collected.clauses) == (BET, ("PA 673a.9(a)(2)",))


@pytest.mark.clause("PA 673a.9(b)")
@pytest.mark.parametrize(
    ("hole", "won"), [("KH", 2 * 50_00 - BET), ("7H", -50_00 - BET // 2)], ids=["blackjack", "no blackjack"]
)
@pytest.mark.parametrize("insured_first", [True, False])
def test_insurance_and_surrender_are_settled_apart(hole: str, won: int, insured_first: bool) -> None:
    scene = table(f"AS {hole}", "9D 7D", readings=BEFORE)
    acts = [m.Insure(by="ann", box=1, cents=50_00), m.Surrender(by="ann", box=1)]
    for act in acts if insured_first else acts[::-1]:
        scene.do(act)
    assert scene.won("ann") == won
    settled = [f for f in scene.table.facts if isinstance(f, facts.WagerCollected | facts.WagerPaid)]
    assert {fact.wager for fact in settled} == {"bet", "insurance"}
    assert "PA 673a.9(b)" in scene.last(facts.HandSettled).clauses


@pytest.mark.clause("PA 673a.9(b)")
@pytest.mark.parametrize(("hole", "won"), [("KH", 2 * 50_00 - BET), ("7H", -50_00 - BET // 2)])
def test_insurance_and_a_surrender_after_the_reader_are_settled_apart(hole: str, won: int) -> None:
    scene = table(f"AS {hole}", "9D 7D", readings=AFTER)
    scene.as_player(m.Insure, cents=50_00)
    if scene.table.state.in_round:
        scene.as_player(m.Surrender)
        assert "PA 673a.9(b)" in scene.last(facts.HandSettled).clauses
    assert scene.won("ann") == won


@pytest.mark.clause("PA 673a.9(a)")
def test_before_the_reader_everybody_may_surrender_and_one_who_says_ready_plays_on() -> None:
    scene = table("KS 7H", "9D 7D", "9D 6D", "9D 5D", readings=BEFORE)
    scene.do(m.Ready(by="bob"))
    assert scene.refused(m.Surrender(by="bob", box=2)).code == "turn/not-yours"
    assert scene.refused(m.Surrender(by="cat", box=1)).code == "surrender/not-yours"
    scene.as_player(m.Surrender, 3)
    scene.as_player(m.Surrender, 1)
    assert scene.table.waiting.box == 2
    to_the_end(scene)
    assert (scene.won("ann"), scene.won("cat")) == (-BET // 2, -BET // 2)


@pytest.mark.clause("PA 673a.9(a)")
def test_before_the_reader_a_player_with_two_boxes_may_surrender_one_of_them() -> None:
    scene = Scene(GAME, dealt("KS 7H", "9D 7D", "9D 6D"), 1, readings=BEFORE).open()
    for box in (1, 2):
        scene.do(m.Wager(by="ann", box=box, cents=BET))
    scene.do(m.Ready(by="ann"))
    scene.do(m.Surrender(by="ann", box=2))
    assert scene.table.waiting.may == (m.Surrender, m.Ready)  # the other box may still be given up
    scene.do(m.Ready(by="ann"))
    assert scene.won("ann") == -BET - BET // 2  # half of one wager lost, the other wager on the layout
    assert scene.table.waiting.box == 1


@pytest.mark.clause("PA 673a.7(f)")
@pytest.mark.clause("PA 673a.9(a)")
def test_before_the_reader_a_paid_blackjack_is_not_asked_to_surrender() -> None:
    scene = table("KS 7H", "AD KD", "9D 6D", readings=BEFORE)
    assert scene.table.waiting.by == ("bob",)
    assert scene.refused(m.Surrender(by="bob", box=1)).code == "surrender/not-yours"


@pytest.mark.clause("PA 673a.9(a)(2)")
def test_before_the_reader_a_person_who_deals_waits_for_the_players_before_reading() -> None:
    scene = deal_all(by_dealer("KS 7H", "9D 7D", readings=BEFORE))
    assert scene.refused(m.ReadHoleCard(by=DEALER)).code == "reader/used"
    scene.as_player(m.Surrender)
    assert scene.table.waiting.by[0] == DEALER
    scene.dealer(m.ReadHoleCard)
    assert scene.won("ann") == -BET // 2


@pytest.mark.clause("PA 673a.9(a)")
def test_before_the_reader_one_who_said_to_go_on_may_not_think_again() -> None:
    scene = deal_all(by_dealer("KS 7H", "9D 7D", readings=BEFORE))
    scene.do(m.Ready(by="ann"))
    assert m.ReadHoleCard in scene.table.waiting.may
    assert scene.refused(m.Surrender(by="ann", box=1)).code == "surrender/not-now"
    scene.dealer(m.ReadHoleCard)
    assert scene.refused(m.Surrender(by="ann", box=1)).code == "surrender/not-open"


@pytest.mark.clause("PA 673a.9(a)(2)")
@pytest.mark.parametrize("hole", ["AH", "7H"], ids=["Blackjack", "no Blackjack"])
def test_wagers_set_on_the_cards_are_settled_from_the_dealers_right_whoever_surrendered_first(hole: str) -> None:
    scene = table(f"KS {hole}", "9D 7D", "8D 6D", "5C 9C", readings=BEFORE)
    for box in (2, 1, 3):
        scene.as_player(m.Surrender, box)
    assert [fact.box for fact in scene.facts(facts.HandSettled)] == [3, 2, 1]


@pytest.mark.clause("PA 673a.9(a)(2)")
@pytest.mark.parametrize("hole", ["7H", "AH"], ids=["no blackjack", "blackjack"])
def test_surrendered_hands_are_settled_from_the_dealers_right_whoever_surrendered_first(hole: str) -> None:
    scene = table(f"KS {hole}", "9D 7D", "9D 6D", "9D 5D", readings=BEFORE)
    for box in (2, 1, 3):
        scene.as_player(m.Surrender, box)
    assert [fact.box for fact in scene.facts(facts.HandSettled)] == [3, 2, 1]
