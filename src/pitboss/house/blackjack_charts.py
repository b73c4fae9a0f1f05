"""The strategy of a game of blackjack as the cards people carry, and where on them a decision stands."""

from collections.abc import Collection, Sequence

from pitboss.cards.card import Rank
from pitboss.house.family_house import Cell, Chart, ChartRow
from pitboss.rules.rules import BlackjackRules
from pitboss.rules.subjects.surrender import SurrenderAfterDouble
from pitboss.rules.subjects.wagers import AttackLimit
from pitboss.solve.strategy import (
    BUST_TOTALS,
    DOUBLED_TOTALS,
    FIRST_PAIR,
    FIRST_SOFT,
    HAND_CLASSES,
    TWENTY_ONE,
    UP_CARDS,
    Situation,
    Strategy,
    class_label,
    hand_class,
    total_of,
    value_label,
)

TEN = 10
ATTACK, INSURANCE = "The Double Attack Wager", "Insurance"
HARD, SOFT, PAIRS, DRAWN = "Hard totals", "Soft totals", "Pairs", "Three cards or more"
SECOND_CHANCE, DOUBLED = "Second Chance", "A doubled hand"
SIDE_WAGERS = "Side wagers"
COLUMNS = (*UP_CARDS[1:], UP_CARDS[0])  # the ace last, as on the cards people carry
ROWS = {
    HARD: range(1, FIRST_SOFT),
    SOFT: range(FIRST_SOFT + 1, FIRST_PAIR),
    PAIRS: range(FIRST_PAIR, HAND_CLASSES),
}


def values_of(cards: Sequence[Rank]) -> tuple[int, ...]:
    """Cards by value, sorted."""
    return tuple(sorted(min(rank, TEN) for rank in cards))


def cell_of(may: Collection[str], cards: tuple[int, ...], up: int, doubled: bool) -> Cell:
    """Where a decision stands, by what may be done, the hand's values and the up card's."""
    column = value_label(up)
    if "attack" in may:
        return Cell(ATTACK, "attack", column)
    if "no-insurance" in may:
        return Cell(INSURANCE, "insure", column)
    total, _ = total_of(cards)
    if total > TWENTY_ONE:
        return Cell(SECOND_CHANCE, str(total), column)
    if doubled:
        return Cell(DOUBLED, str(total), column)
    if total == TWENTY_ONE:
        return Cell(DRAWN, str(total), column)
    row = hand_class(cards)
    name = next((name for name, rows in ROWS.items() if row in rows), HARD) if len(cards) == 2 else DRAWN
    return Cell(name, class_label(row), column)


def charts_of(rules: BlackjackRules, strategy: Strategy) -> tuple[Chart, ...]:
    """Every card of the strategy that the game has."""
    found = []
    if rules.wagers.attack is not AttackLimit.NONE:
        found.append(_yes_no(ATTACK, [("attack", strategy.attack)]))
    for name, rows in ROWS.items():
        found.append(_play(name, strategy, Situation.FIRST_TWO, rows))
    found.append(_play(DRAWN, strategy, Situation.DRAWN, [row for row in range(2, FIRST_PAIR) if row != FIRST_SOFT]))
    if rules.second_chance.second_chance:
        totals = zip(map(str, BUST_TOTALS), strategy.second_chance, strict=True)
        found.append(_yes_no(SECOND_CHANCE, list(totals)))
    if rules.surrender.of_doubled_hand is not SurrenderAfterDouble.NOT_OFFERED:
        totals = zip(map(str, DOUBLED_TOTALS), strategy.surrender_after_double, strict=True)
        found.append(_yes_no(DOUBLED, [(total, given) for total, given in totals if any(given)], "R", "S"))
    return tuple(found)


def _chart(name: str, rows: Sequence[ChartRow]) -> Chart:
    return Chart(name, tuple(map(value_label, COLUMNS)), tuple(rows))


def _play(name: str, strategy: Strategy, situation: Situation, rows: Sequence[int]) -> Chart:
    cells = strategy.play[situation]
    return _chart(
        name, [ChartRow(class_label(row), tuple(cells[row][up - 1][0].letter for up in COLUMNS)) for row in rows]
    )


def _yes_no(name: str, rows: Sequence[tuple[str, Sequence[bool]]], yes: str = "yes", no: str = "no") -> Chart:
    cells = [(label, tuple(yes if given[up - 1] else no for up in COLUMNS)) for label, given in rows]
    return _chart(name, [ChartRow(*row) for row in cells])
