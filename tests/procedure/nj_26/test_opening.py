"""N.J.A.C. 19:47-26.2, 26.3 and 26.7(a): the cards and the table before the first shuffle."""

from dataclasses import dataclass

import msgspec
import pytest

from pitboss.procedure.equipment import lawful_equipment
from tests import facts as f
from tests import moves as m
from tests.procedure.kit import Scene
from tests.procedure.nj_26.at_table import GAME, READER, UNREAD, nj

STAFF = ("dealer", "floorperson")


def closed_table(**how: object) -> Scene:
    """A table that a floorperson is about to check, nobody seated."""
    return Scene(GAME, by_hand=STAFF, **how)  # type: ignore[arg-type]  # as the Scene takes them


@dataclass(frozen=True)
class Missing:
    """A table on which one thing is not as the text has it."""

    change: dict[str, object]
    code: str
    clause: str


@pytest.mark.parametrize(
    "missing",
    [
        pytest.param(
            Missing({"cards_alike": False}, "equipment/cards-look", "NJ 26.2(a)"),
            marks=pytest.mark.clause("NJ 26.2(a)"),
        ),
        pytest.param(
            Missing({"cover_cards": 0}, "equipment/cover-card", "NJ 26.2(a)"), marks=pytest.mark.clause("NJ 26.2(a)")
        ),
        pytest.param(
            Missing({"cover_cards": 2}, "equipment/cover-card", "NJ 26.2(a)"), marks=pytest.mark.clause("NJ 26.2(a)")
        ),
        pytest.param(
            Missing({"cover_card_distinct": False}, "equipment/cover-card-look", "NJ 26.2(a)"),
            marks=pytest.mark.clause("NJ 26.2(a)"),
        ),
        pytest.param(
            Missing({"shoe_place": "right"}, "equipment/shoe-place", "NJ 26.7(a)"),
            marks=pytest.mark.clause("NJ 26.7(a)"),
        ),
        pytest.param(
            Missing({"rack_place": "left"}, "equipment/rack-place", "NJ 26.7(c)"),
            marks=pytest.mark.clause("NJ 26.7(c)"),
        ),
        pytest.param(
            Missing({"betting_areas": ("Bet",)}, "equipment/betting-area", "NJ 26.7(d)"),
            marks=pytest.mark.clause("NJ 26.7(d)"),
        ),
        pytest.param(
            Missing({"side_wager_areas": False}, "equipment/bust-it-area", "NJ 26.6(c)"),
            marks=pytest.mark.clause("NJ 26.6(c)"),
        ),
        pytest.param(
            Missing({"limits_posted": False}, "equipment/limits-posted", "NJ 26.6(b)2"),
            marks=pytest.mark.clause("NJ 26.6(b)2"),
        ),
    ],
    ids=lambda missing: missing.code,
)
def test_a_table_that_lacks_what_the_text_asks_for_is_not_opened(missing: Missing) -> None:
    scene = closed_table()
    check = lawful_equipment(scene.table.state.rules)
    fields = {name: getattr(check, name) for name in check.__struct_fields__}
    refusal = scene.refused(m.CheckEquipment(**{**fields, **missing.change}))
    assert refusal.code == missing.code
    assert missing.clause in refusal.clauses
    scene.do(check)
    assert scene.facts(f.EquipmentChecked)


@pytest.mark.clause("NJ 26.7(i)")
@pytest.mark.parametrize("reading", [READER, UNREAD])
def test_a_licensee_that_deals_a_hole_card_posts_notice_of_it(reading: dict[str, str]) -> None:
    scene = closed_table(readings=reading)
    check = lawful_equipment(scene.table.state.rules)
    fields = {name: getattr(check, name) for name in check.__struct_fields__}
    refusal = scene.refused(m.CheckEquipment(**{**fields, "limits_posted": False}))
    assert "NJ 26.7(i)" in refusal.clauses
    assert "NJ 26.7(i)" not in closed_table().table.state.rules.cites("limits_posted"), "none is dealt"


@pytest.mark.clause("NJ 26.2(a)")
@pytest.mark.parametrize(("decks", "cards"), [(6, 288), (8, 384)])
def test_six_or_eight_decks_of_48_go_into_the_shoe(decks: int, cards: int) -> None:
    scene = nj(sets={"decks": decks})
    assert scene.last(f.ShoeLoaded).cards == cards
    assert scene.last(f.CardsShuffled).cards == cards


