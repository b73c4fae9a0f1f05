"""Dealing: the first cards, additional cards, and what follows when the dealer passes somebody over."""

from collections.abc import Iterator

from pitboss.law import Citation
from pitboss.procedure import facts
from pitboss.procedure.asking import Procedure, Wait
from pitboss.procedure.blackjack import facts as bf
from pitboss.procedure.blackjack.hands import Box, Hand, Stake
from pitboss.procedure.blackjack.moves import AcceptCard, CallHandDead, RefuseCard, TakeLateCard
from pitboss.procedure.blackjack.side_wagers import return_after_dead_hand
from pitboss.procedure.blackjack.state import BlackjackState
from pitboss.procedure.dealing import boxes_from_left, boxes_from_right, deal_card, deal_top, right_hands
from pitboss.procedure.moves import DEALER, Deal, Move, PassOver
from pitboss.procedure.state import Phase, RoundVoid
from pitboss.rules.subjects.irregularities import DealerCardMissed, MissedHitReturns

FURTHER_CARDS = (Deal, PassOver)  # what waits until a step that comes before them is done


def hands_from_right(t: BlackjackState) -> Iterator[Hand]:
    """Every hand counterclockwise: within a box the last of a split comes first."""
    return (hand for box in boxes_from_right(t) for hand in reversed(box.hands))


def deal_to_dealer(t: BlackjackState, cited: Citation, face_up: bool = True) -> Procedure[bool]:
    """A card to the dealer himself; False when a person who deals passed himself over."""
    if t.dealer_by_hand:
        _, dealt = yield from _dealer_deals(t, [0], cited)
        if not dealt:
            t.dealer_missed = True
            return False
    yield from deal_card(t, t.dealer, cited, face_up)
    return True


def deal_to_players(t: BlackjackState, cited: Citation, face_up: bool = True) -> Procedure[None]:
    """One card to each box in which there is a wager: clockwise from the dealer's left, or as the dealer likes."""
    t.phase = Phase.DEAL
    if not t.dealer_by_hand:
        for box in boxes_from_left(t):
            if not deal_top(t, box.hands[0], cited, face_up):
                yield from deal_card(t, box.hands[0], cited, face_up)
        return
    due = [box.number for box in boxes_from_left(t)]
    while due:
        number, dealt = yield from _dealer_deals(t, due[:1] if t.rules.deal.first_cards_go else due, cited)
        due.remove(number)
        if dealt:
            yield from deal_card(t, t.boxes[number].hands[0], cited, face_up)
        else:
            t.boxes[number].passed_over = True


def deal_missing_dealer_cards(t: BlackjackState, up_card: Citation, hole_card: Citation) -> Procedure[None]:
    """Where the text has the dealer complete his hand after the players' cards, or voids the round."""
    if not t.dealer_missed:
        return
    rules = t.rules.irregularities
    missed = _own_card_missed(t)
    if rules.dealer_card_missed is DealerCardMissed.VOID:
        raise RoundVoid("the dealer missed his own first card", missed, reshuffle=False)
    while len(t.dealer.cards) < 2:
        if t.dealer_by_hand:
            yield from dealer_draws(t, "the dealer completes his own hand first", missed)
        face_up = len(t.dealer.face_down) == len(t.dealer.cards)
        yield from deal_card(t, t.dealer, (*missed, *(up_card if face_up else hole_card)), face_up)


def _own_card_missed(t: BlackjackState) -> Citation:
    """What follows when the dealer misses a card of his own; no text orders what only a variant has."""
    return () if t.rules.departs("dealer_card_missed") else t.rules.cites("dealer_card_missed")


def _deals(t: BlackjackState, to: int) -> Citation:
    """That cards are the dealer's to deal, each text says where it says with which hand."""
    return (t.law.own_card if to == 0 else ()) or t.rules.cites("dealing_hands")


def _passed_over(t: BlackjackState, to: int) -> Citation:
    """What speaks of a card that is not dealt when it is due; nothing where no text does."""
    if to == 0:
        return _own_card_missed(t) if _may_miss_own(t) else ()
    return t.rules.cites("missed_hit" if t.players_dealt else "one_card_dealt")


