"""Readings: where a text can be read in more than one way, each way named."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType

from pitboss.families import brought_from, families
from pitboss.law.citation import Citation, cite
from pitboss.law.documents import documents
from pitboss.law.near import nearest


@dataclass(frozen=True)
class ReadingOption:
    """One way to read the clauses; `departs` marks a way no text allows, kept for variants."""

    id: str
    means: str
    departs: bool


@dataclass(frozen=True)
class Reading:
    """A doubtful passage: the question, the clauses that raise it, and the answers it admits."""

    id: str
    question: str
    games: tuple[str, ...]
    clauses: Citation
    options: tuple[ReadingOption, ...]
    default: str
    why: str

    def option(self, option_id: str) -> ReadingOption:
        """The named option; an unknown one raises `UnknownReading`."""
        for option in self.options:
            if option.id == option_id:
                return option
        names = [option.id for option in self.options]
        raise UnknownReading(f"reading {self.id!r} has no option {option_id!r}.", option_id, names)


class UnknownReading(LookupError):
    """A reading or an option of one that does not exist."""

    def __init__(self, sentence: str, word: str, known: list[str]) -> None:
        super().__init__(f"{sentence} {nearest(word, known)}")


def _reading(raw: Mapping[str, object]) -> Reading:
    options = raw["option"]
    games, clauses = raw["games"], raw["clauses"]
    assert isinstance(options, list)
    assert isinstance(games, list)
    assert isinstance(clauses, list)
    reading = Reading(
        id=str(raw["id"]),
        question=str(raw["question"]),
        games=tuple(games),
        clauses=cite(*clauses),
        options=tuple(ReadingOption(o["id"], o["means"], o.get("departs", False)) for o in options),
        default=str(raw["default"]),
        why=str(raw["why"]),
    )
    reading.option(reading.default)
    return reading


@cache
def readings() -> Mapping[str, Reading]:
    """Every reading by its id."""
    found = {}
    for text in (text for family in families().values() for text in family.readings):
        with brought_from(text.where):
            found.update({raw["id"]: _reading(raw) for raw in text.read()["reading"]})
    return MappingProxyType(found)


def reading(reading_id: str) -> Reading:
    """The reading of that id; an unknown one raises `UnknownReading`."""
    try:
        return readings()[reading_id]
    except KeyError:
        raise UnknownReading(f"no reading is called {reading_id!r}.", reading_id, list(readings())) from None


def readings_of(game: str) -> Iterator[Reading]:
    """The readings that touch a game, or one whose text it follows, in the order of the notes."""
    touched = {game, *(document.follows for document in documents() if document.game == game)}
    return (r for r in readings().values() if touched & set(r.games))
