"""The kernel against the procedure: the same cards and decisions give the same money, round by round."""

import random
from collections.abc import Mapping, Sequence

import numpy as np
import pytest

from pitboss.cards.card import Card
from pitboss.law import readings_of
from pitboss.rules.rules import BlackjackRules
from pitboss.rules.variant import load
from pitboss.simulate.specialise import constants_of, kernel
from pitboss.simulate.tables import tables
from tests.agreement.engine_rounds import BET_CENTS, EngineRound, EngineTable, random_strategy

GAMES = ("double-attack-pa", "double-attack-nj", "double-back-jack-pa", "double-deck-house")
OPTIONS: Mapping[str, tuple[Mapping[str, object], ...]] = {
    "double-attack-pa": ({}, {"shuffling": "continuous"}),
    "double-attack-nj": ({}, {"positions": 7, "decks": 6}),
    "double-back-jack-pa": ({}, {"decks": 2}),
    "double-deck-house": (
        {},
        {"dealer_hits_soft": True, "surrender": "first-decision"},
        {"blackjack_odds": "6 to 5", "even_money": True},
        {"even_money": False},
    ),
}
ROUNDS_A_TABLE = 40
FAST_ROUNDS = 30
SLOW_ROUNDS = 100_000
PARTS = 4


def given(cards: Sequence[Card]) -> list[int]:
    """Cards as the kernel takes them."""
    return [(min(card.rank, 10) - 1) | card.rank << 4 | card.suit << 8 for card in cards]


def compare(rules: BlackjackRules, boxes: int, rounds: int, seed: int, target: str) -> None:
    """So many rounds by random strategies in which every box wins the same at the table and in the kernel."""
    chance = random.Random(seed)
    numbers = constants_of(rules, boxes, given=True, INSURANCE_COUNTED=True, BUST_IT_COUNTED=True)
    module = kernel(numbers, target)
    left = rounds
    while left > 0:
        strategies = [random_strategy(rules, chance) for _ in range(boxes)]
        table = EngineTable(rules, strategies, chance.getrandbits(32))
        played = [table.round() for _ in range(min(left, ROUNDS_A_TABLE))]
        left -= len(played)
        cards = [code for one in played for code in given(one.cards)]
        starts = np.cumsum([0, *(len(one.cards) for one in played)])[:-1].astype(np.uint32)
        out = np.zeros((len(played), 4 + 4 * boxes), np.int64)
        rows = np.zeros((boxes, 14), np.int64)
        plan = tables(rules, strategies)
        of_box = np.arange(boxes, dtype=np.uint32)
        faces = np.array([*cards, *[0] * 64], np.uint32)
        module.play_given(faces, starts, rows, of_box, plan.rows, out)
        for n, one in enumerate(played):
            check(
                one, out[n].tolist(), numbers, f"round {n}: {' '.join(map(str, one.cards))}, readings {rules.readings}"
            )


def check(one: EngineRound, row: list[int], numbers: Mapping[str, int], told: str) -> None:
    """One round's money, box by box, and the cards it took."""
    _used, _up, insurance, bust_it, *results = row
    unit = numbers["UNIT"]
    pays = [-1, *numbers["BUST_IT_PAYS"], numbers["BUST_IT_SUITED"], numbers["BUST_IT_COLOURED"]]  # type: ignore[misc]
    won = []
    for box in range(len(one.won)):
        net, _, insured, collected = results[4 * box : 4 * box + 4]
        if numbers["BUST_IT"]:
            net += (-1 if collected else pays[bust_it]) * unit
        if insured and insurance:
            net += numbers["INSURANCE_WIN"] if insurance == 2 else -numbers["INSURANCE_LOSE"]
        won.append(net * BET_CENTS // unit)
    assert tuple(won) == one.won, told
    assert _used == len(one.cards), told


def cases(game: str) -> list[tuple[Mapping[str, object], Mapping[str, str]]]:
    """Every house option above, and every reading by itself."""
    found: list[tuple[Mapping[str, object], Mapping[str, str]]] = [(sets, {}) for sets in OPTIONS[game]]
    for reading in readings_of(game):
        found += [({}, {reading.id: option.id}) for option in reading.options if option.id != reading.default]
    return found


def rules_of(game: str, sets: Mapping[str, object], readings: Mapping[str, str]) -> BlackjackRules:
    """Rules of the blackjack family."""
    rules = load(game, sets, readings)
    assert isinstance(rules, BlackjackRules)
    return rules


@pytest.mark.parametrize("boxes", [1, 3])
@pytest.mark.parametrize("game", GAMES)
def test_the_kernel_pays_what_the_table_pays(game: str, boxes: int) -> None:
    """Every option and reading, a few rounds each, the kernel run by Python."""
    for number, (sets, readings) in enumerate(cases(game)):
        compare(rules_of(game, sets, readings), boxes, FAST_ROUNDS, number, "given-python")


@pytest.mark.slow
@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("game", GAMES)
def test_the_compiled_kernel_pays_what_the_table_pays_in_a_hundred_thousand_rounds(game: str, part: int) -> None:
    """Every option and reading, compiled, a hundred thousand rounds in all for each game."""
    found = cases(game)
    for number, (sets, readings) in list(enumerate(found))[part::PARTS]:
        boxes = 1 + number % 3
        compare(rules_of(game, sets, readings), boxes, SLOW_ROUNDS // len(found), number, "given")
