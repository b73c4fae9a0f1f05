"""What each text asks of a table when it opens, and what it does not ask: one thing at a time is missing or wrong."""

import msgspec
import pytest

from pitboss.procedure.equipment import lawful_equipment
from pitboss.procedure.moves import FLOORPERSON
from pitboss.rules.games import GAMES
from tests import moves as m
from tests.procedure.golden_scenes import DBJ, DD, HI_LO, NJ, PA
from tests.procedure.kit import Scene

LAWFUL: dict[str, object] = {}
# What is wrong, in which games the table does not open for it, and the paragraphs there that ask for it: all of them,
# and nothing that asks for something else. In the other games nobody asks; where a house alone does, no law is cited.
WRONG: dict[str, tuple[dict[str, object], dict[str, tuple[str, ...]]]] = {
    "no position": (
        {"positions": 0},
        {PA: ("PA 665a.2(a)",), NJ: (), DBJ: ("PA 673a.2(a)",), DD: ("DD Pay and Take",), HI_LO: ()},
    ),
    "betting-area": (
        {"betting_areas": ()},
        {PA: ("PA 665a.2(b)(2)",), NJ: ("NJ 26.7(d)",), DBJ: ("PA 673a.2(b)(2)",), DD: ("DD Shuffling 8",), HI_LO: ()},
    ),
    "second betting-area": (
        {"betting_areas": ("Bet", "Blackjack", "betting circle", "Ante")},
        {PA: ("PA 665a.2(b)(2)",), NJ: ("NJ 26.7(d)",), DBJ: ("PA 673a.2(b)(3)",)},
    ),
    "bust-it-area": ({"side_wager_areas": False}, {PA: ("PA 665a.2(b)(4)",), NJ: ("NJ 26.6(c)",)}),
    "inscription": (
        {"inscriptions": ()},
        {PA: ("PA 665a.2(b)(3)", "PA 665a.2(b)(3)(i)"), DBJ: ("PA 673a.2(b)(4)", "PA 673a.2(b)(4)(i)")},
    ),
    "layout-approved": ({"layout_approved": False}, {PA: ("PA 665a.2(b)",), DBJ: ("PA 673a.2(b)",)}),
    "name-or-logo": ({"name_or_logo": False}, {PA: ("PA 665a.2(b)(1)",), DBJ: ("PA 673a.2(b)(1)",)}),
    "odds-shown": ({"odds_on_layout_or_sign": False}, {PA: ("PA 665a.2(b)(5)",), DBJ: ("PA 673a.2(b)(5)",)}),
    "limits-posted": ({"limits_posted": False}, {NJ: ("NJ 26.6(b)2",)}),
    "cards-look": ({"cards_alike": False}, {PA: ("PA 665a.3(a)",), NJ: ("NJ 26.2(a)",), DBJ: ("PA 673a.3(a)",)}),
    "shoe-marked": ({"shoe_marked": False}, {NJ: ("NJ 26.4(e)",)}),
    "cover-card-look": ({"cover_card_distinct": False}, {NJ: ("NJ 26.2(a)",)}),
    "own-procedure": ({"own_procedure_approved": False}, {}),
    "no cover-card": (
        {"cover_cards": 0},
        {PA: ("PA 665a.3(a)",), NJ: ("NJ 26.2(a)",), DBJ: ("PA 673a.3(a)",), DD: ("DD Shuffling 2", "DD Dealing 1")},
    ),
    "one cover-card": ({"cover_cards": 1}, {DD: ("DD Shuffling 2", "DD Dealing 1")}),
    "many cover-card": ({"cover_cards": 3}, {NJ: ("NJ 26.2(a)",)}),
    "drop-box": ({"tip_box_side": "left"}, {PA: ("PA 665a.2(c)",), DBJ: ("PA 673a.2(c)",)}),
    "across drop-box": (
        {"tip_box_side": "across", "tip_box_approved_elsewhere": True},
        {PA: ("PA 665a.2(c)",), DBJ: ("PA 673a.2(c)",)},
    ),
    "card-reader": (
        {"card_reader": False},
        {PA: ("PA 665a.2(d)",), DBJ: ("PA 673a.2(d)",), DD: ("DD Additional policies 6",)},
    ),
    "rack": ({"rack_attached": False}, {PA: ("PA 665a.2(e)",), DBJ: ("PA 673a.2(e)",)}),
    "low rack-height": (
        {"rack_height_cards": 51},
        {
            PA: ("PA 665a.2(e)", "PA 665a.2(e)(1)", "PA 665a.2(e)(2)"),
            DBJ: ("PA 673a.2(e)", "PA 673a.2(e)(1)", "PA 673a.2(e)(2)"),
        },
    ),
    "high rack-height": (
        {"rack_height_cards": 1000},
        {
            PA: ("PA 665a.2(e)", "PA 665a.2(e)(1)", "PA 665a.2(e)(2)"),
            DBJ: ("PA 673a.2(e)", "PA 673a.2(e)(1)", "PA 673a.2(e)(2)"),
        },
    ),
    "rack-place": ({"rack_place": "left"}, {NJ: ("NJ 26.7(c)",)}),
    "shoe-place": ({"shoe_place": "right"}, {NJ: ("NJ 26.7(a)",)}),
    "unapproved shoe-place": ({"shoe_place_approved": False}, {PA: ("PA 665a.7(a)",), DBJ: ("PA 673a.7(a)",)}),
    "shuffler": ({"shuffler": False}, {HI_LO: ("PA 663a.9(a)(1)",)}),
    "shuffler-approval": ({"shuffler_approved": False}, {HI_LO: ()}),
    "batches": ({"batch_backs": ()}, {}),
    "backs": ({"batch_backs": ("blue", "blue")}, {}),
}


