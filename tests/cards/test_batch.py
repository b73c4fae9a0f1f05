"""Batches come into play alone, in turn, or without end."""

from dataclasses import FrozenInstanceError

import pytest

from pitboss.cards.batch import AlternatingBatches, Batch, ContinuousShuffler, SingleBatch, Supply
from pitboss.cards.bits import SeededBits
from pitboss.cards.card import Card, Rank
from pitboss.cards.deck import deck, decks

RED = Batch("first", "red", decks(8, {Rank.TEN}))
BLUE = Batch("second", "blue", decks(8, {Rank.TEN}))


def test_an_order_of_the_batch_has_none_missing_and_none_foreign() -> None:
    ten = Card.parse("TH")
    assert RED.is_order(reversed(RED.cards))
    assert not RED.is_order(RED.cards[1:])
    assert not RED.is_order((*RED.cards, ten))
    assert not RED.is_order((ten, *RED.cards[1:]))


def test_a_card_taken_out_of_use_is_gone_once() -> None:
    eight = Card.parse("8S")
    left = RED.without(eight)
    assert (left.name, left.back_colour, len(left.cards)) == ("first", "red", 383)
    assert left.cards.count(eight) == 7
    assert left.is_order(card for index, card in enumerate(RED.cards) if index != RED.cards.index(eight))
    assert len(RED.cards) == 384


def test_a_card_that_is_not_there_cannot_be_taken_out() -> None:
    with pytest.raises(ValueError, match="Batch first holds no 10♥"):
        RED.without(Card.parse("TH"))


def test_two_batches_are_each_used_for_every_other_shoe() -> None:
    batches = AlternatingBatches(RED, BLUE)
    shoes = [batches.in_play]
    for _ in range(4):
        assert {batches.in_play.name, batches.in_device.name} == {"first", "second"}
        shoes.append(batches.swap())
        assert batches.in_play == shoes[-1]
    assert shoes == [RED, BLUE, RED, BLUE, RED]


@pytest.mark.parametrize("other", [Batch("second", "red", RED.cards), Batch("first", "blue", RED.cards)])
def test_two_batches_must_be_told_apart(other: Batch) -> None:
    with pytest.raises(ValueError, match="differ in name and in the colour"):
        AlternatingBatches(RED, other)


@pytest.mark.parametrize("other", [decks(6, {Rank.TEN}), decks(8)])
def test_two_batches_must_hold_the_same_decks(other: tuple[Card, ...]) -> None:
    with pytest.raises(ValueError, match="same decks"):
        AlternatingBatches(RED, Batch("second", "blue", other))


@pytest.mark.parametrize(
    ("supply", "fresh_every_round"),
    [(SingleBatch(RED), False), (AlternatingBatches(RED, BLUE), False), (ContinuousShuffler(RED), True)],
)
def test_only_a_continuous_shuffler_deals_each_round_afresh(supply: Supply, fresh_every_round: bool) -> None:
    assert supply.in_play == RED
    assert supply.fresh_every_round is fresh_every_round


@pytest.mark.parametrize("supply", [SingleBatch(RED), ContinuousShuffler(RED)])
def test_a_batch_alone_is_used_for_every_shoe(supply: Supply) -> None:
    assert supply.swap() == RED
    assert supply.in_play == RED


def test_a_continuous_shuffler_deals_all_the_cards_in_a_new_order_each_round() -> None:
    shuffler = ContinuousShuffler(Batch("only", "red", deck()))
    bits = SeededBits(1)
    orders = [shuffler.order(bits) for _ in range(10)]
    assert len(set(orders)) == 10
    assert all(shuffler.in_play.is_order(order) for order in orders)


@pytest.mark.parametrize(("record", "field"), [(RED, "cards"), (RED, "back_colour")])
def test_a_batch_is_not_altered_in_place(record: object, field: str) -> None:
    with pytest.raises(FrozenInstanceError):
        setattr(record, field, None)
