"""§ 665a.11: splitting pairs."""

import pytest

from tests import facts as f
from tests import moves as m
from tests.procedure.kit import Scene
from tests.procedure.pa_665a.case import BET, among, dealt, of

AFTER_PLAY = {"pa-surrender-timing": "after-play"}


def split(scene: Scene) -> tuple[f.Fact, ...]:
    """Ann splits."""
    return scene.as_player(m.Split)


@pytest.mark.clause("PA 665a.11(a)")
@pytest.mark.parametrize("pair", ["7S 7H", "KS QH", "JS KH", "2S 2H", "AS AH"])
def test_two_cards_of_the_same_value_may_be_split(pair: str) -> None:
    scene = dealt(f"7S {pair} 9S 5C 6C")
    split(scene)
    assert len(scene.table.state.boxes[1].hands) == 2


@pytest.mark.clause("PA 665a.11(a)")
@pytest.mark.parametrize("cards", ["7S 8H", "KS 9H", "AS 9H"])
def test_two_cards_of_different_value_may_not(cards: str) -> None:
    refusal = dealt(f"7S {cards} 9S").refused(m.Split(by="ann", box=1))
    assert (refusal.code, refusal.clauses) == ("split/no-pair", ("PA 665a.11(a)",))


@pytest.mark.clause("PA 665a.11(a)")
def test_only_the_initial_two_cards() -> None:
    scene = dealt("7S 2S 2H 9S 2C")
    scene.as_player(m.Hit)
    assert scene.refused(m.Split(by="ann", box=1)).clauses == ("PA 665a.11(a)",)


@pytest.mark.clause("PA 665a.11(a)")
def test_the_second_hand_carries_a_wager_equal_to_bet_and_double_attack() -> None:
    scene = dealt("7S 8S 8H 9S 5C", attack=50_00)
    placed = among(split(scene), f.WagerPlaced)
    assert [(fact.hand, fact.wager, fact.cents) for fact in placed] == [(2, "bet", BET), (2, "attack", 50_00)]
    poor = Scene("double-attack-pa", "7S 8S 8H 9S 5C", chips=299_00).open().bet()
    poor.do(m.Attack(by="ann", box=1, cents=50_00))
    refusal = poor.refused(m.Split(by="ann", box=1))
    assert (refusal.code, refusal.clauses) == ("wager/too-few-chips", ("PA 665a.11(a)",))
    enough = Scene("double-attack-pa", "7S 8S 8H 9S 5C", chips=300_00).open().bet()
    enough.do(m.Attack(by="ann", box=1, cents=50_00))
    split(enough)


@pytest.mark.clause("PA 665a.11(b)")
def test_the_first_hand_gets_its_card_and_is_completed_before_the_second_gets_any() -> None:
    scene = dealt("7S 8S 8H 9S 5C 2C KC 3C")
    given = among(split(scene), f.CardDealt)
    assert [(fact.hand, fact.card, fact.clauses) for fact in given] == [(1, "5C", ("PA 665a.11(b)",))]
    scene.as_player(m.Hit)
    assert [len(scene.hand(1, n).cards) for n in (1, 2)] == [3, 1]
    given = among(scene.as_player(m.Stand), f.CardDealt)
    assert [(fact.hand, fact.card) for fact in given] == [(2, "KC")]


@pytest.mark.clause("PA 665a.11(c)")
def test_each_hand_may_then_stand_draw_double_and_split_again_on_the_same_value() -> None:
    scene = dealt("7S 8S 8H 9S 8C")
    split(scene)
    assert set(scene.table.waiting.may) == {m.Hit, m.Stand, m.Double, m.Split, m.Surrender}
    other = dealt("7S 8S 8H 9S 5C")
    split(other)
    assert set(other.table.waiting.may) == {m.Hit, m.Stand, m.Double, m.Surrender}


@pytest.mark.clause("PA 665a.11(b)")
def test_a_hand_split_again_has_its_second_beside_it_and_before_those_that_lay_there() -> None:
    scene = dealt("7S 8S 8H 9S 8C 2C 3C 4C")
    split(scene)
    split(scene)
    given: list[tuple[int, str | None]] = [(1, "2C")]
    for _ in range(2):
        given += [(fact.hand, fact.card) for fact in among(scene.as_player(m.Stand), f.CardDealt)]
    assert given == [(1, "2C"), (3, "3C"), (2, "4C")], "the third was formed of the first"
    assert scene.last(f.CardDealt).clauses == ("PA 665a.11(b)",)


@pytest.mark.clause("PA 665a.11(c)")
def test_three_splits_make_four_hands_and_a_fourth_is_refused() -> None:
    scene = dealt("7S 8S 8H 9S 8C 8D 8S 3C", attack=50_00)
    for hands in (2, 3, 4):
        split(scene)
        assert len(scene.table.state.boxes[1].hands) == hands
    assert [card.code for card in scene.hand().cards] == ["8S", "8S"]
    refusal = scene.refused(m.Split(by="ann", box=1))
    assert (refusal.code, refusal.clauses) == ("split/too-many", ("PA 665a.11(c)",))
    assert scene.won("ann") == -4 * 150_00


