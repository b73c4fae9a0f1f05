"""Values that say where they come from.

A game's module writes `decks=by(8, "PA 665a.3(a)")`. To the type checker that is an `int`; the group of rules it stands
in keeps the plain value for those who play by it and the source for those who ask why.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from enum import Enum
from typing import Any, Self, TypeVar, cast

from pitboss.law import Citation, UnknownReading, cite, reading, readings_of
from pitboss.law import readings as all_readings

T = TypeVar("T")


class SetBy(Enum):
    """Who decided a value."""

    LAW = "law"
    HOUSE = "house option"
    READING = "reading"
    SILENT = "not in the text"
    VARIANT = "not as the law has it"


@dataclass(frozen=True)
class Source:
    """Where a value comes from: the clauses, who decided it, and which reading if one did."""

    clauses: Citation
    set_by: SetBy = SetBy.LAW
    reading: str | None = None
    note: str = ""


@dataclass(frozen=True)
class _Sourced:
    value: object
    source: Source


def by(value: T, *clauses: str, note: str = "") -> T:
    """A value that the law fixes."""
    return cast(T, _Sourced(value, Source(cite(*clauses), note=note)))


def house(value: T, *clauses: str, note: str = "") -> T:
    """A value the house chose where the cited clauses leave it the choice, or where no clause speaks."""
    return cast(T, _Sourced(value, Source(cite(*clauses), SetBy.HOUSE, note=note)))


class Readings(Mapping[str, str]):
    """The readings in force at a table: every one that touches the game, at its default unless chosen otherwise."""

    def __init__(self, game: str, chosen: Mapping[str, str]) -> None:
        touching = {r.id: r for r in readings_of(game)}
        for name, option in chosen.items():
            if name not in touching:
                fault = f"reading {name!r} does not touch {game}." if name in all_readings() else None
                raise UnknownReading(fault or f"no reading is called {name!r}.", name, list(touching))
            touching[name].option(option)
        self._chosen = {name: chosen.get(name, r.default) for name, r in touching.items()}

    def __getitem__(self, name: str) -> str:
        return self._chosen[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._chosen)

    def __len__(self) -> int:
        return len(self._chosen)

    def choose(self, name: str, values: Mapping[str, T], *clauses: str) -> T:
        """The value the reading in force gives; the values must answer every option of the reading."""
        if set(values) != {option.id for option in reading(name).options}:
            raise TypeError(f"reading {name!r} is not answered option by option")
        return cast(T, _Sourced(values[self[name]], Source(cite(*clauses), SetBy.READING, name)))


def silent(value: T, note: str = "") -> T:
    """A value the text says nothing about."""
    return cast(T, _Sourced(value, Source((), SetBy.SILENT, note=note)))


@dataclass(frozen=True)
class Leaf:
    """One named value of the rules, with its label, its type and its source."""

    name: str
    label: str
    type: Any
    value: object
    source: Source


class Group:
    """The rules on one subject: values, each with its source, and steps that the text orders without a value.

    A step is a field of type `Citation`: the clauses by which it is done, none where the text does not speak of it.
    """

    heading = ""  # on the sheet
    sources: Mapping[str, Source]  # of every value and step

    def __post_init__(self) -> None:
        sources: dict[str, Source] = {}
        values = labels(type(self))
        for name in type(self).__annotations__:
            given = getattr(self, name)
            if name in vars(type(self)):  # its default, beside which an instance's own value takes long to be found
                delattr(type(self), name)
            if name in values:
                if not isinstance(given, _Sourced):
                    raise TypeError(f"{type(self).__name__}.{name} cites nothing: use by, house or Readings.choose")
                sources[name] = given.source
                object.__setattr__(self, name, given.value)
            else:
                sources[name] = Source(given)
        object.__setattr__(self, "sources", sources)

    def source(self, name: str) -> Source:
        """Where the named value or step comes from."""
        return self.sources[name]

    def leaves(self) -> tuple[Leaf, ...]:
        """Every value of the group in the order of its definition."""
        return tuple(
            Leaf(name, label, kind, getattr(self, name), self.source(name))
            for name, (label, kind) in labels(type(self)).items()
        )

    def in_effect(self, name: str) -> object:
        """A value as it comes to bear beside the group's others."""
        return getattr(self, name)

    def saying(self, **said: Any) -> Self:
        """The same group as a text has it that says some values and steps otherwise, each with its source."""
        same: dict[str, Any] = {each: getattr(self, each) for each in self.sources}
        same |= {leaf.name: _Sourced(leaf.value, leaf.source) for leaf in self.leaves()}
        return type(self)(**same | said)

    def departing(self, name: str, value: object) -> Self:
        """The same group with one value set against the law."""
        return self.saying(**{name: _Sourced(value, replace(self.source(name), set_by=SetBy.VARIANT))})


def labels(group: type[Group]) -> dict[str, tuple[str, Any]]:
    """Each value's label and type, from its `Annotated[type, "label"]`."""
    hints = {name: hint for name, hint in group.__annotations__.items() if hasattr(hint, "__metadata__")}
    return {name: (hint.__metadata__[0], hint.__origin__) for name, hint in hints.items()}
