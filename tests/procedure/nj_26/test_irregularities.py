"""N.J.A.C. 19:47-26.15: what goes wrong, at every point of the round where it can."""

from collections.abc import Callable
from typing import Any

import pytest

from pitboss.cards.discard_rack import Other
from tests import facts as f
from tests import moves as m
from tests.procedure.kit import Scene
from tests.procedure.nj_26.at_table import (
    BET,
    READER,
    UNREAD,
    deal_by_hand,
    dealer_cards,
    dealt,
    money,
    nj,
    over,
    settle_by_hand,
    wagered,
)

BY_HAND = ("dealer",)
CARDS = "AS 5H 6H 4D 3D 8C 7C 9C 2C 2D"
DEALING = ("first card", "attack", "players' first", "players' second", "insurance", "decision", "dealer's card")
POINTS = (*DEALING, "settlement")
AFTER_TWO_CARDS = ("insurance", "decision", "dealer's card")


def at(point: str, **how: Any) -> Scene:
    """Two boxes at a point of a round that a person deals; the dealer shows an ace."""
    scene = wagered(CARDS, players=2, by_hand=BY_HAND, **how)
    steps: tuple[tuple[str, Callable[[], object]], ...] = (
        ("first card", lambda: deal_by_hand(scene, 1)),
        ("attack", scene.no_attack),
        ("players' first", lambda: deal_by_hand(scene, 2)),
        ("players' second", lambda: deal_by_hand(scene, 2)),
        ("insurance", scene.no_insurance),
        ("decision", scene.stand_all),
        ("dealer's card", lambda: deal_by_hand(scene, 1)),
        ("settlement", lambda: scene),
    )
    for name, step in steps:
        if name == point:
            return scene
        step()
    raise AssertionError(f"no point is called {point}")


def finish(scene: Scene) -> Scene:
    """On from any point to the end of the round."""
    for _ in range(40):
        deal_by_hand(scene)
        scene.no_attack().no_insurance().stand_all()
        settle_by_hand(scene)
        if not scene.table.state.in_round:
            return scene
    raise AssertionError(f"the round does not end: {scene.table.waiting}")


def everything_back(scene: Scene) -> bool:
    return all(scene.won(name) == 0 for name in scene.players) and scene.table.state.chips.on_layout == 0


# --- (a) a card face up in the shoe ---------------------------------------------------------------------------------


@pytest.mark.clause("NJ 26.15(a)")
@pytest.mark.parametrize("point", POINTS)
def test_one_card_found_face_up_goes_unused_into_the_rack_and_the_round_goes_on(point: str) -> None:
    scene = at(point)
    next_card = scene.table.state.cards.shoe.remaining
    found = scene.dealer(m.FoundFaceUp)[0]
    assert isinstance(found, f.CardFoundFaceUp)
    assert found.clauses == ("NJ 26.15(a)",)
    assert scene.table.state.cards.shoe.remaining == next_card - 1
    group = scene.table.state.cards.rack.groups[-1]
    assert isinstance(group.label, Other)
    assert [card.code for card in group.cards] == [found.card]
    finish(scene)
    assert not scene.facts(f.RoundVoided)
    assert not scene.table.state.ready.reshuffle_ordered


@pytest.mark.clause("NJ 26.15(a)")
@pytest.mark.parametrize("point", DEALING)
def test_a_second_card_found_face_up_while_dealing_voids_the_round_and_the_cards_are_reshuffled(point: str) -> None:
    scene = at(point)
    scene.dealer(m.FoundFaceUp)
    scene.floor(m.FoundFaceUp)
    assert scene.last(f.RoundVoided).clauses == ("NJ 26.15(a)",)
    assert everything_back(scene)
    assert m.Shuffle in scene.table.waiting.may
    assert len(scene.table.state.cards.to_shuffle) == 384


@pytest.mark.clause("NJ 26.15(a)")
def test_a_second_card_found_when_the_dealing_is_over_voids_nothing() -> None:
    scene = at("settlement")
    scene.dealer(m.FoundFaceUp)
    scene.dealer(m.FoundFaceUp)
    finish(scene)
    assert not scene.facts(f.RoundVoided)


