"""N0 of Hi-Lo counters as published with every condition: two, six and eight decks, all rounds and back-counting.

A. Picquot, *blackjack* (public repository `apicquot/blackjack`, 2026): README.md and `results/*/betting_hi_lo.json`.
Three boxes at the table, all counting, each 100 million rounds; the true count is of cards exactly, rounded to the
nearest, in steps of one (of 1.5 with two decks); each play is the best by its count, insurance among them. Double after
split, four hands from a box (two with two decks), one card to split aces. *0 to 3* bets three units where the count
has the edge and nothing elsewhere, *1 to 3* one unit elsewhere; *ramp* bets 1, 2, 3 up to 0.5%, up to 1%, above.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from math import hypot, inf, sqrt

import pytest

from pitboss.protect.counts import SYSTEMS, Pack
from pitboss.protect.departures import departures, every_count, insurance_from
from pitboss.protect.risk import Step, Winnings, winnings
from pitboss.rules.rules import BlackjackRules
from pitboss.rules.variant import load
from pitboss.simulate.counting import Count
from pitboss.simulate.job import job
from pitboss.simulate.plan import Plan
from pitboss.simulate.results import by_true_count
from pitboss.simulate.run import simulate
from pitboss.simulate.runners import Threads
from pitboss.solve.cache import solved
from pitboss.solve.composition import full_shoe
from pitboss.solve.strategy import Situation

ROUNDS, BOXES, FARTHEST = 40_000_000, 3, 6  # true counts from 6 steps on are one
THEIR_ERROR = 0.015  # of what is won in 100 rounds with three units: 100 million rounds, boxes of a round go together
SPLIT_TOO = {Situation.FIRST_TWO: Situation.SPLIT_TWO, Situation.DRAWN: Situation.SPLIT_DRAWN}
SHOE = {"cover_card_depth": "1/4 or more of the stack", "surrender": "first-decision"}


@dataclass(frozen=True)
class Published:
    """A game, into how many halves of a step its true count is cut, and what was published of it."""

    sets: Mapping[str, str]
    halves: Fraction
    ramp: tuple[int, int]  # bets at the first two true counts that have the edge
    played: float
    won: Mapping[str, float]  # in 100 rounds
    n0: Mapping[str, float]


GAMES = {
    "2 decks, H17": Published(
        {
            "dealer_hits_soft": "yes",
            "split_hands": "2",
            "cover_card_depth": "7/20 or more of the stack",
            "cover_card_placed": "7/20",
        },
        Fraction(4, 3),
        (2, 3),
        0.3213,
        {"flat": -0.221, "1 to 3": 0.872, "0 to 3": 1.640},
        {"1 to 3": 63_345, "1 to 3 ramp": 61_792, "0 to 3": 14_573, "0 to 3 ramp": 12_341},
    ),
    "6 decks, S17, LS, RSA": Published(
        {**SHOE, "decks": "6", "resplit_aces": "yes"},
        Fraction(2),
        (1, 2),
        0.3591,
        {"flat": -0.146, "1 to 3": 0.660, "0 to 3": 1.210},
        {"1 to 3": 116_825, "1 to 3 ramp": 126_870, "0 to 3": 29_057, "0 to 3 ramp": 19_095},
    ),
    "6 decks, H17, LS": Published(
        {**SHOE, "decks": "6", "dealer_hits_soft": "yes"},
        Fraction(2),
        (1, 2),
        0.3581,
        {"flat": -0.417, "1 to 3": 0.218, "0 to 3": 0.952},
        {"0 to 3": 46_756, "0 to 3 ramp": 26_381},  # what is won from 1 to 3 is too little for an N0
    ),
    "8 decks, H17, LS": Published(
        {**SHOE, "decks": "8", "dealer_hits_soft": "yes"},
        Fraction(2),
        (1, 2),
        0.3425,
        {"flat": -0.476, "1 to 3": -0.009, "0 to 3": 0.701},
        {"0 to 3": 82_136, "0 to 3 ramp": 42_383},
    ),
}


def played_by_the_count(rules: BlackjackRules, halves: Fraction) -> Count:
    """Hi-Lo in halves of a step, with every departure the program finds, on split hands too."""
    pack = Pack(full_shoe(rules).values, rules.cards.deck_size())
    tags = tuple(float(halves * int(tag)) for tag in SYSTEMS["Hi-Lo"])
    left = (pack.whole + rules.shuffle.cover_card_cards(pack.whole, pack.deck)) / 2
    at = every_count(rules, pack, tags, left, range(-2 * FARTHEST - 2, 2 * FARTHEST + 3))
    found = [one.play for one in departures(at, solved(rules, lambda step, share: None).strategy)]
    plays = [*found, *(replace(play, situation=SPLIT_TOO[play.situation]) for play in found)]
    insured = insurance_from(at)
    return Count(tags, {at[0].true: 1}, insurance=insured[0] if insured else inf, plays=tuple(plays))


def by_step(rules: BlackjackRules, count: Count, boxes: int) -> dict[int, tuple[int, float, float]]:
    """Rounds, what a box won in them, and the sum of the squares of what all won, by the nearest step of the count."""
    todo = job(rules, [solved(rules, lambda step, share: None).strategy] * boxes, count=count)
    found: dict[int, tuple[int, float, float]] = {}
    for row in by_true_count(todo, simulate(todo, Plan(1, ROUNDS // boxes), Threads()).tally):
        step = max(-FARTHEST, min(FARTHEST, (row["true_count"] + 1) // 2))
        rounds, won, squares = found.get(step, (0, 0.0, 0.0))
        square = row["standard_error"] ** 2 * row["rounds"] + row["mean"] ** 2
        found[step] = (
            rounds + row["rounds"],
            won + row["mean"] * row["rounds"] / boxes,
            squares + square * row["rounds"],
        )
    return found


def ways_to_bet(steps: Sequence[Step], ramp: tuple[int, int]) -> dict[str, dict[int, float]]:
    ramped = dict(zip((1, 2), ramp, strict=True))
    top = {step.true: 3.0 for step in steps if step.true > 0}
    one, none = (dict.fromkeys((step.true for step in steps), bet) for bet in (1.0, 0.0))
    slowly = {true: float(ramped.get(true, 3)) for true in top}
    found = {"flat": one, "1 to 3": one | top, "1 to 3 ramp": one | slowly}
    return found | {"0 to 3": none | top, "0 to 3 ramp": none | slowly}


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_a_hi_lo_counter_wins_what_is_published_and_as_steadily(name: str) -> None:
    said = GAMES[name]
    rules = BlackjackRules.of(load("double-deck-house", said.sets))
    count = played_by_the_count(rules, said.halves)
    # Three boxes see more cards in a round and have fewer rounds in a shoe; how one swings is told by one alone.
    table, alone = by_step(rules, count, BOXES), by_step(rules, count, 1)
    whole = sum(rounds for rounds, _, _ in table.values())
    steps = [
        Step(true, rounds / whole, won / rounds, alone[true][2] / alone[true][0])
        for true, (rounds, won, _) in sorted(table.items())
    ]
    errors = {true: sqrt(squares) / BOXES / rounds for true, (rounds, _, squares) in table.items()}
    assert sum(step.share for step in steps if step.true > 0) == pytest.approx(said.played, abs=0.003)
    for way, bets in ways_to_bet(steps, said.ramp).items():
        found: Winnings = winnings(steps, bets)
        error = 100 * sqrt(sum((step.share * bets[step.true] * errors[step.true]) ** 2 for step in steps))
        apart = 4 * hypot(error, THEIR_ERROR)
        told = f"won {100 * found.mean:+.3f}, error {error:.3f}, deviation {found.deviation:.3f}, N0 {found.n0:.0f}"
        print(f"{name}, {way}: {told}")
        if way in said.won:
            assert 100 * found.mean == pytest.approx(said.won[way], abs=apart), way
        if way in said.n0:
            assert found.n0 == pytest.approx(said.n0[way], rel=2 * apart / (100 * found.mean) + 0.01), way
            assert found.score == pytest.approx(1e6 / found.n0)
