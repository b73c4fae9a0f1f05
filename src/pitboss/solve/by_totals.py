"""Between strategies by totals and the rows of a table: what a strategy tells each hand, and the best such strategy."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np
import numpy.typing as npt

from pitboss.solve.dealer_hand import VALUES
from pitboss.solve.distribution import unsplit_paths
from pitboss.solve.hand_values import (
    NOT_ALLOWED,
    Values,
    bust_values,
    hand_values,
    may_double,
    may_surrender,
    no_values,
)
from pitboss.solve.paths import NO_CHANCES, Paths, follow_paths, no_paths
from pitboss.solve.round_values import Table, Told, ToldSplit, UpCard
from pitboss.solve.strategy import (
    BUST_TOTALS,
    DOUBLED_TOTALS,
    FIRST_PAIR,
    FIRST_SOFT,
    HAND_CLASSES,
    HARD_TOTALS,
    LONGEST_PREFERENCE,
    SOFT_TOTALS,
    TWENTY_ONE,
    UP_CARDS,
    Action,
    ExactHand,
    Preference,
    Situation,
    Strategy,
    class_total,
)
from pitboss.solve.terms import Terms

LONGEST_HAND = 22
ROUNDS = 12
# Hands that good play never reaches still get a cell: they count this little beside those it does.
UNREACHED = 1e-12
STANDS_FROM_HARD, STANDS_FROM_SOFT = 17, 18


def class_rows(table: Table) -> npt.NDArray[np.int64]:
    """The hand class of every live hand; -1 for 21 and for less than two cards."""
    hands = table.hands
    cards, total, soft = hands.cards[: hands.live], hands.total[: hands.live], hands.soft[: hands.live] > 0
    found = np.where(soft, FIRST_SOFT + total - SOFT_TOTALS[0], total - HARD_TOTALS[0])
    two = hands.size[: hands.live] == 2
    pair = two & (cards.max(1) == 2)
    found[pair] = FIRST_PAIR + cards[pair].argmax(1)
    found[(total >= TWENTY_ONE) | (hands.size[: hands.live] < 2)] = -1
    return found


@dataclass(frozen=True)
class Options:
    """Which options hands of each size have in a situation."""

    hit: bool
    double: npt.NDArray[np.bool_]
    surrender: npt.NDArray[np.bool_]


@cache
def options_by_size(terms: Terms, split: bool, aces: bool) -> Options:
    """The options of a hand by its number of cards."""
    one_card = split and aces and terms.one_card_aces
    sizes = range(LONGEST_HAND)
    return Options(
        not one_card,
        np.array([may_double(size, split, aces, terms) for size in sizes]),
        np.array([may_surrender(size, split, one_card, terms) for size in sizes]),
    )


def situations_of(split: bool, aces: bool, terms: Terms) -> tuple[Situation, Situation]:
    """The situations of two cards and of more."""
    if not split:
        return Situation.FIRST_TWO, Situation.DRAWN
    if aces and terms.one_card_aces:
        return Situation.SPLIT_ACE, Situation.SPLIT_ACE
    return Situation.SPLIT_TWO, Situation.SPLIT_DRAWN


class Orders:
    """A strategy turned into orders for the rows of one table."""

    def __init__(self, table: Table, strategy: Strategy) -> None:
        self.table = table
        self.arrays = strategy.arrays()
        self.classes = class_rows(table)
        self.sizes = np.minimum(table.hands.size[: table.hands.live], LONGEST_HAND - 1)
        self.exceptions = strategy.exceptions

    def told(self, up: int, terms: Terms) -> Told:
        """The orders against one up card."""
        rows = self._rows(up, terms, False, 0)
        return Told(rows, {value: self._pair(value, up, terms, rows) for value in range(1, VALUES + 1)})

    def _pair(self, value: int, up: int, terms: Terms, unsplit: npt.NDArray[np.int8]) -> ToldSplit:
        def splits(situation: Situation) -> bool:
            options = options_by_size(terms, situation is not Situation.FIRST_TWO, value == 1)
            allowed = {Action.STAND, Action.SPLIT} | ({Action.HIT} if options.hit else set())
            allowed |= {Action.DOUBLE} if options.double[2] else set()
            allowed |= {Action.SURRENDER} if options.surrender[2] else set()
            exact = self.exceptions.get((situation, (value, value), up))
            cell = exact or self.arrays.play[situation, FIRST_PAIR + value - 1, up - 1]
            return next((a for a in cell if a in allowed), Action.STAND) == Action.SPLIT

        if not splits(Situation.FIRST_TWO):
            return ToldSplit(0, unsplit)
        after, _ = situations_of(True, value == 1, terms)
        most = self.table.game.split_hands[value - 1] if splits(after) else 2
        return ToldSplit(most, self._rows(up, terms, True, value))

    def _rows(self, up: int, terms: Terms, split: bool, value: int) -> npt.NDArray[np.int8]:
        table = self.table
        two, more = situations_of(split, value == 1, terms)
        options = options_by_size(terms, split, value == 1)
        cells = np.where(
            (self.sizes == 2)[:, None],
            self.arrays.play[two, self.classes, up - 1],
            self.arrays.play[more, self.classes, up - 1],
        )
        for (situation, cards, exact_up), preference in self.exceptions.items():
            if exact_up == up and situation == (two if len(cards) == 2 else more):
                row = table.row(*cards)
                if 0 <= row < table.hands.live:
                    cells[row] = (*preference, *(-1,) * (LONGEST_PREFERENCE - len(preference)))
        actions = np.zeros(table.hands.live, np.int8)
        open_ = np.ones(table.hands.live, bool)
        for k in range(LONGEST_PREFERENCE):
            wish = cells[:, k]
            may = (wish == Action.STAND) | ((wish == Action.HIT) & options.hit)
            may |= (wish == Action.DOUBLE) & options.double[self.sizes]
            may |= (wish == Action.SURRENDER) & options.surrender[self.sizes]
            actions[open_ & may] = wish[open_ & may]
            open_ &= ~may
        actions[self.classes < 0] = Action.STAND
        rows = np.zeros((3, table.size), np.int8)
        rows[0, : table.hands.live] = actions
        total = table.hands.total
        over = np.arange(table.hands.live, table.hands.bust_end)
        rows[1, over] = self.arrays.second_chance[np.minimum(total[over], BUST_TOTALS[-1]) - BUST_TOTALS[0], up - 1]
        doubled = (total >= DOUBLED_TOTALS[0]) & (total <= DOUBLED_TOTALS[-1])
        rows[2, doubled] = self.arrays.surrender_after_double[total[doubled] - DOUBLED_TOTALS[0], up - 1]
        return rows


@dataclass
class Sums:
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


def add_sums(
    table: Table,
    classes: npt.NDArray[np.int64],
    values: Values,
    paths: Paths,
    situations: Sequence[Situation],
    into: Sums,
    rows: npt.NDArray[np.int64],
    share: float,
) -> None:
    """Add one context's hands to the sums, each weighted by how often it is reached."""
    hands = table.hands
    rows = rows[classes[rows] >= 0]
    for situation, of in zip(situations, (hands.size[rows] == 2, hands.size[rows] > 2), strict=True):
        at = rows[of]
        weight = share * paths.held[at] + UNREACHED
        cell = classes[at]

        def total(amount: npt.NDArray[np.float64], cell: npt.NDArray[np.int64] = cell) -> npt.NDArray[np.float64]:
            return np.bincount(cell, amount, HAND_CLASSES).astype(np.float64)

        stand, hit = values.stand[at], np.maximum(values.hit[at], NOT_ALLOWED / 2)
        into.weight[situation] += total(weight)
        into.stand[situation] += total(weight * stand)
        into.hit[situation] += total(weight * hit)
        for option, found in ((values.double[at], into.double), (values.surrender[at], into.surrender)):
            may = option > NOT_ALLOWED / 2
            for last, instead in ((Action.STAND, stand), (Action.HIT, hit)):
                found[last, situation] += total(np.where(may, weight * (option - instead), 0.0))
    over = table.bust_rows
    gain = np.where(values.chance[over] > NOT_ALLOWED / 2, values.chance[over] - values.decline[over], 0.0)
    weight = share * (paths.bust[over] + 2 * paths.bust_doubled[over]) + UNREACHED
    np.add.at(into.chance, np.minimum(hands.total[over], BUST_TOTALS[-1]) - BUST_TOTALS[0], weight * gain)
    live = rows[values.doubled_surrender[rows] > NOT_ALLOWED / 2]
    gain = values.doubled_surrender[live] - values.doubled_stand[live]
    weight = share * paths.doubled[live] + UNREACHED
    np.add.at(into.give_up, hands.total[live] - DOUBLED_TOTALS[0], weight * gain)


