"""The players' decisions: hit, stand, double, split, surrender; hand by hand from the dealer's left."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from pitboss.cards.card import Rank
from pitboss.law import Citation
from pitboss.procedure import facts
from pitboss.procedure.asking import Procedure, Wait
from pitboss.procedure.blackjack import facts as bf
from pitboss.procedure.blackjack.announcements import announce_total
from pitboss.procedure.blackjack.deal import ask_for_card, deal_additional, hands_from_right, refuse_card
from pitboss.procedure.blackjack.hands import POINTS, Box, Hand, Stake
from pitboss.procedure.blackjack.moves import (
    Double,
    FollowDouble,
    FollowSplit,
    Hit,
    RefuseCard,
    Split,
    Stand,
    Surrender,
)
from pitboss.procedure.blackjack.offers import in_chips, payable
from pitboss.procedure.blackjack.options import options
from pitboss.procedure.blackjack.second_chance import offer_second_chance, second_chance_offered, subtract
from pitboss.procedure.blackjack.settlement import (
    counted_as_21,
    give_back,
    is_blackjack,
    is_charlie,
    leave_over_21,
    pay_bonus,
    pay_charlie,
    pay_now,
    show_hand,
    surrender_now,
)
from pitboss.procedure.blackjack.state import BlackjackState
from pitboss.procedure.dealing import boxes_from_left
from pitboss.procedure.moves import Move
from pitboss.procedure.state import Phase
from pitboss.rules.money import dollars
from pitboss.rules.subjects.doubling import DoubleCard, DoubleLimit
from pitboss.rules.subjects.points import COURT_VALUE, TWENTY_ONE
from pitboss.rules.subjects.settlement import BlackjackPaid, TwentyOnePaid
from pitboss.rules.subjects.surrender import SurrenderSettled
from pitboss.rules.subjects.wagers import DesignatedAttack

# --- the turn of a box ----------------------------------------------------------------------------------------------


Decision = Callable[[BlackjackState, Box, Hand, Any], Procedure[None] | None]


@dataclass(frozen=True, kw_only=True)
class Manner:
    """How hands are played: what is open to one, its second card after a split, what ends it, and each decision."""

    options: Callable[[BlackjackState, Box, Hand], tuple[type[Move], ...]]
    second_card: Callable[[BlackjackState, Hand], Procedure[bool]]
    ends: Callable[[BlackjackState, Box, Hand], Procedure[None] | None]
    decisions: Mapping[type[Move], Decision]


def play_boxes(
    t: BlackjackState, blackjack: Callable[[BlackjackState, Box], None], manner: Manner | None = None
) -> Procedure[None]:
    """Each box in turn, clockwise; `blackjack` deals with a player's Blackjack, after which nothing is asked."""
    manner = manner or AS_USUAL
    t.phase = Phase.PLAY
    for box in boxes_from_left(t):
        blackjack(t, box)
        yield from play_box(t, box, manner)
    while t.missed_hits:
        hand = t.missed_hits.pop(0)
        hand.late = False
        late = t.rules.cites("missed_hit")
        if any(stake.second_chance for stake in hand.stakes):
            yield from subtract(t, hand, late)
            continue
        tucked = hand.doubled and t.rules.doubling.double_card is DoubleCard.DOWN_TUCKED
        by = (*late, *t.rules.cites("double_card")) if hand.doubled else late
        yield from deal_additional(t, hand, by, face_up=not tucked, sideways=hand.doubled and not tucked)
        yield from play_box(t, t.boxes[hand.box], manner)  # it may be split, again, and then there are hands to come


def play_box(t: BlackjackState, box: Box, manner: Manner) -> Procedure[None]:
    """The hands of a box from left to right, as far as they have something to decide; a split adds hands on the way."""
    place = 0
    while place < len(box.hands):
        hand = box.hands[place]
        if not (hand.finished or hand.late):
            yield from play_hand(t, box, hand, manner)
        place += 1