def unopened(game: str, **sets: object) -> Scene:
    """A table that waits for a floorperson to check it."""
    return Scene(game, sets=sets, by_hand=(FLOORPERSON,)).sit()


def check(scene: Scene, **wrong: object) -> m.CheckEquipment:
    """Lawful equipment but for what is wrong."""
    return msgspec.structs.replace(lawful_equipment(scene.table.rules), **wrong)


@pytest.mark.clause("PA 665a.2(b)", "NJ 26.2(a)", "PA 673a.2(b)", "PA 663a.9(a)(1)")
@pytest.mark.parametrize("what", WRONG)
@pytest.mark.parametrize("game", GAMES)
def test_a_table_lacks_what_its_own_text_asks_for_and_opens_without_what_it_does_not(game: str, what: str) -> None:
    wrong, asked_by = WRONG[what]
    scene = unopened(game)
    if game in asked_by:
        fault = what.rpartition(" ")[2].replace("position", "positions")
        refusal = scene.refused(check(scene, **wrong))
        assert (refusal.code, refusal.clauses) == (f"equipment/{fault}", asked_by[game])
        wrong = LAWFUL
    scene.do(check(scene, **wrong))
    assert m.CheckEquipment not in scene.table.waiting.may


@pytest.mark.clause("PA 665a.3(b)(2)", "PA 673a.3(b)(2)", "PA 665a.3(b)(1)", "PA 673a.3(b)(1)")
@pytest.mark.parametrize("shuffling", ["by-hand", "device", "continuous"])
@pytest.mark.parametrize("game", [PA, NJ, DBJ])
@pytest.mark.parametrize("backs", [("blue",), ("blue", "blue"), ("blue", "red"), ("blue", "red", "green")])
def test_two_batches_of_different_backs_are_wanted_for_a_device_in_pennsylvania_and_nowhere_else(
    game: str, shuffling: str, backs: tuple[str, ...]
) -> None:
    scene = unopened(game, shuffling=shuffling)
    fault = {"blue red": "", "blue blue": "equipment/backs"}.get(" ".join(backs), "equipment/batches")
    if shuffling == "device" and game != NJ and fault:
        refusal = scene.refused(check(scene, batch_backs=backs))
        batches = f"{scene.rules.cites('decks_with_shuffler')[0]}"
        asked_by = {"equipment/backs": (f"{batches}(2)",), "equipment/batches": (batches, f"{batches}(1)")}
        assert (refusal.code, refusal.clauses) == (fault, asked_by[fault])
    else:
        scene.do(check(scene, batch_backs=backs))


