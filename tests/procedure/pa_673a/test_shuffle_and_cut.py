"""§ 673a.5: shuffle, cut, recut, reshuffle, the idle table, devices."""

import pytest

from pitboss.procedure.equipment import lawful_equipment
from pitboss.procedure.moves import DEALER, FLOORPERSON, SHUFFLER
from tests import facts
from tests import moves as m
from tests.procedure.kit import Scene
from tests.procedure.pa_673a.seat import BET, GAME, names_of, next_shoe, opened, to_the_end

STACK = 6 * 52
SHARED = (DEALER, FLOORPERSON)


def shuffled(players: int = 3, readings: dict[str, str] | None = None, by_hand: tuple[str, ...] = ()) -> Scene:
    """Players 1 to n sit, the third of them first; the cards are shuffled and the cut is offered."""
    scene = Scene(GAME, "", players, readings=readings, by_hand=by_hand)
    for box in sorted(range(1, players + 1), key=lambda box: (box != 2, box)):
        scene.do(m.Sit(by=scene.NAMES[box - 1], box=box))
        scene.do(m.BuyIn(by=scene.NAMES[box - 1], cents=scene.chips))
    while m.Shuffle not in scene.table.waiting.may:
        scene.do(scene.usual(scene.table.waiting.by, scene.table.waiting.may))
    return scene.shuffle()


def offered(scene: Scene) -> list[str]:
    """Everybody who is offered the cut when all refuse it, with the paragraph in force."""
    before = len(scene.facts(facts.CutOffered))
    while m.RefuseCut in scene.table.waiting.may:
        scene.do(m.RefuseCut(by=scene.table.waiting.by[0]))
    return [fact.to for fact in scene.facts(facts.CutOffered)[before - 1 :]]


# --- (a) ------------------------------------------------------------------------------------------------------------


@pytest.mark.clause("PA 673a.5(a)")
def test_the_cards_are_shuffled_before_play_whole_and_by_the_dealer() -> None:
    scene = Scene(GAME, "", 1).sit()
    scene.do(m.ViewSpread(by="ann"))
    assert (scene.table.waiting.by, scene.table.waiting.may) == ((DEALER,), (m.Shuffle, m.CommitSeed))
    assert len(scene.table.state.cards.to_shuffle) == STACK
    order = tuple(card.code for card in scene.table.state.cards.to_shuffle)
    short = m.Shuffle(by=DEALER, order=order[1:], salt="5a" * 32)
    refusal = scene.refused(short)
    assert (refusal.code, refusal.clauses) == ("shuffle/other-cards", ("PA 673a.5(a)",))
    assert scene.refused(m.Shuffle(by="ann", order=order, salt="5a" * 32)).code == "turn/not-yours"
    assert scene.refused(m.Wager(by="ann", box=1, cents=BET)).code == "wager/not-now"
    scene.shuffle()
    assert scene.last(facts.CardsShuffled).clauses == ("PA 673a.5(a)",)


@pytest.mark.clause("PA 673a.5(a)")
@pytest.mark.clause("PA 673a.5(f)")
def test_a_floorperson_may_order_a_reshuffle_at_once_between_rounds_or_after_the_round() -> None:
    scene = opened("9S 8H", "TD 9D")
    assert scene.refused(m.OrderReshuffle(by=DEALER)).code == "floor/not-yours"
    assert scene.refused(m.OrderReshuffle(by="ann")).code == "floor/not-yours"
    scene.floor(m.OrderReshuffle)
    assert m.Shuffle in scene.table.waiting.may
    next_shoe(scene).bet()
    ordered = scene.floor(m.OrderReshuffle)
    assert ordered[0].clauses == ("PA 673a.5(f)",)
    assert scene.table.state.in_round
    to_the_end(scene)
    assert m.Shuffle in scene.table.waiting.may
    assert len(scene.table.state.cards.to_shuffle) == STACK


# --- (b), (c) who cuts ----------------------------------------------------------------------------------------------


