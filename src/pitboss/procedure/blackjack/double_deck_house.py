"""Double Deck blackjack by a house's own procedure: shuffle, deal, play, settlement, change of dealer."""

from pitboss.cards.card import Card
from pitboss.cards.double_deck_routine import NotTheRoutine, TakenDown, carry_out
from pitboss.law import Citation, cite, cited
from pitboss.procedure import facts
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
from pitboss.procedure.blackjack.moves import Double, Hit, LookAtCards, SettleBox, Split, Stand, Surrender
from pitboss.procedure.blackjack.offers import insurance_wins, offer_insurance, settle_insurance
from pitboss.procedure.blackjack.play import (
    amount_ok,
    bust,
    draws_left,
    is_charlie,
    may_double,
    may_split,
    may_surrender,
    park_or_surrender,
    pay_charlie,
)
from pitboss.procedure.blackjack.round_law import RoundLaw
from pitboss.procedure.blackjack.session import blackjack_table
from pitboss.procedure.blackjack.settlement import (
    discard_hand,
    is_blackjack,
    pay_now,
    settle_hand,
    show_hand,
    surrender_now,
)
from pitboss.procedure.blackjack.side_wagers import settle_by_dealer
from pitboss.procedure.blackjack.state import BlackjackState
from pitboss.procedure.blackjack.surrender_before_reader import offer_surrender_before_reader
from pitboss.procedure.dealing import boxes_from_left, boxes_from_right
from pitboss.procedure.hands import Box, Hand, Stake
from pitboss.procedure.moves import (
    DEALER,
    FLOORPERSON,
    ApproveRolling,
    CallRolling,
    ChooseHand,
    Cut,
    Move,
    OfferCut,
    RefuseCut,
    Shuffle,
)
from pitboss.procedure.shuffle_and_cut import (
    burn,
    cut_at,
    fresh_shoe,
    load_shoe,
    open_seal,
    place_cover_card,
    sealed_order,
)
from pitboss.procedure.state import HOUSE_DECIDES, Interrupted, Phase, Procedure, RoundVoid, Wait, Why
from pitboss.rules.subjects.deal import DealStep
from pitboss.rules.subjects.doubling import FIRST_TWO_CARDS, DoubleCard
from pitboss.rules.subjects.settlement import BlackjackPaid
from pitboss.rules.subjects.shuffle_and_cut import ShuffleRoutine

LAW = RoundLaw(
    rolling=cite("DD Shuffling 5"),
    cover_card_out=cite("DD Additional policies 6"),
    shoe_emptied=cite("DD Additional policies 6"),
    turn=cite("DD Additional policies 6"),
    decide=cite("DD Dealing 7", "DD Dealing 8"),
    decide_on={
        "double": cite("DD Doubling Down"),
        "split": cite("DD Splitting"),
        "surrender": cite("DD Additional policies 6"),
    },
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
    dealer_higher=cite("DD Dealing 11", "DD Additional policies 6"),
    tie=cite("DD Dealing 11", "DD Additional policies 6"),
    both_bust=cite("DD Dealing 9"),
    tap_out_work=cite("DD Tap in/tap out 1"),
)

LEFT, RIGHT = "left", "right"


def game(t: BlackjackState) -> Procedure[None]:
    """A table of Double Deck blackjack."""
    t.law = LAW
    t.interrupts = {**t.interrupts, LookAtCards: look_at_cards, OfferCut: offer_cut}
    t.when_empty = shuffle_rack
    return blackjack_table(t, round_of_play, shuffle, hand_over)


# --- Shuffling ------------------------------------------------------------------------------------------------------

NINE = cite("DD Shuffling 9")
UNIFORM = "HOUSE: shuffled so that every order is equally likely, by no step of the routine"
OWN_WAY = "HOUSE: shuffled in the house's own way, by no step of the routine"


