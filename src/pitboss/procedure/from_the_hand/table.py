"""Cards dealt from the hand, at the table."""

from collections.abc import Mapping

from pitboss.procedure import occasions
from pitboss.procedure.family_table import PEOPLE, FamilyTable
from pitboss.procedure.from_the_hand import moves as hl
from pitboss.procedure.from_the_hand.state import FromTheHandKept, FromTheHandState
from pitboss.procedure.from_the_hand.words import WORDS
from pitboss.procedure.moves import Cut, Deal, Move, PassOver
from pitboss.procedure.occasions import Occasion

OCCASIONS: Mapping[type[Move], Occasion] = {
    **occasions.OCCASIONS,
    Cut: ("", "the cards are cut when they have been shuffled"),
    Deal: (lambda t: t.law.dealt, "no card is due"),
    PassOver: (lambda t: t.law.dealt, "no card is due"),
    hl.RackStub: ("stub_to_rack", "the stub goes to the rack after the deal"),
    hl.CountStub: ("stub_counted_every", "the stub is counted after the deal"),
    hl.DeclareMisdeal: ("misdealt_full", "a misdeal is looked for when the count of the stub is wrong"),
}

FROM_THE_HAND_TABLE = FamilyTable[FromTheHandState](
    state=FromTheHandState,
    interrupts=PEOPLE,
    occasions=OCCASIONS,
    staff_moves=frozenset((hl.RackStub, hl.CountStub, hl.DeclareMisdeal)),
    facts=WORDS,
    kept=FromTheHandKept,
)
