"""§ 663a.9(a) and (b): the shuffling device, the hand that holds the deck, "no more bets", five cards each."""

from collections.abc import Callable

import msgspec
import pytest

from pitboss.procedure.equipment import lawful_equipment
from pitboss.procedure.views import view
from pitboss.rules.subjects.layout import DealtFrom
from tests.procedure.kit import SALT, Scene
from tests.procedure.pa_663a.at_table import (
    ANTE,
    DEALER,
    FLOORPERSON,
    GAME,
    SHUFFLER,
    dealing,
    f,
    finish_deal,
    in_order,
    m,
    may,
    next_round,
    opened,
)


@pytest.mark.clause("PA 663a.9(a)")
def test_the_cards_are_dealt_from_the_hand_so_all_three_requirements_are_observed() -> None:
    scene = Scene(GAME, by_hand=(DEALER, FLOORPERSON), burned=None)
    assert scene.rules.layout.dealt_from is DealtFrom.HAND
    assert scene.rules.cites("dealt_from") == ("PA 663a.9(a)",)
    lawful = lawful_equipment(scene.table.state.rules)
    assert scene.refused(msgspec.structs.replace(lawful, shuffler=False)).clauses == ("PA 663a.9(a)(1)",)
    scene.do(lawful)
    assert scene.refused(m.LoadShoe(by=DEALER)).clauses == ("PA 663a.9(a)",), "no shoe is in use"
    scene.sit().dealer(m.ReceiveDecks)
    order = tuple(card.code for card in scene.table.state.cards.to_shuffle)
    assert scene.refused(m.Shuffle(by=DEALER, order=order, salt=SALT)).clauses == ("PA 663a.9(a)(1)",)
    assert scene.refused(m.ChooseHand(by=DEALER, hand="left")).clauses == ("PA 663a.9(a)(2)",)
    next_round(scene)
    assert scene.last(f.ShoeLoaded).clauses == ("PA 663a.9(a)(2)",), "into the dealer's hand"
    scene.do(m.Wager(by="ann", box=1, cents=ANTE))
    assert scene.refused(m.Deal(by=DEALER, to=1)).clauses == ("PA 663a.9(a)(3)",)
    scene.dealer(m.CloseBets)
    assert finish_deal(scene).facts(f.CardDealt)


@pytest.mark.clause("PA 663a.9(a)(1)")
def test_a_table_without_a_shuffling_device_does_not_open() -> None:
    scene = Scene(GAME, by_hand=(FLOORPERSON,))
    lawful = lawful_equipment(scene.table.state.rules)
    refusal = scene.refused(m.CheckEquipment(by=FLOORPERSON, positions=6, betting_areas=("Ante",), shuffler=False))
    assert (refusal.code, refusal.clauses) == ("equipment/shuffler", ("PA 663a.9(a)(1)",))
    scene.do(lawful)
    assert scene.table.waiting.by == (SHUFFLER,)


@pytest.mark.clause("PA 663a.9(a)(1)")
def test_the_device_shuffles_the_52_cards_and_the_dealer_may_not() -> None:
    scene = Scene(GAME).sit()
    order = tuple(card.code for card in scene.table.state.cards.to_shuffle)
    refusal = scene.refused(m.Shuffle(by=DEALER, order=order, salt=SALT))
    assert (refusal.code, refusal.clauses) == ("turn/not-yours", ("PA 663a.9(a)(1)",))
    assert scene.refused(m.Shuffle(by=SHUFFLER, order=order[:-1], salt=SALT)).code == "shuffle/other-cards"
    scene.do(m.Shuffle(by=SHUFFLER, order=order, salt=SALT))
    assert scene.last(f.CardsShuffled).clauses == ("PA 663a.9(a)(1)",)
    refusal = scene.refused(m.ShufflerJammed(by=DEALER))
    assert refusal.code == "shuffler/not-provided"


def no_card_is_due(scene: Scene) -> None:
    """A card that would be dealt now, though nobody may bet yet, is told that none is due."""
    refusal = scene.refused(m.Deal(by=DEALER, to=1))
    assert (refusal.code, refusal.clauses) == ("deal/not-now", ("PA 663a.9(b)",))


