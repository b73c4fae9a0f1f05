"""What a hand's wagers come to by how the hand ends, in units of the result: the bet, the Double Attack Wager, the
double, the Second Chance Wager.
"""

from pitboss.simulate.constants import (
    AFTER_DOUBLE,
    ATTACK,
    BLACKJACK_WIN,
    BONUS_WINS,
    CHANCE_WIN,
    DOUBLE_WITH_ATTACK,
    ENDS,
    EVEN_MONEY,
    SECOND_CHANCE,
    SURRENDER_LOSES,
    TAKES,
    UNIT,
    WIN,
)
from pitboss.simulate.machine_words import I32, U32
from pitboss.simulate.target_cpu import i32, jit, u32, u64

# How a hand ends; TAKEN is by a dealer Blackjack, which may leave some of its wagers, or all but the bet. After these
# come the bonuses for 21s, where there are any.
LOST, PUSHED, WON, GIVEN_UP, NATURAL, EVEN, TAKEN, BET_TAKEN = (u32(n) for n in range(8))
BONUSES = u32(8)
BONUS_GETS = (*BONUS_WINS, *(0,) * (8 - len(BONUS_WINS)))
ATTACKED_BIT = u32(3) if ENDS == 8 else u32(4)
DOUBLED_BIT = u32(ATTACKED_BIT + u32(1)) if ATTACK else ATTACKED_BIT
CHANCE_BIT = u32(DOUBLED_BIT + u32(1))
# What a bet gets by how its hand ends, as fields of one word, or of two where a byte is too small: a shift finds it,
# where the threads of a GPU would part at each branch.
BET_GETS = (
    *(-UNIT, 0, WIN, -SURRENDER_LOSES, BLACKJACK_WIN),
    *(UNIT if EVEN_MONEY else 0, -UNIT, -UNIT if TAKES == 2 else 0),
)
FIELD = 8 if max(map(abs, BET_GETS)) < 128 else 16
ZERO = 1 << (FIELD - 1)
LOW, HIGH = (
    u64(sum((gets + ZERO) << (FIELD * place) for place, gets in enumerate(half)))
    for half in (BET_GETS[: 64 // FIELD], BET_GETS[64 // FIELD :])
)
LOSING = u32(sum(1 << outcome for outcome, gets in enumerate(BET_GETS) if gets < 0))


@jit
def ending(outcome: U32, attack: I32, doubled: U32, chance: U32) -> U32:
    """How a hand ended and with which wagers, as one number."""
    code = u32(outcome | u32(doubled << DOUBLED_BIT))
    if ATTACK:
        code = u32(code | u32(u32(attack) << ATTACKED_BIT))
    if SECOND_CHANCE:
        code = u32(code | u32(chance << CHANCE_BIT))
    return code


@jit
def loses(outcome: U32) -> bool:
    """Whether a hand that ended so costs something: its other wagers win and lose as the bet does, or go back."""
    return u32(u32(LOSING >> outcome) & u32(1)) != u32(0)


@jit
def double_of(attack: I32) -> I32:
    """The double down of a hand, in bets."""
    return i32(1 + attack) if DOUBLE_WITH_ATTACK else i32(1)


@jit
def on_bet(outcome: U32, chance: U32) -> I32:
    """What a bet gets."""
    if ENDS > 8 and outcome >= BONUSES:
        return i32(BONUS_GETS[u32(outcome - BONUSES)])
    word, place = LOW, outcome
    if FIELD == 16 and outcome >= u32(4):
        word, place = HIGH, u32(outcome - u32(4))
    gets = i32(i32(u64(word >> u64(u64(place) * u64(FIELD))) & u64(2 * ZERO - 1)) - ZERO)
    return i32(0) if SECOND_CHANCE and outcome == WON and chance != u32(0) else gets


@jit
def on_attack(outcome: U32, chance: U32) -> I32:
    """What a Double Attack Wager gets."""
    if (TAKES == 1 and outcome == TAKEN) or (TAKES == 2 and outcome == BET_TAKEN):
        return i32(0)
    return on_bet(outcome, chance)


@jit
def on_double(outcome: U32, chance: U32) -> I32:
    """What a double gets, for each bet of it."""
    if (TAKES != 0 and outcome == TAKEN) or (AFTER_DOUBLE == 2 and outcome == GIVEN_UP):
        return i32(0)
    return on_bet(outcome, chance)


@jit
def on_chance(outcome: U32) -> I32:
    """What a Second Chance Wager gets, for each bet of it."""
    if outcome == WON:
        return i32(CHANCE_WIN)
    return i32(-UNIT) if outcome == LOST or (TAKES == 0 and outcome == TAKEN) else i32(0)


@jit
def parts(outcome: U32, attack: I32, doubled: U32, chance: U32) -> tuple[I32, I32, I32, I32]:
    """What each wager of a hand gets: the bet, the Double Attack Wager, the double, the Second Chance Wager."""
    double = double_of(attack)
    attack_gets = i32(attack * on_attack(outcome, chance)) if ATTACK else i32(0)
    double_gets = i32(0)
    if doubled != u32(0):
        double_gets = i32(double * on_double(outcome, chance))
    chance_gets = i32(0)
    if SECOND_CHANCE and chance != u32(0):
        staked = i32(1 + attack + (double if doubled != u32(0) else 0))
        chance_gets = i32(staked * on_chance(outcome))
    return on_bet(outcome, chance), attack_gets, double_gets, chance_gets
