"""§ 673a.13: what goes wrong, at every point of the round where it can."""

from collections.abc import Callable

import pytest

from pitboss.procedure.moves import DEALER, FLOORPERSON, SHUFFLER
from tests import facts
from tests import moves as m
from tests.procedure.kit import Scene
from tests.procedure.pa_673a.seat import (
    BET,
    GAME,
    by_dealer,
    cards_dealt,
    deal_all,
    dealt,
    names_of,
    opened,
    table,
    to_the_end,
)

# Points of a round dealt by a person to ann and bob, with the dealer's ace up and 16 after two cards.
DEALER_HAND, ANN, BOB, THEN = "AS 5H", "TD 2D", "TD 3D", "4C 5C 6C 7C 8C"


def _first_card(scene: Scene) -> None:
    scene.dealer(m.Deal, to=1)


def _before_hole_card(scene: Scene) -> None:
    for to in (1, 2, 0, 1, 2):
        scene.dealer(m.Deal, to=to)


def _insurance(scene: Scene) -> None:
    deal_all(scene)
    assert m.Insure in scene.table.waiting.may


def _reader(scene: Scene) -> None:
    _insurance(scene)
    scene.no_insurance()
    assert m.ReadHoleCard in scene.table.waiting.may


def _play(scene: Scene) -> None:
    _reader(scene)
    scene.dealer(m.ReadHoleCard)
    assert m.Hit in scene.table.waiting.may


def _hole_card(scene: Scene) -> None:
    _play(scene)
    scene.stand_all()
    assert m.TurnHoleCard in scene.table.waiting.may


def _dealer_draws(scene: Scene) -> None:
    _hole_card(scene)
    scene.dealer(m.TurnHoleCard)
    assert m.Deal in scene.table.waiting.may


Point = Callable[[Scene], None]
IN_DEAL: list[Point] = [_first_card, _before_hole_card]
AFTER_DEAL: list[Point] = [_insurance, _reader, _play, _hole_card, _dealer_draws]


def at(point: Point) -> Scene:
    scene = by_dealer(DEALER_HAND, ANN, BOB, then=THEN)
    point(scene)
    return scene


def next_card(scene: Scene) -> str:
    """The card that a shoe gives out next, seen by looking where nobody at the table can."""
    order = scene.table.state.cards.shoe._cards
    return order[scene.table.state.cards.shoe._next].code


# --- (a) face up in the shoe ----------------------------------------------------------------------------------------


@pytest.mark.clause("PA 673a.13(a)")
@pytest.mark.parametrize("point", [*IN_DEAL, *AFTER_DEAL])
def test_a_card_found_face_up_goes_to_the_rack_and_the_one_behind_it_is_used(point: Point) -> None:
    scene = at(point)
    found, rack = next_card(scene), scene.table.state.cards.rack.height
    for _ in range(2):  # however many there are, none is used and the round goes on
        code = next_card(scene)
        report = scene.dealer(m.FoundFaceUp)
        assert [(f.card, f.clauses) for f in report if isinstance(f, facts.CardFoundFaceUp)] == [
            (code, ("PA 673a.13(a)",))
        ]
    assert scene.table.state.cards.rack.height == rack + 2
    to_the_end(scene)
    assert not scene.facts(facts.RoundVoided)
    assert scene.facts(facts.CardFoundFaceUp)[0].card == found


@pytest.mark.clause("PA 673a.13(a)")
def test_a_card_found_face_up_before_the_first_card_of_the_round_goes_to_the_rack() -> None:
    scene = opened("9S 8H", "TD 9D")
    scene.dealer(m.FoundFaceUp)
    scene.bet()
    assert scene.facts(facts.CardDealt)[0].card == "9S"  # ann's ten lies in the rack


def test_a_player_does_not_report_what_lies_in_the_shoe() -> None:
    scene = at(_play)
    refusal = scene.refused(m.FoundFaceUp(by="ann"))
    assert (refusal.code, refusal.clauses) == ("irregularity/not-yours", ())


# --- (b) drawn in error, not exposed --------------------------------------------------------------------------------