@pytest.mark.clause("NJ 26.15(a)")
def test_one_card_each_in_two_rounds_voids_neither() -> None:
    scene = at("decision")
    scene.dealer(m.FoundFaceUp)
    finish(scene)
    scene.bet()
    scene.dealer(m.CloseBets)
    scene.dealer(m.FoundFaceUp)
    assert not scene.facts(f.RoundVoided)


def test_a_player_does_not_report_what_is_in_the_shoe() -> None:
    scene = at("decision")
    assert scene.refused(m.FoundFaceUp(by="ann")).code == "irregularity/not-yours"
    assert scene.refused(m.FoundTen(by="ann", card="TS")).code == "irregularity/not-yours"
    assert scene.refused(m.DrewInError(by="ann", exposed=True)).code == "irregularity/not-yours"


# --- (b) a ten in the shoe ------------------------------------------------------------------------------------------


@pytest.mark.clause("NJ 26.15(b)")
@pytest.mark.parametrize("point", POINTS)
def test_one_ten_is_destroyed_by_a_floorperson_and_the_round_goes_on(point: str) -> None:
    scene = at(point)
    remaining = scene.table.state.cards.shoe.remaining
    scene.dealer(m.FoundTen, card="TS")
    assert scene.last(f.TenFound) == f.TenFound(("NJ 26.15(b)",), "TS")
    destroyed = scene.last(f.TensDestroyed)
    assert (destroyed.by, destroyed.clauses) == ("floorperson", ("NJ 26.15(b)",))
    assert scene.table.state.cards.shoe.remaining == remaining, "the ten was none of the game's cards"
    finish(scene)
    assert not scene.facts(f.RoundVoided)


@pytest.mark.clause("NJ 26.15(b)")
@pytest.mark.parametrize("point", DEALING)
def test_a_second_ten_voids_the_round_and_the_cards_are_reshuffled(point: str) -> None:
    scene = at(point)
    scene.dealer(m.FoundTen, card="TS")
    scene.dealer(m.FoundTen, card="TH")
    assert scene.last(f.RoundVoided).clauses == ("NJ 26.15(b)",)
    assert everything_back(scene)
    assert m.Shuffle in scene.table.waiting.may


@pytest.mark.clause("NJ 26.15(b)")
def test_only_a_floorperson_destroys_a_ten() -> None:
    scene = dealt("9S KH 9D 8C", by_hand=("floorperson",))
    scene.dealer(m.FoundTen, card="TD")
    assert scene.refused(m.Stand(by="ann", box=1)).code == "stand/not-your-turn"
    assert scene.refused(m.DestroyTens(by="dealer")).code == "turn/not-yours"
    scene.floor(m.DestroyTens)
    scene.stand_all()
    assert over(scene)


# --- (c) drawn in error, hidden -------------------------------------------------------------------------------------


@pytest.mark.clause("NJ 26.15(c)")
@pytest.mark.parametrize("point", DEALING)
def test_a_hidden_card_drawn_in_error_is_the_next_card(point: str) -> None:
    whole = [card.card for card in finish(at("first card")).facts(f.CardDealt)]
    scene = at(point)
    drawn = scene.dealer(m.DrewInError, exposed=False)[0]
    assert drawn.clauses == ("NJ 26.15(c)",)
    scene.dealer(m.DrewInError, exposed=False)  # a second one is used after the first
    finish(scene)
    assert [card.card for card in scene.facts(f.CardDealt)] == whole
    assert not scene.facts(f.CardUnused)


@pytest.mark.clause("NJ 26.15(c)")
def test_a_hidden_card_that_this_round_does_not_need_is_the_first_card_of_the_next() -> None:
    scene = dealt("9S KH 9D 8C 7D", readings=UNREAD)
    scene.dealer(m.DrewInError, exposed=False)
    scene.stand_all()
    assert over(scene)
    scene.bet()
    assert scene.last(f.CardDealt).card == "7D"


@pytest.mark.clause("NJ 26.15(c)")
def test_a_hidden_card_drawn_before_the_round_is_its_first_card() -> None:
    scene = nj("5C 2S 3S KD")
    scene.dealer(m.DrewInError, exposed=False)
    assert scene.bet().blackjack.dealer.up_card.code == "5C"
    assert Scene("double-attack-nj").refused(m.DrewInError(by="dealer", exposed=False)).code == "draw/no-round"


