"""The table's chips against a second, naive settlement written from the texts."""

from collections import Counter

import pytest

from pitboss.rules.games import GAMES
from tests.agreement.naive import settle
from tests.agreement.random_rounds import BONUSES, NAMES, SIDE_WAGERS, rounds

FAST_ROUNDS = 1_500
SLOW_ROUNDS = 100_000
PARTS = 10


LATE = ("BoxPassedOver", "LateCardChosen", "HandDead")
# What must have come up among the random rounds for their agreement to prove something.
REACHED = {
    "double-attack-pa": (
        "HandSplit",
        "wager bust-it",
        "wager attack",
        "wager insurance",
        "decision surrender",
        "WagersParked",
        *LATE,
        "RoundVoided",
    ),
    "double-attack-nj": (
        "HandSplit",
        "wager bust-it",
        "WagersParked",
        "HandDesignated",
        "decision double",
        *LATE,
        "RoundVoided",
        "CollectionUndone",
    ),
    "double-back-jack-pa": (
        "HandSplit",
        "wager second-chance",
        "outcome second chance 21",
        "outcome 21",
        "WagersParked",
        *LATE,
    ),
    "double-deck-house": ("HandSplit", "outcome even money", "decision surrender", "CardsTucked", "decision double"),
    "five-card-hi-lo-pa": ("wager bet", "WagerCollected", "WagerPaid"),
}

# What comes up in less than one round of a hundred: only in ten thousand is it sure to, whatever the seed.
RARE = frozenset(("RoundVoided", "CollectionUndone", "HandDesignated", "outcome even money"))


def not_reached(game: str, came_up: Counter[str], rare: bool) -> list[str]:
    """What should have come up and did not."""
    sides = [f"wager {wager['name']}".lower() for wagers in SIDE_WAGERS[game] for wager in wagers]
    bonuses = ("outcome 21 of 3 cards", "outcome 21 of 4 cards") if any(BONUSES[game]) else ()
    wanted = [what for what in (*REACHED[game], *bonuses, *sides) if rare or what not in RARE]
    return [what for what in wanted if not came_up[what]]


def agree(game: str, count: int, seed: int) -> Counter[str]:
    """So many random rounds in which every player's chips moved by exactly what the texts give; what came up."""
    came_up: Counter[str] = Counter()
    for number, played in enumerate(rounds(game, count, seed)):
        expected = settle(game, played.facts, played.readings, played.options)
        wrong = {name: (expected[name], played.won[name]) for name in NAMES if expected[name] != played.won[name]}
        assert not wrong, f"round {number}, expected and paid: {wrong}\n{_told(played.facts)}\n{played.readings}"
        for fact in played.facts:
            came_up[type(fact).__name__] += 1
            for name in ("wager", "decision", "outcome"):
                came_up[f"{name} {getattr(fact, name, None)}"] += 1
    return came_up


def _told(happened: tuple[object, ...]) -> str:
    return "\n".join(str(fact) for fact in happened)


@pytest.mark.parametrize("game", list(GAMES))
def test_the_chips_move_as_the_texts_have_it(game: str) -> None:
    """Random rounds under random readings and house options."""
    assert not_reached(game, agree(game, FAST_ROUNDS, seed=2), rare=False) == []


@pytest.mark.slow
@pytest.mark.parametrize("part", range(1, PARTS + 1))
@pytest.mark.parametrize("game", list(GAMES))
def test_the_chips_move_as_the_texts_have_it_in_a_hundred_thousand_rounds(game: str, part: int) -> None:
    """As above, many more of them."""
    assert not_reached(game, agree(game, SLOW_ROUNDS // PARTS, seed=part), rare=True) == []
