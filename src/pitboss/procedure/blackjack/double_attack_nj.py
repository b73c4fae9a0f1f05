"""Double Attack Blackjack in New Jersey, N.J.A.C. 19:47-26.7: one round, subsection by subsection."""

from dataclasses import replace

from pitboss.law import Citation, cite, cited
from pitboss.procedure.asking import Procedure
from pitboss.procedure.blackjack.announcements import announce_total
from pitboss.procedure.blackjack.deal import complete_passed_over_boxes, deal_to_dealer, deal_to_players
from pitboss.procedure.blackjack.dealer import (
    deal_hole_card,
    draw_once,
    draw_to_stand,
    drawing_matters,
    may_have_blackjack,
    must_draw,
    read_hole_card,
    second_card,
    turn_hole_card,
)
from pitboss.procedure.blackjack.hands import Box
from pitboss.procedure.blackjack.offers import insurance_wins, offer_attack, offer_insurance, settle_insurance
from pitboss.procedure.blackjack.play import pay_twenty_ones, play_boxes
from pitboss.procedure.blackjack.round_law import RoundLaw
from pitboss.procedure.blackjack.session import blackjack_table
from pitboss.procedure.blackjack.settlement import (
    is_blackjack,
    pay_blackjack_in_turn,
    pay_blackjacks_first,
    settle_parked,
    settle_table,
)
from pitboss.procedure.blackjack.side_wagers import BY_THIRD_CARD, settle_by_deal, settle_by_third_card, undecided
from pitboss.procedure.blackjack.state import BlackjackState
from pitboss.procedure.blackjack.surrender_before_reader import offer_surrender_before_reader
from pitboss.procedure.state import RoundVoid
from pitboss.rules.subjects.deal import HoleCard
from pitboss.rules.subjects.shuffle_and_cut import CutOffer
from pitboss.rules.subjects.surrender import SurrenderSettled

