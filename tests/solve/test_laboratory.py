"""What a laboratory asks beside the edge: each figure against another way to it."""

from dataclasses import replace
from fractions import Fraction
from itertools import permutations

import numpy as np
import pytest

from pitboss.cards.card import Card, Rank, Suit
from pitboss.rules.known_games import KnownGame, known
from pitboss.rules.rules import BlackjackRules
from pitboss.rules.variant import load
from pitboss.rules.wager_kinds import wager_kind
from pitboss.solve.cache import solved
from pitboss.solve.combinations import combinations
from pitboss.solve.composition import Composition, full_shoe
from pitboss.solve.distribution import against
from pitboss.solve.laboratory import (
    Laboratory,
    bonuses_paid,
    edges_by_error,
    laboratory,
    moments,
    player_ends,
    usual_errors,
)
from pitboss.solve.round_values import Table
from pitboss.solve.solution import Solution, best_play, main_game, price
from pitboss.solve.strategy import Action
from pitboss.solve.terms import game_terms
from pitboss.solve.up_card import UpCard
from pitboss.solve.wager_lines import dealer_draws

PA = BlackjackRules.of(load("double-attack-pa"))


@pytest.fixture(scope="module")
def solution() -> Solution:
    return solved(PA, lambda step, share: None)


@pytest.fixture(scope="module")
def found(solution: Solution) -> Laboratory:
    return laboratory(PA, solution.strategy)


def edge_of(rules: BlackjackRules) -> float:
    table = Table(game_terms(rules), full_shoe(rules))
    table.deal()
    return main_game(table, best_play(table)[0]).house_edge


# --- ways -------------------------------------------------------------------------------------------------------------


@pytest.mark.clause("PA 665a.12(c)")
def test_the_ways_to_three_eights_are_those_one_counts_by_hand() -> None:
    """Eight decks have 32 eights, 8 of a suit: 4 x 8 x 7 x 6 ordered deals of one suit."""
    counted = combinations(PA.wager_kinds["bust-it"], PA, full_shoe(PA))
    assert counted is not None
    assert (counted.cards, counted.deals) == (3, 384 * 383 * 382)
    assert counted.lines[0] == 4 * 8 * 7 * 6
    assert counted.lost + sum(counted.lines) == counted.deals


def test_ways_are_the_chances_that_the_solver_says(solution: Solution) -> None:
    counted = combinations(PA.wager_kinds["bust-it"], PA, full_shoe(PA))
    assert counted is not None
    assert [float(x) for x in counted.chances] == pytest.approx(solution.side_wagers["bust-it"].lines, rel=1e-12)


SUITED = {"name": "Royal", "cards": "first-two", "pays": [{"when": ["ranks K, Q", "same suit"], "odds": "20 to 1"}]}
PAIRED = {"name": "Up", "cards": "first-two-and-up", "pays": [{"when": ["pair", "suits hearts"], "odds": "9 to 1"}]}


@pytest.mark.parametrize("raw", [SUITED, PAIRED], ids=["two cards", "three cards"])
def test_ways_are_those_found_by_dealing_every_order_of_a_deck(raw: dict[str, object]) -> None:
    rules = BlackjackRules.of(load("double-attack-pa", {"decks": 1}))
    kind = wager_kind(raw)
    counted = combinations(kind, rules, full_shoe(rules))
    assert counted is not None
    deck = [Card(rank, suit) for rank in Rank if rank is not Rank.TEN for suit in Suit]
    ways = 0
    for cards in permutations(deck, counted.cards):
        ranks, suits = [card.rank for card in cards], {card.suit for card in cards}
        royal = all(rank in (Rank.KING, Rank.QUEEN) for rank in ranks) and len(suits) == 1
        paired = len(set(ranks)) < len(ranks) and suits == {Suit.HEARTS}
        ways += royal if raw is SUITED else paired
    assert counted.lines == (ways,)
    assert counted.lost == counted.deals - ways


def test_a_hand_of_any_length_has_no_number_of_deals() -> None:
    line = {"when": "cards at least 6", "odds": "9 to 1"}
    kind = wager_kind({"name": "Long", "cards": "player-hand", "pays": [line]})
    assert combinations(kind, PA, full_shoe(PA)) is None


# --- ends -------------------------------------------------------------------------------------------------------------


