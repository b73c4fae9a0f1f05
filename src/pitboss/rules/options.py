"""What the law leaves to the house: each option with what is allowed and the clause that says so."""

from dataclasses import Field, dataclass, field, fields
from fractions import Fraction
from typing import Any, Protocol, cast

from pitboss.law import Citation, cite
from pitboss.rules.money import Cents
from pitboss.rules.subjects.wagers import MidShoeEntry
from pitboss.rules.text import text_of


class Allowed(Protocol):
    """A set of permitted values that can say what it permits."""

    def __contains__(self, value: object) -> bool: ...

    def __str__(self) -> str: ...


@dataclass(frozen=True)
class OneOf:
    """A short list of permitted values."""

    values: tuple[object, ...]

    def __contains__(self, value: object) -> bool:
        return value in self.values

    def __str__(self) -> str:
        *first, last = (text_of(value) for value in self.values)
        return f"{', '.join(first)} or {last}" if first else last


@dataclass(frozen=True)
class Between:
    """A range of numbers, both ends included; without an upper end, anything from the lower one."""

    least: int | Fraction
    most: int | Fraction | None = None

    def __contains__(self, value: object) -> bool:
        if isinstance(value, bool) or not isinstance(value, int | Fraction):
            return False
        return self.least <= value and (self.most is None or value <= self.most)

    def __str__(self) -> str:
        return f"at least {self.least}" if self.most is None else f"from {self.least} to {self.most}"


@dataclass(frozen=True)
class UnlessApproved:
    """What the text has, and what it lets a procedure of the house's own have once that is approved."""

    written: Allowed
    approved: Allowed

    def __contains__(self, value: object) -> bool:
        return value in self.written

    def __str__(self) -> str:
        return f"{self.written}, or with an own procedure approved {self.approved}"


YES_OR_NO = OneOf((True, False))


@dataclass(frozen=True)
class Option:
    """A choice the house has."""

    name: str
    question: str
    type: Any
    allowed: Allowed
    clauses: Citation


def option(allowed: Allowed, *clauses: str, question: str) -> Any:
    """A field of a game's house options. It has no default here: the default submission chooses."""
    return field(metadata={"allowed": allowed, "clauses": cite(*clauses), "question": question})


def options_of(house: type) -> dict[str, Option]:
    """Every option of a game by name."""
    found: tuple[Field[Any], ...] = fields(cast(Any, house))
    return {
        f.name: Option(f.name, f.metadata["question"], f.type, f.metadata["allowed"], f.metadata["clauses"])
        for f in found
    }


@dataclass(frozen=True)
class TableLimits:
    """The options every house has at every game: limits and chips, which no clause fixes."""

    table_minimum_cents: Cents = option(Between(1), question="smallest bet, in cents")
    table_maximum_cents: Cents = option(Between(1), question="largest bet, in cents")
    chip_unit_cents: Cents = option(Between(1), question="smallest chip, in cents")

    def allowed(self, name: str) -> Allowed:
        """What the law allows for an option, given the house's other choices."""
        return options_of(type(self))[name].allowed

    def fault(self) -> str | None:
        """One sentence when the limits contradict one another."""
        unit, least, most = self.chip_unit_cents, self.table_minimum_cents, self.table_maximum_cents
        if least < unit:
            return f"table_minimum_cents = {least} is below chip_unit_cents = {unit}: the least possible is {unit}"
        if least % unit:
            return (
                f"table_minimum_cents = {least} cannot be bet in chips of {unit}: the nearest valid minimum is "
                f"{least - least % unit}"
            )
        if most < least:
            return f"table_maximum_cents = {most} is below table_minimum_cents = {least}: the least possible is {least}"
        return None


MID_SHOE_CHOICES = OneOf((MidShoeEntry.PERMITTED, MidShoeEntry.REFUSED))
