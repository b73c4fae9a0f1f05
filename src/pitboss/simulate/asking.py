"""A kernel that asks: rounds of one box at many tables, played again from their start with what was decided so far.

Where the parts of the kernel look up what a strategy does, these look up what an agent has answered; these stand after
them in the module and so take the place of what has the same name there. The first question that has no answer yet is
noted, with what the seat sees; to all that follow the answer is no, until the round is over. After the next answer the
same cards are dealt again from the start of the round: a round has few decisions, and a kernel deals millions.

A table is a row of whole numbers: notes, the cards of the hand in play, what the seat sees, the answers, and the shoe
in its order. The kernel's shoe tells where the next card lies and, where it would tell of the rack, where the row does.
"""

from typing import Any

from pitboss.simulate.box import (
    ACE,
    ACE_TWO,
    AT_FIRST,
    DOUBLE,
    NOWHERE,
    SPLIT,
    SPLIT_TWO,
    STAND,
    counted,
    out_of_bounds,
)
from pitboss.simulate.boxes import result_of
from pitboss.simulate.constants import (
    ACE_HANDS,
    AFTER_DOUBLE,
    ATTACK,
    BEHIND,
    BLACKJACK_FIRST,
    BURN,
    CARDS,
    CHANCE_AFTER_DOUBLE,
    CHANCE_AFTER_SPLIT,
    CONTINUOUS,
    DOUBLE_BOUNDED,
    DOUBLE_TOTALS,
    EVEN_MONEY,
    INSURANCE,
    INSURANCE_LOSE,
    INSURANCE_WIN,
    MAY,
    SAME_RANK,
    SECOND_CHANCE,
    SIDE_COLLECTED,
    SIDES,
    SPLIT_HANDS,
    STEPS,
    TUCKED,
    UNIT,
)
from pitboss.simulate.draws import below, stream_rng
from pitboss.simulate.kernel_given import box_parts
from pitboss.simulate.machine_words import I32, I64, U32, U64, Asked, Hand, Rng, Rows, Shoe
from pitboss.simulate.round import blackjack, play_round
from pitboss.simulate.shoe import COMPLETE, one_card
from pitboss.simulate.sides import dealers_lines, side_lines
from pitboss.simulate.target_cpu import apart, i32, jit, kernel, u32, u64, word
from pitboss.simulate.worth import double_of

# What may be decided, by its place in `pitboss.envs.seats.ACTIONS`; the first five are the kernel's own.
ATTACKS, NO_ATTACK, INSURES, NO_INSURANCE, TAKES_EVEN, CHANCES, NO_CHANCE, GOES_ON = range(5, 13)
NO_ANSWER = u32(255)

# Where a row has what.
OVER = 0  # the round has ended, and the next step deals
OFFERED = 1  # what is asked, a bit for each that may be decided; 0 where nothing is
ANSWERS = 2  # how many there are
HEARD = 3  # how many of them were used in the round as it is dealt now
FIRST_ANSWER, CHANCE_ANSWER = 4, 5
# Where in the shoe the round's first card lies, the last that was drawn, the next round's.
BEGAN, LAST, ENDS_AT = 6, 7, 8
TURN = 9  # of a box: it begins, a hand is played, a hand was split
SIZE, WAITING, FORMED_NOW, NUMBER_NOW = 10, 11, 12, 13  # cards of the hand, split cards that wait, hands, which it is
DOUBLED_NOW, ATTACKED_NOW, FACE_DOWN_AT = 14, 15, 16  # and how many cards of doubles lie tucked that nobody has seen
ASKED_AT = 17  # where the cards end that were drawn before the question
HAND = 18
WAITS = HAND + 24
HIDDEN = WAITS + 8
SIGHT = HIDDEN + 8
SIGHTS, DECISIONS = 34, 13
SEEN = SIGHT + SIGHTS
ANSWER = SEEN + 13
ANSWERS_MOST = 200
DECK_AT = ANSWER + ANSWERS_MOST
BEYOND = 64  # cards behind the last: a round that comes to them is cut short
TABLE_ROW = DECK_AT + CARDS + BEYOND
BEGINS, PLAYS, SPLITS = 0, 1, 2

