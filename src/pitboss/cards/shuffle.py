"""Shuffles: the uniform one that a device is held to, and models of what a dealer's hands do.

The models say how the cards move, in exact probabilities; they do not claim that a dealer's hands follow them.
"""

from collections.abc import Sequence
from typing import TypeVar

from pitboss.cards.bits import Bits, draw_below, draw_falling

T = TypeVar("T")

UPPER, LOWER = "1", "2"
_PACKET_OF_BIT = str.maketrans({"0": UPPER, "1": LOWER})

# How a dealer's hands work unless told otherwise.
PACKET_MIN, PACKET_MAX = 8, 16
SLIP_ONE_IN = 8
LACE_CUT_OFF = 2
CIRCLES, SWEPT_IN_16 = 3, 12


def uniform(cards: Sequence[T], bits: Bits) -> tuple[T, ...]:
    """Every order of the cards exactly as likely (Fisher and Yates), whatever order they came in.

    The last place is filled from n cards, the next from n - 1, and so on, each choice unbiased: n! equally likely ways,
    one for each order. A choice among i takes at least log2(i) bits, so the whole takes at least log2(n!): for 416
    cards more than 3,024. A source whose state is narrower than that cannot reach every order.
    """
    order = list(cards)
    for last, chosen in zip(range(len(order) - 1, 0, -1), draw_falling(bits, len(order), len(order) - 1), strict=True):
        order[last], order[chosen] = order[chosen], order[last]
    return tuple(order)


def riffle(cards: Sequence[T], bits: Bits) -> tuple[T, ...]:
    """One riffle by the model of Gilbert, Shannon and Reeds: a binomial cut, drops in proportion to what is left."""
    return fall(cards, riffle_falls(len(cards), bits))


def interleave(left: Sequence[T], right: Sequence[T], bits: Bits) -> tuple[T, ...]:
    """Two packets riffled into one: the next card comes from each in proportion to what is left of it."""
    return fall((*left, *right), interleave_falls(len(left), len(right), bits))


def strip(cards: Sequence[T], bits: Bits, packet_min: int = PACKET_MIN, packet_max: int = PACKET_MAX) -> tuple[T, ...]:
    """Packets pulled off the top, each laid upon the last: their order is reversed, the order within them is kept."""
    return pull(cards, strip_packets(len(cards), bits, packet_min, packet_max))


def lace(cards: Sequence[T], bits: Bits, slip_one_in: int = SLIP_ONE_IN) -> tuple[T, ...]:
    """A riffle that falls card by card, one from each half in turn, or nearly."""
    return fall(cards, lace_falls(len(cards), bits, slip_one_in))


# What hands do, apart from the cards they do it to. Falls say for each card of the result, top first, whether it came
# from the upper packet or the lower; there are as many of the upper as the cut has left above it.


def fall(cards: Sequence[T], falls: str) -> tuple[T, ...]:
    """The cards cut into an upper and a lower packet, and these fallen into one another."""
    packets = {UPPER: iter(cards), LOWER: iter(cards[falls.count(UPPER) :])}
    return tuple(map(next, map(packets.__getitem__, falls)))


def pull(cards: Sequence[T], packets: Sequence[int]) -> tuple[T, ...]:
    """The cards after packets of these sizes were pulled off the top, each laid upon the one before."""
    pulled: tuple[T, ...] = ()
    start = 0
    for size in packets:
        pulled = (*cards[start : start + size], *pulled)
        start += size
    return pulled


def riffle_falls(size: int, bits: Bits) -> str:
    """The falls of a riffle.

    One fair bit for each place in the result says which packet its card comes from, top (0) or bottom (1). The zeros
    are then binomial, which is the model's cut; and given their number every interleaving is equally likely, which is
    what dropping in proportion to the packets comes to.
    """
    return f"{bits.bits(size):0{size}b}"[::-1][:size].translate(_PACKET_OF_BIT)


def interleave_falls(upper: int, lower: int, bits: Bits) -> str:
    """The falls of two packets of these sizes: the next card comes from each in proportion to what is left of it."""
    falls: list[str] = []
    while upper and lower:
        for chosen in draw_falling(bits, upper + lower, min(upper, lower)):  # so many fall before one runs out
            if chosen < upper:
                falls.append(UPPER)
                upper -= 1
            else:
                falls.append(LOWER)
                lower -= 1
    return "".join(falls) + UPPER * upper + LOWER * lower


def strip_packets(size: int, bits: Bits, packet_min: int = PACKET_MIN, packet_max: int = PACKET_MAX) -> tuple[int, ...]:
    """The packets of a strip: from packet_min to packet_max cards, every size equally likely; the last what is left."""
    if not 1 <= packet_min <= packet_max:
        raise ValueError(f"A packet of {packet_min} to {packet_max} cards cannot be pulled; say 1 <= min <= max.")
    packets: list[int] = []
    while size:
        packets.append(min(packet_min + draw_below(bits, packet_max - packet_min + 1), size))
        size -= packets[-1]
    return tuple(packets)


def lace_falls(size: int, bits: Bits, slip_one_in: int = SLIP_ONE_IN) -> str:
    """The falls of a lacing.

    The cut is within two cards of the middle (the number of heads in four tosses, less two); either half may fall
    first; then the halves alternate, but one time in slip_one_in two cards of the same half fall together.
    """
    if slip_one_in < 2:
        raise ValueError(f"Cards that slip one time in {slip_one_in} are not laced; say 2 or more.")
    upper = min(max(size // 2 + bits.bits(4).bit_count() - LACE_CUT_OFF, 0), size)
    left = {UPPER: upper, LOWER: size - upper}
    side = LOWER if bits.bits(1) else UPPER
    falls = ""
    while left[UPPER] and left[LOWER]:
        falls += side
        left[side] -= 1
        if draw_below(bits, slip_one_in):
            side = UPPER if side == LOWER else LOWER
    return falls + UPPER * left[UPPER] + LOWER * left[LOWER]


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
