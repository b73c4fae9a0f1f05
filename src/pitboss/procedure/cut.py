"""The cut: to whom it is offered, in the text's order, where somebody cuts, and a cut made again."""

from collections.abc import Iterator

from pitboss.cards.card import Card
from pitboss.cards.stack import cut
from pitboss.law import Citation
from pitboss.procedure import facts
from pitboss.procedure.asking import Procedure, Wait
from pitboss.procedure.moves import (
    DEALER,
    FLOORPERSON,
    Cut,
    OfferCut,
    OrderRecut,
    RefuseCut,
)
from pitboss.procedure.parts import FIRST_SHUFFLES, Why
from pitboss.procedure.shuffling_device import UNCUT, device_in_use, not_in_force
from pitboss.procedure.state import State
from pitboss.rules.subjects.shuffle_and_cut import CutOffer, Direction


def cut_stack(t: State, stack: tuple[Card, ...], why: Why) -> Procedure[tuple[Card, ...]]:
    """The cut is offered in the text's order; the dealer cuts when no player does."""
    for player, offered in list(_offers(t, why)):
        if player not in t.people.players:
            continue
        t.cards.cut_offered = facts.CutOffered(offered, player)
        t.record(t.cards.cut_offered)
        position = yield from cut_by(t, player, len(stack), offered)
        t.cards.cut_offered = None
        if position is not None:
            return cut_at(t, stack, position, player)
    cited = t.rules.cites("cut_if_nobody")
    return (yield from _dealer_cuts(t, stack, cited, cited))


def _dealer_cuts(
    t: State, stack: tuple[Card, ...], cited: Citation, more: Citation = ()
) -> Procedure[tuple[Card, ...]]:
    position: int | None = len(stack) // 2
    if DEALER in t.by_hand:
        position = yield from cut_by(t, DEALER, len(stack), cited)
    assert position is not None
    return cut_at(t, stack, position, DEALER, more)


def offer_cut(t: State, move: OfferCut) -> None:
    """How a person who deals presents the stack: to the player entitled, its backs facing away from himself."""
    cited = t.rules.cites("cut_backs_away") or t.rules.cites("cut_offers")
    offered, uncut = t.cards.cut_offered, not_in_force(t)
    if uncut:
        t.refuse("cut/not-now", UNCUT, uncut)
    elif move.by != DEALER:
        t.refuse("cut/not-yours", "the dealer offers the cut", cited)
    elif offered is None:
        t.refuse("cut/not-now", "no cut is being offered to a player", cited)
    elif move.player not in (None, offered.to):
        t.refuse("cut/not-entitled", f"the cut is {offered.to}'s", offered.clauses)
    elif not move.backs_away:
        t.refuse("cut/backs", "the backs of the cards face away from the dealer", cited)
    else:
        t.record(facts.StackPresented(cited, offered.to))


def _offers(t: State, why: Why) -> Iterator[tuple[str, Citation]]:
    """The players in the order in which they are offered the cut, and what gives it to each."""
    rules = t.rules.shuffle
    seated = [player.name for player in reversed(t.people.seated())]
    offer = _offer(t, why)
    has_a_claim = offer in (CutOffer.FIRST_ARRIVAL, CutOffer.COVER_CARD_BOX)
    first = _claimant(t, why) if has_a_claim else seated[0] if seated else None
    if first is None:
        return
    offered = _offer_clause(t, why)
    yield first, offered
    if rules.cut_refused is None or (has_a_claim and not rules.first_refusal_rotates):
        return
    of_first = t.law.cut_offers.get(offer, ()) if offer is not None else ()
    if not set(of_first) & set(t.rules.cites("cut_refused")):  # the paragraph itself passes the cut on, or a reading
        offered = tuple(clause for clause in offered if clause not in of_first)
    order = seated if rules.cut_refused is Direction.COUNTERCLOCKWISE else seated[::-1]
    place = order.index(first) if first in order else -1  # one who stands has no place to go on from
    for player in order[place + 1 :] + order[: max(place, 0)]:
        yield player, offered


