"""A strategy as the tables a kernel plays by: one action a cell, with what to do where it is not allowed."""

from collections.abc import Collection, Sequence
from functools import lru_cache
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from pitboss.rules.rules import BlackjackRules
from pitboss.rules.subjects.surrender import SurrenderWhen
from pitboss.simulate.box import ROW_SIZE, SITUATIONS
from pitboss.simulate.exact_hands import Walk, walk_of
from pitboss.solve.strategy import (
    FIRST_PAIR,
    HAND_CLASSES,
    UP_CARDS,
    Action,
    Preference,
    Situation,
    Strategy,
    class_total,
    hand_class,
    total_of,
)

Bytes = npt.NDArray[np.uint8]
NONE = 255
WITHOUT = 4  # the action where the first is not allowed stands in the upper four bits


class Tables(NamedTuple):
    """What a kernel plays by, a row for each strategy and true count: bytes laid out as `box.py` says, and stakes.

    The stakes begin with how many cards lie behind the cover card: a place that varies, and is no reason to compile
    another kernel. A row of them is which level of stakes it is, the bet, and the side wagers.
    """

    rows: Bytes
    stakes: npt.NDArray[np.int32]
    nodes: int = 0


# The kernel's situations: a hand's first two cards and more, unsplit, split, split aces.
_ASKED = (Situation.FIRST_TWO, Situation.DRAWN, Situation.SPLIT_TWO, Situation.SPLIT_DRAWN)


def allowed(rules: BlackjackRules, situation: int) -> frozenset[Action]:
    """What the rules let a hand do, apart from how many hands or cards there are."""
    split, drawn, aces = situation >= 2, bool(situation & 1), situation >= 4
    doubling, surrender, splitting = rules.doubling, rules.surrender, rules.splitting
    may = {Action.STAND}
    if not (aces and splitting.split_aces_one_card):
        may.add(Action.HIT)
    most = doubling.double_on_cards_at_most
    by_size = (most is None or most >= 3) if drawn else doubling.double_on_cards_at_least <= 2
    after_split = not split or (
        doubling.double_split_aces and doubling.double_after_split if aces else doubling.double_after_split
    )
    if by_size and after_split:
        may.add(Action.DOUBLE)
    if not drawn and splitting.split_hands > 1 and (not aces or splitting.resplit_aces):
        may.add(Action.SPLIT)
    if surrender.surrender is SurrenderWhen.FIRST_DECISION and situation == 0:
        may.add(Action.SURRENDER)
    if surrender.surrender is SurrenderWhen.ANY_TIME:
        by_split = not split or (surrender.surrender_after_split and (not aces or surrender.surrender_split_aces))
        if by_split and (not drawn or surrender.surrender_after_draw):
            may.add(Action.SURRENDER)
    return frozenset(may)


def with_cards(rules: BlackjackRules, may: frozenset[Action], total: int, pair: bool) -> frozenset[Action]:
    """Those of some actions that a hand of this total has."""
    without = () if pair else (Action.SPLIT,)
    return may - {*without, *(() if rules.doubling.on_total(total) else (Action.DOUBLE,))}


def may_split(rules: BlackjackRules, aces: bool) -> bool:
    """Whether a pair, of aces or of others, may be split at all."""
    return rules.splitting.most_hands(aces, rules.splitting.split_hands) > 1


def _first(preference: Preference, may: Collection[Action]) -> Action:
    return next((action for action in preference if action in may), Action.STAND)


@lru_cache(4096)  # a strategy has hundreds of cells and a few preferences
def _code(preference: Preference, may: frozenset[Action], drawn: bool) -> int:
    doubtful = Action.DOUBLE if drawn else Action.SPLIT
    return _first(preference, may) | _first(preference, may - {doubtful}) << WITHOUT


def _asked(rules: BlackjackRules, situation: int) -> Situation:
    """What a strategy calls a situation of the kernel."""
    ace_two = Situation.SPLIT_ACE if rules.splitting.split_aces_one_card else Situation.SPLIT_TWO
    return (*_ASKED, ace_two, Situation.SPLIT_DRAWN)[situation]


def _exact(rules: BlackjackRules, strategy: Strategy, walk: Walk, may: Sequence[frozenset[Action]]) -> Bytes:
    """The actions of exact hands: [node, situation, up card], 255 where the hand has none of its own."""
    found = np.full((len(walk.steps), SITUATIONS, len(UP_CARDS)), NONE, np.uint8)
    for (asked, cards, up), preference in strategy.exceptions.items():
        pair = len(cards) == 2 and cards[0] == cards[1]
        for situation in range(1, SITUATIONS):
            if _asked(rules, situation) is asked:
                here = with_cards(rules, may[situation], total_of(cards)[0], pair)
                found[walk.nodes[cards], situation, up - 1] = _code(preference, here, bool(situation & 1))
    return found


def tables(rules: BlackjackRules, strategies: Sequence[Strategy]) -> Tables:
    """The tables of strategies played with one bet, one row each."""
    ups = len(UP_CARDS)
    play = np.zeros((len(strategies), 6, HAND_CLASSES, ups), np.uint8)
    first = np.zeros((len(strategies), ups, ups, ups), np.uint8)
    may = [allowed(rules, situation) for situation in range(6)]
    for row, strategy in enumerate(strategies):
        for situation in range(6):
            asked = _asked(rules, situation)
            for cell, preferences in enumerate(strategy.play[asked]):
                pair = cell >= FIRST_PAIR and may_split(rules, cell == FIRST_PAIR)
                here = with_cards(rules, may[situation], class_total(cell)[0], pair)
                play[row, situation, cell] = [_code(one, here, bool(situation & 1)) for one in preferences]
        for a in UP_CARDS:
            for b in UP_CARDS:
                if {a, b} == {1, 10}:
                    continue
                first[row, a - 1, b - 1] = play[row, 0, hand_class((a, b))]
                here = with_cards(rules, may[0], total_of((a, b))[0], a == b and may_split(rules, a == 1))
                for up in UP_CARDS if strategy.exceptions else ():
                    exact = strategy.exceptions.get((Situation.FIRST_TWO, (min(a, b), max(a, b)), up))
                    if exact is not None:
                        first[row, a - 1, b - 1, up - 1] = _code(exact, here, False)
    arrays = [strategy.arrays() for strategy in strategies]
    walk = walk_of(strategies)
    nothing = np.zeros(0, np.uint8)
    longer = [nothing if walk is None else _exact(rules, one, walk, may).ravel() for one in strategies]
    rows = [
        np.concatenate(
            [
                first[n].ravel(),
                play[n].ravel(),
                a.attack,
                a.second_chance.ravel(),
                a.surrender_after_double.ravel() * np.uint8(Action.SURRENDER),
                a.insurance,
                longer[n],
            ]
        )
        for n, a in enumerate(arrays)
    ]
    assert all(len(row) == ROW_SIZE + len(longer[0]) for row in rows)
    behind = rules.shuffle.cover_card_cards(rules.cards.stack_size(), rules.cards.deck_size())
    stakes = np.array([behind, *[0, 1, *[1] * len(rules.side_wagers)] * len(strategies)], np.int32)
    if walk is None:
        return Tables(np.array(rows, np.uint8).ravel(), stakes)
    steps = walk.steps.astype("<u2").view(np.uint8).ravel()
    return Tables(np.concatenate([steps, np.array(rows, np.uint8).ravel()]), stakes, len(walk.steps))
