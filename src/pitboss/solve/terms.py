"""The rules of a hand as the numbers the kernels work with: what may be done, what it wins and loses."""

from dataclasses import dataclass
from functools import cache
from typing import Any, NamedTuple

import numpy as np

from pitboss.cards.card import Rank
from pitboss.rules.codes import AFTER_DOUBLE, ANY_NUMBER, TAKES
from pitboss.rules.errors import RulesError
from pitboss.rules.rules import BlackjackRules
from pitboss.rules.subjects.deal import HoleCard
from pitboss.rules.subjects.doubling import DoubleCard, DoubleLimit
from pitboss.rules.subjects.points import TWENTY_ONE
from pitboss.rules.subjects.settlement import BlackjackPaid, DealerBlackjackTakes, PlayerBust, TwentyOnePaid
from pitboss.rules.subjects.splitting import Pair, SplitBlackjack
from pitboss.rules.subjects.surrender import (
    SurrenderedToBlackjack,
    SurrenderSettled,
    SurrenderWhen,
)
from pitboss.rules.subjects.wagers import AttackLimit
from pitboss.solve.dealer_hand import DealerTree, Outcomes, dealer_tree, outcomes

TEN = 10
SURRENDERS = {SurrenderWhen.NEVER: 0, SurrenderWhen.FIRST_DECISION: 1, SurrenderWhen.ANY_TIME: 2}


class Terms(NamedTuple):
    """A hand's rules with its wagers: `wager` is bet and attack together, `double` what a double adds.

    What its 21s may be paid besides comes last, and into no record: kernels have it by hand.
    """

    wager: float
    double: float
    odds: float
    takes: int
    stands_on: int
    bust_slot: int
    blackjack_slot: int
    bust_waits: bool
    single_bust_waits: bool
    bust_returned: bool
    paid_21: bool
    charlie: int
    double_totals: int
    double_least: int
    double_most: int
    double_after_split: bool
    double_split_aces: bool
    one_card_aces: bool
    surrender: int
    surrender_share: float
    surrender_after_draw: bool
    surrender_after_split: bool
    surrender_split_aces: bool
    surrender_double: int
    surrender_entire: bool
    surrender_at_once: bool
    surrender_early: bool
    chance: bool
    chance_after_double: bool
    chance_after_split: bool
    chance_ace: int
    chance_odds: float
    split_blackjack: bool
    split_21_ties: bool
    blackjack_odds: float
    blackjacks_tie: bool
    blackjack_beats_21: bool
    bonus_after_double: bool
    bonus_after_split: bool
    bonus_odds: tuple[float, ...]

    @property
    def coded(self) -> "Terms":
        """The same as one record: a kernel takes a record as one value, which is compiled in a third of the time."""
        return _coded(self)


RECORD = np.dtype(list(Terms.__annotations__.items())[:-1], align=True)


@cache
def _coded(terms: Terms) -> Terms:
    record: Any = np.array([tuple(terms[:-1])], RECORD)[0]
    coded: Terms = record
    return coded


@dataclass(frozen=True)
class GameTerms:
    """Everything a solution needs to know of a game, apart from the shoe."""

    rules: BlackjackRules
    plain: Terms
    attacked: Terms | None
    scales: bool
    peeked: tuple[bool, ...]
    slots: Outcomes
    trees: tuple[DealerTree, ...]
    split_hands: tuple[int, ...]
    same_rank: bool

    @property
    def needs_bust_hands(self) -> bool:
        """Whether what a hand over 21 comes to can hang on cards that follow."""
        return self.plain.bust_waits or self.plain.chance

    @property
    def dealer(self) -> tuple[object, ...]:
        """What the dealer's outcomes and Second Chances hang on besides the shoe; a tree is made but once."""
        plain, most = self.plain, max(self.split_hands)
        after = (plain.bust_waits, plain.bust_returned, plain.chance, plain.chance_ace, plain.chance_odds)
        return self.peeked, self.slots, tuple(map(id, self.trees)), after, most


def game_terms(rules: BlackjackRules) -> GameTerms:
    """A game's terms; rules the solver has no meaning for are refused in one sentence."""
    peeked = _peeked(rules)
    plain = _terms(rules, 0)
    attacks = rules.wagers.attack is not AttackLimit.NONE
    attacked = _terms(rules, 1) if attacks else None
    takes_all = plain.takes == TAKES[DealerBlackjackTakes.EVERYTHING]
    dealer = rules.dealer
    splitting = rules.splitting
    push = dealer.push_total or 0
    return GameTerms(
        rules=rules,
        plain=plain,
        attacked=attacked,
        scales=rules.doubling.double_limit is DoubleLimit.BET_AND_ATTACK
        and (takes_all or (peeked[0] and peeked[9]))
        and not plain.surrender_early,
        peeked=peeked,
        slots=outcomes(dealer.dealer_stands_on),
        trees=tuple(
            dealer_tree(up, dealer.dealer_stands_on, dealer.dealer_hits_soft, push, peeked[up - 1])
            for up in range(1, TEN + 1)
        ),
        split_hands=tuple(splitting.most_hands(value == 1, splitting.split_hands) for value in range(1, TEN + 1)),
        same_rank=splitting.pair is Pair.SAME_RANK,
    )


