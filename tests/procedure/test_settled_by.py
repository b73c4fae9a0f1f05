"""By which clauses hands are settled, and when their cards leave the layout."""

from collections.abc import Mapping
from typing import Any

import pytest

from pitboss.law import Citation
from pitboss.procedure.moves import DEALER
from tests import facts as f
from tests import moves as m
from tests.procedure.kit import Scene

PA, NJ, DBJ, DD = "double-attack-pa", "double-attack-nj", "double-back-jack-pa", "double-deck-house"
BET = 100_00
# One or two hands in the order in which each game deals them, with the dealer's two cards, and what is drawn then.
ONE = {PA: "{up} {a} {b} {hole}", NJ: "{up} {a} {b}", DBJ: "{a} {up} {b} {hole}", DD: "{a} {hole} {b} {up}"}
TWO = {PA: "{up} {a} 8S {b} 9S {hole}", NJ: "{up} {a} 8S {b} 9S", DBJ: "{a} 8S {up} {b} 9S {hole}"}


def dealt(game: str, hand: str, dealer: str, then: str = "", order: Mapping[str, str] = ONE, **how: Any) -> Scene:
    """A round at its first decision: ann's hand, and bob's 17 where there are two."""
    (a, b), (up, hole) = hand.split(), dealer.split()
    deal = f"{order[game].format(a=a, b=b, up=up, hole=hole)} {then}"
    scene = Scene(game, deal, 2 if order is TWO else 1, **how).open().bet(BET).no_attack().no_insurance()
    if game == DD:
        scene.as_player(m.LookAtCards)
    return scene


def cards_left(scene: Scene) -> list[tuple[int, Citation]]:
    """At which box cards have gone to the rack so far, and by which clauses."""
    return [(fact.box, fact.clauses) for fact in scene.facts(f.CardsDiscarded)]


# --- when cards go --------------------------------------------------------------------------------------------------


@pytest.mark.clause("PA 665a.9(b)(1)", "PA 673a.7(u)", "NJ 26.7(h)")
@pytest.mark.parametrize(
    ("game", "at_once", "by", "order"),
    [
        (PA, [(1, ("PA 665a.9(b)", "PA 665a.9(b)(1)"))], ("PA 665a.9(b)", "PA 665a.9(b)(1)"), [1, 2, 0]),
        (DBJ, [], ("PA 673a.7(u)",), [2, 1, 0]),
        (NJ, [], ("NJ 26.7(h)",), [2, 1, 0]),
    ],
)
def test_the_cards_of_a_hand_given_up_go_at_once_only_where_the_text_collects_them(
    game: str, at_once: list[tuple[int, Citation]], by: Citation, order: list[int]
) -> None:
    scene = dealt(game, "9H 7H", "8D 9D", "9C", order=TWO)
    scene.as_player(m.Surrender)
    assert cards_left(scene) == at_once
    scene.stand_all()
    assert [box for box, _ in cards_left(scene)] == order
    assert dict(cards_left(scene))[1] == by


@pytest.mark.clause("DD Discarding")
def test_where_each_hand_is_discarded_as_it_is_settled_one_given_up_is_too() -> None:
    scene = dealt(DD, "9H 7H", "8D 9D", sets={"surrender": "first-decision"})
    scene.as_player(m.Surrender)
    assert cards_left(scene)[0] == (1, ("DD Discarding",))


@pytest.mark.clause("NJ 26.8(a)2", "PA 673a.9(a)(2)")
@pytest.mark.parametrize(
    ("game", "readings"), [(NJ, {}), (NJ, {"nj-hole-card": "unread"}), (DBJ, {"surrender-timing": "before-reader"})]
)
@pytest.mark.parametrize("hole", ["9D", "AD"])
def test_neither_do_those_of_one_that_waited_for_the_dealers_second_card(
    game: str, readings: dict[str, str], hole: str
) -> None:
    scene = dealt(game, "9H 7H", f"KS {hole}", hole, order=TWO, readings=readings)
    scene.as_player(m.Surrender)
    if m.Ready in scene.table.waiting.may:
        scene.do(m.Ready(by="bob"))
    scene.stand_all()
    assert [box for box, _ in cards_left(scene)] == [2, 1, 0]


