"""Surrender: when a hand may be given up and what that costs."""

from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from typing import Annotated

from pitboss.law import Citation
from pitboss.rules.cited import Group, silent
from pitboss.rules.subjects.insurance import HALF


class SurrenderWhen(Enum):
    """At which moments a hand may be surrendered."""

    NEVER = "not offered"
    FIRST_DECISION = "before any other decision on the first two cards"
    ANY_TIME = "at any decision before standing"


class SurrenderAfterDouble(Enum):
    """What surrendering a doubled hand does."""

    NOT_OFFERED = "not offered"
    HALF_OF_EVERYTHING = "half of every wager on the hand is lost"
    DOUBLE_RETURNED = "half of the other wagers is lost, the Double Down Wager returned"


class SurrenderSettled(Enum):
    """When a surrender is settled against an up card that may still make a Blackjack."""

    AT_ONCE = "at once"
    EARLY = "at once, before the reader is used"
    AFTER_READER = "at once, the reader having been used"
    PARKED_FOR_READER = "bet set on the cards until the reader is used"
    BEFORE_AND_AFTER_READER = "at once, or when the reader has been used if chosen before that"
    PARKED_FOR_SECOND_CARD = "wagers set on the cards until the dealer's second card is seen"


class SurrenderedToBlackjack(Enum):
    """What a dealer Blackjack takes from a hand that was surrendered and not settled yet."""

    AS_OTHERS = "the hand loses what a hand played to the end would lose"
    ENTIRE = "every wager on the hand is lost, Double Attack and Double Down included"


BEFORE_READER = (SurrenderSettled.EARLY, SurrenderSettled.PARKED_FOR_READER, SurrenderSettled.BEFORE_AND_AFTER_READER)


@dataclass(frozen=True)
class Surrender(Group):
    """Whether, when and how a hand is surrendered."""

    heading = "Surrender"
    surrender: Annotated[SurrenderWhen, "surrender"] = silent(SurrenderWhen.NEVER)
    surrender_share: Annotated[Fraction, "share of the wagers lost"] = silent(HALF)
    surrender_after_draw: Annotated[bool, "after drawing cards"] = silent(False)
    surrender_after_split: Annotated[bool, "after a split"] = silent(False)
    surrender_split_aces: Annotated[bool, "on a split ace"] = silent(False)
    surrender_after_double: Annotated[SurrenderAfterDouble, "after doubling down"] = silent(
        SurrenderAfterDouble.NOT_OFFERED
    )
    surrender_shared: Annotated[bool, "on a hand several people wager on, for them all"] = silent(True)
    surrender_below: Citation = ()
    surrender_cards: Citation = ()  # collected with the wager
    surrender_settled: Annotated[SurrenderSettled, "settled, when the dealer shows an ace or a ten-value card"] = (
        silent(SurrenderSettled.AT_ONCE)
    )
    surrender_to_blackjack: Annotated[SurrenderedToBlackjack, "when the dealer turns out to have Blackjack"] = silent(
        SurrenderedToBlackjack.AS_OTHERS
    )

    @property
    def only_before_reader(self) -> bool:
        """Whether it is chosen before the hole card is read, and no more after that."""
        return self.surrender_settled in (SurrenderSettled.EARLY, SurrenderSettled.PARKED_FOR_READER)

    @property
    def at_once(self) -> bool:
        """Whether a Blackjack that shows later changes nothing for a hand given up."""
        return self.surrender_settled in (SurrenderSettled.AT_ONCE, SurrenderSettled.EARLY)

    @property
    def of_doubled_hand(self) -> SurrenderAfterDouble:
        """What surrendering a doubled hand does; it is never the first decision."""
        if self.surrender is not SurrenderWhen.ANY_TIME:
            return SurrenderAfterDouble.NOT_OFFERED
        return self.surrender_after_double

    def in_effect(self, name: str) -> object:
        """Only surrender at any time has later moments to speak of."""
        if name in ("surrender_after_draw", "surrender_after_split", "surrender_split_aces"):
            return self.surrender is SurrenderWhen.ANY_TIME and getattr(self, name)
        return self.of_doubled_hand if name == "surrender_after_double" else super().in_effect(name)
