"""The generator: what was published, a battery of statistical tests, and draws without bias."""

from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from pitboss.simulate.draws import below, next_word, stream_rng
from pitboss.simulate.specialise import part
from pitboss.simulate.target_cpu import jit, u32, u64
from tests.simulate.battery import BATTERY, Words, chi_squared, lagged

WORDS = 1 << 20
UNEVEN = 3 << 30  # a quarter of the words must be rejected below it
DOUBTFUL = 1e-5


@jit
def fill(seed: int, stream: int, out: npt.NDArray[np.uint32]) -> None:
    """The first words of a stream."""
    rng = stream_rng(seed, stream)
    for i in range(len(out)):
        rng, out[i] = next_word(rng)


@jit
def fill_below(seed: int, bound: int, out: npt.NDArray[np.uint32]) -> None:
    """Draws below a bound."""
    rng = stream_rng(seed, 0)
    for i in range(len(out)):
        rng, out[i] = below(rng, bound)


def words(seed: int, stream: int, count: int = WORDS) -> Words:
    """The first words of a stream."""
    out = np.zeros(count, np.uint32)
    fill(u64(seed), stream, out)
    return out


def xoshiro(state: list[int]) -> int:
    """The published step of xoshiro128++ in plain integers."""
    mask = 0xFFFFFFFF

    def rotated(x: int, by: int) -> int:
        return (x << by | x >> (32 - by)) & mask

    result = (rotated((state[0] + state[3]) & mask, 7) + state[0]) & mask
    t = state[1] << 9 & mask
    state[2] ^= state[0]
    state[3] ^= state[1]
    state[1] ^= state[2]
    state[0] ^= state[3]
    state[2] ^= t
    state[3] = rotated(state[3], 11)
    return result


@pytest.mark.parametrize(
    ("seed", "stream", "block"),
    [
        (0, 0, (0x6627E8D5, 0xE169C58D, 0xBC57AC4C, 0x9B00DBD8)),
        # Computed by an implementation in plain integers of the published rounds.
        (0x299F31D0_A4093822, 0x85A308D3_243F6A88, None),
    ],
)
def test_a_stream_begins_with_philox_and_goes_on_as_xoshiro(
    seed: int, stream: int, block: tuple[int, ...] | None
) -> None:
    """Given a seed and a stream, the first state is the Philox block, the words are xoshiro128++'s."""
    state = philox((stream & 0xFFFFFFFF, stream >> 32, 0, 0), (seed & 0xFFFFFFFF, seed >> 32))
    assert block is None or state == list(block)
    out = np.zeros(200, np.uint32)
    fill(u64(seed), u64(stream), out)
    assert out.tolist() == [xoshiro(state) for _ in range(200)]


def philox(counter: tuple[int, ...], key: tuple[int, ...]) -> list[int]:
    """Philox4x32-10 in plain integers."""
    (c0, c1, c2, c3), (k0, k1) = counter, key
    for _ in range(10):
        p0, p1 = 0xD2511F53 * c0, 0xCD9E8D57 * c2
        c0, c1, c2, c3 = p1 >> 32 ^ c1 ^ k0, p1 & 0xFFFFFFFF, p0 >> 32 ^ c3 ^ k1, p0 & 0xFFFFFFFF
        k0, k1 = (k0 + 0x9E3779B9) & 0xFFFFFFFF, (k1 + 0xBB67AE85) & 0xFFFFFFFF
    return [c0, c1, c2, c3]


@pytest.mark.parametrize("test", BATTERY)
def test_a_stream_passes_the_battery(test: Callable[[Words], float]) -> None:
    """One long stream, and the first words of many."""
    one = words(2026, 5)
    many = np.concatenate([words(2026, stream, 1024) for stream in range(WORDS // 1024)])
    across = np.concatenate([words(2026, stream, 64) for stream in range(4096)]).reshape(4096, 64).T.ravel().copy()
    for found in (one, many, across):
        assert DOUBTFUL < test(found) < 1 - DOUBTFUL


def test_the_battery_catches_bad_generators() -> None:
    """A counter, an old linear generator, and one bit that is stuck now and then are all caught."""
    n = np.arange(WORDS, dtype=np.uint64)
    counter = (n * u64(2654435769)).astype(np.uint32)
    linear = np.zeros(WORDS, np.uint32)
    x = 1
    for i in range(WORDS):
        x = x * 65539 % 2**31
        linear[i] = x << 1
    stuck = words(1, 1)
    stuck[::50] |= u32(1)
    for bad in (counter, linear, stuck):
        assert any(not test(bad) > 1e-9 for test in BATTERY)


def test_streams_are_strangers_to_one_another() -> None:
    """Neighbouring streams and neighbouring seeds: their differences pass as random words, too."""
    for other in (words(9, 1), words(10, 0)):
        mixed = words(9, 0) ^ other
        assert all(test(mixed) > DOUBTFUL for test in BATTERY)
        interleaved = np.stack([words(9, 0), other]).T.ravel().copy()
        assert lagged(interleaved) > DOUBTFUL


@pytest.mark.parametrize("bound", [2, 7, 48, 384, 416])
def test_draws_below_a_bound_are_even(bound: int) -> None:
    """Every number below the bound as often as every other."""
    out = np.zeros(1 << 20, np.uint32)
    fill_below(u64(3), u32(bound), out)
    assert chi_squared(np.bincount(out, minlength=bound), np.full(bound, len(out) / bound)) > DOUBTFUL


def test_a_draw_below_a_large_bound_rejects() -> None:
    """Below 3 * 2^30 a plain multiplication would favour a third of the numbers; thirds must come evenly."""
    bound = 3 << 30
    out = np.zeros(1 << 18, np.uint32)
    fill_below(u64(4), u32(bound), out)
    assert int(out.max()) < bound
    remainders = np.bincount(out % 3, minlength=3)
    assert chi_squared(remainders, np.full(3, len(out) / 3)) > DOUBTFUL
    plain = (words(4, 0, 1 << 18).astype(np.uint64) * u64(bound) >> u64(32)).astype(np.int64)
    assert chi_squared(np.bincount(plain % 3, minlength=3), np.full(3, len(plain) / 3)) < 1e-9


def test_an_unchecked_draw_notes_what_had_to_be_rejected() -> None:
    """Where nothing is noted it is the place a checked draw finds; a word that had to be rejected is noted."""
    parts: dict[str, Any] = {"ONE_MODULE": False, "CHECKED": False, "__name__": __name__}
    exec(part("target_cpu") + "\n" + part("draws"), parts)
    rng, doubted, rejected = stream_rng(u64(3), 0), 0, 0
    for _ in range(400):
        after, place = below(rng, u32(UNEVEN))
        (x0, x1, x2, x3, least), found = parts["next_place"](rng, u32(UNEVEN))
        once = (x0, x1, x2, x3) == after[:4]
        rejected += not once
        doubted += least < UNEVEN
        assert (once and found == place) or least < UNEVEN
        rng = after
    assert 50 < rejected < doubted < 400
