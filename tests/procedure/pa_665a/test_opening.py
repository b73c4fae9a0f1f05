"""§§ 665a.2 to 665a.4: the table and its equipment, the cards, the opening."""

import msgspec
import pytest

from pitboss.cards.card import Rank
from pitboss.procedure.equipment import lawful_equipment
from pitboss.procedure.moves import CheckEquipment
from pitboss.rules.subjects.layout import DRAWS_TO_16
from tests import facts as f
from tests import moves as m
from tests.procedure.kit import Scene
from tests.procedure.pa_665a.case import GAME, among, kinds, of, opened

FLOOR = ("floorperson",)
ALL = ("dealer", "floorperson")


def unopened(sets: dict[str, object] | None = None) -> Scene:
    """A table that waits for its equipment check."""
    return Scene(GAME, sets=sets, by_hand=FLOOR)


def lawful(scene: Scene, **changes: object) -> CheckEquipment:
    """Everything as it must be, but for the changes."""
    return msgspec.structs.replace(lawful_equipment(scene.rules), **changes)


def fault(clauses: tuple[str, ...], code: str, sets: dict[str, object] | None = None, **changes: object) -> None:
    """The table opens without the change and is refused with it."""
    scene = unopened(sets)
    refusal = scene.refused(lawful(scene, **changes))
    assert refusal.code == code
    assert refusal.clauses == clauses
    scene.do(lawful(scene))


# --- § 665a.2 ---------------------------------------------------------------------------------------------------------


@pytest.mark.clause("PA 665a.2(a)")
def test_a_table_of_six_positions_opens_and_one_of_seven_does_not() -> None:
    fault(("PA 665a.2(a)",), "equipment/positions", positions=7)
    six = unopened()
    assert kinds(six.do(lawful(six, positions=6)))[0] == "EquipmentChecked"
    seated = opened(players=6)
    assert seated.refused(m.Sit(by="gus", box=7)).clauses == ("PA 665a.2(a)",)


@pytest.mark.clause("PA 665a.5(a)")
@pytest.mark.parametrize(
    ("code", "changes"),
    [("equipment/shuffler", {"shuffler": False}), ("equipment/shuffler-approval", {"shuffler_approved": False})],
)
def test_a_shuffling_device_must_be_there_and_approved(code: str, changes: dict[str, object]) -> None:
    ordered = ("PA 665a.5(a)",) if code == "equipment/shuffler" else ()
    fault(ordered, code, {"shuffling": "device"}, **changes)  # whose approval such a device needs stands elsewhere
    fault(("PA 665a.5(h)",), code, {"shuffling": "continuous"}, **changes)


@pytest.mark.clause("PA 665a.2(b)")
def test_the_layout_must_be_approved() -> None:
    fault(("PA 665a.2(b)",), "equipment/layout-approved", layout_approved=False)


@pytest.mark.clause("PA 665a.2(b)(1)")
def test_the_layout_must_bear_a_name_or_logo() -> None:
    fault(("PA 665a.2(b)(1)",), "equipment/name-or-logo", name_or_logo=False)


@pytest.mark.clause("PA 665a.2(b)(2)")
@pytest.mark.parametrize("areas", [("Bet",), ("Double Attack",), ()])
def test_the_layout_must_have_both_betting_areas(areas: tuple[str, ...]) -> None:
    fault(("PA 665a.2(b)(2)",), "equipment/betting-area", betting_areas=areas)


@pytest.mark.clause("PA 665a.2(b)(3)", "PA 665a.2(b)(3)(i)", "PA 665a.2(b)(3)(ii)", "PA 665a.2(b)(3)(iii)")
@pytest.mark.parametrize(
    ("missing", "clause"),
    [
        ("Blackjack pays even money", "PA 665a.2(b)(3)(i)"),
        ("Insurance pays 5 to 2", "PA 665a.2(b)(3)(ii)"),
        (DRAWS_TO_16, "PA 665a.2(b)(3)(iii)"),
    ],
)
def test_the_layout_must_carry_each_inscription(missing: str, clause: str) -> None:
    scene = unopened()
    said = lawful(scene).inscriptions
    assert missing in said
    fault(("PA 665a.2(b)(3)", clause), "equipment/inscription", inscriptions=tuple(x for x in said if x != missing))