# --- (d) the dealer's own first card --------------------------------------------------------------------------------


@pytest.mark.clause("NJ 26.15(d)")
def test_a_dealer_without_a_first_card_when_the_players_have_two_voids_the_round() -> None:
    scene = at("first card")
    scene.dealer(m.PassOver, box=0)
    deal_by_hand(scene, 2)
    assert scene.table.waiting.box == 0, "he may still remember"
    scene.dealer(m.PassOver, box=0)
    deal_by_hand(scene, 2)
    assert scene.last(f.RoundVoided).clauses == ("NJ 26.15(d)",)
    assert everything_back(scene)
    assert over(scene), "and no reshuffle is ordered"


@pytest.mark.clause("NJ 26.15(d)")
def test_a_dealer_who_remembers_before_the_second_cards_goes_on_and_offers_the_attack() -> None:
    scene = at("first card")
    scene.dealer(m.PassOver, box=0)
    deal_by_hand(scene, 2)
    scene.dealer(m.Deal, to=0)
    assert m.Attack in scene.table.waiting.may
    finish(scene)
    assert not scene.facts(f.RoundVoided)


@pytest.mark.parametrize("reading", [READER, UNREAD])
def test_the_text_does_not_let_the_dealer_pass_over_his_hole_card(reading: dict[str, str]) -> None:
    scene = at("players' second", readings=reading)
    deal_by_hand(scene, 2)
    assert scene.refused(m.PassOver(by="dealer", box=0)).code == "deal/own-card"


# --- (e) drawn in error, exposed ------------------------------------------------------------------------------------


@pytest.mark.clause("NJ 26.15(e)")
@pytest.mark.parametrize("point", ["first card", "attack", "players' first", "players' second"])
def test_before_two_cards_to_each_player_an_exposed_card_is_the_next_and_nobody_refuses_it(point: str) -> None:
    whole = [card.card for card in finish(at("first card")).facts(f.CardDealt)]
    scene = at(point)
    assert scene.dealer(m.DrewInError, exposed=True)[0].clauses == ("NJ 26.15(e)",)
    assert scene.refused(m.RefuseCard(by="ann", box=1)).clauses == ("NJ 26.15(e)",)
    finish(scene)
    assert [card.card for card in scene.facts(f.CardDealt)] == whole
    assert not scene.facts(f.CardAccepted)


@pytest.mark.clause("NJ 26.15(e)")
@pytest.mark.parametrize("point", AFTER_TWO_CARDS)
def test_an_exposed_card_drawn_in_error_is_dealt_as_the_next_card(point: str) -> None:
    scene = at(point)
    drawn = scene.dealer(m.DrewInError, exposed=True)[0]
    assert isinstance(drawn, f.CardDrawnInError)
    assert (drawn.card, drawn.clauses) == ("8C", ("NJ 26.15(e)",))
    scene.no_insurance()
    if point != "dealer's card":
        scene.as_player(m.Hit)
        deal_by_hand(scene, 1)
        assert scene.hand().cards[-1].code == "8C"
    finish(scene)
    assert not scene.facts(f.CardUnused)


@pytest.mark.clause("NJ 26.15(e)")
def test_a_player_who_refuses_the_exposed_card_gets_no_more_cards_and_the_next_player_may_take_it() -> None:
    scene = dealt("9S 5H 6H 4D 3D 8C 7C KC", players=2)
    scene.dealer(m.DrewInError, exposed=True)
    assert scene.refused(m.RefuseCard(by="bob", box=2)).code == "card/not-offered"
    scene.as_player(m.RefuseCard)
    assert scene.last(f.CardRefused).clauses == ("NJ 26.15(e)",)
    for move in (m.Hit(by="ann", box=1), m.Double(by="ann", box=1, cents=BET)):
        refusal = scene.refused(move)
        assert refusal.code.endswith("/refused-card")
        assert refusal.clauses == ("NJ 26.15(e)",)
    scene.as_player(m.Stand)
    scene.as_player(m.Hit, box=2)
    assert scene.hand(2).cards[-1].code == "8C"


