"""Rules no law has: a variant is refused in one sentence, or the table deals it and the kernel pays the same."""

import ast
import inspect
import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from enum import Enum
from fractions import Fraction
from functools import partial
from pathlib import Path
from types import MappingProxyType

import pytest

import pitboss
from pitboss.cards.card import Rank
from pitboss.law import readings_of
from pitboss.procedure import family_table
from pitboss.rules.errors import RulesError
from pitboss.rules.games import GAMES as ALL_GAMES
from pitboss.rules.money import Odds
from pitboss.rules.rules import Rules
from pitboss.rules.text import id_of
from pitboss.rules.variant import load
from pitboss.simulate.specialise import constants_of
from pitboss.simulate.strategies import solved
from pitboss.solve.strategy import Action, mimic_the_dealer, uniform_play
from pitboss.solve.terms import game_terms
from tests.agreement.engine_rounds import EngineTable, random_strategy
from tests.agreement.test_kernel_against_engine import (
    GAMES,
    GIVING_UP,
    OWN,
    SIDES,
    compare,
    rules_of,
    same_money,
    side_bets,
)
from tests.agreement.test_kernel_against_solver import MEETING_ROUNDS, agree

ROUNDS, SLOW_ROUNDS = 12, 80
SLOW_COMBINATIONS = 200
SHORT_COMBINATIONS, SHORT_ROUNDS = 20, 8
SOLVED_COMBINATIONS, SOLVED_ROUNDS = 6, 4_000_000
SOME = 0.3  # of the readings, in a combination; and how often a paytable is among the values
# The amounts in these rounds are fixed: a bet of 200 dollars, insured for half, settled in whole cents.
FIXED_BY_THE_ROUNDS = {"insurance_share", "surrender_share", "boxes_per_player", "shuffle_routine"}

