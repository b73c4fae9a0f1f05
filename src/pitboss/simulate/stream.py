"""A stream: rounds from shoe after shoe, counted in integers."""

from typing import Any

from pitboss.simulate.box import CHANCE_HAND, DOUBLED_HAND, STAKE_ROW, WIDE_HANDS, true_bin
from pitboss.simulate.boxes import first_row, result_of
from pitboss.simulate.constants import (
    AT_CHANCES,
    AT_DOUBLES,
    AT_FIRST_HAND,
    AT_INSURANCE,
    AT_INSURED,
    AT_LONGEST,
    AT_MAIN,
    AT_SESSIONS,
    AT_SHOES,
    AT_SIDES,
    AT_SPLIT_MAIN,
    AT_SPLITS,
    AT_TRUE,
    ATTACKS,
    BANKROLL,
    BOXES,
    BURN,
    CHANCE_BETS,
    CONTINUOUS,
    COUNTING,
    ENDINGS,
    EXACT_ROUND,
    INSURANCE,
    INSURANCE_COUNTED,
    INSURANCE_LOSE,
    INSURANCE_WIN,
    LEVELS,
    LIMIT,
    ROUND_LIMIT,
    RUNS_OUT,
    SECOND_CHANCE,
    SESSION,
    SIDE_COLLECTED,
    SIDE_WIDTH,
    SIDES,
    SIDES_COUNTED,
    SPLIT_HANDS,
)
from pitboss.simulate.draws import stream_rng
from pitboss.simulate.machine_words import I32, I64, U32, U64, Hands, Result, Rows, Shoe, Split, Tables, Tally
from pitboss.simulate.round import NO_HAND, outcome_of, play_round
from pitboss.simulate.shoe import COMPLETE, burned, in_doubt, lasted, round_over, shuffled, unseen
from pitboss.simulate.sides import dealers_lines, side_lines
from pitboss.simulate.target_cpu import (
    add,
    add_round,
    count,
    count_round,
    count_seldom,
    i32,
    i64,
    jit,
    raise_to,
    u32,
    u64,
)
from pitboss.simulate.worth import double_of, ending, loses, parts

OUTCOMES = u32(2 * LIMIT + 1)
# Where only its sign is asked for, a hand's result need not be worked out.
SIGN_ONLY = not (COUNTING or ROUND_LIMIT or SESSION)
PLAYED_AGAIN = EXACT_ROUND is not None
exact_round: Any = EXACT_ROUND if PLAYED_AGAIN else play_round


@jit
def fresh_shoe(s: Shoe) -> Shoe:
    """A shuffle and the burn."""
    s = shuffled(s[2])
    for _ in range(BURN):
        s = burned(s)
    return s


@jit
def split_parts(hands: Hands, formed: U32, attack: I32, dealer: I32) -> Split:
    """What a box that was split came to, wager by wager.

    (net, how its first hand ended, net of splits, doubles, their net, Second Chances, their net): doubles are counted
    by how many there are, Second Chances in bets.
    """
    net, on_splits, on_doubles, on_chances = i32(0), i32(0), i32(0), i32(0)
    doubles, chances, first = u32(0), i32(0), u32(0)
    number = u32(0)
    while number != formed:
        hand = u32(hands)
        hands = u64(hands >> u64(8)) if WIDE_HANDS else u32(hands >> u32(8))
        doubled, chance = u32(u32(hand >> DOUBLED_HAND) & u32(1)), u32(u32(hand >> CHANCE_HAND) & u32(1))
        outcome = outcome_of(hand, number, formed, dealer)
        bet_gets, attack_gets, double_gets, chance_gets = parts(outcome, attack, doubled, chance)
        if number == u32(0):
            first = ending(outcome, attack, doubled, chance)
        else:
            on_splits = i32(on_splits + bet_gets + attack_gets)
        doubles = u32(doubles + doubled)
        on_doubles = i32(on_doubles + double_gets)
        if SECOND_CHANCE and chance != u32(0):
            chances = i32(chances + 1 + attack + (double_of(attack) if doubled != u32(0) else 0))
            on_chances = i32(on_chances + chance_gets)
        net = i32(net + bet_gets + attack_gets + double_gets + chance_gets)
        number = u32(number + u32(1))
    return net, first, on_splits, doubles, on_doubles, chances, on_chances


