"""Statistical tests of random words: each gives a probability that is uniform for a good generator."""

from collections.abc import Callable
from math import erfc, exp, gamma, lgamma, log, sqrt

import numpy as np
import numpy.typing as npt

Words = npt.NDArray[np.uint32]


def upper_gamma(a: float, x: float) -> float:
    """The regularised upper incomplete gamma function, by series or continued fraction."""
    if x <= 0:
        return 1.0
    if x < a + 1:
        term = total = 1 / a
        n = a
        while abs(term) > abs(total) * 1e-15:
            n += 1
            term *= x / n
            total += term
        return 1 - total * exp(-x + a * log(x) - lgamma(a))
    b, c = x + 1 - a, 1e300
    d = 1 / b
    h = d
    for i in range(1, 100_000):
        an = -i * (i - a)
        b += 2
        d = 1 / (an * d + b)
        c = b + an / c
        h *= d * c
        if abs(d * c - 1) < 1e-15:
            break
    return h * exp(-x + a * log(x) - lgamma(a))


def chi_squared(found: npt.ArrayLike, expected: npt.ArrayLike) -> float:
    """The chance of counts at least so far from the expected ones."""
    f, e = np.asarray(found, float).ravel(), np.asarray(expected, float).ravel()
    statistic = float(((f - e) ** 2 / e).sum())
    return upper_gamma((len(f) - 1) / 2, statistic / 2)


def two_sided(z: float) -> float:
    """The chance of a normal deviate at least so far out."""
    return erfc(abs(z) / sqrt(2))


def bits(words: Words) -> npt.NDArray[np.uint8]:
    """The bits of the words, as zeros and ones."""
    return np.unpackbits(words.view(np.uint8))


def monobit(words: Words) -> float:
    """As many ones as zeros."""
    ones = int(bits(words).sum())
    n = 32 * len(words)
    return two_sided((2 * ones - n) / sqrt(n))


def each_bit(words: Words) -> float:
    """As many ones as zeros at each of the 32 places."""
    ones = np.array([int(((words >> np.uint32(place)) & np.uint32(1)).sum()) for place in range(32)])
    z = (2 * ones - len(words)) / sqrt(len(words))
    return upper_gamma(16, float((z**2).sum()) / 2)


def runs(words: Words) -> float:
    """As many changes between neighbouring bits as there should be."""
    b = bits(words)
    changes = int((b[1:] != b[:-1]).sum())
    n = len(b) - 1
    return two_sided((2 * changes - n) / sqrt(n))


def byte_pairs(words: Words) -> float:
    """Every pair of neighbouring bytes as often as every other."""
    b = words.view(np.uint8).astype(np.int64)
    pairs = np.bincount(b[0::2] * 256 + b[1::2], minlength=65536)
    return chi_squared(pairs, np.full(65536, len(b) / 2 / 65536))


def high_pairs(words: Words) -> float:
    """The high bytes of consecutive words independent of one another."""
    b = (words >> np.uint32(24)).astype(np.int64)
    pairs = np.bincount(b[:-1] * 256 + b[1:], minlength=65536)
    return chi_squared(pairs, np.full(65536, (len(b) - 1) / 65536))


def low_pairs(words: Words) -> float:
    """The low bytes of consecutive words independent of one another."""
    b = (words & np.uint32(255)).astype(np.int64)
    pairs = np.bincount(b[:-1] * 256 + b[1:], minlength=65536)
    return chi_squared(pairs, np.full(65536, (len(b) - 1) / 65536))


def weights(words: Words) -> float:
    """The number of ones in a word binomial."""
    counts = np.bincount(np.bitwise_count(words), minlength=33)
    expected = np.array([gamma(33) / gamma(k + 1) / gamma(33 - k) for k in range(33)]) / 2.0**32 * len(words)
    keep = slice(6, 27)
    rest = len(words) - expected[keep].sum()
    return chi_squared([*counts[keep], len(words) - counts[keep].sum()], [*expected[keep], rest])


def lagged(words: Words) -> float:
    """No correlation between words a few places apart."""
    x = words.astype(np.float64) / 2**32 - 0.5
    statistic = 0.0
    lags = (1, 2, 3, 4, 8, 16, 31, 64)
    for lag in lags:
        r = float((x[lag:] * x[:-lag]).mean()) * 12 * sqrt(len(x) - lag)
        statistic += r * r
    return upper_gamma(len(lags) / 2, statistic / 2)


def birthdays(words: Words) -> float:
    """Equal spacings between sorted birthdays as rare as they should be: 512 birthdays in a year of 2^24 days."""
    groups = words[: len(words) // 512 * 512].reshape(-1, 512) >> np.uint32(8)
    spacings = np.sort(np.diff(np.sort(groups.astype(np.int64), axis=1), axis=1), axis=1)
    equal = int((spacings[:, 1:] == spacings[:, :-1]).sum())
    mean = len(groups) * 512**3 / (4 * 2**24)
    return two_sided((equal - mean) / sqrt(mean))


def ranks(words: Words) -> float:
    """The rank of 32 by 32 matrices of bits distributed as it should be."""
    matrices = words[: len(words) // 32 * 32].reshape(-1, 32)[:4000]
    found = [0, 0, 0]
    for matrix in matrices:
        rows, rank = [int(w) for w in matrix], 0
        for place in range(32):
            pivot = next((i for i, row in enumerate(rows) if row >> place & 1), None)
            if pivot is not None:
                row = rows.pop(pivot)
                rows = [r ^ row if r >> place & 1 else r for r in rows]
                rank += 1
        found[min(32 - rank, 2)] += 1
    expected = np.array([0.2887880951, 0.5775761902, 0.1336357147]) * len(matrices)
    return chi_squared(found, expected)


def gaps(words: Words) -> float:
    """The gaps between small values geometric."""
    places = np.flatnonzero(words < np.uint32(2**32 // 16))
    found = np.bincount(np.minimum(np.diff(places) - 1, 60), minlength=61)
    n, p = len(places) - 1, 1 / 16
    expected = np.array([*(n * p * (1 - p) ** k for k in range(60)), n * (1 - p) ** 60])
    return chi_squared(found, expected)


BATTERY: tuple[Callable[[Words], float], ...] = (
    monobit,
    each_bit,
    runs,
    byte_pairs,
    high_pairs,
    low_pairs,
    weights,
    lagged,
    birthdays,
    ranks,
    gaps,
)
