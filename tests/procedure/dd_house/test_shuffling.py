"""Shuffling: the routine, rolling, the cut, the cut card; and the cards in the dealer's hand."""

import pytest

from pitboss.cards.bits import SeededBits
from pitboss.cards.card import Card
from pitboss.cards.deck import census, decks
from pitboss.cards.double_deck_routine import DrawnHands, TakenDown, carry_out, double_deck_routine
from pitboss.cards.seal import seal
from pitboss.cards.shuffle import uniform
from pitboss.cards.stack import cut
from pitboss.procedure.blackjack.double_deck_shuffle import OWN_WAY, UNIFORM
from pitboss.procedure.equipment import lawful_equipment
from tests.procedure.dd_house.at_table import (
    DEALER,
    FLOORPERSON,
    GAME,
    PACK,
    QUARTER,
    at_shuffle,
    by_the_routine,
    f,
    in_order,
    m,
    next_shoe,
    opened,
)
from tests.procedure.kit import SALT, Scene

STEPS = ("DD Shuffling 1", "DD Shuffling 2", "DD Shuffling 3", "DD Shuffling 4")


def steps(scene: Scene, clause: str) -> list[str]:
    return [
        fact.step for fact in scene.table.facts if isinstance(fact, f.ShuffleStepDone) and fact.clauses == (clause,)
    ]


def shuffled_by_the_routine(seed: int = 1) -> tuple[tuple[Card, ...], tuple[Card, ...], Scene]:
    """The cards before and after."""
    scene = at_shuffle()
    before = scene.table.state.cards.to_shuffle
    scene.do(by_the_routine(scene, seed))
    assert scene.table.state.cards.sealed is not None
    return before, scene.table.state.cards.sealed.order, scene


@pytest.mark.clause("DD Shuffling 1")
def test_the_cards_are_first_divided_into_two_stacks() -> None:
    _, _, scene = shuffled_by_the_routine()
    first = next(fact for fact in scene.table.facts if isinstance(fact, f.ShuffleStepDone))
    assert first == f.ShuffleStepDone(("DD Shuffling 1",), "divide the cards into stacks 1 and 2")


@pytest.mark.clause("DD Shuffling 2")
def test_then_half_of_each_stack_is_shuffled_onto_b() -> None:
    _, _, scene = shuffled_by_the_routine()
    assert steps(scene, "DD Shuffling 2") == [
        "shuffle half of each stack together",
        "place them on the lower cut card, B",
    ]


@pytest.mark.clause("DD Shuffling 3")
@pytest.mark.clause("DD Shuffling 4")
@pytest.mark.parametrize("clause", ["DD Shuffling 3", "DD Shuffling 4"])
def test_each_half_is_shuffled_twice_stripped_laced_and_put_in_a(clause: str) -> None:
    _, _, scene = shuffled_by_the_routine()
    assert steps(scene, clause) == [
        "shuffle the two packets together",
        "shuffle a second time",
        "strip",
        "shuffle a third time, lacing",
        "place in location A",
    ]


@pytest.mark.clause("DD Shuffling 1")
@pytest.mark.clause("DD Shuffling 2")
@pytest.mark.clause("DD Shuffling 3")
@pytest.mark.clause("DD Shuffling 4")
@pytest.mark.parametrize("seed", range(5))
def test_the_steps_on_record_were_done_to_the_cards_themselves(seed: int) -> None:
    """What is left of stack 1 ends in the lower half, what is left of stack 2 in the upper, whatever the hands do."""
    before, order, scene = shuffled_by_the_routine(seed)
    assert order == [*double_deck_routine(before, SeededBits(seed))][-1].locations.location_a
    assert not census(before[26:52]) - census(order[52:])
    assert not census(before[78:]) - census(order[:52])
    on_b = census(before[:26] + before[52:78])
    for half, rest in ((order[52:], before[26:52]), (order[:52], before[78:])):
        from_b = census(half) - census(rest)
        assert (from_b.total(), from_b - on_b) == (26, census(())), "the other half of each comes from B"
    made = scene.last(f.CardsShuffled)
    assert made.clauses == STEPS
    assert made.seal == seal(order, bytes.fromhex(scene.table.state.cards.sealed.salt)).digest  # type: ignore[union-attr]  # shuffled above


