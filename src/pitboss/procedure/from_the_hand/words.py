"""What happens only where cards are dealt from the hand, each fact in words."""

from collections.abc import Mapping

from pitboss.procedure.facts import Fact
from pitboss.procedure.from_the_hand import facts as f
from pitboss.procedure.transcript import Tells, cards_in_words, count, own_rule

WORDS: Mapping[type[Fact], Tells] = {
    f.StubPlaced: lambda _, x: f"stub of {count(x.cards)} to the rack",
    f.StubCounted: lambda _, x: f"stub counted: {count(x.cards)}, {x.in_deck} in the deck",
    f.DeckRemoved: lambda _, x: "the deck is removed from the table",
    f.HandShown: lambda _, x: (
        f"{'dealer' if x.box == 0 else f'box {x.box}'} shows {cards_in_words(x.cards)}: {own_rule(x.rank)}"
    ),
}
