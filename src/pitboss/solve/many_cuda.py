"""Rounds on a GPU: the solver's own functions, compiled for it, a block of threads a round."""

import dis
from functools import cache
from types import FunctionType
from typing import Any

import numpy as np
from numba import cuda as numba_cuda
from numba.core.dispatcher import Dispatcher

from pitboss.solve import by_lanes
from pitboss.solve.dealer_hand import VALUES
from pitboss.solve.lanes import Floats, Lane, Own, Room, Shares, Trees
from pitboss.solve.many import Shared
from pitboss.solve.strategy import UP_CARDS
from pitboss.solve.written_out import walk_of

cuda: Any = numba_cuda
LANES = 128
BLOCKS_PER_PROCESSOR = 4
SHOES_AT_ONCE = 16_384
REGISTERS = 128
KINDS = (np.int32, np.float64, np.int64)  # of what trees are made of


class _OnDevice:
    """The functions of the solver for the device, each made once, with those it calls."""

    def __init__(self, trees: Trees, slots: int) -> None:
        def next_place(counters: Any, which: Any) -> Any:
            return cuda.atomic.add(counters, which, 1)

        self._made: dict[Any, Any] = {
            by_lanes.together: cuda.syncthreads,
            by_lanes.next_place: cuda.jit(device=True)(next_place),
            by_lanes.outcomes: _written_out(trees, slots),
        }

    def __getitem__(self, dispatcher: Any) -> Any:
        if dispatcher not in self._made:
            function = dispatcher.py_func
            named = {name: function.__globals__[name] for name in _named_by(function) & function.__globals__.keys()}
            names = {name: self[value] if isinstance(value, Dispatcher) else value for name, value in named.items()}
            copy = FunctionType(function.__code__, names, function.__name__, function.__defaults__)
            self._made[dispatcher] = cuda.jit(device=True)(copy)
        return self._made[dispatcher]


def _named_by(function: FunctionType) -> frozenset[str]:
    """The globals that a function reads."""
    return frozenset(one.argval for one in dis.get_instructions(function) if one.opname == "LOAD_GLOBAL")


def _written_out(trees: Trees, slots: int) -> Any:
    """`by_lanes.outcomes`, each up card by its own program."""
    one, two, three, four, five, six, seven, eight, nine, ten = (
        cuda.jit(device=True)(walk_of(trees, up, slots)) for up in UP_CARDS
    )

    def outcomes(_trees: Any, up: Any, have: Any, share: Any, _chance: Any, total: Any) -> None:
        if up == 1:
            one(have, share, total)
        elif up == 2:
            two(have, share, total)
        elif up == 3:
            three(have, share, total)
        elif up == 4:
            four(have, share, total)
        elif up == 5:
            five(have, share, total)
        elif up == 6:
            six(have, share, total)
        elif up == 7:
            seven(have, share, total)
        elif up == 8:
            eight(have, share, total)
        elif up == 9:
            nine(have, share, total)
        else:
            ten(have, share, total)

    return cuda.jit(device=True)(outcomes)


@cache
def _kernel(trees: tuple[bytes, ...], slots: int, deep: int, registers: int) -> Any:
    """The kernel for a dealer who draws as these trees tell, for so many outcomes, so many cards at most."""
    nodes, orders, first = (np.frombuffer(part, kind) for part, kind in zip(trees, KINDS, strict=True))
    round_worth = _OnDevice(Trees(nodes, orders, first), slots)[by_lanes.round_worth]

    def play(
        shoes: Any, favourable: Any, game: Any, lists: Any, of: Any, trees: Any, rooms: Any, found: Any
    ) -> None:  # fmt: skip
        block, lane = cuda.blockIdx.x, cuda.threadIdx.x
        own = Own(
            cuda.local.array(VALUES, np.float64),
            cuda.local.array(deep, np.float64),
            cuda.local.array(deep, np.float64),
            cuda.local.array(slots, np.float64),
        )
        shares = Shares(rooms[10][0][block], rooms[10][1][block], rooms[10][2][block], rooms[10][3][block])
        room = Room(
            rooms[0][block],
            rooms[1][block],
            rooms[2][block],
            rooms[3][block],
            rooms[4][block],
            rooms[5][block],
            rooms[6][block],
            rooms[7][block],
            rooms[8][block],
            rooms[9][block],
            shares,
            rooms[11][block],
            rooms[12][block],
            rooms[13][block],
            rooms[14][block],
            rooms[15][block],
        )
        my = Lane(lane, cuda.blockDim.x, game, lists, of, trees, room, own)
        for item in range(block, len(shoes) * VALUES, cuda.gridDim.x):
            n, up = item % len(shoes), item // len(shoes) + 1  # those side by side walk the same tree
            if shoes[n, up - 1] > 0:
                worth = round_worth(my, up, shoes[n], favourable[n])
                if lane == 0:
                    found[n, up - 1, 0] = worth[0]
                    found[n, up - 1, 1] = worth[1]
                    found[n, up - 1, 2] = 1.0 if worth[2] else 0.0
            cuda.syncthreads()

    return cuda.jit(max_registers=registers)(play)


def _there(value: Any) -> Any:
    """Arrays brought to the device, in tuples as they are here."""
    if isinstance(value, np.ndarray):
        return cuda.to_device(value)
    if isinstance(value, tuple):
        parts = tuple(_there(part) for part in value)
        return type(value)(*parts) if hasattr(value, "_fields") else parts
    return value


def _rooms(room: Room, blocks: int) -> Any:
    """Room for every block."""
    return tuple(
        tuple(cuda.device_array((blocks, *part.shape), part.dtype) for part in one)
        if isinstance(one, Shares)
        else cuda.device_array((blocks, *one.shape), one.dtype)
        for one in room
    )


def rounds_on_gpu(what: Shared, counts: Floats, favourable: Floats) -> Floats:
    """What rounds from every shoe against every up card are worth."""
    blocks = cuda.get_current_device().MULTIPROCESSOR_COUNT * BLOCKS_PER_PROCESSOR
    trees, rooms = tuple(part.tobytes() for part in what.trees), _rooms(what.room(), blocks)
    play = _kernel(trees, what.slots, what.deepest + 1, REGISTERS)
    given = tuple(_there(part) for part in (what.game, what.lists, what.of, what.trees))
    found = np.zeros((len(counts), VALUES, 3))
    for first in range(0, len(counts), SHOES_AT_ONCE):
        some = slice(first, first + SHOES_AT_ONCE)
        there = cuda.to_device(np.zeros_like(found[some]))
        play[blocks, LANES](cuda.to_device(counts[some]), cuda.to_device(favourable[some]), *given, rooms, there)
        found[some] = there.copy_to_host()
    return found
