"""Punto banco: two hands, three spots to wager on, and a table that says who draws a third card."""

from pitboss.families import Family, Room, Text

BACCARAT = Family(
    name="baccarat",
    law=(Text("baccarat:law.toml"),),
    games=("baccarat.rules",),
    documents={"pa-631a": Room("baccarat.procedure:game")},
    procedure=Room("baccarat.procedure:BACCARAT_TABLE"),
    solve=Room("baccarat.solve:solve"),
    simulate=Room("baccarat.simulate:simulate"),
)
