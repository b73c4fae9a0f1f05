"""Counting: a tag for each rank, and bets, attacks, insurance, side wagers and index plays by true count.

A count is a TOML file:

    tags = { A = -1, 2 = 1, 3 = 1, 4 = 1, 5 = 1, 6 = 1, 7 = 0, 8 = 0, 9 = 0, 10 = -1 }
    insurance = 3                   # insure at this true count and above
    side = { over-13 = 5 }          # place a side wager at this true count and above
    bets = { 0 = 1, 1 = 2, 2 = 4 }  # bets from each true count on; below the least, the least bet
    attack = { 9 = 1, 10 = 4 }      # up cards attacked from these true counts on; others as the strategy has it
    [[play]]                        # an index play: this action from (or below) a true count
    situation = "first-two"
    hand = "hard 16"
    up = "10"
    action = "S"
    from = 0

The true count is the running count for each deck of cards not yet seen, rounded down. Tags may be fractions, such as
0.5, and a bet may be 0: a round that is looked at and not played. An unbalanced count goes by the running count itself:

    running = true
    start = -20                     # the running count after a shuffle; 0 unless said
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from math import ceil, floor, inf, isfinite, lcm
from pathlib import Path
from typing import Any

import numpy as np

from pitboss.rules.errors import RulesError
from pitboss.rules.places import read_toml
from pitboss.rules.rules import BlackjackRules
from pitboss.rules.subjects.wagers import AttackLimit
from pitboss.simulate.box import DIVIDED_BITS
from pitboss.simulate.tables import Tables, tables
from pitboss.solve.strategy import (
    CLASSES_BY_LABEL,
    LETTERS,
    SITUATIONS,
    VALUES_BY_LABEL,
    Action,
    Situation,
    Strategy,
)

TRUE_LOW, TRUE_HIGH = -10, 20  # as far as the tables go at least; a count that acts beyond makes them longer
RUNNING_LOW, RUNNING_HIGH = -60, 60
TRUE_MOST = 200
TAG_PARTS_MOST = 100  # a tag is a whole number of parts of one, of at most so many
BET_MOST = 1000
COUNT_BITS = 31  # the kernel's running count times the cards of a deck is a number of so many bits
NUMBER_MOST = 10**6  # beyond it nothing is a number that a count could mean
_KEYS = ("tags", "running", "start", "insurance", "side", "bets", "attack", "play")
_TABLES = {"tags": "A = -1, 2 = 1, ...", "bets": "0 = 1, 3 = 8", "side": "bust-it = 2", "attack": "6 = -1"}
_PLAY_KEYS = ("situation", "hand", "up", "action", "from", "below")


@dataclass(frozen=True)
class IndexPlay:
    """An action that goes first from a true count on, or below one."""

    situation: Situation
    row: int
    up: int
    action: Action
    least: float
    below: float

    def holds(self, true: int) -> bool:
        """Whether the true count calls for it."""
        return self.least <= true < self.below


@dataclass(frozen=True)
class Count:
    """A counting system."""

    tags: tuple[float, ...]
    bets: Mapping[int, int]
    insurance: float = inf
    side: Mapping[str, float] = field(default_factory=dict)
    attack: Mapping[int, int] | None = None
    plays: tuple[IndexPlay, ...] = ()
    running: bool = False
    start: int = 0

    @cached_property
    def parts(self) -> int:
        """Into how many parts one is cut so that every tag is a whole number of them."""
        return lcm(*(_fraction(tag).denominator for tag in self.tags))

    @cached_property
    def true_counts(self) -> range:
        """The true counts that are told apart: those below and above all of them are played as the last."""
        acts = [self.insurance, *self.side.values(), *self.bets, *(self.attack or {}).values()]
        acts += [end for play in self.plays for end in (play.least, play.below)]
        finite = [act for act in acts if isfinite(act)]
        if any(abs(act) > TRUE_MOST for act in finite):
            raise RulesError(f"a true count that something is done from lies between -{TRUE_MOST} and {TRUE_MOST}")
        lowest, highest = (RUNNING_LOW, RUNNING_HIGH) if self.running else (TRUE_LOW, TRUE_HIGH)
        low, high = min([*finite, lowest + 1]), max([*finite, highest])
        return range(floor(low) - 1, ceil(high) + 1)

    def bet(self, true: int) -> int:
        """The bet at a true count."""
        at = [step for step in self.bets if step <= true]
        return self.bets[max(at)] if at else self.bets[min(self.bets)]

    def stakes(self, rules: BlackjackRules, true: int) -> tuple[int, ...]:
        """Bet and side wagers at a true count."""
        bet, kinds = self.bet(true), rules.side_wagers
        return bet, *(bet if true >= self.side.get(kind.id, inf) else 0 for kind in kinds)

    def levels(self, rules: BlackjackRules) -> tuple[tuple[int, ...], ...]:
        """All stakes that can come up together."""
        return tuple(sorted({self.stakes(rules, true) for true in self.true_counts}))

    def constants(self, rules: BlackjackRules) -> dict[str, Any]:
        """What the kernel must know."""
        if unknown := self.side.keys() - rules.wager_kinds.keys():
            raise RulesError(f"{rules.game} has no side wager {min(unknown)!r}")
        if self.attack and rules.wagers.attack is AttackLimit.NONE:
            raise RulesError(f"{rules.game} has no Double Attack Wager: there is nothing to attack by the count")
        cards, deck = rules.cards.stack_size(), rules.cards.deck_size()
        if max(map(abs, self.tags)) * self.parts * cards * deck >= 1 << COUNT_BITS:
            raise RulesError(f"tags cannot be so large, nor cut so fine, with {cards} cards: {self.parts} parts of one")
        return {
            "COUNTING": True,
            "COUNT_ATTACKS": bool(self.attack),
            "COUNT_PLAYS": bool(self.plays),
            "TAGS": tuple(int(_fraction(tag) * self.parts) for tag in self.tags),
            "TAG_PARTS": self.parts,
            "RUNNING": self.running,
            "RUNNING_START": self.start * self.parts,
            "TRUE_LOW": self.true_counts.start,
            "TRUE_BINS": len(self.true_counts),
            "LEVELS": len(self.levels(rules)),
            "LEVEL_STAKES": self.levels(rules),
            "MOST_BET": max(self.bets.values()),
            "MOST_BONUS": max(self.bets.values()),
            "INSURANCE_COUNTED": rules.insurance.insurance_offered,
            "SIDES_COUNTED": tuple(kind.id in self.side for kind in rules.side_wagers) or (False,),
        }

    def at(self, strategy: Strategy, true: int) -> Strategy:
        """The strategy at a true count."""
        play = [[list(row) for row in rows] for rows in strategy.play]
        for index in self.plays:
            if index.holds(true):
                cell = play[index.situation][index.row]
                before = cell[index.up - 1]
                ends = index.action in (Action.STAND, Action.HIT)
                rest = () if ends else tuple(action for action in before if action is not index.action)
                cell[index.up - 1] = (index.action, *rest)
        attack = list(strategy.attack)
        for up, least in (self.attack or {}).items():
            attack[up - 1] = true >= least
        return replace(
            strategy,
            play=tuple(tuple(tuple(row) for row in rows) for rows in play),
            attack=tuple(attack),
            insurance=true >= self.insurance,
            even_money=strategy.even_money or true >= self.insurance,
        )


def counting_tables(rules: BlackjackRules, strategies: Sequence[Strategy], count: Count) -> Tables:
    """A row of tables for each strategy and true count."""
    by_count = [count.at(strategy, true) for strategy in strategies for true in count.true_counts]
    made = tables(rules, by_count)
    levels = count.levels(rules)
    each = [count.stakes(rules, true) for true in count.true_counts]
    by_true = [(levels.index(stakes), *stakes) for stakes in each]
    parts = np.arange(rules.cards.stack_size() + 1) * count.parts
    divided = (-(-(1 << DIVIDED_BITS) // np.maximum(parts, 1))).astype(np.int32)
    stakes = np.concatenate([made.stakes[:1], np.array(by_true * len(strategies), np.int32).ravel(), divided])
    return made._replace(stakes=stakes)


# --- from a file ------------------------------------------------------------------------------------------------------


def read_count(path: Path) -> Count:
    """A count from its file; anything wrong with it is one sentence."""
    raw = read_toml(path)
    try:
        found = _count(raw)
        assert found.true_counts
        return found
    except RulesError as error:
        raise RulesError(f"{path}: {error}") from None


def _count(raw: Mapping[str, Any]) -> Count:
    if unknown := set(raw) - set(_KEYS):
        raise RulesError(f"a count has no {min(unknown)!r}; there are: {', '.join(_KEYS)}")
    for name, lines in _TABLES.items():
        if not isinstance(raw.get(name, {}), dict):
            raise RulesError(f"{name} is a table, such as {name} = {{ {lines} }}")
    if set(raw.get("tags", {})) != set(VALUES_BY_LABEL):
        raise RulesError("tags gives a number to each of A, 2 to 10")
    tags = tuple(_tag(raw["tags"][label]) for label in VALUES_BY_LABEL)
    bets: dict[int, int] = {}
    for label, bet in raw.get("bets", {"0": 1}).items():
        if (true := _true_count(label)) in bets:
            raise RulesError(f"bets has two bets from the true count {true} on")
        bets[true] = _whole(bet, "a bet")
    if not any(bets.values()) or any(not 0 <= bet <= BET_MOST for bet in bets.values()):
        raise RulesError(f"bets are whole numbers of units to {BET_MOST}, 0 where nothing is bet, and one above 0")
    if not isinstance(running := raw.get("running", False), bool):
        raise RulesError("running is true or false")
    start = _whole(raw.get("start", 0), "start")
    if abs(start) > TRUE_MOST or (start and not running):
        raise RulesError(f"start is the running count after a shuffle, within {TRUE_MOST} of 0, and goes with running")
    return Count(
        tags=tags,
        bets=bets,
        insurance=_number(raw["insurance"], "insurance") if "insurance" in raw else inf,
        side={name: _number(least, f"side.{name}") for name, least in raw.get("side", {}).items()},
        attack={_up(label): _whole(least, "a true count") for label, least in raw.get("attack", {}).items()},
        plays=tuple(_play(entry) for entry in _plays(raw)),
        running=running,
        start=start,
    )


def _fraction(tag: float) -> Fraction:
    return Fraction(tag).limit_denominator(TAG_PARTS_MOST)


def _tag(value: object) -> float:
    if isinstance(value, float) and isfinite(value) and abs(value) <= BET_MOST and abs(_fraction(value) - value) < 1e-9:
        return value
    return _whole(value, f"a tag (or a fraction of at most {TAG_PARTS_MOST} parts)")


def _whole(value: object, what: str) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or abs(value) > NUMBER_MOST:
        raise RulesError(f"{what} is a whole number, not {value!r}")
    return value


def _number(value: object, what: str) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not abs(value) <= NUMBER_MOST:
        raise RulesError(f"{what} is a true count, a number, not {value!r}")
    return float(value)


def _true_count(label: str) -> int:
    if re.fullmatch(r"[+-]?[0-9]{1,4}", label) is None:
        raise RulesError(f"{label!r} is no true count that something is bet from")
    return int(label)


def _plays(raw: Mapping[str, Any]) -> list[dict[str, Any]]:
    found = raw.get("play", [])
    if not isinstance(found, list) or not all(isinstance(entry, dict) for entry in found):
        raise RulesError("index plays are written below [[play]], each with hand, up and action")
    return found


def _up(label: object) -> int:
    if str(label) not in VALUES_BY_LABEL:
        raise RulesError(f"{label!r} is no up card: A, 2 to 10")
    return VALUES_BY_LABEL[str(label)]


def _play(entry: Mapping[str, Any]) -> IndexPlay:
    if unknown := set(entry) - set(_PLAY_KEYS):
        raise RulesError(f"an index play has no {min(unknown)!r}; there are: {', '.join(_PLAY_KEYS)}")
    if missing := [key for key in ("hand", "up", "action") if key not in entry]:
        raise RulesError(f"an index play has no {missing[0]}")
    situation, hand, action = str(entry.get("situation", "first-two")), str(entry["hand"]), str(entry["action"])
    if situation not in SITUATIONS:
        raise RulesError(f"{situation!r} is no situation; there are: {', '.join(SITUATIONS)}")
    if hand not in CLASSES_BY_LABEL:
        raise RulesError(f"{hand!r} is no hand; they are written like 'hard 16', 'soft 18', 'pair 8'")
    if action not in LETTERS:
        raise RulesError(f"{action!r} is none of the actions S, H, D, P, R")
    least, below = (_number(entry[key], key) if key in entry else end for key, end in (("from", -inf), ("below", inf)))
    if least >= below:
        raise RulesError(f"a play from {least:g} on and below {below:g} is never made")
    return IndexPlay(SITUATIONS[situation], CLASSES_BY_LABEL[hand], _up(entry["up"]), LETTERS[action], least, below)
