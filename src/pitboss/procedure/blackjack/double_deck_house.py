"""Double Deck blackjack by a house's own procedure: deal, play, settlement, change of dealer; its shuffle is apart."""

from pitboss.cards.card import codes
from pitboss.law import cite, cited
from pitboss.procedure import facts
from pitboss.procedure.asking import Procedure, Wait
from pitboss.procedure.blackjack import facts as bf
from pitboss.procedure.blackjack.deal import (
    deal_additional,
    deal_missing_dealer_cards,
    deal_to_dealer,
    deal_to_players,
)
from pitboss.procedure.blackjack.dealer import (
    draw_to_stand,
    may_have_blackjack,
    read_hole_card,
    second_card,
    turn_hole_card,
)
from pitboss.procedure.blackjack.double_deck_shuffle import offer_cut, shuffle, shuffle_rack
from pitboss.procedure.blackjack.hands import Box, Hand
from pitboss.procedure.blackjack.moves import Double, Hit, LookAtCards, SettleBox, Split, Stand, Surrender
from pitboss.procedure.blackjack.offers import insurance_wins, lose_insurance, offer_insurance, settle_insurance
from pitboss.procedure.blackjack.options import draws_left, may_double, may_double_unseen, may_split, may_surrender
from pitboss.procedure.blackjack.play import DECISIONS, Manner, bust, double, play_boxes, stand
from pitboss.procedure.blackjack.round_law import RoundLaw, Signal
from pitboss.procedure.blackjack.session import blackjack_table
from pitboss.procedure.blackjack.settlement import (
    discard_hand,
    is_blackjack,
    is_charlie,
    pay_bonus,
    pay_charlie,
    pay_now,
    settle_hand,
    show_hand,
    surrender_now,
)
from pitboss.procedure.blackjack.side_wagers import settle_by_dealer
from pitboss.procedure.blackjack.state import BlackjackState
from pitboss.procedure.blackjack.surrender_before_reader import offer_surrender_before_reader
from pitboss.procedure.dealing import boxes_from_left, boxes_from_right
from pitboss.procedure.moves import (
    DEALER,
    Move,
    OfferCut,
)
from pitboss.procedure.state import Phase
from pitboss.rules.subjects.deal import DealStep
from pitboss.rules.subjects.settlement import BlackjackPaid

LAW = RoundLaw(
    bet_placed=cite("DD Additional policies 6"),
    players_hold_cards=True,
    rolling=cite("DD Shuffling 5"),
    cut_required=cite("DD Shuffling 5"),
    cover_card_out=cite("DD Additional policies 6"),
    shoe_emptied=cite("DD Additional policies 6"),
    turn=cite("DD Additional policies 6"),
    decide=cite("DD Dealing 7", "DD Dealing 8"),
    decide_on={
        Hit: cite("DD Dealing 7"),
        Stand: cite("DD Dealing 8"),
        Double: cite("DD Doubling Down"),
        Split: cite("DD Splitting"),
        Surrender: cite("DD Additional policies 6"),
    },
    own_card=cite("DD Dealing 1"),
    no_card_after_blackjack=cite("DD Additional policies 6"),
    settled_when=cite("DD Dealing 11", "DD Pay and Take"),
    may_draw=cite("DD Dealing 7"),
    at_hard_21=cite("DD Additional policies 6"),
    at_soft_21=cite("DD Additional policies 6"),
    bust_cards=cite("DD Dealing 9"),
    chips=cite("DD Pay and Take"),
    draw=cite("DD Dealing 7"),
    stand=cite("DD Dealing 8"),
    surrender_at_once=cite("DD Additional policies 6"),
    surrender_under_ten_or_ace=cite("DD Additional policies 6"),
    dealer_bust=cite("DD Dealing 11", "DD Additional policies 6"),
    player_higher=cite("DD Dealing 11", "DD Additional policies 6"),
    blackjack_beats_21=cite("DD Dealing 11", "DD Additional policies 6"),
    lose_to_blackjack=cite("DD Dealing 11", "DD Additional policies 6"),
    player_bust=cite("DD Dealing 9"),
    bust_found=cite("DD Dealing 11", "DD Dealing 9"),
    dealer_higher=cite("DD Dealing 11", "DD Additional policies 6"),
    tie=cite("DD Dealing 11", "DD Additional policies 6"),
    both_bust=cite("DD Dealing 9"),
    tap_out_work=cite("DD Tap in/tap out 1"),
    split_aces=cite("DD Splitting Aces"),
    double_after_split=cite("DD Splitting"),
    signals={
        "hit": Signal(cite("DD Dealing 7"), "scratches the felt with the cards", "gives the standard hit signal"),
        "stand": Signal(cite("DD Dealing 8"), "tucks the cards under the bet", ""),
        "split": Signal(cite("DD Splitting"), "", "shows two fingers"),  # the hand is exposed first
    },
)

