"""Settlement: what each hand's wagers win, lose or get back, in the order of the text."""

from enum import Enum

from pitboss.cards.card import codes
from pitboss.cards.discard_rack import DealerHand as DealerLabel
from pitboss.cards.discard_rack import PlayerHand
from pitboss.law import Citation
from pitboss.procedure import facts
from pitboss.procedure.asking import Procedure, Wait
from pitboss.procedure.blackjack.deal import hands_from_right
from pitboss.procedure.blackjack.hands import ON_THE_HAND, Box, Hand, Stake
from pitboss.procedure.blackjack.moves import INVENTORY, SettleBox
from pitboss.procedure.blackjack.side_wagers import collect_after_bust, first_row, settle_by_dealer
from pitboss.procedure.blackjack.state import BlackjackState
from pitboss.procedure.dealing import boxes_from_right
from pitboss.procedure.moves import DEALER
from pitboss.procedure.state import Phase
from pitboss.rules.money import Odds
from pitboss.rules.subjects.points import TWENTY_ONE
from pitboss.rules.subjects.settlement import (
    BlackjackPaid,
    CollectAndPay,
    DealerBlackjackTakes,
    Discarded,
    LosingChips,
    PlayerBust,
)
from pitboss.rules.subjects.splitting import SplitBlackjack
from pitboss.rules.subjects.surrender import SurrenderAfterDouble, SurrenderedToBlackjack

INSURANCE = "insurance"


class Outcome(Enum):
    """How a hand fares."""

    WIN = "wins"
    BLACKJACK = "wins with Blackjack"
    LOSE = "loses"
    TIE = "ties"

    def __init__(self, said: str) -> None:
        self.said = said  # an Enum's own value is slow to find


WIN, BLACKJACK, LOSE, TIE = Outcome  # names of their own: asked of every hand, and an Enum is slow to find one


def is_blackjack(t: BlackjackState, hand: Hand) -> bool:
    """Whether a hand is a Blackjack: its first two cards, and after a split only under the reading that says so."""
    two = hand.total == TWENTY_ONE and hand.two_card_21
    return two and (not hand.from_split or t.rules.splitting.blackjack_after_split is SplitBlackjack.BLACKJACK)


def is_split_21(t: BlackjackState, hand: Hand) -> bool:
    """Whether a hand is an ace and a 10-value card after a split, which makes no Blackjack."""
    return hand.from_split and hand.two_card_21 and not is_blackjack(t, hand)


def counted_as_21(t: BlackjackState, hand: Hand) -> Citation:
    """What orders that such a hand is settled as a 21; one text says it of split aces only."""
    return (*t.law.split_21, *(t.law.split_aces if hand.split_ace else ())) if is_split_21(t, hand) else ()


def compare(t: BlackjackState, hand: Hand) -> tuple[Outcome, Citation]:
    """How a finished hand fares against the dealer's, and by which paragraph."""
    law, dealer, total = t.law, t.dealer.total, hand.total
    if t.dealer.two_card_21:
        if hand.parked:  # given up, and no Blackjack any more
            return LOSE, law.lose_to_blackjack
        if is_blackjack(t, hand):
            return TIE if t.rules.settlement.blackjacks_tie else BLACKJACK, law.tie
        if is_split_21(t, hand) and t.rules.splitting.split_21_ties_blackjack:
            return TIE, law.tie
        return LOSE, law.lose_to_blackjack
    if total > TWENTY_ONE:
        if dealer > TWENTY_ONE:
            return _both_bust(t)
        return LOSE, law.bust_found or law.player_bust
    if is_blackjack(t, hand):
        if dealer != TWENTY_ONE:
            return BLACKJACK, law.player_higher if dealer < TWENTY_ONE else law.dealer_bust
        return (BLACKJACK, law.blackjack_beats_21) if t.rules.settlement.blackjack_beats_21 else (TIE, law.tie)
    if dealer == t.rules.dealer.push_total:
        return TIE, law.push_total
    if dealer > TWENTY_ONE:
        return WIN, law.dealer_bust
    if total > dealer:
        return WIN, law.player_higher
    if total < dealer:
        return LOSE, law.dealer_higher
    return TIE, law.tie


