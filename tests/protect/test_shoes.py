"""Random shoes: insurance is exactly what their cards say, counts come as often as they should."""

import numpy as np
import pytest

from pitboss.protect.counts import SYSTEMS, Pack
from pitboss.protect.shoes import Wager, shoes
from pitboss.protect.tracking import carried, expected_parts
from pitboss.shuffles.kernel import Move
from pitboss.shuffles.routines import kept_apart_by_double_deck

PACK = Pack((8,) * 9 + (32,), 52)
TENS = SYSTEMS["tens"]


def insurance() -> Wager:
    """A unit on the next card being a ten, at 2 to 1, from two decks: what one card gone of each value is worth."""
    edge = 1 - 3 * 32 / 104
    effects = tuple(3 * (32 - (value == 10)) / 103 - 1 + edge for value in range(1, 11))
    return Wager("insurance", edge, 1.3, effects, offered=1 / 13)


def test_a_wager_on_one_card_is_worth_exactly_what_the_cards_say() -> None:
    drawn = shoes(PACK, 78, times=2000)
    tens = 32 - drawn.gone[:, 9]
    assert drawn.left.min() == 104 - 78
    assert (drawn.gone.sum(1) + drawn.left == 104).all()
    assert drawn.values(insurance()) == pytest.approx(3 * tens / drawn.left - 1, abs=1e-12)


def test_the_perfect_count_tells_good_insurance_from_bad_without_fail() -> None:
    """Two to one pays where more than one card in three is a ten: from a true count of 52 thirds on."""
    drawn = shoes(PACK, 78, times=20_000)
    running = drawn.gone @ np.array(TENS, int)
    assert ((drawn.values(insurance()) > 1e-9) == (3 * running > drawn.left)).all()


def test_steps_hold_all_shoes_and_a_wager_seldom_offered_wins_seldom() -> None:
    drawn = shoes(PACK, 78, times=20_000)
    always = Wager("always", insurance().house_edge, 1.3, insurance().effects)
    trues = drawn.trues(TENS)
    seldom, often = drawn.steps(insurance(), trues), drawn.steps(always, trues)
    assert sum(step.share for step in seldom) == pytest.approx(1)
    assert [step.mean for step in seldom] == pytest.approx([step.mean / 13 for step in often])
    assert [step.kelly for step in seldom] == pytest.approx([step.kelly for step in often])
    mean = sum(step.share * step.mean for step in often)
    assert mean == pytest.approx(-insurance().house_edge, abs=0.01)  # counting changes no mean


def test_true_counts_are_rounded_down_and_running_counts_begin_where_they_are_told() -> None:
    drawn = shoes(PACK, 52, times=600)
    running = drawn.gone @ np.array(SYSTEMS["Hi-Lo"])
    assert (drawn.trues(SYSTEMS["Hi-Lo"]) == np.floor(running * 52 / drawn.left)).all()
    assert (drawn.trues(SYSTEMS["Hi-Lo"], -4) == running - 4).all()


@pytest.mark.parametrize(("system", "starts"), [("Hi-Lo", 0), ("KO", -4), ("tens", 0)])
def test_a_running_count_begins_away_from_nothing_by_all_decks_but_one(system: str, starts: float) -> None:
    """Two decks of KO begin at -4, as its authors have it, and end at +4 when every card is gone."""
    assert PACK.start(SYSTEMS[system]) == starts
    if starts:
        drawn = shoes(PACK, 78, times=2000)
        assert (drawn.counts(SYSTEMS[system]) == drawn.trues(SYSTEMS[system], starts)).all()


def test_a_tracker_knows_all_after_no_shuffle_and_nothing_after_a_perfect_one() -> None:
    """Given slugs that stay whole, when they are followed, then their counts are those they had before."""
    whole, evenly = np.eye(8), np.full((8, 8), 1 / 8)
    found = expected_parts(PACK, SYSTEMS["Hi-Lo"], insurance(), 0.005, whole, evenly)
    assert found.after_perfect == pytest.approx(0, abs=1e-12)
    # Thirteen cards of 104, tags of mean square 10/13 without replacement, told for each of 52.
    assert found.deviation == pytest.approx(4 * np.sqrt(13 * 10 / 13 * 91 / 103), rel=0.02)
    mixed = expected_parts(PACK, SYSTEMS["Hi-Lo"], insurance(), 0.005, (whole + evenly) / 2, evenly)
    assert mixed.deviation == pytest.approx(found.deviation / 2)


@pytest.mark.slow
def test_where_slugs_go_adds_up() -> None:
    shares = carried((Move.DOUBLE_DECK_ROUTINE,), 104, 8, 1)
    assert shares.sum(0) == pytest.approx(np.ones(8))
    assert shares.sum(1) == pytest.approx(np.ones(8))
    assert carried((Move.UNIFORM,), 104, 8, 1) == pytest.approx(np.full((8, 8), 1 / 8), abs=0.01)
    assert shares.max() > 0.15
    # The rest of stack 1 always comes to the bottom half, the rest of stack 2 to the top half.
    apart = kept_apart_by_double_deck(104)
    old = [slug for slug in range(8) if {13 * slug, 13 * slug + 12} <= set(apart.bottom)]
    assert old
    assert shares[old, :4].sum() == 0
