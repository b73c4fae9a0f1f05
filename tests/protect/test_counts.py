"""Counts made from effects of removal, and how well published ones follow."""

from itertools import product
from math import sqrt
from pathlib import Path

import numpy as np
import pytest

from pitboss.protect.counts import (
    GOOD_ENOUGH,
    SYSTEMS,
    Counter,
    Pack,
    best_tags,
    counter,
    effects_by_value,
    least_squares,
    simplest,
    toml_of,
    with_side_counts,
)
from pitboss.rules.rules import BlackjackRules
from pitboss.rules.variant import load
from pitboss.simulate.counting import read_count
from pitboss.solve.cache import solved
from pitboss.solve.composition import full_shoe

ORDINARY = Pack((4, 4, 4, 4, 4, 4, 4, 4, 4, 16), 52)
# Griffin's well-known single-deck figures, in percent, rounded: what an ordinary count is judged by.
GRIFFIN = (-0.61, 0.38, 0.44, 0.55, 0.69, 0.46, 0.28, 0.0, -0.18, -0.51)
INSURANCE = (1.81,) * 9 + (-4.07,)


def made(effects: tuple[float, ...], edge: float = 0.0, wager: str = "main") -> Counter:
    found = simplest(wager, [x / 100 for x in effects], edge, ORDINARY)
    assert found is not None
    return found


# Betting and insurance correlations as printed by the Blackjack Review encyclopedia and QFIT, in hundredths.
PUBLISHED = {
    "Hi-Lo": (97, 76),
    "KO": (98, 78),
    "Red 7": (98, 78),
    "Hi-Opt I": (88, 85),
    "Hi-Opt II": (91, 91),
    "Omega II": (92, 85),
    "Zen": (96, 85),
    "Halves": (99, 72),
    "Uston APC": (90, 90),
}


@pytest.mark.parametrize("system", PUBLISHED)
def test_correlations_are_the_published_ones(system: str) -> None:
    betting, insurance = PUBLISHED[system]
    found = [round(100 * ORDINARY.correlation(SYSTEMS[system], of)) for of in (GRIFFIN, INSURANCE)]
    assert found == pytest.approx([betting, insurance], abs=1)
    assert round(100 * ORDINARY.correlation(SYSTEMS["Hi-Lo"], GRIFFIN)) == 97
    assert round(100 * ORDINARY.correlation(SYSTEMS["Hi-Lo"], INSURANCE)) == 76


def test_counting_tens_alone_is_the_perfect_insurance_count() -> None:
    assert ORDINARY.correlation(SYSTEMS["tens"], INSURANCE) == pytest.approx(1)


@pytest.mark.parametrize(("system", "published"), [("Hi-Opt II", 99), ("Omega II", 99)])
def test_an_ace_counted_beside_brings_counts_without_it_to_their_published_correlation(
    system: str, published: int
) -> None:
    alone = ORDINARY.correlation(SYSTEMS[system], GRIFFIN)
    found = with_side_counts(ORDINARY, GRIFFIN, SYSTEMS[system], [1])
    assert 100 * found == pytest.approx(published, abs=1)  # printed as "about"
    assert with_side_counts(ORDINARY, GRIFFIN, SYSTEMS[system], []) == pytest.approx(alone)


def test_least_squares_tags_follow_altogether() -> None:
    tags = least_squares(ORDINARY, GRIFFIN)
    assert max(map(abs, tags)) == pytest.approx(1)
    assert ORDINARY.correlation(tags, GRIFFIN) == pytest.approx(1)
    assert ORDINARY.unbalance(tags) == pytest.approx(0)


def test_the_unbalance_of_a_deck_is_what_its_tags_add_up_to() -> None:
    """KO's deck ends at 4, Red 7's at 2, whatever the number of decks; Hi-Lo's at 0."""
    eight = Pack(tuple(8 * n for n in ORDINARY.cards), 52)
    assert [eight.unbalance(SYSTEMS[name]) for name in ("KO", "Red 7", "Hi-Lo")] == [4, 2, 0]


