"""One box: its first hand and the hands split from it, played by a strategy until the dealer's turn.

What a box has come to is a few integers, in units of the result: `now` is won or lost for good; `half` what surrendered
hands lose unless the dealer has Blackjack; `gone` what all its hands still there lose if he has. A hand that waits for
the dealer is a byte: its total (22 for a bust that waits), its wager in bets less one, and a bit for a Second Chance.
"""

from typing import Any

from pitboss.simulate.constants import (
    ACE_HANDS,
    AFTER_DOUBLE,
    BUST_WAITS,
    CHANCE_ACE,
    CHANCE_AFTER_DOUBLE,
    CHANCE_AFTER_SPLIT,
    CHANCE_WIN,
    COUNTING,
    DECK,
    DOUBLE_BOUNDED,
    DOUBLE_LEAST,
    DOUBLE_MOST,
    DOUBLE_WITH_ATTACK,
    PAID_21,
    SAME_RANK,
    SECOND_CHANCE,
    SPLIT_BLACKJACK,
    SPLIT_HANDS,
    SURRENDER_ENTIRE,
    SURRENDER_LOSES,
    TAKES,
    TRUE_BINS,
    TRUE_LOW,
    TUCKED,
    UNIT,
    WIN,
)
from pitboss.simulate.shoe import Shoe, draw, running_count, ten_rank, unseen
from pitboss.simulate.target_cpu import i32, jit, u32, u64

STAND, HIT, DOUBLE, SPLIT, SURRENDER = u32(0), u32(1), u32(2), u32(3), u32(4)
DRAWN, SPLIT_TWO, ACE_TWO = u32(1), u32(2), u32(4)
CLASSES, UPS, SITUATIONS = 36, 10, 6
# Where a row of tables has what: actions for two cards and for any hand, attack, Second Chance, giving up, insurance.
AT_FIRST = 0
AT_PLAY = AT_FIRST + 10 * 10 * UPS
AT_ATTACK = AT_PLAY + SITUATIONS * CLASSES * UPS
AT_CHANCE = AT_ATTACK + UPS
AT_GIVE_UP = AT_CHANCE + 9 * UPS
AT_INSURES = AT_GIVE_UP + 17 * UPS
ROW_SIZE = AT_INSURES + 2  # insurance, even money
NATURAL_TOTAL = i32(23)
BUST_TOTAL = i32(22)
TEN, ACE = u32(9), u32(0)
WIDE_HANDS = SPLIT_HANDS > 4


@jit
def true_bin(s: Shoe, hidden: Any) -> Any:
    """Which row of tables the true count calls for: the running count a deck of cards nobody has seen, rounded down."""
    if not COUNTING:
        return u32(0)
    true = (running_count(s) * DECK) // i32(unseen(s) + hidden)
    return u32(min(max(true - TRUE_LOW, 0), TRUE_BINS - 1))


@jit
def cell_at(row: Any, table: Any, line: Any, up: Any) -> Any:
    """Where the cell of a table lies for an up card."""
    return u32(u32(u32(row * u32(ROW_SIZE)) + u32(table)) + u32(u32(line * u32(UPS)) + up))


@jit
def taken(stake: Any, wager: Any, number: Any) -> Any:
    """What a dealer Blackjack takes from a hand still there; the first hand of a box carries its original wagers."""
    if TAKES == 0:
        return i32(stake * UNIT)
    if number != u32(0):
        return i32(0)
    return i32(UNIT) if TAKES == 1 else i32(wager * UNIT)


@jit
def waiting(hands: Any, kept: Any, total: Any, stake: Any, chance: Any) -> Any:
    """The hands that wait for the dealer with one more."""
    byte = u32(u32(total) | u32(u32(stake - 1) << u32(5)) | u32(chance << u32(7)))
    if WIDE_HANDS:
        return u64(hands | u64(u64(byte) << u64(u64(kept) << u64(3))))
    return u32(hands | u32(byte << u32(kept << u32(3))))


