"""Fine points of a round: which item of a paragraph speaks, what a card decides, what one round leaves to the next."""

import pytest

from pitboss.cards.discard_rack import Other
from pitboss.procedure import facts as f
from pitboss.procedure import moves as m
from pitboss.procedure.moves import DEALER
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


# --- what is found or drawn, and where it lies ------------------------------------------------------------------------


@pytest.mark.clause("PA 665a.13(a)", "NJ 26.15(a)", "PA 673a.13(a)")
@pytest.mark.parametrize("game", [PA, NJ, DBJ])
def test_a_card_found_face_up_between_rounds_lies_in_the_rack_with_the_round_to_come(game: str) -> None:
    s = Story(game, "9S", "8C", ("KH 9D",), "2C 3C").wagers().until()
    s.floor(m.FoundFaceUp)
    s.wagers().until(m.Stand)
    s.floor(m.FoundFaceUp)
    labels = [group.label for group in s.table.state.rack.groups if isinstance(group.label, Other)]
    assert labels[-2:] == [Other("found face up", 2), Other("found face up", 2)]


@pytest.mark.parametrize("game", [PA, NJ, DBJ])
@pytest.mark.parametrize(
    "move",
    [
        m.FoundFaceUp(by=DEALER),
        m.DrewInError(by=DEALER, exposed=True),
        m.DrewInError(by=DEALER, exposed=False),
    ],
    ids=["face-up", "exposed", "hidden"],
)
def test_out_of_an_empty_shoe_no_card_comes_in_error(game: str, move: m.Move) -> None:
    s = Story(game, "9S", "8C", ("KH 9D",)).wagers().until(m.Stand)
    shoe = s.table.state.shoe
    shoe._cover, shoe._next = None, len(shoe._cards)
    refusal = s.refused(move)
    assert refusal.code == "irregularity/shoe-empty"
    assert refusal.clauses


# --- who speaks -------------------------------------------------------------------------------------------------------


@pytest.mark.clause("NJ 26.7(f)", "NJ 26.9(a)")
@pytest.mark.parametrize(("card", "words"), [("up-sideways", ["11", "19"]), ("down-tucked", ["11"])])
def test_the_total_of_a_double_is_said_once_its_card_lies_there_and_only_if_it_is_seen(
    card: str, words: list[str]
) -> None:
    s = Story(NJ, "9S", "8C", ("5H 6D",), "KC 2C", sets={"double_card": card}, by_hand=(DEALER,), readings={})
    s.wagers().until(m.Stand).plays(m.Double, cents=100_00)
    told = len(s.table.facts)
    s.dealer(m.PassOver, box=1)
    s.plays(m.TakeLateCard)
    assert not [x for x in s.table.facts[told:] if isinstance(x, f.Announced)], "no card has come"
    straight = Story(NJ, "9S", "8C", ("5H 6D",), "8D 2C", sets={"double_card": card}, readings={})
    straight.wagers().until(m.Stand).plays(m.Double, cents=100_00)
    assert [x.words for x in straight.facts(f.Announced)][: len(words)] == words
    assert ("19" in [x.words for x in straight.until().facts(f.Announced)]) is (card == "up-sideways")


@pytest.mark.parametrize("game", [PA, NJ])
def test_who_wagers_once_more_is_not_ready_any_longer(game: str) -> None:
    s = Story(game, "9S", "8C", ("KH 9D", "KD 9H"))
    for box, name in enumerate(s.players, 1):
        s.do(m.Wager(by=name, box=box, cents=100_00))
    s.do(m.Ready(by="ann"))
    s.do(m.Wager(by="ann", box=1, cents=50_00, wager="bust-it"))
    s.do(m.Ready(by="bob"))
    assert not s.facts(f.BetsClosed)
    s.do(m.Ready(by="ann"))
    assert s.facts(f.BetsClosed)