@pytest.mark.clause("NJ 26.15(e)")
def test_an_exposed_card_that_everybody_refuses_goes_to_a_dealer_who_can_use_it() -> None:
    scene = dealt("9S 5H 4D 8C", players=1)
    scene.dealer(m.DrewInError, exposed=True)
    scene.as_player(m.RefuseCard)
    scene.stand_all()
    assert dealer_cards(scene) == ["9S", "8C"]
    assert not scene.facts(f.CardUnused)


@pytest.mark.clause("NJ 26.15(e)")
@pytest.mark.parametrize("reading", [READER, UNREAD])
def test_an_exposed_card_refused_by_the_player_and_useless_to_the_dealer_is_burned(reading: dict[str, str]) -> None:
    scene = dealt("9S 5H 4D KD 8C", readings=reading)
    scene.dealer(m.DrewInError, exposed=True)
    scene.as_player(m.RefuseCard)
    scene.stand_all()
    assert dealer_cards(scene) == ["9S", "KD"]
    unused = scene.last(f.CardUnused)
    assert (unused.card, unused.clauses) == ("8C", ("NJ 26.15(e)",))
    labels = {group.label for group in scene.table.state.cards.rack.groups if group.cards[0].code == "8C"}
    assert any(isinstance(label, Other) for label in labels)


# --- (f) the dealer draws too much ----------------------------------------------------------------------------------


@pytest.mark.clause("NJ 26.15(f)")
@pytest.mark.parametrize(("second", "total"), [("8C", 17), ("9C", 18), ("AC", 20)])
@pytest.mark.parametrize("exposed", [True, False])
def test_a_card_the_dealer_draws_for_himself_at_17_or_more_is_burned(second: str, total: int, exposed: bool) -> None:
    scene = dealt(f"9S KH 9D {second} 4C", by_hand=BY_HAND).stand_all()
    scene.dealer(m.Deal, to=0)
    assert scene.blackjack.dealer.total == total
    scene.dealer(m.DrewInError, exposed=exposed)
    unused = scene.last(f.CardUnused)
    assert (unused.card, unused.clauses) == ("4C", ("NJ 26.15(f)",))
    settle_by_hand(scene)
    assert dealer_cards(scene) == ["9S", second]


def test_at_16_the_card_is_the_dealers_next() -> None:
    scene = dealt("9S KH 9D 7C 4C", by_hand=BY_HAND).stand_all()
    scene.dealer(m.Deal, to=0)
    scene.dealer(m.DrewInError, exposed=True)
    settle_by_hand(scene)
    assert dealer_cards(scene) == ["9S", "7C", "4C"]


# --- (g) too few cards ----------------------------------------------------------------------------------------------


def nearly_empty(cards: int, players: int = 1, **how: Any) -> Scene:
    """So many cards are left in the shoe; the others were found face up between rounds."""
    scene = nj(players=players, **how)
    while scene.table.state.cards.shoe.remaining > cards:
        scene.dealer(m.FoundFaceUp)
    return scene


@pytest.mark.clause("NJ 26.15(g)")
@pytest.mark.parametrize("cards", [0, 1, 2, 3])
def test_when_the_shoe_runs_out_the_rack_is_shuffled_and_cut_one_card_burned_and_the_round_completed(
    cards: int,
) -> None:
    scene = nearly_empty(cards)
    rack = scene.table.state.cards.rack.height
    scene.bet().no_attack().no_insurance().stand_all()
    assert scene.last(f.CardsRanOut) == f.CardsRanOut(("NJ 26.15(g)",), rack)
    assert len(scene.table.state.cards.to_shuffle) == rack, "all of the rack and nothing of the layout"
    scene.shuffle()
    scene.do(m.Cut(by="ann", position=50))
    burned = scene.last(f.CardBurned)
    assert burned.clauses == ("NJ 26.15(g)",)
    scene.no_attack().no_insurance().stand_all()
    assert m.Shuffle in scene.table.waiting.may, "after the round all cards are shuffled"
    assert len(scene.table.state.cards.to_shuffle) == 384
    assert not scene.facts(f.RoundVoided)


