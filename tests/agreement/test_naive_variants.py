"""The table's chips against the naive settlement where a house has made rules of its own, mishaps and all."""

import random
from collections.abc import Mapping
from typing import Any

import pytest

from pitboss.rules.errors import RulesError
from pitboss.rules.variant import load
from tests.agreement.naive_values import settle
from tests.agreement.random_rounds import (
    BONUS_21,
    BY_DEAL,
    BY_DEALER,
    BY_PLAYER,
    DEALT_BY_ITSELF,
    NAMES,
    RandomPeople,
)
from tests.agreement.test_kernel_against_engine import GAMES
from tests.agreement.test_variants import any_readings, departures, values_of

COMBINATIONS, SLOW_COMBINATIONS, ROUNDS = 25, 1_500, 10
# A paytable is no single value, and few cards run out with several boxes in play.
MORE: tuple[tuple[str, object], ...] = (
    ("decks", 1),
    ("decks", 2),
    ("surrender_share", "1/4"),
    ("surrender_share", "3/4"),
    ("bonus_21", BONUS_21),
    ("bonus_21", {**BONUS_21, "after split": "no", "after double": "yes"}),
    ("side_wagers", BY_DEAL),
    ("side_wagers", BY_DEALER),
    ("side_wagers", BY_PLAYER),
)


def undecided(values: Mapping[str, Any]) -> bool:
    """Whether several may wager on a box with a second chance: of which of them it is, nobody says."""
    return bool(values["second_chance"] and values["bettors_per_box"] > 1)


def disagreements(game: str, combinations: int, seed: int) -> tuple[int, list[str]]:
    """How many variants were dealt, and where anybody got what the values do not give."""
    chance, dealt, found = random.Random(f"{game} {seed}"), 0, list[str]()
    every = (*departures(game), *MORE)
    for _ in range(combinations):
        sets, readings = dict(chance.sample(every, chance.randint(1, 6))), any_readings(game, chance)
        try:
            rules = load(game, sets, readings)
        except RulesError:
            continue
        values = values_of(rules) | {
            "side wagers as written": sets.get("side_wagers", []),
            "bonus as written": sets.get("bonus_21"),
        }
        if undecided(values):
            continue
        dealt += 1
        people = RandomPeople(rules, chance, chance.random() < 0.5 and game not in DEALT_BY_ITSELF)
        for _ in range(ROUNDS):
            before, start = people.chips(), len(people.table.facts)
            people.play_round()
            after = people.chips()
            expected = settle(tuple(people.table.facts[start:]), values, dict(rules.readings))
            wrong = {
                name: (expected[name], after[name] - before[name])
                for name in NAMES
                if expected[name] != after[name] - before[name]
            }
            found += [f"{sets} {readings}: expected and paid {wrong}"] if wrong else []
    return dealt, found


@pytest.mark.parametrize("game", GAMES)
def test_a_variants_chips_move_as_its_values_say(game: str) -> None:
    dealt, found = disagreements(game, COMBINATIONS, seed=1)
    assert found == []
    assert dealt > COMBINATIONS // 4


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_a_variants_chips_move_as_its_values_say_in_thousands_of_rounds(game: str) -> None:
    dealt, found = disagreements(game, SLOW_COMBINATIONS, seed=2)
    assert found == []
    assert dealt > SLOW_COMBINATIONS // 4
