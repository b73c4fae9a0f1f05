"""Bonuses for 21s: the state of a hand that is paid one, by the number of its cards, by its ranks and their suits.

A kernel draws no suits. Nobody decides by them, so whether the cards of a 21 are of one suit, and of which, is drawn
when a bonus hangs on it, of cards of its ranks from whole decks; hands have their suits apart from one another.
"""

from pitboss.simulate.constants import (
    BONUS,
    BONUS_AFTER_DOUBLE,
    BONUS_AFTER_SPLIT,
    BONUS_BY_SIZE,
    BONUS_HANDS,
    BONUS_OF,
    BONUS_OF_SUIT,
    BONUS_PAYS,
    BONUS_SUITS,
    BONUS_WAYS,
    GIVEN,
)
from pitboss.simulate.machine_words import I32, U32, U64, Shoe
from pitboss.simulate.shoe import chosen
from pitboss.simulate.target_cpu import i32, jit, u32, u64

NO_BONUS = u32(255)
PAID_BONUS = u32(128)  # in a state: DONE with a bonus, and with which
MANY_SUITS, ONE_SUIT = u32(4), u32(4)  # what cards show, and what a line asks for where it names no suit
ANY_SUITS = u32(5)


@jit
def suit_at(face: U32, place: U32) -> U32:
    """The suit of a card as the one at a place of a hand; only of cards that are given."""
    return u32(u32(face >> u32(4)) << u32(place * u32(2))) if GIVEN else u32(0)


@jit
def suit_shown(s: Shoe, hand: I32, suits: U32, size: U32) -> tuple[Shoe, U32]:
    """The one suit of a hand's cards, or that there are many."""
    if GIVEN:
        first = u32(suits & u32(3))
        for place in range(i32(size)):
            if u32(u32(suits >> u32(2 * place)) & u32(3)) != first:
                return s, MANY_SUITS
        return s, first
    s, place = chosen(s, u32(BONUS_WAYS[hand]))
    of_suit = u32(BONUS_OF_SUIT[hand])
    return s, u32(place // of_suit) if place < u32(of_suit * MANY_SUITS) else MANY_SUITS


@jit
def bonus_line(s: Shoe, held: U64, size: U32, suits: U32) -> tuple[Shoe, U32]:
    """What a 21 is paid, counted from the best, or NO_BONUS."""
    best = u32(BONUS_BY_SIZE[size])
    for hand in range(len(BONUS_HANDS)):
        if u64(BONUS_HANDS[hand]) == held:
            s, shown = suit_shown(s, hand, suits, size)
            for line in range(len(BONUS_PAYS)):
                asked = u32(BONUS_SUITS[line])
                of_one = shown if asked < ONE_SUIT else ONE_SUIT  # what a line for one suit would have to ask for
                meets = asked == ANY_SUITS or (shown < MANY_SUITS and asked == of_one)
                if BONUS_OF[line] == hand and meets:
                    best = min(best, u32(BONUS_PAYS[line]))
    return s, best


@jit
def paid_bonus(doubled: U32, split: bool) -> bool:
    """Whether a hand may be paid a bonus."""
    return BONUS and (BONUS_AFTER_DOUBLE or doubled == u32(0)) and (BONUS_AFTER_SPLIT or not split)
