"""Departures: which plays change with the count, from which true count on, and what each of them is worth.

At a true count the shoe is taken as the one that is expected there: every value by the least squares through the tags.
Exact play of that shoe says what each option of each hand is worth, and how often good play comes to it.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import inf

import numpy as np
import numpy.typing as npt

from pitboss.protect.counts import Pack
from pitboss.rules.rules import BlackjackRules
from pitboss.simulate.counting import IndexPlay
from pitboss.solve.composition import TEN, full_shoe
from pitboss.solve.hand_values import NOT_ALLOWED
from pitboss.solve.orders import class_rows
from pitboss.solve.round_paths import unsplit_paths
from pitboss.solve.round_values import Table
from pitboss.solve.strategy import FIRST_PAIR, Action, Situation, Strategy, class_label, value_label
from pitboss.solve.terms import game_terms
from pitboss.solve.up_card import PairCase, UpCard

TRUES = range(-8, 12)
MIDDLE = 0.5  # of the shoes that have a true count when it is rounded down
Cell = tuple[Situation, int, int]  # of a strategy: situation, hand class, up card
Worth = Mapping[Action, float]


class ShoeAtCount(Table):
    """A game with the shoe that is expected at a true count, of which values need not be whole numbers of cards."""

    def __init__(self, rules: BlackjackRules, counts: npt.NDArray[np.float64]) -> None:
        super().__init__(game_terms(rules), full_shoe(rules))
        self.counts = counts

    def pair_cases(self, value: int, up: int) -> tuple[PairCase, ...]:
        """How two cards of this value can be a pair, of the nearest whole number of them."""
        if self.game.same_rank and value == TEN:
            return super().pair_cases(value, up)
        return (PairCase(1.0, round(self.left(up)[value - 1])),)


class EveryPair(ShoeAtCount):
    """The same with every split worked out, however bad: somebody makes it."""

    def hopeless_pair(self, value: int, one: UpCard) -> bool:
        """Never."""
        return False


def expected_shoe(pack: Pack, tags: Sequence[float], true: float, left: float) -> npt.NDArray[np.float64]:
    """Cards by value when so many are left at a true count."""
    share, leaning = np.array(pack.cards) / pack.whole, pack.centred(tags)
    spread = float(share @ leaning**2)
    return np.maximum(left * share * (1 - true * leaning / (pack.deck * spread)), 0.0)


Options = dict[tuple[Situation, int], dict[Action, float]]


def _by_action(one: UpCard) -> dict[Action, npt.NDArray[np.float64]]:
    of = one.values
    return {Action.STAND: of.stand, Action.HIT: of.hit, Action.DOUBLE: of.double, Action.SURRENDER: of.surrender}


def _options(table: Table, one: UpCard, classes: npt.NDArray[np.int64]) -> Options:
    """What each option of each class of hands comes to against an up card, by how often good play holds them."""
    held = unsplit_paths(table, one).held[: table.hands.live]
    size, by_action = table.hands.size[: table.hands.live], _by_action(one)
    found: Options = {}
    for situation, rows in ((Situation.FIRST_TWO, size == 2), (Situation.DRAWN, size > 2)):
        for row in np.unique(classes[rows & (held > 0)]):
            here = np.flatnonzero(rows & (classes == row) & (held > 0))
            worth = {
                action: float((held[here] * values[here]).sum())
                for action, values in by_action.items()
                if (values[here] > NOT_ALLOWED / 2).all()
            }
            if row >= 0:
                found[situation, int(row)] = worth
    _add_pairs(table, one, found)
    return found


def _add_pairs(table: Table, one: UpCard, found: Options) -> None:
    """Pairs with what splitting them is worth; good play that splits them holds none of them unsplit."""
    for first, second, chance in table.two_cards(one.up):
        if first != second:
            continue
        h, row = table.row(first, second), FIRST_PAIR + first - 1
        worth = {
            action: chance * float(values[h])
            for action, values in _by_action(one).items()
            if values[h] > NOT_ALLOWED / 2
        }
        splits = [split.value for (value, _), split in one.splits.items() if value == first]
        if splits:
            worth[Action.SPLIT] = chance * max(splits)
        found[Situation.FIRST_TWO, row] = worth


@dataclass(frozen=True)
class AtCount:
    """A true count: what every option comes to, cell by cell, and the up cards worth attacking and insuring against."""

    true: int
    options: Mapping[Cell, Worth]
    attack: Mapping[int, float]
    insurance: float | None


def _insurance(rules: BlackjackRules, table: Table) -> float | None:
    """What a unit of insurance is worth against an ace from this shoe."""
    of = rules.insurance
    if not of.insurance_offered:
        return None
    left = table.left(min(of.insurance_up_card, len(table.counts)))
    share = sum(full_shoe(rules).ranks[rank - 1] for rank in of.insurance_wins_on) / max(full_shoe(rules).values[-1], 1)
    return float(left[-1] * share / left.sum()) * (1 + float(of.insurance_odds.ratio)) - 1


def full_shoe_options(rules: BlackjackRules) -> AtCount:
    """Everything that may be done with a full shoe."""
    return _at(EveryPair(rules, full_shoe(rules).array()), 0)


def at_count(rules: BlackjackRules, pack: Pack, tags: Sequence[float], true: int, left: float) -> AtCount:
    """Everything that may be done otherwise at a true count."""
    return _at(ShoeAtCount(rules, expected_shoe(pack, tags, true + MIDDLE, left)), true)


def _at(table: ShoeAtCount, true: int) -> AtCount:
    table.deal()
    classes = class_rows(table)
    found: dict[Cell, Worth] = {}
    attack: dict[int, float] = {}
    for up in table.ups:
        share = float(table.counts[up - 1] / table.counts.sum())
        one = table.play_against(up, table.game.plain)
        if table.game.attacked is not None:
            more = one.scaled(table.game.attacked) if table.game.scales else table.play_against(up, table.game.attacked)
            attack[up] = share * (more.mean - one.mean)
        for (situation, row), worth in _options(table, one, classes).items():
            found[situation, row, up] = {action: share * x for action, x in worth.items()}
    return AtCount(true, found, attack, _insurance(table.game.rules, table))


def every_count(
    rules: BlackjackRules,
    pack: Pack,
    tags: Sequence[float],
    left: float,
    trues: Iterable[int] = TRUES,
    progress: Callable[[str, float], None] = lambda step, share: None,
) -> tuple[AtCount, ...]:
    """Every true count of a range."""
    trues = list(trues)
    found = []
    for n, true in enumerate(trues):
        progress(f"true count {true:+d}", n / len(trues))
        found.append(at_count(rules, pack, tags, true, left))
    return tuple(found)


@dataclass(frozen=True)
class Departure:
    """A play that goes otherwise from a true count on, or below one, and its gain a round by true count, flat bets."""

    cell: Cell
    usual: Action
    action: Action
    true: int
    upwards: bool
    gains: Mapping[int, float]

    @property
    def label(self) -> str:
        """The hand and the up card."""
        return label_of(self.cell)

    @property
    def play(self) -> IndexPlay:
        """As the simulator takes it."""
        situation, row, up = self.cell
        least, below = (self.true, inf) if self.upwards else (-inf, self.true)
        return IndexPlay(situation, row, up, self.action, least, below)

    def gain(self, weights: Mapping[int, float]) -> float:
        """A round's gain when true counts come, and bets go, with these weights."""
        return sum(gain * weights.get(true, 0.0) for true, gain in self.gains.items())


