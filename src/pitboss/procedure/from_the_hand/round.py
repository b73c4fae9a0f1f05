"""Five Card Hi-Lo dealt from the hand: the deal and the stub, each step by the paragraph that a text has for it.

The chapters' other sections are not at hand. Who cuts the cards and how a round is decided is the house's own, marked
HOUSE, and cites no clause.
"""

from pitboss.cards.batch import Batch
from pitboss.cards.card import Card, codes
from pitboss.cards.deck import census, decks
from pitboss.cards.discard_rack import DealerHand as DealerLabel
from pitboss.cards.discard_rack import Other, PlayerHand
from pitboss.law import Citation
from pitboss.procedure import facts
from pitboss.procedure.asking import Procedure, Wait
from pitboss.procedure.cut import cut_at
from pitboss.procedure.dealing import boxes_from_left, boxes_from_right, deal_card, right_hands
from pitboss.procedure.equipment import BACKS
from pitboss.procedure.from_the_hand import facts as hf
from pitboss.procedure.from_the_hand.high_hand import high_hand
from pitboss.procedure.from_the_hand.moves import CountStub, DeclareMisdeal, RackStub
from pitboss.procedure.from_the_hand.state import FromTheHandState, HandLaw
from pitboss.procedure.hands import Hand
from pitboss.procedure.moves import DEALER, SHUFFLER, ChooseHand, Cut, Deal, PassOver, ReceiveDecks, ShufflerJammed
from pitboss.procedure.opening import check_equipment
from pitboss.procedure.people import change_dealer
from pitboss.procedure.session import begin_round, close, end_round
from pitboss.procedure.shuffle_and_cut import load_shoe, open_seal, sealed_order
from pitboss.procedure.state import Interrupted, Phase, RoundVoid
from pitboss.procedure.wagers import set_up_boxes, take_wagers
from pitboss.rules.hi_lo import CountMismatch, CountRight, ShowdownKind

HOUSE: Citation = ()


def from_the_hand(t: FromTheHandState, law: HandLaw) -> Procedure[None]:
    """A table of Five Card Hi-Lo under a text."""
    t.law = law
    t.asking.interrupts = {
        **t.asking.interrupts,
        ChooseHand: _changes_hand,
        Deal: _deals_too_early,
        RackStub: _count_is_due,
        ShufflerJammed: _jam_not_provided,
    }
    return hi_lo_table(t)


def hi_lo_table(t: FromTheHandState) -> Procedure[None]:
    """Open the table, then round after round, each from a whole deck freshly shuffled, until it closes."""
    while t.wagers_open or not t.ready.closing:
        try:
            if not t.wagers_open:
                yield from _before_the_round(t)
            yield from _one_round(t)
        except Interrupted:
            pass
        _gather(t)
    close(t)


def _before_the_round(t: FromTheHandState) -> Procedure[None]:
    """The table in order, the deck shuffled, cut and in the dealer's hand."""
    if not t.ready.opened:
        yield from check_equipment(t)
    if not t.cards.batches or t.ready.change_due:
        yield from _receive_deck(t)
    change_dealer(t)
    yield from _shuffle_and_cut(t)
    yield from _choose_hand(t)


def _receive_deck(t: FromTheHandState) -> Procedure[None]:
    """One deck of 52 comes to the table."""
    t.phase = Phase.OPENING
    yield from t.staff(DEALER, ReceiveDecks, t.law.received)
    t.cards.batches = [Batch(BACKS[0], BACKS[0], decks(t.rules.cards.decks, frozenset()))]
    t.cards.loose = t.cards.in_play.cards
    t.ready.change_due = False
    t.ready.change_ordered = False
    t.rounds_uncounted = 0
    t.record(facts.DecksReceived(t.law.received, len(t.cards.loose), False))


