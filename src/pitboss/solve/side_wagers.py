"""Insurance and the Bust It Wager: their edge, how often they win, how they swing."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from math import sqrt
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from pitboss.cards.card import Rank
from pitboss.rules.errors import RulesError
from pitboss.rules.rules import BlackjackRules
from pitboss.rules.subjects.bust_it import SPECIAL_RANK, BustItAfterBust, BustItPaytable
from pitboss.solve.compiled import kernel
from pitboss.solve.composition import SUITS, TEN, Composition
from pitboss.solve.dealer_hand import VALUES
from pitboss.solve.distribution import split_hand_paths, unsplit_paths
from pitboss.solve.hand_values import DOUBLE, HIT
from pitboss.solve.round_values import Table, UpCard
from pitboss.solve.strategy import TWENTY_ONE, total_of


@dataclass(frozen=True)
class SideWager:
    """One side wager per unit staked; `error` bounds what an inexact figure may be off by."""

    house_edge: float
    hit_rate: float
    standard_deviation: float
    error: float = 0.0


def insurance(rules: BlackjackRules, shoe: Composition) -> SideWager | None:
    """Insurance taken whenever it is offered, without regard to the player's cards."""
    of = rules.insurance
    if not of.insurance_offered or not shoe.ranks[of.insurance_up_card - 1]:
        return None
    left = shoe.without([of.insurance_up_card])
    hit = sum(left.ranks[rank - 1] for rank in of.insurance_wins_on) / left.cards
    odds = float(of.insurance_odds.ratio)
    return SideWager(1 - hit * (1 + odds), hit, sqrt(hit * (1 - hit)) * (1 + odds))


@cache
def special_shares(decks: int) -> tuple[float, float]:
    """How often three 8s are of one suit, and of one colour but not one suit; cards gone unseen do not change it."""
    eights, suit, colour = SUITS * decks, decks, 2 * decks
    three = (eights - 1) * (eights - 2)
    suited = (suit - 1) * (suit - 2) / three if three else 0.0
    return suited, ((colour - 1) * (colour - 2) / three if three else 0.0) - suited


def bust_it_pays(rules: BlackjackRules) -> npt.NDArray[np.float64]:
    """What a Bust It Wager gives back by the dealer's three cards."""
    paytable = rules.bust_it.bust_it_paytable
    assert paytable is not None
    return _pays(paytable, rules.dealer.dealer_stands_on, rules.cards.ranks_removed, rules.cards.decks)


@cache
def _pays(
    paytable: BustItPaytable, stands_on: int, ranks_removed: tuple[Rank, ...], decks: int
) -> npt.NDArray[np.float64]:
    """pays[:, up, second, third] by rank: mean and mean square of what comes back, stake included; 0 if it loses."""
    third_card = dict(paytable.third_card)
    pays = np.zeros((2, len(Rank), len(Rank), len(Rank)))
    for up in Rank:
        for second in Rank:
            two = [min(up, TEN), min(second, TEN)]
            if total_of(two)[0] >= stands_on:
                continue
            for third in Rank:
                if total_of([*two, min(third, TEN)])[0] <= TWENTY_ONE or third in ranks_removed:
                    continue
                if third not in third_card:
                    raise RulesError(f"the Bust It paytable says nothing of a third card {third.label}")
                odds = {float(third_card[third].ratio): 1.0}
                if up == second == third == SPECIAL_RANK:
                    suited, coloured = special_shares(decks)
                    odds = {
                        float(paytable.three_eights_suited.ratio): suited,
                        float(paytable.three_eights_coloured.ratio): coloured,
                        float(third_card[third].ratio): 1 - suited - coloured,
                    }
                place = (up - 1, second - 1, third - 1)
                pays[(0, *place)] = sum(p * (pay + 1) for pay, p in odds.items())
                pays[(1, *place)] = sum(p * (pay + 1) ** 2 for pay, p in odds.items())
    return pays


def three_cards(shoe: Composition) -> npt.NDArray[np.float64]:
    """The chance of each up card, second and third card, by rank."""
    n = np.array(shoe.ranks, float)
    same = np.eye(len(Rank))
    second = np.maximum(n[None, :] - same, 0)
    third = np.maximum(n[None, None, :] - same[:, None, :] - same[None, :, :], 0)
    cards = shoe.cards
    return np.asarray(n[:, None, None] * second[:, :, None] * third / (cards * (cards - 1) * (cards - 2)))


def bust_it(rules: BlackjackRules, shoe: Composition) -> SideWager | None:
    """The Bust It Wager, settled on the dealer's first three cards alone."""
    if not rules.wagers.bust_it_offered or rules.bust_it.bust_it_paytable is None:
        return None
    pays = bust_it_pays(rules)
    chance = three_cards(shoe)
    back, square = float((chance * pays[0]).sum()), float((chance * pays[1]).sum())
    hit = float((chance * (pays[0] > 0)).sum())
    return SideWager(1 - back, hit, sqrt(square - back * back))


BACK, SQUARE, HIT_RATE = range(3)
Ints = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]


