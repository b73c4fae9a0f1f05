"""The numbers a kernel is specialised by; the values here are Double Attack in Pennsylvania with one box.

The parts of the kernel import these names. `specialise.py` writes a copy of the parts for each set of rules with this
import replaced by the rules' own numbers, so that every branch a game does not have is gone before the machine sees it.
"""

ONE_MODULE = False  # whether the parts stand in one module, where Python calls the whole kernel only

# Whether each draw looks if it must be rejected, and a round follows the discard rack, from which cards come when the
# shoe runs out. Where they do not, a round with a draw this near, or with more cards than there were, is played again
# by a kernel that does both.
CHECKED = True
DOUBT = 384
RACK = False
EXACT_ROUND = None

# --- the shoe -------------------------------------------------------------------------------------------------------
GIVEN = False  # cards come from an array instead of a shuffled shoe
CARDS = 384
DECK = 48
COUNTS = (32, 32, 32, 32, 32, 32, 32, 32, 32, 96)  # cards by value, ace first, ten-value cards last
LANE_BITS = 10
BURN = 1
CONTINUOUS = False
RUNS_OUT = False  # whether a round can need more cards than lie behind the cover card
DECKS = 8
TEN_RANKS = (0, 8 * 4, 8 * 4, 8 * 4)  # tens, jacks, queens, kings

BEHIND = 96  # cards behind the cover card, where a kernel shuffles by itself

# --- the table ------------------------------------------------------------------------------------------------------
BOXES = 1
FACE_DOWN_HANDS = False  # players' cards lie face down
STEPS = (1, 2, 2, 3, 0)  # the deal: 1 dealer's up card, 2 a card to each box, 3 dealer's hole card, 0 nothing

# --- what may be wagered --------------------------------------------------------------------------------------------
UNIT = 2  # results are counted in this fraction of the initial bet
ATTACK = True
DOUBLE_WITH_ATTACK = True
INSURANCE = True
INSURANCE_LOSE = 1  # in units, per bet
INSURANCE_WIN = 2
INSURANCE_RANKS = 15  # bits: ten, jack, queen, king
INSURANCE_COUNTED = False  # whether insurance is part of the round's result
EVEN_MONEY = False
EVEN_MONEY_RACKED = False  # whether the cards of a hand that took it go to the rack at once
SIDES = 0  # side wagers
SIDE_NAMES = ()
# What decides each: 0 two cards, 1 these and the up card, 2 the dealer's first three, 3 his hand, 4 the first hand.
SIDE_BY = (0,)
SIDE_COLLECTED = (False,)  # whether it goes with hands that are over 21
SIDES_COUNTED = (False,)  # whether it is part of the round's result
SIDE_WIDTH = 1  # lines, the lost ones included
SIDE_ODDS = ()
SIDE_PAYS = (0,)  # by kind and line, in units
SIDE_SOURCE = ""
BY_DEAL = False  # whether the first two cards of a box decide one of these
BY_PLAYERS_HAND = False  # whether its first hand as it ends does
BY_THIRD_CARD = False  # whether the dealer draws a third card for one of these
COLLECTS = False  # whether any side wager goes with hands that are over 21
THIRD_STAYS = False  # whether a third card is drawn though the box has none of its side wagers any more

# --- the dealer -----------------------------------------------------------------------------------------------------
HOLE_CARD = True
READER_ACE = True
READER_TEN = True
READER_RANKS = 15
STANDS_ON = 17
HITS_SOFT = False
PUSH_TOTAL = 0
DRAWS_IN_VAIN = True

# --- decisions ------------------------------------------------------------------------------------------------------
SPLIT_HANDS = 4
ACE_HANDS = 2
SAME_RANK = False
SPLIT_BLACKJACK = False
SPLIT_21_TIES = False  # an ace and a ten after a split, against a Blackjack
DOUBLE_BOUNDED = False
DOUBLE_LEAST = 2
DOUBLE_MOST = 99
AFTER_DOUBLE = 1  # surrender after a double: 0 not offered, 1 half of everything, 2 the double goes back
SURRENDER_LOSES = 1  # units per unit wagered
SURRENDER_PARKED = True
SURRENDER_EARLY = False  # before the reader, whose Blackjack then takes no more
SURRENDER_ENTIRE = False
# Cards of a hand given up go: 0 in its turn, 1 a parked hand's when the second card is seen, 2 before the turns, 3 a
# parked hand's at the end, 4 every one's at the end.
SURRENDER_RACKED = 0
SECOND_CHANCE = False
CHANCE_AFTER_DOUBLE = False
CHANCE_AFTER_SPLIT = False
CHANCE_ACE = 1
CHANCE_WIN = 2
TUCKED = False  # a doubled hand's card lies face down: a bust is not known before the end