def _both_bust(t: BlackjackState) -> tuple[Outcome, Citation]:
    """Two hands over 21, of which the texts speak only by the reading."""
    law = t.law
    if t.rules.settlement.player_bust is PlayerBust.LOSES_UNLESS_DEALER_BUSTS:
        return TIE, (*(law.push_total if t.dealer.total == t.rules.dealer.push_total else ()), *law.both_bust)
    return LOSE, law.bust_found or law.both_bust_lost or law.player_bust


def show_hand(t: BlackjackState, hand: Hand, cited: Citation) -> None:
    """Face-down cards of a hand are turned up."""
    if hand.face_down:
        t.record(facts.CardsShown(cited, hand.box, hand.number, codes(hand.cards)))
        hand.face_down = set()


# --- one hand -------------------------------------------------------------------------------------------------------


def pay_hand(t: BlackjackState, hand: Hand, odds: Odds, cited: Citation, chips: Citation = ()) -> None:
    """Every wager on a winning hand is paid; a Second Chance Wager that wins leaves the bet to go back."""
    for stake in hand.stakes:
        if stake.second_chance:
            for wager in stake.lying(ON_THE_HAND):
                give_back(t, hand, stake, wager, cited)
            paid = (*cited, *t.rules.cites("second_chance_odds"), *chips)
            _pay(t, hand, stake, "second_chance", t.rules.second_chance.second_chance_odds, paid)
        else:
            pay_stake(t, hand, stake, odds, cited + t.law.odds + chips)


def pay_stake(t: BlackjackState, hand: Hand, stake: Stake, odds: Odds, cited: Citation) -> None:
    """What one person has on a winning hand is paid."""
    for wager in stake.lying(ON_THE_HAND):
        _pay(t, hand, stake, wager, odds, cited)


def collect_hand(t: BlackjackState, hand: Hand, cited: Citation) -> None:
    """Every wager on a losing hand is collected."""
    for stake in hand.stakes:
        for wager in stake.lying():
            collect(t, hand, stake, wager, _of_wager(t, wager, cited))


def return_hand(t: BlackjackState, hand: Hand, cited: Citation) -> None:
    """Every wager on a hand that ties goes back."""
    for stake in hand.stakes:
        for wager in stake.lying():
            give_back(t, hand, stake, wager, _of_wager(t, wager, cited))


def _of_wager(t: BlackjackState, wager: str, cited: Citation) -> Citation:
    """The outcome's clauses, with the one that gives a wager made later the outcome of the bet."""
    return t.law.follows.get(wager, ()) + cited


def _pay(t: BlackjackState, hand: Hand, stake: Stake, wager: str, odds: Odds, cited: Citation) -> None:
    if cents := getattr(stake, wager):
        paid = _of_wager(t, wager, cited) + (t.law.double_paid if wager == "double" else ())
        t.pay(stake.player, cents, odds, hand.box, hand.number, wager.replace("_", "-"), paid)
        setattr(stake, wager, 0)


def collect(t: BlackjackState, hand: Hand, stake: Stake, wager: str, cited: Citation) -> None:
    """One wager of a stake is collected."""
    if cents := getattr(stake, wager):
        t.collect(stake.player, cents, hand.box, hand.number, wager.replace("_", "-"), cited)
        setattr(stake, wager, 0)


def give_back(t: BlackjackState, hand: Hand, stake: Stake, wager: str, cited: Citation) -> None:
    """One wager of a stake goes back."""
    if cents := getattr(stake, wager):
        t.give_back(stake.player, cents, hand.box, hand.number, wager.replace("_", "-"), cited)
        setattr(stake, wager, 0)


def lost_to_blackjack_by(t: BlackjackState, hand: Hand) -> Citation:
    """What has a hand lose to a dealer Blackjack: of one that was surrendered, what the text says of just that."""
    of_surrender = t.law.surrendered_to_blackjack if hand.parked else ()
    if of_surrender and t.rules.surrender.surrender_to_blackjack is SurrenderedToBlackjack.ENTIRE:
        return of_surrender
    return (*t.law.lose_to_blackjack, *of_surrender)


def surrendered_by(t: BlackjackState, hand: Hand, cited: Citation) -> Citation:
    """What settles a hand that was surrendered, and keeps its insurance apart where there is one."""
    insured = any(bettor.insured for bettor in t.boxes[hand.box].bettors.values())
    return (*cited, *(t.law.insurance_apart if insured else ()))


