"""Measured shuffles: what is known exactly comes out, bounds are bounds, and nothing depends on the threads."""

from functools import cache

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.cards.card import Card
from pitboss.cards.deck import decks
from pitboss.rules.errors import RulesError
from pitboss.shuffles import perfect
from pitboss.shuffles.kernel import Move
from pitboss.shuffles.quality import (
    ALIKE,
    BLOCK,
    FACES,
    FOLLOWER,
    HALF,
    KEPT,
    RIFFLES_MOST,
    RISING,
    RISK,
    STUDENT,
    TOLD_APART,
    Count,
    Counted,
    Quality,
    Streams,
    bound_by,
    halves_of,
    kinds,
    least_chance,
    likeness,
    measure,
)
from pitboss.shuffles.riffles import rising_sequences_after
from pitboss.shuffles.routines import kept_apart_by_double_deck

TIMES = 2 * BLOCK + 50  # the last block is a short one


@cache
def measured(seed: int = 1, times: int = TIMES) -> dict[str, Quality]:
    found = measure(Move.DOUBLE_DECK_ROUTINE, decks(2), times, seed)
    return {quality.kind.name: quality for quality in found}


def within(counted: Counted, expected: float) -> bool:
    """Whether a mean is where it should be: within five standard errors, or five of what is too rare to be seen."""
    return abs(counted.mean - expected) <= 5 * max(counted.error, 1 / counted.times)


def test_the_routine_is_set_beside_1_to_12_riffles_a_wash_and_a_perfect_shuffle() -> None:
    names = [kind.name for kind in kinds(Move.DOUBLE_DECK_ROUTINE)]
    assert names[0] == "the house's routine"
    assert names[-1] == "a perfect shuffle"
    assert [k.riffles for k in kinds(Move.DOUBLE_DECK_ROUTINE) if k.riffles] == list(range(1, RIFFLES_MOST + 1))
    assert {"a wash alone", "a wash, then the routine", "the routine done twice"} <= set(names)


def test_every_shuffle_is_counted_and_every_card_has_a_place_each_time() -> None:
    for quality in measured().values():
        assert {quality.counted[count].times for count in TOLD_APART} == {TIMES}
        assert {quality.counted[count].times for count in ALIKE} == {63 * 2 + 13}
        assert set(quality.places.sum(axis=0)) == set(quality.places.sum(axis=1)) == {TIMES}


@pytest.mark.parametrize("count", TOLD_APART, ids=lambda count: count.name)
def test_a_perfect_shuffle_has_the_exact_means(count: Count) -> None:
    assert count.perfect is not None
    exact = float(perfect.mean(count.perfect(104)))
    assert within(measured()["a perfect shuffle"].counted[count], exact)


@pytest.mark.parametrize("riffles", range(1, RIFFLES_MOST + 1))
def test_riffles_have_the_exact_mean_of_rising_sequences(riffles: int) -> None:
    exact = float(perfect.mean(rising_sequences_after(104, riffles)))
    name = f"{riffles} riffle{'s' * (riffles > 1)}"
    assert within(measured()[name].counted[RISING], exact)


@pytest.mark.slow
@pytest.mark.parametrize("riffles", [5, 7, 9])
def test_riffles_have_the_exact_distribution_of_rising_sequences(riffles: int) -> None:
    seen = measured(1, 20_000)[f"{riffles} riffles"].counted[RISING].seen
    assert _misfit(seen, rising_sequences_after(104, riffles)) < 1
    assert _misfit(seen, rising_sequences_after(104, riffles + 1)) > 10, "the same test tells one riffle more"


def _misfit(seen: tuple[int, ...], chances: perfect.Chances) -> float:
    """Chi-squared over what is expected ten times or more, as a share of a bound that chance passes once in 1,000."""
    times = sum(seen)
    cells = [(seen[n] if n < len(seen) else 0, float(times * x)) for n, x in enumerate(chances) if times * x >= 10]
    freedom = len(cells) - 1
    bound = freedom * (1 - 2 / (9 * freedom) + 3.0902 * (2 / (9 * freedom)) ** 0.5) ** 3  # Wilson and Hilferty
    return float(sum((n - expected) ** 2 / expected for n, expected in cells) / bound)


def test_the_same_test_tells_six_riffles_from_seven() -> None:
    seven = float(perfect.mean(rising_sequences_after(104, 7)))
    assert not within(measured()["6 riffles"].counted[RISING], seven)


def test_no_bound_is_above_an_exact_distance_and_those_for_few_riffles_come_near() -> None:
    for quality in measured().values():
        if quality.exact is not None:
            assert quality.bound.at_least <= float(quality.exact)
    assert measured()["4 riffles"].bound.at_least > 0.95
    assert measured()["7 riffles"].bound.at_least > 0.6
    assert measured()["a perfect shuffle"].bound.at_least == 0


@pytest.mark.clause("DD Shuffling 3")
@pytest.mark.clause("DD Shuffling 4")
def test_the_rests_of_the_two_stacks_never_meet() -> None:
    apart, routine = kept_apart_by_double_deck(104), measured()["the house's routine"]
    assert (apart.bottom, apart.top) == (range(26, 52), range(78, 104))
    assert routine.places[:52, 26:52].sum() == 0
    assert routine.places[52:, 78:104].sum() == 0
    assert routine.places[:52, :26].sum() > 0, "the others go either way"
    assert routine.places[52:, :26].sum() > 0
    assert routine.bound.at_least > 0.95


