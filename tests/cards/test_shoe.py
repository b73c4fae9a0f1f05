"""The shoe gives up its cards one by one."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.cards.card import Card
from pitboss.cards.deck import deck
from pitboss.cards.shoe import CoverCardInTheWay, Shoe, ShoeEmpty

FIVE = tuple(map(Card.parse, ["AS", "2S", "3S", "4S", "5S"]))
TEN = Card.parse("TH")


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


# A card found face up.


def faces(shoe: Shoe) -> list[tuple[str, bool]]:
    """Every card as it comes off, and whether it lay face up."""
    seen = []
    while shoe.remaining:
        face_up = shoe.next_is_face_up
        seen.append((shoe.draw().code, face_up))
    return seen


def test_a_card_turned_up_is_found_when_it_comes_to_the_front() -> None:
    shoe = Shoe(FIVE)
    shoe.draw()
    shoe.turn_up(1)
    assert faces(shoe) == [("2S", False), ("3S", True), ("4S", False), ("5S", False)]


def test_two_cards_can_lie_face_up() -> None:
    shoe = Shoe(FIVE)
    shoe.turn_up(0)
    shoe.turn_up(4)
    assert faces(shoe) == [("AS", True), ("2S", False), ("3S", False), ("4S", False), ("5S", True)]


def test_a_face_up_card_under_the_cover_card_is_not_seen_until_that_is_removed() -> None:
    shoe = Shoe(FIVE, cover_card_at=0)
    shoe.turn_up(0)
    seen_before = shoe.next_is_face_up
    shoe.remove_cover_card()
    assert (seen_before, shoe.next_is_face_up) == (False, True)


@pytest.mark.parametrize("position", [-1, 4])
def test_only_a_card_in_the_shoe_can_be_turned_up(position: int) -> None:
    shoe = Shoe(FIVE)
    shoe.draw()
    with pytest.raises(ValueError, match="4 cards remain"):
        shoe.turn_up(position)


# A card that does not belong.


def test_a_foreign_card_comes_off_where_it_was_put() -> None:
    shoe = Shoe(FIVE)
    shoe.draw()
    shoe.insert(2, TEN)
    assert shoe.remaining == 5
    assert draw(shoe, 5) == ["2S", "3S", "TH", "4S", "5S"]
    with pytest.raises(ShoeEmpty):
        shoe.draw()


@pytest.mark.parametrize(("position", "above_cover"), [(0, 3), (1, 3), (2, 2), (3, 2), (5, 2)])
def test_a_foreign_card_above_the_cover_card_pushes_it_down_and_one_at_its_place_goes_below(
    position: int, above_cover: int
) -> None:
    shoe = Shoe(FIVE, cover_card_at=2)
    shoe.insert(position, TEN)
    assert shoe.cover_card_at == above_cover
    above = draw(shoe, above_cover)
    assert ("TH" in above) == (position < 2)
    shoe.remove_cover_card()
    below = draw(shoe, 6 - above_cover)
    assert (above + below).index("TH") == position


def test_a_cover_card_that_was_reached_stays_reached() -> None:
    shoe = Shoe(FIVE, cover_card_at=0)
    shoe.insert(0, TEN)
    assert shoe.cover_card_is_next


@pytest.mark.parametrize(("position", "found_after"), [(0, 3), (2, 3), (3, 2)])
def test_a_face_up_card_stays_the_same_card_when_another_is_put_in(position: int, found_after: int) -> None:
    shoe = Shoe(FIVE)
    shoe.turn_up(2)
    shoe.insert(position, TEN)
    draw(shoe, found_after)
    assert shoe.next_is_face_up
    assert shoe.draw().code == "3S"


@pytest.mark.parametrize("position", [-1, 5])
def test_a_card_cannot_be_put_in_outside_the_shoe(position: int) -> None:
    shoe = Shoe(FIVE)
    shoe.draw()
    with pytest.raises(ValueError, match="4 cards remain"):
        shoe.insert(position, TEN)


# Taking out what is left.


def test_what_remains_is_taken_out_top_first_with_the_cover_card() -> None:
    shoe = Shoe(FIVE, cover_card_at=4)
    shoe.turn_up(3)
    draw(shoe, 3)
    assert shoe.take_remaining() == FIVE[3:]
    assert (shoe.remaining, shoe.cover_card_at, shoe.next_is_face_up) == (0, None, False)
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
