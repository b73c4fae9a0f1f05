"""The players' decisions: hit, stand, double, split, surrender, second chance; hand by hand from the dealer's left."""

from collections.abc import Callable

from pitboss.cards.card import Rank
from pitboss.law import Citation
from pitboss.procedure import facts
from pitboss.procedure.blackjack import facts as bf
from pitboss.procedure.blackjack.deal import ask_for_card, deal_additional, gets_card, hands_from_right, refuse_card
from pitboss.procedure.blackjack.moves import (
    Double,
    FollowDouble,
    FollowSplit,
    Hit,
    NoSecondChance,
    RefuseCard,
    SecondChance,
    Split,
    Stand,
    Surrender,
)
from pitboss.procedure.blackjack.offers import in_chips, payable
from pitboss.procedure.blackjack.settlement import (
    collect_now,
    counted_as_21,
    give_back,
    is_blackjack,
    pay_now,
    show_hand,
    surrender_now,
)
from pitboss.procedure.blackjack.side_wagers import collect_after_bust
from pitboss.procedure.blackjack.state import BlackjackState
from pitboss.procedure.dealing import boxes_from_left
from pitboss.procedure.hands import POINTS, Box, Hand, Stake
from pitboss.procedure.moves import Move
from pitboss.procedure.state import Phase, Procedure, Wait
from pitboss.rules.money import dollars
from pitboss.rules.subjects.deal import HoleCard
from pitboss.rules.subjects.doubling import DoubleCard, DoubleLimit
from pitboss.rules.subjects.points import COURT_VALUE, TWENTY_ONE
from pitboss.rules.subjects.settlement import BlackjackPaid, TwentyOnePaid
from pitboss.rules.subjects.splitting import Pair, PositionsCounted, hands_at
from pitboss.rules.subjects.surrender import SurrenderAfterDouble, SurrenderSettled, SurrenderWhen
from pitboss.rules.subjects.wagers import DesignatedAttack

# --- what is open to a hand -----------------------------------------------------------------------------------------


def draws_left(t: BlackjackState, hand: Hand) -> bool:
    """Whether the hand may still be given cards."""
    one_card_only = hand.split_ace and t.rules.splitting.split_aces_one_card
    return not (t.draws_no_more(hand) or hand.doubled or one_card_only) and hand.total < TWENTY_ONE


def may_double(t: BlackjackState, hand: Hand) -> bool:
    """Whether the cards of the hand allow a double down."""
    rules = t.rules.doubling
    if t.draws_no_more(hand) or hand.doubled or hand.total >= TWENTY_ONE:
        return False
    if hand.split_ace and not rules.double_split_aces:
        return False
    if hand.from_split and not rules.double_after_split:
        return False
    if not rules.on_total(hand.total):
        return False
    most = rules.double_on_cards_at_most
    return rules.double_on_cards_at_least <= len(hand.cards) and (most is None or len(hand.cards) <= most)


def most_hands(t: BlackjackState, aces: bool) -> int:
    """Into how many hands a pair may be split at this table, as it was opened."""
    rules = t.rules.splitting
    by_position = rules.split_hands_by is PositionsCounted.AS_OPENED and t.positions != t.rules.layout.positions
    return rules.most_hands(aces, hands_at(t.positions) if by_position else rules.split_hands)


def may_split(t: BlackjackState, box: Box, hand: Hand) -> bool:
    """Whether the hand is a pair that may be split, now and into so many hands."""
    rules = t.rules.splitting
    if len(hand.cards) != 2 or t.draws_no_more(hand):
        return False
    if hand.split_ace and not rules.resplit_aces:
        return False
    first, second = hand.cards[0].rank, hand.cards[1].rank
    if len(box.hands) >= most_hands(t, first is Rank.ACE):
        return False
    return first == second if rules.pair is Pair.SAME_RANK else POINTS[first] == POINTS[second]


