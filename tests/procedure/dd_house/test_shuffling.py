"""Shuffling: the routine, rolling, the cut, the cut card; and the cards in the dealer's hand."""

import pytest

from pitboss.cards.bits import SeededBits
from pitboss.cards.card import Card
from pitboss.cards.double_deck_routine import double_deck_routine
from pitboss.cards.stack import cut
from pitboss.procedure.double_deck_house import ROUTINE
from pitboss.procedure.equipment import lawful_equipment
from tests.procedure.dd_house.at_table import (
    DEALER,
    FLOORPERSON,
    GAME,
    PACK,
    QUARTER,
    at_shuffle,
    f,
    in_order,
    m,
    next_shoe,
    opened,
)
from tests.procedure.kit import SALT, Scene

DEALING_STACK = ("DD Shuffling 1", "DD Shuffling 2", "DD Shuffling 3", "DD Shuffling 4")


def steps(scene: Scene, clause: str) -> list[str]:
    return [
        fact.step for fact in scene.table.facts if isinstance(fact, f.ShuffleStepDone) and fact.clauses == (clause,)
    ]


@pytest.mark.clause("DD Shuffling 1")
def test_the_cards_are_first_divided_into_two_stacks() -> None:
    scene = opened()
    first = next(fact for fact in scene.table.facts if isinstance(fact, f.ShuffleStepDone))
    assert first == f.ShuffleStepDone(("DD Shuffling 1",), "divide the cards into stacks 1 and 2")


@pytest.mark.clause("DD Shuffling 2")
def test_then_half_of_each_stack_is_shuffled_onto_b() -> None:
    acts = steps(opened(), "DD Shuffling 2")
    assert acts == ["shuffle half of each stack together", "place them on the lower cut card, B"]


@pytest.mark.clause("DD Shuffling 3")
@pytest.mark.clause("DD Shuffling 4")
@pytest.mark.parametrize("clause", ["DD Shuffling 3", "DD Shuffling 4"])
def test_each_half_is_shuffled_twice_stripped_laced_and_put_in_a(clause: str) -> None:
    assert steps(opened(), clause) == [
        "shuffle the two packets together",
        "shuffle a second time",
        "strip",
        "shuffle a third time, lacing",
        "place in location A",
    ]


def test_the_steps_on_record_are_those_of_the_routine_that_the_cards_model() -> None:
    scene = opened()
    modelled = [((s.clause,), s.act) for s in double_deck_routine(scene.table.state.to_shuffle, SeededBits(1))]
    assert list(ROUTINE) == modelled


def test_the_shuffled_order_must_be_the_104_cards_that_lie_there() -> None:
    scene = at_shuffle()
    codes = [card.code for card in scene.table.state.to_shuffle]
    assert len(codes) == PACK
    refusal = scene.refused(m.Shuffle(by=DEALER, order=tuple(codes[:-1]), salt=SALT))
    assert refusal.code == "shuffle/other-cards"
    assert refusal.clauses == DEALING_STACK
    assert scene.facts(f.ShuffleStepDone) == []
    scene.do(m.Shuffle(by=DEALER, order=tuple(codes), salt=SALT))
    assert len(scene.facts(f.ShuffleStepDone)) == len(ROUTINE) + 1


@pytest.mark.clause("DD Shuffling 5")
def test_rolling_is_called_and_nothing_goes_on_before_the_floorperson_approves() -> None:
    scene = at_shuffle(FLOORPERSON).shuffle()
    assert in_order(scene, f.CardsShuffled, f.RollingCalled, f.CutOffered)[-1] == f.RollingCalled(
        ("DD Shuffling 5",), DEALER
    )
    for by in ("ann", DEALER):
        refusal = scene.refused(m.Cut(by=by, position=QUARTER))
        assert (refusal.code, refusal.clauses) == ("cut/not-now", ("DD Shuffling 5",))
    assert scene.refused(m.ApproveRolling(by=DEALER)).code == "turn/not-yours"
    scene.floor(m.ApproveRolling)
    kinds = [
        type(fact) for fact in in_order(scene, f.RollingCalled, f.RollingApproved, f.ShuffleStepDone, f.CutOffered)
    ]
    assert kinds[-4:] == [f.RollingCalled, f.RollingApproved, f.ShuffleStepDone, f.CutOffered]
    squared = scene.last(f.ShuffleStepDone)
    assert squared == f.ShuffleStepDone(("DD Shuffling 5",), "roll, and square the cards with the dealing shoe")