# The text never says outright that a hand over 21, or one below the dealer's, loses: 26.5(a) lets neither win and
# 26.5(b) makes neither void, so 26.5(e) collects them.
LAW = RoundLaw(
    reader_misused=cite("NJ 26.15(l)"),
    reader_shown=cite("NJ 26.15(l)1"),
    reader_not_shown=cite("NJ 26.15(l)2"),
    cover_card_out=cite("NJ 26.7(j)"),
    collected_after_cover_card=cite("NJ 26.7(j)1"),
    shoe_emptied=cite("NJ 26.7(j)2"),
    shuffled_after_cover_card=cite("NJ 26.4(g)", "NJ 26.7(j)3"),
    bet_placed=cite("NJ 26.7(d)"),
    taken_back=cite("NJ 26.5(d)"),
    later_locked=cite("NJ 26.5(g)"),
    attack_offered=cite("NJ 26.7(d)"),
    bonus_made=cite("NJ 26.6(c)"),
    suited_paid=cite("NJ 26.6(d)3"),
    entry_permitted=cite("NJ 26.5(h)"),
    turn=cite("NJ 26.7(e)"),
    decide=cite("NJ 26.7(e)"),
    decide_after_split=cite("NJ 26.10(c)"),
    may_draw=cite("NJ 26.12(a)"),
    at_hard_21=cite("NJ 26.12(a)1"),
    at_soft_21=cite("NJ 26.12(a)"),
    split_again=cite("NJ 26.10(c)"),
    double_paid=cite("NJ 26.9(b)"),
    insurance_apart=cite("NJ 26.8(b)"),
    bonus_after_surrender=cite("NJ 26.6(e)"),
    lies_behind=cite("NJ 26.13(c)"),
    insures_apart=cite("NJ 26.13(g)"),
    draw=cite("NJ 26.7(f)"),
    no_card_after_blackjack=cite("NJ 26.7(i)"),
    stand=cite("NJ 26.7(e)"),
    surrender_at_once=cite("NJ 26.8(a)", "NJ 26.8(a)1"),
    surrender_under_ten_or_ace=cite("NJ 26.8(a)", "NJ 26.8(a)2"),
    parked=cite("NJ 26.8(a)2"),
    settled_when=cite("NJ 26.5(e)"),
    dealer_bust=cite("NJ 26.5(a)", "NJ 26.5(a)1"),
    player_higher=cite("NJ 26.5(a)", "NJ 26.5(a)2"),
    blackjack_beats_21=cite("NJ 26.5(a)", "NJ 26.5(a)3"),
    lose_to_blackjack=cite("NJ 26.5(b)", "NJ 26.5(e)"),
    busted=cite("NJ 26.5(a)1"),
    player_bust=cite("NJ 26.5(a)1", "NJ 26.5(e)"),
    collected_at_bust=cite("NJ 26.5(a)1"),
    split_21=cite("NJ 26.1 Blackjack"),
    dealer_higher=cite("NJ 26.5(a)2", "NJ 26.5(e)"),
    tie=cite("NJ 26.5(b)"),
    both_bust=cite("NJ 26.5(a)1", "NJ 26.5(b)"),
    odds=cite("NJ 26.5(e)"),
    announce_first=cite("NJ 26.7(e)"),
    announce_drawn=cite("NJ 26.7(f)"),
    announce_split=cite("NJ 26.10(c)"),
    follow_attack=cite("NJ 26.13(e)"),
    follow_double=cite("NJ 26.13(d)"),
    follow_split=cite("NJ 26.13(f)"),
    surrendered_to_blackjack=cite("NJ 26.8(a)2"),
    attack_void=cite("NJ 26.5(b)"),
    double_returned=cite("NJ 26.9(c)"),
    split_returned=cite("NJ 26.10(d)"),
    sharing_limited=cite("NJ 26.13(h)"),
    tens_shared_out=cite("NJ 26.3(b)"),
    verified_without_tens=True,
    wash=cite("NJ 26.3(c)"),
    cut_required=cite("NJ 26.4(b)2"),
    cut_offered=cite("NJ 26.4(c)", "NJ 26.4(d)"),
    loaded_after_cut=cite("NJ 26.4(e)"),
    loaded_uncut=cite("NJ 26.4(b)1"),
    cut_offers={
        CutOffer.FIRST_ARRIVAL: cite("NJ 26.4(d)1"),
        CutOffer.COVER_CARD_BOX: cite("NJ 26.4(d)2"),
        CutOffer.COVER_CARD_DEALER: cite("NJ 26.4(d)3"),
        CutOffer.ON_ORDER: cite("NJ 26.4(d)4"),
    },
    idle_spread=cite("NJ 26.4(i)"),
    idle_wash=cite("NJ 26.4(i)", "NJ 26.3(c)"),
)
AFTER_READER = cite("NJ 26.8(a)", "NJ 26.8(a)3")


def game(t: BlackjackState) -> Procedure[None]:
    """A table of Double Attack Blackjack."""
    at_once = t.rules.surrender.surrender_settled is SurrenderSettled.AFTER_READER
    t.law = replace(LAW, surrender_under_ten_or_ace=AFTER_READER) if at_once else LAW
    return blackjack_table(t, round_of_play)


