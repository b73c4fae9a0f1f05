"""Shuffling at Double Deck, steps 1 to 11, by a house's own procedure: the routine, "rolling", the cut."""

from pitboss.cards.card import Card, codes
from pitboss.cards.double_deck_routine import NotTheRoutine, TakenDown, carry_out
from pitboss.law import Citation, cite, cited
from pitboss.procedure import facts
from pitboss.procedure.asking import Procedure, Wait
from pitboss.procedure.blackjack import facts as bf
from pitboss.procedure.blackjack.moves import ApproveRolling, CallRolling
from pitboss.procedure.blackjack.state import BlackjackState
from pitboss.procedure.cut import cut_at
from pitboss.procedure.moves import (
    DEALER,
    FLOORPERSON,
    ChooseHand,
    Cut,
    Move,
    OfferCut,
    RefuseCut,
    Shuffle,
)
from pitboss.procedure.parts import Why
from pitboss.procedure.shuffle_and_cut import burn, fresh_shoe, load_shoe, open_seal, place_cover_card, sealed_order
from pitboss.procedure.state import HOUSE_DECIDES, Interrupted, Phase, RoundVoid
from pitboss.rules.subjects.shuffle_and_cut import ShuffleRoutine

LEFT, RIGHT = "left", "right"
NINE = cite("DD Shuffling 9")
UNIFORM = "HOUSE: shuffled so that every order is equally likely, by no step of the routine"
OWN_WAY = "HOUSE: shuffled in the house's own way, by no step of the routine"


@cited
def shuffle(t: BlackjackState, why: Why) -> Procedure[None]:
    """Shuffling 1 to 11, and the first card burned; a shuffle that is broken off leaves the cards to be spread."""
    t.phase = Phase.SHUFFLE
    cards = t.cards.loose
    try:
        stack = yield from _shuffle_by_the_routine(t, cards)
        yield from _roll(t)
        stack = yield from _offer_cut(t, stack)
        from_back = yield from place_cover_card(t, len(stack), t.rules.cites("cover_card_depth"))
        yield from _take_in_hand(t)
    except Interrupted:
        open_seal(t)
        raise
    t.cards.loose = ()
    load_shoe(t, stack, from_back)
    yield from burn(t, t.rules.shuffle.burn_after_shuffle, "the first card", ("DD Dealing 2",))
    fresh_shoe(t)


@cited
def shuffle_rack(t: BlackjackState) -> Procedure[None]:
    """Additional policies 6: with too few cards to complete the round, the discard rack is shuffled in the same way."""
    by = ("DD Additional policies 6",)
    if t.cards.rack.height <= t.rules.shuffle.burn_after_shuffle:
        raise RoundVoid(f"the discard rack holds too few cards to go on ({HOUSE_DECIDES})", (), reshuffle=True)
    before, t.phase = t.phase, Phase.SHUFFLE
    rack = t.take_up_rack()
    t.record(facts.CardsRanOut(by, len(rack)))
    assert t.cards.sealed is not None
    t.cards.unopened.append(t.cards.sealed)  # opened after the round: cards of that order still lie face down
    stack = yield from _shuffle_by_the_routine(t, rack)
    yield from _roll(t)
    if t.rules.shuffle.cut_positions(len(stack)):
        stack = yield from _offer_cut(t, stack)
    else:
        t.record(facts.CutNotRequired(("DD Shuffling 9",), "the cards are too few to be cut"))
    load_shoe(t, stack, None)
    yield from burn(t, t.rules.shuffle.burn_after_shuffle, "the first card", ("DD Dealing 2",))
    t.phase = before


