"""The Double Deck house's shuffle, steps 1 to 4: two stacks beside each other, worked through B into A.

         A
    1         2
         B

Where the text says "half" exactly the top half is taken; where it says "shuffle", one riffle is made. Steps 3
and 4 both end in location A (a slip in the text): here the second lands on top of the first, which makes one stack.
"""

from collections.abc import Callable, Generator, Iterator, Sequence
from typing import NamedTuple

from pitboss.cards.bits import Bits
from pitboss.cards.card import Card
from pitboss.cards.shuffle import (
    LACE_CUT_OFF,
    LOWER,
    PACKET_MAX,
    UPPER,
    fall,
    interleave_falls,
    lace_falls,
    pull,
    riffle_falls,
    strip_packets,
)
from pitboss.cards.stack import halves

DIVIDE = "DD Shuffling 1"
HALF_OF_EACH = "DD Shuffling 2"
FIRST_PASS = "DD Shuffling 3"
SECOND_PASS = "DD Shuffling 4"
MIXED_FROM = 40  # in fewer cards chance alone may leave two packets as they were


class Locations(NamedTuple):
    """Where every card lies: stacks 1 and 2, locations A and B, and the dealer's hands."""

    stack_1: tuple[Card, ...] = ()
    stack_2: tuple[Card, ...] = ()
    location_a: tuple[Card, ...] = ()
    location_b: tuple[Card, ...] = ()
    hands: tuple[Card, ...] = ()

    def gathered(self) -> tuple[Card, ...]:
        """All the cards as one, for a dealer who is tapped out in mid-shuffle and spreads them."""
        return self.hands + self.stack_1 + self.stack_2 + self.location_a + self.location_b


class Step(NamedTuple):
    """One movement of the routine: the clause that orders it, what was done, and where the cards then lie."""

    clause: str
    act: str
    locations: Locations


class Movement(NamedTuple):
    """What the routine asks of the hands: a word, with how many cards, and of two packets the size of the first."""

    clause: str
    word: str
    size: int = 0
    upper: int | None = None


Hands = Callable[[Movement], str]


class NotTheRoutine(Exception):
    """What the hands did is not the step that the routine has there."""

    def __init__(self, clause: str, sentence: str) -> None:
        self.clause = clause
        self.sentence = sentence


class DrawnHands:
    """Hands that move as the models have it, from random bits; `movements` keeps what they did, a text for each."""

    def __init__(self, bits: Bits) -> None:
        self._bits = bits
        self.movements: list[str] = []

    def __call__(self, asked: Movement) -> str:
        """The detail of the movement asked for: falls, packets, or nothing."""
        detail = ""
        if asked.word == "riffle" and asked.upper is not None:
            detail = interleave_falls(asked.upper, asked.size - asked.upper, self._bits)
        elif asked.word == "riffle":
            detail = riffle_falls(asked.size, self._bits)
        elif asked.word == "strip":
            detail = " ".join(map(str, strip_packets(asked.size, self._bits)))
        elif asked.word == "lace":
            detail = lace_falls(asked.size, self._bits)
        self.movements.append(f"{asked.word} {detail}".rstrip())
        return detail


class TakenDown:
    """Hands that did what was taken down of them, each movement checked against the one that the routine has there."""

    def __init__(self, movements: Sequence[str]) -> None:
        self._next = iter(movements)

    def __call__(self, asked: Movement) -> str:
        """The detail of the next movement taken down."""
        done = next(self._next, None)
        if done is None:
            raise NotTheRoutine(asked.clause, f"the shuffle ends where the routine has {asked.word!r}")
        detail = done.removeprefix(asked.word).lstrip()
        if done not in (asked.word, f"{asked.word} {detail}"):
            raise NotTheRoutine(asked.clause, f"{done.split()[0]!r} comes where the routine has {asked.word!r}")
        fault = _fault(asked, detail)
        if fault is not None:
            raise NotTheRoutine(asked.clause, fault)
        return detail

    def ends(self) -> None:
        """After the last step nothing more is done to the cards."""
        more = next(self._next, None)
        if more is not None:
            raise NotTheRoutine(SECOND_PASS, f"{more.split()[0]!r} comes after the routine has ended")