def dealer_draws(t: BlackjackState, why: str, cited: Citation) -> Procedure[None]:
    """A person who deals takes a card for himself, which nobody else can be given now."""
    while True:
        move = yield from t.ask(lambda: Wait((DEALER,), (Deal,), cited, bars=(PassOver,), who={Deal: _deals(t, 0)}))
        assert isinstance(move, Deal)
        if move.to != 0:
            t.refuse("deal/out-of-order", why, cited)
        elif right_hands(t, move):
            return


def _dealer_deals(
    t: BlackjackState, due: list[int], cited: Citation, additional: bool = False
) -> Procedure[tuple[int, bool]]:
    """A person deals a card that is due, or goes on without it: to which box, and whether it was dealt."""
    whose: dict[type[Move], Citation] = {Deal: _deals(t, due[0]), PassOver: _passed_over(t, due[0])}
    while True:
        move = yield from t.ask(lambda: Wait((DEALER,), FURTHER_CARDS, cited, due[0], who=whose))
        if isinstance(move, Deal):
            if move.to in due:
                if right_hands(t, move, additional):
                    return move.to, True
                continue
            where = f"box {' or '.join(map(str, due))}" if due[0] else "the dealer"
            t.refuse("deal/out-of-order", f"the next card goes to {where}", cited)
        elif isinstance(move, PassOver):
            to = move.box
            if to not in due:
                t.refuse("deal/out-of-order", f"box {to} is not one whose card is due", cited)
            elif to == 0 and not _may_miss_own(t):
                t.refuse("deal/own-card", "the dealer's own card is due", cited)
            elif to and not t.rules.cites("one_card_dealt"):
                t.refuse("deal/card-due", f"the card of box {to} is due", cited)
            else:
                t.record(facts.BoxPassedOver(_passed_over(t, to), to))
                return to, False


def _may_miss_own(t: BlackjackState) -> bool:
    missed = t.rules.irregularities.dealer_card_missed
    if missed is DealerCardMissed.VOID:
        return not t.dealer.cards
    return missed is DealerCardMissed.DEALT_AFTER


def complete_passed_over_boxes(t: BlackjackState, face_up: bool = True) -> Procedure[None]:
    """A hand without cards is dead; one with a single card gets its second after the others, if the player likes."""
    for box in list(boxes_from_left(t)):
        if not box.passed_over:
            continue
        hand = box.hands[0]
        if not hand.cards:
            kill_hand(t, hand, "no card was dealt to it", t.rules.cites("no_card_dealt"))
            continue
        cited = t.rules.cites("one_card_dealt")
        if (yield from _wants_late_card(t, hand, cited)):
            yield from deal_card(t, hand, cited, face_up)
        else:
            kill_hand(t, hand, "only one card was dealt to it", cited)


def kill_hand(
    t: BlackjackState,
    hand: Hand,
    why: str,
    cited: Citation,
    returns: MissedHitReturns = MissedHitReturns.BET_AND_ATTACK,  # before anybody decides nothing else lies there
) -> None:
    """The hand does not count: its wagers go back, or those the reading of the clause gives back; its cards stay."""
    t.record(bf.HandDead(cited, hand.box, hand.number, why))
    for stake in hand.stakes:
        for wager in ("bet", "attack", "double", "second_chance"):
            settle = t.give_back if _goes_back(wager, stake, returns) else t.collect
            settle(stake.player, getattr(stake, wager), hand.box, hand.number, wager.replace("_", "-"), cited)
            setattr(stake, wager, 0)
    hand.dead = hand.finished = hand.settled = True
    return_after_dead_hand(t, t.boxes[hand.box], cited)


def _goes_back(wager: str, stake: Stake, returns: MissedHitReturns) -> bool:
    """Whether a wager of a dead hand is among those that go back."""
    if returns is MissedHitReturns.BET_AND_ATTACK:
        return wager in ("bet", "attack")
    return returns is not MissedHitReturns.ORIGINAL_WAGER or (wager == "bet" and not stake.additional)


