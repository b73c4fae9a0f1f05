"""The strategy as the cards people carry: which cards a game has, what stands on them, where a decision is found."""

import pytest

from pitboss.house.blackjack_charts import (
    ATTACK,
    COLUMNS,
    DOUBLED,
    DRAWN,
    HARD,
    INSURANCE,
    PAIRS,
    SECOND_CHANCE,
    SOFT,
    cell_of,
    charts_of,
)
from pitboss.house.family_house import Cell
from pitboss.rules.rules import BlackjackRules
from pitboss.rules.variant import load
from pitboss.solve.strategy import BUST_TOTALS, DOUBLED_TOTALS, HAND_CLASSES, UP_CARDS, Action, Situation, Strategy

ALWAYS = (HARD, SOFT, PAIRS, DRAWN)
NO = (False,) * len(UP_CARDS)
AGAINST_AN_ACE = (True, *NO[1:])


def strategy() -> Strategy:
    """Hit the first two against an ace, else stand; hit what was drawn; give a doubled 16 up against an ace."""
    first = ((Action.HIT,), *((Action.STAND,),) * 9)
    play = tuple(
        (first if situation is Situation.FIRST_TWO else ((Action.HIT,),) * len(UP_CARDS),) * HAND_CLASSES
        for situation in Situation
    )
    given_up = tuple(AGAINST_AN_ACE if total == 16 else NO for total in DOUBLED_TOTALS)
    second = tuple(AGAINST_AN_ACE if total == 22 else NO for total in BUST_TOTALS)
    return Strategy("", "", AGAINST_AN_ACE, False, play, second, given_up)


@pytest.mark.parametrize(
    ("game", "names"),
    [
        ("double-attack-pa", (ATTACK, *ALWAYS, DOUBLED)),
        ("double-attack-nj", (ATTACK, *ALWAYS, DOUBLED)),
        ("double-back-jack-pa", (*ALWAYS, SECOND_CHANCE)),
        ("double-deck-house", ALWAYS),
    ],
)
def test_a_game_has_the_cards_of_the_decisions_it_offers(game: str, names: tuple[str, ...]) -> None:
    rules = load(game)
    assert isinstance(rules, BlackjackRules)
    assert tuple(chart.name for chart in charts_of(rules, strategy())) == names


def test_what_stands_on_a_card_is_the_strategys_with_the_ace_last() -> None:
    rules, game = load("double-attack-pa"), load("double-back-jack-pa")
    assert isinstance(rules, BlackjackRules)
    assert isinstance(game, BlackjackRules)
    by_name = {chart.name: chart for one in (game, rules) for chart in charts_of(one, strategy())}
    assert all(chart.columns == (*map(str, range(2, 11)), "A") for chart in by_name.values())
    rows = {name: {row.label: row.cells for row in chart.rows} for name, chart in by_name.items()}
    assert rows[ATTACK] == {"attack": (*("no",) * 9, "yes")}
    assert rows[DOUBLED] == {"16": (*("S",) * 9, "R")}, "totals that are never given up have no row"
    assert rows[SECOND_CHANCE]["22"] == (*("no",) * 9, "yes")
    assert rows[SECOND_CHANCE]["23"] == ("no",) * 10
    assert list(rows[SECOND_CHANCE]) == [str(total) for total in range(22, 31)]
    for name, first, last, many in (
        (HARD, "hard 5", "hard 20", 16),
        (SOFT, "soft 13", "soft 20", 8),
        (PAIRS, "pair A", "pair 10", 10),
    ):
        labels = list(rows[name])
        assert (labels[0], labels[-1], len(labels)) == (first, last, many)
        assert set(rows[name].values()) == {(*("S",) * 9, "H")}
    drawn = list(rows[DRAWN])
    assert (drawn[0], drawn[-1]) == ("hard 6", "soft 20")
    assert "soft 12" not in drawn, "two aces make it, and nothing else"
    assert set(rows[DRAWN].values()) == {("H",) * 10}
    assert COLUMNS[-1] == 1


@pytest.mark.parametrize(
    ("may", "cards", "doubled", "cell"),
    [
        ({"attack", "no-attack"}, (), False, (ATTACK, "attack")),
        ({"insurance", "no-insurance"}, (10, 10), False, (INSURANCE, "insure")),
        ({"hit", "stand"}, (10, 2), False, (HARD, "hard 12")),
        ({"hit", "stand"}, (1, 6), False, (SOFT, "soft 17")),
        ({"hit", "stand", "split"}, (8, 8), False, (PAIRS, "pair 8")),
        ({"hit", "stand"}, (1, 1), False, (PAIRS, "pair A")),
        ({"hit", "stand"}, (2, 4, 10), False, (DRAWN, "hard 16")),
        ({"hit", "stand"}, (7, 7, 7), False, (DRAWN, "21")),
        ({"stand", "surrender"}, (5, 6, 5), True, (DOUBLED, "16")),
        ({"second-chance", "stand"}, (10, 6, 6), False, (SECOND_CHANCE, "22")),
        ({"second-chance", "stand"}, (10, 6, 6), True, (SECOND_CHANCE, "22")),
    ],
)
def test_a_decision_stands_where_it_is_looked_for(
    may: set[str], cards: tuple[int, ...], doubled: bool, cell: tuple[str, str]
) -> None:
    assert cell_of(may, cards, 1, doubled) == Cell(*cell, "A")