@pytest.mark.clause("PA 665a.2(b)(3)(iii)")
def test_similar_language_for_the_dealers_17_may_be_approved_but_not_for_the_odds() -> None:
    scene = unopened()
    said = lawful(scene).inscriptions
    scene.refused(lawful(scene, inscriptions=said[1:], similar_language_approved=True))
    scene.do(lawful(scene, inscriptions=said[:2], similar_language_approved=True))


@pytest.mark.clause("PA 665a.2(b)(4)")
def test_the_bust_it_area_is_needed_only_where_the_wager_is_offered() -> None:
    fault(("PA 665a.2(b)(4)",), "equipment/bust-it-area", side_wager_areas=False)
    without = unopened({"bust_it_offered": False})
    without.do(lawful(without, side_wager_areas=False))


@pytest.mark.clause("PA 665a.2(b)(5)")
def test_payout_odds_must_be_on_the_layout_or_on_a_sign() -> None:
    fault(("PA 665a.2(b)(5)",), "equipment/odds-shown", odds_on_layout_or_sign=False)


@pytest.mark.clause("PA 665a.2(c)")
def test_drop_and_tip_boxes_stand_either_side_of_the_dealer() -> None:
    fault(("PA 665a.2(c)",), "equipment/drop-box", tip_box_side="left")
    fault(("PA 665a.2(c)",), "equipment/drop-box", drop_box_side="across")
    other_way_round = unopened()
    other_way_round.do(lawful(other_way_round, drop_box_side="right", tip_box_side="left"))


@pytest.mark.clause("PA 665a.2(c)")
def test_the_tip_box_stands_elsewhere_only_where_equipment_is_in_the_way_and_it_was_approved() -> None:
    elsewhere = {"tip_box_side": "left", "tip_box_approved_elsewhere": True}
    plain = unopened()
    assert plain.refused(lawful(plain, **elsewhere)).clauses == ("PA 665a.2(c)",)
    device = unopened({"shuffling": "device"})
    assert device.refused(lawful(device, tip_box_side="left")).clauses == ("PA 665a.2(c)",)
    assert device.refused(lawful(device, drop_box_side="across", **elsewhere)).clauses == ("PA 665a.2(c)",)
    device.do(lawful(device, **elsewhere))
    other = unopened()
    other.do(lawful(other, other_equipment_in_the_way=True, **elsewhere))


@pytest.mark.clause("PA 665a.2(d)")
def test_a_table_without_a_card_reader_device_does_not_open() -> None:
    fault(("PA 665a.2(d)",), "equipment/card-reader", card_reader=False)


@pytest.mark.clause("PA 665a.2(d)")
def test_the_floorperson_inspects_the_reader_before_any_card_arrives_and_again_each_gaming_day() -> None:
    scene = unopened()
    scene.do(lawful(scene))
    assert scene.table.waiting.may == (m.InspectReader,)
    scene.floor(m.InspectReader, sound=False)
    assert scene.table.waiting.may == (m.InspectReader,), "a reader that was tampered with does not do"
    assert not of(scene, f.DecksReceived)
    scene.floor(m.InspectReader, sound=True)
    assert of(scene, f.DecksReceived)
    scene.open()
    assert scene.refused(m.BeginGamingDay(by="dealer")).code == "gaming-day/not-yours"
    began = scene.floor(m.BeginGamingDay)
    assert kinds(began) == ["GamingDayBegan"]
    assert scene.table.waiting.may == (m.InspectReader,)
    assert scene.refused(m.Wager(by="ann", box=1, cents=10_00)).code == "wager/not-now"
    inspected = among(scene.floor(m.InspectReader), f.ReaderInspected)
    assert inspected[0].clauses == ("PA 665a.2(d)",)
    scene.do(m.Wager(by="ann", box=1, cents=10_00))


@pytest.mark.clause("PA 665a.2(d)")
def test_a_gaming_day_does_not_begin_in_mid_round() -> None:
    scene = opened("7S 5S 6S 8S").bet()
    assert scene.refused(m.BeginGamingDay(by="floorperson")).code == "gaming-day/mid-round"
    scene.no_attack().stand_all()
    scene.floor(m.BeginGamingDay)
    scene.do(m.Wager(by="ann", box=1, cents=10_00))
    days = scene.floor(m.BeginGamingDay)  # wagers lie there, and no round has begun
    assert kinds(days) == ["GamingDayBegan", "ReaderInspected"]
    assert scene.table.state.chips.on_layout == 10_00