def deal_additional(
    t: BlackjackState, hand: Hand, cited: Citation, face_up: bool = True, sideways: bool = False
) -> Procedure[bool]:
    """A card the hand is due; False when it does not get it: the hand must wait, is dead, or has no more cards."""
    as_usual = not (t.held or t.dealer_by_hand)  # a card that was refused lies there still
    dealt = as_usual or (yield from gets_card(t, hand, cited))
    if dealt and not deal_top(t, hand, cited, face_up, sideways):
        yield from deal_card(t, hand, cited, face_up, sideways)
    return dealt


def gets_card(t: BlackjackState, hand: Hand, cited: Citation) -> Procedure[bool]:
    """Whether a hand gets the card it is due: not if its player refuses it or has refused one, or is passed over."""
    if t.draws_no_more(hand):
        return False
    if t.dealer_by_hand and not (yield from _dealer_deals(t, [hand.box], cited, additional=True))[1]:
        yield from _missed_hit(t, hand)
        return False
    return (yield from _accepted(t, hand))


def ask_for_card(t: BlackjackState) -> None:
    """A player asks for a card while the next lies there, and so has accepted it, should it be exposed."""
    if t.held:
        t.held[0].asked_for = True


def _accepted(t: BlackjackState, hand: Hand) -> Procedure[bool]:
    """An exposed card goes to nobody unasked: whoever did not ask for it as it lay there may still refuse it."""
    if not t.exposed_is_next or t.held[0].asked_for:
        return True
    box, cited = t.boxes[hand.box], t.rules.cites("exposed_card_refused")
    may = (AcceptCard, RefuseCard)
    while True:
        move = yield from t.ask(lambda: Wait((box.decides,), may, cited, box.number, hand.number, bars=FURTHER_CARDS))
        assert isinstance(move, AcceptCard | RefuseCard)
        if move.box != box.number:
            t.refuse("turn/other-box", f"the exposed card would go to box {box.number}", cited)
        elif isinstance(move, AcceptCard):
            t.record(bf.CardAccepted(cited, move.by, box.number))
            return True
        else:
            refuse_card(t, box)
            return False


def refuse_card(t: BlackjackState, box: Box) -> None:
    """A player who does not accept the exposed card gets no more cards this round, at whatever box."""
    t.record(bf.CardRefused(t.rules.cites("exposed_card_refused"), box.decides, box.number))
    t.no_more_cards.add(box.decides)


def _wants_late_card(t: BlackjackState, hand: Hand, cited: Citation) -> Procedure[bool]:
    """The player's option when a card was missed: the card later, or the hand dead."""
    box, may = t.boxes[hand.box], (TakeLateCard, CallHandDead)
    whose = dict.fromkeys(may, t.rules.cites("box_decided_by") if len(box.bettors) > 1 else cited)
    while True:
        move = yield from t.ask(
            lambda: Wait((box.decides,), may, cited, hand.box, hand.number, bars=FURTHER_CARDS, who=whose)
        )
        assert isinstance(move, TakeLateCard | CallHandDead)
        if move.box != hand.box:
            t.refuse("turn/other-box", f"box {hand.box} was passed over", cited)
            continue
        if isinstance(move, TakeLateCard):
            t.record(bf.LateCardChosen(cited, move.by, hand.box))
        return isinstance(move, TakeLateCard)


def _missed_hit(t: BlackjackState, hand: Hand) -> Procedure[None]:
    cited = t.rules.cites("missed_hit")
    if t.held:  # somebody else may have it now; should it still lie there later, the player is asked again
        t.held[0].asked_for = False
    if (yield from _wants_late_card(t, hand, cited)):
        hand.late = True
        t.missed_hits.append(hand)
    else:
        returns = t.rules.irregularities.missed_hit_returns
        kill_hand(t, hand, "a card that was asked for was not dealt", cited, returns)
