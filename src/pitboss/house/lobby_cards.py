"""What the lobby shows of a table, and of a game that may be opened: options, doubtful clauses, what it pays."""

from typing import Annotated

import msgspec
from msgspec import Meta

from pitboss.rules.money import Odds
from pitboss.rules.rules import Rules
from pitboss.rules.subjects.bonus_21 import Bonus21

OptionValue = Annotated[str, Meta(max_length=64)] | int | bool


class TableCard(msgspec.Struct, frozen=True, kw_only=True):
    """A table as the lobby shows it."""

    table: str
    game: str
    title: str
    phase: str
    round: int
    positions: int
    taken: dict[int, str]
    minimum_cents: int
    maximum_cents: int
    chip_cents: int
    watching: int
    departures: tuple[str, ...]
    private: bool = False
    author: str = ""
    note: str = ""


class Listed(msgspec.Struct, frozen=True):
    """A table in the lobby, and who alone finds it there: None is everybody, and nobody finds one for practice."""

    card: TableCard
    only: tuple[str, ...] | None = None

    def found_by(self, viewer: str) -> bool:
        """Whether somebody finds it."""
        return self.only is None or viewer in self.only


class OptionCard(msgspec.Struct, frozen=True, kw_only=True):
    """Something the law leaves to the house; `default` is the Rules Submission's own choice."""

    name: str
    question: str
    allowed: str
    choices: tuple[OptionValue, ...]
    default: OptionValue | None
    clauses: tuple[str, ...]


class ReadingCard(msgspec.Struct, frozen=True, kw_only=True):
    """A doubtful clause and the ways to read it."""

    id: str
    question: str
    options: dict[str, str]
    default: str
    clauses: tuple[str, ...]


class PayCard(msgspec.Struct, frozen=True, kw_only=True):
    """What is paid for something, as odds in words."""

    what: str
    odds: str
    clauses: tuple[str, ...]


class GameCard(msgspec.Struct, frozen=True, kw_only=True):
    """A game as the lobby offers it; `blurb` is what it says of itself."""

    game: str
    title: str
    blurb: str
    document: str
    options: tuple[OptionCard, ...]
    readings: tuple[ReadingCard, ...]
    pays: tuple[PayCard, ...]


def pays_of(rules: Rules) -> tuple[PayCard, ...]:
    """What each wager pays: the odds that a clause gives, or all where none does; bonuses for 21s; side wagers."""
    leaves = [
        PayCard(what=name.removesuffix("_odds").replace("_", " "), odds=str(leaf.value), clauses=rules.cites(name))
        for name, (_, leaf) in rules.by_name.items()
        if isinstance(leaf.value, Odds)
    ]
    side = [
        PayCard(what=f"{kind.name}: {row.name}", odds=str(row.odds), clauses=kind.clauses.offered)
        for kind in rules.side_wagers
        for row in kind.pays
    ]
    bonus = rules.by_name["bonus_21"][1].value if "bonus_21" in rules.by_name else None
    rows = bonus.rows if isinstance(bonus, Bonus21) else ()
    bonuses = [PayCard(what=f"21 of {row.name}", odds=str(row.odds), clauses=()) for row in rows]
    return (*([one for one in leaves if one.clauses] or leaves), *bonuses, *side)
