"""What an instructor has happen at a table: it comes there by nobody's mistake, and what follows is scored."""

from types import SimpleNamespace
from typing import Any

import pytest

from pitboss.procedure.moves import DEALER, FLOORPERSON, ConfirmVerbal, Consent, Ready, Wager
from pitboss.procedure.refusal import Refused
from pitboss.procedure.table import Table
from pitboss.rules.rules import Rules
from pitboss.rules.variant import load
from pitboss.school.acts import Handiwork, Step
from pitboss.school.dealer import lawful_step
from pitboss.school.evening import _deserted, _shared, _spoken, _undecided
from pitboss.school.family_school import may_happen, school_of
from pitboss.school.happenings import EVERYWHERE
from pitboss.school.lesson import begin, others_act
from pitboss.school.practice import Practice
from pitboss.school.scoring import FULL_MARKS, record, replayed, score
from pitboss.school.wrong_ways import WRONG_WAYS
from tests.school.kit import GAMES, players

PA, NJ, DBJ, DD, HI_LO = GAMES
ROLES = frozenset((DEALER, FLOORPERSON))
ACTS_MOST = 400


def planted(rules: Rules, name: str, seed: int) -> Practice | None:
    """A table as soon as this has happened there; everything before it was right. None where it has no room."""
    practice, people = Practice(rules, roles=ROLES, by_hand=frozenset(Handiwork), seed=seed), players(seed)
    begin(practice, people)
    for _ in range(ACTS_MOST):
        due = practice.guidance()
        if (due is None or isinstance(due.act, Step)) and _happens(practice, name):
            assert practice.mistakes == []
            return practice
        if due is None:
            others_act(practice, people)
        else:
            practice.act(due.act)
    return None


def _happens(practice: Practice, name: str) -> bool:
    table = practice.table
    move = may_happen(table.rules)[name].makes(table.state, table.waiting)
    before = len(table.facts)
    if move is None:
        return False
    try:
        practice.act(Step.of(move, planted=True))
    except Refused:
        return False
    if practice.tried is None:
        assert len(table.facts) > before
    return True


def anywhere(game: str, name: str) -> Practice:
    """Under whichever setting of the game the text speaks of it."""
    for rules in school_of(load(game)).settings(load(game)):
        for seed in (1, 2):
            practice = planted(rules, name, seed)
            if practice is not None:
                return practice
    raise AssertionError(f"{name} never happens at {game}")


def _to_the_trainees_turn(practice: Practice, seed: int = 9) -> None:
    people = players(seed)
    while practice.guidance() is None:
        others_act(practice, people)


def _caught_and_missed(game: str, name: str) -> None:
    caught = anywhere(game, name)
    _to_the_trainees_turn(caught)
    for _ in range(3):
        due = caught.guidance()
        if due is not None:
            caught.act(due.act)
    assert caught.mistakes == []
    assert score(caught).score == FULL_MARKS
    missed = anywhere(game, name)
    _to_the_trainees_turn(missed)
    due = missed.guidance()
    assert due is not None
    wrong = [act for way in WRONG_WAYS.values() for act in way(missed, due.act)]
    assert any(missed.act(act) for act in wrong), "something else than what is due now can be done, and is noted"
    assert score(missed).score < FULL_MARKS
    if missed.table.rules.hash == load(game).hash:
        assert score(replayed(record(missed))) == score(missed)


@pytest.mark.slow
@pytest.mark.parametrize(("game", "name"), [(game, name) for game in GAMES for name in may_happen(load(game))])
def test_whatever_may_happen_at_a_game_reaches_the_table_and_is_scored(game: str, name: str) -> None:
    _caught_and_missed(game, name)


@pytest.mark.parametrize(
    ("game", "name"), [(HI_LO, "a box is passed over"), (DD, "a hand on the cards"), (DBJ, "the card reader breaks")]
)
def test_what_happens_reaches_the_table_and_is_scored(game: str, name: str) -> None:
    _caught_and_missed(game, name)


def test_a_game_offers_what_its_text_speaks_of() -> None:
    assert "a ten in the shoe" in may_happen(load(NJ))
    assert "a ten in the shoe" not in may_happen(load(DBJ))
    assert "the card reader breaks" not in may_happen(load(HI_LO))
    assert {"a late wager", "a box is passed over"} <= set(may_happen(load(HI_LO)))


@pytest.mark.parametrize(
    "name", ["a late wager", "a wager taken back", "a hand on the cards", "a question for the burn card"]
)
def test_what_players_try_is_tried_in_a_round_and_at_one_box_after_the_other(name: str) -> None:
    boxes = {number: SimpleNamespace(number=number, decides=name) for number, name in ((1, "Ann"), (2, "Bob"))}
    state = SimpleNamespace(in_round=True, boxes=boxes, round=0, rules=load(PA))
    waiting: Any = None  # it is tried whatever is awaited
    tried = []
    for state.round in (1, 2, 3):
        move = EVERYWHERE[name].makes(state, waiting)
        assert move is not None
        tried.append(move.by)
    assert tried == ["Bob", "Ann", "Bob"]
    for state.in_round, state.boxes in ((False, boxes), (True, {})):
        assert EVERYWHERE[name].makes(state, waiting) is None


@pytest.mark.parametrize(("shuffling", "goes"), [("by-hand", True), ("device", True), ("continuous", False)])
def test_a_table_is_deserted_only_where_its_cards_can_then_be_spread(shuffling: str, goes: bool) -> None:
    """A continuous shuffler has them."""
    table = Table(load(PA, {"shuffling": shuffling}))
    for move in players(boxes=2).arrive(table):
        table.apply(move)
    happens = [type(move).__name__ for move in _deserted(table, lambda below: 0)]
    assert happens == (["Leave", "Leave", "NoteNoActivity", *["Sit", "BuyIn"] * 2, "AskFaceUp"] if goes else [])


@pytest.mark.parametrize(("game", "confirm"), [(PA, [DEALER]), (NJ, [DEALER, FLOORPERSON])])
def test_of_an_evening_those_have_to_do_who_have_not_wagered_yet(game: str, confirm: list[str]) -> None:
    """One wagers by word, or lets another wager beside them: who has a wager there, or is ready, does neither."""
    practice, people = Practice(load(game), roles=ROLES), players(boxes=3)
    begin(practice, people)
    while Wager not in practice.table.waiting.may:
        due = practice.guidance()
        if due is None:
            others_act(practice, people)
        else:
            practice.act(due.act)
    table, least = practice.table, practice.table.rules.wagers.table_minimum_cents
    assert [move.by for move in _spoken(table, lambda below: 0)] == ["Ann"]
    table.apply(Wager(by="Ann", box=1, cents=least))
    assert _undecided(table) == [("Bob", 2), ("Cat", 3)]
    (spoken,) = _spoken(table, lambda below: below - 1)
    assert spoken == Wager(by="Bob", box=2, cents=least * 4, verbal=True)
    first, consent, other = _shared(table, lambda below: 0)
    assert first == Wager(by="Bob", box=2, cents=least)
    assert consent == Consent(by="Bob", box=2, player="Cat")
    assert other == Wager(by="Cat", box=2, cents=least)
    table.apply(spoken)
    by = []
    while ("Bob", 2) in table.state.bets.unconfirmed:
        confirms = lawful_step(table, 1)
        assert isinstance(confirms, ConfirmVerbal)
        by.append(confirms.by)
        table.apply(confirms)
    assert by == confirm
    table.apply(Ready(by="Bob"))
    assert _undecided(table) == [("Cat", 3)]
    assert list(_shared(table, lambda below: 0)) == []
