"""§ 673a.7(l): the Second Chance Wager and its three outcomes."""

import pytest

from pitboss.procedure.moves import DEALER
from tests import facts
from tests import moves as m
from tests.procedure.kit import Scene
from tests.procedure.pa_673a.seat import BET, by_dealer, deal_all, names_of, table, to_the_end


def busted(then: str, dealer: str = "9S 8H", **more: object) -> Scene:
    """Ann has 25 (10, 6 and 9) and is asked whether she wants a second chance."""
    scene = table(dealer, "TD 6D", then=f"9D {then}", **more)  # type: ignore[arg-type]  # passed on as they are
    scene.as_player(m.Hit)
    assert scene.hand(1).total == 25
    return scene


@pytest.mark.clause("PA 673a.7(l)")
@pytest.mark.clause("PA 673a.1 Bust")
@pytest.mark.parametrize(("card", "asked"), [("5H", False), ("6H", True)])
def test_a_hand_greater_than_21_is_asked_and_one_of_21_is_not(card: str, asked: bool) -> None:
    scene = table("9S 8H", "TD 6D", "TD 7D", then=card)
    scene.as_player(m.Hit)
    assert (m.SecondChance in scene.table.waiting.may) is asked
    assert bool(scene.facts(facts.HandBusted)) is asked
    if asked:
        assert scene.table.waiting.may == (m.SecondChance, m.NoSecondChance)
        assert scene.table.waiting.clauses == ("PA 673a.7(l)",)


@pytest.mark.clause("PA 673a.7(l)")
@pytest.mark.clause("PA 673a.7(l)(3)")
def test_the_texts_example_25_less_5_is_20_and_plays_on() -> None:
    scene = busted("5H")
    drawn = scene.as_player(m.SecondChance)
    placed = drawn[0]
    assert isinstance(placed, facts.WagerPlaced)
    assert (placed.wager, placed.cents, placed.clauses) == ("second-chance", BET, ("PA 673a.7(l)",))
    card = drawn[1]
    assert isinstance(card, facts.CardDealt)
    assert (card.card, card.face_up, card.sideways) == ("5H", True, True)
    assert scene.facts(facts.SecondChanceDrawn)[0].total == 20
    assert scene.last(facts.SecondChanceDrawn).clauses == ("PA 673a.7(l)", "PA 673a.7(l)(3)")
    assert names_of(drawn).index("HoleCardTurned") > 2  # the round went on with the dealer's hand


@pytest.mark.clause("PA 673a.7(l)(1)")
@pytest.mark.parametrize(("card", "total"), [("3H", 22), ("2H", 23)])
def test_still_greater_than_21_loses_both_wagers_at_once(card: str, total: int) -> None:
    scene = busted(card)
    drawn = scene.as_player(m.SecondChance)
    told = scene.last(facts.SecondChanceDrawn)
    assert (told.total, told.clauses) == (total, ("PA 673a.7(l)",)), "(3) is of less than 21"
    collected = [(f.wager, f.cents, f.clauses) for f in drawn if isinstance(f, facts.WagerCollected)]
    assert collected == [("bet", BET, ("PA 673a.7(l)(1)",)), ("second-chance", BET, ("PA 673a.7(l)(1)",))]
    assert names_of(drawn).index("CardsDiscarded") < names_of(drawn).index("HoleCardTurned")
    assert scene.won("ann") == -2 * BET


@pytest.mark.clause("PA 673a.7(l)(2)")
@pytest.mark.clause("PA 673a.12(b)")
def test_exactly_21_pays_the_second_chance_wager_and_returns_the_blackjack_wager_at_once() -> None:
    scene = busted("4H")
    drawn = scene.as_player(m.SecondChance)
    returned = next(fact for fact in drawn if isinstance(fact, facts.WagerReturned))
    paid = next(fact for fact in drawn if isinstance(fact, facts.WagerPaid))
    assert (returned.wager, returned.cents) == ("bet", BET)
    assert (paid.wager, paid.cents, paid.winnings) == ("second-chance", BET, BET)
    assert scene.last(facts.SecondChanceDrawn).clauses == ("PA 673a.7(l)",), "(3) is of less than 21"
    assert paid.clauses == ("PA 673a.7(l)(2)", "PA 673a.12(b)")
    assert names_of(drawn).index("CardsDiscarded") < names_of(drawn).index("HoleCardTurned")
    assert scene.won("ann") == BET