@pytest.mark.clause("NJ 26.15(g)", "NJ 26.4(b)1")
def test_a_rack_shuffled_by_a_device_in_mid_round_is_not_cut() -> None:
    scene = nearly_empty(2, sets={"shuffling": "device"})
    rack = scene.table.state.cards.rack.height
    scene.bet().no_attack()
    assert scene.last(f.CardsRanOut) == f.CardsRanOut(("NJ 26.15(g)",), rack)
    burned = len(scene.facts(f.CardBurned))
    offered = len(scene.facts(f.CutOffered))
    scene.shuffle()
    assert scene.last(f.CardsShuffled).by == "shuffler"
    assert scene.last(f.CutNotRequired).clauses == ("NJ 26.4(b)1", "NJ 26.15(g)")
    assert len(scene.facts(f.CutOffered)) == offered
    assert not scene.facts(f.CardsCut)
    assert len(scene.facts(f.CardBurned)) == burned + 1
    assert scene.last(f.CardBurned).clauses == ("NJ 26.15(g)",)
    scene.no_attack().no_insurance().stand_all()
    assert scene.facts(f.HandSettled), "the round is completed"
    assert not scene.facts(f.RoundVoided)


def test_with_just_enough_cards_nothing_is_shuffled_in_mid_round() -> None:
    scene = nearly_empty(6)
    scene.bet().no_attack().no_insurance().stand_all()
    assert not scene.facts(f.CardsRanOut)


# --- (h) no card, or one ---------------------------------------------------------------------------------------------


@pytest.mark.clause("NJ 26.15(h)")
def test_a_hand_without_cards_is_dead_and_its_player_is_in_the_next_deal() -> None:
    scene = at("players' first")
    scene.dealer(m.PassOver, box=1)
    deal_by_hand(scene, 1)
    scene.dealer(m.PassOver, box=1)
    deal_by_hand(scene, 1)
    dead = scene.last(f.HandDead)
    assert (dead.box, dead.clauses) == (1, ("NJ 26.15(h)",))
    assert scene.won("ann") == 0
    finish(scene)
    scene.bet()
    scene.dealer(m.CloseBets)
    deal_by_hand(scene, 1)
    scene.no_attack()
    deal_by_hand(scene, 1)
    assert len(scene.hand(1).cards) == 1


@pytest.mark.clause("NJ 26.15(h)")
@pytest.mark.parametrize("missed", [1, 2])
def test_a_hand_with_one_card_gets_its_second_after_all_others_if_the_player_wants(missed: int) -> None:
    scene = at("players' first")
    for turn in (1, 2):
        if turn == missed:
            scene.dealer(m.PassOver, box=1)
            deal_by_hand(scene, 1)
        else:
            deal_by_hand(scene, 2)
    assert scene.table.waiting.by == ("ann",)
    assert scene.table.waiting.clauses == ("NJ 26.15(h)",)
    assert len(scene.hand(2).cards) == 2
    scene.as_player(m.TakeLateCard)
    deal_by_hand(scene)
    late = [card for card in scene.facts(f.CardDealt) if card.box == 1][-1]
    assert late.clauses == ("NJ 26.15(h)",)
    assert len(scene.hand(1).cards) == 2
    assert m.Insure in scene.table.waiting.may


@pytest.mark.clause("NJ 26.15(h)")
def test_a_player_who_does_not_want_it_has_the_hand_dead() -> None:
    scene = at("players' second")
    scene.dealer(m.PassOver, box=1)
    deal_by_hand(scene, 1)
    scene.as_player(m.CallHandDead)
    assert scene.won("ann") == 0
    finish(scene)
    assert scene.won("ann") == 0


# --- (i) a missed hit -----------------------------------------------------------------------------------------------


@pytest.mark.clause("NJ 26.15(i)")
@pytest.mark.parametrize("readings", [{}, UNREAD])
def test_a_card_not_dealt_comes_after_the_other_players_cards_and_before_the_dealers(readings: dict[str, str]) -> None:
    deal = "9S 5H 6H 4D 3D 8C 7C 2C KC" if not readings else "9S 5H 6H 4D 3D KC 8C 7C 2C"
    scene = dealt(deal, players=2, by_hand=BY_HAND, readings=readings)
    scene.as_player(m.Hit)
    scene.dealer(m.PassOver, box=1)
    assert scene.table.waiting.clauses == ("NJ 26.15(i)",)
    scene.as_player(m.TakeLateCard)
    assert scene.table.waiting.box == 2
    scene.as_player(m.Hit, box=2)
    deal_by_hand(scene, 1)
    scene.as_player(m.Stand, box=2)
    assert scene.table.waiting.box == 1, "before the dealer's second card"
    deal_by_hand(scene, 1)
    late = scene.last(f.CardDealt)
    assert (late.box, late.card, late.clauses) == (1, "7C", ("NJ 26.15(i)",))
    scene.as_player(m.Hit)
    deal_by_hand(scene, 1)
    assert scene.hand(1).total == 18
    scene.stand_all()
    settle_by_hand(scene)
    assert scene.table.state.round == 1
    assert over(scene)


