"""What may be wagered, how much, when, by whom and on how many boxes."""

from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from typing import Annotated

from pitboss.law import Citation
from pitboss.rules.cited import Group, silent
from pitboss.rules.money import Cents
from pitboss.rules.wager_kinds import WagerKind


class AttackLimit(Enum):
    """How large a Double Attack Wager may be."""

    NONE = "no Double Attack Wager"
    UP_TO_BET = "up to the bet"
    EQUAL_TO_BET = "equal to the bet"


class VerbalWagers(Enum):
    """Whether a wager may be spoken, with cash on the table."""

    NOT_PROVIDED = "not provided"
    DEALER_CONFIRMS = "with cash, confirmed by the dealer"
    DEALER_AND_SUPERVISOR_CONFIRM = "with cash, confirmed by the dealer and a supervisor"


class MidShoeEntry(Enum):
    """Whether somebody who sat out a round may wager before the next shuffle."""

    PERMITTED = "permitted"
    REFUSED = "refused until the reshuffle or the house's leave"
    FORBIDDEN = "forbidden"
    RETURN_ONLY = "forbidden, save to one who has wagered since the shuffle"


class BoxDecidedBy(Enum):
    """Who decides for a box."""

    OWNER = "the player who wagers there"
    HIGHEST_THEN_FIRST = "the player seated there, else the highest wager on it, of equal ones the first"
    ONE_HIGHEST = "the player seated there, else the highest wager on it, which no other may equal"


class DesignatedAttack(Enum):
    """What becomes of the Double Attack Wager of one who designates a split hand for the bet."""

    GOES_ALONG = "goes with the bet to the hand designated"
    RETURNED = "goes back"


class LockedFrom(Enum):
    """From when a wager may not be handled, removed or altered."""

    WHEN_MADE = "from the moment it is made"
    FIRST_CARD = "once the first card is drawn, and for later wagers once the dealer confirms them"


class HandsInMidShoe(Enum):
    """Whether a player may change the number of hands before the next shuffle."""

    FREE = "may change"
    ONLY_FEWER = "may drop to one hand, never add one"


@dataclass(frozen=True)
class Wagers(Group):
    """The wagers of the game and their limits."""

    heading = "Wagers"
    bet_name: Citation = ()
    wagers_made: Citation = ()
    verbal_wagers: Annotated[VerbalWagers, "spoken wagers"] = silent(VerbalWagers.NOT_PROVIDED)
    match_play: Annotated[bool, "match play coupons accepted"] = silent(False)
    match_play_worth: Annotated[Fraction, "a match play coupon is worth, of the chips it lies with"] = silent(
        Fraction(0)
    )
    wagers_close: Citation = ()
    wagers_locked: Annotated[LockedFrom, "a wager is not handled, removed or altered until decided"] = silent(
        LockedFrom.WHEN_MADE
    )
    table_minimum_cents: Annotated[Cents, "table minimum"] = silent(Cents(1))
    table_maximum_cents: Annotated[Cents, "table maximum"] = silent(Cents(10**12))
    chip_unit_cents: Annotated[Cents, "smallest chip"] = silent(Cents(1))
    attack: Annotated[AttackLimit, "Double Attack Wager"] = silent(AttackLimit.NONE)
    mid_shoe_entry: Annotated[MidShoeEntry, "wagering after sitting out a round"] = silent(MidShoeEntry.PERMITTED)
    boxes_per_player: Annotated[int, "boxes one player may wager on"] = silent(1)
    boxes_adjacent: Annotated[bool, "those boxes must be adjacent"] = silent(False)
    hands_in_mid_shoe: Annotated[HandsInMidShoe, "number of hands in mid-shoe"] = silent(HandsInMidShoe.FREE)
    bettors_per_box: Annotated[int, "people wagering on one box, at most"] = silent(1)
    box_decided_by: Annotated[BoxDecidedBy, "who decides for a box"] = silent(BoxDecidedBy.OWNER)
    other_bettors: Citation = ()
    attack_without_caller: Annotated[bool, "they may attack though the one who decides does not"] = silent(False)
    designated_attack: Annotated[DesignatedAttack, "the Double Attack Wager of one who names a split hand"] = silent(
        DesignatedAttack.GOES_ALONG
    )
    box_regulator: Citation = ()
    side_wagers: Annotated[tuple[WagerKind, ...], "side wagers of a variant"] = silent(())
