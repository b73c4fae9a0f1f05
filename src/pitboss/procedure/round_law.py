"""Which paragraph orders each step of a round that several documents share: one record per document."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from pitboss.law import Citation
from pitboss.rules.subjects.shuffle_and_cut import CutOffer


@dataclass(frozen=True)
class RoundLaw:
    """The paragraphs behind decisions, outcomes and payments in one document."""

    decide: Citation
    draw: Citation
    stand: Citation
    surrender_at_once: Citation
    surrender_under_ten_or_ace: Citation
    dealer_bust: Citation
    player_higher: Citation
    blackjack_beats_21: Citation
    lose_to_blackjack: Citation
    player_bust: Citation
    dealer_higher: Citation
    tie: Citation
    paid: Citation
    both_bust: Citation
    push_total: Citation = ()
    paid_after_second_chance: Citation = ()
    twenty_one_paid: Citation = ()
    announce_first: Citation = ()
    announce_drawn: Citation = ()
    announce_split: Citation = ()
    follow_attack: Citation = ()
    follow_double: Citation = ()
    follow_split: Citation = ()
    surrendered_to_blackjack: Citation = ()
    attack_void: Citation = ()
    double_returned: Citation = ()
    split_returned: Citation = ()
    wash: Citation = ()
    cut_offered: Citation = ()
    cut_offers: Mapping[CutOffer, Citation] = field(default_factory=dict)
    idle_spread: Citation = ()
    idle_wash: Citation = ()
    idle_device: Citation = ()
