"""What New Jersey leaves to the casino licensee at Double Attack Blackjack: N.J.A.C. 19:47-26."""

from dataclasses import dataclass
from fractions import Fraction

from pitboss.rules.money import Cents
from pitboss.rules.options import (
    MID_SHOE_CHOICES,
    YES_OR_NO,
    Allowed,
    Between,
    OneOf,
    TableLimits,
    UnlessApproved,
    option,
)
from pitboss.rules.subjects.shuffle_and_cut import Shuffling
from pitboss.rules.subjects.wagers import MidShoeEntry

DECKS_ALLOWED = (6, 8)
BONUS_MINIMUM = Cents(100)
QUARTER = Fraction(1, 4)
HANDS_AT_POSITIONS = {6: 4, 7: 3}
POSITIONS_MOST = max(HANDS_AT_POSITIONS)
CUTTING_CARDS = 1
# 26.4(h) sets no bound of its own to what may be approved: these are those of a shoe that can be dealt.
OWN_PLACE, OWN_CUTTING_CARDS, OWN_BURN = Between(Fraction(1, 100), Fraction(95, 100)), Between(0, 2), Between(0, 20)


def hands_at(positions: int) -> int:
    """Into how many hands a pair may be split; of fewer than six positions the text is silent."""
    return HANDS_AT_POSITIONS.get(positions, max(HANDS_AT_POSITIONS.values()))


@dataclass(frozen=True)
class House(TableLimits):
    """What New Jersey leaves to the casino licensee."""

    decks: int = option(OneOf(DECKS_ALLOWED), "NJ 26.2(a)", question="decks in the shoe")
    positions: int = option(OneOf(tuple(HANDS_AT_POSITIONS)), "NJ 26.10(c)", question="betting positions")
    boxes_per_player: int = option(Between(1, POSITIONS_MOST), "NJ 26.14", question="boxes a player may bet on")
    bettors_per_box: int = option(Between(1, 3), "NJ 26.13(a)", question="people who may bet on one box")
    bust_it_maximum_cents: Cents = option(
        Between(BONUS_MINIMUM), "NJ 26.6(b)", "NJ 26.6(b)2", question="largest optional bonus wager, in cents"
    )
    mid_shoe_entry: MidShoeEntry = option(MID_SHOE_CHOICES, "NJ 26.5(h)", question="may one who sat out a round wager")
    shuffling: Shuffling = option(
        OneOf(tuple(Shuffling)), "NJ 26.4(a)", "NJ 26.4(h)", question="how the cards are shuffled"
    )
    cover_card_placed: Fraction = option(
        UnlessApproved(Between(QUARTER), OWN_PLACE),
        "NJ 26.4(e)",
        "NJ 26.4(h)",
        question="cutting card, as a fraction of the stack from the back",
    )
    approximately_cards: int = option(
        Between(0, 10),
        "NJ 26.4(e)",
        question="cards by which a cutting card that is placed approximately may miss its place",
    )
    own_procedure: bool = option(
        YES_OR_NO, "NJ 26.4(h)", question="is a cutting card procedure and burn of the house's own approved"
    )
    cover_cards: int = option(
        UnlessApproved(OneOf((CUTTING_CARDS,)), OWN_CUTTING_CARDS),
        "NJ 26.2(a)",
        "NJ 26.4(h)",
        question="cutting cards; with none the shoe is done when so few cards are left as would lie behind one",
    )
    burn_after_shuffle: int = option(
        UnlessApproved(OneOf((1,)), OWN_BURN), "NJ 26.7(c)", "NJ 26.4(h)", question="cards burned from a fresh shoe"
    )
    reader_shows_players: bool = option(
        YES_OR_NO, "NJ 26.15(l)", question="can the reader let a player learn the hole card"
    )
    surrender_at_once: bool = option(
        YES_OR_NO, "NJ 26.8(a)3", question="with a reader, is a surrender settled at once against every up card"
    )

    def allowed(self, name: str) -> Allowed:
        """As the text has it, or what 26.4(h) lets an approved procedure of the licensee's own have."""
        allowed = super().allowed(name)
        return allowed.approved if self.own_procedure and isinstance(allowed, UnlessApproved) else allowed

    def least_depth(self) -> Fraction:
        """How far from the back the cutting card goes at least: as the text has it, or less where that is approved."""
        return min(self.cover_card_placed, QUARTER) if self.own_procedure else QUARTER

    def cites(self, name: str, clause: str) -> tuple[str, ...]:
        """The clause that fixes a value, or the approval that stands in its place."""
        own = self.own_procedure and getattr(self, name) not in super().allowed(name)
        return ("NJ 26.4(h)",) if own else (clause,)
