"""The value of every option of every hand against one up card.

All values are joint with the dealer's peek: where the hole card has been read, a value is the expectation of the result
times the event that the dealer has no Blackjack. Cards are then drawn as if nothing were known, decisions come out the
same, and no draw needs its own conditioning.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from pitboss.solve.bonus_21 import Bonuses
from pitboss.solve.compiled import inlined, inner, kernel
from pitboss.solve.dealer_hand import VALUES
from pitboss.solve.figures import (
    ACTION,
    CHANCE,
    DECLINE,
    DOUBLE_VALUE,
    DOUBLED_STAND,
    DOUBLED_SURRENDER,
    GIVES_UP,
    HIT_VALUE,
    ONCE,
    ONCE_WAGER,
    STAND_VALUE,
    SURRENDER_VALUE,
    TAKES,
    TWICE,
    TWICE_WAGER,
    VALUE,
    WAGER,
    Values,
)
from pitboss.solve.hands import CLOSED
from pitboss.solve.rows import HandArrays, Rows
from pitboss.solve.strategy import TWENTY_ONE, Action
from pitboss.solve.terms import Terms

STAND, HIT, DOUBLE = int(Action.STAND), int(Action.HIT), int(Action.DOUBLE)
SPLIT, SURRENDER = int(Action.SPLIT), int(Action.SURRENDER)
NOT_ALLOWED = -1e9
LAST_BITS = 1e-13  # by which sums of doubles that are equal may differ: it decides nothing which was added first
EVERYTHING, BET_ONLY = 0, 1
# Whether the best actions are found, or given ones followed: to what every option is worth, or only the one played.
CHOOSING, FOLLOWING, PLAYED_ONLY = 0, 1, 2
ADDED, FIRST, ALONE = 0, 1, 2  # a hand in its box: formed by a split, the first of a split box, the only one
FIRST_DECISION, ANY_TIME = 1, 2
HALF_OF_EVERYTHING = 1


@inlined
def taken(wager: float, terms: Terms, place: int) -> float:
    """What a dealer Blackjack takes from a hand still there; the first hand of a box carries its original wagers."""
    lost = wager
    if terms.takes != EVERYTHING:
        added_to = place == FIRST or wager > terms.wager
        lost = terms.wager if terms.takes != BET_ONLY and added_to else 1.0
        if place == ADDED:
            lost = 0.0
    return float(lost)


@inlined
def against_dealer(p: npt.NDArray[np.float64], h: int, total: int, terms: Terms) -> tuple[float, float]:
    """How often a total wins against the dealer's, and how often it loses, Blackjacks apart."""
    won, lost = p[h, terms.bust_slot], 0.0
    for slot in range(terms.bust_slot):
        dealer = terms.stands_on + slot
        if total > dealer:
            won += p[h, slot]
        elif total < dealer:
            lost += p[h, slot]
    return won, lost


@inlined
def paid_at_once(total: int, size: int, terms: Terms) -> bool:
    """Whether a hand not over 21 has won whatever the dealer gets: a 21 paid early, or so many cards."""
    return size >= terms.charlie or (total == TWENTY_ONE and terms.paid_21)


@inlined
def ties_blackjack(total: int, size: int, terms: Terms) -> bool:
    """Whether a hand that a split formed ties a dealer's Blackjack: an ace and a ten that are none, not paid before."""
    two_card_21 = size == 2 and total == TWENTY_ONE
    return two_card_21 and terms.split_21_ties and not terms.split_blackjack and not paid_at_once(total, size, terms)


@inlined
def stand_value(
    against: tuple[float, float], blackjack: float, at_once: float, wager: float, terms: Terms, place: int
) -> float:
    """A hand that stands: how often it wins and loses, meets a Blackjack, or has won whatever the dealer gets."""
    won, lost = against
    if at_once > 0.0:
        return wager * terms.odds * at_once
    return won * wager * terms.odds - lost * wager - blackjack * taken(wager, terms, place)


@inlined
def bonus_paid(total: int, doubled: int, split: bool, terms: Terms) -> bool:
    """Whether a hand, doubled (1) or not (0), is a 21 that may be paid a bonus."""
    after = (terms.bonus_after_double or doubled == 0) and (terms.bonus_after_split or not split)
    return total == TWENTY_ONE and after


