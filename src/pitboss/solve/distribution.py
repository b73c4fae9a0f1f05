"""The distribution of a round's net result.

Rounds without a split are exact. In a split the results of the hands depend on one another through the dealer's hand
and the cards out; here they are taken as independent once up card and dealer's total are given.
"""

from fractions import Fraction
from functools import cache
from math import lcm

import numpy as np
import numpy.typing as npt

from pitboss.solve.compiled import interpreted
from pitboss.solve.composition import TEN
from pitboss.solve.dealer_hand import VALUES, fill_outcomes
from pitboss.solve.figures import TAKES, Choices
from pitboss.solve.hand_values import ADDED, ALONE, FIRST, given_up_to_blackjack, taken
from pitboss.solve.hands import counts_of
from pitboss.solve.paths import End, OverSets, Paths, end_over, follow_paths, no_paths, over_sets
from pitboss.solve.round_values import Table
from pitboss.solve.rows import Rows
from pitboss.solve.splits import reached
from pitboss.solve.terms import Terms
from pitboss.solve.up_card import UpCard

Distribution = dict[float, float]


@cache
def net_of(end: End, terms: Terms, place: int) -> float:
    """What a hand that ended so won or lost, in initial wagers."""
    name, _, size = end.name.rpartition("_")
    if end is End.NATURAL:
        return terms.wager * terms.blackjack_odds
    wager = terms.wager + (terms.double if size == "2" else 0.0)
    given_up = terms.surrender_share * (terms.wager if size == "2" and terms.surrender_double == 2 else wager)
    lost = float(interpreted(taken)(wager, terms, place))
    nets = {
        "WON": wager * terms.odds,
        "LOST": -wager,
        "TIED": 0.0,
        "SURRENDERED": -given_up,
        "TAKEN": -lost,
        "SURRENDERED_TO_BLACKJACK": -interpreted(given_up_to_blackjack)(given_up, wager, terms, place),
        "CHANCE_WON": wager * terms.chance_odds,
        "CHANCE_LOST": -2 * wager,
        "CHANCE_TAKEN": -lost,
        "CHANCE_TIED": 0.0,
    }
    return nets[name]


def nets_of(terms: Terms, place: int) -> list[float]:
    """What hands won or lost by every way they end: those that have a name, and then 21s by the bonus they are paid."""
    odds = () if terms.bonus_21 is None else terms.bonus_21.different_odds
    bonuses = [wager * float(one.ratio) for one in odds for wager in (terms.wager, terms.wager + terms.double)]
    return [net_of(end, terms, place) for end in End] + bonuses


def unsplit_deals(table: Table, one: UpCard) -> npt.NDArray[np.float64]:
    """By row: how often two cards are dealt against an up card that are neither a Blackjack nor split."""
    dealt = np.zeros(table.size)
    for first, second, chance in table.two_cards(one.up):
        if (first, second) == (1, TEN):
            continue
        h = table.row(first, second)
        held = chance
        if first == second:
            value = float(one.values.value[h])
            for case in table.pair_cases(first, one.up):
                if one.splits_pair(first, case.pairs, value):
                    held -= chance * case.share
        dealt[h] = held
    return dealt


def unsplit_paths(table: Table, one: UpCard, to_the_end: bool = False) -> Paths:
    """The paths of those deals, by how often they happen; to the end also of hands over 21 where they wait for it."""
    paths = no_paths(table.size, table.game.slots.size, one.terms)
    paths.held[:] = unsplit_deals(table, one)
    rows = table.rows(one.up)
    place = (table.left(one.up), table.key(one.up), table.outcomes[one.up - 1], one.terms.coded, False)
    follow_paths(rows.hand, rows.live, *place, one.values.chosen, paths)
    if to_the_end:
        _end_over(table, one, rows, one.values.chosen, paths)
    return paths


