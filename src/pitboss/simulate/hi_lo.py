"""Five Card Hi-Lo: five cards each from one deck, exactly, and the house's high hand against the dealer's.

How a round is decided is HOUSE and never law: the sections that say so are not at hand.
"""

from collections import Counter
from time import perf_counter
from typing import Any

import numpy as np
import numpy.typing as npt

from pitboss.rules.errors import RulesError
from pitboss.rules.hi_lo import ShowdownKind
from pitboss.rules.rules import HiLoRules
from pitboss.simulate.asked import Asked
from pitboss.simulate.by_wager import Wagered
from pitboss.simulate.distribution import NORMAL_95, Distribution
from pitboss.simulate.draws import below, stream_rng
from pitboss.simulate.plan import Plan, Unit
from pitboss.simulate.runners import Threads, units_of
from pitboss.simulate.target_cpu import i32, jit, kernel, u32

DECK = 52
HAND = 5
BASE = 16
KIND = BASE**HAND
PAIR, TWO_PAIR, THREE, STRAIGHT, FLUSH, FULL, FOUR, STRAIGHT_FLUSH = 1, 2, 3, 4, 5, 6, 7, 8
FIVE_HIGH = 1 << 12 | 15  # ace, two, three, four, five


@jit
def high_hand(cards: Any, start: Any, step: Any) -> Any:
    """What five cards are worth as a high poker hand: larger beats smaller, equal ties; an ace plays high or low."""
    by_rank, present, flush = 0, 0, True
    for k in range(HAND):
        card = cards[start + k * step]
        rank = (card % 13 + 12) % 13  # two is 0, ace is 12
        by_rank += 1 << (4 * rank)
        present |= 1 << rank
        flush = flush and card // 13 == cards[start] // 13
    pairs, threes, fours = 0, 0, 0
    single, paired, more = 0, 0, 0  # the ranks there are one, two, and more of, the highest first
    for place in range(13):
        rank = 12 - place
        n = by_rank >> (4 * rank) & 15
        if n == 1:
            single = single * BASE + rank
        elif n == 2:
            paired = paired * BASE + rank
            pairs += 1
        elif n == 3:
            more = rank
            threes += 1
        elif n == 4:
            more = rank
            fours += 1
    if fours:
        return FOUR * KIND + more * BASE + single
    if threes and pairs:
        return FULL * KIND + more * BASE + paired
    if threes:
        return THREE * KIND + more * BASE**2 + single
    if pairs == 2:
        return TWO_PAIR * KIND + paired * BASE + single
    if pairs == 1:
        return PAIR * KIND + paired * BASE**3 + single
    top = -1
    for high in range(4, 13):
        if present == 31 << (high - 4):
            top = high
    if present == FIVE_HIGH:
        top = 3
    if top >= 0:
        return (STRAIGHT_FLUSH if flush else STRAIGHT) * KIND + top
    return (FLUSH * KIND if flush else 0) + single


@kernel
def play_hi_lo(seed: Any, first: Any, streams: Any, rounds: Any, boxes: Any, each: Any, deck: Any, counts: Any) -> None:
    """Streams of rounds: counts[box, lost, tied or won], and in the last row the boxes won less those lost."""
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
            ahead = 0
            for box in range(boxes):
                mine = high_hand(deck, box, boxes + 1)
                outcome = (1 if mine > dealer else 0) - (1 if mine < dealer else 0)
                counts[box, 1 + outcome] += 1
                ahead += outcome
            counts[boxes, boxes + ahead] += 1


def play_unit(seed: int, unit: Unit, boxes: int, each: int) -> npt.NDArray[np.int64]:
    """Play a unit."""
    counts = np.zeros((boxes + 1, 2 * boxes + 1), np.int64)
    deck = np.zeros(DECK, np.int64)
    play_hi_lo(np.uint64(seed), unit.first, unit.streams, unit.rounds, boxes, each, deck, counts)
    return counts


def hi_lo_counts(rules: HiLoRules, plan: Plan, boxes: int, threads: Threads) -> npt.NDArray[np.int64]:
    """Lost, tied and won rounds of each box; in the last row, rounds by the boxes won less those lost."""
    from concurrent.futures import ThreadPoolExecutor

    each = rules.hi_lo_deal.cards_each
    if each != HAND:
        raise RulesError(f"a high hand has {HAND} cards, not {each}")
    if not 1 <= boxes <= min(rules.layout.positions, DECK // each - 1):
        raise RulesError(f"{boxes} boxes cannot be played: the table has {rules.layout.positions}")
    total = np.zeros((boxes + 1, 2 * boxes + 1), np.int64)
    with ThreadPoolExecutor(threads.threads) as pool:
        units = units_of(plan, [range(plan.streams)], 1)
        for counts in pool.map(lambda unit: play_unit(plan.seed, unit, boxes, each), units):
            total += counts
    return total


def simulate_hi_lo(rules: HiLoRules, asked: Asked) -> dict[str, Any]:
    """The Ante's results, for machines; a round that stops after the deal returns every wager."""
    asked.only_rounds(rules.game)
    plan, boxes, threads = asked.plan, asked.boxes, Threads(asked.threads)
    begun = perf_counter()
    counts = hi_lo_counts(rules, plan, boxes, threads)
    odds = rules.showdown.ante_odds
    win, lose = odds.win, -odds.stake
    if rules.showdown.showdown is ShowdownKind.STOP_AFTER_DEAL:
        win = lose = 0
    tie = 0 if rules.showdown.ties_push else lose
    lost, tied, won = counts[:boxes, :3].sum(0).tolist()
    found = Distribution((lose, tie, win), (lost, tied, won), odds.stake)
    # Boxes share a dealer, so the error comes from whole rounds, where a win pays what a loss costs and ties push.
    ahead = Distribution(tuple(range(-boxes, boxes + 1)), tuple(counts[boxes].tolist()), 1)
    error = ahead.standard_error / boxes if win == -lose and not tie else found.standard_error
    ante = Wagered(
        Counter({(odds.stake, lose): lost}) + Counter({(odds.stake, tie): tied}) + Counter({(odds.stake, win): won}),
        odds.stake,
        boxes,
    )
    seconds = perf_counter() - begun
    return {
        "game": rules.game,
        "rules_hash": rules.hash,
        "rounds": plan.rounds,
        "boxes": boxes,
        **found.summary(),
        "standard_error": error,
        "interval": [found.mean - NORMAL_95 * error, found.mean + NORMAL_95 * error],
        "total_wager": 1.0,
        "skew": found.skew if found.variance else None,
        "side_wagers": {},
        "wagers": {"ante": ante.summary(plan.rounds * boxes)},
        "histogram": found.histogram(),
        "longest_losing_run": None,
        "rounds_per_shoe": 1.0,
        "seed": plan.seed,
        "seconds": seconds,
        "rounds_per_second": plan.rounds / seconds,
        "device": threads.device,
    }
