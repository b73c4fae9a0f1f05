"""Double Back Jack in Pennsylvania, § 673a.7: one round, paragraph by paragraph."""

from dataclasses import replace

from pitboss.law import Citation, cite, cited
from pitboss.procedure import facts
from pitboss.procedure.asking import Procedure
from pitboss.procedure.blackjack.deal import (
    complete_passed_over_boxes,
    deal_missing_dealer_cards,
    deal_to_dealer,
    deal_to_players,
)
from pitboss.procedure.blackjack.dealer import (
    deal_hole_card,
    draw_to_stand,
    may_have_blackjack,
    read_hole_card,
    second_card,
    turn_hole_card,
)
from pitboss.procedure.blackjack.hands import Box
from pitboss.procedure.blackjack.moves import Surrender
from pitboss.procedure.blackjack.offers import insurance_wins, lose_insurance, offer_insurance, settle_insurance
from pitboss.procedure.blackjack.play import pay_twenty_ones, play_boxes
from pitboss.procedure.blackjack.round_law import RoundLaw
from pitboss.procedure.blackjack.session import blackjack_table
from pitboss.procedure.blackjack.settlement import (
    collect_hand,
    pay_blackjack_in_turn,
    pay_blackjacks_first,
    settle_table,
    surrender_now,
    surrendered_by,
)
from pitboss.procedure.blackjack.side_wagers import settle_by_deal
from pitboss.procedure.blackjack.state import BlackjackState
from pitboss.procedure.blackjack.surrender_before_reader import offer_surrender_before_reader, surrender_while_insuring
from pitboss.procedure.dealing import boxes_from_right
from pitboss.rules.subjects.points import TWENTY_ONE
from pitboss.rules.subjects.settlement import CollectAndPay
from pitboss.rules.subjects.shuffle_and_cut import CutOffer

LAW = RoundLaw(
    wash=cite("PA 673a.4(c)"),
    idle_spread=cite("PA 673a.5(g)"),
    idle_wash=cite("PA 673a.5(g)(1)"),
    idle_device=cite("PA 673a.5(g)(2)"),
    cover_card_out=cite("PA 673a.7(d)"),
    shoe_emptied=cite("PA 673a.7(d)(1)"),
    shuffled_after_cover_card=cite("PA 673a.5(f)", "PA 673a.7(d)(2)"),
    bet_placed=cite("PA 673a.6(d)"),
    continuous_instead=cite("PA 673a.5(h)"),
    entry_permitted=cite("PA 673a.6(b)(1)"),
    turn=cite("PA 673a.7(i)"),
    decide=cite("PA 673a.7(i)"),
    decide_after_split=cite("PA 673a.11(c)"),
    may_draw=cite("PA 673a.7(k)"),
    at_hard_21=cite("PA 673a.7(k)(1)"),
    at_soft_21=cite("PA 673a.7(k)(1)"),
    insurance_apart=cite("PA 673a.9(b)"),
    second_chance_below_21=cite("PA 673a.7(l)(3)"),
    draw=cite("PA 673a.7(j)"),
    no_card_after_blackjack=cite("PA 673a.7(h)"),
    stand=cite("PA 673a.7(i)"),
    surrender_at_once=cite("PA 673a.9(a)", "PA 673a.9(a)(1)"),
    surrender_under_ten_or_ace=cite("PA 673a.9(a)", "PA 673a.9(a)(2)"),
    parked=cite("PA 673a.9(a)(2)"),
    dealer_bust=cite("PA 673a.7(r)(1)(i)"),
    player_higher=cite("PA 673a.7(q)(2)", "PA 673a.7(r)(1)(ii)"),
    blackjack_beats_21=cite("PA 673a.7(f)"),
    lose_to_blackjack=cite("PA 673a.7(h)"),
    busted=cite("PA 673a.1 Bust"),
    player_bust=cite("PA 673a.7(q)(2)", "PA 673a.7(r)(3)(i)", "PA 673a.7(s)(3)"),
    collected_at_bust=cite("PA 673a.7(r)(3)(i)", "PA 673a.7(s)(3)"),
    dealer_higher=cite("PA 673a.7(q)(2)", "PA 673a.7(r)(3)(ii)", "PA 673a.7(s)(3)"),
    tie=cite("PA 673a.7(q)(2)", "PA 673a.7(r)(2)", "PA 673a.7(s)(2)"),
    both_bust=cite("PA 673a.7(r)(3)(i)"),
    both_bust_lost=cite("PA 673a.7(r)(3)(i)", "PA 673a.7(s)(3)"),
    split_21=cite("PA 673a.1 Blackjack", "PA 673a.11(b)"),
    push_total=cite("PA 673a.7(q)(1)"),
    paid=cite("PA 673a.7(s)(1)(ii)"),
    paid_after_second_chance=cite("PA 673a.7(s)(1)(i)"),
    odds=cite("PA 673a.12(a)"),
    twenty_one_paid=cite("PA 673a.7(m)"),
    cut_required=cite("PA 673a.5(b)"),
    cut_offered=cite("PA 673a.5(c)"),
    cut_offers={
        CutOffer.FIRST_ARRIVAL: cite("PA 673a.5(c)(1)"),
        CutOffer.COVER_CARD_BOX: cite("PA 673a.5(c)(2)"),
        CutOffer.COVER_CARD_DEALER: cite("PA 673a.5(c)(3)"),
        CutOffer.ON_ORDER: cite("PA 673a.5(c)(4)"),
    },
)

