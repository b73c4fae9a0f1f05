"""What a dealer can do wrong, what kind of mistake each is, and the marks that each costs."""

from collections.abc import Mapping
from enum import Enum
from typing import NamedTuple

import msgspec

from pitboss.law import Citation


class Grade(Enum):
    """How grave a mistake is: its name, and the marks it costs."""

    MANNER = ("manner", 1)
    ORDER = ("order", 2)
    CARDS = ("cards", 3)
    MONEY = ("money", 4)
    INTEGRITY = ("integrity", 6)

    def __init__(self, words: str, marks: int) -> None:
        self.words = words
        self.marks = marks


class Kind(Enum):
    """A kind of mistake: in words, and its grade."""

    # chips
    OVERPAID = ("a winner is paid too much", Grade.MONEY)
    UNDERPAID = ("a winner is paid too little", Grade.MONEY)
    WINNER_NOT_PAID = ("a winner is not paid", Grade.MONEY)
    WINNER_TAKEN = ("a winning wager is taken", Grade.MONEY)
    LOSER_PAID = ("a losing wager is paid", Grade.MONEY)
    LOSER_LEFT = ("a losing wager is left", Grade.MONEY)
    TOO_LITTLE_TAKEN = ("too little of a wager is taken", Grade.MONEY)
    TOO_MUCH_TAKEN = ("too much of a wager is taken", Grade.MONEY)
    PUSH_PAID = ("a wager that goes back is paid", Grade.MONEY)
    PUSH_TAKEN = ("a wager that goes back is taken", Grade.MONEY)
    CHIPS_DO_NOT_ADD_UP = ("the chips are not the sum", Grade.MANNER)
    CHIPS_OUT_OF_ORDER = ("wagers of one step are handled out of order", Grade.ORDER)
    NO_SUCH_WAGER = ("chips are moved where no wager is decided", Grade.MONEY)
    LATE_WAGER_STANDS = ("a wager made too late, or altered, is let stand", Grade.INTEGRITY)
    BURN_CARD_SHOWN = ("the burn card is shown to one who may not see it", Grade.INTEGRITY)
    PAID_FROM_LOSERS = ("a winner is paid from the losers' chips", Grade.MANNER)
    # cards
    WRONG_BOX = ("a card goes to the wrong place", Grade.CARDS)
    BOX_PASSED_OVER = ("a box is passed over", Grade.CARDS)
    OWN_CARD_MISSED = ("the dealer misses a card of his own", Grade.CARDS)
    CARD_TOO_MANY = ("a hand is given a card too many", Grade.CARDS)
    CARD_EXPOSED = ("a card is drawn in error and exposed", Grade.CARDS)
    CARD_DRAWN = ("a card is drawn in error", Grade.CARDS)
    CARD_NOT_DUE = ("a card is dealt when none is due", Grade.CARDS)
    BURN_FORGOTTEN = ("a card is dealt before the burn", Grade.INTEGRITY)
    HOLE_CARD_TURNED = ("the hole card is turned too early", Grade.INTEGRITY)
    READER_MISUSED = ("the hole card is read without cause", Grade.INTEGRITY)
    READER_USED_AGAIN = ("the reader is used when it is not to be", Grade.CARDS)
    WRONG_HAND = ("with the wrong hand", Grade.MANNER)
    PICKED_UP_OUT_OF_ORDER = ("cards are picked up out of order", Grade.ORDER)
    CARDS_LEFT = ("cards are left on the layout", Grade.ORDER)
    WRONG_BATCH = ("cards of the wrong batch go to the rack", Grade.INTEGRITY)
    HANDLING_PERMITTED = ("a player is let handle the cards", Grade.INTEGRITY)
    STUB_NOT_COUNTED = ("the stub is not counted when its count is due", Grade.INTEGRITY)
    MISDEAL_MISJUDGED = ("a misdeal is not seen, or seen where there is none", Grade.CARDS)
    # order and words
    SETTLED_OUT_OF_ORDER = ("a box is settled out of order", Grade.ORDER)
    STEP_NOT_DUE = ("a step is made that is not due", Grade.ORDER)
    NOT_SAID = ("what is to be announced is not said", Grade.MANNER)
    SAID_WRONGLY = ("something else is announced", Grade.MANNER)
    BETS_NOT_CLOSED = ("cards are dealt before the bets are closed", Grade.INTEGRITY)
    # before the round
    SPREAD_WRONGLY = ("the cards are spread wrongly", Grade.MANNER)
    SHUFFLED_WRONGLY = ("the cards are not shuffled as ordered", Grade.INTEGRITY)
    CUT_PRESENTED_WRONGLY = ("the cards are presented wrongly for the cut", Grade.MANNER)
    CUT_TO_ANOTHER = ("the cut is offered to somebody else", Grade.INTEGRITY)
    CUT_TOO_NEAR = ("the cut is made too near an end, or too far from it", Grade.INTEGRITY)
    COVER_CARD_MISPLACED = ("the cover card goes to the wrong place", Grade.INTEGRITY)
    ROLLING_NOT_HEARD = ("rolling is not called so that all can hear it", Grade.MANNER)
    OTHERS_STEP = ("a step is made that is another's", Grade.ORDER)
    EQUIPMENT_WRONG = ("the table is opened with something amiss", Grade.INTEGRITY)
    WORK_LEFT = ("a dealer leaves with work undone", Grade.MANNER)

    def __init__(self, words: str, grade: Grade) -> None:
        self.words = words
        self.grade = grade

    @property
    def id(self) -> str:
        """The kind as records have it."""
        return self.name.lower().replace("_", "-")

    @property
    def marks(self) -> int:
        """What it costs."""
        return self.grade.marks


