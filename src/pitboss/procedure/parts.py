"""The parts of a table's state: who is there, the chips, the cards, and what is ready."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import Enum

from pitboss.cards.batch import Batch
from pitboss.cards.card import Card
from pitboss.cards.discard_rack import DiscardRack
from pitboss.cards.shoe import Shoe
from pitboss.law import Citation
from pitboss.procedure import facts
from pitboss.procedure.moves import DEALER, CheckEquipment, Move

NOBODYS = -1  # where the cover card came out, when it was at no hand


class Why(Enum):
    """What led to a shuffle; it decides who is offered the cut."""

    GAME_BEGINS = "the game is just beginning"
    IDLE = "somebody has come to an idle table"
    COVER_CARD = "the cover card came out"
    ORDERED = "a floorperson ordered it"
    ROUND_VOID = "the round was void, and the cards with it"
    RAN_OUT = "too few cards to complete the round"
    SHOE_DONE = "the shoe has been dealt"


FIRST_SHUFFLES = (Why.GAME_BEGINS, Why.IDLE)  # of cards that no shoe has held just before


@dataclass
class Player:
    """Somebody at the table: chips in hand, the seat, and what the house has noted."""

    name: str
    chips: int = 0
    seat: int | None = None
    sat_out: bool = True  # the last round, as who has only just come
    permitted: bool = False
    hands_this_shoe: int | None = None


@dataclass
class Sealed:
    """A shuffled order whose seal is published and whose content is not."""

    seal: str
    salt: str
    order: tuple[Card, ...]
    hands: tuple[str, ...] = ()
    seed: str = ""
    lay: tuple[Card, ...] = ()
    cut: int | None = None


@dataclass
class Coupon:
    """A match play coupon lying with a wager: on which hand, and what it is worth in cents."""

    hand: int
    cents: int


@dataclass
class Readiness:
    """What must be in order before a round may begin."""

    equipment: CheckEquipment  # as it was last checked
    opened: bool = False
    reader_inspected: bool = False
    reader_works: bool = True
    change_due: bool = False
    closing: bool = False
    reshuffle_ordered: bool = False
    reshuffle_after_void: Citation | None = None  # by what voided the round, which may be by no clause
    new_dealer: str | None = None
    change_ordered: bool = False
    idle: bool = False
    idle_face_up: bool = False
    preshuffled: bool = False
    inspect_stored: bool = False
    shuffler_jammed: bool = False
    set_device_aside_by: type[Move] | None = None  # once the shuffling device has failed
    shuffler_set_aside: bool = False


@dataclass
class People:
    """Who is at the table, who deals, and what the house has to remember of them."""

    players: dict[str, Player] = field(default_factory=dict)
    dealer_name: str = "the first dealer"
    incoming_shuffles: Citation = ()  # by which clauses a dealer who has just come shuffles
    first_arrival: str | None = None
    last_cutter: str = DEALER
    shared_boxes_most: int | None = None  # unless the regulator has limited them

    def seated(self) -> list[Player]:
        """The players with a seat, from the dealer's left."""
        return sorted((p for p in self.players.values() if p.seat is not None), key=lambda p: p.seat or 0)

    def at_seat(self, box: int) -> str | None:
        """Who sits at a box."""
        for player in self.players.values():  # asked of every wager
            if player.seat == box:
                return player.name
        return None


Where = tuple[str, int, str]  # whose wager, on which box, of which name


@dataclass
class Chips:
    """The chips that are in nobody's hand, the coupons that lie with wagers, and what this round has settled."""

    inventory: int = 0
    on_layout: int = 0
    bought: int = 0
    coupons: dict[Where, Coupon] = field(default_factory=dict)
    taken_coupons: dict[Where, Coupon] = field(default_factory=dict)
    settled: list[tuple[Player, facts.WagerCollected | facts.WagerPaid]] = field(default_factory=list)


@dataclass
class Cards:
    """The cards from the batch to the rack, and how they were shuffled and cut."""

    batches: list[Batch] = field(default_factory=list)
    batch_in_play: int = 0
    sealed: Sealed | None = None
    unopened: list[Sealed] = field(default_factory=list)
    stored: dict[str, Sealed] = field(default_factory=dict)
    shoe: Shoe = field(default_factory=lambda: Shoe(()))
    rack: DiscardRack = field(default_factory=DiscardRack)
    loose: tuple[Card, ...] = ()
    to_shuffle: tuple[Card, ...] = ()
    commitment: str = ""  # to the seed that the house drew last
    cover_card_at: int | None = None
    ran_out: bool = False  # in the round now dealt, or just over
    cut_offered: facts.CutOffered | None = None
    burned: list[Card] = field(default_factory=list)  # the last to be burned, more than one by a house's own procedure
    shuffling: str = ""  # who shuffles, while somebody does
    why_shuffled: Why = Why.GAME_BEGINS
    rounds_from_shoe: int = 0

    def sealed_now(self) -> Iterator[Sealed]:
        """The orders whose seals are published and not opened."""
        yield from self.unopened
        yield from () if self.sealed is None else (self.sealed,)
        yield from self.stored.values()

    @property
    def in_play(self) -> Batch:
        """The batch that is dealt from."""
        return self.batches[self.batch_in_play]
