"""Values as text and back: what a rule sheet prints can be typed again."""

from fractions import Fraction

import pytest

from pitboss.cards.card import Rank
from pitboss.rules import GAMES, load
from pitboss.rules.money import Cents, Odds
from pitboss.rules.subjects.bust_it import BUST_IT_PAYTABLE, BustItPaytable
from pitboss.rules.subjects.deal import DealStep
from pitboss.rules.subjects.shuffle_and_cut import CoverCardDepth, Shuffling, StackPart
from pitboss.rules.text import BadValue, json_of, parse, prose_of, text_of


@pytest.mark.parametrize(
    ("kind", "raw", "value"),
    [
        (int, "8", 8),
        (int, 8, 8),
        (Cents, "1000", 1000),
        (bool, "yes", True),
        (bool, "Off", False),
        (Fraction, "1/4", Fraction(1, 4)),
        (Fraction, "0.25", Fraction(1, 4)),
        (Odds, "5 to 2", Odds(5, 2)),
        (Rank, "t", Rank.TEN),
        (Rank, "10", Rank.TEN),
        (Shuffling, "BY_HAND", Shuffling.BY_HAND),
        (Shuffling, "by hand", Shuffling.BY_HAND),
        (int | None, "none", None),
        (int | None, "3", 3),
        (tuple[Rank, ...], "A, k", (Rank.ACE, Rank.KING)),
        (tuple[Rank, ...], "none", ()),
        (tuple[DealStep, ...], ["dealer-up"], (DealStep.DEALER_UP,)),
        (CoverCardDepth, "1/4 or more of the stack", CoverCardDepth(Fraction(1, 4), StackPart.STACK)),
        (CoverCardDepth, "1/4 to 1/3 of one deck", CoverCardDepth(Fraction(1, 4), StackPart.ONE_DECK, Fraction(1, 3))),
    ],
)
def test_what_was_typed_is_what_was_meant(kind: object, raw: object, value: object) -> None:
    assert parse(kind, raw) == value


@pytest.mark.parametrize(
    ("kind", "raw", "sentence"),
    [
        (int, "8.5", "'8.5' is not a whole number"),
        (int, "9" * 19, "not a whole number of at most 18 digits"),
        (int, True, "true is not a whole number"),
        (bool, "perhaps", "neither yes nor no"),
        (Fraction, "1/0", "not a fraction"),
        (Fraction, "1e999999999", "not a fraction"),
        (Fraction, 0.25, "not a fraction"),
        (Rank, "11", "not a rank"),
        (Shuffling, "by-foot", "Did you mean 'by-hand'"),
        (Shuffling, "xyzzy", "There are: by-hand, device, continuous"),
        (Odds, "a lot", "odds are written like"),
        (CoverCardDepth, "deep", "not a depth such as"),
        (CoverCardDepth, "1/2 to 1/4 of one deck", "leaves no place"),
        (CoverCardDepth, "3/2 of the stack", "leaves no place"),
        (CoverCardDepth, "1/4 to 3/2 of one deck", "leaves no place"),
        (BustItPaytable, "generous", "a paytable is a table of rows"),
        (BustItPaytable, {"three-eights-suited": "200 to 1"}, "no row 'three-eights-coloured'"),
    ],
)
def test_what_makes_no_sense_is_answered_in_a_sentence(kind: object, raw: object, sentence: str) -> None:
    with pytest.raises(BadValue, match=sentence):
        parse(kind, raw)


def test_a_paytable_that_misses_a_card_is_refused() -> None:
    rows = json_of(BUST_IT_PAYTABLE)
    assert isinstance(rows, dict)
    assert parse(BustItPaytable, rows) == BUST_IT_PAYTABLE
    del rows["9"]
    with pytest.raises(BadValue, match="no row for a third card 9"):
        parse(BustItPaytable, rows)


@pytest.mark.parametrize("game", GAMES)
def test_every_value_of_every_game_can_be_typed_back(game: str) -> None:
    for _, leaf in load(game).leaves():
        if leaf.type is not str and leaf.type != tuple[str, ...]:
            assert parse(leaf.type, json_of(leaf.value)) == leaf.value, leaf.name


def test_prose_is_for_people_and_text_for_keyboards() -> None:
    assert text_of(Shuffling.DEVICE) == "device"
    assert prose_of(Shuffling.DEVICE) == "by an automated shuffling device"
    assert prose_of((Rank.ACE, Rank.TEN)) == "A, 10"
    assert prose_of((Shuffling.BY_HAND, Shuffling.DEVICE)) == "by hand; by an automated shuffling device"
    assert text_of(None) == "none"
    assert prose_of(True) == "yes"
