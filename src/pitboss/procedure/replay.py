"""Replay: the rules, the roles and the moves of a table rebuild every fact, byte for byte."""

import hashlib
from collections.abc import Iterable

import msgspec
from msgspec import UNSET, UnsetType

from pitboss.procedure import facts
from pitboss.procedure import moves as m
from pitboss.procedure.refusal import Malformed, Refused
from pitboss.procedure.table import PROCEDURE, Table
from pitboss.rules.errors import RulesError
from pitboss.rules.rules import Rules
from pitboss.rules.text import json_of
from pitboss.rules.variant import load, named_by

VERSION = 1


class Record(msgspec.Struct, frozen=True, kw_only=True):
    """A table on paper: what it takes to deal it again, and a digest of what must come out."""

    version: int = VERSION
    procedure: int = 1
    game: str
    sets: dict[str, object]
    readings: dict[str, str]
    rules_hash: str
    by_hand: tuple[str, ...]
    moves: tuple[msgspec.Raw, ...]
    facts_digest: str
    named: dict[str, str] | UnsetType = UNSET  # what a variant says of itself


class NotReproduced(Exception):
    """A record does not give what it says: other rules, a refused move, or other facts."""


def dealt_otherwise(procedure: int) -> str:
    """One sentence for a record that another procedure has dealt."""
    return f"it was dealt by procedure {procedure}, and this version deals by procedure {PROCEDURE}"


def recipe(rules: Rules) -> tuple[dict[str, object], dict[str, str]]:
    """The values and readings that turn the game's defaults into these rules."""
    plain = load(rules.game)
    readings = {name: option for name, option in rules.readings.items() if plain.readings[name] != option}
    read = load(rules.game, {}, readings)
    sets = {
        leaf.name: json_of(leaf.value) for _, leaf in rules.leaves() if leaf.value != read.by_name[leaf.name][1].value
    }
    # A value set against a reading does not make another reading of it: the one in force stays chosen.
    set_against = {read.by_name[name][1].source.reading for name in sets}
    return sets, {name: rules.readings[name] for name in rules.readings if name in readings or name in set_against}


def digest(happened: Iterable[facts.Fact]) -> str:
    """One hash over the facts as bytes, in order."""
    whole = hashlib.sha256()
    for fact in happened:
        whole.update(facts.to_json(fact))
        whole.update(b"\n")
    return whole.hexdigest()


def record(table: Table) -> Record:
    """The table so far, on paper."""
    if table.moves_before:
        raise Malformed("a record has every move of the table from its opening, and this one has let go of some")
    sets, readings = recipe(table.rules)
    return Record(
        procedure=PROCEDURE,
        game=table.rules.game,
        sets=sets,
        readings=readings,
        rules_hash=table.rules.hash,
        by_hand=tuple(sorted(table.state.by_hand)),
        moves=tuple(msgspec.Raw(m.to_json(move)) for move in table.moves),
        facts_digest=digest(table.facts),
        named=named_by(table.rules) or UNSET,
    )


def to_json(paper: Record) -> bytes:
    """A record as a file."""
    return msgspec.json.format(msgspec.json.encode(paper), indent=1)


def from_json(text: bytes) -> Record:
    """A record from a file; what is wrong with it is one sentence."""
    try:
        paper = msgspec.json.decode(text, type=Record)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise Malformed(f"not a record of a table: {error}") from None
    if paper.version != VERSION:
        raise Malformed(f"a record of version {paper.version}, not {VERSION}")
    return paper


def replay(paper: Record) -> Table:
    """Deal the record again; anything that does not come out as it says raises `NotReproduced`."""
    if paper.procedure != PROCEDURE:
        raise NotReproduced(dealt_otherwise(paper.procedure))
    try:
        rules = load(paper.game, paper.sets, paper.readings, paper.named or {})
    except RulesError as error:
        raise NotReproduced(f"its rules cannot be built: {error}") from None
    if rules.hash != paper.rules_hash:
        raise NotReproduced(f"its rules hash is {paper.rules_hash[:16]}, these rules are {rules.hash[:16]}")
    table = Table(rules, frozenset(paper.by_hand))
    for number, raw in enumerate(paper.moves, 1):
        try:
            table.apply(m.from_json(bytes(raw)))
        except (Refused, Malformed) as error:
            raise NotReproduced(f"move {number} is refused: {error}") from None
    if digest(table.facts) != paper.facts_digest:
        raise NotReproduced("its facts differ from those the moves give")
    return table
