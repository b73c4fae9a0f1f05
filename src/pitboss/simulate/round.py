"""One round: the deal, insurance, the reader, the boxes, the dealer's hand, and what everybody gets."""

from pitboss.simulate.bonus import PAID_BONUS
from pitboss.simulate.box import (
    ACE,
    AT_ATTACK,
    AT_INSURES,
    BUST,
    DONE,
    DOUBLED_HAND,
    FIRST_ROWS,
    HIDDEN_BUST,
    NO_RANK,
    PARKED,
    SPLIT,
    STATE,
    SURRENDER,
    TEN,
    TYING_21,
    WAITING_NATURAL,
    WIDE_HANDS,
    any_row,
    cell_at,
    counted,
    drawn,
    first_code,
    gives_up_first,
    play_box,
    tens_of_one_rank,
    true_bin,
)
from pitboss.simulate.boxes import cards_of, first_row, no_box, result_of, with_card, with_decisions, with_result
from pitboss.simulate.constants import (
    ATTACK,
    BLACKJACK_BEATS_21,
    BLACKJACK_FIRST,
    BLACKJACK_IN_TURN,
    BLACKJACK_RACKED,
    BLACKJACKS_TIE,
    BONUS,
    BOXES,
    BURN,
    BUST_RETURNED,
    BUST_WAITS,
    BY_THIRD_CARD,
    COLLECTS,
    COUNT_ATTACKS,
    DRAWS_IN_VAIN,
    EVEN_MONEY,
    EVEN_MONEY_RACKED,
    FACE_DOWN_HANDS,
    HITS_SOFT,
    HOLE_CARD,
    INSURANCE,
    INSURANCE_RANKS,
    PUSH_TOTAL,
    RACK,
    READER_ACE,
    READER_RANKS,
    READER_TEN,
    RUNS_OUT,
    SAME_RANK,
    SPLIT_21_TIES,
    STANDS_ON,
    STEPS,
    SURRENDER_EARLY,
    SURRENDER_ENTIRE,
    SURRENDER_PARKED,
    SURRENDER_RACKED,
    TAKES,
    TEN_RANKS,
    THIRD_STAYS,
    TUCKED,
    VOID_KEEPS_INSURANCE,
)
from pitboss.simulate.machine_words import (
    I32,
    U32,
    U64,
    BoxCards,
    DealerCards,
    Hands,
    OnlyBox,
    Rows,
    Shoe,
    Shown,
    Tables,
)
from pitboss.simulate.shoe import (
    VOID,
    draw,
    lasted,
    not_yet_seen,
    now_seen,
    one_card,
    round_begins,
    ten_rank,
    to_rack,
)
from pitboss.simulate.target_cpu import apart, i32, jit, u32, u64
from pitboss.simulate.worth import BET_TAKEN, BONUSES, EVEN, GIVEN_UP, LOST, NATURAL, PUSHED, TAKEN

S0, S1, S2, S3, S4 = STEPS
UP_CARD, PLAYERS, HOLE = 1, 2, 3
TENS_PRESENT = sum(1 << place for place, count in enumerate(TEN_RANKS) if count)
INSURANCE_BY_RANK = (INSURANCE_RANKS & TENS_PRESENT) != TENS_PRESENT
READER_BY_RANK = READER_TEN and (READER_RANKS & TENS_PRESENT) != TENS_PRESENT
ALWAYS_READ = READER_ACE and READER_TEN and not READER_BY_RANK
NO_CARD = u32(15)
FACE_DOWN = u32(BURN + 1) if HOLE_CARD else u32(BURN)
# What the dealer has besides a total: a bust, a bust that pushes, a Blackjack, no hand because the round is void.
BUSTED, PUSHES, BLACKJACK, NO_HAND = i32(0), i32(-1), i32(99), i32(98)


@jit
def blackjack(a: U32, b: U32) -> bool:
    """Whether two cards are an ace and a ten-value card."""
    return u32(u32(a + b) | u32(u32(a * b) << u32(4))) == TEN  # one comparison: the product is 0 with an ace


