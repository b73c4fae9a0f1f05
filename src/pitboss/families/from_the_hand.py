"""Cards dealt from the hand: one section of one chapter."""

from pitboss.families.record import Family, Room, Text

FROM_THE_HAND = Family(
    name="from-the-hand",
    law=(Text("pitboss.law:data/pa_663a.toml"),),
    games=("pitboss.rules.five_card_hi_lo_pa",),
    documents={"pa-663a": Room("pitboss.procedure.from_the_hand.five_card_hi_lo_pa:game")},
    rules=Room("pitboss.rules.from_the_hand:FROM_THE_HAND_RULES"),
    procedure=Room("pitboss.procedure.from_the_hand.table:FROM_THE_HAND_TABLE"),
    simulate=Room("pitboss.simulate.hi_lo:simulate_hi_lo"),
    report=Room("pitboss.report.from_the_hand:FROM_THE_HAND_REPORT"),
    school=Room("pitboss.school.from_the_hand:FROM_THE_HAND_SCHOOL"),
)