def unreached_cell(situation: Situation, row: int) -> Preference:
    """What to do with a hand that never comes up in this situation."""
    total, soft = class_total(row)
    stands = total >= (STANDS_FROM_SOFT if soft else STANDS_FROM_HARD) or situation is Situation.SPLIT_ACE
    return (Action.STAND,) if stands else (Action.HIT,)


def cell_of(sums: Sums, situation: Situation, row: int) -> Preference:
    """The preference list of one cell, best first."""
    if sums.weight[situation, row] <= 0:
        return unreached_cell(situation, row)
    last = Action.HIT if sums.hit[situation, row] > sums.stand[situation, row] else Action.STAND
    gains = {Action.DOUBLE: sums.double[last, situation, row], Action.SURRENDER: sums.surrender[last, situation, row]}
    better = sorted((a for a in gains if gains[a] > 0), key=lambda a: -gains[a])
    return (*better, last)


@dataclass
class Column:
    """A strategy's cells against one up card."""

    play: list[list[Preference]]
    chance: list[bool]
    give_up: list[bool]


def _column(table: Table, sums: Sums, splits: Mapping[int, bool], again: Mapping[int, bool]) -> Column:
    play = [[cell_of(sums, situation, row) for row in range(HAND_CLASSES)] for situation in Situation]
    for value in range(1, VALUES + 1):
        row = FIRST_PAIR + value - 1
        for situation in (Situation.DRAWN, Situation.SPLIT_DRAWN):
            total, soft = class_total(row)
            same = FIRST_SOFT + total - SOFT_TOTALS[0] if soft else total - HARD_TOTALS[0]
            play[situation][row] = play[situation][same]
        if sums.weight[Situation.SPLIT_TWO, row] <= 0:
            play[Situation.SPLIT_TWO][row] = tuple(
                a for a in play[Situation.FIRST_TWO][row] if a is not Action.SURRENDER
            )
        if splits.get(value):
            play[Situation.FIRST_TWO][row] = (Action.SPLIT, *play[Situation.FIRST_TWO][row])
        if again.get(value):
            for situation in (Situation.SPLIT_TWO, *((Situation.SPLIT_ACE,) if value == 1 else ())):
                play[situation][row] = (Action.SPLIT, *play[situation][row])
    return Column(play, [bool(x > 0) for x in sums.chance], [bool(x > 0) for x in sums.give_up])


