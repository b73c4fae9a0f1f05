"""Departures found by the program are the ones everybody knows."""

from collections.abc import Sequence

import numpy as np
import pytest

from pitboss.protect.counts import SYSTEMS, Pack
from pitboss.protect.departures import (
    AtCount,
    Departure,
    departures,
    every_count,
    expected_shoe,
    faults,
    full_shoe_options,
    insurance_from,
    likeliest,
)
from pitboss.rules.rules import BlackjackRules
from pitboss.rules.variant import load
from pitboss.solve.cache import solved
from pitboss.solve.composition import full_shoe
from pitboss.solve.round_values import table
from pitboss.solve.solution import price
from pitboss.solve.strategy import CLASSES_BY_LABEL, Action, Situation, Strategy

ORDINARY = Pack((24,) * 9 + (96,), 52)
HI_LO = SYSTEMS["Hi-Lo"]


def ordinary(**sets: object) -> BlackjackRules:
    return BlackjackRules.of(load("double-deck-house", {name: str(value) for name, value in sets.items()}))


@pytest.mark.parametrize("true", [-3.0, 0.0, 2.5])
@pytest.mark.parametrize("system", ["Hi-Lo", "Halves", "KO"])
def test_the_shoe_expected_at_a_count_has_that_count(system: str, true: float) -> None:
    """Its cards are as many as are left, and what is gone of a balanced count makes the true count."""
    shoe = expected_shoe(ORDINARY, SYSTEMS[system], true, 156.0)
    assert shoe.sum() == pytest.approx(156)
    leaning = ORDINARY.centred(SYSTEMS[system])
    assert -(shoe @ leaning) / (156 / 52) == pytest.approx(true)


def test_at_no_count_the_expected_shoe_is_the_full_one() -> None:
    assert expected_shoe(ORDINARY, HI_LO, 0.0, 312.0) == pytest.approx(np.array(ORDINARY.cards))


def counts_of(worth: Sequence[tuple[float, float]]) -> list[AtCount]:
    cell = (Situation.FIRST_TWO, 12, 10)
    return [
        AtCount(true, {cell: {Action.HIT: hit, Action.STAND: stand}}, {}, 0.1 * true)
        for true, (hit, stand) in zip(range(-2, 3), worth, strict=True)
    ]


def always(action: Action) -> Strategy:
    rules = ordinary()
    found = solved(rules, lambda step, share: None).strategy
    play = tuple(tuple(tuple((action,) for _ in row) for row in rows) for rows in found.play)
    return type(found)(**{**vars(found), "play": play})


def test_a_play_departs_from_the_count_from_which_it_stays_better() -> None:
    """Better by chance at -1 and for good from +1 on: from +1, and worth what it gains there."""
    found = departures(counts_of([(0, -5), (0, 1), (0, -1), (0, 2), (0, 3)]), always(Action.HIT))
    assert [(one.action, one.true, one.upwards, one.gains) for one in found] == [(Action.STAND, 1, True, {1: 2, 2: 3})]
    play = found[0].play
    assert [play.holds(true) for true in (0, 1, 9)] == [False, True, True]
    assert found[0].gain({1: 0.5, 2: 0.25, 7: 9}) == pytest.approx(1.75)


def test_a_play_that_is_better_at_low_counts_is_made_below_one() -> None:
    found = departures(counts_of([(3, 0), (2, 0), (-1, 0), (-1, 0), (-1, 0)]), always(Action.STAND))
    assert [(one.action, one.true, one.upwards) for one in found] == [(Action.HIT, 0, False)]
    assert [found[0].play.holds(true) for true in (-1, 0)] == [True, False]


def test_what_is_better_everywhere_is_no_departure() -> None:
    assert departures(counts_of([(0, 1)] * 5), always(Action.HIT)) == []
    assert departures(counts_of([(0, 1)] * 5), always(Action.STAND)) == []


def test_what_is_as_good_at_the_end_and_no_better_is_no_departure() -> None:
    """Double Back Jack has such a hand: whichever of the two is looked at, there is nothing to gain."""
    even = counts_of([(0.2, 0.2)] * 5)
    assert departures(even, always(Action.STAND)) == departures(even, always(Action.HIT)) == []


