"""How an operator is answered: how many, when, which tables somebody has left, and no password that was given."""

import pytest

from pitboss.house.operators_words import counted, day, gone_from, moment, told


@pytest.mark.parametrize(("count", "words"), [(0, "0 tables"), (1, "1 table"), (2, "2 tables")])
def test_one_is_one_and_others_are_many(count: int, words: str) -> None:
    assert counted(count, "table") == words
    assert counted(count, "person", "people").split()[1] == ("person" if count == 1 else "people")


def test_a_password_is_told_once_by_who_made_it_up() -> None:
    assert told(None, "horse") == " The password, told this once: horse"
    assert told("horse", "horse") == told("", "horse") == ""


@pytest.mark.parametrize(
    ("left", "waits", "words"),
    [
        ([], [], ""),
        (["t1", "t2"], [], " Left t1, t2; the chips are back in the bankroll."),
        ([], ["t3"], " Leaves t3 as soon as the wagers there are decided."),
        (["t1"], ["t3", "t4"], " Left t1; the chips are back in the bankroll. Leaves t3, t4 as soon as"),
    ],
)
def test_where_somebody_was_is_told_and_where_they_still_are(left: list[str], waits: list[str], words: str) -> None:
    said = gone_from(left, waits)
    assert said.startswith(words)
    assert bool(said) is bool(words)


def test_a_time_is_told_as_it_is_in_greenwich() -> None:
    assert moment(1_700_000_000_999) == "2023-11-14 22:13:20"
    assert day(1_700_000_000_999) == "2023-11-14 22:13 UTC"
