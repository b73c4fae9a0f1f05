"""§ 673a.7(a) to (e): the shoe, the burn card, the cover card and the order of the deal."""

import pytest

from pitboss.procedure.moves import DEALER
from tests import facts
from tests import moves as m
from tests.procedure.kit import Scene
from tests.procedure.pa_673a.seat import BET, GAME, by_dealer, cards_dealt, next_shoe, opened, table, to_the_end


@pytest.mark.clause("PA 673a.7(e)")
@pytest.mark.clause("PA 673a.7(e)(1)")
@pytest.mark.clause("PA 673a.7(e)(2)")
@pytest.mark.clause("PA 673a.7(e)(3)")
@pytest.mark.clause("PA 673a.7(e)(4)")
@pytest.mark.clause("PA 673a.1 Hole card")
def test_a_card_to_each_box_one_to_the_dealer_a_second_to_each_and_the_dealers_second_face_down() -> None:
    scene = table("9S 7H", "2S 3S", "4H 5H", "6D 8D")
    assert cards_dealt(scene) == [
        (1, "2S", True),
        (2, "4H", True),
        (3, "6D", True),
        (0, "9S", True),
        (1, "3S", True),
        (2, "5H", True),
        (3, "8D", True),
        (0, "7H", False),
    ]
    cited = [fact.clauses for fact in scene.facts(facts.CardDealt)]
    assert cited[0] == ("PA 673a.7(e)", "PA 673a.7(e)(1)")
    assert cited[3] == ("PA 673a.7(e)(2)",)
    assert cited[4] == ("PA 673a.7(e)", "PA 673a.7(e)(3)")
    assert cited[7] == ("PA 673a.7(e)(4)",)


@pytest.mark.clause("PA 673a.7(e)")
def test_a_person_who_deals_out_of_order_is_refused_and_no_card_leaves_the_shoe() -> None:
    scene = by_dealer("9S 7H", "2S 3S", "4H 5H")
    assert scene.refused(m.Deal(by=DEALER, to=2)).code == "deal/out-of-order"
    scene.dealer(m.Deal, to=1)
    refusal = scene.refused(m.Deal(by=DEALER, to=0))
    assert (refusal.code, refusal.clauses) == ("deal/out-of-order", ("PA 673a.7(e)", "PA 673a.7(e)(1)"))
    scene.dealer(m.Deal, to=2)
    refusal = scene.refused(m.Deal(by=DEALER, to=1))
    assert refusal.clauses == ("PA 673a.7(e)(2)",)


@pytest.mark.clause("PA 673a.7(e)")
@pytest.mark.clause("PA 673a.7(e)(1)")
@pytest.mark.clause("PA 673a.6(d)")
def test_only_a_box_with_a_blackjack_wager_gets_cards() -> None:
    scene = opened("9S 7H", "2S 4H", "3S 5H")
    scene.as_player(m.Wager, 2, cents=BET)
    for name in ("ann", "bob"):
        scene.do(m.Ready(by=name))
    assert [box for box, _, _ in cards_dealt(scene)] == [2, 0, 2, 0]
    assert scene.refused(m.Hit(by="ann", box=1)).code == "hit/no-hand"


@pytest.mark.clause("PA 673a.7(c)")
def test_the_first_card_of_a_fresh_shoe_goes_unseen_to_the_discard_rack() -> None:
    scene = opened("9S 7H", "2S 3S")
    burned = scene.last(facts.CardBurned)
    assert burned.clauses == ("PA 673a.7(c)",)
    assert scene.table.state.cards.rack.height == 1
    assert scene.table.state.cards.shoe.remaining == 6 * 52 - 1


@pytest.mark.clause("PA 673a.7(c)")
def test_a_new_dealer_removes_one_card_before_dealing_and_only_once() -> None:
    scene = opened("9S 7H", "2S 3S", then="TS 2C")
    scene.floor(m.TapIn, dealer="sue")
    assert len(scene.facts(facts.CardBurned)) == 1  # he has not come to deal yet
    scene.bet()
    assert [fact.why for fact in scene.facts(facts.CardBurned)] == ["a fresh shoe", "a new dealer"]
    order = [type(fact).__name__ for fact in scene.table.facts]
    assert order.index("DealerChanged") < order.index("CardDealt")
    assert scene.facts(facts.CardDealt)[0].card == "9S"  # ann's 2 was burned, so every card moves up one
    to_the_end(scene).bet()
    assert len(scene.facts(facts.CardBurned)) == 2