@pytest.mark.clause("PA 673a.7(l)")
@pytest.mark.clause("PA 673a.7(l)(2)")
def test_an_ace_is_subtracted_as_one() -> None:
    scene = table("9S 8H", "TD 6D", then="6H AH")
    scene.as_player(m.Hit)
    assert scene.hand(1).total == 22
    scene.as_player(m.SecondChance)
    assert scene.last(facts.SecondChanceDrawn).total == 21  # 22 less 1, not 22 less 11
    assert scene.won("ann") == BET


@pytest.mark.clause("PA 673a.7(l)")
@pytest.mark.parametrize(("card", "total"), [("9H", 16), ("TH", 15), ("JH", 15), ("QH", 15), ("KH", 15)])
def test_number_cards_subtract_their_face_and_court_cards_ten(card: str, total: int) -> None:
    scene = busted(card)
    scene.as_player(m.SecondChance)
    assert scene.last(facts.SecondChanceDrawn).total == total


@pytest.mark.clause("PA 673a.7(l)(3)")
@pytest.mark.clause("PA 673a.7(s)(1)(i)")
@pytest.mark.clause("PA 673a.12(b)")
def test_under_21_that_beats_the_dealer_returns_the_bet_and_pays_the_second_chance() -> None:
    scene = busted("5H", dealer="9S 8H")  # 20 against 17
    scene.as_player(m.SecondChance)
    paid, returned = scene.last(facts.WagerPaid), scene.last(facts.WagerReturned)
    assert (paid.wager, paid.winnings) == ("second-chance", BET)
    settled = ("PA 673a.7(q)(2)", "PA 673a.7(r)(1)(ii)", "PA 673a.7(s)(1)(i)")
    assert paid.clauses == (*settled, "PA 673a.12(b)", "PA 673a.7(t)", "PA 673a.7(t)(2)")
    assert returned.clauses == settled
    assert (returned.wager, returned.cents) == ("bet", BET)
    assert scene.won("ann") == BET


@pytest.mark.clause("PA 673a.7(s)(2)")
def test_under_21_that_ties_returns_both_wagers() -> None:
    scene = busted("5H", dealer="TS KH")  # 20 against 20
    scene.as_player(m.SecondChance)
    returned = [(f.wager, f.cents, f.clauses) for f in scene.facts(facts.WagerReturned)]
    assert returned == [
        ("bet", BET, ("PA 673a.7(q)(2)", "PA 673a.7(r)(2)", "PA 673a.7(s)(2)")),
        ("second-chance", BET, ("PA 673a.7(q)(2)", "PA 673a.7(r)(2)", "PA 673a.7(s)(2)")),
    ]
    assert scene.won("ann") == 0


@pytest.mark.clause("PA 673a.7(s)(3)")
def test_under_21_that_loses_loses_both_wagers() -> None:
    scene = busted("9H", dealer="9S 8H")  # 16 against 17
    scene.as_player(m.SecondChance)
    collected = [(f.wager, f.clauses) for f in scene.facts(facts.WagerCollected)]
    lost = ("PA 673a.7(q)(2)", "PA 673a.7(r)(3)(ii)", "PA 673a.7(s)(3)", "PA 673a.7(t)", "PA 673a.7(t)(2)")
    assert collected == [("bet", lost), ("second-chance", lost)]
    assert scene.won("ann") == -2 * BET


