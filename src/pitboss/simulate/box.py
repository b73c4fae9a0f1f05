"""One box: its first hand and the hands split from it, played by a strategy until the dealer's turn.

A hand is a byte: its state, a bit for a double and one for a Second Chance. The state is the total of a hand that
waits for the dealer, or one of the names below; the hands of a box stand in one integer, the first hand lowest.
"""

from pitboss.simulate.bonus import NO_BONUS, PAID_BONUS, bonus_line, paid_bonus, suit_at
from pitboss.simulate.constants import (
    ACE_HANDS,
    AFTER_DOUBLE,
    BLACKJACK_BEATS_21,
    BLACKJACK_FIRST,
    BUST_RETURNED,
    BUST_WAITS,
    BY_PLAYERS_HAND,
    CARDS,
    CHANCE_ACE,
    CHANCE_AFTER_DOUBLE,
    CHANCE_AFTER_SPLIT,
    CHARLIE,
    COUNT_PLAYS,
    COUNTING,
    DECK,
    DOUBLE_BOUNDED,
    DOUBLE_LEAST,
    DOUBLE_MOST,
    NODES,
    PAID_21,
    PAID_21_LATER,
    RACK,
    RUNNING,
    RUNNING_START,
    RUNS_OUT,
    SAME_RANK,
    SECOND_CHANCE,
    SIDES,
    SPLIT_21_TIES,
    SPLIT_BLACKJACK,
    SPLIT_HANDS,
    SURRENDER_RACKED,
    TABLE_ROWS,
    TAG_PARTS,
    TAGS,
    TRUE_BINS,
    TRUE_LOW,
    TUCKED,
)
from pitboss.simulate.machine_words import I32, U32, U64, BoxCards, Hand, Hands, Shoe, Tables
from pitboss.simulate.shoe import VOID, draw, lasted, one_card, running_count, ten_rank, to_rack, unseen
from pitboss.simulate.target_cpu import TABLES_MOST, i32, i64, jit, u32, u64
from pitboss.simulate.worth import GIVEN_UP, LOST, NATURAL, PUSHED, WON

