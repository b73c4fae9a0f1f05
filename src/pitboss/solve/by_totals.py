"""The best strategy by totals: cells improved until none changes, and the hands better played otherwise."""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from pitboss.solve.compiled import kernel
from pitboss.solve.dealer_hand import VALUES
from pitboss.solve.distribution import unsplit_paths
from pitboss.solve.hand_values import (
    DOUBLE,
    FIRST,
    HIT,
    NOT_ALLOWED,
    STAND,
    SURRENDER,
    Against,
    Values,
    value_hands,
)
from pitboss.solve.insurance import insured
from pitboss.solve.orders import (
    FIRST_BUST,
    FIRST_DOUBLED,
    LAST_BUST,
    Column,
    Orders,
    class_rows,
    orders_of,
    situations_of,
)
from pitboss.solve.paths import Paths, follow_paths, no_paths
from pitboss.solve.round_values import Table
from pitboss.solve.strategy import (
    BUST_TOTALS,
    DOUBLED_TOTALS,
    FIRST_PAIR,
    FIRST_SOFT,
    HAND_CLASSES,
    HARD_TOTALS,
    LONGEST_PREFERENCE,
    SOFT_TOTALS,
    UP_CARDS,
    Action,
    ExactHand,
    Preference,
    Situation,
    Strategy,
    class_total,
)
from pitboss.solve.up_card import Told, UpCard

ROUNDS = 12
# Hands that good play never reaches still get a cell: they count this little beside those it does.
UNREACHED = 1e-12
STANDS_FROM_HARD, STANDS_FROM_SOFT = 17, 18


class Sums(NamedTuple):
    """What hands of a class are worth together by situation; doubling and surrender by what they gain on stand and hit.

    `chance` and `give_up` are the gains of saying yes in the cells that ask for a yes or a no.
    """

    stand: npt.NDArray[np.float64]
    hit: npt.NDArray[np.float64]
    weight: npt.NDArray[np.float64]
    double: npt.NDArray[np.float64]
    surrender: npt.NDArray[np.float64]
    chance: npt.NDArray[np.float64]
    give_up: npt.NDArray[np.float64]


def no_sums() -> Sums:
    """Nothing added yet."""
    play = (len(Situation), HAND_CLASSES)
    return Sums(
        stand=np.zeros(play),
        hit=np.zeros(play),
        weight=np.zeros(play),
        double=np.zeros((2, *play)),
        surrender=np.zeros((2, *play)),
        chance=np.zeros(len(BUST_TOTALS)),
        give_up=np.zeros(len(DOUBLED_TOTALS)),
    )


@kernel
def add_sums(
    rows: npt.NDArray[np.int64],
    over: npt.NDArray[np.int64],
    hand: tuple[npt.NDArray[np.int8], npt.NDArray[np.int64], npt.NDArray[np.int64], npt.NDArray[np.int64]],
    classes: npt.NDArray[np.int64],
    values: Values,
    paths: Paths,
    situations: tuple[int, int],
    share: float,
    into: Sums,
) -> None:
    """Add one context's hands to the sums, each weighted by how often it is reached."""
    _, size, total, _ = hand
    for row in range(len(rows)):
        h = rows[row]
        cell = classes[h]
        if cell < 0:
            continue
        at = situations[0] if size[h] == 2 else situations[1]
        weight = share * paths.held[h] + UNREACHED
        stand, hit = values.stand[h], max(values.hit[h], NOT_ALLOWED / 2)
        into.weight[at, cell] += weight
        into.stand[at, cell] += weight * stand
        into.hit[at, cell] += weight * hit
        if values.double[h] > NOT_ALLOWED / 2:
            into.double[0, at, cell] += weight * (values.double[h] - stand)
            into.double[1, at, cell] += weight * (values.double[h] - hit)
        if values.surrender[h] > NOT_ALLOWED / 2:
            into.surrender[0, at, cell] += weight * (values.surrender[h] - stand)
            into.surrender[1, at, cell] += weight * (values.surrender[h] - hit)
        if values.doubled_surrender[h] > NOT_ALLOWED / 2:
            weight = share * paths.doubled[h] + UNREACHED
            gain = values.doubled_surrender[h] - values.doubled_stand[h]
            into.give_up[total[h] - FIRST_DOUBLED] += weight * gain
    for row in range(len(over)):
        h = over[row]
        if values.chance[h] > NOT_ALLOWED / 2:
            weight = share * (paths.bust[h] + 2 * paths.bust_doubled[h]) + UNREACHED
            into.chance[min(total[h], LAST_BUST) - FIRST_BUST] += weight * (values.chance[h] - values.decline[h])


