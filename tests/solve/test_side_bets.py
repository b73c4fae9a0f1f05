"""The example side bets: their published edges, and every way of dealing their cards counted out by hand."""

from collections import Counter
from fractions import Fraction
from itertools import product
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest

from pitboss.rules import BlackjackRules, load
from pitboss.rules.wager_kinds import WagerKind
from pitboss.solve.composition import full_shoe
from pitboss.solve.final_hands import line_shares
from pitboss.solve.hand_values import DOUBLE, HIT
from pitboss.solve.paytable import side_rows
from pitboss.solve.round_values import table
from pitboss.solve.side_wagers import effects_on, side_wager, side_wager_at_table
from pitboss.solve.solution import best_play, solve
from tests.agreement.naive_sides import points, wins

EXAMPLES = Path(__file__).parents[2] / "examples"
DECKS = 6
SUITS = "CDHS"
RANKS = range(1, 14)
Face = tuple[int, str]


def example(name: str) -> BlackjackRules:
    rules = load(str(EXAMPLES / name))
    assert isinstance(rules, BlackjackRules)
    return rules


def red(face: Face) -> bool:
    return face[1] in "DH"


def perfect_pairs(a: Face, b: Face) -> int:
    if a[0] != b[0]:
        return -1
    return 25 if a == b else 12 if red(a) == red(b) else 6


def twenty_one_plus_three(*cards: Face) -> int:
    low, middle, high = sorted(rank for rank, _ in cards)
    run = (middle - low, high - middle) == (1, 1) or (low, middle, high) == (1, 12, 13)
    alike = low == high
    flush = len({suit for _, suit in cards}) == 1
    return 9 if run or alike or flush else -1


def over_13(*cards: Face) -> int:
    return 1 if sum(min(rank, 10) for rank, _ in cards) > 13 else -1


def under_13(*cards: Face) -> int:
    return 1 if sum(min(rank, 10) for rank, _ in cards) < 13 else -1


def by_hand(gets: object, cards: int) -> Fraction:
    """The house edge over every order of some cards from six decks."""
    assert callable(gets)
    won, ways = 0, 0
    for faces in product(product(RANKS, SUITS), repeat=cards):
        many, taken = 1, Counter[Face]()
        for face in faces:
            many *= DECKS - taken[face]
            taken[face] += 1
        won += many * gets(*faces)
        ways += many
    return Fraction(-won, ways)


BETS = [
    ("perfect_pairs.toml", "perfect-pairs", perfect_pairs, 2, Fraction(19, 311), 6.11),
    ("over_under_13.toml", "over-13", over_13, 2, Fraction(265, 4043), 6.55),
    ("over_under_13.toml", "under-13", under_13, 2, Fraction(407, 4043), 10.07),
    ("twenty_one_plus_three.toml", "21-plus-3", twenty_one_plus_three, 3, Fraction(4059, 125333), 3.24),
]


@pytest.mark.parametrize(("file", "wager", "gets", "cards", "edge", "published"), BETS, ids=[bet[1] for bet in BETS])
def test_the_edge_is_the_published_one(
    file: str, wager: str, gets: object, cards: int, edge: Fraction, published: float
) -> None:
    rules = example(file)
    kind = rules.wager_kinds[wager]
    assert by_hand(gets, cards) == edge
    found = side_wager(kind, rules, full_shoe(rules))
    assert found.house_edge == pytest.approx(float(edge), abs=1e-13)
    assert round(100 * found.house_edge, 2) == published
    rows = side_rows(kind, found.lines)
    assert -sum(float(row.pays) * row.chance for row in rows) == pytest.approx(float(edge), abs=1e-13)


def test_a_side_bet_on_the_dealers_hand_is_that_of_every_hand_dealt_out() -> None:
    """Given a dealer who stands on all 17s, a wager that he busts, 2 to 1 with three cards and 3 to 1 with more."""
    pays = [
        {"when": ["total at least 22", "cards 3"], "odds": "2 to 1"},
        {"when": ["total at least 22"], "odds": "3 to 1"},
    ]
    rules = load("double-back-jack-pa", {"side_wagers": [{"name": "Bust", "cards": "dealer-hand", "pays": pays}]})
    assert isinstance(rules, BlackjackRules)
    stands_on_soft = not rules.dealer.dealer_hits_soft

    def gain(hand: tuple[int, ...], left: tuple[int, ...]) -> Fraction:
        total = sum(hand) + (10 if 1 in hand and sum(hand) <= 11 else 0)
        soft = total != sum(hand)
        if len(hand) > 1 and (total > 17 or (total == 17 and (stands_on_soft or not soft))):
            return Fraction(-1) if total <= 21 else Fraction(2 if len(hand) == 3 else 3)
        cards, found = sum(left), Fraction(0)
        for value, many in enumerate(left, 1):
            if many:
                less = (*left[: value - 1], many - 1, *left[value:])
                found += Fraction(many, cards) * gain((*hand, value), less)
        return found

    shoe = full_shoe(rules)
    exact = -gain((), shoe.values)
    assert side_wager(rules.wager_kinds["bust"], rules, shoe).house_edge == pytest.approx(float(exact), abs=1e-12)


