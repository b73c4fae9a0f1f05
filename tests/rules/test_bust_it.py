"""The Bust It Wager's paytable, row by row, for both states."""

import pytest

from pitboss.cards.card import Card, Suit
from pitboss.procedure.blackjack.side_wagers import row_paid
from pitboss.rules import BlackjackRules, load
from pitboss.rules.money import Odds


def hand(cards: str) -> tuple[Card, ...]:
    return tuple(Card.parse(card) for card in cards.split())


def paid(rules: BlackjackRules, cards: str) -> Odds:
    row = row_paid(rules.wager_kinds["bust-it"], hand(cards))
    assert row is not None
    return row.odds


ROWS = [
    ("8C 8C 8C", "200 to 1"),
    ("8H 8H 8H", "200 to 1"),
    ("8C 8S 8C", "50 to 1"),
    ("8D 8H 8H", "50 to 1"),
    ("8C 8H 8C", "8 to 1"),
    ("8C 8S 8H", "8 to 1"),
    ("KC 6D 6H", "15 to 1"),
    ("9C 6D 7H", "10 to 1"),
    ("9C 6D 8H", "8 to 1"),
    ("9C 4D 9H", "6 to 1"),
    ("8C 8C 9C", "6 to 1"),
    ("9C 8C 8C", "8 to 1"),
    ("9C 4D JH", "3 to 1"),
    ("9C 4D QH", "3 to 1"),
    ("9C 4D KH", "3 to 1"),
]


@pytest.mark.clause("PA 665a.12(c)")
@pytest.mark.parametrize(("cards", "odds"), ROWS)
def test_pennsylvania_pays(pa: BlackjackRules, cards: str, odds: str) -> None:
    assert "PA 665a.12(c)" in pa.cites("bust_it_paytable")
    assert paid(pa, cards) == Odds.parse(odds)


@pytest.mark.clause("NJ 26.6(d)2", "NJ 26.6(d)3")
@pytest.mark.parametrize(("cards", "odds"), ROWS)
def test_new_jersey_pays(nj: BlackjackRules, cards: str, odds: str) -> None:
    assert {"NJ 26.6(d)2", "NJ 26.6(d)3"} <= set(nj.cites("bust_it_paytable"))
    assert paid(nj, cards) == Odds.parse(odds)


@pytest.mark.clause("NJ 26.1 Suit")
def test_three_eights_of_any_of_the_four_suits(nj: BlackjackRules) -> None:
    assert [suit.name for suit in Suit] == ["CLUBS", "DIAMONDS", "HEARTS", "SPADES"]
    for letter in "CDHS":
        assert paid(nj, f"8{letter} 8{letter} 8{letter}") == Odds(200, 1)


@pytest.mark.parametrize("third", range(1, 14))
def test_the_table_has_a_row_for_every_card_that_can_take_a_hand_under_17_over_21(
    pa: BlackjackRules, third: int
) -> None:
    assert pa.bust_it.bust_it_paytable is not None
    rows = dict(pa.bust_it.bust_it_paytable.third_card)
    value = min(third, 10)
    can_bust = 16 + value > 21 and third != 10  # the tens are out of the decks
    assert (third in rows) is can_bust


def test_a_ten_in_a_variants_decks_pays_as_a_court_card() -> None:
    variant = load("double-attack-pa", {"ranks_removed": "none"})
    assert isinstance(variant, BlackjackRules)
    assert paid(variant, "9C 4D 10H") == Odds(3, 1)


def test_a_ten_for_which_a_variant_has_a_row_of_its_own_pays_by_that(pa: BlackjackRules) -> None:
    assert pa.bust_it.bust_it_paytable is not None
    rows = {**pa.bust_it.bust_it_paytable.as_json(), "10": "4 to 1"}
    variant = load("double-attack-pa", {"ranks_removed": "none", "bust_it_paytable": rows})
    assert isinstance(variant, BlackjackRules)
    assert (paid(variant, "9C 4D 10H"), paid(variant, "9C 4D KH")) == (Odds(4, 1), Odds(3, 1))


def test_games_without_the_wager_have_no_paytable(back_jack: BlackjackRules, double_deck: BlackjackRules) -> None:
    assert back_jack.bust_it.bust_it_paytable is None
    assert double_deck.bust_it.bust_it_paytable is None
    assert not back_jack.bust_it.bust_it_offered