def test_shuffles_that_mix_less_leave_more_to_see() -> None:
    routine, perfect = measured()["the house's routine"], measured()["a perfect shuffle"]
    for count in (KEPT, HALF, FOLLOWER, STUDENT, FACES):
        gap = routine.counted[count].mean - perfect.counted[count].mean
        assert gap > 5 * (routine.counted[count].error + perfect.counted[count].error), count.name
    assert routine.place_distance > 1 > measured()["a wash alone"].place_distance
    assert abs(perfect.place_distance) < 0.01


def test_the_same_seed_gives_the_same_figures_and_another_seed_others() -> None:
    again = measure(Move.DOUBLE_DECK_ROUTINE, decks(2), 100, 1)
    assert [quality.counted for quality in again] == [quality.counted for quality in measured(1, 100).values()]
    assert measured(2, 100)["7 riffles"].counted != measured(1, 100)["7 riffles"].counted


def test_no_two_kinds_and_no_two_blocks_share_their_bits() -> None:
    numbers = [
        Streams(1, kind).number(learning, block)
        for kind in range(20)
        for learning in (False, True)
        for block in range(9)
    ]
    assert len(set(numbers)) == len(numbers)


# A card's place.


def quality_of(places: "np.ndarray[tuple[int, int], np.dtype[np.int64]]") -> Quality:
    any_one = measured()["7 riffles"]
    return Quality(any_one.kind, any_one.counted, places, any_one.bound, None)


def test_a_stack_that_is_never_shuffled_is_as_far_from_even_as_can_be() -> None:
    assert quality_of(np.eye(8, dtype=np.int64) * 50).place_distance == pytest.approx(8 - 1)


def test_blocks_say_how_often_against_chance() -> None:
    never_moved = quality_of(np.eye(8, dtype=np.int64) * 50)
    assert never_moved.blocks(4).tolist() == [[2, 0], [0, 2]]
    assert never_moved.blocks(3).shape == (3, 3)
    assert quality_of(np.full((8, 8), 5)).blocks(4).tolist() == [[1, 1], [1, 1]]


# Bounds.


@given(times=st.integers(1, 10**6), share=st.fractions(0, 1))
def test_a_least_chance_is_below_what_was_seen(times: int, share: float) -> None:
    hits = int(share * times)
    assert 0 <= least_chance(hits, times, RISK) <= hits / times


def test_what_came_every_time_has_the_chance_that_would_just_do_so_at_the_given_risk() -> None:
    assert least_chance(1000, 1000, 0.001) ** 1000 == pytest.approx(0.001)
    assert least_chance(0, 1000, 0.001) == 0


def test_a_least_chance_is_too_high_no_more_often_than_it_says() -> None:
    rng = np.random.default_rng(7)
    bounds = [least_chance(int(hits), 400, 0.05) for hits in rng.binomial(400, 0.3, 2000)]
    assert sum(bound > 0.3 for bound in bounds) < 0.05 * 2000
    assert max(bounds) > 0.29, "nor is it idle"


def test_a_bound_is_the_difference_of_an_event_chosen_by_other_shuffles() -> None:
    # Even shuffles always keep 0 pairs, odd ones 5: what the first choose, the second deny.
    numbers = np.array([0, 5] * 500)
    bound = bound_by(KEPT, halves_of(numbers), 104, RISK)
    assert bound.event == "pairs kept ≤ 0"
    assert (bound.seen, bound.at_least) == (0, 0)
    assert bound_by(KEPT, halves_of(np.full(1000, 5)), 104, RISK).event == "pairs kept ≥ 5"


# What is alike.


def test_two_decks_have_52_faces_and_ten_values() -> None:
    alike = likeness(decks(2))
    assert len(alike.values) == 52
    assert int(alike.values.max()) + 1 == 10
    assert sorted(np.bincount(alike.faces)) == [2] * 52
    assert sorted(np.bincount(alike.values)) == [4] * 9 + [16]


def test_a_jack_counts_as_a_ten_and_an_ace_does_not() -> None:
    stack = [Card.parse(code) for code in ("TS", "JH", "AS", "TS")]
    alike = likeness(stack)
    assert alike.faces.tolist() == [0, 1, 2, 0]
    assert alike.values.tolist() == [0, 0, 1]


@pytest.mark.parametrize("times", [99, 0, -1, 10**7 + 1])
def test_too_few_and_too_many_shuffles_are_refused(times: int) -> None:
    with pytest.raises(RulesError, match="--times takes a number from 100"):
        measure(Move.DOUBLE_DECK_ROUTINE, decks(2), times, 1)


@pytest.mark.parametrize("seed", [-1, 1 << 64])
def test_a_seed_that_is_none_is_refused(seed: int) -> None:
    with pytest.raises(RulesError, match="a seed is a whole number"):
        measure(Move.DOUBLE_DECK_ROUTINE, decks(2), 100, seed)
