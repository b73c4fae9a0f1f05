"""Moves: everything that anybody can do at any table. `by` says who: a player's name, or a role of the house.

What is done only at the tables of one family is in that family's folder.
"""

from collections.abc import Callable, Mapping
from functools import cache, reduce
from operator import or_
from typing import TYPE_CHECKING, Annotated, Any, Literal

import msgspec
from msgspec import Meta

from pitboss.cards.card import ALL_CARDS, codes
from pitboss.families import BadPlugIn, families
from pitboss.procedure.refusal import Malformed

DEALER = "dealer"
FLOORPERSON = "floorperson"
SHUFFLER = "shuffler"
STAFF = (DEALER, FLOORPERSON, SHUFFLER)
MALFORMED_CHARACTERS_MAX = 400
REMEMBERED = 16_384  # moves that are known to be well formed: players make the same ones again and again

Name = Annotated[str, Meta(min_length=1, max_length=40)]
Amount = Annotated[int, Meta(ge=1, le=10**12)]
BoxNumber = Annotated[int, Meta(ge=1, le=12)]
Place = Annotated[int, Meta(ge=0, le=10**4)]
CARDS_MOST = 4000
Movement = Annotated[  # a word, and of each card in hand from which packet it fell, or the packets of a strip
    str, Meta(pattern="^(divide|place [AB]|(riffle|lace)( [12]+)?|strip( [0-9]+)*)$", max_length=CARDS_MOST)
]
DealersHand = Annotated[str, Meta(pattern="^(left|right)$")]
if TYPE_CHECKING:
    CardCode = str
else:  # one of 52, found at once: a pattern would be tried on every card of every shuffle
    CardCode = Literal[codes(ALL_CARDS)]
Order = Annotated[tuple[CardCode, ...], Meta(max_length=CARDS_MOST)]


def _kebab(name: str) -> str:
    return "".join(f"-{c.lower()}" if c.isupper() else c for c in name).lstrip("-")


class Move(msgspec.Struct, frozen=True, kw_only=True, gc=False, tag_field="move", tag=_kebab):
    """Something one person or device does."""

    by: Name


# --- people ---------------------------------------------------------------------------------------------------------


class Sit(Move, frozen=True, kw_only=True):
    """A player takes the seat at a box."""

    box: BoxNumber


class BuyIn(Move, frozen=True, kw_only=True):
    """A player buys practice chips."""

    cents: Amount


class Leave(Move, frozen=True, kw_only=True):
    """A player takes the chips and goes."""


# --- opening, equipment, the gaming day -----------------------------------------------------------------------------


class CheckEquipment(Move, frozen=True, kw_only=True):
    """The floorperson opens the table, saying what stands on and around it."""

    positions: Annotated[int, Meta(ge=0, le=100)]
    betting_areas: tuple[str, ...] = ()
    inscriptions: tuple[str, ...] = ()
    similar_language_approved: bool = False
    name_or_logo: bool = True
    layout_approved: bool = True
    side_wager_areas: bool = True  # one for each side wager that is to have its own
    odds_on_layout_or_sign: bool = True
    limits_posted: bool = True
    drop_box_side: str = "left"
    tip_box_side: str = "right"
    tip_box_approved_elsewhere: bool = False
    other_equipment_in_the_way: bool = False
    card_reader: bool = True
    rack_attached: bool = True
    rack_place: str = "right"
    rack_height_cards: Annotated[int, Meta(ge=0, le=10**4)] = 0
    rack_mark_cards: Annotated[int, Meta(ge=0, le=10**4)] | None = None
    shoe_place: str = "left"
    shoe_place_approved: bool = True
    shoe_marked: bool = True
    shuffler: bool = False
    shuffler_approved: bool = True
    shuffler_stores_securely: bool = True
    cards_alike: bool = True
    batch_backs: tuple[str, ...] = ("blue",)
    cover_cards: Annotated[int, Meta(ge=0, le=100)] = 1
    cover_card_distinct: bool = True
    own_procedure_approved: bool = True


class InspectReader(Move, frozen=True, kw_only=True):
    """The floorperson inspects the card reader device at the start of the gaming day."""

    sound: bool = True


class BeginGamingDay(Move, frozen=True, kw_only=True):
    """A new gaming day begins."""


class ReceiveDecks(Move, frozen=True, kw_only=True):
    """Decks of cards arrive at the table."""

    preshuffled: bool = False
    tens_removed: bool = False


class AskFaceUp(Move, frozen=True, kw_only=True):
    """A player asks that spread cards be turned face up."""


class AskInspection(Move, frozen=True, kw_only=True):
    """A player asks that the batch coming out of the shuffling device be spread and reshuffled too."""