BONUSES = {
    "4 cards": "3 to 2",
    "5 cards or more": "2 to 1",
    "6-7-8": "3 to 2",
    "6-7-8 suited": "2 to 1",
    "6-7-8 spades": "3 to 1",
    "7-7-7": "4 to 1",
    "7-7-7 suited": "5 to 1",
}
# No single values: wagers by the deal, by the dealer's cards, gone with the hand or not, by the player's; and bonuses.
PAYTABLES: tuple[tuple[str, object], ...] = (
    ("side_wagers", side_bets({name: SIDES[name] for name in ("perfect-pairs", "three", "whole")})),
    ("side_wagers", side_bets({"third": SIDES["third"]}, after_bust="collected") + side_bets(OWN)),
    ("side_wagers", side_bets({"whole": SIDES["whole"], **OWN})),
    ("bonus_21", BONUSES),
    ("bonus_21", {**BONUSES, "after split": "no", "after double": "yes"}),
)
# Departures that were each dealt in one way and reckoned in another, or not dealt at all.
DEPARTURES: tuple[tuple[str, Mapping[str, object]], ...] = (
    ("double-attack-pa", {"surrender": "first-decision"}),
    ("double-attack-pa", {"double_split_aces": "yes", "double_after_split": "no"}),
    ("double-attack-pa", {"split_aces_one_card": "no", "surrender_split_aces": "no"}),
    ("double-attack-pa", {"twenty_one_paid": "after-all-players"}),
    ("double-attack-pa", {"blackjack_paid": "before-reader"}),
    ("double-attack-pa", {"blackjack_paid": "after-round", "blackjack_odds": "3 to 2"}),
    ("double-attack-pa", {"even_money": "yes", "blackjack_paid": "after-round", "blackjack_odds": "3 to 2"}),
    ("double-attack-pa", {"second_chance": "yes", "second_chance_after_split": "yes"}),
    ("double-attack-nj", {"twenty_one_paid": "after-all-players"}),
    ("double-attack-nj", {"blackjack_paid": "before-reader"}),
    ("double-attack-nj", {"shuffling": "device", "batch_backs_differ": "yes"}),
    ("double-back-jack-pa", {"hole_card": "unread"}),
    ("double-back-jack-pa", {"surrender_after_draw": "yes", "surrender_after_split": "yes"}),
    ("double-back-jack-pa", {"surrender": "never", "surrender_settled": "parked-for-reader"}),
    ("double-back-jack-pa", {"blackjack_paid": "in-turn", "hole_card": "none"}),
    ("double-deck-house", {"insurance_wins_on": "K"}),
    ("double-deck-house", {"double_card": "up-sideways", "surrender": "any-time"}),
    ("double-deck-house", {"double_on_cards_at_least": 3, "double_on_cards_at_most": 5}),
    ("double-deck-house", {"split_aces_one_card": "no", "double_split_aces": "yes"}),
    ("double-deck-house", {"second_chance": "yes"}),
    ("double-deck-house", {"player_bust": "loses-unless-dealer-busts"}),
    ("double-deck-house", {"dealt_from": "shoe"}),
    ("double-deck-house", {"hole_card": "none", "surrender": "first-decision", "surrender_settled": "at-once"}),
    ("double-attack-nj", {"surrender_settled": "at-once"}),
    ("double-attack-nj", {"blackjack_beats_21": "no"}),
    ("double-attack-nj", {"blackjack_beats_21": "no", "bust_it_offered": "no", "blackjack_after_split": "blackjack"}),
    ("double-back-jack-pa", {"insurance_odds": "3 to 1"}),
    ("double-deck-house", {"insurance_odds": "3 to 1", "even_money": "yes", "blackjack_odds": "6 to 5"}),
    ("double-deck-house", {"even_money": "yes", "blackjack_odds": "6 to 5"}),
    ("double-attack-pa", {"bust_it_after_bust": "collected"}),
    ("double-deck-house", {"split_hands_of_aces": 3, "resplit_aces": "yes"}),
    ("double-attack-pa", {"split_hands_of_aces": 1}),
    ("double-deck-house", {"double_on_totals": "9, 10, 11"}),
    ("double-deck-house", {"surrender": "first-decision", "surrender_settled": "early"}),
    ("double-attack-pa", {"surrender": "first-decision", "surrender_settled": "early"}),
    ("double-attack-nj", {"surrender": "first-decision", "surrender_settled": "early", "hole_card": "reader"}),
    ("double-back-jack-pa", {"surrender_settled": "early"}),
    ("double-attack-nj", {"double_on_totals": "10, 11, 18"}),
    ("double-deck-house", {"charlie_cards": 5}),
    ("double-attack-pa", {"charlie_cards": 4}),
    ("double-attack-nj", {"charlie_cards": 3}),
    ("double-back-jack-pa", {"charlie_cards": 4, "twenty_one_paid": "after-all-players"}),
    ("double-attack-pa", {"bonus_21": BONUSES}),
    ("double-attack-nj", {"bonus_21": {**BONUSES, "after split": "no", "after double": "yes"}, "charlie_cards": 5}),
    ("double-back-jack-pa", {"bonus_21": BONUSES, "twenty_one_paid": "after-all-players"}),
    ("double-deck-house", {"bonus_21": BONUSES}),
    ("double-deck-house", {"bonus_21": {"3 cards": "2 to 1", "after double": "yes"}, "double_card": "up-sideways"}),
)
NO_TABLE: tuple[tuple[str, Mapping[str, object], str], ...] = (
    ("double-deck-house", {"attack": "up-to-bet"}, "no moment to offer"),
    ("double-back-jack-pa", {"bust_it_offered": "yes"}, "does not say how a Bust It Wager is settled"),
    ("double-attack-pa", {"bust_it_settled": "first-of-all"}, "settles the wager where its text has it"),
    ("double-attack-nj", {"bust_it_settled": "before-bets"}, "settles the wager where its text has it"),
    ("double-attack-pa", {"dealer_stands_on": 18}, "no row for a third card 5"),
    ("double-attack-nj", {"dealer_stands_on": 19}, "no row for a third card 4, 5"),
    ("double-deck-house", {"twenty_one_paid": "right-away"}, "lie face down"),
    ("double-deck-house", {"blackjack_paid": "before-reader", "even_money": "no"}, "lie face down"),
    ("double-back-jack-pa", {"double_card": "down-tucked"}, "down-tucked hides"),
    ("double-attack-pa", {"double_card": "down-tucked", "bust_it_after_bust": "collected"}, "hides the bust"),
    ("double-back-jack-pa", {"even_money": "yes"}, "before insurance is offered"),
    ("double-attack-pa", {"surrender_settled": "parked-for-reader"}, "nobody is asked"),
    (
        "double-back-jack-pa",
        {"surrender_settled": "parked-for-reader", "surrender": "any-time"},
        "the reader comes first",
    ),
    ("double-attack-pa", {"surrender_settled": "early"}, "the reader comes first"),
    ("double-deck-house", {"split_hands_of_aces": 5}, "no box has more than split_hands = 4"),
    ("double-deck-house", {"double_on_totals": "11, 21"}, "totals 4 to 20"),
    ("double-deck-house", {"charlie_cards": 3}, "down-tucked hides it"),
    (
        "double-deck-house",
        {"surrender": "any-time", "surrender_after_double": "half-of-everything"},
        "surrender_after_double makes no table here: double_card = down-tucked hides",
    ),
    ("double-deck-house", {"bonus_21": {"5 cards": "3 to 2", "after double": "yes"}}, "down-tucked hides it"),
    ("double-attack-pa", {"deal_order": "players-up, players-up, dealer-up, dealer-down"}, "deal_order"),
    ("double-deck-house", {"deal_order": "players-down, dealer-up, players-down"}, "hole card"),
)


