"""Fine points of a round: which item of a paragraph speaks, what a card decides, what one round leaves to the next."""

import pytest

from pitboss.procedure import facts as f
from pitboss.procedure import moves as m
from tests.procedure.golden_scenes import DBJ, NJ, PA, Story

CUT = {
    PA: ("PA 665a.5(c)(1)", "PA 665a.5(c)(2)", "PA 665a.5(c)(3)", "PA 665a.5(c)(4)"),
    NJ: ("NJ 26.4(d)1", "NJ 26.4(d)2", "NJ 26.4(d)3", "NJ 26.4(d)4"),
    DBJ: ("PA 673a.5(c)(1)", "PA 673a.5(c)(2)", "PA 673a.5(c)(3)", "PA 673a.5(c)(4)"),
}

# --- the cut --------------------------------------------------------------------------------------------------------


def cut_by(game: str, occasion: int) -> tuple[str, ...]:
    """The clauses by which a cut is offered: as the game begins, after a cover card (box, dealer), on order."""
    s = Story(game, "6D", "KC", ("5S 4H",), "2C 3C 4C 5C")
    if occasion == 0:
        return s.last(f.CutOffered).clauses
    s.wagers().until(m.Stand, 1)
    shoe = s.table.state.shoe
    if occasion == 1:
        shoe._cover = shoe._stop = shoe._next
        s.plays(m.Hit)
    elif occasion == 2:
        s.plays(m.Hit)
        shoe._cover = shoe._stop = shoe._next
    else:
        s.floor(m.OrderReshuffle)
    s.until()
    while m.Shuffle not in s.table.waiting.may:
        s.do(s.usual(s.table.waiting.by, s.table.waiting.may))
    s.first_cards = []
    s.shuffle()
    return s.last(f.CutOffered).clauses


@pytest.mark.parametrize(
    ("game", "occasion"),
    [
        pytest.param(game, place, marks=pytest.mark.clause(clause), id=clause)
        for game, items in CUT.items()
        for place, clause in enumerate(items)
    ],
)
def test_each_occasion_of_the_cut_is_told_by_its_own_item_and_no_other(game: str, occasion: int) -> None:
    assert set(cut_by(game, occasion)) & set(CUT[game]) == {CUT[game][occasion]}
