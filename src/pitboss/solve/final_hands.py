"""Side wagers on the player's hand as it ends: how often each line pays, played as is best for the bet.

Everything is exact. The first hand of a split box gets its cards before the others get theirs, so that of those it only
matters how many pair cards they hold; the dealer's hole card and the next card of the shoe are cards like any other.
"""

from collections.abc import Mapping

import numpy as np
import numpy.typing as npt

from pitboss.rules.wager_kinds import WagerKind
from pitboss.solve.compiled import inner, kernel
from pitboss.solve.composition import TEN, Composition
from pitboss.solve.dealer_hand import VALUES
from pitboss.solve.hand_values import DOUBLE, HIT
from pitboss.solve.round_paths import unsplit_deals
from pitboss.solve.round_values import Table
from pitboss.solve.strategy import TWENTY_ONE
from pitboss.solve.up_card import PairCase, UpCard
from pitboss.solve.wager_lines import line_of_numbers

Floats = npt.NDArray[np.float64]
HARD_MOST, SIZE_MOST = TWENTY_ONE + VALUES, TWENTY_ONE + 1
READ, UNREAD_OR_NONE = 1, 0  # which part of a hand's share is meant: with the Blackjack the reader found, or the rest


def _lines(kind: WagerKind) -> npt.NDArray[np.int64]:
    """The line that pays, by whether there is an ace, the hard total and the number of cards."""
    found = np.zeros((2, HARD_MOST + 1, SIZE_MOST + 1), np.int64)
    for ace, hard, size in np.ndindex(found.shape):
        total = hard + TEN if ace and hard + TEN <= TWENTY_ONE else hard
        found[ace, hard, size] = line_of_numbers(kind, total, hard, size)
    return found


@inner
def _ended(
    cards: npt.NDArray[np.int8],
    last: int,
    weight: float,
    shoe: Floats,
    key: int,
    read: int,
    lines: npt.NDArray[np.int64],
    found: Floats,
) -> None:
    """Count a hand that ended with these cards and perhaps one more, by its line and the next card of the shoe."""
    hard = size = 0
    whole = 0.0
    for c in range(VALUES):
        many = cards[c] + (1 if c == last else 0)
        hard += many * (c + 1)
        size += many
        whole += max(shoe[c] - many, 0.0)
    line = lines[1 if cards[0] > 0 or last == 0 else 0, hard, size]
    for c in range(VALUES):
        left = shoe[c] - cards[c] - (1.0 if c == last else 0.0)
        if left <= 0.0:
            continue
        share = weight * left / whole
        if key >= 0:
            hole = max(shoe[key] - cards[key] - (1.0 if key == last else 0.0) - (1.0 if key == c else 0.0), 0.0)
            blackjack = hole / (whole - 1.0)
            share *= blackjack if read == READ else 1.0 - blackjack
        found[line, c] += share


@kernel
def follow_to_last_card(
    cards: npt.NDArray[np.int8],
    total: npt.NDArray[np.int64],
    after: npt.NDArray[np.int64],
    rows: npt.NDArray[np.int64],
    action: npt.NDArray[np.int8],
    held: Floats,
    shoe: Floats,
    key: int,
    lines: npt.NDArray[np.int64],
    found: Floats,
) -> None:
    """From the hands in `held` as they are dealt, follow the actions to every last card."""
    for row in range(len(rows) - 1, -1, -1):
        h = rows[row]
        weight = held[h]
        if weight == 0.0:
            continue
        if total[h] == TWENTY_ONE or (action[h] != HIT and action[h] != DOUBLE):
            _ended(cards[h], -1, weight, shoe, key, UNREAD_OR_NONE, lines, found)
            continue
        whole, hard = 0.0, 0
        for c in range(VALUES):
            whole += max(shoe[c] - cards[h, c], 0.0)
            hard += cards[h, c] * (c + 1)
        for c in range(VALUES):
            n = shoe[c] - cards[h, c]
            if n <= 0.0:
                continue
            if action[h] == DOUBLE or hard + c + 1 > TWENTY_ONE:
                _ended(cards[h], c, weight * n / whole, shoe, key, UNREAD_OR_NONE, lines, found)
            else:
                held[after[h, c]] += weight * n / whole


@kernel
def _as_dealt(
    cards: npt.NDArray[np.int8],
    weight: float,
    shoe: Floats,
    key: int,
    read: int,
    lines: npt.NDArray[np.int64],
    found: Floats,
) -> None:
    """Count a hand that ended with its first two cards: a Blackjack, or one that met the dealer's."""
    _ended(cards, -1, weight, shoe, key, read, lines, found)


def line_shares(kind: WagerKind, table: Table, best: Mapping[int, UpCard]) -> Floats:
    """How often the wager is lost and each line pays, by the value of the card that would come next."""
    found, lines = np.zeros((len(kind.pays) + 1, VALUES)), _lines(kind)
    for up, one in best.items():
        against = np.zeros_like(found)
        shoe, key, hands = table.left(up), table.key(up), table.hands
        for first, second, chance in table.two_cards(up):
            h = table.row(first, second)
            if (first, second) == (1, TEN):
                _as_dealt(hands.cards[h], chance, shoe, -1, UNREAD_OR_NONE, lines, against)
                continue
            if key >= 0:
                _as_dealt(hands.cards[h], chance, shoe, key, READ, lines, against)
            for case in table.pair_cases(first, up) if first == second and first in one.kept else ():
                if one.splits_pair(first, case.pairs, one.unsplit_pair[first]):
                    _first_of_split(table, one, first, case, chance * case.share, lines, against)
        of_hands, rows = (hands.cards, hands.total, hands.after), table.every.live
        held = unsplit_deals(table, one)
        follow_to_last_card(*of_hands, rows, one.values.action, held, shoe, key, lines, against)
        found += float(table.counts[up - 1] / table.counts.sum()) * against
    return found


def _first_of_split(
    table: Table,
    one: UpCard,
    value: int,
    case: PairCase,
    chance: float,
    lines: npt.NDArray[np.int64],
    found: Floats,
) -> None:
    """The first hand of a split, by how many hands there are once it is not split again."""
    most = one.splits[value, case.pairs].hands
    shoe, hands = table.left(one.up), table.hands
    alike = float(shoe[value - 1]) - case.pairs  # cards of the value that make no pair
    for k in range(2, most + 1):
        shoe[value - 1] -= 1
        whole = shoe.sum() - 1
        again = max(case.pairs - k, 0.0) / whole
        held = np.zeros(table.size)
        for second in range(1, VALUES + 1):
            held[table.row(value, second)] = chance * max(shoe[second - 1], 0.0) / whole
        held[table.row(value, value)] = chance * (alike / whole + (again if k == most else 0.0))
        of_hands, rows = (hands.cards, hands.total, hands.after), table.every.live
        follow_to_last_card(*of_hands, rows, one.kept[value][0, k, 0], held, shoe, table.key(one.up), lines, found)
        chance *= again


def without(shares: Floats, shoe: Composition, value: int) -> Floats:
    """How often each line pays from a shoe less one card of a value, the play unchanged."""
    return np.asarray(shares[:, value - 1] * shoe.cards / shoe.values[value - 1])
