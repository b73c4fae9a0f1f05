"""What a person who deals could do wrongly: hands, chips, batches, the offered stack; each refused with its clause."""

from typing import Any

import msgspec
import pytest

from pitboss.procedure.equipment import lawful_equipment
from pitboss.procedure.moves import DEALER, FLOORPERSON
from tests import facts as f
from tests import moves as m
from tests.procedure.kit import Scene

PA_665A, NJ_26, PA_673A = "double-attack-pa", "double-attack-nj", "double-back-jack-pa"
DOUBLE_DECK, HI_LO = "double-deck-house", "five-card-hi-lo-pa"
LEFT_RIGHT, LEFT_LEFT, RIGHT_RIGHT, RIGHT_LEFT = (
    ("left", "right"),
    ("left", "left"),
    ("right", "right"),
    ("right", "left"),
)
EVERY_WAY = {LEFT_RIGHT, LEFT_LEFT, RIGHT_RIGHT, RIGHT_LEFT}
Ways = set[tuple[str, str]]
BET = 100_00


def opened(game: str, deal: str = "", players: int = 3, equipment: dict[str, Any] | None = None, **how: Any) -> Scene:
    """A table with a person as dealer and one as floorperson, who found the equipment that is named."""
    scene = Scene(game, deal, players, by_hand=(DEALER, FLOORPERSON), **how)
    scene.do(msgspec.structs.replace(lawful_equipment(scene.table.state.rules), **(equipment or {})))
    return scene


def at_the_deal(game: str, deal: str, players: int = 3, **how: Any) -> Scene:
    """A round that a person deals, its bets closed and no card dealt."""
    scene = opened(game, deal, players, **how).open().bet()
    scene.dealer(m.CloseBets)
    return scene


def refuses(scene: Scene, to: int, lawful: Ways, clauses: tuple[str, ...]) -> None:
    """Every other way of drawing and placing the card that is due is refused; the least usual lawful one deals it."""
    for drawn, placed in sorted(EVERY_WAY - lawful):
        refusal = scene.refused(m.Deal(by=DEALER, to=to, drawn_with=drawn, placed_with=placed))
        assert (refusal.code, refusal.clauses) == ("deal/hand", clauses), (to, drawn, placed)
    drawn, placed = min(lawful, key=lambda way: way[0] != way[1])
    scene.dealer(m.Deal, to=to, drawn_with=drawn, placed_with=placed)


# --- how the cards lie for the first player -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "ranks", "in_fans"),
    [
        pytest.param(PA_665A, "A23456789JQK", True, marks=pytest.mark.clause("PA 665a.4(c)")),
        pytest.param(PA_673A, "A23456789TJQK", True, marks=pytest.mark.clause("PA 673a.4(b)")),
        pytest.param(NJ_26, "A23456789JQK", False, marks=pytest.mark.clause("NJ 26.3(b)")),
    ],
)
def test_the_cards_lie_face_up_by_deck_by_suit_and_in_sequence_until_the_first_player_has_seen_them(
    game: str, ranks: str, in_fans: bool
) -> None:
    scene = opened(game, players=1)
    while m.SpreadCards not in scene.table.waiting.may:
        waiting = scene.table.waiting
        scene.do(scene.usual(waiting.by, waiting.may))
    ordered = scene.rules.cites("spread")
    wrongly = {"face_up": "face-down", "by_deck": "decks-mixed", "by_suit": "suits-mixed", "in_sequence": "no-sequence"}
    for how, code in (wrongly | ({"in_fans": "no-fans"} if in_fans else {})).items():
        refusal = scene.refused(m.SpreadCards(by=DEALER, **{how: False}))
        assert (refusal.code, refusal.clauses) == (f"spread/{code}", ordered)
    (spread,) = scene.dealer(m.SpreadCards, in_fans=in_fans)  # New Jersey asks for no fans
    (batch,) = scene.table.state.cards.batches
    assert spread == f.CardsSpread(ordered, True, batch.name)
    codes = [card.code for card in batch.cards]
    size = 4 * len(ranks)
    assert len(codes) == scene.rules.cards.decks * size
    for first in range(0, len(codes), size):
        one_deck = codes[first : first + size]
        suits = [one_deck[at][1] for at in range(0, size, len(ranks))]
        assert sorted(suits) == sorted("CDHS")
        assert one_deck == [rank + suit for suit in suits for rank in ranks]
    assert scene.refused(m.WashCards(by=DEALER)).code == "wash-cards/not-now", "nobody has seen them"
    scene.sit()
    (seen,) = scene.do(m.ViewSpread(by="ann"))
    assert seen == f.SpreadViewed(ordered, "ann")
    assert m.WashCards in scene.table.waiting.may


