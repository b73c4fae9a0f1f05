"""Where the play of one box leads: the paths of hands that are not split, and of one hand of a split; what ends win."""

from functools import cache

import numpy as np
import numpy.typing as npt

from pitboss.solve.compiled import interpreted
from pitboss.solve.composition import TEN
from pitboss.solve.dealer_hand import VALUES, fill_outcomes
from pitboss.solve.figures import TAKES, Choices
from pitboss.solve.hand_values import given_up_to_blackjack, taken
from pitboss.solve.hands import counts_of
from pitboss.solve.paths import End, OverSets, Paths, end_over, follow_paths, no_paths, over_sets
from pitboss.solve.round_values import Table
from pitboss.solve.rows import Rows
from pitboss.solve.splits import reached
from pitboss.solve.terms import Terms
from pitboss.solve.up_card import UpCard


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
    bonuses = [wager * odds for odds in terms.bonus_odds for wager in (terms.wager, terms.wager + terms.double)]
    return [net_of(end, terms, place) for end in End] + bonuses


def unsplit_deals(table: Table, one: UpCard) -> npt.NDArray[np.float64]:
    """By row: how often two cards are dealt against an up card that are neither a Blackjack nor split."""
    dealt = np.zeros(table.size)
    rows, chances = table.dealt(one.up)
    dealt[rows] = chances
    if table.row(1, TEN) >= 0:
        dealt[table.row(1, TEN)] = 0.0
    for value in {value for value, _ in one.splits}:
        h = table.row(value, value)
        chance = float(dealt[h])
        for case in table.pair_cases(value, one.up):
            if one.splits_pair(value, case.pairs, float(one.values.value[h])):
                dealt[h] -= chance * case.share
    return dealt


def unsplit_paths(table: Table, one: UpCard, to_the_end: bool = False) -> Paths:
    """The paths of those deals, by how often they happen; to the end also of hands over 21 where they wait for it."""
    paths = no_paths(table.size, table.game.slots.size, one.terms)
    paths.held[:] = unsplit_deals(table, one)
    rows = table.rows_of(one)
    place = (table.left(one.up), table.outcomes[one.up - 1], one.terms.coded, False)
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
    p = np.zeros((1, len(keys), table.game.slots.size))
    tree, rest = table.tree(one.up)
    fill_outcomes(shoe, counts_of(keys).astype(np.int8), np.arange(len(keys)), tree, p, rest=rest)
    end_over(p[0], at, totals, weights, one.terms.coded, paths.ends)


def comes_to(table: Table, one: UpCard, value: int, k: int, position: int = 0) -> npt.NDArray[np.int64]:
    """The rows that one hand of a split pair can come to while there are k hands."""
    rows, alone = table.split_rows_of(value, one), np.array([table.row(value)])
    place = (alone, table.hands.live, table.hands.after, rows.live, one.kept[value][position : position + 1])
    return rows.among(reached((k, k), 1, *place)).both


def split_hand_paths(
    table: Table,
    one: UpCard,
    value: int,
    k: int,
    any_second: bool,
    position: int,
    come_to: npt.NDArray[np.int64],
    out: int | None = None,
    pairs: int | None = None,
) -> Paths:
    """The paths of one hand of a split pair while there are k hands; its second card any, or no pair card.

    `come_to` is what `comes_to` says of it.
    `out` pair cards are out, if not told otherwise those of k hands; of this value `pairs` in the shoe are pair cards.
    """
    rows, out = table.split_rows_of(value, one), out or k
    odds = table.split_odds(value, one.up, (out, out), come_to)
    paths = no_paths(table.size, table.game.slots.size, one.terms)
    less = table.left(one.up)
    others = 0 if pairs is None else less[value - 1] - pairs
    less[value - 1] -= out - 1
    left = less.copy()
    left[value - 1] = less[value - 1] - 1 if any_second else others
    left = np.maximum(left, 0)
    there = left > 0
    paths.held[table.hands.after[table.row(value)][there]] = left[there] / left.sum()
    chosen = one.kept[value][position, k]
    place = (less, odds.outcomes[out - 1], one.terms.coded, True)
    follow_paths(rows.hand, rows.live, *place, chosen, paths)
    _end_over(table, one, rows, chosen, paths, value - 1, out)
    return paths
