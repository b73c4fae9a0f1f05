"""The kernel against the procedure: the same cards and decisions give the same money, round by round."""

import random
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from pitboss.cards.card import Card
from pitboss.law import readings_of
from pitboss.rules.rules import BlackjackRules
from pitboss.rules.variant import load
from pitboss.simulate.specialise import constants_of, kernel
from pitboss.simulate.tables import tables
from pitboss.solve.strategy import Action, Strategy, mimic_the_dealer, total_of, uniform_play
from tests.agreement.engine_rounds import BET_CENTS, EngineRound, EngineTable, random_strategy, with_exact_hands

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
SLOW_ROUNDS_A_TABLE = 400


def given(cards: Sequence[Card]) -> list[int]:
    """Cards as the kernel takes them."""
    return [(min(card.rank, 10) - 1) | card.rank << 4 | card.suit << 8 for card in cards]


WAGERS = ("bet", "attack", "split", "double", "second-chance")


def compare(
    rules: BlackjackRules, boxes: int, rounds: int, seed: int, target: str, at_a_table: int = ROUNDS_A_TABLE
) -> list[EngineRound]:
    """So many rounds by random strategies in which every wager wins the same at the table and in the kernel."""
    chance = random.Random(seed)
    every: list[EngineRound] = []
    while len(every) < rounds:
        strategies = [random_strategy(rules, chance) for _ in range(boxes)]
        table = EngineTable(rules, strategies, chance.getrandbits(32))
        played = [table.round() for _ in range(min(rounds - len(every), at_a_table))]
        same_money(rules, strategies, played, target)
        every += played
    return every


def same_money(
    rules: BlackjackRules, strategies: Sequence[Strategy], played: Sequence[EngineRound], target: str, **extra: object
) -> None:
    """The kernel plays the same rounds by the same strategies and gives the same money."""
    boxes = len(strategies)
    plan = tables(rules, strategies)
    numbers = constants_of(rules, boxes, given=True, INSURANCE_COUNTED=True, NODES=plan.nodes, **extra)
    module = kernel(numbers, target)
    cards = [code for one in played for code in given(one.cards)]
    starts = np.cumsum([0, *(len(one.cards) for one in played)])[:-1].astype(np.uint32)
    out = np.zeros((len(played), module.GIVEN_ROW + module.GIVEN_BOX * boxes), np.int64)
    rows = np.zeros((boxes, module.BOX_ROW), np.int64)
    of_box = np.arange(boxes, dtype=np.uint32)
    faces = np.array([*cards, *[0] * 64], np.uint32)
    shoes = np.array([[one.left, *module.packed(values(one.rack)), len(one.rack)] for one in played], np.int64)
    module.play_given(faces, starts, rows, of_box, plan.rows, shoes, out)
    for n, one in enumerate(played):
        told = f"round {n}: {' '.join(map(str, one.cards))}, readings {rules.readings}"
        used, _, insurance, *rest = out[n].tolist()
        for box, won in enumerate(one.by_wager):
            found = rest[7 + module.GIVEN_BOX * box :][: module.GIVEN_BOX]
            nothing = {**NOTHING, **dict.fromkeys(numbers["SIDE_NAMES"], 0)}
            assert money(found, insurance, one.void, numbers) == {**nothing, **won}, f"box {box + 1}, {told}"
            assert sum(won.values()) == one.won[box], f"box {box + 1}, {told}"
        assert used == len(one.cards), told
        if numbers["RUNS_OUT"]:
            assert rest[0] == (2 if one.void else 0 if one.shuffled is None else 1), told
            if one.shuffled is not None:
                assert rest[1:7] == [*module.packed(values(one.shuffled)), len(one.shuffled)], told


NOTHING = dict.fromkeys((*WAGERS, "insurance"), 0)


def values(cards: Sequence[Card]) -> tuple[int, ...]:
    """How many cards there are of each value, ace first."""
    found = Counter(min(card.rank, 10) for card in cards)
    return tuple(found[value] for value in range(1, 11))