# --- which hand draws, which places ---------------------------------------------------------------------------------

NEAR_AND_FAR = {
    "left": {0: {LEFT_RIGHT}, 1: {LEFT_RIGHT, LEFT_LEFT}, 2: {LEFT_RIGHT, LEFT_LEFT}, 3: {LEFT_RIGHT}, 4: {LEFT_RIGHT}},
    "right": {0: {RIGHT_LEFT}, 1: {RIGHT_LEFT}, 2: {RIGHT_LEFT}, 3: {RIGHT_LEFT}, 4: {RIGHT_LEFT}},
}


@pytest.mark.parametrize(
    ("game", "clause"),
    [
        pytest.param(PA_665A, "PA 665a.7(b)", marks=pytest.mark.clause("PA 665a.7(b)")),
        pytest.param(PA_673A, "PA 673a.7(b)", marks=pytest.mark.clause("PA 673a.7(b)")),
    ],
)
@pytest.mark.parametrize("side", ["left", "right"])
def test_the_hand_nearest_the_shoe_draws_and_the_other_places(game: str, clause: str, side: str) -> None:
    scene = at_the_deal(game, "7S 2H 3H 4H 5H 6H", players=4, equipment={"shoe_place": side})
    for _ in range(5):
        to = scene.table.waiting.box
        refuses(scene, to, NEAR_AND_FAR[side][to], (clause,))
        scene.no_attack()


@pytest.mark.parametrize(
    ("game", "clause"),
    [
        pytest.param(PA_665A, "PA 665a.7(b)", marks=pytest.mark.clause("PA 665a.7(b)")),
        pytest.param(PA_673A, "PA 673a.7(b)", marks=pytest.mark.clause("PA 673a.7(b)")),
    ],
)
@pytest.mark.parametrize("opened", [6, 5])
def test_with_the_shoe_at_the_right_the_two_boxes_nearest_it_are_the_last_two_of_the_layout(
    game: str, clause: str, opened: int
) -> None:
    there = {"shoe_place": "right", "positions": opened}
    scene = at_the_deal(game, "7S 2H 3H 4H 5H 6H 8H", players=opened, equipment=there)
    for _ in range(opened + 1):
        to = scene.table.waiting.box
        lawful = {RIGHT_LEFT, RIGHT_RIGHT} if to in (opened - 1, opened) else {RIGHT_LEFT}
        refuses(scene, to, lawful, (clause,))
        scene.no_attack()


@pytest.mark.clause("NJ 26.7(b)")
def test_in_new_jersey_the_left_hand_places_only_hit_cards_and_only_to_the_first_two_positions() -> None:
    scene = at_the_deal(NJ_26, "9S 2H 2D 2C 3H 3D 3C 4H 4D 4C KD")
    for _ in range(7):
        refuses(scene, scene.table.waiting.box, {LEFT_RIGHT}, ("NJ 26.7(b)",))
        scene.no_attack()
    for box, lawful in ((1, {LEFT_RIGHT, LEFT_LEFT}), (2, {LEFT_RIGHT, LEFT_LEFT}), (3, {LEFT_RIGHT})):
        scene.as_player(m.Hit, box)
        refuses(scene, box, lawful, ("NJ 26.7(b)",))
        scene.as_player(m.Stand, box)
    refuses(scene, 0, {LEFT_RIGHT}, ("NJ 26.7(b)",))