def _fault(asked: Movement, detail: str) -> str | None:
    """Why a movement of the right kind is not the one the routine has, or None."""
    if asked.word not in ("riffle", "strip", "lace"):
        return f"{asked.word!r} needs no more words" if detail else None
    if asked.word == "strip":
        packets = [int(word) if word.isdecimal() else 0 for word in detail.split()]
        if sum(packets) != asked.size or 0 in packets:
            return f"the packets of the strip are not the {asked.size} cards in hand"
        return "a strip in one packet moves no card" if len(packets) == 1 and asked.size > PACKET_MAX else None
    upper = detail.count(UPPER)
    if len(detail) != asked.size or upper + detail.count(LOWER) != asked.size:
        return f"what falls is not the {asked.size} cards in hand"
    if asked.upper is not None and upper != asked.upper:
        return f"{upper} cards fall from a packet of {asked.upper}"
    changes = detail.count(UPPER + LOWER) + detail.count(LOWER + UPPER)
    if asked.word == "lace" and abs(upper - asked.size // 2) > LACE_CUT_OFF:
        return f"the cards are cut {upper} from the top, not in halves to be laced"
    if asked.size >= MIXED_FROM and changes < (asked.size // 4 if asked.word == "lace" else 2):
        return "the packets do not fall into one another"
    return None


def carry_out(cards: Sequence[Card], hands: Hands) -> Iterator[Step]:
    """The routine movement by movement; stop asking for the next and the cards stay where the last step left them."""
    hands(Movement(DIVIDE, "divide"))
    stack_1, stack_2 = halves(cards)
    table = Locations(stack_1, stack_2)
    yield Step(DIVIDE, "divide the cards into stacks 1 and 2", table)

    half_of_1, rest_of_1 = halves(table.stack_1)
    half_of_2, rest_of_2 = halves(table.stack_2)
    held = half_of_1 + half_of_2
    falls = hands(Movement(HALF_OF_EACH, "riffle", len(held), len(half_of_1)))
    table = table._replace(stack_1=rest_of_1, stack_2=rest_of_2, hands=fall(held, falls))
    yield Step(HALF_OF_EACH, "shuffle half of each stack together", table)
    hands(Movement(HALF_OF_EACH, "place B"))
    table = table._replace(hands=(), location_b=table.hands)
    yield Step(HALF_OF_EACH, "place them on the lower cut card, B", table)

    half_of_b, rest_of_b = halves(table.location_b)
    packets = table.stack_1, half_of_b
    table = yield from _pass(FIRST_PASS, *packets, table._replace(stack_1=(), location_b=rest_of_b), hands)

    packets = table.stack_2, table.location_b
    yield from _pass(SECOND_PASS, *packets, table._replace(stack_2=(), location_b=()), hands)


def double_deck_routine(cards: Sequence[Card], bits: Bits) -> Iterator[Step]:
    """The routine by hands that move as the models have it."""
    return carry_out(cards, DrawnHands(bits))


def _pass(
    clause: str, left: tuple[Card, ...], right: tuple[Card, ...], table: Locations, hands: Hands
) -> Generator[Step, None, Locations]:
    """Two packets shuffled twice, stripped, laced and laid on A, as steps 3 and 4 both have it."""
    size = len(left) + len(right)
    table = table._replace(hands=fall(left + right, hands(Movement(clause, "riffle", size, len(left)))))
    yield Step(clause, "shuffle the two packets together", table)
    table = table._replace(hands=fall(table.hands, hands(Movement(clause, "riffle", size))))
    yield Step(clause, "shuffle a second time", table)
    packets = [int(cards) for cards in hands(Movement(clause, "strip", size)).split()]
    table = table._replace(hands=pull(table.hands, packets))
    yield Step(clause, "strip", table)
    table = table._replace(hands=fall(table.hands, hands(Movement(clause, "lace", size))))
    yield Step(clause, "shuffle a third time, lacing", table)
    hands(Movement(clause, "place A"))
    table = table._replace(hands=(), location_a=table.hands + table.location_a)
    yield Step(clause, "place in location A", table)
    return table
