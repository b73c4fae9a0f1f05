"""One round: the deal, insurance, the reader, the boxes, the dealer's hand, and what everybody gets.

A table of one box keeps everything in registers; one of several keeps a row of integers for each box.
"""

from typing import Any

from pitboss.simulate.box import (
    ACE,
    AT_ATTACK,
    AT_INSURES,
    BUST_TOTAL,
    NATURAL_TOTAL,
    TEN,
    WIDE_HANDS,
    cell_at,
    play_box,
    true_bin,
)
from pitboss.simulate.constants import (
    ATTACK,
    BLACKJACK_BEATS_21,
    BLACKJACK_FIRST,
    BLACKJACK_IN_TURN,
    BLACKJACK_WIN,
    BLACKJACKS_TIE,
    BOXES,
    BURN,
    BUST_IT,
    BUST_IT_COLLECTED,
    CHANCE_WIN,
    DRAWS_IN_VAIN,
    EVEN_MONEY,
    FACE_DOWN_HANDS,
    HITS_SOFT,
    HOLE_CARD,
    INSURANCE,
    INSURANCE_RANKS,
    PUSH_TOTAL,
    READER_ACE,
    READER_RANKS,
    READER_TEN,
    STANDS_ON,
    STEPS,
    SURRENDER_PARKED,
    TAKES,
    TEN_RANKS,
    TRUE_BINS,
    UNIT,
    WIN,
)
from pitboss.simulate.shoe import Shoe, draw, eights, not_yet_seen, now_seen, round_begins, ten_rank
from pitboss.simulate.target_cpu import i32, i64, jit, u32, u64

S0, S1, S2, S3, S4 = STEPS
UP_CARD, PLAYERS, HOLE = 1, 2, 3
TENS_PRESENT = sum(1 << place for place, count in enumerate(TEN_RANKS) if count)
INSURANCE_BY_RANK = (INSURANCE_RANKS & TENS_PRESENT) != TENS_PRESENT
READER_BY_RANK = READER_TEN and (READER_RANKS & TENS_PRESENT) != TENS_PRESENT
ALWAYS_READ = READER_ACE and READER_TEN and not READER_BY_RANK
EIGHT = u32(7)
NO_CARD = u32(15)
SUITED, COLOURED = u32(11), u32(12)
FACE_DOWN = u32(BURN + 1) if HOLE_CARD else u32(BURN)
OPEN, PAID, WAITS = (
    u32(0),
    u32(1),
    u32(2),
)  # what a box is: no Blackjack, one that is paid, one that waits for the dealer

# Where a box's row has what, at a table of several boxes.
FIRST, FIRST_FACE, SECOND, SECOND_FACE, ATTACKED, INSURED, NET, STAKED, HALF, GONE, HANDS, KEPT, NATURAL, COLLECTED = (
    range(14)
)
BOX_ROW = 14


@jit
def blackjack(a: Any, b: Any) -> Any:
    """Whether two cards are an ace and a ten-value card."""
    return u32(a + b) == TEN and (a == ACE or b == ACE)


@jit
def ten_or_ace(card: Any) -> Any:
    """Whether a card can become a Blackjack."""
    return (card == ACE) | (card == TEN)


@jit
def decisions_first(s: Shoe, up: Any, base: Any, attack_bin: Any, tables: Any) -> tuple[Any, Any]:
    """Whether a box attacks, on the up card alone; whether it insures (bit 0) and takes even money (bit 1)."""
    attack, insured = i32(0), i32(0)
    if ATTACK:
        attack = i32(tables[cell_at(u32(base + attack_bin), AT_ATTACK, u32(0), up)])
    if INSURANCE and up == ACE:
        row = u32(base + true_bin(s, FACE_DOWN))
        insured = i32(tables[cell_at(row, AT_INSURES, u32(0), u32(0))])
        if EVEN_MONEY:
            insured = i32(insured | i32(tables[cell_at(row, AT_INSURES, u32(0), u32(1))]) << 1)
    return attack, insured


@jit
def insurance_won(s: Shoe, hole: Any, face: Any) -> tuple[Shoe, Any]:
    """What insurance comes to when the second card is seen: 1 lost, 2 won."""
    won = u32(1)
    if hole == TEN:
        won = u32(2)
        if INSURANCE_BY_RANK:
            s, rank = ten_rank(s, face)
            won = u32(u32(1) + u32(u32(u32(INSURANCE_RANKS) >> rank) & u32(1)))
    return s, won


@jit
def even_money(up: Any, insured: Any) -> Any:
    """Whether a Blackjack takes even money against an ace."""
    return EVEN_MONEY and up == ACE and i32(insured & 2) != 0