def may_surrender(t: BlackjackState, hand: Hand) -> bool:
    """Whether the hand may be given up now."""
    rules = t.rules.surrender
    if rules.surrender is SurrenderWhen.NEVER:
        return False
    if len(hand.stakes) > 1 and not rules.surrender_shared:
        return False
    if rules.surrender is SurrenderWhen.FIRST_DECISION and (len(hand.cards) > 2 or hand.from_split):
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
    return not (rules.only_before_reader and t.hole_card_read)


def may_refuse_card(t: BlackjackState, box: Box, hand: Hand) -> bool:
    """Whether an exposed card could go to this hand, or to another of the box that waits for its second card."""
    if not t.exposed_is_next or t.draws_no_more(hand):
        return False
    return draws_left(t, hand) or any(len(other.cards) == 1 for other in box.hands)


def options(t: BlackjackState, box: Box, hand: Hand) -> tuple[type[Move], ...]:
    """Everything the one who decides may do with the hand now."""
    may: list[type[Move]] = []
    if draws_left(t, hand):
        may.append(Hit)
    may.append(Stand)
    if may_double(t, hand):
        may.append(Double)
    if may_split(t, box, hand):
        may.append(Split)
    if may_surrender(t, hand):
        may.append(Surrender)
    if may_refuse_card(t, box, hand):
        may.append(RefuseCard)
    return tuple(may)


# --- the turn of a box ----------------------------------------------------------------------------------------------


def play_boxes(t: BlackjackState, blackjack: Callable[[BlackjackState, Box], bool]) -> Procedure[None]:
    """Each box in turn, clockwise; `blackjack` deals with a player's Blackjack and says whether the turn is over."""
    t.phase = Phase.PLAY
    for box in boxes_from_left(t):
        if not blackjack(t, box):
            yield from play_box(t, box)
    while t.missed_hits:
        hand = t.missed_hits.pop(0)
        hand.late = False
        if hand.stakes[0].second_chance:
            yield from _subtract(t, hand)
            continue
        tucked = hand.doubled and t.rules.doubling.double_card is DoubleCard.DOWN_TUCKED
        yield from deal_additional(
            t, hand, t.rules.cites("missed_hit"), face_up=not tucked, sideways=hand.doubled and not tucked
        )
        yield from play_box(t, t.boxes[hand.box])  # it may be split, again, and then there are hands to come


def play_box(t: BlackjackState, box: Box) -> Procedure[None]:
    """The hands of a box from left to right, as far as they have something to decide; a split adds hands on the way."""
    place = 0
    while place < len(box.hands):
        hand = box.hands[place]
        if not (hand.finished or hand.settled or hand.parked or hand.late):
            yield from play_hand(t, box, hand)
        place += 1


def play_hand(t: BlackjackState, box: Box, hand: Hand) -> Procedure[None]:
    """One hand from its second card until it stands, busts, is surrendered or may not draw."""
    if len(hand.cards) == 1:
        yield from deal_additional(t, hand, t.rules.cites("split_order"))
    if len(hand.cards) > 1:  # one whose second card was refused has no total to announce
        announce_total(t, hand)
    if is_blackjack(t, hand) and hand.from_split:
        hand.finished = True
        if t.rules.settlement.blackjack_paid is BlackjackPaid.BEFORE_READER:
            pay_now(t, hand, t.rules.settlement.blackjack_odds, "Blackjack", t.rules.cites("blackjack_paid"))

    while not hand.finished and not hand.settled and not hand.late:
        if is_charlie(t, hand):
            pay_charlie(t, hand)
        elif hand.total >= TWENTY_ONE:
            yield from _at_or_over(t, box, hand)
            return  # it is finished, even while its second chance card is still to come
        elif options(t, box, hand) == (Stand,):
            break
        else:
            yield from _decision(t, box, hand)
    hand.finished = not hand.late


