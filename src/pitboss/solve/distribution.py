"""The distribution of a round's net result.

Rounds without a split are exact. In a split the results of the hands depend on one another through the dealer's hand
and the cards out; here they are taken as independent once up card and dealer's total are given.
"""

from collections.abc import Iterable
from functools import cache

import numpy as np
import numpy.typing as npt

from pitboss.solve.composition import TEN
from pitboss.solve.dealer_hand import fill_outcomes
from pitboss.solve.hand_values import taken
from pitboss.solve.paths import NO_CHANCES, End, Paths, follow_paths, no_paths
from pitboss.solve.round_values import Table, UpCard
from pitboss.solve.second_chance import LOST, TIED, WON, chance_pays
from pitboss.solve.splits import reached
from pitboss.solve.terms import Terms

Distribution = dict[float, float]


@cache
def net_of(end: End, terms: Terms, first: bool) -> float:
    """What a hand that ended so won or lost, in initial wagers."""
    name, _, size = end.name.rpartition("_")
    if end is End.NATURAL:
        return terms.wager * terms.blackjack_odds
    wager = terms.wager + (terms.double if size == "2" else 0.0)
    halved = terms.wager if size == "2" and terms.surrender_double == 2 else wager
    lost = float(taken(wager, terms, first))
    nets = {
        "WON": wager * terms.odds,
        "LOST": -wager,
        "TIED": 0.0,
        "SURRENDERED": -halved * terms.surrender_share,
        "TAKEN": -lost,
        "SURRENDERED_TO_BLACKJACK": -(wager if terms.surrender_entire else lost),
        "CHANCE_WON": wager * terms.chance_odds,
        "CHANCE_LOST": -2 * wager,
        "CHANCE_TAKEN": -lost,
        "CHANCE_TIED": 0.0,
    }
    return nets[name]


def unsplit_paths(table: Table, one: UpCard, to_the_end: bool = False) -> Paths:
    """The paths of every deal against an up card that is neither a Blackjack nor split, by how often they happen."""
    paths = no_paths(table.size, table.game.slots.size)
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
        paths.held[h] = held
    place = (table.left(one.up), table.key(one.up), table.outcomes[one.up - 1], one.terms)
    chances = _chances(table, one.up, table.bust_rows) if to_the_end else NO_CHANCES
    follow_paths(table.arrays, table.live_rows, table.bust_rows, *place, chances, False, one.values, paths)
    return paths


def _chances(
    table: Table, up: int, over: npt.NDArray[np.int64], pair: int = 0, out: int = 1
) -> npt.NDArray[np.float64]:
    """How often Second Chances win, lose and tie with each dealer outcome, and how often that outcome comes."""
    found = np.zeros((4, table.game.slots.size, table.size))
    terms, slots = table.game.plain, table.game.slots.size
    for n, result in enumerate((WON, LOST, TIED)):
        if terms.chance:
            found[n] = table.next_card(up, over, chance_pays(terms, slots, result), pair, out)
    shoe = table.left(up)
    shoe[pair] -= out - 1
    fill_outcomes(shoe, table.hands.cards, over, table.game.trees[up - 1], found[3:])
    return found


def split_hand_paths(table: Table, one: UpCard, value: int, k: int, any_second: bool, position: int = 0) -> Paths:
    """The paths of one hand of a split pair while there are k hands; its second card any, or no pair card."""
    rows, bust_rows, _ = table.pair_rows(value)
    kept = one.kept[value][position : position + 1]
    found = reached((k, k), 1, table.row(value), table.hands.live, table.hands.after, rows, kept)
    outcomes = table.split_outcomes(value, one.up, (k, k), np.flatnonzero(found))
    paths = no_paths(table.size, table.game.slots.size)
    less = table.left(one.up)
    less[value - 1] -= k - 1
    left = less.copy()
    left[value - 1] -= 1 if any_second else left[value - 1]
    left = np.maximum(left, 0)
    for second in range(1, TEN + 1):
        if left[second - 1] > 0:
            paths.held[table.row(value, second)] = left[second - 1] / left.sum()
    action, takes, gives_up = one.kept[value][position, k]
    chosen = one.values._replace(action=action, takes=takes, gives_up=gives_up)
    place = (less, table.key(one.up), outcomes, one.terms)
    chances = _chances(table, one.up, bust_rows[found[bust_rows]], value - 1, k)
    follow_paths(table.arrays, rows, bust_rows, *place, chances, True, chosen, paths)
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


