"""The compiled shuffles make of the same bits the same order as those of `pitboss.cards`, card for card."""

from collections import Counter
from collections.abc import Callable, Sequence
from itertools import permutations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pitboss.cards import shuffle as by_hand
from pitboss.cards.bits import Bits, SeededBits
from pitboss.cards.card import Card
from pitboss.cards.double_deck_routine import double_deck_routine
from pitboss.shuffles.kernel import Move, room_for, seeded_bits, shuffle, taped_bits
from tests.cards.goodness_of_fit import fits

WORDS = 1200  # more bits than the longest of these shuffles takes


def routine(cards: Sequence[int], bits: Bits) -> tuple[int, ...]:
    """The house's routine of cards that are numbers; nothing in it looks at a card."""
    return [*double_deck_routine(cards, bits)][-1].locations.location_a  # type: ignore[arg-type,return-value]


BY_HAND: dict[Move, Callable[[Sequence[int], Bits], tuple[int, ...]]] = {
    Move.UNIFORM: by_hand.uniform,
    Move.RIFFLE: by_hand.riffle,
    Move.STRIP: by_hand.strip,
    Move.LACE: by_hand.lace,
    Move.WASH: by_hand.wash,
    Move.DOUBLE_DECK_ROUTINE: routine,
}


def tape(seed: int) -> "np.ndarray[tuple[int], np.dtype[np.uint32]]":
    """The bits that `SeededBits` gives, in words."""
    bits = SeededBits(seed)
    return np.array([bits.bits(32) for _ in range(WORDS)], np.uint32)


def compiled(cards: int, moves: Sequence[Move], seed: int) -> tuple[int, ...]:
    stack = np.arange(cards, dtype=np.int32)
    shuffle(stack, np.array(moves, np.int64), room_for(cards), taped_bits(tape(seed)))
    return tuple(int(card) for card in stack)


def test_every_movement_is_compared() -> None:
    assert set(BY_HAND) == set(Move)


@pytest.mark.parametrize("move", Move, ids=lambda move: move.name.lower())
@settings(max_examples=60, deadline=None)
@given(cards=st.integers(1, 208), seed=st.integers(0, 10**6))
def test_the_same_bits_give_the_same_order(move: Move, cards: int, seed: int) -> None:
    assert compiled(cards, [move], seed) == BY_HAND[move](range(cards), SeededBits(seed))


@given(moves=st.lists(st.sampled_from(Move), max_size=4), seed=st.integers(0, 10**6))
@settings(max_examples=40, deadline=None)
def test_movements_follow_one_another_from_the_same_bits(moves: list[Move], seed: int) -> None:
    bits = SeededBits(seed)
    order: tuple[int, ...] = tuple(range(104))
    for move in moves:
        order = BY_HAND[move](order, bits)
    assert compiled(104, moves, seed) == order


def test_the_house_routine_shuffles_cards_as_it_does_numbers() -> None:
    cards = [Card.parse(code) for code in ("AS", "2S", "3S", "4S", "5H", "6H", "7H", "8H")]
    order = compiled(8, [Move.DOUBLE_DECK_ROUTINE], 5)
    *_, last = double_deck_routine(cards, SeededBits(5))
    assert tuple(cards[place] for place in order) == last.locations.location_a


# The generator, which writes the tape anew when it is at its end.


def orders(seed: int, stream: int, move: Move, times: int) -> list[tuple[int, ...]]:
    bits, room, found = seeded_bits(seed, stream), room_for(4), []
    for _ in range(times):
        stack = np.arange(4, dtype=np.int32)
        shuffle(stack, np.array([move]), room, bits)
        found.append(tuple(int(card) for card in stack))
    return found


def test_a_uniform_shuffle_from_the_generator_fits_an_even_chance() -> None:
    # 6,000 shuffles of four cards take some 40,000 bits: the tape of 8,192 is written several times.
    assert fits(Counter(orders(1, 0, Move.UNIFORM, 6000)), list(permutations(range(4))))


@pytest.mark.parametrize("biased", [Move.RIFFLE, Move.LACE, Move.WASH])
def test_the_same_test_catches_a_biased_shuffle(biased: Move) -> None:
    assert not fits(Counter(orders(1, 0, biased, 6000)), list(permutations(range(4))))


def test_a_stream_is_a_function_of_seed_and_number() -> None:
    first = orders(1, 0, Move.UNIFORM, 50)
    assert first == orders(1, 0, Move.UNIFORM, 50)
    assert first != orders(1, 1, Move.UNIFORM, 50)
    assert first != orders(2, 0, Move.UNIFORM, 50)
