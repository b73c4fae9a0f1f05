"""N.J.A.C. 19:47-26.4, 26.7(c) and (j): shuffle, cut, cutting card, burn, reshuffle, idle table."""

import pytest

from pitboss.cards.discard_rack import Burn
from pitboss.procedure.views import view
from tests import facts as f
from tests import moves as m
from tests.procedure.kit import BURNED, Scene, clauses_of
from tests.procedure.nj_26.at_table import GAME, dealt, nj, over

STACK = 384


def at_the_cut(players: int = 1, **how: object) -> Scene:
    """Shuffled, and the cut on offer."""
    scene = Scene(GAME, players=players, **how).sit()  # type: ignore[arg-type]  # as the Scene takes them
    while m.Cut not in scene.table.waiting.may:
        if m.Shuffle in scene.table.waiting.may:
            scene.shuffle()
        else:
            scene.do(scene.usual(scene.table.waiting.by, scene.table.waiting.may))
    return scene


def play_a_round(scene: Scene) -> Scene:
    scene.bet().no_attack().no_insurance().stand_all()
    return scene


def near_the_cutting_card(deal: str, cards: int, players: int = 1) -> Scene:
    """So many cards, the burn card among them, come before the cutting card; what lay before was found face up."""
    before = 19 - cards  # the house puts the cutting card 365 cards from the back
    others = ("2C " * 8 + "3C " * 8 + "4C").split()[:before]
    scene = nj(f"{' '.join(others)} {deal}", players, sets={"cover_card_placed": "19/20"})
    for _ in others:
        scene.dealer(m.FoundFaceUp)
    return scene


def offers_by_refusing(scene: Scene) -> list[str]:
    """Everybody refuses the cut: who was asked, in order."""
    before = len(scene.facts(f.CutOffered))
    while m.RefuseCut in scene.table.waiting.may:
        scene.do(m.RefuseCut(by=scene.table.waiting.by[0]))
    return [offer.to for offer in scene.facts(f.CutOffered)[before - 1 :]]


# --- (a), (b): shuffle, by hand or by device ------------------------------------------------------------------------


@pytest.mark.clause("NJ 26.4(a)")
def test_the_dealer_shuffles_all_the_cards_into_one_stack_before_play() -> None:
    scene = at_the_cut()
    shuffled = scene.last(f.CardsShuffled)
    assert (shuffled.by, shuffled.cards, shuffled.clauses) == ("dealer", STACK, ("NJ 26.4(a)",))
    assert scene.refused(m.Wager(by="ann", box=1, cents=100_00)).code == "wager/not-now"


@pytest.mark.clause("NJ 26.4(a)")
def test_a_shuffle_that_loses_or_adds_a_card_is_refused() -> None:
    scene = Scene(GAME, players=1).sit()
    scene.do(m.ViewSpread(by="ann"))
    order = [card.code for card in scene.table.state.cards.to_shuffle]
    refusal = scene.refused(m.Shuffle(by="dealer", order=tuple(order[1:]), salt="5a" * 32))
    assert (refusal.code, refusal.clauses) == ("shuffle/other-cards", ("NJ 26.4(a)",))
    ten = scene.refused(m.Shuffle(by="dealer", order=("TS", *order[1:]), salt="5a" * 32))
    assert ten.code == "shuffle/other-cards"


@pytest.mark.clause("NJ 26.4(b)", "NJ 26.4(b)1")
def test_cards_shuffled_by_a_device_go_uncut_into_the_shoe() -> None:
    scene = nj(sets={"shuffling": "device"})
    assert scene.last(f.CardsShuffled).by == "shuffler"
    assert scene.last(f.CutNotRequired).clauses == ("NJ 26.4(b)", "NJ 26.4(b)1")
    assert not scene.facts(f.CutOffered)
    assert not scene.facts(f.CardsCut)
    refusal = scene.refused(m.OrderRecut(by="floorperson"))
    assert (refusal.code, refusal.clauses) == ("recut/never-cut", ("NJ 26.4(f)",))


@pytest.mark.clause("NJ 26.4(b)", "NJ 26.4(b)2")
def test_cards_shuffled_by_hand_are_cut() -> None:
    scene = nj()
    assert scene.last(f.CardsCut).by == "dealer"
    assert not scene.facts(f.CutNotRequired)


@pytest.mark.clause("NJ 26.4(h)")
def test_an_approved_continuous_shuffler_takes_every_card_back_after_each_round() -> None:
    scene = nj(sets={"shuffling": "continuous"})
    assert scene.last(f.CutNotRequired).clauses == ("NJ 26.4(b)", "NJ 26.4(b)1")
    assert not scene.facts(f.CoverCardPlaced)
    play_a_round(scene)
    assert m.Shuffle in scene.table.waiting.may
    assert len(scene.table.state.cards.to_shuffle) == STACK


