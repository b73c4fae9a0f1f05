"""Numbers that every document shares: how cards count and where a hand stands against them."""

from dataclasses import dataclass
from typing import Annotated

from pitboss.cards.card import Rank
from pitboss.rules.cited import Group

TWENTY_ONE = 21
DEALER_STANDS_ON = 17
PUSH_TOTAL = 22
COURT_VALUE = 10
ACE_HIGH = 11
ACE_LOW = 1
COURTS = (Rank.JACK, Rank.QUEEN, Rank.KING)
TEN_VALUES = (Rank.TEN, *COURTS)


@dataclass(frozen=True)
class Points(Group):
    """What each card is worth."""

    number_cards: Annotated[tuple[Rank, ...], "cards that count their face value"]
    court_value: Annotated[int, "jack, queen and king count"]
    ace_high: Annotated[int, "an ace counts"]
    ace_low: Annotated[int, "an ace counts instead when it would take the hand over the limit"]
    limit: Annotated[int, "the most a hand may total"]
    soft_total: Annotated[str, "a soft total"]
    hard_total: Annotated[str, "a hard total"]


ACE_AS_ELEVEN = f"one with an ace counted as {ACE_HIGH}"
NO_ACE_AS_ELEVEN = f"one without aces, or with every ace counted as {ACE_LOW}"


def ranks(first: Rank, last: Rank) -> tuple[Rank, ...]:
    """The ranks from one to another in sequence."""
    return tuple(Rank(number) for number in range(first, last + 1))