def play_hand(t: BlackjackState, box: Box, hand: Hand, manner: Manner) -> Procedure[None]:
    """One hand from its second card until it stands, busts, is surrendered or may not draw.

    Only its player knows a hand that lies face down, so that one is asked even when there is nothing to choose.
    """

    options, ends, decisions = manner.options, manner.ends, manner.decisions
    begins = True
    while True:
        if begins:
            begins = False
            if len(hand.cards) == 1:
                yield from manner.second_card(t, hand)
            if len(hand.cards) > 1:  # one whose second card was refused has no total to announce
                announce_total(t, hand)
        over = None if hand.finished else ends(t, box, hand)
        if over is not None:
            yield from over
        if hand.finished or hand.late:
            return  # it is finished, even while its second chance card is still to come
        may = options(t, box, hand)
        if len(may) == 1 and not hand.face_down:
            break  # it stands: that is always open
        asked = _asked(t, box, hand, may)
        move = yield asked
        while type(move) not in asked.may or move.by != box.decides:
            yield from t.come_between(asked, move)
            asked = _asked(t, box, hand, options(t, box, hand))
            move = yield asked
        if getattr(move, "box", None) != box.number:
            refuses = t.rules.cites("exposed_card_refused") if isinstance(move, RefuseCard) else ()
            t.refuse("turn/other-box", f"box {box.number} is to decide", refuses or t.law.turn)
            continue
        more = decisions[type(move)](t, box, hand, move)
        if more is not None:
            yield from more
        begins = len(hand.cards) == 1
    hand.finished = True


def _second_card(t: BlackjackState, hand: Hand) -> Procedure[bool]:
    return deal_additional(t, hand, t.rules.cites("split_order"))


def _ends(t: BlackjackState, box: Box, hand: Hand) -> Procedure[None] | None:
    """What needs no decision: a Blackjack after a split, a 21 with a bonus, a charlie, 21, or over."""
    rules = t.rules.settlement
    if is_blackjack(t, hand):  # any other is over before its turn
        hand.finished = True
        if rules.blackjack_paid is BlackjackPaid.BEFORE_READER:
            pay_now(t, hand, rules.blackjack_odds, "Blackjack", t.rules.cites("blackjack_paid"))
    elif rules.bonus_21 is not None and pay_bonus(t, hand):
        return None
    elif rules.charlie_cards is not None and is_charlie(t, hand):
        pay_charlie(t, hand)
    elif hand.total >= TWENTY_ONE:
        return _at_or_over(t, box, hand)
    return None


def _decides_by(t: BlackjackState, hand: Hand) -> Citation:
    """What gives the player a decision on this hand; on one that a split formed, the text may say it anew."""
    decide = (t.law.decide_after_split if hand.from_split else ()) or t.law.decide
    return (*decide, *t.rules.cites("box_decided_by")) if len(t.boxes[hand.box].bettors) > 1 else decide


def _asked(t: BlackjackState, box: Box, hand: Hand, may: tuple[type[Move], ...]) -> Wait:
    by, where = _decides_by(t, hand), (box.number, hand.number)
    if not (t.law.decide_on or hand.from_split or t.held):
        return Wait((box.decides,), may, by, *where)
    return Wait((box.decides,), may, by, *where, who=_whose(t, hand, may))


def _whose(t: BlackjackState, hand: Hand, may: tuple[type[Move], ...]) -> Mapping[type[Move], Citation]:
    """By what the player may do what the clause on deciding does not name."""
    given: dict[type[Move], Citation] = {RefuseCard: t.rules.cites("exposed_card_refused"), **t.law.decide_on}
    if hand.from_split:
        given[Surrender] = t.rules.cites("surrender")
    shared = t.rules.cites("box_decided_by") if len(t.boxes[hand.box].bettors) > 1 else ()
    return {kind: (*given[kind], *shared) for kind in may if kind in given}


def _at_or_over(t: BlackjackState, box: Box, hand: Hand) -> Procedure[None]:
    if hand.total == TWENTY_ONE:
        hand.finished = True
        if t.rules.settlement.twenty_one_paid is TwentyOnePaid.RIGHT_AWAY:
            by = (*t.law.twenty_one_paid, *counted_as_21(t, hand))
            pay_now(t, hand, t.rules.settlement.bet_odds, "21", by, t.law.twenty_one_paid)
        return
    if hand.doubled and t.rules.doubling.double_card is DoubleCard.DOWN_TUCKED:
        hand.finished = True  # the card lies face down: nobody knows yet
        return
    yield from bust(t, box, hand)


def bust(t: BlackjackState, box: Box, hand: Hand) -> Procedure[None]:
    """A hand over 21 is shown, offered a Second Chance where there is one, and collected or left for the dealer's."""
    show_hand(t, hand, t.law.player_bust)
    offered = second_chance_offered(t, hand)  # then the hand may still win
    by = (*t.law.busted, *(t.rules.cites("second_chance") if offered else ())) or t.law.player_bust
    t.record(bf.HandBusted(by, box.number, hand.number, hand.total))
    hand.finished = True
    if offered:
        taken = yield from offer_second_chance(t, box, hand)
        if taken:
            return
    leave_over_21(t, box, hand)


# --- each decision --------------------------------------------------------------------------------------------------


