"""The Bust It (New Jersey: optional bonus) Wager: the dealer busts with exactly three cards."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from itertools import groupby
from typing import Annotated

from pitboss.cards.card import Rank
from pitboss.rules.cited import Group, silent
from pitboss.rules.money import Cents, Odds
from pitboss.rules.subjects.points import COURTS, DEALER_STANDS_ON, TWENTY_ONE
from pitboss.rules.wager_kinds import (
    AfterBust,
    AfterDeadHand,
    DecidedBy,
    Holds,
    KindClauses,
    PayRow,
    Predicate,
    WagerKind,
)

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

    def pay_rows(self, removed: Sequence[Rank]) -> tuple[PayRow, ...]:
        """The lines of the table as a side wager's, for decks without some ranks."""
        over, eights = Predicate(Holds.TOTAL, least=TWENTY_ONE + 1), Predicate(Holds.RANKS, (SPECIAL_RANK,))
        special = f"three {SPECIAL_RANK.label}s of one"
        rows = [
            PayRow(f"{special} suit", (over, eights, Predicate(Holds.SAME_SUIT)), self.three_eights_suited),
            PayRow(f"{special} colour", (over, eights, Predicate(Holds.SAME_COLOUR)), self.three_eights_coloured),
        ]
        # A ten is only in the decks of a variant; New Jersey's table pays by value, so it counts as a court card does.
        odds_of = {Rank.TEN: dict(self.third_card)[Rank.KING], **dict(self.third_card)}
        by_odds: dict[Odds, list[Rank]] = {}
        for rank in sorted(odds_of.keys() - set(removed)):
            by_odds.setdefault(odds_of[rank], []).append(rank)
        for odds, ranks in by_odds.items():
            name = f"bust with a third card of {', '.join(rank.label for rank in ranks)}"
            rows.append(PayRow(name, (over, Predicate(Holds.LAST, tuple(ranks))), odds))
        return tuple(rows)


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


DEAD_HAND = {"stays": AfterDeadHand.STAYS, "returned": AfterDeadHand.RETURNED}


@dataclass(frozen=True)
class BustIt(Group):
    """Who may make the Bust It Wager, how much of it, and how it is settled."""

    bust_it_offered: Annotated[bool, "Bust It (bonus) Wager offered"]
    bust_it_minimum_cents: Annotated[Cents, "at least"]
    bust_it_maximum_cents: Annotated[Cents | None, "house maximum"]
    bust_it_within_bet: Annotated[bool, "not above the bet"]
    bust_it_area: Annotated[bool, "a separate area for it on the layout"]
    bust_it_paytable: Annotated[BustItPaytable | None, "pays"]
    bust_it_wins: Annotated[str, "wins when"]
    bust_it_settled: Annotated[BustItSettled, "settled"]
    bust_it_paid_from: Annotated[str, "winners are paid"]
    bust_it_after_bust: Annotated[AfterBust, "after the player's hand is over"]
    dead_hand_bust_it: Annotated[AfterDeadHand, "the Bust It Wager of a dead hand"]
    bust_it_apart: Annotated[str, "bearing on other wagers"]


def kind_of(bust_it: BustIt, removed: Sequence[Rank]) -> WagerKind | None:
    """The Bust It Wager as the kind of side wager it is; None where the text knows none."""
    if bust_it.bust_it_paytable is None:
        return None
    clauses = KindClauses(
        *(
            bust_it.source(name).clauses
            for name in (
                "bust_it_offered",
                "bust_it_minimum_cents",
                "bust_it_maximum_cents",
                "bust_it_within_bet",
                "bust_it_area",
            )
        )
    )
    return WagerKind(
        "Bust It",
        DecidedBy.DEALER_THREE,
        bust_it.bust_it_paytable.pay_rows(removed),
        bust_it.bust_it_minimum_cents,
        bust_it.bust_it_maximum_cents,
        bust_it.bust_it_within_bet,
        bust_it.bust_it_after_bust,
        bust_it.dead_hand_bust_it,
        bust_it.bust_it_offered,
        bust_it.bust_it_area,
        clauses,
    )


# For the games whose text knows no Bust It Wager.
NOT_OFFERED = BustIt(
    bust_it_offered=silent(False),
    bust_it_minimum_cents=silent(Cents(0)),
    bust_it_maximum_cents=silent(None),
    bust_it_within_bet=silent(False),
    bust_it_area=silent(False),
    bust_it_paytable=silent(None),
    bust_it_wins=silent("none"),
    bust_it_settled=silent(BustItSettled.NONE),
    bust_it_paid_from=silent("none"),
    bust_it_after_bust=silent(AfterBust.STAYS),
    dead_hand_bust_it=silent(AfterDeadHand.STAYS),
    bust_it_apart=silent("none"),
)
