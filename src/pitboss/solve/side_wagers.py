"""Insurance and side wagers: their edge, how often they win, how they swing."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from math import sqrt
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from pitboss.cards.card import Rank
from pitboss.rules.rules import BlackjackRules
from pitboss.rules.wager_kinds import AfterBust, DecidedBy, WagerKind
from pitboss.solve.compiled import inner, kernel
from pitboss.solve.composition import TEN, Composition
from pitboss.solve.dealer_hand import VALUES
from pitboss.solve.final_hands import line_shares, without
from pitboss.solve.hand_values import DOUBLE, HIT
from pitboss.solve.round_paths import comes_to, split_hand_paths, unsplit_paths
from pitboss.solve.round_values import Table
from pitboss.solve.rows import HandArrays
from pitboss.solve.strategy import TWENTY_ONE
from pitboss.solve.up_card import UpCard
from pitboss.solve.wager_lines import ALL_VALUES, back, line_chances, lines_of_three

Ints = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]
Actions = npt.NDArray[np.int8]


@dataclass(frozen=True)
class SideWager:
    """One side wager per unit staked; `error` bounds what an inexact figure may be off by."""

    house_edge: float
    hit_rate: float
    standard_deviation: float
    error: float = 0.0
    lines: Sequence[float] = ()  # how often the cards are those of each line of its paytable


def insurance(rules: BlackjackRules, shoe: Composition) -> SideWager | None:
    """Insurance taken whenever it is offered, without regard to the player's cards."""
    of = rules.insurance
    if not of.insurance_offered or not shoe.ranks[of.insurance_up_card - 1]:
        return None
    left = shoe.without([of.insurance_up_card])
    hit = sum(left.ranks[rank - 1] for rank in of.insurance_wins_on) / left.cards
    odds = float(of.insurance_odds.ratio)
    return SideWager(1 - hit * (1 + odds), hit, sqrt(hit * (1 - hit)) * (1 + odds))


def side_wager(
    kind: WagerKind, rules: BlackjackRules, shoe: Composition, ups: Collection[int] = ALL_VALUES
) -> SideWager:
    """A side wager that nothing but the cards that decide it bears on, where the dealer shows one of these values."""
    return _of_lines(kind, np.array(line_chances(kind, rules, shoe, ups)))


def _of_lines(kind: WagerKind, chances: Floats) -> SideWager:
    """A side wager by how often it is lost and each line pays."""
    gives = back(kind)
    mean, square = float((chances * gives).sum()), float((chances * gives**2).sum())
    lines = tuple(chances[1:].tolist())
    return SideWager(1 - mean, sum(lines), sqrt(square - mean * mean), lines=lines)


def third_card_pays(kind: WagerKind, rules: BlackjackRules) -> npt.NDArray[np.float64]:
    """By the dealer's three cards: the mean and mean square of what comes back, and how often any does."""
    lines, gives = lines_of_three(kind, rules), back(kind)
    return np.stack([np.einsum("n,nijk->ijk", of, lines) for of in (gives, gives**2, gives > 0)])


BACK, SQUARE, HIT_RATE = range(3)


def value_pays(kind: WagerKind, rules: BlackjackRules, shoe: Composition, up: int) -> npt.NDArray[np.float64]:
    """By the values of second and third card: the mean and mean square of what comes back, and how often any does."""
    ranks = np.array(shoe.ranks, float)
    pays = third_card_pays(kind, rules)
    groups = [[value] for value in range(TEN - 1)] + [list(range(TEN - 1, len(Rank)))]
    shares = [ranks[g] / max(ranks[g].sum(), 1.0) for g in groups]
    found = np.zeros((len(pays), VALUES, VALUES))
    for second, s in enumerate(groups):
        for third, t in enumerate(groups):
            block = pays[:, groups[up - 1]][:, :, s][:, :, :, t]
            found[:, second, third] = np.einsum("i,j,k,nijk->n", shares[up - 1], shares[second], shares[third], block)
    return found


@inner
def _add_back(share: float, left: Floats, pays: Floats, lost: Floats) -> None:
    """Add what the dealer's next two cards would have given back, by the card that would come after them."""
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


class Chances(NamedTuple):
    """Which hands over 21 take a Second Chance card, what an ace then counts, and whether a doubled hand may."""

    takes: Actions
    ace: int
    after_double: bool


@kernel
def _lost_with_bust(
    of: HandArrays,
    soft: Ints,
    rows: Ints,
    action: Actions,
    chances: Chances,
    held: Floats,
    shoe: Floats,
    pays: Floats,
    left: Floats,
    lost: Floats,
) -> None:
    """Add what `pays` comes to over rounds in which the player's hand stayed over 21, by the card that would come next.

    That card may as well have been out from the start: see `removal`.
    """
    cards, _, total, after, _ = of
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
            if chances.takes[after[h, c]] and (action[h] == HIT or chances.after_double):
                for d in range(VALUES):
                    worth = chances.ace if d == 0 else d + 1
                    if left[d] > 0 and total[h] + c + 1 - worth > TWENTY_ONE:
                        part = share * left[d] / (whole - 4)
                        left[d] -= 1
                        _add_back(part, left, pays, lost)
                        left[d] += 1
            else:
                _add_back(share, left, pays, lost)
            left[c] += 1