@pytest.mark.clause("PA 673a.13(b)")
@pytest.mark.parametrize("point", [*IN_DEAL, *AFTER_DEAL])
def test_a_hidden_card_drawn_in_error_is_the_next_card(point: Point) -> None:
    plain = to_the_end(at(point))
    scene = at(point)
    error = scene.dealer(m.DrewInError, exposed=False)[-1]
    assert error.clauses == ("PA 673a.13(b)",)
    scene.dealer(m.DrewInError, exposed=False)  # a second one is used after the first
    to_the_end(scene)
    assert cards_dealt(scene) == cards_dealt(plain)  # as though nothing had happened
    assert not scene.facts(facts.CardUnused)


@pytest.mark.clause("PA 673a.13(b)")
def test_a_hidden_card_goes_to_the_player_who_asks_next() -> None:
    scene = at(_play)
    scene.dealer(m.DrewInError, exposed=False)
    scene.as_player(m.Hit)
    scene.dealer(m.Deal, to=1)
    assert scene.hand(1).cards[-1].code == "4C"


@pytest.mark.clause("PA 673a.13(b)")
def test_a_hidden_card_nobody_needs_is_the_first_of_the_next_round() -> None:
    scene = table("9S 8H", "TD 9D", then="4C 5C")
    scene.dealer(m.DrewInError, exposed=False)
    scene.as_player(m.Stand)
    assert not scene.facts(facts.CardUnused)
    scene.bet()
    assert scene.facts(facts.CardDealt)[4].card == "4C"


# --- (c) drawn in error and exposed ---------------------------------------------------------------------------------


@pytest.mark.clause("PA 673a.13(c)")
@pytest.mark.parametrize("reading", ["next-card", "discarded"])
def test_before_every_player_has_two_cards_an_exposed_card_is_next_or_discarded_by_the_reading(reading: str) -> None:
    order, to_whom = [], (1, 2, 0, 1, 2, 0)
    scene = by_dealer(DEALER_HAND, ANN, BOB, then=THEN, readings={"exposed-early": reading})
    for place, to in enumerate(to_whom):
        order.append(next_card(scene))
        drawn = scene.dealer(m.DrewInError, exposed=True)
        early = place < 5  # before the hole card each player has two, and the paragraph itself speaks
        unused = early and reading == "discarded"
        assert [type(fact) for fact in drawn] == [facts.CardDrawnInError, facts.CardUnused][: 1 + unused]
        assert {fact.clauses for fact in drawn} == {("PA 673a.13(c)",)}
        if unused:
            order[-1] = next_card(scene)
        scene.dealer(m.Deal, to=to)
    assert [card for _, card, _ in cards_dealt(scene)] == order


@pytest.mark.clause("PA 673a.13(c)")
@pytest.mark.parametrize("point", [_before_hole_card, *AFTER_DEAL])
def test_an_exposed_card_is_dealt_as_the_next_card_to_players_or_dealer(point: Point) -> None:
    plain = to_the_end(at(point))
    scene = at(point)
    error = scene.dealer(m.DrewInError, exposed=True)[-1]
    assert error.clauses == ("PA 673a.13(c)",)
    to_the_end(scene)
    assert cards_dealt(scene) == cards_dealt(plain)


@pytest.mark.clause("PA 673a.13(c)")
def test_one_who_refuses_the_exposed_card_gets_no_more_cards_and_the_next_player_may_take_it() -> None:
    scene = table("9S 8H", "TD 2D", "TD 3D", then="4C 5C")
    scene.dealer(m.DrewInError, exposed=True)
    assert m.RefuseCard in scene.table.waiting.may
    refused = scene.as_player(m.RefuseCard)
    assert refused[0].clauses == ("PA 673a.13(c)",)
    for move in (m.Hit(by="ann", box=1), m.Double(by="ann", box=1, cents=BET)):
        refusal = scene.refused(move)
        assert refusal.code.endswith("/refused-card")
        assert refusal.clauses == ("PA 673a.13(c)",)
    if m.Stand in scene.table.waiting.may and scene.table.waiting.box == 1:
        scene.as_player(m.Stand)
    scene.as_player(m.Hit, 2)
    assert scene.hand(2).cards[-1].code == "4C"
    assert len(scene.hand(1).cards) == 2


