"""Cutting and halving a stack."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.cards.card import Card
from pitboss.cards.deck import deck
from pitboss.cards.stack import cut, halves

STACK = tuple(range(10))


def test_the_cards_above_the_cut_go_to_the_bottom_in_their_order() -> None:
    assert cut(STACK, 3) == (3, 4, 5, 6, 7, 8, 9, 0, 1, 2)


def test_a_cut_deck_begins_with_the_card_that_lay_under_the_cut() -> None:
    assert cut(deck(), 13)[0] == Card.parse("AD")
    assert cut(deck(), 13)[-1] == Card.parse("KC")


@pytest.mark.parametrize("position", [-1, 0, 10, 11])
def test_a_cut_with_no_card_on_one_side_of_it_is_refused(position: int) -> None:
    with pytest.raises(ValueError, match=f"position {position} has not"):
        cut(STACK, position)


@pytest.mark.parametrize("position", [1, 9])
def test_one_card_on_a_side_is_enough(position: int) -> None:
    assert cut(STACK, position)[0] == position


@given(st.integers(2, 60), st.data())
def test_a_second_cut_at_what_went_under_restores_the_stack(size: int, data: st.DataObject) -> None:
    stack = tuple(range(size))
    position = data.draw(st.integers(1, size - 1))
    assert cut(cut(stack, position), size - position) == stack


@pytest.mark.parametrize(
    ("size", "top", "bottom"), [(4, (0, 1), (2, 3)), (5, (0, 1), (2, 3, 4)), (1, (), (0,)), (0, (), ())]
)
def test_halves_keep_the_odd_card_at_the_bottom(size: int, top: tuple[int, ...], bottom: tuple[int, ...]) -> None:
    assert halves(range(size)) == (top, bottom)