@pytest.mark.clause("PA 673a.5(c)")
@pytest.mark.clause("PA 673a.5(c)(1)")
def test_when_the_game_begins_the_first_to_arrive_is_offered_the_cut() -> None:
    scene = shuffled()
    assert scene.table.waiting.by == ("bob",)
    offer = scene.last(facts.CutOffered)
    assert (offer.to, offer.clauses) == ("bob", ("PA 673a.5(b)", "PA 673a.5(c)", "PA 673a.5(c)(1)"))
    assert scene.refused(m.Cut(by="ann", position=100)).code == "turn/not-yours"
    scene.do(m.Cut(by="bob", position=100))
    assert scene.last(facts.CardsCut).by == "bob"


@pytest.mark.clause("PA 673a.5(b)")
def test_when_no_player_accepts_the_dealer_cuts() -> None:
    scene = shuffled()
    offered(scene)
    cut = scene.last(facts.CardsCut)
    assert cut.by == DEALER
    assert "PA 673a.5(b)" in cut.clauses


@pytest.mark.clause("PA 673a.5(b)")
@pytest.mark.clause("PA 673a.5(c)(1)")
@pytest.mark.parametrize(
    ("option", "asked"), [("rotate", ["bob", "ann", "dan", "cat"]), ("dealer-cuts", ["bob"])], ids=["rotate", "dealer"]
)
def test_reading_cut_rotation_when_the_first_arrival_refuses(option: str, asked: list[str]) -> None:
    scene = shuffled(4, {"pa-cut-rotation": option})
    assert offered(scene) == asked  # counterclockwise: to lower boxes, then from the highest
    assert scene.last(facts.CardsCut).by == DEALER


def _cover_card_at(box: int, option: str = "rotate") -> Scene:
    """Four players and one deck; the cover card comes out at a box (0: the dealer) in the first round."""
    # What lies above it: the burn card and the deal of four boxes, for box 1 up to its second card.
    before = {1: 6, 2: 2, 3: 3, 4: 4, 0: 5}[box]
    sets = {"decks": 1, "cover_card_placed": f"{52 - before}/52"}
    scene = Scene(GAME, "", 4, sets, {"pa-cut-rotation": option}).open()
    to_the_end(scene.bet())
    assert scene.last(facts.CoverCardCameOut).at == box
    return scene.shuffle()


@pytest.mark.clause("PA 673a.5(c)(2)")
@pytest.mark.parametrize(("box", "name"), [(1, "ann"), (3, "cat"), (4, "dan")])
def test_the_player_at_whose_box_the_cover_card_came_is_offered_the_cut(box: int, name: str) -> None:
    scene = _cover_card_at(box)
    offer = scene.last(facts.CutOffered)
    assert (offer.to, offer.clauses) == (name, ("PA 673a.5(b)", "PA 673a.5(c)", "PA 673a.5(c)(2)"))


@pytest.mark.clause("PA 673a.5(c)(2)")
@pytest.mark.parametrize(("option", "asked"), [("rotate", ["cat", "bob", "ann", "dan"]), ("dealer-cuts", ["cat"])])
def test_reading_cut_rotation_when_the_cover_card_player_refuses(option: str, asked: list[str]) -> None:
    assert offered(_cover_card_at(3, option)) == asked


@pytest.mark.clause("PA 673a.5(c)(3)")
@pytest.mark.parametrize("option", ["rotate", "dealer-cuts"])
def test_a_cover_card_at_the_dealers_hand_gives_the_cut_to_the_far_right_and_then_counterclockwise(option: str) -> None:
    scene = _cover_card_at(0, option)
    assert scene.last(facts.CutOffered).clauses == ("PA 673a.5(b)", "PA 673a.5(c)", "PA 673a.5(c)(3)")
    assert offered(scene) == ["dan", "cat", "bob", "ann"]


@pytest.mark.clause("PA 673a.5(c)(4)")
@pytest.mark.parametrize("option", ["rotate", "dealer-cuts"])
def test_an_ordered_reshuffle_gives_the_cut_to_the_far_right_and_then_counterclockwise(option: str) -> None:
    scene = Scene(GAME, "", 4, readings={"pa-cut-rotation": option}).open()
    scene.floor(m.OrderReshuffle)
    scene.shuffle()
    assert scene.last(facts.CutOffered).clauses == ("PA 673a.5(b)", "PA 673a.5(c)", "PA 673a.5(c)(4)")
    assert offered(scene) == ["dan", "cat", "bob", "ann"]


