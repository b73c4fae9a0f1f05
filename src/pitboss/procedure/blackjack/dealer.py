"""The dealer's hand: the reader, the hole card, drawing, and when drawing no longer matters."""

from pitboss.law import Citation
from pitboss.procedure import facts
from pitboss.procedure.asking import Procedure, Wait
from pitboss.procedure.blackjack import facts as bf
from pitboss.procedure.blackjack.announcements import announce_total
from pitboss.procedure.blackjack.deal import FURTHER_CARDS, deal_to_dealer, dealer_draws
from pitboss.procedure.blackjack.hands import ACE, POINTS, Hand
from pitboss.procedure.blackjack.moves import ReaderFailed, ReadHoleCard, TurnHoleCard
from pitboss.procedure.blackjack.settlement import is_blackjack
from pitboss.procedure.blackjack.side_wagers import BY_DEALER, BY_DEALER_HAND, undecided
from pitboss.procedure.blackjack.state import BlackjackState
from pitboss.procedure.dealing import deal_card
from pitboss.procedure.moves import DEALER, FLOORPERSON
from pitboss.procedure.state import Phase
from pitboss.rules.subjects.deal import HoleCard, TotalAnnounced
from pitboss.rules.subjects.dealer import Dealer
from pitboss.rules.subjects.points import COURT_VALUE
from pitboss.rules.subjects.settlement import PlayerBust


def reader_in_use(t: BlackjackState) -> bool:
    """Whether hole cards are read at this table now."""
    return t.rules.deal.hole_card.read and t.ready.reader_works


def read_hole_card(t: BlackjackState, cited: Citation, now: HoleCard = HoleCard.READER) -> Procedure[bool]:
    """Under an ace or a ten-value card the reader tells whether the dealer has Blackjack, and nobody sees the card."""
    if t.rules.deal.hole_card is not now or t.dealer.up_card.rank not in t.rules.deal.reader_ranks:
        return False
    if t.dealer_by_hand:
        yield from _dealer_reads(t, cited)
    if not reader_in_use(t):
        return False
    t.hole_card_read = True
    blackjack = t.dealer.two_card_21
    t.record(bf.HoleCardRead(cited, blackjack))
    return blackjack


def _dealer_reads(t: BlackjackState, cited: Citation) -> Procedure[None]:
    """A person puts the card into the reader, unless it turns out that the reader does not work."""
    while reader_in_use(t):
        move = yield from t.ask(lambda: _reading(t, cited))
        if isinstance(move, ReaderFailed):
            yield from t.interrupted_by(t.asking.interrupts[ReaderFailed](t, move))
        elif move.by == DEALER:
            return
        else:
            t.refuse("reader/not-yours", "the dealer uses the card reader", cited)


def _reading(t: BlackjackState, cited: Citation) -> Wait:
    if not t.rules.cites("reader_fails"):  # no text says what follows if it does
        return Wait((DEALER,), (ReadHoleCard,), cited, bars=FURTHER_CARDS)
    by, may = (DEALER, FLOORPERSON), (ReadHoleCard, ReaderFailed)
    return Wait(by, may, cited, bars=FURTHER_CARDS, who={ReaderFailed: ()})


def deal_hole_card(t: BlackjackState, cited: Citation) -> Procedure[None]:
    """The dealer's second card, face down, where the game has one."""
    if t.rules.deal.hole_card is not HoleCard.NONE:
        yield from deal_to_dealer(t, cited, face_up=False)
    t.dealer_dealt = True


def second_card(t: BlackjackState, cited: Citation) -> Procedure[None]:
    """The dealer's second card is seen: turned up, or dealt now where there was no hole card."""
    if t.dealer.face_down:
        yield from turn_hole_card(t, cited)
        return
    t.phase = Phase.DEALER
    if t.rules.deal.dealer_card_announced:
        t.record(facts.Announced(t.rules.cites("dealer_card_announced"), DEALER, "Dealer's Card"))
    yield from draw_once(t, cited)


def may_have_blackjack(t: BlackjackState) -> bool:
    """Whether, as far as anybody knows, the dealer's first card may still become a Blackjack."""
    if t.hole_card_read:
        return False
    rank = t.dealer.up_card.rank
    return rank == ACE or POINTS[rank] == COURT_VALUE


def turn_hole_card(t: BlackjackState, cited: Citation) -> Procedure[None]:
    """The hole card is turned face up."""
    t.phase = Phase.DEALER
    yield from t.staff(DEALER, TurnHoleCard, cited)
    t.record(bf.HoleCardTurned(cited, t.dealer.hole_card.code))
    t.dealer.face_down = set()


def hand_depends(t: BlackjackState, hand: Hand) -> bool:
    """Whether the dealer's further cards can still change what a hand gets."""
    if hand.settled or hand.parked:
        return False
    if hand.face_down:
        return True  # what lies face down nobody knows yet
    if hand.busted:
        return t.rules.settlement.player_bust is not PlayerBust.LOSES
    return not (is_blackjack(t, hand) and t.rules.settlement.blackjack_beats_21)


def drawing_matters(t: BlackjackState) -> bool:
    """Whether another dealer's card can matter, side wagers counted that it can decide."""
    if t.rules.dealer.dealer_draws_in_vain:
        return True
    if undecided(t, BY_DEALER if len(t.dealer.cards) == 2 else BY_DEALER_HAND):
        return True
    return any(hand_depends(t, hand) for box in t.boxes.values() for hand in box.hands)


def must_draw(t: BlackjackState) -> bool:
    """Whether the dealer's total calls for another card."""
    return draws_to(t.rules.dealer, t.dealer)


def draws_to(rules: Dealer, hand: Hand) -> bool:
    """Whether a dealer with such a hand takes another card."""
    if hand.total == rules.dealer_stands_on and hand.soft:
        return rules.dealer_hits_soft
    return hand.total < rules.dealer_stands_on


def draw_once(t: BlackjackState, cited: Citation) -> Procedure[None]:
    """One more card, face up, to the dealer."""
    if t.dealer_by_hand:
        yield from dealer_draws(t, "the next card is the dealer's own", cited)
    yield from deal_card(t, t.dealer, cited)
    if t.rules.deal.dealer_total_announced is TotalAnnounced.AFTER_EACH_CARD:
        announce_total(t, t.dealer)


def draw_to_stand(t: BlackjackState, cited: Citation, stands_by: Citation = ()) -> Procedure[None]:
    """Cards until the dealer must stand, or until no card can matter; a text may order the stand elsewhere."""
    while must_draw(t) and drawing_matters(t):
        yield from draw_once(t, cited)
    if t.rules.deal.dealer_total_announced is not TotalAnnounced.AFTER_EACH_CARD:
        announce_total(t, t.dealer)
    in_vain = t.rules.cites("dealer_draws_in_vain") if must_draw(t) else ()
    t.record(bf.DealerStood(in_vain or stands_by or cited, t.dealer.total))
    t.discard_exposed(t.rules.cites("exposed_card_unusable"))