def _offer(t: State, why: Why) -> CutOffer | None:
    """Which of the text's cases this shuffle is; none without a cover card, or when the player it came to has left."""
    if why in FIRST_SHUFFLES:
        return CutOffer.FIRST_ARRIVAL
    if why is Why.ORDERED:
        return CutOffer.ON_ORDER
    if t.cards.cover_card_at is None:
        return None
    if t.cards.cover_card_at == 0:
        return CutOffer.COVER_CARD_DEALER
    return CutOffer.COVER_CARD_BOX if _claimant(t, why) is not None else None


def _claimant(t: State, why: Why) -> str | None:
    """The first to arrive, or the player on whose betting area the cover card came, if still here."""
    if why in FIRST_SHUFFLES:
        return t.people.first_arrival
    box = t.boxes.get(t.cards.cover_card_at or 0)
    return box.decides if box is not None and box.decides in t.people.players else None


def _offer_clause(t: State, why: Why) -> Citation:
    """The rule that the cut is offered, and the paragraph that gives it to this player."""
    offer, required = _offer(t, why), t.law.cut_required
    if why is Why.RAN_OUT:  # which orders a cut itself, also of what is not cut otherwise
        spared = device_in_use(t) and not t.rules.shuffle.machine_shuffle_is_cut
        required = (*t.rules.cites("cards_run_out"), *(() if spared else required))
    return (*required, *t.law.cut_offered, *(t.law.cut_offers.get(offer, ()) if offer is not None else ()))


class CutAgain(Exception):
    """A recut is ordered of cards that have been cut and are not in the shoe yet."""

    def __init__(self, by_last_cutter: bool) -> None:
        self.by_last_cutter = by_last_cutter


class _Gone(Exception):
    """Whoever was offered the cut has left the table."""


def cut_by(t: State, player: str, size: int, offered: Citation) -> Procedure[int | None]:
    """Where somebody cuts, not too near either end; None when a player does not want to."""
    rules, cited = t.rules.shuffle, t.rules.cites("cut_margin_cards")
    may = (Cut, RefuseCut) if player != DEALER else (Cut,)
    again = t.cards.sealed is not None and t.cards.sealed.cut is not None

    def wait() -> Wait:
        if player != DEALER and player not in t.people.players:
            raise _Gone
        return Wait((player,), may, offered, bars=(OrderRecut,) if again else ())

    while True:
        try:
            move = yield from t.ask(wait)
        except _Gone:
            return None
        if isinstance(move, RefuseCut):
            t.record(facts.CutRefused(t.rules.cites("cut_if_nobody"), player))
            return None
        assert isinstance(move, Cut)
        if rules.may_cut(move.position, size):
            return move.position
        few = f"fewer than {rules.cut_margin_cards} cards at one end of {size}"
        t.refuse("cut/too-near-the-end", f"the cut at {move.position} leaves {few}", cited)


def cut_at(t: State, stack: tuple[Card, ...], position: int, by: str, more: Citation = ()) -> tuple[Card, ...]:
    """The cards above the cut go under the others."""
    t.people.last_cutter = by
    if t.cards.sealed is not None:
        t.cards.sealed.cut = ((t.cards.sealed.cut or 0) + position) % len(stack)
    t.record(facts.CardsCut((*t.rules.cites("cut_margin_cards"), *more), by, position))
    return cut(stack, position)


def recut(t: State, stack: tuple[Card, ...], why: Why, by_last_cutter: bool) -> Procedure[tuple[Card, ...]]:
    """The cards are cut again, by the last to cut or the next entitled."""
    cited = t.rules.cites("recut_by")
    last = t.people.last_cutter
    order = [player for player, _ in _offers(t, why)]
    following = order[order.index(last) + 1 :] if last in order else []
    for cutter in (last, *following) if by_last_cutter else following:
        if cutter in t.people.players:
            t.record(facts.RecutOrdered(cited, FLOORPERSON, cutter))
            position = yield from cut_by(t, cutter, len(stack), cited)
            if position is not None:
                return cut_at(t, stack, position, cutter, cited)
    t.record(facts.RecutOrdered(cited, FLOORPERSON, DEALER))
    return (yield from _dealer_cuts(t, stack, cited, cited))
