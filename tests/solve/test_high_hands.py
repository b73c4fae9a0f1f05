"""Two high hands from one deck: counted by formula, and one by one in small decks."""

from collections import defaultdict
from itertools import combinations

import numpy as np
import pytest

from pitboss.cards.card import Card
from pitboss.procedure.from_the_hand.high_hand import high_hand
from pitboss.solve.high_hands import HighHands


def test_a_whole_decks_hands_are_the_known_ones() -> None:
    deck = HighHands()
    known = (40, 624, 3_744, 5_108, 10_200, 54_912, 123_552, 1_098_240, 1_302_540)
    assert tuple(deck.by_kind().values()) == known
    assert sum(known) == deck.hands == 2_598_960
    assert deck.pairs_of_hands == 2_598_960 * 1_533_939


@pytest.mark.parametrize(("ranks", "suits", "straights"), [("23456", 4, 1), ("A23456", 3, 2), ("TJQKA2", 2, 1)])
def test_ties_are_those_that_are_found_by_laying_out_every_two_hands(ranks: str, suits: int, straights: int) -> None:
    """Given a small deck, when every hand is looked at as at a table, then each kind has as many, and ties."""
    deck = [Card.parse(rank + suit) for rank in ranks for suit in "CDHS"[:suits]]
    masks = defaultdict(list)
    for hand in combinations(range(len(deck)), 5):
        height = high_hand(tuple(deck[place] for place in hand))
        masks[height.kind, height.ranks].append(sum(1 << place for place in hand))
    equal: dict[str, int] = defaultdict(int)
    for (kind, _), same in masks.items():
        bits = np.array(same)
        equal[kind.label] += int(((bits[:, None] & bits[None, :]) == 0).sum())
    small = HighHands(suits, len(ranks), straights)
    often: dict[str, int] = defaultdict(int)
    for (kind, _), same in masks.items():
        often[kind.label] += len(same)
    assert dict(often) == {name: number for name, number in small.by_kind().items() if number}
    assert {name: n for name, n in equal.items() if n} == {name: n for name, n in small.ties().items() if n}
    assert sum(often.values()) == small.hands
