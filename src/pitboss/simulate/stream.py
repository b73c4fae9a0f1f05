"""A stream: rounds from shoe after shoe, counted in integers."""

from typing import Any

from pitboss.simulate.box import true_bin
from pitboss.simulate.constants import (
    AT_BETS,
    AT_BUST_IT,
    AT_INSURANCE,
    AT_LONGEST,
    AT_MAIN,
    AT_ROUND,
    AT_SESSIONS,
    AT_SHOES,
    AT_STAKED,
    AT_TRUE,
    BANKROLL,
    BOXES,
    BURN,
    BUST_IT,
    BUST_IT_COLOURED,
    BUST_IT_COUNTED,
    BUST_IT_PAYS,
    BUST_IT_SUITED,
    CONTINUOUS,
    COUNTING,
    COVER_FROM_BACK,
    INSURANCE,
    INSURANCE_COUNTED,
    INSURANCE_LOSE,
    INSURANCE_WIN,
    KINDS,
    LIMIT,
    ROUND_LIMIT,
    SESSION,
    TRUE_BINS,
    UNIT,
)
from pitboss.simulate.draws import stream_rng
from pitboss.simulate.round import COLLECTED, INSURED, NET, STAKED, play_boxes, play_one_box
from pitboss.simulate.shoe import Shoe, draw, not_yet_seen, shuffled, unseen
from pitboss.simulate.target_cpu import add, count, i32, i64, jit, raise_to, u32

OUTCOMES = u32(2 * LIMIT + 1)


@jit
def bust_it_wins(kind: Any) -> Any:
    """What a Bust It Wager of one bet gets, in bets."""
    if kind == u32(0):
        return i32(-1)
    if kind == u32(11):
        return i32(BUST_IT_SUITED)
    if kind == u32(12):
        return i32(BUST_IT_COLOURED)
    return i32(BUST_IT_PAYS[u32(kind - u32(1))])


@jit
def fresh_shoe(s: Shoe) -> Shoe:
    """A shuffle and the burn."""
    s = shuffled(s[2])
    for _ in range(BURN):
        s, g, _ = draw(s)
        s = not_yet_seen(s, g)
    return s


@jit
def count_box(
    b: Any, row: Any, up: Any, insurance: Any, bust_it: Any, result: Any, stakes: Any, counts: Any, sums: Any
) -> tuple[Any, Any]:
    """Count what a box got; its result with every wager placed, in units, and all it wagered, in bets."""
    net, staked, insured, collected = result
    if COUNTING:
        bet = i32(stakes[u32(row * u32(2))])
        net = i32(net * bet)
        staked = i32(staked * bet)
        add(sums, u32(u32(AT_BETS) + b), i64(bet))
    count(counts, u32(u32(u32(AT_MAIN) + u32(u32(u32(b * u32(10)) + up) * OUTCOMES)) + u32(net + i32(LIMIT))))
    whole = net
    if BUST_IT:
        kind = u32(0) if collected else bust_it
        if not COUNTING or stakes[u32(u32(row * u32(2)) + u32(1))] != 0:
            count(counts, u32(u32(u32(AT_BUST_IT) + u32(b * u32(KINDS))) + kind))
        if BUST_IT_COUNTED:
            bonus = i32(stakes[u32(u32(row * u32(2)) + u32(1))])
            whole = i32(whole + bonus * bust_it_wins(kind) * UNIT)
            staked = i32(staked + bonus)
    if INSURANCE and INSURANCE_COUNTED and insurance != u32(0) and insured != 0:
        bet = i32(stakes[u32(row * u32(2))]) if COUNTING else i32(1)
        whole = i32(whole + bet * (INSURANCE_WIN if insurance == u32(2) else -INSURANCE_LOSE))
    return whole, staked


@jit
def play_stream(
    seed: Any, stream: Any, rounds: Any, rows: Any, of_box: Any, stakes: Any, tables: Any, counts: Any, sums: Any
) -> None:
    """Play a stream's rounds and count them."""
    s = fresh_shoe(shuffled(stream_rng(seed, stream)))
    shoes, staked = i32(1), i64(0)
    run, longest = i32(0), i32(0)
    cash, played, sessions, ruined = i32(0), i32(0), i32(0), i32(0)
    broke: Any = False
    for _ in range(rounds):
        if CONTINUOUS or unseen(s) < u32(COVER_FROM_BACK):
            s = fresh_shoe(s)
            shoes = i32(shoes + 1)
        before = true_bin(s, u32(BURN))
        if BOXES == 1:
            s, up, insurance, bust_it, net, wagered, insured, collected = play_one_box(s, tables)
            result = (net, wagered, insured, collected)
            whole, wagered = count_box(u32(0), before, up, insurance, bust_it, result, stakes, counts, sums)
            staked += i64(wagered)
        else:
            s, up, insurance, bust_it = play_boxes(s, rows, of_box, tables)
            whole, wagered = i32(0), i32(0)
            for b in range(BOXES):
                row = u32(u32(u32(of_box[b]) * u32(TRUE_BINS)) + before)
                result = (i32(rows[b, NET]), i32(rows[b, STAKED]), i32(rows[b, INSURED]), rows[b, COLLECTED] != 0)
                part, on_box = count_box(u32(b), row, up, insurance, bust_it, result, stakes, counts, sums)
                whole, wagered = i32(whole + part), i32(wagered + on_box)
                add(sums, u32(AT_STAKED + b), i64(on_box))
        if INSURANCE and insurance != u32(0):
            count(counts, u32(u32(AT_INSURANCE) + u32(insurance - u32(1))))
        if ROUND_LIMIT:
            count(counts, u32(u32(AT_ROUND) + u32(whole + i32(ROUND_LIMIT))))
        if COUNTING:
            place = u32(u32(AT_TRUE) + u32(before * u32(4)))
            add(sums, place, i64(1))
            add(sums, u32(place + u32(1)), i64(whole))
            add(sums, u32(place + u32(2)), i64(whole) * i64(whole))
            add(sums, u32(place + u32(3)), i64(wagered))
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
    if BOXES == 1:
        add(sums, u32(AT_STAKED), staked)
    if SESSION:
        add(sums, u32(AT_SESSIONS), i64(sessions))
        add(sums, u32(AT_SESSIONS + 1), i64(ruined))
    raise_to(sums, u32(AT_LONGEST), i64(longest))
