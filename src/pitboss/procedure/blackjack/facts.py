"""What happens only at a blackjack table."""

from pitboss.procedure.facts import Fact


class CardsInspected(Fact, frozen=True):
    by: str
    defects: int


class InspectionVerified(Fact, frozen=True):
    by: str


TENS = "tens"  # what the law has taken out of the decks; a variant may take out other ranks


class TensRemoved(Fact, frozen=True, omit_defaults=True):
    by: str
    cards: int
    called: str = TENS


class TensDestroyed(Fact, frozen=True, omit_defaults=True):
    by: str
    how: str
    called: str = TENS


class CardsWashed(Fact, frozen=True):
    exposed: bool
    batch: str


class RollingCalled(Fact, frozen=True):
    by: str


class RollingApproved(Fact, frozen=True):
    by: str


class DecksPresented(Fact, frozen=True):
    """The decks were held out to whoever cuts, with which of the dealer's hands and how far."""

    to: str
    hand: str
    reach: str


class CutCardRemoved(Fact, frozen=True):
    by: str


class CardsTucked(Fact, frozen=True):
    """A hand's cards, or its last one, lie face down and slightly under the bet."""

    box: int
    hand: int
    cards: int


class CardsSquared(Fact, frozen=True):
    """The dealer's two cards lie squared, one covering the other."""

    cards: int


class Signalled(Fact, frozen=True):
    player: str
    box: int
    hand: int
    signal: str


class DecisionMade(Fact, frozen=True):
    player: str
    box: int
    hand: int
    decision: str


class HandSplit(Fact, frozen=True):
    box: int
    hand: int
    new_hand: int


class HandDesignated(Fact, frozen=True):
    player: str
    box: int
    hand: int


class HandBusted(Fact, frozen=True):
    box: int
    hand: int
    total: int


class HoleCardRead(Fact, frozen=True):
    blackjack: bool


class HoleCardTurned(Fact, frozen=True):
    card: str


class SecondChanceDrawn(Fact, frozen=True):
    box: int
    hand: int
    card: str
    total: int


class DealerStood(Fact, frozen=True):
    total: int


class WagersParked(Fact, frozen=True):
    """A surrender waits for the dealer's second card: the wagers set on the cards, where the text has them so."""

    box: int
    hand: int
    on_cards: bool


class CardFoundFaceUp(Fact, frozen=True):
    card: str


class TenFound(Fact, frozen=True):
    card: str


class CardRefused(Fact, frozen=True):
    player: str
    box: int


class CardAccepted(Fact, frozen=True):
    player: str
    box: int


class LateCardChosen(Fact, frozen=True):
    player: str
    box: int


class HandDead(Fact, frozen=True):
    box: int
    hand: int
    why: str


class ReaderMisused(Fact, frozen=True):
    seen: bool | None  # whether players may have seen the card; None where the text does not ask


class ReaderBroke(Fact, frozen=True):
    by: str


class ReaderFixed(Fact, frozen=True):
    by: str


IRREGULARITIES: frozenset[type[Fact]] = frozenset(
    (
        CardFoundFaceUp,
        TenFound,
        CardRefused,
        CardAccepted,
        LateCardChosen,
        HandDead,
        ReaderMisused,
        ReaderBroke,
        ReaderFixed,
    )
)
