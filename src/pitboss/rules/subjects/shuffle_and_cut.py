"""Shuffle, cut, cover card, burn."""

from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from math import ceil
from typing import Annotated

from pitboss.law import Citation
from pitboss.rules.cited import Group, silent


class Shuffling(Enum):
    """How this house shuffles."""

    BY_HAND = "by hand"
    DEVICE = "by an automated shuffling device"
    CONTINUOUS = "by a continuous shuffler, every round from all the cards"


class ShuffleRoutine(Enum):
    """Whether a shuffling routine that the house's own text prescribes is carried out, movement by movement."""

    ALWAYS = "always: an order that comes without its steps is refused"
    USUAL = "as a rule: an order made in another way is let in, and no step of the routine is claimed for it"
    UNIFORM = "never: every order of the cards is made equally likely instead"
    NONE = "none is prescribed"


class Direction(Enum):
    """A way round the table, seen from above."""

    CLOCKWISE = "clockwise"
    COUNTERCLOCKWISE = "counterclockwise"


class CutOffer(Enum):
    """Whom the cut is offered to first, by what led to the shuffle."""

    FIRST_ARRIVAL = "game just beginning: the first player to arrive"
    COVER_CARD_BOX = "cover card came at a player's box: that player"
    COVER_CARD_DEALER = "cover card came at the dealer's hand: the player farthest to the dealer's right"
    ON_ORDER = "reshuffle ordered: the player farthest to the dealer's right"
    ANY_PATRON = "a patron; the dealer cuts if asked to"


BY_OCCASION = (CutOffer.FIRST_ARRIVAL, CutOffer.COVER_CARD_BOX, CutOffer.COVER_CARD_DEALER, CutOffer.ON_ORDER)


class CutPlace(Enum):
    """What the distance of the cut from an end means."""

    OR_FARTHER = "so far from either end, or farther"
    ABOUT_OR_FARTHER = "about so far from either end, or farther"
    ABOUT_THERE = "about so far from one end or the other"


class RecutUntil(Enum):
    """The last moment at which a recut may be ordered."""

    BEFORE_SHOE = "until the cards go into the shoe"
    BEFORE_FIRST_CARD = "until a card is dealt"
    NEVER = "not provided"


class IdleSpread(Enum):
    """How the cards lie while an open table has no players."""

    FACE_DOWN_UNLESS_ASKED = "face down, face up if a player asks"
    FACE_DOWN_THEN_DEVICE = "face down, face up if a player asks; with a device, its other batch then comes out"
    EITHER_THEN_UP = "face up or face down, turned face up when a player arrives"
    NOT_PROVIDED = "not provided"


class StackPart(Enum):
    """What a cover card's depth is a fraction of."""

    STACK = "the stack"
    ONE_DECK = "one deck"


@dataclass(frozen=True)
class CoverCardDepth:
    """How far in from the back the cover card goes: at least, perhaps at most, a fraction of a part of the stack."""

    at_least: Fraction
    of: StackPart
    at_most: Fraction | None = None
    approximately: bool = False

    def __str__(self) -> str:
        upper = f" to {self.at_most}" if self.at_most is not None else " or more"
        return f"{'about ' if self.approximately else ''}{self.at_least}{upper} of {self.of.value}"

    def cards(self, stack: int, deck: int) -> range:
        """The positions allowed, in cards from the back."""
        part = stack if self.of is StackPart.STACK else deck
        least = ceil(self.at_least * part)
        # An upper end is only ever given as "approximately", so to the nearest card: a third of 104 cards is 35.
        most = stack if self.at_most is None else round(self.at_most * part)
        return range(least, most + 1)