@pytest.mark.clause("DD Shuffling 5")
@pytest.mark.parametrize("patron", ["ann", "bob", "cat"])
def test_any_patron_may_take_the_cut_that_is_offered(patron: str) -> None:
    scene = at_shuffle(players=3).shuffle()
    assert scene.table.waiting.by == ("ann", "bob", "cat")
    scene.do(m.Cut(by=patron, position=50))
    (done,) = scene.facts(f.CardsCut)
    assert isinstance(done, f.CardsCut)
    assert done.by == patron


def test_somebody_without_a_seat_is_not_offered_the_cut() -> None:
    scene = at_shuffle().shuffle()
    scene.do(m.BuyIn(by="bob", cents=100_00))
    assert scene.refused(m.Cut(by="bob", position=50)).code == "turn/not-yours"


@pytest.mark.clause("DD Shuffling 6")
def test_the_dealer_cuts_when_the_patron_asks_and_an_alert_is_given() -> None:
    scene = at_shuffle().shuffle()
    assert scene.facts(f.FloorpersonNotified) == []
    scene.do(m.RefuseCut(by="ann"))
    alert, done = in_order(scene, f.FloorpersonNotified, f.CardsCut)
    assert alert == f.FloorpersonNotified(("DD Shuffling 6",), "the dealer cuts at a patron's request")
    assert isinstance(done, f.CardsCut)
    assert done.by == DEALER
    assert "DD Shuffling 6" in done.clauses


@pytest.mark.clause("DD Shuffling 6")
def test_a_patron_who_cuts_needs_no_alert_and_the_dealer_may_not_cut_unasked() -> None:
    scene = at_shuffle(DEALER).shuffle()
    assert scene.refused(m.Cut(by=DEALER, position=50)).code == "turn/not-yours"
    scene.do(m.Cut(by="ann", position=50))
    assert scene.facts(f.FloorpersonNotified) == []


def test_with_no_patron_at_the_table_the_dealer_cuts() -> None:
    scene = at_shuffle(players=0).shuffle()
    done = scene.last(f.CardsCut)
    assert isinstance(done, f.CardsCut)
    assert done.by == DEALER
    assert scene.facts(f.CutOffered) == []


def test_when_the_last_patron_leaves_before_cutting_the_dealer_is_asked() -> None:
    scene = at_shuffle().shuffle()
    scene.do(m.Leave(by="ann"))
    assert scene.table.waiting.by == (DEALER,)
    scene.dealer(m.Cut, position=50)
    assert m.Wager in scene.table.waiting.may


@pytest.mark.clause("DD Shuffling 7")
@pytest.mark.parametrize(("box", "hand"), [(1, "left"), (3, "left"), (4, "right"), (6, "right")])
def test_the_decks_are_presented_with_the_hand_closest_to_the_patron(box: int, hand: str) -> None:
    scene = Scene(GAME)
    scene.do(m.Sit(by="ann", box=box))
    scene.shuffle()
    scene.do(m.Cut(by="ann", position=50))
    shown = scene.last(f.DecksPresented)
    assert isinstance(shown, f.DecksPresented)
    assert (shown.to, shown.hand) == ("ann", hand)
    assert "DD Shuffling 7" in shown.clauses


@pytest.mark.clause("DD Shuffling 8")
def test_the_decks_are_not_offered_past_the_betting_circle_which_the_layout_must_have() -> None:
    scene = at_shuffle(FLOORPERSON)
    scene.shuffle()
    scene.floor(m.ApproveRolling)
    scene.do(m.Cut(by="ann", position=50))
    shown = scene.last(f.DecksPresented)
    assert isinstance(shown, f.DecksPresented)
    assert shown.reach == "within the betting circle"
    assert "DD Shuffling 8" in shown.clauses

    unopened = Scene(GAME, by_hand=(FLOORPERSON,))
    lawful = lawful_equipment(unopened.table.state.any_rules)
    bare = m.CheckEquipment(by=FLOORPERSON, positions=lawful.positions, cover_cards=2)
    refusal = unopened.refused(bare)
    assert (refusal.code, refusal.clauses) == ("equipment/betting-area", ("DD Shuffling 8",))
    unopened.do(lawful)


