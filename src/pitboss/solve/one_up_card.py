"""One up card: what the round is worth against it, attacked or not, and every wager beside it, from a given shoe."""

from collections.abc import Mapping
from dataclasses import dataclass

from pitboss.rules.errors import RulesError
from pitboss.rules.rules import BlackjackRules
from pitboss.solve.composition import Composition, can_run_out
from pitboss.solve.round_values import Table
from pitboss.solve.side_wagers import SideWager, insurance, side_wager_at_table
from pitboss.solve.solution import UpCardValue, best_against
from pitboss.solve.splits import SplitPlay
from pitboss.solve.strategy import value_label
from pitboss.solve.terms import game_terms


@dataclass(frozen=True)
class UpCardValues:
    """What is known once the up card lies there, before anybody has looked beneath it: in initial wagers."""

    up: int
    cards: int
    main: UpCardValue
    side_wagers: Mapping[str, SideWager]
    exact: bool


def one_up_card(
    rules: BlackjackRules, up: int, shoe: Composition, split_play: SplitPlay = SplitPlay.BY_HANDS
) -> UpCardValues:
    """The round by best play against one value of up card, dealt from a shoe; of ten-value cards, whichever it is."""
    if not shoe.values[up - 1]:
        raise RulesError(f"the shoe has no {value_label(up)}: the dealer cannot show one")
    table = Table(game_terms(rules), shoe, split_play)
    best, worth = best_against(table, up)
    sides = {kind.id: side_wager_at_table(kind, table, {up: best}) for kind in rules.side_wagers}
    insured = insurance(rules, shoe) if up == rules.insurance.insurance_up_card else None
    if insured is not None:
        sides = {"insurance": insured, **sides}
    return UpCardValues(up, shoe.cards, worth, sides, not can_run_out(rules, shoe))
