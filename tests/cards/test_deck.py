"""New decks and the census."""

import pytest

from pitboss.cards.card import Card, Rank, Suit
from pitboss.cards.deck import census, deck, decks


def test_a_new_deck_lies_by_suit_and_in_sequence() -> None:
    new = deck()
    assert len(new) == 52
    assert " ".join(card.code for card in new[:14]) == "AC 2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC AD"
    assert list(new) == sorted(new, key=lambda card: (card.suit, card.rank))


def test_a_deck_without_tens_has_48_cards_and_every_other_rank_in_each_suit() -> None:
    new = deck({Rank.TEN})
    assert len(new) == 48
    assert set(new) == {Card(rank, suit) for suit in Suit for rank in Rank if rank != Rank.TEN}


def test_ten_valued_court_cards_stay_when_the_tens_go() -> None:
    assert {Card.parse("JH"), Card.parse("QH"), Card.parse("KH")} < set(deck({Rank.TEN}))


@pytest.mark.parametrize(("count", "removed", "size"), [(1, [], 52), (2, [], 104), (8, [Rank.TEN], 384), (8, [], 416)])
def test_decks_hold_each_card_once_a_deck(count: int, removed: list[Rank], size: int) -> None:
    stack = decks(count, removed)
    assert len(stack) == size
    assert set(census(stack).values()) == {count}
    assert stack[: size // count] == deck(removed)


@pytest.mark.parametrize("count", [0, -1])
def test_no_decks_are_not_a_stack(count: int) -> None:
    with pytest.raises(ValueError, match="at least one deck"):
        decks(count)


def test_the_census_sees_a_card_replaced_by_another() -> None:
    stack = decks(2)
    assert census(reversed(stack)) == census(stack)
    assert census((*stack[1:], stack[1])) != census(stack)
    assert census(stack[1:]) != census(stack)
