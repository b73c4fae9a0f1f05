"""What a text says without a value, and what stands where it says nothing."""

from collections.abc import Callable
from enum import Enum

import pytest

from pitboss.rules import GAMES, load
from pitboss.rules.sheet import NOT_PROVIDED
from pitboss.rules.text import prose_of

SUBJECTS = {name: type(group) for game in GAMES for name, group in load(game).groups.items()}

# The rules of each game as it ships, every value that its text is silent on among them. Another hash is another game
# to everybody who has kept a record: the changelog says which game changed, and why.
AS_SHIPPED = {
    "double-attack-pa": "e44a6baffce6d434",
    "double-attack-nj": "c648eec4922a70bd",
    "double-back-jack-pa": "6c185eb3d4de7f5f",
    "double-deck-house": "61e983ea4984284b",
    "five-card-hi-lo-pa": "c34706d02e9c48d8",
}


@pytest.mark.parametrize("game", GAMES)
def test_the_rules_of_a_game_are_as_they_shipped(game: str) -> None:
    assert load(game).hash[:16] == AS_SHIPPED[game], "if that is meant, write it here and in the changelog"


@pytest.mark.parametrize("game", GAMES)
def test_a_value_set_leaves_the_clauses_of_every_step_as_they_are(game: str) -> None:
    plain = load(game)
    steps = plain.citations.keys() - plain.by_name.keys()
    varied = load(game, {"verbal_wagers": "dealer-confirms", "changed_every_hours": 12, "shoe_marked": "yes"})
    assert varied.departures
    assert {step: varied.cites(step) for step in steps} == {step: plain.cites(step) for step in steps}


def test_of_what_a_text_says_nothing_this_holds_and_no_clause_is_cited(
    golden: Callable[[str], Callable[[str], None]],
) -> None:
    """What a game of another state starts from, where its text is silent; `make golden` writes the file anew."""
    silent = {name: subject() for name, subject in SUBJECTS.items()}
    assert not [name for group in silent.values() for name, source in group.sources.items() if source.clauses]
    lines = [f"{leaf.name} = {prose_of(leaf.value)}\n" for group in silent.values() for leaf in group.leaves()]
    golden("silence")("".join(lines))


def test_what_no_text_provides_for_is_told_in_the_same_words_everywhere() -> None:
    """By them the sheet knows that the text is silent, and does not say it twice."""
    kinds = {leaf.type for subject in SUBJECTS.values() for leaf in subject().leaves()}
    silent = [getattr(kind, "NOT_PROVIDED", None) for kind in kinds]
    told = [member.value for member in silent if isinstance(member, Enum)]
    assert len(told) > 10
    assert set(told) == {NOT_PROVIDED}