@pytest.mark.clause("PA 673a.7(q)(1)")
@pytest.mark.parametrize(("dealer_draws", "won"), [("6C", 0), ("7C", BET), ("5C", -2 * BET)], ids=["22", "23", "21"])
def test_after_a_second_chance_a_dealer_22_returns_both_and_23_pays(dealer_draws: str, won: int) -> None:
    scene = busted(f"5H {dealer_draws}", dealer="9S 7H")
    scene.as_player(m.SecondChance)
    assert scene.won("ann") == won


@pytest.mark.clause("PA 673a.7(l)")
def test_the_wager_must_be_covered_in_full() -> None:
    scene = busted("5H", chips=199_00)
    refusal = scene.refused(m.SecondChance(by="ann", box=1))
    assert (refusal.code, refusal.clauses) == ("wager/too-few-chips", ("PA 673a.7(l)",))
    scene.as_player(m.NoSecondChance)
    assert scene.won("ann") == -BET


@pytest.mark.clause("PA 673a.7(l)")
def test_only_the_player_at_the_box_answers_and_only_for_that_box() -> None:
    scene = table("9S 8H", "TD 6D", "TD 7D", then="9D 5H")
    scene.as_player(m.Hit)
    assert scene.refused(m.SecondChance(by="bob", box=1)).code == "turn/not-yours"
    assert scene.refused(m.SecondChance(by="ann", box=2)).code == "turn/other-box"
    assert scene.refused(m.Hit(by="ann", box=1)).code == "hit/busted"


@pytest.mark.clause("PA 673a.7(l)")
@pytest.mark.clause("PA 673a.7(r)(3)(i)")
@pytest.mark.parametrize(("reading", "at_once"), [("after-the-round", []), ("at-the-bust", ["WagerCollected"])])
def test_a_hand_that_declines_loses_with_the_others_or_at_once(reading: str, at_once: list[str]) -> None:
    scene = table("9S 7H", "TD 6D", "TD 8D", then="9D TC", readings={"bust-collected": reading})
    scene.as_player(m.Hit)
    declined = scene.as_player(m.NoSecondChance)
    assert names_of(declined)[:2] == ["WagerDeclined", *at_once]
    to_the_end(scene)
    assert "PA 673a.7(r)(3)(i)" in scene.facts(facts.WagerCollected)[0].clauses
    assert scene.last(facts.DealerStood).total == 26
    assert scene.won("ann") == -BET


@pytest.mark.clause("PA 673a.7(q)(1)")
@pytest.mark.clause("PA 673a.7(r)(3)(i)")
@pytest.mark.parametrize(
    ("draws", "won"), [("TC", 0), ("6C", 0), ("5C", -BET), ("AC", -BET)], ids=["26", "22", "21", "17"]
)
def test_reading_both_bust_returned_the_hand_waits_for_the_dealer(draws: str, won: int) -> None:
    scene = busted(draws, dealer="9S 7H", readings={"both-bust": "returned"})
    declined = scene.as_player(m.NoSecondChance)
    assert names_of(declined)[:2] == ["WagerDeclined", "HoleCardTurned"]  # the dealer draws: the hand depends on it
    assert scene.won("ann") == won


@pytest.mark.clause("PA 673a.7(l)(1)")
def test_reading_both_bust_returned_does_not_save_a_hand_still_over_after_its_second_chance() -> None:
    scene = busted("2H TC", dealer="9S 7H", readings={"both-bust": "returned"})
    scene.as_player(m.SecondChance)
    assert scene.won("ann") == -2 * BET


# --- after a double and after a split -------------------------------------------------------------------------------


@pytest.mark.clause("PA 673a.7(l)")
def test_reading_second_chance_after_double_offered_costs_the_doubled_wager() -> None:
    readings = {"second-chance-after-double": "offered"}
    scene = table("9S 8H", "TD 6D", then="9D 4H", readings=readings)
    scene.as_player(m.Double, cents=60_00)
    scene.as_player(m.SecondChance)
    placed = [f.cents for f in scene.facts(facts.WagerPlaced) if f.wager == "second-chance"]
    assert placed == [BET + 60_00]
    assert sorted(f.cents for f in scene.facts(facts.WagerReturned)) == [60_00, BET]
    assert scene.won("ann") == BET + 60_00