@pytest.mark.clause("DD Shuffling 9")
@pytest.mark.parametrize(("position", "near"), [(12, True), (13, False), (91, False), (92, True), (0, True)])
def test_the_cut_is_a_quarter_deck_from_either_end(position: int, near: bool) -> None:
    scene = at_shuffle().shuffle()
    if near:
        refusal = scene.refused(m.Cut(by="ann", position=position))
        assert (refusal.code, refusal.clauses) == ("cut/too-near-the-end", ("DD Shuffling 9",))
        position = QUARTER
    scene.do(m.Cut(by="ann", position=position))
    assert m.Wager in scene.table.waiting.may


@pytest.mark.clause("DD Shuffling 9")
def test_a_dealer_who_cuts_on_request_keeps_the_same_distance() -> None:
    scene = at_shuffle(DEALER).shuffle()
    scene.do(m.RefuseCut(by="ann"))
    assert scene.table.waiting.by == (DEALER,)
    refusal = scene.refused(m.Cut(by=DEALER, position=QUARTER - 1))
    assert (refusal.code, refusal.clauses) == ("cut/too-near-the-end", ("DD Shuffling 9",))
    scene.dealer(m.Cut, position=QUARTER)
    assert m.PlaceCoverCard in scene.table.waiting.may


@pytest.mark.clause("DD Shuffling 10")
@pytest.mark.parametrize("position", [13, 40, 91])
def test_the_section_cut_goes_to_the_back_and_no_card_is_exposed(position: int) -> None:
    scene = at_shuffle().shuffle()
    before = len(scene.table.facts)
    order = tuple(scene.table.state.sealed.order) if scene.table.state.sealed else ()
    scene.do(m.Cut(by="ann", position=position))
    done = scene.last(f.CardsCut)
    assert "DD Shuffling 10" in done.clauses
    now = cut(order, position)
    t = scene.table.state
    assert t.burned == now[0]
    assert [t.shoe.draw() for _ in range(60)] == list(now[1:61])
    shown = [fact for fact in scene.table.facts[before:] if isinstance(fact, f.CardsShown | f.CardDealt)]
    assert shown == []


@pytest.mark.clause("DD Shuffling 11")
@pytest.mark.parametrize(
    ("reading", "least", "most"), [("of-one-deck", 13, 17), ("of-the-pack", 26, 35)], ids=["one deck", "the pack"]
)
def test_the_cut_card_goes_a_quarter_to_a_third_from_the_back(reading: str, least: int, most: int) -> None:
    for from_back, lies in ((least - 1, False), (least, True), (most, True), (most + 1, False)):
        scene = at_shuffle(DEALER, readings={"cut-card-depth": reading}).shuffle()
        scene.do(m.Cut(by="ann", position=50))
        if lies:
            scene.dealer(m.PlaceCoverCard, from_back=from_back)
            assert scene.last(f.CoverCardPlaced) == f.CoverCardPlaced(("DD Shuffling 11",), from_back)
        else:
            refusal = scene.refused(m.PlaceCoverCard(by=DEALER, from_back=from_back))
            assert (refusal.code, refusal.clauses) == ("cover-card/depth", ("DD Shuffling 11",))


@pytest.mark.clause("DD Shuffling 11")
@pytest.mark.parametrize(("reading", "from_back"), [("of-one-deck", 13), ("of-the-pack", 26)])
def test_the_house_itself_places_the_cut_card_at_the_quarter(reading: str, from_back: int) -> None:
    scene = opened(readings={"cut-card-depth": reading})
    assert scene.last(f.CoverCardPlaced) == f.CoverCardPlaced(("DD Shuffling 11",), from_back)
    assert scene.table.state.shoe.cover_card_at == PACK - from_back - 1  # one card is burnt


@pytest.mark.clause("DD Dealing 1")
def test_the_decks_are_held_in_the_left_hand_with_the_second_cut_card_under_them() -> None:
    scene = at_shuffle(DEALER).shuffle()
    scene.do(m.Cut(by="ann", position=50))
    scene.dealer(m.PlaceCoverCard, from_back=13)
    refusal = scene.refused(m.ChooseHand(by=DEALER, hand="right"))
    assert (refusal.code, refusal.clauses) == ("hand/left", ("DD Dealing 1",))
    scene.dealer(m.ChooseHand, hand="left")
    held = scene.last(f.HandChosen)
    assert held == f.HandChosen(("DD Dealing 1",), "left", "the second cut card hides the bottom card")


