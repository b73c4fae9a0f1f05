"""Which clauses order a shuffle, a cut and the decks themselves: each its own, and none where the text is silent."""

import pytest

from pitboss.cards.shoe import Shoe
from pitboss.procedure.moves import DEALER, FLOORPERSON, SHUFFLER
from tests import facts as f
from tests import moves as m
from tests.procedure.kit import Scene
from tests.procedure.test_shuffles import CONTINUOUS, DBJ, DD, DEVICE, NJ, PA, as_they_lie, asked_to_cut, go_on

FAILS = [
    pytest.param(PA, "PA 665a.13(j)", "PA 665a.5(a)", marks=pytest.mark.clause("PA 665a.13(j)")),
    pytest.param(DBJ, "PA 673a.13(k)", "PA 673a.5(a)", marks=pytest.mark.clause("PA 673a.13(k)")),
    pytest.param(NJ, "NJ 26.15(j)", "NJ 26.4(a)", marks=pytest.mark.clause("NJ 26.15(j)")),
]
SECOND_SHOE = [
    pytest.param(PA, ("PA 665a.5(f)",), ("PA 665a.3(b)(3)", "PA 665a.3(b)(4)"), "PA 665a.5(a)"),
    pytest.param(DBJ, ("PA 673a.5(f)",), ("PA 673a.3(b)(3)", "PA 673a.3(b)(4)"), "PA 673a.5(a)"),
]


def set_aside(scene: Scene) -> None:
    """The device out of use is covered or removed, as the text has it."""
    scene.dealer(scene.table.waiting.may[0])


def cover_card_is_next(scene: Scene) -> None:
    cards = scene.table.state.cards
    cards.shoe = Shoe(cards.shoe.take_remaining(), 0)


def cover_card_comes(scene: Scene) -> None:
    cover_card_is_next(scene)
    scene.table.state.cover_card_appears(0)


@pytest.mark.parametrize("game", [PA, DBJ, NJ, DD])
def test_no_text_orders_that_decks_come_or_who_receives_them(game: str) -> None:
    scene = Scene(game, by_hand=(DEALER, FLOORPERSON)).sit()
    while m.ReceiveDecks not in scene.table.waiting.may:
        scene.do(scene.usual(scene.table.waiting.by, scene.table.waiting.may))
    assert scene.table.waiting.clauses == ()
    assert scene.refused(m.ReceiveDecks(by="ann")).clauses == ()
    scene.dealer(m.ReceiveDecks)
    assert scene.last(f.DecksReceived).clauses, "with which decks the game is played a text does say"


@pytest.mark.parametrize(("game", "stopped", "shuffled"), FAILS)
def test_a_device_that_fails_in_a_shuffle_has_stopped_in_it_and_the_cards_are_shuffled_again(
    game: str, stopped: str, shuffled: str
) -> None:
    scene = go_on(Scene(game, sets=DEVICE).sit())
    scene.do(m.ShufflerFailed(by=SHUFFLER))
    assert scene.refused(m.ShufflerJammed(by=DEALER)).code == "shuffler/failed", "what is out of use does not jam"
    set_aside(scene)
    as_they_lie(scene)
    assert scene.last(f.CardsShuffled).clauses == (shuffled, stopped)


@pytest.mark.parametrize(("game", "stopped", "shuffled"), [each.values for each in FAILS])
def test_one_that_fails_between_shuffles_has_stopped_in_none(game: str, stopped: str, shuffled: str) -> None:
    scene = Scene(game, sets=DEVICE).open()
    scene.do(m.ShufflerFailed(by=SHUFFLER))
    scene.floor(m.OrderReshuffle)
    set_aside(scene)
    as_they_lie(scene)
    assert shuffled in scene.last(f.CardsShuffled).clauses
    assert stopped not in scene.last(f.CardsShuffled).clauses


@pytest.mark.clause("PA 665a.3(b)(3)", "PA 673a.3(b)(3)")
@pytest.mark.parametrize("out", [False, True])
@pytest.mark.parametrize(("game", "ordered", "stored", "by_hand"), SECOND_SHOE)
def test_the_batch_just_played_is_shuffled_for_the_device_only_while_there_is_one(
    game: str, ordered: tuple[str, ...], stored: tuple[str, ...], by_hand: str, out: bool
) -> None:
    scene = Scene(game, sets=DEVICE).open()
    if out:
        scene.do(m.ShufflerFailed(by=SHUFFLER))
    scene.floor(m.OrderReshuffle)
    if out:
        scene.dealer(m.CoverShuffler)
    expected = (*ordered, by_hand) if out else (*ordered, *stored)
    assert scene.table.waiting.clauses == expected
    as_they_lie(scene)
    assert scene.last(f.CardsShuffled).clauses == expected


@pytest.mark.clause("PA 665a.3(a)", "PA 673a.3(a)")
@pytest.mark.parametrize("game", [PA, DBJ])
def test_without_its_device_new_cards_come_in_one_batch(game: str) -> None:
    scene = Scene(game, sets=DEVICE).open()
    two_batches = scene.last(f.DecksReceived).cards
    scene.do(m.ShufflerFailed(by=SHUFFLER))
    scene.floor(m.OrderReshuffle)
    scene.dealer(m.CoverShuffler)
    as_they_lie(scene)
    asked_to_cut(scene)
    scene.floor(m.ChangeCards)
    come = scene.last(f.DecksReceived)
    assert come.cards * 2 == two_batches
    assert come.clauses == (*scene.rules.cites("decks"), *scene.rules.cites("changed_every_hours"))