@jit
def ten_or_ace(card: U32) -> bool:
    """Whether a card can become a Blackjack."""
    return (card == ACE) | (card == TEN)


@jit
def decisions_first(s: Shoe, up: U32, base: U32, attack_bin: U32, tables: Tables) -> tuple[I32, I32]:
    """Whether a box attacks, on the up card alone; whether it insures (bit 0) and takes even money (bit 1)."""
    attack, insured = i32(0), i32(0)
    by_count = tables[2] if FIRST_ROWS else tables[0]
    if ATTACK and COUNT_ATTACKS:
        attack = i32(by_count[cell_at(u32(base + attack_bin), AT_ATTACK, u32(0), up)])
    elif ATTACK:
        attack = i32(tables[0][cell_at(any_row(base), AT_ATTACK, u32(0), up)])
    if INSURANCE and up == ACE:
        row = u32(base + true_bin(s, FACE_DOWN, tables))
        insured = i32(by_count[cell_at(row, AT_INSURES, u32(0), u32(0))])
        if EVEN_MONEY:
            insured = i32(insured | i32(by_count[cell_at(row, AT_INSURES, u32(0), u32(1))]) << 1)
    return attack, insured


@jit
def insurance_won(s: Shoe, hole: U32, face: U32) -> tuple[Shoe, U32]:
    """What insurance comes to when the second card is seen: 1 lost, 2 won."""
    won = u32(1)
    if hole == TEN:
        won = u32(2)
        if INSURANCE_BY_RANK:
            s, rank = ten_rank(s, face)
            won = u32(u32(1) + u32(u32(u32(INSURANCE_RANKS) >> rank) & u32(1)))
    return s, won


@jit
def kept_insurance(insurance: U32) -> U32:
    """What a void round leaves of insurance that was decided in it."""
    return insurance if VOID_KEEPS_INSURANCE else u32(0)


@jit
def even_money(up: U32, insured: I32) -> bool:
    """Whether a Blackjack takes even money against an ace."""
    return EVEN_MONEY and up == ACE and i32(insured & 2) != 0


@jit
def drawn_against(in_doubt: bool) -> bool:
    """Whether the dealer draws against a Blackjack that waits: a 21 may tie it, or it lies face down, unknown."""
    return not BLACKJACK_BEATS_21 or (FACE_DOWN_HANDS and (in_doubt or not BLACKJACK_IN_TURN))


@jit
def seen_by_reader(s: Shoe, cards: BoxCards, up: U32, insured: I32, base: U32, tables: Tables) -> tuple[Shoe, U32, I32]:
    """The hand of a box against a Blackjack that the reader found, as a byte, and whether its insurance stands."""
    g1, e1, g2, e2 = cards
    if SURRENDER_EARLY and not blackjack(g1, g2):
        code = first_code(s, g1, g2, up, base, FACE_DOWN, tables)
        action = u32(code & u32(7))
        if SAME_RANK and action == SPLIT and g1 == TEN:
            s, _, pair = tens_of_one_rank(s, e1, e2, NO_RANK)
            action = action if pair else u32(code >> u32(4))
        if action == SURRENDER:
            return s, u32(DONE | GIVEN_UP), i32(insured & 1)
    hand, insured = first_hand(g1, g2, up, insured)
    return s, hand, insured


@jit
def first_hand(g1: U32, g2: U32, up: U32, insured: I32) -> tuple[U32, I32]:
    """The hand of a box that decides nothing, as a byte, and whether its insurance stands."""
    if not blackjack(g1, g2):
        return u32(20), i32(insured & 1)  # any total: only a Blackjack that the reader found ends a round so early
    if even_money(up, insured):
        return u32(DONE | EVEN), i32(0)
    if BLACKJACK_FIRST:
        return u32(DONE | NATURAL), i32(0)
    return WAITING_NATURAL, i32(insured & 1)


