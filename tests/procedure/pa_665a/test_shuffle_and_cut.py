"""§ 665a.5, with the batches of § 665a.3(b) and the burn, shoe and cover card of § 665a.7(a), (c) and (d)."""

import pytest
from msgspec.structs import replace

from pitboss.cards.card import Card
from pitboss.cards.discard_rack import MixedBatches, Other
from pitboss.cards.seal import seal
from pitboss.procedure.equipment import lawful_equipment
from pitboss.procedure.moves import DEALER
from tests import facts as f
from tests import moves as m
from tests.procedure.kit import SALT, Scene
from tests.procedure.pa_665a.case import GAME, among, kinds, of, opened, play_on

STACK = 384
DEVICE = {"shuffling": "device"}
CONTINUOUS = {"shuffling": "continuous"}
ALL = ("dealer", "floorperson")


def shuffled(scene: Scene) -> Scene:
    """Whoever is to shuffle hands the cards over in the order in which they lie."""
    order = tuple(card.code for card in scene.table.state.cards.to_shuffle)
    scene.do(m.Shuffle(by=scene.table.waiting.by[0], order=order, salt=SALT))
    return scene


def to_cut(players: int = 1, by_hand: tuple[str, ...] = (), **sets: object) -> Scene:
    """A table whose cards are shuffled and offered for the cut for the first time."""
    scene = Scene(GAME, players=players, by_hand=by_hand, sets=sets).sit()
    for _ in range(20):
        waiting = scene.table.waiting
        if m.Cut in waiting.may:
            return scene
        if m.Shuffle in waiting.may:
            shuffled(scene)
        else:
            scene.do(scene.usual(waiting.by, waiting.may))
    raise AssertionError(str(scene.table.waiting))


def offers(scene: Scene) -> list[str]:
    """To whom the cut has been offered, everybody refusing until the dealer has cut."""
    before = len(of(scene, f.CutOffered))
    while m.RefuseCut in scene.table.waiting.may:
        scene.do(m.RefuseCut(by=scene.table.waiting.by[0]))
    started = before - 1  # the first offer was made before anybody could refuse
    return [fact.to for fact in of(scene, f.CutOffered)[started:]]


def next_cut(scene: Scene) -> Scene:
    """The round ends and the next shuffle is done."""
    play_on(scene)
    assert m.Shuffle in scene.table.waiting.may, scene.table.waiting
    return shuffled(scene)


# --- (a) --------------------------------------------------------------------------------------------------------------


@pytest.mark.clause("PA 665a.5(a)")
def test_no_wager_is_taken_before_the_first_shuffle_and_the_stack_is_one() -> None:
    scene = Scene(GAME).sit()
    scene.do(m.ViewSpread(by="ann"))
    assert scene.refused(m.Wager(by="ann", box=1, cents=10_00)).code == "wager/not-now"
    assert scene.table.waiting.by == (DEALER,)
    done = among(scene.do(_as_they_lie(scene)), f.CardsShuffled)
    assert (done[0].by, done[0].cards, done[0].clauses) == (DEALER, STACK, ("PA 665a.5(a)",))


def _as_they_lie(scene: Scene) -> m.Shuffle:
    order = tuple(card.code for card in scene.table.state.cards.to_shuffle)
    return m.Shuffle(by=scene.table.waiting.by[0], order=order, salt=SALT)


@pytest.mark.clause("PA 665a.5(a)")
def test_a_device_shuffles_in_the_dealers_place() -> None:
    scene = Scene(GAME, sets=DEVICE).sit()
    for _ in range(2):
        scene.do(m.ViewSpread(by="ann"))
    order = tuple(card.code for card in scene.table.state.cards.to_shuffle)
    assert scene.refused(m.Shuffle(by=DEALER, order=order, salt=SALT)).code == "turn/not-yours"
    assert among(scene.do(_as_they_lie(scene)), f.CardsShuffled)[0].by == "shuffler"


@pytest.mark.clause("PA 665a.5(a)", "PA 665a.4(f)")
def test_preshuffled_cards_are_not_shuffled_again_but_cut() -> None:
    scene = Scene(GAME, sets=DEVICE, by_hand=("dealer",)).sit()
    scene.dealer(m.ReceiveDecks, preshuffled=True, tens_removed=True)
    for _ in range(2):
        assert scene.table.waiting.by == (DEALER,), "the device has nothing to do"
        scene.do(_as_they_lie(scene))
    assert m.Cut in scene.table.waiting.may


