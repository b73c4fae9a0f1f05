"""The chronicle of a table: each fact in its place, told once, and to one player what that player alone saw."""

from typing import Any

import msgspec
import pytest

from pitboss.house.chronicle import NOBODY, Chronicle, make_again
from pitboss.procedure.table import Table
from pitboss.procedure.views import visible
from tests import facts as f
from tests import moves as m
from tests.procedure.kit import Scene

LOOKED = f.CardsLookedAt(("DD Dealing 8",), "ann", 1, 1, ("KS", "8C"))
LOADED = f.ShoeLoaded((), 104, "a")
BEGAN, ENDED = f.RoundBegan((), 1, "00"), f.RoundEnded((), 1)
DONE = (LOADED, BEGAN, LOOKED, ENDED)


def told(chronicle: Chronicle, viewer: str, since: int, until: int | None = None) -> list[tuple[int, str, Any]]:
    """Place, kind and cards of every fact as somebody hears it; the bytes and the words are of the same facts."""
    raws, story = chronicle.seen_by(viewer, since, until)
    facts = [msgspec.json.decode(raw) for raw in raws]
    assert len(facts) == len(story)
    return [(line.at, fact["fact"], fact.get("cards")) for line, fact in zip(story, facts, strict=True)]


def test_what_one_player_saw_that_player_hears_and_nobody_else() -> None:
    one = Chronicle(DONE)
    for viewer, cards in (("ann", ["KS", "8C"]), ("bob", None), (NOBODY, None)):
        assert told(one, viewer, 1) == [
            (1, "round-began", None),
            (2, "cards-looked-at", cards),
            (3, "round-ended", None),
        ]
    mine, others = [one.seen_by(viewer, 2, 3)[1][0] for viewer in ("ann", "bob")]
    assert mine.clauses == others.clauses == LOOKED.clauses
    assert mine.words == others.words, "the cards themselves are in nobody's story"


def test_who_has_cut_reads_where_in_words_too() -> None:
    one = Chronicle((LOADED, f.CardsCut((), "ann", 52)))
    assert [one.seen_by(viewer, 0)[1][1].words for viewer in ("ann", "bob")] == ["ann cuts at 52", "ann cuts"]
    assert [line.at for line in one.seen_by("ann", 1)[1]] == [1]


@pytest.mark.parametrize(
    ("since", "until", "places"), [(0, None, [0, 1, 2, 3]), (1, 3, [1, 2]), (3, 3, []), (2, 4, [2, 3])]
)
def test_a_part_of_the_record_is_from_a_place_up_to_another(since: int, until: int | None, places: list[int]) -> None:
    assert [at for at, _, _ in told(Chronicle(DONE), "ann", since, until)] == places


def test_somebody_saw_more_from_a_place_on_or_not() -> None:
    one = Chronicle(DONE)
    assert [one.has_private(since) for since in range(4)] == [True, True, True, False]
    assert not Chronicle((LOADED, BEGAN)).has_private(0)


def test_what_the_database_has_is_let_go_and_the_places_stay() -> None:
    one = Chronicle(DONE)
    one.forget(2)
    assert (one.first, len(one), one.facts) == (2, 4, [LOOKED, ENDED])
    assert told(one, "ann", 0) == [(2, "cards-looked-at", ["KS", "8C"]), (3, "round-ended", None)]
    one.forget(3)
    one.note((LOOKED,))
    assert told(one, "ann", 0) == [(3, "round-ended", None), (4, "cards-looked-at", ["KS", "8C"])]
    assert len(one._private) == 1, "what was private is let go too"


def test_a_record_that_begins_later_counts_from_there_and_knows_where_the_shoe_was_loaded() -> None:
    one = Chronicle((BEGAN,), first=7)
    assert (one.shoe_fact, len(one)) == (7, 8)
    one.note((LOADED, BEGAN, LOOKED))
    assert (one.shoe_fact, len(one), one.has_private(10), one.has_private(11)) == (8, 11, True, False)
    assert [at for at, _, _ in told(one, "ann", 0)] == [7, 8, 9, 10]


@pytest.mark.parametrize("rule", [None, "who stays away stands"])
def test_a_move_made_again_is_told_as_the_first_time_and_the_house_s_own_comes_before_what_followed(
    rule: str | None,
) -> None:
    """By the clause under which it was asked for, not the one that the table waits for after it."""
    scene = Scene("double-attack-pa", "9S KD 7H 8H 2D").open().bet()
    scene.do(m.NoAttack(by="ann", box=1))
    table: Table = scene.table
    asked, chronicle, move = table.waiting.clauses, Chronicle(), m.Stand(by="ann", box=1)
    happened = make_again(table, chronicle, move, rule)
    assert happened
    assert table.waiting.clauses != asked
    decided = [f.HouseDecided(asked, "ann", "stand", rule)] if rule is not None else []
    assert chronicle.facts == [*decided, *happened]
    story = chronicle.seen_by(NOBODY, 0)[1]
    assert [line.clauses for line in story] == [visible(fact, NOBODY).clauses for fact in chronicle.facts]
    assert all(line.words for line in story)