@pytest.mark.clause("PA 665a.2(e)")
def test_the_discard_rack_must_be_attached() -> None:
    fault(("PA 665a.2(e)",), "equipment/rack", rack_attached=False)


@pytest.mark.clause("PA 665a.2(e)(1)")
def test_a_rack_without_a_mark_is_exactly_as_high_as_the_384_cards() -> None:
    for height in (383, 385):
        fault(("PA 665a.2(e)", "PA 665a.2(e)(1)", "PA 665a.2(e)(2)"), "equipment/rack-height", rack_height_cards=height)
    scene = unopened()
    assert among(scene.do(lawful(scene, rack_height_cards=384)), f.EquipmentChecked)


@pytest.mark.clause("PA 665a.2(e)(2)")
def test_a_taller_rack_needs_a_mark_at_exactly_384_cards_and_a_shorter_one_is_no_rack() -> None:
    for height, mark in ((400, 383), (400, 385), (383, 384)):
        scene = unopened()
        refusal = scene.refused(lawful(scene, rack_height_cards=height, rack_mark_cards=mark))
        assert refusal.code == "equipment/rack-height"
    marked = unopened()
    marked.do(lawful(marked, rack_height_cards=385, rack_mark_cards=384))


@pytest.mark.clause("PA 665a.7(a)")
def test_the_place_of_the_shoe_must_be_approved() -> None:
    fault(("PA 665a.7(a)",), "equipment/shoe-place", shoe_place_approved=False)


# --- § 665a.3 ---------------------------------------------------------------------------------------------------------


@pytest.mark.clause("PA 665a.3(a)")
def test_eight_decks_that_look_alike_with_at_least_one_cover_card_and_no_ten_in_the_shoe() -> None:
    fault(("PA 665a.3(a)",), "equipment/cards-look", cards_alike=False)
    fault(("PA 665a.3(a)",), "equipment/cover-card", cover_cards=0)
    scene = opened()
    stack = scene.table.state.cards.batches[0].cards
    assert len(stack) == 8 * 48
    assert not any(card.rank is Rank.TEN for card in stack)


@pytest.mark.clause("PA 665a.3(b)", "PA 665a.3(b)(1)", "PA 665a.3(b)(2)")
def test_with_a_device_two_batches_of_eight_decks_with_backs_of_two_colours() -> None:
    device: dict[str, object] = {"shuffling": "device"}
    one = ("PA 665a.3(b)", "PA 665a.3(b)(1)")
    fault(one, "equipment/batches", device, batch_backs=("blue",))
    fault(("PA 665a.3(b)(2)",), "equipment/backs", device, batch_backs=("blue", "blue"))
    scene = opened(sets=device)
    assert [len(batch.cards) for batch in scene.table.state.cards.batches] == [384, 384]
    assert len({batch.back_colour for batch in scene.table.state.cards.batches}) == 2
    by_hand = opened()
    assert len(by_hand.table.state.cards.batches) == 1
    continuous = opened(sets={"shuffling": "continuous"})
    assert len(continuous.table.state.cards.batches) == 1, "a continuous shuffler takes one batch"


@pytest.mark.clause("PA 665a.3(c)")
def test_cards_are_changed_at_24_hours_and_not_at_23() -> None:
    scene = opened()
    scene.floor(m.NoteCardAge, hours=23)
    assert not of(scene, f.CardsChanged)
    assert m.Wager in scene.table.waiting.may
    done = scene.floor(m.NoteCardAge, hours=24)
    assert among(done, f.CardsChanged)[0].clauses == ("PA 665a.3(c)",)
    assert len(of(scene, f.DecksReceived)) == 2
    assert m.Wager not in scene.table.waiting.may, "the new decks go through the whole opening"
    scene.do(m.ViewSpread(by="ann"))
    assert [fact.cards for fact in of(scene, f.TensRemoved)] == [32, 32]


@pytest.mark.clause("PA 665a.3(c)")
def test_a_change_that_falls_due_in_mid_round_waits_for_its_end_and_is_not_forgotten() -> None:
    scene = opened("7S 5S 6S 8S").bet().no_attack()
    scene.floor(m.NoteCardAge, hours=24)
    scene.floor(m.NoteCardAge, hours=1)
    assert not of(scene, f.CardsChanged)
    scene.stand_all()
    assert of(scene, f.CardsChanged)


