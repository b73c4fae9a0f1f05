"""What a text says without a value, and what stands where it says nothing."""

import pytest

from pitboss.rules import GAMES, load

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