# --- (c), (d): who cuts ---------------------------------------------------------------------------------------------


@pytest.mark.clause("NJ 26.4(c)", "NJ 26.4(d)", "NJ 26.4(d)1")
def test_the_first_player_to_the_table_is_offered_the_first_cut() -> None:
    scene = Scene(GAME)
    for name, box in (("bob", 5), ("ann", 1)):
        scene.do(m.Sit(by=name, box=box))
    scene.do(m.ViewSpread(by="bob"))
    scene.shuffle()
    offer = scene.last(f.CutOffered)
    assert offer.to == "bob"
    assert "NJ 26.4(d)1" in clauses_of(scene.facts(f.CutOffered))
    assert scene.refused(m.Cut(by="ann", position=100)).code == "turn/not-yours"
    scene.do(m.Cut(by="bob", position=100))
    assert scene.last(f.CardsCut).by == "bob"


@pytest.mark.clause("NJ 26.4(c)")
def test_the_dealer_cuts_when_every_player_refuses() -> None:
    scene = at_the_cut(players=3)
    assert offers_by_refusing(scene) == ["ann", "bob", "cat"]
    cut = scene.last(f.CardsCut)
    assert cut.by == "dealer"
    assert "NJ 26.4(c)" in cut.clauses


@pytest.mark.clause("NJ 26.4(d)2")
@pytest.mark.parametrize(("cards", "box", "player"), [(2, 1, "ann"), (3, 2, "bob"), (6, 2, "bob")])
def test_the_cut_goes_to_the_player_at_whose_box_the_cutting_card_came(cards: int, box: int, player: str) -> None:
    scene = near_the_cutting_card("2S 9S 9H 9D KH KC 7C", cards, players=3)
    play_a_round(scene)
    assert scene.last(f.CoverCardCameOut).at == box
    scene.shuffle()
    assert scene.last(f.CutOffered).to == player
    assert "NJ 26.4(d)2" in scene.last(f.CutOffered).clauses


@pytest.mark.clause("NJ 26.4(d)3")
def test_the_cut_goes_to_the_far_right_when_the_cutting_card_came_at_the_dealers_hand() -> None:
    scene = near_the_cutting_card("2S 9S 9H 9D KH KC 7C KD 5C 9C", 8, players=3)
    play_a_round(scene)
    assert scene.last(f.CoverCardCameOut).at == 0
    scene.shuffle()
    assert scene.last(f.CutOffered).to == "cat"
    assert "NJ 26.4(d)3" in scene.last(f.CutOffered).clauses


@pytest.mark.clause("NJ 26.4(d)4", "NJ 26.4(g)")
def test_the_cut_goes_to_the_far_right_when_the_licensee_reshuffles() -> None:
    scene = nj(players=3)
    play_a_round(scene)
    assert scene.refused(m.OrderReshuffle(by="ann")).clauses == ("NJ 26.4(g)",)
    scene.floor(m.OrderReshuffle)
    scene.shuffle()
    assert scene.last(f.CutOffered).to == "cat"
    assert "NJ 26.4(d)4" in scene.last(f.CutOffered).clauses


@pytest.mark.clause("NJ 26.4(g)")
def test_a_reshuffle_ordered_in_mid_round_waits_for_its_end() -> None:
    scene = dealt("9S KS KH 9D")
    scene.floor(m.OrderReshuffle)
    assert m.Stand in scene.table.waiting.may
    scene.stand_all()
    assert m.Shuffle in scene.table.waiting.may


@pytest.mark.clause("NJ 26.4(c)", "NJ 26.4(d)4")
@pytest.mark.parametrize(
    ("reading", "order"),
    [
        ("clockwise", ["dan", "ann", "bob", "cat"]),
        ("counterclockwise", ["dan", "cat", "bob", "ann"]),
        ("dealer-cuts", ["dan"]),
    ],
)
def test_a_refused_cut_passes_on_by_the_reading_in_force(reading: str, order: list[str]) -> None:
    scene = nj(players=4, readings={"nj-cut-rotation": reading})
    scene.floor(m.OrderReshuffle)
    scene.shuffle()
    assert offers_by_refusing(scene) == order


# --- (e): where -----------------------------------------------------------------------------------------------------


