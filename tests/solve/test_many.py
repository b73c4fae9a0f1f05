"""Many shoes at once: over processes, and by lanes as on a GPU, with the digits of one shoe after another."""

import random
from collections.abc import Mapping

import numpy as np
import pytest

from pitboss.rules.errors import RulesError
from pitboss.rules.rules import BlackjackRules
from pitboss.rules.variant import load
from pitboss.solve.by_lanes import outcomes
from pitboss.solve.compiled import interpreted
from pitboss.solve.composition import Composition, full_shoe
from pitboss.solve.insurance import favourable_to_blackjack, insured, insured_shoes, offers
from pitboss.solve.many import _trees, by_lanes, rounds_on_cpu, solve_many
from pitboss.solve.round_values import table
from pitboss.solve.solution import best_play, main_game
from pitboss.solve.splits import SplitPlay
from pitboss.solve.terms import game_terms
from pitboss.solve.written_out import walk_of

SAME = 1e-14


def rules_of(game: str, sets: Mapping[str, object] | None = None) -> BlackjackRules:
    rules = load(game, sets)
    assert isinstance(rules, BlackjackRules)
    return rules


def some_shoes(rules: BlackjackRules, count: int, seed: int = 2) -> list[Composition]:
    """The full shoe, and what random numbers of cards leave of it."""
    full, rng = full_shoe(rules), random.Random(seed)
    cards = [rank for rank, n in enumerate(full.ranks) for _ in range(n)]
    found = [full]
    while len(found) < count:
        left = rng.sample(cards, rng.randint(13, len(cards)))
        found.append(Composition(tuple(left.count(rank) for rank in range(len(full.ranks)))))
    return found


def one_by_one(rules: BlackjackRules, shoes: list[Composition], split_play: SplitPlay) -> list[float]:
    found = []
    for shoe in shoes:
        at = table(rules, shoe, split_play)
        found.append(main_game(at, best_play(at)[0]).house_edge)
    return found


def test_many_shoes_have_the_edges_of_each_in_their_order() -> None:
    rules = rules_of("double-deck-house")
    shoes = some_shoes(rules, 3)
    edges = solve_many(rules, shoes, processes=1)
    assert edges.tolist() == one_by_one(rules, shoes, SplitPlay.BY_HANDS)
    assert len(set(edges.tolist())) == 3


@pytest.mark.slow
def test_over_processes_they_keep_their_order() -> None:
    rules = rules_of("double-deck-house")
    shoes = some_shoes(rules, 40)
    assert np.array_equal(solve_many(rules, shoes, processes=2), solve_many(rules, shoes, processes=1))


@pytest.mark.parametrize("game", ["double-deck-house", "double-attack-pa", "double-attack-nj", "double-back-jack-pa"])
@pytest.mark.parametrize("odds", [None, 3])
def test_insurance_of_many_shoes_is_that_of_each(game: str, odds: int | None) -> None:
    rules = rules_of(game, None if odds is None else {"insurance_odds": f"{odds} to 1"})
    shoes = some_shoes(rules, 12, seed=5)
    found = insured_shoes(rules, np.array([shoe.ranks for shoe in shoes], float))
    for n, shoe in enumerate(shoes):
        hands = tuple(offers(rules, shoe))
        assert found.to_blackjack[n] == pytest.approx(favourable_to_blackjack(hands), abs=SAME)
        assert found.gain[n] == pytest.approx(insured(rules, hands, False, False).gain, abs=SAME)
        assert found.gain_of_others[n] == pytest.approx(insured(rules, hands, False, True).gain, abs=SAME)
    assert odds is None or found.gain.max() > 0


@pytest.mark.slow
@pytest.mark.parametrize("split_play", SplitPlay)
@pytest.mark.parametrize(
    ("game", "sets"),
    [
        ("double-deck-house", {}),
        ("double-deck-house", {"decks": 8, "dealer_hits_soft": True}),
        ("double-deck-house", {"insurance_odds": "3 to 1"}),
        ("double-deck-house", {"bonus_21": {"4 cards or more": "2 to 1", "6-7-8 suited": "9 to 1"}}),
        ("double-attack-pa", {}),
    ],
)
def test_lanes_have_the_digits_of_one_shoe_after_another(
    game: str, sets: dict[str, object], split_play: SplitPlay
) -> None:
    rules = rules_of(game, sets)
    shoes = some_shoes(rules, 12)
    lanes = by_lanes(rules, shoes, split_play, rounds_on_cpu)
    assert lanes == pytest.approx(one_by_one(rules, shoes, split_play), abs=SAME)


@pytest.mark.parametrize("game", ["double-attack-nj", "double-back-jack-pa"])
def test_what_lanes_cannot_value_is_refused_in_a_sentence(game: str) -> None:
    with pytest.raises(RulesError, match="over 21 are lost at once"):
        by_lanes(rules_of(game), some_shoes(rules_of(game), 1), SplitPlay.BY_HANDS, rounds_on_cpu)


def test_a_shoe_too_small_and_a_device_there_is_not_are_refused() -> None:
    rules = rules_of("double-deck-house")
    with pytest.raises(RulesError, match="too small"):
        solve_many(rules, [Composition((1,) * 11 + (0, 0))])
    with pytest.raises(RulesError, match="cpu or cuda"):
        solve_many(rules, [full_shoe(rules)], device="abacus")


@pytest.mark.parametrize("sets", [{}, {"dealer_hits_soft": True}, {"hole_card": "none"}], ids=str)
def test_trees_written_out_for_a_gpu_come_to_what_the_walk_over_them_does(sets: dict[str, object]) -> None:
    game = game_terms(rules_of("double-deck-house", sets))
    trees, slots, rng = _trees(game), game.slots.size, np.random.default_rng(3)
    walked, written, chance = np.zeros(slots), np.zeros(slots), np.zeros(20)
    for up in (1, 7, 10):
        walk = walk_of(trees, up, slots)
        for most in (1, 2, 8):  # with few cards many factors are nothing, or would be less
            have = rng.integers(0, most, 10, endpoint=True).astype(float)
            share = np.array([1 / left if left > 0 else 0.0 for left in have.sum() - np.arange(20)])
            interpreted(outcomes)(trees, up, have, share, chance, walked)
            walk(have, share, written)
            assert written == pytest.approx(walked, abs=1e-15)
        assert walked.sum() > 0
