"""The discard rack keeps every hand so that it can be rebuilt."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.cards.card import ALL_CARDS, Card
from pitboss.cards.discard_rack import Burn, DealerHand, DiscardRack, Group, MixedBatches, Other, PlayerHand


def cards(text: str) -> tuple[Card, ...]:
    return tuple(map(Card.parse, text.split()))


def rack_after_two_rounds() -> DiscardRack:
    rack = DiscardRack()
    rack.place(Burn(1), cards("2C"))
    rack.place(PlayerHand(1, box=3), cards("8S 8H KD"))
    rack.place(PlayerHand(1, box=1, hand=1), cards("AS AH"))
    rack.place(PlayerHand(1, box=1, hand=2), cards("AC 9D"))
    rack.place(DealerHand(1), cards("QS 7H"))
    rack.place(PlayerHand(2, box=3), cards("5S 6S"))
    rack.place(Other("card found face up in the shoe", 2), cards("JC"))
    rack.place(DealerHand(2), cards("KC KH"))
    rack.place(Other("left in the shoe"), cards("3D 4D"))
    return rack


def test_a_round_is_rebuilt_hand_by_hand_in_the_order_placed() -> None:
    assert rack_after_two_rounds().round(2) == (
        Group(PlayerHand(2, 3, 1), cards("5S 6S")),
        Group(Other("card found face up in the shoe", 2), cards("JC")),
        Group(DealerHand(2), cards("KC KH")),
    )
    assert [group.label for group in rack_after_two_rounds().round(1)] == [
        Burn(1),
        PlayerHand(1, 3, 1),
        PlayerHand(1, 1, 1),
        PlayerHand(1, 1, 2),
        DealerHand(1),
    ]


def test_a_round_that_left_no_cards_is_empty() -> None:
    assert rack_after_two_rounds().round(3) == ()


def test_the_height_is_the_number_of_cards() -> None:
    assert DiscardRack().height == 0
    assert rack_after_two_rounds().height == 17


def test_labels_of_different_kinds_are_never_taken_for_each_other() -> None:
    assert len({Burn(1), DealerHand(1), PlayerHand(1, 1), PlayerHand(1, 1, 2), Other("", 1)}) == 5


def test_a_hand_changed_after_it_was_placed_does_not_change_the_rack() -> None:
    rack = DiscardRack()
    hand = list(cards("8S 8H"))
    rack.place(PlayerHand(1, 1), hand)
    hand.append(Card.parse("KD"))
    assert rack.round(1)[0].cards == cards("8S 8H")
    assert rack.height == 2


def test_all_is_taken_as_a_stack_with_the_last_card_on_top_and_the_rack_is_empty() -> None:
    rack = DiscardRack()
    rack.place(PlayerHand(1, 1), cards("8S 8H"))
    rack.place(DealerHand(1), cards("QS 7H"))
    assert rack.take_all() == cards("7H QS 8H 8S")
    assert (rack.height, rack.groups, rack.take_all()) == (0, (), ())


@given(st.lists(st.tuples(st.integers(1, 4), st.lists(st.sampled_from(ALL_CARDS), max_size=5)), max_size=12))
def test_the_rounds_together_are_all_that_was_placed(placed: list[tuple[int, list[Card]]]) -> None:
    rack = DiscardRack()
    for number, hand in placed:
        rack.place(DealerHand(number), hand)
    for number in range(1, 5):
        assert [group.cards for group in rack.round(number)] == [tuple(hand) for of, hand in placed if of == number]
    assert rack.height == sum(len(hand) for _, hand in placed)
    assert rack.take_all() == tuple(card for _, hand in placed for card in hand)[::-1]


# One batch at a time.


def test_cards_of_a_second_batch_are_refused_while_the_first_lies_in_the_rack() -> None:
    rack = DiscardRack()
    rack.place(DealerHand(1), cards("QS 7H"), "red")
    rack.place(DealerHand(2), cards("5S"), "red")
    with pytest.raises(MixedBatches, match=r"holds cards of batch red; .*batch blue"):
        rack.place(DealerHand(3), cards("KC KH"), "blue")
    assert rack.height == 3


@pytest.mark.parametrize(("first", "second"), [("red", None), (None, "red")])
def test_a_batch_without_a_name_does_not_mix_with_one_that_has_it(first: str | None, second: str | None) -> None:
    rack = DiscardRack()
    rack.place(DealerHand(1), cards("QS"), first)
    with pytest.raises(MixedBatches, match="a batch without a name"):
        rack.place(DealerHand(2), cards("KC"), second)


def test_once_the_rack_is_emptied_the_other_batch_may_follow() -> None:
    rack = DiscardRack()
    rack.place(DealerHand(1), cards("QS 7H"), "red")
    rack.take_all()
    rack.place(DealerHand(2), cards("KC KH"), "blue")
    assert rack.height == 2


@pytest.mark.parametrize(("record", "field"), [(Group(Burn(1), ()), "cards"), (PlayerHand(1, 1), "round")])
def test_what_lies_in_the_rack_cannot_be_altered(record: object, field: str) -> None:
    with pytest.raises(AttributeError, match="immutable"):
        setattr(record, field, None)
