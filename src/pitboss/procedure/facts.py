"""Facts: what has happened at any table, in the past tense, each with the clauses behind it.

A `card` is a card's code such as "8S". Facts are recorded whole; `views.py` decides who may see which part of them.
"""

from functools import cache, reduce
from operator import or_
from typing import Any

import msgspec

from pitboss.families import families
from pitboss.procedure.fact import Fact as Fact
from pitboss.procedure.irregular_facts import BoxPassedOver as BoxPassedOver
from pitboss.procedure.irregular_facts import CardDrawnInError as CardDrawnInError
from pitboss.procedure.irregular_facts import CardsRanOut as CardsRanOut
from pitboss.procedure.irregular_facts import CardUnused as CardUnused
from pitboss.procedure.irregular_facts import FloorpersonNotified as FloorpersonNotified
from pitboss.procedure.irregular_facts import HouseDecided as HouseDecided
from pitboss.procedure.irregular_facts import RoundVoided as RoundVoided
from pitboss.procedure.irregular_facts import ShufflerSetAside as ShufflerSetAside
from pitboss.procedure.irregular_facts import ShufflerStopped as ShufflerStopped
from pitboss.procedure.seed_facts import SeedCommitted as SeedCommitted
from pitboss.procedure.seed_facts import SeedDropped as SeedDropped
from pitboss.procedure.seed_facts import SeedGiven as SeedGiven
from pitboss.procedure.seed_facts import SeedPledged as SeedPledged
from pitboss.procedure.seed_facts import SeedsMixed as SeedsMixed
from pitboss.procedure.seed_facts import SeedWithheld as SeedWithheld

# --- opening --------------------------------------------------------------------------------------------------------


class EquipmentChecked(Fact, frozen=True):
    by: str
    positions: int


class ReaderInspected(Fact, frozen=True):
    by: str
    sound: bool


class GamingDayBegan(Fact, frozen=True):
    by: str


class DecksReceived(Fact, frozen=True):
    cards: int
    preshuffled: bool


class CardsSpread(Fact, frozen=True):
    face_up: bool
    batch: str


class InspectionAsked(Fact, frozen=True):
    by: str


class SpreadViewed(Fact, frozen=True):
    by: str


class CardAgeNoted(Fact, frozen=True):
    hours: int
    change_due: bool


class CardChangeOrdered(Fact, frozen=True):
    by: str


class CardsChanged(Fact, frozen=True):
    by: str


class ActivityCeased(Fact, frozen=True):
    by: str


class TableClosed(Fact, frozen=True):
    by: str


# --- shuffle, cut, burn ---------------------------------------------------------------------------------------------


class CardsShuffled(Fact, frozen=True):
    by: str
    cards: int
    batch: str
    seal: str
    preshuffled: bool


class ShuffleStepDone(Fact, frozen=True):
    step: str


class CutOffered(Fact, frozen=True):
    to: str


class StackPresented(Fact, frozen=True):
    to: str


class CutRefused(Fact, frozen=True):
    by: str


class CardsCut(Fact, frozen=True):
    """Only whoever cut knows how many cards lay above the cut, until the seal is opened."""

    by: str
    position: int | None


class CutNotRequired(Fact, frozen=True):
    why: str


class RecutOrdered(Fact, frozen=True):
    by: str
    recut_by: str


class CoverCardPlaced(Fact, frozen=True):
    from_back: int


class ShoeLoaded(Fact, frozen=True):
    cards: int
    batch: str


class ShoeEmptied(Fact, frozen=True):
    cards: int


class CardBurned(Fact, frozen=True):
    why: str
    card: str | None


class BurnCardShown(Fact, frozen=True):
    to: str
    card: str


class CoverCardCameOut(Fact, frozen=True):
    at: int


class ReshuffleOrdered(Fact, frozen=True):
    by: str


class SealOpened(Fact, frozen=True):
    seal: str
    salt: str
    order: tuple[str, ...]
    cut: int | None
    hands: tuple[str, ...] = ()
    seed: str = ""  # the house's, where it had committed to one
    lay: tuple[str, ...] = ()  # the cards as they lay before a routine that is carried out on them


class TapInOrdered(Fact, frozen=True):
    by: str
    dealer: str


class ClosingOrdered(Fact, frozen=True):
    by: str


class WorkCompleted(Fact, frozen=True):
    """What an outgoing dealer leaves done."""

    dealer: str
    work: str


class DealerChanged(Fact, frozen=True):
    outgoing: str
    incoming: str


# --- people and wagers ----------------------------------------------------------------------------------------------


class PlayerSat(Fact, frozen=True):
    player: str
    box: int


class PlayerLeft(Fact, frozen=True):
    player: str
    cents: int