@cited
def shuffle(t: BlackjackState, why: Why) -> Procedure[None]:
    """Shuffling 1 to 11, and the first card burned; a shuffle that is broken off leaves the cards to be spread."""
    before, t.phase = t.phase, Phase.SHUFFLE
    cards = t.loose
    try:
        stack = yield from _shuffle_by_the_routine(t, cards)
        yield from _roll(t)
        stack = yield from _offer_cut(t, stack)
        from_back = yield from place_cover_card(t, len(stack))
        yield from _take_in_hand(t)
    except Interrupted:
        open_seal(t)
        raise
    t.loose = ()
    load_shoe(t, stack, from_back)
    yield from burn(t, t.rules.shuffle.burn_after_shuffle, "the first card", ("DD Dealing 2",))
    fresh_shoe(t)
    t.phase = before


@cited
def shuffle_rack(t: BlackjackState) -> Procedure[None]:
    """Additional policies 6: with too few cards to complete the round, the discard rack is shuffled in the same way."""
    by = ("DD Additional policies 6",)
    if t.rack.height <= t.rules.shuffle.burn_after_shuffle:
        raise RoundVoid(f"the discard rack holds too few cards to go on ({HOUSE_DECIDES})", (), reshuffle=True)
    before, t.phase = t.phase, Phase.SHUFFLE
    t.loose = t.rack.take_all()
    t.record(facts.CardsRanOut(by, len(t.loose)))
    if t.sealed is not None:
        t.unopened.append(t.sealed)  # opened after the round: cards of that order still lie face down
    stack = yield from _shuffle_by_the_routine(t, t.loose)
    yield from _roll(t)
    if t.rules.shuffle.cut_positions(len(stack)):
        stack = yield from _offer_cut(t, stack)
    else:
        t.record(facts.CutNotRequired(("DD Shuffling 9",), "the cards are too few to be cut"))
    t.loose = ()
    load_shoe(t, stack, None)
    yield from burn(t, t.rules.shuffle.burn_after_shuffle, "the first card", ("DD Dealing 2",))
    t.cover_card_at = 0 if t.cover_card_at is None else t.cover_card_at
    t.phase = before


@cited
def _shuffle_by_the_routine(t: BlackjackState, cards: tuple[Card, ...]) -> Procedure[tuple[Card, ...]]:
    """1 to 4: two stacks worked through B into A; an incoming dealer does it as any other."""
    by = (*_gathers(t), "DD Shuffling 1", "DD Shuffling 2", "DD Shuffling 3", "DD Shuffling 4")
    t.sealed = yield from sealed_order(t, cards, t.batches[t.batch_in_play].name, False, by, _carry_out)
    t.incoming_dealer = False
    return t.sealed.order


@cited
def _gathers(t: BlackjackState) -> Citation:
    """Tap in/tap out 4: why there is a shuffle at all, when a dealer has just come."""
    return ("DD Tap in/tap out 4",) if t.incoming_dealer else ()


@cited
def _carry_out(t: BlackjackState, cards: tuple[Card, ...], move: Shuffle, by: Citation) -> Citation | None:
    """1 to 4: what the hands did is done to the cards that lie there, and must make the order they are said to make.

    Of an order made in another way, where the house lets it in, nothing is claimed and no step is cited.
    """
    routine = t.rules.shuffle.shuffle_routine
    if not move.hands and routine is ShuffleRoutine.ALWAYS:
        sentence = "the order comes without the steps of the routine, which this house carries out at every shuffle"
        t.refuse("shuffle/no-steps", sentence, ("DD Shuffling 1",))
        return None
    if not move.hands:
        t.record(facts.ShuffleStepDone((), UNIFORM if routine is ShuffleRoutine.UNIFORM else OWN_WAY))
        return _gathers(t)
    if routine is ShuffleRoutine.UNIFORM:
        t.refuse("shuffle/uniform", "this house makes every order equally likely, and not by the routine", ())
        return None
    hands = TakenDown(move.hands)
    try:
        steps = list(carry_out(cards, hands))
        hands.ends()
    except NotTheRoutine as fault:
        t.refuse("shuffle/not-the-routine", fault.sentence, (fault.clause,))
        return None
    last = steps[-1]
    if tuple(card.code for card in last.locations.location_a) != move.order:
        t.refuse("shuffle/other-order", "these steps bring the cards into another order", (last.clause,))
        return None
    t.facts.extend(facts.ShuffleStepDone((step.clause,), step.act) for step in steps)
    return by