@jit
def play_box(
    s: Shoe, g1: Any, e1: Any, g2: Any, e2: Any, up: Any, wager: Any, base: Any, hidden: Any, tables: Any
) -> tuple[Any, ...]:
    """Play a box: (shoe, now, half, gone, hands, kept, naturals among them, staked, busts, formed).

    `wager` is bet and attack together in bets, `base` the rows of the box's own strategy, `hidden` the cards that lie
    face down, for the count. `tables` has a row for each strategy and true count.
    """
    now, half, gone = i32(0), i32(0), i32(0)
    hands = u64(0) if WIDE_HANDS else u32(0)
    kept, busts, pending, formed, number = u32(0), u32(0), u32(0), u32(1), u32(0)
    naturals = u32(0)
    staked = i32(0)
    double = wager if DOUBLE_WITH_ATTACK else i32(1)
    row = u32(base + true_bin(s, hidden))
    hard = i32(g1 + g2 + u32(2))
    ace = g1 == ACE or g2 == ACE
    pair = g1 == g2
    rank = u32(99)
    situation = u32(0)
    code = u32(tables[cell_at(row, AT_FIRST, u32(u32(g1 * u32(10)) + g2), up)])
    while True:
        stake = i32(wager)
        doubled = False
        given_up = False
        size = u32(2)
        soft = ace and hard <= 11
        total = i32(hard + 10) if soft else i32(hard)
        while total < 21:
            if situation != u32(0):
                cell = u32(total + 5) if soft else u32(total - 4)
                if pair:
                    cell = u32(g1 + u32(26))
                row = u32(base + true_bin(s, hidden))
                code = u32(tables[cell_at(row, AT_PLAY, u32(u32(situation * u32(CLASSES)) + cell), up)])
            action = u32(code & u32(7))
            if action == STAND:
                break
            if SPLIT_HANDS > 1 and action == SPLIT:
                may = formed < u32(ACE_HANDS if g1 == ACE else SPLIT_HANDS)
                if SAME_RANK and may and g1 == TEN:
                    if rank == u32(99):
                        s, rank = ten_rank(s, e1)
                    s, other = ten_rank(s, e2)
                    may = rank == other
                if not may:
                    action = u32(code >> u32(4))
            out_of_bounds = size < u32(DOUBLE_LEAST) or size > u32(DOUBLE_MOST)
            if DOUBLE_BOUNDED and action == DOUBLE and u32(situation & DRAWN) == DRAWN and out_of_bounds:
                action = u32(code >> u32(4))
            if action == STAND:
                break
            if action == SURRENDER:
                given_up = True
                break
            s, g, e = draw(s)
            if action == SPLIT:
                formed = u32(formed + u32(1))
                pending = u32(pending + u32(1))
                situation = ACE_TWO if g1 == ACE else SPLIT_TWO
                hard = i32(g1 + g + u32(2))
                ace = g1 == ACE or g == ACE
                pair = g1 == g
                e2 = e
            else:
                hard = i32(hard + i32(g) + 1)
                ace = ace or g == ACE
                pair = False
                size = u32(size + u32(1))
                situation = u32(situation | DRAWN)
            soft = ace and hard <= 11
            total = i32(hard + 10) if soft else i32(hard)
            if action == DOUBLE:
                doubled = True
                stake = i32(stake + double)
                if AFTER_DOUBLE != 0 and total < 21:
                    given_up = tables[cell_at(row, AT_GIVE_UP, u32(total - 4), up)] != 0
                break
        # The hand is done: given up, over 21, paid at once, or left waiting for the dealer.
        staked = i32(staked + stake)
        if given_up:
            lost = i32((wager if AFTER_DOUBLE == 2 else stake) * SURRENDER_LOSES)
            half = i32(half - lost)
            gone = i32(gone - (stake * UNIT if SURRENDER_ENTIRE else taken(stake, wager, number)))
        elif total > 21:
            takes = False
            if SECOND_CHANCE and (CHANCE_AFTER_DOUBLE or not doubled) and (CHANCE_AFTER_SPLIT or formed == u32(1)):
                row = u32(base + true_bin(s, hidden))
                takes = tables[cell_at(row, AT_CHANCE, u32(total - 22), up)] != 0
            if takes:
                s, g, e = draw(s)
                total = i32(total - (CHANCE_ACE if g == ACE else i32(g) + 1))
                staked = i32(staked + stake)
                if total > 21:
                    now = i32(now - 2 * stake * UNIT)
                    busts = u32(busts + u32(1))
                elif total == 21:
                    now = i32(now + stake * CHANCE_WIN)
                else:
                    hands = waiting(hands, kept, total, stake, u32(1))
                    kept = u32(kept + u32(1))
                    gone = i32(gone - taken(2 * stake, wager, number))
            elif BUST_WAITS:
                hands = waiting(hands, kept, BUST_TOTAL, stake, u32(0))
                kept = u32(kept + u32(1))
                gone = i32(gone - taken(stake, wager, number))
            elif TUCKED and doubled:
                # Nobody knows of the bust: the dealer draws against it, and it loses whatever he gets.
                now = i32(now - stake * UNIT)
                hands = waiting(hands, kept, i32(0), i32(1), u32(0))
                kept = u32(kept + u32(1))
                busts = u32(busts + u32(1))
            else:
                now = i32(now - stake * UNIT)
                busts = u32(busts + u32(1))
        elif SPLIT_BLACKJACK and total == 21 and size == u32(2) and not doubled:
            hands = waiting(hands, kept, NATURAL_TOTAL, stake, u32(0))
            kept = u32(kept + u32(1))
            naturals = u32(naturals + u32(1))
        elif PAID_21 and total == 21:
            now = i32(now + stake * WIN)
        else:
            hands = waiting(hands, kept, total, stake, u32(0))
            kept = u32(kept + u32(1))
            gone = i32(gone - taken(stake, wager, number))
        if pending == u32(0):
            break
        pending = u32(pending - u32(1))
        number = u32(number + u32(1))
        s, g, e2 = draw(s)
        hard = i32(g1 + g + u32(2))
        ace = g1 == ACE or g == ACE
        pair = g1 == g
        situation = ACE_TWO if g1 == ACE else SPLIT_TWO
    return s, now, half, gone, hands, kept, naturals, staked, busts, formed