def test_insurance_is_taken_from_where_it_pays() -> None:
    assert insurance_from(counts_of([(0, 0)] * 5)) == (1, {1: 0.1, 2: 0.2})
    assert insurance_from([]) is None


# Schlesinger's Illustrious 18 for Hi-Lo, in the order of what they are worth with many decks: hand, play, true count.
ILLUSTRIOUS = {
    ("hard 16 v 10", "STAND"): 0,
    ("hard 15 v 10", "STAND"): 4,
    ("pair 10 v 5", "SPLIT"): 5,
    ("pair 10 v 6", "SPLIT"): 4,
    ("hard 10 v 10", "DOUBLE"): 4,
    ("hard 12 v 3", "STAND"): 2,
    ("hard 12 v 2", "STAND"): 3,
    ("hard 11 v A", "DOUBLE"): 1,
    ("hard 9 v 2", "DOUBLE"): 1,
    ("hard 10 v A", "DOUBLE"): 4,
    ("hard 9 v 7", "DOUBLE"): 3,
    ("hard 16 v 9", "STAND"): 5,
    ("hard 13 v 2", "HIT"): -1,
    ("hard 12 v 4", "HIT"): 0,
    ("hard 12 v 5", "HIT"): -2,
    ("hard 12 v 6", "HIT"): -1,
    ("hard 13 v 3", "HIT"): -2,
}


@pytest.mark.slow
def test_the_illustrious_eighteen_are_found() -> None:
    """Six decks, dealer stands on soft 17: every one of them within a count of the printed index, insurance at 3."""
    rules = ordinary(decks=6)
    found = every_count(rules, ORDINARY, HI_LO, 200)
    assert (insurance_from(found) or (0,))[0] == 3
    known: dict[tuple[str, str], Departure] = {}
    strategy = solved(rules, lambda step, share: None).strategy
    for one in departures(found, strategy):
        known[one.label, one.action.name] = one
    for (hand, play), true in ILLUSTRIOUS.items():
        assert known[hand, play].true == pytest.approx(true, abs=1), hand
    # At positive counts, where the money is, sixteen against a ten is worth most of all.
    weights = {true: 0.2 * 0.6 ** abs(true) for true in range(10)}
    ups = sorted((one for one in known.values() if one.upwards), key=lambda one: -one.gain(weights))
    assert ups[0].label == "hard 16 v 10"


@pytest.mark.slow
def test_the_cost_of_a_fault_is_what_the_solver_prices_it_at() -> None:
    """Given the best card, when hard 12 stands against a 2 with any two cards, then it costs what the list says."""
    rules = ordinary(decks=6)
    at, row = full_shoe_options(rules), CLASSES_BY_LABEL["hard 12"]
    listed = {(one.cell, one.wrong): one.cost for one in faults(at)}
    shoe = table(rules, full_shoe(rules))
    strategy = solved(rules, lambda step, share: None).strategy
    play = [[list(of) for of in rows] for rows in strategy.play]
    play[Situation.FIRST_TWO][row][1] = (Action.STAND,)
    wrong = type(strategy)(**{**vars(strategy), "play": tuple(tuple(tuple(of) for of in rows) for rows in play)})
    cost = price(shoe, wrong)[0].house_edge - price(shoe, strategy)[0].house_edge
    assert listed[(Situation.FIRST_TWO, row, 2), Action.STAND] == pytest.approx(cost, rel=1e-6)
    assert {one.cell for one in likeliest(faults(at))} == {one.cell for one in faults(at)}


def test_every_split_is_a_fault_with_a_price_however_bad_it_is() -> None:
    """Tens against a 6 are split by some: it costs less than giving them up, which nobody does."""
    rules = BlackjackRules.of(load("double-back-jack-pa"))
    every = faults(full_shoe_options(rules))
    pairs = {(fault.cell[1], fault.cell[2]) for fault in every if fault.label.startswith("pair")}
    split = {
        (fault.cell[1], fault.cell[2])
        for fault in every
        if fault.label.startswith("pair") and Action.SPLIT in (fault.right, fault.wrong)
    }
    assert split == pairs
    tens = next(fault for fault in likeliest(every) if fault.label == "pair 10 v 6")
    assert (tens.right, tens.wrong) == (Action.STAND, Action.SPLIT)
