"""What each viewer may see: pure functions of the table, so that nothing hidden can slip through anywhere else.

A viewer is a player's name, or anybody else's: a spectator, the dealer and the floorperson see what lies face up.
"""

from functools import singledispatch

import msgspec

from pitboss.cards.card import codes
from pitboss.procedure import facts
from pitboss.procedure.facts import Fact
from pitboss.procedure.table import Table
from pitboss.procedure.view_shape import HIDDEN, CommonHandView, PlayerView, View


def view(table: Table, viewer: str) -> View:
    """The table as this viewer may see it now."""
    t = table.state
    waiting = table.waiting
    asked = viewer in waiting.by
    beside, kinds = t.beside_the_boxes(), table.rules.side_wagers
    dealer = beside.dealer.seen() if beside.dealer is not None else None
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
        boxes=tuple(box.seen(viewer, kinds) for box in t.boxes.values()),
        dealer=dealer.cards if dealer is not None else (),
        dealer_total=dealer.total if dealer is not None else None,
        common_hands=tuple(CommonHandView(hand.name, codes(hand.cards), hand.points) for hand in beside.common_hands),
        exposed_cards=codes(beside.exposed),
        shoe=t.cards.shoe.remaining,
        rack=t.cards.rack.height,
        seal=t.cards.sealed.seal if t.cards.sealed is not None else None,
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
