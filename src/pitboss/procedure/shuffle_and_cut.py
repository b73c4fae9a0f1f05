"""Shuffle, seal, cover card, shoe, burn; in Pennsylvania and New Jersey, each by its own values."""

from collections.abc import Callable
from typing import Any

from pitboss.cards.card import Card, coded, codes
from pitboss.cards.deck import census
from pitboss.cards.discard_rack import Burn, Other
from pitboss.cards.seal import seal
from pitboss.cards.shoe import Shoe
from pitboss.cards.stack import cut
from pitboss.law import Citation
from pitboss.procedure import facts
from pitboss.procedure.asking import Procedure, Wait
from pitboss.procedure.cut import CutAgain, cut_stack, recut
from pitboss.procedure.moves import (
    DEALER,
    FLOORPERSON,
    SHUFFLER,
    BurnCard,
    CommitSeed,
    Deal,
    LoadShoe,
    Move,
    OrderRecut,
    PassOver,
    PlaceCoverCard,
    Shuffle,
    ViewSpread,
)
from pitboss.procedure.parts import FIRST_SHUFFLES, NOBODYS, Sealed, Why
from pitboss.procedure.seeds import order_by_seeds
from pitboss.procedure.shuffling_device import continuous, device_in_use, not_in_force, set_device_aside
from pitboss.procedure.state import HOUSE_DECIDES, Phase, RoundVoid, State
from pitboss.rules.subjects.shuffle_and_cut import RecutUntil

Made = Callable[[Any, tuple[Card, ...], Shuffle, Citation], Citation | None]


def shuffle_and_cut(t: State, why: Why) -> Procedure[None]:
    """From loose cards to a loaded shoe with its first card burned."""
    before, t.phase = t.phase, Phase.SHUFFLE
    t.cards.why_shuffled = why
    preshuffled = t.ready.preshuffled
    stack = yield from _shuffle(t, preshuffled, _by_reason(t, why))
    t.ready.preshuffled = False
    rules = t.rules
    is_cut = preshuffled or rules.shuffle.machine_shuffle_is_cut
    from_back: int | None = None
    uncut = _spared_the_cut(t, is_cut, rules.cites("machine_shuffle_is_cut"))
    if uncut is None:
        stack = yield from cut_stack(t, stack, why)
        stack, from_back = yield from _cover_card(t, stack, why)
        stack, from_back = yield from _wait_for_recut(t, stack, from_back, why)
    elif not continuous(t) and rules.cards.cover_cards:  # which no text orders of cards that are not cut
        from_back = yield from place_cover_card(t, len(stack), ())
    load_shoe(t, stack, from_back, t.law.loaded_after_cut if uncut is None else uncut)
    fresh_shoe(t)
    if why in FIRST_SHUFFLES or not continuous(t):  # a continuous shuffler holds the same full batch ever after
        yield from burn(t, rules.shuffle.burn_after_shuffle, "a fresh shoe", rules.cites("burn_after_shuffle"))
    t.phase = before


def _spared_the_cut(t: State, is_cut: bool, cited: Citation) -> Citation | None:
    """Where cards are not cut, which is then on record: what puts them into the shoe as they are; None if they are."""
    if continuous(t):
        t.record(facts.CutNotRequired(not_in_force(t) or cited, "a continuous shuffler is in use"))
        return t.law.loaded_uncut
    if not t.rules.cards.cover_cards:  # there is nothing to cut with
        without = t.rules.cites("cover_cards")
        t.record(facts.CutNotRequired(without, "no cutting card is used"))
        return t.law.loaded_uncut if device_in_use(t) else without
    if device_in_use(t) and not is_cut:
        t.record(facts.CutNotRequired(cited, "a device shuffled the cards"))
        return t.law.loaded_uncut
    return None


