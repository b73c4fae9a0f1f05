"""Which paragraph orders each step of a blackjack round that several documents share: one record per document."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from pitboss.law import Citation
from pitboss.procedure.moves import Move
from pitboss.procedure.table_law import TableLaw


@dataclass(frozen=True)
class Signal:
    """How a player makes a decision known: with cards that lie face down, and with cards that lie face up."""

    clauses: Citation
    face_down: str
    face_up: str


@dataclass(frozen=True, kw_only=True)
class RoundLaw(TableLaw):
    """The paragraphs behind decisions, outcomes and payments in one document; empty where its text is silent."""

    rolling: Citation = ()  # called when the cards have been shuffled
    # the dealer's cards: whose they are to deal where that is said apart, and that his Blackjack ends the deal
    own_card: Citation = ()
    no_card_after_blackjack: Citation = ()
    # wagers
    suited_paid: Citation = ()
    attack_offered: Citation = ()
    # decisions
    turn: Citation = ()
    decide: Citation = ()
    decide_on: Mapping[type[Move], Citation] = field(default_factory=dict)  # decisions that the text gives elsewhere
    decide_after_split: Citation = ()
    draw: Citation = ()
    may_draw: Citation = ()
    at_hard_21: Citation = ()
    at_soft_21: Citation = ()
    stand: Citation = ()
    split_again: Citation = ()
    split_aces: Citation = ()
    double_after_split: Citation = ()
    signals: Mapping[str, Signal] = field(default_factory=dict)  # by decision, where the text has players give one
    announce_first: Citation = ()
    announce_drawn: Citation = ()
    announce_split: Citation = ()
    follow_attack: Citation = ()
    follow_double: Citation = ()
    follow_split: Citation = ()
    insures_apart: Citation = ()
    second_chance_below_21: Citation = ()
    # the reader used without cause: the notice of it, and whether players may have been shown the card
    reader_misused: Citation = ()
    reader_shown: Citation = ()
    reader_not_shown: Citation = ()
    # surrender
    surrender_at_once: Citation = ()
    surrender_under_ten_or_ace: Citation = ()
    parked: Citation = ()
    surrendered_to_blackjack: Citation = ()
    surrendered_attack_back: Citation = ()
    surrendered_bonus_lost: Citation = ()
    insurance_apart: Citation = ()
    bonus_after_surrender: Citation = ()
    bonus_after_blackjack: Citation = ()
    # outcomes
    dealer_bust: Citation = ()
    player_higher: Citation = ()
    blackjack_beats_21: Citation = ()
    lose_to_blackjack: Citation = ()
    busted: Citation = ()  # that a hand is over 21, where its loss is ordered elsewhere
    player_bust: Citation = ()
    collected_at_bust: Citation = ()  # by the reading, where what orders the loss speaks of the dealer's hand
    bust_found: Citation = ()  # where a hand over 21 may come to light only at the settlement
    dealer_higher: Citation = ()
    tie: Citation = ()
    both_bust: Citation = ()  # where they tie
    both_bust_lost: Citation = ()
    split_21: Citation = ()
    push_total: Citation = ()
    # money: what wins, loses or ties apart from the bet, what is paid, and in which order chips move
    follows: Mapping[str, Citation] = field(default_factory=dict)  # by wager, what gives it the outcome of the bet
    attack_void: Citation = ()
    double_paid: Citation = ()
    double_returned: Citation = ()
    split_returned: Citation = ()
    paid: Citation = ()
    paid_after_second_chance: Citation = ()
    twenty_one_paid: Citation = ()
    settled: Citation = ()
    settled_when: Citation = ()
    chips: Citation = ()
    odds: Citation = ()
    # cards: of a round in which the cover card came out, and of a hand that leaves before the round is over
    collected_after_cover_card: Citation = ()
    bust_cards: Citation = ()