def label_of(cell: Cell) -> str:
    """A cell as people say it."""
    situation, row, up = cell
    drawn = "" if situation is Situation.FIRST_TWO else f", {situation.name.lower().replace('_', ' ')}"
    return f"{class_label(row)} v {value_label(up)}{drawn}"


def _usual(strategy: Strategy, cell: Cell, worth: Worth) -> Action | None:
    situation, row, up = cell
    return next((action for action in strategy.play[situation][row][up - 1] if action in worth), None)


def departures(counts: Sequence[AtCount], strategy: Strategy) -> list[Departure]:
    """Every cell in which another play than the strategy's is better at an end of the range, from where it stays so."""
    found = []
    cells = sorted({cell for at in counts for cell in at.options})
    for cell in cells:
        there = [at for at in counts if cell in at.options]
        for upwards in (True, False):
            found += _from_the_end(cell, there if upwards else there[::-1], strategy, upwards)
    return found


def _from_the_end(cell: Cell, there: Sequence[AtCount], strategy: Strategy, upwards: bool) -> list[Departure]:
    worth = there[-1].options[cell]
    usual = _usual(strategy, cell, worth)
    action = max(worth, key=lambda one: worth[one])
    if usual is None or action is usual:
        return []
    gains: dict[int, float] = {}
    for at in reversed(there):
        of = at.options[cell]
        if usual not in of or action not in of or of[action] <= of[usual]:
            break
        gains[at.true] = of[action] - of[usual]
    if not gains or len(gains) == len(there):
        return []  # as good at the end and no better; or better everywhere: a fault of the strategy by totals
    # Played below a true count, the last count it is played at is the one before.
    true = min(gains) if upwards else max(gains) + 1
    return [Departure(cell, usual, action, true, upwards, gains)]


def insurance_from(counts: Sequence[AtCount]) -> tuple[int, Mapping[int, float]] | None:
    """The true count from which insurance is worth taking, and what a unit of it is worth at each from there on."""
    gains = {at.true: at.insurance for at in counts if at.insurance is not None and at.insurance > 0}
    return (min(gains), gains) if gains else None


def attack_from(counts: Sequence[AtCount]) -> dict[int, int]:
    """The up cards that are worth attacking from a true count on, and not below it."""
    found = {}
    for up in counts[0].attack:
        better = [at.true for at in counts if at.attack.get(up, 0.0) > 0]
        if better and len(better) < len(counts):
            found[up] = min(better)
    return found


@dataclass(frozen=True)
class Fault:
    """A play made wrongly: what it costs a round when it is always made so."""

    cell: Cell
    right: Action
    wrong: Action
    cost: float

    @property
    def label(self) -> str:
        """The hand and the up card."""
        return label_of(self.cell)


def likeliest(every: Sequence[Fault]) -> list[Fault]:
    """Of the faults of each cell the one that costs least: what is mistaken for the right play."""
    found: dict[Cell, Fault] = {}
    for fault in every:
        if fault.cell not in found or fault.cost < found[fault.cell].cost:
            found[fault.cell] = fault
    return sorted(found.values(), key=lambda fault: -fault.cost)


def faults(at: AtCount) -> list[Fault]:
    """What each wrong play of each cell costs, the dearest first."""
    found = []
    for cell, worth in at.options.items():
        right = max(worth, key=lambda one: worth[one])
        found += [Fault(cell, right, wrong, worth[right] - x) for wrong, x in worth.items() if wrong is not right]
    return sorted(found, key=lambda fault: -fault.cost)
