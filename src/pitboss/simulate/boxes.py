"""The boxes of a round: of each its two cards, and what it wagered and came to.

A table of one box keeps it in registers, as the tuple `one`; one of several keeps `rows` of integers, and `one` stays
empty. A result is (attacked, insured, hands, how many, side wagers collected with them, cards racked later, how the
first hand was drawn).
"""

from pitboss.simulate.box import WIDE_HANDS
from pitboss.simulate.constants import BOXES, TRUE_BINS
from pitboss.simulate.machine_words import I32, U32, BoxCards, OnlyBox, Result, Rows
from pitboss.simulate.target_cpu import i32, i64, jit, u32, u64

# Where a box's row has what.
FIRST, FIRST_FACE, SECOND, SECOND_FACE, ATTACKED, INSURED, HANDS, FORMED, COLLECTED, LATER, AS_DRAWN = range(11)
BOX_ROW = 11


@jit
def no_box() -> OnlyBox:
    """The only box, with no cards yet."""
    hands = u64(0) if WIDE_HANDS else u32(0)
    return (u32(0), u32(0), u32(0), u32(0)), (i32(0), i32(0), hands, u32(0), False, u64(0), u32(0))


if BOXES == 1:

    @jit
    def first_row(of_box: Rows, b: I32) -> U32:
        """Where the tables of the box's strategy begin."""
        return u32(0)

    @jit
    def with_card(one: OnlyBox, rows: Rows, b: I32, second: bool, g: U32, e: U32) -> OnlyBox:
        """The box with one card more."""
        (_, _, g2, e2), result = one
        return (g2, e2, g, e), result

    @jit
    def cards_of(one: OnlyBox, rows: Rows, b: I32) -> BoxCards:
        """The box's two cards."""
        return one[0]

    @jit
    def result_of(one: OnlyBox, rows: Rows, b: I32) -> Result:
        """What the box wagered and came to."""
        return one[1]

    @jit
    def with_decisions(one: OnlyBox, rows: Rows, b: I32, attack: I32, insured: I32) -> OnlyBox:
        """The box with what it decided before its turn."""
        cards, (_, _, hands, formed, collected, later, first) = one
        return cards, (attack, insured, hands, formed, collected, later, first)

    @jit
    def with_result(one: OnlyBox, rows: Rows, b: I32, result: Result) -> OnlyBox:
        """The box with what it wagered and came to."""
        return one[0], result

    @jit
    def looked_at_box(one: OnlyBox, rows: Rows, b: I32, e1: U32, e2: U32) -> None:
        """Nobody comes after the only box who could have its cards."""

else:

    @jit
    def first_row(of_box: Rows, b: I32) -> U32:
        """Where the tables of the box's strategy begin."""
        return u32(u32(of_box[b]) * u32(TRUE_BINS))

    @jit
    def with_card(one: OnlyBox, rows: Rows, b: I32, second: bool, g: U32, e: U32) -> OnlyBox:
        """The boxes with the first or second card of one of them."""
        rows[b, SECOND if second else FIRST] = g
        rows[b, SECOND_FACE if second else FIRST_FACE] = e
        return one

    @jit
    def cards_of(one: OnlyBox, rows: Rows, b: I32) -> BoxCards:
        """A box's two cards."""
        return u32(rows[b, FIRST]), u32(rows[b, FIRST_FACE]), u32(rows[b, SECOND]), u32(rows[b, SECOND_FACE])

    @jit
    def result_of(one: OnlyBox, rows: Rows, b: I32) -> Result:
        """What a box wagered and came to."""
        hands = u64(rows[b, HANDS]) if WIDE_HANDS else u32(rows[b, HANDS])
        attack, insured, formed = i32(rows[b, ATTACKED]), i32(rows[b, INSURED]), u32(rows[b, FORMED])
        return attack, insured, hands, formed, rows[b, COLLECTED] != 0, u64(rows[b, LATER]), u32(rows[b, AS_DRAWN])

    @jit
    def with_decisions(one: OnlyBox, rows: Rows, b: I32, attack: I32, insured: I32) -> OnlyBox:
        """The boxes with what one of them decided before its turn."""
        rows[b, ATTACKED], rows[b, INSURED] = attack, insured
        return one

    @jit
    def with_result(one: OnlyBox, rows: Rows, b: I32, result: Result) -> OnlyBox:
        """The boxes with what one of them wagered and came to."""
        attack, insured, hands, formed, collected, later, first = result
        rows[b, ATTACKED], rows[b, INSURED], rows[b, HANDS] = attack, insured, i64(hands)
        rows[b, FORMED], rows[b, COLLECTED], rows[b, LATER] = formed, collected, i64(later)
        rows[b, AS_DRAWN] = first
        return one

    @jit
    def looked_at_box(one: OnlyBox, rows: Rows, b: I32, e1: U32, e2: U32) -> None:
        """Keep the faces of a box's cards: the boxes after it have others."""
        rows[b, FIRST_FACE], rows[b, SECOND_FACE] = e1, e2
