"""Tap in/tap out: what the outgoing dealer completes, and the shuffle with which the incoming one begins."""

from collections.abc import Callable

import pytest

from pitboss.cards.bits import SeededBits
from pitboss.procedure.croupier import Croupier
from tests.procedure.dd_house.at_table import (
    BET,
    DEALER,
    FLOORPERSON,
    at_shuffle,
    by_the_routine,
    dealt,
    f,
    in_order,
    look,
    m,
    may,
    opened,
)
from tests.procedure.kit import Scene

NOTE = ("DD Tap in/tap out note",)
ROUTINE = ("DD Shuffling 1", "DD Shuffling 2", "DD Shuffling 3", "DD Shuffling 4")


@pytest.mark.clause("DD Tap in/tap out 1")
def test_the_outgoing_dealer_completes_the_hand() -> None:
    scene = dealt("TS 9S", dealer="TD 7C")
    look(scene)
    scene.floor(m.TapIn, dealer="sue")
    assert scene.facts(f.DealerChanged) == []
    scene.as_player(m.Stand)
    settled, ended, changed = in_order(scene, f.HandSettled, f.RoundEnded, f.DealerChanged)
    assert isinstance(settled, f.HandSettled)
    assert isinstance(ended, f.RoundEnded)
    assert changed == f.DealerChanged(("DD Tap in/tap out 1", "DD Tap in/tap out 3"), "the first dealer", "sue")
    assert scene.won("ann") == BET


@pytest.mark.clause("DD Tap in/tap out 1")
def test_a_hand_already_wagered_on_is_completed_too() -> None:
    scene = opened("TS TD 9S 7C")
    scene.do(m.Wager(by="ann", box=1, cents=BET))
    scene.floor(m.TapIn, dealer="sue")
    assert scene.facts(f.DealerChanged) == []
    scene.do(m.Ready(by="ann"))
    scene.stand_all()
    assert [type(x) for x in in_order(scene, f.RoundEnded, f.DealerChanged)] == [f.RoundEnded, f.DealerChanged]


@pytest.mark.clause("DD Tap in/tap out 2")
def test_the_cut_card_is_removed_and_all_the_cards_spread_before_the_dealers_change() -> None:
    scene = opened()
    scene.floor(m.TapIn, dealer="sue")
    removed, spread, changed = in_order(scene, f.CutCardRemoved, f.CardsSpread, f.DealerChanged)
    assert removed == f.CutCardRemoved(("DD Tap in/tap out 2",), "the first dealer")
    assert spread == f.CardsSpread(("DD Tap in/tap out 2",), face_up=False, batch="blue")
    assert isinstance(changed, f.DealerChanged)
    t = scene.table.state
    assert (len(t.cards.loose), t.cards.rack.height, t.cards.shoe.remaining) == (104, 0, 0)


@pytest.mark.clause("DD Tap in/tap out 3")
def test_one_dealer_exits_as_the_other_enters() -> None:
    scene = opened()
    scene.floor(m.TapIn, dealer="sue")
    changed = scene.last(f.DealerChanged)
    assert isinstance(changed, f.DealerChanged)
    assert (changed.outgoing, changed.incoming) == ("the first dealer", "sue")
    assert "DD Tap in/tap out 3" in changed.clauses
    assert scene.table.state.people.dealer_name == "sue"


@pytest.mark.clause("DD Tap in/tap out 4")
def test_the_incoming_dealer_shuffles_at_once_and_by_the_whole_routine() -> None:
    scene = opened()
    scene.floor(m.TapIn, dealer="sue")
    assert may(scene) == (m.Shuffle, m.CommitSeed)
    assert scene.table.waiting.clauses[0] == "DD Tap in/tap out 4"
    done = len(scene.facts(f.ShuffleStepDone))
    made = Croupier(SeededBits(1)).shuffle(scene.table)
    scene.do(made)
    assert len(scene.facts(f.ShuffleStepDone)) == done + len(made.hands) + 1
    assert scene.last(f.CardsShuffled).clauses[0] == "DD Tap in/tap out 4"
    scene.do(m.RefuseCut(by="ann"))
    assert len(scene.facts(f.RollingApproved)) == 2
    assert m.Wager in scene.table.waiting.may


def test_the_first_dealer_of_the_table_is_no_incoming_dealer() -> None:
    assert "DD Tap in/tap out 4" not in opened().last(f.CardsShuffled).clauses


