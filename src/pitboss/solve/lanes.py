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
    """Hands as they are worked out: unsplit ones by falling sum, then those that splits of all pairs can come to.

    A hand that several pairs can come to stands there once for each. Single cards come last.
    """

    begins: Ints  # [unsplit or split, sum]: where the hands of each sum begin
    pair: npt.NDArray[np.int8]  # of which pair (its value less one) a hand came, VALUES where of none
    unsplit: npt.NDArray[np.int32]  # where the same hand stands unsplit
    single: Ints  # [unsplit or split, value]: one card alone
    two: Ints  # [value, value]: two cards, unsplit


class Game(NamedTuple):
    """The rules of a round, apart from the shoe."""

    terms: Terms
    peeked: npt.NDArray[np.bool_]
    split_hands: Ints
    places: Ints  # 2 where a dealer Blackjack takes more from the first hand of a box than from the others
    by_hands: bool
    even_money_up: int  # the value against which a Blackjack is offered even money, or 0


class Shares(NamedTuple):
    """Room in which it is worked out, for each pair, of what a split is made up."""

    shares: Floats
    unit: Floats
    level: Floats
    reach: Floats


class Room(NamedTuple):
    """What the lanes of one round share."""

    p: Floats  # [cards of the pair out but one, hand, outcome]
    figures: Floats
    worth: Floats
    marks: npt.NDArray[np.int8]  # [place in the box, number of hands, of three decisions, hand]; [0, 0] before a split
    left: Floats
    less: Floats  # [pair]: the same with the pair's cards out, VALUES: with none
    whole: Floats  # [pair, place in the box, number of hands, cards of the pair out, value or wager]
    unpaired: Floats
    found: Floats  # what one lane has to tell the others
    limit: Ints  # into how many hands at most each pair is split; fewer than two: it is not
    shares: Shares
    rows: Ints  # the hands worked out now: by sum from where its hands begin up to `ends`
    ends: Ints
    flat: Ints  # the same one behind the other
    there: Ints  # how many, in [0]
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