def _gather(t: FromTheHandState) -> None:
    """Between rounds the whole deck lies together, and its last order may be checked."""
    deck = t.cards.in_play.cards if t.cards.batches else ()
    together = (*t.cards.loose, *t.take_up_rack(), *t.cards.shoe.take_remaining())
    assert census(together) == census(deck), "a card went astray"
    t.cards.loose = deck
    open_seal(t)
    t.boxes = {}


def _one_round(t: FromTheHandState) -> Procedure[None]:
    yield from _no_more_bets(t)
    begin_round(t)
    try:
        yield from _deal(t)
        yield from _stub(t)
        _showdown(t)
    except RoundVoid as void:
        _void(t, void)
    _clear_table(t)
    end_round(t)


# --- (a) before the deal --------------------------------------------------------------------------------------------


def _shuffle_and_cut(t: FromTheHandState) -> Procedure[None]:
    """(a)(1): only a device shuffles. HOUSE: the dealer cuts, for the section that says who does is not at hand."""
    t.phase = Phase.SHUFFLE
    cards = t.cards.loose
    t.cards.sealed = yield from sealed_order(t, cards, t.cards.in_play.name, False, t.law.shuffled)
    if t.rules.stub.counting_shuffler:
        t.record(facts.Announced(t.law.counted_by_device, SHUFFLER, f"{len(cards)} cards present"))
    stack = yield from _cut(t, t.cards.sealed.order)
    t.cards.loose = ()
    load_shoe(t, stack, None)


def _cut(t: FromTheHandState, stack: tuple[Card, ...]) -> Procedure[tuple[Card, ...]]:
    place = len(stack) // 2
    while DEALER in t.by_hand:
        move = yield from t.ask(lambda: Wait((DEALER,), (Cut,), HOUSE))
        assert isinstance(move, Cut)
        place = move.position
        if t.rules.shuffle.may_cut(place, len(stack)):
            break
        t.refuse("cut/too-near-the-end", f"a cut at {place} leaves no card at one end", HOUSE)
    return cut_at(t, stack, place, DEALER)


def _choose_hand(t: FromTheHandState) -> Procedure[None]:
    """(a)(2): the deck in either hand, over the table inventory container, and in that hand for the whole round."""
    move = yield from t.staff(DEALER, ChooseHand, t.law.hand_chosen)
    t.deck_hand = move.hand if isinstance(move, ChooseHand) else "left"
    t.record(facts.HandChosen(t.law.hand_chosen, t.deck_hand, t.rules.layout.shoe_place.value))


def _changes_hand(t: FromTheHandState, move: ChooseHand) -> None:
    """(a)(2): the hand that was chosen holds the cards until the round is over."""
    t.refuse("hand/chosen", "the hand is chosen once, after shuffle and cut", t.law.hand_chosen)


def _no_more_bets(t: FromTheHandState) -> Procedure[None]:
    """(a)(3): announced before any card is dealt."""
    bets = yield from take_wagers(t, "no more bets", t.law.bets_closed)
    set_up_boxes(t, bets)


def _deals_too_early(t: FromTheHandState, move: Deal) -> None:
    """No card is dealt before the announcement, nor after the fifth round of cards."""
    if t.phase is Phase.BETTING:
        t.refuse("deal/no-more-bets", '"no more bets" is announced first', t.law.bets_closed)
    else:
        t.refuse("deal/not-now", "no card is due", t.law.dealt)


def _jam_not_provided(t: FromTheHandState, move: ShufflerJammed) -> None:
    """What follows a jam the section does not say; the device must shuffle all the same."""
    t.refuse("shuffler/not-provided", "the section does not say what follows", HOUSE)


# --- (b) the deal ---------------------------------------------------------------------------------------------------


def _deal(t: FromTheHandState) -> Procedure[None]:
    """(b): one card at a time, face down, clockwise from the dealer's left and to the dealer, until each has five."""
    hands = _hands(t)
    last: Hand | None = None
    for turn in range(t.rules.hi_lo_deal.cards_each):
        for place, hand in enumerate(hands):
            due = (t.rules.hi_lo_deal.cards_each - turn) * len(hands) - place
            if (yield from _card_is_dealt(t, hand, last, due)):
                yield from deal_card(t, hand, t.law.dealt, face_up=False)
            last = hand
    t.dealt = True


