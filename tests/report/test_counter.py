"""A counter made from effects of removal."""

from itertools import product
from pathlib import Path

import pytest

from pitboss.report.counter import GOOD_ENOUGH, Counter, counter, toml_of
from pitboss.simulate.counting import read_count

ORDINARY = (4, 4, 4, 4, 4, 4, 4, 4, 4, 16)
# Griffin's well-known single-deck figures, in percent, rounded: what an ordinary count is judged by.
EFFECTS = dict(enumerate((-0.61, 0.38, 0.44, 0.55, 0.69, 0.46, 0.28, 0.0, -0.18, -0.51), 1))
INSURANCE = dict(enumerate((1.81,) * 9 + (-4.07,), 1))


def made(effects: dict[int, float], edge: float = 0.0, wager: str = "main") -> Counter:
    found = counter(wager, {value: x / 100 for value, x in effects.items()}, edge, ORDINARY, 52)
    assert found is not None
    return found


def test_tags_add_up_to_nothing_and_follow_the_effects() -> None:
    found = made(EFFECTS)
    assert sum(n * tag for n, tag in zip(ORDINARY, found.tags, strict=True)) == 0
    assert found.correlation >= GOOD_ENOUGH
    # No rounding of level one does as well as is asked.
    hi_lo = (-1, 1, 1, 1, 1, 1, 0, 0, 0, -1)
    assert found.correlation > _fit(hi_lo) > 0.96


def _fit(tags: tuple[int, ...]) -> float:
    mean = sum(n * EFFECTS[v] for v, n in enumerate(ORDINARY, 1)) / 52
    centred = [EFFECTS[v] - mean for v in range(1, 11)]
    both = sum(n * t * e for n, t, e in zip(ORDINARY, tags, centred, strict=True))
    norms = [sum(n * x * x for n, x in zip(ORDINARY, xs, strict=True)) for xs in (tags, centred)]
    return float(both / (norms[0] * norms[1]) ** 0.5)


def test_an_insurance_count_is_the_perfect_one() -> None:
    found = made(INSURANCE, 1 / 13, "insurance")
    assert found.tags == (4,) * 9 + (-9,)
    assert found.correlation == pytest.approx(1)


def test_the_gain_for_each_true_count_is_that_of_a_linear_shoe() -> None:
    """Given a shoe worth the mean of what its cards are worth, when cards leave it, then the count tells its value."""
    card = dict(enumerate((-0.02,) * 9 + (0.045,), 1))
    whole = sum(n * card[v] for v, n in enumerate(ORDINARY, 1))
    effects = {v: 100 * ((whole - card[v]) / 51 - whole / 52) for v in card}
    found = made(effects, 0.0, "insurance")
    for tens, others in product(range(8), repeat=2):
        left = 52 - tens - others
        value = ((36 - others) * card[1] + (16 - tens) * card[10]) / left
        true_count = (4 * others - 9 * tens) / (left / 52)
        assert value - whole / 52 == pytest.approx(found.gain * true_count, abs=1e-12)


@pytest.mark.parametrize(("edge", "least"), [(0.0, 0), (0.02, 1), (-0.001, 0)])
def test_the_favourable_count_is_the_first_where_the_gain_pays_the_edge(edge: float, least: int) -> None:
    found = made(EFFECTS, edge)
    assert found.favourable is not None
    assert found.favourable >= least
    assert found.gain * found.favourable >= edge - 1e-12
    assert found.gain * (found.favourable - 1) < edge


def test_a_wager_no_count_helps_is_never_favourable() -> None:
    assert made(EFFECTS, 5.0).favourable is None
    assert counter("main", dict.fromkeys(range(1, 11), 0.01), 0.0, ORDINARY, 52) is None


@pytest.mark.parametrize("wager", ["main", "insurance", "bust-it"])
def test_the_file_of_a_count_is_one_the_simulator_reads(wager: str, tmp_path: Path) -> None:
    found = made(EFFECTS, 0.02, wager)
    path = tmp_path / "count.toml"
    path.write_text(toml_of(found, 8), encoding="utf-8")
    read = read_count(path)
    assert read.tags == found.tags
    assert found.favourable is not None
    if wager == "main":
        assert (read.bet(found.favourable), read.bet(found.favourable - 1)) == (8, 1)
    else:
        made_from = read.insurance if wager == "insurance" else read.side[wager]
        assert made_from == found.favourable
