"""The documents as data: every clause with its gist, its place and how the product embodies it."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from functools import cache
from types import MappingProxyType
from typing import Any

from pitboss.families import Text, brought_from, families


class Embodied(Enum):
    """How the product embodies a clause."""

    PROCEDURE = "procedure"
    RULE = "rule"
    EQUIPMENT = "equipment"
    SIGN = "sign"
    RECORD = "record"
    CONDUCT = "conduct"


@dataclass(frozen=True)
class Clause:
    """One numbered paragraph of a document, in our words; `dearest` is a reading that costs no less than its slip."""

    id: str
    document: str
    section: str
    embodied: Embodied
    gist: str
    slip: str | None
    dearest: str | None = None


@dataclass(frozen=True)
class Document:
    """One of the texts: where it is officially to be read, as of when it stands here, and how others begin its ids.

    `follows` is the game whose text it repeats but for what it says otherwise: doubts about that one are its own too.
    `package` is what brings it.
    """

    id: str
    title: str
    game: str
    follows: str
    address: str
    as_of: str
    cited_as: tuple[str, ...]
    sections: Mapping[str, str]
    clauses: tuple[Clause, ...]
    package: str


def _load(text: Text) -> Document:
    with brought_from(text.where):
        return _document(text.read(), text.package)


def _document(raw: Mapping[str, Any], package: str) -> Document:
    head = raw["document"]
    clauses = tuple(
        Clause(c["id"], head["id"], c["section"], Embodied(c["embodied"]), c["gist"], c.get("slip"), c.get("dearest"))
        for c in raw["clause"]
    )
    return Document(
        head["id"],
        head["title"],
        head["game"],
        head.get("follows", ""),
        head.get("address", ""),
        head.get("as_of", "no date that its bringer gives"),
        tuple(head.get("cited_as", ())),
        MappingProxyType(raw["sections"]),
        clauses,
        package,
    )


@cache
def documents() -> tuple[Document, ...]:
    """Every document of every family, in the order of the plan."""
    return tuple(_load(text) for family in families().values() for text in family.law)


@cache
def clauses() -> Mapping[str, Clause]:
    """Every clause by its id, in the order of the texts."""
    return MappingProxyType({clause.id: clause for document in documents() for clause in document.clauses})