def test_the_solution_has_every_side_wager_and_its_effects_of_removal() -> None:
    rules = example("over_under_13.toml")
    found = solve(rules)
    assert list(found.side_wagers) == ["insurance", "over-13", "under-13"]
    assert found.effects["over-13"][1] > 0 > found.effects["over-13"][10], "small cards out help a wager on large ones"


NAMED_SUITS = [
    {"when": ["suits hearts", "ranks Q"], "odds": "100 to 1"},
    {"when": ["suits spades", "hard total at least 15"], "odds": "7 to 1"},
    {"when": ["pair", "suits hearts, clubs"], "odds": "9 to 1"},
    {"when": ["suits clubs, spades", "last A, K"], "odds": "5 to 1"},
    {"when": "same suit", "odds": "3 to 1"},
    {"when": "suits clubs, diamonds, hearts", "odds": "1 to 1"},
    {"when": "same colour", "odds": "2 to 1"},
]


@pytest.mark.parametrize("cards", ["first-two", "first-two-and-up", "dealer-three"])
def test_named_suits_cost_what_every_order_of_the_cards_comes_to(cards: str) -> None:
    """Given a paytable that names one suit, two, one of each colour and three, when six decks are counted out."""
    wager = {"name": "Suits", "cards": cards, "pays": NAMED_SUITS}
    rules = load("double-back-jack-pa", {"side_wagers": [wager], "decks": DECKS})
    assert isinstance(rules, BlackjackRules)
    assert (rules.dealer.dealer_stands_on, rules.dealer.dealer_hits_soft) == (17, False)

    def gets(*faces: Face) -> int:
        said = ["A23456789TJQK"[rank - 1] + suit for rank, suit in faces]
        two = sum(map(points, said[:2]))
        stands = two + (10 if "A" in (said[0][0], said[1][0]) else 0) >= 17
        return -1 if cards == "dealer-three" and stands else int(wins(wager, said))

    exact = by_hand(gets, 2 if cards == "first-two" else 3)
    found = side_wager(rules.wager_kinds["suits"], rules, full_shoe(rules))
    assert found.house_edge == pytest.approx(float(exact), abs=1e-13)


def test_kinds_of_one_paytable_are_one_kind() -> None:
    one, other = (example("perfect_pairs.toml").side_wagers[0] for _ in range(2))
    assert isinstance(one, WagerKind)
    assert hash(one) == hash(other)


OWN = [
    {"when": ["cards 2", "total 21"], "odds": "3 to 1"},
    {"when": ["total at least 22", "cards at least 4"], "odds": "9 to 1"},
    {"when": ["total at least 22"], "odds": "2 to 1"},
    {"when": ["cards at least 5"], "odds": "20 to 1"},
    {"when": ["hard total at most 10"], "odds": "8 to 1"},
]


@pytest.mark.parametrize("game", ["double-attack-pa", "double-attack-nj", "double-back-jack-pa", "double-deck-house"])
def test_every_hand_of_a_wager_on_the_players_hand_is_counted_once(game: str) -> None:
    """The next card is any card of the shoe, whatever hand came before it: the shares say so of every value."""
    rules = load(game, {"side_wagers": [{"name": "Own", "cards": "player-hand", "pays": OWN}]})
    assert isinstance(rules, BlackjackRules)
    at = table(rules, full_shoe(rules))
    shares = line_shares(rules.wager_kinds["own"], at, best_play(at)[0])
    shoe = np.array(at.shoe.values, float)
    assert shares.sum(0) == pytest.approx(shoe / shoe.sum(), abs=1e-12)
    assert (shares > 0).all()


