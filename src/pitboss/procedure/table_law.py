"""Which paragraph orders each step that is the same at every table: one record per document."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from pitboss.law import Citation
from pitboss.rules.subjects.shuffle_and_cut import CutOffer


@dataclass(frozen=True, kw_only=True)
class TableLaw:
    """The paragraphs behind cards, wagers and people at a table; empty where a text is silent."""

    # the cards before the round
    tens_shared_out: Citation = ()  # which of them the dealer removes and the floorperson destroys
    verified_without_tens: bool = False  # the floorperson verifies that they are gone, not only the inspection
    wash: Citation = ()
    idle_spread: Citation = ()
    idle_wash: Citation = ()
    idle_device: Citation = ()
    cover_card_out: Citation = ()
    shoe_emptied: Citation = ()
    shuffled_after_cover_card: Citation = ()
    # which cards are cut, who is offered the cut, and what puts them into the shoe after it and without one
    cut_required: Citation = ()
    cut_offered: Citation = ()
    loaded_after_cut: Citation = ()
    loaded_uncut: Citation = ()
    cut_offers: Mapping[CutOffer, Citation] = field(default_factory=dict)
    continuous_instead: Citation = ()  # of cut, recut and idle table, where a continuous shuffler spares them
    racked: Citation = ()  # who lays cards in the rack, where a text says so of no more than a part of them
    # wagers and people
    bet_placed: Citation = ()
    later_locked: Citation = ()  # of wagers made after the first card
    players_hold_cards: bool = False
    taken_back: Citation = ()
    bonus_made: Citation = ()
    lies_behind: Citation = ()
    entry_permitted: Citation = ()
    sharing_limited: Citation = ()
    tap_out_work: Citation = ()
