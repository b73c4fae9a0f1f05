"""What the figures by depth take out of their sample has the mean they say, over every shoe there is."""

from itertools import combinations

import numpy as np
import numpy.typing as npt
import pytest

from benchmarks.depths import known, told

FULL = np.array([2, 1, 1, 1, 1, 1, 1, 1, 1, 3], float)


def shoes(left: int) -> npt.NDArray[np.float64]:
    """Every way in which so many of the cards can be left, by value."""
    cards = np.repeat(np.arange(len(FULL)), FULL.astype(int))
    return np.array(
        [np.bincount(cards[list(some)], minlength=len(FULL)) for some in combinations(range(13), left)], float
    )


@pytest.mark.parametrize("left", [1, 4, 12])
def test_what_is_taken_out_is_nothing_in_the_mean_of_all_shoes(left: int) -> None:
    every = known(shoes(left), FULL)
    assert every.shape[1] == 9 + 45
    assert np.abs(every.mean(0)).max() < 1e-14
    assert np.abs(every).max() > 0.01


def test_what_goes_with_the_cards_alone_is_told_from_a_sample_without_error() -> None:
    every = shoes(5)
    worth = 0.3 + 0.02 * every[:, 2] - 0.01 * every[:, 9] * every[:, 9] + 0.04 * every[:, 0] * every[:, 4]
    sample = np.random.default_rng(1).choice(len(every), 100, replace=False)
    assert abs(worth[sample].mean() - worth.mean()) > 1e-3
    assert told(worth[sample], known(every[sample], FULL)) == f"{100 * worth.mean():.4f} ± 0.0000"


def test_what_does_not_go_with_them_is_told_with_its_error() -> None:
    every = shoes(5)
    luck = np.random.default_rng(2).normal(size=len(every))
    mean, error = map(float, told(0.5 + luck, known(every, FULL)).split(" ± "))
    assert error == pytest.approx(100 / len(every) ** 0.5, rel=0.1)
    assert abs(mean - 50) < 4 * error