@cited
def _roll(t: BlackjackState) -> Procedure[None]:
    """5: "rolling" is called, and nothing goes on before the floorperson approves."""
    yield from _call_rolling(t)
    t.record(bf.RollingApproved(("DD Shuffling 5",), FLOORPERSON))
    t.record(facts.ShuffleStepDone(("DD Shuffling 5",), "roll, and square the cards with the dealing shoe"))


@cited
def _call_rolling(t: BlackjackState) -> Procedure[None]:
    """5: the dealer's call, loud and clear; a floorperson who approves has heard it."""
    called = bf.RollingCalled(("DD Shuffling 5",), DEALER)
    if FLOORPERSON not in t.by_hand or DEALER not in t.by_hand:
        t.record(called)
        yield from t.staff(FLOORPERSON, ApproveRolling, t.law.rolling, bars=(Cut, RefuseCut))
        return
    heard = False

    def wait() -> Wait:
        may = (ApproveRolling,) if heard else (ApproveRolling, CallRolling)
        return Wait((FLOORPERSON, DEALER), may, t.law.rolling, bars=(Cut, RefuseCut))

    while True:
        move = yield from t.ask(wait)
        whose = DEALER if isinstance(move, CallRolling) else FLOORPERSON
        if move.by != whose:
            t.refuse("rolling/not-yours", "the dealer calls rolling and the floorperson approves", t.law.rolling)
        elif isinstance(move, CallRolling) and not move.loud_and_clear:
            t.refuse("rolling/not-heard", "rolling is called out in a loud and clear voice", t.law.rolling)
        else:
            if not heard:
                t.record(called)
            heard = True
            if isinstance(move, ApproveRolling):
                return


@cited
def offer_cut(t: BlackjackState, move: OfferCut) -> None:
    """5, 7, 8: how a person who deals presents the decks, to one of the patrons."""
    patron = move.player or next((player.name for player in t.seated()), "")
    here = t.players.get(patron)
    if move.by != DEALER:
        t.refuse("cut/not-yours", "the dealer offers the cut", ("DD Shuffling 5",))
    elif t.cut_offered is None:
        t.refuse("cut/not-now", "no cut is being offered to a patron", ("DD Shuffling 5",))
    elif here is None or here.seat is None:
        t.refuse("cut/not-entitled", f"{patron} is no patron at this table", ("DD Shuffling 5",))
    elif not move.ends_hidden:
        t.refuse("cut/ends", "the ends of the decks are kept from the one who cuts", ("DD Shuffling 5",))
    elif move.hand not in (None, _nearest_hand(t, here.seat)):
        t.refuse("cut/hand", "the decks are presented with the hand closest to the patron", ("DD Shuffling 7",))
    elif not move.within_circle:
        t.refuse("cut/past-the-circle", "the decks are not offered past the betting circle", ("DD Shuffling 8",))
    else:
        t.cut_offered = facts.CutOffered(("DD Shuffling 5",), patron)
        _present(t, patron)


@cited
def _offer_cut(t: BlackjackState, stack: tuple[Card, ...]) -> Procedure[tuple[Card, ...]]:
    """5 to 10: any patron may cut, or ask the dealer to, which takes an alert."""
    if not t.seated() and DEALER not in t.by_hand:
        return cut_at(t, stack, t.rules.shuffle.cut_margin_cards, DEALER, ("DD Shuffling 10",))
    t.cut_offered = facts.CutOffered(("DD Shuffling 5",), "a patron")
    t.record(t.cut_offered)
    try:
        return (yield from _cut_by_a_patron(t, stack))
    finally:  # a dealer may be tapped out before it is made
        t.cut_offered = None