@pytest.mark.clause("NJ 26.15(i)")
def test_or_the_hand_is_dead_and_the_wager_returned() -> None:
    scene = dealt("9S 5H 6H 4D 3D 8C 7C KC", players=2, attack=BET, by_hand=BY_HAND)
    scene.as_player(m.Hit)
    scene.dealer(m.PassOver, box=1)
    scene.as_player(m.CallHandDead)
    assert money(scene) == [("returned", "ann", "bet", BET), ("returned", "ann", "attack", BET)]
    assert scene.last(f.HandDead).clauses == ("NJ 26.15(i)",)
    finish(scene)
    assert scene.won("ann") == 0
    assert [settled.box for settled in scene.facts(f.HandSettled)] == [2], "a dead hand is settled with nobody"


@pytest.mark.clause("NJ 26.15(i)", "NJ 26.12(c)")
def test_a_dead_hand_alone_makes_the_dealer_draw_no_additional_card() -> None:
    scene = dealt("6S 5H 4D KC 8C", by_hand=BY_HAND)
    scene.as_player(m.Hit)
    scene.dealer(m.PassOver, box=1)
    scene.as_player(m.CallHandDead)
    settle_by_hand(scene)
    assert dealer_cards(scene) == ["6S", "KC"]
    assert over(scene)


@pytest.mark.clause("NJ 26.15(i)")
def test_a_missed_double_card_comes_late_and_still_sideways() -> None:
    scene = dealt("9S 5H 6H 4D 3D KC 8C", players=2, by_hand=BY_HAND)
    scene.as_player(m.Double, cents=BET)
    scene.dealer(m.PassOver, box=1)
    scene.as_player(m.TakeLateCard)
    scene.as_player(m.Stand, box=2)
    deal_by_hand(scene, 1)
    late = scene.last(f.CardDealt)
    assert (late.box, late.card, late.sideways) == (1, "KC", True)
    assert m.Hit not in scene.table.waiting.may


@pytest.mark.clause("NJ 26.15(i)")
def test_a_missed_card_on_a_split_hand_concerns_that_hand_only() -> None:
    scene = dealt("9S 8H 8D KC 3C 2C 8C", by_hand=BY_HAND)
    scene.as_player(m.Split)
    scene.dealer(m.PassOver, box=1)
    scene.as_player(m.CallHandDead)
    assert money(scene) == [("returned", "ann", "bet", BET)]
    deal_by_hand(scene, 1)
    assert scene.table.waiting.hand == 2
    scene.as_player(m.Stand)
    settle_by_hand(scene)
    assert scene.won("ann") == BET


# --- (j), (k) the shuffling device ----------------------------------------------------------------------------------


def at_the_device() -> Scene:
    scene = Scene("double-attack-nj", sets={"shuffling": "device"}).sit()
    scene.do(m.ViewSpread(by="ann"))
    assert scene.table.waiting.by == ("shuffler",)
    return scene


@pytest.mark.clause("NJ 26.15(j)")
@pytest.mark.parametrize("by", ["dealer", "floorperson", "shuffler"])
def test_after_a_jam_the_cards_are_shuffled_again(by: str) -> None:
    scene = at_the_device()
    scene.do(m.ShufflerJammed(by=by))
    assert scene.last(f.ShufflerStopped).clauses == ("NJ 26.15(j)",)
    assert m.Shuffle in scene.table.waiting.may
    scene.shuffle()
    assert m.Wager in scene.table.waiting.may


@pytest.mark.clause("NJ 26.15(j)")
def test_a_device_jams_only_where_there_is_one_that_shuffles() -> None:
    assert nj().refused(m.ShufflerJammed(by="dealer")).code == "shuffler/none"
    scene = at_the_device().shuffle()
    refusal = scene.refused(m.ShufflerJammed(by="dealer"))
    assert (refusal.code, refusal.clauses) == ("shuffler/not-shuffling", ("NJ 26.15(j)",))