def _decision(t: BlackjackState, box: Box, hand: Hand) -> Procedure[None]:
    """What the one who decides does with the hand next."""

    def wait() -> Wait:
        return Wait((box.decides,), options(t, box, hand), _decides_by(t, hand), box.number, hand.number)

    move = yield from t.ask(wait)
    if getattr(move, "box", None) != box.number:
        t.refuse("turn/other-box", f"box {box.number} is to decide", t.law.turn)
        return
    more = DECISIONS[type(move)](t, box, hand, move)
    if more is not None:
        yield from more


def _decides_by(t: BlackjackState, hand: Hand) -> Citation:
    """What gives the player a decision on this hand; on one that a split formed, the text may say it anew."""
    decide = (t.law.decide_after_split if hand.from_split else ()) or t.law.decide
    return (*decide, *t.rules.cites("box_decided_by")) if len(t.boxes[hand.box].bettors) > 1 else decide


def announce_total(t: BlackjackState, hand: Hand) -> None:
    """The dealer says the point count aloud, where the text has him do so."""
    if t.rules.deal.totals_announced:
        words = f"{'soft ' if hand.soft else ''}{hand.total}"
        if len(hand.cards) > 2:
            cited = t.law.announce_drawn
        else:
            cited = t.law.announce_split if hand.from_split else t.law.announce_first
        t.record(facts.Announced(cited, "dealer", words))


def is_charlie(t: BlackjackState, hand: Hand) -> bool:
    """Whether a hand has as many cards as win at once without going over, where a variant has it so."""
    cards = t.rules.settlement.charlie_cards
    return cards is not None and len(hand.cards) >= cards and hand.total <= TWENTY_ONE


def pay_charlie(t: BlackjackState, hand: Hand) -> None:
    """It is shown and paid, whatever the dealer has or will have."""
    cited = t.rules.cites("charlie_cards")
    show_hand(t, hand, cited)
    pay_now(t, hand, t.rules.settlement.bet_odds, f"{len(hand.cards)}-card charlie", cited)


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
    t.record(bf.HandBusted(t.law.busted or t.law.player_bust, box.number, hand.number, hand.total))
    hand.finished = True
    if _second_chance_offered(t, hand):
        taken = yield from _second_chance(t, box, hand)
        if taken:
            return
    _over(t, box, hand)


def _over(t: BlackjackState, box: Box, hand: Hand) -> None:
    """A hand that stays over 21 is collected, or left for the dealer's hand."""
    if t.rules.settlement.bust_waits:
        collect_after_bust(t, box)
    else:
        collect_now(t, hand, t.law.player_bust, t.law.bust_cards)


# --- each decision --------------------------------------------------------------------------------------------------


def _decided(t: BlackjackState, box: Box, hand: Hand, decision: str, cited: Citation) -> None:
    t.record(bf.DecisionMade(cited, box.decides, box.number, hand.number, decision))


def _hit(t: BlackjackState, box: Box, hand: Hand, move: Move) -> Procedure[None]:
    _decided(t, box, hand, "hit", t.law.may_draw)
    ask_for_card(t)
    dealt = yield from deal_additional(t, hand, t.law.draw)
    if dealt:
        announce_total(t, hand)


def _stand(t: BlackjackState, box: Box, hand: Hand, move: Move) -> None:
    _decided(t, box, hand, "stand", (t.law.decide_after_split if hand.from_split else ()) or t.law.stand)
    hand.stood = hand.finished = True


def _double(t: BlackjackState, box: Box, hand: Hand, move: Move) -> Procedure[None]:
    assert isinstance(move, Double)
    stake = hand.stakes[0]
    if not amount_ok(t, stake, move.cents):
        return
    show_hand(t, hand, t.rules.cites("double_card"))
    _decided(t, box, hand, "double", t.rules.cites("double_on_cards_at_least"))
    stake.double = move.cents
    t.place(stake.player, move.cents, box.number, hand.number, "double", t.rules.cites("double_limit"))
    hand.doubled = True
    ask_for_card(t)
    for other in hand.stakes[1:]:
        yield from _follow_double(t, box, hand, other)
    face_up = t.rules.doubling.double_card is DoubleCard.UP_SIDEWAYS
    dealt = yield from deal_additional(t, hand, t.rules.cites("double_card"), face_up, sideways=face_up)
    if dealt and face_up:
        announce_total(t, hand)


