"""From what somebody asks for to rules: a game, a submission or a variant file, options set, readings chosen.

What a Rules Submission may not choose, a variant still can: it runs, and lists every way in which it is not as the law
has it.
"""

from collections.abc import Hashable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import lru_cache
from pathlib import Path
from typing import Any

from pitboss.law import UnknownReading, clauses, reading
from pitboss.rules.agreement import agree, room_of
from pitboss.rules.cited import Leaf, Readings, SetBy
from pitboss.rules.errors import RulesError, nearest
from pitboss.rules.games import GAMES, Game, game
from pitboss.rules.options import Between, TableLimits
from pitboss.rules.places import read_toml
from pitboss.rules.rules import Departure, Rules
from pitboss.rules.submission import (
    Submission,
    default_submission,
    from_toml,
    known_keys,
    lawful,
    option_value,
    text_table,
)
from pitboss.rules.text import BadValue, as_written, parse, text_of

_VARIANT_KEYS = ("from", "title", "author", "note", "set", "readings", "wager")
FILES_MOST = 20  # from which a variant may start, each from the next
_NAMED = {"title": 80, "author": 80, "note": 1000}  # what a variant says of itself, and in how many characters

# What a table can be at all, whatever the law says: beyond these no procedure makes sense.
_MONEY = Between(1, 10**9)  # a thousand such bets can still be bought at once, and one be doubled
POSSIBLE: Mapping[str, Between] = {
    "decks": Between(1, 64),
    "positions": Between(1, 12),
    "boxes_per_player": Between(1, 12),
    "bettors_per_box": Between(1, 3),
    "split_hands": Between(1, 8),
    "split_hands_of_aces": Between(1, 8),
    "split_hands_opened": Between(1, 8),
    "charlie_cards": Between(3, 10),
    "dealer_stands_on": Between(12, 21),
    "push_total": Between(22, 26),
    "double_on_cards_at_least": Between(2, 10),
    "double_on_cards_at_most": Between(2, 10),
    "cards_each": Between(5, 5),
    "full_deck": Between(52, 52),
    "stub_counted_every": Between(1, 1000),
    "burn_after_shuffle": Between(0, 20),
    "burn_by_new_dealer": Between(0, 20),
    "cut_margin_cards": Between(1, 52),
    "approximately_cards": Between(0, 26),
    "cover_cards": Between(0, 2),
    "cover_card_placed": Between(Fraction(1, 100), Fraction(95, 100)),
    "insurance_share": Between(Fraction(1, 100), Fraction(1)),
    "match_play_worth": Between(Fraction(0), Fraction(1)),
    "surrender_share": Between(Fraction(1, 100), Fraction(1)),
    "changed_every_hours": Between(1, 8760),
    "second_chance_ace": Between(1, 11),
    "batches_with_shuffler": Between(1, 2),
}


def load(
    asked: str,
    sets: Mapping[str, object] | None = None,
    readings: Mapping[str, str] | None = None,
    named: Mapping[str, str] | None = None,
) -> Rules:
    """The rules somebody asked for by a game id or a TOML file, with values set and readings chosen.

    `named` is what `named_by` told of them once.
    """
    whole = sets or {}
    if asked in GAMES and not named and all(isinstance(value, Hashable) for value in whole.values()):
        return _known(asked, tuple((readings or {}).items()), **whole)
    return _read(asked, whole, readings or {}, named or {})


@lru_cache(256, typed=True)  # 1 is not yes
def _known(asked: str, readings: tuple[tuple[str, str], ...], /, **sets: object) -> Rules:
    """A game's rules do not change: tables that ask for the same have the same."""
    return _read(asked, sets, dict(readings), {})


def _read(asked: str, sets: Mapping[str, object], readings: Mapping[str, str], named: Mapping[str, str]) -> Rules:
    start = _start(asked)
    try:
        rules = build(start.base, start.sets | dict(sets), start.readings | dict(readings))
    except RulesError:
        if start.sets or start.readings:
            with _naming(asked):  # where it is the file that is wrong, and not what was asked for beside it
                build(start.base, start.sets, start.readings)
        raise
    said = {"title": rules.title, "author": "", "note": ""} | start.named | _named(named, asked)
    return replace(rules, title=said["title"], author=said["author"], note=said["note"])