def has_added(t: BlackjackState, hand: Hand, stake: Stake) -> bool:
    """Whether this player has wagered more on the box to double down or to split."""
    split = (s.player for other in t.boxes[hand.box].hands for s in other.stakes if s.additional)
    return bool(stake.double) or stake.player in split


def lose_to_dealer_blackjack(t: BlackjackState, hand: Hand) -> None:
    """A dealer Blackjack takes what the text gives it and no more."""
    takes = t.rules.settlement.dealer_blackjack_takes
    entire = hand.parked and t.rules.surrender.surrender_to_blackjack is SurrenderedToBlackjack.ENTIRE
    everything = takes is DealerBlackjackTakes.EVERYTHING or entire
    law, taken_by = t.law, lost_to_blackjack_by(t, hand)
    original_wagers = takes is DealerBlackjackTakes.ORIGINAL_WAGERS
    for stake in hand.stakes:
        original = not stake.additional
        lost = {
            "bet": everything or original,
            "attack": everything or (original and original_wagers and has_added(t, hand, stake)),
            "double": everything,
            "second_chance": everything,
        }
        attack_back = (law.surrendered_attack_back if hand.parked else ()) or law.attack_void
        back_by = {"attack": attack_back, "double": law.double_returned}
        for wager, gone in lost.items():
            if gone:
                attack = wager == "attack" and not hand.parked
                by = t.rules.cites("dealer_blackjack_takes") if attack else taken_by
                collect(t, hand, stake, wager, (*by, *law.chips))
            else:
                of_double = wager == "double"  # by its own paragraph, on a hand that a split formed too
                returned = back_by.get(wager, ()) if original or of_double else law.split_returned
                give_back(t, hand, stake, wager, returned or t.rules.cites("dealer_blackjack_takes"))


def settle_hand(t: BlackjackState, hand: Hand) -> None:
    """Settle one hand against the dealer's."""
    outcome, cited = compare(t, hand)
    as_21 = counted_as_21(t, hand) if hand.from_split else ()
    told = surrendered_by(t, hand, lost_to_blackjack_by(t, hand)) if hand.parked else cited + as_21
    t.facts.append(facts.HandSettled(t.law.settled + told, hand.box, hand.number, outcome.said))
    if outcome is LOSE:
        if t.dealer.two_card_21:
            lose_to_dealer_blackjack(t, hand)
        else:
            collect_hand(t, hand, cited + t.law.chips)
    elif outcome is TIE:
        return_hand(t, hand, cited + as_21)
    else:
        settlement = t.rules.settlement
        odds = settlement.blackjack_odds if outcome is BLACKJACK else settlement.bet_odds
        paid = t.law.paid if hand.second_chance_total is None else t.law.paid_after_second_chance
        pay_hand(t, hand, odds, cited + paid + as_21, t.law.chips)
    hand.settled = True


def pay_now(t: BlackjackState, hand: Hand, odds: Odds, outcome: str, cited: Citation, removed: Citation = ()) -> None:
    """A hand that is paid before the dealer's hand is known leaves the table."""
    _paid(t, hand, odds, outcome, cited)
    discard_hand(t, hand, removed)


def _paid(t: BlackjackState, hand: Hand, odds: Odds, outcome: str, cited: Citation) -> None:
    t.record(facts.HandSettled(cited, hand.box, hand.number, outcome))
    pay_hand(t, hand, odds, cited)
    hand.settled = hand.finished = True


def _pay_blackjack(t: BlackjackState, hand: Hand, cited: Citation) -> None:
    """A Blackjack is paid before the round is over; its cards go where the text says so."""
    _paid(t, hand, t.rules.settlement.blackjack_odds, "Blackjack", cited)
    leave_layout(t, hand, t.rules.cites("blackjack_cards"))


def pay_blackjack_in_turn(t: BlackjackState, box: Box, dealer_may_have_one: bool, cited: Citation) -> None:
    """A player's Blackjack has nothing to decide: it is paid, or waits where the dealer may have one."""
    hand = box.hands[0]
    if hand.settled or not is_blackjack(t, hand):
        return
    hand.finished = True
    if t.rules.settlement.blackjack_paid is BlackjackPaid.IN_TURN and not dealer_may_have_one:
        _pay_blackjack(t, hand, cited)