@inlined
def with_bonus(plain: float, h: int, won: float, paid: Bonuses) -> float:
    """A 21 that is worth so much, but for the bonuses it may be paid for what is then won with each unit."""
    value = plain
    for k in range(len(paid.odds)):
        value += paid.shares[k, h] * (paid.odds[k] * won - plain)
    return value


@inlined
def natural_value(p: npt.NDArray[np.float64], h: int, mass: float, wager: float, terms: Terms) -> float:
    """A player's Blackjack against every end of the dealer's hand but one seen by the reader."""
    won = mass
    if terms.blackjacks_tie:
        won -= p[h, terms.blackjack_slot]
    if not terms.blackjack_beats_21:
        won -= p[h, terms.bust_slot - 1]
    return won * wager * terms.blackjack_odds


@inlined
def given_up_to_blackjack(lost: float, wager: float, terms: Terms, place: int) -> float:
    """What an unread Blackjack takes from a hand given up: no more if that was settled, else as from others or all."""
    if terms.surrender_at_once:
        return lost
    return wager if terms.surrender_entire else taken(wager, terms, place)


@inlined
def surrender_value(mass: float, blackjack: float, lost: float, wager: float, terms: Terms, place: int) -> float:
    """A hand given up: `lost` against no Blackjack, against one what that takes.

    Given up before the reader it loses no more to a Blackjack seen there: what that takes from other hands is added
    here, as it is taken from every hand in the end.
    """
    if terms.surrender_early:
        # Written out: a number as an argument would have `taken` compiled a second time.
        return -lost + (1 - mass) * (terms.wager if terms.takes == EVERYTHING else 1.0)
    return -(mass - blackjack) * lost - blackjack * given_up_to_blackjack(lost, wager, terms, place)


@inlined
def may_double(size: int, total: int, split: bool, aces: bool, terms: Terms) -> bool:
    """Whether a hand of this size and total under 21 may be doubled."""
    if size < terms.double_least or size > terms.double_most or not (terms.double_totals >> total) & 1:
        return False
    if not split:
        return True
    return terms.double_split_aces if aces else terms.double_after_split


@inlined
def may_surrender(size: int, split: bool, aces: bool, terms: Terms) -> bool:
    """Whether a hand of this size under 21 may be given up."""
    if terms.surrender == ANY_TIME:
        if size > 2 and not terms.surrender_after_draw:
            return False
        if not split:
            return True
        return terms.surrender_split_aces if aces else terms.surrender_after_split
    return terms.surrender == FIRST_DECISION and size == 2 and not split


@inner
def peek_mass(shoe: npt.NDArray[np.float64], removed: npt.NDArray[np.int8], extra: int, key: int) -> float:
    """The chance that the dealer's second card is not the one that makes Blackjack; 1 where nobody looks."""
    if key < 0:
        return 1.0
    cards = 0.0
    for c in range(VALUES):
        cards += max(shoe[c] - removed[c], 0.0)
    return mass_of(cards, shoe[key] - removed[key], extra, key)


@inlined
def mass_of(cards: float, left: float, extra: int, key: int) -> float:
    """The same by the cards there are, and those that make Blackjack, before `extra` is taken."""
    if key < 0:
        return 1.0
    if extra >= 0:
        cards -= 1.0
        if extra == key:
            left -= 1.0
    return 1.0 - max(left, 0.0) / cards if cards > 0 else 0.0


class Against(NamedTuple):
    """What hands are valued against: the shoe without the up card, the value the reader looks for or -1, the dealer.

    `p[h, slot]` are the dealer's outcomes; `q[0, h]` is what a Second Chance of a hand over 21 is worth per unit but
    for an unread Blackjack, `q[1, h]` how often that takes it.
    """

    shoe: npt.NDArray[np.float64]
    key: int
    p: npt.NDArray[np.float64]
    q: npt.NDArray[np.float64]


def value_hands(
    rows: Rows,
    against: Against,
    terms: Terms,
    context: tuple[bool, int, bool, bool],
    following: int,
    out: Values,
    worth: npt.NDArray[np.float64],
) -> None:
    """Fill `out` for hands over 21 and for the live ones.

    `context` is (split, its place in the box, split aces, aces that get one card). `following` the actions in `out` or
    CHOOSING the best ones, worth[h] is a hand's value and wager, and both once doubled.
    """
    if len(rows.over):  # most games end a hand over 21 at once: then what values it is not even compiled
        bust_values(rows, against, terms, context, following, out, worth)
    live_values(rows, against, terms, context, following, out, worth)