def _decided(t: BlackjackState, box: Box, hand: Hand, decision: str, cited: Citation) -> None:
    signal = t.law.signals.get(decision)
    if signal is not None and (words := signal.face_down if hand.face_down else signal.face_up):
        t.record(bf.Signalled(signal.clauses, box.decides, box.number, hand.number, words))
    t.facts.append(bf.DecisionMade(cited, box.decides, box.number, hand.number, decision))


def hit(t: BlackjackState, box: Box, hand: Hand, move: Hit) -> Procedure[None]:
    """Another card."""
    _decided(t, box, hand, "hit", t.law.may_draw)
    ask_for_card(t)
    dealt = yield from deal_additional(t, hand, t.law.draw)
    if dealt:
        announce_total(t, hand)


def stand(t: BlackjackState, box: Box, hand: Hand, move: Stand) -> None:
    """No more cards."""
    _decided(t, box, hand, "stand", (t.law.decide_after_split if hand.from_split else ()) or t.law.stand)
    hand.stood = hand.finished = True


def double(t: BlackjackState, box: Box, hand: Hand, move: Double) -> Procedure[None]:
    """An additional wager on one more card; the other bettors may follow."""
    stake = hand.stakes[0]
    if not amount_ok(t, stake, move.cents):
        return
    more = t.law.double_after_split if hand.from_split else ()
    show_hand(t, hand, (*t.rules.cites("double_card"), *more))
    _decided(t, box, hand, "double", (*t.rules.cites("double_on_cards_at_least"), *more))
    stake.double = move.cents
    t.place(stake.player, move.cents, box.number, hand.number, "double", (*t.rules.cites("double_limit"), *more))
    hand.doubled = True
    ask_for_card(t)
    for other in hand.stakes[1:]:
        yield from _follow_double(t, box, hand, other)
    face_up = t.rules.doubling.double_card is DoubleCard.UP_SIDEWAYS
    dealt = yield from deal_additional(t, hand, (*t.rules.cites("double_card"), *more), face_up, sideways=face_up)
    if dealt:
        announce_total(t, hand)


def double_most(t: BlackjackState, stake: Stake) -> int:
    """The most that may be added to a stake."""
    both = t.rules.doubling.double_limit is DoubleLimit.BET_AND_ATTACK
    return stake.bet + (stake.attack if both else 0)


def amount_ok(t: BlackjackState, stake: Stake, cents: int, follows: Citation = ()) -> bool:
    """Whether a stake may be doubled for so much; refuses it otherwise."""
    cited, most = (*t.rules.cites("double_limit"), *follows), double_most(t, stake)
    made = t.rules.cites("wagers_made") or cited
    if cents > most:
        t.refuse("double/too-much", f"it may not exceed {dollars(most)}", cited)
    elif cents < most and not t.rules.doubling.double_for_less:
        t.refuse("double/for-less", f"it must be {dollars(most)}", ())
    elif not in_chips(t, cents):
        t.refuse("double/chips", f"{dollars(cents)} is not a whole number of chips", made)
    elif not payable(t, cents):
        t.refuse("double/not-payable", f"{dollars(cents)} could not be settled in whole cents", ())
    else:
        return t.afford(stake.player, cents, made)
    return False


def _follow_double(t: BlackjackState, box: Box, hand: Hand, stake: Stake) -> Procedure[None]:
    cited = t.law.follow_double
    while True:
        move = yield from t.ask(lambda: Wait((stake.player,), (FollowDouble,), cited, box.number, hand.number))
        assert isinstance(move, FollowDouble)
        if move.box != box.number:
            t.refuse("turn/other-box", f"box {box.number} was doubled", cited)
            continue
        if move.cents == 0:
            t.record(facts.WagerDeclined(cited, stake.player, box.number, "double"))
            return
        if amount_ok(t, stake, move.cents, cited):
            stake.double = move.cents
            t.place(stake.player, move.cents, box.number, hand.number, "double", cited)
            return


def split(t: BlackjackState, box: Box, hand: Hand, move: Split) -> Procedure[None]:
    """A second hand of the pair's second card, with as much on it; each gets its other card when its turn comes."""
    cited = t.rules.cites("split_wager")
    of_pair = (t.law.split_aces if hand.aces else ()) or cited
    stake = hand.stakes[0]
    if not t.afford(stake.player, stake.bet + stake.attack, cited):
        return
    show_hand(t, hand, cited)
    by = (t.law.split_again if hand.from_split else ()) or of_pair
    _decided(t, box, hand, "split", by)
    new = Hand(box.number, len(box.hands) + 1)
    new.from_split = hand.from_split = True
    new.split_ace = hand.split_ace = hand.aces > 0
    new.take(hand.give_up_last())
    box.hands.insert(box.hands.index(hand) + 1, new)
    t.record(bf.HandSplit(by, box.number, hand.number, new.number))
    _cover(t, hand, new, stake, cited)
    ask_for_card(t)
    for other in hand.stakes[1:]:
        yield from _follow_split(t, box, hand, new, other)


