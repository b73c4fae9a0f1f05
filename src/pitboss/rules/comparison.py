"""Two texts on the same game laid side by side, paragraph by paragraph: what differs, what is the same in effect."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

from pitboss.families import brought_from, families
from pitboss.law import Citation, cite


@dataclass(frozen=True)
class Matter:
    """What two texts order differently: told by the rule values named, or by what each text says."""

    left_clauses: Citation
    right_clauses: Citation
    values: tuple[str, ...]
    name: str = ""
    what: str = ""
    section: str = ""
    left: str = ""
    right: str = ""

    def turned(self) -> "Matter":
        """The same seen from the other text."""
        return replace(
            self, left_clauses=self.right_clauses, right_clauses=self.left_clauses, left=self.right, right=self.left
        )


@dataclass(frozen=True)
class Comparison:
    """Two documents: the matters in which they differ, and the clauses that order the same in effect."""

    left: str
    right: str
    matters: tuple[Matter, ...]
    same: tuple[tuple[Citation, Citation], ...]

    def turned(self) -> "Comparison":
        """The same seen from the other document."""
        matters = tuple(matter.turned() for matter in self.matters)
        return Comparison(self.right, self.left, matters, tuple((b, a) for a, b in self.same))


def _matter(raw: Mapping[str, Any]) -> Matter:
    sides = cite(*raw["left"]), cite(*raw["right"])
    if "values" in raw:
        return Matter(*sides, tuple(raw["values"]))
    return Matter(*sides, (), raw["name"], raw["what"], raw["section"], raw["left_says"], raw["right_says"])


@cache
def comparisons() -> tuple[Comparison, ...]:
    """Every pair of documents that has been laid side by side."""
    found = []
    for text in (text for family in families().values() for text in family.comparisons):
        with brought_from(text.where):
            raw = text.read()
            same = tuple((cite(*each["left"]), cite(*each["right"])) for each in raw["same"])
            found.append(Comparison(raw["left"], raw["right"], tuple(map(_matter, raw["difference"])), same))
    return tuple(found)


def comparison_of(left: str, right: str) -> Comparison | None:
    """Two documents side by side, if that was done, with the first on the left."""
    for each in comparisons():
        if (each.left, each.right) == (left, right):
            return each
        if (each.right, each.left) == (left, right):
            return each.turned()
    return None
