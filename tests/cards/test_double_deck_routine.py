"""The Double Deck shuffle, movement by movement."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.cards.bits import SeededBits
from pitboss.cards.card import Card
from pitboss.cards.deck import census, decks
from pitboss.cards.double_deck_routine import Locations, Step, double_deck_routine

CARDS = decks(2)


def steps(seed: int = 1) -> list[Step]:
    return list(double_deck_routine(CARDS, SeededBits(seed)))


def sizes(locations: Locations) -> dict[str, int]:
    return {name: len(getattr(locations, name)) for name in Locations._fields if getattr(locations, name)}


def after(clause: str) -> Locations:
    """Where the cards lie when the last movement of a clause is done."""
    return [step.locations for step in steps() if step.clause == clause][-1]


def is_riffle_of(mixed: tuple[Card, ...], left: tuple[Card, ...], right: tuple[Card, ...]) -> bool:
    """Whether two packets, each in its own order, were merged; both must hold different cards."""
    assert not set(left) & set(right)
    from_left = tuple(card for card in mixed if card in set(left))
    from_right = tuple(card for card in mixed if card in set(right))
    return (from_left, from_right) == (left, right) and mixed not in (left + right, right + left)


@pytest.mark.clause("DD Shuffling 1")
def test_first_the_cards_are_divided_into_two_stacks() -> None:
    table = after("DD Shuffling 1")
    assert table == Locations(stack_1=CARDS[:52], stack_2=CARDS[52:])


@pytest.mark.clause("DD Shuffling 2")
def test_then_half_of_each_stack_is_shuffled_together_and_placed_on_b() -> None:
    # Stacks with different suits at their tops, so that the merge can be told apart.
    clubs_first = CARDS[:52] + CARDS[26:52] + CARDS[:26]
    *_, placed = [step for step in double_deck_routine(clubs_first, SeededBits(1)) if step.clause == "DD Shuffling 2"]
    table = placed.locations
    assert sizes(table) == {"stack_1": 26, "stack_2": 26, "location_b": 52}
    assert is_riffle_of(table.location_b, clubs_first[:26], clubs_first[52:78])
    assert (table.stack_1, table.stack_2) == (clubs_first[26:52], clubs_first[78:])


@pytest.mark.clause("DD Shuffling 3")
def test_then_the_rest_of_stack_1_and_half_of_b_are_worked_into_a() -> None:
    before, table = after("DD Shuffling 2"), after("DD Shuffling 3")
    assert sizes(table) == {"stack_2": 26, "location_a": 52, "location_b": 26}
    assert census(table.location_a) == census(before.stack_1 + before.location_b[:26])
    assert table.location_b == before.location_b[26:]
    assert table.stack_2 == before.stack_2


@pytest.mark.clause("DD Shuffling 4")
def test_then_the_rest_of_stack_2_and_of_b_are_worked_onto_a() -> None:
    before, table = after("DD Shuffling 3"), after("DD Shuffling 4")
    assert sizes(table) == {"location_a": 104}
    assert table.location_a[52:] == before.location_a
    assert census(table.location_a[:52]) == census(before.stack_2 + before.location_b)


@pytest.mark.parametrize(
    "clause",
    [
        pytest.param("DD Shuffling 3", marks=pytest.mark.clause("DD Shuffling 3")),
        pytest.param("DD Shuffling 4", marks=pytest.mark.clause("DD Shuffling 4")),
    ],
)
def test_each_pass_is_two_shuffles_a_strip_and_a_laced_third(clause: str) -> None:
    movements = [step for step in steps() if step.clause == clause]
    assert [step.act for step in movements] == [
        "shuffle the two packets together",
        "shuffle a second time",
        "strip",
        "shuffle a third time, lacing",
        "place in location A",
    ]
    *in_hand, placed = (step.locations for step in movements)
    held = [locations.hands for locations in in_hand]
    assert [len(hands) for hands in held] == [52] * 4
    assert len(set(held)) == 4
    assert placed.hands == ()
    assert placed.location_a[:52] == held[-1]


@pytest.mark.clause("DD Shuffling 3")
@pytest.mark.parametrize("seed", range(10))
def test_within_a_pass_a_strip_keeps_nearly_all_neighbours_and_a_lacing_few(seed: int) -> None:
    _, second, stripped, laced, _ = (step.locations.hands for step in steps(seed) if step.clause == "DD Shuffling 3")

    def pairs(hands: tuple[Card, ...]) -> set[tuple[Card, Card]]:
        return set(pairwise(hands))

    # At least 8 cards a packet makes 7 packets at most, and so 6 seams; 51 pairs less the few that occur twice.
    assert len(pairs(second) - pairs(stripped)) <= 6
    assert len(pairs(stripped) & pairs(laced)) < len(pairs(stripped)) // 2


def test_the_movements_come_in_the_order_of_the_clauses() -> None:
    clauses = [step.clause for step in steps()]
    assert clauses == sorted(clauses)
    assert set(clauses) == {f"DD Shuffling {number}" for number in (1, 2, 3, 4)}


@given(seed=st.integers(0))
def test_the_same_104_cards_lie_on_the_table_after_every_movement(seed: int) -> None:
    for step in steps(seed):
        assert census(step.locations.gathered()) == census(CARDS), step.act


@given(seed=st.integers(0))
def test_the_routine_ends_with_the_single_stack(seed: int) -> None:
    single = [*double_deck_routine(CARDS, SeededBits(seed))][-1].locations.location_a
    assert single == steps(seed)[-1].locations.location_a
    assert len(single) == 104
    assert census(single) == census(CARDS)
    assert single != CARDS


def test_a_dealer_tapped_out_in_mid_shuffle_leaves_every_card_to_the_next() -> None:
    # Given a dealer stopped when the first pass has been stripped.
    routine = double_deck_routine(CARDS, SeededBits(1))
    stopped = next(step for step in routine if step.act == "strip")
    assert sizes(stopped.locations) == {"stack_2": 26, "location_b": 26, "hands": 52}
    # When the incoming dealer gathers the cards and begins anew, then nothing is missing.
    anew = [*double_deck_routine(stopped.locations.gathered(), SeededBits(2))][-1].locations.location_a
    assert census(anew) == census(CARDS)


def test_no_bits_are_drawn_for_movements_that_are_not_made() -> None:
    bits, untouched = SeededBits(1), SeededBits(1)
    next(double_deck_routine(CARDS, bits))
    assert bits.bits(64) == untouched.bits(64)


@pytest.mark.parametrize(("record", "field"), [(steps()[0], "locations"), (Locations(), "hands")])
def test_a_movement_that_was_made_cannot_be_altered(record: object, field: str) -> None:
    with pytest.raises(AttributeError):
        setattr(record, field, None)
