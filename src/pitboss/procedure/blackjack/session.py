"""The life of a blackjack table: opening, shoes, rounds, and what is taken up between them."""

from collections.abc import Callable

from pitboss.law import Citation
from pitboss.procedure import facts
from pitboss.procedure.asking import Procedure, Wait
from pitboss.procedure.blackjack.irregularities import wait_for_reader
from pitboss.procedure.blackjack.opening import open_table, receive_cards, wash
from pitboss.procedure.blackjack.settlement import clear_table
from pitboss.procedure.blackjack.state import BlackjackState
from pitboss.procedure.blackjack.void_round import void_round
from pitboss.procedure.moves import FLOORPERSON, AskFaceUp, AskInspection, ChangeCards, Move, ViewSpread
from pitboss.procedure.opening import inspect_reader
from pitboss.procedure.parts import Why
from pitboss.procedure.people import change_dealer
from pitboss.procedure.session import begin_round, close, end_round, must_shuffle
from pitboss.procedure.shuffle_and_cut import (
    burn,
    open_stored_seals,
    retire_shoe,
    shuffle_and_cut,
    shuffle_rack_in_mid_round,
)
from pitboss.procedure.shuffling_device import device_in_use
from pitboss.procedure.state import Interrupted, Phase, RoundVoid
from pitboss.procedure.wagers import set_up_boxes, take_wagers
from pitboss.rules.subjects.shuffle_and_cut import IdleSpread

Round = Callable[[BlackjackState], Procedure[None]]
Shuffles = Callable[[BlackjackState, Why], Procedure[None]]
HandOver = Callable[[BlackjackState], None]


def blackjack_table(
    t: BlackjackState, round_of_play: Round, shuffle: Shuffles = shuffle_and_cut, hand_over: HandOver = change_dealer
) -> Procedure[None]:
    """Open the table; then until it closes shoe after shoe: shuffled where none is loaded, dealt till one must be."""
    t.when_empty = t.when_empty or _rack_shuffled
    why = Why.GAME_BEGINS
    while t.wagers_open or not t.ready.closing:
        try:
            if not t.ready.opened:
                yield from open_table(t)
            if not t.wagers_open:
                why = yield from _between_shoes(t, why, hand_over)
            if t.cards.loose:
                yield from shuffle(t, why)
            while t.wagers_open or not must_shuffle(t):
                yield from one_round(t, round_of_play)
        except Interrupted:
            pass
    close(t)


def _between_shoes(t: BlackjackState, why: Why, hand_over: HandOver) -> Procedure[Why]:
    """Whatever comes before the next shuffle; it says who will be offered the cut."""
    if not must_shuffle(t):
        return why
    if t.cards.shoe.remaining or t.cards.rack.height:
        retire_shoe(t)
    if not t.rules.shuffle.burn_by_new_dealer:
        hand_over(t)
    if t.ready.change_due:
        yield from _change_cards(t)
        return Why.GAME_BEGINS
    if t.ready.idle:
        yield from _idle(t)
        return Why.IDLE
    if t.cards.cover_card_at is not None:
        return Why.COVER_CARD
    if t.ready.reshuffle_ordered:
        return Why.ORDERED
    return Why.SHOE_DONE if t.ready.reshuffle_after_void is None else Why.ROUND_VOID


def _change_cards(t: BlackjackState) -> Procedure[None]:
    cited = t.rules.cites("changed_every_hours")
    t.phase = Phase.OPENING
    t.ready.idle = False
    if not t.ready.change_ordered:
        yield from t.staff(FLOORPERSON, ChangeCards, cited)
    t.ready.change_ordered = False
    t.record(facts.CardsChanged(cited, FLOORPERSON))
    t.people.incoming_shuffles = ()  # what a new dealer would have shuffled has gone
    open_stored_seals(t)
    yield from receive_cards(t, cited)


def _idle(t: BlackjackState) -> Procedure[None]:
    """The cards lie spread until somebody arrives and has looked at them; then they are washed and shuffled.

    Where the text says so, a shuffling device takes them instead, unwashed, and gives out the batch it holds.
    """
    cited = t.law.idle_spread
    device = bool(t.law.idle_device and t.cards.stored) and device_in_use(t)
    if device and not t.ready.equipment.shuffler_stores_securely:
        t.ready.inspect_stored = True  # nobody need ask: only a batch stored securely may be dealt as it is
    batch = t.cards.in_play.name
    t.phase = Phase.OPENING
    t.record(facts.CardsSpread(cited, t.ready.idle_face_up, batch))
    while True:
        move = yield from t.ask(lambda: _asked_while_idle(t, device))
        if isinstance(move, AskInspection):
            t.ready.inspect_stored = True
            t.record(facts.InspectionAsked(t.law.idle_device, move.by))
            continue
        if isinstance(move, ViewSpread) and move.by != t.people.first_arrival:
            t.refuse("spread/not-first", "the first player to arrive looks at the cards", cited)
            continue
        if isinstance(move, ViewSpread):
            break
        if t.ready.idle_face_up:
            t.refuse("spread/face-up", "the cards lie face up already", cited)
        else:
            _turn_up(t)
    t.record(facts.SpreadViewed(cited, move.by))
    t.ready.idle = False
    if device:
        t.record(facts.ShuffleStepDone(t.law.idle_device, "stacked and placed into the shuffling device"))
    else:
        yield from wash(t, batch, t.law.idle_wash)


def _asked_while_idle(t: BlackjackState, device: bool) -> Wait:
    """Who arrives first looks at the cards; face down they are turned up then, or when a player asks."""
    turns_up = t.rules.shuffle.idle_spread is IdleSpread.EITHER_THEN_UP
    if turns_up and t.people.first_arrival is not None and not t.ready.idle_face_up:
        _turn_up(t)
    may: list[type[Move]] = [ViewSpread] if turns_up else [ViewSpread, AskFaceUp]
    who: dict[type[Move], Citation] = {}
    if device:
        may.append(AskInspection)
        who[AskInspection] = t.law.idle_device
    everybody, first = tuple(t.people.players), t.people.first_arrival
    alone = may == [ViewSpread]
    return Wait(((first,) if first else ()) if alone else everybody, tuple(may), t.law.idle_spread, who=who)


def _turn_up(t: BlackjackState) -> None:
    t.ready.idle_face_up = True
    t.record(facts.CardsSpread(t.law.idle_spread, True, t.cards.in_play.name))


def one_round(t: BlackjackState, round_of_play: Round) -> Procedure[None]:
    """Wagers, the round itself, and the table cleared; a void round gives every wager back."""
    if not t.wagers_open:
        yield from inspect_reader(t)
        yield from wait_for_reader(t)
    bets = yield from take_wagers(t)
    set_up_boxes(t, bets)
    begin_round(t)
    try:
        if t.ready.new_dealer is not None and t.rules.shuffle.burn_by_new_dealer:
            change_dealer(t)
            cited = t.rules.cites("burn_by_new_dealer")
            yield from burn(t, t.rules.shuffle.burn_by_new_dealer, "a new dealer", cited)
        yield from round_of_play(t)
        t.discard_exposed(t.rules.cites("exposed_card_unusable"))
        collected = t.law.collected_after_cover_card if t.cards.cover_card_at is not None else ()
        clear_table(t, (*t.rules.cites("picked_up"), *collected))
    except RoundVoid as void:
        void_round(t, void)
    end_round(t)


def _rack_shuffled(t: BlackjackState) -> Procedure[None]:
    yield from shuffle_rack_in_mid_round(t, t.rules.cites("cards_run_out"))