STAND, HIT, DOUBLE, SPLIT, SURRENDER = u32(0), u32(1), u32(2), u32(3), u32(4)
DRAWS = u32(3)  # the bits that say of an action that it takes a card
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
# Where no play goes by the count, the first row of each strategy is enough to play by, and may find room at hand.
FIRST_SIZE = WALK_SIZE + ROW_SIZE * (TABLE_ROWS // TRUE_BINS)
FIRST_ROWS = COUNTING and not COUNT_PLAYS and FIRST_SIZE <= TABLES_MOST
TABLES_SIZE = FIRST_SIZE if FIRST_ROWS else WALK_SIZE + ROW_SIZE * TABLE_ROWS
# Before all rows of stakes stands where the cover card lies; a row is which level of stakes this is, the bet, the side
# wagers. After them comes what a number is multiplied by to divide it by the cards unseen.
STAKE_ROW = 2 + SIDES
AT_DIVIDED = 1 + TABLE_ROWS * STAKE_ROW
DIVIDED_BITS = 30
MOST_ABOVE = CARDS * (max(map(abs, TAGS)) * DECK + abs(TRUE_LOW) * TAG_PARTS)
MULTIPLIED = COUNTING and not RUNNING and MOST_ABOVE * CARDS * TAG_PARTS < 1 << DIVIDED_BITS
STAKES_SIZE = AT_DIVIDED + (CARDS + 1 if MULTIPLIED else 0)
NOWHERE, START = u32(0), u32(1)
NOT_EXACT = u32(255)
# States of a hand beyond its total: a bust that lies face down, one that waits, a Blackjack that waits, a hand given
# up that a Blackjack may still take; and DONE with how it ended, or with its bonus and a bit of its own.
HIDDEN_BUST, BUST, WAITING_NATURAL, DONE, PARKED = u32(0), u32(22), u32(23), u32(24), u32(31)
TYING_21 = u32(1)  # a split hand's 21 that a Blackjack does not beat
STATE = u32(31)
DOUBLED_HAND, CHANCE_HAND = u32(5), u32(6)
TEN, ACE = u32(9), u32(0)
NO_RANK = u32(99)
WIDE_HANDS = SPLIT_HANDS > 4


@jit
def true_bin(s: Shoe, hidden: U32, tables: Tables) -> U32:
    """Which row of tables the true count calls for: the running count a deck of cards nobody has seen, rounded down."""
    if not COUNTING:
        return u32(0)
    if MULTIPLIED:
        cards = max(u32(unseen(s) + hidden), u32(1))
        if RUNS_OUT:
            cards = min(cards, u32(CARDS))
        above = i32(i32(running_count(s) * i32(DECK)) - i32(i32(cards) * i32(TRUE_LOW * TAG_PARTS)))
        found = i32(i64(i64(above) * i64(tables[1][u32(u32(AT_DIVIDED) + cards)])) >> i64(DIVIDED_BITS))
        return u32(min(max(found, i32(0)), i32(TRUE_BINS - 1)))
    if RUNNING:
        true = i32(running_count(s) + RUNNING_START) // TAG_PARTS
    else:
        true = (running_count(s) * DECK) // (max(i32(unseen(s) + hidden), 1) * TAG_PARTS)
    return u32(min(max(true - TRUE_LOW, 0), TRUE_BINS - 1))


@jit
def any_row(base: U32) -> U32:
    """A row of a strategy, where the count does not matter: its first, or its only one."""
    return u32(base // u32(TRUE_BINS)) if FIRST_ROWS else base


@jit
def play_row(s: Shoe, base: U32, hidden: U32, tables: Tables) -> U32:
    """The row by which a hand is played now: any of the strategy's rows, where no play goes by the count."""
    return u32(base + true_bin(s, hidden, tables)) if COUNT_PLAYS else any_row(base)


@jit
def cell_at(row: U32, table: I32, line: U32, up: U32) -> U32:
    """Where the cell of a table lies for an up card."""
    return u32(u32(u32(row * u32(ROW_SIZE)) + u32(WALK_SIZE + table)) + u32(u32(line * u32(UPS)) + up))


@jit
def walked(node: U32, g: U32, tables: Tables) -> U32:
    """On to the hand with one card more, as far as exact hands are known."""
    if NODES == 0:
        return NOWHERE
    at = u32(u32(u32(node * u32(UPS)) + g) * u32(2))
    return u32(u32(tables[0][at]) | u32(u32(tables[0][u32(at + u32(1))]) << u32(8)))


@jit
def added(hands: Hands, number: U32, state: U32, doubled: U32, chance: U32) -> Hands:
    """The hands of a box with one more."""
    byte = u32(u32(state | u32(doubled << DOUBLED_HAND)) | u32(chance << CHANCE_HAND))
    if WIDE_HANDS:
        return u64(hands | u64(u64(byte) << u64(u64(number) << u64(3))))
    return u32(hands | u32(byte << u32(number << u32(3))))


@jit
def charlie(size: U32) -> bool:
    """Whether a hand not over 21 has as many cards as win at once."""
    return CHARLIE != 0 and size >= u32(CHARLIE)


@jit
def drawn(hard: I32, ace: bool, size: U32) -> U32:
    """The first hand of a box as it was drawn: hard total, an ace, how many cards; nothing where no wager asks."""
    if not BY_PLAYERS_HAND:
        return u32(0)
    return u32(u32(u32(hard) | u32(u32(size) << u32(8))) | u32(u32(1 if ace else 0) << u32(16)))


@jit
def drawn_numbers(first: U32) -> tuple[I32, I32, I32]:
    """Its total, its hard total, and how many cards it has."""
    hard, size = i32(u32(first & u32(255))), i32(u32(u32(first >> u32(8)) & u32(255)))
    return counted(hard, u32(first >> u32(16)) != u32(0))[0], hard, size


@jit
def counted(hard: I32, ace: bool) -> tuple[I32, bool]:
    """The total of a hand by its hard total, and whether an ace of it counts 11."""
    soft = ace and hard <= 11
    return (i32(hard + 10) if soft else i32(hard)), soft


@jit
def after_split(g1: U32, g: U32, tables: Tables) -> Hand:
    """A split card with another."""
    situation = ACE_TWO if g1 == ACE else SPLIT_TWO
    node = walked(walked(START, g1, tables), g, tables)
    return situation, i32(g1 + g + u32(2)), g1 == ACE or g == ACE, g1 == g, node, u64(one_card(g1) + one_card(g))


@jit
def after_draw(hand: Hand, g: U32, tables: Tables) -> Hand:
    """A hand with one card more."""
    situation, hard, ace, _, node, held = hand
    total = i32(hard + i32(g) + 1)
    return u32(situation | DRAWN), total, ace or g == ACE, False, walked(node, g, tables), u64(held + one_card(g))


@jit
def code_of(row: U32, hand: Hand, g1: U32, doubled: U32, up: U32, tables: Tables) -> U32:
    """What the strategy says of a hand that has drawn or was split; 21 stands.

    One place is read whatever the hand is: where the threads of a GPU part, each way costs the time of both.
    """
    situation, hard, ace, pair, node, _ = hand
    total, soft = counted(hard, ace)
    line = u32(total + 5) if soft else u32(total - 4)
    line = u32(g1 + u32(26)) if pair else line
    at = cell_at(row, AT_PLAY, u32(u32(situation * u32(CLASSES)) + line), up)
    if doubled != u32(0) and total < 21:
        at = cell_at(row, AT_GIVE_UP, u32(total - 4), up)
    code = u32(tables[0][at])
    if NODES != 0 and node != NOWHERE and doubled == u32(0):
        exact = u32(tables[0][cell_at(row, AT_EXACT, u32(u32(node * u32(SITUATIONS)) + situation), up)])
        code = code if exact == NOT_EXACT else exact
    return STAND if total >= 21 or (AFTER_DOUBLE == 0 and doubled != u32(0)) else code


@jit
def tens_of_one_rank(s: Shoe, e1: U32, e2: U32, rank: U32) -> tuple[Shoe, U32, bool]:
    """Whether two tens are a pair by their faces: (shoe, the rank of the first once looked at, whether they are)."""
    if rank == NO_RANK:
        s, rank = ten_rank(s, e1)
    s, other = ten_rank(s, e2)
    return s, rank, rank == other


@jit
def out_of_bounds(size: U32, situation: U32) -> bool:
    """Whether a hand that has drawn has too few cards or too many to be doubled."""
    return u32(situation & DRAWN) == DRAWN and (size < u32(DOUBLE_LEAST) or size > u32(DOUBLE_MOST))


@jit
def over_21(
    s: Shoe, total: I32, doubled: U32, formed: U32, up: U32, base: U32, hidden: U32, tables: Tables
) -> tuple[Shoe, U32, U32, U64]:
    """A hand over 21: (shoe, its state, 1 where a Second Chance was taken, the card that it cost)."""
    takes = False
    if SECOND_CHANCE and (CHANCE_AFTER_DOUBLE or doubled == u32(0)) and (CHANCE_AFTER_SPLIT or formed == u32(1)):
        row = play_row(s, base, hidden, tables)
        takes = tables[0][cell_at(row, AT_CHANCE, u32(total - 22), up)] != 0
    if not takes:
        # Where nobody knows of the bust the dealer draws against it, and it loses whatever he gets.
        if TUCKED and doubled != u32(0) and not BUST_RETURNED:
            return s, HIDDEN_BUST, u32(0), u64(0)
        return s, BUST if BUST_WAITS else u32(DONE | LOST), u32(0), u64(0)
    s, g, _ = draw(s)
    total = i32(total - (CHANCE_ACE if g == ACE else i32(g) + 1))
    state = u32(total)
    if total > 21:
        state = u32(DONE | LOST)
    elif total == 21:
        state = u32(DONE | WON)
    return s, state, u32(1), one_card(g)


@jit
def up_to_21(total: I32, size: U32, situation: U32) -> U32:
    """The state of a hand that is not over 21 and is kept: paid at once, or left waiting for the dealer."""
    if charlie(size):
        return u32(DONE | WON)
    if SPLIT_BLACKJACK and total == 21 and size == u32(2):
        return u32(DONE | NATURAL) if BLACKJACK_FIRST else WAITING_NATURAL
    if PAID_21 and total == 21:
        return u32(DONE | WON)
    if SPLIT_21_TIES and situation != u32(0) and total == 21 and size == u32(2):
        return TYING_21
    return u32(total)


@jit
def first_code(s: Shoe, g1: U32, g2: U32, up: U32, base: U32, hidden: U32, tables: Tables) -> U32:
    """The first decision on two cards, and behind it the one without a split."""
    row = play_row(s, base, hidden, tables)
    return u32(tables[0][cell_at(row, AT_FIRST, u32(u32(g1 * u32(10)) + g2), up)])


@jit
def gives_up_first(s: Shoe, g1: U32, g2: U32, up: U32, base: U32, hidden: U32, tables: Tables) -> bool:
    """Whether the first decision on two cards is to give them up."""
    return u32(first_code(s, g1, g2, up, base, hidden, tables) & u32(7)) == SURRENDER


@jit
def play_box(
    s: Shoe, cards: BoxCards, up: U32, parks: bool, rack_now: bool, base: U32, hidden: U32, tables: Tables
) -> tuple[Shoe, Hands, U32, U32, bool, U64, U32]:
    """Play a box: (shoe, hands, how many, busts, whether one waits for the dealer's cards, cards racked later, drawn).

    `parks` says whether a hand given up may still meet a Blackjack, `rack_now` whether its cards leave at once; `base`
    is the first row of the box's own strategy, `hidden` the cards that lie face down, for the count. `tables` has a row
    for each strategy and true count.
    """
    g1, e1, g2, e2 = cards
    hands = u64(0) if WIDE_HANDS else u32(0)
    most = u32(ACE_HANDS if g1 == ACE else SPLIT_HANDS)
    busts, pending, spare, number = u32(0), u32(0), u32(most - u32(1)), u32(0)
    depends = False
    later, first = u64(0), u32(0)
    row = play_row(s, base, hidden, tables)
    suits, first_suits = u32(suit_at(e1, u32(0)) | suit_at(e2, u32(1))), u32(0)  # of the hand, of those to come
    _, hard, ace, pair, node, held = after_split(g1, g2, tables)
    hand, rank = (u32(0), hard, ace, pair, node, held), NO_RANK
    code = u32(tables[0][cell_at(row, AT_FIRST, u32(u32(g1 * u32(10)) + g2), up)])
    while True:
        doubled, chance, size = u32(0), u32(0), u32(2)
        while True:
            action = u32(code & u32(7))
            # The shoe goes through a function only where one draws from it: through each decision it cost 1%.
            if SPLIT_HANDS > 1 and action == SPLIT:
                may = spare != u32(0)
                if SAME_RANK and may and g1 == TEN:
                    s, rank, may = tens_of_one_rank(s, e1, e2, rank)
                if not may:
                    action = u32(code >> u32(4))
            if DOUBLE_BOUNDED and action == DOUBLE and out_of_bounds(size, hand[0]):
                action = u32(code >> u32(4))
            if u32(action & DRAWS) == u32(0):
                break
            s, g, e = draw(s)
            if action == SPLIT:
                spare, pending, e2 = u32(spare - u32(1)), u32(pending + u32(1)), e
                first_suits = u32(u32(first_suits << u32(2)) | u32(u32(suits >> u32(2)) & u32(3)))
                suits = u32(u32(suits & u32(3)) | suit_at(e, u32(1)))
                hand = after_split(g1, g, tables)
            else:
                suits = u32(suits | suit_at(e, min(size, u32(15))))
                size, hand = u32(size + u32(1)), after_draw(hand, g, tables)
            if action == DOUBLE:
                doubled = u32(1)
            else:
                row = play_row(s, base, hidden, tables)
            code = STAND if charlie(size) else code_of(row, hand, g1, doubled, up, tables)
        situation, hard, ace, _, _, held = hand
        total, _ = counted(hard, ace)
        if number == u32(0):
            first = drawn(hard, ace, size)
        state = u32(total)
        if action == SURRENDER:
            state = PARKED if parks else u32(DONE | GIVEN_UP)
        elif total > 21:
            s, state, chance, cost = over_21(s, total, doubled, u32(most - spare), up, base, hidden, tables)
            held = u64(held + cost)
            busts = u32(busts + (u32(1) if chance == u32(0) or state == u32(DONE | LOST) else u32(0)))
        else:
            state = up_to_21(total, size, situation)
            if total == 21 and size > u32(2) and paid_bonus(doubled, situation > DRAWN):
                s, line = bonus_line(s, held, size, suits)
                state = state if line == NO_BONUS else u32(u32(PAID_BONUS | DONE) + line)
        if RACK and lasted(s) == VOID:
            # The round ends here, and everything goes back.
            state, doubled, chance, pending = u32(DONE | PUSHED), u32(0), u32(0), u32(0)
        waits = state < BUST or (BUST_RETURNED and state == BUST)
        depends = depends or waits or (not BLACKJACK_BEATS_21 and state == WAITING_NATURAL)
        hands = added(hands, number, state, doubled, chance)
        if RACK:
            s, later = hand_racked(s, held, later, state, chance != u32(0) or charlie(size), rack_now)
        if pending == u32(0):
            break
        pending, number = u32(pending - u32(1)), u32(number + u32(1))
        s, g, e2 = draw(s)
        suits = u32(u32(first_suits & u32(3)) | suit_at(e2, u32(1)))
        first_suits = u32(first_suits >> u32(2))
        hand = after_split(g1, g, tables)
        row = play_row(s, base, hidden, tables)
        code = code_of(row, hand, g1, u32(0), up, tables)
    return s, hands, u32(most - spare), busts, depends, later, first


@jit
def hand_racked(s: Shoe, held: U64, later: U64, state: U32, paid_now: bool, rack_now: bool) -> tuple[Shoe, U64]:
    """The cards of a hand that is over go to the rack: at once, or when all players are done."""
    if state == PARKED or state == u32(DONE | GIVEN_UP):
        if rack_now:
            return to_rack(s, held), later
        return s, u64(later + held) if SURRENDER_RACKED == 1 else later
    if PAID_21_LATER and state == u32(DONE | WON) and not paid_now:
        return s, u64(later + held)
    return (to_rack(s, held) if state >= DONE else s), later