# Where a kernel asks what is decided: what may be by situation, a bit for each action, and totals that may be doubled.
MAY = (31, 23, 31, 23, 31, 23)
DOUBLE_TOTALS = (1 << 21) - 4

# --- settlement -----------------------------------------------------------------------------------------------------
WIN = 2
BLACKJACK_WIN = 2
BLACKJACK_FIRST = False  # paid before the reader, whatever the dealer has
BLACKJACK_IN_TURN = True
BLACKJACK_RACKED = True  # its cards go to the rack when it is paid
BLACKJACKS_TIE = True
BLACKJACK_BEATS_21 = True
CHARLIE = 0  # a hand of so many cards wins at once; 0 where none does
BONUS = False  # whether 21s of some cards are paid bonuses, at once
BONUS_AFTER_DOUBLE = False
BONUS_AFTER_SPLIT = False
BONUS_WINS = ()  # what they pay, the most first
BONUS_BY_SIZE = (255,) * 32  # which of these a 21 of so many cards is paid at least; 255 for none
BONUS_HANDS = (0,)  # hands that are paid by their ranks, as counts by value
BONUS_WAYS = (1,)  # of so many ways in which cards of their ranks can be drawn,
BONUS_OF_SUIT = (0,)  # so many are of one given suit
BONUS_OF = (0,)  # lines of these hands: of which hand,
BONUS_SUITS = (0,)  # of one suit by its number, 4 of any one, 5 of any suits,
BONUS_PAYS = (255,)  # and which it is paid
PAID_21 = False
PAID_21_LATER = False  # after all players, instead of in turn
BUST_WAITS = True  # a hand over 21 lies there until the dealer's hand is known
VOID_KEEPS_INSURANCE = False  # insurance collected before the round was void
BUST_RETURNED = False  # and gets its wagers back if that goes over 21 too
TAKES = 1  # a dealer Blackjack takes: 0 everything, 1 the bet, 2 the bet and the Double Attack Wager

# --- what is counted ------------------------------------------------------------------------------------------------
LIMIT = 32  # the largest result of a box with one bet, in units
ROUND_LIMIT = 0  # the largest result of a round, in units; 0 when the round is not counted apart
COUNTING = False
COUNT_ATTACKS = False  # whether the true count decides on a Double Attack, and on how a hand is played
COUNT_PLAYS = False
TAGS = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0)  # in parts of one
TAG_PARTS = 1
RUNNING = False  # goes by the running count, which starts so
RUNNING_START = 0
TRUE_LOW = 0
TRUE_BINS = 1
BANKROLL = 0  # units; 0 when no sessions are played
SESSION = 0
MOST_BET = 1
MOST_BONUS = 1
TABLE_ROWS = 1  # strategies times true counts
NODES = 0  # steps on the way to exact hands that a strategy plays in their own way; 0 when there are none
LEVELS = 1  # different sets of stakes
LEVEL_STAKES = ((1,),)  # bet and side wagers of each

ENDS = 8  # ways in which a hand ends: 16 where there are bonuses
ENDINGS = 32  # ways in which a hand ends, with the wagers on it
ATTACKS = 2
CHANCE_BETS = 17

# --- where it is counted: counts of rounds by outcome, and sums --------------------------------------------------
AT_MAIN = 0
AT_SPLIT_MAIN = 320
AT_FIRST_HAND = 970
AT_SPLITS = 1002
AT_DOUBLES = 1522
AT_CHANCES = 2172
AT_SIDES = 2172
AT_INSURANCE = 2172
AT_INSURED = 2174
AT_ROUND = 2174
COUNTS_SIZE = 2174
AT_SHOES = 0
AT_TRUE = 1
AT_SESSIONS = 1
AT_LONGEST = 1
SUMS_SIZE = 2
