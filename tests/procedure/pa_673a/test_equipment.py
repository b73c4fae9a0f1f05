"""§§ 673a.2 and 673a.3: what must stand on the table, checked when it opens; the batches; the 24-hour change."""

import msgspec
import pytest

from pitboss.cards.discard_rack import MixedBatches, Other
from pitboss.procedure.equipment import lawful_equipment
from pitboss.procedure.moves import DEALER, FLOORPERSON
from tests import facts
from tests import moves as m
from tests.procedure.kit import Scene, cards
from tests.procedure.pa_673a.seat import BET, GAME, next_shoe, opened, to_the_end

SIX_DECKS = 6 * 52


def unopened(**sets: object) -> Scene:
    """A table before its equipment is checked by a person."""
    return Scene(GAME, "", 1, sets, by_hand=(FLOORPERSON,))


def check(scene: Scene, **changes: object) -> m.CheckEquipment:
    """Lawful equipment but for what is changed."""
    return msgspec.structs.replace(lawful_equipment(scene.table.rules), **changes)


@pytest.mark.parametrize(
    ("changes", "code", "clauses"),
    [
        pytest.param(
            {"layout_approved": False},
            "equipment/layout-approved",
            ("PA 673a.2(b)",),
            marks=pytest.mark.clause("PA 673a.2(b)"),
        ),
        pytest.param(
            {"name_or_logo": False},
            "equipment/name-or-logo",
            ("PA 673a.2(b)(1)",),
            marks=pytest.mark.clause("PA 673a.2(b)(1)"),
        ),
        pytest.param(
            {"betting_areas": ("Second Chance",)},
            "equipment/betting-area",
            ("PA 673a.2(b)(2)",),
            marks=pytest.mark.clause("PA 673a.2(b)(2)"),
        ),
        pytest.param(
            {"betting_areas": ("Blackjack",)},
            "equipment/betting-area",
            ("PA 673a.2(b)(3)",),
            marks=pytest.mark.clause("PA 673a.2(b)(3)"),
        ),
        pytest.param(
            {"odds_on_layout_or_sign": False},
            "equipment/odds-shown",
            ("PA 673a.2(b)(5)",),
            marks=pytest.mark.clause("PA 673a.2(b)(5)"),
        ),
        pytest.param(
            {"tip_box_side": "left"},
            "equipment/drop-box",
            ("PA 673a.2(c)",),
            marks=pytest.mark.clause("PA 673a.2(c)"),
        ),
        pytest.param(
            {"card_reader": False},
            "equipment/card-reader",
            ("PA 673a.2(d)",),
            marks=pytest.mark.clause("PA 673a.2(d)"),
        ),
        pytest.param(
            {"rack_attached": False}, "equipment/rack", ("PA 673a.2(e)",), marks=pytest.mark.clause("PA 673a.2(e)")
        ),
        pytest.param(
            {"cards_alike": False}, "equipment/cards-look", ("PA 673a.3(a)",), marks=pytest.mark.clause("PA 673a.3(a)")
        ),
        pytest.param(
            {"cover_cards": 0}, "equipment/cover-card", ("PA 673a.3(a)",), marks=pytest.mark.clause("PA 673a.3(a)")
        ),
        pytest.param(
            {"shoe_place_approved": False},
            "equipment/shoe-place",
            ("PA 673a.7(a)",),
            marks=pytest.mark.clause("PA 673a.7(a)"),
        ),
    ],
)
def test_a_table_that_lacks_what_the_text_asks_for_does_not_open(
    changes: dict[str, object], code: str, clauses: tuple[str, ...]
) -> None:
    scene = unopened()
    refusal = scene.refused(check(scene, **changes))
    assert (refusal.code, refusal.clauses) == (code, clauses)
    scene.do(check(scene))
    assert scene.facts(facts.EquipmentChecked)


