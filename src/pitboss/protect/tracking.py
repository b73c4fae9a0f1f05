"""Shuffle tracking on the house's own shuffle: how much of what was seen before it is still known after it.

Who saw all the cards go into the rack knows the count of every slug of it. The routine carries a known share of each
old place to each new place, so that he expects a count of every part of the new shoe before a card of it is dealt.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt

import numpy as np
import numpy.typing as npt

from pitboss.protect.counts import Pack
from pitboss.protect.shoes import Wager
from pitboss.rules.rules import Rules
from pitboss.shuffles.counts import watch
from pitboss.shuffles.kernel import Move, room_for, seeded_bits
from pitboss.shuffles.routines import routine_of

SLUGS = 8  # parts that the rack and the new shoe are cut into by eye
TIMES, SHOES = 4_000, 20_000


@dataclass(frozen=True)
class Tracked:
    """What a tracker knows of parts of a new shoe: how far the expected true count of a part lies from 0, one standard
    deviation, after the house's shuffle and after a perfect one; the share of parts worth betting at, and their edge.
    """

    parts: int
    cards: int
    deviation: float
    after_perfect: float
    favourable: float
    edge: float


def carried(moves: Sequence[Move], cards: int, slugs: int, seed: int) -> npt.NDArray[np.float64]:
    """The share of each old slug that lies in each part of the new shoe after these movements."""
    places, bits = np.zeros((cards, cards), np.int64), seeded_bits(seed, 0)
    watch(TIMES, np.array(moves), room_for(cards), bits, places, np.zeros((cards + 1, cards), np.int64))
    of = np.arange(cards) * slugs // cards
    cut = (of[None, :] == np.arange(slugs)[:, None]).astype(float)
    return np.asarray((cut @ places @ cut.T).T / (TIMES * cut.sum(1)[:, None]))


def track(rules: Rules, pack: Pack, tags: Sequence[float], wager: Wager, gain: float, seed: int = 1) -> Tracked:
    """What tracking is worth; a game that prescribes no shuffle of its own is refused."""
    moves = (routine_of(rules).move,)
    shares = [carried(kind, pack.whole, SLUGS, seed) for kind in (moves, (Move.UNIFORM,))]
    return expected_parts(pack, tags, wager, gain, shares[0], shares[1], seed)


def expected_parts(
    pack: Pack,
    tags: Sequence[float],
    wager: Wager,
    gain: float,
    house: npt.NDArray[np.float64],
    perfect: npt.NDArray[np.float64],
    seed: int = 1,
) -> Tracked:
    """The counts a tracker expects, over many random orders of the cards before the shuffle."""
    chance = np.random.default_rng(seed)
    tag = np.repeat(np.array(tags, float), pack.cards)
    slugs = len(house)
    of = np.arange(pack.whole) * slugs // pack.whole
    counts = np.stack([_slug_counts(chance.permutation(tag), of, slugs) for _ in range(SHOES // slugs)])
    cards = pack.whole / slugs
    trues = {name: -(counts @ shares) * pack.deck / cards for name, shares in (("house", house), ("perfect", perfect))}
    values = trues["house"] * gain - wager.house_edge
    good = values > 0
    return Tracked(
        slugs,
        round(cards),
        float(sqrt((trues["house"] ** 2).mean())),
        float(sqrt((trues["perfect"] ** 2).mean())),
        float(good.mean()),
        float(values[good].mean()) if good.any() else 0.0,
    )


def _slug_counts(tag: npt.NDArray[np.float64], of: npt.NDArray[np.int64], slugs: int) -> npt.NDArray[np.float64]:
    return np.asarray(np.bincount(of, weights=tag, minlength=slugs), float)
