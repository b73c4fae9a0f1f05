"""Rules Submissions: the options a house filed, with version and approval, checked against what the law allows."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from functools import cache
from pathlib import Path
from types import MappingProxyType

from pitboss.law import UnknownReading, reading
from pitboss.law import clauses as law_clauses
from pitboss.rules.cited import Readings
from pitboss.rules.errors import RulesError, nearest
from pitboss.rules.games import Game, game
from pitboss.rules.options import TableLimits
from pitboss.rules.places import read_toml
from pitboss.rules.text import BadValue, parse, text_of

_KEYS = ("game", "version", "approved_on", "approved_by", "options", "readings")


@dataclass(frozen=True)
class Submission:
    """What a house filed for one game: which options and readings, which version, approved when and by whom."""

    game: str
    version: str
    approved_on: date
    approved_by: str
    options: Mapping[str, object]
    readings: Mapping[str, str]


def text_table(raw: object, what: str) -> dict[str, object]:
    """A TOML table, or one sentence saying that it should be one."""
    if not isinstance(raw, dict):
        raise RulesError(f"[{what}] must be a table of names and values")
    return raw


def known_keys(raw: Mapping[str, object], keys: tuple[str, ...], where: str) -> None:
    """Refuse keys that mean nothing, with the nearest that does."""
    for key in raw:
        if key not in keys:
            raise RulesError(f"{where} has an unknown key {key!r}. {nearest(key, keys)}")


def option_value(of: Game, name: str, raw: object) -> object:
    """The value of an option as typed, of the option's type, not yet held against the law."""
    if name not in of.options:
        raise RulesError(f"{of.id} has no house option {name!r}. {nearest(name, of.options)}")
    try:
        value: object = parse(of.options[name].type, raw)
    except BadValue as error:
        raise RulesError(f"{name}: {error}") from None
    return value


def lawful(choice: TableLimits, name: str) -> bool:
    """Whether the law allows the house what it chose."""
    return getattr(choice, name) in choice.allowed(name)


def _check(of: Game, options: Mapping[str, object]) -> Mapping[str, object]:
    checked = {name: option_value(of, name, raw) for name, raw in options.items()}
    if missing := [name for name in of.options if name not in checked]:
        raise RulesError(f"the submission for {of.id} does not choose {', '.join(missing)}")
    choice = of.house(**checked)  # type: ignore[arg-type]  # each value was parsed to its option's type
    for name, value in checked.items():
        if not lawful(choice, name):
            option = of.options[name]
            clauses = f" ({', '.join(option.clauses)})" if option.clauses else ""
            raise RulesError(f"{name} = {text_of(value)} is not allowed{clauses}: {choice.allowed(name)}")
    if fault := choice.fault():
        raise RulesError(fault)
    return MappingProxyType(checked)


def _readings(of: Game, raw: object) -> Mapping[str, str]:
    chosen = {str(name): str(option) for name, option in text_table(raw, "readings").items()}
    try:
        Readings(of.id, chosen)
    except UnknownReading as error:
        raise RulesError(str(error)) from None
    for name, option in chosen.items():
        if reading(name).option(option).departs:
            clauses = ", ".join(c for c in reading(name).clauses if law_clauses()[c].document == of.document)
            raise RulesError(
                f"reading {name} = {option} is not allowed ({clauses}): it is for variants, "
                f"a house may choose {reading(name).default}"
            )
    return MappingProxyType(chosen)


def from_toml(raw: Mapping[str, object], where: str) -> Submission:
    """A submission from its TOML; options it leaves out are as in the default submission."""
    known_keys(raw, _KEYS, where)
    if lacking := [key for key in ("game", "version", "approved_on", "approved_by") if key not in raw]:
        raise RulesError(f"{where} is a Rules Submission without {', '.join(lacking)}")
    of = game(str(raw["game"]))
    approved_on = raw["approved_on"]
    if not isinstance(approved_on, date):
        raise RulesError(f"{where}: approved_on must be a date such as 2026-11-15")
    options = text_table(raw.get("options", {}), "options")
    readings = _readings(of, raw.get("readings", {}))
    filed = (dict(_default_toml(of)["options"]) if options.keys() != of.options.keys() else {}) | options  # type: ignore[call-overload]  # a table, by our own file
    return Submission(of.id, str(raw["version"]), approved_on, str(raw["approved_by"]), _check(of, filed), readings)


def _default_toml(of: Game) -> dict[str, object]:
    return tomllib.loads(of.submission) | {"game": of.id}  # it may have been filed for the game that this one follows


@cache
def default_submission(of: Game) -> Submission:
    """The submission that ships with pitboss, so that every command works without one."""
    return from_toml(_default_toml(of), f"the default submission of {of.id}")


def load_submission(path: Path) -> Submission:
    """A house's own submission from a TOML file."""
    return from_toml(read_toml(path), str(path))