@pytest.mark.clause("PA 673a.2(b)(4)")
@pytest.mark.clause("PA 673a.2(b)(4)(i)")
@pytest.mark.clause("PA 673a.2(b)(4)(ii)")
@pytest.mark.clause("PA 673a.2(b)(4)(iii)")
@pytest.mark.parametrize("missing", [0, 1, 2])
def test_each_of_the_three_inscriptions_must_be_on_the_layout(missing: int) -> None:
    scene = unopened()
    said = tuple(map(str, scene.table.rules.layout.inscriptions))
    assert len(said) == 3
    refusal = scene.refused(check(scene, inscriptions=said[:missing] + said[missing + 1 :]))
    assert refusal.code == "equipment/inscription"
    assert said[missing] in refusal.sentence
    scene.do(check(scene, inscriptions=said[:missing] + said[missing + 1 :], similar_language_approved=True))


@pytest.mark.clause("PA 673a.2(a)")
@pytest.mark.parametrize(("positions", "fits"), [(1, True), (6, True), (7, False), (0, False)])
def test_the_table_has_no_more_than_six_betting_positions(positions: int, fits: bool) -> None:
    scene = unopened()
    if fits:
        scene.do(check(scene, positions=positions))
    else:
        refusal = scene.refused(check(scene, positions=positions))
        assert (refusal.code, refusal.clauses) == ("equipment/positions", ("PA 673a.2(a)",))


@pytest.mark.clause("PA 673a.2(a)")
def test_nobody_sits_at_a_seventh_box() -> None:
    scene = opened("9S 8H", "TD 9D")
    refusal = scene.refused(m.Sit(by="gus", box=7))
    assert (refusal.code, refusal.clauses) == ("sit/no-such-box", ("PA 673a.2(a)",))
    scene.do(m.Sit(by="gus", box=6))


@pytest.mark.clause("PA 673a.2(c)")
def test_the_tip_box_may_be_elsewhere_when_equipment_is_in_the_way_and_that_was_approved() -> None:
    scene = unopened(shuffling="device")
    unapproved = check(scene, tip_box_side="left", tip_box_approved_elsewhere=False)
    assert scene.refused(unapproved).code == "equipment/drop-box"
    scene.do(check(scene, tip_box_side="left", tip_box_approved_elsewhere=True))


@pytest.mark.clause("PA 673a.2(e)(1)")
@pytest.mark.clause("PA 673a.2(e)(2)")
@pytest.mark.parametrize(
    ("height", "mark", "fits"),
    [
        (SIX_DECKS, None, True),
        (SIX_DECKS - 1, None, False),
        (SIX_DECKS - 1, SIX_DECKS, False),
        (SIX_DECKS + 1, None, False),
        (SIX_DECKS + 1, SIX_DECKS, True),
        (SIX_DECKS + 1, SIX_DECKS - 1, False),
        (SIX_DECKS + 1, SIX_DECKS + 1, False),
    ],
)
def test_the_rack_is_as_high_as_the_decks_or_taller_with_a_mark_at_their_height(
    height: int, mark: int | None, fits: bool
) -> None:
    scene = unopened()
    move = check(scene, rack_height_cards=height, rack_mark_cards=mark)
    if fits:
        scene.do(move)
    else:
        refusal = scene.refused(move)
        assert refusal.code == "equipment/rack-height"
        assert refusal.clauses == ("PA 673a.2(e)", "PA 673a.2(e)(1)", "PA 673a.2(e)(2)")


@pytest.mark.clause("PA 673a.2(d)")
def test_the_reader_is_inspected_at_the_start_of_each_gaming_day_and_an_unsound_one_keeps_the_table_shut() -> None:
    scene = Scene(GAME, "", 1, by_hand=(FLOORPERSON,))
    scene.do(check(scene))
    assert (scene.table.waiting.by, scene.table.waiting.may) == ((FLOORPERSON,), (m.InspectReader,))
    assert scene.table.waiting.clauses == ("PA 673a.2(d)",)
    scene.floor(m.InspectReader, sound=False)
    assert scene.table.waiting.may == (m.InspectReader,)
    scene.floor(m.InspectReader, sound=True)
    assert [fact.sound for fact in scene.facts(facts.ReaderInspected)] == [False, True]
    scene.open()
    scene.floor(m.BeginGamingDay)
    assert scene.table.waiting.may == (m.InspectReader,)
    scene.refused(m.Wager(by="ann", box=1, cents=BET))
    scene.floor(m.InspectReader)
    scene.bet()


# --- § 673a.3(b): two batches with a device -------------------------------------------------------------------------


