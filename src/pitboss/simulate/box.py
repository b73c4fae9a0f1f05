"""One box: its first hand and the hands split from it, played by a strategy until the dealer's turn.

A hand is a byte: its state, a bit for a double and one for a Second Chance. The state is the total of a hand that
waits for the dealer, or one of the names below; the hands of a box stand in one integer, the first hand lowest.
"""

from typing import Any

from pitboss.simulate.constants import (
    ACE_HANDS,
    AFTER_DOUBLE,
    BLACKJACK_BEATS_21,
    BLACKJACK_FIRST,
    BUST_RETURNED,
    BUST_WAITS,
    BY_PLAYERS_HAND,
    CHANCE_ACE,
    CHANCE_AFTER_DOUBLE,
    CHANCE_AFTER_SPLIT,
    CHARLIE,
    COUNTING,
    DECK,
    DOUBLE_BOUNDED,
    DOUBLE_LEAST,
    DOUBLE_MOST,
    NODES,
    PAID_21,
    PAID_21_LATER,
    RUNS_OUT,
    SAME_RANK,
    SECOND_CHANCE,
    SPLIT_21_TIES,
    SPLIT_BLACKJACK,
    SPLIT_HANDS,
    SURRENDER_RACKED,
    TRUE_BINS,
    TRUE_LOW,
    TUCKED,
)
from pitboss.simulate.shoe import VOID, Shoe, draw, lasted, one_card, running_count, ten_rank, to_rack, unseen
from pitboss.simulate.target_cpu import i32, jit, u32, u64
from pitboss.simulate.worth import GIVEN_UP, LOST, NATURAL, PUSHED, WON

STAND, HIT, DOUBLE, SPLIT, SURRENDER = u32(0), u32(1), u32(2), u32(3), u32(4)
DRAWN, SPLIT_TWO, ACE_TWO = u32(1), u32(2), u32(4)
CLASSES, UPS, SITUATIONS = 36, 10, 6
# Where a row of tables has what: actions for two cards and for any hand, attack, Second Chance, giving up, insurance,
# and actions for exact hands. Before all rows stands the walk to those hands: from a node by a card to a node.
AT_FIRST = 0
AT_PLAY = AT_FIRST + 10 * 10 * UPS
AT_ATTACK = AT_PLAY + SITUATIONS * CLASSES * UPS
AT_CHANCE = AT_ATTACK + UPS
AT_GIVE_UP = AT_CHANCE + 9 * UPS
AT_INSURES = AT_GIVE_UP + 17 * UPS
AT_EXACT = AT_INSURES + 2  # after insurance and even money
NODE_SIZE = SITUATIONS * UPS
ROW_SIZE = AT_EXACT + NODES * NODE_SIZE
WALK_SIZE = NODES * UPS * 2  # two bytes a step
NOWHERE, START = u32(0), u32(1)
NOT_EXACT = u32(255)
# States of a hand beyond its total: a bust that lies face down, one that waits, a Blackjack that waits, a hand given
# up that a Blackjack may still take; and DONE with how it ended.
HIDDEN_BUST, BUST, WAITING_NATURAL, DONE, PARKED = u32(0), u32(22), u32(23), u32(24), u32(31)
TYING_21 = u32(1)  # a split hand's 21 that a Blackjack does not beat
STATE = u32(31)
DOUBLED_HAND, CHANCE_HAND = u32(5), u32(6)
TEN, ACE = u32(9), u32(0)
WIDE_HANDS = SPLIT_HANDS > 4


@jit
def true_bin(s: Shoe, hidden: Any) -> Any:
    """Which row of tables the true count calls for: the running count a deck of cards nobody has seen, rounded down."""
    if not COUNTING:
        return u32(0)
    true = (running_count(s) * DECK) // max(i32(unseen(s) + hidden), 1)
    return u32(min(max(true - TRUE_LOW, 0), TRUE_BINS - 1))


@jit
def cell_at(row: Any, table: Any, line: Any, up: Any) -> Any:
    """Where the cell of a table lies for an up card."""
    return u32(u32(u32(row * u32(ROW_SIZE)) + u32(WALK_SIZE + table)) + u32(u32(line * u32(UPS)) + up))