def fresh_shoe(t: State) -> None:
    """What was noted about the last shoe counts no more, and nothing of its last round lies there."""
    t.boxes = {}
    t.ready.reshuffle_ordered, t.ready.reshuffle_after_void = False, None
    t.cards.cover_card_at, t.cards.ran_out = None, False
    for player in t.people.players.values():
        player.permitted = False
        player.hands_this_shoe = None
    t.cards.rounds_from_shoe = 0


def _by_reason(t: State, why: Why) -> Citation:
    """What orders this shuffle, beside the paragraph on every shuffle."""
    if why is Why.IDLE:
        return (t.law.idle_device if device_in_use(t) and t.cards.stored else ()) or t.law.idle_wash
    if why in FIRST_SHUFFLES:
        return ()
    reached = t.law.shuffled_after_cover_card if t.cards.cover_card_at is not None else ()
    ordered = t.rules.cites("reshuffle_ordered_by") if t.ready.reshuffle_ordered and not not_in_force(t) else ()
    return (*reached, *(t.ready.reshuffle_after_void or ()), *ordered)


def _shuffle(t: State, preshuffled: bool, reasons: Citation) -> Procedure[tuple[Card, ...]]:
    """The dealer or the device shuffles; with two batches, the one just played is stored and the other comes out."""
    if device_in_use(t) and len(t.cards.batches) > 1:
        return (yield from _alternate(t, preshuffled, reasons))
    cited = _of_a_shuffle(t, preshuffled, reasons)
    t.cards.sealed = yield from sealed_order(t, t.cards.loose, t.cards.in_play.name, preshuffled, cited)
    t.cards.loose = ()
    return t.cards.sealed.order


def _of_a_shuffle(t: State, preshuffled: bool, reasons: Citation) -> Citation:
    skipped = t.rules.cites("preshuffled_skips") if preshuffled else ()
    return skipped or tuple(dict.fromkeys((*reasons, *t.rules.cites("shuffled_when"))))


def _alternate(t: State, preshuffled: bool, reasons: Citation) -> Procedure[tuple[Card, ...]]:
    batch = t.cards.in_play
    cited = _of_a_shuffle(t, preshuffled, reasons)
    if not t.cards.stored:
        t.cards.sealed = yield from sealed_order(t, t.cards.loose, batch.name, preshuffled, cited)
        other = t.cards.batches[1 - t.cards.batch_in_play]
        stored = t.rules.cites("batches_alternate")
        second = yield from sealed_order(t, other.cards, other.name, preshuffled, cited if preshuffled else stored)
        t.cards.stored = {other.name: second}
    else:
        again = (*reasons, *t.rules.cites("batches_alternate"))
        used = yield from sealed_order(t, t.cards.loose, batch.name, False, again)
        t.cards.batch_in_play = 1 - t.cards.batch_in_play
        t.cards.sealed = t.cards.stored.pop(t.cards.in_play.name)
        t.cards.stored = {batch.name: used}
        if t.ready.inspect_stored:
            t.ready.inspect_stored = False
            t.cards.sealed = yield from _inspected(t, t.cards.sealed)
    t.cards.loose = ()
    return t.cards.sealed.order


def _inspected(t: State, stored: Sealed) -> Procedure[Sealed]:
    """The batch from the device, at a player's request: spread for inspection, then reshuffled by the dealer."""
    cited = t.law.idle_device
    name = t.cards.in_play.name
    t.cards.sealed = stored
    open_seal(t)
    t.record(facts.CardsSpread(cited, True, name))
    move = yield from t.ask(lambda: Wait(tuple(t.people.players), (ViewSpread,), cited))
    t.record(facts.SpreadViewed(cited, move.by))
    return (yield from sealed_order(t, stored.order, name, True, cited))


def ready_made(t: State, cards: tuple[Card, ...], move: Shuffle, cited: Citation) -> Citation | None:
    """An order whose making the text leaves to whoever shuffles, and the clauses it was made under."""
    if move.hands:
        t.refuse("shuffle/no-routine", "no routine is prescribed here, so no steps of one are taken down", cited)
        return None
    return cited