@pytest.mark.clause("PA 673a.7(c)")
@pytest.mark.clause("PA 673a.5(a)")
def test_a_dealer_who_comes_during_the_cut_leaves_the_shuffled_stack_as_it_is() -> None:
    scene = Scene(GAME, "", 1).sit()
    scene.do(m.ViewSpread(by="ann"))
    scene.shuffle()
    before = str(scene.table.waiting)
    scene.floor(m.TapIn, dealer="sue")
    assert str(scene.table.waiting) == before
    scene.do(m.RefuseCut(by="ann"))
    scene.bet()
    assert [fact.why for fact in scene.facts(facts.CardBurned)] == ["a fresh shoe", "a new dealer"]


@pytest.mark.clause("PA 673a.7(d)")
@pytest.mark.clause("PA 673a.7(d)(1)")
@pytest.mark.clause("PA 673a.7(d)(2)")
@pytest.mark.clause("PA 673a.5(f)")
def test_when_the_cover_card_comes_the_hand_is_completed_and_then_all_cards_are_reshuffled() -> None:
    scene = Scene(GAME, "", 1, {"decks": 1, "cover_card_placed": "1/4"}).open()
    rounds = 0
    while not scene.facts(facts.CoverCardCameOut):
        to_the_end(scene.bet())
        rounds += 1
    ended = scene.facts(facts.RoundEnded)
    assert ended[-1].round == rounds  # the round in which it came was completed
    order = [type(fact).__name__ for fact in scene.table.facts]
    assert order.index("CoverCardCameOut") < len(order) - 1 - order[::-1].index("RoundEnded")
    assert scene.table.waiting.may == (m.Shuffle, m.CommitSeed)
    assert len(scene.table.state.cards.to_shuffle) == 52  # rack and shoe together: no card is missing
    assert scene.table.state.cards.shoe.remaining == scene.table.state.cards.rack.height == 0
    assert scene.refused(m.Wager(by="ann", box=1, cents=BET)).code == "wager/not-now"
    assert scene.last(facts.ShoeEmptied).clauses == ("PA 673a.7(d)(1)",)
    next_shoe(scene)
    assert set(scene.last(facts.CardsShuffled).clauses) == {"PA 673a.5(a)", "PA 673a.5(f)", "PA 673a.7(d)(2)"}
    assert scene.table.state.cards.shoe.remaining == 51


@pytest.mark.clause("PA 673a.7(d)")
def test_a_cover_card_that_is_first_in_the_shoe_when_a_round_begins_is_put_aside_and_the_round_dealt() -> None:
    # One deck, the cover card 47 cards from the back: after the burn card, four cards, then the cover card.
    scene = Scene(GAME, "2S 9S 9H 8H", 1, {"decks": 1, "cover_card_placed": "47/52"}).open()
    to_the_end(scene.bet())
    assert scene.table.state.cards.shoe.cover_card_is_next
    scene.bet()
    came = scene.last(facts.CoverCardCameOut)
    assert came.clauses == ("PA 673a.7(d)",)
    assert len(scene.hand(1).cards) == 2  # dealt all the same
    to_the_end(scene)
    assert m.Shuffle in scene.table.waiting.may


@pytest.mark.clause("PA 673a.7(a)")
def test_cards_come_only_from_a_loaded_shoe_which_the_dealer_loads_after_the_cut() -> None:
    scene = Scene(GAME, "2S 9S 9H 8H", 1, by_hand=(DEALER,)).sit()
    while m.LoadShoe not in scene.table.waiting.may:
        waiting = scene.table.waiting
        if m.Shuffle in waiting.may:
            scene.shuffle()
        elif waiting.may[0] is m.Cut and waiting.by == ("ann",):
            scene.do(m.RefuseCut(by="ann"))
        elif m.Cut in waiting.may:
            scene.dealer(m.Cut, position=156)
        else:
            scene.do(scene.usual(waiting.by, waiting.may))
    assert scene.table.state.cards.shoe.remaining == 0
    refusal = scene.refused(m.Deal(by=DEALER, to=1))
    assert refusal.code == "deal/not-now"
    loaded = scene.dealer(m.LoadShoe)[0]
    assert isinstance(loaded, facts.ShoeLoaded)
    assert loaded.clauses == ("PA 673a.7(a)",)
    assert scene.table.state.cards.shoe.remaining == 312
