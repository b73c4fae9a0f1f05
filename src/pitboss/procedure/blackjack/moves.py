"""What is done only at a blackjack table: to cards that come to it, on a hand, by the dealer, and what goes wrong."""

from typing import Annotated

from msgspec import Meta

from pitboss.procedure.moves import Amount, BoxNumber, DealersHand, Move, Place

INVENTORY = "inventory"


class InspectCards(Move, frozen=True, kw_only=True):
    """The dealer inspects the cards for defects."""

    defects: Annotated[int, Meta(ge=0, le=4000)] = 0


class VerifyInspection(Move, frozen=True, kw_only=True):
    """The floorperson verifies the dealer's inspection."""


class RemoveTens(Move, frozen=True, kw_only=True):
    """The dealer takes the tens out of the decks."""


class DestroyTens(Move, frozen=True, kw_only=True):
    """The floorperson sees the tens removed and destroyed."""


class SpreadCards(Move, frozen=True, kw_only=True):
    """The dealer spreads the cards on the table: in fans or not, each deck apart or not, and so on."""

    face_up: bool = True
    in_fans: bool = True
    by_deck: bool = True
    by_suit: bool = True
    in_sequence: bool = True


class WashCards(Move, frozen=True, kw_only=True):
    """The dealer turns the cards face down, washes and stacks them."""

    exposed: bool = False


class CallRolling(Move, frozen=True, kw_only=True):
    """The dealer of Double Deck calls out "rolling": so that all can hear it, or not."""

    loud_and_clear: bool = True


class ApproveRolling(Move, frozen=True, kw_only=True):
    """The floorperson approves after the dealer has called "rolling"."""


class Attack(Move, frozen=True, kw_only=True):
    """A player places a Double Attack Wager after seeing the dealer's first card."""

    box: BoxNumber
    cents: Amount


class NoAttack(Move, frozen=True, kw_only=True):
    """A player places no Double Attack Wager."""

    box: BoxNumber


class Insure(Move, frozen=True, kw_only=True):
    """A player places an Insurance Wager."""

    box: BoxNumber
    cents: Amount


class NoInsurance(Move, frozen=True, kw_only=True):
    """A player places no Insurance Wager."""

    box: BoxNumber


class EvenMoney(Move, frozen=True, kw_only=True):
    """A player with a Blackjack against an ace takes even money at once."""

    box: BoxNumber


class Hit(Move, frozen=True, kw_only=True):
    """Draw a card."""

    box: BoxNumber


class Stand(Move, frozen=True, kw_only=True):
    """Draw no more."""

    box: BoxNumber


class Double(Move, frozen=True, kw_only=True):
    """Double down for an amount, on one more card."""

    box: BoxNumber
    cents: Amount


class Split(Move, frozen=True, kw_only=True):
    """Split a pair."""

    box: BoxNumber


class Surrender(Move, frozen=True, kw_only=True):
    """Give the hand up."""

    box: BoxNumber


class FollowDouble(Move, frozen=True, kw_only=True):
    """Another bettor on the box doubles too, for an amount; zero declines."""

    box: BoxNumber
    cents: Annotated[int, Meta(ge=0, le=10**12)]


class FollowSplit(Move, frozen=True, kw_only=True):
    """Another bettor on the box covers the new hand, or lets the wager stay on one of the two."""

    box: BoxNumber
    cover: bool
    keep_on_new_hand: bool = False


class SecondChance(Move, frozen=True, kw_only=True):
    """Wager on a card to be subtracted."""

    box: BoxNumber


class NoSecondChance(Move, frozen=True, kw_only=True):
    """Let the busted hand go."""

    box: BoxNumber


class LookAtCards(Move, frozen=True, kw_only=True):
    """A Double Deck player looks at the hand's own two cards, with one hand or with both."""

    box: BoxNumber
    hands: Annotated[int, Meta(ge=1, le=2)] = 1


class ReadHoleCard(Move, frozen=True, kw_only=True):
    """The dealer puts the hole card into the card reader device."""


class TurnHoleCard(Move, frozen=True, kw_only=True):
    """The dealer turns the hole card face up."""


class SettleBox(Move, frozen=True, kw_only=True):
    """The dealer settles a box, with the left or the right hand, from the inventory or from the losers' chips."""

    box: BoxNumber
    hand: DealersHand = "right"
    paid_from: Annotated[str, Meta(pattern="^(inventory|losing-wagers)$")] = INVENTORY


class AnnounceTotal(Move, frozen=True, kw_only=True):
    """The dealer says the point count of a hand aloud: of one at a box, or of his own at box 0."""

    to: Place
    hand_number: Annotated[int, Meta(ge=1, le=10)] = 1
    total: Annotated[int, Meta(ge=0, le=100)]


class FoundFaceUp(Move, frozen=True, kw_only=True):
    """The next card is found lying face up in the shoe."""


class FoundTen(Move, frozen=True, kw_only=True):
    """A ten is found in the shoe, next to come."""

    card: Annotated[str, Meta(pattern="^T[CDHS]$")]


class DrewInError(Move, frozen=True, kw_only=True):
    """The dealer has drawn a card that nobody was to have."""

    exposed: bool


class RefuseCard(Move, frozen=True, kw_only=True):
    """A player does not accept the exposed card as the next card."""

    box: BoxNumber


class AcceptCard(Move, frozen=True, kw_only=True):
    """A player to whom an exposed card would be dealt unasked accepts it."""

    box: BoxNumber


class TakeLateCard(Move, frozen=True, kw_only=True):
    """A player who was passed over wants the card later."""

    box: BoxNumber


class CallHandDead(Move, frozen=True, kw_only=True):
    """A player who was passed over wants the hand dead."""

    box: BoxNumber


class ReaderFailed(Move, frozen=True, kw_only=True):
    """The card reader device malfunctions."""


class ReaderRepaired(Move, frozen=True, kw_only=True):
    """The card reader device was repaired or replaced."""
