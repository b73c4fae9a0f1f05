"""The range of every amount a player may send now, so that a client can offer only what will be taken."""

from collections.abc import Iterator

from pitboss.house.protocol import Range
from pitboss.procedure import moves as m
from pitboss.procedure.state import State
from pitboss.procedure.table import Table


def amounts(table: Table, viewer: str) -> dict[str, Range]:
    """By move, or `move:box` where it differs by box."""
    state, waiting = table.state, table.waiting
    if viewer not in waiting.by:
        return {}
    found: dict[str, Range] = {}
    if m.Cut in waiting.may:
        allowed = state.rules.shuffle.cut_positions(len(state.cards.to_shuffle))[0]
        found["cut"] = Range(least=allowed[0], most=allowed[-1], step=1)
    player = state.people.players.get(viewer)
    if player is None:
        return found
    bets = m.Wager in waiting.may and not state.family.spots
    for name, least, most in (
        _wagers(state, viewer, player.chips) if bets else state.family.amounts(state, waiting, viewer)
    ):
        step = state.rules.wagers.chip_unit_cents
        most = min(most, player.chips) // step * step
        if least <= most:
            found[name] = Range(least=least, most=most, step=step)
    return found


def _wagers(state: State, viewer: str, chips: int) -> Iterator[tuple[str, int, int]]:
    wagers = state.rules.wagers
    yield "wager", wagers.table_minimum_cents, wagers.table_maximum_cents
    bets = [placed[viewer] for placed in state.bets.bets.values() if viewer in placed]
    for kind in state.rules.side_wagers if bets else ():
        most = kind.maximum_cents or chips
        yield f"wager:{kind.id}", kind.minimum_cents, min(most, max(bets)) if kind.within_bet else most
