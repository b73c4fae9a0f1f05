"""Each wager by itself: the parts of a hand, and what a tally says of every wager."""

from collections import Counter
from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest

from pitboss.rules.rules import BlackjackRules
from pitboss.rules.variant import load
from pitboss.simulate.box import AT_ATTACK
from pitboss.simulate.by_wager import Wagered, offered, wagers
from pitboss.simulate.job import Job, Tally, job
from pitboss.simulate.plan import Plan
from pitboss.simulate.results import as_json, by_up_card, of_boxes, records, result_of_counts
from pitboss.simulate.run import simulate
from pitboss.simulate.runners import Threads
from pitboss.simulate.specialise import constants_of, kernel
from pitboss.solve.strategy import (
    UP_CARDS,
    Preference,
    Situation,
    Strategy,
    class_label,
    mimic_the_dealer,
    uniform_play,
)
from pitboss.solve.strategy_file import parse_preference

ROUNDS = 60_000
IN_MAIN = ("bet", "attack", "double", "split", "second-chance")
LOST, PUSHED, WON, GIVEN_UP, NATURAL, EVEN, TAKEN = range(7)


def family(game: str, **sets: object) -> BlackjackRules:
    """Rules of the blackjack family."""
    rules = load(game, sets)
    assert isinstance(rules, BlackjackRules)
    return rules


def busy(rules: BlackjackRules) -> Strategy:
    """The dealer's play, but every kind of wager is made."""
    plain = mimic_the_dealer(rules)
    names = {"hard 11": "DH", "hard 10": "DH", "hard 16": "RH", "pair 8": "PH", "pair A": "PH", "soft 17": "DS"}

    def cell(situation: Situation, row: int, up: int) -> Preference:
        wish = names.get(class_label(row)) if situation in (Situation.FIRST_TWO, Situation.SPLIT_TWO) else None
        return plain.play[situation][row][up - 1] if wish is None else parse_preference(wish, "here")

    return replace(plain, play=uniform_play(cell), attack=tuple(2 <= up <= 8 for up in UP_CARDS))


@pytest.fixture(scope="module")
def busy_box(rules: BlackjackRules) -> Job:
    """One box that attacks, doubles, splits and gives up."""
    return job(rules, [busy(rules)])


@pytest.fixture(scope="module")
def tally(busy_box: Job) -> Tally:
    """A few rounds of it."""
    return simulate(busy_box, Plan(3, ROUNDS, 6000), Threads(1)).tally


@pytest.mark.clause("PA 665a.7(o)(2)")
def test_a_dealer_blackjack_takes_the_bet_and_leaves_the_attack(rules: BlackjackRules) -> None:
    """In Pennsylvania the Double Attack Wager goes back; results are in halves of a bet."""
    worth = kernel(constants_of(rules), "worth")
    assert worth.parts(TAKEN, 1, 0, 0) == (-2, 0, 0, 0)
    assert worth.parts(LOST, 1, 1, 0) == (-2, -2, -4, 0)
    assert worth.parts(WON, 0, 1, 0) == (2, 0, 2, 0)
    assert worth.parts(GIVEN_UP, 1, 0, 0) == (-1, -1, 0, 0)
    assert worth.parts(PUSHED, 1, 1, 0) == (0, 0, 0, 0)


@pytest.mark.clause("PA 673a.7(s)(1)(i)")
def test_a_second_chance_that_wins_leaves_the_bet(rules: BlackjackRules) -> None:
    """The Second Chance Wager, as large as bet and double together, is paid; they go back."""
    worth = kernel(constants_of(family("double-back-jack-pa")), "worth")
    unit = worth.UNIT
    assert worth.parts(WON, 0, 1, 1) == (0, 0, 0, 2 * worth.CHANCE_WIN)
    assert worth.parts(LOST, 0, 0, 1) == (-unit, 0, 0, -unit)


