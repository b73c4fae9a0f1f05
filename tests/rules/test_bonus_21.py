"""Bonuses for 21s as a variant writes them: read, shown and refused in one sentence."""

import pytest

from pitboss.rules.errors import RulesError
from pitboss.rules.rules import BlackjackRules
from pitboss.rules.subjects.bonus_21 import Bonus21
from pitboss.rules.text import json_of, parse
from pitboss.rules.variant import load

LINES = {"5 cards": "3 to 2", "7 cards or more": "3 to 1", "8-6-7": "3 to 2", "7-7-7 spades": "3 to 1"}


def rules(**lines: object) -> BlackjackRules:
    return BlackjackRules.of(load("double-attack-pa", {"bonus_21": {**LINES, **lines}}))


def test_what_is_written_is_read_and_shown_the_best_line_first() -> None:
    bonus = rules().settlement.bonus_21
    assert bonus is not None
    assert [row.name for row in bonus.rows] == ["7 cards or more", "7-7-7 spades", "5 cards", "6-7-8"]
    assert (bonus.after_double, bonus.after_split) == (False, True)
    assert parse(Bonus21 | None, str(bonus)) == bonus, "as it is shown, so it can be typed"
    assert parse(Bonus21 | None, json_of(bonus)) == bonus
    assert parse(Bonus21 | None, "none") is None


def test_a_table_without_them_has_the_hash_it_had_and_one_with_them_another() -> None:
    plain = load("double-attack-pa")
    assert load("double-attack-pa", {"bonus_21": "none"}).hash == plain.hash
    assert len({plain.hash, rules().hash, rules(**{"after double": "yes"}).hash}) == 3
    assert [(gone.name, gone.lawful) for gone in rules().departures] == [("bonus_21", None)]


def test_the_layout_says_what_they_pay_after_the_texts_own_words() -> None:
    plain = load("double-attack-pa").on_felt
    assert rules().on_felt == (
        *plain,
        "21 of 7 cards or more, 7-7-7 spades pays 3 to 1",
        "21 of 5 cards, 6-7-8 pays 3 to 2",
    )


@pytest.mark.parametrize(
    ("lines", "why"),
    [
        ({"2 cards": "3 to 2"}, "3 to 21 cards"),
        ({"22 cards": "3 to 2"}, "3 to 21 cards"),
        ({"6-7-9": "3 to 2"}, "no 21 of cards from ace to 9"),
        ({"A-10-10": "3 to 2"}, "no 21 of cards from ace to 9"),
        ({"A-K": "3 to 2"}, "no 21 of cards from ace to 9"),
        ({"3-3-3-3-3-6": "3 to 2"}, "names 3 to 5 of them"),
        ({"6-7-X": "3 to 2"}, "'x' is not a rank"),
        ({"6-7-8 swords": "3 to 2"}, "none of suited, clubs, diamonds, hearts, spades"),
        ({"five cards": "3 to 2"}, "says nothing of a 21"),
        ({"5 cards": "lots"}, "odds are written like"),
        ("5 cards: 3 to 2; 5 cards: 2 to 1", "a row is said twice"),
        ({"6-7-8": "3 to 2", "7-8-6": "2 to 1"}, "two rows for '6-7-8'"),
        ({"5 cards": "3 to 2", "after double": "maybe"}, "'after double' is yes or no"),
        ({}, "no bonus without a row"),
        (5, "a table of rows"),
    ],
)
def test_what_is_no_bonus_is_refused_in_one_sentence(lines: object, why: str) -> None:
    with pytest.raises(RulesError, match=why):
        load("double-attack-pa", {"bonus_21": lines})


@pytest.mark.parametrize("line", ["3 cards", "21 cards", "A-9-A", "A-2-8", "3-3-3-3-9"])
def test_the_least_and_the_most_that_a_bonus_may_name_are_taken(line: str) -> None:
    assert load("double-attack-pa", {"bonus_21": {line: "3 to 2"}}).departures


@pytest.mark.parametrize("after_double", ["yes", "no"])
@pytest.mark.parametrize("after_split", ["yes", "no"])
def test_a_hand_that_was_split_and_doubled_is_paid_a_bonus_only_where_it_would_be_after_either(
    after_double: str, after_split: str
) -> None:
    bonus = rules(**{"after double": after_double, "after split": after_split}).settlement.bonus_21
    assert bonus is not None
    paid = {(doubled, split): bonus.paid_to(doubled, split) for doubled in (True, False) for split in (True, False)}
    assert (paid[True, False], paid[False, True]) == (after_double == "yes", after_split == "yes")
    assert (paid[False, False], paid[True, True]) == (True, after_double == after_split == "yes")