@pytest.mark.clause("PA 673a.13(c)")
def test_an_exposed_card_refused_by_all_goes_to_the_dealer_who_must_draw() -> None:
    scene = table("9S 7H", "TD 2D", "TD 3D", then="4C 5C")
    scene.dealer(m.DrewInError, exposed=True)
    for box in (1, 2):
        scene.as_player(m.RefuseCard, box)
        if scene.table.state.in_round and scene.table.waiting.box == box:
            scene.as_player(m.Stand, box)
    assert [f.card for f in scene.facts(facts.CardDealt) if f.box == 0] == ["9S", "7H", "4C"]
    assert not scene.facts(facts.CardUnused)


@pytest.mark.clause("PA 673a.13(c)")
@pytest.mark.parametrize("dealer", ["9S 8H", "9S 9H", "TS KH"], ids=["17", "18", "20"])
def test_an_exposed_card_refused_by_all_that_the_dealer_cannot_use_goes_to_the_rack(dealer: str) -> None:
    scene = table(dealer, "TD 2D", then="4C 5C")
    scene.dealer(m.DrewInError, exposed=True)
    scene.as_player(m.RefuseCard)
    to_the_end(scene)
    unused = scene.last(facts.CardUnused)
    assert (unused.card, unused.clauses) == ("4C", ("PA 673a.13(c)",))
    assert len([f for f in scene.facts(facts.CardDealt) if f.box == 0]) == 2
    assert [c.code for g in scene.table.state.cards.rack.groups for c in g.cards].count("4C") == 1


@pytest.mark.clause("PA 673a.13(c)")
def test_refusing_the_card_on_one_box_refuses_every_card_to_the_players_other_box_too() -> None:
    scene = Scene(GAME, dealt("9S 8H", "TD 2D", "TD 3D", then="4C 5C"), 1).open()
    for box in (1, 2):
        scene.do(m.Wager(by="ann", box=box, cents=BET))
    scene.do(m.Ready(by="ann"))
    scene.dealer(m.DrewInError, exposed=True)
    scene.do(m.RefuseCard(by="ann", box=1))
    to_the_end(scene)
    assert [len(group.cards) for group in scene.table.state.cards.rack.round(1) if hasattr(group.label, "box")] == [
        2,
        2,
    ]


@pytest.mark.clause("PA 673a.13(c)")
def test_the_second_hand_of_a_split_gets_no_card_either_once_the_card_was_refused() -> None:
    scene = table("9S 8H", "8D 8H", then="2D 4C 5C")
    scene.as_player(m.Split)
    scene.dealer(m.DrewInError, exposed=True)
    scene.as_player(m.RefuseCard)
    to_the_end(scene)
    hands = [f for f in scene.facts(facts.CardsDiscarded) if f.box == 1]
    assert [(f.hand, f.cards) for f in hands] == [(2, 1), (1, 2)]
    assert scene.last(facts.CardUnused).card == "4C"


@pytest.mark.clause("PA 673a.13(c)")
def test_with_no_card_exposed_there_is_nothing_to_refuse() -> None:
    scene = at(_play)
    assert scene.refused(m.RefuseCard(by="ann", box=1)).code == "card/not-offered"
    scene.dealer(m.DrewInError, exposed=False)
    assert scene.refused(m.RefuseCard(by="ann", box=1)).code == "card/not-offered"


@pytest.mark.clause("PA 673a.13(c)")
def test_an_exposed_card_may_become_the_second_chance_card_or_be_left_by_declining() -> None:
    for take in (True, False):
        scene = table("9S 8H", "TD 6D", "TD 2D", then="9D 4C 5C")
        scene.as_player(m.Hit)
        scene.dealer(m.DrewInError, exposed=True)
        scene.as_player(m.SecondChance if take else m.NoSecondChance)
        if take:
            assert scene.last(facts.SecondChanceDrawn).card == "4C"
        else:
            scene.as_player(m.Hit, 2)
            assert scene.hand(2).cards[-1].code == "4C"