def _cover(t: BlackjackState, hand: Hand, new: Hand, stake: Stake, cited: Citation) -> None:
    """A wager on the new hand equal to the original bet and Double Attack Wager."""
    second = Stake(stake.player, stake.bet, stake.attack, additional=True)
    new.stakes.append(second)
    t.place(stake.player, stake.bet, new.box, new.number, "bet", cited)
    if stake.attack:
        t.place(stake.player, stake.attack, new.box, new.number, "attack", cited)


def _follow_split(t: BlackjackState, box: Box, hand: Hand, new: Hand, stake: Stake) -> Procedure[None]:
    cited = t.law.follow_split
    while True:
        move = yield from t.ask(lambda: Wait((stake.player,), (FollowSplit,), cited, box.number, hand.number))
        assert isinstance(move, FollowSplit)
        if move.box != box.number:
            t.refuse("turn/other-box", f"box {box.number} was split", cited)
            continue
        if not move.cover:
            kept = new if move.keep_on_new_hand else hand
            if kept is new:
                hand.stakes.remove(stake)
                new.stakes.append(stake)
                coupon = t.chips.coupons.get((stake.player, box.number, "bet"))
                if coupon is not None and coupon.hand == hand.number:  # it lies with the original wager
                    coupon.hand = new.number
            t.record(bf.HandDesignated(cited, stake.player, box.number, kept.number))
            if t.rules.wagers.designated_attack is DesignatedAttack.RETURNED:
                give_back(t, kept, stake, "attack", t.rules.cites("designated_attack"))
            return
        if t.afford(stake.player, stake.bet + stake.attack, cited):
            _cover(t, hand, new, stake, cited)
            return


def surrender(t: BlackjackState, box: Box, hand: Hand, move: Surrender) -> None:
    """The hand is given up."""
    _decided(t, box, hand, "surrender", t.rules.cites("surrender"))
    park_or_surrender(t, hand)


def park_or_surrender(t: BlackjackState, hand: Hand) -> None:
    """Settled at once, or waiting while the dealer may still have Blackjack."""
    hand.finished = True
    if _dealer_may_have_blackjack(t):
        hand.parked = True
        on_cards = bool(t.law.parked)  # in one text the surrender only waits for the reader
        by = t.law.parked or t.rules.cites("surrender_settled")
        t.record(bf.WagersParked(by, hand.box, hand.number, on_cards))
    else:
        high = _ten_or_ace(t)
        surrender_now(t, hand, t.law.surrender_under_ten_or_ace if high else t.law.surrender_at_once)


def _dealer_may_have_blackjack(t: BlackjackState) -> bool:
    settled = t.rules.surrender.surrender_settled
    if not _ten_or_ace(t) or t.rules.surrender.at_once:
        return False
    if settled is SurrenderSettled.PARKED_FOR_SECOND_CARD:
        return True
    return not t.hole_card_read


def _ten_or_ace(t: BlackjackState) -> bool:
    rank = t.dealer.up_card.rank
    return rank == Rank.ACE or POINTS[rank] == COURT_VALUE


def _refuse_card(t: BlackjackState, box: Box, hand: Hand, move: RefuseCard) -> None:
    refuse_card(t, box)


DECISIONS: Mapping[type[Move], Decision] = {
    Hit: hit,
    Stand: stand,
    Double: double,
    Split: split,
    Surrender: surrender,
    RefuseCard: _refuse_card,
}
AS_USUAL = Manner(options=options, second_card=_second_card, ends=_ends, decisions=DECISIONS)


def pay_twenty_ones(t: BlackjackState, in_the_order_of: Citation = ()) -> None:
    """Where 21s that are no Blackjacks wait for all players, they are paid together before the hole card is turned."""
    if t.rules.settlement.twenty_one_paid is not TwentyOnePaid.AFTER_ALL_PLAYERS:
        return
    for hand in hands_from_right(t):
        if not hand.settled and hand.total == TWENTY_ONE and not is_blackjack(t, hand):
            by = (*t.law.twenty_one_paid, *in_the_order_of, *counted_as_21(t, hand))
            pay_now(t, hand, t.rules.settlement.bet_odds, "21", by, t.law.twenty_one_paid)