@pytest.mark.parametrize(
    ("game", "up"),
    [("double-attack-pa", 10), pytest.param("double-attack-nj", 1, marks=pytest.mark.slow), ("double-deck-house", 6)],
)
def test_a_side_bet_on_the_players_hand_is_that_of_every_order_dealt_out(game: str, up: int) -> None:
    """Given an up card, when the hole card is laid down first and the hand is then dealt card by card."""
    rules = load(game, {"side_wagers": [{"name": "Own", "cards": "player-hand", "pays": OWN}]})
    assert isinstance(rules, BlackjackRules)
    at = table(rules, full_shoe(rules))
    one = best_play(at)[0][up]
    wager = {"name": "Own", "pays": OWN}
    left = list(at.shoe.values)
    left[up - 1] -= 1

    def gets(hand: tuple[int, ...]) -> int:
        return int(wins(wager, ["A23456789T"[value - 1] + "S" for value in hand]))

    def drawn(hand: tuple[int, ...], action: npt.NDArray[np.int8]) -> float:
        row, total = at.row(*hand), sum(hand) + (10 if 1 in hand and sum(hand) <= 11 else 0)
        if total == 21 or action[row] not in (HIT, DOUBLE):
            return gets(hand)
        found, cards = 0.0, sum(left)
        for value in range(1, 11):
            if many := left[value - 1]:
                left[value - 1] -= 1
                more = (*hand, value)
                ends = action[row] == DOUBLE or sum(more) > 21
                found += many / cards * (gets(more) if ends else drawn(more, action))
                left[value - 1] += 1
        return found

    def split(value: int, hands: int, pairs: int) -> float:
        """One card of the pair on the first hand, the others wait each on a hand of its own."""
        found, cards, most = 0.0, sum(left), one.splits[value, pairs].hands
        for second in range(1, 11):
            if not (many := left[second - 1]):
                continue
            left[second - 1] -= 1
            if second == value and hands < most:  # nobody splits tens, so that every card of the value makes a pair
                found += many / cards * split(value, hands + 1, pairs)
            else:
                found += many / cards * drawn((value, second), one.kept[value][0, hands, 0])
            left[second - 1] += 1
        return found

    exact, cards = 0.0, sum(left)
    for hole in range(1, 11):
        many = left[hole - 1]
        left[hole - 1] -= 1
        for first, second, _ in at.two_cards(up):
            chance = many / cards * left[first - 1] * (left[second - 1] - (first == second))
            chance *= (1 if first == second else 2) / ((cards - 1) * (cards - 2))
            if chance <= 0:
                continue
            left[first - 1] -= 1
            left[second - 1] -= 1
            if {first, second} == {1, 10} or (at.key(up) == hole - 1):
                exact += chance * gets((first, second))
            else:
                divided = 0.0
                for case in at.pair_cases(first, up) if first == second and first in one.kept else ():
                    if one.splits_pair(first, case.pairs, one.unsplit_pair[first]):
                        divided += case.share
                        exact += chance * case.share * split(first, 2, case.pairs)
                exact += chance * (1 - divided) * drawn((first, second), one.values.action) if divided < 1 else 0.0
            left[first - 1] += 1
            left[second - 1] += 1
        left[hole - 1] += 1
    kind = rules.wager_kinds["own"]
    shares = line_shares(kind, at, {up: one}).sum(1) * at.counts.sum() / at.counts[up - 1]
    pays = np.array([-1, *(int(row.odds.ratio) for row in kind.pays)])
    assert float((shares * pays).sum()) == pytest.approx(exact, abs=1e-11)


def test_a_card_out_of_the_shoe_moves_a_wager_on_the_players_hand_as_one_less_does() -> None:
    """Given best play for the whole shoe, when one card is out and everybody plays on as before."""
    rules = load("double-attack-pa", {"side_wagers": [{"name": "Own", "cards": "player-hand", "pays": OWN}]})
    assert isinstance(rules, BlackjackRules)
    at = table(rules, full_shoe(rules))
    best, kind = best_play(at)[0], rules.wager_kinds["own"]
    effects = effects_on(kind, at, best, range(1, 11))
    assert effects[1] < 0 < effects[4], "aces make Blackjacks"
    mean = sum(effects[value] * many for value, many in enumerate(at.shoe.values, 1))
    assert mean == pytest.approx(0, abs=1e-11)
    found = side_wager_at_table(kind, at, best)
    assert found.hit_rate == pytest.approx(sum(found.lines))