def _strategy(
    table: Table, columns: Mapping[int, Column], attack: Sequence[bool], insurance: bool, even_money: bool = False
) -> Strategy:
    rules = table.game.rules
    empty = Column(
        [[unreached_cell(situation, row) for row in range(HAND_CLASSES)] for situation in Situation],
        [False] * len(BUST_TOTALS),
        [False] * len(DOUBLED_TOTALS),
    )
    by_up = [columns.get(up, empty) for up in UP_CARDS]
    return Strategy(
        game=rules.game,
        rules_hash=rules.hash,
        attack=tuple(attack),
        insurance=insurance,
        play=tuple(
            tuple(tuple(column.play[situation][row] for column in by_up) for row in range(HAND_CLASSES))
            for situation in Situation
        ),
        second_chance=tuple(tuple(column.chance[n] for column in by_up) for n in range(len(BUST_TOTALS))),
        surrender_after_double=tuple(tuple(column.give_up[n] for column in by_up) for n in range(len(DOUBLED_TOTALS))),
        even_money=even_money,
    )


class _SplitHands:
    """The hands of one split pair against one up card, for choosing cells."""

    def __init__(self, table: Table, one: UpCard, value: int) -> None:
        self.table, self.one, self.value = table, one, value
        self.rows, self.bust_rows, holding = table.pair_rows(value)
        self.outcomes = table.split_outcomes(value, one.up, (2, 2), holding).copy()
        self.chances = table.split_chances.copy()
        self.shoe = table.left(one.up)
        self.shoe[value - 1] -= 1
        aces = value == 1
        self.context = (True, True, aces, aces and one.terms.one_card_aces)

    def follow(self, told: npt.NDArray[np.int8] | None) -> tuple[Values, Paths]:
        table, one = self.table, self.one
        values, twice = no_values(table.size), np.zeros((table.size, 2))
        if told is not None:
            values.action[:], values.takes[:], values.gives_up[:] = told
        shoe, key, p, told_so = self.shoe, table.key(one.up), self.outcomes, told is not None
        over = (self.chances, one.terms, self.context, told_so, values, twice, self.bust_rows)
        bust_values(table.hands.cards, shoe, key, p, *over)
        live = (shoe, key, p, one.terms, self.context, told_so, values, twice)
        hand_values(table.arrays, self.rows, *live)
        paths = no_paths(table.size, table.game.slots.size)
        left = self.shoe.copy()
        left[self.value - 1] -= 1
        for second in range(1, VALUES + 1):
            if left[second - 1] > 0:
                paths.held[table.row(self.value, second)] = left[second - 1] / left.sum()
        rest = (one.terms, NO_CHANCES, True, values, paths)
        follow_paths(table.arrays, self.rows, self.bust_rows, shoe, key, p, *rest)
        return values, paths