def _end_over(
    table: Table, one: UpCard, rows: Rows, chosen: Choices, paths: Paths, pair: int = 0, out: int = 1
) -> None:
    """End the hands over 21 among some rows: unsplit ones, or split ones with `out` pair cards out."""
    room = (VALUES + 1) * int(np.count_nonzero(paths.bust[rows.over] + paths.bust_doubled[rows.over]))
    if not room:
        return
    sets, totals, weights = np.empty(room, np.int64), np.empty(room, np.int64), np.empty((room, 2))
    shoe = table.left(one.up)
    shoe[pair] -= out - 1
    into = OverSets(sets, totals, weights)
    found = over_sets(
        rows.hand, rows.over, table.hands.keys, shoe, one.terms.coded, out > 1, chosen[TAKES], paths, into
    )
    keys, at = np.unique(sets[:found], return_inverse=True)
    p = np.zeros((1, table.game.slots.size, len(keys)))
    fill_outcomes(shoe, counts_of(keys).astype(np.int8), np.arange(len(keys)), table.game.trees[one.up - 1], p)
    end_over(p[0], at, totals, weights, one.terms.coded, paths.ends)


def split_hand_paths(table: Table, one: UpCard, value: int, k: int, any_second: bool, position: int = 0) -> Paths:
    """The paths of one hand of a split pair while there are k hands; its second card any, or no pair card."""
    rows = table.pair_rows(value, table.rows(one.up))
    kept = one.kept[value][position : position + 1]
    alone = np.array([table.row(value)])
    found = reached((k, k), 1, alone, table.hands.live, table.hands.after, rows.live, kept)
    odds = table.split_odds(value, one.up, (k, k), rows.among(found).both)
    paths = no_paths(table.size, table.game.slots.size, one.terms)
    less = table.left(one.up)
    less[value - 1] -= k - 1
    left = less.copy()
    left[value - 1] -= 1 if any_second else left[value - 1]
    left = np.maximum(left, 0)
    for second in range(1, TEN + 1):
        if left[second - 1] > 0:
            paths.held[table.row(value, second)] = left[second - 1] / left.sum()
    chosen = one.kept[value][position, k]
    place = (less, table.key(one.up), odds.outcomes[k - 1], one.terms.coded, True)
    follow_paths(rows.hand, rows.live, *place, chosen, paths)
    _end_over(table, one, rows, chosen, paths, value - 1, k)
    return paths


def numbers_of_hands(pairs: float, cards: float, most: int) -> dict[tuple[int, int], float]:
    """How often a split ends with so many hands whose second card was no pair card, and so many dealt at the limit."""
    state = {(2, 1): 1.0}
    ended: dict[tuple[int, int], float] = {}
    while state:
        following: dict[tuple[int, int], float] = {}
        for (k, i), chance in state.items():
            if k == most or i > k:
                place = (i - 1, k - (i - 1))
                ended[place] = ended.get(place, 0.0) + chance
                continue
            q = max(pairs - k, 0.0) / (cards - k - (i - 1))
            for place, p in (((k + 1, i), q), ((k, i + 1), 1 - q)):
                if p:
                    following[place] = following.get(place, 0.0) + chance * p
        state = following
    return ended


@cache
def net_grid(terms: Terms) -> tuple[int, tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]]:
    """A unit of which every net result is a multiple (as its inverse), and each end's, as a first hand and another."""
    nets = [[Fraction(net).limit_denominator(1000) for net in nets_of(terms, place)] for place in (FIRST, ADDED)]
    fine = lcm(*(net.denominator for of in nets for net in of))
    steps = [np.array([int(net * fine) for net in of], np.int64) for of in nets]
    return fine, (steps[0], steps[1])


def _on_grid(ends: npt.NDArray[np.float64], steps: npt.NDArray[np.int64], widest: int) -> npt.NDArray[np.float64]:
    """One hand's results as chances from -widest to widest steps."""
    return np.bincount(steps + widest, ends, 2 * widest + 1).astype(np.float64)


def _by_net(ends: npt.NDArray[np.float64], terms: Terms, place: int) -> Distribution:
    found: Distribution = {}
    for net, chance in zip(nets_of(terms, place), ends.tolist(), strict=True):
        if chance > 0:
            found[net] = found.get(net, 0.0) + chance
    return found