@pytest.mark.clause("DD Dealing 3")
def test_at_double_deck_the_right_hand_pitches_what_the_left_one_holds() -> None:
    scene = at_the_deal(DOUBLE_DECK, "9S 2H 2D 3H 3D")
    refuses(scene, 1, {RIGHT_RIGHT}, ("DD Dealing 1", "DD Dealing 3"))


@pytest.mark.clause("PA 663a.9(a)(2)")
@pytest.mark.clause("PA 663a.9(b)")
@pytest.mark.parametrize(("holds", "deals"), [("left", RIGHT_RIGHT), ("right", LEFT_LEFT)])
def test_at_hi_lo_the_hand_that_does_not_hold_the_deck_removes_and_places_the_card(
    holds: str, deals: tuple[str, str]
) -> None:
    scene = Scene(HI_LO, players=1, by_hand=(DEALER,)).sit()
    while m.ChooseHand not in scene.table.waiting.may:
        waiting = scene.table.waiting
        if m.Shuffle in waiting.may:
            scene.shuffle()
        elif m.Cut in waiting.may:
            scene.dealer(m.Cut, position=26)
        else:
            scene.do(scene.usual(waiting.by, waiting.may))
    scene.dealer(m.ChooseHand, hand=holds)
    scene.bet()
    scene.dealer(m.CloseBets)
    for _ in range(10):  # the same hand for the whole round
        refuses(scene, scene.table.waiting.box, {deals}, ("PA 663a.9(a)(2)", "PA 663a.9(b)"))


@pytest.mark.parametrize("game", [PA_665A, NJ_26, PA_673A])
def test_a_dealer_who_names_one_hand_only_is_held_to_that_one(game: str) -> None:
    scene = at_the_deal(game, "7S 2H 3H 4H", players=3)
    to = scene.table.waiting.box
    assert scene.refused(m.Deal(by=DEALER, to=to, drawn_with="right")).code == "deal/hand"
    scene.dealer(m.Deal, to=to, drawn_with="left")


# --- losing chips ---------------------------------------------------------------------------------------------------


def at_settlement(game: str, players: int = 2, **how: Any) -> Scene:
    """Boxes to settle against 17: 5 lost at the even ones, 20 won at the odd ones."""
    first, second = ["KH", "2H", "KC", "2C"][:players], ["QD", "3D", "QS", "3S"][:players]
    order = [*first, "9S"] if game == PA_673A else ["9S", *first]
    scene = at_the_deal(game, " ".join((*order, *second, "8D")), players=players, **how)
    for _ in range(100):
        waiting = scene.table.waiting
        if m.SettleBox in waiting.may:
            return scene
        if m.Deal in waiting.may:
            scene.dealer(m.Deal, to=waiting.box)
        elif m.TurnHoleCard in waiting.may:
            scene.dealer(m.TurnHoleCard)
        scene.no_attack().no_insurance().stand_all()
    raise AssertionError(f"nothing is settled: {scene.table.waiting}")


@pytest.mark.parametrize(
    ("game", "sets", "clause"),
    [
        pytest.param(PA_665A, {}, "PA 665a.7(p)", marks=pytest.mark.clause("PA 665a.7(p)")),
        pytest.param(
            PA_673A,
            {"collect_and_pay": "together"},
            "PA 673a.7(t)(2)",
            marks=pytest.mark.clause("PA 673a.7(t)(2)"),
        ),
    ],
)
def test_from_the_right_each_loser_is_taken_into_the_inventory_and_each_winner_paid_out_of_it(
    game: str, sets: dict[str, object], clause: str
) -> None:
    """Losers and winners by turns, so that neither all takes nor all pays may come first."""
    scene = at_settlement(game, players=4, sets=sets)
    for box, moved in ((4, BET), (3, -BET), (2, BET), (1, -BET)):
        for other in {1, 2, 3, 4} - {box}:
            astray = scene.refused(m.SettleBox(by=DEALER, box=other))
            assert astray.code == "settle/out-of-order"
            assert clause in astray.clauses
        refusal = scene.refused(m.SettleBox(by=DEALER, box=box, paid_from="losing-wagers"))
        assert (refusal.code, refusal.clauses) == ("settle/losing-chips", (clause,))
        inventory = scene.table.state.chips.inventory
        settled = scene.dealer(m.SettleBox, box=box, paid_from="inventory")
        assert scene.table.state.chips.inventory - inventory == moved
        (money,) = (fact for fact in settled if isinstance(fact, f.WagerPaid | f.WagerCollected))
        assert isinstance(money, f.WagerCollected if moved > 0 else f.WagerPaid)
        assert clause in money.clauses
    assert [scene.won(name) for name in scene.players] == [BET, -BET, BET, -BET]


