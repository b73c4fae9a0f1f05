"""What fixed decisions after a split leave on the table: what it is worth to a hand to know another one's cards.

The solver plays split hands by decisions fixed per hand, up card and number of hands. A player who remembers the cards
of the hands already played can do better. For every way the first of two hands can end, the second is solved anew with
those cards out, and compared with the fixed decisions on the same shoe: the mean difference is what memory is worth to
one hand. With more hands each remembers those before it, so with at most n hands the whole is of the order of n(n-1)/2
times that. This is an estimate, not a bound: it takes the hands remembered as played by the fixed decisions. It takes
minutes, and is worth knowing once.
"""

from collections.abc import Mapping

import numpy as np
import numpy.typing as npt

from pitboss.rules.errors import RulesError
from pitboss.solve.dealer_hand import VALUES, fill_outcomes
from pitboss.solve.distribution import split_hand_paths
from pitboss.solve.hand_values import DOUBLE, HIT, SURRENDER, bust_values, hand_values, no_values
from pitboss.solve.round_values import Table, UpCard
from pitboss.solve.strategy import TWENTY_ONE

Cards = tuple[int, ...]
LIKELY = 1e-4


def ends_of_first_hand(table: Table, one: UpCard, value: int) -> dict[Cards, float]:
    """How often the first hand of a split ends with each set of cards, by counts of each value."""
    paths = split_hand_paths(table, one, value, 2, True)
    hands, rows = table.hands, table.pair_rows(value, table.rows(one.up)).live
    action = one.kept[value][0, 2, 0]
    shoe = table.left(one.up)
    shoe[value - 1] -= 1
    ends: dict[Cards, float] = {}

    def add(cards: npt.NDArray[np.int64], weight: float) -> None:
        key = tuple(int(n) for n in cards)
        ends[key] = ends.get(key, 0.0) + weight

    for h in rows:
        cards = hands.cards[h].astype(np.int64)
        if paths.doubled[h]:
            add(cards, float(paths.doubled[h]))
        if not paths.held[h]:
            continue
        if hands.total[h] == TWENTY_ONE or action[h] not in (HIT, DOUBLE) or action[h] == SURRENDER:
            add(cards, float(paths.held[h]))
            continue
        left = np.maximum(shoe - cards, 0)
        for c in range(VALUES):
            if left[c] and hands.total[h] - 10 * hands.soft[h] + c + 1 > TWENTY_ONE:
                more = cards.copy()
                more[c] += 1
                add(more, float(paths.held[h] * left[c] / left.sum()))
    return ends


def memory_worth(table: Table, one: UpCard, value: int) -> tuple[float, float]:
    """The mean gain of a second hand that knows the first one's cards, and the share of first hands it covers."""
    rows = table.pair_rows(value, table.rows(one.up))
    alone, aces = table.row(value), value == 1
    context = (True, table.positions(one.up, one.terms) == 1, aces, aces and one.terms.one_card_aces)
    kept = one.kept[value][-1, 2]
    out = np.zeros((1, *table.outcomes.shape[1:]))
    chances = np.zeros((2, table.size))
    gain = covered = 0.0
    for cards, weight in ends_of_first_hand(table, one, value).items():
        if weight < LIKELY:
            continue
        shoe = table.left(one.up) - np.array(cards)
        fill_outcomes(shoe, table.hands.cards, rows.both, table.game.trees[one.up - 1], out)
        second = shoe.copy()
        second[value - 1] -= 1
        worth = []
        for following in (False, True):
            values, twice = no_values(table.size), np.zeros((table.size, 2))
            values.action[:], values.takes[:], values.gives_up[:] = kept
            key, terms = table.key(one.up), one.terms
            over = (chances, terms, context, following, values, twice, rows.over)
            bust_values(table.hands.cards, shoe, key, out[0], *over)
            hand_values(rows.hand, rows.live, shoe, key, out[0], terms, context, following, values, twice)
            there = second > 0
            after = table.hands.after[alone][there]
            worth.append(float((second[there] * values.value[after]).sum() / second.sum()))
        gain += weight * (worth[0] - worth[1])
        covered += weight
    return gain / covered, covered


def memory_in_game(table: Table, best: Mapping[int, UpCard]) -> float:
    """What one hand's memory of one other is worth per initial wager, over all splits the best play makes."""
    if table.game.needs_bust_hands:
        raise RulesError("memory after a split is valued only where a hand over 21 is lost at once")
    whole = 0.0
    for up, one in best.items():
        share = float(table.counts[up - 1] / table.counts.sum())
        for first, second, chance in table.two_cards(up):
            if first != second or first not in one.kept:
                continue
            for case in table.pair_cases(first, up):
                if one.splits_pair(first, case.pairs, one.unsplit_pair[first]):
                    whole += share * chance * case.share * memory_worth(table, one, first)[0]
    return whole