def test_the_dealers_ends_are_all_there_are_and_his_blackjacks_those_one_counts(found: Laboratory) -> None:
    assert sum(found.dealer.values()) == pytest.approx(1, abs=1e-12)
    assert found.dealer["Blackjack"] == pytest.approx(2 * 32 * 96 / (384 * 383), abs=1e-14)
    assert list(found.dealer) == ["17", "18", "19", "20", "21", "Blackjack", "over 21"]


def test_the_dealers_ends_are_those_of_many_shoes(found: Laboratory) -> None:
    """Dealt by hand, ten thousand times: within four standard errors."""
    draw, many = np.random.default_rng(7), 10_000
    shoe = np.array([rank for rank in Rank if rank is not Rank.TEN] * 32)
    ends: dict[str, int] = {}
    for _ in range(many):
        ranks = [Rank(int(r)) for r in draw.choice(shoe, 20, replace=False)]
        size = 2
        while dealer_draws(PA, ranks[:size]):
            size += 1
        hard = sum(min(rank, 10) for rank in ranks[:size])
        total = hard + 10 if Rank.ACE in ranks[:size] and hard <= 11 else hard
        name = "over 21" if total > 21 else "Blackjack" if (size, total) == (2, 21) else str(total)
        ends[name] = ends.get(name, 0) + 1
    for name, chance in found.dealer.items():
        assert abs(ends[name] / many - chance) < 4 * (chance * (1 - chance) / many) ** 0.5, name


def test_the_players_ends_are_all_there_are(found: Laboratory) -> None:
    assert sum(found.player.values()) == pytest.approx(1, abs=1e-12)
    assert found.player["21 in two cards"] > found.dealer["Blackjack"], "split aces and courts make some more"


# --- errors and other odds --------------------------------------------------------------------------------------------


def test_no_error_costs_less_than_nothing_and_the_printed_strategy_is_the_cards(
    found: Laboratory, solution: Solution
) -> None:
    assert found.errors["the printed strategy"] == pytest.approx(solution.by_totals.house_edge, abs=1e-15)
    for name, edge in found.errors.items():
        assert edge >= solution.main.house_edge, name
    assert found.errors["mimics the dealer"] > found.errors["never attacks"] > found.errors["never surrenders"]


def test_who_never_attacks_plays_a_game_without_the_attack(solution: Solution) -> None:
    """By the same card, whose cells against attacked up cards are for attacked hands."""
    table = Table(game_terms(PA), full_shoe(PA))
    table.deal()
    edges = edges_by_error(table, solution.strategy)
    without = BlackjackRules.of(load("double-attack-pa", {"attack": "none"}))
    other = Table(game_terms(without), full_shoe(without))
    other.deal()
    told = replace(solution.strategy, rules_hash=without.hash, attack=(False,) * 10)
    assert edges["never attacks"] == pytest.approx(price(other, told)[0].house_edge, abs=1e-13)


def test_who_always_insures_loses_the_insurance_beside_the_rest(found: Laboratory, solution: Solution) -> None:
    """An ace shows in 32 of 384 rounds; half the bet is wagered on it at its own edge."""
    lost = solution.side_wagers["insurance"].house_edge * 32 / 384 / 2
    assert found.errors["always insures"] - found.errors["the printed strategy"] == pytest.approx(lost, abs=1e-12)


def test_an_error_leaves_out_just_what_it_names(solution: Solution) -> None:
    wrong = dict(usual_errors(PA, solution.strategy))
    for name, action in (("never doubles", Action.DOUBLE), ("never splits", Action.SPLIT)):
        for rows, before in zip(wrong[name].play, solution.strategy.play, strict=True):
            for row, were in zip(rows, before, strict=True):
                for cell, was in zip(row, were, strict=True):
                    assert action not in cell
                    assert set(was) - {action} <= set(cell)
    assert not any(any(row) for row in wrong["never surrenders"].surrender_after_double)


def test_other_odds_are_solved_as_a_variant_with_them_is(found: Laboratory, solution: Solution) -> None:
    assert found.blackjack_odds["1 to 1"] == pytest.approx(solution.main.house_edge, abs=1e-15)
    better = BlackjackRules.of(load("double-attack-pa", {"blackjack_odds": "3 to 2"}))
    assert found.blackjack_odds["3 to 2"] == pytest.approx(edge_of(better), abs=1e-15)