@jit
def count_split(
    place: U32, level: U32, up: U32, hands: Hands, formed: U32, attack: I32, dealer: I32, counts: Tally
) -> tuple[I32, I32]:
    """Count what a split box got, whole and wager by wager; its net, and all it wagered in bets."""
    net, first, on_splits, doubles, on_doubles, chances, on_chances = split_parts(hands, formed, attack, dealer)
    middle = u32(LIMIT)
    line = u32(u32(place * u32(10)) + up)
    count_seldom(counts, u32(u32(u32(AT_SPLIT_MAIN) + u32(line * OUTCOMES)) + u32(middle + u32(net))))
    count_seldom(counts, u32(u32(AT_FIRST_HAND) + u32(u32(level * u32(ENDINGS)) + first)))
    by_attack = u32(u32(level * u32(ATTACKS)) + u32(attack))
    line = u32(u32(by_attack * u32(SPLIT_HANDS)) + u32(formed - u32(1)))
    count_seldom(counts, u32(u32(u32(AT_SPLITS) + u32(line * OUTCOMES)) + u32(middle + u32(on_splits))))
    if doubles != u32(0):
        line = u32(u32(by_attack * u32(SPLIT_HANDS + 1)) + doubles)
        count_seldom(counts, u32(u32(u32(AT_DOUBLES) + u32(line * OUTCOMES)) + u32(middle + u32(on_doubles))))
    if SECOND_CHANCE and chances != 0:
        line = u32(u32(level * u32(CHANCE_BETS)) + u32(chances))
        count_seldom(counts, u32(u32(u32(AT_CHANCES) + u32(line * OUTCOMES)) + u32(middle + u32(on_chances))))
    return net, i32(i32(formed) * (1 + attack) + i32(doubles) * double_of(attack) + chances)


@jit
def count_box(
    b: U32, row: U32, up: U32, insurance: U32, lines: U64, dealer: I32, played: Result, tables: Tables, counts: Tally
) -> tuple[I32, I32]:
    """Count what a box got; its result with every wager placed, in units, and all it wagered, in bets."""
    attack, insured, hands, formed, collected, _, _ = played
    bet, level = i32(1), u32(0)
    if COUNTING:
        at = u32(u32(row * u32(STAKE_ROW)) + u32(1))
        level, bet = u32(tables[1][at]), i32(tables[1][u32(at + u32(1))])
    place = u32(u32(b * u32(LEVELS)) + level)
    if SPLIT_HANDS > 1 and formed != u32(1):
        net, staked = count_split(place, level, up, hands, formed, attack, dealer, counts)
    else:
        hand = u32(hands)
        doubled, chance = u32(u32(hand >> DOUBLED_HAND) & u32(1)), u32(u32(hand >> CHANCE_HAND) & u32(1))
        outcome = outcome_of(hand, u32(0), formed, dealer)
        if SIGN_ONLY:
            net = i32(-1) if loses(outcome) else i32(0)
        else:
            bet_gets, attack_gets, double_gets, chance_gets = parts(outcome, attack, doubled, chance)
            net = i32(bet_gets + attack_gets + double_gets + chance_gets)
        line = u32(u32(place * u32(10)) + up)
        count(counts, u32(u32(u32(AT_MAIN) + u32(line * u32(ENDINGS))) + ending(outcome, attack, doubled, chance)))
        staked = i32(1 + attack + i32(doubled) * double_of(attack))
        if SECOND_CHANCE:
            staked = i32(staked * i32(u32(1) + chance))
    whole = i32(net * bet)
    staked = i32(staked * bet)
    if SIDES and (not RUNS_OUT or dealer != NO_HAND):
        for k in range(SIDES):
            line = u32(u64(lines >> u64(u64(8) * u64(k))) & u64(255))
            line = u32(0) if SIDE_COLLECTED[k] and collected else line
            stake = i32(tables[1][u32(u32(u32(row * u32(STAKE_ROW)) + u32(3)) + u32(k))]) if COUNTING else i32(1)
            if stake != 0:
                at_kind = u32(u32(place * u32(SIDES)) + u32(k))
                count(counts, u32(u32(u32(AT_SIDES) + u32(at_kind * u32(SIDE_WIDTH))) + line))
            if SIDES_COUNTED[k]:
                whole = i32(whole + stake * i32(tables[3][u32(u32(u32(k) * u32(SIDE_WIDTH)) + line)]))
                staked = i32(staked + stake)
    if INSURANCE_COUNTED and insurance != u32(0) and insured != 0:
        whole = i32(whole + bet * (INSURANCE_WIN if insurance == u32(2) else -INSURANCE_LOSE))
        count(counts, u32(u32(u32(AT_INSURED) + u32(level * u32(2))) + u32(insurance - u32(1))))
    return whole, staked