def unreached_cell(situation: Situation, row: int) -> Preference:
    """What to do with a hand that never comes up in this situation."""
    total, soft = class_total(row)
    stands = total >= (STANDS_FROM_SOFT if soft else STANDS_FROM_HARD) or situation is Situation.SPLIT_ACE
    return (Action.STAND,) if stands else (Action.HIT,)


@cache
def unreached_cells() -> npt.NDArray[np.int8]:
    """Those of every situation and hand class, as codes."""
    return np.array([[unreached_cell(at, row)[0] for row in range(HAND_CLASSES)] for at in Situation], np.int8)


@cache
def plain_class(row: int) -> int:
    """The hand class of a pair's total."""
    total, soft = class_total(row)
    return FIRST_SOFT + total - SOFT_TOTALS[0] if soft else total - HARD_TOTALS[0]


@kernel
def _cells(sums: Sums, unreached: npt.NDArray[np.int8], play: npt.NDArray[np.int8]) -> None:
    """Write the preferences of every cell, best first."""
    for at in range(play.shape[0]):
        for row in range(play.shape[1]):
            play[at, row] = -1
            if sums.weight[at, row] <= 0:
                play[at, row, 0] = unreached[at, row]
                continue
            last = HIT if sums.hit[at, row] > sums.stand[at, row] else STAND
            double, surrender = sums.double[last, at, row], sums.surrender[last, at, row]
            n = 0
            if double > 0:
                play[at, row, 0] = DOUBLE
                n = 1
            if surrender > 0:
                if n == 1 and surrender > double:
                    play[at, row, 0], play[at, row, 1] = SURRENDER, DOUBLE
                else:
                    play[at, row, n] = SURRENDER
                n += 1
            play[at, row, n] = last


def _column(sums: Sums, splits: Mapping[int, bool], again: Mapping[int, bool]) -> Column:
    play = np.empty((len(Situation), HAND_CLASSES, LONGEST_PREFERENCE), np.int8)
    _cells(sums, unreached_cells(), play)
    for value in range(1, VALUES + 1):
        row = FIRST_PAIR + value - 1
        for situation in (Situation.DRAWN, Situation.SPLIT_DRAWN):
            play[situation, row] = play[situation, plain_class(row)]
        if sums.weight[Situation.SPLIT_TWO, row] <= 0:
            first = play[Situation.FIRST_TWO, row]
            play[Situation.SPLIT_TWO, row] = np.append(first[first != Action.SURRENDER], -1)[:LONGEST_PREFERENCE]
        if splits.get(value):
            _split_first(play[Situation.FIRST_TWO, row])
        if again.get(value):
            for situation in (Situation.SPLIT_TWO, *((Situation.SPLIT_ACE,) if value == 1 else ())):
                _split_first(play[situation, row])
    return Column(play, (sums.chance > 0).astype(np.int8), (sums.give_up > 0).astype(np.int8))


def _split_first(cell: npt.NDArray[np.int8]) -> None:
    cell[1:] = cell[:-1].copy()
    cell[0] = Action.SPLIT


@cache
def _preference(codes: tuple[int, ...]) -> Preference:
    return tuple(Action(code) for code in codes if code >= 0)


def _strategy(
    table: Table, columns: Mapping[int, Column], attack: Sequence[bool], insurance: bool, even_money: bool
) -> Strategy:
    rules = table.game.rules
    nowhere = np.full((len(Situation), HAND_CLASSES, LONGEST_PREFERENCE), -1, np.int8)
    nowhere[:, :, 0] = unreached_cells()
    empty = Column(nowhere, np.zeros(len(BUST_TOTALS), np.int8), np.zeros(len(DOUBLED_TOTALS), np.int8))
    by_up = [columns.get(up, empty) for up in UP_CARDS]
    play = np.stack([column.play for column in by_up], 2).tolist()
    return Strategy(
        game=rules.game,
        rules_hash=rules.hash,
        attack=tuple(attack),
        insurance=insurance,
        play=tuple(tuple(tuple(_preference(tuple(cell)) for cell in row) for row in rows) for rows in play),
        second_chance=tuple(tuple(bool(column.chance[n]) for column in by_up) for n in range(len(BUST_TOTALS))),
        surrender_after_double=tuple(
            tuple(bool(column.give_up[n]) for column in by_up) for n in range(len(DOUBLED_TOTALS))
        ),
        even_money=even_money,
    )