@jit
def hidden_blackjack(in_doubt: Any) -> bool:
    """Whether a Blackjack that waits lies face down, so that the dealer draws against it, not knowing."""
    return FACE_DOWN_HANDS and (in_doubt or not BLACKJACK_IN_TURN)


@jit
def against_blackjack(g1: Any, g2: Any, up: Any, attack: Any, insured: Any) -> tuple[Any, Any]:
    """A box when the reader finds a Blackjack: its net, and whether its insurance stands."""
    wager = i32(1 + attack)
    if blackjack(g1, g2):
        if even_money(up, insured):
            return i32(wager * UNIT), i32(0)
        if BLACKJACK_FIRST:
            return i32(wager * BLACKJACK_WIN), i32(0)
        return (i32(0) if BLACKJACKS_TIE else i32(wager * BLACKJACK_WIN)), i32(insured & 1)
    return (i32(-UNIT) if TAKES == 1 else i32(-wager * UNIT)), i32(insured & 1)


@jit
def box_in_turn(
    s: Shoe, cards: Any, up: Any, attack: Any, insured: Any, in_doubt: Any, base: Any, tables: Any
) -> tuple[Any, ...]:
    """A box in its turn: (shoe, net, staked, insured, half, gone, hands, kept, natural, collected, depends).

    It depends on the dealer's further cards while a hand waits that is no Blackjack, or is one that lies face down.
    """
    g1, e1, g2, e2 = cards
    wager = i32(1 + attack)
    if blackjack(g1, g2):
        none = u64(0) if WIDE_HANDS else u32(0)
        if even_money(up, insured):
            return s, i32(wager * UNIT), wager, i32(0), i32(0), i32(0), none, u32(0), PAID, False, False
        insured = i32(0) if BLACKJACK_FIRST else i32(insured & 1)
        natural = PAID if BLACKJACK_FIRST else WAITS
        hidden = natural == WAITS and hidden_blackjack(in_doubt)
        return s, i32(wager * BLACKJACK_WIN), wager, insured, i32(0), i32(0), none, u32(0), natural, False, hidden
    played = play_box(s, g1, e1, g2, e2, up, wager, base, FACE_DOWN, tables)
    s, now, half, gone, hands, kept, naturals, staked, busts, formed = played
    if not (SURRENDER_PARKED and in_doubt):
        now = i32(now + half)
        half = i32(0)
    collected = BUST_IT_COLLECTED and busts == formed
    return s, now, staked, i32(insured & 1), half, gone, hands, kept, OPEN, collected, kept != naturals


@jit
def dealer_hand(
    s: Shoe, up: Any, up_face: Any, hole: Any, hole_face: Any, depends: Any, bust_it_stands: Any
) -> tuple[Shoe, Any, Any]:
    """The dealer draws: his total (0 for a bust, -1 for one that pushes), and how Bust It ends."""
    hard = i32(up + hole + u32(2))
    ace = up == ACE or hole == ACE
    soft = ace and hard <= 11
    total = i32(hard + 10) if soft else hard
    bust_it = u32(0)
    if total < STANDS_ON or (HITS_SOFT and soft and total == STANDS_ON):
        goes_on = DRAWS_IN_VAIN or depends
        if goes_on or (BUST_IT and bust_it_stands):
            s, g, e = draw(s)
            hard = i32(hard + i32(g) + 1)
            ace = ace or g == ACE
            soft = ace and hard <= 11
            total = i32(hard + 10) if soft else hard
            if BUST_IT and total > 21:
                bust_it = u32(g + u32(1))
                if up == EIGHT and hole == EIGHT and g == EIGHT:
                    s, suited, coloured = eights(s, up_face, hole_face, e)
                    if suited:
                        bust_it = SUITED
                    elif coloured:
                        bust_it = COLOURED
        if goes_on:
            while total < STANDS_ON or (HITS_SOFT and soft and total == STANDS_ON):
                s, g, e = draw(s)
                hard = i32(hard + i32(g) + 1)
                ace = ace or g == ACE
                soft = ace and hard <= 11
                total = i32(hard + 10) if soft else hard
    if total > 21:
        total = i32(-1) if PUSH_TOTAL != 0 and total == PUSH_TOTAL else i32(0)
    return s, total, bust_it