def other_values(name: str, value: object) -> Iterator[object]:
    """Values of the same kind, as people type them."""
    if name in FIXED_BY_THE_ROUNDS or name.endswith("_cents"):
        return
    if isinstance(value, bool):
        yield "no" if value else "yes"
    elif isinstance(value, Rank):
        yield from (rank.label for rank in (Rank.KING, Rank.ACE, Rank.NINE) if rank is not value)
    elif isinstance(value, Enum):
        yield from (id_of(member) for member in type(value) if member is not value)
    elif isinstance(value, int):
        yield from (value - 1, value + 1)
    elif isinstance(value, Odds):
        yield from (odds for odds in ("3 to 1", "2 to 1", "3 to 2", "6 to 5", "1 to 1") if odds != str(value))
    elif isinstance(value, Fraction):
        yield from (share for share in ("1/3", "2/3") if Fraction(share) != value)
    elif value is None:
        yield from (2, 3, 5, 22, 23)
    elif value == ():
        yield "9, 10, 11"
    elif isinstance(value, tuple) and isinstance(value[0], Rank):
        yield from ("A", "K", "9, 10", "10, J, Q, K", "A, 10, J, Q, K")


def values_of(rules: Rules) -> dict[str, object]:
    """Every value of some rules by name."""
    return {leaf.name: leaf.value for _, leaf in rules.leaves()}


def departures(game: str) -> list[tuple[str, object]]:
    """Every value of a game with every other one it could have."""
    return [(name, other) for name, value in values_of(load(game)).items() for other in other_values(name, value)]


def any_readings(game: str, chance: random.Random) -> dict[str, str]:
    """Some of the readings of a game, each by any of its options."""
    read = [reading for reading in readings_of(game) if chance.random() < SOME]
    return {reading.id: chance.choice(reading.options).id for reading in read}


def any_values(chance: random.Random, every: Sequence[tuple[str, object]], least: int, most: int) -> dict[str, object]:
    """Some of these values, at times with a paytable beside them."""
    paid = [chance.choice(PAYTABLES)] if chance.random() < SOME else []
    return dict([*chance.sample(every, chance.randint(least, most)), *paid])


def dealt_alike(
    game: str, sets: Mapping[str, object], rounds: int, seed: int, readings: Mapping[str, str] = MappingProxyType({})
) -> bool:
    """False where the variant is refused; otherwise the table and the kernel have paid the same."""
    try:
        rules = rules_of(game, sets, readings)
        constants_of(rules, 2, INSURANCE_COUNTED=True)
    except RulesError:
        return False
    compare(rules, 2, rounds, seed, "given-python")
    return True


@pytest.mark.parametrize(("game", "sets"), DEPARTURES)
def test_a_departure_is_dealt_as_it_is_reckoned(game: str, sets: Mapping[str, object]) -> None:
    assert dealt_alike(game, sets, 120, 7)


LINES_NEED = (Rank.SIX, Rank.SEVEN, Rank.EIGHT, Rank.KING)  # a game has cards that count 10