def with_device() -> Scene:
    return Scene(GAME, "", 1, {"shuffling": "device", "decks": 1}).open()


def play_out(scene: Scene) -> None:
    """Rounds until the shoe is done."""
    while m.Shuffle not in scene.table.waiting.may:
        to_the_end(scene.bet())


@pytest.mark.clause("PA 673a.3(b)")
@pytest.mark.clause("PA 673a.3(b)(2)")
@pytest.mark.parametrize(
    ("backs", "code"),
    [
        (("blue", "red"), None),
        (("blue", "blue"), "equipment/backs"),
        (("blue",), "equipment/batches"),
        (("blue", "red", "green"), "equipment/batches"),
    ],
)
def test_a_device_needs_two_batches_whose_backs_differ_in_colour(backs: tuple[str, ...], code: str | None) -> None:
    scene = unopened(shuffling="device")
    if code is None:
        scene.do(check(scene, batch_backs=backs))
    else:
        assert scene.refused(check(scene, batch_backs=backs)).code == code


@pytest.mark.clause("PA 673a.3(b)(1)")
@pytest.mark.clause("PA 673a.3(b)(3)")
def test_each_batch_holds_as_many_decks_and_one_is_shuffled_and_stored_while_the_other_is_played() -> None:
    scene = with_device()
    t = scene.table.state
    assert [(batch.name, batch.back_colour, len(batch.cards)) for batch in t.cards.batches] == [
        ("blue", "blue", 52),
        ("red", "red", 52),
    ]
    assert [(f.by, f.batch, f.cards) for f in scene.facts(facts.CardsShuffled)] == [
        ("shuffler", "blue", 52),
        ("shuffler", "red", 52),
    ]
    assert list(t.cards.stored) == ["red"]
    assert scene.last(facts.ShoeLoaded).batch == "blue"


@pytest.mark.clause("PA 673a.3(b)(4)")
def test_the_batches_are_used_for_every_other_shoe() -> None:
    scene = with_device()
    for _ in range(3):
        play_out(scene)
        next_shoe(scene)
    assert [fact.batch for fact in scene.facts(facts.ShoeLoaded)] == ["blue", "red", "blue", "red"]
    alternating = [fact.batch for fact in scene.facts(facts.CardsShuffled) if "PA 673a.3(b)(4)" in fact.clauses]
    assert alternating == ["red", "blue", "red", "blue"], "each while the other is in play"


@pytest.mark.clause("PA 673a.3(b)(5)")
def test_the_rack_holds_one_batch_only() -> None:
    scene = with_device()
    assert scene.table.state.rules.cards.one_batch_in_rack
    play_out(scene)
    assert scene.table.state.cards.rack.height == 0  # emptied before the other batch comes into play
    next_shoe(scene)
    with pytest.raises(MixedBatches):
        scene.table.state.cards.rack.place(Other("a card of the other batch"), cards("2S"), "blue")


# --- § 673a.3(c) ----------------------------------------------------------------------------------------------------


@pytest.mark.clause("PA 673a.3(c)")
@pytest.mark.parametrize(("hours", "due"), [(23, False), (24, True), (25, True)])
def test_cards_are_changed_at_24_hours_and_not_before(hours: int, due: bool) -> None:
    scene = opened("9S 8H", "TD 9D")
    noted = scene.floor(m.NoteCardAge, hours=hours)[0]
    assert isinstance(noted, facts.CardAgeNoted)
    assert (noted.change_due, noted.clauses) == (due, ("PA 673a.3(c)",))
    assert bool(scene.facts(facts.CardsChanged)) is due
    assert (m.Wager in scene.table.waiting.may) is not due


@pytest.mark.clause("PA 673a.3(c)")
def test_cards_that_come_of_age_during_a_round_are_changed_after_it_and_opened_anew() -> None:
    scene = opened("9S 8H", "TD 9D").bet()
    scene.floor(m.NoteCardAge, hours=24)
    assert not scene.facts(facts.CardsChanged)
    scene.as_player(m.Stand)
    assert scene.facts(facts.CardsChanged)
    assert m.ViewSpread in scene.table.waiting.may
    assert len(scene.facts(facts.DecksReceived)) == 2
    assert scene.refused(m.NoteCardAge(by=DEALER, hours=24)).code == "floor/not-yours"