def money(row: Sequence[int], insurance: int, void: bool, numbers: Mapping[str, Any]) -> dict[str, int]:
    """What each wager of a box won, in cents."""
    insured, collected, *wagers, lines = row
    unit = numbers["UNIT"]
    found = dict(zip(WAGERS, wagers, strict=True)) | {"insurance": 0}
    for kind, name in enumerate(numbers["SIDE_NAMES"]):
        line = 0 if collected and numbers["SIDE_COLLECTED"][kind] else lines >> 8 * kind & 255
        win, stake = numbers["SIDE_ODDS"][kind][line - 1] if line else (-1, 1)
        found[name] = 0 if void else win * unit // stake
    if insured and insurance:
        found["insurance"] = numbers["INSURANCE_WIN"] if insurance == 2 else -numbers["INSURANCE_LOSE"]
    return {name: units * BET_CENTS // unit for name, units in found.items()}


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


# Readings and options that meet in one hand: a Blackjack that waits for a dealer whose 22 pushes, and a split hand's.
TOGETHER: tuple[tuple[str, Mapping[str, object], Mapping[str, str]], ...] = (
    ("double-attack-nj", {"push_total": 22}, {}),
    ("double-attack-nj", {"push_total": 22}, {"both-bust": "returned", "nj-hole-card": "unread"}),
    (
        "double-back-jack-pa",
        {},
        {"blackjack-after-split": "counts-as-blackjack", "twenty-one-paid": "after-all-players"},
    ),
    (
        "double-back-jack-pa",
        {"blackjack_paid": "after-round"},
        {"blackjack-after-split": "counts-as-blackjack", "twenty-one-paid": "after-all-players"},
    ),
    (
        "double-attack-nj",
        {"push_total": 22},
        {"blackjack-after-split": "counts-as-blackjack", "no-hole-card-dealer-blackjack": "original-wagers"},
    ),
    ("double-deck-house", {}, {"blackjack-after-split": "counts-as-blackjack", "double-deck-peek": "unchecked"}),
    ("double-attack-nj", {"blackjacks_tie": "no", "blackjack_beats_21": "no"}, {}),
    ("double-attack-nj", {}, {"no-hole-card-dealer-blackjack": "original-wagers"}),
    ("double-attack-nj", {}, {"no-hole-card-dealer-blackjack": "original-wagers", "nj-hole-card": "reader"}),
    ("double-attack-pa", {"blackjacks_tie": "no"}, {}),
    ("double-attack-pa", {}, {"both-bust": "returned", "bust-it-after-player-bust": "collected"}),
    ("double-deck-house", {"blackjacks_tie": "no"}, {"double-deck-peek": "unchecked"}),
    ("double-deck-house", {}, {"double-deck-split-natural": "pushes", "double-deck-peek": "unchecked"}),
)


@pytest.mark.parametrize(("game", "sets", "readings"), TOGETHER)
def test_readings_that_meet_in_one_hand(game: str, sets: Mapping[str, object], readings: Mapping[str, str]) -> None:
    """Several readings at once, money wager by wager."""
    compare(rules_of(game, sets, readings), 2, 150, 5, "given-python")


def test_a_blackjack_that_waits_is_paid_when_the_dealer_pushes_on_22() -> None:
    """The table and the kernel pay it; a hand without a Blackjack pushes."""
    rules = rules_of("double-attack-nj", {"push_total": 22}, {})
    stands = replace(mimic_the_dealer(rules), play=uniform_play(lambda situation, row, up: (Action.STAND,)))
    table = EngineTable(rules, [stands] * 3, 4)
    played = [table.round() for _ in range(400)]
    same_money(rules, [stands] * 3, played, "given-python")
    dealers = [(one, (one.cards[0], *one.cards[7:])) for one in played if points(one.cards[0], *one.cards[7:]) == 22]
    naturals = [
        one.by_wager[box]["bet"]
        for one, _ in dealers
        for box in range(3)
        if points(one.cards[1 + box], one.cards[4 + box]) == 21
    ]
    assert naturals
    assert all(won == BET_CENTS for won in naturals)


def points(*cards: Card) -> int:
    """The total of a hand."""
    return total_of([min(card.rank, 10) for card in cards])[0]


EARLY = {"surrender_settled": "early"}


@pytest.mark.parametrize("sets", [{"pair": "same-rank"}, {"split_hands": 1}, {"split_hands_of_aces": 1}])
def test_what_may_not_be_split_is_given_up_before_the_reader_by_what_comes_next(sets: Mapping[str, object]) -> None:
    """A pair preferred to be split, which these two cards are not: half is lost, to a Blackjack of the dealer too."""
    rules = rules_of("double-back-jack-pa", {**EARLY, **sets, "ranks_removed": "2, 3, 4, 5, 6, 7, 8, 9"}, {})
    wants = uniform_play(lambda situation, row, up: (Action.SPLIT, Action.SURRENDER, Action.STAND))
    strategies = [replace(mimic_the_dealer(rules), play=wants)] * 3
    table = EngineTable(rules, strategies, 8)
    played = [table.round() for _ in range(200)]
    same_money(rules, strategies, played, "given-python")
    assert any(points(one.cards[3], one.cards[7]) == 21 for one in played)


@pytest.mark.parametrize("game", GAMES)
def test_exact_hands_of_any_size_are_played_as_written(game: str) -> None:
    """Exceptions for hands of two to five cards, split and not."""
    rules, chance = rules_of(game, {}, {}), random.Random(9)
    strategies = [with_exact_hands(random_strategy(rules, chance), chance) for _ in range(2)]
    table = EngineTable(rules, strategies, chance.getrandbits(32))
    same_money(rules, strategies, [table.round() for _ in range(300)], "given-python")
    assert table.exact[2]
    assert table.exact[3]
    assert table.exact[4]


# What lies in the rack when a shoe is empty depends on when each hand is settled.
RACKS: tuple[tuple[str, Mapping[str, object], Mapping[str, str]], ...] = (
    ("double-attack-pa", {}, {"bust-it-after-player-bust": "collected"}),
    ("double-attack-pa", {}, {"pa-surrender-timing": "before-reader"}),
    ("double-attack-pa", {}, {"pa-surrender-timing": "after-play"}),
    ("double-attack-nj", {}, {}),
    ("double-attack-nj", {}, {"nj-hole-card": "reader"}),
    ("double-attack-nj", {}, {"nj-bonus-before": "bonus-first"}),
    ("double-attack-nj", {}, {"nj-bonus-before": "bonus-first", "nj-hole-card": "unread"}),
    ("double-attack-pa", {"even_money": True, "ranks_removed": "10, 4, 5, 6"}, {}),
    ("double-back-jack-pa", {}, {"surrender-timing": "before-reader"}),
    ("double-back-jack-pa", {}, {"twenty-one-paid": "after-all-players"}),
    ("double-deck-house", {"surrender": "first-decision", "even_money": True}, {}),
    ("double-deck-house", {"surrender": "first-decision"}, {"double-deck-peek": "unchecked"}),
    ("double-back-jack-pa", {"charlie_cards": 4}, {"twenty-one-paid": "after-all-players"}),
)


# Hands given up wait for a reader or a second card while others draw; many draw, or many wait, for the dealer to draw.
GIVING_UP = ((0.0, 0.0, 0.2, 0.7, 0.7), (0.1, 0.2, 0.4, 0.8, 0.8))


@pytest.mark.parametrize(("game", "sets", "readings"), RACKS)
def test_a_shoe_that_is_empty_in_mid_round_is_filled_from_the_same_rack(
    game: str, sets: Mapping[str, object], readings: Mapping[str, str]
) -> None:
    """A short shoe and five boxes: the very cards the table shuffles, and the same money after it."""
    rules, chance, ran_out = rules_of(game, {**sets, "decks": 1}, readings), random.Random(2), 0
    for number in range(8):
        strategies = [random_strategy(rules, chance, gives_up) for gives_up in GIVING_UP[number % 2]]
        table = EngineTable(rules, strategies, chance.getrandbits(32))
        played = []
        for _ in range(8):
            table.shorten_shoe(chance.randint(12, 16), rest_to_rack=True)
            played.append(table.round())
        same_money(rules, strategies, played, "given-python", RUNS_OUT=True)
        ran_out += sum(one.shuffled is not None for one in played)
    assert ran_out > 20


@pytest.mark.parametrize("boxes", [1, 3])
@pytest.mark.parametrize("game", GAMES)
def test_a_round_is_void_where_no_card_is_left_to_deal(game: str, boxes: int) -> None:
    """A shoe cut short and an empty rack: everything goes back, whatever had been settled."""
    insurance = {"void-insurance": "stays-collected"} if game == "double-attack-nj" else {}
    chance, void = random.Random(3), 0
    for number in range(16):
        rules = rules_of(game, {}, insurance if number % 2 else {})
        strategies = [random_strategy(rules, chance) for _ in range(boxes)]
        table = EngineTable(rules, strategies, chance.getrandbits(32))
        table.shorten_shoe(chance.randint(2 * boxes + 2, 2 * boxes + 4))
        played = table.round()
        same_money(rules, strategies, [played], "given-python", RUNS_OUT=True)
        void += played.void
        if played.void and not number % 2:
            assert set(played.won) == {0}
    assert void


def every_case() -> list[Any]:
    """Every game as it is, and under every option and reading, each under its own name."""
    found = []
    for game in GAMES:
        for number, (sets, readings) in enumerate([({}, {}), *cases(game)]):
            chosen = ",".join(f"{name}={value}" for name, value in {**sets, **readings}.items())
            found.append(
                pytest.param(game, sets, readings, 1 + number % 3, number, id=f"{game}-{chosen or 'as it is'}")
            )
    return found


@pytest.mark.slow
@pytest.mark.parametrize(("game", "sets", "readings", "boxes", "seed"), every_case())
def test_the_compiled_kernel_pays_what_the_table_pays_in_a_hundred_thousand_rounds(
    game: str, sets: Mapping[str, object], readings: Mapping[str, str], boxes: int, seed: int
) -> None:
    """A hundred thousand rounds for every game and every option and reading of it, compiled."""
    compare(rules_of(game, sets, readings), boxes, SLOW_ROUNDS, seed, "given", SLOW_ROUNDS_A_TABLE)


SIDES = {
    "perfect-pairs": ("first-two", ["same rank, same suit", "same rank, same colour", "same rank"]),
    "three": ("first-two-and-up", ["straight, same suit", "same rank", "straight", "same suit", "pair"]),
    "ranks": ("first-two", ["exactly K, Q", "ranks J, Q, K", "last 9, 10", "hard total at most 12", "total 20"]),
    "suits": ("first-two-and-up", ["suits spades, pair", "suits clubs, hearts", "same rank, suits hearts, diamonds"]),
    "third": (
        "dealer-three",
        ["suits clubs", "total at least 22, same colour", "total 21", "exactly 5, 6, K", "last 8"],
    ),
    "whole": ("dealer-hand", ["cards at least 5", "total at least 22", "total 17", "hard total 20"]),
}


PARTED = r", (?=[a-z])(?!clubs|diamonds|hearts|spades)"


def side_bets(lines: Mapping[str, tuple[str, list[str]]], **more: object) -> list[dict[str, object]]:
    """Side wagers as a file has them; a line's predicates are parted by commas where no rank and no suit follows."""
    found: list[dict[str, object]] = []
    for name, (cards, rows) in lines.items():
        pays = [{"when": re.split(PARTED, row), "odds": f"{2 + 3 * place} to 1"} for place, row in enumerate(rows)]
        found.append({"name": name, "cards": cards, "pays": pays, **more})
    return found


@pytest.mark.parametrize("boxes", [1, 3])
@pytest.mark.parametrize("game", ["double-attack-pa", "double-attack-nj", "double-back-jack-pa"])
def test_side_bets_of_a_file_win_the_same_in_the_kernel_and_at_the_table(game: str, boxes: int) -> None:
    """Every predicate over every set of cards, also where a wager on the dealer's third card goes with the hand."""
    collected = side_bets({"gone": SIDES["third"]}, after_bust="collected")
    rules = rules_of(game, {"side_wagers": side_bets(SIDES) + collected}, {})
    every = compare(rules, boxes, 120, 5, "given-python")
    won = Counter(name for one in every for box in one.by_wager for name, cents in box.items() if cents > 0)
    assert all(won[kind.id] for kind in rules.side_wagers if kind.id != "bust-it"), won


OWN = {
    "own": ("player-hand", ["cards 2, total 21", "total at least 22", "cards at least 4", "hard total at most 13"]),
    "soft": ("player-hand", ["total at least 18, hard total at most 11", "total 20", "cards 3"]),
}


@pytest.mark.parametrize("boxes", [1, 3])
@pytest.mark.parametrize("game", ["double-attack-pa", "double-attack-nj", "double-back-jack-pa", "double-deck-house"])
def test_side_bets_on_the_players_hand_win_the_same_in_the_kernel_and_at_the_table(game: str, boxes: int) -> None:
    """Hands that are split, doubled, given up, over 21, or that meet a Blackjack of the dealer."""
    rules = rules_of(game, {"side_wagers": side_bets(OWN)}, {})
    every = compare(rules, boxes, 120, 6, "given-python")
    won = Counter(name for one in every for box in one.by_wager for name, cents in box.items() if cents > 0)
    assert all(won[name] for name in OWN), won
