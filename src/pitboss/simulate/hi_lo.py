"""Five Card Hi-Lo: five cards each from one deck, exactly, and the house's high hand against the dealer's.

How a round is decided is HOUSE and never law: the sections that say so are not at hand.
"""

from time import perf_counter
from typing import Any

import numpy as np
import numpy.typing as npt

from pitboss.rules.errors import RulesError
from pitboss.rules.hi_lo import ShowdownKind
from pitboss.rules.rules import HiLoRules
from pitboss.simulate.draws import below, stream_rng
from pitboss.simulate.plan import Plan, Unit
from pitboss.simulate.results import Distribution
from pitboss.simulate.runners import Threads, units_of
from pitboss.simulate.target_cpu import i32, jit, kernel, u32

DECK = 52
HAND = 5
BASE = 16
STRAIGHT, FLUSH, FULL, FOUR, THREE, TWO_PAIR, PAIR = 4, 5, 6, 7, 3, 2, 1


@jit
def high_hand(cards: Any, start: Any, step: Any) -> Any:
    """What five cards are worth as a high poker hand: larger beats smaller, equal ties; an ace plays high or low."""
    present, twos, suits, same = 0, 0, 0, True
    by_count = 0  # ranks in order of how many there are, then of size: the whole comparison in one number
    for k in range(HAND):
        card = cards[start + k * step]
        rank = (card % 13 + 12) % 13  # two is 0, ace is 12
        present |= 1 << rank
        if k == 0:
            suits = card // 13
        same = same and card // 13 == suits
    pairs, threes, fours = 0, 0, 0
    for count in range(4, 0, -1):
        for rank in range(12, -1, -1):
            if not present >> rank & 1:
                continue
            n = 0
            for k in range(HAND):
                n += 1 if (cards[start + k * step] % 13 + 12) % 13 == rank else 0
            if n == count:
                for _ in range(n):
                    by_count = by_count * BASE + rank
                pairs += 1 if n == 2 else 0
                threes += 1 if n == 3 else 0
                fours += 1 if n == 4 else 0
    twos = pairs
    kind = 0
    if fours:
        kind = FOUR
    elif threes:
        kind = FULL if twos else THREE
    elif twos:
        kind = TWO_PAIR if twos == 2 else PAIR
    else:
        top = -1
        for high in range(12, 3, -1):
            if present == 31 << (high - 4):
                top = high
        if present == (1 << 12 | 15):
            top = 3
        if top >= 0:
            kind = FOUR + 1 if same else STRAIGHT
            by_count = top
        elif same:
            kind = FLUSH
    return kind * BASE**HAND + by_count


@kernel
def play_hi_lo(seed: Any, first: Any, streams: Any, rounds: Any, boxes: Any, each: Any, deck: Any, counts: Any) -> None:
    """Streams of rounds: counts[box, lost, tied or won]."""
    for stream in range(first, first + streams):
        rng = stream_rng(seed, stream)
        for card in range(DECK):
            deck[card] = card
        for _ in range(rounds):
            # The first cards of a shuffle, drawn one by one; what lay there goes where they came from.
            for place in range(each * (boxes + 1)):
                rng, at = below(rng, u32(DECK - place))
                other = place + i32(at)
                card = deck[other]
                deck[other] = deck[place]
                deck[place] = card
            dealer = high_hand(deck, boxes, boxes + 1)
            for box in range(boxes):
                mine = high_hand(deck, box, boxes + 1)
                counts[box, 1 + (1 if mine > dealer else 0) - (1 if mine < dealer else 0)] += 1


def play_unit(seed: int, unit: Unit, boxes: int, each: int) -> npt.NDArray[np.int64]:
    """Play a unit."""
    counts = np.zeros((boxes, 3), np.int64)
    deck = np.zeros(DECK, np.int64)
    play_hi_lo(np.uint64(seed), unit.first, unit.streams, unit.rounds, boxes, each, deck, counts)
    return counts


def hi_lo_counts(rules: HiLoRules, plan: Plan, boxes: int, threads: Threads) -> npt.NDArray[np.int64]:
    """Lost, tied and won rounds of each box."""
    from concurrent.futures import ThreadPoolExecutor

    each = rules.hi_lo_deal.cards_each
    if each != HAND:
        raise RulesError(f"a high hand has {HAND} cards, not {each}")
    if not 1 <= boxes <= min(rules.layout.positions, DECK // each - 1):
        raise RulesError(f"{boxes} boxes cannot be played: the table has {rules.layout.positions}")
    total = np.zeros((boxes, 3), np.int64)
    with ThreadPoolExecutor(threads.threads) as pool:
        units = units_of(plan, [range(plan.streams)], 1)
        for counts in pool.map(lambda unit: play_unit(plan.seed, unit, boxes, each), units):
            total += counts
    return total


def hi_lo_result(rules: HiLoRules, plan: Plan, boxes: int, threads: Threads) -> dict[str, Any]:
    """The Ante's results, for machines; a round that stops after the deal returns every wager."""
    begun = perf_counter()
    counts = hi_lo_counts(rules, plan, boxes, threads)
    odds = rules.showdown.ante_odds
    win, lose = odds.win, -odds.stake
    if rules.showdown.showdown is ShowdownKind.STOP_AFTER_DEAL:
        win = lose = 0
    tie = 0 if rules.showdown.ties_push else lose
    lost, tied, won = counts.sum(0).tolist()
    found = Distribution((lose, tie, win), (lost, tied, won), odds.stake)
    seconds = perf_counter() - begun
    return {
        "game": rules.game,
        "rules_hash": rules.hash,
        "rounds": plan.rounds,
        "boxes": boxes,
        **found.summary(),
        "total_wager": 1.0,
        "skew": found.skew if found.variance else None,
        "side_wagers": {},
        "histogram": found.histogram(),
        "longest_losing_run": None,
        "rounds_per_shoe": 1.0,
        "seed": plan.seed,
        "seconds": seconds,
        "rounds_per_second": plan.rounds / seconds,
        "device": threads.device,
    }
