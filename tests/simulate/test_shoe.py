"""The shoe in registers: every card once, every rank as likely at every depth, suits without replacement."""

import numpy as np
import numpy.typing as npt
import pytest

from pitboss.simulate import shoe
from pitboss.simulate.constants import CARDS, COUNTS
from pitboss.simulate.draws import below, next_word, stream_rng
from pitboss.simulate.shoe import draw, eights, place_taken, shuffled
from pitboss.simulate.target_cpu import jit
from tests.simulate.battery import chi_squared

DOUBTFUL = 1e-6
SHOES = 3000


@jit
def deal_shoes(seed: np.uint64, counts: npt.NDArray[np.int64], left: npt.NDArray[np.int64]) -> None:
    """Whole shoes: counts[depth, value] of the cards dealt."""
    for n in range(len(left)):
        s = shuffled(stream_rng(seed, n))
        for depth in range(CARDS):
            s, g, _ = draw(s)
            counts[depth, g] += 1
        left[n] = s[1]


@jit
def deal_badly(seed: np.uint64, shoes: int, counts: npt.NDArray[np.int64]) -> None:
    """Whole shoes by a draw that is a little biased: ten random bits and a remainder."""
    for n in range(shoes):
        words, left, rng, _, _, _, _ = shuffled(stream_rng(seed, n))
        for depth in range(CARDS):
            rng, x = next_word(rng)
            words, g = place_taken(words, np.uint32((x & np.uint32(1023)) % left))
            left = np.uint32(left - np.uint32(1))
            counts[depth, g] += 1


@jit
def three_eights(seed: np.uint64, rounds: int, found: npt.NDArray[np.int64]) -> None:
    """How often three eights of a fresh shoe are of one suit, of one colour only, or neither."""
    for n in range(rounds):
        s = shuffled(stream_rng(seed, n))
        s, suited, coloured = eights(s, np.uint32(0), np.uint32(0), np.uint32(0))
        found[0 if suited else 1 if coloured else 2] += 1


@jit
def places(out: npt.NDArray[np.int64]) -> None:
    """Which value lies at each place of a full shoe."""
    words, _, _, _, _, _, _ = shuffled(stream_rng(np.uint64(0), 0))
    for place in range(CARDS):
        _, out[place] = place_taken(words, np.uint32(place))


def test_a_shoe_holds_its_cards_and_no_others() -> None:
    """Whole shoes: 32 of each rank to nine, 96 ten-value cards, none left over."""
    counts, left = np.zeros((CARDS, 10), np.int64), np.full(5, -1)
    deal_shoes(np.uint64(1), counts, left)
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
    deal_shoes(np.uint64(7), counts, np.zeros(SHOES, np.int64))
    chances = depth_chances(counts)
    assert min(chances) > DOUBTFUL
    assert 0.4 < float(np.mean(chances)) < 0.6


def test_a_biased_draw_is_caught() -> None:
    """Ten bits and a remainder favour the low places: the tens, by a quarter of a percent here and there."""
    counts = np.zeros((CARDS, 10), np.int64)
    deal_badly(np.uint64(7), SHOES, counts)
    assert min(depth_chances(counts)) < 1e-9


def test_three_eights_are_suited_as_often_as_their_suits_allow() -> None:
    """Of 32 eights, eight of each suit, without replacement."""
    rounds = 400_000
    found = np.zeros(3, np.int64)
    three_eights(np.uint64(11), rounds, found)
    suited = 7 * 6 / (31 * 30)
    coloured = 15 * 14 / (31 * 30) - suited
    expected = np.array([suited, coloured, 1 - suited - coloured]) * rounds
    assert chi_squared(found, expected) > DOUBTFUL


def test_a_pool_is_emptied_exactly() -> None:
    """Thirty-two draws from eight of each kind leave nothing, and no kind comes a ninth time."""

    @jit
    def empty(out: npt.NDArray[np.int64]) -> int:
        rng, pool = stream_rng(np.uint64(5), 0), np.uint32(0x08080808)
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
    def last(n: np.uint32) -> int:
        _, place = below(stream_rng(np.uint64(1), 1), n)
        return int(place)

    assert last(np.uint32(bound)) == 0