@pytest.mark.clause("PA 665a.5(a)", "PA 665a.5(f)")
def test_the_whole_stack_is_shuffled_again_after_the_shoe() -> None:
    scene = opened("7S 5S 6S 8S").bet().no_attack()
    scene.floor(m.OrderReshuffle)
    play_on(scene)
    assert len(scene.table.state.cards.to_shuffle) == STACK


@pytest.mark.clause("PA 665a.5(a)")
def test_the_order_is_sealed_before_the_cut_and_opened_when_the_shoe_is_done() -> None:
    scene = opened("7S 5S 6S 8S").bet().no_attack()
    published = of(scene, f.CardsShuffled)[0].seal
    assert not of(scene, f.SealOpened)
    scene.floor(m.OrderReshuffle)
    play_on(scene)
    opening = of(scene, f.SealOpened)[0]
    assert opening.seal == published
    assert opening.cut == STACK // 2
    assert seal(map(Card.parse, opening.order), bytes.fromhex(opening.salt)).digest == published


# --- (b), (c) ---------------------------------------------------------------------------------------------------------


@pytest.mark.clause("PA 665a.5(b)", "PA 665a.5(c)", "PA 665a.5(c)(1)")
def test_at_the_beginning_the_first_to_arrive_is_offered_the_cut_wherever_they_sit() -> None:
    scene = Scene(GAME)
    for name, box in (("cat", 3), ("ann", 1), ("fay", 6)):
        scene.do(m.Sit(by=name, box=box))
    scene.do(m.ViewSpread(by="cat"))
    done = among(shuffled(scene).do(m.RefuseCut(by="cat")), f.CutOffered)
    first = of(scene, f.CutOffered)[0]
    assert (first.to, first.clauses) == ("cat", ("PA 665a.5(b)", "PA 665a.5(c)", "PA 665a.5(c)(1)"))
    assert done[0].to == "ann", "counterclockwise: towards the dealer's left"
    assert offers(scene) == ["ann", "fay"]


@pytest.mark.clause("PA 665a.5(b)")
def test_the_dealer_cuts_when_no_player_accepts_and_not_when_one_does() -> None:
    refused = to_cut(players=2)
    offers(refused)
    cut = of(refused, f.CardsCut)[0]
    assert (cut.by, "PA 665a.5(b)" in cut.clauses) == (DEALER, True)
    accepted = to_cut(players=2)
    accepted.do(m.RefuseCut(by="ann"))
    assert accepted.refused(m.Cut(by="ann", position=100)).code == "turn/not-yours"
    accepted.do(m.Cut(by="bob", position=100))
    assert [fact.by for fact in of(accepted, f.CardsCut)] == ["bob"]


@pytest.mark.clause("PA 665a.5(b)", "PA 665a.5(c)(1)")
def test_by_the_other_reading_the_dealer_cuts_once_the_first_to_arrive_has_refused() -> None:
    scene = Scene(GAME, players=3, readings={"pa-cut-rotation": "dealer-cuts"}).sit()
    scene.do(m.ViewSpread(by="ann"))
    shuffled(scene)
    assert offers(scene) == ["ann"]
    assert of(scene, f.CardsCut)[0].by == DEALER


