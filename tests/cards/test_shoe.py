"""The shoe gives up its cards one by one."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.cards.card import Card
from pitboss.cards.deck import deck
from pitboss.cards.shoe import CoverCardInTheWay, Shoe, ShoeEmpty

FIVE = tuple(map(Card.parse, ["AS", "2S", "3S", "4S", "5S"]))


def draw(shoe: Shoe, count: int) -> list[str]:
    return [shoe.draw().code for _ in range(count)]


def test_cards_come_off_from_the_top_and_are_counted_down() -> None:
    shoe = Shoe(FIVE)
    assert shoe.remaining == 5
    assert draw(shoe, 2) == ["AS", "2S"]
    assert shoe.remaining == 3
    assert draw(shoe, 3) == ["3S", "4S", "5S"]
    assert shoe.remaining == 0


def test_an_empty_shoe_gives_nothing() -> None:
    shoe = Shoe(FIVE)
    draw(shoe, 5)
    with pytest.raises(ShoeEmpty, match="empty"):
        shoe.draw()
    assert shoe.remaining == 0


# The cover card.


def test_the_cover_card_is_reached_when_it_is_the_next_thing_to_come_off() -> None:
    shoe = Shoe(FIVE, cover_card_at=2)
    seen = []
    for _ in range(2):
        seen.append((shoe.cover_card_at, shoe.cover_card_is_next, shoe.cover_card_reached))
        shoe.draw()
    seen.append((shoe.cover_card_at, shoe.cover_card_is_next, shoe.cover_card_reached))
    assert seen == [(2, False, False), (1, False, False), (0, True, True)]


def test_no_card_comes_off_past_the_cover_card() -> None:
    shoe = Shoe(FIVE, cover_card_at=2)
    draw(shoe, 2)
    with pytest.raises(CoverCardInTheWay, match="remove it"):
        shoe.draw()
    assert shoe.remaining == 3


def test_once_removed_the_cover_card_stays_reached_and_the_deal_goes_on_to_the_end() -> None:
    shoe = Shoe(FIVE, cover_card_at=2)
    draw(shoe, 2)
    shoe.remove_cover_card()
    assert (shoe.cover_card_at, shoe.cover_card_is_next, shoe.cover_card_reached) == (None, False, True)
    assert draw(shoe, 3) == ["3S", "4S", "5S"]
    assert shoe.cover_card_reached
    assert Shoe.laid(*shoe.lying()).cover_card_reached
    with pytest.raises(ShoeEmpty):
        shoe.draw()


def test_the_cover_card_cannot_be_removed_before_it_is_next_nor_twice() -> None:
    shoe = Shoe(FIVE, cover_card_at=1)
    with pytest.raises(ValueError, match="not next"):
        shoe.remove_cover_card()
    shoe.draw()
    shoe.remove_cover_card()
    with pytest.raises(ValueError, match="not next"):
        shoe.remove_cover_card()


def test_a_shoe_without_a_cover_card_never_reaches_one() -> None:
    shoe = Shoe(FIVE)
    draw(shoe, 5)
    assert (shoe.cover_card_at, shoe.cover_card_is_next, shoe.cover_card_reached) == (None, False, False)


def test_a_cover_card_may_lie_on_top_or_at_the_very_bottom() -> None:
    assert Shoe(FIVE, cover_card_at=0).cover_card_is_next
    shoe = Shoe(FIVE, cover_card_at=5)
    draw(shoe, 5)
    assert shoe.cover_card_is_next
    with pytest.raises(CoverCardInTheWay):
        shoe.draw()


@pytest.mark.parametrize("position", [-1, 6])
def test_a_cover_card_outside_the_shoe_is_refused(position: int) -> None:
    with pytest.raises(ValueError, match="shoe of 5"):
        Shoe(FIVE, cover_card_at=position)


# Taking out what is left.


def test_what_remains_is_taken_out_top_first_with_the_cover_card() -> None:
    shoe = Shoe(FIVE, cover_card_at=4)
    draw(shoe, 3)
    assert shoe.take_remaining() == FIVE[3:]
    assert (shoe.remaining, shoe.cover_card_at) == (0, None)
    assert shoe.take_remaining() == ()
    with pytest.raises(ShoeEmpty):
        shoe.draw()


@pytest.mark.parametrize(("dealt", "reached"), [(1, False), (2, True)])
def test_a_shoe_taken_out_early_has_not_reached_its_cover_card(dealt: int, reached: bool) -> None:
    shoe = Shoe(FIVE, cover_card_at=2)
    draw(shoe, dealt)
    shoe.take_remaining()
    assert (shoe.cover_card_is_next, shoe.cover_card_reached) == (False, reached)


@given(st.integers(0, 52), st.integers(0, 52), st.integers(0, 52))
def test_dealt_and_remaining_together_are_the_stack_in_its_order(size: int, dealt: int, cover: int) -> None:
    stack = deck()[:size]
    dealt, cover = min(dealt, size), min(cover, size)
    shoe = Shoe(stack, cover)
    off: list[Card] = []
    while len(off) < dealt:
        if shoe.cover_card_is_next:
            shoe.remove_cover_card()
        off.append(shoe.draw())
        assert shoe.remaining == size - len(off)
    assert (*off, *shoe.take_remaining()) == stack