@cited
def _cut_by_a_patron(t: BlackjackState, stack: tuple[Card, ...]) -> Procedure[tuple[Card, ...]]:
    """6, 9, 10: where it is cut, by a patron or at a patron's request by the dealer, and what goes under."""
    size, nearest = len(stack), t.rules.shuffle.cut_margin_cards
    asked_to = False

    def wait() -> Wait:
        patrons = tuple(player.name for player in t.seated())
        whose: dict[type[Move], Citation] = {Cut: ("DD Shuffling 5",), RefuseCut: ("DD Shuffling 6",)}
        if asked_to or not patrons:
            return Wait((DEALER,), (Cut,), ("DD Shuffling 6", "DD Shuffling 9"), who={Cut: ("DD Shuffling 6",)})
        return Wait(patrons, (Cut, RefuseCut), ("DD Shuffling 5", "DD Shuffling 9"), who=whose)

    while True:
        move = yield from t.ask(wait)
        if isinstance(move, RefuseCut):
            t.record(facts.CutRefused(("DD Shuffling 6",), move.by))
            t.record(facts.FloorpersonNotified(("DD Shuffling 6",), "the dealer cuts at a patron's request"))
            if DEALER not in t.by_hand:
                return cut_at(t, stack, nearest, DEALER, ("DD Shuffling 6", "DD Shuffling 10"))
            asked_to, t.cut_offered = True, None
            continue
        assert isinstance(move, Cut)
        if t.rules.shuffle.may_cut(move.position, size):
            break
        where = f"a quarter deck from an end, which is {nearest} cards"
        if min(move.position, size - move.position) < nearest:
            t.refuse("cut/too-near-the-end", f"the cut at {move.position} of {size} is nearer than {where}", NINE)
        else:
            t.refuse("cut/too-far-from-the-end", f"the cut at {move.position} of {size} is farther than {where}", NINE)
    if move.by != DEALER and (t.cut_offered is None or t.cut_offered.to != move.by):
        _present(t, move.by)
    return cut_at(t, stack, move.position, move.by, ("DD Shuffling 10",))


@cited
def _present(t: BlackjackState, patron: str) -> None:
    """7, 8: the decks come with the hand closest to the patron, and no farther than the betting circle."""
    hand = _nearest_hand(t, t.players[patron].seat or 1)
    t.record(bf.DecksPresented(("DD Shuffling 7", "DD Shuffling 8"), patron, hand, "within the betting circle"))


def _nearest_hand(t: BlackjackState, seat: int) -> str:
    return LEFT if 2 * seat <= t.positions else RIGHT


