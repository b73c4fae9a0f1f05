"""Rule values as text: for people, for machines, and back from what somebody typed."""

import re
from collections.abc import Callable, Mapping
from enum import Enum
from fractions import Fraction
from types import NoneType, UnionType
from typing import Any, Union, get_args, get_origin

from pitboss.cards.card import Rank
from pitboss.rules.errors import nearest
from pitboss.rules.money import Odds
from pitboss.rules.subjects.shuffle_and_cut import CoverCardDepth, StackPart
from pitboss.rules.wager_kinds import BadWager, Paytable, WagerKind, wager_kind


class BadValue(ValueError):
    """What was typed is not a value of the kind that is wanted."""


def as_written(raw: object) -> str:
    """What somebody wrote where something else is wanted, in words of the file and not of Python."""
    if isinstance(raw, Mapping | list):
        return "a table" if isinstance(raw, Mapping) else "a list"
    if isinstance(raw, bool):
        return str(raw).lower()
    return repr(raw) if isinstance(raw, str) else str(raw)


def id_of(member: Enum) -> str:
    """An enum member as people type it: `after-round`."""
    return member.name.lower().replace("_", "-")


def text_of(value: object) -> str:
    """A value as a person types it, and as JSON carries it when it is not a plain number or list."""
    if value is None:
        return "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Rank):
        return value.label
    if isinstance(value, Enum):
        return id_of(value)
    if isinstance(value, tuple):
        return ", ".join(text_of(item) for item in value) or "none"
    return str(value)


def prose_of(value: object) -> str:
    """A value as a rule sheet shows it."""
    if isinstance(value, tuple):
        return ("; " if _long(value) else ", ").join(map(prose_of, value)) or "none"
    if isinstance(value, Enum) and not isinstance(value, Rank):
        return str(value.value)
    return text_of(value)


def _long(items: tuple[object, ...]) -> bool:
    return any(isinstance(item, str | WagerKind | Enum) and not isinstance(item, Rank) for item in items)


def json_of(value: object) -> object:
    """A value as JSON: numbers, booleans, null and lists as they are, the rest as text."""
    if value is None or (isinstance(value, int) and not isinstance(value, Enum)):
        return value
    if isinstance(value, tuple):
        return [json_of(item) for item in value]
    if isinstance(value, WagerKind | Paytable):
        return value.as_json()
    return text_of(value)


def _enum(kind: type[Enum], raw: object) -> Enum:
    members = {id_of(member): member for member in kind}
    word = str(raw).strip().lower().replace("_", "-").replace(" ", "-")
    if word in members:
        return members[word]
    raise BadValue(f"{as_written(raw)} is not one of its values. {nearest(word, members)}")


_RANKS = {rank.label: rank for rank in Rank} | {"T": Rank.TEN}


def _rank(raw: object) -> Rank:
    try:
        return _RANKS[str(raw).strip().upper()]
    except KeyError:
        raise BadValue(f"{as_written(raw)} is not a rank: A, 2 to 10, J, Q or K") from None


def _wager_kind(raw: object) -> WagerKind:
    try:
        return wager_kind(raw)
    except BadWager as error:
        raise BadValue(str(error)) from None


def _odds(raw: object) -> Odds:
    try:
        return Odds.parse(str(raw))
    except ValueError as error:
        raise BadValue(str(error)) from None


def _integer(raw: object) -> int:
    if isinstance(raw, int) and not isinstance(raw, bool):
        return raw
    if isinstance(raw, str) and re.fullmatch(r"-?\d{1,18}", raw.strip()):
        return int(raw)
    raise BadValue(f"{as_written(raw)} is not a whole number of at most 18 digits")


def _yes_or_no(raw: object) -> bool:
    if isinstance(raw, bool):
        return raw
    words = {"yes": True, "true": True, "on": True, "no": False, "false": False, "off": False}
    if str(raw).strip().lower() in words:
        return words[str(raw).strip().lower()]
    raise BadValue(f"{as_written(raw)} is neither yes nor no")


def _fraction(raw: object) -> Fraction:
    if not isinstance(raw, int | str) or isinstance(raw, bool):
        raise BadValue(f'{as_written(raw)} is not a fraction; write it like "1/4"')
    # Not whatever `Fraction` reads: the exponent in "1e999999999" would never come to an end.
    if not re.fullmatch(r"\d{1,9}(/0*[1-9]\d{0,8}|\.\d{1,9})?", str(raw).strip()):
        raise BadValue(f'{as_written(raw)} is not a fraction; write it like "1/4"')
    return Fraction(str(raw).strip())


def _depth(raw: object) -> CoverCardDepth:
    pattern = r"\s*(about\s+)?([\d/]+)(?:\s+(?:or more|to ([\d/]+)))?(?:\s+of\s+(the stack|one deck))?\s*"
    match = re.fullmatch(pattern, str(raw))
    if match is None:
        raise BadValue(
            f"{as_written(raw)} is not a depth such as '1/4 or more of the stack' or '1/4 to 1/3 of one deck'"
        )
    least, most = _fraction(match[2]), _fraction(match[3]) if match[3] else None
    if not 0 <= least <= (1 if most is None else most) <= 1:
        raise BadValue(
            f"{as_written(raw)} leaves no place for a cover card; both ends lie between 0 and 1, the lesser first"
        )
    return CoverCardDepth(least, StackPart(match[4] or "the stack"), most, match[1] is not None)


_PARSERS: Mapping[Any, Callable[[object], object]] = {
    bool: _yes_or_no,
    int: _integer,
    str: str,
    Fraction: _fraction,
    Odds: _odds,
    Rank: _rank,
    WagerKind: _wager_kind,
    CoverCardDepth: _depth,
}


def parse(kind: Any, raw: object) -> Any:
    """The value that was meant, of the type the rules want; `BadValue` says what is wrong with it."""
    kind = getattr(kind, "__supertype__", kind)
    if get_origin(kind) in (UnionType, Union):
        if raw is None or str(raw).strip().lower() == "none":
            return None
        (kind,) = (arm for arm in get_args(kind) if arm is not NoneType)
        return parse(kind, raw)
    if get_origin(kind) is tuple:
        items = raw if isinstance(raw, list) else [] if str(raw).strip() == "none" else str(raw).split(",")
        found = tuple(parse(get_args(kind)[0], item) for item in items)
        if get_args(kind)[0] is Rank and len(set(found)) < len(found):
            raise BadValue(f"{text_of(found)} names a rank twice")
        return found
    if issubclass(kind, Paytable):
        try:
            return kind.parse(raw)
        except ValueError as error:
            raise BadValue(str(error)) from None
    return _PARSERS[kind](raw) if kind in _PARSERS else _enum(kind, raw)
