"""Cards dealt from the hand, at the table."""

from collections.abc import Mapping

from pitboss.procedure import moves as m
from pitboss.procedure import occasions
from pitboss.procedure.family_table import PEOPLE, FamilyTable
from pitboss.procedure.from_the_hand.state import FromTheHandState
from pitboss.procedure.moves import Move
from pitboss.procedure.occasions import Occasion

OCCASIONS: Mapping[type[Move], Occasion] = {
    **occasions.OCCASIONS,
    m.RackStub: ("stub_to_rack", "the stub goes to the rack after the deal"),
    m.CountStub: ("stub_counted_every", "the stub is counted after the deal"),
    m.DeclareMisdeal: ("misdealt_full", "a misdeal is looked for when the count of the stub is wrong"),
}

FROM_THE_HAND_TABLE = FamilyTable[FromTheHandState](interrupts=PEOPLE, occasions=OCCASIONS, state=FromTheHandState)