@cited
def _take_in_hand(t: BlackjackState) -> Procedure[None]:
    """Dealing 1: the left hand holds the decks, the second cut card under them."""
    while True:
        move = yield from t.staff(DEALER, ChooseHand, ("DD Dealing 1",))
        if not isinstance(move, ChooseHand) or move.hand == LEFT:
            break
        t.refuse("hand/left", "the decks are held in the left hand", ("DD Dealing 1",))
    t.record(facts.HandChosen(("DD Dealing 1",), LEFT, "the second cut card hides the bottom card"))


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
    yield from deal_missing_dealer_cards(t, ("DD Dealing 4",))  # only where a variant has it so
    t.record(bf.CardsSquared(("DD Dealing 5",), len(t.dealer.cards)))
    _tuck_second_hands(t)
    # 6 The layout is complete: from here on `look_at_cards` lets players view their own two cards.
    t.players_dealt = t.dealer_dealt = True

    # Additional policies 3, 6: insurance and even money under an ace; the down card checked where it is.
    yield from offer_insurance(t, ("DD Additional policies 3",))
    yield from offer_surrender_before_reader(t, t.rules.cites("surrender_settled"))  # only where a variant has it so
    if (yield from read_hole_card(t, ("DD Additional policies 6",))):
        yield from turn_hole_card(t, ("DD Additional policies 6",))
        settle_insurance(t, won=insurance_wins(t), cited=("DD Additional policies 6",))
        yield from _settle(t)
        return
    if not may_have_blackjack(t):
        settle_insurance(t, won=False, cited=("DD Additional policies 6",))

    # 7, 8, 9 Each hand in turn.
    t.phase = Phase.PLAY
    for box in boxes_from_left(t):
        yield from _play_box(t, box)

    # 10 The down card is exposed when every decision has been made, and the dealer draws.
    yield from second_card(t, ("DD Dealing 10",))
    settle_insurance(t, won=insurance_wins(t), cited=("DD Additional policies 6",))
    yield from draw_to_stand(t, ("DD Additional policies 6",))

    # 11 From the dealer's right, counterclockwise.
    yield from _settle(t)


def _boxes_of(t: BlackjackState, player: str) -> list[Box]:
    return [box for box in boxes_from_left(t) if box.decides == player]


@cited
def _tuck_second_hands(t: BlackjackState) -> None:
    """Additional policies 2: the two cards of a player's second hand go slightly under the bet."""
    for box in boxes_from_left(t):
        if box is not _boxes_of(t, box.decides)[0]:
            t.record(bf.CardsTucked(("DD Additional policies 2",), box.number, 1, len(box.hands[0].cards)))


@cited
def look_at_cards(t: BlackjackState, move: LookAtCards) -> None:
    """6, Additional policies 3: one's own first two cards, with one hand, once the layout is complete.

    Looking is allowed, not ordered: a hand nobody has looked at may still be hit, stood, doubled or surrendered.
    """
    box = t.boxes.get(move.box) if t.in_round else None
    if box is None or box.decides != move.by:
        t.refuse("look/not-yours", f"{move.by} has no cards at box {move.box}", ("DD Dealing 6",))
    elif not (t.players_dealt and t.dealer_dealt):
        t.refuse("look/too-early", "the layout is not complete", ("DD Dealing 6",))
    elif box.hands[0].doubled and box.hands[0].face_down:
        t.refuse("look/double-card", "the card of a double down stays face down", ("DD Doubling Down",))
    elif not box.hands[0].face_down:
        t.refuse("look/nothing-hidden", f"no cards lie face down at box {box.number}", ("DD Dealing 6",))
    elif move.hands > 1:
        t.refuse("look/two-hands", "the cards are viewed with one hand", ("DD Dealing 6",))
    elif _waits_for_first_hand(t, box) and t.phase is not Phase.INSURANCE:
        t.refuse("look/second-hand", "the first hand is not complete", ("DD Additional policies 3",))
    else:
        hand = box.hands[0]
        by = ("DD Additional policies 3",) if _waits_for_first_hand(t, box) else ("DD Dealing 6",)
        hand.looked = True
        seen = tuple(card.code for card in hand.cards[:2])
        t.record(facts.CardsLookedAt(by, move.by, box.number, hand.number, seen))


def _waits_for_first_hand(t: BlackjackState, box: Box) -> bool:
    """Whether another hand of the same player comes before this one and is not complete."""
    first = _boxes_of(t, box.decides)[0]
    return box is not first and not all(hand.finished or hand.settled for hand in first.hands)


# --- the players' decisions -----------------------------------------------------------------------------------------


def _play_box(t: BlackjackState, box: Box) -> Procedure[None]:
    """The hands of a box from left to right; a split adds hands on the way."""
    place = 0
    while place < len(box.hands):
        yield from _play_hand(t, box, box.hands[place])
        place += 1


