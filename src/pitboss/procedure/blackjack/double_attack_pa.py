"""Double Attack Blackjack in Pennsylvania, § 665a.7: one round, paragraph by paragraph."""

from pitboss.law import cite, cited
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
from pitboss.procedure.blackjack.moves import Surrender
from pitboss.procedure.blackjack.offers import (
    insurance_wins,
    lose_insurance,
    offer_attack,
    offer_insurance,
    settle_insurance,
)
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
from pitboss.procedure.blackjack.side_wagers import settle_by_deal, settle_by_third_card
from pitboss.procedure.blackjack.state import BlackjackState
from pitboss.procedure.blackjack.surrender_before_reader import offer_surrender_before_reader, surrender_while_insuring
from pitboss.procedure.moves import DEALER
from pitboss.rules.subjects.deal import HoleCard
from pitboss.rules.subjects.shuffle_and_cut import CutOffer

LAW = RoundLaw(
    reader_misused=cite("PA 665a.13(h)"),
    reader_shown=cite("PA 665a.13(h)(1)"),
    reader_not_shown=cite("PA 665a.13(h)(2)"),
    cover_card_out=cite("PA 665a.7(d)"),
    shoe_emptied=cite("PA 665a.7(d)"),
    shuffled_after_cover_card=cite("PA 665a.5(f)", "PA 665a.7(d)"),
    bet_placed=cite("PA 665a.6(d)"),
    continuous_instead=cite("PA 665a.5(h)"),
    entry_permitted=cite("PA 665a.6(b)(1)"),
    turn=cite("PA 665a.7(h)"),
    decide=cite("PA 665a.7(h)", "PA 665a.7(h)(2)"),
    decide_after_split=cite("PA 665a.11(c)"),
    may_draw=cite("PA 665a.7(j)"),
    at_hard_21=cite("PA 665a.7(j)(1)"),
    at_soft_21=cite("PA 665a.7(j)(1)"),
    split_again=cite("PA 665a.11(c)"),
    insurance_apart=cite("PA 665a.9(d)"),
    bonus_after_surrender=cite("PA 665a.9(c)"),
    bonus_after_blackjack=cite("PA 665a.7(h)(1)"),
    split_21=cite("PA 665a.1 Blackjack"),
    settled=cite("PA 665a.7(o)"),
    chips=cite("PA 665a.7(p)"),
    follows={"attack": cite("PA 665a.7(o)(2)"), "double": cite("PA 665a.7(o)")},
    draw=cite("PA 665a.7(i)"),
    no_card_after_blackjack=cite("PA 665a.7(g)"),
    stand=cite("PA 665a.7(h)(2)"),
    surrender_at_once=cite("PA 665a.9(b)", "PA 665a.9(b)(1)"),
    surrender_under_ten_or_ace=cite("PA 665a.9(b)(2)", "PA 665a.9(b)(2)(ii)"),
    dealer_bust=cite("PA 665a.7(o)(1)(i)(A)"),
    player_higher=cite("PA 665a.7(o)(1)(i)(B)"),
    blackjack_beats_21=cite("PA 665a.7(o)(1)(i)(C)"),
    lose_to_blackjack=cite("PA 665a.7(o)(1)(ii)(A)"),
    player_bust=cite("PA 665a.7(o)(1)(ii)(B)"),
    dealer_higher=cite("PA 665a.7(o)(1)(ii)(C)"),
    tie=cite("PA 665a.7(o)(1)(iii)"),
    both_bust=cite("PA 665a.7(o)(1)(i)(A)", "PA 665a.7(o)(1)(ii)(B)"),
    both_bust_lost=cite("PA 665a.7(o)(1)(i)(A)", "PA 665a.7(o)(1)(ii)(B)"),
    odds=cite("PA 665a.12(a)"),
    surrendered_to_blackjack=cite("PA 665a.9(b)(2)(i)"),
    surrendered_attack_back=cite("PA 665a.9(b)(2)(i)"),
    surrendered_bonus_lost=cite("PA 665a.9(b)(2)(i)"),
    attack_offered=cite("PA 665a.7(e)"),
    attack_void=cite("PA 665a.7(o)(2)"),
    double_returned=cite("PA 665a.10(b)"),
    split_returned=cite("PA 665a.11(d)"),
    wash=cite("PA 665a.4(d)"),
    cut_required=cite("PA 665a.5(b)"),
    cut_offered=cite("PA 665a.5(c)"),
    cut_offers={
        CutOffer.FIRST_ARRIVAL: cite("PA 665a.5(c)(1)"),
        CutOffer.COVER_CARD_BOX: cite("PA 665a.5(c)(2)"),
        CutOffer.COVER_CARD_DEALER: cite("PA 665a.5(c)(3)"),
        CutOffer.ON_ORDER: cite("PA 665a.5(c)(4)"),
    },
    idle_spread=cite("PA 665a.5(g)"),
    idle_wash=cite("PA 665a.5(g)", "PA 665a.4(d)"),
)