@cited
def _shuffle_by_the_routine(t: BlackjackState, cards: tuple[Card, ...]) -> Procedure[tuple[Card, ...]]:
    """1 to 4: two stacks worked through B into A; an incoming dealer does it as any other."""
    routine = ("DD Shuffling 1", "DD Shuffling 2", "DD Shuffling 3", "DD Shuffling 4")
    by = (*t.people.incoming_shuffles, *routine)
    t.cards.sealed = yield from sealed_order(t, cards, t.cards.in_play.name, False, by, _carry_out)
    t.people.incoming_shuffles = ()
    return t.cards.sealed.order


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
        return t.people.incoming_shuffles
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
    if codes(last.locations.location_a) != move.order:
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
    patron = move.player or next((player.name for player in t.people.seated()), "")
    here = t.people.players.get(patron)
    if move.by != DEALER:
        t.refuse("cut/not-yours", "the dealer offers the cut", ("DD Shuffling 5",))
    elif t.cards.cut_offered is None:
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
        t.cards.cut_offered = facts.CutOffered(("DD Shuffling 5",), patron)
        _present(t, patron)


@cited
def _offer_cut(t: BlackjackState, stack: tuple[Card, ...]) -> Procedure[tuple[Card, ...]]:
    """5 to 10: any patron may cut, or ask the dealer to, which takes an alert."""
    if not t.people.seated() and DEALER not in t.by_hand:
        return cut_at(t, stack, t.rules.shuffle.cut_margin_cards, DEALER, ("DD Shuffling 10",))
    try:
        return (yield from _cut_by_a_patron(t, stack))
    finally:  # a dealer may be tapped out before it is made
        t.cards.cut_offered = None


@cited
def _cut_by_a_patron(t: BlackjackState, stack: tuple[Card, ...]) -> Procedure[tuple[Card, ...]]:
    """5, 6, 9, 10: where it is cut, by a patron or at a patron's request by the dealer, and what goes under.

    While no patron sits there the dealer cuts, and nobody was offered anything.
    """
    size, nearest = len(stack), t.rules.shuffle.cut_margin_cards
    asked_to = False

    def wait() -> Wait:
        patrons = tuple(player.name for player in t.people.seated())
        whose: dict[type[Move], Citation] = {Cut: ("DD Shuffling 5",), RefuseCut: ("DD Shuffling 6",)}
        if asked_to:
            return Wait((DEALER,), (Cut,), ("DD Shuffling 6", "DD Shuffling 9"), who={Cut: ("DD Shuffling 6",)})
        if not patrons:
            return Wait((DEALER,), (Cut,), NINE)
        if t.cards.cut_offered is None:
            t.cards.cut_offered = facts.CutOffered(("DD Shuffling 5",), "a patron")
            t.record(t.cards.cut_offered)
        return Wait(patrons, (Cut, RefuseCut), ("DD Shuffling 5", "DD Shuffling 9"), who=whose)

    while True:
        move = yield from t.ask(wait)
        if isinstance(move, RefuseCut):
            t.record(facts.CutRefused(("DD Shuffling 6",), move.by))
            t.record(facts.FloorpersonNotified(("DD Shuffling 6",), "the dealer cuts at a patron's request"))
            if DEALER not in t.by_hand:
                return cut_at(t, stack, nearest, DEALER, ("DD Shuffling 6", "DD Shuffling 10"))
            asked_to, t.cards.cut_offered = True, None
            continue
        assert isinstance(move, Cut)
        if t.rules.shuffle.may_cut(move.position, size):
            break
        where = f"a quarter deck from an end, which is {nearest} cards"
        if min(move.position, size - move.position) < nearest:
            t.refuse("cut/too-near-the-end", f"the cut at {move.position} of {size} is nearer than {where}", NINE)
        else:
            t.refuse("cut/too-far-from-the-end", f"the cut at {move.position} of {size} is farther than {where}", NINE)
    if move.by != DEALER and (t.cards.cut_offered is None or t.cards.cut_offered.to != move.by):
        _present(t, move.by)
    return cut_at(t, stack, move.position, move.by, (*(("DD Shuffling 6",) if asked_to else ()), "DD Shuffling 10"))


@cited
def _present(t: BlackjackState, patron: str) -> None:
    """7, 8: the decks come with the hand closest to the patron, and no farther than the betting circle."""
    hand = _nearest_hand(t, t.people.players[patron].seat or 1)
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
