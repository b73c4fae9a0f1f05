"""Strategies as the kernel's tables: what is allowed goes first, and what to do where it is not."""

from dataclasses import replace
from functools import reduce
from itertools import permutations

import pytest

from pitboss.rules.rules import BlackjackRules
from pitboss.rules.variant import load
from pitboss.simulate.box import AT_FIRST, AT_PLAY, ROW_SIZE
from pitboss.simulate.exact_hands import walk_of
from pitboss.simulate.tables import allowed, tables
from pitboss.solve.strategy import Action, Preference, Situation, Strategy, mimic_the_dealer, uniform_play

FIRST_TWO, DRAWN, SPLIT_TWO, SPLIT_DRAWN, ACE_TWO = range(5)
EVERYTHING: Preference = (Action.SURRENDER, Action.SPLIT, Action.DOUBLE, Action.HIT)


def strategy(rules: BlackjackRules) -> Strategy:
    """Everything in every cell, in one order."""
    return replace(mimic_the_dealer(rules), play=uniform_play(lambda situation, row, up: EVERYTHING))


def code(rules: BlackjackRules, situation: int, cell: int) -> tuple[Action, Action]:
    """The action of a cell against an ace, and the one where it is not allowed."""
    made = tables(rules, [strategy(rules)]).rows
    found = int(made[AT_PLAY + (situation * 36 + cell) * 10])
    return Action(found & 7), Action(found >> 4)


@pytest.mark.clause("PA 665a.11(e)")
def test_a_split_ace_gets_one_card_in_pennsylvania(rules: BlackjackRules) -> None:
    """No hit, no double, no second split; given up where the reading allows it."""
    assert allowed(rules, ACE_TWO) == {Action.STAND, Action.SURRENDER}
    strict = load("double-attack-pa", {}, {"surrender-split-aces": "not-offered"})
    assert isinstance(strict, BlackjackRules)
    assert allowed(strict, ACE_TWO) == {Action.STAND}


@pytest.mark.clause("PA 673a.9(a)")
def test_double_back_jack_surrenders_first_or_not_at_all() -> None:
    """On the first two cards only, never after a split."""
    rules = load("double-back-jack-pa")
    assert isinstance(rules, BlackjackRules)
    assert [Action.SURRENDER in allowed(rules, s) for s in range(5)] == [True, False, False, False, False]


@pytest.mark.clause("PA 673a.10(a)")
def test_double_back_jack_doubles_on_two_cards() -> None:
    """On two cards, also after a split, never on more."""
    rules = load("double-back-jack-pa")
    assert isinstance(rules, BlackjackRules)
    assert [Action.DOUBLE in allowed(rules, s) for s in range(4)] == [True, False, True, False]


def test_a_pair_that_may_not_be_split_again_has_its_next_wish(rules: BlackjackRules) -> None:
    """A cell of a pair knows what to do with and without the split; no other cell splits."""
    eights, hard_16 = 33, 12
    plain = replace(
        mimic_the_dealer(rules),
        play=uniform_play(lambda situation, row, up: (Action.SPLIT, Action.DOUBLE, Action.HIT)),
    )
    made = tables(rules, [plain]).rows
    assert made[AT_PLAY + (SPLIT_TWO * 36 + eights) * 10] == Action.SPLIT | Action.DOUBLE << 4
    assert made[AT_PLAY + (SPLIT_TWO * 36 + hard_16) * 10] == Action.DOUBLE | Action.DOUBLE << 4
    assert code(rules, DRAWN, hard_16) == (Action.SURRENDER, Action.SURRENDER)


def test_an_exact_hand_of_two_cards_is_played_as_written(rules: BlackjackRules) -> None:
    """Ten and six against a seven stands by exception, in either order."""
    exact = replace(mimic_the_dealer(rules), exceptions={(Situation.FIRST_TWO, (6, 10), 7): (Action.STAND,)})
    made = tables(rules, [exact]).rows
    assert made[AT_FIRST + (9 * 10 + 5) * 10 + 6] & 7 == Action.STAND
    assert made[AT_FIRST + (5 * 10 + 9) * 10 + 6] & 7 == Action.STAND
    assert made[AT_FIRST + (8 * 10 + 6) * 10 + 6] & 7 == Action.HIT


def test_the_walk_to_an_exact_hand_knows_no_order(rules: BlackjackRules) -> None:
    """Four, five and seven lead to the same place in any order; a card that is not on the way leads nowhere."""
    hand, pair = (Situation.DRAWN, (4, 5, 7), 7), (Situation.SPLIT_TWO, (8, 8), 10)
    exact = replace(mimic_the_dealer(rules), exceptions={hand: (Action.STAND,), pair: (Action.SPLIT, Action.STAND)})
    walk = walk_of([exact, mimic_the_dealer(rules)])
    assert walk is not None
    ends = {reduce(lambda node, card: int(walk.steps[node, card - 1]), order, 1) for order in permutations((4, 5, 7))}
    assert ends == {walk.nodes[4, 5, 7]}
    assert walk.steps[walk.nodes[4, 5], 5] == 0
    assert not walk.steps[0].any()


def test_an_exact_hand_has_a_cell_of_its_own(rules: BlackjackRules) -> None:
    """Its action against one up card in one situation; elsewhere 255 says that the hand's class decides."""
    hand = (Situation.SPLIT_TWO, (8, 8), 10)
    exact = replace(mimic_the_dealer(rules), exceptions={hand: (Action.SPLIT, Action.DOUBLE, Action.HIT)})
    made = tables(rules, [exact])
    walk = walk_of([exact])
    assert walk is not None
    cells = made.rows[2 * walk.steps.size + ROW_SIZE :].reshape(made.nodes, 6, 10)
    assert cells[walk.nodes[8, 8], SPLIT_TWO, 9] == Action.SPLIT | Action.DOUBLE << 4
    assert (cells != 255).sum() == 1


def test_two_cards_alone_need_no_walk(rules: BlackjackRules) -> None:
    """Exceptions for the first two cards have a table anyway."""
    exact = replace(mimic_the_dealer(rules), exceptions={(Situation.FIRST_TWO, (6, 10), 7): (Action.STAND,)})
    assert walk_of([exact]) is None
    assert tables(rules, [exact]).nodes == 0