@pytest.mark.clause("PA 673a.13(c)")
@pytest.mark.parametrize("exposed", [True, False])
def test_only_the_dealer_draws_and_only_from_a_shoe(exposed: bool) -> None:
    assert Scene(GAME).refused(m.DrewInError(by=DEALER, exposed=exposed)).code == "draw/no-round"
    scene = opened("9S 8H", "TD 9D")
    scene.bet()
    assert scene.refused(m.DrewInError(by="ann", exposed=exposed)).code == "irregularity/not-yours"
    assert scene.refused(m.DrewInError(by=FLOORPERSON, exposed=exposed)).code == "irregularity/not-yours"


# --- (d) the dealer draws to 17 -------------------------------------------------------------------------------------


def _standing(dealer: str) -> Scene:
    scene = deal_all(by_dealer(dealer, "TD 9D", then="4C 5C")).stand_all()
    if m.ReadHoleCard in scene.table.waiting.may:
        scene.dealer(m.ReadHoleCard)
        scene.stand_all()
    scene.dealer(m.TurnHoleCard)
    assert m.SettleBox in scene.table.waiting.may
    return scene


@pytest.mark.clause("PA 673a.13(d)")
@pytest.mark.parametrize("exposed", [True, False])
@pytest.mark.parametrize("dealer", ["9S 8H", "6S AH"], ids=["hard", "soft"])
def test_a_card_the_dealer_draws_to_his_17_goes_to_the_rack_and_he_still_has_17(dealer: str, exposed: bool) -> None:
    scene = _standing(dealer)
    drawn = scene.dealer(m.DrewInError, exposed=exposed)
    assert [type(f).__name__ for f in drawn] == ["CardDrawnInError", "CardUnused"]
    assert all(fact.clauses == ("PA 673a.13(d)",) for fact in drawn)
    assert scene.blackjack.dealer.total == 17
    scene.dealer(m.SettleBox, box=1)
    assert scene.won("ann") == BET


@pytest.mark.clause("PA 673a.13(c)")
def test_above_17_an_exposed_card_goes_to_the_rack_by_c_and_a_hidden_one_stays_the_next_card() -> None:
    scene = _standing("9S 9H")
    drawn = scene.dealer(m.DrewInError, exposed=True)
    assert all(fact.clauses == ("PA 673a.13(c)",) for fact in drawn)
    scene = _standing("9S 9H")
    hidden = scene.dealer(m.DrewInError, exposed=False)
    assert [fact.clauses for fact in hidden] == [("PA 673a.13(b)",)]
    scene.dealer(m.SettleBox, box=1)
    scene.bet().dealer(m.CloseBets)
    scene.dealer(m.Deal, to=1)
    assert scene.last(facts.CardDealt).card == "4C"


# --- (e) the dealer misses his own card -----------------------------------------------------------------------------


@pytest.mark.clause("PA 673a.13(e)")
def test_a_missed_first_card_is_made_up_after_the_players_have_two_cards_each() -> None:
    scene = by_dealer("9S 8H", "TD 9D", "TD 8D")
    scene.dealer(m.Deal, to=1)
    scene.dealer(m.Deal, to=2)
    missed = scene.dealer(m.PassOver, box=0)
    assert missed[0].clauses == ("PA 673a.13(e)",)
    scene.dealer(m.Deal, to=1)
    scene.dealer(m.Deal, to=2)
    refusal = scene.refused(m.Deal(by=DEALER, to=1))
    assert (refusal.code, refusal.clauses) == ("deal/out-of-order", ("PA 673a.13(e)",))
    scene.dealer(m.Deal, to=0)
    scene.dealer(m.Deal, to=0)
    assert [(box, up) for box, _, up in cards_dealt(scene)] == [
        (1, True),
        (2, True),
        (1, True),
        (2, True),
        (0, True),
        (0, False),
    ]
    assert "PA 673a.13(e)" in scene.last(facts.CardDealt).clauses
    to_the_end(scene)


@pytest.mark.clause("PA 673a.13(e)")
def test_a_missed_second_card_is_dealt_face_down_before_anything_else() -> None:
    scene = by_dealer("9S 8H", "TD 9D")
    for to in (1, 0, 1):
        scene.dealer(m.Deal, to=to)
    scene.dealer(m.PassOver, box=0)
    assert m.Deal in scene.table.waiting.may
    scene.dealer(m.Deal, to=0)
    assert cards_dealt(scene)[-1] == (0, "8H", False)
    assert m.Hit in scene.table.waiting.may


