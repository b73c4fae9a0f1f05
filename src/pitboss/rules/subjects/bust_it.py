"""The Bust It (New Jersey: optional bonus) Wager: the dealer busts with exactly three cards."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from itertools import groupby
from typing import Annotated, Self

from pitboss.cards.card import Rank
from pitboss.rules.cited import SetBy, silent
from pitboss.rules.money import Cents, Odds
from pitboss.rules.subjects.points import COURT_VALUE, COURTS, DEALER_STANDS_ON, TWENTY_ONE
from pitboss.rules.wager_kinds import (
    AfterBust,
    AfterDeadHand,
    DecidedBy,
    Holds,
    KindClauses,
    PayRow,
    Paytable,
    Predicate,
    WagerKind,
    WagerSubject,
    rank_called,
)

SPECIAL_RANK = Rank.EIGHT


@dataclass(frozen=True)
class BustItPaytable(Paytable):
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

    def as_json(self) -> dict[str, str]:
        """The rows as a file has them."""
        rows = {
            "three-eights-suited": str(self.three_eights_suited),
            "three-eights-coloured": str(self.three_eights_coloured),
        }
        return rows | {rank.label: str(odds) for rank, odds in self.third_card}

    @classmethod
    def parse(cls, raw: object) -> Self:
        """Read one as it is written; a ValueError says what is wrong with it."""
        if not isinstance(raw, Mapping):
            raise ValueError('a paytable is a table of rows, such as {three-eights-suited = "200 to 1", 9 = "6 to 1"}')
        rows = {str(key): Odds.parse(str(odds)) for key, odds in raw.items()}
        try:
            suited, coloured = rows.pop("three-eights-suited"), rows.pop("three-eights-coloured")
        except KeyError as missing:
            raise ValueError(f"the paytable has no row {missing}") from None
        third = {rank_called(key): odds for key, odds in rows.items()}
        wanted = {Rank.SIX, Rank.SEVEN, Rank.EIGHT, Rank.NINE, Rank.JACK, Rank.QUEEN, Rank.KING}
        if lacking := sorted(wanted - third.keys()):
            raise ValueError(f"the paytable has no row for a third card {', '.join(r.label for r in lacking)}")
        return cls(suited, coloured, tuple(sorted(third.items())))

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
class BustIt(WagerSubject):
    """Who may make the Bust It Wager, how much of it, and how it is settled."""

    heading = "Bust It (bonus) Wager"
    bust_it_offered: Annotated[bool, "Bust It (bonus) Wager offered"] = silent(False)
    bust_it_minimum_cents: Annotated[Cents, "at least"] = silent(Cents(0))
    bust_it_maximum_cents: Annotated[Cents | None, "house maximum"] = silent(None)
    bust_it_within_bet: Annotated[bool, "not above the bet"] = silent(False)
    bust_it_area: Annotated[bool, "a separate area for it on the layout"] = silent(False)
    bust_it_paytable: Annotated[BustItPaytable | None, "pays"] = silent(None)
    bust_it_settled: Annotated[BustItSettled, "settled"] = silent(BustItSettled.NONE)
    bust_it_after_bust: Annotated[AfterBust, "after the player's hand is over"] = silent(AfterBust.STAYS)
    dead_hand_bust_it: Annotated[AfterDeadHand, "the Bust It Wager of a dead hand"] = silent(AfterDeadHand.STAYS)

    def kind(self, removed: Sequence[Rank]) -> WagerKind | None:
        """The Bust It Wager as the kind of side wager it is; None where the text knows none."""
        if self.bust_it_paytable is None:
            return None
        return WagerKind(
            "Bust It",
            DecidedBy.DEALER_THREE,
            self.bust_it_paytable.pay_rows(removed),
            self.bust_it_minimum_cents,
            self.bust_it_maximum_cents,
            self.bust_it_within_bet,
            self.bust_it_after_bust,
            self.dead_hand_bust_it,
            self.bust_it_offered,
            self.bust_it_area,
            KindClauses(
                offered=self.source("bust_it_offered").clauses,
                minimum=self.source("bust_it_minimum_cents").clauses,
                maximum=self.source("bust_it_maximum_cents").clauses,
                within_bet=self.source("bust_it_within_bet").clauses,
                area=self.source("bust_it_area").clauses,
            ),
            before_all=self.bust_it_settled is BustItSettled.FIRST_OF_ALL,
        )

    def unsettled(self, game: str, stands_on: int) -> str | None:
        """Why a dealer who stands on this total could not settle it: it is said nowhere how, or a row is missing."""
        if self.source("bust_it_settled").set_by is SetBy.VARIANT:
            return f"bust_it_settled makes no table here: {game} settles the wager where its text has it"
        if not self.bust_it_offered:
            return None
        if self.bust_it_paytable is None:
            return f"bust_it_offered = yes makes no table here: {game} does not say how a Bust It Wager is settled"
        # The dealer's two cards come to less than the total he stands on, and the third takes them over 21.
        least, paid = TWENTY_ONE + 1 - (stands_on - 1), dict(self.bust_it_paytable.third_card)
        lacking = ", ".join(rank.label for rank in Rank if least <= rank < COURT_VALUE and rank not in paid)
        if not lacking:
            return None
        why = f"dealer_stands_on = {stands_on} makes no table here"
        return f"{why}: bust_it_paytable has no row for a third card {lacking}"
