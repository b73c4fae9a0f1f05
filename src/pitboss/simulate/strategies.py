"""Where a strategy comes from: the solver, a file, or the dealer's own rule."""

from dataclasses import replace
from pathlib import Path

from pitboss.rules.errors import RulesError
from pitboss.rules.rules import BlackjackRules
from pitboss.solve.by_totals import best_by_totals
from pitboss.solve.cache import known_strategy
from pitboss.solve.composition import full_shoe
from pitboss.solve.round_values import Table
from pitboss.solve.solution import best_play
from pitboss.solve.strategy import Strategy, mimic_the_dealer
from pitboss.solve.strategy_file import read_strategy
from pitboss.solve.terms import game_terms, played_by

SOLVER, DEALER = "solver", "dealer"


_solved: dict[str, Strategy] = {}


def solved(rules: BlackjackRules) -> Strategy:
    """The solver's best strategy by totals for a full shoe, worked out once for all rules that are played alike."""
    key = played_by(rules)
    if key not in _solved:
        _solved[key] = known_strategy(rules) or best(rules)
    return replace(_solved[key], rules_hash=rules.hash)


def best(rules: BlackjackRules) -> Strategy:
    """The same, worked out now."""
    table = Table(game_terms(rules), full_shoe(rules))
    table.deal()
    return best_by_totals(table, best_play(table)[0])


def strategy_of(rules: BlackjackRules, asked: str = SOLVER) -> Strategy:
    """The strategy somebody asked for: `solver`, `dealer` (draw and stand as he must), or a file."""
    if asked == SOLVER:
        return solved(rules)
    if asked == DEALER:
        return mimic_the_dealer(rules)
    found = read_strategy(Path(asked))
    if found.game != rules.game:
        raise RulesError(f"{asked} is a strategy for {found.game}, not for {rules.game}")
    return found
