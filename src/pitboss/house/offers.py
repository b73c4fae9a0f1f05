"""What one player may do now that the table would take: so that a client offers nothing that is then refused."""

from collections.abc import Iterator
from functools import partial

from pitboss.house.protocol import Spot
from pitboss.procedure import moves as m
from pitboss.procedure.parts import Player
from pitboss.procedure.people import may_leave, may_see_burn_card, may_take_back
from pitboss.procedure.state import State
from pitboss.procedure.table import Table
from pitboss.procedure.wagers import BET

ONLY_STAFF = (m.ConfirmVerbal, m.CloseBets)


def offers(table: Table, viewer: str) -> tuple[str, ...]:
    """By name, or `move:box` where the boxes differ: what is asked of the viewer, and what may be done unasked."""
    if viewer not in table.state.people.players:
        return ()
    return (*_asked(table, viewer), *_unasked(table.state, viewer))


def _asked(table: Table, viewer: str) -> Iterator[str]:
    state, waiting = table.state, table.waiting
    if viewer not in waiting.by:
        return
    unable = set(state.family.unable(state, waiting, viewer))
    boxes = [box for box, name in waiting.asked if name == viewer] or [waiting.box]
    for kind in waiting.may:
        if kind in ONLY_STAFF or (kind is m.Ready and not _ready_matters(state, viewer)):
            continue
        tag = str(kind.__struct_config__.tag)
        yield from (f"{tag}:{box}" if box else tag for box in boxes if (kind, box) not in unable)


def _ready_matters(state: State, viewer: str) -> bool:
    """Whether saying so brings the deal nearer: not twice, and not with nobody to be dealt to."""
    others = [player for player in state.people.seated() if player.name != viewer]
    return viewer not in state.bets.ready and bool(state.bets.boxes_of(viewer) or others or state.bets.bets)


def _unasked(state: State, viewer: str) -> Iterator[str]:
    if state.would(partial(may_leave, state, m.Leave(by=viewer))):
        yield "leave"
    if state.would(partial(may_see_burn_card, state, m.AskBurnCard(by=viewer))):
        yield "ask-burn-card"
    for box in state.bets.boxes_of(viewer):
        if state.would(partial(may_take_back, state, m.TakeBack(by=viewer, box=box))):
            yield f"take-back:{box}"
    for box in state.family.looks(state, viewer):
        yield f"look-at-cards:{box}"


def spots(table: Table, viewer: str) -> tuple[Spot, ...]:
    """Where the viewer may lay a wager before the deal, and how much may be added to what lies there."""
    state = table.state
    player = state.people.players.get(viewer)
    if player is None or m.Wager not in table.waiting.may:
        return ()
    boxes = range(1, state.positions + 1)
    if state.family.spots:
        found = (_main(state, player, box, spot) for box in boxes for spot in state.family.spots)
        return tuple(spot for spot in found if spot is not None)
    return tuple(spot for box in boxes for spot in _at_box(state, player, box))


def _at_box(state: State, player: Player, box: int) -> Iterator[Spot]:
    bet = _main(state, player, box, BET)
    if bet is not None:
        yield bet
    if bet is None and player.name not in state.bets.bets.get(box, {}):
        return
    step = state.rules.wagers.chip_unit_cents
    for kind in state.rules.side_wagers:
        there = state.bets.side.get((box, player.name, kind.id), 0)
        least = max(kind.minimum_cents - there, step)
        most = (min(kind.maximum_cents or player.chips + there, player.chips + there) - there) // step * step
        placed = player.name in state.bets.bets.get(box, {})
        move = m.Wager(by=player.name, box=box, cents=least, wager=kind.id)
        if least <= most and not (placed and not _taken(state, move)):
            yield Spot(
                box=box, wager=kind.id, least=least, most=most, step=step, beside_bet=True, within_bet=kind.within_bet
            )


def _main(state: State, player: Player, box: int, wager: str) -> Spot | None:
    wagers = state.rules.wagers
    step = wagers.chip_unit_cents
    there = state.wagers_before_deal().get(box, {}).get(player.name, {}).get(wager, 0)
    least = max(wagers.table_minimum_cents - there, step)
    most = min(wagers.table_maximum_cents - there, player.chips) // step * step
    if least > most or not _taken(state, m.Wager(by=player.name, box=box, cents=least, wager=wager)):
        return None
    return Spot(box=box, wager=wager, least=least, most=most, step=step)


def _taken(state: State, move: m.Wager) -> bool:
    return state.would(partial(state.family.may_wager, state, state.bets, move))