# --- (d) the cut ----------------------------------------------------------------------------------------------------


@pytest.mark.clause("PA 673a.5(d)")
@pytest.mark.parametrize(
    ("position", "fits"), [(9, False), (10, True), (STACK - 10, True), (STACK - 9, False), (0, False)]
)
def test_a_player_cuts_at_least_ten_cards_from_either_end(position: int, fits: bool) -> None:
    scene = shuffled()
    if fits:
        scene.do(m.Cut(by="bob", position=position))
        return
    refusal = scene.refused(m.Cut(by="bob", position=position))
    assert (refusal.code, refusal.clauses) == ("cut/too-near-the-end", ("PA 673a.5(d)",))


@pytest.mark.clause("PA 673a.5(d)")
@pytest.mark.parametrize(("position", "fits"), [(9, False), (10, True), (STACK - 10, True), (STACK - 9, False)])
def test_so_does_the_dealer(position: int, fits: bool) -> None:
    scene = shuffled(by_hand=(DEALER,))
    offered(scene)
    assert scene.table.waiting.by == (DEALER,)
    move = m.Cut(by=DEALER, position=position)
    if fits:
        scene.do(move)
    else:
        assert scene.refused(move).code == "cut/too-near-the-end"


@pytest.mark.clause("PA 673a.5(d)")
def test_the_cards_above_the_cut_go_to_the_bottom() -> None:
    scene = shuffled()
    sealed = scene.table.state.cards.sealed
    assert sealed is not None
    order = sealed.order
    scene.do(m.Cut(by="bob", position=100))
    shoe = scene.table.state.cards.shoe
    assert shoe._cards == order[100:] + order[:100]
    assert scene.last(facts.CardBurned).card == order[100].code