@pytest.mark.clause("DD Shuffling 1")
@pytest.mark.clause("DD Shuffling 2")
@pytest.mark.clause("DD Shuffling 3")
@pytest.mark.clause("DD Shuffling 4")
@pytest.mark.parametrize(
    ("step", "instead", "clause"),
    [
        (0, (), "DD Shuffling 1"),
        (1, (), "DD Shuffling 2"),
        (1, ("riffle " + "1" * 25 + "2" * 27,), "DD Shuffling 2"),
        (1, ("riffle " + "1" * 26 + "2" * 26,), "DD Shuffling 2"),
        (1, ("riffle " + "12" * 25,), "DD Shuffling 2"),
        (2, ("place A",), "DD Shuffling 2"),
        (3, (), "DD Shuffling 3"),
        (4, (), "DD Shuffling 3"),
        (5, (), "DD Shuffling 3"),
        (5, ("strip 52",), "DD Shuffling 3"),
        (5, ("strip 20 31",), "DD Shuffling 3"),
        (5, ("strip 20 0 32",), "DD Shuffling 3"),
        (6, ("riffle " + "12" * 26,), "DD Shuffling 3"),
        (6, ("lace " + "12" * 23 + "222222",), "DD Shuffling 3"),
        (6, ("lace " + "111111111111122222222222221111111111111222222222222222"[:52],), "DD Shuffling 3"),
        (7, ("place B",), "DD Shuffling 3"),
        (8, (), "DD Shuffling 4"),
        (10, (), "DD Shuffling 4"),
        (11, (), "DD Shuffling 4"),
        (12, (), "DD Shuffling 4"),
        (12, ("place A", "riffle " + "12" * 52), "DD Shuffling 4"),
        (12, ("place A", "place A"), "DD Shuffling 4"),
    ],
)
def test_a_step_left_out_or_done_otherwise_is_refused_with_its_clause(
    step: int, instead: tuple[str, ...], clause: str
) -> None:
    scene = at_shuffle(DEALER)
    made = by_the_routine(scene)
    hands = (*made.hands[:step], *instead, *made.hands[step + 1 :])
    refusal = scene.refused(m.Shuffle(by=DEALER, order=made.order, salt=SALT, hands=hands))
    assert (refusal.code, refusal.clauses) == ("shuffle/not-the-routine", (clause,))
    scene.do(made)


@pytest.mark.clause("DD Shuffling 3")
@pytest.mark.parametrize("upper", [23, 24, 28, 29])
def test_cards_to_be_laced_are_cut_within_two_of_the_middle(upper: int) -> None:
    scene = at_shuffle()
    made = by_the_routine(scene)
    falls = "12" * min(upper, 52 - upper)
    falls += ("2" if upper < 26 else "1") * (52 - len(falls))
    move = m.Shuffle(by=DEALER, order=made.order, salt=SALT, hands=(*made.hands[:6], f"lace {falls}", *made.hands[7:]))
    laced = upper in (24, 28)
    assert scene.refused(move).code == ("shuffle/other-order" if laced else "shuffle/not-the-routine")


@pytest.mark.clause("DD Shuffling 4")
def test_an_order_that_the_steps_do_not_make_is_refused() -> None:
    scene = at_shuffle()
    made = by_the_routine(scene)
    swapped = (made.order[1], made.order[0], *made.order[2:])
    refusal = scene.refused(m.Shuffle(by=DEALER, order=swapped, salt=SALT, hands=made.hands))
    assert (refusal.code, refusal.clauses) == ("shuffle/other-order", ("DD Shuffling 4",))


@pytest.mark.clause("DD Shuffling 1")
def test_where_the_routine_is_always_carried_out_an_order_without_its_steps_is_refused() -> None:
    scene = at_shuffle(sets={"shuffle_routine": "always"})
    codes = tuple(card.code for card in scene.table.state.cards.to_shuffle)
    refusal = scene.refused(m.Shuffle(by=DEALER, order=codes, salt=SALT))
    assert (refusal.code, refusal.clauses) == ("shuffle/no-steps", ("DD Shuffling 1",))
    scene.do(by_the_routine(scene))
    assert scene.last(f.CardsShuffled).clauses == STEPS