# --- (f) too few cards ----------------------------------------------------------------------------------------------


@pytest.mark.clause("PA 673a.13(f)")
def test_when_the_shoe_runs_out_the_rack_is_shuffled_and_cut_a_card_burned_and_the_round_completed() -> None:
    scene = Scene(GAME, "", 6, {"decks": 1, "cover_card_placed": "1/4"}).open()
    for _ in range(2):
        to_the_end(scene.bet())
    scene.bet()
    for _ in range(60):
        waiting = scene.table.waiting
        if m.Shuffle in waiting.may:
            break
        take = m.Hit if m.Hit in waiting.may else m.SecondChance
        scene.do(take(by=waiting.by[0], box=waiting.box))
    assert scene.table.state.in_round
    ran_out = scene.last(facts.CardsRanOut)
    assert ran_out.clauses == ("PA 673a.13(f)",)
    t = scene.blackjack
    on_table = sum(len(hand.cards) for hand in scene.hands()) + len(t.dealer.cards)
    assert ran_out.rack == len(t.cards.to_shuffle) == 52 - on_table  # the whole rack, and nothing but the rack
    scene.shuffle()
    assert m.Cut in scene.table.waiting.may
    while m.RefuseCut in scene.table.waiting.may:
        scene.do(m.RefuseCut(by=scene.table.waiting.by[0]))
    burned = scene.last(facts.CardBurned)
    assert burned.clauses == ("PA 673a.13(f)",)
    to_the_end(scene)
    assert m.Shuffle in scene.table.waiting.may  # a rack dealt from is reshuffled whole after the round
    assert len(t.cards.to_shuffle) == 52


# --- (g) no card, one card ------------------------------------------------------------------------------------------


@pytest.mark.clause("PA 673a.13(g)")
def test_a_hand_dealt_no_card_is_dead_and_its_player_is_in_the_next_deal() -> None:
    scene = by_dealer("9S 8H", "TD 9D", "TD 8D")
    for move in (m.PassOver(by=DEALER, box=1), m.Deal(by=DEALER, to=2), m.Deal(by=DEALER, to=0)):
        scene.do(move)
    scene.do(m.PassOver(by=DEALER, box=1))
    done = scene.do(m.Deal(by=DEALER, to=2))
    dead = next(fact for fact in done if isinstance(fact, facts.HandDead))
    assert (dead.box, dead.clauses) == (1, ("PA 673a.13(g)",))
    assert scene.won("ann") == 0
    to_the_end(scene)
    assert scene.won("ann") == 0
    scene.bet().dealer(m.CloseBets)
    assert scene.table.waiting.box == 1  # her card is the first of the next deal


@pytest.mark.clause("PA 673a.13(g)")
@pytest.mark.parametrize("missed", ["first", "second"])
def test_a_hand_dealt_one_card_gets_its_second_after_all_others_if_the_player_likes(missed: str) -> None:
    scene = by_dealer("9S 8H", "TD 9D", "TD 8D", "TD 7D")
    first = m.PassOver(by=DEALER, box=1) if missed == "first" else m.Deal(by=DEALER, to=1)
    second = m.Deal(by=DEALER, to=1) if missed == "first" else m.PassOver(by=DEALER, box=1)
    for move in (first, *(m.Deal(by=DEALER, to=to) for to in (2, 3, 0)), second):
        scene.do(move)
    scene.dealer(m.Deal, to=2)
    scene.dealer(m.Deal, to=3)
    assert (scene.table.waiting.by, scene.table.waiting.may) == (("ann",), (m.TakeLateCard, m.CallHandDead))
    assert scene.refused(m.TakeLateCard(by="ann", box=2)).code == "turn/other-box"
    assert scene.refused(m.TakeLateCard(by="bob", box=1)).code in ("turn/not-yours", "take-late-card/not-now")
    late = scene.as_player(m.TakeLateCard)
    assert [fact.clauses for fact in late] == [("PA 673a.13(g)",), ("PA 673a.13(g)",)]
    assert [box for box, _, _ in cards_dealt(scene)][-1] == 1
    assert [len(hand.cards) for hand in scene.hands()] == [2, 2, 2]


