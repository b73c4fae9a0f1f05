"""Resolve it: what the text says of the thing that went wrong, and choices of which one is right."""

import pytest

from pitboss.procedure.moves import DEALER, Move
from pitboss.procedure.refusal import Refused
from pitboss.procedure.table import Table
from pitboss.rules.variant import load
from pitboss.school.dealer import again, lawful_step
from pitboss.school.dealt import Under
from pitboss.school.drills import drills_of
from pitboss.school.faults import dealt_wrongly
from pitboss.school.items import Chance
from pitboss.school.resolving import RESOLVE, _others, in_words
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