@pytest.mark.parametrize(("routine", "said"), [("usual", OWN_WAY), ("uniform", UNIFORM)])
def test_a_shuffle_made_in_another_way_says_so_and_cites_no_step(routine: str, said: str) -> None:
    scene = at_shuffle(sets={"shuffle_routine": routine})
    begun = len(scene.table.facts)
    codes = tuple(card.code for card in reversed(scene.table.state.cards.to_shuffle))
    scene.do(m.Shuffle(by=DEALER, order=codes, salt=SALT))
    told, made, rolling = scene.table.facts[begun : begun + 3]
    assert told == f.ShuffleStepDone((), said)
    assert isinstance(made, f.CardsShuffled)
    assert made.clauses == ()
    assert isinstance(rolling, f.RollingCalled)


def test_where_every_order_is_equally_likely_the_croupier_draws_it_so_and_no_steps_are_taken_down() -> None:
    scene = at_shuffle(sets={"shuffle_routine": "uniform"})
    cards = scene.table.state.cards.to_shuffle
    steps_of = DrawnHands(SeededBits(1))
    *_, last = carry_out(cards, steps_of)
    codes = tuple(card.code for card in last.locations.location_a)
    assert scene.refused(m.Shuffle(by=DEALER, order=codes, salt=SALT, hands=tuple(steps_of.movements))).code == (
        "shuffle/uniform"
    )
    made = by_the_routine(scene, seed=4)
    assert made.hands == ()
    assert made.order == tuple(card.code for card in uniform(cards, SeededBits(4)))
    scene.do(made)


def test_no_other_game_takes_down_steps_of_a_routine() -> None:
    scene = Scene("double-attack-pa").sit()
    while m.Shuffle not in scene.table.waiting.may:
        scene.do(scene.usual(scene.table.waiting.by, scene.table.waiting.may))
    codes = tuple(card.code for card in scene.table.state.cards.to_shuffle)
    assert scene.refused(m.Shuffle(by=DEALER, order=codes, salt=SALT, hands=("divide",))).code == "shuffle/no-routine"
    assert by_the_routine(scene).hands == ()


def test_the_steps_are_published_when_the_seal_is_opened() -> None:
    scene = at_shuffle()
    made = by_the_routine(scene)
    scene.do(made)
    scene.do(m.RefuseCut(by="ann"))
    assert scene.facts(f.SealOpened) == []
    scene.floor(m.TapIn, dealer="sue")
    opened = scene.last(f.SealOpened)
    assert opened.hands == made.hands
    assert (opened.seed, opened.lay) == ("", ()), "how the cards had lain is told where a seed moved the hands"


@pytest.mark.parametrize("size", [0, 1, 2, 3, 5, 9, 30])
@pytest.mark.parametrize("seed", range(20))
def test_the_routine_can_be_carried_out_on_the_few_cards_of_a_discard_rack(size: int, seed: int) -> None:
    cards, drawn = decks(2)[:size], DrawnHands(SeededBits(seed))
    *_, last = carry_out(cards, drawn)
    again = TakenDown(m.from_json(m.to_json(_as_move(drawn))).hands)  # type: ignore[attr-defined]  # it is a shuffle
    *_, repeated = carry_out(cards, again)
    again.ends()
    assert repeated == last
    assert census(last.locations.location_a) == census(cards)


def _as_move(drawn: DrawnHands) -> m.Shuffle:
    return m.Shuffle(by=DEALER, order=(), salt=SALT, hands=tuple(drawn.movements))


def test_the_shuffled_order_must_be_the_104_cards_that_lie_there() -> None:
    scene = at_shuffle()
    made = by_the_routine(scene)
    assert len(made.order) == PACK
    refusal = scene.refused(m.Shuffle(by=DEALER, order=made.order[:-1], salt=SALT, hands=made.hands))
    assert refusal.code == "shuffle/other-cards"
    assert refusal.clauses == STEPS
    assert scene.facts(f.ShuffleStepDone) == []
    scene.do(made)
    assert len(scene.facts(f.ShuffleStepDone)) == len(made.hands) + 1


