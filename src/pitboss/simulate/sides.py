"""Side wagers in a round: the line each is paid by, and the faces of the cards where their values do not tell."""

from pitboss.simulate.box import drawn_numbers
from pitboss.simulate.boxes import cards_in, cards_of, looked_at_box, result_of
from pitboss.simulate.constants import (
    BY_DEAL,
    BY_PLAYERS_HAND,
    BY_THIRD_CARD,
    COUNTS,
    DECKS,
    GIVEN,
    SIDE_BY,
    SIDES,
    TEN_RANKS,
)
from pitboss.simulate.machine_words import I32, U32, U64, Card, Faces, OnlyBox, Rows, Shoe, Shown
from pitboss.simulate.shoe import NOT_LOOKED_AT, chosen
from pitboss.simulate.side_line import line_by_value, side_line
from pitboss.simulate.target_cpu import apart, i32, jit, u32, u64

JACKS = TEN_RANKS[0]
QUEENS = JACKS + TEN_RANKS[1]
KINGS = QUEENS + TEN_RANKS[2]
VALUE_TEN = u32(9)
NOBODY = (u32(0xFFFF), u32(0))  # no card: a value, less one, that none has, and a face
FACE_SUITS = u32(3)
BY_HAND, BY_DEALERS_HAND, BY_THREE, BY_UP_CARD = 4, 3, 2, 1
LOOK = u32(255)  # what `line_by_value` says where ranks or suits must be looked at


@jit
def rank_of(g: U32, face: U32) -> I32:
    """The rank of a card, ace 1 to king 13."""
    if GIVEN:
        return i32(u32(face & u32(15)))
    if g != VALUE_TEN:
        return i32(i32(g) + 1)
    above = (1 if face >= u32(JACKS) else 0) + (1 if face >= u32(QUEENS) else 0) + (1 if face >= u32(KINGS) else 0)
    return i32(10 + above)


