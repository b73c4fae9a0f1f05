"""The value of splitting a pair, with the cards really removed.

How split hands are played: `SplitPlay.BY_HANDS` plays a hand, while there are k hands on the box, by the decisions
best for it alone with the k pair cards known to be out; `SplitPlay.PRE_SPLIT` plays it as if its own cards were the
only ones out (the published convention known as CDZ-). A hand's cards and the dealer's decide its result and nothing it
does depends on other hands' later cards, so by exchangeability only two things about other hands matter: how many pair
cards are out, and how many second cards are known not to be pair cards. The value under these decisions is exact:

    f(a, m): a hand's value with `a` pair cards out and `m` other cards known to be no pair cards
    f(a, m-1) = q f(a+1, m-1) + (1-q) f(a, m),  q the chance that the m-th of those cards is a pair card

and the hands are walked left to right as they are dealt, splitting again while allowed and worth it.
"""

from enum import Enum
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from pitboss.solve.compiled import inner, interpreted, kernel
from pitboss.solve.dealer_hand import VALUES
from pitboss.solve.figures import VALUE, WAGER, Values
from pitboss.solve.hand_values import ADDED, CHOOSING, DOUBLE, FIRST, HIT, PLAYED_ONLY, Against, value_hands
from pitboss.solve.rows import Rows
from pitboss.solve.terms import Terms

MOST_HANDS = 8


class SplitPlay(Enum):
    """By which fixed decisions split hands are played."""

    BY_HANDS = "the best for the hand alone, given the pair cards out when it is played"
    PRE_SPLIT = "the best for the hand alone, as if it had not been split"


CONVENTIONS = {"by-hands": SplitPlay.BY_HANDS, "published": SplitPlay.PRE_SPLIT}


def most_out(hands: int) -> int:
    """The largest number of pair cards out that a split to so many hands needs values for."""
    return max(2 * hands - 2, 2)


# Loops, not recursion: numba's on-disk cache does not survive functions that call themselves. And room is given, not
# made: what makes arrays is compiled with every kernel that asks for one.
@inner
def known_others(
    f: npt.NDArray[np.float64], a: int, m: int, pairs: float, cards: float, level: npt.NDArray[np.float64]
) -> float:
    """f(a, m) from f(a, 0), f(a+1, 0) ... as above; `pairs` and `cards` count the shoe without the up card."""
    for j in range(m + 1):
        level[j] = f[a + j]
    for known in range(m):
        for j in range(m - known):
            q = max(pairs - (a + j), 0.0) / (cards - (a + j) - known)
            if q >= 1.0:
                level[j] = 0.0
            elif q > 0.0:
                level[j] = (level[j] - q * level[j + 1]) / (1 - q)
    return float(level[0])


@inner
def fill_shares(
    most: int,
    pairs: float,
    cards: float,
    unit: npt.NDArray[np.float64],
    level: npt.NDArray[np.float64],
    reach: npt.NDArray[np.float64],
    shares: npt.NDArray[np.float64],
) -> None:
    reach[2, 1] = 1.0
    for k in range(2, most + 1):
        for i in range(1, k + 1):
            for a in range(k, k + i):
                unit[a] = 1.0
                share = reach[k, i] * known_others(unit, k, i - 1, pairs, cards, level)
                unit[a] = 0.0
                for j in range(i, (most if k == most else i) + 1):
                    shares[0 if k == most else 1, 1 if j > 1 else 0, k, a] += share
            if k < most:
                q = max(pairs - k, 0.0) / (cards - k - (i - 1))
                reach[k + 1, i] += q * reach[k, i]
                reach[k, i + 1] += (1 - q) * reach[k, i]


@lru_cache(4096)
def split_shares(most: int, pairs: float, cards: float) -> npt.NDArray[np.float64]:
    """Of what a pair split, and again while possible, into at most so many hands is made up.

    shares[0 or 1, position, k, a] are the weights of whole and unpaired [position, k, a]: the hands are walked left to
    right, reach[k, i] being how often there are k of them when the i-th gets its second card.
    """
    shares = np.zeros((2, 2, most + 1, 2 * most))
    unit: Any = [0.0] * (2 * most + 1)  # plain numbers: Python takes one out of an array far more slowly
    level: Any = [0.0] * (most + 1)
    interpreted(fill_shares)(most, pairs, cards, unit, level, np.zeros((most + 2, most + 2)), shares)
    shares.flags.writeable = False
    return shares


@kernel
def second_cards(
    pair: int,
    pairs: float,
    out_cards: int,
    alone: int,
    shoe: npt.NDArray[np.float64],
    after: npt.NDArray[np.int64],
    figures: npt.NDArray[np.float64],
    whole: npt.NDArray[np.float64],
    unpaired: npt.NDArray[np.float64],
) -> None:
    """A split hand's value and wager over its second card: over any, and over no pair card (not normalised)."""
    left = -float(out_cards)
    for c in range(VALUES):
        left += shoe[c]
    twin = after[alone, pair]
    for part in range(2):
        of = VALUE if part == 0 else WAGER
        others = same = 0.0
        for c in range(VALUES):
            if c != pair and shoe[c] > 0:
                others += shoe[c] / left * figures[of, after[alone, c]]
        if shoe[pair] - out_cards > 0 and twin >= 0:
            same = max(pairs - out_cards, 0.0) / left * figures[of, twin]
            others += (shoe[pair] - pairs) / left * figures[of, twin]
        whole[out_cards, part], unpaired[out_cards, part] = others + same, others