@pytest.mark.clause("PA 665a.3(b)(2)", "PA 673a.3(b)(2)", "NJ 26.2(a)")
@pytest.mark.parametrize(("game", "asked_by"), [(PA, "PA 665a.3(b)(2)"), (DBJ, "PA 673a.3(b)(2)"), (NJ, "NJ 26.2(a)")])
def test_where_two_batches_are_in_use_the_cards_of_each_are_alike(game: str, asked_by: str) -> None:
    scene = unopened(game, shuffling="device")
    assert scene.refused(check(scene, cards_alike=False)).clauses == (asked_by,)
    assert "batches" not in scene.refused(check(scene, cards_alike=False, batch_backs=())).code, "one thing at a time"


@pytest.mark.clause("PA 665a.5(a)", "PA 665a.5(h)", "PA 673a.5(h)")
@pytest.mark.parametrize("shuffling", ["device", "continuous"])
@pytest.mark.parametrize("game", [PA, NJ, DBJ])
def test_where_a_device_shuffles_it_stands_there_and_is_approved(game: str, shuffling: str) -> None:
    scene = unopened(game, shuffling=shuffling)
    cites = scene.rules.cites
    chosen = "continuous_shuffler" if shuffling == "continuous" else "shuffler_required"
    assert scene.refused(check(scene, shuffler=False)).clauses == cites(chosen)
    approved_by = scene.refused(check(scene, shuffler_approved=False)).clauses
    assert approved_by == cites("continuous_shuffler" if shuffling == "continuous" else "own_procedure")
    assert bool(approved_by) is (shuffling == "continuous" or game == NJ)  # what Pennsylvania asks stands elsewhere
    scene.do(check(scene))


@pytest.mark.clause("PA 665a.2(e)(1)", "PA 665a.2(e)(2)", "PA 673a.2(e)(1)", "PA 673a.2(e)(2)")
@pytest.mark.parametrize("game", [PA, DBJ])
@pytest.mark.parametrize(
    ("over", "mark", "opens"),
    [(0, None, True), (1, None, False), (-1, None, False), (1, 0, True), (1, 1, False), (1, -1, False), (-1, 0, False)],
)
def test_a_rack_is_as_high_as_the_decks_or_higher_with_a_mark_at_their_height(
    game: str, over: int, mark: int | None, opens: bool
) -> None:
    scene = unopened(game)
    stack = scene.rules.cards.stack_size()
    move = check(scene, rack_height_cards=stack + over, rack_mark_cards=stack + mark if mark is not None else None)
    if opens:
        scene.do(move)
    else:
        assert scene.refused(move).clauses == scene.rules.cites("rack_height")


@pytest.mark.clause("PA 665a.2(b)(3)(iii)", "PA 673a.2(b)(4)")
@pytest.mark.parametrize(("game", "may_differ"), [(PA, (False, False, True)), (DBJ, (True, True, True))])
def test_similar_language_takes_the_place_of_those_inscriptions_for_which_the_text_allows_it(
    game: str, may_differ: tuple[bool, ...]
) -> None:
    for missing, may in enumerate(may_differ):
        scene = unopened(game)
        said = tuple(map(str, scene.rules.layout.inscriptions))
        others = tuple(words for words in said if words != said[missing])
        refusal = scene.refused(check(scene, inscriptions=others))
        assert said[missing] in refusal.sentence
        similar = check(scene, inscriptions=others, similar_language_approved=True)
        if may:
            scene.do(similar)
        else:
            assert scene.refused(similar).clauses == refusal.clauses


