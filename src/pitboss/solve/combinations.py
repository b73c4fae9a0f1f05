"""Whole numbers behind a paytable: in how many ways the cards that decide a side wager fall on each of its lines."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from math import perm

from pitboss.cards.card import Rank
from pitboss.rules.rules import BlackjackRules
from pitboss.rules.wager_kinds import DecidedBy, WagerKind
from pitboss.solve.composition import Composition
from pitboss.solve.wager_lines import LOST, dealer_draws, shares_of_suits

FIRST_TWO, FIRST_THREE = 2, 3


@dataclass(frozen=True)
class Combinations:
    """Ordered deals of so many cards: how many there are, in how many the wager is lost, and each line's."""

    cards: int
    deals: int
    lost: int
    lines: Sequence[int]

    @property
    def chances(self) -> list[Fraction]:
        """How often each line pays."""
        return [Fraction(ways, self.deals) for ways in self.lines]


def combinations(kind: WagerKind, rules: BlackjackRules, shoe: Composition) -> Combinations | None:
    """Every ordered deal from a full shoe counted; none for a hand of any length, which hangs on how it is drawn."""
    if kind.decided_by.by_numbers:
        return None
    size = FIRST_TWO if kind.decided_by is DecidedBy.FIRST_TWO else FIRST_THREE
    ways = [Fraction(0)] * (len(kind.pays) + 1)
    for ranks in product(Rank, repeat=size):
        many = 1
        for at, rank in enumerate(ranks):
            many *= max(shoe.ranks[rank - 1] - ranks[:at].count(rank), 0)
        if not many:
            continue
        if kind.decided_by is DecidedBy.DEALER_THREE and not dealer_draws(rules, ranks[:FIRST_TWO]):
            ways[LOST] += many
            continue
        for line, share in shares_of_suits(kind, rules.cards.decks, ranks):
            ways[line] += many * share
    counted = [int(each) for each in ways]
    assert counted == ways, "ways are whole numbers"
    assert sum(counted) == perm(shoe.cards, size), "and all there are"
    return Combinations(size, perm(shoe.cards, size), counted[LOST], tuple(counted[1:]))


def insurance_combinations(rules: BlackjackRules, shoe: Composition) -> Combinations | None:
    """The up card that insurance is offered with and the card beside it; none where it is not offered."""
    of = rules.insurance
    ups = shoe.ranks[of.insurance_up_card - 1]
    if not of.insurance_offered or not ups:
        return None
    left = shoe.without([of.insurance_up_card])
    hits = sum(left.ranks[rank - 1] for rank in of.insurance_wins_on)
    return Combinations(FIRST_TWO, ups * left.cards, ups * (left.cards - hits), (ups * hits,))