@kernel
def bust_values(
    of: Rows,
    against: Against,
    terms: Terms,
    context: tuple[bool, int, bool, bool],
    following: int,
    out: Values,
    worth: npt.NDArray[np.float64],
) -> None:
    """The value of hands over 21, declined and with a Second Chance, for a single and a doubled wager."""
    shoe, key, p, q = against
    figures, chosen = out
    rows, cards = of.over, of.hand[0]
    split, place = context[0], context[1]
    may_single = terms.chance and (terms.chance_after_split or not split)
    may_twice = may_single and terms.chance_after_double
    for row in range(len(rows)):
        h = rows[row]
        mass = peek_mass(shoe, cards[h], -1, key)
        for kind in range(2):
            wager = terms.wager + kind * terms.double
            if kind and may_twice == may_single and (key >= 0 or terms.takes == EVERYTHING):
                # Only what an unseen Blackjack takes could tell a doubled wager from a single one of its size.
                ratio = wager / terms.wager
                worth[h, TWICE], worth[h, TWICE_WAGER] = ratio * figures[VALUE, h], ratio * figures[WAGER, h]
                continue
            decline = -wager * mass
            if terms.bust_waits if kind else terms.single_bust_waits:
                blackjack = p[h, terms.blackjack_slot]
                lost = mass - blackjack
                if terms.bust_returned:
                    lost = 0.0
                    for slot in range(terms.bust_slot):
                        lost += p[h, slot]
                decline = -lost * wager - blackjack * taken(wager, terms, place)
            chance = NOT_ALLOWED
            if may_twice if kind else may_single:
                to_blackjack = taken(wager, terms, place) + (wager if terms.takes == EVERYTHING else 0.0)
                chance = wager * q[0, h] - to_blackjack * q[1, h]
            if kind:
                takes = bool(chosen[TAKES, h]) if following else chance > decline + LAST_BITS
                worth[h, TWICE] = chance if takes and may_twice else decline
                worth[h, TWICE_WAGER] = wager * mass * (2.0 if takes and may_twice else 1.0)
            else:
                takes = bool(chosen[TAKES, h]) if following else chance > decline + LAST_BITS
                takes = takes and may_single
                chosen[TAKES, h] = takes
                figures[CHANCE, h] = chance
                figures[DECLINE, h] = decline
                figures[VALUE, h] = chance if takes else decline
                figures[WAGER, h] = wager * mass * (2.0 if takes else 1.0)
                worth[h, ONCE], worth[h, ONCE_WAGER] = figures[VALUE, h], figures[WAGER, h]


@kernel
def live_values(
    of: Rows,
    against: Against,
    terms: Terms,
    context: tuple[bool, int, bool, bool],
    following: int,
    out: Values,
    worth: npt.NDArray[np.float64],
) -> None:
    """The value of hands not over 21, successors first."""
    for row in range(len(of.live)):
        h = of.live[row]
        closed = of.hand[3][h, 0] == CLOSED
        if following == PLAYED_ONLY:
            action = out.chosen[ACTION, h]
            closed = closed or (action != HIT and action != DOUBLE)
        live_value(h, closed, of.hand, against, terms, context, following != CHOOSING, out, worth)


