"""Players of a practice table who decide by the best strategy of the game, each by the bet they have made."""

from pitboss.house.family_house import house_of
from pitboss.procedure.moves import Move
from pitboss.procedure.table import Table
from pitboss.rules.rules import Rules
from pitboss.school.players import Strategy


def by_chart(rules: Rules) -> Strategy | None:
    """What whoever is asked does by the chart; None where the family has none."""
    room = house_of(rules)
    if room is None:
        return None
    strategy = room.strategy(rules, None)

    def decide(table: Table) -> Move:
        by = table.waiting.by[0]
        bets = [placed[by] for placed in table.state.bets.bets.values() if by in placed]
        return room.players(rules, strategy, bets[0] if bets else rules.wagers.table_minimum_cents).move(table)

    return decide
