"""When each move of a blackjack table has its place, and by which clause of the text."""

from collections.abc import Callable, Mapping

from pitboss.law import Citation
from pitboss.procedure import moves as m
from pitboss.procedure import occasions
from pitboss.procedure.blackjack import moves as bj
from pitboss.procedure.blackjack.irregularities import SET_ASIDE_BY
from pitboss.procedure.blackjack.state import BlackjackState
from pitboss.procedure.moves import Move
from pitboss.procedure.occasions import Occasion
from pitboss.procedure.state import Phase, State


def _insurance(t: BlackjackState) -> Citation:
    """Under another card than an ace there is none; under an ace it is placed at its time."""
    seen = len(t.dealer.cards) > len(t.dealer.face_down)
    showing = seen and t.dealer.up_card.rank is t.rules.insurance.insurance_up_card
    return t.rules.cites("insurance_placed" if showing else "insurance_up_card")


def _next_card(t: BlackjackState) -> Citation:
    """No card before the wagers are down, none to the players before all could attack, then only what is asked for."""
    if t.in_round and t.phase is Phase.SHUFFLE:
        return t.rules.cites("cards_run_out")
    if t.phase in (Phase.OPENING, Phase.SHUFFLE, Phase.BETTING):
        closing, dealt = t.rules.cites("wagers_close"), t.rules.cites("deal_order")
        return tuple(clause for clause in closing if clause in dealt) or closing
    if t.phase is Phase.ATTACK:
        return (*t.law.attack_offered, *t.rules.cites("first_cards_go"))
    if t.hole_card_read and t.dealer.two_card_21:
        return t.law.no_card_after_blackjack
    if t.phase is Phase.DEAL and t.dealer_dealt:  # Blackjacks are being paid
        return t.rules.cites("blackjack_paid")
    if t.phase is Phase.DEALER:
        return t.rules.cites("hole_card_turned" if t.dealer.face_down else "dealer_stands_on")
    return _settling(t) if t.phase is Phase.SETTLEMENT else t.law.draw


def _settling(t: BlackjackState) -> Citation:
    return t.law.settled_when or (*t.law.settled, *t.law.chips)


def _late_card(t: BlackjackState) -> Citation:
    return (*t.rules.cites("one_card_dealt"), *t.rules.cites("missed_hit"))


def _set_aside(kind: type[Move]) -> Callable[[BlackjackState], Citation]:
    """What orders a device that is out of use to be set aside in this way; a text knows one of the two."""
    return lambda t: (
        t.rules.cites("shuffler_out") if SET_ASIDE_BY.get(t.rules.irregularities.shuffler_out) is kind else ()
    )


def _not_aside_now(t: State) -> str:
    if t.ready.shuffler_set_aside:
        return "the shuffling device is set aside already"
    if t.ready.set_device_aside_by is not None:
        return "the shuffling device is set aside before the cards are shuffled again"
    return "the shuffling device was not reported out of use"


OCCASIONS: Mapping[type[Move], Occasion] = {
    **occasions.OCCASIONS,
    m.CoverShuffler: (_set_aside(m.CoverShuffler), _not_aside_now),
    m.RemoveShuffler: (_set_aside(m.RemoveShuffler), _not_aside_now),
    bj.InspectCards: ("inspected_by", "the cards are inspected when they have come to the table"),
    bj.VerifyInspection: ("inspected_by", "an inspection is verified when the dealer has made it"),
    bj.RemoveTens: ("tens_removed_by", "the tens are taken out when the decks have come to the table"),
    bj.DestroyTens: ("tens_destroyed", "tens are destroyed when they have been taken out"),
    bj.SpreadCards: ("spread", "the cards are spread once they are inspected"),
    bj.WashCards: (lambda t: t.law.wash, "the cards are washed when the first player has seen them"),
    bj.CallRolling: (lambda t: t.law.rolling, "rolling is called when the cards have been shuffled"),
    bj.ApproveRolling: (lambda t: t.law.rolling, "the dealer has not called rolling"),
    bj.Attack: (lambda t: t.law.attack_offered, "the Double Attack Wager has its time after the dealer's first card"),
    bj.NoAttack: (lambda t: t.law.attack_offered, "the Double Attack Wager has its time after the dealer's first card"),
    bj.Insure: (_insurance, "insurance is placed under an ace, when the first cards are dealt"),
    bj.NoInsurance: (_insurance, "insurance is placed under an ace, when the first cards are dealt"),
    bj.EvenMoney: ("even_money", "even money is offered with insurance"),
    bj.SecondChance: ("second_chance", "the Second Chance Wager is for a hand just drawn over 21"),
    bj.NoSecondChance: ("second_chance", "the Second Chance Wager is for a hand just drawn over 21"),
    bj.FollowDouble: (lambda t: t.law.follow_double, "nobody on this box has just doubled"),
    bj.FollowSplit: (lambda t: t.law.follow_split, "nobody on this box has just split"),
    bj.LookAtCards: ("player_cards_seen", "no card of this player's lies face down"),
    m.Deal: (_next_card, "no card is due"),
    m.PassOver: (_next_card, "no player's card is due"),
    bj.TakeLateCard: (_late_card, "no hand of this player's was passed over"),
    bj.CallHandDead: (_late_card, "no hand of this player's was passed over"),
    bj.SettleBox: (_settling, "no box is to be settled now"),
}
