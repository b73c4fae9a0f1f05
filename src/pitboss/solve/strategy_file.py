"""A strategy read from CSV or JSON, and kept in a file; anything wrong with one is a sentence that says where."""

import csv
import io
import json
from collections.abc import Sequence
from pathlib import Path

from pitboss.rules.errors import RulesError
from pitboss.rules.places import read_text, write_file
from pitboss.solve.strategy import (
    BUST_TOTALS,
    CLASSES_BY_LABEL,
    DOUBLED_TOTALS,
    HEADER,
    IDENTITY,
    LETTERS,
    SITUATIONS,
    UP_CARDS,
    VALUES_BY_LABEL,
    Action,
    ExactHand,
    Preference,
    Situation,
    Strategy,
)

_JSON_IDENTITY = ("game", "rules_hash")
_YES_NO = {"yes": True, "no": False}


def parse_preference(text: str, where: str) -> Preference:
    """A preference list from its letters."""
    if not text or any(letter not in LETTERS for letter in text):
        raise RulesError(f"{where}: {text!r} is not a list of the actions S, H, D, P, R")
    found = tuple(LETTERS[letter] for letter in text)
    ends = [action in (Action.STAND, Action.HIT) for action in found]
    if ends != [False] * (len(found) - 1) + [True] or len(set(found)) != len(found):
        raise RulesError(f"{where}: {text!r} must name each action once and end in its only S or H")
    return found


def from_csv(text: str) -> Strategy:
    """A strategy from its CSV; anything wrong with it is one sentence that says where."""
    rows = list(csv.reader(io.StringIO(text)))
    if not rows or [cell.strip() for cell in rows[0]] != HEADER:
        raise RulesError(f"a strategy file begins with the line {','.join(HEADER)}")
    given = []
    for number, row in enumerate(rows[1:], 2):
        if not any(cell.strip() for cell in row):
            continue
        if len(row) != len(HEADER):
            raise RulesError(f"line {number} of the strategy has {len(row)} cells, not {len(HEADER)}")
        given.append((f"line {number} of the strategy", [cell.strip() for cell in row]))
    return _from_rows(given)


def from_json(text: str) -> Strategy:
    """A strategy from its JSON; anything wrong with it is one sentence that says where."""
    try:
        raw = json.loads(text)
        blank = [""] * len(UP_CARDS)
        given = [
            ("the strategy", [name, "", str(raw[key]), *blank])
            for name, key in zip(IDENTITY, _JSON_IDENTITY, strict=True)
        ]
        for table, entries in raw.items():
            if table in _JSON_IDENTITY:
                continue
            for number, entry in enumerate(entries, 1):
                if unknown := set(entry["up"]) - set(VALUES_BY_LABEL):
                    raise RulesError(f"entry {number} of {table} names the up card {min(unknown)!r}; there are A to 10")
                cells = [str(entry["up"].get(up, "")) for up in VALUES_BY_LABEL]
                row = [table, str(entry.get("situation", "")), str(entry.get("hand", "")), *cells]
                given.append((f"entry {number} of {table}", row))
    except RulesError:
        raise
    except (ValueError, RecursionError) as error:
        raise RulesError(f"this is not a strategy in JSON: {error}") from None
    except (KeyError, TypeError, AttributeError) as error:
        lacking = f": it lacks {error}" if isinstance(error, KeyError) else ""
        raise RulesError(f"this is not a strategy as `pitboss solve --write-strategy` writes it{lacking}") from None
    return _from_rows(given)


def _from_rows(given: Sequence[tuple[str, list[str]]]) -> Strategy:
    found: dict[tuple[str, str, str], list[str]] = {}
    where_of: dict[tuple[str, str, str], str] = {}
    exceptions: dict[ExactHand, Preference] = {}
    identity: dict[str, str] = {}
    for where, (table, situation, hand, *cells) in given:
        if table in IDENTITY:
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

    for name in IDENTITY:
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
            tuple(_preferences(*row("play", situation.label, name)) for name in CLASSES_BY_LABEL)
            for situation in Situation
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
    if situation not in SITUATIONS or len(names) < 2 or any(name not in VALUES_BY_LABEL for name in names):
        raise RulesError(f"{where} has an unknown situation or hand '{situation} {hand}'")
    cards = tuple(sorted(VALUES_BY_LABEL[name] for name in names))
    return {
        (SITUATIONS[situation], cards, up): parse_preference(cell, where)
        for up, cell in zip(UP_CARDS, cells, strict=True)
        if cell
    }


def read_strategy(path: Path) -> Strategy:
    """A strategy from a .csv or .json file."""
    text = read_text(path)
    try:
        return from_json(text) if path.suffix == ".json" else from_csv(text)
    except RulesError as error:
        raise RulesError(f"{path}: {error}") from None


def write_strategy(strategy: Strategy, path: Path) -> None:
    """A strategy into a .csv or .json file."""
    write_file(path, (strategy.to_json() if path.suffix == ".json" else strategy.to_csv()).encode())