class ViewSpread(Move, frozen=True, kw_only=True):
    """The first player has looked at the spread cards."""


class NoteCardAge(Move, frozen=True, kw_only=True):
    """The floorperson notes for how many hours the cards have been in use: time comes in only as a move."""

    hours: Annotated[int, Meta(ge=0, le=10**6)]


class ChangeCards(Move, frozen=True, kw_only=True):
    """The floorperson orders new decks."""


class NoteNoActivity(Move, frozen=True, kw_only=True):
    """Nobody plays at the open table: the cards are spread."""

    face_up: bool = False


class CloseTable(Move, frozen=True, kw_only=True):
    """The floorperson closes the table after the round."""


# --- shuffle and cut ------------------------------------------------------------------------------------------------


class Shuffle(Move, frozen=True, kw_only=True):
    """The dealer or the device has shuffled: the resulting order, top first, which stays sealed, and the salt.

    Where a house has a routine of its own, `hands` says what the dealer's hands did, movement by movement.
    """

    order: Order
    salt: Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]
    hands: Annotated[tuple[Movement, ...], Meta(max_length=100)] = ()


class CommitSeed(Move, frozen=True, kw_only=True):
    """The house draws its seed for a shuffle: all that is told of it is its hash, until the seal is opened."""

    seed: Annotated[str, Meta(pattern="^[0-9a-f]{1024}$")]


class PledgeSeed(Move, frozen=True, kw_only=True):
    """A player answers the house's commitment with the hash of a seed of their own."""

    pledge: Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]


class GiveSeed(Move, frozen=True, kw_only=True):
    """A player opens their pledge, once everybody's is there."""

    seed: Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]


class PassSeed(Move, frozen=True, kw_only=True):
    """A player gives no seed, or does not open the one they pledged."""


class OfferCut(Move, frozen=True, kw_only=True):
    """The dealer offers the stack to be cut: to a player, or to whoever is entitled when nobody is named.

    At Double Deck with the left or the right hand, how far across the layout, and what of the decks can be seen.
    """

    player: Name | None = None
    backs_away: bool = True
    ends_hidden: bool = True
    within_circle: bool = True
    hand: DealersHand | None = None


class Cut(Move, frozen=True, kw_only=True):
    """Whoever has the cut puts the cover card in with so many cards above it."""

    position: Place


class RefuseCut(Move, frozen=True, kw_only=True):
    """A player does not want to cut; at the Double Deck game, asks the dealer to."""


class PlaceCoverCard(Move, frozen=True, kw_only=True):
    """The dealer puts the cover card in for play, so many cards from the back, the stack along the shoe's mark."""

    from_back: Place
    along_mark: bool = True


class LoadShoe(Move, frozen=True, kw_only=True):
    """The dealer puts the stack into the shoe, or takes it in hand."""


class OrderRecut(Move, frozen=True, kw_only=True):
    """The floorperson orders a recut: by the last to cut, or by the next entitled."""

    by_last_cutter: bool = True


class OrderReshuffle(Move, frozen=True, kw_only=True):
    """The floorperson orders a reshuffle after this round."""


class BurnCard(Move, frozen=True, kw_only=True):
    """The dealer burns a card."""


class AskBurnCard(Move, frozen=True, kw_only=True):
    """A player asks to see the burn card."""


class TapIn(Move, frozen=True, kw_only=True):
    """The floorperson sends a new dealer to the table, having seen whether the outgoing one's work is done."""

    dealer: Name
    rack_straightened: bool = True
    antes_coloured_up: bool = True


class ChooseHand(Move, frozen=True, kw_only=True):
    """The dealer takes the deck in the left or the right hand: for the round at Five Card Hi-Lo."""

    hand: DealersHand


# --- wagers ---------------------------------------------------------------------------------------------------------


class Wager(Move, frozen=True, kw_only=True):
    """A player places a wager before the deal: the bet itself, or a side wager by the name of its kind."""

    box: BoxNumber
    cents: Amount
    wager: Annotated[str, Meta(pattern="^[a-z0-9-]{1,40}$")] = "bet"
    verbal: bool = False
    match_play: bool = False


class ConfirmVerbal(Move, frozen=True, kw_only=True):
    """The dealer or the floorperson confirms a spoken wager made with cash, or does not: then it is none."""

    player: Name
    box: BoxNumber
    confirmed: bool = True


class Consent(Move, frozen=True, kw_only=True):
    """The first person wagering on a box lets another wager on it too."""

    box: BoxNumber
    player: Name


class LimitSharedBoxes(Move, frozen=True, kw_only=True):
    """The floorperson passes on the regulator's order: on how many boxes of this table several people may wager."""

    boxes: Annotated[int, Meta(ge=0, le=12)]