UP_AT = STEPS.index(1)
HOLE_AT = STEPS.index(3) if 3 in STEPS else -1
FIRST_AT, SECOND_AT = (place for place, step in enumerate(STEPS) if step == 2)
IN_SIGHT = 8  # what a seat sees of itself, before the ranks


@jit
def bit(decision: I32) -> U32:
    """A decision as one of those offered."""
    return u32(u32(1) << u32(decision))


@jit
def rank_at(rows: Rows, place: I32) -> I32:
    """The rank of a card, ace 0 to king 12."""
    return i32((rows[place] >> 4 & 15) - 1)


@apart
def look(rows: Rows, at: I64, dealt: bool) -> None:
    """Note what the seat sees, of its own cards only where they are dealt: `FIELDS`, number by number."""
    see, began, size = at + SIGHT, rows[at + BEGAN], rows[at + SIZE] if dealt else 0
    for n in range(SIGHTS):
        rows[see + n] = 0
    for n in range(13):
        rows[see + IN_SIGHT + 13 + n] = rows[at + SEEN + n]
    hard, ace, value = 0, False, 0
    for n in range(size):
        place = rows[at + HAND + n]
        value = (rows[place] & 15) + 1
        hard += value
        ace = ace or value == 1
        rows[see + IN_SIGHT + rank_at(rows, place)] += 1
    for place in range(began, rows[at + LAST] + 1 if dealt else began):
        hidden = place == began + UP_AT or (HOLE_AT >= 0 and place == began + HOLE_AT)
        for n in range(size):
            hidden = hidden or rows[at + HAND + n] == place
        for n in range(rows[at + FACE_DOWN_AT]):
            hidden = hidden or rows[at + HIDDEN + n] == place
        if not hidden:
            rows[see + IN_SIGHT + 13 + rank_at(rows, place)] += 1
    total, soft = counted(i32(hard), ace)
    rows[see] = (rows[began + UP_AT] & 15) + 1
    rows[see + 1], rows[see + 2], rows[see + 3] = total, 1 if soft else 0, size
    if size == 2 and rows[rows[at + HAND]] & 15 == rows[rows[at + HAND + 1]] & 15:
        rows[see + 4] = value
    rows[see + 5] = rows[at + ATTACKED_NOW]
    rows[see + 6] = double_of(i32(rows[at + ATTACKED_NOW])) if rows[at + DOUBLED_NOW] != 0 else 0
    rows[see + 7] = 0 if rows[at + FORMED_NOW] == 1 else 1 if rows[at + NUMBER_NOW] == 0 else 2


@apart
def answer(rows: Rows, at: I64, offered: U32, dealt: bool) -> U32:
    """What was decided here; where nobody has yet, this is what is asked, unless something was before."""
    heard = rows[at + HEARD]
    if heard < rows[at + ANSWERS]:
        rows[at + HEARD] = heard + 1
        return u32(rows[at + ANSWER + heard])
    if rows[at + OFFERED] == 0:
        rows[at + OFFERED], rows[at + ASKED_AT] = offered, rows[at + LAST] + 1
        look(rows, at, dealt)
    return NO_ANSWER


@jit
def draw(s: Shoe) -> tuple[Shoe, U32, U32]:
    """The next card of the row: its value less one, and its face."""
    rows, place, at, rack, mixed = s
    card = u32(rows[place])
    rows[at + LAST] = place
    return (rows, u32(place + u32(1)), at, rack, mixed), u32(card & u32(15)), u32(card >> u32(4))


@jit
def play_row(s: Shoe, base: U32, hidden: U32, tables: Asked) -> U32:
    """Where the answers stand that are looked up as a strategy's are."""
    return u32(tables[1])


@jit
def cell_at(row: U32, table: I32, line: U32, up: U32) -> U32:
    """Where the answer to a hand's first decision stands, or to a Second Chance."""
    return u32(row + u32(FIRST_ANSWER)) if table == AT_FIRST else u32(row + u32(CHANCE_ANSWER))


