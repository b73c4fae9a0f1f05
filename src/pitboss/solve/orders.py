"""What a strategy by totals tells each hand of a table: the class of a hand, its options, and orders for its row."""

from collections.abc import Mapping
from functools import cache
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from pitboss.solve.compiled import interpreted, kernel
from pitboss.solve.dealer_hand import VALUES
from pitboss.solve.hand_values import DOUBLE, HIT, STAND, SURRENDER, may_double, may_surrender
from pitboss.solve.round_values import Table
from pitboss.solve.strategy import (
    BUST_TOTALS,
    DOUBLED_TOTALS,
    FIRST_PAIR,
    FIRST_SOFT,
    HARD_TOTALS,
    LONGEST_PREFERENCE,
    SOFT_TOTALS,
    TWENTY_ONE,
    Action,
    ExactHand,
    Preference,
    Situation,
    Strategy,
    total_of,
)
from pitboss.solve.terms import Terms
from pitboss.solve.up_card import Told, ToldSplit

LONGEST_HAND = 22
FIRST_BUST, LAST_BUST, FIRST_DOUBLED = BUST_TOTALS[0], BUST_TOTALS[-1], DOUBLED_TOTALS[0]


def class_rows(table: Table) -> npt.NDArray[np.int64]:
    """The hand class of every live hand; -1 where nothing is decided: for 21, a charlie, less than two cards."""
    hands = table.hands
    cards, total, soft = hands.cards[: hands.live], hands.total[: hands.live], hands.soft[: hands.live] > 0
    found = np.where(soft, FIRST_SOFT + total - SOFT_TOTALS[0], total - HARD_TOTALS[0])
    two = hands.size[: hands.live] == 2
    pair = two & (cards.max(1) == 2)
    found[pair] = FIRST_PAIR + cards[pair].argmax(1)
    size = hands.size[: hands.live]
    found[(total >= TWENTY_ONE) | (size < 2) | (size >= table.game.plain.charlie)] = -1
    return found


@cache
def options_of(terms: Terms, split: bool, aces: bool) -> npt.NDArray[np.bool_]:
    """may[action, size, total]: the options of a hand by its number of cards and total, but to split."""
    may = np.zeros((len(Action), LONGEST_HAND, TWENTY_ONE), np.bool_)
    one_card = split and aces and terms.one_card_aces
    may[STAND], may[HIT] = True, not one_card
    for size in range(LONGEST_HAND):
        may[DOUBLE, size] = [interpreted(may_double)(size, total, split, aces, terms) for total in range(TWENTY_ONE)]
        may[SURRENDER, size] = interpreted(may_surrender)(size, split, aces, terms)
    return may


def situations_of(split: bool, aces: bool, terms: Terms) -> tuple[Situation, Situation]:
    """The situations of two cards and of more."""
    if not split:
        return Situation.FIRST_TWO, Situation.DRAWN
    if aces and terms.one_card_aces:
        return Situation.SPLIT_ACE, Situation.SPLIT_ACE
    return Situation.SPLIT_TWO, Situation.SPLIT_DRAWN


class Column(NamedTuple):
    """A strategy's cells against one up card: play[situation, hand class, k], then -1; yes or no for the rest."""

    play: npt.NDArray[np.int8]
    chance: npt.NDArray[np.int8]
    give_up: npt.NDArray[np.int8]


@kernel
def _tell(
    classes: npt.NDArray[np.int64],
    size: npt.NDArray[np.int64],
    total: npt.NDArray[np.int64],
    two: npt.NDArray[np.int8],
    more: npt.NDArray[np.int8],
    may: npt.NDArray[np.bool_],
    column: Column,
    rows: npt.NDArray[np.int8],
) -> None:
    """Write actions, chances and give-ups by row; may[action, size, total] says which actions a hand has."""
    for h in range(len(classes)):
        cell = classes[h]
        if cell < 0:
            continue
        n = min(size[h], LONGEST_HAND - 1)
        preferences = two[cell] if n == 2 else more[cell]
        for k in range(LONGEST_PREFERENCE):
            if preferences[k] >= 0 and may[preferences[k], n, total[h]]:
                rows[0, h] = preferences[k]
                break
        rows[2, h] = column.give_up[total[h] - FIRST_DOUBLED]
    for h in range(len(classes), rows.shape[1]):
        rows[1, h] = column.chance[min(total[h], LAST_BUST) - FIRST_BUST]


class Orders:
    """A strategy turned into orders for the rows of one table."""

    def __init__(self, table: Table, strategy: Strategy) -> None:
        self.table = table
        self.arrays = strategy.arrays()
        self.classes = class_rows(table)
        self.exceptions = strategy.exceptions
        self.even_money = strategy.takes_even_money()

    def told(self, up: int, terms: Terms) -> Told:
        """The orders against one up card."""
        of = self.arrays
        column = Column(of.play[:, :, up - 1], of.second_chance[:, up - 1], of.surrender_after_double[:, up - 1])
        return orders_of(self.table, self.classes, column, up, terms, self.exceptions, self.even_money)


def orders_of(
    table: Table,
    classes: npt.NDArray[np.int64],
    column: Column,
    up: int,
    terms: Terms,
    exceptions: Mapping[ExactHand, Preference],
    even_money: bool = False,
) -> Told:
    """A column turned into orders for the rows of one table."""
    here = {(situation, cards): cell for (situation, cards, of), cell in exceptions.items() if of == up}
    if not terms.surrender_double:
        column = column._replace(give_up=np.zeros_like(column.give_up))

    def rows_of(split: bool, value: int) -> npt.NDArray[np.int8]:
        two, more = situations_of(split, value == 1, terms)
        may = options_of(terms, split, value == 1)
        rows = np.zeros((3, table.size), np.int8)
        _tell(classes, table.hands.size, table.hands.total, column.play[two], column.play[more], may, column, rows)
        for (situation, cards), cell in here.items():
            row = table.row(*cards)
            if situation == (two if len(cards) == 2 else more) and 0 <= row < table.hands.live:
                rows[0, row] = next((a for a in cell if may[a, len(cards), total_of(cards)[0]]), Action.STAND)
        return rows

    def splits(situation: Situation, value: int) -> bool:
        may = options_of(terms, situation is not Situation.FIRST_TWO, value == 1)[:, 2, total_of((value, value))[0]]
        cell = here.get((situation, (value, value))) or column.play[situation, FIRST_PAIR + value - 1].tolist()
        return next((a for a in cell if a == Action.SPLIT or (a >= 0 and may[a])), Action.STAND) == Action.SPLIT

    unsplit = rows_of(False, 0)
    pairs = {}
    for value in range(1, VALUES + 1):
        if not splits(Situation.FIRST_TWO, value):
            pairs[value] = ToldSplit(0, unsplit)
            continue
        after, _ = situations_of(True, value == 1, terms)
        most = table.game.split_hands[value - 1] if splits(after, value) else 2
        pairs[value] = ToldSplit(most, rows_of(True, value))
    return Told(unsplit, pairs, even_money)