def pay_blackjacks_first(t: BlackjackState, cited: Citation) -> Procedure[None]:
    """Where they are paid before insurance and reader: from the dealer's right."""
    if t.rules.settlement.blackjack_paid is not BlackjackPaid.BEFORE_READER:
        return
    due = [b for b in boxes_from_right(t) if not b.hands[0].settled and is_blackjack(t, b.hands[0])]
    while due:
        box = yield from dealer_settles(t, due, cited)
        _pay_blackjack(t, box.hands[0], cited)


def collect_now(t: BlackjackState, hand: Hand, cited: Citation, removed: Citation = ()) -> None:
    """A hand that has lost before the dealer's hand is known leaves the table."""
    collect_hand(t, hand, cited)
    hand.settled = hand.finished = True
    collect_after_bust(t, t.boxes[hand.box])
    discard_hand(t, hand, removed)


def leave_over_21(t: BlackjackState, box: Box, hand: Hand) -> None:
    """A hand that stays over 21 is collected, or left for the dealer's hand."""
    if t.rules.settlement.bust_waits:
        collect_after_bust(t, box)
    else:
        collect_now(t, hand, t.law.collected_at_bust or t.law.player_bust, t.law.bust_cards)


def is_charlie(t: BlackjackState, hand: Hand) -> bool:
    """Whether a hand has as many cards as win at once without going over, where a variant has it so."""
    cards = t.rules.settlement.charlie_cards
    return cards is not None and len(hand.cards) >= cards and hand.total <= TWENTY_ONE


def pay_charlie(t: BlackjackState, hand: Hand) -> None:
    """It is shown and paid, whatever the dealer has or will have."""
    cited = t.rules.cites("charlie_cards")
    show_hand(t, hand, cited)
    pay_now(t, hand, t.rules.settlement.bet_odds, f"{len(hand.cards)}-card charlie", cited)


def pay_bonus(t: BlackjackState, hand: Hand) -> bool:
    """A 21 of cards that a variant has a bonus for is shown and paid it, whatever the dealer has; whether it was."""
    bonus = t.rules.settlement.bonus_21
    if bonus is None or hand.total != TWENTY_ONE or not bonus.paid_to(hand.doubled, hand.from_split):
        return False
    row = first_row(bonus.rows, hand)
    if row is not None:
        cited = t.rules.cites("bonus_21")
        show_hand(t, hand, cited)
        t.record(facts.HandSettled(cited, hand.box, hand.number, f"21 of {row.name}"))
        for stake in hand.stakes:
            pay_stake(t, hand, stake, row.odds, cited)  # not by the text's odds
        hand.settled = hand.finished = True
        discard_hand(t, hand)
    return row is not None


def discard_hand(t: BlackjackState, hand: Hand, removed: Citation = ()) -> None:
    """A settled hand's cards to the rack: by the clause that takes them now, or that discards each hand in its turn."""
    by_text = _each_is_discarded(t) and not t.rules.departs("discarded")
    _to_rack(t, hand, removed or (t.rules.cites("discarded") if by_text else ()))


def leave_layout(t: BlackjackState, hand: Hand, removed: Citation) -> None:
    """A settled hand's cards to the rack where a clause takes them now; else they lie until the layout is cleared."""
    if removed or _each_is_discarded(t):
        discard_hand(t, hand, removed)


def _each_is_discarded(t: BlackjackState) -> bool:
    return t.rules.settlement.discarded is Discarded.EACH_HAND


def _to_rack(t: BlackjackState, hand: Hand, cited: Citation) -> None:
    t.discard_hand(hand, PlayerHand(t.round, hand.box, hand.number), cited)


def surrender_now(t: BlackjackState, hand: Hand, cited: Citation) -> None:
    """Half of the wagers is lost and half goes back; a double goes back whole where a reading says so."""
    share = t.rules.surrender.surrender_share
    returned = t.rules.surrender.surrender_after_double is SurrenderAfterDouble.DOUBLE_RETURNED
    hand.surrendered = True
    t.record(facts.HandSettled(surrendered_by(t, hand, cited), hand.box, hand.number, "surrendered"))
    for stake in hand.stakes:
        for wager in stake.lying(ON_THE_HAND):
            cents = getattr(stake, wager)
            lost = 0 if wager == "double" and returned else cents * share.numerator // share.denominator
            by = tuple(dict.fromkeys(cited + t.rules.cites("surrender_after_double"))) if wager == "double" else cited
            t.collect(stake.player, lost, hand.box, hand.number, wager, by)
            t.give_back(stake.player, cents - lost, hand.box, hand.number, wager, by)
            setattr(stake, wager, 0)
    hand.settled = hand.finished = True
    leave_layout(t, hand, cited if t.rules.cites("surrender_cards") else ())