class _SplitHands:
    """The hands of one split pair against one up card, for choosing cells."""

    def __init__(self, table: Table, one: UpCard, value: int) -> None:
        self.table, self.one, self.value = table, one, value
        self.rows = table.pair_rows(value, table.rows(one.up))
        self.odds = table.split_odds(value, one.up, (2, 2), self.rows.both)
        self.shoe = table.left(one.up)
        self.shoe[value - 1] -= 1
        aces = value == 1
        self.context = (True, FIRST, aces, aces and one.terms.one_card_aces)

    def follow(self, told: npt.NDArray[np.int8] | None, paths: Paths) -> Values:
        """The values of these hands, and how often each is reached; both last until the next such call."""
        table, one = self.table, self.one
        values, twice = table.split_values
        if told is not None:
            values.action[:], values.takes[:], values.gives_up[:] = told
        shoe, key, p = self.shoe, table.key(one.up), self.odds.outcomes[1]
        against = Against(shoe, key, p, self.odds.chances[1])
        value_hands(self.rows, against, one.terms, self.context, told is not None, values, twice)
        for weights in paths[:-1]:
            weights[:] = 0.0
        left = self.shoe.copy()
        left[self.value - 1] -= 1
        after = table.hands.after[table.row(self.value)]
        paths.held[after[left > 0]] = left[left > 0] / left.sum()
        follow_paths(self.rows.hand, self.rows.live, shoe, key, p, one.terms, True, values, paths)
        return values


def best_column(table: Table, one: UpCard, classes: npt.NDArray[np.int64]) -> Column:
    """The best cells against one up card, found by improving them until they stay as they are."""
    splits, again = {}, {}
    chances = {(a, b): p for a, b, p in table.two_cards(one.up)}
    for (value, pairs), split in one.splits.items():
        splits[value] = one.splits_pair(value, pairs, float(one.values.value[table.row(value, value)]))
        again[value] = splits[value] and split.hands > 2
    split_hands = [_SplitHands(table, one, value) for value in splits if splits[value]]
    rows, current, column = table.rows(one.up), one, None
    split_paths = no_paths(table.size, table.game.slots.size)
    told: Told | None = None
    for _ in range(ROUNDS):
        sums = no_sums()
        paths = unsplit_paths(table, current)
        situations = situations_of(False, False, one.terms)
        add_sums(rows.live, rows.over, rows.hand, classes, current.values, paths, situations, 1.0, sums)
        for hands in split_hands:
            values = hands.follow(None if told is None else told.pairs[hands.value].rows, split_paths)
            situations = situations_of(True, hands.value == 1, one.terms)
            share = 2 * chances[hands.value, hands.value]
            of = hands.rows
            add_sums(of.live, of.over, of.hand, classes, values, split_paths, situations, share, sums)
        found = _column(sums, splits, again)
        if column is not None and all(np.array_equal(a, b) for a, b in zip(found, column, strict=True)):
            break
        column = found
        told = orders_of(table, classes, column, one.up, one.terms, {})
        current = table.unsplit(one.up, one.terms, told, rows)
        current.splits = one.splits
    assert column is not None
    return column


def best_by_totals(table: Table, best: Mapping[int, UpCard]) -> Strategy:
    """The best strategy by totals, given the best play by composition."""
    classes = class_rows(table)
    return joined(table, best, {up: best_column(table, one, classes) for up, one in best.items()})


def joined(table: Table, best: Mapping[int, UpCard], columns: Mapping[int, Column]) -> Strategy:
    """The strategy made of the best columns; it insures if that pays over all hands it is offered to."""
    attack = [up in best and best[up].terms.wager > 1 for up in UP_CARDS]
    even_money = any(one.even_money for one in best.values())
    insures = insured(table.game.rules, table.offers, True, even_money).gain > 0
    return _strategy(table, columns, attack, insures, even_money)


def exact_exceptions(table: Table, best: Mapping[int, UpCard], strategy: Strategy) -> dict[ExactHand, Preference]:
    """Every hand that good play reaches and that is better played otherwise than its class."""
    found: dict[ExactHand, Preference] = {}
    orders = Orders(table, strategy)
    for up, one in best.items():
        paths = unsplit_paths(table, one)
        told = orders.told(up, one.terms).rows[0]
        rows = table.rows(up).live
        differ = rows[(paths.held[rows] > 0) & (one.values.action[rows] != told[rows])]
        for h in differ:
            cards = tuple(int(v) for v in np.repeat(np.arange(1, VALUES + 1), table.hands.cards[h]))
            situation = Situation.FIRST_TWO if len(cards) == 2 else Situation.DRAWN
            found[situation, cards, up] = _ranked(one.values, int(h))
    return found


def _ranked(values: Values, h: int) -> Preference:
    by = {
        Action.STAND: values.stand[h],
        Action.HIT: values.hit[h],
        Action.DOUBLE: values.double[h],
        Action.SURRENDER: values.surrender[h],
    }
    ranked = sorted(by, key=lambda a: -by[a])
    return tuple(ranked[: 1 + min(ranked.index(Action.STAND), ranked.index(Action.HIT))])
