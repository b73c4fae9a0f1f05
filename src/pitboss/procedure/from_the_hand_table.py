"""Cards dealt from the hand, at the table."""

from pitboss.procedure import occasions
from pitboss.procedure.family_table import PEOPLE, FamilyTable
from pitboss.procedure.from_the_hand import FromTheHand

FROM_THE_HAND_TABLE = FamilyTable(
    interrupts=PEOPLE, out_of_place=occasions.out_of_place_by_value, round_state=FromTheHand
)
