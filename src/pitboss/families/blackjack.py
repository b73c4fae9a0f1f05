"""Blackjack: four documents."""

from pitboss.families.record import Family, Room, Text

BLACKJACK = Family(
    name="blackjack",
    law=tuple(Text(f"pitboss.law:data/{name}.toml") for name in ("pa_665a", "pa_673a", "nj_26", "dd_house")),
    readings=(Text("pitboss.law:data/readings.toml"),),
    comparisons=(Text("pitboss.rules:comparisons/double_attack.toml"),),
    games=(
        "pitboss.rules.double_attack_pa",
        "pitboss.rules.double_attack_nj",
        "pitboss.rules.double_back_jack_pa",
        "pitboss.rules.double_deck_house",
    ),
    documents={
        "pa-665a": Room("pitboss.procedure.blackjack.double_attack_pa:game"),
        "pa-673a": Room("pitboss.procedure.blackjack.double_back_jack_pa:game"),
        "nj-26": Room("pitboss.procedure.blackjack.double_attack_nj:game"),
        "dd-house": Room("pitboss.procedure.blackjack.double_deck_house:game"),
    },
    rules=Room("pitboss.rules.blackjack:BLACKJACK_RULES"),
    procedure=Room("pitboss.procedure.blackjack.table:BLACKJACK_TABLE"),
    solve=Room("pitboss.solve.blackjack:solve_blackjack"),
    report=Room("pitboss.report.blackjack:BLACKJACK_REPORT"),
    simulate=Room("pitboss.simulate.blackjack:simulate_blackjack"),
    house=Room("pitboss.house.blackjack:BLACKJACK_HOUSE"),
    shuffle=Room("pitboss.shuffles.routines:BLACKJACK_ROUTINES"),
    school=Room("pitboss.school.blackjack:BLACKJACK_SCHOOL"),
    protect=Room("pitboss.protect.desk:protect_blackjack"),
)
