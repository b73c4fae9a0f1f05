"""Five Card Hi-Lo: the hands as the procedure ranks them, the results as counted."""

import random
from itertools import pairwise

import numpy as np
import pytest

from pitboss.cards.card import ALL_CARDS, Card
from pitboss.procedure.from_the_hand.high_hand import high_hand as ranked
from pitboss.rules.errors import RulesError
from pitboss.rules.rules import HiLoRules
from pitboss.rules.variant import load
from pitboss.simulate.asked import Asked, run_command
from pitboss.simulate.hi_lo import hi_lo_counts, high_hand
from pitboss.simulate.plan import Plan
from pitboss.simulate.runners import Threads


def rules(**readings: str) -> HiLoRules:
    """Five Card Hi-Lo."""
    found = load("five-card-hi-lo-pa", {}, {name.replace("_", "-"): option for name, option in readings.items()})
    assert isinstance(found, HiLoRules)
    return found


def worth(cards: list[Card]) -> int:
    """A hand as the kernel ranks it; a card is its suit times thirteen and its rank, ace first."""
    codes = np.array([card.suit * 13 + card.rank - 1 for card in cards], np.int64)
    return int(high_hand(codes, 0, 1))


def test_hands_rank_as_at_the_table() -> None:
    """Random hands, and hands with many of a kind, in the same order as the procedure has them."""
    chance = random.Random(3)
    few = [card for card in ALL_CARDS if card.rank in (1, 2, 3, 4, 5, 13)]
    one_suit = [card for card in ALL_CARDS if card.suit == 0]
    hands = [chance.sample(pack, 5) for pack in (list(ALL_CARDS), few, one_suit) for _ in range(1500)]
    in_order = sorted(hands, key=ranked)
    for low, high in pairwise(in_order):
        assert worth(low) <= worth(high)
        assert (worth(low) == worth(high)) == (ranked(low) == ranked(high))


def test_neither_side_has_an_edge() -> None:
    """Player and dealer hold the same cards, so as many rounds are won as lost; two threads change no digit."""
    plan = Plan(4, 60_000, 5000)
    counts = hi_lo_counts(rules(), plan, 2, Threads(1))
    assert (counts == hi_lo_counts(rules(), plan, 2, Threads(2))).all()
    lost, tied, won = counts[0, :3].tolist()
    assert lost + tied + won == plan.rounds
    assert abs(won - lost) < 4 * plan.rounds**0.5


def test_a_round_that_stops_after_the_deal_moves_no_money() -> None:
    """The reading that decides nothing: every result is zero."""
    found = run_command(rules(five_card_hi_lo_showdown="stop-after-deal"), Asked(rounds=1000, threads=1))
    assert found["mean"] == 0
    assert found["wagers"]["ante"]["made"] == 1000
    assert found["wagers"]["ante"]["net"] == 0
    with pytest.raises(RulesError, match="nothing to decide"):
        run_command(rules(), Asked(rounds=10, strategy=("dealer",)))
    with pytest.raises(RulesError, match="boxes"):
        run_command(rules(), Asked(rounds=10, boxes=9))