def _options(t: BlackjackState, box: Box, hand: Hand) -> tuple[type[Move], ...]:
    """What the hand allows; while its player has not looked, nothing that depends on the cards."""
    unseen = bool(hand.face_down) and not hand.looked
    doubling = t.rules.doubling
    first_two = len(hand.cards) == 2 and doubling.double_on_cards_at_least <= FIRST_TWO_CARDS
    may: list[type[Move]] = [Stand]
    if unseen or draws_left(t, hand):
        may.insert(0, Hit)
    if doubling.double_on_totals:
        doubles = not unseen and may_double(t, hand)
    else:
        doubles = may_double(t, hand) or (first_two and bool(hand.face_down) and doubling.double_on_blackjack)
    if doubles:
        may.append(Double)
    if not unseen and may_split(t, box, hand):
        may.append(Split)
    if may_surrender(t, hand):
        may.append(Surrender)
    return tuple(may)


def _play_hand(t: BlackjackState, box: Box, hand: Hand) -> Procedure[None]:
    """7, 8, 9: one hand until it stands, busts, is doubled or may not draw.

    Only its player knows a hand that lies face down, so it is asked even when it cannot draw.
    """
    if len(hand.cards) == 1:
        yield from _second_card_of_split(t, hand)

    while not hand.finished and not hand.settled:
        if hand.busted:
            yield from bust(t, box, hand)
        elif is_charlie(t, hand):
            pay_charlie(t, hand)
        elif not hand.face_down and _options(t, box, hand) == (Stand,):
            break
        else:
            yield from _decision(t, box, hand)
    hand.finished = True


def _decision(t: BlackjackState, box: Box, hand: Hand) -> Procedure[None]:
    """What the player does with the hand next."""

    def wait() -> Wait:
        return Wait((box.decides,), _options(t, box, hand), t.law.decide, box.number, hand.number)

    move = yield from t.ask(wait)
    if getattr(move, "box", None) != box.number:
        t.refuse("turn/other-box", f"box {box.number} is to decide", t.law.turn)
    elif isinstance(move, Hit):
        yield from _hit(t, box, hand)
    elif isinstance(move, Stand):
        _stand(t, box, hand)
    elif isinstance(move, Double):
        yield from _double(t, box, hand, move.cents)
    elif isinstance(move, Split):
        yield from _split(t, box, hand)
    elif isinstance(move, Surrender):
        t.record(bf.DecisionMade(t.rules.cites("surrender"), move.by, box.number, hand.number, "surrender"))
        park_or_surrender(t, hand)


@cited
def _hit(t: BlackjackState, box: Box, hand: Hand) -> Procedure[None]:
    """7: the felt scratched with the cards, or the standard signal when they lie face up; the card comes face up."""
    signal = "scratches the felt with the cards" if hand.face_down else "gives the standard hit signal"
    t.record(bf.Signalled(("DD Dealing 7",), box.decides, box.number, hand.number, signal))
    t.record(bf.DecisionMade(("DD Dealing 7",), box.decides, box.number, hand.number, "hit"))
    yield from deal_additional(t, hand, ("DD Dealing 7",))


@cited
def _stand(t: BlackjackState, box: Box, hand: Hand) -> None:
    """8: the cards tucked face down under the bet; a Blackjack its player knows of is shown and paid, if it may be."""
    if hand.face_down:
        signal = "tucks the cards under the bet"
        t.record(bf.Signalled(("DD Dealing 8",), box.decides, box.number, hand.number, signal))
    t.record(bf.DecisionMade(("DD Dealing 8",), box.decides, box.number, hand.number, "stand"))
    hand.stood = hand.finished = True
    in_turn = t.rules.settlement.blackjack_paid is BlackjackPaid.IN_TURN and not may_have_blackjack(t)
    if hand.looked and is_blackjack(t, hand) and in_turn:
        show_hand(t, hand, ("DD Additional policies 6",))
        pay_now(t, hand, t.rules.settlement.blackjack_odds, "Blackjack", ("DD Additional policies 6",))
    elif hand.face_down:
        t.record(bf.CardsTucked(("DD Dealing 8",), box.number, hand.number, len(hand.cards)))


