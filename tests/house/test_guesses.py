"""How long whoever has guessed a password wrong waits: on both sides of every limit."""

import pytest

from pitboss.house import guesses
from pitboss.house.guesses import FORGOTTEN_AFTER, Devices, Guesses


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


def test_a_hundred_thousand_guessers_are_remembered_and_one_more_takes_the_place_of_the_first() -> None:
    one = Guesses(1, 1_000, 9_000)
    for number in range(100_000):
        one.guessed(f"{number}", "here", 0)
    assert one.wait_ms("0", "here", 0) == 1_000
    one.guessed("one more", "here", 0)
    assert [one.wait_ms(name, "here", 0) for name in ("0", "1", "one more")] == [0, 1_000, 1_000]


def test_whoever_opened_the_door_for_a_name_forgives_it_everywhere_and_nobody_else() -> None:
    one = Guesses(1, 1_000, 9_000)
    for name, place in (("ann", "here"), ("ann", "there"), ("bob", "here")):
        one.guessed(name, place, 0)
    one.forgive("ann")
    waits = [one.wait_ms(name, place, 0) for name, place in (("ann", "here"), ("ann", "there"), ("bob", "here"))]
    assert waits == [0, 0, 1_000]


def test_two_devices_of_one_name_are_two_places_and_coming_in_again_makes_a_new_one() -> None:
    """A nonce of nine bytes, so that no two meet by chance."""
    devices = Devices(b"a secret")
    first, second = devices.known_for(None, "ann"), devices.known_for(None, "ann")
    again = devices.known_for(first, "ann")
    places = [devices.place(cookie, "ann") for cookie in (first, second, again)]
    assert len(set(places)) == 3
    assert all(place is not None and len(bytes.fromhex(place.removeprefix("device "))) == 9 for place in places)
    assert "-" not in again, "the old mark is gone"


def test_a_device_is_known_for_the_last_five_who_came_in_there() -> None:
    devices, cookie, names = Devices(b"a secret"), None, ("ann", "bob", "cat", "dan", "eve", "fay")
    for name in names:
        cookie = devices.known_for(cookie, name)
    assert [devices.place(cookie, name) is not None for name in names] == [False, True, True, True, True, True]


def test_a_cookie_made_by_hand_is_read_no_further_than_five_marks_and_512_characters() -> None:
    devices = Devices(b"a secret")
    marks = [devices.known_for(None, name) for name in ("ann", "bob", "cat", "dan", "eve", "fay")]
    six = "-".join(marks)
    assert [devices.place(six, name) is not None for name in ("ann", "eve", "fay")] == [True, True, False]
    padding = "-" * (512 - len(marks[0]))
    assert devices.place(padding + marks[0], "ann") is not None
    assert devices.place(f"-{padding}{marks[0]}", "ann") is None
