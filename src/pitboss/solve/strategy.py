"""A strategy: what to do in every situation of a game, by totals, written as CSV and JSON.

What others build on (values: ace 1, two 2 ... nine 9, any ten-value card 10; `up` is the dealer's up card so counted):

    strategy.attacks(up) -> bool                         place the Double Attack Wager against this up card
    strategy.insures() -> bool                           take insurance
    strategy.takes_even_money() -> bool                  take even money for a Blackjack, where it is offered
    strategy.decide(cards, up, situation, allowed)       -> Action, the first allowed one of the cell's preferences
    strategy.takes_second_chance(total, up) -> bool      a hand over 21: buy the Second Chance card
    strategy.surrenders_double(total, up) -> bool        a doubled hand under 21: give it up
    strategy.preferences(cards, up, situation)           -> tuple of Action, best first, ending in STAND or HIT
    strategy.arrays() -> StrategyArrays                  the same as int8 arrays for a kernel (layout there)
    strategy.to_csv(), strategy.to_json()                as text that `strategy_file` reads again
    mimic_the_dealer(rules) -> Strategy                  draw and stand as the dealer must, nothing else

A cell is an ordered preference list ("PDH": split, else double, else hit), so it stays valid where an option is not
allowed. Cells assume the wagers the strategy itself makes: against an up card it attacks, they are for attacked hands.

A situation says which options a hand can still have: FIRST_TWO the two cards dealt; DRAWN more cards, not split;
SPLIT_TWO and SPLIT_DRAWN the same after a split; SPLIT_ACE a split ace that receives no more than its one card.
A hand of two cards of the same value is in its pair row, whether or not it may (still) be split.
"""

import csv
import io
import json
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields
from enum import IntEnum
from functools import lru_cache
from types import MappingProxyType
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from pitboss.rules.errors import RulesError
from pitboss.rules.rules import BlackjackRules

UP_CARDS = tuple(range(1, 11))
HARD_TOTALS = tuple(range(4, 21))
SOFT_TOTALS = tuple(range(12, 21))
PAIRS = tuple(range(1, 11))
BUST_TOTALS = tuple(range(22, 31))
DOUBLED_TOTALS = tuple(range(4, 21))
FIRST_SOFT = len(HARD_TOTALS)
FIRST_PAIR = FIRST_SOFT + len(SOFT_TOTALS)
HAND_CLASSES = FIRST_PAIR + len(PAIRS)
LONGEST_PREFERENCE = 4
TWENTY_ONE = 21


class Action(IntEnum):
    """What a hand can do; the number is its code in the arrays."""

    STAND = 0
    HIT = 1
    DOUBLE = 2
    SPLIT = 3
    SURRENDER = 4

    @property
    def letter(self) -> str:
        """Its letter on a strategy card: S, H, D, P, R."""
        return "SHDPR"[self]


LETTERS: Mapping[str, Action] = MappingProxyType({action.letter: action for action in Action})
Preference = tuple[Action, ...]


class Situation(IntEnum):
    """What has happened to the hand so far; the number is its index in the arrays."""

    FIRST_TWO = 0
    DRAWN = 1
    SPLIT_TWO = 2
    SPLIT_DRAWN = 3
    SPLIT_ACE = 4

    @property
    def label(self) -> str:
        """Its name in a file."""
        return self.name.lower().replace("_", "-")


SITUATIONS: Mapping[str, Situation] = MappingProxyType({situation.label: situation for situation in Situation})
ExactHand = tuple[Situation, tuple[int, ...], int]


class StrategyArrays(NamedTuple):
    """A strategy for a kernel, all int8, `u` = up value - 1.

    attack[u], insurance[0] and insurance[1] (even money): 0 or 1.
    play[situation, hand class, u, k]: the k-th preferred Action code, then -1; take the first one allowed.
        Hand classes: hard total t (4..20) is t - 4; soft total t (12..20) is t + 5; a pair of value v is v + 25.
    second_chance[t - 22, u] for totals 22..30; surrender_after_double[t - 4, u] for totals 4..20.
    """

    attack: npt.NDArray[np.int8]
    insurance: npt.NDArray[np.int8]
    play: npt.NDArray[np.int8]
    second_chance: npt.NDArray[np.int8]
    surrender_after_double: npt.NDArray[np.int8]


def total_of(cards: Sequence[int]) -> tuple[int, bool]:
    """The total of a hand and whether it is soft: one ace counts 11 while that keeps it within 21."""
    hard = sum(cards)
    if 1 in cards and hard + 10 <= TWENTY_ONE:
        return hard + 10, True
    return hard, False