LEFT, RIGHT = "left", "right"


def game(t: BlackjackState) -> Procedure[None]:
    """A table of Double Deck blackjack."""
    t.law = LAW
    t.asking.interrupts = {**t.asking.interrupts, LookAtCards: look_at_cards, OfferCut: offer_cut}
    t.when_empty = shuffle_rack
    return blackjack_table(t, round_of_play, shuffle, hand_over)


# --- Dealing --------------------------------------------------------------------------------------------------------


@cited
def round_of_play(t: BlackjackState) -> Procedure[None]:
    """Dealing 3 to 11, after the wagers are down."""
    # 3, 4, 5 Pitched face down, clockwise; the dealer's up card covers the down card, both squared.
    for step in t.rules.deal.deal_order:
        if step is DealStep.PLAYERS_DOWN:
            yield from deal_to_players(t, ("DD Dealing 3",), face_up=False)
        else:
            yield from deal_to_dealer(t, ("DD Dealing 4",), face_up=step is DealStep.DEALER_UP)
    yield from deal_missing_dealer_cards(t, ("DD Dealing 4",), ("DD Dealing 4",))  # only where a variant has it so
    t.record(bf.CardsSquared(("DD Dealing 5",), len(t.dealer.cards)))
    _tuck_second_hands(t)
    # 6 The layout is complete: from here on `look_at_cards` lets players view their own two cards.
    t.players_dealt = t.dealer_dealt = True

    # Additional policies 3, 6: insurance and even money under an ace; the down card checked where it is.
    yield from offer_insurance(t, ("DD Additional policies 3", "DD Additional policies 6"))
    yield from offer_surrender_before_reader(t, ())  # only where a variant has it so
    if (yield from read_hole_card(t, ("DD Additional policies 6",))):
        yield from turn_hole_card(t, ("DD Additional policies 6",))
        settle_insurance(t, won=insurance_wins(t), cited=("DD Additional policies 6",))
        yield from _settle(t)
        return
    if not may_have_blackjack(t):
        lose_insurance(t, cited=("DD Additional policies 6",))

    # 7, 8, 9 Each hand in turn.
    yield from play_boxes(t, lambda t, box: None, MANNER)

    # 10 The down card is exposed when every decision has been made, and the dealer draws.
    yield from second_card(t, ("DD Dealing 10",))
    settle_insurance(t, won=insurance_wins(t), cited=("DD Additional policies 6",))
    yield from draw_to_stand(t, ("DD Additional policies 6",))

    # 11 From the dealer's right, counterclockwise.
    yield from _settle(t)


def _first_box_of_player(t: BlackjackState, box: Box) -> Box:
    """The box that comes first of those for which the same player decides."""
    for other in boxes_from_left(t):
        if other.decides == box.decides:
            return other
    return box


@cited
def _tuck_second_hands(t: BlackjackState) -> None:
    """Additional policies 2: the two cards of a player's second hand go slightly under the bet."""
    for box in boxes_from_left(t):
        if box is not _first_box_of_player(t, box):
            t.record(bf.CardsTucked(("DD Additional policies 2",), box.number, 1, len(box.hands[0].cards)))