def _without_device(t: State, cited: Citation) -> Citation:
    """Once the device is out of use, what is said of its batches orders no shuffle."""
    batches = t.rules.cites("batches_alternate")
    if device_in_use(t) or not set(batches) & set(cited):
        return cited
    reasons = tuple(clause for clause in cited if clause not in batches)
    return tuple(dict.fromkeys((*reasons, *t.rules.cites("shuffled_when"))))


def _shuffles(t: State, preshuffled: bool) -> str:
    return SHUFFLER if device_in_use(t) and not preshuffled else DEALER


def sealed_order(
    t: State, cards: tuple[Card, ...], batch: str, preshuffled: bool, cited: Citation, made: Made = ready_made
) -> Procedure[Sealed]:
    """The order that the dealer or the device has made of the cards, under a published seal."""
    wanted = dict(census(cards))  # Counters are slow to compare
    t.cards.to_shuffle = cards
    yield from set_device_aside(t)
    t.cards.shuffling = _shuffles(t, preshuffled)

    dealers_or_devices = t.rules.cites("shuffler_required")

    def wait() -> Wait:
        by = _without_device(t, cited)
        ordered = tuple(clause for clause in dealers_or_devices if clause in by)
        whose = () if t.ready.preshuffled else ordered or dealers_or_devices or by
        return Wait((_shuffles(t, preshuffled),), (Shuffle, CommitSeed), by, who={Shuffle: whose, CommitSeed: ()})

    asked: list[str] | None = None
    try:
        while True:
            said, seed = (yield from t.ask(wait)), ""
            move: Move | None = said
            if isinstance(said, CommitSeed):
                seed = said.seed
                asked = [player.name for player in t.people.seated()] if asked is None else asked
                move = yield from order_by_seeds(t, said, asked)
                if move is None:
                    continue
            assert isinstance(move, Shuffle)
            order = coded(move.order)
            if dict(census(order)) != wanted:
                sentence = f"the order is not the {len(cards)} cards that lie there, each exactly once"
                t.refuse("shuffle/other-cards", sentence, cited)
                continue
            under = made(t, cards, move, _without_device(t, cited))
            if under is not None:
                break
    finally:  # a dealer may be tapped out in the middle of it
        t.cards.shuffling = ""
    if t.ready.shuffler_jammed:  # the order that the device had begun is nobody's: this is the one made after it
        under, t.ready.shuffler_jammed = (*under, *t.rules.cites("shuffler_jams")), False
    digest = seal(order, bytes.fromhex(move.salt)).digest
    t.record(facts.CardsShuffled(under, move.by, len(order), batch, digest, t.ready.preshuffled))
    return Sealed(digest, move.salt, order, move.hands, seed, cards if seed and move.hands else ())


# --- the cover card and the shoe -------------------------------------------------------------------------------------


def place_cover_card(t: State, size: int, cited: Citation) -> Procedure[int]:
    """The cover card goes in as far from the back as the text has it."""
    rules = t.rules
    deck = rules.cards.deck_size()
    allowed = rules.shuffle.cover_card_positions(size, deck)
    from_back = max(rules.shuffle.cover_card_cards(size, deck), 1)
    while DEALER in t.by_hand:
        move = yield from t.ask(lambda: Wait((DEALER,), (PlaceCoverCard,), cited))
        assert isinstance(move, PlaceCoverCard)
        from_back = move.from_back
        if rules.layout.shoe_marked and not move.along_mark:
            t.refuse("cover-card/mark", "the stack is aligned along the side of the shoe with the mark", cited)
            continue
        if from_back in allowed:
            break
        most = "" if size in allowed else f" and at most {allowed.stop - 1}"
        t.refuse(
            "cover-card/depth",
            f"the cover card goes at least {allowed.start}{most} cards from the back of {size}",
            cited,
        )
    t.record(facts.CoverCardPlaced(cited, from_back))
    return from_back


