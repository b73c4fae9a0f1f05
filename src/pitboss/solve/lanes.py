"""What lanes that value a round side by side work on, and what they share; `by_lanes` is how they do it."""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from pitboss.solve.rows import Rows
from pitboss.solve.terms import Terms

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]


class Trees(NamedTuple):
    """The dealer's trees of all up cards one behind the other but for hands over 21, and where each begins.

    A node is one number, so that one load brings it.
    """

    nodes: npt.NDArray[np.int32]
    orders: Floats
    first: Ints


class Lists(NamedTuple):
    """Hands by falling sum: all of them, then those a split of each value can come to; and where each sum begins."""

    rows: Ints
    begins: Ints  # [which list, sum]: list 0 is all of them, list v those of a split of value v
    single: Ints
    two: Ints  # [value, value]: the row of two cards


class Some(NamedTuple):
    """Hands that are worked out: by sum from where `begins` says up to `ends`, and one behind the other in `flat`."""

    rows: Ints
    begins: Ints
    ends: Ints
    flat: Ints
    there: Ints  # how many, in [0]


class Game(NamedTuple):
    """The rules of a round, apart from the shoe."""

    terms: Terms
    peeked: npt.NDArray[np.bool_]
    split_hands: Ints
    places: Ints  # 2 where a dealer Blackjack takes more from the first hand of a box than from the others
    by_hands: bool
    even_money_up: int  # the value against which a Blackjack is offered even money, or 0


class Shares(NamedTuple):
    """Room in which it is worked out of what a split is made up."""

    shares: Floats
    unit: Floats
    level: Floats
    reach: Floats


class Room(NamedTuple):
    """What the lanes of one round share."""

    p: Floats  # [cards of a pair out but one, hand, outcome]
    base: Floats  # figures before a split
    split: Floats  # the same after it
    worth: Floats
    marks: npt.NDArray[np.int8]  # [place in the box, number of hands, of three decisions, hand]; [0, 0] before a split
    left: Floats
    less: Floats
    whole: Floats
    unpaired: Floats
    found: Floats  # what one lane has to tell the others
    shares: Shares
    rows: Ints  # room for `Some`
    ends: Ints
    flat: Ints
    there: Ints
    open: npt.NDArray[np.int8]  # by hand: UNREACHED or REACHED


class Own(NamedTuple):
    """What a lane has for itself while it deals to a hand."""

    have: Floats
    chance: Floats
    share: Floats
    total: Floats


class Lane(NamedTuple):
    """One of so many lanes, with what it works on."""

    number: int
    lanes: int
    game: Game
    lists: Lists
    of: Rows
    trees: Trees
    room: Room
    own: Own


class Facing(NamedTuple):
    """An up card, the value the reader looks for under it or -1, and how many cards the shoe has with it."""

    up: int
    key: int
    cards: float