@cited
def look_at_cards(t: BlackjackState, move: LookAtCards) -> None:
    """6, Additional policies 3: one's own first two cards, with one hand, once the layout is complete.

    Looking is allowed, not ordered: a hand nobody has looked at may still be hit, stood, doubled or surrendered.
    """
    if may_look(t, move):
        box = t.boxes[move.box]
        hand = box.hands[0]
        by = ("DD Additional policies 3",) if _waits_for_first_hand(t, box) else ("DD Dealing 6",)
        hand.looked = True
        seen = codes(hand.cards[:2])
        t.record(facts.CardsLookedAt(by, move.by, box.number, hand.number, seen))


@cited
def may_look(t: BlackjackState, move: LookAtCards) -> bool:
    """Whether the one who asks may view these cards now; refuses it otherwise."""
    box = t.boxes.get(move.box) if t.in_round else None
    if box is None or box.decides != move.by:
        t.refuse("look/not-yours", f"{move.by} has no cards at box {move.box}", ("DD Dealing 6",))
    elif not t.dealer_dealt:
        t.refuse("look/too-early", "the layout is not complete", ("DD Dealing 6",))
    elif any(hand.doubled and hand.face_down for hand in box.hands):
        by = ("DD Doubling Down", "DD Splitting") if len(box.hands) > 1 else ("DD Doubling Down",)
        t.refuse("look/double-card", "the card of a double down stays face down", by)
    elif not box.hands[0].face_down:
        t.refuse("look/nothing-hidden", f"no cards lie face down at box {box.number}", ("DD Dealing 6",))
    elif move.hands > 1:
        t.refuse("look/two-hands", "the cards are viewed with one hand", ("DD Dealing 6",))
    elif _waits_for_first_hand(t, box) and t.phase is not Phase.INSURANCE:
        t.refuse("look/second-hand", "the first hand is not complete", ("DD Additional policies 3",))
    else:
        return True
    return False


def _waits_for_first_hand(t: BlackjackState, box: Box) -> bool:
    """Whether another hand of the same player comes before this one and is not complete."""
    first = _first_box_of_player(t, box)
    return box is not first and not all(hand.finished or hand.settled for hand in first.hands)


# --- the players' decisions -----------------------------------------------------------------------------------------


def _options(t: BlackjackState, box: Box, hand: Hand) -> tuple[type[Move], ...]:
    """What the hand allows; while its player has not looked, nothing that depends on the cards."""
    unseen = bool(hand.face_down) and not hand.looked
    may: list[type[Move]] = [Stand]
    if unseen or draws_left(t, hand):
        may.insert(0, Hit)
    if may_double_unseen(t, hand) or (not unseen and may_double(t, hand)):
        may.append(Double)
    if not unseen and may_split(t, box, hand):
        may.append(Split)
    if may_surrender(t, hand):
        may.append(Surrender)
    return tuple(may)


def _ends(t: BlackjackState, box: Box, hand: Hand) -> Procedure[None] | None:
    """9: a hand over 21; one that lies face down is known to its player alone, whatever its total."""
    if hand.busted:
        return bust(t, box, hand)
    if not pay_bonus(t, hand) and is_charlie(t, hand):
        pay_charlie(t, hand)
    return None


@cited
def _stand(t: BlackjackState, box: Box, hand: Hand, move: Stand) -> None:
    """8: the cards tucked face down under the bet; a Blackjack its player knows of is shown and paid, if it may be."""
    stand(t, box, hand, move)
    in_turn = t.rules.settlement.blackjack_paid is BlackjackPaid.IN_TURN and not may_have_blackjack(t)
    if hand.looked and is_blackjack(t, hand) and in_turn:
        show_hand(t, hand, ("DD Additional policies 6",))
        pay_now(t, hand, t.rules.settlement.blackjack_odds, "Blackjack", ("DD Additional policies 6",))
    elif hand.face_down:
        t.record(bf.CardsTucked(("DD Dealing 8",), box.number, hand.number, len(hand.face_down)))


