"""What a solution must satisfy, whatever the figures: laws of probability, options that never hurt, closed forms."""

import json
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import product

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pitboss.cards.card import ALL_CARDS, Card, Rank
from pitboss.law import readings_of
from pitboss.procedure.blackjack.side_wagers import row_paid
from pitboss.rules.rules import BlackjackRules
from pitboss.rules.variant import load
from pitboss.solve.by_reading import all_readings
from pitboss.solve.by_totals import best_column
from pitboss.solve.cache import from_record, to_record
from pitboss.solve.composition import Composition, can_run_out, full_shoe
from pitboss.solve.dealer_hand import dealer_tree, fill_outcomes
from pitboss.solve.hands import all_hands
from pitboss.solve.orders import class_rows
from pitboss.solve.round_paths import unsplit_paths
from pitboss.solve.round_values import Table, table
from pitboss.solve.side_wagers import insurance, side_wager, side_wager_at_table
from pitboss.solve.solution import (
    Solution,
    as_json,
    best_play,
    composition_strategy,
    exact_plays,
    main_game,
    price,
    solve,
)
from pitboss.solve.strategy import Action, mimic_the_dealer, total_of
from pitboss.solve.strategy_file import from_csv
from pitboss.solve.terms import game_terms
from tests.solve.split_variance import exact_variance

ONE_DECK: dict[str, object] = {"decks": 1}
GAMES = ("double-attack-nj", "double-back-jack-pa", "double-deck-house")


def rules_of(
    game: str, sets: dict[str, object] | None = None, readings: dict[str, str] | None = None
) -> BlackjackRules:
    rules = load(game, sets, readings)
    assert isinstance(rules, BlackjackRules)
    return rules


def edge(rules: BlackjackRules) -> float:
    at = table(rules, full_shoe(rules))
    return main_game(at, best_play(at)[0]).house_edge


@pytest.fixture(scope="module", params=GAMES)
def solution(request: pytest.FixtureRequest) -> Solution:
    return solve(rules_of(request.param, ONE_DECK))


def test_the_effects_of_removal_balance(solution: Solution) -> None:
    """Play unchanged, a round after an unseen card is burned is worth what a round is worth."""
    shoe = full_shoe(rules_of(solution.game, ONE_DECK)).values
    for name in {"main", "bust-it"} & set(solution.effects):
        effects = solution.effects[name]
        assert sum(shoe[value - 1] * effect for value, effect in effects.items()) == pytest.approx(0, abs=1e-12)


def test_the_distribution_is_one(solution: Solution) -> None:
    assert sum(solution.distribution.values()) == pytest.approx(1, abs=1e-12)
    assert solution.distribution_error < 2e-4


def test_going_by_totals_costs_something_but_little(solution: Solution) -> None:
    assert 0 <= solution.by_totals.house_edge - solution.main.house_edge < 1e-3


def test_a_solution_survives_the_disk(solution: Solution) -> None:
    assert from_record(to_record(solution)) == solution


def test_the_json_keys_others_rely_on(solution: Solution) -> None:
    keys = "game rules_hash readings house_edge total_wager standard_deviation side_wagers exact seconds"
    found = as_json(solution)
    assert set(keys.split()) <= set(found)
    assert solution.main.total_wager > 1


def test_without_splits_the_distribution_is_exact() -> None:
    for game in GAMES:
        found = solve(rules_of(game, {**ONE_DECK, "split_hands": 1}))
        assert not found.splits_happen
        assert found.distribution_error < 1e-13