@jit
def decisions_first(s: Shoe, up: U32, base: U32, attack_bin: U32, tables: Asked) -> tuple[I32, I32]:
    """Whether the box attacks, on the up card alone; whether it insures (1) or takes even money (2)."""
    rows, at = tables[0], tables[1]
    attack, insured = i32(0), i32(0)
    if ATTACK:
        attack = i32(1 if answer(rows, at, u32(bit(ATTACKS) | bit(NO_ATTACK)), False) == ATTACKS else 0)
        rows[at + ATTACKED_NOW] = attack
    if INSURANCE and up == ACE:
        first_cards(rows, at)
        natural = blackjack(u32(rows[rows[at + HAND]] & 15), u32(rows[rows[at + HAND + 1]] & 15))
        if BLACKJACK_FIRST and natural:
            return attack, insured
        offered = u32(bit(INSURES) | bit(NO_INSURANCE))
        if EVEN_MONEY and natural:
            offered = u32(offered | bit(TAKES_EVEN))
        decided = answer(rows, at, offered, True)
        insured = i32(1 if decided == INSURES else 2 if decided == TAKES_EVEN else 0)
    return attack, insured


@jit
def first_cards(rows: Rows, at: I64) -> None:
    """The hand in play is the box's first two cards."""
    rows[at + HAND] = rows[at + BEGAN] + FIRST_AT
    rows[at + HAND + 1] = rows[at + BEGAN] + SECOND_AT
    rows[at + SIZE] = 2


@jit
def after_split(g1: U32, g: U32, tables: Asked) -> Hand:
    """A hand of two cards: the box's first, one that was split and has its card, or the next of those that wait."""
    rows, at = tables[0], tables[1]
    turn, waiting = rows[at + TURN], rows[at + WAITING]
    rows[at + TURN], rows[at + DOUBLED_NOW] = PLAYS, 0
    if turn == BEGINS:
        first_cards(rows, at)
    elif turn == SPLITS:
        rows[at + WAITS + waiting] = rows[at + HAND + 1]
        rows[at + WAITING], rows[at + FORMED_NOW] = waiting + 1, rows[at + FORMED_NOW] + 1
        rows[at + HAND + 1] = rows[at + LAST]
    else:
        rows[at + WAITING], rows[at + NUMBER_NOW] = waiting - 1, rows[at + NUMBER_NOW] + 1
        rows[at + HAND], rows[at + HAND + 1] = rows[at + WAITS + waiting - 1], rows[at + LAST]
    rows[at + SIZE] = 2
    situation = ACE_TWO if g1 == ACE else SPLIT_TWO
    hard, ace, pair = i32(g1 + g + u32(2)), g1 == ACE or g == ACE, g1 == g
    if turn == BEGINS:
        total, _ = counted(hard, ace)
        rows[at + FIRST_ANSWER] = decided(rows, at, u32(0), total, pair, u32(2))
    return situation, hard, ace, pair, NOWHERE, u64(one_card(g1) + one_card(g))


@jit
def after_draw(hand: Hand, g: U32, tables: Asked) -> Hand:
    """A hand with one card more, which its player sees unless it was doubled on and is tucked."""
    rows, at = tables[0], tables[1]
    if TUCKED and rows[at + DOUBLED_NOW] != 0:
        rows[at + HIDDEN + rows[at + FACE_DOWN_AT]] = rows[at + LAST]
        rows[at + FACE_DOWN_AT] += 1
    else:
        rows[at + HAND + rows[at + SIZE]] = rows[at + LAST]
        rows[at + SIZE] += 1
    situation, hard, ace, _, _, held = hand
    hard = i32(hard + i32(g) + 1)
    return u32(situation | u32(1)), hard, ace or g == ACE, False, NOWHERE, u64(held + one_card(g))