class ChipsBought(Fact, frozen=True):
    player: str
    cents: int


class RoundBegan(Fact, frozen=True):
    round: int
    rules_hash: str


class WagerPlaced(Fact, frozen=True):
    player: str
    box: int
    hand: int
    wager: str
    cents: int


class CouponPlaced(Fact, frozen=True):
    """A match play coupon lies with the wager."""

    player: str
    box: int
    wager: str


class CouponTaken(Fact, frozen=True):
    """The coupon leaves the layout with the wager: paid, collected or returned."""

    player: str
    box: int
    wager: str
    outcome: str


class WagerConfirmed(Fact, frozen=True):
    by: str
    player: str
    box: int


class WagerNotConfirmed(Fact, frozen=True):
    by: str
    player: str
    box: int


class CashReturned(Fact, frozen=True):
    player: str
    cents: int


class ConsentGiven(Fact, frozen=True):
    by: str
    box: int
    player: str


class SharedBoxesLimited(Fact, frozen=True):
    """On how many boxes of the table several people may wager from now on, by order of the regulator."""

    by: str
    boxes: int


class EntryPermitted(Fact, frozen=True):
    player: str


class PlayerReady(Fact, frozen=True):
    player: str


class BetsClosed(Fact, frozen=True):
    by: str
    announced: str


class WagerDeclined(Fact, frozen=True):
    player: str
    box: int
    wager: str


class WagerPaid(Fact, frozen=True):
    player: str
    box: int
    hand: int
    wager: str
    cents: int
    winnings: int


class WagerCollected(Fact, frozen=True):
    player: str
    box: int
    hand: int
    wager: str
    cents: int


class WagerReturned(Fact, frozen=True):
    player: str
    box: int
    hand: int
    wager: str
    cents: int


class CollectionUndone(Fact, frozen=True):
    """A wager collected in a round that does not count lies on the layout again."""

    player: str
    box: int
    hand: int
    wager: str
    cents: int


class PaymentUndone(Fact, frozen=True):
    """Winnings paid in a round that does not count go back to the table inventory."""

    player: str
    box: int
    hand: int
    wager: str
    winnings: int


# --- cards and decisions --------------------------------------------------------------------------------------------


class CardDealt(Fact, frozen=True):
    """A card to a hand; box 0 is the dealer's."""

    box: int
    hand: int
    card: str | None
    face_up: bool
    sideways: bool = False


class CardLaid(Fact, frozen=True):
    """A card, face up, to a hand that belongs to no box, and what the hand then counts."""

    hand: str
    card: str
    points: int


class Announced(Fact, frozen=True):
    by: str
    words: str


class CardsLookedAt(Fact, frozen=True):
    """A player has looked at the face-down cards of a hand."""

    player: str
    box: int
    hand: int
    cards: tuple[str, ...] | None


class CardsShown(Fact, frozen=True):
    """Face-down cards of a hand were turned up for all to see."""

    box: int
    hand: int
    cards: tuple[str, ...]


class HandSettled(Fact, frozen=True):
    box: int
    hand: int
    outcome: str


class CardsDiscarded(Fact, frozen=True):
    box: int
    hand: int
    cards: int


class RoundEnded(Fact, frozen=True):
    round: int


class HandChosen(Fact, frozen=True):
    """The hand in which the dealer holds the cards, and how they are held."""

    hand: str
    held: str


FACTS: tuple[type[Fact], ...] = tuple(Fact.__subclasses__())
IRREGULARITIES: frozenset[type[Fact]] = frozenset(
    (
        CardDrawnInError,
        CardUnused,
        BoxPassedOver,
        RoundVoided,
        CardsRanOut,
        FloorpersonNotified,
        ShufflerStopped,
        ShufflerSetAside,
        CollectionUndone,
        PaymentUndone,
        HouseDecided,
    )
)


@cache
def every_fact() -> tuple[type[Fact], ...]:
    """The facts above, and those that the families bring."""
    return (*FACTS, *(kind for one in families().values() for kind in one.procedure.open().facts))


@cache
def irregularities() -> frozenset[type[Fact]]:
    """What tells that a round did not go its usual way: at any table, and at those of a family."""
    return IRREGULARITIES.union(*(one.procedure.open().irregularities for one in families().values()))


@cache
def _decoder() -> msgspec.json.Decoder[Any]:
    return msgspec.json.Decoder(reduce(or_, every_fact()))


def to_json(fact: Fact) -> bytes:
    """The fact as one line of JSON."""
    return msgspec.json.encode(fact)


def from_json(line: bytes | str) -> Fact:
    """A fact from its line of JSON."""
    fact: Fact = _decoder().decode(line)
    return fact