KINDS: Mapping[str, Kind] = {kind.id: kind for kind in Kind}

# A refused step by the code of its refusal; of a family of codes by what stands before the stroke.
BY_CODE: Mapping[str, Kind] = {
    "deal/out-of-order": Kind.WRONG_BOX,
    "deal/card-due": Kind.BOX_PASSED_OVER,
    "deal/own-card": Kind.OWN_CARD_MISSED,
    "deal/hand": Kind.WRONG_HAND,
    "deal/not-now": Kind.CARD_NOT_DUE,
    "deal/no-more-bets": Kind.BETS_NOT_CLOSED,
    "draw": Kind.CARD_DRAWN,
    "pass-over/not-now": Kind.CARD_NOT_DUE,
    "settle/out-of-order": Kind.SETTLED_OUT_OF_ORDER,
    "settle/left-hand": Kind.WRONG_HAND,
    "settle/losing-chips": Kind.PAID_FROM_LOSERS,
    "hole-card/too-early": Kind.HOLE_CARD_TURNED,
    "reader/used": Kind.READER_USED_AGAIN,
    "reader/none": Kind.READER_USED_AGAIN,
    "reader/no-hole-card": Kind.READER_USED_AGAIN,
    "hand/left": Kind.WRONG_HAND,
    "hand/chosen": Kind.WRONG_HAND,
    "cut/hand": Kind.WRONG_HAND,
    "cut/backs": Kind.CUT_PRESENTED_WRONGLY,
    "cut/ends": Kind.CUT_PRESENTED_WRONGLY,
    "cut/past-the-circle": Kind.CUT_PRESENTED_WRONGLY,
    "cut/not-entitled": Kind.CUT_TO_ANOTHER,
    "cut/too-near-the-end": Kind.CUT_TOO_NEAR,
    "cut/too-far-from-the-end": Kind.CUT_TOO_NEAR,
    "cover-card": Kind.COVER_CARD_MISPLACED,
    "rolling/not-heard": Kind.ROLLING_NOT_HEARD,
    "spread": Kind.SPREAD_WRONGLY,
    "shuffle": Kind.SHUFFLED_WRONGLY,
    "shuffle/not-now": Kind.STEP_NOT_DUE,
    "cards/permitted": Kind.HANDLING_PERMITTED,
    "rack/other-batch": Kind.WRONG_BATCH,
    "stub/count-due": Kind.STUB_NOT_COUNTED,
    "misdeal/not-so": Kind.MISDEAL_MISJUDGED,
    "equipment": Kind.EQUIPMENT_WRONG,
    "tap-in/work-left": Kind.WORK_LEFT,
}


NOT_YOURS = "/not-yours"


def kind_of(code: str) -> Kind:
    """The kind of mistake that a refusal tells of."""
    if code.endswith(NOT_YOURS):
        return Kind.OTHERS_STEP
    return BY_CODE.get(code) or BY_CODE.get(code.partition("/")[0]) or Kind.STEP_NOT_DUE


class Fault(NamedTuple):
    """What was wrong with something, whoever did it and whenever."""

    kind: Kind
    sentence: str
    clauses: Citation
    cents: int = 0  # moved wrongly, whichever way
    house_cents: int = 0  # lost by the house; below zero, by the players


class Mistake(msgspec.Struct, frozen=True):
    """One mistake: which act, in which round, what should have been, by which clauses, and the money that moved."""

    act: int
    round: int
    kind: str
    sentence: str
    clauses: Citation
    cents: int = 0
    house_cents: int = 0

    @property
    def of(self) -> Kind:
        """The kind itself."""
        return KINDS[self.kind]