BETTER: list[tuple[str, dict[str, object], dict[str, object]]] = [
    ("double-deck-house", {"double_after_split": False}, {}),
    ("double-deck-house", {"split_hands": 2}, {"split_hands": 3}),
    ("double-deck-house", {"split_hands": 3}, {}),
    ("double-deck-house", {}, {"surrender": "first-decision"}),
    ("double-deck-house", {}, {"resplit_aces": True}),
    ("double-deck-house", {}, {"double_split_aces": True, "split_aces_one_card": False}),
    ("double-deck-house", {"blackjack_odds": "6 to 5", "even_money": False}, {"blackjack_odds": "6 to 5"}),
    ("double-attack-nj", {**ONE_DECK, "attack": "none"}, ONE_DECK),
    ("double-attack-nj", {**ONE_DECK, "surrender_after_double": "not-offered"}, ONE_DECK),
    ("double-attack-nj", {**ONE_DECK, "surrender": "never", "surrender_after_double": "not-offered"}, ONE_DECK),
    ("double-attack-nj", {**ONE_DECK, "double_on_cards_at_most": 2}, ONE_DECK),
    ("double-back-jack-pa", {**ONE_DECK, "second_chance": False}, ONE_DECK),
    ("double-back-jack-pa", ONE_DECK, {**ONE_DECK, "push_total": "none"}),
]


@pytest.mark.parametrize(("game", "without", "with_it"), BETTER)
def test_an_option_never_hurts(game: str, without: dict[str, object], with_it: dict[str, object]) -> None:
    assert edge(rules_of(game, with_it)) < edge(rules_of(game, without))


def test_more_decks_move_the_edge_smoothly() -> None:
    edges = [edge(rules_of("double-deck-house", {"decks": decks})) for decks in (1, 2, 4, 8)]
    steps = np.diff(edges)
    assert (steps > 0).all()
    assert (np.diff(steps) < 0).all()


counts = st.lists(st.integers(0, 9), min_size=10, max_size=10).filter(lambda n: sum(n) >= 30 and sum(n[4:]) >= 20)


