"""The distribution of a round's net result.

Rounds without a split are exact; how far the others can be off is told by `split_results`.
"""

import numpy as np
import numpy.typing as npt

from pitboss.solve.compiled import interpreted
from pitboss.solve.composition import TEN
from pitboss.solve.hand_values import ALONE, taken
from pitboss.solve.round_paths import nets_of, unsplit_paths
from pitboss.solve.round_values import Table
from pitboss.solve.split_results import Distribution, Results, Split
from pitboss.solve.terms import Terms
from pitboss.solve.up_card import UpCard


def _by_net(ends: npt.NDArray[np.float64], terms: Terms, place: int) -> Distribution:
    found: Distribution = {}
    for net, chance in zip(nets_of(terms, place), ends.tolist(), strict=True):
        if chance > 0:
            found[net] = found.get(net, 0.0) + chance
    return found


def _merge(into: Distribution, part: Distribution, weight: float) -> None:
    for net, p in part.items():
        into[net] = into.get(net, 0.0) + weight * p


def against(table: Table, one: UpCard) -> Results:
    """The distribution of the net result against one up card."""
    found = _by_net(unsplit_paths(table, one, True).ends.sum(1), one.terms, ALONE)
    terms, chance_error, square_error = one.terms, 0.0, 0.0
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
                    split, often = Split(table, one, first, case.pairs).results(), chance * case.share
                    _merge(found, split.chances, often)
                    chance_error += often * split.chance_error
                    square_error += often * split.square_error
    return Results(found, chance_error, square_error)


def _blackjack(table: Table, one: UpCard, h: int, looked: float, chance: float, found: Distribution) -> None:
    terms, outcomes, slots = one.terms, table.outcomes[one.up - 1], table.game.slots
    paid = terms.wager * terms.blackjack_odds
    tied = looked + float(outcomes[h, slots.blackjack]) if terms.blackjacks_tie else 0.0
    if not terms.blackjack_beats_21:
        tied += float(outcomes[h, slots.bust - 1])
    if one.even_money:
        paid, tied = terms.wager, 0.0
    _merge(found, {paid: 1 - tied, 0.0: tied}, chance)
