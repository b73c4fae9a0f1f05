"""Which line of a side wager's paytable the cards are paid by, and how often: counted over ranks and sets of suits.

What a line says of suits is said of the set of suits that its cards show. How often ranks that are given show just the
suits of a set depends on how many suits it has, not on which; cards gone unseen do not change it.
"""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations
from math import comb, perm, prod

import numpy as np
import numpy.typing as npt

from pitboss.cards.card import Rank, Suit
from pitboss.rules.rules import BlackjackRules
from pitboss.rules.wager_kinds import OF_SUITS, DecidedBy, Holds, Predicate, WagerKind
from pitboss.solve.composition import SUITS, TEN, Composition
from pitboss.solve.strategy import total_of

LOST = 0  # lines are counted from 1
ALL_VALUES = tuple(range(1, TEN + 1))
Ranks = Sequence[int]
Suits = frozenset[Suit]
ALL_SUITS = frozenset(Suit)
SETS_OF_SUITS = tuple(frozenset(some) for many in range(1, SUITS + 1) for some in combinations(Suit, many))


def _runs(ranks: Ranks) -> bool:
    """Whether ranks, lowest first, follow one another; a lowest ace may also stand above a king."""
    low, *rest = sorted(ranks)
    steps = [b - a for a, b in zip(sorted(ranks), rest, strict=False)]
    if all(step == 1 for step in steps):
        return True
    return low == Rank.ACE and rest[-1] == Rank.KING and all(step == 1 for step in steps[1:])


def _within(said: Predicate, number: int) -> bool:
    return said.least <= number <= said.most


def _points(ranks: Ranks) -> list[int]:
    return [min(rank, TEN) for rank in ranks]


_TRUE: Mapping[Holds, Callable[[Predicate, Ranks, Suits], bool]] = {
    Holds.SAME_RANK: lambda _, ranks, __: min(ranks) == max(ranks),
    Holds.SAME_SUIT: lambda _, __, suits: len(suits) == 1,
    Holds.SAME_COLOUR: lambda _, __, suits: len({suit.colour for suit in suits}) == 1,
    Holds.SUITS: lambda said, _, suits: suits <= set(said.suits),
    Holds.PAIR: lambda _, ranks, __: any(ranks.count(rank) > 1 for rank in ranks),
    Holds.STRAIGHT: lambda _, ranks, __: _runs(ranks),
    Holds.RANKS: lambda said, ranks, _: all(rank in said.ranks for rank in ranks),
    Holds.EXACTLY: lambda said, ranks, _: sorted(ranks) == sorted(said.ranks),
    Holds.LAST: lambda said, ranks, _: ranks[-1] in said.ranks,
    Holds.TOTAL: lambda said, ranks, _: _within(said, total_of(_points(ranks))[0]),
    Holds.HARD_TOTAL: lambda said, ranks, _: _within(said, sum(_points(ranks))),
    Holds.CARDS: lambda said, ranks, _: _within(said, len(ranks)),
}


def line_of_numbers(kind: WagerKind, total: int, hard: int, size: int) -> int:
    """The first line that holds of a hand of which only its totals and its number of cards are asked."""
    said = {Holds.TOTAL: total, Holds.HARD_TOTAL: hard, Holds.CARDS: size}
    paid = (number for number, row in enumerate(kind.pays, 1) if all(_within(x, said[x.holds]) for x in row.when))
    return next(paid, LOST)


def line(kind: WagerKind, ranks: Ranks, suits: Suits = ALL_SUITS) -> int:
    """The first line that holds of these ranks and suits; 0 where none does."""
    for number, row in enumerate(kind.pays, 1):
        if all(_TRUE[said.holds](said, ranks, suits) for said in row.when):
            return number
    return LOST


@cache
def _told_apart(kind: WagerKind) -> list[list[Suits]]:
    """The sets of suits that cards may show, together those of which the paytable says the same."""
    said = [one for row in kind.pays for one in row.when if one.holds in OF_SUITS]
    found: dict[tuple[bool, ...], list[Suits]] = {}
    for suits in SETS_OF_SUITS:
        found.setdefault(tuple(_TRUE[one.holds](one, (), suits) for one in said), []).append(suits)
    return list(found.values())


@cache
def _shown(decks: int, alike: tuple[int, ...]) -> Mapping[int, Fraction]:
    """How often cards show all suits of one set and no other, by how many it has; `alike`: the cards of each rank."""
    found: dict[int, Fraction] = {}
    for many in range(1, SUITS + 1):
        within = prod((Fraction(perm(many * decks, n), perm(SUITS * decks, n)) for n in alike), start=Fraction(1))
        found[many] = within - sum(comb(many, fewer) * share for fewer, share in found.items())
    return found


