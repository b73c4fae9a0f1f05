"""Side wagers row by row: the rows are all there is, and give the edge the solver says."""

from fractions import Fraction
from itertools import permutations

import pytest

from pitboss.cards.card import Card, Rank, Suit
from pitboss.rules.rules import BlackjackRules
from pitboss.rules.variant import load
from pitboss.solve.composition import Composition, full_shoe
from pitboss.solve.paytable import PayRow, insurance_rows, side_rows
from pitboss.solve.side_wagers import insurance, side_wager


def rules_of(game: str) -> BlackjackRules:
    rules = load(game)
    assert isinstance(rules, BlackjackRules)
    return rules


def edge(rows: tuple[PayRow, ...]) -> float:
    return -sum(float(row.pays) * row.chance for row in rows)


@pytest.mark.parametrize("game", ["double-attack-pa", "double-attack-nj"])
def test_the_rows_of_bust_it_give_its_edge(game: str) -> None:
    rules = rules_of(game)
    shoe = full_shoe(rules)
    rows, side = (
        side_rows(rules.wager_kinds["bust-it"], side_wager(rules.wager_kinds["bust-it"], rules, shoe).lines),
        side_wager(rules.wager_kinds["bust-it"], rules, shoe),
    )
    assert side is not None
    assert sum(row.chance for row in rows) == pytest.approx(1, abs=1e-15)
    assert edge(rows) == pytest.approx(side.house_edge, abs=1e-14)
    assert 1 - rows[-1].chance == pytest.approx(side.hit_rate, abs=1e-14)


def test_the_rows_of_bust_it_count_every_three_cards_of_a_deck() -> None:
    """Given one Spanish deck, when every order of three of its cards is dealt, then each row comes as often as said."""
    rules = load("double-attack-pa", {"decks": 1})
    assert isinstance(rules, BlackjackRules)
    shoe = full_shoe(rules)
    deck = [Card(rank, suit) for rank in Rank if rank is not Rank.TEN for suit in Suit]
    busts: dict[str, int] = {}
    orders = 0
    for up, second, third in permutations(deck, 3):
        orders += 1
        values = [min(card.rank, 10) for card in (up, second, third)]
        two = sum(values[:2]) + (10 if 1 in values[:2] else 0)
        all_three = sum(values) + (10 if 1 in values and sum(values) <= 11 else 0)
        if two < 17 and all_three > 21:
            eights = {up.rank, second.rank, third.rank} == {Rank.EIGHT}
            black = {card.suit in (Suit.CLUBS, Suit.SPADES) for card in (up, second, third)}
            name = "coloured" if eights and len(black) == 1 else "court" if third.rank > 10 else third.rank.label
            busts[name] = busts.get(name, 0) + 1
    found = {
        row.name: row
        for row in side_rows(rules.wager_kinds["bust-it"], side_wager(rules.wager_kinds["bust-it"], rules, shoe).lines)
    }
    for name, label in (("court", "J, Q, K"), ("9", "9"), ("8", "8"), ("7", "7"), ("6", "6")):
        row = found[f"bust with a third card of {label}"]
        assert row.chance == pytest.approx(float(Fraction(busts[name], orders)), abs=1e-15)
    # Three eights of one colour need three of a colour, and a deck has two.
    assert "coloured" not in busts
    assert found["three 8s of one colour"].chance == 0


@pytest.mark.parametrize("game", ["double-attack-pa", "double-back-jack-pa", "double-deck-house"])
def test_the_rows_of_insurance_give_its_edge(game: str) -> None:
    rules = rules_of(game)
    rows, side = insurance_rows(rules, full_shoe(rules)), insurance(rules, full_shoe(rules))
    assert side is not None
    assert sum(row.chance for row in rows) == pytest.approx(1, abs=1e-15)
    assert edge(rows) == pytest.approx(side.house_edge, abs=1e-14)


def test_a_wager_that_is_not_offered_has_no_rows() -> None:
    assert not rules_of("double-deck-house").side_wagers
    rules = rules_of("double-attack-pa")
    without_aces = Composition((0, *full_shoe(rules).ranks[1:]))
    assert insurance_rows(rules, without_aces) == ()