@pytest.mark.clause("NJ 26.4(e)")
@pytest.mark.parametrize("position", [10, STACK - 10])
def test_a_cut_ten_cards_from_either_end_is_accepted(position: int) -> None:
    scene = at_the_cut()
    sealed = scene.table.state.cards.sealed
    assert sealed is not None
    scene.do(m.Cut(by="ann", position=position))
    burned = scene.facts(f.CardBurned)[-1].card
    assert burned == sealed.order[position].code, "the cards above the cut go to the bottom"


@pytest.mark.clause("NJ 26.4(e)")
@pytest.mark.parametrize("position", [9, STACK - 9, 0, STACK])
def test_a_cut_fewer_than_ten_cards_from_an_end_is_refused(position: int) -> None:
    refusal = at_the_cut().refused(m.Cut(by="ann", position=position))
    assert (refusal.code, refusal.clauses) == ("cut/too-near-the-end", ("NJ 26.4(e)",))


@pytest.mark.clause("NJ 26.4(e)")
def test_the_cutting_card_goes_at_least_a_quarter_of_the_stack_from_the_back() -> None:
    scene = at_the_cut(by_hand=("dealer",))
    scene.do(m.Cut(by="ann", position=100))
    refusal = scene.refused(m.PlaceCoverCard(by="dealer", from_back=STACK // 4 - 1))
    assert (refusal.code, refusal.clauses) == ("cover-card/depth", ("NJ 26.4(e)",))
    scene.dealer(m.PlaceCoverCard, from_back=STACK // 4)
    assert scene.last(f.CoverCardPlaced).from_back == STACK // 4


# --- (f): recut -----------------------------------------------------------------------------------------------------


@pytest.mark.clause("NJ 26.4(e)")
@pytest.mark.parametrize(("missed", "least"), [(0, 96), (1, 95), (10, 86)])
def test_how_far_approximately_a_quarter_may_be_missed_is_the_house_s_value(missed: int, least: int) -> None:
    scene = at_the_cut(by_hand=("dealer",), sets={"approximately_cards": missed})
    assert scene.refused(m.Cut(by="ann", position=9)).code == "cut/too-near-the-end", "ten cards are ten cards"
    scene.do(m.Cut(by="ann", position=50))
    refusal = scene.refused(m.PlaceCoverCard(by="dealer", from_back=least - 1))
    assert (refusal.code, refusal.clauses) == ("cover-card/depth", ("NJ 26.4(e)",))
    scene.dealer(m.PlaceCoverCard, from_back=least)
    assert scene.last(f.CoverCardPlaced).from_back == least


@pytest.mark.clause("NJ 26.4(f)")
def test_a_supervisor_may_have_the_cards_recut_between_cut_and_shoe() -> None:
    scene = at_the_cut(players=2, by_hand=("floorperson",))
    scene.do(m.Cut(by="ann", position=100))
    assert scene.refused(m.OrderRecut(by="dealer")).clauses == ("NJ 26.4(f)",)
    scene.floor(m.OrderRecut, by_last_cutter=True)
    scene.do(m.Cut(by="ann", position=50))
    assert scene.last(f.RecutOrdered).recut_by == "ann"
    scene.floor(m.LoadShoe)
    sealed = scene.table.state.cards.sealed
    assert sealed is not None
    assert scene.last(f.CardBurned).card == sealed.order[150].code


@pytest.mark.clause("NJ 26.4(f)")
@pytest.mark.parametrize(("by_last_cutter", "cutter"), [(True, "ann"), (False, "bob")])
def test_the_last_to_cut_or_the_next_entitled_recuts_even_from_the_shoe_until_a_card_is_dealt(
    by_last_cutter: bool, cutter: str
) -> None:
    scene = at_the_cut(players=3)
    scene.do(m.Cut(by="ann", position=100))
    assert m.Wager in scene.table.waiting.may
    scene.do(m.AskBurnCard(by="bob"))
    assert scene.last(f.BurnCardShown).card == scene.last(f.CardBurned).card
    scene.floor(m.OrderRecut, by_last_cutter=by_last_cutter)
    assert scene.refused(m.AskBurnCard(by="bob")).code == "burn/nothing-to-show", "it lies in the stack again"
    scene.do(m.Cut(by=cutter, position=30))
    assert scene.table.state.cards.rack.height == 1, "only the new burn card"
    scene.do(m.Wager(by="ann", box=1, cents=25_00))
    scene.do(m.TakeBack(by="ann", box=1))
    assert view(scene.table, "ann").phase == "betting", "wagers are made and taken back as before the recut"
    assert scene.table.state.cards.shoe.remaining == STACK - 1
    sealed = scene.table.state.cards.sealed
    assert sealed is not None
    assert scene.last(f.CardBurned).card == sealed.order[130].code
    assert m.Wager in scene.table.waiting.may


@pytest.mark.clause("NJ 26.4(f)", "NJ 26.15(c)")
def test_a_card_drawn_unseen_before_a_recut_is_recut_with_the_others() -> None:
    """It lies there as the next card: one of the cards that were cut, and there is only one of it."""
    scene = at_the_cut(players=1)
    scene.do(m.Cut(by="ann", position=100))
    scene.dealer(m.DrewInError, exposed=False)
    scene.floor(m.OrderRecut)
    scene.do(m.Cut(by="ann", position=30))
    t = scene.table.state
    assert scene.blackjack.held == []
    assert (t.cards.rack.height, t.cards.shoe.remaining) == (1, STACK - 1)


@pytest.mark.clause("NJ 26.4(f)", "NJ 26.15(a)")
@pytest.mark.parametrize("position", [30, 300])
def test_a_card_found_face_up_before_a_recut_stays_in_the_rack_and_is_not_used(position: int) -> None:
    scene = at_the_cut(players=1)
    scene.do(m.Cut(by="ann", position=100))
    scene.dealer(m.FoundFaceUp)
    scene.floor(m.OrderRecut)
    scene.do(m.Cut(by="ann", position=position))
    t = scene.table.state
    assert (t.cards.rack.height, t.cards.shoe.remaining) == (2, STACK - 2)
    sealed = t.cards.sealed
    assert sealed is not None
    assert sealed.cut == (100 + position + 1) % STACK, "counted in the order under the seal, that card among them"
    assert scene.last(f.CardBurned).card == sealed.order[sealed.cut].code


@pytest.mark.clause("NJ 26.4(f)")
def test_the_next_entitled_to_recut_after_a_reshuffle_follows_from_the_far_right() -> None:
    scene = nj(players=3)
    scene.floor(m.OrderReshuffle)
    scene.shuffle()
    scene.do(m.Cut(by="cat", position=100))
    scene.floor(m.OrderRecut, by_last_cutter=False)
    assert scene.last(f.RecutOrdered).recut_by == "ann"


@pytest.mark.clause("NJ 26.4(f)", "NJ 26.4(d)1")
def test_the_next_entitled_to_recut_when_the_game_begins_follows_the_first_to_arrive() -> None:
    scene = Scene(GAME)
    for name, box in (("bob", 2), ("ann", 1), ("cat", 3)):
        scene.do(m.Sit(by=name, box=box))
    scene.do(m.ViewSpread(by="bob"))
    scene.shuffle()
    scene.do(m.Cut(by="bob", position=100))
    scene.floor(m.OrderRecut, by_last_cutter=False)
    assert scene.last(f.RecutOrdered).recut_by == "cat"


@pytest.mark.clause("NJ 26.4(f)")
def test_no_recut_once_a_card_has_been_dealt() -> None:
    scene = nj().bet()
    refusal = scene.refused(m.OrderRecut(by="floorperson"))
    assert (refusal.code, refusal.clauses) == ("recut/too-late", ("NJ 26.4(f)",))
    scene.no_attack().no_insurance().stand_all()
    assert scene.refused(m.OrderRecut(by="floorperson")).code == "recut/too-late"


# --- (g), 26.7(j): the cutting card ---------------------------------------------------------------------------------


@pytest.mark.clause("NJ 26.4(g)", "NJ 26.7(j)", "NJ 26.7(j)1", "NJ 26.7(j)2", "NJ 26.7(j)3")
@pytest.mark.parametrize(("cards", "at"), [(2, 1), (4, 0)])
def test_the_round_in_which_the_cutting_card_comes_is_completed_and_then_all_cards_are_shuffled(
    cards: int, at: int
) -> None:
    scene = near_the_cutting_card("2S 9S KH KC 9C 9D", cards)
    scene.bet().no_attack()
    assert m.Stand in scene.table.waiting.may, "the round goes on"
    scene.stand_all()
    assert scene.last(f.CoverCardCameOut).at == at
    ended, cleared = scene.last(f.RoundEnded), scene.last(f.CardsDiscarded)
    assert (cleared.box, cleared.clauses) == (0, ("NJ 26.7(h)", "NJ 26.7(j)1"))
    assert scene.table.facts.index(cleared) < scene.table.facts.index(ended)
    assert m.Shuffle in scene.table.waiting.may
    assert len(scene.table.state.cards.to_shuffle) == STACK, "the rest of the shoe has joined the rack: none is missing"
    assert scene.last(f.CoverCardCameOut).clauses == ("NJ 26.7(j)",)
    assert scene.last(f.ShoeEmptied).clauses == ("NJ 26.7(j)2",)
    scene.shuffle()
    assert scene.last(f.CardsShuffled).clauses == ("NJ 26.4(g)", "NJ 26.7(j)3", "NJ 26.4(a)")


def test_without_the_cutting_card_the_next_round_comes_from_the_same_shoe() -> None:
    scene = near_the_cutting_card("2S 9S KH KC 9C 5D", 6)
    play_a_round(scene)
    assert not scene.facts(f.CoverCardCameOut)
    assert over(scene)


@pytest.mark.clause("NJ 26.7(c)")
def test_a_new_dealer_who_comes_with_a_reshuffle_burns_a_card_of_his_own_before_dealing() -> None:
    scene = nj("9S KH KD 8C").bet().no_attack()
    scene.floor(m.TapIn, dealer="sue")
    scene.floor(m.OrderReshuffle)
    scene.stand_all().shuffle()
    offers_by_refusing(scene)
    assert not scene.facts(f.DealerChanged), "who shuffles is the one who dealt"
    scene.bet()
    assert [fact.why for fact in scene.facts(f.CardBurned)] == ["a fresh shoe", "a fresh shoe", "a new dealer"]
    assert scene.last(f.CardBurned).clauses == ("NJ 26.7(c)",)
    assert scene.facts(f.DealerChanged)


# --- 26.7(c): the burn card -----------------------------------------------------------------------------------------


@pytest.mark.clause("NJ 26.7(c)")
def test_the_first_card_of_the_shoe_goes_face_down_into_the_rack_and_is_shown_to_a_player_who_asks() -> None:
    scene = nj()
    burn = scene.last(f.CardBurned)
    assert (burn.card, burn.clauses) == (BURNED, ("NJ 26.7(c)",))
    group = scene.table.state.cards.rack.groups[0]
    assert isinstance(group.label, Burn)
    assert scene.refused(m.AskBurnCard(by="a spectator")).clauses == ("NJ 26.7(c)",)
    assert scene.do(m.AskBurnCard(by="ann")) == (f.BurnCardShown(("NJ 26.7(c)",), "ann", BURNED),)


@pytest.mark.clause("NJ 26.7(c)")
def test_the_dealer_must_burn_before_he_deals() -> None:
    scene = at_the_cut(by_hand=("dealer",))
    scene.do(m.Cut(by="ann", position=100))
    scene.dealer(m.PlaceCoverCard, from_back=96)
    scene.dealer(m.LoadShoe)
    refusal = scene.refused(m.Deal(by="dealer", to=0))
    assert (refusal.code, refusal.clauses) == ("deal/not-now", ("NJ 26.7(c)",))
    scene.dealer(m.BurnCard)
    assert scene.table.state.cards.rack.height == 1


@pytest.mark.clause("NJ 26.7(c)")
def test_each_new_dealer_burns_one_card_before_dealing() -> None:
    scene = nj("9S KS KH 9D 7C 5S 5H")
    play_a_round(scene)
    scene.floor(m.TapIn, dealer="dora")
    scene.bet()
    burns = scene.facts(f.CardBurned)
    assert [burn.card for burn in burns] == [BURNED, "7C"]
    assert burns[1].clauses == ("NJ 26.7(c)",)
    assert scene.last(f.DealerChanged).incoming == "dora"
    assert scene.facts(f.CardDealt)[-1].card == "5S"
    assert scene.table.facts.index(burns[1]) < scene.table.facts.index(scene.facts(f.CardDealt)[-1])


# --- (i): nobody plays ----------------------------------------------------------------------------------------------


@pytest.mark.clause("NJ 26.4(i)")
@pytest.mark.parametrize("face_up", [True, False])
def test_at_an_idle_table_the_cards_lie_spread_and_face_up_for_the_first_to_arrive(face_up: bool) -> None:
    scene = nj()
    assert scene.refused(m.NoteNoActivity(by="dealer", face_up=face_up)).code == "idle/in-use"
    scene.do(m.Leave(by="ann"))
    scene.dealer(m.NoteNoActivity, face_up=face_up)
    spread = scene.last(f.CardsSpread)
    assert (spread.face_up, spread.clauses) == (face_up, ("NJ 26.4(i)",))
    washed = len(scene.facts(f.CardsWashed))
    scene.do(m.Sit(by="bob", box=2))
    scene.do(m.ViewSpread(by="bob"))
    assert scene.last(f.CardsSpread).face_up
    assert len(scene.facts(f.CardsWashed)) == washed + 1, "26.3(c) is completed"
    assert len(scene.table.state.cards.to_shuffle) == STACK
    scene.shuffle()
    assert scene.last(f.CutOffered).to == "bob"