@apart
def decided(rows: Rows, at: I64, situation: U32, total: I32, pair: bool, size: U32) -> U32:
    """What is decided of a hand below 21: the action, and again for where the kernel would have another."""
    offered = u32(MAY[situation])
    ace = pair and total == 12
    splits = pair and rows[at + FORMED_NOW] < (ACE_HANDS if ace else SPLIT_HANDS)
    if SAME_RANK and splits:
        splits = rank_at(rows, rows[at + HAND]) == rank_at(rows, rows[at + HAND + 1])
    if not splits:
        offered = u32(offered & ~bit(i32(SPLIT)))
    if u32(u32(DOUBLE_TOTALS) >> u32(total)) & u32(1) == 0 or (DOUBLE_BOUNDED and out_of_bounds(size, situation)):
        offered = u32(offered & ~bit(i32(DOUBLE)))
    if offered == bit(i32(STAND)):
        return STAND
    action = answer(rows, at, offered, True)
    if action == NO_ANSWER:
        return STAND
    if action == SPLIT:
        rows[at + TURN] = SPLITS
    if action == DOUBLE:
        rows[at + DOUBLED_NOW] = 1
    return u32(action | u32(action << u32(4)))


@jit
def code_of(row: U32, hand: Hand, g1: U32, doubled: U32, up: U32, tables: Asked) -> U32:
    """What is decided of a hand that has drawn or was split; one over 21 is asked for its Second Chance."""
    rows, at = tables[0], tables[1]
    situation, hard, ace, pair, _, _ = hand
    total, _ = counted(hard, ace)
    if total > 21:
        rows[at + CHANCE_ANSWER] = 0
        once = (CHANCE_AFTER_DOUBLE or doubled == u32(0)) and (CHANCE_AFTER_SPLIT or rows[at + FORMED_NOW] == 1)
        if SECOND_CHANCE and once:
            takes = answer(rows, at, u32(bit(CHANCES) | bit(NO_CHANCE)), True) == CHANCES
            rows[at + CHANCE_ANSWER] = 1 if takes else 0
    if total >= 21:
        return STAND
    if doubled != u32(0):
        if AFTER_DOUBLE == 0:
            return STAND
        given_up = answer(rows, at, u32(bit(0) | bit(4)), True)
        return STAND if given_up == NO_ANSWER else given_up
    return decided(rows, at, situation, total, pair, u32(rows[at + SIZE]))


@apart
def replayed(rows: Rows, at: I64, boxes: Rows, of_box: Rows, pays: Rows) -> float:
    """Deal the round again from its start with what was answered: what it brings where nothing more is asked."""
    for note in (OFFERED, HEARD, FIRST_ANSWER, CHANCE_ANSWER, TURN, SIZE, WAITING, NUMBER_NOW):
        rows[at + note] = 0
    for note in (DOUBLED_NOW, ATTACKED_NOW, FACE_DOWN_AT):
        rows[at + note] = 0
    rows[at + FORMED_NOW] = 1
    rack = (word(0), word(0), word(0), word(0), word(0), u32(0), COMPLETE)
    s = (rows, u32(rows[at + BEGAN]), u32(at), rack, rack)
    tables: Any = (rows, u32(at), rows, rows)
    s, shown, insurance, dealer, one = play_round(s, boxes, of_box, tables)
    rows[at + ENDS_AT] = s[1]
    s, of_dealer, faces = dealers_lines(s, shown, boxes)
    attack, insured, hands, formed, collected, _, _ = result_of(one, boxes, 0)
    s, lines, faces = side_lines(s, one, boxes, 0, shown, (of_dealer, faces))
    bet, attacked, on_splits, doubles, chances = box_parts(hands, formed, attack, dealer)
    of_sides = 0.0
    won = float(bet + attacked + on_splits + doubles + chances)
    if insured != 0 and insurance != u32(0):
        won += float(INSURANCE_WIN if insurance == u32(2) else -INSURANCE_LOSE)
    for k in range(SIDES):
        line = u32(u64(lines >> u64(u64(8) * u64(k))) & u64(255))
        line = u32(0) if SIDE_COLLECTED[k] and collected else line
        of_sides += pays[k, line]
    return won / float(UNIT) + of_sides


@apart
def shuffled_row(rows: Rows, at: I64, rng: Rng) -> Rng:
    """All cards of a row in another order, one as likely as another; the first are burned."""
    first = at + DECK_AT
    for left in range(CARDS, 1, -1):
        rng, place = below(rng, u32(left))
        rows[first + left - 1], rows[first + place] = rows[first + place], rows[first + left - 1]
    for n in range(13):
        rows[at + SEEN + n] = 0
    rows[at + BEGAN] = first + BURN
    rows[at + ENDS_AT] = rows[at + BEGAN]
    return rng