@pytest.mark.parametrize("effects", [GRIFFIN, INSURANCE, (3.0, -1.0, 0.2, 0.0, 0.1, -2.0, 0.7, 0.4, -0.9, 0.3)])
@pytest.mark.parametrize("balanced", [True, False])
def test_the_best_tags_of_level_one_are_the_best_of_all(effects: tuple[float, ...], balanced: bool) -> None:
    """Given every way to tag ten values with -1, 0 and 1, when each is tried, then none follows better."""
    found = best_tags(ORDINARY, effects, 1, balanced)
    assert found is not None
    assert not balanced or ORDINARY.unbalance(found) == 0
    centred, cards = ORDINARY.centred(effects), np.array(ORDINARY.cards)
    every = np.stack([part.ravel() for part in np.indices((3,) * 10)], 1) - 1
    total, fit = every @ cards, every @ (cards * centred)
    square = (every**2) @ cards - total**2 / 52
    asked = (square > 0) & ((total == 0) | (not balanced))
    best = (fit[asked] / np.sqrt(square[asked])).max()
    assert ORDINARY.correlation(found, effects) == pytest.approx(best / sqrt(cards @ centred**2), abs=1e-9)


def test_a_higher_level_follows_no_worse_and_beats_the_published_counts() -> None:
    fits = [ORDINARY.correlation(best_tags(ORDINARY, GRIFFIN, level) or (), GRIFFIN) for level in (1, 2, 3)]
    assert fits == sorted(fits)
    assert fits[0] >= ORDINARY.correlation(SYSTEMS["Hi-Lo"], GRIFFIN)
    assert fits[1] >= ORDINARY.correlation(SYSTEMS["Zen"], GRIFFIN)
    assert fits[2] >= ORDINARY.correlation(SYSTEMS["Halves"], GRIFFIN) - 1e-12


def test_tags_add_up_to_nothing_and_follow_the_effects() -> None:
    found = made(GRIFFIN)
    assert ORDINARY.unbalance(found.tags) == 0
    assert found.correlation >= GOOD_ENOUGH


def test_the_gain_for_each_true_count_is_that_of_a_linear_shoe() -> None:
    """Given a shoe worth the mean of what its cards are worth, when cards leave it, then the count tells its value."""
    card = (-0.02,) * 9 + (0.045,)
    whole = sum(n * x for n, x in zip(ORDINARY.cards, card, strict=True))
    effects = [(whole - x) / 51 - whole / 52 for x in card]
    found = counter("insurance", effects, 0.0, ORDINARY, SYSTEMS["tens"])
    for tens, others in product(range(8), repeat=2):
        left = 52 - tens - others
        value = ((36 - others) * card[0] + (16 - tens) * card[9]) / left
        true_count = (4 * others - 9 * tens) / (left / 52)
        assert value - whole / 52 == pytest.approx(found.gain * true_count, abs=1e-12)


@pytest.mark.parametrize(("edge", "least"), [(0.0, 0), (0.02, 1), (-0.001, 0)])
def test_the_favourable_count_is_the_first_where_the_gain_pays_the_edge(edge: float, least: int) -> None:
    found = made(GRIFFIN, edge)
    assert found.favourable is not None
    assert found.favourable >= least
    assert found.gain * found.favourable >= edge - 1e-12
    assert found.gain * (found.favourable - 1) < edge


def test_a_wager_no_count_helps_is_never_favourable() -> None:
    assert made(GRIFFIN, 5.0).favourable is None
    assert simplest("main", [0.01] * 10, 0.0, ORDINARY) is None


@pytest.mark.parametrize("wager", ["main", "insurance", "bust-it"])
def test_the_file_of_a_count_is_one_the_simulator_reads(wager: str, tmp_path: Path) -> None:
    found = made(GRIFFIN, 0.02, wager)
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


@pytest.mark.slow
def test_our_own_effects_of_a_single_deck_give_the_published_correlations() -> None:
    """The solver's effects of removal in place of Griffin's, of the ordinary game with one deck."""
    rules = load("double-deck-house", {"decks": 1, "double_after_split": False})
    assert isinstance(rules, BlackjackRules)
    effects = effects_by_value(solved(rules, lambda step, share: None).effects["main"])
    pack = Pack(full_shoe(rules).values, 52)
    found = {name: round(100 * pack.correlation(SYSTEMS[name], effects)) for name in PUBLISHED}
    assert found == {name: pytest.approx(betting, abs=1) for name, (betting, _) in PUBLISHED.items()}
    assert found["Hi-Lo"] == 97