# (t) The certificate holder's choice of how losing wagers are collected and winning ones paid.
IN_THE_ORDER_OF: dict[CollectAndPay, Citation] = {
    CollectAndPay.COLLECT_FIRST: cite("PA 673a.7(t)", "PA 673a.7(t)(1)"),
    CollectAndPay.TOGETHER: cite("PA 673a.7(t)", "PA 673a.7(t)(2)"),
}


def game(t: BlackjackState) -> Procedure[None]:
    """A table of Double Back Jack."""
    t.law = replace(LAW, chips=IN_THE_ORDER_OF[t.rules.settlement.collect_and_pay])
    t.asking.interrupts = {**t.asking.interrupts, Surrender: surrender_while_insuring}
    return blackjack_table(t, round_of_play)


@cited
def round_of_play(t: BlackjackState) -> Procedure[None]:
    """§ 673a.7(e) to (t), after the Blackjack Wagers are down."""
    # (e) Clockwise from the dealer's left: a card to each box, one to the dealer, a second to each, one face down.
    yield from deal_to_players(t, ("PA 673a.7(e)", "PA 673a.7(e)(1)"))
    yield from deal_to_dealer(t, ("PA 673a.7(e)(2)",))
    yield from deal_to_players(t, ("PA 673a.7(e)", "PA 673a.7(e)(3)"))
    yield from complete_passed_over_boxes(t)
    t.players_dealt = True
    if not t.dealer_missed:
        yield from deal_hole_card(t, ("PA 673a.7(e)(4)",))
    yield from deal_missing_dealer_cards(t, ("PA 673a.7(e)(2)",), ("PA 673a.7(e)(4)",))
    t.dealer_dealt = True

    settle_by_deal(t)  # only where a variant has such a wager

    # (f) Player Blackjacks are paid at once, before anything tells whether the dealer has one too.
    yield from pay_blackjacks_first(t, ("PA 673a.7(f)",))

    # (g), (h) Insurance under an ace; the reader under an ace or a ten-value card; a dealer Blackjack ends the round.
    yield from offer_insurance(t, ("PA 673a.7(g)", "PA 673a.8(a)"))
    yield from offer_surrender_before_reader(t, ("PA 673a.9(a)", "PA 673a.9(a)(2)"))
    if (yield from read_hole_card(t, ("PA 673a.7(h)",))):
        yield from turn_hole_card(t, ("PA 673a.7(h)", "PA 673a.7(n)"))
        settle_insurance(t, won=insurance_wins(t), cited=("PA 673a.8(a)",))
        settle_surrendered(t, to_blackjack=True)
        yield from settle_table(t, ("PA 673a.7(h)", *t.law.chips))
        return
    if not may_have_blackjack(t):
        lose_insurance(t, cited=())
        settle_surrendered(t, to_blackjack=False)

    # (i) to (m) Each player in turn: surrender, double down, split, stand or draw; Second Chance; 21 is paid.
    yield from play_boxes(t, _blackjack)
    pay_twenty_ones(t, IN_THE_ORDER_OF[t.rules.settlement.collect_and_pay])

    # (n), (o), (p) The hole card is turned up; cards to 17 or more while one can still matter.
    yield from second_card(t, ("PA 673a.7(n)",))
    settle_insurance(t, won=insurance_wins(t), cited=("PA 673a.8(a)",))
    yield from draw_to_stand(t, ("PA 673a.7(o)",))

    # (q), (r), (s), (t) Everything else, counterclockwise from the dealer's right.
    compared = ("PA 673a.7(q)(2)",) if t.dealer.total <= TWENTY_ONE else ()
    yield from settle_table(t, (*compared, *t.law.chips))


@cited
def _blackjack(t: BlackjackState, box: Box) -> None:
    """(f): a Blackjack that is still there when its turn comes, as only a variant has it."""
    pay_blackjack_in_turn(t, box, may_have_blackjack(t), ("PA 673a.7(f)",))


# --- § 673a.9, what was surrendered before the reader ---------------------------------------------------------------


@cited
def settle_surrendered(t: BlackjackState, to_blackjack: bool) -> None:
    """§ 673a.9(a)(2): a wager set on the cards is collected whole by a dealer Blackjack, else by half."""
    for box in boxes_from_right(t):
        hand = box.hands[0]
        if not hand.parked:
            continue
        if to_blackjack:
            clauses = ("PA 673a.9(a)(2)",)
            t.record(facts.HandSettled(surrendered_by(t, hand, clauses), hand.box, hand.number, "loses"))
            collect_hand(t, hand, clauses)
            hand.settled = True
        else:
            surrender_now(t, hand, t.law.surrender_under_ten_or_ace)
