"""Bonuses for 21s as a kernel's numbers: by size, by ranks as counts of values, and how often cards are of one suit."""

from collections import Counter
from fractions import Fraction
from math import perm, prod
from typing import Any

from pitboss.cards.card import Suit
from pitboss.rules.errors import RulesError
from pitboss.rules.rules import BlackjackRules
from pitboss.rules.wager_kinds import Holds, PayRow
from pitboss.simulate.shoe import HELD_BITS

SIZES = 32  # more cards than a 21 can have
NONE, ODDS_MOST, WAYS_MOST = 255, 7, 1 << 31
ONE_SUIT, ANY_SUITS = 4, 5


def bonus_constants(rules: BlackjackRules) -> dict[str, Any]:
    """What a kernel must know of bonuses; of several lines that hold the best pays, which has the least number."""
    bonus = rules.settlement.bonus_21
    rows = bonus.rows if bonus is not None else ()
    odds = bonus.different_odds if bonus is not None else ()
    if len(odds) > ODDS_MOST:
        raise RulesError(f"the simulator knows bonuses for 21s of at most {ODDS_MOST} different odds")
    by_size, lines = [NONE] * SIZES, [row for row in rows if row.when[0].holds is Holds.EXACTLY]
    for row in rows:
        for size in range(SIZES) if row not in lines else ():
            if row.when[0].least <= size <= row.when[0].most:
                by_size[size] = min(by_size[size], odds.index(row.odds))
    hands = list(dict.fromkeys(row.when[0].ranks for row in lines))
    chances = [_of_one_suit(ranks, rules.cards.decks) for ranks in hands]
    if any(chance.denominator >= WAYS_MOST for chance in chances):
        raise RulesError("the simulator cannot draw the suits of so many cards of one rank: bonus_21")
    return {
        "BONUS": bonus is not None,
        "BONUS_AFTER_DOUBLE": bonus is not None and bonus.after_double,
        "BONUS_AFTER_SPLIT": bonus is not None and bonus.after_split,
        "BONUS_BY_SIZE": tuple(by_size),
        "BONUS_HANDS": tuple(sum(1 << HELD_BITS * (rank - 1) for rank in ranks) for ranks in hands) or (0,),
        "BONUS_WAYS": tuple(chance.denominator for chance in chances) or (1,),
        "BONUS_OF_SUIT": tuple(chance.numerator for chance in chances) or (0,),
        "BONUS_OF": tuple(hands.index(row.when[0].ranks) for row in lines) or (0,),
        "BONUS_SUITS": tuple(map(_suits, lines)) or (0,),
        "BONUS_PAYS": tuple(odds.index(row.odds) for row in lines) or (NONE,),
        "ENDS": 8 if bonus is None else 16,
    }


def _of_one_suit(ranks: tuple[int, ...], decks: int) -> Fraction:
    """How often cards of these ranks are all of one given suit."""
    alike = Counter(ranks).values()
    return Fraction(prod(perm(decks, n) for n in alike), prod(perm(len(Suit) * decks, n) for n in alike))


def _suits(row: PayRow) -> int:
    if not row.of_suits:
        return ANY_SUITS
    return int(row.when[1].suits[0]) if row.when[1].suits else ONE_SUIT
