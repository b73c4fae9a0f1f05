"""A strategy: what to do in every situation of a game, by totals, exportable and importable as CSV and JSON.

What others build on (values: ace 1, two 2 ... nine 9, any ten-value card 10; `up` is the dealer's up card so counted):

    strategy.attacks(up) -> bool                         place the Double Attack Wager against this up card
    strategy.insures() -> bool                           take insurance
    strategy.takes_even_money() -> bool                  take even money for a Blackjack, where it is offered
    strategy.decide(cards, up, situation, allowed)       -> Action, the first allowed one of the cell's preferences
    strategy.takes_second_chance(total, up) -> bool      a hand over 21: buy the Second Chance card
    strategy.surrenders_double(total, up) -> bool        a doubled hand under 21: give it up
    strategy.preferences(cards, up, situation)           -> tuple of Action, best first, ending in STAND or HIT
    strategy.arrays() -> StrategyArrays                  the same as int8 arrays for a kernel (layout there)
    strategy.to_csv(), from_csv(text); strategy.to_json(), from_json(text)
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
from dataclasses import dataclass, field
from enum import IntEnum
from pathlib import Path
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


_CLASSES = {class_label(row): row for row in range(HAND_CLASSES)}
_VALUES = {value_label(value): value for value in UP_CARDS}


def preference_text(preference: Preference) -> str:
    """A preference list by letters: `PDH`."""
    return "".join(action.letter for action in preference)


def parse_preference(text: str, where: str) -> Preference:
    """A preference list from its letters."""
    if not text or any(letter not in LETTERS for letter in text):
        raise RulesError(f"{where}: {text!r} is not a list of the actions S, H, D, P, R")
    found = tuple(LETTERS[letter] for letter in text)
    ends = [action in (Action.STAND, Action.HIT) for action in found]
    if ends != [False] * (len(found) - 1) + [True] or len(set(found)) != len(found):
        raise RulesError(f"{where}: {text!r} must name each action once and end in its only S or H")
    return found


Cells = tuple[tuple[tuple[Preference, ...], ...], ...]
Answers = tuple[tuple[bool, ...], ...]


@dataclass(frozen=True)
class Strategy:
    """What to do in every situation of one game under one set of rules."""

    game: str
    rules_hash: str
    attack: tuple[bool, ...]
    insurance: bool
    play: Cells
    second_chance: Answers
    surrender_after_double: Answers
    exceptions: Mapping[ExactHand, Preference] = field(default_factory=dict)
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
        return self.play[situation][hand_class(cards)][up - 1]

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
        writer.writerow(_HEADER)
        writer.writerows(_rows(self))
        return out.getvalue()

    def to_json(self) -> str:
        """The same rows as JSON, by table."""
        tables: dict[str, list[dict[str, object]]] = {}
        for table, situation, hand, *cells in _rows(self):
            if table in _IDENTITY:
                continue
            where = ({"situation": situation} if situation else {}) | ({"hand": hand} if hand else {})
            by_up = {up: cell for up, cell in zip(_VALUES, cells, strict=True) if cell}
            tables.setdefault(table, []).append({**where, "up": by_up})
        return json.dumps({"game": self.game, "rules_hash": self.rules_hash, **tables}, indent=1)


_HEADER = ["table", "situation", "hand", *_VALUES]
_IDENTITY = ("game", "rules")
_YES_NO = {"yes": True, "no": False}


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


def from_csv(text: str) -> Strategy:
    """A strategy from its CSV; anything wrong with it is one sentence that says where."""
    rows = list(csv.reader(io.StringIO(text)))
    if not rows or [cell.strip() for cell in rows[0]] != _HEADER:
        raise RulesError(f"a strategy file begins with the line {','.join(_HEADER)}")
    given = []
    for number, row in enumerate(rows[1:], 2):
        if not any(cell.strip() for cell in row):
            continue
        if len(row) != len(_HEADER):
            raise RulesError(f"line {number} of the strategy has {len(row)} cells, not {len(_HEADER)}")
        given.append((f"line {number} of the strategy", [cell.strip() for cell in row]))
    return _from_rows(given)


def from_json(text: str) -> Strategy:
    """A strategy from its JSON; anything wrong with it is one sentence that says where."""
    try:
        raw = json.loads(text)
        blank = [""] * len(UP_CARDS)
        given = [
            ("the strategy", [name, "", str(raw[key]), *blank])
            for name, key in zip(_IDENTITY, _JSON_IDENTITY, strict=True)
        ]
        for table, entries in raw.items():
            if table in _JSON_IDENTITY:
                continue
            for number, entry in enumerate(entries, 1):
                if unknown := set(entry["up"]) - set(_VALUES):
                    raise RulesError(f"entry {number} of {table} names the up card {min(unknown)!r}; there are A to 10")
                cells = [str(entry["up"].get(up, "")) for up in _VALUES]
                row = [table, str(entry.get("situation", "")), str(entry.get("hand", "")), *cells]
                given.append((f"entry {number} of {table}", row))
    except (json.JSONDecodeError, KeyError, TypeError, AttributeError) as error:
        raise RulesError(f"this is not a strategy in JSON: {error}") from None
    return _from_rows(given)


_JSON_IDENTITY = ("game", "rules_hash")


def _from_rows(given: Sequence[tuple[str, list[str]]]) -> Strategy:
    found: dict[tuple[str, str, str], list[str]] = {}
    where_of: dict[tuple[str, str, str], str] = {}
    exceptions: dict[ExactHand, Preference] = {}
    identity: dict[str, str] = {}
    for where, (table, situation, hand, *cells) in given:
        if table in _IDENTITY:
            identity[table] = hand
        elif table == "exception":
            exceptions |= _exception(where, situation, hand, cells)
        elif table in ("attack", "insurance", "even-money", "play", "second-chance", "surrender-after-double"):
            if (table, situation, hand) in found:
                raise RulesError(f"{where} repeats {' '.join(filter(None, (table, situation, hand)))}")
            found[table, situation, hand] = cells
            where_of[table, situation, hand] = where
        else:
            raise RulesError(f"{where} has an unknown table {table!r}")

    def row(table: str, situation: str = "", hand: str = "") -> tuple[str, list[str]]:
        key = (table, situation, hand)
        if key not in found:
            raise RulesError(f"the strategy does not say {' '.join(filter(None, key))}")
        return where_of[key], found.pop(key)

    for name in _IDENTITY:
        if name not in identity:
            raise RulesError(f"the strategy does not say its {name}")
    where, cells = row("insurance")
    even_money = row("even-money") if ("even-money", "", "") in found else (where, ["no"])
    strategy = Strategy(
        game=identity["game"],
        rules_hash=identity["rules"],
        attack=_yes_no(*row("attack")),
        insurance=_yes_no(where, cells[:1])[0],
        play=tuple(
            tuple(_preferences(*row("play", situation.label, name)) for name in _CLASSES) for situation in Situation
        ),
        second_chance=tuple(_yes_no(*row("second-chance", "", str(total))) for total in BUST_TOTALS),
        surrender_after_double=tuple(
            _yes_no(*row("surrender-after-double", "", str(total))) for total in DOUBLED_TOTALS
        ),
        exceptions=exceptions,
        even_money=_yes_no(even_money[0], even_money[1][:1])[0],
    )
    for key in found:
        raise RulesError(f"{where_of[key]} has an unknown situation or hand {' '.join(filter(None, key[1:]))!r}")
    return strategy


def _yes_no(where: str, cells: Sequence[str]) -> tuple[bool, ...]:
    for cell in cells:
        if cell not in _YES_NO:
            raise RulesError(f"{where}: {cell!r} is neither yes nor no")
    return tuple(_YES_NO[cell] for cell in cells)


def _preferences(where: str, cells: Sequence[str]) -> tuple[Preference, ...]:
    return tuple(parse_preference(cell, where) for cell in cells)


def _exception(where: str, situation: str, hand: str, cells: Sequence[str]) -> dict[ExactHand, Preference]:
    names = hand.split("-")
    if situation not in SITUATIONS or len(names) < 2 or any(name not in _VALUES for name in names):
        raise RulesError(f"{where} has an unknown situation or hand '{situation} {hand}'")
    cards = tuple(sorted(_VALUES[name] for name in names))
    return {
        (SITUATIONS[situation], cards, up): parse_preference(cell, where)
        for up, cell in zip(UP_CARDS, cells, strict=True)
        if cell
    }


def read_strategy(path: Path) -> Strategy:
    """A strategy from a .csv or .json file."""
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise RulesError(f"{path} cannot be read: {error}") from None
    return from_json(text) if path.suffix == ".json" else from_csv(text)


def write_strategy(strategy: Strategy, path: Path) -> None:
    """A strategy into a .csv or .json file."""
    try:
        path.write_text(strategy.to_json() if path.suffix == ".json" else strategy.to_csv(), encoding="utf-8")
    except OSError as error:
        raise RulesError(f"{path} cannot be written: {error}") from None


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