def played_by(rules: BlackjackRules) -> str:
    """Everything that best play from a full shoe hangs on, as one text: rules with the same are played alike."""
    game, cards, bonus = game_terms(rules), rules.cards, rules.settlement.bonus_21
    dealer, insurance = ([leaf.value for leaf in of.leaves()] for of in (rules.dealer, rules.insurance))
    hand = (rules.game, game.plain, game.attacked, game.peeked, game.split_hands, game.same_rank, dealer)
    return repr((hand, cards.decks, cards.ranks_removed, insurance, rules.settlement.blackjack_paid, bonus))


def _peeked(rules: BlackjackRules) -> tuple[bool, ...]:
    if rules.deal.hole_card is not HoleCard.READER:
        return (False,) * TEN
    tens = [rank for rank in Rank if rank >= TEN and rank not in rules.cards.ranks_removed]
    read = {rank in rules.deal.reader_ranks for rank in tens}
    if len(read) > 1:
        raise RulesError("the solver cannot tell ten-value up cards apart: reader_ranks must name all of them or none")
    return (Rank.ACE in rules.deal.reader_ranks, *(False,) * 8, read.pop())


def _terms(rules: BlackjackRules, attack: int) -> Terms:
    doubling, surrender, settlement = rules.doubling, rules.surrender, rules.settlement
    chance, splitting = rules.second_chance, rules.splitting
    slots = outcomes(rules.dealer.dealer_stands_on)
    returned = settlement.player_bust is PlayerBust.LOSES_UNLESS_DEALER_BUSTS
    peeked, bonus = _peeked(rules), settlement.bonus_21
    takes_all = settlement.dealer_blackjack_takes is DealerBlackjackTakes.EVERYTHING
    tucked = doubling.double_card is DoubleCard.DOWN_TUCKED  # nobody sees that such a hand is over 21 before the end
    # A hand that lost by going over 21 is spared something only by a Blackjack that nobody had looked for.
    spared_nothing = takes_all or (peeked[0] and peeked[9])
    return Terms(
        wager=1.0 + attack,
        double=1.0 + attack if doubling.double_limit is DoubleLimit.BET_AND_ATTACK else 1.0,
        odds=float(settlement.bet_odds.ratio),
        takes=TAKES[settlement.dealer_blackjack_takes],
        stands_on=slots.stands_on,
        bust_slot=slots.bust,
        blackjack_slot=slots.blackjack,
        bust_waits=returned or ((settlement.bust_waits or tucked) and not spared_nothing),
        single_bust_waits=returned or (settlement.bust_waits and not spared_nothing),
        bust_returned=returned,
        paid_21=settlement.twenty_one_paid is not TwentyOnePaid.NOT_AT_ONCE,
        charlie=settlement.charlie_cards or ANY_NUMBER,
        double_totals=sum(1 << total for total in range(TWENTY_ONE) if doubling.on_total(total)),
        double_least=doubling.double_on_cards_at_least,
        double_most=ANY_NUMBER if doubling.double_on_cards_at_most is None else doubling.double_on_cards_at_most,
        double_after_split=doubling.double_after_split,
        double_split_aces=doubling.double_after_split and doubling.double_split_aces,
        one_card_aces=splitting.split_aces_one_card,
        surrender=SURRENDERS[surrender.surrender],
        surrender_share=float(surrender.surrender_share),
        surrender_after_draw=surrender.surrender_after_draw,
        surrender_after_split=surrender.surrender_after_split,
        surrender_split_aces=surrender.surrender_after_split and surrender.surrender_split_aces,
        surrender_double=AFTER_DOUBLE[surrender.of_doubled_hand],
        surrender_entire=surrender.surrender_to_blackjack is SurrenderedToBlackjack.ENTIRE,
        surrender_at_once=surrender.at_once,
        surrender_early=surrender.surrender_settled is SurrenderSettled.EARLY,
        chance=chance.second_chance,
        chance_after_double=chance.second_chance_after_double,
        chance_after_split=chance.second_chance_after_split,
        chance_ace=chance.second_chance_ace,
        chance_odds=float(chance.second_chance_odds.ratio),
        split_blackjack=splitting.blackjack_after_split is SplitBlackjack.BLACKJACK,
        split_21_ties=splitting.split_21_ties_blackjack,
        blackjack_odds=float(settlement.blackjack_odds.ratio),
        blackjacks_tie=settlement.blackjacks_tie and settlement.blackjack_paid is not BlackjackPaid.BEFORE_READER,
        blackjack_beats_21=settlement.blackjack_beats_21,
        bonus_after_double=bonus is not None and bonus.after_double,
        bonus_after_split=bonus is not None and bonus.after_split,
        bonus_odds=tuple(float(odds.ratio) for odds in bonus.different_odds) if bonus is not None else (),
    )