def hand_class(cards: Sequence[int]) -> int:
    """The row of a hand with a decision to make, that is, of a total of 4 to 20."""
    if len(cards) == 2 and cards[0] == cards[1]:
        return FIRST_PAIR + cards[0] - 1
    total, soft = total_of(cards)
    if not HARD_TOTALS[0] <= total <= HARD_TOTALS[-1]:
        raise RulesError(f"a hand of {total} has no decision to make")
    return FIRST_SOFT + total - SOFT_TOTALS[0] if soft else total - HARD_TOTALS[0]


_row = lru_cache(4096)(hand_class)  # players meet the same cards again and again


def class_label(row: int) -> str:
    """A hand class by name: `hard 16`, `soft 18`, `pair A`."""
    if row < FIRST_SOFT:
        return f"hard {HARD_TOTALS[row]}"
    if row < FIRST_PAIR:
        return f"soft {SOFT_TOTALS[row - FIRST_SOFT]}"
    return f"pair {value_label(PAIRS[row - FIRST_PAIR])}"


def value_label(value: int) -> str:
    """A card value as people write it: A, 2 ... 10."""
    return "A" if value == 1 else str(value)


CLASSES_BY_LABEL = {class_label(row): row for row in range(HAND_CLASSES)}
VALUES_BY_LABEL = {value_label(value): value for value in UP_CARDS}


def preference_text(preference: Preference) -> str:
    """A preference list by letters: `PDH`."""
    return "".join(action.letter for action in preference)


Cells = tuple[tuple[tuple[Preference, ...], ...], ...]
Answers = tuple[tuple[bool, ...], ...]


@dataclass(frozen=True)
class Strategy:
    """What to do in every situation of one game under one set of rules."""

    game: str
    rules_hash: str
    attack: tuple[bool, ...] = field(repr=False)
    insurance: bool
    play: Cells = field(repr=False)
    second_chance: Answers = field(repr=False)
    surrender_after_double: Answers = field(repr=False)
    exceptions: Mapping[ExactHand, Preference] = field(default_factory=dict, repr=False)
    even_money: bool = False

    def __post_init__(self) -> None:
        shapes = [
            ("attack", len(self.attack), len(UP_CARDS)),
            ("play", len(self.play), len(Situation)),
            *(("play", len(rows), HAND_CLASSES) for rows in self.play),
            *(("play", len(row), len(UP_CARDS)) for rows in self.play for row in rows),
            ("second_chance", len(self.second_chance), len(BUST_TOTALS)),
            *(("second_chance", len(row), len(UP_CARDS)) for row in self.second_chance),
            ("surrender_after_double", len(self.surrender_after_double), len(DOUBLED_TOTALS)),
            *(("surrender_after_double", len(row), len(UP_CARDS)) for row in self.surrender_after_double),
        ]
        for name, found, wanted in shapes:
            if found != wanted:
                raise RulesError(f"the strategy's {name} has {found} entries where {wanted} are needed")
        object.__setattr__(self, "exceptions", MappingProxyType(dict(self.exceptions)))

    def __reduce__(self) -> tuple[type["Strategy"], tuple[object, ...]]:
        # A mapping that cannot be changed cannot be pickled either: a strategy travels with a plain one.
        values = {field.name: getattr(self, field.name) for field in fields(self)} | {
            "exceptions": dict(self.exceptions)
        }
        return type(self), tuple(values.values())

    def __hash__(self) -> int:
        return hash((self.game, self.rules_hash, self.attack, self.insurance, self.play))

    def attacks(self, up: int) -> bool:
        """Whether to place the Double Attack Wager."""
        return self.attack[up - 1]

    def insures(self) -> bool:
        """Whether to take insurance."""
        return self.insurance

    def takes_even_money(self) -> bool:
        """Whether to take even money for a Blackjack where it is offered."""
        return self.even_money

    def preferences(self, cards: Sequence[int], up: int, situation: Situation) -> Preference:
        """What to do with these cards, best first; an exact hand's own entry goes before its class's."""
        if self.exceptions:
            exact = self.exceptions.get((situation, tuple(sorted(cards)), up))
            if exact is not None:
                return exact
        return self.play[situation][_row(tuple(cards))][up - 1]

    def decide(self, cards: Sequence[int], up: int, situation: Situation, allowed: Collection[Action]) -> Action:
        """The best action among those allowed; a hand that may do nothing else stands."""
        for action in self.preferences(cards, up, situation):
            if action in allowed:
                return action
        return Action.STAND

    def takes_second_chance(self, total: int, up: int) -> bool:
        """Whether a hand over 21 buys the Second Chance card."""
        return self.second_chance[total - BUST_TOTALS[0]][up - 1]

    def surrenders_double(self, total: int, up: int) -> bool:
        """Whether a doubled hand that has its card is given up."""
        return total < TWENTY_ONE and self.surrender_after_double[total - DOUBLED_TOTALS[0]][up - 1]

    def arrays(self) -> StrategyArrays:
        """The strategy as int8 arrays; the exceptions for exact hands are not in them."""
        play = np.full((len(Situation), HAND_CLASSES, len(UP_CARDS), LONGEST_PREFERENCE), -1, np.int8)
        for situation, rows in enumerate(self.play):
            for hand, row in enumerate(rows):
                for up, preference in enumerate(row):
                    play[situation, hand, up, : len(preference)] = preference
        return StrategyArrays(
            np.array(self.attack, np.int8),
            np.array([self.insurance, self.even_money], np.int8),
            play,
            np.array(self.second_chance, np.int8),
            np.array(self.surrender_after_double, np.int8),
        )

    def to_csv(self) -> str:
        """One row a hand class and situation, one column an up card."""
        out = io.StringIO()
        writer = csv.writer(out, lineterminator="\n")
        writer.writerow(HEADER)
        writer.writerows(_rows(self))
        return out.getvalue()

    def to_json(self) -> str:
        """The same rows as JSON, by table."""
        tables: dict[str, list[dict[str, object]]] = {}
        for table, situation, hand, *cells in _rows(self):
            if table in IDENTITY:
                continue
            where = ({"situation": situation} if situation else {}) | ({"hand": hand} if hand else {})
            by_up = {up: cell for up, cell in zip(VALUES_BY_LABEL, cells, strict=True) if cell}
            tables.setdefault(table, []).append({**where, "up": by_up})
        return json.dumps({"game": self.game, "rules_hash": self.rules_hash, **tables}, indent=1)