def named_by(rules: Rules) -> dict[str, str]:
    """What a variant says of itself: title, author and note, where they are not those of its game."""
    usual = {"title": GAMES[rules.game].title, "author": "", "note": ""}
    said = {"title": rules.title, "author": rules.author, "note": rules.note}
    return {key: words for key, words in said.items() if words != usual[key]}


@dataclass(frozen=True)
class _Started:
    """What a game or a file gives to start from."""

    base: Submission
    sets: dict[str, object] = field(default_factory=dict)
    readings: dict[str, str] = field(default_factory=dict)
    named: dict[str, str] = field(default_factory=dict)


class _Named(RulesError):
    """What is wrong with a file, and which file it is."""


@contextmanager
def _naming(path: Path | str) -> Iterator[None]:
    """Whatever is wrong with a file is said with its name."""
    try:
        yield
    except _Named:
        raise
    except RulesError as error:
        sentence = str(error)
        raise _Named(sentence if sentence.startswith(str(path)) else f"{path}: {sentence}") from None


def _start(asked: str, seen: frozenset[Path] = frozenset()) -> _Started:
    path = Path(asked)
    if asked in GAMES or not (path.suffix == ".toml" or _is_file(path)):
        return _Started(default_submission(game(asked)))
    if path.resolve() in seen:
        raise _Named(f"{path} starts from itself")
    if len(seen) > FILES_MOST:
        raise _Named(f"{path} is one file too many: a variant starts from at most {FILES_MOST} others")
    with _naming(path):
        return _written(path, read_toml(path), seen)


def _written(path: Path, raw: Mapping[str, object], seen: frozenset[Path]) -> _Started:
    """What a file says, on top of what the game or file it starts from does."""
    if "from" not in raw:
        if "game" not in raw:
            raise RulesError(f'{path} is neither a variant (from = "...") nor a Rules Submission (game = "...")')
        return _Started(from_toml(raw, str(path)))
    known_keys(raw, _VARIANT_KEYS, str(path))
    origin = raw["from"]
    if not isinstance(origin, str):
        raise RulesError(f'from names a game or a file, such as "double-attack-pa", not {as_written(origin)}')
    if origin not in GAMES and _is_file(path.parent / origin):
        origin = str(path.parent / origin)
    start = _start(origin, seen | {path.resolve()})
    sets = start.sets | text_table(raw.get("set", {}), "set")
    sets |= _wagers(raw.get("wager", []), sets)
    read = {str(k): str(v) for k, v in text_table(raw.get("readings", {}), "readings").items()}
    return _Started(start.base, sets, start.readings | read, start.named | _named(raw, path))


def _named(raw: Mapping[str, object], path: Path | str) -> dict[str, str]:
    """Title, author and note of a file: words, not too many, on lines of their own."""
    found = {}
    for key, most in _NAMED.items():
        if key not in raw:
            continue
        words = raw[key]
        if not isinstance(words, str) or not words.strip() or len(words) > most or not words.isprintable():
            raise RulesError(f"{path}: {key} is a line of at most {most} characters")
        found[key] = words.strip()
    return found


def _wagers(raw: object, sets: Mapping[str, object]) -> dict[str, object]:
    """The side wagers of a file beside those of the file it starts from."""
    if not isinstance(raw, list):
        raise RulesError("side wagers are written as [[wager]] tables")
    before = sets.get("side_wagers", [])
    return {"side_wagers": [*(before if isinstance(before, list) else ()), *raw]} if raw else {}


def _is_file(path: Path) -> bool:
    try:
        return path.is_file()
    except OSError:  # a name no file can have, such as one that is too long
        return False


def build(base: Submission, sets: Mapping[str, object], chosen: Mapping[str, str]) -> Rules:
    """The rules of a submission with values set and readings chosen on top of it."""
    of = game(base.game)
    try:
        readings = Readings(of.id, {**base.readings, **chosen})
    except UnknownReading as error:
        raise RulesError(str(error)) from None
    choices = dict(base.options) | {
        name: option_value(of, name, raw) for name, raw in sets.items() if name in of.options
    }
    _possible(choices)
    choice = of.house(**choices)  # type: ignore[arg-type]  # each value was parsed to its option's type
    if fault := choice.fault():
        raise RulesError(fault)
    readings = _readings_that_say_so(of, choice, readings, sets, chosen)
    choice = _choice_that_says_so(of, choice, readings, sets)
    rules = of.rules(choice, readings)
    before = of.rules(of.house(**dict(base.options)), readings)  # type: ignore[arg-type]  # as above
    rules = _mark_unlawful_options(rules, of, choice)
    followed = room_of(rules).followed
    for name in sorted(sets, key=lambda name: name not in followed):
        if name not in of.options:
            rules = _set(rules, name, sets[name])
    agree(rules, before)
    return replace(rules, submission=base.version, departures=_departures(rules, before, of, choice))