def _wait_for_recut(
    t: State, stack: tuple[Card, ...], from_back: int, why: Why
) -> Procedure[tuple[tuple[Card, ...], int]]:
    """Between cut and shoe a floorperson may order a recut, when a person is there to order it."""
    rules = t.rules
    cited = rules.cites("recut_until")
    if rules.shuffle.recut_until is RecutUntil.NEVER or not t.by_hand & {DEALER, FLOORPERSON}:
        return stack, from_back
    dealers = t.law.loaded_after_cut or rules.cites("dealt_from")
    whose: dict[type[Move], Citation] = {LoadShoe: dealers}
    while True:
        move = yield from t.ask(lambda: Wait((DEALER, FLOORPERSON), (LoadShoe, OrderRecut), cited, who=whose))
        if isinstance(move, LoadShoe):
            if move.by == DEALER or DEALER not in t.by_hand:
                return stack, from_back
            t.refuse("shoe/not-yours", "the dealer puts the cards into the shoe", dealers)
            continue
        assert isinstance(move, OrderRecut)
        if move.by != FLOORPERSON:
            t.refuse("recut/not-yours", "a recut is ordered by a floorperson", cited)
            continue
        stack = yield from recut(t, stack, why, move.by_last_cutter)
        stack, from_back = yield from _cover_card(t, stack, why)


def _cover_card(t: State, stack: tuple[Card, ...], why: Why) -> Procedure[tuple[tuple[Card, ...], int]]:
    """The cover card goes into cards that have been cut, unless they are first to be cut again."""
    while True:
        try:
            return stack, (yield from place_cover_card(t, len(stack), t.rules.cites("cover_card_depth")))
        except CutAgain as order:
            by_last_cutter = order.by_last_cutter
        stack = yield from recut(t, stack, why, by_last_cutter)


def recut_from_shoe(t: State, by_last_cutter: bool) -> Procedure[None]:
    """Where a recut may still be ordered with the cards in the shoe, they come out, the burn card included."""
    before, t.phase = t.phase, Phase.SHUFFLE
    rules, sealed = t.rules, t.cards.sealed
    assert sealed is not None
    t.take_rest()  # also what was drawn in error and lies there as the next card
    found = _found_face_up(t)
    while True:
        last = sealed.cut or 0
        order = cut(sealed.order, last)
        places = _without(order, found)
        stack = yield from recut(t, tuple(order[place] for place in places), t.cards.why_shuffled, by_last_cutter)
        sealed.cut = (last + places[((sealed.cut or 0) - last) % len(places)]) % len(order)
        try:
            from_back = yield from place_cover_card(t, len(stack), rules.cites("cover_card_depth"))
            break
        except CutAgain as again:
            by_last_cutter = again.by_last_cutter
    load_shoe(t, stack, from_back, t.law.loaded_after_cut)
    yield from burn(t, rules.shuffle.burn_after_shuffle, "a fresh shoe", rules.cites("burn_after_shuffle"))
    t.phase = before


def _found_face_up(t: State) -> list[Card]:
    """What lies in the rack of a fresh shoe and is no burn card stays there: it is not used."""
    found = [group for group in t.cards.rack.groups if not isinstance(group.label, Burn)]
    t.take_up_rack()
    for group in found:
        t.discard(group.label, group.cards)
    return [card for group in found for card in group.cards]


def _without(order: tuple[Card, ...], absent: list[Card]) -> list[int]:
    """The places of an order that are left when the first of each absent card is gone."""
    places = list(range(len(order)))
    for card in absent:
        places.remove(next(place for place in places if order[place] == card))
    return places


