"""What each viewer may see: pure functions of the table, so that nothing hidden can slip through anywhere else.

A viewer is a player's name, or anybody else's: a spectator, the dealer and the floorperson see what lies face up.
"""

from functools import singledispatch

import msgspec

from pitboss.procedure import facts
from pitboss.procedure.facts import Fact
from pitboss.procedure.hands import Hand
from pitboss.procedure.table import Table

HIDDEN = None


class HandView(msgspec.Struct, frozen=True):
    """A hand as one viewer sees it: a card that is hidden from them is null, and then so is the total."""

    box: int
    hand: int
    cards: tuple[str | None, ...]
    total: int | None
    soft: bool
    doubled: bool
    wagers: dict[str, dict[str, int]]


class BoxView(msgspec.Struct, frozen=True):
    """A box in play: who decides, the hands, and the wagers that belong to no hand."""

    box: int
    decides: str
    hands: tuple[HandView, ...]
    side_wagers: dict[str, dict[str, int]]
    insurance: dict[str, int]


class PlayerView(msgspec.Struct, frozen=True):
    """Somebody at the table."""

    name: str
    seat: int | None
    chips: int


class CommonHandView(msgspec.Struct, frozen=True):
    """A hand that belongs to no box and lies open, with its points."""

    name: str
    cards: tuple[str, ...]
    total: int


class View(msgspec.Struct, frozen=True):
    """The table as one viewer sees it. `may` lists only what this viewer may do.

    `laid` is what lies on each box before the deal, by player and kind of wager; `bets` is the whole of it that counts
    as the bet.
    """

    viewer: str
    game: str
    rules_hash: str
    round: int
    phase: str
    waiting_for: tuple[str, ...]
    waiting_at_box: int
    waiting_at_hand: int
    may: tuple[str, ...]
    clauses: tuple[str, ...]
    players: tuple[PlayerView, ...]
    bets: dict[int, dict[str, int]]
    laid: dict[int, dict[str, dict[str, int]]]
    boxes: tuple[BoxView, ...]
    dealer: tuple[str | None, ...]
    dealer_total: int | None
    common_hands: tuple[CommonHandView, ...]
    exposed_cards: tuple[str, ...]
    shoe: int
    rack: int
    seal: str | None


def view(table: Table, viewer: str) -> View:
    """The table as this viewer may see it now."""
    t = table.state
    waiting = table.waiting
    asked = viewer in waiting.by
    beside = t.beside_the_boxes()
    dealer, dealer_total = _dealer(beside.dealer)
    return View(
        viewer=viewer,
        game=table.rules.game,
        rules_hash=table.rules.hash,
        round=t.round,
        phase=t.phase.value,
        waiting_for=waiting.by,
        waiting_at_box=waiting.box,
        waiting_at_hand=waiting.hand,
        may=tuple(str(kind.__struct_config__.tag) for kind in waiting.may) if asked else (),
        clauses=waiting.clauses,
        players=tuple(PlayerView(p.name, p.seat, p.chips) for p in t.people.players.values()),
        bets={box: dict(placed) for box, placed in t.bets.bets.items()},
        laid=t.wagers_before_deal(),
        boxes=tuple(_box(table, number, viewer) for number in t.boxes),
        dealer=dealer,
        dealer_total=dealer_total,
        common_hands=tuple(
            CommonHandView(hand.name, tuple(card.code for card in hand.cards), hand.points)
            for hand in beside.common_hands
        ),
        exposed_cards=tuple(card.code for card in beside.exposed),
        shoe=t.cards.shoe.remaining,
        rack=t.cards.rack.height,
        seal=t.cards.sealed.seal if t.cards.sealed is not None else None,
    )


def _dealer(hand: Hand | None) -> tuple[tuple[str | None, ...], int | None]:
    """The dealer's cards, and their total where none of them is hidden."""
    if hand is None or not hand.cards:
        return (), None
    hidden = hand.face_down
    cards = tuple(HIDDEN if place in hidden else card.code for place, card in enumerate(hand.cards))
    return cards, None if hidden else hand.total


def _box(table: Table, number: int, viewer: str) -> BoxView:
    box = table.state.boxes[number]
    return BoxView(
        box=number,
        decides=box.decides,
        hands=tuple(_hand(hand, viewer == box.decides) for hand in box.hands),
        side_wagers={
            kind.id: {b.player: b.side[kind.id] for b in box.bettors.values() if b.side.get(kind.id)}
            for kind in table.rules.side_wagers
        },
        insurance={b.player: b.insurance for b in box.bettors.values() if b.insurance},
    )


def _hand(hand: Hand, own: bool) -> HandView:
    hidden: set[int] = hand.face_down
    if own and hand.looked:
        # A player who has looked sees the two cards that lie face down, never a double down card still tucked away.
        hidden = {place for place in hidden if place >= 2}
    cards = tuple([HIDDEN if place in hidden else card.code for place, card in enumerate(hand.cards)])
    shown = bool(hand.cards) and not hidden
    return HandView(
        box=hand.box,
        hand=hand.number,
        cards=cards,
        total=hand.total if shown else None,
        soft=shown and hand.soft,
        doubled=hand.doubled,
        wagers={stake.player: stake.by_name() for stake in hand.stakes},
    )


# --- facts ----------------------------------------------------------------------------------------------------------


@singledispatch
def visible(fact: Fact, viewer: str) -> Fact:
    """The fact as this viewer may see it; most facts happen in front of everybody."""
    return fact


@visible.register
def _(fact: facts.CardDealt, viewer: str) -> Fact:
    return fact if fact.face_up else msgspec.structs.replace(fact, card=HIDDEN)


@visible.register
def _(fact: facts.CardBurned, viewer: str) -> Fact:
    return msgspec.structs.replace(fact, card=HIDDEN)


@visible.register
def _(fact: facts.CardDrawnInError, viewer: str) -> Fact:
    return fact if fact.exposed else msgspec.structs.replace(fact, card=HIDDEN)


@visible.register
def _(fact: facts.CardUnused, viewer: str) -> Fact:
    return fact if fact.exposed else msgspec.structs.replace(fact, card=HIDDEN)


@visible.register
def _(fact: facts.CardsCut, viewer: str) -> Fact:
    return fact if fact.by == viewer else msgspec.structs.replace(fact, position=None)


@visible.register
def _(fact: facts.CardsLookedAt, viewer: str) -> Fact:
    return fact if fact.player == viewer else msgspec.structs.replace(fact, cards=None)


def facts_for(table: Table, viewer: str, since: int = 0) -> tuple[Fact, ...]:
    """Everything this viewer has been able to see since a point in the record."""
    return tuple(visible(fact, viewer) for fact in table.facts[since:])
