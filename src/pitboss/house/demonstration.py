"""Rounds dealt by themselves: players who follow a strategy, a croupier with seeded bits, every fact on record."""

import sys

from pitboss.cards.bits import Bits
from pitboss.house.strategy_player import StrategyPlayer
from pitboss.procedure import moves as m
from pitboss.procedure.croupier import Croupier
from pitboss.procedure.moves import Move
from pitboss.procedure.table import Table
from pitboss.rules.errors import RulesError
from pitboss.rules.rules import BlackjackRules, Rules
from pitboss.simulate.strategies import strategy_of
from pitboss.solve.cache import solved
from pitboss.solve.first_run import is_compiled
from pitboss.solve.strategy import Strategy

NAMES = ("Ann", "Bob", "Cat", "Dan", "Eve", "Fay", "Gus", "Hal", "Ida", "Jon", "Kim", "Lea")
BUY_IN_BETS = 1000


def demonstrate(rules: Rules, boxes: int, rounds: int, bits: Bits, strategy: Strategy | None) -> Table:
    """A table with so many boxes taken, after so many rounds."""
    positions = rules.by_name["positions"][1].value
    assert isinstance(positions, int)
    if not 1 <= boxes <= positions:
        clauses = ", ".join(rules.cites("positions"))
        raise RulesError(f"{rules.game} has boxes 1 to {positions}, not {boxes}" + (f" ({clauses})" if clauses else ""))
    if rounds < 1:
        raise RulesError(f"the number of rounds must be 1 or more, not {rounds}")
    table, croupier = Table(rules), Croupier(bits)
    bet = table.state.any_rules.wagers.table_minimum_cents
    for box, name in enumerate(NAMES[:boxes], 1):
        table.apply(m.Sit(by=name, box=box))
        table.apply(m.BuyIn(by=name, cents=bet * BUY_IN_BETS))
    if isinstance(rules, BlackjackRules):
        assert strategy is not None
        _play(table, croupier, StrategyPlayer(strategy, bet, max(bet // 2, rules.wagers.chip_unit_cents)), rounds)
    else:
        _deal_hi_lo(table, croupier, bet, rounds)
    return table


def strategy_for(rules: Rules, path: str | None) -> Strategy | None:
    """The strategy in a file, or the solver's own; a game without decisions has none."""
    if not isinstance(rules, BlackjackRules):
        return None
    if path is not None:
        return strategy_of(rules, path)
    if not is_compiled():
        print("Compiling the solver for the best strategy; this happens once.", file=sys.stderr)
    return solved(rules, lambda step, share: None).strategy


def _play(table: Table, croupier: Croupier, players: StrategyPlayer, rounds: int) -> None:
    while table.state.round < rounds or table.state.in_round:
        croupier.serve(table)
        if m.Wager in table.waiting.may:
            for move in players.wagers(table):
                table.apply(move)
        else:
            table.apply(players.move(table))


def _deal_hi_lo(table: Table, croupier: Croupier, bet: int, rounds: int) -> None:
    while table.state.round < rounds or table.state.in_round:
        croupier.serve(table)
        if m.Wager in table.waiting.may:
            for player in table.state.seated():
                table.apply(m.Wager(by=player.name, box=player.seat or 1, cents=bet))
            for player in table.state.seated():
                table.apply(m.Ready(by=player.name))
        elif m.Shuffle not in table.waiting.may:
            table.apply(_usual(table))


def _usual(table: Table) -> Move:
    """What a player does at a table of Five Card Hi-Lo when asked: cut in the middle, look on."""
    by, may = table.waiting.by[0], table.waiting.may
    if m.Cut in may:
        return m.Cut(by=by, position=len(table.state.to_shuffle) // 2)
    return m.ViewSpread(by=by)
