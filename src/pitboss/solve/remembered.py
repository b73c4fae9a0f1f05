"""What memory after a split is worth at least: what a player gains who plays each hand by the cards of hands before it.

He splits again as fixed, and plays every hand as is best for it alone, given all he has seen. What hands to come are
worth as fixed he does not change by that (unseen cards are exchangeable), so what he gains is the sum of what each hand
gains, over the cards that hands so played really take. What comes rarely is left out: it would only add.
"""

from collections.abc import Iterable, Iterator

import numpy as np
import numpy.typing as npt

from pitboss.solve.figures import ACTION, TAKES, Choices
from pitboss.solve.hand_values import DOUBLE, HIT
from pitboss.solve.split_hands import NOTHING, SplitHands

Cards = tuple[int, ...]
# Cards seen before a hand, with their chance.
Seen = dict[Cards, float]


def least(pairs: Iterable[tuple[SplitHands, float]], rarest: float) -> float:
    """What he gains over pairs with their chances, leaving out what comes more rarely than once in so many rounds."""
    return sum(chance * gained(hands, rarest / chance) for hands, chance in pairs if hands.worth > 0)


def gained(hands: SplitHands, rarest: float = 0.0) -> float:
    """What he gains with one pair that is split."""
    worth, limit = 0.0, hands.limit
    seen: dict[int, Seen] = {k: {} for k in range(2, limit + 1)}
    seen[2][tuple(NOTHING.tolist())] = 1.0
    for number in range(1, limit + 1):
        later: dict[int, Seen] = {k: {} for k in seen}
        for k in range(max(2, number), limit + 1):
            for cards, chance in seen[k].items():
                if chance < rarest:
                    continue
                gone, again = np.array(cards), k < limit
                gain, play = hands.knowing(k, gone, unpaired=again) if number > 1 else (0.0, hands.kept[0, k])
                worth += chance * gain
                if again:
                    left = hands.from_shoe(k, gone)
                    _add(seen[k + 1], cards, chance * left[hands.pair_value - 1] / left.sum())
                if number < k:
                    for more, share in taken(hands, k, cards, play):
                        _add(later[k], more, chance * share)
        seen = later
    return worth


def taken(hands: SplitHands, k: int, cards: Cards, play: Choices) -> Iterator[tuple[Cards, float]]:
    """The cards seen after one more of k hands, so played, with their chance; none where it was split again."""
    table, terms, shoe = hands.table.hands, hands.one.terms, hands.from_shoe(k, NOTHING)
    ways = list(_with_one_more(shoe, table.after[hands.table.row(hands.pair_value)], cards, 1.0, False))
    if k < hands.limit:
        ways = [way for way in ways if way[1][hands.pair_value - 1] == cards[hands.pair_value - 1]]
    while ways:
        row, seen, chance, doubled = ways.pop()
        under = 0 <= row < table.live
        action = play[ACTION, row] if under and not doubled else None
        if action in (HIT, DOUBLE):
            ways += _with_one_more(shoe, table.after[row], seen, chance, action == DOUBLE)
        elif row >= table.live and play[TAKES, row] and (terms.chance_after_double or not doubled):
            ways += _with_one_more(shoe, np.full_like(table.after[row], -1), seen, chance, True)
        else:
            yield seen, chance


def _with_one_more(
    shoe: npt.NDArray[np.float64], after: npt.NDArray[np.int64], cards: Cards, chance: float, doubled: bool
) -> Iterator[tuple[int, Cards, float, bool]]:
    left = (shoe - cards).tolist()
    every = sum(left)
    for c, n in enumerate(left):
        if n > 0:
            yield int(after[c]), (*cards[:c], cards[c] + 1, *cards[c + 1 :]), chance * n / every, doubled


def _add(seen: Seen, cards: Cards, chance: float) -> None:
    seen[cards] = seen.get(cards, 0.0) + chance
