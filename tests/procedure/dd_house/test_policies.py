"""Additional policies: no entry in mid-shoe, and how many hands a player may play in a shoe."""

from typing import Any

import pytest

from pitboss.procedure.state import Phase
from tests.procedure.dd_house.at_table import BET, f, m, next_shoe, opened
from tests.procedure.kit import Scene


def play(scene: Scene, *boxes: int, by: str = "ann") -> Scene:
    """One round on these boxes, everybody standing."""
    for box in boxes:
        scene.do(m.Wager(by=by, box=box, cents=BET))
    for player in scene.table.state.people.seated():
        scene.do(m.Ready(by=player.name))
    while m.NoInsurance in scene.table.waiting.may:
        name = scene.table.waiting.by[0]
        for asked in scene.table.state.boxes.values():
            if asked.decides == name:
                scene.do(m.NoInsurance(by=name, box=asked.number))
    return scene.stand_all()


def phase_of(scene: Scene) -> Phase:
    return scene.table.state.phase


@pytest.mark.clause("DD Additional policies")
def test_nobody_enters_in_mid_shoe_not_even_by_leave_of_the_floor() -> None:
    scene = play(opened(), 1)
    scene.do(m.Sit(by="bob", box=4))
    scene.do(m.BuyIn(by="bob", cents=1000_00))
    refusal = scene.refused(m.Wager(by="bob", box=4, cents=BET))
    assert (refusal.code, refusal.clauses) == ("wager/mid-shoe", ("DD Additional policies",))
    refusal = scene.refused(m.PermitEntry(by="floorperson", player="bob"))
    assert (refusal.code, refusal.clauses) == ("entry/forbidden", ("DD Additional policies",))
    next_shoe(scene)
    scene.do(m.Wager(by="bob", box=4, cents=BET))


@pytest.mark.parametrize("reading", ["barred", "may-return"])
def test_when_the_last_who_was_in_the_shoe_has_gone_it_is_shuffled_for_those_who_wait(reading: str) -> None:
    scene = play(opened(readings={"mid-shoe-return": reading}), 1)
    scene.do(m.Sit(by="bob", box=4))
    assert phase_of(scene) is Phase.BETTING, "ann is in the shoe, and bob waits"
    scene.do(m.Leave(by="ann"))
    assert phase_of(scene) is Phase.SHUFFLE
    scene.shuffle()
    scene.do(m.RefuseCut(by="bob"))
    scene.do(m.BuyIn(by="bob", cents=1000_00))
    scene.do(m.Wager(by="bob", box=4, cents=BET))


def test_and_at_an_empty_table_for_the_first_who_comes() -> None:
    scene = play(opened(), 1)
    scene.do(m.Leave(by="ann"))
    assert phase_of(scene) is Phase.BETTING, "for nobody no cards are shuffled"
    scene.do(m.Sit(by="ann", box=1))
    assert phase_of(scene) is Phase.SHUFFLE


def test_a_shuffle_that_is_under_way_is_not_begun_again_for_others_who_come_and_wait() -> None:
    scene = play(opened(), 1)
    scene.do(m.Sit(by="bob", box=4))
    scene.do(m.Leave(by="ann"))
    scene.shuffle()
    shuffled, asked = scene.last(f.CardsShuffled), str(scene.table.waiting)
    scene.do(m.BuyIn(by="cat", cents=1000_00))
    scene.do(m.Leave(by="cat"))
    assert str(scene.table.waiting) == asked
    scene.do(m.Sit(by="dan", box=5))
    assert m.Cut in scene.table.waiting.may
    scene.do(m.RefuseCut(by="dan"))
    assert phase_of(scene) is Phase.BETTING
    assert scene.last(f.CardsShuffled) is shuffled


def test_before_the_first_round_of_a_shoe_anybody_enters() -> None:
    scene = opened()
    scene.do(m.Sit(by="bob", box=4))
    scene.do(m.BuyIn(by="bob", cents=1000_00))
    scene.do(m.Wager(by="bob", box=4, cents=BET))
    assert scene.table.state.bets.bets == {4: {"bob": BET}}


def sat_out(**how: Any) -> Scene:
    """Ann has played a round of the shoe and sat the next one out; cat has come meanwhile."""
    scene = opened(players=2, **how)
    scene.do(m.Wager(by="ann", box=1, cents=BET))
    play(scene, 2, by="bob")
    play(scene, 2, by="bob")
    scene.do(m.Sit(by="cat", box=4))
    scene.do(m.BuyIn(by="cat", cents=1000_00))
    return scene


@pytest.mark.clause("DD Additional policies")
def test_one_who_sits_a_round_out_has_left_the_shoe() -> None:
    refusal = sat_out().refused(m.Wager(by="ann", box=1, cents=BET))
    assert (refusal.code, refusal.clauses) == ("wager/mid-shoe", ("DD Additional policies",))


@pytest.mark.clause("DD Additional policies")
def test_or_by_the_other_reading_may_come_back_where_a_newcomer_may_not() -> None:
    scene = sat_out(readings={"mid-shoe-return": "may-return"})
    assert scene.refused(m.Wager(by="cat", box=4, cents=BET)).code == "wager/mid-shoe"
    assert scene.refused(m.PermitEntry(by="floorperson", player="cat")).code == "entry/forbidden"
    scene.do(m.Wager(by="ann", box=1, cents=BET))


@pytest.mark.clause("DD Additional policies 1")
@pytest.mark.parametrize("allowed", [1, 2])
def test_a_player_plays_up_to_two_hands_as_the_pit_staff_allows(allowed: int) -> None:
    scene = opened(sets={"boxes_per_player": allowed})
    for box in range(1, allowed + 1):
        scene.do(m.Wager(by="ann", box=box, cents=BET))
    refusal = scene.refused(m.Wager(by="ann", box=allowed + 1, cents=BET))
    assert (refusal.code, refusal.clauses) == ("wager/too-many-boxes", ("DD Additional policies 1",))


@pytest.mark.clause("DD Additional policies 4")
def test_one_who_began_the_shoe_with_one_hand_may_not_play_two_before_the_next() -> None:
    scene = play(opened(), 1)
    scene.do(m.Wager(by="ann", box=1, cents=BET))
    refusal = scene.refused(m.Wager(by="ann", box=2, cents=BET))
    assert (refusal.code, refusal.clauses) == ("wager/more-hands-mid-shoe", ("DD Additional policies 4",))
    play(scene)
    next_shoe(scene)
    play(scene, 1, 2)
    assert len(scene.lay) == 2


@pytest.mark.clause("DD Additional policies 4")
def test_one_who_began_with_two_may_go_back_to_one_and_then_not_to_two() -> None:
    scene = play(opened(), 1, 2)
    play(scene, 1, 2)  # two hands as long as one likes
    play(scene, 2)
    scene.do(m.Wager(by="ann", box=2, cents=BET))
    refusal = scene.refused(m.Wager(by="ann", box=1, cents=BET))
    assert (refusal.code, refusal.clauses) == ("wager/more-hands-mid-shoe", ("DD Additional policies 4",))
    play(scene)
    next_shoe(scene)
    play(scene, 1, 2)
    assert len(scene.facts(f.RoundEnded)) == 5


def test_what_one_player_began_with_does_not_bind_another() -> None:
    scene = opened(players=2)
    scene.do(m.Wager(by="bob", box=2, cents=BET))
    play(scene, 1)
    scene.do(m.Wager(by="bob", box=2, cents=BET))
    assert scene.refused(m.Wager(by="ann", box=2, cents=BET)).code in ("wager/box-full", "wager/taken")