@pytest.mark.clause("DD Shuffling 5")
def test_rolling_is_called_and_nothing_goes_on_before_the_floorperson_approves() -> None:
    scene = at_shuffle(FLOORPERSON).shuffle()
    assert in_order(scene, f.CardsShuffled, f.RollingCalled, f.CutOffered)[-1] == f.RollingCalled(
        ("DD Shuffling 5",), DEALER
    )
    for by in ("ann", DEALER):
        refusal = scene.refused(m.Cut(by=by, position=QUARTER))
        assert (refusal.code, refusal.clauses) == ("cut/not-now", ("DD Shuffling 5",))
        assert refusal.sentence == "approve-rolling comes first"
    assert scene.refused(m.ApproveRolling(by=DEALER)).code == "turn/not-yours"
    scene.floor(m.ApproveRolling)
    kinds = [
        type(fact) for fact in in_order(scene, f.RollingCalled, f.RollingApproved, f.ShuffleStepDone, f.CutOffered)
    ]
    assert kinds[-4:] == [f.RollingCalled, f.RollingApproved, f.ShuffleStepDone, f.CutOffered]
    squared = scene.last(f.ShuffleStepDone)
    assert squared == f.ShuffleStepDone(("DD Shuffling 5",), "roll, and square the cards with the dealing shoe")


@pytest.mark.clause("DD Shuffling 5")
def test_a_call_that_nobody_hears_is_no_call() -> None:
    scene = at_shuffle(DEALER, FLOORPERSON).shuffle()
    assert scene.facts(f.RollingCalled) == []
    for wrong, code in (
        (m.CallRolling(by=DEALER, loud_and_clear=False), "rolling/not-heard"),
        (m.CallRolling(by=FLOORPERSON), "rolling/not-yours"),
        (m.ApproveRolling(by=DEALER), "rolling/not-yours"),
        (m.Cut(by="ann", position=QUARTER), "cut/not-now"),
    ):
        refusal = scene.refused(wrong)
        assert (refusal.code, refusal.clauses) == (code, ("DD Shuffling 5",))
    assert refusal.sentence == "approve-rolling comes first"
    (called,) = scene.dealer(m.CallRolling)
    assert called == f.RollingCalled(("DD Shuffling 5",), DEALER)
    assert scene.refused(m.CallRolling(by=DEALER)).code == "call-rolling/not-now"
    assert scene.floor(m.ApproveRolling)[0] == f.RollingApproved(("DD Shuffling 5",), FLOORPERSON)
    assert len(scene.facts(f.RollingCalled)) == 1


@pytest.mark.clause("DD Shuffling 5")
def test_a_floorperson_who_approves_has_heard_the_call() -> None:
    scene = at_shuffle(DEALER, FLOORPERSON).shuffle()
    called, approved = scene.floor(m.ApproveRolling)[:2]
    assert (type(called), type(approved)) == (f.RollingCalled, f.RollingApproved)


@pytest.mark.clause("DD Shuffling 5", "DD Shuffling 7", "DD Shuffling 8")
@pytest.mark.parametrize(("seat", "near", "far"), [(3, "left", "right"), (4, "right", "left")])
def test_the_decks_are_presented_by_the_near_hand_within_the_circle_their_ends_hidden(
    seat: int, near: str, far: str
) -> None:
    scene = at_shuffle(DEALER, players=4).shuffle()
    patron = scene.players[seat - 1]
    assert scene.table.state.positions == 6
    scene.do(m.BuyIn(by="fay", cents=100_00))
    for wrong, code, clause in (
        (m.OfferCut(by="ann"), "cut/not-yours", "DD Shuffling 5"),
        (m.OfferCut(by=DEALER, player="gus"), "cut/not-entitled", "DD Shuffling 5"),
        (m.OfferCut(by=DEALER, player="fay"), "cut/not-entitled", "DD Shuffling 5"),  # who stands
        (m.OfferCut(by=DEALER, player=patron, ends_hidden=False), "cut/ends", "DD Shuffling 5"),
        (m.OfferCut(by=DEALER, player=patron, hand=far), "cut/hand", "DD Shuffling 7"),
        (m.OfferCut(by=DEALER, player=patron, within_circle=False), "cut/past-the-circle", "DD Shuffling 8"),
    ):
        refusal = scene.refused(wrong)
        assert (refusal.code, refusal.clauses) == (code, (clause,))
    (presented,) = scene.dealer(m.OfferCut, player=patron, hand=near)
    assert presented == f.DecksPresented(
        ("DD Shuffling 7", "DD Shuffling 8"), patron, near, "within the betting circle"
    )
    scene.do(m.Cut(by=patron, position=50))
    assert len(scene.facts(f.DecksPresented)) == 1, "they were presented once"