class LostWithBust(NamedTuple):
    """What side wagers that go with hands over 21 would have given back, by kind of figure and the next card.

    For split boxes the hands are taken as independent; `error` bounds what that may be off by: all hands go over no
    more often than the first, no less often than never.
    """

    figures: npt.NDArray[np.float64]
    error: float

    def without(self, shoe: Composition, value: int) -> float:
        """What comes back no more from a shoe less one card of a value, the play unchanged."""
        return float(self.figures[BACK, value - 1]) * shoe.cards / shoe.values[value - 1]


def lost_with_bust(kind: WagerKind, table: Table, best: Mapping[int, UpCard]) -> LostWithBust | None:
    """What a kind that is collected with hands over 21 loses by it; a box loses its wager with its last hand."""
    rules, hands, terms = table.game.rules, table.hands, table.game.plain
    if kind.decided_by.by_deal or kind.after_bust is AfterBust.STAYS:
        return None
    figures, error, hand = np.zeros((3, VALUES)), 0.0, table.every.hand
    for up, one in best.items():
        share = float(table.counts[up - 1] / table.counts.sum())
        pays, shoe = value_pays(kind, rules, table.shoe, up), table.left(up)

        def gone(
            rows: Ints, action: npt.NDArray[np.int8], takes: Chances, held: Floats, left: Floats, of: Floats
        ) -> Floats:
            lost = np.zeros((len(of), VALUES))
            for pays, into in zip(of, lost, strict=True):
                _lost_with_bust(hand, hands.soft, rows, action, takes, held, left, pays, np.empty(VALUES), into)
            return lost

        alone = Chances(one.values.takes, terms.chance_ace, terms.chance_after_double)
        held = unsplit_paths(table, one).held
        figures += share * gone(table.rows_of(one).live, one.values.action, alone, held, shoe, pays)
        for value, second, chance in table.two_cards(up):
            if value != second or value not in one.kept:
                continue
            for case in table.pair_cases(value, up):
                if one.splits_pair(value, case.pairs, one.unsplit_pair[value]):
                    less = shoe.copy()
                    less[value - 1] -= 1
                    rows, action = table.split_rows_of(value, one).live, one.kept[value][0, 2, 0]
                    held = split_hand_paths(table, one, value, 2, True, 0, comes_to(table, one, value, 2)).held
                    none = alone._replace(takes=np.zeros_like(alone.takes))  # what they would save, `error` allows for
                    first = gone(rows, action, none, held, less, pays)
                    both = first * gone(rows, action, none, held, less, np.ones((1, VALUES, VALUES))).sum()
                    figures += share * chance * case.share * both
                    off = np.maximum(both, first - both)[BACK].sum()
                    error += share * chance * case.share * float(off)
    return LostWithBust(figures, error)


def side_wager_at_table(kind: WagerKind, table: Table, best: Mapping[int, UpCard]) -> SideWager:
    """A side wager beside the best play of the bet: it may go with a hand that goes over 21.

    It is worth so much where the dealer shows one of the up cards that this play is against.
    """
    share = float(sum(table.counts[up - 1] for up in best) / table.counts.sum())
    if kind.decided_by is DecidedBy.PLAYER_HAND:
        return _of_lines(kind, line_shares(kind, table, best).sum(1) / share)
    plain, lost = side_wager(kind, table.game.rules, table.shoe, best), lost_with_bust(kind, table, best)
    if lost is None:
        return plain
    gone = lost.figures.sum(1) / share
    edge = plain.house_edge + float(gone[BACK])
    square = plain.standard_deviation**2 + (1 - plain.house_edge) ** 2 - float(gone[SQUARE])
    hit_rate = plain.hit_rate - float(gone[HIT_RATE])
    return SideWager(edge, hit_rate, sqrt(square - (1 - edge) ** 2), lost.error / share, plain.lines)


def effects_on(kind: WagerKind, table: Table, best: Mapping[int, UpCard], there: Sequence[int]) -> dict[int, float]:
    """What one card of each of these values out of the shoe is worth to the side wager, the play unchanged."""
    rules, shoe = table.game.rules, table.shoe
    if kind.decided_by is DecidedBy.PLAYER_HAND:
        shares = line_shares(kind, table, best)
        edge = _of_lines(kind, shares.sum(1)).house_edge
        return {value: edge - _of_lines(kind, without(shares, shoe, value)).house_edge for value in there}
    edge, lost = side_wager(kind, rules, shoe).house_edge, lost_with_bust(kind, table, best)
    found = {value: edge - side_wager(kind, rules, shoe.without_value(value)).house_edge for value in there}
    for value in there if lost is not None else ():
        assert lost is not None
        found[value] += float(lost.figures[BACK].sum()) - lost.without(shoe, value)
    return found
