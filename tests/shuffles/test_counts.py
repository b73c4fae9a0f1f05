"""What is counted in a shuffled stack, against the same said plainly in Python."""

from collections import Counter
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pitboss.shuffles import counts
from pitboss.shuffles.counts import Learned, Likeness, notes_for
from pitboss.shuffles.kernel import Move, Stack, room_for, seeded_bits

CARDS = 12
Order = list[int]
any_order = st.permutations(range(CARDS))


def stack_of(order: Order) -> Stack:
    return np.array(order, np.int32)


def places_of(order: Order) -> Stack:
    return stack_of([order.index(card) for card in range(len(order))])


def learned_from(seed: int) -> Learned:
    """Tables of whole numbers, with many that are equal."""
    rng = np.random.default_rng(seed)
    called = np.zeros(CARDS, np.bool_)
    called[rng.permutation(CARDS)[: CARDS // 2]] = True
    return Learned(
        rng.integers(1, 6, (CARDS, CARDS)).astype(np.float32),
        rng.integers(1, 6, (CARDS + 1, CARDS)).astype(np.float32),
        called,
    )


@given(order=any_order)
@settings(deadline=None)
def test_rising_sequences_and_pairs_are_counted(order: Order) -> None:
    passes, left = 0, 0
    while left < CARDS:  # go through the cards again and again, taking each next one of the old order as it comes
        for card in order:
            left += card == left
        passes += 1
    assert counts.rising_sequences(places_of(order)) == passes
    kept = sum(b == a + 1 for a, b in pairwise(order))
    assert counts.pairs_kept(stack_of(order)) == kept


@given(order=any_order, seed=st.integers(0, 1000))
@settings(deadline=None)
def test_halves_are_counted(order: Order, seed: int) -> None:
    called = learned_from(seed).called_top
    right = sum(bool(called[card]) == (place < CARDS // 2) for place, card in enumerate(order))
    assert counts.halves_called_right(places_of(order), called) == right


def runs(left: set[int]) -> list[range]:
    """The unbroken runs of the old order, from the top."""
    starts = [card for card in sorted(left) if card - 1 not in left]
    ends = [card + 1 for card in sorted(left) if card + 1 not in left]
    return [range(start, end) for start, end in zip(starts, ends, strict=True)]


@given(order=any_order)
@settings(deadline=None)
def test_the_follower_names_the_first_card_of_the_longest_run(order: Order) -> None:
    left, right = set(range(CARDS)), 0
    for card in order:
        right += card == max(runs(left), key=len)[0]  # of equal ones the first
        left.remove(card)
    assert counts.follower_names_right(stack_of(order), notes_for(CARDS)) == right


def test_the_follower_names_a_stack_that_was_not_shuffled_and_much_of_one_that_was_cut() -> None:
    assert counts.follower_names_right(np.arange(104, dtype=np.int32), notes_for(104)) == 104
    cut = stack_of([*range(40, 104), *range(40)])
    # The first name is wrong; 23 are right while more than 40 cards of the lower part are left; then the upper part is
    # the longest run until its 40 cards come, all named.
    assert counts.follower_names_right(cut, notes_for(104)) == 23 + 40


@given(order=any_order, seed=st.integers(0, 1000))
@settings(deadline=None)
def test_the_student_names_a_card_of_the_largest_product(order: Order, seed: int) -> None:
    learned = learned_from(seed)
    certain, possible = 0, 0
    for place, card in enumerate(order):
        before = order[place - 1] if place else CARDS
        weight = {c: float(learned.places[place, c] * learned.followers[before, c]) for c in order[place:]}
        best = [c for c in weight if weight[c] == max(weight.values())]
        certain += best == [card]
        possible += card in best
    found = counts.student_names_right(stack_of(order), learned, notes_for(CARDS))
    assert certain <= found <= possible


@given(order=any_order, laid=any_order, seed=st.integers(0, 1000))
@settings(deadline=None)
def test_the_student_names_the_face_and_the_value_of_the_largest_sum(order: Order, laid: Order, seed: int) -> None:
    learned = learned_from(seed)
    alike = Likeness(np.arange(CARDS, dtype=np.int32) % 6, np.array([0, 1, 2, 2, 3, 3], np.int32))
    notes = notes_for(CARDS)
    notes.lies[:] = laid
    found = counts.student_names_alike_right(stack_of(order), learned, alike, notes)
    faces = [int(alike.faces[laid[card]]) for card in range(CARDS)]
    values = [int(alike.values[face]) for face in faces]
    for right, kind in zip(found, (faces, values), strict=True):
        certain, possible = 0, 0
        for place, card in enumerate(order):
            before = order[place - 1] if place else CARDS
            sums: Counter[int] = Counter()
            for c in order[place:]:
                sums[kind[c]] += int(learned.places[place, c] * learned.followers[before, c])
            best = [k for k in sums if sums[k] == max(sums.values())]
            certain += best == [kind[card]]
            possible += kind[card] in best
        assert certain <= right <= possible


@pytest.mark.parametrize("move", [Move.RIFFLE, Move.DOUBLE_DECK_ROUTINE])
def test_who_watches_sees_every_card_in_one_place_and_after_one_other(move: Move) -> None:
    places, followers = np.zeros((CARDS, CARDS), np.int64), np.zeros((CARDS + 1, CARDS), np.int64)
    counts.watch(30, np.array([move]), room_for(CARDS), seeded_bits(1, 1), places, followers)
    assert set(places.sum(axis=0)) == set(places.sum(axis=1)) == {30}
    assert set(followers.sum(axis=0)) == {30}
    assert (followers[CARDS] == places[0]).all(), "what came first came after nothing"
    assert (np.diag(followers[:CARDS]) == 0).all()
