"""Shuffles lose no card, and mix exactly as their models say."""

from collections import Counter
from collections.abc import Callable, Hashable, Sequence
from fractions import Fraction
from itertools import pairwise, permutations
from math import comb, factorial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.cards.bits import Bits, SeededBits, draw_below
from pitboss.cards.deck import census, decks
from pitboss.cards.shuffle import interleave, lace, riffle, strip, uniform, wash
from tests.cards.bit_strings import CountedBits, WrittenBits, chances
from tests.cards.goodness_of_fit import fits

Shuffle = Callable[[Sequence[int], Bits], tuple[int, ...]]


def rising_sequences(order: Sequence[int]) -> int:
    """How many runs of consecutive numbers, read from the top, the order falls into."""
    place = {card: index for index, card in enumerate(order)}
    return 1 + sum(place[card + 1] < place[card] for card in range(len(order) - 1))


def riffle_halves(cards: Sequence[int], bits: Bits) -> tuple[int, ...]:
    return interleave(cards[: len(cards) // 2], cards[len(cards) // 2 :], bits)


# Every shuffle of one stack.


@pytest.mark.parametrize("shuffle", [uniform, riffle, riffle_halves, strip, lace, wash])
@given(size=st.integers(0, 80), seed=st.integers(0))
def test_no_card_is_lost_or_made(shuffle: Shuffle, size: int, seed: int) -> None:
    assert sorted(shuffle(range(size), SeededBits(seed))) == list(range(size))


@pytest.mark.parametrize("shuffle", [uniform, riffle, riffle_halves, strip, lace, wash])
def test_the_order_depends_on_the_bits_and_on_nothing_else(shuffle: Shuffle) -> None:
    stack = tuple(range(52))
    orders = {shuffle(stack, SeededBits(seed)) for seed in range(20)}
    assert len(orders) == 20
    assert shuffle(stack, SeededBits(3)) == shuffle(list(stack), SeededBits(3))
    assert stack == tuple(range(52))


def test_eight_decks_keep_their_census() -> None:
    stack = decks(8)
    shuffled = uniform(stack, SeededBits(1))
    assert shuffled != stack
    assert census(shuffled) == census(stack)


# Uniform.


@pytest.mark.parametrize("size", [1, 2, 3])
def test_every_order_is_exactly_as_likely(size: int) -> None:
    chance, undecided = chances(lambda bits: uniform(range(size), bits), 11)
    assert set(chance) == set(permutations(range(size)))
    assert len(set(chance.values())) == 1
    assert undecided < Fraction(1, 1000)


def test_shuffling_416_cards_takes_enough_bits_to_tell_every_order_apart() -> None:
    bits = CountedBits(SeededBits(1))
    uniform(range(416), bits)
    assert 2**3024 < factorial(416) < 2**3025
    assert 2**bits.count >= factorial(416)


@pytest.mark.parametrize("size", [0, 1, 2, 5, 29, 31, 32, 33, 64, 104, 257, 416])
def test_choices_drawn_together_are_those_of_one_card_after_another(size: int) -> None:
    together, apart = SeededBits(size), SeededBits(size)
    order = list(range(size))
    for last in range(size - 1, 0, -1):
        chosen = draw_below(apart, last + 1)
        order[last], order[chosen] = order[chosen], order[last]
    assert uniform(range(size), together) == tuple(order)
    assert together.bits(256) == apart.bits(256)


def naive(cards: Sequence[int], bits: Bits) -> tuple[int, ...]:
    """The well-known mistake: swap every place with any place. It looks fair and is not."""
    order = list(cards)
    for place in range(len(order)):
        other = draw_below(bits, len(order))
        order[place], order[other] = order[other], order[place]
    return tuple(order)


def seen_orders(shuffle: Shuffle) -> Counter[Hashable]:
    bits = SeededBits("orders of four")
    return Counter(shuffle(range(4), bits) for _ in range(6000))


def test_orders_of_four_cards_fit_an_even_chance() -> None:
    assert fits(seen_orders(uniform), list(permutations(range(4))))


@pytest.mark.parametrize("biased", [naive, riffle, lace, wash])
def test_the_same_test_catches_a_biased_shuffle(biased: Shuffle) -> None:
    assert not fits(seen_orders(biased), list(permutations(range(4))))


def places_of_the_top_card(shuffle: Shuffle) -> Counter[Hashable]:
    bits = SeededBits("top card")
    return Counter(shuffle(range(52), bits).index(0) for _ in range(1500))


def test_the_top_card_of_52_comes_to_rest_anywhere() -> None:
    assert fits(places_of_the_top_card(uniform), range(52))


def one_circle(cards: Sequence[int], bits: Bits) -> tuple[int, ...]:
    return wash(cards, bits, circles=1)


@pytest.mark.parametrize("biased", [riffle, strip, lace, one_circle])
def test_one_pass_of_the_hands_does_not_bring_the_top_card_anywhere(biased: Shuffle) -> None:
    assert not fits(places_of_the_top_card(biased), range(52))


# Riffle.


@pytest.mark.parametrize("size", [1, 2, 3, 4, 5])
def test_a_riffle_has_the_chances_of_gilbert_shannon_and_reeds(size: int) -> None:
    chance, undecided = chances(lambda bits: riffle(range(size), bits), size)
    assert undecided == 0
    for order in permutations(range(size)):
        ways = {1: size + 1, 2: 1}.get(rising_sequences(order), 0)
        assert chance.get(order, 0) == Fraction(ways, 2**size), order


def dropped_card_by_card(top: tuple[int, ...], bottom: tuple[int, ...]) -> dict[tuple[int, ...], Fraction]:
    """The model as it is usually told: the next card falls from a packet in proportion to the packet's size."""
    if not top or not bottom:
        return {top + bottom: Fraction(1)}
    whole = len(top) + len(bottom)
    from_top = {
        (top[0], *rest): chance * Fraction(len(top), whole)
        for rest, chance in dropped_card_by_card(top[1:], bottom).items()
    }
    from_bottom = {
        (bottom[0], *rest): chance * Fraction(len(bottom), whole)
        for rest, chance in dropped_card_by_card(top, bottom[1:]).items()
    }
    return from_top | from_bottom


@pytest.mark.parametrize("size", [3, 4, 5])
def test_one_bit_a_place_comes_to_a_binomial_cut_and_proportional_drops(size: int) -> None:
    stack = tuple(range(size))
    expected: dict[tuple[int, ...], Fraction] = {}
    for position in range(size + 1):
        cut_here = Fraction(comb(size, position), 2**size)
        for order, given_the_cut in dropped_card_by_card(stack[:position], stack[position:]).items():
            expected[order] = expected.get(order, Fraction(0)) + cut_here * given_the_cut
    chance, _ = chances(lambda bits: riffle(stack, bits), size)
    assert chance == expected


@pytest.mark.parametrize("riffles", [1, 2, 3, 4])
@given(seed=st.integers(0))
def test_k_riffles_leave_at_most_two_to_the_k_rising_sequences(riffles: int, seed: int) -> None:
    bits = SeededBits(seed)
    order = tuple(range(52))
    for _ in range(riffles):
        order = riffle(order, bits)
    assert rising_sequences(order) <= 2**riffles


def test_a_uniform_order_of_52_has_more_rising_sequences_than_four_riffles_can_leave() -> None:
    assert rising_sequences(uniform(range(52), SeededBits(1))) > 16


def test_a_riffle_takes_one_bit_a_card() -> None:
    bits = CountedBits(SeededBits(1))
    riffle(range(104), bits)
    assert bits.count == 104


# Interleaving two packets.


@pytest.mark.parametrize(("left", "right"), [(1, 1), (1, 3), (2, 1), (2, 2)])
def test_two_packets_fall_together_in_every_way_equally_likely(left: int, right: int) -> None:
    whole = tuple(range(left + right))
    chance, undecided = chances(lambda bits: interleave(whole[:left], whole[left:], bits), 15)
    ways = comb(left + right, left)
    assert len(chance) == ways
    assert undecided < Fraction(1, 1000)
    for order, decided in chance.items():
        assert decided <= Fraction(1, ways) <= decided + undecided, order
        assert [card for card in order if card < left] == list(whole[:left])
        assert [card for card in order if card >= left] == list(whole[left:])


@pytest.mark.parametrize(("left", "right"), [(0, 3), (1, 1), (26, 26), (17, 35), (3, 49), (52, 1), (200, 216)])
def test_falls_drawn_together_are_those_of_one_card_after_another(left: int, right: int) -> None:
    together, apart = SeededBits(left), SeededBits(left)
    cards, upper, lower = [], list(range(left)), list(range(left, left + right))
    while upper and lower:
        cards.append((upper if draw_below(apart, len(upper) + len(lower)) < len(upper) else lower).pop(0))
    assert interleave(range(left), range(left, left + right), together) == (*cards, *upper, *lower)
    assert together.bits(256) == apart.bits(256)


def test_a_packet_and_nothing_is_the_packet() -> None:
    assert interleave((1, 2), (), WrittenBits("")) == (1, 2)
    assert interleave((), (1, 2), WrittenBits("")) == (1, 2)


# Strip.


def test_stripping_reverses_the_packets_and_keeps_the_order_within_them() -> None:
    # Two bits a packet choose 2 to 5 cards: packets of 2, 5, 3, and the two that are left.
    assert strip(range(12), WrittenBits("00 11 01 10"), 2, 5) == (10, 11, 7, 8, 9, 2, 3, 4, 5, 6, 0, 1)


def test_packets_of_one_card_turn_the_stack_over() -> None:
    assert strip(range(6), WrittenBits(""), 1, 1) == (5, 4, 3, 2, 1, 0)


def test_the_smallest_packet_is_of_8_cards_and_the_largest_of_16() -> None:
    # Four bits a packet choose one of nine sizes; no more are drawn once the last card is off.
    assert strip(range(24), WrittenBits("0000 1000"))[:16] == tuple(range(8, 24))
    assert strip(range(24), WrittenBits("1000 0000"))[:8] == tuple(range(16, 24))


@given(seed=st.integers(0))
def test_packets_are_of_8_to_16_cards_unless_told_otherwise(seed: int) -> None:
    order = strip(range(52), SeededBits(seed))
    tops = [card for index, card in enumerate(order) if index == 0 or card != order[index - 1] + 1]
    ends = [52, *tops]
    packets = [end - top for end, top in zip(ends, tops, strict=False)]
    assert tops[-1] == 0
    assert all(8 <= packet <= 16 for packet in packets[1:])
    assert 1 <= packets[0] <= 16


@pytest.mark.parametrize(("smallest", "largest"), [(0, 5), (5, 4), (-1, -1)])
def test_impossible_packets_are_refused(smallest: int, largest: int) -> None:
    with pytest.raises(ValueError, match="1 <= min <= max"):
        strip(range(52), SeededBits(1), smallest, largest)


# Lace.


def test_a_perfect_lacing_alternates_the_halves() -> None:
    # 0011: cut in the middle; 0: the top half falls first; 1 each time: no slip.
    assert lace(range(8), WrittenBits("0011 0 1111111"), 2) == (0, 4, 1, 5, 2, 6, 3, 7)
    assert lace(range(8), WrittenBits("0011 1 1111111"), 2) == (4, 0, 5, 1, 6, 2, 7, 3)


def test_a_slip_lets_two_cards_of_one_half_fall_together() -> None:
    assert lace(range(6), WrittenBits("0101 0 10111"), 2) == (0, 3, 4, 1, 5, 2)


def test_cards_slip_one_time_in_eight_unless_told_otherwise() -> None:
    assert lace(range(4), WrittenBits("0011 0 000 001 111")) == (0, 1, 2, 3)
    assert lace(range(4), WrittenBits("0011 0 001 000 111")) == (0, 2, 3, 1)


def test_a_cut_beyond_the_end_of_a_small_packet_leaves_it_whole() -> None:
    assert lace(range(2), WrittenBits("0000 1"), 2) == (0, 1)
    assert lace(range(2), WrittenBits("1111 1"), 2) == (0, 1)


@pytest.mark.parametrize(
    ("heads", "first_of_bottom"), [("0000", 4), ("0100", 5), ("0110", 6), ("0111", 7), ("1111", 8)]
)
def test_the_cut_for_a_lacing_is_within_two_cards_of_the_middle(heads: str, first_of_bottom: int) -> None:
    assert lace(range(12), WrittenBits(heads + "1" + "1" * 12), 2)[0] == first_of_bottom


@given(seed=st.integers(0))
def test_a_lacing_is_a_riffle(seed: int) -> None:
    assert rising_sequences(lace(range(52), SeededBits(seed))) <= 2


def neighbours_kept(shuffle: Shuffle) -> int:
    bits = SeededBits("neighbours")
    orders = [shuffle(range(52), bits) for _ in range(100)]
    return sum(second == first + 1 for order in orders for first, second in pairwise(order))


def test_a_lacing_parts_neighbours_far_better_than_a_riffle() -> None:
    assert neighbours_kept(lace) * 2 < neighbours_kept(riffle)


def test_cards_that_always_slip_are_not_laced() -> None:
    with pytest.raises(ValueError, match="not laced"):
        lace(range(52), SeededBits(1), 1)


# Wash.


def test_in_one_circle_only_the_swept_cards_move() -> None:
    # Below 8 is swept: places 0 and 2. The last bit then leaves both where they were (1) or exchanges them (0).
    swept_or_not = "0111 1000 0000 1111"
    assert wash("abcd", WrittenBits(swept_or_not + "0"), 1, 8) == ("c", "b", "a", "d")
    assert wash("abcd", WrittenBits(swept_or_not + "1"), 1, 8) == ("a", "b", "c", "d")


def test_a_wash_that_sweeps_nothing_moves_nothing() -> None:
    assert wash(range(52), SeededBits(1), 3, 0) == tuple(range(52))


def test_a_wash_that_sweeps_everything_is_a_uniform_shuffle() -> None:
    assert fits(seen_orders(lambda cards, bits: wash(cards, bits, 1, 16)), list(permutations(range(4))))


def test_more_circles_leave_fewer_cards_where_they_were() -> None:
    def unmoved(circles: int) -> int:
        orders = [wash(range(104), SeededBits(seed), circles) for seed in range(60)]
        return sum(card == place for order in orders for place, card in enumerate(order))

    # One card in 4 is untouched by one circle, and about one swept card in a circle falls back in its place: 27 of 104.
    assert 25 * 60 < unmoved(1) < 29 * 60
    assert 60 < unmoved(3) < 4 * 60


@pytest.mark.parametrize(("circles", "swept"), [(0, 12), (1, -1), (1, 17)])
def test_an_impossible_wash_is_refused(circles: int, swept: int) -> None:
    with pytest.raises(ValueError, match="cannot be made"):
        wash(range(52), SeededBits(1), circles, swept)