def _possible(values: Mapping[str, object]) -> None:
    for name, value in values.items():
        bounds = _MONEY if name.endswith("_cents") else POSSIBLE.get(name)
        each = value if isinstance(value, tuple) else (value,)
        if bounds is not None and value is not None and any(one not in bounds for one in each):
            raise RulesError(f"{name} = {text_of(value)} makes no table: {bounds}")


def _mark_unlawful_options(rules: Rules, of: Game, choice: TableLimits) -> Rules:
    for name in of.options:
        if name in rules.by_name and not lawful(choice, name):
            rules = rules.departing(name, rules.by_name[name][1].value)
    return rules


def _readings_that_say_so(
    of: Game, choice: TableLimits, readings: Readings, sets: Mapping[str, object], chosen: Mapping[str, str]
) -> Readings:
    """A value that another reading of the law gives is that reading, and no departure; one that was chosen stays."""
    for name, raw in sets.items():
        rules = of.rules(choice, readings)
        if name in of.options or name not in rules.by_name:
            continue
        leaf = rules.by_name[name][1]
        if leaf.source.reading is None or leaf.source.reading in chosen:
            continue
        value = _value(leaf, raw)
        for option in reading(leaf.source.reading).options:
            otherwise = Readings(of.id, {**readings, leaf.source.reading: option.id})
            if of.rules(choice, otherwise).by_name[name][1].value == value:
                readings = otherwise
                break
    return readings


def _choice_that_says_so(of: Game, choice: TableLimits, readings: Readings, sets: Mapping[str, object]) -> TableLimits:
    """A value set that a choice of the house gives, where the choice is no value itself, is that choice."""
    for name, raw in sets.items():
        values = of.rules(choice, readings).by_name
        if name in of.options or name not in values:
            continue
        value = _value(values[name][1], raw)
        for option in of.options.keys() - values.keys() - sets.keys():
            if value == values[name][1].value or not isinstance(getattr(choice, option), bool):
                continue
            other: dict[str, Any] = {option: not getattr(choice, option)}
            otherwise = replace(choice, **other)
            if of.rules(otherwise, readings).by_name[name][1].value == value:
                choice = otherwise
    return choice


def _value(leaf: Leaf, raw: object) -> object:
    try:
        value: object = parse(leaf.type, raw)
    except BadValue as error:
        raise RulesError(f"{leaf.name}: {error}") from None
    _possible({leaf.name: value})
    return value


def _set(rules: Rules, name: str, raw: object) -> Rules:
    if name in rules.citations and name not in rules.by_name:
        raise RulesError(f"{name} is done as the text has it, and no table here does otherwise")
    if name not in rules.by_name:
        raise RulesError(f"{rules.game} has no rule {name!r}. {nearest(name, rules.by_name)}")
    leaf = rules.by_name[name][1]
    value = _value(leaf, raw)
    if value == leaf.value:
        return rules
    followed: Rules = room_of(rules).follow(rules.departing(name, value), name)
    return followed


def _departures(rules: Rules, before: Rules, of: Game, choice: TableLimits) -> tuple[Departure, ...]:
    options = of.options
    found = [
        Departure(leaf.name, leaf.value, before.by_name[leaf.name][1].value, leaf.source.clauses)
        for _, leaf in rules.leaves()
        if leaf.source.set_by is SetBy.VARIANT and leaf.name not in options
    ]
    found += [
        Departure(name, getattr(choice, name), str(choice.allowed(name)), option.clauses)
        for name, option in options.items()
        if not lawful(choice, name)
    ]
    for name, chosen in rules.readings.items():
        doubtful = reading(name)
        if doubtful.option(chosen).departs:
            touching = tuple(c for c in doubtful.clauses if clauses()[c].document == rules.document)
            found.append(Departure(name, chosen, doubtful.default, touching))
    return tuple(found)
