"""Counts of insurance and side wagers bet by in the simulator: as often and as well as random shoes say."""

from pathlib import Path

import pytest

from pitboss.protect.counted import Effort, counted_from, flat_bets
from pitboss.protect.counts import Pack
from pitboss.protect.desk import wagers_found
from pitboss.protect.risk import best_ramp, winnings
from pitboss.protect.shoes import shoes
from pitboss.rules.rules import BlackjackRules
from pitboss.rules.variant import load
from pitboss.simulate.by_wager import wagers
from pitboss.simulate.counting import Count, read_count
from pitboss.simulate.job import job
from pitboss.simulate.plan import Plan
from pitboss.simulate.run import simulate
from pitboss.simulate.runners import Threads
from pitboss.solve.cache import solved
from pitboss.solve.composition import full_shoe

ROUNDS = 20_000_000
HI_LO = Path(__file__).parents[2] / "examples" / "counts" / "hi_lo.toml"
SIX_DECKS = {"decks": "6", "cover_card_depth": "1/4 or more of the stack", "surrender": "first-decision"}


@pytest.mark.slow
@pytest.mark.parametrize(("game", "wager"), [("double-attack-pa", "bust-it"), ("double-deck-house", "insurance")])
def test_a_wager_bet_by_its_own_count_wins_what_was_foreseen(game: str, wager: str) -> None:
    rules = BlackjackRules.of(load(game))
    solution = solved(rules, lambda step, share: None)
    pack = Pack(full_shoe(rules).values, rules.cards.deck_size())
    dealt = pack.whole - rules.shuffle.cover_card_cards(pack.whole, pack.deck)
    found = wagers_found(solution, pack, shoes(pack, dealt))[wager]
    assert found.trigger is not None
    bet_at = [step for step in found.steps if step.true >= found.trigger]
    often = sum(step.share for step in bet_at)
    edge = sum(step.share * step.mean for step in bet_at) / often / found.wager.offered
    tags, trigger = found.by_level[3].tags, float(found.trigger)
    count = (
        Count(tags, {0: 1}, insurance=trigger) if wager == "insurance" else Count(tags, {0: 1}, side={wager: trigger})
    )
    todo = job(rules, [solution.strategy], count=count)
    made = wagers(todo, simulate(todo, Plan(3, ROUNDS), Threads()).tally)[wager]
    assert made.results.rounds / ROUNDS == pytest.approx(often * found.wager.offered, rel=0.06)
    assert -made.house_edge == pytest.approx(edge, abs=5 * made.house_edge_error + 0.004)
    assert edge > 0.01


@pytest.mark.slow
def test_published_play_of_six_decks_gives_what_is_published() -> None:
    """Six decks, 4.5 of them dealt, S17, DAS, LS; Hi-Lo, the Illustrious 18 and the Fab 4; every round played.

    From 1 to 15 units an advantage of about 1.15% of the money bet is told as the Wizard of Odds's, at second hand.
    From 1 to 8 our own longest run (300 million rounds) has SCORE 25.0 and N0 40,000.
    """
    rules = BlackjackRules.of(load("double-deck-house", SIX_DECKS))
    strategy = solved(rules, lambda step, share: None).strategy
    found = counted_from(flat_bets(rules, strategy, read_count(HI_LO), Effort(100_000_000)))
    bets = best_ramp(found.steps, 15)
    advantage = winnings(found.steps, bets).mean / sum(step.share * bets[step.true] for step in found.steps)
    assert advantage == pytest.approx(0.0115, abs=0.0006)
    bets = best_ramp(found.steps, 8)
    error = found.score_error(bets)
    assert error < 1.2
    assert winnings(found.steps, bets).score == pytest.approx(25.0, abs=4 * error)


def test_the_published_plays_are_all_in_the_file() -> None:
    """Insurance, seventeen plays and four surrenders; what only stands or hits goes for drawn hands too."""
    count = read_count(HI_LO)
    assert count.insurance == 3
    cells = {(play.row, play.up) for play in count.plays}
    assert len(cells) == 17 + 3  # hard 15 against a ten is in both lists