@pytest.mark.clause("PA 673a.7(t)(1)")
@pytest.mark.clause("NJ 26.5(e)")
@pytest.mark.parametrize(
    ("game", "sets"),
    [
        (PA_673A, {"collect_and_pay": "collect-first"}),
        (NJ_26, {}),
        (PA_665A, {"losing_chips_apart": "racked-before-cards"}),
    ],
)
def test_where_the_text_does_not_forbid_it_losing_chips_may_pay_winners(game: str, sets: dict[str, object]) -> None:
    scene = at_settlement(game, sets=sets)
    scene.dealer(m.SettleBox, box=2, paid_from="losing-wagers")
    scene.dealer(m.SettleBox, box=1, paid_from="losing-wagers")
    assert (scene.won("ann"), scene.won("bob")) == (100_00, -100_00)


# --- one batch in the rack ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "clause", "picked_up"),
    [
        pytest.param(PA_665A, "PA 665a.3(b)(5)", "PA 665a.7(q)", marks=pytest.mark.clause("PA 665a.3(b)(5)")),
        pytest.param(PA_673A, "PA 673a.3(b)(5)", "PA 673a.7(u)", marks=pytest.mark.clause("PA 673a.3(b)(5)")),
    ],
)
def test_cards_of_the_batch_in_the_device_never_join_the_other_in_the_rack(
    game: str, clause: str, picked_up: str
) -> None:
    scene = at_the_deal(game, "7S 2H 3H 4H", sets={"shuffling": "device"})
    refusal = scene.refused(m.RackBatch(by=DEALER, batch="red"))
    assert (refusal.code, refusal.clauses) == ("rack/other-batch", (clause,))
    early = scene.refused(m.RackBatch(by=DEALER, batch="blue"))
    assert (early.code, early.clauses) == ("rack/not-now", (picked_up,))
    assert scene.refused(m.RackBatch(by="ann", batch="red")).code == "rack/not-yours"


# --- the stack offered for the cut ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "clause", "first"),
    [
        pytest.param(PA_665A, "PA 665a.5(b)", "PA 665a.5(c)(1)", marks=pytest.mark.clause("PA 665a.5(b)")),
        pytest.param(PA_673A, "PA 673a.5(b)", "PA 673a.5(c)(1)", marks=pytest.mark.clause("PA 673a.5(b)")),
        pytest.param(NJ_26, "NJ 26.4(c)", "NJ 26.4(d)1", marks=pytest.mark.clause("NJ 26.4(c)")),
    ],
)
def test_the_stack_is_offered_to_the_player_entitled_with_its_backs_away_from_the_dealer(
    game: str, clause: str, first: str
) -> None:
    scene = opened(game, players=2).sit()
    assert scene.refused(m.OfferCut(by=DEALER)).code == "cut/not-now"
    while m.Cut not in scene.table.waiting.may:
        waiting = scene.table.waiting
        if m.Shuffle in waiting.may:
            scene.shuffle()
        else:
            scene.do(scene.usual(waiting.by, waiting.may))
    faces = scene.refused(m.OfferCut(by=DEALER, backs_away=False))
    assert (faces.code, faces.clauses) == ("cut/backs", (clause,))
    other = scene.refused(m.OfferCut(by=DEALER, player="bob"))
    assert other.code == "cut/not-entitled"
    assert first in other.clauses
    assert scene.refused(m.OfferCut(by="ann")).code == "cut/not-yours"
    presented = scene.dealer(m.OfferCut, player="ann")[0]
    assert (presented.clauses, presented) == ((clause,), f.StackPresented((clause,), "ann"))
    scene.do(m.RefuseCut(by="ann"))
    assert scene.dealer(m.OfferCut, player="bob")
    scene.do(m.Cut(by="bob", position=100))
    assert scene.refused(m.OfferCut(by=DEALER)).code == "cut/not-now", "the cards are cut"


