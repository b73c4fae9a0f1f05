"""The shuffles of `pitboss.cards`, compiled: the same movements from the same bits, many thousand times a second.

Each function here takes its bits in the order in which its namesake in `pitboss.cards` takes them, so the same bits
give the same order, card for card. A stack is an array of the places its cards had before, from the top.
"""

from collections.abc import Callable
from enum import IntEnum
from typing import Any, NamedTuple, TypeVar

import numpy as np
import numpy.typing as npt
from numba import njit

from pitboss.cards.shuffle import CIRCLES, PACKET_MAX, PACKET_MIN, SLIP_ONE_IN, SWEPT_IN_16
from pitboss.simulate.draws import next_word, stream_rng
from pitboss.simulate.target_cpu import u64
from pitboss.solve.kept import kept

Stack = npt.NDArray[np.int32]
F = TypeVar("F", bound=Callable[..., Any])
whole: Callable[[F], F] = kept(nogil=True)
WORD_BITS = 32
TAPE_WORDS = 256


class Move(IntEnum):
    """What can be done to a whole stack."""

    UNIFORM = 0
    RIFFLE = 1
    STRIP = 2
    LACE = 3
    WASH = 4
    DOUBLE_DECK_ROUTINE = 5


# Compiled code takes plain numbers.
UNIFORM, RIFFLE, STRIP = int(Move.UNIFORM), int(Move.RIFFLE), int(Move.STRIP)
LACE, WASH = int(Move.LACE), int(Move.WASH)


class Bits(NamedTuple):
    """Bits on a tape of 32-bit words, high bit first; at its end the generator writes it anew.

    `at` holds how many bits of the pool are left, and the next word of the tape.
    """

    tape: npt.NDArray[np.uint32]
    generator: npt.NDArray[np.uint32]
    pool: npt.NDArray[np.uint64]
    at: npt.NDArray[np.int64]


class Room(NamedTuple):
    """Space to lay cards while they are moved."""

    copy: Stack
    side: Stack
    built: Stack
    marks: Stack


def seeded_bits(seed: int, stream: int) -> Bits:
    """The bits of one stream of a seed, those that the simulator would draw."""
    generator = np.array(stream_rng(u64(seed), u64(stream)), np.uint32)
    return Bits(np.zeros(TAPE_WORDS, np.uint32), generator, np.zeros(1, np.uint64), np.array([0, TAPE_WORDS]))


def taped_bits(words: npt.NDArray[np.uint32]) -> Bits:
    """Bits written beforehand; there must be enough of them."""
    return Bits(words, np.zeros(4, np.uint32), np.zeros(1, np.uint64), np.zeros(2, np.int64))


def room_for(cards: int) -> Room:
    """Space for so many cards."""
    space = np.zeros((4, cards), np.int32)
    return Room(space[0], space[1], space[2], space[3])


@njit(forceinline=True, nogil=True, error_model="numpy")
def take(bits: Bits, count: int) -> int:
    """The next bits, at most 32, as a number."""
    pool, held = bits.pool[0], bits.at[0]
    while held < count:
        if bits.at[1] == len(bits.tape):
            words = bits.generator
            generator = (words[0], words[1], words[2], words[3], words[4])
            for word in range(len(bits.tape)):
                generator, bits.tape[word] = next_word(generator)
            for part in range(4):
                bits.generator[part] = generator[part]
            bits.at[1] = 0
        pool = (pool << np.uint64(WORD_BITS)) | np.uint64(bits.tape[bits.at[1]])
        bits.at[1] += 1
        held += WORD_BITS
    held -= count
    drawn = pool >> np.uint64(held)
    bits.pool[0] = pool ^ (drawn << np.uint64(held))
    bits.at[0] = held
    return np.int64(drawn)  # type: ignore[return-value]  # a plain number once compiled


@njit(forceinline=True, nogil=True, error_model="numpy")
def below(bits: Bits, n: int) -> int:
    """A number from 0 to n - 1, each exactly as likely."""
    width = 0
    while 1 << width < n:
        width += 1
    drawn = take(bits, width)
    while drawn >= n:
        drawn = take(bits, width)
    return drawn


@whole
def uniform(stack: Stack, size: int, bits: Bits) -> None:
    """Every order of the first so many cards exactly as likely."""
    for last in range(size - 1, 0, -1):
        chosen = below(bits, last + 1)
        stack[last], stack[chosen] = stack[chosen], stack[last]


@whole
def riffle(stack: Stack, at: int, size: int, room: Room, bits: Bits) -> None:
    """One riffle of the cards that begin at a place: a fair bit for each place, the last place's first."""
    from_bottom, unmarked = 0, size
    while unmarked:
        taken = min(unmarked, WORD_BITS)
        drawn = take(bits, taken)
        for place in range(unmarked - taken, unmarked):
            room.marks[place] = drawn & 1
            from_bottom += drawn & 1
            drawn >>= 1
        unmarked -= taken
    top, bottom = 0, size - from_bottom
    room.copy[:size] = stack[at : at + size]
    for place in range(size):
        if room.marks[place]:
            stack[at + place] = room.copy[bottom]
            bottom += 1
        else:
            stack[at + place] = room.copy[top]
            top += 1


