"""The dealer's console by itself: how its sentences read, what its forms ask, how a shift adds up."""

from types import SimpleNamespace
from typing import Any

import pytest

from pitboss.house import console
from pitboss.house.console_shape import ClauseScore, Noted, Shift, Tried
from pitboss.house.controls import MOVEMENTS, control, controls
from pitboss.school.acts import AnyAct, Chips, Handled, PickUp, Ruling, Say
from pitboss.school.practice import Mode
from tests import facts as f
from tests import moves as m
from tests.procedure.kit import Scene


@pytest.mark.parametrize(
    ("act", "words"),
    [
        (Chips(handled=()), "Nothing is paid or taken"),
        (Chips(handled=(Handled("Ann", 1, 1, "bet", 7_50),)), "Box 1: pay Ann's bet $7.50"),
        (Chips(handled=(Handled("Ann", 1, 2, "double-down", 0, 5_00),)), "Box 1 hand 2: take Ann's double down, $5"),
        (
            Chips(handled=(Handled("Ann", 3, 1, "bet"), Handled("Bob", 4, 1, "bet", 5_00, 2_00))),
            "Box 3: leave Ann's bet; Box 4: pay Bob's bet $5, take Bob's bet, $2",
        ),
        (Say(words="no more bets"), "Say “no more bets”"),
        (PickUp(hands=((2, 1), (2, 2), (0, 1))), "Pick up the cards: box 2, box 2 hand 2, your own"),
        (Ruling(lets=False), "That may not be: say no"),
    ],
)
def test_what_is_due_by_hand_is_told_wager_by_wager_and_hand_by_hand(act: AnyAct, words: str) -> None:
    assert console._words(act) == words


@pytest.mark.parametrize(
    ("move", "words"),
    [
        (m.Wager(by="Ann", box=1, cents=5_00), "wagers now"),
        (m.TakeBack(by="Ann", box=1), "reaches for a wager that lies there"),
        (m.TouchCards(by="Ann"), "reaches for the cards"),
        (m.AskBurnCard(by="Ann"), "asks to see the burn card"),
        (m.BuyIn(by="Ann", cents=5_00), "buy in"),
    ],
)
def test_whoever_does_what_none_may_is_told_by_name_and_what_they_do(move: m.Move, words: str) -> None:
    assert console._tried(move) == Tried(player="Ann", words=words)


def test_what_the_dealer_has_announced_may_be_announced_again_and_no_total_nor_what_others_say() -> None:
    said = [(m.DEALER, "checking a hundred"), (m.DEALER, "no more bets"), (m.DEALER, "17"), (m.FLOORPERSON, "go on")]
    facts = [f.Announced((), by, words) for by, words in (*said, said[0])]
    practice: Any = SimpleNamespace(table=SimpleNamespace(facts=facts))
    assert console._phrases(practice) == (*console.PHRASES, "checking a hundred")


def test_a_shift_adds_up_what_is_known_of_ones_own_steps_and_the_review_tells_each_mistake(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    scored = SimpleNamespace(
        pace=SimpleNamespace(rounds=2, hands_an_hour=90), by_clause={"PA 1": SimpleNamespace(done=3, right=1)}
    )
    monkeypatch.setattr("pitboss.school.scoring.score", lambda _: scored)
    kind = SimpleNamespace(words="a wrong payment", marks=6)
    mistakes = [
        SimpleNamespace(act=act, round=7, of=kind, sentence="no", clauses=("PA 1",), cents=cents, house_cents=house)
        for act, cents, house in ((1, 5_00, -1_00), (3, -2_00, 0))
    ]
    done = [SimpleNamespace(act=act, right=act not in (1, 3)) for act in range(5)]
    rules = SimpleNamespace(title="A game")
    practice: Any = SimpleNamespace(
        done=done, mistakes=mistakes, mode=Mode.FREE, table=SimpleNamespace(rules=rules), by_hand=frozenset()
    )
    told = console.review("d1", practice, 1)
    assert (told.table, told.title, told.mode) == ("d1", "A game", "free")
    assert told.shift == Shift(
        rounds=2, hands_an_hour=90, steps=4, steps_right=2, score=88, money_cents=3_00, house_cents=-1_00
    )
    noted = Noted(
        round=7, kind="a wrong payment", sentence="no", clauses=("PA 1",), marks=6, cents=5_00, house_cents=-1_00
    )
    assert (told.mistakes[0], len(told.mistakes)) == (noted, 2)
    assert told.by_clause == (ClauseScore(clause="PA 1", done=3, right=1),)
    untold = console._shift(practice, (), 0)
    assert (untold.steps, untold.steps_right, untold.score, untold.money_cents) == (5, 5, 100, 0)


@pytest.mark.parametrize(
    ("game", "asked"), [("double-attack-pa", []), ("double-deck-house", [("hands", "list", MOVEMENTS)])]
)
def test_a_shuffle_asks_for_its_movements_where_they_are_prescribed_and_for_no_order_ever(
    game: str, asked: list[tuple[str, str, tuple[str, ...]]]
) -> None:
    offered = control(Scene(game).table, m.Shuffle)
    assert [(one.name, one.kind, one.choices) for one in offered.fields] == asked


def test_nobody_is_given_the_answer_but_how_a_lawful_table_stands() -> None:
    table = Scene("double-attack-pa").table
    total = {one.name: one for one in control(table, m.AnnounceTotal).fields}
    assert total["to"].choices == tuple(range(7))
    assert (total["to"].default, total["hand_number"].default, total["total"].default) == (None, 1, None)
    (exposed,) = control(table, m.DrewInError).fields
    assert (exposed.choices, exposed.default) == ((False, True), None)
    stands = {one.name: one.default for one in control(table, m.CheckEquipment).fields}
    assert (stands["positions"], stands["shoe_place"]) == (6, "left")


def test_the_seed_of_the_house_is_nobodys_to_give() -> None:
    table = Scene("double-attack-pa").table
    offered = {one.move for one in controls(table, {table.state.phase.value: (m.CommitSeed,)})}
    assert "shuffle" in offered
    assert "commit-seed" not in offered