@pytest.mark.clause("NJ 26.7(h)", "PA 665a.7(h)(1)", "PA 673a.7(f)")
@pytest.mark.parametrize(
    ("game", "readings", "at_once"),
    [
        (PA, {}, [(1, ("PA 665a.7(h)(1)",))]),
        (DBJ, {}, [(1, ("PA 673a.7(f)",))]),
        (NJ, {"nj-player-blackjack-paid": "at-once"}, []),
    ],
)
def test_the_cards_of_a_blackjack_go_with_its_payment_only_where_the_text_says_so(
    game: str, readings: dict[str, str], at_once: list[tuple[int, Citation]]
) -> None:
    scene = dealt(game, "AH KH", "8D 9D", "9C", order=TWO, readings=readings)
    assert scene.last(f.WagerPaid).player == "ann"
    assert cards_left(scene) == at_once
    scene.stand_all()
    assert {box for box, _ in cards_left(scene)} == {0, 1, 2}


@pytest.mark.clause("PA 665a.7(o)(1)(ii)(B)", "PA 673a.7(s)(3)", "NJ 26.5(a)1")
@pytest.mark.parametrize(
    ("game", "by"),
    [
        (PA, ("PA 665a.7(o)(1)(ii)(B)",)),
        (DBJ, ("PA 673a.7(r)(3)(i)", "PA 673a.7(s)(3)")),
        (NJ, ("NJ 26.5(a)1",)),  # (e) collects when the round is complete
    ],
)
def test_collected_at_the_bust_by_the_reading_a_hand_leaves_by_no_clause_that_comes_later(
    game: str, by: Citation
) -> None:
    scene = dealt(game, "9H 7H", "8D 9D", "KC 9C", order=TWO, readings={"bust-collected": "at-the-bust"})
    scene.as_player(m.Hit)
    if game == DBJ:
        scene.as_player(m.NoSecondChance)
    assert scene.last(f.WagerCollected).clauses == by
    assert cards_left(scene) == [(1, ())]


# --- both over 21 ---------------------------------------------------------------------------------------------------


@pytest.mark.clause("PA 673a.7(q)(2)", "PA 673a.7(r)(3)(i)", "PA 673a.7(s)(3)", "PA 665a.7(o)(1)(ii)(B)")
@pytest.mark.parametrize(
    ("game", "third", "lost"),
    [
        (PA, "5C", ("PA 665a.7(o)", "PA 665a.7(o)(1)(ii)(B)")),
        (PA, "QC", ("PA 665a.7(o)", "PA 665a.7(o)(1)(i)(A)", "PA 665a.7(o)(1)(ii)(B)")),
        (DBJ, "5C", ("PA 673a.7(q)(2)", "PA 673a.7(r)(3)(i)", "PA 673a.7(s)(3)")),
        (DBJ, "6C", ("PA 673a.7(r)(3)(i)", "PA 673a.7(s)(3)")),  # 22, at which (q)(1) has what remains go back
        (DBJ, "QC", ("PA 673a.7(r)(3)(i)", "PA 673a.7(s)(3)")),
    ],
)
def test_a_hand_over_21_loses_against_a_dealers_21_or_less_by_the_text_and_against_more_by_the_reading(
    game: str, third: str, lost: Citation
) -> None:
    scene = dealt(game, "9H 7H", "7D 9D", f"KC {third}", order=TWO)
    scene.as_player(m.Hit)
    if game == DBJ:
        scene.as_player(m.NoSecondChance)
    scene.stand_all()
    (settled,) = [fact for fact in scene.facts(f.HandSettled) if fact.box == 1]
    assert settled == f.HandSettled(lost, 1, 1, "loses")
    assert scene.won("ann") == -BET