def game(t: BlackjackState) -> Procedure[None]:
    """A table of Double Attack Blackjack."""
    t.law = LAW
    t.asking.interrupts = {**t.asking.interrupts, Surrender: surrender_while_insuring}
    return blackjack_table(t, round_of_play)


@cited
def round_of_play(t: BlackjackState) -> Procedure[None]:
    """§ 665a.7(e) to (p), after the Bet and Bust It Wagers are down."""
    # (e) One card face up to the dealer; then the Double Attack Wager.
    if (yield from deal_to_dealer(t, ("PA 665a.7(e)",))):
        yield from offer_attack(t, ("PA 665a.7(e)",))

    # (f) Clockwise from the dealer's left: two cards face up to each box, a second card face down to the dealer.
    yield from deal_to_players(t, ("PA 665a.7(f)", "PA 665a.7(f)(1)"))
    yield from deal_to_players(t, ("PA 665a.7(f)", "PA 665a.7(f)(2)"))
    yield from complete_passed_over_boxes(t)
    t.players_dealt = True
    if not t.dealer_missed:
        yield from deal_hole_card(t, ("PA 665a.7(f)(3)",))
    yield from deal_missing_dealer_cards(t, ("PA 665a.7(e)",), ("PA 665a.7(f)(3)",))  # only where a variant has it so
    t.dealer_dealt = True

    settle_by_deal(t)  # only where a variant has such a wager
    yield from pay_blackjacks_first(t, ())  # only where a variant has it so

    # (g) Insurance under an ace; the reader under an ace, king, queen or jack; a dealer Blackjack ends the round.
    yield from offer_insurance(t, ("PA 665a.7(g)",))
    yield from offer_surrender_before_reader(t, ("PA 665a.9(a)", "PA 665a.9(b)(2)"))
    if (yield from read_hole_card(t, ("PA 665a.7(g)",))):
        yield from turn_hole_card(t, ("PA 665a.7(g)", "PA 665a.7(l)"))
        settle_insurance(t, won=insurance_wins(t), cited=("PA 665a.8(a)",))
        settle_by_third_card(t, ("PA 665a.7(g)", "PA 665a.7(m)(1)", "PA 665a.7(p)"), ())
        yield from settle_table(t, ("PA 665a.7(g)", "PA 665a.7(o)"))
        return
    _no_blackjack(t)

    # (h) to (k) Each player in turn: a Blackjack is paid at once, the others decide.
    yield from play_boxes(t, _pay_blackjack)
    pay_twenty_ones(t)  # only where a variant has it so

    # 665a.9(b)(2), read so that 665a.10(b) and .11(d) can arise: only now does the reader tell of a Blackjack.
    if not (yield from read_hole_card(t, ("PA 665a.7(g)", "PA 665a.9(b)(2)"), HoleCard.READER_AFTER_PLAY)):
        _no_blackjack(t)

    # (l) The hole card is turned up.
    yield from second_card(t, ("PA 665a.7(l)",))
    settle_insurance(t, won=insurance_wins(t), cited=("PA 665a.8(a)",))

    # (m) Bust It: decided by two cards of 17 or more, or by the third card, before anything else is settled.
    if must_draw(t) and drawing_matters(t):
        yield from draw_once(t, ("PA 665a.7(m)(2)",))
        won_by = ("PA 665a.7(m)(2)(i)", "PA 665a.12(c)", "PA 665a.7(p)")
        settle_by_third_card(t, ("PA 665a.7(m)(2)(ii)", "PA 665a.7(p)"), won_by)
    else:
        settle_by_third_card(t, ("PA 665a.7(m)(1)", "PA 665a.7(p)"), ())

    # (n) Cards to 17 or more.
    on_two_cards = ("PA 665a.7(m)(1)",) if len(t.dealer.cards) == 2 else ()
    yield from draw_to_stand(t, ("PA 665a.7(n)",), on_two_cards)

    # (o), (p) Everything else, counterclockwise from the dealer's right.
    yield from settle_table(t, ("PA 665a.7(o)", "PA 665a.7(p)"))


def _no_blackjack(t: BlackjackState) -> None:
    """Once no Blackjack is possible: 665a.8(d) insurance is collected, 665a.9(b)(2)(ii) what was given up halved."""
    if not may_have_blackjack(t):
        lose_insurance(t, cited=())
        settle_parked(t, t.law.surrender_under_ten_or_ace)


@cited
def _pay_blackjack(t: BlackjackState, box: Box) -> None:
    """(h)(1): announced, paid even money and the cards removed; a Bust It Wager stays."""
    hand = box.hands[0]
    if is_blackjack(t, hand) and not hand.settled:
        t.record(facts.Announced(("PA 665a.7(h)(1)",), DEALER, "Blackjack"))
        pay_blackjack_in_turn(t, box, may_have_blackjack(t), ("PA 665a.7(h)(1)",))
