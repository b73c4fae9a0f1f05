"""What the house does for whoever stays away: one rule for each question, and never more than declining."""

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any, cast

import pytest

from pitboss.cards import fair
from pitboss.house import absence
from pitboss.procedure.moves import Move
from pitboss.procedure.table import Table
from tests import moves as m
from tests.procedure.kit import Scene

ACE_UP = "AS 5S 6S 8S 9S KS KH KD KC"


def opening(asked: type[Move], by_hand: tuple[str, ...] = ()) -> Scene:
    """The table opens until somebody is asked for a move of that kind."""
    scene = Scene("double-attack-pa", players=2, by_hand=by_hand).sit()
    while asked not in scene.table.waiting.may:
        waiting = scene.table.waiting
        if m.Shuffle in waiting.may:
            scene.shuffle()
        else:
            scene.do(scene.usual(waiting.by, waiting.may))
    return scene


def seeds_asked() -> Scene:
    """The house has committed to its seed, and the players are asked for theirs."""
    scene = opening(m.CommitSeed)
    scene.do(m.CommitSeed(by=scene.table.waiting.by[0], seed="c0" * fair.HOUSE_SEED_BYTES))
    return scene


def dealt(cards: str, game: str = "double-attack-pa") -> Scene:
    return Scene(game, cards).open().bet()


def split_behind() -> Scene:
    """New Jersey: Bob wagers behind Ann, who has split."""
    scene = Scene("double-attack-nj", "7S 8S 8H KS KH KD KC QS", players=2).open()
    scene.do(m.Wager(by="ann", box=1, cents=25_00))
    scene.do(m.Consent(by="ann", box=1, player="bob"))
    scene.do(m.Wager(by="bob", box=1, cents=50_00))
    for name in ("ann", "bob"):
        scene.do(m.Ready(by=name))
    return scene


def follows(move: Move) -> Callable[[], Scene]:
    def reach() -> Scene:
        scene = split_behind()
        scene.as_player(m.NoAttack)
        scene.do(move)
        return scene

    return reach


CASES: dict[str, tuple[Callable[[], Scene], str, Move]] = {
    "spread": (lambda: opening(m.ViewSpread), "look at the spread cards", m.ViewSpread(by="ann")),
    "seed": (seeds_asked, "no seed", m.PassSeed(by="ann")),
    "cut": (lambda: opening(m.RefuseCut), "refuse the cut", m.RefuseCut(by="ann")),
    "attack": (lambda: dealt(ACE_UP), "no Double Attack wager", m.NoAttack(by="ann", box=1)),
    "insurance": (lambda: dealt(ACE_UP).no_attack(), "no insurance", m.NoInsurance(by="ann", box=1)),
    "hand": (lambda: dealt("7S 5S 6S KS").no_attack(), "stand", m.Stand(by="ann", box=1)),
    "double": (
        follows(m.Double(by="ann", box=1, cents=25_00)),
        "do not follow the double",
        m.FollowDouble(by="bob", box=1, cents=0),
    ),
    "split": (
        follows(m.Split(by="ann", box=1)),
        "the wager stays on the first hand",
        m.FollowSplit(by="bob", box=1, cover=False),
    ),
}


@pytest.mark.parametrize("case", CASES)
def test_each_question_has_its_rule_and_the_table_takes_the_answer(case: str) -> None:
    reach, words, answer = CASES[case]
    scene = reach()
    table = scene.table
    assert answer.by in absence.awaited(table)
    assert absence.rule_now(table) == words
    assert (words, answer) in list(absence.answers(table, answer.by))
    assert next(iter(absence.answers(table, answer.by)))[0] == words
    before = absence.question(table)
    scene.do(answer)
    if case not in ("attack", "seed"):  # which are one question to everybody
        assert absence.question(table) != before, "a new question starts the clock anew"