def load_shoe(t: State, stack: tuple[Card, ...], from_back: int | None, cited: Citation = ()) -> None:
    """The stack goes into the shoe with the cover card in its place, if it has one."""
    t.cards.shoe = Shoe(stack, None if from_back is None else len(stack) - from_back)
    t.record(facts.ShoeLoaded(cited or t.rules.cites("shoe_place"), len(stack), t.cards.in_play.name))


def burn(t: State, count: int, why: str, cited: Citation) -> Procedure[None]:
    """The first card of a fresh shoe, or of a new dealer, goes unseen to the discard rack."""
    t.cards.burned = []
    for _ in range(count):
        yield from t.staff(DEALER, BurnCard, cited, bars=(Deal, PassOver))
        card = yield from t.draw(NOBODYS)
        t.cards.burned.append(card)
        t.discard(Burn(t.round_or_next), (card,))
        t.record(facts.CardBurned(cited, why, card.code))


def retire_shoe(t: State) -> None:
    """Cards left in the shoe join the rack to show that none is missing, and the seal is opened."""
    cited = t.law.shoe_emptied if t.cards.cover_card_at is not None else t.law.idle_spread if t.ready.idle else ()
    rest = t.take_rest()
    if rest:
        t.discard(Other("left in the shoe"), rest)
        t.record(facts.ShoeEmptied(cited, len(rest)))
    t.cards.loose = t.take_up_rack()
    open_seal(t)


def open_seal(t: State) -> None:
    """Everybody may now check each order that was sealed before its cut: the house's own promise, in no text."""
    for sealed in (*t.cards.unopened, t.cards.sealed):
        if sealed is not None:
            order, lay = codes(sealed.order), codes(sealed.lay)
            opened = facts.SealOpened((), sealed.seal, sealed.salt, order, sealed.cut, sealed.hands, sealed.seed, lay)
            t.record(opened)
    t.cards.unopened = []
    t.cards.sealed = None


def open_stored_seals(t: State) -> None:
    """A batch that leaves the device unplayed is out of secret too."""
    t.cards.unopened += t.cards.stored.values()
    t.cards.stored = {}
    open_seal(t)


def shuffle_rack_in_mid_round(t: State, cited: Citation) -> Procedure[None]:
    """Too few cards to complete the round: the discard rack is shuffled and cut, one card burned, and play goes on."""
    if t.cards.rack.height <= t.rules.shuffle.burn_after_shuffle:  # possible only with very few decks
        raise RoundVoid(f"the discard rack holds too few cards to go on ({HOUSE_DECIDES})", (), reshuffle=True)
    rack = t.take_up_rack()
    t.cards.ran_out = True
    t.record(facts.CardsRanOut(cited, len(rack)))
    assert t.cards.sealed is not None
    t.cards.unopened.append(t.cards.sealed)  # opened after the round: cards of that order still lie face down
    t.cards.sealed = None
    before, t.phase = t.phase, Phase.SHUFFLE
    name = t.cards.in_play.name
    by = (*cited, *t.rules.cites("shuffled_when"))
    t.cards.sealed = yield from sealed_order(t, rack, name, False, by)
    stack = t.cards.sealed.order
    is_cut = t.rules.shuffle.run_out_machine_shuffle_is_cut
    uncut = _spared_the_cut(t, is_cut, t.rules.cites("run_out_machine_shuffle_is_cut"))
    if uncut is None and t.rules.shuffle.cut_positions(len(stack)):
        stack = yield from cut_stack(t, stack, Why.RAN_OUT)
        uncut = t.law.loaded_after_cut
    elif uncut is None:  # the text orders a cut that its own margin forbids
        t.record(facts.CutNotRequired(t.rules.cites("cut_margin_cards"), "the cards are too few to be cut"))
    load_shoe(t, stack, None, uncut or ())
    own = tuple(clause for clause in t.rules.cites("burn_after_shuffle") if clause in t.rules.cites("own_procedure"))
    yield from burn(t, t.rules.shuffle.burn_after_shuffle, "a rack shuffled in mid-round", (*cited, *own))
    t.phase = before