@pytest.mark.clause("PA 673a.7(q)(1)")
@pytest.mark.parametrize(
    ("third", "by"), [("6C", ("PA 673a.7(q)(1)", "PA 673a.7(r)(3)(i)")), ("QC", ("PA 673a.7(r)(3)(i)",))]
)
def test_returned_by_the_reading_it_ties_by_the_paragraph_on_22_too(third: str, by: Citation) -> None:
    scene = dealt(DBJ, "9H 7H", "7D 9D", f"KC {third}", order=TWO, readings={"both-bust": "returned"})
    scene.as_player(m.Hit)
    scene.as_player(m.NoSecondChance)
    scene.stand_all()
    (settled,) = [fact for fact in scene.facts(f.HandSettled) if fact.box == 1]
    assert settled == f.HandSettled(by, 1, 1, "ties")


# --- each wager by its own ------------------------------------------------------------------------------------------


@pytest.mark.clause("PA 665a.7(o)")
@pytest.mark.parametrize(("hole", "kind"), [("9D", f.WagerPaid), ("KD", f.WagerReturned), ("AD", f.WagerCollected)])
def test_a_double_down_wager_is_one_of_the_remaining_wagers(hole: str, kind: type[f.Fact]) -> None:
    scene = dealt(PA, "5H 6H", f"8D {hole}", "7C")
    scene.as_player(m.Double, cents=BET)
    scene.stand_all()
    (settled,) = [fact for fact in scene.table.facts if getattr(fact, "wager", "") == "double" and type(fact) is kind]
    assert settled.clauses[0] == "PA 665a.7(o)"


@pytest.mark.clause("PA 665a.7(h)(1)")
@pytest.mark.parametrize(("hole", "third"), [("9D", ""), ("6D", "9C")])
def test_a_bust_it_wager_beside_a_blackjack_that_was_paid_stayed_by_the_paragraph_on_that(
    hole: str, third: str
) -> None:
    scene = Scene(PA, f"8D AH KH {hole} {third}").open().bet(BET, bust_it=BET).no_attack()
    settled = [fact for fact in scene.table.facts if getattr(fact, "wager", "") == "bust-it"][-1]
    assert isinstance(settled, f.WagerPaid if third else f.WagerCollected)
    assert settled.clauses[-1] == "PA 665a.7(h)(1)"


@pytest.mark.parametrize(
    ("game", "pair", "by"),
    [
        (PA, "KH KD", ("PA 665a.1 Blackjack",)),
        (NJ, "AH AD", ("NJ 26.1 Blackjack",)),
        (DD, "AH AD", ("DD Splitting Aces",)),
        (DD, "KH KD", ()),  # it speaks of a split ace
    ],
)
def test_an_ace_and_a_ten_after_a_split_are_compared_by_what_makes_them_no_blackjack(
    game: str, pair: str, by: Citation
) -> None:
    scene = dealt(game, pair, "8D 9D", "AC 8C 9C" if pair == "KH KD" else "KC 8C 9C")
    scene.as_player(m.Split)
    scene.stand_all()
    usual = next(fact.clauses for fact in scene.facts(f.HandSettled) if fact.hand == 2)
    first = next(fact for fact in scene.facts(f.HandSettled) if fact.hand == 1)
    assert first.outcome == "wins"
    assert set(first.clauses) - set(usual) - set(by) <= {"PA 665a.7(o)(1)(i)(B)", "NJ 26.5(a)", "NJ 26.5(a)2"}
    assert set(by) <= set(first.clauses)