def test_a_dealer_asked_to_cut_is_not_a_player_who_stays_away() -> None:
    scene = opening(m.RefuseCut, by_hand=("dealer",))
    for name in ("ann", "bob"):
        scene.do(m.RefuseCut(by=name))
    assert scene.table.waiting.by == ("dealer",)
    assert absence.awaited(scene.table) == ()
    assert absence.rule_now(scene.table) is None
    (rule, cut), *_ = absence.answers(scene.table, "dealer")
    assert rule.startswith("cut in the middle")
    assert cut == m.Cut(by="dealer", position=len(scene.table.state.cards.to_shuffle) // 2)


def test_before_the_first_wager_no_clock_runs_and_then_it_runs_for_who_is_not_ready() -> None:
    scene = Scene("double-attack-pa", players=3).open()
    assert absence.awaited(scene.table) == ()
    assert absence.rule_now(scene.table) is None
    scene.do(m.Wager(by="bob", box=2, cents=10_00))
    assert absence.awaited(scene.table) == ("ann", "bob", "cat")
    assert absence.rule_now(scene.table) == "no further wager"
    before = absence.question(scene.table)
    scene.do(m.Ready(by="bob"))
    assert absence.awaited(scene.table) == ("ann", "cat")
    assert absence.question(scene.table) == before, "the same question goes on for the others"
    scene.do(m.Ready(by="cat"))
    assert list(absence.answers(scene.table, "ann")) == [("no further wager", m.Ready(by="ann"))]


def test_who_stands_and_wagers_behind_another_is_waited_for_too() -> None:
    scene = Scene("double-attack-nj").open()
    scene.do(m.BuyIn(by="bob", cents=100_00))
    scene.do(m.Wager(by="ann", box=1, cents=10_00))
    scene.do(m.Consent(by="ann", box=1, player="bob"))
    assert absence.awaited(scene.table) == ("ann",), "who stands and has no wager keeps nobody waiting"
    scene.do(m.Wager(by="bob", box=1, cents=10_00))
    assert absence.awaited(scene.table) == ("ann", "bob")


def test_where_a_person_deals_the_dealer_closes_the_wagers_and_no_clock_does() -> None:
    scene = Scene("double-attack-pa", by_hand=("dealer",)).open()
    scene.do(m.Wager(by="ann", box=1, cents=10_00))
    assert absence.awaited(scene.table) == ()


def test_the_house_answers_for_every_box_where_the_question_is_asked_at_all() -> None:
    scene = Scene("double-attack-pa", ACE_UP, players=2).open().bet()
    assert absence.awaited(scene.table) == ("ann", "bob")
    answers = list(absence.answers(scene.table, "bob"))
    assert answers == [("no Double Attack wager", m.NoAttack(by="bob", box=box)) for box in (1, 2)]
    before = absence.question(scene.table)
    scene.do(m.NoAttack(by="bob", box=2))
    assert absence.question(scene.table) == before
    assert absence.awaited(scene.table) == ("ann",)


def test_a_card_makes_a_new_question_of_the_same_hand() -> None:
    scene = dealt("7S 5S 6S 2S 3S KS KH").no_attack()
    before = absence.question(scene.table)
    assert [answer for _, answer in absence.answers(scene.table, "ann")] == [m.Stand(by="ann", box=1)]
    scene.as_player(m.Hit)
    assert absence.question(scene.table) != before


@pytest.mark.parametrize("other", [{"by": ("bob",)}, {"may": (m.Hit,)}, {"box": 2}, {"hand": 2}])
def test_who_is_asked_what_at_which_hand_of_which_box_makes_a_question(other: dict[str, Any]) -> None:
    table = dealt("7S 5S 6S 2S 3S KS KH").no_attack().table
    fields = {name: getattr(table.waiting, name) for name in ("by", "may", "box", "hand")}
    asked = SimpleNamespace(state=table.state, waiting=SimpleNamespace(**fields | other))
    assert absence.question(cast(Table, asked)) != absence.question(table)


def test_the_same_question_in_the_next_round_is_a_new_one() -> None:
    scene = Scene("double-attack-pa", "7S 5S 6S KS KH KD 8S 4S 6H KC QS QH").open()
    asked = []
    for _ in range(2):
        asked.append(absence.question(scene.table))
        scene.bet()
        asked.append(absence.question(scene.table))
        scene.no_attack().stand_all()
    assert len(set(asked)) == 4


def test_insurance_is_one_question_to_everybody() -> None:
    scene = Scene("double-attack-pa", ACE_UP, players=2).open().bet().no_attack()
    before, asked = absence.question(scene.table), absence.awaited(scene.table)
    assert m.NoInsurance in scene.table.waiting.may
    scene.do(m.NoInsurance(by=asked[0], box=1))
    assert absence.awaited(scene.table) != asked
    assert absence.question(scene.table) == before


def test_who_decides_for_a_hand_is_answered_for_at_its_box_alone() -> None:
    scene = Scene("double-attack-pa", "7S 5S 6S 5H 6H KS KH KD KC QS", players=2).open().bet().no_attack()
    for name, box in (("ann", 1), ("bob", 2)):
        assert absence.awaited(scene.table) == (name,)
        assert {answer for _, answer in absence.answers(scene.table, name)} == {m.Stand(by=name, box=box)}
        scene.do(m.Stand(by=name, box=box))


def test_another_commitment_of_the_house_asks_for_seeds_anew() -> None:
    """Given that bob withheld the seed he had pledged, when the house commits anew, then ann has her time anew."""
    scene = seeds_asked()
    before = absence.question(scene.table)
    seed = "a1" * fair.PLAYER_SEED_BYTES
    for name in ("ann", "bob"):
        scene.do(m.PledgeSeed(by=name, pledge=fair.pledge(name, seed)))
    scene.do(m.GiveSeed(by="ann", seed=seed))
    scene.do(m.PassSeed(by="bob"))
    scene.do(m.CommitSeed(by=scene.table.waiting.by[0], seed="d1" * fair.HOUSE_SEED_BYTES))
    assert scene.table.waiting.by == ("ann",)
    assert absence.question(scene.table) != before
