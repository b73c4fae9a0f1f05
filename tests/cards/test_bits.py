"""Random bits and what is drawn from them."""

import hashlib
import random
from collections import Counter
from collections.abc import Hashable
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.cards.bits import Bits, SeededBits, SystemBits, draw_below
from tests.cards.bit_strings import OutOfBits, WrittenBits, chances
from tests.cards.goodness_of_fit import fits
from tests.luck import the_systems


@pytest.mark.parametrize("n", range(1, 18))
def test_every_number_below_the_bound_is_exactly_as_likely(n: int) -> None:
    width = (n - 1).bit_length()
    rounds_of_rejection = 3
    chance, undecided = chances(lambda bits: draw_below(bits, n), width * rounds_of_rejection)
    assert sorted(chance) == list(range(n))
    assert len(set(chance.values())) == 1
    assert undecided == (1 - Fraction(n, 2**width)) ** rounds_of_rejection
    assert sum(chance.values()) + undecided == 1


def test_the_enumeration_would_catch_a_remainder_taken_for_a_draw() -> None:
    def remainder(bits: Bits) -> int:
        return bits.bits(3) % 6

    chance, _ = chances(remainder, 3)
    assert chance == {0: Fraction(1, 4), 1: Fraction(1, 4)} | dict.fromkeys(range(2, 6), Fraction(1, 8))


def test_a_draw_that_lands_above_the_bound_is_drawn_again() -> None:
    assert draw_below(WrittenBits("111 110 101"), 6) == 5


def test_a_draw_among_one_needs_no_bits() -> None:
    assert draw_below(WrittenBits(""), 1) == 0
    with pytest.raises(OutOfBits):
        draw_below(WrittenBits(""), 2)


@pytest.mark.parametrize("n", [0, -3])
def test_there_is_nothing_to_draw_below_one(n: int) -> None:
    with pytest.raises(ValueError, match="the bound must be 1 or more"):
        draw_below(SeededBits(1), n)


def test_seeded_bits_are_sha_256_in_counter_mode() -> None:
    stream = b"".join(hashlib.sha256(i.to_bytes(8, "big") + b"pitboss bits 1\0" + b"7").digest() for i in range(3))
    assert SeededBits(7).bits(768) == int.from_bytes(stream, "big")


def test_seeded_bits_never_change_from_one_release_to_the_next() -> None:
    assert f"{SeededBits('table 1').bits(64):016x}" == "f5403306071478ea"


@given(st.integers(), st.lists(st.integers(0, 700), max_size=12))
def test_seeded_bits_are_one_stream_however_they_are_taken(seed: int, widths: list[int]) -> None:
    source = SeededBits(seed)
    taken = "".join(f"{source.bits(width):0{width}b}" for width in widths if width)
    total = len(taken)
    assert taken == (f"{SeededBits(str(seed)).bits(total):0{total}b}" if total else "")


def test_different_seeds_give_different_bits() -> None:
    seeds: list[int | str] = [0, 1, -1, "", "0 ", "a", "b", "x" * 1000, "x" * 1001]
    assert len({SeededBits(seed).bits(256) for seed in seeds}) == len(seeds)


def test_seeded_bits_of_no_width_are_zero_and_take_nothing() -> None:
    source = SeededBits(1)
    assert source.bits(0) == 0
    assert source.bits(9) == SeededBits(1).bits(9)


@pytest.mark.parametrize("source", [SystemBits(), SeededBits(1)])
def test_a_negative_number_of_bits_is_refused(source: Bits) -> None:
    with pytest.raises(ValueError, match="number of bits"):
        source.bits(-1)


def test_system_bits_fill_their_width_and_differ_each_time() -> None:
    source = SystemBits()
    with the_systems():
        drawn = [source.bits(128) for _ in range(64)]
    assert len(set(drawn)) == 64
    # Fails by chance once in 2**63 runs for each of the 128 places.
    always_set = always_clear = 2**128 - 1
    for value in drawn:
        always_set &= value
        always_clear &= ~value
    assert always_set == always_clear == 0
    assert source.bits(0) == 0


def test_who_sets_pythons_own_generator_sets_no_bits_of_a_house() -> None:
    drawn, before = [], random.getstate()
    with the_systems():
        for _ in range(2):
            random.seed("the same")
            drawn.append(SystemBits().bits(256))
    random.setstate(before)
    assert drawn[0] != drawn[1]


def test_seeded_draws_fit_an_even_chance_and_a_stuck_bit_does_not() -> None:
    class StuckBit:
        """Gives the top bit as 0 three times in four."""

        def __init__(self) -> None:
            self.source = SeededBits("stuck")

        def bits(self, n: int) -> int:
            drawn = self.source.bits(n)
            return drawn if self.source.bits(1) else drawn & (2 ** (n - 1) - 1)

    fair, stuck = SeededBits("fair"), StuckBit()
    assert fits(Counter[Hashable](draw_below(fair, 10) for _ in range(2000)), range(10))
    assert not fits(Counter[Hashable](draw_below(stuck, 10) for _ in range(2000)), range(10))