@pytest.mark.clause("NJ 26.15(k)")
def test_the_device_leaves_the_table_before_the_cards_are_shuffled_another_way() -> None:
    scene = at_the_device()
    order = tuple(card.code for card in scene.table.state.cards.to_shuffle)
    assert scene.refused(m.Shuffle(by="dealer", order=order, salt="5a" * 32)).code == "turn/not-yours"
    scene.do(m.ShufflerFailed(by="dealer"))
    refusal = scene.refused(m.Shuffle(by="dealer", order=order, salt="5a" * 32))
    assert (refusal.code, refusal.clauses) == ("shuffle/not-now", ("NJ 26.15(k)",))
    assert scene.refused(m.CoverShuffler(by="dealer")).code == "cover-shuffler/not-now", "a cover will not do here"
    scene.dealer(m.RemoveShuffler)
    assert scene.last(f.ShufflerSetAside) == f.ShufflerSetAside(("NJ 26.15(k)",), "removed")
    assert scene.table.waiting.by == ("dealer",)
    scene.shuffle()
    assert scene.facts(f.CutOffered), "shuffled by hand, so it is cut"


# --- (l), (m) the card reader ---------------------------------------------------------------------------------------


def under_a_nine(shows: bool, point: str = "decision") -> Scene:
    scene = dealt(
        "9S KH KC 9D 9C 8D",
        players=2,
        attack=BET,
        bonus=10_00,
        readings=READER,
        sets={"reader_shows_players": shows},
        by_hand=BY_HAND,
    )
    if point == "dealer's card":
        scene.stand_all()
    return scene


@pytest.mark.clause("NJ 26.15(l)", "NJ 26.15(l)1")
@pytest.mark.parametrize("point", ["decision", "dealer's card"])
def test_a_reader_that_could_show_the_card_makes_all_hands_dead_and_every_wager_goes_back(point: str) -> None:
    scene = under_a_nine(shows=True, point=point)
    scene.dealer(m.ReadHoleCard)
    assert scene.last(f.FloorpersonNotified).clauses == ("NJ 26.15(l)",)
    assert scene.last(f.ReaderMisused) == f.ReaderMisused(("NJ 26.15(l)", "NJ 26.15(l)1"), True)
    assert scene.last(f.RoundVoided).clauses == ("NJ 26.15(l)", "NJ 26.15(l)1")
    assert everything_back(scene)
    assert all(not hand.cards for hand in scene.hands())
    assert over(scene)


@pytest.mark.clause("NJ 26.15(l)", "NJ 26.15(l)2")
@pytest.mark.parametrize("point", ["decision", "dealer's card"])
def test_a_reader_that_shows_no_player_the_card_lets_play_go_on(point: str) -> None:
    scene = under_a_nine(shows=False, point=point)
    scene.dealer(m.ReadHoleCard)
    assert scene.last(f.FloorpersonNotified).clauses == ("NJ 26.15(l)",)
    assert scene.last(f.ReaderMisused).clauses == ("NJ 26.15(l)", "NJ 26.15(l)2")
    finish(scene)
    assert not scene.facts(f.RoundVoided)
    assert scene.won("ann") == 2 * BET - 10_00


@pytest.mark.clause("NJ 26.15(l)")
@pytest.mark.parametrize("up", ["2S", "9S"])
def test_any_first_card_from_2_to_9_makes_it_a_misuse(up: str) -> None:
    scene = dealt(f"{up} KH 9D 8D", readings=READER)
    scene.dealer(m.ReadHoleCard)
    assert scene.facts(f.ReaderMisused)


def test_under_an_ace_or_a_ten_value_card_it_is_no_misuse_and_only_the_dealer_reads() -> None:
    scene = dealt("KS KH 9D 8D", readings=READER)
    assert scene.refused(m.ReadHoleCard(by="dealer")).code == "reader/used"
    assert scene.refused(m.ReadHoleCard(by="ann")).code == "reader/not-yours"
    assert dealt("9S KH 9D").refused(m.ReadHoleCard(by="dealer")).code == "reader/none"