def _merge(into: Distribution, part: Distribution, weight: float) -> None:
    for net, p in part.items():
        into[net] = into.get(net, 0.0) + weight * p


def split_round(table: Table, one: UpCard, value: int, pairs: int) -> Distribution:
    """The distribution of a split's result, joint with the peek."""
    shoe, most = table.left(one.up), one.splits[value, pairs].hands
    hands = numbers_of_hands(pairs, float(shoe.sum()), most)
    places = range(table.positions(one.up, one.terms))
    at_limit = [split_hand_paths(table, one, value, most, True, place).ends for place in places]
    unpaired = [split_hand_paths(table, one, value, 2, False, place).ends for place in places] if most > 2 else at_limit
    fine, steps = net_grid(one.terms)
    widest = max(int(np.abs(of).max()) for of in steps)
    found = np.zeros(2 * most * widest + 1)
    for slot in range(table.game.slots.size):
        mass = float(table.outcomes[one.up - 1, slot, table.row(value, value)])
        if mass <= 0:
            continue
        first_plain, other_plain = _first_and_others(unpaired, slot, steps, widest)
        first_last, other_last = _first_and_others(at_limit, slot, steps, widest)
        sums = {(1, 0): first_plain, (0, 1): first_last}
        for plain, last in sorted(hands):
            for place in [(n, 0) for n in range(2, plain + 1)] + [(plain, n) for n in range(1, last + 1)]:
                if place not in sums:
                    before, other = ((place[0], place[1] - 1), other_last)
                    if not place[1]:
                        before, other = ((place[0] - 1, 0), other_plain)
                    sums[place] = np.convolve(sums[before], other)
        for place, chance in hands.items():
            beside = (most - sum(place)) * widest
            found[beside : len(found) - beside] += chance * mass * sums[place]
    middle = most * widest
    return {(n - middle) / fine: float(found[n]) for n in np.flatnonzero(found)}


def _first_and_others(
    ends: list[npt.NDArray[np.float64]],
    slot: int,
    steps: tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]],
    widest: int,
) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]]:
    """One hand's results given the dealer's outcome, as the first hand of its box and as another."""
    nets = [_on_grid(of[:, slot] / of[:, slot].sum(), steps[place], widest) for place, of in enumerate(ends)]
    return nets[0], nets[-1]


def against(table: Table, one: UpCard) -> Distribution:
    """The distribution of the net result against one up card."""
    found = _by_net(unsplit_paths(table, one, True).ends.sum(1), one.terms, ALONE)
    terms = one.terms
    for first, second, chance in table.two_cards(one.up):
        h = table.row(first, second)
        looked = table.seen_by_reader(one.up, h)
        if (first, second) == (1, TEN):
            _blackjack(table, one, h, looked, chance, found)
            continue
        if looked:
            early = table.given_up_early(one, (first, second))
            _merge(found, {-float(interpreted(taken)(terms.wager, terms, ALONE)): looked * (1 - early)}, chance)
            if early:
                _merge(found, {-terms.surrender_share * terms.wager: looked * early}, chance)
        if first == second:
            for case in table.pair_cases(first, one.up):
                if one.splits_pair(first, case.pairs, float(one.values.value[h])):
                    _merge(found, split_round(table, one, first, case.pairs), chance * case.share)
    return found


def _blackjack(table: Table, one: UpCard, h: int, looked: float, chance: float, found: Distribution) -> None:
    terms, outcomes, slots = one.terms, table.outcomes[one.up - 1], table.game.slots
    paid = terms.wager * terms.blackjack_odds
    tied = looked + float(outcomes[slots.blackjack, h]) if terms.blackjacks_tie else 0.0
    if not terms.blackjack_beats_21:
        tied += float(outcomes[slots.bust - 1, h])
    if one.even_money:
        paid, tied = terms.wager, 0.0
    _merge(found, {paid: 1 - tied, 0.0: tied}, chance)
