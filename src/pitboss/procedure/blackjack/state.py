"""A blackjack table: the table's core and its round, which is the dealer's hand and what has gone wrong so far."""

from dataclasses import dataclass
from typing import Any

import msgspec

from pitboss.cards.card import Card
from pitboss.cards.discard_rack import Other
from pitboss.law import Citation
from pitboss.procedure import facts
from pitboss.procedure.blackjack.hands import Box, Hand
from pitboss.procedure.blackjack.round_law import RoundLaw
from pitboss.procedure.checkpoint import Kept
from pitboss.procedure.family_table import FamilyTable
from pitboss.procedure.hands import BesideTheBoxes
from pitboss.procedure.state import RoundVoid, State
from pitboss.rules.rules import BlackjackRules


@dataclass
class DrawnCard:
    """A card drawn in error that waits to be dealt as the next card; `asked_for` once somebody drew on seeing it."""

    card: Card
    exposed: bool
    asked_for: bool = False


class BlackjackKept(Kept, frozen=True, kw_only=True):
    """What a blackjack table keeps in mind while wagers are open."""

    held: list[DrawnCard] = msgspec.field(default_factory=list)


class HandsCalledDead(RoundVoid):
    """All hands of the round are called dead and each player's wager goes back."""


class BlackjackState(State):
    """A table of the blackjack family."""

    rules: BlackjackRules
    law: RoundLaw
    boxes: dict[int, Box]
    box_kind = Box

    def __init__(self, rules: BlackjackRules, by_hand: frozenset[str], family: FamilyTable[Any]) -> None:
        super().__init__(rules, by_hand, family)
        self.law = RoundLaw()
        self.held: list[DrawnCard] = []  # drawn in error, in the order drawn

    def clear_layout(self) -> None:
        """No card is dealt yet, and nothing of an earlier round holds any more."""
        super().clear_layout()
        self.dealer = Hand(0)
        self.no_more_cards: set[str] = set()  # players who refused an exposed card
        self.face_up_found = self.tens_found = 0
        self.missed_hits: list[Hand] = []
        self.dealer_missed = self.players_dealt = self.dealer_dealt = self.hole_card_read = False

    def beside_the_boxes(self) -> BesideTheBoxes:
        """The dealer's hand, and cards drawn in error."""
        exposed = [drawn.card for drawn in self.held if drawn.exposed]
        return BesideTheBoxes(self.dealer, (), exposed, [drawn.card for drawn in self.held if not drawn.exposed])

    # --- cards drawn in error ---------------------------------------------------------------------------------------

    def top(self) -> Card | None:
        """The next card, where nothing has to be done before it: one drawn in error comes first."""
        return self.held.pop(0).card if self.held else self.cards.shoe.top()

    def dealt_by(self, cited: Citation) -> Citation:
        """A card that was drawn in error is dealt by the paragraph on that too, as though it were the next."""
        if not self.held:
            return cited
        return (*cited, *self.rules.cites("exposed_card" if self.held[0].exposed else "hidden_card"))

    @property
    def exposed_is_next(self) -> bool:
        """Whether the next card lies exposed, so that whoever would get it may refuse it."""
        return bool(self.held) and self.held[0].exposed

    def draws_no_more(self, hand: Hand) -> bool:
        """Whether the one who decides for a hand has refused an exposed card, for any hand of any box, this round."""
        return bool(self.no_more_cards) and self.boxes[hand.box].decides in self.no_more_cards

    def discard_exposed(self, clauses: Citation) -> None:
        """Lay exposed cards which nobody can use in the discard rack; one that nobody saw stays the next card."""
        for drawn in self.held:
            if drawn.exposed:
                self.discard(Other("drawn in error", self.round), (drawn.card,))
                self.record(facts.CardUnused(clauses, drawn.card.code))
        self.held = [drawn for drawn in self.held if not drawn.exposed]

    def take_rest(self) -> tuple[Card, ...]:
        """The cards that are still to be dealt come out, those drawn in error first."""
        held, self.held = self.held, []
        return (*(drawn.card for drawn in held), *super().take_rest())
