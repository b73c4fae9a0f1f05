"""Maryland's rule for dealing cards from the hand, beside Pennsylvania's."""

from pitboss.families import Addition, Room, Text

MARYLAND = Addition(
    to="from-the-hand",
    law=(Text("maryland:law.toml"),),
    readings=(Text("maryland:readings.toml"),),
    comparisons=(Text("maryland:beside_pennsylvania.toml"),),
    games=("maryland.rules",),
    documents={"md-36.05.03.29": Room("maryland.procedure:game")},
)