class SplitPair(NamedTuple):
    """A pair that is split: the value of its cards, how many of the shoe's pair with it, the row of one alone.

    Into at most so many hands; `by_hands` says that they are played by the cards out, and `positions` is 2 where the
    first hand of the box is played apart from the others.
    """

    value: int
    pairs: float
    alone: int
    most: int
    by_hands: bool
    positions: int


class SplitWorth(NamedTuple):
    """What split hands come to: room for one hand's values, whole and unpaired [position, k, a], decisions kept."""

    out: Values
    worth: npt.NDArray[np.float64]
    whole: npt.NDArray[np.float64]
    unpaired: npt.NDArray[np.float64]
    kept: npt.NDArray[np.int8]


def value_splits(
    ks: tuple[int, int],
    choosing: bool,
    split: SplitPair,
    rows: Rows,
    against: Against,
    terms: Terms,
    into: SplitWorth,
) -> None:
    """Choose (or value) the play of split hands while there are ks[0] to ks[1] hands.

    `against.p[a - 1]` are the dealer's outcomes with a - 1 more pair cards out, `against.q[a - 1]` likewise for hands
    over 21. Choosing writes kept[position, k] (actions, chances, give-ups) and, where the decisions are made with the
    cards that are out, the values too; valuing follows `kept` and fills the remaining whole and unpaired.
    """
    pair, pairs, alone, most, by_hands, positions = split
    shoe, key, p, q = against
    out, worth, whole, unpaired, kept = into
    after = rows.hand[3]
    aces = pair == 0
    one_card = aces and terms.one_card_aces
    less, coded, pair_cards = shoe.copy(), terms.coded, shoe[pair]
    follows = CHOOSING if choosing else PLAYED_ONLY
    for position in range(positions):
        context = (True, FIRST if position == 0 else ADDED, aces, one_card)
        for k in range(ks[0], ks[1] + 1):
            if choosing:
                first, last = (k, k) if by_hands else (1, 1)
            else:
                first, last = (k + 1 if by_hands else k), (2 * k - 1 if k < most else 2 * k - 2)
                out.chosen[:] = kept[position, k]
            for a in range(first, last + 1):
                less[pair] = pair_cards - (a - 1)
                if less[pair] < 1.0:
                    continue
                value_hands(rows, Against(less, key, p[a - 1], q[a - 1]), coded, context, follows, out, worth)
                if a >= k:
                    second_cards(
                        pair, pairs, a, alone, shoe, after, out.figures, whole[position, k], unpaired[position, k]
                    )
            if choosing:
                kept[position, k] = out.chosen
    if positions == 1:
        whole[1] = whole[0]
        unpaired[1] = unpaired[0]
        kept[1] = kept[0]


@kernel
def _mark_reached(
    live: int,
    after: npt.NDArray[np.int64],
    rows: npt.NDArray[np.int64],
    action: npt.NDArray[np.int8],
    walked: npt.NDArray[np.bool_],
    found: npt.NDArray[np.bool_],
) -> None:
    for row in range(len(rows) - 1, -1, -1):
        h = rows[row]
        if not walked[h]:
            continue
        found[h] = True
        if action[h] == HIT or action[h] == DOUBLE:
            for c in range(VALUES):
                g = after[h, c]
                if g >= 0:
                    found[g] = True
                    if action[h] == HIT and g < live:
                        walked[g] = True


def reached(
    ks: tuple[int, int],
    positions: int,
    alone: npt.NDArray[np.int64],
    live: int,
    after: npt.NDArray[np.int64],
    rows: npt.NDArray[np.int64],
    kept: npt.NDArray[np.int8],
) -> npt.NDArray[np.bool_]:
    """Which rows the kept decisions can come to from single cards: hands, ends of doubles, hands over 21."""
    found = np.zeros(after.shape[0], np.bool_)
    two_cards = after[alone]
    for position in range(positions):
        for k in range(ks[0], ks[1] + 1):
            walked = np.zeros(after.shape[0], np.bool_)
            walked[two_cards[two_cards >= 0]] = True
            _mark_reached(live, after, rows, kept[position, k, 0], walked, found)
    return found


def best_split(
    least: int,
    most: int,
    whole: npt.NDArray[np.float64],
    unpaired: npt.NDArray[np.float64],
    pairs: float,
    cards: float,
) -> tuple[float, float, int]:
    """Value, wager and number of hands of the best limit on splitting again that the rules allow."""
    best, wager, hands = -1e9, 0.0, 0
    for limit in range(least, most + 1):
        shares = split_shares(limit, pairs, cards).reshape(2, -1)
        of_all, of_others = (part[:, : limit + 1, : 2 * limit].reshape(-1, 2) for part in (whole, unpaired))
        worth = shares[0] @ of_all + shares[1] @ of_others
        if worth[0] > best:
            best, wager, hands = float(worth[0]), float(worth[1]), limit
    return best, wager, hands