@cited
def _double(t: BlackjackState, box: Box, hand: Hand, move: Double) -> Procedure[None]:
    """Doubling Down: the two cards exposed, up to the bet behind it, one card face down and tucked.

    Where a variant has the card dealt face up, what it makes of the hand is seen at once.
    """
    yield from double(t, box, hand, move)
    if hand.doubled and hand.face_down:
        by = ("DD Doubling Down", "DD Splitting") if hand.from_split else ("DD Doubling Down",)
        t.record(bf.CardsTucked(by, box.number, hand.number, 1))
        hand.finished = True


@cited
def _second_card_of_split(t: BlackjackState, hand: Hand) -> Procedure[bool]:
    """Each hand gets its second card when its turn comes; that of an ace is its last and lies horizontally."""
    if hand.split_ace:
        return deal_additional(t, hand, ("DD Splitting Aces",), sideways=True)
    return deal_additional(t, hand, ("DD Splitting", "DD Additional policies 6"))


MANNER = Manner(
    options=_options,
    second_card=_second_card_of_split,
    ends=_ends,
    decisions={**DECISIONS, Stand: _stand, Double: _double},
)


# --- settlement -----------------------------------------------------------------------------------------------------


@cited
def _settle(t: BlackjackState) -> Procedure[None]:
    """11, Discarding: down cards exposed, paid or taken, and racked before the next hand, from right to left."""
    t.phase = Phase.SETTLEMENT
    settle_by_dealer(t)  # only where a variant has such a wager
    for box in boxes_from_right(t):
        if box.settled:
            continue
        yield from _pay_and_take(t, box.number)
        for hand in reversed(box.hands):
            if hand.settled:
                continue
            if hand.parked and not t.dealer.two_card_21:
                surrender_now(t, hand, t.law.surrender_under_ten_or_ace)
                continue
            show_hand(t, hand, ("DD Dealing 11",))
            settle_hand(t, hand)
            discard_hand(t, hand)


@cited
def _pay_and_take(t: BlackjackState, spot: int) -> Procedure[None]:
    """Pay and Take: from right to left, with the right hand; on the 1st spot with either."""
    while t.dealer_by_hand:
        move = yield from t.ask(lambda: Wait((DEALER,), (SettleBox,), ("DD Dealing 11", "DD Pay and Take"), spot))
        assert isinstance(move, SettleBox)
        if move.box != spot:
            t.refuse("settle/out-of-order", f"box {spot} is settled next", ("DD Dealing 11", "DD Pay and Take"))
        elif move.hand == LEFT and spot != 1:
            t.refuse("settle/left-hand", f"spot {spot} is paid with the right hand", ("DD Pay and Take",))
        else:
            return


# --- Tap in/tap out -------------------------------------------------------------------------------------------------


@cited
def hand_over(t: BlackjackState) -> None:
    """The outgoing dealer, the hand finished, takes the cut card out and spreads the cards; the incoming one shuffles.

    One who is tapped out during the shuffle stops and spreads the decks as they are.
    """
    incoming = t.ready.new_dealer
    if incoming is None:
        return
    in_shuffle = t.phase is Phase.SHUFFLE
    by = ("DD Tap in/tap out note",) if in_shuffle else ("DD Tap in/tap out 2",)
    completed = (*(by if in_shuffle else ()), *t.law.tap_out_work)
    t.record(facts.WorkCompleted(completed, t.people.dealer_name, "the rack straightened, the antes coloured up"))
    if t.cards.loose:
        if not in_shuffle and t.cards.cover_card_at is None:
            t.record(bf.CutCardRemoved(by, t.people.dealer_name))
        t.record(facts.CardsSpread(by, False, t.cards.in_play.name))
        t.people.incoming_shuffles = (*(by if in_shuffle else ()), "DD Tap in/tap out 4")
    exit_by = by if in_shuffle else ("DD Tap in/tap out 1",)
    t.record(facts.DealerChanged((*exit_by, "DD Tap in/tap out 3"), t.people.dealer_name, incoming))
    t.people.dealer_name, t.ready.new_dealer = incoming, None