@jit
def outcome_of(hand: U32, number: U32, formed: U32, dealer: I32) -> U32:
    """How a hand ends against what the dealer has; the first hand of a box carries its original wagers."""
    if RUNS_OUT and dealer == NO_HAND:
        return PUSHED  # a void round has decided nothing, whatever had been settled in it
    state = u32(hand & STATE)
    if state >= DONE:
        if BONUS and u32(hand & PAID_BONUS) != u32(0):
            return u32(u32(state - DONE) + BONUSES)
        if state != PARKED:
            return u32(state - DONE)
        if dealer != BLACKJACK:
            return GIVEN_UP
        if SURRENDER_ENTIRE:
            return LOST
    if state == WAITING_NATURAL:
        if dealer == BLACKJACK:
            return PUSHED if BLACKJACKS_TIE else NATURAL
        return NATURAL if BLACKJACK_BEATS_21 or dealer != 21 else PUSHED
    if SPLIT_21_TIES and state == TYING_21:
        if dealer == BLACKJACK:
            return PUSHED
        state = u32(21)
    if dealer == BLACKJACK:
        if TAKES == 2 and formed == u32(1) and u32(u32(hand >> DOUBLED_HAND) & u32(1)) == u32(0):
            return BET_TAKEN  # the original wagers go together only after a double or a split
        return TAKEN if TAKES == 0 or number == u32(0) else PUSHED
    # Whether it beats the dealer no processor can guess, so nothing branches there.
    lost = (BUST_WAITS and state == BUST) or (TUCKED and state == HIDDEN_BUST)
    if BUST_RETURNED and state == BUST and dealer <= 0:
        return PUSHED
    if PUSH_TOTAL != 0 and dealer == PUSHES and not lost:
        return PUSHED
    total = i32(-2) if lost else i32(state)  # below all that a dealer may have
    return u32(u32(PUSHED + u32(total > dealer)) - u32(total < dealer))


@jit
def racked_before(s: Shoe, cards: BoxCards, up: U32, insured: I32, read: bool, base: U32, tables: Tables) -> Shoe:
    """Hands that are settled before the players' turns leave the table: Blackjacks, and those given up so early."""
    g1, _, g2, _ = cards
    held = u64(one_card(g1) + one_card(g2))
    if blackjack(g1, g2):
        paid = BLACKJACK_FIRST and BLACKJACK_RACKED
        return to_rack(s, held) if paid or (EVEN_MONEY_RACKED and even_money(up, insured)) else s
    if SURRENDER_RACKED == 2 and read and gives_up_first(s, g1, g2, up, base, FACE_DOWN, tables):
        return to_rack(s, held)
    return s


@jit
def given_up_racked(up: U32, already: bool, in_doubt: bool) -> bool:
    """Whether the cards of a hand given up go to the rack in its turn: some lie there already, some go later."""
    if already or SURRENDER_RACKED == 4:
        return False
    if SURRENDER_RACKED != 0 and SURRENDER_RACKED != 2 and ten_or_ace(up):
        return False
    return not (SURRENDER_PARKED and in_doubt)


@jit
def as_dealt(cards: BoxCards) -> U32:
    """A hand of the first two cards, as `drawn` has it."""
    g1, _, g2, _ = cards
    return drawn(u32(g1 + g2 + u32(2)), g1 == ACE or g2 == ACE, u32(2))


@jit
def box_in_turn(
    s: Shoe, cards: BoxCards, up: U32, insured: I32, read: bool, in_doubt: bool, base: U32, tables: Tables
) -> tuple[Shoe, I32, Hands, U32, bool, bool, U64, U32]:
    """A box in its turn: (shoe, insured, hands, how many, side wagers collected, depends, cards racked later, drawn).

    It depends on the dealer's further cards while a hand waits that is no Blackjack, or is one he draws against.
    """
    g1, _, g2, _ = cards
    if blackjack(g1, g2):
        hand, insured = first_hand(g1, g2, up, insured)
        waits = hand == WAITING_NATURAL
        if RACK and waits and BLACKJACK_IN_TURN and BLACKJACK_RACKED and not in_doubt:
            s = to_rack(s, u64(one_card(g1) + one_card(g2)))
        hands = u64(hand) if WIDE_HANDS else hand
        return s, insured, hands, u32(1), False, waits and drawn_against(in_doubt), u64(0), as_dealt(cards)
    parks = SURRENDER_PARKED and in_doubt
    already = RACK and SURRENDER_RACKED == 2 and read and gives_up_first(s, g1, g2, up, base, FACE_DOWN, tables)
    rack_now = given_up_racked(up, already, in_doubt)
    s, hands, formed, busts, depends, later, first = play_box(s, cards, up, parks, rack_now, base, FACE_DOWN, tables)
    return s, i32(insured & 1), hands, formed, COLLECTS and busts == formed, depends, later, first


