"""The range of every amount a player may send now, so that a client can offer only what will be taken."""

from collections.abc import Iterator

from pitboss.house.protocol import Range
from pitboss.procedure import moves as m
from pitboss.procedure.hands import Stake
from pitboss.procedure.offers import most_insurance
from pitboss.procedure.play import double_most
from pitboss.procedure.state import State
from pitboss.procedure.table import Table
from pitboss.rules.rules import BlackjackRules
from pitboss.rules.subjects.wagers import AttackLimit


def amounts(table: Table, viewer: str) -> dict[str, Range]:
    """By move, or `move:box` where it differs by box."""
    state, waiting = table.state, table.waiting
    if viewer not in waiting.by:
        return {}
    found: dict[str, Range] = {}
    if m.Cut in waiting.may:
        allowed = state.any_rules.shuffle.cut_positions(len(state.to_shuffle))[0]
        found["cut"] = Range(least=allowed[0], most=allowed[-1], step=1)
    player = state.players.get(viewer)
    if player is None:
        return found
    ranges = _wagers(state, viewer, player.chips) if m.Wager in waiting.may else _more(table, viewer, player.chips)
    for name, least, most in ranges:
        step = state.any_rules.wagers.chip_unit_cents
        most -= most % step
        if least <= most:
            found[name] = Range(least=least, most=most, step=step)
    return found


def _wagers(state: State, viewer: str, chips: int) -> Iterator[tuple[str, int, int]]:
    wagers = state.any_rules.wagers
    yield "wager", wagers.table_minimum_cents, min(wagers.table_maximum_cents, chips)
    bets = [placed[viewer] for placed in state.bets.bets.values() if viewer in placed]
    if wagers.bust_it_offered and bets:
        most = min(chips, wagers.bust_it_maximum_cents or chips)
        yield "wager:bust-it", wagers.bust_it_minimum_cents, min(most, max(bets)) if wagers.bust_it_within_bet else most


def _more(table: Table, viewer: str, chips: int) -> Iterator[tuple[str, int, int]]:
    state, waiting = table.state, table.waiting
    if not isinstance(table.rules, BlackjackRules):
        return
    unit = table.rules.wagers.chip_unit_cents
    for box in state.boxes.values():
        stake = next((s for s in box.hands[0].stakes if s.player == viewer), None) if box.hands else None
        if stake is None:
            continue
        if m.Attack in waiting.may:
            equal = table.rules.wagers.attack is AttackLimit.EQUAL_TO_BET
            yield f"attack:{box.number}", stake.bet if equal else unit, min(stake.bet, chips)
        if m.Insure in waiting.may:
            yield f"insure:{box.number}", unit, min(most_insurance(state, stake.bet), chips)
    here = _stake_asked(table, viewer)
    if here is not None and (m.Double in waiting.may or m.FollowDouble in waiting.may):
        most = double_most(state, here)
        less = table.rules.doubling.double_for_less
        yield "double" if m.Double in waiting.may else "follow-double", unit if less else most, min(most, chips)


def _stake_asked(table: Table, viewer: str) -> Stake | None:
    box = table.state.boxes.get(table.waiting.box)
    hands = [hand for hand in box.hands if hand.number == table.waiting.hand] if box is not None else []
    return next((stake for hand in hands for stake in hand.stakes if stake.player == viewer), None)