@dataclass(frozen=True)
class ShuffleAndCut(Group):
    """How the cards are shuffled, who cuts, where the cover card goes, what is burned."""

    heading = "Shuffle, cut and burn"
    shuffled_when: Citation = ()
    shuffling: Annotated[Shuffling, "this house shuffles"] = silent(Shuffling.BY_HAND)
    shuffler_required: Annotated[bool, "an automated shuffling device must be used"] = silent(False)
    machine_shuffle_is_cut: Annotated[bool, "cards shuffled by a device are cut too"] = silent(False)
    run_out_machine_shuffle_is_cut: Annotated[bool, "so are those it shuffles when the shoe runs out in mid-round"] = (
        silent(False)
    )
    cut_offers: Annotated[tuple[CutOffer, ...], "the cut is offered to"] = silent(())
    cut_refused: Annotated[Direction | None, "a refused cut goes round"] = silent(None)
    first_refusal_rotates: Annotated[bool, "so does one refused by the first arrival or cover card player"] = silent(
        False
    )
    cut_backs_away: Citation = ()
    cut_if_nobody: Citation = ()
    cut_margin_cards: Annotated[int, "cards between the cut and either end, at least"] = silent(1)
    cut_place: Annotated[CutPlace, "the cut is made"] = silent(CutPlace.OR_FARTHER)
    approximately_cards: Annotated[int, "cards by which a place that is given approximately may be missed"] = silent(0)
    cover_card_depth: Annotated[CoverCardDepth, "cover card placed from the back"] = silent(
        CoverCardDepth(Fraction(0), StackPart.STACK)
    )
    cover_card_placed: Annotated[Fraction, "where this house places it"] = silent(Fraction(0))
    recut_until: Annotated[RecutUntil, "a recut may be ordered"] = silent(RecutUntil.NEVER)
    recut_by: Citation = ()
    recut_ordered_by: Citation = ()
    reshuffle_ordered_by: Citation = ()
    idle_spread: Annotated[IdleSpread, "with no gaming activity the cards are spread"] = silent(IdleSpread.NOT_PROVIDED)
    continuous_shuffler: Citation = ()
    own_procedure: Annotated[bool, "a place and number of cutting cards and a burn of its own are approved"] = silent(
        False
    )
    shuffle_routine: Annotated[ShuffleRoutine, "the shuffling routine is carried out"] = silent(ShuffleRoutine.NONE)
    burn_after_shuffle: Annotated[int, "cards burned from a fresh shoe"] = silent(0)
    burn_by_new_dealer: Annotated[int, "cards burned by each new dealer"] = silent(0)
    burn_disclosed: Annotated[bool, "the burn card is shown if a player asks"] = silent(False)

    def cut_positions(self, size: int) -> tuple[range, ...]:
        """Where a stack of this size may be cut, in cards from the top; nowhere when it is too small."""
        margin, missed = self.cut_margin_cards, self.approximately_cards
        if self.cut_place is CutPlace.OR_FARTHER:
            missed = 0
        least = max(margin - missed, 1)
        if self.cut_place is CutPlace.ABOUT_THERE:
            front, back = range(least, margin + missed + 1), range(size - margin - missed, size - least + 1)
            return (front, back) if size > margin + missed else ()
        return (range(least, size - least + 1),) if size >= 2 * least else ()

    def may_cut(self, position: int, size: int) -> bool:
        """Whether a cut there is far enough from the ends, and not too far."""
        return any(position in allowed for allowed in self.cut_positions(size))

    def usual_cut(self, size: int) -> int:
        """In the middle where that is allowed, else as near to the top as it may be."""
        return size // 2 if self.may_cut(size // 2, size) else self.cut_margin_cards

    def cover_card_positions(self, stack: int, deck: int) -> range:
        """Where the cover card may go, in cards from the back: as far as the text has it, and where this house does."""
        exact, own = self.cover_card_depth.cards(stack, deck), self.cover_card_cards(stack, deck)
        missed = self.approximately_cards if self.cover_card_depth.approximately else 0
        least, most = min(exact.start - missed, own), max(exact.stop - 1 + missed, own)
        return range(max(least, 1), min(most, stack) + 1)

    def cover_card_cards(self, stack: int, deck: int) -> int:
        """Where this house puts the cover card, in cards from the back."""
        return ceil(self.cover_card_placed * (stack if self.cover_card_depth.of is StackPart.STACK else deck))
