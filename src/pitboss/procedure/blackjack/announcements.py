"""Point counts that the dealer says aloud, and what becomes of one that is wrong."""

from pitboss.law import Citation
from pitboss.procedure import facts
from pitboss.procedure.blackjack.hands import Hand
from pitboss.procedure.blackjack.moves import AnnounceTotal
from pitboss.procedure.blackjack.state import BlackjackState
from pitboss.procedure.moves import DEALER
from pitboss.rules.subjects.deal import TotalAnnounced


def _announced_by(t: BlackjackState, hand: Hand) -> Citation:
    """What has the dealer announce the total of a hand; nothing where the text has him say none."""
    if hand is t.dealer:
        asked = t.rules.deal.dealer_total_announced is not TotalAnnounced.NOT_PROVIDED
        return t.rules.cites("dealer_total_announced") if asked else ()
    if not t.rules.deal.totals_announced:
        return ()
    if len(hand.cards) > 2:
        return t.law.announce_drawn
    return t.law.announce_split if hand.from_split else t.law.announce_first


def announce_total(t: BlackjackState, hand: Hand) -> None:
    """The dealer says the point count aloud, where the text has him do so."""
    if hand is not t.dealer and not t.rules.deal.totals_announced:
        return
    cited = _announced_by(t, hand)
    if cited and not hand.face_down:
        soft = "soft " if hand.soft and hand is not t.dealer else ""
        t.record(facts.Announced(cited, DEALER, f"{soft}{hand.total}"))


def announced_by_hand(t: BlackjackState, move: AnnounceTotal) -> None:
    """A count that a person who deals says aloud: it is that of the cards, or it is refused."""
    hands = [t.dealer] if move.to == 0 else t.boxes[move.to].hands if move.to in t.boxes else []
    hand = next((hand for hand in hands if hand.number == move.hand_number), None)
    cited = _announced_by(t, hand) if hand is not None else t.law.announce_first
    of_dealer = t.rules.deal.dealer_total_announced is not TotalAnnounced.NOT_PROVIDED
    if not t.rules.deal.totals_announced and not of_dealer:
        other_cases = t.rules.citations.get("other_cases", ())
        t.refuse("announce-total/not-provided", "the text has nobody announce totals", other_cases)
    elif move.by != DEALER:
        t.refuse("announce-total/not-yours", "the dealer announces point totals", cited)
    elif hand is None or len(hand.cards) < 2 or hand.face_down:
        t.refuse("announce-total/no-hand", "no such hand lies there face up with two cards or more", cited)
    elif not cited:
        t.refuse("announce-total/not-provided", "the text has nobody announce this total", ())
    elif move.total != hand.total:
        t.refuse("announce-total/wrong-count", f"the hand counts {hand.total}, not {move.total}", cited)
    else:
        announce_total(t, hand)