def test_decks_presented_to_one_patron_and_cut_by_another_are_presented_to_that_one_too() -> None:
    scene = at_shuffle(DEALER, players=2).shuffle()
    scene.dealer(m.OfferCut)
    scene.do(m.Cut(by="bob", position=50))
    assert [fact.to for fact in scene.facts(f.DecksPresented)] == ["ann", "bob"]
    assert scene.refused(m.OfferCut(by=DEALER)).code == "cut/not-now"


def test_a_dealer_who_was_asked_to_cut_offers_it_to_nobody() -> None:
    scene = at_shuffle(DEALER).shuffle()
    scene.do(m.RefuseCut(by="ann"))
    assert scene.refused(m.OfferCut(by=DEALER)).code == "cut/not-now"


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


@pytest.mark.clause("DD Shuffling 5")
def test_a_patron_who_cuts_needs_no_alert_and_the_dealer_may_not_cut_unasked() -> None:
    scene = at_shuffle(DEALER).shuffle()
    refusal = scene.refused(m.Cut(by=DEALER, position=50))
    assert (refusal.code, refusal.clauses) == ("turn/not-yours", ("DD Shuffling 5",))
    scene.do(m.Cut(by="ann", position=50))
    assert scene.facts(f.FloorpersonNotified) == []


def test_with_no_patron_at_the_table_the_dealer_cuts() -> None:
    scene = at_shuffle(players=0).shuffle()
    done = scene.last(f.CardsCut)
    assert isinstance(done, f.CardsCut)
    assert done.by == DEALER
    assert scene.facts(f.CutOffered) == []


@pytest.mark.clause("DD Shuffling 9")
def test_a_dealer_who_cuts_since_no_patron_is_there_offers_nothing_and_was_asked_by_nobody() -> None:
    """6 is for a patron's request; that the dealer may be the one who cuts is in 9."""
    scene = at_shuffle(DEALER, players=0).shuffle()
    assert (scene.table.waiting.by, scene.table.waiting.clauses) == ((DEALER,), ("DD Shuffling 9",))
    assert scene.refused(m.OfferCut(by=DEALER)).code == "cut/not-now"
    scene.dealer(m.Cut, position=50)
    assert not scene.facts(f.CutOffered)
    assert not scene.facts(f.FloorpersonNotified)
    assert "DD Shuffling 6" not in scene.last(f.CardsCut).clauses


@pytest.mark.clause("DD Shuffling 5")
def test_a_patron_who_comes_before_the_dealer_has_cut_is_offered_it() -> None:
    scene = at_shuffle(DEALER, players=0).shuffle()
    scene.do(m.Sit(by="ann", box=1))
    assert scene.table.waiting.by == ("ann",)
    assert scene.facts(f.CutOffered) == [f.CutOffered(("DD Shuffling 5",), "a patron")]
    scene.do(m.Cut(by="ann", position=50))
    assert scene.last(f.CardsCut).by == "ann"


@pytest.mark.clause("DD Shuffling 9")
def test_when_the_last_patron_leaves_before_cutting_the_dealer_is_asked() -> None:
    scene = at_shuffle().shuffle()
    scene.do(m.Leave(by="ann"))
    assert (scene.table.waiting.by, scene.table.waiting.clauses) == ((DEALER,), ("DD Shuffling 9",))
    scene.dealer(m.Cut, position=50)
    assert m.Wager in scene.table.waiting.may


