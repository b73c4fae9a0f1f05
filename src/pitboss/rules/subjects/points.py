"""Numbers that every document shares: how cards count and where a hand stands against them."""

from dataclasses import dataclass

from pitboss.cards.card import Rank
from pitboss.law import Citation
from pitboss.rules.cited import Group

TWENTY_ONE = 21
DEALER_STANDS_ON = 17
COURT_VALUE = 10
ACE_HIGH = 11
ACE_LOW = 1
COURTS = (Rank.JACK, Rank.QUEEN, Rank.KING)
TEN_VALUES = (Rank.TEN, *COURTS)


@dataclass(frozen=True)
class Points(Group):
    """What each card is worth: the same in every text, so no value of it can be set."""

    heading = "Value of the cards"
    number_cards: Citation = ()
    court_cards: Citation = ()
    aces: Citation = ()
    soft_total: Citation = ()
    hard_total: Citation = ()
