"""Insurance beside the main game: which hands it is offered to, what it is worth to each, and to a whole strategy."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from pitboss.cards.card import Rank
from pitboss.rules.rules import BlackjackRules
from pitboss.rules.subjects.settlement import BlackjackPaid
from pitboss.solve.composition import TEN, Composition


class Offer(NamedTuple):
    """Two cards that may be insured: how often a round has them, and what insuring them gains, in initial wagers."""

    chance: float
    blackjack: bool
    gain: float


class Insured(NamedTuple):
    """What insurance adds to a round and how much of it is wagered, in initial wagers."""

    gain: float
    wagered: float


def is_blackjack(one: int, two: int) -> bool:
    """Whether two cards, by rank or by value, are an ace and a ten-value card."""
    return {min(one, TEN), min(two, TEN)} == {1, TEN}


def is_offered_to(rules: BlackjackRules, one: int, two: int) -> bool:
    """Whether two cards are still there to be insured: a Blackjack paid before the reader is gone."""
    return not (is_blackjack(one, two) and rules.settlement.blackjack_paid is BlackjackPaid.BEFORE_READER)


def unit_gain(rules: BlackjackRules, unseen: Composition) -> float:
    """What one unit of insurance is worth with these cards unseen."""
    hit = sum(unseen.ranks[rank - 1] for rank in rules.insurance.insurance_wins_on) / unseen.cards
    return hit * (1 + float(rules.insurance.insurance_odds.ratio)) - 1


def offers(rules: BlackjackRules, shoe: Composition) -> Iterator[Offer]:
    """Every two cards, by rank, that insurance is offered to."""
    of = rules.insurance
    up, cards = of.insurance_up_card, shoe.cards
    if not of.insurance_offered or not shoe.ranks[up - 1]:
        return
    left, odds, share = shoe.without([up]).ranks, float(of.insurance_odds.ratio), float(of.insurance_share)
    wins = [rank in of.insurance_wins_on for rank in Rank]
    unseen = sum(n for n, wins_on in zip(left, wins, strict=True) if wins_on)
    for one in Rank:
        for two in Rank:
            n, m = left[one - 1], left[two - 1] - (one == two)
            if n > 0 and m > 0 and is_offered_to(rules, one, two):
                chance = shoe.ranks[up - 1] / cards * n * m / ((cards - 1) * (cards - 2))
                hit = (unseen - wins[one - 1] - wins[two - 1]) / (cards - 3)
                yield Offer(chance, is_blackjack(one, two), share * (hit * (1 + odds) - 1))


def insured(rules: BlackjackRules, hands: Iterable[Offer], always: bool, even_money: bool) -> Insured:
    """Insurance taken always, or whenever a hand's own cards make it favourable; not by a Blackjack at even money."""
    taken = [hand for hand in hands if (always or hand.gain > 0) and not (even_money and hand.blackjack)]
    wagered = float(rules.insurance.insurance_share) * sum(hand.chance for hand in taken)
    return Insured(sum(hand.chance * hand.gain for hand in taken), wagered)


def favourable_to_blackjack(hands: Iterable[Offer]) -> float:
    """What insuring a player's Blackjack gains, where that is favourable."""
    those = [hand for hand in hands if hand.blackjack]
    whole = sum(hand.chance for hand in those)
    return sum(hand.chance * max(hand.gain, 0.0) for hand in those) / whole if whole else 0.0


class InsuredShoes(NamedTuple):
    """Of many shoes, where favourable: what insuring a Blackjack gains, what all hands gain, and all others."""

    to_blackjack: npt.NDArray[np.float64]
    gain: npt.NDArray[np.float64]
    gain_of_others: npt.NDArray[np.float64]


def insured_shoes(rules: BlackjackRules, ranks: npt.NDArray[np.float64]) -> InsuredShoes:
    """What insurance adds to a round from each of these shoes, where a hand's own cards make it favourable."""
    of, cards = rules.insurance, ranks.sum(1)
    gain, others, to_blackjack, blackjacks = (np.zeros(len(ranks)) for _ in range(4))
    if not of.insurance_offered:
        return InsuredShoes(to_blackjack, gain, others)
    left = ranks.copy()
    left[:, of.insurance_up_card - 1] -= 1
    wins = [rank - 1 for rank in of.insurance_wins_on]
    for one in Rank:
        for two in Rank:
            n, m = left[:, one - 1], left[:, two - 1] - (one == two)
            if not is_offered_to(rules, one, two):
                continue
            chance = np.where((n > 0) & (m > 0), n * m, 0.0) * (left[:, of.insurance_up_card - 1] >= 0)
            hit = (left[:, wins].sum(1) - (one - 1 in wins) - (two - 1 in wins)) / (cards - 3)
            worth = float(of.insurance_share) * (hit * (1 + float(of.insurance_odds.ratio)) - 1)
            gained = chance * np.maximum(worth, 0.0)
            if is_blackjack(one, two):
                to_blackjack += gained
                blackjacks += chance
            else:
                others += gained
    share = ranks[:, of.insurance_up_card - 1] / (cards * (cards - 1) * (cards - 2))
    there = np.where(blackjacks > 0, blackjacks, 1.0)
    return InsuredShoes(to_blackjack / there, (others + to_blackjack) * share, others * share)