@jit
def play_stream(
    seed: U64,
    stream: I64,
    rounds: I32,
    rows: Rows,
    of_box: Rows,
    tables: Tables,
    counts: Tally,
    sums: Tally,
) -> None:
    """Play a stream's rounds and count them."""
    s = fresh_shoe(shuffled(stream_rng(seed, stream)))
    shoes = i32(1)
    cover = u32(tables[1][0])
    run, longest = i32(0), i32(0)
    cash, played, sessions, ruined = i32(0), i32(0), i32(0), i32(0)
    broke, ran_out = False, False
    for _ in range(rounds):
        if CONTINUOUS or unseen(s) < cover or ran_out:
            s = fresh_shoe(s)
            shoes = i32(shoes + 1)
        before = true_bin(s, u32(BURN), tables)
        begun = s
        s, shown, insurance, dealer, one = play_round(s, rows, of_box, tables)
        if PLAYED_AGAIN and in_doubt(s):
            s, shown, insurance, dealer, one = exact_round(begun, rows, of_box, tables)
        ran_out = RUNS_OUT and lasted(s) != COMPLETE
        s = round_over(s)
        s, of_dealer, faces = dealers_lines(s, shown, rows)
        whole, wagered = i32(0), i32(0)
        for b in range(BOXES):
            s, lines, faces = side_lines(s, one, rows, b, shown, (of_dealer, faces))
            row, result = u32(first_row(of_box, b) + before), result_of(one, rows, b)
            part, on_box = count_box(u32(b), row, shown[0], insurance, lines, dealer, result, tables, counts)
            whole, wagered = i32(whole + part), i32(wagered + on_box)
        if INSURANCE and insurance != u32(0):
            count(counts, u32(u32(AT_INSURANCE) + u32(insurance - u32(1))))
        if ROUND_LIMIT:
            count_round(counts, whole)
        if COUNTING:
            add_round(sums, u32(u32(AT_TRUE) + u32(before * u32(4))), whole, wagered)
        run = i32(run + 1) if whole < 0 else i32(0)
        longest = max(longest, run)
        if SESSION:
            cash = i32(cash + whole)
            broke = broke or cash <= -BANKROLL
            played = i32(played + 1)
            if played == SESSION:
                sessions = i32(sessions + 1)
                ruined = i32(ruined + (1 if broke else 0))
                cash, played, broke = i32(0), i32(0), False
    add(sums, u32(AT_SHOES), i64(shoes))
    if SESSION:
        add(sums, u32(AT_SESSIONS), i64(sessions))
        add(sums, u32(AT_SESSIONS + 1), i64(ruined))
    raise_to(sums, u32(AT_LONGEST), i64(longest))