@pytest.mark.clause("PA 663a.9(a)(2)")
@pytest.mark.parametrize("hand", ["left", "right"])
def test_after_shuffle_and_cut_the_dealer_takes_the_deck_in_either_hand_and_keeps_to_it(hand: str) -> None:
    scene = Scene(GAME, by_hand=(DEALER,)).sit()
    scene.dealer(m.ReceiveDecks)
    early = scene.refused(m.ChooseHand(by=DEALER, hand=hand))
    assert (early.code, early.clauses) == ("hand/chosen", ("PA 663a.9(a)(2)",))
    no_card_is_due(scene)
    scene.shuffle()
    scene.dealer(m.Cut, position=26)
    no_card_is_due(scene)
    scene.dealer(m.ChooseHand, hand=hand)
    assert scene.last(f.HandChosen) == f.HandChosen(
        ("PA 663a.9(a)(2)",), hand, "over the table inventory container, in front of the dealer"
    )
    scene.players = ("ann",)
    other = m.ChooseHand(by=DEALER, hand="right" if hand == "left" else "left")
    assert scene.refused(other).code == "hand/chosen"
    scene.bet()
    scene.dealer(m.CloseBets)
    while m.Deal in scene.table.waiting.may:
        refusal = scene.refused(other)
        assert (refusal.code, refusal.clauses) == ("hand/chosen", ("PA 663a.9(a)(2)",))
        scene.dealer(m.Deal, to=scene.table.waiting.box)


@pytest.mark.clause("PA 663a.9(a)(2)")
def test_the_next_round_may_be_dealt_from_the_other_hand() -> None:
    scene = finish_deal(dealing())
    scene.dealer(m.RackStub)
    scene.shuffle()
    scene.dealer(m.Cut, position=26)
    scene.dealer(m.ChooseHand, hand="right")
    assert [x.hand for x in scene.facts(f.HandChosen)] == ["left", "right"]


@pytest.mark.parametrize(("position", "cuts"), [(0, False), (1, True), (51, True), (52, False)])
def test_the_cut_comes_before_the_hand_and_is_the_houses_own(position: int, cuts: bool) -> None:
    scene = Scene(GAME, by_hand=(DEALER,)).sit()
    scene.dealer(m.ReceiveDecks)
    scene.shuffle()
    if cuts:
        scene.dealer(m.Cut, position=position)
        assert may(scene) == (m.ChooseHand,)
        assert scene.last(f.CardsCut).clauses == ()
    else:
        refusal = scene.refused(m.Cut(by=DEALER, position=position))
        assert (refusal.code, refusal.clauses) == ("cut/too-near-the-end", ())


@pytest.mark.clause("PA 663a.9(a)(3)")
def test_no_card_is_dealt_before_no_more_bets_is_announced_and_no_bet_taken_after() -> None:
    scene = opened(by_hand=(DEALER,), players=2)
    scene.do(m.Wager(by="ann", box=1, cents=ANTE))
    refusal = scene.refused(m.Deal(by=DEALER, to=1))
    assert (refusal.code, refusal.clauses) == ("deal/no-more-bets", ("PA 663a.9(a)(3)",))
    scene.dealer(m.CloseBets)
    assert scene.last(f.BetsClosed) == f.BetsClosed(("PA 663a.9(a)(3)",), DEALER, "no more bets")
    refusal = scene.refused(m.Wager(by="bob", box=2, cents=ANTE))
    assert (refusal.code, refusal.clauses) == ("wager/too-late", ("PA 663a.9(a)(3)",))
    scene.dealer(m.Deal, to=1)


@pytest.mark.clause("PA 663a.9(a)(3)")
def test_the_announcement_stands_before_the_first_card_on_record() -> None:
    scene = opened().bet()
    story = in_order(scene, f.BetsClosed, f.CardDealt)
    assert isinstance(story[0], f.BetsClosed)
    assert story[0].announced == "no more bets"
    assert scene.facts(f.BetsClosed) == story[:1]


@pytest.mark.clause("PA 663a.9(b)")
def test_one_card_at_a_time_face_down_clockwise_and_to_the_dealer_until_each_has_five() -> None:
    scene = opened("2C 3C 4C 5C 7C", "2D 3D 4D 5D 7D", "9H TH JH QH AH", players=2).bet()
    dealt = [x for x in scene.table.facts if isinstance(x, f.CardDealt)]
    assert [x.box for x in dealt] == [1, 2, 0] * 5
    assert [x.card for x in dealt[:4]] == ["2C", "2D", "9H", "3C"]
    assert not any(x.face_up for x in dealt)
    assert all(x.clauses == ("PA 663a.9(b)",) for x in dealt)


@pytest.mark.clause("PA 663a.9(b)")
def test_only_a_player_with_an_ante_gets_cards() -> None:
    scene = opened(players=3)
    scene.do(m.Wager(by="bob", box=2, cents=ANTE))
    for name in scene.players:
        scene.do(m.Ready(by=name))
    assert {x.box for x in scene.table.facts if isinstance(x, f.CardDealt)} == {2, 0}