@jit
def racked_later(s: Shoe, one: OnlyBox, rows: Rows) -> Shoe:
    """What is settled when all players are done leaves the table."""
    for b in range(BOXES):
        s = to_rack(s, result_of(one, rows, b)[5])
    return s


@jit
def dealer_hand(s: Shoe, dealer: DealerCards, depends: bool, third_stands: bool) -> tuple[Shoe, I32, Shown]:
    """The dealer draws: what he has, and his cards as `shown_cards` has them."""
    up, up_face, hole, hole_face = dealer
    hard = i32(up + hole + u32(2))
    ace = up == ACE or hole == ACE
    total, soft = counted(hard, ace)
    third, third_face, n = NO_CARD, u32(0), i32(2)
    draws = total < STANDS_ON or (HITS_SOFT and soft and total == STANDS_ON)
    if draws:
        goes_on = DRAWS_IN_VAIN or depends
        if goes_on or (BY_THIRD_CARD and third_stands):
            s, g, e = draw(s)
            third, third_face, n = g, e, i32(3)
            hard = i32(hard + i32(g) + 1)
            ace = ace or g == ACE
            total, soft = counted(hard, ace)
        if goes_on:
            while total < STANDS_ON or (HITS_SOFT and soft and total == STANDS_ON):
                s, g, e = draw(s)
                n = i32(n + 1)
                hard = i32(hard + i32(g) + 1)
                ace = ace or g == ACE
                total, soft = counted(hard, ace)
    shown = (up, up_face, hole, hole_face, third, third_face, n, total, hard)
    if total > 21:
        total = PUSHES if PUSH_TOTAL != 0 and total == PUSH_TOTAL else BUSTED
    if RACK and lasted(s) == VOID:
        total = NO_HAND
    return s, total, shown


@jit
def shown_cards(up: U32, up_face: U32, hole: U32, hole_face: U32) -> Shown:
    """The dealer's first three cards, each with its face, how many he has, their total and their hard total: of two."""
    hard = i32(up + hole + u32(2))
    total, _ = counted(hard, up == ACE or hole == ACE)
    return up, up_face, hole, hole_face, NO_CARD, u32(0), i32(2), total, hard


@jit
def hole_card_read(s: Shoe, up: U32, face: U32) -> tuple[Shoe, bool]:
    """Whether the reader is used under this up card."""
    read = (READER_ACE and up == ACE) or (READER_TEN and up == TEN)
    if READER_BY_RANK and up == TEN:
        s, rank = ten_rank(s, face)
        read = u32(u32(u32(READER_RANKS) >> rank) & u32(1)) != u32(0)
    return s, HOLE_CARD and read


@jit
def dealt(
    s: Shoe, step: I32, second: bool, dealer: DealerCards, one: OnlyBox, rows: Rows
) -> tuple[Shoe, DealerCards, OnlyBox]:
    """One step of the deal to the boxes and the dealer."""
    up, up_face, hole, hole_face = dealer
    if step == UP_CARD:
        s, up, up_face = draw(s)
    elif step == HOLE:
        s, hole, hole_face = draw(s)
        s = not_yet_seen(s, hole)
    elif step == PLAYERS:
        for b in range(BOXES):
            s, g, e = draw(s)
            one = with_card(one, rows, b, second, g, e)
    return s, (up, up_face, hole, hole_face), one


@jit
def settled_at_once(one: OnlyBox, rows: Rows, b: I32, hand: U32, insured: I32) -> OnlyBox:
    """The boxes with one whose only hand was over before its turn."""
    hands = u64(hand) if WIDE_HANDS else u32(hand)
    first = as_dealt(cards_of(one, rows, b))
    return with_result(one, rows, b, (result_of(one, rows, b)[0], insured, hands, u32(1), False, u64(0), first))


