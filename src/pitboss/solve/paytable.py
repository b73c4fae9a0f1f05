"""Side wagers row by row: what each line of a paytable pays and how often it comes."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from pitboss.rules.rules import BlackjackRules
from pitboss.rules.wager_kinds import WagerKind
from pitboss.solve.combinations import insurance_combinations
from pitboss.solve.composition import Composition


@dataclass(frozen=True)
class PayRow:
    """One way a wager ends: what it pays for each unit staked (-1 where it is lost) and how often."""

    name: str
    pays: Fraction
    chance: float


def insurance_rows(rules: BlackjackRules, shoe: Composition) -> tuple[PayRow, ...]:
    """Insurance, taken whenever it is offered; nothing where it is not."""
    counted = insurance_combinations(rules, shoe)
    if counted is None:
        return ()
    hit = float(counted.chances[0])
    return (
        PayRow("the dealer has Blackjack", rules.insurance.insurance_odds.ratio, hit),
        PayRow("anything else", Fraction(-1), 1 - hit),
    )


def side_rows(kind: WagerKind, lines: Sequence[float]) -> tuple[PayRow, ...]:
    """A side wager on the cards that decide it alone, by how often each line pays."""
    found = [PayRow(row.name, row.odds.ratio, chance) for row, chance in zip(kind.pays, lines, strict=True)]
    return (*found, PayRow("anything else", Fraction(-1), 1 - sum(lines)))