@pytest.mark.parametrize("game", GAMES)
def test_every_line_of_bonuses_is_paid_alike(game: str) -> None:
    """Decks of sixes, sevens, eights and kings, always drawn to: hands whose suits tell the line, split or not."""
    lines = {**BONUSES, "6-7-8 clubs": "7 to 1", "after split": "no" if game == "double-attack-nj" else "yes"}
    removed = ", ".join(rank.label for rank in Rank if rank not in LINES_NEED)
    rules = rules_of(game, {"bonus_21": lines, "ranks_removed": removed, "second_chance": "no"}, {})
    draws, splits = ((Action.HIT,), (Action.SPLIT, Action.HIT))
    strategies = [
        replace(mimic_the_dealer(rules), play=uniform_play(lambda *cell, does=does: does))
        for does in (draws, splits, draws)
    ]
    table = EngineTable(rules, strategies, 11)
    played = [table.round() for _ in range(250)]
    same_money(rules, strategies, played, "given-python")
    told = {outcome for one in played for outcome in one.outcomes}
    assert {f"21 of 6-7-8{suits}" for suits in ("", " suited", " spades", " clubs")} | {"21 of 7-7-7"} <= told


@pytest.mark.slow
@pytest.mark.parametrize(("game", "sets"), DEPARTURES)
def test_a_departure_is_worth_what_the_solver_says(game: str, sets: Mapping[str, object]) -> None:
    """Every round from a full shoe, as the solver has it, however the variant shuffles."""
    agree(game, MEETING_ROUNDS, 3, {name: value for name, value in sets.items() if name != "shuffling"})


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("at_random", [False, True], ids=["best", "random"])
def test_departures_that_meet_are_worth_what_the_solver_says(game: str, at_random: bool) -> None:
    """Whatever values make a table together, insured throughout: what is dealt is worth what was worked out.

    Played as nobody would, a hand is doubled on any total, and split whatever comes of it.
    """
    chance, every, found = random.Random(game), departures(game), 0
    while found < SOLVED_COMBINATIONS:
        sets, readings = any_values(chance, every, 2, 4), any_readings(game, chance)
        try:
            constants_of(rules_of(game, {"shuffling": "continuous", **sets}, readings), 1)
            game_terms(rules_of(game, sets, readings))
        except RulesError:
            continue
        less = {name: value for name, value in sets.items() if name != "shuffling"}
        plays = partial(random_strategy, chance=chance) if at_random else solved
        agree(game, SOLVED_ROUNDS, found, less, readings, plays)
        found += 1


@pytest.mark.parametrize(("game", "sets", "why"), NO_TABLE)
def test_what_no_table_can_deal_is_refused(game: str, sets: Mapping[str, object], why: str) -> None:
    with pytest.raises(RulesError, match=why):
        load(game, sets)


@pytest.mark.parametrize("part", range(4))
@pytest.mark.parametrize("game", GAMES)
def test_every_single_departure_is_refused_or_dealt_as_it_is_reckoned(game: str, part: int) -> None:
    found = [dealt_alike(game, {name: other}, ROUNDS, part) for name, other in departures(game)[part::4]]
    assert found.count(True) > 20


@pytest.mark.slow
@pytest.mark.parametrize("part", range(4))
@pytest.mark.parametrize("game", GAMES)
def test_departures_that_meet_are_refused_or_dealt_as_they_are_reckoned(game: str, part: int) -> None:
    chance, every = random.Random(part), departures(game)
    found = [
        dealt_alike(game, any_values(chance, every, 1, 5), SLOW_ROUNDS, number, any_readings(game, chance))
        for number in range(SLOW_COMBINATIONS)
    ]
    assert found.count(True) > SLOW_COMBINATIONS // 8