def double_most(t: BlackjackState, stake: Stake) -> int:
    """The most that may be added to a stake."""
    both = t.rules.doubling.double_limit is DoubleLimit.BET_AND_ATTACK
    return stake.bet + (stake.attack if both else 0)


def amount_ok(t: BlackjackState, stake: Stake, cents: int) -> bool:
    """Whether a stake may be doubled for so much; refuses it otherwise."""
    cited, most = t.rules.cites("double_limit"), double_most(t, stake)
    if cents > most:
        t.refuse("double/too-much", f"it may not exceed {dollars(most)}", cited)
    elif cents < most and not t.rules.doubling.double_for_less:
        t.refuse("double/for-less", f"it must be {dollars(most)}", cited)
    elif not in_chips(t, cents):
        t.refuse("double/chips", f"{dollars(cents)} is not a whole number of chips", t.rules.cites("wagers_made"))
    elif not payable(t, cents):
        t.refuse("double/not-payable", f"{dollars(cents)} could not be settled in whole cents", ())
    else:
        return t.afford(stake.player, cents, t.rules.cites("wagers_made"))
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
        if amount_ok(t, stake, move.cents):
            stake.double = move.cents
            t.place(stake.player, move.cents, box.number, hand.number, "double", cited)
            return


def _split(t: BlackjackState, box: Box, hand: Hand, move: Move) -> Procedure[None]:
    cited = t.rules.cites("split_wager")
    stake = hand.stakes[0]
    if not t.afford(stake.player, stake.bet + stake.attack, cited):
        return
    by = (t.law.split_again if hand.from_split else ()) or cited
    _decided(t, box, hand, "split", by)
    new = Hand(box.number, len(box.hands) + 1)
    new.from_split = hand.from_split = True
    new.split_ace = hand.split_ace = hand.cards[0].rank == Rank.ACE
    new.take(hand.give_up_last())
    box.hands.insert(box.hands.index(hand) + 1, new)
    t.record(bf.HandSplit(by, box.number, hand.number, new.number))
    _cover(t, hand, new, stake, cited)
    ask_for_card(t)
    for other in hand.stakes[1:]:
        yield from _follow_split(t, box, hand, new, other)
    yield from play_hand(t, box, hand)


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
                if coupon := t.coupons.get((stake.player, box.number, "bet")):
                    coupon.hand = new.number
            t.record(bf.HandDesignated(cited, stake.player, box.number, kept.number))
            if t.rules.wagers.designated_attack is DesignatedAttack.RETURNED:
                give_back(t, kept, stake, "attack", t.rules.cites("designated_attack"))
            return
        if t.afford(stake.player, stake.bet + stake.attack, cited):
            _cover(t, hand, new, stake, cited)
            return


def _surrender(t: BlackjackState, box: Box, hand: Hand, move: Move) -> None:
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
    return t.rules.deal.hole_card is not HoleCard.READER or not t.hole_card_read


def _ten_or_ace(t: BlackjackState) -> bool:
    rank = t.dealer.up_card.rank
    return rank == Rank.ACE or POINTS[rank] == COURT_VALUE


def _refuse_card(t: BlackjackState, box: Box, hand: Hand, move: Move) -> None:
    refuse_card(t, box)


DECISIONS: dict[type[Move], Callable[[BlackjackState, Box, Hand, Move], Procedure[None] | None]] = {
    Hit: _hit,
    Stand: _stand,
    Double: _double,
    Split: _split,
    Surrender: _surrender,
    RefuseCard: _refuse_card,
}


