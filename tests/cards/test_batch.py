"""A batch loses a card that was taken out of use, and changes in no other way."""

from dataclasses import FrozenInstanceError

import pytest

from pitboss.cards.batch import Batch
from pitboss.cards.card import Card, Rank
from pitboss.cards.deck import decks

RED = Batch("first", "red", decks(8, {Rank.TEN}))


def test_a_card_taken_out_of_use_is_gone_once() -> None:
    eight = Card.parse("8S")
    left = RED.without(eight)
    assert (left.name, left.back_colour, len(left.cards)) == ("first", "red", 383)
    assert left.cards.count(eight) == 7
    first = RED.cards.index(eight)
    assert left.cards == RED.cards[:first] + RED.cards[first + 1 :]
    assert len(RED.cards) == 384


def test_a_card_that_is_not_there_cannot_be_taken_out() -> None:
    with pytest.raises(ValueError, match="Batch first holds no 10♥"):
        RED.without(Card.parse("TH"))


@pytest.mark.parametrize(("record", "field"), [(RED, "cards"), (RED, "back_colour")])
def test_a_batch_is_not_altered_in_place(record: object, field: str) -> None:
    with pytest.raises(FrozenInstanceError):
        setattr(record, field, None)
