"""The Double Deck house's shuffle, steps 1 to 4: two stacks beside each other, worked through B into A.

         A
    1         2
         B

Where the text says "half" the model takes exactly the top half; where it says "shuffle" it takes one riffle. Steps 3
and 4 both end in location A (a slip in the text): here the second lands on top of the first, which makes one stack.
"""

from collections.abc import Generator, Iterator, Sequence
from dataclasses import dataclass, replace

from pitboss.cards.bits import Bits
from pitboss.cards.card import Card
from pitboss.cards.shuffle import interleave, lace, riffle, strip
from pitboss.cards.stack import halves

DIVIDE = "DD Shuffling 1"
HALF_OF_EACH = "DD Shuffling 2"
FIRST_PASS = "DD Shuffling 3"
SECOND_PASS = "DD Shuffling 4"


@dataclass(frozen=True, slots=True)
class Locations:
    """Where every card lies: stacks 1 and 2, locations A and B, and the dealer's hands."""

    stack_1: tuple[Card, ...] = ()
    stack_2: tuple[Card, ...] = ()
    location_a: tuple[Card, ...] = ()
    location_b: tuple[Card, ...] = ()
    hands: tuple[Card, ...] = ()

    def gathered(self) -> tuple[Card, ...]:
        """All the cards as one, for a dealer who is tapped out in mid-shuffle and spreads them."""
        return self.hands + self.stack_1 + self.stack_2 + self.location_a + self.location_b


@dataclass(frozen=True, slots=True)
class Step:
    """One movement of the routine: the clause that orders it, what was done, and where the cards then lie."""

    clause: str
    act: str
    locations: Locations


def double_deck_routine(cards: Sequence[Card], bits: Bits) -> Iterator[Step]:
    """The routine movement by movement; stop asking for the next and the cards stay where the last step left them."""
    stack_1, stack_2 = halves(cards)
    table = Locations(stack_1, stack_2)
    yield Step(DIVIDE, "divide the cards into stacks 1 and 2", table)

    half_of_1, rest_of_1 = halves(table.stack_1)
    half_of_2, rest_of_2 = halves(table.stack_2)
    table = replace(table, stack_1=rest_of_1, stack_2=rest_of_2, hands=interleave(half_of_1, half_of_2, bits))
    yield Step(HALF_OF_EACH, "shuffle half of each stack together", table)
    table = replace(table, hands=(), location_b=table.hands)
    yield Step(HALF_OF_EACH, "place them on the lower cut card, B", table)

    half_of_b, rest_of_b = halves(table.location_b)
    held = table.stack_1, half_of_b
    table = yield from _pass(FIRST_PASS, *held, replace(table, stack_1=(), location_b=rest_of_b), bits)

    held = table.stack_2, table.location_b
    yield from _pass(SECOND_PASS, *held, replace(table, stack_2=(), location_b=()), bits)


def shuffle_double_deck(cards: Sequence[Card], bits: Bits) -> tuple[Card, ...]:
    """The single stack that the whole routine leaves in location A."""
    *_, last = double_deck_routine(cards, bits)
    return last.locations.location_a


def _pass(
    clause: str, left: tuple[Card, ...], right: tuple[Card, ...], table: Locations, bits: Bits
) -> Generator[Step, None, Locations]:
    """Two packets shuffled twice, stripped, laced and laid on A, as steps 3 and 4 both have it."""
    table = replace(table, hands=interleave(left, right, bits))
    yield Step(clause, "shuffle the two packets together", table)
    table = replace(table, hands=riffle(table.hands, bits))
    yield Step(clause, "shuffle a second time", table)
    table = replace(table, hands=strip(table.hands, bits))
    yield Step(clause, "strip", table)
    table = replace(table, hands=lace(table.hands, bits))
    yield Step(clause, "shuffle a third time, lacing", table)
    table = replace(table, hands=(), location_a=table.hands + table.location_a)
    yield Step(clause, "place in location A", table)
    return table