# --- the mark on the shoe -------------------------------------------------------------------------------------------


@pytest.mark.clause("NJ 26.4(e)")
def test_the_shoe_has_a_mark_and_the_stack_is_aligned_along_it() -> None:
    scene = Scene(NJ_26, by_hand=(DEALER, FLOORPERSON))
    lawful = lawful_equipment(scene.table.state.rules)
    bare = scene.refused(msgspec.structs.replace(lawful, shoe_marked=False))
    assert (bare.code, bare.clauses) == ("equipment/shoe-marked", ("NJ 26.4(e)",))
    scene.do(lawful)
    scene.sit()
    while m.PlaceCoverCard not in scene.table.waiting.may:
        waiting = scene.table.waiting
        if m.Shuffle in waiting.may:
            scene.shuffle()
        elif m.RefuseCut in waiting.may:
            scene.do(m.RefuseCut(by=waiting.by[0]))
        elif m.Cut in waiting.may:
            scene.dealer(m.Cut, position=100)
        else:
            scene.do(scene.usual(waiting.by, waiting.may))
    astray = scene.refused(m.PlaceCoverCard(by=DEALER, from_back=96, along_mark=False))
    assert (astray.code, astray.clauses) == ("cover-card/mark", ("NJ 26.4(e)",))
    scene.dealer(m.PlaceCoverCard, from_back=96, along_mark=True)


@pytest.mark.parametrize("game", [PA_665A, PA_673A])
def test_pennsylvania_asks_for_no_mark(game: str) -> None:
    assert opened(game, equipment={"shoe_marked": False}).facts(f.EquipmentChecked)


# --- letting others handle the cards --------------------------------------------------------------------------------


@pytest.mark.clause("NJ 26.7(k)")
@pytest.mark.parametrize("who", [DEALER, FLOORPERSON])
def test_no_employee_lets_a_player_or_a_spectator_handle_the_cards(who: str) -> None:
    scene = at_the_deal(NJ_26, "7S 2H 3H 4H", players=2)
    for somebody in ("ann", "a spectator"):
        refusal = scene.refused(m.PermitHandling(by=who, player=somebody))
        assert (refusal.code, refusal.clauses) == ("cards/permitted", ("NJ 26.7(k)",))
        assert scene.refused(m.TouchCards(by=somebody)).clauses == ("NJ 26.7(k)",)


# --- a device that stores one batch securely ------------------------------------------------------------------------


@pytest.mark.clause("PA 673a.5(g)(2)")
@pytest.mark.parametrize("securely", [True, False])
def test_a_stored_batch_is_dealt_uninspected_only_from_a_device_that_stores_it_securely(securely: bool) -> None:
    how: dict[str, Any] = {"sets": {"shuffling": "device"}, "equipment": {"shuffler_stores_securely": securely}}
    scene = opened(PA_673A, players=1, **how).open()
    scene.do(m.Leave(by="ann"))
    scene.dealer(m.NoteNoActivity)
    scene.do(m.Sit(by="ann", box=1))
    scene.do(m.BuyIn(by="ann", cents=100_00))
    scene.do(m.ViewSpread(by="ann"))
    spread = len(scene.facts(f.CardsSpread))
    scene.first_cards = []
    scene.shuffle()
    assert len(scene.facts(f.CardsSpread)) == spread + (not securely)
    if not securely:
        assert scene.last(f.CardsSpread) == f.CardsSpread(("PA 673a.5(g)(2)",), True, "red")
        assert m.ViewSpread in scene.table.waiting.may
