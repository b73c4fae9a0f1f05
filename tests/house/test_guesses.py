"""How long whoever has guessed a password wrong waits: on both sides of every limit."""

import pytest

from pitboss.house import guesses
from pitboss.house.guesses import FORGOTTEN_AFTER, Guesses


def after(count: int, free: int = 3, wait_ms: int = 1_000, wait_ms_max: int = 300_000) -> int:
    """The wait right after so many guesses."""
    one = Guesses(free, wait_ms, wait_ms_max)
    for _ in range(count):
        one.guessed("ann", "here", 5_000)
    return one.wait_ms("ann", "here", 5_000)


@pytest.mark.parametrize(
    ("count", "wait"),
    [(0, 0), (1, 0), (2, 0), (3, 1_000), (4, 2_000), (5, 4_000), (11, 256_000), (12, 300_000), (60, 300_000)],
)
def test_each_wait_is_twice_the_last_up_to_the_longest(count: int, wait: int) -> None:
    assert after(count) == wait


def test_without_a_free_guess_the_first_one_waits() -> None:
    assert (after(0, free=0), after(1, free=0), after(2, free=1)) == (0, 2_000, 2_000)


def test_even_a_longest_wait_of_years_is_reached_in_forty_doublings() -> None:
    assert after(43, wait_ms=1, wait_ms_max=2**50) == after(99, wait_ms=1, wait_ms_max=2**50) == 2**40
    assert after(42, wait_ms=1, wait_ms_max=2**50) == 2**39


def test_the_wait_runs_from_the_last_guess_and_ends_to_the_millisecond() -> None:
    one = Guesses(1, 1_000, 9_000)
    one.guessed("ann", "here", 5_000)
    assert [one.wait_ms("ann", "here", now) for now in (5_000, 5_999, 6_000, 9_000)] == [1_000, 1, 0, 0]
    one.guessed("ann", "here", 7_000)
    assert one.wait_ms("ann", "here", 7_000) == 2_000


def test_names_and_places_are_counted_apart_and_the_right_password_forgives_its_own() -> None:
    one = Guesses(1, 1_000, 9_000)
    for name, place in (("ann", "here"), ("ann", "there"), ("bob", "here")):
        one.guessed(name, place, 0)
    one.right("ann", "here")
    one.right("cat", "here")
    waits = [one.wait_ms(name, place, 0) for name, place in (("ann", "here"), ("ann", "there"), ("bob", "here"))]
    assert waits == [0, 1_000, 1_000]


def test_the_count_begins_anew_after_four_of_the_longest_waits() -> None:
    for late, wait in ((0, 2_000), (1, 1_000)):
        one = Guesses(1, 1_000, 9_000)
        one.guessed("ann", "here", 0)
        now = FORGOTTEN_AFTER * 9_000 + late
        one.guessed("ann", "here", now)
        assert one.wait_ms("ann", "here", now) == wait
    assert FORGOTTEN_AFTER == 4


def test_the_longest_quiet_guesser_is_forgotten_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guesses, "PAIRS_MAX", 2)
    one = Guesses(1, 1_000, 9_000)
    for name in ("ann", "bob", "ann", "cat"):
        one.guessed(name, "here", 0)
    assert [one.wait_ms(name, "here", 0) for name in ("ann", "bob", "cat")] == [2_000, 0, 1_000]