@pytest.mark.clause("PA 665a.5(a)", "PA 673a.5(a)")
@pytest.mark.parametrize(("game", "every"), [(PA, "PA 665a.5(a)"), (DBJ, "PA 673a.5(a)")])
def test_a_continuous_shuffler_shuffles_by_no_paragraph_that_it_puts_out_of_force(game: str, every: str) -> None:
    scene = Scene(game, sets=CONTINUOUS).open()
    scene.floor(m.OrderReshuffle)
    assert scene.table.waiting.clauses == (every,)
    as_they_lie(scene)
    assert scene.last(f.CardsShuffled).clauses == (every,)


@pytest.mark.clause("NJ 26.15(a)", "NJ 26.4(g)", "NJ 26.7(j)3")
@pytest.mark.parametrize(("cover_card", "ordered"), [(True, False), (False, True), (False, False)])
def test_cards_of_a_void_round_are_reshuffled_for_that_too_whatever_else_is_due(
    cover_card: bool, ordered: bool
) -> None:
    scene = Scene(NJ, players=2).open().bet()
    if cover_card:
        cover_card_comes(scene)
    if ordered:
        scene.floor(m.OrderReshuffle)
    for _ in range(2):
        scene.dealer(m.FoundFaceUp)
    orders = scene.table.waiting.clauses
    assert "NJ 26.15(a)" in orders
    assert ("NJ 26.7(j)3" in orders, "NJ 26.4(g)" in orders) == (cover_card, cover_card or ordered)


@pytest.mark.clause("NJ 26.7(j)2")
def test_a_table_that_closes_after_the_cutting_card_empties_its_shoe_for_that() -> None:
    scene = Scene(NJ).open().bet()
    cover_card_comes(scene)
    scene.floor(m.CloseTable)
    scene.no_attack().no_insurance().stand_all()
    assert scene.table.closed
    assert scene.last(f.ShoeEmptied).clauses == ("NJ 26.7(j)2",)


@pytest.mark.clause("NJ 26.4(b)1", "NJ 26.4(h)")
@pytest.mark.parametrize(("device", "loaded"), [(False, "NJ 26.4(h)"), (True, "NJ 26.4(b)1")])
def test_cards_without_a_cutting_card_go_into_the_shoe_by_the_houses_own_procedure_unless_a_device_shuffled_them(
    device: bool, loaded: str
) -> None:
    own: dict[str, object] = {"own_procedure": "yes", "cover_cards": 0}
    scene = Scene(NJ, sets={**own, **(DEVICE if device else {})}).open()
    assert scene.last(f.ShoeLoaded).clauses == (loaded,)


@pytest.mark.clause("NJ 26.4(b)1")
def test_no_text_puts_a_cutting_card_into_cards_that_are_not_cut() -> None:
    scene = Scene(NJ, sets=DEVICE, by_hand=(DEALER,)).sit()
    while m.PlaceCoverCard not in scene.table.waiting.may:
        if m.Shuffle in scene.table.waiting.may:
            as_they_lie(scene)
        else:
            scene.do(scene.usual(scene.table.waiting.by, scene.table.waiting.may))
    assert scene.table.waiting.clauses == ()
    assert scene.refused(m.PlaceCoverCard(by=DEALER, from_back=1)).clauses == ()


@pytest.mark.clause("PA 665a.4(b)")
def test_dealer_and_floorperson_both_see_to_the_tens_and_neither_is_refused_by_that_clause() -> None:
    scene = Scene(PA, by_hand=(DEALER, FLOORPERSON)).sit()
    refused = {}
    for step, other in ((m.RemoveTens, FLOORPERSON), (m.DestroyTens, DEALER)):
        while step not in scene.table.waiting.may:
            scene.do(scene.usual(scene.table.waiting.by, scene.table.waiting.may))
        assert scene.table.waiting.clauses == ("PA 665a.4(b)",)
        refused[step] = scene.refused(step(by=other)).clauses
    assert set(refused.values()) == {()}


@pytest.mark.clause("PA 665a.5(b)", "PA 665a.5(c)")
@pytest.mark.parametrize("game", [PA, DBJ, NJ])
@pytest.mark.parametrize("drawn", [m.FoundFaceUp, m.DrewInError])
def test_a_cover_card_that_came_at_nobodys_hand_came_at_no_hand_of_the_dealers(game: str, drawn: type[m.Move]) -> None:
    scene = Scene(game, players=3, sets={"decks": 1} if game != NJ else {"decks": 6}).open().bet()
    scene.no_attack()
    cover_card_is_next(scene)
    scene.dealer(drawn, **({"exposed": False} if drawn is m.DrewInError else {}))
    go_on(scene)
    scene.shuffle()
    of_the_dealer = scene.table.state.law.cut_offers
    (paragraph,) = next(cited for offer, cited in of_the_dealer.items() if offer.name == "COVER_CARD_DEALER")
    offered = scene.last(f.CutOffered)
    assert offered.clauses
    assert paragraph not in offered.clauses