@jit
def suit_of(face: U32) -> I32:
    """The suit of a card; of each rank a shoe begins with as many in every suit."""
    return i32(u32(face >> u32(4))) if GIVEN else i32(u32(u32(face // u32(DECKS)) & FACE_SUITS))


@jit
def not_above(g: U32, face: U32, other: Card) -> U32:
    """1 for a card of this value that was looked at and has this face or a lower one."""
    return u32(1) if other[0] == g and other[1] <= face else u32(0)


@jit
def looked_at_before(g: U32, face: U32, known: tuple[Card, Card, Card, Card], rows: Rows, boxes: I32) -> U32:
    """How many cards of a value, up to a face, were looked at: of the dealer's, and of the first boxes'."""
    one, two, three, four = known
    many = u32(not_above(g, face, one) + not_above(g, face, two))
    many = u32(u32(many + not_above(g, face, three)) + not_above(g, face, four))
    for b in range(boxes):
        g1, e1, g2, e2 = cards_in(rows, b)
        many = u32(many + u32(not_above(g, face, (g1, e1)) + not_above(g, face, (g2, e2))))
    return many


@apart
def looked_at(
    s: Shoe, g: U32, face: U32, known: tuple[Card, Card, Card, Card], rows: Rows, boxes: I32
) -> tuple[Shoe, U32]:
    """The face of a card: any of its value in the shoe that is none looked at in this round."""
    if face != NOT_LOOKED_AT:
        return s, face
    seen = looked_at_before(g, u32(NOT_LOOKED_AT - u32(1)), known, rows, boxes)
    s, place = chosen(s, u32(u32(COUNTS[g]) - seen))
    found = place
    while found != u32(place + looked_at_before(g, found, known, rows, boxes)):
        found = u32(place + looked_at_before(g, found, known, rows, boxes))
    return s, found


@jit
def totals_of(a: U32, b: U32, c: U32, three: bool) -> tuple[I32, I32]:
    """The total and the hard total of two or three cards by value, less one."""
    hard = i32(i32(a) + i32(b) + 2)
    ace = a == u32(0) or b == u32(0)
    if three:
        hard = i32(hard + i32(c) + 1)
        ace = ace or c == u32(0)
    return (i32(hard + 10) if ace and hard <= 11 else hard), hard


@jit
def by_value(k: I32, a: U32, b: U32, c: U32, many: I32) -> U32:
    """The line of a side wager by the values, less one, of two or three cards, as far as they tell."""
    total, hard = totals_of(a, b, c, many == 3)
    return line_by_value(k, many, i32(i32(a) + 1), i32(i32(b) + 1), i32(i32(c) + 1), total, hard)


@jit
def by_face(k: I32, one: Card, two: Card, three: Card, many: I32) -> U32:
    """The line of a side wager by two or three cards with their faces."""
    total, hard = totals_of(one[0], two[0], three[0], many == 3)
    ranks = rank_of(one[0], one[1]), rank_of(two[0], two[1]), rank_of(three[0], three[1])
    suits = suit_of(one[1]), suit_of(two[1]), suit_of(three[1])
    return side_line(k, many, ranks, suits, total, hard)


@jit
def with_line(lines: U64, k: I32, line: U32) -> U64:
    """The lines of side wagers, a byte each, with one more."""
    return u64(lines | u64(u64(line) << u64(u64(8) * u64(k))))


@jit
def dealers_lines(s: Shoe, shown: Shown, rows: Rows) -> tuple[Shoe, U64, Faces]:
    """The lines of the side wagers that the dealer's cards decide, and the faces of his first three cards."""
    up, up_face, hole, hole_face, third, third_face, n, total, hard = shown
    lines = u64(0)
    for k in range(SIDES):
        line = u32(0)
        if SIDE_BY[k] == BY_DEALERS_HAND:
            line = line_by_value(k, n, i32(0), i32(0), i32(0), total, hard)
        if BY_THIRD_CARD and SIDE_BY[k] == BY_THREE and n >= 3:
            line = by_value(k, up, hole, third, i32(3))
            if line == LOOK:
                s, up_face = looked_at(s, up, up_face, (NOBODY, NOBODY, NOBODY, NOBODY), rows, 0)
                one = (u32(up), u32(up_face))
                s, hole_face = looked_at(s, hole, hole_face, (one, NOBODY, NOBODY, NOBODY), rows, 0)
                two = (u32(hole), u32(hole_face))
                s, third_face = looked_at(s, third, third_face, (one, two, NOBODY, NOBODY), rows, 0)
                line = by_face(k, one, two, (u32(third), u32(third_face)), i32(3))
        lines = with_line(lines, k, line)
    return s, lines, (up_face, hole_face, third_face)


@jit
def side_lines(
    s: Shoe, one: OnlyBox, rows: Rows, b: I32, shown: Shown, dealers: tuple[U64, Faces]
) -> tuple[Shoe, U64, Faces]:
    """The lines of a box's side wagers, a byte each, and the faces of the dealer's first three cards."""
    lines, (up_face, hole_face, third_face) = dealers
    if BY_DEAL:
        g1, e1, g2, e2 = cards_of(one, rows, b)
        up, hole, third = shown[0], (u32(shown[2]), u32(hole_face)), (u32(shown[4]), u32(third_face))
        for k in range(SIDES):
            if SIDE_BY[k] <= BY_UP_CARD:
                many = i32(3) if SIDE_BY[k] == BY_UP_CARD else i32(2)
                line = by_value(k, g1, g2, up, many)
                if line == LOOK:
                    if many == 3:
                        known = ((u32(g1), u32(e1)), (u32(g2), u32(e2)), hole, third)
                        s, up_face = looked_at(s, up, up_face, known, rows, b)
                    up_card = (u32(up), u32(up_face))
                    s, e1 = looked_at(s, g1, e1, (up_card, hole, third, (u32(g2), u32(e2))), rows, b)
                    s, e2 = looked_at(s, g2, e2, (up_card, hole, third, (u32(g1), u32(e1))), rows, b)
                    line = by_face(k, (u32(g1), u32(e1)), (u32(g2), u32(e2)), up_card, many)
                lines = with_line(lines, k, line)
        looked_at_box(one, rows, b, e1, e2)
    if BY_PLAYERS_HAND:
        total, hard, n = drawn_numbers(result_of(one, rows, b)[6])
        for k in range(SIDES):
            if SIDE_BY[k] == BY_HAND:
                lines = with_line(lines, k, line_by_value(k, n, i32(0), i32(0), i32(0), total, hard))
    return s, lines, (up_face, hole_face, third_face)