HEADER = ["table", "situation", "hand", *VALUES_BY_LABEL]
IDENTITY = ("game", "rules")


def _answers(row: Sequence[bool]) -> list[str]:
    return ["yes" if answer else "no" for answer in row]


def _rows(strategy: Strategy) -> Iterator[list[str]]:
    blank = [""] * len(UP_CARDS)
    yield ["game", "", strategy.game, *blank]
    yield ["rules", "", strategy.rules_hash, *blank]
    yield ["attack", "", "", *_answers(strategy.attack)]
    yield ["insurance", "", "", *_answers([strategy.insurance]), *blank[1:]]
    yield ["even-money", "", "", *_answers([strategy.even_money]), *blank[1:]]
    for situation in Situation:
        for row, cells in enumerate(strategy.play[situation]):
            yield ["play", situation.label, class_label(row), *map(preference_text, cells)]
    for total, answers in zip(BUST_TOTALS, strategy.second_chance, strict=True):
        yield ["second-chance", "", str(total), *_answers(answers)]
    for total, answers in zip(DOUBLED_TOTALS, strategy.surrender_after_double, strict=True):
        yield ["surrender-after-double", "", str(total), *_answers(answers)]
    for (situation, cards, up), preference in sorted(strategy.exceptions.items()):
        cells_of = [preference_text(preference) if value == up else "" for value in UP_CARDS]
        yield ["exception", situation.label, "-".join(map(value_label, cards)), *cells_of]


def uniform_play(cell: Callable[[Situation, int, int], Preference]) -> Cells:
    """The play table from a function of situation, hand class and up card."""
    return tuple(
        tuple(tuple(cell(situation, row, up) for up in UP_CARDS) for row in range(HAND_CLASSES))
        for situation in Situation
    )


def class_total(row: int) -> tuple[int, bool]:
    """The total of a hand class and whether it is soft."""
    if row < FIRST_SOFT:
        return HARD_TOTALS[row], False
    if row < FIRST_PAIR:
        return SOFT_TOTALS[row - FIRST_SOFT], True
    return total_of((PAIRS[row - FIRST_PAIR],) * 2)


def mimic_the_dealer(rules: BlackjackRules) -> Strategy:
    """Draw and stand as the dealer must; attack, insure, double, split and surrender never."""
    stands_on, hits_soft = rules.dealer.dealer_stands_on, rules.dealer.dealer_hits_soft

    def cell(situation: Situation, row: int, up: int) -> Preference:
        total, soft = class_total(row)
        draws = total < stands_on or (total == stands_on and soft and hits_soft)
        return (Action.HIT,) if draws and situation is not Situation.SPLIT_ACE else (Action.STAND,)

    return Strategy(
        game=rules.game,
        rules_hash=rules.hash,
        attack=(False,) * len(UP_CARDS),
        insurance=False,
        play=uniform_play(cell),
        second_chance=((False,) * len(UP_CARDS),) * len(BUST_TOTALS),
        surrender_after_double=((False,) * len(UP_CARDS),) * len(DOUBLED_TOTALS),
    )