@jit
def settled(hands: Any, kept: Any, dealer: Any) -> Any:
    """What the waiting hands of a box get against the dealer's total."""
    net = i32(0)
    while kept != u32(0):
        kept = u32(kept - u32(1))
        byte = u32(u32(hands) & u32(255))
        hands = u64(hands >> u64(8)) if WIDE_HANDS else u32(hands >> u32(8))
        total = i32(byte & u32(31))
        stake = i32(u32(u32(u32(byte >> u32(5)) & u32(3)) + u32(1)))
        if total == NATURAL_TOTAL:
            if BLACKJACK_BEATS_21 or dealer != 21:
                net = i32(net + stake * BLACKJACK_WIN)
        elif total == BUST_TOTAL:
            if dealer > 0:
                net = i32(net - stake * UNIT)
        elif total != 0 and (PUSH_TOTAL == 0 or dealer >= 0):
            chance = u32(byte >> u32(7)) != u32(0)
            if total > dealer:
                net = i32(net + stake * (CHANCE_WIN if chance else WIN))
            elif total < dealer:
                net = i32(net - stake * (2 * UNIT if chance else UNIT))
    return net


@jit
def closed(net: Any, half: Any, hands: Any, kept: Any, natural: Any, staked: Any, dealer: Any) -> Any:
    """A box's net once the dealer's hand is done."""
    if natural == OPEN:
        return i32(i32(net + half) + settled(hands, kept, dealer))
    if not BLACKJACK_BEATS_21 and natural == WAITS and dealer == 21:
        return i32(0)
    return net


@jit
def closed_by_blackjack(net: Any, gone: Any, natural: Any) -> Any:
    """A box's net when the dealer's second card, not seen before, makes a Blackjack."""
    if natural == OPEN:
        return i32(net + gone)
    return i32(0) if natural == WAITS and BLACKJACKS_TIE else net


@jit
def hole_card_read(s: Shoe, up: Any, face: Any) -> tuple[Shoe, bool]:
    """Whether the reader is used under this up card."""
    read = (READER_ACE and up == ACE) or (READER_TEN and up == TEN)
    if READER_BY_RANK and up == TEN:
        s, rank = ten_rank(s, face)
        read = u32(u32(u32(READER_RANKS) >> rank) & u32(1)) != u32(0)
    return s, HOLE_CARD and read


@jit
def dealt_to_one(s: Shoe, step: Any, dealer: Any, cards: Any) -> tuple[Shoe, Any, Any]:
    """One step of the deal to one box and the dealer."""
    up, up_face, hole, hole_face = dealer
    g1, e1, g2, e2 = cards
    if step == UP_CARD:
        s, up, up_face = draw(s)
    elif step == HOLE:
        s, hole, hole_face = draw(s)
        s = not_yet_seen(s, hole)
    elif step == PLAYERS:
        g1, e1 = g2, e2
        s, g2, e2 = draw(s)
    return s, (up, up_face, hole, hole_face), (g1, e1, g2, e2)


@jit
def play_one_box(s: Shoe, tables: Any) -> tuple[Any, ...]:
    """A round with one box: (shoe, up card, insurance, Bust It, net, staked, insured, collected).

    Insurance is 0 not offered, 1 lost, 2 won; Bust It is 0 lost, the third card's value, or a special win.
    """
    s = round_begins(s)
    dealer = (NO_CARD, u32(0), NO_CARD, u32(0))
    cards = (NO_CARD, u32(0), NO_CARD, u32(0))
    s, dealer, cards = dealt_to_one(s, S0, dealer, cards)
    attack_bin = true_bin(s, u32(BURN))
    s, dealer, cards = dealt_to_one(s, S1, dealer, cards)
    s, dealer, cards = dealt_to_one(s, S2, dealer, cards)
    s, dealer, cards = dealt_to_one(s, S3, dealer, cards)
    s, dealer, cards = dealt_to_one(s, S4, dealer, cards)
    up, up_face, hole, hole_face = dealer
    attack, insured = decisions_first(s, up, u32(0), attack_bin, tables)
    s, read = hole_card_read(s, up, up_face)
    insurance = u32(0)
    if read and blackjack(up, hole):
        s = now_seen(s, hole)
        if INSURANCE and up == ACE:
            s, insurance = insurance_won(s, hole, hole_face)
        net, insured = against_blackjack(cards[0], cards[2], up, attack, insured)
        return s, up, insurance, u32(0), net, i32(1 + attack), insured, False
    in_doubt = not ALWAYS_READ and ten_or_ace(up) and not read
    s, net, staked, insured, half, gone, hands, kept, natural, collected, needs = box_in_turn(
        s, cards, up, attack, insured, in_doubt, u32(0), tables
    )
    if HOLE_CARD:
        s = now_seen(s, hole)
    else:
        s, hole, hole_face = draw(s)
    if INSURANCE and up == ACE:
        s, insurance = insurance_won(s, hole, hole_face)
    if in_doubt and blackjack(up, hole):
        return s, up, insurance, u32(0), closed_by_blackjack(net, gone, natural), staked, insured, collected
    s, total, bust_it = dealer_hand(s, up, up_face, hole, hole_face, needs, not collected)
    net = closed(net, half, hands, kept, natural, staked, total)
    return s, up, insurance, bust_it, net, staked, insured, collected


