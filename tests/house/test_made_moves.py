"""Moves that were made, by their ids: told of again and made once, here or in the journal."""

import asyncio
from types import SimpleNamespace
from typing import Any, cast

import pytest

from pitboss.house.database import Database
from pitboss.house.made_moves import Known, MadeMoves
from pitboss.house.turns import Asked, Made
from pitboss.procedure.moves import Move
from pitboss.procedure.refusal import Refused
from tests import moves as m

STAND, HIT = m.Stand(by="ann", box=1), m.Hit(by="ann", box=1)
LINE = m.to_json(STAND).decode()


class Journal:
    """Lines of a journal, and how often somebody looked."""

    def __init__(self, *rows: SimpleNamespace) -> None:
        self._rows, self.looks = rows, 0

    async def rows(self, *_: object) -> tuple[SimpleNamespace, ...]:
        self.looks += 1
        return self._rows


def made(since: int = 0, journal: Journal | None = None) -> MadeMoves:
    return MadeMoves("t1", cast(Database, journal or Journal()), since)


def asked(move: Move = STAND, actor: str = "ann", client_id: str | None = "a") -> Asked:
    return Asked(move, actor, client_id, cast(Any, None))


def test_a_move_sent_again_is_told_of_with_the_length_of_the_record_then() -> None:
    one = made()
    assert one.answer(asked(), {}, 9, "now") is None
    one.note(STAND, "ann", "a", 4, 7)
    assert one.answer(asked(), {}, 9, "now") == Made(7, True)
    assert one.answer(asked(actor="bob"), {}, 9, "now") is None
    assert one.answer(asked(client_id="b"), {}, 9, "now") is None
    assert (one.length_after("ann", "a"), one.length_after("ann", "b"), one.length_after("bob", "a")) == (7, None, None)


def test_a_move_without_an_id_is_a_new_one_every_time() -> None:
    one = made()
    one.note(STAND, "ann", None, 4, 7)
    assert one.answer(asked(client_id=None), {}, 9, "now") is None


def test_another_move_under_the_same_id_is_refused_and_told_what_is_waited_for() -> None:
    one = made()
    one.note(STAND, "ann", "a", 4, 7)
    with pytest.raises(Refused, match="another move was made under that id") as refused:
        one.answer(asked(HIT), {}, 9, "Ann decides")
    assert (refused.value.code, refused.value.now) == ("move/other-move", "Ann decides")


def test_what_the_journal_has_is_told_with_the_length_of_the_record_now() -> None:
    earlier = {("ann", "a"): Known(LINE, 2)}
    assert made().answer(asked(), earlier, 9, "now") == Made(9, True)
    with pytest.raises(Refused):
        made().answer(asked(HIT), earlier, 9, "now")


def test_the_journal_is_asked_only_for_what_is_not_here_and_may_be_there() -> None:
    row = SimpleNamespace(actor="ann", client_id="b", body=LINE, seq=2)

    async def looked(since: int, *ids: str | None) -> tuple[int, dict[Any, Known]]:
        journal = Journal(row)
        one = made(since, journal)
        one.note(STAND, "ann", "a", 4, 7)
        found = await one.earlier([asked(client_id=each) for each in ids])
        return journal.looks, found

    there = {("ann", "b"): Known(LINE, 2, 0)}
    assert asyncio.run(looked(3, "a", "b")) == (1, there)
    assert asyncio.run(looked(1, "b")) == (1, there)
    assert asyncio.run(looked(0, "b")) == (0, {}), "before the first checkpoint everything is here"
    assert asyncio.run(looked(3, "a")) == (0, {})
    assert asyncio.run(looked(3, None)) == (0, {})


def test_what_is_before_a_checkpoint_is_left_to_the_journal_and_what_is_after_it_stays() -> None:
    journal = Journal()
    one = made(0, journal)
    for seq, client_id in ((4, "a"), (5, "b"), (6, "c")):
        one.note(STAND, "ann", client_id, seq, 10 + seq)
    one.forget(5)
    assert [one.length_after("ann", client_id) for client_id in ("a", "b", "c")] == [None, None, 16]
    asyncio.run(one.earlier([asked()]))
    assert journal.looks == 1


def test_after_an_undo_nothing_counts_as_made_but_the_undo() -> None:
    one = made()
    one.note(STAND, "ann", "a", 4, 7)
    one.begin_again("undo", "ann", "u", 3)
    assert (one.length_after("ann", "a"), one.length_after("ann", "u")) == (None, 3)
    with pytest.raises(Refused):
        one.answer(asked(client_id="u"), {}, 9, "now")
