"""Figures others have published for the ordinary game come out to every digit they print."""

from pathlib import Path

import pytest

from pitboss.rules.rules import BlackjackRules
from pitboss.rules.variant import load
from pitboss.solve.by_totals import best_by_totals
from pitboss.solve.composition import full_shoe
from pitboss.solve.round_values import table
from pitboss.solve.solution import best_play, main_game, price
from pitboss.solve.splits import SplitPlay

# Dealer stands on 17, split to four hands, aces once, one card each, no surrender, unless said otherwise; play by
# composition, split hands as if they had not been split.
PUBLISHED = [
    ({"decks": 8}, "-0.430580629"),
    ({"decks": 6}, "-0.402870236"),
    ({"decks": 8, "double_after_split": False}, "-0.572099157"),
    ({"decks": 2, "dealer_hits_soft": True}, "-0.380445075"),
    ({"decks": 2, "double_after_split": False}, "-0.321163339"),
]


def ordinary(sets: dict[str, object]) -> BlackjackRules:
    rules = load("double-deck-house", sets)
    assert isinstance(rules, BlackjackRules)
    return rules


def edge(sets: dict[str, object], split_play: SplitPlay) -> float:
    rules = ordinary(sets)
    at = table(rules, full_shoe(rules), split_play)
    return main_game(at, best_play(at)[0]).house_edge


@pytest.mark.parametrize(("sets", "published"), PUBLISHED)
def test_the_published_figure_comes_out_to_every_digit(sets: dict[str, object], published: str) -> None:
    assert f"{-100 * edge(sets, SplitPlay.PRE_SPLIT):.9f}" == published


SPANISH = Path(__file__).parents[2] / "examples" / "spanish.toml"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("decks", "hits_soft", "published"), [(6, True, 0.0078), (8, True, 0.0080), (6, False, 0.0037), (8, False, 0.0038)]
)
def test_a_game_like_spanish_21_costs_what_is_published_of_it(decks: int, hits_soft: bool, published: float) -> None:
    """To the last digit printed, between the best play there is and the best card of totals, neither looking at suits.

    Published for charts with exceptions by number of cards, 6-7-8 and 7-7-7.
    """
    rules = load(str(SPANISH), {"decks": decks, "dealer_hits_soft": hits_soft})
    assert isinstance(rules, BlackjackRules)
    at = table(rules, full_shoe(rules))
    best, _ = best_play(at)
    least, most = main_game(at, best).house_edge, price(at, best_by_totals(at, best))[0].house_edge
    assert least - 0.00005 < published < most + 0.00005
    assert most - least < 0.0003


@pytest.mark.parametrize("decks", [2, 8])
def test_knowing_which_pair_cards_are_out_never_hurts_and_is_worth_little(decks: int) -> None:
    gain = edge({"decks": decks}, SplitPlay.PRE_SPLIT) - edge({"decks": decks}, SplitPlay.BY_HANDS)
    assert 0 < gain < 5e-6
