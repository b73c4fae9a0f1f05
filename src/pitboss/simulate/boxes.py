"""The boxes of a round: of each its two cards, and what it wagered and came to.

A table of one box keeps it in registers, as the tuple `one`; one of several keeps `rows` of integers, and `one` stays
empty. A result is (attacked, insured, hands, how many, side wagers collected with them, cards racked later, how the
first hand was drawn). All that every game has of a box stands in one word; a GPU keeps the rows in memory.
"""

from pitboss.simulate.box import WIDE_HANDS
from pitboss.simulate.constants import BOXES, BY_DEAL, BY_PLAYERS_HAND, GIVEN, RACK, TRUE_BINS
from pitboss.simulate.machine_words import I32, U32, BoxCards, OnlyBox, Result, Rows
from pitboss.simulate.target_cpu import i32, i64, jit, u32, u64

# Where a box's row has what: the word of all games, then what some have.
BOX_WORD, FACES, MANY_HANDS, LATER, AS_DRAWN = range(5)
BOX_ROW = 5
# Where the word has what: the cards' values, four bits each, decisions, hands.
SECOND, ATTACKED, INSURED, FORMED, COLLECTED, HANDS = (u64(bit) for bit in (4, 8, 9, 11, 15, 16))
DEALT = u64(255)  # the bits of the cards


@jit
def no_box() -> OnlyBox:
    """The only box, with no cards yet."""
    hands = u64(0) if WIDE_HANDS else u32(0)
    return (u32(0), u32(0), u32(0), u32(0)), (i32(0), i32(0), hands, u32(0), False, u64(0), u32(0))


@jit
def cards_in(rows: Rows, b: I32) -> BoxCards:
    """A box's two cards, where there are several boxes."""
    word, faces = u32(rows[b, BOX_WORD]), u32(rows[b, FACES])
    return u32(word & u32(15)), u32(faces & u32(0xFFFF)), u32(u32(word >> u32(4)) & u32(15)), u32(faces >> u32(16))


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
        rows[b, BOX_WORD] = i64(u64(rows[b, BOX_WORD]) | u64(u64(g) << SECOND)) if second else i64(g)
        if GIVEN or BY_DEAL:
            rows[b, FACES] = i64(u64(rows[b, FACES]) | u64(u64(e) << u64(16))) if second else i64(e)
        return one

    @jit
    def cards_of(one: OnlyBox, rows: Rows, b: I32) -> BoxCards:
        """A box's two cards."""
        return cards_in(rows, b)

    @jit
    def result_of(one: OnlyBox, rows: Rows, b: I32) -> Result:
        """What a box wagered and came to."""
        word = u64(rows[b, BOX_WORD])
        hands = u64(rows[b, MANY_HANDS]) if WIDE_HANDS else u32(word >> HANDS)
        attack, insured = i32(u64(word >> ATTACKED) & u64(1)), i32(u64(word >> INSURED) & u64(3))
        formed, collected = u32(u64(word >> FORMED) & u64(15)), u64(u64(word >> COLLECTED) & u64(1)) != u64(0)
        later = u64(rows[b, LATER]) if RACK else u64(0)
        return attack, insured, hands, formed, collected, later, u32(rows[b, AS_DRAWN]) if BY_PLAYERS_HAND else u32(0)

    @jit
    def with_decisions(one: OnlyBox, rows: Rows, b: I32, attack: I32, insured: I32) -> OnlyBox:
        """The boxes with what one of them decided before its turn."""
        decided = u64(u64(u64(attack) << ATTACKED) | u64(u64(insured) << INSURED))
        rows[b, BOX_WORD] = i64(u64(u64(rows[b, BOX_WORD]) & DEALT) | decided)
        return one

    @jit
    def with_result(one: OnlyBox, rows: Rows, b: I32, result: Result) -> OnlyBox:
        """The boxes with what one of them wagered and came to."""
        attack, insured, hands, formed, collected, later, first = result
        with_decisions(one, rows, b, attack, insured)
        word = u64(
            u64(rows[b, BOX_WORD]) | u64(u64(u64(formed) << FORMED) | u64(u64(1 if collected else 0) << COLLECTED))
        )
        rows[b, BOX_WORD] = i64(word) if WIDE_HANDS else i64(word | u64(u64(hands) << HANDS))
        if WIDE_HANDS:
            rows[b, MANY_HANDS] = i64(hands)
        if RACK:
            rows[b, LATER] = i64(later)
        if BY_PLAYERS_HAND:
            rows[b, AS_DRAWN] = i64(first)
        return one

    @jit
    def looked_at_box(one: OnlyBox, rows: Rows, b: I32, e1: U32, e2: U32) -> None:
        """Keep the faces of a box's cards: the boxes after it have others."""
        rows[b, FACES] = i64(u32(e1 | u32(e2 << u32(16))))