@cited
def round_of_play(t: BlackjackState) -> Procedure[None]:
    """26.7(d) to (i), after the initial and bonus wagers are down."""
    # (d) One card face up to the dealer, the Double Attack wager, then two cards face up to each box.
    yield from _first_card(t)
    yield from deal_to_players(t, ("NJ 26.7(d)1",))
    if t.dealer_missed:
        yield from _first_card(t)
    yield from deal_to_players(t, ("NJ 26.7(d)2",))
    if t.dealer_missed:
        raise RoundVoid("the dealer has no first card", ("NJ 26.15(d)",), reshuffle=False)
    yield from complete_passed_over_boxes(t)
    t.players_dealt = True

    # (i) In lieu of (g): a hole card now, which nobody sees.
    yield from deal_hole_card(t, ("NJ 26.7(i)",))

    settle_by_deal(t)  # only where a variant has such a wager
    yield from pay_blackjacks_first(t, ())  # only where a variant has it so

    # 26.11(b) Insurance right after the players' second cards, before additional cards and before the reader.
    yield from offer_insurance(t, ("NJ 26.11(a)", "NJ 26.11(b)"))

    # (i) With a reader: it tells of a dealer Blackjack before additional cards; then none are dealt.
    yield from offer_surrender_before_reader(t, ())  # only where a variant has it so
    if (yield from read_hole_card(t, ("NJ 26.7(i)",))):
        yield from turn_hole_card(t, ("NJ 26.7(i)",))
        _second_card_seen(t)
        yield from settle_table(t, ("NJ 26.7(i)", "NJ 26.5(e)"))
        return

    # (e), (f) From the dealer's left each total is announced and each player decides.
    yield from play_boxes(t, _blackjack)
    pay_twenty_ones(t)

    # (g) "Dealer's Card", or (i) the hole card.
    yield from second_card(t, _second_card_by(t))
    _second_card_seen(t)

    # 26.6(d) A third card to less than 17 decides the bonus wagers; 26.12(b), (c) then as many as can matter.
    if must_draw(t) and drawing_matters(t):
        yield from draw_once(t, _drawn_by(t))
        _settle_bonus(t)
        _settle_by_second_card(t)
    yield from draw_to_stand(t, _drawn_by(t), ("NJ 26.12(b)",))

    # 26.5(e) After the round everything else is collected and paid; (h) the cards are then picked up.
    yield from settle_table(t, ("NJ 26.5(e)",))


@cited
def _first_card(t: BlackjackState) -> Procedure[None]:
    """(d): the dealer's card, then the Double Attack wager; a dealer who forgot has until the players' two cards."""
    t.dealer_missed = False
    if (yield from deal_to_dealer(t, ("NJ 26.7(d)",))):
        yield from offer_attack(t, ("NJ 26.7(d)",))


@cited
def _blackjack(t: BlackjackState, box: Box) -> None:
    """(e): a player's Blackjack is announced and has nothing to decide; by the reading it is paid now or later."""
    hand = box.hands[0]
    if is_blackjack(t, hand) and not hand.settled:
        announce_total(t, hand)
    pay_blackjack_in_turn(t, box, may_have_blackjack(t), ("NJ 26.5(a)",))


@cited
def _second_card_by(t: BlackjackState) -> Citation:
    return ("NJ 26.7(i)",) if t.dealer.face_down else ("NJ 26.7(g)",)


@cited
def _drawn_by(t: BlackjackState) -> Citation:
    """(g) has 12(b)'s cards dealt face up; where a hole card is dealt, (i) stands in lieu of it."""
    return ("NJ 26.7(g)", "NJ 26.12(b)") if t.rules.deal.hole_card is HoleCard.NONE else ("NJ 26.12(b)",)


@cited
def _second_card_seen(t: BlackjackState) -> None:
    """A bonus is settled at 17 or more, then what the second card decides; by a reading that waits for the bonus."""
    if not must_draw(t):
        _settle_bonus(t)
    waits = any(kind.before_all for kind in t.rules.side_wagers) and undecided(t, BY_THIRD_CARD)
    if not waits:
        _settle_by_second_card(t)


@cited
def _settle_by_second_card(t: BlackjackState) -> None:
    """What the second card decides and is not settled yet: insurance, then hands that were surrendered."""
    settle_insurance(t, won=insurance_wins(t), cited=("NJ 26.11(a)",))
    settle_parked(t, ("NJ 26.8(a)", "NJ 26.8(a)2"))


@cited
def _settle_bonus(t: BlackjackState) -> None:
    """26.6(d): collected, or paid from the dealer's right by the third card, before any other wager."""
    settle_by_third_card(t, ("NJ 26.6(d)", "NJ 26.6(d)1"), ("NJ 26.6(d)", "NJ 26.6(d)2"))