@pytest.mark.clause("DD Shuffling 7")
@pytest.mark.parametrize(
    ("box", "hand"), [(1, "left"), (2, "left"), (3, "left"), (4, "right"), (5, "right"), (6, "right")]
)
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
    lawful = lawful_equipment(unopened.table.state.rules)
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


JUST_THERE = {"double-deck-cut-place": "just-there"}


@pytest.mark.clause("DD Shuffling 9")
@pytest.mark.parametrize(
    ("missed", "readings", "stands", "falls"),
    [
        (0, {}, (13, 52, 91), (12, 92)),
        (2, {}, (11, 52, 93), (10, 94)),
        (0, JUST_THERE, (13, 91), (12, 14, 52, 90, 92)),
        (2, JUST_THERE, (11, 15, 89, 93), (10, 16, 52, 88, 94)),
    ],
)
def test_a_quarter_deck_or_more_or_just_there_and_missed_by_as_much_as_the_house_allows(
    missed: int, readings: dict[str, str], stands: tuple[int, ...], falls: tuple[int, ...]
) -> None:
    for position in falls:
        scene = at_shuffle(sets={"approximately_cards": missed}, readings=readings).shuffle()
        refusal = scene.refused(m.Cut(by="ann", position=position))
        near = min(position, PACK - position) < QUARTER
        assert refusal.code == ("cut/too-near-the-end" if near else "cut/too-far-from-the-end")
        assert refusal.clauses == ("DD Shuffling 9",)
    for position in stands:
        scene = at_shuffle(sets={"approximately_cards": missed}, readings=readings).shuffle()
        scene.do(m.Cut(by="ann", position=position))
        assert scene.last(f.CardsCut).position == position


@pytest.mark.clause("DD Shuffling 9")
@pytest.mark.parametrize("readings", [{}, JUST_THERE])
def test_where_somebody_cuts_without_being_told_the_cut_stands(readings: dict[str, str]) -> None:
    scene = at_shuffle(readings=readings).shuffle()
    place = scene.table.state.rules.shuffle.usual_cut(PACK)
    assert place == (QUARTER if readings else PACK // 2)
    scene.do(m.Cut(by="ann", position=place))


@pytest.mark.clause("DD Shuffling 11")
@pytest.mark.parametrize(("missed", "least", "most"), [(0, 13, 17), (2, 11, 19)])
def test_the_cut_card_may_miss_its_place_by_as_much_as_the_house_allows(missed: int, least: int, most: int) -> None:
    for from_back, lies in ((least - 1, False), (least, True), (most, True), (most + 1, False)):
        scene = at_shuffle(DEALER, sets={"approximately_cards": missed}).shuffle()
        scene.do(m.Cut(by="ann", position=50))
        if lies:
            scene.dealer(m.PlaceCoverCard, from_back=from_back)
        else:
            refusal = scene.refused(m.PlaceCoverCard(by=DEALER, from_back=from_back))
            assert (refusal.code, refusal.clauses) == ("cover-card/depth", ("DD Shuffling 11",))


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
    order = tuple(scene.table.state.cards.sealed.order) if scene.table.state.cards.sealed else ()
    scene.do(m.Cut(by="ann", position=position))
    done = scene.last(f.CardsCut)
    assert "DD Shuffling 10" in done.clauses
    now = cut(order, position)
    t = scene.table.state
    assert t.cards.burned == [now[0]]
    above = PACK - 1 - QUARTER  # the cut card lies before the last quarter deck
    drawn = [t.cards.shoe.draw() for _ in range(above)]
    t.cards.shoe.remove_cover_card()
    assert drawn + [t.cards.shoe.draw() for _ in range(QUARTER)] == list(now[1:])
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
    assert scene.table.state.cards.shoe.cover_card_at == PACK - from_back - 1  # one card is burnt


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
    lawful = lawful_equipment(scene.table.state.rules)
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
    assert scene.table.state.cards.rack.height == 1
    assert scene.table.state.cards.shoe.remaining == PACK - 1
    refusal = scene.refused(m.AskBurnCard(by="ann"))
    assert (refusal.code, refusal.clauses) == ("burn/not-shown", ())
    assert scene.table.state.cards.shoe.draw() == Card.parse("2S")


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
    assert (refusal.code, refusal.clauses) == ("floor/not-yours", ())
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