def _card_is_dealt(t: FromTheHandState, hand: Hand, last: Hand | None, due: int) -> Procedure[bool]:
    """Whether the card that is due is dealt: a person may pass a hand over, or give the last one a second card."""
    while t.dealer_by_hand:
        move = yield from t.ask(lambda: Wait((DEALER,), (Deal, PassOver), t.law.dealt, hand.box))
        if isinstance(move, PassOver) and move.box == hand.box:
            t.record(facts.BoxPassedOver(t.law.misdealt, hand.box))
            return False
        if isinstance(move, Deal) and not right_hands(t, move, holds=t.deck_hand):
            continue
        if isinstance(move, Deal) and move.to == hand.box:
            return True
        if isinstance(move, Deal) and last is not None and move.to == last.box and t.cards.shoe.remaining > due:
            yield from deal_card(t, last, t.law.misdealt, face_up=False)
            continue
        where = f"box {hand.box}" if hand.box else "the dealer"
        t.refuse("deal/out-of-order", f"the next card goes to {where}", t.law.dealt)
    return True


def _hands(t: FromTheHandState) -> list[Hand]:
    return [*(hand for box in boxes_from_left(t) for hand in box.hands), t.dealer]


def _misdealt(t: FromTheHandState) -> bool:
    """Whether a player or the dealer has more or fewer than five cards."""
    return any(len(hand.cards) != t.rules.hi_lo_deal.cards_each for hand in _hands(t))


# --- (c) to (f) the stub --------------------------------------------------------------------------------------------


def _stub(t: FromTheHandState) -> Procedure[None]:
    """(c), (d): the stub goes to the rack unexposed, or is counted first."""
    count = yield from _count(t)
    if count is None:
        t.rounds_uncounted += 1
        _rack_stub(t, t.law.racked)
        return
    t.rounds_uncounted = 0
    full = t.rules.stub.full_deck
    in_deck = count + sum(len(hand.cards) for hand in _hands(t))
    t.record(hf.StubCounted(t.law.counted, count, in_deck))
    right = count == full - t.rules.hi_lo_deal.cards_each * len(_hands(t))
    if t.rules.stub.count_right is CountRight.HANDS_TOO:
        right = in_deck == full and not _misdealt(t)
    if right:
        _rack_stub(t, t.law.racked_after_count)
        return
    yield from _wrong_count(t, in_deck)


def _count(t: FromTheHandState) -> Procedure[int | None]:
    """(d): at least once every five rounds, unless the shuffling device counts the cards."""
    stub = t.rules.stub
    uncounted = t.rounds_uncounted + 1
    due = not stub.counting_shuffler and uncounted >= stub.stub_counted_every
    if DEALER not in t.by_hand:
        return t.cards.shoe.remaining if due else None
    may = (CountStub,) if due else (RackStub, CountStub)
    move = yield from t.ask(lambda: Wait((DEALER,), may, (*t.law.racked, *t.law.counted)))
    return move.cards if isinstance(move, CountStub) else None


def _count_is_due(t: FromTheHandState, move: RackStub) -> None:
    """(c), (d): the stub goes to the rack after the deal, and uncounted only while its count is not due."""
    if t.in_round and t.dealt:
        t.refuse("stub/count-due", "the stub must be counted in this round", t.law.counted)
    else:
        t.refuse("stub/not-now", "the cards are not dealt", t.law.racked)


def _rack_stub(t: FromTheHandState, by: Citation) -> None:
    """(c), (e): into the discard rack, no card exposed."""
    stub = t.cards.shoe.take_remaining()
    t.discard(Other("stub", t.round), stub)
    t.record(hf.StubPlaced(by, len(stub)))