def test_reading_second_chance_after_double_not_offered_loses_at_once() -> None:
    readings = {"second-chance-after-double": "not-offered"}
    scene = table("9S 8H", "TD 6D", then="9D 4H", readings=readings)
    scene.as_player(m.Double, cents=60_00)
    assert not scene.table.state.in_round
    assert scene.won("ann") == -BET - 60_00


@pytest.mark.clause("PA 673a.7(l)")
def test_reading_second_chance_after_split_offered_to_each_hand() -> None:
    readings = {"second-chance-after-split": "offered"}
    scene = table("9S 8H", "8D 8H", then="6D 9D 2H 7D TD 4H", readings=readings)
    scene.as_player(m.Split)
    scene.as_player(m.Hit)  # 8, 6, 9: 23
    assert scene.table.waiting.hand == 1
    scene.as_player(m.SecondChance)  # less 2: 21
    assert scene.hand(1, 1).settled
    scene.as_player(m.Hit)  # 8, 7, 10: 25
    assert (scene.table.waiting.may, scene.table.waiting.hand) == ((m.SecondChance, m.NoSecondChance), 2)
    scene.as_player(m.SecondChance)  # less 4: 21
    assert scene.won("ann") == 2 * BET


@pytest.mark.clause("PA 673a.11(c)")
def test_reading_second_chance_after_split_not_offered() -> None:
    readings = {"second-chance-after-split": "not-offered"}
    scene = table("9S 8H", "8D 8H", then="6D 9D 2H", readings=readings)
    scene.as_player(m.Split)
    hit = scene.as_player(m.Hit)
    assert "HandBusted" in names_of(hit)
    assert scene.table.waiting.hand == 2


# --- the card itself ------------------------------------------------------------------------------------------------


@pytest.mark.clause("PA 673a.7(l)")
def test_a_person_who_deals_deals_the_second_chance_card() -> None:
    scene = deal_all(by_dealer("9S 8H", "TD 6D", then="9D 5H"))
    scene.as_player(m.Hit)
    scene.dealer(m.Deal, to=1)
    scene.as_player(m.SecondChance)
    assert scene.table.waiting.clauses == ("PA 673a.7(l)",)
    assert scene.refused(m.Deal(by=DEALER, to=0)).code == "deal/out-of-order"
    scene.dealer(m.Deal, to=1)
    assert scene.hand(1).total == 20


@pytest.mark.clause("PA 673a.7(m)", "PA 673a.7(l)")
@pytest.mark.parametrize("paid_when", ["right-away", "after-all-players"])
def test_a_split_21_is_paid_though_its_players_other_hand_took_a_second_chance(paid_when: str) -> None:
    scene = table("9S 7H", "8D 8H", then="6D 9D 5D 3D TD TC", readings={"twenty-one-paid": paid_when})
    scene.as_player(m.Split)
    scene.as_player(m.Hit)
    scene.as_player(m.SecondChance)
    assert scene.hand(1, 1).total == 18
    scene.as_player(m.Hit)
    paid = next(fact for fact in scene.facts(facts.WagerPaid) if fact.hand == 2)
    assert (paid.wager, paid.winnings) == ("bet", BET)
    assert {"PA 673a.7(m)", "PA 673a.12(a)"} <= set(paid.clauses)
    turned = scene.table.facts.index(scene.last(facts.HoleCardTurned))
    assert scene.table.facts.index(paid) < turned, "before the dealer's hand is known"


@pytest.mark.clause("PA 673a.7(l)(2)")
@pytest.mark.parametrize("paid_when", ["right-away", "after-all-players"])
def test_a_hand_brought_to_21_by_its_second_chance_is_settled_once(paid_when: str) -> None:
    scene = table("9S 7H", "KD 6H", then="9D 4C TC", readings={"twenty-one-paid": paid_when})
    scene.as_player(m.Hit)
    scene.as_player(m.SecondChance)
    assert [fact.outcome for fact in scene.facts(facts.HandSettled)] == ["second chance 21"]


