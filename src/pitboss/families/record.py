"""What a family of games is: one record that names its room on every floor.

A room is named, not imported: the record stands below every floor, and a floor opens the room that is its own. So the
floors know no family by name, and a family that is not asked for costs nothing.
"""

import tomllib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from importlib import import_module
from importlib.resources import files
from typing import Any


class BadPlugIn(LookupError):
    """An installed package brings nothing that could be used; the sentence names it."""


@contextmanager
def brought_from(where: str) -> Iterator[None]:
    """Whatever is wrong with what a plug-in brings is one sentence that names it; our own faults stay what they are."""
    try:
        yield
    except Exception as error:  # whatever a stranger's module does when it is imported
        package = where.partition(":")[0].partition(".")[0]
        if package == "pitboss" or isinstance(error, BadPlugIn):
            raise
        said = " ".join(str(error).split())
        raise BadPlugIn(f"the plug-in {package} cannot be used: {where}: {type(error).__name__}: {said}") from error


@dataclass(frozen=True)
class Room:
    """An object by the place it stands: `package.module:NAME`."""

    where: str

    def open(self) -> Any:
        """The object itself, of the type that the floor which opens it has for its rooms."""
        module, _, name = self.where.partition(":")
        with brought_from(self.where):
            return getattr(import_module(module), name)


@dataclass(frozen=True)
class Text:
    """A file of a package: `package:folder/file.toml`."""

    where: str

    @property
    def package(self) -> str:
        """The package as it is installed: the one that its folder is in."""
        return self.where.partition(":")[0].partition(".")[0]

    def read(self) -> dict[str, Any]:
        """What it says."""
        package, _, path = self.where.partition(":")
        return tomllib.loads((files(package) / path).read_text(encoding="utf-8"))


@dataclass(frozen=True, kw_only=True)
class Addition:
    """What another state's text adds to a family: its law and readings, its games, the procedure of each document."""

    law: tuple[Text, ...]
    readings: tuple[Text, ...] = ()
    comparisons: tuple[Text, ...] = ()  # two texts laid side by side
    games: tuple[str, ...]
    documents: Mapping[str, Room]
    to: str = ""


@dataclass(frozen=True, kw_only=True)
class Family(Addition):
    """A family of games: what its documents say, its games, and its rooms on the floors that have one."""

    name: str
    procedure: Room
    rules: Room | None = None
    solve: Room | None = None
    simulate: Room | None = None
    report: Room | None = None
    house: Room | None = None
    shuffle: Room | None = None
    school: Room | None = None
    protect: Room | None = None
    to: str = field(init=False, default="")

    def with_addition(self, more: Addition) -> "Family":
        """The family with what a plug-in adds to it."""
        return replace(
            self,
            law=self.law + more.law,
            readings=self.readings + more.readings,
            comparisons=self.comparisons + more.comparisons,
            games=self.games + more.games,
            documents={**self.documents, **more.documents},
        )
