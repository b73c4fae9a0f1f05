"""One hand against one up card: every option as brute force has it, and impossible hands refused."""

import pytest

from pitboss.cards.card import Rank
from pitboss.rules.errors import RulesError
from pitboss.rules.rules import BlackjackRules
from pitboss.rules.variant import load
from pitboss.solve.composition import Composition
from pitboss.solve.situation import OfSplit, ranks, situation
from tests.solve.brute_force import Brute, Context, less

SHOE = (2, 0, 0, 0, 0, 2, 0, 3, 2, 0, 0, 0, 4)
UNSPLIT = Context(False, True, 0, 0)


def rules_of(game: str) -> BlackjackRules:
    rules = load(game)
    assert isinstance(rules, BlackjackRules)
    return rules


@pytest.mark.parametrize("game", ["double-attack-pa", "double-attack-nj", "double-deck-house"])
@pytest.mark.parametrize(("hand", "up"), [("8,8", "K"), ("6,8", "A"), ("A,6", "9")])
def test_every_option_is_worth_what_brute_force_says(game: str, hand: str, up: str) -> None:
    rules = rules_of(game)
    cards, shown = ranks(hand), ranks(up)[0]
    found = situation(rules, cards, shown, shoe=Composition(SHOE))
    brute = Brute(rules, less(SHOE, shown), shown, 0)
    wanted = brute.options(tuple(sorted(cards)), UNSPLIT)
    if cards[0] == cards[1]:
        wanted["split"] = brute.split(cards[0])
    assert found.options == pytest.approx({name: float(value) for name, value in wanted.items()}, abs=1e-13)
    assert found.options[found.best] == max(found.options.values())


@pytest.mark.parametrize("game", ["double-attack-pa", "double-attack-nj", "double-deck-house", "double-back-jack-pa"])
@pytest.mark.parametrize("first", [True, False])
@pytest.mark.parametrize(("hand", "up"), [("8,6", "K"), ("8,K", "A"), ("A,K", "9"), ("A,6", "8"), ("8,A,6", "9")])
def test_a_hand_that_came_of_a_split_is_worth_what_brute_force_says(game: str, first: bool, hand: str, up: str) -> None:
    """Its other pair card lies on the box beside it, and every term is that of a split hand."""
    rules = rules_of(game)
    cards, shown = ranks(hand), ranks(up)[0]
    came = OfSplit(first, aces=cards[0] is Rank.ACE)
    found = situation(rules, cards, shown, cards[:1], shoe=Composition(SHOE), came=came)
    brute = Brute(rules, less(SHOE, shown), shown, 0)
    wanted = brute.options(tuple(sorted(cards)), Context(True, first, cards[0], 1))
    assert found.options == pytest.approx({name: float(value) for name, value in wanted.items()}, abs=1e-13)
    assert found.insurance is None


def test_a_second_chance_is_worth_what_brute_force_says() -> None:
    rules = rules_of("double-back-jack-pa")
    cards, shown = ranks("6,8,K"), Rank.NINE
    found = situation(rules, cards, shown, shoe=Composition(SHOE))
    value, choice = Brute(rules, less(SHOE, shown), shown, 0).after_hit(
        (6, 8, 13), Brute(rules, SHOE, 9, 0).bet, False, UNSPLIT
    )
    best = {"chance": "second-chance", "decline": "decline"}[choice]
    assert found.best == best
    assert found.options[best] == pytest.approx(float(value), abs=1e-13)


def test_cards_seen_change_the_value() -> None:
    rules = rules_of("double-deck-house")
    fresh = situation(rules, ranks("10,6"), Rank.TEN)
    poor = situation(rules, ranks("10,6"), Rank.TEN, ranks("5,5,5,5,4,4,4,4"))
    assert fresh.best == "hit"
    assert poor.best == "stand"


def test_a_ten_means_any_card_worth_ten_where_tens_are_removed() -> None:
    rules = rules_of("double-attack-pa")
    assert situation(rules, ranks("8,8"), Rank.TEN).options == situation(rules, ranks("8,8"), Rank.KING).options


@pytest.mark.parametrize(
    ("hand", "up", "seen", "sentence"),
    [
        ("8,8", "K", "8,8,8,8,8,8,8", "no more 8s"),
        ("8,X", "K", "", "'X' is no card"),
        ("8", "K", "", "at least two cards"),
        ("10,10,9,9", "K", "", "over before its last card"),
        ("10,6,9", "K", "", "nothing left to decide"),
    ],
)
def test_an_impossible_hand_is_refused_in_one_sentence(hand: str, up: str, seen: str, sentence: str) -> None:
    with pytest.raises(RulesError, match=sentence):
        situation(rules_of("double-deck-house"), ranks(hand), ranks(up)[0], ranks(seen) if seen else ())


def test_an_attack_is_refused_where_there_is_none() -> None:
    with pytest.raises(RulesError, match="no Double Attack Wager"):
        situation(rules_of("double-deck-house"), ranks("8,8"), Rank.SIX, attacked=True)