@pytest.mark.clause("NJ 26.3(b)")
@pytest.mark.parametrize("tens_first", [True, False])
def test_the_dealer_inspects_and_removes_the_tens_and_the_floorperson_verifies_and_destroys_them(
    tens_first: bool,
) -> None:
    """That the cards were inspected is verified, and that the tens are gone: by the words one verification."""
    scene = closed_table()
    scene.do(lawful_equipment(scene.table.state.rules))
    scene.dealer(m.ReceiveDecks)
    assert "NJ 26.3(b)" in scene.table.waiting.clauses
    assert scene.refused(m.VerifyInspection(by="floorperson")).code == "verify-inspection/not-now"
    scene.dealer(m.InspectCards)
    assert scene.refused(m.VerifyInspection(by="dealer")).code == "turn/not-yours"
    assert scene.refused(m.RemoveTens(by="floorperson")).code == "turn/not-yours"
    steps = (m.RemoveTens(by="dealer"), m.VerifyInspection(by="floorperson"))
    for step in steps if tens_first else steps[::-1]:
        assert scene.refused(m.DestroyTens(by="floorperson")).code == "destroy-tens/not-now"
        scene.do(step)
    assert scene.refused(m.DestroyTens(by="dealer")).clauses == ("NJ 26.3(b)",)
    scene.floor(m.DestroyTens)
    assert scene.last(f.TensRemoved).cards == 32
    assert scene.last(f.TensDestroyed).by == "floorperson"
    assert "NJ 26.3(b)" in scene.last(f.TensDestroyed).clauses


@pytest.mark.clause("NJ 26.3(b)")
def test_decks_that_come_without_tens_have_none_to_remove() -> None:
    scene = closed_table()
    scene.do(lawful_equipment(scene.table.state.rules))
    scene.dealer(m.ReceiveDecks, tens_removed=True)
    scene.dealer(m.InspectCards)
    scene.floor(m.VerifyInspection)
    scene.dealer(m.SpreadCards)
    assert not scene.facts(f.TensRemoved)


@pytest.mark.clause("NJ 26.2(a)", "NJ 26.3(a)")
@pytest.mark.parametrize("tens_removed", [True, False])
def test_preshuffled_decks_have_their_48_cards_for_nobody_takes_tens_out_at_the_table(tens_removed: bool) -> None:
    scene = closed_table()
    scene.do(lawful_equipment(scene.table.state.rules))
    scene.dealer(m.ReceiveDecks, preshuffled=True, tens_removed=tens_removed)
    assert scene.last(f.DecksReceived).cards == scene.rules.cards.decks * 48
    assert not scene.facts(f.TensRemoved)


@pytest.mark.clause("NJ 26.3(b)")
def test_the_cards_lie_face_up_until_the_first_player_to_arrive_has_looked() -> None:
    scene = Scene(GAME, players=2)
    assert scene.last(f.CardsSpread).face_up
    assert scene.last(f.CardsSpread).clauses == ("NJ 26.3(b)",)
    scene.sit()
    assert scene.refused(m.ViewSpread(by="bob")).code == "turn/not-yours"
    assert scene.do(m.ViewSpread(by="ann"))[0] == f.SpreadViewed(("NJ 26.3(b)",), "ann")


@pytest.mark.clause("NJ 26.3(c)")
def test_a_card_exposed_in_the_wash_makes_the_dealer_mix_again_before_any_shuffle() -> None:
    scene = Scene(GAME, players=1, by_hand=("dealer",)).sit()
    for move in (m.ReceiveDecks, m.InspectCards, m.RemoveTens, m.SpreadCards):
        scene.dealer(move)
    scene.do(m.ViewSpread(by="ann"))
    scene.dealer(m.WashCards, exposed=True)
    assert m.WashCards in scene.table.waiting.may
    assert scene.table.waiting.clauses == ("NJ 26.3(c)",)
    scene.dealer(m.WashCards, exposed=False)
    assert m.Shuffle in scene.table.waiting.may
    assert [wash.exposed for wash in scene.facts(f.CardsWashed)] == [True, False]


def test_the_place_of_the_shoe_is_given_and_needs_nobodys_approval() -> None:
    scene = closed_table()
    scene.do(msgspec.structs.replace(lawful_equipment(scene.rules), shoe_place_approved=False))
    assert scene.facts(f.EquipmentChecked), "26.7(a) puts it at the dealer's left, and asks no more"


@pytest.mark.clause("NJ 26.3(a)", "NJ 26.4(a)", "NJ 26.4(b)2")
def test_preshuffled_cards_skip_inspection_and_wash_but_are_cut() -> None:
    scene = Scene(GAME, players=1, by_hand=("dealer",)).sit()
    scene.dealer(m.ReceiveDecks, preshuffled=True)
    assert scene.last(f.DecksReceived).clauses == ("NJ 26.2(a)", "NJ 26.3(a)", "NJ 26.4(a)")
    assert not scene.facts(f.CardsInspected)
    assert not scene.facts(f.CardsWashed)
    scene.shuffle()
    assert scene.last(f.CutOffered).to == "ann"
    assert "NJ 26.4(b)2" in scene.last(f.CutOffered).clauses


@pytest.mark.clause("NJ 26.4(b)2")
def test_preshuffled_cards_are_cut_even_where_a_device_shuffles() -> None:
    scene = Scene(GAME, players=1, by_hand=("dealer",), sets={"shuffling": "device"}).sit()
    scene.dealer(m.ReceiveDecks, preshuffled=True)
    scene.shuffle()
    assert scene.facts(f.CutOffered)
    assert not scene.facts(f.CutNotRequired)