@apart
def next_round(rows: Rows, at: I64, rng: Rng) -> Rng:
    """The last round's cards are seen, and the next begins behind them, or with a fresh shoe."""
    for place in range(rows[at + BEGAN], rows[at + ENDS_AT]):
        rows[at + SEEN + rank_at(rows, place)] += 1
    rows[at + BEGAN] = rows[at + ENDS_AT]
    if CONTINUOUS or at + DECK_AT + CARDS - rows[at + BEGAN] < BEHIND:
        rng = shuffled_row(rows, at, rng)
    rows[at + ANSWERS], rows[at + OVER] = 0, 0
    return rng


@kernel
def begin(rows: Rows, rngs: Rows, deck: Rows, seed: U64) -> None:
    """Every table with a fresh shoe of its own, from a seed."""
    for n in range(len(rngs)):
        at = n * TABLE_ROW
        for k in range(TABLE_ROW):
            rows[at + k] = 0
        for k in range(CARDS + BEYOND):
            rows[at + DECK_AT + k] = deck[k]
        rng = shuffled_row(rows, at, stream_rng(u64(seed), n))
        rngs[n, 0], rngs[n, 1], rngs[n, 2], rngs[n, 3], rngs[n, 4] = rng
        rows[at + OVER] = 1


@jit
def blank(rows: Rows, at: I64, offered: U32) -> None:
    """Nothing is seen, and no more offered than this."""
    rows[at + OFFERED] = offered
    for k in range(SIGHTS):
        rows[at + SIGHT + k] = 0


@apart
def stepped(rows: Rows, at: I64, begins: bool, boxes: Rows, of_box: Rows, pays: Rows) -> tuple[float, bool, bool]:
    """A round as far as what was answered: what it has brought, whether it is over, whether the cards ran out in it."""
    won = replayed(rows, at, boxes, of_box, pays)
    asked = rows[at + OFFERED] != 0
    cut = rows[at + ASKED_AT if asked else at + ENDS_AT] > at + DECK_AT + CARDS
    if not asked and begins and not cut:
        blank(rows, at, bit(GOES_ON))  # a round that decides itself is looked at before it is paid
        return 0.0, False, False
    if asked and not cut:
        return 0.0, False, False
    rows[at + OVER] = 1
    blank(rows, at, u32(0))
    return (0.0, False, True) if cut else (won, True, False)


@kernel
def step_all(
    rows: Rows, rngs: Rows, actions: Rows, pays: Rows, fresh: bool, sights: Rows, masks: Rows, told: Rows
) -> None:
    """One step at every table, or a fresh round at all: what is seen and offered; won, over, cut short, refused."""
    for n in range(len(rngs)):
        at = n * TABLE_ROW
        begins, won, over, cut = fresh or rows[at + OVER] != 0, 0.0, False, False
        known = actions[n] >= 0 and actions[n] < DECISIONS
        refused = not begins and (not known or rows[at + OFFERED] >> actions[n] & 1 == 0)
        if begins:
            rng = (u32(rngs[n, 0]), u32(rngs[n, 1]), u32(rngs[n, 2]), u32(rngs[n, 3]), u32(rngs[n, 4]))
            rngs[n, 0], rngs[n, 1], rngs[n, 2], rngs[n, 3], rngs[n, 4] = next_round(rows, at, rng)
        elif not refused:
            rows[at + ANSWER + rows[at + ANSWERS]] = actions[n]
            rows[at + ANSWERS] += 1
        if not refused:
            # One box is kept in registers: nothing is read of the rows of boxes.
            won, over, cut = stepped(rows, at, begins, masks, rngs, pays)
        for k in range(SIGHTS):
            sights[n, k] = rows[at + SIGHT + k]
        for k in range(DECISIONS):
            masks[n, k] = rows[at + OFFERED] >> k & 1
        told[n, 0], told[n, 1], told[n, 2], told[n, 3] = won, over, cut, refused