def _wrong_count(t: FromTheHandState, in_deck: int) -> Procedure[None]:
    """(f): misdealt or not; either way every hand is void, and a deck that is not whole leaves the table."""
    law = t.law
    by = law.misdeal
    misdealt = _misdealt(t)
    while True:
        move = yield from t.staff(DEALER, DeclareMisdeal, by, bars=(RackStub, CountStub))
        if not isinstance(move, DeclareMisdeal) or move.misdealt == misdealt:
            break
        found = "somebody has not five cards" if misdealt else "everybody has five cards"
        t.refuse("misdeal/not-so", found, by)
    whole = in_deck == t.rules.stub.full_deck
    keeps = t.rules.stub.misdealt_short is CountMismatch.KEEP_DECK
    if not misdealt:
        raise RoundVoid("the deck is not whole and nobody was misdealt", law.void_short, reshuffle=True)
    if not whole and not keeps:
        raise RoundVoid("the cards were misdealt and the deck is not whole", law.void_short, reshuffle=True)
    why = "the cards were misdealt" if whole else "the cards were misdealt, the deck is not whole and stays"
    raise RoundVoid(why, law.void if whole else law.void_short, reshuffle=False)


def _void(t: FromTheHandState, void: RoundVoid) -> None:
    """(f): hands void, wagers returned; the entire deck removed and another received where it is not whole."""
    t.record(facts.RoundVoided(void.clauses, void.why))
    for hand in _hands(t):
        _give_back(t, hand, void.clauses)
    if void.reshuffle:
        t.record(hf.DeckRemoved(void.clauses, len(t.cards.in_play.cards)))
        t.ready.change_due = True


def _give_back(t: FromTheHandState, hand: Hand, by: Citation) -> None:
    for stake in hand.stakes:
        t.give_back(stake.player, stake.bet, hand.box, hand.number, "bet", by)


# --- HOUSE: the showdown --------------------------------------------------------------------------------------------


def _showdown(t: FromTheHandState) -> None:
    """HOUSE, never law: the high hand wins the Ante at 1 to 1 and ties push; or the round stops after the deal."""
    rules = t.rules.showdown
    if rules.showdown is ShowdownKind.STOP_AFTER_DEAL:
        for box in boxes_from_right(t):
            t.record(facts.HandSettled(HOUSE, box.number, 1, "HOUSE: the round stops after the deal"))
            (hand,) = box.hands
            _give_back(t, hand, HOUSE)
        return
    if _misdealt(t):
        raise RoundVoid("HOUSE: somebody has not five cards to show", HOUSE, reshuffle=False)
    dealer = _show(t, t.dealer)
    for box in boxes_from_right(t):
        (hand,) = box.hands
        (stake,) = hand.stakes
        height = _show(t, hand)
        won = height > dealer
        outcome = "wins" if won else "ties" if height == dealer else "loses"
        t.record(facts.HandSettled(HOUSE, box.number, 1, f"HOUSE: {outcome}"))
        if won:
            t.pay(stake.player, stake.bet, rules.ante_odds, box.number, 1, "bet", HOUSE)
        elif height == dealer and rules.ties_push:
            t.give_back(stake.player, stake.bet, box.number, 1, "bet", HOUSE)
        else:
            t.collect(stake.player, stake.bet, box.number, 1, "bet", HOUSE)


def _show(t: FromTheHandState, hand: Hand) -> tuple[int, tuple[int, ...]]:
    height = high_hand(hand.cards)
    shown = codes(hand.cards)
    t.record(hf.HandShown(HOUSE, hand.box, shown, f"HOUSE: {height.kind.label}"))
    return height


def _clear_table(t: FromTheHandState) -> None:
    """HOUSE: every card to the rack, in an order from which the round can be rebuilt."""
    for box in boxes_from_right(t):
        for hand in box.hands:
            t.discard_hand(hand, PlayerHand(t.round, box.number), HOUSE)
    t.discard_hand(t.dealer, DealerLabel(t.round), HOUSE)