@pytest.mark.clause("PA 673a.5(d)")
@pytest.mark.parametrize(("from_back", "fits"), [(STACK // 4 - 1, False), (STACK // 4, True), (STACK // 4 + 1, True)])
def test_the_cover_card_goes_at_least_a_quarter_in_from_the_bottom(from_back: int, fits: bool) -> None:
    scene = shuffled(by_hand=(DEALER,))
    scene.do(m.Cut(by="bob", position=100))
    move = m.PlaceCoverCard(by=DEALER, from_back=from_back)
    if not fits:
        refusal = scene.refused(move)
        assert (refusal.code, refusal.clauses) == ("cover-card/depth", ("PA 673a.5(d)",))
        return
    scene.do(move)
    assert scene.table.waiting.may == (m.LoadShoe, m.OrderRecut)
    scene.dealer(m.LoadShoe)
    assert scene.table.state.cards.shoe.cover_card_at == STACK - from_back


# --- (e) recut ------------------------------------------------------------------------------------------------------


def cut_by_bob() -> Scene:
    scene = shuffled(by_hand=SHARED)
    scene.do(m.Cut(by="bob", position=100))
    scene.dealer(m.PlaceCoverCard, from_back=100)
    return scene


@pytest.mark.clause("PA 673a.5(e)")
@pytest.mark.parametrize(("by_last", "cutter"), [(True, "bob"), (False, "ann")])
def test_a_recut_is_made_by_the_last_cutter_or_by_the_next_entitled(by_last: bool, cutter: str) -> None:
    scene = cut_by_bob()
    assert scene.refused(m.OrderRecut(by=DEALER)).code == "recut/not-yours"
    ordered = scene.floor(m.OrderRecut, by_last_cutter=by_last)
    assert ordered[0].clauses == ("PA 673a.5(e)",)
    assert scene.table.waiting.by == (cutter,)
    assert scene.refused(m.LoadShoe(by=DEALER)).code == "load-shoe/not-now"
    scene.do(m.Cut(by=cutter, position=50))
    scene.dealer(m.PlaceCoverCard, from_back=100)
    scene.dealer(m.LoadShoe)
    assert scene.table.state.cards.shoe.remaining == STACK


@pytest.mark.clause("PA 673a.5(e)")
def test_once_the_cards_are_in_the_shoe_it_is_too_late_for_a_recut() -> None:
    scene = cut_by_bob()
    scene.dealer(m.LoadShoe)
    scene.dealer(m.BurnCard)
    refusal = scene.refused(m.OrderRecut(by=FLOORPERSON))
    assert (refusal.code, refusal.clauses) == ("recut/too-late", ("PA 673a.5(e)",))


# --- (g) the idle table ---------------------------------------------------------------------------------------------


def idle(**sets: object) -> Scene:
    """An open table that ann has left after a round, its cards spread."""
    scene = Scene(GAME, "", 1, sets).open()
    to_the_end(scene.bet())
    while m.Wager not in scene.table.waiting.may:
        next_shoe(scene)
    refusal = scene.refused(m.NoteNoActivity(by=DEALER))
    assert refusal.code == "idle/in-use"
    scene.do(m.Leave(by="ann"))
    scene.dealer(m.NoteNoActivity)
    return scene


@pytest.mark.clause("PA 673a.5(g)")
@pytest.mark.clause("PA 673a.5(g)(1)")
@pytest.mark.parametrize("asks", [False, True])
def test_by_hand_the_cards_lie_face_down_unless_asked_and_are_then_washed_shuffled_and_cut(asks: bool) -> None:
    scene = idle()
    t = scene.table.state
    assert t.cards.shoe.remaining == t.cards.rack.height == 0
    spread = scene.last(facts.CardsSpread)
    assert (spread.face_up, spread.clauses) == (False, ("PA 673a.5(g)",))
    scene.do(m.Sit(by="zoe", box=3))
    scene.do(m.Sit(by="yan", box=4))
    if asks:
        scene.do(m.AskFaceUp(by="zoe"))
    assert scene.last(facts.CardsSpread).face_up is asks
    assert scene.refused(m.ViewSpread(by="yan")).code == "spread/not-first"
    viewed = scene.do(m.ViewSpread(by="zoe"))
    assert names_of(viewed) == ["SpreadViewed", "CardsWashed"]
    assert viewed[1].clauses == ("PA 673a.5(g)(1)",)
    assert scene.table.waiting.by == (DEALER,)
    assert len(t.cards.to_shuffle) == STACK
    scene.shuffle()
    assert scene.table.waiting.by == ("zoe",)  # the cut is hers, the game just beginning


@pytest.mark.clause("PA 673a.5(g)")
def test_cards_that_lie_face_up_are_not_turned_again() -> None:
    scene = idle()
    scene.do(m.Sit(by="zoe", box=3))
    scene.do(m.AskFaceUp(by="zoe"))
    assert scene.refused(m.AskFaceUp(by="zoe")).code == "spread/face-up"


@pytest.mark.clause("PA 673a.5(g)(2)")
def test_with_a_device_the_cards_go_into_it_unwashed_and_its_batch_comes_out_uninspected() -> None:
    scene = idle(shuffling="device")
    washed = len(scene.facts(facts.CardsWashed))
    scene.do(m.Sit(by="zoe", box=3))
    viewed = scene.do(m.ViewSpread(by="zoe"))
    assert names_of(viewed) == ["SpreadViewed", "ShuffleStepDone"]
    assert viewed[1].clauses == ("PA 673a.5(g)(2)",)
    assert len(scene.facts(facts.CardsWashed)) == washed
    assert scene.table.waiting.by == (SHUFFLER,)
    spreads = len(scene.facts(facts.CardsSpread))
    scene.shuffle()
    assert scene.last(facts.CardsShuffled).batch == "blue"
    assert list(scene.table.state.cards.stored) == ["blue"]
    assert len(scene.facts(facts.CardsSpread)) == spreads
    next_shoe(scene)
    assert scene.last(facts.ShoeLoaded).batch == "red"


@pytest.mark.clause("PA 673a.5(g)(2)")
def test_with_a_device_a_player_may_ask_that_its_batch_be_spread_and_reshuffled_first() -> None:
    scene = idle(shuffling="device")
    scene.do(m.Sit(by="zoe", box=3))
    asked = scene.do(m.AskInspection(by="zoe"))
    assert asked[0].clauses == ("PA 673a.5(g)(2)",)
    scene.do(m.ViewSpread(by="zoe"))
    scene.shuffle()
    spread = scene.last(facts.CardsSpread)
    assert (spread.batch, spread.face_up, spread.clauses) == ("red", True, ("PA 673a.5(g)(2)",))
    assert scene.table.waiting.may == (m.ViewSpread,)
    viewed = scene.do(m.ViewSpread(by="zoe"))
    assert viewed == (facts.SpreadViewed(("PA 673a.5(g)(2)",), "zoe"),)
    assert scene.table.waiting.by == (DEALER,)  # the device holds the other batch
    scene.shuffle()
    assert scene.last(facts.CardsShuffled).batch == "red"
    next_shoe(scene)
    assert scene.last(facts.ShoeLoaded).batch == "red"
    spreads = len(scene.facts(facts.CardsSpread))
    scene.floor(m.OrderReshuffle)
    next_shoe(scene)
    assert len(scene.facts(facts.CardsSpread)) == spreads, "asked once, spread once"


@pytest.mark.clause("PA 673a.5(g)(1)", "PA 673a.13(l)")
def test_a_device_that_was_set_aside_takes_no_spread_cards_though_a_batch_was_stored_in_it() -> None:
    scene = Scene(GAME, "", 1, {"shuffling": "device"}).open()
    scene.floor(m.OrderReshuffle)
    scene.do(m.ShufflerFailed(by=SHUFFLER))
    (aside,) = scene.table.waiting.may
    scene.dealer(aside)
    while m.Wager not in scene.table.waiting.may:
        next_shoe(scene)
    assert scene.table.state.cards.stored
    scene.do(m.Leave(by="ann"))
    scene.dealer(m.NoteNoActivity)
    scene.do(m.Sit(by="zoe", box=3))
    assert scene.refused(m.AskInspection(by="zoe")).code == "ask-inspection/not-now"
    viewed = scene.do(m.ViewSpread(by="zoe"))
    assert names_of(viewed) == ["SpreadViewed", "CardsWashed"]


def test_without_a_device_nobody_asks_for_its_batch() -> None:
    scene = idle()
    scene.do(m.Sit(by="zoe", box=3))
    assert scene.refused(m.AskInspection(by="zoe")).code == "ask-inspection/not-now"


@pytest.mark.clause("PA 673a.5(g)")
def test_an_idle_table_can_be_closed() -> None:
    scene = idle()
    scene.floor(m.CloseTable)
    assert scene.table.closed


# --- (h) a device that reshuffles and counts -------------------------------------------------------------------------


@pytest.mark.clause("PA 673a.5(h)")
def test_a_continuous_shuffler_must_be_approved() -> None:
    scene = Scene(GAME, "", 1, {"shuffling": "continuous"}, by_hand=(FLOORPERSON,))
    rules = scene.table.rules
    lawful = lawful_equipment(rules)
    unapproved = type(lawful)(
        **{name: getattr(lawful, name) for name in lawful.__struct_fields__} | {"shuffler_approved": False}
    )
    refusal = scene.refused(unapproved)
    assert (refusal.code, refusal.clauses) == ("equipment/shuffler-approval", ("PA 673a.5(h)",))
    scene.do(lawful)


@pytest.mark.clause("PA 673a.5(h)")
def test_with_a_continuous_shuffler_there_is_no_cut_no_cover_card_no_recut_and_no_spread() -> None:
    scene = Scene(GAME, "", 1, {"shuffling": "continuous"}).open()
    assert scene.last(facts.CutNotRequired).clauses == ("PA 673a.5(h)",)
    assert not scene.facts(facts.CutOffered)
    assert not scene.facts(facts.CoverCardPlaced)
    assert scene.refused(m.OrderRecut(by=FLOORPERSON)).code == "recut/continuous-shuffler"
    to_the_end(scene.bet())
    assert scene.table.waiting.by == (SHUFFLER,)  # every round from all the cards
    scene.shuffle()
    assert m.Wager in scene.table.waiting.may
    scene.do(m.Leave(by="ann"))
    refusal = scene.refused(m.NoteNoActivity(by=DEALER))
    assert (refusal.code, refusal.clauses) == ("idle/continuous-shuffler", ("PA 673a.5(h)",))