@inlined
def live_value(
    h: int,
    closed: bool,
    hand: HandArrays,
    against: Against,
    terms: Terms,
    context: tuple[bool, int, bool, bool],
    following: bool,
    out: Values,
    worth: npt.NDArray[np.float64],
) -> None:
    """The value of one hand not over 21, when those of its successors are there; a closed one is not to draw."""
    shoe, key, p, _ = against
    figures, chosen = out
    cards, sizes, totals, after, paid = hand
    split, place, aces, one_card = context
    size, total = sizes[h], totals[h]
    single = terms.wager
    doubled = terms.wager + terms.double
    left = 0.0
    for c in range(VALUES):
        left += max(shoe[c] - cards[h, c], 0.0)
    mass = mass_of(left, shoe[key] - cards[h, key], -1, key)
    blackjack = p[h, terms.blackjack_slot]
    two_card_21 = split and size == 2 and total == TWENTY_ONE
    natural = two_card_21 and terms.split_blackjack  # an ace and a ten that count as Blackjack after a split
    won = against_dealer(p, h, total, terms)
    at_once = mass if paid_at_once(total, size, terms) else 0.0
    plain = stand_value(won, blackjack, at_once, single, terms, place)
    stand = natural_value(p, h, mass, single, terms) if natural else plain
    if split and ties_blackjack(total, size, terms):
        stand += blackjack * taken(single, terms, place)
    both = stand_value(won, blackjack, at_once, doubled, terms, place)
    if bonus_paid(total, 0, split, terms):
        stand = with_bonus(stand, h, single * mass, paid)
    if bonus_paid(total, 1, split, terms):
        both = with_bonus(both, h, doubled * mass, paid)
    figures[STAND_VALUE, h], figures[DOUBLED_STAND, h] = stand, both
    given = hit = double = surrender = NOT_ALLOWED
    hit_wager = double_wager = 0.0
    gives_up, action = False, STAND
    if total < TWENTY_ONE and size < terms.charlie:
        if terms.surrender_double > 0:
            lost = terms.surrender_share * (doubled if terms.surrender_double == HALF_OF_EVERYTHING else single)
            given = surrender_value(mass, blackjack, lost, doubled, terms, place)
            gives_up = chosen[GIVES_UP, h] != 0 if following else given > both + LAST_BITS
            both = given if gives_up else both
        if left > 0 and not closed:
            may = may_double(size, total, split, aces, terms)
            if may or not one_card:
                more = one_card_more(cards[h], after[h], left, shoe, key, (single, doubled), worth)
                if not one_card:
                    hit, hit_wager = more[ONCE], more[ONCE_WAGER]
                if may:
                    double, double_wager = more[TWICE], more[TWICE_WAGER]
        if may_surrender(size, split, aces, terms):
            surrender = surrender_value(mass, blackjack, terms.surrender_share * single, single, terms, place)
        action = chosen[ACTION, h] if following else best_of(stand, hit, double, surrender)
    value, wager = stand, single * mass
    if action == HIT:
        value, wager = hit, hit_wager
    elif action == DOUBLE:
        value, wager = double, double_wager
    elif action == SURRENDER:
        value = surrender
    worth[h, ONCE], worth[h, ONCE_WAGER], worth[h, TWICE], worth[h, TWICE_WAGER] = value, wager, both, doubled * mass
    chosen[GIVES_UP, h], chosen[ACTION, h] = gives_up, action
    figures[DOUBLED_SURRENDER, h], figures[HIT_VALUE, h] = given, hit
    figures[DOUBLE_VALUE, h], figures[SURRENDER_VALUE, h] = double, surrender
    figures[VALUE, h], figures[WAGER, h] = value, wager


@inlined
def one_card_more(
    cards: npt.NDArray[np.int8],
    after: npt.NDArray[np.int64],
    left: float,
    shoe: npt.NDArray[np.float64],
    key: int,
    staked: tuple[float, float],
    worth: npt.NDArray[np.float64],
) -> tuple[float, float, float, float]:
    """The mean of `worth` over a hand with one card more; one over 21 has lost what is staked, once and twice."""
    once = once_wager = twice = twice_wager = over = 0.0
    for c in range(VALUES):
        n = shoe[c] - cards[c]
        if n <= 0:
            continue
        g = after[c]
        if g >= 0:
            once += n * worth[g, ONCE]
            once_wager += n * worth[g, ONCE_WAGER]
            twice += n * worth[g, TWICE]
            twice_wager += n * worth[g, TWICE_WAGER]
        else:
            over += n * mass_of(left, shoe[key] - cards[key], c, key)
    lost, more = staked[0] * over, staked[1] * over
    return (once - lost) / left, (once_wager + lost) / left, (twice - more) / left, (twice_wager + more) / left


@inlined
def best_of(stand: float, hit: float, double: float, surrender: float) -> int:
    """The action of the highest value; of equal ones the first named."""
    action, best = STAND, stand
    if hit > best + LAST_BITS:
        action, best = HIT, hit
    if double > best + LAST_BITS:
        action, best = DOUBLE, double
    return SURRENDER if surrender > best + LAST_BITS else action