def value_pays(rules: BlackjackRules, shoe: Composition, up: int) -> npt.NDArray[np.float64]:
    """By the values of second and third card: the mean and mean square of what comes back, and how often any does."""
    ranks = np.array(shoe.ranks, float)
    pays = bust_it_pays(rules)
    pays = np.concatenate([pays, pays[:1] > 0])
    groups = [[value] for value in range(TEN - 1)] + [list(range(TEN - 1, len(Rank)))]
    shares = [ranks[g] / max(ranks[g].sum(), 1.0) for g in groups]
    found = np.zeros((len(pays), VALUES, VALUES))
    for second, s in enumerate(groups):
        for third, t in enumerate(groups):
            block = pays[:, groups[up - 1]][:, :, s][:, :, :, t]
            found[:, second, third] = np.einsum("i,j,k,nijk->n", shares[up - 1], shares[second], shares[third], block)
    return found


@kernel
def _lost_with_bust(
    cards: npt.NDArray[np.int8],
    total: npt.NDArray[np.int64],
    soft: npt.NDArray[np.int64],
    rows: npt.NDArray[np.int64],
    action: npt.NDArray[np.int8],
    held: npt.NDArray[np.float64],
    shoe: npt.NDArray[np.float64],
    pays: npt.NDArray[np.float64],
) -> npt.NDArray[np.float64]:
    """What `pays` comes to over rounds in which the player's hand went over 21, by the card that would come next.

    That card may as well have been out from the start: see `removal`.
    """
    lost, left = np.zeros(VALUES), np.zeros(VALUES)
    for row in range(len(rows)):
        h = rows[row]
        if held[h] == 0.0 or (action[h] != HIT and action[h] != DOUBLE) or soft[h] > 0:
            continue
        whole = 0.0
        for c in range(VALUES):
            left[c] = max(shoe[c] - cards[h, c], 0.0)
            whole += left[c]
        for c in range(VALUES):
            if left[c] <= 0 or total[h] + c + 1 <= TWENTY_ONE:
                continue
            share = held[h] * left[c] / (whole * (whole - 1) * (whole - 2) * (whole - 3))
            left[c] -= 1
            for second in range(VALUES):
                for third in range(VALUES):
                    m = left[third] - (1.0 if third == second else 0.0)
                    if left[second] <= 0 or m <= 0 or pays[second, third] <= 0:
                        continue
                    back = share * left[second] * m * pays[second, third]
                    for r in range(VALUES):
                        lost[r] += back * left[r]
                    lost[second] -= back
                    lost[third] -= back
            left[c] += 1
    return lost


class LostWithBust(NamedTuple):
    """What Bust It Wagers that go with hands over 21 would have given back, by kind of figure and the next card.

    For split boxes the hands are taken as independent; `error` bounds what that may be off by: all hands go over no
    more often than the first, no less often than never.
    """

    figures: npt.NDArray[np.float64]
    error: float

    def without(self, shoe: Composition, value: int) -> float:
        """What comes back no more from a shoe less one card of a value, the play unchanged."""
        return float(self.figures[BACK, value - 1]) * shoe.cards / shoe.values[value - 1]


def lost_with_bust(table: Table, best: Mapping[int, UpCard]) -> LostWithBust | None:
    """What the reading in force takes from Bust It Wagers; a box loses its wager with its last hand."""
    rules, hands = table.game.rules, table.hands
    if not rules.wagers.bust_it_offered or rules.bust_it.bust_it_after_bust is BustItAfterBust.STAYS:
        return None
    figures, error = np.zeros((3, VALUES)), 0.0
    for up, one in best.items():
        share = float(table.counts[up - 1] / table.counts.sum())
        pays, shoe = value_pays(rules, table.shoe, up), table.left(up)

        def gone(rows: Ints, action: npt.NDArray[np.int8], held: Floats, left: Floats, of: Floats) -> Floats:
            return np.stack(
                [_lost_with_bust(hands.cards, hands.total, hands.soft, rows, action, held, left, x) for x in of]
            )

        figures += share * gone(table.rows(up).live, one.values.action, unsplit_paths(table, one).held, shoe, pays)
        for value, second, chance in table.two_cards(up):
            if value != second or value not in one.kept:
                continue
            for case in table.pair_cases(value, up):
                if one.splits_pair(value, case.pairs, one.unsplit_pair[value]):
                    less = shoe.copy()
                    less[value - 1] -= 1
                    rows, action = table.pair_rows(value, table.rows(up)).live, one.kept[value][0, 2, 0]
                    held = split_hand_paths(table, one, value, 2, True).held
                    first = gone(rows, action, held, less, pays)
                    both = first * gone(rows, action, held, less, np.ones((1, VALUES, VALUES))).sum()
                    figures += share * chance * case.share * both
                    off = np.maximum(both, first - both)[BACK].sum()
                    error += share * chance * case.share * float(off)
    return LostWithBust(figures, error)


def bust_it_at_table(table: Table, best: Mapping[int, UpCard]) -> SideWager | None:
    """The Bust It Wager as the reading in force has it: it may go with a hand that goes over 21."""
    plain, lost = bust_it(table.game.rules, table.shoe), lost_with_bust(table, best)
    if plain is None or lost is None:
        return plain
    gone = lost.figures.sum(1)
    edge = plain.house_edge + float(gone[BACK])
    square = plain.standard_deviation**2 + (1 - plain.house_edge) ** 2 - float(gone[SQUARE])
    hit_rate = plain.hit_rate - float(gone[HIT_RATE])
    return SideWager(edge, hit_rate, sqrt(square - (1 - edge) ** 2), lost.error)
