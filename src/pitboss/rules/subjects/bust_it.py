"""The Bust It (New Jersey: optional bonus) Wager: the dealer busts with exactly three cards."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from itertools import groupby
from typing import Annotated

from pitboss.cards.card import Card, Rank
from pitboss.rules.cited import Group, silent
from pitboss.rules.money import Odds
from pitboss.rules.subjects.points import COURTS, DEALER_STANDS_ON, TWENTY_ONE

THREE_CARDS = 3
WINS_WHEN = f"the dealer's third card takes the hand over {TWENTY_ONE}"
SPECIAL_RANK = Rank.EIGHT


@dataclass(frozen=True)
class BustItPaytable:
    """What each way of busting with three cards pays."""

    three_eights_suited: Odds
    three_eights_coloured: Odds
    third_card: tuple[tuple[Rank, Odds], ...]

    def __str__(self) -> str:
        rows = [f"three 8s of one suit: {self.three_eights_suited}"]
        rows += [f"three 8s of one colour: {self.three_eights_coloured}"]
        for odds, cards in groupby(self.third_card, key=lambda row: row[1]):
            rows.append(f"third card {' or '.join(rank.label for rank, _ in cards)}: {odds}")
        return "; ".join(rows)

    def odds(self, dealer: Sequence[Card]) -> Odds:
        """What a dealer's three cards that total more than 21 pay."""
        special = self.three_eights(dealer)
        if special is not None:
            return special
        third = dealer[2]
        # A ten is only in the decks of a variant; New Jersey's table pays by value, so it counts as a court card does.
        rows = {Rank.TEN: self._court_odds(), **dict(self.third_card)}
        return rows[third.rank]

    def three_eights(self, dealer: Sequence[Card]) -> Odds | None:
        """What three eights of one suit or colour pay; None for any other three cards."""
        first, second, third = dealer
        if first.rank == second.rank == third.rank == SPECIAL_RANK:
            if first.suit is second.suit is third.suit:
                return self.three_eights_suited
            if first.suit.colour is second.suit.colour is third.suit.colour:
                return self.three_eights_coloured
        return None

    def _court_odds(self) -> Odds:
        return dict(self.third_card)[Rank.KING]

    def rows(self) -> tuple[Odds, ...]:
        """Every odds the table can pay."""
        return (self.three_eights_suited, self.three_eights_coloured, *(odds for _, odds in self.third_card))


BUST_IT_PAYTABLE = BustItPaytable(
    three_eights_suited=Odds(200, 1),
    three_eights_coloured=Odds(50, 1),
    third_card=(
        (Rank.SIX, Odds(15, 1)),
        (Rank.SEVEN, Odds(10, 1)),
        (Rank.EIGHT, Odds(8, 1)),
        (Rank.NINE, Odds(6, 1)),
        *((court, Odds(3, 1)) for court in COURTS),
    ),
)


class BustItSettled(Enum):
    """When a Bust It Wager is settled, and before what."""

    NONE = "none"
    BEFORE_BETS = f"before the bets: at a two-card {DEALER_STANDS_ON} or more, else on the third card"
    FIRST_WHERE_TWO_CARDS_DECIDE = (
        f"before every other wager at a two-card {DEALER_STANDS_ON} or more; else on the third card, "
        "after insurance and surrendered hands"
    )
    FIRST_OF_ALL = f"before every other wager: at a two-card {DEALER_STANDS_ON} or more, else on the third card"


class BustItAfterBust(Enum):
    """What becomes of the Bust It Wager of a player whose hand is over before the dealer's third card."""

    STAYS = "stays until the dealer's third card"
    COLLECTED = "collected with the hand"


@dataclass(frozen=True)
class BustIt(Group):
    """How the Bust It Wager is settled."""

    bust_it_paytable: Annotated[BustItPaytable | None, "pays"]
    bust_it_wins: Annotated[str, "wins when"]
    bust_it_settled: Annotated[BustItSettled, "settled"]
    bust_it_paid_from: Annotated[str, "winners are paid"]
    bust_it_after_bust: Annotated[BustItAfterBust, "after the player's hand is over"]
    bust_it_apart: Annotated[str, "bearing on other wagers"]


def not_offered() -> BustIt:
    """The games whose text knows no Bust It Wager."""
    return BustIt(
        bust_it_paytable=silent(None),
        bust_it_wins=silent("none"),
        bust_it_settled=silent(BustItSettled.NONE),
        bust_it_paid_from=silent("none"),
        bust_it_after_bust=silent(BustItAfterBust.STAYS),
        bust_it_apart=silent("none"),
    )
