"""Resolve it: what the text says of the thing that went wrong, and choices of which one is right."""

import pytest

from pitboss.procedure.moves import DEALER, STAFF, Move
from pitboss.procedure.refusal import Refused
from pitboss.procedure.table import Table
from pitboss.rules.variant import load
from pitboss.school.dealer import again, lawful_step
from pitboss.school.dealt import Under
from pitboss.school.drills import drills_of
from pitboss.school.faults import dealt_wrongly
from pitboss.school.items import Chance
from pitboss.school.resolving import RESOLVE, _others, _waits, in_words
from tests import moves as m
from tests.school.kit import GAMES

PA = "double-attack-pa"


@pytest.mark.parametrize(
    ("key", "clause"),
    [
        ("found-face-up", "PA 665a.13(a)"),
        ("drew-in-error", "PA 665a.13(b)"),
        ("drew-in-error exposed", "PA 665a.13(c)"),
        ("pass-over", "PA 665a.13(f)"),
        ("read-hole-card", "PA 665a.13(h)"),
        ("begin-gaming-day", "PA 665a.2(d)"),
    ],
)
def test_what_is_done_now_follows_from_the_clause_on_what_went_wrong(key: str, clause: str) -> None:
    rules = load(PA)
    assert clause in drills_of(rules)[RESOLVE].item(rules, key, Chance("one")).clauses


@pytest.mark.parametrize("game", GAMES)
def test_a_dealer_who_has_nothing_to_do_waits_for_players_and_for_nobody_of_the_house(game: str) -> None:
    rules, waited = load(game), 0
    table = dealt_wrongly(Under.of(rules), "1").table
    for moves in range(5, len(table.moves), 20):
        here = again(table, moves)
        if lawful_step(here, "1") is None:
            waited += 1
            asked, _, may = _waits(here).removeprefix("wait for ").partition(": ")
            assert set(asked.split(", ")) == set(here.waiting.by) - {*STAFF}
            assert may.split(" or ") == [str(kind.__struct_config__.tag) for kind in here.waiting.may]
    assert waited


@pytest.mark.parametrize(
    ("move", "words"),
    [
        (m.NoteNoActivity(by=DEALER, face_up=True), "dealer: note-no-activity (face up yes)"),
        (m.NoteNoActivity(by=DEALER, face_up=False), "dealer: note-no-activity (face up no)"),
        (m.BurnCard(by=DEALER), "dealer: burn-card"),
        (m.PassOver(by=DEALER, box=2), "dealer: pass-over (box 2)"),
    ],
)
def test_a_move_is_told_with_who_makes_it_and_what_it_says(move: Move, words: str) -> None:
    assert in_words(move) == words


def _takes(table: Table, move: Move) -> bool:
    try:
        table.apply(move)
    except Refused:
        return False
    return True


@pytest.mark.parametrize("game", GAMES)
def test_no_wrong_choice_is_something_that_the_table_takes(game: str) -> None:
    """Whatever was tried before it: each is held against the table as it stands."""
    rules = load(game)
    table = dealt_wrongly(Under.of(rules), "1").table
    dealers, asked = {in_words(move): move for move in table.moves if move.by == DEALER}, 0
    for moves in range(5, len(table.moves), 30):
        taken = {words for words, move in dealers.items() if _takes(again(table, moves), move)}
        asked += len(taken)
        assert taken.isdisjoint(_others(table, moves, lawful_step(again(table, moves), "1"), Chance(moves)))
    assert asked