@pytest.mark.clause("DD Dealing 1")
@pytest.mark.parametrize(("cut_cards", "enough"), [(1, False), (2, True), (3, True)])
def test_the_table_needs_two_cut_cards(cut_cards: int, enough: bool) -> None:
    scene = Scene(GAME, by_hand=(FLOORPERSON,))
    lawful = lawful_equipment(scene.table.state.any_rules)
    check = m.CheckEquipment(
        by=FLOORPERSON, positions=lawful.positions, betting_areas=lawful.betting_areas, cover_cards=cut_cards
    )
    if enough:
        scene.do(check)
        assert m.Shuffle in scene.table.waiting.may
    else:
        refusal = scene.refused(check)
        assert refusal.code == "equipment/cover-card"
        assert "DD Dealing 1" in refusal.clauses


@pytest.mark.clause("DD Dealing 2")
def test_the_first_card_is_burnt_unseen_and_only_that_one() -> None:
    scene = opened("2S 3S", burned="9C")
    burnt = scene.last(f.CardBurned)
    assert burnt == f.CardBurned(("DD Dealing 2",), "the first card", "9C")
    assert len(scene.facts(f.CardBurned)) == 1
    assert scene.table.state.rack.height == 1
    assert scene.table.state.shoe.remaining == PACK - 1
    refusal = scene.refused(m.AskBurnCard(by="ann"))
    assert (refusal.code, refusal.clauses) == ("burn/not-shown", ("DD Dealing 2",))
    assert scene.table.state.shoe.draw() == Card.parse("2S")


@pytest.mark.clause("DD Dealing 2")
def test_no_wager_is_taken_before_a_dealing_person_has_burnt_the_card() -> None:
    scene = at_shuffle(DEALER).shuffle()
    scene.do(m.Cut(by="ann", position=50))
    scene.dealer(m.PlaceCoverCard, from_back=13)
    scene.dealer(m.ChooseHand, hand="left")
    assert (scene.table.waiting.may, scene.table.waiting.clauses) == ((m.BurnCard,), ("DD Dealing 2",))
    assert scene.refused(m.Wager(by="ann", box=1, cents=100_00)).code == "wager/not-now"
    scene.dealer(m.BurnCard)
    assert m.Wager in scene.table.waiting.may


@pytest.mark.clause("DD Additional policies 5")
def test_cards_are_changed_when_the_floorperson_sees_the_need_and_never_by_the_clock() -> None:
    scene = opened()
    scene.floor(m.NoteCardAge, hours=1000)
    noted = scene.last(f.CardAgeNoted)
    assert noted == f.CardAgeNoted(("DD Additional policies 5",), 1000, change_due=False)
    assert m.Wager in scene.table.waiting.may
    refusal = scene.refused(m.ChangeCards(by="ann"))
    assert (refusal.code, refusal.clauses) == ("floor/not-yours", ("DD Additional policies 5",))
    scene.floor(m.ChangeCards)
    assert scene.last(f.CardsChanged) == f.CardsChanged(("DD Additional policies 5",), FLOORPERSON)
    assert len(scene.facts(f.DecksReceived)) == 2
    assert m.Shuffle in scene.table.waiting.may


@pytest.mark.clause("DD Additional policies 5")
def test_cards_ordered_changed_in_mid_round_are_changed_when_it_is_over() -> None:
    scene = opened("TS 6D 9S TD", players=1).bet()
    scene.floor(m.ChangeCards)
    assert scene.facts(f.CardsChanged) == []
    scene.stand_all()
    kinds = [type(fact) for fact in in_order(scene, f.RoundEnded, f.CardsChanged)]
    assert kinds == [f.RoundEnded, f.CardsChanged]


def test_the_seal_of_a_shoe_is_opened_when_the_next_is_shuffled() -> None:
    scene = opened()
    first = scene.last(f.CardsShuffled)
    assert isinstance(first, f.CardsShuffled)
    next_shoe(scene)
    opened_seal = scene.last(f.SealOpened)
    assert isinstance(opened_seal, f.SealOpened)
    assert opened_seal.seal == first.seal
    assert opened_seal.cut == QUARTER
