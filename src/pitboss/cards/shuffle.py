"""Shuffles: the uniform one that a device is held to, and models of what a dealer's hands do.

The models say how the cards move, in exact probabilities; they do not claim that a dealer's hands follow them.
"""

from collections.abc import Sequence
from typing import TypeVar

from pitboss.cards.bits import Bits, draw_below

T = TypeVar("T")

# How a dealer's hands work unless told otherwise.
PACKET_MIN, PACKET_MAX = 8, 16
SLIP_ONE_IN = 8
CIRCLES, SWEPT_IN_16 = 3, 12


def uniform(cards: Sequence[T], bits: Bits) -> tuple[T, ...]:
    """Every order of the cards exactly as likely (Fisher and Yates), whatever order they came in.

    The last place is filled from n cards, the next from n - 1, and so on, each choice unbiased: n! equally likely ways,
    one for each order. A choice among i takes at least log2(i) bits, so the whole takes at least log2(n!): for 416
    cards more than 3,024. A source whose state is narrower than that cannot reach every order.
    """
    order = list(cards)
    for last in range(len(order) - 1, 0, -1):
        chosen = draw_below(bits, last + 1)
        order[last], order[chosen] = order[chosen], order[last]
    return tuple(order)


def riffle(cards: Sequence[T], bits: Bits) -> tuple[T, ...]:
    """One riffle by the model of Gilbert, Shannon and Reeds: a binomial cut, then drops in proportion to what is left.

    One fair bit for each place in the result says which packet its card comes from, top (0) or bottom (1). The zeros
    are then binomial, which is the model's cut; and given their number every interleaving is equally likely, which is
    what dropping in proportion to the packets comes to.
    """
    size = len(cards)
    drawn = bits.bits(size)
    from_bottom = [drawn >> place & 1 for place in range(size)]
    top = iter(cards)
    bottom = iter(cards[size - drawn.bit_count() :])
    return tuple(next(bottom) if is_bottom else next(top) for is_bottom in from_bottom)


def interleave(left: Sequence[T], right: Sequence[T], bits: Bits) -> tuple[T, ...]:
    """Two packets riffled into one: the next card comes from each in proportion to what is left of it."""
    order: list[T] = []
    left_next = right_next = 0
    while left_next < len(left) and right_next < len(right):
        left_rest = len(left) - left_next
        right_rest = len(right) - right_next
        if draw_below(bits, left_rest + right_rest) < left_rest:
            order.append(left[left_next])
            left_next += 1
        else:
            order.append(right[right_next])
            right_next += 1
    return (*order, *left[left_next:], *right[right_next:])


def strip(cards: Sequence[T], bits: Bits, packet_min: int = PACKET_MIN, packet_max: int = PACKET_MAX) -> tuple[T, ...]:
    """Packets pulled off the top and laid one upon the other: their order is reversed, the order within them is kept.

    Model: each packet is of packet_min to packet_max cards, every size equally likely; the last takes what is left.
    """
    if not 1 <= packet_min <= packet_max:
        raise ValueError(f"A packet of {packet_min} to {packet_max} cards cannot be pulled; say 1 <= min <= max.")
    packets: list[Sequence[T]] = []
    start = 0
    while start < len(cards):
        end = start + packet_min + draw_below(bits, packet_max - packet_min + 1)
        packets.append(cards[start:end])
        start = end
    return tuple(card for packet in reversed(packets) for card in packet)


def lace(cards: Sequence[T], bits: Bits, slip_one_in: int = SLIP_ONE_IN) -> tuple[T, ...]:
    """A riffle that falls card by card, one from each half in turn, or nearly.

    Model: the cut is within two cards of the middle (the number of heads in four tosses, less two); either half may
    fall first; then the halves alternate, but one time in slip_one_in two cards of the same half fall together.
    """
    if slip_one_in < 2:
        raise ValueError(f"Cards that slip one time in {slip_one_in} are not laced; say 2 or more.")
    size = len(cards)
    middle = min(max(size // 2 + bits.bits(4).bit_count() - 2, 0), size)
    packets = (cards[:middle], cards[middle:])
    fallen = [0, 0]
    side = bits.bits(1)
    order: list[T] = []
    while fallen[0] < len(packets[0]) and fallen[1] < len(packets[1]):
        order.append(packets[side][fallen[side]])
        fallen[side] += 1
        if draw_below(bits, slip_one_in):
            side = 1 - side
    return (*order, *packets[0][fallen[0] :], *packets[1][fallen[1] :])


def wash(cards: Sequence[T], bits: Bits, circles: int = CIRCLES, swept_in_16: int = SWEPT_IN_16) -> tuple[T, ...]:
    """The cards spread face down and stirred by both hands, then gathered.

    Model: in each circle of the hands every card is swept along with probability swept_in_16 / 16, independently; the
    swept cards come to rest, every way equally likely, in the places that were swept; the others have not moved.
    As it stands about one card in 64 is never touched. With all 16 in 16 a single circle is a uniform shuffle.
    """
    if circles < 1 or not 0 <= swept_in_16 <= 16:
        raise ValueError(
            f"A wash of {circles} circles sweeping {swept_in_16} in 16 cannot be made; say at least 1 and 0 to 16."
        )
    order = list(cards)
    for _ in range(circles):
        swept = [place for place in range(len(order)) if bits.bits(4) < swept_in_16]
        came_to_rest = uniform([order[place] for place in swept], bits)
        for place, card in zip(swept, came_to_rest, strict=True):
            order[place] = card
    return tuple(order)