@whole
def interleave(left: Stack, right: Stack, onto: Stack, at: int, bits: Bits) -> None:
    """Two packets riffled into one that begins at a place of another stack."""
    left_next, right_next = 0, 0
    for place in range(at, at + len(left) + len(right)):
        left_rest, right_rest = len(left) - left_next, len(right) - right_next
        if right_rest == 0 or (left_rest > 0 and below(bits, left_rest + right_rest) < left_rest):
            onto[place] = left[left_next]
            left_next += 1
        else:
            onto[place] = right[right_next]
            right_next += 1


@whole
def strip(stack: Stack, at: int, size: int, room: Room, bits: Bits) -> None:
    """Packets pulled off the top and laid one upon the other."""
    room.copy[:size] = stack[at : at + size]
    start = 0
    while start < size:
        end = min(start + PACKET_MIN + below(bits, PACKET_MAX - PACKET_MIN + 1), size)
        for place in range(start, end):
            stack[at + size - end + place - start] = room.copy[place]
        start = end


@whole
def lace(stack: Stack, at: int, size: int, room: Room, bits: Bits) -> None:
    """A riffle that falls card by card, or nearly."""
    heads = take(bits, 4)
    middle = size // 2 - 2
    while heads:
        middle += heads & 1
        heads >>= 1
    middle = min(max(middle, 0), size)
    room.copy[:size] = stack[at : at + size]
    side = take(bits, 1)
    top, bottom = 0, middle
    while top < middle and bottom < size:
        if side:
            stack[at + top + bottom - middle] = room.copy[bottom]
            bottom += 1
        else:
            stack[at + top + bottom - middle] = room.copy[top]
            top += 1
        if below(bits, SLIP_ONE_IN):
            side = 1 - side
    for place in range(at + top + bottom - middle, at + size):
        if top < middle:
            stack[place] = room.copy[top]
            top += 1
        else:
            stack[place] = room.copy[bottom]
            bottom += 1


@whole
def wash(stack: Stack, room: Room, bits: Bits) -> None:
    """The cards spread and stirred, then gathered."""
    for _ in range(CIRCLES):
        swept = 0
        for place in range(len(stack)):
            if take(bits, 4) < SWEPT_IN_16:
                room.marks[swept] = place
                room.copy[swept] = stack[place]
                swept += 1
        uniform(room.copy, swept, bits)
        for nth in range(swept):
            stack[room.marks[nth]] = room.copy[nth]


@whole
def double_deck_routine(stack: Stack, room: Room, bits: Bits) -> None:
    """The Double Deck house's steps 1 to 4; what the second pass made lies on top of what the first made."""
    size = len(stack)
    stack_1, stack_2 = stack[: size // 2], stack[size // 2 :]
    half_of_1, rest_of_1 = stack_1[: len(stack_1) // 2], stack_1[len(stack_1) // 2 :]
    half_of_2, rest_of_2 = stack_2[: len(stack_2) // 2], stack_2[len(stack_2) // 2 :]
    location_b = room.side[: len(half_of_1) + len(half_of_2)]
    interleave(half_of_1, half_of_2, location_b, 0, bits)
    half_of_b, rest_of_b = location_b[: len(location_b) // 2], location_b[len(location_b) // 2 :]
    first = len(rest_of_1) + len(half_of_b)
    _pass(rest_of_1, half_of_b, room.built, size - first, room, bits)
    _pass(rest_of_2, rest_of_b, room.built, 0, room, bits)
    stack[:] = room.built[:size]


@whole
def _pass(left: Stack, right: Stack, onto: Stack, at: int, room: Room, bits: Bits) -> None:
    """Two packets shuffled twice, stripped and laced."""
    size = len(left) + len(right)
    interleave(left, right, onto, at, bits)
    riffle(onto, at, size, room, bits)
    strip(onto, at, size, room, bits)
    lace(onto, at, size, room, bits)


@whole
def shuffle(stack: Stack, moves: npt.NDArray[np.int64], room: Room, bits: Bits) -> None:
    """Movements one after another."""
    for move in moves:
        if move == UNIFORM:
            uniform(stack, len(stack), bits)
        elif move == RIFFLE:
            riffle(stack, 0, len(stack), room, bits)
        elif move == STRIP:
            strip(stack, 0, len(stack), room, bits)
        elif move == LACE:
            lace(stack, 0, len(stack), room, bits)
        elif move == WASH:
            wash(stack, room, bits)
        else:
            double_deck_routine(stack, room, bits)