def alike_from_short_shoes(game: str, combinations: int, seed: int) -> tuple[int, int]:
    """How many variants were dealt from shoes that are nearly empty, and how often one was; money and racks agree."""
    chance, every, dealt, ran_out = random.Random(f"{game} {seed}"), departures(game), 0, 0
    for _ in range(combinations):
        sets = {**any_values(chance, every, 0, 4), "decks": chance.choice((1, 2))}
        readings, gives_up = any_readings(game, chance), chance.choice(GIVING_UP)
        try:
            rules = rules_of(game, sets, readings)
            constants_of(rules, len(gives_up), INSURANCE_COUNTED=True)
        except RulesError:
            continue
        strategies = [random_strategy(rules, chance, often) for often in gives_up[: rules.layout.positions]]
        table, played = EngineTable(rules, strategies, chance.getrandbits(32)), []
        for _ in range(SHORT_ROUNDS):
            table.shorten_shoe(chance.randint(12, 20), rest_to_rack=True)
            played.append(table.round())
        same_money(rules, strategies, played, "given-python", RUNS_OUT=True)
        dealt, ran_out = dealt + 1, ran_out + sum(one.shuffled is not None for one in played)
    return dealt, ran_out


@pytest.mark.parametrize("game", GAMES)
def test_departures_that_meet_are_dealt_alike_from_a_shoe_that_runs_out(game: str) -> None:
    dealt, ran_out = alike_from_short_shoes(game, SHORT_COMBINATIONS, seed=1)
    assert dealt > SHORT_COMBINATIONS // 4
    assert ran_out > dealt


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_departures_that_meet_are_dealt_alike_from_many_shoes_that_run_out(game: str) -> None:
    dealt, ran_out = alike_from_short_shoes(game, SLOW_COMBINATIONS, seed=2)
    assert dealt > SLOW_COMBINATIONS // 8
    assert ran_out > dealt


def attributes_of(tree: ast.AST) -> set[str]:
    """Every attribute that some code reads."""
    return {n.attr for n in ast.walk(tree) if isinstance(n, ast.Attribute) and isinstance(n.ctx, ast.Load)}


def attributes_read() -> set[str]:
    """What the floors above the rules read, and what the subjects' own methods read that somebody there asks."""
    root = Path(pitboss.__file__).parent
    trees = {path: ast.parse(path.read_text(encoding="utf-8")) for path in root.rglob("*.py")}
    found = {name for path, tree in trees.items() if root / "rules" not in path.parents for name in attributes_of(tree)}
    subjects = [tree for path, tree in trees.items() if root / "rules" / "subjects" in path.parents]
    methods = [(one.name, attributes_of(one)) for tree in subjects for one in functions_of(tree)]
    while more := set().union(*(reads for name, reads in methods if name in found)) - found:
        found |= more
    return found


def functions_of(tree: ast.AST) -> list[ast.FunctionDef]:
    """Every function of a module, those of its classes too."""
    return [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]


def test_what_only_one_texts_own_round_acts_on_cannot_be_set_at_another_table() -> None:
    """There it would be on the sheet as a departure, and nothing would be dealt otherwise."""
    root = Path(pitboss.__file__).parent
    rounds = {load(game).document: family_table.procedure_of(load(game).family, load(game).document) for game in GAMES}
    own = {Path(inspect.getfile(found)): document for document, found in rounds.items()}
    engines = [path for floor in ("procedure", "simulate", "solve") for path in (root / floor).rglob("*.py")]
    reads = {path: attributes_of(ast.parse(path.read_text(encoding="utf-8"))) for path in engines}
    subjects = set().union(*(attributes_of(ast.parse(p.read_text())) for p in (root / "rules/subjects").glob("*.py")))
    shared = subjects.union(*(read for path, read in reads.items() if path not in own))
    tried = 0
    for game in GAMES:
        here = set().union(*(reads[path] for path, document in own.items() if document == load(game).document))
        face_up = {"double_on_blackjack"} if load(game).document != "dd-house" else set()  # nobody is asked about one
        for name, other in departures(game):
            if name not in face_up and (name in shared | here or not any(name in reads[path] for path in own)):
                continue
            tried += 1
            with pytest.raises(RulesError, match=f"{name} makes no table here"):
                load(game, {name: other})
    assert tried >= 3


def test_whatever_a_variant_may_set_is_acted_on() -> None:
    """A value that nothing reads is none, and words that somebody compares are no value either."""
    leaves = [leaf for game in ALL_GAMES for _, leaf in load(game).leaves()]
    assert {leaf.name for leaf in leaves} - attributes_read() == set()
    assert [leaf.name for leaf in leaves if isinstance(leaf.value, str)] == []
