"""The clock of a table runs for one question, says once that time is up, and stands still when nobody is asked."""

from typing import Any

import pytest

from pitboss.house import absence
from pitboss.house.question_clock import QuestionClock
from tests import moves as m
from tests.house.kit import StillClock
from tests.procedure.kit import Scene

DECIDE_MS, SEED_MS = 30_000, 3_000
ANN: dict[str, Any] = {"by": "ann", "box": 1}


class Times:
    """A clock on a table, and what it said."""

    def __init__(self) -> None:
        self.clock = StillClock()
        self.said: list[tuple[object, ...]] = []
        self.question = QuestionClock(self.clock, DECIDE_MS, SEED_MS, self.said.append)

    def left(self) -> int | None:
        return self.question.left_ms


def playing() -> Scene:
    return Scene("double-back-jack-pa", "TD 9S 3D 8H 2D 2H").open().bet()


def test_it_says_once_that_time_is_up_and_which_question_it_was() -> None:
    times, scene = Times(), playing()
    assert times.left() is None
    times.question.set(scene.table)
    asked = absence.question(scene.table)
    assert (times.left(), times.question.question) == (DECIDE_MS, asked)
    times.clock.pass_ms(DECIDE_MS - 1)
    assert (times.left(), times.said) == (1, [])
    times.clock.pass_ms(1)
    assert (times.left(), times.said) == (0, [asked])
    times.clock.pass_ms(DECIDE_MS)
    assert (times.left(), times.said) == (0, [asked]), "never less than nothing, and only once"


def test_the_same_question_gets_no_more_time_and_a_new_one_all_of_it() -> None:
    times, scene = Times(), playing()
    times.question.set(scene.table)
    times.clock.pass_ms(20_000)
    times.question.set(scene.table)
    assert times.left() == 10_000
    scene.do(m.Hit(**ANN))
    times.question.set(scene.table)
    assert times.left() == DECIDE_MS
    times.clock.pass_ms(10_000)
    assert times.said == [], "the first question was answered"
    times.clock.pass_ms(20_000)
    assert times.said == [absence.question(scene.table)]


@pytest.mark.parametrize("stops", ["nobody is asked", "it is told to"])
def test_it_stands_still(stops: str) -> None:
    times, scene = Times(), playing()
    times.question.set(scene.table)
    if stops == "nobody is asked":
        scene.stand_all()
        times.question.set(scene.table)
    else:
        times.question.cancel()
        times.question.cancel()
    assert (times.left(), times.question.question) == (None, ())
    times.clock.pass_ms(DECIDE_MS)
    assert times.said == []


def test_a_question_asked_again_after_it_stood_still_gets_all_the_time() -> None:
    times, scene = Times(), playing()
    times.question.set(scene.table)
    times.clock.pass_ms(20_000)
    times.question.cancel()
    times.question.set(scene.table)
    assert times.left() == DECIDE_MS


def test_a_seed_is_waited_for_by_a_clock_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    times, scene = Times(), playing()
    monkeypatch.setattr(absence, "seeds_asked", lambda table: True)
    times.question.set(scene.table)
    assert times.left() == SEED_MS
    times.clock.pass_ms(SEED_MS - 1)
    assert times.said == []
    times.clock.pass_ms(1)
    assert times.said == [absence.question(scene.table)]
