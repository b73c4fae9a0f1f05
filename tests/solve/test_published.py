"""Figures others have published for the ordinary game come out to every digit they print."""

from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest

from pitboss.cards.card import Rank
from pitboss.rules.rules import BlackjackRules
from pitboss.rules.variant import load
from pitboss.solve.by_totals import best_by_totals
from pitboss.solve.composition import full_shoe
from pitboss.solve.dealer_hand import dealer_tree, fill_outcomes
from pitboss.solve.paytable import insurance_rows
from pitboss.solve.round_values import table
from pitboss.solve.situation import situation
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


# Shackleford, blackjack appendix 2, "Dealer Probabilities": the dealer stands on soft 17 and has looked for a
# Blackjack. By up card from the ace on: 17 to 21, and over 21.
DEALER_ENDS = {
    1: """
    0.183786 0.19089  0.18868  0.191692 0.075137 0.169815
    0.138976 0.131762 0.131815 0.123948 0.120526 0.352973
    0.130313 0.130946 0.123761 0.123345 0.116047 0.375588
    0.130973 0.114163 0.120679 0.116286 0.115096 0.402803
    0.119687 0.123483 0.116909 0.104694 0.106321 0.428905
    0.166948 0.106454 0.107192 0.100705 0.097879 0.420823
    0.372345 0.138583 0.077334 0.078897 0.072987 0.259854
    0.130857 0.362989 0.129445 0.06829  0.069791 0.238627
    0.121886 0.103921 0.357391 0.12225  0.061109 0.233442
    0.124156 0.122486 0.124421 0.356869 0.03957  0.232499
    """,
    2: """
    0.186367 0.189883 0.188851 0.190272 0.076531 0.168096
    0.139367 0.133348 0.130744 0.123997 0.119254 0.353291
    0.132764 0.130676 0.124575 0.121811 0.11538  0.374794
    0.130704 0.120208 0.121038 0.116366 0.113145 0.39854
    0.121005 0.122831 0.117318 0.109022 0.10732  0.422505
    0.166224 0.10617  0.106749 0.101217 0.097508 0.422132
    0.370478 0.138195 0.078013 0.078781 0.07339  0.261143
    0.129697 0.361182 0.129025 0.068857 0.06961  0.24163
    0.12094  0.112016 0.354051 0.121118 0.060977 0.230898
    0.122412 0.1216   0.122524 0.36387  0.038449 0.231144
    """,
}


# Smith, "Blackjack Dealer Outcome Probabilities": one deck, soft 17 is hit; over 21, in percent, from the ace on.
OVER_21 = "20.46 35.63 37.81 40.58 43.00 43.78 25.99 23.86 23.34 23.25"


def dealer_ends(decks: int, up: int, hits_soft: bool) -> list[float]:
    """How often his hand ends with 17 to 21 and over, of a full shoe less his up card, where he has no Blackjack."""
    left = np.array(full_shoe(ordinary({"decks": decks})).without_value(up).values, float)
    out = np.zeros((1, 1, 8))
    fill_outcomes(left, np.zeros((1, 10), np.int8), np.array([0]), dealer_tree(up, 17, hits_soft, 0, True), out)
    return list(out[0, 0, :6] / out[0, 0].sum())


@pytest.mark.parametrize("decks", DEALER_ENDS)
def test_the_dealers_hand_ends_as_often_as_published(decks: int) -> None:
    for up, line in enumerate(DEALER_ENDS[decks].strip().splitlines(), 1):
        assert dealer_ends(decks, up, False) == pytest.approx([float(x) for x in line.split()], abs=6e-7), up


def test_a_dealer_who_hits_soft_17_goes_over_as_often_as_published() -> None:
    assert [f"{100 * dealer_ends(1, up, True)[-1]:.2f}" for up in range(1, 11)] == OVER_21.split()


# Shackleford, blackjack appendix 9, against an ace: hit soft 17; with no hole card everything is lost to a Blackjack.
# Decks, whether there is a hole card, and the hand: to stand, to hit, to double.
HANDS_AGAINST_AN_ACE = """
2 yes A2 -0.594150 -0.103429 -0.571816
2 yes 65 -0.587564  0.121079  0.166650
2 yes A7 -0.224703 -0.165428 -0.416886
6 no  A2 -0.722356 -0.379910 -1.024099
6 no  32 -0.721887 -0.529734 -1.443774
6 no  54 -0.721243 -0.396287 -0.932671
6 no  65 -0.720879 -0.235772 -0.535879
8 no  A2 -0.722307 -0.378980 -1.024082
8 no  65 -0.721201 -0.235977 -0.537869
8 no  A7 -0.465508 -0.420237 -0.908247
"""


@pytest.mark.parametrize("line", HANDS_AGAINST_AN_ACE.strip().splitlines())
def test_a_hand_is_worth_what_is_published_with_and_without_a_hole_card(line: str) -> None:
    decks, hole_card, cards, *published = line.split()
    sets: dict[str, object] = {"decks": int(decks), "dealer_hits_soft": True}
    sets |= {} if hole_card == "yes" else {"hole_card": "none"}
    hand = [Rank.ACE if card == "A" else Rank(int(card)) for card in cards]
    options = situation(ordinary(sets), hand, Rank.ACE).options
    assert [f"{options[name]:.6f}" for name in ("stand", "hit", "double")] == published


# The same: the whole game without a hole card. Split hands are played a little otherwise there, and not said how.
@pytest.mark.parametrize(
    ("decks", "double_after_split", "published"),
    [(6, True, 0.0072705), (6, False, 0.0086975), (8, True, 0.007562), (8, False, 0.0089865)],
)
def test_a_game_without_a_hole_card_costs_what_is_published(
    decks: int, double_after_split: bool, published: float
) -> None:
    sets = {"decks": decks, "double_after_split": double_after_split, "dealer_hits_soft": True, "hole_card": "none"}
    assert edge(sets, SplitPlay.PRE_SPLIT) == pytest.approx(published, abs=3e-6)


def test_from_endless_decks_the_game_costs_what_is_published() -> None:
    """Shackleford, appendix 1: 0.511734%; ours from 8, 16 and 32 decks, less what goes with one over their number."""
    few, more, many = (edge({"decks": decks}, SplitPlay.PRE_SPLIT) for decks in (8, 16, 32))
    assert (few - 6 * more + 8 * many) / 3 == pytest.approx(0.00511734, abs=5e-6)


@pytest.mark.parametrize("decks", [1, 2, 6, 8, 64])
def test_insurance_costs_a_thirteenth_less_what_the_ace_in_sight_is_worth(decks: int) -> None:
    """Of 52 d - 1 cards 16 d win two: (4 d - 1) / (52 d - 1), and 1 / 13 from endless decks."""
    rules = ordinary({"decks": decks})
    lost = -sum(float(row.pays) * row.chance for row in insurance_rows(rules, full_shoe(rules)))
    assert lost == pytest.approx(float(Fraction(4 * decks - 1, 52 * decks - 1)), abs=1e-15)


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
