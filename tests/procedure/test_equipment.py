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
# What is wrong, and in which games the table does not open for it; in all others nobody asks.
WRONG: dict[str, tuple[dict[str, object], tuple[str, ...]]] = {
    "no position": ({"positions": 0}, (PA, NJ, DBJ, DD, HI_LO)),
    "betting-area": ({"betting_areas": ()}, (PA, NJ, DBJ, DD, HI_LO)),
    "bust-it-area": ({"side_wager_areas": False}, (PA, NJ)),
    "inscription": ({"inscriptions": ()}, (PA, DBJ)),
    "layout-approved": ({"layout_approved": False}, (PA, DBJ)),
    "name-or-logo": ({"name_or_logo": False}, (PA, DBJ)),
    "odds-shown": ({"odds_on_layout_or_sign": False}, (PA, DBJ)),
    "limits-posted": ({"limits_posted": False}, (NJ,)),
    "cards-look": ({"cards_alike": False}, (PA, NJ, DBJ)),
    "shoe-marked": ({"shoe_marked": False}, (NJ,)),
    "cover-card-look": ({"cover_card_distinct": False}, (NJ,)),
    "own-procedure": ({"own_procedure_approved": False}, ()),
    "no cover-card": ({"cover_cards": 0}, (PA, NJ, DBJ, DD)),
    "many cover-card": ({"cover_cards": 3}, (NJ,)),
    "drop-box": ({"tip_box_side": "left"}, (PA, DBJ)),
    "across drop-box": ({"tip_box_side": "across", "tip_box_approved_elsewhere": True}, (PA, DBJ)),
    "card-reader": ({"card_reader": False}, (PA, DBJ, DD)),
    "rack": ({"rack_attached": False}, (PA, DBJ)),
    "low rack-height": ({"rack_height_cards": 51}, (PA, DBJ)),
    "high rack-height": ({"rack_height_cards": 1000}, (PA, DBJ)),
    "rack-place": ({"rack_place": "left"}, (NJ,)),
    "shoe-place": ({"shoe_place": "right"}, (NJ,)),
    "shuffler": ({"shuffler": False}, (HI_LO,)),
    "shuffler-approval": ({"shuffler_approved": False}, (HI_LO,)),
    "batches": ({"batch_backs": ()}, ()),
    "backs": ({"batch_backs": ("blue", "blue")}, ()),
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
    wrong, asked_in = WRONG[what]
    scene = unopened(game)
    if game in asked_in:
        fault = what.rpartition(" ")[2].replace("position", "positions")
        assert scene.refused(check(scene, **wrong)).code == f"equipment/{fault}"
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
        assert scene.refused(check(scene, batch_backs=backs)).code == fault
    else:
        scene.do(check(scene, batch_backs=backs))


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
@pytest.mark.parametrize(("cutting_cards", "wrong"), [(0, {"cover_card_distinct": False}), (1, {"cover_cards": 2})])
def test_under_its_own_approved_procedure_a_table_has_the_cutting_cards_it_names(
    cutting_cards: int, wrong: dict[str, object]
) -> None:
    scene = unopened(NJ, own_procedure="yes", cover_cards=cutting_cards)
    refusal = scene.refused(check(scene, own_procedure_approved=False))
    assert (refusal.code, refusal.clauses) == ("equipment/own-procedure", scene.rules.cites("own_procedure"))
    if cutting_cards:
        assert scene.refused(check(scene, **wrong)).code == "equipment/cover-card"
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
