"""§ 673a.4: inspection, spread, wash; batches apart; preinspected cards."""

import pytest

from pitboss.procedure.equipment import lawful_equipment
from pitboss.procedure.moves import DEALER, FLOORPERSON
from tests import facts
from tests import moves as m
from tests.procedure.kit import Scene
from tests.procedure.pa_673a.seat import GAME, names_of

BOTH = (DEALER, FLOORPERSON)


def to_decks(**sets: object) -> Scene:
    """A table whose equipment is in order, the decks about to arrive, dealer and floorperson being people."""
    scene = Scene(GAME, "", 1, sets, by_hand=BOTH).sit()
    scene.do(lawful_equipment(scene.table.rules))
    scene.floor(m.InspectReader)
    return scene


@pytest.mark.clause("PA 673a.4(a)")
def test_the_dealer_inspects_the_cards_and_the_floorperson_verifies_it() -> None:
    scene = to_decks()
    scene.dealer(m.ReceiveDecks)
    assert scene.table.waiting.clauses == ("PA 673a.4(a)",)
    assert scene.refused(m.InspectCards(by=FLOORPERSON)).code == "turn/not-yours"
    assert scene.refused(m.VerifyInspection(by=FLOORPERSON)).code == "verify-inspection/not-now"
    scene.dealer(m.InspectCards)
    assert scene.refused(m.VerifyInspection(by=DEALER)).code == "turn/not-yours"
    assert scene.refused(m.SpreadCards(by=DEALER)).code == "spread-cards/not-now"
    verified = scene.floor(m.VerifyInspection)
    assert verified[0].clauses == ("PA 673a.4(a)",)


@pytest.mark.clause("PA 673a.4(b)")
@pytest.mark.clause("PA 673a.4(c)")
def test_the_cards_lie_face_up_for_the_first_player_and_are_then_washed_stacked_and_shuffled() -> None:
    scene = to_decks()
    scene.do(m.Sit(by="bob", box=2))
    for move in (m.ReceiveDecks(by=DEALER), m.InspectCards(by=DEALER), m.VerifyInspection(by=FLOORPERSON)):
        scene.do(move)
    spread = scene.dealer(m.SpreadCards)[0]
    assert isinstance(spread, facts.CardsSpread)
    assert (spread.face_up, spread.clauses) == (True, ("PA 673a.4(b)",))
    assert scene.refused(m.WashCards(by=DEALER)).code == "wash-cards/not-now"  # she has not looked yet
    assert scene.refused(m.ViewSpread(by="bob")).code == "turn/not-yours"
    scene.do(m.ViewSpread(by="ann"))
    washed = scene.dealer(m.WashCards)[0]
    assert washed.clauses == ("PA 673a.4(c)",)
    assert scene.table.waiting.may == (m.Shuffle, m.CommitSeed)


@pytest.mark.clause("PA 673a.4(b)")
def test_with_nobody_there_the_cards_wait_for_the_first_to_arrive() -> None:
    scene = Scene(GAME, "", 1)
    assert not scene.table.waiting.by
    scene.do(m.Sit(by="zoe", box=4))
    assert scene.table.waiting.by == ("zoe",)


@pytest.mark.clause("PA 673a.4(d)")
def test_with_a_device_each_batch_is_inspected_spread_washed_and_shuffled_apart() -> None:
    scene = Scene(GAME, "", 1, {"shuffling": "device"}).sit()
    scene.do(m.ViewSpread(by="ann"))
    scene.do(m.ViewSpread(by="ann"))
    scene.shuffle().shuffle()
    steps = [
        (type(f).__name__, getattr(f, "batch", ""))
        for f in scene.table.facts
        if isinstance(f, facts.CardsInspected | facts.CardsSpread | facts.CardsWashed | facts.CardsShuffled)
    ]
    assert steps == [
        ("CardsInspected", ""),
        ("CardsSpread", "blue"),
        ("CardsWashed", "blue"),
        ("CardsInspected", ""),
        ("CardsSpread", "red"),
        ("CardsWashed", "red"),
        ("CardsShuffled", "blue"),
        ("CardsShuffled", "red"),
    ]
    assert all(f.cards == 312 for f in scene.facts(facts.CardsShuffled))


@pytest.mark.clause("PA 673a.4(e)")
@pytest.mark.clause("PA 673a.5(a)")
def test_preinspected_and_preshuffled_decks_are_neither_inspected_nor_spread_nor_washed() -> None:
    scene = to_decks()
    done = scene.dealer(m.ReceiveDecks, preshuffled=True)
    assert names_of(done) == ["DecksReceived"]
    assert scene.table.waiting.may == (m.Shuffle, m.CommitSeed)  # the order in which they arrived is put on record
    assert scene.table.waiting.clauses == ("PA 673a.4(e)", "PA 673a.5(a)")
    shuffled = scene.shuffle()
    assert m.Cut in shuffled.table.waiting.may