# --- spread -----------------------------------------------------------------------------------------------------------


def test_a_coin_that_pays_three_to_one_has_the_moments_one_works_out() -> None:
    found = moments([{"net": -1.0, "chance": 0.75}, {"net": 3.0, "chance": 0.25}])
    assert found.mean == 0.0
    assert found.deviation == pytest.approx(3**0.5)
    assert found.skew == pytest.approx((-0.75 + 0.25 * 27) / 3**1.5)
    assert found.volatility == pytest.approx(1.645 * 3**0.5)
    assert list(found.hold(300, 2.0)) == pytest.approx([-0.2, 0.2])


# --- known games ------------------------------------------------------------------------------------------------------

# Published for six and eight decks, doubling after a split, resplit to four hands, no surrender: to a hundredth.
PUBLISHED = {
    "Blackjack, 6 decks, dealer stands on soft 17": 0.0040,
    "Blackjack, 6 decks, dealer hits soft 17": 0.0062,
    "Blackjack, 8 decks, dealer stands on soft 17": 0.0043,
}


def test_known_games_have_the_edges_that_are_published() -> None:
    of = {one.name: float(one.house_edge) for one in known()}
    for name, edge in PUBLISHED.items():
        assert of[name] == pytest.approx(edge, abs=0.0001), name


@pytest.mark.parametrize(
    "one", [known()[0], *(pytest.param(one, marks=pytest.mark.slow) for one in known()[1:])], ids=lambda one: one.name
)
def test_known_games_are_solved_anew(one: KnownGame) -> None:
    rules = BlackjackRules.of(load(one.start, one.sets))
    assert edge_of(rules) == pytest.approx(float(one.house_edge), abs=1e-10)


# Few enough cards to be quick, with 21s of three and four cards; nothing is split.
FEW_CARDS = Composition((4, 3, 3, 3, 3, 4, 4, 4, 4, 0, 2, 3, 3))
EVERY_21 = {"3 cards": "2 to 1", "4 cards": "5 to 1", "5 cards or more": "9 to 1", "after double": "yes"}


def unsplit(bonus: dict[str, str]) -> tuple[Table, dict[int, UpCard]]:
    rules = load("double-attack-pa", {"bonus_21": bonus, "split_hands": 1, "attack": "none", "decks": 1})
    table = Table(game_terms(BlackjackRules.of(rules)), FEW_CARDS)
    table.deal()
    return table, table.play(table.game.plain)


def test_every_21_of_three_cards_or_more_is_paid_one_of_the_bonuses_for_all_of_them() -> None:
    table, best = unsplit(EVERY_21)
    paid = bonuses_paid(table, best)
    assert sum(paid.values()) == pytest.approx(player_ends(table, best)["21"], abs=1e-12)
    assert paid["3 cards"] > paid["4 cards"] > paid["5 cards or more"] > 0


def test_of_6_7_8_one_in_sixteen_is_suited_and_a_quarter_of_those_spades() -> None:
    mixed, suited, spades = 1 - 1 / 16, 1 / 16 * 3 / 4, 1 / 16 / 4
    paid = bonuses_paid(*unsplit({"6-7-8": "3 to 2", "6-7-8 suited": "2 to 1", "6-7-8 spades": "3 to 1"}))
    whole = sum(paid.values())
    assert whole > 0
    assert [paid[name] / whole for name in ("6-7-8", "6-7-8 suited", "6-7-8 spades")] == pytest.approx(
        [mixed, suited, spades]
    )


@pytest.mark.parametrize("bonus", [EVERY_21, {"6-7-8 suited": "40 to 1", "5 cards": "7 to 2"}])
def test_the_results_of_rounds_with_bonuses_are_all_there_is_and_have_their_mean(bonus: dict[str, str]) -> None:
    table, best = unsplit(bonus)
    largest = max(float(Fraction(odds.replace(" to ", "/"))) for name, odds in bonus.items() if "after" not in name)
    for one in best.values():
        found = against(table, one).chances
        assert sum(found.values()) == pytest.approx(1, abs=1e-12)
        assert sum(net * chance for net, chance in found.items()) == pytest.approx(one.mean, abs=1e-12)
        assert found[largest] > 0