@cited
def _double(t: BlackjackState, box: Box, hand: Hand, cents: int) -> Procedure[None]:
    """Doubling Down: the two cards exposed, up to the bet behind it, one card face down and tucked.

    Where a variant has the card dealt face up, what it makes of the hand is seen at once.
    """
    stake = hand.stakes[0]
    if not amount_ok(t, stake, cents):
        return
    by = ("DD Doubling Down", "DD Splitting") if hand.from_split else ("DD Doubling Down",)
    show_hand(t, hand, by)
    t.record(bf.DecisionMade(by, box.decides, box.number, hand.number, "double"))
    stake.double = cents
    t.place(stake.player, cents, box.number, hand.number, "double", by)
    hand.doubled = True
    if t.rules.doubling.double_card is DoubleCard.UP_SIDEWAYS:
        yield from deal_additional(t, hand, by, sideways=True)
        return
    yield from deal_additional(t, hand, by, face_up=False)
    t.record(bf.CardsTucked(by, box.number, hand.number, 1))
    hand.finished = True


@cited
def _split(t: BlackjackState, box: Box, hand: Hand) -> Procedure[None]:
    """Splitting: the hand exposed, two fingers, as much as the original bet with the second card."""
    stake = hand.stakes[0]
    by = ("DD Splitting Aces",) if hand.aces else ("DD Splitting",)
    if not t.afford(stake.player, stake.bet, by):
        return
    show_hand(t, hand, ("DD Splitting",))
    t.record(bf.Signalled(("DD Splitting",), box.decides, box.number, hand.number, "shows two fingers"))
    t.record(bf.DecisionMade(by, box.decides, box.number, hand.number, "split"))
    new = Hand(box.number, len(box.hands) + 1)
    new.from_split = hand.from_split = True
    new.split_ace = hand.split_ace = bool(hand.aces)
    new.take(hand.give_up_last())
    box.hands.insert(box.hands.index(hand) + 1, new)
    t.record(bf.HandSplit(by, box.number, hand.number, new.number))
    new.stakes.append(Stake(stake.player, stake.bet, additional=True))
    t.place(stake.player, stake.bet, box.number, new.number, "bet", ("DD Splitting",))
    yield from _second_card_of_split(t, hand)


@cited
def _second_card_of_split(t: BlackjackState, hand: Hand) -> Procedure[None]:
    """Each hand gets its second card when its turn comes; that of an ace is its last and lies horizontally."""
    if hand.split_ace:
        yield from deal_additional(t, hand, ("DD Splitting Aces",), sideways=True)
    else:
        yield from deal_additional(t, hand, ("DD Splitting", "DD Dealing 7"))


# --- settlement -----------------------------------------------------------------------------------------------------


@cited
def _settle(t: BlackjackState) -> Procedure[None]:
    """11, Discarding: down cards exposed, paid or taken, and racked before the next hand, from right to left."""
    t.phase = Phase.SETTLEMENT
    settle_by_dealer(t)  # only where a variant has such a wager
    for box in boxes_from_right(t):
        if all(hand.settled for hand in box.hands):
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
    t.record(facts.WorkCompleted(completed, t.dealer_name, "the rack straightened, the antes coloured up"))
    if t.loose:
        if not in_shuffle and t.cover_card_at is None:
            t.record(bf.CutCardRemoved(by, t.dealer_name))
        t.record(facts.CardsSpread(by, False, t.batches[t.batch_in_play].name))
        t.incoming_dealer = True
    work_done = () if in_shuffle else ("DD Tap in/tap out 1",)
    t.record(facts.DealerChanged((*work_done, "DD Tap in/tap out 3"), t.dealer_name, incoming))
    t.dealer_name, t.ready.new_dealer = incoming, None