# --- the whole table ------------------------------------------------------------------------------------------------


def settle_table(t: BlackjackState, cited: Citation) -> Procedure[None]:
    """Every hand still there, counterclockwise from the dealer's right; losers first where the house chose so."""
    t.phase = Phase.SETTLEMENT
    settle_by_dealer(t)
    if t.rules.settlement.collect_and_pay is CollectAndPay.COLLECT_FIRST:
        losing = [box for box in boxes_from_right(t) if any(_loses(t, hand) for hand in box.hands)]
        while losing:
            box = yield from dealer_settles(t, losing, cited)
            for hand in box.hands:
                if _loses(t, hand):
                    settle_hand(t, hand)
    due = [box for box in boxes_from_right(t) if not box.settled]
    while due:
        settle_box(t, (yield from dealer_settles(t, due, cited)) if t.dealer_by_hand else due.pop(0))


def _loses(t: BlackjackState, hand: Hand) -> bool:
    """Whether a hand is still there and loses whole; one that was surrendered does so only to a Blackjack."""
    if hand.settled or (hand.parked and not t.dealer.two_card_21):
        return False
    return compare(t, hand)[0] is LOSE


def settle_box(t: BlackjackState, box: Box) -> None:
    """The hands of one box; their cards go at once where the text discards each hand as it is settled.

    No text orders the hands of one box: they are settled as they were played. Only Double Deck pays and takes from
    right to left without a word of boxes, and does so hand by hand.
    """
    for hand in box.hands:
        if hand.settled:
            continue
        if hand.face_down:
            show_hand(t, hand, t.rules.cites("picked_up"))
        if hand.parked and not t.dealer.two_card_21:
            surrender_now(t, hand, t.law.surrender_under_ten_or_ace)
            continue
        settle_hand(t, hand)
        leave_layout(t, hand, ())


def settle_parked(t: BlackjackState, cited: Citation) -> None:
    """Hands surrendered while the dealer might have had Blackjack are settled when the second card is seen."""
    for box in boxes_from_right(t):
        for hand in box.hands:
            if hand.parked and not hand.settled:
                if t.dealer.two_card_21:
                    settle_hand(t, hand)
                else:
                    surrender_now(t, hand, cited)


def chips_apart(t: BlackjackState, move: SettleBox) -> bool:
    """Whether winners are paid from the table inventory, where the text asks for that; refuses the move otherwise."""
    if move.paid_from == INVENTORY or t.rules.settlement.losing_chips_apart is not LosingChips.TO_INVENTORY:
        return True
    cited = t.rules.cites("losing_chips_apart")
    t.refuse("settle/losing-chips", "losing wagers go to the table inventory and pay no winner", cited)
    return False


def dealer_settles(t: BlackjackState, due: list[Box], cited: Citation) -> Procedure[Box]:
    """Take the next box from those due; a person who deals chooses among them where the text orders no direction."""
    while t.dealer_by_hand:
        open_now = due[:1] if t.rules.settlement.settled_from_right else due
        move = yield from t.ask(lambda: Wait((DEALER,), (SettleBox,), cited, due[0].number))
        assert isinstance(move, SettleBox)
        chosen = next((box for box in open_now if box.number == move.box), None)
        if chosen is None:
            numbers = " or ".join(str(box.number) for box in open_now)
            t.refuse("settle/out-of-order", f"box {numbers} is settled next", cited)
        elif chips_apart(t, move):
            due.remove(chosen)
            return chosen
    return due.pop(0)


def clear_table(t: BlackjackState, cited: Citation) -> None:
    """All remaining cards to the rack: the players' from the dealer's right, the dealer's last."""
    for hand in hands_from_right(t):
        _to_rack(t, hand, cited)
    t.discard_hand(t.dealer, DealerLabel(t.round), cited)