@pytest.mark.clause("PA 665a.3(c)")
def test_only_a_floorperson_notes_the_age_or_orders_the_change() -> None:
    scene = opened()
    for who in ("ann", "dealer"):
        assert scene.refused(m.NoteCardAge(by=who, hours=24)).code == "floor/not-yours"
        assert scene.refused(m.ChangeCards(by=who)).code == "floor/not-yours"
    scene.floor(m.ChangeCards)
    assert of(scene, f.CardsChanged)


def value_of(words: str) -> int:
    """The total of a first hand that is dealt these two cards and then draws the rest."""
    first, second, *drawn = words.split()
    scene = opened(" ".join(["2C", first, second, "3C", *drawn])).bet().no_attack()
    for _ in drawn:
        scene.as_player(m.Hit)
    return scene.hand().total


@pytest.mark.clause("PA 665a.3(d)", "PA 665a.3(d)(1)", "PA 665a.3(d)(2)")
def test_number_cards_count_their_face_and_courts_10() -> None:
    points = opened().blackjack.rules.points
    assert points.number_cards
    assert points.court_cards
    assert [value_of(f"2S {rank}S") for rank in "23456789JQK"] == [4, 5, 6, 7, 8, 9, 10, 11, 12, 12, 12]


@pytest.mark.clause("PA 665a.3(d)(3)", "PA 665a.1 Soft total", "PA 665a.1 Hard total")
def test_an_ace_counts_11_up_to_21_and_1_beyond() -> None:
    assert opened().blackjack.rules.points.aces
    assert value_of("AS 9S") == 20
    scene = opened("2C 9S AS 3C AH").bet().no_attack()
    assert scene.hand().soft
    scene.as_player(m.Hit)
    assert (scene.hand().total, scene.hand().soft) == (21, True), "eleven and one and nine"
    assert value_of("AS 9S 2S") == 12
    hard = opened("2C 9S AS 3C 2S").bet().no_attack()
    hard.as_player(m.Hit)
    assert not hard.hand().soft


# --- § 665a.4 ---------------------------------------------------------------------------------------------------------


def step(scene: Scene) -> tuple[type[m.Move], ...]:
    """What the opening waits for."""
    return scene.table.waiting.may


@pytest.mark.clause("PA 665a.4(a)", "PA 665a.4(b)", "PA 665a.4(c)", "PA 665a.4(d)")
def test_the_steps_of_the_opening_come_in_the_order_of_the_section() -> None:
    scene = Scene(GAME, by_hand=ALL).sit()
    scene.do(lawful(scene))
    scene.floor(m.InspectReader)
    scene.dealer(m.ReceiveDecks)
    assert step(scene) == (m.InspectCards,)
    assert scene.refused(m.WashCards(by="dealer")).clauses == ("PA 665a.4(d)",)
    inspected = among(scene.dealer(m.InspectCards, defects=3), f.CardsInspected)
    assert (inspected[0].defects, inspected[0].clauses) == (3, ("PA 665a.4(a)",))
    assert step(scene) == (m.VerifyInspection,)
    assert scene.refused(m.VerifyInspection(by="dealer")).code == "turn/not-yours"
    verified = scene.floor(m.VerifyInspection)
    assert among(verified, f.InspectionVerified)[0].clauses == ("PA 665a.4(a)",)
    assert step(scene) == (m.RemoveTens,)
    removed = among(scene.dealer(m.RemoveTens), f.TensRemoved)
    assert (removed[0].cards, removed[0].clauses) == (32, ("PA 665a.4(b)",))
    assert scene.refused(m.DestroyTens(by="dealer")).code == "turn/not-yours"
    torn = among(scene.floor(m.DestroyTens), f.TensDestroyed)
    assert "torn in half" in torn[0].how
    assert step(scene) == (m.SpreadCards,)
    spread = among(scene.dealer(m.SpreadCards), f.CardsSpread)
    assert (spread[0].face_up, spread[0].clauses) == (True, ("PA 665a.4(c)",))
    assert step(scene) == (m.ViewSpread,)
    viewed = scene.do(m.ViewSpread(by="ann"))
    assert among(viewed, f.SpreadViewed)
    assert step(scene) == (m.WashCards,)
    washed = among(scene.dealer(m.WashCards), f.CardsWashed)
    assert washed[0].clauses == ("PA 665a.4(d)",)
    assert step(scene) == (m.Shuffle, m.CommitSeed)