@pytest.mark.clause("PA 665a.11(c)", "PA 665a.11(b)")
def test_a_later_hand_may_be_split_too_and_hands_are_completed_from_the_left() -> None:
    scene = dealt("7S 8S 8H 9S 5C 8C 2C 3C KC")
    split(scene)
    scene.as_player(m.Stand)
    assert scene.table.waiting.hand == 2
    split(scene)
    played = [scene.table.waiting.hand]
    scene.as_player(m.Stand)
    played.append(scene.table.waiting.hand)
    assert played == [2, 3]


@pytest.mark.clause("PA 665a.11(d)", "PA 665a.7(o)(2)")
def test_a_dealer_blackjack_after_a_split_takes_the_original_bet_only() -> None:
    """Where the reader waits for the players to finish, which the words of (d) ask for."""
    scene = dealt("KS 8S 8H AC 9C 9D", attack=50_00, readings=AFTER_PLAY)
    assert not scene.rules.departures
    split(scene)
    scene.as_player(m.Stand)
    assert not of(scene, f.HoleCardRead)
    scene.as_player(m.Stand)
    assert of(scene, f.HoleCardRead)[0].blackjack
    assert [(fact.hand, fact.wager, fact.cents) for fact in of(scene, f.WagerCollected)] == [(1, "bet", BET)]
    back = {(fact.hand, fact.wager): fact for fact in of(scene, f.WagerReturned)}
    assert set(back) == {(1, "attack"), (2, "bet"), (2, "attack")}
    assert back[2, "bet"].clauses == ("PA 665a.11(d)",)
    assert back[1, "attack"].clauses == ("PA 665a.7(o)(2)",)
    assert scene.won("ann") == -BET


@pytest.mark.clause("PA 665a.11(d)")
def test_the_original_bet_of_a_first_hand_that_went_over_is_not_taken_twice() -> None:
    scene = dealt("KS 8S 8H AC 6C KC 9D", readings=AFTER_PLAY)
    split(scene)
    scene.as_player(m.Hit)  # 24
    scene.as_player(m.Stand)
    assert scene.won("ann") == -BET


@pytest.mark.clause("PA 665a.11(d)", "PA 665a.10(b)")
def test_a_split_hand_that_was_doubled_gets_both_back_from_a_dealer_blackjack() -> None:
    scene = dealt("AS 8S 8H KC 3C 9D 2D", attack=50_00, readings=AFTER_PLAY).no_insurance()
    split(scene)
    scene.as_player(m.Double, cents=150_00)
    scene.as_player(m.Stand)
    scene.as_player(m.Surrender)  # the second hand, 8 and 2
    back = {(fact.hand, fact.wager): fact.clauses for fact in of(scene, f.WagerReturned)}
    assert back == {
        (1, "attack"): ("PA 665a.7(o)(2)",),
        (1, "double"): ("PA 665a.10(b)",),
        (2, "bet"): ("PA 665a.11(d)",),
        (2, "attack"): ("PA 665a.11(d)",),
    }
    assert scene.won("ann") == -BET


@pytest.mark.clause("PA 665a.11(e)")
def test_split_aces_get_one_card_each_and_are_not_split_again() -> None:
    scene = dealt("7S AS AH 9S AC 5C")
    split(scene)
    assert scene.table.waiting.may == (m.Stand, m.Surrender)
    refusal = scene.refused(m.Split(by="ann", box=1))
    assert (refusal.code, refusal.clauses) == ("split/aces-again", ("PA 665a.11(e)",))
    assert scene.refused(m.Hit(by="ann", box=1)).clauses == ("PA 665a.11(e)",)
    assert scene.refused(m.Double(by="ann", box=1, cents=BET)).clauses == ("PA 665a.11(e)",)
    scene.as_player(m.Stand)
    assert [card.code for card in scene.hand(1, 2).cards] == ["AH", "5C"]


@pytest.mark.clause("PA 665a.1 Blackjack")
def test_ace_and_ten_after_a_split_is_a_plain_21_that_ties_a_dealers_21() -> None:
    cards = "5S AS AH KS KC QC 6S"  # the dealer makes 21 with three cards
    scene = dealt(cards)
    split(scene)
    assert scene.won("ann") == 0, "two ties"
    other = dealt(cards, readings={"blackjack-after-split": "counts-as-blackjack"})
    split(other)
    assert other.won("ann") == 2 * BET, "as Blackjacks both would beat it"


@pytest.mark.clause("PA 665a.1 Blackjack", "PA 665a.11(a)")
def test_a_split_ten_that_draws_an_ace_is_a_plain_21_too() -> None:
    scene = dealt("5S KS QH KD AC AD 6S")
    split(scene)
    assert scene.won("ann") == 0