@jit
def walked(node: Any, g: Any, tables: Any) -> Any:
    """On to the hand with one card more, as far as exact hands are known."""
    if NODES == 0:
        return NOWHERE
    at = u32(u32(u32(node * u32(UPS)) + g) * u32(2))
    return u32(u32(tables[at]) | u32(u32(tables[u32(at + u32(1))]) << u32(8)))


@jit
def added(hands: Any, number: Any, state: Any, doubled: Any, chance: Any) -> Any:
    """The hands of a box with one more."""
    byte = u32(u32(state | u32(doubled << DOUBLED_HAND)) | u32(chance << CHANCE_HAND))
    if WIDE_HANDS:
        return u64(hands | u64(u64(byte) << u64(u64(number) << u64(3))))
    return u32(hands | u32(byte << u32(number << u32(3))))


@jit
def charlie(size: Any) -> Any:
    """Whether a hand not over 21 has as many cards as win at once."""
    return CHARLIE != 0 and size >= u32(CHARLIE)


@jit
def drawn(hard: Any, ace: Any, size: Any) -> Any:
    """The first hand of a box as it was drawn: hard total, an ace, how many cards; nothing where no wager asks."""
    if not BY_PLAYERS_HAND:
        return u32(0)
    return u32(u32(u32(hard) | u32(u32(size) << u32(8))) | u32(u32(1 if ace else 0) << u32(16)))


@jit
def drawn_numbers(first: Any) -> tuple[Any, Any, Any]:
    """Its total, its hard total, and how many cards it has."""
    hard, size = i32(u32(first & u32(255))), i32(u32(u32(first >> u32(8)) & u32(255)))
    return (i32(hard + 10) if u32(first >> u32(16)) != u32(0) and hard <= 11 else hard), hard, size