@pytest.mark.clause("PA 673a.13(g)")
def test_a_player_with_one_card_may_rather_have_the_hand_dead_and_the_wager_back() -> None:
    scene = by_dealer("9S 8H", "TD 9D", "TD 8D")
    for to in (1, 2, 0):
        scene.dealer(m.Deal, to=to)
    scene.dealer(m.PassOver, box=1)
    scene.dealer(m.Deal, to=2)
    scene.as_player(m.CallHandDead)
    assert scene.won("ann") == 0
    assert scene.hand(1).dead


@pytest.mark.clause("PA 673a.13(g)")
@pytest.mark.clause("PA 673a.7(f)")
def test_a_late_second_card_can_make_a_blackjack() -> None:
    scene = by_dealer("9S 8H", "AD TD", "TD KD", then="QC")
    for to in (1, 2, 0):
        scene.dealer(m.Deal, to=to)
    scene.dealer(m.PassOver, box=1)
    scene.dealer(m.Deal, to=2)
    scene.as_player(m.TakeLateCard)
    scene.dealer(m.Deal, to=0)
    scene.dealer(m.SettleBox, box=1)
    assert scene.won("ann") == 2 * BET


# --- (h) a card asked for and not dealt -----------------------------------------------------------------------------


@pytest.mark.clause("PA 673a.13(h)")
def test_a_missed_card_comes_after_all_other_players_and_before_the_hole_card() -> None:
    scene = deal_all(by_dealer("9S 8H", "TD 2D", "TD 3D", then="4C 5C 6C"))
    scene.as_player(m.Hit)
    missed = scene.dealer(m.PassOver, box=1)
    assert missed[0].clauses == ("PA 673a.13(h)",)
    scene.as_player(m.TakeLateCard)
    scene.as_player(m.Hit, 2)
    scene.dealer(m.Deal, to=2)
    scene.as_player(m.Stand, 2)
    assert scene.table.waiting.clauses == ("PA 673a.13(h)",)
    assert scene.refused(m.TurnHoleCard(by=DEALER)).code == "hole-card/too-early"
    scene.dealer(m.Deal, to=1)
    assert scene.hand(1).cards[-1].code == "5C"
    assert m.Hit in scene.table.waiting.may  # and the hand goes on
    scene.as_player(m.Stand)
    assert m.TurnHoleCard in scene.table.waiting.may


@pytest.mark.clause("PA 673a.13(h)")
@pytest.mark.parametrize("asked", ["hit", "double", "split", "second chance"])
def test_a_player_may_rather_have_the_hand_dead_and_the_wagers_back(asked: str) -> None:
    hand = "8D 8H" if asked == "split" else "TD 6D"
    scene = deal_all(by_dealer("9S 8H", hand, "TD 3D", then="9D 5C 6C"))
    if asked == "second chance":
        scene.as_player(m.Hit)
        scene.dealer(m.Deal, to=1)
        scene.as_player(m.SecondChance)
    elif asked == "double":
        scene.as_player(m.Double, cents=BET)
    else:
        scene.as_player(m.Split if asked == "split" else m.Hit)
    scene.dealer(m.PassOver, box=1)
    dead = scene.as_player(m.CallHandDead)
    assert dead[0].clauses == ("PA 673a.13(h)",)
    returned = {f.wager: f.cents for f in dead if isinstance(f, facts.WagerReturned)}
    assert returned["bet"] == BET
    assert scene.won("ann") == (-BET if asked == "split" else 0)  # the other split hand is still in play


@pytest.mark.clause("PA 673a.13(h)")
def test_a_missed_double_card_comes_late_and_sideways_and_is_the_only_one() -> None:
    scene = deal_all(by_dealer("9S 8H", "5D 6D", "TD 7D", then="4C 5C"))
    scene.as_player(m.Double, cents=BET)
    scene.dealer(m.PassOver, box=1)
    scene.as_player(m.TakeLateCard)
    scene.as_player(m.Stand, 2)
    scene.dealer(m.Deal, to=1)
    late = scene.last(facts.CardDealt)
    assert (late.card, late.sideways, late.clauses) == ("4C", True, ("PA 673a.13(h)", "PA 673a.10(b)"))
    assert m.TurnHoleCard in scene.table.waiting.may


