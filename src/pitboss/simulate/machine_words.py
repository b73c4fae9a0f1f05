"""What a kernel's arguments are: numbers by the machine's word they fill, and the tuples and arrays made of them.

Python knows one kind of whole number, and the compiler finds the word from how a number is made; these names are for
the reader and the type checker. `specialise.py` leaves them out of a kernel.
"""

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

U32 = int
I32 = int
U64 = int
I64 = int
Word = Callable[[int], int]  # what makes a number one of a word

Rng = tuple[U32, U32, U32, U32, U32]  # four words of state, and the least that a draw came to above rejection
Lanes = tuple[U32, U32, U32, U32, U32]
Rack = tuple[U32, U32, U32, U32, U32, U32, U32]  # lanes, how many cards, whether the shoe has lasted
# Lanes, cards left, generator, unseen ranks of tens, what the running count has beside the tags of the cards drawn,
# rack; of given cards: the cards, how many are out, how many there are before it is empty, rack, the one shuffled.
Shoe = tuple[Any, ...]

Card = tuple[U32, U32]  # value less one, and face
BoxCards = tuple[U32, U32, U32, U32]  # two cards
DealerCards = tuple[U32, U32, U32, U32]  # up card and hole card
# A hand: situation, hard total, whether it has an ace, is a pair, node on the way to exact hands, cards held.
Hand = tuple[U32, I32, bool, bool, U32, U64]
Hands = int  # U32, or U64 where a box may have more than four
# Attacked, insured, hands, how many, side wagers collected with them, cards racked later, how the first was drawn.
Result = tuple[I32, I32, Hands, U32, bool, U64, U32]
OnlyBox = tuple[BoxCards, Result]
Shown = tuple[U32, U32, U32, U32, U32, U32, I32, I32, I32]  # the dealer's first three, how many, total, hard total
Faces = tuple[U32, U32, U32]
Split = tuple[I32, U32, I32, U32, I32, I32, I32]

Bytes = NDArray[np.uint8]
Stakes = NDArray[np.int32]
# What is done, by row and cell; the stakes; what is done by the count; what side wagers pay, by kind and line.
Tables = tuple[Bytes, Any, Bytes, Any]
Rows = NDArray[np.int64]
Asked = tuple[Rows, Any, Rows, Rows]  # where a kernel asks instead: the tables' rows, and where this one's begins
Tally = Any  # an array of counts; of a GPU what a block has of it, and what is the whole GPU's