class Ready(Move, frozen=True, kw_only=True):
    """A player has no more to wager before the deal."""


class CloseBets(Move, frozen=True, kw_only=True):
    """The dealer ends the time for wagers."""


class TakeBack(Move, frozen=True, kw_only=True):
    """Somebody tries to handle, remove or alter a wager that was made."""

    box: BoxNumber


class TouchCards(Move, frozen=True, kw_only=True):
    """Somebody tries to handle, remove or alter cards."""


class PermitHandling(Move, frozen=True, kw_only=True):
    """Somebody of the house would let a player or a spectator handle cards."""

    player: Name


class PermitEntry(Move, frozen=True, kw_only=True):
    """The floorperson lets somebody who sat out wager again before the reshuffle."""

    player: Name


# --- the dealer's steps ---------------------------------------------------------------------------------------------


class Deal(Move, frozen=True, kw_only=True):
    """The dealer deals the next card to a box, or to himself at box 0; with the right hands unless they are named."""

    to: Place
    drawn_with: DealersHand | None = None
    placed_with: DealersHand | None = None


class PassOver(Move, frozen=True, kw_only=True):
    """The dealer goes on without the card that is due: to a box, or to himself at box 0."""

    box: Place


class RackBatch(Move, frozen=True, kw_only=True):
    """The dealer would lay cards of a batch, called by the colour of its backs, in the discard rack."""

    batch: Name


# --- irregularities -------------------------------------------------------------------------------------------------


class ShufflerJammed(Move, frozen=True, kw_only=True):
    """The shuffling device jams, stops or does not complete its cycle."""


class ShufflerFailed(Move, frozen=True, kw_only=True):
    """The shuffling device cannot be used."""


class CoverShuffler(Move, frozen=True, kw_only=True):
    """The failed device is covered, or marked out of order."""


class RemoveShuffler(Move, frozen=True, kw_only=True):
    """The device is removed from the table."""


MOVES: Mapping[str, type[Move]] = {kind.__struct_config__.tag: kind for kind in Move.__subclasses__()}  # type: ignore[misc]  # tags are strings here


@cache
def every_move() -> Mapping[str, type[Move]]:
    """The moves by tag: those above, and those that the families bring, in an order that every process has."""
    found = dict(MOVES)
    for one in families().values():
        room = one.procedure.open()
        for kind in sorted((*room.players_moves, *room.staff_moves), key=lambda kind: str(kind.__struct_config__.tag)):
            if found.setdefault(kind.__struct_config__.tag, kind) is not kind:
                raise BadPlugIn(f"the family {one.name} has a move {kind.__struct_config__.tag!r}, and there is one")
    return found


_written = msgspec.json.Encoder().encode


@cache
def _decoder() -> msgspec.json.Decoder[Any]:
    return msgspec.json.Decoder(reduce(or_, every_move().values()))


_remembered: dict[bytes, Move] = {}  # well formed, by what is written of them


@cache
def _reader_of(kind: type) -> Callable[[bytes], Move]:
    """What reads a move of this kind from JSON."""
    if not issubclass(kind, Move) or every_move().get(str(kind.__struct_config__.tag)) is not kind:
        raise Malformed(f"a move is one of {', '.join(every_move())}, not {kind.__name__}")
    return msgspec.json.Decoder(kind).decode


def checked(move: Move) -> Move:
    """The move, once every field is of its type and within its range and can be written down and read again."""
    try:
        again = _remembered.get(_written(move))
        return again if again is not None and again == move else _read_again(move)
    except (msgspec.MsgspecError, TypeError, ValueError, AttributeError, RecursionError) as error:
        _reader_of(type(move))  # what is no move at all is told so
        raise Malformed(f"{move.__struct_config__.tag}: {error}"[:MALFORMED_CHARACTERS_MAX]) from None


def _read_again(move: Move) -> Move:
    kind, written = type(move), _written(move)
    again = _reader_of(kind)(written)
    if again != move:  # written as JSON, bytes or a date pass for a text: what differs is looked at as it is
        msgspec.convert(msgspec.structs.asdict(move), kind)
    elif kind is not Shuffle:
        if len(_remembered) >= REMEMBERED:
            _remembered.clear()
        _remembered[written] = again
    return again


def from_json(text: bytes | str) -> Move:
    """A move from JSON, such as `{"move": "hit", "by": "ann", "box": 1}`."""
    try:
        move: Move = _decoder().decode(text)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise Malformed(f"not a move: {error}") from None
    return move


def to_json(move: Move) -> bytes:
    """The move as one line of JSON."""
    return msgspec.json.encode(move)
