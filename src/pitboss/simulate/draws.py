"""Random numbers: xoshiro128++ started by Philox4x32-10, and unbiased draws below a bound.

A stream's generator is xoshiro128++ (Blackman and Vigna, 2019): four 32-bit words, period 2^128 - 1, every output
equally often over the period. Its first state is the Philox4x32-10 block (Salmon and others, 2011) whose key is the
seed and whose counter is the stream: for one seed that block cipher is a permutation, so no two streams of a run begin
in the same state. Where they begin is scattered as by a random permutation: the chance that any two of 2^24 streams of
2^20 draws overlap is below 2^48 * 2^21 / 2^128 = 2^-59. A draw below n is Lemire's multiplication with rejection,
without bias. It is all 32-bit arithmetic but for one 32x32 to 64 multiplication: a CPU and a GPU compute it alike.

A branch in every draw costs a GPU an eighth of its time, though one draw in ten million takes it. There the generator
notes how near to rejection its draws came, and a round in doubt is played once more by a kernel that looks each time.
"""

from pitboss.simulate.constants import CHECKED
from pitboss.simulate.machine_words import I64, U32, U64, Rng
from pitboss.simulate.target_cpu import jit, u32, u64

PHILOX_ROUNDS = 10
PHILOX_0, PHILOX_1 = u32(0xD2511F53), u32(0xCD9E8D57)
WEYL_0, WEYL_1 = u32(0x9E3779B9), u32(0xBB67AE85)
NO_DOUBT = u32(0xFFFFFFFF)


@jit
def rotated(x: U32, by: U32) -> U32:
    """A 32-bit word rotated left."""
    return u32(u32(x << u32(by)) | u32(x >> u32(32 - by)))


@jit
def stream_rng(seed: U64, stream: I64) -> Rng:
    """The generator of a stream: a function of the seed and the stream's number and of nothing else."""
    c0, c1 = u32(stream), u32(u64(stream) >> u64(32))
    c2, c3 = u32(0), u32(0)
    k0, k1 = u32(seed), u32(u64(seed) >> u64(32))
    for _ in range(PHILOX_ROUNDS):
        p0, p1 = u64(PHILOX_0) * u64(c0), u64(PHILOX_1) * u64(c2)
        n0 = u32(u32(u32(p1 >> u64(32)) ^ c1) ^ k0)
        n2 = u32(u32(u32(p0 >> u64(32)) ^ c3) ^ k1)
        c1, c3 = u32(p1), u32(p0)
        c0, c2 = n0, n2
        k0, k1 = u32(k0 + WEYL_0), u32(k1 + WEYL_1)
    if c0 == u32(0) and c1 == u32(0) and c2 == u32(0) and c3 == u32(0):
        c0 = u32(1)  # the one state xoshiro never leaves
    return c0, c1, c2, c3, NO_DOUBT


@jit
def next_word(rng: Rng) -> tuple[Rng, U32]:
    """The generator after one step, and 32 random bits."""
    x0, x1, x2, x3, least = rng
    out = u32(rotated(u32(x0 + x3), 7) + x0)
    t = u32(x1 << u32(9))
    x2 = u32(x2 ^ x0)
    x3 = u32(x3 ^ x1)
    x1 = u32(x1 ^ x2)
    x0 = u32(x0 ^ x3)
    x2 = u32(x2 ^ t)
    x3 = rotated(x3, 11)
    return (x0, x1, x2, x3, least), out


@jit
def below(rng: Rng, n: U32) -> tuple[Rng, U32]:
    """A number from 0 to n - 1, each exactly equally likely."""
    rng, x = next_word(rng)
    product = u64(x) * u64(n)
    if u32(product) < n:
        threshold = u32(u32(u32(0) - n) % n)
        while u32(product) < threshold:
            rng, x = next_word(rng)
            product = u64(x) * u64(n)
    return rng, u32(product >> u64(32))


@jit
def next_place(rng: Rng, n: U32) -> tuple[Rng, U32]:
    """The same, where draws are checked; else the place alone, and what is least of those noted."""
    if CHECKED:
        return below(rng, n)
    (x0, x1, x2, x3, least), x = next_word(rng)
    product = u64(x) * u64(n)
    return (x0, x1, x2, x3, min(least, u32(product))), u32(product >> u64(32))
