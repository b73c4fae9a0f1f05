"""What is open to a hand: another card, a double down, a split, a surrender."""

from pitboss.procedure.blackjack.hands import ACE, POINTS, Box, Hand
from pitboss.procedure.blackjack.moves import (
    Double,
    Hit,
    RefuseCard,
    Split,
    Stand,
    Surrender,
)
from pitboss.procedure.blackjack.state import BlackjackState
from pitboss.procedure.moves import Move
from pitboss.rules.subjects.doubling import FIRST_TWO_CARDS
from pitboss.rules.subjects.points import TWENTY_ONE
from pitboss.rules.subjects.splitting import Pair
from pitboss.rules.subjects.surrender import SurrenderAfterDouble, SurrenderWhen

_ANY_TIME = SurrenderWhen.ANY_TIME  # a name of its own: asked of every decision, and an Enum is slow to find one


def draws_left(t: BlackjackState, hand: Hand) -> bool:
    """Whether the hand may still be given cards."""
    if hand.doubled or hand.total >= TWENTY_ONE or (hand.split_ace and t.rules.splitting.split_aces_one_card):
        return False
    return not (t.no_more_cards and t.draws_no_more(hand))


def may_double(t: BlackjackState, hand: Hand) -> bool:
    """Whether the cards of the hand allow a double down."""
    rules, total = t.rules.doubling, hand.total
    if hand.doubled or total >= TWENTY_ONE or (t.no_more_cards and t.draws_no_more(hand)):
        return False
    if hand.from_split and not (rules.double_after_split and (rules.double_split_aces or not hand.split_ace)):
        return False
    if rules.double_on_totals and not rules.on_total(total):
        return False
    return rules.on_cards(len(hand.cards))


def may_double_unseen(t: BlackjackState, hand: Hand) -> bool:
    """Whether two cards that lie face down may be doubled whatever they count, so that nobody need look at them."""
    rules, first_two = t.rules.doubling, len(hand.cards) == FIRST_TWO_CARDS and bool(hand.face_down)
    return first_two and rules.on_cards(FIRST_TWO_CARDS) and rules.double_on_blackjack and not rules.double_on_totals


def most_hands(t: BlackjackState, aces: bool) -> int:
    """Into how many hands a pair may be split at this table, as it was opened."""
    rules = t.rules.splitting
    whole = t.positions == t.rules.layout.positions
    return rules.most_hands(aces, rules.split_hands if whole else rules.hands_at(t.positions))


def may_split(t: BlackjackState, box: Box, hand: Hand) -> bool:
    """Whether the hand is a pair that may be split, now and into so many hands."""
    rules = t.rules.splitting
    if len(hand.cards) != 2 or (t.no_more_cards and t.draws_no_more(hand)):
        return False
    (first, _), (second, _) = hand.cards
    if first is not second and (POINTS[first] != POINTS[second] or rules.pair is Pair.SAME_RANK):
        return False
    return len(box.hands) < most_hands(t, first is ACE)


def may_surrender(t: BlackjackState, hand: Hand) -> bool:
    """Whether the hand may be given up now."""
    rules = t.rules.surrender
    if rules.surrender is not _ANY_TIME:
        first_decision = len(hand.cards) <= 2 and not hand.from_split
        if rules.surrender is SurrenderWhen.NEVER or not first_decision:
            return False
    if len(hand.stakes) > 1 and not rules.surrender_shared:
        return False
    if rules.surrender_below and hand.total >= TWENTY_ONE:
        return False
    if hand.doubled:
        return rules.of_doubled_hand is not SurrenderAfterDouble.NOT_OFFERED
    if hand.split_ace and not rules.surrender_split_aces:
        return False
    if hand.from_split and not rules.surrender_after_split:
        return False
    if len(hand.cards) > 2 and not rules.surrender_after_draw:
        return False
    return not (t.hole_card_read and rules.only_before_reader)


def may_refuse_card(t: BlackjackState, box: Box, hand: Hand) -> bool:
    """Whether an exposed card could go to this hand, or to another of the box that waits for its second card."""
    if not t.exposed_is_next or t.draws_no_more(hand):
        return False
    return draws_left(t, hand) or any(len(other.cards) == 1 for other in box.hands)


def options(t: BlackjackState, box: Box, hand: Hand) -> tuple[type[Move], ...]:
    """Everything the one who decides may do with the hand now."""
    may: list[type[Move]] = [Hit, Stand] if draws_left(t, hand) else [Stand]
    if may_double(t, hand):
        may.append(Double)
    if len(hand.cards) == 2 and may_split(t, box, hand):
        may.append(Split)
    if may_surrender(t, hand):
        may.append(Surrender)
    if t.held and may_refuse_card(t, box, hand):
        may.append(RefuseCard)
    return tuple(may)