@pytest.mark.clause("DD Tap in/tap out note")
@pytest.mark.parametrize("point", ["shuffling", "rolling", "cutting", "cut card", "taking in hand", "burning"])
def test_a_dealer_tapped_out_in_mid_shuffle_stops_spreads_and_the_other_begins_anew(point: str) -> None:
    scene = at_shuffle(DEALER, FLOORPERSON)
    steps: dict[str, Callable[[], object]] = {
        "rolling": scene.shuffle,
        "cutting": lambda: scene.floor(m.ApproveRolling),
        "cut card": lambda: scene.do(m.Cut(by="ann", position=50)),
        "taking in hand": lambda: scene.dealer(m.PlaceCoverCard, from_back=13),
        "burning": lambda: scene.dealer(m.ChooseHand, hand="left"),
    }
    for name, step in steps.items():
        if point == "shuffling":
            break
        step()
        if name == point:
            break
    shuffled = len(scene.facts(f.CardsShuffled))
    scene.floor(m.TapIn, dealer="sue")
    spread, changed = in_order(scene, f.CardsSpread, f.DealerChanged)
    assert spread == f.CardsSpread(NOTE, face_up=False, batch="blue")
    assert scene.last(f.WorkCompleted).clauses == (*NOTE, "DD Tap in/tap out 1")
    assert changed == f.DealerChanged((*NOTE, "DD Tap in/tap out 3"), "the first dealer", "sue")
    assert scene.facts(f.CutCardRemoved) == []
    assert len(scene.facts(f.SealOpened)) == shuffled  # an order that was made is not dealt, and anybody may see it
    assert may(scene) == (m.Shuffle, m.CommitSeed)
    assert len(scene.table.state.cards.to_shuffle) == 104
    begun_anew = scene.table.waiting.clauses
    assert begun_anew == (*NOTE, "DD Tap in/tap out 4", *ROUTINE)
    scene.do(by_the_routine(scene))
    assert scene.last(f.CardsShuffled).clauses == begun_anew
    assert len(scene.facts(f.CardsShuffled)) == shuffled + 1
    assert m.ApproveRolling in may(scene)


@pytest.mark.clause("DD Tap in/tap out 2")
def test_a_cut_card_that_has_already_come_out_is_not_removed_again() -> None:
    scene = opened(players=1)
    scene.table.state.cards.cover_card_at = 0
    scene.floor(m.TapIn, dealer="sue")
    assert scene.facts(f.CutCardRemoved) == []
    assert len(scene.facts(f.CardsSpread)) == 1


def test_only_a_floorperson_taps_a_dealer_out() -> None:
    scene = opened()
    assert scene.refused(m.TapIn(by="ann", dealer="sue")).code == "floor/not-yours"
    scene.floor(m.TapIn, dealer="sue")
    scene.shuffle()
    refusal = scene.refused(m.TapIn(by=FLOORPERSON, dealer="sue"))
    assert refusal.code == "tap-in/same-dealer"


def test_a_table_closed_in_mid_shuffle_loses_no_card() -> None:
    scene = at_shuffle().shuffle()
    scene.floor(m.CloseTable)
    assert scene.table.closed
    assert len(scene.table.state.cards.loose) == 104


@pytest.mark.clause("DD Tap in/tap out 1")
@pytest.mark.parametrize("left", ["rack_straightened", "antes_coloured_up"])
def test_nobody_is_tapped_out_with_the_rack_or_the_antes_undone(left: str) -> None:
    scene = opened()
    refusal = scene.refused(m.TapIn(by=FLOORPERSON, dealer="sue", **{left: False}))
    assert (refusal.code, refusal.clauses) == ("tap-in/work-left", ("DD Tap in/tap out 1",))
    scene.floor(m.TapIn, dealer="sue")
    done = scene.last(f.WorkCompleted)
    assert (done.clauses, done.dealer) == (("DD Tap in/tap out 1",), "the first dealer")


@pytest.mark.parametrize("game", ["double-attack-pa", "double-attack-nj", "double-back-jack-pa", "five-card-hi-lo-pa"])
def test_no_other_text_asks_that_of_an_outgoing_dealer(game: str) -> None:
    scene = Scene(game).open()
    scene.floor(m.TapIn, dealer="sue", rack_straightened=False, antes_coloured_up=False)
    assert not scene.facts(f.WorkCompleted)


@pytest.mark.clause("DD Tap in/tap out 4")
def test_only_the_shuffle_with_which_a_dealer_comes_in_is_made_because_of_it() -> None:
    scene = opened()
    scene.floor(m.TapIn, dealer="sue")
    scene.do(by_the_routine(scene))
    scene.do(m.RefuseCut(by="ann"))
    scene.floor(m.ChangeCards)
    _until_the_shuffle(scene)
    scene.do(by_the_routine(scene))
    assert ["DD Tap in/tap out 4" in fact.clauses for fact in scene.facts(f.CardsShuffled)] == [False, True, False]


@pytest.mark.clause("DD Additional policies 5")
def test_new_decks_that_come_as_a_dealer_does_were_never_spread() -> None:
    """Of 4 the spread cards are gathered; these are shuffled since they are new."""
    scene = dealt("KH 9D", dealer="9C 8D")
    scene.floor(m.ChangeCards)
    scene.floor(m.TapIn, dealer="sue")
    scene.stand_all()
    _until_the_shuffle(scene)
    assert "DD Additional policies 5" in scene.last(f.DecksReceived).clauses
    assert scene.table.waiting.clauses == ROUTINE


def _until_the_shuffle(scene: Scene) -> None:
    while m.Shuffle not in may(scene):
        scene.do(scene.usual(scene.table.waiting.by, may(scene)))