@jit
def dealt_to_many(s: Shoe, step: Any, second: Any, dealer: Any, rows: Any) -> tuple[Shoe, Any]:
    """One step of the deal to several boxes and the dealer."""
    up, up_face, hole, hole_face = dealer
    if step == UP_CARD:
        s, up, up_face = draw(s)
    elif step == HOLE:
        s, hole, hole_face = draw(s)
        s = not_yet_seen(s, hole)
    elif step == PLAYERS:
        for b in range(BOXES):
            s, g, e = draw(s)
            rows[b, SECOND if second else FIRST] = g
            rows[b, SECOND_FACE if second else FIRST_FACE] = e
    return s, (up, up_face, hole, hole_face)


@jit
def play_boxes(s: Shoe, rows: Any, of_box: Any, tables: Any) -> tuple[Any, ...]:
    """A round with several boxes, each with a row of its own: (shoe, up card, insurance, Bust It)."""
    s = round_begins(s)
    dealer = (NO_CARD, u32(0), NO_CARD, u32(0))
    s, dealer = dealt_to_many(s, S0, False, dealer, rows)
    attack_bin = true_bin(s, u32(BURN))
    s, dealer = dealt_to_many(s, S1, S0 == PLAYERS, dealer, rows)
    s, dealer = dealt_to_many(s, S2, S0 == PLAYERS or S1 == PLAYERS, dealer, rows)
    s, dealer = dealt_to_many(s, S3, True, dealer, rows)
    s, dealer = dealt_to_many(s, S4, True, dealer, rows)
    up, up_face, hole, hole_face = dealer
    for b in range(BOXES):
        base = u32(u32(of_box[b]) * u32(TRUE_BINS))
        rows[b, ATTACKED], rows[b, INSURED] = decisions_first(s, up, base, attack_bin, tables)
    s, read = hole_card_read(s, up, up_face)
    insurance = u32(0)
    if read and blackjack(up, hole):
        s = now_seen(s, hole)
        if INSURANCE and up == ACE:
            s, insurance = insurance_won(s, hole, hole_face)
        for b in range(BOXES):
            net, insured = against_blackjack(
                u32(rows[b, FIRST]), u32(rows[b, SECOND]), up, i32(rows[b, ATTACKED]), i32(rows[b, INSURED])
            )
            rows[b, NET], rows[b, INSURED], rows[b, COLLECTED] = net, insured, 0
            rows[b, STAKED] = 1 + rows[b, ATTACKED]
        return s, up, insurance, u32(0)
    in_doubt = not ALWAYS_READ and ten_or_ace(up) and not read
    depends, bust_it_stands = False, False
    for b in range(BOXES):
        base = u32(u32(of_box[b]) * u32(TRUE_BINS))
        cards = u32(rows[b, FIRST]), u32(rows[b, FIRST_FACE]), u32(rows[b, SECOND]), u32(rows[b, SECOND_FACE])
        s, net, staked, insured, half, gone, hands, kept, natural, collected, needs = box_in_turn(
            s, cards, up, i32(rows[b, ATTACKED]), i32(rows[b, INSURED]), in_doubt, base, tables
        )
        rows[b, NET], rows[b, STAKED], rows[b, INSURED] = net, staked, insured
        rows[b, HALF], rows[b, GONE], rows[b, HANDS], rows[b, KEPT] = half, gone, i64(hands), kept
        rows[b, NATURAL], rows[b, COLLECTED] = natural, collected
        depends = depends or needs
        bust_it_stands = bust_it_stands or not collected
    if HOLE_CARD:
        s = now_seen(s, hole)
    else:
        s, hole, hole_face = draw(s)
    if INSURANCE and up == ACE:
        s, insurance = insurance_won(s, hole, hole_face)
    if in_doubt and blackjack(up, hole):
        for b in range(BOXES):
            rows[b, NET] = closed_by_blackjack(i32(rows[b, NET]), i32(rows[b, GONE]), u32(rows[b, NATURAL]))
        return s, up, insurance, u32(0)
    s, total, bust_it = dealer_hand(s, up, up_face, hole, hole_face, depends, bust_it_stands)
    for b in range(BOXES):
        hands = u64(rows[b, HANDS]) if WIDE_HANDS else u32(rows[b, HANDS])
        rows[b, NET] = closed(
            i32(rows[b, NET]),
            i32(rows[b, HALF]),
            hands,
            u32(rows[b, KEPT]),
            u32(rows[b, NATURAL]),
            i32(rows[b, STAKED]),
            total,
        )
    return s, up, insurance, bust_it