def dealer_draws(rules: BlackjackRules, ranks: Ranks) -> bool:
    """Whether the dealer takes a card to these."""
    return _draws(ranks, rules.dealer.dealer_stands_on, rules.dealer.dealer_hits_soft)


def _draws(ranks: Ranks, stands_on: int, hits_soft: bool) -> bool:
    total, soft = total_of(_points(ranks))
    return total < stands_on or (total == stands_on and bool(soft) and hits_soft)


def lines_of_three(kind: WagerKind, rules: BlackjackRules) -> npt.NDArray[np.float64]:
    """How often each line pays, by three ranks: those of the first two cards and the up card, or the dealer's three."""
    never = kind.decided_by is DecidedBy.DEALER_THREE
    on = (rules.dealer.dealer_stands_on, rules.dealer.dealer_hits_soft) if never else None
    return _lines_of_three(kind, rules.cards.decks, on)


@cache
def _lines_of_three(kind: WagerKind, decks: int, on: tuple[int, bool] | None) -> npt.NDArray[np.float64]:
    found = np.zeros((len(kind.pays) + 1, len(Rank), len(Rank), len(Rank)))
    two = kind.decided_by is DecidedBy.FIRST_TWO
    for a in Rank:
        for b in Rank:
            for c in Rank:
                place = (a - 1, b - 1, c - 1)
                if on is not None and not _draws((a, b), *on):
                    found[(LOST, *place)] = 1
                    continue
                for number, share in shares_of_suits(kind, decks, (a, b) if two else (a, b, c)):
                    found[(number, *place)] += float(share)
    return found


def shares_of_suits(kind: WagerKind, decks: int, ranks: Ranks) -> Iterator[tuple[int, Fraction]]:
    """The lines that cards of these ranks may be paid by, and how often their suits make it so."""
    shown = _shown(decks, tuple(sorted(ranks.count(rank) for rank in set(ranks))))
    for suits in _told_apart(kind):
        yield line(kind, ranks, suits[0]), sum((shown[len(one)] for one in suits), Fraction(0))


def three_cards(shoe: Composition) -> npt.NDArray[np.float64]:
    """The chance of each first, second and third card, by rank."""
    n = np.array(shoe.ranks, float)
    same = np.eye(len(Rank))
    second = np.maximum(n[None, :] - same, 0)
    third = np.maximum(n[None, None, :] - same[:, None, :] - same[None, :, :], 0)
    cards = shoe.cards
    return np.asarray(n[:, None, None] * second[:, :, None] * third / (cards * (cards - 1) * (cards - 2)))


def line_chances(
    kind: WagerKind, rules: BlackjackRules, shoe: Composition, ups: Collection[int] = ALL_VALUES
) -> list[float]:
    """How often the wager is lost, and how often each line pays, where the dealer shows one of these values."""
    share = sum(shoe.values[up - 1] for up in ups) / shoe.cards
    if kind.decided_by is DecidedBy.DEALER_HAND:
        paid = [0.0] * len(kind.pays)
        for ranks, chance in _dealer_hands(rules, list(shoe.ranks), shoe.cards, [], 1.0):
            if min(ranks[0], TEN) in ups and (number := line(kind, ranks)):
                paid[number - 1] += chance / share
    else:
        shown = np.array([min(rank, TEN) in ups for rank in Rank]) / share
        up = "k" if kind.decided_by.by_deal else "i"
        paid = np.einsum(f"nijk,ijk,{up}->n", lines_of_three(kind, rules)[1:], three_cards(shoe), shown).tolist()
    return [1 - sum(paid), *paid]


def _dealer_hands(
    rules: BlackjackRules, left: list[int], cards: int, ranks: list[int], chance: float
) -> Iterator[tuple[list[int], float]]:
    """Every hand the dealer can come to, card by card, and its chance; he plays it out while a wager depends on it."""
    if len(ranks) > 1 and not dealer_draws(rules, ranks):
        yield ranks, chance
        return
    for rank in Rank:
        if many := left[rank - 1]:
            left[rank - 1] -= 1
            yield from _dealer_hands(rules, left, cards - 1, [*ranks, rank], chance * many / cards)
            left[rank - 1] += 1


def back(kind: WagerKind) -> npt.NDArray[np.float64]:
    """What each line gives back for a unit staked, the stake included; nothing where the wager is lost."""
    return np.array([0.0, *(float(row.odds.ratio) + 1 for row in kind.pays)])