def add_up(parts: Iterable[Distribution]) -> Distribution:
    """The distribution of a sum of independent parts."""
    whole: Distribution = {0.0: 1.0}
    for part in parts:
        longer: Distribution = {}
        for net, p in whole.items():
            for more, q in part.items():
                longer[net + more] = longer.get(net + more, 0.0) + p * q
        whole = longer
    return whole


def _by_net(ends: npt.NDArray[np.float64], terms: Terms, first: bool) -> Distribution:
    found: Distribution = {}
    for end in End:
        if ends[end] > 0:
            net = net_of(end, terms, first)
            found[net] = found.get(net, 0.0) + float(ends[end])
    return found


def _merge(into: Distribution, part: Distribution, weight: float) -> None:
    for net, p in part.items():
        into[net] = into.get(net, 0.0) + weight * p


def _split_round(table: Table, one: UpCard, value: int, pairs: int) -> Distribution:
    shoe, most = table.left(one.up), one.splits[value, pairs].hands
    hands = numbers_of_hands(pairs, float(shoe.sum()), most)
    places = range(table.positions(one.up, one.terms))
    # One kernel call's outcomes are overwritten by the next, so each set of ends is taken out at once.
    at_limit = [split_hand_paths(table, one, value, most, True, place).ends for place in places]
    unpaired = [split_hand_paths(table, one, value, 2, False, place).ends for place in places] if most > 2 else at_limit
    found: Distribution = {}
    for slot in range(table.game.slots.size):
        mass = float(table.outcomes[one.up - 1, slot, table.row(value, value)])
        if mass <= 0:
            continue
        first_plain, other_plain = _first_and_others(unpaired, slot, one.terms)
        first_last, other_last = _first_and_others(at_limit, slot, one.terms)
        sums: dict[tuple[int, int], Distribution] = {(1, 0): first_plain, (0, 1): first_last}
        for plain, last in sorted(hands):
            for place in [(n, 0) for n in range(2, plain + 1)] + [(plain, n) for n in range(1, last + 1)]:
                if place not in sums:
                    before, other = ((place[0], place[1] - 1), other_last)
                    if not place[1]:
                        before, other = ((place[0] - 1, 0), other_plain)
                    sums[place] = add_up((sums[before], other))
        for place, chance in hands.items():
            _merge(found, sums[place], chance * mass)
    return found


def _first_and_others(
    ends: list[npt.NDArray[np.float64]], slot: int, terms: Terms
) -> tuple[Distribution, Distribution]:
    """One hand's distribution given the dealer's outcome, as the first hand of its box and as another."""
    nets = [_by_net(of[:, slot] / of[:, slot].sum(), terms, place == 0) for place, of in enumerate(ends)]
    return nets[0], nets[-1]


def against(table: Table, one: UpCard) -> Distribution:
    """The distribution of the net result against one up card."""
    found = _by_net(unsplit_paths(table, one, True).ends.sum(1), one.terms, True)
    terms = one.terms
    for first, second, chance in table.two_cards(one.up):
        h = table.row(first, second)
        looked = table.seen_by_reader(one.up, h)
        if (first, second) == (1, TEN):
            _blackjack(table, one, h, looked, chance, found)
            continue
        if looked:
            _merge(found, {-float(taken(terms.wager, terms, True)): looked}, chance)
        if first == second:
            for case in table.pair_cases(first, one.up):
                if one.splits_pair(first, case.pairs, float(one.values.value[h])):
                    _merge(found, _split_round(table, one, first, case.pairs), chance * case.share)
    return found


def _blackjack(table: Table, one: UpCard, h: int, looked: float, chance: float, found: Distribution) -> None:
    terms, outcomes, slots = one.terms, table.outcomes[one.up - 1], table.game.slots
    paid = terms.wager * terms.blackjack_odds
    tied = looked + float(outcomes[slots.blackjack, h]) if terms.blackjacks_tie else 0.0
    if not terms.blackjack_beats_21:
        tied += float(outcomes[slots.bust - 1, h])
    if terms.blackjack_waits:
        tied += float(outcomes[slots.push, h])
    if table.even_money(one.up) and (1 - tied) * paid < terms.wager:
        paid, tied = terms.wager, 0.0
    _merge(found, {paid: 1 - tied, 0.0: tied}, chance)