@pytest.mark.clause("PA 663a.9(b)")
def test_a_dealing_person_is_held_to_the_order() -> None:
    scene = dealing(players=3)
    for wrong in (2, 3, 0):
        refusal = scene.refused(m.Deal(by=DEALER, to=wrong))
        assert (refusal.code, refusal.clauses) == ("deal/out-of-order", ("PA 663a.9(b)",))
    assert scene.refused(m.PassOver(by=DEALER, box=2)).code == "deal/out-of-order"
    scene.dealer(m.Deal, to=1)
    assert scene.refused(m.Deal(by=DEALER, to=3)).code == "deal/out-of-order"
    finish_deal(scene)
    assert [len(hand.cards) for hand in scene.hands()] == [5, 5, 5]
    assert len(list(scene.table.state.beside_the_boxes().cards())) == 5
    assert scene.refused(m.Deal(by=DEALER, to=1)).clauses == ("PA 663a.9(b)",)


@pytest.mark.clause("PA 663a.9(b)")
def test_each_card_is_dealt_by_the_other_hand_one_too_many_as_well() -> None:
    """Given box 1 has its card, when the hand that holds the deck would deal box 1 a second one, then it is refused."""
    scene = dealing(players=2)
    holding = scene.last(f.HandChosen).hand
    other = {"left": "right", "right": "left"}[holding]
    scene.dealer(m.Deal, to=1)
    for to in (1, 2):
        for hands in ({"drawn_with": holding}, {"placed_with": holding}):
            refusal = scene.refused(m.Deal(by=DEALER, to=to, **hands))
            assert (refusal.code, refusal.clauses) == ("deal/hand", ("PA 663a.9(a)(2)", "PA 663a.9(b)"))
    scene.dealer(m.Deal, to=1, drawn_with=other, placed_with=other)
    assert len(scene.hands()[0].cards) == 2


@pytest.mark.clause("PA 663a.9(b)")
def test_face_down_cards_are_hidden_from_everybody_and_nobody_may_touch_them() -> None:
    scene = finish_deal(dealing(players=2))
    for viewer in ("ann", "bob", "dealer", "a spectator"):
        seen = view(scene.table, viewer)
        assert seen.dealer == (None,) * 5
        assert all(hand.cards == (None,) * 5 for box in seen.boxes for hand in box.hands)
    refusal = scene.refused(m.TouchCards(by="ann"))
    assert (refusal.code, refusal.clauses) == ("cards/handled", ())


@pytest.mark.clause("PA 663a.9(b)")
def test_how_many_cards_the_dealer_has_is_seen_as_they_are_dealt() -> None:
    scene = dealing()
    seen = []
    while m.Deal in may(scene):
        lies = view(scene.table, "ann")
        seen.append((lies.boxes[0].hands[0].cards, lies.dealer))
        scene.dealer(m.Deal, to=scene.table.waiting.box)
    assert seen == [((None,) * ((cards + 1) // 2), (None,) * (cards // 2)) for cards in range(10)]


def test_a_new_dealer_and_a_changed_deck_come_between_rounds_and_cite_nothing_of_the_chapter() -> None:
    scene = finish_deal(dealing())
    scene.floor(m.TapIn, dealer="sue")
    assert scene.facts(f.DealerChanged) == []
    scene.dealer(m.RackStub)
    assert scene.last(f.DealerChanged) == f.DealerChanged((), "the first dealer", "sue")
    next_round(scene)
    scene.floor(m.ChangeCards)
    assert may(scene) == (m.ReceiveDecks,)
    no_card_is_due(scene)
    assert view(scene.table, "ann").phase == "opening"
    next_round(scene)
    assert len(scene.facts(f.DecksReceived)) == 2


@pytest.mark.parametrize("point", ["shuffle", "cut", "hand", "wagers"])
def test_a_table_may_close_at_any_point_between_rounds(point: str) -> None:
    scene = Scene(GAME, by_hand=(DEALER,)).sit()
    scene.dealer(m.ReceiveDecks)
    steps: dict[str, Callable[[], object]] = {
        "cut": scene.shuffle,
        "hand": lambda: scene.dealer(m.Cut, position=26),
        "wagers": lambda: next_round(scene),
    }
    for name, step in steps.items():
        if point == "shuffle":
            break
        step()
        if name == point:
            break
    scene.floor(m.CloseTable)
    assert scene.table.closed
    assert len(scene.table.state.cards.loose) == 52