@pytest.mark.clause("PA 673a.13(h)")
@pytest.mark.clause("PA 673a.7(l)")
def test_a_missed_second_chance_card_comes_late_and_is_subtracted() -> None:
    scene = deal_all(by_dealer("9S 8H", "TD 6D", "TD 7D", then="9D 5C"))
    scene.as_player(m.Hit)
    scene.dealer(m.Deal, to=1)
    scene.as_player(m.SecondChance)
    scene.dealer(m.PassOver, box=1)
    scene.as_player(m.TakeLateCard)
    scene.as_player(m.Stand, 2)
    scene.dealer(m.PassOver, box=1)  # and missed once more
    scene.as_player(m.TakeLateCard)
    scene.dealer(m.Deal, to=1)
    assert scene.last(facts.CardDealt).clauses == ("PA 673a.13(h)", "PA 673a.7(l)")
    assert scene.last(facts.SecondChanceDrawn).total == 20
    to_the_end(scene)
    assert scene.won("ann") == BET


@pytest.mark.clause("PA 673a.13(h)")
def test_a_missed_card_of_a_split_hand_comes_late_while_the_other_hand_is_played() -> None:
    scene = deal_all(by_dealer("9S 8H", "8D 8H", then="2C TC 3C"))
    scene.as_player(m.Split)
    scene.dealer(m.PassOver, box=1)
    scene.as_player(m.TakeLateCard)
    scene.dealer(m.Deal, to=1)
    assert scene.table.waiting.hand == 2
    scene.as_player(m.Stand)
    scene.dealer(m.Deal, to=1)
    assert (scene.table.waiting.hand, scene.hand(1, 1).cards[-1].code) == (1, "TC")


# --- (i), (j) the card reader ---------------------------------------------------------------------------------------


@pytest.mark.clause("PA 673a.13(i)")
@pytest.mark.parametrize("up", ["2S", "9S"])
def test_reading_the_hole_card_under_two_to_nine_is_told_to_a_floorperson_and_play_goes_on(up: str) -> None:
    scene = deal_all(by_dealer(f"{up} 8H", "TD 9D", then="TC"))
    misuse = scene.dealer(m.ReadHoleCard)
    assert names_of(misuse) == ["ReaderMisused", "FloorpersonNotified"]
    assert all(fact.clauses == ("PA 673a.13(i)",) for fact in misuse)
    scene.stand_all()
    scene.dealer(m.ReadHoleCard)  # until it is turned, it can happen again
    to_the_end(scene)
    assert not scene.facts(facts.RoundVoided)


@pytest.mark.parametrize("up", ["AS", "KS", "QS", "JS", "TS"])
def test_reading_a_second_time_under_an_ace_or_a_ten_is_simply_refused(up: str) -> None:
    scene = deal_all(by_dealer(f"{up} 8H", "TD 9D")).no_insurance()
    scene.dealer(m.ReadHoleCard)
    assert scene.refused(m.ReadHoleCard(by=DEALER)).code == "reader/used"
    assert not scene.facts(facts.ReaderMisused)


def test_there_is_nothing_to_read_before_the_hole_card_lies_there_and_after_it_is_turned() -> None:
    scene = by_dealer("9S 8H", "TD 9D")
    for to in (1, 0, 1):
        assert scene.refused(m.ReadHoleCard(by=DEALER)).code == "reader/no-hole-card"
        scene.dealer(m.Deal, to=to)
    scene.dealer(m.Deal, to=0)
    scene.stand_all()
    scene.dealer(m.TurnHoleCard)
    assert scene.refused(m.ReadHoleCard(by=DEALER)).code == "reader/no-hole-card"


