"""Side wagers row by row: what each line of a paytable pays and how often it comes."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from pitboss.rules.rules import BlackjackRules
from pitboss.rules.wager_kinds import WagerKind
from pitboss.solve.composition import Composition


@dataclass(frozen=True)
class PayRow:
    """One way a wager ends: what it pays for each unit staked (-1 where it is lost) and how often."""

    name: str
    pays: Fraction
    chance: float


def insurance_rows(rules: BlackjackRules, shoe: Composition) -> tuple[PayRow, ...]:
    """Insurance, taken whenever it is offered; nothing where it is not."""
    of = rules.insurance
    if not of.insurance_offered or not shoe.ranks[of.insurance_up_card - 1]:
        return ()
    left = shoe.without([of.insurance_up_card])
    hit = sum(left.ranks[rank - 1] for rank in of.insurance_wins_on) / left.cards
    return (
        PayRow("the dealer has Blackjack", of.insurance_odds.ratio, hit),
        PayRow("anything else", Fraction(-1), 1 - hit),
    )


def side_rows(kind: WagerKind, lines: Sequence[float]) -> tuple[PayRow, ...]:
    """A side wager on the cards that decide it alone, by how often each line pays."""
    found = [PayRow(row.name, row.odds.ratio, chance) for row, chance in zip(kind.pays, lines, strict=True)]
    return (*found, PayRow("anything else", Fraction(-1), 1 - sum(lines)))