# --- second chance --------------------------------------------------------------------------------------------------


def _second_chance_offered(t: BlackjackState, hand: Hand) -> bool:
    rules = t.rules.second_chance
    if not rules.second_chance or t.draws_no_more(hand):
        return False
    if hand.doubled and not rules.second_chance_after_double:
        return False
    return rules.second_chance_after_split or not hand.from_split


def second_chance_options(t: BlackjackState) -> tuple[type[Move], ...]:
    """To take it or not, or to refuse the card that lies exposed and would be the second chance card."""
    return (SecondChance, NoSecondChance, RefuseCard) if t.exposed_is_next else (SecondChance, NoSecondChance)


def _second_chance(t: BlackjackState, box: Box, hand: Hand) -> Procedure[bool]:
    """One more card, to be subtracted, for a wager equal to what rides on the hand; False when declined."""
    cited = t.rules.cites("second_chance")
    stake = hand.stakes[0]
    wager = stake.on_hand()
    while True:
        move = yield from t.ask(lambda: Wait((box.decides,), second_chance_options(t), cited, box.number, hand.number))
        assert isinstance(move, SecondChance | NoSecondChance | RefuseCard)
        if move.box != box.number:
            t.refuse("turn/other-box", f"box {box.number} is to decide", cited)
        elif isinstance(move, RefuseCard):
            refuse_card(t, box)
            return False
        elif isinstance(move, NoSecondChance):
            t.record(facts.WagerDeclined(cited, box.decides, box.number, "second-chance"))
            return False
        elif t.afford(stake.player, wager, cited):
            break
    stake.second_chance = wager
    t.place(stake.player, wager, box.number, hand.number, "second-chance", t.rules.cites("second_chance_wager"))
    ask_for_card(t)
    yield from _subtract(t, hand)
    return True


def _subtract(t: BlackjackState, hand: Hand) -> Procedure[None]:
    rules = t.rules.second_chance
    dealt = yield from gets_card(t, hand, t.rules.cites("second_chance"))
    if not dealt:
        if not (hand.late or hand.dead):  # refused: the hand stays over 21, with the wager on it
            _over(t, t.boxes[hand.box], hand)
        return
    before = hand.total
    card = yield from t.draw(hand.box)
    hand.cards.append(card)
    value = rules.second_chance_ace if card.rank == Rank.ACE else POINTS[card.rank]
    hand.second_chance_total = before - value
    cites = t.rules.cites
    drawn = cites("second_chance_wager")  # the same paragraph says how the card lies and what an ace counts
    t.record(facts.CardDealt(drawn, hand.box, hand.number, card.code, True, True))
    below = t.law.second_chance_below_21 if hand.total < TWENTY_ONE else ()
    t.record(bf.SecondChanceDrawn((*drawn, *below), hand.box, hand.number, card.code, hand.total))
    if hand.total > TWENTY_ONE:
        collect_now(t, hand, cites("second_chance_over"), cites("second_chance_over"))
    elif hand.total == TWENTY_ONE:
        exact = cites("second_chance_exact")
        pay_now(t, hand, rules.second_chance_odds, "second chance 21", exact, exact)


def pay_twenty_ones(t: BlackjackState, in_the_order_of: Citation = ()) -> None:
    """Where 21s that are no Blackjacks wait for all players, they are paid together before the hole card is turned."""
    if t.rules.settlement.twenty_one_paid is not TwentyOnePaid.AFTER_ALL_PLAYERS:
        return
    for hand in hands_from_right(t):
        if not hand.settled and hand.total == TWENTY_ONE and not is_blackjack(t, hand):
            by = (*t.law.twenty_one_paid, *in_the_order_of, *counted_as_21(t, hand))
            pay_now(t, hand, t.rules.settlement.bet_odds, "21", by, t.law.twenty_one_paid)
