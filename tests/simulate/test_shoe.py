"""The shoe in registers: every card once, every rank as likely at every depth, suits without replacement."""

import numpy as np
import numpy.typing as npt
import pytest

from pitboss.simulate import shoe
from pitboss.simulate.boxes import BOX_WORD, FACES
from pitboss.simulate.constants import CARDS, COUNTS
from pitboss.simulate.draws import below, next_word, stream_rng
from pitboss.simulate.shoe import NOT_LOOKED_AT, draw, place_taken, shuffled
from pitboss.simulate.sides import NOBODY, looked_at, rank_of, suit_of
from pitboss.simulate.target_cpu import jit, u32, u64
from tests.simulate.battery import chi_squared

DOUBTFUL = 1e-6
SHOES = 3000


@jit
def deal_shoes(seed: int, counts: npt.NDArray[np.int64], left: npt.NDArray[np.int64]) -> None:
    """Whole shoes: counts[depth, value] of the cards dealt."""
    for n in range(len(left)):
        s = shuffled(stream_rng(seed, n))
        for depth in range(CARDS):
            s, g, _ = draw(s)
            counts[depth, g] += 1
        left[n] = s[1]


@jit
def deal_badly(seed: int, shoes: int, counts: npt.NDArray[np.int64]) -> None:
    """Whole shoes by a draw that is a little biased: ten random bits and a remainder."""
    for n in range(shoes):
        words, left, rng, _, _, _ = shuffled(stream_rng(seed, n))
        for depth in range(CARDS):
            rng, x = next_word(rng)
            words, g = place_taken(words, u32((x & u32(1023)) % left))
            left = u32(left - u32(1))
            counts[depth, g] += 1


EIGHT, TEN = u32(7), u32(9)
NO_ROWS = np.zeros((1, 10), np.int64)


@jit
def three_eights(seed: int, rounds: int, rows: npt.NDArray[np.int64], found: npt.NDArray[np.int64]) -> None:
    """How often three eights of a fresh shoe are of one suit, of one colour only, or neither."""
    for n in range(rounds):
        s = shuffled(stream_rng(seed, n))
        s, a = looked_at(s, EIGHT, NOT_LOOKED_AT, (NOBODY, NOBODY, NOBODY, NOBODY), rows, 0)
        s, b = looked_at(s, EIGHT, NOT_LOOKED_AT, ((EIGHT, a), NOBODY, NOBODY, NOBODY), rows, 0)
        s, c = looked_at(s, EIGHT, NOT_LOOKED_AT, ((EIGHT, b), NOBODY, (EIGHT, a), NOBODY), rows, 0)
        x, y, z = suit_of(a), suit_of(b), suit_of(c)
        red = (1 if x in (1, 2) else 0) + (1 if y in (1, 2) else 0) + (1 if z in (1, 2) else 0)
        found[0 if x == y == z else 1 if red in (0, 3) else 2] += 1


@jit
def whole_value(seed: int, g: int, rows: npt.NDArray[np.int64], found: npt.NDArray[np.int64]) -> None:
    """Look at as many cards of a value as rows have place for, two a row, each none of those before."""
    s = shuffled(stream_rng(seed, 0))
    for b in range(len(rows)):
        rows[b, BOX_WORD] = g * 17  # twice, four bits each
        s, e1 = looked_at(s, g, NOT_LOOKED_AT, (NOBODY, NOBODY, NOBODY, NOBODY), rows, b)
        s, e2 = looked_at(s, g, NOT_LOOKED_AT, ((g, e1), NOBODY, NOBODY, NOBODY), rows, b)
        rows[b, FACES] = e1 | (e2 << 16)
        found[rank_of(g, e1), suit_of(e1)] += 1
        found[rank_of(g, e2), suit_of(e2)] += 1


@jit
def places(out: npt.NDArray[np.int64]) -> None:
    """Which value lies at each place of a full shoe."""
    words, _, _, _, _, _ = shuffled(stream_rng(u64(0), 0))
    for place in range(CARDS):
        _, out[place] = place_taken(words, u32(place))


def test_a_shoe_holds_its_cards_and_no_others() -> None:
    """Whole shoes: 32 of each rank to nine, 96 ten-value cards, none left over."""
    counts, left = np.zeros((CARDS, 10), np.int64), np.full(5, -1)
    deal_shoes(u64(1), counts, left)
    assert (counts.sum(0) == 5 * np.array(COUNTS)).all()
    assert (left == 0).all()


def test_every_place_of_a_full_shoe_is_one_card() -> None:
    """Each place is a card, and each value has as many places as cards."""
    out = np.zeros(CARDS, np.int64)
    places(out)
    assert np.bincount(out, minlength=10).tolist() == list(COUNTS)


def depth_chances(counts: npt.NDArray[np.int64]) -> list[float]:
    """At each depth, the chance of counts so far from the composition's."""
    expected = np.array(COUNTS) / CARDS * counts[0].sum()
    return [chi_squared(row, expected) for row in counts]


def test_every_rank_is_as_likely_at_every_depth() -> None:
    """Chi-squared at each of 384 depths, and over all of them."""
    counts = np.zeros((CARDS, 10), np.int64)
    deal_shoes(u64(7), counts, np.zeros(SHOES, np.int64))
    chances = depth_chances(counts)
    assert min(chances) > DOUBTFUL
    assert 0.4 < float(np.mean(chances)) < 0.6


def test_a_biased_draw_is_caught() -> None:
    """Ten bits and a remainder favour the low places: the tens, by a quarter of a percent here and there."""
    counts = np.zeros((CARDS, 10), np.int64)
    deal_badly(u64(7), SHOES, counts)
    assert min(depth_chances(counts)) < 1e-9


def test_three_eights_are_suited_as_often_as_their_suits_allow() -> None:
    """Of 32 eights, eight of each suit, without replacement."""
    rounds = 400_000
    found = np.zeros(3, np.int64)
    three_eights(u64(11), rounds, NO_ROWS, found)
    suited = 7 * 6 / (31 * 30)
    coloured = 15 * 14 / (31 * 30) - suited
    expected = np.array([suited, coloured, 1 - suited - coloured]) * rounds
    assert chi_squared(found, expected) > DOUBTFUL


@pytest.mark.parametrize(("value", "ranks"), [(EIGHT, [8]), (TEN, [11, 12, 13])])
def test_every_card_of_a_value_is_looked_at_once(value: int, ranks: list[int]) -> None:
    """Looking at all there are finds eight of each suit of each rank that these decks have."""
    found = np.zeros((14, 4), np.int64)
    whole_value(u64(5), value, np.zeros((COUNTS[value] // 2, 10), np.int64), found)
    expected = np.zeros((14, 4), np.int64)
    expected[ranks] = 8
    assert (found == expected).all()


def test_a_pool_is_emptied_exactly() -> None:
    """Thirty-two draws from eight of each kind leave nothing, and no kind comes a ninth time."""

    @jit
    def empty(out: npt.NDArray[np.int64]) -> int:
        rng, pool = stream_rng(u64(5), 0), u32(0x08080808)
        for _ in range(32):
            rng, pool, kind = shoe.drawn_from_pool(rng, pool)
            out[kind] += 1
        return int(pool)

    out = np.zeros(4, np.int64)
    assert empty(out) == 0
    assert out.tolist() == [8, 8, 8, 8]


@pytest.mark.parametrize("bound", [1])
def test_the_last_card_needs_no_luck(bound: int) -> None:
    """A draw below one is zero."""

    @jit
    def last(n: int) -> int:
        _, place = below(stream_rng(u64(1), 1), n)
        return int(place)

    assert last(u32(bound)) == 0
