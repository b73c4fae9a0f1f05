"""Two texts laid side by side: no clause of either is forgotten, and the table says what the rules say."""

from collections import Counter

import pytest

from pitboss.law import Citation, documents
from pitboss.rules import GAMES, load
from pitboss.rules.comparison import Comparison, comparison_of, comparisons
from pitboss.rules.rules import Rules
from pitboss.rules.sheet import alike_by_reading, differences

CLAUSES = {document.id: {clause.id for clause in document.clauses} for document in documents()}
GAME_OF = {document.id: document.game for document in documents()}
EACH = pytest.mark.parametrize("compared", comparisons(), ids=lambda c: f"{c.left} {c.right}")


def both(compared: Comparison) -> tuple[Rules, Rules]:
    return load(GAME_OF[compared.left]), load(GAME_OF[compared.right])


def sides(compared: Comparison) -> list[tuple[Citation, Citation]]:
    """The clauses of every entry: what differs, then what is the same."""
    return [*((m.left_clauses, m.right_clauses) for m in compared.matters), *compared.same]


@EACH
def test_every_clause_of_both_texts_is_compared_and_no_other(compared: Comparison) -> None:
    assert {clause for left, _ in sides(compared) for clause in left} == CLAUSES[compared.left]
    assert {clause for _, right in sides(compared) for clause in right} == CLAUSES[compared.right]


@EACH
def test_no_clause_is_called_the_same_twice_nor_without_a_counterpart(compared: Comparison) -> None:
    # A clause that says several things may stand beside two of the other text's, but on its own side once.
    for side in (0, 1):
        pairs = Counter(clause for each in compared.same for clause in each[side])
        assert [clause for clause, times in pairs.items() if times > 1] == []
    assert all(left and right for left, right in compared.same)


@EACH
def test_the_other_text_on_the_left_is_the_same_comparison_turned(compared: Comparison) -> None:
    turned = comparison_of(compared.right, compared.left)
    assert turned is not None
    assert sides(turned) == [(right, left) for left, right in sides(compared)]


@EACH
def test_a_value_that_differs_stands_in_exactly_one_entry(compared: Comparison) -> None:
    left, right = both(compared)
    named = Counter(value for matter in compared.matters for value in matter.values)
    told = {one.name for one in differences(left, right)} & (left.by_name.keys() | right.by_name.keys())
    doubtful = {a.name for a, _ in alike_by_reading(left, right)}
    assert (told | doubtful) - named.keys() == set(), "name the value beside its clauses in rules/comparisons/"
    assert named.keys() - told - doubtful == set(), "an entry names a value in which the games do not differ"
    assert [value for value, times in named.items() if times > 1] == []


@EACH
def test_an_entry_and_its_values_name_the_same_clauses(compared: Comparison) -> None:
    left, right = both(compared)
    for matter in compared.matters:
        for value in matter.values:
            for rules, clauses in ((left, matter.left_clauses), (right, matter.right_clauses)):
                cited = rules.cites(value)
                assert not cited or set(cited) & set(clauses), f"{value} rests on {cited}, the entry on {clauses}"


@EACH
def test_an_entry_without_a_value_says_both_sides_in_a_section_of_the_sheet(compared: Comparison) -> None:
    written = [matter for matter in compared.matters if not matter.values]
    assert all(m.left and m.right and m.what and m.section in both(compared)[0].groups for m in written)
    assert all(m.left_clauses or m.right_clauses for m in written)
    names = [matter.name for matter in written]
    assert len(set(names)) == len(names)
    for game in GAMES:
        assert not set(names) & load(game).by_name.keys()


def test_texts_that_were_not_laid_side_by_side_are_compared_by_their_values_alone() -> None:
    assert comparison_of("pa-665a", "pa-673a") is None
    left, right = load("double-attack-pa"), load("double-back-jack-pa")
    assert {one.name for one in differences(left, right)} <= left.by_name.keys() | right.by_name.keys()