@pytest.mark.clause("NJ 26.15(m)")
@pytest.mark.parametrize("point", ["betting", "attack", "insurance"])
def test_a_reader_that_fails_does_not_stop_the_table_which_deals_on_without_it(point: str) -> None:
    scene = nj("AS 5H 9D KC 2C", readings=READER)
    for name, step in (("betting", scene.bet), ("attack", scene.no_attack), ("insurance", scene.no_insurance)):
        if name == point:
            scene.floor(m.ReaderFailed)
            assert scene.last(f.ReaderBroke).clauses == ("NJ 26.15(m)",)
        step()
    assert not scene.facts(f.HoleCardRead)
    assert m.Hit in scene.table.waiting.may, "as where no reader is in use: the players act first"
    scene.as_player(m.Double, cents=BET)
    scene.stand_all()
    assert money(scene) == [("collected", "ann", "bet", BET), ("returned", "ann", "double", BET)]


@pytest.mark.clause("NJ 26.15(m)")
def test_a_reader_that_fails_after_it_has_told_changes_nothing_in_that_round() -> None:
    scene = dealt("KS 5H 9D 8C 2C", readings=READER, sets={"surrender_at_once": True})
    scene.floor(m.ReaderFailed)
    assert scene.refused(m.ReaderFailed(by="floorperson")).code == "reader/none"
    scene.as_player(m.Surrender)
    assert scene.won("ann") == -BET // 2


@pytest.mark.clause("NJ 26.15(m)")
def test_a_reader_found_broken_when_it_is_to_be_used_is_passed_by() -> None:
    scene = wagered("KS 5H 9D 8C", readings=READER, by_hand=BY_HAND)
    deal_by_hand(scene, 1)
    scene.no_attack()
    deal_by_hand(scene)
    assert m.ReadHoleCard in scene.table.waiting.may
    assert scene.refused(m.ReadHoleCard(by="floorperson")).code == "reader/not-yours"
    scene.dealer(m.ReaderFailed)
    assert m.Hit in scene.table.waiting.may
    assert not scene.facts(f.HoleCardRead)


@pytest.mark.clause("NJ 26.15(m)", "NJ 26.8(a)2")
def test_and_has_told_nothing_for_which_a_surrender_need_not_wait() -> None:
    scene = wagered("KS 5H 9D AC", readings=READER, by_hand=BY_HAND, sets={"surrender_at_once": True})
    deal_by_hand(scene, 1)
    scene.no_attack()
    deal_by_hand(scene)
    scene.dealer(m.ReaderFailed)
    scene.as_player(m.Surrender)
    assert scene.last(f.WagersParked).clauses == ("NJ 26.8(a)2",)
    scene.dealer(m.TurnHoleCard)
    settle_by_hand(scene)
    assert scene.won("ann") == -BET, "the hole card was an ace"


@pytest.mark.clause("NJ 26.15(m)")
def test_a_round_that_is_being_settled_is_not_over_for_a_reader_that_was_repaired() -> None:
    scene = dealt("9S KH 9D 8C", readings=READER, by_hand=BY_HAND)
    scene.floor(m.ReaderFailed)
    scene.as_player(m.Stand)
    scene.dealer(m.TurnHoleCard)
    assert m.SettleBox in scene.table.waiting.may
    refusal = scene.refused(m.ReaderRepaired(by="floorperson"))
    assert (refusal.code, refusal.clauses) == ("reader/mid-round", ("NJ 26.15(m)",))
    scene.dealer(m.SettleBox, box=1)
    assert scene.floor(m.ReaderRepaired)


@pytest.mark.clause("NJ 26.15(m)")
def test_the_next_rounds_go_on_without_the_reader_until_it_works_again() -> None:
    scene = nj("9S KH 9D 8C KS KH 9D 8C KS KH 9D 8C", readings=READER).bet().no_attack()
    scene.floor(m.ReaderFailed)
    assert scene.refused(m.ReaderRepaired(by="floorperson")).code == "reader/mid-round"
    scene.stand_all()
    scene.bet().no_attack().stand_all()
    assert not scene.facts(f.HoleCardRead)
    scene.floor(m.ReaderRepaired)
    assert scene.last(f.ReaderFixed).clauses == (), "this text speaks of no repair"
    scene.bet().no_attack()
    assert scene.facts(f.HoleCardRead)