@pytest.mark.clause("PA 665a.13(h)(1)")
def test_a_double_that_was_given_up_comes_back_when_all_hands_are_called_dead() -> None:
    scene = Scene(PA, "9D 5H 8S 6H 9S 8D 2C", 2, {"reader_shows_players": True}, by_hand=(DEALER,)).open().bet(BET)
    scene.dealer(m.CloseBets)
    while m.Stand not in scene.table.waiting.may:
        scene.no_attack()
        if m.Deal in scene.table.waiting.may:
            scene.dealer(m.Deal, to=scene.table.waiting.box)
    scene.as_player(m.Double, cents=BET)
    scene.dealer(m.Deal, to=1)
    scene.as_player(m.Surrender)
    scene.dealer(m.ReadHoleCard)
    undone = {fact.wager: fact.clauses for fact in scene.facts(f.CollectionUndone)}
    assert undone == dict.fromkeys(("bet", "double"), ("PA 665a.13(h)", "PA 665a.13(h)(1)"))


# --- the dealer -----------------------------------------------------------------------------------------------------


@pytest.mark.clause("PA 665a.7(l)", "PA 673a.7(n)")
@pytest.mark.parametrize(
    ("game", "by"), [(PA, ("PA 665a.7(g)", "PA 665a.7(l)")), (DBJ, ("PA 673a.7(h)", "PA 673a.7(n)"))]
)
def test_under_a_dealer_blackjack_the_hole_card_is_turned_by_the_paragraph_that_turns_it(
    game: str, by: Citation
) -> None:
    scene = dealt(game, "9H 7H", "KS AD")
    assert scene.last(f.HoleCardTurned).clauses == by


@pytest.mark.clause("NJ 26.7(g)", "NJ 26.12(b)")
@pytest.mark.parametrize(
    ("hole_card", "drawn_by"),
    [("none", ("NJ 26.7(g)", "NJ 26.12(b)")), ("unread", ("NJ 26.12(b)",)), ("reader", ("NJ 26.12(b)",))],
)
def test_a_dealer_with_a_hole_card_draws_by_the_section_that_g_is_replaced_by(
    hole_card: str, drawn_by: Citation
) -> None:
    scene = dealt(NJ, "9H KH", "8D 2D", "2D 3C 6C", readings={"nj-hole-card": hole_card})
    scene.stand_all()
    assert scene.last(f.CardDealt).clauses == drawn_by
    assert scene.last(f.DealerStood).clauses == ("NJ 26.12(b)",), "where he stands (g) does not say"


@pytest.mark.parametrize(("game", "missed"), [(PA, "dealt-after"), (DBJ, "void")])
def test_what_only_a_variant_has_follow_a_missed_card_of_the_dealers_cites_nothing(game: str, missed: str) -> None:
    scene = Scene(game, "", 1, {"dealer_card_missed": missed}, by_hand=(DEALER,)).open().bet(BET)
    scene.dealer(m.CloseBets)
    while m.Deal in scene.table.waiting.may:
        box = scene.table.waiting.box
        missed_now = box == 0 and not scene.facts(f.BoxPassedOver)
        scene.do(m.PassOver(by=DEALER, box=0) if missed_now else m.Deal(by=DEALER, to=box))
    said = [fact.clauses for fact in scene.table.facts if isinstance(fact, f.BoxPassedOver | f.RoundVoided)]
    assert said == [()] * (1 + (missed == "void"))


# --- Double Deck ----------------------------------------------------------------------------------------------------


@pytest.mark.clause("DD Dealing 8")
def test_only_the_cards_that_lie_face_down_are_tucked_at_a_stand() -> None:
    scene = dealt(DD, "5H KH", "8D 9D", "4C")
    scene.as_player(m.Hit)
    scene.as_player(m.Stand)
    assert scene.last(f.CardsTucked).cards == 2


@pytest.mark.clause("DD Splitting", "DD Additional policies 6")
def test_nobody_hits_for_the_second_card_of_a_split_hand() -> None:
    scene = dealt(DD, "8H 8S", "8D 9D", "4C 5C")
    scene.as_player(m.Split)
    assert scene.last(f.CardDealt).clauses == ("DD Splitting", "DD Additional policies 6")