@pytest.mark.clause("PA 665a.4(c)")
def test_the_cards_stay_spread_until_the_first_player_to_arrive_has_looked() -> None:
    scene = Scene(GAME, players=2)
    assert step(scene) == (m.ViewSpread,)
    assert scene.table.waiting.by == (), "nobody has arrived"
    scene.do(m.Sit(by="bob", box=4))
    scene.do(m.Sit(by="ann", box=1))
    refusal = scene.refused(m.ViewSpread(by="ann"))
    assert refusal.clauses == ("PA 665a.4(c)",)
    assert not of(scene, f.CardsWashed)
    scene.do(m.ViewSpread(by="bob"))
    assert of(scene, f.CardsWashed)


@pytest.mark.clause("PA 665a.4(c)")
def test_when_the_first_to_arrive_leaves_unseen_the_next_to_arrive_looks() -> None:
    scene = Scene(GAME)
    for name, box in (("cat", 6), ("bob", 4), ("ann", 1)):
        scene.do(m.Sit(by=name, box=box))
    scene.do(m.Leave(by="cat"))
    assert scene.table.waiting.by == ("bob",)


@pytest.mark.clause("PA 665a.4(e)")
def test_with_a_device_each_batch_is_inspected_spread_and_mixed_apart() -> None:
    scene = Scene(GAME, sets={"shuffling": "device"}).sit()
    assert [fact.batch for fact in of(scene, f.CardsSpread)] == ["blue"]
    assert "PA 665a.4(e)" in of(scene, f.CardsSpread)[0].clauses
    scene.do(m.ViewSpread(by="ann"))
    assert [fact.batch for fact in of(scene, f.CardsWashed)] == ["blue"]
    assert [fact.batch for fact in of(scene, f.CardsSpread)] == ["blue", "red"]
    scene.do(m.ViewSpread(by="ann"))
    assert [fact.batch for fact in of(scene, f.CardsWashed)] == ["blue", "red"]
    assert len(of(scene, f.CardsInspected)) == 2


@pytest.mark.clause("PA 665a.4(f)", "PA 665a.4(b)")
def test_preshuffled_cards_skip_everything_but_the_removal_of_tens() -> None:
    scene = Scene(GAME, by_hand=("dealer",)).sit()
    received = among(scene.dealer(m.ReceiveDecks, preshuffled=True), f.DecksReceived)
    assert "PA 665a.4(f)" in received[0].clauses
    assert step(scene) == (m.RemoveTens,)
    scene.dealer(m.RemoveTens)
    assert step(scene) == (m.Shuffle, m.CommitSeed), "the order they came in is sealed"
    for skipped in (f.CardsInspected, f.CardsSpread, f.CardsWashed):
        assert not scene.facts(skipped)
    assert of(scene, f.TensDestroyed)


@pytest.mark.clause("PA 665a.3(a)")
def test_decks_that_arrive_without_tens_have_none_to_remove() -> None:
    scene = Scene(GAME, by_hand=("dealer",)).sit()
    received = among(scene.dealer(m.ReceiveDecks, preshuffled=True, tens_removed=True), f.DecksReceived)
    assert received[0].cards == 384
    assert not of(scene, f.TensRemoved)
    assert step(scene) == (m.Shuffle, m.CommitSeed)


@pytest.mark.clause("PA 665a.4(d)", "PA 665a.5(a)")
def test_washed_cards_are_shuffled_and_nothing_else_goes_into_the_stack() -> None:
    scene = Scene(GAME).sit()
    scene.do(m.ViewSpread(by="ann"))
    stack = scene.table.state.cards.to_shuffle
    order = tuple(card.code for card in stack)
    for wrong in (order[1:], (*order, "2C"), ("TS", *order[1:])):
        refusal = scene.refused(m.Shuffle(by="dealer", order=wrong, salt="00" * 32))
        assert (refusal.code, refusal.clauses) == ("shuffle/other-cards", ("PA 665a.5(a)",))
    scene.do(m.Shuffle(by="dealer", order=order, salt="00" * 32))