@jit
def play_round(s: Shoe, rows: Rows, of_box: Rows, tables: Tables) -> tuple[Shoe, Shown, U32, I32, OnlyBox]:
    """A round: (shoe, dealer's cards, insurance, dealer, the only box); insurance is 0 not offered, 1 lost, 2 won."""
    s = round_begins(s)
    dealer = (NO_CARD, u32(0), NO_CARD, u32(0))
    s, dealer, one = dealt(s, S0, False, dealer, no_box(), rows)
    attack_bin = true_bin(s, u32(BURN), tables) if COUNT_ATTACKS else u32(0)
    s, dealer, one = dealt(s, S1, S0 == PLAYERS, dealer, one, rows)
    s, dealer, one = dealt(s, S2, S0 == PLAYERS or S1 == PLAYERS, dealer, one, rows)
    s, dealer, one = dealt(s, S3, True, dealer, one, rows)
    s, dealer, one = dealt(s, S4, True, dealer, one, rows)
    up, up_face, hole, hole_face = dealer
    shown = shown_cards(up, up_face, hole, hole_face)
    for b in range(BOXES):
        attack, insured = decisions_first(s, up, first_row(of_box, b), attack_bin, tables)
        one = with_decisions(one, rows, b, attack, insured)
    s, read = hole_card_read(s, up, up_face)
    insurance = u32(0)
    if RACK and lasted(s) == VOID:
        for b in range(BOXES):
            one = settled_at_once(one, rows, b, u32(DONE | PUSHED), i32(0))
        return s, shown, insurance, NO_HAND, one
    found = blackjack(up, hole) and read
    if RACK:
        for b in range(BOXES):
            insured, base = result_of(one, rows, b)[1], first_row(of_box, b)
            s = racked_before(s, cards_of(one, rows, b), up, insured, read and not found, base, tables)
    if found:
        for b in range(BOXES):
            insured, base = result_of(one, rows, b)[1], first_row(of_box, b)
            s, hand, insured = seen_by_reader(s, cards_of(one, rows, b), up, insured, base, tables)
            one = settled_at_once(one, rows, b, hand, insured)
        s = now_seen(s, hole)
        if INSURANCE and up == ACE:
            s, insurance = insurance_won(s, hole, hole_face)
        return s, shown, insurance, BLACKJACK, one
    in_doubt = not ALWAYS_READ and ten_or_ace(up) and not read
    depends, third_stands = False, False
    for b in range(BOXES):
        attack, insured, _, _, _, _, _ = result_of(one, rows, b)
        s, insured, hands, formed, collected, needs, later, first = box_in_turn(
            s, cards_of(one, rows, b), up, insured, read, in_doubt, first_row(of_box, b), tables
        )
        one = with_result(one, rows, b, (attack, insured, hands, formed, collected, later, first))
        depends = depends or needs
        third_stands = third_stands or THIRD_STAYS or not collected
    if HOLE_CARD:
        s = now_seen(s, hole)
    else:
        s, hole, hole_face = draw(s)
        shown = shown_cards(up, up_face, hole, hole_face)
    if RACK:
        s = racked_later(s, one, rows)
    if RACK and lasted(s) == VOID:
        insurance = kept_insurance(u32(1) if INSURANCE and read and up == ACE else u32(0))
        return s, shown, insurance, NO_HAND, one
    if INSURANCE and up == ACE:
        s, insurance = insurance_won(s, hole, hole_face)
    if in_doubt and blackjack(up, hole):
        return s, shown, insurance, BLACKJACK, one
    s, total, shown = dealer_hand(s, (up, up_face, hole, hole_face), depends, third_stands)
    if RACK and total == NO_HAND:
        insurance = kept_insurance(insurance)
    return s, shown, insurance, total, one


@apart
def round_apart(s: Shoe, rows: Rows, of_box: Rows, tables: Tables) -> tuple[Shoe, Shown, U32, I32, OnlyBox]:
    """The same, called where it is seldom needed."""
    return play_round(s, rows, of_box, tables)