@settings(max_examples=25)
@given(counts, st.integers(1, 10), st.booleans())
def test_dealer_outcomes_are_probabilities_and_condition_consistently(
    shoe: list[int], up: int, hits_soft: bool
) -> None:
    """For any shoe: outcomes sum to one, and are the mean over the next card of those after it."""
    hands = all_hands(tuple(min(n, 21 // value + 2) for value, n in enumerate(shoe, 1)))
    out = np.zeros((1, len(hands.keys), 8))
    left = np.array(shoe, float)
    fill_outcomes(left, hands.cards, np.arange(len(hands.keys)), dealer_tree(up, 17, hits_soft, 0, False), out)
    for h in range(len(hands.keys)):
        rest = left - hands.cards[h]
        if hands.size[h] != 2 or rest.sum() < 20:
            continue
        assert out[0, h].sum() == pytest.approx(1, abs=1e-12)
        after = [(n, hands.after[h, c]) for c, n in enumerate(rest) if n > 0]
        if all(g >= 0 for _, g in after):
            mean = sum(n / rest.sum() * out[0, g] for n, g in after)
            np.testing.assert_allclose(mean, out[0, h], atol=1e-12)


def whole_tree(at: Table, up: int, out: int = 1) -> npt.NDArray[np.float64]:
    """The dealer's outcomes with every hand over 21 gone through, `out` - 1 more cards of the up card's value out."""
    found = np.zeros((out, at.size, at.game.slots.size))
    fill_outcomes(at.left(up), at.hands.cards, np.arange(at.hands.live), at.game.trees[up - 1], found, up - 1, (1, out))
    return found


@pytest.mark.parametrize(
    ("game", "sets"),
    [
        ("double-attack-nj", {}),  # where nobody looks for a Blackjack
        ("double-back-jack-pa", {}),  # where somebody does, and hands over 21 may draw
        ("double-deck-house", {"decks": 2, "push_total": 22}),  # a part of what is over 21 is a push
        ("double-deck-house", {"decks": 1}),  # a shoe too small to leave anything to the rest
    ],
)
def test_a_dealer_over_21_is_what_all_other_outcomes_leave(game: str, sets: dict[str, object]) -> None:
    rules = rules_of(game, sets)
    at = table(rules, full_shoe(rules))
    for up in (1, 6, 10):
        rows, most = at.rows(up).live, max(at.game.split_hands)
        split = at.split_odds(up, up, (2, most), rows)
        gone_through = whole_tree(at, up, most)
        np.testing.assert_allclose(at.outcomes[up - 1][rows], gone_through[0][rows], rtol=0, atol=1e-14)
        for out in range(1, most):  # a longer hand with fewer pair cards out is the same set of cards
            np.testing.assert_allclose(split.outcomes[out][rows], gone_through[out][rows], rtol=0, atol=1e-14)


def test_a_dealer_whose_hole_card_was_seen_leaves_no_such_rest() -> None:
    game = game_terms(rules_of("double-attack-pa"))
    seen = dealer_tree(10, 17, False, 0, True, known=(6, 0))
    at = Table(replace(game, trees=(*game.trees[:9], seen)), full_shoe(game.rules))
    at.need(10, at.every)
    assert np.array_equal(at.outcomes[9][at.every.live], whole_tree(at, 10)[0][at.every.live])


def test_the_mimic_of_the_dealer_pays_about_five_and_a_half_percent() -> None:
    rules = rules_of("double-deck-house", {"decks": 6})
    played, _ = price(table(rules, full_shoe(rules)), mimic_the_dealer(rules))
    assert 0.054 < played.house_edge < 0.058
    assert played.total_wager == pytest.approx(1)


def test_a_strategy_from_a_file_is_worth_what_it_was() -> None:
    rules = rules_of("double-deck-house")
    found = solve(rules)
    at = table(rules, full_shoe(rules))
    assert price(at, from_csv(found.strategy.to_csv()))[0] == found.by_totals
    exact = composition_strategy(rules)
    assert found.main.house_edge < price(at, exact)[0].house_edge < found.by_totals.house_edge
    _, plays = exact_plays(rules)
    for most in (3, 10):  # the best card with so many exceptions is as much better as was foreseen of them
        gains = sum([one.gain for one in plays.values()][:most])
        card = price(at, composition_strategy(rules, most))[0]
        assert found.by_totals.house_edge - card.house_edge == pytest.approx(gains, rel=0.1)
    assert exact.decide((10, 2), 4, next(iter(exact.exceptions))[0], set(Action)) in set(Action)


def test_insurance_is_a_count_of_cards() -> None:
    rules = rules_of("double-deck-house")
    side = insurance(rules, full_shoe(rules))
    assert side is not None
    assert side.house_edge == pytest.approx(1 - 3 * 32 / 103)


def test_bust_it_is_a_count_of_dealer_hands_with_suits() -> None:
    rules = rules_of("double-attack-pa")
    each = rules.cards.decks
    deck = [card for card in ALL_CARDS if card.rank not in rules.cards.ranks_removed]
    kind = rules.wager_kinds["bust-it"]
    cards = each * len(deck)
    back = Fraction(0)
    pairs: Counter[tuple[Card, Card]] = Counter(product(deck, deck))
    for up, hole in pairs:
        two = [min(up.rank, 10), min(hole.rank, 10)]
        if total_of(two)[0] >= 17:
            continue
        ways = each * (each - (up == hole))
        for third in deck:
            if total_of([*two, min(third.rank, 10)])[0] > 21:
                n = each - (third == up) - (third == hole)
                row = row_paid(kind, (up, hole, third))
                assert row is not None
                back += ways * n * (row.odds.ratio + 1)
    side = side_wager(kind, rules, full_shoe(rules))
    assert side is not None
    assert side.house_edge == pytest.approx(float(1 - back / (cards * (cards - 1) * (cards - 2))), abs=1e-14)


def test_a_bust_it_wager_collected_with_the_hand_is_dearer() -> None:
    edges = []
    for option in ("stays", "collected"):
        rules = rules_of("double-attack-pa", ONE_DECK, {"bust-it-after-player-bust": option})
        at = table(rules, full_shoe(rules))
        side = side_wager_at_table(rules.wager_kinds["bust-it"], at, best_play(at)[0])
        assert side is not None
        edges.append(side.house_edge)
        assert (side.error > 0) == (option == "collected")
    assert edges[0] + 0.1 < edges[1] < 1


@pytest.mark.slow
@pytest.mark.parametrize("game", ["double-attack-pa", *GAMES])
def test_every_reading_is_priced_and_sorted_by_cost(game: str) -> None:
    found = all_readings(game, {}, {}, lambda step, share: None)
    assert found == sorted(found, key=lambda value: -value.cost - value.side_cost)
    assert all(value.cost == 0 for value in found if value.in_force)
    assert {(v.reading.id, v.option) for v in found} == {(r.id, o.id) for r in readings_of(game) for o in r.options}


@pytest.mark.slow
def test_the_standard_deviation_is_off_by_less_than_a_hundredth_of_a_percent() -> None:
    rules = rules_of("double-deck-house")
    at = table(rules, full_shoe(rules))
    exact, taken_as = exact_variance(at, best_play(at)[0]), solve(rules).variance
    assert 0 < abs(exact**0.5 - taken_as**0.5) < 1e-4


def test_orders_from_the_best_play_give_its_value_again() -> None:
    rules = rules_of("double-back-jack-pa", ONE_DECK)
    at = table(rules, full_shoe(rules))
    best, _ = best_play(at)
    again = Table(game_terms(rules), at.shoe, hands=at.hands)
    again.deal({up: one.orders() for up, one in best.items()})
    for up, one in best.items():
        assert again.play_against(up, one.terms, one.orders()).mean == pytest.approx(one.mean, abs=1e-14)


WITHOUT_SHORTCUT: list[tuple[str, dict[str, str]]] = [
    ("double-attack-nj", {}),
    ("double-attack-nj", {"both-bust": "returned"}),
    ("double-attack-nj", {"no-hole-card-dealer-blackjack": "original-wagers"}),
    ("double-attack-pa", {}),
    ("double-attack-pa", {"double-after-attack": "up-to-bet"}),
    ("double-attack-pa", {"blackjack-after-split": "counts-as-blackjack"}),
    ("double-deck-house", {"double-deck-peek": "unchecked"}),
    ("double-back-jack-pa", {"blackjack-after-split": "counts-as-blackjack"}),
]


@pytest.mark.parametrize(("game", "readings"), WITHOUT_SHORTCUT)
@pytest.mark.parametrize("up", [1, 6, 10])
def test_pairs_not_worked_out_would_not_have_been_split(game: str, readings: dict[str, str], up: int) -> None:
    rules = rules_of(game, None, readings)
    at = Table(game_terms(rules), full_shoe(rules))
    at.deal_against(up)
    terms = at.game.attacked or at.game.plain
    quick = at.play_against(up, terms)
    at.hopeless_margin = 100.0
    assert quick.mean == at.play_against(up, terms).mean


@pytest.mark.parametrize(("game", "readings"), WITHOUT_SHORTCUT)
@pytest.mark.parametrize("up", [1, 2, 6, 10])
def test_hands_not_worked_out_would_not_have_been_drawn_to(game: str, readings: dict[str, str], up: int) -> None:
    rules = rules_of(game, None, readings)
    quick, slow = Table(game_terms(rules), full_shoe(rules)), Table(game_terms(rules), full_shoe(rules))
    slow.may_close = False
    terms = quick.game.attacked or quick.game.plain
    one, other = quick.play_against(up, terms), slow.play_against(up, terms)
    assert len(quick.rows(up).live) < len(slow.rows(up).live)
    assert one.mean == other.mean
    column, same = best_column(quick, one, class_rows(quick)), best_column(slow, other, class_rows(slow))
    np.testing.assert_array_equal(column.play, same.play)
    np.testing.assert_array_equal(column.give_up, same.give_up)
    paths = unsplit_paths(slow, other)
    over = {int(total) - 22 for total in slow.hands.total[paths.bust + paths.bust_doubled > 0]}
    assert all(column.chance[n] == same.chance[n] for n in over)


def test_the_distribution_follows_a_split_natural_that_pushes_with_a_blackjack() -> None:
    """What it adds to the value it adds to the mean of the distribution: the little that is not exact is the same."""
    unchecked = {"double-deck-peek": "unchecked"}
    loses, pushes = (
        solve(rules_of("double-deck-house", ONE_DECK, {**unchecked, "double-deck-split-natural": option}))
        for option in ("loses", "pushes")
    )
    means = [sum(won * chance for won, chance in found.distribution.items()) for found in (loses, pushes)]
    worth = loses.main.house_edge - pushes.main.house_edge
    assert worth > 0
    assert means[1] - means[0] == pytest.approx(worth, rel=0.05)


def test_a_figure_is_exact_only_if_the_shoe_cannot_run_out() -> None:
    rules = rules_of("double-deck-house", ONE_DECK)
    assert not can_run_out(rules, full_shoe(rules))
    small = [n // 4 for n in full_shoe(rules).ranks]
    assert can_run_out(rules, Composition(tuple(small)))
    found = as_json(solve(rules, Composition(tuple(small))))
    assert found["exact"] is found["distribution_exact"] is found["standard_deviation_exact"] is False


def test_a_side_wager_that_is_not_exact_goes_into_json() -> None:
    rules = rules_of("double-attack-pa", ONE_DECK, {"bust-it-after-player-bust": "collected"})
    sides = json.loads(json.dumps(as_json(solve(rules))))["side_wagers"]
    assert sides["bust-it"]["exact"] is False
    assert sides["bust-it"]["error"] > 0


def test_a_rich_shoe_makes_insurance_part_of_the_game() -> None:
    rules = rules_of("double-deck-house")
    ranks = list(full_shoe(rules).ranks)
    ranks[1:6] = [2] * 5
    at = table(rules, Composition(tuple(ranks)))
    best, _ = best_play(at)
    plain = -sum(one.mean * at.counts[up - 1] for up, one in best.items()) / at.counts.sum()
    assert main_game(at, best).house_edge < plain
    assert Rank.TEN in rules.insurance.insurance_wins_on


def test_scaling_the_wager_is_solving_with_it() -> None:
    rules = rules_of("double-attack-nj", ONE_DECK, {"nj-hole-card": "reader"})
    at = table(rules, full_shoe(rules))
    assert at.game.scales
    assert at.game.attacked is not None
    for up in (1, 6, 10):
        solved = at.play_against(up, at.game.attacked)
        scaled = at.play_against(up, at.game.plain).scaled(at.game.attacked)
        assert scaled.mean == pytest.approx(solved.mean, abs=1e-13)
        assert scaled.wager == pytest.approx(solved.wager, abs=1e-13)
    assert replace(rules).hash == rules.hash


@pytest.mark.parametrize("reading", ["half-of-everything", "double-returned"])
def test_where_surrender_is_never_offered_a_doubled_hand_is_not_surrendered_either(reading: str) -> None:
    never = {**ONE_DECK, "surrender": "never"}
    with_reading = load("double-attack-pa", never, {"surrender-after-double": reading})
    without = load("double-attack-pa", never, {"surrender-after-double": "not-offered"})
    edges = []
    for rules in (with_reading, without):
        assert isinstance(rules, BlackjackRules)
        dealt = table(rules, full_shoe(rules))
        edges.append(main_game(dealt, best_play(dealt)[0]).house_edge)
    assert edges[0] == edges[1]


def test_without_a_hole_card_an_up_card_that_makes_no_blackjack_is_worth_the_same() -> None:
    """What an unread Blackjack takes after an ace or a ten must not be left lying for the up cards after them."""
    values = []
    for sets in ({}, {"hole_card": "none"}):
        rules = load("double-back-jack-pa", {"decks": 1, **sets})
        assert isinstance(rules, BlackjackRules)
        dealt = table(rules, full_shoe(rules))
        values.append([one.mean for up, one in best_play(dealt)[0].items() if 1 < up < 10])
    assert values[0] == pytest.approx(values[1], abs=1e-14)
