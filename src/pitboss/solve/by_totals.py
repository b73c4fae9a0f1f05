"""The best strategy by totals: cells improved until none changes, and the hands better played otherwise."""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from pitboss.solve.compiled import kernel
from pitboss.solve.dealer_hand import VALUES
from pitboss.solve.figures import (
    CHANCE,
    DECLINE,
    DOUBLE_VALUE,
    DOUBLED_STAND,
    DOUBLED_SURRENDER,
    HIT_VALUE,
    STAND_VALUE,
    SURRENDER_VALUE,
    Figures,
    Values,
)
from pitboss.solve.hand_values import (
    CHOOSING,
    DOUBLE,
    FIRST,
    FOLLOWING,
    HIT,
    NOT_ALLOWED,
    STAND,
    SURRENDER,
    Against,
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
from pitboss.solve.paths import BUST, BUST_DOUBLED, DOUBLED, HELD, Paths, follow_paths, no_paths
from pitboss.solve.round_paths import unsplit_paths
from pitboss.solve.round_values import Table
from pitboss.solve.rows import HandArrays
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


# Where the sums of a cell stand; doubling and surrender by what they gain on standing, then by what on hitting.
OF_STAND, OF_HIT, WEIGHT, OF_DOUBLE, OF_SURRENDER = 0, 1, 2, 3, 5


class Sums(NamedTuple):
    """What hands of a class are worth together: play[figure, situation, hand class].

    `chance` and `give_up` are the gains of saying yes in the cells that ask for a yes or a no.
    """

    play: npt.NDArray[np.float64]
    chance: npt.NDArray[np.float64]
    give_up: npt.NDArray[np.float64]


def no_sums() -> Sums:
    """Nothing added yet."""
    play = np.zeros((OF_SURRENDER + 2, len(Situation), HAND_CLASSES))
    return Sums(play, np.zeros(len(BUST_TOTALS)), np.zeros(len(DOUBLED_TOTALS)))


@kernel
def add_sums(
    rows: npt.NDArray[np.int64],
    over: npt.NDArray[np.int64],
    hand: HandArrays,
    classes: npt.NDArray[np.int64],
    figures: Figures,
    paths: Paths,
    situations: tuple[int, int],
    share: float,
    into: Sums,
) -> None:
    """Add one context's hands to the sums, each weighted by how often it is reached."""
    _, size, total, _, _ = hand
    for row in range(len(rows)):
        h = rows[row]
        cell = classes[h]
        if cell < 0:
            continue
        at = situations[0] if size[h] == 2 else situations[1]
        weight = share * paths.of[HELD, h] + UNREACHED
        stand, hit = figures[STAND_VALUE, h], max(figures[HIT_VALUE, h], NOT_ALLOWED / 2)
        into.play[WEIGHT, at, cell] += weight
        into.play[OF_STAND, at, cell] += weight * stand
        into.play[OF_HIT, at, cell] += weight * hit
        if figures[DOUBLE_VALUE, h] > NOT_ALLOWED / 2:
            into.play[OF_DOUBLE, at, cell] += weight * (figures[DOUBLE_VALUE, h] - stand)
            into.play[OF_DOUBLE + 1, at, cell] += weight * (figures[DOUBLE_VALUE, h] - hit)
        if figures[SURRENDER_VALUE, h] > NOT_ALLOWED / 2:
            into.play[OF_SURRENDER, at, cell] += weight * (figures[SURRENDER_VALUE, h] - stand)
            into.play[OF_SURRENDER + 1, at, cell] += weight * (figures[SURRENDER_VALUE, h] - hit)
        if figures[DOUBLED_SURRENDER, h] > NOT_ALLOWED / 2:
            weight = share * paths.of[DOUBLED, h] + UNREACHED
            gain = figures[DOUBLED_SURRENDER, h] - figures[DOUBLED_STAND, h]
            into.give_up[total[h] - FIRST_DOUBLED] += weight * gain
    for row in range(len(over)):
        h = over[row]
        if figures[CHANCE, h] > NOT_ALLOWED / 2:
            weight = share * (paths.of[BUST, h] + 2 * paths.of[BUST_DOUBLED, h]) + UNREACHED
            into.chance[min(total[h], LAST_BUST) - FIRST_BUST] += weight * (figures[CHANCE, h] - figures[DECLINE, h])


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


def _cells(sums: Sums) -> npt.NDArray[np.int8]:
    """The preferences of every cell, best first."""
    of = sums.play
    hits = of[OF_HIT] > of[OF_STAND]
    double, surrender = (np.where(hits, of[gain + 1], of[gain]) for gain in (OF_DOUBLE, OF_SURRENDER))
    doubles, gives_up = double > 0, surrender > 0
    gives_up_first = gives_up & (~doubles | (surrender > double))
    last = np.where(hits, HIT, STAND)
    first = np.where(gives_up_first, SURRENDER, np.where(doubles, DOUBLE, last))
    both = np.where(gives_up_first, DOUBLE, SURRENDER)
    second = np.where(doubles & gives_up, both, np.where(doubles | gives_up, last, -1))
    third = np.where(doubles & gives_up, last, -1)
    play = np.full((*hits.shape, LONGEST_PREFERENCE), -1, np.int8)
    play[:, :, 0], play[:, :, 1], play[:, :, 2] = first, second, third
    nowhere = of[WEIGHT] <= 0
    play[nowhere] = -1
    play[nowhere, 0] = unreached_cells()[nowhere]
    return play


def _column(sums: Sums, splits: Mapping[int, bool], again: Mapping[int, bool]) -> Column:
    play = _cells(sums)
    for value in range(1, VALUES + 1):
        row = FIRST_PAIR + value - 1
        for situation in (Situation.DRAWN, Situation.SPLIT_DRAWN):
            play[situation, row] = play[situation, plain_class(row)]
        if sums.play[WEIGHT, Situation.SPLIT_TWO, row] <= 0:
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
        self.rows = table.split_rows(value, one.up)
        self.odds = table.split_odds(value, one.up, (2, 2), self.rows.both)
        self.shoe = table.left(one.up)
        self.shoe[value - 1] -= 1
        aces = value == 1
        self.context = (True, FIRST, aces, aces and one.terms.one_card_aces)

    def follow(self, told: npt.NDArray[np.int8] | None, paths: Paths) -> Values:
        """The values of these hands, and how often each is reached; both last until the next such call."""
        table, one = self.table, self.one
        values, worth = table.split_values
        if told is not None:
            values.chosen[:] = told
        shoe, key, p = self.shoe, table.key(one.up), self.odds.outcomes[1]
        against = Against(shoe, key, p, self.odds.chances[1])
        following = CHOOSING if told is None else FOLLOWING
        value_hands(self.rows, against, one.terms.coded, self.context, following, values, worth)
        paths.of[:] = 0.0
        left = self.shoe.copy()
        left[self.value - 1] -= 1
        after = table.hands.after[table.row(self.value)]
        paths.held[after[left > 0]] = left[left > 0] / left.sum()
        follow_paths(self.rows.hand, self.rows.live, shoe, p, one.terms.coded, True, values.chosen, paths)
        return values


def _numbers(situations: tuple[Situation, Situation]) -> tuple[int, int]:
    """Situations as a kernel takes them: to find out what kind a member is would cost it more than its work."""
    return int(situations[0]), int(situations[1])


def best_column(table: Table, one: UpCard, classes: npt.NDArray[np.int64]) -> Column:
    """The best cells against one up card, found by improving them until they stay as they are."""
    splits, again = {}, {}
    chances = {(a, b): p for a, b, p in table.two_cards(one.up)}
    for (value, pairs), split in one.splits.items():
        splits[value] = one.splits_pair(value, pairs, float(one.values.value[table.row(value, value)]))
        again[value] = splits[value] and split.hands > 2
    split_hands = [_SplitHands(table, one, value) for value in splits if splits[value]]
    rows, current, column = table.rows(one.up), one, None
    split_paths = no_paths(table.size, table.game.slots.size, one.terms)
    told: Told | None = None
    for _ in range(ROUNDS):
        sums = no_sums()
        paths = unsplit_paths(table, current)
        situations = _numbers(situations_of(False, False, one.terms))
        add_sums(rows.live, rows.over, rows.hand, classes, current.values.figures, paths, situations, 1.0, sums)
        for hands in split_hands:
            values = hands.follow(None if told is None else told.pairs[hands.value].rows, split_paths)
            situations = _numbers(situations_of(True, hands.value == 1, one.terms))
            share = 2 * chances[hands.value, hands.value]
            of = hands.rows
            add_sums(of.live, of.over, of.hand, classes, values.figures, split_paths, situations, share, sums)
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


class ExactPlay(NamedTuple):
    """How a hand is better played than its class, which says `usual`; the gain a round, played well from there on."""

    preference: Preference
    usual: Action
    gain: float


def exact_exceptions(table: Table, best: Mapping[int, UpCard], strategy: Strategy) -> dict[ExactHand, ExactPlay]:
    """Every hand that good play reaches and that is better played otherwise than its class, the dearest first."""
    found: dict[ExactHand, ExactPlay] = {}
    orders, shoe = Orders(table, strategy), table.counts.sum()
    for up, one in best.items():
        paths = unsplit_paths(table, one)
        told = orders.told(up, one.terms).rows[0]
        rows = table.rows(up).live
        differ = rows[(paths.held[rows] > 0) & (one.values.action[rows] != told[rows])]
        for h in differ:
            cards = tuple(int(v) for v in np.repeat(np.arange(1, VALUES + 1), table.hands.cards[h]))
            situation = Situation.FIRST_TWO if len(cards) == 2 else Situation.DRAWN
            worth, usual = _worth(one.values, int(h)), Action(told[h])
            held = float(paths.held[h] * table.counts[up - 1] / shoe)
            gain = held * (max(worth.values()) - worth[usual])
            found[situation, cards, up] = ExactPlay(_ranked(worth), usual, gain)
    return dict(sorted(found.items(), key=lambda one: -one[1].gain))


def _worth(values: Values, h: int) -> dict[Action, float]:
    return {
        Action.STAND: float(values.stand[h]),
        Action.HIT: float(values.hit[h]),
        Action.DOUBLE: float(values.double[h]),
        Action.SURRENDER: float(values.surrender[h]),
    }


def _ranked(worth: Mapping[Action, float]) -> Preference:
    ranked = sorted(worth, key=lambda a: -worth[a])
    return tuple(ranked[: 1 + min(ranked.index(Action.STAND), ranked.index(Action.HIT))])