@pytest.mark.clause("NJ 26.4(h)")
@pytest.mark.parametrize(
    ("cutting_cards", "wrong"),
    [
        (0, {"cover_card_distinct": False}),
        (0, {"shoe_marked": False}),
        (1, {"cover_cards": 2}),
        (2, {"cover_cards": 3}),
        (2, {"cover_cards": 1}),
    ],
)
def test_under_its_own_approved_procedure_a_table_has_the_cutting_cards_it_names(
    cutting_cards: int, wrong: dict[str, object]
) -> None:
    scene = unopened(NJ, own_procedure="yes", cover_cards=cutting_cards)
    refusal = scene.refused(check(scene, own_procedure_approved=False))
    assert (refusal.code, refusal.clauses) == ("equipment/own-procedure", scene.rules.cites("own_procedure"))
    if cutting_cards:
        refusal = scene.refused(check(scene, **wrong))
        assert (refusal.code, refusal.clauses) == ("equipment/cover-card", scene.rules.cites("cover_cards"))
        scene.do(check(scene))
    else:
        scene.do(check(scene, **wrong))


@pytest.mark.parametrize("game", GAMES)
def test_what_a_table_has_where_nobody_checks_is_what_its_text_asks_for(game: str) -> None:
    rules = Scene(game).table.rules
    there = lawful_equipment(rules)
    assert there.by == FLOORPERSON
    assert (there.positions, there.betting_areas) == (rules.layout.positions, rules.layout.betting_areas)
    assert there.rack_height_cards == rules.cards.stack_size()
    assert there.card_reader is rules.layout.card_reader
    assert there.batch_backs == ("blue",)
    assert there.cover_cards == (2 if game == DD else 1)
    assert there.side_wager_areas is (game in (PA, NJ))
    assert there.shuffler is (game == HI_LO)


@pytest.mark.parametrize(
    ("stands_on", "hits", "drawing"),
    [(17, "no", "stands on all 17s"), (17, "yes", "hits soft 17"), (18, "yes", "hits soft 18")],
)
def test_a_layout_for_which_no_text_has_words_says_what_is_paid_and_how_the_dealer_draws(
    stands_on: int, hits: str, drawing: str
) -> None:
    scene = Scene(DD, sets={"dealer_stands_on": stands_on, "dealer_hits_soft": hits})
    written = scene.rules.on_felt
    assert written == ("Blackjack pays 3 to 2", "Insurance pays 2 to 1", f"Dealer {drawing}")


@pytest.mark.parametrize("game", [PA, DBJ])
def test_a_table_that_lacks_everything_is_told_one_thing_after_another_until_it_is_lawful(game: str) -> None:
    """Given a bare table with a device to come, when each fault is mended as it is told, then none is left out."""
    scene = Scene(game, sets={"shuffling": "device"}, by_hand=(FLOORPERSON,))
    lawful = lawful_equipment(scene.rules)
    no = {field: False for field, value in msgspec.structs.asdict(lawful).items() if value is True}
    table = msgspec.structs.replace(lawful, **no, positions=0, betting_areas=(), inscriptions=(), batch_backs=("blue",))
    faults = {"positions": "positions", "betting-area": "betting_areas", "bust-it-area": "side_wager_areas"}
    faults |= {"inscription": "inscriptions", "layout-approved": "layout_approved", "name-or-logo": "name_or_logo"}
    faults |= {"odds-shown": "odds_on_layout_or_sign", "cards-look": "cards_alike", "batches": "batch_backs"}
    faults |= {"card-reader": "card_reader", "rack": "rack_attached", "shoe-place": "shoe_place_approved"}
    faults |= {"shuffler": "shuffler", "shuffler-approval": "shuffler_approved"}
    if game == DBJ:
        del faults["bust-it-area"]
    for fault, field in faults.items():
        assert scene.refused(table).code == f"equipment/{fault}"
        table = msgspec.structs.replace(table, **{field: getattr(lawful, field)})
    scene.do(table)
