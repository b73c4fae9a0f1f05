"""Cards that are seen: exact against sums over what could lie there, and against published edges."""

import numpy as np
import pytest

from pitboss.protect.known_cards import HoleCardSeen, first_card, hole_card, next_card
from pitboss.rules.errors import RulesError
from pitboss.rules.rules import BlackjackRules
from pitboss.rules.variant import load
from pitboss.solve.composition import full_shoe
from pitboss.solve.dealer_hand import dealer_tree
from pitboss.solve.round_values import Table
from pitboss.solve.terms import game_terms


def ordinary(**sets: object) -> BlackjackRules:
    return BlackjackRules.of(load("double-deck-house", {name: str(value) for name, value in sets.items()}))


@pytest.mark.parametrize("up", [1, 6, 10])
def test_hole_cards_seen_one_after_another_are_the_hole_card_unseen(up: int) -> None:
    """Given hard 16, when every hole card is seen in turn, then outcomes come as often as over a hidden one."""
    rules = ordinary(decks=1)
    game, shoe = game_terms(rules), full_shoe(rules)
    hidden = Table(game, shoe)
    hidden.deal_against(up)
    h = hidden.row(10, 6)
    left = hidden.left(up) - hidden.hands.cards[h]
    found = np.zeros(game.slots.size)
    for hole in range(1, 11):
        if game.peeked[up - 1] and {up, hole} == {1, 10}:
            continue  # the reader shows it before 16 is played, and what follows is joint with that
        seen = HoleCardSeen(game, shoe, up, hole)
        seen.deal_against(up)
        found += left[hole - 1] / left.sum() * seen.outcomes[up - 1][seen.row(10, 6)]
    assert found == pytest.approx(hidden.outcomes[up - 1][h], abs=1e-14)


@pytest.mark.parametrize("up", [2, 10])
def test_next_cards_seen_one_after_another_are_the_next_card_unseen(up: int) -> None:
    rules = ordinary(decks=1)
    game, shoe = game_terms(rules), full_shoe(rules)
    hidden = Table(game, shoe)
    hidden.deal_against(up)
    h, total = hidden.row(10, 6), 0.0
    left = hidden.left(up) - hidden.hands.cards[h]
    for card in range(1, 11):
        tree = dealer_tree(up, 17, False, 0, game.peeked[up - 1], known=(0, card))
        trees = tuple(tree if n == up - 1 else one for n, one in enumerate(game.trees))
        seen = Table(type(game)(**{**vars(game), "trees": trees}), shoe.without_value(card))
        seen.deal_against(up)
        total += left[card - 1] / left.sum() * seen.outcomes[up - 1][seen.row(10, 6)]
    assert total == pytest.approx(hidden.outcomes[up - 1][h], abs=1e-14)


@pytest.mark.slow
def test_every_hole_card_seen_is_worth_the_published_edge() -> None:
    """Wikipedia, 'Hole carding': up to 13% with six decks, dealer stands on soft 17; exactly 13.06% by our rules."""
    found = hole_card(ordinary(decks=6))
    assert found.edge == pytest.approx(0.13, abs=0.005)
    assert max(found.by_value, key=lambda up: found.by_value[up]) == "6"


# Shackleford, appendix 14, "Value of a Free Ace": endless decks; the dealer stands on soft 17, or hits it.
FIRST_CARDS = """
A   0.504019  0.501844
2  -0.132947 -0.133987
3  -0.153950 -0.154469
4  -0.176969 -0.177029
5  -0.196529 -0.196668
6  -0.209834 -0.209714
7  -0.180796 -0.182900
8  -0.084058 -0.090196
9  -0.009417 -0.013236
10  0.143489  0.140328
"""


@pytest.mark.parametrize("hits_soft", [False, True])
def test_a_first_card_to_come_is_worth_the_published_edge(hits_soft: bool) -> None:
    """From 8, 16 and 32 decks, less what goes with one over their number and its square."""
    few, more, many = (first_card(ordinary(decks=decks, dealer_hits_soft=hits_soft)).by_value for decks in (8, 16, 32))
    for line in FIRST_CARDS.strip().splitlines():
        card, *published = line.split()
        endless = (few[card] - 6 * more[card] + 8 * many[card]) / 3
        assert endless == pytest.approx(float(published[hits_soft]), abs=2e-5), card


def test_first_cards_together_are_the_game() -> None:
    rules = ordinary()
    found, shoe = first_card(rules), full_shoe(rules)
    cards = dict(zip(["A", *map(str, range(2, 11))], shoe.values, strict=True))
    assert sum(cards[card] * x for card, x in found.by_value.items()) / shoe.cards == pytest.approx(found.edge)


@pytest.mark.slow
def test_knowing_more_is_never_worth_less() -> None:
    rules = ordinary()
    usual = first_card(rules).edge
    assert usual < hole_card(rules).edge
    assert usual < next_card(rules).edge
    assert sum(next_card(rules).by_value.values()) > 0
    assert not next_card(rules).exact


@pytest.mark.slow
@pytest.mark.parametrize("game", ["double-attack-pa", "double-back-jack-pa"])
def test_a_peek_helps_in_every_game_that_has_a_hole_card(game: str) -> None:
    rules = BlackjackRules.of(load(game))
    assert hole_card(rules).edge > first_card(rules).edge + 0.05
    assert next_card(rules).edge > first_card(rules).edge + 0.05


def test_where_no_hole_card_is_dealt_none_can_be_seen() -> None:
    with pytest.raises(RulesError, match="deals no hole card"):
        hole_card(BlackjackRules.of(load("double-attack-nj")))