@jit
def play_box(s: Shoe, cards: Any, up: Any, parks: Any, rack_now: Any, base: Any, hidden: Any, tables: Any) -> Any:
    """Play a box: (shoe, hands, how many, busts, whether one waits for the dealer's cards, cards racked later, drawn).

    `parks` says whether a hand given up may still meet a Blackjack, `rack_now` whether its cards leave at once; `base`
    is the first row of the box's own strategy, `hidden` the cards that lie face down, for the count. `tables` has a row
    for each strategy and true count.
    """
    g1, e1, g2, e2 = cards
    hands = u64(0) if WIDE_HANDS else u32(0)
    busts, pending, formed, number = u32(0), u32(0), u32(1), u32(0)
    depends: Any = False
    later, first = u64(0), u32(0)
    row = u32(base + true_bin(s, hidden))
    hard = i32(g1 + g2 + u32(2))
    ace = g1 == ACE or g2 == ACE
    pair = g1 == g2
    rank = u32(99)
    situation = u32(0)
    node = walked(walked(START, g1, tables), g2, tables)
    held = u64(one_card(g1) + one_card(g2))
    code = u32(tables[cell_at(row, AT_FIRST, u32(u32(g1 * u32(10)) + g2), up)])
    while True:
        doubled, chance = u32(0), u32(0)
        given_up = False
        size = u32(2)
        soft = ace and hard <= 11
        total = i32(hard + 10) if soft else i32(hard)
        while total < 21 and not charlie(size):
            if situation != u32(0):
                cell = u32(total + 5) if soft else u32(total - 4)
                if pair:
                    cell = u32(g1 + u32(26))
                row = u32(base + true_bin(s, hidden))
                code = u32(tables[cell_at(row, AT_PLAY, u32(u32(situation * u32(CLASSES)) + cell), up)])
                if NODES != 0 and node != NOWHERE:
                    exact = u32(tables[cell_at(row, AT_EXACT, u32(u32(node * u32(SITUATIONS)) + situation), up)])
                    code = code if exact == NOT_EXACT else exact
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
                node = walked(walked(START, g1, tables), g, tables)
                held = u64(one_card(g1) + one_card(g))
            else:
                hard = i32(hard + i32(g) + 1)
                ace = ace or g == ACE
                pair = False
                size = u32(size + u32(1))
                situation = u32(situation | DRAWN)
                node = walked(node, g, tables)
                held = u64(held + one_card(g))
            soft = ace and hard <= 11
            total = i32(hard + 10) if soft else i32(hard)
            if action == DOUBLE:
                doubled = u32(1)
                if AFTER_DOUBLE != 0 and total < 21 and not charlie(size):
                    given_up = tables[cell_at(row, AT_GIVE_UP, u32(total - 4), up)] != 0
                break
        # The hand is done: given up, over 21, paid at once, or left waiting for the dealer.
        if number == u32(0):
            first = drawn(hard, ace, size)
        state = u32(total)
        if given_up:
            state = PARKED if parks else u32(DONE | GIVEN_UP)
        elif total > 21:
            takes = False
            if (
                SECOND_CHANCE
                and (CHANCE_AFTER_DOUBLE or doubled == u32(0))
                and (CHANCE_AFTER_SPLIT or formed == u32(1))
            ):
                row = u32(base + true_bin(s, hidden))
                takes = tables[cell_at(row, AT_CHANCE, u32(total - 22), up)] != 0
            if takes:
                s, g, e = draw(s)
                held = u64(held + one_card(g))
                total = i32(total - (CHANCE_ACE if g == ACE else i32(g) + 1))
                chance = u32(1)
                state = u32(total)
                if total > 21:
                    state = u32(DONE | LOST)
                    busts = u32(busts + u32(1))
                elif total == 21:
                    state = u32(DONE | WON)
            else:
                busts = u32(busts + u32(1))
                state = BUST if BUST_WAITS else u32(DONE | LOST)
                # Where nobody knows of the bust the dealer draws against it, and it loses whatever he gets.
                if TUCKED and doubled != u32(0) and not BUST_RETURNED:
                    state = HIDDEN_BUST
        elif charlie(size):
            state = u32(DONE | WON)
        elif SPLIT_BLACKJACK and total == 21 and size == u32(2) and (BLACKJACK_FIRST or not PAID_21_LATER):
            state = u32(DONE | NATURAL) if BLACKJACK_FIRST else WAITING_NATURAL
        elif PAID_21 and total == 21:
            state = u32(DONE | WON)
        elif SPLIT_21_TIES and situation != u32(0) and total == 21 and size == u32(2):
            state = TYING_21
        if RUNS_OUT and lasted(s) == VOID:
            # The round ends here, and everything goes back.
            state, doubled, chance, pending = u32(DONE | PUSHED), u32(0), u32(0), u32(0)
        waits = state < BUST or (BUST_RETURNED and state == BUST)
        depends = depends or waits or (not BLACKJACK_BEATS_21 and state == WAITING_NATURAL)
        hands = added(hands, number, state, doubled, chance)
        if RUNS_OUT:
            s, later = hand_racked(s, held, later, state, chance != u32(0) or charlie(size), rack_now)
        if pending == u32(0):
            break
        pending = u32(pending - u32(1))
        number = u32(number + u32(1))
        s, g, e2 = draw(s)
        hard = i32(g1 + g + u32(2))
        ace = g1 == ACE or g == ACE
        pair = g1 == g
        situation = ACE_TWO if g1 == ACE else SPLIT_TWO
        node = walked(walked(START, g1, tables), g, tables)
        held = u64(one_card(g1) + one_card(g))
    return s, hands, formed, busts, depends, later, first


@jit
def hand_racked(s: Shoe, held: Any, later: Any, state: Any, paid_now: Any, rack_now: Any) -> tuple[Shoe, Any]:
    """The cards of a hand that is over go to the rack: at once, or when all players are done."""
    if state == PARKED or state == u32(DONE | GIVEN_UP):
        if rack_now:
            return to_rack(s, held), later
        return s, u64(later + held) if SURRENDER_RACKED == 1 else later
    if PAID_21_LATER and state == u32(DONE | WON) and not paid_now:
        return s, u64(later + held)
    return (to_rack(s, held) if state >= DONE else s), later
