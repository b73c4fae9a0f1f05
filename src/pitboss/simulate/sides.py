"""Side wagers in a round: the faces of the cards that decide them, and the line each is paid by."""

from typing import Any

from pitboss.simulate.constants import COUNTS, FACES, GIVEN, SIDE_BY, SIDES, TEN_RANKS
from pitboss.simulate.draws import below
from pitboss.simulate.round import FIRST, FIRST_FACE, SECOND, SECOND_FACE
from pitboss.simulate.shoe import Shoe
from pitboss.simulate.side_line import side_line
from pitboss.simulate.target_cpu import i32, jit, u32, u64

JACKS = TEN_RANKS[0]
QUEENS = JACKS + TEN_RANKS[1]
KINGS = QUEENS + TEN_RANKS[2]
VALUE_TEN = u32(9)
NOBODY = (u32(0xFFFF), u32(0))  # no card: a value, less one, that none has, and a face
FACE_SUITS = u32(3)
BY_DEALERS_HAND, BY_THREE, BY_UP_CARD = 3, 2, 1


@jit
def rank_of(g: Any, face: Any) -> Any:
    """The rank of a card, ace 1 to king 13."""
    if GIVEN:
        return i32(u32(face & u32(15)))
    if g != VALUE_TEN:
        return i32(i32(g) + 1)
    above = (1 if face >= u32(JACKS) else 0) + (1 if face >= u32(QUEENS) else 0) + (1 if face >= u32(KINGS) else 0)
    return i32(10 + above)


@jit
def suit_of(face: Any) -> Any:
    """The suit of a card; of each rank a shoe begins with as many in every suit."""
    return i32(u32(face >> u32(4))) if GIVEN else i32(u32(face & FACE_SUITS))


@jit
def is_card(g: Any, face: Any, other: Any) -> Any:
    """Whether a card is one that was looked at."""
    return g == other[0] and face == other[1]


@jit
def in_rows(g: Any, face: Any, rows: Any, boxes: Any) -> Any:
    """Whether a card is one of those of the first boxes."""
    found = False
    for b in range(boxes):
        found = found or is_card(g, face, (u32(rows[b, FIRST]), u32(rows[b, FIRST_FACE])))
        found = found or is_card(g, face, (u32(rows[b, SECOND]), u32(rows[b, SECOND_FACE])))
    return found


@jit
def looked_at(s: Shoe, g: Any, face: Any, known: Any, rows: Any, boxes: Any) -> tuple[Shoe, Any]:
    """The face of a card: any of its value in the shoe that is none looked at in this round."""
    if GIVEN or g > VALUE_TEN:
        return s, face
    words, n, rng, suits, tens, running, rack = s
    one, two, three, four = known
    rng, face = below(rng, u32(COUNTS[g]))
    while (
        is_card(g, face, one)
        or is_card(g, face, two)
        or is_card(g, face, three)
        or is_card(g, face, four)
        or in_rows(g, face, rows, boxes)
    ):
        rng, face = below(rng, u32(COUNTS[g]))
    return (words, n, rng, suits, tens, running, rack), face


@jit
def totals_of(a: Any, b: Any, c: Any, three: Any) -> tuple[Any, Any]:
    """The total and the hard total of two or three cards by value, less one."""
    hard = i32(i32(a) + i32(b) + 2)
    ace = a == u32(0) or b == u32(0)
    if three:
        hard = i32(hard + i32(c) + 1)
        ace = ace or c == u32(0)
    return (i32(hard + 10) if ace and hard <= 11 else hard), hard


@jit
def dealers_cards(s: Shoe, shown: Any, rows: Any) -> tuple[Shoe, Any]:
    """The dealer's first three cards, as many as there are, with their faces."""
    up, up_face, hole, hole_face, third, third_face, n, _, _ = shown
    one, two, three = NOBODY, NOBODY, NOBODY
    if SIDES and FACES:
        s, up_face = looked_at(s, up, up_face, (NOBODY, NOBODY, NOBODY, NOBODY), rows, 0)
        one = (u32(up), u32(up_face))
        if n >= 2:
            s, hole_face = looked_at(s, hole, hole_face, (one, NOBODY, NOBODY, NOBODY), rows, 0)
            two = (u32(hole), u32(hole_face))
        if n >= 3:
            s, third_face = looked_at(s, third, third_face, (one, two, NOBODY, NOBODY), rows, 0)
            three = (u32(third), u32(third_face))
    return s, (one, two, three)


@jit
def line_by_cards(k: Any, one: Any, two: Any, three: Any, many: Any) -> Any:
    """The line of a side wager by two or three cards with their faces."""
    total, hard = totals_of(one[0], two[0], three[0], many == 3)
    return side_line(
        k,
        many,
        rank_of(one[0], one[1]),
        rank_of(two[0], two[1]),
        rank_of(three[0], three[1]),
        suit_of(one[1]),
        suit_of(two[1]),
        suit_of(three[1]),
        total,
        hard,
    )


@jit
def side_lines(s: Shoe, b: Any, cards: Any, shown: Any, dealer: Any, rows: Any) -> tuple[Shoe, Any, Any, Any]:
    """The lines of a box's side wagers, a byte each, and the faces of its two cards."""
    g1, e1, g2, e2 = cards
    up, hole, third = dealer
    n, total, hard = shown[6], shown[7], shown[8]
    lines = u64(0)
    if SIDES and FACES:
        s, e1 = looked_at(s, g1, e1, (up, hole, third, NOBODY), rows, b)
        s, e2 = looked_at(s, g2, e2, (up, hole, third, (u32(g1), u32(e1))), rows, b)
    if SIDES:
        first, second = (u32(g1), u32(e1)), (u32(g2), u32(e2))
        for k in range(SIDES):
            line = u32(0)
            if SIDE_BY[k] == BY_DEALERS_HAND:
                line = side_line(k, n, i32(0), i32(0), i32(0), i32(0), i32(0), i32(0), total, hard)
            elif SIDE_BY[k] == BY_THREE:
                line = line_by_cards(k, up, hole, third, i32(3)) if n >= 3 else u32(0)
            else:
                line = line_by_cards(k, first, second, up, i32(3) if SIDE_BY[k] == BY_UP_CARD else i32(2))
            lines = u64(lines | u64(u64(line) << u64(u64(8) * u64(k))))
    return s, lines, e1, e2