def best_column(table: Table, one: UpCard) -> Column:
    """The best cells against one up card, found by improving them until they stay as they are."""
    classes = class_rows(table)
    splits, again = {}, {}
    chances = {(a, b): p for a, b, p in table.two_cards(one.up)}
    for (value, pairs), split in one.splits.items():
        splits[value] = one.splits_pair(value, pairs, float(one.values.value[table.row(value, value)]))
        again[value] = splits[value] and split.hands > 2
    split_hands = [_SplitHands(table, one, value) for value in splits if splits[value]]
    current, column = one, None
    told: Told | None = None
    for _ in range(ROUNDS):
        sums = no_sums()
        add_sums(
            table,
            classes,
            current.values,
            unsplit_paths(table, current),
            situations_of(False, False, one.terms),
            sums,
            table.live_rows,
            1.0,
        )
        for hands in split_hands:
            values, paths = hands.follow(None if told is None else told.pairs[hands.value].rows)
            situations = situations_of(True, hands.value == 1, one.terms)
            add_sums(table, classes, values, paths, situations, sums, hands.rows, 2 * chances[hands.value, hands.value])
        found = _column(table, sums, splits, again)
        if found == column:
            break
        column = found
        orders = Orders(table, _strategy(table, {one.up: column}, (False,) * len(UP_CARDS), False))
        told = orders.told(one.up, one.terms)
        current = table.unsplit(one.up, one.terms, told)
        current.splits = one.splits
    assert column is not None
    return column


def best_by_totals(table: Table, best: Mapping[int, UpCard], insurance: bool) -> Strategy:
    """The best strategy by totals, given the best play by composition."""
    columns = {up: best_column(table, one) for up, one in best.items()}
    attack = [up in best and best[up].terms.wager > 1 for up in UP_CARDS]
    even_money = any(table.blackjack(one) > table.blackjack(one, False) for one in best.values())
    return _strategy(table, columns, attack, insurance, even_money)


def exact_exceptions(table: Table, best: Mapping[int, UpCard], strategy: Strategy) -> dict[ExactHand, Preference]:
    """Every hand that good play reaches and that is better played otherwise than its class."""
    found: dict[ExactHand, Preference] = {}
    orders = Orders(table, strategy)
    for up, one in best.items():
        paths = unsplit_paths(table, one)
        told = orders.told(up, one.terms).rows[0]
        rows = table.live_rows
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