@pytest.mark.clause("PA 673a.13(j)")
@pytest.mark.parametrize("point", [*IN_DEAL, *AFTER_DEAL])
def test_a_reader_that_fails_stops_the_game_until_it_is_repaired_or_replaced(point: Point) -> None:
    scene = at(point)
    waiting, before = str(scene.table.waiting), len(scene.facts(facts.CardDealt))
    broke = scene.floor(m.ReaderFailed)
    assert broke[0].clauses == ("PA 673a.13(j)",)
    assert (scene.table.waiting.by, scene.table.waiting.may) == ((FLOORPERSON,), (m.ReaderRepaired,))
    for move in (m.Deal(by=DEALER, to=0), m.ReadHoleCard(by=DEALER)):
        assert scene.refused(move).clauses == ("PA 673a.13(j)",)
    scene.refused(m.Hit(by="ann", box=1))
    assert scene.refused(m.ReaderRepaired(by=DEALER)).clauses == (), "the text does not say who repairs it"
    scene.floor(m.ReaderRepaired)
    assert str(scene.table.waiting) == waiting
    assert len(scene.facts(facts.CardDealt)) == before
    to_the_end(scene)


@pytest.mark.clause("PA 673a.13(j)")
def test_a_reader_that_fails_between_rounds_lets_no_wager_down() -> None:
    scene = opened("9S 8H", "TD 9D")
    scene.dealer(m.ReaderFailed)
    scene.refused(m.Wager(by="ann", box=1, cents=BET))
    scene.floor(m.ReaderRepaired)
    scene.bet()
    assert scene.table.state.in_round


# --- (k), (l) the shuffling device ----------------------------------------------------------------------------------


def _device_shuffling() -> Scene:
    scene = Scene(GAME, "", 1, {"shuffling": "device", "decks": 1}).sit()
    while m.Shuffle not in scene.table.waiting.may:
        scene.do(scene.usual(scene.table.waiting.by, scene.table.waiting.may))
    return scene


@pytest.mark.clause("PA 673a.13(k)")
@pytest.mark.parametrize("who", [SHUFFLER, DEALER, FLOORPERSON])
def test_when_the_device_jams_the_cards_are_shuffled_again(who: str) -> None:
    scene = _device_shuffling()
    jammed = scene.do(m.ShufflerJammed(by=who))
    assert [fact.clauses for fact in jammed] == [("PA 673a.13(k)",)]
    assert scene.table.waiting.may == (m.Shuffle, m.CommitSeed)
    assert not scene.facts(facts.CardsShuffled)
    scene.shuffle()
    assert len(scene.facts(facts.CardsShuffled)) == 1


@pytest.mark.clause("PA 673a.13(k)")
def test_a_device_that_is_not_shuffling_cannot_jam() -> None:
    scene = _device_shuffling()
    assert scene.refused(m.ShufflerJammed(by="ann")).code == "irregularity/not-yours"
    scene.shuffle()
    scene.shuffle()  # the second batch
    assert m.Cut in scene.table.waiting.may
    refusal = scene.refused(m.ShufflerJammed(by=SHUFFLER))
    assert (refusal.code, refusal.clauses) == ("shuffler/not-shuffling", ("PA 673a.13(k)",))
    by_hand = Scene(GAME, "", 1).sit()
    by_hand.do(m.ViewSpread(by="ann"))
    assert by_hand.refused(m.ShufflerJammed(by=DEALER)).code == "shuffler/none"


@pytest.mark.clause("PA 673a.13(l)")
def test_a_failed_device_is_covered_or_signed_before_the_cards_are_shuffled_by_hand() -> None:
    scene = _device_shuffling()
    failed = scene.floor(m.ShufflerFailed)
    assert failed[0].clauses == ("PA 673a.13(l)",)
    stack = tuple(card.code for card in scene.table.state.cards.to_shuffle)
    by_hand = m.Shuffle(by=DEALER, order=stack, salt="5a" * 32)
    assert scene.refused(by_hand).clauses == ("PA 673a.13(l)",)
    assert scene.refused(m.RemoveShuffler(by=FLOORPERSON)).clauses == ("PA 673a.13(l)",)
    covered = scene.floor(m.CoverShuffler)
    assert [fact.clauses for fact in covered] == [("PA 673a.13(l)",)]
    assert scene.table.waiting.by == (DEALER,)
    scene.do(by_hand)
    assert scene.last(facts.CardsShuffled).by == DEALER