def cover_card_at(
    place: int, players: int = 3, readings: dict[str, str] | None = None, standing: str | None = None
) -> Scene:
    """A round on whose card number `place` the cover card appears, counting the up card as 0; the burn came before."""
    by_hand = ("dealer",)
    scene = Scene(GAME, "7S 2S 3S 4S 2H 3H 4H 9S 9H", players, readings=readings, by_hand=by_hand).sit()
    while m.Wager not in scene.table.waiting.may:
        waiting = scene.table.waiting
        if m.Shuffle in waiting.may:
            scene.shuffle()
        elif m.RefuseCut in waiting.may:
            scene.do(m.RefuseCut(by=waiting.by[0]))
        elif m.Cut in waiting.may:
            scene.dealer(m.Cut, position=STACK // 2)
        elif m.PlaceCoverCard in waiting.may:
            scene.dealer(m.PlaceCoverCard, from_back=STACK - place - 1)
        else:
            scene.do(scene.usual(waiting.by, waiting.may))
    if standing is not None:
        scene.do(m.BuyIn(by=standing, cents=10_00))
        scene.do(m.Wager(by=standing, box=players + 1, cents=10_00))
        scene.players = (*scene.players, standing)
        scene.do(m.Wager(by="ann", box=1, cents=10_00))
        scene.dealer(m.CloseBets)
    else:
        scene.bet().dealer(m.CloseBets)
    return scene


@pytest.mark.clause("PA 665a.5(c)(2)", "PA 665a.7(d)")
def test_the_player_on_whose_box_the_cover_card_appeared_is_offered_the_cut() -> None:
    scene = next_cut(cover_card_at(place=2))
    out = of(scene, f.CoverCardCameOut)[0]
    assert (out.at, "PA 665a.7(d)" in out.clauses) == (2, True)
    offered = of(scene, f.CutOffered)[-1]
    assert (offered.to, offered.clauses) == ("bob", ("PA 665a.5(b)", "PA 665a.5(c)", "PA 665a.5(c)(2)"))
    assert offers(scene) == ["bob", "ann", "cat"]


@pytest.mark.clause("PA 665a.5(c)(2)")
def test_by_the_other_reading_nobody_else_is_asked_after_the_cover_card_player() -> None:
    scene = next_cut(cover_card_at(place=2, readings={"pa-cut-rotation": "dealer-cuts"}))
    assert offers(scene) == ["bob"]
    assert scene.table.waiting.by == (DEALER,)


@pytest.mark.clause("PA 665a.5(c)")
@pytest.mark.parametrize("rotation", ["rotate", "dealer-cuts"])
def test_a_player_on_whose_box_it_came_and_who_has_left_is_not_waited_for(rotation: str) -> None:
    scene = cover_card_at(place=2, readings={"pa-cut-rotation": rotation})
    play_on(scene)
    scene.do(m.Leave(by="bob"))
    shuffled(scene)
    assert [(cut.to, cut.clauses) for cut in of(scene, f.CutOffered)[-1:]] == [
        ("cat", ("PA 665a.5(b)", "PA 665a.5(c)"))
    ], "(c)(2) gives it to nobody who is here"
    assert offers(scene) == ["cat", "ann"]


@pytest.mark.clause("PA 665a.5(c)(2)")
def test_somebody_who_leaves_while_asked_to_cut_has_refused() -> None:
    scene = next_cut(cover_card_at(place=2))
    assert scene.table.waiting.by == ("bob",)
    scene.do(m.Leave(by="bob"))
    assert scene.table.waiting.by == ("ann",)


@pytest.mark.clause("PA 665a.5(c)(2)")
def test_one_who_wagers_standing_on_a_free_box_is_offered_the_cut_when_it_came_there() -> None:
    scene = cover_card_at(place=2, players=1, standing="zoe")
    play_on(scene)
    shuffled(scene)
    assert of(scene, f.CoverCardCameOut)[0].at == 2
    assert offers(scene) == ["zoe", "ann"]


@pytest.mark.clause("PA 665a.5(c)(3)", "PA 665a.7(d)")
@pytest.mark.parametrize("place", [0, 7, 8])
def test_on_the_dealers_hand_the_player_farthest_right_is_offered_it_then_counterclockwise(place: int) -> None:
    """As the first card of the round, as the hole card, and as a card drawn to 16."""
    scene = cover_card_at(place)
    next_cut(scene)
    assert of(scene, f.CoverCardCameOut)[0].at == 0
    assert len(of(scene, f.RoundEnded)) == 1, "the hand was completed"
    offered = of(scene, f.CutOffered)[-1]
    assert (offered.to, offered.clauses) == ("cat", ("PA 665a.5(b)", "PA 665a.5(c)", "PA 665a.5(c)(3)"))
    assert offers(scene) == ["cat", "bob", "ann"]


@pytest.mark.clause("PA 665a.5(c)(4)", "PA 665a.5(f)")
def test_on_order_the_player_farthest_right_is_offered_it_then_counterclockwise() -> None:
    scene = opened("7S 2S 3S 4S 2H 3H 4H 9S", players=3).bet().no_attack()
    ordered = among(scene.floor(m.OrderReshuffle), f.ReshuffleOrdered)
    assert ordered[0].clauses == ("PA 665a.5(f)",)
    assert m.Stand in scene.table.waiting.may, "the round goes on"
    next_cut(scene)
    offered = of(scene, f.CutOffered)[-1]
    assert (offered.to, offered.clauses) == ("cat", ("PA 665a.5(b)", "PA 665a.5(c)", "PA 665a.5(c)(4)"))
    assert offers(scene) == ["cat", "bob", "ann"]


# --- (d) --------------------------------------------------------------------------------------------------------------


@pytest.mark.clause("PA 665a.5(d)")
@pytest.mark.parametrize("position", [0, 9, STACK - 9, STACK])
def test_a_cut_within_ten_cards_of_either_end_is_refused(position: int) -> None:
    scene = to_cut()
    refusal = scene.refused(m.Cut(by="ann", position=position))
    assert (refusal.code, refusal.clauses) == ("cut/too-near-the-end", ("PA 665a.5(d)",))


@pytest.mark.clause("PA 665a.5(d)")
@pytest.mark.parametrize("position", [10, STACK - 10])
def test_a_cut_ten_cards_from_either_end_stands_and_the_cards_above_go_below(position: int) -> None:
    scene = to_cut()
    stack = scene.table.state.cards.to_shuffle
    scene.do(m.Cut(by="ann", position=position))
    burned = of(scene, f.CardBurned)[0]
    assert burned.card == stack[position].code, "the first card below the cut is now on top"


@pytest.mark.clause("PA 665a.5(d)")
def test_the_cover_card_goes_in_at_least_a_quarter_from_the_bottom() -> None:
    scene = to_cut(by_hand=("dealer",))
    scene.do(m.Cut(by="ann", position=100))
    refusal = scene.refused(m.PlaceCoverCard(by=DEALER, from_back=95))
    assert (refusal.code, refusal.clauses) == ("cover-card/depth", ("PA 665a.5(d)",))
    scene.dealer(m.PlaceCoverCard, from_back=96)
    assert of(scene, f.CoverCardPlaced)[0].from_back == 96
    assert of(opened(), f.CoverCardPlaced)[0].from_back == 96, "where the house puts it by itself"


@pytest.mark.clause("PA 665a.5(d)", "PA 665a.7(a)")
def test_the_dealer_then_puts_the_stack_into_the_shoe() -> None:
    scene = to_cut(by_hand=ALL)
    scene.do(m.Cut(by="ann", position=100))
    scene.dealer(m.PlaceCoverCard, from_back=96)
    assert not of(scene, f.ShoeLoaded)
    assert scene.refused(m.LoadShoe(by="floorperson")).clauses == ("PA 665a.7(a)",)
    loaded = among(scene.dealer(m.LoadShoe), f.ShoeLoaded)
    assert (loaded[0].cards, loaded[0].clauses) == (STACK, ("PA 665a.7(a)",))


@pytest.mark.clause("PA 665a.5(d)", "PA 665a.7(d)")
def test_a_cover_card_that_is_the_very_first_is_put_aside_and_one_round_is_played() -> None:
    scene = to_cut(by_hand=("dealer",))
    scene.do(m.Cut(by="ann", position=100))
    scene.dealer(m.PlaceCoverCard, from_back=STACK)
    scene.dealer(m.LoadShoe)
    scene.dealer(m.BurnCard)
    assert of(scene, f.CoverCardCameOut)
    scene.bet().dealer(m.CloseBets)
    play_on(scene)
    assert m.Shuffle in scene.table.waiting.may


# --- (e) --------------------------------------------------------------------------------------------------------------


def cut_and_covered(players: int = 3, cutter: str = "ann") -> Scene:
    """The cards are cut by somebody and not yet in the shoe."""
    scene = to_cut(players, ALL)
    while scene.table.waiting.by != (cutter,):
        scene.do(m.RefuseCut(by=scene.table.waiting.by[0]))
    scene.do(m.Cut(by=cutter, position=100))
    scene.dealer(m.PlaceCoverCard, from_back=96)
    return scene


@pytest.mark.clause("PA 665a.5(e)")
def test_between_cut_and_shoe_a_floorperson_may_have_the_last_cutter_cut_again() -> None:
    scene = cut_and_covered()
    assert scene.refused(m.OrderRecut(by=DEALER)).clauses == ("PA 665a.5(e)",)
    assert scene.refused(m.OrderRecut(by="ann")).clauses == ("PA 665a.5(e)",)
    assert scene.refused(m.LoadShoe(by="ann")).clauses == ("PA 665a.7(a)",), "the dealer puts the cards into the shoe"
    ordered = among(scene.floor(m.OrderRecut), f.RecutOrdered)
    assert (ordered[0].recut_by, ordered[0].clauses) == ("ann", ("PA 665a.5(e)",))
    assert scene.refused(m.Cut(by="bob", position=100)).code == "turn/not-yours"
    scene.do(m.Cut(by="ann", position=50))
    assert scene.table.state.cards.sealed is not None
    assert scene.table.state.cards.sealed.cut == 150
    scene.dealer(m.PlaceCoverCard, from_back=96)
    scene.dealer(m.LoadShoe)


@pytest.mark.clause("PA 665a.5(e)")
def test_or_by_the_next_person_entitled_and_by_the_dealer_when_that_one_refuses() -> None:
    scene = cut_and_covered()
    ordered = among(scene.floor(m.OrderRecut, by_last_cutter=False), f.RecutOrdered)
    assert ordered[0].recut_by == "cat", "counterclockwise after ann comes the far right"
    scene.do(m.RefuseCut(by="cat"))
    scene.do(m.RefuseCut(by="bob"))
    assert scene.table.waiting.by == (DEALER,)
    scene.dealer(m.Cut, position=200)
    assert of(scene, f.CardsCut)[-1].by == DEALER


@pytest.mark.clause("PA 665a.5(e)")
def test_a_last_cutter_who_does_not_want_to_cut_again_gives_way_to_the_next() -> None:
    scene = cut_and_covered()
    scene.floor(m.OrderRecut)
    scene.do(m.RefuseCut(by="ann"))
    assert scene.table.waiting.by == ("cat",)


@pytest.mark.clause("PA 665a.5(e)")
def test_a_recut_is_ordered_neither_before_the_cut_nor_once_the_cards_are_in_the_shoe() -> None:
    scene = to_cut(by_hand=ALL)
    assert scene.refused(m.OrderRecut(by="floorperson")).code == "recut/not-cut"
    loaded = opened()
    refusal = loaded.refused(m.OrderRecut(by="floorperson"))
    assert (refusal.code, refusal.clauses) == ("recut/too-late", ("PA 665a.5(e)",))


# --- (f), § 665a.7(c) and (d) -----------------------------------------------------------------------------------------


@pytest.mark.clause("PA 665a.5(f)")
def test_a_floorperson_orders_a_reshuffle_after_a_round_and_nobody_else() -> None:
    scene = opened()
    for who in ("ann", DEALER):
        assert scene.refused(m.OrderReshuffle(by=who)).clauses == ("PA 665a.5(f)",)
    scene.floor(m.OrderReshuffle)
    assert m.Shuffle in scene.table.waiting.may, "no round is in progress, so at once"
    assert scene.refused(m.OrderReshuffle(by="floorperson")).code == "reshuffle/under-way"


@pytest.mark.clause("PA 665a.5(f)")
def test_with_wagers_on_the_layout_the_round_is_played_first() -> None:
    scene = opened("7S 5S 6S 8S")
    scene.do(m.Wager(by="ann", box=1, cents=10_00))
    scene.floor(m.OrderReshuffle)
    scene.do(m.Ready(by="ann"))
    play_on(scene.no_attack())
    assert len(of(scene, f.RoundEnded)) == 1
    assert m.Shuffle in scene.table.waiting.may


@pytest.mark.clause("PA 665a.7(c)")
def test_the_first_card_of_a_full_shoe_goes_unseen_to_the_rack() -> None:
    scene = opened()
    burned = of(scene, f.CardBurned)
    assert [fact.clauses for fact in burned] == [("PA 665a.7(c)",)]
    assert scene.table.state.cards.rack.height == 1
    assert scene.refused(m.AskBurnCard(by="ann")).code == "burn/not-shown"


@pytest.mark.clause("PA 665a.7(c)")
def test_each_new_dealer_burns_one_card_before_dealing() -> None:
    scene = opened("3C 7S 5S 6S 8S KS")  # the 3C is what the new dealer burns
    scene.floor(m.TapIn, dealer="joe")
    scene.bet()
    burned = of(scene, f.CardBurned)[-1]
    assert (burned.why, burned.card, burned.clauses) == ("a new dealer", "3C", ("PA 665a.7(c)",))
    assert scene.blackjack.dealer.up_card.code == "7S"
    play_on(scene)
    scene.bet()
    assert len(of(scene, f.CardBurned)) == 2, "once for the shoe, once for the dealer"


def test_of_two_dealers_sent_in_one_after_another_the_last_comes() -> None:
    scene = opened("3C 7S 5S 6S 8S KS")
    for dealer in ("joe", "sue"):
        scene.floor(m.TapIn, dealer=dealer)
    scene.bet()
    assert [(fact.outgoing, fact.incoming) for fact in of(scene, f.DealerChanged)] == [("the first dealer", "sue")]


@pytest.mark.clause("PA 665a.7(c)")
def test_a_dealer_who_taps_in_mid_round_burns_before_the_next() -> None:
    scene = opened("7S 5S 6S 8S KS").bet().no_attack()
    scene.floor(m.TapIn, dealer="joe")
    play_on(scene)
    assert len(of(scene, f.CardBurned)) == 1
    scene.bet()
    assert len(of(scene, f.CardBurned)) == 2


@pytest.mark.clause("PA 665a.7(c)")
def test_a_dealer_who_taps_in_while_the_cards_are_opened_or_cut_restarts_nothing() -> None:
    scene = Scene(GAME)
    scene.floor(m.TapIn, dealer="joe")
    assert len(of(scene, f.EquipmentChecked)) == len(of(scene, f.DecksReceived)) == 1
    cut = to_cut()
    cut.floor(m.TapIn, dealer="joe")
    cut.do(m.Cut(by="ann", position=100))
    assert len(of(cut, f.CardsShuffled)) == 1
    assert m.Wager in cut.table.waiting.may


# --- (g) --------------------------------------------------------------------------------------------------------------


def idle() -> Scene:
    """A table everybody has left after a round."""
    scene = opened("7S 5S 6S 8S KS").bet().no_attack()
    play_on(scene)
    assert scene.refused(m.NoteNoActivity(by=DEALER)).clauses == ("PA 665a.5(g)",), "ann still sits there"
    scene.do(m.Leave(by="ann"))
    done = scene.dealer(m.NoteNoActivity)
    assert kinds(done)[0] == "ActivityCeased"
    return scene


@pytest.mark.clause("PA 665a.5(g)")
def test_at_an_idle_table_the_cards_come_out_of_shoe_and_rack_and_lie_face_down() -> None:
    scene = idle()
    assert scene.table.state.cards.shoe.remaining == 0
    assert scene.table.state.cards.rack.height == 0
    assert len(scene.table.state.cards.loose) == STACK
    spread = of(scene, f.CardsSpread)[-1]
    assert (spread.face_up, spread.clauses) == (False, ("PA 665a.5(g)",))


@pytest.mark.clause("PA 665a.5(g)")
def test_face_up_when_a_player_asks() -> None:
    scene = idle()
    scene.do(m.Sit(by="bob", box=2))
    scene.do(m.AskFaceUp(by="bob"))
    assert of(scene, f.CardsSpread)[-1].face_up
    assert scene.refused(m.AskFaceUp(by="bob")).code == "spread/face-up"


@pytest.mark.clause("PA 665a.5(g)", "PA 665a.4(d)")
def test_once_the_first_to_arrive_has_looked_they_are_washed_shuffled_and_cut() -> None:
    scene = idle()
    scene.do(m.Sit(by="cat", box=3))
    scene.do(m.Sit(by="bob", box=2))
    assert scene.refused(m.ViewSpread(by="bob")).clauses == ("PA 665a.5(g)",)
    washed = among(scene.do(m.ViewSpread(by="cat")), f.CardsWashed)
    assert washed[0].clauses == ("PA 665a.5(g)", "PA 665a.4(d)")
    shuffled(scene)
    assert of(scene, f.CardsShuffled)[-1].clauses == ("PA 665a.5(g)", "PA 665a.4(d)", "PA 665a.5(a)")
    offered = of(scene, f.CutOffered)[-1]
    assert (offered.to, offered.clauses[-1]) == ("cat", "PA 665a.5(c)(1)")


@pytest.mark.clause("PA 665a.5(g)", "PA 665a.3(c)")
def test_an_idle_table_may_close_begin_a_day_or_get_new_cards() -> None:
    closed = idle()
    closed.floor(m.CloseTable)
    assert closed.table.closed
    changed = idle()
    changed.floor(m.BeginGamingDay)
    changed.floor(m.NoteCardAge, hours=24)
    assert of(changed, f.CardsChanged)
    changed.do(m.Sit(by="bob", box=2))
    changed.do(m.ViewSpread(by="bob"))
    shuffled(changed).do(m.Cut(by="bob", position=50))
    assert m.Wager in changed.table.waiting.may


# --- (h) and § 665a.3(b) ----------------------------------------------------------------------------------------------


@pytest.mark.clause("PA 665a.5(h)")
def test_a_continuous_shuffler_is_used_once_approved_and_then_nothing_is_cut_or_spread() -> None:
    scene = Scene(GAME, sets=CONTINUOUS, by_hand=("floorperson",))
    lawful = lawful_equipment(scene.rules)
    refusal = scene.refused(replace(lawful, shuffler_approved=False))
    assert (refusal.code, refusal.clauses) == ("equipment/shuffler-approval", ("PA 665a.5(h)",))
    playing = opened("7S 5S 6S 8S", sets=CONTINUOUS)
    assert of(playing, f.CutNotRequired)[0].clauses == ("PA 665a.5(h)",)
    assert not of(playing, f.CutOffered)
    assert not of(playing, f.CoverCardPlaced)
    play_on(playing.bet().no_attack())
    assert m.Shuffle in playing.table.waiting.may, "every round from all the cards"
    shuffled(playing)
    assert m.Wager in playing.table.waiting.may
    playing.do(m.Leave(by="ann"))
    assert playing.refused(m.NoteNoActivity(by=DEALER)).clauses == ("PA 665a.5(h)",)


@pytest.mark.clause("PA 665a.3(b)(3)", "PA 665a.3(b)(4)")
def test_two_batches_take_turns_and_the_other_is_shuffled_and_stored_meanwhile() -> None:
    scene = opened("7S 5S 6S 8S", sets=DEVICE)
    in_play: list[str] = []
    for _ in range(4):
        t = scene.table.state
        in_play.append(t.cards.in_play.name)
        assert list(t.cards.stored) == [t.cards.batches[1 - t.cards.batch_in_play].name]
        assert len(next(iter(t.cards.stored.values())).order) == STACK
        scene.floor(m.OrderReshuffle)
        shuffled(scene)
        scene.do(m.Cut(by="ann", position=50))
    assert in_play == ["blue", "red", "blue", "red"]
    assert [fact.batch for fact in of(scene, f.ShoeLoaded)] == ["blue", "red", "blue", "red", "blue"]
    stored = [fact for fact in of(scene, f.CardsShuffled) if "PA 665a.3(b)(3)" in fact.clauses]
    assert [fact.batch for fact in stored] == ["red", "blue", "red", "blue", "red"]


@pytest.mark.clause("PA 665a.3(b)(5)")
def test_the_rack_never_holds_cards_of_two_batches() -> None:
    scene = opened("7S 5S 6S 8S", sets=DEVICE).bet().no_attack()
    assert scene.table.state.rules.cards.one_batch_in_rack
    play_on(scene)
    assert scene.table.state.cards.rack.height > 1
    scene.floor(m.OrderReshuffle)
    assert scene.table.state.cards.rack.height == 0, "all of the first batch is out before the second comes in"
    shuffled(scene)
    scene.do(m.Cut(by="ann", position=50))
    assert scene.table.state.cards.rack.height == 1
    with pytest.raises(MixedBatches):
        scene.table.state.cards.rack.place(Other("a test"), scene.table.state.cards.batches[0].cards[:1], "blue")