def test_the_wagers_add_up_to_the_game(busy_box: Job, tally: Tally) -> None:
    """What bet, attack, doubles and splits came to is the result of the main game, to the unit."""
    found = wagers(busy_box, tally)
    assert sum(found[name].results.moment(1) for name in IN_MAIN if name in found) == of_boxes(busy_box, tally).moment(
        1
    )
    report = as_json(busy_box, tally)
    assert report["wagers"]["bet"]["made"] == ROUNDS
    in_bets = sum(report["wagers"][name]["wagered"] for name in IN_MAIN if name in found)
    assert report["total_wager"] == pytest.approx(in_bets / ROUNDS)


def test_a_wager_is_made_as_often_as_the_strategy_makes_it(busy_box: Job, tally: Tally) -> None:
    """Attacks come with the up cards that are attacked; every wager but insurance was made, won and lost."""
    found = wagers(busy_box, tally)
    attacked = [
        one.rounds for up, one in enumerate(by_up_card(busy_box, tally, 0)) if busy_box.tables.rows[AT_ATTACK + up]
    ]
    assert found["attack"].results.rounds == sum(attacked) > 0
    assert found["insurance"].results.rounds == 0
    for name in ("bet", "attack", "double", "split", "bust-it"):
        shares = [found[name].results.share(sign) for sign in (1, 0, -1)]
        assert sum(shares) == pytest.approx(1)
        assert shares[0] > 0
        assert shares[2] > 0
    assert {row["table"] for row in records(busy_box, tally)} >= {"wager attack", "wager double", "wager split"}


def test_bust_it_is_the_same_wager_in_both_places(busy_box: Job, tally: Tally) -> None:
    """The side wager's figures and the wager's own are one."""
    report = as_json(busy_box, tally)
    assert report["wagers"]["bust-it"]["house_edge"] == pytest.approx(report["side_wagers"]["bust-it"]["house_edge"])
    assert report["wagers"]["bust-it"]["histogram"] == report["side_wagers"]["bust-it"]["histogram"]


def test_the_first_counts_are_the_rounds(busy_box: Job, tally: Tally) -> None:
    """Results by place of a tally, for machines that have only the counts."""
    results = result_of_counts(busy_box)
    counts = tally.counts[: len(results)]
    assert counts.sum() == ROUNDS
    assert int((counts * results).sum()) == of_boxes(busy_box, tally).moment(1)


def test_what_a_game_does_not_offer_has_no_row() -> None:
    """Second Chance is Double Back Jack's, Double Attack and Bust It are not."""
    assert offered(constants_of(family("double-back-jack-pa"))) == [
        "bet",
        "double",
        "split",
        "second-chance",
        "insurance",
    ]
    assert "attack" in offered(constants_of(family("double-attack-nj")))


def test_the_error_of_an_edge_is_that_of_a_ratio() -> None:
    """Against the jackknife, which leaves out one round at a time."""
    chance = np.random.default_rng(1)
    amounts = chance.integers(1, 4, 400)
    won = amounts * chance.integers(-1, 2, 400)
    wager = Wagered(Counter(zip(amounts.tolist(), won.tolist(), strict=True)), unit=1)
    without = [(won.sum() - w) / (amounts.sum() - a) for a, w in zip(amounts, won, strict=True)]
    jackknife = (np.var(without) * (len(won) - 1)) ** 0.5
    assert wager.house_edge == float(Fraction(-int(won.sum()), int(amounts.sum())))
    assert wager.house_edge_error == pytest.approx(jackknife, rel=0.01)


@pytest.mark.parametrize("odds", ["6:5", "300:1"])
@pytest.mark.parametrize("game", ["double-attack-pa", "double-attack-nj", "double-back-jack-pa", "double-deck-house"])
def test_a_hand_costs_something_where_its_wagers_together_do(game: str, odds: str) -> None:
    """However it ended and whatever was placed; also where what a Blackjack gets is too much for a byte."""
    rules = family(game, blackjack_odds=odds)
    one = job(rules, [mimic_the_dealer(rules)])
    worth = kernel(one.constants, "worth")
    ends = one.constants["ENDS"]
    assert [worth.loses(code % ends) for code in range(len(one.endings))] == (one.endings.sum(1) < 0).tolist()
    assert one.endings[4].tolist() == [int(rules.settlement.blackjack_odds.ratio * one.constants["UNIT"]), 0, 0, 0]
    assert (16 if odds == "300:1" else 8) == worth.FIELD