@pytest.mark.clause("PA 673a.13(h)", "PA 673a.7(l)")
@pytest.mark.parametrize(
    ("reading", "back"),
    [("every-wager", {"bet": BET, "second-chance": BET}), ("named-only", {"bet": BET})],
)
def test_a_second_chance_card_that_is_missed_may_leave_the_hand_dead(reading: str, back: dict[str, int]) -> None:
    scene = by_dealer("9S 8C", "KH 6D", "KD 9H", then="QC 4C", readings={"dead-hand-returns": reading})
    while m.Deal in scene.table.waiting.may:
        scene.dealer(m.Deal, to=scene.table.waiting.box)
    scene.as_player(m.Hit)
    scene.dealer(m.Deal, to=1)
    scene.as_player(m.SecondChance)
    scene.dealer(m.PassOver, box=1)
    done = scene.as_player(m.CallHandDead)
    assert {fact.wager: fact.cents for fact in done if isinstance(fact, facts.WagerReturned)} == back
    kept = {"bet": BET, "second-chance": BET}.keys() - back.keys()
    assert {fact.wager for fact in done if isinstance(fact, facts.WagerCollected)} == kept
    assert scene.hand().dead
    assert scene.table.waiting.by == ("bob",), "it is over, and nothing of it is settled again"


@pytest.mark.clause("PA 673a.13(h)", "PA 673a.7(l)")
@pytest.mark.parametrize(("late", "total"), [("4C", 22), ("9C", 17)])
@pytest.mark.parametrize("sets", [{}, {"player_bust": "loses", "bust_collected": "at-the-bust"}])
def test_or_the_card_comes_late_and_is_subtracted_then_and_the_hand_has_nothing_more_to_decide(
    late: str, total: int, sets: dict[str, object]
) -> None:
    scene = by_dealer("9S 8C", "KH 6D", "KD 9H", then=f"QC {late} 2C 3C", sets=sets)
    while m.Deal in scene.table.waiting.may:
        scene.dealer(m.Deal, to=scene.table.waiting.box)
    scene.as_player(m.Hit)
    scene.dealer(m.Deal, to=1)
    scene.as_player(m.SecondChance)
    scene.dealer(m.PassOver, box=1)
    scene.as_player(m.TakeLateCard)
    assert not scene.facts(facts.WagerCollected), "the hand has its chance to come"
    assert scene.refused(m.Stand(by="ann", box=1)).code == "stand/busted"
    scene.as_player(m.Stand, box=2)
    assert m.Deal in scene.table.waiting.may, "the late card, before the hole card is turned"
    scene.dealer(m.Deal, to=1)
    assert scene.last(facts.SecondChanceDrawn).total == total
    assert m.TurnHoleCard in scene.table.waiting.may


@pytest.mark.clause("PA 673a.13(c)", "PA 673a.7(l)")
def test_who_took_a_second_chance_and_refuses_the_card_that_then_comes_stays_over_21() -> None:
    scene = by_dealer("9S 8C", "KH 6D", "KD 9H", then="QC 4C 2C")
    while m.Deal in scene.table.waiting.may:
        scene.dealer(m.Deal, to=scene.table.waiting.box)
    scene.as_player(m.Hit)
    scene.dealer(m.Deal, to=1)
    scene.as_player(m.SecondChance)
    scene.dealer(m.DrewInError, exposed=True)
    scene.dealer(m.Deal, to=1)
    scene.as_player(m.RefuseCard)
    assert scene.table.waiting.by == ("bob",)
    assert not scene.facts(facts.SecondChanceDrawn)
    scene.as_player(m.Stand, box=2)
    to_the_end(scene)
    assert scene.won("ann") == -2 * BET
